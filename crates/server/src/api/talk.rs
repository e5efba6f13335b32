//! What is said at a table: heard, said, reported.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
};
use engine::{Seat, Viewer};
use people::words;
use serde::Deserialize;
use store::{Circle, Report, SPECTATOR, Said, Sitting};
use wire::{ContextLine, ReportWords, Reported, Room, Say, TalkPage, Words};

use super::{Bearer, people::open};
use crate::{
    app::App,
    error::{AppError, Result},
    json::Sent,
    notices::mention,
    order,
    people::Person,
    table::{Stage, Table},
    talk,
};

/// Messages that are shown at once.
const MOST: u32 = 200;
/// Messages round one that is reported, on either side.
const ROUND: i64 = 5;

/// Somebody with a place at the table.
struct Place {
    table: Arc<Table>,
    viewer: Viewer,
    /// Who it is: whoever is logged in, or else whose seat it is.
    person: Option<String>,
    /// Whose seats there are.
    sittings: Vec<Sitting>,
    /// Whose seat it is, if it is anybody's.
    sitter: Option<Sitting>,
    /// Whether they have a seat here, wherever they stand at the moment.
    plays: bool,
    over: bool,
    side: String,
}

async fn place(app: &App, id: &str, bearer: &Bearer, person: Option<&Person>) -> Result<Place> {
    open(app)?;
    let (table, viewer) = bearer.admit_held(app, id).await?;
    let sittings = app.store().sittings(id).await?;
    let (over, side) = {
        let slot = table.lock(app).await?;
        let over = match slot.stage() {
            Stage::Battle(battle) => battle.outcome().is_some(),
            Stage::Waiting(_) => false,
        };
        let seats = slot.stage().seats();
        let side = match viewer {
            Viewer::Seat(seat) => seats.get(seat.index()).map_or_else(String::new, |it| it.name.clone()),
            Viewer::Spectator | Viewer::Referee => String::new(),
        };
        (over, side)
    };
    let sitter = match viewer {
        Viewer::Seat(seat) => sittings.iter().find(|it| it.seat == i64::from(seat.0)).cloned(),
        Viewer::Spectator | Viewer::Referee => None,
    };
    let plays = person.is_some_and(|person| sittings.iter().any(|it| it.person == person.id));
    let person = person.map(|it| it.id.clone()).or_else(|| sitter.as_ref().map(|it| it.person.clone()));
    Ok(Place { table, viewer, person, sittings, sitter, plays, over, side })
}

impl Place {
    /// Whether they hear what is said in a room. Among onlookers one has a name, and no seat in the battle.
    fn hears(&self, room: Room) -> Result<()> {
        if !talk::hears(self.viewer, room, self.over) {
            return Err(AppError::not_yet("players hear what spectators say only once the battle is over"));
        }
        match (room, self.viewer) {
            (Room::Onlookers, Viewer::Spectator | Viewer::Referee) => self.looks_on(),
            (Room::Players, _) | (Room::Onlookers, Viewer::Seat(_)) => Ok(()),
        }
    }

    fn looks_on(&self) -> Result<()> {
        if self.person.is_none() {
            return Err(AppError::not_logged_in());
        }
        if self.plays && !self.over {
            return Err(AppError::forbidden("players hear what spectators say only once the battle is over"));
        }
        Ok(())
    }

    /// In whose name something would be said in a room, and from which seat.
    fn speaker(&self, room: Room) -> Result<(i64, String)> {
        let Some(seat) = talk::speaks(self.viewer, room) else {
            return Err(AppError::forbidden(match room {
                Room::Players => "only players can speak here",
                Room::Onlookers => "only spectators can speak here",
            }));
        };
        match seat {
            Some(seat) => {
                let name = self.sitter.as_ref().map_or(&self.side, |it| &it.name);
                Ok((i64::from(seat.0), name.clone()))
            }
            None => {
                self.looks_on()?;
                if self.plays {
                    return Err(AppError::forbidden("only spectators can speak here"));
                }
                Ok((SPECTATOR, String::new()))
            }
        }
    }

    /// By which limits count: a person, or the seat of a guest.
    fn key(&self) -> String {
        match (&self.person, self.viewer) {
            (Some(person), _) => person.clone(),
            (None, Viewer::Seat(seat)) => format!("{}/{}", self.table.about.id, seat.0),
            (None, Viewer::Spectator | Viewer::Referee) => format!("{}/-", self.table.about.id),
        }
    }

    /// Why they may say nothing, whatever the room.
    async fn mute(&self, app: &App) -> Result<Option<String>> {
        let now = app.clock().millis();
        if let Viewer::Seat(seat) = self.viewer
            && app.store().is_silenced(&self.table.about.id, i64::from(seat.0)).await?
        {
            return Ok(Some("a moderator has silenced this seat".to_owned()));
        }
        // A seat is somebody's, whoever holds its secret: a mute or a ban is not to be talked round.
        let sitter = self.sitter.as_ref().map(|it| it.person.as_str());
        for person in [sitter, self.person.as_deref()].into_iter().flatten() {
            if let Some(why) = order::mute_of(&app.store().conduct(person).await?, now) {
                return Ok(Some(why));
            }
            if app.store().person(person).await?.is_some_and(|it| now < it.banned_until) {
                return Ok(Some("whoever this seat belongs to is banned".to_owned()));
            }
        }
        Ok(None)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TalkQuery {
    room: Room,
    /// The number of what was heard last.
    #[serde(default)]
    after: u32,
}

pub(crate) async fn talk(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
    person: Option<Person>,
    query: std::result::Result<Query<TalkQuery>, QueryRejection>,
) -> Result<Json<TalkPage>> {
    let place = place(&app, &id, &bearer, person.as_ref()).await?;
    let Query(TalkQuery { room, after }) = query.map_err(|err| AppError::malformed(err.body_text()))?;
    place.hears(room)?;
    Ok(Json(page(&app, &place, room, after.into()).await?))
}

async fn page(app: &App, place: &Place, room: Room, after: i64) -> Result<TalkPage> {
    let id = &place.table.about.id;
    let said = app.store().talk(id, talk::number(room), after, MOST).await?;
    let blocked = match &place.person {
        Some(person) => app.store().circle(Circle::Blocked, person).await?,
        None => Vec::new(),
    };
    let heard = said.last().map_or(after, |it| it.n).unsigned_abs();
    let may_hear = |it: &&Said| it.person.is_empty() || !blocked.iter().any(|no| no.person == it.person);
    let words = said.iter().filter(may_hear).map(|it| words_of(place, it)).collect();
    let mute = match place.speaker(room) {
        Ok(_) => place.mute(app).await?,
        Err(err) => Some(err.body().message),
    };
    Ok(TalkPage { room, words, heard, mute, phrases: talk::phrases() })
}

fn words_of(place: &Place, it: &Said) -> Words {
    let seat = u8::try_from(it.seat).ok();
    let mine = match (seat, place.viewer) {
        (Some(seat), Viewer::Seat(own)) => own == Seat(seat),
        (Some(_) | None, _) => !it.person.is_empty() && place.person.as_ref() == Some(&it.person),
    };
    Words {
        n: it.n.unsigned_abs(),
        at: it.at.unsigned_abs(),
        seat,
        name: it.name.clone(),
        person: !it.person.is_empty(),
        mine,
        text: it.body.clone(),
        removed: it.removed != 0,
    }
}

pub(crate) async fn say(
    State(app): State<App>,
    Path(id): Path<String>,
    bearer: Bearer,
    person: Option<Person>,
    Sent(Say { room, text, phrase }): Sent<Say>,
) -> Result<Json<TalkPage>> {
    let place = place(&app, &id, &bearer, person.as_ref()).await?;
    let (seat, mut name) = place.speaker(room)?;
    if let (SPECTATOR, Some(person)) = (seat, &person) {
        name.clone_from(&person.name);
    }
    let (phrase, body) = match (text, phrase) {
        (Some(text), None) => (0, words::clean(&text, talk::MESSAGE).map_err(AppError::refused)?),
        (None, Some(n)) => {
            let text = talk::phrase(n).ok_or_else(|| AppError::refused(format!("there is no phrase {n}")))?;
            (i64::from(n), text.to_owned())
        }
        (Some(_), Some(_)) | (None, None) => {
            return Err(AppError::malformed("expected either `text` or `phrase`"));
        }
    };
    if let Some(why) = place.mute(&app).await? {
        return Err(AppError::forbidden(why));
    }
    open(&app)?.talking.take(place.key()).map_err(AppError::too_many)?;
    // From here on it is known what was said last, so that this counts on top of it.
    talk::heard(&app, &place.table).await?;
    let person = match (seat, &place.sitter, &place.person) {
        (SPECTATOR, _, Some(person)) => person.clone(),
        (SPECTATOR, _, None) | (_, None, _) => String::new(),
        (_, Some(sitter), _) => sitter.person.clone(),
    };
    let at = app.clock().millis();
    let said = Said {
        match_id: place.table.about.id.clone(),
        room: talk::number(room),
        at,
        seat,
        person,
        name,
        phrase,
        body,
        ..Said::default()
    };
    let n = {
        let _writing = app.writing().read().await;
        app.store().say(&said).await?
    };
    place.table.ear.said(room, n);
    place.table.tell();
    if room == Room::Players {
        mention::at_table(&app, &place.table, &said, n, &place.sittings).await;
    }
    Ok(Json(page(&app, &place, room, n - 1).await?))
}

/// Something that was said is shown to the moderators, with what was said round it.
pub(crate) async fn report(
    State(app): State<App>,
    path: std::result::Result<Path<(String, u32)>, axum::extract::rejection::PathRejection>,
    bearer: Bearer,
    person: Option<Person>,
    Sent(ReportWords { why, room }): Sent<ReportWords>,
) -> Result<Json<Reported>> {
    let Path((id, n)) = path.map_err(|err| AppError::malformed(err.body_text()))?;
    let place = place(&app, &id, &bearer, person.as_ref()).await?;
    let room = room.ok_or_else(|| AppError::malformed("expected the `room` in which it was said"))?;
    place.hears(room)?;
    let why = order::reason(&why)?;
    if place.person.is_none() && !matches!(place.viewer, Viewer::Seat(_)) {
        return Err(AppError::not_logged_in());
    }
    let n = i64::from(n);
    let round = app.store().talk(&id, talk::number(room), n - ROUND - 1, MOST).await?;
    let round: Vec<&Said> = round.iter().filter(|it| it.n <= n + ROUND).collect();
    let said = round.iter().find(|it| it.n == n && it.removed == 0);
    let said = said.ok_or_else(|| AppError::not_found("message"))?;
    open(&app)?.reporting.take(place.key()).map_err(AppError::too_many)?;
    let context: Vec<ContextLine> = round
        .iter()
        .map(|it| ContextLine {
            at: it.at.unsigned_abs(),
            name: it.name.clone(),
            text: it.body.clone(),
            reported: it.n == n,
        })
        .collect();
    let by = match &person {
        Some(person) => person.name.clone(),
        None => place.sitter.as_ref().map_or_else(|| place.side.clone(), |it| it.name.clone()),
    };
    let report = Report {
        id: app.chance().id(),
        at: app.clock().millis(),
        reporter: place.key(),
        by,
        kind: "talk".to_owned(),
        place: order::Spot::Talk { id, room, n, seat: u8::try_from(said.seat).ok() }.to_text(),
        person: said.person.clone(),
        name: said.name.clone(),
        why,
        context: serde_json::to_string(&context).expect("plain data"),
        ..Report::default()
    };
    Ok(Json(order::take_report(&app, &report).await?))
}
