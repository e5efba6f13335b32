//! How people behave, and who looks after it: roles, who may not speak,
//! warnings, and what was reported.

use sqlx::{Row, any::AnyRow};

use crate::{
    Act, Result, Store,
    error::{findable, keepable},
    house::insert_act,
    patience::{Lent, Tx},
    talk::acted,
};

/// How somebody stands in the house. Most people have nothing of it kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// `moderator`, or nothing.
    pub role: String,
    /// Until when they may not speak, and why; 0 if they may.
    pub muted_until: i64,
    pub muted_why: String,
}

impl Conduct {
    pub fn is_moderator(&self) -> bool {
        self.role == MODERATOR
    }
}

/// The role of whoever looks after order.
pub const MODERATOR: &str = "moderator";

/// Words that somebody is to have read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warning {
    pub id: String,
    pub person: String,
    /// In milliseconds since 1970.
    pub at: i64,
    pub words: String,
    /// When they said that they have; 0 until then.
    pub seen: i64,
}

/// What somebody has said of somebody, or of something they wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub id: String,
    /// In milliseconds since 1970.
    pub at: i64,
    /// The id of a person, or the seat of a guest: nobody reports the same thing twice.
    pub reporter: String,
    /// What they were called then.
    pub by: String,
    /// `talk`, `post`, `person`.
    pub kind: String,
    /// What it is about, as the server finds it again.
    pub place: String,
    /// Of whom; nobody's id for guests.
    pub person: String,
    /// What they were called then.
    pub name: String,
    pub why: String,
    /// What was written, and what stood round it: JSON.
    pub context: String,
    /// When it was decided, by whom, and how; 0 while it is not.
    pub decided: i64,
    pub decided_by: String,
    pub verdict: String,
}

const REPORT: &str = "SELECT id, at, reporter, by_name, kind, place, person, name, why, context, decided, \
                      decided_by, verdict FROM reports";

impl Store {
    /// How somebody stands.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn conduct(&self, person: &str) -> Result<Conduct> {
        let query = sqlx::query("SELECT role, muted_until, muted_why FROM conduct WHERE person = $1");
        let rows = self.rows(query.bind(person)).await?;
        let Some(row) = rows.first() else { return Ok(Conduct::default()) };
        Ok(Conduct {
            role: row.try_get("role")?,
            muted_until: row.try_get("muted_until")?,
            muted_why: row.try_get("muted_why")?,
        })
    }

    /// Gives somebody a role, or takes it away with an empty one.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn set_role(&self, role: &str, act: &Act) -> Result<()> {
        let sql = "INSERT INTO conduct (person, role, muted_until, muted_why) VALUES ($1, $2, 0, '') \
                   ON CONFLICT (person) DO UPDATE SET role = $2";
        self.act_on(act, sqlx::query(sql).bind(&act.person).bind(role)).await
    }

    /// Everybody who has a role, by name: names and roles.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn roles(&self) -> Result<Vec<(String, String)>> {
        let sql = "SELECT p.name, c.role FROM conduct c JOIN people p ON p.id = c.person \
                   WHERE c.role <> '' ORDER BY p.folded";
        let rows = self.rows(sqlx::query(sql)).await?;
        rows.iter().map(|row| Ok((row.try_get("name")?, row.try_get("role")?))).collect()
    }

    /// Somebody may not speak until then; 0 lets them speak again.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn mute(&self, until: i64, why: &str, act: &Act) -> Result<()> {
        keepable("the reason", why)?;
        let sql = "INSERT INTO conduct (person, role, muted_until, muted_why) VALUES ($1, '', $2, $3) \
                   ON CONFLICT (person) DO UPDATE SET muted_until = $2, muted_why = $3";
        self.act_on(act, sqlx::query(sql).bind(&act.person).bind(until).bind(why)).await
    }

    /// Words for somebody, which they have to say that they have read.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn warn(&self, warning: &Warning, act: &Act) -> Result<()> {
        keepable("a warning", &warning.words)?;
        let sql = "INSERT INTO warnings (id, person, at, words, seen) VALUES ($1, $2, $3, $4, 0)";
        let Warning { id, person, at, words, .. } = warning;
        self.act_on(act, sqlx::query(sql).bind(id).bind(person).bind(at).bind(words)).await
    }

    /// Somebody's warnings, the last first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn warnings(&self, person: &str) -> Result<Vec<Warning>> {
        let sql = "SELECT id, person, at, words, seen FROM warnings WHERE person = $1 ORDER BY at DESC, id";
        let rows = self.rows(sqlx::query(sql).bind(person)).await?;
        let warning = |row: &AnyRow| {
            Ok(Warning {
                id: row.try_get("id")?,
                person: row.try_get("person")?,
                at: row.try_get("at")?,
                words: row.try_get("words")?,
                seen: row.try_get("seen")?,
            })
        };
        rows.iter().map(warning).collect()
    }

    /// Somebody has read a warning; says whether there was such a one of theirs.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn see_warning(&self, person: &str, id: &str, at: i64) -> Result<bool> {
        if !findable(id) {
            return Ok(false);
        }
        let sql = "UPDATE warnings SET seen = $3 WHERE person = $1 AND id = $2";
        Ok(0 < self.change_people(sqlx::query(sql).bind(person).bind(id).bind(at)).await?)
    }

    /// Keeps a report; says whether it is the first of this thing by whoever it is by.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn report(&self, it: &Report) -> Result<bool> {
        for text in [&it.by, &it.place, &it.name, &it.why, &it.context] {
            keepable("a report", text)?;
        }
        let sql = "INSERT INTO reports (id, at, reporter, by_name, kind, place, person, name, why, context, \
                   decided, decided_by, verdict) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, '', '') \
                   ON CONFLICT (reporter, place) DO NOTHING";
        let query = sqlx::query(sql).bind(&it.id).bind(it.at).bind(&it.reporter).bind(&it.by).bind(&it.kind);
        let query = query.bind(&it.place).bind(&it.person).bind(&it.name).bind(&it.why).bind(&it.context);
        Ok(0 < self.change_people(query).await?)
    }

    /// Reports that wait to be decided, the oldest first; or those that are, the last first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn reports(&self, decided: bool, most: u32) -> Result<Vec<Report>> {
        let sql = match decided {
            false => format!("{REPORT} WHERE decided = 0 ORDER BY at, id LIMIT $1"),
            true => format!("{REPORT} WHERE 0 < decided ORDER BY decided DESC, id LIMIT $1"),
        };
        let rows = self.rows(sqlx::query(sqlx::AssertSqlSafe(sql)).bind(i64::from(most))).await?;
        rows.iter().map(report).collect()
    }

    /// Reports of one person, the last first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn reports_of(&self, person: &str, most: u32) -> Result<Vec<Report>> {
        let sql = format!("{REPORT} WHERE person = $1 ORDER BY at DESC, id LIMIT $2");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(person).bind(i64::from(most));
        self.rows(query).await?.iter().map(report).collect()
    }

    /// Reports by one person, the last first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn reports_by(&self, person: &str, most: u32) -> Result<Vec<Report>> {
        let sql = format!("{REPORT} WHERE reporter = $1 ORDER BY at DESC, id LIMIT $2");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(person).bind(i64::from(most));
        self.rows(query).await?.iter().map(report).collect()
    }

    /// # Errors
    ///
    /// If the database is away.
    pub async fn find_report(&self, id: &str) -> Result<Option<Report>> {
        if !findable(id) {
            return Ok(None);
        }
        let sql = format!("{REPORT} WHERE id = $1");
        self.rows(sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id)).await?.first().map(report).transpose()
    }

    /// Decides a report, and all others about the same thing; says whether it was still open.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn decide_report(&self, it: &Report, verdict: &str, act: &Act) -> Result<bool> {
        keepable("a verdict", verdict)?;
        act.keepable()?;
        let mut connection = self.write().await?;
        let done = decide(&mut connection, it, verdict, act).await;
        connection.settle(done)
    }

    /// Forgets reports that were decided before then.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn forget_reports(&self, before: i64) -> Result<u64> {
        let sql = "DELETE FROM reports WHERE 0 < decided AND decided < $1";
        self.change_people(sqlx::query(sql).bind(before)).await
    }

    pub(crate) async fn act_on(
        &self,
        act: &Act,
        query: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
    ) -> Result<()> {
        act.keepable()?;
        let mut connection = self.write().await?;
        let done = acted(&mut connection, act, query).await;
        connection.settle(done)
    }
}

async fn decide(connection: &mut Lent, it: &Report, verdict: &str, act: &Act) -> Result<bool> {
    let mut tx = Tx::begin(connection).await?;
    let update = sqlx::query(
        "UPDATE reports SET decided = $2, decided_by = $3, verdict = $4 WHERE place = $1 AND decided = 0",
    );
    if tx.run(update.bind(&it.place).bind(act.at).bind(&act.by).bind(verdict)).await? == 0 {
        tx.leave().await?;
        return Ok(false);
    }
    insert_act(&mut tx, act).await?;
    tx.commit().await?;
    Ok(true)
}

fn report(row: &AnyRow) -> Result<Report> {
    Ok(Report {
        id: row.try_get("id")?,
        at: row.try_get("at")?,
        reporter: row.try_get("reporter")?,
        by: row.try_get("by_name")?,
        kind: row.try_get("kind")?,
        place: row.try_get("place")?,
        person: row.try_get("person")?,
        name: row.try_get("name")?,
        why: row.try_get("why")?,
        context: row.try_get("context")?,
        decided: row.try_get("decided")?,
        decided_by: row.try_get("decided_by")?,
        verdict: row.try_get("verdict")?,
    })
}

/// What goes with somebody who goes. What was reported of them stays, with the name they had then.
pub(crate) const FORGET: [&str; 3] = [
    "DELETE FROM conduct WHERE person = $1",
    "DELETE FROM warnings WHERE person = $1",
    "UPDATE reports SET reporter = 'gone/' || id, by_name = '' WHERE reporter = $1",
];
