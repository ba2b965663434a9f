use std::path::Path;
use std::time::Duration;

use crosscut_load::client::EventStream;
use crosscut_load::server::Server;

use crate::{Folder, club, program, say};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_running_club_is_whole() {
    let folder = Folder::new();
    let (database, copy, other) =
        (folder.file("club.db"), folder.file("copy.db"), folder.file("other/club.db"));
    let (mut server, players) = club(&database, 4).await;
    players.play(2, None, Duration::from_millis(300)).await;
    let playing = {
        let players = players.clone();
        tokio::spawn(async move { players.play(2, Some(200.0), Duration::from_secs(1)).await })
    };
    let (well, text) = say(&["backup", &copy, "--database", &database]);
    assert!(well, "{text}");
    playing.await.unwrap();
    let (well, text) = say(&["backup", &copy, "--database", &database]);
    assert!(!well && text.contains("is there already"), "{text}");
    // If the file is moved away, a running server keeps using it: a file put in its place would be ignored.
    let away = |from: &str, to: &str| {
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::rename(format!("{from}{end}"), format!("{to}{end}"));
        }
    };
    let moved = folder.file("moved.db");
    away(&database, &moved);
    let (well, text) = say(&["restore", &copy, "--database", &database]);
    assert!(!well && text.contains("which was moved away: stop it first"), "{text}");
    assert!(!std::path::Path::new(&database).exists());
    // Nor by another name, which leads to it.
    let link = folder.file("link.db");
    std::os::unix::fs::symlink(&database, &link).unwrap();
    let (well, text) = say(&["restore", &copy, "--database", &link]);
    assert!(!well && text.contains("which was moved away: stop it first"), "{text}");
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    away(&moved, &database);
    server.stop().await.unwrap();

    let (well, text) = say(&["doctor", "--database", &copy]);
    assert!(well && text.contains("4 matches") && text.contains("no errors found"), "{text}");
    let (well, text) = say(&["restore", &copy, "--database", &database]);
    assert!(!well && text.contains("is there already"), "{text}");
    let (well, text) = say(&["restore", &copy, "--database", &other]);
    assert!(well, "{text}");
    // By whatever name other commands know a database, it is the same file.
    let named = folder.file("named.db");
    let (well, text) = say(&["restore", &copy, "--database", &format!("sqlite:{named}")]);
    assert!(well && std::path::Path::new(&named).exists(), "{text}");
    let mut again = Server::begin(program(), &other, &[]).await.unwrap();
    again.stop().await.unwrap();
    let all = say(&["match", "export", "--database", &other]).1;
    assert_eq!(all.matches("[Game \"hex").count(), 4, "{all}");
    // With the players' names.
    assert_eq!(all.matches("[First \"guest-").count(), 4, "{all}");
    let (well, text) = say(&["restore", &folder.file("none.db"), "--database", "x.db"]);
    assert!(!well, "{text}");
}

/// SQLite would take such a name for an address of its own, of another file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_is_where_it_was_asked_for_whatever_it_is_called() {
    let folder = Folder::new();
    let database = folder.file("club.db");
    let (mut server, _) = club(&database, 2).await;
    server.stop().await.unwrap();
    let place = Path::new(&database).parent().unwrap();
    let run = |words: &[&str]| {
        let mut command = std::process::Command::new(program());
        let done = command.args(words).current_dir(place).output().unwrap();
        let said = [done.stdout, done.stderr].concat();
        (done.status.success(), String::from_utf8(said).unwrap())
    };
    let (well, text) = run(&["backup", "file:copy.db?mode=rw", "--database", "club.db"]);
    assert!(well, "{text}");
    let (well, text) = run(&["restore", "file:copy.db?mode=rw", "--database", "again.db"]);
    assert!(well, "{text}");
    let (well, text) = run(&["doctor", "--database", "again.db"]);
    assert!(well && text.contains("2 matches"), "{text}");
    let mut names: Vec<String> = std::fs::read_dir(place)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .filter(|it| it.starts_with("file") || it.starts_with("copy"))
        .collect();
    names.sort();
    assert_eq!(names, ["file:copy.db?mode=rw"]);
    // A second server would not see the lock of the first.
    let (well, text) = run(&["doctor", "--database", "file:club.db"]);
    assert!(!well && text.contains("write ./file:club.db if it is called so"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_told_to_stop_ends_its_streams() {
    let folder = Folder::new();
    let (mut server, players) = club(&folder.file("club.db"), 1).await;
    let (id, token) = players.tables().remove(0);
    let mut stream =
        EventStream::open(server.address, &format!("/match/{id}/events"), &token).await.unwrap();
    server.stop().await.unwrap();
    while !stream.more().await.unwrap().is_empty() {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_in_use_is_told_clearly() {
    let folder = Folder::new();
    let database = folder.file("club.db");
    let (server, _) = club(&database, 1).await;
    let address = server.address.to_string();
    let (well, text) = say(&["serve", "--listen", &address, "--data", &folder.file("")]);
    assert!(!well && text.contains("is taken by another program"), "{text}");
    let (well, text) = say(&["serve", "--listen", "127.0.0.1:0", "--database", &database]);
    assert!(!well && text.contains("another crosscut serves this database"), "{text}");
    // A club whose address for mail is taken does not start.
    let begun = |what: &[&str]| say(&[&["serve", "--listen", "127.0.0.1:0"], what].concat());
    let (other, mails) = (folder.file("other.db"), folder.file("mails"));
    let post =
        ["--mail-listen", &address, "--mail-dir", &mails, "--mail-address", "club@x.example"];
    let (well, text) = begun(&[&["--database", &other][..], &post].concat());
    assert!(!well && text.contains(&format!("{address} is taken")), "{text}");
    assert!(text.contains("--mail-listen"), "{text}");
    for memory in ["sqlite::memory:", ":memory:"] {
        let (well, text) = begun(&["--database", memory]);
        assert!(!well && text.contains("would be lost"), "{text}");
        assert!(!Path::new(memory.trim_start_matches("sqlite:")).exists());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_finds_what_was_damaged() {
    let folder = Folder::new();
    let database = folder.file("club.db");
    let (mut server, players) = club(&database, 2).await;
    players.play(2, None, Duration::from_millis(300)).await;
    server.stop().await.unwrap();
    let path = folder.0.join("club.db");
    let bytes = std::fs::read(&path).unwrap();
    // Third turns are changed on disk: the file is text enough for that.
    std::fs::write(&path, damaged(&bytes, b"t3f ", 1)).unwrap();
    let (well, text) = say(&["doctor", "--database", &database]);
    assert!(!well && text.contains("does not follow on ply 2"), "{text}");
    // Lists are changed: that can be repaired.
    std::fs::write(&path, damaged(&bytes, b"\"plies\":", 8)).unwrap();
    let (well, text) = say(&["doctor", "--database", &database]);
    assert!(!well && text.contains("2 list entries wrong"), "{text}");
    assert!(say(&["doctor", "--repair", "--database", &database]).0);
    let notes = folder.file("notes.json");
    let (well, text) = say(&["doctor", "--database", &database, "--notes", &notes]);
    assert!(well && text.contains("no errors found"), "{text}");
    // Notes of one club say nothing of another, and a damaged copy is not restored.
    let other = folder.file("other.db");
    let (mut server, _) = club(&other, 1).await;
    server.stop().await.unwrap();
    let (well, text) = say(&["doctor", "--database", &other, "--notes", &notes]);
    assert!(!well && text.contains("holds notes of another club"), "{text}");
}

/// The bytes with a different digit at this offset after every needle.
fn damaged(bytes: &[u8], needle: &[u8], digit: usize) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    let found = bytes.windows(needle.len()).enumerate().filter(|(_, it)| *it == needle);
    let places: Vec<usize> = found.map(|(at, _)| at + digit).collect();
    assert!(!places.is_empty());
    for at in places {
        assert!(bytes[at].is_ascii_digit() || digit == needle.len());
        damaged[at] = if bytes[at] == b'8' { b'9' } else { b'8' };
    }
    damaged
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_timer_copies_can_be_gone_back_to() {
    let folder = Folder::new();
    let (database, kept) = (folder.file("club.db"), folder.file("kept"));
    std::fs::create_dir(&kept).unwrap();
    let (mut server, players) = club(&database, 3).await;
    players.play(2, None, Duration::from_millis(300)).await;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/backup");
    for n in 0..10 {
        std::fs::write(folder.file(&format!("kept/club-2020010{n}T000000Z.db")), "old").unwrap();
    }
    let done = std::process::Command::new(script)
        .args([&database, &kept])
        .env("CROSSCUT", program())
        .env("KEEP", "4")
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    let mut copies: Vec<_> =
        std::fs::read_dir(&kept).unwrap().map(|it| it.unwrap().path()).collect();
    copies.sort();
    // Four copies, and the link to the last good one.
    assert_eq!(copies.len(), 5, "{copies:?}");
    assert!(copies.pop().unwrap().ends_with("last-good"));
    // A bad copy fails, and takes no more room; the last good one stays.
    let (good, odd) = (copies.last().unwrap().clone(), folder.file("odd"));
    std::fs::write(
        &odd,
        "#!/bin/sh\n[ \"$1\" = backup ] && exec touch \"$2\"\necho something is wrong; exit 2\n",
    )
    .unwrap();
    std::fs::set_permissions(&odd, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    for year in 0..6 {
        let last = folder.file(&format!("kept/club-209{year}0101T000000Z.db"));
        std::fs::write(last, "odd").unwrap();
    }
    let done = std::process::Command::new(script)
        .args([&database, &kept])
        .env("CROSSCUT", &odd)
        .env("KEEP", "2")
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(2), "{done:?}");
    let left: Vec<_> = std::fs::read_dir(&kept).unwrap().map(|it| it.unwrap().path()).collect();
    assert!(left.len() == 4 && left.contains(&good), "{left:?}");
    // The machine is lost, and with it everything in the folder.
    server.kill().await.unwrap();
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{database}{end}"));
    }
    let copy = copies.pop().unwrap().display().to_string();
    let (well, text) = say(&["restore", &copy, "--database", &database]);
    assert!(well, "{text}");
    server.begin_again().await.unwrap();
    let mut client = crosscut_load::client::Client::new(server.address);
    assert_eq!(client.ask("/readyz", "", "", None).await.unwrap().status, 200);
    server.stop().await.unwrap();
    let all = say(&["match", "export", "--database", &database]).1;
    assert_eq!(all.matches("[Game \"hex").count(), 3, "{all}");
}
