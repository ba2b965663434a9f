//! A zip file, written piece by piece. Its files are stored uncompressed, because the response is compressed anyway.

/// 1 January 1980, the beginning of zip's calendar: creation times have no meaning here.
const DAY: u16 = 0x21;

/// The state of the archive so far.
#[derive(Debug, Default)]
pub(super) struct Zip {
    offset: u32,
    entries: u16,
    /// The central directory, which goes at the end.
    list: Vec<u8>,
}

impl Zip {
    /// The bytes of a file with this name in the archive.
    pub(super) fn file(&mut self, name: &str, bytes: &[u8]) -> Vec<u8> {
        let size = (bytes.len() as u32).to_le_bytes();
        let mut about = Vec::new();
        // The version needed to read it, no flags, stored, no time, the date.
        for it in [10_u16, 0, 0, 0, DAY] {
            about.extend(it.to_le_bytes());
        }
        about.extend(crc32(bytes).to_le_bytes());
        about.extend(size);
        about.extend(size);
        about.extend((name.len() as u16).to_le_bytes());
        about.extend([0, 0]);
        let mut out = b"PK\x03\x04".to_vec();
        out.extend(&about);
        out.extend(name.as_bytes());
        out.extend(bytes);
        self.list.extend(b"PK\x01\x02\x0a\x00");
        self.list.extend(&about);
        // No comment, the first disk, no attributes.
        self.list.extend([0; 10]);
        self.list.extend(self.offset.to_le_bytes());
        self.list.extend(name.as_bytes());
        self.offset += out.len() as u32;
        self.entries += 1;
        out
    }

    /// The bytes at the end of the archive.
    pub(super) fn end(self) -> Vec<u8> {
        let size = self.list.len() as u32;
        let mut out = self.list;
        out.extend(b"PK\x05\x06\0\0\0\0");
        out.extend(self.entries.to_le_bytes());
        out.extend(self.entries.to_le_bytes());
        out.extend(size.to_le_bytes());
        out.extend(self.offset.to_le_bytes());
        out.extend([0, 0]);
        out
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut at = 0;
        while at < 256 {
            let mut it = at as u32;
            let mut bit = 0;
            while bit < 8 {
                it = if it & 1 == 1 { 0xedb8_8320 ^ (it >> 1) } else { it >> 1 };
                bit += 1;
            }
            table[at] = it;
            at += 1;
        }
        table
    };
    !bytes
        .iter()
        .fold(!0, |sum, byte| TABLE[((sum ^ u32::from(*byte)) & 0xff) as usize] ^ (sum >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_the_one_everybody_uses() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }
}
