//! Which battles count, and in which order, hangs on the study alone.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use lab::{Enough, Study, Work};
use rulesets::Source;

/// Three kinds, one of which is known much sooner than the others.
const STUDY: &str = r#"
title = "Order"
seeds = [3]
[stop]
battles = 200
batch = 10
width = 0.25
[[contest]]
game = "talon"
everybody = ["random", "cadet", "captain"]
"#;

fn work() -> Work {
    let study = Study::read(&Source::new("study.toml", STUDY).unwrap()).unwrap();
    Work::begin(&study, Path::new("."), "", None).unwrap()
}

/// Every battle that counts, as a line.
fn rows(work: &mut Work, jobs: usize, most: usize) -> Vec<String> {
    let halt = AtomicBool::new(false);
    let mut rows = Vec::new();
    let ended = work.go(jobs, &halt, &mut |_, _, row| {
        rows.push(row.line());
        if rows.len() == most {
            halt.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(ended.unwrap(), work.course().next().is_none());
    rows
}

#[test]
fn the_same_battles_count_on_any_number_of_cores() {
    let mut one = work();
    let expected = rows(&mut one, 1, usize::MAX);
    let battles: Vec<u64> = one.lines().iter().map(|it| it.battles).collect();
    assert!(one.lines().iter().all(|it| it.ended == Some(Enough::Width)), "{battles:?}");
    // Random against cadet is nearly even and takes longest; the others are hardly in doubt.
    assert!(battles[1] < battles[0] && battles[2] < battles[0], "{battles:?}");
    for jobs in [2, 5] {
        let mut many = work();
        assert!(rows(&mut many, jobs, usize::MAX) == expected, "other battles on {jobs} cores");
        assert_eq!(many.lines(), one.lines());
    }
}

#[test]
fn what_was_halted_goes_on_without_losing_or_repeating_a_battle() {
    let expected = rows(&mut work(), 2, usize::MAX);
    let mut halted = work();
    let mut all = rows(&mut halted, 3, 17);
    assert_eq!(all.len(), 17);
    while halted.course().next().is_some() {
        let more = rows(&mut halted, 2, 40);
        all.extend(more);
    }
    assert!(all == expected, "other battles after a halt");
}
