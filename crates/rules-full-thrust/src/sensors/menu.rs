//! Bogeys on a screen: which ship stands where, and what may be scanned (FT-12.1).

use engine::Seat;
use geometry::Length;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Order,
    sensors::{self, Scan, bogeys::Signature},
    ship::ShipId,
};

/// FT-12.1.1: one's own ships by their numbers in the fleet list, to be given to the places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct MusterMenu {
    /// What stands on the marker of each place.
    pub letters: Vec<String>,
    pub names: Vec<String>,
    /// What each ship looks like from afar.
    pub signatures: Vec<Signature>,
    /// Places whose ships stay: those that are known, and those that share a base (FT-3.7.5).
    pub fixed: Vec<u8>,
    /// As the scenario has them, which the enemy may know.
    pub usual: Vec<u8>,
}

/// FT-12.1.3: one ship that makes an active scan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ScanMenu {
    pub ship: ShipId,
    /// FT-12.1.5: how many bogeys it may name.
    pub most: u8,
    pub reach: Length,
    /// Near ones first.
    pub targets: Vec<ShipId>,
    pub usual: Vec<ShipId>,
}

pub(crate) fn muster(battle: &Battle, seat: Seat) -> MusterMenu {
    let own = || battle.field.ship_ids().filter(|&id| battle.field.owner_of(id) == seat);
    MusterMenu {
        letters: own().map(|id| battle.field.letter(id)).collect(),
        names: own().map(|id| battle.field.tag(id)).collect(),
        signatures: own().map(|id| battle.field.blueprint(id).signature).collect(),
        fixed: sensors::fixed(battle, seat),
        usual: sensors::as_listed(battle, seat),
    }
}

pub(crate) fn scans(battle: &Battle, seat: Seat) -> Vec<ScanMenu> {
    let usual = sensors::usual(battle, seat);
    let one = |ship: ShipId| ScanMenu {
        ship,
        most: battle.fire_controls(ship),
        reach: Length::units(battle.scan_range(ship)),
        targets: battle.scannable(ship),
        usual: usual.iter().filter(|it| it.ship == ship).map(|it| it.target).collect(),
    };
    battle.own_ships(seat).map(one).filter(|it| !it.targets.is_empty()).collect()
}

pub(crate) fn offered(muster: Option<&MusterMenu>, scans: &[ScanMenu]) -> Vec<Order> {
    let mut offered: Vec<Order> = Vec::new();
    if let Some(muster) = muster {
        offered.push(Order::Muster(muster.usual.clone()));
    }
    for it in scans {
        let scan = |target: &ShipId| Scan { ship: it.ship, target: *target };
        offered.extend(it.targets.iter().map(|target| Order::Scan(vec![scan(target)])));
        offered.push(Order::Scan(it.usual.iter().map(scan).collect()));
    }
    offered
}
