use crate::{GameOption, Spoken};

/// What is known about a game, as data. Help pages, command-line help, web pages and mails are all made from it.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The name in commands, addresses and records: lower case, digits and dashes.
    pub name: &'static str,
    /// Other names under which it is found.
    pub aliases: &'static [&'static str],
    /// The name on a page.
    pub title: &'static str,
    /// What the game is, in one sentence.
    pub about: &'static str,
    /// Who invented it.
    pub designer: &'static str,
    /// When it was invented, as text (`1999`, `1942 and 1948`).
    pub year: &'static str,
    /// Where the rules were first published, and what that source says.
    pub source: Source,
    /// The known copyright, in our words (`© 1999 Steven Meyers`, `none known`).
    pub copyright: &'static str,
    /// What is known about the permission to offer the game, with the source of that permission.
    pub permission: &'static str,
    /// The sides' names as written in set-ups and results; the first one moves first.
    pub sides: [&'static str; 2],
    /// What each side has to do to win, for captions (`joins top and bottom`).
    pub goals: [&'static str; 2],
    /// The options, in the order in which a spec prints them.
    pub options: &'static [GameOption],
    /// The options for somebody's first game, as they are typed: a small board, no ceremony.
    pub first_game: &'static str,
    /// How people speak of the game at the board.
    pub spoken: Spoken,
    /// The options that a challenge by command starts from.
    pub classic: Classic,
    /// A whole game with the default options, to watch: its moves, with a remark in braces after every few of them.
    pub sample: &'static str,
    /// The help page: Markdown (headings, paragraphs, lists, fenced diagrams), in our own words.
    pub help: &'static str,
}

/// Where a game's rules were first published, and what that source says, or leaves open, about offering the game.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Author and title (`Steven Meyers, "New Connection Games — Part One"`).
    pub title: &'static str,
    /// Where and when it appeared: a magazine and its issue, or a page and its date.
    pub issue: &'static str,
    /// The address of the official rules, as printed, if one is printed.
    pub rules: Option<&'static str>,
    /// The options that are our own house rules, not in the source: `opening=swap`, or `size` for all values but the default.
    pub ours: &'static [&'static str],
    /// The options about which the source says nothing, so that the default is only what is usual.
    pub unsaid: &'static [&'static str],
    /// The options on which the source can be read either way: the default is our reading, other values are the other one.
    pub unclear: &'static [&'static str],
    /// What else in the source can be read either way, and how we read it: in words, without a full stop.
    pub readings: &'static [&'static str],
    /// What the source asks of those who offer the game to others, if anything.
    pub request: Option<Request>,
}

impl Source {
    /// The source of a game that nobody has published.
    pub const NONE: Source = Source {
        title: "",
        issue: "",
        rules: None,
        ours: &[],
        unsaid: &[],
        unclear: &[],
        readings: &[],
        request: None,
    };
}

/// What a designer asks of those who offer the game, and whom they should write to.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Who should ask for what, in our words, without a full stop.
    pub asks: &'static str,
    /// The address to write to, as printed.
    pub address: &'static str,
}

impl Card {
    /// A card that is blank but for the names of the sides, to start your own from: a game that is only played and searched
    /// needs no more than a name.
    pub const BLANK: Card = Card {
        name: "",
        aliases: &[],
        title: "",
        about: "",
        designer: "",
        year: "",
        source: Source::NONE,
        copyright: "",
        permission: "",
        sides: ["1", "2"],
        goals: ["", ""],
        options: &[],
        first_game: "",
        spoken: Spoken::NOTHING,
        classic: Classic::AS_ON_THE_CARD,
        sample: "",
        help: "",
    };

    /// Whether a value of an option is our own house rule.
    #[must_use]
    pub fn is_ours(&self, option: &GameOption, value: &str) -> bool {
        self.source.ours.iter().any(|it| match it.split_once('=') {
            Some((name, word)) => name == option.name && word == value,
            None => *it == option.name && value != option.default_text(),
        })
    }

    /// What in the source can be read either way, and how we read it: in words, without a full stop.
    #[must_use]
    pub fn readings(&self) -> Vec<String> {
        let unclear = self.options.iter().filter(|it| self.source.unclear.contains(&it.name));
        let words = unclear.map(|it| {
            let (name, default) = (it.name, it.default_text());
            format!("the source can be read either way on {name}; {name}={default} is our reading")
        });
        words.chain(self.source.readings.iter().map(|it| it.to_string())).collect()
    }

    /// Which options are ours and not the source's, in words; `None` if there are none.
    fn house_rules(&self) -> Option<String> {
        let words = self.source.ours.iter().map(|it| {
            let option = self.options.iter().find(|option| option.name == *it);
            option.map_or(it.to_string(), |option| {
                format!("any {} but {}", option.name, option.default_text())
            })
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| format!("{} (ours, not in the source)", words.join(", ")))
    }

    /// The credits of the game (designer, source, house rules, copyright, permission), as shown on the web, by mail and in the
    /// terminal: each text with its heading.
    #[must_use]
    pub fn credits(&self) -> Vec<(&'static str, String)> {
        let Source { title, issue, rules, request, .. } = self.source;
        let mut credits = vec![
            ("Designer", format!("{}, {}", self.designer, self.year)),
            ("Published", format!("{title}; {issue}")),
        ];
        credits.extend(rules.map(|it| ("Official", format!("{it} (as printed; it may be gone)"))));
        if let Some(ours) = self.house_rules() {
            credits.push(("House rules", ours));
        }
        let readings = self.readings();
        if !readings.is_empty() {
            credits.push(("Readings", readings.join("; ")));
        }
        credits.push(("Copyright", self.copyright.to_string()));
        let request = request.map(|it| format!("{}, at {}", it.asks, it.address));
        credits.extend(request.map(|it| ("Request", it)));
        credits.push(("Permission", self.permission.to_string()));
        credits
    }
}

/// How the game used to be played by mail, if it was: a challenge by command starts from these options.
#[derive(Clone, Copy, Debug)]
pub struct Classic {
    /// The options in which it differed from the card's defaults, as they are typed.
    pub options: &'static str,
    /// The number options that had other bounds then: the option's name, the least and the most.
    pub bounds: &'static [(&'static str, u32, u32)],
}

impl Classic {
    /// No difference from the card.
    pub const AS_ON_THE_CARD: Classic = Classic { options: "", bounds: &[] };

    /// An option of the card with the bounds that it had in the classic game.
    #[must_use]
    pub fn bounded(&self, option: GameOption) -> GameOption {
        match self.bounds.iter().find(|(name, ..)| *name == option.name) {
            Some(&(_, least, most)) => option.within(least, most),
            None => option,
        }
    }
}
