//! Laws about words: descriptions, prompts and the notation of orders.

use dice::Dice;
use engine::{Pending, Seat, Viewer};

use super::{Index, orders::json, unpanicked, viewers};
use crate::{
    Complete,
    law::{Kept, Law, broken, require},
    mutate,
};

/// How many hostile texts each seat types.
const TEXTS: usize = 8;

pub(crate) fn describes<G: Complete>(state: &G) -> Kept {
    let worded = |text: &str, what: &str| {
        require(!text.trim().is_empty(), Law::Describes, || format!("{what} has no words"))
    };
    if let Pending::Orders(decision) = state.pending() {
        let phase = decision.phase;
        require(G::phases().iter().any(|it| it.name == phase), Law::Describes, || {
            format!("the phase {phase:?} is not among those of the game")
        })?;
    }
    for viewer in viewers(state) {
        let view = state.view(viewer);
        let told = unpanicked(|| {
            worded(&G::describe(&view), "the situation")?;
            for seat in (0..state.seats()).map(Seat) {
                let name = G::seat_name(&view, seat);
                worded(&name, "a seat's name")?;
                require(!name.contains('\n'), Law::Describes, || format!("{name:?} is not one line"))?;
            }
            Ok(())
        });
        told.unwrap_or_else(|panic| broken(Law::Describes, format!("for {viewer:?}: {panic}")))?;
    }
    Ok(())
}

pub(crate) fn prompts<G: Complete>(state: &G, seat: Seat) -> Kept {
    let view = state.view(Viewer::Seat(seat));
    match unpanicked(|| G::prompt(&view, seat)) {
        Ok(prompt) => {
            require(!prompt.trim().is_empty(), Law::Describes, || format!("{seat} is not told what to type"))
        }
        Err(panic) => broken(Law::Describes, format!("the prompt for {seat} panics: {panic}")),
    }
}

/// What is written is read as the same order, or as one that is legal and
/// written the same.
pub(crate) fn notation<G: Complete>(state: &G, seat: Seat, order: &G::Order) -> Kept {
    let view = state.view(Viewer::Seat(seat));
    let text = G::write_order(&view, order);
    let notation = |what: String| broken(Law::Notation, format!("{seat}: {text:?} {what}: {}", json(order)));
    if text.trim().is_empty() {
        return notation("is no text".to_owned());
    }
    match G::read_order(&view, seat, &text) {
        Ok(read) if read == *order => Ok(()),
        Ok(read) if state.check(seat, &read).is_ok() && G::write_order(&view, &read) == text => Ok(()),
        Ok(read) => notation(format!("is read as {}, but was written for", json(&read))),
        Err(refusal) => notation(format!("is not read ({refusal}), but was written for")),
    }
}

pub(crate) fn hostile_texts<G: Complete>(
    state: &G,
    seat: Seat,
    order: &G::Order,
    index: &Index,
    dice: &mut Dice,
) -> Kept {
    let view = state.view(Viewer::Seat(seat));
    let written = G::write_order(&view, order);
    let spoiled = (0..TEXTS).map(|_| mutate::text(&written, dice));
    for text in spoiled.chain(["".to_owned(), "\n\t ".to_owned(), "é".repeat(3)]) {
        let read = unpanicked(|| {
            let read = G::read_order(&view, seat, &text);
            read.map(|order| state.check(seat, &order))
        });
        match read {
            Err(panic) => return broken(Law::Hostile, format!("{seat} types {text:?}: {panic}")),
            Ok(Err(refusal) | Ok(Err(refusal))) => index.holds(&refusal)?,
            Ok(Ok(Ok(()))) => (),
        }
    }
    Ok(())
}
