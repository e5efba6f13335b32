//! The computer players: the mix that nobody beats, and each level against the one below.

use ai::{
    Level,
    arena::{self, Plan},
};
use dice::Dice;
use engine::{Assist, Library, Seat, Tactics};
use rules_ftb::{Battle, Menu, Order, Protocol, scenario};
use serde_json::{Value, json};

use super::{Bench, but, ship, void};

/// A Combat about to be fought.
fn combat(one: Value, two: Value) -> Bench {
    let mut bench = Bench::new(json!({ "systems": void(), "at": { "ship": 0 }, "ships": [one, two] }));
    bench.give("coast");
    let target = bench.view().tags[1].clone();
    bench.give(&format!("attack {target}"));
    bench
}

/// FTB-14.3: the same by cover fire, without Evasive.
fn cover_fire(one: Value, two: Value) -> Bench {
    let mut bench = Bench::new(json!({ "systems": void(), "at": { "ship": 0 }, "ships": [one, two] }));
    bench.give("coast").give("no attack").give("cover");
    bench
}

/// FTB-29.8: at a docked ship.
fn fly_by(one: Value) -> Bench {
    let mut bench = Bench::new(json!({
        "systems": void(), "at": { "ship": 0 },
        "stations": [{ "name": "B9", "side": 1, "at": { "x": 103.0, "y": 2.0 } }],
        "ships": [one, { "side": 1, "class": "destroyer", "dock": "B9", "heat": 2 }],
    }));
    bench.give("coast").give("attack AD1");
    bench
}

fn meetings() -> Vec<Bench> {
    let own = |class: &str| ship(0, class, 100.0, 0.0, 6.0, 0.0);
    let other = |class: &str| ship(1, class, 103.0, 2.0, 1.0, 0.0);
    vec![
        combat(own("destroyer"), other("destroyer")),
        combat(own("battleship"), but(other("cruiser"), json!({ "heat": 2 }))),
        combat(but(own("cruiser"), json!({ "heat": 3, "shields": 0 })), other("battleship")),
        combat(
            own("destroyer"),
            but(other("destroyer"), json!({ "fuel": 0, "damage": { "system": "core", "offline": true } })),
        ),
        combat(own("battleship"), other("liner")),
        cover_fire(own("cruiser"), but(other("battleship"), json!({ "heat": 1 }))),
        fly_by(own("battleship")),
    ]
}

/// ALG-13, FTB-16.1: over 5,000 Combats no fixed protocol does better against
/// the computer's choices than the game's value, but for chance.
#[test]
fn no_fixed_strategy_beats_the_mix() {
    for (n, bench) in meetings().into_iter().enumerate() {
        for seat in [Seat(0), Seat(1)] {
            let Menu { advice: Some(advice), .. } = bench.battle().menu(seat) else {
                panic!("advice is given")
            };
            let mut dice = Dice::numbered(n as u64, u64::from(seat.0));
            let chosen: Vec<usize> = (0..5_000)
                .map(|_| match bench.battle().captain(seat, &mut dice) {
                    Order::Protocol(it) => {
                        advice.own.iter().position(|own| own.protocol == it).expect("open to it")
                    }
                    other => panic!("{other:?}"),
                })
                .collect();
            for column in 0..advice.enemy.len() {
                let gains: Vec<f64> = chosen.iter().map(|&row| advice.cells[row][column] as f64).collect();
                let mean = gains.iter().sum::<f64>() / 5_000.0;
                let variance = gains.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 4_999.0;
                let chance = 3.5 * (variance / 5_000.0).sqrt() + 1.0;
                assert!(
                    advice.value as f64 - chance <= mean,
                    "meeting {n}, {seat}, column {column}: {mean} {advice:?}"
                );
            }
        }
    }
}

/// The advice a player may ask for: a whole mix, its value, and the cells it comes from.
#[test]
fn advice_is_whole() {
    for bench in meetings() {
        let [one, two] = [Seat(0), Seat(1)].map(|seat| bench.battle().menu(seat).advice.expect("advice"));
        let sum = |it: &[rules_ftb::Mixed]| it.iter().map(|it| i64::from(it.millionths)).sum::<i64>();
        assert!((sum(&one.own) - 1_000_000).abs() <= 2 && (sum(&one.enemy) - 1_000_000).abs() <= 2);
        assert_eq!((one.value, &one.own, &one.enemy), (-two.value, &two.enemy, &two.own));
        assert_eq!(one.cells.len(), one.own.len());
    }
    // FTB-16.5: without fuel there is no Evasive to advise.
    let bench = &meetings()[3];
    assert!(
        bench
            .battle()
            .menu(Seat(1))
            .advice
            .expect("advice")
            .own
            .iter()
            .all(|it| it.protocol != Protocol::Evasive)
    );
}

fn score(id: &str, levels: [Level; 2], battles: u64) -> f64 {
    let scenario = scenario(id);
    let options = Battle::computer_preset(&scenario);
    let plan = Plan {
        options: &options,
        scenario: &scenario,
        levels: levels.to_vec(),
        battles,
        seed: 7,
        swap: true,
        jobs: 1,
    };
    arena::run::<Battle>(&plan, &mut |_| ()).expect("a supplied scenario").score[0].mean
}

/// The full table is measured in release; this only sees whether it makes sense.
#[test]
fn each_level_beats_the_one_below() {
    assert!(0.9 <= score("intro", [Level::Captain, Level::Random], 40));
    assert!(0.75 <= score("intro", [Level::Captain, Level::Cadet], 40));
    for id in ["courier", "circuits", "siege"] {
        assert!(0.8 <= score(id, [Level::Captain, Level::Random], 10), "{id}");
    }
}
