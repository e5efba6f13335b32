//! What a line says it changed of a view is what it changed.

use std::{fs, path::PathBuf};

use engine::{Seat, Viewer};
use json_patch::Patch;
use rulesets::{AnyRecord, Format, Source};

/// Every record that is kept of a game.
fn kept(game: &str) -> Vec<PathBuf> {
    let folder = format!("{}/../rules-{game}/tests/records", env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|it| it.extension().is_some_and(|it| it == "json")).collect();
    files.sort();
    files
}

fn leads_from_view_to_view(name: &str, record: &dyn AnyRecord, viewer: Viewer) {
    let mut view = record.view_after(0, viewer).unwrap();
    let lines = record.told(viewer).unwrap();
    let words = record.log(viewer).unwrap();
    assert_eq!(lines.len(), words.len());
    // A view is made from the beginning, so that of a long battle only some are.
    let stride = lines.len().div_ceil(60).max(1);
    for (k, (line, told)) in lines.iter().zip(words).enumerate() {
        let changes: Patch = serde_json::from_value(serde_json::to_value(&line.changes).unwrap()).unwrap();
        json_patch::patch(&mut view, &changes).unwrap();
        if k % stride == 0 || k + 1 == lines.len() {
            assert_eq!(view, record.view_after(line.n + 1, viewer).unwrap(), "{name}: {viewer:?}, {line:?}");
        }
        // What it cost is known where both views are.
        let harm = line.tolls.iter().any(|it| it.is_harm());
        assert_eq!(line.hit, told.hit || harm, "{name}: {line:?}");
        let (changes, tolls) = (Vec::new(), Vec::new());
        assert_eq!(rulesets::Line { changes, tolls, hit: told.hit, ..line.clone() }, told);
    }
}

/// What the lines of a battle add up to.
#[derive(Debug, Default)]
struct Sum {
    lost: u32,
    gone: usize,
    dice: usize,
}

fn add_up(name: &str, record: &dyn AnyRecord, sum: &mut Sum) {
    let lines = record.told(Viewer::Referee).unwrap();
    for line in &lines {
        sum.lost += line.tolls.iter().map(|it| it.points).sum::<u32>();
        sum.gone += line.tolls.iter().filter(|it| it.gone.is_some()).count();
        sum.dice += line.dice.len();
        assert!(line.dice.iter().all(|face| (1..=12).contains(face)), "{name}: {line:?}");
        assert!(line.tolls.iter().all(|it| !it.name.is_empty()), "{name}: {line:?}");
    }
    let told = lines.iter().any(|it| it.verdict.is_some());
    let by_rules = record.fold().is_ok_and(|it| it.outcome().is_some() && it.ending().is_none());
    assert_eq!(told, by_rules, "{name}: why it is over is told once it is");
}

fn holds_in_every_kept_record(game: &str) {
    let files = kept(game);
    assert!(4 <= files.len(), "{files:?}");
    let mut sum = Sum::default();
    for path in files {
        let (name, text) = (path.display().to_string(), fs::read_to_string(&path).unwrap());
        let source = Source { name: &name, text: &text, format: Format::Json };
        let record = rulesets::open_record(&source).unwrap();
        let seats = (0..record.seats().len()).map(|n| Viewer::Seat(Seat(n as u8)));
        for viewer in seats.chain([Viewer::Spectator, Viewer::Referee]) {
            leads_from_view_to_view(&name, &*record, viewer);
        }
        add_up(&name, &*record, &mut sum);
    }
    // Fuel to Burn throws no dice.
    assert!(0 < sum.lost && 0 < sum.gone && (0 < sum.dice || game == "ftb"), "{game}: {sum:?}");
}

#[test]
fn changes_lead_from_view_to_view_in_asfos() {
    holds_in_every_kept_record("asfos");
}

#[test]
fn changes_lead_from_view_to_view_in_talon() {
    holds_in_every_kept_record("talon");
}

#[test]
fn changes_lead_from_view_to_view_in_full_thrust() {
    holds_in_every_kept_record("full-thrust");
}

#[test]
fn changes_lead_from_view_to_view_in_fuel_to_burn() {
    holds_in_every_kept_record("ftb");
}

#[test]
fn changes_lead_from_view_to_view_in_stratoyager() {
    holds_in_every_kept_record("stratoyager");
}
