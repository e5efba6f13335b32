//! Lets computer players meet: `arena SCENARIO LEVEL LEVEL BATTLES [SEED] [fixed]`.
//!
//! The scenario is one that is supplied, or a file. Sides change from battle to battle unless fixed.

use ai::{Level, arena};
use engine::Library;
use rules_talon::{Battle, scenario};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, usual: &str| words.get(n).cloned().unwrap_or_else(|| usual.to_owned());
    let name = word(0, "intro");
    let scenario = match name.ends_with(".toml") {
        true => toml::from_str(&std::fs::read_to_string(&name).expect("a file")).expect("a scenario"),
        false => scenario(&name),
    };
    let options = Battle::computer_preset(&scenario);
    let level = |text: String| text.parse::<Level>().expect("a level");
    let plan = arena::Plan::<Battle> {
        options: &options,
        scenario: &scenario,
        levels: vec![level(word(1, "captain")), level(word(2, "random"))],
        battles: word(3, "40").parse().expect("a number of battles"),
        seed: word(4, "1").parse().expect("a seed"),
        swap: word(5, "") != "fixed",
        jobs: 1,
    };
    let begun = std::time::Instant::now();
    let (mut shares, mut decisions, mut rounds, mut sides) = ([0.0; 2], 0, 0, [0.0; 2]);
    let mut results = [0; 3];
    let summary = arena::run(&plan, &mut |report| {
        for (share, won) in shares.iter_mut().zip(&report.shares) {
            *share += won;
        }
        for (seat, &player) in report.seats.iter().enumerate() {
            sides[seat] += report.shares[player];
        }
        results[(2.0 - 2.0 * report.shares[0]) as usize] += 1;
        decisions += report.decisions;
        rounds += report.turns;
    });
    summary.expect("a scenario that can be set up");
    let (battles, seconds) = (plan.battles as f64, begun.elapsed().as_secs_f64());
    let share = |it: f64| 100.0 * it / battles;
    println!(
        "{:.1} % against {:.1} % (won, drawn, lost {results:?}); side A {:.1} %; {:.0} battles/s; {:.0} decisions and {:.1} rounds a battle",
        share(shares[0]),
        share(shares[1]),
        share(sides[0]),
        battles / seconds,
        f64::from(decisions) / battles,
        f64::from(rounds) / battles
    );
}
