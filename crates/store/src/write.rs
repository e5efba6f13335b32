//! Everything that changes a match, each change one transaction.

use std::fmt::Write as _;

use sqlx::AssertSqlSafe;

use crate::{
    Job, KeptDecision, KeptSubmission, Result, Store, StoreError,
    error::keepable,
    jobs,
    patience::{Lent, Tx},
    people::insert_sitting,
};

/// What stands in a list of matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Whatever the server wants to show without opening the match.
    pub body: String,
    /// When something last happened, in milliseconds since 1970; 0 if nothing
    /// has since the last time.
    pub changed: i64,
    pub thinking: Thinking,
    /// As [`crate::Kept::dice`].
    pub dice: String,
    /// Nothing where nothing ever stands beside the battle.
    pub standing: Option<Standing>,
    /// Rules that take over with this change.
    pub renewal: Option<Renewal>,
}

/// A battle under way whose rules have changed: from its open decision on the new ones count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renewal {
    /// As [`NewMatch::head`], now with the rules that take over.
    pub head: String,
    /// Whose orders for the open decision are let go: under the new rules they are none.
    pub let_go: Vec<i64>,
}

/// Whether a computer is to move. It is the job [`Thinking::JOB`] of the match while one is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thinking {
    /// As before: no computer sits here.
    #[default]
    Untouched,
    Nobody,
    /// One owes an order for this decision. Whoever writes that down sees to it, and from `due`
    /// on whoever comes first.
    Owed {
        decision: i64,
        due: i64,
    },
}

impl Thinking {
    /// The kind of the job. Its name is that of the match, and it is about the decision.
    pub const JOB: &'static str = "think";

    pub fn is_owed(self) -> bool {
        matches!(self, Thinking::Owed { .. })
    }
}

/// What stands beside a battle, and when it wants to be looked at again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// As [`crate::Kept::standing`].
    pub body: String,
    pub due: Due,
    /// When it is to be looked at who wants to be told of the change: the job [`Standing::TELL`]. Nothing where
    /// nobody can be told anything.
    pub tell: Option<i64>,
}

/// When the job [`Standing::JOB`] of a match is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Due {
    /// As before: this match never owes one.
    #[default]
    Untouched,
    Never,
    At(i64),
}

impl Standing {
    /// The kind of the job that is owed by a match whose clocks run. Its name is that of the match.
    pub const JOB: &'static str = "clock";
    /// The kind of the job that tells people of what has changed in a match. Its name is that of the match.
    pub const TELL: &'static str = "tell";
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
    /// As [`crate::Kept::unaided`].
    pub unaided: bool,
    /// Seats that are somebody's from the start: the seat, and the id of a person.
    pub people: Vec<(i64, String)>,
    /// As [`crate::Kept::pace`].
    pub pace: String,
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
#[derive(Clone, Debug, Default)]
pub struct Submission<'a> {
    pub match_id: &'a str,
    /// [`crate::Kept::version`] of what it is based on.
    pub version: i64,
    pub decision: i64,
    pub seat: i64,
    /// JSON.
    pub body: String,
    /// What the client calls this order, to know it again; may be empty.
    pub client_key: String,
    /// What the client is answered, also when it asks again; may be empty.
    pub answer: String,
    /// As [`KeptSubmission::given_by`].
    pub given_by: String,
    pub summary: Summary,
    /// What came of it, if it was the last order out.
    pub resolution: Option<Resolution>,
}

/// What came of a decision whose orders were all kept before.
#[derive(Clone, Debug)]
pub struct Resolved<'a> {
    pub match_id: &'a str,
    /// [`crate::Kept::version`] of what it is based on.
    pub version: i64,
    pub decision: i64,
    pub summary: Summary,
    pub resolution: Resolution,
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

/// Somebody else sits down.
#[derive(Clone, Debug)]
pub struct Reseat<'a> {
    pub match_id: &'a str,
    /// [`crate::Kept::version`] of what it is based on.
    pub version: i64,
    /// As [`NewMatch::head`], now with who sits where.
    pub head: String,
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
    /// As [`Store::submit`].
    pub async fn create(&self, new: &NewMatch) -> Result<()> {
        new.keepable()?;
        let mut connection = self.write().await?;
        let done = create(&mut connection, new).await;
        connection.settle(done)
    }

    /// Takes down what a seat added to the dice, and how the battle began if it was the last.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn join(&self, join: &Join<'_>) -> Result<()> {
        join.keepable()?;
        let mut connection = self.write().await?;
        let done = add(&mut connection, join).await;
        connection.settle(done)
    }

    /// Seals an order, and keeps what came of it if it was the last one out.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unsure`] if the answer to the commit did not come: then
    /// [`Store::submission`] tells, once the database answers again. With
    /// every other error nothing was written: the database is away, or the
    /// match is another than the order was based on, or the order cannot be kept.
    pub async fn submit(&self, order: &Submission<'_>) -> Result<()> {
        order.keepable()?;
        let mut connection = self.write().await?;
        let done = submit(&mut connection, order).await;
        connection.settle(done)
    }

    /// Keeps what came of a decision whose orders had all been kept already.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn resolve(&self, resolved: &Resolved<'_>) -> Result<()> {
        keepable("the id of a match", resolved.match_id)?;
        resolved.summary.keepable()?;
        resolved.resolution.keepable()?;
        let mut connection = self.write().await?;
        let done = resolve(&mut connection, resolved).await;
        connection.settle(done)
    }

    /// Takes a sealed order back.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn withdraw(&self, order: &Withdrawal<'_>) -> Result<()> {
        keepable("the id of a match", order.match_id)?;
        order.summary.keepable()?;
        let mut connection = self.write().await?;
        let done = withdraw(&mut connection, order).await;
        connection.settle(done)
    }

    /// Writes down who sits where from now on.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn reseat(&self, it: &Reseat<'_>) -> Result<()> {
        keepable("the id of a match", it.match_id)?;
        keepable("the record", &it.head)?;
        it.summary.keepable()?;
        let mut connection = self.write().await?;
        let done = reseat(&mut connection, it).await;
        connection.settle(done)
    }

    /// Writes down what stands beside a battle, in which nothing has changed.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn stand(&self, match_id: &str, version: i64, summary: &Summary) -> Result<()> {
        keepable("the id of a match", match_id)?;
        summary.keepable()?;
        let mut connection = self.write().await?;
        let done = stand(&mut connection, match_id, version, summary).await;
        connection.settle(done)
    }

    /// Ends a battle; what is sealed for its open decision is let go.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn end(&self, end: &End<'_>) -> Result<()> {
        keepable("the id of a match", end.match_id)?;
        keepable("how the battle ended", &end.ending)?;
        end.summary.keepable()?;
        let mut connection = self.write().await?;
        let done = finish(&mut connection, end).await;
        connection.settle(done)
    }
}

impl Summary {
    fn keepable(&self) -> Result<()> {
        keepable("the summary", &self.body)?;
        self.renewal.as_ref().map_or(Ok(()), |it| keepable("the record", &it.head))?;
        self.standing.as_ref().map_or(Ok(()), |it| keepable("what stands beside the battle", &it.body))
    }
}

impl NewMatch {
    pub(crate) fn keepable(&self) -> Result<()> {
        keepable("the id of a match", &self.id)?;
        keepable("the record", &self.head)?;
        keepable("the name of the scenario", &self.scenario)?;
        keepable("the title", &self.title)?;
        keepable("the outcome", &self.outcome)?;
        keepable("what was added to the dice", &self.waiting)?;
        self.summary.keepable()?;
        self.seats.iter().try_for_each(|it| keepable("the hash of a secret", &it.hash))?;
        self.decisions.iter().try_for_each(|it| keepable("the name of a phase", &it.phase))?;
        for KeptSubmission { body, given_by, .. } in &self.submissions {
            keepable("an order", body)?;
            keepable("who gave an order", given_by)?;
        }
        events_keepable(&self.events)
    }
}

impl Join<'_> {
    fn keepable(&self) -> Result<()> {
        keepable("the id of a match", self.match_id)?;
        keepable("what was added to the dice", &self.waiting)?;
        self.summary.keepable()?;
        let Some(Begun { head, events, outcome, proof }) = &self.begun else { return Ok(()) };
        keepable("the record", head)?;
        keepable("the outcome", outcome)?;
        keepable("the proof", proof)?;
        events_keepable(events)
    }
}

impl Submission<'_> {
    fn keepable(&self) -> Result<()> {
        keepable("the id of a match", self.match_id)?;
        keepable("the order", &self.body)?;
        keepable("the key of the order", &self.client_key)?;
        keepable("the answer to the order", &self.answer)?;
        keepable("who gave the order", &self.given_by)?;
        self.summary.keepable()?;
        self.resolution.as_ref().map_or(Ok(()), Resolution::keepable)
    }
}

impl Resolution {
    fn keepable(&self) -> Result<()> {
        keepable("the name of a phase", &self.phase)?;
        keepable("the outcome", &self.outcome)?;
        keepable("the proof", &self.proof)?;
        events_keepable(&self.events)
    }
}

fn events_keepable(events: &[String]) -> Result<()> {
    events.iter().try_for_each(|it| keepable("an event", it))
}

async fn create(connection: &mut Lent, new: &NewMatch) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    insert_match(&mut tx, new).await?;
    tx.commit().await
}

pub(crate) async fn insert_match(tx: &mut Tx<'_>, new: &NewMatch) -> Result<()> {
    let insert = sqlx::query(
        "INSERT INTO matches \
         (id, head, scenario, title, created, changed, summary, outcome, thinking, waiting, \
         touched, ending, proof, dice, unaided, pace, standing) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $5, $11, $12, $13, $14, $15, $16)",
    );
    let insert = insert
        .bind(&new.id)
        .bind(&new.head)
        .bind(&new.scenario)
        .bind(&new.title)
        .bind(new.created)
        .bind(new.summary.changed)
        .bind(&new.summary.body)
        .bind(&new.outcome)
        .bind(i64::from(new.summary.thinking.is_owed()))
        .bind(&new.waiting)
        .bind(&new.ending)
        .bind(&new.proof)
        .bind(&new.summary.dice)
        .bind(i64::from(new.unaided))
        .bind(&new.pace)
        .bind(new.summary.standing.as_ref().map_or("", |it| it.body.as_str()));
    tx.run(insert).await?;
    owe(tx, &new.id, &new.summary).await?;
    for NewSeat { seat, hash } in &new.seats {
        let insert = sqlx::query("INSERT INTO seats (match_id, seat, hash) VALUES ($1, $2, $3)");
        tx.run(insert.bind(&new.id).bind(*seat).bind(hash)).await?;
    }
    for (seat, person) in &new.people {
        insert_sitting(tx, &new.id, *seat, person, new.created).await?;
    }
    for (n, decision) in new.decisions.iter().enumerate() {
        insert_decision(tx, &new.id, n as i64, decision).await?;
    }
    for KeptSubmission { decision, seat, body, given_by } in &new.submissions {
        let order = Submission {
            match_id: &new.id,
            decision: *decision,
            seat: *seat,
            body: body.clone(),
            given_by: given_by.clone(),
            ..Submission::default()
        };
        insert_submission(tx, &order).await?;
    }
    insert_events(tx, &new.id, 0, &new.events).await
}

async fn add(connection: &mut Lent, join: &Join<'_>) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    change(&mut tx, join.match_id, join.version, &join.summary).await?;
    let update = sqlx::query("UPDATE matches SET waiting = $2 WHERE id = $1");
    tx.run(update.bind(join.match_id).bind(&join.waiting)).await?;
    if let Some(Begun { head, events, outcome, proof }) = &join.begun {
        let update = sqlx::query("UPDATE matches SET head = $2, outcome = $3, proof = $4 WHERE id = $1");
        tx.run(update.bind(join.match_id).bind(head).bind(outcome).bind(proof)).await?;
        insert_events(&mut tx, join.match_id, 0, events).await?;
    }
    tx.commit().await
}

async fn submit(connection: &mut Lent, order: &Submission<'_>) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    change(&mut tx, order.match_id, order.version, &order.summary).await?;
    insert_submission(&mut tx, order).await?;
    if let Some(resolution) = &order.resolution {
        insert_resolution(&mut tx, order.match_id, order.decision, resolution).await?;
    }
    tx.commit().await
}

async fn resolve(connection: &mut Lent, it: &Resolved<'_>) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    change(&mut tx, it.match_id, it.version, &it.summary).await?;
    insert_resolution(&mut tx, it.match_id, it.decision, &it.resolution).await?;
    tx.commit().await
}

async fn insert_resolution(tx: &mut Tx<'_>, id: &str, decision: i64, came: &Resolution) -> Result<()> {
    let Resolution { phase, after, events, outcome, proof } = came;
    insert_decision(tx, id, decision, &KeptDecision { phase: phase.clone(), after: *after }).await?;
    insert_events(tx, id, *after, events).await?;
    let update = sqlx::query("UPDATE matches SET outcome = $2, proof = $3 WHERE id = $1");
    tx.run(update.bind(id).bind(outcome).bind(proof)).await?;
    Ok(())
}

async fn withdraw(connection: &mut Lent, order: &Withdrawal<'_>) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    change(&mut tx, order.match_id, order.version, &order.summary).await?;
    let delete = sqlx::query("DELETE FROM submissions WHERE match_id = $1 AND decision = $2 AND seat = $3");
    tx.run(delete.bind(order.match_id).bind(order.decision).bind(order.seat)).await?;
    tx.commit().await
}

async fn reseat(connection: &mut Lent, it: &Reseat<'_>) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    change(&mut tx, it.match_id, it.version, &it.summary).await?;
    let update = sqlx::query("UPDATE matches SET head = $2 WHERE id = $1");
    tx.run(update.bind(it.match_id).bind(&it.head)).await?;
    tx.commit().await
}

async fn stand(connection: &mut Lent, id: &str, version: i64, summary: &Summary) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    change(&mut tx, id, version, summary).await?;
    tx.commit().await
}

async fn finish(connection: &mut Lent, end: &End<'_>) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    change(&mut tx, end.match_id, end.version, &end.summary).await?;
    // Sealed for a decision that is never resolved.
    let delete = sqlx::query(
        "DELETE FROM submissions WHERE match_id = $1 AND decision = \
         (SELECT COUNT(*) FROM decisions WHERE match_id = $1)",
    );
    tx.run(delete.bind(end.match_id)).await?;
    let update = sqlx::query("UPDATE matches SET ending = $2, outcome = $3, proof = $4 WHERE id = $1");
    tx.run(update.bind(end.match_id).bind(&end.ending).bind(&end.outcome).bind(&end.proof)).await?;
    tx.commit().await
}

/// The first statement of every change. A match that somebody else has changed
/// meanwhile is left as it is: what was worked out from it may be wrong now.
pub(crate) async fn change(tx: &mut Tx<'_>, id: &str, version: i64, summary: &Summary) -> Result<()> {
    let update = sqlx::query(
        "UPDATE matches SET version = version + 1, summary = $2, thinking = $4, dice = $6, \
         changed = CASE WHEN $3 = 0 THEN changed ELSE $3 END, \
         standing = CASE WHEN $7 = '' THEN standing ELSE $7 END WHERE id = $1 AND version = $5",
    );
    let update = update
        .bind(id)
        .bind(&summary.body)
        .bind(summary.changed)
        .bind(i64::from(summary.thinking.is_owed()))
        .bind(version)
        .bind(&summary.dice)
        .bind(summary.standing.as_ref().map_or("", |it| it.body.as_str()));
    if tx.run(update).await? == 0 {
        return Err(StoreError::Conflict);
    }
    if let Some(renewal) = &summary.renewal {
        renew(tx, id, renewal).await?;
    }
    owe(tx, id, summary).await
}

/// Before anything else of the change is written: it may be about an order in the place of one that is let go.
async fn renew(tx: &mut Tx<'_>, id: &str, Renewal { head, let_go }: &Renewal) -> Result<()> {
    tx.run(sqlx::query("UPDATE matches SET head = $2 WHERE id = $1").bind(id).bind(head)).await?;
    for seat in let_go {
        let delete = sqlx::query(
            "DELETE FROM submissions WHERE match_id = $1 AND seat = $2 AND decision = \
             (SELECT COUNT(*) FROM decisions WHERE match_id = $1)",
        );
        tx.run(delete.bind(id).bind(*seat)).await?;
    }
    Ok(())
}

/// The job that looks at the clocks of a match, due when the first of them runs down, and the one
/// of its computers.
async fn owe(tx: &mut Tx<'_>, id: &str, summary: &Summary) -> Result<()> {
    match summary.thinking {
        Thinking::Untouched => {}
        Thinking::Nobody => drop(tx.run(jobs::dropped(Thinking::JOB, id)).await?),
        Thinking::Owed { decision, due } => drop(tx.run(jobs::think(id, decision, due)).await?),
    }
    match summary.standing.as_ref().map_or(Due::Untouched, |it| it.due) {
        Due::At(due) => {
            let (kind, name) = (Standing::JOB.to_owned(), id.to_owned());
            let job = Job { kind, name, due, payload: String::new() };
            tx.run(jobs::set(&job)).await?;
        }
        Due::Never => drop(tx.run(jobs::dropped(Standing::JOB, id)).await?),
        Due::Untouched => {}
    }
    if let Some(due) = summary.standing.as_ref().and_then(|it| it.tell) {
        let (kind, name) = (Standing::TELL.to_owned(), id.to_owned());
        tx.run(jobs::set(&Job { kind, name, due, payload: String::new() })).await?;
    }
    Ok(())
}

async fn insert_decision(tx: &mut Tx<'_>, id: &str, n: i64, decision: &KeptDecision) -> Result<()> {
    let insert =
        sqlx::query("INSERT INTO decisions (match_id, n, phase, after_events) VALUES ($1, $2, $3, $4)");
    tx.run(insert.bind(id).bind(n).bind(&decision.phase).bind(decision.after)).await?;
    Ok(())
}

async fn insert_submission(tx: &mut Tx<'_>, order: &Submission<'_>) -> Result<()> {
    let insert = sqlx::query(
        "INSERT INTO submissions (match_id, decision, seat, body, client_key, answer, given_by) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    let insert = insert
        .bind(order.match_id)
        .bind(order.decision)
        .bind(order.seat)
        .bind(&order.body)
        .bind(&order.client_key)
        .bind(&order.answer)
        .bind(&order.given_by);
    tx.run(insert).await?;
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
        tx.run(query).await?;
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
