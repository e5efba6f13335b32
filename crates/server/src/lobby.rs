//! The meeting place: who is here, which tables are open, and who is told.
//!
//! One page is made for everybody, and from it one message for each change:
//! a connection passes on what it has not passed on yet, so that a hundred
//! people cost hardly more than one. What is somebody's own (challenges,
//! tables of theirs, being paired) rings a bell that only they hear, on
//! whatever server they are.
//!
//! Tables and challenges lie in the database. Who is here is about now, and
//! in memory only: each server knows its own.

mod invite;
mod live;
mod meet;
mod mirror;
mod names;
mod page;
mod pair;
mod who;

use std::{
    collections::{BTreeMap, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::extract::ws::Utf8Bytes;
use tokio::{
    sync::{Notify, watch},
    time::{Instant, sleep_until},
};
use wire::{LobbyPage, LobbyPush, NameCard};

pub(crate) use invite::{decline, expire, invite, look, mine, withdraw};
pub(crate) use live::live;
pub(crate) use meet::join;
pub(crate) use mirror::look_after;
pub(crate) use names::{in_info, in_list};
pub(crate) use pair::pair;
pub(crate) use who::{Who, apart};

use crate::{
    app::{App, until_closed},
    bus::Wakes,
    error::Result,
    limits::{Buckets, Limits},
};

/// The kinds of jobs that come of all this.
pub(crate) const EXPIRY: &str = "invitation";
pub(crate) const MIRROR: &str = "mirror";

/// What the page and the bells go by among servers.
const PAGE: &str = "lobby";
const BELL: &str = "invited ";

/// Between two changes of the page at the least: whatever happens meanwhile is one change.
const PAUSE: Duration = Duration::from_millis(100);
/// Another server on the same database, or the command line, may have changed something unheard.
const LOOK: Duration = Duration::from_secs(10);
/// So many changes are kept for connections that are slow; who has missed more is told everything.
const KEPT: usize = 64;

/// What the whole house shares of it.
#[derive(Debug)]
pub(crate) struct Lobby {
    /// Told when somebody has come or gone.
    stale: Notify,
    wakes: Wakes,
    told: watch::Sender<Told>,
    /// How many connections each of them has; guests are nobody in particular.
    here: Mutex<BTreeMap<NameCard, usize>>,
    pub(crate) making: Buckets<IpAddr>,
    pub(crate) pairing: Buckets<IpAddr>,
}

/// The page as it was last told, in the words in which it is told.
#[derive(Clone, Debug, Default)]
struct Told {
    page: Arc<LobbyPage>,
    whole: Utf8Bytes,
    /// The last changes, each with the number it leads to.
    changes: Arc<VecDeque<(u64, Utf8Bytes)>>,
}

impl Told {
    fn of(page: LobbyPage, changes: VecDeque<(u64, Utf8Bytes)>) -> Told {
        let whole = written(&LobbyPush::Lobby(page.clone()));
        Told { page: Arc::new(page), whole, changes: Arc::new(changes) }
    }

    /// What somebody has to be told who was told everything up to `reached`.
    fn since(&self, reached: Option<u64>) -> Vec<Utf8Bytes> {
        let now = self.page.seq;
        let Some(reached) = reached else { return vec![self.whole.clone()] };
        let missed: Vec<Utf8Bytes> =
            self.changes.iter().filter(|(seq, _)| reached < *seq).map(|(_, text)| text.clone()).collect();
        if missed.len() as u64 == now.saturating_sub(reached) { missed } else { vec![self.whole.clone()] }
    }
}

fn written(push: &LobbyPush) -> Utf8Bytes {
    serde_json::to_string(push).expect("plain data goes into JSON").into()
}

impl Lobby {
    pub(crate) fn new(limits: &Limits, shared: bool, wakes: Wakes) -> Lobby {
        Lobby {
            stale: Notify::new(),
            wakes,
            told: watch::Sender::new(Told::of(page::empty(), VecDeque::new())),
            here: Mutex::default(),
            making: Buckets::new(limits.tables, shared),
            pairing: Buckets::new(limits.pairings, shared),
        }
    }

    /// The page as it was last told.
    pub(crate) fn page(&self) -> Arc<LobbyPage> {
        Arc::clone(&self.told.borrow().page)
    }

    /// Something has changed that everybody may see.
    pub(crate) fn changed(&self) {
        self.wakes.tell(PAGE);
    }

    /// Something has come of an invitation of theirs, or to them.
    pub(crate) fn ring(&self, whom: &str) {
        self.wakes.tell(&format!("{BELL}{whom}"));
    }

    /// Whether somebody has a page open on which they hear of what is theirs.
    pub(crate) fn hears(&self, whom: &str) -> bool {
        self.wakes.is_awaited(&format!("{BELL}{whom}"))
    }

    /// What rings whenever that happens, on whatever server.
    pub(crate) fn bell(&self, whom: &str) -> watch::Receiver<u64> {
        self.wakes.waits(&format!("{BELL}{whom}"))
    }

    fn here(&self) -> std::sync::MutexGuard<'_, BTreeMap<NameCard, usize>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everybody who is here, once.
    fn people(&self) -> (usize, Vec<NameCard>) {
        let here = self.here();
        let guests = here.get(&NameCard::default()).copied().unwrap_or(0);
        let named: Vec<NameCard> = here.keys().filter(|it| it.name.is_some()).cloned().collect();
        (guests + named.len(), named)
    }
}

/// Somebody's connection, for as long as it lasts.
pub(crate) struct Here {
    app: App,
    card: NameCard,
}

impl Here {
    /// Nothing on a server that is somebody's own table.
    pub(crate) fn enter(app: &App, card: NameCard) -> Option<Here> {
        let lobby = &app.house()?.lobby;
        *lobby.here().entry(card.clone()).or_insert(0) += 1;
        lobby.stale.notify_one();
        Some(Here { app: app.clone(), card })
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        let Some(house) = self.app.house() else { return };
        let mut here = house.lobby.here();
        if let Some(n) = here.get_mut(&self.card) {
            *n = n.saturating_sub(1);
            if *n == 0 {
                here.remove(&self.card);
            }
        }
        drop(here);
        house.lobby.stale.notify_one();
    }
}

/// Keeps the page as it is in the database, until the server stops.
pub(crate) async fn keep_up(app: App) {
    let mut closing = app.closing();
    let mut told = app.wakes().waits(PAGE);
    loop {
        let begun = Instant::now();
        let Some(house) = app.house() else { return };
        if let Err(err) = refresh(&app, &house.lobby).await {
            tracing::warn!(error = err.body().message, "the lobby cannot be read; tried again");
        }
        tokio::select! {
            () = until_closed(&mut closing) => return,
            () = house.lobby.stale.notified() => {}
            changed = told.changed() => if changed.is_err() { return },
            () = sleep_until(begun + LOOK) => {}
        }
        tokio::select! {
            () = until_closed(&mut closing) => return,
            () = sleep_until(begun + PAUSE) => {}
        }
    }
}

/// Nobody could be here while there was no server. To be told before any table is looked at for that.
pub(crate) async fn everybody_seen(app: &App) {
    let _writing = app.writing().read().await;
    if let Err(err) = app.store().see_all_makers(app.clock().millis()).await {
        tracing::warn!(%err, "tables whose makers come back late may be closed");
    }
}

/// Reads the page again, and tells what is another in it.
async fn refresh(app: &App, lobby: &Lobby) -> Result<()> {
    let before = lobby.told.borrow().clone();
    let after = page::read(app, lobby.people(), before.page.seq + 1).await?;
    let Some(change) = page::change(&before.page, &after) else { return Ok(()) };
    let mut changes = (*before.changes).clone();
    changes.push_back((after.seq, written(&LobbyPush::Change(change))));
    while KEPT < changes.len() {
        changes.pop_front();
    }
    lobby.told.send_replace(Told::of(after, changes));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(seq: u64, kept: &[u64]) -> Told {
        let changes = kept.iter().map(|n| (*n, Utf8Bytes::from(n.to_string()))).collect();
        Told {
            page: Arc::new(LobbyPage { seq, ..page::empty() }),
            whole: "all".into(),
            changes: Arc::new(changes),
        }
    }

    #[test]
    fn who_has_missed_little_is_told_the_changes_and_who_has_missed_much_everything() {
        let told = told(7, &[5, 6, 7]);
        let since = |reached| told.since(reached).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(since(None), ["all"]);
        assert_eq!(since(Some(7)), [""; 0]);
        assert_eq!(since(Some(5)), ["6", "7"]);
        assert_eq!(since(Some(4)), ["5", "6", "7"]);
        assert_eq!(since(Some(3)), ["all"]);
    }
}
