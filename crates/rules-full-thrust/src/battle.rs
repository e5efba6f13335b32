//! The state of a battle, and the questions many chapters ask of it.

use std::sync::Arc;

use engine::{Findings, Seat, Seats, SetupError};
use geometry::{Course, Point};

use crate::{
    craft::wings::{self, Group},
    fire::{gunnery::OnLine, sweeps::Nova},
    movement::plot,
    options::Halving,
    orders::{Mode, Secret, Shadow, Written},
    ordnance::{Marker, mines::Mine, opening::Flak},
    phases::{Phase, Step},
    sensors::bogeys::{Nature, Told},
    setup::scenario::{Deployment, Field},
    ship::{Armour, Core, Deck, IconId, IconSet, LayerLeft, Motion, Ship, ShipId, Status},
    terrain::{self, Body, planets},
    yard::design::Kind,
};

/// One battle of Full Thrust.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub(crate) field: Arc<Field>,
    pub(crate) turn: u16,
    pub(crate) phase: Phase,
    pub(crate) ships: Vec<Ship>,
    /// FT-3.5.3: orders not yet carried out, by ship. Secret.
    pub(crate) written: Vec<Written>,
    /// FT-7.9.1, FT-7.25.1, FT-5.14.2: what only its owner knows of each ship.
    pub(crate) secrets: Vec<Secret>,
    /// FT-2.6.2: the initiative of this turn, the winner first.
    pub(crate) initiative: Vec<Seat>,
    /// FT-4.2.2: dice for ships that lie exactly on a line between two arcs.
    pub(crate) sides: Vec<OnLine>,
    pub(crate) conceded: Seats,
    /// FT-12.2.1: what each seat knows of closed displays.
    pub(crate) told: Vec<Told>,
    /// FT-7.23.2: templates of nova cannons on their way.
    pub(crate) novas: Vec<Nova>,
    /// FT-6.2.1: missiles, rockets and bolts of this turn.
    pub(crate) markers: Vec<Marker>,
    /// FT-8.0.1: fighters and gunboats, aboard and in flight.
    pub(crate) groups: Vec<Group>,
    /// FT-17.1.1: terrain as it now is.
    pub(crate) bodies: Vec<Body>,
    /// FT-12.7.1: enemies side by side since the phase 5 of that turn.
    pub(crate) beside: Vec<(ShipId, ShipId, u16)>,
    /// FT-13.15.1: whether there are sections at all.
    pub(crate) has_sections: bool,
    /// FT-6.9.1.
    pub(crate) mines: Vec<Mine>,
    /// FT-5.16.4: blast markers of this turn.
    pub(crate) flak: Vec<Flak>,
    /// FT-2.6.0: the phase at whose start a situation stands, until it is played on.
    pub(crate) begins: Option<Step>,
}

impl Battle {
    /// # Errors
    ///
    /// If ships cannot stand where the scenario puts them.
    pub(crate) fn ready(field: Field) -> Result<Battle, SetupError> {
        let ships: Vec<Ship> = field.ship_ids().map(|id| new_ship(&field, id)).collect();
        let written = vec![Written::default(); ships.len()];
        let secrets = vec![Secret::default(); ships.len()];
        let (turn, phase) = (0, Phase::Setup);
        let (initiative, sides, conceded) = (Vec::new(), Vec::new(), Seats::default());
        let (novas, markers) = (Vec::new(), Vec::new());
        let groups = wings::muster(&field);
        let bodies = terrain::bodies(&field);
        let has_sections = field.has_sections();
        let (mines, flak) = (Vec::new(), Vec::new());
        Ok(Battle {
            field: Arc::new(field),
            turn,
            phase,
            ships,
            written,
            secrets,
            initiative,
            sides,
            conceded,
            told: Vec::new(),
            novas,
            markers,
            bodies,
            has_sections,
            groups,
            beside: Vec::new(),
            mines,
            flak,
            begins: None,
        })
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

    /// Ships on the table that `seat` commands.
    pub fn own_ships(&self, seat: Seat) -> impl Iterator<Item = ShipId> {
        self.active_ships().filter(move |&id| self.ship(id).owner == seat)
    }

    pub fn active_ships(&self) -> impl Iterator<Item = ShipId> {
        self.field.ship_ids().filter(|&id| self.ship(id).is_active())
    }

    /// Seats with ships on the table or still to come back.
    pub(crate) fn playing(&self) -> Seats {
        let here = |ship: &&Ship| {
            ship.is_manned() || matches!(ship.status, Status::Waiting | Status::Left { back: Some(_), .. })
        };
        // FT-11.9.1: a gate fights for nobody by itself.
        let gates = self.field.has_gates;
        let ships = self.ships.iter().zip(self.field.ship_ids());
        let ships = ships.filter(|it| !gates || !self.field.is_gate(it.1)).map(|it| it.0);
        ships.filter(here).map(|ship| ship.owner).collect()
    }

    /// Ships that `seat` writes orders for, those behind cloaking fields included (FT-7.21.1).
    pub fn crews(&self, seat: Seat) -> impl Iterator<Item = ShipId> {
        self.field.ship_ids().filter(move |&id| self.ship(id).owner == seat && self.ship(id).is_manned())
    }

    /// FT-7.21.1: where a ship really is; the marker's place for those who cannot know better.
    /// FT-11.7.2: who is carried is where its carrier is.
    pub fn motion(&self, id: ShipId) -> Motion {
        if let Status::Carried { by } = self.ship(id).status {
            return self.ship(by).motion;
        }
        self.shadow(id).map_or(self.ship(id).motion, |shadow| shadow.motion)
    }

    /// What a ship behind a cloaking field has done in secret.
    pub(crate) fn shadow(&self, id: ShipId) -> Option<&Shadow> {
        self.secrets[id.index()].shadow.as_deref().filter(|_| self.ship(id).status == Status::Cloaked)
    }

    /// Icons of systems like that which work and are not switched off (FT-7.5.1, FT-7.19.1).
    pub(crate) fn running<'a>(
        &'a self,
        id: ShipId,
        of: impl Fn(&Kind) -> bool + 'a,
    ) -> impl Iterator<Item = IconId> + 'a {
        self.working(id, of).filter(move |&icon| !self.ship(id).off.contains(icon))
    }

    /// FT-10.3.6, FT-7.23.1: fields and ECM have power: the core is aboard, and no nova cannon takes all of it.
    pub(crate) fn has_power(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        !ship.core.dumped && !ship.is_ready(Mode::Arm)
    }

    /// Icons of systems like that which work.
    pub(crate) fn working<'a>(
        &'a self,
        id: ShipId,
        of: impl Fn(&Kind) -> bool + 'a,
    ) -> impl Iterator<Item = IconId> + 'a {
        let ship = self.ship(id);
        self.field.blueprint(id).icons_of(of).filter(move |&icon| ship.works(icon))
    }

    pub fn hull_left(&self, id: ShipId) -> u16 {
        self.field.blueprint(id).hull().saturating_sub(self.ship(id).hull_lost)
    }

    /// FT-3.2.4, FT-4.11.8, FT-10.1.3, FT-12.12.5: the thrust rating as it is now.
    pub fn rating(&self, id: ShipId) -> u8 {
        let (ship, full) = (self.ship(id), self.field.blueprint(id).thrust);
        if ship.core.dumped {
            return 0;
        }
        self.halved(self.share_of_drive(id, full), ship.drive_hits)
    }

    /// FT-4.11.8: failures that leave nothing of a drive: two, or one of a rating of 1.
    pub(crate) fn most_drive_hits(&self, id: ShipId) -> u8 {
        if 1 < self.field.blueprint(id).thrust { 2 } else { 1 }
    }

    /// What is left of a drive after so many failures.
    pub(crate) fn halved(&self, full: u8, hits: u8) -> u8 {
        match (hits, full) {
            (0, _) => full,
            (1, 2..) => match self.field.options.drive_half {
                Halving::Down => full / 2,
                Halving::Up => full.div_ceil(2),
            },
            _ => 0,
        }
    }

    /// Whether `id` is a ship of `seat` that takes orders; a finding by `rule` if not.
    pub(crate) fn is_own(&self, seat: Seat, id: ShipId, rule: &'static str, found: &mut Findings) -> bool {
        match self.ships.get(id.index()) {
            None => found.add(rule, format!("there is no ship number {}", id.0)),
            Some(ship) if ship.owner != seat => {
                found.add(rule, format!("{} is not yours to command", self.called(id)));
            }
            Some(ship) if !(ship.is_active() || self.is_aboard() && (ship.is_manned() || self.rides(id))) => {
                found.add(rule, format!("{} is not on the table", self.field.tag(id)));
            }
            Some(_) => return true,
        }
        false
    }

    /// FT-11.7.2: a ship that may part from its mothership when orders are written.
    fn rides(&self, id: ShipId) -> bool {
        self.phase == Phase::Orders && self.carrier(id).is_some()
    }

    /// FT-7.21.2: behind a cloaking field the crew steers and repairs, and does nothing else.
    fn is_aboard(&self) -> bool {
        matches!(
            self.phase,
            Phase::Orders
                | Phase::Replot { .. }
                | Phase::Repel { .. }
                | Phase::Repairs { .. }
                | Phase::Cores { .. }
        )
    }

    /// FT-3.9.1: exactly on the edge is on the table.
    pub(crate) fn is_on_table(&self, at: Point) -> bool {
        let size = self.field.scenario.table;
        let zero = geometry::Length::ZERO;
        zero.at_most(at.x) && at.x.at_most(size.width) && zero.at_most(at.y) && at.y.at_most(size.height)
    }
}

/// FT-7.19.1: area ECM starts off; other ECM as the option says.
fn default_off(field: &Field, id: ShipId) -> IconSet {
    let ecm_on = field.options.ecm_default;
    // FT-12.4.1: off unless an order switches it on.
    let ecm_on = ecm_on && !field.options.ecm_jamming;
    let off = |kind: &Kind| matches!(kind, Kind::Ecm { area } if *area || !ecm_on);
    field.blueprint(id).icons_of(off).collect()
}

/// A ship as its scenario has it, undamaged.
#[expect(clippy::wildcard_enum_match_arm, reason = "only turrets are turned")]
pub(crate) fn new_ship(field: &Field, id: ShipId) -> Ship {
    let (berth, blueprint) = (field.berth(id), field.blueprint(id));
    let at = berth.at.unwrap_or_else(|| field.centre());
    let facing = berth.facing.unwrap_or_else(|| crate::movement::clock::Clock::nearest(field.centre() - at));
    let velocity = berth.velocity;
    let drift = field.is_vector(id).then(|| plot::drift_along(facing, velocity));
    let armour: Armour = blueprint
        .design
        .armour
        .iter()
        .map(|layer| LayerLeft {
            standard: layer.standard as u16,
            regenerative: layer.regenerative as u16,
            hurt: 0,
        })
        .collect();
    let turrets = blueprint.design.systems.iter().filter_map(|system| match &system.kind {
        Kind::Turret { arcs, facing, .. } => Some(facing.unwrap_or(arcs.left())),
        _ => None,
    });
    let as_given = field.scenario.deployment == Deployment::AsGiven && berth.enters.is_none();
    let mut ship = Ship {
        owner: field.owner_of(id),
        side: field.side_of(id),
        status: match as_given {
            // FT-12.3.1: where dummies are not played they were never there.
            _ if blueprint.nature == Nature::Dummy && !field.plays_dummies() => Status::Destroyed,
            // FT-11.7.1.
            _ if berth.rides.is_some() => {
                field.mothership(id).map_or(Status::Waiting, |by| Status::Carried { by })
            }
            // FT-11.5.1.
            _ if berth.ftl || berth.through.is_some() => Status::Waiting,
            true => Status::Active,
            false => Status::Waiting,
        },
        motion: Motion { at, facing, velocity, drift },
        rolled: false,
        hull_lost: 0,
        armour,
        rows_checked: 0,
        rows_at_start: 0,
        damaged: IconSet::default(),
        gone: IconSet::default(),
        spent: IconSet::default(),
        used: IconSet::default(),
        drive_hits: 0,
        drive_gone: 0,
        turned: false,
        thrusted: false,
        strained: 0,
        wear: 0,
        fired: false,
        turrets: turrets.take(8).collect(),
        active: false,
        spinal_turn: 0,
        spinal_fired: IconSet::default(),
        doomed: IconSet::default(),
        emp: Default::default(),
        core: Core::default(),
        off: default_off(field, id),
        cloaked: false,
        ready: Vec::new(),
        charges: Vec::new(),
        settings: Vec::new(),
        heal_first: false,
        launched: false,
        deck: Deck::default(),
        fired_loads: Vec::new(),
        bolts: Vec::new(),
        bogey: field.hides(id),
        warm: 0,
        arriving: false,
        caught: false,
        pool: Vec::new(),
        open_from: berth.gate.as_ref().filter(|it| it.open).map(|_| 0),
        passing: None,
        came: None,
        scanning: false,
        orbit: planets::start(field, id, &terrain::bodies(field)),
        over: 0,
        laid: Vec::new(),
        sweeping: false,
        set_aside: 0,
        marks: Default::default(),
        link: None,
        aboard: Vec::new(),
        sent: 0,
        fought: 0,
        sacked: 0,
        raided: IconSet::default(),
        torpedoes: Vec::new(),
    };
    berth.wear(blueprint, &mut ship);
    ship
}

/// The bow of a ship as a course.
pub(crate) fn heading(ship: &Ship) -> Course {
    ship.motion.facing.course()
}
