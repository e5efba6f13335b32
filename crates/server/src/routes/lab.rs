//! The requests of the lab: studies and the battles in them.

use axum::routing::{delete, get, post};

use super::{AS, FROM, Route};
use crate::api::studies;

pub(super) fn routes() -> Vec<Route> {
    let route = Route::new;
    vec![
        route("get", "/api/studies", get(studies::list), "your own studies, and what may be asked")
            .gives::<wire::StudyList>(),
        route("post", "/api/studies", post(studies::make), "puts a question to the lab")
            .created()
            .takes::<wire::NewStudy>()
            .gives::<wire::StudyMade>(),
        route("get", "/api/studies/{id}", get(studies::show), "how a study stands")
            .gives::<wire::StudyPage>(),
        route("delete", "/api/studies/{id}", delete(studies::delete), "deletes a study")
            .gives::<wire::StudyList>(),
        route(
            "get",
            "/api/studies/{id}/live",
            get(studies::live),
            "the same as it changes, as server-sent events",
        )
        .gives_file("text/event-stream"),
        route("post", "/api/studies/{id}/stop", post(studies::stop), "stops a study")
            .gives::<wire::StudyPage>(),
        route("post", "/api/studies/{id}/go", post(studies::go), "lets a study go on")
            .gives::<wire::StudyPage>(),
        route(
            "get",
            "/api/studies/{id}/files/{name}",
            get(studies::file),
            "rows, figures, report, or the study itself",
        )
        .gives_file("application/octet-stream"),
        route(
            "get",
            "/api/studies/{id}/kinds/{n}/setup",
            get(studies::setup),
            "what a match needs in which one fights a battle of the study oneself",
        )
        .gives::<wire::StudySetup>(),
        route(
            "get",
            "/api/studies/{id}/kinds/{n}/battles/{battle}",
            get(studies::battle),
            "a battle of a study, fought once more to be watched",
        )
        .gives::<wire::MatchInfo>(),
        route(
            "get",
            "/api/studies/{id}/kinds/{n}/battles/{battle}/events",
            get(studies::events),
            "its events",
        )
        .query(&[FROM, AS])
        .gives::<wire::LineList>(),
        route(
            "get",
            "/api/studies/{id}/kinds/{n}/battles/{battle}/views/{view}",
            get(studies::view),
            "the view after so many of its events",
        )
        .query(&[AS])
        .gives::<wire::ViewPage>(),
    ]
}
