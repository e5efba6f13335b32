//! Every request there is, in one list: the router and the OpenAPI document
//! are made from it.

mod house;
mod lab;

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
    api::{
        bots, factor, games, lessons, lobby, mail, matches, notices, orders, own, people, puzzles, records,
        seats, shown, yard,
    },
    app::App,
    error::{AppError, Result},
    guard, live, lobby as meeting, openapi,
    pages::Wants,
    stream, web,
};

/// One request of the interface.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) about: &'static str,
    /// Whether it wants a secret.
    pub(crate) secret: bool,
    /// Whether it is there only where the public is let in.
    pub(crate) people: bool,
    /// Whether it wants somebody who is logged in.
    pub(crate) person: bool,
    /// Whether a guest's pass does as well.
    pub(crate) meets: bool,
    /// Whether it wants a bot.
    pub(crate) bot: bool,
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
            people: false,
            person: false,
            meets: false,
            bot: false,
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

    fn people(mut self) -> Route {
        self.people = true;
        self
    }

    fn person(mut self) -> Route {
        self.person = true;
        self.people()
    }

    /// Wants somebody who is logged in, a bot, or a guest with a pass.
    fn meets(mut self) -> Route {
        self.meets = true;
        self.people()
    }

    /// Wants a bot.
    fn bot(mut self) -> Route {
        self.bot = true;
        self.people()
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
    let mut all = at_tables();
    all.extend(house::routes());
    all.extend(lab::routes());
    all
}

fn at_tables() -> Vec<Route> {
    let route = Route::new;
    vec![
        route("get", "/health", get(games::health), "whether the server can do its work")
            .gives::<wire::Health>(),
        route("get", "/ready", get(games::ready), "whether requests should be sent here")
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
        route("post", "/api/games/{game}/lessons/{id}", post(lessons::play), "a lesson after some orders")
            .takes::<wire::LessonRequest>()
            .gives::<wire::LessonMoment>(),
        route(
            "post",
            "/api/games/{game}/lessons/{id}/check",
            post(lessons::check),
            "what the rules say about an order there",
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
            "the draft that counts if a clock runs out",
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
        route("post", "/api/matches/{id}/concede", post(orders::concede), "gives the battle up")
            .secret()
            .takes::<wire::SureRequest>()
            .gives::<wire::Table>(),
        route(
            "post",
            "/api/matches/{id}/return",
            post(seats::back),
            "the bearer plays a seat again that a computer took over",
        )
        .secret()
        .gives::<wire::Table>(),
        route(
            "post",
            "/api/matches/{id}/call-off",
            post(seats::call_off),
            "ends a battle that has hardly begun",
        )
        .secret()
        .takes::<wire::SureRequest>()
        .gives::<wire::Table>(),
        route(
            "post",
            "/api/matches/{id}/draw",
            post(seats::draw),
            "offers a draw, agrees to one, or declines",
        )
        .secret()
        .takes::<wire::DrawRequest>()
        .gives::<wire::Table>(),
        route(
            "post",
            "/api/matches/{id}/replace",
            post(seats::replace),
            "proposes that a computer plays a seat that was left",
        )
        .secret()
        .takes::<wire::ReplaceRequest>()
        .gives::<wire::Table>(),
        route(
            "post",
            "/api/matches/{id}/rematch",
            post(seats::again),
            "the same battle once more, with sides exchanged",
        )
        .secret()
        .gives::<wire::Rematch>(),
        route("get", "/api/matches/{id}/presence", get(seats::presence), "who is at the table")
            .secret()
            .gives::<wire::PresenceList>(),
        route(
            "post",
            "/api/matches/{id}/holiday",
            post(seats::holiday),
            "stops the bearer's clock for some days",
        )
        .secret()
        .takes::<wire::HolidayRequest>()
        .gives::<wire::Table>(),
        route("get", "/api/matches/{id}/record", get(records::record), "the record").secret(),
        route(
            "post",
            "/api/matches/{id}/branch",
            post(records::branch),
            "a new match from some point of this one",
        )
        .secret()
        .created()
        .takes::<wire::Branch>()
        .gives::<wire::Created>(),
        route("post", "/api/records", post(records::upload), "takes a record in, after verifying it")
            .created()
            .gives::<wire::Created>(),
        route("get", "/api/matches/{id}/live", get(live::live), "a WebSocket: first Hello, then Push"),
        route("get", "/api/me", get(people::me), "who asks, and what this server lets them do")
            .people()
            .gives::<wire::Me>(),
        route("post", "/api/people", post(people::sign_up), "makes an account and logs in")
            .people()
            .created()
            .takes::<wire::SignUp>()
            .gives::<wire::Me>(),
        route("post", "/api/session", post(people::log_in), "logs in")
            .people()
            .takes::<wire::LogIn>()
            .gives::<wire::Me>(),
        route("delete", "/api/session", delete(people::log_out), "logs out").people().gives::<wire::Me>(),
        route("get", "/api/me/sessions", get(people::sessions), "where you are logged in")
            .person()
            .gives::<wire::SessionList>(),
        route("delete", "/api/me/sessions", delete(people::end_others), "logs out everywhere else")
            .person()
            .gives::<wire::SessionList>(),
        route("delete", "/api/me/sessions/{id}", delete(people::end_session), "logs out in one browser")
            .person()
            .gives::<wire::SessionList>(),
        route("post", "/api/me/password", post(people::change_password), "changes the password")
            .person()
            .takes::<wire::NewPassword>()
            .gives::<wire::Me>(),
        route("get", "/api/me/battles", get(own::battles), "your battles")
            .person()
            .gives::<wire::MatchList>(),
        route("post", "/api/me/seats", post(own::take_seats), "claims seats whose secrets you have")
            .person()
            .takes::<wire::ListRequest>()
            .gives::<wire::NewSeats>(),
        route("get", "/api/me/export", get(own::export), "everything kept about you")
            .person()
            .gives::<wire::Export>(),
        route("post", "/api/me/delete", post(own::delete), "deletes the account")
            .person()
            .takes::<wire::Password>()
            .gives::<wire::Me>(),
        route("get", "/api/me/notices", get(notices::list), "your notices")
            .person()
            .gives::<wire::NoticeList>(),
        route("post", "/api/me/notices/read", post(notices::read), "marks what was read")
            .person()
            .takes::<wire::ReadRequest>()
            .gives::<wire::NoticeList>(),
        route("get", "/api/me/wishes", get(notices::wishes), "what you are told about, and how")
            .person()
            .gives::<wire::WishPage>(),
        route(
            "post",
            "/api/me/wishes",
            post(notices::set_wishes),
            "changes what you are told about, and how",
        )
        .person()
        .takes::<wire::Wishes>()
        .gives::<wire::WishPage>(),
        route("post", "/api/me/devices", post(notices::add_device), "lets a browser get push messages")
            .person()
            .created()
            .takes::<wire::NewDevice>()
            .gives::<wire::WishPage>(),
        route("delete", "/api/me/devices/{id}", delete(notices::drop_device), "a browser gets none any more")
            .person()
            .gives::<wire::WishPage>(),
        route("post", "/api/me/hook", post(notices::set_hook), "a webhook in place of the one before")
            .person()
            .takes::<wire::NewHook>()
            .gives::<wire::HookCard>(),
        route("delete", "/api/me/hook", delete(notices::drop_hook), "removes the webhook")
            .person()
            .gives::<wire::WishPage>(),
        route("get", "/api/me/mail", get(mail::mail), "your e-mail address")
            .person()
            .gives::<wire::MailPage>(),
        route("post", "/api/me/mail", post(mail::want), "an address, to be confirmed with a link")
            .person()
            .takes::<wire::NewMail>()
            .gives::<wire::MailPage>(),
        route("post", "/api/me/mail/remove", post(mail::remove), "forgets the address")
            .person()
            .takes::<wire::Password>()
            .gives::<wire::MailPage>(),
        route("get", "/api/me/factor", get(factor::factor), "whether there is a second factor")
            .person()
            .gives::<wire::FactorPage>(),
        route("post", "/api/me/factor", post(factor::begin), "what a phone needs to show codes")
            .person()
            .takes::<wire::Password>()
            .gives::<wire::NewFactor>(),
        route("post", "/api/me/factor/confirm", post(factor::switch_on), "switches the second factor on")
            .person()
            .takes::<wire::CodeRequest>()
            .gives::<wire::RecoveryCodes>(),
        route("post", "/api/me/factor/codes", post(factor::other_codes), "new backup codes")
            .person()
            .takes::<wire::PasswordAndCode>()
            .gives::<wire::RecoveryCodes>(),
        route("post", "/api/me/factor/remove", post(factor::switch_off), "switches the second factor off")
            .person()
            .takes::<wire::PasswordAndCode>()
            .gives::<wire::FactorPage>(),
        route("post", "/api/verify", post(mail::verify), "confirms an address, with a link that works once")
            .people()
            .takes::<wire::LinkRequest>()
            .gives::<wire::Proven>(),
        route("post", "/api/forgotten", post(mail::forgotten), "mails a link for a new password")
            .people()
            .takes::<wire::Forgotten>()
            .gives::<wire::Posted>(),
        route("post", "/api/reset", post(own::reset), "a new password, with a link that works once")
            .people()
            .takes::<wire::Reset>()
            .gives::<wire::Me>(),
        route("get", "/api/lobby", get(lobby::page), "open tables, and who is here")
            .people()
            .gives::<wire::LobbyPage>(),
        route("get", "/api/lobby/live", get(meeting::live), "a WebSocket: first LobbyHello, then LobbyPush")
            .people(),
        route("get", "/api/lobby/mine", get(lobby::mine), "your tables, and challenges to you")
            .meets()
            .gives::<wire::InvitationList>(),
        route("post", "/api/lobby/tables", post(lobby::invite), "opens a table, or challenges somebody")
            .meets()
            .created()
            .takes::<wire::NewTable>()
            .gives::<wire::MadeTable>(),
        route("post", "/api/lobby/tables/{id}/look", post(lobby::look), "a table you are invited to")
            .people()
            .takes::<wire::LinkRequest>()
            .gives::<wire::Invitation>(),
        route("post", "/api/lobby/tables/{id}/join", post(lobby::join), "joins a table; accepts a challenge")
            .meets()
            .takes::<wire::LinkRequest>()
            .gives::<wire::Met>(),
        route("post", "/api/lobby/tables/{id}/decline", post(lobby::decline), "declines a challenge")
            .meets()
            .gives::<wire::InvitationList>(),
        route(
            "delete",
            "/api/lobby/tables/{id}",
            delete(lobby::withdraw),
            "withdraws a table or a challenge",
        )
        .meets()
        .gives::<wire::InvitationList>(),
        route("post", "/api/lobby/pair", post(lobby::pair), "pairs you with somebody who wants the same")
            .meets()
            .takes::<wire::PairRequest>()
            .gives::<wire::Paired>(),
        route("get", "/api/me/bots", get(bots::bots), "your bots").person().gives::<wire::BotList>(),
        route("post", "/api/me/bots", post(bots::make), "makes a bot, with a token")
            .person()
            .created()
            .takes::<wire::NewBot>()
            .gives::<wire::BotToken>(),
        route("delete", "/api/me/bots/{id}", delete(bots::delete), "deletes a bot")
            .person()
            .gives::<wire::BotList>(),
        route("post", "/api/me/bots/{id}/token", post(bots::renew), "another token for a bot")
            .person()
            .created()
            .gives::<wire::BotToken>(),
        route("delete", "/api/me/bots/{id}/token", delete(bots::revoke), "takes a bot's token back")
            .person()
            .gives::<wire::BotList>(),
        route("get", "/api/bot/stream", get(stream::stream), "what waits for a bot, as lines of BotLine")
            .bot()
            .gives_file("application/x-ndjson"),
    ]
}

/// Those that this server has: one without people has none for them.
fn routes_of(app: &App) -> Vec<Route> {
    routes().into_iter().filter(|it| !it.people || app.house().is_some()).collect()
}

pub(crate) fn router(app: App) -> Router {
    let mut router = Router::new();
    for Route { path, handler, .. } in routes_of(&app) {
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
    app.pages().get("api", &wants, || Ok(openapi::document(&routes_of(&app)).to_string()))
}
