//! The table on the network: the interface of docs/server.md, live
//! connections, computer players in the background, the embedded client.
//!
//! A match is held in memory while somebody looks at it and can be taken up
//! from the store at any moment. What changes it goes one way (`host.rs`):
//! checked, written in one transaction, and only then told.

mod api;
mod app;
mod clock;
mod door;
mod doubt;
mod edge;
mod error;
mod guard;
mod hold;
mod host;
mod json;
mod limits;
mod live;
mod openapi;
mod pages;
mod pool;
mod routes;
mod secret;
mod show;
mod table;
mod think;
mod time;
mod turns;
mod web;

use std::{future::Future, net::SocketAddr, path::PathBuf, time::Duration};

use store::{Kept, Store, StoreError};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

pub use edge::{Edge, Network, NoNetwork};
pub use limits::{Limits, Rate};
pub use time::{Clock, Stepped};

use app::App;
use secret::Chance;

/// How a match that is kept stands to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Every die and event of it comes out again.
    Recomputed,
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
        table::Stage::Battle(battle) if battle.rules_version() != show::ours(battle.game()) => {
            Standing::OtherRules
        }
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
    /// Threads on which computer players think.
    pub thinkers: usize,
    /// For tests: everything the server draws follows from it (ids, secrets of
    /// seats, dice, what computers add to them), so that two servers asked the
    /// same answer the same. Whoever knows it knows every secret.
    pub seed: Option<u64>,
    /// For tests: what the server says its client is, instead of a hash of the client's files. Pages that
    /// were loaded as another one notice that the server was upgraded.
    pub build: Option<String>,
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
        Config {
            address,
            database,
            limits: Limits::default(),
            edge: Edge::default(),
            thinkers,
            seed: None,
            build: None,
            clock: Clock::System,
        }
    }
}

/// Why the server could not start.
#[derive(Debug)]
pub enum StartError {
    Database(StoreError),
    Listen(SocketAddr, std::io::Error),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StartError::Database(err) => write!(f, "{err}"),
            StartError::Listen(address, err) => write!(f, "cannot listen on {address}: {err}"),
        }
    }
}

impl std::error::Error for StartError {}

/// A server at work. Dropping it stops it without waiting.
#[derive(Debug)]
pub struct Running {
    pub address: SocketAddr,
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

/// How long open requests may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(10);

/// Opens the database, takes up the thinking where it was left, and listens.
///
/// # Errors
///
/// If the database cannot be opened or the address is taken.
pub async fn start(config: Config) -> Result<Running, StartError> {
    let store = match &config.database {
        Database::File(path) => Store::open_file(path).await,
        Database::Url(url) => Store::open(url).await,
    };
    let store = store.map_err(StartError::Database)?;
    let no = |err| StartError::Listen(config.address, err);
    let listener = TcpListener::bind(config.address).await.map_err(no)?;
    let address = listener.local_addr().map_err(no)?;
    let chance = Chance::new(config.seed);
    let key = signing_key(&store, &chance).await?;
    if config.seed.is_some() {
        tracing::warn!("everything is drawn from a seed: neither dice nor seats are secret");
    }
    let Config { limits, edge, thinkers, clock, build, .. } = config;
    let app = App::new(store, key, limits, edge, thinkers, chance, clock);
    if let Some(name) = build {
        app.pretend_build(name);
    }
    app.listens_at(address);
    app.take_up();
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(run(app, listener, async move {
        let _ = stopped.await;
    }));
    tracing::info!(%address, "listening");
    Ok(Running { address, stop: Some(stop), task })
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
            tokio::time::sleep(FAREWELL).await;
        } => tracing::warn!("some connections did not end in time"),
    }
    app.finish().await;
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
