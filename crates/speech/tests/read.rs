//! What lines mean, as a table: on the left what somebody called Ann types, on the right what is understood.

use crosscut_catalog::GAMES;
use crosscut_speech::{COMMANDS, Deed, Order, Place, Scene, read};

/// What is understood, in short.
fn heard(line: &str) -> String {
    let request = match read(line, Some("Ann")) {
        Ok(request) => request,
        Err(error) => return format!("no: {error}"),
    };
    let game = request.game.map_or(String::new(), |card| format!("{}: ", card.name));
    let order = match request.order {
        Order::Challenge { names, wanted } => {
            format!("challenge {} at {}, {:?}", names.join(" "), wanted.spec, wanted.pace.forfeit)
        }
        Order::Seek { n, wanted } => format!("seek {n:?} at {}", wanted.spec),
        Order::Preview { scene: Scene::New(spec), moves } => {
            format!("preview {spec} {}", moves.join(" "))
        }
        Order::At { id, deed: Deed::Turn { text, ply } } => match ply {
            Some(ply) => format!("{id}: {text} as {ply}"),
            None => format!("{id}: {text}"),
        },
        Order::At { id, deed } => format!("{id}: {deed:?}"),
        order => format!("{order:?}"),
    };
    format!("{game}{order}")
}

#[track_caller]
fn check(table: &[(&str, &str)]) {
    for (line, meaning) in table {
        assert_eq!(heard(line), *meaning, "{line}");
    }
}

#[test]
fn moves() {
    check(&[
        ("trellis move 12 A2,C3", "trellis: 12: A2,C3"),
        ("trail-mix move 12 24. Gf4!", "trail-mix: 12: 24. Gf4!"),
        ("Re: Trail Mix Board 2 c1", "trail-mix: 2: c1"),
        ("quadrant hex move 12 a1", "quadrant-hex: 12: a1"),
        ("Diagonal Bridg-It move 12 A1", "diagonal-bridg-it: 12: A1"),
        ("trellis move 12 C6 pass pass", "trellis: 12: C6 pass pass"),
        ("move 12 1. C6, 2. pass, 3. pass", "12: 1. C6, 2. pass, 3. pass"),
        ("move 12 ann 24... Gf4!#24", "12: 24... Gf4! as 24"),
        ("Trellis MOVE 12 ann A2,C3", "trellis: 12: A2,C3"),
        ("trellis board 12 ANN a2, c3 **", "trellis: 12: a2,c3"),
        ("Re: Trellis Board 12 ann ** A2#5", "trellis: 12: A2 as 5"),
        ("mvoe 12 a1", "12: a1"),
        ("trichet move 12 -A50ul.", "trichet: 12: -A50ul."),
        ("move 12 swap", "12: swap"),
        ("hex swap 12", "hex: 12: swap"),
        ("hex swap 12 ann #2", "hex: 12: swap as 2"),
        ("pass 12", "12: pass"),
        ("hex move 12 ann resign", "hex: 12: Resign"),
        ("hex move 12 propose", "hex: 12: Propose(Draw)"),
        ("hex move 12 ann undo", "hex: 12: Propose(Undo)"),
        ("hex move 12 accept", "hex: 12: Answer(true)"),
        ("hex move 12 reject", "hex: 12: Answer(false)"),
        ("qmove 12 c3", "12: Queue(Some(\"c3\"))"),
        ("queue 12 none", "12: Queue(Some(\"\"))"),
        ("queue 12", "12: Queue(None)"),
        ("submit 12 30. Gc1 wins!", "12: Submit { text: \"30. Gc1 wins!\", ply: None }"),
        ("move 12 *30. Gc1* wins!", "12: 30. Gc1 wins!"),
        ("move 12 ann 30. Gc1 wins!", "12: 30. Gc1 wins!"),
        ("move 12 *A2, C3!*", "12: A2,C3!"),
        ("submit 12 c3#4", "12: Submit { text: \"c3\", ply: Some(4) }"),
        ("confirm 12 ann", "12: Confirm"),
        ("hex undo 12", "hex: 12: Propose(Undo)"),
        ("chat 12", "12: Chat"),
        ("resign 12 Ann", "12: Resign"),
        ("move", "no: which match? Write `move NUMBER MOVE[#N]`"),
        ("move 12", "no: what is the move? Write `move NUMBER MOVE[#N]`"),
        ("move a1", "no: 'a1' is not the number of a match: write `move NUMBER MOVE[#N]`"),
        ("move 12 a1#0", "no: after # stands the number of the move, from 1: 'a1#0' has none"),
        ("move 12 #3", "no: the move itself is missing before #"),
        ("move 12#3 a1", "no: which move it is meant to be stands after the move: 12 MOVE#N"),
        ("submit 12 a1 b2", "no: only one move is possible here: write only a1"),
        ("queue 12 resign", "no: 'resign' is not a move that can wait"),
        (
            "move 99999999999999999999 a1",
            "no: '99999999999999999999' is not the number of a match: write `move NUMBER MOVE[#N]`",
        ),
    ]);
}

#[test]
fn a_password_is_refused_wherever_one_stood() {
    for line in [
        "hex move 12 ann geheim a1",
        "hex move 12 bob geheim a1",
        "hex move 12 geheim ann a1 b2",
        "hex swap 12 ann geheim",
        "hex resign 12 bob geheim",
        "hex confirm 12 ann geheim",
        "hex chat 12 ann geheim",
        "hex queue 12 ann geheim a1",
        "hex accept ann geheim",
        "hex reject bob geheim",
        "hex accept 12 ann geheim",
        "hex limit ann geheim 3",
        "hex seek ann geheim 3",
        "hex showas ann geheim 12",
        "signup ann geheim",
        "signup ann geheim ann@example.org",
        "signoff ann geheim now",
        "change password ann geheim new",
        "change address ann geheim a@b.c",
    ] {
        let words = heard(line);
        assert!(words.starts_with("no: ") && words.contains("password"), "{line}: {words}");
        assert!(!words.contains("geheim"), "{line}: {words}");
    }
}

#[test]
fn challenges() {
    check(&[
        (
            "trellis challenge ann bob",
            "trellis: challenge ann bob at trellis:opening=swap,mirror=off, None",
        ),
        (
            "trellis chall -size=9 ann bob --forf=5",
            "trellis: challenge ann bob at trellis:size=9,opening=swap,mirror=off, Some(5)",
        ),
        (
            "trellis challenge ann -opening=official -m=any bob",
            "trellis: challenge ann bob at trellis, None",
        ),
        // What is not given is that of the classic form, whatever else is given.
        (
            "trellis challenge ann -mirror=any bob",
            "trellis: challenge ann bob at trellis:opening=swap, None",
        ),
        (
            "trellis challenge ann -opening=Official bob",
            "trellis: challenge ann bob at trellis:mirror=off, None",
        ),
        (
            "trellis challenge ann -opening=none bob",
            "trellis: challenge ann bob at trellis:opening=none,mirror=off, None",
        ),
        ("hex challenge bob", "hex: challenge bob at hex, None"),
        ("hex challenge bob --size=7", "hex: challenge bob at hex:size=7, None"),
        ("hex seek 3 -size=5", "hex: seek Some(3) at hex:size=5"),
        ("hex seek ann", "hex: seek None at hex"),
        (
            "trellis challenge -size=21 ann bob",
            "no: trellis: size=21 is not possible: size is an odd number from 7 to 19 by mail and in commands; the page's form takes an odd number from 3 to 25",
        ),
        (
            "trellis challenge -size=8 ann bob",
            "no: trellis: size=8 is not possible: size is an odd number from 7 to 19 by mail and in commands; the page's form takes an odd number from 3 to 25",
        ),
        ("hex challenge -siz ann bob", "no: -size needs a value, as in -size=11"),
        ("hex challenge -un=1 ann bob", "no: --unrated stands alone, without a value"),
        (
            "hex challenge --total=x ann bob",
            "no: --totaltime needs a number, days, as in --totaltime=3",
        ),
        (
            "hex challenge -x=1 bob",
            "no: hex has no option '-x': there are -size, -opening and --forfeittime, --totaltime, --nagtime, --unrated, --private, --level",
        ),
        (
            "hex challenge",
            "no: who is to play? Write `hex challenge [-OPTION=VALUE] [--SWITCH] NAME [NAME]`",
        ),
        ("hex challenge a b c", "no: two people play a match, and 3 are named"),
        ("accept c7", "AnswerChallenge { id: 7, yes: true }"),
        ("hex reject C7 ann", "hex: AnswerChallenge { id: 7, yes: false }"),
        ("resign c7", "AnswerChallenge { id: 7, yes: false }"),
        ("accept bob", "AnswerChallenger { name: \"bob\", yes: true }"),
        ("hex accept", "hex: Welcome(true)"),
        ("hex reject ann", "hex: Welcome(false)"),
        ("withdraw c7", "WithdrawChallenge(7)"),
        ("hex limit 0", "hex: Limit(Some(None))"),
        ("hex limit ann 3", "hex: Limit(Some(At(3)))"),
        ("hex limit", "hex: Limit(None)"),
    ]);
}

#[test]
fn everything_else() {
    check(&[
        ("", "Help([])"),
        ("help trellis", "Help([\"trellis\"])"),
        ("trellis", "Help([\"trellis\"])"),
        ("trellis help", "trellis: Help([\"trellis\"])"),
        (
            "signup ann ann@example.org",
            "SignUp { name: \"ann\", address: Some(\"ann@example.org\") }",
        ),
        (
            "hex show 12#3 13#-1 14",
            "hex: Show { boards: [Board { id: 12, at: Some(3) }, Board { id: 13, at: Some(-1) }, Board { id: 14, at: None }], of: [], which: Active, own: false }",
        ),
        ("show bob next", "Show { boards: [], of: [\"bob\"], which: Next, own: false }"),
        ("showas ann all", "Show { boards: [], of: [], which: All, own: true }"),
        ("all show", "Show { boards: [], of: [], which: Active, own: true }"),
        ("all show ANN next", "Show { boards: [], of: [], which: Next, own: true }"),
        ("all sh bob", "Show { boards: [], of: [\"bob\"], which: Active, own: false }"),
        ("hex games", "hex: Games { of: [], which: Active }"),
        ("games bob cid inactive tournament", "Games { of: [\"bob\", \"cid\"], which: Inactive }"),
        ("hex ratings", "hex: Standings"),
        ("hex hist", "hex: History"),
        (
            "preview 12#3 a1 b2",
            "Preview { scene: Of(Board { id: 12, at: Some(3) }), moves: [\"a1\", \"b2\"] }",
        ),
        ("hex prev new 2 -size=5 a1", "hex: preview hex:size=5 a1"),
        ("vacation", "Vacation(Tell)"),
        ("vacation 14", "Vacation(Days(14))"),
        (
            "vacation ann from 2026-12-01 until 2026-12-24",
            "Vacation(Until { from: Some(\"2026-12-01\"), until: \"2026-12-24\" })",
        ),
        ("vacation back", "Vacation(Off)"),
        ("change zone Europe/Berlin", "Change(Zone(\"Europe/Berlin\"))"),
        ("change password", "Change(Password)"),
        ("change password ann", "Change(Password)"),
        ("change address ann a@b.c", "Change(Address(Some(\"a@b.c\")))"),
        ("delete ann", "SignOff(Some(\"ann\"))"),
        ("message ann bob", "Message([\"bob\"])"),
        ("hex sub 12 ann", "hex: Subscribe { ids: [12], on: true }"),
        ("hex unsub 12", "hex: Subscribe { ids: [12], on: false }"),
        ("hex subscribe all", "hex: Subscribe { ids: [], on: true }"),
        ("hex unsub ann all", "hex: Subscribe { ids: [], on: false }"),
        ("hex notify ann", "hex: Notify([])"),
        ("hex notify ann 12", "hex: Notify([12])"),
        ("multiple", "Multiple"),
        ("change address", "Change(Address(None))"),
        ("change addr ann@new.example", "Change(Address(Some(\"ann@new.example\")))"),
        (
            "change address bob",
            "no: 'bob' is not an address such as ann@example.org: write `change address NEW@ADDRESS`",
        ),
        ("block", "Block(None)"),
        ("block bob", "Block(Some(\"bob\"))"),
        ("UNBLOCK Bob", "Unblock(\"Bob\")"),
        ("unblock", "no: whom? Write `unblock NAME`"),
        ("mails", "Mails(None)"),
        ("mails ann each", "Mails(Some(Each))"),
        ("mails daily", "Mails(Some(Daily(None)))"),
        ("mails DAILY 23", "Mails(Some(Daily(Some(23))))"),
        ("mails off", "Mails(Some(None))"),
        (
            "mails daily 24",
            "no: '24' is not an hour: write a number from 0 to 23, as in `mails daily 7`",
        ),
        ("mails weekly", "no: write `mails [each|daily [HOUR]|none]`"),
        ("show", "no: all boards would be too many: name matches by their numbers, or players"),
        (
            "m 12 a1",
            "no: 'm' may be move or queue or mails or message or multiple: write more of it",
        ),
        ("standings", "no: which game? Its name stands first: `trellis standings`"),
        ("hex list", "no: list is said without a game: write `list`"),
        ("hex dance", "no: 'dance' is not a command: write `help commands` to have them listed"),
        ("tr", "no: 'tr' may be trellis or trail-mix or trichet: write more of it"),
        ("trel games", "trellis: Games { of: [], which: Active }"),
        ("move -size=9 12 a1", "no: '-size' means nothing to move: write `move NUMBER MOVE[#N]`"),
        ("games all next", "no: one of all, active, inactive and next is enough"),
    ]);
    assert!(
        heard("fly")
            .starts_with("no: 'fly' is neither a game nor a command: the games are trellis, ")
    );
    assert!(heard(&"a".repeat(2001)).contains("2000 bytes"));
}

#[test]
fn who_is_not_known_has_no_name_to_leave_out() {
    assert!(read("hex move 12 ann a1", None).is_err());
    assert!(read("hex move 12 a1", None).is_ok());
}

#[test]
fn every_command_is_told_with_an_example_that_is_understood() {
    let manual = include_str!("../../../docs/commands.md");
    for entry in COMMANDS {
        let game = if entry.place == Place::Game { GAMES[0].card().name } else { "" };
        let game =
            if entry.example.starts_with("preview new") { GAMES[0].card().name } else { game };
        let line = format!("{game} {}", entry.example);
        let request = read(&line, None);
        assert!(request.is_ok(), "{line}: {}", request.unwrap_err());
        for alias in entry.aliases {
            let other = line.replacen(entry.word, alias, 1);
            assert_eq!(
                read(&other, None).unwrap().order,
                request.as_ref().unwrap().order,
                "{other}"
            );
            assert!(manual.contains(&format!("`{alias}`")), "{alias}");
        }
        assert!(
            manual.contains(&format!("| `{}` |", entry.usage.replace('|', "\\|"))),
            "{}",
            entry.usage
        );
        assert!(manual.contains(&format!("`{}`", line.trim())), "{line}");
    }
}

#[test]
fn however_long_a_list_is_little_of_it_is_said_back() {
    let said = read(&"ab, ".repeat(200), None).unwrap_err().to_string();
    let word = format!("'{}..' is neither a game nor a command", "ab, ".repeat(15));
    assert!(said.starts_with(&word), "{said}");
}

#[test]
fn what_is_no_move_is_not_recommended() {
    let line = format!("qu\u{c}\u{c}1\u{c}\u{c}CCCCCCCCC{}CCCC,\u{c}A0\u{c}ss1", "\0".repeat(70));
    let said = read(&line, Some("ann")).unwrap_err().to_string();
    assert!(said.starts_with("what is the move? Write `"), "{said}");
}
