//! What the libraries of all games do alike: read the scenarios that come with
//! a game, describe its options, see that a battle ends.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{MOST_TURNS, OptionInfo, ScenarioInfo};

/// The scenarios that come with a game: id and text of the file, `intro` first.
#[derive(Clone, Copy, Debug)]
pub struct Supplied(pub &'static [(&'static str, &'static str)]);

impl Supplied {
    /// # Panics
    ///
    /// If there is none of that id, or its file is not a scenario.
    pub fn scenario<S: DeserializeOwned>(self, id: &str) -> S {
        let (id, text) = self.0.iter().find(|(it, _)| *it == id).expect("a supplied scenario");
        plain::from_toml(text).unwrap_or_else(|err| panic!("scenario {id}: {err}"))
    }

    /// `words` are a scenario's title and blurb.
    ///
    /// # Panics
    ///
    /// If a file is not a scenario.
    pub fn infos<S: DeserializeOwned>(self, words: fn(&S) -> (&str, &str)) -> Vec<ScenarioInfo<S>> {
        let info = |(id, _): &(&'static str, &'static str)| {
            let scenario: S = self.scenario(id);
            let (title, blurb) = words(&scenario);
            let (title, blurb) = (title.to_owned(), blurb.to_owned());
            ScenarioInfo { id, title, blurb, scenario }
        };
        self.0.iter().map(info).collect()
    }
}

/// Describes the fields of a game's options, each with its default.
#[derive(Clone, Debug)]
pub struct OptionList {
    defaults: Value,
}

impl OptionList {
    pub fn of<O: Serialize + Default>() -> OptionList {
        OptionList { defaults: plain::to_value(&O::default()) }
    }

    /// `choices` is a list.
    pub fn info(
        &self,
        name: &'static str,
        rule: &'static str,
        values: &'static str,
        choices: Value,
        meaning: &'static str,
    ) -> OptionInfo {
        let Value::Array(choices) = choices else { panic!("the choices of {name} are no list") };
        OptionInfo { name, meaning, rule, default: self.defaults[name].clone(), choices, values }
    }

    pub fn switch(&self, name: &'static str, rule: &'static str, meaning: &'static str) -> OptionInfo {
        self.info(name, rule, "on, off", json!([false, true]), meaning)
    }
}

/// Whether a battle ends by itself within [`MOST_TURNS`].
///
/// # Errors
///
/// What lets it go on, with the `rule`: `what` is an option or a part of the scenario, with its verb.
pub fn ends_within(what: &str, turns: Option<u16>, rule: &str) -> Result<(), String> {
    match turns {
        Some(turns) if turns <= MOST_TURNS => Ok(()),
        Some(turns) => Err(format!("{what} 1 to {MOST_TURNS}, not {turns} ({rule})")),
        None => Err(format!("{what} 1 to {MOST_TURNS}, and not none ({rule})")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn scenarios_come_with_their_words() {
        let supplied =
            Supplied(&[("intro", "name = 'First'\nblurb = 'x'"), ("late", "name = 'Second'\nblurb = 'y'")]);
        let infos =
            supplied.infos(|it: &BTreeMap<String, String>| (it["name"].as_str(), it["blurb"].as_str()));
        assert_eq!(infos.len(), 2);
        assert_eq!((infos[1].id, infos[1].title.as_str(), infos[1].blurb.as_str()), ("late", "Second", "y"));
        let late: BTreeMap<String, String> = supplied.scenario("late");
        assert_eq!(late["name"], "Second");
    }

    #[test]
    fn a_battle_that_goes_on_names_what_lets_it() {
        assert_eq!(ends_within("turn_limit is", Some(MOST_TURNS), "X-1"), Ok(()));
        assert_eq!(
            ends_within("turn_limit is", Some(101), "X-1").unwrap_err(),
            "turn_limit is 1 to 100, not 101 (X-1)"
        );
        assert_eq!(
            ends_within("turns are", None, "X-1").unwrap_err(),
            "turns are 1 to 100, and not none (X-1)"
        );
    }
}
