//! Settings: by flag, by environment, and from a file.
//!
//! clap reads flags and environment, and toml the file; `resolve` takes each setting from the first that has it. A crate for
//! layers would save that, one `or` for each setting. But `figment` 0.10, for one, reads the file into a value first: its errors
//! name the file and the key but not the line, where toml shows the line, the place in it and the names that are allowed. It
//! also brings an older toml beside ours.

pub(crate) mod mailbox;

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use crosscut_mail::ClubAddress;
use serde::Deserialize;
use webauthn_rs::prelude::Url;

use crate::config::mailbox::Mailbox;

/// The default address: reachable from this machine only.
const LISTEN: &str = "127.0.0.1:7878";
/// How many streams are cached, where a match of one evening takes about 9 kB: with this many, a server took 174 MB after
/// visitors had read 20,000 matches.
const CACHE: usize = 8_192;

/// What can be set by flag, environment or file; a flag takes precedence over the environment, and that over the file.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Settings {
    /// The address to listen on [default: 127.0.0.1:7878, which is reached from this machine only; 0.0.0.0:7878 is
    /// reached from everywhere]
    #[arg(long, env = "CROSSCUT_LISTEN", value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
    /// The folder of the database [default: crosscut in the user's data folder]
    #[arg(long, env = "CROSSCUT_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The database: the path of an SQLite file, or postgres://user:password@host/name [default: club.db in the folder
    /// above]
    #[arg(long, env = "CROSSCUT_DATABASE", value_name = "ADDRESS", hide_env_values = true)]
    pub database: Option<String>,
    /// The public address, with its scheme (`https://..`), if there is a proxy in front: cookies are then for
    /// HTTPS only, and links begin with it
    #[arg(long, env = "CROSSCUT_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// A proxy in front that is trusted for visitors' addresses (X-Forwarded-For or Forwarded); may be given
    /// several times
    #[arg(long, env = "CROSSCUT_PROXY", value_name = "IP", value_delimiter = ',')]
    #[serde(rename = "proxies", alias = "proxy")]
    pub proxy: Vec<IpAddr>,
    /// How many matches the computer thinks about in parallel [default: half of the processors, at least one]
    #[arg(long, env = "CROSSCUT_THINKERS", value_name = "N")]
    pub thinkers: Option<usize>,
    /// How many megabytes the computer's tree may take, for each match it thinks about [default: 64]
    #[arg(long, env = "CROSSCUT_THINKER_MEMORY", value_name = "MB")]
    pub thinker_memory: Option<usize>,
    /// How many matches, members and challenges are kept in memory, with 8 KiB for each [default: 8192]
    #[arg(long, env = "CROSSCUT_CACHE", value_name = "N")]
    pub cache: Option<usize>,
    /// The log level: error, warn, info, debug, trace, or a filter in the syntax of tracing's EnvFilter
    /// [default: info]
    #[arg(long, env = "CROSSCUT_LOG", value_name = "LEVEL")]
    pub log: Option<String>,
    /// The format of the log [default: text]
    #[arg(long, env = "CROSSCUT_LOG_FORMAT", value_name = "FORM")]
    pub log_format: Option<LogFormat>,
    /// Switch off rate limits; for tests and closed rooms
    #[arg(long, env = "CROSSCUT_UNLIMITED")]
    pub unlimited: bool,
    /// How many connections one address may have open; proxies may have any number [default: 256]
    #[arg(long, env = "CROSSCUT_CONNECTIONS", value_name = "N")]
    pub connections: Option<usize>,
    /// For how many seconds a connection may be silent before its next request has arrived, or read nothing of an
    /// answer; four times as long for a proxy [default: 30]
    #[arg(long, env = "CROSSCUT_PATIENCE", value_name = "SECONDS", hide_short_help = true)]
    pub patience: Option<u32>,
    /// An address that may read /metrics besides this machine; may be given several times
    #[arg(long, env = "CROSSCUT_METRICS_FROM", value_name = "IP", value_delimiter = ',')]
    pub metrics_from: Vec<IpAddr>,
    /// A token that lets anybody read /metrics: `Authorization: Bearer TOKEN`
    #[arg(long, env = "CROSSCUT_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// What a password's hash costs, in KiB of memory [default: 19456]
    #[arg(long, env = "CROSSCUT_PASSWORD_COST", value_name = "KIB", hide_short_help = true)]
    pub password_cost: Option<u32>,
    /// The club's mail address, which must also receive tags after a plus sign; with --mail-dir it is
    /// `crosscut@localhost` by default
    #[arg(long, env = "CROSSCUT_MAIL_ADDRESS", value_name = "ADDRESS", help_heading = "Mail")]
    pub mail_address: Option<String>,
    /// The server that sends our mails: smtp://host:25, or smtps://user:password@host, or smtp://host:587?tls=required
    #[arg(
        long,
        env = "CROSSCUT_MAIL_RELAY",
        value_name = "URL",
        hide_env_values = true,
        help_heading = "Mail"
    )]
    pub mail_relay: Option<String>,
    /// Write mails to DIR/out and read them from DIR/in: to try things out without a mail server
    #[arg(long, env = "CROSSCUT_MAIL_DIR", value_name = "DIR", help_heading = "Mail")]
    pub mail_dir: Option<PathBuf>,
    /// Where a mail server delivers the club's mail, by LMTP or SMTP
    #[arg(long, env = "CROSSCUT_MAIL_LISTEN", value_name = "ADDRESS", help_heading = "Mail")]
    pub mail_listen: Option<SocketAddr>,
    /// The mailbox with the club's mail: imaps://user:password@host/INBOX, or imap:// on this machine
    #[arg(
        long,
        env = "CROSSCUT_MAIL_FETCH",
        value_name = "URL",
        hide_env_values = true,
        help_heading = "Mail"
    )]
    pub mail_fetch: Option<Mailbox>,
    /// The mail server that is trusted to authenticate senders: its name in Authentication-Results
    #[arg(long, env = "CROSSCUT_MAIL_TRUST", value_name = "NAME", help_heading = "Mail")]
    pub mail_trust: Option<String>,
    /// How many of our own servers a mail passes before it arrives here [default: 1]
    #[arg(long, env = "CROSSCUT_MAIL_HOPS", value_name = "N", help_heading = "Mail")]
    pub mail_hops: Option<usize>,
    /// The file with the key that signs links and reply addresses; created if it does not exist
    /// [default: next to the database; or the key itself in the environment, as CROSSCUT_MAIL_KEY]
    #[arg(long, env = "CROSSCUT_MAIL_KEY_FILE", value_name = "FILE", help_heading = "Mail")]
    pub mail_key_file: Option<PathBuf>,
    /// Which mails are obeyed that do not reply to ours [default: vouched]
    #[arg(long, env = "CROSSCUT_MAIL_ACCEPT", value_name = "WHICH", help_heading = "Mail")]
    pub mail_accept: Option<Accept>,
    /// How many seconds news waits for more before it is sent, or for its reader to see it in the browser
    /// [default: 20]
    #[arg(long, env = "CROSSCUT_MAIL_DELAY", value_name = "SECONDS", help_heading = "Mail")]
    pub mail_delay: Option<u32>,
    /// A member, by name, who may write to everybody (`broadcast`); may be given several times
    #[arg(long, env = "CROSSCUT_OPERATOR", value_name = "NAME", value_delimiter = ',')]
    #[serde(rename = "operators", alias = "operator")]
    pub operator: Vec<String>,
    /// Who runs the club and how to reach them, as the foot of each page says it: a mail address, the https address of a
    /// page, or a few words
    #[arg(long, env = "CROSSCUT_CONTACT", value_name = "WORDS")]
    pub contact: Option<String>,
    /// The file with more settings, as TOML: the same names, such as `listen = "0.0.0.0:80"` [default: crosscut.toml in
    /// the folder of the database, if it is there]
    #[arg(long, env = "CROSSCUT_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// Which mails are obeyed that are no answers to ours. Those that are carry a token in the address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Accept {
    /// None: a link is sent, and who follows it has written the mail.
    Confirm,
    /// Those of which the trusted server says that they come from whom they name; a link is sent for the others.
    #[default]
    Vouched,
    /// All, by the name they give: anybody can write any name. For closed nets, and to try things out.
    From,
}

/// How mails are sent and received.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// The club's address.
    pub club: ClubAddress,
    /// The server that sends.
    pub relay: Option<String>,
    /// The folder in place of a server.
    pub folder: Option<PathBuf>,
    /// Where mails are handed to us.
    pub listen: Option<SocketAddr>,
    /// Where mails lie that come for us.
    pub fetch: Option<Mailbox>,
    /// The server whose word is taken for who wrote a mail.
    pub trust: Option<String>,
    /// How many of our own servers a mail passes.
    pub hops: usize,
    /// Which mails are obeyed.
    pub accept: Accept,
    /// How long news wait, in milliseconds.
    pub delay: i64,
    /// Where the key of links and reply addresses lies, if not beside the database.
    pub key_file: Option<PathBuf>,
}

/// The configuration in force: every setting has its value.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The database.
    pub database: String,
    /// The folder of our own files, where the database is none.
    pub data: Option<PathBuf>,
    /// What people type to come here, without a slash at its end, if that is known.
    pub public_url: Option<String>,
    /// The proxies whose word is taken for a visitor's address.
    pub proxies: Vec<IpAddr>,
    /// How many matches the computer thinks about at once.
    pub thinkers: usize,
    /// How many bytes its tree may take, for each.
    pub thinker_memory: usize,
    /// How many streams are kept in memory.
    pub cache: usize,
    /// What is logged.
    pub log: String,
    /// How the log is written.
    pub log_format: LogFormat,
    /// Whether anybody is limited.
    pub limited: bool,
    /// How many connections one address may have open.
    pub connections: usize,
    /// How long a connection may stay silent.
    pub patience: Duration,
    /// Who may read the figures besides this machine.
    pub metrics_from: Vec<IpAddr>,
    /// The word that lets anybody read them.
    pub metrics_token: Option<String>,
    /// What a password's hash costs, in KiB.
    pub password_cost: u32,
    /// The members, by name, who may write to everybody.
    pub operators: Vec<String>,
    /// Who runs the club and how to reach them.
    pub contact: Option<String>,
    /// Mail, if there is any.
    pub mail: Option<MailConfig>,
}

impl Settings {
    /// The configuration in force: the file is read, and defaults are filled in.
    ///
    /// # Errors
    /// The file cannot be read or contains something that is not a setting, there is no data folder, or a value is invalid.
    pub fn resolve(self) -> anyhow::Result<Config> {
        let named = self.config.is_some();
        let data = self.data.clone().map_or_else(data_folder, Ok);
        let path = match (&self.config, &data) {
            (Some(path), _) => Some(path.clone()),
            (None, Ok(data)) => Some(data.join("crosscut.toml")),
            (None, Err(_)) => None,
        };
        let file = match path.filter(|path| named || path.exists()) {
            Some(path) => Self::read(&path)?,
            None => Settings::default(),
        };
        let data = match (self.data, file.data) {
            (None, Some(data)) => Ok(data),
            _ => data,
        };
        let folder = data.as_ref().ok().cloned();
        let database = match self.database.or(file.database) {
            Some(database) => database,
            None => {
                let data = data?;
                let path = data.join("club.db");
                path.to_str().context("the path of the data folder is not UTF-8")?.to_string()
            }
        };
        let mail = MailSettings {
            address: self.mail_address.or(file.mail_address),
            relay: self.mail_relay.or(file.mail_relay),
            folder: self.mail_dir.or(file.mail_dir),
            listen: self.mail_listen.or(file.mail_listen),
            fetch: self.mail_fetch.or(file.mail_fetch),
            trust: self.mail_trust.or(file.mail_trust),
            hops: self.mail_hops.or(file.mail_hops),
            accept: self.mail_accept.or(file.mail_accept),
            delay: self.mail_delay.or(file.mail_delay),
            key_file: self.mail_key_file.or(file.mail_key_file),
        };
        let mail = mail.resolve()?;
        let public_url = self.public_url.or(file.public_url);
        let public_url = public_url.as_deref().map(public).transpose()?;
        let processors = std::thread::available_parallelism().map_or(1, Into::into);
        Ok(Config {
            listen: match self.listen.or(file.listen) {
                Some(listen) => listen,
                None => LISTEN.parse()?,
            },
            database,
            data: folder,
            public_url,
            proxies: if self.proxy.is_empty() { file.proxy } else { self.proxy }
                .into_iter()
                .map(proxy)
                .collect::<anyhow::Result<_>>()?,
            thinkers: within(
                "thinkers",
                self.thinkers.or(file.thinkers).unwrap_or((processors / 2).max(1)),
                0..=1024,
            )?,
            thinker_memory: within(
                "thinker-memory",
                self.thinker_memory.or(file.thinker_memory).unwrap_or(64),
                0..=1 << 20,
            )? << 20,
            cache: within("cache", self.cache.or(file.cache).unwrap_or(CACHE), 0..=10_000_000)?
                .max(16),
            log: self.log.or(file.log).unwrap_or_else(|| "info".to_string()),
            log_format: self.log_format.or(file.log_format).unwrap_or_default(),
            limited: !(self.unlimited || file.unlimited),
            connections: self.connections.or(file.connections).unwrap_or(256).max(1),
            patience: Duration::from_secs(
                self.patience.or(file.patience).unwrap_or(30).clamp(1, 3600).into(),
            ),
            metrics_from: match self.metrics_from.is_empty() {
                true => file.metrics_from,
                false => self.metrics_from,
            },
            metrics_token: self.metrics_token.or(file.metrics_token).filter(|it| !it.is_empty()),
            password_cost: within(
                "password-cost",
                self.password_cost.or(file.password_cost).unwrap_or(19_456),
                8..=4 << 20,
            )?,
            operators: if self.operator.is_empty() { file.operator } else { self.operator },
            contact: self.contact.or(file.contact).as_deref().map(contact).transpose()?,
            mail,
        })
    }

    fn read(path: &Path) -> anyhow::Result<Settings> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("the settings in {} cannot be read", path.display()))?;
        toml::from_str(&text).with_context(|| format!("the settings in {}", path.display()))
    }
}

/// A contact that fits into the foot of a page.
fn contact(words: &str) -> anyhow::Result<String> {
    const MOST: usize = 200;
    if words.trim().is_empty()
        || MOST < words.chars().count()
        || words.chars().any(char::is_control)
    {
        bail!("--contact takes one line of at most {MOST} characters");
    }
    Ok(words.trim().to_string())
}

/// A number within the range that a machine can handle.
fn within<T: PartialOrd + std::fmt::Display>(
    flag: &str,
    n: T,
    range: std::ops::RangeInclusive<T>,
) -> anyhow::Result<T> {
    if !range.contains(&n) {
        bail!("--{flag} is a number from {} to {}, not {n}", range.start(), range.end());
    }
    Ok(n)
}

/// The mail settings, by flag or from the file.
struct MailSettings {
    address: Option<String>,
    relay: Option<String>,
    folder: Option<PathBuf>,
    listen: Option<SocketAddr>,
    fetch: Option<Mailbox>,
    trust: Option<String>,
    hops: Option<usize>,
    accept: Option<Accept>,
    delay: Option<u32>,
    key_file: Option<PathBuf>,
}

impl MailSettings {
    fn resolve(self) -> anyhow::Result<Option<MailConfig>> {
        let address = match (&self.address, &self.folder) {
            (Some(address), _) => address.as_str(),
            (None, Some(_)) => "crosscut@localhost",
            (None, None)
                if self.relay.is_some() || self.listen.is_some() || self.fetch.is_some() =>
            {
                bail!("mails need an address of ours: say --mail-address club@example.org")
            }
            (None, None) => return Ok(None),
        };
        if self.relay.is_none() && self.folder.is_none() {
            bail!(
                "mails need somebody who sends them: say --mail-relay smtp://localhost:25, or --mail-dir DIR"
            );
        }
        if self.relay.is_some() && self.folder.is_some() {
            bail!("mails go out by --mail-relay or into --mail-dir, not both");
        }
        Ok(Some(MailConfig {
            club: address.parse()?,
            relay: self.relay,
            folder: self.folder,
            listen: self.listen,
            fetch: self.fetch,
            trust: self.trust,
            hops: self.hops.unwrap_or(1),
            accept: self.accept.unwrap_or_default(),
            delay: i64::from(self.delay.unwrap_or(20)) * 1000,
            key_file: self.key_file,
        }))
    }
}

/// Our folder among those for programs' data in the user's home.
fn data_folder() -> anyhow::Result<PathBuf> {
    let folder = dirs::data_local_dir().context("no home folder is known: say --data DIR")?;
    Ok(folder.join("crosscut"))
}

impl Config {
    /// The folder used by us alone: the data folder, if the database is in its default place there.
    pub(crate) fn own_folder(&self) -> Option<&Path> {
        let data = self.data.as_deref()?;
        (Path::new(&self.database) == data.join("club.db")).then_some(data)
    }

    /// The file for something kept next to the database instead of in it, such as `club.db.mail-key`; with PostgreSQL it is
    /// in the data folder.
    ///
    /// # Errors
    /// There is no data folder.
    pub fn beside(&self, name: &str) -> anyhow::Result<PathBuf> {
        if !self.database.contains("://") {
            let path = self.database.strip_prefix("sqlite:").unwrap_or(&self.database);
            return Ok(format!("{path}.{name}").into());
        }
        // Tells clubs on one machine apart, independently of the current password.
        let place = self.database.rsplit_once('@').map_or(&*self.database, |it| it.1);
        let word = crate::token::hash(place);
        let data = self.data.as_ref().context("no home folder is known: say --data DIR")?;
        Ok(data.join(format!("postgres-{}.{name}", &word[..8])))
    }

    /// The beginning of the addresses of pages, as far as it is known.
    pub fn base(&self) -> String {
        self.public_url.clone().unwrap_or_else(|| format!("http://{}", self.listen))
    }

    /// Whether visitors come by HTTPS, so that cookies may be restricted to it.
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}

/// The public address in the form that browsers send, so that the two can be compared.
fn public(url: &str) -> anyhow::Result<String> {
    let read = Url::parse(url).ok().filter(|it| matches!(it.scheme(), "https" | "http"));
    let Some(read) = read else {
        bail!("the public URL '{url}' is not an address that begins with https:// or http://");
    };
    if read.port() == Some(0) {
        bail!(
            "the public URL '{url}' has the port 0, which nobody can reach: write it like https://club.example.org"
        );
    }
    let bare = read.path() == "/" && read.query().is_none() && read.fragment().is_none();
    if !bare || !read.username().is_empty() || read.password().is_some() {
        bail!(
            "the public URL '{url}' has more than a name and a port: write it like https://club.example.org"
        );
    }
    Ok(read.origin().ascii_serialization())
}

/// A proxy's address in the form in which connections have it.
fn proxy(address: IpAddr) -> anyhow::Result<IpAddr> {
    if address.is_unspecified() || address.is_multicast() {
        bail!("{address} is not the address of a proxy: say --proxy for each of them");
    }
    Ok(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_goes_before_the_file() {
        let folder = std::env::temp_dir().join(format!("crosscut-config-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |text: &str| std::fs::write(folder.join("crosscut.toml"), text).unwrap();
        let resolve =
            |settings: Settings| Settings { data: Some(folder.clone()), ..settings }.resolve();
        write("listen = \"0.0.0.0:80\"\ncache = 100\nproxies = [\"10.0.0.1\"]\n");
        let config =
            resolve(Settings { listen: "[::1]:9".parse().ok(), ..Settings::default() }).unwrap();
        assert_eq!(config.listen.to_string(), "[::1]:9");
        assert_eq!(config.cache, 100);
        assert_eq!(config.proxies.len(), 1);
        assert_eq!(config.database, folder.join("club.db").to_str().unwrap());
        write("lisen = \"0.0.0.0:80\"\n");
        let error = format!("{:#}", resolve(Settings::default()).unwrap_err());
        assert!(error.contains("unknown field `lisen`"), "{error}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn mail_needs_an_address_and_a_way_out() {
        let with = |settings: Settings| {
            Settings { database: Some("x.db".into()), ..settings }.resolve().map(|it| it.mail)
        };
        assert!(with(Settings::default()).unwrap().is_none());
        let folder = Settings { mail_dir: Some("m".into()), ..Settings::default() };
        assert_eq!(with(folder).unwrap().unwrap().club.to_string(), "crosscut@localhost");
        let relay = Settings { mail_relay: Some("smtp://x".into()), ..Settings::default() };
        assert!(with(relay).unwrap_err().to_string().contains("--mail-address"));
        for settings in [
            Settings { mail_listen: Some("127.0.0.1:24".parse().unwrap()), ..Settings::default() },
            Settings { mail_fetch: Some("imaps://a:b@x".parse().unwrap()), ..Settings::default() },
        ] {
            assert!(with(settings).unwrap_err().to_string().contains("--mail-address"));
        }
        let address = Settings { mail_address: Some("a@b".into()), ..Settings::default() };
        assert!(with(address).unwrap_err().to_string().contains("--mail-relay"));
        let both = Settings {
            mail_address: Some("a@b".into()),
            mail_relay: Some("smtp://x".into()),
            mail_dir: Some("m".into()),
            ..Settings::default()
        };
        assert!(with(both).unwrap_err().to_string().ends_with("not both"));
    }

    #[test]
    fn numbers_have_bounds() {
        let many = Settings { thinkers: Some(1025), ..Settings::default() };
        let little = Settings { password_cost: Some(7), ..Settings::default() };
        for (settings, why) in [
            (many, "--thinkers is a number from 0 to 1024, not 1025"),
            (little, "--password-cost is a number from 8 to 4194304, not 7"),
        ] {
            assert_eq!(settings.resolve().unwrap_err().to_string(), why);
        }
    }

    #[test]
    fn who_runs_the_club_is_told_in_a_line() {
        for (words, line) in [
            (" ann@club.example ", Some("ann@club.example".to_string())),
            (&"é".repeat(200), Some("é".repeat(200))),
            (&"é".repeat(201), None),
            (" ", None),
            ("ann\nbob", None),
        ] {
            let settings = Settings {
                database: Some("x.db".into()),
                contact: Some(words.to_string()),
                ..Settings::default()
            };
            let config = settings.resolve();
            match line {
                Some(line) => assert_eq!(config.unwrap().contact, Some(line)),
                None => {
                    let said = config.unwrap_err().to_string();
                    assert_eq!(said, "--contact takes one line of at most 200 characters");
                }
            }
        }
    }

    #[test]
    fn a_public_url_is_a_name_and_a_port() {
        let with = |url: &str| {
            let public_url = Some(url.to_string());
            Settings { database: Some("x.db".into()), public_url, ..Settings::default() }.resolve()
        };
        for (url, is) in [
            ("https://club.example.org", "https://club.example.org"),
            ("https://club.example.org/", "https://club.example.org"),
            // The form in which browsers send their origin.
            ("HTTPS://Club.Example.org:443", "https://club.example.org"),
            ("http://club.example:81/", "http://club.example:81"),
            ("https://bücher.example", "https://xn--bcher-kva.example"),
        ] {
            let config = with(url).unwrap();
            assert_eq!(config.public_url.as_deref(), Some(is), "{url}");
            assert_eq!(config.is_https(), is.starts_with("https"), "{url}");
        }
        for url in [
            "club.example.org",
            "",
            "https://",
            "ftp://club.example.org",
            "javascript:alert(1)",
            "https://club.example.org/play",
            "https://club.example.org?x",
            "https://club.example.org/#x",
            "https://ann:secret@club.example.org",
            "https://club.example.org\\@evil.example",
            "https://club.example.org:0",
        ] {
            let error = with(url).unwrap_err().to_string();
            assert!(error.contains("https://"), "{url}: {error}");
        }
    }

    #[test]
    fn a_proxy_is_one_machine() {
        let with = |proxy: &str| {
            let proxy = vec![proxy.parse().unwrap()];
            Settings { database: Some("x.db".into()), proxy, ..Settings::default() }.resolve()
        };
        // The form in which the connection of such a proxy has it.
        let config = with("::ffff:192.0.2.7").unwrap();
        assert_eq!(config.proxies, ["192.0.2.7".parse::<IpAddr>().unwrap()]);
        for all in ["0.0.0.0", "::", "224.0.0.1"] {
            assert!(with(all).unwrap_err().to_string().contains("not the address of a proxy"));
        }
    }
}
