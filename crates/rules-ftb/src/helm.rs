//! Steps 2 and 3: orders and plots (FTB-12, FTB-28, FTB-29), and what a repair
//! brings.

use engine::{Findings, Table};
use geometry::{Length, Offset, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event,
    battle::{Moves, Slot, Step},
    chance::{self, Re, Test, Trial},
    damage::{self, Cause},
    event::Gauge,
    lanes,
    options::ShieldRecharge,
    order::{Guide, Plot},
    scenario::Aim,
    ship::{Class, Damage, Extra, Place, Ship, ShipId, System},
    space::{Dir, Flight, Pass, Path, Wells, crashes, fly, lu, may_plot, near},
    torpedo,
};

/// FTB-12: one order for each activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// FTB-12.2.
    #[default]
    Coast,
    /// FTB-12.3.
    Burn,
    /// FTB-12.4.
    HardBurn,
    /// FTB-12.5.
    HeatDump,
    /// FTB-12.6.
    Repair,
    /// FTB-12.7.
    Launch,
    /// FTB-25.8.
    Refit,
    /// FTB-33.2: +1 shield, for fuel or by a test.
    Recharge,
    /// FTB-12.8: what a scenario's objective asks for.
    Board,
}

impl Kind {
    pub const ALL: [Kind; 9] = [
        Kind::Coast,
        Kind::Burn,
        Kind::HardBurn,
        Kind::HeatDump,
        Kind::Repair,
        Kind::Launch,
        Kind::Refit,
        Kind::Recharge,
        Kind::Board,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Coast => "coast",
            Kind::Burn => "burn",
            Kind::HardBurn => "hard burn",
            Kind::HeatDump => "heat dump",
            Kind::Repair => "repair",
            Kind::Launch => "launch",
            Kind::Refit => "refit",
            Kind::Recharge => "recharge",
            Kind::Board => "board",
        }
    }

    pub(crate) fn burns(self) -> bool {
        matches!(self, Kind::Burn | Kind::HardBurn)
    }
}

/// FTB-29: where a ship can be stationary. Bodies and stations by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Harbour {
    Body(u8),
    Station(u8),
}

/// Everything said in steps 2 and 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Helm {
    pub order: Kind,
    /// FTB-28.2: for a burn.
    #[serde(default)]
    pub plot: Option<Plot>,
    /// FTB-15.2: for a launch.
    #[serde(default)]
    pub torpedo: Option<Guide>,
    /// FTB-29.1: where it means to stop.
    #[serde(default)]
    pub declare: Option<Harbour>,
    /// FTB-31.4: the lane it means to enter.
    #[serde(default)]
    pub enter: Option<u8>,
    /// FTB-28.5.
    #[serde(default)]
    pub side: Pass,
    /// FTB-35.2: the extra goes with this order.
    #[serde(default)]
    pub extra: bool,
    /// FTB-34.4: not on patrol, though it might be.
    #[serde(default)]
    pub off_patrol: bool,
    /// FTB-22.1: takes no fuel on the way.
    #[serde(default)]
    pub no_refuel: bool,
    /// FTB-11.6: does not mask.
    #[serde(default)]
    pub stay_tracked: bool,
}

/// FTB-28.1: what a ship remembers of its vector.
pub(crate) fn remembered(ship: &Ship) -> Offset {
    if ship.is_stationary() { Offset::default() } else { ship.dir.whole(ship.speed) }
}

/// FTB-12.3, FTB-12.4, FTB-24.2, FTB-24.3, FTB-24.5, FTB-35.2: the acceleration radius.
pub(crate) fn accel(ship: &Ship, kind: Kind, overdrive: bool) -> Length {
    let data = ship.class.data();
    lu(match kind {
        Kind::Burn if overdrive => 5,
        Kind::Burn if ship.class == Class::Runner && !ship.core() => 3,
        Kind::Burn => i32::from(data.burn),
        Kind::HardBurn => i32::from(data.hard_burn),
        Kind::Coast
        | Kind::HeatDump
        | Kind::Repair
        | Kind::Launch
        | Kind::Refit
        | Kind::Recharge
        | Kind::Board => 0,
    })
}

/// FTB-12.3, FTB-12.4, FTB-24.3: what a burn adds.
pub(crate) fn burn_heat(ship: &Ship, kind: Kind) -> u8 {
    match kind {
        Kind::Burn if ship.class == Class::Runner && ship.core() => 0,
        Kind::Burn | Kind::HardBurn => 1,
        Kind::Coast
        | Kind::HeatDump
        | Kind::Repair
        | Kind::Launch
        | Kind::Refit
        | Kind::Recharge
        | Kind::Board => 0,
    }
}

/// FTB-12.4, FTB-12.5, FTB-33.2: the fuel an order takes.
pub(crate) fn fuel_cost(battle: &Battle, kind: Kind) -> u8 {
    let recharge = kind == Kind::Recharge && battle.field.options.shield_recharge == ShieldRecharge::Fuel;
    u8::from(recharge || matches!(kind, Kind::HardBurn | Kind::HeatDump))
}

/// FTB-12, FTB-29.7: every reason against an order as such.
pub(crate) fn check_kind(battle: &Battle, id: ShipId, kind: Kind, found: &mut Findings) {
    needs(battle, id, kind, &mut |holds, rule, what| {
        found.require(holds, rule, || format!("{}: {what}", kind.name()));
    });
}

/// The same without the words.
pub(crate) fn is_open(battle: &Battle, id: ShipId, kind: Kind) -> bool {
    let mut open = true;
    needs(battle, id, kind, &mut |holds, _, _| open &= holds);
    open
}

fn needs(battle: &Battle, id: ShipId, kind: Kind, need: &mut dyn FnMut(bool, &'static str, &str)) {
    let ship = battle.ship(id);
    need(kind.burns() || !must_leave(ship), "FTB-34.3", "the transport must burn on the day it leaves");
    match kind {
        Kind::Coast => (),
        Kind::Burn => need(ship.own.works(System::Drive), "FTB-5.4", "the Drive is offline"),
        Kind::HardBurn => {
            need(ship.own.works(System::Drive), "FTB-5.4", "the Drive is offline");
            need(0 < ship.own.fuel, "FTB-12.4", "no fuel");
            need(!near_harbour(battle, ship), "FTB-12.4", "within 2 LU of a planet or station");
        }
        Kind::HeatDump => {
            need(0 < ship.own.fuel, "FTB-12.5", "no fuel");
            need(ship.core(), "FTB-5.2", "the Core is offline");
        }
        Kind::Repair => {
            need(
                matches!(ship.own.damage, Some(Damage { offline: true, .. })),
                "FTB-12.6",
                "nothing is offline",
            );
        }
        Kind::Launch => {
            need(0 < ship.own.torpedoes, "FTB-12.7", "no torpedo left");
            need(ship.torpedo.is_none(), "FTB-15.5", "it already guides a torpedo");
            need(!ship.is_stationary(), "FTB-15.9", "the ship is stationary");
            need(!ship.class.is_civilian(), "FTB-24.1", "a civilian has no torpedoes");
        }
        Kind::Refit => match ship.place {
            Place::Dock(station) => {
                let friendly = battle.map.stations[usize::from(station)].side == ship.side;
                need(friendly, "FTB-25.8", "not at a friendly station");
                need(
                    battle.slots[usize::from(station)] == Slot::Free,
                    "FTB-25.10",
                    "the station's refit is spent or reserved",
                );
            }
            Place::Waiting
            | Place::Free
            | Place::Orbit(_)
            | Place::Lane { .. }
            | Place::AtEntry { .. }
            | Place::HeldBack
            | Place::Undeparted
            | Place::Destroyed
            | Place::Withdrawn => need(false, "FTB-25.8", "not docked"),
        },
        Kind::Recharge => {
            let mode = battle.field.options.shield_recharge;
            need(mode != ShieldRecharge::Off, "FTB-33.2", "shields do not recharge in this game");
            need(ship.own.shields < ship.class.data().shields, "FTB-33.2", "the shields are full");
            need(mode != ShieldRecharge::Fuel || 0 < ship.own.fuel, "FTB-33.2", "no fuel");
        }
        Kind::Board => need(boards(battle, id).is_some(), "FTB-12.8", "no objective asks for it here"),
    }
}

/// FTB-34.3: placed today and able to go.
pub(crate) fn must_leave(ship: &Ship) -> bool {
    ship.departing && ship.own.works(System::Drive)
}

/// FTB-12.4: within 2 LU of a planet or station; the star does not count.
pub(crate) fn near_harbour(battle: &Battle, ship: &Ship) -> bool {
    let wells = battle.system(ship.system).wells.iter().skip(1).map(|it| it.at);
    let stations = battle.map.stations.iter().filter(|it| it.system == ship.system).map(|it| it.at);
    wells.chain(stations).any(|at| near(at, ship.at, lu(2)))
}

/// FTB-12.8: the goal that boarding here achieves.
pub(crate) fn boards(battle: &Battle, id: ShipId) -> Option<usize> {
    let ship = battle.ship(id);
    let Place::Dock(station) = ship.place else { return None };
    let name = &battle.map.stations[usize::from(station)].name;
    let wanted = |n: &usize| {
        let goal = &battle.goals[*n];
        goal.side == ship.side
            && goal.settled.is_none()
            && matches!(battle.field.scenario.objectives.get(*n).map(|it| &it.goal),
                Some(Aim::Board { station }) if station.eq_ignore_ascii_case(name))
    };
    (0..battle.goals.len()).find(wanted)
}

/// FTB-29.1, FTB-29.5, FTB-29.10, FTB-29.11: whether `id` may declare `harbour`.
pub(crate) fn check_harbour(battle: &Battle, id: ShipId, harbour: Harbour, found: &mut Findings) -> bool {
    let ship = battle.ship(id);
    let known = match harbour {
        Harbour::Body(body) => usize::from(body) < battle.system(ship.system).wells.len(),
        Harbour::Station(station) => {
            battle.map.stations.get(usize::from(station)).is_some_and(|it| it.system == ship.system)
        }
    };
    if !found.require(known, "FTB-29.1", || "there is no such body or station here".to_owned()) {
        return false;
    }
    let here = match harbour {
        Harbour::Body(body) => ship.place == Place::Orbit(body),
        Harbour::Station(station) => ship.place == Place::Dock(station),
    };
    found.require(!here, "FTB-29.10", || "the ship is already there".to_owned());
    let barred = battle.occupants(ship.system, harbour).any(|other| battle.hostile(ship.side, other));
    found.require(!barred, "FTB-29.5", || "a hostile ship keeps it out".to_owned());
    !here && !barred
}

/// Every reason against what is said in steps 2 and 3.
pub(crate) fn check(battle: &Battle, id: ShipId, helm: &Helm, found: &mut Findings) {
    let ship = battle.ship(id);
    check_kind(battle, id, helm.order, found);
    let extra = ship.seat().and_then(|it| battle.extras[it.index()]);
    let fits = match helm.order {
        Kind::Burn => extra == Some(Extra::Overdrive),
        Kind::Repair => extra == Some(Extra::EngineeringBay),
        Kind::Coast
        | Kind::HardBurn
        | Kind::HeatDump
        | Kind::Launch
        | Kind::Refit
        | Kind::Recharge
        | Kind::Board => false,
    };
    found.require(!helm.extra || fits, "FTB-35.2", || "no extra of yours goes with this order".to_owned());
    let burns = helm.order.burns();
    if burns {
        match helm.plot {
            None => found.add("FTB-28.2", "a burn needs a course and a speed"),
            Some(plot) => {
                let accel = accel(ship, helm.order, helm.extra);
                let wild = lu(1000) < plot.course.x.abs() || lu(1000) < plot.course.y.abs();
                let dir = if wild { None } else { Dir::of(plot.course.x, plot.course.y) };
                let fits = dir.is_some_and(|dir| may_plot(remembered(ship), accel, dir, plot.speed));
                found.require(1 <= plot.speed, "FTB-28.3", || "the least speed is 1".to_owned());
                found.require(fits, "FTB-28.2", || {
                    format!(
                        "speed {} on that course is not within {accel} LU of the ship's vector",
                        plot.speed
                    )
                });
            }
        }
    } else {
        found.require(helm.plot.is_none(), "FTB-12.9", || "only a burn changes the vector".to_owned());
    }
    match helm.torpedo {
        Some(guide) if helm.order == Kind::Launch && ship.torpedo.is_none() && !ship.is_stationary() => {
            torpedo::check(battle, id, &torpedo::fresh(battle, id), &guide, true, found);
        }
        Some(_) if helm.order == Kind::Launch => (),
        Some(_) => found.add("FTB-12.7", "a torpedo is plotted with the Launch order"),
        None => (),
    }
    if let Some(harbour) = helm.declare {
        let stays = ship.is_stationary() && !burns;
        found.require(!stays, "FTB-29.1", || "a ship that stays does not declare".to_owned());
        check_harbour(battle, id, harbour, found);
    }
    if let Some(lane) = helm.enter {
        let plotted = vector(ship, helm).filter(|it| 1 <= it.1);
        match plotted {
            Some(vector) if found.is_empty() => lanes::check(battle, id, helm, lane, vector, found),
            Some(_) => (),
            None => found.add("FTB-31.4", "a ship without a vector enters no lane"),
        }
    }
}

/// FTB-12.9: the vector an order leads to, if the ship moves.
pub(crate) fn vector(ship: &Ship, helm: &Helm) -> Option<(Dir, u16)> {
    match helm.plot {
        Some(plot) if helm.order.burns() => Some((Dir::of(plot.course.x, plot.course.y)?, plot.speed)),
        _ if ship.is_stationary() => None,
        _ => Some((ship.dir, ship.speed)),
    }
}

/// A plotted vector: where it leads, and whether it ends in a harbour.
pub(crate) struct Plan {
    pub(crate) flight: Flight,
    pub(crate) arrives: Option<Harbour>,
    pub(crate) leaves: Option<u8>,
    pub(crate) crash: Option<usize>,
}

/// ALG-3, ALG-4, ALG-5, FTB-29.2, FTB-29.3, FTB-29.9: the path of a vector.
pub(crate) fn plan(battle: &Battle, id: ShipId, helm: &Helm, vector: (Dir, u16)) -> Plan {
    let ship = battle.ship(id);
    let left = if let Place::Orbit(body) = ship.place { Some(usize::from(body)) } else { None };
    let course = battle.course(ship.system, ship.deflected, helm.side);
    let wells = course.wells;
    if let Some(lane) = helm.enter
        && let Some(flight) = lanes::entering(battle, id, helm, lane, vector)
    {
        return Plan { flight, arrives: None, leaves: Some(lane), crash: None };
    }
    if let Some(harbour) = helm.declare
        && vector.1 <= 3
    {
        let skip = match harbour {
            Harbour::Body(body) => Some(usize::from(body)),
            Harbour::Station(_) => left,
        };
        let mut flight = fly(crate::space::Course { skip, ..course }, ship.at, vector.0, vector.1);
        let centre = battle.harbour_at(ship.system, harbour);
        let (t, away) = flight.path.closest(centre);
        if away.at_most(lu(1)) {
            approach(&mut flight, t, centre);
            return Plan { flight, arrives: Some(harbour), leaves: None, crash: None };
        }
    }
    let mut flight = fly(crate::space::Course { skip: left, ..course }, ship.at, vector.0, vector.1);
    torpedo::back_off(battle, Moves::Ship(id), &mut flight);
    let crash = crashes(wells, ship.at, flight.to, left);
    Plan { flight, arrives: None, leaves: None, crash }
}

/// FTB-29.3: bends before the closest point stay, then straight to the centre.
fn approach(flight: &mut Flight, t: Length, centre: Point) {
    let mut kept = Path::default();
    let mut done = Length::ZERO;
    for leg in &flight.path.legs {
        if t <= done + leg.length {
            break;
        }
        kept.legs.push(*leg);
        done += leg.length;
    }
    let from = kept.legs.last().map_or(flight.path.start().unwrap_or(centre), |leg| leg.to());
    let dir = Dir::towards(from, centre).unwrap_or(flight.dir);
    let length = crate::space::distance(from, centre);
    kept.legs.push(crate::space::Leg { from, dir, length });
    *flight = Flight { path: kept, to: centre, dir, deflected: Wells::default(), head_on: false };
}

/// FTB-11.2, FTB-12.4 (G-07): the order is given and paid for at the old VEP.
pub(crate) fn resolve(table: &mut Table<Battle>, id: ShipId, helm: &Helm) {
    table.emit(Event::Ordered { ship: id, helm: Some(*helm) });
    table.emit(Event::Step { step: Step::Launched });
    if helm.extra
        && let Some(side) = table.state().owner(id)
        && let Some(extra) = table.state().extras[usize::from(side)]
    {
        table.emit(Event::ExtraUsed { side, extra });
    }
    let ship = table.state().ship(id);
    match helm.order {
        Kind::Coast | Kind::Board => (),
        Kind::Burn | Kind::HardBurn => {
            let heat = burn_heat(ship, helm.order);
            if helm.order == Kind::HardBurn {
                damage::burn_fuel(table, id);
            }
            if 0 < heat {
                damage::heat(table, id, heat);
            }
        }
        Kind::HeatDump => damage::burn_fuel(table, id),
        Kind::Repair => {
            let drive = matches!(ship.own.damage, Some(Damage { system: System::Drive, .. }));
            // FTB-24.2, FTB-35.2: some repairs need no test.
            let sure = helm.extra || (ship.class == Class::Liner && drive && ship.core());
            if sure {
                repaired(table, id, Re::Win);
            } else {
                chance::test(table, Test { ship: id, trial: Trial::Repair, easy: false });
            }
        }
        Kind::Launch => {
            let (torps, torpedo) = (ship.own.torpedoes, torpedo::fresh(table.state(), id));
            table.emit(Event::Gauged { ship: id, gauge: Gauge::Torpedoes, to: torps - 1 });
            torpedo::go(table, id, torpedo, &helm.torpedo.unwrap_or_default(), true);
        }
        Kind::Refit => {
            if let Place::Dock(station) = ship.place {
                let repaired = matches!(ship.own.damage, Some(Damage { offline: false, .. }));
                table.emit(Event::RefitBegun { ship: id, station, repaired });
            }
        }
        Kind::Recharge => match table.state().field.options.shield_recharge {
            ShieldRecharge::Fuel => {
                damage::burn_fuel(table, id);
                recharged(table, id);
            }
            ShieldRecharge::Off | ShieldRecharge::Repair => {
                chance::test(table, Test { ship: id, trial: Trial::Recharge, easy: true });
            }
        },
    }
    if helm.order == Kind::Board
        && let Some(goal) = boards(table.state(), id)
    {
        table.emit(Event::GoalSettled { goal: goal as u8, achieved: true });
    }
}

/// FTB-12.6: W repaired; D repaired, and hotter; L nothing.
pub(crate) fn repaired(table: &mut Table<Battle>, id: ShipId, result: Re) {
    let Some(damage) = table.state().ship(id).own.damage else { return };
    if result != Re::Lose {
        table.emit(Event::SystemSet { ship: id, damage: Some(Damage { offline: false, ..damage }) });
    }
    if result == Re::Draw {
        damage::heat(table, id, 1);
    }
}

/// FTB-33.2.
pub(crate) fn recharged(table: &mut Table<Battle>, id: ShipId) {
    let ship = table.state().ship(id);
    let to = (ship.own.shields + 1).min(ship.class.data().shields);
    table.emit(Event::Gauged { ship: id, gauge: Gauge::Shields, to });
}

/// FTB-11.3: step 3 for the ship itself.
pub(crate) fn plot(table: &mut Table<Battle>, id: ShipId) {
    let battle = table.state();
    let Some(act) = &battle.act else { return };
    let (ship, helm) = (battle.ship(id), act.helm);
    let Some(vector) = vector(ship, &helm) else {
        // FTB-14.3: who stays put has no vector.
        let (dir, speed, deflected, to) = (ship.dir, 0, ship.deflected, ship.at);
        table.emit(Event::Plotted {
            ship: id,
            path: Path::default(),
            dir,
            speed,
            deflected,
            to,
            arrives: None,
            leaves: None,
            fuses: Vec::new(),
            exempt: true,
        });
        return;
    };
    let Plan { flight, arrives, leaves, crash } = plan(battle, id, &helm, vector);
    let (was_stationary, hot) = (ship.is_stationary(), ship.is_overheated());
    let settled = arrives.is_some() || leaves.is_some() || crash.is_some();
    let fuses = if settled { Vec::new() } else { torpedo::fuses(battle, id, flight.to) };
    let Flight { path, to, dir, deflected, .. } = flight;
    table.emit(Event::Plotted {
        ship: id,
        path,
        dir,
        speed: vector.1,
        deflected,
        to,
        arrives,
        leaves,
        fuses,
        exempt: false,
    });
    if was_stationary && !hot {
        // FTB-29.6, FTB-29.12: Untracked on leaving.
        damage::track(table, id, false);
    }
    if crash.is_some() {
        table.emit(Event::Destroyed { ship: id, cause: Cause::Crash });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transport() -> Battle {
        let situation = serde_json::json!({
            "homes": [["Earth"], ["Mars"]],
            "at": { "ship": 0 },
            "ships": [
                { "side": 0, "class": "runner", "orbit": "Earth" },
                { "side": 1, "class": "destroyer", "at": { "x": 0, "y": 350 }, "vector": { "x": 1, "y": 0 } },
            ],
        });
        let situation = plain::from_value(&situation).expect("a situation");
        let mut battle = crate::situation::set_up(&crate::Options::default(), &situation).expect("set up");
        battle.ships[0].hull.departing = true;
        battle
    }

    /// FTB-34.3: on its day a transport burns, with a hit Core too; only without its Drive it stays.
    #[test]
    fn ftb_34_3_nothing_but_a_burn() {
        let mut battle = transport();
        for hit in [None, Some(System::Core)] {
            battle.ships[0].own.damage = hit.map(|system| Damage { system, offline: true });
            for kind in Kind::ALL {
                let mut found = Findings::default();
                check_kind(&battle, ShipId(0), kind, &mut found);
                let held = found.into_result().is_err_and(|it| it.cites("FTB-34.3"));
                assert_eq!(held, !kind.burns(), "{kind:?}, {hit:?}");
            }
            assert!(is_open(&battle, ShipId(0), Kind::Burn));
        }
        battle.ships[0].own.damage = Some(Damage { system: System::Drive, offline: true });
        assert!(is_open(&battle, ShipId(0), Kind::Repair));
    }

    /// FTB-15.2, FTB-28.10: a launched torpedo takes over place and vector, not the wells that bent its ship.
    #[test]
    fn ftb_15_2_a_fresh_torpedo() {
        let mut battle = transport();
        battle.ships[1].hull.deflected = Wells(3);
        let (ship, torpedo) = (battle.ship(ShipId(1)), torpedo::fresh(&battle, ShipId(1)));
        assert_eq!((torpedo.at, torpedo.dir, torpedo.speed), (ship.at, ship.dir, ship.speed));
        assert_eq!(torpedo.deflected, Wells::default());
    }
}
