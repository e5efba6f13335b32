//! Clubs: who is in them, and what stands on their boards.

use sqlx::{AssertSqlSafe, Row, any::AnyRow};

use crate::{
    Act, Held, Result, SPECTATOR, Store, StoreError,
    error::{findable, keepable},
    house::insert_act,
    patience::{Lent, Tx},
    summary,
};

/// A club.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Club {
    pub id: String,
    pub name: String,
    pub folded: String,
    pub shape: String,
    pub about: String,
    /// How one gets in: `open`, `request`, `link`.
    pub entry: String,
    /// Of the secret that stands in its link; nothing if there is none.
    pub invitation: String,
    /// In milliseconds since 1970.
    pub created: i64,
}

/// What somebody is in a club, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Kept out.
    Barred,
    /// Has asked to be let in.
    Asking,
    Member,
    Officer,
    Owner,
}

impl Rank {
    pub const ALL: [Rank; 5] = [Rank::Barred, Rank::Asking, Rank::Member, Rank::Officer, Rank::Owner];

    pub const fn word(self) -> &'static str {
        match self {
            Rank::Barred => "barred",
            Rank::Asking => "asking",
            Rank::Member => "member",
            Rank::Officer => "officer",
            Rank::Owner => "owner",
        }
    }

    pub fn read(word: &str) -> Option<Rank> {
        Rank::ALL.into_iter().find(|it| it.word() == word)
    }
}

/// Somebody in a club, or at its door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubMember {
    pub person: String,
    pub name: String,
    pub rank: Rank,
    pub since: i64,
}

/// A club as it stands in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedClub {
    pub club: Club,
    pub members: i64,
}

/// Something on a club's board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Post {
    pub club: String,
    /// From 1 on; 0 before it is kept.
    pub n: i64,
    pub at: i64,
    /// Nobody's if whoever wrote it is gone.
    pub person: String,
    pub name: String,
    pub body: String,
    /// When it was taken away, or 0: then there is no body any more.
    pub removed: i64,
}

const CLUB: &str = "SELECT c.id, c.name, c.folded, c.shape, c.about, c.entry, c.invitation, c.created";
/// Everybody who is in, and not only at the door.
const IN: &str = "('member', 'officer', 'owner')";
const TRIES: u32 = 8;

impl Store {
    /// A new club and its owner.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if there is one of that name, or of one that looks like it.
    pub async fn found_club(&self, club: &Club, owner: &str) -> Result<()> {
        for text in [&club.name, &club.about] {
            keepable("a club", text)?;
        }
        let mut connection = self.write().await?;
        let done = found(&mut connection, club, owner).await;
        connection.settle(done)
    }

    /// # Errors
    ///
    /// If the database is away.
    pub async fn club(&self, id: &str) -> Result<Option<Club>> {
        if !findable(id) {
            return Ok(None);
        }
        let sql = format!("{CLUB} FROM clubs c WHERE c.id = $1");
        self.rows(sqlx::query(AssertSqlSafe(sql)).bind(id)).await?.first().map(club).transpose()
    }

    /// Clubs whose name has this in it, the largest first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn find_clubs(&self, part: &str, most: u32) -> Result<Vec<ListedClub>> {
        if !findable(part) {
            return Ok(Vec::new());
        }
        let part = part.replace('!', "!!").replace('%', "!%").replace('_', "!_");
        let sql = format!(
            "{CLUB}, (SELECT COUNT(*) FROM club_members m WHERE m.club = c.id AND m.rank IN {IN}) AS members \
             FROM clubs c WHERE c.folded LIKE $1 ESCAPE '!' ORDER BY members DESC, c.folded LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(format!("%{part}%")).bind(i64::from(most));
        let listed = |row: &AnyRow| Ok(ListedClub { club: club(row)?, members: row.try_get("members")? });
        self.rows(query).await?.iter().map(listed).collect()
    }

    /// The clubs somebody is in or at the door of, by name.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn clubs_of(&self, person: &str) -> Result<Vec<(Club, Rank)>> {
        let sql = format!(
            "{CLUB}, m.rank FROM clubs c JOIN club_members m ON m.club = c.id \
             WHERE m.person = $1 ORDER BY c.folded"
        );
        let rows = self.rows(sqlx::query(AssertSqlSafe(sql)).bind(person)).await?;
        rows.iter().map(|row| Ok((club(row)?, rank(row)?))).collect()
    }

    /// What somebody is in a club; nothing for strangers.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn rank_in(&self, club: &str, person: &str) -> Result<Option<Rank>> {
        if !findable(club) {
            return Ok(None);
        }
        let query = sqlx::query("SELECT rank FROM club_members WHERE club = $1 AND person = $2");
        self.rows(query.bind(club).bind(person)).await?.first().map(rank).transpose()
    }

    /// Whether somebody is in a club, and so sees its tables.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn is_in_club(&self, club: &str, person: &str) -> Result<bool> {
        Ok(self.rank_in(club, person).await?.is_some_and(|it| Rank::Member <= it))
    }

    /// Everybody in a club and at its door, by name.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn club_members(&self, club: &str) -> Result<Vec<ClubMember>> {
        let query = sqlx::query(
            "SELECT m.person, p.name, m.rank, m.since FROM club_members m \
             JOIN people p ON p.id = m.person WHERE m.club = $1 ORDER BY p.folded",
        );
        let member = |row: &AnyRow| {
            Ok(ClubMember {
                person: row.try_get("person")?,
                name: row.try_get("name")?,
                rank: rank(row)?,
                since: row.try_get("since")?,
            })
        };
        self.rows(query.bind(club)).await?.iter().map(member).collect()
    }

    /// What somebody is in a club from now on. Nobody is made its owner by that, and no owner anything else.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn set_rank(&self, club: &str, person: &str, it: Rank, at: i64) -> Result<()> {
        let sql = "INSERT INTO club_members (club, person, rank, since) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (club, person) DO UPDATE SET rank = $3 \
                   WHERE club_members.rank <> 'owner'";
        let query = sqlx::query(sql).bind(club).bind(person).bind(it.word()).bind(at);
        self.change_people(query).await.map(drop)
    }

    /// Somebody who is not its owner goes; says whether they were there.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn leave_club(&self, club: &str, person: &str) -> Result<bool> {
        let sql = "DELETE FROM club_members WHERE club = $1 AND person = $2 AND rank <> 'owner'";
        Ok(0 < self.change_people(sqlx::query(sql).bind(club).bind(person)).await?)
    }

    /// A club has another owner; the one it had is an officer. `act` is written down where a moderator did it.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn hand_club_over(&self, club: &str, to: &str, at: i64, act: Option<&Act>) -> Result<()> {
        act.map_or(Ok(()), Act::keepable)?;
        let mut connection = self.write().await?;
        let done = hand_over(&mut connection, club, to, at, act).await;
        connection.settle(done)
    }

    /// What a club says of itself, and how one gets in.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn set_club(&self, id: &str, about: &str, entry: &str) -> Result<()> {
        keepable("a club", about)?;
        let sql = "UPDATE clubs SET about = $2, entry = $3 WHERE id = $1";
        self.change_people(sqlx::query(sql).bind(id).bind(about).bind(entry)).await.map(drop)
    }

    /// The link by which one gets in; the one before is worth nothing any more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn set_invitation(&self, id: &str, hash: &str) -> Result<()> {
        let sql = "UPDATE clubs SET invitation = $2 WHERE id = $1";
        self.change_people(sqlx::query(sql).bind(id).bind(hash)).await.map(drop)
    }

    /// A club is no more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn close_club(&self, id: &str) -> Result<()> {
        let mut connection = self.write().await?;
        let done = close(&mut connection, id).await;
        connection.settle(done)
    }

    /// Shows a match to the members of a club.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn show_to_club(&self, club: &str, match_id: &str, at: i64) -> Result<()> {
        let sql = "INSERT INTO club_tables (match_id, club, created) VALUES ($1, $2, $3) \
                   ON CONFLICT (match_id) DO NOTHING";
        self.change_people(sqlx::query(sql).bind(match_id).bind(club).bind(at)).await.map(drop)
    }

    /// The matches that the members of a club see, those in which something last happened first. Their
    /// seat is that of the spectators.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn club_tables(&self, club: &str, most: u32) -> Result<Vec<Held>> {
        let query = sqlx::query(
            "SELECT t.match_id, m.summary, m.changed, m.touched FROM club_tables t \
             JOIN matches m ON m.id = t.match_id WHERE t.club = $1 \
             ORDER BY m.changed DESC, t.match_id LIMIT $2",
        );
        let held = |row: &AnyRow| {
            Ok(Held {
                match_id: row.try_get("match_id")?,
                seat: SPECTATOR,
                summary: summary(row)?,
                touched: row.try_get("touched")?,
            })
        };
        self.rows(query.bind(club).bind(i64::from(most))).await?.iter().map(held).collect()
    }

    /// Puts something on a club's board, and says as its how-manieth post.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn post(&self, it: &Post) -> Result<i64> {
        keepable("a post", &it.body)?;
        for _ in 1..TRIES {
            let mut connection = self.write().await?;
            let done = post(&mut connection, it).await;
            match connection.settle(done) {
                // Another server had the same number in hand.
                Err(StoreError::Conflict) => {}
                done => return done,
            }
        }
        Err(StoreError::Conflict)
    }

    /// What stands on a club's board before number `before`, the last first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn posts(&self, club: &str, before: i64, most: u32) -> Result<Vec<Post>> {
        let query = sqlx::query(
            "SELECT club, n, at, person, name, body, removed FROM club_posts \
             WHERE club = $1 AND n < $2 ORDER BY n DESC LIMIT $3",
        );
        let query = query.bind(club).bind(before).bind(i64::from(most));
        self.rows(query).await?.iter().map(read_post).collect()
    }

    /// Everything somebody has written on any board, the last first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn posts_by(&self, person: &str, most: u32) -> Result<Vec<Post>> {
        let query = sqlx::query(
            "SELECT club, n, at, person, name, body, removed FROM club_posts \
             WHERE person = $1 ORDER BY at DESC, club, n LIMIT $2",
        );
        self.rows(query.bind(person).bind(i64::from(most))).await?.iter().map(read_post).collect()
    }

    /// Takes a post away; that there was one stays. `act` is written down where a moderator did it.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn remove_post(&self, club: &str, n: i64, at: i64, act: Option<&Act>) -> Result<()> {
        let sql = "UPDATE club_posts SET body = '', removed = $3 WHERE club = $1 AND n = $2";
        let query = sqlx::query(sql).bind(club).bind(n).bind(at);
        match act {
            Some(act) => self.act_on(act, query).await,
            None => self.change_people(query).await.map(drop),
        }
    }
}

async fn found(connection: &mut Lent, it: &Club, owner: &str) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let insert = sqlx::query(
        "INSERT INTO clubs (id, name, folded, shape, about, entry, invitation, created) \
         VALUES ($1, $2, $3, $4, $5, $6, '', $7)",
    );
    let insert = insert.bind(&it.id).bind(&it.name).bind(&it.folded).bind(&it.shape);
    tx.run(insert.bind(&it.about).bind(&it.entry).bind(it.created)).await?;
    let insert =
        sqlx::query("INSERT INTO club_members (club, person, rank, since) VALUES ($1, $2, 'owner', $3)");
    tx.run(insert.bind(&it.id).bind(owner).bind(it.created)).await?;
    tx.commit().await
}

async fn hand_over(connection: &mut Lent, club: &str, to: &str, at: i64, act: Option<&Act>) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    give_to(&mut tx, club, to, at).await?;
    if let Some(act) = act {
        insert_act(&mut tx, act).await?;
    }
    tx.commit().await
}

async fn give_to(tx: &mut Tx<'_>, club: &str, to: &str, at: i64) -> Result<()> {
    let before = sqlx::query("UPDATE club_members SET rank = 'officer' WHERE club = $1 AND rank = 'owner'");
    tx.run(before.bind(club)).await?;
    let next = sqlx::query(
        "INSERT INTO club_members (club, person, rank, since) VALUES ($1, $2, 'owner', $3) \
         ON CONFLICT (club, person) DO UPDATE SET rank = 'owner'",
    );
    tx.run(next.bind(club).bind(to).bind(at)).await?;
    Ok(())
}

async fn close(connection: &mut Lent, id: &str) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    close_in(&mut tx, id).await?;
    tx.commit().await
}

async fn close_in(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    for statement in [
        "DELETE FROM club_posts WHERE club = $1",
        "DELETE FROM club_tables WHERE club = $1",
        "DELETE FROM club_members WHERE club = $1",
        "UPDATE shelf SET club = '' WHERE club = $1",
        "DELETE FROM clubs WHERE id = $1",
    ] {
        tx.run(sqlx::query(statement).bind(id)).await?;
    }
    Ok(())
}

async fn post(connection: &mut Lent, it: &Post) -> Result<i64> {
    let mut tx = Tx::begin(connection).await?;
    // SQLite has one writer: from here on nobody else takes this number.
    tx.run(sqlx::query("UPDATE clubs SET id = id WHERE id = $1").bind(&it.club)).await?;
    let last = sqlx::query("SELECT MAX(n) AS n FROM club_posts WHERE club = $1");
    let last: Option<i64> = match tx.row(last.bind(&it.club)).await? {
        Some(row) => row.try_get("n")?,
        None => None,
    };
    let n = last.unwrap_or(0) + 1;
    let insert = sqlx::query(
        "INSERT INTO club_posts (club, n, at, person, name, body, removed) \
         VALUES ($1, $2, $3, $4, $5, $6, 0)",
    );
    let insert = insert.bind(&it.club).bind(n).bind(it.at).bind(&it.person);
    tx.run(insert.bind(&it.name).bind(&it.body)).await?;
    tx.commit().await?;
    Ok(n)
}

/// Somebody goes: clubs of theirs go to whoever has been there longest, officers first; one in which
/// there is nobody else is closed. What they wrote on boards is taken away.
pub(crate) async fn forget(tx: &mut Tx<'_>, person: &str) -> Result<()> {
    let owned =
        sqlx::query("SELECT club AS id FROM club_members WHERE person = $1 AND rank = 'owner' ORDER BY club");
    let owned = crate::ids(&tx.rows(owned.bind(person)).await?)?;
    for club in owned {
        let next = sqlx::query(
            "SELECT person FROM club_members WHERE club = $1 AND person <> $2 \
             AND rank IN ('officer', 'member') ORDER BY rank DESC, since, person LIMIT 1",
        );
        match tx.row(next.bind(&club).bind(person)).await? {
            Some(row) => {
                let next: String = row.try_get("person")?;
                // They are a member already, so since when stays what it is.
                give_to(tx, &club, &next, 0).await?;
            }
            None => close_in(tx, &club).await?,
        }
    }
    for statement in [
        "UPDATE club_posts SET person = '', name = '', body = '', removed = at WHERE person = $1",
        "DELETE FROM club_members WHERE person = $1",
    ] {
        tx.run(sqlx::query(statement).bind(person)).await?;
    }
    Ok(())
}

fn club(row: &AnyRow) -> Result<Club> {
    Ok(Club {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        folded: row.try_get("folded")?,
        shape: row.try_get("shape")?,
        about: row.try_get("about")?,
        entry: row.try_get("entry")?,
        invitation: row.try_get("invitation")?,
        created: row.try_get("created")?,
    })
}

fn rank(row: &AnyRow) -> Result<Rank> {
    let word: String = row.try_get("rank")?;
    Rank::read(&word).ok_or_else(|| StoreError::Corrupted(format!("a member of a club who is {word:?}")))
}

fn read_post(row: &AnyRow) -> Result<Post> {
    Ok(Post {
        club: row.try_get("club")?,
        n: row.try_get("n")?,
        at: row.try_get("at")?,
        person: row.try_get("person")?,
        name: row.try_get("name")?,
        body: row.try_get("body")?,
        removed: row.try_get("removed")?,
    })
}
