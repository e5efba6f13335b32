//! The handlers, by what they are about.

pub(crate) mod games;
pub(crate) mod lessons;
pub(crate) mod matches;
pub(crate) mod orders;
pub(crate) mod puzzles;
pub(crate) mod records;
pub(crate) mod shown;
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
    edge::Asker,
    error::{AppError, Result},
    secret::Secret,
    table::Table,
    turns::Owner,
};

/// So many events of long ago cost an address as much as one request.
pub(crate) const EVENTS_TO_A_REQUEST: f64 = 250.0;
/// Whoever looks further back than this waits where nobody else does.
pub(crate) const NEAR: usize = 200;

/// The secret in the header, if there is one, and who sent it.
pub(crate) struct Bearer(Option<Secret>, Asker);

impl FromRequestParts<App> for Bearer {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let asker = Asker::from_request_parts(parts, app).await?;
        let header = parts.headers.get(AUTHORIZATION).and_then(|header| header.to_str().ok());
        Ok(Bearer(header.and_then(|header| header.strip_prefix("Bearer ")).map(Secret::claimed), asker))
    }
}

impl Bearer {
    /// The match, and who the bearer is in it.
    async fn admit(&self, app: &App, id: &str) -> Result<(Arc<Table>, Viewer)> {
        let table = app.table(id, &self.owner()).await?;
        let secret = self.0.as_ref().ok_or_else(AppError::unauthorised)?;
        let viewer = table.about.admit(secret)?;
        app.looks(&table, viewer, self.1.0);
        Ok((table, viewer))
    }

    /// On whose account long work is done.
    fn owner(&self) -> Owner {
        self.1.owner()
    }

    /// Takes what looking at so many events costs beyond a plain request.
    fn charge(&self, app: &App, events: usize) -> Result<()> {
        app.charge(self.1.0, events as f64 / EVENTS_TO_A_REQUEST)
    }

    /// The same for those who play.
    async fn admit_seat(&self, app: &App, id: &str) -> Result<(Arc<Table>, Seat)> {
        let (table, viewer) = self.admit(app, id).await?;
        match viewer {
            Viewer::Seat(seat) => {
                app.admit_seat(&table, seat)?;
                Ok((table, seat))
            }
            Viewer::Spectator | Viewer::Referee => Err(AppError::forbidden("spectators can only watch")),
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
