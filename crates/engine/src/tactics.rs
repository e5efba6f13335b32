//! What a game tells the computer players. Taste, never rules.

use dice::Dice;

use crate::{Game, Seat};

/// Judgement for the named levels. The players themselves are in crate `ai`;
/// they hold views and imagine truths, and hand those truths in here.
pub trait Tactics: Game {
    /// A plausible order, as a beginner would give it. `self` is an imagined truth.
    fn cadet(&self, seat: Seat, dice: &mut Dice) -> Self::Order;
    /// A good order by rule of thumb, fast enough to play out battles with.
    fn captain(&self, seat: Seat, dice: &mut Dice) -> Self::Order;
    /// Up to `n` different orders worth a search, the captain's first.
    fn candidates(&self, seat: Seat, n: usize, dice: &mut Dice) -> Vec<Self::Order>;
    /// How well `seat` stands, finer than [`Game::score`]: about ±10,000 for a
    /// battle won or lost.
    fn evaluate(&self, seat: Seat) -> i32;
    /// How many turns after the current one a search plays out before it
    /// judges. Too few miss what an order is for; too many drown it in luck.
    fn foresight(&self, _seat: Seat) -> u32 {
        1
    }
    /// The most decisions a search plays out before it judges, for games whose
    /// turns have many. Shorter playouts leave room for more worlds.
    fn longest_playout() -> u32 {
        24
    }
    /// By how many hundredths of a standard error another order must beat the
    /// captain's: the best of several poor orders often looks good by luck.
    fn doubt() -> u32 {
        200
    }
    /// How many nodes a suggestion to a person is worth searching: about a third of a second.
    fn advice() -> u32 {
        1_500
    }
    /// Whether [`Tactics::evaluate`] counts what the rest of this turn will
    /// bring, on average. A search then stops here in its last turn, before
    /// the luck of the dice.
    fn foresees(&self) -> bool {
        false
    }
    /// Whether luck is about to decide something whose average
    /// [`Tactics::evaluate`] counts already. A search takes what luck then adds
    /// out of its playouts, and tells orders apart in fewer worlds.
    fn awaits_luck(&self) -> bool {
        false
    }
    /// Whether what luck has decided has had its effect.
    fn is_settled(&self) -> bool {
        true
    }
}
