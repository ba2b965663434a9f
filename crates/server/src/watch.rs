//! The security log: who signed in and who failed to, what changed about an account, what a limit refused. Programs such
//! as fail2ban read these lines; docs/operating.md promises their form.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::net::IpAddr;

use crosscut_club::MemberId;

/// What happened to an account. A new variant also goes into the table in docs/operating.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecurityEvent {
    /// Somebody signed in with their password.
    SignedIn,
    /// Somebody signed in with a passkey.
    SignedInByKey,
    /// Somebody failed to sign in.
    SignInRefused,
    /// A newcomer or a guest became a member.
    SignedUp,
    /// A member has set a password, another or the first.
    PasswordChanged,
    /// A signed-in member was asked for their password, and gave a wrong one.
    PasswordRefused,
    /// A link to set another password was requested.
    RecoveryAsked,
    /// Another password was set through such a link.
    PasswordRecovered,
    /// An address was claimed, or withdrawn.
    AddressChanged,
    /// A link has proved that an address is theirs.
    AddressConfirmed,
    /// A passkey was added to the account.
    PasskeyAdded,
    /// A passkey was removed from the account.
    PasskeyRemoved,
    /// Their name was changed.
    NameChanged,
    /// Their sessions were ended, except the current one.
    SessionsEnded,
    /// A change of theirs was undone, by the link sent to the former address.
    TakenBack,
    /// They left for good.
    Left,
}

impl fmt::Display for SecurityEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SecurityEvent::SignedIn => "signed in",
            SecurityEvent::SignedInByKey => "signed in by passkey",
            SecurityEvent::SignInRefused => "sign-in refused",
            SecurityEvent::SignedUp => "signed up",
            SecurityEvent::PasswordChanged => "password changed",
            SecurityEvent::PasswordRefused => "password refused",
            SecurityEvent::RecoveryAsked => "recovery asked",
            SecurityEvent::PasswordRecovered => "password recovered",
            SecurityEvent::AddressChanged => "address changed",
            SecurityEvent::AddressConfirmed => "address confirmed",
            SecurityEvent::PasskeyAdded => "passkey added",
            SecurityEvent::PasskeyRemoved => "passkey removed",
            SecurityEvent::NameChanged => "name changed",
            SecurityEvent::SessionsEnded => "sessions ended",
            SecurityEvent::TakenBack => "change taken back",
            SecurityEvent::Left => "left",
        })
    }
}

/// The longest name that is logged, in characters: anybody may type anything as theirs.
const LONGEST: usize = 64;

tokio::task_local! {
    static ASKING: RequestOrigin;
}

/// The origin of the current work.
struct RequestOrigin {
    address: IpAddr,
    member: Cell<Option<u64>>,
    name: RefCell<String>,
}

/// Does work requested from this address: log lines meanwhile name it.
pub(crate) async fn asked_by<T>(address: IpAddr, work: impl Future<Output = T>) -> T {
    let asking = RequestOrigin { address, member: Cell::default(), name: RefCell::default() };
    ASKING.scope(asking, work).await
}

/// The same for work that is polled piece by piece, such as a stream.
pub(crate) fn polled_by<T>(address: IpAddr, poll: impl FnOnce() -> T) -> T {
    let asking = RequestOrigin { address, member: Cell::default(), name: RefCell::default() };
    ASKING.sync_scope(asking, poll)
}

/// The network that the current work was requested from; none if it is the club's own.
pub(crate) fn network() -> Option<IpAddr> {
    ASKING.try_with(|it| crate::origin::network(it.address)).ok()
}

/// Notes the requesting member, once known.
pub(crate) fn member(member: MemberId) {
    let _ = ASKING.try_with(|it| it.member.set(Some(member.0)));
}

/// Notes the requesting member's name.
pub(crate) fn name(name: &str) {
    let _ = ASKING.try_with(|it| *it.name.borrow_mut() = name.to_string());
}

/// Logs what happened to the requester's account.
pub(crate) fn tell(deed: SecurityEvent) {
    let it = LoggedRequester::now();
    tracing::info!(address = %it.address, member = %it.member, name = it.name, "account: {deed}");
}

/// Logs what happened to, or was tried with, the account of this name, which need not exist.
pub(crate) fn tell_of(deed: SecurityEvent, name: &str) {
    let it = LoggedRequester::now();
    let name: String = name.chars().take(LONGEST).collect();
    tracing::info!(address = %it.address, member = %it.member, name, "account: {deed}");
}

/// Logs a refusal by a limit.
pub(crate) fn refused(limit: &str) {
    let it = LoggedRequester::now();
    tracing::info!(address = %it.address, member = %it.member, name = it.name, "limit: {limit}");
}

/// The requester as logged: `-` stands for what is not known.
struct LoggedRequester {
    address: String,
    member: String,
    name: String,
}

impl LoggedRequester {
    fn now() -> Self {
        let or_none = |it: Option<String>| it.unwrap_or_else(|| "-".to_string());
        let asks = ASKING.try_with(|it| LoggedRequester {
            address: it.address.to_string(),
            member: or_none(it.member.get().map(|it| it.to_string())),
            name: it.name.borrow().clone(),
        });
        asks.unwrap_or_else(|_| LoggedRequester {
            address: or_none(None),
            member: or_none(None),
            name: String::new(),
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io;
    use std::sync::{Arc, LazyLock, Mutex};

    use tracing::Dispatch;
    use tracing::subscriber::{DefaultGuard, NoSubscriber};

    /// While there is only one subscriber, a line that another thread logs first counts as one that nobody ever hears.
    static OTHER: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(NoSubscriber::default()));

    /// The captured log.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct CapturedLog(Arc<Mutex<Vec<u8>>>);

    impl CapturedLog {
        /// Captures what is logged on this thread, as long as the guard is held.
        pub(crate) fn begin() -> (Self, DefaultGuard) {
            LazyLock::force(&OTHER);
            let heard = CapturedLog::default();
            let writer = heard.clone();
            let lines = tracing_subscriber::fmt()
                .with_ansi(false)
                .with_writer(move || writer.clone())
                .finish();
            (heard, tracing::subscriber::set_default(lines))
        }

        /// How many lines contain these words.
        pub(crate) fn count(&self, words: &str) -> usize {
            let bytes = self.0.lock().unwrap().clone();
            String::from_utf8(bytes).unwrap().lines().filter(|it| it.contains(words)).count()
        }
    }

    impl io::Write for CapturedLog {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}
