//! Live connections: whoever looks at a match is told when it changes.
//!
//! Nothing is queued for anybody. A change only wakes a connection, which
//! then tells everything from the event it has reached, so that a slow
//! reader misses nothing and a lost connection comes back where it was.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code, rejection::WebSocketUpgradeRejection},
    },
    response::Response,
};
use engine::Viewer;
use rulesets::AnyMatch;
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use tokio::time::{Instant, interval, timeout};
use wire::{Hello, Push};

use crate::{
    api::{EVENTS_TO_A_REQUEST, NEAR},
    app::{App, until_closed},
    clock, deadline,
    edge::Asker,
    error::{AppError, Result},
    hold, json,
    limits::Place,
    metrics::Counted,
    offers,
    people::{Person, seat_of},
    pool::Work,
    presence::Here,
    secret::Secret,
    show::{self, Detail},
    table::{Stage, Table},
    talk,
    think::Asked,
};

/// The first message has a secret and a number in it.
pub(crate) const LARGEST: usize = 4096;
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
pub(crate) const PING: Duration = Duration::from_secs(20);
pub(crate) const SILENCE: Duration = Duration::from_secs(65);
/// More than any client of ours has to say after its first message.
pub(crate) const CHATTER: usize = 1000;

pub(crate) type Upgrade = std::result::Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// A live connection, if it is one that was asked for.
pub(crate) fn begun(upgrade: Upgrade) -> Result<WebSocketUpgrade> {
    let upgrade = upgrade.map_err(|err| AppError::malformed(err.body_text()))?;
    // A connection has room for what may be said to us, and not for thirty times as much.
    Ok(upgrade.max_message_size(LARGEST).max_frame_size(LARGEST).read_buffer_size(LARGEST))
}

pub(crate) async fn live(
    State(app): State<App>,
    Path(id): Path<String>,
    asker: Asker,
    person: Option<Person>,
    upgrade: Upgrade,
) -> Result<Response> {
    let table = app.table(&id, &asker.owner()).await?;
    let place = app.admit_live(asker.0)?;
    Ok(begun(upgrade)?.on_upgrade(move |socket| connection(app, table, socket, asker, person, place)))
}

async fn connection(
    app: App,
    table: Arc<Table>,
    mut socket: WebSocket,
    asker: Asker,
    person: Option<Person>,
    place: Place,
) {
    let ended = match admitted(&app, &table, person.as_ref(), &mut socket).await {
        Ok(Some((viewer, from))) => {
            app.looks(&table, viewer, asker.0);
            let _here = match viewer {
                Viewer::Seat(seat) => Some(Here::enter(&app, &table, seat)),
                Viewer::Spectator | Viewer::Referee => None,
            };
            let _counted = Counted::new(&app);
            tell(&app, &table, &mut socket, viewer, asker, from).await
        }
        Ok(None) => Ok(()),
        Err(err) => Err(err),
    };
    // From here on nobody may be looking.
    app.look(&table);
    let code = match &ended {
        Ok(()) => close_code::AWAY,
        Err(err) if err.is_away() => close_code::AGAIN,
        Err(_) => close_code::POLICY,
    };
    if let Err(err) = ended {
        let _ = say(&mut socket, text(&Push::Error(err.body()))).await;
    }
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static("") };
    let _ = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await;
    drop(place);
}

/// Whoever sends the right first message in time.
async fn admitted(
    app: &App,
    table: &Table,
    person: Option<&Person>,
    socket: &mut WebSocket,
) -> Result<Option<(Viewer, usize)>> {
    let first = timeout(PATIENCE, socket.recv()).await;
    let first = first.map_err(|_| AppError::malformed("expected a first message with a secret"))?;
    let hello: Hello = match first {
        Some(Ok(Message::Text(text))) => json::parse(text.as_bytes())?,
        Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => {
            return Err(AppError::malformed("expected a first message with a secret"));
        }
        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
    };
    let viewer = match person.filter(|_| hello.secret.is_empty()) {
        Some(person) => seat_of(app, table, person, hello.seat).await?,
        None => table.about.admit(&Secret::claimed(&hello.secret))?,
    };
    Ok(Some((viewer, hello.from)))
}

async fn tell(
    app: &App,
    table: &Arc<Table>,
    socket: &mut WebSocket,
    viewer: Viewer,
    asker: Asker,
    from: usize,
) -> Result<()> {
    let mut changes = table.subscribe();
    let mut closing = app.closing();
    let mut pings = interval(PING);
    let mut heard = Instant::now();
    let mut reached = from;
    let mut shown: Option<Shown> = None;
    // Of what was told last, as much as it takes to see that there is nothing new: a long text is not kept for
    // as long as somebody looks on.
    let mut last: Option<blake3::Hash> = None;
    let mut chatter = 0;
    loop {
        changes.mark_unchanged();
        let message = update(app, table, viewer, asker, &mut reached, &mut shown).await?;
        // Sealed and taken back in one breath: nothing to tell.
        let told = blake3::hash(message.as_bytes());
        if last != Some(told) {
            let message = if last.is_none() { greeting(&message, app.build()) } else { message };
            if !say(socket, message).await {
                return Ok(());
            }
            app.metrics().pushed();
            last = Some(told);
        }
        loop {
            tokio::select! {
                changed = changes.changed() => {
                    if changed.is_err() {
                        return Ok(());
                    }
                    break;
                }
                () = until_closed(&mut closing) => return Ok(()),
                _ = pings.tick() => {
                    let gone = SILENCE < heard.elapsed();
                    if gone || !send(socket, Message::Ping(Vec::new().into())).await {
                        return Ok(());
                    }
                }
                message = socket.recv() => {
                    heard = Instant::now();
                    chatter += 1;
                    match message {
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                        Some(Ok(Message::Pong(_))) => chatter -= 1,
                        Some(Ok(Message::Text(_) | Message::Binary(_) | Message::Ping(_))) => {}
                    }
                    if CHATTER < chatter {
                        return Err(AppError::too_many(1));
                    }
                }
            }
        }
    }
}

/// What a connection has been told of last.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown {
    decision: usize,
    events: usize,
    over: bool,
}

/// Everything since `reached`; the view only if it is another than `shown`.
async fn update(
    app: &App,
    table: &Arc<Table>,
    viewer: Viewer,
    asker: Asker,
    reached: &mut usize,
    shown: &mut Option<Shown>,
) -> Result<String> {
    let mut told = catch_up(app, table, viewer, asker, reached, shown).await?;
    let heard = talk::heard(app, table).await?;
    let mut slot = table.lock(app).await?;
    if let Stage::Waiting(waiting) = slot.stage() {
        let talk = talk::shown(heard, viewer, false);
        return Ok(update_text(&wire::Table { talk, ..show::unbegun(waiting) }, &[]));
    }
    // Also after a restart, when nobody had looked at this match yet.
    app.attend(table, slot.held_mut(), Asked::Look);
    let battle = slot.battle()?;
    let over = battle.outcome().is_some();
    let now = Shown { decision: battle.decision_number(), events: battle.events(), over };
    open_numbers(battle, viewer, reached, shown);
    let detail = if *shown == Some(now) { Detail::Seals } else { Detail::Whole };
    let story = show::story(battle, viewer, *reached);
    *reached = story.next;
    *shown = Some(now);
    let mut state = show::table(battle, viewer, detail);
    state.clock = clock::shown(app, table, slot.held(), viewer);
    state.clocks = deadline::shown(app, table, slot.held());
    state.replaced = show::replaced(&table.about, slot.stage());
    state.offers = offers::shown(slot.held());
    state.hold = hold::shown(app, slot.held(), viewer);
    state.queued = app.thinkers().before(table);
    state.programs = app.hired().failing(&table.about);
    state.frozen = app.frozen(&table.about.id);
    state.talk = talk::shown(heard, viewer, over);
    drop(slot);
    told.extend(story.written());
    Ok(update_text(&state, &told))
}

/// A [`wire::Push::Update`] around events that have been written already.
fn update_text(table: &wire::Table, events: &[Box<RawValue>]) -> String {
    #[derive(Serialize)]
    struct Written<'a> {
        r#type: &'static str,
        #[serde(flatten)]
        table: &'a wire::Table,
        events: &'a [Box<RawValue>],
    }
    serde_json::to_string(&Written { r#type: "update", table, events }).expect("plain data goes into JSON")
}

/// The first update says which client there is. Later ones do not: it stays the same while the server runs.
fn greeting(update: &str, build: &str) -> String {
    let fields = update.strip_prefix('{').expect("an update is an object");
    format!("{{\"build\":{},{fields}", Value::from(build))
}

/// With the end the numbers of the record are told, also to those who have
/// counted for themselves until then.
fn open_numbers(battle: &dyn AnyMatch, viewer: Viewer, reached: &mut usize, shown: &mut Option<Shown>) {
    if battle.outcome().is_some() && shown.is_some_and(|before| !before.over) {
        *reached = show::in_record(battle, viewer, *reached);
        // Whatever was shown last, it was not the end.
        *shown = None;
    }
}

/// A long story is told where nobody else waits for its end, and costs what it costs.
async fn catch_up(
    app: &App,
    table: &Arc<Table>,
    viewer: Viewer,
    asker: Asker,
    reached: &mut usize,
    shown: &mut Option<Shown>,
) -> Result<Vec<Box<RawValue>>> {
    let happened = match table.lock(app).await?.stage() {
        Stage::Battle(battle) => {
            open_numbers(&**battle, viewer, reached, shown);
            show::next(&**battle, viewer)
        }
        Stage::Waiting(_) => 0,
    };
    let (from, behind) = (*reached, happened.saturating_sub(*reached));
    if behind <= NEAR {
        return Ok(Vec::new());
    }
    let later = |_| AppError::busy(5, "long logs are sent one at a time; try again in a moment");
    app.charge(asker.0, behind as f64 / EVENTS_TO_A_REQUEST).map_err(later)?;
    let take = move |battle: &dyn AnyMatch| Ok(show::story(battle, viewer, from));
    let tell = |story: show::Story| (story.next, story.written());
    let (next, told) = app.at_battle(Work::Reading, &asker.owner(), table, take, tell).await?;
    *reached = next;
    Ok(told)
}

fn text(push: &Push) -> String {
    serde_json::to_string(push).expect("plain data goes into JSON")
}

async fn say(socket: &mut WebSocket, text: String) -> bool {
    send(socket, Message::Text(text.into())).await
}

/// False if nobody takes it.
pub(crate) async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
}
