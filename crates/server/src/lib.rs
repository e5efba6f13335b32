//! The table on the network: the interface of docs/server.md, live
//! connections, computer players in the background, the embedded client.
//!
//! A match is held in memory while somebody looks at it and can be taken up
//! from the store at any moment. What changes it goes one way (`host.rs`):
//! checked, written in one transaction, and only then told.

mod api;
mod app;
mod beside;
mod bus;
mod catch_up;
mod clock;
mod deadline;
mod door;
mod doubt;
mod edge;
mod error;
mod flown;
mod guard;
mod hold;
mod host;
mod jobs;
mod json;
mod limits;
mod live;
mod lobby;
mod metrics;
mod notices;
mod offers;
mod openapi;
mod order;
mod pace;
mod pages;
mod people;
mod pool;
mod presence;
mod programs;
mod rematch;
mod routes;
mod seating;
mod secret;
mod show;
mod stream;
mod studies;
mod table;
mod talk;
mod think;
mod time;
mod turns;
mod upgrade;
mod web;

use std::{future::Future, net::SocketAddr, path::PathBuf};

use store::{Kept, Store, StoreError};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

pub use ::couriers::Post;
pub use ::people::{Cost, MOST_WORK, Name};
pub use edge::{Edge, Network, NoNetwork};
pub use limits::{Limits, Rate};
pub use order::{END as END_BATTLE, clean_reason as reason, remove_reported};
pub use people::{Outward, People};
pub use programs::Programs;
pub use time::{Clock, Stepped};

use app::App;
use secret::Chance;

/// What is kept of a link that works once: the hash of the secret that stands in it.
pub fn link_hash(secret: &str) -> String {
    secret::Secret::claimed(secret).person_hash()
}

/// How a match that is kept stands to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Every die and event of it comes out again.
    Recomputed,
    /// Everything that was played under our rules comes out again. Before they took over others counted:
    /// of that the events fit together.
    InPart,
    /// It was fought under other rules: its events fit together, and more cannot be said.
    OtherRules,
}

/// Opens a match as the server does when somebody looks at it.
///
/// # Errors
///
/// What does not fit together, in words.
pub fn examine(kept: &Kept) -> Result<Standing, String> {
    let (_, held, doubt) = table::open_now(kept, &Limits::default())?;
    doubt.map_or(Ok(()), |it| it.settle())?;
    Ok(match held.stage {
        table::Stage::Battle(battle)
            if battle.rules_version() != show::ours(battle.game()) || held.rules != upgrade::Rules::Ours =>
        {
            Standing::OtherRules
        }
        table::Stage::Battle(_) if upgrade::is_mixed(&kept.head) => Standing::InPart,
        table::Stage::Battle(_) | table::Stage::Waiting(_) => Standing::Recomputed,
    })
}

/// Where to listen and where to keep things.
#[derive(Clone, Debug)]
pub struct Config {
    pub address: SocketAddr,
    pub database: Database,
    pub limits: Limits,
    /// Proxies and names.
    pub edge: Edge,
    /// On a server that is open to the public: what people may do. Nothing where it is one's own table.
    pub people: Option<People>,
    /// Where what leaves such a server goes: mail, pushes, webhooks.
    pub outward: Outward,
    /// Threads on which computer players think.
    pub thinkers: usize,
    /// Where the studies of the lab are kept; nothing where there is no lab.
    pub studies: Option<PathBuf>,
    /// Programs that may be given a seat: at one's own table, never where the public is let in.
    pub programs: Programs,
    /// For tests: everything the server draws follows from it (ids, secrets of
    /// seats, dice, what computers add to them), so that two servers asked the
    /// same answer the same. Whoever knows it knows every secret.
    pub seed: Option<u64>,
    /// For tests: what the server says its client is, instead of a hash of the client's files. Pages that
    /// were loaded as another one notice that the server was upgraded.
    pub build: Option<String>,
    /// Where whoever runs the server asks for its metrics: an address that is not for players.
    pub metrics: Option<SocketAddr>,
    /// What time it is; tests may hold it still.
    pub clock: Clock,
}

#[derive(Clone, Debug)]
pub enum Database {
    /// An SQLite file, made if it is not there.
    File(PathBuf),
    /// `sqlite://…` or `postgres://…`.
    Url(String),
}

impl Config {
    /// On `address`, with everything else as usual.
    pub fn new(address: SocketAddr, database: Database) -> Config {
        // One core stays free for those who wait for an answer.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let thinkers = cores.saturating_sub(1).max(1);
        let studies = match &database {
            Database::File(path) => path.parent().map(|folder| folder.join("studies")),
            Database::Url(_) => None,
        };
        Config {
            address,
            database,
            limits: Limits::default(),
            edge: Edge::default(),
            people: None,
            outward: Outward::default(),
            thinkers,
            studies,
            programs: Programs::default(),
            seed: None,
            build: None,
            metrics: None,
            clock: Clock::System,
        }
    }
}

/// Why the server could not start.
#[derive(Debug)]
pub enum StartError {
    Database(StoreError),
    Listen(SocketAddr, std::io::Error),
    /// Programs of one's own, on a server for the public.
    Programs,
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StartError::Database(err) => write!(f, "{err}"),
            StartError::Listen(address, err) => write!(f, "cannot listen on {address}: {err}"),
            StartError::Programs => {
                f.write_str("programs of your own play only at your own table, never on a public server")
            }
        }
    }
}

impl std::error::Error for StartError {}

/// A server at work. Dropping it stops it without waiting.
#[derive(Debug)]
pub struct Running {
    pub address: SocketAddr,
    /// Where its metrics are, if anywhere.
    pub metrics: Option<SocketAddr>,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Running {
    /// Finishes what is being written, closes the live connections, and stops.
    pub async fn stop(mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        let _ = (&mut self.task).await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.take();
    }
}

/// Opens the database, takes up the work that is owed, and listens.
///
/// # Errors
///
/// If the database cannot be opened or the address is taken.
pub async fn start(config: Config) -> Result<Running, StartError> {
    if config.people.is_some() && !config.programs.is_empty() {
        return Err(StartError::Programs);
    }
    // Drawn anew each time: whoever knows a server by its name knows this run of it.
    let node = Chance::new(None).id();
    let url = match &config.database {
        Database::File(path) => store::file_url(path),
        Database::Url(url) => url.clone(),
    };
    let store = Store::open_node(&url, config.limits.database, &node).await.map_err(StartError::Database)?;
    let no = |err| StartError::Listen(config.address, err);
    let listener = TcpListener::bind(config.address).await.map_err(no)?;
    let address = listener.local_addr().map_err(no)?;
    let metrics = match config.metrics {
        Some(address) => {
            let no = |err| StartError::Listen(address, err);
            let listener = metrics::listen(address).await.map_err(no)?;
            Some((listener.local_addr().map_err(no)?, listener))
        }
        None => None,
    };
    let chance = Chance::new(config.seed);
    let key = signing_key(&store, &chance).await?;
    if config.seed.is_some() {
        tracing::warn!("everything is drawn from a seed: neither dice nor seats are secret");
    }
    let Config { limits, edge, people, outward, thinkers, studies, programs, clock, build, .. } = config;
    let keys = match people.is_some() {
        true => Some((push_key(&store, &chance).await?, work_key(&store, &chance).await?)),
        false => None,
    };
    let away = deadline::away(&store, clock.millis()).await.map_err(StartError::Database)?;
    let ticks = deadline::has_run(&store).await.map_err(StartError::Database)?;
    if store.servers().await.map_err(StartError::Database)? == 1 {
        // Whoever had claims before is not there any more.
        store.free_jobs(think::KIND, clock.millis()).await.map_err(StartError::Database)?;
    }
    let studies = studies::Studies::new(studies);
    let app = App::new(store, node, key, limits, edge, thinkers, chance, clock, studies, programs);
    app.was_away(away);
    if ticks {
        app.ticks();
    }
    if let Some(name) = build {
        app.pretend_build(name);
    }
    if let Some((people, (push_key, work_key))) = people.zip(keys) {
        app.open_to_public(people, outward, (work_key, push_key));
        lobby::everybody_seen(&app).await;
        tokio::spawn(order::begin(app.clone()));
    }
    app.listens_at(address);
    let (told, metrics) = metrics.unzip();
    if let Some(listener) = metrics {
        tokio::spawn(metrics::serve(app.clone(), listener));
    }
    app.work();
    // As many threads as think, and none that a battle waits for.
    app.studies().start(&app, thinkers);
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(run(app, listener, async move {
        let _ = stopped.await;
    }));
    tracing::info!(%address, "listening");
    Ok(Running { address, metrics: told, stop: Some(stop), task })
}

/// The key the server signs with: drawn once, and kept with its matches.
async fn signing_key(store: &Store, chance: &Chance) -> Result<signet::Key, StartError> {
    const NAME: &str = "signing_key";
    if store.setting(NAME).await.map_err(StartError::Database)?.is_none() {
        let drawn: String = chance.signing_key().iter().map(|byte| format!("{byte:02x}")).collect();
        store.keep_setting(NAME, &drawn).await.map_err(StartError::Database)?;
    }
    // Read again: if two drew one at once, the first is the one.
    let kept = store.setting(NAME).await.map_err(StartError::Database)?.unwrap_or_default();
    signet::Key::read(&kept).map_err(|_| {
        let words = "the key the server signs with cannot be read".to_owned();
        StartError::Database(StoreError::Corrupted(words))
    })
}

/// The key by which browsers know this server that take pushes from it: drawn once, and kept with the rest.
async fn push_key(store: &Store, chance: &Chance) -> Result<couriers::push::Key, StartError> {
    const NAME: &str = "push_key";
    while store.setting(NAME).await.map_err(StartError::Database)?.is_none() {
        // Nearly all numbers are keys.
        if let Ok(key) = couriers::push::Key::new(&chance.bytes()) {
            store.keep_setting(NAME, &key.write()).await.map_err(StartError::Database)?;
        }
    }
    // Read again: if two drew one at once, the first is the one.
    let kept = store.setting(NAME).await.map_err(StartError::Database)?.unwrap_or_default();
    couriers::push::Key::read(&kept).map_err(|_| {
        let words = "the key by which browsers know this server cannot be read".to_owned();
        StartError::Database(StoreError::Corrupted(words))
    })
}

/// The key of tasks before an account: what one server asks another takes.
async fn work_key(store: &Store, chance: &Chance) -> Result<[u8; 32], StartError> {
    const NAME: &str = "work_key";
    if store.setting(NAME).await.map_err(StartError::Database)?.is_none() {
        let drawn: [u8; 32] = chance.bytes();
        let drawn: String = drawn.iter().map(|byte| format!("{byte:02x}")).collect();
        store.keep_setting(NAME, &drawn).await.map_err(StartError::Database)?;
    }
    // Read again: if two drew one at once, the first is the one.
    let kept = store.setting(NAME).await.map_err(StartError::Database)?.unwrap_or_default();
    Ok(blake3::derive_key("flagbridge 1 tasks before an account", kept.as_bytes()))
}

async fn run(app: App, listener: TcpListener, stopped: impl Future<Output = ()> + Send + 'static) {
    let closing = app.clone();
    tokio::spawn(async move {
        stopped.await;
        tracing::info!("stopping");
        closing.close();
    });
    let mut closed = app.closing();
    tokio::select! {
        () = door::serve(app.clone(), listener, routes::router(app.clone())) => {}
        () = async {
            app::until_closed(&mut closed).await;
            tokio::time::sleep(app.limits().farewell).await;
        } => tracing::warn!("some connections did not end in time"),
    }
    if tokio::time::timeout(app.limits().last_words, app.finish()).await.is_err() {
        // Each change is one transaction: it is done as a whole or not at all.
        tracing::warn!("the database did not close in time");
    }
    tracing::info!("stopped");
}

/// Comes back when the process is asked to end: ctrl-c, or SIGTERM. It listens
/// from the moment it is called, so that nobody who asks early is missed.
pub fn asked_to_stop() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        [SignalKind::interrupt(), SignalKind::terminate()].map(signal)
    };
    async move {
        #[cfg(unix)]
        {
            let [interrupt, terminate] = signals.map(|signal| async {
                match signal {
                    Ok(mut signal) => drop(signal.recv().await),
                    Err(_) => std::future::pending().await,
                }
            });
            tokio::select! {
                () = interrupt => {}
                () = terminate => {}
            }
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
