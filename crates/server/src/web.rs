//! The web client, embedded in the program.

use std::sync::OnceLock;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use rust_embed::Embed;

use crate::{app::App, error::AppError};

#[derive(Embed)]
#[folder = "../../web/dist"]
#[exclude = "*.map"]
struct Client;

/// What there is where the client has not been built.
const UNBUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Flagbridge</title>\
    <h1>Flagbridge</h1><p>The server runs, but this build has no web client in it. \
    In a clone of the project, <code>cargo xtask play</code> builds both; by hand, \
    <code>npm install</code> and <code>npm run build</code> in the folder <code>web</code>, \
    and then the program again.</p><p>The interface is described at <a href=\"/api\">/api</a>.</p></html>";

/// Which client this is: a hash of its files, the same for the same files wherever and whenever they were built.
pub(crate) fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let mut names: Vec<_> = Client::iter().collect();
        names.sort();
        let mut hasher = blake3::Hasher::new();
        for name in names {
            let Some(file) = Client::get(&name) else { continue };
            // Names have an end, so that no two lists of files look alike.
            hasher.update(name.as_bytes()).update(&[0]).update(&file.metadata.sha256_hash());
        }
        hasher.finalize().to_hex()[..16].to_owned()
    })
}

/// The page with the name of its client in it, by which its script knows what it is, and whether
/// there are people here.
fn with_name(page: &[u8], build: &str, people: bool) -> String {
    let people = if people { "<meta name=\"flagbridge-people\" content=\"yes\">" } else { "" };
    let head = format!("<head><meta name=\"flagbridge-build\" content=\"{build}\">{people}");
    String::from_utf8_lossy(page).replacen("<head>", &head, 1)
}

pub(crate) async fn client(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    if path == "api" || path.starts_with("api/") {
        return AppError::not_found("request").into_response();
    }
    let Some(file) = Client::get(path) else {
        if path == "index.html" {
            return Html(UNBUILT).into_response();
        }
        let words = "<!doctype html><html lang=\"en\"><title>Flagbridge</title>\
            <p>There is nothing here. <a href=\"/\">Go to the home page</a></html>";
        return (StatusCode::NOT_FOUND, Html(words)).into_response();
    };
    let hash: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let page = path == "index.html";
    let people = app.house().is_some();
    let tag = if page {
        format!("\"{hash}-{}{}\"", app.build(), if people { "-p" } else { "" })
    } else {
        format!("\"{hash}\"")
    };
    // Names under assets/ carry a hash: what they stand for never changes.
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(header::IF_NONE_MATCH).and_then(|it| it.to_str().ok());
    let named = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, caching.to_owned())];
    if known.is_some_and(|known| known.trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, named).into_response();
    }
    let body =
        if page { Body::from(with_name(&file.data, app.build(), people)) } else { Body::from(file.data) };
    (named, [(header::CONTENT_TYPE, kind(path))], body).into_response()
}

/// By the end of the name. Whatever is not in this list is not shown but saved.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_carries_the_name_of_its_client() {
        let page = with_name(b"<!doctype html><html><head><title>x</title></head></html>", "abc", false);
        assert_eq!(
            page,
            "<!doctype html><html><head><meta name=\"flagbridge-build\" content=\"abc\"><title>x</title>\
             </head></html>"
        );
    }

    #[test]
    fn the_name_of_a_client_follows_from_its_files_alone() {
        assert_eq!(build(), build());
        assert!(build().len() == 16 && build().bytes().all(|it| it.is_ascii_hexdigit()), "{}", build());
    }
}
