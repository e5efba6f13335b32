//! Rules that show themselves: the guide to each game, and the cases that come with the program, each
//! played step by step.

use axum::{
    extract::{Path, State},
    response::Response,
};
use rulesets::{CaseTold, DesignTold, Ruleset, StepTold};
use serde::Serialize;
use serde_json::Value;
use wire::{CaseCard, CaseDesign, CaseList, Fact, HowTo, HowToChapter, HowToDiagram, Synonym};

use super::{games, yard_words};
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    pages::{self, Wants},
    pool::Work,
};

pub(crate) async fn howto(
    State(app): State<App>,
    wants: Wants,
    Path(game): Path<String>,
) -> Result<Response> {
    let game = games::find(&game)?;
    app.pages().get(&format!("{}/howto", game.id()), &wants, || games::text(&guide(game.id())))
}

fn guide(game: &str) -> HowTo {
    let found = rulesets::guide(game);
    let diagram = |it: &rulesets::Diagram| HowToDiagram {
        case: it.case.clone(),
        steps: it.steps,
        caption: it.caption.clone(),
    };
    let chapter = |it: &rulesets::Chapter| HowToChapter {
        id: it.id.clone(),
        title: it.title.clone(),
        text: it.text.clone(),
        rules: it.rules.clone(),
        diagrams: it.diagram.iter().map(diagram).collect(),
    };
    let synonym =
        |(word, meant): (&String, &Vec<String>)| Synonym { word: word.clone(), meant: meant.clone() };
    HowTo {
        game: game.to_owned(),
        chapters: found.chapter.iter().map(chapter).collect(),
        synonyms: found.synonyms.iter().map(synonym).collect(),
    }
}

pub(crate) async fn cases(
    State(app): State<App>,
    wants: Wants,
    Path(game): Path<String>,
) -> Result<Response> {
    let game = games::find(&game)?;
    let card = |it: rulesets::CaseCard| CaseCard {
        id: it.id,
        name: it.name,
        rules: it.rules,
        kind: it.kind.name().to_owned(),
    };
    app.pages().get(&format!("{}/cases", game.id()), &wants, || {
        games::text(&CaseList { cases: rulesets::case_cards(game.id()).into_iter().map(card).collect() })
    })
}

pub(crate) async fn case(
    State(app): State<App>,
    asker: Asker,
    wants: Wants,
    Path((game, id)): Path<(String, String)>,
) -> Result<Response> {
    let game = games::find(&game)?;
    let work = move || {
        let told = rulesets::told_case(game, &id)?.ok_or_else(|| AppError::not_found("example"))?;
        page(game, &id, &told)
    };
    pages::fleeting(&wants, app.at_length(Work::Reading, &asker.owner(), work).await??)
}

/// The text of a [`wire::CasePage`].
fn page(game: &dyn Ruleset, id: &str, told: &CaseTold) -> Result<String> {
    #[derive(Serialize)]
    struct Page<'a> {
        game: &'a str,
        id: &'a str,
        name: &'a str,
        about: Option<&'a String>,
        rules: &'a [String],
        options: Vec<Fact>,
        seats: &'a [String],
        start: Option<&'a Value>,
        steps: &'a [StepTold],
        impossible: &'a [String],
        design: Option<CaseDesign>,
    }
    games::text(&Page {
        game: game.id(),
        id,
        name: &told.name,
        about: told.about.as_ref(),
        rules: &told.rules,
        options: options(game, told),
        seats: &told.seats,
        start: told.start.as_ref(),
        steps: &told.steps,
        impossible: &told.impossible,
        design: told.design.as_ref().map(|it| design(game, it)),
    })
}

/// The options of the case by the names that people have for them.
fn options(game: &dyn Ruleset, told: &CaseTold) -> Vec<Fact> {
    let (words, infos) = (rulesets::wording(game.id()), game.options());
    let fact = |(name, value): (&String, &Value)| {
        let info = infos.iter().find(|it| it.name == name)?;
        Some(Fact { name: words.option(name).0.to_owned(), value: words.value(info, value) })
    };
    told.options.iter().filter_map(fact).collect()
}

fn design(game: &dyn Ruleset, DesignTold { design, audit }: &DesignTold) -> CaseDesign {
    let part = |(name, value)| Fact { name, value };
    CaseDesign {
        name: audit.name.clone(),
        mass: audit.mass,
        points: audit.points,
        cpv: audit.cpv,
        findings: yard_words::findings(audit.findings.clone()),
        parts: rulesets::design_words(design).into_iter().map(part).collect(),
        design: game.shipyard().map(|_| design.clone()),
    }
}

#[cfg(test)]
mod tests {
    use rulesets::RULESETS;

    use super::*;

    /// What is sent is what the wire promises, for a few of every game.
    #[test]
    fn pages_have_the_shape_of_the_wire() {
        for game in RULESETS.iter() {
            for card in rulesets::case_cards(game.id()).into_iter().step_by(17) {
                let told = rulesets::told_case(*game, &card.id).unwrap().unwrap();
                let text = page(*game, &card.id, &told).unwrap();
                let read: wire::CasePage = serde_json::from_str(&text).unwrap();
                assert_eq!(read.steps.len(), told.steps.len());
                let again = serde_json::to_value(&read).unwrap();
                let sent: Value = serde_json::from_str(&text).unwrap();
                assert_eq!(again, sent, "{} {}", game.id(), card.id);
            }
        }
    }
}
