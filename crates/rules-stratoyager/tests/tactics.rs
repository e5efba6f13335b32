//! The computer players: legal in every scenario and under every option, and
//! each better than the last.

use ai::{
    Level,
    arena::{self, Plan},
};
use dice::Dice;
use engine::{Game, Library, Pending, Table, Tactics};
use rules_stratoyager::{Action, Battle, Combat, Options, Order, Situation, UnitId, scenario};
use serde_json::{Value, json};

#[test]
fn every_order_is_legal_under_every_option() {
    testkit::under_every_option::<Battle>(1, |options, scenario| {
        testkit::plays_them_all(Battle::set_up(&options, scenario).expect("a supplied scenario"), 6, 2);
    });
}

fn situation(value: &Value) -> Battle {
    let situation: Situation = plain::from_value(value).expect("a situation");
    Battle::from_situation(&Options::default(), &situation).expect("a situation")
}

/// STR-SCN.1: pilots that fly at 7 and more hit nothing; a captain brakes to fight.
#[test]
fn rule_scn_1_a_captain_slows_down_to_fight() {
    let mut battle = situation(&json!({
        "units": [
            { "side": 0, "card": "Guardian 151a", "at": { "x": 12, "y": 8 }, "speed": 8 },
            { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 12, "y": 26 }, "course": 6, "speed": 8 },
        ],
    }));
    let mut dice = Dice::numbered(1, 1);
    let Pending::Orders(decision) = battle.pending() else { panic!("nobody decides") };
    let orders = decision.seats.iter().map(|seat| (seat, battle.captain(seat, &mut dice))).collect();
    let mut table = Table::without_log(battle, Dice::numbered(1, 0));
    table.resolve(&orders);
    battle = table.into_state();
    for id in [0, 1] {
        assert!(battle.unit(UnitId(id)).speed < 8, "{:?}", battle.unit(UnitId(id)));
    }
}

/// The likelier shot at the weaker target is taken.
#[test]
fn fire_goes_where_it_tells_most() {
    let battle = situation(&json!({
        "phase": "combat",
        "units": [
            { "side": 0, "card": "Guardian 151a", "at": { "x": 12, "y": 8 }, "speed": 3 },
            { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 11, "y": 13 }, "course": 9, "speed": 6 },
            { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 13, "y": 13 }, "course": 9, "speed": 1,
                "structure": 1 },
        ],
    }));
    let Order { action: Action::Combat(Combat::Salvo(salvo)), .. } =
        battle.captain(engine::Seat(0), &mut Dice::numbered(1, 0))
    else {
        panic!("no salvo");
    };
    assert_eq!(salvo.target, Some(UnitId(2)));
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
    assert!(0.9 <= score([Level::Captain, Level::Random], 20));
    assert!(0.7 <= score([Level::Captain, Level::Cadet], 20));
}
