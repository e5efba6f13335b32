//! What people have made and keep here: scenarios, fleets and designs. The
//! game itself says whether it can read them; who sees them is their owner's
//! business: nobody else, the members of a club, or whoever has the link.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use people::words::{self, Measure};
use rulesets::{ScenarioRef, Source, Table};
use serde_json::Value;
use store::Shelved;
use wire::{Fleet, NewShelf, ShelfCard, ShelfChange, ShelfKind, ShelfList, ShelfPage};

use super::{games, people::open, yard};
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    order,
    people::Person,
    pool::Work,
};

const TITLE: Measure = Measure { what: "a title", most: 80, lines: 1 };
/// Things of one person, and bytes of one thing.
const MOST: usize = 100;
const LARGEST: usize = 256 << 10;

const fn kind_text(kind: ShelfKind) -> &'static str {
    match kind {
        ShelfKind::Scenario => "scenario",
        ShelfKind::Fleet => "fleet",
        ShelfKind::Design => "design",
    }
}

fn kind_of(it: &Shelved) -> Result<ShelfKind> {
    let kinds = [ShelfKind::Scenario, ShelfKind::Fleet, ShelfKind::Design];
    let kind = kinds.into_iter().find(|kind| kind_text(*kind) == it.kind);
    kind.ok_or_else(|| AppError::corrupted(&format!("{} on the shelf: kind {:?}", it.id, it.kind)))
}

async fn card(app: &App, it: &Shelved, person: Option<&Person>) -> Result<ShelfCard> {
    let mine = person.is_some_and(|person| person.id == it.person);
    let by = match person.filter(|_| mine) {
        Some(person) => person.name.clone(),
        None => app.store().person(&it.person).await?.map(|it| it.name).unwrap_or_default(),
    };
    Ok(ShelfCard {
        id: it.id.clone(),
        kind: kind_of(it)?,
        game: it.game.clone(),
        title: it.title.clone(),
        by,
        mine,
        club: Some(it.club.clone()).filter(|it| !it.is_empty()),
        shared: it.shared,
        changed: it.changed.unsigned_abs(),
    })
}

async fn cards(app: &App, all: &[Shelved], person: &Person) -> Result<Vec<ShelfCard>> {
    let mut cards = Vec::new();
    for it in all {
        cards.push(card(app, it, Some(person)).await?);
    }
    Ok(cards)
}

/// Everything the members of a club see.
pub(super) async fn of_club(app: &App, club: &str, person: &Person) -> Result<Vec<ShelfCard>> {
    cards(app, &app.store().shelf_of_club(club).await?, person).await
}

/// Everything of one's own.
pub(crate) async fn list(State(app): State<App>, person: Person) -> Result<Json<ShelfList>> {
    Ok(Json(ShelfList { shelf: of(&app, &person).await? }))
}

pub(super) async fn of(app: &App, person: &Person) -> Result<Vec<ShelfCard>> {
    cards(app, &app.store().shelf_of(&person.id).await?, person).await
}

/// Whether the game can read it, in its own words; nothing is wrong with a fleet that is not legal yet.
/// Answers with the seats of a scenario.
fn check(kind: ShelfKind, game: &str, body: &Value) -> Result<Vec<String>> {
    let game = games::find(game)?;
    let yard = || game.shipyard().ok_or_else(|| AppError::not_found("shipyard"));
    match kind {
        ShelfKind::Scenario => {
            let text = body.to_string();
            let source = Source::new("scenario.json", &text)?;
            return Ok(game.prepare(ScenarioRef::File(source), &[], Table::People)?.seats().to_vec());
        }
        ShelfKind::Fleet => {
            let fleet: Fleet =
                serde_json::from_value(body.clone()).map_err(|err| AppError::malformed(err.to_string()))?;
            let text = yard::fleet_text(&fleet)?;
            yard()?.review(&Source::new("fleet.json", &text)?, &[])?;
        }
        ShelfKind::Design => {
            let text = yard::design_text(body)?;
            yard()?.survey(&Source::new("design.json", &text)?, &[], None)?;
        }
    }
    Ok(Vec::new())
}

pub(crate) async fn put(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    Sent(NewShelf { kind, game, title, body }): Sent<NewShelf>,
) -> Result<(StatusCode, Json<ShelfPage>)> {
    let house = open(&app)?;
    let title = words::clean(&title, TITLE).map_err(AppError::refused)?;
    let text = body.to_string();
    if LARGEST < text.len() {
        return Err(AppError::refused(format!("{} bytes, but at most {LARGEST} are kept", text.len())));
    }
    if MOST <= app.store().shelf_of(&person.id).await?.len() {
        return Err(AppError::refused(format!("at most {MOST} things are kept for each person")));
    }
    house.keeping.take(person.id.clone()).map_err(AppError::too_many)?;
    let (named, value) = (game.clone(), body.clone());
    let checked = move || check(kind, &named, &value);
    let seats = app.at_length(Work::Checking, &asker.owner(), checked).await??;
    let now = app.clock().millis();
    let new = Shelved {
        id: app.chance().id(),
        person: person.id.clone(),
        kind: kind_text(kind).to_owned(),
        game,
        title,
        body: text,
        created: now,
        changed: now,
        ..Shelved::default()
    };
    {
        let _writing = app.writing().read().await;
        app.store().shelve(&new).await?;
    }
    let card = card(&app, &new, Some(&person)).await?;
    Ok((StatusCode::CREATED, Json(ShelfPage { card, seats, body })))
}

/// Something on the shelf, for whoever may see it. For everybody else it is not there.
pub(crate) async fn show(
    State(app): State<App>,
    asker: Asker,
    person: Option<Person>,
    Path(id): Path<String>,
) -> Result<Json<ShelfPage>> {
    open(&app)?;
    let it = app.store().shelved(&id).await?.ok_or_else(|| AppError::not_found("thing on the shelf"))?;
    let may = match &person {
        _ if it.shared => true,
        Some(person) if person.id == it.person => true,
        Some(person) => !it.club.is_empty() && app.store().is_in_club(&it.club, &person.id).await?,
        None => false,
    };
    if !may {
        return Err(AppError::not_found("thing on the shelf"));
    }
    let body: Value =
        serde_json::from_str(&it.body).map_err(|err| AppError::corrupted(&format!("{id}: {err}")))?;
    let (kind, game, value) = (kind_of(&it)?, it.game.clone(), body.clone());
    // Rules that have changed since it was put there may have something to say against it now; it can be
    // taken along all the same.
    let checked = move || check(kind, &game, &value).unwrap_or_default();
    let seats = app.at_length(Work::Checking, &asker.owner(), checked).await?;
    Ok(Json(ShelfPage { card: card(&app, &it, person.as_ref()).await?, seats, body }))
}

/// Who sees it, and what it is called, from now on.
pub(crate) async fn change(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Sent(ShelfChange { title, shared, club }): Sent<ShelfChange>,
) -> Result<Json<ShelfList>> {
    let it = app.store().shelved(&id).await?.filter(|it| it.person == person.id);
    let it = it.ok_or_else(|| AppError::not_found("thing on the shelf"))?;
    let title = words::clean(&title, TITLE).map_err(AppError::refused)?;
    let club = club.unwrap_or_default();
    if !club.is_empty() && !app.store().is_in_club(&club, &person.id).await? {
        return Err(AppError::forbidden("only the members of a club can share with it"));
    }
    if shared || !club.is_empty() {
        order::may_write(&app, &person.id).await?;
    }
    {
        let _writing = app.writing().read().await;
        let changed = app.clock().millis();
        app.store().shelve(&Shelved { title, shared, club, changed, ..it }).await?;
    }
    list(State(app), person).await
}

pub(crate) async fn take_away(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<ShelfList>> {
    let gone = {
        let _writing = app.writing().read().await;
        app.store().unshelve(&person.id, &id).await?
    };
    if !gone {
        return Err(AppError::not_found("thing on the shelf"));
    }
    list(State(app), person).await
}
