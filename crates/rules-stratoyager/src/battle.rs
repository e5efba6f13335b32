//! The state of a battle, and the questions many chapters ask of it.

use std::sync::Arc;

use engine::{Seat, Seats, SetupError};
use geometry::{Length, Point};

use crate::{
    Hour, Shape,
    card::{Loadout, Stats},
    initiative::Duel,
    phases::Phase,
    scenario::{self, Berth, Deployment, Field, SharedField},
    unit::{Incoming, Left, Pilot, Status, Unit, UnitId},
};

/// STR-6.4: how far a wreck that stays as an obstacle reaches: half a Klick.
pub(crate) const WRECK: Length = Length(Length::PER_UNIT / 2);

/// One battle of Basic Stratoyager.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub(crate) field: SharedField,
    pub(crate) turn: u16,
    pub(crate) phase: Phase,
    pub(crate) units: Vec<Unit>,
    /// STR-SET.4: the side that places first, once that is settled.
    pub(crate) first: u8,
    /// STR-1.3: the segment now played; 0 outside of segments.
    pub(crate) segment: u8,
    /// STR-1.4: the units of the segment, by side.
    pub(crate) active: [Option<UnitId>; 2],
    /// STR-ADD.6: the side that said stop alone in this segment.
    pub(crate) stopped: Option<u8>,
    pub(crate) incoming: Vec<Incoming>,
    pub(crate) pilots: Vec<Pilot>,
    /// STR-ADD.3: the cards of a dogfight. Hands are secret.
    pub(crate) duel: Option<Duel>,
    /// STR-END.5: structure each side took off the enemy.
    pub(crate) taken: [u16; 2],
    /// STR-END.4: which sides have had a unit on the table this turn.
    pub(crate) present: [bool; 2],
    /// STR-SET.7: the seventh turn has been granted.
    pub(crate) seventh: bool,
    pub(crate) conceded: Seats,
    pub(crate) draw_offers: Seats,
}

impl Battle {
    /// # Errors
    ///
    /// If units cannot stand where the scenario puts them.
    pub(crate) fn ready(field: Field) -> Result<Battle, SetupError> {
        let mut units = Vec::new();
        for side in 0..2 {
            for (n, berth) in field.side(side).units.iter().enumerate() {
                units.push(berthed(&field, side, n as u8, berth));
            }
        }
        let mut battle = Battle {
            field: Arc::new(field),
            turn: 0,
            phase: Phase::Setup,
            units,
            first: 0,
            segment: 0,
            active: [None; 2],
            stopped: None,
            incoming: Vec::new(),
            pilots: Vec::new(),
            duel: None,
            taken: [0; 2],
            present: [false; 2],
            seventh: false,
            conceded: Seats::default(),
            draw_offers: Seats::default(),
        };
        if let Deployment::InTurn { first } = battle.field.scenario.deployment {
            battle.first = first;
        }
        let wrong = crate::deploy::findings(&battle);
        if wrong.is_empty() { Ok(battle) } else { Err(SetupError(wrong)) }
    }

    pub fn field(&self) -> &Field {
        &self.field
    }

    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }

    pub fn unit_ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + Clone + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    pub(crate) fn stats(&self, unit: &Unit) -> &Stats {
        self.field.stats(unit.card)
    }

    /// STR-CARD.4: an entry of its missiles.
    pub(crate) fn loadout(&self, unit: &Unit, entry: u8) -> Option<Loadout> {
        self.field.card(unit.card).missiles.get(usize::from(entry)).copied()
    }

    pub(crate) fn berth(&self, unit: &Unit) -> Option<&Berth> {
        self.field.side(unit.side).units.get(usize::from(unit.berth?))
    }

    /// Manned units on the table.
    pub fn active_units(&self, side: u8) -> impl Iterator<Item = UnitId> + Clone {
        self.unit_ids().filter(move |&id| self.unit(id).side == side && self.unit(id).is_active())
    }

    pub fn tag(&self, id: UnitId) -> String {
        scenario::tag(&self.field, self.units.iter().map(|it| it.side), id)
    }

    pub(crate) fn by_tag(&self, tag: &str) -> Option<UnitId> {
        self.unit_ids().find(|&id| self.tag(id).eq_ignore_ascii_case(tag))
    }

    /// STR-ADD.4, STR-6.4: strictly inside something solid.
    pub(crate) fn in_obstacle(&self, at: Point) -> bool {
        self.field.in_obstacle(at) || self.wrecks().any(|it| it.contains(at))
    }

    /// STR-5.2: a straight line from peg to peg; units never block it.
    pub(crate) fn sees(&self, from: Point, to: Point) -> bool {
        let solid = self.field.scenario.terrain.iter().filter(|it| it.threshold.is_none());
        !solid.map(|it| &it.shape).any(|it| it.crosses(from, to))
            && !self.wrecks().any(|it| it.crosses(from, to))
    }

    /// STR-5.8: what zones on the line add to the threshold.
    pub(crate) fn haze(&self, from: Point, to: Point) -> i32 {
        let zones = self.field.scenario.terrain.iter().filter_map(|it| Some((it.threshold?, &it.shape)));
        zones.filter(|(_, shape)| shape.crosses(from, to)).map(|(it, _)| i32::from(it)).sum()
    }

    /// STR-6.4, option `wreck_stays_as_obstacle`: half a Klick about each wreck.
    fn wrecks(&self) -> impl Iterator<Item = Shape> {
        let stays = self.field.options.wreck_stays_as_obstacle;
        self.units
            .iter()
            .filter(move |it| stays && it.status == Status::Wrecked)
            .map(|it| Shape::Circle { centre: it.at, radius: WRECK })
    }

    /// STR-SCN.B: a unit that is to be brought off.
    pub(crate) fn is_convoy(&self, unit: &Unit) -> bool {
        let convoy = self.field.scenario.convoy.as_ref();
        self.field.convoy_card == Some(unit.card) && convoy.is_some_and(|it| it.side == unit.side)
    }

    /// Which unit of `seat` acts in this segment.
    pub(crate) fn acting(&self, seat: Seat) -> Option<UnitId> {
        self.active.get(seat.index()).copied().flatten()
    }
}

/// STR-SET.5: shields at the maximum, missiles full, unless the scenario says otherwise.
fn berthed(field: &Field, side: u8, n: u8, berth: &Berth) -> Unit {
    let card = field.card_named(&berth.card).expect("checked with the field");
    let mut unit = fresh(field, side, card);
    unit.berth = Some(n);
    unit.structure = berth.structure.unwrap_or(unit.structure);
    if let Some(missiles) = &berth.missiles {
        unit.missiles = missiles.iter().copied().collect();
    }
    if field.scenario.deployment == Deployment::AsGiven {
        unit.status = Status::Active;
        unit.at = berth.at.expect("checked with the field");
        let middle = Point { x: field.table.width.part(2), y: field.table.height.part(2) };
        unit.course = berth.course.unwrap_or_else(|| Hour::nearest(middle - unit.at));
        unit.facing = unit.course;
        unit.speed = berth.speed.unwrap_or_else(|| usual_speed(field, card));
    }
    unit
}

/// STR-SET.5: min(4, safe acceleration), or as the option says.
pub(crate) fn usual_speed(field: &Field, card: u8) -> u16 {
    field.options.start_speed.unwrap_or_else(|| u16::from(field.stats(card).safe.acceleration.min(4)))
}

/// A unit as its card has it.
pub(crate) fn fresh(field: &Field, side: u8, card: u8) -> Unit {
    let missiles: Left = field.card(card).missiles.iter().map(|it| it.count).collect();
    let stats = field.stats(card);
    Unit {
        card,
        side,
        berth: None,
        status: Status::Waiting,
        at: Point::default(),
        course: Hour::NORTH,
        facing: Hour::NORTH,
        speed: 0,
        structure: stats.structure,
        shields: stats.shields,
        missiles,
        initiative: 0,
        flown: None,
        yawed: false,
        greyouts: 0,
        blackout: false,
        evasive: false,
        countermeasures: false,
        at_will: None,
        lock: None,
    }
}
