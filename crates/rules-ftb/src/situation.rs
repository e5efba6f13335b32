//! Any moment of a battle, written down: for cases and for study.

use engine::SetupError;
use geometry::Point;
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    battle::{Criterion, Stage, Tanker, TankerPlace},
    damage::MELTDOWN,
    map::{LaneSpec, Station},
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
    #[serde(default = "one")]
    pub day: u16,
    #[serde(default = "twelve")]
    pub turns: u16,
    /// Who has the Initiative.
    #[serde(default)]
    pub holder: u8,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Moment {
    /// The day begins: departures, Initiative.
    Dawn,
    /// This side picks.
    Pick(u8),
    /// This ship, by number, has just been picked.
    Ship(ShipId),
    /// FTB-8.10: all have acted.
    Administration,
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
    for it in &situation.tankers {
        let at = match it.at {
            Some(at) => {
                TankerPlace::Deployed { system: 0, at, day: it.day, attacks: it.attacks.min(2), given: 0 }
            }
            None => TankerPlace::Away { from: it.from },
        };
        battle.tankers.push(Tanker { side: it.side.min(1), hidden: false, real: true, at });
    }
    // A transport's civilian is the first of its class on its side.
    for n in 0..battle.goals.len() {
        let side = battle.goals[n].side;
        if let crate::objectives::GoalKind::Transport { class, .. } = battle.goals[n].kind {
            let found = battle.of_side(side).find(|&id| battle.ship(id).class == class);
            if let crate::objectives::GoalKind::Transport { ship, .. } = &mut battle.goals[n].kind {
                *ship = found;
            }
        }
    }
    if !(1..=situation.turns).contains(&situation.day) {
        wrong.push(format!("day {} of {} (FTB-8.1)", situation.day, situation.turns));
    }
    battle.extras = situation.extras;
    battle.day = situation.day;
    battle.holder = Some((situation.holder.min(1), Criterion::Untracked));
    battle.stage = match situation.at {
        Moment::Dawn => Stage::Dawn,
        Moment::Administration => Stage::Administration,
        Moment::Pick(side) => {
            if 1 < side || !crate::turn::has_pick(&battle, side) {
                wrong.push(format!("side {side} has no Untracked ship to pick (FTB-8.4)"));
            }
            Stage::Pick { side: side.min(1) }
        }
        Moment::Ship(id) => {
            match battle.ships.get(id.index()) {
                Some(it) if it.side < 2 && it.in_play() => {
                    let side = it.side;
                    crate::event::apply(&mut battle, &crate::Event::Picked { side: Some(side), ship: id });
                }
                _ => wrong.push(format!("there is no ship number {}", id.0)),
            }
            battle.stage
        }
    };
    for ship in &battle.ships {
        if MELTDOWN <= ship.own.heat {
            wrong.push(format!("a ship of {MELTDOWN} heat has melted down (FTB-18.2)"));
        }
    }
    if wrong.is_empty() { Ok(battle) } else { Err(SetupError(wrong)) }
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
            ship.place = Place::Lane { lane, end, due, tested: false };
        }
        (None, None, None) => (),
        _ => return Err("it is in two places".to_owned()),
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
        ship.speed = (length + geometry::Length::ratio(1, 1000)).whole_units_down() as u16;
        ship.dir = Dir::of(vector.x, vector.y).unwrap_or(Dir::EAST);
    }
    if let Some(at) = wanted.at {
        if far < at.x.abs() || far < at.y.abs() {
            return Err("it is far off the map".to_owned());
        }
        ship.at = at;
    }
    if ship.place == Place::Free && (wanted.at.is_none() || wanted.vector.is_none()) {
        return Err("a free ship has a place and a vector".to_owned());
    }
    if wanted.held_back {
        ship.place = Place::HeldBack;
    }
    if let Some((at, vector)) = wanted.torpedo {
        let dir = Dir::of(vector.x, vector.y).ok_or("its torpedo has no vector")?;
        let speed = distance(vector, Point::default()).whole_units_down().clamp(1, 100) as u16;
        ship.torpedo = Some(Torpedo { from: at, at, dir, speed, deflected: Wells::default() });
    }
    ship.tracked |= wanted.tracked || ship.is_overheated();
    ship.activated = wanted.activated;
    let docked = matches!(ship.place, Place::Dock(_));
    if wanted.refit.is_some_and(|it| !docked || 3 < it.turns) {
        return Err("a refit takes place in a dock, in 3 days (FTB-25.8)".to_owned());
    }
    ship.refit = wanted.refit;
    Ok(ship)
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
        turns: situation.turns.clamp(1, 100),
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
