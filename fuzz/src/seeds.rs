//! Good inputs: what lies in the project's own folders.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_owned)
}

/// The crates of the games.
pub fn games() -> Vec<PathBuf> {
    let mut games: Vec<PathBuf> = entries(&root().join("crates"));
    games.retain(|it| it.file_name().is_some_and(|name| name.to_string_lossy().starts_with("rules-")));
    games
}

/// Everything in a folder, in a fixed order; nothing if there is no such folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
    paths.sort();
    paths
}

/// The files of `folder` in every game's crate, and in folders below it.
pub fn of_games(folder: &str) -> Vec<Vec<u8>> {
    games().iter().flat_map(|game| below(&game.join(folder))).collect()
}

/// The files of a folder of the project.
pub fn of(folder: &str) -> Vec<Vec<u8>> {
    below(&root().join(folder))
}

fn below(folder: &Path) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            files.extend(below(&path));
        } else if path.extension().is_some_and(|end| end == "json" || end == "toml") {
            files.extend(fs::read(&path).ok().map(|bytes| as_json(&path, bytes)));
        }
    }
    files
}

/// TOML as JSON, which has a structure to change: what a game reads is the same.
fn as_json(path: &Path, bytes: Vec<u8>) -> Vec<u8> {
    if path.extension().is_none_or(|end| end != "toml") {
        return bytes;
    }
    let value: Option<Value> = std::str::from_utf8(&bytes).ok().and_then(|text| toml::from_str(text).ok());
    value.map_or(bytes, |value| value.to_string().into_bytes())
}
