//! A bot for a club: `cargo run --release -p crosscut-club --example bot -- http://127.0.0.1:7878`, with the address of a
//! running club (`cargo run --release -- serve` starts one).
//!
//! It signs in as a guest, begins a match with the club's computer, and plays it to the end by JSON over HTTP as docs/api.md
//! describes. [`choose`] decides what it plays: replace it with your own. To play people instead, send the command
//! `accept_challenge` with a number from `GET challenges` in place of `play_computer`.
#![expect(clippy::print_stdout, reason = "the match is what this is for")]

use std::error::Error;
use std::ops::ControlFlow;
use std::thread::sleep;
use std::time::Duration;

use crosscut_catalog::{AnyPosition, Budget, Line, Setup, Spec};
use serde_json::{Value, json};

const GAME: &str = "hex:size=5";

fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).ok_or("the address of a club is wanted")?;
    println!("{}", play(&address)?);
    Ok(())
}

/// Plays a match in the club at an address; returns the final board and the result.
pub(crate) fn play(address: &str) -> Result<String, Box<dyn Error>> {
    let guest = Club::new(address, "").ask("guests", Some(json!({})))?;
    let token = guest["token"].as_str().ok_or("no token")?;
    let me = format!("member/{}", guest["member"]);
    let club = Club::new(address, token);

    let terms = json!({ "game": GAME, "pace": { "kind": "none" } });
    let command =
        json!({ "command": "play_computer", "level": 1, "terms": terms, "choice": "first" });
    let begun = club.ask("commands", Some(command))?;
    let path = format!("matches/{}", begun["match"]);
    loop {
        let state = club.ask(&path, None)?;
        let line = line(&state)?;
        if !state["ending"].is_null() {
            return Ok(format!("{}result: {}", line.position(), state["ending"]["result"]));
        }
        if state["turn"] == me.as_str() {
            // The ply's number ties it to this board: it cannot be played twice.
            let turn = json!({ "text": choose(line.position())?, "ply": state["plies"] });
            club.ask(&format!("{path}/turns"), Some(turn))?;
        } else {
            sleep(Duration::from_millis(200));
        }
    }
}

/// The bot's ply: the best one a short search finds.
fn choose(position: &AnyPosition) -> Result<String, Box<dyn Error>> {
    let watch = &mut |_: &_| ControlFlow::Continue(());
    let analysis = position.analyse(&Budget::simulations(1_000), watch).ok_or("it is over")?;
    Ok(analysis.candidates[0].ply.clone())
}

/// The plies of a match, from the club's answer.
fn line(state: &Value) -> Result<Line, Box<dyn Error>> {
    let terms = &state["terms"];
    let spec: Spec = terms["game"].as_str().ok_or("no game")?.parse()?;
    let mut line = match terms["setup"].as_str() {
        None => Line::new(spec),
        Some(setup) => Line::from_setup(spec, Setup::parse(setup)?)?,
    };
    for ply in state["moves"].as_array().ok_or("no moves")? {
        line.play(ply.as_str().ok_or("a move is a text")?)?;
    }
    Ok(line)
}

/// The club's JSON interface, with the bot's session.
struct Club {
    agent: ureq::Agent,
    address: String,
    token: String,
}

impl Club {
    fn new(address: &str, token: &str) -> Self {
        // A refusal by the club is an answer with a reason.
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let address = address.trim_end_matches('/').to_string();
        Club { agent, address, token: token.to_string() }
    }

    /// Sends a body with `POST`, or else `GET`s.
    fn ask(&self, path: &str, body: Option<Value>) -> Result<Value, Box<dyn Error>> {
        let url = format!("{}/api/v1/{path}", self.address);
        let bearer = format!("Bearer {}", self.token);
        let mut response = match body {
            None => self.agent.get(&url).header("authorization", &bearer).call()?,
            Some(body) => {
                let request = self.agent.post(&url).header("content-type", "application/json");
                let request = match self.token.is_empty() {
                    true => request,
                    false => request.header("authorization", &bearer),
                };
                request.send(body.to_string())?
            }
        };
        let status = response.status();
        let answer: Value = serde_json::from_str(&response.body_mut().read_to_string()?)?;
        match status.is_success() {
            true => Ok(answer),
            false => Err(format!("{path}: {status}, {}", answer["error"]).into()),
        }
    }
}
