use std::io::Write;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::Shell;
use crosscut_catalog::{Card, GAMES, GameOption, Level, Values, find};

use crate::teach;

/// Print the completions for a shell
#[derive(Args, Debug)]
#[command(after_long_help = teach::completions())]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(required_unless_present = "specs")]
    shell: Option<Shell>,
    /// Print the specs that a word may become: what the scripts ask while one is typed
    #[arg(long, value_name = "WORD", hide = true, conflicts_with = "shell")]
    specs: Option<String>,
}

impl CompletionsArgs {
    /// Prints the script; `command` is the whole program.
    pub(crate) fn run(self, command: Command, out: &mut dyn Write) -> Result<()> {
        if let Some(shell) = self.shell {
            out.write_all(script(shell, command)?.as_bytes())?;
        }
        for spec in self.specs.iter().flat_map(|word| specs(word)) {
            writeln!(out, "{spec}")?;
        }
        Ok(())
    }
}

/// The script for a shell. If the shell allows it, the script asks the program for the completions of a spec.
fn script(shell: Shell, command: Command) -> Result<String> {
    let mut command = knowing(command);
    // Into memory first: the generator does not report errors, and would panic on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "crosscut", &mut script);
    let script = String::from_utf8(script)?;
    Ok(match shell {
        Shell::Bash => script + BASH,
        Shell::Zsh => {
            let listed = format!(":({})'", names().join(" "));
            let (body, end) =
                script.split_once("\nif [ \"$funcstack[1]\"").unwrap_or((&script, ""));
            let body = body.replace(&listed, ":_crosscut_specs'");
            format!("{body}{ZSH}\nif [ \"$funcstack[1]\"{end}")
        }
        Shell::Fish => {
            let commands = taking_specs(&command).join(" ");
            let condition = format!("__fish_seen_subcommand_from {commands}");
            let specs = "(crosscut completions --specs (commandline -ct) 2>/dev/null)";
            format!("{script}complete -c crosscut -n \"{condition}\" -a \"{specs}\"\n")
        }
        _ => script,
    })
}

/// Bash splits words at the colon and the equals signs of a spec: this completes the whole word, and returns the part after the
/// last of these characters.
const BASH: &str = r#"
_crosscut_specs() {
    local line="${COMP_LINE:0:COMP_POINT}"
    local word="${line##*[[:space:]]}"
    if [[ "$word" != [a-zA-Z]*:* ]]; then
        _crosscut "$@"
        return
    fi
    local breaks="${COMP_WORDBREAKS//[^:=]/}" rest="$word"
    if [[ -n "$breaks" ]]; then
        rest="${word##*[$breaks]}"
    fi
    COMPREPLY=( $("$1" completions --specs "$word" 2>/dev/null) )
    COMPREPLY=( "${COMPREPLY[@]#"${word%"$rest"}"}" )
    compopt -o nospace 2>/dev/null
}
complete -F _crosscut_specs -o bashdefault -o default crosscut
"#;

const ZSH: &str = r#"
_crosscut_specs() {
    local -a specs
    specs=(${(f)"$(crosscut completions --specs "$PREFIX" 2>/dev/null)"})
    compadd -S '' -a specs
}
"#;

/// The names of the games.
fn names() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.card().name).collect()
}

/// The levels, as they are typed.
const LEVELS: [&str; Level::ALL.len()] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// Whether an argument is a spec, or the name of a game, which is a spec too.
fn is_spec(arg: &Arg) -> bool {
    ["spec", "game", "games"].contains(&arg.get_id().as_str())
}

/// The commands with the values that their parsers only know at run time: the games, the levels.
fn knowing(command: Command) -> Command {
    command.mut_subcommands(knowing).mut_args(|arg| {
        if is_spec(&arg) {
            arg.value_parser(PossibleValuesParser::new(names()))
        } else if arg.get_id() == "level" {
            arg.value_parser(PossibleValuesParser::new(LEVELS))
        } else {
            arg
        }
    })
}

/// The commands, and subcommands, with a positional spec.
fn taking_specs(command: &Command) -> Vec<&str> {
    let inner = command.get_subcommands().flat_map(|it| {
        let own = it.get_positionals().any(is_spec).then(|| it.get_name());
        own.into_iter().chain(taking_specs(it))
    });
    inner.collect()
}

/// The completions of a spec: a game's name, and after the colon one option after the other.
fn specs(word: &str) -> Vec<String> {
    let lower = word.to_lowercase();
    let begun = |it: &String| it.starts_with(&lower);
    let Some((name, options)) = lower.split_once(':') else {
        return names().into_iter().map(str::to_string).filter(begun).collect();
    };
    let Some(card) = find(name).map(|game| game.card()) else { return Vec::new() };
    let before = &lower[..lower.len() - options.rsplit(',').next().unwrap_or("").len()];
    let given = |option: &&GameOption| !before.contains(&format!("{}=", option.name));
    let card: &Card = &card;
    let left = card.options.iter().filter(given);
    let items = left.flat_map(|option| match lower[before.len()..].contains('=') {
        true => values(option).iter().map(|value| format!("{}={value}", option.name)).collect(),
        false => vec![format!("{}=", option.name)],
    });
    items.map(|item| format!("{before}{item}")).filter(begun).collect()
}

/// The values of an option; the default if there are too many numbers to list.
fn values(option: &GameOption) -> Vec<String> {
    match option.values {
        Values::Number { least, most, step, .. } if (most - least) / step < 40 => {
            (least..=most).step_by(step as usize).map(|it| it.to_string()).collect()
        }
        Values::Number { default, .. } => vec![default.to_string()],
        Values::Choice(words) => words.iter().map(|(word, _)| word.to_string()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_becomes_a_game_and_then_its_options() {
        assert_eq!(specs("tr"), ["trellis", "trail-mix", "trichet"]);
        assert_eq!(specs("hex:"), ["hex:size=", "hex:opening="]);
        assert_eq!(specs("Hex:OP"), ["hex:opening="]);
        assert_eq!(specs("hex:opening="), ["hex:opening=swap", "hex:opening=none"]);
        assert_eq!(specs("hex:size=2").len(), 8, "2, and 20 to 26");
        assert_eq!(specs("hex:size=9,"), ["hex:size=9,opening="]);
        assert_eq!(specs("trichet:num_tiles="), ["trichet:num_tiles=96"]);
        assert_eq!(specs("chess:"), [""; 0]);
        assert_eq!(specs("é:é"), [""; 0]);
    }
}
