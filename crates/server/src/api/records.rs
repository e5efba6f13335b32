//! Records: taken home, brought along, branched.

use std::net::SocketAddr;

use axum::{
    Json,
    body::Body,
    extract::{ConnectInfo, Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use engine::Viewer;
use rulesets::{AnyMatch, Format, Source};
use wire::{Branch, Created};

use super::Bearer;
use crate::{
    app::App,
    error::{AppError, Result},
    host::{self, Seating},
    json::{self, Sent, read_body},
    limits::neighbourhood,
    table::Stage,
};

pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Response> {
    let (table, viewer) = bearer.admit(&app, &id).await?;
    {
        let slot = table.lock(&app).await?;
        let battle = slot.battle()?;
        if battle.outcome().is_none() && !has_seen_all(battle, viewer) {
            return Err(AppError::not_yet(
                "the record has things in it that you have not seen; it is yours when the battle is over",
            ));
        }
    }
    let mut kept = app.store().load(&id).await?.ok_or_else(|| AppError::not_found("match"))?;
    if kept.outcome.is_empty() {
        let mut head: serde_json::Map<String, serde_json::Value> = json::parse(kept.head.as_bytes())?;
        head.remove("secret");
        kept.head = serde_json::Value::from(head).to_string();
    }
    let name = format!("attachment; filename=\"flagbridge-{id}.json\"");
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, kept.record()).into_response())
}

/// Whether every event so far was seen whole: then its record tells nothing new.
fn has_seen_all(battle: &dyn AnyMatch, viewer: Viewer) -> bool {
    let (seen, all) = (battle.log(viewer, 0), battle.record_since(0, 0).1);
    seen.len() == all.len() && seen.iter().zip(&all).all(|(line, event)| line.event == *event)
}

pub(crate) async fn upload(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    body: Body,
) -> Result<(StatusCode, Json<Created>)> {
    app.admit_maker(neighbourhood(address.ip()))?;
    let bytes = read_body(body, app.limits().record).await?;
    let battle = app.at_length(move || bring(&bytes)).await??;
    let players = battle.seats().iter().map(|info| info.player.clone()).collect();
    let title = rulesets::find(battle.game()).map_or("a record", |game| game.about().name).to_owned();
    let created = host::keep(&app, Stage::Battle(battle), &Seating::of_record(players), None, title).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// A record from outside, verified down to the last die. One of other rules
/// than ours cannot be: it is shown as its events tell it.
fn bring(bytes: &[u8]) -> Result<Box<dyn AnyMatch>> {
    json::check_depth(bytes)?;
    let text = std::str::from_utf8(bytes).map_err(|_| AppError::malformed("expected text in UTF-8"))?;
    let source = Source { name: "record", text, format: Format::Json };
    let record = rulesets::open_record(&source)?;
    let players = record.seats().iter().map(|info| info.player.as_str());
    if let Some(long) = players.into_iter().find(|player| 60 < player.len()) {
        return Err(AppError::refused(format!("a player's name of {} bytes", long.len())));
    }
    if record.secret().is_none() {
        return Err(AppError::refused(
            "the record does not reveal its secret, so its dice cannot be verified",
        ));
    }
    let ours = rulesets::find(record.game())?.rules_version();
    if record.rules_version() == ours {
        return Ok(record.resume()?);
    }
    Ok(record.fold()?)
}

pub(crate) async fn branch(
    State(app): State<App>,
    Path(id): Path<String>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    bearer: Bearer,
    Sent(branch): Sent<Branch>,
) -> Result<(StatusCode, Json<Created>)> {
    let (table, _) = bearer.admit(&app, &id).await?;
    app.admit_maker(neighbourhood(address.ip()))?;
    {
        let slot = table.lock(&app).await?;
        // The branch has the same dice: it would tell what is still to come.
        if slot.battle()?.outcome().is_none() {
            return Err(AppError::not_yet("a battle can be taken up elsewhere when it is over"));
        }
    }
    let kept = app.store().load(&id).await?.ok_or_else(|| AppError::not_found("match"))?;
    let seating = Seating::read(&branch.seats, branch.spectators)?;
    let taken_up = move || {
        let text = kept.record();
        let source = Source { name: "record", text: &text, format: Format::Json };
        let battle = rulesets::open_record(&source)?.branch(branch.events, &seating.players)?;
        Ok::<_, AppError>((battle, seating))
    };
    let (battle, seating) = app.at_length(taken_up).await??;
    let (scenario, title) = (table.about.scenario.clone(), table.about.title.clone());
    Ok((StatusCode::CREATED, Json(host::keep(&app, Stage::Battle(battle), &seating, scenario, title).await?)))
}
