//! The captain: good orders by rule of thumb, one for each step.

use std::cell::LazyCell;

use crate::{
    battle::{Battle, OpenVolley},
    events::Cause,
    fire,
    hex::{Arc, Facing},
    missiles,
    movement::{self, Duty},
    orders::{Adjust, Gift, How, Move, Placed, Pulled, Shot, Spend, Target, Use, Volley},
    picks::{self, Owed, Struck},
    power, power_phase, pull,
    ship::{Missile, Ship, ShipId},
    tables::{Impulse, Weapon},
};

use super::{
    formation,
    steering::Lookout,
    worth::{self, Mark, Stand},
};

/// Turn step 2: the best use of every AP.
pub(super) fn power(battle: &Battle, side: u8) -> Vec<Use> {
    let mut all: Vec<Use> = Vec::new();
    for ship in battle.active(side) {
        if let Some((on, _)) = ranked_uses(battle, ship, &all).into_iter().next() {
            all.push(Use { ship, on });
        }
    }
    all
}

/// Uses of a ship's AP that are worth something, the best first.
pub(super) fn ranked_uses(battle: &Battle, id: ShipId, before: &[Use]) -> Vec<(Spend, i32)> {
    let Ok(source) = power::source(battle, id) else { return Vec::new() };
    let fed = |to: ShipId| {
        before.iter().any(|it| matches!(it.on, Spend::Transmit { to: other, .. } if other == to))
    };
    let turned = |number: u16| {
        before.iter().any(|it| matches!(it.on, Spend::Retarget { missile, .. } if missile == number))
    };
    // A Battery is kept for what matters.
    let least = if source == power::Source::Battery { 250 } else { 1 };
    let lookout = LazyCell::new(|| Lookout::of(battle, id));
    let mut uses: Vec<(Spend, i32)> = power::uses(battle, id)
        .into_iter()
        .filter(|on| match on {
            Spend::Transmit { to, .. } => !fed(*to),
            Spend::Retarget { missile, .. } => !turned(*missile),
            Spend::SideSlip
            | Spend::PowerThrough
            | Spend::Charge { .. }
            | Spend::Battery
            | Spend::Reinforce { .. }
            | Spend::Change
            | Spend::Defend
            | Spend::Drop { .. } => true,
        })
        .map(|on| (on, use_worth(battle, id, on, &lookout)))
        .filter(|(_, worth)| least <= *worth)
        .collect();
    uses.sort_by_key(|(_, worth)| -worth);
    uses
}

fn use_worth<'a>(
    battle: &'a Battle,
    id: ShipId,
    on: Spend,
    lookout: &LazyCell<Lookout<'a>, impl FnOnce() -> Lookout<'a>>,
) -> i32 {
    let ship = battle.ship(id);
    let design = battle.field.design_of(ship);
    match on {
        Spend::Charge { group } => charge_worth(battle, ship, group.into()),
        Spend::Reinforce { arc } => reinforce_worth(battle, ship, arc),
        Spend::Battery => 130,
        Spend::PowerThrough => {
            let (with, without) =
                (lookout.with_marker(ship.turn_left - 1), lookout.with_marker(ship.turn_left));
            (with - without).clamp(0, 2_000) / if battle.is_scheduled(ship) { 1 } else { 2 }
        }
        Spend::SideSlip => {
            if !battle.is_scheduled(ship) || ship.criticals.helm_down || ship.moved {
                return 0;
            }
            let plain = movement::choices(battle, id).map(|how| lookout.value(how)).max().unwrap_or(0);
            let slips = [How::SlipLeft, How::SlipRight].map(|how| lookout.value(how));
            (slips[0].max(slips[1]) - plain).clamp(0, 2_000) * 2 / 3
        }
        Spend::Transmit { to, gift } => {
            let squadron = battle.ship(to);
            let near = worth::nearest(battle, ship.side, squadron.at).map_or(99, |it| it.1);
            match gift {
                Gift::Charge { fighter } => {
                    let full = squadron.bars[usize::from(fighter)].red == 1;
                    if full { 300 - i32::from(near) } else { 120 }
                }
                Gift::PowerThrough => 90,
                Gift::SideSlip => 0,
            }
        }
        Spend::Retarget { missile, target, .. } => {
            let free = battle.missile(missile).is_some_and(|it| it.target.is_none());
            let away = battle.missile(missile).map_or(99, |it| it.at.distance(battle.ship(target).at));
            if free { 400 - 10 * i32::from(away) } else { 0 }
        }
        // The Initiative is for those who have nothing else to do.
        Spend::Change | Spend::Defend => i32::from(design.is_base()),
        Spend::Drop { .. } => 0,
    }
}

fn charge_worth(battle: &Battle, ship: &Ship, bar: usize) -> i32 {
    let design = battle.field.design_of(ship);
    let Some(group) = design.group(bar) else { return 0 };
    let it = ship.bars[bar];
    let (red, yellow) = (group.red - it.red, group.yellow - it.yellow);
    let volley = worth::best(group.weapon) * i32::from(group.count);
    let near = worth::nearest(battle, ship.side, ship.at).map_or(99, |it| it.1);
    let share = volley * 20 / i32::from(group.yellow.max(1));
    match (red, yellow) {
        // Ready to fire in this very Turn.
        (0, 1) if near <= 5 => 400 + share,
        (0, _) => 200 + share,
        _ => 120 + share,
    }
}

fn reinforce_worth(battle: &Battle, ship: &Ship, arc: Arc) -> i32 {
    let price = worth::price(battle.field.design_of(ship));
    let mut danger = 0;
    for id in battle.active(1 - ship.side) {
        let enemy = battle.ship(id);
        let there = Stand::of(enemy);
        for stand in [there, there.ahead(1)] {
            if crate::hex::arc_of(ship.at, ship.facing, stand.at) == Some(arc) {
                danger = danger.max(worth::threat(battle, enemy, stand, ship, Stand::of(ship)));
            }
        }
    }
    let aimed =
        battle.board.missiles.iter().filter(|it| it.side != ship.side && it.at.distance(ship.at) <= 3);
    let aimed =
        aimed.filter(|it| crate::hex::arc_of(ship.at, ship.facing, it.at) == Some(arc)).count() as i32;
    if danger == 0 && aimed == 0 {
        return 20;
    }
    // It may save a hull box where the shield is thin.
    let thin = ship.shield(arc) <= 1;
    let saved = if thin { price.hull } else { price.shield };
    (saved * 3 / 4).min(danger + aimed * price.shield) + 60
}

/// Turn step 3.
pub(super) fn moves(battle: &Battle, side: u8) -> Vec<Move> {
    let mut moves =
        if formation::is_kept(battle) { formation::moves(battle, side) } else { single_moves(battle, side) };
    moves.extend(missile_moves(battle, side));
    moves
}

/// Each ship's best move as if it were alone.
fn single_moves(battle: &Battle, side: u8) -> Vec<Move> {
    let best = |id: ShipId| ranked_moves(battle, id).into_iter().next().filter(|it| it.1 != i32::MIN);
    let mut moves: Vec<Move> = battle.active(side).filter_map(best).map(|it| it.0).collect();
    // Those who would run into a friend wait for him to leave.
    moves.sort_by_key(|it| is_crowded(battle, it));
    moves
}

fn is_crowded(battle: &Battle, wanted: &Move) -> bool {
    let crate::Mover::Ship(id) = wanted.mover else { return false };
    let to = movement::step(battle.ship(id), wanted.how).0;
    battle.ships_at(to).any(|it| it != id && battle.ship(it).side == battle.ship(id).side)
}

/// The moves of a ship, the best first; an Afterburner only where it pays.
pub(super) fn ranked_moves(battle: &Battle, id: ShipId) -> Vec<(Move, i32)> {
    let duty = movement::duty(battle, battle.ship(id));
    if duty == Duty::None {
        return Vec::new();
    }
    let lookout = Lookout::of(battle, id);
    let mut ranked: Vec<(Move, i32)> = movement::choices(battle, id)
        .map(|how| {
            let to = movement::step(battle.ship(id), how).0;
            let docks =
                worth::is_convoy(battle, battle.ship(id)) && movement::berth(battle, id, to).is_some();
            let bonus = if docks { 400_000 } else { 0 };
            (Move { dock: docks, ..Move::ship(id, how) }, lookout.value(how) + bonus)
        })
        .collect();
    ranked.sort_by_key(|(_, worth)| -worth);
    if duty == Duty::Afterburner {
        let stay = lookout.staying();
        ranked.retain(|(_, worth)| stay + 900 < *worth);
    }
    ranked
}

fn missile_moves(battle: &Battle, side: u8) -> impl Iterator<Item = Move> + '_ {
    battle.board.missiles.iter().filter(move |it| it.side == side && !it.moved).map(|missile| {
        let worth = |how: &How| {
            let Some((to, facing)) = missiles::step(missile, *how) else { return i32::MIN };
            let fatal = missiles::loss(battle, to).is_some();
            let goal = missile.target.map(|it| battle.ship(it));
            let ahead = goal.map_or(0, |it| i32::from(to.step(facing).distance(it.at.step(it.facing))));
            -ahead - if fatal { 100 } else { 0 }
        };
        let how = missiles::choices(battle, missile).max_by_key(worth).unwrap_or(How::Straight);
        Move { fighter: struck_fighter(battle, missile, how), ..Move::missile(missile.number, how) }
    })
}

/// TAL-13.2d: of a squadron the fighter that is worth most.
fn struck_fighter(battle: &Battle, missile: &Missile, how: How) -> Option<u8> {
    let target = missile.target?;
    let to = missiles::step(missile, how)?.0;
    let strikes = battle.ship(target).at == to && picks::matters(battle, target);
    let (side, of) = (missile.side, Struck::Squadron(target));
    let owed = Owed { side, of, cause: Cause::Weapon(Weapon::Missile), points: missiles::DAMAGE };
    match picks::usual(battle, &owed).filter(|_| strikes)? {
        Target::Fighter(_, fighter) => Some(fighter),
        Target::Ship(_) | Target::Missile(_) => None,
    }
}

/// Turn step 4: what is worth firing now.
pub(super) fn volleys(battle: &Battle, side: u8, open: Option<OpenVolley>) -> Vec<Volley> {
    if let Some(open) = open {
        let left = fire::weapons_left(battle, Some(open), open.ship, open.group.into());
        return best_shot(battle, open.ship, open.group.into())
            .map(|(target, _)| aimed(battle, open.ship, open.group, target, left))
            .into_iter()
            .collect();
    }
    let mut volleys = Vec::new();
    let mut doomed: Vec<(Target, i32)> = Vec::new();
    for (id, bar) in fire::ready_groups(battle, side) {
        let count = battle.design_of(id).group(bar).map_or(0, |it| it.count);
        if let Some((target, worth)) = best_target(battle, id, bar, &doomed)
            && threshold(battle, id, bar) <= worth
        {
            let points = expected_points(battle, id, bar, target);
            match doomed.iter_mut().find(|it| it.0 == target) {
                Some(known) => known.1 += points,
                None => doomed.push((target, points)),
            }
            volleys.push(aimed(battle, id, bar as u8, target, count));
        }
    }
    volleys
}

/// Six times the damage a group may expect to do.
fn expected_points(battle: &Battle, id: ShipId, bar: usize, target: Target) -> i32 {
    let Ok(aim) = fire::aim(battle, id, bar, target) else { return 0 };
    battle
        .design_of(id)
        .group(bar)
        .map_or(0, |it| worth::expected(it.weapon, aim.range) * i32::from(it.count))
}

pub(super) fn aimed(battle: &Battle, ship: ShipId, group: u8, target: Target, count: u8) -> Volley {
    let mut shot = Shot::at(target);
    let weapon = battle.design_of(ship).group(group.into()).map(|it| it.weapon);
    if weapon == Some(Weapon::WaveMotionGun) {
        shot.push = push(battle, ship, target);
    }
    Volley { ship, group, shots: vec![shot; count.into()] }
}

/// Into a Planet or Black Hole if it can be.
fn push(battle: &Battle, ship: ShipId, target: Target) -> Option<Facing> {
    let (Target::Ship(id) | Target::Fighter(id, _)) = target else { return None };
    let at = battle.ship(id).at;
    let deadly = |way: &Facing| battle.kind_at(at.step(*way)).is_some_and(|it| it.blocks());
    crate::hex::toward(battle.ship(ship).at, at).find(deadly)
}

fn best_shot(battle: &Battle, id: ShipId, bar: usize) -> Option<(Target, i32)> {
    best_target(battle, id, bar, &[])
}

/// The target that a group hurts most. What is doomed already is no target.
fn best_target(battle: &Battle, id: ShipId, bar: usize, doomed: &[(Target, i32)]) -> Option<(Target, i32)> {
    let ship = battle.ship(id);
    let group = battle.design_of(id).group(bar)?;
    fire::targets(battle, id, bar)
        .map(|(target, aim)| {
            let mut points = worth::expected(group.weapon, aim.range) * i32::from(group.count);
            if aim.modifier < 0 {
                points = points * (6 + 2 * i32::from(aim.modifier)).max(1) / 6;
            }
            let before = doomed.iter().find(|it| it.0 == target).map_or(0, |it| it.1);
            let worth = match target {
                Target::Ship(it) | Target::Fighter(it, _) => {
                    let enemy = battle.ship(it);
                    let arc = crate::hex::arc_of(enemy.at, enemy.facing, ship.at);
                    let arc = arc.filter(|_| !battle.design_of(it).is_fighters());
                    let mark = Mark::of(battle, enemy);
                    mark.harm(arc, before + points) - mark.harm(arc, before)
                }
                Target::Missile(number) => missile_worth(battle, number, points, before),
            };
            (target, worth)
        })
        .max_by_key(|it| it.1)
}

fn missile_worth(battle: &Battle, number: u16, points: i32, before: i32) -> i32 {
    let Some(missile) = battle.missile(number) else { return 0 };
    let Some(target) = missile.target.map(|it| battle.ship(it)) else { return 0 };
    let price = worth::price(battle.field.design_of(target));
    let near = missile.at.distance(target.at) <= 4;
    let thin = target.shields.iter().all(|it| *it <= 2);
    let prize = if thin { price.hull * 2 } else { price.shield * 2 + price.hull / 3 };
    let needed = if missile.damaged { 6 } else { 16 };
    if near && 0 < before {
        0
    } else if near {
        prize * points.min(needed) / needed
    } else {
        0
    }
}

/// A bar that is full waits for a better shot, but not for ever: what is not
/// fired before the Power Phase is not charged in it either.
fn threshold(battle: &Battle, id: ShipId, bar: usize) -> i32 {
    let ship = battle.ship(id);
    let Some(group) = battle.design_of(id).group(bar) else { return 0 };
    let price = worth::nearest(battle, ship.side, ship.at)
        .map_or(0, |(enemy, _)| worth::price(battle.design_of(enemy)).shield);
    let hoped = worth::best(group.weapon) * i32::from(group.count) * price / 6;
    let share = match battle.board.impulse {
        Impulse::A => 82,
        Impulse::B => 77,
        Impulse::C => 71,
        Impulse::D => 66,
        Impulse::E => 49,
        Impulse::F => 11,
    };
    let share = if group.weapon == Weapon::Missile { 5 } else { share };
    hoped * share / 100
}

/// TAL-9.3.1: all bars charged, and a Speed that suits the distance.
pub(super) fn charge(battle: &Battle, side: u8) -> Vec<Adjust> {
    battle
        .active(side)
        .map(|ship| {
            let speed = ranked_rows(battle, ship).first().map(|&(row, _)| battle.design_of(ship).speed(row));
            Adjust { ship, charge: None, speed }
        })
        .collect()
}

pub(super) fn ranked_rows(battle: &Battle, id: ShipId) -> Vec<(u8, i32)> {
    let (ship, design) = (battle.ship(id), battle.design_of(id));
    let enemy = worth::quarry(battle, ship.side, ship.at);
    let near = enemy.map_or(99, |it| it.1);
    // Time runs out for who does not close in.
    let haste = if 3 < battle.board.round { 3 } else { 2 };
    let chase = enemy.map_or(4, |it| i32::from(battle.speed(battle.ship(it.0))) + haste).clamp(3, 5);
    let empty: i32 = (0..design.bars())
        .filter_map(|bar| design.group(bar).map(|group| (bar, group)))
        .filter(|(bar, _)| !ship.bars[*bar].destroyed)
        .map(|(bar, group)| i32::from(group.yellow - ship.bars[bar].yellow.min(group.yellow)))
        .sum();
    let mut rows: Vec<(u8, i32)> = power_phase::rows(battle, ship)
        .map(|row| {
            let power = i32::from(power_phase::modified(battle, ship, row));
            let (speed, turn) = (i32::from(design.speed(row)), i32::from(design.turn_radius(row)));
            if power < 0 {
                return (row, -100_000);
            }
            if worth::is_convoy(battle, ship) {
                return (row, speed * 100);
            }
            let useful = power.min(3) * 30 + power.min(empty.min(5)) * 60;
            // Far off, faster than he is, or he is never caught; near, where turns are tight.
            let pace = if 4 < near { -(speed - chase).abs() * 200 } else { -(speed - 3).abs() * 60 };
            (row, useful + pace - turn * 45)
        })
        .collect();
    rows.sort_by_key(|(_, worth)| -worth);
    rows
}

/// TAL-18.2a: away from friends, as the dice of space will have it.
pub(super) fn pulled(battle: &Battle, side: u8) -> Vec<Pulled> {
    let mut all: Vec<Pulled> = Vec::new();
    for ship in battle.active(side) {
        let at = battle.ship(ship).at;
        let free = |way: &Facing| {
            let to = at.step(*way);
            !battle.ships_at(to).any(|it| battle.ship(it).side == side) && battle.kind_at(to).is_none()
        };
        let way = pull::ways(battle, ship).find(free).or_else(|| pull::ways(battle, ship).next());
        all.push(Pulled { ship, way });
    }
    // The nearest first, so that each leaves room for the next.
    all.sort_by_key(|it| {
        let at = battle.ship(it.ship).at;
        battle.black_hole(at).map_or(0, |hole| hole.distance(at))
    });
    all.retain(|it| it.way.is_some());
    all
}

/// TAL-11.1.2: a wreck saves itself while others fight on.
pub(super) fn retreating(battle: &Battle, side: u8) -> Vec<ShipId> {
    let mut left = battle.active(side).count();
    let mut ships = Vec::new();
    for id in crate::retreat::eligible(battle, side) {
        let ship = battle.ship(id);
        let hull = battle.design_of(id).hull.len() as u8 - ship.hull_marked;
        let near = worth::nearest(battle, side, ship.at).is_some_and(|it| it.1 <= 6);
        if hull <= 1 && near && 1 < left {
            ships.push(id);
            left -= 1;
        }
    }
    ships
}

/// Facing towards the enemy's guns is for Bases a matter of their own heavy weapon.
pub(super) fn placed(_battle: &Battle) -> Vec<Placed> {
    Vec::new()
}
