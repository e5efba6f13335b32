//! Orders that may be given, listed or drawn, as somebody in the seat may know them.

use dice::Dice;
use engine::{Game, Seat, Tactics};

use crate::WrittenOrder;

/// Orders of one seat's open decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    pub orders: Vec<WrittenOrder>,
    /// Whether there are no others; of those that come to the same, one.
    pub complete: bool,
}

/// Every legal order if there are at most `most` of them; otherwise as many different ones as
/// `drawn` draws bring, behind the captain's if that is wanted.
pub(crate) fn orders<G: Game + Tactics>(
    world: &G,
    seat: Seat,
    most: usize,
    drawn: Drawn,
    dice: &mut Dice,
) -> (Vec<G::Order>, bool) {
    if let Some(orders) = world.list_orders(seat, most) {
        return (orders, true);
    }
    let mut orders = Vec::new();
    if drawn.captain {
        orders.push(world.captain(seat, dice));
    }
    for _ in 0..drawn.draws {
        let order = world.sample_order(seat, dice);
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    (orders, false)
}

/// What is drawn where there are too many to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) captain: bool,
    pub(crate) draws: usize,
}
