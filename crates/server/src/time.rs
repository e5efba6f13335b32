//! What time it is: the system's, or in tests whatever they say.

use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

/// Where the server reads the time that it tells and counts clocks by.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    #[default]
    System,
    /// Stands still until it is put forward.
    Stepped(Stepped),
}

/// A clock that a test holds in its hand.
#[derive(Clone, Debug)]
pub struct Stepped(Arc<Steps>);

#[derive(Debug)]
struct Steps {
    start: Instant,
    gone: watch::Sender<Duration>,
}

/// When stepped clocks begin, in milliseconds since 1970: the start of 2026.
const BEGINNING: i64 = 1_767_225_600_000;

impl Default for Stepped {
    fn default() -> Stepped {
        Stepped(Arc::new(Steps { start: Instant::now(), gone: watch::Sender::new(Duration::ZERO) }))
    }
}

impl Stepped {
    /// Puts the clock forward, and wakes whoever waited for that.
    pub fn step(&self, by: Duration) {
        self.0.gone.send_modify(|gone| *gone += by);
    }

    /// What it shows, in milliseconds since 1970.
    pub fn millis(&self) -> i64 {
        Clock::Stepped(self.clone()).millis()
    }

    fn gone(&self) -> Duration {
        *self.0.gone.borrow()
    }
}

impl Clock {
    /// Milliseconds since 1970.
    pub(crate) fn millis(&self) -> i64 {
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        match self {
            Clock::System => millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()),
            Clock::Stepped(stepped) => BEGINNING.saturating_add(millis(stepped.gone())),
        }
    }

    pub(crate) fn now(&self) -> Instant {
        match self {
            Clock::System => Instant::now(),
            Clock::Stepped(stepped) => stepped.0.start + stepped.gone(),
        }
    }

    /// Comes back when it is this time, in milliseconds since 1970; at once if it is past.
    pub(crate) async fn reaches(&self, millis: i64) {
        let left = u64::try_from(millis.saturating_sub(self.millis())).unwrap_or(0);
        match self.now().checked_add(Duration::from_millis(left)) {
            Some(then) => self.sleep_until(then).await,
            None => std::future::pending().await,
        }
    }

    pub(crate) async fn sleep_until(&self, then: Instant) {
        match self {
            Clock::System => sleep_until(then).await,
            Clock::Stepped(Stepped(steps)) => {
                // The sender is held here, so that waiting never fails.
                let _ = steps.gone.subscribe().wait_for(|gone| then <= steps.start + *gone).await;
            }
        }
    }
}
