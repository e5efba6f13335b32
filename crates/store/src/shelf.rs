//! What people have made and keep here: scenarios, fleets and designs, as the
//! games' own data. What is in them is the server's business.

use sqlx::{AssertSqlSafe, Row, any::AnyRow};

use crate::{
    Result, Store,
    error::{findable, keepable},
};

/// Something somebody has made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelved {
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// The club whose members see it; nothing if none do.
    pub club: String,
    /// `scenario`, `fleet`, `design`.
    pub kind: String,
    pub game: String,
    pub title: String,
    /// JSON.
    pub body: String,
    /// Whether whoever has its name may see it.
    pub shared: bool,
    /// In milliseconds since 1970.
    pub created: i64,
    pub changed: i64,
}

const KEPT: &str = "SELECT id, person, club, kind, game, title, body, shared, created, changed FROM shelf";

impl Store {
    /// Puts something on the shelf, in place of what is there under its id if that is the same person's.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn shelve(&self, it: &Shelved) -> Result<()> {
        for text in [&it.club, &it.kind, &it.game, &it.title, &it.body] {
            keepable("what is to be kept", text)?;
        }
        let sql = "INSERT INTO shelf (id, person, club, kind, game, title, body, shared, created, changed) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO UPDATE SET club = $3, \
                   title = $6, body = $7, shared = $8, changed = $10 WHERE shelf.person = $2";
        let query = sqlx::query(sql).bind(&it.id).bind(&it.person).bind(&it.club).bind(&it.kind);
        let query = query.bind(&it.game).bind(&it.title).bind(&it.body).bind(i64::from(it.shared));
        self.change_people(query.bind(it.created).bind(it.changed)).await.map(drop)
    }

    /// # Errors
    ///
    /// If the database is away.
    pub async fn shelved(&self, id: &str) -> Result<Option<Shelved>> {
        self.shelf("id = $1", id).await.map(|found| found.into_iter().next())
    }

    /// Everything of somebody's, by title.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn shelf_of(&self, person: &str) -> Result<Vec<Shelved>> {
        self.shelf("person = $1", person).await
    }

    /// Everything that the members of a club see, by title.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn shelf_of_club(&self, club: &str) -> Result<Vec<Shelved>> {
        self.shelf("club = $1 AND club <> ''", club).await
    }

    async fn shelf(&self, of: &'static str, what: &str) -> Result<Vec<Shelved>> {
        if !findable(what) {
            return Ok(Vec::new());
        }
        let sql = format!("{KEPT} WHERE {of} ORDER BY title, id");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(what)).await?.iter().map(kept).collect()
    }

    /// Takes something of somebody's away; says whether it was there.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn unshelve(&self, person: &str, id: &str) -> Result<bool> {
        if !findable(id) {
            return Ok(false);
        }
        let sql = "DELETE FROM shelf WHERE id = $1 AND person = $2";
        Ok(0 < self.change_people(sqlx::query(sql).bind(id).bind(person)).await?)
    }

    /// What somebody no longer in a club has shown its members is only theirs again.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn clear_shelf_of(&self, club: &str, person: &str) -> Result<()> {
        let sql = "UPDATE shelf SET club = '' WHERE club = $1 AND person = $2";
        self.change_people(sqlx::query(sql).bind(club).bind(person)).await.map(drop)
    }
}

fn kept(row: &AnyRow) -> Result<Shelved> {
    let shared: i64 = row.try_get("shared")?;
    Ok(Shelved {
        id: row.try_get("id")?,
        person: row.try_get("person")?,
        club: row.try_get("club")?,
        kind: row.try_get("kind")?,
        game: row.try_get("game")?,
        title: row.try_get("title")?,
        body: row.try_get("body")?,
        shared: shared != 0,
        created: row.try_get("created")?,
        changed: row.try_get("changed")?,
    })
}

/// What goes with somebody who goes.
pub(crate) const FORGET: &str = "DELETE FROM shelf WHERE person = $1";
