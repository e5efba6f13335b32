//! How a thought is broken off.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Held by whoever waits for a thought and by whoever thinks it. An admiral
/// looks at it between two nodes and, once it is pulled, gives the best order
/// he has found so far. A thought that is never broken off is not changed by it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    pulled: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Stop {
    /// Pulls itself when so much time has passed.
    pub fn after(longest: Duration) -> Stop {
        Stop { pulled: Arc::default(), deadline: Instant::now().checked_add(longest) }
    }

    /// The same stop, which from now on also pulls itself when so much time has passed.
    #[must_use]
    pub fn within(&self, longest: Duration) -> Stop {
        Stop { pulled: Arc::clone(&self.pulled), deadline: Instant::now().checked_add(longest) }
    }

    pub fn pull(&self) {
        self.pulled.store(true, Ordering::Relaxed);
    }

    /// Whether both are pulled by the same hand.
    pub fn is_same(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.pulled, &other.pulled)
    }

    pub fn is_pulled(&self) -> bool {
        self.pulled.load(Ordering::Relaxed) || self.deadline.is_some_and(|at| at <= Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_pulled_by_hand_or_by_time_and_for_all_who_hold_it() {
        let stop = Stop::default();
        let held = stop.within(Duration::from_secs(3600));
        assert!(!stop.is_pulled() && !held.is_pulled());
        assert!(stop.within(Duration::ZERO).is_pulled() && !stop.is_pulled());
        assert!(Stop::after(Duration::ZERO).is_pulled());
        held.pull();
        assert!(stop.is_pulled());
    }
}
