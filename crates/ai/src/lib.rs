//! Computer players for any game, given views and never the truth.
//!
//! | level | how it decides |
//! |---|---|
//! | `random` | any legal order |
//! | `cadet`, `captain` | the game's rules of thumb ([`engine::Tactics`]) |
//! | `admiral` | search over imagined truths, within a [`Budget`] |
//! | `suggestion` | what people are offered: the same search, as much of it as [`advise`] takes |
//!
//! [`arena`] lets them fight thousands of battles.

mod admiral;
mod advice;
pub mod arena;
mod level;
mod parallel;
mod stop;

use dice::Dice;
use engine::{Game, Seat, Seen, Tactics};

pub use admiral::{Counsel, Tried, counsel, weigh};
pub use advice::{Advice, advise};
pub use level::{Budget, Effort, Level, LevelError};
pub use stop::Stop;

/// Somebody who decides from what a seat may know.
pub trait Player<G: Game>: Send {
    /// A legal order for `seat`, which the game is waiting for.
    fn decide(&mut self, view: &G::View, seat: Seat) -> G::Order;
    /// The same order, from the same view, where nobody has made that view yet.
    fn decide_seen(&mut self, seen: &Seen<'_, G>) -> G::Order {
        self.decide(&seen.view(), seen.seat())
    }
}

/// A player of `level` whose luck, in imagining and choosing, comes from `dice`.
pub fn player<G: Tactics>(level: &Level, dice: Dice) -> Box<dyn Player<G>> {
    player_until(level, dice, Stop::default())
}

/// The same, who gives the best order so far once `stop` is pulled. Rules of
/// thumb take no time worth breaking off.
pub fn player_until<G: Tactics>(level: &Level, dice: Dice, stop: Stop) -> Box<dyn Player<G>> {
    match level {
        Level::Random => Box::new(Thumb { dice, rule: G::sample_order }),
        Level::Cadet => Box::new(Thumb { dice, rule: G::cadet }),
        Level::Captain => Box::new(Thumb { dice, rule: G::captain }),
        Level::Admiral(budget) => Box::new(admiral::Admiral::new(*budget, dice, stop)),
        Level::Suggestion => Box::new(admiral::Admiral::new(advice::budget::<G>(), dice, stop)),
    }
}

/// A player who imagines one truth and gives the order a rule of thumb names there.
struct Thumb<G: Game> {
    dice: Dice,
    rule: fn(&G, Seat, &mut Dice) -> G::Order,
}

impl<G: Game> Player<G> for Thumb<G> {
    fn decide(&mut self, view: &G::View, seat: Seat) -> G::Order {
        let truth = G::imagine(view, &mut self.dice);
        (self.rule)(&truth, seat, &mut self.dice)
    }

    fn decide_seen(&mut self, seen: &Seen<'_, G>) -> G::Order {
        let truth = seen.imagine(&mut self.dice);
        (self.rule)(&truth, seen.seat(), &mut self.dice)
    }
}
