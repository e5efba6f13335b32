//! One match in memory: who holds which seat, and the battle itself.

use std::{
    collections::BTreeSet,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use engine::{Seat, Viewer};
use rulesets::{AnyMatch, Budget, Effort, Format, Level, Source, Submission};
use serde_json::Value;
use store::{Kept, SPECTATOR};
use tokio::sync::{MutexGuard, watch};

use crate::{
    app::App,
    error::{AppError, Result},
    secret::{Hash, Secret},
};

/// A battle, or nothing if it has to be read from the store again.
pub(crate) type Slot = Option<Box<dyn AnyMatch>>;

pub(crate) struct Table {
    pub(crate) about: About,
    slot: tokio::sync::Mutex<Slot>,
    /// Counts up whenever something changed that anybody may be told.
    changes: watch::Sender<u64>,
    /// Decisions and seats that a computer is thinking about already.
    thinking: Mutex<BTreeSet<(usize, u8)>>,
    /// When somebody last looked, in seconds of the server's life.
    touched: AtomicU64,
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
    pub(crate) seats: Vec<wire::SeatCard>,
    /// By seat; nothing where a person sits.
    pub(crate) levels: Vec<Option<Level>>,
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
        self.levels.get(seat.index()).copied().flatten()
    }

    pub(crate) fn has_people(&self) -> bool {
        self.levels.iter().any(Option::is_none)
    }
}

impl Table {
    pub(crate) fn new(about: About, battle: Box<dyn AnyMatch>, now: u64) -> Table {
        Table {
            about,
            slot: tokio::sync::Mutex::new(Some(battle)),
            changes: watch::Sender::new(0),
            thinking: Mutex::default(),
            touched: AtomicU64::new(now),
        }
    }

    /// The battle, read from the store again if it has to be.
    pub(crate) async fn lock(&self, app: &App) -> Result<MutexGuard<'_, Slot>> {
        self.touched.store(app.now(), Ordering::Relaxed);
        let mut slot = self.slot.lock().await;
        if slot.is_none() {
            let kept = app.store().load(&self.about.id).await?.ok_or_else(|| AppError::not_found("match"))?;
            let (_, battle) = open(kept).await?;
            *slot = Some(battle);
        }
        Ok(slot)
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
    }

    pub(crate) fn tell(&self) {
        self.changes.send_modify(|n| *n += 1);
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

    /// True for whoever asks first: that one thinks.
    pub(crate) fn claim(&self, decision: usize, seat: Seat) -> bool {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner).insert((decision, seat.0))
    }

    pub(crate) fn unclaim(&self, decision: usize, seat: Seat) {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner).remove(&(decision, seat.0));
    }

    pub(crate) fn is_thinking(&self) -> bool {
        !self.thinking.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

/// Takes a match up from the store, recomputing every die and event of it, so
/// that a row somebody altered is noticed.
pub(crate) async fn open(kept: Kept) -> Result<(About, Box<dyn AnyMatch>)> {
    // A long battle takes its time; nobody else should wait for it.
    tokio::task::spawn_blocking(move || open_now(&kept)).await.map_err(|_| AppError::internal())?
}

fn open_now(kept: &Kept) -> Result<(About, Box<dyn AnyMatch>)> {
    let broken = |what: &dyn std::fmt::Display| AppError::corrupted(&format!("match {}: {what}", kept.id));
    let text = kept.record();
    let source = Source { name: "record", text: &text, format: Format::Json };
    let record = rulesets::open_record(&source).map_err(|err| broken(&err))?;
    let ours = rulesets::find(record.game()).map_err(|err| broken(&err))?.rules_version();
    // The events are the record: a battle that is over can be looked at under any rules.
    let folded = record.rules_version() != ours && record.outcome().is_some();
    let battle = if folded { record.fold() } else { record.resume() };
    let mut battle = battle.map_err(|err| broken(&err))?;
    let open = battle.decision_number();
    for (seat, order) in kept.pending() {
        let order: Value = serde_json::from_str(&order).map_err(|err| broken(&err))?;
        let seat = Seat(u8::try_from(seat).map_err(|err| broken(&err))?);
        battle.submit(open, seat, &Submission::Data(order)).map_err(|err| broken(&err))?;
        if battle.decision_number() != open {
            return Err(broken(&"all orders are in, but nothing came of them"));
        }
    }
    let about = about(kept, &*battle).map_err(|err| broken(&err))?;
    Ok((about, battle))
}

fn about(kept: &Kept, battle: &dyn AnyMatch) -> std::result::Result<About, String> {
    let head: Value = serde_json::from_str(&kept.head).map_err(|err| err.to_string())?;
    let luck = head["secret"].as_str().and_then(|secret| secret.get(..16));
    let luck = luck.and_then(|text| u64::from_str_radix(text, 16).ok()).unwrap_or_default();
    let mut holders = Vec::new();
    for (seat, hash) in &kept.seats {
        let hash = Hash::read(hash).ok_or("a hash that is none")?;
        let viewer = match *seat {
            SPECTATOR => Viewer::Spectator,
            seat => Viewer::Seat(Seat(u8::try_from(seat).map_err(|err| err.to_string())?)),
        };
        holders.push((viewer, hash));
    }
    let seats = battle.seats().iter().enumerate();
    let card = |(n, info): (usize, &engine::SeatInfo)| wire::SeatCard {
        seat: n as u8,
        name: info.name.clone(),
        player: info.player.clone(),
    };
    Ok(About {
        id: kept.id.clone(),
        game: battle.game().to_owned(),
        scenario: Some(kept.scenario.clone()).filter(|id| !id.is_empty()),
        title: kept.title.clone(),
        created: u64::try_from(kept.created).unwrap_or_default(),
        options: head["options"].clone(),
        seats: seats.map(card).collect(),
        levels: battle.seats().iter().map(|info| level(&info.player)).collect(),
        luck,
        holders,
    })
}

/// Who plays: a computer of this level, or a person. A record may ask for
/// more thought than the server has to give.
pub(crate) fn level(player: &str) -> Option<Level> {
    let level: Level = player.parse().ok()?;
    Some(match level {
        Level::Admiral(Budget { effort, .. }) => {
            let effort = match effort {
                Effort::Nodes(nodes) => Effort::Nodes(nodes.min(MOST_NODES)),
                Effort::Time(time) => Effort::Time(time.min(LONGEST_THOUGHT)),
            };
            Level::Admiral(Budget { effort, threads: 1 })
        }
        Level::Random | Level::Cadet | Level::Captain => level,
    })
}

/// What one decision of one computer may cost.
const MOST_NODES: u32 = 20_000;
const LONGEST_THOUGHT: Duration = Duration::from_secs(10);
