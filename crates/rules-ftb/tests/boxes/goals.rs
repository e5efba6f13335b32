//! Set-up, objectives and the supplied scenarios (FTB-32, FTB-34, FTB-35, FTB-36, FTB-SC).

use dice::Dice;
use engine::{Game, Library, Outcome, Seat, Seats, Severity, Table};
use rules_ftb::{Battle, Design, Event, GoalKind, Options, Place, Scenario, ShipId, scenario};
use serde_json::{Value, json};

use super::{Bench, at, but, far, ship, void};

fn won(seat: u8) -> Option<Outcome> {
    Some(Outcome::Won(Seats::default().with(Seat(seat))))
}

fn start(id: &str, draws: &[u8]) -> Bench {
    open(&scenario(id), draws)
}

fn open(scenario: &Scenario, draws: &[u8]) -> Bench {
    let battle = Battle::set_up(&Battle::preset(scenario), scenario).expect("a scenario");
    let mut table = Table::new(battle, Dice::scripted(draws.iter().copied()));
    table.open();
    assert_eq!(table.dice().trouble(), None);
    Bench { table }
}

/// FTB-SC.1 to FTB-SC.4, FTB-3.1, FTB-1.1, FTB-27.1: points, turns and stations of the scenarios.
/// FTB-SC.1, FTB-SC.2, FTB-SC.3, FTB-SC.4.
#[test]
fn ftb_sc_1_the_scenarios() {
    for (id, points, turns, stations) in [
        ("intro", [50, 50], 8, 0),
        ("courier", [49, 50], 12, 6),
        ("circuits", [75, 75], 16, 8),
        ("siege", [100, 100], 16, 10),
    ] {
        let it = scenario(id);
        let cost = |side: usize| -> u32 {
            let ships: u32 = it.sides[side].ships.iter().map(|it| it.class.data().points).sum();
            ships + u32::from(it.sides[side].tankers) * 7 + it.sides[side].extra.map_or(0, |it| it.points())
        };
        assert_eq!(([cost(0), cost(1)], it.turns, it.stations.len()), (points, turns, stations), "{id}");
    }
    let bench = start("intro", &[]);
    assert!(bench.is_at(0, 17.0, -16.0) && bench.is_at(5, -17.0, -12.0));
    // FTB-SC.1: the Destroyers on y = -12 would meet Venus's well 1 LU from its centre.
    assert_eq!(bench.view().map.systems[0].names, ["Sol", "Mercury", "Venus", "Earth", "Mars"]);
}

/// FTB-34.3, FTB-SC.2: the transport: asked each day, placed in orbit, Untracked, must burn; docked it
/// wins (FTB-END.2).
#[test]
fn ftb_34_3_transport() {
    let mut bench = start("courier", &[]);
    assert_eq!((bench.phase(), bench.seats().contains(Seat(0))), ("departure", true));
    bench.give("depart");
    let id = bench.view().tags.iter().position(|it| it == "TR1").expect("a Runner") as u8;
    assert_eq!((bench.ship(id).place, bench.ship(id).tracked), (Place::Orbit(3), false));
    while bench.seats().len() == 2 {
        bench.both("railgun", "defensive", &[]);
    }
    bench.give("activate TR1");
    assert_eq!(bench.refused("coast"), "FTB-34.3");
    assert!(bench.allows("burn course 5,-32 speed 4"));
    let docked = json!({
        "at": "administration", "day": 6, "turns": 14, "homes": [["Earth"], ["Mars"]],
        "stations": [{ "name": "A5", "side": 0, "at": at(14.0, -20.0) }],
        "objectives": [{ "side": 0, "goal": { "transport": { "civilian": "runner", "to": "A5" } } }],
        "ships": [{ "side": 0, "class": "runner", "dock": "A5" }, far(1)],
    });
    assert_eq!(Bench::new(docked).outcome(), won(0));
}

/// FTB-34.2, FTB-END.1: a blockade counts days and is decided on the last; FTB-25.2.
#[test]
fn ftb_34_2_blockade() {
    let situation = |day: u16, there: bool| {
        let ship = if there {
            json!({ "side": 0, "class": "destroyer", "dock": "B1" })
        } else {
            ship(0, "destroyer", 100.0, 0.0, 1.0, 0.0)
        };
        json!({
            "systems": void(), "at": "administration", "day": day, "turns": 4,
            "stations": [{ "name": "B1", "side": 1, "at": at(30.0, 0.0) }],
            "objectives": [{ "side": 0, "goal": { "blockade": { "station": "B1" } } }],
            "ships": [ship, far(1)],
        })
    };
    // A quarter of four turns is one, the last among them.
    assert_eq!(Bench::new(situation(4, true)).outcome(), won(0));
    assert_eq!(Bench::new(situation(4, false)).outcome(), won(1));
    let bench = Bench::new(situation(2, true));
    assert!(matches!(bench.view().goals[0].kind, GoalKind::Blockade { done: 1, .. }));
    assert_eq!(bench.view().goals[0].settled, None);
}

/// FTB-34.4: legs of a patrol are flown by Untracked ships; round the star it is achieved.
#[test]
fn ftb_34_4_patrol() {
    let patrol = |one: Value| {
        json!({
            "at": { "ship": 0 }, "turns": 20, "homes": [["Earth"], ["Mars"]],
            "stations": [{ "name": "A3", "side": 0, "at": at(24.0, -6.0) }, { "name": "B1", "side": 1,
                "at": at(-24.0, 12.0) }],
            "objectives": [{ "side": 0, "goal": { "patrol": { "home": "Earth", "hostile": "B1", "friendly": "A3" } } }],
            "ships": [one, far(1)],
        })
    };
    // Past Earth (9,12) at 3 LU.
    let mut bench = Bench::new(patrol(ship(0, "cruiser", 12.0, 15.0, -6.0, 0.0)));
    bench.give("coast");
    assert_eq!(bench.happened(|it| matches!(it, Event::PatrolStarted { ship: ShipId(0), .. })), 1);
    let mut bench = Bench::new(patrol(ship(0, "cruiser", 12.0, 15.0, -6.0, 0.0)));
    bench.give("coast off-patrol");
    assert_eq!(bench.happened(|it| matches!(it, Event::PatrolStarted { .. })), 0);
    let tracked = but(ship(0, "cruiser", 12.0, 15.0, -6.0, 0.0), json!({ "tracked": true, "heat": 4 }));
    let mut bench = Bench::new(patrol(tracked));
    bench.give("coast");
    assert_eq!(bench.happened(|it| matches!(it, Event::PatrolStarted { .. })), 0);
}

/// FTB-34.5, FTB-END.4: attrition: full points for the destroyed, half for the damaged.
#[test]
fn ftb_34_5_attrition() {
    let hurt = json!({ "damage": { "system": "core", "offline": false } });
    let situation = |one: Value, two: Value| {
        json!({
            "systems": void(), "at": "administration", "day": 12,
            "objectives": [{ "side": 0, "goal": "attrition" }, { "side": 1, "goal": "attrition" }],
            "ships": [one, two],
        })
    };
    let own = ship(0, "destroyer", 100.0, 0.0, 1.0, 0.0);
    assert_eq!(Bench::new(situation(own.clone(), but(far(1), hurt.clone()))).outcome(), won(0));
    assert_eq!(Bench::new(situation(but(own.clone(), hurt), far(1))).outcome(), won(1));
    assert_eq!(Bench::new(situation(own, far(1))).outcome(), Some(Outcome::Draw));
}

/// FTB-12.8: boarding while docked, where the scenario asks for it.
#[test]
fn ftb_12_8_boarding() {
    let mut bench = Bench::new(json!({
        "systems": void(), "at": { "ship": 0 }, "turns": 20,
        "stations": [{ "name": "B1", "side": 1, "at": at(30.0, 0.0) }],
        "objectives": [{ "side": 0, "goal": { "board": { "station": "B1" } } }],
        "ships": [{ "side": 0, "class": "destroyer", "dock": "B1" }, far(1)],
    }));
    assert_eq!(bench.refused("refit"), "FTB-25.8");
    bench.give("board");
    assert_eq!(bench.outcome(), won(0));
}

/// FTB-32.1, FTB-34.1, FTB-25.3, FTB-25.4, FTB-25.5, FTB-34.6, FTB-34.7, FTB-35.1, FTB-36.1 to FTB-36.4:
/// the generic set-up.
/// FTB-36.1, FTB-36.2, FTB-36.3, FTB-36.4.
#[test]
fn ftb_32_1_generic_scenario() {
    // Homes by the coin (Earth and Mars), 5 + 3 turns, Blockade, for side 0.
    let mut bench = open(&Scenario { points: 50, ..scenario("generic") }, &[1, 3, 1, 1]);
    assert_eq!((bench.phase(), bench.view().turns), ("fleets", 8));
    assert_eq!(bench.view().map.homes, [vec![3], vec![4]]);
    assert_eq!(bench.refused_to(Seat(0), "fleet B B"), "FTB-35.1");
    assert_eq!(bench.refused_to(Seat(0), "fleet D"), "FTB-35.1");
    assert!(matches!(bench.view().goals[0].kind, GoalKind::Blockade { needed: 2, .. }));
    bench.both("fleet B D tankers 1", "fleet D D C extra overdrive", &[1]);
    assert_eq!((bench.phase(), bench.seats().contains(Seat(0))), ("stations", true));
    assert_eq!(bench.refused("station 15,12"), "FTB-25.4");
    assert_eq!(bench.refused("station 40,12"), "FTB-25.4");
    for at in ["20,16", "-24,12", "20,-2", "-24,-12"] {
        bench.give(&format!("station {at}"));
    }
    assert_eq!(bench.refused("station 4,26"), "FTB-25.4");
    bench.give("station 30,30").give("station -35,0");
    // FTB-34.2: the opponent names one of its stations.
    assert_eq!((bench.phase(), bench.seats().contains(Seat(1))), ("objective stations", true));
    assert_eq!(bench.refused("name A1"), "FTB-34.6");
    bench.give("name B2");
    // Three ships against two: Ares begins.
    assert_eq!((bench.phase(), bench.seats().contains(Seat(1))), ("deployment", true));
    assert_eq!(bench.refused("deploy AD1 at 0,30 course 1,0 speed 3"), "FTB-36.2");
    assert_eq!(bench.refused("deploy AD1 at -24,15 course 1,0 speed 6"), "FTB-36.3");
    bench.give("deploy AD1 at -24,15 course 1,0 speed 5");
    bench.give("deploy TB1 at 20,19 course -1,0 speed 5");
    bench.give("deploy AD2 at -24,17 course 1,0 speed 5");
    bench.give("deploy TD1 at 20,13 course 0,-1 speed 5");
    bench.give("deploy AC1 at -21,13 course 1,0 speed 5");
    assert_eq!((bench.view().day, bench.view().stations_are_refittable()), (1, 6));
}

trait Slots {
    fn stations_are_refittable(&self) -> usize;
}

impl Slots for rules_ftb::View {
    fn stations_are_refittable(&self) -> usize {
        self.slots.len()
    }
}

/// FTB-33.3, FTB-36.4: a ship held back, more than 10 LU from everything.
#[test]
fn ftb_33_3_stealth_run() {
    let mut with = scenario("intro");
    with.options = Options { stealth_run: true, ..with.options };
    let mut bench = open(&with, &[]);
    assert_eq!((bench.phase(), bench.seats().contains(Seat(0))), ("stealth run", true));
    assert_eq!(bench.refused("hold TD1 at 5,5 course 1,0 speed 5"), "FTB-33.3");
    assert_eq!(bench.refused("hold TD1 at 40,40 course 1,0 speed 3"), "FTB-33.3");
    bench.give("hold TD1 at 40,40 course -1,0 speed 5");
    assert_eq!(bench.ship(1).place, Place::HeldBack);
    bench.give("hold none");
    assert_eq!(bench.view().day, 1);
}

/// FTB-27.4, FTB-27.5: the star-system editor's file is checked; FTB-35.1 for fleets.
#[test]
fn ftb_27_4_designs() {
    let sol: Vec<_> = rules_ftb::systems().iter().filter(|it| it.id == "SOL").cloned().collect();
    let audit = Battle::audit(&Design::System(sol[0].clone()));
    // FTB-27.5: Sol and Mercury overlap, and nothing else is worth a word.
    assert_eq!(audit.findings.len(), 1);
    assert_eq!((audit.findings[0].0, audit.findings[0].1.rule), (Severity::Note, "FTB-27.5"));
    let mut twice = sol[0].clone();
    twice.bodies.push(twice.bodies[0].clone());
    assert!(Battle::audit(&Design::System(twice)).findings.iter().any(|it| it.0 == Severity::Error));
    let fleet: Design = plain::from_value(&json!({
        "fleet": { "name": "Too dear", "limit": 50, "fleet": { "ships": ["battleship", "battleship"] } },
    }))
    .expect("a fleet");
    assert_eq!((Battle::audit(&fleet).points, Battle::audit(&fleet).findings.len()), (52, 1));
}

/// FTB-27.4: a file may bring its own system; what is wrong with it is said.
#[test]
fn ftb_27_1_own_systems() {
    let mut own = scenario("intro");
    own.systems = plain::from_value(&json!([
        { "id": "OWN", "name": "Own", "influence": 4, "radiation": 1, "bodies": [{ "name": "Rock",
            "at": at(9.0, 9.0), "influence": 2 }] }
    ]))
    .expect("a system");
    assert_eq!(open(&own, &[]).view().map.systems[0].names, ["Own", "Rock"]);
    own.systems = plain::from_value(&json!(["NOWHERE"])).expect("an id");
    assert!(Battle::set_up(&own.options, &own).is_err());
}
