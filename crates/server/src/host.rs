//! Everything that changes a match: checked, written in one transaction, and
//! only then told.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use dice::fair::Secret as Seed;
use engine::{EndedBy, Ending, Format, Giver, Progress, Seat};
use rulesets::{AnyMatch, Submission, WrittenOrder};
use serde_json::{Value, json};
use store::{
    Begun, KeptDecision, KeptSubmission, NewMatch, NewSeat, Resolution, SPECTATOR, StoreError, Summary,
    Thinking, Withdrawal,
};
use tracing::{Instrument as _, Span};
use wire::{Created, SeatSecret, Submitted};

use crate::{
    app::App,
    beside::ended,
    clock, deadline,
    error::{AppError, Result},
    flown,
    guard::words_of,
    hold::{self, Hold},
    limits::Limits,
    offers::{self, Aside},
    pace::Clocks,
    pool::Work,
    seating::{Seating, check_contribution},
    secret::Chance,
    show,
    table::{Held, InHand, Stage, Table, Waiting, level},
    think::{self, Asked},
    turns::Owner,
    upgrade::{self, Rules},
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
    pub(crate) by: By,
}

/// Whose hand an order comes from. A seat may have changed hands meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Player,
    Computer,
    Clock,
}

impl Handed {
    pub(crate) fn new(order: Submission) -> Handed {
        Handed { order, key: String::new(), given_by: None, hold: false, by: By::Player }
    }

    /// What a computer gives that plays the seat.
    pub(crate) fn thought(order: Submission) -> Handed {
        Handed { by: By::Computer, ..Handed::new(order) }
    }

    /// What a computer gives that is not left to think.
    pub(crate) fn hurried(order: Value) -> Handed {
        Handed { given_by: Some(Giver::Hurry), ..Handed::thought(Submission::Data(order)) }
    }

    /// What counts when a clock has run down.
    pub(crate) fn lapsed(order: Submission) -> Handed {
        Handed { given_by: Some(Giver::Clock), by: By::Clock, ..Handed::new(order) }
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
    let begun = Instant::now();
    let work = || submit_whole(app.clone(), Arc::clone(table), decision, seat, order.clone());
    let done = again(table, work).await;
    let became = done.as_ref().map_or_else(|err| err.code(), |_| "kept");
    app.metrics().submitted(became, begun.elapsed());
    match done {
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

/// Takes a sealed order back.
pub(crate) async fn withdraw(app: &App, table: &Arc<Table>, decision: usize, seat: Seat) -> Result<()> {
    again(table, || withdraw_whole(app.clone(), Arc::clone(table), decision, seat)).await
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
    }
    // Whatever is sealed from here on counts at once; if all was sealed before, it does now.
    hold::lift(app, table, decision).await?;
    resolve(app, table, decision, None).await?;
    // Where computers have still to decide, it only cannot be taken back so comfortably any more.
    table.tell();
    Ok(())
}

/// Plays a decision for which all orders are in and were held; nothing if some are missing or it is over,
/// or one is held for longer than until then.
pub(crate) async fn resolve(
    app: &App,
    table: &Arc<Table>,
    decision: usize,
    until: Option<i64>,
) -> Result<()> {
    again(table, || resolve_whole(app.clone(), Arc::clone(table), decision, until)).await
}

fn stale(decision: usize, open: usize) -> AppError {
    AppError::stale(format!("decision {decision} is not open; decision {open} is next"))
}

/// A seat joins, with what it adds to the dice. Doing it again with the same
/// text is no error: an answer may have been lost on its way.
pub(crate) async fn join(app: &App, table: &Arc<Table>, seat: Seat, contribution: String) -> Result<()> {
    check_contribution(&contribution)?;
    again(table, || join_whole(app.clone(), Arc::clone(table), seat, contribution.clone())).await
}

/// How often a change is worked out anew when another server was quicker.
const TRIES: usize = 10;

/// As [`whole`], and once more from the start where another server has changed the match meanwhile:
/// nothing was written, and what was worked out counts for nothing.
pub(crate) async fn again<T: Send + 'static, W>(table: &Arc<Table>, work: impl Fn() -> W) -> Result<T>
where
    W: Future<Output = Result<T>> + Send + 'static,
{
    for _ in 1..TRIES {
        match whole(table, work()).await {
            Err(err) if err.has_moved() => {}
            done => return done,
        }
    }
    whole(table, work()).await
}

/// Runs `work` to its end, even if nobody waits for it any more.
pub(crate) async fn whole<T: Send + 'static>(
    table: &Arc<Table>,
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    // What is logged on the way belongs to whatever request it came with.
    match tokio::spawn(work.instrument(Span::current())).await {
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
    let (version, aside) = (slot.held().version, slot.held().aside.clone());
    // Clocks begin to run when everybody has joined.
    let stored = slot.held().head;
    let mut held = Held { stage, version, bytes: 0, aside, head: stored, rules: Rules::Ours };
    let join = store::Join {
        match_id: &table.about.id,
        version,
        waiting: waiting_text(&held.stage),
        summary: summary(&app, &table, &mut held, app.clock().millis()),
        begun: match &held.stage {
            Stage::Waiting(_) => None,
            Stage::Battle(battle) => Some(Begun {
                head: head(&**battle),
                events: battle.record_since(0, 0).1.iter().map(Value::to_string).collect(),
                outcome: outcome(&**battle),
                proof: proof(&**battle),
            }),
        },
    };
    if let Err(err) = app.store().join(&join).await {
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    let bytes = join.begun.as_ref().map_or(0, |it| it.events.iter().map(String::len).sum());
    let head = join.begun.as_ref().map_or(held.head, |it| blake3::hash(it.head.as_bytes()));
    *slot.held_mut() = Held { version: version + 1, bytes, head, ..held };
    app.attend(&table, slot.held_mut(), Asked::Own);
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
    let held_on = hold::is_on_for(&app, slot.held(), decision);
    let battle = slot.battle_mut()?;
    still_open(&app, battle)?;
    let order = clock::stamped(&table, &*battle, seat, &handed.order).unwrap_or(handed.order);
    let (decisions, events) = (battle.decision_number(), battle.events());
    match (handed.by, table.about.level(seat)) {
        (By::Player, Some(_)) => {
            return Err(AppError::not_yours("a computer plays this seat; take it back first"));
        }
        (By::Computer, None) => return Err(AppError::not_yours("a person plays this seat")),
        (By::Player, None) | (By::Computer, Some(_)) | (By::Clock, _) => {}
    }
    // Format 1 has no place for it.
    let giver = handed.given_by.filter(|_| battle.format() == Format::Two);
    let holds = handed.hold && hold::may_hold(&table, &*battle, seat);
    let handed_in = match holds || held_on {
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
    if holds {
        slot.held_mut().aside.hold = Some(Hold::new(&app, decision, seat));
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
        summary: summary(&app, &table, slot.held_mut(), changed),
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
    let (id, seat) = (&table.about.id, seat.0);
    tracing::info!(%id, decision, seat, version = held.version, resolved, "an order is kept");
    // Who has opened a decision sees to the computers in it.
    follow_up(&app, &table, slot, if resolved { Asked::Own } else { Asked::Look });
    Ok(answer)
}

/// What follows a change that is kept, whatever else may go wrong.
pub(crate) fn follow_up(app: &App, table: &Arc<Table>, mut slot: InHand<'_>, why: Asked) {
    let after = AssertUnwindSafe(|| -> Result<()> {
        let battle = slot.battle()?;
        table.break_off(battle.decision_number(), battle.awaiting());
        app.attend(table, slot.held_mut(), why);
        Ok(())
    });
    if let Err(cause) = catch_unwind(after) {
        tracing::error!(id = %table.about.id, words = words_of(&*cause), "the work after an order broke off");
        app.wake_later(&table.about.id);
    }
    drop(slot);
    table.tell();
}

async fn resolve_whole(app: App, table: Arc<Table>, decision: usize, until: Option<i64>) -> Result<()> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    app.is_sound(&table)?;
    if until.is_some() && hold::is_on_for(&app, slot.held(), decision) {
        return Ok(());
    }
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
        summary: summary(&app, &table, slot.held_mut(), app.clock().millis()),
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
    follow_up(&app, &table, slot, Asked::Own);
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

async fn withdraw_whole(app: App, table: Arc<Table>, decision: usize, seat: Seat) -> Result<()> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    app.is_sound(&table)?;
    let battle = slot.battle()?;
    still_open(&app, battle)?;
    if battle.outcome().is_some() || battle.decision_number() != decision {
        return Err(stale(decision, battle.decision_number()));
    }
    if battle.deciding().contains(seat) && !battle.awaiting().contains(seat) {
        clock::may_take_back(slot.held(), battle, seat)?;
    }
    if !slot.battle_mut()?.withdraw(seat) {
        return Err(AppError::not_yours(format!("{seat} has sealed nothing")));
    }
    clock::taken_back(&app, slot.held_mut(), decision, seat);
    let withdrawal = Withdrawal {
        match_id: &table.about.id,
        version: slot.held().version,
        decision: decision as i64,
        seat: i64::from(seat.0),
        summary: summary(&app, &table, slot.held_mut(), 0),
    };
    if let Err(err) = app.store().withdraw(&withdrawal).await {
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    slot.held_mut().version += 1;
    clock::watch(&app, &table, slot.held_mut());
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
pub(crate) fn sign(key: &signet::Key, battle: &mut dyn AnyMatch) {
    if battle.outcome().is_some()
        && let Some(sealed) = battle.sealed_record()
    {
        battle.sign(key.sign(&sealed.end));
    }
}

/// What the record of a finished battle proves itself with, as the store keeps it.
pub(crate) fn proof(battle: &dyn AnyMatch) -> String {
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

pub(crate) fn outcome(battle: &dyn AnyMatch) -> String {
    battle.outcome().map_or(String::new(), |it| serde_json::to_string(&it).expect("plain data"))
}

/// What the list of battles shows. The store keeps the time of the last
/// change where `changed` is 0.
///
/// Whoever writes down a change turns the clocks with it.
pub(crate) fn summary(app: &App, table: &Table, held: &mut Held, changed: i64) -> Summary {
    deadline::turn(app, table, held);
    clock::turn(app, table, held);
    hold::expire(held);
    offers::expire(held);
    let (about, stage, clocks) = (&table.about, &held.stage, held.aside.clocks.as_ref());
    let body = show::summary(&about.id, &about.title, about.created, stage, (about.pace, clocks));
    Summary {
        body: flown::noted(about, stage, body),
        changed,
        thinking: thinking(app, stage, table.about.computers()),
        dice: dice(stage),
        standing: Some(deadline::standing(app, &held.aside)),
        renewal: upgrade::renewal(held),
    }
}

/// How far the dice have been rolled, from which the battle is taken up again.
fn dice(stage: &Stage) -> String {
    match stage {
        Stage::Waiting(_) => String::new(),
        Stage::Battle(battle) => battle.dice(),
    }
}

/// Whether computers owe an order, at a table with or without any.
fn thinking(app: &App, stage: &Stage, computers: bool) -> Thinking {
    match stage {
        Stage::Battle(battle) if computer_to_move(stage, app.limits()) => Thinking::Owed {
            decision: battle.decision_number() as i64,
            due: app.clock().millis() + think::GRACE,
        },
        Stage::Battle(_) | Stage::Waiting(_) if computers => Thinking::Nobody,
        Stage::Battle(_) | Stage::Waiting(_) => Thinking::Untouched,
    }
}

pub(crate) fn computer_to_move(stage: &Stage, limits: &Limits) -> bool {
    let Stage::Battle(battle) = stage else { return false };
    let is_computer = |seat: Seat| level(&battle.seats()[seat.index()].player, limits).is_some();
    // A decision that was held when the server stopped is taken up like one that computers owe.
    hold::is_full(&**battle) || battle.awaiting().iter().any(is_computer)
}

/// What never changes in a record.
pub(crate) fn head(battle: &dyn AnyMatch) -> String {
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

/// The clocks of a new match. They run if the battle has begun.
fn begun_clocks(app: &App, seating: &Seating, stage: &Stage) -> Option<Clocks> {
    let pace = seating.pace?;
    let mut clocks = Clocks::new(&pace, stage.seats().len());
    if let Stage::Battle(battle) = stage {
        let is_person = |seat: &Seat| level(&battle.seats()[seat.index()].player, app.limits()).is_none();
        let awaited = battle.awaiting().iter().filter(is_person).collect();
        clocks.turn(&pace, app.served(), battle.decision_number(), awaited);
    }
    Some(clocks)
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
    let (new, told) = drawn_up(app, &stage, seating, scenario, title)?;
    // From here on it is the store's.
    drop(stage);
    {
        let _writing = app.writing().read().await;
        app.store().create(&new).await?;
    }
    if new.summary.thinking.is_owed() {
        let (app, maker, id) = (app.clone(), maker.clone(), new.id);
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

/// A new match as it is kept, and what whoever makes it is told.
pub(crate) fn drawn_up(
    app: &App,
    stage: &Stage,
    seating: &Seating,
    scenario: Option<String>,
    title: String,
) -> Result<(NewMatch, Created)> {
    let id = seating.heirs.as_ref().map_or_else(|| app.chance().id(), |it| it.id.clone());
    let (head, decisions, events, outcome) = match stage {
        Stage::Waiting(waiting) => (unbegun_head(waiting)?, Vec::new(), Vec::new(), String::new()),
        Stage::Battle(battle) => {
            let (decisions, events) = battle.record_since(0, 0);
            (head(&**battle), decisions, events, outcome(&**battle))
        }
    };
    // A battle that comes finished keeps the proof it came with: we did not host it.
    let (ending, proof) = match stage {
        Stage::Waiting(_) => (String::new(), String::new()),
        Stage::Battle(battle) => {
            let ending = battle.ending().map(|it| serde_json::to_string(&it).expect("plain data"));
            (ending.unwrap_or_default(), proof(&**battle))
        }
    };
    let mut told = Created { id: id.clone(), seats: Vec::new(), spectator: None, events: events.len() };
    let mut seats = Vec::new();
    let heirs = seating.heirs.as_ref();
    seats.extend(
        heirs.into_iter().flat_map(|it| it.hashes.clone()).map(|(seat, hash)| NewSeat { seat, hash }),
    );
    for (n, info) in stage.seats().iter().enumerate() {
        if heirs.is_some() || level(&info.player, app.limits()).is_some() {
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
    if heirs.is_none() && (seating.spectators || told.seats.is_empty()) {
        let secret = app.chance().secret();
        seats.push(NewSeat { seat: SPECTATOR, hash: secret.hash().to_text() });
        told.spectator = Some(secret.into_text());
    }
    let created = app.clock().millis();
    let aside = Aside { clocks: begun_clocks(app, seating, stage), ..Aside::default() };
    let computers = stage.seats().iter().any(|info| level(&info.player, app.limits()).is_some());
    let about_clocks = (seating.pace, aside.clocks.as_ref());
    let body = show::summary(&id, &title, created.unsigned_abs(), stage, about_clocks);
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
        waiting: waiting_text(stage),
        unaided: seating.unaided,
        people: seating.owned(),
        pace: seating.pace.map_or(String::new(), |it| serde_json::to_string(&it).expect("plain data")),
        summary: Summary {
            body: serde_json::to_string(&body).expect("plain data"),
            changed: created,
            thinking: thinking(app, stage, computers),
            dice: dice(stage),
            standing: Some(deadline::standing(app, &aside)),
            renewal: None,
        },
    };
    Ok((new, told))
}
