//! Dice that follow from a number somebody chose, for battles that are to be the same again.

use dice::{Dice, fair::Contribution};

/// The bytes of a seed: a secret that is none.
pub fn seeded_bytes(seed: u64, stream: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut dice = Dice::numbered(seed, stream);
    bytes.iter_mut().for_each(|byte| *byte = dice.index(256) as u8);
    bytes
}

/// What a seat adds to the dice where nobody typed anything.
pub fn usual_contribution(bytes: &[u8; 32]) -> Contribution {
    Contribution(bytes[..8].iter().map(|byte| format!("{byte:02x}")).collect())
}
