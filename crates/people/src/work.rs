//! Work that whoever wants an account does first: nothing for one, a lot for
//! ten thousand. Nobody has to recognise pictures for somebody else's machine.
//!
//! A challenge carries its own end and a seal, so that nothing has to be kept
//! of those that nobody takes up. The answer is a text that together with the
//! challenge has a SHA-256 that begins with so many zero bits.

use std::{collections::BTreeMap, sync::Mutex, sync::PoisonError};

use sha2::{Digest, Sha256};

/// Challenges are good for so long, in milliseconds.
const GOOD: i64 = 10 * 60 * 1000;
/// Bits that nobody finds in a day.
pub const MOST: u32 = 30;
/// More answers than an honest client has.
const LONGEST: usize = 40;

/// Hands out challenges, and knows which were answered already.
#[derive(Debug)]
pub struct Works {
    key: [u8; 32],
    bits: u32,
    /// By their end: what was answered once is worth nothing a second time.
    spent: Mutex<BTreeMap<(i64, String), ()>>,
}

impl Works {
    /// `key` is known to nobody else but other servers of the same place; with 0 bits there is nothing to do.
    pub fn new(key: [u8; 32], bits: u32) -> Works {
        Works { key, bits: bits.min(MOST), spent: Mutex::default() }
    }

    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// A new one, of a number that was never used before.
    pub fn challenge(&self, number: [u8; 12], now: i64) -> String {
        let end = now.saturating_add(GOOD);
        let number: String = number.iter().map(|byte| format!("{byte:02x}")).collect();
        let seal = self.seal(end, &number);
        format!("{end}.{number}.{seal}")
    }

    /// Whether it was done, now and for the first time.
    ///
    /// # Errors
    ///
    /// Why it does not count, in words.
    pub fn take(&self, challenge: &str, answer: &str, now: i64) -> Result<(), String> {
        if self.bits == 0 {
            return Ok(());
        }
        let anew = || "that task is too old or was used before; a new one is needed".to_owned();
        let parts: Vec<&str> = challenge.split('.').collect();
        let [end, number, seal] = parts[..] else { return Err(anew()) };
        let end: i64 = end.parse().map_err(|_| anew())?;
        let ours = self.seal(end, number);
        let same = blake3::hash(ours.as_bytes()) == blake3::hash(seal.as_bytes());
        if !same || end <= now {
            return Err(anew());
        }
        if LONGEST < answer.len() || !solves(challenge, answer, self.bits) {
            return Err("that is no answer to the task".to_owned());
        }
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.retain(|(end, _), ()| now < *end);
        match spent.insert((end, number.to_owned()), ()) {
            None => Ok(()),
            Some(()) => Err(anew()),
        }
    }

    /// A task that another server has taken, by all of its challenge but the seal.
    pub fn done_elsewhere(&self, task: &str) {
        let Some((end, number)) = task.split_once('.') else { return };
        let Ok(end) = end.parse() else { return };
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).insert((end, number.to_owned()), ());
    }

    fn seal(&self, end: i64, number: &str) -> String {
        let told = format!("{end}.{number}");
        blake3::keyed_hash(&self.key, told.as_bytes()).to_hex()[..32].to_owned()
    }
}

/// Whether the hash of both begins with so many zero bits.
pub fn solves(challenge: &str, answer: &str, bits: u32) -> bool {
    let mut zeros = 0;
    for byte in Sha256::digest(format!("{challenge}:{answer}")) {
        zeros += byte.leading_zeros();
        if byte != 0 {
            break;
        }
    }
    bits <= zeros
}

/// Does the work: for tests, and for programs that sign up.
///
/// # Panics
///
/// Panics if no number does it, which never was.
pub fn solve(challenge: &str, bits: u32) -> String {
    let mut answers = (0_u64..).map(|n| n.to_string());
    answers.find(|answer| solves(challenge, answer, bits)).expect("numbers have no end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_counts_once_and_not_for_ever() {
        let works = Works::new([1; 32], 8);
        let challenge = works.challenge([2; 12], 1_000);
        let answer = solve(&challenge, 8);
        let wrong =
            (0..).map(|n| format!("no number {n}")).find(|wrong| !solves(&challenge, wrong, 8)).unwrap();
        assert!(works.take(&challenge, &wrong, 1_001).unwrap_err().contains("no answer"));
        assert!(works.take(&challenge, &"1".repeat(99), 1_001).is_err());
        assert_eq!(works.take(&challenge, &answer, 1_001), Ok(()));
        assert!(works.take(&challenge, &answer, 1_002).unwrap_err().contains("used before"));
        let elsewhere = works.challenge([4; 12], 1_000);
        works.done_elsewhere(elsewhere.rsplit_once('.').unwrap().0);
        assert!(works.take(&elsewhere, &solve(&elsewhere, 8), 1_001).unwrap_err().contains("used before"));
        let late = works.challenge([3; 12], 1_000);
        assert!(works.take(&late, &solve(&late, 8), 1_000 + GOOD).is_err());
        assert_eq!(works.take(&late, &solve(&late, 8), 999 + GOOD), Ok(()));
    }

    #[test]
    fn nobody_makes_a_challenge_of_their_own() {
        let (works, others) = (Works::new([1; 32], 4), Works::new([9; 32], 4));
        let theirs = others.challenge([2; 12], 0);
        assert!(works.take(&theirs, &solve(&theirs, 4), 1).is_err());
        let ours = works.challenge([2; 12], 0);
        let longer = ours.replacen("600000", "900000", 1);
        assert_ne!(ours, longer);
        assert!(works.take(&longer, &solve(&longer, 4), 1).is_err());
        for odd in ["", "..", "a.b.c", "1.2.3.4"] {
            assert!(works.take(odd, "1", 1).is_err(), "{odd}");
        }
        assert_eq!(Works::new([1; 32], 0).take("", "", 0), Ok(()));
    }

    /// The client counts in the same way (web/src/lib/work.test.ts).
    #[test]
    fn the_answer_is_the_smallest_number() {
        assert_eq!(solve("600000.abc.def", 12), "7546");
    }
}
