//! One match in memory: who holds which seat, and the battle itself.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError, RwLock,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
};

use dice::fair::Contribution;
use engine::{Giver, Seat, Seats, Viewer};
use rulesets::{AnyMatch, Budget, Effort, Format, Level, Onward, Source, Stop, Submission};
use serde_json::Value;
use store::{Kept, SPECTATOR};
use tokio::sync::{MutexGuard, watch};

use crate::{
    app::App,
    bus::Wakes,
    catch_up,
    clock::Timer,
    doubt::Doubt,
    error::{AppError, Result},
    hold::Armed,
    limits::Limits,
    offers::Aside,
    pool::Work,
    presence::Presence,
    programs,
    secret::{Hash, Secret},
    talk::Ear,
    turns::Owner,
    upgrade::{self, Rules},
};

/// How far a match has come.
pub(crate) enum Stage {
    Waiting(Waiting),
    Battle(Box<dyn AnyMatch>),
}

/// A match whose seats have not all joined: no die is rolled before.
pub(crate) struct Waiting {
    /// The record, with nothing in it yet.
    pub(crate) record: String,
    pub(crate) game: String,
    pub(crate) seats: Vec<engine::SeatInfo>,
    pub(crate) commitment: String,
    /// By seat; nothing from those who have still to join.
    pub(crate) contributions: Vec<Option<String>>,
}

impl Waiting {
    pub(crate) fn read(record: String, contributions: Vec<Option<String>>) -> Result<Waiting> {
        let (game, seats, commitment) = {
            let opened = rulesets::open_record(&source(&record))?;
            (opened.game().to_owned(), opened.seats().to_vec(), opened.commitment())
        };
        if contributions.len() != seats.len() {
            let (n, seats) = (contributions.len(), seats.len());
            return Err(AppError::refused(format!("{n} players, but the battle has {seats} seats")));
        }
        Ok(Waiting { record, game, seats, commitment, contributions })
    }

    pub(crate) fn missing(&self) -> Vec<u8> {
        let seats = (0_u8..).zip(&self.contributions);
        seats.filter(|(_, given)| given.is_none()).map(|(seat, _)| seat).collect()
    }

    /// As the store keeps it.
    pub(crate) fn to_text(&self) -> String {
        serde_json::to_string(&self.contributions).expect("plain data")
    }

    /// Everybody has joined: plays to the first decision.
    pub(crate) fn begin(&self, given: Vec<String>) -> Result<Box<dyn AnyMatch>> {
        let given = given.into_iter().map(Contribution).collect();
        Ok(rulesets::open_record(&source(&self.record))?.begin(given)?)
    }
}

impl Stage {
    pub(crate) fn game(&self) -> &str {
        match self {
            Stage::Waiting(waiting) => &waiting.game,
            Stage::Battle(battle) => battle.game(),
        }
    }

    pub(crate) fn seats(&self) -> &[engine::SeatInfo] {
        match self {
            Stage::Waiting(waiting) => &waiting.seats,
            Stage::Battle(battle) => battle.seats(),
        }
    }
}

fn source(text: &str) -> Source<'_> {
    Source { name: "record", text, format: Format::Json }
}

/// A match as it lay in the store when it was last read or written.
pub(crate) struct Held {
    pub(crate) stage: Stage,
    /// The store's count of changes: the next one is based on it.
    pub(crate) version: i64,
    /// What its orders and events take up in the store.
    pub(crate) bytes: usize,
    /// What stands beside the battle without being part of it.
    pub(crate) aside: Aside,
    /// The hash of its head, which says among other things who sits where.
    pub(crate) head: blake3::Hash,
    pub(crate) rules: Rules,
}

/// Nothing if it has to be read from the store again.
type Slot = Option<Held>;

/// A match in hand: nobody else changes it meanwhile.
pub(crate) struct InHand<'a>(MutexGuard<'a, Slot>);

impl InHand<'_> {
    pub(crate) fn held(&self) -> &Held {
        self.0.as_ref().expect("locked with a match in it")
    }

    pub(crate) fn held_mut(&mut self) -> &mut Held {
        self.0.as_mut().expect("locked with a match in it")
    }

    pub(crate) fn stage(&self) -> &Stage {
        &self.held().stage
    }

    /// The battle, if it has begun.
    pub(crate) fn battle(&self) -> Result<&dyn AnyMatch> {
        match self.stage() {
            Stage::Battle(battle) => Ok(&**battle),
            Stage::Waiting(_) => Err(AppError::waiting()),
        }
    }

    pub(crate) fn battle_mut(&mut self) -> Result<&mut dyn AnyMatch> {
        match &mut self.held_mut().stage {
            Stage::Battle(battle) => Ok(&mut **battle),
            Stage::Waiting(_) => Err(AppError::waiting()),
        }
    }

    /// Memory may be wrong: the store is asked next time.
    pub(crate) fn forget(mut self) {
        *self.0 = None;
    }
}

pub(crate) struct Table {
    pub(crate) about: About,
    slot: tokio::sync::Mutex<Slot>,
    /// Counts up whenever something changed that anybody may be told.
    changes: watch::Sender<u64>,
    /// Decisions and seats that a computer is thinking about already, and how
    /// each thought is broken off.
    thinking: Mutex<BTreeMap<(usize, u8), Stop>>,
    /// The decision for which this server sees to the computers; nothing before the first.
    minded: Mutex<Option<usize>>,
    /// For which decision other servers were last asked to, and when, in milliseconds since 1970.
    asked: Mutex<Option<(usize, i64)>>,
    wakes: Wakes,
    pub(crate) timer: Timer,
    pub(crate) held: Armed,
    pub(crate) presence: Presence,
    pub(crate) ear: Ear,
    /// When it was taken up, in milliseconds since 1970.
    pub(crate) since: i64,
    /// When it was last in hand, in seconds of the server's life.
    touched: AtomicU64,
    /// When a person last looked, and when the store was last told so, in
    /// milliseconds since 1970.
    looked: AtomicI64,
    noted: AtomicI64,
    /// On whose account its computers think.
    owner: Mutex<Owner>,
}

/// What never changes in a match.
#[derive(Debug)]
pub(crate) struct About {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) scenario: Option<String>,
    pub(crate) title: String,
    pub(crate) created: u64,
    pub(crate) options: Value,
    /// How long seats have, as agreed.
    pub(crate) pace: Option<wire::Pace>,
    /// By seat; nothing where a person sits. The one thing that changes: a computer may take a seat
    /// over, and its player may come back.
    levels: RwLock<Vec<Option<Level>>>,
    /// By seat, and changing with them: the name of a program of one's own that plays it.
    programs: RwLock<Vec<Option<String>>>,
    /// Whether nobody may ask for suggestions.
    pub(crate) unaided: bool,
    /// The computer players' own luck, from the secret that only the server has.
    pub(crate) luck: u64,
    holders: Vec<(Viewer, Hash)>,
}

impl About {
    pub(crate) fn spectators(&self) -> bool {
        self.holders.iter().any(|(viewer, _)| *viewer == Viewer::Spectator)
    }

    /// Whom a secret lets in.
    pub(crate) fn admit(&self, secret: &Secret) -> Result<Viewer> {
        let hash = secret.hash();
        // All are looked at, so that the time tells nothing.
        let mut found = None;
        for (viewer, held) in &self.holders {
            if *held == hash {
                found = Some(*viewer);
            }
        }
        found.ok_or_else(AppError::unauthorised)
    }

    pub(crate) fn level(&self, seat: Seat) -> Option<Level> {
        self.levels().get(seat.index()).copied().flatten()
    }

    /// The seats that programs of one's own play, and their names.
    pub(crate) fn programs(&self) -> Vec<(Seat, String)> {
        let programs = self.programs.read().unwrap_or_else(PoisonError::into_inner);
        let seats = (0_u8..).zip(programs.iter());
        seats.filter_map(|(seat, name)| Some((Seat(seat), name.clone()?))).collect()
    }

    pub(crate) fn program(&self, seat: Seat) -> Option<String> {
        self.programs().into_iter().find_map(|(it, name)| (it == seat).then_some(name))
    }

    pub(crate) fn has_people(&self) -> bool {
        self.levels().iter().any(Option::is_none)
    }

    pub(crate) fn computers(&self) -> bool {
        self.levels().iter().any(Option::is_some)
    }

    /// Whether a computer plays for whoever has the secret of this seat.
    pub(crate) fn is_replaced(&self, seat: Seat) -> bool {
        let held = self.holders.iter().any(|(viewer, _)| *viewer == Viewer::Seat(seat));
        held && self.level(seat).is_some()
    }

    /// Everybody who holds a secret here, with its hash as the store keeps it.
    pub(crate) fn hashes(&self) -> Vec<(Viewer, String)> {
        self.holders.iter().map(|(viewer, hash)| (*viewer, hash.to_text())).collect()
    }

    /// The seats that belong to people, whoever plays them.
    pub(crate) fn held(&self) -> Vec<Seat> {
        let seat = |viewer: &Viewer| match viewer {
            Viewer::Seat(seat) => Some(*seat),
            Viewer::Spectator | Viewer::Referee => None,
        };
        let mut seats: Vec<Seat> = self.holders.iter().filter_map(|(viewer, _)| seat(viewer)).collect();
        seats.sort();
        seats
    }

    /// In how many seats people sit.
    pub(crate) fn people(&self) -> usize {
        self.levels().iter().filter(|it| it.is_none()).count()
    }

    fn levels(&self) -> std::sync::RwLockReadGuard<'_, Vec<Option<Level>>> {
        self.levels.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// As those sit who sit there now.
    pub(crate) fn sit(&self, seats: &[engine::SeatInfo], limits: &Limits) {
        let levels = seats.iter().map(|info| level(&info.player, limits)).collect();
        *self.levels.write().unwrap_or_else(PoisonError::into_inner) = levels;
        *self.programs.write().unwrap_or_else(PoisonError::into_inner) = programs_in(seats);
    }
}

impl Table {
    pub(crate) fn new(about: About, held: Held, wakes: Wakes, now: u64, looked: i64, since: i64) -> Table {
        Table {
            owner: Mutex::new(Owner::Match(about.id.clone())),
            about,
            slot: tokio::sync::Mutex::new(Some(held)),
            changes: watch::Sender::new(0),
            thinking: Mutex::default(),
            minded: Mutex::default(),
            asked: Mutex::default(),
            wakes,
            timer: Timer::default(),
            held: Armed::default(),
            presence: Presence::default(),
            ear: Ear::default(),
            since,
            touched: AtomicU64::new(now),
            looked: AtomicI64::new(looked),
            noted: AtomicI64::new(looked),
        }
    }

    /// The match as it is in the store, or was when this was asked.
    pub(crate) async fn lock(&self, app: &App) -> Result<InHand<'_>> {
        self.touched.store(app.now(), Ordering::Relaxed);
        // Asked before it is in hand, so that nobody waits for another's question.
        let newest = match app.store().is_alone() {
            true => None,
            false => {
                let newest = app.store().version_of(&self.about.id).await?;
                Some(newest.ok_or_else(|| AppError::not_found("match"))?)
            }
        };
        let mut slot = self.slot.lock().await;
        if let Some(held) = slot.as_mut()
            && newest.is_some_and(|newest| held.version < newest)
            && !catch_up::catch_up(app, &self.about.id, held).await?
        {
            *slot = None;
        }
        if slot.is_none() {
            let kept = app.store().load(&self.about.id).await?.ok_or_else(|| AppError::not_found("match"))?;
            let (_, held, doubt) = open(app, kept, &Owner::Match(self.about.id.clone())).await?;
            self.about.sit(held.stage.seats(), app.limits());
            *slot = Some(held);
            app.prove_later(doubt);
        }
        Ok(InHand(slot))
    }

    /// Lets go of the battle if nobody has it in hand; it is in the store.
    pub(crate) fn rest(&self) -> bool {
        match self.slot.try_lock() {
            Ok(mut slot) => {
                *slot = None;
                true
            }
            Err(_) => false,
        }
    }

    /// Whatever is in memory may be wrong: the store knows.
    pub(crate) async fn forget(&self) {
        *self.slot.lock().await = None;
        self.ear.forget();
    }

    /// Something has changed: whoever looks on hears it, here and elsewhere.
    pub(crate) fn tell(&self) {
        self.wake();
        self.wakes.changed(&self.about.id);
    }

    /// Something may have changed: whoever looks on here looks again.
    pub(crate) fn wake(&self) {
        self.changes.send_modify(|n| *n += 1);
    }

    /// Whether the store may have something newer than memory; also if that is in hand at the moment.
    pub(crate) fn is_behind(&self, newest: i64) -> bool {
        match self.slot.try_lock() {
            Ok(slot) => slot.as_ref().is_none_or(|held| held.version < newest),
            Err(_) => true,
        }
    }

    /// Whether something is under way here that must not be let go of.
    pub(crate) fn is_busy(&self) -> bool {
        self.is_thinking() || self.timer.is_running() || self.held.is_on()
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    pub(crate) fn is_watched(&self) -> bool {
        0 < self.changes.receiver_count()
    }

    pub(crate) fn idle_since(&self) -> u64 {
        self.touched.load(Ordering::Relaxed)
    }

    /// When a person last looked, in milliseconds since 1970.
    pub(crate) fn looked_at(&self) -> i64 {
        self.looked.load(Ordering::Relaxed)
    }

    /// A person has looked at that time, on whatever server.
    pub(crate) fn was_looked_at(&self, then: i64) {
        self.looked.fetch_max(then, Ordering::Relaxed);
    }

    /// A person looks; true if the store should hear of it, which is not every time.
    pub(crate) fn look(&self, now: i64, seldom: i64) -> bool {
        self.looked.fetch_max(now, Ordering::Relaxed);
        let noted = self.noted.load(Ordering::Relaxed);
        let due = seldom <= now.saturating_sub(noted);
        due && self.noted.compare_exchange(noted, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    pub(crate) fn owner(&self) -> Owner {
        self.owner.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// From now on its computers think on this account: of who plays, or of
    /// who looks on where only computers do. Spectators of other people's
    /// battles count for nothing: they would make them wait.
    pub(crate) fn asked_by(&self, viewer: Viewer, owner: &Owner) {
        let counts = match viewer {
            Viewer::Seat(_) => true,
            Viewer::Spectator | Viewer::Referee => !self.about.has_people(),
        };
        if counts {
            owner.clone_into(&mut self.owner.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// The same for whoever made it, as long as nobody else has asked.
    pub(crate) fn made_by(&self, maker: &Owner) {
        let mut owner = self.owner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Owner::Match(_) = *owner {
            maker.clone_into(&mut owner);
        }
    }

    fn thinking(&self) -> std::sync::MutexGuard<'_, BTreeMap<(usize, u8), Stop>> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something for whoever asks first: that one thinks.
    pub(crate) fn claim(&self, decision: usize, seat: Seat) -> Option<Stop> {
        let mut thinking = self.thinking();
        if thinking.contains_key(&(decision, seat.0)) {
            return None;
        }
        Some(thinking.entry((decision, seat.0)).or_default().clone())
    }

    pub(crate) fn unclaim(&self, decision: usize, seat: Seat) {
        self.thinking().remove(&(decision, seat.0));
    }

    pub(crate) fn is_thinking(&self) -> bool {
        !self.thinking().is_empty()
    }

    /// From now on this server sees to the computers that move in this decision.
    pub(crate) fn mind(&self, decision: usize) {
        *self.minded.lock().unwrap_or_else(PoisonError::into_inner) = Some(decision);
    }

    pub(crate) fn minds(&self, decision: usize) -> bool {
        *self.minded.lock().unwrap_or_else(PoisonError::into_inner) == Some(decision)
    }

    /// Whether other servers are to be asked now; not if they were, for the same decision, less than
    /// `seldom` milliseconds ago.
    pub(crate) fn asks_others(&self, decision: usize, now: i64, seldom: i64) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.is_some_and(|(of, at)| of == decision && now.saturating_sub(at) < seldom) {
            return false;
        }
        *asked = Some((decision, now));
        true
    }

    /// Breaks off every thought but those the battle still waits for.
    pub(crate) fn break_off(&self, decision: usize, awaiting: Seats) {
        let thinking = self.thinking();
        let unwanted =
            thinking.iter().filter(|((n, seat), _)| *n != decision || !awaiting.contains(Seat(*seat)));
        unwanted.for_each(|(_, stop)| stop.pull());
    }
}

/// Takes a match up from the store.
pub(crate) async fn open(app: &App, kept: Kept, owner: &Owner) -> Result<(About, Held, Option<Doubt>)> {
    let limits = *app.limits();
    // A long battle takes its time; nobody else should wait for it.
    let id = kept.id.clone();
    // Whatever it was fought under: one that is over is nobody's to play.
    let newer = kept.outcome.is_empty() && upgrade::is_newer(&kept.head);
    let opened = app.at_length(Work::Making, owner, move || open_now(&kept, &limits)).await?;
    if newer {
        app.leave_to_newer(&id);
    }
    // What a newer program has written need not make sense to us.
    opened.map_err(|what| if newer { AppError::newer() } else { AppError::corrupted(&what) })
}

/// What does not fit together, in words for the log and the host.
type Opened<T> = std::result::Result<T, String>;

pub(crate) fn open_now(kept: &Kept, limits: &Limits) -> Opened<(About, Held, Option<Doubt>)> {
    let broken = |what: &dyn std::fmt::Display| format!("match {}: {what}", kept.id);
    let (mut doubt, mut rules) = (None, Rules::Ours);
    let stage = match kept.waiting.as_str() {
        "" => {
            let (battle, proved, standing) = open_battle(kept, &broken)?;
            rules = standing;
            let (id, dice) = (kept.id.clone(), kept.dice.clone());
            doubt = (!proved).then(|| Doubt { id, record: kept.record(), dice });
            Stage::Battle(battle)
        }
        waiting => {
            let given: Vec<Option<String>> = serde_json::from_str(waiting).map_err(|err| broken(&err))?;
            let waiting = Waiting::read(kept.record(), given);
            Stage::Waiting(waiting.map_err(|err| broken(&err.body().message))?)
        }
    };
    let about = about(kept, &stage, limits).map_err(|err| broken(&err))?;
    let aside = read_aside(&kept.standing).map_err(|err| broken(&err))?;
    let head = blake3::hash(kept.head.as_bytes());
    Ok((about, Held { stage, version: kept.version, bytes: kept.bytes(), aside, head, rules }, doubt))
}

/// What stands beside a battle, as it is stored.
pub(crate) fn read_aside(standing: &str) -> serde_json::Result<Aside> {
    if standing.is_empty() { Ok(Aside::default()) } else { serde_json::from_str(standing) }
}

/// Who gave an order, as it is stored.
pub(crate) fn read_giver(given_by: &str) -> serde_json::Result<Option<Giver>> {
    match given_by {
        "" => Ok(None),
        giver => Ok(Some(serde_json::from_value(Value::from(giver))?)),
    }
}

/// The battle, whether every die and event of it has been recomputed, and by whose rules it goes on.
fn open_battle(
    kept: &Kept,
    broken: &dyn Fn(&dyn std::fmt::Display) -> String,
) -> Opened<(Box<dyn AnyMatch>, bool, Rules)> {
    let text = kept.record();
    let record = rulesets::open_record(&source(&text)).map_err(|err| broken(&err))?;
    let ours = rulesets::find(record.game()).map_err(|err| broken(&err))?.rules_version();
    let mut rules = Rules::Ours;
    // The events are the record: a battle can be looked at under any rules.
    let (battle, proved) = if record.rules_version() == ours {
        match kept.dice.as_str() {
            // Kept before anybody wrote down how far the dice had been rolled.
            "" => (record.resume(), true),
            dice => (record.take_up(dice), false),
        }
    } else if record.outcome().is_some() {
        (record.fold(), true)
    } else if ours < record.rules_version() {
        rules = Rules::Newer;
        (record.fold(), true)
    } else {
        match record.go_on().map_err(|err| broken(&err))? {
            Onward::Goes(battle) => {
                rules = Rules::TakeOver { let_go: Vec::new() };
                (Ok(battle), true)
            }
            Onward::Stays(why) => {
                rules = Rules::Barred(why);
                (record.fold(), true)
            }
        }
    };
    let mut battle = battle.map_err(|err| broken(&err))?;
    // What was sealed for a decision that was not taken counts for nothing.
    if matches!(rules, Rules::Barred(_) | Rules::Newer) || battle.outcome().is_some() {
        return Ok((battle, proved, rules));
    }
    let open = battle.decision_number();
    for sealed in kept.pending() {
        let order: Value = serde_json::from_str(&sealed.body).map_err(|err| broken(&err))?;
        let seat = Seat(u8::try_from(sealed.seat).map_err(|err| broken(&err))?);
        let giver = read_giver(&sealed.given_by).map_err(|err| broken(&err))?;
        // If all are in, the last was held when the server stopped: it is held again.
        let again = battle.seal(open, seat, &Submission::Data(order), giver);
        match (again, &mut rules) {
            (Ok(_), _) => {}
            // Sealed under the rules of the time; whoever did is asked again.
            (Err(_), Rules::TakeOver { let_go }) => let_go.push(sealed.seat),
            (Err(err), _) => return Err(broken(&err)),
        }
    }
    Ok((battle, proved, rules))
}

fn about(kept: &Kept, stage: &Stage, limits: &Limits) -> std::result::Result<About, String> {
    let head: Value = serde_json::from_str(&kept.head).map_err(|err| err.to_string())?;
    let luck = luck(head["secret"].as_str().unwrap_or_default());
    let mut holders = Vec::new();
    for (seat, hash) in &kept.seats {
        let hash = Hash::read(hash).ok_or("a hash that is none")?;
        let viewer = match *seat {
            SPECTATOR => Viewer::Spectator,
            seat => Viewer::Seat(Seat(u8::try_from(seat).map_err(|err| err.to_string())?)),
        };
        holders.push((viewer, hash));
    }
    let pace = match kept.pace.as_str() {
        "" => None,
        pace => Some(serde_json::from_str(pace).map_err(|err| err.to_string())?),
    };
    Ok(About {
        id: kept.id.clone(),
        game: stage.game().to_owned(),
        scenario: Some(kept.scenario.clone()).filter(|id| !id.is_empty()),
        title: kept.title.clone(),
        created: u64::try_from(kept.created).unwrap_or_default(),
        options: head["options"].clone(),
        pace,
        levels: RwLock::new(stage.seats().iter().map(|info| level(&info.player, limits)).collect()),
        programs: RwLock::new(programs_in(stage.seats())),
        unaided: kept.unaided,
        luck,
        holders,
    })
}

/// A number of its own for each secret, from which the secret cannot be told
/// back: the orders of computers, which follow from it, are there to be seen.
fn luck(secret: &str) -> u64 {
    let hash = blake3::derive_key("flagbridge 1 luck of computer players", secret.as_bytes());
    hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn programs_in(seats: &[engine::SeatInfo]) -> Vec<Option<String>> {
    seats.iter().map(|it| programs::named(&it.player).map(str::to_owned)).collect()
}

/// Who plays: a computer of this level, or a person. A record may ask for
/// more thought than the server has to give. Behind a program stands whoever
/// plays where it does not.
pub(crate) fn level(player: &str, limits: &Limits) -> Option<Level> {
    if programs::named(player).is_some() {
        return Some(programs::STAND_IN);
    }
    let level: Level = player.parse().ok()?;
    Some(match level {
        Level::Admiral(Budget { effort, .. }) => {
            let effort = match effort {
                Effort::Nodes(nodes) => Effort::Nodes(nodes.min(limits.nodes)),
                Effort::Time(time) => Effort::Time(time.min(limits.thought)),
            };
            Level::Admiral(Budget { effort, threads: 1 })
        }
        Level::Random | Level::Cadet | Level::Captain | Level::Suggestion => level,
    })
}
