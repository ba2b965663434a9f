//! A private Postfix and Dovecot from the distribution's packages, in a folder of their own. Both need root.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// Where Debian installs it.
const OPENDKIM: &str = "/usr/sbin/opendkim";

/// The longest wait for a server's answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Two private mail servers: mail to `club.test` is handed to the club by LMTP, mail to `player.test` is stored in mailboxes to
/// be read by IMAP.
#[derive(Debug)]
pub struct MailServers {
    folder: PathBuf,
    /// The port for submitting mail, by SMTP.
    pub smtp: u16,
    /// The port on which the server of `player.test` accepts mail from its users: it signs the mail with DKIM and submits it.
    /// Only with servers that check.
    pub signing: u16,
    /// The port on which the club accepts mail, by LMTP.
    pub club: u16,
    /// The port for reading mailboxes, by IMAP; every password is `secret`.
    pub imap: u16,
}

impl MailServers {
    /// Whether the packages are installed, and may be used.
    pub fn is_installed() -> bool {
        let there = |program: &str| Path::new(program).exists();
        there("/usr/sbin/postfix") && there("/usr/sbin/dovecot") && there("/usr/lib/dovecot/lmtp")
    }

    /// Whether OpenDKIM's package is installed too.
    pub fn may_check() -> bool {
        MailServers::is_installed() && Path::new(OPENDKIM).exists()
    }

    /// Starts both, in a folder that must not exist yet.
    ///
    /// # Errors
    /// A package is missing, or a server does not start.
    pub fn begin(folder: &Path) -> Result<MailServers> {
        MailServers::start(folder, false)
    }

    /// The same with OpenDKIM: submitted mail is checked, and mail from `player.test` is signed.
    ///
    /// # Errors
    /// As with [`begin`](Self::begin).
    pub fn begin_checking(folder: &Path) -> Result<MailServers> {
        if !MailServers::may_check() {
            bail!("OpenDKIM is not installed (Debian: opendkim)");
        }
        MailServers::start(folder, true)
    }

    fn start(folder: &Path, checking: bool) -> Result<MailServers> {
        if !MailServers::is_installed() {
            bail!(
                "Postfix and Dovecot are not installed (Debian: postfix dovecot-imapd dovecot-lmtpd)"
            );
        }
        std::fs::create_dir_all(folder)?;
        let folder = folder.canonicalize()?;
        let free = || -> Result<u16> {
            Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
        };
        let (smtp, club, imap, boxes) = (free()?, free()?, free()?, free()?);
        let mailers = MailServers { folder, smtp, signing: free()?, club, imap };
        mailers.dovecot(boxes)?;
        let milters = match checking {
            true => Some([free()?, free()?]),
            false => None,
        };
        if let Some(milters) = milters {
            mailers.opendkim(milters)?;
        }
        mailers.postfix(boxes, milters)?;
        mailers.wait(imap)?;
        mailers.wait(smtp)?;
        Ok(mailers)
    }

    /// Starts one that checks and one that signs, on these milter ports. The key is not in the DNS but in a file.
    fn opendkim(&self, [checks, signs]: [u16; 2]) -> Result<()> {
        let folder = self.folder.join("opendkim");
        std::fs::create_dir_all(&folder)?;
        let at = |name: &str| folder.join(name).display().to_string();
        run(Command::new("openssl").args(["genrsa", "-out", &at("key"), "1024"]))?;
        run(Command::new("openssl").args([
            "rsa",
            "-in",
            &at("key"),
            "-pubout",
            "-out",
            &at("public"),
        ]))?;
        let public = std::fs::read_to_string(folder.join("public"))?;
        let public: String = public.lines().filter(|line| !line.starts_with("---")).collect();
        let record = format!("2026._domainkey.player.test v=DKIM1; k=rsa; p={public}\n");
        std::fs::write(folder.join("dns"), record)?;
        // Mail from this machine is checked too, since there is no other.
        let check = format!(
            "Mode v\nSocket inet:{checks}@127.0.0.1\nAuthservID mx.club.test\nInternalHosts 192.0.2.1\n\
             TestDNSData file:{}\nSyslog no\nPidFile {}\n",
            at("dns"),
            at("check.pid")
        );
        let sign = format!(
            "Mode s\nSocket inet:{signs}@127.0.0.1\nDomain player.test\nSelector 2026\nKeyFile {}\n\
             RequireSafeKeys no\nSyslog no\nPidFile {}\n{}",
            at("key"),
            at("sign.pid"),
            signed_headers()
        );
        for (name, text) in [("check", check), ("sign", sign)] {
            let config = folder.join(format!("{name}.conf"));
            std::fs::write(&config, text)?;
            run(Command::new(OPENDKIM).arg("-x").arg(config))?;
        }
        self.wait(checks)?;
        self.wait(signs)
    }

    fn postfix(&self, boxes: u16, milters: Option<[u16; 2]>) -> Result<()> {
        let folder = self.folder.join("postfix");
        for name in ["etc", "spool", "data"] {
            std::fs::create_dir_all(folder.join(name))?;
        }
        run(Command::new("chown").arg("postfix").arg(folder.join("data")))?;
        let mut main = format!(
            "compatibility_level = 3.6\nqueue_directory = {folder}/spool\ndata_directory = {folder}/data\n\
             mail_owner = postfix\nsetgid_group = postdrop\nmyhostname = mx.club.test\ninet_interfaces = 127.0.0.1\n\
             inet_protocols = ipv4\nmydestination =\nmynetworks = 127.0.0.0/8\nsmtp_dns_support_level = disabled\n\
             default_transport = error:no outside mail in tests\nrelay_transport = error:no outside mail in tests\n\
             maillog_file = {folder}/log\nmaillog_file_prefixes = {prefix}\nalias_maps =\nlocal_recipient_maps =\n\
             minimal_backoff_time = 1s\nmaximal_backoff_time = 2s\nqueue_run_delay = 1s\n\
             recipient_delimiter = +\nvirtual_mailbox_domains = club.test, player.test\n\
             virtual_mailbox_maps = hash:{folder}/etc/club\ntransport_maps = hash:{folder}/etc/transport\n",
            folder = folder.display(),
            prefix = self.folder.display(),
        );
        if let Some([checks, _]) = milters {
            let _ = writeln!(
                main,
                "smtpd_milters = inet:127.0.0.1:{checks}\nmilter_default_action = tempfail"
            );
        }
        // As in docs/mail.md, with the players' mailboxes added.
        let (club, etc) = (self.club, folder.join("etc"));
        std::fs::write(etc.join("club"), "club@club.test x\n@player.test x\n")?;
        let transport = format!(
            "club@club.test lmtp:inet:127.0.0.1:{club}\nplayer.test lmtp:inet:127.0.0.1:{boxes}\n"
        );
        std::fs::write(etc.join("transport"), transport)?;
        let mut services = String::new();
        let _ = writeln!(services, "127.0.0.1:{} inet n - n - - smtpd", self.smtp);
        if let Some([_, signs]) = milters {
            let _ = writeln!(
                services,
                "127.0.0.1:{} inet n - n - - smtpd\n  -o smtpd_milters=inet:127.0.0.1:{signs} -o content_filter=smtp:127.0.0.1:{}",
                self.signing, self.smtp
            );
        }
        for line in SERVICES {
            let _ = writeln!(services, "{line}");
        }
        std::fs::write(etc.join("main.cf"), main)?;
        std::fs::write(etc.join("master.cf"), services)?;
        for name in ["club", "transport"] {
            let map = format!("hash:{}", etc.join(name).display());
            run(Command::new("/usr/sbin/postmap").arg("-c").arg(&etc).arg(map))?;
        }
        run(Command::new("/usr/sbin/postfix").arg("-c").arg(folder.join("etc")).arg("start"))
    }

    fn dovecot(&self, boxes: u16) -> Result<()> {
        let folder = self.folder.join("dovecot");
        let homes = folder.join("home");
        std::fs::create_dir_all(&homes)?;
        run(Command::new("chown").arg("mail:mail").arg(&homes))?;
        let config = format!(
            "protocols = imap lmtp\nbase_dir = {folder}/run\nstate_dir = {folder}/state\nlog_path = {folder}/log\nssl = no\n\
             disable_plaintext_auth = no\nlisten = 127.0.0.1\nmail_location = maildir:~/Maildir\n\
             auth_username_format = %Ln\nfirst_valid_uid = 1\n\
             passdb {{\n driver = static\n args = password=secret\n}}\n\
             userdb {{\n driver = static\n args = uid=mail gid=mail home={homes}/%u allow_all_users=yes\n}}\n\
             service lmtp {{\n inet_listener lmtp {{\n address = 127.0.0.1\n port = {boxes}\n }}\n}}\n\
             service imap-login {{\n inet_listener imap {{\n address = 127.0.0.1\n port = {imap}\n }}\n \
             inet_listener imaps {{\n port = 0\n }}\n}}\n\
             protocol lmtp {{\n postmaster_address = postmaster@player.test\n}}\n",
            folder = folder.display(),
            homes = homes.display(),
            imap = self.imap,
        );
        let path = folder.join("dovecot.conf");
        std::fs::write(&path, config)?;
        run(Command::new("/usr/sbin/dovecot").arg("-c").arg(path))
    }

    fn wait(&self, port: u16) -> Result<()> {
        for _ in 0..600 {
            if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("a mail server does not answer; its log is in {}", self.folder.display())
    }

    /// Submits a mail to Postfix.
    ///
    /// # Errors
    /// Postfix does not accept it.
    pub fn send(&self, from: &str, to: &str, mail: &str) -> Result<()> {
        self.send_at(self.smtp, from, to, mail)
    }

    /// Submits a mail to the server that signs.
    ///
    /// # Errors
    /// The server does not accept it.
    pub fn send_signed(&self, from: &str, to: &str, mail: &str) -> Result<()> {
        self.send_at(self.signing, from, to, mail)
    }

    fn send_at(&self, port: u16, from: &str, to: &str, mail: &str) -> Result<()> {
        let mut talk = MailDialogue::open(port)?;
        talk.line()?;
        for line in [
            "EHLO player.test".to_string(),
            format!("MAIL FROM:<{from}>"),
            format!("RCPT TO:<{to}>"),
            "DATA".to_string(),
        ] {
            talk.say(&line)?;
            talk.answer()?;
        }
        for line in mail.lines() {
            let dot = if line.starts_with('.') { "." } else { "" };
            talk.say(&format!("{dot}{line}"))?;
        }
        talk.say(".")?;
        talk.answer()?;
        talk.say("QUIT")
    }

    /// All mails in a mailbox at `player.test`, oldest first, read by IMAP.
    ///
    /// # Errors
    /// Dovecot does not show them.
    pub fn mailbox(&self, name: &str) -> Result<Vec<String>> {
        let mut talk = MailDialogue::open(self.imap)?;
        talk.line()?;
        talk.ask(&format!("LOGIN {name} secret"))?;
        let said = talk.ask("SELECT INBOX")?;
        if said.iter().any(|line| line.starts_with("* 0 EXISTS")) {
            return Ok(Vec::new());
        }
        let mails = talk.ask("FETCH 1:* (BODY.PEEK[])")?;
        // A literal comes before the line that announced its length.
        Ok(mails.into_iter().filter(|it| it.contains("\r\n\r\n")).collect())
    }
}

impl Drop for MailServers {
    fn drop(&mut self) {
        // Nothing can be done if this fails.
        let etc = self.folder.join("postfix/etc");
        let _ = run(Command::new("/usr/sbin/postfix").arg("-c").arg(etc).arg("stop"));
        let config = self.folder.join("dovecot/dovecot.conf");
        let _ = run(Command::new("/usr/bin/doveadm").arg("-c").arg(config).arg("stop"));
        for name in ["check", "sign"] {
            let pid = self.folder.join(format!("opendkim/{name}.pid"));
            if let Ok(pid) = std::fs::read_to_string(pid) {
                let _ = run(Command::new("kill").arg(pid.trim()));
            }
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The services of Debian's Postfix, none confined to the queue's folder.
const SERVICES: &[&str] = &[
    "pickup unix n - n 60 1 pickup",
    "cleanup unix n - n - 0 cleanup",
    "qmgr unix n - n 300 1 qmgr",
    "rewrite unix - - n - - trivial-rewrite",
    "bounce unix - - n - 0 bounce",
    "defer unix - - n - 0 bounce",
    "trace unix - - n - 0 bounce",
    "verify unix - - n - 1 verify",
    "flush unix n - n 1000? 0 flush",
    "proxymap unix - - n - - proxymap",
    "smtp unix - - n - - smtp",
    "relay unix - - n - - smtp",
    "showq unix n - n - - showq",
    "error unix - - n - - error",
    "retry unix - - n - - error",
    "discard unix - - n - - discard",
    "virtual unix - n n - - virtual",
    "lmtp unix - - n - - lmtp",
    "anvil unix - - n - 1 anvil",
    "scache unix - - n - 1 scache",
    "postlog unix-dgram n - n - 1 postlogd",
];

/// A line-based conversation.
struct MailDialogue {
    stream: TcpStream,
    heard: BufReader<TcpStream>,
}

impl MailDialogue {
    fn open(port: u16) -> Result<MailDialogue> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let heard = BufReader::new(stream.try_clone()?);
        Ok(MailDialogue { stream, heard })
    }

    fn say(&mut self, line: &str) -> Result<()> {
        Ok(self.stream.write_all(format!("{line}\r\n").as_bytes())?)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.heard.read_line(&mut line)? == 0 {
            bail!("the mail server has hung up");
        }
        Ok(line.trim_end().to_string())
    }

    /// Reads a positive SMTP reply.
    fn answer(&mut self) -> Result<()> {
        loop {
            let line = self.line()?;
            if !line.starts_with(['2', '3']) {
                bail!("the mail server says {line}");
            }
            if line.as_bytes().get(3) != Some(&b'-') {
                return Ok(());
            }
        }
    }

    /// Sends an IMAP command; returns the lines of the response, with literals as lines of their own.
    fn ask(&mut self, what: &str) -> Result<Vec<String>> {
        self.say(&format!("a {what}"))?;
        let mut said = Vec::new();
        loop {
            let line = self.line()?;
            if let Some(end) = line.strip_prefix("a ") {
                if !end.starts_with("OK") {
                    bail!("the mail server says {end}");
                }
                return Ok(said);
            }
            let length = line.strip_suffix('}').and_then(|it| it.rsplit_once('{'));
            if let Some(length) = length.and_then(|it| it.1.parse().ok()) {
                let mut literal = vec![0; length];
                self.heard.read_exact(&mut literal)?;
                said.push(String::from_utf8_lossy(&literal).into_owned());
            }
            said.push(line);
        }
    }
}

fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.with_context(|| format!("{name} cannot be run"))?;
    if !status.success() {
        bail!("{name} {:?}: {status}", command.get_args().collect::<Vec<_>>());
    }
    Ok(())
}

/// The settings for the signed headers: the lines that docs/mail.md tells operators to write.
fn signed_headers() -> String {
    let lines = include_str!("../../../docs/mail.md").lines().map(str::trim);
    let lines =
        lines.filter(|it| it.starts_with("SignHeaders") || it.starts_with("OversignHeaders"));
    lines.map(|it| format!("{it}\n")).collect()
}
