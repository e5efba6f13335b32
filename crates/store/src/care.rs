//! Battles that the server ends, and matches that somebody has looked at.

use sqlx::{AnyConnection, Connection};

use crate::{
    Result, Store, Summary,
    write::{change, settle},
};

/// A battle that is ended where it stands.
#[derive(Clone, Debug)]
pub struct Closure<'a> {
    pub match_id: &'a str,
    /// [`crate::Kept::version`] of what it is based on.
    pub version: i64,
    /// Why: JSON.
    pub ending: String,
    pub summary: Summary,
}

impl Store {
    /// Ends a battle that the rules have not ended.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn end(&self, closure: &Closure<'_>) -> Result<()> {
        let mut connection = self.write().await?;
        let done = end(&mut connection, closure).await;
        settle(connection, done)
    }

    /// Notes when somebody looked at a match, in milliseconds since 1970. That
    /// is no change of the match.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn touch(&self, id: &str, at: i64) -> Result<()> {
        let mut connection = self.write().await?;
        let done = sqlx::query("UPDATE matches SET touched = $2 WHERE id = $1 AND touched < $2")
            .bind(id)
            .bind(at)
            .execute(&mut *connection)
            .await;
        settle(connection, done.map(drop).map_err(Into::into))
    }
}

async fn end(connection: &mut AnyConnection, closure: &Closure<'_>) -> Result<()> {
    let mut tx = connection.begin().await?;
    change(&mut tx, closure.match_id, closure.version, &closure.summary).await?;
    sqlx::query("UPDATE matches SET ending = $2 WHERE id = $1")
        .bind(closure.match_id)
        .bind(&closure.ending)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(())
}
