//! How fair the cards are: captains on both sides, mixed forces at equal points.
//! `cargo run --release -p rules-stratoyager --example balance -- 2000`

use ai::{
    Level,
    arena::{self, Plan},
};
use engine::{Library, Outcome, Seat};
use rules_stratoyager::{Battle, Berth, Scenario, scenario};

const FORCES: [(&str, &[&str], &[&str]); 5] = [
    ("V+G against 2B+E", &["V", "G"], &["B", "B", "E"]),
    ("V+2G against 3B+E", &["V", "G", "G"], &["B", "B", "B", "E"]),
    ("2V+2G against 4B+2E", &["V", "V", "G", "G"], &["B", "B", "B", "B", "E", "E"]),
    ("V+4G against 5B+E", &["V", "G", "G", "G", "G"], &["B", "B", "B", "B", "B", "E"]),
    ("V+3G against 3B+2E (the book's)", &["G", "G", "G", "V"], &["B", "B", "B", "E", "E"]),
];

fn card(letter: &str) -> &'static str {
    match letter {
        "V" => "Vulture Mk.IV",
        "G" => "Guardian 151a",
        "B" => "Blackbuck Mk.II",
        _ => "Evo 6.2",
    }
}

fn with_forces(forces: [&[&str]; 2]) -> Scenario {
    let mut battle = scenario("intro");
    let berth = battle.sides[0].units[0].clone();
    for (side, letters) in battle.sides.iter_mut().zip(forces) {
        side.units = letters.iter().map(|it| Berth { card: card(it).to_owned(), ..berth.clone() }).collect();
    }
    battle
}

fn main() {
    let battles = std::env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(2_000);
    println!("| forces | Federation won | pirates won | drawn | Federation's share |");
    println!("|---|---|---|---|---|");
    for (name, federation, pirates) in FORCES {
        let scenario = with_forces([federation, pirates]);
        let options = Battle::computer_preset(&scenario);
        let levels = vec![Level::Captain, Level::Captain];
        let plan =
            Plan { options: &options, scenario: &scenario, levels, battles, seed: 11, swap: false, jobs: 0 };
        let mut won = [0_u64; 3];
        let mut take = |report: &arena::BattleReport| match report.outcome {
            Outcome::Won(seats) => won[usize::from(!seats.contains(Seat(0)))] += 1,
            Outcome::Draw => won[2] += 1,
        };
        arena::run::<Battle>(&plan, &mut take).expect("a supplied scenario");
        let share = (won[0] as f64 + won[2] as f64 / 2.0) / battles as f64 * 100.0;
        println!("| {name} | {} | {} | {} | {share:.1} % |", won[0], won[1], won[2]);
    }
}
