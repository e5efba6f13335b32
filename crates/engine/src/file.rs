//! How a match file is laid out for people who open it.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

/// The fields of a record in the order one reads them.
const FIELDS: [&str; 20] = [
    "format",
    "game",
    "rules_version",
    "options",
    "scenario",
    "seats",
    "names",
    "commitment",
    "contributions",
    "secret",
    "parts",
    "versions",
    "seatings",
    "brought",
    "decisions",
    "events",
    "ending",
    "outcome",
    "chain",
    "signature",
];

struct InOrder<'a>(&'a Value);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for field in FIELDS {
            if let Some(value) = self.0.get(field) {
                map.serialize_entry(field, value)?;
            }
        }
        map.end()
    }
}

/// A record as the text of a file.
///
/// # Panics
///
/// Never: JSON can be written as JSON.
pub fn in_order(file: &Value) -> String {
    serde_json::to_string_pretty(&InOrder(file)).expect("JSON is JSON") + "\n"
}
