use std::fs;
use std::process::{Command, Stdio};

use crate::{file, good, refused};

/// Every command; subcommands as two words.
fn commands() -> Vec<String> {
    let inner = |line: &str| {
        let help = good(&format!("{line} -h"));
        let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
        let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = names.filter_map(|line| line.split_whitespace().next());
        names.filter(|name| *name != "help").map(str::to_string).collect::<Vec<_>>()
    };
    let mut all = inner("");
    all.extend(inner("bench").iter().map(|name| format!("bench {name}")));
    all
}

#[test]
fn every_command_teaches_with_examples() {
    let commands = commands();
    assert!(commands.contains(&"replay".into()) && commands.contains(&"bench playouts".into()));
    for command in commands {
        assert!(good(&format!("{command} --help")).contains("\nExamples:\n  "), "{command}");
    }
}

#[test]
fn help_names_a_chapter_that_is_there() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let contents = fs::read_to_string(format!("{docs}/README.md")).unwrap();
    let mut named = 0;
    for command in commands() {
        let help = good(&format!("{command} --help"));
        let Some((before, chapter)) = help.split_once("\nIn the guide: docs/") else { continue };
        let chapter = chapter.split(".md").next().unwrap();
        assert!(before.contains("\nExamples:\n"), "{command}: what it tells more of comes first");
        assert!(contents.contains(&format!("]({chapter}.md)")), "{command}: {chapter}");
        assert!(help.contains(&format!("/docs/{chapter} in any club")), "{command}: {help}");
        named += 1;
    }
    assert!(20 <= named, "{named}");
    assert!(good("help solve").contains("\nIn the guide: docs/solving.md"));
}

#[test]
fn a_game_s_other_names_are_told_where_it_has_some() {
    let mut with = 0;
    for card in crosscut_catalog::GAMES.iter().map(|it| it.card()) {
        let help = good(&format!("help-game {}", card.name));
        let told = help.lines().find_map(|line| line.strip_prefix("Also called:"));
        match card.aliases {
            [] => assert_eq!(told, None, "{}", card.name),
            [first, ..] => assert!(told.unwrap().contains(first), "{help}"),
        }
        with += usize::from(!card.aliases.is_empty());
    }
    assert!((1..crosscut_catalog::GAMES.len()).contains(&with), "{with} have other names");
}

/// Whether an example needs a home folder, a long time, or a club.
fn cannot_be_tried(example: &str) -> bool {
    let club = [
        "serve",
        "backup",
        "restore",
        "doctor",
        "user",
        "address",
        "audit",
        "game ",
        "match list",
        "match export",
        "say",
        "mail-in",
    ];
    example.contains('~')
        || example.contains("bench peers")
        || club.iter().any(|it| example.contains(&format!("crosscut {it}")))
}

#[cfg(unix)]
#[test]
fn every_example_works() {
    let folder = file("examples");
    fs::create_dir_all(&folder).unwrap();
    // The examples' records are those shown in the help.
    let help = good("check --help");
    let record = help.split("text form:\n").nth(1).unwrap();
    let record = record.split("\nIn the guide:").next().unwrap();
    let record: String = record.lines().map(|line| format!("{}\n", line.trim())).collect();
    fs::write(folder.join("games.ccr"), record).unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_crosscut"));
    let path = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
    let mut tried = 0;
    for command in commands() {
        let help = good(&format!("{command} --help"));
        let examples = help.split("\nExamples:\n").nth(1).unwrap();
        for example in examples.lines().filter(|line| line.starts_with("  ")) {
            let runs = example.contains("crosscut ") && !example.starts_with("   ");
            if !runs || cannot_be_tried(example) {
                continue;
            }
            let output = Command::new("sh")
                .args(["-c", example])
                .env("PATH", &path)
                .env("XDG_STATE_HOME", file("state"))
                .stdin(Stdio::null())
                .current_dir(&folder)
                .output()
                .unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success() && err.is_empty(), "{example}\n{err}");
            tried += 1;
        }
    }
    assert!(tried >= 15, "{tried}");
}

#[test]
fn completions_and_man_pages_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = good(&format!("completions {shell}"));
        assert!(script.contains("replay") && script.contains("setup"), "{shell}");
    }
    let page = good("man");
    assert!(page.contains(".TH crosscut 1") && page.contains("Examples:"), "{page}");
    let page = good("man bench playouts");
    assert!(page.contains("crosscut\\-bench\\-playouts"), "{page}");
}

#[test]
fn completions_know_games_options_and_levels() {
    for shell in ["bash", "zsh", "fish"] {
        let script = good(&format!("completions {shell}"));
        assert!(script.contains("completions --specs"), "{shell}");
        assert!(script.contains("1 2 3 4 5 6 7 8") || script.contains("8\\t''"), "{shell}");
    }
    assert_eq!(good("completions --specs hex:op"), "hex:opening=\n");
    refused("completions");
}

/// What bash would offer for the last word of a line, according to the script.
#[cfg(unix)]
fn offered(line: &str) -> String {
    let script = file("completions.bash");
    fs::write(&script, good("completions bash")).unwrap();
    // Splits a line as bash does; there is no terminal here in which to press Tab.
    let words = line.replace(':', " : ").replace('=', " = ");
    let mut words: Vec<&str> = words.split_whitespace().collect();
    if line.ends_with(' ') {
        words.push("''");
    }
    let last = match words[words.len() - 1] {
        ":" | "=" | "''" => "",
        word => word,
    };
    let run = format!(
        "source {script}; COMP_WORDS=({words}); COMP_CWORD={at}; COMP_LINE='{line}'; COMP_POINT={end}\n\
         COMP_WORDBREAKS=' =:'; _crosscut_specs crosscut '{last}' '{before}'; echo \"${{COMPREPLY[*]}}\"",
        script = script.display(),
        words = words.join(" "),
        at = words.len() - 1,
        end = line.len(),
        before = words[words.len() - 2],
    );
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_crosscut"));
    let path = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
    let output = Command::new("bash").args(["-c", &run]).env("PATH", path).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim_end().to_string()
}

#[cfg(unix)]
#[test]
fn bash_completes_specs_and_levels() {
    assert_eq!(offered("crosscut play qu"), "quadrant-hex");
    assert_eq!(offered("crosscut help-game trai"), "trail-mix");
    // The offers replace the text after the last character at which bash splits words.
    assert_eq!(offered("crosscut play hex:"), "size= opening=");
    assert_eq!(offered("crosscut best hex:size=9,op"), "9,opening=");
    assert_eq!(offered("crosscut play trellis:opening="), "official swap none");
    assert_eq!(offered("crosscut play hex --level "), "1 2 3 4 5 6 7 8");
}
