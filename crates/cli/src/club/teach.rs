//! The text that `--help` shows below the options of the commands for operators.

use crate::teach::examples;

pub(crate) fn serve() -> String {
    examples(&[
        ("crosscut serve", "for this machine"),
        ("crosscut serve --listen 0.0.0.0:7878", "for the network"),
        ("crosscut serve --database postgres://club@localhost/club", "with PostgreSQL"),
        (
            "crosscut serve --public-url https://club.example.org --proxy 127.0.0.1",
            "behind a proxy",
        ),
    ])
}

pub(crate) fn backup() -> String {
    examples(&[
        ("crosscut backup club-today.db", "of the default database"),
        ("crosscut backup --data /srv/club /backup/club.db", "of another"),
    ])
}

pub(crate) fn restore() -> String {
    examples(&[
        ("crosscut restore club-today.db", "after moving the old database away"),
        ("crosscut restore --data /srv/club /backup/club.db", "elsewhere"),
    ])
}

pub(crate) fn doctor() -> String {
    examples(&[
        ("crosscut doctor", "whether the server is running or not"),
        ("crosscut doctor --database club-today.db", "a backup"),
        ("crosscut doctor --notes doctor.json", "resumes an interrupted check"),
        ("crosscut doctor --notes doctor.json --since-last-good", "only what has changed"),
    ])
}

pub(crate) fn say() -> String {
    examples(&[
        ("crosscut say help", "what can be said"),
        ("crosscut say signup ann", "become a member; prints a token"),
        ("crosscut say --token SECRET NAME challenge ann bob", "an invitation"),
        ("echo 'good luck' | crosscut say --body - move 12 MOVE1", "a move with a comment"),
        (
            "crosscut say --server https://club.example all show next",
            "the boards where it is your turn",
        ),
    ])
}

pub(crate) fn user() -> String {
    examples(&[
        ("crosscut user list", "everybody, with their numbers"),
        ("crosscut user password ann < password.txt", "for a member who has forgotten theirs"),
        ("crosscut user sign-out ann", "on every device"),
        ("crosscut user ban ann --days 7 --reason 'insults'", "everywhere; her matches continue"),
        ("crosscut user mute ann --reason spam", "she plays, and writes to nobody"),
        ("crosscut user role bob operator", "bob sees the reports, on the page /operators"),
        ("crosscut user purge-guests --days 90", "guests not seen since"),
    ])
}

pub(crate) fn address() -> String {
    examples(&[
        ("crosscut address block 203.0.113.0/24 --reason 'a thousand guests'", "a network"),
        ("crosscut address list", "what is blocked, and why"),
    ])
}

pub(crate) fn audit() -> String {
    examples(&[("crosscut audit --last 20", "the last of what operators did")])
}

pub(crate) fn game() -> String {
    examples(&[
        ("crosscut game list", "which games are switched off"),
        ("crosscut game close NAME", "allow no new matches of it"),
    ])
}

pub(crate) fn mail_in() -> String {
    examples(&[
        ("crosscut mail-in --data /var/lib/crosscut < message", "as a mail server's pipe does"),
        ("|/usr/bin/crosscut mail-in --data /var/lib/crosscut", "in an alias or a .forward file"),
    ])
}
