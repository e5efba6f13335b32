//! Everything that changes a match, each change one transaction.

use std::fmt::Write as _;

use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection, Transaction, pool::PoolConnection};

use crate::{KeptDecision, KeptSubmission, Result, Store, StoreError};

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
    /// As [`crate::Kept::ending`].
    pub ending: String,
    /// As [`crate::Kept::proof`].
    pub proof: String,
    /// Not empty if the battle is still to begin.
    pub waiting: String,
    pub summary: Summary,
}

/// Somebody with a secret.
#[derive(Clone, Debug)]
pub struct NewSeat {
    /// [`crate::SPECTATOR`], or the seat's number.
    pub seat: i64,
    pub hash: String,
}

/// One more seat has joined.
#[derive(Clone, Debug)]
pub struct Join<'a> {
    pub match_id: &'a str,
    /// [`crate::Kept::version`] of what it is based on.
    pub version: i64,
    /// Empty if it was the last.
    pub waiting: String,
    /// What came of it, if it was the last.
    pub begun: Option<Begun>,
    pub summary: Summary,
}

/// A battle whose first events have happened.
#[derive(Clone, Debug)]
pub struct Begun {
    /// As [`NewMatch::head`], now with what every seat added.
    pub head: String,
    pub events: Vec<String>,
    pub outcome: String,
    /// As [`crate::Kept::proof`].
    pub proof: String,
}

/// An order to be kept.
#[derive(Clone, Debug)]
pub struct Submission<'a> {
    pub match_id: &'a str,
    /// [`crate::Kept::version`] of what it is based on.
    pub version: i64,
    pub decision: i64,
    pub seat: i64,
    /// JSON.
    pub body: String,
    /// As [`KeptSubmission::given_by`].
    pub given_by: String,
    pub summary: Summary,
    /// What came of it, if it was the last order out.
    pub resolution: Option<Resolution>,
}

/// A sealed order to be taken back.
#[derive(Clone, Debug)]
pub struct Withdrawal<'a> {
    pub match_id: &'a str,
    /// [`crate::Kept::version`] of what it is based on.
    pub version: i64,
    pub decision: i64,
    pub seat: i64,
    pub summary: Summary,
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
    /// As [`crate::Kept::proof`].
    pub proof: String,
}

/// A battle that something else than its rules ends.
#[derive(Clone, Debug)]
pub struct End<'a> {
    pub match_id: &'a str,
    /// [`crate::Kept::version`] of what it is based on.
    pub version: i64,
    /// As [`crate::Kept::ending`].
    pub ending: String,
    pub outcome: String,
    /// As [`crate::Kept::proof`].
    pub proof: String,
    pub summary: Summary,
}

impl Store {
    /// # Errors
    ///
    /// If the database is away; nothing is written then.
    pub async fn create(&self, new: &NewMatch) -> Result<()> {
        let mut connection = self.write().await?;
        let done = create(&mut connection, new).await;
        settle(connection, done)
    }

    /// Takes down what a seat added to the dice, and how the battle began if it was the last.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn join(&self, join: &Join<'_>) -> Result<()> {
        let mut connection = self.write().await?;
        let done = add(&mut connection, join).await;
        settle(connection, done)
    }

    /// Seals an order, and keeps what came of it if it was the last one out.
    ///
    /// # Errors
    ///
    /// If the database is away, or the match is another than the order was
    /// based on: then nothing is written. Whether a commit that failed was one, only the database knows: read it again.
    pub async fn submit(&self, order: &Submission<'_>) -> Result<()> {
        let mut connection = self.write().await?;
        let done = submit(&mut connection, order).await;
        settle(connection, done)
    }

    /// Takes a sealed order back.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn withdraw(&self, order: &Withdrawal<'_>) -> Result<()> {
        let mut connection = self.write().await?;
        let done = withdraw(&mut connection, order).await;
        settle(connection, done)
    }

    /// Ends a battle; what is sealed for its open decision is let go.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn end(&self, end: &End<'_>) -> Result<()> {
        let mut connection = self.write().await?;
        let done = finish(&mut connection, end).await;
        settle(connection, done)
    }

    /// Whether the database answers, and takes writes.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub async fn ping(&self) -> Result<()> {
        let mut connection = self.write().await?;
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
        "INSERT INTO matches \
         (id, head, scenario, title, created, changed, summary, outcome, thinking, waiting, ending, proof) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
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
    .bind(&new.waiting)
    .bind(&new.ending)
    .bind(&new.proof)
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
    for submission in &new.submissions {
        insert_submission(&mut tx, &new.id, submission).await?;
    }
    insert_events(&mut tx, &new.id, 0, &new.events).await?;
    tx.commit().await?;
    Ok(())
}

async fn add(connection: &mut AnyConnection, join: &Join<'_>) -> Result<()> {
    let mut tx = connection.begin().await?;
    change(&mut tx, join.match_id, join.version, &join.summary).await?;
    sqlx::query("UPDATE matches SET waiting = $2 WHERE id = $1")
        .bind(join.match_id)
        .bind(&join.waiting)
        .execute(&mut *tx)
        .await?;
    if let Some(Begun { head, events, outcome, proof }) = &join.begun {
        sqlx::query("UPDATE matches SET head = $2, outcome = $3, proof = $4 WHERE id = $1")
            .bind(join.match_id)
            .bind(head)
            .bind(outcome)
            .bind(proof)
            .execute(&mut *tx)
            .await?;
        insert_events(&mut tx, join.match_id, 0, events).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn submit(connection: &mut AnyConnection, order: &Submission<'_>) -> Result<()> {
    let mut tx = connection.begin().await?;
    change(&mut tx, order.match_id, order.version, &order.summary).await?;
    let (decision, seat) = (order.decision, order.seat);
    let (body, given_by) = (order.body.clone(), order.given_by.clone());
    let submission = KeptSubmission { decision, seat, body, given_by };
    insert_submission(&mut tx, order.match_id, &submission).await?;
    if let Some(Resolution { phase, after, events, outcome, proof }) = &order.resolution {
        let decision = KeptDecision { phase: phase.clone(), after: *after };
        insert_decision(&mut tx, order.match_id, order.decision, &decision).await?;
        insert_events(&mut tx, order.match_id, *after, events).await?;
        sqlx::query("UPDATE matches SET outcome = $2, proof = $3 WHERE id = $1")
            .bind(order.match_id)
            .bind(outcome)
            .bind(proof)
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn withdraw(connection: &mut AnyConnection, order: &Withdrawal<'_>) -> Result<()> {
    let mut tx = connection.begin().await?;
    change(&mut tx, order.match_id, order.version, &order.summary).await?;
    sqlx::query("DELETE FROM submissions WHERE match_id = $1 AND decision = $2 AND seat = $3")
        .bind(order.match_id)
        .bind(order.decision)
        .bind(order.seat)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

async fn finish(connection: &mut AnyConnection, end: &End<'_>) -> Result<()> {
    let mut tx = connection.begin().await?;
    change(&mut tx, end.match_id, end.version, &end.summary).await?;
    // Sealed for a decision that is never resolved.
    sqlx::query(
        "DELETE FROM submissions WHERE match_id = $1 AND decision = \
         (SELECT COUNT(*) FROM decisions WHERE match_id = $1)",
    )
    .bind(end.match_id)
    .execute(&mut *tx)
    .await?;
    sqlx::query("UPDATE matches SET ending = $2, outcome = $3, proof = $4 WHERE id = $1")
        .bind(end.match_id)
        .bind(&end.ending)
        .bind(&end.outcome)
        .bind(&end.proof)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

type Tx<'a> = Transaction<'a, Any>;

/// The first statement of every change. A match that somebody else has changed
/// meanwhile is left as it is: what was worked out from it may be wrong now.
async fn change(tx: &mut Tx<'_>, id: &str, version: i64, summary: &Summary) -> Result<()> {
    let done = sqlx::query(
        "UPDATE matches SET version = version + 1, summary = $2, thinking = $4, \
         changed = CASE WHEN $3 = 0 THEN changed ELSE $3 END WHERE id = $1 AND version = $5",
    )
    .bind(id)
    .bind(&summary.body)
    .bind(summary.changed)
    .bind(i64::from(summary.thinking))
    .bind(version)
    .execute(&mut **tx)
    .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
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

async fn insert_submission(tx: &mut Tx<'_>, id: &str, submission: &KeptSubmission) -> Result<()> {
    let KeptSubmission { decision, seat, body, given_by } = submission;
    sqlx::query(
        "INSERT INTO submissions (match_id, decision, seat, body, given_by) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(id)
    .bind(*decision)
    .bind(*seat)
    .bind(body)
    .bind(given_by)
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
