//! Commit and reveal: dice that neither the host nor a player can choose.
//!
//! 1. The host draws a [`Secret`] and publishes its [`Secret::commitment`]
//!    before the first decision.
//! 2. Every seat adds a [`Contribution`] of its own.
//! 3. The dice are [`seed`]ed from all of them; after the battle the secret is
//!    revealed and anybody can check it against the commitment.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The host's half of the seed. Shown to nobody before the battle is over.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret(pub [u8; 32]);

/// The hash of a secret: it can be shown at once and not changed afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commitment([u8; 32]);

/// What one seat adds to the seed: any text, a mashed keyboard will do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Contribution(pub String);

const COMMITMENT: &str = "flagbridge 1 commitment to a secret seed";
const SEED: &str = "flagbridge 1 dice of a battle";
const STRETCH: &str = "flagbridge 2 dice of a battle after a change of rules";

impl Secret {
    pub fn commitment(&self) -> Commitment {
        Commitment(blake3::derive_key(COMMITMENT, &self.0))
    }
}

/// The seed of the battle's dice.
pub fn seed(secret: &Secret, contributions: &[Contribution]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key(SEED);
    hasher.update(&secret.0);
    for Contribution(text) in contributions {
        // The length first, so that no two lists of texts run together alike.
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

/// The seed of the dice from the `stretch`th change of rules on; the first
/// stretch, number 0, has [`seed`].
pub fn stretch_seed(secret: &Secret, contributions: &[Contribution], stretch: usize) -> [u8; 32] {
    let first = seed(secret, contributions);
    if stretch == 0 {
        return first;
    }
    let mut hasher = blake3::Hasher::new_derive_key(STRETCH);
    hasher.update(&first);
    hasher.update(&(stretch as u64).to_le_bytes());
    *hasher.finalize().as_bytes()
}

/// A secret never shows in a log by accident.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret(…)")
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", hex(&self.0))
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> String {
        hex(&secret.0)
    }
}

impl TryFrom<String> for Secret {
    type Error = String;
    fn try_from(text: String) -> Result<Secret, String> {
        unhex(&text).map(Secret)
    }
}

/// A commitment to more than a secret: whoever makes it says to what.
impl From<[u8; 32]> for Commitment {
    fn from(hash: [u8; 32]) -> Commitment {
        Commitment(hash)
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> String {
        hex(&commitment.0)
    }
}

impl TryFrom<String> for Commitment {
    type Error = String;
    fn try_from(text: String) -> Result<Commitment, String> {
        unhex(&text).map(Commitment)
    }
}

fn hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Result<[u8; 32], String> {
    let wrong = || format!("expected 64 hexadecimal digits, found {text:?}");
    if text.len() != 64 || !text.bytes().all(|it| it.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        let pair = std::str::from_utf8(pair).map_err(|_| wrong())?;
        *byte = u8::from_str_radix(pair, 16).map_err(|_| wrong())?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(texts: &[&str]) -> Vec<Contribution> {
        texts.iter().map(|text| Contribution((*text).to_owned())).collect()
    }

    #[test]
    fn every_contribution_changes_the_seed() {
        let secret = Secret([1; 32]);
        let base = seed(&secret, &words(&["ab", "c"]));
        assert_eq!(base, seed(&secret, &words(&["ab", "c"])));
        assert_ne!(base, seed(&secret, &words(&["a", "bc"])));
        assert_ne!(base, seed(&secret, &words(&["c", "ab"])));
        assert_ne!(base, seed(&Secret([2; 32]), &words(&["ab", "c"])));
    }

    #[test]
    fn every_stretch_has_dice_of_its_own() {
        let (secret, given) = (Secret([1; 32]), words(&["a", "b"]));
        let seeds: Vec<[u8; 32]> = (0..4).map(|n| stretch_seed(&secret, &given, n)).collect();
        assert_eq!(seeds[0], seed(&secret, &given));
        for (n, one) in seeds.iter().enumerate() {
            assert_eq!(seeds.iter().position(|it| it == one), Some(n));
        }
    }

    #[test]
    fn commitments_and_secrets_survive_text() {
        let secret = Secret([0xab; 32]);
        assert_eq!(Secret::try_from(String::from(secret.clone())), Ok(secret.clone()));
        let commitment = secret.commitment();
        assert_eq!(Commitment::try_from(commitment.to_string()), Ok(commitment));
        assert!(Secret::try_from("zz".to_owned()).is_err());
        assert!(Secret::try_from("é".repeat(32)).is_err());
        assert!(Secret::try_from("+7".repeat(32)).is_err());
    }

    #[test]
    fn secrets_do_not_print() {
        assert_eq!(format!("{:?}", Secret([9; 32])), "Secret(…)");
    }
}
