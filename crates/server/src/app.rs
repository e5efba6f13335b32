//! What all requests share.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use couriers::{Post, push};
use engine::{Seat, Viewer};
use rulesets::AnyMatch;
use store::{Lane, Store};
use tokio::{
    runtime::Handle,
    sync::{RwLock, watch},
};

use crate::{
    bus::{self, Wakes},
    deadline,
    doubt::Doubts,
    edge::Edge,
    error::{AppError, Result},
    jobs::{self, Jobs},
    limits::{Buckets, Levels, Limits, Place, Places},
    lobby,
    metrics::Metrics,
    notices,
    pages::Pages,
    people::{House, Outward, People, SESSION},
    pool::{Permit, Pools, Work},
    presence,
    programs::{Hired, Programs},
    secret::{self, Chance},
    studies::Studies,
    table::{self, Table},
    think::{self, Thinkers},
    time::Clock,
    turns::Owner,
    web,
};

#[derive(Clone)]
pub(crate) struct App(Arc<Inner>);

struct Inner {
    store: Store,
    /// What this server is called among those on its database.
    node: String,
    wakes: Wakes,
    key: signet::Key,
    limits: Limits,
    edge: Edge,
    chance: Chance,
    clock: Clock,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    thinkers: Thinkers,
    metrics: Metrics,
    closing: watch::Sender<bool>,
    /// Held by everybody who writes; the end waits for them.
    writing: RwLock<()>,
    /// Long work on request, each kind on threads of its own.
    pools: Pools,
    doubts: Doubts,
    jobs: Jobs,
    /// How long there was no server, in milliseconds: clocks did not run meanwhile.
    away: AtomicI64,
    /// Whether any clock has run since the server began.
    ticking: watch::Sender<bool>,
    /// Which client this server says it brings, if not the one it has.
    build: OnceLock<String>,
    /// Where it listens, once it does.
    listening: OnceLock<SocketAddr>,
    pages: Pages,
    /// Only where the public is let in.
    house: OnceLock<House>,
    by_address: Buckets<IpAddr>,
    making: Buckets<IpAddr>,
    by_seat: Buckets<(String, Seat)>,
    duels: Buckets<IpAddr>,
    studies: Studies,
    hired: Hired,
    /// By person or address.
    studying: Buckets<String>,
    live: Places,
    connections: Places,
    start: Instant,
}

/// A match nobody has looked at for so long is left to the store.
const IDLE: Duration = Duration::from_secs(600);
/// The store hears at most this often that somebody looks at a match, in milliseconds.
const SELDOM: i64 = 5 * 60 * 1000;

impl App {
    #[expect(clippy::too_many_arguments, reason = "everything that a server is made of, once")]
    pub(crate) fn new(
        store: Store,
        node: String,
        key: signet::Key,
        limits: Limits,
        edge: Edge,
        thinkers: usize,
        chance: Chance,
        clock: Clock,
        studies: Studies,
        programs: Programs,
    ) -> App {
        let wakes = Wakes::new(Arc::clone(store.bus()));
        let shared = !store.is_alone();
        let app = App(Arc::new(Inner {
            store,
            node,
            wakes,
            key,
            limits,
            edge,
            chance,
            clock,
            tables: Mutex::default(),
            thinkers: Thinkers::default(),
            metrics: Metrics::default(),
            closing: watch::Sender::new(false),
            writing: RwLock::new(()),
            pools: Pools::default(),
            doubts: Doubts::default(),
            jobs: Jobs::default(),
            away: AtomicI64::new(0),
            ticking: watch::Sender::new(false),
            build: OnceLock::new(),
            listening: OnceLock::new(),
            pages: Pages::default(),
            house: OnceLock::new(),
            by_address: Buckets::new(limits.address, shared),
            making: Buckets::new(limits.making, shared),
            by_seat: Buckets::new(limits.seat, shared),
            duels: Buckets::new(limits.duel, shared),
            studies,
            hired: Hired::new(programs),
            studying: Buckets::new(limits.studying, shared),
            live: Places::new(limits.live),
            connections: Places::new(limits.connections),
            start: Instant::now(),
        }));
        app.0.thinkers.start(&app, thinkers);
        tokio::spawn(app.clone().sweep());
        tokio::spawn(bus::hear(app.clone()));
        tokio::spawn(bus::share(app.clone()));
        tokio::spawn(presence::renew(app.clone()));
        tokio::spawn(think::put_off(app.clone()));
        app
    }

    /// What this server is called among those on its database.
    pub(crate) fn node(&self) -> &str {
        &self.0.node
    }

    /// What wakes whoever waits for something to change.
    pub(crate) fn wakes(&self) -> &Wakes {
        &self.0.wakes
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

    /// From here on there are people.
    pub(crate) fn open_to_public(&self, people: People, outward: Outward, keys: ([u8; 32], push::Key)) {
        let (shared, wakes) = (!self.0.store.is_alone(), self.0.wakes.clone());
        self.0.house.get_or_init(|| House::new(people, outward, &self.0.limits, keys, shared, wakes));
        tokio::spawn(lobby::keep_up(self.clone()));
    }

    /// Every kind of bucket, by the name of its setting.
    pub(crate) fn buckets(&self) -> Vec<(&'static str, Arc<Levels>)> {
        let own = [
            ("requests", self.0.by_address.levels()),
            ("matches", self.0.making.levels()),
            ("orders", self.0.by_seat.levels()),
            ("duels", self.0.duels.levels()),
            ("studies", self.0.studying.levels()),
        ];
        let of_people = self.house().map(House::buckets).into_iter().flatten();
        own.into_iter().chain(of_people).map(|(kind, levels)| (kind, Arc::clone(levels))).collect()
    }

    /// Where letters are handed in, if any are sent.
    pub(crate) fn post(&self) -> Option<&Post> {
        self.house().and_then(|it| it.post.as_ref())
    }

    /// What links that leave the server begin with.
    pub(crate) fn site(&self) -> String {
        let here = || self.0.listening.get().map_or(String::new(), |address| format!("http://{address}/"));
        self.reach().into_iter().next().unwrap_or_else(here)
    }

    /// What people call this place: the name in its address.
    pub(crate) fn place(&self) -> String {
        let site = self.site();
        let name = site.split_once("://").map_or(site.as_str(), |(_, rest)| rest);
        name.trim_end_matches('/').to_owned()
    }

    /// Where whoever runs this server can be reached, for those who run the services that carry pushes.
    pub(crate) fn contact(&self) -> String {
        self.post().map_or_else(|| self.site(), Post::contact)
    }

    /// Nothing on a server that is somebody's own table.
    pub(crate) fn house(&self) -> Option<&House> {
        self.0.house.get()
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

    pub(crate) fn jobs(&self) -> &Jobs {
        &self.0.jobs
    }

    /// Takes up the work that is owed.
    pub(crate) fn work(&self) {
        tokio::spawn(jobs::work(self.clone(), Lane::House));
        if self.house().is_some() {
            tokio::spawn(jobs::work(self.clone(), Lane::Outward));
        }
        tokio::spawn(deadline::beat(self.clone()));
    }

    /// There was no server for so long.
    pub(crate) fn was_away(&self, millis: i64) {
        self.0.away.store(millis, Ordering::Relaxed);
    }

    /// The time clocks go by, in milliseconds: that in which there was a server.
    pub(crate) fn served(&self) -> i64 {
        self.0.clock.millis().saturating_sub(self.0.away.load(Ordering::Relaxed))
    }

    /// When that will be, in milliseconds since 1970.
    pub(crate) fn wall(&self, served: i64) -> i64 {
        served.saturating_add(self.0.away.load(Ordering::Relaxed))
    }

    /// A clock runs from now on.
    pub(crate) fn ticks(&self) {
        self.0.ticking.send_if_modified(|ticking| !std::mem::replace(ticking, true));
    }

    /// Comes back when a clock has run.
    pub(crate) async fn ticking(&self) {
        let _ = self.0.ticking.subscribe().wait_for(|ticking| *ticking).await;
    }

    pub(crate) fn pages(&self) -> &Pages {
        &self.0.pages
    }

    /// What is counted of the work.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// How many requests wait for long work, by its kind.
    pub(crate) fn waiting(&self) -> Vec<(&'static str, usize)> {
        self.0.pools.waiting()
    }

    /// Whether the server is about to stop.
    pub(crate) fn is_closing(&self) -> bool {
        *self.0.closing.borrow()
    }

    /// Programs of one's own.
    pub(crate) fn hired(&self) -> &Hired {
        &self.0.hired
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
                    tracing::warn!(%err, "a visit to a match could not be noted");
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
        let wakes = self.0.wakes.clone();
        let fresh = Arc::new(Table::new(about, held, wakes, self.now(), touched, self.0.clock.millis()));
        let table = Arc::clone(self.tables().entry(id.to_owned()).or_insert(fresh));
        self.let_go_of_the_oldest();
        self.prove_later(doubt);
        Ok(table)
    }

    /// Keeps no more battles open than there is room for: those that were in hand the longest ago
    /// are read from the store again when somebody asks for them.
    fn let_go_of_the_oldest(&self) {
        let mut tables = self.tables();
        let over = tables.len().saturating_sub(self.0.limits.open);
        if over == 0 {
            return;
        }
        // A tenth more, so that this is not done anew for every battle.
        let over = over + self.0.limits.open / 10;
        let idle = tables.iter().filter(|(_, it)| !it.is_watched() && is_in_no_hands(it));
        let mut idle: Vec<(u64, String)> = idle.map(|(id, it)| (it.idle_since(), id.clone())).collect();
        idle.sort_unstable();
        for (_, id) in idle.into_iter().take(over) {
            tables.remove(&id);
        }
        // What is left over is looked at; of those the battles go, and whoever looks stays.
        let over = tables.len().saturating_sub(self.0.limits.open);
        let mut watched: Vec<&Arc<Table>> = tables.values().filter(|it| !it.is_busy()).collect();
        watched.sort_unstable_by_key(|it| it.idle_since());
        for table in watched.into_iter().take(over) {
            table.rest();
        }
    }

    /// How many matches are in memory.
    pub(crate) fn open_battles(&self) -> usize {
        self.tables().len()
    }

    /// All matches in memory.
    pub(crate) fn in_hand(&self) -> Vec<Arc<Table>> {
        self.tables().values().cloned().collect()
    }

    /// The matches in memory that somebody looks at, or in which something is under way.
    pub(crate) fn attended(&self) -> Vec<Arc<Table>> {
        self.tables().values().filter(|it| it.is_watched() || it.is_busy()).cloned().collect()
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

    /// Whether somebody may begin a study, or let one go on; on one's own table as often as one likes.
    pub(crate) fn admit_study(&self, owner: &str) -> Result<()> {
        match self.house() {
            Some(_) => self.0.studying.take(owner.to_owned()).map_err(AppError::too_many),
            None => Ok(()),
        }
    }

    pub(crate) fn studies(&self) -> &Studies {
        &self.0.studies
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
        // Before anything is broken off, so that it is known what there was.
        self.hand_over().await;
        self.0.thinkers.stop();
        self.0.hired.stop();
        self.0.studies.stop().await;
        if *self.0.ticking.borrow()
            && let Err(err) = deadline::note(self).await
        {
            tracing::warn!(%err, "the time of the server's last presence could not be noted");
        }
        let _all_written = self.0.writing.write().await;
        presence::leave(self).await;
        self.0.store.close().await;
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.0.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of matches that nobody looks at, and of sessions that are over.
    async fn sweep(self) {
        let mut closing = self.closing();
        for round in 0_u64.. {
            tokio::select! {
                () = until_closed(&mut closing) => return,
                () = tokio::time::sleep(Duration::from_secs(60)) => {}
            }
            // Once an hour.
            if self.house().is_some() && round.is_multiple_of(60) {
                let _writing = self.writing().read().await;
                if let Err(err) = self.store().forget_sessions(self.clock().millis() - SESSION).await {
                    tracing::warn!(%err, "old sessions could not be deleted");
                }
                self.studies().clear(self.clock().millis(), self.limits().study_days);
                let long_ago = self.clock().millis() - notices::KEPT;
                if let Err(err) = self.store().forget_notices(long_ago).await {
                    tracing::warn!(%err, "old notices could not be deleted");
                }
            }
            let before = self.now().saturating_sub(IDLE.as_secs());
            let watched: Vec<Arc<Table>> =
                self.tables().values().filter(|it| it.is_watched()).cloned().collect();
            watched.iter().for_each(|table| self.look(table));
            drop(watched);
            self.tables().retain(|_, table| {
                let needed = table.is_watched() || before < table.idle_since();
                needed || !is_in_no_hands(table) || !table.rest()
            });
        }
    }
}

/// Whether nothing is under way in it here and nobody works with it; asked while nobody can begin to.
fn is_in_no_hands(table: &Arc<Table>) -> bool {
    !table.is_busy() && Arc::strong_count(table) == 1
}

/// Comes back when the server is about to stop.
pub(crate) async fn until_closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}
