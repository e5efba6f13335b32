//! What a game's README says of situations, held against what the reader of situations knows.

use engine::Library;
use plain::{Within, within};
use serde::de::DeserializeOwned;

/// The part of a README under a heading, up to the next of its rank.
fn section<'a>(readme: &'a str, heading: &str) -> &'a str {
    let start = readme.find(&format!("# {heading}\n")).unwrap_or_else(|| panic!("no heading {heading:?}"));
    let rest = &readme[start + 2..];
    rest.find("\n## ").or_else(|| rest.find("\n### ")).map_or(rest, |end| &rest[..end])
}

/// Every field that `T`'s reader knows stands in the part of `readme` on situations.
///
/// # Panics
///
/// Panics with the fields that are missing, or if `T` has none.
#[track_caller]
pub fn are_described<T: DeserializeOwned>(readme: &str) {
    let Within::Fields(fields) = within::<T>(&[]) else {
        panic!("{} has no fields, or is not strict", std::any::type_name::<T>());
    };
    let section = section(readme, "Situations");
    let words: Vec<&str> = section.split(|it: char| !it.is_alphanumeric() && it != '_').collect();
    let missing: Vec<&String> = fields.iter().filter(|it| !words.contains(&it.as_str())).collect();
    assert!(missing.is_empty(), "the README says nothing of {missing:?} of {}", std::any::type_name::<T>());
}

/// Every phase of the game that a situation may begin in is read as `M`, by its word and by its name, both
/// alike; and the README has the word.
///
/// # Panics
///
/// Panics with the phase that is not.
#[track_caller]
pub fn begin_by_name<G: Library, M: DeserializeOwned + PartialEq + std::fmt::Debug>(
    readme: &str,
    moment: impl Fn(&str) -> String,
) {
    let section = section(readme, "Situations");
    for phase in G::phases() {
        let Some(word) = phase.word else { continue };
        assert!(section.contains(word), "the README says nothing of the phase {word:?}");
        let read = |text: &str| plain::from_json::<M>(&moment(text));
        let by_word = read(word).unwrap_or_else(|err| panic!("{word:?} begins no situation: {err}"));
        // A set-up that is played on has no decision of its own.
        if phase.name != "set-up" {
            assert_eq!(read(phase.name).as_ref(), Ok(&by_word), "{:?} and {word:?}", phase.name);
        }
    }
}
