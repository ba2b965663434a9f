//! The same checks on both databases.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crosscut_club::{MemberId, Moment};
use crosscut_load::postgres::Postgres;

use super::batch::{AnswerRow, Batch};
use super::event::EventRow;
use super::{Session, Store};

mod lists;

/// A temporary folder, removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("crosscut-server-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Changes a database in a way that the store never would.
pub(crate) async fn meddle(store: &Store, sql: &'static str) {
    let done = async {
        super::writing!(store, tx => {
            sqlx::query(sql).execute(&mut *tx).await?;
        });
        super::Result::Ok(())
    };
    done.await.unwrap();
}

impl Store {
    /// The stored bodies of all mails.
    pub(crate) async fn parts_said(&self) -> String {
        let read = async {
            super::Result::Ok(super::reading!(self, pool =>
                sqlx::query_scalar::<_, String>("SELECT body FROM outbox").fetch_all(pool).await?))
        };
        read.await.unwrap().join("\n")
    }
}

/// Makes each check a test on each database, each time on a new database.
macro_rules! checks {
    ($($check:ident),+ $(,)?) => {
        mod on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $check() {
                    let folder = super::Folder::new();
                    super::checks::$check(&folder.file("club.db")).await;
                }
            )+
        }

        mod on_postgresql {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $check() {
                    let Some(cluster) = super::cluster() else { return };
                    super::checks::$check(&cluster.database()).await;
                }
            )+
        }
    };
}

/// Where the checks are.
mod checks {
    pub(super) use super::lists::*;
    pub(super) use super::*;
    pub(super) use crate::mail::tests::{
        arriving::*, commands::*, handed::*, invitations::*, large::*, misuse::*, moves::*,
        newer::*, passkeys::*, table::*, tokens::*, undo::*, *,
    };
    pub(super) use crate::tests::{
        accounts::*, blocking::*, crowds::*, doors::*, downtime::*, export::*, former::*,
        largest::*, leaving::*, limited::*, lobby::*, match_page::*, nonsense::*, pages::*,
        pairing::*, people::*, reports::*, shown::*, strangers::*, *,
    };
    pub(super) use crate::write::tests::mended::*;
    pub(super) use crate::write::tests::snapshots::*;
    pub(super) use crate::write::tests::*;
}

checks!(
    events_come_back_in_order,
    a_version_is_written_once,
    lists_show_the_last_that_was_written,
    answers_are_kept_and_forgotten,
    a_session_takes_another_ones_place,
    errands_are_answered_once,
    settings_are_told_apart_by_their_beginnings,
    the_lock_is_one_servers,
    a_later_versions_database_is_refused,
    a_club_of_0_1_0_goes_on,
    a_club_of_0_2_0_goes_on,
    all_that_is_known_of_somebody_is_in_one_file,
    a_guest_becomes_one_member,
    who_could_not_leave_wholly_is_gone_when_the_server_is_back,
    who_leaves_at_this_moment_is_not_finished_twice,
    two_who_want_the_same_are_paired,
    ratings_of_most_matches_are_shown_first,
    what_strangers_send_does_no_harm,
    a_match_that_cannot_be_set_up_takes_no_page_down,
    among_many_matches_those_of_one_game_are_found,
    a_profile_tells_how_its_member_begins,
    who_waits_elsewhere_is_told_of,
    news_of_the_lobby_come_with_one_s_own,
    what_is_worth_watching_is_told,
    the_lobby_says_who_challenges_and_who_moves_first,
    ratings_are_everywhere_as_certain_as_they_are_now,
    who_has_left_has_no_place_on_a_leaderboard,
    guests_crowd_no_member_out_of_the_lobby,
    a_match_has_so_many_followers_and_no_more,
    who_is_challenged_hears_that_it_was_taken_back,
    pages_show_what_was_typed_and_what_is_worth_a_look,
    an_operator_s_new_password_takes_the_passkeys_away,
    what_breaks_here_is_not_put_on_who_signs_in,
    who_is_held_is_let_go_by_their_own_button,
    who_asks_at_once_is_counted_one_after_the_other,
    who_reads_without_end_leaves_others_their_part,
    who_has_much_drawn_keeps_nobody_waiting,
    a_match_is_drawn_in_its_turn,
    a_match_waits_for_nothing_that_takes_long,
    long_studies_are_drawn_board_by_board,
    what_is_announced_takes_nobody_s_room,
    what_changes_nothing_uses_up_nothing,
    rematches_with_the_computer_are_bounded_too,
    a_stream_ends_with_its_session,
    streams_of_one_network_have_a_bound,
    the_news_tell_of_matches_that_are_watched,
    the_news_say_whom_they_concern,
    the_link_of_a_challenge_is_shown_to_its_maker,
    a_win_on_time_is_claimed_by_its_button,
    without_scripts_a_page_asks_again_while_it_may_change,
    what_the_opponent_proposes_is_on_the_front_page,
    who_ran_out_of_time_before_moving_is_said,
    a_plan_is_answered_in_the_words_of_the_page,
    the_end_is_told_to_each_player_as_theirs,
    nobody_is_challenged_by_a_name_that_is_nobodys,
    the_computer_is_not_asked_about_a_game_that_is_over,
    all_boards_of_a_match_are_those_of_who_asks,
    boards_are_kept_by_who_may_keep_them,
    what_is_certain_is_told_as_certain,
    a_record_tells_nobody_else_what_players_said,
    an_operator_without_a_passkey_is_told_the_way,
    a_challenge_says_how_long_it_stands,
    caches_are_told_for_whom_a_page_is,
    settings_say_what_is_followed_and_accepted,
    a_puzzle_knows_who_has_found_the_turn,
    a_takeback_is_offered_to_who_can_ask_for_one,
    all_members_are_listed_whoever_has_left,
    a_match_is_played_and_found_again,
    a_command_sent_twice_is_carried_out_once,
    of_many_who_play_one_ply_one_does,
    a_transaction_that_fails_has_not_happened,
    a_name_and_its_password_come_together,
    rated_results_are_counted_by_seat,
    what_cannot_be_written_does_not_hold_up_the_rest,
    what_was_written_unheard_is_told_and_counted,
    what_is_listed_is_what_is_played,
    what_is_asked_for_twice_is_read_once,
    a_long_story_is_read_from_its_snapshot_on,
    a_star_s_story_weighs_on_nobody,
    members_are_found_by_the_beginnings_of_their_names,
    somebody_s_highest_rating_and_record_are_found,
    what_is_derived_is_mended,
    a_vacation_is_no_damage,
    an_earlier_club_is_told_whose_turn_it_is_and_who_has_won,
    a_listener_misses_nothing,
    people_come_and_go,
    who_leaves_is_gone_and_the_name_stays_taken,
    who_was_cut_off_in_leaving_is_gone_when_the_server_is_back,
    a_name_that_was_given_up_is_found_until_its_member_leaves,
    leaving_again_finishes_it,
    the_name_of_who_has_left_is_nobodys_at_every_door,
    the_zone_of_who_has_left_is_told_to_nobody,
    whoever_leaves_need_not_end_matches_with_the_computer,
    what_operators_begin_is_written_down_before_it_is_done,
    what_operators_do_is_kept,
    operators_are_refused_what_cannot_be,
    an_operators_password_is_good_for_a_while,
    what_is_old_is_forgotten,
    a_server_forgets_by_itself,
    no_operator_keeps_themselves_out,
    who_is_blocked_is_not_heard,
    a_block_holds_though_what_waits_cannot_be_declined,
    a_block_ends_what_the_two_asked_of_each_other_and_nothing_else,
    a_report_is_seen_however_many_others_there_are,
    of_many_who_say_the_same_those_who_were_named_are_settled,
    what_was_reported_is_dealt_with_at_once,
    whoever_runs_the_club_is_named_on_its_pages,
    a_name_that_an_operator_took_away_stays_taken,
    guests_of_long_ago_are_forgotten,
    who_may_not_write_says_nothing_they_planned_before,
    a_rematch_begins_as_any_match_does,
    no_match_of_a_game_that_is_closed_begins,
    a_guest_who_is_muted_stays_called_so,
    a_muted_member_greets_nobody,
    operators_do_nothing_to_others_by_mistake,
    a_greeting_goes_whatever_became_of_the_challenge,
    several_are_written_to_by_one_mail,
    a_mail_that_is_too_long_is_answered_within_bounds,
    a_mail_that_panics_is_put_aside,
    whoever_confirms_a_mail_hears_of_mistakes_again,
    an_address_that_comes_back_is_written_to,
    few_mails_are_read_in_parallel,
    a_mail_is_known_by_each_of_its_parts,
    a_subject_counts_before_what_is_below_it,
    the_log_says_whose_address_was_confirmed,
    a_mail_that_neither_goes_nor_is_noted_waits,
    a_mail_that_is_handed_over_is_finished,
    a_reminder_goes_alone,
    matches_that_are_still_followed_are_counted,
    who_is_muted_writes_to_nobody,
    who_has_no_address_writes_at_the_table,
    a_game_is_given_up_without_the_others,
    links_from_before_a_backup_open_nothing,
    a_subject_that_is_a_word_keeps_no_answer_back,
    a_message_counts_for_each_reader,
    a_list_says_that_it_is_not_whole,
    who_does_not_want_to_be_seen_is_not_here,
    of_two_mails_to_all_in_one_moment_one_goes,
    a_word_is_about_no_mail_to_somebody_else,
    a_mail_says_where_a_chain_is_broken,
    an_answer_is_about_its_own_mail,
    mails_that_come_back_twice_void_what_came_in_between,
    a_session_that_is_pushed_out_is_over,
    whoever_signs_out_hears_no_more_of_a_match,
    names_and_words_can_be_taken_back,
    private_matches_are_hidden,
    a_clock_that_runs_out_ends_the_match,
    the_computer_answers,
    downtime_is_given_back,
    a_restart_writes_one_row_however_many_clocks_run,
    time_in_which_nothing_can_be_written_is_given_back,
    a_server_says_whether_it_can_write,
    a_downtime_in_a_pause_counts_once,
    an_earlier_clubs_clocks_are_written_anew,
    a_clock_that_is_set_forward_ends_no_match,
    a_server_that_was_cut_off_at_once_was_there,
    a_server_that_can_write_again_gives_that_time_back,
    a_clock_that_is_put_right_lets_all_clocks_go_on,
    a_clock_that_is_set_back_further_lets_all_clocks_go_on,
    a_match_that_begins_after_a_clock_was_set_back_ends_on_time,
    a_match_that_cannot_be_ended_is_ended_later,
    a_list_that_shows_too_early_an_end_is_put_right_when_it_comes,
    puzzles_are_answered_and_remembered,
    a_turn_is_told_with_the_board,
    what_was_seen_is_not_sent,
    a_digest_waits_for_its_hour,
    a_player_is_reminded_before_the_time_is_over,
    links_of_mails_are_good_once,
    mails_that_come_back_are_counted,
    a_word_answers_the_mail_of_a_match,
    a_word_answers_the_mail_of_a_challenge,
    an_answer_to_a_mail_of_several_matches_has_to_say_which,
    a_token_alone_does_only_what_its_mail_was_about,
    a_subject_is_read_with_the_writers_own_name,
    a_move_is_found_as_people_write_it,
    a_move_is_found_in_bold_and_with_how_it_ended,
    a_set_position_is_seen_before_it_is_accepted,
    of_two_proposals_each_has_its_own_word,
    the_title_of_a_board_is_no_command,
    a_set_position_is_drawn_where_it_is_accepted,
    a_form_says_who_begins_and_as_what,
    a_challenge_carries_a_greeting,
    challenges_in_one_mail_are_answered_by_their_numbers,
    a_friend_is_invited_once,
    who_invites_by_mail_has_an_address_of_their_own,
    invitations_have_a_bound_for_each_network_and_each_domain,
    who_signs_up_is_told_which_address_counts,
    links_change_address_and_password,
    operators_write_to_everybody,
    who_has_gone_is_no_part_of_everybody,
    the_tutorial_is_a_match_against_the_computer,
    whoever_follows_is_written_to,
    a_game_is_followed_with_all_that_begins_later,
    members_write_to_each_other,
    reminders_keep_to_what_was_agreed,
    a_mail_that_comes_again_signs_up_once,
    a_mail_of_ours_that_is_never_finished_is_put_aside,
    of_many_boards_that_are_asked_for_four_are_drawn,
    of_many_boards_that_are_news_six_are_drawn,
    each_match_has_a_reminder_of_its_own,
    mails_are_taken_from_a_folder,
    a_mail_that_cannot_be_written_is_tried_after_a_minute,
    what_only_a_newer_version_understands_is_left_in_the_outbox,
    a_mail_goes_out_with_all_its_parts,
    a_mail_says_why_it_was_won,
    a_reply_is_known_by_its_subject_alone,
    a_found_mail_commands_nothing,
    a_mail_is_known_by_its_number_and_its_sender,
    a_move_in_the_subject_is_for_the_board_that_was_sent,
    a_stranger_s_machine_is_answered_three_times_in_a_member_s_name,
    what_others_ask_fills_nobody_s_own_challenges,
    guests_of_one_network_ask_one_after_the_other,
    what_is_one_mail_stays_one,
    a_mail_is_brought_for_three_days,
    a_mail_that_is_refused_for_good_goes_once,
    a_mail_server_hears_for_whom_mail_is_taken,
    a_relay_that_is_busy_is_brought_the_same_mail_again,
    a_mail_that_cannot_be_noted_goes_once,
    a_limit_keeps_challenges_away,
    a_machine_without_marks_is_answered_three_times,
    the_last_answer_before_silence_says_so,
    strangers_are_answered_within_bounds,
    an_address_nobody_confirmed_is_seldom_written_to,
    who_leaves_is_written_to_no_more,
    forged_mails_use_up_no_answer_to_genuine_ones,
    who_leaves_is_told_where_they_were_written_to,
    whose_account_an_operator_closes_is_told_so,
    nobody_uses_up_what_newcomers_of_a_domain_have,
    who_asks_in_somebodys_name_uses_up_nothing_of_theirs,
    whoever_writes_in_somebodys_name_neither_floods_nor_silences_them,
    nonsense_in_somebodys_name_keeps_no_refusal_from_them,
    who_has_forgotten_a_password_is_answered_before_anybody_looks,
    a_mail_that_is_asked_about_is_shown_whole,
    links_are_good_for_as_long_as_they_say,
    a_copy_that_nobody_believes_uses_up_no_mail,
    what_is_confirmed_is_done_once,
    links_for_another_password_have_a_bound,
    an_address_beyond_the_limit_replaces_none,
    the_key_leaves_the_database,
    an_offer_says_what_it_is_and_what_answers_it,
    a_vacation_ends_with_one_reminder_of_its_day,
    who_accepts_and_moves_first_has_one_mail,
    nobody_is_reminded_of_a_match_of_minutes,
    what_is_queued_is_told_with_its_move,
    a_mail_tells_which_tiles_were_laid_by_themselves,
    a_mail_names_no_side_that_nobody_has_chosen,
    a_mail_tells_what_its_reader_needs,
    the_computer_s_matches_come_in_their_order,
    what_fails_lets_nobody_in,
    a_full_server_answers_who_watches_over_it,
    no_body_grows_beyond_the_room_there_is,
    a_request_that_was_begun_is_answered_before_the_end,
    the_computer_knows_where_a_member_is,
    what_is_packed_is_not_unpacked,
    a_request_has_one_end,
    what_somebody_writes_is_never_markup,
    what_was_done_is_said_where_the_page_jumps_to,
    a_turn_for_another_board_stays_where_it_was_typed,
    a_draw_says_why_to_programs_and_in_its_picture,
    two_clubs_do_not_answer_each_other,
    challenges_have_a_bound_at_every_door,
    guests_leave_room_in_the_lobby,
    guests_of_a_large_network_leave_room_too,
    a_limit_counts_those_whose_it_is,
    a_ban_withdraws_and_declines,
    remarks_name_their_speakers,
    a_clock_that_is_set_twice_is_followed_after_the_second_time,
    many_matches_are_followed_by_one_message,
    what_has_lapsed_and_who_has_gone_are_shown_no_more,
    so_many_challenges_wait_for_one_member,
    every_door_answers_everybody_as_the_table_says,
    each_limit_is_kept_at_each_of_its_doors,
    what_is_said_has_a_bound,
    a_long_remark_is_said_whole_or_not_at_all,
    what_is_planned_again_is_said_once_and_paid_each_time,
    the_figures_are_not_for_everybody,
    browsers_are_told_what_is_private,
    strangers_lock_nobody_out,
    whoever_waits_is_heard,
    whoever_tries_many_passwords_keeps_nobody_else_out,
    nobody_is_as_much_work_as_somebody,
    a_session_ends_however_much_it_is_used,
    the_last_use_of_a_session_counts_by_the_hour,
    who_signs_out_takes_their_token_away,
    nobody_is_known_by_what_a_stranger_may_write,
    a_password_is_asked_again_so_often,
    what_is_old_is_forgotten_and_nothing_else,
    a_secret_alone_changes_no_account,
    a_passkey_that_is_gone_lets_nobody_in,
    an_operator_s_password_alone_makes_no_passkey,
    a_change_is_told_and_taken_back,
    a_claim_does_not_outlive_what_was_taken_back,
    an_address_is_one_member_s,
    a_removed_address_is_told,
    of_two_addresses_the_first_comes_back,
    what_was_changed_after_it_is_taken_back_too,
    what_went_out_before_opens_nothing_afterwards,
    whoever_had_the_mails_in_between_has_no_say,
    a_former_address_says_nothing_for_a_member,
    what_went_out_before_a_backup_was_restored_opens_nothing,
    a_name_that_an_operator_gave_is_not_taken_back,
    who_has_left_says_nothing_more,
    several_commands_may_stand_below_an_old_mail,
    a_message_goes_to_those_who_have_not_had_it,
    what_cannot_be_restored_is_told,
    nobody_slips_in_while_it_is_taken_back,
    a_passkey_is_taken_back_by_its_own_link,
    a_new_passkey_is_told_to_its_owner,
    what_was_only_begun_is_taken_back_too,
    links_from_before_are_good_no_more,
    who_comes_back_is_told_what_else_was_changed,
    passkeys_go_with_a_lost_password_unless_they_are_kept,
    who_gets_what,
    one_person_has_so_many_questions_waiting,
    who_hangs_up_leaves_nothing_half_done,
    a_failed_read_forgets_no_match,
    no_answer_is_longer_than_may_be,
    nonsense_gets_a_sentence,
    what_is_no_message_is_told_in_a_sentence,
);

/// A PostgreSQL server shared by the tests that run at the same time.
struct Cluster {
    postgres: Postgres,
    databases: AtomicU32,
    /// Removed after the server has stopped.
    _folder: Folder,
}

impl Cluster {
    /// Creates an empty database and returns its address.
    fn database(&self) -> String {
        let n = self.databases.fetch_add(1, Ordering::Relaxed);
        self.postgres.database(&format!("club{n}")).unwrap()
    }
}

/// The cluster of the running tests, or a new one; none where PostgreSQL is left out.
fn cluster() -> Option<Arc<Cluster>> {
    static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
    if std::env::var_os("CROSSCUT_WITHOUT_POSTGRESQL").is_some() {
        return None;
    }
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(cluster) = shared.upgrade() {
        return Some(cluster);
    }
    let folder = Folder::new();
    let postgres = Postgres::begin_in_haste(&folder.0.join("postgres")).unwrap();
    let cluster = Arc::new(Cluster { postgres, databases: AtomicU32::new(0), _folder: folder });
    *shared = Arc::downgrade(&cluster);
    Some(cluster)
}

fn row(stream: &str, version: i64) -> EventRow {
    EventRow {
        stream: stream.to_string(),
        version,
        at: Moment(1000 + version),
        who: "member/1".to_string(),
        once: (version % 2 == 0).then(|| format!("word {version}")),
        fact: format!("{{\"n\": {version}, \"text\": \"Ünïcode's \\\"quote\\\"\"}}"),
    }
}

fn events(rows: Vec<EventRow>) -> Batch {
    Batch { events: rows, ..Batch::default() }
}

async fn events_come_back_in_order(database: &str) {
    let store = Store::open(database).await.unwrap();
    // More than one piece of 64, of streams whose names begin alike.
    let rows: Vec<EventRow> = (1..=150).map(|version| row("match/1", version)).collect();
    store.write(&events(rows.clone())).await.unwrap();
    store.write(&events(vec![row("match/11", 1), row("match/2", 1)])).await.unwrap();
    assert_eq!(store.events("match/1", 0).await.unwrap(), rows);
    assert_eq!(store.events("match/1", 148).await.unwrap(), rows[148..]);
    assert_eq!(store.events("match/3", 0).await.unwrap(), []);
    let both = store.events_of(&["match/2".into(), "match/11".into()]).await.unwrap();
    assert_eq!(both, [row("match/11", 1), row("match/2", 1)]);
    assert_eq!(store.streams_after("match/1", 10).await.unwrap(), ["match/11", "match/2"]);
    store.close().await;
    let store = Store::open(database).await.unwrap();
    assert_eq!(store.events("match/1", 0).await.unwrap(), rows);
    store.close().await;
}

async fn a_version_is_written_once(database: &str) {
    let store = Store::open(database).await.unwrap();
    store.write(&events(vec![row("match/1", 1)])).await.unwrap();
    let mixed = events(vec![row("match/2", 1), row("match/1", 1)]);
    assert!(store.write(&mixed).await.is_err());
    // Nothing of the failed batch was written, not even its valid part.
    assert_eq!(store.events("match/2", 0).await.unwrap(), []);
    store.write(&events(vec![row("match/1", 2)])).await.unwrap();
    assert_eq!(store.events("match/1", 0).await.unwrap().len(), 2);
    store.close().await;
}

async fn answers_are_kept_and_forgotten(database: &str) {
    let store = Store::open(database).await.unwrap();
    let answer =
        |n: i64| AnswerRow { asked: format!("member/1 {n}"), at: Moment(n), body: n.to_string() };
    let answers = vec![answer(1), answer(2)];
    store.write(&Batch { answers, ..Batch::default() }).await.unwrap();
    let asked = ["member/1 2".to_string(), "member/2 1".to_string()];
    assert_eq!(store.answers(&asked).await.unwrap(), [answer(2)]);
    assert_eq!(store.forget_answers(Moment(2)).await.unwrap(), 1);
    assert_eq!(store.answers(&["member/1 1".to_string()]).await.unwrap(), []);
    assert_eq!(store.answers(&asked).await.unwrap(), [answer(2)]);
    store.close().await;
}

const FIVE: MemberId = MemberId(5);

async fn a_session_takes_another_ones_place(database: &str) {
    let store = Store::open(database).await.unwrap();
    let session = |number| Session {
        number,
        member: FIVE,
        began: Moment(1),
        seen: Moment(1),
        device: "x".into(),
        by_key: false,
    };
    store.begin_session("a", &session(1), None).await.unwrap();
    store.begin_session("b", &session(2), Some("a")).await.unwrap();
    store.begin_session("c", &session(3), None).await.unwrap();
    assert!(store.session("a").await.unwrap().is_none());
    assert_eq!(store.session("b").await.unwrap().unwrap().number, 2);
    store.session_seen("c", Moment(9)).await.unwrap();
    let of_five = store.sessions_of(FIVE).await.unwrap();
    assert_eq!(of_five.iter().map(|it| it.number).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(store.end_sessions(MemberId(6), Some(2), "").await.unwrap(), [""; 0]);
    assert_eq!(store.end_sessions(FIVE, Some(-1), "").await.unwrap(), [""; 0]);
    assert_eq!(store.end_sessions(FIVE, None, "c").await.unwrap(), ["b"]);
    assert_eq!(store.forget_sessions(Moment(9), Moment(1)).await.unwrap(), 0);
    assert_eq!(store.end_sessions(FIVE, Some(3), "").await.unwrap(), ["c"]);
    // Beyond the limit, the least recently used session ends.
    let most = crate::store::session::EACH;
    for n in 0..most {
        let began = store.begin_session(&n.to_string(), &session(n), None).await.unwrap();
        assert_eq!(began, [""; 0], "{n}");
    }
    store.session_seen("0", Moment(9)).await.unwrap();
    assert_eq!(store.begin_session("more", &session(99), None).await.unwrap(), ["1"]);
    assert_eq!(store.sessions_of(FIVE).await.unwrap().len() as i64, most);
    store.set_password(FIVE, "one", Moment(1)).await.unwrap();
    store.set_password(FIVE, "two", Moment(2)).await.unwrap();
    assert_eq!(store.password(FIVE).await.unwrap().as_deref(), Some("two"));
    store.close().await;
}

async fn errands_are_answered_once(database: &str) {
    let store = Store::open(database).await.unwrap();
    store.leave_errand(7, Moment(1), "go").await.unwrap();
    assert_eq!(store.errands().await.unwrap(), [(7, "go".to_string())]);
    assert_eq!(store.take_errand(7, false).await.unwrap(), None);
    store.answer_errand(7, "gone").await.unwrap();
    assert_eq!(store.errands().await.unwrap(), []);
    assert_eq!(store.take_errand(7, false).await.unwrap().as_deref(), Some("gone"));
    assert_eq!(store.take_errand(7, true).await.unwrap(), None);
    store.close().await;
}

async fn settings_are_told_apart_by_their_beginnings(database: &str) {
    let store = Store::open(database).await.unwrap();
    store.set("closed/hex", Some("")).await.unwrap();
    store.set("close", Some("x")).await.unwrap();
    store.set("close", Some("y")).await.unwrap();
    assert_eq!(store.settings("closed/").await.unwrap(), [("hex".to_string(), String::new())]);
    assert_eq!(store.setting("close").await.unwrap().as_deref(), Some("y"));
    store.set("close", None).await.unwrap();
    assert_eq!(store.setting("close").await.unwrap(), None);
    store.close().await;
}

async fn the_lock_is_one_servers(database: &str) {
    let store = Store::open(database).await.unwrap();
    let other = Store::open(database).await.unwrap();
    let lock = store.lock().await.unwrap();
    assert!(lock.is_some());
    assert!(other.lock().await.unwrap().is_none());
    drop(lock);
    store.close().await;
    assert!(other.lock().await.unwrap().is_some());
    other.close().await;
}

async fn a_later_versions_database_is_refused(database: &str) {
    let store = Store::open(database).await.unwrap();
    let steps = store.steps_done().await.unwrap();
    store.close().await;
    let store = Store::open(database).await.unwrap();
    assert_eq!(store.steps_done().await.unwrap(), steps, "a step is done once");
    // An earlier version's database is migrated by a server that may write; others report it.
    store.must_be_current().await.unwrap();
    meddle(&store, "DELETE FROM step WHERE number = (SELECT MAX(number) FROM step)").await;
    let error = store.must_be_current().await.unwrap_err().to_string();
    assert!(error.contains("earlier version"), "{error}");
    let config = crate::tests::config(database);
    let error = crate::doctor(&config, &Default::default(), |_| ()).await.unwrap_err().to_string();
    assert!(error.contains("earlier version"), "{error}");
    store.pretend_step(i64::try_from(steps).unwrap()).await.unwrap();
    store.pretend_step(i64::try_from(steps).unwrap() + 1).await.unwrap();
    store.close().await;
    let error = Store::open(database).await.unwrap_err().to_string();
    assert!(error.contains("later version"), "{error}");
    let error = crate::doctor(&config, &Default::default(), |_| ()).await.unwrap_err().to_string();
    assert!(error.contains("later version"), "{error}");
}

#[tokio::test]
async fn a_database_of_another_program_stays_as_it_is() {
    use sqlx::{ConnectOptions, Connection};
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.file("notes.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut notes = options.clone().create_if_missing(true).connect().await.unwrap();
    sqlx::query("CREATE TABLE note (words TEXT)").execute(&mut notes).await.unwrap();
    notes.close().await.unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    let before = std::fs::read(&path).unwrap();
    let error = format!("{:#}", Store::open(&path).await.unwrap_err());
    assert!(error.contains("belongs to another program"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o644);
}

#[tokio::test]
async fn a_backup_is_made_though_an_earlier_one_was_cut_off() {
    let folder = Folder::new();
    let store = Store::open(&folder.file("club.db")).await.unwrap();
    store.set("close", Some("x")).await.unwrap();
    let (copy, part) = (folder.file("copy.db"), folder.file("copy.db.part"));
    std::fs::write(&part, "half of a copy").unwrap();
    store.backup(Path::new(&copy)).await.unwrap();
    assert!(!std::path::Path::new(&part).exists());
    store.close().await;
    let copy = Store::open_to_read(&copy).await.unwrap();
    assert_eq!(copy.setting("close").await.unwrap().as_deref(), Some("x"));
    copy.close().await;
}

#[tokio::test]
async fn a_backup_that_fails_leaves_nothing_behind() {
    use sqlx::{ConnectOptions, Connection};
    let folder = Folder::new();
    let (path, copy) = (folder.file("club.db"), folder.file("copy.db"));
    Store::open(&path).await.unwrap().close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut meddler = options.connect().await.unwrap();
    for sql in [
        "CREATE TABLE odd (a INTEGER)",
        "INSERT INTO odd VALUES (NULL)",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE odd (a INTEGER NOT NULL)' WHERE name = 'odd'",
        "PRAGMA writable_schema = OFF",
    ] {
        sqlx::query(sql).execute(&mut meddler).await.unwrap();
    }
    meddler.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    store.backup(Path::new(&copy)).await.unwrap_err();
    store.close().await;
    for name in [copy.clone(), format!("{copy}.part")] {
        assert!(!Path::new(&name).exists(), "{name}");
    }
}

#[tokio::test]
async fn a_restored_database_knows_that_it_is_one() {
    let folder = Folder::new();
    let (path, copy) = (folder.file("club.db"), folder.file("copy.db"));
    let store = Store::open(&path).await.unwrap();
    store.backup(Path::new(&copy)).await.unwrap();
    assert_eq!(store.setting(super::RESTORED).await.unwrap(), None);
    store.close().await;
    let mut words = Vec::new();
    for name in ["one.db", "other.db"] {
        let path = folder.file(name);
        Store::restore(Path::new(&copy), &path).await.unwrap();
        let store = Store::open(&path).await.unwrap();
        words.push(store.setting(super::RESTORED).await.unwrap().unwrap());
        store.close().await;
    }
    assert_ne!(words[0], words[1]);
    // What a former database left beside the place would be taken for a part of the restored one.
    let path = folder.file("third.db");
    std::fs::write(format!("{path}-wal"), "left").unwrap();
    let said = Store::restore(Path::new(&copy), &path).await.unwrap_err().to_string();
    assert!(said.contains("third.db-wal is there already"), "{said}");
    assert!(!Path::new(&path).exists());
    use sqlx::{ConnectOptions, Connection};

    // PostgreSQL has tools of its own, and not every database is a club's.
    let said = Store::restore(Path::new(&copy), "postgres://x/y").await.unwrap_err().to_string();
    assert!(said.ends_with("its own tools: pg_restore"), "{said}");
    let other = folder.file("notes.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&other);
    let mut notes = options.create_if_missing(true).connect().await.unwrap();
    sqlx::query("CREATE TABLE note (a TEXT)").execute(&mut notes).await.unwrap();
    notes.close().await.unwrap();
    let path = folder.file("fourth.db");
    let said = Store::restore(Path::new(&other), &path).await.unwrap_err().to_string();
    assert!(said.contains("this is not a backup of crosscut"), "{said}");
    assert!(!Path::new(&path).exists());
}

#[tokio::test]
async fn one_database_is_served_once_whatever_links_lead_to_it() {
    let folder = Folder::new();
    let (path, link) = (folder.file("club.db"), folder.file("link.db"));
    let store = Store::open(&path).await.unwrap();
    let lock = store.lock().await.unwrap();
    assert!(lock.is_some());
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let other = Store::open(&link).await.unwrap();
    assert!(other.lock().await.unwrap().is_none());
    drop(lock);
    assert!(other.lock().await.unwrap().is_some());
    other.close().await;
    store.close().await;
}

impl Store {
    /// Renames a table.
    pub(crate) async fn rename(&self, old: &str, new: &str) -> super::Result<()> {
        let text = format!("ALTER TABLE {old} RENAME TO {new}");
        super::writing!(self, tx => {
            sqlx::query(sqlx::AssertSqlSafe(text.as_str())).execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// Notes a step of a later version.
    async fn pretend_step(&self, number: i64) -> super::Result<()> {
        super::writing!(self, tx => {
            sqlx::query("INSERT INTO step (number) VALUES ($1)").bind(number).execute(&mut *tx).await?;
        });
        Ok(())
    }
}
