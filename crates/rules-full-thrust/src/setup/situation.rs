//! Any mid-battle situation, as a person writes it down for a case.

use std::fmt;

use engine::{Seat, Seats, SetupError, Severity};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    Battle,
    boarding::{Party, Troop},
    craft::{
        moves::Pass,
        wings::{Deeds, GroupId, Pilots, Post},
    },
    fire::{
        gunnery::{OnLine, Side as LineSide},
        sweeps::Nova,
    },
    jumps::{
        ftl::{HyperLimit, Plan},
        gates::GateSpec,
    },
    movement::{clock::Clock, links::Link},
    options::{Boarding, Options},
    orders::{Mode, Secret, Written},
    ordnance::{Marker, mines::Mine, opening::Flak},
    phases::{Phase, Step},
    sensors::bogeys::Told,
    setup::{
        berth::Berth,
        scenario::{Deployment, Field, MOST_VELOCITY, Scenario, Side, TableSize},
    },
    ship::{IconId, IconSet, LayerLeft, Ship, ShipId, Status},
    terrain::{Body, Terrain},
    yard::design::{Arc, Design, Kind, WingType, remarks::remarks},
};

/// A battle stopped at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    #[serde(default)]
    pub table: TableSize,
    /// FT-4.12.3: the last turn.
    #[serde(default = "twelve")]
    pub turns: u16,
    #[serde(default = "one")]
    pub turn: u16,
    #[serde(default)]
    pub phase: Moment,
    /// FT-2.6.2: the winner first; in the order of the sides if left out.
    #[serde(default)]
    pub initiative: Vec<Seat>,
    /// FT-17.1.1: what is on the table besides ships.
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    /// FT-11.2.1.
    #[serde(default)]
    pub hyper_limit: Option<HyperLimit>,
    #[serde(default)]
    pub designs: Vec<Design>,
    /// FT-6.9.1: active mines.
    #[serde(default)]
    pub mines: Vec<MineSituation>,
    /// Those of side 0 first: ships are numbered in this order.
    pub ships: Vec<ShipSituation>,
    /// FT-8.15.11: roles that were agreed on.
    #[serde(default)]
    pub roles: Vec<WingType>,
    /// FT-8.0.1: groups that are not simply aboard, as they came.
    #[serde(default)]
    pub groups: Vec<GroupSituation>,
    /// FT-6.2.1: missiles, rockets and bolts of this turn.
    #[serde(default)]
    pub markers: Vec<Marker>,
    /// FT-7.23.2: templates of nova cannons on their way.
    #[serde(default)]
    pub novas: Vec<Nova>,
    /// FT-5.16.4: blast markers of this turn.
    #[serde(default)]
    pub flak: Vec<Flak>,
    /// FT-12.7.1: enemies side by side since phase 5 of that turn.
    #[serde(default)]
    pub beside: Vec<(ShipId, ShipId, u16)>,
    /// FT-4.2.2: how ships on a line between two arcs were diced for.
    #[serde(default)]
    pub sides: Vec<(ShipId, ShipId, LineSide)>,
    /// FT-12.2.1: what each seat knows of closed displays.
    #[serde(default)]
    pub told: Vec<Told>,
    /// FT-17.1.1: the terrain as it now is, if not as it was.
    #[serde(default)]
    pub bodies: Option<Vec<Body>>,
    /// FT-12.9.1: seats that have given up.
    #[serde(default)]
    pub conceded: Seats,
    /// FT-2.6.11: sides that have passed in a row, in the phase `fire`.
    #[serde(default)]
    pub passes: u8,
}

/// FT-2.6.0: the decision that is open, or the start of one of the fifteen phases, from which the battle is
/// played on to its first decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Phase 1: orders are written.
    #[default]
    #[serde(alias = "write orders")]
    Orders,
    #[serde(alias = "order of the sides")]
    Initiative,
    #[serde(alias = "flak and second stages")]
    Launch,
    /// Phase 4: the loser of the initiative moves a group.
    #[serde(alias = "move fighters")]
    Fighters,
    #[serde(alias = "active scans")]
    Movement,
    /// Phase 6: the loser of the initiative moves a group once more.
    #[serde(alias = "secondary_moves", alias = "secondary moves")]
    Secondary,
    #[serde(alias = "scramble")]
    Attacks,
    Dogfights,
    #[serde(alias = "point defence")]
    PointDefence,
    #[serde(alias = "attack runs")]
    Strikes,
    /// Phase 11: the winner of the initiative fires.
    #[serde(alias = "ships fire")]
    Fire,
    #[serde(alias = "boarders cross", alias = "duties of boarders", alias = "repel boarders")]
    Boarding,
    #[serde(alias = "EMP")]
    Thresholds,
    /// Phase 14: everybody repairs.
    #[serde(alias = "damage_control", alias = "damage control")]
    Repairs,
    #[serde(alias = "power cores")]
    Reactors,
}

/// One group of a situation. What is left out is fresh.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupSituation {
    /// Ships in their order, fighters before gunboats.
    pub group: GroupId,
    /// In flight, at this place.
    #[serde(default)]
    pub at: Option<Point>,
    #[serde(default = "up")]
    pub facing: Clock,
    #[serde(default)]
    pub left: Option<u8>,
    #[serde(default)]
    pub cef: Option<u8>,
    #[serde(default)]
    pub spent: u8,
    #[serde(default)]
    pub pilots: Pilots,
    #[serde(default)]
    pub role: Option<WingType>,
    /// FT-8.15.14.
    #[serde(default)]
    pub troops: Vec<Troop>,
    /// FT-8.6.1.
    #[serde(default)]
    pub screening: Option<ShipId>,
    /// FT-8.6.3.
    #[serde(default)]
    pub guarding: Option<GroupId>,
    /// FT-8.6.5: whom it attacked in the turn before.
    #[serde(default)]
    pub hunted: Option<ShipId>,
    /// FT-8.16.1: aboard, and ready from this turn on.
    #[serde(default)]
    pub ready: u16,
    /// FT-8.1.4, FT-8.5.2: launched, or moved, this turn.
    #[serde(default)]
    pub launched: bool,
    #[serde(default)]
    pub moved: bool,
    /// What else it has done this turn.
    #[serde(default)]
    pub deeds: Deeds,
    /// Where it is, if it is elsewhere: pursuing, in hyperspace, away, destroyed.
    #[serde(default)]
    pub post: Option<Post>,
    /// FT-9.2.7: packs, missiles, rockets or bombs used up, by boat.
    #[serde(default)]
    pub packs: Vec<u8>,
    /// FT-9.2.3: the turn in which its FTL drive was charged, and its way in that turn.
    #[serde(default)]
    pub warm: u16,
    #[serde(default)]
    pub run: Point,
    /// FT-9.2.2.
    #[serde(default)]
    pub arriving: bool,
    /// FT-8.4.2.
    #[serde(default)]
    pub fouled: bool,
    /// FT-VIC.3: craft killed; those that are missing if left out.
    #[serde(default)]
    pub killed: Option<u8>,
}

/// FT-6.9.1: a mine of a side, laid in an earlier turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MineSituation {
    pub side: u8,
    pub at: Point,
    /// FT-6.10.1: the turn it was laid in; the one before if left out.
    #[serde(default)]
    pub turn: Option<u16>,
}

/// One ship of a situation. What is left out is undamaged and at rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipSituation {
    pub side: u8,
    pub design: String,
    #[serde(default)]
    pub name: String,
    pub at: Point,
    #[serde(default = "up")]
    pub facing: Clock,
    #[serde(default)]
    pub velocity: u16,
    #[serde(default)]
    pub vector: bool,
    /// FT-12.12.1: a vector ship's way, if it is not along its facing.
    #[serde(default)]
    pub drift: Option<Point>,
    #[serde(default)]
    pub rolled: bool,
    #[serde(default)]
    pub hull_lost: u16,
    /// Rows already checked for; all that are lost if left out.
    #[serde(default)]
    pub rows_checked: Option<u8>,
    /// What is left of each layer, standard and regenerative, the inner one first.
    #[serde(default)]
    pub armour: Option<Vec<[u16; 2]>>,
    #[serde(default)]
    pub damaged: IconSet,
    #[serde(default)]
    pub gone: IconSet,
    #[serde(default)]
    pub spent: IconSet,
    #[serde(default)]
    pub drive_hits: u8,
    #[serde(default)]
    pub turned: bool,
    #[serde(default)]
    pub thrusted: bool,
    #[serde(default)]
    pub strained: u8,
    #[serde(default)]
    pub adrift_until: u16,
    #[serde(default)]
    pub turrets: Vec<Arc>,
    /// FT-3.7.5.
    #[serde(default)]
    pub base: Option<u8>,
    /// FT-13.15.1.
    #[serde(default)]
    pub station: Option<String>,
    #[serde(default)]
    pub radius: Option<Length>,
    #[serde(default)]
    pub links: Vec<String>,
    /// FT-17.8.2: the name of a planet.
    #[serde(default)]
    pub orbit: Option<String>,
    /// FT-7.20.1: behind a cloaking device until the end of phase 5 of this turn.
    #[serde(default)]
    pub cloaked_until: Option<u16>,
    /// FT-7.24.1: points in wave guns.
    #[serde(default)]
    pub charges: Vec<(IconId, u8)>,
    /// FT-7.23.1, FT-7.24.2: what is armed or to be discharged this turn.
    #[serde(default)]
    pub ready: Vec<(IconId, Mode)>,
    /// FT-7.5.1, FT-7.19.1: what is switched off; as at the start of a battle if left out.
    #[serde(default)]
    pub off: Option<IconSet>,
    /// FT-12.1.1: not yet identified, and what stands on its marker.
    #[serde(default)]
    pub bogey: bool,
    /// FT-11.4.1: the turn in which its FTL drive was warmed up.
    #[serde(default)]
    pub warm: u16,
    /// FT-11.5.1: not yet there; its course and velocity are those of the ship.
    #[serde(default)]
    pub plan: Option<u16>,
    #[serde(default)]
    pub letter: String,
    /// FT-5.21.1.
    #[serde(default)]
    pub settings: Vec<(IconId, Mode)>,
    /// FT-16.3.1, FT-16.6.1.
    #[serde(default)]
    pub link: Option<Link>,
    /// FT-11.9.1: how a gate stands; FT-11.9.6: the gate it comes through.
    #[serde(default)]
    pub gate: Option<GateSpec>,
    #[serde(default)]
    pub through: Option<String>,
    /// FT-11.7.2: the ship that carries it.
    #[serde(default)]
    pub carried: Option<ShipId>,
    /// FT-16.7.2.
    #[serde(default)]
    pub rams: bool,
    /// FT-12.7.1: units of other ships aboard.
    #[serde(default)]
    pub aboard: Vec<Party>,
    /// FT-5.9.4: parties of the crew that are abroad.
    #[serde(default)]
    pub sent: u16,
    /// FT-12.7.6: taken by this side.
    #[serde(default)]
    pub captured: Option<Seat>,
    /// FT-6.8.1: when plasma bolt launchers last fired.
    #[serde(default)]
    pub bolts: Vec<(IconId, u16)>,
    /// FT-6.10.1: the minelayer of every mine that has been laid.
    #[serde(default)]
    pub laid: Vec<IconId>,
    /// FT-3.5.3: orders written and not yet carried out.
    #[serde(default)]
    pub written: Option<Written>,
    /// FT-5.14.2, FT-7.9.1, FT-7.25.1: what only its owner knows of it.
    #[serde(default)]
    pub secret: Option<Secret>,
    /// Anything else that may stand on its display, by the names that `ships.N` of the view has.
    #[serde(default)]
    pub also: Map<String, Value>,
}

fn one() -> u16 {
    1
}

fn twelve() -> u16 {
    12
}

fn up() -> Clock {
    Clock::TWELVE
}

pub(crate) fn set_up(options: &Options, situation: &Situation) -> Result<Battle, SetupError> {
    // FT-12.7.1: where somebody has come aboard or alongside, boarding is played.
    let met = !situation.beside.is_empty() || situation.ships.iter().any(|it| !it.aboard.is_empty());
    let mut options = options.clone();
    if met && options.boarding == Boarding::Troops {
        options.boarding = Boarding::On;
    }
    let mut battle = Battle::ready(Field::new(&options, &scenario(situation)?)?)?;
    let mut wrong = Vec::new();
    if !(1..=situation.turns).contains(&situation.turn) {
        wrong.push(format!("turn {} is not between 1 and {}", situation.turn, situation.turns));
    }
    battle.turn = situation.turn;
    let field = std::sync::Arc::clone(&battle.field);
    for ((id, ship), wanted) in field.ship_ids().zip(&mut battle.ships).zip(&situation.ships) {
        let blueprint = field.blueprint(id);
        // FT-12.7.6: a prize has no box left.
        let most = blueprint.hull() - u16::from(wanted.captured.is_none());
        if most < wanted.hull_lost {
            wrong.push(format!("ship {}: more boxes lost than {} has", id.0, wanted.design));
        }
        if let Some(armour) = &wanted.armour {
            let left = |it: &[u16; 2]| LayerLeft { standard: it[0], regenerative: it[1], hurt: 0 };
            let built = &blueprint.design.armour;
            let fits = armour.len() == built.len()
                && armour.iter().zip(built).all(|(left, full)| {
                    u32::from(left[0]) <= full.standard && u32::from(left[1]) <= full.regenerative
                });
            if fits {
                ship.armour = armour.iter().map(left).collect();
                for (layer, full) in ship.armour.iter_mut().zip(built) {
                    layer.hurt = full.regenerative as u16 - layer.regenerative;
                }
            } else {
                wrong.push(format!("ship {}: {} has other armour", id.0, wanted.design));
            }
        }
        let icons = [wanted.damaged, wanted.gone, wanted.spent];
        if MOST_VELOCITY < wanted.velocity || 2 < wanted.drive_hits {
            wrong.push(format!("ship {}: no such velocity, or more than 2 drive hits", id.0));
        }
        ship.rolled = wanted.rolled;
        ship.hull_lost = wanted.hull_lost;
        let lost = blueprint.rows_lost(wanted.hull_lost);
        ship.rows_checked = wanted.rows_checked.unwrap_or(lost);
        if lost < ship.rows_checked {
            wrong.push(format!("ship {}: {lost} rows are lost, so no more are checked (FT-4.11.3)", id.0));
        }
        ship.rows_at_start = ship.rows_checked;
        [ship.damaged, ship.gone, ship.spent] = icons;
        ship.drive_hits = wanted.drive_hits;
        ship.turned = wanted.turned;
        ship.thrusted = wanted.thrusted;
        ship.strained = wanted.strained;
        ship.core.adrift_until = wanted.adrift_until;
        match (wanted.drift, ship.motion.drift) {
            (Some(drift), Some(_)) => ship.motion.drift = Some(drift),
            (Some(_), None) => {
                wrong.push(format!("ship {}: only a vector ship drifts (FT-12.12.1)", id.0));
            }
            (None, _) => (),
        }
        if let Some(secret) = &wanted.secret {
            battle.secrets[id.index()] = secret.clone();
        }
        if let Some(written) = &wanted.written {
            battle.written[id.index()] = written.clone();
        }
        ship.cloaked = wanted.cloaked_until.is_some();
        if let Some(until) = wanted.cloaked_until {
            battle.secrets[id.index()].cloak_until = until;
        }
        ship.charges.clone_from(&wanted.charges);
        ship.ready.clone_from(&wanted.ready);
        ship.settings.clone_from(&wanted.settings);
        // FT-12.1.1: what flies from a ship shows what it is.
        if wanted.bogey && field.carries(id) {
            wrong.push(format!("ship {}: {} carries small craft and is not a bogey", id.0, wanted.design));
        }
        ship.bogey = wanted.bogey;
        ship.warm = wanted.warm;
        if let Some(turn) = wanted.plan {
            let (at, facing, velocity) = (wanted.at, wanted.facing, wanted.velocity);
            let plan = Plan { ship: id, group: None, turn, at, facing, velocity };
            battle.secrets[id.index()].plan = Some(plan);
        }
        ship.link = wanted.link;
        if wanted.link.is_some_and(|it| situation.ships.len() <= it.lead.index() || it.lead == id) {
            wrong.push(format!("ship {}: held by a ship that does not exist", id.0));
        }
        if let Some(by) = wanted.carried {
            ship.status = Status::Carried { by };
            if situation.ships.len() <= by.index() || by == id {
                wrong.push(format!("ship {}: carried by a ship that does not exist", id.0));
            }
        }
        ship.aboard.clone_from(&wanted.aboard);
        ship.sent = wanted.sent;
        if let Some(by) = wanted.captured {
            ship.status = Status::Captured { by, away: false };
            ship.hull_lost = blueprint.hull();
        }
        if wanted.aboard.iter().any(|it| field.seats() <= it.seat.0) {
            wrong.push(format!("ship {}: units of a side that does not exist", id.0));
        }
        ship.bolts.clone_from(&wanted.bolts);
        ship.laid.clone_from(&wanted.laid);
        ship.off = wanted.off.unwrap_or(ship.off);
        if ship.turrets.len() < wanted.turrets.len() {
            wrong.push(format!("ship {}: {} has {} turrets", id.0, wanted.design, ship.turrets.len()));
        }
        for (facing, arc) in ship.turrets.iter_mut().zip(&wanted.turrets) {
            *facing = *arc;
        }
        if let Err(why) = mark(ship, &wanted.also) {
            wrong.push(format!("ship {}: {why}", id.0));
        }
        let last = last_icon(ship, &battle.secrets[id.index()]);
        if last.is_some_and(|it| blueprint.icons.len() <= it) {
            wrong.push(format!("ship {}: {} has {} icons", id.0, wanted.design, blueprint.icons.len()));
        }
        if 2 < ship.drive_hits || ship.drive_hits < ship.drive_gone {
            wrong.push(format!("ship {}: more drive failures than there are, or for good (FT-4.11.8)", id.0));
        }
    }
    for design in &situation.designs {
        strict(design, &mut wrong);
    }
    for wanted in &situation.groups {
        place(&mut battle, wanted, &mut wrong);
    }
    for (i, mine) in situation.mines.iter().enumerate() {
        let Some(ship) = field.ship_ids().find(|&id| field.side_of(id) == mine.side) else {
            wrong.push(format!("mine {}: there is no side {}", i + 1, mine.side));
            continue;
        };
        let (number, turn) = (i as u16 + 1, mine.turn.unwrap_or(situation.turn.saturating_sub(1)));
        if situation.turn < turn {
            wrong.push(format!("mine {}: laid in turn {turn}, which is still to come (FT-6.10.1)", i + 1));
        }
        battle.mines.push(Mine { number, ship, side: mine.side, at: mine.at, turn });
    }
    let seats: Vec<Seat> = (0..field.seats()).map(Seat).collect();
    battle.initiative =
        if situation.initiative.is_empty() { seats.clone() } else { situation.initiative.clone() };
    let mut sorted = battle.initiative.clone();
    sorted.sort();
    if sorted != seats {
        wrong.push("the initiative names every seat once".to_owned());
    }
    loose(&mut battle, situation, &mut wrong);
    if !wrong.is_empty() {
        return Err(SetupError(wrong));
    }
    let last = battle.initiative[seats.len() - 1];
    let start = |step: Step| (Phase::Setup, Some(step));
    (battle.phase, battle.begins) = match situation.phase {
        Moment::Orders => (Phase::Orders, None),
        Moment::Initiative => start(Step::Initiative),
        Moment::Launch => start(Step::Launch),
        Moment::Fighters => (Phase::Wings { seat: last, pass: Pass::Others }, None),
        Moment::Movement => start(Step::Movement),
        Moment::Secondary => (Phase::Wings { seat: last, pass: Pass::Secondary }, None),
        Moment::Attacks => start(Step::Attacks),
        Moment::Dogfights => start(Step::Dogfights),
        Moment::PointDefence => start(Step::PointDefence),
        Moment::Strikes => start(Step::Strikes),
        Moment::Fire => (Phase::Fire { seat: battle.initiative[0], passes: situation.passes }, None),
        Moment::Boarding => start(Step::Boarding),
        Moment::Thresholds => start(Step::Thresholds),
        Moment::Repairs => (Phase::Repairs { seats: battle.playing() }, None),
        Moment::Reactors => start(Step::Reactors),
    };
    Ok(battle)
}

/// FT-13.1.1: a design of a case is as strict as the rest of it: nothing is passed over.
fn strict(design: &Design, wrong: &mut Vec<String>) {
    let mut told = |severity: Severity, _: &'static str, reason: fmt::Arguments<'_>| {
        if severity != Severity::Note {
            let reason = reason.to_string();
            let reason = reason.strip_suffix("; it is kept as it is").unwrap_or(&reason).to_owned();
            wrong.push(format!("design {}: {reason}", design.name));
        }
    };
    remarks(design, &mut told);
    for system in &design.systems {
        if let Kind::Unknown { name, .. } = &system.kind {
            wrong.push(format!("design {}: there is no system {name:?}", design.name));
        }
    }
}

/// Fields of a ship that a situation has at another place.
const ELSEWHERE: [&str; 27] = [
    "owner",
    "side",
    "motion",
    "rolled",
    "hull_lost",
    "armour",
    "rows_checked",
    "damaged",
    "gone",
    "spent",
    "drive_hits",
    "turned",
    "thrusted",
    "strained",
    "turrets",
    "off",
    "cloaked",
    "ready",
    "charges",
    "settings",
    "bogey",
    "warm",
    "link",
    "aboard",
    "sent",
    "bolts",
    "laid",
];

/// Puts what else is to stand on a ship's display there.
fn mark(ship: &mut Ship, also: &Map<String, Value>) -> Result<(), String> {
    if also.is_empty() {
        return Ok(());
    }
    if let Some(name) = also.keys().find(|it| ELSEWHERE.contains(&it.as_str())) {
        return Err(format!("{name:?} is a field of the ship itself, or follows from one; not of `also`"));
    }
    let mut display = plain::to_value(ship);
    for (name, value) in also {
        laid_over(&mut display[name], value);
    }
    *ship = plain::from_value(&display).map_err(|err| format!("also: {err}"))?;
    Ok(())
}

/// Of a table only the fields that are given change.
fn laid_over(under: &mut Value, over: &Value) {
    match (under, over) {
        (Value::Object(under), Value::Object(over)) => {
            for (name, value) in over {
                laid_over(under.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
        (under, over) => *under = over.clone(),
    }
}

/// The highest icon that any mark of a ship names.
fn last_icon(ship: &Ship, secret: &Secret) -> Option<usize> {
    let sets = [
        ship.damaged,
        ship.gone,
        ship.spent,
        ship.used,
        ship.spinal_fired,
        ship.doomed,
        ship.raided,
        ship.off,
        ship.deck.served,
        ship.deck.jammed,
        secret.switching,
        secret.tired,
    ];
    let sets = sets.into_iter().flat_map(IconSet::iter);
    let modes = [&ship.ready, &ship.settings, &secret.modes].into_iter().flatten().map(|it| it.0);
    let counted = ship.charges.iter().chain(&ship.torpedoes).map(|it| it.0);
    let timed = ship.bolts.iter().map(|it| it.0).chain(ship.fired_loads.iter().map(|it| it.0));
    let all = sets.chain(modes).chain(counted).chain(timed).chain(ship.laid.iter().copied());
    all.map(IconId::index).max()
}

/// What lies on the table besides ships, groups and mines, and what is known.
fn loose(battle: &mut Battle, situation: &Situation, wrong: &mut Vec<String>) {
    let (ships, seats) = (battle.ships.len(), battle.field.seats());
    let known = |id: ShipId| id.index() < ships;
    let named = situation.markers.iter().flat_map(|it| [Some(it.ship), it.target]).flatten();
    let named = named.chain(situation.novas.iter().map(|it| it.ship));
    let named = named.chain(situation.flak.iter().map(|it| it.ship));
    let named = named.chain(situation.beside.iter().flat_map(|it| [it.0, it.1]));
    let named = named.chain(situation.sides.iter().flat_map(|it| [it.0, it.1]));
    let mut named = named.chain(situation.told.iter().map(|it| it.ship));
    if let Some(id) = named.find(|id| !known(*id)) {
        wrong.push(format!("there is no ship number {}", id.0));
    }
    let mut numbers: Vec<u16> = situation.markers.iter().map(|it| it.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.len() != situation.markers.len() {
        wrong.push("two markers of one number (FT-6.2.1)".to_owned());
    }
    for marker in &situation.markers {
        if known(marker.ship) && marker.side != battle.field.side_of(marker.ship) {
            wrong.push(format!("marker {}: it is not of the side of its ship (FT-6.2.1)", marker.number));
        }
    }
    if situation.novas.iter().any(|it| situation.turn < it.turn || it.turn + 2 < situation.turn) {
        wrong.push("a nova's template is there in the turn of the shot and two more (FT-7.23.2)".to_owned());
    }
    let told = situation.told.iter().map(|it| it.seat);
    if told.chain(situation.conceded.iter()).any(|it| seats <= it.0) {
        wrong.push(format!("a seat beyond the {seats} of this battle"));
    }
    if 0 < situation.passes && (situation.phase != Moment::Fire || seats <= situation.passes) {
        wrong.push(
            "passes are counted in the phase `fire`, fewer than there are sides (FT-2.6.11)".to_owned(),
        );
    }
    if let Some(bodies) = &situation.bodies {
        if bodies.len() < battle.bodies.len() {
            wrong.push(format!("the terrain has {} features, not {}", battle.bodies.len(), bodies.len()));
        }
        battle.bodies.clone_from(bodies);
    }
    battle.markers.clone_from(&situation.markers);
    battle.novas.clone_from(&situation.novas);
    battle.flak.clone_from(&situation.flak);
    battle.beside.clone_from(&situation.beside);
    // Who is not there has been complained about above.
    let there = |it: &&(ShipId, ShipId, LineSide)| it.0.max(it.1).index() < battle.ships.len();
    let sides = situation.sides.iter().filter(there);
    battle.sides = sides.map(|&(from, to, side)| OnLine::new(&battle.ships, from, to, side)).collect();
    battle.told.clone_from(&situation.told);
    battle.conceded = situation.conceded;
}

fn place(battle: &mut Battle, wanted: &GroupSituation, wrong: &mut Vec<String>) {
    let ships = battle.ships.len();
    let groups = battle.groups.len();
    let known = wanted.screening.into_iter().chain(wanted.hunted).all(|ship| ship.index() < ships)
        && wanted.guarding.is_none_or(|it| it.index() < groups);
    let Some(group) = battle.groups.get_mut(wanted.group.index()).filter(|_| known) else {
        wrong.push(format!("group {}: there is no such group, or none it goes with", wanted.group.0));
        return;
    };
    let (full, most) = (group.craft.full(), group.craft.endurance());
    let (left, cef) = (wanted.left.unwrap_or(full), wanted.cef.unwrap_or(most));
    if full < left || left == 0 || most < cef {
        wrong.push(format!("group {}: more craft or endurance than it can have", wanted.group.0));
        return;
    }
    (group.left, group.cef, group.spent) = (left, cef, wanted.spent);
    (group.pilots, group.role, group.hunted) = (wanted.pilots, wanted.role, wanted.hunted);
    group.troops.clone_from(&wanted.troops);
    group.killed = wanted.killed.unwrap_or(full - left);
    group.deeds = wanted.deeds.clone();
    group.deeds.launched |= wanted.launched;
    group.deeds.moved |= wanted.moved;
    group.packs.clone_from(&wanted.packs);
    (group.warm, group.run) = (wanted.warm, wanted.run);
    (group.arriving, group.fouled) = (wanted.arriving, wanted.fouled);
    if let Some(post) = &wanted.post {
        if wanted.at.is_none() && matches!(post, Post::Flying | Post::Pursuing { .. }) {
            wrong.push(format!("group {}: in flight, but at no place", wanted.group.0));
        }
        group.at = wanted.at.unwrap_or(group.at);
        group.facing = wanted.facing;
        group.post = post.clone();
        return;
    }
    if let Some(at) = wanted.at {
        (group.at, group.facing) = (at, wanted.facing);
        group.post = match (wanted.screening, wanted.guarding) {
            (Some(ship), _) => Post::Screening { ship, facing: None },
            (None, Some(group)) => Post::Guarding { group },
            (None, None) => Post::Flying,
        };
    } else if let Post::Aboard { bays, ready, .. } = &mut group.post {
        *ready = wanted.ready;
        bays.iter_mut().for_each(|it| it.1 = left);
    }
}

/// The scenario that would lead there.
fn scenario(situation: &Situation) -> Result<Scenario, SetupError> {
    let sides = situation.ships.iter().map(|ship| ship.side).max().unwrap_or(0);
    if sides == 0 || engine::Seats::MOST <= sides {
        return Err(SetupError::one(format!(
            "a situation has sides 0 and 1 at least, up to {}",
            engine::Seats::MOST
        )));
    }
    if situation.ships.windows(2).any(|pair| pair[1].side < pair[0].side) {
        return Err(SetupError::one("ships are listed side by side, those of side 0 first"));
    }
    let most = Length::units(10_000);
    if situation.ships.iter().any(|ship| most < ship.at.x.abs() || most < ship.at.y.abs()) {
        return Err(SetupError::one(format!("ships stand within {most} MU")));
    }
    let berth = |ship: &ShipSituation| Berth {
        design: ship.design.clone(),
        name: ship.name.clone(),
        at: Some(ship.at),
        facing: Some(ship.facing),
        velocity: ship.velocity.min(MOST_VELOCITY),
        vector: ship.vector,
        base: ship.base,
        letter: ship.letter.clone(),
        rams: ship.rams,
        station: ship.station.clone(),
        radius: ship.radius,
        links: ship.links.clone(),
        orbit: ship.orbit.clone(),
        ftl: ship.plan.is_some(),
        gate: ship.gate.clone(),
        through: ship.through.clone(),
        ..Berth::default()
    };
    let names = ["Cobalt", "Ochre", "Jade", "Slate"];
    let side = |side: u8| Side {
        name: names
            .get(usize::from(side))
            .map_or_else(|| format!("Side {}", side + 1), |it| (*it).to_owned()),
        edge: None,
        tech: Default::default(),
        open: false,
        wings: Vec::new(),
        ships: situation.ships.iter().filter(|ship| ship.side == side).map(berth).collect(),
    };
    Ok(Scenario {
        name: "Situation".to_owned(),
        blurb: String::new(),
        table: situation.table,
        deployment: Deployment::AsGiven,
        roles: situation.roles.clone(),
        ace_points: 0,
        turns: situation.turns,
        points: None,
        hyper_limit: situation.hyper_limit,
        terrain: situation.terrain.clone(),
        objectives: None,
        sides: (0..=sides).map(side).collect(),
        designs: situation.designs.clone(),
        options: Options::default(),
    })
}
