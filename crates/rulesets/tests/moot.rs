//! Where there is nothing to choose, the order that is given without asking is legal, and it does happen.

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use rulesets::{Level, ScenarioRef, Submission, Table};

/// Plays a battle by rules of thumb, but gives whatever is moot; how often it was, and of how many decisions.
fn played(game: &str, scenario: &str) -> (usize, usize) {
    let prepared =
        rulesets::find(game).unwrap().prepare(ScenarioRef::Id(scenario), &[], Table::Computers).unwrap();
    let seats = prepared.seats().len();
    let contributions = (0..seats).map(|n| Contribution(format!("seat {n}"))).collect();
    let mut battle =
        prepared.begin(&vec!["cadet".to_owned(); seats], Secret([7; 32]), contributions).unwrap();
    let (mut moot, mut all) = (0, 0);
    while battle.outcome().is_none() && all < 400 {
        let n = battle.decision_number();
        for seat in battle.awaiting().iter() {
            all += 1;
            let order = match battle.offer(seat).1 {
                Some(order) => {
                    moot += 1;
                    order
                }
                None => battle.suggest(seat, &Level::Cadet, Dice::numbered(1, n as u64)).order,
            };
            let taken = battle.submit(n, seat, &Submission::Data(order));
            taken.unwrap_or_else(|err| panic!("{game}, decision {n}: {err}"));
        }
    }
    (moot, all)
}

#[test]
fn what_is_moot_is_legal_and_not_rare() {
    let battles = [
        ("asfos", "intro"),
        ("talon", "intro"),
        ("talon", "squadron"),
        ("talon", "fleet"),
        ("talon", "convoy"),
        ("full-thrust", "intro"),
        ("ftb", "intro"),
    ];
    let played: Vec<(&str, (usize, usize))> =
        battles.map(|(game, scenario)| (game, played(game, scenario))).to_vec();
    println!("{played:?}");
    for (game, (moot, all)) in &played {
        // Most decisions are decisions.
        assert!(moot * 2 < *all, "{game}: {moot} of {all}");
    }
    for game in ["asfos", "ftb"] {
        let moot: usize = played.iter().filter(|it| it.0 == game).map(|it| it.1.0).sum();
        assert!(0 < moot, "{game}: nothing is moot");
    }
}
