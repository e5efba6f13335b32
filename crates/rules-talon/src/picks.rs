//! One of several: the fighter or Missile that takes a blast (TAL-8.6.4), the fighter that a waiting Missile
//! strikes (TAL-13.2d). Whose choice it is, is asked, wherever the choice can matter.

use dice::Dice;
use engine::{Findings, Table};
use serde::{Deserialize, Serialize};

use crate::{
    battle::Battle,
    damage::{self, Blasts},
    events::{Cause, DamageEvent, Event},
    missiles::{self, Named},
    orders::Target,
    ship::ShipId,
};

/// A hit that has fallen on one of several, until somebody has said on which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Owed {
    /// Who chooses: in a blast the owner of what is hit, else the owner of the Missile.
    pub side: u8,
    pub of: Struck,
    pub cause: Cause,
    pub points: u8,
}

/// Those of whom one is hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Struck {
    /// The fighters of a squadron.
    Squadron(ShipId),
    /// Missiles of one hex.
    Missiles(Vec<u16>),
}

impl Owed {
    /// The rule that lets somebody choose.
    pub(crate) fn rule(&self) -> &'static str {
        if self.cause == Cause::Explosion { "TAL-8.6.4" } else { "TAL-13.2d" }
    }
}

/// Those that can still be hit, by number.
pub(crate) fn choices(battle: &Battle, owed: &Owed) -> Vec<Target> {
    match &owed.of {
        Struck::Squadron(id) => {
            let ship = battle.ship(*id);
            let alive = |it: &u8| ship.is_active() && 0 < ship.fighters[usize::from(*it)];
            (0..3).filter(alive).map(|it| Target::Fighter(*id, it)).collect()
        }
        Struck::Missiles(numbers) => {
            let there = numbers.iter().filter(|it| battle.missile(**it).is_some());
            there.map(|&it| Target::Missile(it)).collect()
        }
    }
}

/// Whether it makes no difference which of them is hit: they are alike in all but their number.
fn alike(battle: &Battle, them: &[Target]) -> bool {
    them.windows(2).all(|pair| match (pair[0], pair[1]) {
        (Target::Fighter(id, a), Target::Fighter(_, b)) => {
            let (ship, a, b) = (battle.ship(id), usize::from(a), usize::from(b));
            (ship.fighters[a], ship.bars[a]) == (ship.fighters[b], ship.bars[b])
        }
        (Target::Missile(a), Target::Missile(b)) => {
            let it = |number| battle.missile(number).map(|it| (it.damaged, it.target, it.facing, it.moved));
            it(a) == it(b)
        }
        (Target::Ship(_) | Target::Fighter(..) | Target::Missile(_), _) => false,
    })
}

/// TAL-13.2d: whether it matters which fighter of a squadron is hit.
pub(crate) fn matters(battle: &Battle, squadron: ShipId) -> bool {
    let all: Vec<Target> = (0..3)
        .filter(|&it| 0 < battle.ship(squadron).fighters[usize::from(it)])
        .map(|it| Target::Fighter(squadron, it))
        .collect();
    battle.design_of(squadron).is_fighters() && !alike(battle, &all)
}

/// Whether a hit would destroy it (TAL-12.1.2b, TAL-13.6a).
pub(crate) fn dies(battle: &Battle, points: u8, target: Target) -> bool {
    match target {
        Target::Fighter(id, fighter) => battle.ship(id).fighters[usize::from(fighter)] <= points,
        Target::Missile(number) => battle.missile(number).is_none_or(|it| it.damaged || 3 <= points),
        Target::Ship(_) => false,
    }
}

/// How much its owner would miss it: what is alive, charged, on its way to a target.
fn worth(battle: &Battle, target: Target) -> (u8, u8) {
    match target {
        Target::Fighter(id, fighter) => {
            let (ship, n) = (battle.ship(id), usize::from(fighter));
            (ship.fighters[n], ship.bars[n].red + ship.bars[n].yellow)
        }
        Target::Missile(number) => {
            battle.missile(number).map_or((0, 0), |it| (u8::from(it.target.is_some()), u8::from(!it.damaged)))
        }
        Target::Ship(_) => (0, 0),
    }
}

/// What is chosen by default: an owner spares what the hit would destroy, then what is worth most; the owner
/// of a Missile takes what is worth most.
pub(crate) fn usual(battle: &Battle, owed: &Owed) -> Option<Target> {
    let them = choices(battle, owed).into_iter();
    if owed.cause == Cause::Explosion {
        them.min_by_key(|&it| (dies(battle, owed.points, it), worth(battle, it)))
    } else {
        them.min_by_key(|&it| std::cmp::Reverse((dies(battle, owed.points, it), worth(battle, it))))
    }
}

/// A hit on one of several: it falls at once where there is nothing to choose, else it is owed.
pub(crate) fn owe(table: &mut Table<Battle>, owed: Owed) {
    let battle = table.state();
    let them = choices(battle, &owed);
    if !battle.board.owed.is_empty() || !alike(battle, &them) {
        return table.emit(Event::Damage(DamageEvent::Owed(owed)));
    }
    if let Some(&target) = them.first() {
        strike(table, target, owed.cause, owed.points);
    }
}

/// Neither fighters nor Missiles explode (TAL-8.6.4, TAL-13.6b), so nothing comes of it but their loss.
fn strike(table: &mut Table<Battle>, target: Target, cause: Cause, points: u8) {
    damage::hit_target(table, target, None, cause, points, &mut Blasts::default());
}

/// Whether a hit on this squadron is still to be settled.
pub(crate) fn waits(battle: &Battle, squadron: ShipId) -> bool {
    battle.board.owed.iter().any(|it| it.of == Struck::Squadron(squadron))
}

/// Settles what leaves nothing to choose, in the order it came. The side that must choose, if any must.
pub(crate) fn due(table: &mut Table<Battle>) -> Option<u8> {
    loop {
        let battle = table.state();
        if let Some(owed) = battle.board.owed.first() {
            let them = choices(battle, owed);
            if !alike(battle, &them) {
                return Some(owed.side);
            }
            fall(table, them.first().copied());
        } else {
            // TAL-13.5a: Missiles that waited while somebody chose.
            let touches = |it: &&crate::Missile| {
                it.target.is_some_and(|id| {
                    battle.design_of(id).is_fighters()
                        && battle.ship(id).is_active()
                        && battle.ship(id).at == it.at
                })
            };
            let number = battle.board.missiles.iter().find(touches).map(|it| it.number)?;
            missiles::detonate(table, number, None, Named::Asked, &mut Blasts::default());
        }
    }
}

/// The hit that came first falls on `target`; on nobody, if all of them are gone.
fn fall(table: &mut Table<Battle>, target: Option<Target>) {
    let Some(Owed { cause, points, .. }) = table.state().board.owed.first().cloned() else { return };
    table.emit(Event::Damage(DamageEvent::Picked { target }));
    if let Some(target) = target {
        strike(table, target, cause, points);
    }
}

pub(crate) fn check(battle: &Battle, target: Target, found: &mut Findings) {
    let Some(owed) = battle.board.owed.first() else { return };
    let open = choices(battle, owed).contains(&target);
    found.require(open, owed.rule(), || "that is not among those that may be hit".to_owned());
}

pub(crate) fn perform(table: &mut Table<Battle>, target: Target) {
    fall(table, Some(target));
}

pub(crate) fn sample(battle: &Battle, dice: &mut Dice) -> Target {
    let them = battle.board.owed.first().map_or(Vec::new(), |it| choices(battle, it));
    *dice.pick(&them)
}
