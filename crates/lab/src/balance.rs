//! The smallest change that makes a scenario even: found by search, confirmed
//! on battles that had no part in the search.

use std::collections::BTreeMap;

use rulesets::{Fault, Override, Ruleset, ScenarioRef, Table};
use serde::Serialize;
use serde_json::Value;

use crate::{
    forces::{About, Forces, pool},
    stop::Stop,
    study::{Field, Measure, Study},
    sums::Line,
};

/// One change that might do it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// In words.
    pub words: String,
    /// How much is changed: less is better.
    pub size: u32,
    #[serde(skip)]
    changes: BTreeMap<String, Value>,
    #[serde(skip)]
    scenario: Value,
}

/// A game's scenario and everything that might be changed of it.
pub struct Search {
    game: &'static dyn Ruleset,
    scenario: String,
    players: Vec<String>,
    as_it_is: Change,
}

impl std::fmt::Debug for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.game.id(), self.scenario)
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    pub change: Change,
    /// On the seed of the search.
    pub searched: Line,
}

/// Scores no further from a half than this count as even in the search.
const NEAR: f64 = 0.05;

impl Search {
    /// # Errors
    ///
    /// If there is no such game, scenario or player, or not two sides.
    pub fn new(game: &str, scenario: &str, player: &str) -> Result<Search, Fault> {
        let game = rulesets::find(game)?;
        let none: [Override; 0] = [];
        let prepared = game.prepare(ScenarioRef::Id(scenario), &none, Table::Computers)?;
        if prepared.seats().len() != 2 {
            return Err(Fault::Misuse(format!(
                "{scenario} has {} seats, expected 2",
                prepared.seats().len()
            )));
        }
        let as_it_is = Change {
            words: "as it is".to_owned(),
            size: 0,
            changes: BTreeMap::new(),
            scenario: prepared.scenario(),
        };
        let players = vec![player.to_owned(); 2];
        Ok(Search { game, scenario: scenario.to_owned(), players, as_it_is })
    }

    pub fn as_it_is(&self) -> &Change {
        &self.as_it_is
    }

    /// Everything that may be tried to help `weaker`, small things first.
    pub fn changes(&self, weaker: usize) -> Vec<Change> {
        let mut all = self.lengths();
        all.extend(self.options());
        all.extend(self.units(weaker));
        all.retain(|it| self.field(it, 1).is_ok());
        all.sort_by_key(|it| it.size);
        all
    }

    /// A little more or less time.
    fn lengths(&self) -> Vec<Change> {
        let mut all = Vec::new();
        for key in ["turns", "rounds", "days"] {
            let Some(now) = self.as_it_is.scenario[key].as_i64() else { continue };
            for by in [-2, -1, 1, 2] {
                let mut change = self.as_it_is.clone();
                change.scenario[key] = Value::from(now + by);
                change.words = format!("{key} = {} in place of {now}", now + by);
                change.size = by.unsigned_abs() as u32;
                all.push(change);
            }
        }
        all
    }

    /// One option set otherwise.
    fn options(&self) -> Vec<Change> {
        let none: [Override; 0] = [];
        let usual = self.game.prepare(ScenarioRef::Id(&self.scenario), &none, Table::Computers);
        let Ok(usual) = usual.map(|it| it.options()) else { return Vec::new() };
        let mut all = Vec::new();
        for info in self.game.options() {
            for choice in info.choices.iter().filter(|it| **it != usual[info.name]) {
                let mut change = self.as_it_is.clone();
                change.changes.insert(info.name.to_owned(), choice.clone());
                change.words = format!("option {} = {choice}", info.name);
                change.size = 2;
                all.push(change);
            }
        }
        all
    }

    /// One ship of the stronger side less or another one; one of the weaker another one.
    fn units(&self, weaker: usize) -> Vec<Change> {
        let forces = Forces(self.as_it_is.scenario.clone());
        let pool = pool(self.game);
        let mut all: Vec<Change> = Vec::new();
        let mut seen = Vec::new();
        for unit in forces.units() {
            // Ships of one sort are one and the same; where each of them stands is not tried.
            if seen.contains(&(unit.side, unit.sort.clone())) {
                continue;
            }
            seen.push((unit.side, unit.sort.clone()));
            let side = forces.0["sides"][unit.side]["name"].as_str().unwrap_or("a side").to_owned();
            for sort in pool.get(forces.faction(unit.side)).into_iter().flatten() {
                if *sort != unit.sort {
                    let mut other = forces.clone();
                    other.replace(unit.side, unit.n, sort);
                    let words = format!("{side}: {sort} in place of {}", unit.sort);
                    all.push(Change { words, size: 3, scenario: other.0, changes: BTreeMap::new() });
                }
            }
            if unit.side != weaker {
                let mut fewer = forces.clone();
                fewer.remove(unit.side, unit.n);
                let words = format!("{side}: one {} less", unit.sort);
                all.push(Change { words, size: 4, scenario: fewer.0, changes: BTreeMap::new() });
            }
        }
        all
    }

    fn field(&self, change: &Change, seed: u64) -> Result<Field, Fault> {
        let about = About {
            scenario: format!("{} ({})", self.scenario, change.words),
            changes: change.changes.clone(),
        };
        Forces(change.scenario.clone()).field(self.game, &about, &self.players, seed)
    }

    /// A study of these changes, and what is to be fought.
    ///
    /// # Errors
    ///
    /// If the game takes one of them no more.
    pub fn study(&self, changes: &[Change], battles: u64, seed: u64) -> Result<(Study, Vec<Field>), Fault> {
        let study = Study {
            title: format!("What makes {} of {} even", self.scenario, self.game.id()),
            question: String::new(),
            seeds: vec![seed],
            stop: Stop { battles, batch: battles.min(50), width: None, sprt: None },
            measure: Measure { losses: false, ..Measure::default() },
            contest: Vec::new(),
        };
        let fields = changes.iter().map(|it| self.field(it, seed)).collect::<Result<_, _>>()?;
        Ok((study, fields))
    }

    /// The changed scenario as a file of one's own.
    pub fn file(&self, change: &Change) -> String {
        let mut file = change.scenario.clone();
        if let Some(fields) = file.as_object_mut() {
            fields.insert("game".to_owned(), Value::from(self.game.id()));
        }
        serde_json::to_string_pretty(&file).expect("plain data")
    }
}

impl Change {
    /// What was changed of the options, as the command line has it.
    pub fn options(&self) -> Vec<String> {
        let value = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
        self.changes.iter().map(|(name, it)| format!("{name}={}", value(it))).collect()
    }
}

/// The best of what was tried: those near a half before the others, small changes before large
/// ones, and then the nearest.
pub fn ranked(changes: &[Change], lines: &[Line]) -> Vec<Found> {
    let off = |line: &Line| (line.score[0].mean - 0.5).abs();
    let mut found: Vec<Found> = (changes.iter().zip(lines))
        .map(|(change, line)| Found { change: change.clone(), searched: line.clone() })
        .collect();
    found.sort_by(|a, b| {
        let key = |it: &Found| {
            (NEAR < off(&it.searched), if off(&it.searched) <= NEAR { it.change.size } else { 0 })
        };
        key(a).cmp(&key(b)).then(off(&a.searched).total_cmp(&off(&b.searched)))
    });
    found
}
