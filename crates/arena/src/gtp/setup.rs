//! Set-ups: our own command, and the two commands that GoGui has for them.

use super::engine::{CommandResult, Engine, colour};
use crosscut_catalog::{Line, Setup, SetupError};

const NOTHING: &str =
    "nothing was set up: setup takes a position, such as setup V:A1,B2 H:C3 turn:V";
const STONES: &str = "gogui-setup takes colours and cells in pairs: gogui-setup b C3 w D4";

/// Carries out `setup V:A1,B2 H:C3 turn:V`.
pub(super) fn setup(engine: &mut Engine, words: &[String]) -> CommandResult {
    if words.is_empty() {
        let setup = engine.line().setup().map(ToString::to_string);
        return setup.ok_or_else(|| NOTHING.to_string());
    }
    let setup = Setup::parse(&words.join(" ")).map_err(|it| it.to_string())?;
    set_up(engine, setup)
}

/// Carries out `gogui-setup b C3 w D4`, on an empty board.
pub(super) fn stones(engine: &mut Engine, words: &[String]) -> CommandResult {
    if !engine.line().plies().is_empty() || engine.line().setup().is_some() {
        return Err("the board is not empty: clear_board comes before gogui-setup".to_string());
    }
    if words.is_empty() || !words.len().is_multiple_of(2) {
        return Err(STONES.to_string());
    }
    let mut stones = [Vec::new(), Vec::new()];
    for pair in words.chunks_exact(2) {
        stones[colour(&pair[0])?.index()].push(pair[1].clone());
    }
    let mut setup = Setup::default();
    for (side, stones) in engine.sides().into_iter().zip(stones) {
        if !stones.is_empty() {
            setup.add(side, stones).map_err(|it| it.to_string())?;
        }
    }
    set_up(engine, setup)
}

/// Carries out `gogui-setup_player w`, after a set-up or on the empty board.
pub(super) fn player(engine: &mut Engine, words: &[String]) -> CommandResult {
    let [word] = words else {
        return Err("gogui-setup_player takes a colour: gogui-setup_player white".to_string());
    };
    let side = engine.sides()[colour(word)?.index()];
    if !engine.line().plies().is_empty() {
        return Err("moves were played: gogui-setup_player comes before them".to_string());
    }
    let before = engine.line().setup().map(ToString::to_string).unwrap_or_default();
    let others = before.split(' ').filter(|it| !it.starts_with("turn:"));
    let words = others.chain([format!("turn:{side}").as_str()]).collect::<Vec<_>>().join(" ");
    let setup = Setup::parse(&words).map_err(|it| it.to_string())?;
    set_up(engine, setup)
}

fn set_up(engine: &mut Engine, setup: Setup) -> CommandResult {
    let line = Line::from_setup(engine.line().spec().clone(), setup);
    engine.restart(line.map_err(|it: SetupError| it.to_string())?);
    Ok(String::new())
}
