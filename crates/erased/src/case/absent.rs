//! Paths where nothing may stand. Nothing stands at a path that was written wrong either, so each is
//! asked for: what is missing there is put in, and the reader of the view says whether it knows it.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::compare;

/// Everything that items of lists have been called in a case so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names(BTreeSet<String>);

impl Names {
    pub(crate) fn note(&mut self, view: &Value) {
        match view {
            Value::Object(fields) => fields.values().for_each(|it| self.note(it)),
            Value::Array(items) => {
                for item in items {
                    let named = compare::NAMES.iter().filter_map(|key| item[key].as_str());
                    self.0.extend(named.map(str::to_owned));
                    self.note(item);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => (),
        }
    }
}

/// Why nothing could ever stand at `path` in a view like this, if that is so.
pub(crate) fn unknown<V: DeserializeOwned>(view: &Value, path: &str, names: &Names) -> Option<String> {
    // A view that its own reader does not take tells nothing.
    if plain::from_value::<V>(view).is_err() {
        return None;
    }
    let mut filled = view.clone();
    if let Err(step) = fill(&mut filled, &compare::steps(path), names) {
        return Some(format!("nothing in this case is called {step:?}"));
    }
    let words = plain::from_value::<V>(&filled).err()?;
    let odd = ["unknown field", "unknown variant", "invalid type: map"];
    odd.iter().any(|it| words.starts_with(it)).then_some(words)
}

/// Puts tables where the path leads; the name of an item that was never there if it wants one.
fn fill<'a>(value: &mut Value, steps: &'a [String], names: &Names) -> Result<(), &'a str> {
    let Some((step, rest)) = steps.split_first() else { return Ok(()) };
    match value {
        Value::Object(fields) => match fields.get_mut(step) {
            Some(inside) if !rest.is_empty() => fill(inside, rest, names),
            Some(_) => Ok(()),
            None => {
                fields.insert(step.clone(), nested(rest));
                Ok(())
            }
        },
        Value::Array(items) => {
            if let Some(inside) = compare::item_mut(items, step) {
                return fill(inside, rest, names);
            }
            if step.parse::<usize>().is_err() && !names.0.contains(step) {
                return Err(step);
            }
            // What an item is made of says the reader; without a field there is nothing to ask.
            if !rest.is_empty() {
                items.push(nested(rest));
            }
            Ok(())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            *value = nested(steps);
            Ok(())
        }
    }
}

/// Tables within each other; nothing in the innermost.
fn nested(steps: &[String]) -> Value {
    steps.iter().rev().fold(Value::Null, |inside, step| {
        if step.parse::<usize>().is_ok() {
            Value::Array(vec![inside])
        } else {
            Value::Object(Map::from_iter([(step.clone(), inside)]))
        }
    })
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct View {
        #[serde(rename = "turn")]
        _turn: u8,
        #[serde(rename = "ships")]
        _ships: Vec<Ship>,
        #[serde(default, rename = "phase")]
        _phase: Option<Phase>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Ship {
        #[serde(rename = "name")]
        _name: String,
        #[serde(default, rename = "lock")]
        _lock: Option<Lock>,
        #[serde(default, rename = "hits")]
        _hits: Vec<u8>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Lock {
        #[serde(rename = "on")]
        _on: u8,
        #[serde(rename = "since")]
        _since: u8,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Phase {
        Orders,
        Over {
            #[serde(rename = "won")]
            _won: u8,
        },
    }

    fn told(path: &str) -> Option<String> {
        let view = json!({"turn": 1, "ships": [{"name": "Lynx"}], "phase": "orders"});
        let mut names = Names::default();
        names.note(&json!({"ships": [{"name": "Puma"}]}));
        unknown::<View>(&view, path, &names)
    }

    #[test]
    fn what_may_be_missing_is_known() {
        for path in [
            "ships.0.lock",
            "ships.Lynx.lock.on",
            "ships.0.lock.since",
            "ships.3",
            "ships.3.lock.on",
            "ships.Puma",
            "ships.0.hits.0",
            "phase.over.won",
        ] {
            assert_eq!(told(path), None, "{path}");
        }
    }

    #[test]
    fn what_was_written_wrong_is_told() {
        for (path, word) in [
            ("ship.0", "`ship`"),
            ("ships.0.luck", "`luck`"),
            ("ships.0.lock.at", "`at`"),
            ("ships.3.luck", "`luck`"),
            ("ships.Lion", "\"Lion\""),
            ("turn.first", "map"),
            ("phase.ovre.won", "`ovre`"),
        ] {
            let words = told(path).unwrap_or_else(|| panic!("{path} passes"));
            assert!(words.contains(word), "{path}: {words}");
        }
    }
}
