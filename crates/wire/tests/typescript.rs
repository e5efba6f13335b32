//! The client's types are those of the server.

use std::{fs, path::Path};

#[test]
fn the_typescript_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/index.ts");
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == wire::typescript(), "web/src/wire/index.ts is stale; run: cargo xtask types");
}

#[test]
fn numbers_are_numbers_and_unknown_is_unknown() {
    let text = wire::typescript();
    assert!(!text.contains("bigint"));
    assert!(!text.contains("JsonValue"), "game data is typed by the game's own folder");
}
