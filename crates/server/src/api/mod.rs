//! The handlers, by what they are about.

pub(crate) mod bots;
pub(crate) mod club_tables;
pub(crate) mod clubs;
pub(crate) mod factor;
pub(crate) mod games;
pub(crate) mod lessons;
pub(crate) mod lobby;
pub(crate) mod mail;
pub(crate) mod matches;
pub(crate) mod moderation;
pub(crate) mod notices;
pub(crate) mod orders;
pub(crate) mod own;
pub(crate) mod people;
pub(crate) mod profiles;
pub(crate) mod puzzles;
pub(crate) mod records;
pub(crate) mod seats;
pub(crate) mod shelf;
pub(crate) mod shown;
pub(crate) mod studies;
pub(crate) mod talk;
pub(crate) mod yard;
mod yard_words;

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{header::AUTHORIZATION, request::Parts},
};
use engine::{Seat, Viewer};

use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    people::{Person, is_token, seat_of},
    presence,
    secret::Secret,
    table::Table,
    turns::Owner,
};

/// So many events of long ago cost an address as much as one request.
pub(crate) const EVENTS_TO_A_REQUEST: f64 = 250.0;
/// Whoever looks further back than this waits where nobody else does.
pub(crate) const NEAR: usize = 200;

/// The secret in the header or else who is logged in, and who sent it.
pub(crate) struct Bearer(Opens, Asker);

/// What lets somebody in.
enum Opens {
    Secret(Secret),
    /// Somebody whose seat it may be, and which one is meant if several are.
    Person(Box<Person>, Option<u8>),
    Nothing,
}

/// Which of several seats somebody means who is let in by name.
const SEAT: &str = "x-flagbridge-seat";

impl FromRequestParts<App> for Bearer {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let asker = Asker::from_request_parts(parts, app).await?;
        let header = parts.headers.get(AUTHORIZATION).and_then(|header| header.to_str().ok());
        let secret = header.and_then(|header| header.strip_prefix("Bearer "));
        // A bot comes by name, as somebody does who is logged in.
        let secret = secret.filter(|it| !is_token(it)).map(Secret::claimed);
        let meant = parts.headers.get(SEAT).and_then(|it| it.to_str().ok()?.parse().ok());
        let opens = match secret {
            Some(secret) => Opens::Secret(secret),
            None => {
                let person =
                    <Person as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await?;
                person.map_or(Opens::Nothing, |it| Opens::Person(Box::new(it), meant))
            }
        };
        Ok(Bearer(opens, asker))
    }
}

impl Bearer {
    /// The match, and who the bearer is in it. A battle that is over may be watched by anybody, if its
    /// host has opened it to spectators and the server is open to the public.
    async fn admit(&self, app: &App, id: &str) -> Result<(Arc<Table>, Viewer)> {
        let table = app.table(id, &self.owner()).await?;
        let viewer = match self.place(app, &table).await {
            Err(err) if err.is_no_key() && self.is_shown_all(app, &table).await? => {
                app.look(&table);
                return Ok((table, Viewer::Spectator));
            }
            place => place?,
        };
        Ok(self.comes(app, table, viewer))
    }

    /// The same for those alone who have a place there.
    async fn admit_held(&self, app: &App, id: &str) -> Result<(Arc<Table>, Viewer)> {
        let table = app.table(id, &self.owner()).await?;
        let viewer = self.place(app, &table).await?;
        Ok(self.comes(app, table, viewer))
    }

    async fn place(&self, app: &App, table: &Table) -> Result<Viewer> {
        match &self.0 {
            Opens::Secret(secret) => table.about.admit(secret),
            Opens::Person(person, meant) => seat_of(app, table, person, *meant).await,
            Opens::Nothing => Err(AppError::unauthorised()),
        }
    }

    async fn is_shown_all(&self, app: &App, table: &Table) -> Result<bool> {
        // A secret that opens nothing is a mistake, and whoever made it should hear of it.
        if app.house().is_none() || matches!(self.0, Opens::Secret(_)) || !table.about.spectators() {
            return Ok(false);
        }
        let slot = table.lock(app).await?;
        Ok(slot.battle().is_ok_and(|it| it.outcome().is_some()))
    }

    fn comes(&self, app: &App, table: Arc<Table>, viewer: Viewer) -> (Arc<Table>, Viewer) {
        app.looks(&table, viewer, self.1.0);
        if let Viewer::Seat(seat) = viewer {
            presence::seen(app, &table, seat);
        }
        (table, viewer)
    }

    /// Who asks.
    fn asker(&self) -> Asker {
        self.1
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
