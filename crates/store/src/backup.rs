//! Everything that is kept in one file, taken while a server is at work, and
//! put back where nobody is.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

pub use crate::copy::Copied;
use crate::{
    Kind, Patience, Result, Store, StoreError, copy,
    patience::{LEISURE, Lent, Tx, within},
    private, schema, sqlite_file, there_is, url_of,
};

/// Nobody waits at a table for a backup, but it should end all the same.
const LEISURELY: Patience = Patience {
    connection: Duration::from_secs(10),
    lock: Duration::from_secs(10),
    statement: Duration::ZERO,
    answer: LEISURE,
    idle: LEISURE,
};

/// Writes everything that is kept at `url` at this moment into an SQLite
/// file, of which nothing is to be seen under its name until it is whole and
/// on the disk. A server may be at work meanwhile; it is not held up.
///
/// # Errors
///
/// If one cannot be read or the other not be written; then `file` is as it was.
pub async fn backup(url: &str, file: &Path) -> Result<Copied> {
    sqlx::any::install_default_drivers();
    there_is(url)?;
    let target = target(url, file)?;
    let part = Part::beside(&target)?;
    let copied = async {
        let mut from = connect(url).await?;
        let copied = write(&mut from, Kind::of(url)?, &part.0).await?;
        from.close().await?;
        Ok::<_, StoreError>(copied)
    };
    let copied = copied.await?;
    part.put_in_place(&target).map_err(|err| unwritable(&target, &err))?;
    Ok(copied)
}

async fn write(from: &mut AnyConnection, kind: Kind, part: &Path) -> Result<Copied> {
    let pool = LEISURELY.pool(Kind::Sqlite, 1, false).connect_lazy(&url_of(part, "rw"))?;
    let mut lent = Lent::from(&pool, Kind::Sqlite, LEISURELY, &Arc::default()).await?;
    let written = async {
        // It is synced once, at its end, and thrown away if it does not come to that. Without a
        // journal beside it there is nothing else to throw away.
        for pragma in ["PRAGMA synchronous = OFF", "PRAGMA journal_mode = MEMORY"] {
            within(LEISURE, sqlx::query(pragma).execute(&mut *lent)).await?;
        }
        schema::migrate(&mut lent).await?;
        let mut source = Tx::snapshot(from, kind, LEISURE).await?;
        let version = schema::version(source.connection()).await?;
        let mut to = Tx::begin(&mut lent).await?;
        let copied = copy::copy(&mut source, version, &mut to).await?;
        to.commit().await?;
        source.leave().await?;
        Ok(copied)
    };
    let written = written.await;
    let written = lent.settle(written);
    pool.close().await;
    written
}

impl Store {
    /// Puts everything from a backup into this database, which must be empty
    /// of matches and people unless it is to be replaced: then nothing of it stays. All
    /// of that in one transaction.
    ///
    /// # Errors
    ///
    /// If the file is no backup, or there is something; then nothing is changed.
    pub async fn restore(&self, file: &Path, replace: bool) -> Result<Copied> {
        let source = url_of(file, "ro");
        there_is(&source)?;
        let mut connection = connect(&source).await?;
        let mut from = Tx::snapshot(&mut connection, Kind::Sqlite, LEISURE).await?;
        let named = |err: StoreError| match err {
            StoreError::Corrupted(what) => StoreError::Corrupted(format!("{}: {what}", file.display())),
            StoreError::Away(why) => StoreError::Corrupted(format!("{}: {why}", file.display())),
            StoreError::Unsure(_) | StoreError::Conflict | StoreError::Taken | StoreError::Refused(_) => err,
        };
        let version = schema::version(from.connection()).await.map_err(named)?;
        let mut lent = self.write().await?;
        let restored = put_back(&mut lent, &mut from, version, replace).await;
        let restored = lent.settle(restored)?;
        from.leave().await?;
        connection.close().await?;
        Ok(restored)
    }
}

async fn put_back(lent: &mut Lent, from: &mut Tx<'_>, version: usize, replace: bool) -> Result<Copied> {
    let kind = lent.kind;
    let mut to = Tx::begin(lent).await?.at_leisure();
    if kind == Kind::Postgres {
        to.run_all("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
            .await?;
    }
    for (what, count) in
        [("matches", "SELECT COUNT(*) AS n FROM matches"), ("people", "SELECT COUNT(*) AS n FROM people")]
    {
        let row = to.row(sqlx::query(count)).await?;
        let there: i64 = row.map_or(Ok(0), |row| row.try_get("n"))?;
        if 0 < there && !replace {
            return Err(StoreError::Refused(format!(
                "the database has {there} {what} in it; nothing was restored, so that none is lost"
            )));
        }
    }
    copy::clear(&mut to).await?;
    let copied = copy::copy(from, version, &mut to).await?;
    to.commit().await?;
    Ok(copied)
}

/// A connection on which whole tables are read.
async fn connect(url: &str) -> Result<AnyConnection> {
    let kind = Kind::of(url)?;
    let mut connection = within(LEISURELY.connection, AnyConnection::connect(url)).await?;
    for setting in LEISURELY.settings(kind) {
        within(LEISURE, sqlx::query(AssertSqlSafe(setting)).execute(&mut connection)).await?;
    }
    Ok(connection)
}

/// Where a backup goes. A link stays a link: what it points to is written.
fn target(url: &str, file: &Path) -> Result<PathBuf> {
    let shown = file.display();
    match fs::metadata(file) {
        Ok(about) if !about.is_file() => {
            return Err(StoreError::Refused(format!("{shown}: is no file, expected the name of one")));
        }
        Ok(_) | Err(_) => {}
    }
    let target = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    if let Some(source) = sqlite_file(url)?
        && fs::canonicalize(&source).is_ok_and(|source| source == target)
    {
        return Err(StoreError::Refused(format!("{shown}: is the database itself, expected another file")));
    }
    if private::beside(&target, "-wal").exists() {
        return Err(StoreError::Refused(format!(
            "{shown}: is a database that somebody has open, expected another file"
        )));
    }
    Ok(target)
}

fn unwritable(path: &Path, err: &io::Error) -> StoreError {
    StoreError::Refused(format!("{}: cannot be written: {err}", path.display()))
}

/// A file that is being written, gone again if it is not put in its place.
#[derive(Debug)]
struct Part(PathBuf);

impl Part {
    fn beside(target: &Path) -> Result<Part> {
        let Some(name) = target.file_name() else {
            return Err(StoreError::Refused(format!("{}: expected the name of a file", target.display())));
        };
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.part", std::process::id()));
        let part = target.with_file_name(hidden);
        // Left behind by a process of the same number that is long gone.
        let _ = fs::remove_file(&part);
        private::make_file(&part).map_err(|err| unwritable(target, &err))?;
        Ok(Part(part))
    }

    fn put_in_place(self, target: &Path) -> io::Result<()> {
        fs::File::open(&self.0)?.sync_all()?;
        fs::rename(&self.0, target)?;
        // The name is on the disk when its folder is. Elsewhere folders cannot be opened.
        #[cfg(unix)]
        {
            let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
            fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        }
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
