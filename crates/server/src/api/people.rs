//! Accounts: made, logged in to, logged out of, looked at.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use people::{Name, password};
use store::{KeptPerson, StoreError};
use wire::{LogIn, Me, NewPassword, PersonCard, SessionCard, SessionList, SignUp, Task};

use super::factor;
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    order,
    people::{House, Person, draw_session, held, with_cookie},
    pool::Work,
};

/// Whoever asks, and what the house lets them do.
pub(crate) async fn me(State(app): State<App>, person: Option<Person>) -> Result<Json<Me>> {
    let house = open(&app)?;
    let person = person.map(|it| card(&it.id, &it.name, it.created));
    let (sign_up, bits) = (house.rules.sign_up, house.works.bits());
    // Only for those who may want an account.
    let work = (person.is_none() && sign_up && 0 < bits).then(|| Task {
        challenge: house.works.challenge(app.chance().apart().bytes(), app.clock().millis()),
        bits,
    });
    Ok(Json(Me { person, sign_up, work }))
}

/// What somebody is told who has just come in.
pub(crate) fn enter(house: &House, kept: &KeptPerson) -> Me {
    Me { person: Some(card(&kept.id, &kept.name, kept.created)), sign_up: house.rules.sign_up, work: None }
}

pub(crate) fn card(id: &str, name: &str, created: i64) -> PersonCard {
    PersonCard { id: id.to_owned(), name: name.to_owned(), created: created.unsigned_abs() }
}

/// Routes of people are there only on a server that is open to the public.
pub(crate) fn open(app: &App) -> Result<&House> {
    app.house().ok_or_else(|| AppError::not_found("request"))
}

pub(crate) async fn sign_up(
    State(app): State<App>,
    asker: Asker,
    headers: HeaderMap,
    Sent(SignUp { name, password, work }): Sent<SignUp>,
) -> Result<Response> {
    let house = open(&app)?;
    if !house.rules.sign_up {
        return Err(AppError::forbidden("nobody can make an account here at present"));
    }
    let name = Name::read(&name).map_err(AppError::refused)?;
    password::check(&password, &name.written).map_err(AppError::refused)?;
    house.signing_up.take(asker.0).map_err(AppError::too_many)?;
    let (challenge, answer) = work.map_or_else(Default::default, |it| (it.challenge, it.answer));
    house.works.take(&challenge, &answer, app.clock().millis()).map_err(AppError::refused)?;
    if let Some((task, _)) = challenge.rsplit_once('.') {
        app.wakes().task_done(task);
    }
    let (salt, cost) = (app.chance().bytes(), house.rules.cost);
    let kept = move || password::keep(&password, salt, cost);
    let password = app.at_length(Work::Passwords, &asker.owner(), kept).await?;
    let Name { written, folded, shape } = name;
    let (id, created) = (app.chance().id(), app.clock().millis());
    let new = KeptPerson { id, name: written, folded, shape, password, created, ..KeptPerson::default() };
    let (session, secret) = draw_session(&app, &new.id, &headers);
    {
        let _writing = app.writing().read().await;
        app.store().create_person(&new, &session).await.map_err(|err| match err {
            StoreError::Conflict => AppError::taken("that name, or one that looks like it, is taken"),
            StoreError::Away(_)
            | StoreError::Unsure(_)
            | StoreError::Taken
            | StoreError::Corrupted(_)
            | StoreError::Refused(_) => err.into(),
        })?;
    }
    Ok(with_cookie(&app, Some(secret), (StatusCode::CREATED, Json(enter(house, &new)))))
}

pub(crate) async fn log_in(
    State(app): State<App>,
    asker: Asker,
    headers: HeaderMap,
    Sent(LogIn { name, password, code }): Sent<LogIn>,
) -> Result<Response> {
    let house = open(&app)?;
    house.logging_in.take(asker.0).map_err(AppError::too_many)?;
    let folded = people::name::fold(&name);
    house.guessing.take(folded.clone()).map_err(AppError::too_many)?;
    let found = app.store().person_named(&folded).await?;
    // The same work, whether there is such a person or not.
    let kept = found.as_ref().map_or(&house.nobody, |it| &it.password).clone();
    let (cost, salt) = (house.rules.cost, app.chance().bytes());
    let tried = move || {
        let right = password::is_right(&password, &kept);
        let anew =
            (right && password::is_outdated(&kept, cost)).then(|| password::keep(&password, salt, cost));
        (right, anew)
    };
    let (right, anew) = app.at_length(Work::Passwords, &asker.owner(), tried).await?;
    // A bot has a token, and no password.
    let person = found.filter(|it| right && it.owner.is_empty()).ok_or_else(AppError::wrong_password)?;
    // Told only to whoever has the password.
    shut_out(&person, app.clock().millis())?;
    factor::pass(&app, &person.id, code.as_deref()).await?;
    let (session, secret) = draw_session(&app, &person.id, &headers);
    let before = held(&app, &headers).map(|it| it.person_hash());
    {
        let _writing = app.writing().read().await;
        app.store().log_in(&session, before.as_deref()).await?;
        if let Some(anew) = anew {
            app.store().keep_password_anew(&person.id, &person.password, &anew).await?;
        }
    }
    Ok(with_cookie(&app, Some(secret), Json(enter(house, &person))))
}

/// Whoever has been shut out is told until when, and why.
pub(crate) fn shut_out(kept: &KeptPerson, now: i64) -> Result<()> {
    if kept.banned_until <= now {
        return Ok(());
    }
    let days = order::more_days(kept.banned_until, now);
    Err(AppError::forbidden(format!("you are banned for {days}: {}", kept.banned_why)))
}

/// Logging out where nobody is logged in is no error: it has been done.
pub(crate) async fn log_out(State(app): State<App>, person: Option<Person>) -> Result<Response> {
    let house = open(&app)?;
    if let Some(person) = person {
        let _writing = app.writing().read().await;
        app.store().end_session(&person.id, &person.session).await?;
    }
    Ok(with_cookie(&app, None, Json(Me { person: None, sign_up: house.rules.sign_up, work: None })))
}

pub(crate) async fn sessions(State(app): State<App>, person: Person) -> Result<Json<SessionList>> {
    list(&app, &person).await
}

async fn list(app: &App, person: &Person) -> Result<Json<SessionList>> {
    let sessions = app.store().sessions_of(&person.id).await?;
    let card = |it: store::KeptSession| SessionCard {
        here: it.id == person.session,
        id: it.id,
        begun: it.created.unsigned_abs(),
        seen: it.seen.unsigned_abs(),
        browser: it.agent,
    };
    Ok(Json(SessionList { sessions: sessions.into_iter().map(card).collect() }))
}

pub(crate) async fn end_session(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<SessionList>> {
    let ended = {
        let _writing = app.writing().read().await;
        app.store().end_session(&person.id, &id).await?
    };
    if !ended {
        return Err(AppError::not_found("session"));
    }
    list(&app, &person).await
}

pub(crate) async fn end_others(State(app): State<App>, person: Person) -> Result<Json<SessionList>> {
    {
        let _writing = app.writing().read().await;
        app.store().end_other_sessions(&person.id, &person.session).await?;
    }
    list(&app, &person).await
}

/// Another password. Whoever knew the old one is logged out everywhere.
pub(crate) async fn change_password(
    State(app): State<App>,
    asker: Asker,
    headers: HeaderMap,
    person: Person,
    Sent(NewPassword { old, new }): Sent<NewPassword>,
) -> Result<Response> {
    let house = open(&app)?;
    password::check(&new, &person.name).map_err(AppError::refused)?;
    confirm(&app, &asker, &person, old).await?;
    let (salt, cost) = (app.chance().bytes(), house.rules.cost);
    let kept = move || password::keep(&new, salt, cost);
    let kept = app.at_length(Work::Passwords, &asker.owner(), kept).await?;
    let (session, secret) = draw_session(&app, &person.id, &headers);
    {
        let _writing = app.writing().read().await;
        app.store().set_password(&person.id, &kept, &session).await?;
    }
    let person = Some(card(&person.id, &person.name, person.created));
    let me = Me { person, sign_up: house.rules.sign_up, work: None };
    Ok(with_cookie(&app, Some(secret), Json(me)))
}

/// Whoever wants something that only its owner may do says the password again:
/// a browser that was left open is not enough.
pub(crate) async fn confirm(app: &App, asker: &Asker, person: &Person, password: String) -> Result<()> {
    let house = open(app)?;
    house.logging_in.take(asker.0).map_err(AppError::too_many)?;
    house.guessing.take(people::name::fold(&person.name)).map_err(AppError::too_many)?;
    let kept = person.password.clone();
    let tried = move || password::is_right(&password, &kept);
    if app.at_length(Work::Passwords, &asker.owner(), tried).await? {
        return Ok(());
    }
    Err(AppError::refused("that is not the password"))
}
