//! Where fighters strike: what an attack would cost both sides, and who waits for whom.

use engine::Seat;
use geometry::Length;

use super::fights;
use crate::{
    Battle,
    acts::Act,
    craft::{
        moves::Pass,
        runs::With,
        tactics as wings,
        wings::{GroupId, Target},
    },
    ordnance::Warhead,
    phases::Phase,
    setup::{
        tactics as goals,
        victory::{self, Ruin},
    },
    ship::ShipId,
    tactics::judge,
    weapons::Gun,
    yard::design::Kind,
};

/// Craft that a point-defence system shoots down on average, in thousandths.
const FELLED: i64 = 800;
/// How near a group comes to its target, and how near it must be to attack: in MU.
const SHORT_OF: i64 = 3;

/// A ship to be attacked by all together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strike {
    pub(crate) ship: ShipId,
    /// Moves that the last of them needs.
    pub(crate) turns: i64,
}

/// Point defence over a ship, its own and that of friends with an ADFC.
#[expect(clippy::wildcard_enum_match_arm, reason = "a rule of thumb that counts the common point defence")]
fn guns(battle: &Battle, ship: ShipId, pass: Pass) -> i64 {
    let own = |id: ShipId| {
        let rolls = |kind: &Kind| match kind {
            Kind::Gun(Gun::Pds(_)) => 1,
            Kind::Gun(Gun::Ads(_)) => 2,
            _ => 0,
        };
        battle.working(id, |kind| 0 < rolls(kind)).count() as i64
    };
    let there = wings::there(battle, ship, pass);
    let friends = battle.active_ships().filter(|&id| {
        id != ship
            && battle.ship(id).side == battle.ship(ship).side
            && battle.has_adfc(id)
            && battle.barred(id, Act::Support).is_none()
            && (wings::there(battle, id, pass) - there).within(Length::units(6))
    });
    own(ship) + friends.map(own).sum::<i64>()
}

/// Average points of an attack in the teeth of so many point-defence systems, in thousandths, and the
/// craft it costs each group. Those that would hurt most are shot at first.
fn outlook(battle: &Battle, groups: &[GroupId], ship: ShipId, guns: i64) -> (i64, Vec<(GroupId, i64)>) {
    let mut runs: Vec<(i64, i64, GroupId)> = groups
        .iter()
        .map(|&id| {
            let left = i64::from(battle.group(id).left).max(1);
            (fights::run_mean(battle, id, ship, With::Main) / left, left * 1_000, id)
        })
        .collect();
    runs.sort_by_key(|it| (std::cmp::Reverse(it.0), it.2));
    let mut felled = guns * FELLED;
    let (mut blow, mut lost) = (0, Vec::new());
    for (each, left, id) in runs {
        let down = felled.min(left * 3 / 4);
        felled -= down;
        blow += each * (left - down) / 1_000;
        lost.push((id, down));
    }
    (blow, lost)
}

/// What is on its way to ships in this turn, in thousandths.
#[derive(Debug, Default)]
pub(crate) struct Incoming {
    /// Points that a ship may expect.
    pub(crate) blows: Vec<(ShipId, i64)>,
    /// Craft that it will cost a group.
    pub(crate) lost: Vec<(GroupId, i64)>,
}

pub(crate) fn incoming(battle: &Battle) -> Incoming {
    let guarded = matches!(battle.phase, Phase::Defence { .. });
    let mut found = Incoming::default();
    for ship in battle.active_ships() {
        let at = |id: &GroupId| battle.group(*id).deeds.target == Some(Target::Ship(ship));
        let groups: Vec<GroupId> = battle.flying().filter(at).collect();
        let markers: Vec<_> = battle.markers.iter().filter(|it| it.target == Some(ship)).collect();
        if groups.is_empty() && markers.is_empty() {
            continue;
        }
        let mut systems = if guarded { guns(battle, ship, Pass::Secondary) } else { 0 };
        if !groups.is_empty() {
            let (blow, down) = outlook(battle, &groups, ship, systems);
            found.blows.push((ship, blow));
            found.lost.extend(down);
            systems = 0;
        }
        for (n, marker) in markers.iter().enumerate() {
            let share = systems / (markers.len() - n) as i64;
            systems -= share;
            let stopped = share * FELLED + i64::from(marker.stopped) * 1_000;
            let blow = match marker.what {
                Warhead::Salvo => (3_500 - stopped).max(0) * 7 / 2,
                Warhead::Spread(n) => (i64::from(n) * 500 - stopped).max(0) * 7 / 2,
                Warhead::Rockets(n) => (i64::from(n) * 1_000 - stopped).max(0) * 2,
                Warhead::Heavy | Warhead::Antimatter { .. } | Warhead::Bolt(_) => {
                    10_500 * (1_000 - stopped).max(0) / 1_000
                }
            };
            found.blows.push((ship, blow));
        }
    }
    found
}

/// What an attack on a ship wins less what it costs, in thousandths of a point.
pub(crate) fn gain(battle: &Battle, seat: Seat, groups: &[GroupId], ship: ShipId, pass: Pass) -> i64 {
    if groups.is_empty() || goals::keeps_whole(battle, seat, ship) {
        return 0;
    }
    let (blow, lost) = outlook(battle, groups, ship, guns(battle, ship, pass));
    let cost: i64 = lost.iter().map(|it| it.1 * i64::from(battle.craft_worth(it.0))).sum();
    let blueprint = battle.field.blueprint(ship);
    let points = i64::from(blueprint.points - blueprint.craft) * goals::stake(battle, ship) / 1_000;
    let ruined = |more: i64| judge::ruined(battle, ship, more);
    let mut won = points * (ruined(blow) - ruined(0));
    let bonus = i64::from(battle.field.berth(ship).bonus);
    if 0 < bonus && victory::ruin(battle, ship) < Ruin::Crippled {
        won += bonus * 2 * (ruined(blow) - ruined(0)).min(500);
    }
    won - cost
}

/// Moves until a group can attack.
fn moves(battle: &Battle, id: GroupId, ship: ShipId, pass: Pass) -> i64 {
    let group = battle.group(id);
    let far = (wings::there(battle, ship, pass) - group.at).length().whole_units_up();
    let first = battle.reach(id, pass).whole_units_down();
    let rated = i64::from(group.craft.rated()).max(1);
    // Six MU before the guns, and a spurt.
    let left = far - SHORT_OF - 5 - first;
    1 + if left <= 0 { 0 } else { (left + rated - 1) / rated }
}

/// The best ship for those who can strike.
pub(crate) fn plan(battle: &Battle, seat: Seat, pass: Pass) -> Option<Strike> {
    let groups: Vec<GroupId> = battle
        .own_groups(seat)
        .filter(|&id| battle.group(id).is_flying() && wings::is_striker(battle, id))
        .collect();
    if groups.is_empty() {
        return None;
    }
    let left = i64::from(battle.field.scenario.turns.saturating_sub(battle.turn)) + 1;
    let side = battle.group(groups[0]).side;
    let foes = battle.active_ships().filter(|&it| battle.ship(it).side != side && wings::is_seen(battle, it));
    let strike = |ship: ShipId| {
        let turns = groups.iter().map(|&id| moves(battle, id, ship, pass)).max().unwrap_or(1);
        let won = gain(battle, seat, &groups, ship, pass);
        let share = (8 - turns).max(1);
        (left >= turns && 0 < won).then_some((won * share, Strike { ship, turns }))
    };
    foes.filter_map(strike).max_by_key(|it| (it.0, std::cmp::Reverse(it.1.ship))).map(|it| it.1)
}

/// How far a group goes, so that all arrive together; those far behind are not waited for.
pub(crate) fn pace(battle: &Battle, id: GroupId, strike: Strike, pass: Pass) -> Length {
    let reach = battle.reach(id, pass);
    let own = moves(battle, id, strike.ship, pass);
    if strike.turns <= own || own + 1 < strike.turns {
        return reach;
    }
    let group = battle.group(id);
    let far = (wings::there(battle, strike.ship, pass) - group.at).length().whole_units_up();
    let rest = i64::from(group.craft.rated()) * (strike.turns - 1);
    let step = (far - SHORT_OF - rest).clamp(0, reach.whole_units_down());
    Length::units(step as i32)
}
