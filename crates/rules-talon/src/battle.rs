//! The state of a battle, and the questions many chapters ask of it.

use std::sync::Arc as Shared;

use engine::{Findings, Outcome, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    design::Design,
    hex::{Arc, Hex},
    phases::Stage,
    picks::Owed,
    scenario::{Field, Terrain, TerrainKind},
    ship::{Missile, Ship, ShipId, Status},
    tables::Impulse,
};

/// One battle of Talon.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub(crate) field: Shared<Field>,
    pub(crate) board: Board,
}

/// Everything that lies on the table. All of it is open (TAL-2.1).
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// TAL-2.4; 0 before the first.
    pub round: u16,
    pub impulse: Impulse,
    /// TAL-4.1.3: the side that holds the Initiative.
    pub initiative: u8,
    pub phase: Phase,
    pub ships: Vec<Ship>,
    pub missiles: Vec<Missile>,
    /// The number of the next Missile.
    pub next_missile: u16,
    pub terrain: Shared<Vec<Terrain>>,
    pub window: Window,
    /// Somebody has been asked in this Turn, so that it has not passed by itself.
    pub asked: bool,
    /// TAL-8.6.3: the order in which owners let their ships suffer; ships not named come by number.
    pub rank: Vec<ShipId>,
    /// TAL-8.2.1a: the ship that fired last in this Turn.
    pub gunner: Option<ShipId>,
    /// TAL-8.6.4, TAL-13.2d: hits on one of several that are still to be settled, in the order they came.
    pub owed: Vec<Owed>,
    /// TAL-DYO.9: purchase and terrain, while a battle is being prepared.
    pub market: Option<Box<Market>>,
}

/// TAL-7.5.5: the part of the endless hex plane that is the map now. To
/// re-centre it by agreement (TAL-7.5.4) is a matter of display only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Window {
    pub col: i16,
    pub row: i16,
    pub cols: i16,
    pub rows: i16,
}

impl Window {
    pub fn contains(self, hex: Hex) -> bool {
        let (col, row) = (hex.col() - self.col, hex.row() - self.row);
        0 <= col && col < self.cols && 0 <= row && row < self.rows
    }
}

/// TAL-DYO.2, TAL-DYO.6: what was bought, and the terrain still to place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Market {
    pub spent: [u16; 2],
    pub pieces: Vec<TerrainKind>,
}

/// What the battle waits for. Turn steps and phases are those of TAL-3.2.1 and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// Before the first die.
    Setup,
    /// TAL-DYO.2: both sides, secretly.
    Buy,
    /// TAL-DYO.8: the side that spent less names the holder of the Initiative.
    Initiative {
        side: u8,
    },
    /// TAL-DYO.6: the next piece of terrain.
    Terrain {
        side: u8,
    },
    /// TAL-14.5, TAL-DYO.7: Bases first, then ships.
    Deploy {
        side: u8,
        bases: bool,
    },
    /// Turn step 2: AP.
    Power {
        side: u8,
    },
    /// Turn step 3.
    Move {
        side: u8,
    },
    /// Turn step 4; with a volley begun and not finished (TAL-8.3.1).
    Fire {
        side: u8,
        volley: Option<OpenVolley>,
    },
    /// TAL-9.1: charging and the curve.
    Charge {
        side: u8,
    },
    /// TAL-18.2a: the Black Hole's pull, where there is something to choose.
    Pull {
        side: u8,
    },
    /// TAL-3.2.4.
    Reinforce {
        side: u8,
    },
    /// TAL-3.2.5.
    Retreat {
        side: u8,
    },
    /// TAL-8.6.4, TAL-13.2d: which fighter or Missile is hit; `then` the battle goes on.
    Pick {
        side: u8,
        then: Stage,
    },
    Over {
        outcome: Outcome,
        reason: Reason,
        degree: Option<Degree>,
    },
}

/// TAL-8.3.1: a group whose bar is erased and whose later weapons may still be aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct OpenVolley {
    pub ship: ShipId,
    pub group: u8,
    /// Weapons that have shot or passed.
    pub done: u8,
}

/// Why a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// TAL-VIC.1.
    LastShip,
    /// TAL-VIC.5.
    RoundLimit,
    /// TAL-SC4.
    BaseDestroyed,
    /// TAL-SC4: it stands at the end.
    BaseHeld,
    /// TAL-SC5.
    Convoy,
    /// TAL-VIC.6.
    Resigned,
}

/// TAL-VIC.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Degree {
    Pyrrhic,
    Minor,
    Great,
    Devastating,
}

impl Battle {
    pub fn field(&self) -> &Field {
        &self.field
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The battle before anything has happened.
    pub(crate) fn ready(field: Field) -> Battle {
        let options = &field.options;
        let window = Window { col: 0, row: 0, cols: options.map_cols.into(), rows: options.map_rows.into() };
        let mut board = Board {
            round: 0,
            impulse: Impulse::A,
            initiative: field.first_initiative(),
            phase: Phase::Setup,
            ships: Vec::new(),
            missiles: Vec::new(),
            next_missile: 1,
            terrain: Shared::new(field.scenario.terrain.clone()),
            window,
            asked: false,
            rank: Vec::new(),
            gunner: None,
            owed: Vec::new(),
            market: None,
        };
        for (side, force) in (0..2).zip(&field.scenario.sides) {
            for berth in &force.ships {
                let design = field.class(force.faction, &berth.class).expect("checked with the field");
                let like = board.ships.iter().filter(|it| (it.side, it.design) == (side, design)).count();
                let name = field.name_of(design, &berth.name, like);
                let mut ship = Ship::new(field.design(design), design, name, side);
                ship.at = berth.at.unwrap_or_default();
                ship.facing = berth.facing.unwrap_or_else(|| crate::deploy::usual_facing(side));
                ship.battery = berth.battery && field.design(design).battery;
                if berth.at.is_some() && berth.arrives.is_none() {
                    ship.status = Status::Active;
                }
                board.ships.push(ship);
            }
        }
        Battle { field: Shared::new(field), board }
    }

    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.board.ships[id.index()]
    }

    pub(crate) fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        &mut self.board.ships[id.index()]
    }

    pub fn design_of(&self, id: ShipId) -> &Design {
        self.field.design_of(self.ship(id))
    }

    pub fn ship_ids(&self) -> impl DoubleEndedIterator<Item = ShipId> + use<> {
        (0..self.board.ships.len() as u8).map(ShipId)
    }

    /// Ships on the map that belong to `side`, by number.
    pub fn active(&self, side: u8) -> impl Iterator<Item = ShipId> + '_ {
        self.ship_ids().filter(move |&id| self.ship(id).is_active() && self.ship(id).side == side)
    }

    pub fn all_active(&self) -> impl Iterator<Item = ShipId> + '_ {
        self.ship_ids().filter(|&id| self.ship(id).is_active())
    }

    pub fn ships_at(&self, hex: Hex) -> impl Iterator<Item = ShipId> + '_ {
        self.all_active().filter(move |&id| self.ship(id).at == hex)
    }

    pub fn missile(&self, number: u16) -> Option<&Missile> {
        self.board.missiles.iter().find(|it| it.number == number)
    }

    pub(crate) fn missile_mut(&mut self, number: u16) -> Option<&mut Missile> {
        self.board.missiles.iter_mut().find(|it| it.number == number)
    }

    pub fn terrain_at(&self, hex: Hex) -> Option<&Terrain> {
        self.board.terrain.iter().find(|it| it.at == hex)
    }

    pub(crate) fn kind_at(&self, hex: Hex) -> Option<TerrainKind> {
        self.terrain_at(hex).map(|it| it.kind)
    }

    /// TAL-18.1c: there is one Black Hole at most to reckon with, the nearest.
    pub(crate) fn black_hole(&self, from: Hex) -> Option<Hex> {
        let holes = self.board.terrain.iter().filter(|it| it.kind == TerrainKind::BlackHole);
        holes.map(|it| it.at).min_by_key(|it| it.distance(from))
    }

    /// TAL-CRIT.3, TAL-17.4.1a, TAL-17.4.1b: whether the ship's shields protect it now;
    /// they are back the moment it leaves the Nebula.
    pub fn shields_up(&self, ship: &Ship) -> bool {
        !ship.criticals.shields_down && self.kind_at(ship.at) != Some(TerrainKind::Nebula)
    }

    pub fn speed(&self, ship: &Ship) -> u8 {
        self.field.design_of(ship).speed(ship.row)
    }

    /// TAL-5.1.3, TAL-7.2.2b: the row's value and the Thruster criticals.
    pub fn turn_radius(&self, ship: &Ship) -> u8 {
        self.field.design_of(ship).turn_radius(ship.row) + ship.criticals.turn
    }

    /// TAL-4.1.1: whether the chart gives it AP in this Impulse.
    pub fn has_chart_ap(&self, ship: &Ship) -> bool {
        self.board.impulse.lists(ship.power) && !self.field.design_of(ship).is_fighters()
    }

    /// TAL-4.1.1: whether it must move (or a Base rotate) in this Impulse.
    pub fn is_scheduled(&self, ship: &Ship) -> bool {
        self.board.impulse.lists(self.speed(ship) as i8)
    }

    /// How a ship is called in orders: side and number, `A1`.
    pub fn tag(&self, id: ShipId) -> String {
        tag(&self.board.ships, id)
    }

    pub fn by_tag(&self, tag: &str) -> Option<ShipId> {
        self.ship_ids().find(|&id| self.tag(id).eq_ignore_ascii_case(tag))
    }

    /// The side a seat plays.
    pub fn side_of(seat: Seat) -> u8 {
        seat.0 & 1
    }

    /// Whether `id` is a ship of `side` on the map; a finding by `rule` if not.
    pub(crate) fn is_own(&self, side: u8, id: ShipId, rule: &'static str, found: &mut Findings) -> bool {
        match self.board.ships.get(id.index()) {
            None => found.add(rule, format!("there is no ship number {}", id.0)),
            Some(ship) if ship.side != side => {
                found.add(rule, format!("{} is not yours to command", self.tag(id)));
            }
            Some(ship) if !ship.is_active() => found.add(rule, format!("{} is not on the map", self.tag(id))),
            Some(_) => return true,
        }
        false
    }

    /// TAL-8.6.3: current side first, then as the owners rank, then by number.
    pub(crate) fn rank_key(&self, current: u8, id: ShipId) -> (bool, usize, u8) {
        let other = self.ship(id).side != current;
        let rank = self.board.rank.iter().position(|&it| it == id).unwrap_or(usize::MAX);
        (other, rank, id.0)
    }

    /// TAL-5.3.2: the target's arc in which `from` lies.
    pub(crate) fn arc_towards(&self, ship: &Ship, from: Hex) -> Option<Arc> {
        crate::hex::arc_of(ship.at, ship.facing, from)
    }
}

pub(crate) fn tag(ships: &[Ship], id: ShipId) -> String {
    match ships.get(id.index()) {
        Some(ship) => {
            let first = ships.iter().position(|it| it.side == ship.side).unwrap_or(0);
            format!("{}{}", char::from(b'A' + (ship.side & 1)), id.index() - first + 1)
        }
        None => format!("#{}", id.0),
    }
}
