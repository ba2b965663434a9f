//! Rate limits: token buckets, each of which is one number, the time at which it is full again.
//!
//! That arithmetic, the six lines in the middle of `take_one`, is all that a crate could take over. `governor` 0.10
//! takes tokens and says when there are more. It does not give one back (a change that changed nothing costs nothing), empty
//! a bucket's debt (`forgive`), or look without taking (`is_out`); each of its limiters has one rate, where one map here holds
//! the buckets of 33; and its sweep drops only full buckets, so nothing bounds its memory while many callers wait (`MOST`). A store
//! that added all this would be this file again.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use crate::clock::Clock;
use crate::error::TooOften;
use crate::origin::{network, site};
use crate::watch;

const HOUR: i64 = 3_600_000;

/// A rate limit: a burst of this many, and one more every so many milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) every: i64,
}

/// What is limited, and for whom: an address or a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Whose {
    /// Anything at all, from an address.
    Address(IpAddr),
    /// A change, by a member.
    Member(u64),
    /// A member's setting, follow, plan, offer, or taking one back: each is kept for ever.
    Setting(u64),
    /// A member's protection, vacations and blocks, with a bucket of its own, so that nothing else uses it up.
    Guard(u64),
    /// A challenge by a member: a row that is kept for ever, whatever becomes of it.
    Challenge(u64),
    /// A password tried or set, from an address.
    PasswordFrom(IpAddr),
    /// A password tried for a name, by its hash, from an address ..
    PasswordFor(u64, IpAddr),
    /// .. and by all strangers together, whether or not anybody has that name.
    PasswordOf(u64),
    /// A password tried where the member is known: from where they have signed in, or in a session. Strangers do not count.
    PasswordKnown(u64),
    /// A password tried or set, from a network with many households.
    PasswordFromSite(IpAddr),
    /// A guest admitted, from an address ..
    Guest(IpAddr),
    /// .. and from a network with many households.
    GuestFromSite(IpAddr),
    /// A match with the computer begun, from an address.
    Computer(IpAddr),
    /// An export of a member's data, at their request.
    Archive(u64),
    /// A report to the operators, by a member ..
    Report(u64),
    /// .. and from an address.
    ReportFrom(IpAddr),
    /// A mail with a link, to a member at their request.
    MailTo(u64),
    /// A mail with a link for setting a new password, to a member: anybody who knows the name can ask for it, so it must
    /// not use up what the member needs.
    RecoveryOf(u64),
    /// A remark at a table, or one that goes with a planned turn, by a member: it is kept for ever ..
    Talk(u64),
    /// .. and by all guests from an address, since a guest whose limit is used up could come back as another guest.
    TalkOfGuests(IpAddr),
    /// A message to other members, by a member.
    Message(u64),
    /// An invitation by mail, by a member ..
    Invitation(u64),
    /// .. from an address ..
    InvitationFrom(IpAddr),
    /// .. and to all addresses in one domain, by the domain's hash: only a part of what the club may send there unasked, so
    /// that the rest is left for newcomers.
    InvitationAt(u64),
    /// A mail to an unverified address, by the address's hash ..
    Unproven(u64),
    /// .. to all unverified addresses in one domain, by the domain's hash ..
    UnprovenAt(u64),
    /// .. and those among them requested from one address, so that nobody uses up what all newcomers of a domain share.
    UnprovenFrom(u64, IpAddr),
    /// An answer in one domain to mails whose sender is not authenticated: anybody can write in anybody's name, and must
    /// not use up what a whole domain needs.
    UnvouchedAt(u64),
    /// A question to a member whether they wrote a mail that is not authenticated.
    AskedOf(u64),
    /// A member made by mail, from a domain.
    SignUpAt(u64),
    /// An answer by mail to a member.
    AnswerTo(u64),
    /// An answer to a mail that was not understood.
    ErrorTo(u64),
    /// An answer to the same words by the same sender, which were not understood before.
    Again(u64),
}

/// Token buckets: a caller who takes more than has dripped in is told to wait.
#[derive(Debug)]
pub(crate) struct Limits {
    on: bool,
    clock: Clock,
    buckets: Mutex<Buckets>,
}

#[derive(Debug, Default)]
struct Buckets {
    /// When a bucket will be full again, in ticks of the clock.
    full_at: HashMap<Whose, i64>,
    /// When a bucket was last logged as empty; a line for each refusal would let anybody fill the disk.
    told_at: HashMap<Whose, i64>,
    /// How many buckets were left after the last sweep.
    kept: usize,
}

/// How many buckets there may be before full ones are swept out.
const MANY: usize = 10_000;
/// The maximum number of buckets; they take some twenty megabytes.
const MOST: usize = 200_000;
/// For how many milliseconds further refusals by the same limit are not logged.
const SILENCE: i64 = 1000;

impl Limits {
    pub(crate) fn new(on: bool, clock: Clock) -> Self {
        Limits { on, clock, buckets: Mutex::default() }
    }

    /// Takes one token out of each of several buckets, or out of none.
    ///
    /// # Errors
    /// One of them is empty: which, and how long to wait until it has a token.
    pub(crate) fn take_all(&self, all: &[Whose]) -> Result<(), TooOften> {
        for (n, whose) in all.iter().enumerate() {
            if let Err(often) = self.take(*whose) {
                all[..n].iter().for_each(|it| self.give_back(*it));
                return Err(often);
            }
        }
        Ok(())
    }

    /// Fills a bucket: what it has counted no longer counts.
    pub(crate) fn forgive(&self, whose: Whose) {
        self.buckets().full_at.remove(&whose.by_network());
    }

    /// Puts a token back: what it was taken for has changed nothing.
    pub(crate) fn give_back(&self, whose: Whose) {
        self.put_back(whose);
        if let Some(site) = whose.of_site() {
            self.put_back(site);
        }
    }

    fn put_back(&self, whose: Whose) {
        if let Some(full_at) = self.buckets().full_at.get_mut(&whose.by_network()) {
            *full_at -= whose.rate().every;
        }
    }

    fn buckets(&self) -> MutexGuard<'_, Buckets> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a token out of a bucket, and out of that of the large network around it.
    ///
    /// # Errors
    /// One of them is empty: how long to wait until it has a token.
    pub(crate) fn take(&self, whose: Whose) -> Result<(), TooOften> {
        self.take_one(whose)?;
        match whose.of_site() {
            Some(site) => self.take_one(site).inspect_err(|_| self.put_back(whose)),
            None => Ok(()),
        }
    }

    /// Whether a bucket is empty; takes nothing.
    pub(crate) fn is_out(&self, whose: Whose) -> bool {
        let (rate, now) = (whose.rate(), self.clock.ticks());
        let full_at = self.buckets().full_at.get(&whose.by_network()).copied().unwrap_or(now);
        self.on && i64::from(rate.burst) * rate.every < full_at.max(now) + rate.every - now
    }

    fn take_one(&self, whose: Whose) -> Result<(), TooOften> {
        if !self.on {
            return Ok(());
        }
        let rate = whose.rate();
        // The time of day may be set back, which would lock everybody out until it comes again.
        let now = self.clock.ticks();
        let mut buckets = self.buckets();
        buckets.sweep(now);
        let full_at = buckets.full_at.entry(whose.by_network()).or_insert(now);
        let then = (*full_at).max(now) + rate.every;
        let wait = then - now - i64::from(rate.burst) * rate.every;
        if 0 < wait {
            if buckets.tells(whose.by_network(), now) {
                watch::refused(whose.name());
            }
            return Err(TooOften { wait, of: whose.said() });
        }
        *full_at = then;
        Ok(())
    }
}

impl Buckets {
    /// Whether it is time to log that this bucket is empty.
    fn tells(&mut self, whose: Whose, now: i64) -> bool {
        let told_at = self.told_at.entry(whose).or_insert(i64::MIN / 2);
        let tells = SILENCE <= now - *told_at;
        if tells {
            *told_at = now;
        }
        tells
    }

    /// Sweeps out full buckets once there are twice as many as last time, so that most requests look at one bucket only.
    fn sweep(&mut self, now: i64) {
        if self.full_at.len() < MANY.max(2 * self.kept) {
            return;
        }
        self.full_at.retain(|_, full_at| now < *full_at);
        if MOST / 2 < self.full_at.len() {
            // Drop those that would be full first: they record the least waiting.
            let mut all: Vec<i64> = self.full_at.values().copied().collect();
            let (_, line, _) = all.select_nth_unstable(self.full_at.len() - MOST / 2);
            let line = *line;
            self.full_at.retain(|_, full_at| line < *full_at);
        }
        self.told_at.retain(|_, told_at| now - *told_at < SILENCE);
        self.kept = self.full_at.len();
        #[cfg(test)]
        SWEPT.with(|it| it.set(it.get() + 1));
    }
}

#[cfg(test)]
thread_local! {
    static SWEPT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl Whose {
    /// The bucket for the network with many households around the address, if it may be in one.
    fn of_site(self) -> Option<Self> {
        match self {
            Whose::PasswordFrom(it) if site(it).is_ipv6() => Some(Whose::PasswordFromSite(it)),
            Whose::Guest(it) if site(it).is_ipv6() => Some(Whose::GuestFromSite(it)),
            _ => None,
        }
    }

    /// A mail to an unverified address.
    pub(crate) fn unproven(address: &str) -> [Self; 2] {
        [Whose::Unproven(short(&mailbox(address))), Whose::UnprovenAt(short(domain(address)))]
    }

    /// A mail to an unverified address, requested from an address; requests by mail have none.
    pub(crate) fn unproven_from(address: &str, from: Option<IpAddr>) -> Vec<Self> {
        let by = from.filter(|it| !it.is_unspecified());
        let by = by.map(|from| Whose::UnprovenFrom(short(domain(address)), from));
        Whose::unproven(address).into_iter().chain(by).collect()
    }

    /// An invitation by a member to an address, requested from an address.
    pub(crate) fn invitation(by: u64, address: &str, from: IpAddr) -> Vec<Self> {
        let mut all = vec![Whose::Invitation(by), Whose::InvitationAt(short(domain(address)))];
        if !from.is_unspecified() {
            all.push(Whose::InvitationFrom(from));
        }
        all.extend(Whose::unproven_from(address, Some(from)));
        all
    }

    /// An answer to a mail whose sender is neither authenticated nor known.
    pub(crate) fn unvouched(address: &str) -> [Self; 2] {
        [Whose::Unproven(short(&mailbox(address))), Whose::UnvouchedAt(short(domain(address)))]
    }

    /// A member made by a mail from this address.
    pub(crate) fn sign_up_from(address: &str) -> Self {
        Whose::SignUpAt(short(domain(address)))
    }

    /// A password tried for a name by a stranger, besides what is counted for their address.
    pub(crate) fn password_of(name: &str, from: IpAddr) -> [Self; 2] {
        let name = short(&name.trim().to_lowercase());
        [Whose::PasswordFor(name, from), Whose::PasswordOf(name)]
    }

    /// A password tried where the member is known, by a mark of that place.
    pub(crate) fn password_known(mark: &str) -> Self {
        Whose::PasswordKnown(short(mark))
    }

    /// An answer to a mail that was not understood.
    pub(crate) fn error_to(address: &str) -> Self {
        Whose::ErrorTo(short(address))
    }

    /// An answer to these words. Digits do not count, since machines number what they send; they do in a player's few
    /// words, which may be a command or a move.
    pub(crate) fn again(address: &str, words: &str, plays: bool) -> Self {
        const FEW: usize = 40;
        let few = plays && words.len() <= FEW;
        let counts = |it: &char| it.is_alphabetic() || few && it.is_numeric();
        let words: String = words.chars().filter(counts).collect();
        Whose::Again(short(&format!("{address}\0{words}")))
    }

    fn rate(self) -> Rate {
        match self {
            Whose::Address(_) => Rate { burst: 300, every: 20 },
            Whose::Member(_) => Rate { burst: 60, every: 250 },
            Whose::Setting(_) => Rate { burst: 500, every: 120_000 },
            Whose::Guard(_) => Rate { burst: 50, every: 600_000 },
            Whose::Challenge(_) => Rate { burst: 200, every: 20_000 },
            Whose::PasswordFrom(_) => Rate { burst: 20, every: 15_000 },
            Whose::PasswordFor(..) | Whose::PasswordKnown(_) => Rate { burst: 10, every: 30_000 },
            Whose::PasswordOf(_) => Rate { burst: 100, every: 60_000 },
            Whose::Guest(_) => Rate { burst: 20, every: 60_000 },
            // Eight times what a household has.
            Whose::PasswordFromSite(_) => Rate { burst: 160, every: 1875 },
            Whose::GuestFromSite(_) => Rate { burst: 160, every: 7500 },
            Whose::Computer(_) => Rate { burst: 60, every: 30_000 },
            Whose::Archive(_) => Rate { burst: 4, every: HOUR / 4 },
            Whose::Report(_) => Rate { burst: 5, every: HOUR },
            Whose::ReportFrom(_) => Rate { burst: 10, every: HOUR / 2 },
            Whose::MailTo(_) | Whose::RecoveryOf(_) => Rate { burst: 5, every: 600_000 },
            Whose::Unproven(_) => Rate { burst: 5, every: 2 * HOUR },
            Whose::UnprovenAt(_) | Whose::UnvouchedAt(_) => Rate { burst: 60, every: 60_000 },
            Whose::AskedOf(_) => Rate { burst: 10, every: HOUR / 2 },
            // A twelfth of what a domain has, both as a burst and per hour: ten networks together leave something for the
            // others.
            Whose::UnprovenFrom(..) => Rate { burst: 5, every: HOUR / 5 },
            Whose::SignUpAt(_) => Rate { burst: 10, every: 600_000 },
            Whose::AnswerTo(_) => Rate { burst: 60, every: 60_000 },
            Whose::ErrorTo(_) => Rate { burst: 12, every: HOUR },
            Whose::Again(_) => Rate { burst: 3, every: 8 * HOUR },
            Whose::Invitation(_) => Rate { burst: 5, every: 4 * HOUR },
            Whose::InvitationFrom(_) => Rate { burst: 10, every: HOUR },
            Whose::InvitationAt(_) => Rate { burst: 20, every: HOUR / 20 },
            Whose::Talk(_) => Rate { burst: 60, every: 10_000 },
            Whose::TalkOfGuests(_) => Rate { burst: 200, every: 5000 },
            Whose::Message(_) => Rate { burst: 20, every: 180_000 },
        }
    }

    /// The name in the log and in docs/operating.md.
    fn name(self) -> &'static str {
        match self {
            Whose::Address(_) => "requests",
            Whose::Member(_) => "changes",
            Whose::Setting(_) => "settings",
            Whose::Guard(_) => "vacations and blocks",
            Whose::Challenge(_) => "challenges",
            Whose::PasswordFrom(_) => "passwords of an address",
            Whose::PasswordFromSite(_) => "passwords of a large network",
            Whose::PasswordFor(..) => "passwords for a name from an address",
            Whose::PasswordOf(_) => "passwords for a name",
            Whose::PasswordKnown(_) => "passwords of a member",
            Whose::Guest(_) => "guests",
            Whose::GuestFromSite(_) => "guests of a large network",
            Whose::Computer(_) => "matches with the computer",
            Whose::Archive(_) => "archives",
            Whose::Report(_) => "reports of a member",
            Whose::ReportFrom(_) => "reports",
            Whose::MailTo(_) => "mails to a member",
            Whose::RecoveryOf(_) => "recoveries of a member",
            Whose::Talk(_) => "remarks of a member",
            Whose::TalkOfGuests(_) => "remarks of guests",
            Whose::Message(_) => "messages",
            Whose::Invitation(_) => "invitations",
            Whose::InvitationFrom(_) => "invitations from an address",
            Whose::InvitationAt(_) => "invitations to a domain",
            Whose::Unproven(_) => "mails to an unproven address",
            Whose::UnprovenAt(_) => "mails to unproven addresses of a domain",
            Whose::UnprovenFrom(..) => "mails to unproven addresses of a domain from an address",
            Whose::UnvouchedAt(_) => {
                "mails to addresses of a domain whose writers nobody vouches for"
            }
            Whose::AskedOf(_) => "questions to a member who wrote a mail",
            Whose::SignUpAt(_) => "sign-ups by mail",
            Whose::AnswerTo(_) => "answers by mail",
            Whose::ErrorTo(_) => "answers to who is not understood",
            Whose::Again(_) => "answers to the same words",
        }
    }

    /// The name in a refusal.
    fn said(self) -> &'static str {
        match self {
            Whose::Address(_) => "requests from your network",
            Whose::Member(_) => "changes at once",
            Whose::Setting(_) => "changes of settings, plans and offers",
            Whose::Guard(_) => "vacations and blocks",
            Whose::Challenge(_) => "challenges",
            Whose::PasswordFrom(_) | Whose::PasswordFromSite(_) => {
                "passwords tried from your network"
            }
            Whose::PasswordFor(..) | Whose::PasswordOf(_) => "passwords tried for this name",
            Whose::PasswordKnown(_) => "passwords tried",
            Whose::Guest(_) | Whose::GuestFromSite(_) => "guests from your network",
            Whose::Computer(_) => "matches with the computer from your network",
            Whose::Archive(_) => "archives of your data",
            Whose::Report(_) => "reports",
            Whose::ReportFrom(_) => "reports from your network",
            Whose::MailTo(_) => "mails with a link for you",
            Whose::RecoveryOf(_) => "mails about a lost password",
            Whose::Talk(_) => "remarks",
            Whose::TalkOfGuests(_) => "remarks of guests from your network",
            Whose::Message(_) => "messages",
            Whose::Invitation(_) => "invitations by mail",
            Whose::InvitationFrom(_) => "invitations by mail from your network",
            Whose::InvitationAt(_) => "invitations to addresses like this one",
            Whose::Unproven(_) => "mails to this address, which nobody has confirmed",
            Whose::UnprovenAt(_) | Whose::UnprovenFrom(..) | Whose::UnvouchedAt(_) => {
                "mails to addresses like this one, which nobody has confirmed"
            }
            Whose::AskedOf(_) => "mails that you have to confirm",
            Whose::SignUpAt(_) => "new members with addresses like this one",
            Whose::AnswerTo(_) | Whose::ErrorTo(_) | Whose::Again(_) => "mails from you",
        }
    }

    /// The bucket for the whole network of a household.
    fn by_network(self) -> Self {
        match self {
            Whose::Address(it) => Whose::Address(network(it)),
            Whose::PasswordFrom(it) => Whose::PasswordFrom(network(it)),
            Whose::PasswordFor(name, it) => Whose::PasswordFor(name, network(it)),
            Whose::PasswordFromSite(it) => Whose::PasswordFromSite(site(it)),
            Whose::Guest(it) => Whose::Guest(network(it)),
            Whose::GuestFromSite(it) => Whose::GuestFromSite(site(it)),
            Whose::Computer(it) => Whose::Computer(network(it)),
            Whose::TalkOfGuests(it) => Whose::TalkOfGuests(network(it)),
            Whose::ReportFrom(it) => Whose::ReportFrom(network(it)),
            Whose::InvitationFrom(it) => Whose::InvitationFrom(network(it)),
            Whose::UnprovenFrom(at, it) => Whose::UnprovenFrom(at, network(it)),
            Whose::Member(_)
            | Whose::Setting(_)
            | Whose::Guard(_)
            | Whose::Challenge(_)
            | Whose::PasswordOf(_)
            | Whose::PasswordKnown(_)
            | Whose::Report(_)
            | Whose::Archive(_)
            | Whose::MailTo(_)
            | Whose::RecoveryOf(_)
            | Whose::Talk(_)
            | Whose::Message(_)
            | Whose::Invitation(_)
            | Whose::InvitationAt(_)
            | Whose::Unproven(_)
            | Whose::UnprovenAt(_)
            | Whose::UnvouchedAt(_)
            | Whose::AskedOf(_)
            | Whose::SignUpAt(_)
            | Whose::AnswerTo(_)
            | Whose::ErrorTo(_)
            | Whose::Again(_) => self,
        }
    }
}

/// The mailbox that an address leads to, as far as its form shows: at large providers `friend+club@` and `fri.end@` lead to
/// the same place as `friend@`, and must not get more mails there.
pub(crate) fn mailbox(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let local = local.split('+').next().filter(|it| !it.is_empty()).unwrap_or(local);
    format!("{}@{domain}", local.replace('.', "")).to_lowercase()
}

/// The first eight bytes of a text's SHA-256 hash.
pub(crate) fn short(text: &str) -> u64 {
    let hash = Sha256::digest(text.as_bytes());
    u64::from_be_bytes(*hash.first_chunk().expect("a hash has 32 bytes"))
}

/// The registered domain of an address, as far as its form shows: `example.org` of `mail.example.org`, and `example.co.uk`.
/// Its owner can have any number of subdomains.
fn domain(address: &str) -> &str {
    let domain = address.rsplit('@').next().unwrap_or(address);
    let mut dots = domain.rmatch_indices('.').map(|it| it.0);
    let (last, second) = (dots.next(), dots.next());
    let short = |from: usize, to: usize| to - from <= 4;
    match (last, second, dots.next()) {
        (Some(last), Some(second), third) if short(second, last) && domain.len() - last == 3 => {
            third.map_or(domain, |third| &domain[third + 1..])
        }
        (_, Some(second), _) => &domain[second + 1..],
        _ => domain,
    }
}

#[cfg(test)]
mod tests;
