//! Cases as people look at them: which there are, and each of them played.

use erased::{CaseTold, Fault, Format, Ruleset, Source};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

/// A case in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseCard {
    /// The name of its file, without the ending.
    pub id: String,
    pub name: String,
    pub rules: Vec<String>,
    pub kind: CaseKind,
}

/// What one gets to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseKind {
    /// Orders, dice and what comes of them.
    Played,
    /// A situation or a scenario, and no order.
    Still,
    /// Nothing but orders that are refused.
    Refused,
    Design,
    /// Something that cannot be set up.
    Impossible,
}

impl CaseKind {
    pub fn name(self) -> &'static str {
        match self {
            CaseKind::Played => "played",
            CaseKind::Still => "still",
            CaseKind::Refused => "refused",
            CaseKind::Design => "design",
            CaseKind::Impossible => "impossible",
        }
    }
}

/// As much of a case as a list needs.
#[derive(Deserialize)]
struct Head {
    name: String,
    rules: Vec<String>,
    scenario: Option<IgnoredAny>,
    situation: Option<IgnoredAny>,
    impossible: Option<IgnoredAny>,
    #[serde(default)]
    step: Vec<StepHead>,
}

#[derive(Deserialize)]
struct StepHead {
    refused: Option<IgnoredAny>,
}

impl Head {
    fn kind(&self) -> CaseKind {
        if self.impossible.is_some() {
            CaseKind::Impossible
        } else if self.scenario.is_none() && self.situation.is_none() {
            CaseKind::Design
        } else if self.step.is_empty() {
            CaseKind::Still
        } else if self.step.iter().all(|step| step.refused.is_some()) {
            CaseKind::Refused
        } else {
            CaseKind::Played
        }
    }
}

/// All cases of a game, by the names of their files.
///
/// # Panics
///
/// If a case that comes with the program is no case: `tests` read them all.
pub fn case_cards(game: &str) -> Vec<CaseCard> {
    let card = |(id, text): (&String, &String)| {
        let head: Head = plain::from_toml(text).unwrap_or_else(|err| panic!("case {id}: {err}"));
        let kind = head.kind();
        CaseCard { id: id.clone(), name: head.name, rules: head.rules, kind }
    };
    lawbook::cases(game).iter().map(card).collect()
}

/// A case that comes with the program, played; nothing if there is none of that name.
///
/// # Errors
///
/// If it does not go as it says.
pub fn told_case(game: &dyn Ruleset, id: &str) -> Result<Option<CaseTold>, Fault> {
    let Some(text) = lawbook::cases(game.id()).get(id) else { return Ok(None) };
    game.tell_case(&Source { name: id, text, format: Format::Toml }).map(Some)
}

/// A design in words: what it has, and how much.
pub fn design_words(design: &Value) -> Vec<(String, String)> {
    let Value::Object(fields) = design else { return Vec::new() };
    let worth = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(all) => !all.is_empty(),
        Value::Object(all) => !all.is_empty(),
        Value::Bool(true) | Value::Number(_) | Value::String(_) => true,
    };
    fields
        .iter()
        .filter(|(name, value)| *name != "name" && worth(value))
        .map(|(name, value)| (in_words(name), crate::wording::said(value)))
        .collect()
}

/// The first letter large, spaces between words: `left_arc` and `leftArc` are both `Left arc`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for (n, letter) in name.chars().enumerate() {
        match letter {
            '_' => words.push(' '),
            _ if n == 0 => words.extend(letter.to_uppercase()),
            _ if letter.is_ascii_uppercase() => words.extend([' ', letter.to_ascii_lowercase()]),
            _ => words.push(letter),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::RULESETS;

    /// Every case of every game can be looked at, shows something, and its patches lead on.
    #[test]
    fn every_case_of_every_game_can_be_told() {
        for game in RULESETS.iter() {
            let known: BTreeSet<String> = game.rules().into_iter().map(|rule| rule.id).collect();
            for card in case_cards(game.id()) {
                let id = format!("{} {}", game.id(), card.id);
                let told = told_case(*game, &card.id).unwrap_or_else(|err| panic!("{id}: {err}")).unwrap();
                assert!(card.rules.iter().all(|rule| known.contains(rule)), "{id} cites {:?}", card.rules);
                assert_eq!(card.kind == CaseKind::Impossible, !told.impossible.is_empty(), "{id}");
                assert_eq!(card.kind == CaseKind::Design, told.start.is_none() && told.impossible.is_empty());
                let Some(mut view) = told.start.clone() else {
                    assert!(told.steps.is_empty() && (told.design.is_some() || !told.impossible.is_empty()));
                    continue;
                };
                let mut n = 0;
                for step in &told.steps {
                    let refused = step.orders.iter().any(|order| !order.refused.is_empty());
                    assert!(!refused || step.lines.is_empty(), "{id}: refused, and yet something happened");
                    for line in &step.lines {
                        assert_eq!(line.n, n, "{id}");
                        assert!(!line.text.is_empty() && !line.rules.is_empty(), "{id}: {line:?}");
                        n += 1;
                        let patch = serde_json::to_value(&line.changes).unwrap();
                        let patch: json_patch::Patch = serde_json::from_value(patch).unwrap();
                        json_patch::patch(&mut view, &patch).unwrap_or_else(|err| panic!("{id}: {err}"));
                    }
                }
            }
        }
    }

    #[test]
    fn designs_are_words() {
        let design = serde_json::json!({"name": "Calypso", "hull": 12, "leftArc": ["F", "FS"], "none": null, "no": []});
        let words = design_words(&design);
        assert_eq!(
            words,
            [("Hull".to_owned(), "12".to_owned()), ("Left arc".to_owned(), "F, FS".to_owned())]
        );
    }
}
