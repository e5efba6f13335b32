//! Laws about secrets: sealed orders, views, and what is imagined from them.

use dice::Dice;
use engine::{Game, Match, Orders, Seat, Viewer};

use super::{difference, orders::json, survives_json, unpanicked, viewers};
use crate::{
    Complete,
    law::{Kept, Law, broken, require},
    mutate,
};

/// Two truths give `viewer` the same view.
fn alike<G: Complete>(one: &G, two: &G, viewer: Viewer) -> Kept {
    let [one, two] = [one, two].map(|state| state.view(viewer));
    require(one == two, Law::Leaks, || {
        format!("{viewer:?} can tell the twins apart: {}", difference(&one, &two))
    })
}

/// Two truths give `viewer` the same view, and a seat the same menu and the same odds of all it offers.
pub(crate) fn twins<G: Complete>(one: &G, two: &G, viewer: Viewer) -> Kept {
    alike(one, two, viewer)?;
    let Viewer::Seat(seat) = viewer else { return Ok(()) };
    let [menu, other] = [one, two].map(|state| state.menu(seat));
    require(menu == other, Law::Leaks, || {
        format!("{seat} can tell the twins apart by the menu: {}", difference(&menu, &other))
    })?;
    for order in one.offered(seat, &menu) {
        let [odds, others] = [one, two].map(|state| state.odds(seat, &menu, &order));
        require(odds == others, Law::Leaks, || {
            format!("{seat} can tell the twins apart by the odds of {}: {odds:?}, {others:?}", json(&order))
        })?;
    }
    Ok(())
}

/// What one seat sees does not depend on what another has sealed.
pub(crate) fn sealed_stay_sealed<G: Complete>(
    game: &Match<G>,
    orders: &Orders<G::Order>,
    dice: &mut Dice,
) -> Kept {
    if orders.len() < 2 {
        return Ok(());
    }
    for (from, order) in orders.iter() {
        let [mut one, mut two] = [game.clone(), game.clone()];
        let other = game.state().sample_order(from, dice);
        submit(&mut one, from, order)?;
        // Looked at before the other order is even checked.
        let before: Vec<_> = strangers(game, from).map(|viewer| seen(&one, viewer)).collect();
        submit(&mut two, from, &other)?;
        // The log is what everybody's own log is made from.
        let silent = one.log().len() == game.log().len() && two.log() == one.log();
        require(silent, Law::Sealed, || format!("the log tells that {from} has sealed"))?;
        for (viewer, before) in strangers(game, from).zip(before) {
            require(before == seen(&two, viewer), Law::Sealed, || {
                format!("{viewer:?} can tell what {from} has sealed")
            })?;
            let read = two.sealed_for(viewer).iter().any(|(seat, _)| *seat == from);
            require(!read, Law::Sealed, || format!("{viewer:?} reads what {from} has sealed"))?;
        }
        let own = two.sealed_for(Viewer::Seat(from));
        require(own.contains(&(from, &other)), Law::Sealed, || format!("{from} cannot read its own orders"))?;
    }
    Ok(())
}

type Seen<G> = (<G as Game>::View, Vec<(Seat, <G as Game>::Order)>);

fn seen<G: Complete>(game: &Match<G>, viewer: Viewer) -> Seen<G> {
    let sealed = game.sealed_for(viewer).into_iter().map(|(seat, order)| (seat, order.clone())).collect();
    (game.view(viewer), sealed)
}

/// Those whom `from` does not confide in.
fn strangers<G: Complete>(game: &Match<G>, from: Seat) -> impl Iterator<Item = Viewer> {
    viewers(game.state()).filter(move |viewer| match viewer {
        Viewer::Seat(seat) => *seat != from && !game.state().confides(from, *seat),
        Viewer::Spectator | Viewer::Referee => true,
    })
}

/// Whoever is first, and whoever changes his mind, the battle is the same.
pub(crate) fn order_of_submission<G: Complete>(game: &Match<G>, orders: &Orders<G::Order>) -> Kept {
    let [mut forward, mut backward] = [game.clone(), game.clone()];
    for (seat, order) in orders.iter() {
        submit(&mut forward, seat, order)?;
    }
    for (seat, order) in orders.iter().rev() {
        submit(&mut backward, seat, order)?;
    }
    let same = forward.log() == backward.log() && forward.state() == backward.state();
    require(same, Law::SubmissionOrder, || "the battle depends on who submits first".to_owned())?;

    let (Some((first, order)), true) = (orders.iter().next(), 1 < orders.len()) else { return Ok(()) };
    let mut changed = game.clone();
    let withdraws = |holds: bool, what: &str| require(holds, Law::Withdraws, || what.to_owned());
    withdraws(changed.withdraw(first).is_none(), "an order that was never sealed is withdrawn")?;
    submit(&mut changed, first, order)?;
    withdraws(changed.withdraw(first).as_ref() == Some(order), "another order is withdrawn")?;
    withdraws(changed.awaiting() == game.awaiting(), "after withdrawing, others are awaited")?;
    withdraws(changed.sealed_for(Viewer::Seat(first)).is_empty(), "a withdrawn order is still there")?;
    for (seat, order) in orders.iter() {
        submit(&mut changed, seat, order)?;
    }
    withdraws(changed.log() == forward.log(), "withdrawing changes the battle")
}

fn submit<G: Complete>(game: &mut Match<G>, seat: Seat, order: &G::Order) -> Kept {
    match game.submit(seat, order.clone()) {
        Ok(_) => Ok(()),
        Err(err) => broken(Law::Samples, format!("{seat}: a sampled order is turned away: {err}")),
    }
}

/// A view survives JSON, and whatever is imagined from it looks the same.
pub(crate) fn views_are_sound<G: Complete>(state: &G, dice: &mut Dice) -> Kept {
    for viewer in viewers(state) {
        let view = state.view(viewer);
        survives_json(&view, "a view")?;
        for _ in 0..2 {
            let mut again = dice.clone();
            let imagined = G::imagine(&view, dice);
            let short = state.imagine_for(viewer, &mut again);
            require(*short == imagined && again.position() == dice.position(), Law::Imagines, || {
                format!("without a view between, {viewer:?} imagines another truth")
            })?;
            let back = imagined.view(viewer);
            require(back == view, Law::Imagines, || {
                format!("what {viewer:?} imagines looks otherwise: {}", difference(&view, &back))
            })?;
            let (ours, theirs) = (state.pending(), imagined.pending());
            require(ours == theirs, Law::Imagines, || {
                format!("what {viewer:?} imagines waits for {theirs:?}, the truth for {ours:?}")
            })?;
        }
    }
    Ok(())
}

/// If another seat had given other orders, and a viewer had witnessed the same
/// all the same, that viewer must be looking at the same view.
pub(crate) fn nothing_leaks<G: Complete>(
    before: &Match<G>,
    after: &Match<G>,
    orders: &Orders<G::Order>,
    dice: &mut Dice,
) -> Kept {
    for (from, order) in orders.iter() {
        for other in alternatives(before.state(), from, order, dice) {
            let mut orders = orders.clone();
            let told = json(&other);
            orders.insert(from, other);
            let mut branch = before.clone();
            let played =
                unpanicked(|| orders.iter().try_for_each(|(seat, order)| submit(&mut branch, seat, order)));
            played.unwrap_or_else(|panic| broken(Law::Hostile, format!("{from} sends {told}: {panic}")))?;
            for viewer in strangers(before, from) {
                if viewer != Viewer::Referee
                    && witnessed(before, after, viewer) == witnessed(before, &branch, viewer)
                {
                    alike(after.state(), branch.state(), viewer)?;
                }
            }
        }
    }
    Ok(())
}

/// A few other legal orders, most of them close to `order`.
fn alternatives<G: Complete>(state: &G, seat: Seat, order: &G::Order, dice: &mut Dice) -> Vec<G::Order> {
    let json = plain::to_value(&order);
    let mut others: Vec<G::Order> = (0..40)
        .filter_map(|_| plain::from_value(&mutate::json(&json, dice)).ok())
        // A check that panics is another law's business.
        .filter(|other| other != order && unpanicked(|| state.check(seat, other)) == Ok(Ok(())))
        .take(4)
        .collect();
    others.push(state.sample_order(seat, dice));
    others
}

/// What `viewer` saw happen between the two.
fn witnessed<G: Complete>(before: &Match<G>, after: &Match<G>, viewer: Viewer) -> Vec<G::Event> {
    let mut state = before.state().clone();
    let mut seen = Vec::new();
    for event in &after.log()[before.log().len()..] {
        seen.extend(state.witness(event, viewer));
        state.apply(event);
    }
    seen
}
