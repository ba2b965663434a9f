use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crosscut_club::{ChallengeId, MatchId, MemberId};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// The key of tags and links, which nobody else can make.
#[derive(Clone)]
pub(crate) struct SigningKey {
    mac: Hmac<Sha256>,
    /// The valid series of tags, for members for whom it is not the first.
    series: Arc<Mutex<HashMap<MemberId, u32>>>,
}

/// What the address of a match mail means: that an answer to it comes from this member, at this point of this match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MatchTag {
    pub(crate) id: MatchId,
    /// After how many plies.
    pub(crate) ply: u32,
    pub(crate) member: MemberId,
}

/// Letters and digits that survive any mail server and are not mistaken for each other.
const DIGITS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

impl SigningKey {
    pub(crate) fn new(secret: &[u8]) -> Self {
        let mac = Hmac::new_from_slice(secret).expect("a key may have any length");
        SigningKey { mac, series: Arc::default() }
    }

    /// The valid series of tags for a member: 0 before anything was taken back.
    pub(crate) fn series(&self, member: MemberId) -> u32 {
        let series = self.series.lock().unwrap_or_else(PoisonError::into_inner);
        series.get(&member).copied().unwrap_or_default()
    }

    /// Makes another series valid, and all earlier tags void.
    pub(crate) fn renew(&self, member: MemberId, series: u32) {
        self.series.lock().unwrap_or_else(PoisonError::into_inner).insert(member, series);
    }

    /// The proof in a tag that is valid for a member.
    fn proof_for(&self, member: MemberId, text: &str) -> String {
        match self.series(member) {
            0 => self.short(text),
            series => self.short(&format!("{text} {series}")),
        }
    }

    fn bytes(&self, text: &str) -> [u8; 32] {
        let mut mac = self.mac.clone();
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// 80 bits of proof: an address has no room for more, and each guess takes a mail.
    fn short(&self, text: &str) -> String {
        let mut bits = [0; 16];
        bits[6..].copy_from_slice(&self.bytes(text)[..10]);
        let bits = u128::from_be_bytes(bits);
        (0..16).map(|n| char::from(DIGITS[(bits >> (5 * n)) as usize & 31])).collect()
    }

    /// What follows the number of a mail in its Message-ID: numbers are given once more after a restored backup.
    pub(crate) fn mark(&self, mail: i64) -> String {
        self.short(&format!("mail {mail}"))
    }

    /// The proof of a link.
    pub(crate) fn proof(&self, text: &str) -> String {
        self.bytes(text).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Whether a link's proof is that of this text.
    pub(crate) fn proves(&self, text: &str, proof: &str) -> bool {
        same(&self.proof(text), proof)
    }

    /// The tag of the address for answers to a match mail.
    pub(crate) fn tag(&self, of: MatchTag) -> String {
        let text = format!("{}.{}.{}", of.id, of.ply, of.member);
        let proof = self.proof_for(of.member, &format!("turn {text}"));
        format!("{text}.{proof}")
    }

    /// What a tag means, if it is ours.
    pub(crate) fn read_tag(&self, tag: &str) -> Option<MatchTag> {
        let mut parts = tag.split('.');
        let seal = MatchTag {
            id: parts.next()?.parse().ok()?,
            ply: parts.next()?.parse().ok()?,
            member: parts.next()?.parse().ok()?,
        };
        same(&self.tag(seal), tag).then_some(seal)
    }

    /// The tag of the address at which a member answers a challenge.
    pub(crate) fn challenge_tag(&self, id: ChallengeId, member: MemberId) -> String {
        let proof = self.proof_for(member, &format!("challenge {id}.{member}"));
        format!("c.{id}.{member}.{proof}")
    }

    /// The challenge that a tag answers, and the member who does, if the tag is ours.
    pub(crate) fn challenged(&self, tag: &str) -> Option<(ChallengeId, MemberId)> {
        let mut parts = tag.strip_prefix("c.")?.split('.');
        let (id, member) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        same(&self.challenge_tag(id, member), tag).then_some((id, member))
    }

    /// The tag of the address that a mail bounces to: whose mail it was, and which.
    pub(crate) fn return_tag(&self, member: MemberId, mail: i64) -> String {
        let text = format!("{member}.{}", word(mail));
        let proof = self.proof_for(member, &format!("return {text}"));
        format!("b.{text}.{proof}")
    }

    /// The member whose mail has bounced, and which one it was.
    pub(crate) fn returned(&self, tag: &str) -> Option<(MemberId, String)> {
        let (text, proof) = tag.strip_prefix("b.")?.rsplit_once('.')?;
        let (member, mail) = text.split_once('.')?;
        let member: MemberId = member.parse().ok()?;
        let right = self.proof_for(member, &format!("return {text}"));
        Some((member, mail.to_string())).filter(|_| same(&right, proof))
    }
}

/// A mail of ours in a few letters: enough of its number to tell the mails to one member apart.
pub(crate) fn word(mail: i64) -> String {
    (0..8).map(|n| char::from(DIGITS[(mail >> (5 * n)) as usize & 31])).collect()
}

/// Compares in constant time.
fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SigningKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_good_for_one_member_match_and_ply() {
        let key = SigningKey::new(b"secret");
        let seal = MatchTag { id: MatchId(12), ply: 17, member: MemberId(3) };
        let tag = key.tag(seal);
        assert_eq!(key.read_tag(&tag), Some(seal));
        assert!(tag.len() < 40, "{tag}");
        let (text, proof) = tag.rsplit_once('.').unwrap();
        assert_eq!(text, "12.17.3");
        for forged in ["12.18.3", "13.17.3", "12.17.4", "012.17.3", "12.17.3.x", ""] {
            assert_eq!(key.read_tag(&format!("{forged}.{proof}")), None, "{forged}");
        }
        assert_eq!(key.read_tag(&tag[..tag.len() - 1]), None);
        assert_eq!(SigningKey::new(b"other").read_tag(&tag), None);
    }

    #[test]
    fn every_letter_of_a_proof_may_be_any() {
        let key = SigningKey::new(b"secret");
        let proofs: Vec<_> = (0..1000).map(|n| key.short(&n.to_string()).into_bytes()).collect();
        for at in 0..16 {
            let letters: std::collections::HashSet<u8> = proofs.iter().map(|it| it[at]).collect();
            assert_eq!(letters.len(), DIGITS.len(), "{at}");
        }
        // Tags that were sent before stay valid.
        assert_eq!(key.short("12.17.3"), "3y99xsfzrsi5a5z7");
    }

    #[test]
    fn a_tag_is_good_for_one_member_and_challenge() {
        let key = SigningKey::new(b"secret");
        let tag = key.challenge_tag(ChallengeId(7), MemberId(3));
        assert_eq!(key.challenged(&tag), Some((ChallengeId(7), MemberId(3))));
        assert_eq!(key.read_tag(&tag), None);
        let (text, proof) = tag.rsplit_once('.').unwrap();
        assert_eq!(text, "c.7.3");
        for forged in ["c.8.3", "c.7.4", "7.3", "b.7.3", "c.07.3", ""] {
            assert_eq!(key.challenged(&format!("{forged}.{proof}")), None, "{forged}");
        }
    }

    #[test]
    fn a_mail_comes_back_to_whom_it_went() {
        let key = SigningKey::new(b"secret");
        let tag = key.return_tag(MemberId(7), i64::MAX - 5);
        assert_eq!(key.returned(&tag), Some((MemberId(7), word(i64::MAX - 5))));
        assert_ne!(word(i64::MAX - 5), word(i64::MAX - 6));
        assert_eq!(key.read_tag(&tag), None);
        let (text, proof) = tag.rsplit_once('.').unwrap();
        for forged in ["b.7.aaaaaaaa", "b.8", "b", "", "b.7"] {
            assert_eq!(key.returned(&format!("{forged}.{proof}")), None, "{forged}");
        }
        assert_eq!(key.returned(&format!("{text}.aaaaaaaaaaaaaaaa")), None);
        // An address has room for it whatever the club's name is.
        let club: crosscut_mail::ClubAddress =
            format!("{}@example.org", "c".repeat(24)).parse().unwrap();
        assert!(key.return_tag(MemberId(99_999_999_999), 1).len() <= club.longest_tag());
    }

    #[test]
    fn a_proof_proves_one_text() {
        let key = SigningKey::new(b"secret");
        assert!(key.proves("a", &key.proof("a")));
        assert!(!key.proves("b", &key.proof("a")));
        assert!(!key.proves("a", ""));
    }
}
