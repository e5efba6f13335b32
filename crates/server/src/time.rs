//! What time it is: the system's, or in tests whatever they say.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Where the server reads the time that it tells and counts by.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    #[default]
    System,
    /// Stands still until it is put forward.
    Stepped(Stepped),
}

/// A clock that a test holds in its hand.
#[derive(Clone, Debug)]
pub struct Stepped(Arc<AtomicI64>);

/// When stepped clocks begin, in milliseconds since 1970: the start of 2026.
const BEGINNING: i64 = 1_767_225_600_000;

impl Default for Stepped {
    fn default() -> Stepped {
        Stepped(Arc::new(AtomicI64::new(BEGINNING)))
    }
}

impl Stepped {
    /// Puts the clock forward.
    pub fn step(&self, by: Duration) {
        self.0.fetch_add(millis(by), Ordering::Relaxed);
    }
}

impl Clock {
    /// Milliseconds since 1970.
    pub(crate) fn millis(&self) -> i64 {
        match self {
            Clock::System => millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()),
            Clock::Stepped(stepped) => stepped.0.load(Ordering::Relaxed),
        }
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
