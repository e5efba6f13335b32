//! Clubs: found, joined, left, run; and their boards.

use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::StatusCode,
};
use people::{
    club::ClubName,
    words::{self, Measure},
};
use serde::Deserialize;
use store::{Club, ListedClub, Post, Rank, Report, StoreError};
use wire::{
    ClubCard, ClubChange, ClubInvitation, ClubList, ClubPage, ClubRank, ContextLine, Entry, JoinClub,
    MemberCard, NewClub, NewPost, NewRank, PostCard, PostList, ReportWords, Reported, SureRequest,
};

use super::{people::open, profiles::named, shelf};
use crate::{
    app::App,
    error::{AppError, Result},
    json::Sent,
    link_hash,
    notices::mention,
    order::{self, Spot, reason},
    people::Person,
};

/// What a club says of itself, and what may stand on its board.
const ABOUT: Measure = Measure { what: "what a club says of itself", most: 1_000, lines: 20 };
const POST: Measure = Measure { what: "a post", most: 4_000, lines: 80 };
/// Clubs that are listed, posts that are shown at once, and members of one club.
const LISTED: u32 = 50;
const POSTS: u32 = 30;
const MEMBERS: usize = 2_000;
/// Clubs one person may be in.
const CLUBS: usize = 50;
/// Posts that a report shows beside the one it is about, on either side.
const ROUND: i64 = 2;

pub(crate) fn rank_of(rank: Rank) -> ClubRank {
    match rank {
        Rank::Barred => ClubRank::Barred,
        Rank::Asking => ClubRank::Asking,
        Rank::Member => ClubRank::Member,
        Rank::Officer => ClubRank::Officer,
        Rank::Owner => ClubRank::Owner,
    }
}

fn entry_of(club: &Club) -> Result<Entry> {
    match club.entry.as_str() {
        "open" => Ok(Entry::Open),
        "request" => Ok(Entry::Request),
        "link" => Ok(Entry::Link),
        other => Err(AppError::corrupted(&format!("club {}: entry {other:?}", club.id))),
    }
}

fn entry_text(entry: Entry) -> &'static str {
    match entry {
        Entry::Open => "open",
        Entry::Request => "request",
        Entry::Link => "link",
    }
}

fn card(club: &Club, members: Option<i64>, rank: Option<Rank>) -> Result<ClubCard> {
    Ok(ClubCard {
        id: club.id.clone(),
        name: club.name.clone(),
        about: club.about.clone(),
        entry: entry_of(club)?,
        members: members.and_then(|it| u32::try_from(it).ok()),
        rank: rank.map(rank_of),
    })
}

/// What a club says of itself; it need not say anything.
fn about(text: &str) -> Result<String> {
    match text.trim() {
        "" => Ok(String::new()),
        text => words::clean(text, ABOUT).map_err(AppError::refused),
    }
}

/// A club, and what somebody is in it.
pub(super) async fn club(app: &App, id: &str, person: Option<&Person>) -> Result<(Club, Option<Rank>)> {
    open(app)?;
    let club = app.store().club(id).await?.ok_or_else(|| AppError::not_found("club"))?;
    let rank = match person {
        Some(person) => app.store().rank_in(&club.id, &person.id).await?,
        None => None,
    };
    Ok((club, rank))
}

/// The same for those who are at least that in it.
pub(super) async fn club_as(app: &App, id: &str, person: &Person, least: Rank) -> Result<(Club, Rank)> {
    let (club, rank) = club(app, id, Some(person)).await?;
    match rank.filter(|it| least <= *it) {
        Some(rank) => Ok((club, rank)),
        None => Err(AppError::forbidden(match least {
            Rank::Owner => "only the owner of a club can do this",
            Rank::Officer => "only the officers of a club can do this",
            Rank::Barred | Rank::Asking | Rank::Member => "only the members of a club can do this",
        })),
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindQuery {
    #[serde(default)]
    part: String,
}

pub(crate) async fn list(
    State(app): State<App>,
    person: Option<Person>,
    query: std::result::Result<Query<FindQuery>, QueryRejection>,
) -> Result<Json<ClubList>> {
    open(&app)?;
    let Query(FindQuery { part }) = query.map_err(|err| AppError::malformed(err.body_text()))?;
    let part: String = part.chars().take(2 * people::club::LONGEST).collect();
    let own = match &person {
        Some(person) => app.store().clubs_of(&person.id).await?,
        None => Vec::new(),
    };
    let rank = |id: &str| own.iter().find(|(club, _)| club.id == id).map(|(_, rank)| *rank);
    let found = app.store().find_clubs(part.trim().to_ascii_lowercase().as_str(), LISTED).await?;
    let clubs = found
        .iter()
        .map(|ListedClub { club, members }| card(club, Some(*members), rank(&club.id)))
        .collect::<Result<_>>()?;
    let mine = own.iter().filter(|(_, rank)| *rank != Rank::Barred);
    let mine = mine.map(|(club, rank)| card(club, None, Some(*rank))).collect::<Result<_>>()?;
    Ok(Json(ClubList { mine, clubs }))
}

pub(crate) async fn found(
    State(app): State<App>,
    person: Person,
    Sent(new): Sent<NewClub>,
) -> Result<(StatusCode, Json<ClubPage>)> {
    let house = open(&app)?;
    let ClubName { written, folded, shape } = ClubName::read(&new.name).map_err(AppError::refused)?;
    let about = about(&new.about)?;
    order::may_write(&app, &person.id).await?;
    room_for_one_more(&app, &person).await?;
    house.founding.take(person.id.clone()).map_err(AppError::too_many)?;
    let new = Club {
        id: app.chance().id(),
        name: written,
        folded,
        shape,
        about,
        entry: entry_text(new.entry).to_owned(),
        created: app.clock().millis(),
        ..Club::default()
    };
    {
        let _writing = app.writing().read().await;
        app.store().found_club(&new, &person.id).await.map_err(|err| match err {
            StoreError::Conflict => {
                AppError::taken("there is already a club with that name, or one that looks like it")
            }
            StoreError::Away(_)
            | StoreError::Unsure(_)
            | StoreError::Taken
            | StoreError::Corrupted(_)
            | StoreError::Refused(_) => err.into(),
        })?;
    }
    Ok((StatusCode::CREATED, Json(page(&app, &new.id, Some(&person)).await?)))
}

async fn room_for_one_more(app: &App, person: &Person) -> Result<()> {
    if CLUBS <= app.store().clubs_of(&person.id).await?.len() {
        return Err(AppError::refused(format!("nobody can be in more than {CLUBS} clubs")));
    }
    Ok(())
}

pub(crate) async fn show(
    State(app): State<App>,
    person: Option<Person>,
    Path(id): Path<String>,
) -> Result<Json<ClubPage>> {
    Ok(Json(page(&app, &id, person.as_ref()).await?))
}

async fn page(app: &App, id: &str, person: Option<&Person>) -> Result<ClubPage> {
    let (club, rank) = club(app, id, person).await?;
    let is_member = rank.is_some_and(|it| Rank::Member <= it);
    let is_officer = rank.is_some_and(|it| Rank::Officer <= it);
    let all = app.store().club_members(id).await?;
    let inside = all.iter().filter(|it| Rank::Member <= it.rank).count();
    let mut shown: Vec<_> = all.into_iter().filter(|it| Rank::Member <= it.rank || is_officer).collect();
    // By name already.
    shown.sort_by_key(|it| std::cmp::Reverse(it.rank));
    let members = shown.into_iter().map(|it| MemberCard {
        name: it.name,
        rank: rank_of(it.rank),
        since: it.since.unsigned_abs(),
    });
    let (posts, shelf, mute) = match person.filter(|_| is_member) {
        Some(person) => (
            posts_before(app, id, person, i64::MAX).await?,
            shelf::of_club(app, id, person).await?,
            order::mute_of(&app.store().conduct(&person.id).await?, app.clock().millis()),
        ),
        None => (Vec::new(), Vec::new(), None),
    };
    Ok(ClubPage {
        club: card(&club, i64::try_from(inside).ok(), rank)?,
        created: club.created.unsigned_abs(),
        members: members.collect(),
        posts,
        shelf,
        mute,
    })
}

pub(crate) async fn change(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Sent(ClubChange { about: text, entry }): Sent<ClubChange>,
) -> Result<Json<ClubPage>> {
    club_as(&app, &id, &person, Rank::Officer).await?;
    let about = about(&text)?;
    order::may_write(&app, &person.id).await?;
    {
        let _writing = app.writing().read().await;
        app.store().set_club(&id, &about, entry_text(entry)).await?;
    }
    Ok(Json(page(&app, &id, Some(&person)).await?))
}

/// A club in which nobody else is any more can be closed by its owner.
pub(crate) async fn close(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Sent(SureRequest { sure }): Sent<SureRequest>,
) -> Result<Json<ClubList>> {
    club_as(&app, &id, &person, Rank::Owner).await?;
    let inside = app.store().club_members(&id).await?.iter().filter(|it| Rank::Member <= it.rank).count();
    if 1 < inside {
        return Err(AppError::refused("there are others in this club: hand it over before you leave"));
    }
    super::orders::is_sure(sure)?;
    {
        let _writing = app.writing().read().await;
        app.store().close_club(&id).await?;
    }
    let everything = Ok(Query(FindQuery { part: String::new() }));
    list(State(app), Some(person), everything).await
}

pub(crate) async fn join(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Sent(JoinClub { link }): Sent<JoinClub>,
) -> Result<Json<ClubPage>> {
    let (club, rank) = club(&app, &id, Some(&person)).await?;
    let invited = link.is_some_and(|link| !club.invitation.is_empty() && link_hash(&link) == club.invitation);
    let rank = match (rank, entry_of(&club)?) {
        (Some(Rank::Barred), _) => {
            return Err(AppError::forbidden("the officers of this club have barred you"));
        }
        // An answer may have been lost on its way.
        (Some(Rank::Member | Rank::Officer | Rank::Owner), _) => None,
        (_, _) if invited => Some(Rank::Member),
        (_, Entry::Open) => Some(Rank::Member),
        (Some(Rank::Asking), Entry::Request) => None,
        (None, Entry::Request) => Some(Rank::Asking),
        (_, Entry::Link) => {
            return Err(AppError::forbidden("this club can be joined only with a link from its officers"));
        }
    };
    if let Some(rank) = rank {
        room_for_one_more(&app, &person).await?;
        if MEMBERS <= app.store().club_members(&id).await?.len() {
            return Err(AppError::refused(format!("a club has at most {MEMBERS} members")));
        }
        // Coming and going costs as following does.
        open(&app)?.circling.take(person.id.clone()).map_err(AppError::too_many)?;
        let _writing = app.writing().read().await;
        app.store().set_rank(&id, &person.id, rank, app.clock().millis()).await?;
    }
    Ok(Json(page(&app, &id, Some(&person)).await?))
}

/// Another link by which one gets in; the one before opens nothing any more.
pub(crate) async fn invite(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<ClubInvitation>> {
    club_as(&app, &id, &person, Rank::Officer).await?;
    let secret = app.chance().secret().into_text();
    let _writing = app.writing().read().await;
    app.store().set_invitation(&id, &link_hash(&secret)).await?;
    Ok(Json(ClubInvitation { link: secret }))
}

/// Somebody is something else in a club from now on. Officers let people in and keep them out; officers
/// are made by the owner, who can hand the club over as well.
pub(crate) async fn rank(
    State(app): State<App>,
    person: Person,
    path: Path<(String, String)>,
    Sent(NewRank { rank }): Sent<NewRank>,
) -> Result<Json<ClubPage>> {
    let Path((id, name)) = path;
    let (_, own) = club_as(&app, &id, &person, Rank::Officer).await?;
    let other = named(&app, &name).await?;
    let theirs = app.store().rank_in(&id, &other.id).await?;
    let now = app.clock().millis();
    if other.id == person.id {
        return Err(AppError::refused("nobody can change their own rank"));
    }
    let is_above = |it: Rank| it < own;
    if !theirs.is_none_or(is_above) {
        return Err(AppError::forbidden("only the owner of a club can do this"));
    }
    let to = match rank {
        ClubRank::Owner if own == Rank::Owner => {
            in_it(theirs)?;
            let _writing = app.writing().read().await;
            app.store().hand_club_over(&id, &other.id, now, None).await?;
            return Ok(Json(page(&app, &id, Some(&person)).await?));
        }
        ClubRank::Officer if own == Rank::Owner => Rank::Officer,
        ClubRank::Owner | ClubRank::Officer => {
            return Err(AppError::forbidden("only the owner of a club can do this"));
        }
        ClubRank::Member => Rank::Member,
        ClubRank::Barred => Rank::Barred,
        ClubRank::Asking => return Err(AppError::refused("people have to ask for themselves")),
    };
    // Whoever has never been at the door can be kept out, and not more.
    if to != Rank::Barred && theirs.is_none() {
        return Err(AppError::refused(format!("{} has not asked to be let in", other.name)));
    }
    let _writing = app.writing().read().await;
    app.store().set_rank(&id, &other.id, to, now).await?;
    if to == Rank::Barred {
        app.store().clear_shelf_of(&id, &other.id).await?;
    }
    Ok(Json(page(&app, &id, Some(&person)).await?))
}

fn in_it(rank: Option<Rank>) -> Result<()> {
    match rank {
        Some(Rank::Member | Rank::Officer | Rank::Owner) => Ok(()),
        Some(Rank::Asking | Rank::Barred) | None => {
            Err(AppError::refused("they are not a member of this club"))
        }
    }
}

/// Somebody leaves, or is sent away by an officer; whoever was kept out may come again.
pub(crate) async fn leave(
    State(app): State<App>,
    person: Person,
    path: Path<(String, String)>,
) -> Result<Json<ClubPage>> {
    let Path((id, name)) = path;
    let (_, own) = club(&app, &id, Some(&person)).await?;
    let other = named(&app, &name).await?;
    let theirs = app.store().rank_in(&id, &other.id).await?;
    if other.id == person.id {
        match theirs {
            Some(Rank::Owner) => {
                return Err(AppError::refused("hand the club over, or close it, before you leave"));
            }
            Some(Rank::Barred) => {
                return Err(AppError::forbidden("the officers of this club have barred you"));
            }
            Some(Rank::Member | Rank::Officer | Rank::Asking) | None => {}
        }
    } else {
        let may = own.is_some_and(|own| Rank::Officer <= own && theirs.is_none_or(|it| it < own));
        if !may {
            return Err(AppError::forbidden("only the officers of a club can remove somebody"));
        }
    }
    {
        let _writing = app.writing().read().await;
        app.store().leave_club(&id, &other.id).await?;
        app.store().clear_shelf_of(&id, &other.id).await?;
    }
    Ok(Json(page(&app, &id, Some(&person)).await?))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PostsQuery {
    /// The number of the first post that one has.
    before: Option<u32>,
}

pub(crate) async fn posts(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    query: std::result::Result<Query<PostsQuery>, QueryRejection>,
) -> Result<Json<PostList>> {
    let Query(PostsQuery { before }) = query.map_err(|err| AppError::malformed(err.body_text()))?;
    club_as(&app, &id, &person, Rank::Member).await?;
    let before = before.map_or(i64::MAX, i64::from);
    Ok(Json(PostList { posts: posts_before(&app, &id, &person, before).await? }))
}

async fn posts_before(app: &App, id: &str, person: &Person, before: i64) -> Result<Vec<PostCard>> {
    let blocked = app.store().circle(store::Circle::Blocked, &person.id).await?;
    let posts = app.store().posts(id, before, POSTS).await?.into_iter();
    let shown = posts.filter(|it| !blocked.iter().any(|no| no.person == it.person));
    let card = |it: Post| PostCard {
        n: it.n.unsigned_abs(),
        at: it.at.unsigned_abs(),
        mine: it.person == person.id,
        name: it.name,
        text: it.body,
        removed: it.removed != 0,
    };
    Ok(shown.map(card).collect())
}

pub(crate) async fn post(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Sent(NewPost { text }): Sent<NewPost>,
) -> Result<(StatusCode, Json<PostList>)> {
    let (club, _) = club_as(&app, &id, &person, Rank::Member).await?;
    let body = words::clean(&text, POST).map_err(AppError::refused)?;
    order::may_write(&app, &person.id).await?;
    open(&app)?.posting.take(person.id.clone()).map_err(AppError::too_many)?;
    let post = Post {
        club: id.clone(),
        at: app.clock().millis(),
        person: person.id.clone(),
        name: person.name.clone(),
        body,
        ..Post::default()
    };
    let n = {
        let _writing = app.writing().read().await;
        app.store().post(&post).await?
    };
    mention::on_board(&app, &club.name, &post, n).await;
    Ok((StatusCode::CREATED, Json(PostList { posts: posts_before(&app, &id, &person, i64::MAX).await? })))
}

/// Post number `n` of a club, with those round it.
async fn post_with_round(app: &App, id: &str, n: u32) -> Result<(Post, Vec<Post>)> {
    let n = i64::from(n);
    let round = app.store().posts(id, n + ROUND + 1, 2 * ROUND as u32 + 1).await?;
    let post = round.iter().find(|it| it.n == n && it.removed == 0).cloned();
    Ok((post.ok_or_else(|| AppError::not_found("post"))?, round))
}

type PostPath = std::result::Result<Path<(String, u32)>, axum::extract::rejection::PathRejection>;

/// Whoever wrote a post takes it away, or an officer does.
pub(crate) async fn unpost(State(app): State<App>, person: Person, path: PostPath) -> Result<Json<PostList>> {
    let Path((id, n)) = path.map_err(|err| AppError::malformed(err.body_text()))?;
    let (_, rank) = club_as(&app, &id, &person, Rank::Member).await?;
    let (post, _) = post_with_round(&app, &id, n).await?;
    if post.person != person.id && rank < Rank::Officer {
        return Err(AppError::forbidden("only the officers of a club can remove what others wrote"));
    }
    {
        let _writing = app.writing().read().await;
        app.store().remove_post(&id, post.n, app.clock().millis(), None).await?;
    }
    Ok(Json(PostList { posts: posts_before(&app, &id, &person, i64::MAX).await? }))
}

pub(crate) async fn report(
    State(app): State<App>,
    person: Person,
    path: PostPath,
    Sent(ReportWords { why, room }): Sent<ReportWords>,
) -> Result<Json<Reported>> {
    let Path((id, n)) = path.map_err(|err| AppError::malformed(err.body_text()))?;
    if room.is_some() {
        return Err(AppError::malformed("`room` is only for what was said at a table"));
    }
    club_as(&app, &id, &person, Rank::Member).await?;
    let (post, round) = post_with_round(&app, &id, n).await?;
    let why = reason(&why)?;
    open(&app)?.reporting.take(person.id.clone()).map_err(AppError::too_many)?;
    let context: Vec<ContextLine> = round
        .iter()
        .rev()
        .map(|it| ContextLine {
            at: it.at.unsigned_abs(),
            name: it.name.clone(),
            text: it.body.clone(),
            reported: it.n == post.n,
        })
        .collect();
    let report = Report {
        id: app.chance().id(),
        at: app.clock().millis(),
        reporter: person.id,
        by: person.name,
        kind: "post".to_owned(),
        place: Spot::Post { club: id, n: post.n }.to_text(),
        person: post.person,
        name: post.name,
        why,
        context: serde_json::to_string(&context).expect("plain data"),
        ..Report::default()
    };
    Ok(Json(order::take_report(&app, &report).await?))
}
