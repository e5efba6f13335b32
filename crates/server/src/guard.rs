//! What every request passes on its way in and every answer on its way out.

use std::{any::Any, net::SocketAddr, panic::AssertUnwindSafe, time::Duration};

use axum::{
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures_util::FutureExt as _;
use tokio::time::{Instant, timeout};
use tracing::Instrument as _;

use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    secret::{self, Chance},
};

/// No request takes longer; bodies that trickle in are cut off. Everything
/// that waits for the database has shorter limits of its own, so that whoever
/// sent an order hears what became of it.
const LONGEST: Duration = Duration::from_secs(60);

/// Scripts and styles come from files of ours and from nowhere else.
const CSP: &str = "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; \
                   base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CSP),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Which client this server brings: a page that is another one loads itself again.
const BUILD: HeaderName = HeaderName::from_static("x-flagbridge-build");

/// What a request is called in the logs: as whoever sent it calls it, page or proxy, or else a name of ours.
const REQUEST: HeaderName = HeaderName::from_static("x-request-id");

/// Ours are drawn, and not counted: a count would tell what others ask for meanwhile.
fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST).and_then(|it| it.to_str().ok()).filter(|it| secret::may_be_id(it));
    given.map_or_else(|| Chance::new(None).id(), str::to_owned)
}

/// Anybody may make up a method, and would make a line of it in what is counted.
fn known_method(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "DELETE" => "DELETE",
        _ => "other",
    }
}

pub(crate) async fn guard(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let id = request_id(request.headers());
    let span = tracing::info_span!("request", id);
    let method = request.method().clone();
    // The pattern, not the path: what stands in the log is the same for all.
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let admitted = admit(&app, address, &request);
    let mut response = match admitted {
        Ok(()) => caught(request, next).instrument(span.clone()).await,
        Err(err) => err.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if let Ok(build) = HeaderValue::from_str(app.build()) {
        response.headers_mut().insert(BUILD, build);
    }
    if route.as_deref().is_some_and(|route| route.starts_with("/api")) {
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST, id);
    }
    let status = response.status().as_u16();
    let took = begun.elapsed();
    let milliseconds = took.as_millis() as u64;
    let route = route.as_deref().unwrap_or("-");
    span.in_scope(|| tracing::info!(%method, route, status, milliseconds, "answered"));
    app.metrics().answered(known_method(&method), route, status, took);
    response
}

/// Carries a request out. Rules that stop short cost their asker an answer
/// and nobody else anything: what reads a match does not change it, and what
/// changes one is done apart (`host::whole`).
async fn caught(request: Request, next: Next) -> Response {
    let id = match_in(request.uri().path()).to_owned();
    match timeout(LONGEST, AssertUnwindSafe(next.run(request)).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(cause)) => {
            tracing::error!(id, words = words_of(&*cause), "a request broke off");
            AppError::internal().into_response()
        }
        Err(_) => AppError::too_slow().into_response(),
    }
}

/// The match a path is about, for the log.
fn match_in(path: &str) -> &str {
    let rest = path.strip_prefix("/api/matches/").unwrap_or_default();
    rest.split('/').next().unwrap_or_default()
}

/// What a panic said last.
pub(crate) fn words_of(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}

fn admit(app: &App, address: SocketAddr, request: &Request) -> Result<()> {
    let headers = request.headers();
    app.admit_address(Asker::of(app, address, headers).0)?;
    app.edge().meant_for_us(headers)?;
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    if (!reads || headers.contains_key(header::UPGRADE)) && !same_origin(headers) {
        return Err(AppError::forbidden("a page from another site may not do this"));
    }
    Ok(())
}

/// Whether the browser itself says that the request comes from a page of ours. What a program sends
/// says nothing, and is not believed to.
pub(crate) fn is_our_page(headers: &HeaderMap) -> bool {
    let fetch = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    same_origin(headers) && (fetch == Some("same-origin") || headers.contains_key(header::ORIGIN))
}

/// Programs send no origin and hold no cookie of ours: only pages can be
/// tricked, and those say where they come from. What comes with a cookie has
/// to say so (`is_our_page`).
fn same_origin(headers: &HeaderMap) -> bool {
    let fetch = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if fetch.is_some_and(|site| site == "cross-site" || site == "same-site") {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok();
    let place = origin.and_then(|it| it.strip_prefix("http://").or_else(|| it.strip_prefix("https://")));
    place.zip(host).is_some_and(|(place, host)| place.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, HeaderValue::from_static(value));
        }
        same_origin(&headers)
    }

    #[test]
    fn only_our_own_pages_write() {
        assert!(allowed(&[("host", "a:1")]));
        assert!(allowed(&[("host", "a:1"), ("origin", "http://a:1")]));
        assert!(allowed(&[("host", "a"), ("origin", "https://A"), ("sec-fetch-site", "same-origin")]));
        assert!(!allowed(&[("host", "a:1"), ("origin", "http://a:2")]));
        assert!(!allowed(&[("host", "a:1"), ("origin", "null")]));
        assert!(!allowed(&[("host", "a"), ("sec-fetch-site", "cross-site")]));
    }

    #[test]
    fn a_cookie_wants_a_page_that_is_ours_for_certain() {
        let ours = |pairs: &[(&'static str, &'static str)]| {
            let pairs = pairs
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            is_our_page(&pairs.collect())
        };
        assert!(ours(&[("host", "a"), ("origin", "https://a")]));
        assert!(ours(&[("host", "a"), ("sec-fetch-site", "same-origin")]));
        assert!(!ours(&[("host", "a")]));
        assert!(!ours(&[("host", "a"), ("sec-fetch-site", "none")]));
        assert!(!ours(&[("host", "a"), ("origin", "https://b"), ("sec-fetch-site", "same-origin")]));
        assert!(!ours(&[("host", "a"), ("origin", "https://a"), ("sec-fetch-site", "same-site")]));
    }

    #[test]
    fn the_log_names_the_match() {
        assert_eq!(match_in("/api/matches/abc/decisions/1/order"), "abc");
        assert_eq!(match_in("/api/matches/abc"), "abc");
        assert_eq!(match_in("/api/games"), "");
    }

    /// A handler that panics is answered, and the next request as if nothing had been.
    #[tokio::test]
    async fn a_panic_is_an_answer() {
        let broken = || async {
            if true {
                panic!("ship 99 of 3")
            }
        };
        let router = axum::Router::new()
            .route("/broken", axum::routing::get(broken))
            .route("/well", axum::routing::get(|| async { "well" }))
            .layer(axum::middleware::from_fn(caught));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        for (path, status, word) in
            [("broken", 500, "internal"), ("well", 200, "well"), ("broken", 500, "mistake")]
        {
            let answer = client.get(format!("{base}/{path}")).send().await.unwrap();
            assert_eq!(answer.status(), status);
            assert!(answer.text().await.unwrap().contains(word));
        }
    }
}
