//! Whatever a browser may send: read, written, and read again the same; a
//! match to be made is also set up.

use rulesets::{Format, Override, ScenarioRef, Source, Table};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{Told, begin, look};

/// # Errors
///
/// Why it is no match to be made.
///
/// # Panics
///
/// Panics if a message is not the same after it was written and read again.
pub fn run(data: &[u8]) -> Told {
    let _ = there_and_back::<wire::JoinRequest>(data);
    let _ = there_and_back::<wire::ListRequest>(data);
    let _ = there_and_back::<wire::OrderRequest>(data);
    let _ = there_and_back::<wire::Branch>(data);
    let _ = there_and_back::<wire::Hello>(data);
    let _ = there_and_back::<wire::Push>(data);
    let new = there_and_back::<wire::NewMatch>(data)?;
    for seat in &new.seats {
        if let wire::NewSeat::Computer { level } = seat {
            let _ = level.parse::<rulesets::Level>();
        }
    }
    let game = rulesets::find(&new.game).map_err(|err| err.to_string())?;
    let changes = new.options.into_iter().map(|(name, value)| Override { name, value });
    let changes: Vec<Override> = changes.collect();
    let setup = new.setup.map(|setup| setup.to_string());
    let scenario = match (&new.scenario, &setup) {
        (Some(id), _) => ScenarioRef::Id(id),
        (None, Some(text)) => ScenarioRef::File(Source { name: "setup.json", text, format: Format::Json }),
        (None, None) => return Err("neither a scenario nor a setup".to_owned()),
    };
    let ready = game.prepare(scenario, &changes, Table::People).map_err(|err| err.to_string())?;
    look(&*begin(&*ready)?);
    Ok(())
}

fn has_fraction(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_fraction),
        Value::Object(fields) => fields.values().any(has_fraction),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

fn there_and_back<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(
    data: &[u8],
) -> Result<T, String> {
    let message: T = serde_json::from_slice(data).map_err(|err| err.to_string())?;
    let text = serde_json::to_string(&message).expect("a message can be written");
    let again: T = serde_json::from_str(&text).expect("what was written can be read");
    // Fractions are read to within a hair, and no message of ours has any.
    if !has_fraction(&serde_json::to_value(&message).expect("a message can be written")) {
        assert_eq!(message, again);
    }
    Ok(message)
}

pub fn seeds() -> Vec<Vec<u8>> {
    crate::seeds::of("fuzz/seeds/messages")
}
