//! The computer players: legal in every scenario and under every option,
//! sensible where sense can be told, and each better than the last.

use ai::{
    Level,
    arena::{self, Plan},
};
use dice::Dice;
use engine::{Game, Library, Pending, Seat, Table, Tactics};
use rules_asfos::{Action, Battle, Options, Order, Scenario, ShipId, Situation, scenario};
use serde_json::{Value, json};

fn play(options: &Options, scenario: &Scenario, seed: u64) {
    testkit::plays_them_all(Battle::set_up(options, scenario).expect("a supplied scenario"), 12, seed);
}

#[test]
fn every_order_is_legal_under_every_option() {
    testkit::under_every_option::<Battle>(1, |mut options, scenario| {
        options.turn_limit = options.turn_limit.or(Some(30)).map(|turns| turns.min(12));
        play(&options, scenario, 2);
    });
}

#[test]
fn several_seats_share_a_side() {
    for id in ["intro", "long-haul", "breaking-bulwark"] {
        let mut shared = scenario(id);
        for side in &mut shared.sides {
            side.seats = 2;
            for (n, berth) in side.ships.iter_mut().enumerate() {
                berth.seat = n as u8 % 2;
            }
        }
        play(&Battle::computer_preset(&shared), &shared, 3);
    }
}

fn situation(value: &Value) -> Battle {
    let situation: Situation = plain::from_value(value).expect("a situation");
    Battle::from_situation(&Options::default(), &situation).expect("a situation")
}

/// The battle after both sides' captains have decided once.
fn after_captains(battle: Battle) -> Battle {
    let Pending::Orders(decision) = battle.pending() else { panic!("nobody decides") };
    let mut dice = Dice::numbered(1, 1);
    let orders = decision.seats.iter().map(|seat| (seat, battle.captain(seat, &mut dice))).collect();
    let mut table = Table::without_log(battle, Dice::numbered(1, 0));
    table.resolve(&orders);
    table.into_state()
}

#[test]
fn a_freighter_makes_for_its_edge() {
    let convoy =
        json!({ "convoy": { "turns": 16, "side": 0, "design": "Packhorse", "value": 10, "exit": "east" } });
    for heading in [0, 45, 90, 135, 180] {
        let mut battle = situation(&json!({
            "table": { "width": 72, "height": 48 }, "edges": "fixed", "victory": convoy,
            "ships": [
                { "side": 0, "design": "Packhorse", "at": { "x": 20, "y": 24 }, "heading": heading,
                    "speed": 5, "max_speed": 6 },
                { "side": 1, "design": "Calypso", "at": { "x": 4, "y": 4 }, "heading": 180, "speed": 0 },
            ],
        }));
        for _ in 0..5 {
            battle = after_captains(battle);
            assert!(battle.ship(ShipId(0)).speed <= 6);
        }
        let ship = battle.ship(ShipId(0));
        assert_eq!(ship.heading.degrees(), 90, "begun on {heading}");
        assert_eq!(ship.speed, 6, "begun on {heading}");
    }
}

#[test]
fn a_ship_near_the_edge_turns_away() {
    for design in ["Warrior", "Swordfish", "Kestrel"] {
        let mut battle = situation(&json!({
            "table": { "width": 48, "height": 48 }, "edges": "fixed",
            "ships": [
                { "side": 0, "design": design, "at": { "x": 24, "y": 36 }, "heading": 0, "speed": 6 },
                { "side": 1, "design": "Packhorse", "at": { "x": 24, "y": 47 }, "heading": 0, "speed": 0 },
            ],
        }));
        for _ in 0..6 {
            if matches!(battle.pending(), Pending::Orders(_)) {
                battle = after_captains(battle);
            }
        }
        assert!(battle.ship(ShipId(0)).is_active(), "{design} flew off the table");
    }
}

#[test]
fn fire_goes_where_it_tells_most() {
    // Both enemies ahead at short range: one already slow and nearly gone, one fast and whole.
    let battle = situation(&json!({
        "phase": "primaries",
        "ships": [
            { "side": 0, "design": "Warrior", "at": { "x": 50, "y": 50 }, "speed": 6 },
            { "side": 1, "design": "Warrior", "at": { "x": 48, "y": 60 }, "speed": 12 },
            { "side": 1, "design": "Warrior", "at": { "x": 52, "y": 60 }, "speed": 3, "hull_marked": 10 },
        ],
    }));
    let Order { action: Action::Fire(volleys), .. } = battle.captain(Seat(0), &mut Dice::numbered(1, 0))
    else {
        panic!("no fire");
    };
    assert_eq!(volleys.len(), 1);
    assert_eq!(volleys[0].target, ShipId(2));
}

fn score(levels: [Level; 2], battles: u64) -> f64 {
    let scenario = scenario("intro");
    let options = Battle::computer_preset(&scenario);
    let levels = levels.to_vec();
    let plan = Plan { options: &options, scenario: &scenario, levels, battles, seed: 7, swap: true, jobs: 1 };
    arena::run::<Battle>(&plan, &mut |_| ()).expect("a supplied scenario").score[0].mean
}

/// The full table is made by `cargo xtask strength`; this only sees whether it makes sense.
#[test]
fn each_level_beats_the_one_below() {
    assert!(0.85 <= score([Level::Cadet, Level::Random], 20));
    assert!(0.85 <= score([Level::Captain, Level::Random], 20));
    assert!(0.7 <= score([Level::Captain, Level::Cadet], 20));
}
