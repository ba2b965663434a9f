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
    let (by, house) = ("MAIL FROM:<ann@player.example>", "RCPT TO:<club@crosscut.example>");
    for (command, answer) in [
        ("LHLO mx.crosscut.example", "250 SMTPUTF8"),
        (house, "503 5.5.1 say first who it is from"),
        (by, "250 2.1.0"),
        ("RCPT TO:<bob@player.example>", "550 5.1.1 nobody is here by that name"),
        ("RCPT TO:<clubs@crosscut.example>", "550 5.1.1 nobody is here by that name"),
        ("DATA", "503 5.5.1 say first for whom it is"),
        (by, "250 2.1.0"),
        ("RCPT TO:<club+a.tag@crosscut.example>", "250 2.1.5"),
        ("RSET", "250 2.0.0"),
        (house, "503 5.5.1 say first who it is from"),
        (by, "250 2.1.0"),
        // A greeting begins again.
        ("HELO mx.crosscut.example", "250 crosscut.example"),
        (house, "503 5.5.1 say first who it is from"),
        ("LHLO mx.crosscut.example", "250 SMTPUTF8"),
        (house, "503 5.5.1 say first who it is from"),
        (by, "250 2.1.0"),
    ] {
        let heard = say(&mut stream, command.as_bytes()).await;
        assert!(heard.starts_with(answer), "{command}: {heard}");
    }
    // By LMTP each recipient has an answer.
    for n in 1..=101 {
        let heard = say(&mut stream, house.as_bytes()).await;
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
        for (command, answer) in [(by, "250 2.1.0"), (house, "250 2.1.5"), ("DATA", "354")] {
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
