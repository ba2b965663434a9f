use std::io::Write;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::{Card, GameOption, Spec, Values};

use crate::teach;
use crosscut_catalog::page::{heading, render, wrap};

/// Explain a game: rules, notation, options, designer
#[derive(Args, Debug)]
#[command(after_long_help = teach::help_game())]
pub(crate) struct HelpGameArgs {
    /// The game
    #[arg(value_name = "NAME")]
    game: Spec,
}

impl HelpGameArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        Ok(write!(out, "{}", page(&self.game.card()))?)
    }
}

/// Everything about a game, as text.
pub(crate) fn page(card: &Card) -> String {
    let mut text = heading(1, card.title);
    let mut fact = |name: &str, words: &str| {
        text += &wrap(&format!("{:<13}{words}", format!("{name}:")), "             ");
    };
    fact("Name", card.name);
    if !card.aliases.is_empty() {
        fact("Also called", &card.aliases.join(", "));
    }
    for (heading, words) in card.credits() {
        fact(heading, &words);
    }
    fact("First side", &format!("{}, {}", card.sides[0], card.goals[0]));
    fact("Second side", &format!("{}, {}", card.sides[1], card.goals[1]));
    text.push('\n');
    text += &render(without_title(card.help));
    if !card.options.is_empty() {
        text.push('\n');
        text += &heading(2, "Options in a spec");
        text += &card.options.iter().map(|it| table(card, it)).collect::<String>();
    }
    text
}

/// The page without its title, which repeats the game's name.
fn without_title(page: &str) -> &str {
    let page = page.trim_start();
    match page.strip_prefix("# ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, rest)| rest),
        None => page,
    }
}

fn table(card: &Card, option: &GameOption) -> String {
    let line = |words: String| wrap(&words, "        ");
    let default = option.default_text();
    let mut text = line(format!("{}: {}", option.name, option.about));
    match option.values {
        Values::Number { .. } => {
            text += &line(format!("    {} (default {default})", option.allowed()));
        }
        Values::Choice(words) => {
            for (word, about) in words {
                let default = if *word == default { " (default)" } else { "" };
                let ours = match card.is_ours(option, word) {
                    true => " (house rule)",
                    false if !card.source.unclear.contains(&option.name) => "",
                    false if *word == option.default_text() => " (our reading)",
                    false => " (the other reading)",
                };
                text += &line(format!("    {}={word}  {about}{default}{ours}", option.name));
            }
        }
    }
    text
}
