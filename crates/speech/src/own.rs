//! What members say of themselves: who they are, and how they are written to.

use crate::rest::Rest;
use crate::{Change, Mails, Misheard, Order};

impl Rest<'_> {
    pub(crate) fn sign_up(&mut self) -> Result<Order, Misheard> {
        // Where mail goes was said here once; now it goes where it came from.
        let address = self.words.iter().find(|it| it.contains('@')).cloned();
        self.words.retain(|it| !it.contains('@'));
        match self.words.len() {
            0 => Err(Misheard::new("by which name? Write `signup NAME`")),
            1 => Ok(Order::SignUp { name: self.words.remove(0), address }),
            _ => Err(Misheard::password()),
        }
    }

    pub(crate) fn change(&mut self) -> Result<Order, Misheard> {
        // The own name stood there once.
        self.words =
            std::mem::take(&mut self.words).into_iter().filter(|it| !self.is_me(it)).collect();
        let what = self.words.first().map(|it| it.to_ascii_lowercase()).unwrap_or_default();
        let is = |word: &str| !what.is_empty() && word.starts_with(&what);
        if is("zone") {
            return match self.words.get(1) {
                Some(zone) if self.words.len() == 2 => {
                    Ok(Order::Change(Change::Zone(zone.clone())))
                }
                _ => Err(Misheard::new(format!("write `{}`", self.entry.usage))),
            };
        }
        if is("password") {
            return match self.words.len() {
                1 => Ok(Order::Change(Change::Password)),
                _ => Err(Misheard::password()),
            };
        }
        if is("address") {
            let addresses = &self.words[1..];
            return match addresses {
                [] => Ok(Order::Change(Change::Address(None))),
                [address] if address.contains('@') => {
                    Ok(Order::Change(Change::Address(Some(address.clone()))))
                }
                [other] => Err(Misheard::new(format!(
                    "'{other}' is not an address such as ann@example.org: write `change address NEW@ADDRESS`"
                ))),
                _ => Err(Misheard::password()),
            };
        }
        Err(Misheard::new("what is to be changed? There are zone, address and password"))
    }

    pub(crate) fn mails(&mut self) -> Result<Order, Misheard> {
        self.own_name();
        let words: Vec<String> =
            std::mem::take(&mut self.words).iter().map(|it| it.to_ascii_lowercase()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Ok(Order::Mails(match words[..] {
            [] => None,
            ["each" | "all" | "on"] => Some(Mails::Each),
            ["none" | "nothing" | "off"] => Some(Mails::None),
            ["daily"] => Some(Mails::Daily(None)),
            ["daily", hour] => match hour.parse() {
                Ok(hour @ 0..=23) => Some(Mails::Daily(Some(hour))),
                _ => {
                    return Err(Misheard::new(format!(
                        "'{hour}' is not an hour: write a number from 0 to 23, as in `mails daily 7`"
                    )));
                }
            },
            _ => return Err(Misheard::new(format!("write `{}`", self.entry.usage))),
        }))
    }
}
