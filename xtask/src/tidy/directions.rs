//! Which crate may name which: only those to its left.

use super::Found;

/// The crates from left to right. A crate depends only on lower ranks, so no
/// game can name another game, nor a computer player a game.
const RANKS: [(&str, u8); 24] = [
    // Features and no code: whoever needs it may name it.
    ("alike", 0),
    ("citations", 0),
    ("dice", 0),
    ("geometry", 0),
    ("lawbook", 0),
    ("couriers", 0),
    ("people", 0),
    ("plain", 0),
    ("sheets", 0),
    ("store", 0),
    ("wire", 0),
    ("plotter", 1),
    ("proof", 1),
    ("engine", 2),
    ("signet", 2),
    ("ai", 3),
    ("rules-", 3),
    ("testkit", 3),
    ("erased", 4),
    ("any-", 5),
    ("rulesets", 6),
    ("lab", 7),
    ("server", 8),
    ("cli", 9),
];

fn rank(name: &str) -> Option<u8> {
    let is = |it: &str| name == it || (it.ends_with('-') && name.starts_with(it));
    RANKS.iter().find(|(it, _)| is(it)).map(|(_, rank)| *rank)
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Normal,
    Build,
    Dev,
    Other,
}

pub(super) fn check(path: &str, text: &str, found: &mut Found<'_>) {
    let Some(name) = path.strip_prefix("crates/").and_then(|path| path.strip_suffix("/Cargo.toml")) else {
        return;
    };
    let Some(own) = rank(name) else {
        found(1, format!("crate {name} has no place yet in xtask/src/tidy/directions.rs"));
        return;
    };
    let mut section = Section::Other;
    for (n, line) in text.lines().enumerate() {
        if let Some(heading) = line.trim().strip_prefix('[') {
            section = match heading.trim_end_matches(']') {
                "dependencies" => Section::Normal,
                "build-dependencies" => Section::Build,
                "dev-dependencies" => Section::Dev,
                _ => Section::Other,
            };
            continue;
        }
        let Some(dependency) = line.split(['.', '=']).next().map(str::trim) else { continue };
        // Crates of others have no rank and no direction.
        let Some(theirs) = rank(dependency).filter(|_| section != Section::Other) else { continue };
        let allowed = match (dependency, section) {
            ("alike", _) => true,
            ("testkit", Section::Dev) => true,
            ("testkit", Section::Normal | Section::Build) => false,
            // A game's tests may let computer players try it.
            ("ai", Section::Dev) if name.starts_with("rules-") => true,
            ("citations", Section::Build) => true,
            ("citations", Section::Normal | Section::Dev) => false,
            (_, Section::Normal | Section::Build | Section::Dev | Section::Other) => theirs < own,
        };
        if !allowed {
            found(
                n + 1,
                format!("{name} may not depend on {dependency} here (docs/architecture.md, directions)"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> usize {
        let mut n = 0;
        check(path, text, &mut |_, _| n += 1);
        n
    }

    #[test]
    fn crates_name_only_those_to_their_left() {
        let engine = "crates/engine/Cargo.toml";
        assert_eq!(findings(engine, "[dependencies]\ndice.workspace = true\nserde = \"1\"\n"), 0);
        assert_eq!(findings(engine, "[dependencies]\nai.workspace = true\n"), 1);
        let game = "crates/rules-a/Cargo.toml";
        assert_eq!(findings(game, "[dependencies]\nrules-b = { path = \"../rules-b\" }\n"), 1);
        assert_eq!(findings(game, "[build-dependencies]\ncitations.workspace = true\n"), 0);
        assert_eq!(findings(game, "[dependencies]\ncitations.workspace = true\n"), 1);
        assert_eq!(findings(game, "[dev-dependencies]\ntestkit.workspace = true\n"), 0);
        assert_eq!(findings(game, "[dependencies]\ntestkit.workspace = true\n"), 1);
        assert_eq!(findings(game, "[dev-dependencies]\nai.workspace = true\n"), 0);
        assert_eq!(findings(game, "[dependencies]\nai.workspace = true\n"), 1);
        assert_eq!(findings("crates/new/Cargo.toml", ""), 1);
        assert_eq!(findings("Cargo.toml", "[dependencies]\nai = \"1\"\n"), 0);
    }
}
