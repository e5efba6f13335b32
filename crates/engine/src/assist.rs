//! What a screen may offer a seat: everything legal, with what comes of it.

use crate::{Data, Game, Odds, Seat};

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
    /// What the dice of one legal order may come to, each thing they decide by
    /// itself, by the menu or the same counting that it is made with. Nothing
    /// where the order rolls none. What others order meanwhile is left out, and
    /// like the menu it tells nothing that the seat cannot know.
    fn odds(&self, seat: Seat, menu: &Self::Menu, order: &Self::Order) -> Vec<Odds>;
    /// What comes of one order, in the shape of the menu: for choices too many
    /// to list, such as any point of a plane. The order need not be legal.
    fn preview(&self, _seat: Seat, _order: &Self::Order) -> Option<Self::Menu> {
        None
    }
    /// Why somebody would give this order, in one line without a full stop, beside others that
    /// were weighed: what its dice come to ([`crate::reason`]), where it leads. Like the menu it
    /// tells nothing that the seat cannot know. Empty where there is nothing to say.
    fn reason(&self, _seat: Seat, _order: &Self::Order, _others: &[Self::Order]) -> String {
        String::new()
    }
    /// The order of a seat that has nothing to choose: the menu has one thing
    /// only, or nothing that could come to anything. It is read from the menu
    /// alone, so that it tells nothing that the seat cannot know.
    fn moot(_menu: &Self::Menu) -> Option<Self::Order> {
        None
    }
    /// A clock on the open decision, for live play.
    fn clock(&self) -> Option<Clock> {
        None
    }
    /// An order as it counts under the clock: the first of its decision, or a
    /// later one.
    fn clocked(&self, order: &Self::Order, _first: bool) -> Self::Order {
        order.clone()
    }
    /// What counts for a seat that has laid nothing out when its time is up.
    fn lapsed(&self, _seat: Seat) -> Option<Self::Order> {
        None
    }
}

/// The first order of a decision starts it for everybody else. The rules read
/// no clock: whoever hosts the battle carries it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    pub seconds: u16,
    /// How often each seat may take back its order in one decision; the clock
    /// then stops, and begins anew with the next order.
    pub restarts: u8,
    pub rule: &'static str,
}
