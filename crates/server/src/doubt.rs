//! Battles are taken up from their events, which takes little time, and proved
//! behind: every order is played again, with every die. Where something else
//! comes of it than is stored, the battle is frozen. It can still be looked at,
//! and says so; nobody can change it any more. Nor can anybody here change one
//! that a newer server has taken over.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use rulesets::{Format, Source};

use crate::{
    app::App,
    error::{AppError, Result},
    pool::Work,
    table::Table,
    turns::Owner,
    upgrade::NEWER,
};

/// A battle that was taken up and is still to be proved.
pub(crate) struct Doubt {
    pub(crate) id: String,
    /// Its record as it was stored, and how far its dice are said to have been rolled.
    pub(crate) record: String,
    pub(crate) dice: String,
}

impl Doubt {
    /// Plays every order again, with every die and event.
    pub(crate) fn settle(&self) -> std::result::Result<(), String> {
        let source = Source { name: "record", text: &self.record, format: Format::Json };
        let proved = rulesets::open_record(&source).and_then(|record| record.resume());
        let battle = proved.map_err(|err| format!("match {}: {err}", self.id))?;
        if battle.dice() == self.dice {
            return Ok(());
        }
        let (id, kept, rolled) = (&self.id, &self.dice, battle.dice());
        Err(format!("match {id}: dice rolled to {rolled}, but {kept} is stored"))
    }
}

/// What is known of battles that were taken up, by id.
#[derive(Debug, Default)]
pub(crate) struct Doubts {
    being_proved: Mutex<HashSet<String>>,
    frozen: Mutex<HashMap<String, Why>>,
}

/// Why nothing can be changed in a battle here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// What is stored does not fit together.
    Wrong,
    /// A newer server plays it.
    Newer,
}

impl Doubts {
    fn why(&self, id: &str) -> Option<Why> {
        self.frozen.lock().unwrap_or_else(PoisonError::into_inner).get(id).copied()
    }

    /// Whether a newer server plays this battle.
    pub(crate) fn is_newer(&self, id: &str) -> bool {
        self.why(id) == Some(Why::Newer)
    }

    fn note(&self, id: &str, why: Why) {
        self.frozen.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), why);
    }
}

/// What people are told of a frozen battle.
const FROZEN: &str = "The stored record of this battle does not add up: replaying its orders and dice leads to a \
                      different result. You can look at it, but nobody can play on. Please tell whoever runs \
                      this server.";
/// How long to wait when there is no room to prove another.
const LATER: Duration = Duration::from_secs(2);

impl App {
    /// Proves a battle that was taken up, where nobody waits for it.
    pub(crate) fn prove_later(&self, doubt: Option<Doubt>) {
        let Some(doubt) = doubt else { return };
        let being_proved = &self.doubts().being_proved;
        if !being_proved.lock().unwrap_or_else(PoisonError::into_inner).insert(doubt.id.clone()) {
            return;
        }
        let app = self.clone();
        tokio::spawn(async move {
            let id = doubt.id.clone();
            let owner = Owner::Match(id.clone());
            let turn = loop {
                match app.turn(Work::Proving, &owner).await {
                    Ok(turn) => break turn,
                    Err(_) => tokio::time::sleep(LATER).await,
                }
            };
            let settled = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                doubt.settle()
            });
            let settled = settled.await.unwrap_or_else(|err| Err(format!("match {id}: {err}")));
            if let Err(what) = settled {
                app.freeze(&id, &what);
            }
            let being_proved = &app.doubts().being_proved;
            being_proved.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        });
    }

    fn freeze(&self, id: &str, what: &str) {
        tracing::error!(what, "a battle is frozen");
        self.doubts().note(id, Why::Wrong);
        if let Some(table) = self.in_memory(id) {
            table.tell();
        }
    }

    /// From here on this server only shows the battle: a newer one plays it.
    pub(crate) fn leave_to_newer(&self, id: &str) {
        if !self.doubts().is_newer(id) {
            tracing::info!(id, "a newer server has taken a battle over");
            self.doubts().note(id, Why::Newer);
        }
    }

    /// Why nothing can be changed in this match, in words for those who look at it.
    pub(crate) fn frozen(&self, id: &str) -> Option<String> {
        self.doubts().why(id).map(|why| match why {
            Why::Wrong => FROZEN.to_owned(),
            Why::Newer => NEWER.to_owned(),
        })
    }

    /// Whether anything may be changed in a match.
    pub(crate) fn is_sound(&self, table: &Table) -> Result<()> {
        match self.doubts().why(&table.about.id) {
            None => Ok(()),
            Some(Why::Wrong) => Err(AppError::frozen(FROZEN.to_owned())),
            Some(Why::Newer) => Err(AppError::newer()),
        }
    }
}
