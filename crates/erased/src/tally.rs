//! Which events each viewer has witnessed, counted as they happen.
//!
//! The number of an event in the whole log tells how many others have happened
//! unseen, and with hidden gauges or closed displays that is a secret. So every
//! viewer counts what he has seen himself.

use engine::{Game, Match, Seat, Viewer};

#[derive(Clone, Debug)]
pub(crate) struct Tally<G> {
    /// The battle after the events that have been counted.
    state: G,
    counted: usize,
    /// By seat, then the spectator's: the numbers in the whole log.
    seen: Vec<Vec<usize>>,
    /// The referee's: every number there is.
    all: Vec<usize>,
    /// The battle after every so many events, so that nobody who looks at some
    /// part of it has to begin at its beginning.
    places: Vec<(usize, G)>,
}

/// Events between two places.
const STRIDE: usize = 512;

impl<G: Game> Tally<G> {
    pub(crate) fn of(battle: &Match<G>) -> Self {
        let viewers = usize::from(battle.start().seats()) + 1;
        let mut tally = Tally {
            state: battle.start().clone(),
            counted: 0,
            seen: vec![Vec::new(); viewers],
            all: Vec::new(),
            places: Vec::new(),
        };
        tally.catch_up(battle);
        tally
    }

    /// Counts what has happened since.
    pub(crate) fn catch_up(&mut self, battle: &Match<G>) {
        for (n, event) in battle.log().iter().enumerate().skip(self.counted) {
            let spectator = self.seen.len() - 1;
            for (k, seen) in self.seen.iter_mut().enumerate() {
                let viewer = if k == spectator { Viewer::Spectator } else { Viewer::Seat(Seat(k as u8)) };
                if self.state.witness(event, viewer).is_some() {
                    seen.push(n);
                }
            }
            self.all.push(n);
            self.state.apply(event);
            if (n + 1).is_multiple_of(STRIDE) {
                self.places.push((n + 1, self.state.clone()));
            }
        }
        self.counted = battle.log().len();
    }

    /// The last place not after the first `n` events, if there is one yet.
    pub(crate) fn near(&self, n: usize) -> Option<(usize, &G)> {
        self.places.iter().rfind(|(after, _)| *after <= n).map(|(after, state)| (*after, state))
    }

    pub(crate) fn seen(&self, viewer: Viewer) -> &[usize] {
        match viewer {
            Viewer::Seat(seat) => {
                self.seen[..self.seen.len() - 1].get(seat.index()).map_or(&[], Vec::as_slice)
            }
            Viewer::Spectator => self.seen.last().map_or(&[], Vec::as_slice),
            Viewer::Referee => &self.all,
        }
    }
}
