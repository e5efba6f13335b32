//! A ship design, or a shelf of them, in every game: audited, surveyed, drawn.

use rulesets::RULESETS;

use crate::{Told, source, text};

/// # Errors
///
/// Why no game would have it.
pub fn run(data: &[u8]) -> Told {
    let text = text(data)?;
    let mut told = Err(String::new());
    for game in RULESETS.iter() {
        let audited = game.audit(&source(text), &[]);
        if let Some(yard) = game.shipyard() {
            let _ = yard.survey(&source(text), &[], None);
            let _ = yard.sheets(&source(text), &[]);
        }
        match (audited, &told) {
            (Ok(_), _) => told = Ok(()),
            (Err(err), Err(_)) => told = Err(err.to_string()),
            (Err(_), Ok(())) => (),
        }
    }
    told
}

/// The shelves of the games, and single ships from them.
pub fn seeds() -> Vec<Vec<u8>> {
    let shelves = crate::seeds::of_games("data");
    let mut seeds = Vec::new();
    for shelf in shelves {
        let Ok(value) = serde_json::from_slice::<serde_json::Value>(&shelf) else { continue };
        let ships = value["ship"].as_array().cloned().unwrap_or_default();
        if !ships.is_empty() {
            seeds.extend(ships.iter().step_by(1 + ships.len() / 12).map(|it| it.to_string().into_bytes()));
            seeds.push(shelf);
        }
    }
    seeds
}
