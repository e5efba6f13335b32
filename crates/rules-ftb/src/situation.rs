//! Any moment of a battle, written down: for cases and for study.

use engine::SetupError;
use geometry::Point;
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    battle::{Criterion, Slot, Stage, Tanker, TankerPlace},
    damage::MELTDOWN,
    map::{LaneSpec, Station},
    objectives::{GoalKind, Leg},
    options::Options,
    scenario::{Berth, Deployment, Neutral, Objective, Scenario, Side, SystemRef},
    ship::{Class, Damage, Extra, Manifest, Place, Refit, Ship, ShipId, Torpedo},
    space::{Dir, Wells, distance, lu},
};

/// A battle in the middle of a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    #[serde(default = "sol")]
    pub systems: Vec<SystemRef>,
    #[serde(default)]
    pub lanes: Option<Vec<LaneSpec>>,
    #[serde(default)]
    pub stations: Vec<Station>,
    #[serde(default)]
    pub homes: [Vec<String>; 2],
    #[serde(default)]
    pub safe_orbits: Vec<String>,
    #[serde(default)]
    pub objectives: Vec<Objective>,
    #[serde(default)]
    pub neutrals: Vec<Neutral>,
    #[serde(default)]
    pub tankers: Vec<TankerSituation>,
    #[serde(default)]
    pub extras: [Option<Extra>; 2],
    /// FTB-34.2, FTB-34.4: how far each objective has come, in their order.
    #[serde(default)]
    pub progress: Vec<Progress>,
    /// FTB-25.10, FTB-25.12: the one refit of each station, in their order.
    #[serde(default)]
    pub refits: Vec<Slot>,
    /// FTB-8.12: which sides have passed for this day.
    #[serde(default)]
    pub passed: [bool; 2],
    /// FTB-8.11: transports, by number, that have been asked about this day.
    #[serde(default)]
    pub asked: Vec<ShipId>,
    #[serde(default = "one")]
    pub day: u16,
    #[serde(default = "twelve")]
    pub turns: u16,
    /// Who has the Initiative.
    #[serde(default)]
    pub holder: u8,
    /// FTB-8.2: by what it was won.
    #[serde(default = "untracked")]
    pub won_by: Criterion,
    #[serde(alias = "phase")]
    pub at: Moment,
    /// Ships of side 0 before those of side 1.
    pub ships: Vec<ShipSituation>,
}

fn sol() -> Vec<SystemRef> {
    vec![SystemRef::Id("SOL".to_owned())]
}

fn one() -> u16 {
    1
}

fn twelve() -> u16 {
    12
}

fn untracked() -> Criterion {
    Criterion::Untracked
}

/// FTB-34.7: how far one objective has come. What is left out is as at the start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Progress {
    /// FTB-34.2: days counted for a blockade.
    pub done: u16,
    /// FTB-34.4: waypoints of a patrol reached since home.
    pub leg: u8,
    /// FTB-34.4: ships on their way, with their tracks since the start.
    pub flying: Vec<Leg>,
    /// FTB-34.4: the legs flown up to now.
    pub track: Vec<Point>,
    /// Achieved, or impossible.
    pub settled: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Moment {
    /// The day begins: departures, Initiative.
    Dawn,
    /// FTB-34.3: whether this transport, by number, departs.
    #[serde(alias = "departure")]
    Depart(ShipId),
    /// FTB-8.2: the duel for the Initiative, after so many draws.
    #[serde(alias = "initiative")]
    Duel(u8),
    /// FTB-8.13: the neutral ships, then the picks.
    Neutrals,
    /// This side picks.
    #[serde(alias = "activation")]
    Pick(u8),
    /// FTB-8.6: this side names who forces.
    #[serde(alias = "who forces")]
    Forcer(u8),
    /// FTB-8.6: this side forces a ship.
    #[serde(alias = "forced activation")]
    Force(u8),
    /// This ship, by number, has just been picked.
    #[serde(alias = "order and plot", alias = "guide torpedo")]
    Ship(ShipId),
    /// A pick of this side has been played.
    Between(u8),
    /// FTB-8.10: all have acted.
    Administration,
    /// FTB-25.9: what the refit of this ship, by number, brings.
    #[serde(alias = "refit")]
    Benefit(ShipId),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TankerSituation {
    pub side: u8,
    /// None: off the map, ready from `from` on.
    #[serde(default)]
    pub at: Option<Point>,
    #[serde(default)]
    pub day: u16,
    #[serde(default)]
    pub attacks: u8,
    #[serde(default)]
    pub from: u16,
    #[serde(default)]
    pub system: u8,
    /// FTB-22.1: fuel it has given.
    #[serde(default)]
    pub given: u8,
    /// FTB-21.1: not yet shown to the enemy.
    #[serde(default)]
    pub hidden: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipSituation {
    pub side: u8,
    pub class: Class,
    /// The end point of its vector; for a stationary ship nothing.
    #[serde(default)]
    pub at: Option<Point>,
    #[serde(default)]
    pub vector: Option<Point>,
    #[serde(default)]
    pub system: u8,
    #[serde(default)]
    pub orbit: Option<String>,
    #[serde(default)]
    pub dock: Option<String>,
    /// In a lane by number, at its end by number, due on a day.
    #[serde(default)]
    pub lane: Option<(u8, u8, u16)>,
    #[serde(default)]
    pub held_back: bool,
    #[serde(default)]
    pub shields: Option<u8>,
    #[serde(default)]
    pub fuel: Option<u8>,
    #[serde(default)]
    pub torpedoes: Option<u8>,
    #[serde(default)]
    pub heat: u8,
    #[serde(default)]
    pub damage: Option<Damage>,
    #[serde(default)]
    pub tracked: bool,
    #[serde(default)]
    pub activated: bool,
    /// End point and vector of the torpedo it guides.
    #[serde(default)]
    pub torpedo: Option<(Point, Point)>,
    #[serde(default)]
    pub refit: Option<Refit>,
    /// FTB-28.10: names of the wells that have bent its vector and still hold it.
    #[serde(default)]
    pub deflected: Vec<String>,
    /// The same of its torpedo.
    #[serde(default)]
    pub torpedo_deflected: Vec<String>,
    /// FTB-31.2: the lane, by number, whose tunnel it has paid for.
    #[serde(default)]
    pub armed: Option<u8>,
    /// FTB-31.3: in a lane, and its test is behind it.
    #[serde(default)]
    pub tested: bool,
    /// FTB-8.11: out of a lane by number, at its end by number, and not yet on the map.
    #[serde(default)]
    pub entry: Option<(u8, u8)>,
    /// FTB-34.3: a transport before its day.
    #[serde(default)]
    pub undeparted: bool,
    /// FTB-34.3: placed today, and must leave.
    #[serde(default)]
    pub departing: bool,
    /// FTB-22.1: it took fuel this turn.
    #[serde(default)]
    pub refuelled: bool,
    /// FTB-26.1: rings drawn round it.
    #[serde(default)]
    pub hits: u8,
    /// FTB-END.6.
    #[serde(default)]
    pub destroyed: bool,
    #[serde(default)]
    pub withdrawn: bool,
}

pub(crate) fn set_up(options: &Options, situation: &Situation) -> Result<Battle, SetupError> {
    let mut wrong = Vec::new();
    if situation.ships.windows(2).any(|it| it[1].side < it[0].side)
        || situation.ships.iter().any(|it| 1 < it.side)
    {
        wrong.push("ships of side 0 come before those of side 1".to_owned());
    }
    if 30 < situation.ships.len() || 8 < situation.tankers.len() {
        wrong.push("too many ships or Tankers".to_owned());
    }
    let scenario = scenario(options, situation);
    let mut battle = match Battle::new(options, &scenario) {
        Ok(battle) if wrong.is_empty() => battle,
        Ok(_) => return Err(SetupError(wrong)),
        Err(SetupError(more)) => return Err(SetupError(wrong.into_iter().chain(more).collect())),
    };
    battle.ships.clear();
    for (n, wanted) in situation.ships.iter().enumerate() {
        match ship(&battle, wanted) {
            Ok(ship) => battle.ships.push(ship),
            Err(why) => wrong.push(format!("ship {}: {why}", n + 1)),
        }
    }
    for neutral in &situation.neutrals {
        let mut ship = Ship::new(neutral.class, 2, Place::Free);
        crate::setup::set_going(&mut ship, neutral.at, neutral.vector);
        ship.system = neutral.system;
        battle.ships.push(ship);
    }
    battle.tags = crate::event::tags_of(&battle);
    // By side, as in every battle, in whatever order they are written down.
    let mut tankers: Vec<(usize, &TankerSituation)> = situation.tankers.iter().enumerate().collect();
    tankers.sort_by_key(|(_, it)| it.side);
    for (n, it) in tankers {
        if 1 < it.side || 2 < it.attacks || battle.map.systems.len() <= usize::from(it.system) {
            wrong.push(format!(
                "Tanker {}: side 0 or 1, at most 2 attacks (FTB-21.5), in a system of the battle",
                n + 1
            ));
            continue;
        }
        if 2 < it.given || (it.at.is_some() && situation.day < it.day) {
            wrong.push(format!(
                "Tanker {}: at most 2 fuel given (FTB-22.1), and deployed by this day (FTB-21.3)",
                n + 1
            ));
        }
        let at = match it.at {
            Some(at) => TankerPlace::Deployed {
                system: it.system,
                at,
                day: it.day,
                attacks: it.attacks,
                given: it.given,
            },
            None => TankerPlace::Away { from: it.from },
        };
        battle.tankers.push(Tanker { side: it.side, hidden: it.hidden, real: true, at });
    }
    // A transport's civilian is the first of its class on its side.
    for n in 0..battle.goals.len() {
        let side = battle.goals[n].side;
        if let GoalKind::Transport { class, .. } = battle.goals[n].kind {
            let found = battle.of_side(side).find(|&id| battle.ship(id).class == class);
            if let GoalKind::Transport { ship, .. } = &mut battle.goals[n].kind {
                *ship = found;
            }
        }
    }
    advance(&mut battle, &situation.progress, &mut wrong);
    if !(1..=situation.turns).contains(&situation.day) || 100 < situation.turns {
        wrong.push(format!(
            "day {} of {}, of which there are 1 to 100 (FTB-8.1)",
            situation.day, situation.turns
        ));
    }
    if 1 < situation.holder {
        wrong.push(format!("side {} cannot have the Initiative (FTB-8.2)", situation.holder));
    }
    match situation.refits.len() {
        0 => (),
        n if n == battle.slots.len() => battle.slots.clone_from(&situation.refits),
        n => wrong.push(format!("refits of {n} stations, but there are {} (FTB-25.10)", battle.slots.len())),
    }
    let nobodys = |it: &&Slot| matches!(it, Slot::Reserved(id) if situation.ships.len() <= id.index());
    if let Some(Slot::Reserved(id)) = situation.refits.iter().find(nobodys) {
        wrong.push(format!("a station is reserved for ship number {}, which is not there (FTB-25.12)", id.0));
    }
    battle.passed = situation.passed;
    for id in &situation.asked {
        match battle.ships.get(id.index()) {
            Some(ship) if ship.place == Place::Undeparted => battle.asked |= 1 << (id.0 & 31),
            _ => wrong.push(format!("ship number {} is not a transport before its day (FTB-34.3)", id.0)),
        }
    }
    battle.extras = situation.extras;
    battle.day = situation.day;
    battle.holder = Some((situation.holder, situation.won_by));
    begin(&mut battle, situation.at, &mut wrong);
    for ship in &battle.ships {
        if MELTDOWN <= ship.own.heat {
            wrong.push(format!("a ship of {MELTDOWN} heat has melted down (FTB-18.2)"));
        }
    }
    if wrong.is_empty() { Ok(battle) } else { Err(SetupError(wrong)) }
}

/// FTB-34.2, FTB-34.4: objectives under way.
fn advance(battle: &mut Battle, progress: &[Progress], wrong: &mut Vec<String>) {
    if battle.goals.len() < progress.len() {
        wrong.push(format!(
            "progress of {} objectives, but there are {}",
            progress.len(),
            battle.goals.len()
        ));
        return;
    }
    let ships = battle.ships.len();
    for (n, (goal, it)) in battle.goals.iter_mut().zip(progress).enumerate() {
        goal.settled = it.settled;
        let blockade = it.done == 0;
        let patrol = it.leg == 0 && it.flying.is_empty() && it.track.is_empty();
        let fits = match &mut goal.kind {
            GoalKind::Blockade { done, needed, .. } => {
                *done = it.done;
                it.done <= *needed && patrol
            }
            GoalKind::Patrol { leg, flying, track, .. } => {
                *leg = it.leg;
                flying.clone_from(&it.flying);
                track.clone_from(&it.track);
                it.leg <= 2 && it.flying.iter().all(|it| it.ship.index() < ships) && blockade
            }
            GoalKind::Transport { .. } | GoalKind::Attrition | GoalKind::Board { .. } => blockade && patrol,
        };
        if !fits {
            wrong.push(format!("objective {}: no {} has come so far (FTB-34)", n + 1, goal.kind.title()));
        }
    }
}

/// The decision of the moment, or the place in the day from which it is played on.
fn begin(battle: &mut Battle, at: Moment, wrong: &mut Vec<String>) {
    let side = |side: u8, wrong: &mut Vec<String>| {
        if 1 < side {
            wrong.push(format!("there is no side {side}, only 0 and 1"));
        }
        side & 1
    };
    let owner = |id: ShipId| battle.ships.get(id.index()).filter(|it| it.side < 2 && it.in_play());
    let nobody = |id: ShipId| format!("there is no ship number {} of a side", id.0);
    battle.stage = match at {
        Moment::Dawn => Stage::Dawn,
        Moment::Neutrals => Stage::Neutrals,
        Moment::Administration => Stage::Administration,
        Moment::Between(last) => Stage::Between { last: side(last, wrong) },
        Moment::Duel(draws) => {
            if 2 < draws {
                wrong.push(format!("after {draws} draws a coin has decided (FTB-8.9)"));
            }
            Stage::Duel { draws }
        }
        Moment::Depart(id) => match owner(id) {
            Some(ship) if ship.place == Place::Undeparted => Stage::Depart { side: ship.side, ship: id },
            Some(_) | None => {
                wrong.push(format!("ship number {} is not a transport before its day (FTB-34.3)", id.0));
                Stage::Dawn
            }
        },
        Moment::Pick(of) => {
            let of = side(of, wrong);
            if !crate::turn::has_pick(battle, of) {
                wrong.push(format!("side {of} has no Untracked ship to pick (FTB-8.4)"));
            }
            Stage::Pick { side: of }
        }
        Moment::Forcer(of) => {
            let of = side(of, wrong);
            if (0..2).any(|it| crate::turn::forcible(battle, it).next().is_none()) {
                wrong.push("both sides need a Tracked ship that has not acted (FTB-8.6)".to_owned());
            }
            Stage::Forcer { side: of }
        }
        Moment::Force(of) => {
            let of = side(of, wrong);
            if crate::turn::forcible(battle, 1 - of).next().is_none() {
                wrong.push(format!("side {of} has nobody to force (FTB-8.6)"));
            }
            Stage::Force { side: of }
        }
        Moment::Benefit(id) => {
            let done = owner(id).is_some_and(|it| it.refit.is_some_and(|it| 3 <= it.turns));
            if !done || crate::turn::benefits(battle, id).is_empty() {
                wrong.push(format!("ship number {} has no refit that is done and of use (FTB-25.9)", id.0));
            }
            Stage::Benefit { ship: id }
        }
        Moment::Ship(id) => {
            match owner(id).map(|it| it.side) {
                Some(_) if owner(id).is_some_and(|it| it.activated) => {
                    wrong.push(format!("ship number {} has acted today (FTB-8.7)", id.0));
                }
                Some(side) => {
                    crate::event::apply(battle, &crate::Event::Picked { side: Some(side), ship: id });
                }
                None => wrong.push(nobody(id)),
            }
            battle.stage
        }
    };
}

/// FTB-28.10: wells of a system by name.
fn wells(battle: &Battle, system: u8, names: &[String]) -> Result<Wells, String> {
    let mut wells = Wells::default();
    for name in names {
        match battle.map.find(system, name) {
            Some(crate::helm::Harbour::Body(body)) => wells.insert(usize::from(body)),
            Some(crate::helm::Harbour::Station(_)) | None => return Err(format!("there is no body {name}")),
        }
    }
    Ok(wells)
}

fn ship(battle: &Battle, wanted: &ShipSituation) -> Result<Ship, String> {
    let mut ship = Ship::new(wanted.class, wanted.side, Place::Free);
    if battle.map.systems.len() <= usize::from(wanted.system) {
        return Err("no such system".to_owned());
    }
    ship.system = wanted.system;
    let full = Manifest::full(wanted.class);
    ship.own = Manifest {
        shields: wanted.shields.unwrap_or(full.shields),
        fuel: wanted.fuel.unwrap_or(full.fuel),
        torpedoes: wanted.torpedoes.unwrap_or(full.torpedoes),
        heat: wanted.heat,
        damage: wanted.damage,
    };
    if full.shields < ship.own.shields || full.fuel < ship.own.fuel || full.torpedoes < ship.own.torpedoes {
        return Err("more than its capacity (FTB-4.1)".to_owned());
    }
    if wanted.damage.is_some_and(|it| !wanted.class.systems().contains(&it.system)) {
        return Err("damage to a system it does not have (FTB-17.3)".to_owned());
    }
    let harbour = |name: &str| battle.map.find(wanted.system, name);
    match (&wanted.orbit, &wanted.dock, wanted.lane) {
        (Some(name), None, None) => match harbour(name) {
            Some(crate::helm::Harbour::Body(body)) => ship.place = Place::Orbit(body),
            _ => return Err(format!("there is no body {name}")),
        },
        (None, Some(name), None) => match harbour(name) {
            Some(crate::helm::Harbour::Station(station)) => ship.place = Place::Dock(station),
            _ => return Err(format!("there is no station {name}")),
        },
        (None, None, Some((lane, end, due))) => {
            let there = battle.map.lanes.get(usize::from(lane)).and_then(|it| it.ends.get(usize::from(end)));
            if there.and_then(|it| it.system).is_none() {
                return Err("no such end of a lane is in play (FTB-31.3)".to_owned());
            }
            ship.place = Place::Lane { lane, end, due, tested: wanted.tested };
        }
        (None, None, None) => (),
        _ => return Err("it is in two places".to_owned()),
    }
    if wanted.tested && wanted.lane.is_none() {
        return Err("tested, but in no lane (FTB-31.3)".to_owned());
    }
    if let Some((lane, end)) = wanted.entry {
        let there = battle.map.lanes.get(usize::from(lane)).and_then(|it| it.ends.get(usize::from(end)));
        if there.and_then(|it| it.system).is_none() || ship.place != Place::Free {
            return Err("no such end of a lane is in play, or it is in two places (FTB-8.11)".to_owned());
        }
        ship.place = Place::AtEntry { lane, end };
    }
    let harbour = match ship.place {
        Place::Orbit(body) => Some(crate::helm::Harbour::Body(body)),
        Place::Dock(station) => Some(crate::helm::Harbour::Station(station)),
        Place::Waiting
        | Place::Free
        | Place::Lane { .. }
        | Place::AtEntry { .. }
        | Place::HeldBack
        | Place::Undeparted
        | Place::Destroyed
        | Place::Withdrawn => None,
    };
    if let Some(harbour) = harbour {
        ship.at = battle.harbour_at(wanted.system, harbour);
        ship.tracked = true;
    }
    let far = lu(2000);
    if let Some(vector) = wanted.vector {
        let length = distance(vector, Point::default());
        if far < vector.x.abs() || far < vector.y.abs() || lu(100) < length || length < lu(1) {
            return Err("a vector has 1 to 100 LU".to_owned());
        }
        ship.speed = whole(length)?;
        ship.dir = Dir::of(vector.x, vector.y).unwrap_or(Dir::EAST);
    }
    if let Some(at) = wanted.at {
        if far < at.x.abs() || far < at.y.abs() {
            return Err("it is far off the map".to_owned());
        }
        ship.at = at;
    }
    let elsewhere = [
        (wanted.held_back, Place::HeldBack),
        (wanted.undeparted, Place::Undeparted),
        (wanted.destroyed, Place::Destroyed),
        (wanted.withdrawn, Place::Withdrawn),
    ];
    for (_, place) in elsewhere.into_iter().filter(|it| it.0) {
        if ship.place != Place::Free {
            return Err("it is in two places".to_owned());
        }
        ship.place = place;
    }
    let flies = matches!(ship.place, Place::Free | Place::HeldBack);
    if flies && (wanted.at.is_none() || wanted.vector.is_none()) {
        return Err("a free ship has a place and a vector".to_owned());
    }
    if ship.place == Place::Undeparted && !wanted.class.is_civilian() {
        return Err("only a transport waits for its day (FTB-34.3)".to_owned());
    }
    if let Some((at, vector)) = wanted.torpedo {
        let dir = Dir::of(vector.x, vector.y).ok_or("its torpedo has no vector")?;
        let length = distance(vector, Point::default());
        if far < at.x.abs() || far < at.y.abs() || lu(100) < length || length < lu(1) {
            return Err("a torpedo is on the map, with a vector of 1 to 100 LU".to_owned());
        }
        let deflected = wells(battle, wanted.system, &wanted.torpedo_deflected)?;
        ship.torpedo = Some(Torpedo { from: at, at, dir, speed: whole(length)?, deflected });
    } else if !wanted.torpedo_deflected.is_empty() {
        return Err("it has no torpedo that a well could have bent (FTB-28.10)".to_owned());
    }
    ship.deflected = wells(battle, wanted.system, &wanted.deflected)?;
    if wanted.armed.is_some_and(|it| battle.map.lanes.len() <= usize::from(it)) {
        return Err("it has paid for a tunnel that is not there (FTB-31.2)".to_owned());
    }
    ship.armed = wanted.armed;
    ship.departing = wanted.departing;
    ship.refuelled = wanted.refuelled;
    ship.hits = wanted.hits;
    ship.tracked |= wanted.tracked || ship.is_overheated();
    ship.activated = wanted.activated;
    let docked = matches!(ship.place, Place::Dock(_));
    if wanted.refit.is_some_and(|it| !docked || 3 < it.turns) {
        return Err("a refit takes place in a dock, in 3 days (FTB-25.8)".to_owned());
    }
    ship.refit = wanted.refit;
    Ok(ship)
}

/// FTB-28.1: a vector's length is a whole number of LU; what people write for one that points anywhere
/// may be off by a hundredth.
fn whole(length: geometry::Length) -> Result<u16, String> {
    let slack = geometry::Length::ratio(1, 100);
    let speed = (length + slack).whole_units_down();
    if slack < (length - lu(speed as i32)).abs() {
        return Err(format!("a vector has a whole length, not {length} (FTB-28.1)"));
    }
    Ok(speed as u16)
}

/// The scenario that could have led here.
fn scenario(options: &Options, situation: &Situation) -> Scenario {
    let side = |n: usize, name: &str| Side {
        name: name.to_owned(),
        homes: situation.homes[n].clone(),
        ships: vec![Berth {
            class: Class::Destroyer,
            at: Some(Point::units(900, 900)),
            vector: Some(Point::units(1, 0)),
            system: 0,
            torpedoes: None,
        }],
        extra: None,
        tankers: 0,
    };
    Scenario {
        name: "A situation".to_owned(),
        blurb: String::new(),
        points: 100,
        turns: situation.turns.clamp(1, 100), // refused in `set_up` if it had to be
        systems: situation.systems.clone(),
        lanes: situation.lanes.clone(),
        stations: situation.stations.clone(),
        sides: [side(0, "Terra"), side(1, "Ares")],
        objectives: situation.objectives.clone(),
        neutrals: situation.neutrals.clone(),
        deployment: Deployment::AsGiven,
        generic: None,
        safe_orbits: situation.safe_orbits.clone(),
        options: options.clone(),
    }
}
