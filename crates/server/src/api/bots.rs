//! Bots: made by somebody, let in by tokens, told of what waits for them.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use people::Name;
use store::{KeptBot, KeptPerson, StoreError};
use wire::{BotCard, BotList, BotToken, NewBot};

use super::people::open;
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    people::{Person, draw_token},
};

pub(crate) async fn bots(State(app): State<App>, person: Person) -> Result<Json<BotList>> {
    list(&app, &person).await
}

async fn list(app: &App, person: &Person) -> Result<Json<BotList>> {
    let bots = app.store().bots_of(&person.id).await?.iter().map(card).collect();
    Ok(Json(BotList { bots, most: app.limits().bots }))
}

pub(crate) fn card(it: &KeptBot) -> BotCard {
    BotCard {
        id: it.id.clone(),
        name: it.name.clone(),
        created: it.created.unsigned_abs(),
        seen: it.seen.unsigned_abs(),
        token: it.token,
    }
}

/// A bot with a token, which is told here and never again.
pub(crate) async fn make(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    Sent(NewBot { name }): Sent<NewBot>,
) -> Result<(StatusCode, Json<BotToken>)> {
    let house = open(&app)?;
    let Name { written, folded, shape } = Name::read(&name).map_err(AppError::refused)?;
    let most = app.limits().bots;
    if most <= app.store().bots_of(&person.id).await?.len() {
        return Err(AppError::refused(format!("you can have at most {most} bots; delete one first")));
    }
    // A name is a name, whoever has it.
    house.signing_up.take(asker.0).map_err(AppError::too_many)?;
    let (token, hash) = draw_token(&app);
    let new = KeptPerson {
        id: app.chance().id(),
        name: written,
        folded,
        shape,
        created: app.clock().millis(),
        owner: person.id,
        ..KeptPerson::default()
    };
    {
        let _writing = app.writing().read().await;
        app.store().create_bot(&new, &hash).await.map_err(|err| match err {
            StoreError::Conflict => AppError::taken("that name, or one that looks like it, is taken"),
            StoreError::Away(_)
            | StoreError::Unsure(_)
            | StoreError::Taken
            | StoreError::Corrupted(_)
            | StoreError::Refused(_) => err.into(),
        })?;
    }
    let bot =
        BotCard { id: new.id, name: new.name, created: new.created.unsigned_abs(), seen: 0, token: true };
    Ok((StatusCode::CREATED, Json(BotToken { bot, token })))
}

/// Another token; the one before opens nothing any more.
pub(crate) async fn renew(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<BotToken>)> {
    let (token, hash) = draw_token(&app);
    set_token(&app, &person, &id, Some(&hash)).await?;
    let all = app.store().bots_of(&person.id).await?;
    let bot = all.iter().find(|it| it.id == id).map(card).ok_or_else(|| AppError::not_found("bot"))?;
    Ok((StatusCode::CREATED, Json(BotToken { bot, token })))
}

/// The bot is let in by nothing any more, until it gets another token.
pub(crate) async fn revoke(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<BotList>> {
    set_token(&app, &person, &id, None).await?;
    list(&app, &person).await
}

async fn set_token(app: &App, person: &Person, id: &str, hash: Option<&str>) -> Result<()> {
    let done = {
        let _writing = app.writing().read().await;
        app.store().set_token(&person.id, id, hash, app.clock().millis()).await?
    };
    // Whoever streams with the old one hears that it is worth nothing.
    if let Some(house) = app.house() {
        house.lobby.ring(id);
    }
    if done { Ok(()) } else { Err(AppError::not_found("bot")) }
}

/// The bot goes, and what is kept of it. Its battles stay, and are nobody's.
pub(crate) async fn delete(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<BotList>> {
    let own = app.store().bots_of(&person.id).await?;
    if !own.iter().any(|it| it.id == id) {
        return Err(AppError::not_found("bot"));
    }
    {
        let _writing = app.writing().read().await;
        app.store().delete_person(&id).await?;
    }
    if let Some(house) = app.house() {
        house.lobby.ring(&id);
        house.lobby.changed();
    }
    list(&app, &person).await
}
