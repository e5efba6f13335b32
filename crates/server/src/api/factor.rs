//! The second factor: switched on with a code that a phone shows, asked for
//! when somebody logs in, and the codes on paper for whoever has no phone.

use axum::{Json, extract::State};
use people::factor;
use qrcodegen::{QrCode, QrCodeEcc};
use wire::{CodeRequest, FactorPage, NewFactor, Password, PasswordAndCode, RecoveryCodes};

use super::people::{confirm, open};
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    people::Person,
    secret::Secret,
};

pub(crate) async fn factor(State(app): State<App>, person: Person) -> Result<Json<FactorPage>> {
    open(&app)?;
    Ok(Json(page(&app, &person.id).await?))
}

pub(super) async fn page(app: &App, person: &str) -> Result<FactorPage> {
    let kept = app.store().factor_of(person).await?.filter(|it| 0 < it.since);
    Ok(match kept {
        Some(kept) => FactorPage { since: Some(kept.since.unsigned_abs()), codes: kept.codes },
        None => FactorPage { since: None, codes: 0 },
    })
}

/// A secret for a phone. It counts when a code of it has been given.
pub(crate) async fn begin(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    Sent(Password { password }): Sent<Password>,
) -> Result<Json<NewFactor>> {
    open(&app)?;
    confirm(&app, &asker, &person, password).await?;
    let secret = factor::base32(&app.chance().bytes::<{ factor::SECRET_BYTES }>());
    let begun = {
        let _writing = app.writing().read().await;
        app.store().begin_factor(&person.id, &secret).await?
    };
    if !begun {
        return Err(AppError::refused("you already have a second factor; switch it off first"));
    }
    let uri = factor::uri(&app.place(), &person.name, &secret);
    let (size, path) = squares(&uri)?;
    Ok(Json(NewFactor { secret, uri, size, path }))
}

/// A square of dots: each dark one is 1 by 1 in a path.
fn squares(text: &str) -> Result<(u32, String)> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).map_err(|_| AppError::internal())?;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            path.push_str(&format!("M{x} {y}h1v1h-1z"));
        }
    }
    Ok((code.size().unsigned_abs(), path))
}

pub(crate) async fn switch_on(
    State(app): State<App>,
    person: Person,
    Sent(CodeRequest { code }): Sent<CodeRequest>,
) -> Result<Json<RecoveryCodes>> {
    let house = open(&app)?;
    house.coding.take(person.id.clone()).map_err(AppError::too_many)?;
    let kept = app.store().factor_of(&person.id).await?.filter(|it| it.since == 0);
    let kept = kept.ok_or_else(|| AppError::refused("no second factor is waiting for its first code"))?;
    let now = app.clock().millis();
    let step = factor::step_of(&kept.secret, &code, now);
    let step = step.ok_or_else(|| AppError::refused("that is not the code it shows now"))?;
    let (codes, hashes) = codes(&app);
    let done = {
        let _writing = app.writing().read().await;
        app.store().confirm_factor(&person.id, &kept.secret, (step, now), &hashes).await?
    };
    match done {
        true => Ok(Json(RecoveryCodes { codes })),
        false => Err(AppError::refused("no second factor is waiting for its first code")),
    }
}

/// Codes on paper, and what is kept of them.
fn codes(app: &App) -> (Vec<String>, Vec<String>) {
    let codes: Vec<String> = (0..factor::RECOVERY).map(|_| factor::recovery(app.chance().bytes())).collect();
    let hashes = codes.iter().filter_map(|code| hash(code)).collect();
    (codes, hashes)
}

fn hash(code: &str) -> Option<String> {
    factor::recovery_typed(code).map(|it| Secret::claimed(&it).person_hash())
}

pub(crate) async fn other_codes(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    Sent(PasswordAndCode { password, code }): Sent<PasswordAndCode>,
) -> Result<Json<RecoveryCodes>> {
    open(&app)?;
    confirm(&app, &asker, &person, password).await?;
    must_be_on(&app, &person).await?;
    pass(&app, &person.id, Some(&code)).await.map_err(AppError::into_refusal)?;
    let (codes, hashes) = codes(&app);
    let _writing = app.writing().read().await;
    app.store().set_codes(&person.id, &hashes).await?;
    Ok(Json(RecoveryCodes { codes }))
}

pub(crate) async fn switch_off(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    Sent(PasswordAndCode { password, code }): Sent<PasswordAndCode>,
) -> Result<Json<FactorPage>> {
    open(&app)?;
    confirm(&app, &asker, &person, password).await?;
    must_be_on(&app, &person).await?;
    pass(&app, &person.id, Some(&code)).await.map_err(AppError::into_refusal)?;
    {
        let _writing = app.writing().read().await;
        app.store().drop_factor(&person.id, None).await?;
    }
    Ok(Json(page(&app, &person.id).await?))
}

async fn must_be_on(app: &App, person: &Person) -> Result<()> {
    match page(app, &person.id).await?.since {
        Some(_) => Ok(()),
        None => Err(AppError::refused("there is no second factor")),
    }
}

/// Lets somebody by who has said the right password: where there is a second factor its code is wanted, or one
/// on paper, and either is taken once.
pub(super) async fn pass(app: &App, person: &str, code: Option<&str>) -> Result<()> {
    let Some(kept) = app.store().factor_of(person).await?.filter(|it| 0 < it.since) else { return Ok(()) };
    let code = code.filter(|it| !it.trim().is_empty()).ok_or_else(AppError::code_wanted)?;
    open(app)?.coding.take(person.to_owned()).map_err(AppError::too_many)?;
    let _writing = app.writing().read().await;
    let taken = match (factor::step_of(&kept.secret, code, app.clock().millis()), hash(code)) {
        (Some(step), _) => app.store().use_step(person, step).await?,
        (None, Some(hash)) => app.store().use_code(person, &hash).await?,
        (None, None) => false,
    };
    if taken { Ok(()) } else { Err(AppError::wrong_code()) }
}
