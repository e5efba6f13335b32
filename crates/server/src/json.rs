//! JSON from outside: not too large, not too deep, and wrong in words.

use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, Request},
    http::header::CONTENT_TYPE,
};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;

use crate::{
    app::App,
    error::{AppError, Result},
};

/// The parser's own limit is twice this; nothing of ours is half as deep.
const DEEPEST: usize = 64;

/// Somebody who sends more than this many times what a body may have does not hear why it was too large.
const HEARD_OUT: usize = 16;

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

/// The body, if it has at most so many bytes. What is too large is read on for a while and thrown
/// away: a connection that is closed while its client still writes is reset, and the client sees
/// that instead of the answer.
pub(crate) async fn read_body(body: Body, most: usize) -> Result<Bytes> {
    let mut pieces = body.into_data_stream();
    let (mut kept, mut length) = (Vec::new(), 0_usize);
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| AppError::malformed("the body could not be read"))?;
        length = length.saturating_add(piece.len());
        if length <= most {
            kept.extend_from_slice(&piece);
        } else if most.saturating_mul(HEARD_OUT) < length {
            break;
        }
    }
    if most < length { Err(AppError::too_large()) } else { Ok(kept.into()) }
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
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use futures_util::stream;

    use super::*;

    /// A body in pieces of ten bytes, and how many of them were taken.
    async fn taken(pieces: usize, most: usize) -> (Result<Bytes>, usize) {
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        let body = stream::iter(0..pieces).map(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok::<_, std::io::Error>("0123456789")
        });
        let read = read_body(Body::from_stream(body), most).await;
        (read, count.load(Ordering::Relaxed))
    }

    #[tokio::test]
    async fn a_body_too_large_is_heard_out_but_not_for_ever() {
        let (read, _) = taken(3, 30).await;
        assert_eq!(read.unwrap(), "012345678901234567890123456789");
        let (read, pieces) = taken(4, 39).await;
        assert!(read.is_err() && pieces == 4);
        let (read, pieces) = taken(1_000, 30).await;
        assert!(read.is_err() && pieces == 3 * HEARD_OUT + 1);
    }

    #[test]
    fn depth_is_counted_outside_of_texts() {
        assert!(check_depth("[".repeat(64).as_bytes()).is_ok());
        assert!(check_depth("[".repeat(65).as_bytes()).is_err());
        assert!(check_depth(format!("\"{}\\\"{}\"", "[".repeat(99), "{".repeat(99)).as_bytes()).is_ok());
        assert!(check_depth("[]".repeat(999).as_bytes()).is_ok());
    }
}
