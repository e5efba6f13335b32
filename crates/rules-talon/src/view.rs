//! Who knows what. Everything on the table is open (TAL-2.1); purchases are
//! secret only while they are sealed, and sealed orders are not state.

use std::sync::Arc as Shared;

use dice::Dice;
use engine::Viewer;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, Board, Market, Phase, Window},
    hex::{self, Arc, Arcs},
    picks::Owed,
    scenario::{Field, Terrain},
    ship::{Missile, Ship, ShipId},
    tables::{Impulse, Weapon},
    victory,
};

/// What one viewer sees. In data it has the shape of [`ViewData`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "ViewData"))]
#[serde(from = "ViewData", into = "ViewData")]
pub struct View {
    pub viewer: Viewer,
    pub field: Shared<Field>,
    pub board: Board,
}

/// A view as data, with the numbers a counter would show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ViewData {
    pub viewer: Viewer,
    /// Options and scenario.
    pub field: Shared<Field>,
    pub round: u16,
    pub impulse: Impulse,
    /// The side that holds the Initiative.
    pub initiative: u8,
    pub phase: Phase,
    pub ships: Vec<ShipView>,
    pub missiles: Vec<Missile>,
    pub next_missile: u16,
    pub terrain: Vec<Terrain>,
    pub window: Window,
    pub asked: bool,
    pub rank: Vec<ShipId>,
    /// TAL-8.2.1a: the ship that fired last in this Turn.
    pub gunner: Option<ShipId>,
    /// TAL-8.6.4, TAL-13.2d: hits on one of several that are still to be settled, in the order they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<Owed>,
    pub market: Option<Box<Market>>,
    /// TAL-VIC.2: points of each side's ships destroyed so far.
    pub destroyed: [u16; 2],
    /// TAL-VIC.2: points each side started with.
    pub points: [u16; 2],
    /// TAL-4.2.3: Change and Defend markers on the map.
    pub markers: [u8; 2],
    /// TAL-VIC.5: the last Round, if any.
    pub last_round: Option<u16>,
    /// TAL-8.6.2b: how many hexes away an explosion is still felt.
    pub blast: u8,
}

/// A ship and its counter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ShipView {
    pub ship: Ship,
    pub display: Display,
}

/// What the laminated counter shows, and what this Round brings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Display {
    pub id: ShipId,
    /// `A1`.
    pub tag: String,
    /// `Patton`.
    pub name: String,
    /// `CA`.
    pub class: String,
    pub kind: crate::Kind,
    /// TAL-5.4.2: Power, Speed, Turn Radius as written.
    pub curve: [i8; 3],
    /// All rows, fastest first.
    pub rows: Vec<[i8; 3]>,
    /// Shield boxes printed: forward, right, rear, left.
    pub shields_of: [u8; 4],
    /// TAL-5.3.2: the sides of its hex that each shield covers, clockwise from 0 ahead.
    pub shield_sides: [Vec<u8>; 4],
    /// Whether they protect now (TAL-CRIT.3, TAL-17.4.1a).
    pub shields_up: bool,
    /// Hull boxes left to right, in the notation of the data.
    pub hull: Vec<crate::HullBox>,
    /// The same as numbers.
    pub boxes: Vec<BoxView>,
    /// TAL-12.1.4: hull boxes printed; of a squadron, those of all its fighters.
    pub hull_of: u8,
    pub hull_left: u8,
    /// TAL-8.4.2, TAL-CRIT.8: what the next Power Phase will take from the Power.
    pub power_modifier: i8,
    pub has_battery: bool,
    pub afterburners_of: u8,
    pub groups: Vec<GroupView>,
    pub explosion: u8,
    pub points: u16,
    /// TAL-4.1.1: Impulses with AP, as letters.
    pub ap_in: String,
    /// Impulses in which it moves or rotates.
    pub moves_in: String,
    /// TAL-11.1.3: the Round in whose Power Phase its FTL is spooled; none without FTL.
    pub spools_in: Option<u16>,
}

/// TAL-8.4.2, TAL-8.4.3: one hull box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct BoxView {
    pub critical: bool,
    /// What it takes from the Power once it is marked.
    pub power: u8,
}

/// A Weapon Group; of a squadron, one fighter's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct GroupView {
    pub weapon: Weapon,
    pub count: u8,
    pub arcs: Arcs,
    /// The same as a list.
    pub covers: Vec<Arc>,
    pub red: u8,
    pub yellow: u8,
    pub red_of: u8,
    pub yellow_of: u8,
    pub charged: bool,
    pub destroyed: bool,
}

impl From<ViewData> for View {
    fn from(data: ViewData) -> View {
        let board = Board {
            round: data.round,
            impulse: data.impulse,
            initiative: data.initiative,
            phase: data.phase,
            ships: data.ships.into_iter().map(|it| it.ship).collect(),
            missiles: data.missiles,
            next_missile: data.next_missile,
            terrain: Shared::new(data.terrain),
            window: data.window,
            asked: data.asked,
            rank: data.rank,
            gunner: data.gunner,
            owed: data.owed,
            market: data.market,
        };
        View { viewer: data.viewer, field: data.field, board }
    }
}

impl From<View> for ViewData {
    fn from(view: View) -> ViewData {
        let View { viewer, field, board } = view;
        let battle = Battle { field, board };
        let ships = battle
            .ship_ids()
            .map(|id| ShipView { ship: battle.ship(id).clone(), display: display(&battle, id) })
            .collect();
        let (destroyed, points) = (victory::destroyed(&battle), victory::starting(&battle));
        let markers = crate::phases::markers(&battle);
        let last_round = battle.field.last_round();
        let Battle { field, board } = battle;
        ViewData {
            viewer,
            field,
            round: board.round,
            impulse: board.impulse,
            initiative: board.initiative,
            phase: board.phase,
            ships,
            missiles: board.missiles,
            next_missile: board.next_missile,
            terrain: board.terrain.to_vec(),
            window: board.window,
            asked: board.asked,
            rank: board.rank,
            gunner: board.gunner,
            owed: board.owed,
            market: board.market,
            destroyed,
            points,
            markers,
            last_round,
            blast: crate::damage::BLAST,
        }
    }
}

pub(crate) fn display(battle: &Battle, id: ShipId) -> Display {
    let ship = battle.ship(id);
    let design = battle.field.design_of(ship);
    let groups = (0..design.bars())
        .filter_map(|bar| design.group(bar).map(|group| (bar, group)))
        .map(|(bar, group)| GroupView {
            weapon: group.weapon,
            count: group.count,
            arcs: group.arcs,
            covers: Arc::ALL.into_iter().filter(|&it| group.arcs.contains(it)).collect(),
            red: ship.bars[bar].red,
            yellow: ship.bars[bar].yellow,
            red_of: group.red,
            yellow_of: group.yellow,
            charged: ship.is_charged(design, bar),
            destroyed: ship.bars[bar].destroyed,
        })
        .collect();
    Display {
        id,
        tag: battle.tag(id),
        name: battle.field.name(ship).to_owned(),
        class: design.class.clone(),
        kind: design.kind,
        curve: [ship.power, battle.speed(ship) as i8, battle.turn_radius(ship) as i8],
        rows: design.curve.clone(),
        shields_of: design.shields.by_arc(),
        shield_sides: Arc::ALL.map(hex::sides_of),
        shields_up: battle.shields_up(ship) && !design.is_fighters(),
        hull: design.hull.clone(),
        boxes: design
            .hull
            .iter()
            .map(|it| BoxView { critical: it.critical, power: it.power.unsigned_abs() })
            .collect(),
        hull_of: design.hull.len() as u8 * if design.is_fighters() { ship.fighters.len() as u8 } else { 1 },
        hull_left: if design.is_fighters() {
            ship.fighters.iter().sum()
        } else {
            design.hull.len() as u8 - ship.hull_marked
        },
        power_modifier: crate::power_phase::modifier(battle, ship),
        has_battery: design.battery,
        afterburners_of: design.afterburners,
        groups,
        explosion: design.explosion,
        points: design.points,
        ap_in: if design.is_fighters() { String::new() } else { Impulse::listing(ship.power) },
        moves_in: Impulse::listing(battle.speed(ship) as i8),
        spools_in: crate::retreat::spool_round(battle, ship),
    }
}

pub(crate) fn view(battle: &Battle, viewer: Viewer) -> View {
    View { viewer, field: Shared::clone(&battle.field), board: battle.board.clone() }
}

/// With everything open there is only one truth behind a view.
pub(crate) fn imagine(view: &View, _dice: &mut Dice) -> Battle {
    Battle { field: Shared::clone(&view.field), board: view.board.clone() }
}
