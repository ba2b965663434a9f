//! How long the club takes for a turn: `cargo run --release -p crosscut-club --example turns`.
//!
//! A thousand matches are played side by side at random, each turn through `needs`, `act`, `apply` and serialization. The
//! yardstick is the same games played as bare lines, in the same run.

use crosscut_catalog::{GAMES, Line, Rng, Stopwatch};
use crosscut_club::{
    ChallengeId, Command, Context, Fresh, MatchId, MemberId, Moment, Pace, Player, Span, State,
    Terms, Who, act, needs,
};

const MATCHES: u64 = 1000;
const PLIES: usize = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for game in GAMES {
        measure(game.card().name)?;
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the figures are what this is for")]
fn measure(game: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = Rng::new(1);
    let games: Vec<Vec<String>> =
        (0..MATCHES).map(|_| random_plies(game, &mut rng)).collect::<Result<_, _>>()?;
    let plies: usize = games.iter().map(Vec::len).sum();

    let watch = Stopwatch::start();
    for game_plies in &games {
        let mut line = Line::new(game.parse()?);
        for ply in game_plies {
            line.play(ply)?;
        }
    }
    let bare = watch.elapsed();

    let mut state = State::default();
    let mut context = Context {
        who: Who::Visitor,
        now: Moment(0),
        seed: 0,
        fresh: Fresh { member_id: MemberId(1), challenge_id: ChallengeId(1), match_id: MatchId(1) },
        once: None,
        advantage: 0,
        busy: 0,
        game_followers: Default::default(),
    };
    for id in 1..=2 {
        context.fresh.member_id = MemberId(id);
        run(&mut state, &context, &Command::Visit { zone: String::new() })?;
    }
    let terms = Terms {
        game: game.to_string(),
        setup: None,
        pace: Pace::Fischer { bank: Span::minutes(10), increment: Span::seconds(5), cap: None },
        pauses: Default::default(),
        nag: None,
        flag: Default::default(),
        rated: false,
        private: false,
    };
    context.who = Who::Club;
    let seats = [Player::Member(MemberId(1)), Player::Member(MemberId(2))];
    for id in 1..=MATCHES {
        context.fresh.match_id = MatchId(id);
        run(&mut state, &context, &Command::Pair { seats, terms: terms.clone() })?;
    }
    let watch = Stopwatch::start();
    let mut bytes = 0;
    for nth in 0..PLIES {
        for id in 1..=MATCHES {
            let Some(text) = games[id as usize - 1].get(nth) else { continue };
            let it = state.match_with(MatchId(id)).ok_or("it began")?;
            context.who = it.player_on_turn().ok_or("it goes on")?.who();
            context.now = context.now + Span(1);
            context.once = Some(format!("{id}-{nth}"));
            let turn = Command::Turn {
                id: MatchId(id),
                text: text.clone(),
                ply: Some(nth as u32),
                then: Vec::new(),
            };
            bytes += run(&mut state, &context, &turn)?;
        }
    }
    let club = watch.elapsed();
    println!(
        "{game}: {:.2} µs a turn, {:.1} times a bare ply, {} bytes of event a turn",
        club.as_secs_f64() * 1e6 / plies as f64,
        club.as_secs_f64() / bare.as_secs_f64(),
        bytes / plies
    );
    Ok(())
}

/// Carries out a command and returns the length of its events as text.
fn run(
    state: &mut State,
    context: &Context,
    command: &Command,
) -> Result<usize, Box<dyn std::error::Error>> {
    for key in needs(state, context, command) {
        state.set_absent(&key);
    }
    let mut bytes = 0;
    for event in act(state, context, command)? {
        bytes += serde_json::to_string(&event)?.len();
        state.apply(&event)?;
    }
    Ok(bytes)
}

fn random_plies(game: &str, rng: &mut Rng) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let mut line = Line::new(game.parse()?);
    while line.plies().len() < PLIES && line.position().turn().is_some() {
        let moves = line.position().moves();
        line.play(&moves[rng.below(moves.len() as u32) as usize])?;
    }
    Ok(line.plies().to_vec())
}
