/// A command: what it is called, how it is written and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The word for it.
    pub word: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// Whether it is said to the club or of a game.
    pub place: Place,
    /// How it is written; what is in brackets may be left out.
    pub usage: &'static str,
    /// What it does.
    pub about: &'static str,
    /// An example, without the name of a game in front.
    pub example: &'static str,
}

/// What a command is said of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The club: no game stands before it.
    Club,
    /// A game, whose name stands before it.
    Game,
    /// A match, whose number says which game it is; the name may stand before it.
    Match,
}

/// A command that has no other words.
const fn entry(
    place: Place,
    word: &'static str,
    usage: &'static str,
    about: &'static str,
    example: &'static str,
) -> Entry {
    Entry { word, aliases: &[], place, usage, about, example }
}

impl Entry {
    const fn or(self, aliases: &'static [&'static str]) -> Entry {
        Entry { aliases, ..self }
    }
}

use Place::{Club, Game, Match};

/// Every command, in the order in which help tells them.
pub const COMMANDS: &[Entry] = &[
    entry(
        Club,
        "help",
        "help [WORD]",
        "How this is done; `help commands` lists all commands, `help GAME` tells a game's rules",
        "help commands",
    ),
    entry(
        Club,
        "signup",
        "signup NAME",
        "To become a member by this name; by mail, with the address you write from",
        "signup ann",
    )
        .or(&["add"]),
    entry(
        Game,
        "challenge",
        "challenge [-OPTION=VALUE] [--SWITCH] NAME [NAME]",
        "To invite somebody: a member, or by a mail with a link whoever reads mails at an address (once: nobody is invited \
         there again, and after 14 days it is over). What the body says is the greeting. Of two names the first moves first, and one is your own; with one, chance decides. Options are \
         the game's; switches are --forfeittime=DAYS for each move (21 if nothing is said), --totaltime=DAYS for all \
         moves of a player, --nagtime=DAYS after which whoever is on turn is reminded, again and again, --unrated, --private, and --level=N for the name `computer`",
        "challenge -size=9 ann bob",
    ),
    entry(
        Match,
        "move",
        "move NUMBER MOVE[#N]",
        "To play. With #N it is refused unless it is move number N. MOVE may also be swap, pass, resign, propose, undo, \
         accept or reject. What the body says is told to the opponent",
        "move 12 C6#2",
    )
    .or(&["board", "mvoe"]),
    entry(
        Match,
        "queue",
        "queue NUMBER [MOVE]",
        "To play now, or if it is the opponent's turn, as soon as it is yours; `queue NUMBER none` empties the queue. What the body says is told when the move is played",
        "queue 12 C6",
    )
    .or(&["qmove", "moveq", "qboard", "boardq"]),
    entry(Match, "swap", "swap NUMBER", "To exchange sides, where the game allows it", "swap 12"),
    entry(Match, "pass", "pass NUMBER", "To pass, where the game allows it", "pass 12"),
    entry(
        Match,
        "submit",
        "submit NUMBER MOVE",
        "To see the board after a move, and keep the move for `confirm`",
        "submit 12 C6",
    ),
    entry(Match, "confirm", "confirm NUMBER", "To play what was submitted", "confirm 12"),
    entry(
        Match,
        "preview",
        "preview NUMBER[#N] MOVE.. or GAME preview new [-OPTION=VALUE] MOVE..",
        "The board after some moves, of a match or from the start; nothing is played",
        "preview new C6",
    ),
    entry(
        Match,
        "show",
        "show NUMBER[#N].. or show NAME.. [all|active|inactive|next]",
        "The board and all moves, as it stands, after N moves, or N moves ago if N is negative",
        "show 12 13#-1",
    ),
    entry(
        Match,
        "showas",
        "showas [NUMBER..|all|active|inactive|next]",
        "The same of your own matches, with what only you may see: what is queued",
        "showas next",
    ),
    entry(
        Match,
        "games",
        "games [NAME..] [all|active|inactive|next]",
        "A list of matches",
        "games ann next",
    ),
    entry(
        Club,
        "all",
        "all show [NAME] [next|active]",
        "All boards of all games; `all show next` are those that wait for you",
        "all show next",
    ),
    entry(
        Match,
        "accept",
        "accept NUMBER, accept cNUMBER, accept NAME, or GAME accept",
        "To agree to what is proposed in a match; to take challenge c7, or the one of somebody; or to take all challenges \
         of a game from now on",
        "accept c7",
    ),
    entry(
        Match,
        "reject",
        "reject NUMBER, reject cNUMBER, reject NAME, or GAME reject",
        "To say no in the same places; `GAME reject` takes no challenges of the game from now on",
        "reject bob",
    )
    .or(&["decline"]),
    entry(Match, "withdraw", "withdraw cNUMBER", "To take your own challenge back", "withdraw c7"),
    entry(Match, "propose", "propose NUMBER", "To offer a draw, until either of you plays", "propose 12").or(&["draw"]),
    entry(Match, "undo", "undo NUMBER", "To ask to take your last move back", "undo 12"),
    entry(Match, "cancel", "cancel NUMBER", "To ask to end without a result", "cancel 12"),
    entry(Match, "rematch", "rematch NUMBER", "To ask to play again", "rematch 12"),
    entry(
        Match,
        "resign",
        "resign NUMBER",
        "To give up, at any time. Before both have moved it is nobody's loss",
        "resign 12",
    ),
    entry(
        Match,
        "chat",
        "chat NUMBER",
        "To say what the body says: players to each other, others among themselves until the match is over",
        "chat 12",
    ),
    entry(
        Game,
        "seek",
        "seek [N] [-OPTION=VALUE] [--SWITCH]",
        "To look for N matches: challenges that anybody may accept; `seek 0` takes them back",
        "seek 2 -size=9",
    ),
    entry(
        Game,
        "limit",
        "limit [N|all|ask|reject]",
        "To be challenged only while you have fewer than N matches of the game; or whether you take every challenge without \
         being asked, or none; without a word, how it stands",
        "limit 3",
    ),
    entry(Game, "standings", "standings", "Who is how strong", "standings").or(&["ratings"]),
    entry(Game, "history", "history", "The matches that ended last", "history"),
    entry(Club, "list", "list", "The games there are", "list"),
    entry(
        Club,
        "vacation",
        "vacation [DAYS | [FROM] UNTIL | off]",
        "To be away: your clocks stand still. Days are written 2026-12-24",
        "vacation 14",
    ),
    entry(
        Club,
        "change",
        "change zone ZONE, change address NEW@ADDRESS, or change password",
        "To live in another time zone, to have your mails sent elsewhere, or to set another password: for these two a link is \
         sent, to the new address or to yours, and following it does it",
        "change zone Europe/Berlin",
    ),
    entry(
        Club,
        "mails",
        "mails [each|daily [HOUR]|none]",
        "To be written to about each thing that happens, in one mail a day, or not at all; without a word, how it stands. \
         What you ask by mail is answered in any case",
        "mails daily 7",
    ),
    entry(
        Club,
        "message",
        "message NAME..",
        "To write to members. Each has a mail of it, or reads it at the table of a match with you if no mails go to them; \
         nobody else does, and no addresses are told",
        "message bob",
    ),
    entry(
        Club,
        "broadcast",
        "broadcast [again]",
        "To write what the body says to all members who have mails sent; for the club's operators. Another one within an hour \
         is asked about: `again` sends it",
        "broadcast",
    ),
    entry(
        Club,
        "block",
        "block [NAME]",
        "To hear no more of a member: they cannot challenge you, write to you or say anything at your matches. Matches that go on go on. Without a name, \
         whom you have blocked",
        "block bob",
    ),
    entry(Club, "unblock", "unblock NAME", "To hear of them again", "unblock bob"),
    entry(
        Match,
        "subscribe",
        "subscribe NUMBER.. or GAME subscribe all",
        "To be told of each turn of matches you do not play in; or of all matches of a game that begin later, and of \
         the latest of those that go on",
        "subscribe 12",
    )
    .or(&["sub"]),
    entry(
        Match,
        "unsubscribe",
        "unsubscribe NUMBER.. or [GAME] unsubscribe all",
        "To be told no more of them",
        "unsubscribe 12",
    )
        .or(&["unsub"]),
    entry(
        Match,
        "notify",
        "notify NUMBER.. or GAME notify",
        "To be told of the end of matches alone; of all matches of a game, or if that is so, not any more",
        "notify 12",
    ),
    entry(
        Club,
        "multiple",
        "multiple",
        "To do several things at once: a command on each line of the body",
        "multiple",
    ),
    entry(
        Club,
        "signoff",
        "signoff NAME",
        "To leave: your matches are resigned, your challenges withdrawn, your sessions ended. Your own name says that you \
         mean it. Where it is not a mail that asks, the body is your password, if you have one",
        "signoff ann",
    )
    .or(&["delete"]),
];

/// What a word may be short for.
pub(crate) enum Meant {
    /// This command.
    One(&'static Entry),
    /// Any of these.
    Many(Vec<&'static str>),
    /// None.
    Nothing,
}

fn words(entry: &'static Entry) -> impl Iterator<Item = &'static str> {
    [entry.word].into_iter().chain(entry.aliases.iter().copied())
}

/// The command that is called so, by its own or another word for it, and the whole of it.
pub(crate) fn named(word: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| words(entry).any(|it| it.eq_ignore_ascii_case(word)))
}

/// The command a word stands for: its own or another word for it, whole, or the beginning of one.
pub(crate) fn meant(word: &str) -> Meant {
    if let Some(entry) = named(word) {
        return Meant::One(entry);
    }
    let word = word.to_ascii_lowercase();
    let begun: Vec<_> =
        COMMANDS.iter().filter(|entry| words(entry).any(|it| it.starts_with(&word))).collect();
    match begun.as_slice() {
        [] => Meant::Nothing,
        [entry] => Meant::One(entry),
        many => Meant::Many(many.iter().map(|entry| entry.word).collect()),
    }
}
