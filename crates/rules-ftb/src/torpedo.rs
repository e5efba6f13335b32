//! Torpedoes: guidance, launch, fuses, attacks (FTB-11.1, FTB-14.5, FTB-15,
//! FTB-19, FTB-20).

use engine::{Findings, Table};
use geometry::{Length, Point};

use crate::{
    Battle, Event, StarSystem,
    battle::{Moves, Step, TankerPlace},
    chance::{self, Re, Test, Trial},
    damage::{self, Blow},
    event::Lost,
    options::CivilianCountermeasures,
    order::{Attack, Guide, Target},
    ship::{ShipId, System, Torpedo},
    space::{self, Dir, Flight, Pass, Path, Wells, crashes, fly, lu, may_plot, near},
};

/// FTB-15.8: how far guidance reaches.
pub(crate) const GUIDANCE: i32 = 30;

pub(crate) fn in_guidance(battle: &Battle, ship: ShipId) -> bool {
    let it = battle.ship(ship);
    it.torpedo.is_some_and(|torpedo| near(torpedo.at, it.at, lu(GUIDANCE)))
}

/// The torpedo a ship would launch, before it is plotted: at its VEP, with its vector.
pub(crate) fn fresh(battle: &Battle, ship: ShipId) -> Torpedo {
    let it = battle.ship(ship);
    // FTB-28.10: no well has bent the torpedo itself yet.
    Torpedo { from: it.at, at: it.at, dir: it.dir, speed: it.speed, deflected: Wells::default() }
}

/// FTB-15.2, FTB-15.4: the vector it takes, if it may.
pub(crate) fn plotted(torpedo: &Torpedo, guide: &Guide, accel: Length) -> Option<(Dir, u16)> {
    let Some(plot) = guide.plot else { return Some((torpedo.dir, torpedo.speed)) };
    let dir = Dir::of(plot.course.x, plot.course.y)?;
    may_plot(torpedo.dir.whole(torpedo.speed), accel, dir, plot.speed).then_some((dir, plot.speed))
}

pub(crate) fn flight(
    battle: &Battle,
    ship: ShipId,
    torpedo: &Torpedo,
    vector: (Dir, u16),
    side: Pass,
) -> Flight {
    let course = battle.course(battle.ship(ship).system, torpedo.deflected, side);
    fly(course, torpedo.at, vector.0, vector.1)
}

/// Where a target of a torpedo of `ship` is, if it may be one at all.
/// FTB-15.6, FTB-15.9, FTB-20.1.
pub(crate) fn target_at(battle: &Battle, ship: ShipId, target: Target) -> Option<Point> {
    let (side, system) = (battle.owner(ship)?, battle.ship(ship).system);
    match target {
        Target::Ship(id) => {
            let it = battle.ships.get(id.index())?;
            (it.is_free() && it.system == system && battle.hostile(side, id)).then_some(it.at)
        }
        Target::Torpedo(id) => {
            let it = battle.ships.get(id.index())?;
            let theirs = it.side < 2 && it.side != side && it.system == system;
            it.torpedo.filter(|_| theirs).map(|torpedo| torpedo.at)
        }
        Target::Tanker(n) => match battle.tankers.get(usize::from(n))? {
            it if it.side == side => None,
            it => match it.at {
                TankerPlace::Deployed { system: there, at, .. } if there == system => Some(at),
                TankerPlace::Away { .. } | TankerPlace::Deployed { .. } => None,
            },
        },
    }
}

/// Everything a torpedo on `path` could attack.
pub(crate) fn targets(battle: &Battle, ship: ShipId, path: &Path) -> Vec<Target> {
    let ships = battle.ids().map(Target::Ship);
    let torpedoes = battle.ids().map(Target::Torpedo);
    let tankers = (0..battle.tankers.len() as u8).map(Target::Tanker);
    let reach = battle.field.torpedo_range;
    ships
        .chain(torpedoes)
        .chain(tankers)
        .filter(|&it| {
            target_at(battle, ship, it).is_some_and(|at| near(at, path.at(path.closest(at).0), reach))
        })
        .collect()
}

/// FTB-14.2, FTB-15.6: the attack point as length along the path, if in range.
pub(crate) fn attack_point(path: &Path, at: Point, wanted: Option<Length>, range: Length) -> Option<Length> {
    let t = match wanted {
        None => path.closest(at).0,
        Some(t) if Length::ZERO <= t && t.at_most(path.length()) => t,
        Some(_) => return None,
    };
    near(path.at(t), at, range).then_some(t)
}

/// FTB-11.1, FTB-15.2, FTB-15.4, FTB-15.6, FTB-15.11: plot and declared attack.
pub(crate) fn check(
    battle: &Battle,
    ship: ShipId,
    torpedo: &Torpedo,
    guide: &Guide,
    launch: bool,
    found: &mut Findings,
) {
    let options = &battle.field.options;
    let accel = lu(i32::from(if launch { options.launch_accel } else { options.guided_accel }));
    let rule = if launch { "FTB-15.2" } else { "FTB-15.4" };
    let wild = guide.plot.is_some_and(|it| lu(1000) < it.course.x.abs() || lu(1000) < it.course.y.abs());
    let vector = if wild { None } else { plotted(torpedo, guide, accel) };
    let Some(vector) = vector.filter(|it| 1 <= it.1) else {
        found.add(
            rule,
            format!("the torpedo may shift its vector by at most {accel} LU, to a whole speed of 1 or more"),
        );
        return;
    };
    let Some(attack) = guide.attack else { return };
    if launch && !options.attack_on_launch {
        found.add("FTB-15.3", "a torpedo does not attack on its launch vector");
        return;
    }
    let path = flight(battle, ship, torpedo, vector, guide.side).path;
    let Some(at) = target_at(battle, ship, attack.target) else {
        let stationary = match attack.target {
            Target::Ship(id) => battle.ships.get(id.index()).is_some_and(|it| it.is_stationary()),
            Target::Tanker(_) | Target::Torpedo(_) => false,
        };
        found.add(if stationary { "FTB-15.9" } else { "FTB-15.6" }, "that is not a target for a torpedo");
        return;
    };
    found.require(
        attack_point(&path, at, attack.at, battle.field.torpedo_range).is_some(),
        "FTB-15.6",
        || "the target is not within 6 LU of the attack point".to_owned(),
    );
}

/// FTB-11.1: step 1. Waits for the player only where there is something to decide.
pub(crate) fn begin(table: &mut Table<Battle>, ship: ShipId) {
    let battle = table.state();
    let Some(torpedo) = battle.ship(ship).torpedo else {
        table.emit(Event::Step { step: Step::Ready });
        return;
    };
    if !in_guidance(battle, ship) {
        table.emit(Event::TorpedoLost { ship, why: Lost::OutOfRange });
        table.emit(Event::Step { step: Step::Ready });
        return;
    }
    let flight = flight(battle, ship, &torpedo, (torpedo.dir, torpedo.speed), Pass::Left);
    let steers = 0 < battle.field.options.guided_accel;
    if steers || flight.head_on || !targets(battle, ship, &flight.path).is_empty() {
        table.emit(Event::Step { step: Step::Guide });
    } else {
        table.emit(Event::Step { step: Step::Ready });
        go(table, ship, torpedo, &Guide::default(), false);
    }
}

/// FTB-15.3, FTB-15.4, FTB-15.7, FTB-15.11: it flies, and attacks if told to.
pub(crate) fn go(table: &mut Table<Battle>, ship: ShipId, torpedo: Torpedo, guide: &Guide, launch: bool) {
    let battle = table.state();
    let options = &battle.field.options;
    let accel = lu(i32::from(if launch { options.launch_accel } else { options.guided_accel }));
    let vector = plotted(&torpedo, guide, accel).unwrap_or((torpedo.dir, torpedo.speed.max(1)));
    let mut flight = flight(battle, ship, &torpedo, vector, guide.side);
    let attack = guide.attack.and_then(|attack| {
        let at = target_at(battle, ship, attack.target)?;
        Some((attack.target, attack_point(&flight.path, at, attack.at, battle.field.torpedo_range)?))
    });
    if let Some((target, t)) = attack {
        // G-50: it flies only to its attack point, and nothing stops it on the way.
        flight.path = cut(&flight.path, t);
        flew(table, ship, &flight, vector.1, launch);
        table.emit(Event::TorpedoLost { ship, why: Lost::Spent });
        attack_with(table, ship, target);
        return;
    }
    let system = battle.system(battle.ship(ship).system);
    if let Some(t) = burns_at(system, &flight.path) {
        // G-25: removed where it enters.
        flight.path = cut(&flight.path, t);
        flew(table, ship, &flight, vector.1, launch);
        table.emit(Event::TorpedoLost { ship, why: Lost::Radiation });
        return;
    }
    let crash = crashes(&system.wells, torpedo.at, flight.to, None).is_some();
    let off = options.edge.is_some_and(|edge| !near(flight.to, Point::default(), lu(i32::from(edge))));
    back_off(battle, Moves::Torpedo(ship), &mut flight);
    flew(table, ship, &flight, vector.1, launch);
    let why = match (crash, off) {
        (true, _) => Lost::Crash,
        (_, true) => Lost::Edge,
        (false, false) => return,
    };
    table.emit(Event::TorpedoLost { ship, why });
}

/// FTB-23.3: where a path first enters radiation.
pub(crate) fn burns_at(system: &StarSystem, path: &Path) -> Option<Length> {
    let zones = system.wells.iter().zip(&system.radiation).filter(|it| Length::ZERO < *it.1);
    zones.filter_map(|(well, &radius)| path.window(well.at, radius)).map(|it| it.0).min()
}

/// FTB-28.6: back along the last leg in tenths of an LU until the end is clear.
pub(crate) fn back_off(battle: &Battle, moves: Moves, flight: &mut Flight) {
    let (Moves::Ship(ship) | Moves::Torpedo(ship)) = moves;
    let system = battle.ship(ship).system;
    while battle.is_taken(system, flight.to, Some(moves)) {
        let Some(leg) = flight.path.legs.last_mut() else { return };
        let shorter = leg.length - Length::ratio(1, 10);
        if shorter < Length::ZERO {
            return;
        }
        leg.length = shorter;
        flight.to = leg.to();
    }
}

fn flew(table: &mut Table<Battle>, ship: ShipId, flight: &Flight, speed: u16, launch: bool) {
    let (path, dir, deflected) = (flight.path.clone(), flight.dir, flight.deflected);
    table.emit(Event::TorpedoFlew { ship, path, speed, dir, deflected, launch });
}

/// The path up to drawn length `t`.
pub(crate) fn cut(path: &Path, t: Length) -> Path {
    let mut left = t;
    let mut short = Path::default();
    for leg in &path.legs {
        let length = leg.length.min(left);
        short.legs.push(space::Leg { length, ..*leg });
        if left <= leg.length {
            break;
        }
        left = left - leg.length;
    }
    short
}

fn attack_with(table: &mut Table<Battle>, ship: ShipId, target: Target) {
    match target {
        Target::Ship(target) => strike(table, ship, target),
        Target::Tanker(tanker) => damage::attack_tanker(table, tanker),
        // FTB-20.3: the guiding ship's Weapons do not matter.
        Target::Torpedo(target) => {
            chance::test(table, Test { ship, trial: Trial::Torpedo { target }, easy: true });
        }
    }
}

/// FTB-20.1, FTB-20.2: W or D removes the target.
pub(crate) fn intercepted(table: &mut Table<Battle>, target: ShipId, result: Re) {
    if result != Re::Lose && table.state().ship(target).torpedo.is_some() {
        table.emit(Event::TorpedoLost { ship: target, why: Lost::ShotDown });
    }
}

/// FTB-19.1: the target may go Evasive first.
pub(crate) fn strike(table: &mut Table<Battle>, guide: ShipId, target: ShipId) {
    table.emit(Event::StrikeBegan { guide, target });
    let ship = table.state().ship(target);
    if !(ship.can_evade() && ship.side < 2) {
        table.emit(Event::Evaded { ship: target, evades: false });
    }
}

/// FTB-19.1, FTB-19.2.
pub(crate) fn test_countermeasures(table: &mut Table<Battle>, guide: ShipId, target: ShipId, evasive: bool) {
    table.emit(Event::StrikeEnded);
    if evasive {
        damage::burn_fuel(table, target);
        damage::cool(table, target, 1);
    }
    chance::test(table, Test { ship: target, trial: Trial::Countermeasures { guide }, easy: evasive });
}

/// FTB-19.2, FTB-19.3, FTB-19.4: what comes of the test, as graded.
pub(crate) fn countered(table: &mut Table<Battle>, guide: ShipId, target: ShipId, result: Re) {
    let battle = table.state();
    let (owner, enemy) = (battle.owner(target), battle.owner(guide));
    let blow = |chooser, pierce| Blow { target, chooser, focus: false, pierce, fate: None };
    match worst(battle, target, result) {
        Re::Win => (),
        Re::Draw => damage::strike(table, vec![blow(owner, false)]),
        Re::Lose => damage::strike(table, vec![blow(enemy, true)]),
    }
}

/// FTB-19.3: without Weapons a Win is a Draw.
pub(crate) fn worst(battle: &Battle, target: ShipId, result: Re) -> Re {
    let ship = battle.ship(target);
    let weak = if ship.class.is_civilian() {
        battle.field.options.civilian_countermeasures == CivilianCountermeasures::AsOffline
    } else {
        !ship.own.works(System::Weapons)
    };
    if weak && result == Re::Win { Re::Draw } else { result }
}

/// FTB-14.5, FTB-15.12: ships whose torpedoes the end of this vector sets off.
pub(crate) fn fuses(battle: &Battle, ship: ShipId, to: Point) -> Vec<ShipId> {
    let it = battle.ship(ship);
    if 1 < it.side {
        return Vec::new();
    }
    let (side, system) = (it.side, it.system);
    let lit = |id: &ShipId| {
        let other = battle.ship(*id);
        other.side < 2
            && other.side != side
            && other.system == system
            && other.torpedo.is_some_and(|torpedo| near(torpedo.at, to, lu(3)))
    };
    battle.ids().filter(lit).collect()
}

/// FTB-14.5: one torpedo after the other.
pub(crate) fn light(table: &mut Table<Battle>, guide: ShipId) {
    let Some(act) = &table.state().act else { return };
    let target = act.ship;
    table.emit(Event::FuseLit { ship: guide });
    if table.state().ship(guide).torpedo.is_some() {
        table.emit(Event::TorpedoLost { ship: guide, why: Lost::Spent });
        strike(table, guide, target);
    }
}

/// An attack at the nearest point of the path.
pub(crate) fn at_nearest(target: Target) -> Attack {
    Attack { target, at: None }
}
