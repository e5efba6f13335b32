//! The meeting place: looked at, tables made and joined, challenges answered, pairing.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use wire::{
    Invitation, InvitationList, LinkRequest, LobbyPage, MadeTable, Met, NewTable, PairRequest, Paired,
};

use super::people::open;
use crate::{
    app::App,
    edge::Asker,
    error::Result,
    json::Sent,
    lobby::{self, Who},
};

/// As everybody sees it; the live connection tells the same and what changes.
pub(crate) async fn page(State(app): State<App>) -> Result<Json<LobbyPage>> {
    Ok(Json((*open(&app)?.lobby.page()).clone()))
}

/// One's own tables and challenges, and those one is challenged by.
pub(crate) async fn mine(State(app): State<App>, who: Who) -> Result<Json<InvitationList>> {
    Ok(Json(lobby::mine(&app, &who).await?))
}

pub(crate) async fn invite(
    State(app): State<App>,
    asker: Asker,
    who: Who,
    Sent(new): Sent<NewTable>,
) -> Result<(StatusCode, Json<MadeTable>)> {
    let (status, made) = lobby::invite(&app, asker, &who, new).await?;
    Ok((status, Json(made)))
}

pub(crate) async fn look(
    State(app): State<App>,
    who: Option<Who>,
    Path(id): Path<String>,
    Sent(asked): Sent<LinkRequest>,
) -> Result<Json<Invitation>> {
    Ok(Json(lobby::look(&app, &id, who.as_ref(), &asked).await?))
}

pub(crate) async fn join(
    State(app): State<App>,
    asker: Asker,
    who: Who,
    Path(id): Path<String>,
    Sent(asked): Sent<LinkRequest>,
) -> Result<Json<Met>> {
    Ok(Json(lobby::join(&app, asker, &id, &who, &asked).await?))
}

pub(crate) async fn decline(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
) -> Result<Json<InvitationList>> {
    Ok(Json(lobby::decline(&app, &id, &who).await?))
}

pub(crate) async fn withdraw(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
) -> Result<Json<InvitationList>> {
    Ok(Json(lobby::withdraw(&app, &id, &who).await?))
}

pub(crate) async fn pair(
    State(app): State<App>,
    asker: Asker,
    who: Who,
    Sent(asked): Sent<PairRequest>,
) -> Result<Json<Paired>> {
    Ok(Json(lobby::pair(&app, asker, &who, asked).await?))
}
