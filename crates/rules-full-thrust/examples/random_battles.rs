//! Random battles of the introductory scenario, for the clock: run it under `time`.

use dice::Dice;
use engine::{Game, Orders, Pending, Table};
use rules_full_thrust::{Battle, library};

const BATTLES: u64 = 1_000;

fn main() {
    let scenario = library::scenario("intro");
    let start = Battle::set_up(&scenario.options, &scenario).expect("the introductory scenario");
    let mut decisions = 0;
    for seed in 0..BATTLES {
        let mut dice = Dice::numbered(seed, 1);
        let mut table = Table::without_log(start.clone(), Dice::numbered(seed, 0));
        table.open();
        while let Pending::Orders(decision) = table.state().pending() {
            let mut orders = Orders::for_seats(decision.seats.len());
            for seat in decision.seats.iter() {
                orders.insert(seat, table.state().sample_order(seat, &mut dice));
            }
            decisions += 1;
            table.resolve(&orders);
        }
    }
    println!("{BATTLES} battles, {decisions} decisions");
}
