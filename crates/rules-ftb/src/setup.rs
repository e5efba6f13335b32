//! Set-up: what is drawn, fleets, stations, naming, deployment, Stealth runs
//! (FTB-25.3, FTB-32, FTB-33.3, FTB-34.6, FTB-35, FTB-36).

use std::sync::Arc;

use engine::{Findings, SetupError, Table};
use geometry::{Length, Point};

use crate::{
    Battle, Event,
    battle::{Slot, Stage, Tanker, TankerPlace},
    chance,
    map::{Map, Station},
    objectives::{self, Goal, GoalKind},
    options::Options,
    order::{Deploy, Fleet, Plot},
    scenario::{Aim, Deployment, Field, Generic, Scenario},
    ship::{Class, Place, Ship, ShipId, tanker_points},
    space::{Dir, Path, distance, lu, near},
    turn,
};

impl Battle {
    /// FTB-3.1: the map, the scenario, and ships where they are given.
    ///
    /// # Errors
    ///
    /// Everything wrong with scenario or options.
    pub(crate) fn new(options: &Options, scenario: &Scenario) -> Result<Battle, SetupError> {
        let (field, map) = Field::new(options, scenario)?;
        let mut ships = Vec::new();
        for (side, fleet) in scenario.sides.iter().enumerate() {
            for berth in &fleet.ships {
                let mut ship = Ship::new(berth.class, side as u8, Place::Waiting);
                ship.system = berth.system;
                ship.own.torpedoes = berth.torpedoes.unwrap_or(ship.own.torpedoes);
                if let (Some(at), Some(vector), Deployment::AsGiven) =
                    (berth.at, berth.vector, scenario.deployment)
                {
                    set_going(&mut ship, at, vector);
                }
                ships.push(ship);
            }
        }
        let kinds = scenario
            .objectives
            .iter()
            .map(|it| (it.side, GoalKind::new(&it.goal, scenario.turns, &map, it.side)));
        let goals = kinds.map(|(side, kind)| Goal { side, kind, settled: None }).collect();
        let away = |side| Tanker { side, hidden: false, real: true, at: TankerPlace::Away { from: 0 } };
        let tankers = [0, 1].into_iter().flat_map(|side: u8| {
            std::iter::repeat_n(away(side), usize::from(scenario.sides[usize::from(side)].tankers))
        });
        Ok(Battle {
            slots: vec![Slot::Free; map.stations.len()],
            tankers: tankers.collect(),
            extras: [scenario.sides[0].extra, scenario.sides[1].extra],
            tags: Arc::new(crate::battle::tags(&scenario.sides, ships.iter().map(|it| (it.side, it.class)))),
            field: Arc::new(field),
            map: Arc::new(map),
            turns: scenario.turns,
            day: 0,
            stage: Stage::Setup,
            holder: None,
            ships,
            passed: [false; 2],
            asked: 0,
            goals,
            act: None,
            fight: None,
            blows: Vec::new(),
            splash: Vec::new(),
            splashed: Vec::new(),
            dead: Vec::new(),
            test: None,
        })
    }
}

pub(crate) fn set_going(ship: &mut Ship, at: Point, vector: Point) {
    let speed = distance(vector, Point::default()).whole_units_down() as u16;
    let dir = Dir::of(vector.x, vector.y).unwrap_or(Dir::EAST);
    let path = Path::straight(at, dir, lu(i32::from(speed)));
    ship.place = Place::Free;
    (ship.dir, ship.speed) = (dir, speed);
    ship.at = path.at(path.length());
    ship.hull.draw(&path);
}

/// FTB-3.1: one step of the set-up.
pub(crate) fn advance(table: &mut Table<Battle>) {
    let battle = table.state();
    let scenario = &battle.field.scenario;
    if let Some(length) = scenario.generic
        && battle.goals.is_empty()
    {
        draw(table, length);
        return;
    }
    let chosen = |side: u8| battle.of_side(side).next().is_some();
    if !chosen(0) || !chosen(1) {
        table.emit(Event::Asked { stage: Stage::Fleets });
        return;
    }
    if scenario.generic.is_some() && battle.map.stations.is_empty() {
        let side = chance::coin(table);
        ask_station(table, side);
        return;
    }
    after_stations(table);
}

/// FTB-32.1, FTB-34.1, FTB-34.6: homes, turns and objectives by the coin and by random events.
fn draw(table: &mut Table<Battle>, length: Generic) {
    let venus = chance::coin(table) == 1;
    let turns = match length {
        Generic::Normal => 11 + u16::from(table.roll(9)),
        Generic::Quick => 5 + u16::from(table.roll(3)),
    };
    let aims = |roll: u8| match roll {
        1 => Aim::Blockade { station: None, turns: None },
        2 => Aim::Transport { civilian: None, to: None },
        _ => Aim::Patrol { home: None, hostile: None, friendly: None },
    };
    let points = table.state().field.scenario.points;
    let one = table.roll(3);
    let wanted: Vec<(u8, Aim)> = match points {
        0..=62 => vec![(chance::coin(table), aims(one))],
        63..=87 => vec![(0, aims(one)), (1, aims(one))],
        // Two different ones: the second is drawn from the other two.
        _ => vec![(0, aims(one)), (1, aims((one - 1 + table.roll(2)) % 3 + 1))],
    };
    let system = &table.state().map.systems[0];
    let body = |name: &str, other: u8| system.body(name).unwrap_or(other.min(system.wells.len() as u8 - 1));
    let homes = [if venus { body("Venus", 1) } else { body("Earth", 1) }, body("Mars", 2)];
    let mut map = Map::clone(&table.state().map);
    map.homes = homes.map(|it| vec![it]);
    let goals = wanted
        .iter()
        .map(|(side, aim)| Goal { side: *side, kind: GoalKind::new(aim, turns, &map, *side), settled: None })
        .collect();
    table.emit(Event::Drawn { turns, homes, goals });
}

/// FTB-35.1, FTB-35.2, G-55.
pub(crate) fn check_fleet(battle: &Battle, fleet: &Fleet, found: &mut Findings) {
    let limit = battle.field.scenario.points;
    let units = fleet.ships.len() + usize::from(fleet.tankers);
    found.require((2..=8).contains(&units), "FTB-35.1", || format!("{units} units, but a fleet has 2 to 8"));
    found
        .require(!fleet.ships.is_empty(), "FTB-35.1", || "at least one unit must not be a Tanker".to_owned());
    let military = fleet.ships.iter().take(20).all(|it| !it.is_civilian());
    found.require(military, "FTB-24.1", || "civilians are not bought".to_owned());
    let cost = cost(fleet);
    found.require(cost <= limit, "FTB-35.1", || format!("{cost} points, but the limit is {limit}"));
}

pub(crate) fn cost(fleet: &Fleet) -> u32 {
    turn::points_of(&fleet.ships)
        + u32::from(fleet.tankers) * tanker_points()
        + fleet.extra.map_or(0, |it| it.points())
}

/// The default of the decisions table: the dearest class that still fits, again and again.
pub(crate) fn default_fleet(points: u32) -> Fleet {
    let mut fleet = Fleet::default();
    while fleet.ships.len() < 8 {
        let left = points.saturating_sub(cost(&fleet));
        // The last of too few must leave room for another.
        let room = if fleet.ships.is_empty() { left.saturating_sub(12) } else { left };
        match Class::MILITARY.into_iter().find(|it| it.data().points <= room) {
            Some(class) => fleet.ships.push(class),
            None => break,
        }
    }
    fleet
}

/// FTB-35.1: all lists are shown together.
pub(crate) fn fleets(table: &mut Table<Battle>, fleets: [Fleet; 2]) {
    for (side, fleet) in fleets.into_iter().enumerate() {
        let Fleet { ships, extra, tankers } = fleet;
        table.emit(Event::FleetChosen { side: side as u8, ships, extra, tankers: Some(tankers) });
    }
    table.emit(Event::Asked { stage: Stage::Setup });
}

fn stations_of(battle: &Battle, side: u8) -> usize {
    battle.map.stations.iter().filter(|it| it.side == side).count()
}

/// FTB-25.3: the other side in turn, as long as there is room.
fn ask_station(table: &mut Table<Battle>, first: u8) {
    let battle = table.state();
    let wants = |side: u8| {
        stations_of(battle, side) < battle.field.stations_each() && default_site(battle, side).is_some()
    };
    match [first, 1 - first].into_iter().find(|&side| wants(side)) {
        Some(side) => table.emit(Event::Asked { stage: Stage::Stations { side } }),
        None => after_stations(table),
    }
}

/// FTB-25.4.
pub(crate) fn check_site(battle: &Battle, side: u8, at: Point, found: &mut Findings) {
    let system = &battle.map.systems[0];
    let far = lu(i32::from(battle.field.options.edge.unwrap_or(60)));
    if !found.require(near(at, Point::default(), far), "FTB-25.4", || "that is off the map".to_owned()) {
        return;
    }
    let own = || battle.map.stations.iter().filter(|it| it.side == side);
    match stations_of(battle, side) {
        0 => {
            let homes = &battle.map.homes[usize::from(side)];
            let close = homes.iter().any(|&it| near(system.wells[usize::from(it)].at, at, lu(20)));
            found.require(close, "FTB-25.4", || {
                "the first station lies within 20 LU of the home planet".to_owned()
            });
        }
        n => {
            found.require(own().any(|it| near(it.at, at, lu(40))), "FTB-25.4", || {
                "a station lies within 40 LU of a friendly one".to_owned()
            });
            // G-27: one of 3, 4 or 5.
            let outer = n != 2 || system.is_outer(at) || own().any(|it| system.is_outer(it.at));
            found.require(outer, "FTB-25.4", || {
                "one of the first three lies in the belt or at least 35 LU from the star".to_owned()
            });
        }
    }
    let wells = system.wells.iter().map(|it| it.at);
    let stations = battle.map.stations.iter().filter(|it| it.system == 0).map(|it| it.at);
    let crowded = wells.chain(stations).any(|it| near(it, at, lu(10)));
    found.require(!crowded, "FTB-25.4", || "a station lies more than 10 LU from everything else".to_owned());
}

/// FTB-25.4, without the reasons: asked for thousands of points.
pub(crate) fn is_site(battle: &Battle, side: u8, at: Point) -> bool {
    let system = &battle.map.systems[0];
    let stations = || battle.map.stations.iter().filter(|it| it.system == 0);
    let own = || battle.map.stations.iter().filter(|it| it.side == side);
    let crowded =
        system.wells.iter().map(|it| it.at).chain(stations().map(|it| it.at)).any(|it| near(it, at, lu(10)));
    let edge = lu(i32::from(battle.field.options.edge.unwrap_or(60)));
    !crowded
        && near(at, Point::default(), edge)
        && match own().count() {
            0 => battle.map.homes[usize::from(side)]
                .iter()
                .any(|&it| near(system.wells[usize::from(it)].at, at, lu(20))),
            n => {
                own().any(|it| near(it.at, at, lu(40)))
                    && (n != 2 || system.is_outer(at) || own().any(|it| system.is_outer(it.at)))
            }
        }
}

/// The whole-LU site nearest to the home planet.
pub(crate) fn default_site(battle: &Battle, side: u8) -> Option<Point> {
    let home = battle.map.homes[usize::from(side)].first().copied().unwrap_or(0);
    let home = battle.map.systems[0].wells[usize::from(home)].at;
    let all = (-48..=48).flat_map(|x| (-48..=48).map(move |y| Point::units(x, y)));
    let sites = all.filter(|&it| near(it, Point::default(), lu(48)) && is_site(battle, side, it));
    sites.min_by_key(|&it| ((it - home).square(), it.x, it.y))
}

pub(crate) fn place_station(table: &mut Table<Battle>, side: u8, at: Point) {
    let battle = table.state();
    let letter = if side == 0 { 'A' } else { 'B' };
    let name = format!("{letter}{}", stations_of(battle, side) + 1);
    table.emit(Event::StationPlaced { station: Station { name, side, system: 0, at, blocked: None } });
    ask_station(table, 1 - side);
}

/// FTB-34.3, FTB-34.6: transports join, stations are named, then deployment.
pub(crate) fn after_stations(table: &mut Table<Battle>) {
    for n in 0..table.state().goals.len() {
        let goal = &table.state().goals[n];
        if let GoalKind::Transport { class, ship: None, .. } = goal.kind {
            let side = goal.side;
            table.emit(Event::Chartered { goal: n as u8, side, class });
        }
    }
    let battle = table.state();
    for (n, goal) in battle.goals.iter().enumerate() {
        let Some((slot, of, by)) = goal.kind.unnamed(goal.side) else { continue };
        let fitting = battle.map.stations.iter().filter(|it| it.side == of && it.system == 0).count();
        if 1 < fitting {
            table.emit(Event::Asked { stage: Stage::Naming { side: by, goal: n as u8, slot } });
        } else {
            match objectives::default_station(battle, goal, of) {
                Some(station) => {
                    table.emit(Event::StationNamed { goal: n as u8, slot, station });
                    after_stations(table);
                }
                None => {
                    table.emit(Event::GoalSettled { goal: n as u8, achieved: false });
                    deploy_next(table, None);
                }
            }
        }
        return;
    }
    join_neutrals(table);
    deploy_next(table, None);
}

/// FTB-24.4: neutral ships come last in the list of ships.
fn join_neutrals(table: &mut Table<Battle>) {
    for n in 0..table.state().field.scenario.neutrals.len() {
        let neutral = table.state().field.scenario.neutrals[n].clone();
        let id = ShipId(table.state().ships.len() as u8);
        table.emit(Event::FleetChosen { side: 2, ships: vec![neutral.class], extra: None, tankers: None });
        let speed = distance(neutral.vector, Point::default()).whole_units_down() as u16;
        let dir = Dir::of(neutral.vector.x, neutral.vector.y).unwrap_or(Dir::EAST);
        table.emit(Event::Placed { ship: id, at: neutral.at, dir, speed });
    }
}

pub(crate) fn check_name(battle: &Battle, goal: u8, station: u8, found: &mut Findings) {
    let Some(goal) = battle.goals.get(usize::from(goal)) else { return };
    let Some((_, of, _)) = goal.kind.unnamed(goal.side) else { return };
    let fits =
        battle.map.stations.get(usize::from(station)).is_some_and(|it| it.side == of && it.system == 0);
    found.require(fits, "FTB-34.6", || "the objective needs a station of the other kind".to_owned());
}

pub(crate) fn name(table: &mut Table<Battle>, goal: u8, slot: u8, station: u8) {
    table.emit(Event::StationNamed { goal, slot, station });
    after_stations(table);
}

pub(crate) fn waiting_ships(battle: &Battle, side: u8) -> impl Iterator<Item = ShipId> + '_ {
    battle.of_side(side).filter(|&id| battle.ship(id).place == Place::Waiting)
}

/// FTB-36.1: who has more ships to place begins; then in turn, the rest at the end.
fn deploy_next(table: &mut Table<Battle>, last: Option<u8>) {
    let battle = table.state();
    let left = [0, 1].map(|side| waiting_ships(battle, side).count());
    let first = match (last, left) {
        (Some(side), _) => 1 - side,
        (None, [a, b]) if a != b => u8::from(a < b),
        (None, [0, 0]) => 0,
        (None, _) => chance::coin(table),
    };
    let battle = table.state();
    match [first, 1 - first].into_iter().find(|&side| 0 < left[usize::from(side)]) {
        Some(side) => {
            let next = waiting_ships(battle, side).next();
            if next.is_some_and(|id| default_deploy(battle, id).is_none()) {
                // No room anywhere: the ship stays away.
                if let Some(ship) = next {
                    table.emit(Event::Withdrew { ship });
                }
                deploy_next(table, Some(side));
            } else {
                table.emit(Event::Asked { stage: Stage::Deploy { side } });
            }
        }
        None => hold_back_next(table, None),
    }
}

/// FTB-36.2, FTB-36.3, FTB-36.4.
pub(crate) fn check_deploy(battle: &Battle, side: u8, deploy: &Deploy, found: &mut Findings) {
    let waits =
        battle.ships.get(deploy.ship.index()).is_some_and(|it| it.side == side && it.place == Place::Waiting);
    found.require(waits, "FTB-36.1", || "that ship is not yours to place now".to_owned());
    let Some(path) = first_vector(deploy, 1..=5, "FTB-36.3", found) else { return };
    let mut harbours = harbours(battle, side);
    found.require(harbours.any(|it| near(it, deploy.at, lu(5))), "FTB-36.2", || {
        "a ship starts within 5 LU of its home planet or of a station of its side".to_owned()
    });
    let centres = battle.map.systems[0].wells.iter().map(|it| it.at);
    let stations = battle.map.stations.iter().filter(|it| it.system == 0).map(|it| it.at);
    let docked = centres.chain(stations).any(|it| near(it, deploy.at, Length::ratio(1, 10)));
    found.require(!docked, "FTB-36.2", || "neither docked nor in orbit".to_owned());
    let system = &battle.map.systems[0];
    let touches = system
        .wells
        .iter()
        .zip(&system.radiation)
        .any(|(well, &radiation)| path.window(well.at, well.influence.max(radiation)).is_some());
    found.require(!touches, "FTB-36.3", || "point and vector keep clear of gravity and radiation".to_owned());
    found.require(!battle.is_taken(0, path.at(path.length()), None), "FTB-28.6", || {
        "another vector ends there".to_owned()
    });
}

fn first_vector(
    deploy: &Deploy,
    speeds: std::ops::RangeInclusive<u16>,
    rule: &'static str,
    found: &mut Findings,
) -> Option<Path> {
    let Plot { course, speed } = deploy.plot;
    let wild = [course.x, course.y, deploy.at.x, deploy.at.y].iter().any(|it| lu(1000) < it.abs());
    let dir = if wild { None } else { Dir::of(course.x, course.y) };
    let fits = found.require(dir.is_some() && speeds.contains(&speed), rule, || {
        format!("a first vector has a course and a whole speed from {} to {}", speeds.start(), speeds.end())
    });
    dir.filter(|_| fits).map(|dir| Path::straight(deploy.at, dir, lu(i32::from(speed))))
}

fn harbours(battle: &Battle, side: u8) -> impl Iterator<Item = Point> + '_ {
    let homes =
        battle.map.homes[usize::from(side)].iter().map(|&it| battle.map.systems[0].wells[usize::from(it)].at);
    let own = battle.map.stations.iter().filter(move |it| it.side == side && it.system == 0);
    homes.chain(own.map(|it| it.at))
}

/// The default of the decisions table, or the nearest thing to it.
pub(crate) fn default_deploy(battle: &Battle, id: ShipId) -> Option<Deploy> {
    let side = battle.ship(id).side;
    let enemy = harbours(battle, 1 - side).next().unwrap_or_default();
    let mut points: Vec<Point> = Vec::new();
    for harbour in harbours(battle, side) {
        let (x, y) = (harbour.x.whole_units_down() as i32, harbour.y.whole_units_down() as i32);
        points.extend((-5..=5).flat_map(|dx| (-5..=5).map(move |dy| Point::units(x + dx, y + dy))));
    }
    points.sort_by_key(|&it| ((it - enemy).square(), it.x, it.y));
    points.dedup();
    let legal = |deploy: &Deploy| {
        let mut found = Findings::default();
        check_deploy(battle, side, deploy, &mut found);
        found.is_empty()
    };
    let clear = |deploy: &Deploy| {
        let Some(dir) = Dir::of(deploy.plot.course.x, deploy.plot.course.y) else { return false };
        let end = deploy.at + dir.times(lu(i32::from(deploy.plot.speed)));
        battle.ids().all(|it| !battle.ship(it).is_free() || !near(battle.ship(it).at, end, lu(2)))
    };
    let straight = |at: Point, speed: u16| {
        let course = Point { x: enemy.x - at.x, y: enemy.y - at.y };
        Deploy { ship: id, at, plot: Plot { course, speed } }
    };
    let wished = points.iter().map(|&at| straight(at, 5)).find(|it| clear(it) && legal(it));
    wished.or_else(|| {
        let courses = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
        let all = points.iter().flat_map(|&at| {
            courses.iter().flat_map(move |&(x, y)| {
                [5, 3, 1].map(|speed| Deploy {
                    ship: id,
                    at,
                    plot: Plot { course: Point::units(x, y), speed },
                })
            })
        });
        all.into_iter().find(legal)
    })
}

pub(crate) fn deploy(table: &mut Table<Battle>, side: u8, deploy: &Deploy) {
    let dir = Dir::of(deploy.plot.course.x, deploy.plot.course.y).unwrap_or(Dir::EAST);
    table.emit(Event::Placed { ship: deploy.ship, at: deploy.at, dir, speed: deploy.plot.speed });
    deploy_next(table, Some(side));
}

/// FTB-33.3: one ship for each 50 points.
pub(crate) fn may_hold(battle: &Battle, side: u8) -> bool {
    let held = battle.of_side(side).filter(|&id| battle.ship(id).place == Place::HeldBack).count() as u32;
    held < battle.field.scenario.points / 50 && holdable(battle, side).nth(1).is_some()
}

/// Military ships on the map; one at least stays.
pub(crate) fn holdable(battle: &Battle, side: u8) -> impl Iterator<Item = ShipId> + '_ {
    battle.of_side(side).filter(|&id| battle.ship(id).is_free() && !battle.ship(id).class.is_civilian())
}

fn hold_back_next(table: &mut Table<Battle>, last: Option<(u8, bool)>) {
    let battle = table.state();
    let on = battle.field.options.stealth_run;
    let next = match last {
        _ if !on => None,
        None => Some(0),
        Some((side, true)) if may_hold(battle, side) => Some(side),
        Some((0, _)) => Some(1),
        Some(_) => None,
    };
    match next {
        Some(side) if may_hold(battle, side) => table.emit(Event::Asked { stage: Stage::HoldBack { side } }),
        Some(side) => hold_back_next(table, Some((side, false))),
        None => turn::new_day(table),
    }
}

/// FTB-33.3, G-38.
pub(crate) fn check_hold(battle: &Battle, side: u8, hold: &Deploy, found: &mut Findings) {
    let own = holdable(battle, side).any(|it| it == hold.ship);
    found.require(own, "FTB-33.3", || "only a military ship of yours on the map can be held back".to_owned());
    if first_vector(hold, 4..=6, "FTB-33.3", found).is_none() {
        return;
    }
    let edge = lu(i32::from(battle.field.options.edge.unwrap_or(100)));
    found.require(near(hold.at, Point::default(), edge), "FTB-33.3", || "that is off the map".to_owned());
    let wells = battle.map.systems[0].wells.iter().map(|it| it.at);
    let stations = battle.map.stations.iter().filter(|it| it.system == 0).map(|it| it.at);
    let ships = battle
        .ids()
        .filter(|&id| id != hold.ship && battle.ship(id).is_free() && battle.ship(id).system == 0);
    let mut all = wells.chain(stations).chain(ships.map(|id| battle.ship(id).at));
    found.require(!all.any(|it| near(it, hold.at, lu(10))), "FTB-33.3", || {
        "a Stealth run starts more than 10 LU from everything".to_owned()
    });
}

pub(crate) fn hold_back(table: &mut Table<Battle>, side: u8, hold: Option<&Deploy>) {
    if let Some(hold) = hold {
        let dir = Dir::of(hold.plot.course.x, hold.plot.course.y);
        table.emit(Event::HeldBack { ship: hold.ship, at: Some(hold.at), dir, speed: Some(hold.plot.speed) });
    }
    hold_back_next(table, Some((side, hold.is_some())));
}
