use std::io::Write;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::{Card, GAMES, GameOption, Spec, Values};
use serde::Serialize;

use crate::teach;
use crosscut_catalog::page::wrap;

/// List the games: names, designers, options
#[derive(Args, Debug)]
#[command(after_long_help = teach::games())]
pub(crate) struct GamesArgs {
    /// Only these games [default: all of them]
    #[arg(value_name = "NAME")]
    games: Vec<Spec>,
    /// Print one JSON list instead, with publication, copyright and permission too
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameEntry {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    about: &'static str,
    designer: &'static str,
    year: &'static str,
    published: Published,
    official_rules: Option<&'static str>,
    house_rules: &'static [&'static str],
    readings: Vec<String>,
    copyright: &'static str,
    request: Option<DesignerTerms>,
    permission: &'static str,
    sides: [&'static str; 2],
    goals: [&'static str; 2],
    options: Vec<OptionEntry>,
}

/// Where the rules first appeared.
#[derive(Serialize)]
struct Published {
    title: &'static str,
    issue: &'static str,
}

/// What the designer asks of those who offer the game, and whom they should contact.
#[derive(Serialize)]
struct DesignerTerms {
    asks: &'static str,
    address: &'static str,
}

/// An option: a number with its range, or a word from a list.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum OptionEntry {
    Number {
        name: &'static str,
        title: &'static str,
        about: &'static str,
        least: u32,
        most: u32,
        step: u32,
        default: u32,
    },
    Choice {
        name: &'static str,
        title: &'static str,
        about: &'static str,
        values: Vec<OptionWord>,
        default: &'static str,
    },
}

#[derive(Serialize)]
struct OptionWord {
    value: &'static str,
    about: &'static str,
}

impl GamesArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let cards: Vec<Card> = match self.games.as_slice() {
            [] => GAMES.iter().map(|game| game.card()).collect(),
            games => games.iter().map(Spec::card).collect(),
        };
        if self.json {
            let entries: Vec<GameEntry> = cards.into_iter().map(entry).collect();
            return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?);
        }
        for card in cards {
            write!(out, "{}", words(&card))?;
        }
        Ok(writeln!(out, "How a game is played: crosscut help-game NAME")?)
    }
}

fn entry(card: Card) -> GameEntry {
    GameEntry {
        name: card.name,
        aliases: card.aliases,
        title: card.title,
        about: card.about,
        designer: card.designer,
        year: card.year,
        published: Published { title: card.source.title, issue: card.source.issue },
        official_rules: card.source.rules,
        house_rules: card.source.ours,
        readings: card.readings(),
        copyright: card.copyright,
        request: card.source.request.map(|it| DesignerTerms { asks: it.asks, address: it.address }),
        permission: card.permission,
        sides: card.sides,
        goals: card.goals,
        options: card.options.iter().map(choice).collect(),
    }
}

fn choice(option: &GameOption) -> OptionEntry {
    let (name, title, about) = (option.name, option.title, option.about);
    match option.values {
        Values::Number { least, most, step, default } => {
            OptionEntry::Number { name, title, about, least, most, step, default }
        }
        Values::Choice(words) => OptionEntry::Choice {
            name,
            title,
            about,
            values: words.iter().map(|&(value, about)| OptionWord { value, about }).collect(),
            default: words[0].0,
        },
    }
}

fn words(card: &Card) -> String {
    let mut names = vec![card.name];
    names.extend(card.aliases);
    let mut text = format!("{}\n", names.join(", "));
    let indent = |line: String| wrap(&format!("    {line}"), "        ");
    text += &indent(format!("{}, {}, {}", card.title, card.designer, card.year));
    text += &indent(card.about.to_string());
    for option in card.options {
        let (name, default) = (option.name, option.default_text());
        text += &indent(format!("{name}={default}: {}; {}", option.about, option.allowed()));
    }
    for (heading, words) in card.credits() {
        if matches!(heading, "House rules" | "Readings" | "Request") {
            text += &indent(format!("{heading}: {words}"));
        }
    }
    text + "\n"
}
