//! What a screen may offer a seat: everything legal, with what comes of it.

use crate::{Data, Game, Seat};

/// Legal choices in the shape an interface needs them: by ship, not
/// multiplied out. The screen knows no rules; it shows what stands here.
pub trait Assist: Game {
    /// Choices, previews and odds of one decision for one seat.
    type Menu: Data;

    /// What `seat` may choose now; `self` is the truth or one imagined behind
    /// the seat's view, which must make no difference.
    fn menu(&self, seat: Seat) -> Self::Menu;
    /// Whole orders put together from the menu, for the law that what is
    /// offered is legal.
    fn offered(&self, seat: Seat, menu: &Self::Menu) -> Vec<Self::Order>;
}
