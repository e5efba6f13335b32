//! Fights battles between computer players: scenario, two levels, battles.

use ai::{
    Level,
    arena::{self, Plan},
};
use engine::Library;
use rules_full_thrust::{Battle, library::scenario};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, other: &str| words.get(n).cloned().unwrap_or_else(|| other.to_owned());
    let scenario = scenario(&word(0, "intro"));
    let options = Battle::computer_preset(&scenario);
    let level = |n, other: &str| word(n, other).parse::<Level>().expect("a level");
    let levels = vec![level(1, "random"), level(2, "random")];
    let battles = word(3, "200").parse().expect("a number of battles");
    let plan = Plan {
        options: &options,
        scenario: &scenario,
        levels,
        battles,
        seed: 11,
        swap: word(4, "swap") == "swap",
        jobs: 1,
    };
    let begun = std::time::Instant::now();
    let mut decisions = 0;
    let summary =
        arena::run::<Battle>(&plan, &mut |it| decisions += it.decisions).expect("a supplied scenario");
    let seconds = begun.elapsed().as_secs_f64();
    let battles = battles as f64;
    println!(
        "score of the first {:.3}; {:.0} battles/s; {:.0} decisions a battle",
        summary.score[0].mean,
        battles / seconds,
        f64::from(decisions) / battles
    );
}
