//! Phases 3 and 9 on a screen: what may be launched, and what may stop it (FT-2.6.3, FT-2.6.9).

use engine::{Odds, Seat, Ways};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Order,
    damage::kills,
    fire::prospect::rounded,
    movement::clock::Clock,
    narrate,
    ordnance::{
        self, Launch, Launched, Loaded, Warhead,
        defence::{self, Guard},
        opening::{self, Barrage, Opening, Stage},
    },
    ship::{IconId, ShipId},
    weapons::is_one_shot,
};

/// FT-5.16.4, FT-6.6.5: how phase 3 may begin, and a sensible plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct OpeningMenu {
    pub flak: Vec<FlakMenu>,
    pub stages: Vec<StageMenu>,
    pub usual: Opening,
}

/// A gun that may fire flak.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct FlakMenu {
    pub ship: ShipId,
    pub weapon: IconId,
    pub name: String,
    pub class: u8,
    pub reach: Length,
    /// FT-5.16.5: how far it bursts about its marker.
    pub radius: Length,
}

/// A missile in flight: into the 60 degrees before it, no nearer and no further than this.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct StageMenu {
    pub marker: u16,
    pub at: Point,
    pub facing: Clock,
    pub least: Length,
    pub reach: Length,
}

/// FT-2.6.3: one ship in phase 3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct LaunchMenu {
    pub ship: ShipId,
    pub launchers: Vec<LauncherMenu>,
    /// Launches that lead an enemy who holds his course.
    pub choices: Vec<Launched>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct LauncherMenu {
    pub weapon: IconId,
    pub name: String,
    /// FT-6.6.2: with an extended-range load.
    pub extended: bool,
    pub what: Warhead,
    pub reach: Length,
    /// FT-6.6.5: a missile of two stages flies at least so far.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub least: Length,
    /// FT-6.3.3: how near it looks for a ship, as long as neither stealth nor ECM shortens that.
    pub lock: Length,
    /// FT-6.8.2: how far round it bursts; FT-6.6.13: the same, if it is fused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blast: Option<Length>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fused: Option<Length>,
}

fn is_nothing(it: &Length) -> bool {
    *it == Length::ZERO
}

/// FT-2.6.9: every weapon with every marker it can fire at, and a sensible plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct DefenceMenu {
    pub guards: Vec<GuardMenu>,
    pub usual: Vec<Guard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct GuardMenu {
    pub guard: Guard,
    pub name: String,
    /// FT-6.4.2, FT-8.8.6: chances of 0, 1, … kills.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kills: Vec<u64>,
    /// FT-7.13.1: shots to divide.
    pub dice: u8,
    /// FT-7.14.1: used up when it fires.
    pub once: bool,
}

pub(crate) fn opening(battle: &Battle, seat: Seat) -> OpeningMenu {
    let mut flak = Vec::new();
    for ship in battle.own_ships(seat).filter(|&id| battle.field.blueprint(id).has_flak) {
        for weapon in battle.field.blueprint(ship).icon_ids() {
            if let Ok((class, reach)) = battle.flak_reach(ship, weapon) {
                let name = narrate::system(&battle.field, ship, weapon);
                flak.push(FlakMenu { ship, weapon, name, class, reach, radius: opening::SPREAD });
            }
        }
    }
    let stage = |it: &ordnance::Marker| StageMenu {
        marker: it.number,
        at: it.at,
        facing: it.flies.unwrap_or(Clock::TWELVE),
        least: opening::STAGE.0,
        reach: opening::STAGE.1,
    };
    let stages = battle.in_flight(seat).map(stage).collect();
    OpeningMenu { flak, stages, usual: opening::usual(battle, seat) }
}

pub(crate) fn offered_openings(menu: &OpeningMenu) -> Vec<Order> {
    let mut offered = vec![Order::Opening(menu.usual.clone()), Order::Opening(Opening::default())];
    let one = |flak: &Barrage| Opening { flak: vec![*flak], stages: Vec::new() };
    offered.extend(menu.usual.flak.iter().map(|it| Order::Opening(one(it))));
    for it in &menu.stages {
        let at = it.at.moved(it.facing.course(), it.least);
        let stages = vec![Stage { marker: it.marker, at }];
        offered.push(Order::Opening(Opening { flak: Vec::new(), stages }));
    }
    offered
}

pub(crate) fn launch(battle: &Battle, seat: Seat) -> Vec<LaunchMenu> {
    let mut all = Vec::new();
    for ship in battle.own_ships(seat) {
        let one = |(weapon, extended, it): (IconId, bool, Loaded)| LauncherMenu {
            weapon,
            name: narrate::system(&battle.field, ship, weapon),
            extended,
            what: it.what,
            reach: it.reach,
            least: it.least,
            lock: Length::units(ordnance::LOCK as i32),
            blast: it.what.blast(),
            fused: match it.what {
                Warhead::Antimatter { .. } => Warhead::Antimatter { fused: true }.blast(),
                Warhead::Salvo
                | Warhead::Heavy
                | Warhead::Rockets(_)
                | Warhead::Bolt(_)
                | Warhead::Spread(_) => None,
            },
        };
        let ready = |it: &(IconId, bool, Loaded)| !battle.is_shaped(ship, it.0);
        let launchers: Vec<LauncherMenu> =
            battle.launchers(ship).into_iter().filter(ready).map(one).collect();
        if !launchers.is_empty() {
            all.push(LaunchMenu { ship, launchers, choices: ordnance::choices(battle, ship) });
        }
    }
    all
}

pub(crate) fn defence(battle: &Battle, seat: Seat) -> DefenceMenu {
    let named = |guard: Guard| {
        let name = match guard.boats {
            Some(boats) => format!("boat {} of {}", guard.weapon.0 + 1, narrate::group(&battle.field, boats)),
            None => narrate::system(&battle.field, guard.ship, guard.weapon),
        };
        let kind = battle.field.blueprint(guard.ship).kind(guard.weapon);
        GuardMenu {
            guard,
            name,
            kills: kills::rounded(&stops(battle, &guard)),
            dice: battle.shots_of(&guard) as u8,
            once: guard.boats.is_none() && kind.is_some_and(is_one_shot),
        }
    };
    DefenceMenu {
        guards: battle.possible_guards(seat).into_iter().map(named).collect(),
        usual: defence::usual(battle, seat),
    }
}

/// FT-6.4.2, FT-8.8.6: chances of 0, 1, … kills, as fine as they are counted.
fn stops(battle: &Battle, guard: &Guard) -> Vec<u128> {
    match guard.group {
        Some(group) => kills::fine(&battle.guard_dice(guard, group), battle.group(group).left),
        None => battle.stop_chances(guard),
    }
}

/// FT-6.4.2, FT-8.8.6: what each guard may stop, if all its dice go there.
pub(crate) fn odds(battle: &Battle, menu: &DefenceMenu, guards: &[Guard]) -> Vec<Odds> {
    let told = |guard: &Guard| {
        let it = menu.guards.iter().find(|it| it.guard == *guard).filter(|it| !it.kills.is_empty())?;
        let at = match guard.group {
            Some(group) => narrate::group(&battle.field, group),
            None => format!("marker {}", guard.marker),
        };
        let what = format!("{} {} at {at}", battle.field.code(guard.ship), it.name);
        Some(Odds::new(what, "kills", "FT-6.4.2", rounded(&stops(battle, guard))))
    };
    guards.iter().filter_map(told).collect()
}

/// FT-6.7.1, FT-6.7.2: rockets on target, and what they do if nobody stops them; markers have no target yet.
pub(crate) fn rockets(battle: &Battle, menu: &[LaunchMenu], order: &Launch) -> Vec<Odds> {
    let mut told = Vec::new();
    let mut by: Vec<(ShipId, Ways)> = Vec::new();
    let Some(known) = menu.iter().find(|it| it.ship == order.ship) else { return told };
    for it in &order.launches {
        let is_pod = |of: &&LauncherMenu| of.weapon == it.weapon && matches!(of.what, Warhead::Rockets(_));
        let (Some(pod), Some(target)) = (known.launchers.iter().find(is_pod), it.target) else { continue };
        let enemy = battle.ships.get(target.index()).is_some_and(|it| it.is_active() && !it.bogey);
        let Some(needs) = battle.rocket_needs(order.ship, target).filter(|_| enemy) else { continue };
        let hits = Ways::die(6, |die| usize::from(needs <= die)).times(ordnance::ROCKETS.into());
        let what = format!(
            "{} {} at {}",
            battle.field.code(order.ship),
            pod.name,
            narrate::name(&battle.field, target)
        );
        told.push(Odds::new(what, "rockets on target", "FT-6.7.1", hits.clone()));
        match by.iter_mut().find(|it| it.0 == target) {
            Some(it) => it.1 = it.1.and(&hits),
            None => by.push((target, hits)),
        }
    }
    let floor = battle.field.options.damage_die_floor;
    for (target, hits) in by {
        let off = battle.screens(target).advanced.min(2);
        let one = Ways::die(6, |die| usize::from(floor.less(die.div_ceil(2), off)));
        let name = narrate::name(&battle.field, target);
        let what = format!("{} at {name}, if nobody stops them", battle.field.code(order.ship));
        let points = hits.then(|hits| one.times(hits as u16));
        told.push(Odds::new(what, "points before armour", "FT-6.7.2", points));
    }
    told
}

pub(crate) fn offered(launch: &[LaunchMenu], defence: Option<&DefenceMenu>) -> Vec<Order> {
    let mut offered = Vec::new();
    for it in launch {
        let one = |launch: &Launched| Launch { ship: it.ship, launches: vec![launch.clone()] };
        offered.extend(it.choices.iter().map(|launch| Order::Launch(one(launch))));
    }
    if let Some(it) = defence {
        offered.extend(it.guards.iter().map(|it| Order::Defend(vec![it.guard])));
        offered.push(Order::Defend(it.usual.clone()));
    }
    offered
}
