//! The state of a battle, and the questions many chapters ask of it.

use std::sync::Arc;

use engine::{Findings, Seat, Seats, SetupError};
use geometry::Outline;

use crate::{
    deploy::Corner,
    design::WeaponsBox,
    phases::Phase,
    scenario::{Deployment, Field, TerrainKind},
    ship::{Criticals, Location, Ship, ShipId, ShipSet, Status, Struck},
};

/// Outlines by what they are, in the scenario's order.
pub(crate) type TerrainList = Vec<(TerrainKind, Outline)>;

/// One battle of A Sky Full of Ships.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub(crate) field: Arc<Field>,
    pub(crate) terrain: Arc<TerrainList>,
    pub(crate) turn: u16,
    pub(crate) phase: Phase,
    pub(crate) ships: Vec<Ship>,
    /// ASF-SCN.3: who chose a corner, and which.
    pub(crate) corner: Option<(u8, Corner)>,
    /// ASF-END.2: a box has been marked in this battle.
    pub(crate) blood: bool,
    /// ASF-END.2: a box has been marked this turn.
    pub(crate) marked: bool,
    /// ASF-END.2: full turns in a row without a box marked.
    pub(crate) quiet: u16,
    pub(crate) conceded: Seats,
    pub(crate) draw_offers: Seats,
}

impl Battle {
    fn new(field: Field) -> Battle {
        let terrain = field.scenario.terrain.iter();
        let terrain =
            terrain.map(|it| (it.kind, it.shape.outline().expect("checked with the field"))).collect();
        let as_given = field.scenario.deployment == Deployment::AsGiven;
        let ships = field.ship_ids().map(|id| new_ship(&field, id, as_given)).collect();
        Battle {
            field: Arc::new(field),
            terrain: Arc::new(terrain),
            turn: 0,
            phase: Phase::Setup,
            ships,
            corner: None,
            blood: false,
            marked: false,
            quiet: 0,
            conceded: Seats::default(),
            draw_offers: Seats::default(),
        }
    }

    /// # Errors
    ///
    /// If ships cannot stand where the scenario puts them.
    pub(crate) fn ready(field: Field) -> Result<Battle, SetupError> {
        let battle = Battle::new(field);
        let wrong = crate::deploy::findings(&battle);
        if wrong.is_empty() { Ok(battle) } else { Err(SetupError(wrong)) }
    }

    pub fn field(&self) -> &Field {
        &self.field
    }

    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.index()]
    }

    pub(crate) fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        &mut self.ships[id.index()]
    }

    /// Ships on the table that belong to `seat`.
    pub fn own_ships(&self, seat: Seat) -> impl Iterator<Item = ShipId> {
        self.field.ship_ids().filter(move |&id| self.ship(id).is_active() && self.ship(id).owner == seat)
    }

    /// Ships on the table that belong to `side`.
    pub fn active_ships(&self, side: u8) -> impl Iterator<Item = ShipId> + Clone {
        (0..self.ships.len() as u8)
            .map(ShipId)
            .filter(move |&id| self.ship(id).is_active() && self.ship(id).side == side)
    }

    /// ASF-FIRE.5: only enemies can be targets.
    pub fn enemies_of(&self, side: u8) -> impl Iterator<Item = ShipId> + Clone {
        self.active_ships(1 - side)
    }

    /// ASF-DISP.2: the active weapons box.
    pub fn weapons_box(&self, ship: &Ship) -> &WeaponsBox {
        let boxes = self.field.design(ship.design).hull;
        self.field.weapons_box(ship.design, boxes - ship.weapons_marked)
    }

    pub fn hull_left(&self, ship: &Ship) -> u16 {
        self.field.design(ship.design).hull - ship.hull_marked
    }

    /// ASF-DISP.5, ASF-CRIT.8: the Defence Factor now.
    pub fn defence(&self, ship: &Ship) -> u16 {
        let design = self.field.design(ship.design);
        if ship.criticals.has(Location::Electronics) { design.natural } else { design.defence() }
    }

    /// ASF-DC.1, ASF-DISP.7: crew units not yet lost with their boxes.
    pub fn crew_left(&self, ship: &Ship) -> u16 {
        self.field.design(ship.design).crew_left(ship.hull_marked)
    }

    /// ASF-SEQ.1: seats with ships on the table.
    pub(crate) fn playing(&self) -> Seats {
        self.ships.iter().filter(|it| it.is_active()).map(|it| it.owner).collect()
    }

    /// ASF-SET.2: whether `id` is an active ship of `seat`; a finding by `rule` if not.
    pub(crate) fn is_own(&self, seat: Seat, id: ShipId, rule: &'static str, found: &mut Findings) -> bool {
        match self.ships.get(id.index()) {
            None => found.add(rule, format!("there is no ship number {}", id.0)),
            Some(ship) if ship.owner != seat => {
                found.add(rule, format!("{} is not yours to command", self.field.tag(id)));
            }
            Some(ship) if !ship.is_active() => {
                found.add(rule, format!("{} is not on the table", self.field.tag(id)));
            }
            Some(_) => return true,
        }
        false
    }
}

/// ASF-DISP.1: at the start both rows have all their boxes.
fn new_ship(field: &Field, id: ShipId, placed: bool) -> Ship {
    let berth = field.berth(id);
    let at = berth.at.unwrap_or_default();
    Ship {
        design: field.design_index(id),
        side: field.side_of(id),
        owner: field.owner_of(id),
        status: if placed { Status::Active } else { Status::Waiting },
        at,
        heading: berth.heading.unwrap_or_else(|| geometry::Course::nearest(field.centre() - at, 8)),
        speed: berth.speed,
        weapons_marked: 0,
        hull_marked: 0,
        criticals: Criticals::default(),
        struck: Struck::default(),
        flown: crate::movement::Plot::STRAIGHT,
        tied: false,
        primary_targets: ShipSet::default(),
        special_targets: ShipSet::default(),
    }
}
