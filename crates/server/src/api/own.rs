//! What is somebody's own: their seats, everything that is kept of them, and
//! the way out.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use people::password;
use store::{Link, OwnSeat};
use wire::{
    Export, ExportMade, ExportSeat, ExportTogether, ExportWords, ListRequest, MatchList, MatchSummary, Me,
    NewSeats, Password, Reset, SessionCard,
};

use super::{
    bots,
    clubs::rank_of,
    factor, mail,
    matches::summary_of,
    moderation::muted,
    notices as told,
    people::{card, confirm, enter, open, shut_out},
    profiles::circles_of,
    studies,
};
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    lobby::{self, Who},
    notices,
    people::{Person, draw_session, with_cookie},
    pool::Work,
    secret::Secret,
};

/// More battles than anybody looks at; the export has them all.
const MOST_SEATS: u32 = 500;
const ALL: u32 = 1_000_000;
/// More secrets than a browser keeps.
const MOST_SECRETS: usize = 500;
/// So many secrets cost an address as much as one request.
const SECRETS_TO_A_REQUEST: f64 = 10.0;
/// What a link is for.
pub(super) const PASSWORD: &str = notices::letters::PASSWORD;

/// The battles in which somebody has a seat, on whatever device they look.
pub(crate) async fn battles(State(app): State<App>, person: Person) -> Result<Json<MatchList>> {
    let mut matches: Vec<MatchSummary> = Vec::new();
    for OwnSeat { held, .. } in app.store().seats_of(&person.id, MOST_SEATS).await? {
        let Ok(seat) = u8::try_from(held.seat) else { continue };
        let holding = wire::Holding { viewer: wire::Viewer::Seat(seat), secret: None };
        match matches.last_mut().filter(|it| it.id == held.match_id) {
            Some(before) => before.holds.push(holding),
            None => {
                let mut summary = summary_of(&app, &held)?;
                summary.holds.push(holding);
                matches.push(summary);
            }
        }
    }
    lobby::in_list(&app, &mut matches).await?;
    Ok(Json(MatchList { matches }))
}

/// What somebody played as a guest becomes theirs. A seat that is somebody's stays theirs.
pub(crate) async fn take_seats(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    Sent(ListRequest { secrets }): Sent<ListRequest>,
) -> Result<Json<NewSeats>> {
    if MOST_SECRETS < secrets.len() {
        return Err(AppError::refused(format!("at most {MOST_SECRETS} secrets at a time")));
    }
    app.charge(asker.0, secrets.len() as f64 / SECRETS_TO_A_REQUEST)?;
    let hashes: Vec<String> = secrets.iter().map(|secret| Secret::claimed(secret).hash().to_text()).collect();
    let held = app.store().held_by(&hashes).await?;
    let seats: Vec<(String, i64)> =
        held.into_iter().flatten().filter(|it| 0 <= it.seat).map(|it| (it.match_id, it.seat)).collect();
    let before = count(&app, &person).await?;
    {
        let _writing = app.writing().read().await;
        app.store().seat_person(&person.id, &seats, app.clock().millis()).await?;
    }
    Ok(Json(NewSeats { taken: count(&app, &person).await?.saturating_sub(before) }))
}

async fn count(app: &App, person: &Person) -> Result<usize> {
    Ok(app.store().seats_of(&person.id, ALL).await?.len())
}

/// Everything that is kept of somebody, but for the password, which nobody can read.
pub(crate) async fn export(State(app): State<App>, person: Person) -> Result<Response> {
    let sessions = app.store().sessions_of(&person.id).await?;
    let sessions = sessions.into_iter().map(|it| SessionCard {
        here: it.id == person.session,
        id: it.id,
        begun: it.created.unsigned_abs(),
        seen: it.seen.unsigned_abs(),
        browser: it.agent,
    });
    let seats = app.store().seats_of(&person.id, ALL).await?;
    let seats = seats.into_iter().map(|OwnSeat { held, since }| {
        let title = summary_of(&app, &held)?.title;
        let seat = u8::try_from(held.seat).unwrap_or_default();
        Ok(ExportSeat { battle: held.match_id, title, seat, since: since.unsigned_abs() })
    });
    let seats = seats.collect::<Result<_>>()?;
    let own = lobby::mine(&app, &Who::Person(Box::new(person.clone()))).await?;
    let wishes = notices::wishes(&app, &person.id).await?;
    let notices = app.store().all_notices_of(&person.id).await?;
    let export = Export {
        person: card(&person.id, &person.name, person.created),
        sessions: sessions.collect(),
        seats,
        bots: app.store().bots_of(&person.id).await?.iter().map(bots::card).collect(),
        invitations: own.made.into_iter().chain(own.received).collect(),
        together: together(&app, &person).await?,
        mail: mail::page(&app, &person.id).await?,
        second_factor: factor::page(&app, &person.id).await?,
        devices: told::devices(&app, &person.id).await?,
        hook: told::hook(&app, &person.id).await?,
        notices: notices.iter().map(|it| notices::card(it, &wishes)).collect(),
        studies: studies::of(&app, &person.id),
        wishes,
    };
    let file =
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"flagbridge-{}.json\"", person.name));
    Ok(([file], Json(export)).into_response())
}

/// What somebody is to others, and has said, written and made here.
async fn together(app: &App, person: &Person) -> Result<ExportTogether> {
    let store = app.store();
    let said = store.said_by(&person.id, ALL).await?.into_iter();
    let posts = store.posts_by(&person.id, ALL).await?.into_iter();
    let clubs = store.clubs_of(&person.id).await?.into_iter();
    let conduct = store.conduct(&person.id).await?;
    let warnings = store.warnings(&person.id).await?.into_iter();
    let reports = store.reports_by(&person.id, ALL).await?.into_iter();
    let mut shelf = Vec::new();
    for it in store.shelf_of(&person.id).await? {
        let body = serde_json::from_str(&it.body).map_err(|err| AppError::corrupted(&format!("{err}")))?;
        shelf.push(ExportMade { kind: it.kind, game: it.game, title: it.title, body });
    }
    let words = |place: String, at: i64, text: String| ExportWords { place, at: at.unsigned_abs(), text };
    Ok(ExportTogether {
        circles: circles_of(app, &person.id).await?,
        said: said.map(|it| words(it.match_id, it.at, it.body)).collect(),
        posts: posts.map(|it| words(it.club, it.at, it.body)).collect(),
        clubs: clubs.map(|(club, rank)| (club.name, rank_of(rank))).collect(),
        moderator: conduct.is_moderator(),
        muted: muted(conduct.muted_until, &conduct.muted_why, app.clock().millis()),
        warnings: warnings.map(|it| words(String::new(), it.at, it.words)).collect(),
        reports: reports.map(|it| words(it.name, it.at, it.why)).collect(),
        shelf,
    })
}

/// Everything that is kept of somebody goes. Their battles stay, and are nobody's.
pub(crate) async fn delete(
    State(app): State<App>,
    asker: Asker,
    person: Person,
    Sent(Password { password }): Sent<Password>,
) -> Result<Response> {
    let house = open(&app)?;
    confirm(&app, &asker, &person, password).await?;
    {
        let _writing = app.writing().read().await;
        app.store().delete_person(&person.id).await?;
    }
    app.studies().forget(&person.id);
    house.lobby.changed();
    let me = Me { person: None, sign_up: house.rules.sign_up, work: None };
    Ok(with_cookie(&app, None, Json(me)))
}

/// A link for a forgotten password is used up: whoever has it chooses another password.
pub(crate) async fn reset(
    State(app): State<App>,
    asker: Asker,
    headers: HeaderMap,
    Sent(Reset { link, password, code }): Sent<Reset>,
) -> Result<Response> {
    let house = open(&app)?;
    house.logging_in.take(asker.0).map_err(AppError::too_many)?;
    let (hash, now) = (crate::link_hash(&link), app.clock().millis());
    let used_up = || AppError::refused("this link has been used, or its time is up; ask for another one");
    let kept = app.store().link(&hash, PASSWORD, now).await?.ok_or_else(used_up)?;
    shut_out(&kept, now)?;
    password::check(&password, &kept.name).map_err(AppError::refused)?;
    // Whoever can read somebody's mail has one factor, and not both.
    factor::pass(&app, &kept.id, code.as_deref()).await?;
    let (salt, cost) = (app.chance().bytes(), house.rules.cost);
    let work = move || password::keep(&password, salt, cost);
    let password = app.at_length(Work::Passwords, &asker.owner(), work).await?;
    let (session, secret) = draw_session(&app, &kept.id, &headers);
    let link = Link { hash, person: kept.id.clone(), purpose: PASSWORD.to_owned(), expires: now };
    let done = {
        let _writing = app.writing().read().await;
        app.store().reset_password(&link, &password, &session).await?
    };
    if !done {
        return Err(used_up());
    }
    Ok(with_cookie(&app, Some(secret), Json(enter(house, &kept))))
}
