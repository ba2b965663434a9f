use crosscut_rules::{Game, Position, Seat, Setup, SetupError};

use super::figure::Class;
use super::{Direction, Dot, Plexus, PlexusPosition, Segment};

/// Reads `lines:b2n,b2w,.. score:1-0 class:endpoint turn:2`.
///
/// Segments and lost halves together determine which half comes next and whose it is, so `turn:` can only agree with that.
pub(super) fn set_up(game: &Plexus, setup: &Setup) -> Result<PlexusPosition, SetupError> {
    setup.only(&["lines", "score", "class", "turn"])?;
    let position = lines(game, setup)?;
    let score = score(setup, &position)?;
    let position = position.with(score, None);
    let class = class(setup, &position)?;
    let position = position.with(score, class);
    if let Some(side) = setup.turn(Plexus::CARD.sides)?
        && position.outcome().is_none()
        && side != position.side()
    {
        return Err(SetupError::new(format!(
            "turn:{} is not possible: {}",
            Plexus::CARD.sides[side.index()],
            whose(&position)
        )));
    }
    Ok(position)
}

/// Reads the tree of segments.
fn lines(game: &Plexus, setup: &Setup) -> Result<PlexusPosition, SetupError> {
    let mut position = game.start();
    let items = setup.items("lines");
    if items.is_empty() {
        return Ok(position);
    }
    let centre = Dot { column: game.size / 2, row: game.size / 2 };
    let start = Segment { from: centre, direction: Direction::North };
    let mut open: Vec<Segment> = Vec::new();
    for item in items {
        let segment = on_board(&position, item)?;
        if open.iter().any(|&other| canonical(other) == canonical(segment)) {
            return Err(SetupError::new(format!("{} is given twice", ends(segment))));
        }
        open.push(segment);
    }
    let n = open.len();
    open.retain(|&segment| canonical(segment) != start);
    if open.len() == n {
        return Err(SetupError::new(format!(
            "{} is missing: every game starts with it, so lines: has {start} in it",
            ends(start)
        )));
    }
    // Segments may be in any order and from either end: draws those that touch the tree until none does.
    while !open.is_empty() {
        let before = open.len();
        for segment in std::mem::take(&mut open) {
            let back = reversed(segment);
            let connected = |dot| !position.figure().is_free(position.figure().bit(dot));
            match (connected(segment.from), connected(back.from)) {
                (true, true) => {
                    return Err(SetupError::new(format!(
                        "{} closes a ring: no dot may be reached in two ways",
                        ends(segment)
                    )));
                }
                (true, false) => position.draw(segment),
                (false, true) => position.draw(back),
                (false, false) => open.push(segment),
            }
        }
        if open.len() == before {
            return Err(SetupError::new(format!(
                "{} hangs on nothing: every segment must lead on from {}",
                ends(open[0]),
                ends(start)
            )));
        }
    }
    position.settle();
    Ok(position)
}

/// A segment whose two dots are on the board.
fn on_board(position: &PlexusPosition, item: &str) -> Result<Segment, SetupError> {
    let segment: Segment = item.parse().map_err(|_| {
        SetupError::new(format!(
            "'{item}' is not a segment: write a dot and n, e, s or w, like c3n"
        ))
    })?;
    if !segment.from.is_on(position.size()) {
        return Err(SetupError::new(position.off_board(segment.from)));
    }
    match segment.from.step(segment.direction, position.size()) {
        Some(_) => Ok(segment),
        None => Err(SetupError::new(format!(
            "there is no dot {} of {}: the board ends there",
            segment.direction.name(),
            segment.from
        ))),
    }
}

/// The points by seat, by default 0-0.
fn score(setup: &Setup, position: &PlexusPosition) -> Result<[u16; 2], SetupError> {
    let Some(text) = setup.one("score")? else { return check_score(position, [0; 2]) };
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
        digits.parse::<u16>().ok().filter(|&points| plain && points < 1000)
    };
    let score = text.split_once('-').and_then(|(one, two)| Some([number(one)?, number(two)?]));
    match score {
        Some(score) => check_score(position, score),
        None => Err(SetupError::new(format!(
            "'score:{text}' is not a score: write the points of 1, a dash and the points of 2, like score:1-0"
        ))),
    }
}

/// Checks a score: each point takes a full-move that its player opened, and on a full board the last point may be certain.
fn check_score(position: &PlexusPosition, score: [u16; 2]) -> Result<[u16; 2], SetupError> {
    let [one, two] = score;
    let scored = position.clone().with(score, None);
    let full_moves = scored.halves() / 2;
    for (seat, opened) in Seat::BOTH.into_iter().zip([full_moves.div_ceil(2), full_moves / 2]) {
        if u32::from(score[seat.index()]) > opened {
            return Err(SetupError::new(format!(
                "the score {one}-{two} is not possible: player {} has opened {} that {} over, and each gives at most one point",
                Plexus::CARD.sides[seat.index()],
                several(opened, "full-move"),
                if opened < 2 { "is" } else { "are" },
            )));
        }
    }
    if position.left() == 0 && position.final_scores() && (one + two).is_multiple_of(2) {
        return Err(SetupError::new(format!(
            "the score {one}-{two} is not possible: when every dot is connected the points add up to an odd number"
        )));
    }
    Ok(score)
}

/// Reads the class that binds a second half.
fn class(setup: &Setup, position: &PlexusPosition) -> Result<Option<Class>, SetupError> {
    let class = match setup.one("class")? {
        None => None,
        Some(word) if word.eq_ignore_ascii_case(Class::Endpoint.name()) => Some(Class::Endpoint),
        Some(word) if word.eq_ignore_ascii_case(Class::Midpoint.name()) => Some(Class::Midpoint),
        Some(word) => {
            return Err(SetupError::new(format!(
                "'class:{word}' is not a class: it is class:endpoint or class:midpoint"
            )));
        }
    };
    if position.left() == 0 {
        return match class {
            None => Ok(None),
            Some(_) => {
                Err(SetupError::new("class: binds a second half, but every dot is connected"))
            }
        };
    }
    let second = !position.halves().is_multiple_of(2);
    match class {
        None if second => Err(SetupError::new(format!(
            "{}: say with class:endpoint or class:midpoint what binds it",
            whose(position)
        ))),
        Some(_) if !second => {
            Err(SetupError::new(format!("class: binds a second half, but {}", whose(position))))
        }
        Some(class) if !used_last(position, class) => Err(SetupError::new(format!(
            "class:{class} is not possible: no segment here can have been drawn last and from {}",
            class.one()
        ))),
        Some(class) if position.figure().ways(Some(class)).any().is_empty() => {
            Err(SetupError::new(format!(
                "class:{class} is not possible: nothing can be drawn from {}, so the half is lost already and its point counts",
                class.one()
            )))
        }
        _ => Ok(class),
    }
}

/// Whether the last ply can have been drawn from a dot of this class: it led to an end of the tree, and the dot it came from
/// had one segment less than now.
fn used_last(position: &PlexusPosition, class: Class) -> bool {
    let size = position.size();
    let start =
        Segment { from: Dot { column: size / 2, row: size / 2 }, direction: Direction::North };
    let dots = (0..size).flat_map(|row| (0..size).map(move |column| Dot { column, row }));
    dots.filter(|&dot| position.degree(dot) == 1).any(|from| {
        Direction::ALL.into_iter().any(|direction| {
            let segment = Segment { from, direction };
            position.has_segment(from, direction)
                && canonical(segment) != start
                && match class {
                    Class::Endpoint => position.degree(reversed(segment).from) == 2,
                    Class::Midpoint => position.degree(reversed(segment).from) > 2,
                }
        })
    })
}

/// Whose half it is, in words: `with 3 segments and the score 0-0 it is the second half of full-move 2, by player 1`.
fn whose(position: &PlexusPosition) -> String {
    let [one, two] = position.points();
    let dots = u32::from(position.size()).pow(2);
    format!(
        "with {} and the score {one}-{two} it is the {} half of full-move {}, by player {}",
        several(dots - position.left() - 1, "segment"),
        if position.halves().is_multiple_of(2) { "first" } else { "second" },
        position.halves() / 2 + 1,
        Plexus::CARD.sides[position.side().index()]
    )
}

/// A number of things in words: `no segment`, `1 segment`, `2 segments`.
fn several(n: u32, what: &str) -> String {
    match n {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}

/// The same segment from its other end; both its dots are on the board.
fn reversed(segment: Segment) -> Segment {
    let Dot { column, row } = segment.from;
    let (from, direction) = match segment.direction {
        Direction::North => (Dot { column, row: row + 1 }, Direction::South),
        Direction::East => (Dot { column: column + 1, row }, Direction::West),
        Direction::South => (Dot { column, row: row - 1 }, Direction::North),
        Direction::West => (Dot { column: column - 1, row }, Direction::East),
    };
    Segment { from, direction }
}

/// A segment by the one of its two names that leads north or east.
fn canonical(segment: Segment) -> Segment {
    match segment.direction {
        Direction::North | Direction::East => segment,
        Direction::South | Direction::West => reversed(segment),
    }
}

/// A segment in words, from its lower or left end: `the segment b2-b3`.
fn ends(segment: Segment) -> String {
    let segment = canonical(segment);
    format!("the segment {}-{}", segment.from, reversed(segment).from)
}
