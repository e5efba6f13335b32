//! The tables, and how an older database becomes today's.
//!
//! Text and whole numbers only: both databases have them and mean the same by
//! them. An empty text stands for nothing.

use sqlx::{AnyConnection, Row};

use crate::{
    Kind, Result, StoreError,
    patience::{Lent, Tx},
};

const TOUCHED: &str = "UPDATE matches SET touched = changed";

/// What a version fills its new columns with from those that were there
/// before: also when rows of an older version are copied into today's tables.
pub(crate) const FILLED: &[(usize, &str)] = &[(3, TOUCHED)];

/// Each entry raises the version by one. Entries once published never change.
const VERSIONS: &[&[&str]] = &[
    &[
        "CREATE TABLE pulse (beats BIGINT NOT NULL)",
        "INSERT INTO pulse (beats) VALUES (0)",
        "CREATE TABLE matches (
        id TEXT NOT NULL PRIMARY KEY,
        head TEXT NOT NULL,
        scenario TEXT NOT NULL,
        title TEXT NOT NULL,
        created BIGINT NOT NULL,
        changed BIGINT NOT NULL,
        summary TEXT NOT NULL,
        outcome TEXT NOT NULL,
        thinking BIGINT NOT NULL
    )",
        "CREATE INDEX matches_thinking ON matches (thinking)",
        "CREATE TABLE seats (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat BIGINT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (match_id, seat)
    )",
        "CREATE INDEX seats_hash ON seats (hash)",
        "CREATE TABLE submissions (
        match_id TEXT NOT NULL REFERENCES matches (id),
        decision BIGINT NOT NULL,
        seat BIGINT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (match_id, decision, seat)
    )",
        "CREATE TABLE decisions (
        match_id TEXT NOT NULL REFERENCES matches (id),
        n BIGINT NOT NULL,
        phase TEXT NOT NULL,
        after_events BIGINT NOT NULL,
        PRIMARY KEY (match_id, n)
    )",
        "CREATE TABLE events (
        match_id TEXT NOT NULL REFERENCES matches (id),
        n BIGINT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (match_id, n)
    )",
    ],
    &[
        // Every change of a match counts it up and says which count it was based on.
        "ALTER TABLE matches ADD COLUMN version BIGINT NOT NULL DEFAULT 0",
        // What the seats have added to the dice so far, until all have and the battle begins.
        "ALTER TABLE matches ADD COLUMN waiting TEXT NOT NULL DEFAULT ''",
    ],
    &[
        // What the client called its order, and what it was answered: asked again, it is answered the same.
        "ALTER TABLE submissions ADD COLUMN client_key TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE submissions ADD COLUMN answer TEXT NOT NULL DEFAULT ''",
        // Who gave the order, where that was not the player: a clock, somebody in a hurry.
        "ALTER TABLE submissions ADD COLUMN given_by TEXT NOT NULL DEFAULT ''",
        // How the battle ended, where the rules did not end it: JSON.
        "ALTER TABLE matches ADD COLUMN ending TEXT NOT NULL DEFAULT ''",
        // The chain over everything that was ordered, and the server's signature: JSON, once it is over.
        "ALTER TABLE matches ADD COLUMN proof TEXT NOT NULL DEFAULT ''",
        // When somebody last opened it, in milliseconds since 1970.
        "ALTER TABLE matches ADD COLUMN touched BIGINT NOT NULL DEFAULT 0",
        TOUCHED,
        // What belongs to the server itself: the key it signs with.
        "CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    ],
    &[
        // How far the dice had been rolled at the last change, so that a battle can be taken up
        // from its events; nothing if that was not kept yet.
        "ALTER TABLE matches ADD COLUMN dice TEXT NOT NULL DEFAULT ''",
    ],
    &[
        // 1 if nobody may ask for suggestions in it.
        "ALTER TABLE matches ADD COLUMN unaided BIGINT NOT NULL DEFAULT 0",
    ],
];

/// Every statement of every version that works on rows that are there.
#[cfg(test)]
pub(crate) fn fills() -> Vec<&'static str> {
    let statements = VERSIONS.iter().flat_map(|version| version.iter());
    statements.filter(|it| it.starts_with("UPDATE") || it.starts_with("DELETE")).copied().collect()
}

/// The version of today's tables.
pub(crate) const NEWEST: usize = VERSIONS.len();

/// An older database becomes today's.
pub(crate) async fn migrate(lent: &mut Lent) -> Result<()> {
    let kind = lent.kind;
    // Raising a version may take its time.
    let mut tx = Tx::begin(lent).await?.at_leisure();
    if kind == Kind::Postgres {
        tx.run_all("SET LOCAL statement_timeout = 0").await?;
    }
    tx.run_all("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)").await?;
    let have = match tx.row(sqlx::query("SELECT version FROM schema_version")).await? {
        Some(row) => known(row.try_get("version")?)?,
        None => {
            tx.run_all("INSERT INTO schema_version (version) VALUES (0)").await?;
            0
        }
    };
    for version in &VERSIONS[have..] {
        for statement in *version {
            tx.run_all(statement).await?;
        }
    }
    if have < NEWEST {
        tx.run(sqlx::query("UPDATE schema_version SET version = $1").bind(NEWEST as i64)).await?;
    }
    tx.commit().await
}

/// The version of a database that is only read.
pub(crate) async fn version(connection: &mut AnyConnection) -> Result<usize> {
    let found = sqlx::query("SELECT version FROM schema_version").fetch_optional(connection).await;
    let row = match found {
        Ok(row) => row,
        // No such table.
        Err(sqlx::Error::Database(cause))
            if cause.code().is_some_and(|code| code == "42P01" || code == "1") =>
        {
            None
        }
        Err(err) => return Err(err.into()),
    };
    let row =
        row.ok_or_else(|| StoreError::Corrupted("no battles of ours were ever kept here".to_owned()))?;
    known(row.try_get("version")?)
}

fn known(found: i64) -> Result<usize> {
    usize::try_from(found).ok().filter(|have| *have <= NEWEST).ok_or_else(|| {
        StoreError::Corrupted(format!("the database has version {found}, this program knows up to {NEWEST}"))
    })
}
