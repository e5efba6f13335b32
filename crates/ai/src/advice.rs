//! What people are advised: the best order that a short search finds, and why.

use dice::Dice;
use engine::{Assist, Seat, Tactics};

use crate::{Budget, Counsel, Effort, Stop, Tried, counsel};

/// An order worth giving.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<O> {
    pub order: O,
    /// One line for people.
    pub reason: String,
}

/// What a suggestion may cost.
pub(crate) fn budget<G: Tactics>() -> Budget {
    Budget { effort: Effort::Nodes(G::advice()), threads: 1 }
}

/// The order that a player of level `suggestion` with these dice gives next, and why. `most` nodes
/// are searched, if that is less than the game thinks it worth; with one it is a captain's order.
pub fn advise<G: Tactics + Assist>(
    view: &G::View,
    seat: Seat,
    most: u32,
    mut dice: Dice,
    stop: &Stop,
) -> Advice<G::Order> {
    let budget = Budget { effort: Effort::Nodes(G::advice().min(most)), threads: 1 };
    let found = counsel::<G>(view, seat, budget, dice.fork(), stop);
    let reason = reason::<G>(view, seat, &found);
    let Counsel { mut tried, best } = found;
    Advice { order: tried.swap_remove(best).order, reason }
}

/// In the game's own words, or else by how the search went.
fn reason<G: Tactics + Assist>(view: &G::View, seat: Seat, found: &Counsel<G::Order>) -> String {
    // Any truth behind the view will do: a reason may not hang on what the seat cannot know.
    let state = G::imagine(view, &mut Dice::numbered(0, 0));
    let best = &found.tried[found.best];
    let others = found.tried.iter().enumerate().filter(|(n, _)| *n != found.best);
    let others: Vec<G::Order> = others.map(|(_, it)| it.order.clone()).collect();
    let words = state.reason(seat, &best.order, &others);
    if words.is_empty() { margin(found, best) } else { words }
}

fn margin<O>(found: &Counsel<O>, best: &Tried<O>) -> String {
    let (others, worlds) = (found.tried.len() - 1, best.values.len());
    match (others, worlds) {
        (0, _) => "the usual order here, with nothing else worth a trial".to_owned(),
        (_, 0) => "a captain’s rule of thumb".to_owned(),
        (others, _) if found.best == 0 => {
            let orders =
                if others == 1 { "the other order".to_owned() } else { format!("{others} other orders") };
            format!("{orders} tried, none clearly better")
        }
        (1, worlds) => format!("better than the captain’s order in {worlds} trials"),
        (others, worlds) => format!("came out best of {} orders in {worlds} trials", others + 1),
    }
}
