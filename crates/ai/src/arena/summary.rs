//! What many battles come to, kept as totals.

use std::{collections::BTreeMap, time::Duration};

use engine::{Fate, Outcome};
use serde::Serialize;

use super::BattleReport;

/// The results of a run. By player, wherever they sat, unless said otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub battles: u64,
    pub wins: Vec<u64>,
    pub draws: u64,
    pub score: Vec<Score>,
    /// By seat: how often whoever sat there won.
    pub seat_wins: Vec<u64>,
    pub turns: Turns,
    /// The mean number of decisions in a battle.
    pub decisions: f64,
    /// By player and class, in that order.
    pub losses: Vec<Losses>,
    /// How long the searching players thought over a decision. Not reproducible.
    pub thinking: Vec<Thinking>,
    /// By the clock. Not reproducible.
    pub seconds: f64,
}

impl Summary {
    pub fn battles_per_second(&self) -> f64 {
        if 0.0 < self.seconds { self.battles as f64 / self.seconds } else { 0.0 }
    }

    /// The summary without what the clock said: equal for equal seeds.
    #[must_use]
    pub fn timeless(mut self) -> Summary {
        self.thinking.clear();
        self.seconds = 0.0;
        self
    }
}

/// A mean score, a draw counting half, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl Score {
    /// Wilson's interval: honest near 0 and 1 too, and on the safe side when
    /// there are draws.
    pub fn of(points: f64, battles: u64) -> Score {
        if battles == 0 {
            return Score { mean: 0.0, low: 0.0, high: 1.0 };
        }
        const Z: f64 = 1.959_963_985;
        let n = battles as f64;
        let mean = points / n;
        let shrink = 1.0 + Z * Z / n;
        let centre = (mean + Z * Z / (2.0 * n)) / shrink;
        let half = Z * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt() / shrink;
        Score { mean, low: (centre - half).max(0.0).min(mean), high: (centre + half).min(1.0).max(mean) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Turns {
    pub mean: f64,
    /// Nineteen battles in twenty are over by then.
    pub p95: u32,
}

/// What became of one player's units of one class, over all battles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Losses {
    pub player: usize,
    pub class: String,
    pub survived: u64,
    pub destroyed: u64,
    pub left: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Thinking {
    pub player: usize,
    pub decisions: u64,
    /// Seconds for the middle decision, and for the slowest one in twenty.
    pub p50: f64,
    pub p95: f64,
    pub longest: f64,
}

/// Battles counted as they come in; what it keeps does not grow with their number.
#[derive(Clone, Debug)]
pub struct Tally {
    battles: u64,
    wins: Vec<u64>,
    seat_wins: Vec<u64>,
    draws: u64,
    points: Vec<f64>,
    decisions: u64,
    /// How many battles ended in turn n. As long as the longest battle.
    turns: Vec<u64>,
    losses: Vec<BTreeMap<String, [u64; 3]>>,
}

impl Tally {
    pub fn new(players: usize) -> Tally {
        Tally {
            battles: 0,
            wins: vec![0; players],
            seat_wins: vec![0; players],
            draws: 0,
            points: vec![0.0; players],
            decisions: 0,
            turns: Vec::new(),
            losses: vec![BTreeMap::new(); players],
        }
    }

    pub fn add(&mut self, report: &BattleReport) {
        self.battles += 1;
        self.decisions += u64::from(report.decisions);
        match report.outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Won(seats) => {
                for seat in seats.iter() {
                    self.seat_wins[seat.index()] += 1;
                    self.wins[report.seats[seat.index()]] += 1;
                }
            }
        }
        for (points, share) in self.points.iter_mut().zip(&report.shares) {
            *points += share;
        }
        let turns = report.turns as usize;
        if self.turns.len() <= turns {
            self.turns.resize(turns + 1, 0);
        }
        self.turns[turns] += 1;
        for loss in &report.losses {
            let Some(&player) = report.seats.get(loss.seat.index()) else { continue };
            let classes = &mut self.losses[player];
            let fates = match classes.get_mut(&loss.class) {
                Some(fates) => fates,
                None => classes.entry(loss.class.clone()).or_default(),
            };
            fates[match loss.fate {
                Fate::Survived => 0,
                Fate::Destroyed => 1,
                Fate::Left => 2,
            }] += 1;
        }
    }

    pub fn summary(self, seconds: f64, clock: &Clock) -> Summary {
        let mean = |total: f64| if self.battles == 0 { 0.0 } else { total / self.battles as f64 };
        let turns: u64 = self.turns.iter().enumerate().map(|(turn, n)| turn as u64 * n).sum();
        let of_player = |(player, classes): (usize, BTreeMap<String, [u64; 3]>)| {
            classes.into_iter().map(move |(class, [survived, destroyed, left])| Losses {
                player,
                class,
                survived,
                destroyed,
                left,
            })
        };
        Summary {
            battles: self.battles,
            score: self.points.iter().map(|&points| Score::of(points, self.battles)).collect(),
            turns: Turns { mean: mean(turns as f64), p95: quantile(&self.turns, 0.95) as u32 },
            decisions: mean(self.decisions as f64),
            wins: self.wins,
            draws: self.draws,
            seat_wins: self.seat_wins,
            losses: self.losses.into_iter().enumerate().flat_map(of_player).collect(),
            thinking: clock.thinking(),
            seconds,
        }
    }
}

/// The first place by which `part` of all counts has been reached.
fn quantile(counts: &[u64], part: f64) -> usize {
    let wanted = counts.iter().sum::<u64>() as f64 * part;
    let mut seen = 0;
    for (place, n) in counts.iter().enumerate() {
        seen += n;
        if 0 < seen && wanted <= seen as f64 {
            return place;
        }
    }
    0
}

/// How long players thought: a histogram in steps of 2 %, so that a million
/// decisions take no more room than one.
#[derive(Clone, Debug)]
pub struct Clock {
    players: Vec<(Vec<u64>, Duration)>,
}

impl Clock {
    const STEP: f64 = 1.02;

    pub fn new(players: usize) -> Clock {
        Clock { players: vec![(Vec::new(), Duration::ZERO); players] }
    }

    pub fn add(&mut self, player: usize, time: Duration) {
        let (steps, longest) = &mut self.players[player];
        let micros = time.as_secs_f64() * 1e6;
        let step = (micros.max(1.0).ln() / Clock::STEP.ln()).round() as usize;
        if steps.len() <= step {
            steps.resize(step + 1, 0);
        }
        steps[step] += 1;
        *longest = time.max(*longest);
    }

    pub fn merge(&mut self, other: &Clock) {
        for ((steps, longest), (more, time)) in self.players.iter_mut().zip(&other.players) {
            steps.resize(steps.len().max(more.len()), 0);
            for (step, n) in steps.iter_mut().zip(more) {
                *step += n;
            }
            *longest = (*longest).max(*time);
        }
    }

    fn thinking(&self) -> Vec<Thinking> {
        let seconds = |steps: &[u64], part| Clock::STEP.powf(quantile(steps, part) as f64) * 1e-6;
        let timed = self.players.iter().enumerate().filter(|(_, (steps, _))| !steps.is_empty());
        timed
            .map(|(player, (steps, longest))| Thinking {
                player,
                decisions: steps.iter().sum(),
                p50: seconds(steps, 0.5),
                p95: seconds(steps, 0.95),
                longest: longest.as_secs_f64(),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_mean_and_never_leave_the_scale() {
        let score = Score::of(200.0, 400);
        assert!((score.low - 0.451).abs() < 0.001 && (score.high - 0.549).abs() < 0.001, "{score:?}");
        let score = Score::of(400.0, 400);
        assert!(0.98 < score.low && score.low < 1.0 && score.high == 1.0, "{score:?}");
        assert_eq!(Score::of(0.0, 10).low, 0.0);
        assert_eq!(Score::of(0.0, 0), Score { mean: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn quantiles_count_from_below() {
        assert_eq!(quantile(&[0, 19, 1], 0.95), 1);
        assert_eq!(quantile(&[0, 18, 2], 0.95), 2);
        assert_eq!(quantile(&[], 0.95), 0);
    }

    #[test]
    fn clocks_add_up() {
        let mut clock = Clock::new(2);
        let mut other = Clock::new(2);
        for ms in 1..=100 {
            clock.add(1, Duration::from_millis(ms));
            other.add(1, Duration::from_millis(ms));
        }
        clock.merge(&other);
        let thinking = clock.thinking();
        assert_eq!(thinking.len(), 1);
        assert_eq!((thinking[0].player, thinking[0].decisions), (1, 200));
        assert!((thinking[0].p50 - 0.050).abs() < 0.002, "{thinking:?}");
        assert!((thinking[0].p95 - 0.095).abs() < 0.002, "{thinking:?}");
        assert_eq!(thinking[0].longest, 0.1);
    }
}
