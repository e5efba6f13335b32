//! The shipyard: parts, designs, displays, fleets, duels. Nothing is kept here.

use std::time::{Duration, Instant};

use axum::{
    Json,
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use rulesets::{Contest, Level, Override, Ruleset, ScenarioRef, Source, Table};
use serde_json::{Map, Value};
use wire::{
    BattleRequest, BattleSetup, DesignReport, DesignRequest, DuelRequest, DuelResult, Fleet, FleetReport,
    FleetRequest, Interval, Paper, SheetList, SheetRequest,
};

use super::{games, yard_words};
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    limits::Limits,
    pages::Wants,
    pool::{Abandoned, Work},
};

/// A ship of the largest fleet has a tenth of it.
const LARGEST_DESIGN: usize = 64 << 10;
const MOST_SHEETS: usize = 100;
const MOST_DUELS: u32 = 200;
/// Where a duel stops, whatever was asked for.
const LONGEST_DUEL: Duration = Duration::from_secs(20);
/// Ships of both sides together.
const MOST_DUELLISTS: u64 = 40;

macro_rules! yard {
    ($game:expr) => {
        $game.shipyard().ok_or_else(|| AppError::not_found("shipyard"))?
    };
}

pub(crate) async fn shipyard(
    State(app): State<App>,
    wants: Wants,
    Path(game): Path<String>,
) -> Result<Response> {
    let game = games::find(&game)?;
    app.pages().get(&format!("{}/shipyard", game.id()), &wants, || {
        let yard = yard!(game);
        games::text(&yard_words::shipyard(game.id(), yard.catalogue()))
    })
}

pub(crate) async fn check(
    State(app): State<App>,
    asker: Asker,
    Path(game): Path<String>,
    Sent(asked): Sent<DesignRequest>,
) -> Result<Json<DesignReport>> {
    let game = games::find(&game)?;
    let changes = changes(asked.options);
    let work = move || {
        let yard = yard!(game);
        let text = design_text(&asked.design)?;
        let survey = yard.survey(&Source::new("design.json", &text)?, &changes, asked.techs.as_deref())?;
        Ok(Json(yard_words::design(survey)))
    };
    app.at_length(Work::Checking, &asker.owner(), work).await?
}

pub(crate) async fn sheets(
    State(app): State<App>,
    asker: Asker,
    Path(game): Path<String>,
    Sent(asked): Sent<SheetRequest>,
) -> Result<Json<SheetList>> {
    let game = games::find(&game)?;
    let (abandoned, limits) = (Abandoned::default(), *app.limits());
    let _watch = abandoned.watch();
    let work = move || draw(game, &asked, &limits, &abandoned);
    let drawn = app.at_length(Work::Drawing, &asker.owner(), work).await??;
    Ok(Json(SheetList { sheets: drawn.into_iter().map(yard_words::sheet).collect() }))
}

pub(crate) async fn pdf(
    State(app): State<App>,
    asker: Asker,
    Path(game): Path<String>,
    Sent(asked): Sent<SheetRequest>,
) -> Result<Response> {
    let game = games::find(&game)?;
    let (abandoned, limits) = (Abandoned::default(), *app.limits());
    let _watch = abandoned.watch();
    let work = move || {
        let drawn = draw(game, &asked, &limits, &abandoned)?;
        let pages = match asked.paper {
            Paper::A5 => sheets::Pages::Single,
            Paper::A4 => sheets::Pages::Pairs,
        };
        let title = asked.title.as_deref().or(drawn.first().map(|it| it.name.as_str())).unwrap_or_default();
        let title: String = title.chars().take(120).collect();
        let displays: Vec<&str> = drawn.iter().map(|it| it.svg.as_str()).collect();
        sheets::pdf(&title, &displays, pages).map_err(|err| AppError::refused(err.to_string()))
    };
    let document = app.at_length(Work::Drawing, &asker.owner(), work).await??;
    let name = "attachment; filename=\"ships.pdf\"";
    let headers = [(header::CONTENT_TYPE, "application/pdf"), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, document).into_response())
}

pub(crate) async fn review(
    State(app): State<App>,
    asker: Asker,
    Path(game): Path<String>,
    Sent(asked): Sent<FleetRequest>,
) -> Result<Json<FleetReport>> {
    let game = games::find(&game)?;
    let changes = changes(asked.options);
    let work = move || {
        let yard = yard!(game);
        let text = fleet_text(&asked.fleet)?;
        let (review, _) = yard.review(&Source::new("fleet.json", &text)?, &changes)?;
        Ok(Json(yard_words::fleet(review, asked.fleet)))
    };
    app.at_length(Work::Checking, &asker.owner(), work).await?
}

pub(crate) async fn battle(
    State(app): State<App>,
    asker: Asker,
    Path(game): Path<String>,
    Sent(asked): Sent<BattleRequest>,
) -> Result<Json<BattleSetup>> {
    let game = games::find(&game)?;
    let changes = changes(asked.options);
    let work = move || {
        let setup = set_up(game, &asked.fleets, &changes, asked.turns)?;
        let text = setup.to_string();
        let ready = game.prepare(ScenarioRef::File(Source::new("setup.json", &text)?), &[], Table::People)?;
        let title = setup["name"].as_str().unwrap_or_default().chars().take(60).collect();
        Ok(Json(BattleSetup { title, seats: ready.seats().to_vec(), setup }))
    };
    app.at_length(Work::Checking, &asker.owner(), work).await?
}

/// One answer when all is fought, or when time is up.
pub(crate) async fn duel(
    State(app): State<App>,
    asker: Asker,
    Path(game): Path<String>,
    Sent(asked): Sent<DuelRequest>,
) -> Result<Json<DuelResult>> {
    let game = games::find(&game)?;
    yard!(game);
    app.admit_duel(asker.0)?;
    let level = asked.level.as_deref().unwrap_or("captain");
    let level = match level {
        "captain" | "cadet" | "random" => level.parse::<Level>().map_err(|_| AppError::internal())?,
        other => {
            let words = format!("a duel is fought by captain, cadet or random, not {other:?}");
            return Err(AppError::refused(words));
        }
    };
    if asked.fleets.len() != 2 {
        return Err(AppError::refused(format!("a duel needs 2 fleets, not {}", asked.fleets.len())));
    }
    if !(1..=MOST_DUELS).contains(&asked.battles.unwrap_or(MOST_DUELS)) {
        return Err(AppError::refused(format!("a duel may have 1 to {MOST_DUELS} battles")));
    }
    let ships = |fleet: &Fleet| fleet.ships.iter().map(|it| u64::from(it.number.unwrap_or(1))).sum::<u64>();
    let both: u64 = asked.fleets.iter().map(ships).sum();
    if MOST_DUELLISTS < both {
        return Err(AppError::refused(format!("{both} ships, but a duel may have at most {MOST_DUELLISTS}")));
    }
    let work = move || fight(game, &asked, level);
    Ok(Json(app.at_length(Work::Duels, &asker.owner(), work).await??))
}

fn fight(game: &dyn Ruleset, asked: &DuelRequest, level: Level) -> Result<DuelResult> {
    let begun = Instant::now();
    let changes = changes(asked.options.clone());
    let setup = set_up(game, &asked.fleets, &changes, None)?;
    let mut points = Vec::new();
    for fleet in &asked.fleets {
        let text = fleet_text(fleet)?;
        points.push(yard!(game).review(&Source::new("fleet.json", &text)?, &changes)?.0.points);
    }
    let text = setup.to_string();
    let source = Source::new("setup.json", &text)?;
    let ready = game.prepare(ScenarioRef::File(source), &[], Table::Computers)?;
    let wanted = u64::from(asked.battles.unwrap_or(MOST_DUELS));
    let seed = match asked.seed {
        Some(seed) => seed,
        None => getrandom::u32().map_err(|_| AppError::internal())?,
    };
    // The fleets sit where they were asked for: exchanged players would be
    // credited with the other fleet's victories.
    let contest =
        Contest { levels: vec![level; 2], battles: wanted, seed: u64::from(seed), swap: false, jobs: 1 };
    let fought = ready.simulate_for(&contest, LONGEST_DUEL)?;
    let score = |player| {
        let (mean, low, high) = fought.score(player);
        Interval { mean, low, high }
    };
    Ok(DuelResult {
        battles: fought.battles,
        score: vec![score(0), score(1)],
        turns: fought.mean_turns(),
        wins: fought.wins,
        draws: fought.draws,
        points,
        level: level.to_string(),
        seed,
        seconds: begun.elapsed().as_secs_f64(),
    })
}

fn set_up(game: &dyn Ruleset, fleets: &[Fleet], changes: &[Override], turns: Option<u16>) -> Result<Value> {
    let yard = yard!(game);
    let texts: Vec<String> = fleets.iter().map(fleet_text).collect::<Result<_>>()?;
    let sources: Vec<Source<'_>> =
        texts.iter().map(|text| Ok(Source::new("fleet.json", text)?)).collect::<Result<_>>()?;
    Ok(yard.battle(&sources, changes, turns)?)
}

fn draw(
    game: &dyn Ruleset,
    asked: &SheetRequest,
    limits: &Limits,
    abandoned: &Abandoned,
) -> Result<Vec<engine::Sheet>> {
    let yard = yard!(game);
    let n = asked.designs.len();
    if !(1..=MOST_SHEETS).contains(&n) {
        return Err(AppError::refused(format!("{n} designs; 1 to {MOST_SHEETS} can be drawn at a time")));
    }
    // A file may hold many ships; a request names each of them.
    if asked.designs.iter().any(|design| design.get("ship").is_some()) {
        return Err(AppError::malformed("expected one ship in each design"));
    }
    let systems: Vec<usize> = asked.designs.iter().map(systems).collect();
    if let Some(many) = systems.iter().find(|it| limits.systems < **it) {
        let most = limits.systems;
        return Err(AppError::refused(format!("a ship has {many} systems, but at most {most} can be drawn")));
    }
    let all: usize = systems.iter().sum();
    if limits.drawn < all {
        let most = limits.drawn;
        return Err(AppError::refused(format!(
            "{all} systems in all, but at most {most} can be drawn at a time"
        )));
    }
    let (mut drawn, mut bytes) = (Vec::new(), 0);
    for design in &asked.designs {
        if abandoned.is() {
            return Err(AppError::too_slow());
        }
        let text = design_text(design)?;
        for sheet in yard.sheets(&Source::new("design.json", &text)?, &[])? {
            bytes += sheet.svg.len();
            if limits.display < sheet.svg.len() || limits.displays < bytes {
                return Err(AppError::refused("the displays are too large to be drawn; ask for fewer"));
            }
            drawn.push(sheet);
        }
    }
    Ok(drawn)
}

/// What a design has in its lists: every system is an object in one of them.
fn systems(design: &Value) -> usize {
    match design {
        Value::Array(list) => {
            list.iter().map(|it| usize::from(it.is_object() || it.is_array()) + systems(it)).sum()
        }
        Value::Object(fields) => fields.values().map(systems).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

pub(crate) fn changes(options: Option<Map<String, Value>>) -> Vec<Override> {
    options.unwrap_or_default().into_iter().map(|(name, value)| Override { name, value }).collect()
}

/// A design as text, if it is no larger than any ship.
pub(super) fn design_text(design: &Value) -> Result<String> {
    if !design.is_object() {
        return Err(AppError::malformed("a design is an object"));
    }
    let text = design.to_string();
    if LARGEST_DESIGN < text.len() {
        return Err(AppError::refused(format!("a design may have at most {LARGEST_DESIGN} bytes")));
    }
    Ok(text)
}

/// The same for a fleet and each of its designs.
pub(crate) fn fleet_text(fleet: &Fleet) -> Result<String> {
    for ship in &fleet.ships {
        if ship.design.is_object() {
            design_text(&ship.design)?;
        } else if !ship.design.is_string() {
            return Err(AppError::malformed("a design is an object, or the name of a supplied one"));
        }
    }
    serde_json::to_string(fleet).map_err(|_| AppError::internal())
}
