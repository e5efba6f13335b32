//! Judgement for the computer players.

mod board;
mod pilot;

use dice::Dice;
use engine::{Findings, Seat, Tactics};

use crate::{
    Action, Battle, Order,
    combat::{self, WillShot},
    phases::Phase,
    roster as muster,
};

impl Tactics for Battle {
    fn cadet(&self, seat: Seat, dice: &mut Dice) -> Order {
        pilot::cadet(self, seat, dice)
    }

    fn captain(&self, seat: Seat, dice: &mut Dice) -> Order {
        pilot::captain(self, seat, dice)
    }

    fn candidates(&self, seat: Seat, n: usize, dice: &mut Dice) -> Vec<Order> {
        pilot::candidates(self, seat, n, dice)
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        board::evaluate(self, seat)
    }

    /// To the end of this turn: what comes after hangs on cards not yet dealt.
    fn foresight(&self, _seat: Seat) -> u32 {
        0
    }
}

/// A sound force for the points: as much as can be paid, dear cards first.
pub(crate) fn roster(battle: &Battle, seat: Seat) -> Vec<String> {
    let mut forces = forces(battle, seat);
    forces.sort_by_key(|it| std::cmp::Reverse(it.0));
    forces.into_iter().next().map_or_else(Vec::new, |it| it.1)
}

/// What a captain brings (STR-SET.1): one of the forces that leave few points unspent, so that
/// nobody knows what comes.
pub(crate) fn varied(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<String> {
    let mut forces = forces(battle, seat);
    let most = forces.iter().map(|it| it.0).max().unwrap_or(0);
    forces.retain(|it| most * SPARE <= it.0 * 100);
    if forces.is_empty() { Vec::new() } else { dice.pick(&forces).1.clone() }
}

/// Per cent of the dearest force that another must come to.
const SPARE: u32 = 90;

/// Every force that the rules allow and the points pay, up to some number.
fn forces(battle: &Battle, seat: Seat) -> Vec<(u32, Vec<String>)> {
    let mut cards: Vec<u8> = muster::eligible(&battle.field, seat.0).collect();
    cards.sort_by_key(|&it| std::cmp::Reverse(battle.field.stats(it).points));
    let mut all = Vec::new();
    fill(battle, seat, &cards, &mut Vec::new(), &mut all, &mut 4_000);
    all
}

/// Adds what can be made of `names` and more `cards`; `tries` bounds the search.
fn fill(
    battle: &Battle,
    seat: Seat,
    cards: &[u8],
    names: &mut Vec<String>,
    all: &mut Vec<(u32, Vec<String>)>,
    tries: &mut u32,
) {
    if *tries == 0 {
        return;
    }
    *tries -= 1;
    let mut found = Findings::default();
    muster::findings(battle, seat.0, names, &mut found);
    let total = names
        .iter()
        .filter_map(|it| battle.field.card_named(it))
        .map(|it| u32::from(battle.field.stats(it).points))
        .sum();
    if found.is_empty() {
        all.push((total, names.clone()));
    }
    let limit = u32::from(battle.field.scenario.points.unwrap_or(0));
    for (n, &card) in cards.iter().enumerate() {
        if total + u32::from(battle.field.stats(card).points) <= limit && names.len() < muster::MOST {
            names.push(battle.field.card(card).name.clone());
            fill(battle, seat, &cards[n..], names, all, tries);
            names.pop();
        }
    }
}

/// Fire if the threshold is 4 or less, at the likeliest target.
pub(crate) fn at_will(battle: &Battle, seat: Seat) -> Vec<WillShot> {
    let mut chosen: Vec<WillShot> = Vec::new();
    let mut shots = combat::will_shots(battle, seat.0);
    shots.sort_by_key(|(unit, shot)| (*unit, shot.threshold));
    for (unit, shot) in shots {
        if shot.threshold <= 4 && chosen.iter().all(|it| it.unit != unit) {
            chosen.push(WillShot { unit, target: shot.target, keep: false });
        }
    }
    chosen
}

/// What a player with no opinion does.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Option<Action> {
    Some(match battle.phase {
        Phase::Muster { .. } => Action::Muster(roster(battle, seat)),
        Phase::Reserve { .. } => Action::Reserve(Vec::new()),
        Phase::DeployCards { .. } => Action::Cards(crate::initiative::usual(battle, seat.0)),
        Phase::Place { unit } => Action::Place(crate::deploy::default_place(battle, unit)),
        Phase::Arrive { .. } => Action::Arrive(Vec::new()),
        Phase::Leave { .. } => Action::Leave(crate::manoeuvre::Leaving::Return),
        Phase::AtWill { .. } => Action::AtWill(at_will(battle, seat)),
        Phase::Setup
        | Phase::Initiative { .. }
        | Phase::Duel
        | Phase::Plan { .. }
        | Phase::Yaw { .. }
        | Phase::Combat { .. }
        | Phase::Over { .. } => return None,
    })
}
