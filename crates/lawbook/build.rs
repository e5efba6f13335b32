//! Finds where every rule of every game is coded and tested and under which heading it stands, and
//! packs the cases that show it.

#[path = "src/title.rs"]
mod title;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

/// Each game with the letters its rules begin with.
const GAMES: [(&str, &str); 5] =
    [("asfos", "ASF"), ("talon", "TAL"), ("full-thrust", "FT"), ("ftb", "FTB"), ("stratoyager", "STR")];

/// Where cases lie in a game's crate: those that test it, and those that were drawn for its guide.
const FOLDERS: [&str; 2] = ["cases", "howto/cases"];

fn main() {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let games = GAMES.map(|(game, prefix)| (game, prefix, format!("{crates}/rules-{game}")));
    citations::generate_places(&games);
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo tells build scripts where to write"));
    let (mut chapters, mut cases) = (String::from("&[\n"), String::from("&[\n"));
    for (game, prefix, dir) in games {
        let dir = Path::new(&dir);
        let rules = read(&dir.join("rules.md"));
        writeln!(chapters, "({game:?}, &{:?}),", title::chapters(prefix, &rules)).expect("a string");
        let file = out.join(format!("{game}.cases"));
        fs::write(&file, packed(dir)).unwrap_or_else(|err| panic!("{}: {err}", file.display()));
        writeln!(cases, "({game:?}, include_bytes!({file:?})),").expect("a string");
    }
    for (name, text) in [("chapters.rs", chapters), ("cases.rs", cases)] {
        fs::write(out.join(name), text + "]\n").unwrap_or_else(|err| panic!("{name}: {err}"));
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|err| panic!("{}: {err}", path.display()))
}

/// All cases of a game by the names of their files, each with its text, one after the other and
/// pressed: `name NUL text NUL`.
fn packed(dir: &Path) -> Vec<u8> {
    let mut cases: BTreeMap<String, String> = BTreeMap::new();
    for folder in FOLDERS.map(|it| dir.join(it)) {
        if !folder.is_dir() {
            continue;
        }
        println!("cargo:rerun-if-changed={}", folder.display());
        let entries = fs::read_dir(&folder).unwrap_or_else(|err| panic!("{}: {err}", folder.display()));
        for path in entries.map(|it| it.expect("a folder that can be read").path()) {
            let Some(name) = path.file_name().and_then(|it| it.to_str()) else { continue };
            if let Some(id) = name.strip_suffix(".toml") {
                let before = cases.insert(id.to_owned(), read(&path));
                assert!(before.is_none(), "{}: there is another case of that name", path.display());
            }
        }
    }
    let mut pressed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    for (id, text) in cases {
        for part in [id.as_str(), "\0", text.as_str(), "\0"] {
            pressed.write_all(part.as_bytes()).expect("memory can be written to");
        }
    }
    pressed.finish().expect("memory can be written to")
}
