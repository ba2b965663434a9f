//! Names: what makes one valid, and which are reserved for the club.

/// Words of commands, lists and pages. A member with such a name could not be addressed there, or would be mistaken for the
/// page's own words.
const WORDS: [&str; 16] = [
    "account",
    "active",
    "all",
    "banned",
    "deleted",
    "house",
    "inactive",
    "me",
    "muted",
    "new",
    "next",
    "none",
    "null",
    "settings",
    "undefined",
    "visitor",
];

/// Words that no name may contain, whatever surrounds them.
const SPEAKERS: [&str; 4] = ["moderator", "administrator", "operator", "crosscut"];

/// Names that speak for the club, play for it or mean nobody. Names that look like these, or combine several, are refused too.
const ROLES: [&str; 46] = [
    "abuse",
    "admin",
    "admins",
    "administrator",
    "administration",
    "anonymous",
    "anybody",
    "club",
    "computer",
    "crosscut",
    "engine",
    "everybody",
    "everyone",
    "former-member",
    "guest",
    "helpdesk",
    "hostmaster",
    "level",
    "mailer-daemon",
    "manager",
    "mod",
    "moderation",
    "moderator",
    "moderators",
    "no-reply",
    "nobody",
    "official",
    "op",
    "operator",
    "operators",
    "owner",
    "police",
    "postmaster",
    "robot",
    "root",
    "security",
    "server",
    "somebody",
    "staff",
    "superuser",
    "support",
    "sysop",
    "system",
    "team",
    "webmaster",
    "you",
];

/// Checks the form of a name; the error says what it must be like.
pub(super) fn is_form_of_a_name(name: &str) -> Result<(), &'static str> {
    if !(2..=20).contains(&name.chars().count()) {
        Err("a name has 2 to 20 characters")
    } else if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
        Err("a name is made of the letters a to z, digits, - and _")
    } else if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        Err("a name begins with a letter")
    } else {
        Ok(())
    }
}

/// Whether a name means something in the club, or looks as if it did: the computer at a level, a challenge, a game, a word of a
/// command, or those who run the club.
pub(super) fn is_kept(name: &str) -> bool {
    let small = name.to_lowercase();
    let word = small.trim_end_matches(|c: char| c.is_ascii_digit() || "-_".contains(c));
    let number = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
    WORDS.contains(&word)
        || small.strip_prefix('c').is_some_and(number)
        || looks(&small).starts_with(&looks("guest"))
        || is_of_roles(&looks(word))
        || small.split(['-', '_']).any(|part| is_of_roles(&looks(part)))
        || SPEAKERS.iter().any(|it| looks(&small).contains(&looks(it)))
        || is_of_roles(&looks(&small))
        || crosscut_catalog::find(&small).is_some()
}

/// Whether a name, as it looks at a glance, is one role or several in a row.
fn is_of_roles(look: &str) -> bool {
    let mut roles = ROLES.iter().map(|it| looks(it));
    roles.any(|it| look.strip_prefix(&*it).is_some_and(|rest| rest.is_empty() || is_of_roles(rest)))
}

/// What a lower-case name looks like at a glance: without dashes and underscores, and with one letter for all that are easily
/// confused.
fn looks(small: &str) -> String {
    let bare = small.replace(['-', '_'], "").replace("rn", "m").replace("vv", "w");
    let same = |c: char| match c {
        '0' => 'o',
        '1' | 'i' | 'j' => 'l',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        '6' | '9' | 'q' => 'g',
        c => c,
    };
    bare.chars().map(same).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_the_club_is_not_to_be_had() {
        for name in [
            "moderator",
            "operators",
            "Formermember3",
            "Administrator",
            "ADMIN",
            "admin7",
            "adm1n",
            "m0derator",
            "rnoderator",
            "Mod-erator",
            "5upport",
            "supp0rt_",
            "Crosscut",
            "cr0sscut",
            "cross-cut",
            "computer",
            "computer-7",
            "computer_level_8",
            "C0mputer8",
            "club-admin",
            "CrosscutSupport",
            "crosscut_staff",
            "you",
            "y0u",
            "guest",
            "guest-12",
            "GUE5T",
            "nobody",
            "everybody",
            "root",
            "r00t",
            "postmaster",
            "staff",
            "operator",
            "house",
            "next",
            "hex",
            "c12",
            "0ff1c1al",
            "the-operator",
            "admin-ann",
            "TheModerator",
            "crosscut-news",
            "real_admin",
            "active",
            "Inactive",
            "null",
            "undefined",
            "banned",
            "settings",
        ] {
            assert!(is_kept(name), "{name}");
        }
        for name in [
            "ann",
            "Ali",
            "bob",
            "robert",
            "supporter",
            "clubfoot",
            "Model",
            "Neville",
            "computist",
            "roots7",
            "c3po",
            "Activist",
            "player1",
        ] {
            assert!(!is_kept(name), "{name}");
        }
    }
}
