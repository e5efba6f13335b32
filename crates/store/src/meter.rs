//! How long things take, counted by how many took how long: what whoever runs
//! a server looks at.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// The upper ends of the classes, in microseconds; above the last is one more.
const ENDS: [u64; 13] = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
    10_000_000,
];

/// How many took how long.
#[derive(Debug, Default)]
pub struct Histogram {
    classes: [AtomicU64; ENDS.len() + 1],
    micros: AtomicU64,
}

/// A histogram at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// How many took at most so many seconds, for every class but the last.
    pub at_most: Vec<(f64, u64)>,
    pub count: u64,
    /// All of them together, in seconds.
    pub sum: f64,
}

impl Histogram {
    pub fn note(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let class = ENDS.partition_point(|end| *end < micros);
        self.classes[class].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    pub fn read(&self) -> Reading {
        let mut count = 0;
        let mut at_most = Vec::with_capacity(ENDS.len());
        for (class, end) in self.classes.iter().zip(ENDS) {
            count += class.load(Ordering::Relaxed);
            at_most.push((end as f64 / 1e6, count));
        }
        count += self.classes[ENDS.len()].load(Ordering::Relaxed);
        Reading { at_most, count, sum: self.micros.load(Ordering::Relaxed) as f64 / 1e6 }
    }
}

/// What a store counts of its own work.
#[derive(Debug, Default)]
pub struct Meter {
    /// Until a connection of the pool was free.
    pub waited: Histogram,
    /// Until the database had answered a commit.
    pub committed: Histogram,
}

/// The connections of a store at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connections {
    pub open: u64,
    pub idle: u64,
    pub most: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted_in_its_class_and_in_those_above() {
        let histogram = Histogram::default();
        for micros in [0, 1_000, 1_001, 40_000, 20_000_000] {
            histogram.note(Duration::from_micros(micros));
        }
        let Reading { at_most, count, sum } = histogram.read();
        assert_eq!((count, at_most.len()), (5, ENDS.len()));
        assert_eq!(at_most[..2], [(0.001, 2), (0.0025, 3)]);
        assert_eq!((at_most[4], at_most[5]), ((0.025, 3), (0.05, 4)));
        assert_eq!(at_most[12], (10.0, 4), "what took longer is in the count alone");
        assert!((sum - 20.042_001).abs() < 1e-9, "{sum}");
    }
}
