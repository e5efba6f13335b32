//! What there is to play, and how the server is.

use axum::{
    Json,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use rulesets::{Override, RULESETS, Ruleset, ScenarioRef};
use serde::Serialize;
use wire::{
    Brief, GameCard, GameList, Glossary, GlossaryEntry, Health, OptionCard, PreviewRequest, Reach, Rule,
    RuleIndex, ScenarioCard, ScenarioPage,
};

use super::lessons;
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    pages::Wants,
    pool::Work,
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

/// Whether requests should be sent here: not while the database is away, and not from the moment on in which the
/// server was asked to stop.
pub(crate) async fn ready(State(app): State<App>) -> Response {
    if app.is_closing() {
        let health = Health { status: "stopping".to_owned(), database: "ok".to_owned() };
        let headers = [(header::CACHE_CONTROL, "no-store")];
        return (StatusCode::SERVICE_UNAVAILABLE, headers, Json(health)).into_response();
    }
    health(State(app)).await
}

/// Where friends can reach the server. Only whoever sits at its own machine needs to ask: all others
/// have come by such an address.
pub(crate) async fn reach(State(app): State<App>, asker: Asker) -> Json<Reach> {
    let addresses = if asker.0.is_loopback() { app.reach() } else { Vec::new() };
    Json(Reach { addresses })
}

pub(crate) async fn games(State(app): State<App>, wants: Wants) -> Result<Response> {
    app.pages().get("games", &wants, || {
        let games = RULESETS.iter().map(|game| card(*game)).collect();
        text(&GameList { games, programs: app.hired().names() })
    })
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
        text(&ScenarioPage {
            card: scenario_card(game.id(), card),
            scenario: ready.scenario(),
            view: ready.preview(),
        })
    })
}

/// The same scenario under other options: what a new battle would begin with.
pub(crate) async fn preview(
    State(app): State<App>,
    asker: Asker,
    Path((game, id)): Path<(String, String)>,
    Sent(asked): Sent<PreviewRequest>,
) -> Result<Json<ScenarioPage>> {
    let game = find(&game)?;
    let work = move || {
        let card = game.scenarios().into_iter().find(|card| card.id == id);
        let card = card.ok_or_else(|| AppError::not_found("scenario"))?;
        let changes = asked.options.into_iter().map(|(name, value)| Override { name, value });
        let changes: Vec<Override> = changes.collect();
        let ready = game.prepare(ScenarioRef::Id(&id), &changes, rulesets::Table::People)?;
        let card = ScenarioCard { options: ready.options(), ..scenario_card(game.id(), card) };
        Ok(Json(ScenarioPage { card, scenario: ready.scenario(), view: ready.preview() }))
    };
    app.at_length(Work::Checking, &asker.owner(), work).await?
}

pub(crate) async fn rules(
    State(app): State<App>,
    wants: Wants,
    Path(game): Path<String>,
) -> Result<Response> {
    let game = find(&game)?;
    let options = game.options();
    let words = rulesets::wording(game.id());
    let titled = |name: &str| options.iter().find(|it| it.name == name).map(|it| words.option(it.name).0);
    let said = |text: &str| rulesets::plainly(text, &titled);
    let rule = |rule: engine::Rule| Rule {
        chapter: rulesets::chapter(game.id(), &rule.id).to_owned(),
        summary: said(rulesets::summary(&rule.text)),
        id: rule.id,
        tag: rule.tag,
        text: said(&rule.text),
        notes: rule.notes.iter().map(|note| said(note)).collect(),
        code: rule.code,
        tests: rule.tests,
    };
    app.pages().get(&format!("{}/rules", game.id()), &wants, || {
        let rules = rulesets::rules(game).into_iter().map(rule).collect();
        text(&RuleIndex { game: game.id().to_owned(), rules })
    })
}

pub(crate) async fn glossary(
    State(app): State<App>,
    wants: Wants,
    Path(game): Path<String>,
) -> Result<Response> {
    let game = find(&game)?;
    let entry = |it: &rulesets::Explanation| GlossaryEntry {
        term: it.term.clone(),
        forms: it.forms.clone(),
        marks: it.marks.clone(),
        quiet: it.quiet,
        text: it.text.clone(),
        rule: it.rule.clone(),
    };
    app.pages().get(&format!("{}/glossary", game.id()), &wants, || {
        let entries = rulesets::glossary(game.id()).iter().map(entry).collect();
        text(&Glossary { game: game.id().to_owned(), entries })
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
    let words = rulesets::wording(about.id);
    let option = |info: engine::OptionInfo| {
        let (title, group) = words.option(info.name);
        OptionCard {
            name: info.name.to_owned(),
            title: title.to_owned(),
            group: group.to_owned(),
            meaning: info.meaning.to_owned(),
            rule: info.rule.to_owned(),
            labels: words.choices(&info),
            default: info.default,
            choices: info.choices,
            values: info.values.to_owned(),
        }
    };
    GameCard {
        id: about.id.to_owned(),
        name: about.name.to_owned(),
        edition: about.edition.to_owned(),
        by: about.by.to_owned(),
        nature: about.nature.to_owned(),
        rules_version: game.rules_version(),
        scenarios: game.scenarios().into_iter().map(|card| scenario_card(about.id, card)).collect(),
        options: game.options().into_iter().map(option).collect(),
        lessons: rulesets::lessons(about.id).map(lessons::card).collect(),
        turn: words.turn.clone(),
        groups: words.groups().map(str::to_owned).collect(),
        levels: LEVELS.map(str::to_owned).to_vec(),
        shipyard: game.shipyard().is_some(),
    }
}

fn scenario_card(game: &str, card: rulesets::ScenarioCard) -> ScenarioCard {
    let outing = rulesets::wording(game).outing(card.id);
    let brief = |(win, start): (&str, &str)| Brief { win: win.to_owned(), start: start.to_owned() };
    let briefs = outing.map(|(_, it)| it.briefs(card.seats.len()).into_iter().map(brief).collect());
    ScenarioCard {
        id: card.id.to_owned(),
        title: card.title,
        blurb: card.blurb,
        seats: card.seats,
        minutes: outing.map_or(0, |(_, it)| it.minutes),
        level: outing.map_or(String::new(), |(_, it)| it.level.name().to_owned()),
        briefs: briefs.unwrap_or_default(),
        place: outing.map_or(0, |(place, _)| place),
        options: card.options,
    }
}
