//! Hashes, and the one way they are taken: every use with a context of its
//! own, every variable part with its length before it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// 32 bytes that stand for what was hashed.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The hash of `parts` for the purpose that `context` names.
    pub(crate) fn of(context: &str, parts: &[&[u8]]) -> Digest {
        let mut hasher = blake3::Hasher::new_derive_key(context);
        for part in parts {
            // The length first, so that no two lists of parts run together alike.
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Digest(*hasher.finalize().as_bytes())
    }
}

impl From<[u8; 32]> for Digest {
    fn from(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }
}

impl From<Digest> for [u8; 32] {
    fn from(digest: Digest) -> [u8; 32] {
        digest.0
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        hex(&digest.0)
    }
}

impl TryFrom<String> for Digest {
    type Error = String;
    fn try_from(text: String) -> Result<Digest, String> {
        unhex(&text).map(Digest)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// Bytes as hexadecimal digits, the small letters.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes out of hexadecimal digits. One text for one value: no capitals.
///
/// # Errors
///
/// If there are more, fewer or other characters.
pub fn unhex<const N: usize>(text: &str) -> Result<[u8; N], String> {
    let digit = |c: &u8| c.is_ascii_digit() || (b'a'..=b'f').contains(c);
    if text.len() != 2 * N || !text.as_bytes().iter().all(digit) {
        return Err(format!("expected {} hexadecimal digits in small letters, found {text:?}", 2 * N));
    }
    let value = |c: u8| if c.is_ascii_digit() { c - b'0' } else { c - b'a' + 10 };
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = value(pair[0]) << 4 | value(pair[1]);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_for_one_digest() {
        let digest = Digest::from([0xa7; 32]);
        assert_eq!(Digest::try_from(digest.to_string()), Ok(digest));
        for wrong in ["", "a7", &"A7".repeat(32), &"+7".repeat(32), &"é".repeat(32)] {
            assert!(Digest::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn parts_do_not_run_together() {
        let of = |parts: &[&[u8]]| Digest::of("flagbridge 2 test", parts);
        assert_ne!(of(&[b"ab", b"c"]), of(&[b"a", b"bc"]));
        assert_ne!(of(&[b"a"]), of(&[b"a", b""]));
        assert_ne!(of(&[b"a"]), Digest::of("flagbridge 2 other test", &[b"a"]));
    }
}
