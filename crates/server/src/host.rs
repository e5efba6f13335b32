//! Everything that changes a match: checked, written in one transaction, and
//! only then told.

use std::sync::Arc;

use dice::fair::Secret as Seed;
use engine::{Progress, Seat};
use rulesets::{AnyMatch, Submission, WrittenOrder};
use serde_json::Value;
use store::{
    Begun, KeptDecision, KeptSubmission, NewMatch, NewSeat, Resolution, SPECTATOR, Summary, Withdrawal,
};
use wire::{Created, SeatSecret, Submitted};

use crate::{
    app::App,
    clock,
    error::{AppError, Result},
    secret::Chance,
    show,
    table::{Held, Stage, Table, Waiting, level},
};

/// Seals an order. Whoever asked may go away meanwhile: once begun, it is
/// done or undone as a whole.
pub(crate) async fn submit(
    app: &App,
    table: &Arc<Table>,
    decision: usize,
    seat: Seat,
    order: Submission,
) -> Result<Submitted> {
    let work = submit_whole(app.clone(), Arc::clone(table), decision, seat, order);
    whole(table, work).await
}

/// Takes a sealed order back.
pub(crate) async fn withdraw(app: &App, table: &Arc<Table>, decision: usize, seat: Seat) -> Result<()> {
    whole(table, withdraw_whole(app.clone(), Arc::clone(table), decision, seat)).await
}

/// A seat joins, with what it adds to the dice. Doing it again with the same
/// text is no error: an answer may have been lost on its way.
pub(crate) async fn join(app: &App, table: &Arc<Table>, seat: Seat, contribution: String) -> Result<()> {
    check_contribution(&contribution)?;
    whole(table, join_whole(app.clone(), Arc::clone(table), seat, contribution)).await
}

/// Runs `work` to its end, even if nobody waits for it any more.
async fn whole<T: Send + 'static>(
    table: &Arc<Table>,
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    match tokio::spawn(work).await {
        Ok(done) => done,
        Err(err) => {
            // The rules stopped short in the middle of a change: only the store is right.
            tracing::error!(id = %table.about.id, %err, "a change broke off");
            table.forget().await;
            table.tell();
            Err(AppError::internal())
        }
    }
}

async fn join_whole(app: App, table: Arc<Table>, seat: Seat, contribution: String) -> Result<()> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    let (record, mut given) = match slot.stage() {
        Stage::Waiting(waiting) => (waiting.record.clone(), waiting.contributions.clone()),
        Stage::Battle(battle) => (String::new(), battle.contributions().into_iter().map(Some).collect()),
    };
    match given.get(seat.index()) {
        Some(None) => given[seat.index()] = Some(contribution),
        Some(Some(before)) if *before == contribution => return Ok(()),
        Some(Some(_)) | None => return Err(AppError::joined(seat)),
    }
    let next = move || {
        let waiting = Waiting::read(record, given)?;
        Ok::<_, AppError>(match waiting.contributions.iter().cloned().collect() {
            Some(all) => Stage::Battle(waiting.begin(all)?),
            None => Stage::Waiting(waiting),
        })
    };
    let stage = app.at_length(next).await??;
    let join = store::Join {
        match_id: &table.about.id,
        version: slot.held().version,
        waiting: waiting_text(&stage),
        begun: match &stage {
            Stage::Waiting(_) => None,
            Stage::Battle(battle) => Some(Begun {
                head: head(&**battle),
                events: battle.record_since(0, 0).1.iter().map(Value::to_string).collect(),
                outcome: outcome(&**battle),
            }),
        },
        summary: summary(&table, &stage, app.clock().millis()),
    };
    if let Err(err) = app.store().join(&join).await {
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    *slot.held_mut() = Held { stage, version: join.version + 1 };
    if let Ok(battle) = slot.battle() {
        clock::watch(&app, &table, battle);
        app.thinkers().ask(&table, battle);
    }
    drop(slot);
    table.tell();
    Ok(())
}

async fn submit_whole(
    app: App,
    table: Arc<Table>,
    decision: usize,
    seat: Seat,
    order: Submission,
) -> Result<Submitted> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    let battle = slot.battle_mut()?;
    let order = clock::stamped(&table, &*battle, seat, &order).unwrap_or(order);
    let (written, judged) = battle.check(decision, seat, &order);
    judged?;
    let WrittenOrder { notation, order } = written.expect("what was judged could be read");
    let (decisions, events) = (battle.decision_number(), battle.events());
    let progress = battle.submit(decision, seat, &Submission::Data(order.clone()))?;
    let resolution = match progress {
        Progress::Sealed => None,
        Progress::Resolved(_) => Some(resolution(battle, decisions, events)),
    };
    let resolved = resolution.is_some();
    let changed = if resolved { app.clock().millis() } else { 0 };
    let keep = store::Submission {
        match_id: &table.about.id,
        version: slot.held().version,
        decision: decision as i64,
        seat: i64::from(seat.0),
        body: order.to_string(),
        summary: summary(&table, slot.stage(), changed),
        resolution,
    };
    if let Err(err) = app.store().submit(&keep).await {
        // Memory is ahead of the store, or the store failed after writing:
        // either way the store is asked again, and so are those who look on.
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    slot.held_mut().version += 1;
    clock::watch(&app, &table, slot.battle()?);
    app.thinkers().ask(&table, slot.battle()?);
    drop(slot);
    table.tell();
    Ok(Submitted { decision, resolved, written: wire::Written { notation, order } })
}

async fn withdraw_whole(app: App, table: Arc<Table>, decision: usize, seat: Seat) -> Result<()> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    let battle = slot.battle_mut()?;
    if battle.outcome().is_some() || battle.decision_number() != decision {
        let open = battle.decision_number();
        return Err(AppError::stale(format!("decision {decision} is not open; decision {open} is next")));
    }
    if battle.deciding().contains(seat) && !battle.awaiting().contains(seat) {
        clock::may_take_back(&table, decision, seat)?;
    }
    if !battle.withdraw(seat) {
        return Err(AppError::not_yours(format!("{seat} has sealed nothing")));
    }
    let withdrawal = Withdrawal {
        match_id: &table.about.id,
        version: slot.held().version,
        decision: decision as i64,
        seat: i64::from(seat.0),
        summary: summary(&table, slot.stage(), 0),
    };
    if let Err(err) = app.store().withdraw(&withdrawal).await {
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    slot.held_mut().version += 1;
    clock::taken_back(&app, &table, decision, seat);
    clock::watch(&app, &table, slot.battle()?);
    drop(slot);
    table.tell();
    Ok(())
}

fn resolution(battle: &dyn AnyMatch, decisions: usize, events: usize) -> Resolution {
    let (resolved, happened) = battle.record_since(decisions, events);
    let phase = resolved.into_iter().next().map(|it| it.phase).unwrap_or_default();
    Resolution {
        phase,
        after: events as i64,
        events: happened.iter().map(Value::to_string).collect(),
        outcome: outcome(battle),
    }
}

fn outcome(battle: &dyn AnyMatch) -> String {
    battle.outcome().map_or(String::new(), |it| serde_json::to_string(&it).expect("plain data"))
}

/// What the list of battles shows. The store keeps the time of the last
/// change where `changed` is 0.
fn summary(table: &Table, stage: &Stage, changed: i64) -> Summary {
    let about = &table.about;
    let body = show::summary(&about.id, &about.title, about.created, stage);
    let thinking = computer_to_move(stage);
    Summary { body: serde_json::to_string(&body).expect("plain data"), changed, thinking }
}

fn computer_to_move(stage: &Stage) -> bool {
    let Stage::Battle(battle) = stage else { return false };
    battle.awaiting().iter().any(|seat| level(&battle.seats()[seat.index()].player).is_some())
}

/// What never changes in a record.
fn head(battle: &dyn AnyMatch) -> String {
    let mut head = battle.record_head();
    if let Some(head) = head.as_object_mut() {
        head.remove("decisions");
        head.remove("events");
    }
    head.to_string()
}

fn waiting_text(stage: &Stage) -> String {
    match stage {
        Stage::Waiting(waiting) => waiting.to_text(),
        Stage::Battle(_) => String::new(),
    }
}

/// Who is to sit where, read and judged.
pub(crate) struct Seating {
    pub(crate) players: Vec<String>,
    mine: Vec<bool>,
    /// Nothing from people who have still to join.
    pub(crate) contributions: Vec<Option<String>>,
    spectators: bool,
}

/// The most text a person may add to the seed.
const LONGEST_CONTRIBUTION: usize = 200;

impl Seating {
    pub(crate) fn read(chance: &Chance, seats: &[wire::NewSeat], spectators: bool) -> Result<Seating> {
        let mut seating =
            Seating { players: Vec::new(), mine: Vec::new(), contributions: Vec::new(), spectators };
        for seat in seats {
            let (player, mine, given) = match seat {
                wire::NewSeat::Me { contribution } => ("human".to_owned(), true, contribution.clone()),
                wire::NewSeat::Friend {} => ("human".to_owned(), false, None),
                wire::NewSeat::Computer { level } => {
                    (within_budget(level)?, false, Some(chance.contribution()))
                }
            };
            if let Some(text) = &given {
                check_contribution(text)?;
            }
            seating.players.push(player);
            seating.mine.push(mine);
            seating.contributions.push(given);
        }
        Ok(seating)
    }

    /// Everybody at the table of a record is the one who brought it.
    pub(crate) fn of_record(players: Vec<String>) -> Seating {
        let mine = players.iter().map(|player| level(player).is_none()).collect();
        Seating { players, mine, contributions: Vec::new(), spectators: true }
    }

    pub(crate) fn people(&self) -> bool {
        self.players.iter().any(|player| player == "human")
    }
}

fn check_contribution(text: &str) -> Result<()> {
    if text.is_empty() || LONGEST_CONTRIBUTION < text.len() {
        let n = text.len();
        return Err(AppError::refused(format!(
            "a contribution of {n} bytes; it has 1 to {LONGEST_CONTRIBUTION}"
        )));
    }
    Ok(())
}

/// A computer player, as far as the server can afford it.
fn within_budget(text: &str) -> Result<String> {
    let _known: rulesets::Level = text.parse().map_err(|err| AppError::refused(format!("{err}")))?;
    Ok(level(text).map_or_else(|| text.to_owned(), |level| level.to_string()))
}

pub(crate) fn draw_seed(chance: &Chance) -> Seed {
    Seed(chance.bytes::<32>())
}

/// The store puts decisions and events behind the head.
fn unbegun_head(waiting: &Waiting) -> Result<String> {
    let mut head: serde_json::Map<String, Value> = crate::json::parse(waiting.record.as_bytes())?;
    head.remove("decisions");
    head.remove("events");
    Ok(Value::from(head).to_string())
}

/// Keeps a new match, and tells its secrets to whoever made it.
pub(crate) async fn keep(
    app: &App,
    stage: Stage,
    seating: &Seating,
    scenario: Option<String>,
    title: String,
) -> Result<Created> {
    let id = app.chance().id();
    let (head, decisions, events, outcome) = match &stage {
        Stage::Waiting(waiting) => (unbegun_head(waiting)?, Vec::new(), Vec::new(), String::new()),
        Stage::Battle(battle) => {
            let (decisions, events) = battle.record_since(0, 0);
            (head(&**battle), decisions, events, outcome(&**battle))
        }
    };
    let mut told = Created { id: id.clone(), seats: Vec::new(), spectator: None, events: events.len() };
    let mut seats = Vec::new();
    for (n, info) in stage.seats().iter().enumerate() {
        if level(&info.player).is_some() {
            continue;
        }
        let secret = app.chance().secret();
        seats.push(NewSeat { seat: n as i64, hash: secret.hash().to_text() });
        told.seats.push(SeatSecret {
            seat: n as u8,
            name: info.name.clone(),
            mine: seating.mine.get(n).copied().unwrap_or(true),
            secret: secret.into_text(),
        });
    }
    // Somebody must be able to look at a battle among computers.
    if seating.spectators || told.seats.is_empty() {
        let secret = app.chance().secret();
        seats.push(NewSeat { seat: SPECTATOR, hash: secret.hash().to_text() });
        told.spectator = Some(secret.into_text());
    }
    let created = app.clock().millis();
    let body = show::summary(&id, &title, created.unsigned_abs(), &stage);
    let orders = decisions.iter().enumerate().flat_map(|(n, it)| {
        it.orders.iter().map(move |(seat, order)| KeptSubmission {
            decision: n as i64,
            seat: i64::from(seat.0),
            body: order.to_string(),
        })
    });
    let new = NewMatch {
        id: id.clone(),
        head,
        scenario: scenario.unwrap_or_default(),
        title,
        created,
        seats,
        submissions: orders.collect(),
        decisions: decisions
            .iter()
            .map(|it| KeptDecision { phase: it.phase.clone(), after: it.after as i64 })
            .collect(),
        events: events.iter().map(Value::to_string).collect(),
        outcome,
        waiting: waiting_text(&stage),
        summary: Summary {
            body: serde_json::to_string(&body).expect("plain data"),
            changed: created,
            thinking: computer_to_move(&stage),
        },
    };
    let thinking = new.summary.thinking;
    {
        let _writing = app.writing().read().await;
        app.store().create(&new).await?;
    }
    if thinking {
        let app = app.clone();
        tokio::spawn(async move { app.wake(&id).await });
    }
    Ok(told)
}
