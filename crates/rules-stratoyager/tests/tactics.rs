//! The computer players: legal in every scenario and under every option, and
//! each better than the last.

use ai::{
    Level,
    arena::{self, Plan},
};
use dice::Dice;
use engine::{Game, Library, Orders, Pending, Table, Tactics};
use rules_stratoyager::{Action, Battle, Combat, Options, Order, Scenario, Situation, UnitId, scenario};
use serde_json::{Value, json};

/// Plays a battle in which every seat tries all its players at every decision
/// and takes the order of one of them.
fn play(options: &Options, scenario: &Scenario, seed: u64) {
    let start = Battle::set_up(options, scenario).expect("a supplied scenario");
    let mut table = Table::without_log(start, Dice::numbered(seed, 0));
    let mut dice = Dice::numbered(seed, 1);
    table.open();
    for n in 0_usize.. {
        let battle = table.state();
        let Pending::Orders(decision) = battle.pending() else { return };
        let mut orders = Orders::default();
        for seat in decision.seats.iter() {
            let mut all = battle.candidates(seat, 6, &mut dice);
            assert!(!all.is_empty() && all.len() <= 6);
            all.push(battle.cadet(seat, &mut dice));
            for order in &all {
                battle.check(seat, order).unwrap_or_else(|refusal| panic!("{refusal}: {order:?}"));
            }
            let worth = battle.evaluate(seat);
            assert!((-10_000..=10_000).contains(&worth), "{worth}");
            orders.insert(seat, all.swap_remove(n % all.len()));
        }
        table.resolve(&orders);
    }
}

#[test]
fn every_order_is_legal_under_every_option() {
    for info in Battle::scenarios() {
        let usual = plain::to_value(&Battle::computer_preset(&info.scenario));
        for option in Battle::option_infos() {
            for choice in &option.choices {
                let mut changed = usual.clone();
                changed[option.name] = choice.clone();
                let options: Options = plain::from_value(&changed).expect("a choice it takes");
                play(&options, &info.scenario, 2);
            }
        }
    }
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
