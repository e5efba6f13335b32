//! Whatever a browser may send: read, written, and read again the same; a
//! match to be made is also set up.
#![no_main]

use flagbridge_fuzz::{begin, look};
use libfuzzer_sys::fuzz_target;
use rulesets::{Format, Override, ScenarioRef, Source, Table};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    there_and_back::<wire::JoinRequest>(data);
    there_and_back::<wire::ListRequest>(data);
    there_and_back::<wire::OrderRequest>(data);
    there_and_back::<wire::Branch>(data);
    there_and_back::<wire::Hello>(data);
    there_and_back::<wire::Push>(data);
    let Some(new) = there_and_back::<wire::NewMatch>(data) else { return };
    for seat in &new.seats {
        if let wire::NewSeat::Computer { level } = seat {
            let _ = level.parse::<rulesets::Level>();
        }
    }
    let Ok(game) = rulesets::find(&new.game) else { return };
    let changes = new.options.into_iter().map(|(name, value)| Override { name, value });
    let changes: Vec<Override> = changes.collect();
    let setup = new.setup.map(|setup| setup.to_string());
    let scenario = match (&new.scenario, &setup) {
        (Some(id), _) => ScenarioRef::Id(id),
        (None, Some(text)) => ScenarioRef::File(Source { name: "setup.json", text, format: Format::Json }),
        (None, None) => return,
    };
    if let Ok(ready) = game.prepare(scenario, &changes, Table::People)
        && let Some(battle) = begin(&*ready)
    {
        look(&*battle);
    }
});

fn has_fraction(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_fraction),
        Value::Object(fields) => fields.values().any(has_fraction),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

fn there_and_back<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(data: &[u8]) -> Option<T> {
    let message: T = serde_json::from_slice(data).ok()?;
    let text = serde_json::to_string(&message).expect("a message can be written");
    let again: T = serde_json::from_str(&text).expect("what was written can be read");
    // Fractions are read to within a hair, and no message of ours has any.
    if !has_fraction(&serde_json::to_value(&message).expect("a message can be written")) {
        assert_eq!(message, again);
    }
    Some(message)
}
