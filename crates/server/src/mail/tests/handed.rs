//! What a mail server hands over, by LMTP or SMTP.

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::*;
use crate::mail::{MOST, receiver};

/// The answer to a command: its last line.
async fn say(stream: &mut BufReader<TcpStream>, command: &[u8]) -> String {
    stream.get_mut().write_all(command).await.unwrap();
    stream.get_mut().write_all(b"\r\n").await.unwrap();
    hear(stream).await
}

async fn hear(stream: &mut BufReader<TcpStream>) -> String {
    loop {
        let mut line = String::new();
        assert_ne!(stream.read_line(&mut line).await.unwrap(), 0, "it hangs up");
        if line.as_bytes().get(3) == Some(&b' ') {
            return line;
        }
    }
}

pub(crate) async fn a_mail_server_hears_for_whom_mail_is_taken(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    member(&club, "ann").await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut stream =
        BufReader::new(TcpStream::connect(listener.local_addr().unwrap()).await.unwrap());
    let door = app.clone();
    let taking = tokio::spawn(async move { receiver::listen(&door, listener).await });
    assert!(hear(&mut stream).await.starts_with("220 crosscut.example"));
    let (by, to) = ("MAIL FROM:<ann@player.example>", "RCPT TO:<club@crosscut.example>");
    for (command, answer) in [
        ("LHLO mx.crosscut.example", "250 SMTPUTF8"),
        (to, "503 5.5.1 say first who it is from"),
        (by, "250 2.1.0"),
        ("RCPT TO:<bob@player.example>", "550 5.1.1 nobody is here by that name"),
        ("RCPT TO:<clubs@crosscut.example>", "550 5.1.1 nobody is here by that name"),
        ("DATA", "503 5.5.1 say first for whom it is"),
        (by, "250 2.1.0"),
        ("RCPT TO:<club+a.tag@crosscut.example>", "250 2.1.5"),
        ("RSET", "250 2.0.0"),
        (to, "503 5.5.1 say first who it is from"),
        (by, "250 2.1.0"),
        // A greeting begins again.
        ("HELO mx.crosscut.example", "250 crosscut.example"),
        (to, "503 5.5.1 say first who it is from"),
        ("LHLO mx.crosscut.example", "250 SMTPUTF8"),
        (to, "503 5.5.1 say first who it is from"),
        (by, "250 2.1.0"),
    ] {
        let heard = say(&mut stream, command.as_bytes()).await;
        assert!(heard.starts_with(answer), "{command}: {heard}");
    }
    // By LMTP each recipient has an answer.
    for n in 1..=101 {
        let heard = say(&mut stream, to.as_bytes()).await;
        let answer = if n <= 100 { "250 2.1.5" } else { "452 4.5.3 that is for too many" };
        assert!(heard.starts_with(answer), "{n}: {heard}");
    }
    let list = |n: u32| letter("ann", n, "", "list", "").bytes;
    assert!(say(&mut stream, b"DATA").await.starts_with("354"));
    let mut heard = say(&mut stream, &[list(1), b".".to_vec()].concat()).await;
    for n in 1..=100 {
        assert!(heard.starts_with("250 2.0.0"), "{n}: {heard}");
        if n < 100 {
            heard = hear(&mut stream).await;
        }
    }
    let count = async |words: &str| {
        quiet(app).await;
        mails(&out(app)).iter().filter(|it| text(it).contains(words)).count()
    };
    let (whole, cut) = ("The games:", "Your mail was too long");
    assert_eq!((count(whole).await, count(cut).await), (1, 0));
    // By SMTP there is one answer; and what is longer than may be is not read as if it were whole.
    assert!(say(&mut stream, b"EHLO mx.crosscut.example").await.starts_with("250 SMTPUTF8"));
    for (n, length, answers) in [(2, MOST, (2, 0)), (3, MOST + 1, (2, 1)), (4, 0, (3, 1))] {
        let mut mail = list(n);
        let rest = length.saturating_sub(mail.len());
        let words = format!("{}\r\n", "x".repeat(70)).repeat(rest / 72 + 1).into_bytes();
        mail.extend_from_slice(&words[words.len() - rest..]);
        for (command, answer) in [(by, "250 2.1.0"), (to, "250 2.1.5"), ("DATA", "354")] {
            let heard = say(&mut stream, command.as_bytes()).await;
            assert!(heard.starts_with(answer), "{command}: {heard}");
        }
        mail.push(b'.');
        let heard = say(&mut stream, &mail).await;
        assert!(heard.starts_with("250 2.0.0"), "{heard}");
        club.hand.fetch_add(1000, Ordering::Relaxed);
        assert_eq!((count(whole).await, count(cut).await), answers, "{length} bytes");
    }
    drop(stream);
    taking.abort();
    end(club).await;
}

/// Each mail may need many times its own size in memory while it is parsed.
pub(crate) async fn few_mails_are_read_in_parallel(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    member(&club, "ann").await;
    let readers = &post(app).0.readers;
    let all = readers.acquire_many(readers.available_permits() as u32).await.unwrap();
    let came = letter("ann", 1, "", "list", "");
    let mut receiving = Box::pin(receive(app, &came));
    let wait = std::time::Duration::from_millis(500);
    assert!(tokio::time::timeout(wait, &mut receiving).await.is_err());
    drop(all);
    receiving.await.unwrap();
    sent(app, 1).await;
    end(club).await;
}

/// A Message-ID is its sender's own, however the two are put together; and a mail without one is known by its parts, each
/// by itself: what stood in the body before may be written as a subject.
pub(crate) async fn a_mail_is_known_by_each_of_its_parts(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let zone = async || {
        let state = app.queue().look(&[Key::Member(ann)]).await.unwrap();
        state.member(ann).unwrap().zone.clone()
    };
    let numbered = |from: &str, number: &str, subject: &str, body: &str| {
        let bytes = String::from_utf8(letter(from, 1, "", subject, body).bytes).unwrap();
        let bytes = bytes.replace("Message-ID: <1@player.example>\r\n", number);
        IncomingMail { bytes: bytes.into_bytes(), ..IncomingMail::default() }
    };
    let paris = "change zone Europe/Paris";
    let number = "Message-ID: <1@player.example>\r\n";
    receive(app, &numbered("joann", number, "help", "")).await.unwrap();
    let number = "Message-ID: <1@player.examplejo>\r\n";
    receive(app, &numbered("ann", number, paris, "")).await.unwrap();
    assert_eq!(zone().await, "Europe/Paris");
    for (subject, body) in [(paris, ""), ("", paris)] {
        let other = Command::SetZone { zone: "Europe/London".into() };
        app.queue().act(Who::Member(ann), None, other).await.unwrap();
        receive(app, &numbered("ann", "", subject, body)).await.unwrap();
        assert_eq!(zone().await, "Europe/Paris", "{subject}: {body}");
    }
    // The same words on another day are another mail; those of the same moment are one.
    for (date, done) in
        [("Sat, 21 Nov 2026", true), ("Sun, 22 Nov 2026", true), ("Sun, 22 Nov 2026", false)]
    {
        let other = Command::SetZone { zone: "Europe/London".into() };
        app.queue().act(Who::Member(ann), None, other).await.unwrap();
        let date = format!("Date: {date} 12:00:00 +0000\r\n");
        receive(app, &numbered("ann", &date, paris, "")).await.unwrap();
        assert_eq!(zone().await == "Europe/Paris", done, "{date}");
    }
    end(club).await;
}

/// Whoever takes an old mail of the club to write a new one writes what their subject says: what is below it is for its
/// reader, even if it is a command by itself.
pub(crate) async fn a_subject_counts_before_what_is_below_it(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (id, _) = begin(&club).await;
    quiet(app).await;
    club.hand.fetch_add(1000, Ordering::Relaxed);
    receive(app, &letter("ann", 1, "", "help", "")).await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    let help = all.iter().find(|it| header(it, "subject") == "Help").unwrap();
    let head = format!("In-Reply-To: {}\r\n", header(help, "message-id"));
    let body = format!("resign {id}");
    receive(app, &letter("ann", 2, &head, "message bob", &body)).await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    assert!(to(&all, "bob").iter().any(|it| text(it).contains(&format!("> {body}"))), "{all:?}");
    let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
    assert!(state.match_with(id).unwrap().ending.is_none());
    end(club).await;
}

/// The operators' log says whose address was confirmed, although nobody is signed in where a link is followed.
pub(crate) async fn the_log_says_whose_address_was_confirmed(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let (until, address) = (NOON + HOUR, "ann@new.example");
    post(app).claim(app, None, ann, address).await.unwrap();
    let proof = post(app).0.key.proof(&format!("verify {ann} {until} {address}"));
    let (heard, _listening) = crate::watch::tests::CapturedLog::begin();
    let verify = post(app).verify(app, ann, address, until, &proof);
    crate::watch::asked_by([192, 0, 2, 1].into(), verify).await.unwrap();
    let line = format!("account: address confirmed address=192.0.2.1 member={ann}");
    assert_eq!(heard.count(&line), 1);
    end(club).await;
}
