//! Matches: made, listed, looked at.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{StatusCode, header::CONTENT_TYPE},
    response::IntoResponse,
};
use dice::fair::Secret as Seed;
use engine::Viewer;
use rulesets::{AnyMatch, Override, ScenarioRef, Source};
use serde::Deserialize;
use store::Held;
use wire::{
    Created, Holding, JoinRequest, ListRequest, MatchInfo, MatchList, MatchSummary, NewMatch, ViewPage,
};

use super::{Bearer, NEAR, games, read_viewer};
use crate::{
    app::App,
    clock, deadline,
    edge::Asker,
    error::{AppError, Result},
    hold, host,
    json::Sent,
    limits::Limits,
    lobby, offers, pace,
    people::Person,
    pool::Work,
    seating::Seating,
    secret::Secret,
    show,
    table::{Stage, Table, Waiting},
    talk,
    think::Asked,
};

const LONGEST_TITLE: usize = 120;
/// More battles than anybody has.
const MOST_SECRETS: usize = 500;
/// So many secrets cost an address as much as one request.
const SECRETS_TO_A_REQUEST: f64 = 10.0;

pub(crate) async fn create(
    State(app): State<App>,
    asker: Asker,
    person: Option<Person>,
    Sent(new): Sent<NewMatch>,
) -> Result<(StatusCode, Json<Created>)> {
    app.admit_maker(asker.0)?;
    if new.title.as_ref().is_some_and(|title| LONGEST_TITLE < title.len()) {
        return Err(AppError::refused(format!("a title may have at most {LONGEST_TITLE} bytes")));
    }
    if new.title.as_ref().is_some_and(|title| title.chars().any(char::is_control)) {
        return Err(AppError::refused("a title must not contain control characters"));
    }
    let mut seating = Seating::read(&app, &new.seats, new.spectators)?;
    seating.unaided = new.unaided;
    seating.maker = person.map(|it| it.id);
    seating.pace = new.pace;
    if let Some(pace) = &new.pace {
        pace::check(pace)?;
        if !seating.people() {
            return Err(AppError::refused("a pace is for people; computers need none"));
        }
    }
    let scenario = new.scenario.clone();
    let (maker, limits, seed) = (asker.owner(), *app.limits(), host::draw_seed(app.chance()));
    let work = move || begin(&new, &seating, &limits, seed).map(|begun| (begun, seating));
    let ((stage, title), seating) = app.at_length(Work::Making, &maker, work).await??;
    Ok((StatusCode::CREATED, Json(host::keep(&app, &maker, stage, &seating, scenario, title).await?)))
}

/// Plays to the first decision, if nobody has still to join; also says what
/// the match is called.
pub(crate) fn begin(
    new: &NewMatch,
    seating: &Seating,
    limits: &Limits,
    seed: Seed,
) -> Result<(Stage, String)> {
    let game = games::find(&new.game)?;
    let changes = new.options.iter();
    let changes: Vec<Override> =
        changes.map(|(name, value)| Override { name: name.clone(), value: value.clone() }).collect();
    let table = if seating.people() { rulesets::Table::People } else { rulesets::Table::Computers };
    let (ready, usual) = match (&new.scenario, &new.setup) {
        (Some(id), None) => {
            let card = game.scenarios().into_iter().find(|card| card.id == *id);
            let title = card.map_or_else(String::new, |card| card.title);
            (game.prepare(ScenarioRef::Id(id), &changes, table)?, title)
        }
        (None, Some(setup)) => {
            let text = setup.to_string();
            let source = Source::new("setup.json", &text)?;
            let printable = |title: &str| title.chars().filter(|it| !it.is_control()).take(60).collect();
            let title = setup["title"].as_str().map(printable);
            let title = title.unwrap_or_else(|| game.about().name.to_owned());
            (game.prepare(ScenarioRef::File(source), &changes, table)?, title)
        }
        (Some(_), Some(_)) | (None, None) => {
            return Err(AppError::malformed("expected either `scenario` or `setup`"));
        }
    };
    let record = ready.unbegun(&seating.players, seed)?;
    let waiting = Waiting::read(record, seating.contributions.clone())?;
    let stage = match waiting.contributions.iter().cloned().collect() {
        Some(given) => {
            let battle = waiting.begin(given)?;
            host::may_be_kept(&*battle, limits)?;
            Stage::Battle(battle)
        }
        None => Stage::Waiting(waiting),
    };
    Ok((stage, new.title.clone().unwrap_or(usual)))
}

pub(crate) async fn list(
    State(app): State<App>,
    asker: Asker,
    Sent(ListRequest { secrets }): Sent<ListRequest>,
) -> Result<Json<MatchList>> {
    if MOST_SECRETS < secrets.len() {
        return Err(AppError::refused(format!("at most {MOST_SECRETS} secrets at a time")));
    }
    // One has been paid for by asking at all.
    app.charge(asker.0, secrets.len() as f64 / SECRETS_TO_A_REQUEST)?;
    let mut found: HashMap<String, MatchSummary> = HashMap::new();
    let hashes: Vec<String> = secrets.iter().map(|secret| Secret::claimed(secret).hash().to_text()).collect();
    let held = app.store().held_by(&hashes).await?.into_iter().enumerate();
    for (n, held) in held.flat_map(|(n, all)| all.into_iter().map(move |held| (n, held))) {
        let viewer = match u8::try_from(held.seat) {
            Ok(seat) => wire::Viewer::Seat(seat),
            Err(_) => wire::Viewer::Spectator,
        };
        let summary = match found.remove(&held.match_id) {
            Some(summary) => summary,
            None => summary_of(&app, &held)?,
        };
        let mut summary = summary;
        summary.holds.push(Holding { viewer, secret: Some(n) });
        found.insert(held.match_id, summary);
    }
    let mut matches: Vec<MatchSummary> = found.into_values().collect();
    matches.sort_by(|a, b| (b.changed, &b.id).cmp(&(a.changed, &a.id)));
    lobby::in_list(&app, &mut matches).await?;
    Ok(Json(MatchList { matches }))
}

/// What a list shows of a match, without whoever holds it.
pub(crate) fn summary_of(app: &App, held: &Held) -> Result<MatchSummary> {
    let mut summary: MatchSummary = serde_json::from_str(&held.summary.body)
        .map_err(|err| AppError::corrupted(&format!("match {}: {err}", held.match_id)))?;
    summary.changed = held.summary.changed.unsigned_abs();
    summary.put_away = held.touched < app.put_away_before();
    summary.frozen = app.frozen(&held.match_id);
    for deadline in &mut summary.deadlines {
        deadline.at = app.wall(deadline.at as i64).unsigned_abs();
    }
    Ok(summary)
}

pub(crate) async fn info(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<MatchInfo>> {
    let (table, viewer) = bearer.admit(&app, &id).await?;
    Ok(Json(seen(&app, &table, viewer).await?))
}

async fn seen(app: &App, table: &Arc<Table>, viewer: Viewer) -> Result<MatchInfo> {
    let heard = talk::heard(app, table).await?;
    let mut slot = table.lock(app).await?;
    app.attend(table, slot.held_mut(), Asked::Look);
    let mut info = show::info(&table.about, slot.stage(), viewer, app.key().public());
    info.table.clock = clock::shown(app, table, slot.held(), viewer);
    info.table.clocks = deadline::shown(app, table, slot.held());
    info.table.replaced = show::replaced(&table.about, slot.stage());
    info.table.offers = offers::shown(slot.held());
    info.table.hold = hold::shown(app, slot.held(), viewer);
    info.table.queued = app.thinkers().before(table);
    info.table.programs = app.hired().failing(&table.about);
    info.table.frozen = app.frozen(&table.about.id);
    info.other_rules_why = slot.held().rules.why();
    info.table.talk = talk::shown(heard, viewer, info.table.outcome.is_some());
    drop(slot);
    lobby::in_info(app, &mut info).await?;
    Ok(info)
}

pub(crate) async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
    person: Option<Person>,
    Sent(JoinRequest { contribution }): Sent<JoinRequest>,
) -> Result<Json<MatchInfo>> {
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    host::join(&app, &table, seat, contribution).await?;
    if let Some(person) = person {
        let _writing = app.writing().read().await;
        let seats = [(table.about.id.clone(), i64::from(seat.0))];
        app.store().seat_person(&person.id, &seats, app.clock().millis()).await?;
    }
    Ok(Json(seen(&app, &table, Viewer::Seat(seat)).await?))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventsQuery {
    #[serde(default)]
    pub(super) from: usize,
    pub(super) r#as: Option<String>,
}

pub(crate) async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
    query: std::result::Result<Query<EventsQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<impl IntoResponse> {
    let Query(EventsQuery { from, r#as }) = query.map_err(|err| AppError::malformed(err.body_text()))?;
    let (table, viewer) = bearer.admit(&app, &id).await?;
    let take = move |battle: &dyn AnyMatch| {
        let viewer = looking_as(battle, viewer, r#as.as_deref())?;
        Ok(show::story(battle, viewer, from))
    };
    let written = show::Story::list;
    let behind = events_of(&app, &table).await?.saturating_sub(from);
    let text = if behind <= NEAR {
        let story = take(table.lock(&app).await?.battle()?)?;
        written(story)
    } else {
        bearer.charge(&app, behind)?;
        app.at_battle(Work::Reading, &bearer.owner(), &table, take, written).await?
    };
    Ok(([(CONTENT_TYPE, "application/json")], text))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ViewQuery {
    pub(super) r#as: Option<String>,
}

pub(crate) async fn view(
    State(app): State<App>,
    path: std::result::Result<Path<(String, usize)>, axum::extract::rejection::PathRejection>,
    bearer: Bearer,
    query: std::result::Result<Query<ViewQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<ViewPage>> {
    let Path((id, n)) = path.map_err(|err| AppError::malformed(err.body_text()))?;
    let Query(ViewQuery { r#as }) = query.map_err(|err| AppError::malformed(err.body_text()))?;
    let (table, viewer) = bearer.admit(&app, &id).await?;
    let look = move |battle: &dyn AnyMatch| {
        let viewer = looking_as(battle, viewer, r#as.as_deref())?;
        let (events, view) = show::view_after(battle, viewer, n);
        Ok(Json(ViewPage { events, viewer: show::viewer(viewer), view }))
    };
    // A view costs the same wherever in the battle it is.
    let slot = table.lock(&app).await?;
    look(slot.battle()?)
}

async fn events_of(app: &App, table: &Table) -> Result<usize> {
    Ok(table.lock(app).await?.battle()?.events())
}

/// One's own eyes, or after the battle anybody's.
pub(super) fn looking_as(battle: &dyn AnyMatch, own: Viewer, asked: Option<&str>) -> Result<Viewer> {
    let Some(asked) = asked else { return Ok(own) };
    let asked = read_viewer(asked)?;
    if let Viewer::Seat(seat) = asked
        && battle.seats().len() <= seat.index()
    {
        return Err(AppError::not_found("seat"));
    }
    if asked != own && battle.outcome().is_none() {
        return Err(AppError::not_yet("until the battle is over, everybody sees only their own view of it"));
    }
    Ok(asked)
}
