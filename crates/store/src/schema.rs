//! The tables, and how an older database becomes today's.
//!
//! Text and whole numbers only: both databases have them and mean the same by
//! them. An empty text stands for nothing.

use sqlx::{AnyConnection, Row};

use crate::{
    Kind, Result, StoreError,
    patience::{Lent, Tx},
};

const TOUCHED: &str = "UPDATE matches SET touched = changed";

/// Computers that have to move are a job; before, a server asked for all of them when it began.
const THINK: &str = "INSERT INTO jobs (kind, name, due, payload, lease, tries, version, done, failed) \
    SELECT 'think', id, 0, '', 0, 0, 0, 0, '' FROM matches WHERE thinking = 1";

/// What a version fills its new columns with from those that were there
/// before: also when rows of an older version are copied into today's tables.
pub(crate) const FILLED: &[(usize, &str)] = &[(3, TOUCHED), (11, THINK)];

/// Each entry raises the version by one. Entries once published never change.
const VERSIONS: &[&[&str]] = &[
    &[
        "CREATE TABLE pulse (beats BIGINT NOT NULL)",
        "INSERT INTO pulse (beats) VALUES (0)",
        "CREATE TABLE matches (
        id TEXT NOT NULL PRIMARY KEY,
        head TEXT NOT NULL,
        scenario TEXT NOT NULL,
        title TEXT NOT NULL,
        created BIGINT NOT NULL,
        changed BIGINT NOT NULL,
        summary TEXT NOT NULL,
        outcome TEXT NOT NULL,
        thinking BIGINT NOT NULL
    )",
        "CREATE INDEX matches_thinking ON matches (thinking)",
        "CREATE TABLE seats (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat BIGINT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (match_id, seat)
    )",
        "CREATE INDEX seats_hash ON seats (hash)",
        "CREATE TABLE submissions (
        match_id TEXT NOT NULL REFERENCES matches (id),
        decision BIGINT NOT NULL,
        seat BIGINT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (match_id, decision, seat)
    )",
        "CREATE TABLE decisions (
        match_id TEXT NOT NULL REFERENCES matches (id),
        n BIGINT NOT NULL,
        phase TEXT NOT NULL,
        after_events BIGINT NOT NULL,
        PRIMARY KEY (match_id, n)
    )",
        "CREATE TABLE events (
        match_id TEXT NOT NULL REFERENCES matches (id),
        n BIGINT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (match_id, n)
    )",
    ],
    &[
        // Every change of a match counts it up and says which count it was based on.
        "ALTER TABLE matches ADD COLUMN version BIGINT NOT NULL DEFAULT 0",
        // What the seats have added to the dice so far, until all have and the battle begins.
        "ALTER TABLE matches ADD COLUMN waiting TEXT NOT NULL DEFAULT ''",
    ],
    &[
        // What the client called its order, and what it was answered: asked again, it is answered the same.
        "ALTER TABLE submissions ADD COLUMN client_key TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE submissions ADD COLUMN answer TEXT NOT NULL DEFAULT ''",
        // Who gave the order, where that was not the player: a clock, somebody in a hurry.
        "ALTER TABLE submissions ADD COLUMN given_by TEXT NOT NULL DEFAULT ''",
        // How the battle ended, where the rules did not end it: JSON.
        "ALTER TABLE matches ADD COLUMN ending TEXT NOT NULL DEFAULT ''",
        // The chain over everything that was ordered, and the server's signature: JSON, once it is over.
        "ALTER TABLE matches ADD COLUMN proof TEXT NOT NULL DEFAULT ''",
        // When somebody last opened it, in milliseconds since 1970.
        "ALTER TABLE matches ADD COLUMN touched BIGINT NOT NULL DEFAULT 0",
        TOUCHED,
        // What belongs to the server itself: the key it signs with.
        "CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    ],
    &[
        // How far the dice had been rolled at the last change, so that a battle can be taken up
        // from its events; nothing if that was not kept yet.
        "ALTER TABLE matches ADD COLUMN dice TEXT NOT NULL DEFAULT ''",
    ],
    &[
        // 1 if nobody may ask for suggestions in it.
        "ALTER TABLE matches ADD COLUMN unaided BIGINT NOT NULL DEFAULT 0",
    ],
    &[
        // People with accounts, on servers that are open to the public.
        "CREATE TABLE people (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        shape TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL,
        created BIGINT NOT NULL
    )",
        // The browsers in which they are logged in.
        "CREATE TABLE web_sessions (
        hash TEXT NOT NULL PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        person TEXT NOT NULL REFERENCES people (id),
        created BIGINT NOT NULL,
        seen BIGINT NOT NULL,
        agent TEXT NOT NULL
    )",
        "CREATE INDEX web_sessions_person ON web_sessions (person)",
        "CREATE INDEX web_sessions_seen ON web_sessions (seen)",
        // Whose a seat is. Its secret opens it all the same.
        "CREATE TABLE sittings (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat BIGINT NOT NULL,
        person TEXT NOT NULL REFERENCES people (id),
        since BIGINT NOT NULL,
        PRIMARY KEY (match_id, seat)
    )",
        "CREATE INDEX sittings_person ON sittings (person)",
    ],
    &[
        // Until when somebody is shut out, in milliseconds since 1970, and why.
        "ALTER TABLE people ADD COLUMN banned_until BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE people ADD COLUMN banned_why TEXT NOT NULL DEFAULT ''",
        // Links that work once.
        "CREATE TABLE links (
        hash TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        purpose TEXT NOT NULL,
        expires BIGINT NOT NULL
    )",
        "CREATE INDEX links_person ON links (person)",
        // What was done about anybody. It outlives them, so it points to nobody.
        "CREATE TABLE moderation (
        id TEXT NOT NULL PRIMARY KEY,
        at BIGINT NOT NULL,
        by_whom TEXT NOT NULL,
        act TEXT NOT NULL,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        words TEXT NOT NULL
    )",
    ],
    &[
        // What is owed at some time. `lease` is when somebody's claim on it ends, `done` when it was
        // done or given up; times are milliseconds since 1970, and 0 is never.
        "CREATE TABLE jobs (
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        due BIGINT NOT NULL,
        payload TEXT NOT NULL,
        lease BIGINT NOT NULL,
        tries BIGINT NOT NULL,
        version BIGINT NOT NULL,
        done BIGINT NOT NULL,
        failed TEXT NOT NULL,
        PRIMARY KEY (kind, name)
    )",
        "CREATE INDEX jobs_due ON jobs (done, due)",
    ],
    &[
        // How long seats have for their decisions: JSON, or nothing if they have all the time there is.
        "ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT ''",
        // What stands beside the battle without being part of it, as its clocks do: JSON, or nothing.
        "ALTER TABLE matches ADD COLUMN standing TEXT NOT NULL DEFAULT ''",
        // What a seat has laid out for the open decision, for when its time is up.
        "CREATE TABLE drafts (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat BIGINT NOT NULL,
        decision BIGINT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (match_id, seat)
    )",
    ],
    &[
        // Whose bot it is; nothing for people.
        "ALTER TABLE people ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX people_owner ON people (owner)",
        // What bots let themselves in with.
        "CREATE TABLE tokens (
        hash TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        created BIGINT NOT NULL,
        seen BIGINT NOT NULL
    )",
        "CREATE INDEX tokens_person ON tokens (person)",
        // Tables that wait for somebody, challenges, and who waits to be paired. `maker` and `rival` are
        // people, or guests by the hash of their pass; `link` is the hash of a secret; `body` is JSON.
        "CREATE TABLE invitations (
        id TEXT NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        maker TEXT NOT NULL,
        rival TEXT NOT NULL,
        link TEXT NOT NULL,
        guests BIGINT NOT NULL,
        game TEXT NOT NULL,
        pace TEXT NOT NULL,
        body TEXT NOT NULL,
        created BIGINT NOT NULL,
        seen BIGINT NOT NULL,
        expires BIGINT NOT NULL,
        state TEXT NOT NULL,
        ended BIGINT NOT NULL,
        seat BIGINT NOT NULL
    )",
        "CREATE INDEX invitations_state ON invitations (state, kind)",
        "CREATE INDEX invitations_maker ON invitations (maker)",
        "CREATE INDEX invitations_rival ON invitations (rival)",
        // Two battles with sides exchanged that count as one. `forfeit` is the seat of the second one that
        // never joined it, or less than 0.
        "CREATE TABLE mirrors (
        match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
        pair TEXT NOT NULL,
        leg BIGINT NOT NULL,
        forfeit BIGINT NOT NULL
    )",
        "CREATE INDEX mirrors_pair ON mirrors (pair)",
    ],
    &[
        THINK,
        // Who is at which table, as each server knows it. `here` is 1 while somebody is connected.
        "CREATE TABLE presence (
        match_id TEXT NOT NULL,
        seat BIGINT NOT NULL,
        node TEXT NOT NULL,
        here BIGINT NOT NULL,
        seen BIGINT NOT NULL,
        PRIMARY KEY (match_id, seat, node)
    )",
        "CREATE INDEX presence_seen ON presence (seen)",
    ],
    &[
        // Whom people follow, and with whom they want nothing to do.
        "CREATE TABLE follows (
        person TEXT NOT NULL REFERENCES people (id),
        other TEXT NOT NULL REFERENCES people (id),
        since BIGINT NOT NULL,
        PRIMARY KEY (person, other)
    )",
        "CREATE INDEX follows_other ON follows (other)",
        "CREATE TABLE blocks (
        person TEXT NOT NULL REFERENCES people (id),
        other TEXT NOT NULL REFERENCES people (id),
        since BIGINT NOT NULL,
        PRIMARY KEY (person, other)
    )",
        "CREATE INDEX blocks_other ON blocks (other)",
        // What is said at tables. It is no part of any record, and outlives neither its time nor whoever
        // said it; a guest is no person.
        "CREATE TABLE talk (
        match_id TEXT NOT NULL REFERENCES matches (id),
        room BIGINT NOT NULL,
        n BIGINT NOT NULL,
        at BIGINT NOT NULL,
        seat BIGINT NOT NULL,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        phrase BIGINT NOT NULL,
        body TEXT NOT NULL,
        removed BIGINT NOT NULL,
        PRIMARY KEY (match_id, room, n)
    )",
        "CREATE INDEX talk_at ON talk (at)",
        "CREATE INDEX talk_person ON talk (person)",
        // Seats from which nothing is heard any more.
        "CREATE TABLE silences (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seat BIGINT NOT NULL,
        since BIGINT NOT NULL,
        PRIMARY KEY (match_id, seat)
    )",
        // How somebody stands in the house, where there is anything to say of it.
        "CREATE TABLE conduct (
        person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
        role TEXT NOT NULL,
        muted_until BIGINT NOT NULL,
        muted_why TEXT NOT NULL
    )",
        "CREATE TABLE warnings (
        id TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        at BIGINT NOT NULL,
        words TEXT NOT NULL,
        seen BIGINT NOT NULL
    )",
        "CREATE INDEX warnings_person ON warnings (person)",
        // What was reported. It outlives those it is about, so it points to nobody.
        "CREATE TABLE reports (
        id TEXT NOT NULL PRIMARY KEY,
        at BIGINT NOT NULL,
        reporter TEXT NOT NULL,
        by_name TEXT NOT NULL,
        kind TEXT NOT NULL,
        place TEXT NOT NULL,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        why TEXT NOT NULL,
        context TEXT NOT NULL,
        decided BIGINT NOT NULL,
        decided_by TEXT NOT NULL,
        verdict TEXT NOT NULL,
        UNIQUE (reporter, place)
    )",
        "CREATE INDEX reports_decided ON reports (decided, at)",
        "CREATE INDEX reports_person ON reports (person)",
        "CREATE TABLE clubs (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        shape TEXT NOT NULL UNIQUE,
        about TEXT NOT NULL,
        entry TEXT NOT NULL,
        invitation TEXT NOT NULL,
        created BIGINT NOT NULL
    )",
        "CREATE TABLE club_members (
        club TEXT NOT NULL REFERENCES clubs (id),
        person TEXT NOT NULL REFERENCES people (id),
        rank TEXT NOT NULL,
        since BIGINT NOT NULL,
        PRIMARY KEY (club, person)
    )",
        "CREATE INDEX club_members_person ON club_members (person)",
        "CREATE TABLE club_posts (
        club TEXT NOT NULL REFERENCES clubs (id),
        n BIGINT NOT NULL,
        at BIGINT NOT NULL,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        body TEXT NOT NULL,
        removed BIGINT NOT NULL,
        PRIMARY KEY (club, n)
    )",
        "CREATE INDEX club_posts_person ON club_posts (person)",
        // Matches that members of a club see, and may sit down at.
        "CREATE TABLE club_tables (
        match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
        club TEXT NOT NULL REFERENCES clubs (id),
        created BIGINT NOT NULL
    )",
        "CREATE INDEX club_tables_club ON club_tables (club)",
        // What people have made and keep here: the games' own data.
        "CREATE TABLE shelf (
        id TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        club TEXT NOT NULL,
        kind TEXT NOT NULL,
        game TEXT NOT NULL,
        title TEXT NOT NULL,
        body TEXT NOT NULL,
        shared BIGINT NOT NULL,
        created BIGINT NOT NULL,
        changed BIGINT NOT NULL
    )",
        "CREATE INDEX shelf_person ON shelf (person)",
        "CREATE INDEX shelf_club ON shelf (club)",
    ],
    &[
        // Where somebody can be written to; `wanted` is what waits for its link to be opened.
        "CREATE TABLE mail_addresses (
        person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
        address TEXT NOT NULL,
        wanted TEXT NOT NULL,
        since BIGINT NOT NULL
    )",
        "CREATE INDEX mail_addresses_address ON mail_addresses (address)",
        // What makes the codes of a second factor; since when it is asked for (0 before the first code),
        // and the last step of which a code was taken.
        "CREATE TABLE second_factors (
        person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
        secret TEXT NOT NULL,
        since BIGINT NOT NULL,
        used BIGINT NOT NULL
    )",
        "CREATE TABLE recovery_codes (
        hash TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id)
    )",
        "CREATE INDEX recovery_codes_person ON recovery_codes (person)",
        // What somebody was told, once for each thing: `decision` is -1 where it is about none.
        "CREATE TABLE notices (
        id TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        kind TEXT NOT NULL,
        detail TEXT NOT NULL,
        subject TEXT NOT NULL,
        link TEXT NOT NULL,
        match_id TEXT NOT NULL,
        decision BIGINT NOT NULL,
        about TEXT NOT NULL,
        until BIGINT NOT NULL,
        at BIGINT NOT NULL,
        seen BIGINT NOT NULL,
        listed BIGINT NOT NULL,
        digest BIGINT NOT NULL,
        UNIQUE (person, kind, match_id, decision, about)
    )",
        "CREATE INDEX notices_person ON notices (person, at)",
        "CREATE INDEX notices_at ON notices (at)",
        // By which ways somebody wants to be told what: JSON.
        "CREATE TABLE notice_wishes (
        person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
        body TEXT NOT NULL
    )",
        "CREATE TABLE push_endpoints (
        id TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        url TEXT NOT NULL UNIQUE,
        browser_key TEXT NOT NULL,
        auth TEXT NOT NULL,
        agent TEXT NOT NULL,
        since BIGINT NOT NULL
    )",
        "CREATE INDEX push_endpoints_person ON push_endpoints (person)",
        "CREATE TABLE hooks (
        person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
        url TEXT NOT NULL,
        secret TEXT NOT NULL,
        since BIGINT NOT NULL
    )",
    ],
];

/// Every statement of every version that works on rows that are there.
#[cfg(test)]
pub(crate) fn fills() -> Vec<&'static str> {
    let statements = VERSIONS.iter().flat_map(|version| version.iter());
    let fills = |it: &&&str| ["UPDATE", "DELETE", "INSERT INTO jobs"].iter().any(|with| it.starts_with(with));
    statements.filter(fills).copied().collect()
}

/// The version of today's tables.
pub(crate) const NEWEST: usize = VERSIONS.len();

/// An older database becomes today's.
pub(crate) async fn migrate(lent: &mut Lent) -> Result<()> {
    let kind = lent.kind;
    // Raising a version may take its time.
    let mut tx = Tx::begin(lent).await?.at_leisure();
    if kind == Kind::Postgres {
        // Several servers may begin at once: one raises the version, the others wait for it.
        tx.run_all("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0").await?;
        tx.run_all("SELECT pg_advisory_xact_lock(7382083513210365044)").await?;
    }
    tx.run_all("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)").await?;
    let have = match tx.row(sqlx::query("SELECT version FROM schema_version")).await? {
        Some(row) => known(row.try_get("version")?)?,
        None => {
            tx.run_all("INSERT INTO schema_version (version) VALUES (0)").await?;
            0
        }
    };
    for version in &VERSIONS[have..] {
        for statement in *version {
            tx.run_all(statement).await?;
        }
    }
    if have < NEWEST {
        tx.run(sqlx::query("UPDATE schema_version SET version = $1").bind(NEWEST as i64)).await?;
    }
    tx.commit().await
}

/// The version of a database that is only read.
pub(crate) async fn version(connection: &mut AnyConnection) -> Result<usize> {
    let found = sqlx::query("SELECT version FROM schema_version").fetch_optional(connection).await;
    let row = match found {
        Ok(row) => row,
        // No such table.
        Err(sqlx::Error::Database(cause))
            if cause.code().is_some_and(|code| code == "42P01" || code == "1") =>
        {
            None
        }
        Err(err) => return Err(err.into()),
    };
    let row =
        row.ok_or_else(|| StoreError::Corrupted("no battles of ours were ever kept here".to_owned()))?;
    known(row.try_get("version")?)
}

fn known(found: i64) -> Result<usize> {
    usize::try_from(found).ok().filter(|have| *have <= NEWEST).ok_or_else(|| {
        StoreError::Corrupted(format!("the database has version {found}, this program knows up to {NEWEST}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// While servers are exchanged an older program is at work on the tables of a newer one: what it reads
    /// stays, and what it does not write has a value all the same.
    #[test]
    fn versions_add_and_take_nothing_away() {
        for statement in VERSIONS.iter().flat_map(|version| version.iter()) {
            let words: Vec<&str> = statement.split_whitespace().collect();
            let adds = match words[..2] {
                ["CREATE", "TABLE" | "INDEX"] | ["INSERT", "INTO"] => true,
                ["ALTER", "TABLE"] => {
                    words[3..5] == ["ADD", "COLUMN"] && words.contains(&"DEFAULT") && !words.contains(&"DROP")
                }
                // Only what is new is filled.
                ["UPDATE", _] => FILLED.iter().any(|(_, fill)| fill == statement),
                _ => false,
            };
            assert!(adds, "{statement}");
        }
    }
}
