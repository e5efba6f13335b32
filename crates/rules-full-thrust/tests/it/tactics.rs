//! The computer players: legal in every scenario and under every option, and better than chance.

use dice::Dice;
use engine::{Game, Library, Orders, Outcome, Pending, Seat, Table, Tactics};
use rules_full_thrust::{Battle, Status};

/// Every choice of every option, in one of so many scenarios; which one moves on with the choice.
fn under_every_option(shared: usize) {
    let mut played = 0;
    testkit::under_every_option::<Battle>(shared, |options, scenario| {
        match Battle::set_up(&options, scenario) {
            Ok(start) => {
                testkit::plays_them_all(start, 12, 2);
                played += 1;
            }
            // A fleet may not be built under every option of the yard; under its own it is.
            Err(_) if options != Battle::computer_preset(scenario) => (),
            Err(err) => panic!("{} cannot be set up: {err}", scenario.name),
        }
    });
    assert!(Battle::scenarios().len() * 100 / shared < played, "only {played} battles");
}

#[test]
fn every_order_is_legal_under_every_option() {
    under_every_option(5);
}

#[test]
#[ignore = "minutes: `cargo xtask test --long` runs it"]
fn long_every_order_is_legal_under_every_option_in_every_scenario() {
    under_every_option(1);
}

/// Battles of a scenario that a captain wins against chance, in either seat, and how each ended.
fn won_against_chance(id: &str, battles: u64, seen: &mut dyn FnMut(Seat, &Battle)) -> u32 {
    let info = Battle::scenarios().into_iter().find(|it| it.id == id).expect("a supplied scenario");
    let start = Battle::set_up(&info.scenario.options, &info.scenario).expect("a supplied scenario");
    let mut won = 0;
    for seed in 0..battles {
        let captain = Seat((seed % 2) as u8);
        let mut dice = Dice::numbered(seed, 1);
        let mut table = Table::without_log(start.clone(), Dice::numbered(seed, 0));
        table.open();
        while let Pending::Orders(decision) = table.state().pending() {
            let mut orders = Orders::default();
            for seat in decision.seats.iter() {
                let battle = table.state();
                let order = if seat == captain {
                    battle.captain(seat, &mut dice)
                } else {
                    battle.sample_order(seat, &mut dice)
                };
                orders.insert(seat, order);
            }
            table.resolve(&orders);
        }
        if let Pending::Over(Outcome::Won(seats)) = table.state().pending() {
            won += u32::from(seats.contains(captain));
        }
        seen(captain, table.state());
    }
    won
}

/// The bar is 95 of 100; this is a smaller sample, so that a bad day does not fail it.
#[test]
fn a_captain_beats_chance() {
    let won = won_against_chance("intro", 40, &mut |_, _| ());
    assert!(36 <= won, "{won} of 40");
}

#[test]
fn a_captain_beats_chance_with_a_carrier_and_against_one() {
    let won = won_against_chance("carrier-strike", 20, &mut |_, _| ());
    assert!(17 <= won, "{won} of 20");
}

/// FT-11.4.1, FT-11.4.2: whoever scores by a jump warms up beyond the hyper limit and jumps.
#[test]
fn rule_11_4_1_captains_jump_where_that_scores() {
    let (mut ran, mut gone) = (0, 0);
    let won = won_against_chance("break-out", 20, &mut |captain, battle| {
        if captain == Seat(0) {
            let own = battle.field().ship_ids().filter(|&id| battle.ship(id).owner == captain);
            ran += 4;
            gone += own.filter(|&id| battle.ship(id).status == Status::Jumped).count();
        }
    });
    assert!(17 <= won, "{won} of 20");
    assert!(ran / 2 < gone, "{gone} of {ran} jumped");
}
