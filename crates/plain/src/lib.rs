//! The one way between a game's data and the text of a file.
//!
//! serde compiles every type once for every format that it is read from or
//! written to. A game has hundreds of types, and JSON as text, JSON as a tree
//! and TOML were three formats, which took most of the time of a build. So
//! there is one: the text of JSON. Trees and TOML go by way of it, which costs
//! nothing that anybody waits for. `cargo xtask tidy` finds the other ways.

mod shape;
mod toml_text;

use std::fmt;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};

pub use shape::{Within, within};

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Line and column, from 1.
    pub place: (usize, usize),
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.place;
        write!(f, "{line}:{column}: {}", self.message)
    }
}

impl std::error::Error for Error {}

impl Error {
    fn of(err: &serde_json::Error) -> Error {
        let (text, place) = (err.to_string(), (err.line(), err.column()));
        let end = format!(" at line {} column {}", place.0, place.1);
        Error { place, message: text.strip_suffix(&end).unwrap_or(&text).to_owned() }
    }
}

/// # Errors
///
/// The first thing that is not JSON or not what `T` is made of.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|err| Error::of(&err))
}

/// # Errors
///
/// The first thing that is not TOML or not what `T` is made of, at its place in `text`.
pub fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    toml_text::Translated::of(text)?.read()
}

/// # Errors
///
/// What `T` is not made of, in words. A tree has no places.
pub fn from_value<T: DeserializeOwned>(tree: &Value) -> Result<T, String> {
    from_json(&tree.to_string()).map_err(|err| err.message)
}

/// # Panics
///
/// If it is not plain data: a map by other things than names or numbers.
pub fn to_json<T: Serialize + ?Sized>(data: &T) -> String {
    serde_json::to_string(data).expect("plain data goes into JSON")
}

/// JSON that is passed on as it is.
///
/// # Panics
///
/// As [`to_json`].
pub fn to_raw<T: Serialize + ?Sized>(data: &T) -> Box<RawValue> {
    serde_json::value::to_raw_value(data).expect("plain data goes into JSON")
}

/// What was written, as a tree.
///
/// # Panics
///
/// Never: it is JSON already.
pub fn tree(text: &RawValue) -> Value {
    serde_json::from_str(text.get()).expect("JSON that was just written")
}

/// # Panics
///
/// As [`to_json`].
pub fn to_value<T: Serialize + ?Sized>(data: &T) -> Value {
    serde_json::from_str(&to_json(data)).expect("JSON that was just written")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Ship {
        name: String,
        at: (f64, f64),
        #[serde(default, skip_serializing_if = "Option::is_none")]
        escort: Option<Box<Ship>>,
        #[serde(default)]
        boxes: BTreeMap<u8, i64>,
    }

    fn ship() -> Ship {
        Ship {
            name: "\u{e4} \"B\"".to_owned(),
            at: (0.1 + 0.2, -3.0),
            escort: None,
            boxes: BTreeMap::from([(3, -7)]),
        }
    }

    #[test]
    fn trees_are_what_the_text_says_to_the_last_digit() {
        let ship = Ship { escort: Some(Box::new(ship())), ..ship() };
        let tree = to_value(&ship);
        assert_eq!(tree["at"], json!([0.300_000_000_000_000_04, -3.0]));
        assert_eq!(tree["escort"]["boxes"], json!({"3": -7}));
        assert_eq!(from_value::<Ship>(&tree).as_ref(), Ok(&ship));
        assert_eq!(from_json::<Ship>(&to_json(&ship)).as_ref(), Ok(&ship));
        assert_eq!(to_raw(&ship).get(), to_json(&ship));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let err = from_value::<Ship>(&json!({"name": "A", "at": [0, 0], "mast": 1})).unwrap_err();
        assert!(err.starts_with("unknown field `mast`") && !err.contains("line"), "{err}");
        let err = from_json::<Ship>("{\"name\": \"A\",\n \"at\": 3}").unwrap_err();
        assert_eq!(err.place, (2, 8));
        assert!(err.to_string().starts_with("2:8: invalid type: integer `3`"), "{err}");
    }
}
