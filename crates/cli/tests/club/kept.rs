//! Frequent backups: each adds little to those before, and contains the latest play.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crosscut_load::players::TurnAudit;
use crosscut_load::postgres::Postgres;
use tokio::time::sleep;

use crate::{Folder, club, program, say};

/// A file shipped for operators.
fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name)
}

fn run(command: &mut Command) -> String {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{done:?}");
    String::from_utf8(done.stdout).unwrap()
}

/// Repeats a query until its condition is true.
async fn until(postgres: &Postgres, database: &str, condition: &str) {
    for tries in 0.. {
        if postgres.say(database, &format!("SELECT 1 / ({condition})::int")).is_ok() {
            return;
        }
        assert!(tries < 200, "it never became true: {condition}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// Destroys a cluster, restores the backup in its place, and starts it.
async fn restore(postgres: &Postgres, home: &Path, database: &str, words: &[&str]) {
    postgres.crash().unwrap();
    std::fs::remove_dir_all(postgres.cluster()).unwrap();
    run(postgres
        .command(home.join("restore"))
        .arg(words[0])
        .arg(postgres.cluster())
        .args(&words[1..]));
    postgres.start().unwrap();
    until(postgres, database, "NOT pg_is_in_recovery()").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_postgresql_wrote_last_can_be_gone_back_to() {
    if std::env::var_os("CROSSCUT_WITHOUT_POSTGRESQL").is_some() {
        return;
    }
    let folder = Folder::new();
    let home = folder.0.join("postgres");
    let postgres = Postgres::begin(&home).unwrap();
    let database = postgres.database("club").unwrap();
    // PostgreSQL's user may not have access to this project's folder.
    for name in ["base", "restore"] {
        std::fs::copy(shipped("postgresql").join(name), home.join(name)).unwrap();
    }
    run(postgres.command("/bin/mkdir").args(["-p", "kept/wal"]));
    let unit = std::fs::read_to_string(shipped("postgresql/crosscut-wal.service")).unwrap();
    let words = |setting: &str| -> Command {
        let line = unit.lines().find_map(|line| line.strip_prefix(setting)).unwrap();
        let mut words = line.split(' ');
        let mut command = postgres.command(words.next().unwrap());
        command.args(words.map(|it| it.replace("/var/lib/crosscut-kept", "kept")));
        command
    };
    run(&mut words("ExecStartPre="));
    let mut receiver =
        tokio::process::Command::from(words("ExecStart=")).kill_on_drop(true).spawn().unwrap();

    let (mut server, players) = club(&database, 8).await;
    // So few plies that no game ends.
    let play = || players.play(2, Some(20.0), Duration::from_secs(1));
    play().await;
    for _ in 0..2 {
        run(postgres.command(home.join("base")).arg("kept").env("KEEP", "1"));
        play().await;
    }
    let bases = run(postgres.command("/bin/ls").arg("kept"));
    let base = bases.lines().next().unwrap();
    assert!(bases.lines().count() == 2 && base.starts_with("base-"), "{bases}");
    let before = players.accepted();
    let now = run(Command::new("date").args(["-u", "+%F %T.%6N+00"]));
    play().await;
    server.kill().await.unwrap();
    let turns = players.accepted();
    assert!(before > 0 && turns > before, "{before} {turns}");

    // The machine is lost, but everything written has been replicated.
    let come = "SELECT COUNT(*) > 0 FROM pg_stat_replication \
                WHERE flush_lsn >= pg_current_wal_flush_lsn()";
    until(&postgres, &database, &format!("({come})")).await;
    receiver.kill().await.unwrap();
    let base = format!("{}/kept/{base}", home.display());
    restore(&postgres, &home, &database, &[&base]).await;
    server.begin_again().await.unwrap();
    assert_eq!(players.audit().await.unwrap(), TurnAudit { kept: turns, lost: 0, doubled: 0 });
    server.stop().await.unwrap();

    // Somebody made a mistake, and the state before it is wanted.
    restore(&postgres, &home, &database, &[&base, now.trim()]).await;
    server.begin_again().await.unwrap();
    let audit = TurnAudit { kept: before, lost: turns - before, doubled: 0 };
    assert_eq!(players.audit().await.unwrap(), audit);
    server.stop().await.unwrap();
    let (well, text) = say(&["doctor", "--database", &database]);
    assert!(well && text.contains("8 matches") && text.contains("no errors found"), "{text}");
}

/// The size of a folder in bytes.
fn bytes(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap());
    entries
        .map(|it| match it.metadata().unwrap() {
            told if told.is_dir() => bytes(&it.path()),
            told => told.len(),
        })
        .sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_backups_take_little_more_room_than_one() {
    if std::env::var_os("CROSSCUT_WITHOUT_BORG").is_some() {
        return;
    }
    let folder = Folder::new();
    let (database, copies) = (folder.file("club.db"), folder.file("copies"));
    let repository = folder.0.join("repository");
    std::fs::create_dir(&copies).unwrap();
    let borg = |program: &Path| {
        let mut command = Command::new(program);
        command.env("BORG_REPO", &repository).env("BORG_BASE_DIR", folder.file("borg"));
        command.env("BORG_PASSPHRASE", "a word for a test");
        command
    };
    let keep = || {
        let [backup, keep] = ["backup", "borg/keep"].map(shipped);
        run(Command::new(backup).args([&database, &copies]).env("CROSSCUT", program()));
        run(borg(&keep).arg(&copies));
        bytes(&repository.join("data"))
    };
    run(borg(Path::new("borg")).args(["init", "--encryption", "repokey"]));
    // Old archives of something else: one made by the script, and one made by the operator.
    for name in ["::club-20200101T000000Z", "::club-mine"] {
        let old = ["create", "--timestamp", "2020-01-01T00:00:00", name, "backup"];
        run(borg(Path::new("borg")).args(old).current_dir(shipped("")));
    }
    // And a copy that the operator put next to the others.
    let mine = folder.file("copies/club-today.db");
    std::fs::write(&mine, "mine").unwrap();

    crosscut_load::growth::club(&database, 3000, 0).await.unwrap();
    let (mut server, players) = club(&database, 16).await;
    let first = keep();
    // About as many, however fast the machine.
    let begun = tokio::time::Instant::now();
    while players.accepted() <= 50 {
        assert!(begun.elapsed() < Duration::from_secs(60), "{} turns", players.accepted());
        players.play(2, None, Duration::from_millis(100)).await;
    }
    let both = keep();
    let turns = players.accepted();
    assert!(both - first < first / 5, "{turns} turns: {first} bytes, then {both}");
    let kept = run(borg(Path::new("borg")).args(["list", "--short"]));
    assert_eq!(kept.lines().filter(|it| it.starts_with("club-20")).count(), 2, "{kept}");
    assert!(!kept.contains("club-2020") && kept.contains("club-mine"), "{kept}");
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "mine");

    // The machine is lost, and with it everything on it.
    server.kill().await.unwrap();
    std::fs::remove_dir_all(copies).unwrap();
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{database}{end}"));
    }
    let last = format!("::{}", kept.lines().last().unwrap());
    run(borg(Path::new("borg")).args(["extract", &last]).current_dir(&folder.0));
    let copy = folder.file(&format!("{}.db", &last[2..]));
    let (well, text) = say(&["restore", &copy, "--database", &database]);
    assert!(well, "{text}");
    server.begin_again().await.unwrap();
    assert_eq!(players.audit().await.unwrap(), TurnAudit { kept: turns, lost: 0, doubled: 0 });
    server.stop().await.unwrap();
}
