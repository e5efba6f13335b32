//! What several commands share: the game, the scenario, options, levels, luck.

use std::path::{Path, PathBuf};

use anyhow::Context;
use rulesets::{Format, Level, Override, Prepared, Ruleset, ScenarioRef, Source, Table};

use crate::{Misuse, files};

/// The scenario as the command line names it: an id, or a file of one's own;
/// with the fleets of files in place of its own, if there are any.
pub(crate) fn prepare(
    game: &dyn Ruleset,
    scenario: &str,
    fleets: &[PathBuf],
    options: &[String],
    table: Table,
) -> anyhow::Result<Box<dyn Prepared>> {
    let changes = overrides(options)?;
    let supplied = game.scenarios().iter().any(|card| card.id == scenario);
    let path = Path::new(scenario);
    let text = if supplied || !(Format::of(scenario).is_some() || path.exists()) {
        None
    } else {
        Some(files::read(path)?)
    };
    let scenario = match &text {
        None => ScenarioRef::Id(scenario),
        Some(text) => ScenarioRef::File(Source::new(scenario, text)?),
    };
    if fleets.is_empty() {
        return Ok(game.prepare(scenario, &changes, table)?);
    }
    let Some(yard) = game.shipyard() else {
        return Err(Misuse(format!("{} takes no fleet files", game.id())).into());
    };
    let read = |path: &PathBuf| Ok((path.display().to_string(), files::read(path)?));
    let files: Vec<(String, String)> = fleets.iter().map(read).collect::<anyhow::Result<_>>()?;
    let sources: Vec<Source<'_>> =
        files.iter().map(|(name, text)| Source::new(name, text)).collect::<Result<_, _>>()?;
    let set = yard.muster(scenario, &sources, &changes)?.to_string();
    Ok(game.prepare(ScenarioRef::File(Source::new("fleets.json", &set)?), &changes, table)?)
}

/// `--option name=value`, as often as it was given.
pub(crate) fn overrides(options: &[String]) -> anyhow::Result<Vec<Override>> {
    Ok(options.iter().map(|text| Override::read(text)).collect::<Result<_, _>>()?)
}

/// `captain,admiral:nodes=400,threads=2` as words: a comma before a setting
/// belongs to the level before it.
pub(crate) fn split_seats(text: &str) -> Vec<String> {
    let mut seats: Vec<String> = Vec::new();
    for part in text.split(',') {
        let is_setting = part.contains('=') && !part.contains(':');
        match seats.last_mut() {
            Some(level) if is_setting => {
                level.push(',');
                level.push_str(part);
            }
            _ => seats.push(part.trim().to_owned()),
        }
    }
    seats
}

pub(crate) fn level(text: &str) -> anyhow::Result<Level> {
    text.parse::<Level>().map_err(|err| Misuse(err.to_string()).into())
}

/// The seed that was asked for, or one from the system.
pub(crate) fn seed(asked: Option<u64>) -> anyhow::Result<u64> {
    match asked {
        Some(seed) => Ok(seed),
        // Small enough to be typed again, and exact in every reader of JSON.
        None => Ok(getrandom::u64().context("no random numbers from the system")? >> 11),
    }
}

/// 32 bytes from the system, or from `seed` if one was asked for.
pub(crate) fn bytes(asked: Option<u64>, stream: u64) -> anyhow::Result<[u8; 32]> {
    if let Some(seed) = asked {
        return Ok(rulesets::seeded_bytes(seed, stream));
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("no random numbers from the system")?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::split_seats;

    #[test]
    fn settings_stay_with_their_level() {
        assert_eq!(split_seats("captain,cadet"), ["captain", "cadet"]);
        assert_eq!(
            split_seats("admiral:nodes=400,threads=2, human"),
            ["admiral:nodes=400,threads=2", "human"]
        );
    }
}
