//! How to play each game, for people: `howto/howto.toml` of its crate. As with words for options,
//! no game depends on it. Diagrams are cases, so that the board draws them and none can go stale.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

/// The guide to one game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// In the order in which one needs them.
    pub chapter: Vec<Chapter>,
    /// Words that people use, each with the words that the rules have for it.
    pub synonyms: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    pub id: String,
    pub title: String,
    /// Paragraphs and lists, with `**strong words**` and links.
    pub text: String,
    /// The rules behind it.
    pub rules: Vec<String>,
    #[serde(default)]
    pub diagram: Vec<Diagram>,
}

/// A case, and how many of its steps have been played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagram {
    pub case: String,
    /// All of them, if it is left out.
    pub steps: Option<usize>,
    pub caption: String,
}

static GUIDES: LazyLock<BTreeMap<&'static str, Guide>> = LazyLock::new(|| {
    let files = [
        ("asfos", include_str!("../../rules-asfos/howto/howto.toml")),
        ("talon", include_str!("../../rules-talon/howto/howto.toml")),
        ("full-thrust", include_str!("../../rules-full-thrust/howto/howto.toml")),
        ("ftb", include_str!("../../rules-ftb/howto/howto.toml")),
        ("stratoyager", include_str!("../../rules-stratoyager/howto/howto.toml")),
    ];
    let read = |(id, text)| {
        let guide = plain::from_toml(text).unwrap_or_else(|err| panic!("guide to {id}: {err}"));
        (id, guide)
    };
    files.into_iter().map(read).collect()
});

/// The guide to a game. Every game has one; `tests` sees to it.
///
/// # Panics
///
/// If there is no such game.
pub fn guide(game: &str) -> &'static Guide {
    GUIDES.get(game).expect("a game of the registry")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{RULESETS, Ruleset, told_case};

    /// Where the links of a text lead: `rule:ID`, `chapter:id`, `play:scenario`, `rules`, `yard`.
    fn links(text: &str) -> Vec<&str> {
        text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap_or_default()).collect()
    }

    fn leads_somewhere(game: &dyn Ruleset, guide: &Guide, link: &str) -> bool {
        match link.split_once(':') {
            Some(("rule", id)) => game.rules().iter().any(|rule| rule.id == id),
            Some(("chapter", id)) => guide.chapter.iter().any(|chapter| chapter.id == id),
            Some(("play", id)) => game.scenarios().iter().any(|card| card.id == id),
            None => link == "rules" || (link == "yard" && game.shipyard().is_some()),
            Some(_) => false,
        }
    }

    #[test]
    fn every_game_is_explained_in_chapters_of_a_size_that_people_read() {
        for game in RULESETS.iter() {
            let guide = guide(game.id());
            let ids: BTreeSet<&str> = guide.chapter.iter().map(|it| it.id.as_str()).collect();
            assert_eq!(ids.len(), guide.chapter.len(), "{}: a chapter is there twice", game.id());
            assert!((6..=10).contains(&guide.chapter.len()), "{}", game.id());
            for chapter in &guide.chapter {
                let place = format!("{}: {}", game.id(), chapter.id);
                let words = chapter.text.split_whitespace().count();
                assert!((80..=250).contains(&words), "{place} has {words} words");
                assert!(!chapter.title.is_empty() && !chapter.rules.is_empty(), "{place}");
                for rule in &chapter.rules {
                    assert!(game.rules().iter().any(|it| it.id == *rule), "{place}: no rule {rule}");
                }
                for link in links(&chapter.text) {
                    assert!(leads_somewhere(*game, guide, link), "{place}: {link} leads nowhere");
                }
                assert!(!chapter.text.contains(['!', '`']), "{place}: plain words will do");
            }
        }
    }

    /// Every diagram can be drawn: its case is there, has a table and so many steps.
    #[test]
    fn every_diagram_opens() {
        for game in RULESETS.iter() {
            let mut drawn = 0;
            for chapter in &guide(game.id()).chapter {
                for diagram in &chapter.diagram {
                    let place = format!("{}: {}: {}", game.id(), chapter.id, diagram.case);
                    let told = told_case(*game, &diagram.case).unwrap_or_else(|err| panic!("{place}: {err}"));
                    let told = told.unwrap_or_else(|| panic!("{place}: there is no such case"));
                    assert!(told.start.is_some(), "{place}: nothing to draw");
                    // What comes before the first decision is no step of the case.
                    let steps = told.steps.iter().filter(|step| step.phase.is_some()).count();
                    assert!(diagram.steps.unwrap_or(0) <= steps, "{place}: too few steps");
                    let sentence = diagram.caption.ends_with('.');
                    assert!(sentence, "{place}: a caption is a sentence: {}", diagram.caption);
                    drawn += 1;
                }
            }
            assert!(6 <= drawn, "{} has {drawn} diagrams", game.id());
        }
    }

    /// The cases that were made for guides hold like all others.
    #[test]
    fn cases_of_guides_pass() {
        for game in RULESETS.iter() {
            for (id, text) in lawbook::cases(game.id()).iter().filter(|(id, _)| id.starts_with("howto-")) {
                let source = crate::Source { name: id, text, format: crate::Format::Toml };
                let report = game.run_case(&source).unwrap_or_else(|err| panic!("{id}: {err}"));
                assert!(report.differences.is_empty(), "{id}: {:?}", report.differences);
            }
        }
    }

    /// A word that people use leads to words that the rules have.
    #[test]
    fn synonyms_lead_to_words_of_the_rules() {
        for game in RULESETS.iter() {
            let text: String =
                game.rules().iter().map(|rule| format!("{} {} ", rule.text, rule.notes.join(" "))).collect();
            let text = text.to_lowercase();
            for (word, meant) in &guide(game.id()).synonyms {
                assert_eq!(*word, word.to_lowercase(), "{}: synonyms are written small", game.id());
                assert!(
                    meant.iter().any(|it| text.contains(&it.to_lowercase())),
                    "{}: {word} leads to {meant:?}, which no rule says",
                    game.id()
                );
            }
        }
    }
}
