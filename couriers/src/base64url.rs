//! Bytes as text that may stand in an address or a header.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Without padding.
pub fn write(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for i in 0..=chunk.len() {
            text.push(char::from(ALPHABET[(word >> (18 - 6 * i) & 63) as usize]));
        }
    }
    text
}

/// With or without padding, in this alphabet or that of ordinary base64.
pub fn read(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for chunk in text.as_bytes().chunks(4) {
        let mut word = 0_u32;
        for byte in chunk {
            let plain = match byte {
                b'+' => b'-',
                b'/' => b'_',
                other => *other,
            };
            word = word << 6 | ALPHABET.iter().position(|it| *it == plain)? as u32;
        }
        let (bits, whole) = match chunk.len() {
            4 => (24, 3),
            3 => (18, 2),
            2 => (12, 1),
            _ => return None,
        };
        let word = word << (24 - bits);
        bytes.extend_from_slice(&word.to_be_bytes()[1..=whole]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for n in 0..40_u8 {
            let bytes: Vec<u8> = (0..n).map(|it| it.wrapping_mul(73)).collect();
            assert_eq!(read(&write(&bytes)), Some(bytes));
        }
        assert_eq!(write(b"Many hands"), "TWFueSBoYW5kcw");
        assert_eq!(read("TWFueSBoYW5kcw=="), Some(b"Many hands".to_vec()));
        assert_eq!(read("__4"), read("//4="));
        assert_eq!(read("a"), None);
        assert_eq!(read("a b="), None);
    }
}
