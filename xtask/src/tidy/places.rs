//! Documents name files that are there: a walk through the code leads nowhere once a file has moved.

use std::path::Path;

use super::Found;

/// What a path in a document begins with; anything else is an example or somebody's own file.
const BEGINNINGS: &[&str] =
    &["src/", "tests/", "data/", "cases/", "howto/", "crates/", "web/", "xtask/", "docs/", "fuzz/"];

const ENDS: &[&str] = &[".rs", ".toml", ".md", ".ts", ".mjs", ".svelte", ".json", ".txt"];

/// The games that docs/architecture.md walks through: the largest, and one whose tests lie as most do.
const WALKED: [&str; 2] = ["crates/rules-full-thrust", "crates/rules-asfos"];

pub(super) fn check(root: &Path, path: &str, text: &str, found: &mut Found<'_>) {
    if !path.ends_with(".md") {
        return;
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    for (n, line) in text.lines().enumerate() {
        for named in named(line) {
            let there = |base: &str| root.join(base).join(named).exists();
            if !["", folder, "crates"].into_iter().chain(WALKED).any(there) {
                found(n + 1, format!("{named}: there is no such file"));
            }
        }
    }
}

/// Paths of files between backquotes.
fn named(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).filter(|it| {
        let plain = it.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
        plain
            && BEGINNINGS.iter().any(|beginning| it.starts_with(beginning))
            && ENDS.iter().any(|end| it.ends_with(end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run;

    #[test]
    fn a_file_that_has_moved_is_found() {
        let wrong = |path: &str, text: &str| {
            let mut all = Vec::new();
            check(&run::root(), path, text, &mut |line, what| all.push(format!("{line}: {what}")));
            all
        };
        assert_eq!(
            wrong("docs/a.md", "see `src/weapons/mkp.rs`,\n`src/weapons/gone.rs`\n"),
            ["2: src/weapons/gone.rs: there is no such file"]
        );
        assert_eq!(wrong("crates/rules-talon/README.md", "`src/fire.rs` and `data/<game>.toml`\n"), [""; 0]);
        assert_eq!(wrong("crates/rules-talon/README.md", "`src/gone.rs`, `my/src/own.rs`\n").len(), 1);
        assert_eq!(wrong("crates/rules-talon/src/fire.rs", "`src/gone.rs`\n"), [""; 0]);
    }
}
