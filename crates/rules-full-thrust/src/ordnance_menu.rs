//! Phases 3 and 9 on a screen: what may be launched, and what may stop it (FT-2.6.3, FT-2.6.9).

use engine::Seat;
use geometry::Length;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Order,
    defence::{self, Guard},
    narrate,
    ordnance::{self, Launch, Launched, Loaded, Warhead},
    ship::{IconId, ShipId},
};

/// FT-2.6.3: one ship in phase 3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchMenu {
    pub ship: ShipId,
    pub launchers: Vec<LauncherMenu>,
    /// Launches that lead an enemy who holds his course.
    pub choices: Vec<Launched>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LauncherMenu {
    pub weapon: IconId,
    pub name: String,
    /// FT-6.6.2: with an extended-range load.
    pub extended: bool,
    pub what: Warhead,
    pub reach: Length,
}

/// FT-2.6.9: every weapon with every marker it can fire at, and a sensible plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefenceMenu {
    pub guards: Vec<GuardMenu>,
    pub usual: Vec<Guard>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuardMenu {
    pub guard: Guard,
    pub name: String,
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
        };
        let launchers: Vec<LauncherMenu> = battle.launchers(ship).into_iter().map(one).collect();
        if !launchers.is_empty() {
            all.push(LaunchMenu { ship, launchers, choices: ordnance::choices(battle, ship) });
        }
    }
    all
}

pub(crate) fn defence(battle: &Battle, seat: Seat) -> DefenceMenu {
    let named =
        |guard: Guard| GuardMenu { guard, name: narrate::system(&battle.field, guard.ship, guard.weapon) };
    DefenceMenu {
        guards: battle.possible_guards(seat).into_iter().map(named).collect(),
        usual: defence::usual(battle, seat),
    }
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
