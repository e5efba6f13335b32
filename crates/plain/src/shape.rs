//! What a type is made of, asked of its own reader: the names it would have taken where it found one
//! that it does not know. No second reader is compiled for it, and none can disagree with the first.

use serde::de::DeserializeOwned;

use crate::from_json;

/// What may stand at a place inside a type's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// A table with these fields.
    Fields(Vec<String>),
    /// One of these kinds: a word, or a table with one field of that name.
    Kinds(Vec<String>),
    /// Neither, or a reader that takes what it does not know.
    Other,
}

/// A name that no field and no kind has.
const NOBODY: &str = "?";

/// What `T` takes inside the tables named by `path`, from the outermost on.
pub fn within<T: DeserializeOwned>(path: &[&str]) -> Within {
    let wrap = |inside: String, step: &&str| format!("{{{}:{inside}}}", crate::to_json(*step));
    let text = path.iter().rev().fold(format!("{{\"{NOBODY}\":null}}"), wrap);
    let Err(err) = from_json::<T>(&text) else { return Within::Other };
    let rest = |what: &str| err.message.strip_prefix(&format!("unknown {what} `{NOBODY}`")).map(names);
    rest("field").map(Within::Fields).or_else(|| rest("variant").map(Within::Kinds)).unwrap_or(Within::Other)
}

/// The names between backticks.
fn names(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Lancer {
        #[serde(rename = "hull")]
        _hull: u8,
        #[serde(default, rename = "mast")]
        _mast: Option<u8>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Event {
        Fire(#[allow(dead_code, reason = "only its names are asked for")] Fire),
        Sailed {
            #[serde(rename = "to")]
            _to: u8,
        },
        Ended,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Fire {
        Fired {
            #[serde(rename = "by")]
            _by: Lancer,
            #[serde(rename = "at")]
            _at: u8,
        },
        Missed,
    }

    #[test]
    fn a_type_tells_its_names() {
        let own = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(within::<Lancer>(&[]), Within::Fields(own(&["hull", "mast"])));
        assert_eq!(within::<Event>(&[]), Within::Kinds(own(&["fire", "sailed", "ended"])));
        assert_eq!(within::<Event>(&["fire"]), Within::Kinds(own(&["fired", "missed"])));
        assert_eq!(within::<Event>(&["fire", "fired"]), Within::Fields(own(&["by", "at"])));
        assert_eq!(within::<Event>(&["fire", "fired", "by"]), Within::Fields(own(&["hull", "mast"])));
        assert_eq!(within::<Event>(&["sailed"]), Within::Fields(own(&["to"])));
        assert_eq!(within::<Event>(&["ended"]), Within::Other);
        assert_eq!(within::<Event>(&["sunk"]), Within::Other);
        assert_eq!(within::<Vec<u8>>(&[]), Within::Other);
    }
}
