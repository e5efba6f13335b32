//! The puzzles that come with the games: enough of them, each with a legal solution and a reason,
//! and nothing of it told beforehand.

use std::collections::BTreeSet;

use rulesets::{RULESETS, Stop, Submission, Verdict};

/// Fewer would come round too soon on the home page.
const FEWEST: usize = 30;

#[test]
fn every_game_has_enough_and_all_of_them_open() {
    for game in RULESETS.iter().map(|it| it.id()) {
        let ids: Vec<&str> = rulesets::puzzle_ids(game).collect();
        assert!(FEWEST <= ids.len(), "{game} has {} puzzles", ids.len());
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{game}: ids are not unique");
        for id in ids {
            let puzzle = rulesets::puzzle(game, id).unwrap();
            let (solution, reason) = (puzzle.solution(), puzzle.reason());
            assert!(!reason.is_empty() && !reason.contains('\n'), "{game} {id}: {reason:?}");
            // The order can be written as people write it, and is the same order then.
            let (read, judged) = puzzle.check(&Submission::Text(solution.notation.clone()));
            assert!(judged.is_ok(), "{game} {id}: {}: {judged:?}", solution.notation);
            assert!(read.is_some());
            let card = puzzle.card();
            assert!(5 <= card.legal && (1..=3).contains(&card.hard), "{game} {id}");
            let known: Vec<String> =
                rulesets::find(game).unwrap().rules().into_iter().map(|it| it.id).collect();
            assert!(!card.rules.is_empty(), "{game} {id}");
            for rule in &card.rules {
                assert!(known.contains(rule), "{game} {id}: {rule}");
            }
        }
    }
}

/// The solution is right, and whatever else is tried gets an answer.
#[test]
fn the_solution_is_right() {
    for game in RULESETS.iter().map(|it| it.id()) {
        let id = rulesets::puzzle_ids(game).next().unwrap();
        let puzzle = rulesets::puzzle(game, id).unwrap();
        let order = Submission::Data(puzzle.solution().order);
        let done = puzzle.attempt(&order, 4, &Stop::default()).unwrap();
        assert_eq!(done.verdict, Verdict::Right, "{game} {id}");
        assert_eq!(done.worlds, 4);
        assert!(2 <= done.offered.len() && done.offered[0].order == done.solution);
        assert!(done.offered.iter().all(|it| (0.0..=100.0).contains(&it.worth)));
        assert!(puzzle.attempt(&Submission::Text("nonsense".to_owned()), 4, &Stop::default()).is_err());
    }
}
