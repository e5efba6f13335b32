//! Dice counted from a rule's text alone, to hold the told odds against. Nothing here knows the
//! counting of any game: a test writes a rule down once more, face by face.

use std::{collections::BTreeMap, fmt::Debug};

use engine::Ways;

/// As near as told odds must come to those counted here.
pub const NEAR: f64 = 1e-12;

/// What dice may come to, each with its chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance<T: Ord>(BTreeMap<T, f64>);

impl<T: Ord + Clone> Chance<T> {
    pub fn sure(value: T) -> Chance<T> {
        Chance(BTreeMap::from([(value, 1.0)]))
    }

    /// One die with so many faces, each with what comes of it.
    pub fn die(faces: u8, of: impl Fn(u8) -> Chance<T>) -> Chance<T> {
        let mut all = BTreeMap::new();
        for face in 1..=faces {
            for (value, chance) in of(face).0 {
                *all.entry(value).or_insert(0.0) += chance / f64::from(faces);
            }
        }
        Chance(all)
    }

    /// What comes after it, by what it came to.
    #[must_use]
    pub fn then<U: Ord + Clone>(&self, next: impl Fn(&T) -> Chance<U>) -> Chance<U> {
        let mut all = BTreeMap::new();
        for (value, chance) in &self.0 {
            for (then, share) in next(value).0 {
                *all.entry(then).or_insert(0.0) += chance * share;
            }
        }
        Chance(all)
    }

    /// The same, read otherwise.
    #[must_use]
    pub fn read<U: Ord + Clone>(&self, of: impl Fn(&T) -> U) -> Chance<U> {
        self.then(|value| Chance::sure(of(value)))
    }
}

impl<T: Ord + Clone + Debug> Chance<T> {
    /// Holds what came of every throw, each once in so many, against what was counted.
    ///
    /// # Panics
    ///
    /// Panics if a chance differs by more than [`NEAR`].
    #[track_caller]
    pub fn is_thrown(&self, what: &str, throws: &[(u128, T)]) {
        let mut seen: BTreeMap<&T, f64> = BTreeMap::new();
        for (of, value) in throws {
            *seen.entry(value).or_insert(0.0) += 1.0 / *of as f64;
        }
        for value in self.0.keys().chain(seen.keys().copied()) {
            let (counted, thrown) =
                (self.0.get(value).copied().unwrap_or(0.0), seen.get(value).copied().unwrap_or(0.0));
            let off = (counted - thrown).abs();
            assert!(off <= NEAR, "{what}: {value:?} is counted {counted}, thrown {thrown}");
        }
    }
}

impl Chance<u32> {
    /// A d6 read by a table: what a 1, a 2, … comes to.
    pub fn d6(table: [u32; 6]) -> Chance<u32> {
        Chance::die(6, |face| Chance::sure(table[usize::from(face) - 1]))
    }

    /// The sum with another throw.
    #[must_use]
    pub fn and(&self, other: &Chance<u32>) -> Chance<u32> {
        self.then(|one| other.read(|two| one + two))
    }

    #[must_use]
    pub fn times(&self, n: u32) -> Chance<u32> {
        (0..n).fold(Chance::sure(0), |all, _| all.and(self))
    }

    /// How far told odds are off, at worst.
    pub fn off(&self, told: &Ways) -> f64 {
        let whole = told.whole() as f64;
        let last = self.0.keys().next_back().map_or(0, |it| *it as usize + 1).max(told.counts().len());
        let off = |value: usize| {
            let told = told.counts().get(value).map_or(0.0, |it| *it as f64 / whole);
            (told - self.0.get(&(value as u32)).copied().unwrap_or(0.0)).abs()
        };
        (0..last).map(off).fold(0.0, f64::max)
    }

    /// # Panics
    ///
    /// Panics if told odds differ by more than [`NEAR`].
    #[track_caller]
    pub fn is_told(&self, what: &str, told: &Ways) {
        let off = self.off(told);
        assert!(off <= NEAR, "{what}: off by {off}; told {told:?}, counted {self:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_counted() {
        let two = Chance::d6([1, 2, 3, 4, 5, 6]).times(2);
        assert!(two.off(&Ways::die(6, usize::from).times(2)) < 1e-15);
        let hit = Chance::d6([0, 0, 0, 1, 1, 1]);
        let harm = hit.then(|it| Chance::d6([1, 2, 3, 4, 5, 6]).times(*it));
        assert!(harm.off(&Ways::of([6_u8, 1, 1, 1, 1, 1, 1])) < 1e-15);
        assert!(0.07 < harm.off(&Ways::of([7_u8, 1, 1, 1, 1, 1])));
    }

    #[test]
    fn throws_are_held_against_it() {
        let coin = Chance::d6([0, 0, 0, 1, 1, 1]).read(|it| ("tails", *it));
        coin.is_thrown("a coin", &[(2, ("tails", 0)), (4, ("tails", 1)), (4, ("tails", 1))]);
    }

    #[test]
    #[should_panic(expected = "is counted 0.5")]
    fn throws_that_are_off_are_told() {
        Chance::d6([0, 0, 0, 1, 1, 1]).is_thrown("a coin", &[(3, 0), (3, 1), (3, 1)]);
    }

    #[test]
    #[should_panic(expected = "off by")]
    fn what_is_off_is_told() {
        Chance::d6([0, 0, 0, 1, 1, 1]).is_told("a coin", &Ways::of([2_u8, 1]));
    }
}
