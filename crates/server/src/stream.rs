//! What waits for a bot, line by line: challenges, battles that want its part
//! of the dice, decisions, ends. A program of a few lines can read it.
//!
//! Everything that is open is told when a stream begins, so that a program
//! that starts anew knows what it owes, and nothing has to be remembered for
//! it.

use std::{
    collections::{HashMap, HashSet},
    convert::Infallible,
    sync::Arc,
};

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use engine::{Seat, Viewer};
use futures_util::stream::unfold;
use tokio::{
    sync::mpsc::{self, Sender},
    task::JoinSet,
    time::interval,
};
use wire::{BotLine, MatchSummary};

use crate::{
    api::people::open,
    app::{App, until_closed},
    deadline,
    edge::Asker,
    error::{AppError, Result},
    limits::Place,
    live::PING,
    lobby::{self, Who},
    people::Person,
    presence::Here,
    show::{self, Detail},
    table::{Stage, Table},
    turns::Owner,
};

/// Lines that a slow reader may leave unread before nothing more is looked at for it.
const UNREAD: usize = 64;
/// More battles than one bot fights at a time.
const MOST_SEATS: u32 = 200;

pub(crate) async fn stream(State(app): State<App>, asker: Asker, person: Person) -> Result<Response> {
    open(&app)?;
    let Some(owner) = person.owner.clone() else {
        return Err(AppError::forbidden("this is for bots; make one in your account"));
    };
    let place = app.admit_live(asker.0)?;
    let (lines, told) = mpsc::channel(UNREAD);
    tokio::spawn(async move {
        let name = person.name.clone();
        if let Err(err) = follow(app, asker, person, owner, lines, place).await {
            tracing::warn!(bot = name, error = err.body().message, "a bot's stream broke off");
        }
    });
    let body = Body::from_stream(unfold(told, |mut told| async move {
        let line: Bytes = told.recv().await?;
        Some((Ok::<_, Infallible>(line), told))
    }));
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
        // Packed, a line would wait for the next.
        (header::CONTENT_ENCODING, "identity"),
    ];
    Ok((headers, body).into_response())
}

/// False if nobody reads any more.
async fn say(lines: &Sender<Bytes>, line: &BotLine) -> bool {
    let mut text = serde_json::to_vec(line).expect("plain data goes into JSON");
    text.push(b'\n');
    lines.send(text.into()).await.is_ok()
}

async fn follow(
    app: App,
    asker: Asker,
    person: Person,
    owner: String,
    lines: Sender<Bytes>,
    place: Place,
) -> Result<()> {
    let lobby = &open(&app)?.lobby;
    let (id, token) = (person.id.clone(), person.session.clone());
    let hello = BotLine::Hello { name: person.name.clone(), owner };
    let _here = lobby::Here::enter(&app, person.card());
    let who = Who::Person(Box::new(person));
    let mut bell = lobby.bell(&id);
    let mut closing = app.closing();
    let mut pings = interval(PING);
    pings.tick().await;
    let mut watches = Watches::default();
    let mut told: HashSet<String> = HashSet::new();
    if !say(&lines, &hello).await {
        return Ok(());
    }
    loop {
        bell.mark_unchanged();
        // Whose token was taken back is told nothing more.
        let now = app.clock().millis();
        let holder = app.store().token(&token).await?;
        if holder.is_none_or(|it| it.person.id != id || now < it.person.banned_until) {
            return Ok(());
        }
        for table in lobby::mine(&app, &who).await?.received {
            let (id, table) = (table.table.id.clone(), Box::new(table));
            if told.insert(id) && !say(&lines, &BotLine::Challenge { table }).await {
                return Ok(());
            }
        }
        watches.begin(&app, asker, &id, &lines).await?;
        tokio::select! {
            changed = bell.changed() => if changed.is_err() { return Ok(()) },
            () = until_closed(&mut closing) => return Ok(()),
            () = lines.closed() => break,
            _ = pings.tick() => {
                {
                    let _writing = app.writing().read().await;
                    app.store().see_maker(&id, app.clock().millis()).await?;
                }
                if !say(&lines, &BotLine::Ping {}).await {
                    break;
                }
            }
        }
    }
    drop(place);
    Ok(())
}

/// A watch at each table at which the bot has a seat, for as long as the stream lasts.
#[derive(Default)]
struct Watches {
    running: HashMap<(String, u8), tokio::task::AbortHandle>,
    tasks: JoinSet<()>,
}

impl Watches {
    async fn begin(&mut self, app: &App, asker: Asker, bot: &str, lines: &Sender<Bytes>) -> Result<()> {
        while self.tasks.try_join_next().is_some() {}
        self.running.retain(|_, task| !task.is_finished());
        for own in app.store().seats_of(bot, MOST_SEATS).await? {
            let summary = serde_json::from_str::<MatchSummary>(&own.held.summary.body);
            let over = summary.map_or(true, |it| it.outcome.is_some());
            let Ok(seat) = u8::try_from(own.held.seat) else { continue };
            let at = (own.held.match_id, seat);
            if over || self.running.contains_key(&at) {
                continue;
            }
            let (app, id, lines) = (app.clone(), at.0.clone(), lines.clone());
            let task = self.tasks.spawn(async move {
                if let Err(err) = watch(&app, asker, &id, Seat(seat), &lines).await {
                    tracing::warn!(id, error = err.body().message, "a bot is not told of a battle for now");
                }
            });
            self.running.insert(at, task);
        }
        Ok(())
    }
}

/// Tells what a battle wants of this seat, until it is over.
async fn watch(app: &App, asker: Asker, id: &str, seat: Seat, lines: &Sender<Bytes>) -> Result<()> {
    let table = app.table(id, &Owner::Match(id.to_owned())).await?;
    app.looks(&table, Viewer::Seat(seat), asker.0);
    let _here = Here::enter(app, &table, seat);
    let mut changes = table.subscribe();
    let mut told: Option<Told> = None;
    loop {
        changes.mark_unchanged();
        let (now, line) = wanted(app, &table, seat, told).await?;
        told = now;
        if let Some(line) = line
            && !say(lines, &line).await
        {
            return Ok(());
        }
        if told == Some(Told::Over) || changes.changed().await.is_err() {
            return Ok(());
        }
    }
}

/// What a bot was told of a battle last, as long as it is still so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Join,
    Decision(usize),
    Over,
}

async fn wanted(
    app: &App,
    table: &Arc<Table>,
    seat: Seat,
    told: Option<Told>,
) -> Result<(Option<Told>, Option<BotLine>)> {
    let slot = table.lock(app).await?;
    let (id, game) = (table.about.id.clone(), table.about.game.clone());
    let now = match slot.stage() {
        Stage::Waiting(waiting) => waiting.missing().contains(&seat.0).then_some(Told::Join),
        Stage::Battle(battle) if battle.outcome().is_some() => Some(Told::Over),
        Stage::Battle(battle) => {
            battle.awaiting().contains(seat).then(|| Told::Decision(battle.decision_number()))
        }
    };
    if now == told {
        return Ok((now, None));
    }
    let line = match (now, slot.stage()) {
        (Some(Told::Join), Stage::Waiting(waiting)) => {
            Some(BotLine::Join { id, seat: seat.0, game, commitment: waiting.commitment.clone() })
        }
        (Some(Told::Over), Stage::Battle(battle)) => battle.outcome().map(|outcome| BotLine::Over {
            id,
            seat: seat.0,
            game,
            outcome: show::outcome_of(outcome),
        }),
        (Some(Told::Decision(_)), Stage::Battle(battle)) => {
            let mut state = show::table(&**battle, Viewer::Seat(seat), Detail::Whole);
            state.clocks = deadline::shown(app, table, slot.held());
            Some(BotLine::Decision { id, seat: seat.0, game, table: Box::new(state) })
        }
        _ => None,
    };
    Ok((now, line))
}
