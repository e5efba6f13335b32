//! When a study has seen enough. Judged at the end of every batch of battles
//! in their order, so that it does not hang on how many cores fought them.

use rulesets::Score;
use serde::{Deserialize, Serialize};

/// docs/lab.md says what each of them means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stop {
    /// The most of each kind.
    pub battles: u64,
    /// So many are fought before it is judged, and between two judgements.
    pub batch: u64,
    /// Enough once the 95 % interval of the first player's score is no wider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Enough once it is known whether the first player is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

impl Default for Stop {
    fn default() -> Stop {
        Stop { battles: 1_000, batch: 100, width: None, sprt: None }
    }
}

/// A sequential test of two hypotheses: the first player is better by `elo0`,
/// or by `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// How often `elo1` is believed where `elo0` is true.
    pub alpha: f64,
    /// And how often the other way round.
    pub beta: f64,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 }
    }
}

/// Why no more battles of a kind are fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Enough {
    /// As many as were asked for.
    Battles,
    /// The interval is narrow enough.
    Width,
    /// The test believes `elo1`.
    Better,
    /// It believes `elo0`.
    NotBetter,
}

impl Stop {
    /// # Errors
    ///
    /// Which field makes no sense, and what would.
    pub fn check(&self) -> Result<(), String> {
        let Stop { battles, batch, width, sprt } = *self;
        if battles == 0 || batch == 0 {
            return Err(format!(
                "stop: battles = {battles}, batch = {batch}: expected whole numbers above 0"
            ));
        }
        if width.is_some_and(|it| !(0.0 < it && it < 1.0)) {
            return Err("stop.width: expected a part of 1, like 0.06".to_owned());
        }
        if let Some(Sprt { elo0, elo1, alpha, beta }) = sprt {
            let chance = |it: f64| 0.0 < it && it < 0.5;
            if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1 && chance(alpha) && chance(beta)) {
                return Err(
                    "stop.sprt: expected elo0 < elo1, and alpha and beta between 0 and 0.5".to_owned()
                );
            }
        }
        Ok(())
    }
}

/// What has come of the battles of one kind, as far as stopping goes. They are
/// counted by rounds in which everybody has sat in every seat once: the two
/// battles of a round are no independent throws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    pub battles: u64,
    /// The first player's.
    pub points: f64,
    /// Battles of a round; 1 where nobody changes seats.
    round: u64,
    open: f64,
    rounds: u64,
    sum: f64,
    squares: f64,
}

impl Record {
    pub fn new(seats: usize, swap: bool) -> Record {
        Record { round: if swap { seats as u64 } else { 1 }, ..Record::default() }
    }

    /// The first player's share of one more battle.
    pub fn add(&mut self, share: f64) {
        self.battles += 1;
        self.points += share;
        self.open += share;
        if self.battles.is_multiple_of(self.round) {
            let mean = self.open / self.round as f64;
            self.rounds += 1;
            self.sum += mean;
            self.squares += mean * mean;
            self.open = 0.0;
        }
    }

    pub fn score(&self) -> Score {
        Score::of(self.points, self.battles)
    }

    /// By how much more likely what was seen is if the second hypothesis holds, as a
    /// logarithm: the generalised test with the variance that was seen.
    pub fn ratio(&self, sprt: &Sprt) -> f64 {
        if self.rounds < 2 {
            return 0.0;
        }
        // A thousandth of a win and of a loss besides: no run of wins is certain to go on.
        let n = self.rounds as f64 + 0.002;
        let mean = (self.sum + 0.001) / n;
        let variance = (self.squares + 0.001) / n - mean * mean;
        let (s0, s1) = (expected(sprt.elo0), expected(sprt.elo1));
        n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// Whether this is enough, at the end of a batch.
    pub fn judge(&self, stop: &Stop) -> Option<Enough> {
        if let Some(sprt) = &stop.sprt {
            let ratio = self.ratio(sprt);
            if ((1.0 - sprt.beta) / sprt.alpha).ln() <= ratio {
                return Some(Enough::Better);
            }
            if ratio <= (sprt.beta / (1.0 - sprt.alpha)).ln() {
                return Some(Enough::NotBetter);
            }
        }
        let score = self.score();
        if stop.width.is_some_and(|width| score.high - score.low <= width) {
            return Some(Enough::Width);
        }
        (stop.battles <= self.battles).then_some(Enough::Battles)
    }
}

/// The score to be expected of somebody better by so much.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// By how much somebody with this score is better.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use dice::Dice;

    use super::*;

    #[test]
    fn elo_and_scores_are_two_sides_of_a_coin() {
        assert!((elo(0.75) - 190.848_501_9).abs() < 1e-6);
        assert!((expected(elo(0.3)) - 0.3).abs() < 1e-12);
        assert_eq!(expected(0.0), 0.5);
    }

    #[test]
    fn stops_that_make_no_sense_are_refused() {
        let usual = Stop::default;
        assert!(usual().check().is_ok());
        assert!(Stop { battles: 0, ..usual() }.check().is_err());
        assert!(Stop { width: Some(1.5), ..usual() }.check().unwrap_err().contains("like 0.06"));
        let sprt = Sprt { elo0: 10.0, elo1: 0.0, ..Sprt::default() };
        assert!(Stop { sprt: Some(sprt), ..usual() }.check().unwrap_err().contains("elo0 < elo1"));
    }

    #[test]
    fn an_interval_that_is_narrow_enough_ends_it() {
        let stop = Stop { battles: 10_000, width: Some(0.1), ..Stop::default() };
        let mut record = Record::new(2, false);
        let mut ended = None;
        for n in 0..10_000_u32 {
            record.add(f64::from(n % 2));
            if record.battles.is_multiple_of(stop.batch) {
                ended = ended.or(record.judge(&stop).map(|it| (record.battles, it)));
            }
        }
        // An even score of n battles has 1.96 / sqrt(n) for its interval: 381 are enough.
        assert_eq!(ended, Some((400, Enough::Width)));
    }

    /// How many of `runs` tests believe that the first player is better, whose score is in
    /// truth that of `elo`, with a tenth of the battles drawn.
    fn believed(elo: f64, swap: bool, runs: u64) -> (u64, u64) {
        let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.1 };
        let stop = Stop { battles: 1_000_000, batch: 20, width: None, sprt: Some(sprt) };
        let wins = (expected(elo) - 0.05) * 1_000_000.0;
        let mut better = 0;
        let mut battles = 0;
        for run in 0..runs {
            let mut dice = Dice::numbered(4711, run);
            let mut record = Record::new(2, swap);
            let ended = loop {
                for _ in 0..stop.batch {
                    let die = dice.index(1_000_000) as f64;
                    record.add(if die < wins {
                        1.0
                    } else if die < wins + 100_000.0 {
                        0.5
                    } else {
                        0.0
                    });
                }
                if let Some(enough) = record.judge(&stop) {
                    break enough;
                }
            };
            better += u64::from(ended == Enough::Better);
            battles += record.battles;
        }
        (better, battles / runs)
    }

    /// With these seeds; the rates promised are 5 and 10 %, and batches leave some of it unused.
    #[test]
    fn the_sequential_test_errs_as_seldom_as_it_says() {
        for swap in [false, true] {
            let (wrong, battles) = believed(0.0, swap, 1_000);
            assert!((20..=60).contains(&wrong), "{wrong} of 1000 better though equal");
            assert!((200..1_500).contains(&battles), "{battles} battles on average");
            let (right, _) = believed(40.0, swap, 1_000);
            assert!((880..=960).contains(&right), "{right} of 1000 better and so found");
        }
    }
}
