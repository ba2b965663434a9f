//! Limits on the answers to one mail.

use crate::commands::Reply;

/// How many boards are drawn in the answers to one mail; further ones are text only.
pub(super) const PICTURES: usize = 4;
/// The most text in these answers together, in bytes.
const LONGEST: usize = 256 << 10;

/// Leaves out what is too much, and says so; returns for each answer whether its board is drawn.
pub(super) fn keep_to_it(replies: &mut [Reply]) -> Vec<bool> {
    let (mut bytes, mut pictures) = (0, 0);
    let keep = |reply: &mut Reply| {
        let room = LONGEST - bytes;
        if room < reply.text.len() {
            // Of a single long answer, the beginning is still useful.
            let kept = match bytes {
                0 => beginning(&reply.text, room),
                _ => asked(&reply.text),
            };
            let text = format!("{kept}\n\nThe rest is left out: ask for less in one mail.");
            reply.text = text;
            // The board of an answer that is left out does not count as shown.
            reply.scene_of = reply.scene_of.filter(|_| bytes == 0);
            bytes = LONGEST;
        } else {
            bytes += reply.text.len();
        }
        pictures += usize::from(reply.scene_of.is_some());
        reply.scene_of.is_some() && pictures <= PICTURES
    };
    replies.iter_mut().map(keep).collect()
}

/// As many whole lines of a text as fit.
fn beginning(text: &str, room: usize) -> &str {
    let some = &text[..text.floor_char_boundary(room)];
    some.rfind('\n').map_or(some, |end| some[..end].trim_end())
}

/// The command that is answered, where there were several.
fn asked(text: &str) -> &str {
    text.lines().next().filter(|it| it.starts_with("> ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;
    use crosscut_club::MatchId;

    fn reply(text: String) -> Reply {
        Reply {
            subject: "Hex Board 7".to_string(),
            text,
            scene_of: Some((MatchId(7), 1)),
            challenge: None,
            status: StatusCode::OK,
            newcomer: None,
            retry_after: None,
        }
    }

    #[test]
    fn a_mail_is_answered_with_four_boards_and_so_much_text() {
        let mut few: Vec<Reply> = (0..6).map(|n| reply(format!("> show 7#{n}\n\nboard"))).collect();
        assert_eq!(keep_to_it(&mut few), [true, true, true, true, false, false]);
        assert!(few.iter().all(|it| it.text.ends_with("\n\nboard") && it.scene_of.is_some()));

        let board = "o . o .\n".repeat(10_000);
        let mut many: Vec<Reply> =
            (0..30).map(|n| reply(format!("> show 7#{n}\n\n{board}"))).collect();
        assert_eq!(keep_to_it(&mut many).iter().filter(|it| **it).count(), 3);
        assert!(many.iter().map(|it| it.text.len()).sum::<usize>() < LONGEST + 30 * 100);
        let last = "> show 7#29\n\nThe rest is left out: ask for less in one mail.";
        assert_eq!((many[29].text.as_str(), many[29].scene_of), (last, None));

        // What just fits is whole.
        let mut fits = [reply("o".repeat(LONGEST - 2)), reply("o.".to_string())];
        assert_eq!(keep_to_it(&mut fits), [true, true]);
        assert_eq!(fits.each_ref().map(|it| it.text.len()), [LONGEST - 2, 2]);

        // A single answer is not left out entirely.
        let mut long = [reply("o . o .\n".repeat(100_000))];
        assert_eq!(keep_to_it(&mut long), [true]);
        let text = &long[0].text;
        assert!(text.len() < LONGEST + 100 && text.contains("o .\n\nThe rest is left"));
        assert!(LONGEST - 100 < text.len());
    }
}
