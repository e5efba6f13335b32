//! What all requests share.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use engine::{Seat, Viewer};
use rulesets::AnyMatch;
use store::Store;
use tokio::{
    runtime::Handle,
    sync::{RwLock, watch},
};

use crate::{
    doubt::Doubts,
    edge::Edge,
    error::{AppError, Result},
    limits::{Buckets, Limits, Place, Places},
    pages::Pages,
    pool::{Permit, Pools, Work},
    secret::{self, Chance},
    table::{self, Table},
    think::Thinkers,
    time::Clock,
    turns::Owner,
    web,
};

#[derive(Clone)]
pub(crate) struct App(Arc<Inner>);

struct Inner {
    store: Store,
    key: signet::Key,
    limits: Limits,
    edge: Edge,
    chance: Chance,
    clock: Clock,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    thinkers: Thinkers,
    closing: watch::Sender<bool>,
    /// Held by everybody who writes; the end waits for them.
    writing: RwLock<()>,
    /// Long work on request, each kind on threads of its own.
    pools: Pools,
    doubts: Doubts,
    /// Which client this server says it brings, if not the one it has.
    build: OnceLock<String>,
    /// Where it listens, once it does.
    listening: OnceLock<SocketAddr>,
    pages: Pages,
    by_address: Buckets<IpAddr>,
    making: Buckets<IpAddr>,
    by_seat: Buckets<(String, Seat)>,
    duels: Buckets<IpAddr>,
    live: Places,
    connections: Places,
    start: Instant,
}

/// A match nobody has looked at for so long is left to the store.
const IDLE: Duration = Duration::from_secs(600);
/// How long to wait when the database is away as the server starts.
const TAKE_UP_AGAIN: Duration = Duration::from_secs(5);
/// The store hears at most this often that somebody looks at a match, in milliseconds.
const SELDOM: i64 = 5 * 60 * 1000;

impl App {
    pub(crate) fn new(
        store: Store,
        key: signet::Key,
        limits: Limits,
        edge: Edge,
        thinkers: usize,
        chance: Chance,
        clock: Clock,
    ) -> App {
        let app = App(Arc::new(Inner {
            store,
            key,
            limits,
            edge,
            chance,
            clock,
            tables: Mutex::default(),
            thinkers: Thinkers::default(),
            closing: watch::Sender::new(false),
            writing: RwLock::new(()),
            pools: Pools::default(),
            doubts: Doubts::default(),
            build: OnceLock::new(),
            listening: OnceLock::new(),
            pages: Pages::default(),
            by_address: Buckets::new(limits.address),
            making: Buckets::new(limits.making),
            by_seat: Buckets::new(limits.seat),
            duels: Buckets::new(limits.duel),
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

    /// What the server signs the ends of its battles with.
    pub(crate) fn key(&self) -> &signet::Key {
        &self.0.key
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    pub(crate) fn edge(&self) -> &Edge {
        &self.0.edge
    }

    /// Which client this server brings; pages that are another one load it.
    pub(crate) fn build(&self) -> &str {
        self.0.build.get().map_or_else(|| web::build(), String::as_str)
    }

    /// For tests: another name than that of the client's files.
    pub(crate) fn pretend_build(&self, name: String) {
        self.0.build.get_or_init(|| name);
    }

    pub(crate) fn listens_at(&self, address: SocketAddr) {
        self.0.listening.get_or_init(|| address);
    }

    /// Where others can reach this server.
    pub(crate) fn reach(&self) -> Vec<String> {
        self.0.listening.get().map_or(Vec::new(), |address| self.0.edge.reach(*address))
    }

    pub(crate) fn chance(&self) -> &Chance {
        &self.0.chance
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.0.clock
    }

    pub(crate) fn pages(&self) -> &Pages {
        &self.0.pages
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

    /// Computer players go on where they were when the server last ended. What
    /// has been put away stays there until somebody opens it.
    pub(crate) fn take_up(&self) {
        let app = self.clone();
        tokio::spawn(async move {
            let mut closing = app.closing();
            let waiting = loop {
                match app.0.store.thinking(app.put_away_before()).await {
                    Ok(waiting) => break waiting,
                    Err(err) => tracing::error!(%err, "cannot see which computers have to move; tried again"),
                }
                tokio::select! {
                    () = until_closed(&mut closing) => return,
                    () = tokio::time::sleep(TAKE_UP_AGAIN) => {}
                }
            };
            if waiting.is_empty() {
                return;
            }
            tracing::info!(matches = waiting.len(), "computer players go on");
            for id in waiting {
                app.wake(&id).await;
            }
        });
    }

    /// Matches that nobody has opened since then are put away.
    pub(crate) fn put_away_before(&self) -> i64 {
        self.ago(self.0.limits.put_away)
    }

    /// So long ago, in milliseconds since 1970.
    fn ago(&self, time: Duration) -> i64 {
        let time = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.0.clock.millis().saturating_sub(time)
    }

    /// Whether computers play among themselves here and nobody has looked for long.
    pub(crate) fn is_unattended(&self, table: &Table) -> bool {
        !table.about.has_people()
            && !table.is_watched()
            && table.looked_at() < self.ago(self.0.limits.unattended)
    }

    /// Somebody looks at a match.
    pub(crate) fn look(&self, table: &Arc<Table>) {
        let now = self.0.clock.millis();
        if table.look(now, SELDOM) {
            let (app, id) = (self.clone(), table.about.id.clone());
            tokio::spawn(async move {
                let _writing = app.writing().read().await;
                if let Err(err) = app.store().touch(&id, now).await {
                    tracing::warn!(%err, "a look at a match was not noted");
                }
            });
        }
    }

    /// Somebody looks, on whose account the match's computers think from now on.
    pub(crate) fn looks(&self, table: &Arc<Table>, viewer: Viewer, asker: IpAddr) {
        table.asked_by(viewer, &Owner::Address(asker));
        self.look(table);
    }

    /// The match, from memory or from the store.
    pub(crate) async fn table(&self, id: &str, owner: &Owner) -> Result<Arc<Table>> {
        if let Some(table) = self.tables().get(id) {
            return Ok(Arc::clone(table));
        }
        // Ids are of our own making; anything else is not even looked for.
        if !secret::may_be_id(id) {
            return Err(AppError::not_found("match"));
        }
        let kept = self.0.store.load(id).await?.ok_or_else(|| AppError::not_found("match"))?;
        let touched = kept.touched;
        let (about, held, doubt) = table::open(self, kept, owner).await?;
        // Two may have read it at once; the first one in is the one.
        let fresh = Arc::new(Table::new(about, held, self.now(), touched));
        let table = Arc::clone(self.tables().entry(id.to_owned()).or_insert(fresh));
        self.prove_later(doubt);
        Ok(table)
    }

    /// The match, if it is in memory.
    pub(crate) fn in_memory(&self, id: &str) -> Option<Arc<Table>> {
        self.tables().get(id).cloned()
    }

    pub(crate) fn doubts(&self) -> &Doubts {
        &self.0.doubts
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

    /// Takes from an address what a request costs beyond being one.
    pub(crate) fn charge(&self, address: IpAddr, cost: f64) -> Result<()> {
        self.0.by_address.spend(address, cost).map_err(AppError::too_many)
    }

    /// A place among the live connections, given back when dropped.
    pub(crate) fn admit_live(&self, address: IpAddr) -> Result<Place> {
        self.0.live.take(address).ok_or_else(|| AppError::too_many(10))
    }

    /// A place among all connections.
    pub(crate) fn admit_connection(&self, address: IpAddr) -> Option<Place> {
        self.0.connections.take(address)
    }

    /// A turn at long work of this kind.
    pub(crate) async fn turn(&self, work: Work, owner: &Owner) -> Result<Permit> {
        self.0.pools.enter(work, owner).await
    }

    /// Runs long work where nobody waits for it but the one who asked.
    pub(crate) async fn at_length<T: Send + 'static>(
        &self,
        work: Work,
        owner: &Owner,
        run: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let turn = self.turn(work, owner).await?;
        let run = move || {
            // Given back when the work is done, even if whoever asked has left.
            let _turn = turn;
            run()
        };
        tokio::task::spawn_blocking(run).await.map_err(|_| AppError::internal())
    }

    /// The same with what `take` takes of a battle, which is in hand only that long.
    pub(crate) async fn at_battle<S, T: Send + 'static>(
        &self,
        work: Work,
        owner: &Owner,
        table: &Arc<Table>,
        take: impl FnOnce(&dyn AnyMatch) -> Result<S> + Send + 'static,
        run: impl FnOnce(S) -> T + Send + 'static,
    ) -> Result<T> {
        let (app, table, handle) = (self.clone(), Arc::clone(table), Handle::current());
        let run = move || {
            let taken = take(handle.block_on(table.lock(&app))?.battle()?)?;
            Ok(run(taken))
        };
        self.at_length(work, owner, run).await?
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
            let watched: Vec<Arc<Table>> =
                self.tables().values().filter(|it| it.is_watched()).cloned().collect();
            watched.iter().for_each(|table| self.look(table));
            drop(watched);
            self.tables().retain(|_, table| {
                let busy = table.is_watched()
                    || table.is_thinking()
                    || table.timer.is_running()
                    || table.hold.is_on()
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
