//! Space lanes and stellar tunnels (FTB-31, ALG-11).

use engine::{Findings, Table};
use geometry::{Length, Point};

use crate::{
    Battle, Event,
    battle::{Tanker, TankerPlace},
    helm::{self, Helm},
    map::{Gate, mark_radius},
    ship::{Place, ShipId},
    space::{Course, Dir, Flight, Leg, Path, Wells, fly, lu, near},
    torpedo,
};

/// FTB-31.1, FTB-31.2: the least speeds.
const TRANSFER_SPEED: u16 = 6;
const TUNNEL_SPEED: u16 = 10;

/// The end of `lane` that is in the ship's system.
pub(crate) fn end_of(battle: &Battle, id: ShipId, lane: u8) -> Option<usize> {
    let system = battle.ship(id).system;
    battle.map.lanes.get(usize::from(lane))?.ends.iter().position(|it| it.system == Some(system))
}

/// FTB-31.4: the vector up to the removal point, if it reaches one this turn.
pub(crate) fn entering(
    battle: &Battle,
    id: ShipId,
    helm: &Helm,
    lane: u8,
    vector: (Dir, u16),
) -> Option<Flight> {
    let ship = battle.ship(id);
    let end = end_of(battle, id, lane)?;
    let course = battle.course(ship.system, ship.deflected, helm.side);
    match &battle.map.lanes[usize::from(lane)].ends[end].gate {
        Gate::Marks(marks) if TRANSFER_SPEED <= vector.1 => {
            let mut flight = fly(course, ship.at, vector.0, vector.1);
            let t = third_mark(&flight.path, marks)?;
            shorten(&mut flight, t);
            Some(flight)
        }
        Gate::Star { mark, .. } if TUNNEL_SPEED <= vector.1 => {
            let mut flight = fly(Course { skip: Some(0), ..course }, ship.at, vector.0, vector.1);
            let marked = passes_mark(&flight.path, *mark);
            let t = star_gate(battle, ship.system, &flight.path)?;
            let pays = |mark: Length| mark <= t && has_fuel_at(battle, id, helm, &flight.path, mark, 0);
            if ship.armed != Some(lane) && !marked.is_some_and(pays) {
                return None;
            }
            shorten(&mut flight, t);
            Some(flight)
        }
        Gate::Marks(_) | Gate::Star { .. } | Gate::Nowhere => None,
    }
}

fn shorten(flight: &mut Flight, t: Length) {
    flight.path = torpedo::cut(&flight.path, t);
    flight.to = flight.path.at(t);
    flight.dir = flight.path.legs.last().map_or(flight.dir, |leg| leg.dir);
    flight.deflected = Wells::default();
}

/// How far from the point the line of the leg passes.
fn aside(leg: &Leg, at: Point) -> Length {
    leg.dir.cross(at - leg.from).abs()
}

/// FTB-31.3: a leg passes the third mark, and its line backwards the second and first.
fn third_mark(path: &Path, marks: &[Point; 3]) -> Option<Length> {
    let mut done = Length::ZERO;
    for leg in &path.legs {
        let at = leg.dir.dot(marks[2] - leg.from);
        let order = leg.dir.dot(marks[0] - leg.from) < leg.dir.dot(marks[1] - leg.from)
            && leg.dir.dot(marks[1] - leg.from) < at;
        let along = at.max(Length::ZERO).min(leg.length);
        let reached = near(leg.from + leg.dir.times(along), marks[2], mark_radius());
        if order && reached && marks.iter().all(|&mark| aside(leg, mark).at_most(mark_radius())) {
            return Some(done + along);
        }
        done += leg.length;
    }
    None
}

fn passes_mark(path: &Path, mark: Point) -> Option<Length> {
    path.window(mark, mark_radius()).map(|(t, _)| t)
}

/// FTB-31.2: where the star's radiation radius is reached on a leg that would
/// pass within 1 LU of the star.
fn star_gate(battle: &Battle, system: u8, path: &Path) -> Option<Length> {
    let radius = battle.system(system).radiation[0];
    let mut done = Length::ZERO;
    for leg in &path.legs {
        let one = Path { legs: [*leg].into_iter().collect() };
        if aside(leg, Point::default()).at_most(lu(1))
            && Length::ZERO < leg.dir.dot(Point::default() - leg.from)
            && let Some((t, _)) = one.window(Point::default(), radius)
        {
            return Some(done + t);
        }
        done += leg.length;
    }
    None
}

/// FTB-31.1, FTB-31.2, FTB-31.4: why a lane cannot be entered.
pub(crate) fn check(
    battle: &Battle,
    id: ShipId,
    helm: &Helm,
    lane: u8,
    vector: (Dir, u16),
    found: &mut Findings,
) {
    let Some(end) = end_of(battle, id, lane) else {
        found.add("FTB-31.4", "there is no such lane in this system");
        return;
    };
    let ship = battle.ship(id);
    match &battle.map.lanes[usize::from(lane)].ends[end].gate {
        Gate::Marks(_) => {
            found.require(TRANSFER_SPEED <= vector.1, "FTB-31.1", || "a transfer needs speed 6".to_owned());
            let reaches = entering(battle, id, helm, lane, vector).is_some();
            found.require(reaches, "FTB-31.1", || "the course does not pass all three marks".to_owned());
        }
        Gate::Star { mark, .. } => {
            found.require(TUNNEL_SPEED <= vector.1, "FTB-31.2", || "a tunnel needs speed 10".to_owned());
            let course = battle.course(ship.system, ship.deflected, helm.side);
            let path = fly(Course { skip: Some(0), ..course }, ship.at, vector.0, vector.1).path;
            let at_mark = passes_mark(&path, *mark).unwrap_or_default();
            let fuelled = ship.armed == Some(lane) || has_fuel_at(battle, id, helm, &path, at_mark, 0);
            found.require(fuelled, "FTB-5.6", || "a tunnel costs 1 fuel".to_owned());
            let only_mark = passes_mark(&path, *mark).is_some() && heads_for_star(&path);
            let reaches = entering(battle, id, helm, lane, vector).is_some();
            found.require(reaches || only_mark, "FTB-31.2", || {
                "the course does not pass the mark and within 1 LU of the star".to_owned()
            });
        }
        Gate::Nowhere => found.add("FTB-31.4", "there is no such lane in this system"),
    }
}

/// FTB-31.2, FTB-22.1: whether it has fuel when it passes the mark at `t`, what a Tanker gives before
/// included, if its order costs `cost`.
fn has_fuel_at(battle: &Battle, id: ShipId, helm: &Helm, path: &Path, t: Length, cost: u8) -> bool {
    let ship = battle.ship(id);
    let gives = |it: &Tanker| match it.at {
        TankerPlace::Deployed { system, at, given, .. } => {
            it.side == ship.side
                && system == ship.system
                && given < 2
                && path.window(at, lu(2)).is_some_and(|(from, _)| from <= t)
        }
        TankerPlace::Away { .. } => false,
    };
    cost < ship.own.fuel || (!helm.no_refuel && !ship.refuelled && battle.tankers.iter().any(gives))
}

/// FTB-31.2: whether `lane` is a tunnel whose mark it would pass with no fuel left after its order.
pub(crate) fn is_unpaid(battle: &Battle, id: ShipId, helm: &Helm, lane: u8, vector: (Dir, u16)) -> bool {
    let ship = battle.ship(id);
    let gate = end_of(battle, id, lane).map(|end| &battle.map.lanes[usize::from(lane)].ends[end].gate);
    let Some(Gate::Star { mark, .. }) = gate else { return false };
    let course = battle.course(ship.system, ship.deflected, helm.side);
    let path = fly(Course { skip: Some(0), ..course }, ship.at, vector.0, vector.1).path;
    let cost = helm::fuel_cost(battle, helm.order);
    let at_mark = passes_mark(&path, *mark).unwrap_or_default();
    ship.armed != Some(lane) && !has_fuel_at(battle, id, helm, &path, at_mark, cost)
}

/// The last leg, going on, passes within 1 LU of the star.
pub(crate) fn heads_for_star(path: &Path) -> bool {
    path.legs.last().is_some_and(|leg| {
        aside(leg, Point::default()).at_most(lu(1)) && Length::ZERO < leg.dir.dot(Point::default() - leg.from)
    })
}

/// FTB-31.2: the tunnel's mark on this path, if the fuel is still to be paid.
pub(crate) fn mark_on(battle: &Battle, id: ShipId, lane: u8, path: &Path) -> Option<Length> {
    let end = end_of(battle, id, lane)?;
    match &battle.map.lanes[usize::from(lane)].ends[end].gate {
        Gate::Star { mark, .. } if battle.ship(id).armed != Some(lane) => passes_mark(path, *mark),
        Gate::Marks(_) | Gate::Star { .. } | Gate::Nowhere => None,
    }
}

/// FTB-31.2: speed and course still hold, so the tunnel stays paid for.
pub(crate) fn stays_armed(path: &Path, speed: u16) -> bool {
    TUNNEL_SPEED <= speed && heads_for_star(path)
}

/// FTB-31.1 to FTB-31.4: removed at the mark or at the star, if the way is still open.
pub(crate) fn leave(table: &mut Table<Battle>, id: ShipId, lane: u8) {
    let battle = table.state();
    let Some(end) = end_of(battle, id, lane) else { return };
    let there = &battle.map.lanes[usize::from(lane)];
    let tunnel = matches!(there.ends[end].gate, Gate::Star { .. });
    if tunnel && battle.ship(id).armed != Some(lane) {
        return;
    }
    // FTB-31.3: entering on day t with n turns lost, it arrives on day t + n + 1.
    let due = there.ends[1 - end].system.map(|_| battle.day + there.turns + 1);
    table.emit(Event::LeftMap { ship: id, lane, due });
}

/// FTB-31.1, FTB-31.2, FTB-31.3: the vector by which a ship comes back.
pub(crate) fn exit(battle: &Battle, id: ShipId) -> Option<(u8, Path, u16)> {
    let ship = battle.ship(id);
    let Place::AtEntry { lane, end } = ship.place else { return None };
    let end = &battle.map.lanes[usize::from(lane)].ends[usize::from(end)];
    let system = end.system?;
    match &end.gate {
        Gate::Marks(marks) => {
            let dir = Dir::towards(marks[2], marks[0])?;
            Some((system, Path::straight(marks[2], dir, lu(i32::from(ship.speed))), ship.speed))
        }
        Gate::Star { dir, .. } => {
            Some((system, Path::straight(Point::default(), *dir, lu(10)), TUNNEL_SPEED))
        }
        Gate::Nowhere => None,
    }
}
