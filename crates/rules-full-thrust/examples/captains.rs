//! Captain against random and against captain, seats changed half of the time, in every scenario.

use dice::Dice;
use engine::{Game, Orders, Outcome, Pending, Seat, Table, Tactics};
use rules_full_thrust::{Battle, Order, Scenario, library};

const BATTLES: u64 = 100;

type Player = fn(&Battle, Seat, &mut Dice) -> Order;

fn random(battle: &Battle, seat: Seat, dice: &mut Dice) -> Order {
    battle.sample_order(seat, dice)
}

fn captain(battle: &Battle, seat: Seat, dice: &mut Dice) -> Order {
    battle.captain(seat, dice)
}

/// Wins, draws and losses of the first player.
fn match_up(scenario: &Scenario, players: [Player; 2]) -> [u64; 3] {
    let start = Battle::set_up(&scenario.options, scenario).expect("a supplied scenario");
    let mut results = [0; 3];
    for seed in 0..BATTLES {
        let first = Seat((seed % 2) as u8);
        let mut dice = Dice::numbered(seed, 1);
        let mut table = Table::without_log(start.clone(), Dice::numbered(seed, 0));
        table.open();
        let outcome = loop {
            let decision = match table.state().pending() {
                Pending::Orders(decision) => decision,
                Pending::Over(outcome) => break outcome,
            };
            let mut orders = Orders::for_seats(2);
            for seat in decision.seats.iter() {
                let player = players[usize::from(seat != first)];
                orders.insert(seat, player(table.state(), seat, &mut dice));
            }
            table.resolve(&orders);
        };
        results[match outcome {
            Outcome::Won(seats) if seats.contains(first) => 0,
            Outcome::Draw => 1,
            Outcome::Won(_) => 2,
        }] += 1;
    }
    results
}

fn main() {
    for (id, scenario) in library::scenarios() {
        let [against_random, against_itself] =
            [random as Player, captain].map(|it| match_up(&scenario, [captain, it]));
        println!(
            "{id}: captain against random {against_random:?}, against captain {against_itself:?} (won, drawn, lost)"
        );
    }
}
