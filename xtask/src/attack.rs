//! Attacks by strangers, repeated: each is a test against a real server on loopback, with bounded counts.

use std::process::Output;

use crate::cargo;

/// The attacks, with how often each is tried and the test that does it: against a server in a separate process
/// (`crates/cli/tests/club`, whose names begin with a file's), or in the test's own process, on both databases (`checks` of
/// `crates/server`).
const ATTACKS: [(&str, &str, &str); 44] = [
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
    (
        "a network that is blocked",
        "1 address",
        "operators::nobody_comes_from_a_network_that_is_blocked",
    ),
    ("a banned member, at every door", "1", "operators::a_ban_holds_at_every_door"),
    (
        "a banned or muted member, by mail",
        "1",
        "operators::who_is_banned_or_muted_is_so_by_mail_too",
    ),
    ("reports without end", "1 member", "reports::nobody_reports_without_end"),
    ("every door, as whom it is not for", "all", "every_door_answers_everybody_as_the_table_says"),
    ("the longest that can be asked for", "all doors", "no_answer_is_longer_than_may_be"),
    ("every limit, at each of its doors", "all", "each_limit_is_kept_at_each_of_its_doors"),
    ("reading without end", "1 address", "who_reads_without_end_leaves_others_their_part"),
    ("requests within requests", "5", "a_request_has_one_end"),
    ("bodies that are packed", "1", "what_is_packed_is_not_unpacked"),
    ("other people's private matches", "1", "private_matches_are_hidden"),
    ("locking others out", "1", "strangers_lock_nobody_out"),
    ("guessing passwords, of nobody and of many", "1", "nobody_is_as_much_work_as_somebody"),
    ("a secret alone; names like the club's", "1", "a_secret_alone_changes_no_account"),
    ("links of a former address", "1", "links_from_before_are_good_no_more"),
    ("passkeys of an operator's password", "1", "an_operator_s_password_alone_makes_no_passkey"),
    ("a sender who is not who they say", "1", "a_former_address_says_nothing_for_a_member"),
    ("a machine that answers machines", "1", "a_machine_without_marks_is_answered_three_times"),
    ("two clubs that answer each other", "2", "two_clubs_do_not_answer_each_other"),
    ("strangers by mail without end", "1", "strangers_are_answered_within_bounds"),
    ("words of those who are blocked", "1", "who_is_blocked_is_not_heard"),
    ("words planned before a mute", "1", "who_may_not_write_says_nothing_they_planned_before"),
    ("challenges without end", "all doors", "challenges_have_a_bound_at_every_door"),
    ("boards for commands without end", "1 address", "a_match_is_drawn_in_its_turn"),
    ("sign-ups at once with a guest's token", "4", "a_guest_becomes_one_member"),
    ("a clock that jumps", "1", "a_clock_that_is_set_forward_ends_no_match"),
];

/// The arguments that select the test binary, and the full names of the test in it, one for each database.
fn among(name: &str) -> (&'static [&'static str], Vec<String>) {
    if name.contains("::") {
        (&["--test", "club"], vec![name.to_string()])
    } else {
        let on = |database| format!("store::tests::on_{database}::{name}");
        (&["--lib"], ["sqlite", "postgresql"].map(on).to_vec())
    }
}

fn try_out(name: &str) -> std::io::Result<(Output, usize)> {
    let (place, names) = among(name);
    let mut tests = cargo();
    tests.args(["test", "--workspace", "--locked", "--quiet"]).args(place);
    Ok((tests.args(["--", "--exact"]).args(&names).output()?, names.len()))
}

/// Runs all attacks, and prints a table.
pub(crate) fn run() -> Result<(), String> {
    let build = ["test", "--workspace", "--lib", "--test", "club", "--locked", "--no-run"];
    crate::succeed(cargo().args(build))?;
    println!("{:42} {:10} {:8} test", "attack", "count", "");
    let mut open = 0;
    for (attack, count, name) in ATTACKS {
        let (output, tests) =
            try_out(name).map_err(|error| format!("cargo cannot be started: {error}"))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let held = match (output.status.success(), said.contains(&format!("{tests} passed"))) {
            (true, true) => "holds",
            // If the test was renamed, nothing was tested.
            (true, false) => "MISSING",
            (false, _) => "FAILS",
        };
        open += u32::from(held != "holds");
        println!("{attack:42} {count:10} {held:8} {name}");
    }
    if open == 0 { Ok(()) } else { Err(format!("{open} of {} do not hold", ATTACKS.len())) }
}
