//! Everything the server draws, and the secrets that open seats. Of those only
//! the hashes are kept.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

/// 32 random bytes, in base64url on the way.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

/// What is kept of a secret. Comparing takes the same time for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hash(blake3::Hash);

const PURPOSE: &str = "flagbridge 1 secret of a seat";
const PERSON: &str = "flagbridge 1 secret of a person";
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Where the server's random numbers come from: the system, or in tests a
/// number, so that two servers that are asked the same draw the same.
#[derive(Debug, Default)]
pub(crate) struct Chance {
    stream: Option<Stream>,
    apart: Option<Box<Chance>>,
}

#[derive(Debug)]
struct Stream {
    purpose: &'static str,
    seed: u64,
    drawn: AtomicU64,
}

const DRAWN: &str = "flagbridge 1 what a server with a seed draws";
const APART: &str = "flagbridge 1 what a server with a seed draws whenever it happens to";
const SIGNING: &str = "flagbridge 2 signing key of a server with a seed";

impl Chance {
    pub(crate) fn new(seed: Option<u64>) -> Chance {
        let of = |purpose| seed.map(|seed| Stream { purpose, seed, drawn: AtomicU64::new(0) });
        let apart = seed.map(|_| Box::new(Chance { stream: of(APART), apart: None }));
        Chance { stream: of(DRAWN), apart }
    }

    /// For what is drawn at moments that nobody chose, when a page is loaded or a job has its turn: on a server
    /// with a seed nothing else depends on how often that was.
    pub(crate) fn apart(&self) -> &Chance {
        self.apart.as_deref().unwrap_or(self)
    }

    /// # Panics
    ///
    /// Panics if the system has no random numbers: nothing could be kept secret then.
    pub(crate) fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.stream {
            None => getrandom::fill(&mut bytes).expect("the system has random numbers"),
            Some(Stream { purpose, seed, drawn }) => {
                let n = drawn.fetch_add(1, Ordering::Relaxed);
                let mut hasher = blake3::Hasher::new_derive_key(purpose);
                hasher.update(&seed.to_le_bytes()).update(&n.to_le_bytes());
                hasher.finalize_xof().fill(&mut bytes);
            }
        }
        bytes
    }

    /// What the server signs with. It takes nothing from what is drawn for matches.
    pub(crate) fn signing_key(&self) -> [u8; 32] {
        match &self.stream {
            None => self.bytes(),
            Some(Stream { seed, .. }) => blake3::derive_key(SIGNING, &seed.to_le_bytes()),
        }
    }

    pub(crate) fn secret(&self) -> Secret {
        Secret(base64url(&self.bytes::<32>()))
    }

    /// A name for a match: not secret, but not to be guessed by counting either.
    pub(crate) fn id(&self) -> String {
        base64url(&self.bytes::<12>())
    }

    /// What the server adds to the dice for a computer.
    pub(crate) fn contribution(&self) -> String {
        self.bytes::<16>().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Secret {
    /// A secret somebody says they have. Anything short is as good as any guess.
    pub(crate) fn claimed(text: &str) -> Secret {
        Secret(text.chars().take(64).collect())
    }

    pub(crate) fn hash(&self) -> Hash {
        Hash(blake3::Hash::from(blake3::derive_key(PURPOSE, self.0.as_bytes())))
    }

    /// What is kept of a secret that is a person's and no seat's: the one never opens the other.
    pub(crate) fn person_hash(&self) -> String {
        blake3::Hash::from(blake3::derive_key(PERSON, self.0.as_bytes())).to_hex().to_string()
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

/// The name of the match in which another is fought again: nobody can tell it who does not know the other's luck.
pub(crate) fn rematch(of: &str, luck: u64) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("flagbridge 1 name of a rematch");
    hasher.update(&luck.to_le_bytes()).update(of.as_bytes());
    let mut name = [0; 12];
    hasher.finalize_xof().fill(&mut name);
    base64url(&name)
}

/// Whether this can be the name of a match at all.
pub(crate) fn may_be_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|it| ALPHABET.contains(&it))
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
        assert!(may_be_id(&Chance::default().id()));
        for odd in ["", "a b", "\0", "../x", "é", &"a".repeat(65)] {
            assert!(!may_be_id(odd), "{odd:?}");
        }
    }

    #[test]
    fn hashes_survive_text_and_secrets_do_not_print() {
        let chance = Chance::default();
        let secret = chance.secret();
        assert_ne!(secret, chance.secret());
        assert_eq!(Hash::read(&secret.hash().to_text()), Some(secret.hash()));
        assert_eq!(Hash::read("zz"), None);
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(Secret::claimed(&secret.clone().into_text()).hash(), secret.hash());
    }

    #[test]
    fn a_seed_draws_the_same_again_and_never_the_same_twice() {
        let drawn = |seed| {
            let chance = Chance::new(Some(seed));
            [chance.id(), chance.id(), chance.contribution(), chance.secret().into_text()]
        };
        assert_eq!(drawn(7), drawn(7));
        assert_ne!(drawn(7), drawn(8));
        assert_ne!(drawn(7)[0], drawn(7)[1]);
        let chance = Chance::new(Some(7));
        let passing = chance.apart().id();
        assert_eq!(passing, Chance::new(Some(7)).apart().id());
        assert_eq!((chance.id() == passing, chance.apart().id() == passing), (false, false));
        assert_eq!(chance.id(), drawn(7)[1], "what is drawn apart is counted apart");
        assert_ne!(Chance::new(None).id(), Chance::new(None).id());
    }
}
