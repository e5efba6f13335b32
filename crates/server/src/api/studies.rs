//! The lab: questions asked, watched, stopped, gone on with and taken home.
//!
//! Whoever has the link of a study sees it. On a server that is open to the
//! public only whoever asked may do anything with it: by name, or as a guest by
//! a secret that is told once. On somebody's own table everybody may.

use std::{convert::Infallible, fs::File, io::Read as _, sync::Arc};

use axum::{
    Json,
    body::{Body, Bytes},
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use engine::Viewer;
use futures_util::{StreamExt, stream::unfold};
use rulesets::AnyMatch;
use tokio::{
    sync::mpsc::{self, Sender},
    time::interval,
};
use wire::{
    MatchInfo, NewStudy, StudyCard, StudyLimits, StudyList, StudyMade, StudyPage, StudySetup, StudyState,
    ViewPage,
};

use super::matches::{EventsQuery, ViewQuery, looking_as};
use crate::{
    app::{App, until_closed},
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    limits::{Limits, Place},
    live::PING,
    people::{Person, is_token},
    pool::Work,
    secret::Secret,
    show,
    studies::{self, Kept, Now, One, Paper, Replay},
};

/// The secret that somebody sends along, if it is one of a study.
fn secret(headers: &HeaderMap) -> Option<Secret> {
    let header = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    header.strip_prefix("Bearer ").filter(|it| !is_token(it)).map(Secret::claimed)
}

/// Limits, where there are any.
fn limits(app: &App) -> Option<&Limits> {
    app.house().map(|_| app.limits())
}

fn is_theirs(app: &App, kept: &Kept, person: Option<&Person>, headers: &HeaderMap) -> bool {
    if app.house().is_none() {
        return true;
    }
    let by_name = person.is_some_and(|it| it.id == kept.person);
    let by_secret =
        || secret(headers).is_some_and(|it| !kept.secret.is_empty() && it.person_hash() == kept.secret);
    by_name || by_secret()
}

/// The study, for whoever may do something with it.
fn own(app: &App, id: &str, person: Option<&Person>, headers: &HeaderMap) -> Result<Arc<One>> {
    let one = app.studies().find(id)?;
    match (is_theirs(app, &one.kept(), person, headers), person) {
        (true, _) => Ok(one),
        (false, Some(_)) => Err(AppError::forbidden("only whoever asked this question can do that")),
        (false, None) => Err(AppError::unauthorised()),
    }
}

fn card(one: &One, now: &Now, mine: bool) -> StudyCard {
    let kept = one.kept();
    StudyCard {
        id: one.id.clone(),
        title: kept.title,
        question: kept.question,
        games: kept.games,
        state: now.state.unwrap_or(kept.state),
        why: now.why.clone(),
        battles: now.shown.battles,
        most: now.shown.most,
        created: kept.created.unsigned_abs(),
        mine,
    }
}

/// How it stands; figures only if they are wanted.
fn page(app: &App, one: &One, now: &Now, mine: bool, figures: bool) -> StudyPage {
    let mut measured = vec!["rows"];
    if now.shown.figures.iter().any(|it| it.id == "standing") {
        measured.push("turns");
    }
    if now.shown.figures.iter().any(|it| it.id == "damage") {
        measured.push("harm");
    }
    StudyPage {
        card: card(one, now, mine),
        ahead: app.studies().ahead(one),
        rate: now.rate,
        left: now.left,
        answers: now.shown.answers.clone(),
        standings: now.shown.standings.clone(),
        kinds: now.shown.kinds.clone(),
        latest: now.shown.latest.iter().rev().cloned().collect(),
        figures: figures.then(|| now.shown.figures.clone()),
        files: studies::files(one, &measured),
    }
}

/// The newest first.
fn cards(all: &[Arc<One>]) -> Vec<StudyCard> {
    let mut cards: Vec<StudyCard> = all.iter().map(|it| card(it, &it.now(), true)).collect();
    cards.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));
    cards
}

/// Those that somebody with an account has asked for.
pub(super) fn of(app: &App, person: &str) -> Vec<StudyCard> {
    let mut all = app.studies().all();
    all.retain(|it| it.kept().person == person);
    cards(&all)
}

pub(crate) async fn list(State(app): State<App>, person: Option<Person>) -> Json<StudyList> {
    let studies = match (app.house(), person) {
        (None, _) => cards(&app.studies().all()),
        (Some(_), Some(person)) => of(&app, &person.id),
        (Some(_), None) => Vec::new(),
    };
    let limits = limits(&app).map(|it| StudyLimits {
        battles: it.study_battles,
        kinds: it.study_kinds,
        minutes: it.study_time.as_secs() / 60,
        nodes: it.study_nodes.into(),
        open: it.study_open as u64,
        days: it.study_days,
    });
    Json(StudyList { studies, limits })
}

pub(crate) async fn make(
    State(app): State<App>,
    asker: Asker,
    person: Option<Person>,
    Sent(new): Sent<NewStudy>,
) -> Result<(StatusCode, Json<StudyMade>)> {
    let owner = person.as_ref().map_or_else(|| asker.0.to_string(), |it| it.id.clone());
    let by = person.as_ref().map_or_else(String::new, |it| it.id.clone());
    app.admit_study(&owner)?;
    if let Some(limits) = limits(&app) {
        room(&app, limits, &owner, &by)?;
    }
    // On one's own table nobody needs it, and a name does as well.
    let secret = (app.house().is_some() && person.is_none()).then(|| app.chance().secret());
    let (id, now) = (app.chance().id(), app.clock().millis());
    let hash = secret.as_ref().map_or_else(String::new, Secret::person_hash);
    let (at, name) = (app.clone(), id.clone());
    let work = move || {
        let question = studies::question(&new, limits(&at))?;
        let kept = Kept {
            title: question.title.clone(),
            question: new.question,
            games: question.games.clone(),
            person: by,
            secret: hash,
            state: StudyState::Waiting,
            why: None,
            created: now,
            queued: now,
            seen: now,
            worked: 0,
            inputs: question.inputs.iter().map(|(name, _)| name.clone()).collect(),
        };
        at.studies().make(&name, &question, kept, owner)
    };
    app.at_length(Work::Checking, &asker.owner(), work).await??;
    Ok((StatusCode::CREATED, Json(StudyMade { id, secret: secret.map(Secret::into_text) })))
}

/// Whether there is room for one more study of somebody.
fn room(app: &App, limits: &Limits, owner: &str, person: &str) -> Result<()> {
    let open = app.studies().open_of(owner, person);
    if limits.study_open <= open {
        let words =
            format!("{open} of your studies are running or waiting; stop one, or wait until it is done");
        return Err(AppError::busy(30, words));
    }
    Ok(())
}

pub(crate) async fn show(
    State(app): State<App>,
    person: Option<Person>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<StudyPage>> {
    let one = app.studies().find(&id)?;
    one.look(app.clock().millis());
    let mine = is_theirs(&app, &one.kept(), person.as_ref(), &headers);
    Ok(Json(page(&app, &one, &one.now(), mine, true)))
}

pub(crate) async fn stop(
    State(app): State<App>,
    person: Option<Person>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<StudyPage>> {
    let one = own(&app, &id, person.as_ref(), &headers)?;
    app.studies().halt(&one);
    Ok(Json(page(&app, &one, &one.now(), true, false)))
}

pub(crate) async fn go(
    State(app): State<App>,
    asker: Asker,
    person: Option<Person>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<StudyPage>> {
    let one = own(&app, &id, person.as_ref(), &headers)?;
    let owner = person.as_ref().map_or_else(|| asker.0.to_string(), |it| it.id.clone());
    app.admit_study(&owner)?;
    if let Some(limits) = limits(&app) {
        room(&app, limits, &owner, &one.kept().person)?;
    }
    app.studies().go(&one, app.clock().millis())?;
    Ok(Json(page(&app, &one, &one.now(), true, false)))
}

pub(crate) async fn delete(
    State(app): State<App>,
    person: Option<Person>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<StudyList>> {
    let one = own(&app, &id, person.as_ref(), &headers)?;
    app.studies().delete(&one);
    Ok(list(State(app), person).await)
}

/// Everything that changes of a study, as server-sent events: each a page, the first with the figures.
pub(crate) async fn live(
    State(app): State<App>,
    asker: Asker,
    person: Option<Person>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response> {
    let one = app.studies().find(&id)?;
    let mine = is_theirs(&app, &one.kept(), person.as_ref(), &headers);
    let place = app.admit_live(asker.0)?;
    let (lines, heard) = mpsc::channel(4);
    tokio::spawn(follow(app, one, mine, lines, place));
    let body = Body::from_stream(unfold(heard, |mut heard| async move {
        let line: Bytes = heard.recv().await?;
        Some((Ok::<_, Infallible>(line), heard))
    }));
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        // Packed, a page would wait for the next.
        (header::CONTENT_ENCODING, "identity"),
    ];
    Ok((headers, body).into_response())
}

async fn follow(app: App, one: Arc<One>, mine: bool, lines: Sender<Bytes>, place: Place) {
    let (mut changes, mut moved) = (one.follow(), app.studies().moved());
    let mut closing = app.closing();
    let mut pings = interval(PING);
    pings.tick().await;
    let (mut drawn, mut last) = (0, String::new());
    loop {
        let now = Arc::clone(&changes.borrow_and_update());
        moved.mark_unchanged();
        let page = page(&app, &one, &now, mine, drawn != now.drawn);
        drawn = now.drawn;
        let text = serde_json::to_string(&page).expect("plain data goes into JSON");
        if text != last {
            if lines.send(format!("data: {text}\n\n").into()).await.is_err() {
                break;
            }
            last = text;
        }
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { break },
            _ = moved.changed() => {}
            () = until_closed(&mut closing) => break,
            () = lines.closed() => break,
            // A proxy lets go of a connection on which nothing is said.
            _ = pings.tick() => if lines.send(Bytes::from_static(b": \n\n")).await.is_err() { break },
        }
    }
    one.look(app.clock().millis());
    drop(place);
}

pub(crate) async fn file(
    State(app): State<App>,
    asker: Asker,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response> {
    let one = app.studies().find(&id)?;
    let wanted = name.clone();
    let found = app.at_length(Work::Studies, &asker.owner(), move || studies::paper(&one, &wanted)).await??;
    let found = found.ok_or_else(|| AppError::not_found("file"))?;
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' }).collect();
    let saved = (header::CONTENT_DISPOSITION, format!("attachment; filename=\"flagbridge-{plain}\""));
    Ok(match found {
        Paper::Text(bytes, kind) => ([saved, (header::CONTENT_TYPE, kind.to_owned())], bytes).into_response(),
        Paper::File(path, kind) => {
            let file = File::open(path).map_err(|_| AppError::not_found("file"))?;
            // Whatever packs it asks once more after its end.
            let body = Body::from_stream(pieces(file).fuse());
            ([saved, (header::CONTENT_TYPE, kind.to_owned())], body).into_response()
        }
    })
}

/// Rows of many battles are more than anybody wants in memory.
fn pieces(file: File) -> impl futures_util::Stream<Item = std::io::Result<Bytes>> {
    const PIECE: usize = 256 << 10;
    unfold(file, |file| async move {
        let read = move || {
            let mut piece = Vec::with_capacity(PIECE);
            let read = (&file).take(PIECE as u64).read_to_end(&mut piece);
            (read.map(|_| Bytes::from(piece)), file)
        };
        let (piece, file) = tokio::task::spawn_blocking(read).await.ok()?;
        match piece {
            Ok(piece) if piece.is_empty() => None,
            piece => Some((piece, file)),
        }
    })
}

pub(crate) async fn setup(
    State(app): State<App>,
    asker: Asker,
    path: std::result::Result<Path<(String, usize)>, PathRejection>,
) -> Result<Json<StudySetup>> {
    let Path((id, kind)) = path.map_err(|err| AppError::malformed(err.body_text()))?;
    let one = app.studies().find(&id)?;
    let work = move || {
        let mut fields = one.study()?.fields(one.folder.path())?;
        if fields.len() <= kind {
            return Err(AppError::not_found("kind of battle"));
        }
        let field = fields.swap_remove(kind);
        let (cell, prepared) = (&field.cell, &field.prepared);
        let known = rulesets::find(&cell.game)?.scenarios().iter().any(|it| it.id == cell.scenario);
        let plain = known && cell.fleets.is_empty();
        Ok(StudySetup {
            game: cell.game.clone(),
            title: lab::title(cell),
            seats: cell.seats.clone(),
            scenario: plain.then(|| cell.scenario.clone()),
            setup: (!plain).then(|| prepared.scenario()),
            options: cell.changes.clone().into_iter().collect(),
            players: cell.players.clone(),
        })
    };
    Ok(Json(app.at_length(Work::Studies, &asker.owner(), work).await??))
}

type BattlePath = std::result::Result<Path<(String, usize, u64)>, PathRejection>;
type ViewPath = std::result::Result<Path<(String, usize, u64, usize)>, PathRejection>;

/// Does something with a battle of a study, which is fought once more for it if it was not watched lately.
async fn watched<T: Send + 'static>(
    app: &App,
    asker: Asker,
    (id, kind, battle): (String, usize, u64),
    look: impl FnOnce(&One, &Replay, &dyn AnyMatch) -> Result<T> + Send + 'static,
) -> Result<T> {
    let one = app.studies().find(&id)?;
    let studies = app.studies().clone();
    let work = move || {
        let there = one.now().shown.kinds.get(kind).is_some_and(|it| battle < it.battles);
        let none = || AppError::not_found("battle of this study");
        if !there {
            return Err(none());
        }
        let name = format!("{id}/{kind}/{battle}");
        let replay = studies.replays().get(&name, || one.study(), one.folder.path(), kind, battle)?;
        let replay = replay.ok_or_else(none)?;
        let held = replay.hold();
        look(&one, &replay, &**held)
    };
    app.at_length(Work::Studies, &asker.owner(), work).await?
}

pub(crate) async fn battle(
    State(app): State<App>,
    asker: Asker,
    path: BattlePath,
) -> Result<Json<MatchInfo>> {
    let Path((id, kind, n)) = path.map_err(|err| AppError::malformed(err.body_text()))?;
    let look = move |one: &One, replay: &Replay, battle: &dyn AnyMatch| {
        let now = one.now();
        let about = now.shown.kinds.get(kind).ok_or_else(|| AppError::not_found("kind of battle"))?;
        let known = rulesets::find(&about.game)?.scenarios().iter().any(|it| it.id == about.scenario);
        let title = format!("{}, battle {}", about.title, n + 1);
        let scenario = known.then(|| about.scenario.clone());
        let name = format!("{}.{kind}.{n}", one.id);
        Ok(Json(show::replay(name, (title, scenario), replay.options.clone(), battle)))
    };
    watched(&app, asker, (id, kind, n), look).await
}

pub(crate) async fn events(
    State(app): State<App>,
    asker: Asker,
    path: BattlePath,
    query: std::result::Result<Query<EventsQuery>, QueryRejection>,
) -> Result<Response> {
    let Path(at) = path.map_err(|err| AppError::malformed(err.body_text()))?;
    let Query(EventsQuery { from, r#as }) = query.map_err(|err| AppError::malformed(err.body_text()))?;
    let tell = move |_: &One, _: &Replay, battle: &dyn AnyMatch| {
        let viewer = looking_as(battle, Viewer::Spectator, r#as.as_deref())?;
        Ok(show::story(battle, viewer, from).list())
    };
    let text = watched(&app, asker, at, tell).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

pub(crate) async fn view(
    State(app): State<App>,
    asker: Asker,
    path: ViewPath,
    query: std::result::Result<Query<ViewQuery>, QueryRejection>,
) -> Result<Json<ViewPage>> {
    let Path((id, kind, battle, n)) = path.map_err(|err| AppError::malformed(err.body_text()))?;
    let Query(ViewQuery { r#as }) = query.map_err(|err| AppError::malformed(err.body_text()))?;
    let look = move |_: &One, _: &Replay, battle: &dyn AnyMatch| {
        let viewer = looking_as(battle, Viewer::Spectator, r#as.as_deref())?;
        let (events, view) = show::view_after(battle, viewer, n);
        Ok(Json(ViewPage { events, viewer: show::viewer(viewer), view }))
    };
    watched(&app, asker, (id, kind, battle), look).await
}
