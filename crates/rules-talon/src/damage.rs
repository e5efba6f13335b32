//! Damage, criticals, destruction and explosions (TAL-8.4.1a to TAL-8.6.6, TAL-CRIT).

use engine::Table;

use crate::{
    battle::Battle,
    events::{Cause, DamageEvent, Event},
    hex::{Arc, Hex},
    orders::Target,
    picks::{self, Owed, Struck},
    ship::{Bar, ShipId, Status},
    tables::Critical,
};

/// TAL-8.6.3: ships destroyed whose blasts are still to come, first in first out.
#[derive(Debug, Default)]
pub(crate) struct Blasts {
    queue: Vec<Blast>,
    /// So many have exploded.
    done: usize,
}

#[derive(Clone, Copy, Debug)]
struct Blast {
    ship: ShipId,
    at: Hex,
    rating: u8,
}

fn emit(table: &mut Table<Battle>, event: DamageEvent) {
    table.emit(Event::Damage(event));
}

/// TAL-8.4.1a: points on an arc: reinforcement, shields, then hull. Damage
/// never spills to another arc (TAL-8.4.1b).
pub(crate) fn hit(
    table: &mut Table<Battle>,
    id: ShipId,
    arc: Option<Arc>,
    cause: Cause,
    points: u8,
    blasts: &mut Blasts,
) {
    let battle = table.state();
    let ship = battle.ship(id);
    // TAL-15.2.3: nothing does nothing.
    if !ship.is_active() || points == 0 {
        return;
    }
    let (mut reinforcement, mut shields) = (false, 0);
    if let Some(arc) = arc
        && battle.shields_up(ship)
    {
        // TAL-6.2.1: the reinforcement absorbs the first point.
        reinforcement = ship.reinforced[arc.index()].is_some();
        shields = ship.shield(arc).min(points - u8::from(reinforcement));
    }
    emit(table, DamageEvent::Hit { ship: id, arc, cause, points, reinforcement, shields });
    mark_hull(table, id, points - u8::from(reinforcement) - shields, cause, blasts);
}

/// Damage to the exact unit fired at.
pub(crate) fn hit_target(
    table: &mut Table<Battle>,
    target: Target,
    arc: Option<Arc>,
    cause: Cause,
    points: u8,
    blasts: &mut Blasts,
) {
    match target {
        Target::Ship(id) => hit(table, id, arc, cause, points, blasts),
        Target::Fighter(id, fighter) => hit_fighter(table, id, fighter, cause, points),
        Target::Missile(number) => hit_missile(table, number, cause, points),
    }
}

/// TAL-8.4.1a: hull boxes left to right; TAL-8.4.3, TAL-8.4.4: a critical box is
/// rolled the moment it is marked, depth first, before the rest of the points.
fn mark_hull(table: &mut Table<Battle>, id: ShipId, points: u8, cause: Cause, blasts: &mut Blasts) {
    let mut left = points;
    while 0 < left && table.state().ship(id).is_active() {
        let boxes = &table.state().design_of(id).hull;
        let marked = usize::from(table.state().ship(id).hull_marked);
        let rest = boxes.len() - marked;
        // The last box destroys the ship and needs no roll.
        let critical = boxes[marked..boxes.len() - 1].iter().position(|it| it.critical);
        let n = usize::from(left).min(critical.map_or(rest, |it| it + 1));
        let rolls = critical.is_some_and(|it| it + 1 == n);
        emit(table, DamageEvent::HullMarked { ship: id, boxes: n as u8, critical: rolls });
        left -= n as u8;
        if n == rest {
            return destroy(table, id, cause, blasts);
        }
        if rolls {
            critical_hit(table, id, cause, blasts);
        }
    }
}

/// TAL-8.4.3: 2d6 on the Critical Damage Table, applied at once (TAL-CRIT.13).
fn critical_hit(table: &mut Table<Battle>, id: ShipId, cause: Cause, blasts: &mut Blasts) {
    let dice = [table.roll(6), table.roll(6)];
    let result = Critical::of(dice);
    let battle = table.state();
    let (ship, design, options) = (battle.ship(id), battle.design_of(id), &battle.field.options);
    // TAL-8.5.1: what can have no effect is not rolled again; TAL-8.5.2: Bases ignore 4 and 6.
    let wasted = match result {
        Critical::ShieldsDown => ship.criticals.shields_down,
        Critical::HelmDown => design.is_base() || ship.criticals.helm_down,
        Critical::Thrusters => design.is_base() || options.crit_turn_cap <= ship.criticals.turn,
        Critical::PowerRelay => options.crit_power_cap <= ship.criticals.power,
        Critical::PowerLoss => ship.criticals.power_loss,
        Critical::WeaponGroup => survivors(&ship.bars, design.bars()).next().is_none(),
        // TAL-CRIT.7.
        Critical::None => true,
        Critical::SecondaryExplosion | Critical::FtlOffline | Critical::CoreBreach => false,
    };
    emit(table, DamageEvent::Critical { ship: id, dice, result, wasted });
    match result {
        // TAL-CRIT.2, TAL-CRIT.10: more hull, which may be critical again (TAL-8.4.4).
        Critical::SecondaryExplosion => mark_hull(table, id, 3, cause, blasts),
        Critical::FtlOffline => mark_hull(table, id, 1, cause, blasts),
        Critical::WeaponGroup if !wasted => lose_group(table, id),
        // TAL-CRIT.12.
        Critical::CoreBreach => destroy(table, id, Cause::CoreBreach, blasts),
        Critical::WeaponGroup
        | Critical::ShieldsDown
        | Critical::HelmDown
        | Critical::Thrusters
        | Critical::None
        | Critical::PowerRelay
        | Critical::PowerLoss => (),
    }
}

fn survivors(bars: &[Bar; 3], count: usize) -> impl Iterator<Item = usize> + '_ {
    (0..count).filter(|&it| !bars[it].destroyed)
}

/// TAL-CRIT.5: one die for each surviving group, the highest is destroyed, ties again (TAL-DICE.1).
fn lose_group(table: &mut Table<Battle>, id: ShipId) {
    let mut tied = [false; 3];
    survivors(&table.state().ship(id).bars, table.state().design_of(id).bars())
        .for_each(|it| tied[it] = true);
    let (group, rolls) = highest(table, tied);
    emit(table, DamageEvent::GroupDestroyed { ship: id, group: group as u8, rolls });
}

/// A die for each that is `tied`, the highest wins, ties roll again.
fn highest<const N: usize>(table: &mut Table<Battle>, mut tied: [bool; N]) -> (usize, Vec<[u8; N]>) {
    let mut rolls = Vec::new();
    loop {
        let mut dice = [0; N];
        for (die, _) in dice.iter_mut().zip(tied).filter(|(_, tied)| *tied) {
            *die = table.roll(6);
        }
        rolls.push(dice);
        let best = dice.iter().copied().max().unwrap_or(0);
        for (tied, die) in tied.iter_mut().zip(dice) {
            *tied = *tied && die == best;
        }
        if tied.iter().filter(|it| **it).count() <= 1 || 50 < rolls.len() {
            return (tied.iter().position(|it| *it).unwrap_or(0), rolls);
        }
    }
}

/// TAL-8.6.2a: a random arc, dice in the order forward, right, rear, left (TAL-DICE.1).
pub(crate) fn random_arc(table: &mut Table<Battle>, id: ShipId) -> Arc {
    let (arc, rolls) = highest(table, [true; 4]);
    let arc = Arc::ALL[arc];
    emit(table, DamageEvent::ArcRolled { ship: id, rolls, arc });
    arc
}

/// TAL-8.6.1: removed at once; what is docked in it goes with it (TAL-16.3a, TAL-16.3b).
pub(crate) fn destroy(table: &mut Table<Battle>, id: ShipId, cause: Cause, blasts: &mut Blasts) {
    let (at, design) = (table.state().ship(id).at, table.state().design_of(id));
    // TAL-8.6.4, TAL-12.1.2g: fighters never explode.
    let rating = if design.is_fighters() { 0 } else { design.explosion };
    emit(table, DamageEvent::Destroyed { ship: id, cause });
    for docked in table.state().ship_ids() {
        if table.state().ship(docked).status == Status::Docked(id) {
            emit(table, DamageEvent::Destroyed { ship: docked, cause: Cause::Carrier });
        }
    }
    if 0 < rating {
        blasts.queue.push(Blast { ship: id, at, rating });
    }
}

/// TAL-12.1.2b, TAL-12.1.3: one fighter; what is beyond its hull is lost.
pub(crate) fn hit_fighter(table: &mut Table<Battle>, id: ShipId, fighter: u8, cause: Cause, points: u8) {
    let ship = table.state().ship(id);
    let left = ship.fighters[usize::from(fighter)];
    if !ship.is_active() || points == 0 || left == 0 {
        return;
    }
    emit(table, DamageEvent::FighterHit { ship: id, fighter, cause, points, boxes: points.min(left) });
    // TAL-12.1.4: the squadron leaves the map when its third fighter dies.
    if table.state().ship(id).fighters == [0; 3] {
        emit(table, DamageEvent::Destroyed { ship: id, cause });
    }
}

/// TAL-13.6a: three points or a second hit destroy a Missile; TAL-13.6b: it does not explode.
pub(crate) fn hit_missile(table: &mut Table<Battle>, number: u16, cause: Cause, points: u8) {
    if let Some(missile) = table.state().missile(number).filter(|_| 0 < points) {
        let destroyed = 3 <= points || missile.damaged;
        emit(table, DamageEvent::MissileHit { missile: number, cause, points, destroyed });
    }
}

/// TAL-8.6.3: all blasts that are due and those that they cause. Ships that go
/// together explode in their owner's order, those of the `current` side first
/// (TAL-8.6.6).
pub(crate) fn settle(table: &mut Table<Battle>, blasts: &mut Blasts, current: u8) {
    if blasts.queue.is_empty() {
        return;
    }
    blasts.queue.sort_by_key(|it| table.state().rank_key(current, it.ship));
    while blasts.done < blasts.queue.len() {
        let blast = blasts.queue[blasts.done];
        blasts.done += 1;
        // What goes up together is put in order; it queues behind what went before.
        let before = blasts.queue.len();
        explode(table, blast, current, blasts);
        blasts.queue[before..].sort_by_key(|it| table.state().rank_key(current, it.ship));
    }
    blasts.queue.clear();
    blasts.done = 0;
}

/// TAL-8.6.2b: how many hexes away an explosion is still felt.
pub(crate) const BLAST: u8 = 1;

/// TAL-8.6.2a, TAL-8.6.2b: rating + 1 on a random arc in the same hex, rating on
/// the facing arc next to it; both sides suffer.
fn explode(table: &mut Table<Battle>, blast: Blast, current: u8, blasts: &mut Blasts) {
    let Blast { ship, at, rating } = blast;
    emit(table, DamageEvent::Exploded { ship, at, rating });
    let battle = table.state();
    let mut victims: Vec<ShipId> =
        battle.all_active().filter(|&id| battle.ship(id).at.distance(at) <= i16::from(BLAST)).collect();
    victims.sort_by_key(|&id| battle.rank_key(current, id));
    for id in victims {
        let ship = table.state().ship(id);
        let near = ship.at == at;
        let points = rating + u8::from(near);
        if !ship.is_active() {
            continue;
        }
        // TAL-8.6.4, TAL-8.6.5: one fighter of a squadron, without arcs.
        if table.state().design_of(id).is_fighters() {
            let (side, cause) = (ship.side, Cause::Explosion);
            picks::owe(table, Owed { side, of: Struck::Squadron(id), cause, points });
            continue;
        }
        let arc = if near { Some(random_arc(table, id)) } else { table.state().arc_towards(ship, at) };
        hit(table, id, arc, Cause::Explosion, points, blasts);
    }
    // TAL-8.6.4: one Missile in each hex; where both sides have some, one of the current player's (TAL-8.6.6).
    for hex in [at].into_iter().chain(at.neighbours()) {
        let of = |side: u8| -> Vec<u16> {
            let there = table.state().board.missiles.iter().filter(|it| (it.at, it.side) == (hex, side));
            there.map(|it| it.number).collect()
        };
        let (points, cause) = (rating + u8::from(hex == at), Cause::Explosion);
        let there = [current, 1 - current].map(|side| (side, of(side)));
        if let Some((side, numbers)) = there.into_iter().find(|(_, numbers)| !numbers.is_empty()) {
            picks::owe(table, Owed { side, of: Struck::Missiles(numbers), cause, points });
        }
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &DamageEvent) {
    match event {
        DamageEvent::Hit { ship, arc, reinforcement, shields, .. } => {
            if let Some(arc) = arc {
                let ship = battle.ship_mut(*ship);
                ship.shields[arc.index()] -= shields;
                if *reinforcement {
                    ship.reinforced[arc.index()] = None;
                }
            }
        }
        DamageEvent::HullMarked { ship, boxes, .. } => battle.ship_mut(*ship).hull_marked += boxes,
        DamageEvent::Critical { ship, result, wasted, .. } if !wasted => {
            let ship = battle.ship_mut(*ship);
            match result {
                // TAL-CRIT.3: boxes are kept, reinforcements are not.
                Critical::ShieldsDown => {
                    ship.criticals.shields_down = true;
                    ship.criticals.shields_fresh = true;
                    ship.reinforced = [None; 4];
                }
                // TAL-CRIT.4.
                Critical::HelmDown => {
                    ship.criticals.helm_down = true;
                    ship.criticals.helm_fresh = true;
                }
                // TAL-CRIT.6: a marker on the board is not moved.
                Critical::Thrusters => ship.criticals.turn += 1,
                // TAL-CRIT.8: counts from the next Power Phase on.
                Critical::PowerRelay => ship.criticals.power += 1,
                // TAL-CRIT.10.
                Critical::FtlOffline => ship.criticals.ftl_offline = true,
                // TAL-CRIT.11.
                Critical::PowerLoss => {
                    ship.criticals.power_loss = true;
                    ship.criticals.power_fresh = true;
                }
                Critical::WeaponGroup
                | Critical::SecondaryExplosion
                | Critical::None
                | Critical::CoreBreach => (),
            }
        }
        DamageEvent::Critical { .. } | DamageEvent::Exploded { .. } | DamageEvent::ArcRolled { .. } => (),
        DamageEvent::GroupDestroyed { ship, group, .. } => {
            let bar = &mut battle.ship_mut(*ship).bars[usize::from(*group)];
            *bar = Bar { destroyed: true, ..Bar::default() };
        }
        DamageEvent::FighterHit { ship, fighter, boxes, .. } => {
            let ship = battle.ship_mut(*ship);
            let left = &mut ship.fighters[usize::from(*fighter)];
            *left -= boxes;
            if *left == 0 {
                ship.bars[usize::from(*fighter)] = Bar { destroyed: true, ..Bar::default() };
            }
        }
        DamageEvent::Owed(owed) => battle.board.owed.push(owed.clone()),
        DamageEvent::Picked { .. } => {
            battle.board.owed.remove(0);
        }
        DamageEvent::Destroyed { ship, .. } => gone(battle, *ship, Status::Destroyed),
        DamageEvent::MissileHit { missile, destroyed, .. } => {
            if *destroyed {
                battle.board.missiles.retain(|it| it.number != *missile);
            } else if let Some(missile) = battle.missile_mut(*missile) {
                missile.damaged = true;
            }
        }
        DamageEvent::MissileDetonated { missile, .. } => {
            battle.board.missiles.retain(|it| it.number != *missile);
        }
    }
}

/// Takes a ship off the map; TAL-13.3b: Missiles lose it; TAL-4.2.6: its marker goes with it.
pub(crate) fn gone(battle: &mut Battle, id: ShipId, status: Status) {
    let ship = battle.ship_mut(id);
    ship.status = status;
    ship.marker = None;
    for missile in &mut battle.board.missiles {
        if missile.target == Some(id) {
            missile.target = None;
        }
    }
}
