//! Where somebody can be written to: wanted, proven by a link, taken out; and
//! the way back in for whoever has forgotten their password.

use axum::{Json, extract::State};
use couriers::mail::address;
use wire::{Forgotten, MailPage, NewMail, Password, Posted, ProofRequest, Proven};

use super::people::{confirm, open};
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    notices::letters::{self, Letter, RESET},
    people::Person,
};

pub(crate) async fn mail(State(app): State<App>, person: Person) -> Result<Json<MailPage>> {
    open(&app)?;
    Ok(Json(page(&app, &person.id).await?))
}

pub(super) async fn page(app: &App, person: &str) -> Result<MailPage> {
    let kept = app.store().mail_of(person).await?;
    let some = |text: String| Some(text).filter(|it| !it.is_empty());
    Ok(MailPage { sends: app.post().is_some(), address: some(kept.address), wanted: some(kept.wanted) })
}

fn must_send(app: &App) -> Result<()> {
    match app.post() {
        Some(_) => Ok(()),
        None => Err(AppError::refused("this server sends no mail")),
    }
}

/// An address that somebody wants. It counts when the link in the mail that goes there is opened.
pub(crate) async fn want(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    Sent(NewMail { address: wanted, password }): Sent<NewMail>,
) -> Result<Json<MailPage>> {
    let house = open(&app)?;
    must_send(&app)?;
    let wanted = address(&wanted).map_err(AppError::refused)?;
    if app.store().mail_of(&person.id).await?.address == wanted {
        return Err(AppError::refused("that is already your address"));
    }
    confirm(&app, &asker, &person, password).await?;
    for whose in [format!("person {}", person.id), format!("to {}", wanted.to_ascii_lowercase())] {
        house.writing.take(whose).map_err(AppError::too_many)?;
    }
    {
        let _writing = app.writing().read().await;
        app.store().want_mail(&person.id, &wanted).await?;
    }
    letters::send(&app, &Letter::Prove { person: person.id.clone() }).await?;
    Ok(Json(page(&app, &person.id).await?))
}

/// Nobody writes to them any more. What was theirs hears of it.
pub(crate) async fn remove(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    Sent(Password { password }): Sent<Password>,
) -> Result<Json<MailPage>> {
    open(&app)?;
    confirm(&app, &asker, &person, password).await?;
    let before = app.store().mail_of(&person.id).await?.address;
    {
        let _writing = app.writing().read().await;
        app.store().drop_mail(&person.id).await?;
    }
    left(&app, &person.name, before).await?;
    Ok(Json(page(&app, &person.id).await?))
}

async fn left(app: &App, name: &str, before: String) -> Result<()> {
    if before.is_empty() || app.post().is_none() {
        return Ok(());
    }
    letters::send(app, &Letter::Left { name: name.to_owned(), address: before }).await
}

/// A link out of a mail: whoever has it need not be logged in, as on another device.
pub(crate) async fn verify(
    State(app): State<App>,
    asker: Asker,
    Sent(ProofRequest { link }): Sent<ProofRequest>,
) -> Result<Json<Proven>> {
    let house = open(&app)?;
    house.logging_in.take(asker.0).map_err(AppError::too_many)?;
    let used_up = || AppError::refused("this link has been used, or its time is up; ask for another mail");
    let (hash, now) = (crate::link_hash(&link), app.clock().millis());
    let before = app.store().link_owner(&hash).await?;
    let before = match before {
        Some(person) => app.store().mail_of(&person).await?.address,
        None => String::new(),
    };
    let proven = {
        let _writing = app.writing().read().await;
        app.store().prove_mail(&hash, now).await?
    };
    let (person, address) = proven.ok_or_else(used_up)?;
    if let Some(person) = app.store().person(&person).await? {
        left(&app, &person.name, before).await?;
    }
    Ok(Json(Proven { address }))
}

/// The answer and the work are the same whether anybody has that address or not.
pub(crate) async fn forgotten(
    State(app): State<App>,
    asker: Asker,
    Sent(Forgotten { address: typed }): Sent<Forgotten>,
) -> Result<Json<Posted>> {
    let house = open(&app)?;
    must_send(&app)?;
    let address = address(&typed).map_err(AppError::refused)?;
    for whose in [format!("from {}", asker.0), format!("to {}", address.to_ascii_lowercase())] {
        house.writing.take(whose).map_err(AppError::too_many)?;
    }
    letters::send(&app, &Letter::Forgotten { address }).await?;
    Ok(Json(Posted { minutes: (RESET / 60_000) as u32 }))
}
