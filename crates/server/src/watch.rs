//! What whoever watches over the club reads in the log: who came in and who did not, what changed about an account, what
//! a limit refused. Programs such as fail2ban read these lines; docs/operating.md promises their form.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::net::IpAddr;

use crosscut_club::MemberId;

/// What happened. Whoever adds one adds it to the table in docs/operating.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Somebody came in by their password.
    SignedIn,
    /// Somebody came in by a passkey.
    SignedInByKey,
    /// Somebody did not.
    SignInRefused,
    /// A member was made, of a newcomer or of a guest.
    SignedUp,
    /// A member has set another password, or the first.
    PasswordChanged,
    /// Somebody who is in was asked for their password, and did not know it.
    PasswordRefused,
    /// A link to set another password was asked for.
    RecoveryAsked,
    /// By such a link another password was set.
    PasswordRecovered,
    /// An address was said to be theirs, or taken back.
    AddressChanged,
    /// A link has proved that an address is theirs.
    AddressConfirmed,
    /// A passkey was added to the account.
    PasskeyAdded,
    /// A passkey was taken from it.
    PasskeyRemoved,
    /// They are called otherwise.
    NameChanged,
    /// Sessions of theirs were ended, but for the one they are in.
    SessionsEnded,
    /// A change of theirs was taken back, by the link that the former address was sent.
    TakenBack,
    /// They left for good.
    Left,
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deed::SignedIn => "signed in",
            Deed::SignedInByKey => "signed in by passkey",
            Deed::SignInRefused => "sign-in refused",
            Deed::SignedUp => "signed up",
            Deed::PasswordChanged => "password changed",
            Deed::PasswordRefused => "password refused",
            Deed::RecoveryAsked => "recovery asked",
            Deed::PasswordRecovered => "password recovered",
            Deed::AddressChanged => "address changed",
            Deed::AddressConfirmed => "address confirmed",
            Deed::PasskeyAdded => "passkey added",
            Deed::PasskeyRemoved => "passkey removed",
            Deed::NameChanged => "name changed",
            Deed::SessionsEnded => "sessions ended",
            Deed::TakenBack => "change taken back",
            Deed::Left => "left",
        })
    }
}

/// The longest name that is told, in characters: anybody may type anything as theirs.
const LONGEST: usize = 64;

tokio::task_local! {
    static ASKING: Asking;
}

/// Who asks for what is being worked at.
struct Asking {
    address: IpAddr,
    member: Cell<Option<u64>>,
    name: RefCell<String>,
}

/// Works at what somebody at this address asks for: what is told meanwhile is told of them.
pub(crate) async fn asked_by<T>(address: IpAddr, work: impl Future<Output = T>) -> T {
    let asking = Asking { address, member: Cell::default(), name: RefCell::default() };
    ASKING.scope(asking, work).await
}

/// The same for what is asked for piece by piece, as a stream is.
pub(crate) fn polled_by<T>(address: IpAddr, poll: impl FnOnce() -> T) -> T {
    let asking = Asking { address, member: Cell::default(), name: RefCell::default() };
    ASKING.sync_scope(asking, poll)
}

/// The network from which what is being worked at was asked for; none if the house works by itself.
pub(crate) fn network() -> Option<IpAddr> {
    ASKING.try_with(|it| crate::origin::network(it.address)).ok()
}

/// Notes which member asks, once that is known.
pub(crate) fn member(member: MemberId) {
    let _ = ASKING.try_with(|it| it.member.set(Some(member.0)));
}

/// Notes what the member who asks is called.
pub(crate) fn name(name: &str) {
    let _ = ASKING.try_with(|it| *it.name.borrow_mut() = name.to_string());
}

/// Says what happened to the account of whoever asks.
pub(crate) fn tell(deed: Deed) {
    let it = Asks::now();
    tracing::info!(address = %it.address, member = %it.member, name = it.name, "account: {deed}");
}

/// Says what happened to the account with this name, or was tried with it: nobody need be called so.
pub(crate) fn tell_of(deed: Deed, name: &str) {
    let it = Asks::now();
    let name: String = name.chars().take(LONGEST).collect();
    tracing::info!(address = %it.address, member = %it.member, name, "account: {deed}");
}

/// Says that a limit has refused something.
pub(crate) fn refused(limit: &str) {
    let it = Asks::now();
    tracing::info!(address = %it.address, member = %it.member, name = it.name, "limit: {limit}");
}

/// Who asks, as a line tells it: `-` stands for what is not known.
struct Asks {
    address: String,
    member: String,
    name: String,
}

impl Asks {
    fn now() -> Self {
        let or_none = |it: Option<String>| it.unwrap_or_else(|| "-".to_string());
        let asks = ASKING.try_with(|it| Asks {
            address: it.address.to_string(),
            member: or_none(it.member.get().map(|it| it.to_string())),
            name: it.name.borrow().clone(),
        });
        asks.unwrap_or_else(|_| Asks {
            address: or_none(None),
            member: or_none(None),
            name: String::new(),
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use tracing::subscriber::DefaultGuard;

    /// What the log says.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct Heard(Arc<Mutex<Vec<u8>>>);

    impl Heard {
        /// Hears what is told on this thread, as long as the second is held.
        pub(crate) fn begin() -> (Self, DefaultGuard) {
            let heard = Heard::default();
            let writer = heard.clone();
            let lines = tracing_subscriber::fmt()
                .with_ansi(false)
                .with_writer(move || writer.clone())
                .finish();
            (heard, tracing::subscriber::set_default(lines))
        }

        /// How many lines have these words.
        pub(crate) fn count(&self, words: &str) -> usize {
            let bytes = self.0.lock().unwrap().clone();
            String::from_utf8(bytes).unwrap().lines().filter(|it| it.contains(words)).count()
        }
    }

    impl io::Write for Heard {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}
