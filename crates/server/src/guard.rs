//! What every request passes on its way in and every answer on its way out.

use std::net::SocketAddr;

use axum::{
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tokio::time::Instant;

use crate::{
    app::App,
    error::{AppError, Result},
    limits::neighbourhood,
};

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

pub(crate) async fn guard(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    // The pattern, not the path: what stands in the log is the same for all.
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let admitted = admit(&app, address, &request);
    let mut response = match admitted {
        Ok(()) => next.run(request).await,
        Err(err) => err.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if route.as_deref().is_some_and(|route| route.starts_with("/api")) {
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    let status = response.status().as_u16();
    let milliseconds = begun.elapsed().as_millis() as u64;
    let route = route.as_deref().unwrap_or("-");
    tracing::info!(%method, route, status, milliseconds, "answered");
    response
}

fn admit(app: &App, address: SocketAddr, request: &Request) -> Result<()> {
    app.admit_address(neighbourhood(address.ip()))?;
    let headers = request.headers();
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    if (!reads || headers.contains_key(header::UPGRADE)) && !same_origin(headers) {
        return Err(AppError::forbidden("a page of another origin may not do this"));
    }
    Ok(())
}

/// Programs send no origin and hold no cookie of ours: only pages can be
/// tricked, and those say where they come from.
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
}
