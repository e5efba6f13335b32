//! Dice that can be proved, scripted and counted.
//!
//! [`Dice`] is the only source of luck in the program. A battle's dice come
//! from 32 bytes, so a seed and a list of orders say everything about it; the
//! [`fair`] module makes those bytes from a secret committed to before the
//! first decision and a contribution of every seat.

pub mod fair;

use std::{collections::VecDeque, fmt, str::FromStr};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// The dice of one battle.
///
/// ```
/// let mut dice = dice::Dice::scripted([3, 4]);
/// assert_eq!([dice.roll(6), dice.roll(6)], [3, 4]);
/// assert!(dice.is_spent());
/// ```
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
    rolled: u64,
}

/// How far dice from a seed have been rolled. As text `12/14`: twelve dice, fourteen draws,
/// for a draw that would favour some faces is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    rolled: u64,
    words: u128,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.rolled, self.words)
    }
}

impl FromStr for Position {
    type Err = String;

    fn from_str(text: &str) -> Result<Position, String> {
        let parts = text.split_once('/').map(|(rolled, words)| (rolled.parse(), words.parse()));
        match parts {
            Some((Ok(rolled), Ok(words))) => Ok(Position { rolled, words }),
            Some(_) | None => Err(format!("{text:?}: expected a place in a row of dice, such as 12/14")),
        }
    }
}

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly all dice are seeded, and a box would cost each of them")]
enum Source {
    Seeded(ChaCha8Rng),
    Scripted { faces: VecDeque<u8>, sides: Vec<u8>, missing: Option<u8>, trouble: Option<String> },
}

impl Dice {
    /// Dice from the seed of a match. The stream is frozen by a golden test.
    pub fn from_seed(seed: [u8; 32]) -> Dice {
        Dice { source: Source::Seeded(ChaCha8Rng::from_seed(seed)), rolled: 0 }
    }

    /// The same dice after they have been rolled as far as `position` says.
    pub fn from_seed_at(seed: [u8; 32], position: Position) -> Dice {
        let mut rng = ChaCha8Rng::from_seed(seed);
        rng.set_word_pos(position.words);
        Dice { source: Source::Seeded(rng), rolled: position.rolled }
    }

    /// How far they have been rolled; nothing for scripted dice.
    pub fn position(&self) -> Option<Position> {
        match &self.source {
            Source::Seeded(rng) => Some(Position { rolled: self.rolled, words: rng.get_word_pos() }),
            Source::Scripted { .. } => None,
        }
    }

    /// Dice for simulation number `stream` of a batch: every stream of one
    /// seed is independent of the others, on whatever core it runs.
    pub fn numbered(seed: u64, stream: u64) -> Dice {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(b"numbered");
        let mut rng = ChaCha8Rng::from_seed(bytes);
        rng.set_stream(stream);
        Dice { source: Source::Seeded(rng), rolled: 0 }
    }

    /// Dice for cases: exactly these faces, in this order.
    pub fn scripted(faces: impl IntoIterator<Item = u8>) -> Dice {
        let faces = faces.into_iter().collect();
        Dice {
            source: Source::Scripted { faces, sides: Vec::new(), missing: None, trouble: None },
            rolled: 0,
        }
    }

    /// Rolls one die with `sides` faces, numbered from 1, all equally likely.
    ///
    /// Scripted dice that run out, or a scripted face the die does not have,
    /// give a 1 and are remembered in [`Dice::trouble`]: the case is wrong,
    /// the program is not.
    ///
    /// # Panics
    ///
    /// Panics if `sides` is 0.
    pub fn roll(&mut self, sides: u8) -> u8 {
        assert!(0 < sides, "a die has at least one face");
        self.rolled += 1;
        let rolled = self.rolled;
        match &mut self.source {
            Source::Seeded(rng) => below(rng, u32::from(sides)) as u8 + 1,
            Source::Scripted { faces, sides: of, missing, trouble } => {
                of.push(sides);
                match faces.pop_front() {
                    Some(face) if 1 <= face && face <= sides => face,
                    Some(face) => {
                        trouble
                            .get_or_insert(format!("scripted die {rolled} shows {face}, but is a d{sides}"));
                        1
                    }
                    None => {
                        missing.get_or_insert(sides);
                        trouble
                            .get_or_insert(format!("die {rolled} (a d{sides}) is missing from the script"));
                        1
                    }
                }
            }
        }
    }

    /// A number from 0 to `bound - 1`, all equally likely. Not a die of the
    /// game: for samplers and computer players.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0, or if the dice are scripted.
    pub fn index(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).expect("fewer than 2^32 choices");
        assert!(0 < bound, "nothing to choose from");
        match &mut self.source {
            Source::Seeded(rng) => below(rng, bound) as usize,
            Source::Scripted { .. } => panic!("scripted dice answer the rules, not a player"),
        }
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.index(n) == 0
    }

    /// One of `items`.
    ///
    /// # Panics
    ///
    /// Panics if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// New dice, independent of these, taking one draw from them.
    ///
    /// # Panics
    ///
    /// Panics if the dice are scripted.
    pub fn fork(&mut self) -> Dice {
        let Source::Seeded(rng) = &mut self.source else {
            panic!("scripted dice answer the rules, not a player")
        };
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        Dice::from_seed(seed)
    }

    /// How many dice have been rolled so far.
    pub fn rolled(&self) -> u64 {
        self.rolled
    }

    /// Scripted faces not rolled yet.
    pub fn left_over(&self) -> usize {
        match &self.source {
            Source::Seeded(_) => 0,
            Source::Scripted { faces, .. } => faces.len(),
        }
    }

    /// Whether every scripted face has been rolled.
    pub fn is_spent(&self) -> bool {
        self.left_over() == 0
    }

    /// The faces of the first die that was missing from the script, if one was.
    pub fn missing(&self) -> Option<u8> {
        match &self.source {
            Source::Seeded(_) => None,
            Source::Scripted { missing, .. } => *missing,
        }
    }

    /// How many faces scripted die number `n` had, from 1, once it was rolled.
    pub fn sides_of(&self, n: u64) -> Option<u8> {
        match &self.source {
            Source::Seeded(_) => None,
            Source::Scripted { sides, .. } => sides.get(usize::try_from(n.checked_sub(1)?).ok()?).copied(),
        }
    }

    /// What was wrong with the script, if anything.
    pub fn trouble(&self) -> Option<&str> {
        match &self.source {
            Source::Seeded(_) => None,
            Source::Scripted { trouble, .. } => trouble.as_deref(),
        }
    }
}

/// Multiply-shift with rejection: unbiased, one draw nearly always.
fn below(rng: &mut ChaCha8Rng, bound: u32) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records would no longer verify if this ever changed.
    #[test]
    fn the_stream_is_frozen() {
        let mut dice = Dice::from_seed([7; 32]);
        let faces: Vec<u8> = (0..24).map(|_| dice.roll(6)).collect();
        assert_eq!(faces, GOLDEN_D6);
        let mut dice = Dice::numbered(1, 2);
        let faces: Vec<u8> = (0..8).map(|_| dice.roll(20)).collect();
        assert_eq!(faces, GOLDEN_D20);
        assert_eq!(dice.rolled(), 8);
    }

    const GOLDEN_D6: [u8; 24] = [3, 2, 6, 5, 1, 2, 1, 3, 4, 5, 4, 1, 3, 4, 3, 4, 4, 4, 6, 6, 2, 2, 4, 4];
    const GOLDEN_D20: [u8; 8] = [18, 1, 17, 18, 3, 20, 20, 2];

    /// Chi-squared over 60,000 rolls; 20.5 is the 99.9 % point for five degrees of freedom.
    #[test]
    fn every_face_is_equally_likely() {
        let mut counts = [0_i64; 6];
        let mut dice = Dice::numbered(42, 0);
        for _ in 0..60_000 {
            counts[usize::from(dice.roll(6)) - 1] += 1;
        }
        let chi: f64 = counts.iter().map(|n| ((n - 10_000) as f64).powi(2) / 10_000.0).sum();
        assert!(chi < 20.5, "{counts:?}");
    }

    #[test]
    fn streams_and_forks_differ() {
        let first = |mut dice: Dice| (0..20).map(|_| dice.roll(6)).collect::<Vec<u8>>();
        assert_ne!(first(Dice::numbered(1, 0)), first(Dice::numbered(1, 1)));
        let mut parent = Dice::numbered(1, 0);
        assert_ne!(first(parent.fork()), first(parent.fork()));
    }

    #[test]
    fn dice_go_on_from_where_they_were() {
        let mut dice = Dice::from_seed([7; 32]);
        for n in 0..500 {
            let text = dice.position().unwrap().to_string();
            let mut again = Dice::from_seed_at([7; 32], text.parse().unwrap());
            assert_eq!(again.rolled(), n);
            // Odd sides, so that some draws are not used.
            assert_eq!(
                (again.roll(201), again.roll(6)),
                (dice.clone().roll(201), {
                    let mut ahead = dice.clone();
                    ahead.roll(201);
                    ahead.roll(6)
                })
            );
            dice.roll(201);
        }
        assert_eq!(Dice::scripted([1]).position(), None);
        for wrong in ["", "1", "1/", "-1/2", "1/2/3", "a/b"] {
            assert!(wrong.parse::<Position>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_wrong_script_is_told_not_panicked() {
        let mut dice = Dice::scripted([7, 2]);
        assert_eq!(dice.roll(6), 1);
        assert_eq!(dice.trouble(), Some("scripted die 1 shows 7, but is a d6"));
        let mut dice = Dice::scripted([2]);
        assert_eq!((dice.roll(6), dice.roll(6)), (2, 1));
        assert_eq!(dice.trouble(), Some("die 2 (a d6) is missing from the script"));
        assert_eq!([0, 1, 2, 3].map(|n| dice.sides_of(n)), [None, Some(6), Some(6), None]);
        assert_eq!(Dice::scripted([1, 2]).left_over(), 2);
    }
}
