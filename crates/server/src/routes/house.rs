//! The requests by which people deal with each other: profiles, talk, clubs,
//! and order in the house.

use axum::routing::{delete, get, post};

use super::Route;
use crate::api::{club_tables, clubs, moderation, profiles, shelf, talk};

const ROOM: (&str, &str) = ("room", "who speaks there: players, onlookers");
const AFTER: (&str, &str) = ("after", "the number of what was heard last");
const PART: (&str, &str) = ("part", "a part of the name");
const BEFORE: (&str, &str) = ("before", "the number of the first post one has");
const DECIDED: (&str, &str) = ("decided", "true for those that are decided");

pub(super) fn routes() -> Vec<Route> {
    let mut all = people();
    all.extend(moderators());
    all.extend(in_clubs());
    all
}

fn people() -> Vec<Route> {
    let route = Route::new;
    vec![
        route("get", "/api/people/{name}", get(profiles::profile), "somebody's public page")
            .people()
            .gives::<wire::Profile>(),
        route("post", "/api/people/{name}/follow", post(profiles::follow), "follows somebody, or stops")
            .person()
            .takes::<wire::Switch>()
            .gives::<wire::Bond>(),
        route("post", "/api/people/{name}/block", post(profiles::block), "blocks somebody, or stops")
            .person()
            .takes::<wire::Switch>()
            .gives::<wire::Bond>(),
        route(
            "post",
            "/api/people/{name}/report",
            post(moderation::report_person),
            "reports somebody to the moderators",
        )
        .person()
        .takes::<wire::ReportWords>()
        .gives::<wire::Reported>(),
        route("get", "/api/me/people", get(profiles::circles), "whom you follow and have blocked")
            .person()
            .gives::<wire::Circles>(),
        route("get", "/api/me/conduct", get(moderation::conduct), "your warnings, and whether you are muted")
            .person()
            .gives::<wire::Conduct>(),
        route("post", "/api/me/warnings/{id}", post(moderation::see_warning), "you have read a warning")
            .person()
            .gives::<wire::Conduct>(),
        route("get", "/api/matches/{id}/talk", get(talk::talk), "what was said at the table")
            .people()
            .secret()
            .query(&[ROOM, AFTER])
            .gives::<wire::TalkPage>(),
        route("post", "/api/matches/{id}/talk", post(talk::say), "says something at the table")
            .people()
            .secret()
            .takes::<wire::Say>()
            .gives::<wire::TalkPage>(),
        route(
            "post",
            "/api/matches/{id}/talk/{n}/report",
            post(talk::report),
            "reports what was said to the moderators",
        )
        .people()
        .secret()
        .takes::<wire::ReportWords>()
        .gives::<wire::Reported>(),
    ]
}

fn moderators() -> Vec<Route> {
    let route = Route::new;
    vec![
        route("get", "/api/moderation/reports", get(moderation::reports), "reports, waiting or decided")
            .person()
            .query(&[DECIDED])
            .gives::<wire::ReportList>(),
        route("post", "/api/moderation/reports/{id}", post(moderation::decide), "decides a report")
            .person()
            .takes::<wire::Verdict>()
            .gives::<wire::ReportList>(),
        route("get", "/api/moderation/people", get(moderation::find), "people with this in their name")
            .person()
            .query(&[PART])
            .gives::<wire::FoundPeople>(),
        route(
            "get",
            "/api/moderation/people/{name}",
            get(moderation::dossier),
            "what a moderator should know about somebody",
        )
        .person()
        .gives::<wire::Dossier>(),
        route(
            "post",
            "/api/moderation/people/{name}",
            post(moderation::measure),
            "warns, mutes, bans, renames…",
        )
        .person()
        .takes::<wire::Measure>()
        .gives::<wire::Measured>(),
        route("post", "/api/moderation/battles/{id}/end", post(moderation::end), "ends a battle for nobody")
            .person()
            .takes::<wire::Why>()
            .gives::<wire::ActList>(),
        route(
            "post",
            "/api/moderation/battles/{id}/silence",
            post(moderation::silence),
            "nothing more is heard from a seat",
        )
        .person()
        .takes::<wire::Silence>()
        .gives::<wire::ActList>(),
        route(
            "post",
            "/api/moderation/clubs/{id}/hand-over",
            post(moderation::hand_over),
            "a club has another owner",
        )
        .person()
        .takes::<wire::HandOver>()
        .gives::<wire::ActList>(),
        route("get", "/api/moderation/log", get(moderation::log), "what moderators have done")
            .person()
            .gives::<wire::ActList>(),
    ]
}

fn in_clubs() -> Vec<Route> {
    let route = Route::new;
    vec![
        route("get", "/api/clubs", get(clubs::list), "clubs, yours among them")
            .people()
            .query(&[PART])
            .gives::<wire::ClubList>(),
        route("post", "/api/clubs", post(clubs::found), "founds a club")
            .person()
            .created()
            .takes::<wire::NewClub>()
            .gives::<wire::ClubPage>(),
        route("get", "/api/clubs/{id}", get(clubs::show), "a club, as you see it")
            .people()
            .gives::<wire::ClubPage>(),
        route(
            "post",
            "/api/clubs/{id}",
            post(clubs::change),
            "what a club says about itself, and who can join",
        )
        .person()
        .takes::<wire::ClubChange>()
        .gives::<wire::ClubPage>(),
        route("post", "/api/clubs/{id}/close", post(clubs::close), "closes a club that has nobody else")
            .person()
            .takes::<wire::SureRequest>()
            .gives::<wire::ClubList>(),
        route("post", "/api/clubs/{id}/join", post(clubs::join), "joins a club, or asks to")
            .person()
            .takes::<wire::JoinClub>()
            .gives::<wire::ClubPage>(),
        route("post", "/api/clubs/{id}/invitation", post(clubs::invite), "a new invitation link")
            .person()
            .gives::<wire::ClubInvitation>(),
        route("post", "/api/clubs/{id}/members/{name}", post(clubs::rank), "what somebody is in a club")
            .person()
            .takes::<wire::NewRank>()
            .gives::<wire::ClubPage>(),
        route(
            "delete",
            "/api/clubs/{id}/members/{name}",
            delete(clubs::leave),
            "leaves a club, or removes somebody",
        )
        .person()
        .gives::<wire::ClubPage>(),
        route("get", "/api/clubs/{id}/posts", get(clubs::posts), "earlier posts on a club's board")
            .person()
            .query(&[BEFORE])
            .gives::<wire::PostList>(),
        route("post", "/api/clubs/{id}/posts", post(clubs::post), "puts something on a club's board")
            .person()
            .created()
            .takes::<wire::NewPost>()
            .gives::<wire::PostList>(),
        route("delete", "/api/clubs/{id}/posts/{n}", delete(clubs::unpost), "removes a post")
            .person()
            .gives::<wire::PostList>(),
        route(
            "post",
            "/api/clubs/{id}/posts/{n}/report",
            post(clubs::report),
            "reports a post to the moderators",
        )
        .person()
        .takes::<wire::ReportWords>()
        .gives::<wire::Reported>(),
        route("get", "/api/clubs/{id}/tables", get(club_tables::list), "the tables of a club")
            .person()
            .gives::<wire::ClubTables>(),
        route("post", "/api/clubs/{id}/tables", post(club_tables::make), "makes a match that members see")
            .person()
            .created()
            .takes::<wire::NewMatch>()
            .gives::<wire::Created>(),
        route("post", "/api/clubs/{id}/tables/{battle}/sit", post(club_tables::sit), "takes a seat there")
            .person()
            .takes::<wire::SitDown>()
            .gives::<wire::ClubTables>(),
        route("get", "/api/me/shelf", get(shelf::list), "your scenarios and fleets on this server")
            .person()
            .gives::<wire::ShelfList>(),
        route("post", "/api/me/shelf", post(shelf::put), "keeps a scenario, a fleet or a design")
            .person()
            .created()
            .takes::<wire::NewShelf>()
            .gives::<wire::ShelfPage>(),
        route("post", "/api/me/shelf/{id}", post(shelf::change), "says who sees it, and what it is called")
            .person()
            .takes::<wire::ShelfChange>()
            .gives::<wire::ShelfList>(),
        route("delete", "/api/me/shelf/{id}", delete(shelf::take_away), "removes it")
            .person()
            .gives::<wire::ShelfList>(),
        route("get", "/api/shelf/{id}", get(shelf::show), "something kept there, for those who may see it")
            .people()
            .gives::<wire::ShelfPage>(),
    ]
}
