//! Options somebody wishes for, in any supplied scenario of every game: refused
//! in words, or played a while.
//!
//! `{"game": "talon", "scenario": "base", "computers": false, "options": {…}}`

use std::collections::BTreeMap;

use rulesets::{Override, RULESETS, ScenarioRef, Table};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Told, begin, look, play};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    game: String,
    scenario: String,
    computers: bool,
    options: BTreeMap<String, Value>,
}

/// # Errors
///
/// Why the options were refused.
pub fn run(data: &[u8]) -> Told {
    let input: Input = serde_json::from_slice(data).map_err(|err| err.to_string())?;
    let game = rulesets::find(&input.game).map_err(|err| err.to_string())?;
    let changes = input.options.into_iter().map(|(name, value)| Override { name, value });
    let changes: Vec<Override> = changes.collect();
    let table = if input.computers { Table::Computers } else { Table::People };
    let ready = game.prepare(ScenarioRef::Id(&input.scenario), &changes, table);
    let ready = ready.map_err(|err| err.to_string())?;
    ready.preview();
    let mut battle = begin(&*ready)?;
    look(&*battle);
    play(&mut *battle, 3);
    look(&*battle);
    Ok(())
}

/// Every scenario with its preset, and with every value that is worth trying.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for game in RULESETS.iter() {
        for (n, card) in game.scenarios().into_iter().enumerate() {
            let base = json!({"game": game.id(), "scenario": card.id, "computers": n % 2 == 0});
            let seed = |options: Value| {
                let mut seed = base.clone();
                seed["options"] = options;
                seed
            };
            seeds.push(seed(card.options.clone()).to_string().into_bytes());
            for info in game.options() {
                let choice = info.choices.get(n % info.choices.len().max(1)).unwrap_or(&info.default);
                seeds.push(seed(json!({ info.name: choice })).to_string().into_bytes());
            }
        }
    }
    seeds
}
