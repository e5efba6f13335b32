//! Everything that changes a match, each change one transaction.

use std::fmt::Write as _;

use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection, Transaction, pool::PoolConnection};

use crate::{KeptDecision, KeptSubmission, Result, Store};

/// What stands in a list of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Whatever the server wants to show without opening the match.
    pub body: String,
    /// When something last happened, in milliseconds since 1970; 0 if nothing
    /// has since the last time.
    pub changed: i64,
    /// Whether a computer is to move.
    pub thinking: bool,
}

/// A match about to be kept.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub id: String,
    /// The record without decisions, events and outcome: a JSON object.
    pub head: String,
    pub scenario: String,
    pub title: String,
    pub created: i64,
    pub seats: Vec<NewSeat>,
    /// More than none if the match goes on from a record.
    pub decisions: Vec<KeptDecision>,
    pub submissions: Vec<KeptSubmission>,
    pub events: Vec<String>,
    pub outcome: String,
    pub summary: Summary,
}

/// Somebody with a secret.
#[derive(Clone, Debug)]
pub struct NewSeat {
    /// [`crate::SPECTATOR`], or the seat's number.
    pub seat: i64,
    pub hash: String,
}

/// An order to be kept.
#[derive(Clone, Debug)]
pub struct Submission<'a> {
    pub match_id: &'a str,
    pub decision: i64,
    pub seat: i64,
    /// JSON.
    pub body: String,
    pub summary: Summary,
    /// What came of it, if it was the last order out.
    pub resolution: Option<Resolution>,
}

/// What came of a decision.
#[derive(Clone, Debug)]
pub struct Resolution {
    pub phase: String,
    /// How many events had happened before.
    pub after: i64,
    /// Those that happened now.
    pub events: Vec<String>,
    /// JSON, or nothing while the battle lasts.
    pub outcome: String,
}

impl Store {
    /// # Errors
    ///
    /// If the database is away; nothing is written then.
    pub async fn create(&self, new: &NewMatch) -> Result<()> {
        let mut connection = self.writer.acquire().await?;
        let done = create(&mut connection, new).await;
        settle(connection, done)
    }

    /// Seals an order, and keeps what came of it if it was the last one out.
    ///
    /// # Errors
    ///
    /// If the database is away, or the order is there already. Whether a
    /// commit that failed was one, only the database knows: read it again.
    pub async fn submit(&self, order: &Submission<'_>) -> Result<()> {
        let mut connection = self.writer.acquire().await?;
        let done = submit(&mut connection, order).await;
        settle(connection, done)
    }

    /// Takes a sealed order back.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn withdraw(&self, match_id: &str, decision: i64, seat: i64, summary: &Summary) -> Result<()> {
        let mut connection = self.writer.acquire().await?;
        let done = withdraw(&mut connection, match_id, decision, seat, summary).await;
        settle(connection, done)
    }

    /// Whether the database answers, and takes writes.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub async fn ping(&self) -> Result<()> {
        let mut connection = self.writer.acquire().await?;
        // A write: a full disk can still be read.
        let beat = sqlx::query("UPDATE pulse SET beats = beats + 1").execute(&mut *connection).await;
        settle(connection, beat.map(drop).map_err(Into::into))
    }
}

/// A connection on which something failed is not used again. SQLite may have
/// ended the transaction by itself, and a driver that believes it still open
/// would only set savepoints from then on: nothing would be committed any more.
pub(crate) fn settle<T>(mut connection: PoolConnection<Any>, done: Result<T>) -> Result<T> {
    if done.is_err() {
        connection.close_on_drop();
    }
    done
}

async fn create(connection: &mut AnyConnection, new: &NewMatch) -> Result<()> {
    let mut tx = connection.begin().await?;
    sqlx::query(
        "INSERT INTO matches (id, head, scenario, title, created, changed, summary, outcome, thinking) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(&new.id)
    .bind(&new.head)
    .bind(&new.scenario)
    .bind(&new.title)
    .bind(new.created)
    .bind(new.summary.changed)
    .bind(&new.summary.body)
    .bind(&new.outcome)
    .bind(i64::from(new.summary.thinking))
    .execute(&mut *tx)
    .await?;
    for NewSeat { seat, hash } in &new.seats {
        sqlx::query("INSERT INTO seats (match_id, seat, hash) VALUES ($1, $2, $3)")
            .bind(&new.id)
            .bind(*seat)
            .bind(hash)
            .execute(&mut *tx)
            .await?;
    }
    for (n, decision) in new.decisions.iter().enumerate() {
        insert_decision(&mut tx, &new.id, n as i64, decision).await?;
    }
    for KeptSubmission { decision, seat, body } in &new.submissions {
        insert_submission(&mut tx, &new.id, *decision, *seat, body).await?;
    }
    insert_events(&mut tx, &new.id, 0, &new.events).await?;
    tx.commit().await?;
    Ok(())
}

async fn submit(connection: &mut AnyConnection, order: &Submission<'_>) -> Result<()> {
    let mut tx = connection.begin().await?;
    insert_submission(&mut tx, order.match_id, order.decision, order.seat, &order.body).await?;
    if let Some(Resolution { phase, after, events, outcome }) = &order.resolution {
        let decision = KeptDecision { phase: phase.clone(), after: *after };
        insert_decision(&mut tx, order.match_id, order.decision, &decision).await?;
        insert_events(&mut tx, order.match_id, *after, events).await?;
        sqlx::query("UPDATE matches SET outcome = $2 WHERE id = $1")
            .bind(order.match_id)
            .bind(outcome)
            .execute(&mut *tx)
            .await?;
    }
    update_summary(&mut tx, order.match_id, &order.summary).await?;
    tx.commit().await?;
    Ok(())
}

async fn withdraw(
    connection: &mut AnyConnection,
    match_id: &str,
    decision: i64,
    seat: i64,
    summary: &Summary,
) -> Result<()> {
    let mut tx = connection.begin().await?;
    sqlx::query("DELETE FROM submissions WHERE match_id = $1 AND decision = $2 AND seat = $3")
        .bind(match_id)
        .bind(decision)
        .bind(seat)
        .execute(&mut *tx)
        .await?;
    update_summary(&mut tx, match_id, summary).await?;
    tx.commit().await?;
    Ok(())
}

type Tx<'a> = Transaction<'a, Any>;

async fn update_summary(tx: &mut Tx<'_>, id: &str, summary: &Summary) -> Result<()> {
    sqlx::query(
        "UPDATE matches SET summary = $2, thinking = $4, \
         changed = CASE WHEN $3 = 0 THEN changed ELSE $3 END WHERE id = $1",
    )
    .bind(id)
    .bind(&summary.body)
    .bind(summary.changed)
    .bind(i64::from(summary.thinking))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn insert_decision(tx: &mut Tx<'_>, id: &str, n: i64, decision: &KeptDecision) -> Result<()> {
    sqlx::query("INSERT INTO decisions (match_id, n, phase, after_events) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(n)
        .bind(&decision.phase)
        .bind(decision.after)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

async fn insert_submission(tx: &mut Tx<'_>, id: &str, decision: i64, seat: i64, body: &str) -> Result<()> {
    sqlx::query("INSERT INTO submissions (match_id, decision, seat, body) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(decision)
        .bind(seat)
        .bind(body)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Rows in one statement; a whole battle's events would be as many round trips.
const ROWS: usize = 16;

async fn insert_events(tx: &mut Tx<'_>, id: &str, after: i64, events: &[String]) -> Result<()> {
    let mut n = after;
    for chunk in events.chunks(ROWS) {
        let mut query = sqlx::query(AssertSqlSafe(insert_rows(chunk.len()))).bind(id);
        for event in chunk {
            query = query.bind(n).bind(event);
            n += 1;
        }
        query.execute(&mut **tx).await?;
    }
    Ok(())
}

fn insert_rows(rows: usize) -> String {
    let mut sql = String::from("INSERT INTO events (match_id, n, body) VALUES ");
    for row in 0..rows {
        let comma = if row == 0 { "" } else { ", " };
        write!(sql, "{comma}($1, ${}, ${})", 2 + 2 * row, 3 + 2 * row).expect("text takes text");
    }
    sql
}
