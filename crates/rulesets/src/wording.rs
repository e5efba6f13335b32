//! What people call a game's options, in groups, and which scenario to play
//! when: `data/wording.toml` of its crate. No game depends on it, so that a
//! better word compiles no rules.

use std::{collections::BTreeMap, sync::LazyLock};

use engine::OptionInfo;
use serde::Deserialize;
use serde_json::Value;

/// The words of one game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    /// What a turn is called: `day`.
    pub turn: String,
    group: Vec<Group>,
    /// By option: a word for each of its choices, in their order.
    #[serde(default)]
    values: BTreeMap<String, Vec<String>>,
    /// In the order in which one learns the game by them.
    scenario: Vec<Outing>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    title: String,
    options: BTreeMap<String, String>,
}

/// How long a scenario takes a person, and for whom it is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outing {
    pub id: String,
    pub minutes: u16,
    pub level: Hardness,
    /// How one wins: for each seat, or once for all.
    pub win: Vec<String>,
    /// What to try first, likewise.
    pub start: Vec<String>,
}

impl Outing {
    /// How each of so many seats wins, and what to try first.
    pub fn briefs(&self, seats: usize) -> Vec<(&str, &str)> {
        (0..seats).map(|n| (for_seat(&self.win, n), for_seat(&self.start, n))).collect()
    }
}

fn for_seat(all: &[String], n: usize) -> &str {
    all.get(n).or(all.first()).map_or("", String::as_str)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hardness {
    First,
    Next,
    Hard,
}

impl Hardness {
    pub fn name(self) -> &'static str {
        match self {
            Hardness::First => "first",
            Hardness::Next => "next",
            Hardness::Hard => "hard",
        }
    }
}

static WORDING: LazyLock<BTreeMap<&'static str, Wording>> = LazyLock::new(|| {
    let files = [
        ("asfos", include_str!("../../rules-asfos/data/wording.toml")),
        ("talon", include_str!("../../rules-talon/data/wording.toml")),
        ("full-thrust", include_str!("../../rules-full-thrust/data/wording.toml")),
        ("ftb", include_str!("../../rules-ftb/data/wording.toml")),
        ("stratoyager", include_str!("../../rules-stratoyager/data/wording.toml")),
    ];
    let read = |(id, text)| {
        let words = plain::from_toml(text).unwrap_or_else(|err| panic!("wording of {id}: {err}"));
        (id, words)
    };
    files.into_iter().map(read).collect()
});

/// The words of a game. Every game has them; `tests` sees to it.
///
/// # Panics
///
/// If there is no such game.
pub fn wording(game: &str) -> &'static Wording {
    WORDING.get(game).expect("a game of the registry")
}

impl Wording {
    /// What an option is called, and the group it stands in; by its own name where nobody has named it.
    pub fn option<'a>(&'a self, name: &'a str) -> (&'a str, &'a str) {
        let named = |group: &'a Group| Some((group.options.get(name)?.as_str(), group.title.as_str()));
        self.group.iter().find_map(named).unwrap_or((name, ""))
    }

    /// The titles of the groups, in the order in which people see them.
    pub fn groups(&self) -> impl Iterator<Item = &str> {
        self.group.iter().map(|group| group.title.as_str())
    }

    /// What the choices of an option are called, in their order.
    pub fn choices(&self, option: &OptionInfo) -> Vec<String> {
        let given = self.values.get(option.name).filter(|words| words.len() == option.choices.len());
        given.cloned().unwrap_or_else(|| option.choices.iter().map(said).collect())
    }

    /// What people call a value of an option.
    pub fn value(&self, option: &OptionInfo, value: &Value) -> String {
        let meant = match value {
            Value::String(word) if word == "on" => &Value::Bool(true),
            Value::String(word) if word == "off" => &Value::Bool(false),
            Value::String(word) if word == "none" => &Value::Null,
            _ => value,
        };
        let place = option.choices.iter().position(|it| it == value || it == meant);
        place.and_then(|n| self.choices(option).into_iter().nth(n)).unwrap_or_else(|| said(value))
    }

    /// The place of a scenario among those of its game, and what is known of it.
    pub fn outing(&self, id: &str) -> Option<(usize, &Outing)> {
        self.scenario.iter().enumerate().find(|(_, it)| it.id == id)
    }
}

/// A value as people read it, where nobody has named it.
pub(crate) fn said(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "on".to_owned(),
        Value::Bool(false) => "off".to_owned(),
        Value::String(text) => text.replace('_', " "),
        Value::Number(number) => number.to_string(),
        Value::Array(all) => all.iter().map(said).collect::<Vec<_>>().join(", "),
        Value::Object(all) => {
            all.iter().map(|(name, it)| format!("{name} {}", said(it))).collect::<Vec<_>>().join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::RULESETS;

    /// Every option of every game has a name in exactly one group, and nothing else is named.
    #[test]
    fn every_option_has_a_name_that_people_use() {
        for game in RULESETS.iter() {
            let words = wording(game.id());
            let named: Vec<&str> =
                words.group.iter().flat_map(|group| group.options.keys().map(String::as_str)).collect();
            let once: BTreeSet<&str> = named.iter().copied().collect();
            assert_eq!(named.len(), once.len(), "{}: an option is named twice", game.id());
            let options: BTreeSet<&str> = game.options().iter().map(|it| it.name).collect();
            let missing: Vec<_> = options.difference(&once).collect();
            let unknown: Vec<_> = once.difference(&options).collect();
            assert!(missing.is_empty(), "{}: data/wording.toml does not name {missing:?}", game.id());
            assert!(unknown.is_empty(), "{}: data/wording.toml names {unknown:?}", game.id());
            for (group, title) in words.group.iter().flat_map(|it| it.options.values().map(move |t| (it, t)))
            {
                let first = title.chars().next().unwrap_or(' ');
                assert!(
                    !first.is_lowercase() && !title.contains('_'),
                    "{}: {title:?} in {:?} is no name",
                    game.id(),
                    group.title
                );
            }
        }
    }

    /// Words and tables of choices have names, one for each; plain numbers and switches need none.
    #[test]
    fn every_choice_has_a_name_that_people_use() {
        for game in RULESETS.iter() {
            let words = wording(game.id());
            let options = game.options();
            for name in words.values.keys() {
                assert!(options.iter().any(|it| it.name == name), "{}: values of {name:?}", game.id());
            }
            for option in &options {
                let plain = option.choices.iter().all(|it| it.is_boolean() || it.is_number());
                match words.values.get(option.name) {
                    Some(given) => assert_eq!(
                        given.len(),
                        option.choices.len(),
                        "{}: {} has the choices {:?}",
                        game.id(),
                        option.name,
                        option.choices
                    ),
                    None => assert!(plain, "{}: no words for the choices of {}", game.id(), option.name),
                }
            }
        }
    }

    /// Every scenario says how long it takes and for whom it is, the introductory one for beginners.
    #[test]
    fn every_scenario_has_its_place() {
        for game in RULESETS.iter() {
            let words = wording(game.id());
            let scenarios: BTreeSet<&str> = game.scenarios().iter().map(|it| it.id).collect();
            let placed: BTreeSet<&str> = words.scenario.iter().map(|it| it.id.as_str()).collect();
            assert_eq!(scenarios, placed, "{}: data/wording.toml", game.id());
            assert_eq!(words.scenario.len(), placed.len(), "{}: a scenario is listed twice", game.id());
            let (_, intro) = words.outing("intro").expect("an introduction");
            assert_eq!(intro.level, Hardness::First, "{}", game.id());
            for (it, card) in game.scenarios().iter().map(|card| (words.outing(card.id).unwrap().1, card)) {
                for told in [&it.win, &it.start] {
                    let fits = told.len() == 1 || told.len() == card.seats.len();
                    assert!(
                        fits,
                        "{} {}: {} texts for {} seats",
                        game.id(),
                        it.id,
                        told.len(),
                        card.seats.len()
                    );
                }
                assert!((5..=240).contains(&it.minutes), "{}: {} minutes", it.id, it.minutes);
            }
        }
    }

    #[test]
    fn values_without_a_name_are_still_words() {
        let table = serde_json::json!({"width": 24, "height": 18});
        assert_eq!(said(&table), "height 18, width 24");
        assert_eq!(said(&serde_json::json!(["device", "field"])), "device, field");
        assert_eq!(said(&Value::Null), "none");
    }
}
