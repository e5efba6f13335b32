//! Pages that never change while the server runs: made once, pressed once,
//! and sent with a tag by which a client that has one is told so.

use std::{
    collections::HashMap,
    io::Write as _,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    body::{Body, Bytes},
    extract::FromRequestParts,
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};

use crate::{
    app::App,
    error::{AppError, Result},
};

/// All that have been asked for. There are as many as games and scenarios.
#[derive(Debug, Default)]
pub(crate) struct Pages(Mutex<HashMap<String, Arc<Page>>>);

/// JSON, plain and pressed.
#[derive(Debug)]
struct Page {
    tag: String,
    plain: Bytes,
    pressed: Bytes,
}

impl Page {
    fn new(text: String) -> Result<Page> {
        let tag = format!("\"{}\"", &blake3::hash(text.as_bytes()).to_hex()[..32]);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let pressed = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
        let pressed = pressed.map_err(|_| AppError::internal())?;
        Ok(Page { tag, plain: text.into(), pressed: pressed.into() })
    }
}

/// What the client has and takes.
#[derive(Debug)]
pub(crate) struct Wants {
    known: Option<String>,
    gzip: bool,
}

impl FromRequestParts<App> for Wants {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        Ok(Wants::of(&parts.headers))
    }
}

impl Wants {
    fn of(headers: &HeaderMap) -> Wants {
        let text = |name| headers.get(name).and_then(|it| it.to_str().ok());
        let known = text(header::IF_NONE_MATCH).map(str::to_owned);
        let takes = |coding: &str| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
            let refused = matches!(weight.trim().strip_prefix("q="), Some("0" | "0.0" | "0.00" | "0.000"));
            name.trim().eq_ignore_ascii_case("gzip") && !refused
        };
        let gzip = text(header::ACCEPT_ENCODING).is_some_and(|it| it.split(',').any(takes));
        Wants { known, gzip }
    }

    fn has(&self, tag: &str) -> bool {
        let Some(known) = &self.known else { return false };
        known.split(',').map(str::trim).any(|it| it == "*" || it.trim_start_matches("W/") == tag)
    }
}

impl Pages {
    /// The page called `name`, made if this is the first time that somebody wants it.
    pub(crate) fn get(
        &self,
        name: &str,
        wants: &Wants,
        make: impl FnOnce() -> Result<String>,
    ) -> Result<Response> {
        let kept = self.lock().get(name).cloned();
        let page = match kept {
            Some(page) => page,
            None => {
                let page = Arc::new(Page::new(make()?)?);
                Arc::clone(self.lock().entry(name.to_owned()).or_insert(page))
            }
        };
        Ok(page.answer(wants))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Page>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A page of which there are too many to keep them all: made each time it is wanted.
pub(crate) fn fleeting(wants: &Wants, text: String) -> Result<Response> {
    Ok(Page::new(text)?.answer(wants))
}

impl Page {
    fn answer(&self, wants: &Wants) -> Response {
        // The same tag for both forms, so a weak one.
        let named = [
            (header::ETAG, format!("W/{}", self.tag)),
            (header::CACHE_CONTROL, "no-cache".to_owned()),
            (header::VARY, "accept-encoding".to_owned()),
        ];
        if wants.has(&self.tag) {
            return (StatusCode::NOT_MODIFIED, named).into_response();
        }
        let json = (header::CONTENT_TYPE, "application/json");
        match wants.gzip {
            true => {
                let pressed = (header::CONTENT_ENCODING, "gzip");
                (named, [json, pressed], Body::from(self.pressed.clone())).into_response()
            }
            false => (named, [json], Body::from(self.plain.clone())).into_response(),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn wants(name: header::HeaderName, value: &'static str) -> Wants {
        Wants::of(&HeaderMap::from_iter([(name, HeaderValue::from_static(value))]))
    }

    #[test]
    fn a_page_is_made_once_and_told_by_its_tag() {
        let pages = Pages::default();
        let nothing = Wants::of(&HeaderMap::new());
        let first = pages.get("a", &nothing, || Ok("{}".to_owned())).unwrap();
        let tag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
        let again = pages.get("a", &nothing, || panic!("made before")).unwrap();
        assert_eq!(again.headers()[header::ETAG].to_str().unwrap(), tag);
        let known = Wants { known: Some(format!("\"x\", {tag}")), gzip: true };
        let told = pages.get("a", &known, || panic!("made before")).unwrap();
        assert_eq!(told.status(), StatusCode::NOT_MODIFIED);
        assert!(pages.get("b", &nothing, || Err(AppError::not_found("game"))).is_err());
    }

    #[test]
    fn only_those_who_take_it_get_it_pressed() {
        for (value, gzip) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("br", false),
            ("identity, *;q=0", false),
        ] {
            assert_eq!(wants(header::ACCEPT_ENCODING, value).gzip, gzip, "{value}");
        }
        assert!(wants(header::IF_NONE_MATCH, "*").has("\"a\""));
        assert!(!wants(header::IF_NONE_MATCH, "\"b\"").has("\"a\""));
    }
}
