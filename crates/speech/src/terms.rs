use crosscut_catalog::{AnyGame, Spec};

use crate::CommandParseError;

/// What is to be played, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedTerms {
    /// The game with its options: those of its classic form where nothing else was given.
    pub spec: Spec,
    /// How much time there is.
    pub pace: PaceInDays,
    /// Whether ratings are to stay unchanged.
    pub unrated: bool,
    /// Whether nobody else may see the match.
    pub private: bool,
    /// The computer's level, if it plays.
    pub level: Option<u8>,
}

/// The time asked for, in days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaceInDays {
    /// For each move, `--forfeittime`.
    pub forfeit: Option<u32>,
    /// For all moves of a player, `--totaltime`.
    pub total: Option<u32>,
    /// Until a player is reminded, `--nagtime`.
    pub nag: Option<u32>,
}

/// The switches of a challenge besides the game's options.
const SWITCHES: [&str; 6] = ["forfeittime", "totaltime", "nagtime", "unrated", "private", "level"];

/// The switches of a line: each name in lower case, with its value.
pub(crate) type Switches = Vec<(String, Option<String>)>;

impl ProposedTerms {
    /// Reads the switches of a challenge: the game's options and the general ones. One dash is as good as two, and names may be
    /// abbreviated.
    pub(crate) fn read(
        game: &'static dyn AnyGame,
        switches: Switches,
    ) -> Result<Self, CommandParseError> {
        let card = game.card();
        let mut pace = PaceInDays::default();
        let (mut unrated, mut private, mut level) = (false, false, None);
        let mut given: Vec<(&'static str, String)> = Vec::new();
        let names: Vec<&'static str> =
            card.options.iter().map(|it| it.name).chain(SWITCHES).collect();
        for (name, value) in switches {
            let name = full(&name, &names, card.options.len(), card.name)?;
            let days = || number(name, value.as_deref(), "days").map(Some);
            match name {
                "forfeittime" => pace.forfeit = days()?,
                "totaltime" => pace.total = days()?,
                "nagtime" => pace.nag = days()?,
                "unrated" | "private" if value.is_some() => {
                    return Err(CommandParseError::new(format!(
                        "--{name} stands alone, without a value"
                    )));
                }
                "unrated" => unrated = true,
                "private" => private = true,
                "level" => {
                    let number = number(name, value.as_deref(), "a level")?;
                    level = Some(u8::try_from(number).unwrap_or(u8::MAX));
                }
                option => {
                    let value = value.ok_or_else(|| {
                        CommandParseError::new(format!(
                            "-{option} needs a value, as in -{option}={}",
                            example(&card, option)
                        ))
                    })?;
                    given.push((option, value));
                }
            }
        }
        Ok(ProposedTerms { spec: spec(game, &given)?, pace, unrated, private, level })
    }
}

/// The game with the options given, and those of its classic form for the others.
pub(crate) fn spec(
    game: &'static dyn AnyGame,
    given: &[(&'static str, String)],
) -> Result<Spec, CommandParseError> {
    let card = game.card();
    for (name, value) in given {
        if let Some(option) = card.options.iter().find(|it| it.name == *name) {
            let bounded = card.classic.bounded(*option);
            bounded.read(value).map_err(|error| {
                // A member who knows the web form should not look for a mistake in the number.
                let elsewhere = match (bounded.allowed(), option.allowed()) {
                    (here, page) if here == page => String::new(),
                    (_, page) => format!(" by mail and in commands; the page's form takes {page}"),
                };
                CommandParseError::new(format!("{}: {error}{elsewhere}", card.name))
            })?;
        }
    }
    let named = |it: &str| {
        let name = it.split('=').next().unwrap_or("").to_string();
        given.iter().find(|(it, _)| *it == name)
    };
    let classic = card.classic.options.split(',');
    let classic = classic.filter(|it| !it.is_empty() && named(it).is_none());
    let given = given.iter().map(|(name, value)| format!("{name}={value}"));
    let options: Vec<String> = classic.map(str::to_string).chain(given).collect();
    Spec::of(game, &options.join(",")).map_err(|error| CommandParseError::new(error.to_string()))
}

/// The full name that a text abbreviates.
fn full(
    short: &str,
    names: &[&'static str],
    options: usize,
    game: &str,
) -> Result<&'static str, CommandParseError> {
    if let Some(name) = names.iter().find(|it| **it == short) {
        return Ok(name);
    }
    let begun: Vec<&'static str> =
        names.iter().copied().filter(|it| it.starts_with(short)).collect();
    match begun.as_slice() {
        [name] => Ok(name),
        [] => {
            let own: Vec<String> = names[..options].iter().map(|it| format!("-{it}")).collect();
            let ours: Vec<String> = SWITCHES.iter().map(|it| format!("--{it}")).collect();
            Err(CommandParseError::new(format!(
                "{game} has no option '-{short}': there are {} and {}",
                own.join(", "),
                ours.join(", ")
            )))
        }
        many => Err(CommandParseError::new(format!("'-{short}' may be -{}", many.join(" or -")))),
    }
}

fn number(name: &str, value: Option<&str>, what: &str) -> Result<u32, CommandParseError> {
    let number = value.and_then(|it| it.parse().ok());
    number.ok_or_else(|| {
        CommandParseError::new(format!("--{name} needs a number, {what}, as in --{name}=3"))
    })
}

fn example(card: &crosscut_catalog::Card, option: &str) -> String {
    let option = card.options.iter().find(|it| it.name == option);
    option.map_or_else(String::new, crosscut_catalog::GameOption::default_text)
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn options_and_switches() {
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
            // An option not given is that of the classic form, whatever else is given.
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
            ("hex challenge bob --size=7", "hex: challenge bob at hex:size=7, None"),
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
        ]);
    }
}
