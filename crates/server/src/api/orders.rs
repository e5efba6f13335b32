//! Orders: asked about, sealed, taken back, suggested.

use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
};
use engine::{Seat, Viewer};
use rulesets::{Advised, Level, Rejection, Stop, Submission, WrittenOrder};
use wire::{Checked, OrderRequest, Submitted, Suggestion, SureRequest, Table, Written};

use super::Bearer;
use crate::{
    app::App,
    beside, clock, deadline,
    error::{AppError, Result, findings},
    hold,
    host::{self, Handed},
    json::Sent,
    offers,
    pool::Work,
    secret,
    show::{self, Detail},
    talk, think,
};

type DecisionPath = std::result::Result<Path<(String, usize)>, PathRejection>;

fn read_path(path: DecisionPath) -> Result<(String, usize)> {
    path.map(|Path(path)| path).map_err(|err| AppError::malformed(err.body_text()))
}

fn read(request: OrderRequest) -> Result<Submission> {
    match request {
        OrderRequest { order: Some(order), text: None, .. } => Ok(Submission::Data(order)),
        OrderRequest { order: None, text: Some(text), .. } => Ok(Submission::Text(text)),
        OrderRequest { .. } => Err(AppError::malformed("expected either `order` or `text`")),
    }
}

pub(crate) async fn submit(
    State(app): State<App>,
    path: DecisionPath,
    bearer: Bearer,
    Sent(request): Sent<OrderRequest>,
) -> Result<Json<Submitted>> {
    let (id, decision) = read_path(path)?;
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    let (key, hold) = (read_key(request.key.as_deref())?, request.hold);
    let order = Handed { key, hold, ..Handed::new(read(request)?) };
    Ok(Json(host::submit(&app, &table, decision, seat, order).await?))
}

/// The client's own name for its order; nothing if it has none.
fn read_key(key: Option<&str>) -> Result<String> {
    let Some(key) = key else { return Ok(String::new()) };
    if secret::may_be_id(key) {
        return Ok(key.to_owned());
    }
    Err(AppError::malformed("a key must be 1 to 64 letters, digits, `-` or `_`"))
}

pub(crate) async fn withdraw(
    State(app): State<App>,
    path: DecisionPath,
    bearer: Bearer,
) -> Result<Json<Table>> {
    let (id, decision) = read_path(path)?;
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    host::withdraw(&app, &table, decision, seat).await?;
    Ok(Json(shown(&app, &table, seat).await?))
}

/// A held order counts at once.
pub(crate) async fn confirm(
    State(app): State<App>,
    path: DecisionPath,
    bearer: Bearer,
) -> Result<Json<Table>> {
    let (id, decision) = read_path(path)?;
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    host::confirm(&app, &table, decision, seat).await?;
    Ok(Json(shown(&app, &table, seat).await?))
}

/// What a seat has laid out so far, for when a clock runs down. It need not be legal.
pub(crate) async fn draft(
    State(app): State<App>,
    path: DecisionPath,
    bearer: Bearer,
    Sent(request): Sent<OrderRequest>,
) -> Result<Json<Table>> {
    let (id, decision) = read_path(path)?;
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    let Submission::Data(order) = read(request)? else {
        return Err(AppError::malformed("expected `order`"));
    };
    let text = order.to_string();
    let mut slot = table.lock(&app).await?;
    let battle = slot.battle()?;
    host::still_open(&app, battle)?;
    if battle.decision_number() != decision {
        let open = battle.decision_number();
        return Err(AppError::stale(format!("decision {decision} is not open; decision {open} is next")));
    }
    if !battle.awaiting().contains(seat) {
        return Err(AppError::not_yours(format!("{seat} has nothing to decide now")));
    }
    if table.about.pace.is_none() && clock::clock_of(&table, battle).is_none() {
        return Err(AppError::not_yours("no clock is running on that decision"));
    }
    clock::watch(&app, &table, slot.held_mut());
    drop(slot);
    deadline::keep_draft(&app, &table, decision, seat, &text).await?;
    Ok(Json(shown(&app, &table, seat).await?))
}

/// The table as this seat sees it, without what is only sent when something has happened.
pub(crate) async fn shown(app: &App, table: &crate::table::Table, seat: Seat) -> Result<Table> {
    let viewer = Viewer::Seat(seat);
    let heard = talk::heard(app, table).await?;
    let slot = table.lock(app).await?;
    let battle = slot.battle()?;
    Ok(Table {
        clock: clock::shown(app, table, slot.held(), viewer),
        clocks: deadline::shown(app, table, slot.held()),
        replaced: show::replaced(&table.about, slot.stage()),
        offers: offers::shown(slot.held()),
        hold: hold::shown(app, slot.held(), viewer),
        queued: app.thinkers().before(table),
        programs: app.hired().failing(&table.about),
        frozen: app.frozen(&table.about.id),
        talk: talk::shown(heard, viewer, battle.outcome().is_some()),
        ..show::table(battle, viewer, Detail::Seals)
    })
}

pub(crate) async fn check(
    State(app): State<App>,
    path: DecisionPath,
    bearer: Bearer,
    Sent(request): Sent<OrderRequest>,
) -> Result<Json<Checked>> {
    let (id, decision) = read_path(path)?;
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    let order = read(request)?;
    let slot = table.lock(&app).await?;
    let battle = slot.battle()?;
    host::still_open(&app, battle)?;
    let (written, judged) = battle.check(decision, seat, &order);
    let written = written.map(|it| Written { notation: it.notation, order: it.order });
    let preview = battle.preview(seat, &order);
    match judged {
        Ok(()) => {
            let (message, findings) = (String::new(), Vec::new());
            Ok(Json(Checked { legal: true, written, message, findings, preview }))
        }
        Err(rejection)
            if rejection.findings().is_empty() && !matches!(rejection, Rejection::Malformed(_)) =>
        {
            Err(rejection.into())
        }
        Err(rejection) => {
            let (message, findings) = (rejection.to_string(), findings(&rejection));
            Ok(Json(Checked { legal: false, written, message, findings, preview }))
        }
    }
}

/// The order that a short search finds best, and why. Where too many search already it is a
/// captain's, which takes no time.
pub(crate) async fn suggestion(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<Suggestion>> {
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    if table.about.unaided {
        return Err(AppError::forbidden("this battle is fought without suggestions"));
    }
    let [searched, thumb] = {
        let slot = table.lock(&app).await?;
        let battle = slot.battle()?;
        if !battle.deciding().contains(seat) {
            return Err(AppError::not_yours(format!("{seat} has nothing to decide now")));
        }
        let dice = think::dice(&table, battle.decision_number(), seat);
        [app.limits().advice, 1].map(|most| battle.adviser(seat, most, dice.clone()))
    };
    let stop = Stop::after(app.limits().patience + app.limits().thought);
    // Whoever hangs up is not thought for any longer.
    let _asking = Asking(stop.clone());
    let told = |advised: Advised, by: &str| {
        let Advised { order: WrittenOrder { notation, order }, reason } = advised;
        Json(Suggestion { written: Written { notation, order }, reason, by: by.to_owned() })
    };
    let owner = bearer.owner();
    let turn = tokio::time::timeout(app.limits().patience, app.turn(Work::Advising, &owner));
    if 1 < app.limits().advice
        && let Ok(Ok(turn)) = turn.await
    {
        let search = move || {
            let _turn = turn;
            searched(stop)
        };
        let advised = tokio::task::spawn_blocking(search).await.map_err(|_| AppError::internal())?;
        return Ok(told(advised, "search"));
    }
    let advised = app.at_length(Work::Making, &owner, || thumb(Stop::default())).await?;
    Ok(told(advised, "captain"))
}

/// Dropped with the request.
struct Asking(Stop);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.pull();
    }
}

/// Computer seats that still think give the order a captain gives at once.
pub(crate) async fn hurry(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<Table>> {
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    let mut thinkers = Vec::new();
    let decision = {
        let slot = table.lock(&app).await?;
        let battle = slot.battle()?;
        let decision = battle.decision_number();
        for waiting in battle.awaiting().iter() {
            let Some(level) = table.about.level(waiting) else { continue };
            let level = if level.searches() { Level::Captain } else { level };
            thinkers.push((waiting, battle.thinker(waiting, &level, think::dice(&table, decision, waiting))));
        }
        decision
    };
    for (waiting, thinker) in thinkers {
        let written = app.at_length(Work::Making, &bearer.owner(), || thinker(Stop::default())).await?;
        match host::submit(&app, &table, decision, waiting, Handed::hurried(written.order)).await {
            Ok(_) => {}
            Err(err) if err.is_too_late() => {}
            Err(err) => return Err(err),
        }
    }
    Ok(Json(shown(&app, &table, seat).await?))
}

/// What cannot be taken back is done only for somebody who says that he means it.
pub(crate) fn is_sure(sure: bool) -> Result<()> {
    if sure { Ok(()) } else { Err(AppError::refused("only with `sure`, since it cannot be taken back")) }
}

/// Gives the battle up: by an order where the rules know one and the seat is asked, otherwise at once.
pub(crate) async fn concede(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
    Sent(SureRequest { sure }): Sent<SureRequest>,
) -> Result<Json<Table>> {
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    is_sure(sure)?;
    beside::concede(&app, &table, seat).await?;
    Ok(Json(shown(&app, &table, seat).await?))
}
