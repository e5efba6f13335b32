//! What has become of a match since somebody last read it: whoever has the
//! beginning in memory reads only the rest.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, Row};

use crate::{
    KeptDecision, KeptSubmission, Result, Store, StoreError, error,
    patience::{Lent, Tx},
};

/// Everything of a match from some decision and event on, as it was at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// As [`crate::Kept::version`].
    pub version: i64,
    pub head: String,
    pub ending: String,
    pub outcome: String,
    pub waiting: String,
    pub dice: String,
    pub standing: String,
    /// Decisions that were resolved, and the orders for them and for the one that is open.
    pub decisions: Vec<KeptDecision>,
    pub submissions: Vec<KeptSubmission>,
    pub events: Vec<String>,
}

/// Matches asked for in one statement.
const IDS: usize = 100;

impl Store {
    /// How often a match has been changed; nothing if there is none.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn version_of(&self, id: &str) -> Result<Option<i64>> {
        if !error::findable(id) {
            return Ok(None);
        }
        let query = sqlx::query("SELECT version FROM matches WHERE id = $1");
        let rows = self.rows(query.bind(id)).await?;
        rows.first().map(|row| Ok(row.try_get("version")?)).transpose()
    }

    /// The same for many matches, by id.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn versions_of(&self, ids: &[String]) -> Result<HashMap<String, i64>> {
        let mut found = HashMap::new();
        let asked: Vec<&String> = ids.iter().filter(|id| error::findable(id)).collect();
        for chunk in asked.chunks(IDS) {
            let places: Vec<String> = (1..=chunk.len()).map(|n| format!("${n}")).collect();
            let sql = format!("SELECT id, version FROM matches WHERE id IN ({})", places.join(", "));
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for id in chunk {
                query = query.bind(id.as_str());
            }
            for row in self.rows(query).await? {
                found.insert(row.try_get("id")?, row.try_get("version")?);
            }
        }
        Ok(found)
    }

    /// What there is of a match from decision `decisions` and event `events` on.
    ///
    /// # Errors
    ///
    /// If the database is away, or rows are missing.
    pub async fn news(&self, id: &str, decisions: i64, events: i64) -> Result<Option<News>> {
        if !error::findable(id) {
            return Ok(None);
        }
        let mut connection = self.read().await?;
        let read = news(&mut connection, id, decisions, events).await;
        connection.settle(read)
    }
}

async fn news(connection: &mut Lent, id: &str, decisions: i64, events: i64) -> Result<Option<News>> {
    let (kind, answer) = (connection.kind, connection.answer);
    let mut tx = Tx::snapshot(connection, kind, answer).await?;
    let head = sqlx::query(
        "SELECT version, head, ending, outcome, waiting, dice, standing FROM matches WHERE id = $1",
    );
    let Some(row) = tx.row(head.bind(id)).await? else {
        tx.leave().await?;
        return Ok(None);
    };
    let mut news = News {
        version: row.try_get("version")?,
        head: row.try_get("head")?,
        ending: row.try_get("ending")?,
        outcome: row.try_get("outcome")?,
        waiting: row.try_get("waiting")?,
        dice: row.try_get("dice")?,
        standing: row.try_get("standing")?,
        decisions: Vec::new(),
        submissions: Vec::new(),
        events: Vec::new(),
    };
    let numbered = |what: &str, n: i64, found: i64| match n == found {
        true => Ok(()),
        false => Err(StoreError::Corrupted(format!("match {id}: {what} {n} is missing"))),
    };
    let query = sqlx::query(
        "SELECT n, phase, after_events FROM decisions WHERE match_id = $1 AND $2 <= n ORDER BY n",
    );
    for (n, row) in (decisions..).zip(tx.rows(query.bind(id).bind(decisions)).await?) {
        numbered("decision", n, row.try_get("n")?)?;
        let (phase, after) = (row.try_get("phase")?, row.try_get("after_events")?);
        news.decisions.push(KeptDecision { phase, after });
    }
    let query = sqlx::query(
        "SELECT decision, seat, body, given_by FROM submissions \
         WHERE match_id = $1 AND $2 <= decision ORDER BY decision, seat",
    );
    for row in tx.rows(query.bind(id).bind(decisions)).await? {
        news.submissions.push(KeptSubmission {
            decision: row.try_get("decision")?,
            seat: row.try_get("seat")?,
            body: row.try_get("body")?,
            given_by: row.try_get("given_by")?,
        });
    }
    let query = sqlx::query("SELECT n, body FROM events WHERE match_id = $1 AND $2 <= n ORDER BY n");
    for (n, row) in (events..).zip(tx.rows(query.bind(id).bind(events)).await?) {
        numbered("event", n, row.try_get("n")?)?;
        news.events.push(row.try_get("body")?);
    }
    tx.leave().await?;
    Ok(Some(news))
}
