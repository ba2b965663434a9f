/// An input as long as a mail may be: what stands behind a byte 1 is repeated until there is no more room. So a few bytes
/// that are nested, or come again and again, are tried as an attacker would send them; without that byte an input is
/// what it is.
pub(crate) fn swollen(input: &[u8], most: usize) -> Vec<u8> {
    let Some(at) = input.iter().position(|it| *it == 1) else { return input.to_vec() };
    let (head, piece) = (&input[..at], &input[at + 1..]);
    if piece.is_empty() {
        return head.to_vec();
    }
    [head, &piece.repeat(most.saturating_sub(head.len()) / piece.len())].concat()
}
