//! The forces in a scenario of whatever game, as its file has them: sides with
//! lists of units, and of each unit what it is. What may be changed of them
//! nobody here knows; whether the game takes it, the game says.

use std::collections::{BTreeMap, BTreeSet};

use rulesets::{Fault, Prepared, Ruleset, ScenarioRef, Source, Table};
use serde_json::Value;

use crate::study::{Cell, Field, entrant, mark};

/// Where units stand in a side, and what of a unit says what it is.
const LISTS: [&str; 2] = ["ships", "units"];
const SORTS: [&str; 3] = ["design", "class", "card"];

/// A scenario that can be changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Forces(pub(crate) Value);

/// One unit of a scenario: its side and its place there, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) side: usize,
    pub(crate) n: usize,
    pub(crate) sort: String,
}

impl Forces {
    pub(crate) fn of(prepared: &dyn Prepared) -> Forces {
        Forces(prepared.scenario())
    }

    pub(crate) fn sides(&self) -> usize {
        self.0["sides"].as_array().map_or(0, Vec::len)
    }

    fn list(&self, side: usize) -> &[Value] {
        let side = &self.0["sides"][side];
        LISTS.into_iter().find_map(|key| side[key].as_array()).map_or(&[], Vec::as_slice)
    }

    fn list_mut(&mut self, side: usize) -> Option<&mut Vec<Value>> {
        let side = self.0.get_mut("sides")?.get_mut(side)?.as_object_mut()?;
        let key = LISTS.into_iter().find(|key| side.get(*key).is_some_and(Value::is_array))?;
        side.get_mut(key)?.as_array_mut()
    }

    pub(crate) fn units(&self) -> Vec<Unit> {
        let of_side = |side: usize| {
            let sort =
                |unit: &Value| SORTS.into_iter().find_map(|key| Some(unit.get(key)?.as_str()?.to_owned()));
            let unit = move |(n, value): (usize, &Value)| Some(Unit { side, n, sort: sort(value)? });
            self.list(side).iter().enumerate().filter_map(unit).collect::<Vec<_>>()
        };
        (0..self.sides()).flat_map(of_side).collect()
    }

    /// Whose ships a side has, where the game says so.
    pub(crate) fn faction(&self, side: usize) -> &str {
        self.0["sides"][side]["faction"].as_str().unwrap_or("")
    }

    /// What a unit of a side is called among those of all sides.
    pub(crate) fn name(&self, side: usize, sort: &str) -> String {
        match self.faction(side) {
            "" => sort.to_owned(),
            faction => format!("{faction} {sort}"),
        }
    }

    pub(crate) fn replace(&mut self, side: usize, n: usize, sort: &str) {
        let Some(unit) = self.list_mut(side).and_then(|list| list.get_mut(n)) else { return };
        if let Some(key) = SORTS.into_iter().find(|key| unit[*key].is_string()) {
            unit[key] = Value::from(sort);
        }
    }

    /// The same without names of their own, which may belong to ships of another sort.
    fn nameless(&self) -> Forces {
        let mut all = self.clone();
        for side in 0..self.sides() {
            for unit in all.list_mut(side).into_iter().flatten() {
                if let Some(fields) = unit.as_object_mut() {
                    fields.remove("name");
                }
            }
        }
        all
    }

    pub(crate) fn remove(&mut self, side: usize, n: usize) {
        if let Some(list) = self.list_mut(side).filter(|list| n < list.len()) {
            list.remove(n);
        }
    }

    /// A scenario of the user's own out of it, if the game takes it.
    pub(crate) fn field(
        &self,
        game: &dyn Ruleset,
        about: &About,
        players: &[String],
        seed: u64,
    ) -> Result<Field, Fault> {
        let named = self.field_as_it_is(game, about, players, seed);
        named.or_else(|err| self.nameless().field_as_it_is(game, about, players, seed).map_err(|_| err))
    }

    fn field_as_it_is(
        &self,
        game: &dyn Ruleset,
        about: &About,
        players: &[String],
        seed: u64,
    ) -> Result<Field, Fault> {
        let text = self.0.to_string();
        let source = Source::new("changed.json", &text)?;
        let changes: Vec<rulesets::Override> = (about.changes.iter())
            .map(|(name, value)| rulesets::Override { name: name.clone(), value: value.clone() })
            .collect();
        let prepared = game.prepare(ScenarioRef::File(source), &changes, Table::Computers)?;
        let entrants = players.iter().map(|it| entrant(it, None)).collect::<Result<Vec<_>, _>>()?;
        let cell = Cell {
            game: game.id().to_owned(),
            rules_version: game.rules_version(),
            scenario: about.scenario.clone(),
            changes: about.changes.clone(),
            fleets: Vec::new(),
            players: players.to_vec(),
            seats: prepared.seats().to_vec(),
            seed,
            swap: false,
            mark: mark(&format!("{}{}", prepared.scenario(), prepared.options())),
        };
        Ok(Field { cell, prepared, entrants })
    }
}

/// What a changed scenario is called, and what was changed of its options.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    pub(crate) scenario: String,
    pub(crate) changes: BTreeMap<String, Value>,
}

/// What every sort of unit in a game's scenarios is, by faction: those that may stand for each other.
pub(crate) fn pool(game: &dyn Ruleset) -> BTreeMap<String, BTreeSet<String>> {
    let mut pool: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for card in game.scenarios() {
        let Ok(prepared) = game.prepare(ScenarioRef::Id(card.id), &[], Table::Computers) else { continue };
        let forces = Forces::of(prepared.as_ref());
        for unit in forces.units() {
            pool.entry(forces.faction(unit.side).to_owned()).or_default().insert(unit.sort);
        }
    }
    pool
}

/// What the book asks for a unit of each sort, as far as anything says so: the view before the
/// battle, or the yard's own ships.
pub(crate) fn prices(game: &dyn Ruleset, prepared: &dyn Prepared) -> BTreeMap<String, f64> {
    let mut prices = BTreeMap::new();
    let forces = Forces::of(prepared);
    let view = prepared.preview();
    let units = forces.units();
    for (n, unit) in units.iter().enumerate() {
        let shown = view["ships"][n]["display"]["points"].as_f64();
        let listed = || priced(&view, &unit.sort);
        if let Some(price) = shown.or_else(listed).filter(|it| 0.0 < *it) {
            prices.insert(forces.name(unit.side, &unit.sort), price);
        }
    }
    if let Some(yard) = game.shipyard() {
        for ship in yard.catalogue().navies.into_iter().flat_map(|navy| navy.ships) {
            prices.entry(ship.name).or_insert(f64::from(ship.points));
        }
    }
    prices
}

/// The points of the first thing of that name.
fn priced(value: &Value, name: &str) -> Option<f64> {
    match value {
        Value::Object(fields) => {
            let own = fields.get("points").and_then(Value::as_f64);
            let named = fields.values().any(|it| it.as_str() == Some(name));
            own.filter(|_| named).or_else(|| fields.values().find_map(|it| priced(it, name)))
        }
        Value::Array(items) => items.iter().find_map(|it| priced(it, name)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game's introductory scenario has units that can be told, priced, replaced and removed.
    #[test]
    fn forces_of_every_game_can_be_changed() {
        for game in rulesets::RULESETS.iter() {
            let prepared = game.prepare(ScenarioRef::Id("intro"), &[], Table::Computers).unwrap();
            let forces = Forces::of(prepared.as_ref());
            let units = forces.units();
            assert!(2 <= units.len() && units.iter().any(|it| it.side == 1), "{}: {units:?}", game.id());
            let prices = prices(*game, prepared.as_ref());
            for unit in &units {
                let name = forces.name(unit.side, &unit.sort);
                assert!(prices.contains_key(&name), "{}: no price of {name} in {prices:?}", game.id());
            }
            let mut fewer = forces.clone();
            let last = units.iter().rfind(|it| it.side == 0).unwrap();
            fewer.remove(last.side, last.n);
            assert_eq!(fewer.units().len(), units.len() - 1);
            let mut other = forces.clone();
            other.replace(0, 0, &units[0].sort);
            let players = vec!["captain".to_owned(); prepared.seats().len()];
            other
                .field(*game, &About::default(), &players, 1)
                .unwrap_or_else(|err| panic!("{}: {err}", game.id()));
        }
    }
}
