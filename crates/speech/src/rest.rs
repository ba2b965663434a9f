use crosscut_catalog::{AnyGame, GAMES, Spec, is_last_move, is_list};

use crate::challenge::spec;
use crate::command::Entry;
use crate::token::{board, challenge, numbered, small, special};
use crate::words::undecorated;
use crate::{Board, Deed, Limit, Misheard, Order, Place, Scene, Vacation, Wanted, Which};

/// What stands after the word of a command.
pub(crate) struct Rest<'a> {
    pub(crate) entry: &'static Entry,
    pub(crate) me: Option<&'a str>,
    pub(crate) words: Vec<String>,
    /// Whether the own name stood there and was left out.
    pub(crate) named: bool,
}

impl Rest<'_> {
    pub(crate) fn order(
        &mut self,
        game: Option<&'static dyn AnyGame>,
        switches: Vec<(String, Option<String>)>,
    ) -> Result<Order, Misheard> {
        // A list says by its blanks which commas stand between moves.
        if !matches!(self.entry.word, "move" | "preview") {
            self.join();
        }
        let the_game = || {
            game.ok_or_else(|| {
                Misheard::new(format!(
                    "which game? Its name stands first: `{} {}`",
                    GAMES[0].card().name,
                    self.entry.example
                ))
            })
        };
        if self.entry.place == Place::Club && game.is_some() && self.entry.word != "help" {
            return Err(Misheard::new(format!(
                "{} is said without a game: write `{}`",
                self.entry.word, self.entry.usage
            )));
        }
        Ok(match self.entry.word {
            "help" => {
                let mut about = std::mem::take(&mut self.words);
                about.extend(game.map(|it| it.card().name.to_string()));
                Order::Help(about)
            }
            "signup" => self.sign_up()?,
            "change" => self.change()?,
            "mails" => self.mails()?,
            "signoff" => {
                let name = (!self.words.is_empty()).then(|| self.words.remove(0));
                self.end()?;
                Order::SignOff(name)
            }
            "list" => Order::List,
            "message" => {
                self.own_name();
                Order::Message(std::mem::take(&mut self.words))
            }
            "broadcast" => {
                let again = self.words.first().is_some_and(|it| it.eq_ignore_ascii_case("again"));
                self.words.drain(..usize::from(again));
                Order::Broadcast { again }
            }
            "block" => {
                let name = (!self.words.is_empty()).then(|| self.words.remove(0));
                self.end()?;
                Order::Block(name)
            }
            "unblock" => {
                if self.words.is_empty() {
                    return Err(Misheard::new(format!("whom? Write `{}`", self.entry.usage)));
                }
                let name = self.words.remove(0);
                self.end()?;
                Order::Unblock(name)
            }
            "multiple" => Order::Multiple,
            "all" => self.all_show()?,
            "vacation" => self.vacation()?,
            "standings" => {
                the_game()?;
                self.nothing(Order::Standings)?
            }
            "history" => {
                the_game()?;
                self.nothing(Order::History)?
            }
            "games" => {
                let (boards, of, which) = self.chosen()?;
                if let Some(board) = boards.first() {
                    return Err(Misheard::new(format!(
                        "games lists the matches of players: for one match write `show {}`",
                        board.id
                    )));
                }
                let which = which.unwrap_or(if of.is_empty() { Which::Active } else { Which::All });
                Order::Games { of, which }
            }
            "show" => {
                let (boards, of, which) = self.chosen()?;
                if boards.is_empty() && of.is_empty() {
                    return Err(Misheard::new(
                        "all boards would be too many: name matches by their numbers, or players",
                    ));
                }
                Order::Show { boards, of, which: which.unwrap_or_default(), own: false }
            }
            "showas" => {
                self.own_name();
                let (boards, of, which) = self.chosen()?;
                if !of.is_empty() {
                    return Err(Misheard::password());
                }
                Order::Show { boards, of, which: which.unwrap_or_default(), own: true }
            }
            "challenge" => {
                let game = the_game()?;
                let wanted = Wanted::read(game, switches)?;
                let names = std::mem::take(&mut self.words);
                match names.len() {
                    0 => {
                        return Err(Misheard::new(format!(
                            "who is to play? Write `{} {}`",
                            game.card().name,
                            self.entry.usage
                        )));
                    }
                    1 | 2 => Order::Challenge { names, wanted },
                    n => {
                        return Err(Misheard::new(format!(
                            "two people play a match, and {n} are named"
                        )));
                    }
                }
            }
            "seek" => {
                let wanted = Wanted::read(the_game()?, switches)?;
                self.own_name();
                let n = match self.words.pop() {
                    None => None,
                    Some(word) => Some(small(&word).ok_or_else(|| {
                        Misheard::new(format!("'{word}' is not a number of matches to look for"))
                    })?),
                };
                self.end()?;
                Order::Seek { n, wanted }
            }
            "limit" => {
                the_game()?;
                self.limit()?
            }
            "preview" => self.preview(game, switches)?,
            "accept" => self.answer(game, true)?,
            "reject" => self.answer(game, false)?,
            "withdraw" => {
                let word = self.words.pop().unwrap_or_default();
                let id = challenge(&word).or_else(|| word.parse().ok()).ok_or_else(|| {
                    Misheard::new("which challenge? Write `withdraw c7`, with its number")
                })?;
                self.end()?;
                Order::WithdrawChallenge(id)
            }
            "subscribe" => self.subscribe(true)?,
            "unsubscribe" => self.subscribe(false)?,
            "notify" => {
                self.own_name();
                let (boards, _, _) = self.chosen()?;
                Order::Notify(boards.iter().map(|it| it.id).collect())
            }
            _ => self.deed()?,
        })
    }

    /// What is done in a match: the number comes first.
    fn deed(&mut self) -> Result<Order, Misheard> {
        if self.words.is_empty() {
            return Err(Misheard::new(format!("which match? Write `{}`", self.entry.usage)));
        }
        let word = self.words.remove(0);
        // To decline before anything has begun was to resign.
        if self.entry.word == "resign"
            && let Some(id) = challenge(&word)
        {
            self.own_name();
            self.end()?;
            return Ok(Order::AnswerChallenge { id, yes: false });
        }
        let board = board(&word).ok_or_else(|| {
            Misheard::new(format!(
                "'{word}' is not the number of a match: write `{}`",
                self.entry.usage
            ))
        })?;
        if board.at.is_some() {
            return Err(Misheard::new(format!(
                "which move it is meant to be stands after the move: {} MOVE#N",
                board.id
            )));
        }
        self.own_name();
        for word in &mut self.words {
            *word = undecorated(word);
        }
        self.words.retain(|it| !it.is_empty());
        let number = self.number();
        let deed = match self.entry.word {
            "move" => self.played()?,
            "queue" => match self.one_move()? {
                None => Deed::Queue(None),
                Some(word) if word.eq_ignore_ascii_case("none") => Deed::Queue(Some(String::new())),
                Some(word) => match special(&word) {
                    Some(_) => {
                        return Err(Misheard::new(format!("'{word}' is not a move that can wait")));
                    }
                    None => Deed::Queue(Some(with(number, numbered(&word)?.0))),
                },
            },
            "submit" => {
                let word = self.one_move()?.ok_or_else(|| self.no_move())?;
                let (text, ply) = numbered(&word)?;
                Deed::Submit { text: with(number, text), ply }
            }
            "swap" | "pass" => {
                let ply = match self.words.pop() {
                    Some(word) if word.starts_with('#') => numbered(&format!("x{word}"))?.1,
                    Some(word) => {
                        self.words.push(word);
                        None
                    }
                    None => None,
                };
                self.end()?;
                Deed::Turn { text: self.entry.word.to_string(), ply }
            }
            other => {
                self.end()?;
                special(other).unwrap_or(if other == "confirm" {
                    Deed::Confirm
                } else {
                    Deed::Chat
                })
            }
        };
        Ok(Order::At { id: board.id, deed })
    }

    fn played(&mut self) -> Result<Deed, Misheard> {
        // One player's moves that follow each other. Words that are not moves may be a password.
        let text = self.words.join(" ");
        if !self.named && self.words.len() > 1 && is_list(&text) {
            return Ok(Deed::Turn { text, ply: None });
        }
        self.join();
        let text = self.words.join(" ");
        if !self.named && is_list(&text) {
            return Ok(Deed::Turn { text, ply: None });
        }
        let number = self.number();
        let Some(word) = self.one_move()? else { return Err(self.no_move()) };
        if let Some(deed) = special(&word) {
            return Ok(deed);
        }
        let (text, ply) = numbered(&word)?;
        Ok(Deed::Turn { text: with(number, text), ply })
    }

    /// Takes the blanks out of words that a comma holds together.
    fn join(&mut self) {
        for word in &mut self.words {
            word.retain(|it| it != ' ');
        }
    }

    /// The number in front of a move, which says where it belongs.
    fn number(&self) -> Option<String> {
        self.words.first().filter(|it| is_a_number_in_a_list(it)).cloned()
    }

    fn no_move(&self) -> Misheard {
        Misheard::new(format!("what is the move? Write `{}`", self.entry.usage))
    }

    /// The one word that is left, if one is. Two behind one's own name are a password and a move.
    fn one_move(&mut self) -> Result<Option<String>, Misheard> {
        self.words.retain(|it| !is_a_number_in_a_list(it));
        let text = self.words.join(" ");
        if is_last_move(&text) {
            self.words.clear();
            return Ok(Some(text));
        }
        if self.words.len() > 1 && !self.named && is_list(&text) {
            // What is not a move is not recommended.
            let is_move = |it: &&String| it.len() <= 40 && !it.contains(char::is_control);
            return Err(match self.words.first().filter(is_move) {
                Some(first) => {
                    Misheard::new(format!("only one move is possible here: write only {first}"))
                }
                None => self.no_move(),
            });
        }
        match (self.words.len(), self.named) {
            (0, _) => Ok(None),
            (1, _) => Ok(self.words.pop()),
            (2, false) => Err(match self.me {
                Some(me) => Misheard::new(format!(
                    "'{}' is two words: a move is one word, and only your own name, {me}, may stand before it",
                    self.words.join(" ")
                )),
                None => Misheard::new("a move is one word"),
            }),
            // They are not repeated: one may be a password.
            (_, false) => Err(Misheard::new(
                "that is more than one move: send one, and the next when it is your turn again. If a password was in it: \
                 passwords are not to be written in letters any more. Nothing was done",
            )),
            _ => Err(Misheard::password()),
        }
    }

    fn all_show(&mut self) -> Result<Order, Misheard> {
        let show =
            !self.words.is_empty() && "show".starts_with(&self.words[0].to_ascii_lowercase());
        if !show {
            return Err(Misheard::new(format!("write `{}`", self.entry.usage)));
        }
        self.words.remove(0);
        let (boards, of, which) = self.chosen()?;
        if !boards.is_empty() || of.len() > 1 {
            return Err(Misheard::new(format!(
                "one player at a time: write `{}`",
                self.entry.usage
            )));
        }
        let own = of.is_empty() || of.first().is_some_and(|it| self.is_me(it));
        let of = if own { Vec::new() } else { of };
        Ok(Order::Show { boards, of, which: which.unwrap_or_default(), own })
    }

    fn vacation(&mut self) -> Result<Order, Misheard> {
        self.own_name();
        let words: Vec<String> = self.words.iter().map(|it| it.to_ascii_lowercase()).collect();
        let words: Vec<&str> = words
            .iter()
            .map(String::as_str)
            .filter(|it| !["from", "until", "to"].contains(it))
            .collect();
        let is_day = |it: &str| it.contains('-');
        Ok(Order::Vacation(match words.as_slice() {
            [] => Vacation::Tell,
            ["off" | "back" | "none"] => Vacation::Off,
            [days] if small(days).is_some() => Vacation::Days(small(days).unwrap_or(0)),
            [until] if is_day(until) => Vacation::Until { from: None, until: (*until).to_string() },
            [from, until] if is_day(from) && is_day(until) => {
                Vacation::Until { from: Some((*from).to_string()), until: (*until).to_string() }
            }
            _ => return Err(Misheard::new(format!("write `{}`", self.entry.usage))),
        }))
    }

    fn limit(&mut self) -> Result<Order, Misheard> {
        self.own_name();
        let limit = match self.words.pop() {
            None => None,
            Some(word) => Some(match word.to_ascii_lowercase().as_str() {
                "accept" | "all" | "inf" => Limit::All,
                "reject" | "0" => Limit::None,
                "ask" => Limit::Ask,
                other => Limit::At(small(other).ok_or_else(|| {
                    Misheard::new(format!(
                        "'{word}' is not a limit: write all, ask, reject or a number"
                    ))
                })?),
            }),
        };
        self.end()?;
        Ok(Order::Limit(limit))
    }

    fn preview(
        &mut self,
        game: Option<&'static dyn AnyGame>,
        switches: Vec<(String, Option<String>)>,
    ) -> Result<Order, Misheard> {
        if self.words.is_empty() {
            return Err(Misheard::new(format!("which board? Write `{}`", self.entry.usage)));
        }
        let word = self.words.remove(0);
        if word.eq_ignore_ascii_case("new") {
            let game = game.ok_or_else(|| {
                Misheard::new("the board of which game? Its name stands first: GAME preview new")
            })?;
            // How many play was said here once.
            if self.words.first().is_some_and(|it| it == "2") {
                self.words.remove(0);
            }
            let spec: Spec = match switches.is_empty() {
                true => spec(game, &[])?,
                false => Wanted::read(game, switches)?.spec,
            };
            return Ok(Order::Preview { scene: Scene::New(spec), moves: self.moves() });
        }
        if !switches.is_empty() {
            return Err(Misheard::new("a match has its options already: leave them out"));
        }
        let board = board(&word).ok_or_else(|| {
            Misheard::new(format!(
                "'{word}' is neither a match nor new: write `{}`",
                self.entry.usage
            ))
        })?;
        Ok(Order::Preview { scene: Scene::Of(board), moves: self.moves() })
    }

    fn moves(&mut self) -> Vec<String> {
        self.own_name();
        std::mem::take(&mut self.words)
    }

    fn answer(&mut self, game: Option<&'static dyn AnyGame>, yes: bool) -> Result<Order, Misheard> {
        self.own_name();
        if self.words.is_empty() {
            if game.is_some() {
                return Ok(Order::Welcome(yes));
            }
            return Err(Misheard::new(format!("what? Write {}", self.entry.usage)));
        }
        // `accept` and a name and a password took all challenges once.
        let old = self.named;
        let word = self.words.remove(0);
        self.own_name();
        if let Some(id) = challenge(&word) {
            self.end()?;
            return Ok(Order::AnswerChallenge { id, yes });
        }
        if let Some(board) = board(&word) {
            self.end()?;
            return Ok(Order::At { id: board.id, deed: Deed::Answer(yes) });
        }
        if old || !self.words.is_empty() {
            return Err(Misheard::password());
        }
        Ok(Order::AnswerChallenger { name: word, yes })
    }

    fn subscribe(&mut self, on: bool) -> Result<Order, Misheard> {
        self.own_name();
        let (mut ids, mut all) = (Vec::new(), false);
        for word in std::mem::take(&mut self.words) {
            match board(&word) {
                Some(board) => ids.push(board.id),
                None if word.eq_ignore_ascii_case("all") => all = true,
                None if self.is_me(&word) => {}
                None => {
                    return Err(Misheard::new(format!("'{word}' is not the number of a match")));
                }
            }
        }
        if ids.is_empty() != all {
            return Err(Misheard::new(format!(
                "which matches? Write their numbers, or `all`: `{}`",
                self.entry.usage
            )));
        }
        Ok(Order::Subscribe { ids, on })
    }

    /// Boards, players, and which of their matches.
    #[expect(clippy::type_complexity, reason = "three lists that are taken apart at once")]
    fn chosen(&mut self) -> Result<(Vec<Board>, Vec<String>, Option<Which>), Misheard> {
        let (mut boards, mut of, mut which) = (Vec::new(), Vec::new(), None);
        for word in std::mem::take(&mut self.words) {
            let one = match word.to_ascii_lowercase().as_str() {
                "all" => Some(Which::All),
                "active" => Some(Which::Active),
                "inactive" => Some(Which::Inactive),
                "next" => Some(Which::Next),
                // Matches belong to no tournaments yet: these two asked for all of them.
                "tournament" | "standard" => continue,
                _ => None,
            };
            if let Some(one) = one {
                if which.is_some_and(|it| it != one) {
                    return Err(Misheard::new("one of all, active, inactive and next is enough"));
                }
                which = Some(one);
            } else if let Some(board) = board(&word) {
                boards.push(board);
            } else {
                of.push(word);
            }
        }
        Ok((boards, of, which))
    }

    pub(crate) fn is_me(&self, word: &str) -> bool {
        self.me.is_some_and(|me| me.to_lowercase() == word.to_lowercase())
    }

    /// Leaves out one's own name, if it stands here.
    pub(crate) fn own_name(&mut self) {
        if self.words.first().is_some_and(|it| self.is_me(it)) {
            self.words.remove(0);
            self.named = true;
        }
    }

    /// Refuses what is left.
    pub(crate) fn end(&self) -> Result<(), Misheard> {
        match self.words.as_slice() {
            [] => Ok(()),
            // A name and a password, or the password behind one's own name.
            [_, _] => Err(Misheard::password()),
            [_] if self.named => Err(Misheard::password()),
            [word, ..] => {
                Err(Misheard::new(format!("'{word}' is too much: write `{}`", self.entry.usage)))
            }
        }
    }

    fn nothing(&self, order: Order) -> Result<Order, Misheard> {
        self.end().map(|()| order)
    }
}

/// A move with the number that stood in front of it.
fn with(number: Option<String>, text: String) -> String {
    match number {
        Some(number) => format!("{number} {text}"),
        None => text,
    }
}

/// `24.` as it stands in front of a move that was copied out of a list.
pub(crate) fn is_a_number_in_a_list(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
}
