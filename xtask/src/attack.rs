//! What strangers have tried, tried again: each attack is a test against a real server on loopback, with bounded counts.

use crate::cargo;

/// What is tried, how often, and the test that does it (`crates/cli/tests/club`).
const ATTACKS: [(&str, &str, &str); 18] = [
    (
        "a mail nested in itself",
        "30,000 deep",
        "hostile_mail::thirty_thousand_mails_in_each_other_hurt_nobody",
    ),
    (
        "a mail that kills the server",
        "2 times",
        "hostile_mail::a_mail_that_is_never_finished_is_put_aside",
    ),
    ("long analyses at once", "200", "door::many_who_ask_for_much_take_nobody_s_memory"),
    ("half a request and silence", "200", "door::who_says_half_a_word_keeps_nobody_out"),
    (
        "half a body and silence, or a drip",
        "3",
        "door::who_begins_a_request_and_does_not_end_it_is_told",
    ),
    ("asking, and reading nothing", "1", "door::who_reads_nothing_is_given_up"),
    ("questions that take long", "40", "door::who_asks_what_takes_long_keeps_nobody_from_reading"),
    ("silent mail servers", "200", "door::mail_servers_that_say_nothing_do_not_block_the_next"),
    (
        "hard matches with the computer",
        "500",
        "computer::who_has_hundreds_of_hard_matches_keeps_nobody_waiting",
    ),
    (
        "matches with the computer without end",
        "1 address",
        "computer::matches_with_the_computer_have_a_bound",
    ),
    (
        "analysis without end",
        "1 address",
        "computer::who_asks_the_computer_without_end_keeps_nobody_waiting",
    ),
    ("a disk that is full", "1", "disk::writing_comes_back_after_a_full_disk"),
    ("a disk that fails", "1", "disk::writing_comes_back_after_errors_of_the_disk"),
    ("calls on the database that fail", "300", "disk::nothing_is_lost_however_the_disk_fails"),
    (
        "PostgreSQL that stops at once",
        "5",
        "kill::a_database_that_dies_under_the_server_has_lost_nothing",
    ),
    ("looking into the data folder", "1", "privacy::nobody_else_looks_into_the_data_folder"),
    (
        "names that forge the log",
        "8",
        "watched::the_log_tells_who_was_refused_and_nobody_can_forge_it",
    ),
    ("a lock that is taken away", "2", "kill::a_server_that_lost_its_lock_writes_no_more"),
];

/// Tries all of them, and prints a table.
pub(crate) fn run() -> Result<(), String> {
    let test = ["test", "--workspace", "--test", "club", "--locked"];
    crate::succeed(cargo().args(test).arg("--no-run"))?;
    println!("{:40} {:12} {:8} test", "attack", "count", "");
    let mut open = 0;
    for (attack, count, name) in ATTACKS {
        let output = cargo().args(test).args(["--quiet", "--", "--exact", name]).output();
        let output = output.map_err(|error| format!("cargo cannot be started: {error}"))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let held = match (output.status.success(), said.contains("1 passed")) {
            (true, true) => "holds",
            // A test by another name shows nothing.
            (true, false) => "MISSING",
            (false, _) => "FAILS",
        };
        open += u32::from(held != "holds");
        println!("{attack:40} {count:12} {held:8} {name}");
    }
    if open == 0 { Ok(()) } else { Err(format!("{open} of {} do not hold", ATTACKS.len())) }
}
