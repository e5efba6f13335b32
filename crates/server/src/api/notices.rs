//! What somebody was told, how they want to be told, and what takes it for
//! them: browsers and a webhook.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
};
use couriers::push;
use store::{KeptEndpoint, KeptHook, Read};
use wire::{DeviceCard, HookCard, NewDevice, NewHook, NoticeList, ReadRequest, WishPage, Wishes};

use super::people::open;
use crate::{
    app::App,
    error::{AppError, Result},
    json::Sent,
    notices::{self, LISTED},
    people::{AGENT, Person},
};

pub(crate) async fn list(State(app): State<App>, person: Person) -> Result<Json<NoticeList>> {
    open(&app)?;
    listed(&app, &person).await
}

async fn listed(app: &App, person: &Person) -> Result<Json<NoticeList>> {
    let wishes = notices::wishes(app, &person.id).await?;
    let kept = app.store().notices_of(&person.id, LISTED).await?;
    // Of what the list has all of, the list knows how much was read; the two then always agree.
    let unread = match (kept.len() as u32) < LISTED {
        true => kept.iter().filter(|it| it.seen == 0).count() as u64,
        false => app.store().unread(&person.id).await?,
    };
    Ok(Json(NoticeList { notices: kept.iter().map(|it| notices::card(it, &wishes)).collect(), unread }))
}

pub(crate) async fn read(
    State(app): State<App>,
    person: Person,
    Sent(ReadRequest { id, battle }): Sent<ReadRequest>,
) -> Result<Json<NoticeList>> {
    open(&app)?;
    let which = match (&id, &battle) {
        (Some(id), _) => Read::One(id),
        (None, Some(battle)) => Read::Match(battle),
        (None, None) => Read::All,
    };
    {
        let _writing = app.writing().read().await;
        app.store().read_notices(&person.id, which, app.clock().millis()).await?;
    }
    listed(&app, &person).await
}

pub(crate) async fn wishes(State(app): State<App>, person: Person) -> Result<Json<WishPage>> {
    open(&app)?;
    page(&app, &person).await
}

async fn page(app: &App, person: &Person) -> Result<Json<WishPage>> {
    Ok(Json(WishPage {
        wishes: notices::wishes(app, &person.id).await?,
        push_key: open(app)?.push_key.public(),
        devices: devices(app, &person.id).await?,
        hook: hook(app, &person.id).await?,
        mail: !app.store().mail_of(&person.id).await?.address.is_empty(),
    }))
}

/// The browsers that take pushes for somebody; by its address each knows itself.
pub(super) async fn devices(app: &App, person: &str) -> Result<Vec<DeviceCard>> {
    let card = |it: KeptEndpoint| DeviceCard {
        id: it.id,
        browser: it.agent,
        since: it.since.unsigned_abs(),
        endpoint: it.url,
    };
    Ok(app.store().endpoints_of(person).await?.into_iter().map(card).collect())
}

/// Somebody's webhook, without what its messages are signed with.
pub(super) async fn hook(app: &App, person: &str) -> Result<Option<HookCard>> {
    let card = |it: KeptHook| HookCard { url: it.url, secret: None, since: it.since.unsigned_abs() };
    Ok(app.store().hook_of(person).await?.map(card))
}

pub(crate) async fn set_wishes(
    State(app): State<App>,
    person: Person,
    Sent(wishes): Sent<Wishes>,
) -> Result<Json<WishPage>> {
    open(&app)?;
    notices::check(&wishes)?;
    {
        let _writing = app.writing().read().await;
        let body = serde_json::to_string(&wishes).expect("plain data");
        app.store().set_wishes(&person.id, &body).await?;
    }
    page(&app, &person).await
}

pub(crate) async fn add_device(
    State(app): State<App>,
    headers: HeaderMap,
    person: Person,
    Sent(NewDevice { endpoint, p256dh, auth }): Sent<NewDevice>,
) -> Result<(StatusCode, Json<WishPage>)> {
    let house = open(&app)?;
    let url = couriers::target(&endpoint, &house.bounds).map_err(|err| AppError::refused(err.to_string()))?;
    push::check(&p256dh, &auth).map_err(|err| AppError::refused(err.to_string()))?;
    let url = url.to_string();
    let others = app.store().endpoints_of(&person.id).await?;
    let most = app.limits().devices;
    if most <= others.iter().filter(|it| it.url != url).count() {
        return Err(AppError::refused(format!(
            "at most {most} browsers can get push messages for one person"
        )));
    }
    let agent = headers.get(header::USER_AGENT).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let new = KeptEndpoint {
        id: app.chance().id(),
        person: person.id.clone(),
        url,
        key: p256dh,
        auth,
        agent: agent.chars().filter(|it| !it.is_control()).take(AGENT).collect(),
        since: app.clock().millis(),
    };
    {
        let _writing = app.writing().read().await;
        app.store().add_endpoint(&new).await?;
    }
    Ok((StatusCode::CREATED, page(&app, &person).await?))
}

pub(crate) async fn drop_device(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<WishPage>> {
    open(&app)?;
    let dropped = {
        let _writing = app.writing().read().await;
        app.store().drop_endpoint(&person.id, &id).await?
    };
    if !dropped {
        return Err(AppError::not_found("browser"));
    }
    page(&app, &person).await
}

/// A webhook in place of the one before. What its messages are signed with is told now and never again.
pub(crate) async fn set_hook(
    State(app): State<App>,
    person: Person,
    Sent(NewHook { url }): Sent<NewHook>,
) -> Result<Json<HookCard>> {
    let house = open(&app)?;
    let url = couriers::target(&url, &house.bounds).map_err(|err| AppError::refused(err.to_string()))?;
    let secret = app.chance().secret().into_text();
    let hook = KeptHook { url: url.to_string(), secret: secret.clone(), since: app.clock().millis() };
    {
        let _writing = app.writing().read().await;
        app.store().set_hook(&person.id, &hook).await?;
    }
    Ok(Json(HookCard { url: hook.url, secret: Some(secret), since: hook.since.unsigned_abs() }))
}

pub(crate) async fn drop_hook(State(app): State<App>, person: Person) -> Result<Json<WishPage>> {
    open(&app)?;
    {
        let _writing = app.writing().read().await;
        app.store().drop_hook(&person.id).await?;
    }
    page(&app, &person).await
}
