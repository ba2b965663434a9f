/// An input extended to `most` bytes: what follows a byte 1 is repeated until there is no more room. So short pieces that nest
/// or repeat are tried as an attacker would send them; an input without that byte stays as it is.
pub(crate) fn swollen(input: &[u8], most: usize) -> Vec<u8> {
    let Some(at) = input.iter().position(|it| *it == 1) else { return input.to_vec() };
    let (head, piece) = (&input[..at], &input[at + 1..]);
    if piece.is_empty() {
        return head.to_vec();
    }
    [head, &piece.repeat(most.saturating_sub(head.len()) / piece.len())].concat()
}
