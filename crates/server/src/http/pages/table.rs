//! A board with what a turn needs around it: the chosen words, the move as text, the button that plays it.

use askama::Template;
use crosscut_catalog::{AnyPosition, Card, Line, Outcome, Scene, Seat, Side as Role, Stage};

use super::board::{BoardLook, BoardView, PartialTurn, Picture};
use super::opening::{Decision, PlayersView, chosen, decision, goal, plain};
use super::page::PageError;
use crate::present::sentence::{capital, sentence};

/// How the form of a turn is sent.
pub(crate) struct TurnForm {
    pub(crate) method: &'static str,
    pub(crate) action: String,
    /// The name of the field with the turn.
    pub(crate) field: &'static str,
    /// The hidden fields sent with it.
    pub(crate) hidden: Vec<(&'static str, String)>,
}

/// The radius of a picture of what may be played at a place, in board units.
const CLOSE: f32 = 1.7;

/// What a page shows of a game at one moment.
#[derive(Template)]
#[template(path = "table.html")]
pub(crate) struct TableView {
    board: String,
    whys: Vec<String>,
    /// What the rules added to the last ply, if anything.
    cascade: Option<Cascade>,
    /// Who is to move or has won.
    status: String,
    /// A remark on it, or empty.
    remark: String,
    /// Both sides with their goals; the one to move is marked.
    sides: [SideView; 2],
    /// What the opening asks for.
    decision: Option<Decision>,
    /// What the last ply has made of the sides.
    chosen: Option<String>,
    /// The first steps of a first game.
    guide: Option<GuideStep>,
    open: Option<TurnInput>,
    /// The classes of sides that are named after a colour.
    colours: String,
    /// For scripts: whether a click that ends the turn sends it immediately.
    instant: bool,
    view: ViewControls,
}

struct SideView {
    name: String,
    goal: String,
    ink: &'static str,
    moves: bool,
    score: Option<u32>,
}

/// A step of somebody's first game.
pub(crate) struct GuideStep {
    pub(crate) game: &'static str,
    pub(crate) at: usize,
    pub(crate) of: usize,
    pub(crate) says: &'static str,
    /// The page it is shown on.
    pub(crate) back: String,
}

/// What is there only while the visitor may play.
struct TurnInput {
    sending: TurnForm,
    text: String,
    ply: Option<String>,
    advice: String,
    refusal: Option<String>,
    clear: Option<String>,
    /// Words that may be played as a turn, each with its effect where the word does not say it.
    words: Vec<(String, &'static str)>,
    choices: Vec<ChoiceView>,
    /// The plies that end the opening with what is laid or chosen, and what that means.
    plain: Option<(String, String)>,
}

/// The steps of what the rules added to a ply.
struct Cascade {
    /// The step shown, out of `n`.
    at: usize,
    n: usize,
    says: String,
    steps: [(&'static str, &'static str, Option<String>); 4],
}

struct ChoiceView {
    ply: String,
    href: String,
    picture: String,
}

/// The buttons that change how the board is shown, each with the look it leads to.
struct ViewControls {
    game: &'static str,
    back: String,
    turn_left: String,
    turn_right: String,
    coordinates: String,
    lettered: bool,
    gaps: Option<String>,
    gaps_shown: bool,
    zooms: Vec<(u16, String, bool)>,
    themes: Vec<(&'static str, String, bool)>,
}

/// Where a table is: the page's own address, with and without a partial turn.
pub(crate) struct TableContext<'a> {
    pub(crate) card: &'a Card,
    pub(crate) look: BoardLook,
    /// The address of the page with this partial turn.
    pub(crate) link: &'a dyn Fn(&str) -> String,
    /// The address of the page at a step of what the rules added to the last ply.
    pub(crate) step: &'a dyn Fn(&str) -> String,
    /// The full address of the page, to return to.
    pub(crate) back: String,
    /// The step asked for; by default the last.
    pub(crate) asked_step: &'a str,
    pub(crate) confirm: bool,
    /// Whether a move may still be made: a match that was resigned has an open board.
    pub(crate) live: bool,
    /// The players.
    pub(crate) company: PlayersView,
}

impl TableContext<'_> {
    /// Which of `n` steps is shown.
    ///
    /// # Errors
    /// There is no such step.
    fn at_step(&self, n: usize) -> Result<usize, PageError> {
        match self.asked_step {
            "" => Ok(n.saturating_sub(1)),
            // The match has continued since the address was made, or is viewed from the start again.
            "0" if n == 0 => Ok(0),
            text => text.parse().ok().filter(|&at| at < n).ok_or_else(|| {
                PageError::unclear(match n {
                    0 => format!("'{text}' is not a step of this move: it set nothing off"),
                    n => {
                        format!("'{text}' is not a step of this move: they go from 0 to {}", n - 1)
                    }
                })
            }),
        }
    }
}

impl TableView {
    /// A table where a turn can be put together and sent.
    pub(crate) fn open(
        line: &Line,
        partial: &PartialTurn,
        sending: TurnForm,
        place: &TableContext<'_>,
    ) -> Result<Self, PageError> {
        let position = line.position();
        let stages = position.stages();
        if place.at_step(stages.len())? + 1 < stages.len() {
            return Self::at_a_step(line, stages, place);
        }
        let board = BoardView::open(position, partial, place.look, place.link);
        let mut choices = Vec::new();
        let spots = position.scene().spots;
        for choice in partial.choices(position) {
            let at = spots.iter().find(|spot| partial.has(&spot.word)).map(|spot| spot.at);
            let picture = match at {
                Some(at) => Picture::near(&choice.after.scene(), at, CLOSE).render()?,
                None => String::new(),
            };
            choices.push(ChoiceView { href: (place.link)(&choice.ply), ply: choice.ply, picture });
        }
        let open = TurnInput {
            sending,
            text: partial.text(),
            ply: partial.ply().map(String::from),
            advice: advice(position, partial),
            refusal: partial.refusal.as_deref().map(|it| sentence(&seen(place.card, it))),
            clear: (!partial.is_empty()).then(|| (place.link)("")),
            words: spoken(position),
            choices,
            plain: plain(line, partial, &place.company),
        };
        // A turn being put together hides what followed from the last ply.
        let stages = if partial.is_empty() { stages } else { Vec::new() };
        Self::with(line, &board, Some(open), &stages, place)
    }

    /// The same table with another status.
    pub(crate) fn saying(mut self, status: String) -> Self {
        self.status = status;
        self
    }

    /// The same table with a remark.
    pub(crate) fn remarking(mut self, remark: &str) -> Self {
        self.remark = remark.to_string();
        self
    }

    /// The same table with a step of somebody's first game.
    pub(crate) fn guiding(mut self, guide: Option<GuideStep>) -> Self {
        self.guide = guide;
        self
    }

    /// A table to look at.
    pub(crate) fn still(line: &Line, place: &TableContext<'_>) -> Result<Self, PageError> {
        Self::at_a_step(line, line.position().stages(), place)
    }

    /// A table at a step of what the rules added to the last ply.
    fn at_a_step(
        line: &Line,
        mut stages: Vec<Stage>,
        place: &TableContext<'_>,
    ) -> Result<Self, PageError> {
        let at = place.at_step(stages.len())?;
        let end = line.position().scene();
        let is_last = at + 1 >= stages.len();
        let scene = match stages.get_mut(at) {
            Some(stage) if !is_last => {
                // In the frame of the end: nothing moves from step to step.
                Scene { from: end.from, to: end.to, ..std::mem::take(&mut stage.scene) }
            }
            _ => end,
        };
        let board = BoardView::still(&scene, place.look);
        Self::with(line, &board, None, &stages, place)
    }

    fn with(
        line: &Line,
        board: &BoardView,
        mut open: Option<TurnInput>,
        stages: &[Stage],
        place: &TableContext<'_>,
    ) -> Result<Self, PageError> {
        let (position, card) = (line.position(), place.card);
        let scores = position.score();
        let seat_of =
            |side: &str| Seat::BOTH.into_iter().find(|&seat| position.held_by(seat) == side);
        let side = |role: Role| {
            let named = card.sides[role.index()];
            let (name, goal) = goal(line, card, role, &place.company);
            SideView {
                name,
                goal: place.look.words(&goal),
                ink: ["first", "second"][role.index()],
                moves: place.live && position.side() == Some(named),
                score: scores.and_then(|it| Some(it[seat_of(named)?.index()])),
            }
        };
        let mut decision = decision(line, &place.company, open.is_some())?;
        if let Some(it) = &mut decision {
            it.why = place.look.words(&it.why);
            for pick in &mut it.picks {
                pick.words = place.look.words(&pick.words);
            }
        }
        if let (Some(open), Some(decision)) = (&mut open, &decision) {
            // These have buttons of their own.
            open.words.retain(|word| decision.picks.iter().all(|it| it.ply != word.0));
        }
        Ok(TableView {
            board: board.render()?,
            cascade: cascade(stages, place)?,
            whys: board.whys.iter().map(|why| capital(why)).collect(),
            status: status(position, card),
            remark: String::new(),
            sides: Role::BOTH.map(side),
            decision,
            chosen: chosen(line, &place.company).map(|it| place.look.words(&it)),
            guide: None,
            open,
            colours: colours(place.card),
            instant: !place.confirm,
            view: view(position, place),
        })
    }
}

/// The links through the steps, if there are any.
fn cascade(stages: &[Stage], place: &TableContext<'_>) -> Result<Option<Cascade>, PageError> {
    let at = place.at_step(stages.len())?;
    let Some(stage) = stages.get(at) else { return Ok(None) };
    let last = stages.len() - 1;
    let to = |at: usize| (place.step)(&at.to_string());
    Ok(Some(Cascade {
        at,
        n: last,
        says: stage.says.clone(),
        steps: [
            ("earliest", "Move only", (at != 0).then(|| to(0))),
            ("earlier", "Back", (at != 0).then(|| to(at - 1))),
            ("later", "Next", (at != last).then(|| to(at + 1))),
            ("latest", "All", (at != last).then(|| to(last))),
        ],
    }))
}

/// Classes for a game's sides by their names: style sheets know some of the names as colours.
pub(crate) fn colours(card: &Card) -> String {
    let [first, second] = card.sides.map(str::to_ascii_lowercase);
    format!("first-{first} second-{second}")
}

/// Who is to move, or how it ended.
pub(crate) fn status(position: &AnyPosition, card: &Card) -> String {
    match (position.outcome(), position.winner_side(), position.side()) {
        (Some(Outcome::Drawn), ..) => match position.drawn_because() {
            Some(why) => format!("The game is drawn: {why}"),
            None => "The game is drawn".to_string(),
        },
        (_, Some(side), _) => match position.won_because() {
            Some(why) => format!("{} has won. {why}", card.colour(side)),
            None => format!("{} has won", card.colour(side)),
        },
        _ if position.is_choice() => {
            let seat = position.turn().map_or("other", Seat::name);
            format!("The {seat} player chooses a side")
        }
        (_, _, Some(side)) => format!("{} to move", card.colour(side)),
        _ => "The game is over".to_string(),
    }
}

/// A refusal with the sides named by their colours; what it quotes stays as it was typed.
pub(crate) fn seen(card: &Card, refusal: &str) -> String {
    let parts = refusal.split('\'').enumerate();
    let parts = parts.map(|(at, part)| match at % 2 {
        0 => card.in_colours(part),
        _ => part.to_string(),
    });
    parts.collect::<Vec<_>>().join("'")
}

/// The words that may be played, with a note on a pass that ends the game.
fn spoken(position: &AnyPosition) -> Vec<(String, &'static str)> {
    let told = |word: String| match position.draws(&word) {
        true => (word, "ends the game as a draw"),
        false => (word, ""),
    };
    position.words().into_iter().map(told).collect()
}

fn advice(position: &AnyPosition, partial: &PartialTurn) -> String {
    let note = partial.note.as_ref().map(|it| capital(it) + ". ").unwrap_or_default();
    note + &match (partial.ply(), partial.may_grow()) {
        (Some(ply), true) => format!("{ply} can be played, or add one of the lit places"),
        (Some(ply), false) => format!("{ply} is not played yet"),
        (None, _) if partial.is_empty() => match position.words().is_empty() {
            true => "Choose a place on the board".to_string(),
            false if position.scene().spots.is_empty() => "Press a button".to_string(),
            false => "Choose a place on the board, or press a button".to_string(),
        },
        (None, _) => "Choose how to go on".to_string(),
    }
}

fn view(position: &AnyPosition, place: &TableContext<'_>) -> ViewControls {
    let look = place.look;
    let scene = position.scene();
    let (width, height) = (scene.to.0 - scene.from.0, scene.to.1 - scene.from.1);
    // A square board looks right in four orientations only.
    let step = if (width / height - 1.0).abs() < 0.15 { 3 } else { 1 };
    let turned = |by: u16| BoardLook { turn: (look.turn + by) % 12, ..look }.write();
    let with_gaps = look.gaps || !scene.gaps.is_empty();
    ViewControls {
        game: place.card.name,
        back: place.back.clone(),
        turn_left: turned(12 - step),
        turn_right: turned(step),
        coordinates: BoardLook { coordinates: !look.coordinates, ..look }.write(),
        lettered: look.coordinates,
        gaps: with_gaps.then(|| BoardLook { gaps: !look.gaps, ..look }.write()),
        gaps_shown: look.gaps,
        zooms: BoardLook::ZOOMS
            .into_iter()
            .map(|zoom| (zoom, BoardLook { zoom, ..look }.write(), zoom == look.zoom))
            .collect(),
        themes: (0u8..)
            .zip(BoardLook::THEMES)
            .map(|(theme, name)| (name, BoardLook { theme, ..look }.write(), theme == look.theme))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_call_the_sides_as_the_board_does() {
        let card = crosscut_catalog::find("trellis").unwrap().card();
        assert_eq!(seen(&card, "C5 is taken by V"), "C5 is taken by Navy");
        assert_eq!(seen(&card, "'V' is not a turn of H's"), "'V' is not a turn of Orange's");
    }

    #[test]
    fn a_pass_that_ends_the_game_says_so() {
        let mut line = Line::new("trellis:size=3,opening=none".parse().unwrap());
        let told = |line: &Line| spoken(line.position());
        assert_eq!(told(&line), [("pass".to_string(), "")]);
        line.play("pass").unwrap();
        assert_eq!(told(&line), [("pass".to_string(), "ends the game as a draw")]);
    }
}
