//! Laws about what comes with a game, looked at once.

use std::collections::BTreeSet;

use engine::{ScenarioInfo, Seats};
use serde_json::{Value, json};

use super::{Index, survives_json};
use crate::{
    Complete,
    law::{Kept, Law, broken, require},
    plan::fields,
};

pub(crate) fn holds<G: Complete>() -> Kept {
    let shelf = |holds: bool, what: &str| require(holds, Law::Shelf, || what.to_owned());
    shelf(G::about().id == G::ID, "the game goes by two ids")?;
    let rules = G::rule_index();
    shelf(!rules.is_empty(), "the rule index is empty")?;
    let mut ids = BTreeSet::new();
    for rule in &rules {
        shelf(ids.insert(&rule.id), &format!("rule {} is in the index twice", rule.id))?;
        shelf(!rule.text.trim().is_empty(), &format!("rule {} has no words", rule.id))?;
    }
    let index = Index::of::<G>();
    options::<G>(&index)?;
    scenarios::<G>()?;
    G::scenarios().iter().try_for_each(|info| ends::<G>(info, &index))
}

fn options<G: Complete>(index: &Index) -> Kept {
    let defaults = plain::to_value(&G::Options::default());
    survives_json(&G::Options::default(), "the default options")?;
    refuses_unknown::<G::Options>(&defaults, "options")?;
    let mut undescribed: BTreeSet<String> = fields(&defaults).into_iter().map(|(name, _)| name).collect();
    for info in G::option_infos() {
        let name = info.name;
        let shelf = |holds: bool, what: &str| require(holds, Law::Shelf, || format!("option {name} {what}"));
        shelf(undescribed.remove(name), "is described twice, or is not a field of the options")?;
        shelf(index.has(info.rule), "cites a rule that is not in the index")?;
        shelf(info.default == defaults[name], "is described with another default than it has")?;
        shelf(!info.choices.is_empty(), "has no choices")?;
        shelf(!info.meaning.is_empty() && !info.values.is_empty(), "is described without words")?;
        for choice in info.choices {
            let mut options = defaults.clone();
            options[name] = choice.clone();
            match plain::from_value::<G::Options>(&options) {
                Ok(options) => survives_json(&options, "an option")?,
                Err(err) => return broken(Law::Options, format!("option {name} cannot be {choice}: {err}")),
            }
        }
    }
    require(undescribed.is_empty(), Law::Shelf, || format!("options without description: {undescribed:?}"))
}

fn scenarios<G: Complete>() -> Kept {
    let mut ids = BTreeSet::new();
    for info in G::scenarios() {
        let id = info.id;
        require(ids.insert(id), Law::Shelf, || format!("two scenarios have the id {id}"))?;
        let told = !info.title.trim().is_empty() && !info.blurb.trim().is_empty();
        require(told, Law::Shelf, || format!("scenario {id} has no title or no blurb"))?;
        survives_json(&info.scenario, "a scenario")?;
        let json = plain::to_value(&info.scenario);
        refuses_unknown::<G::Scenario>(&json, "scenarios")?;
        for options in [G::preset(&info.scenario), G::computer_preset(&info.scenario)] {
            survives_json(&options, "a preset")?;
            match G::set_up(&options, &info.scenario) {
                Ok(state) => {
                    let seats = state.seats();
                    let fits = (1..=Seats::MOST).contains(&seats);
                    require(fits, Law::SetsUp, || format!("scenario {id} has {seats} seats"))?;
                }
                Err(err) => return broken(Law::SetsUp, format!("scenario {id}: {err}")),
            }
        }
    }
    require(ids.contains("intro"), Law::Shelf, || "no scenario has the id intro".to_owned())
}

/// Under its computer preset every scenario ends by itself; an option that undoes that is named
/// in the refusal, with a rule.
fn ends<G: Complete>(info: &ScenarioInfo<G::Scenario>, index: &Index) -> Kept {
    let (id, preset) = (info.id, G::computer_preset(&info.scenario));
    if let Err(words) = G::ends_by_itself(&preset, &info.scenario) {
        return broken(Law::Ends, format!("scenario {id} does not end under its computer preset: {words}"));
    }
    let base = plain::to_value(&preset);
    for option in G::option_infos() {
        let name = option.name;
        for choice in option.choices.into_iter().chain([Value::Null, json!(u16::MAX)]) {
            let mut json = base.clone();
            json[name] = choice.clone();
            let Ok(options) = plain::from_value::<G::Options>(&json) else { continue };
            let Err(words) = G::ends_by_itself(&options, &info.scenario) else { continue };
            let told = words.contains(name) && !words.contains('\n');
            require(told, Law::Ends, || {
                format!("scenario {id} does not end with {name}={choice}, but {words:?} does not name it")
            })?;
            let rule = words.rsplit_once('(').and_then(|(_, it)| it.strip_suffix(')'));
            require(rule.is_some_and(|it| index.has(it)), Law::Refusals, || {
                format!("{words:?} does not end in a rule of the index")
            })?;
        }
    }
    Ok(())
}

/// A field nobody knows is a mistake of the writer's, who must hear of it.
fn refuses_unknown<T: engine::Data>(json: &Value, what: &str) -> Kept {
    let mut json = json.clone();
    let Some(object) = json.as_object_mut() else { return Ok(()) };
    object.insert("no_such_field".to_owned(), json!(1));
    require(plain::from_value::<T>(&json).is_err(), Law::Json, || {
        format!("{what} with an unknown field are accepted")
    })
}
