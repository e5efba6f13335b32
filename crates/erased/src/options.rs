//! Changing a game's options by name: `turn_limit=30`, `criticals=off`.

use engine::{Game, Library};
use serde_json::Value;

use crate::{Fault, fault::list};

/// One change somebody asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    pub name: String,
    pub value: Value,
}

impl Override {
    /// Reads `name=value`.
    ///
    /// # Errors
    ///
    /// If there is no `=` in it.
    pub fn read(text: &str) -> Result<Override, Fault> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Fault::misuse(format!("option {text:?}: expected name=value")));
        };
        Ok(Override { name: name.trim().to_owned(), value: Value::String(value.trim().to_owned()) })
    }
}

/// `options` with the changes made.
pub(crate) fn merge<G: Library>(options: &G::Options, changes: &[Override]) -> Result<G::Options, Fault> {
    let infos = G::option_infos();
    let mut options = options.clone();
    for Override { name, value } in changes {
        let Some(info) = infos.iter().find(|info| info.name == name) else {
            let known = list(infos.iter().map(|info| info.name));
            return Err(Fault::misuse(format!("{} has no option {name:?}; it has: {known}", G::ID)));
        };
        let Some(changed) = readings(value).into_iter().find_map(|value| with::<G>(&options, name, value))
        else {
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            return Err(Fault::misuse(format!("option {name}={shown}: expected {}", info.values)));
        };
        options = changed;
    }
    Ok(options)
}

/// What a value may mean, the likeliest first. People write `on` for true and
/// `none` for nothing, and TOML has no word for nothing at all.
fn readings(value: &Value) -> Vec<Value> {
    let Value::String(text) = value else { return vec![value.clone()] };
    let plain = match text.as_str() {
        "on" | "yes" => Some(Value::Bool(true)),
        "off" | "no" => Some(Value::Bool(false)),
        "none" => Some(Value::Null),
        other => serde_json::from_str(other).ok(),
    };
    plain.into_iter().chain([value.clone()]).collect()
}

fn with<G: Game>(options: &G::Options, name: &str, value: Value) -> Option<G::Options> {
    let mut all = plain::to_value(options);
    all.as_object_mut()?.insert(name.to_owned(), value);
    plain::from_value(&all).ok()
}
