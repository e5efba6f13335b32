//! Records: taken home, brought along, branched.

use axum::{
    Json,
    body::Body,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use rulesets::{AnyMatch, Format, Onward, Source};
use wire::{Branch, Created};

use super::Bearer;
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    host,
    json::{self, Sent, read_body},
    people::Person,
    pool::Work,
    seating::Seating,
    table::Stage,
};

/// So many bytes of a record cost an address as much as one request: the
/// largest takes seconds to verify.
const BYTES_TO_A_REQUEST: f64 = 100_000.0;

pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Response> {
    let (table, _) = bearer.admit(&app, &id).await?;
    // Decided and read at one moment, while nobody changes the battle. While
    // it lasts, a record would tell what its bearer may not know: the scenario
    // with everybody's forces in it, and whatever went unseen.
    let text = {
        let slot = table.lock(&app).await?;
        let battle = slot.battle()?;
        if battle.outcome().is_none() {
            return Err(AppError::not_yet(
                "the record reveals everything, so you can have it once the battle is over",
            ));
        }
        battle.record(false)
    };
    let name = format!("attachment; filename=\"flagbridge-{id}.json\"");
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

pub(crate) async fn upload(
    State(app): State<App>,
    asker: Asker,
    body: Body,
) -> Result<(StatusCode, Json<Created>)> {
    app.admit_maker(asker.0)?;
    let bytes = read_body(body, app.limits().record).await?;
    app.charge(asker.0, bytes.len() as f64 / BYTES_TO_A_REQUEST)?;
    let limits = *app.limits();
    let work = move || {
        let battle = bring(&bytes)?;
        host::may_be_kept(&*battle, &limits)?;
        Ok::<_, AppError>(battle)
    };
    let battle = app.at_length(Work::Records, &asker.owner(), work).await??;
    let players = battle.seats().iter().map(|info| info.player.clone()).collect();
    let title = rulesets::find(battle.game()).map_or("a record", |game| game.about().name).to_owned();
    let (maker, seating) = (asker.owner(), Seating::of_record(&app, players));
    let created = host::keep(&app, &maker, Stage::Battle(battle), &seating, None, title).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// A record from outside, verified down to the last die. One of other rules
/// than ours cannot be: it is shown as its events tell it, and goes on under
/// ours if it is not over.
fn bring(bytes: &[u8]) -> Result<Box<dyn AnyMatch>> {
    json::check_depth(bytes)?;
    let text = std::str::from_utf8(bytes).map_err(|_| AppError::malformed("expected text in UTF-8"))?;
    let source = Source { name: "record", text, format: Format::Json };
    let record = rulesets::open_record(&source)?;
    let players = record.seats().iter().map(|info| info.player.as_str());
    if let Some(long) = players.into_iter().find(|player| 60 < player.len()) {
        return Err(AppError::refused(format!("a player's name is too long: {} bytes", long.len())));
    }
    if record.secret().is_none() {
        return Err(AppError::refused(
            "the record does not reveal its secret, so its dice cannot be verified",
        ));
    }
    // Whoever signed it, signed this.
    if record.signed_by().is_some() {
        record.verify()?;
    }
    let ours = rulesets::find(record.game())?.rules_version();
    let mut battle = match record.rules_version() {
        version if version == ours => record.resume()?,
        version if version < ours && record.outcome().is_none() => match record.go_on()? {
            Onward::Goes(battle) => battle,
            Onward::Stays(_) => record.fold()?,
        },
        _ => record.fold()?,
    };
    if battle.outcome().is_none() {
        battle.mark_brought();
    }
    Ok(battle)
}

pub(crate) async fn branch(
    State(app): State<App>,
    Path(id): Path<String>,
    asker: Asker,
    bearer: Bearer,
    person: Option<Person>,
    Sent(branch): Sent<Branch>,
) -> Result<(StatusCode, Json<Created>)> {
    let (table, _) = bearer.admit(&app, &id).await?;
    app.admit_maker(asker.0)?;
    let text = {
        let slot = table.lock(&app).await?;
        let battle = slot.battle()?;
        // The branch has the same dice: it would tell what is still to come.
        if battle.outcome().is_none() {
            return Err(AppError::not_yet("a battle can be branched once it is over"));
        }
        battle.record(true)
    };
    let (mut seating, limits) = (Seating::read(&app, &branch.seats, branch.spectators)?, *app.limits());
    seating.maker = person.map(|it| it.id);
    let key = app.key().public();
    let taken_up = move || {
        let source = Source { name: "record", text: &text, format: Format::Json };
        let record = rulesets::open_record(&source)?;
        let mut battle = record.branch(branch.events, &seating.players)?;
        // What comes before the branch was not played here.
        if record.signed_by() != Some(&key) {
            battle.mark_brought();
        }
        host::may_be_kept(&*battle, &limits)?;
        Ok::<_, AppError>((battle, seating))
    };
    let (battle, seating) = app.at_length(Work::Records, &asker.owner(), taken_up).await??;
    let (scenario, title) = (table.about.scenario.clone(), table.about.title.clone());
    Ok((
        StatusCode::CREATED,
        Json(host::keep(&app, &asker.owner(), Stage::Battle(battle), &seating, scenario, title).await?),
    ))
}
