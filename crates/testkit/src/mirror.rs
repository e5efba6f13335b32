//! The mirror law: neither side is favoured.

use dice::Dice;
use engine::{Game, Orders, Seat, Table};

use crate::{
    Complete, Failures, Plan, Summary,
    law::{Kept, Law, broken, require},
    laws::{difference, orders::json},
    run::{Playout, Trail, each_battle},
};

/// How a game looks from the other side: seats swapped and the map reflected.
#[derive(Debug)]
pub struct Mirror<G: Game> {
    /// The reflected state, or `None` where the rules themselves tell the
    /// sides apart.
    pub state: fn(&G) -> Option<G>,
    /// The reflected order of a seat, given in the state it was meant for.
    pub order: fn(&G, Seat, &G::Order) -> G::Order,
    pub seat: fn(Seat) -> Seat,
    /// How the dice of these events must fall in the reflected battle, in the
    /// order they are rolled there. `None`: the same dice for both.
    pub dice: Option<Script<G>>,
}

/// The dice to script for the reflected battle, from the state before the
/// events and the events themselves.
pub type Script<G> = fn(&G, &[<G as Game>::Event]) -> Vec<u8>;

/// Plays random battles and, at every decision, the reflected decision.
///
/// # Panics
///
/// Panics if a reflected battle does not come out as the reflection.
#[track_caller]
pub fn mirrors<G: Complete>(plan: Plan, mirror: &Mirror<G>) -> Summary {
    match try_mirrors(&plan, mirror) {
        Ok(summary) => summary,
        Err(failures) => panic!("{failures}"),
    }
}

/// Like [`mirrors`], for those who want to look at the failure.
///
/// # Errors
///
/// The first decision that is not reflected, and what else was found.
pub fn try_mirrors<G: Complete>(plan: &Plan, mirror: &Mirror<G>) -> Result<Summary, Failures> {
    let mut summary = Summary::default();
    each_battle::<G>(plan, &mut summary, |playout, trail, summary| play(playout, trail, mirror, summary))?;
    Ok(summary)
}

fn play<G: Complete>(
    playout: &Playout<'_, G>,
    trail: &mut Trail<G>,
    mirror: &Mirror<G>,
    summary: &mut Summary,
) -> Kept {
    let mut chooser = Dice::numbered(playout.seed, 2);
    playout.begin(trail)?;
    while let Some(decision) = trail.game().decision() {
        let n = trail.decided.len();
        require(n < playout.plan.longest, Law::Ends, || format!("no end after {n} decisions"))?;
        let state = trail.game().state();
        let sample = |seat| (seat, state.sample_order(seat, &mut chooser));
        let orders: Orders<G::Order> = decision.seats.iter().map(sample).collect();
        trail.choose(&orders);
        reflected(trail.game().state(), &orders, mirror, Dice::numbered(playout.seed, 3 + n as u64))?;
        trail.submit()?;
        summary.decisions += 1;
    }
    Ok(())
}

fn reflected<G: Complete>(state: &G, orders: &Orders<G::Order>, mirror: &Mirror<G>, dice: Dice) -> Kept {
    let Some(image) = (mirror.state)(state) else { return Ok(()) };
    for seat in (0..state.seats()).map(Seat) {
        let (ours, theirs) = (state.score(seat), image.score((mirror.seat)(seat)));
        require(ours == theirs, Law::Mirror, || format!("{seat} has {ours} points, in the mirror {theirs}"))?;
    }
    let mut reflected = Orders::for_seats(orders.len());
    for (seat, order) in orders.iter() {
        let (there, order) = ((mirror.seat)(seat), (mirror.order)(state, seat, order));
        if let Err(refusal) = image.check(there, &order) {
            return broken(
                Law::Mirror,
                format!("{seat}: refused in the mirror: {refusal}: {}", json(&order)),
            );
        }
        reflected.insert(there, order);
    }
    let mut table = Table::new(state.clone(), dice.clone());
    table.resolve(orders);
    let script = mirror.dice.map(|script| Dice::scripted(script(state, table.log())));
    let mut image = Table::new(image, script.unwrap_or(dice));
    image.resolve(&reflected);
    if let Some(trouble) = image.dice().trouble() {
        return broken(Law::Mirror, format!("other dice are rolled in the mirror: {trouble}"));
    }
    require(image.dice().is_spent(), Law::Mirror, || {
        format!("{} dice fewer are rolled in the mirror", image.dice().left_over())
    })?;
    let Some(expected) = (mirror.state)(table.state()) else { return Ok(()) };
    require(expected == *image.state(), Law::Mirror, || {
        format!("the mirror shows another battle: {}", difference(&expected, image.state()))
    })
}
