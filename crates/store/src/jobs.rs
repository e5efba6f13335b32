//! Work that is owed at some time: kept with the matches, and claimed with a
//! lease, so that it is done even if whoever began it dies, and counts once
//! however often it is tried.
//!
//! A job has a kind, and a name that is its own among those of its kind. What
//! it does is the server's business; what time it is, too. Every claim and
//! every change of a job counts its version up. Whoever says that a job is
//! done names the version that was claimed, so that nobody's late word ends
//! what somebody else has taken over, or what was put off meanwhile.

use sqlx::{Any, AssertSqlSafe, Row, any::AnyArguments, any::AnyRow, query::Query};

use crate::{
    Kind, Result, Store,
    error::keepable,
    patience::{Lent, Tx},
};

/// Something owed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Job {
    /// What there is to do: `clock`.
    pub kind: String,
    /// Its own among the jobs of this kind: the id of a match.
    pub name: String,
    /// Not before this time, in milliseconds since 1970.
    pub due: i64,
    /// Whatever the kind needs to know.
    pub payload: String,
}

/// A job in somebody's hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    pub job: Job,
    /// How often it has been claimed since it was last put there, this time included.
    pub tries: i64,
    /// What is said of it is said of this version.
    version: i64,
}

/// Names in one statement.
const NAMES: usize = 100;

/// Who does a job. What leaves the server waits for others, and holds up nothing that does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    House,
    /// Kinds that begin with [`Lane::OUT`].
    Outward,
}

impl Lane {
    pub const OUT: &'static str = "out-";

    fn number(self) -> i64 {
        match self {
            Lane::House => 0,
            Lane::Outward => 1,
        }
    }
}

/// How a database hands out jobs so that no two get the same: the one thing
/// about them in which the two differ.
trait Handout {
    /// One statement that claims at most `$3` jobs of the lane `$4` that are due at `$1`
    /// until `$2`, and returns them.
    fn claim(&self) -> &'static str;
}

struct OneWriter;
struct ManyWriters;

impl Handout for OneWriter {
    fn claim(&self) -> &'static str {
        "UPDATE jobs SET lease = $2, tries = tries + 1, version = version + 1 \
         WHERE (kind, name) IN (SELECT kind, name FROM jobs \
         WHERE done = 0 AND due <= $1 AND lease <= $1 \
         AND CASE WHEN kind LIKE 'out-%' THEN 1 ELSE 0 END = $4 ORDER BY due, kind, name LIMIT $3) \
         RETURNING kind, name, due, payload, tries, version"
    }
}

impl Handout for ManyWriters {
    fn claim(&self) -> &'static str {
        "WITH ready AS (SELECT kind, name FROM jobs \
         WHERE done = 0 AND due <= $1 AND lease <= $1 \
         AND CASE WHEN kind LIKE 'out-%' THEN 1 ELSE 0 END = $4 ORDER BY due, kind, name LIMIT $3 \
         FOR UPDATE SKIP LOCKED) \
         UPDATE jobs SET lease = $2, tries = tries + 1, version = version + 1 FROM ready \
         WHERE jobs.kind = ready.kind AND jobs.name = ready.name \
         RETURNING jobs.kind, jobs.name, jobs.due, jobs.payload, jobs.tries, jobs.version"
    }
}

impl Kind {
    fn handout(self) -> &'static dyn Handout {
        match self {
            Kind::Sqlite => &OneWriter,
            Kind::Postgres => &ManyWriters,
        }
    }
}

impl Store {
    /// Puts a job there, unless there has been one of its kind and name
    /// already, done or not. Says whether it is new.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn post_job(&self, job: &Job) -> Result<bool> {
        job.keepable()?;
        let post = sqlx::query(
            "INSERT INTO jobs (kind, name, due, payload, lease, tries, version, done, failed) \
             VALUES ($1, $2, $3, $4, 0, 0, 0, 0, '') ON CONFLICT (kind, name) DO NOTHING",
        );
        self.change_job(post.bind(&job.kind).bind(&job.name).bind(job.due).bind(&job.payload)).await
    }

    /// Puts a job there in place of whatever was there under its name: whoever
    /// has that in hand has something else in hand from now on.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn set_job(&self, job: &Job) -> Result<()> {
        job.keepable()?;
        self.change_job(set(job)).await.map(drop)
    }

    /// Takes a job away.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn drop_job(&self, kind: &str, name: &str) -> Result<()> {
        keepable("the kind of a job", kind)?;
        keepable("the name of a job", name)?;
        self.change_job(dropped(kind, name)).await.map(drop)
    }

    /// Claims at most `most` of the jobs that are due at `now` and in nobody's
    /// hands, until the time `until`: after that anybody may claim them again.
    ///
    /// # Errors
    ///
    /// If the database is away. What was claimed without our hearing of it is
    /// free again when its lease is over.
    pub async fn claim_jobs(&self, lane: Lane, now: i64, until: i64, most: u32) -> Result<Vec<Claimed>> {
        let mut connection = self.write().await?;
        let claim = sqlx::query(self.kind.handout().claim());
        let claim = claim.bind(now).bind(until).bind(i64::from(most)).bind(lane.number());
        let done = claimed(&mut connection, claim).await;
        connection.settle(done)
    }

    /// It is done, and what it was about is forgotten. False if it was no longer in our hands.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn finish_job(&self, it: &Claimed, now: i64) -> Result<bool> {
        self.end_job(it, now, "").await
    }

    /// It cannot be done, and is not tried again. False if it was no longer in our hands.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn give_job_up(&self, it: &Claimed, now: i64, why: &str) -> Result<bool> {
        // Whatever failed may have said anything at all.
        self.end_job(it, now, &why.replace('\0', "")).await
    }

    async fn end_job(&self, it: &Claimed, now: i64, failed: &str) -> Result<bool> {
        let end = sqlx::query(
            "UPDATE jobs SET done = $4, failed = $5, payload = '', version = version + 1 \
             WHERE kind = $1 AND name = $2 AND version = $3",
        );
        let end = end.bind(&it.job.kind).bind(&it.job.name).bind(it.version);
        // 0 is what is not done.
        self.change_job(end.bind(now.max(1)).bind(failed)).await
    }

    /// It is to be tried again at `due`. False if it was no longer in our hands.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn retry_job(&self, it: &Claimed, due: i64) -> Result<bool> {
        let again = sqlx::query(
            "UPDATE jobs SET due = $4, lease = 0, version = version + 1 \
             WHERE kind = $1 AND name = $2 AND version = $3",
        );
        self.change_job(again.bind(&it.job.kind).bind(&it.job.name).bind(it.version).bind(due)).await
    }

    /// It is no longer owed, and may be put there again at once. False if it was no longer in our hands.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn drop_claimed(&self, it: &Claimed) -> Result<bool> {
        let drop = sqlx::query("DELETE FROM jobs WHERE kind = $1 AND name = $2 AND version = $3");
        self.change_job(drop.bind(&it.job.kind).bind(&it.job.name).bind(it.version)).await
    }

    /// Jobs of one kind are due at this time, whatever was so before: somebody is at work
    /// on them, or is no more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn put_off_jobs(&self, kind: &str, names: &[String], due: i64) -> Result<()> {
        keepable("the kind of a job", kind)?;
        for chunk in names.chunks(NAMES) {
            let places: Vec<String> = (3..3 + chunk.len()).map(|n| format!("${n}")).collect();
            let sql = format!(
                "UPDATE jobs SET due = $1 WHERE kind = $2 AND done = 0 AND name IN ({})",
                places.join(", ")
            );
            let mut query = sqlx::query(AssertSqlSafe(sql)).bind(due).bind(kind);
            for name in chunk {
                keepable("the name of a job", name)?;
                query = query.bind(name);
            }
            self.change_job(query).await?;
        }
        Ok(())
    }

    /// Nobody is at work on any job: whoever was has gone. Those of kind `now` are due at `at`.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn free_jobs(&self, now: &str, at: i64) -> Result<()> {
        keepable("the kind of a job", now)?;
        self.change_job(sqlx::query("UPDATE jobs SET lease = 0 WHERE done = 0 AND 0 < lease")).await?;
        let due = sqlx::query("UPDATE jobs SET due = $2 WHERE done = 0 AND kind = $1 AND $2 < due");
        self.change_job(due.bind(now).bind(at)).await.map(drop)
    }

    /// How many jobs of each kind are owed, and since when the oldest of them is due.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn jobs_owed(&self) -> Result<Vec<(String, i64, i64)>> {
        let query = sqlx::query(
            "SELECT kind, COUNT(*) AS n, MIN(due) AS due FROM jobs WHERE done = 0 GROUP BY kind ORDER BY kind",
        );
        let read = |row: &AnyRow| Ok((row.try_get("kind")?, row.try_get("n")?, row.try_get("due")?));
        self.rows(query).await?.iter().map(read).collect()
    }

    /// It has gone as far as it goes for now, and goes on at `due`. False if it was no longer in our hands.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn put_job_off(&self, it: &Claimed, due: i64) -> Result<bool> {
        let off = sqlx::query(
            "UPDATE jobs SET due = $4, lease = 0, tries = 0, version = version + 1 \
             WHERE kind = $1 AND name = $2 AND version = $3",
        );
        self.change_job(off.bind(&it.job.kind).bind(&it.job.name).bind(it.version).bind(due)).await
    }

    /// When there is something to claim next in a lane; nothing if nothing is owed.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn next_job(&self, lane: Lane) -> Result<Option<i64>> {
        // Whichever comes later: its time, or the end of somebody's lease.
        let next = sqlx::query(
            "SELECT CASE WHEN due < lease THEN lease ELSE due END AS next FROM jobs WHERE done = 0 \
             AND CASE WHEN kind LIKE 'out-%' THEN 1 ELSE 0 END = $1 ORDER BY next LIMIT 1",
        );
        self.rows(next.bind(lane.number())).await?.first().map(|row| Ok(row.try_get("next")?)).transpose()
    }

    /// Why a job was given up, the newest first: kind, name and reason.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn jobs_given_up(&self, most: u32) -> Result<Vec<(String, String, String)>> {
        let query = sqlx::query(
            "SELECT kind, name, failed FROM jobs WHERE failed <> '' ORDER BY done DESC, kind, name LIMIT $1",
        );
        let rows = self.rows(query.bind(i64::from(most))).await?;
        let read = |row: &AnyRow| Ok((row.try_get("kind")?, row.try_get("name")?, row.try_get("failed")?));
        rows.iter().map(read).collect()
    }

    /// Forgets what was done or given up before `then`. Until then a job of
    /// that name cannot be posted again.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn forget_jobs(&self, then: i64) -> Result<()> {
        let forget = sqlx::query("DELETE FROM jobs WHERE 0 < done AND done < $1");
        self.change_job(forget.bind(then)).await.map(drop)
    }

    /// One statement for good; whether it was about anything.
    async fn change_job(&self, query: Query<'_, Any, AnyArguments>) -> Result<bool> {
        let mut connection = self.write().await?;
        let done = changed(&mut connection, query).await;
        connection.settle(done)
    }
}

impl Job {
    fn keepable(&self) -> Result<()> {
        keepable("the kind of a job", &self.kind)?;
        keepable("the name of a job", &self.name)?;
        keepable("what a job is about", &self.payload)
    }
}

/// Within a transaction that changes something else, too.
pub(crate) fn set(job: &Job) -> Query<'_, Any, AnyArguments> {
    let set = sqlx::query(
        "INSERT INTO jobs (kind, name, due, payload, lease, tries, version, done, failed) \
         VALUES ($1, $2, $3, $4, 0, 0, 0, 0, '') ON CONFLICT (kind, name) DO UPDATE SET \
         due = excluded.due, payload = excluded.payload, lease = 0, tries = 0, \
         version = jobs.version + 1, done = 0, failed = ''",
    );
    set.bind(&job.kind).bind(&job.name).bind(job.due).bind(&job.payload)
}

/// Within a transaction that changes something else, too: the computers of a match have to move.
/// Whoever is at work on the same decision already stays so.
pub(crate) fn think<'q>(id: &'q str, decision: i64, due: i64) -> Query<'q, Any, AnyArguments> {
    let set = sqlx::query(
        "INSERT INTO jobs (kind, name, due, payload, lease, tries, version, done, failed) \
         VALUES ($1, $2, $3, $4, 0, 0, 0, 0, '') ON CONFLICT (kind, name) DO UPDATE SET \
         due = excluded.due, payload = excluded.payload, lease = 0, tries = 0, \
         version = jobs.version + 1, done = 0, failed = '' \
         WHERE jobs.payload <> excluded.payload OR jobs.done <> 0",
    );
    set.bind(crate::Thinking::JOB).bind(id).bind(due).bind(decision.to_string())
}

/// Within a transaction that changes something else, too.
pub(crate) fn dropped<'q>(kind: &'q str, name: &'q str) -> Query<'q, Any, AnyArguments> {
    sqlx::query("DELETE FROM jobs WHERE kind = $1 AND name = $2").bind(kind).bind(name)
}

async fn changed(connection: &mut Lent, query: Query<'_, Any, AnyArguments>) -> Result<bool> {
    let mut tx = Tx::begin(connection).await?;
    let rows = tx.run(query).await?;
    tx.commit().await?;
    Ok(0 < rows)
}

async fn claimed(connection: &mut Lent, query: Query<'_, Any, AnyArguments>) -> Result<Vec<Claimed>> {
    let mut tx = Tx::begin(connection).await?;
    let rows = tx.rows(query).await?;
    tx.commit().await?;
    let mut claimed = rows.iter().map(read).collect::<Result<Vec<Claimed>>>()?;
    claimed.sort_by(|a, b| (a.job.due, &a.job.kind, &a.job.name).cmp(&(b.job.due, &b.job.kind, &b.job.name)));
    Ok(claimed)
}

fn read(row: &AnyRow) -> Result<Claimed> {
    let job = Job {
        kind: row.try_get("kind")?,
        name: row.try_get("name")?,
        due: row.try_get("due")?,
        payload: row.try_get("payload")?,
    };
    Ok(Claimed { job, tries: row.try_get("tries")?, version: row.try_get("version")? })
}
