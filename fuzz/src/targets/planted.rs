//! Targets that fall over on purpose: what the driver does when one does is
//! tried on them (`tests/driver.rs`). No other run has them.

use std::{process, thread, time::Duration};

use serde_json::{Value, json};

use super::Target;
use crate::Told;

pub const PLANTED: [Target; 4] = [
    Target { name: "planted-panic", run: panics, seeds },
    Target { name: "planted-unread", run: panics_over_unknown, seeds },
    Target { name: "planted-abort", run: aborts, seeds },
    Target { name: "planted-hang", run: hangs, seeds },
];

fn seeds() -> Vec<Vec<u8>> {
    vec![json!({"number": 1, "text": "one"}).to_string().into_bytes()]
}

/// One number in many is enough.
fn is_spoiled(data: &[u8]) -> Result<bool, String> {
    let value: Value = serde_json::from_slice(data).map_err(|err| err.to_string())?;
    Ok(value["number"] == 255)
}

fn panics(data: &[u8]) -> Told {
    assert!(!is_spoiled(data)?, "planted");
    Ok(())
}

/// Stops over fields it does not know, which the driver asks about to learn.
fn panics_over_unknown(data: &[u8]) -> Told {
    let value: Value = serde_json::from_slice(data).map_err(|err| err.to_string())?;
    let known =
        |fields: &serde_json::Map<String, Value>| fields.keys().all(|it| it == "number" || it == "text");
    assert!(value.as_object().is_none_or(known), "planted");
    Ok(())
}

/// As a stack that overflows does: nobody can catch it.
fn aborts(data: &[u8]) -> Told {
    if is_spoiled(data)? {
        process::abort();
    }
    Ok(())
}

fn hangs(data: &[u8]) -> Told {
    while is_spoiled(data)? {
        thread::sleep(Duration::from_secs(1));
    }
    Ok(())
}
