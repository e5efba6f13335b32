//! What there is to play, and how the server is.

use axum::{
    Json,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use rulesets::{RULESETS, Ruleset, ScenarioRef};
use serde::Serialize;
use wire::{GameCard, GameList, Health, OptionCard, Rule, RuleIndex, ScenarioCard, ScenarioPage};

use crate::{
    app::App,
    error::{AppError, Result},
    pages::Wants,
};

/// Random is for tests; a person wants somebody to play against.
const LEVELS: [&str; 3] = ["cadet", "captain", "admiral"];

pub(crate) async fn health(State(app): State<App>) -> Response {
    let well = app.store().ping().await;
    let word = |good: &str, bad: &str| if well.is_ok() { good.to_owned() } else { bad.to_owned() };
    let health = Health { status: word("ok", "degraded"), database: word("ok", "away") };
    let status = if well.is_ok() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    if let Err(err) = well {
        tracing::error!(%err, "the database is away");
    }
    (status, [(header::CACHE_CONTROL, "no-store")], Json(health)).into_response()
}

pub(crate) async fn games(State(app): State<App>, wants: Wants) -> Result<Response> {
    app.pages()
        .get("games", &wants, || text(&GameList { games: RULESETS.iter().map(|game| card(*game)).collect() }))
}

pub(crate) async fn scenario(
    State(app): State<App>,
    wants: Wants,
    Path((game, id)): Path<(String, String)>,
) -> Result<Response> {
    let game = find(&game)?;
    app.pages().get(&format!("{}/scenarios/{id}", game.id()), &wants, || {
        let card = game.scenarios().into_iter().find(|card| card.id == id);
        let card = card.ok_or_else(|| AppError::not_found("scenario"))?;
        let ready = game.prepare(ScenarioRef::Id(&id), &[], rulesets::Table::People)?;
        text(&ScenarioPage { card: scenario_card(card), scenario: ready.scenario(), view: ready.preview() })
    })
}

pub(crate) async fn rules(
    State(app): State<App>,
    wants: Wants,
    Path(game): Path<String>,
) -> Result<Response> {
    let game = find(&game)?;
    let rule = |rule: engine::Rule| Rule {
        id: rule.id,
        tag: rule.tag,
        text: rule.text,
        notes: rule.notes,
        code: rule.code,
        tests: rule.tests,
    };
    app.pages().get(&format!("{}/rules", game.id()), &wants, || {
        let rules = rulesets::rules(game).into_iter().map(rule).collect();
        text(&RuleIndex { game: game.id().to_owned(), rules })
    })
}

/// A page as it is sent.
pub(super) fn text<T: Serialize>(page: &T) -> Result<String> {
    serde_json::to_string(page).map_err(|_| AppError::internal())
}

pub(crate) fn find(id: &str) -> Result<&'static dyn Ruleset> {
    rulesets::find(id).map_err(|_| AppError::not_found("game"))
}

fn card(game: &dyn Ruleset) -> GameCard {
    let about = game.about();
    let option = |info: engine::OptionInfo| OptionCard {
        name: info.name.to_owned(),
        meaning: info.meaning.to_owned(),
        rule: info.rule.to_owned(),
        default: info.default,
        choices: info.choices,
        values: info.values.to_owned(),
    };
    GameCard {
        id: about.id.to_owned(),
        name: about.name.to_owned(),
        edition: about.edition.to_owned(),
        by: about.by.to_owned(),
        nature: about.nature.to_owned(),
        rules_version: game.rules_version(),
        scenarios: game.scenarios().into_iter().map(scenario_card).collect(),
        options: game.options().into_iter().map(option).collect(),
        levels: LEVELS.map(str::to_owned).to_vec(),
        shipyard: game.shipyard().is_some(),
    }
}

fn scenario_card(card: rulesets::ScenarioCard) -> ScenarioCard {
    ScenarioCard {
        id: card.id.to_owned(),
        title: card.title,
        blurb: card.blurb,
        seats: card.seats,
        options: card.options,
    }
}
