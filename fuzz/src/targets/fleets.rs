//! Fleets: reviewed, drawn, set against each other, mustered into a scenario,
//! and the battles that come of it played a while.
//!
//! `{"game": "full-thrust", "scenario": "intro", "turns": 9, "fleets": [{…}, {…}]}`

use rulesets::{Format, RULESETS, ScenarioRef, Source, Table};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Told, begin, look, play};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    game: String,
    scenario: String,
    turns: Option<u16>,
    fleets: Vec<Value>,
}

/// # Errors
///
/// Why the fleets were refused.
pub fn run(data: &[u8]) -> Told {
    let input: Input = serde_json::from_slice(data).map_err(|err| err.to_string())?;
    let game = rulesets::find(&input.game).map_err(|err| err.to_string())?;
    let yard = game.shipyard().ok_or_else(|| "no shipyard".to_owned())?;
    let texts: Vec<String> = input.fleets.iter().take(8).map(Value::to_string).collect();
    let files: Vec<Source<'_>> = texts.iter().map(|it| file(it)).collect();
    let mut told = Ok(());
    for fleet in &files {
        let _ = yard.sheets(fleet, &[]);
        told = told.and(yard.review(fleet, &[]).map(drop).map_err(|err| err.to_string()));
    }
    let set =
        [yard.battle(&files, &[], input.turns), yard.muster(ScenarioRef::Id(&input.scenario), &files, &[])];
    for set in set {
        let scenario = match set {
            Ok(scenario) => scenario.to_string(),
            Err(err) => {
                told = told.and(Err(err.to_string()));
                continue;
            }
        };
        let Ok(ready) = game.prepare(ScenarioRef::File(file(&scenario)), &[], Table::Computers) else {
            continue;
        };
        ready.preview();
        let Ok(mut battle) = begin(&*ready) else { continue };
        look(&*battle);
        play(&mut *battle, 3);
        look(&*battle);
    }
    told
}

fn file(text: &str) -> Source<'_> {
    Source { name: "fleet.json", text, format: Format::Json }
}

/// Fleets of the yard's own designs, by name and written out.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for game in RULESETS.iter() {
        let Some(yard) = game.shipyard() else { continue };
        let navies = yard.catalogue().navies;
        let ships: Vec<_> = navies.iter().flat_map(|it| &it.ships).collect();
        for (n, pair) in ships.chunks(2).take(24).enumerate() {
            // Every other fleet has its designs written out.
            let design =
                |it: &engine::DesignCard| if n % 2 == 0 { json!(it.name) } else { it.design.clone() };
            let fleet = |side: &str, number: u8| {
                let ships = pair.iter().map(|it| json!({"design": design(it), "number": number}));
                json!({"name": side, "ships": ships.collect::<Vec<_>>()})
            };
            let scenarios = game.scenarios();
            let scenario = scenarios[n % scenarios.len()].id;
            let fleets = [fleet("Red", 1), fleet("Blue", 2)];
            let seed = json!({"game": game.id(), "scenario": scenario, "turns": 9, "fleets": fleets});
            seeds.push(seed.to_string().into_bytes());
        }
    }
    seeds
}
