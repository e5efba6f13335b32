//! The handlers, by what they are about.

pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod orders;
pub(crate) mod records;
pub(crate) mod yard;
mod yard_words;

use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::{header::AUTHORIZATION, request::Parts},
};
use engine::{Seat, Viewer};

use crate::{
    app::App,
    error::{AppError, Result},
    secret::Secret,
    table::Table,
};

/// The secret in the header, if there is one.
pub(crate) struct Bearer(Option<Secret>);

impl FromRequestParts<App> for Bearer {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        let header = parts.headers.get(AUTHORIZATION).and_then(|header| header.to_str().ok());
        Ok(Bearer(header.and_then(|header| header.strip_prefix("Bearer ")).map(Secret::claimed)))
    }
}

impl Bearer {
    /// The match, and who the bearer is in it.
    async fn admit(&self, app: &App, id: &str) -> Result<(Arc<Table>, Viewer)> {
        let table = app.table(id).await?;
        let secret = self.0.as_ref().ok_or_else(AppError::unauthorised)?;
        let viewer = table.about.admit(secret)?;
        Ok((table, viewer))
    }

    /// The same for those who play.
    async fn admit_seat(&self, app: &App, id: &str) -> Result<(Arc<Table>, Seat)> {
        let (table, viewer) = self.admit(app, id).await?;
        match viewer {
            Viewer::Seat(seat) => {
                app.admit_seat(&table, seat)?;
                Ok((table, seat))
            }
            Viewer::Spectator | Viewer::Referee => {
                Err(AppError::forbidden("spectators look on and do nothing"))
            }
        }
    }
}

/// `seat-0`, `spectator`, `referee`.
fn read_viewer(text: &str) -> Result<Viewer> {
    let seat = |text: &str| text.strip_prefix("seat-")?.parse().ok().map(|n| Viewer::Seat(Seat(n)));
    match text {
        "spectator" => Ok(Viewer::Spectator),
        "referee" => Ok(Viewer::Referee),
        other => seat(other)
            .ok_or_else(|| AppError::malformed(format!("as={other}: expected seat-0, spectator or referee"))),
    }
}
