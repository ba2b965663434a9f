/// A command: what it is called, how it is written and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The word for it.
    pub word: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// Whether it is about the club, a game or a match.
    pub place: Place,
    /// How it is written; what is in brackets may be left out.
    pub usage: &'static str,
    /// What it does.
    pub about: &'static str,
    /// An example, without the name of a game in front.
    pub example: &'static str,
}

/// What a command is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The club: no game's name comes first.
    Club,
    /// A game, whose name comes first.
    Game,
    /// A match, whose number says which game it is; the game's name may come first.
    Match,
}

/// A command that has no aliases.
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
        "Explain; `help commands` lists all commands, `help GAME` gives a game's rules",
        "help commands",
    ),
    entry(
        Club,
        "signup",
        "signup NAME",
        "Become a member with this name; by mail, with the address you write from",
        "signup ann",
    )
        .or(&["add"]),
    entry(
        Game,
        "challenge",
        "challenge [-OPTION=VALUE] [--SWITCH] NAME [NAME]",
        "Invite a member, or anybody at a mail address, who gets a mail with a link (only one is ever sent to an address, and it \
         expires after 14 days). The body is the greeting. Of two names, one your own, the first moves first; with one name, \
         the first move is drawn at random. Options are the game's; switches are --forfeittime=DAYS for each move (21 by \
         default), --totaltime=DAYS for all moves of a player, --nagtime=DAYS between reminders to the player to move, \
         --unrated, --private, and --level=N for the name `computer`",
        "challenge -size=9 ann bob",
    ),
    entry(
        Match,
        "move",
        "move NUMBER MOVE[#N]",
        "Play a move. With #N it is refused unless it is move number N. MOVE may also be swap, pass, resign, propose, undo, \
         accept or reject. The body goes to the opponent",
        "move 12 C6#2",
    )
    .or(&["board", "mvoe"]),
    entry(
        Match,
        "queue",
        "queue NUMBER [MOVE]",
        "Play now, or if it is the opponent's turn, as soon as it is yours; `queue NUMBER none` empties the queue. The body is \
         passed on when the move is played",
        "queue 12 C6",
    )
    .or(&["qmove", "moveq", "qboard", "boardq"]),
    entry(Match, "swap", "swap NUMBER", "Swap sides, where the game allows it", "swap 12"),
    entry(Match, "pass", "pass NUMBER", "Pass, where the game allows it", "pass 12"),
    entry(
        Match,
        "submit",
        "submit NUMBER MOVE",
        "See the board after a move, and keep the move for `confirm`",
        "submit 12 C6",
    ),
    entry(Match, "confirm", "confirm NUMBER", "Play the submitted move", "confirm 12"),
    entry(
        Match,
        "preview",
        "preview NUMBER[#N] MOVE.. or GAME preview new [-OPTION=VALUE] MOVE..",
        "See the board after some moves, in a match or from the start; nothing is played",
        "preview new C6",
    ),
    entry(
        Match,
        "show",
        "show NUMBER[#N].. or show NAME.. [all|active|inactive|next]",
        "See the board and all moves: now, after N moves, or N moves ago if N is negative",
        "show 12 13#-1",
    ),
    entry(
        Match,
        "showas",
        "showas [NUMBER..|all|active|inactive|next]",
        "The same for your own matches, with what only you may see: queued moves",
        "showas next",
    ),
    entry(
        Match,
        "games",
        "games [NAME..] [all|active|inactive|next]",
        "List matches",
        "games ann next",
    ),
    entry(
        Club,
        "all",
        "all show [NAME] [next|active]",
        "Show all your boards in all games; `all show next`, those where it is your turn",
        "all show next",
    ),
    entry(
        Match,
        "accept",
        "accept NUMBER, accept cNUMBER, accept NAME, or GAME accept",
        "Agree to what is proposed in a match; accept challenge c7, or somebody's challenge; or accept every challenge to a \
         game from now on",
        "accept c7",
    ),
    entry(
        Match,
        "reject",
        "reject NUMBER, reject cNUMBER, reject NAME, or GAME reject",
        "Say no to the same; `GAME reject` refuses every challenge to the game from now on",
        "reject bob",
    )
    .or(&["decline"]),
    entry(Match, "withdraw", "withdraw cNUMBER", "Withdraw your own challenge", "withdraw c7"),
    entry(Match, "propose", "propose NUMBER", "Offer a draw, until either of you plays", "propose 12").or(&["draw"]),
    entry(Match, "undo", "undo NUMBER", "Ask to take back your last move", "undo 12"),
    entry(Match, "cancel", "cancel NUMBER", "Ask to end the match without a result", "cancel 12"),
    entry(Match, "rematch", "rematch NUMBER", "Ask to play again", "rematch 12"),
    entry(
        Match,
        "resign",
        "resign NUMBER",
        "Give up, at any time. Before both have moved, nobody loses",
        "resign 12",
    ),
    entry(
        Match,
        "chat",
        "chat NUMBER",
        "Say what the body says: players to each other, spectators among themselves until the match is over",
        "chat 12",
    ),
    entry(
        Game,
        "seek",
        "seek [N] [-OPTION=VALUE] [--SWITCH]",
        "Look for N matches: open challenges that anybody may accept; `seek 0` withdraws them",
        "seek 2 -size=9",
    ),
    entry(
        Game,
        "limit",
        "limit [N|all|ask|reject]",
        "Be challenged only while you have fewer than N matches of the game; accept every challenge without being asked, be \
         asked, or reject every one; with no argument, show the setting",
        "limit 3",
    ),
    entry(Game, "standings", "standings", "Show the ratings", "standings").or(&["ratings"]),
    entry(Game, "history", "history", "Show the latest finished matches", "history"),
    entry(Club, "list", "list", "List the games", "list"),
    entry(
        Club,
        "vacation",
        "vacation [DAYS | [FROM] UNTIL | off]",
        "Be away: your clocks stop. Dates are written 2026-12-24",
        "vacation 14",
    ),
    entry(
        Club,
        "change",
        "change zone ZONE, change address NEW@ADDRESS, or change password",
        "Change your time zone, your mail address or your password: for the last two a link is sent, to the new address or to \
         yours, and following it makes the change",
        "change zone Europe/Berlin",
    ),
    entry(
        Club,
        "mails",
        "mails [each|daily [HOUR]|none]",
        "Get a mail about each thing that happens, one mail a day, or none; with no argument, show the setting. What you ask by \
         mail is always answered",
        "mails daily 7",
    ),
    entry(
        Club,
        "message",
        "message NAME..",
        "Write to members. Each gets a mail, or, if they get no mails, reads it in a match with you; nobody else does, and no \
         addresses are shown",
        "message bob",
    ),
    entry(
        Club,
        "broadcast",
        "broadcast [again]",
        "Send the body to all members who get mails; for the club's operators. A second one within an hour must be confirmed: \
         `again` sends it",
        "broadcast",
    ),
    entry(
        Club,
        "block",
        "block [NAME]",
        "Block a member: they cannot challenge you, write to you or say anything in your matches. Matches in progress continue. \
         With no name, list whom you have blocked",
        "block bob",
    ),
    entry(Club, "unblock", "unblock NAME", "Unblock a member", "unblock bob"),
    entry(
        Match,
        "subscribe",
        "subscribe NUMBER.. or GAME subscribe all",
        "Follow each turn of matches you do not play in; or of all matches of a game that begin later, and of the latest ones in \
         progress",
        "subscribe 12",
    )
    .or(&["sub"]),
    entry(
        Match,
        "unsubscribe",
        "unsubscribe NUMBER.. or [GAME] unsubscribe all",
        "Stop following them",
        "unsubscribe 12",
    )
        .or(&["unsub"]),
    entry(
        Match,
        "notify",
        "notify NUMBER.. or GAME notify",
        "Be told only when matches end; or all matches of a game (again to stop)",
        "notify 12",
    ),
    entry(
        Club,
        "multiple",
        "multiple",
        "Do several things: a command on each line of the body",
        "multiple",
    ),
    entry(
        Club,
        "signoff",
        "signoff NAME",
        "Leave for good: your matches are resigned, your challenges withdrawn, your sessions ended. Your own name says that you \
         mean it. Unless you ask by mail, the body is your password, if you have one",
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

/// The command with this word or alias, written out in full.
pub(crate) fn named(word: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| words(entry).any(|it| it.eq_ignore_ascii_case(word)))
}

/// The command a word stands for: its word or an alias, in full or shortened.
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
