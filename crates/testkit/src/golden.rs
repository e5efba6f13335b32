//! Golden files: transcripts, counts of orders, and stored records.

use std::{collections::BTreeSet, fmt::Write, fs, path::Path};

use dice::Dice;
use engine::{Discrepancy, Match, Orders, Record, Verdict, Viewer};

use crate::{Complete, laws::viewers, run::opening};

/// Compares `text` with the file at `path`, counted from the crate's folder.
/// `UPDATE_EXPECT=1` writes the file instead; read the change in review.
///
/// # Panics
///
/// Panics with the first line that differs.
#[track_caller]
pub fn golden(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    if updating() {
        return write(path, text);
    }
    let stored = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if stored == text {
        return;
    }
    let n = stored.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(n).unwrap_or("(nothing)").to_owned();
    panic!(
        "{} differs from line {}:\n  stored: {}\n  now:    {}\nUPDATE_EXPECT=1 writes it anew",
        path.display(),
        n + 1,
        line(&stored),
        line(text)
    );
}

/// Adds `record` to a corpus when `UPDATE_EXPECT=1`. What is stored already is
/// left alone: old records are kept to see that they still open.
///
/// # Panics
///
/// Panics if it cannot be written.
pub fn keep_record<G: Complete>(path: impl AsRef<Path>, record: &Record<G>) {
    let path = path.as_ref();
    if updating() && !path.exists() {
        write(path, &engine::in_order(&plain::to_value(record)));
    }
}

fn updating() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some_and(|it| it == "1")
}

fn write(path: &Path, text: &str) {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).expect("the folder can be made");
    }
    fs::write(path, text).expect("the file can be written");
}

/// A whole battle in words: orders in notation, dice, events with their rules,
/// and a digest of what everybody sees. Any change of behaviour shows in it.
/// `options: None` takes the computer preset.
///
/// # Panics
///
/// Panics if there is no such scenario.
pub fn transcript<G: Complete>(
    scenario: &str,
    options: Option<G::Options>,
    seed: u64,
    decisions: usize,
) -> String {
    let mut game = begin::<G>(scenario, options, seed);
    let mut text = String::new();
    let json = plain::to_json(&game.opening().options);
    line(&mut text, &format!("{} rules {}, scenario {scenario}, seed {seed}", G::ID, G::RULES_VERSION));
    line(&mut text, &format!("options {json}"));
    tell(&mut text, &game, 0, 0, game.start().clone());
    let mut chooser = Dice::numbered(seed, 1);
    while let Some(decision) = game.decision()
        && game.decision_number() < decisions
    {
        let (n, turn) = (game.decision_number(), game.state().turn());
        line(&mut text, &format!("\ndecision {n}, turn {turn}, {}", decision.phase));
        let orders = sample(&game, &mut chooser);
        for (seat, order) in orders.iter() {
            let view = game.view(Viewer::Seat(seat));
            let written = G::write_order(&view, order);
            line(&mut text, &format!("  {} orders {written}", G::seat_name(&view, seat)));
        }
        let (state, events, dice) = (game.state().clone(), game.log().len(), game.dice().rolled());
        submit(&mut game, &orders);
        tell(&mut text, &game, events, dice, state);
    }
    let end = game.outcome().map_or("not over".to_owned(), |outcome| format!("{outcome:?}"));
    line(&mut text, &format!("\n{end}"));
    text
}

/// What happened since event number `from`, when `state` was the truth.
fn tell<G: Complete>(text: &mut String, game: &Match<G>, from: usize, dice: u64, mut state: G) {
    for event in &game.log()[from..] {
        let words = G::narrate(&state.view(Viewer::Referee), event);
        line(text, &format!("    {words} ({})", G::rules_of(event).join(", ")));
        state.apply(event);
    }
    let views: Vec<String> = viewers(&state)
        .map(|viewer| {
            let json = serde_json::to_vec(&game.view(viewer)).expect("plain data");
            blake3::hash(&json).to_hex()[..8].to_owned()
        })
        .collect();
    line(text, &format!("  {} dice; views {}", game.dice().rolled() - dice, views.join(" ")));
}

/// How many legal orders there are at each decision of a battle, as plain
/// text that a second program can check. Beyond `cap` it says so.
///
/// # Panics
///
/// Panics if there is no such scenario.
pub fn order_counts<G: Complete>(
    scenario: &str,
    options: Option<G::Options>,
    seed: u64,
    decisions: usize,
    cap: usize,
) -> String {
    let mut game = begin::<G>(scenario, options, seed);
    let mut text = String::new();
    let mut chooser = Dice::numbered(seed, 1);
    while let Some(decision) = game.decision()
        && game.decision_number() < decisions
    {
        for seat in decision.seats.iter() {
            let orders = game.state().list_orders(seat, cap);
            let count = orders.map_or(format!("more than {cap}"), |orders| orders.len().to_string());
            line(&mut text, &format!("{} {} {seat}: {count}", game.decision_number(), decision.phase));
        }
        let orders = sample(&game, &mut chooser);
        submit(&mut game, &orders);
    }
    text
}

/// The record of one random battle, for a corpus.
///
/// # Panics
///
/// Panics if there is no such scenario.
pub fn sample_record<G: Complete>(scenario: &str, options: Option<G::Options>, seed: u64) -> Record<G> {
    let mut game = begin::<G>(scenario, options, seed);
    let mut chooser = Dice::numbered(seed, 1);
    while game.decision().is_some() {
        let orders = sample(&game, &mut chooser);
        submit(&mut game, &orders);
    }
    game.record(true)
}

/// Opens every `*.json` in `folder` and recomputes it; records of other rules
/// versions must still fold to their outcome. Says how many there are.
///
/// # Panics
///
/// Panics with everything that does not open, or if there is nothing to open.
#[track_caller]
pub fn corpus_opens<G: Complete>(folder: impl AsRef<Path>) -> usize {
    let folder = folder.as_ref();
    let entries = fs::read_dir(folder).unwrap_or_else(|err| panic!("{}: {err}", folder.display()));
    let paths: BTreeSet<_> = entries
        .map(|entry| entry.expect("a folder that can be read").path())
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .collect();
    let wrong: Vec<String> = paths
        .iter()
        .filter_map(|path| opens::<G>(path).err().map(|what| format!("{}: {what}", path.display())))
        .collect();
    assert!(wrong.is_empty(), "stored records no longer open:\n  {}", wrong.join("\n  "));
    assert!(!paths.is_empty(), "no records in {}", folder.display());
    paths.len()
}

fn opens<G: Complete>(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|err| err.to_string())?;
    let record: Record<G> = serde_json::from_str(&text).map_err(|err| err.to_string())?;
    let file = serde_json::from_str(&text).map_err(|err| err.to_string())?;
    match record.verify_from(&file) {
        Ok(Verdict::Proven { .. } | Verdict::Followed { .. } | Verdict::Unrevealed { .. }) => Ok(()),
        Err(Discrepancy::OtherRules { .. }) => {
            let outcome = record.outcome_by_events().map_err(|err| err.to_string())?;
            if outcome == record.outcome { Ok(()) } else { Err(format!("now ends as {outcome:?}")) }
        }
        Err(err) => Err(err.to_string()),
    }
}

fn begin<G: Complete>(scenario: &str, options: Option<G::Options>, seed: u64) -> Match<G> {
    let info = G::scenarios().into_iter().find(|info| info.id == scenario);
    let scenario = info.unwrap_or_else(|| panic!("no scenario {scenario:?}")).scenario;
    let options = options.unwrap_or_else(|| G::computer_preset(&scenario));
    let begun = opening(&options, &scenario, seed).and_then(Match::begin);
    begun.unwrap_or_else(|err| panic!("{err}"))
}

fn sample<G: Complete>(game: &Match<G>, chooser: &mut Dice) -> Orders<G::Order> {
    let seats = game.awaiting();
    seats.iter().map(|seat| (seat, game.state().sample_order(seat, chooser))).collect()
}

fn submit<G: Complete>(game: &mut Match<G>, orders: &Orders<G::Order>) {
    for (seat, order) in orders.iter() {
        game.submit(seat, order.clone()).expect("sampled orders are legal");
    }
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes it");
}
