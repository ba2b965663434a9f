//! Automatic replies that only their wording gives away.

/// Prefixes that mail programs put before the subjects of replies, in lower case.
const ANSWERS: &[&str] = &[
    "re:", "aw:", "sv:", "vs:", "antw:", "odp:", "ynt:", "rif:", "res:", "ref:", "fwd:", "fw:",
    "wg:", "tr:",
];
/// Phrases in the first sentences of such a reply.
const AWAY: &[&str] = &[
    "out of office",
    "out-of-office",
    "out of the office",
    "away from the office",
    "away from my desk",
    "this is an automatic",
    "this is an automated",
    "this is an auto-",
    "automatic reply",
    "limited access to my e",
    "limited access to e",
    "no access to my e",
    "no access to e",
    "abwesenheitsnotiz",
    "nicht im büro",
    "nicht im haus",
    "außer haus",
    "automatische antwort",
    "absent du bureau",
    "absente du bureau",
    "absent(e) du bureau",
    "réponse automatique",
    "fuera de la oficina",
    "respuesta automática",
    "fuori ufficio",
    "fuori sede",
    "risposta automatica",
    "fora do escritório",
    "resposta automática",
    "afwezig",
    "automatisch antwoord",
    "automatiskt svar",
];
/// How many lines of a text are examined.
const LINES: usize = 4;

/// Whether a mail is, by its wording, an automatic reply on behalf of somebody away, although no header says so. A command in
/// the subject is from a person, and so is a line that could be a move.
pub(crate) fn is_away(subject: &str, body: &str) -> bool {
    let subject = subject.trim().to_lowercase();
    let answers = subject.is_empty() || ANSWERS.iter().any(|it| subject.starts_with(it));
    let says = |text: &str| {
        let text = text.to_lowercase();
        AWAY.iter().any(|it| text.contains(it))
    };
    if !(answers || says(&subject)) {
        return false;
    }
    let mut lines = body.lines().map(str::trim).filter(|it| !it.is_empty());
    let beginning = lines.by_ref().take(LINES).collect::<Vec<_>>().join(" ");
    says(&beginning) && !body.lines().any(|it| may_be_a_move(it.trim()))
}

/// Whether a line is a single short word with a digit in it.
fn may_be_a_move(line: &str) -> bool {
    let word = line.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    word.len() <= 12
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.contains(|c: char| c.is_ascii_digit())
        && !word.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_who_tells_of_a_journey_is_no_machine() {
        let words = "Hello,\n\nI am out of the office until Monday.\n\nBest regards\nAnn";
        assert!(is_away("Re: Board 12", words));
        assert!(is_away("", words));
        // Numbers and links are not moves.
        for line in ["2027-01-03", "https://office.example/r2d2", "Room 12", "Monday"] {
            assert!(is_away("Re: Board 12", &format!("{words}\n\n{line}")), "{line}");
        }
        assert!(is_away("AW: Board 12", "Guten Tag,\nich bin bis zum 3.1.2027 nicht im Büro."));
        // A command, a move, or nothing of the kind.
        assert!(!is_away("move 12 C3", words));
        assert!(!is_away("Re: Board 12", &format!("A2,C3\n\n{words}")));
        assert!(!is_away("Re: Board 12", "Your turn took long!"));
        assert!(!is_away("Re: Board 12", &format!("{}\n{words}", "one\n".repeat(9))));
    }
}
