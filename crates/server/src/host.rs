//! Everything that changes a match: checked, written in one transaction, and
//! only then told.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use dice::fair::Secret as Seed;
use engine::{EndedBy, Ending, Format, Giver, Progress, Seat};
use rulesets::{AnyMatch, Submission, WrittenOrder};
use serde_json::{Value, json};
use store::{
    Begun, End, KeptDecision, KeptSubmission, NewMatch, NewSeat, Resolution, SPECTATOR, StoreError, Summary,
    Withdrawal,
};
use wire::{Created, SeatSecret, Submitted};

use crate::{
    app::App,
    clock,
    error::{AppError, Result},
    guard::words_of,
    hold,
    limits::Limits,
    pool::Work,
    secret::Chance,
    show,
    table::{Held, InHand, Stage, Table, Waiting, level},
    turns::Owner,
};

/// An order on its way in.
#[derive(Clone, Debug)]
pub(crate) struct Handed {
    pub(crate) order: Submission,
    /// The client's own name for it; nothing if it has none.
    pub(crate) key: String,
    /// Who gave it, where that was not the player.
    pub(crate) given_by: Option<Giver>,
    /// It may be taken back for a moment, where that is possible.
    pub(crate) hold: bool,
}

impl Handed {
    pub(crate) fn new(order: Submission) -> Handed {
        Handed { order, key: String::new(), given_by: None, hold: false }
    }

    /// What a computer gives that is not left to think.
    pub(crate) fn hurried(order: Value) -> Handed {
        Handed { given_by: Some(Giver::Hurry), ..Handed::new(Submission::Data(order)) }
    }

    /// What counts when a clock has run down.
    pub(crate) fn lapsed(order: Submission) -> Handed {
        Handed { given_by: Some(Giver::Clock), ..Handed::new(order) }
    }
}

/// Seals an order. Whoever asked may go away meanwhile: once begun, it is
/// done or undone as a whole.
pub(crate) async fn submit(
    app: &App,
    table: &Arc<Table>,
    decision: usize,
    seat: Seat,
    order: Handed,
) -> Result<Submitted> {
    let work = submit_whole(app.clone(), Arc::clone(table), decision, seat, order.clone());
    match whole(table, work).await {
        // Sent again: the first answer, whatever has happened since.
        Err(err) if err.is_certain() && !order.key.is_empty() => {
            let kept = app.store().submission(&table.about.id, decision as i64, i64::from(seat.0)).await?;
            let ours = kept.filter(|(key, ..)| *key == order.key);
            ours.map_or(Err(err), |(_, _, answer)| first_answer(&answer))
        }
        done => done,
    }
}

fn first_answer(text: &str) -> Result<Submitted> {
    serde_json::from_str(text).map_err(|err| AppError::corrupted(&format!("an answer that was given: {err}")))
}

/// A seat concedes a battle fought under different rules, which cannot be played on.
pub(crate) async fn concede(app: &App, table: &Arc<Table>, seat: Seat) -> Result<()> {
    whole(table, concede_whole(app.clone(), Arc::clone(table), seat)).await
}

/// Takes a sealed order back.
pub(crate) async fn withdraw(app: &App, table: &Arc<Table>, decision: usize, seat: Seat) -> Result<()> {
    whole(table, withdraw_whole(app.clone(), Arc::clone(table), decision, seat)).await
}

/// The seat's held order counts at once. One that counts already is no error: it may have come to that by itself.
pub(crate) async fn confirm(app: &App, table: &Arc<Table>, decision: usize, seat: Seat) -> Result<()> {
    {
        let slot = table.lock(app).await?;
        let battle = slot.battle()?;
        let open = battle.decision_number();
        if decision < open || battle.outcome().is_some() {
            return Ok(());
        }
        if decision != open {
            return Err(stale(decision, open));
        }
        if !battle.deciding().contains(seat) || battle.awaiting().contains(seat) {
            return Err(AppError::not_yours(format!("{seat} has sealed nothing")));
        }
        table.hold.lift();
    }
    resolve(app, table, decision).await?;
    // Where computers have still to decide, it only cannot be taken back so comfortably any more.
    table.tell();
    Ok(())
}

/// Plays a decision for which all orders are in and were held; nothing if some are missing or it is over.
pub(crate) async fn resolve(app: &App, table: &Arc<Table>, decision: usize) -> Result<()> {
    whole(table, resolve_whole(app.clone(), Arc::clone(table), decision)).await
}

fn stale(decision: usize, open: usize) -> AppError {
    AppError::stale(format!("decision {decision} is not open; decision {open} is next"))
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
    app.is_sound(&table)?;
    let (record, mut given) = match slot.stage() {
        Stage::Waiting(waiting) => (waiting.record.clone(), waiting.contributions.clone()),
        Stage::Battle(battle) => (String::new(), battle.contributions().into_iter().map(Some).collect()),
    };
    match given.get(seat.index()) {
        Some(None) => given[seat.index()] = Some(contribution),
        Some(Some(before)) if *before == contribution => return Ok(()),
        Some(Some(_)) | None => return Err(AppError::joined(seat)),
    }
    let key = app.key().clone();
    let next = move || {
        let waiting = Waiting::read(record, given)?;
        Ok::<_, AppError>(match waiting.contributions.iter().cloned().collect() {
            Some(all) => {
                let mut battle = waiting.begin(all)?;
                sign(&key, &mut *battle);
                Stage::Battle(battle)
            }
            None => Stage::Waiting(waiting),
        })
    };
    let stage = app.at_length(Work::Making, &table.owner(), next).await??;
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
                proof: proof(&**battle),
            }),
        },
        summary: summary(&app, &table, &stage, app.clock().millis()),
    };
    if let Err(err) = app.store().join(&join).await {
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    let bytes = join.begun.as_ref().map_or(0, |it| it.events.iter().map(String::len).sum());
    *slot.held_mut() = Held { stage, version: join.version + 1, bytes };
    if let Ok(battle) = slot.battle() {
        clock::watch(&app, &table, battle);
        app.ask(&table, battle);
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
    handed: Handed,
) -> Result<Submitted> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    app.is_sound(&table)?;
    let battle = slot.battle_mut()?;
    still_open(&app, battle)?;
    let order = clock::stamped(&table, &*battle, seat, &handed.order).unwrap_or(handed.order);
    let (decisions, events) = (battle.decision_number(), battle.events());
    // Format 1 has no place for it.
    let giver = handed.given_by.filter(|_| battle.format() == Format::Two);
    let holds = handed.hold && hold::may_hold(&table, &*battle, seat);
    let handed_in = match holds || table.hold.is_on_for(decision) {
        true => battle.seal(decision, seat, &order, giver).map(|form| (form, Progress::Sealed)),
        false => battle.hand_in(decision, seat, &order, giver),
    };
    let (WrittenOrder { notation, order }, progress) = match handed_in {
        Ok(done) => done,
        Err(rejection) => {
            // Stopped short in the middle of it: what is in memory is worth nothing any more.
            if battle.broken().is_some() {
                tracing::error!(id = %table.about.id, decision, %seat, "the rules broke off; the match is read again");
                slot.forget();
                table.tell();
            }
            return Err(rejection.into());
        }
    };
    sign(app.key(), battle);
    let resolution = match progress {
        Progress::Sealed => None,
        Progress::Resolved(_) => Some(resolution(battle, decisions, events)),
    };
    let resolved = resolution.is_some();
    let body = order.to_string();
    let bytes = slot.held().bytes + order_bytes(&body, resolution.as_ref());
    if resolved && is_too_much(&app, slot.battle()?, bytes) {
        return end_by_limit(&app, &table, slot, events).await;
    }
    let changed = if resolved { app.clock().millis() } else { 0 };
    let answer = Submitted { decision, resolved, written: wire::Written { notation, order } };
    let keep = store::Submission {
        match_id: &table.about.id,
        version: slot.held().version,
        decision: decision as i64,
        seat: i64::from(seat.0),
        answer: match handed.key.as_str() {
            "" => String::new(),
            _ => serde_json::to_string(&answer).expect("plain data"),
        },
        client_key: handed.key,
        given_by: giver.map_or(String::new(), giver_text),
        body,
        summary: summary(&app, &table, slot.stage(), changed),
        resolution,
    };
    if let Err(err) = app.store().submit(&keep).await {
        // Memory is ahead of the store, or the store failed after writing:
        // either way the store is asked again, and so are those who look on.
        slot.forget();
        table.tell();
        return became(&app, &keep, err, answer).await;
    }
    let held = slot.held_mut();
    (held.version, held.bytes) = (held.version + 1, bytes);
    if holds {
        hold::begin(&app, &table, decision, seat);
    }
    follow_up(&app, &table, slot);
    Ok(answer)
}

/// What follows a change that is kept, whatever else may go wrong.
fn follow_up(app: &App, table: &Arc<Table>, slot: InHand<'_>) {
    let after = AssertUnwindSafe(|| -> Result<()> {
        let battle = slot.battle()?;
        table.break_off(battle.decision_number(), battle.awaiting());
        clock::watch(app, table, battle);
        app.ask(table, battle);
        Ok(())
    });
    if let Err(cause) = catch_unwind(after) {
        tracing::error!(id = %table.about.id, words = words_of(&*cause), "what follows an order broke off");
        app.wake_later(&table.about.id);
    }
    drop(slot);
    table.tell();
}

async fn resolve_whole(app: App, table: Arc<Table>, decision: usize) -> Result<()> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    app.is_sound(&table)?;
    let battle = slot.battle_mut()?;
    if battle.decision_number() != decision || !hold::is_full(&*battle) {
        return Ok(());
    }
    let events = battle.events();
    if let Err(rejection) = battle.resolve() {
        tracing::error!(id = %table.about.id, decision, "the rules broke off; the match is read again");
        slot.forget();
        table.tell();
        return Err(rejection.into());
    }
    sign(app.key(), battle);
    let resolution = resolution(battle, decision, events);
    let bytes = slot.held().bytes + order_bytes("", Some(&resolution));
    if is_too_much(&app, slot.battle()?, bytes) {
        return end_by_limit(&app, &table, slot, events).await.map(drop);
    }
    let keep = store::Resolved {
        match_id: &table.about.id,
        version: slot.held().version,
        decision: decision as i64,
        summary: summary(&app, &table, slot.stage(), app.clock().millis()),
        resolution,
    };
    if let Err(err) = app.store().resolve(&keep).await {
        // The orders are kept all the same: whoever looks next finds them held, and they are held again.
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    let held = slot.held_mut();
    (held.version, held.bytes) = (held.version + 1, bytes);
    follow_up(&app, &table, slot);
    Ok(())
}

/// What became of an order on which the database failed. It alone knows; if
/// it does not say, nobody is told what may not be so.
async fn became(
    app: &App,
    keep: &store::Submission<'_>,
    err: StoreError,
    answer: Submitted,
) -> Result<Submitted> {
    if !matches!(err, StoreError::Unsure(_)) {
        return Err(err.into());
    }
    for _ in 0..ASKED_AGAIN {
        match app.store().submission(keep.match_id, keep.decision, keep.seat).await {
            Ok(Some((key, body, _))) if body == keep.body && key == keep.client_key => {
                app.wake_later(keep.match_id);
                return Ok(answer);
            }
            Ok(_) => return Err(AppError::away()),
            Err(_) => tokio::time::sleep(BETWEEN).await,
        }
    }
    Err(AppError::unsure())
}

/// How often, and after which pause, the database is asked what it has done.
const ASKED_AGAIN: u32 = 5;
const BETWEEN: Duration = Duration::from_millis(200);
/// What an order and what came of it take up in the store.
fn order_bytes(order: &str, resolution: Option<&Resolution>) -> usize {
    order.len() + resolution.map_or(0, |it| it.events.iter().map(String::len).sum::<usize>())
}

/// Whether a battle is longer than battles may be. One that is over may be a little.
fn is_too_much(app: &App, battle: &dyn AnyMatch, bytes: usize) -> bool {
    let limits = app.limits();
    battle.outcome().is_none() && (limits.events < battle.events() || limits.bytes < bytes)
}

/// Whether a battle still takes orders, as far as its length goes.
pub(crate) fn still_open(app: &App, battle: &dyn AnyMatch) -> Result<()> {
    match battle.ending() {
        Some(Ending { by: EndedBy::Limit, .. }) => Err(too_long(app.limits())),
        Some(_) | None => Ok(()),
    }
}

fn too_long(limits: &Limits) -> AppError {
    let (events, megabytes) = (thousands(limits.events), limits.bytes >> 20);
    AppError::full(format!(
        "this battle has reached the server's limit of {events} events or {megabytes} MiB and is closed as a draw"
    ))
}

/// 20,000.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if 0 < n && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Ends a battle that would grow past the limit, as a draw at the decision
/// before. The order that would have done it is not kept; memory, which has
/// played it already, is thrown away.
async fn end_by_limit(app: &App, table: &Arc<Table>, slot: InHand<'_>, events: usize) -> Result<Submitted> {
    slot.forget();
    let slot = table.lock(app).await?;
    ended(app, table, slot, Ending::at_the_limit(events)).await?;
    tracing::info!(id = %table.about.id, events, "a battle has reached the limit");
    Err(too_long(app.limits()))
}

async fn concede_whole(app: App, table: Arc<Table>, seat: Seat) -> Result<()> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    app.is_sound(&table)?;
    let battle = slot.battle_mut()?;
    let ours = rulesets::find(battle.game())?.rules_version();
    if battle.outcome().is_none() && battle.rules_version() == ours {
        return Err(AppError::goes_on());
    }
    let seats = battle.seats().len() as u8;
    let ending = Ending::conceded(seat, seats, battle.events());
    ended(&app, &table, slot, ending).await
}

/// Ends a battle that the rules have not ended: signed, kept, and told.
async fn ended(app: &App, table: &Arc<Table>, mut slot: InHand<'_>, ending: Ending) -> Result<()> {
    let version = slot.held().version;
    let battle = slot.battle_mut()?;
    battle.end(ending)?;
    sign(app.key(), battle);
    let (outcome, proof) = (outcome(battle), proof(battle));
    let end = End {
        match_id: &table.about.id,
        ending: serde_json::to_string(&ending).expect("plain data"),
        outcome,
        proof,
        version,
        summary: summary(app, table, slot.stage(), app.clock().millis()),
    };
    if let Err(err) = app.store().end(&end).await {
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    slot.held_mut().version += 1;
    let battle = slot.battle()?;
    table.break_off(battle.decision_number(), battle.awaiting());
    drop(slot);
    table.tell();
    Ok(())
}

async fn withdraw_whole(app: App, table: Arc<Table>, decision: usize, seat: Seat) -> Result<()> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    app.is_sound(&table)?;
    let battle = slot.battle_mut()?;
    still_open(&app, battle)?;
    if battle.outcome().is_some() || battle.decision_number() != decision {
        return Err(stale(decision, battle.decision_number()));
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
        summary: summary(&app, &table, slot.stage(), 0),
    };
    if let Err(err) = app.store().withdraw(&withdrawal).await {
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    slot.held_mut().version += 1;
    table.hold.lift();
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
        proof: proof(battle),
    }
}

/// Signs the end of a battle that was hosted here, once it has come.
fn sign(key: &signet::Key, battle: &mut dyn AnyMatch) {
    if battle.outcome().is_some()
        && let Some(sealed) = battle.sealed_record()
    {
        battle.sign(key.sign(&sealed.end));
    }
}

/// What the record of a finished battle proves itself with, as the store keeps it.
fn proof(battle: &dyn AnyMatch) -> String {
    let Some(sealed) = battle.outcome().and_then(|_| battle.sealed_record()) else { return String::new() };
    let mut proof = json!({"parts": sealed.parts, "chain": sealed.chain});
    if let Some(signature) = sealed.signature {
        proof["signature"] = json!(signature);
    }
    proof.to_string()
}

/// As it stands in the record.
fn giver_text(giver: Giver) -> String {
    json!(giver).as_str().unwrap_or_default().to_owned()
}

fn outcome(battle: &dyn AnyMatch) -> String {
    battle.outcome().map_or(String::new(), |it| serde_json::to_string(&it).expect("plain data"))
}

/// What the list of battles shows. The store keeps the time of the last
/// change where `changed` is 0.
fn summary(app: &App, table: &Table, stage: &Stage, changed: i64) -> Summary {
    let about = &table.about;
    let body = show::summary(&about.id, &about.title, about.created, stage);
    let thinking = computer_to_move(stage, app.limits());
    Summary { body: serde_json::to_string(&body).expect("plain data"), changed, thinking, dice: dice(stage) }
}

/// How far the dice have been rolled, from which the battle is taken up again.
fn dice(stage: &Stage) -> String {
    match stage {
        Stage::Waiting(_) => String::new(),
        Stage::Battle(battle) => battle.dice(),
    }
}

fn computer_to_move(stage: &Stage, limits: &Limits) -> bool {
    let Stage::Battle(battle) = stage else { return false };
    let is_computer = |seat: Seat| level(&battle.seats()[seat.index()].player, limits).is_some();
    // A decision that was held when the server stopped is taken up like one that computers owe.
    hold::is_full(&**battle) || battle.awaiting().iter().any(is_computer)
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
    /// Whether nobody may ask for suggestions.
    pub(crate) unaided: bool,
}

/// The most text a person may add to the seed.
const LONGEST_CONTRIBUTION: usize = 200;

impl Seating {
    pub(crate) fn read(app: &App, seats: &[wire::NewSeat], spectators: bool) -> Result<Seating> {
        let mut seating = Seating {
            players: Vec::new(),
            mine: Vec::new(),
            contributions: Vec::new(),
            spectators,
            unaided: false,
        };
        for seat in seats {
            let (player, mine, given) = match seat {
                wire::NewSeat::Me { contribution } => ("human".to_owned(), true, contribution.clone()),
                wire::NewSeat::Friend {} => ("human".to_owned(), false, None),
                wire::NewSeat::Computer { level } => {
                    (within_budget(level, app.limits())?, false, Some(app.chance().contribution()))
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
    pub(crate) fn of_record(app: &App, players: Vec<String>) -> Seating {
        let mine = players.iter().map(|player| level(player, app.limits()).is_none()).collect();
        Seating { players, mine, contributions: Vec::new(), spectators: true, unaided: false }
    }

    pub(crate) fn people(&self) -> bool {
        self.players.iter().any(|player| player == "human")
    }
}

fn check_contribution(text: &str) -> Result<()> {
    if text.is_empty() || LONGEST_CONTRIBUTION < text.len() {
        let n = text.len();
        return Err(AppError::refused(format!(
            "a contribution of {n} bytes; it must have 1 to {LONGEST_CONTRIBUTION}"
        )));
    }
    Ok(())
}

/// A computer player, as far as the server can afford it.
fn within_budget(text: &str, limits: &Limits) -> Result<String> {
    let _known: rulesets::Level = text.parse().map_err(|err| AppError::refused(format!("{err}")))?;
    Ok(level(text, limits).map_or_else(|| text.to_owned(), |level| level.to_string()))
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

/// Whether a battle may be taken in: not longer than battles may be, and if no
/// person sits in it, one that ends by itself.
pub(crate) fn may_be_kept(battle: &dyn AnyMatch, limits: &Limits) -> Result<()> {
    let events = battle.events();
    if limits.events < events {
        let most = limits.events;
        return Err(AppError::refused(format!("{events} events, but a battle here may have at most {most}")));
    }
    let people = battle.seats().iter().any(|info| level(&info.player, limits).is_none());
    if !people && battle.outcome().is_none() {
        battle.ends_by_itself().map_err(AppError::refused)?;
    }
    Ok(())
}

/// Keeps a new match, and tells its secrets to whoever made it.
pub(crate) async fn keep(
    app: &App,
    maker: &Owner,
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
    // A battle that comes finished keeps the proof it came with: we did not host it.
    let (ending, proof) = match &stage {
        Stage::Waiting(_) => (String::new(), String::new()),
        Stage::Battle(battle) => {
            let ending = battle.ending().map(|it| serde_json::to_string(&it).expect("plain data"));
            (ending.unwrap_or_default(), proof(&**battle))
        }
    };
    let mut told = Created { id: id.clone(), seats: Vec::new(), spectator: None, events: events.len() };
    let mut seats = Vec::new();
    for (n, info) in stage.seats().iter().enumerate() {
        if level(&info.player, app.limits()).is_some() {
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
            given_by: (it.by.iter().find(|(by, _)| by == seat))
                .map_or(String::new(), |(_, giver)| giver_text(*giver)),
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
        ending,
        proof,
        waiting: waiting_text(&stage),
        unaided: seating.unaided,
        summary: Summary {
            body: serde_json::to_string(&body).expect("plain data"),
            changed: created,
            thinking: computer_to_move(&stage, app.limits()),
            dice: dice(&stage),
        },
    };
    let thinking = new.summary.thinking;
    {
        let _writing = app.writing().read().await;
        app.store().create(&new).await?;
    }
    if thinking {
        let (app, maker) = (app.clone(), maker.clone());
        tokio::spawn(async move {
            // Until a player asks, its computers think on its maker's account.
            if let Ok(table) = app.table(&id, &maker).await {
                table.made_by(&maker);
            }
            app.wake(&id).await;
        });
    }
    Ok(told)
}
