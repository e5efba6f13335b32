//! Objectives of scenarios, ships that come in later, ships that start damaged.

use dice::Dice;
use engine::{Game, Orders, Outcome, Pending, Seat, Table};
use rules_full_thrust::{
    Battle, Clock, DamageEvent, Edge, Event, MovementEvent, Order, Scenario, ShipId, Status, library, points,
};

fn ready(scenario: &Scenario) -> Table<Battle> {
    let battle = Battle::set_up(&scenario.options, scenario).expect("a scenario");
    let mut table = Table::new(battle, Dice::from_seed([7; 32]));
    table.open();
    table
}

/// Everybody holds until the turn after `turn` begins or the battle is over.
fn idle(table: &mut Table<Battle>, turn: u32) -> Option<Outcome> {
    loop {
        let decision = match table.state().pending() {
            Pending::Over(outcome) => return Some(outcome),
            Pending::Orders(decision) => decision,
        };
        if turn < table.state().turn() {
            return None;
        }
        let mut orders = Orders::default();
        for seat in decision.seats.iter() {
            let n = table.state().field().side(seat).ships.len();
            let order: Order = match decision.phase {
                // Everybody where the scenario has it.
                "bogeys" => Order::Muster((0..n as u8).collect()),
                phase => plain::from_value(&crate::case::idle(phase)).expect("an order"),
            };
            orders.insert(seat, order);
        }
        table.resolve(&orders);
    }
}

fn called(scenario: &Scenario, name: &str) -> ShipId {
    let mut ships = scenario.sides.iter().flat_map(|it| &it.ships);
    ShipId(ships.position(|it| it.name == name).expect("a ship") as u8)
}

fn with(table: &Table<Battle>, events: &[Event]) -> Table<Battle> {
    let mut battle = table.state().clone();
    events.iter().for_each(|event| battle.apply(event));
    Table::new(battle, Dice::from_seed([8; 32]))
}

fn gone(ship: ShipId, edge: Edge) -> Event {
    Event::Movement(MovementEvent::Left { ship, edge, die: None, back: None })
}

fn sunk(ship: ShipId) -> Event {
    Event::Damage(DamageEvent::Destroyed { ship })
}

/// FT-VIC.2, FT-VIC.4: the three ends of the boarding action.
#[test]
fn rule_vic_4_boarding_action() {
    let mut scenario = library::scenario("boarding-action");
    let prize = called(&scenario, "Prize");
    scenario.turns = 4;
    let won = |seat: u8| Some(Outcome::Won(engine::Seats::default().with(Seat(seat))));
    let start = ready(&scenario);
    assert_eq!(idle(&mut with(&start, &[]), 4), won(1));
    // At once: the turn limit is four.
    let mut table = with(&start, &[sunk(prize)]);
    assert_eq!(idle(&mut table, 4), Some(Outcome::Draw));
    assert_eq!(table.state().turn(), 1);
    let capture: Event = plain::from_value(&serde_json::json!({ "boarding": { "fought": {
        "ship": prize, "teams": [], "marines": [], "boarders": [], "killed": [], "fallen": [],
            "boxes": 19, "captured": 0,
    } } }))
    .expect("an event");
    let mut table = with(&start, &[capture]);
    assert_eq!(table.state().ship(prize).status, Status::Captured { by: Seat(0), away: false });
    assert_eq!(points(table.state(), Seat(0)), 310);
    assert_eq!(idle(&mut table, 4), won(0));
    assert!(
        table.log().iter().any(|it| serde_json::to_string(it).expect("plain").contains("\"decisive\":true"))
    );
}

/// FT-2.6.5, FT-10.5.1, FT-13.13.2: ships that come in stand where they enter and move the turn after;
/// the prize as she lies.
#[test]
fn rule_2_6_5_reinforcements() {
    let mut scenario = library::scenario("boarding-action");
    scenario.turns = 6;
    let (prize, pike) = (called(&scenario, "Prize"), called(&scenario, "Pike One"));
    let late = scenario.sides[1].ships.iter_mut().find(|it| it.name == "Pike One").expect("a ship");
    (late.at, late.facing) = (Some(geometry::Point::units(34, 48)), Some(Clock::TWELVE.turned(6)));
    (late.velocity, late.enters) = (12, Some(4));
    let mut table = ready(&scenario);
    let battle = table.state();
    assert_eq!((battle.hull_left(prize), battle.rating(prize), battle.parties(prize)), (19, 0, 4));
    assert_eq!((battle.marines(prize), battle.field().blueprint(prize).points), (2, 310));
    assert_eq!(battle.ship(prize).rows_checked, 1);
    assert_eq!(battle.ship(prize).armour[0].boxes(), 0);
    assert_eq!(battle.ship(prize).damaged.iter().count(), 2);
    assert_eq!(idle(&mut table, 3), None);
    assert_eq!(table.state().ship(pike).status, Status::Waiting);
    idle(&mut table, 4);
    let there = table.state().ship(pike);
    assert_eq!((there.status, there.motion.at.to_string()), (Status::Active, "(34.0, 48.0)".to_owned()));
    idle(&mut table, 5);
    assert_eq!(table.state().ship(pike).motion.at.to_string(), "(34.0, 36.0)");
}

/// FT-VIC.1, FT-VIC.4: what freighters and raiders are worth in the convoy raid.
#[test]
fn rule_vic_1_convoy_raid() {
    let scenario = library::scenario("convoy-raid");
    let (mule, dray) = (called(&scenario, "Mule One"), called(&scenario, "Dray"));
    let (jackal, lance) = (called(&scenario, "Jackal One"), called(&scenario, "Lance One"));
    let start = ready(&scenario);
    let score = |events: &[Event]| {
        let table = with(&start, events);
        [0, 1].map(|seat| points(table.state(), Seat(seat)))
    };
    assert_eq!(score(&[]), [0, 0]);
    assert_eq!(score(&[gone(mule, Edge::East)]), [101, 0]);
    assert_eq!(score(&[gone(mule, Edge::West)]), [0, 101]);
    assert_eq!(score(&[sunk(dray)]), [0, 179]);
    assert_eq!(score(&[sunk(lance), gone(jackal, Edge::East)]), [0, 81]);
    assert_eq!(score(&[gone(jackal, Edge::North)]), [132, 0]);
    // A freighter that is hit counts nothing until it is crippled: two rows of two.
    let hit = |hull: u16| {
        let armour = Default::default();
        Event::Damage(DamageEvent::Struck { ship: mule, armour, hull, over: 0 })
    };
    assert_eq!(score(&[hit(3)]), [0, 0]);
    assert_eq!(score(&[hit(4)]), [0, 50]);
    // 101 points are more than 100, 81 are not.
    let mut short = scenario.clone();
    short.turns = 1;
    let start = ready(&short);
    let won = |seat: u8| Some(Outcome::Won(engine::Seats::default().with(Seat(seat))));
    assert_eq!(idle(&mut with(&start, &[sunk(mule)]), 1), won(1));
    assert_eq!(idle(&mut with(&start, &[sunk(lance)]), 1), Some(Outcome::Draw));
}

/// FT-1.5.1: a scenario that names what it does not have is refused, in words.
#[test]
fn rule_1_5_1_objectives_are_checked() {
    let scenario = library::scenario("boarding-action");
    let mut wrong = scenario.clone();
    let objectives = wrong.objectives.as_mut().expect("objectives");
    objectives.verdicts[0].wins = Some("Nobody".to_owned());
    objectives.verdicts[0].when[0].ships = vec!["Ghost".to_owned()];
    wrong.sides[1].ships[0].damaged.push("engine-99".to_owned());
    wrong.sides[1].ships[1].enters = Some(10);
    let err = Battle::set_up(&wrong.options, &wrong).expect_err("refused").to_string();
    for word in ["Nobody", "Ghost", "engine-99", "turns 1 to 5"] {
        assert!(err.contains(word), "{word}: {err}");
    }
    let text = serde_json::to_string(&scenario).expect("plain data");
    assert_eq!(serde_json::from_str::<Scenario>(&text).expect("a scenario"), scenario);
}

/// FT-S8: the flagship is caught when she is identified and two warships stand within 14 MU of her after
/// moves; dummies and one ship alone do not catch her.
#[test]
fn rule_s8_caught() {
    let mut scenario = library::scenario("bogey-hunt");
    scenario.options.closed_book = false;
    let flag = called(&scenario, "C-FLAG");
    let end = |near: &[&str], open: bool| {
        let mut scenario = scenario.clone();
        for (side, other) in [(0, false), (1, true)] {
            for ship in &mut scenario.sides[side].ships {
                ship.velocity = 0;
                // All within reach of passive sensors, or all out of it.
                let x = if other || near.contains(&ship.name.as_str()) { 100 } else { 10 };
                let y = if ship.name == "C-FLAG" {
                    40
                } else if other {
                    1
                } else {
                    52
                };
                ship.at = Some(geometry::Point::units(x, y));
            }
            scenario.sides[side].open = open;
        }
        scenario.turns = 2;
        let mut table = ready(&scenario);
        let outcome = idle(&mut table, 1);
        (outcome, table.state().ship(flag).caught)
    };
    let won = Some(Outcome::Won(engine::Seats::default().with(Seat(0))));
    assert_eq!(end(&["A-CA", "A-DH1"], true), (won, true));
    // Her own position gives her away at that range.
    assert_eq!(end(&["A-CA", "A-FF"], false), (won, true));
    assert_eq!(end(&["A-CA"], true), (None, false));
    assert_eq!(end(&["A-CA", "A-D1"], false), (None, false));
}
