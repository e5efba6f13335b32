//! Gunnery.

use dice::Dice;
use engine::{Findings, Odds, Refusal, Seat, Table, Ways};
use serde::{Deserialize, Serialize};

use super::{
    Gunnery, Order, Ship, Toy,
    fault::{self, Fault, planted},
    foe,
};

/// TOY-7: guns reach this far.
const RANGE: i16 = 3;

/// One ship's fire at one enemy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub by: u8,
    pub at: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    Fired { seat: Seat, by: u8, at: u8, die: u8, damage: u8 },
}

pub(super) fn check(toy: &Toy, seat: Seat, shots: &[Shot]) -> Result<(), Refusal> {
    let mut findings = Findings::default();
    findings.require(shots.is_sorted_by(|a, b| a.by < b.by), "TOY-7", || {
        "a volley names each ship once, in order".to_owned()
    });
    for shot in shots {
        let aimed = targets(toy, seat, shot.by).any(|at| at == shot.at);
        findings.require(aimed, "TOY-7", || {
            format!("ship number {} has no ship number {} in range", shot.by, shot.at)
        });
    }
    findings.into_result()
}

pub(super) fn resolve(table: &mut Table<Toy>, seat: Seat, shots: &[Shot]) {
    for &Shot { by, at } in shots {
        let die = table.roll(6);
        let damage = damage(die, table.state().options.gunnery);
        fault::set_damage(damage);
        table.emit(super::Event::Fire(Event::Fired { seat, by, at, die, damage }));
    }
    super::phases::leave_queue(table, seat);
}

pub(super) fn apply(toy: &mut Toy, event: &Event) {
    let Event::Fired { seat, at, damage, .. } = event;
    let damage = if planted(Fault::UnloggedChange) { fault::last_damage() } else { *damage };
    let ship = &mut toy.squadron_mut(foe(*seat)).ships[usize::from(*at)];
    ship.hull = ship.hull.saturating_sub(damage);
}

pub(super) fn sample(toy: &Toy, seat: Seat, dice: &mut Dice) -> Vec<Shot> {
    let mut shots = Vec::new();
    for (by, _) in toy.squadron(seat).afloat() {
        let targets: Vec<u8> = targets(toy, seat, by).collect();
        if !targets.is_empty() && !dice.one_in(4) {
            shots.push(Shot { by, at: *dice.pick(&targets) });
        }
    }
    shots
}

pub(super) fn list(toy: &Toy, seat: Seat, cap: usize) -> Option<Vec<Order>> {
    let mut volleys = vec![vec![]];
    for (by, _) in toy.squadron(seat).afloat() {
        let with = |volley: &Vec<Shot>, at| {
            let mut volley = volley.clone();
            volley.push(Shot { by, at });
            volley
        };
        let fired = volleys.iter().flat_map(|volley| targets(toy, seat, by).map(move |at| with(volley, at)));
        let fired: Vec<Vec<Shot>> = fired.collect();
        volleys.extend(fired);
        if cap < volleys.len() {
            return None;
        }
    }
    (volleys.len() <= cap).then(|| volleys.into_iter().map(Order::Volley).collect())
}

/// The enemy ships that ship number `by` can fire at.
pub(super) fn targets(toy: &Toy, seat: Seat, by: u8) -> impl Iterator<Item = u8> + use<'_> {
    let from = toy.squadron(seat).ships.get(usize::from(by)).filter(|ship| ship.is_alive());
    let in_range = move |ship: &Ship| from.is_some_and(|from| (from.at - ship.at).abs() <= RANGE);
    toy.squadron(foe(seat)).afloat().filter(move |(_, ship)| in_range(ship)).map(|(number, _)| number)
}

pub(super) fn can_fire(toy: &Toy, seat: Seat) -> bool {
    toy.squadron(seat).afloat().any(|(by, _)| targets(toy, seat, by).next().is_some())
}

/// TOY-8: what a volley does to each of its targets.
pub(super) fn odds(toy: &Toy, seat: Seat, shots: &[Shot]) -> Vec<Odds> {
    let die = Ways::die(6, |die| usize::from(damage(die, toy.options.gunnery)));
    let mut told = Vec::new();
    for (at, ship) in toy.squadron(foe(seat)).afloat() {
        let hits = shots.iter().filter(|it| it.at == at).count();
        let most = if planted(Fault::TellingOdds) { usize::from(ship.hull) } else { usize::MAX };
        if 0 < hits {
            let ways = die.times(hits as u16).at_most(most);
            told.push(Odds::new(format!("ship number {at}"), "damage", "TOY-8", ways));
        }
    }
    told
}

/// TOY-8: the score of one die.
fn damage(die: u8, gunnery: Gunnery) -> u8 {
    match (gunnery, die) {
        _ if planted(Fault::Endless) => 0,
        (Gunnery::Heavy, 6) => 2,
        (Gunnery::Plain | Gunnery::Heavy, 4..=6) | (Gunnery::Screened, 5..=6) => 1,
        (Gunnery::Plain | Gunnery::Heavy | Gunnery::Screened, _) => 0,
    }
}
