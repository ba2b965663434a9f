//! Passkeys: a device's signature in place of a password.

use data_encoding::HEXLOWER;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

use anyhow::anyhow;
use crosscut_club::{MemberId, plain};
use serde_json::Value;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Url, Uuid, Webauthn, WebauthnBuilder,
};

use crate::clock::Clock;
use crate::config::Config;
use crate::error::Error;
use crate::origin::network;
use crate::store::{PasskeyRow, Store};
use crate::token;

/// How long somebody may take to find their passkey, in milliseconds.
const PATIENCE: i64 = 300_000;
/// How many challenges may be open at a time.
const MOST: usize = 10_000;
/// How many challenges one member, or one network, may have open; the oldest is dropped.
const OPEN: usize = 20;
/// How many passkeys a member may have.
const EACH: usize = 20;
/// The maximum length of a passkey's name, in characters.
const NAME: usize = 40;

/// Signs members in by the passkeys on their devices.
#[derive(Debug)]
pub(crate) struct Passkeys {
    store: Store,
    clock: Clock,
    /// The host that passkeys are for and their verifier, where browsers can have passkeys at all.
    site: Option<(String, Webauthn)>,
    asked: Mutex<HashMap<String, PendingCeremony>>,
}

/// A challenge to a browser; it can be answered once.
#[derive(Debug)]
struct PendingCeremony {
    at: i64,
    by: Requester,
    what: Ceremony,
}

/// Who is asked: a signed-in member, or somebody at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Requester {
    Member(MemberId),
    Network(IpAddr),
}

#[derive(Debug)]
enum Ceremony {
    Add(MemberId, PasskeyRegistration),
    Enter(DiscoverableAuthentication),
}

impl Requester {
    /// The widest network that one provider may have around it: a customer with a /48 has 65,536 households.
    fn widely(self) -> Self {
        match self {
            Requester::Network(IpAddr::V4(it)) => {
                Requester::Network(Ipv4Addr::from_bits(it.to_bits() & 0xffff_0000).into())
            }
            Requester::Network(IpAddr::V6(it)) => {
                Requester::Network(Ipv6Addr::from_bits(it.to_bits() >> 96 << 96).into())
            }
            Requester::Member(_) => self,
        }
    }
}

/// Drops the oldest challenge of the network or member with the most, so that nobody uses up what all others need.
fn make_room(asked: &mut HashMap<String, PendingCeremony>) {
    let mut counts = HashMap::new();
    asked.values().for_each(|it| *counts.entry(it.by.widely()).or_insert(0) += 1);
    let most = counts.into_iter().max_by_key(|it| it.1).map(|it| it.0);
    let theirs = asked.iter().filter(|it| Some(it.1.by.widely()) == most);
    if let Some(oldest) = theirs.min_by_key(|it| it.1.at).map(|it| it.0.clone()) {
        asked.remove(&oldest);
    }
}

/// The word that identifies the answer, and the challenge for the browser.
pub(crate) type PasskeyChallenge = (String, Value);

impl Passkeys {
    pub(crate) fn new(store: Store, clock: Clock, config: &Config) -> anyhow::Result<Self> {
        Ok(Passkeys { store, clock, site: site(config)?, asked: Mutex::default() })
    }

    /// The host whose pages may ask for passkeys, if they are possible here.
    pub(crate) fn host(&self) -> Option<&str> {
        self.site.as_ref().map(|it| it.0.as_str())
    }

    fn webauthn(&self) -> Result<&Webauthn, Error> {
        let none =
            || Error::Unclear("this club has no passkeys: it has no address with https".into());
        Ok(&self.site.as_ref().ok_or_else(none)?.1)
    }

    /// Keeps a challenge until the answer comes.
    fn ask(&self, by: Requester, what: Ceremony) -> Result<String, Error> {
        let (now, word) = (self.clock.ticks(), token::token()?);
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let theirs = || asked.iter().filter(|(_, it)| it.by == by);
        if OPEN <= theirs().count()
            && let Some(oldest) = theirs().min_by_key(|it| it.1.at).map(|it| it.0.clone())
        {
            asked.remove(&oldest);
        }
        if MOST <= asked.len() {
            asked.retain(|_, it| now < it.at + PATIENCE);
        }
        if MOST <= asked.len() {
            make_room(&mut asked);
        }
        asked.insert(word.clone(), PendingCeremony { at: now, by, what });
        Ok(word)
    }

    fn answered(&self, word: &str) -> Result<Ceremony, Error> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let it = asked.remove(word).filter(|it| self.clock.ticks() < it.at + PATIENCE);
        it.map(|it| it.what).ok_or_else(|| Error::Unclear("that took too long: try again".into()))
    }

    /// The challenge with which a device makes a passkey for a member.
    pub(crate) async fn begin_adding(
        &self,
        member: MemberId,
        name: &str,
    ) -> Result<PasskeyChallenge, Error> {
        let webauthn = self.webauthn()?;
        let rows = self.store.passkeys_of(member).await?;
        if EACH <= rows.len() {
            return Err(Error::Enough(format!("you have {EACH} passkeys: remove one first")));
        }
        let known =
            rows.iter().map(|it| Ok(key(it)?.cred_id().clone())).collect::<anyhow::Result<_>>()?;
        let (mut question, state) = webauthn
            .start_passkey_registration(uuid(member), name, name, Some(known))
            .map(|(question, state)| (serde_json::to_value(question), state))
            .map_err(|error| anyhow!("no passkey can be made: {error:?}"))
            .and_then(|(question, state)| Ok((question?, state)))?;
        // The device must offer it without a name being typed, and no page reveals who has a passkey.
        question["publicKey"]["authenticatorSelection"]["residentKey"] = "required".into();
        question["publicKey"]["authenticatorSelection"]["requireResidentKey"] = true.into();
        Ok((self.ask(Requester::Member(member), Ceremony::Add(member, state))?, question))
    }

    /// Stores the passkey that a device has made.
    pub(crate) async fn add(
        &self,
        member: MemberId,
        word: &str,
        made: &RegisterPublicKeyCredential,
        name: &str,
    ) -> Result<String, Error> {
        let name = fit(name)?;
        let state = match self.answered(word)? {
            Ceremony::Add(of, state) if of == member => state,
            _ => return Err(Error::Unclear("that passkey was asked of somebody else".into())),
        };
        let key = self.webauthn()?.finish_passkey_registration(made, &state).map_err(|error| {
            tracing::debug!("a passkey was not made: {error:?}");
            Error::Unclear("that passkey could not be checked: try again".into())
        })?;
        let row = PasskeyRow {
            id: HEXLOWER.encode(key.cred_id()),
            member,
            name,
            added: self.clock.now(),
            used: None,
            body: serde_json::to_string(&key).map_err(anyhow::Error::from)?,
        };
        match self.store.add_passkey(&row).await? {
            true => Ok(row.id),
            false => Err(Error::Enough("that passkey is in use already".into())),
        }
    }

    /// The challenge for signing in; the device says who the member is.
    pub(crate) fn begin_entering(&self, from: IpAddr) -> Result<PasskeyChallenge, Error> {
        let (question, state) = self
            .webauthn()?
            .start_discoverable_authentication()
            .map_err(|error| anyhow!("no passkey can be asked for: {error:?}"))?;
        let question = serde_json::json!({
            "publicKey": serde_json::to_value(question.public_key).map_err(anyhow::Error::from)?,
        });
        Ok((self.ask(Requester::Network(network(from)), Ceremony::Enter(state))?, question))
    }

    /// The member whose passkey has signed, and the passkey's id.
    pub(crate) async fn enter(
        &self,
        word: &str,
        signed: &PublicKeyCredential,
    ) -> Result<(MemberId, String), Error> {
        let webauthn = self.webauthn()?;
        let Ceremony::Enter(state) = self.answered(word)? else { return Err(Error::WrongKey) };
        let (of, id) =
            webauthn.identify_discoverable_authentication(signed).map_err(|_| Error::WrongKey)?;
        let row = self.store.passkey(&HEXLOWER.encode(id)).await?.ok_or(Error::WrongKey)?;
        if of != uuid(row.member) {
            return Err(Error::WrongKey);
        }
        let mut key = key(&row)?;
        let done = webauthn.finish_discoverable_authentication_v2(signed, state, &key);
        let done = done.map_err(|error| {
            tracing::debug!("a passkey did not fit: {error:?}");
            Error::WrongKey
        })?;
        key.update_credential(&done);
        let body = serde_json::to_string(&key).map_err(anyhow::Error::from)?;
        self.store.passkey_used(&row.id, &body, self.clock.now()).await?;
        Ok((row.member, row.id))
    }

    /// A member's passkeys, the oldest first.
    pub(crate) async fn of(&self, member: MemberId) -> Result<Vec<PasskeyRow>, Error> {
        Ok(self.store.passkeys_of(member).await?)
    }

    /// Renames a member's passkey.
    pub(crate) async fn rename(&self, member: MemberId, id: &str, name: &str) -> Result<(), Error> {
        let id = plain(id, &[]);
        Ok(self.store.rename_passkey(member, &id, &fit(name)?).await?)
    }

    /// Deletes a member's passkey.
    pub(crate) async fn remove(&self, member: MemberId, id: &str) -> Result<(), Error> {
        let id = plain(id, &[]);
        Ok(self.store.remove_passkey(member, &id).await?)
    }
}

/// The host that passkeys are for: that of the public address. Without one it is this machine by name; numeric addresses
/// cannot have passkeys.
fn site(config: &Config) -> anyhow::Result<Option<(String, Webauthn)>> {
    let base = config.public_url.as_deref().unwrap_or("http://localhost");
    let Ok(url) = Url::parse(base) else { return Ok(None) };
    let Some(host) = url.domain() else { return Ok(None) };
    let here = host == "localhost";
    if !here && url.scheme() != "https" {
        return Ok(None);
    }
    let webauthn = WebauthnBuilder::new(host, &url)
        .and_then(|it| it.rp_name("Crosscut").allow_any_port(here).build())
        .map_err(|error| anyhow!("passkeys for {base}: {error:?}"))?;
    Ok(Some((host.to_string(), webauthn)))
}

fn uuid(member: MemberId) -> Uuid {
    Uuid::from_u128(member.0.into())
}

fn key(row: &PasskeyRow) -> anyhow::Result<Passkey> {
    Ok(serde_json::from_str(&row.body)?)
}

/// The name of a passkey, if it is acceptable.
fn fit(name: &str) -> Result<String, Error> {
    let name = plain(name, &[]);
    match (1..=NAME).contains(&name.chars().count()) {
        true => Ok(name),
        false => Err(Error::Unclear(format!("the name of a passkey has 1 to {NAME} characters"))),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use serde_json::json;

    use super::*;
    use crate::store::tests::Folder;
    use crate::tests::config;

    #[tokio::test]
    async fn questions_that_nobody_answers_have_a_bound() {
        let folder = Folder::new();
        let config = config(&folder.file("club.db"));
        let store = Store::open(&config.database).await.unwrap();
        let (clock, _, ticks) = Clock::by_hands(1_000_000);
        let keys = Passkeys::new(store.clone(), clock, &config).unwrap();
        let here: IpAddr = "192.0.2.1".parse().unwrap();
        let ask = |from: IpAddr| {
            ticks.fetch_add(1, Ordering::Relaxed);
            keys.begin_entering(from).map(|it| it.0)
        };
        let other = ask("192.0.2.2".parse().unwrap()).unwrap();
        let words: Vec<String> = (0..OPEN + 5).map(|_| ask(here).unwrap()).collect();
        assert_eq!(keys.asked.lock().unwrap().len(), OPEN + 1);
        // Only the oldest of the same network are dropped, and each can be answered once.
        for (n, word) in words.iter().enumerate() {
            assert_eq!(keys.answered(word).is_ok(), 5 <= n, "{n}");
            assert!(keys.answered(word).is_err());
        }
        assert!(keys.answered(&other).is_ok());
        // A whole /48 keeps nobody else from asking, and pushes out nobody else's challenge.
        let (_, state) = keys.webauthn().unwrap().start_discoverable_authentication().unwrap();
        let theirs = ask(here).unwrap();
        let wide: u128 = "2001:db8::".parse::<Ipv6Addr>().unwrap().to_bits();
        for n in 1..MOST {
            let at = ticks.fetch_add(1, Ordering::Relaxed);
            let by = Requester::Network(Ipv6Addr::from_bits(wide + ((n as u128) << 64)).into());
            let asked = PendingCeremony { at, by, what: Ceremony::Enter(state.clone()) };
            keys.asked.lock().unwrap().insert(n.to_string(), asked);
        }
        let another = ask("192.0.2.3".parse().unwrap()).unwrap();
        for n in 0..100 {
            assert!(ask(Ipv6Addr::from_bits(wide + (n << 64)).into()).is_ok());
        }
        assert_eq!(keys.asked.lock().unwrap().len(), MOST);
        assert!(keys.answered(&theirs).is_ok() && keys.answered(&another).is_ok());
        // Nor does an IPv4 network of 65,536 addresses.
        keys.asked.lock().unwrap().clear();
        let theirs = ask(here).unwrap();
        let another = ask("192.1.0.9".parse().unwrap()).unwrap();
        let wide = u32::from(Ipv4Addr::new(198, 51, 0, 0));
        for n in 2..MOST {
            let at = ticks.fetch_add(1, Ordering::Relaxed);
            let by = Requester::Network(Ipv4Addr::from_bits(wide + n as u32).into());
            let asked = PendingCeremony { at, by, what: Ceremony::Enter(state.clone()) };
            keys.asked.lock().unwrap().insert(n.to_string(), asked);
        }
        for n in 0..100 {
            assert!(ask(Ipv4Addr::from_bits(wide + 60_000 + n).into()).is_ok());
        }
        assert_eq!(keys.asked.lock().unwrap().len(), MOST);
        assert!(keys.answered(&theirs).is_ok() && keys.answered(&another).is_ok());
        // When all have expired, they are removed.
        ask(here).unwrap();
        ask(here).unwrap();
        ticks.fetch_add(PATIENCE, Ordering::Relaxed);
        assert!(ask(here).is_ok());
        assert_eq!(keys.asked.lock().unwrap().len(), 1);
        store.close().await;
    }

    #[test]
    fn passkeys_are_for_the_host_of_the_public_address() {
        let folder = Folder::new();
        let config = config(&folder.file("club.db"));
        for (public, host) in [
            (None, Some("localhost")),
            (Some("http://localhost:8080"), Some("localhost")),
            (Some("https://club.example"), Some("club.example")),
            (Some("https://games.club.example:8443/"), Some("games.club.example")),
            (Some("http://club.example"), None),
            (Some("https://192.0.2.1"), None),
            (Some("no address"), None),
        ] {
            let config = Config { public_url: public.map(str::to_string), ..config.clone() };
            let of = site(&config).unwrap();
            assert_eq!(of.as_ref().map(|it| it.0.as_str()), host, "{public:?}");
        }
    }

    #[test]
    fn a_passkey_has_a_name_that_can_be_told() {
        for (name, fits) in [
            ("", false),
            ("  \n ", false),
            ("k", true),
            (&*"k".repeat(NAME), true),
            (&*"k".repeat(NAME + 1), false),
        ] {
            match fit(name) {
                Ok(told) => assert!(fits && told == name, "{told}"),
                Err(error) => {
                    let said = "the name of a passkey has 1 to 40 characters";
                    assert_eq!((fits, error.to_string().as_str()), (false, said), "{name}");
                }
            }
        }
        assert_eq!(fit(" my\nphone ").unwrap(), "my phone");
    }

    #[tokio::test]
    async fn a_question_is_answered_within_five_minutes() {
        let folder = Folder::new();
        let config = config(&folder.file("club.db"));
        let store = Store::open(&config.database).await.unwrap();
        let (clock, hand, ticks) = Clock::by_hands(1_000_000_000);
        let keys = Passkeys::new(store.clone(), clock.clone(), &config).unwrap();
        for (late, well) in [(299_999, true), (300_000, false)] {
            let (word, _) = keys.begin_entering([192, 0, 2, 1].into()).unwrap();
            // A clock that is set back gives no time.
            hand.fetch_sub(3_600_000, Ordering::Relaxed);
            clock.agree();
            ticks.fetch_add(late, Ordering::Relaxed);
            assert_eq!(keys.answered(&word).is_ok(), well, "{late}");
        }
        // Those of a household count together, and those of its neighbours apart.
        let by = |it: &str| Requester::Network(network(it.parse().unwrap()));
        assert_eq!(by("2001:db8:1:2::3"), by("2001:db8:1:2::4"));
        assert_ne!(by("2001:db8:1:2::3"), by("2001:db8:1:3::3"));
        // The widest networks that are counted together: a /32, and a /16 of old addresses.
        let wide = |it: &str| by(it).widely();
        assert_eq!(wide("2001:db8:1:2::3"), by("2001:db8::"));
        assert_eq!(wide("2001:db8:ffff::"), by("2001:db8::"));
        assert_ne!(wide("2001:db9::"), by("2001:db8::"));
        assert_eq!(wide("198.51.100.7"), by("198.51.0.0"));
        assert_eq!(wide("198.51.255.255"), wide("198.51.0.0"));
        assert_ne!(wide("198.52.0.0"), wide("198.51.0.0"));
        let ann = Requester::Member(MemberId(1));
        assert_eq!(ann.widely(), ann);
        store.close().await;
    }

    /// Whose passkey it is follows from its id; the device must say the same.
    #[tokio::test]
    async fn a_passkey_opens_the_account_that_its_device_names() {
        let folder = Folder::new();
        let config = config(&folder.file("club.db"));
        let store = Store::open(&config.database).await.unwrap();
        let (clock, ..) = Clock::by_hands(1_000_000);
        let keys = Passkeys::new(store.clone(), clock, &config).unwrap();
        // It cannot be read, so that it is seen how far the check gets.
        let row = PasskeyRow {
            id: "a1".to_string(),
            member: MemberId(1),
            name: "k".to_string(),
            added: crosscut_club::Moment(1),
            used: None,
            body: "{}".to_string(),
        };
        assert!(store.add_passkey(&row).await.unwrap());
        let enter = async |word: &str, id: &str, handle: &str| {
            let signed = json!({
                "id": id,
                "rawId": id,
                "type": "public-key",
                "response": {
                    "authenticatorData": "AAAA",
                    "clientDataJSON": "AAAA",
                    "signature": "AAAA",
                    "userHandle": handle,
                },
            });
            let signed: PublicKeyCredential = serde_json::from_value(signed).unwrap();
            keys.enter(word, &signed).await.unwrap_err()
        };
        let ask = || keys.begin_entering([192, 0, 2, 1].into()).unwrap().0;
        let (ann, bob) = ("AAAAAAAAAAAAAAAAAAAAAQ", "AAAAAAAAAAAAAAAAAAAAAg");
        assert!(matches!(enter(&ask(), "oQ", ann).await, Error::Broken(_)));
        assert!(matches!(enter(&ask(), "oQ", bob).await, Error::WrongKey));
        assert!(matches!(enter(&ask(), "og", ann).await, Error::WrongKey));
        let (adding, _) = keys.begin_adding(MemberId(2), "bob").await.unwrap();
        assert!(matches!(enter(&adding, "oQ", ann).await, Error::WrongKey));
        store.close().await;
    }

    /// Twenty passkeys are enough for anybody.
    #[tokio::test]
    async fn a_member_has_so_many_passkeys() {
        let folder = Folder::new();
        let config = config(&folder.file("club.db"));
        let store = Store::open(&config.database).await.unwrap();
        let (clock, ..) = Clock::by_hands(1_000_000);
        let keys = Passkeys::new(store.clone(), clock, &config).unwrap();
        let (word, question) = keys.begin_adding(MemberId(1), "ann").await.unwrap();
        assert_eq!(question["publicKey"]["user"]["name"], "ann");
        // A device keeps one passkey for each member, whatever they are called.
        assert_eq!(question["publicKey"]["user"]["id"], "AAAAAAAAAAAAAAAAAAAAAQ");
        assert_eq!(question["publicKey"]["rp"]["id"], "localhost");
        assert_eq!(keys.host(), Some("localhost"));
        assert_eq!(question["publicKey"]["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(question["publicKey"]["authenticatorSelection"]["requireResidentKey"], true);
        assert_eq!(question["publicKey"]["authenticatorSelection"]["userVerification"], "required");
        // A question to a device that signs in is not one for adding a passkey, and the other way round.
        assert!(matches!(keys.answered(&word), Ok(Ceremony::Add(MemberId(1), _))));
        for n in 0..EACH {
            let row = PasskeyRow {
                id: format!("{n:02x}"),
                member: MemberId(1),
                name: "k".to_string(),
                added: crosscut_club::Moment(1),
                used: None,
                body: "{}".to_string(),
            };
            assert!(store.add_passkey(&row).await.unwrap());
        }
        let said = keys.begin_adding(MemberId(1), "ann").await.unwrap_err().to_string();
        assert_eq!(said, "you have 20 passkeys: remove one first");
        assert!(keys.begin_adding(MemberId(2), "bob").await.is_ok());
        assert_eq!(keys.of(MemberId(1)).await.unwrap().len(), EACH);
        keys.rename(MemberId(1), "00", " old phone ").await.unwrap();
        keys.remove(MemberId(1), "01").await.unwrap();
        // Nobody touches another member's.
        keys.rename(MemberId(2), "02", "mine").await.unwrap();
        keys.remove(MemberId(2), "02").await.unwrap();
        let left = keys.of(MemberId(1)).await.unwrap();
        let names: Vec<_> = left.iter().map(|it| (it.id.as_str(), it.name.as_str())).collect();
        assert_eq!(names[..2], [("00", "old phone"), ("02", "k")]);
        assert_eq!(names.len(), EACH - 1);
        store.close().await;
    }

    #[tokio::test]
    async fn a_passkey_is_added_for_whom_it_was_asked() {
        let folder = Folder::new();
        let config = config(&folder.file("club.db"));
        let store = Store::open(&config.database).await.unwrap();
        let (clock, ..) = Clock::by_hands(1_000_000);
        let keys = Passkeys::new(store.clone(), clock, &config).unwrap();
        // What a device makes, but signed by none.
        let made = json!({
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "response": {"attestationObject": "AAAA", "clientDataJSON": "AAAA"},
        });
        let made: RegisterPublicKeyCredential = serde_json::from_value(made).unwrap();
        let added = async |member: u64| {
            let (word, _) = keys.begin_adding(MemberId(1), "ann").await.unwrap();
            let added = keys.add(MemberId(member), &word, &made, "phone").await;
            added.unwrap_err().to_string()
        };
        assert_eq!(added(2).await, "that passkey was asked of somebody else");
        assert_eq!(added(1).await, "that passkey could not be checked: try again");
        store.close().await;
    }
}
