//! What all requests share.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use engine::Seat;
use store::Store;
use tokio::sync::{OwnedSemaphorePermit, RwLock, Semaphore, watch};

use crate::{
    edge::Edge,
    error::{AppError, Result},
    limits::{Buckets, Limits, Place, Places},
    secret::{self, Chance},
    table::{self, Table},
    think::Thinkers,
    time::Clock,
};

#[derive(Clone)]
pub(crate) struct App(Arc<Inner>);

struct Inner {
    store: Store,
    limits: Limits,
    edge: Edge,
    chance: Chance,
    clock: Clock,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    thinkers: Thinkers,
    closing: watch::Sender<bool>,
    /// Held by everybody who writes; the end waits for them.
    writing: RwLock<()>,
    /// Long work on request (suggestions, records) on its own threads, a few at a time.
    long_work: Semaphore,
    by_address: Buckets<IpAddr>,
    making: Buckets<IpAddr>,
    by_seat: Buckets<(String, Seat)>,
    duels: Buckets<IpAddr>,
    /// One duel at a time, so that there is always room for other long work.
    duelling: Arc<Semaphore>,
    live: Places,
    connections: Places,
    start: Instant,
}

/// A match nobody has looked at for so long is left to the store.
const IDLE: Duration = Duration::from_secs(600);
/// How long a duel waits for those before it.
const DUEL_QUEUE: Duration = Duration::from_secs(25);

impl App {
    pub(crate) fn new(
        store: Store,
        limits: Limits,
        edge: Edge,
        thinkers: usize,
        chance: Chance,
        clock: Clock,
    ) -> App {
        let app = App(Arc::new(Inner {
            store,
            limits,
            edge,
            chance,
            clock,
            tables: Mutex::default(),
            thinkers: Thinkers::default(),
            closing: watch::Sender::new(false),
            writing: RwLock::new(()),
            long_work: Semaphore::new(2),
            by_address: Buckets::new(limits.address),
            making: Buckets::new(limits.making),
            by_seat: Buckets::new(limits.seat),
            duels: Buckets::new(limits.duel),
            duelling: Arc::new(Semaphore::new(1)),
            live: Places::new(limits.live),
            connections: Places::new(limits.connections),
            start: Instant::now(),
        }));
        app.0.thinkers.start(&app, thinkers);
        tokio::spawn(app.clone().sweep());
        app
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    pub(crate) fn edge(&self) -> &Edge {
        &self.0.edge
    }

    pub(crate) fn chance(&self) -> &Chance {
        &self.0.chance
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.0.clock
    }

    pub(crate) fn thinkers(&self) -> &Thinkers {
        &self.0.thinkers
    }

    pub(crate) fn writing(&self) -> &RwLock<()> {
        &self.0.writing
    }

    /// Seconds since the server began.
    pub(crate) fn now(&self) -> u64 {
        self.0.start.elapsed().as_secs()
    }

    /// Computer players go on where they were when the server last ended.
    pub(crate) async fn take_up(&self) {
        let waiting = match self.0.store.thinking().await {
            Ok(waiting) => waiting,
            Err(err) => {
                tracing::error!(%err, "cannot see which computers have to move");
                return;
            }
        };
        if waiting.is_empty() {
            return;
        }
        tracing::info!(matches = waiting.len(), "computer players go on");
        let app = self.clone();
        tokio::spawn(async move {
            for id in waiting {
                app.wake(&id).await;
            }
        });
    }

    /// The match, from memory or from the store.
    pub(crate) async fn table(&self, id: &str) -> Result<Arc<Table>> {
        if let Some(table) = self.tables().get(id) {
            return Ok(Arc::clone(table));
        }
        // Ids are of our own making; anything else is not even looked for.
        if !secret::may_be_id(id) {
            return Err(AppError::not_found("match"));
        }
        let kept = self.0.store.load(id).await?.ok_or_else(|| AppError::not_found("match"))?;
        let (about, held) = table::open(kept).await?;
        // Two may have read it at once; the first one in is the one.
        let fresh = Arc::new(Table::new(about, held, self.now()));
        Ok(Arc::clone(self.tables().entry(id.to_owned()).or_insert(fresh)))
    }

    pub(crate) fn admit_address(&self, address: IpAddr) -> Result<()> {
        self.0.by_address.take(address).map_err(AppError::too_many)
    }

    pub(crate) fn admit_maker(&self, address: IpAddr) -> Result<()> {
        self.0.making.take(address).map_err(AppError::too_many)
    }

    pub(crate) fn admit_seat(&self, table: &Table, seat: Seat) -> Result<()> {
        self.0.by_seat.take((table.about.id.clone(), seat)).map_err(AppError::too_many)
    }

    pub(crate) fn admit_duel(&self, address: IpAddr) -> Result<()> {
        self.0.duels.take(address).map_err(AppError::too_many)
    }

    /// Waits for its turn; nobody waits longer than a duel may last.
    pub(crate) async fn duelling(&self) -> Result<OwnedSemaphorePermit> {
        let turn = tokio::time::timeout(DUEL_QUEUE, Arc::clone(&self.0.duelling).acquire_owned()).await;
        let turn = turn.map_err(|_| AppError::too_many(DUEL_QUEUE.as_secs()))?;
        turn.map_err(|_| AppError::internal())
    }

    /// A place among the live connections, given back when dropped.
    pub(crate) fn admit_live(&self, address: IpAddr) -> Result<Place> {
        self.0.live.take(address).ok_or_else(|| AppError::too_many(10))
    }

    /// A place among all connections.
    pub(crate) fn admit_connection(&self, address: IpAddr) -> Option<Place> {
        self.0.connections.take(address)
    }

    /// Runs long work where nobody waits for it but the one who asked.
    pub(crate) async fn at_length<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let place = self.0.long_work.acquire().await.map_err(|_| AppError::internal())?;
        let done = tokio::task::spawn_blocking(work).await;
        drop(place);
        done.map_err(|_| AppError::internal())
    }

    pub(crate) fn close(&self) {
        let _ = self.0.closing.send(true);
    }

    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Waits for what is being written, and lets go of the database.
    pub(crate) async fn finish(&self) {
        self.close();
        self.0.thinkers.stop();
        let _all_written = self.0.writing.write().await;
        self.0.store.close().await;
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.0.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of matches that nobody looks at.
    async fn sweep(self) {
        let mut closing = self.closing();
        loop {
            tokio::select! {
                () = until_closed(&mut closing) => return,
                () = tokio::time::sleep(Duration::from_secs(60)) => {}
            }
            let before = self.now().saturating_sub(IDLE.as_secs());
            self.tables().retain(|_, table| {
                let busy = table.is_watched()
                    || table.is_thinking()
                    || table.timer.is_running()
                    || before < table.idle_since();
                busy || 1 < Arc::strong_count(table) || !table.rest()
            });
        }
    }
}

/// Comes back when the server is about to stop.
pub(crate) async fn until_closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}
