//! The tables of a club: battles that its members see, and sit down at by name.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use store::{Rank, Sitting};
use wire::{ClubSitter, ClubTable, ClubTables, Created, NewMatch, SitDown};

use super::{
    clubs::club_as,
    matches::{self, summary_of},
};
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    people::Person,
    table::Stage,
};

/// Tables that are shown.
const SHOWN: u32 = 30;

pub(crate) async fn list(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<ClubTables>> {
    club_as(&app, &id, &person, Rank::Member).await?;
    tables(&app, &id, &person).await
}

async fn tables(app: &App, club: &str, person: &Person) -> Result<Json<ClubTables>> {
    let held = app.store().club_tables(club, SHOWN).await?;
    let ids: Vec<String> = held.iter().map(|it| it.match_id.clone()).collect();
    let company = app.store().company(&ids).await?;
    let mut tables = Vec::new();
    for it in held {
        let summary = summary_of(app, &it)?;
        let here = company.iter().filter(|sitting| sitting.match_id == it.match_id);
        let sitters: Vec<ClubSitter> = here.filter_map(|it| sitter(it, person)).collect();
        let taken = |seat: &u8| sitters.iter().any(|it| it.seat == *seat);
        let free = summary.missing.iter().copied().filter(|seat| !taken(seat)).collect();
        tables.push(ClubTable { summary, sitters, free });
    }
    Ok(Json(ClubTables { tables }))
}

fn sitter(it: &Sitting, person: &Person) -> Option<ClubSitter> {
    let seat = u8::try_from(it.seat).ok()?;
    Some(ClubSitter { seat, name: it.name.clone(), mine: it.person == person.id })
}

/// A match like any other, which the members of the club see.
pub(crate) async fn make(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    Path(id): Path<String>,
    Sent(new): Sent<NewMatch>,
) -> Result<(StatusCode, Json<Created>)> {
    club_as(&app, &id, &person, Rank::Member).await?;
    let made = matches::create(State(app.clone()), asker, Some(person), Sent(new)).await?;
    let _writing = app.writing().read().await;
    app.store().show_to_club(&id, &made.1.id, app.clock().millis()).await?;
    Ok(made)
}

/// A member takes a seat that is free. The first of two who want it has it.
pub(crate) async fn sit(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    path: Path<(String, String)>,
    Sent(SitDown { seat }): Sent<SitDown>,
) -> Result<Json<ClubTables>> {
    let Path((club, id)) = path;
    club_as(&app, &club, &person, Rank::Member).await?;
    if !app.store().club_tables(&club, SHOWN).await?.iter().any(|it| it.match_id == id) {
        return Err(AppError::not_found("table of this club"));
    }
    let table = app.table(&id, &asker.owner()).await?;
    let is_missing = match table.lock(&app).await?.stage() {
        Stage::Waiting(waiting) => waiting.missing().contains(&seat),
        Stage::Battle(_) => false,
    };
    for other in app.store().sittings(&id).await? {
        if app.store().blocked_between(&person.id, &other.person).await? {
            return Err(AppError::forbidden(
                "you and one of those who sit there do not play with each other",
            ));
        }
    }
    if is_missing {
        let _writing = app.writing().read().await;
        let seats = [(id.clone(), i64::from(seat))];
        app.store().seat_person(&person.id, &seats, app.clock().millis()).await?;
    }
    let has = |it: &Sitting| it.seat == i64::from(seat) && it.person == person.id;
    if !app.store().sittings(&id).await?.iter().any(has) {
        return Err(AppError::taken("somebody already has that seat"));
    }
    tables(&app, &club, &person).await
}
