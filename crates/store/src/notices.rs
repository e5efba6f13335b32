//! What people are told: once for each thing, and by which ways they want it.

use sqlx::{AssertSqlSafe, Row, any::AnyRow};

use crate::{
    Job, Result, Sitting, Store,
    error::{findable, keepable},
    patience::{Lent, Tx},
};

/// Something somebody was told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptNotice {
    pub id: String,
    pub person: String,
    /// What it is: `turn`, `clock`. Together with what it is about nobody is told it twice.
    pub kind: String,
    /// More of what it is, as far as its kind has more.
    pub detail: String,
    /// The title of a battle, or the name of somebody.
    pub subject: String,
    /// Where in the client it leads.
    pub link: String,
    /// Empty if it is about no battle.
    pub match_id: String,
    /// -1 if it is about none.
    pub decision: i64,
    /// Whatever else tells it from others of its kind.
    pub about: String,
    /// Until when something is to be done, in milliseconds since 1970; 0 if there is time.
    pub until: i64,
    pub at: i64,
    /// When it was read or settled; 0 if it was not.
    pub seen: i64,
    /// Whether it stands in the list on the page.
    pub listed: bool,
    /// Whether it waits for the next digest.
    pub digest: bool,
}

/// Something to be told, and the jobs that tell it by other ways than the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewNotice {
    pub notice: KeptNotice,
    pub jobs: Vec<Job>,
}

/// What is known of a match without opening it, for whoever may have to be told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    pub summary: String,
    pub standing: String,
    pub sittings: Vec<Sitting>,
}

/// Which notices somebody has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read<'a> {
    All,
    One(&'a str),
    Match(&'a str),
    /// What tells them from others of their kind.
    About(&'a str),
}

/// A browser that takes pushes for somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptEndpoint {
    pub id: String,
    pub person: String,
    pub url: String,
    pub key: String,
    pub auth: String,
    /// What the browser calls itself.
    pub agent: String,
    /// In milliseconds since 1970.
    pub since: i64,
}

/// Where a program of somebody's wants to be told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptHook {
    pub url: String,
    /// What its messages are signed with.
    pub secret: String,
    /// In milliseconds since 1970.
    pub since: i64,
}

const NOTICE: &str = "SELECT id, person, kind, detail, subject, link, match_id, decision, about, until, at, seen, \
                      listed, digest FROM notices";
const ENDPOINT: &str = "SELECT id, person, url, browser_key, auth, agent, since FROM push_endpoints";

impl Store {
    /// What is known of a match; nothing if there is none.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn outlook(&self, match_id: &str) -> Result<Option<Outlook>> {
        if !findable(match_id) {
            return Ok(None);
        }
        let query = sqlx::query("SELECT summary, standing FROM matches WHERE id = $1");
        let rows = self.rows(query.bind(match_id)).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let (summary, standing) = (row.try_get("summary")?, row.try_get("standing")?);
        Ok(Some(Outlook { summary, standing, sittings: self.sittings(match_id).await? }))
    }

    /// Tells people something, each thing once: what they have been told already is not told again, and by no
    /// way. Says when the first of the jobs is due that follow from it, and which notices are new.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn tell_people(&self, new: &[NewNotice]) -> Result<(Option<i64>, Vec<String>)> {
        for it in new {
            let it = &it.notice;
            [&it.kind, &it.detail, &it.subject, &it.link, &it.match_id, &it.about]
                .into_iter()
                .try_for_each(|text| keepable("a notice", text))?;
        }
        if new.is_empty() {
            return Ok((None, Vec::new()));
        }
        let mut connection = self.write().await?;
        let done = tell(&mut connection, new).await;
        connection.settle(done)
    }

    /// What somebody was told, the last first, as far as it stands in their list.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn notices_of(&self, person: &str, most: u32) -> Result<Vec<KeptNotice>> {
        let sql = format!("{NOTICE} WHERE person = $1 AND listed = 1 ORDER BY at DESC, id LIMIT $2");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(person).bind(i64::from(most));
        self.rows(query).await?.iter().map(notice).collect()
    }

    /// Everything that is kept of what somebody was told.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn all_notices_of(&self, person: &str) -> Result<Vec<KeptNotice>> {
        let sql = format!("{NOTICE} WHERE person = $1 ORDER BY at DESC, id");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(person)).await?.iter().map(notice).collect()
    }

    /// How much of what somebody was told they have not read.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn unread(&self, person: &str) -> Result<u64> {
        let sql = "SELECT count(*) AS n FROM notices WHERE person = $1 AND listed = 1 AND seen = 0";
        let rows = self.rows(sqlx::query(sql).bind(person)).await?;
        let n: i64 = rows.first().map_or(Ok(0), |row| row.try_get("n"))?;
        Ok(n.unsigned_abs())
    }

    /// # Errors
    ///
    /// If the database is away.
    pub async fn notice(&self, id: &str) -> Result<Option<KeptNotice>> {
        let sql = format!("{NOTICE} WHERE id = $1");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(id)).await?.first().map(notice).transpose()
    }

    /// Somebody has read what they were told.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn read_notices(&self, person: &str, which: Read<'_>, now: i64) -> Result<()> {
        let (more, of) = match which {
            Read::All => ("$3 = ''", ""),
            Read::One(id) => ("id = $3", id),
            Read::Match(id) => ("match_id = $3", id),
            Read::About(id) => ("about = $3", id),
        };
        if !findable(of) {
            return Ok(());
        }
        let sql = format!("UPDATE notices SET seen = $2 WHERE person = $1 AND seen = 0 AND {more}");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(person).bind(now.max(1)).bind(of);
        self.change_people(query).await.map(drop)
    }

    /// What asked somebody to do something about decisions before `turns`, or answer an offer made before the
    /// decision `offers`, is settled: nobody needs to be told any more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn settle_notices(
        &self,
        person: &str,
        match_id: &str,
        (turns, offers): (i64, i64),
        now: i64,
    ) -> Result<()> {
        let settle = sqlx::query(
            "UPDATE notices SET seen = $5 WHERE person = $1 AND match_id = $2 AND seen = 0 \
             AND ((kind IN ('turn', 'clock') AND decision < $3) OR (kind = 'offer' AND decision < $4))",
        );
        let settle = settle.bind(person).bind(match_id).bind(turns).bind(offers).bind(now.max(1));
        self.change_people(settle).await.map(drop)
    }

    /// What waits for somebody's next digest, the first first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn digest_of(&self, person: &str) -> Result<Vec<KeptNotice>> {
        let sql = format!("{NOTICE} WHERE person = $1 AND digest = 1 ORDER BY at, id");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(person)).await?.iter().map(notice).collect()
    }

    /// The digest went out with everything up to `until`.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn digested(&self, person: &str, until: i64) -> Result<()> {
        let sql = "UPDATE notices SET digest = 0 WHERE person = $1 AND digest = 1 AND at <= $2";
        self.change_people(sqlx::query(sql).bind(person).bind(until)).await.map(drop)
    }

    /// Forgets what people were told before `then`.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn forget_notices(&self, then: i64) -> Result<u64> {
        self.change_people(sqlx::query("DELETE FROM notices WHERE at < $1").bind(then)).await
    }

    /// How somebody wants to be told; nothing if they have never said.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn wishes_of(&self, person: &str) -> Result<Option<String>> {
        let query = sqlx::query("SELECT body FROM notice_wishes WHERE person = $1");
        self.rows(query.bind(person)).await?.first().map(|row| Ok(row.try_get("body")?)).transpose()
    }

    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn set_wishes(&self, person: &str, body: &str) -> Result<()> {
        keepable("wishes", body)?;
        let set = sqlx::query(
            "INSERT INTO notice_wishes (person, body) VALUES ($1, $2) \
             ON CONFLICT (person) DO UPDATE SET body = excluded.body",
        );
        self.change_people(set.bind(person).bind(body)).await.map(drop)
    }

    /// The browsers that take pushes for somebody, the first first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn endpoints_of(&self, person: &str) -> Result<Vec<KeptEndpoint>> {
        let sql = format!("{ENDPOINT} WHERE person = $1 ORDER BY since, id");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(person)).await?.iter().map(endpoint).collect()
    }

    /// # Errors
    ///
    /// If the database is away.
    pub async fn endpoint(&self, id: &str) -> Result<Option<KeptEndpoint>> {
        let sql = format!("{ENDPOINT} WHERE id = $1");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(id)).await?.first().map(endpoint).transpose()
    }

    /// A browser takes pushes for somebody; it takes them for nobody else any more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn add_endpoint(&self, it: &KeptEndpoint) -> Result<()> {
        [&it.url, &it.key, &it.auth, &it.agent]
            .into_iter()
            .try_for_each(|text| keepable("a browser", text))?;
        let mut connection = self.write().await?;
        let done = add_endpoint(&mut connection, it).await;
        connection.settle(done)
    }

    /// A browser of somebody's takes no pushes any more. False if there is none of that id.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn drop_endpoint(&self, person: &str, id: &str) -> Result<bool> {
        if !findable(id) {
            return Ok(false);
        }
        let sql = "DELETE FROM push_endpoints WHERE person = $1 AND id = $2";
        Ok(0 < self.change_people(sqlx::query(sql).bind(person).bind(id)).await?)
    }

    /// # Errors
    ///
    /// If the database is away.
    pub async fn hook_of(&self, person: &str) -> Result<Option<KeptHook>> {
        let query = sqlx::query("SELECT url, secret, since FROM hooks WHERE person = $1");
        let rows = self.rows(query.bind(person)).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let (url, secret) = (row.try_get("url")?, row.try_get("secret")?);
        Ok(Some(KeptHook { url, secret, since: row.try_get("since")? }))
    }

    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn set_hook(&self, person: &str, hook: &KeptHook) -> Result<()> {
        keepable("a hook", &hook.url)?;
        let set = sqlx::query(
            "INSERT INTO hooks (person, url, secret, since) VALUES ($1, $2, $3, $4) ON CONFLICT (person) \
             DO UPDATE SET url = excluded.url, secret = excluded.secret, since = excluded.since",
        );
        let set = set.bind(person).bind(&hook.url).bind(&hook.secret).bind(hook.since);
        self.change_people(set).await.map(drop)
    }

    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn drop_hook(&self, person: &str) -> Result<()> {
        let sql = "DELETE FROM hooks WHERE person = $1";
        self.change_people(sqlx::query(sql).bind(person)).await.map(drop)
    }
}

async fn tell(connection: &mut Lent, new: &[NewNotice]) -> Result<(Option<i64>, Vec<String>)> {
    let mut tx = Tx::begin(connection).await?;
    let (mut first, mut told) = (None::<i64>, Vec::new());
    for NewNotice { notice: it, jobs } in new {
        // Whoever has left meanwhile is told nothing, and neither are bots.
        let insert = sqlx::query(
            "INSERT INTO notices (id, person, kind, detail, subject, link, match_id, decision, about, until, at, \
             seen, listed, digest) SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 \
             WHERE EXISTS (SELECT 1 FROM people WHERE id = $2 AND owner = '') \
             ON CONFLICT (person, kind, match_id, decision, about) DO NOTHING",
        );
        let insert = insert.bind(&it.id).bind(&it.person).bind(&it.kind).bind(&it.detail).bind(&it.subject);
        let insert = insert.bind(&it.link).bind(&it.match_id).bind(it.decision).bind(&it.about);
        let insert = insert.bind(it.until).bind(it.at).bind(it.seen);
        if tx.run(insert.bind(i64::from(it.listed)).bind(i64::from(it.digest))).await? == 0 {
            continue;
        }
        told.push(it.id.clone());
        for job in jobs {
            let post = sqlx::query(
                "INSERT INTO jobs (kind, name, due, payload, lease, tries, version, done, failed) \
                 VALUES ($1, $2, $3, $4, 0, 0, 0, 0, '') ON CONFLICT (kind, name) DO NOTHING",
            );
            tx.run(post.bind(&job.kind).bind(&job.name).bind(job.due).bind(&job.payload)).await?;
            first = Some(first.map_or(job.due, |it| it.min(job.due)));
        }
    }
    tx.commit().await?;
    Ok((first, told))
}

async fn add_endpoint(connection: &mut Lent, it: &KeptEndpoint) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    tx.run(sqlx::query("DELETE FROM push_endpoints WHERE url = $1").bind(&it.url)).await?;
    let insert = sqlx::query(
        "INSERT INTO push_endpoints (id, person, url, browser_key, auth, agent, since) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    let insert = insert.bind(&it.id).bind(&it.person).bind(&it.url).bind(&it.key);
    tx.run(insert.bind(&it.auth).bind(&it.agent).bind(it.since)).await?;
    tx.commit().await
}

fn notice(row: &AnyRow) -> Result<KeptNotice> {
    let (listed, digest): (i64, i64) = (row.try_get("listed")?, row.try_get("digest")?);
    Ok(KeptNotice {
        id: row.try_get("id")?,
        person: row.try_get("person")?,
        kind: row.try_get("kind")?,
        detail: row.try_get("detail")?,
        subject: row.try_get("subject")?,
        link: row.try_get("link")?,
        match_id: row.try_get("match_id")?,
        decision: row.try_get("decision")?,
        about: row.try_get("about")?,
        until: row.try_get("until")?,
        at: row.try_get("at")?,
        seen: row.try_get("seen")?,
        listed: listed == 1,
        digest: digest == 1,
    })
}

fn endpoint(row: &AnyRow) -> Result<KeptEndpoint> {
    Ok(KeptEndpoint {
        id: row.try_get("id")?,
        person: row.try_get("person")?,
        url: row.try_get("url")?,
        key: row.try_get("browser_key")?,
        auth: row.try_get("auth")?,
        agent: row.try_get("agent")?,
        since: row.try_get("since")?,
    })
}
