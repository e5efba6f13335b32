//! Steps 4 and 5: what happens along the vector, then scan, cooling and masking
//! (FTB-10, FTB-11, FTB-14, FTB-22, FTB-23).

use engine::{Findings, Table};
use geometry::{Length, Point, TOLERANCE};

use crate::{
    Battle, Event,
    battle::{Activation, Item, Moves, Step, TankerPlace, What},
    chance::{self, Test, Trial},
    combat,
    damage::{self, Cause},
    event::Gauge,
    helm::{self, Harbour, Helm, Kind, Plan},
    lanes, objectives,
    order::{Attack, Target},
    ship::{Class, Extra, Place, ShipId},
    space::{Path, distance, fly, lu, near},
    torpedo,
};

/// FTB-10.1.
pub(crate) const SCAN: i32 = 15;

/// FTB-14.2, FTB-29.8, FTB-25.7: where a target of the active ship is, if it may be one.
pub(crate) fn target_at(battle: &Battle, ship: ShipId, target: Target) -> Option<Point> {
    let it = battle.ship(ship);
    match target {
        Target::Ship(id) => {
            let other = battle.ships.get(id.index())?;
            let there = other.on_map() && other.system == it.system && battle.hostile(it.side, id);
            there.then_some(other.at)
        }
        Target::Tanker(_) => torpedo::target_at(battle, ship, target),
        // FTB-14.4: ships cannot attack torpedoes.
        Target::Torpedo(_) => None,
    }
}

/// FTB-14.6, FTB-14.7: the attack point along the active ship's path, if there is one.
pub(crate) fn attack_point(battle: &Battle, act: &Activation, attack: Attack) -> Option<Length> {
    let at = target_at(battle, act.ship, attack.target)?;
    let range = battle.field.weapon_range;
    let last = act.path.length();
    let allowed = |t: &Length| act.arrives.is_none() || *t + TOLERANCE < last;
    let t = torpedo::attack_point(&act.path, at, attack.at, range).filter(allowed);
    match attack.at {
        Some(_) => t,
        None => t.or_else(|| act.path.window(at, range).map(|it| it.0).filter(allowed)),
    }
}

/// FTB-14.2: everything the active ship could attack on this vector.
pub(crate) fn targets(battle: &Battle, act: &Activation) -> Vec<Target> {
    let ship = battle.ship(act.ship);
    if act.path.is_empty() || ship.class.is_civilian() || 1 < ship.side {
        return Vec::new();
    }
    let ships = battle.ids().map(Target::Ship);
    let tankers = (0..battle.tankers.len() as u8).map(Target::Tanker);
    ships.chain(tankers).filter(|&it| attack_point(battle, act, torpedo::at_nearest(it)).is_some()).collect()
}

/// FTB-14.2, FTB-14.8, FTB-35.2: the attack plan.
pub(crate) fn check_attacks(battle: &Battle, act: &Activation, attacks: &[Attack], found: &mut Findings) {
    let probes = battle
        .owner(act.ship)
        .is_some_and(|it| battle.extras[usize::from(it)] == Some(Extra::TrackingProbes));
    found.require(attacks.len() <= 1 || (probes && attacks.len() == 2), "FTB-14.2", || {
        "one attack for each activation, two with Tracking probes".to_owned()
    });
    if let [one, two] = attacks {
        found.require(one.target != two.target, "FTB-14.8", || {
            "the two attacks need different targets".to_owned()
        });
        let points = [one, two].map(|it| attack_point(battle, act, *it));
        found.require(points[0] <= points[1], "FTB-14.8", || {
            "the attacks go in the order of the path".to_owned()
        });
    }
    for attack in attacks.iter().take(3) {
        if let Target::Torpedo(_) = attack.target {
            found.add("FTB-14.4", "ships cannot attack torpedoes");
            continue;
        }
        let (point, civilian) =
            (attack_point(battle, act, *attack), battle.ship(act.ship).class.is_civilian());
        found.require(!civilian, "FTB-24.1", || "a civilian never attacks".to_owned());
        found.require(point.is_some(), "FTB-14.1", || {
            "the target is not within 3 LU of the attack point".to_owned()
        });
    }
}

/// ALG-7, ALG-8: everything on the way, in the order in which it is met.
pub(crate) fn agenda(battle: &Battle) -> Vec<Item> {
    battle.act.as_ref().map_or_else(Vec::new, |act| agenda_of(battle, act))
}

/// The same for an activation that may yet come.
pub(crate) fn agenda_of(battle: &Battle, act: &Activation) -> Vec<Item> {
    let (ship, path) = (battle.ship(act.ship), &act.path);
    if path.is_empty() {
        return Vec::new();
    }
    // At equal places: as ALG-7 has it, then nearest first, then by id.
    let mut items: Vec<((i64, u8, i64), Item)> = Vec::new();
    let mut add = |t: Length, rank: u8, near: i64, what: What| {
        items.push(((t.0 / TOLERANCE.0, rank, near), Item { t, what }));
    };
    for (n, tanker) in battle.tankers.iter().enumerate() {
        if let TankerPlace::Deployed { system, at, .. } = tanker.at
            && tanker.side == ship.side
            && system == ship.system
            && let Some((t, _)) = path.window(at, lu(2))
        {
            add(t, 0, 0, What::Refuel(n as u8));
        }
    }
    if let Some(lane) = act.helm.enter {
        if let Some(t) = lanes::mark_on(battle, act.ship, lane, path) {
            add(t, 1, 0, What::Mark(lane));
        }
        if act.leaves.is_some() {
            add(path.length(), 1, 1, What::Leave(lane));
        }
    }
    let system = battle.system(ship.system);
    if !act.exempt {
        for (n, (well, &radiation)) in system.wells.iter().zip(&system.radiation).enumerate() {
            if Length::ZERO < radiation
                && let Some((t, _)) = path.window(well.at, radiation)
            {
                add(t, 2, 0, What::Radiation(n as u8));
            }
        }
        if let Some([inner, outer]) = system.belt
            && let Some(t) = path.ring_entry(Point::default(), inner, outer)
        {
            add(t, 3, 0, What::Asteroids);
        }
    }
    for (n, goal) in battle.goals.iter().enumerate() {
        if goal.side == ship.side && goal.settled.is_none() && ship.system == 0 {
            for way in 0..3 {
                if let Some(t) =
                    objectives::waypoint(battle, goal, way).and_then(|it| objectives::passes(path, it))
                {
                    add(t, 4, i64::from(way), What::Patrol(n as u8, way));
                }
            }
        }
    }
    let range = battle.field.weapon_range;
    let mut plan: Option<(Length, Length)> = None;
    for (n, attack) in act.attacks.iter().enumerate() {
        let window = target_at(battle, act.ship, attack.target).and_then(|at| path.window(at, range));
        if let (Some((t_in, _)), Some(t)) = (window, attack_point(battle, act, *attack)) {
            add(t, 6, n as i64, What::Attack(n as u8));
            plan = Some(plan.map_or((t_in, t), |it| (it.0.min(t_in), it.1.max(t))));
        }
    }
    for id in battle.ids().filter(|&it| may_cover(battle, act, it)) {
        let other = battle.ship(id);
        let Some((t_in, t_out)) = path.window(other.at, range) else { continue };
        match plan {
            Some((first, last)) if first - TOLERANCE <= t_in => {
                if last - TOLERANCE <= t_out {
                    let t = t_in.max(last);
                    add(t, 7, distance(path.at(t), other.at).0, What::LateCover(id));
                }
            }
            _ => add(t_in, 5, distance(path.at(t_in), other.at).0, What::Cover(id)),
        }
    }
    items.sort_by_key(|it| it.0);
    items.into_iter().map(|it| it.1).collect()
}

/// FTB-14.3: whether a ship that was not attacked may give cover fire at all.
fn may_cover(battle: &Battle, act: &Activation, id: ShipId) -> bool {
    let (ship, other) = (battle.ship(act.ship), battle.ship(id));
    let fires = other.is_free() && !other.class.is_civilian() && other.side < 2 && other.side != ship.side;
    let attacked = act.attacks.iter().any(|it| it.target == Target::Ship(id));
    fires && !attacked && other.system == ship.system && battle.hostile(other.side, act.ship)
}

/// FTB-31.4, FTB-14.3: what lies on the rest of a vector after `from`: all but attacks, which were planned for
/// the way before, and cover fire by those who have not had their chance yet.
pub(crate) fn agenda_from(battle: &Battle, from: Length) -> Vec<Item> {
    let Some(act) = &battle.act else { return Vec::new() };
    let fires = |what: What| match what {
        What::Cover(id) | What::LateCover(id) => Some(id),
        What::Refuel(_)
        | What::Mark(_)
        | What::Leave(_)
        | What::Radiation(_)
        | What::Asteroids
        | What::Patrol(..)
        | What::Attack(_) => None,
    };
    let asked: Vec<ShipId> = act.agenda.iter().filter_map(|it| fires(it.what)).collect();
    let mut items: Vec<((i64, i64), Item)> = Vec::new();
    for item in agenda_of(battle, act) {
        let ahead = from + TOLERANCE < item.t;
        if ahead && fires(item.what).is_none() && !matches!(item.what, What::Attack(_)) {
            items.push(((item.t.0 / TOLERANCE.0, 0), item));
        }
    }
    let rest = act.path.after(from);
    for id in battle.ids().filter(|&it| may_cover(battle, act, it) && !asked.contains(&it)) {
        let at = battle.ship(id).at;
        if let Some((t_in, _)) = rest.window(at, battle.field.weapon_range) {
            let t = from + t_in;
            let near = 1 + distance(act.path.at(t), at).0;
            items.push(((t.0 / TOLERANCE.0, near), Item { t, what: What::Cover(id) }));
        }
    }
    items.sort_by_key(|it| it.0);
    items.into_iter().map(|it| it.1).collect()
}

/// Plays the activation on until something is to be decided.
pub(crate) fn advance(table: &mut Table<Battle>) {
    let battle = table.state();
    let Some(act) = &battle.act else { return };
    let (id, step) = (act.ship, act.step);
    let ship = battle.ship(id);
    // FTB-11.7: who is gone does nothing more.
    let gone = !ship.in_play() || matches!(ship.place, Place::Lane { .. });
    if gone || step == Step::Done {
        table.emit(Event::Activated { ship: id });
        return;
    }
    match step {
        Step::Start => start(table, id),
        Step::Ready => {
            if battle.owner(id).is_none() {
                let helm = scripted(battle, id);
                helm::resolve(table, id, &helm);
            } else {
                table.emit(Event::Step { step: Step::Helm });
            }
        }
        Step::Launched => helm::plot(table, id),
        Step::Plotted => plotted(table, id),
        Step::Path => along(table, id),
        Step::Arrived => arrived(table, id),
        Step::Cooling => cooling(table, id),
        Step::Guide
        | Step::Helm
        | Step::Fuse
        | Step::Aim
        | Step::Offer(_)
        | Step::FlyBy(_)
        | Step::Scan
        | Step::Done => (),
    }
}

/// FTB-31.3, FTB-33.3: an exit vector or a Stealth run is flown as it is; all
/// others begin with their torpedo.
fn start(table: &mut Table<Battle>, id: ShipId) {
    let battle = table.state();
    let ship = battle.ship(id);
    let (path, dir, speed, deflected, exempt) = match ship.place {
        Place::AtEntry { .. } => match lanes::exit(battle, id) {
            Some((_, path, speed)) => {
                let dir = path.legs[0].dir;
                (path, dir, speed, Default::default(), true)
            }
            None => {
                table.emit(Event::Withdrew { ship: id });
                return;
            }
        },
        Place::HeldBack => {
            let course = battle.course(ship.system, Default::default(), Default::default());
            let flight = fly(course, ship.at, ship.dir, ship.speed);
            (flight.path, flight.dir, ship.speed, flight.deflected, false)
        }
        Place::Waiting
        | Place::Free
        | Place::Orbit(_)
        | Place::Dock(_)
        | Place::Lane { .. }
        | Place::Undeparted
        | Place::Destroyed
        | Place::Withdrawn => {
            torpedo::begin(table, id);
            return;
        }
    };
    let mut flight =
        crate::space::Flight { to: path.at(path.length()), path, dir, deflected, head_on: false };
    torpedo::back_off(battle, Moves::Ship(id), &mut flight);
    let (path, to) = (flight.path, flight.to);
    let fuses = torpedo::fuses(battle, id, to);
    table.emit(Event::Plotted {
        ship: id,
        path,
        dir,
        speed,
        deflected,
        to,
        arrives: None,
        leaves: None,
        fuses,
        exempt,
    });
}

/// FTB-24.4, FTB-8.13: what the script says for today.
fn scripted(battle: &Battle, id: ShipId) -> Helm {
    let ship = battle.ship(id);
    let today = usize::from(battle.day.saturating_sub(1));
    let wanted = battle.neutral(id).and_then(|it| *it.script.get(today)?);
    let plot = wanted.and_then(|it| {
        let aim = Point { x: ship.at.x + it.x, y: ship.at.y + it.y };
        let accel = helm::accel(ship, Kind::Burn, false);
        let (dir, speed) = crate::space::snap(ship.at, helm::remembered(ship), accel, aim)?;
        Some(crate::order::Plot { course: Point { x: dir.x, y: dir.y }, speed })
    });
    match plot {
        Some(_) if ship.own.works(crate::ship::System::Drive) => {
            Helm { order: Kind::Burn, plot, ..Helm::default() }
        }
        _ => Helm::default(),
    }
}

/// FTB-14.5, then the start of step 4.
fn plotted(table: &mut Table<Battle>, id: ShipId) {
    let battle = table.state();
    let Some(act) = &battle.act else { return };
    match act.fuses.as_slice() {
        [] => {
            if let Some(t) = act.resumes {
                table.emit(Event::WentOn { ship: id, t });
            } else if targets(battle, act).is_empty() {
                table.emit(Event::Aimed { attacks: Vec::new() });
            } else {
                table.emit(Event::Step { step: Step::Aim });
            }
        }
        [one] => {
            let one = *one;
            torpedo::light(table, one);
        }
        _ if battle.owner(id).is_some() => table.emit(Event::Step { step: Step::Fuse }),
        [one, ..] => {
            let one = *one;
            torpedo::light(table, one);
        }
    }
}

/// FTB-11.4, FTB-23.1: the next thing on the path.
fn along(table: &mut Table<Battle>, id: ShipId) {
    let battle = table.state();
    let Some(act) = &battle.act else { return };
    let Some(item) = act.agenda.get(usize::from(act.next)).copied() else {
        if !act.path.is_empty() {
            let t = act.path.length();
            table.emit(Event::Along { t });
        }
        table.emit(Event::Step { step: Step::Arrived });
        return;
    };
    table.emit(Event::Along { t: item.t });
    match item.what {
        What::Refuel(tanker) => refuel(table, id, tanker),
        What::Mark(lane) => {
            let ship = table.state().ship(id);
            if 0 < ship.own.fuel && 10 <= ship.speed {
                damage::burn_fuel(table, id);
                table.emit(Event::TunnelPaid { ship: id, lane });
            }
        }
        What::Leave(lane) => lanes::leave(table, id, lane),
        What::Radiation(_) => damage::heat(table, id, 2),
        What::Asteroids => asteroids(table, id),
        What::Patrol(goal, way) => objectives::pass(table, goal, way),
        What::Cover(firer) | What::LateCover(firer) => offer(table, firer),
        What::Attack(n) => attack(table, id, n),
    }
}

/// FTB-22.1, FTB-22.2, FTB-21.7.
fn refuel(table: &mut Table<Battle>, id: ShipId, tanker: u8) {
    let battle = table.state();
    let ship = battle.ship(id);
    let wants = battle.act.as_ref().is_some_and(|it| !it.helm.no_refuel);
    let gives =
        matches!(battle.tankers[usize::from(tanker)].at, TankerPlace::Deployed { given, .. } if given < 2);
    let fuel = ship.own.fuel;
    if wants && gives && !ship.refuelled && fuel < ship.class.data().fuel {
        table.emit(Event::Refuelled { ship: id, tanker });
        table.emit(Event::Gauged { ship: id, gauge: Gauge::Fuel, to: fuel + 1 });
    }
}

/// FTB-23.2: by the recorded speed of this plot.
fn asteroids(table: &mut Table<Battle>, id: ShipId) {
    let speed = table.state().ship(id).speed;
    if 5 <= speed {
        chance::test(table, Test { ship: id, trial: Trial::Asteroids, easy: speed <= 12 });
    }
}

/// FTB-14.3: asks the passive side, if it still can.
fn offer(table: &mut Table<Battle>, firer: ShipId) {
    let battle = table.state();
    let Some(act) = &battle.act else { return };
    if !act.covered && battle.ship(firer).is_free() {
        table.emit(Event::Step { step: Step::Offer(firer) });
    }
}

/// FTB-14.2, FTB-14.6, FTB-29.8.
fn attack(table: &mut Table<Battle>, id: ShipId, n: u8) {
    let battle = table.state();
    let Some(attack) = battle.act.as_ref().and_then(|it| it.attacks.get(usize::from(n)).copied()) else {
        return;
    };
    if n == 0
        && battle.act.as_ref().is_some_and(|it| it.attacks.len() == 2)
        && let Some(side) = battle.owner(id)
        && let Some(extra) = battle.extras[usize::from(side)]
    {
        table.emit(Event::ExtraUsed { side, extra });
    }
    let battle = table.state();
    match attack.target {
        Target::Ship(target) if battle.ship(target).on_map() => match fly_by(battle, n, target).as_slice() {
            // FTB-14.8: all that are there have been attacked.
            [] => (),
            [one] => {
                let one = *one;
                if one != target {
                    table.emit(Event::FlyByTarget { attack: n, ship: one });
                }
                combat::begin(table, id, one, false);
            }
            [_, _, ..] => table.emit(Event::Step { step: Step::FlyBy(n) }),
        },
        Target::Tanker(tanker)
            if matches!(battle.tankers[usize::from(tanker)].at, TankerPlace::Deployed { .. }) =>
        {
            damage::attack_tanker(table, tanker);
        }
        Target::Ship(_) | Target::Tanker(_) | Target::Torpedo(_) => (),
    }
}

/// FTB-29.8, FTB-14.8: those whom attack number `n` on `target` may fall on: not on one that was attacked
/// already in this activation.
pub(crate) fn fly_by(battle: &Battle, n: u8, target: ShipId) -> Vec<ShipId> {
    let attacks = battle.act.as_ref().map_or(&[][..], |it| &it.attacks);
    let before = attacks.get(..usize::from(n)).unwrap_or_default();
    let mut there = at_same_place(battle, target);
    there.retain(|id| before.iter().all(|it| it.target != Target::Ship(*id)));
    there
}

/// FTB-29.8: ships of one side stationary in one place.
fn at_same_place(battle: &Battle, id: ShipId) -> Vec<ShipId> {
    let ship = battle.ship(id);
    if !ship.is_stationary() || 1 < ship.side {
        return vec![id];
    }
    let same = |it: &ShipId| {
        let other = battle.ship(*it);
        other.place == ship.place && other.side == ship.side && other.system == ship.system
    };
    battle.ids().filter(same).collect()
}

/// The end of step 4: edge, orbit or dock, then the scan.
fn arrived(table: &mut Table<Battle>, id: ShipId) {
    let battle = table.state();
    let Some(act) = &battle.act else { return };
    if act.leaves.is_some() {
        // FTB-31.4 (G-54): the way has closed; the plotted vector is flown after all.
        fly_on(table, id);
        return;
    }
    let (ship, arrives) = (battle.ship(id), act.arrives);
    let edge = battle.field.options.edge.map(|it| lu(i32::from(it)));
    if edge.is_some_and(|edge| !near(ship.at, Point::default(), edge)) && arrives.is_none() {
        table.emit(Event::Withdrew { ship: id });
        return;
    }
    if let Some(harbour) = arrives
        && !ship.is_stationary()
    {
        let deadly = is_deadly(battle, ship.side, ship.system, harbour);
        table.emit(Event::Docked { ship: id, harbour });
        if deadly {
            table.emit(Event::Destroyed { ship: id, cause: Cause::HostileOrbit });
            return;
        }
        damage::track(table, id, true);
    }
    if table.state().ship(id).is_stationary() {
        // FTB-9.1, FTB-34.3: also a transport that could not leave.
        damage::track(table, id, true);
    }
    if scan_targets(table.state(), id).is_empty() {
        table.emit(Event::Step { step: Step::Cooling });
    } else {
        table.emit(Event::Step { step: Step::Scan });
    }
}

/// FTB-31.4, FTB-27.2: the vector as it was plotted, from where it began and with the wells used before it.
fn fly_on(table: &mut Table<Battle>, id: ShipId) {
    let battle = table.state();
    let Some(act) = &battle.act else { return };
    let Some(first) = act.path.legs.first() else { return };
    let helm = Helm { enter: None, ..act.helm };
    let vector = (first.dir, battle.ship(id).speed);
    let mut there = battle.clone();
    let hull = &mut there.ships[id.index()].hull;
    (hull.at, hull.deflected) = (first.from, act.before);
    let Plan { flight, arrives, crash, .. } = helm::plan(&there, id, &helm, vector);
    let fuses = if crash.is_some() { Vec::new() } else { torpedo::fuses(battle, id, flight.to) };
    let (path, dir, deflected, to) = (flight.path, flight.dir, flight.deflected, flight.to);
    table.emit(Event::Plotted {
        ship: id,
        path,
        dir,
        speed: vector.1,
        deflected,
        to,
        arrives,
        leaves: None,
        fuses,
        exempt: false,
    });
    if crash.is_some() {
        table.emit(Event::Destroyed { ship: id, cause: Cause::Crash });
    }
}

/// FTB-29.4: the star and the enemy's home, unless the scenario allows it.
pub(crate) fn is_deadly(battle: &Battle, side: u8, system: u8, harbour: Harbour) -> bool {
    let Harbour::Body(body) = harbour else { return false };
    if battle.map.safe_orbits.contains(&(system, body)) {
        return false;
    }
    body == 0 || (system == 0 && side < 2 && battle.map.homes[1 - usize::from(side)].contains(&body))
}

/// FTB-10.1, FTB-10.2, FTB-9.3: passive, free, on the map, Untracked, within 15 LU.
pub(crate) fn scan_targets(battle: &Battle, id: ShipId) -> Vec<ShipId> {
    if battle.act.as_ref().is_some_and(|it| it.scanned) {
        return Vec::new();
    }
    scan_targets_now(battle, id)
}

/// The same while the scan is being decided on.
pub(crate) fn scan_targets_now(battle: &Battle, id: ShipId) -> Vec<ShipId> {
    let ship = battle.ship(id);
    if ship.class != Class::Cruiser || !ship.core() {
        return Vec::new();
    }
    let seen = |it: &ShipId| may_be_scanned(battle, id, *it) && near(battle.ship(*it).at, ship.at, lu(SCAN));
    battle.ids().filter(seen).collect()
}

/// FTB-10.2: whether a ship is one that scans look for, however far off.
fn may_be_scanned(battle: &Battle, id: ShipId, target: ShipId) -> bool {
    let (ship, other) = (battle.ship(id), battle.ship(target));
    other.is_free() && !other.tracked && other.system == ship.system && battle.hostile(ship.side, target)
}

pub(crate) fn check_scan(battle: &Battle, id: ShipId, target: Option<ShipId>, found: &mut Findings) {
    if let Some(target) = target
        && !scan_targets_now(battle, id).contains(&target)
    {
        let sought = battle.ids().any(|it| it == target) && may_be_scanned(battle, id, target);
        let (rule, reason) = if sought {
            ("FTB-10.1", "scans reach 15 LU")
        } else {
            ("FTB-10.2", "only an Untracked, free enemy ship can be scanned")
        };
        found.add(rule, reason);
    }
}

pub(crate) fn scan(table: &mut Table<Battle>, id: ShipId, target: Option<ShipId>) {
    table.emit(Event::Step { step: Step::Cooling });
    match target {
        Some(target) => chance::test(table, Test { ship: id, trial: Trial::Scan { target }, easy: true }),
        None => table.emit(Event::ScanPassed),
    }
}

/// FTB-11.5, FTB-12.2, FTB-12.5, FTB-11.6: cooling, then masking. FTB-5.8: a Core
/// lost on the way cools nothing and masks by the test alone.
fn cooling(table: &mut Table<Battle>, id: ShipId) {
    let Some(helm) = table.state().act.as_ref().map(|it| it.helm) else { return };
    table.emit(Event::Step { step: Step::Done });
    match helm.order {
        Kind::Coast => damage::cool(table, id, 1),
        Kind::HeatDump => damage::cool(table, id, u8::MAX),
        Kind::Burn
        | Kind::HardBurn
        | Kind::Repair
        | Kind::Launch
        | Kind::Refit
        | Kind::Recharge
        | Kind::Board => (),
    }
    let ship = table.state().ship(id);
    if !ship.tracked || ship.is_overheated() || !ship.is_free() || helm.stay_tracked {
        return;
    }
    // FTB-4.2: Stealth.
    if ship.class == Class::Destroyer && ship.core() {
        damage::track(table, id, false);
    } else {
        chance::test(table, Test { ship: id, trial: Trial::Mask, easy: true });
    }
}

/// The paths a screen shows for cover fire: who could fire at a vector, and where.
pub(crate) fn firers(battle: &Battle, ship: ShipId, path: &Path) -> Vec<ShipId> {
    let it = battle.ship(ship);
    let fires = |id: &ShipId| {
        let other = battle.ship(*id);
        other.is_free()
            && !other.class.is_civilian()
            && other.side < 2
            && other.side != it.side
            && other.system == it.system
            && battle.hostile(other.side, ship)
            && path.window(other.at, battle.field.weapon_range).is_some()
    };
    battle.ids().filter(fires).collect()
}
