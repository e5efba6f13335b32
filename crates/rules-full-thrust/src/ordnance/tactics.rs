//! Point defence in the hands of the computer players: where it saves most.

use engine::{Findings, Seat};

use crate::{
    Battle, Order,
    craft::{
        attacks::marker_mark,
        runs::With,
        tactics::fights,
        wings::{GroupId, Target},
    },
    damage::kills::{chances, mean},
    movement::plot::{self, Plot},
    ordnance,
    ordnance::defence::{self, Guard},
    weapons::Gun,
    yard::design::Kind,
};

/// Something that comes in: what each of its craft would cost, in thousandths of a point, and how many
/// are left, in thousandths.
struct Threat {
    marker: u16,
    group: Option<GroupId>,
    each: i64,
    left: i64,
}

/// What a one-shot has to save, in thousandths of a point.
const WORTH_A_SHOT: i64 = 6_000;

fn threat(battle: &Battle, guard: &Guard) -> Threat {
    let Guard { marker, group, .. } = *guard;
    if let Some(id) = group {
        let there = battle.group(id);
        let left = i64::from(there.left).max(1);
        let run = match there.deeds.target {
            Some(Target::Ship(ship)) => {
                let points = fights::run_mean(battle, id, ship, With::Main);
                points * fights::box_worth(battle, ship) / 1_000 / left
            }
            _ => 0,
        };
        return Threat { marker, group, each: run + fights::worth(battle, id), left: left * 1_000 };
    }
    let found = battle.marker(marker);
    let (most, each) = found.map_or((0, 0), fights::warhead);
    let ships = found.map(|it| battle.threatened(it)).unwrap_or_default();
    let dear = ships.into_iter().map(|ship| fights::box_worth(battle, ship)).max().unwrap_or(0);
    Threat { marker, group, each: each * dear / 1_000, left: i64::from(most) * 1_000 }
}

/// Every weapon where it saves most, after what is aimed there already.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Vec<Guard> {
    let mut all = battle.possible_guards(seat);
    // Blasts and bolts are another matter: no single one is shot down.
    let plain = |it: &Guard| it.group.is_some() || battle.marker(it.marker).and_then(marker_mark).is_some();
    if all.iter().all(|it| it.group.is_none()) || !all.iter().all(plain) {
        return defence::usual(battle, seat);
    }
    // Guns are kept for ships.
    all.retain(|it| {
        let kind = battle.field.blueprint(it.ship).kind(it.weapon);
        it.boats.is_some() || kind.and_then(defence::shield).is_some()
    });
    let mut threats: Vec<Threat> = Vec::new();
    // What each weapon could do: the guard, the number of its target, its average kills.
    let mut shots: Vec<(Guard, usize, i64)> = Vec::new();
    for guard in all {
        let known = threats.iter().position(|it| (it.marker, it.group) == (guard.marker, guard.group));
        let at = known.unwrap_or_else(|| {
            threats.push(threat(battle, &guard));
            threats.len() - 1
        });
        let kills = match guard.group {
            Some(group) => {
                let dice = battle.guard_dice(&guard, group);
                i64::from(mean(&chances(&dice, battle.group(group).left)))
            }
            None => 800,
        };
        shots.push((guard, at, kills));
    }
    let one_shot = |guard: &Guard| {
        let kind = battle.field.blueprint(guard.ship).kind(guard.weapon);
        guard.boats.is_none() && matches!(kind, Some(Kind::Gun(Gun::ScatterGun(_) | Gun::Grapeshot(_))))
    };
    let same = |one: &Guard, other: &Guard| {
        (one.ship, one.weapon, one.boats) == (other.ship, other.weapon, other.boats)
    };
    let mut guards: Vec<Guard> = Vec::new();
    // Those with a single target first: the others can still choose.
    let rivals = |guard: &Guard| shots.iter().filter(|it| same(&it.0, guard)).count();
    let mut weapons: Vec<Guard> = Vec::new();
    for (guard, ..) in &shots {
        if !weapons.iter().any(|it| same(it, guard)) {
            weapons.push(*guard);
        }
    }
    weapons.sort_by_key(|it| (one_shot(it), rivals(it)));
    for weapon in weapons {
        let kind = battle.field.blueprint(weapon.ship).kind(weapon.weapon);
        let twice = weapon.boats.is_some() || matches!(kind, Some(Kind::Gun(Gun::Ads(_))));
        for _ in 0..if twice { 2 } else { 1 } {
            let saves = |at: usize, kills: i64| threats[at].each * kills.min(threats[at].left) / 1_000;
            let mut own: Vec<(Guard, usize, i64)> =
                shots.iter().filter(|it| same(&it.0, &weapon)).copied().collect();
            own.sort_by_key(|it| (battle.is_second_best(&it.0), -saves(it.1, it.2)));
            for (guard, at, kills) in own {
                if one_shot(&guard) && saves(at, kills) < WORTH_A_SHOT {
                    continue;
                }
                guards.push(guard);
                let mut found = Findings::default();
                defence::check(battle, seat, &guards, &mut found);
                if found.is_empty() {
                    let hit = kills.min(threats[at].left);
                    // Chance does not share out evenly: the last of a group are hard to be sure of.
                    threats[at].left -= hit * 3 / 4;
                    break;
                }
                guards.pop();
            }
        }
    }
    guards
}

/// Everything that leads a target, at the nearest; a bolt not where friends are.
pub(crate) fn launch(battle: &Battle, seat: Seat) -> Order {
    for ship in battle.own_ships(seat) {
        if battle.launchers(ship).is_empty() {
            continue;
        }
        let from = battle.ship(ship).motion.at;
        let friends: Vec<_> = battle
            .own_ships(seat)
            .map(|id| plot::fly(battle.ship(id).motion, &Plot::Hold).motion.at)
            .collect();
        let mut wanted = ordnance::choices(battle, ship);
        wanted.retain(|it| {
            let bolt =
                matches!(battle.field.blueprint(ship).kind(it.weapon), Some(Kind::Gun(Gun::BoltLauncher(_))));
            let near =
                |at: geometry::Point| friends.iter().any(|it| (*it - at).within(geometry::Length::units(7)));
            !bolt || !it.at.is_some_and(near)
        });
        wanted.sort_by_key(|it| {
            let at = it.at.or_else(|| it.target.map(|id| battle.ship(id).motion.at)).unwrap_or(from);
            ((at - from).square(), it.weapon)
        });
        if let Some(launch) = ordnance::legal(battle, seat, ship, wanted) {
            return Order::Launch(launch);
        }
    }
    Order::Pass
}
