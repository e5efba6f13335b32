//! Any mid-battle situation, as a person writes it down for a case.

use engine::{Seat, Seats, SetupError};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Hour,
    card::{Card, MOST_DICE},
    combat, deploy,
    initiative::{self, Duel},
    manoeuvre::{self, Plan},
    options::Options,
    phases::Phase,
    scenario::{Berth, Convoy, Deployment, Edges, Field, Scenario, Side, TableSize, Terrain, Zone},
    unit::{Incoming, Lock, Pilot, Status, UnitId},
};

/// A battle stopped at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    #[serde(default = "usual_table")]
    pub table: TableSize,
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    #[serde(default)]
    pub cards: Vec<Card>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub convoy: Option<Convoy>,
    #[serde(default = "first")]
    pub turn: u16,
    #[serde(default)]
    pub phase: Moment,
    /// STR-1.3: the segment now played.
    #[serde(default = "first_segment")]
    pub segment: u8,
    /// The units of the segment, by side; by default those with its card, or the first of each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<[Option<UnitId>; 2]>,
    /// The side that places first.
    #[serde(default)]
    pub first: u8,
    #[serde(default)]
    pub incoming: Vec<Incoming>,
    #[serde(default)]
    pub pilots: Vec<Pilot>,
    /// STR-ADD.3: the hands of a dogfight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<[[u8; 2]; 2]>,
    /// STR-ADD.3: the cards for movement, once chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movement: Option<[u8; 2]>,
    /// STR-END.5.
    #[serde(default)]
    pub taken: [u16; 2],
    /// STR-END.4: which sides had a unit on the table when the turn began.
    #[serde(default = "both")]
    pub present: [bool; 2],
    /// STR-ADD.6: the side that said stop alone in this segment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<u8>,
    /// STR-SET.7: the seventh turn has been granted.
    #[serde(default)]
    pub seventh: bool,
    /// STR-ADD.3: the second cards of a dogfight lie open; as the step says if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revealed: Option<bool>,
    /// STR-SET.3: as in a scenario, for the phases of set-up.
    #[serde(default = "by_cards")]
    pub deployment: Deployment,
    /// STR-SET.3: where each side deploys, as in a scenario.
    #[serde(default)]
    pub zones: [Vec<Zone>; 2],
    /// STR-SET.9: how many units each side may hold back, as in a scenario.
    #[serde(default)]
    pub reserves: [Option<u8>; 2],
    /// STR-SET.4: the unit to place in the phase `place`; the next in order if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placing: Option<UnitId>,
    /// STR-END.6: seats that have given up, and that offer a draw.
    #[serde(default)]
    pub conceded: Seats,
    #[serde(default)]
    pub draw_offers: Seats,
    /// Those of side 0 first: units are numbered in this order.
    pub units: Vec<UnitSituation>,
}

/// The decision that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Reserves, deployment by cards.
    #[serde(alias = "set-up")]
    Setup,
    #[serde(alias = "reserves")]
    Reserve,
    #[serde(alias = "deployment cards")]
    DeployCards,
    #[serde(alias = "deployment")]
    Place,
    Initiative,
    #[serde(alias = "dogfight cards")]
    Duel,
    #[default]
    #[serde(alias = "manoeuvre")]
    Plan,
    Yaw,
    #[serde(alias = "leaving the table")]
    Leave,
    #[serde(alias = "fire at will")]
    AtWill,
    #[serde(alias = "combat action")]
    Combat,
    #[serde(alias = "arrivals")]
    Arrive,
}

/// One unit of a situation. What is left out is undamaged and at rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSituation {
    pub side: u8,
    pub card: String,
    #[serde(default)]
    pub at: Point,
    #[serde(default)]
    pub course: Hour,
    /// As the course if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Hour>,
    #[serde(default)]
    pub speed: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_speed: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shields: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missiles: Option<Vec<u8>>,
    /// Its initiative card.
    #[serde(default)]
    pub initiative: u8,
    /// What it flew this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flown: Option<Plan>,
    #[serde(default)]
    pub yawed: bool,
    #[serde(default)]
    pub greyouts: u8,
    #[serde(default)]
    pub blackout: bool,
    #[serde(default)]
    pub evasive: bool,
    #[serde(default)]
    pub countermeasures: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_will: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<Lock>,
}

fn usual_table() -> TableSize {
    TableSize { width: Length::units(24), height: Length::units(36) }
}

fn first() -> u16 {
    1
}

fn first_segment() -> u8 {
    1
}

fn both() -> [bool; 2] {
    [true; 2]
}

fn by_cards() -> Deployment {
    Deployment::Cards { edges: Edges::Short }
}

impl Moment {
    /// Before the first turn, with units that wait to be placed.
    fn is_deployment(self) -> bool {
        matches!(self, Moment::Reserve | Moment::DeployCards | Moment::Place)
    }
}

/// Later than any battle lasts.
const LAST_TURN: u16 = 100;

pub(crate) fn set_up(options: &Options, situation: &Situation) -> Result<Battle, SetupError> {
    let field = Field::new(options, &scenario(options, situation)?)?;
    let mut battle = Battle::ready(field)?;
    let mut wrong = Vec::new();
    if situation.turn == 0 || LAST_TURN < situation.turn {
        wrong.push(format!("turn {} is not between 1 and {LAST_TURN}", situation.turn));
    }
    if situation.segment == 0 || 40 < situation.segment {
        wrong.push(format!("segment {} is not between 1 and 40 (STR-1.3)", situation.segment));
    }
    if situation.stopped.is_some_and(|it| 1 < it) {
        wrong.push("a side other than 0 and 1 said stop (STR-ADD.6)".to_owned());
    }
    if situation.conceded.iter().chain(situation.draw_offers.iter()).any(|it| 1 < it.0) {
        wrong.push("a seat beyond the two of a battle gives up or offers a draw (STR-END.6)".to_owned());
    }
    if situation.revealed.is_some() && situation.hands.is_none() {
        wrong.push("cards lie open, but there are no hands (STR-ADD.3)".to_owned());
    }
    if situation.placing.is_some() && situation.phase != Moment::Place {
        wrong.push("units are placed in the phase `place` (STR-SET.4)".to_owned());
    }
    if 1 < situation.first {
        wrong.push(format!("side {} cannot place first (STR-SET.4)", situation.first));
    }
    let known = |id: UnitId| id.index() < situation.units.len();
    for (n, wanted) in situation.units.iter().enumerate() {
        let twin = |other: &UnitSituation| other.side == wanted.side && other.initiative == wanted.initiative;
        if 0 < wanted.initiative && situation.units[..n].iter().any(twin) {
            wrong.push(format!("side {} has card {} twice (STR-1.2)", wanted.side, wanted.initiative));
        }
    }
    for (n, wanted) in situation.units.iter().enumerate() {
        wrong.extend(unit_findings(&battle, n, wanted, &known));
    }
    let pilots = situation.pilots.iter().map(|it| it.unit);
    let flying = situation.incoming.iter().flat_map(|it| [it.by, it.target]);
    let acting = situation.active.iter().flatten().chain([&situation.placing]).flatten().copied();
    if pilots.chain(flying).chain(acting).any(|id| !known(id)) {
        wrong.push("a unit is named that is not there".to_owned());
    }
    let side = |id: UnitId| situation.units.get(id.index()).map(|it| it.side);
    if situation.incoming.iter().any(|it| side(it.by) == side(it.target)) {
        wrong.push("a missile flies at an enemy of who launched it (STR-4.3)".to_owned());
    }
    let later = |wanted: &UnitSituation| {
        let left = matches!(wanted.status, Some(Status::Away { since }) if situation.turn < since);
        left || wanted.lock.is_some_and(|it| situation.turn < it.turn)
    };
    if situation.units.iter().any(later) {
        wrong.push(
            "a unit left the table, or locked on, in a turn still to come (STR-ADD.2, STR-4.3)".to_owned(),
        );
    }
    let off = |at: &Point| !battle.field.scenario.table.holds(*at);
    if situation.pilots.iter().any(|it| off(&it.at)) {
        wrong.push("a pilot lands on the table (STR-4.8)".to_owned());
    }
    if situation.incoming.iter().any(|it| it.dice == 0 || MOST_DICE < it.dice) {
        wrong.push("a missile has 1 to 12 dice (STR-CARD.4)".to_owned());
    }
    if !wrong.is_empty() {
        return Err(SetupError(wrong));
    }
    for (n, wanted) in situation.units.iter().enumerate() {
        put(&mut battle, n, wanted, situation.phase);
    }
    battle.turn = situation.turn;
    battle.first = situation.first;
    battle.incoming = situation.incoming.clone();
    battle.pilots = situation.pilots.clone();
    battle.taken = situation.taken;
    battle.present = situation.present;
    battle.stopped = situation.stopped;
    battle.seventh = situation.seventh;
    (battle.conceded, battle.draw_offers) = (situation.conceded, situation.draw_offers);
    begin(&mut battle, situation)?;
    Ok(battle)
}

fn unit_findings(
    battle: &Battle,
    n: usize,
    wanted: &UnitSituation,
    known: &impl Fn(UnitId) -> bool,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let unit = &battle.units[n];
    let (card, number) = (battle.field.card(unit.card), n + 1);
    if wanted.structure.is_some_and(|it| it == 0 || card.structure < it)
        || wanted.shields.is_some_and(|it| card.shields < it)
    {
        wrong.push(format!("unit {number}: structure or shields do not fit {} (STR-CARD.1)", card.name));
    }
    if let Some(missiles) = &wanted.missiles
        && (missiles.len() != card.missiles.len()
            || missiles.iter().zip(&card.missiles).any(|(left, it)| it.count < *left))
    {
        wrong.push(format!("unit {number}: missiles do not fit {} (STR-CARD.4)", card.name));
    }
    if 1_000 < wanted.speed || 4 < wanted.greyouts || 40 < wanted.initiative {
        wrong.push(format!("unit {number}: speed, greyouts or card are beyond reason"));
    }
    if let Some(plan) = wanted.flown
        && (24 < plan.first.thrust || 24 < plan.second.thrust)
    {
        wrong.push(format!("unit {number}: it flew more than it can (STR-2.4)"));
    }
    if wanted.evasive && wanted.yawed {
        wrong.push(format!("unit {number}: it flew evasively or yawed, not both (STR-2.10)"));
    }
    if wanted.max_speed.is_some_and(|most| most < wanted.speed) {
        wrong.push(format!("unit {number}: it is faster than its own limit (STR-SCN.B)"));
    }
    let target_is_enemy =
        |lock: &Lock| known(lock.target) && battle.units[lock.target.index()].side != unit.side;
    if wanted.lock.is_some_and(|it| !target_is_enemy(&it)) {
        wrong.push(format!("unit {number}: its lock is on no enemy (STR-4.3)"));
    }
    let limit = Length::units(1_000);
    if limit < wanted.at.x.abs() || limit < wanted.at.y.abs() {
        wrong.push(format!("unit {number} is far beyond the table"));
    }
    wrong
}

fn put(battle: &mut Battle, n: usize, wanted: &UnitSituation, phase: Moment) {
    let usual = if phase.is_deployment() { Status::Waiting } else { Status::Active };
    let unit = &mut battle.units[n];
    unit.status = wanted.status.unwrap_or(usual);
    unit.at = wanted.at;
    unit.course = wanted.course;
    unit.facing = wanted.facing.unwrap_or(wanted.course);
    unit.speed = wanted.speed;
    unit.structure = wanted.structure.unwrap_or(unit.structure);
    unit.shields = wanted.shields.unwrap_or(unit.shields);
    if let Some(missiles) = &wanted.missiles {
        unit.missiles = missiles.iter().copied().collect();
    }
    unit.initiative = wanted.initiative;
    unit.flown = wanted.flown;
    unit.yawed = wanted.yawed;
    unit.greyouts = wanted.greyouts;
    unit.blackout = wanted.blackout;
    unit.evasive = wanted.evasive;
    unit.countermeasures = wanted.countermeasures;
    unit.at_will = wanted.at_will;
    unit.lock = wanted.lock;
}

/// The decision of the moment, and the units it concerns.
fn begin(battle: &mut Battle, situation: &Situation) -> Result<(), SetupError> {
    let in_segment = matches!(
        situation.phase,
        Moment::Plan | Moment::Yaw | Moment::Leave | Moment::AtWill | Moment::Combat
    );
    if let Some(hands) = situation.hands {
        battle.duel = Some(duel(hands, situation)?);
    }
    if in_segment {
        battle.segment = situation.segment;
        battle.active = situation.active.unwrap_or_else(|| {
            let of = |side: u8| {
                let own = || battle.active_units(side);
                let with = |card: u8| own().find(|&it| battle.unit(it).initiative == card);
                // A unit that holds another card has its own segment.
                with(battle.segment).or_else(|| with(0))
            };
            [of(0), of(1)]
        });
        for side in 0..2_u8 {
            let acting = battle.active[usize::from(side)];
            if acting.is_some_and(|it| battle.unit(it).side != side) {
                return Err(SetupError::one("the active units are named by side"));
            }
            if let Some(id) = acting
                && battle.unit(id).initiative == 0
            {
                battle.unit_mut(id).initiative = battle.segment;
            }
        }
    }
    if situation.phase.is_deployment() {
        battle.turn = 0;
    }
    let acting = |passes: &dyn Fn(UnitId) -> bool| -> Seats {
        (0..2).filter(|&side| battle.active[usize::from(side)].is_some_and(passes)).map(Seat).collect()
    };
    let active = |it: UnitId| battle.unit(it).is_active();
    let cards = |battle: &Battle| -> Seats {
        (0..2).filter(|&side| initiative::takers(battle, side).next().is_some()).map(Seat).collect()
    };
    let phase = match situation.phase {
        Moment::Setup => Phase::Setup,
        Moment::Reserve => {
            let may = |side: &u8| {
                let n = deploy::waiting(battle, *side).count();
                0 < deploy::most_reserves(battle, *side, n)
            };
            Phase::Reserve { seats: (0..2).filter(may).map(Seat).collect() }
        }
        Moment::DeployCards => Phase::DeployCards { seats: cards(battle) },
        Moment::Place => {
            let waits = |id: &UnitId| battle.unit(*id).status == Status::Waiting;
            match situation.placing.or_else(|| deploy::next_to_place(battle)).filter(waits) {
                Some(unit) => Phase::Place { unit },
                None => return Err(SetupError::one("no such unit waits to be placed (STR-SET.4)")),
            }
        }
        Moment::Initiative => Phase::Initiative { seats: cards(battle) },
        Moment::Duel if battle.duel.is_some() => Phase::Duel,
        Moment::Duel => return Err(SetupError::one("a dogfight needs its hands (STR-ADD.3)")),
        Moment::Plan => Phase::Plan { seats: acting(&active) },
        Moment::Yaw => Phase::Yaw { seats: acting(&|it| manoeuvre::may_yaw(battle, it)) },
        Moment::Leave => {
            Phase::Leave { seats: acting(&|it| matches!(battle.unit(it).status, Status::Away { .. })) }
        }
        Moment::AtWill => {
            let has = |side: &u8| !combat::will_shots(battle, *side).is_empty();
            Phase::AtWill { seats: (0..2).filter(has).map(Seat).collect() }
        }
        Moment::Combat => Phase::Combat { seats: acting(&|it| active(it) && !battle.unit(it).blackout) },
        Moment::Arrive => {
            let side = [battle.first, 1 - battle.first]
                .into_iter()
                .find(|&side| deploy::arriving(battle, side).next().is_some());
            match side {
                Some(side) => Phase::Arrive { seat: Seat(side) },
                None => return Err(SetupError::one("nobody arrives (STR-SET.8)")),
            }
        }
    };
    let nobody = match phase {
        Phase::Initiative { seats }
        | Phase::Reserve { seats }
        | Phase::DeployCards { seats }
        | Phase::Plan { seats }
        | Phase::Yaw { seats }
        | Phase::Leave { seats }
        | Phase::AtWill { seats }
        | Phase::Combat { seats } => seats.is_empty(),
        Phase::Setup
        | Phase::Muster { .. }
        | Phase::Place { .. }
        | Phase::Arrive { .. }
        | Phase::Duel
        | Phase::Over { .. } => false,
    };
    if nobody {
        return Err(SetupError::one(format!("nobody decides in phase {:?}", situation.phase)));
    }
    if situation.phase == Moment::Setup {
        let placed = battle.units.iter().any(|it| it.status != Status::Waiting);
        battle.turn = if placed { situation.turn } else { 0 };
    }
    battle.phase = phase;
    Ok(())
}

fn duel(hands: [[u8; 2]; 2], situation: &Situation) -> Result<Duel, SetupError> {
    let mut cards: Vec<u8> = hands.iter().flatten().copied().collect();
    cards.sort_unstable();
    cards.dedup();
    let spare = (1..=5).find(|it| !cards.contains(it));
    let held = |it: [u8; 2]| hands[0].contains(&it[0]) && hands[1].contains(&it[1]);
    let right = cards.len() == 4 && cards.iter().all(|it| (1..=5).contains(it));
    let (Some(spare), true, true) = (spare, right, situation.movement.is_none_or(held)) else {
        return Err(SetupError::one("hands are four different cards from 1 to 5 (STR-ADD.3)"));
    };
    let step = if situation.movement.is_some() { situation.segment } else { 0 };
    if 4 < step {
        return Err(SetupError::one(format!("a dogfight has segments 1 to 4, not {step} (STR-ADD.3)")));
    }
    let revealed = situation.revealed.unwrap_or(3 <= step);
    Ok(Duel { hands, spare, movement: situation.movement, revealed, step })
}

/// The scenario that would have led here.
fn scenario(options: &Options, situation: &Situation) -> Result<Scenario, SetupError> {
    if situation.units.windows(2).any(|pair| pair[1].side < pair[0].side) {
        return Err(SetupError::one("the units of side 0 come before those of side 1"));
    }
    if situation.units.iter().any(|it| 1 < it.side) {
        return Err(SetupError::one("the side of a unit is 0 or 1"));
    }
    let as_given = situation.deployment == Deployment::AsGiven;
    let side = |number: u8, name: &str| Side {
        name: name.to_owned(),
        faction: String::new(),
        zones: situation.zones[usize::from(number)].clone(),
        reserves: situation.reserves[usize::from(number)],
        units: situation
            .units
            .iter()
            .filter(|it| it.side == number)
            .map(|it| Berth {
                card: it.card.clone(),
                name: String::new(),
                at: as_given.then_some(it.at),
                course: as_given.then_some(it.course),
                speed: as_given.then_some(it.speed),
                max_speed: it.max_speed,
                fixed: false,
                structure: None,
                missiles: None,
            })
            .collect(),
    };
    Ok(Scenario {
        name: "A situation".to_owned(),
        blurb: String::new(),
        table: situation.table,
        deployment: situation.deployment,
        sides: vec![side(0, "Federation"), side(1, "Pirates")],
        points: None,
        terrain: situation.terrain.clone(),
        cards: situation.cards.clone(),
        convoy: situation.convoy.clone(),
        options: options.clone(),
    })
}
