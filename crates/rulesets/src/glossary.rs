//! What every word and mark on the screens of a game means: `data/glossary.toml`
//! of its crate. No game depends on it, so that a better explanation compiles no
//! rules.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

/// One word or mark, and what it means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// What it is called; looked for in texts, unless it is `quiet`.
    pub term: String,
    /// Other forms that stand in texts: abbreviations, plurals.
    #[serde(default)]
    pub forms: Vec<String>,
    /// Names of marks on the screen: letters on chips, codes, dots. Never looked for in texts.
    #[serde(default)]
    pub marks: Vec<String>,
    /// The word is too common to be marked in every sentence.
    #[serde(default)]
    pub quiet: bool,
    /// One or two sentences.
    pub text: String,
    pub rule: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    entry: Vec<Explanation>,
}

static GLOSSARIES: LazyLock<BTreeMap<&'static str, Vec<Explanation>>> = LazyLock::new(|| {
    let files = [
        ("asfos", include_str!("../../rules-asfos/data/glossary.toml")),
        ("talon", include_str!("../../rules-talon/data/glossary.toml")),
        ("full-thrust", include_str!("../../rules-full-thrust/data/glossary.toml")),
        ("ftb", include_str!("../../rules-ftb/data/glossary.toml")),
        ("stratoyager", include_str!("../../rules-stratoyager/data/glossary.toml")),
    ];
    let read = |(id, text)| {
        let file: File = plain::from_toml(text).unwrap_or_else(|err| panic!("glossary of {id}: {err}"));
        (id, file.entry)
    };
    files.into_iter().map(read).collect()
});

/// The words of a game, in the order in which one meets them. Every game has them; `tests` sees to it.
///
/// # Panics
///
/// If there is no such game.
pub fn glossary(game: &str) -> &'static [Explanation] {
    GLOSSARIES.get(game).expect("a game of the registry")
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::RULESETS;

    #[test]
    fn every_explanation_leads_to_a_rule_that_exists() {
        for game in RULESETS.iter() {
            let rules: BTreeSet<String> = game.rules().into_iter().map(|it| it.id).collect();
            let lost: Vec<_> = glossary(game.id())
                .iter()
                .filter(|it| !rules.contains(&it.rule))
                .map(|it| (&it.term, &it.rule))
                .collect();
            assert!(lost.is_empty(), "{}: no such rules: {lost:?}", game.id());
        }
    }

    /// A word is found in one entry only: as a term or form, and as a mark.
    #[test]
    fn no_word_and_no_mark_is_explained_twice() {
        for game in RULESETS.iter() {
            let mut seen: BTreeMap<String, &str> = BTreeMap::new();
            for it in glossary(game.id()) {
                let words = std::iter::once(&it.term).chain(&it.forms).map(|word| word.to_lowercase());
                let marks = it.marks.iter().map(|mark| format!("mark {mark}"));
                for name in words.chain(marks) {
                    if let Some(other) = seen.insert(name.clone(), &it.term) {
                        panic!("{}: {name:?} stands in {:?} and {other:?}", game.id(), it.term);
                    }
                }
            }
        }
    }

    /// One or two sentences, short enough for a small note.
    #[test]
    fn explanations_are_short_sentences() {
        for game in RULESETS.iter() {
            let entries = glossary(game.id());
            assert!(!entries.is_empty(), "{} explains nothing", game.id());
            for it in entries {
                let (name, text) = (&it.term, &it.text);
                assert!(text.ends_with('.') && !text.contains('_'), "{} {name}: {text}", game.id());
                assert!(text.chars().count() <= 260, "{} {name} is {} long", game.id(), text.chars().count());
                let first = text.chars().next().unwrap_or(' ');
                assert!(!first.is_lowercase(), "{} {name}: {text}", game.id());
            }
        }
    }
}
