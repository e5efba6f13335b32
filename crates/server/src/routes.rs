//! Every request there is, in one list: the router and the OpenAPI document
//! are made from it.

use axum::{
    Router,
    extract::State,
    middleware,
    response::Response,
    routing::{MethodRouter, delete, get, post},
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use tower_http::compression::CompressionLayer;

use crate::{
    api::{games, lessons, matches, orders, puzzles, records, shown, yard},
    app::App,
    error::{AppError, Result},
    guard, live, openapi,
    pages::Wants,
    web,
};

/// One request of the interface.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) about: &'static str,
    /// Whether it wants a secret.
    pub(crate) secret: bool,
    pub(crate) status: u16,
    pub(crate) query: &'static [(&'static str, &'static str)],
    pub(crate) body: Option<Shape>,
    pub(crate) answer: Option<Shape>,
    /// What kind of file it answers with, where that is no JSON.
    pub(crate) file: Option<&'static str>,
    handler: MethodRouter<App>,
}

pub(crate) type Shape = fn(&mut SchemaGenerator) -> Schema;

fn shape<T: JsonSchema>() -> Option<Shape> {
    Some(|schemas| schemas.subschema_for::<T>())
}

impl Route {
    fn new(
        method: &'static str,
        path: &'static str,
        handler: MethodRouter<App>,
        about: &'static str,
    ) -> Route {
        Route {
            method,
            path,
            about,
            secret: false,
            status: 200,
            query: &[],
            body: None,
            answer: None,
            file: None,
            handler,
        }
    }

    fn secret(mut self) -> Route {
        self.secret = true;
        self
    }

    fn created(mut self) -> Route {
        self.status = 201;
        self
    }

    fn query(mut self, query: &'static [(&'static str, &'static str)]) -> Route {
        self.query = query;
        self
    }

    fn takes<T: JsonSchema>(mut self) -> Route {
        self.body = shape::<T>();
        self
    }

    fn gives_file(mut self, kind: &'static str) -> Route {
        self.file = Some(kind);
        self
    }

    fn gives<T: JsonSchema>(mut self) -> Route {
        self.answer = shape::<T>();
        self
    }
}

const AS: (&str, &str) =
    ("as", "whose view: seat-0, spectator, referee; other people's once the battle is over");
const FROM: (&str, &str) = ("from", "the number of the first event wanted");

pub(crate) fn routes() -> Vec<Route> {
    let route = Route::new;
    vec![
        route("get", "/health", get(games::health), "whether the server can do its work")
            .gives::<wire::Health>(),
        route("get", "/api", get(document), "this document"),
        route("get", "/api/reach", get(games::reach), "where friends can reach this server")
            .gives::<wire::Reach>(),
        route("get", "/api/games", get(games::games), "games with their scenarios and options")
            .gives::<wire::GameList>(),
        route("get", "/api/games/{game}/scenarios/{id}", get(games::scenario), "one scenario, for a preview")
            .gives::<wire::ScenarioPage>(),
        route(
            "post",
            "/api/games/{game}/scenarios/{id}/preview",
            post(games::preview),
            "one scenario under other options",
        )
        .takes::<wire::PreviewRequest>()
        .gives::<wire::ScenarioPage>(),
        route("get", "/api/games/{game}/puzzles", get(puzzles::list), "positions with one best order")
            .gives::<wire::PuzzleList>(),
        route(
            "get",
            "/api/games/{game}/puzzles/{id}",
            get(puzzles::show),
            "one of them, as its seat sees it",
        )
        .gives::<wire::PuzzlePage>(),
        route(
            "post",
            "/api/games/{game}/puzzles/{id}/check",
            post(puzzles::check),
            "says what is wrong with an order in a puzzle",
        )
        .takes::<wire::OrderRequest>()
        .gives::<wire::Checked>(),
        route("post", "/api/games/{game}/puzzles/{id}/try", post(puzzles::attempt), "how good an order is")
            .takes::<wire::TryRequest>()
            .gives::<wire::Tried>(),
        route("get", "/api/games/{game}/rules", get(games::rules), "the rule index")
            .gives::<wire::RuleIndex>(),
        route(
            "post",
            "/api/games/{game}/lessons/{id}",
            post(lessons::play),
            "where a lesson stands after some orders",
        )
        .takes::<wire::LessonRequest>()
        .gives::<wire::LessonMoment>(),
        route(
            "post",
            "/api/games/{game}/lessons/{id}/check",
            post(lessons::check),
            "what the rules say of an order there",
        )
        .takes::<wire::LessonAsk>()
        .gives::<wire::Checked>(),
        route("get", "/api/games/{game}/howto", get(shown::howto), "how to play, in chapters")
            .gives::<wire::HowTo>(),
        route("get", "/api/games/{game}/cases", get(shown::cases), "examples of the rules")
            .gives::<wire::CaseList>(),
        route("get", "/api/games/{game}/cases/{id}", get(shown::case), "an example, played step by step")
            .gives::<wire::CasePage>(),
        route("get", "/api/games/{game}/glossary", get(games::glossary), "what its words and marks mean")
            .gives::<wire::Glossary>(),
        route("get", "/api/games/{game}/shipyard", get(yard::shipyard), "everything a ship can be made of")
            .gives::<wire::Shipyard>(),
        route("post", "/api/games/{game}/designs/check", post(yard::check), "everything about a design")
            .takes::<wire::DesignRequest>()
            .gives::<wire::DesignReport>(),
        route("post", "/api/games/{game}/designs/sheet", post(yard::sheets), "ship displays as SVG")
            .takes::<wire::SheetRequest>()
            .gives::<wire::SheetList>(),
        route("post", "/api/games/{game}/designs/pdf", post(yard::pdf), "ship displays to print")
            .takes::<wire::SheetRequest>()
            .gives_file("application/pdf"),
        route("post", "/api/games/{game}/fleets/check", post(yard::review), "everything about a fleet")
            .takes::<wire::FleetRequest>()
            .gives::<wire::FleetReport>(),
        route(
            "post",
            "/api/games/{game}/fleets/battle",
            post(yard::battle),
            "a scenario in which fleets meet",
        )
        .takes::<wire::BattleRequest>()
        .gives::<wire::BattleSetup>(),
        route(
            "post",
            "/api/games/{game}/fleets/duel",
            post(yard::duel),
            "many battles between two fleets, fought by computers",
        )
        .takes::<wire::DuelRequest>()
        .gives::<wire::DuelResult>(),
        route("post", "/api/matches", post(matches::create), "makes a match")
            .created()
            .takes::<wire::NewMatch>()
            .gives::<wire::Created>(),
        route("post", "/api/matches/list", post(matches::list), "the matches that secrets belong to")
            .takes::<wire::ListRequest>()
            .gives::<wire::MatchList>(),
        route("get", "/api/matches/{id}", get(matches::info), "the match as the bearer sees it")
            .secret()
            .gives::<wire::MatchInfo>(),
        route("post", "/api/matches/{id}/join", post(matches::join), "takes a seat and adds to the dice")
            .secret()
            .takes::<wire::JoinRequest>()
            .gives::<wire::MatchInfo>(),
        route(
            "get",
            "/api/matches/{id}/events",
            get(matches::events),
            "witnessed events with words and rules",
        )
        .secret()
        .query(&[FROM, AS])
        .gives::<wire::LineList>(),
        route("get", "/api/matches/{id}/views/{n}", get(matches::view), "the view after n events")
            .secret()
            .query(&[AS])
            .gives::<wire::ViewPage>(),
        route("post", "/api/matches/{id}/decisions/{n}/order", post(orders::submit), "seals an order")
            .secret()
            .takes::<wire::OrderRequest>()
            .gives::<wire::Submitted>(),
        route(
            "delete",
            "/api/matches/{id}/decisions/{n}/order",
            delete(orders::withdraw),
            "takes a sealed order back",
        )
        .secret()
        .gives::<wire::Table>(),
        route(
            "post",
            "/api/matches/{id}/decisions/{n}/confirm",
            post(orders::confirm),
            "lets a held order count at once",
        )
        .secret()
        .gives::<wire::Table>(),
        route(
            "post",
            "/api/matches/{id}/decisions/{n}/draft",
            post(orders::draft),
            "what counts if a clock runs down",
        )
        .secret()
        .takes::<wire::OrderRequest>()
        .gives::<wire::Table>(),
        route(
            "post",
            "/api/matches/{id}/decisions/{n}/check",
            post(orders::check),
            "says what is wrong with an order, without sealing it",
        )
        .secret()
        .takes::<wire::OrderRequest>()
        .gives::<wire::Checked>(),
        route(
            "get",
            "/api/matches/{id}/suggestion",
            get(orders::suggestion),
            "the order that a short search finds best, and why",
        )
        .secret()
        .gives::<wire::Suggestion>(),
        route("post", "/api/matches/{id}/hurry", post(orders::hurry), "computer seats answer at once")
            .secret()
            .gives::<wire::Table>(),
        route(
            "post",
            "/api/matches/{id}/concede",
            post(orders::concede),
            "concedes a battle fought under different rules",
        )
        .secret()
        .gives::<wire::Table>(),
        route("get", "/api/matches/{id}/record", get(records::record), "the record").secret(),
        route(
            "post",
            "/api/matches/{id}/branch",
            post(records::branch),
            "a new match that goes on from some point of this one",
        )
        .secret()
        .created()
        .takes::<wire::Branch>()
        .gives::<wire::Created>(),
        route("post", "/api/records", post(records::upload), "takes a record in, after verifying it")
            .created()
            .gives::<wire::Created>(),
        route("get", "/api/matches/{id}/live", get(live::live), "a WebSocket: first Hello, then Push"),
    ]
}

pub(crate) fn router(app: App) -> Router {
    let mut router = Router::new();
    for Route { path, handler, .. } in routes() {
        router = router.route(path, handler);
    }
    router
        .fallback(get(web::client))
        .method_not_allowed_fallback(|| async { AppError::not_found("request") })
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

async fn document(State(app): State<App>, wants: Wants) -> Result<Response> {
    app.pages().get("api", &wants, || Ok(openapi::document(&routes()).to_string()))
}
