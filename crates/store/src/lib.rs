//! Matches kept for good: SQLite by default, PostgreSQL by URL.
//!
//! One set of queries serves both. What a match *is* stands here as text: the
//! head of its record, the orders by decision and seat, the events by number.
//! The store knows no game and no HTTP; the hashes of secrets are only text
//! to it. Everything that changes a match is one transaction, everything that
//! is read of one comes from one snapshot, and nothing is waited for for ever.

mod alone;
mod backup;
mod care;
mod copy;
mod error;
mod filelock;
mod kept;
mod patience;
pub mod private;
mod pulse;
mod schema;
mod settings;
mod write;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    str::FromStr as _,
};

use sqlx::{
    Any, AnyPool, AssertSqlSafe, Row,
    any::{AnyArguments, AnyRow},
    query::Query,
    sqlite::SqliteConnectOptions,
};

pub use backup::{Copied, backup};
pub use error::StoreError;
pub use kept::{Kept, KeptDecision, KeptSubmission};
pub use patience::Patience;
pub use write::{Begun, End, Join, NewMatch, NewSeat, Resolution, Resolved, Submission, Summary, Withdrawal};

use alone::Claim;
use patience::{Lent, Tx};
use pulse::Pulse;

type Result<T> = std::result::Result<T, StoreError>;

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
    /// Nothing where several may use the database at once.
    claim: Option<Claim>,
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
        sqlx::any::install_default_drivers();
        let claim = match Kind::of(url)? {
            Kind::Postgres => Claim::on_postgres(url, patience).await?,
            // Before any connection is made: nothing of ours must close a file that SQLite has open.
            Kind::Sqlite => match sqlite_file(url)? {
                Some(path) => {
                    prepare(url, &path)?;
                    Claim::on_file(&path).await?
                }
                None => Claim::on_memory(),
            },
        };
        let mut store = Store::connect(url, patience, true)?;
        store.claim = Some(claim);
        store.migrate().await?;
        Ok(store)
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
                let pool = pool(8)?;
                (pool.clone(), pool)
            }
        };
        Ok(Store { kind, patience, writer, reader, claim: None, pulse: Pulse::default() })
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
        Lent::from(&self.writer, self.kind, self.patience).await
    }

    /// A connection to read from.
    async fn read(&self) -> Result<Lent> {
        self.must_be_ours()?;
        Lent::from(&self.reader, self.kind, self.patience).await
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

    /// What the secrets with these hashes open, in their order.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn held_by(&self, hashes: &[String]) -> Result<Vec<Option<Held>>> {
        let mut found: HashMap<String, Held> = HashMap::new();
        let asked: Vec<&String> = hashes.iter().filter(|hash| error::findable(hash)).collect();
        for chunk in asked.chunks(SECRETS) {
            let places: Vec<String> = (1..=chunk.len()).map(|n| format!("${n}")).collect();
            let sql = format!(
                "SELECT s.hash, s.match_id, s.seat, m.summary, m.changed, m.touched FROM seats s \
                 JOIN matches m ON m.id = s.match_id WHERE s.hash IN ({})",
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
                found.insert(row.try_get("hash")?, held);
            }
        }
        Ok(hashes.iter().map(|hash| found.get(hash).cloned()).collect())
    }

    /// Matches in which a computer is to move, and which somebody has opened
    /// since then, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn thinking(&self, since: i64) -> Result<Vec<String>> {
        let query = sqlx::query(
            "SELECT id FROM matches WHERE thinking = 1 AND touched >= $1 ORDER BY touched DESC, id",
        );
        ids(&self.rows(query.bind(since)).await?)
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
         dice, unaided, version FROM matches WHERE id = $1",
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
