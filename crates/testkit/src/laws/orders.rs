//! Laws about orders: legality, lists, computer players, hostile clients.

use std::collections::BTreeSet;

use dice::Dice;
use engine::{Decision, Match, Odds, Orders, Pending, Seat, Seats, SubmitError, Table, Viewer};
use serde_json::Value;

use super::{
    Index, difference,
    hostile::{Fate, Target},
    survives_json, unpanicked, viewers,
};
use crate::{
    Complete, Summary,
    law::{Broken, Kept, Law, broken, require},
    mutate,
};

/// How many hostile orders each seat sends at a decision that is looked at closely.
const MUTANTS: usize = 24;

/// How many orders of earlier decisions it sends again.
const PAST: usize = 3;

pub(crate) fn decision_is_sound<G: Complete>(state: &G, decision: Decision) -> Kept {
    require(!decision.seats.is_empty(), Law::Samples, || "a decision that nobody can make".to_owned())?;
    let table = Seats::first(state.seats());
    let seated = decision.seats.iter().all(|seat| table.contains(seat));
    require(seated, Law::Samples, || format!("{:?} decide, but the table is {table:?}", decision.seats))?;
    require(!decision.phase.is_empty(), Law::Samples, || "a phase without a name".to_owned())
}

/// `law` says whose idea the order was.
pub(crate) fn is_legal<G: Complete>(state: &G, seat: Seat, order: &G::Order, law: Law) -> Kept {
    match state.check(seat, order) {
        Ok(()) => Ok(()),
        Err(refusal) => broken(law, format!("{seat}: {refusal}: {}", json(order))),
    }
}

pub(crate) fn list_is_right<G: Complete>(
    state: &G,
    seat: Seat,
    sampled: &G::Order,
    cap: usize,
    summary: &mut Summary,
) -> Kept {
    let Some(list) = state.list_orders(seat, cap) else { return Ok(()) };
    let lists = |holds: bool, what: String| require(holds, Law::Lists, || format!("{seat}: {what}"));
    lists(!list.is_empty(), "the list of orders is empty".to_owned())?;
    lists(list.len() <= cap, format!("{} orders listed, but at most {cap} were asked for", list.len()))?;
    let mut seen = BTreeSet::new();
    for order in &list {
        is_legal(state, seat, order, Law::Lists)?;
        let json = json(order);
        lists(seen.insert(json.clone()), format!("listed twice: {json}"))?;
    }
    // An order may be written in several ways; the list has one of them.
    let listed = list.contains(sampled) || {
        let wanted = effect(state, seat, sampled);
        list.iter().any(|order| effect(state, seat, order) == wanted)
    };
    lists(listed, format!("sampled, but nothing of the kind is listed: {}", json(sampled)))?;
    let shorter = state.list_orders(seat, list.len() - 1);
    lists(shorter.is_none(), format!("there are {} orders, but a list of fewer is given", list.len()))?;
    summary.listed += list.len() as u64;
    Ok(())
}

/// What comes of an order, the others' orders and the dice being the same.
fn effect<G: Complete>(state: &G, seat: Seat, order: &G::Order) -> G {
    let Pending::Orders(decision) = state.pending() else { return state.clone() };
    let mut chooser = Dice::numbered(0, 1);
    let mut orders: Orders<G::Order> =
        decision.seats.iter().map(|it| (it, state.sample_order(it, &mut chooser))).collect();
    orders.insert(seat, order.clone());
    let mut table = Table::without_log(state.clone(), Dice::numbered(0, 2));
    table.resolve(&orders);
    table.into_state()
}

/// A screen knows no rules: what it is told to offer must be legal in truth.
pub(crate) fn offers_are_legal<G: Complete>(state: &G, seat: Seat, index: &Index, dice: &mut Dice) -> Kept {
    let menu = state.menu(seat);
    survives_json(&menu, "menu")?;
    let imagined = G::imagine(&state.view(Viewer::Seat(seat)), dice);
    let other = imagined.menu(seat);
    require(menu == other, Law::Offers, || {
        format!("{seat} is offered what its view does not tell: {}", difference(&menu, &other))
    })?;
    let mut offered = state.offered(seat, &menu);
    // Whatever is given without asking must be legal all the more.
    offered.extend(G::moot(&menu));
    offered.iter().try_for_each(|order| is_legal(state, seat, order, Law::Offers))?;
    let mut dice = dice.clone();
    let sampled = state.sample_order(seat, &mut dice);
    is_legal(state, seat, &sampled, Law::Samples)?;
    // Of one order, now and then: odds of all would take longer than the battles.
    if !dice.one_in(ODDS) {
        return Ok(());
    }
    let asked = if offered.is_empty() || dice.one_in(2) { &sampled } else { dice.pick(&offered) };
    odds_are_told([state, &imagined], seat, &menu, asked, index)
}

/// Odds are looked at once in so many times that a menu is.
const ODDS: usize = 6;

/// What is told of dice has words, cites a rule there is, and is what the seat can know.
fn odds_are_told<G: Complete>(
    [state, imagined]: [&G; 2],
    seat: Seat,
    menu: &G::Menu,
    order: &G::Order,
    index: &Index,
) -> Kept {
    let told = state.odds(seat, menu, order);
    require(told == imagined.odds(seat, menu, order), Law::Offers, || {
        format!("{seat} is told odds that hang on what its view does not tell: {}", json(order))
    })?;
    for Odds { what, unit, rule, names, ways } in &told {
        let words = ![what.as_str(), unit].iter().any(|it| it.trim().is_empty() || it.contains('\n'));
        let named = names.is_empty() || ways.counts().len() <= names.len();
        require(words && named && index.has(rule), Law::Offers, || {
            format!("odds without words or rule: {what:?}, {unit:?}, {rule:?}, {names:?}")
        })?;
    }
    Ok(())
}

/// Computer players hold views; what they think up must be legal in truth.
pub(crate) fn players_keep_the_rules<G: Complete>(state: &G, seat: Seat, dice: &mut Dice) -> Kept {
    let view = state.view(Viewer::Seat(seat));
    let imagined = G::imagine(&view, dice);
    is_legal(state, seat, &imagined.sample_order(seat, dice), Law::Legality)?;
    for order in [imagined.cadet(seat, dice), imagined.captain(seat, dice)] {
        is_legal(state, seat, &order, Law::Tactics)?;
    }
    for n in [1, 6] {
        let candidates = imagined.candidates(seat, n, dice);
        let some = !candidates.is_empty() && candidates.len() <= n;
        require(some, Law::Tactics, || format!("{} candidates, but {n} were asked for", candidates.len()))?;
        for (i, order) in candidates.iter().enumerate() {
            is_legal(state, seat, order, Law::Tactics)?;
            require(!candidates[..i].contains(order), Law::Tactics, || {
                format!("{seat}: the same candidate twice: {}", json(order))
            })?;
        }
    }
    let worth = imagined.evaluate(seat);
    require(worth.abs() <= 1_000_000, Law::Scores, || format!("{seat} is thought to stand at {worth}"))
}

/// Orders out of turn, after the end or for nobody.
pub(crate) fn out_of_turn<G: Complete>(game: &Match<G>, orders: &Orders<G::Order>) -> Kept {
    let Some((first, order)) = orders.iter().next() else { return Ok(()) };
    let open = game.decision_number();
    let answer = |result: Result<_, SubmitError>, expected: &SubmitError| match result {
        Err(err) if err == *expected => Ok(()),
        other => broken(Law::Submits, format!("expected {expected:?}, got {other:?}")),
    };
    let mut game = game.clone();
    for meant in [open + 1, open.wrapping_sub(1), usize::MAX] {
        answer(game.submit_for(meant, first, order.clone()), &SubmitError::Stale { meant, open })?;
    }
    for seat in (0..game.state().seats()).chain([200]).map(Seat) {
        if orders.get(seat).is_none() {
            answer(game.submit(seat, order.clone()), &SubmitError::NotYourDecision(seat))?;
        }
    }
    if 1 < orders.len() {
        require(game.submit(first, order.clone()).is_ok(), Law::Submits, || {
            "a legal order is refused".to_owned()
        })?;
        answer(game.submit(first, order.clone()), &SubmitError::AlreadySealed(first))?;
    }
    Ok(())
}

/// Nothing can be ordered once the battle is over.
pub(crate) fn over_is_over<G: Complete>(game: &Match<G>, order: Option<&(Seat, G::Order)>) -> Kept {
    let Some((seat, order)) = order else { return Ok(()) };
    let answer = game.clone().submit(*seat, order.clone());
    require(answer == Err(SubmitError::Over), Law::Submits, || format!("after the end, {answer:?}"))?;
    require(game.awaiting().is_empty(), Law::Submits, || "the end waits for somebody".to_owned())
}

/// Sends spoiled orders, and orders of the past: those refused change nothing, those accepted play.
pub(crate) fn hostile_orders<G: Complete>(
    game: &Match<G>,
    orders: &Orders<G::Order>,
    past: &[&G::Order],
    index: &Index,
    dice: &mut Dice,
    summary: &mut Summary,
) -> Kept {
    for (seat, order) in orders.iter() {
        let legal = plain::to_value(&order);
        let mut target = Target::new(game, orders, seat, index)?;
        for _ in 0..PAST.min(past.len()) {
            target.send(&plain::to_value(dice.pick(past)))?;
        }
        for _ in 0..MUTANTS {
            let fate = target.send(&mutate::json(&legal, dice))?;
            summary.hostile += u64::from(matches!(fate, Fate::Refused | Fate::Legal));
        }
        target.unchanged()?;
    }
    Ok(())
}

/// A seat that sends what it likes.
pub(crate) struct Probe<'a, G: Complete> {
    pub(crate) orders: &'a Orders<G::Order>,
    seat: Seat,
    /// Another seat, if there is one, has sealed already.
    pub(crate) before: Match<G>,
    /// The same, after all that was refused. Copying it for every order would
    /// take most of the time of a long battle.
    pub(crate) after: Match<G>,
}

impl<'a, G: Complete> Probe<'a, G> {
    pub(crate) fn new(game: &Match<G>, orders: &'a Orders<G::Order>, seat: Seat) -> Result<Self, Broken> {
        let mut before = game.clone();
        let other = orders.iter().find(|(other, _)| *other != seat);
        let sealed = other.is_none_or(|(other, order)| before.submit(other, order.clone()).is_ok());
        require(sealed, Law::Samples, || "a sampled order is turned away".to_owned())?;
        Ok(Probe { orders, seat, after: before.clone(), before })
    }

    pub(crate) fn send(&mut self, order: &G::Order, mutant: &Value, index: &Index) -> Kept {
        let seat = self.seat;
        let hostile = |what: String| broken(Law::Hostile, format!("{seat} sends {mutant}: {what}"));
        match unpanicked(|| self.before.state().check(seat, order)) {
            Err(panic) => hostile(format!("the check panics: {panic}")),
            Ok(Err(refusal)) => {
                index.holds(&refusal)?;
                self.refused(order, mutant)
            }
            Ok(Ok(())) => {
                survives_json(order, "an order")?;
                let mut orders = self.orders.clone();
                orders.insert(seat, order.clone());
                // Its own dice: whatever the battle's would have been.
                let mut table = Table::without_log(self.before.state().clone(), Dice::numbered(7, 7));
                let played = unpanicked(|| {
                    table.resolve(&orders);
                    table.state().pending();
                });
                played.or_else(|panic| hostile(format!("it is accepted, and the rules panic: {panic}")))
            }
        }
    }

    fn refused(&mut self, order: &G::Order, mutant: &Value) -> Kept {
        let Probe { before, after, seat, .. } = self;
        let answer = after.submit(*seat, order.clone());
        let refused = matches!(answer, Err(SubmitError::Refused(_)));
        let same = after.state() == before.state()
            && after.log().len() == before.log().len()
            && after.awaiting() == before.awaiting()
            && viewers(before.state()).all(|viewer| after.sealed_for(viewer) == before.sealed_for(viewer))
            && after.dice().rolled() == before.dice().rolled()
            && after.decision_number() == before.decision_number();
        require(refused && same, Law::Refused, || format!("{seat} sends {mutant}: {answer:?}"))
    }
}

pub(crate) fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data")
}
