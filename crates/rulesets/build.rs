//! Lists the lessons of every game, so that a new one is a file and nothing else, and packs its
//! puzzles into one compressed list: their positions are events, which say much the same again and
//! again.

use std::{
    env,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};

const GAMES: [&str; 5] = ["asfos", "talon", "full-thrust", "ftb", "stratoyager"];

fn main() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    let mut list = String::from("[\n");
    for game in GAMES {
        let data = crates.join(format!("rules-{game}/data"));
        for file in files(&data.join("lessons"), "toml") {
            let file = file.canonicalize().expect("a file that was just listed");
            let name = file.file_stem().expect("a file has a name").to_string_lossy();
            writeln!(list, "    ({game:?}, {name:?}, include_str!({:?})),", file.display().to_string())
                .expect("text takes text");
        }
        let packed = fs::File::create(out.join(format!("{game}.gz"))).expect("a file of our own");
        let mut packed = GzEncoder::new(packed, Compression::best());
        for file in files(&data.join("puzzles"), "json") {
            let text = fs::read_to_string(&file).unwrap_or_else(|err| panic!("{}: {err}", file.display()));
            let text = text.trim();
            assert!(!text.contains('\n'), "{}: a puzzle is one line", file.display());
            writeln!(packed, "{text}").expect("a file of our own");
        }
        packed.finish().expect("a file of our own");
    }
    list.push_str("]\n");
    fs::write(out.join("lessons.rs"), list).expect("cargo gave a folder to write to");
}

/// The files in `folder` that end so, by name; none if it is not there yet.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    // A folder that is not there yet is looked for again whenever its parent changes.
    let watched = if folder.is_dir() { folder } else { folder.parent().expect("a folder in a crate") };
    println!("cargo::rerun-if-changed={}", watched.display());
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .map(|all| all.map(|it| it.expect("a folder that can be read").path()).collect())
        .unwrap_or_default();
    files.retain(|it| it.extension().is_some_and(|it| it == end));
    files.sort();
    files
}
