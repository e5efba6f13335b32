//! Matches kept for good: SQLite by default, PostgreSQL by URL.
//!
//! One set of queries serves both. What a match *is* stands here as text: the
//! head of its record, the orders by decision and seat, the events by number.
//! The store knows no game and no HTTP; the hashes of secrets are only text
//! to it. People have tables of their own. Everything that changes a match is
//! one transaction, everything that is read of one comes from one snapshot,
//! and nothing is waited for for ever.

mod alone;
mod backup;
mod bots;
mod bus;
mod care;
mod circles;
mod clubs;
mod company;
mod conduct;
mod copy;
mod drafts;
mod error;
mod factor;
mod filelock;
mod house;
mod jobs;
mod kept;
mod lobby;
mod mail;
mod meter;
mod news;
mod notices;
mod patience;
mod people;
mod presence;
pub mod private;
mod pulse;
mod schema;
mod settings;
mod shelf;
mod talk;
mod write;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    str::FromStr as _,
    sync::Arc,
};

use sqlx::{
    Any, AnyPool, AssertSqlSafe, Row,
    any::{AnyArguments, AnyRow},
    query::Query,
    sqlite::SqliteConnectOptions,
};

pub use backup::{Copied, backup};
pub use bots::{KeptBot, Sitter, TokenHolder};
pub use bus::{Bus, Heard, LONGEST_WORD};
pub use circles::{Circle, InCircle};
pub use clubs::{Club, ClubMember, ListedClub, Post, Rank};
pub use conduct::{Conduct, MODERATOR, Report, Warning};
pub use error::StoreError;
pub use factor::KeptFactor;
pub use house::{Act, Link};
pub use jobs::{Claimed, Job, Lane};
pub use kept::{Kept, KeptDecision, KeptSubmission};
pub use lobby::{Invitation, MirrorLeg, NOBODY, VOID};
pub use mail::{KeptMail, proves};
pub use meter::{Connections, Histogram, Meter, Reading};
pub use news::News;
pub use notices::{KeptEndpoint, KeptHook, KeptNotice, NewNotice, Outlook, Read};
pub use patience::Patience;
pub use people::{KeptPerson, KeptSession, OwnSeat, Sitting};
pub use presence::Present;
pub use shelf::Shelved;
pub use talk::Said;
pub use write::{
    Begun, Due, End, Join, NewMatch, NewSeat, Renewal, Reseat, Resolution, Resolved, Standing, Submission,
    Summary, Thinking, Withdrawal,
};

use alone::{Claim, Share};
use patience::{Lent, Tx};
use pulse::Pulse;

/// What asking a store comes to.
pub type StoreResult<T> = std::result::Result<T, StoreError>;
type Result<T> = StoreResult<T>;

/// The seat number that stands for the spectators.
pub const SPECTATOR: i64 = -1;

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

impl Kind {
    fn of(url: &str) -> Result<Kind> {
        match url.split(':').next().unwrap_or_default() {
            "sqlite" => Ok(Kind::Sqlite),
            "postgres" | "postgresql" if cfg!(feature = "postgres") => Ok(Kind::Postgres),
            "postgres" | "postgresql" => Err(StoreError::Away(
                "this program was built to play at home, without PostgreSQL; \
                 cargo build --release builds it with"
                    .to_owned(),
            )),
            scheme => Err(StoreError::Away(format!(
                "a database URL that begins with {scheme:?}, expected sqlite: or postgres:"
            ))),
        }
    }
}

/// A database, open and with its tables in order.
#[derive(Clone, Debug)]
pub struct Store {
    kind: Kind,
    patience: Patience,
    /// SQLite has one writer at a time. One connection in a fair queue keeps
    /// that order without anybody having to try again.
    writer: AnyPool,
    reader: AnyPool,
    /// Nothing where nobody has asked whether others use the database.
    claim: Option<Claim>,
    share: Share,
    bus: Arc<dyn Bus>,
    meter: Arc<Meter>,
    pulse: Pulse,
}

/// What one secret opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub match_id: String,
    /// [`SPECTATOR`], or the seat's number.
    pub seat: i64,
    pub summary: Summary,
    /// When somebody last opened the match, in milliseconds since 1970.
    pub touched: i64,
}

/// Secrets asked for in one statement.
const SECRETS: usize = 100;

impl Store {
    /// The database at `url`: `sqlite://…` or `postgres://…`, for this process alone.
    ///
    /// # Errors
    ///
    /// If it cannot be reached, is not ours to write, or another process has it.
    pub async fn open(url: &str) -> Result<Store> {
        Store::open_with(url, Patience::default()).await
    }

    /// Like [`Store::open`], with other limits than the usual ones.
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub async fn open_with(url: &str, patience: Patience) -> Result<Store> {
        Store::claimed(url, patience, Share::Alone, "").await
    }

    /// For one of any number of servers, where the database can take more than one: PostgreSQL.
    /// On SQLite as [`Store::open_with`]. `node` is a name that no other server has.
    ///
    /// # Errors
    ///
    /// As [`Store::open`]: also on PostgreSQL, where one process has the database for itself.
    pub async fn open_node(url: &str, patience: Patience, node: &str) -> Result<Store> {
        let share = match Kind::of(url)? {
            Kind::Sqlite => Share::Alone,
            Kind::Postgres => Share::Together,
        };
        Store::claimed(url, patience, share, node).await
    }

    async fn claimed(url: &str, patience: Patience, share: Share, node: &str) -> Result<Store> {
        sqlx::any::install_default_drivers();
        let claim = match Kind::of(url)? {
            Kind::Postgres => Claim::on_postgres(url, patience, share).await?,
            // Before any connection is made: nothing of ours must close a file that SQLite has open.
            Kind::Sqlite => match sqlite_file(url)? {
                Some(path) => {
                    prepare(url, &path)?;
                    Claim::on_file(&path, patience).await?
                }
                None => Claim::on_memory(),
            },
        };
        let mut store = Store::connect(url, patience, true)?;
        store.claim = Some(claim);
        store.share = share;
        store.migrate().await?;
        #[cfg(feature = "postgres")]
        if share == Share::Together {
            store.bus = Arc::new(bus::Notify::new(url, patience, node));
        }
        #[cfg(not(feature = "postgres"))]
        let _ = node;
        Ok(store)
    }

    /// Whether nobody else changes what is kept here while we have it: then what
    /// is in memory is so.
    pub fn is_alone(&self) -> bool {
        self.share == Share::Alone
    }

    /// What is counted of its work.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// The connections there are now.
    pub fn connections(&self) -> Connections {
        let of = |pool: &AnyPool| Connections {
            open: pool.size().into(),
            idle: pool.num_idle() as u64,
            most: pool.options().get_max_connections().into(),
        };
        let (writer, reader) = (of(&self.writer), of(&self.reader));
        match self.kind {
            // One pool for both.
            Kind::Postgres => writer,
            Kind::Sqlite => Connections {
                open: writer.open + reader.open,
                idle: writer.idle + reader.idle,
                most: writer.most + reader.most,
            },
        }
    }

    /// The way to the other servers on this database.
    pub fn bus(&self) -> &Arc<dyn Bus> {
        &self.bus
    }

    /// How many servers have this database now, ourselves among them.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn servers(&self) -> Result<u64> {
        if self.is_alone() {
            return Ok(1);
        }
        let rows = self.rows(alone::holders()).await?;
        let n: i64 = rows.first().map_or(Ok(1), |row| row.try_get("n"))?;
        Ok(n.unsigned_abs())
    }

    /// Like [`Store::open_with`], without asking whether somebody else has it
    /// open. Changes based on what is no longer so are refused all the same.
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub async fn open_shared(url: &str, patience: Patience) -> Result<Store> {
        if let Some(path) = sqlite_file(url)? {
            prepare(url, &path)?;
        }
        let store = Store::connect(url, patience, true)?;
        store.migrate().await?;
        Ok(store)
    }

    /// To look at what is kept, also while a server has the database.
    ///
    /// # Errors
    ///
    /// If it cannot be reached, or was made by another version of this program.
    pub async fn open_to_read(url: &str) -> Result<Store> {
        there_is(url)?;
        let store = Store::connect(url, Patience::default(), false)?;
        let mut connection = store.read().await?;
        let found = schema::version(&mut connection).await;
        let found = connection.settle(found)?;
        if found != schema::NEWEST {
            let newest = schema::NEWEST;
            return Err(StoreError::Corrupted(format!(
                "the database has version {found}, expected {newest}: a server of this version raises it when it starts"
            )));
        }
        Ok(store)
    }

    fn connect(url: &str, patience: Patience, writes: bool) -> Result<Store> {
        sqlx::any::install_default_drivers();
        let kind = Kind::of(url)?;
        let pool = |most| patience.pool(kind, most, writes).connect_lazy(url);
        let (writer, reader) = match kind {
            Kind::Sqlite => (pool(1)?, pool(4)?),
            Kind::Postgres => {
                // With those of the lock and the bus eleven: docs/server.md says so, and docs/scale.md reckons with it.
                let pool = pool(8)?;
                (pool.clone(), pool)
            }
        };
        let (share, bus) = (Share::Alone, Arc::new(bus::Alone::default()));
        let meter = Arc::default();
        Ok(Store { kind, patience, writer, reader, claim: None, share, bus, meter, pulse: Pulse::default() })
    }

    async fn migrate(&self) -> Result<()> {
        let mut connection = self.write().await?;
        let done = schema::migrate(&mut connection).await;
        connection.settle(done)
    }

    /// The database in the file `path`, made if it is not there yet.
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub async fn open_file(path: &Path) -> Result<Store> {
        Store::open(&file_url(path)).await
    }

    /// Waits until everything written is written, and lets go of the database.
    pub async fn close(&self) {
        self.writer.close().await;
        self.reader.close().await;
        // Last, so that the next server finds nobody at work.
        if let Some(claim) = &self.claim {
            claim.give_up().await;
        }
    }

    /// A connection to write on.
    async fn write(&self) -> Result<Lent> {
        self.must_be_ours()?;
        Lent::from(&self.writer, self.kind, self.patience, &self.meter).await
    }

    /// A connection to read from.
    async fn read(&self) -> Result<Lent> {
        self.must_be_ours()?;
        Lent::from(&self.reader, self.kind, self.patience, &self.meter).await
    }

    /// Nothing is read or written once another server has the database.
    fn must_be_ours(&self) -> Result<()> {
        match &self.claim {
            Some(claim) if claim.is_lost() => Err(StoreError::Taken),
            Some(_) | None => Ok(()),
        }
    }

    /// Everything there is of one match, as it was at one moment.
    ///
    /// # Errors
    ///
    /// If the database is away, or rows are missing.
    pub async fn load(&self, id: &str) -> Result<Option<Kept>> {
        if !error::findable(id) {
            return Ok(None);
        }
        let mut connection = self.read().await?;
        let loaded = load(&mut connection, id).await;
        connection.settle(loaded)
    }

    /// An order that is kept, open or resolved: what the client called it, the
    /// order itself, and what the client was answered.
    ///
    /// Also after [`StoreError::Unsure`] the answer is certain. It is asked in
    /// the place of somebody who writes to this match, so a commit that is
    /// still on its way is waited for, and one that is not there can come no more.
    ///
    /// # Errors
    ///
    /// If the database is away, or does not know yet.
    pub async fn submission(
        &self,
        match_id: &str,
        decision: i64,
        seat: i64,
    ) -> Result<Option<(String, String, String)>> {
        if !error::findable(match_id) {
            return Ok(None);
        }
        let mut connection = self.write().await?;
        let found = submission(&mut connection, match_id, decision, seat).await;
        let found = connection.settle(found).map_err(|err| match err {
            // Nothing was to be written, so there is nothing to be unsure of.
            StoreError::Unsure(why) => StoreError::Away(why),
            StoreError::Away(_)
            | StoreError::Conflict
            | StoreError::Taken
            | StoreError::Corrupted(_)
            | StoreError::Refused(_) => err,
        })?;
        let Some(row) = found else { return Ok(None) };
        Ok(Some((row.try_get("client_key")?, row.try_get("body")?, row.try_get("answer")?)))
    }

    /// What the secrets with these hashes open, in their order: more than one match where one was fought again.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn held_by(&self, hashes: &[String]) -> Result<Vec<Vec<Held>>> {
        let mut found: HashMap<String, Vec<Held>> = HashMap::new();
        let asked: Vec<&String> = hashes.iter().filter(|hash| error::findable(hash)).collect();
        for chunk in asked.chunks(SECRETS) {
            let places: Vec<String> = (1..=chunk.len()).map(|n| format!("${n}")).collect();
            let sql = format!(
                "SELECT s.hash, s.match_id, s.seat, m.summary, m.changed, m.touched FROM seats s \
                 JOIN matches m ON m.id = s.match_id WHERE s.hash IN ({}) ORDER BY s.match_id, s.seat",
                places.join(", ")
            );
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for hash in chunk {
                query = query.bind(hash.as_str());
            }
            for row in self.rows(query).await? {
                let (summary, touched) = (summary(&row)?, row.try_get("touched")?);
                let (match_id, seat) = (row.try_get("match_id")?, row.try_get("seat")?);
                let held = Held { match_id, seat, summary, touched };
                found.entry(row.try_get("hash")?).or_default().push(held);
            }
        }
        Ok(hashes.iter().map(|hash| found.get(hash).cloned().unwrap_or_default()).collect())
    }

    /// Matches in the order of their ids, at most `most` of those after `after`.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn matches_after(&self, after: &str, most: u32) -> Result<Vec<String>> {
        let query = sqlx::query("SELECT id FROM matches WHERE $1 < id ORDER BY id LIMIT $2");
        ids(&self.rows(query.bind(after).bind(i64::from(most))).await?)
    }

    async fn rows(&self, query: Query<'_, Any, AnyArguments>) -> Result<Vec<AnyRow>> {
        let mut connection = self.read().await?;
        let answer = connection.answer;
        let rows = patience::rows(&mut connection, answer, query).await;
        connection.settle(rows)
    }
}

async fn submission(connection: &mut Lent, id: &str, decision: i64, seat: i64) -> Result<Option<AnyRow>> {
    let mut tx = Tx::begin(connection).await?;
    // Every change of a match begins with this row.
    tx.run(sqlx::query("UPDATE matches SET version = version WHERE id = $1").bind(id)).await?;
    let query = sqlx::query(
        "SELECT client_key, body, answer FROM submissions \
         WHERE match_id = $1 AND decision = $2 AND seat = $3",
    );
    let found = tx.row(query.bind(id).bind(decision).bind(seat)).await?;
    tx.commit().await?;
    Ok(found)
}

fn ids(rows: &[AnyRow]) -> Result<Vec<String>> {
    rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
}

async fn load(connection: &mut Lent, id: &str) -> Result<Option<Kept>> {
    let (kind, answer) = (connection.kind, connection.answer);
    let mut tx = Tx::snapshot(connection, kind, answer).await?;
    let head = sqlx::query(
        "SELECT head, scenario, title, created, outcome, ending, proof, summary, changed, touched, waiting, \
         dice, unaided, pace, standing, version FROM matches WHERE id = $1",
    );
    let Some(row) = tx.row(head.bind(id)).await? else {
        tx.leave().await?;
        return Ok(None);
    };
    let seats = sqlx::query("SELECT seat, hash FROM seats WHERE match_id = $1 ORDER BY seat");
    let seats = tx.rows(seats.bind(id)).await?;
    let decisions =
        sqlx::query("SELECT n, phase, after_events FROM decisions WHERE match_id = $1 ORDER BY n");
    let decisions = tx.rows(decisions.bind(id)).await?;
    let submissions = sqlx::query(
        "SELECT decision, seat, body, given_by FROM submissions WHERE match_id = $1 ORDER BY decision, seat",
    );
    let submissions = tx.rows(submissions.bind(id)).await?;
    let events = sqlx::query("SELECT n, body FROM events WHERE match_id = $1 ORDER BY n");
    let events = tx.rows(events.bind(id)).await?;
    tx.leave().await?;
    kept::assemble(id, &row, &seats, &decisions, &submissions, &events).map(Some)
}

fn summary(row: &AnyRow) -> Result<Summary> {
    Ok(Summary { body: row.try_get("summary")?, changed: row.try_get("changed")?, ..Summary::default() })
}

/// The URL of a file, whatever characters its path has; the file is made if
/// it is not there.
pub fn file_url(path: &Path) -> String {
    url_of(path, "rwc")
}

fn url_of(path: &Path, mode: &str) -> String {
    let mut url = String::from("sqlite://");
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                url.push(char::from(byte));
            }
            _ => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url.push_str("?mode=");
    url.push_str(mode);
    url
}

/// Where an SQLite database lies; nothing for one in memory, and for others.
pub(crate) fn sqlite_file(url: &str) -> Result<Option<PathBuf>> {
    if Kind::of(url)? != Kind::Sqlite || url.contains(":memory:") || url.contains("mode=memory") {
        return Ok(None);
    }
    let options = SqliteConnectOptions::from_str(url)?;
    Ok(Some(options.get_filename().to_owned()))
}

/// SQLite would make an empty database where none is.
pub(crate) fn there_is(url: &str) -> Result<()> {
    match sqlite_file(url)? {
        Some(path) if !path.exists() => {
            Err(StoreError::Away(format!("{}: there is no such database", path.display())))
        }
        Some(_) | None => Ok(()),
    }
}

/// Makes sure that only its owner can read it.
fn prepare(url: &str, path: &Path) -> Result<()> {
    let may_be_made = url.contains("mode=rwc");
    private::database(path, may_be_made).map_err(|err| StoreError::Away(format!("{}: {err}", path.display())))
}
