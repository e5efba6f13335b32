//! What the holder of a seat does besides ordering.

use axum::{
    Json,
    extract::{Path, State},
};
use engine::Seat;
use wire::{DrawRequest, HolidayRequest, PresenceList, Rematch, ReplaceRequest, SureRequest, Table};

use super::{
    Bearer,
    orders::{is_sure, shown},
};
use crate::{app::App, beside, deadline, error::Result, json::Sent, offers, rematch};

/// The seat's own player plays it again.
pub(crate) async fn back(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<Table>> {
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    // Sitting there already is no error: an answer may have been lost on its way.
    if table.about.level(seat).is_some() {
        beside::reseat(&app, &table, seat, "human", None).await?;
    }
    Ok(Json(shown(&app, &table, seat).await?))
}

/// Stops the seat's clock for some days, or lets it run again.
pub(crate) async fn holiday(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
    Sent(HolidayRequest { days }): Sent<HolidayRequest>,
) -> Result<Json<Table>> {
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    deadline::holiday(&app, &table, seat, days).await?;
    Ok(Json(shown(&app, &table, seat).await?))
}

/// Ends a battle that has hardly begun; it counts for nobody.
pub(crate) async fn call_off(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
    Sent(SureRequest { sure }): Sent<SureRequest>,
) -> Result<Json<Table>> {
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    is_sure(sure)?;
    beside::call_off(&app, &table, seat).await?;
    Ok(Json(shown(&app, &table, seat).await?))
}

/// Offers a draw, agrees to one, or declines.
pub(crate) async fn draw(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
    Sent(DrawRequest { agree }): Sent<DrawRequest>,
) -> Result<Json<Table>> {
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    offers::draw(&app, &table, seat, agree).await?;
    Ok(Json(shown(&app, &table, seat).await?))
}

/// Proposes that a computer plays a seat that was left, agrees to it, or declines.
pub(crate) async fn replace(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
    Sent(ReplaceRequest { seat, level, agree }): Sent<ReplaceRequest>,
) -> Result<Json<Table>> {
    let (table, by) = bearer.admit_seat(&app, &id).await?;
    offers::replace(&app, &table, by, Seat(seat), level, agree).await?;
    Ok(Json(shown(&app, &table, by).await?))
}

/// The same battle once more, with sides exchanged.
pub(crate) async fn again(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<Rematch>> {
    let (table, seat) = bearer.admit_seat(&app, &id).await?;
    Ok(Json(rematch::rematch(&app, &table, bearer.asker(), seat).await?))
}

/// Who is at the table.
pub(crate) async fn presence(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
) -> Result<Json<PresenceList>> {
    let (table, _) = bearer.admit(&app, &id).await?;
    Ok(Json(offers::presence(&app, &table).await?))
}
