//! Secrets that open seats. Only their hashes are kept.

use std::fmt;

/// 32 random bytes, in base64url on the way.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

/// What is kept of a secret. Comparing takes the same time for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hash(blake3::Hash);

const PURPOSE: &str = "flagbridge 1 secret of a seat";
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl Secret {
    pub(crate) fn draw() -> Secret {
        Secret(base64url(&random::<32>()))
    }

    /// A secret somebody says they have. Anything short is as good as any guess.
    pub(crate) fn claimed(text: &str) -> Secret {
        Secret(text.chars().take(64).collect())
    }

    pub(crate) fn hash(&self) -> Hash {
        Hash(blake3::Hash::from(blake3::derive_key(PURPOSE, self.0.as_bytes())))
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret(…)")
    }
}

impl Hash {
    pub(crate) fn to_text(self) -> String {
        self.0.to_hex().to_string()
    }

    pub(crate) fn read(text: &str) -> Option<Hash> {
        blake3::Hash::from_hex(text).ok().map(Hash)
    }
}

/// A name for a match: not secret, but not to be guessed by counting either.
pub(crate) fn draw_id() -> String {
    base64url(&random::<12>())
}

/// Whether this can be the name of a match at all.
pub(crate) fn may_be_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|it| ALPHABET.contains(&it))
}

/// # Panics
///
/// Panics if the system has no random numbers: nothing could be kept secret then.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

fn base64url(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for i in 0..=chunk.len() {
            text.push(char::from(ALPHABET[(word >> (18 - 6 * i) & 63) as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64url_is_as_everywhere() {
        assert_eq!(base64url(b"Many hands"), "TWFueSBoYW5kcw");
        assert_eq!(base64url(&[0xff, 0xfe]), "__4");
        assert_eq!(base64url(&[0; 32]).len(), 43);
    }

    #[test]
    fn names_of_matches_are_told_from_anything_else() {
        assert!(may_be_id(&draw_id()));
        for odd in ["", "a b", "\0", "../x", "é", &"a".repeat(65)] {
            assert!(!may_be_id(odd), "{odd:?}");
        }
    }

    #[test]
    fn hashes_survive_text_and_secrets_do_not_print() {
        let secret = Secret::draw();
        assert_ne!(secret, Secret::draw());
        assert_eq!(Hash::read(&secret.hash().to_text()), Some(secret.hash()));
        assert_eq!(Hash::read("zz"), None);
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(Secret::claimed(&secret.clone().into_text()).hash(), secret.hash());
    }
}
