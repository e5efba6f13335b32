//! JSON from outside: not too large, not too deep, and wrong in words.

use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, Request},
    http::header::CONTENT_TYPE,
};
use serde::de::DeserializeOwned;

use crate::{
    app::App,
    error::{AppError, Result},
};

/// The parser's own limit is twice this; nothing of ours is half as deep.
const DEEPEST: usize = 64;

/// A body that has been read and understood.
pub(crate) struct Sent<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Sent<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (head, body) = request.into_parts();
        // Pages of other origins cannot send this type without asking first.
        let kind = head.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(AppError::malformed("expected a body of type application/json"));
        }
        let bytes = read_body(body, app.limits().body).await?;
        parse(&bytes).map(Sent)
    }
}

pub(crate) async fn read_body(body: Body, most: usize) -> Result<Bytes> {
    axum::body::to_bytes(body, most).await.map_err(|err| {
        use std::error::Error as _;
        // The limit says so by its name; anything else is a connection that broke.
        let limit = err.source().is_some_and(|cause| cause.to_string().contains("length limit"));
        if limit { AppError::too_large() } else { AppError::malformed("the body could not be read") }
    })
}

pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    check_depth(bytes)?;
    serde_json::from_slice(bytes).map_err(|err| AppError::malformed(err.to_string()))
}

pub(crate) fn check_depth(bytes: &[u8]) -> Result<()> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                depth += 1;
                if DEEPEST < depth {
                    return Err(AppError::malformed(format!("JSON nested deeper than {DEEPEST}")));
                }
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_counted_outside_of_texts() {
        assert!(check_depth("[".repeat(64).as_bytes()).is_ok());
        assert!(check_depth("[".repeat(65).as_bytes()).is_err());
        assert!(check_depth(format!("\"{}\\\"{}\"", "[".repeat(99), "{".repeat(99)).as_bytes()).is_ok());
        assert!(check_depth("[]".repeat(999).as_bytes()).is_ok());
    }
}
