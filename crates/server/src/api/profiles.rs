//! Profiles: what everybody may know of somebody, and what one person is to another.

use std::collections::{BTreeMap, BTreeSet};

use axum::{
    Json,
    extract::{Path, State},
};
use store::{Circle, KeptPerson, OwnSeat, Rank, Sitting};
use wire::{
    Bond, CircleCard, Circles, ClubLink, Favourite, GameResults, MatchSummary, Opponent, Outcome,
    PlayedBattle, Profile, Switch, Tally,
};

use super::{matches::summary_of, people::open};
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    flown::{self, Note},
    json::Sent,
    people::Person,
};

/// Results are counted over the last so many seats.
const MOST_SEATS: u32 = 2_000;
/// So many of them cost an address as much as one request.
const SEATS_TO_A_REQUEST: f64 = 50.0;
/// Battles that are shown one by one.
const SHOWN: usize = 20;
/// More than anybody keeps in mind.
const MOST_IN_CIRCLE: usize = 1_000;

/// Whoever has that name.
pub(crate) async fn named(app: &App, name: &str) -> Result<KeptPerson> {
    open(app)?;
    let found = app.store().person_named(&people::name::fold(name)).await?;
    found.ok_or_else(|| AppError::not_found("person"))
}

pub(crate) async fn profile(
    State(app): State<App>,
    asker: Asker,
    viewer: Option<Person>,
    Path(name): Path<String>,
) -> Result<Json<Profile>> {
    let person = named(&app, &name).await?;
    let seats = app.store().seats_of(&person.id, MOST_SEATS).await?;
    app.charge(asker.0, seats.len() as f64 / SEATS_TO_A_REQUEST)?;
    let fought = fought(&app, &seats)?;
    let bond = match &viewer {
        Some(viewer) => bond(&app, &viewer.id, &person.id).await?,
        None => Bond { followed: false, blocked: false },
    };
    let owner = match person.owner.as_str() {
        "" => None,
        id => app.store().person(id).await?.map(|it| it.name),
    };
    let clubs = app.store().clubs_of(&person.id).await?.into_iter();
    let clubs = clubs.filter(|(_, rank)| Rank::Member <= *rank);
    Ok(Json(Profile {
        owner,
        created: person.created.unsigned_abs(),
        moderator: app.store().conduct(&person.id).await?.is_moderator(),
        mine: viewer.as_ref().is_some_and(|it| it.id == person.id),
        followed: bond.followed,
        blocked: bond.blocked,
        results: results(&fought),
        battles: battles(&app, &fought, viewer.as_ref()).await?,
        clubs: clubs.map(|(club, _)| ClubLink { id: club.id, name: club.name }).collect(),
        name: person.name,
    }))
}

/// A battle that is over, in which somebody had one seat.
struct Fought {
    summary: MatchSummary,
    seat: u8,
    ships: Note,
}

/// Battles that are over, the last first. Whoever sat on both sides fought nobody.
fn fought(app: &App, seats: &[OwnSeat]) -> Result<Vec<Fought>> {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for seat in seats {
        *count.entry(&seat.held.match_id).or_default() += 1;
    }
    let mut all = Vec::new();
    for OwnSeat { held, .. } in seats.iter().filter(|it| count[it.held.match_id.as_str()] == 1) {
        let Ok(seat) = u8::try_from(held.seat) else { continue };
        let summary = summary_of(app, held)?;
        if summary.outcome.is_some() {
            all.push(Fought { summary, seat, ships: flown::read(&held.summary.body) });
        }
    }
    Ok(all)
}

impl Fought {
    fn is_called_off(&self) -> bool {
        self.summary.ended.as_ref().is_some_and(|it| it.by == "called_off")
    }

    fn result(&self) -> &'static str {
        match &self.summary.outcome {
            _ if self.is_called_off() => "called_off",
            Some(Outcome::Won(seats)) if seats.contains(&self.seat) => "won",
            Some(Outcome::Won(_)) => "lost",
            Some(Outcome::Draw) | None => "drawn",
        }
    }

    fn side(&self, seat: u8) -> String {
        let card = self.summary.seats.iter().find(|it| it.seat == seat);
        card.map_or_else(String::new, |it| it.name.clone())
    }

    /// Whether nobody but computers sat in the other seats when it ended.
    fn is_against_computers(&self) -> bool {
        self.summary.seats.iter().filter(|it| it.seat != self.seat).all(|it| it.player != "human")
    }
}

/// What came of the battles of one game: against people, against computers, and the battles
/// themselves by their titles.
type OfGame<'a> = (Tally, Tally, BTreeMap<&'a str, Vec<&'a Fought>>);

/// By game, those played most first.
fn results(fought: &[Fought]) -> Vec<GameResults> {
    let mut games: BTreeMap<&str, OfGame<'_>> = BTreeMap::new();
    for it in fought.iter().filter(|it| !it.is_called_off()) {
        let (people, computers, titles) = games.entry(&it.summary.game).or_default();
        let tally = if it.is_against_computers() { computers } else { people };
        match it.result() {
            "won" => tally.won += 1,
            "lost" => tally.lost += 1,
            _ => tally.drawn += 1,
        }
        titles.entry(&it.summary.title).or_default().push(it);
    }
    let mut results: Vec<GameResults> = games
        .into_iter()
        .map(|(game, (people, computers, titles))| GameResults {
            ships: flown::favourites(game, titles.values().flatten().map(|it| (&it.ships, it.seat))),
            title: rulesets::find(game).map_or_else(|_| game.to_owned(), |it| it.about().name.to_owned()),
            game: game.to_owned(),
            people,
            computers,
            favourite: favourite(&titles),
        })
        .collect();
    let played = |it: &GameResults| {
        [it.people, it.computers].iter().map(|it| it.won + it.drawn + it.lost).sum::<u32>()
    };
    results.sort_by(|a, b| (played(b), &a.game).cmp(&(played(a), &b.game)));
    results
}

fn favourite(titles: &BTreeMap<&str, Vec<&Fought>>) -> Option<Favourite> {
    let (title, most) = titles.iter().max_by_key(|(_, all)| all.len())?;
    let mut sides: BTreeMap<String, usize> = BTreeMap::new();
    for it in most {
        *sides.entry(it.side(it.seat)).or_default() += 1;
    }
    let (side, _) = sides.into_iter().max_by_key(|(_, n)| *n)?;
    let battles = u32::try_from(most.len()).unwrap_or(u32::MAX);
    (1 < battles).then(|| Favourite { title: (*title).to_owned(), side, battles })
}

/// The last battles one by one, with who else was there.
async fn battles(app: &App, fought: &[Fought], viewer: Option<&Person>) -> Result<Vec<PlayedBattle>> {
    let last = &fought[..fought.len().min(SHOWN)];
    let ids: Vec<String> = last.iter().map(|it| it.summary.id.clone()).collect();
    let company = app.store().company(&ids).await?;
    let watchable: BTreeSet<String> = app.store().watchable(&ids).await?.into_iter().collect();
    let sitter = |id: &str, seat: u8| -> Option<&Sitting> {
        company.iter().find(|it| it.match_id == id && it.seat == i64::from(seat))
    };
    let shown = last.iter().map(|it| {
        let summary = &it.summary;
        let others = summary.seats.iter().filter(|card| card.seat != it.seat).map(|card| Opponent {
            side: card.name.clone(),
            name: sitter(&summary.id, card.seat).map(|it| it.name.clone()),
            level: (card.player != "human").then(|| card.player.clone()),
        });
        let sat = viewer.is_some_and(|viewer| {
            company.iter().any(|it| it.match_id == summary.id && it.person == viewer.id)
        });
        PlayedBattle {
            id: summary.id.clone(),
            game: summary.game.clone(),
            title: summary.title.clone(),
            side: it.side(it.seat),
            result: it.result().to_owned(),
            others: others.collect(),
            ended: summary.changed,
            watch: sat || watchable.contains(&summary.id),
        }
    });
    Ok(shown.collect())
}

async fn bond(app: &App, person: &str, other: &str) -> Result<Bond> {
    let is_in = async |circle| -> Result<bool> {
        Ok(app.store().circle(circle, person).await?.iter().any(|it| it.person == other))
    };
    Ok(Bond { followed: is_in(Circle::Followed).await?, blocked: is_in(Circle::Blocked).await? })
}

pub(crate) async fn follow(
    State(app): State<App>,
    person: Person,
    Path(name): Path<String>,
    Sent(Switch { on }): Sent<Switch>,
) -> Result<Json<Bond>> {
    turn(&app, Circle::Followed, &person, &name, on).await
}

/// Nothing is heard of whoever is blocked, and the two are not brought together any more.
pub(crate) async fn block(
    State(app): State<App>,
    person: Person,
    Path(name): Path<String>,
    Sent(Switch { on }): Sent<Switch>,
) -> Result<Json<Bond>> {
    turn(&app, Circle::Blocked, &person, &name, on).await
}

async fn turn(app: &App, circle: Circle, person: &Person, name: &str, on: bool) -> Result<Json<Bond>> {
    let other = named(app, name).await?;
    if other.id == person.id {
        return Err(AppError::refused("that is you"));
    }
    open(app)?.circling.take(person.id.clone()).map_err(AppError::too_many)?;
    if on {
        if circle == Circle::Followed && app.store().blocked_between(&person.id, &other.id).await? {
            return Err(AppError::refused("one of you has blocked the other"));
        }
        if MOST_IN_CIRCLE <= app.store().circle(circle, &person.id).await?.len() {
            return Err(AppError::refused(format!("at most {MOST_IN_CIRCLE} people")));
        }
    }
    {
        let _writing = app.writing().read().await;
        match on {
            true => app.store().take_in(circle, &person.id, &other.id, app.clock().millis()).await?,
            false => app.store().let_out(circle, &person.id, &other.id).await?,
        }
    }
    Ok(Json(bond(app, &person.id, &other.id).await?))
}

/// Whom one follows, and whom one has blocked.
pub(crate) async fn circles(State(app): State<App>, person: Person) -> Result<Json<Circles>> {
    Ok(Json(circles_of(&app, &person.id).await?))
}

pub(crate) async fn circles_of(app: &App, person: &str) -> Result<Circles> {
    let cards = async |circle| -> Result<Vec<CircleCard>> {
        let found = app.store().circle(circle, person).await?.into_iter();
        Ok(found.map(|it| CircleCard { name: it.name, since: it.since.unsigned_abs() }).collect())
    };
    Ok(Circles { followed: cards(Circle::Followed).await?, blocked: cards(Circle::Blocked).await? })
}
