//! Dialogues with `crosscut engine`, as boards and match programs conduct them.

use crate::{crosscut_reading, json};

/// The answers to these lines.
fn dialogue(args: &str, lines: &str) -> String {
    let run = crosscut_reading(&format!("engine {args}"), lines);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    run.out
}

/// The answers alone, one per line; those with several lines are joined by bars.
fn answers(args: &str, lines: &str) -> Vec<String> {
    let out = dialogue(args, lines);
    out.trim_end().split("\n\n").map(|it| it.trim_end().replace('\n', "|")).collect()
}

#[test]
fn the_protocol_is_kept_to_the_letter() {
    let out = dialogue(
        "hex:size=3",
        "\n# nothing\n1 protocol_version\n\tname # who?\r\n   \n12 known_command genmove\nknown_command no\n\
         7 nonsense a b\n99\n3 play\nplay x a1\nplay b\nquit\nname\n",
    );
    let expected = "=1 2\n\n= Crosscut\n\n=12 true\n\n= false\n\n?7 unknown command\n\n?99 unknown command\n\n\
                    ?3 play takes a colour and a move: play black C3\n\n\
                    ? 'x' is not a colour: it is black or white\n\n\
                    ? play takes a colour and a move: play black C3\n\n= \n\n";
    assert_eq!(out, expected, "and nothing is answered after quit");
    let listed = answers("", "list_commands\n");
    for name in "protocol_version name version known_command list_commands quit boardsize clear_board play genmove \
                 reg_genmove undo showboard time_settings time_left all_legal_moves final_score spec \
                 gogui-analyze_commands hexgui-analyze_commands"
        .split_whitespace()
    {
        assert!(listed[0].trim_start_matches("= ").split('|').any(|it| it == name), "{name}");
    }
}

#[test]
fn hex_is_played_as_programs_for_hex_do() {
    let lines = "boardsize 3 3\nall_legal_moves\nplay black a1\nplay w A1\nplay b b2\nplay white swap-pieces\nto_move\n\
                 showboard\nplay w b2\nundo\nundo\nto_move\nplay white c1\nplay b a2\nplay w c2\nplay b a3\n\
                 final_score\ngenmove white\nplay w c3\nundo\nfinal_score\nplay b resign\nfinal_score\nclear_board\n\
                 undo\nboardsize 3 4\nboardsize 99\nboardsize big\nspec\n";
    let expected = [
        "=",
        "= A1 B1 C1 A2 B2 C2 A3 B3 C3",
        "=",
        "? A1 is taken by V",
        "? it is white's turn: white is H",
        "=",
        "= white",
        "= |  A B C| 1 V . . 1|  2 . . . 2|   3 . . . 3|      A B C|white (H) to move",
        "=",
        "=",
        "=",
        "= white",
        "=",
        "=",
        "=",
        "=",
        "= B+",
        "= resign",
        "? the game is over: black has won",
        "=",
        "? cannot score: the game is not over, and it is black's turn",
        "=",
        "= W+R",
        "=",
        "? cannot undo: nothing was played",
        "? unacceptable size: the boards are as high as wide, and 3 4 are not",
        "? unacceptable size: hex: size=99 is not possible: size is a number from 2 to 26",
        "? unacceptable size: hex: size=big is not possible: size is a number from 2 to 26",
        "= hex:size=3",
    ];
    let found = answers("hex", lines);
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        let line = lines.lines().nth(at).unwrap();
        if line == "showboard" {
            let squeeze = |it: &str| it.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(squeeze(found), squeeze(expected));
        } else {
            assert_eq!(found, expected, "{line}");
        }
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn several_stones_are_one_word_or_several() {
    let found = answers(
        "trellis:size=7,opening=none",
        "play black C6,F6\nplay w a2 b4\nplay b C1 D1\nplay b PASS\nspec trellis:size=5\nspec\nplay b a1\nplay b a2\n\
         play w b2\nplay b c3\nplay w white\nspec nonsense\n",
    );
    let expected = [
        "=",
        "=",
        "? C1 and D1 are not three points apart",
        "=",
        "=",
        "= trellis:size=5",
        "=",
        // The first seat makes the opening moves of both sides.
        "? it is white's turn: white is H",
        "=",
        "=",
        "=",
        "? there is no game 'nonsense': there are",
    ];
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found} / {expected}");
    }
}

#[test]
fn a_position_can_be_set_up() {
    let lines = "setup\nsetup V:A1,b2 H:C3 turn:H\nsetup\nto_move\nplay w a1\nplay w b1\nundo\nundo\n\
                 setup V:A1 H:A1\nsetup V:A1,A2,A3 turn:V\nto_move\nclear_board\nto_move\n\
                 gogui-setup b A1 w B2 b c3\nto_move\ngogui-setup_player b\nto_move\nsetup\ngogui-setup b a2\n\
                 play b c2\ngogui-setup_player w\nclear_board\ngogui-setup b\ngogui-setup x a1\nspec trichet\n\
                 setup tiles:M50uto,M49dbo turn:Oh\nto_move\nspec\n";
    let expected = [
        "? nothing was set up: setup takes a position, such as setup V:A1,B2 H:C3 turn:V",
        "=",
        "= V:A1,b2 H:C3 turn:H",
        "= white",
        "? A1 is taken by V",
        "=",
        "=",
        "? cannot undo: nothing was played",
        "? A1 is given to both sides",
        "? V has won, so V moved last: it cannot be turn:V, only turn:H",
        // A refused command changes nothing.
        "= white",
        "=",
        "= black",
        "=",
        "= white",
        "=",
        "= black",
        "= V:A1,c3 H:B2 turn:V",
        "? the board is not empty: clear_board comes before gogui-setup",
        "=",
        "? moves were played: gogui-setup_player comes before them",
        "=",
        "? gogui-setup takes colours and cells in pairs: gogui-setup b C3 w D4",
        "? 'x' is not a colour: it is black or white",
        "=",
        "=",
        "= black",
        "= trichet",
    ];
    assert_eq!(answers("hex:size=3", lines), expected);
}

#[test]
fn games_without_a_size_and_games_with_points_say_so() {
    let found = answers("trichet", "boardsize 9\nto_move\n");
    assert!(
        found[0].starts_with("? unacceptable size: trichet: there is no option 'size'"),
        "{found:?}"
    );
    assert_eq!(found[1], "= white", "Dot moves first");
    let found = answers(
        "plexus:size=3",
        "play b b3e\nplay w c3s\nplay w b2s\nplay b b1w\nplay b b3w\nplay w b2w\nplay w c2s\nfinal_score\n",
    );
    assert_eq!(found.last().unwrap(), "= W+1", "{found:?}");
}

#[test]
fn every_game_is_played_and_analysed() {
    for game in json("games --json").as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let mover = answers(name, "to_move\n")[0].trim_start_matches("= ").to_string();
        let lines = format!(
            "reg_genmove {mover}\ncrosscut-share\ncrosscut-values\ncrosscut-visits\ncrosscut-top-moves\ncrosscut-pv\n\
             crosscut-heat\ngenmove {mover}\nshowboard\nundo\nall_legal_moves\nto_move\n"
        );
        let found = answers(&format!("{name} --simulations 60"), &lines);
        let text = |at: usize| found[at].trim_start_matches("= ").to_string();
        assert!(found.iter().all(|it| it.starts_with('=')), "{name}: {found:?}");
        let legal: Vec<String> = text(10).split(' ').map(str::to_string).collect();
        for ply in [text(0), text(7)] {
            assert!(legal.contains(&ply), "{name}: {ply}");
        }
        assert_eq!(text(11), mover);
        assert!(text(1).contains("simulations)"), "{name}: {}", text(1));
        for at in [2, 3, 4] {
            let pairs = text(at);
            let words: Vec<&str> = pairs.split(' ').collect();
            assert!(words.len() >= 2 && words.len().is_multiple_of(2), "{name}: {words:?}");
            assert!(
                words.iter().step_by(2).all(|it| legal.iter().any(|ply| ply == it)),
                "{name}: {words:?}"
            );
        }
        assert!(text(5).starts_with(&text(0)), "{name}: {found:?}");
        assert!(
            text(6).starts_with("INFLUENCE ") && text(6).contains("|TEXT "),
            "{name}: {}",
            text(6)
        );
    }
}

#[test]
fn menus_name_commands_that_are_there() {
    let menu = answers("", "hexgui-analyze_commands\ngogui-analyze_commands\nlist_commands\n");
    assert_eq!(menu[0], menu[1]);
    for line in menu[0].trim_start_matches("= ").split('|') {
        let parts: Vec<&str> = line.split('/').collect();
        assert!(parts.len() == 3 && menu[2].contains(parts[2]), "{line}");
    }
}

#[test]
fn a_seed_repeats_a_game_and_time_is_taken_as_it_is_given() {
    let play = "set_random_seed 5\nget_random_seed\nspec hex:size=5,opening=none\ngenmove b\ngenmove w\ngenmove b\n";
    let play = |seed: u32| answers("hex --simulations 100", &play.replace('5', &seed.to_string()));
    assert_eq!(play(5), play(5));
    let again = answers("hex:size=5 --simulations 100", "play b c3\ngenmove w\nundo\ngenmove w\n");
    assert_eq!(again[1], again[3], "what was taken back is forgotten");
    let lines = "time_settings 0 0.05 1\ngenmove b\ntime_left w 0.5\ngenmove w\ntime_left b 0.02 1\ngenmove b\n\
                 time_settings 1 2\ntime_left b -3 1\ntime_left b soon\nlevel 2\nlevel 9\ngenmove w\n";
    let found = answers("hex:size=5,opening=none --memory 16M --threads 1", lines);
    let good: Vec<bool> = found.iter().map(|it| it.starts_with('=')).collect();
    assert_eq!(
        good,
        [true, true, true, true, true, true, false, true, false, true, false, true],
        "{found:?}"
    );
}
