//! Finding rule ids in sources, and telling code from tests.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Code,
    Test,
}

/// One mention of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    pub id: String,
    /// From 1.
    pub line: usize,
    pub kind: Kind,
}

/// Every id in `text`, whole: `ASF-MD.10` does not cite `ASF-MD.1`. The name of
/// a function cites too, `fn asf_md_10_…` the same rule as `ASF-MD.10`.
///
/// `kind` holds up to a `#[cfg(test)] mod … {`, from where all is test.
pub fn cites(prefix: &str, text: &str, kind: Kind) -> Vec<Cited> {
    let mut kind = kind;
    let mut cited = Vec::new();
    let mut behind_cfg_test = false;
    for (n, line) in text.lines().enumerate() {
        let code = line.trim();
        if behind_cfg_test && opens_module(code) {
            kind = Kind::Test;
        }
        behind_cfg_test = code == "#[cfg(test)]" || (behind_cfg_test && code.starts_with("#["));
        if let Some(one_line) = code.strip_prefix("#[cfg(test)]")
            && opens_module(one_line.trim())
        {
            kind = Kind::Test;
        }
        let line = n + 1;
        ids(prefix, code, &mut |id| cited.push(Cited { id, line, kind }));
        if let Some(id) = function_name(code).and_then(|name| id_of_name(prefix, name)) {
            cited.push(Cited { id, line, kind });
        }
    }
    cited
}

/// Names of modules that some file of `sources` declares as `#[cfg(test)] mod name;`.
pub(crate) fn test_modules(sources: &[(PathBuf, String)]) -> Vec<String> {
    let mut names = vec!["tests".to_owned()];
    for (_, text) in sources {
        let mut behind_cfg_test = false;
        for line in text.lines().map(str::trim) {
            let declared = line.strip_prefix("#[cfg(test)]").map(str::trim);
            if let Some(name) = module(declared.unwrap_or(line)).and_then(|rest| rest.strip_suffix(';'))
                && (behind_cfg_test || declared.is_some())
            {
                names.push(name.trim().to_owned());
            }
            behind_cfg_test = declared == Some("") || (behind_cfg_test && line.starts_with("#["));
        }
    }
    names
}

/// Test modules by name, and files that stand beside what they test: `price_tests.rs`.
pub(crate) fn is_test_file(path: &Path, test_modules: &[String]) -> bool {
    path.with_extension("").iter().rev().take_while(|part| *part != "src").any(|part| {
        part.to_string_lossy().ends_with("_tests") || test_modules.iter().any(|name| part == name.as_str())
    })
}

/// Every file under `dir`, in a fixed order; none if there is no such folder.
pub(crate) fn files_under(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !dir.is_dir() {
        return Ok(());
    }
    let mut paths = fs::read_dir(dir)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    for path in paths {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            files_under(&path, files)?;
        } else if !hidden {
            files.push(path);
        }
    }
    Ok(())
}

fn opens_module(code: &str) -> bool {
    module(code).is_some_and(|rest| rest.ends_with('{') || rest.ends_with('}'))
}

/// What follows `mod`, with or without `pub`.
fn module(code: &str) -> Option<&str> {
    ["mod ", "pub mod ", "pub(crate) mod "].iter().find_map(|head| code.strip_prefix(head))
}

/// `PREFIX-`, a word, and any number of further words after single dots.
fn ids(prefix: &str, text: &str, found: &mut dyn FnMut(String)) {
    let mut from = 0;
    while let Some(at) = text[from..].find(prefix) {
        let start = from + at;
        from = start + prefix.len();
        let inside = text[..start].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '-');
        let Some(rest) = text[from..].strip_prefix('-') else { continue };
        let mut length = word(rest);
        if inside || length == 0 {
            continue;
        }
        while let Some(more) = rest[length..].strip_prefix('.').map(word).filter(|&n| 0 < n) {
            length += 1 + more;
        }
        found(format!("{prefix}-{}", &rest[..length]));
        from += 1 + length;
    }
}

/// The length of the letters and digits `text` begins with.
fn word(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphanumeric).count()
}

fn function_name(code: &str) -> Option<&str> {
    let rest =
        ["fn ", "pub fn ", "pub(crate) fn ", "const fn "].iter().find_map(|head| code.strip_prefix(head))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    Some(&rest[..end])
}

/// `asf_md_10_hits_add_up` is about ASF-MD.10: prefix, chapter, numbers.
fn id_of_name(prefix: &str, name: &str) -> Option<String> {
    let mut parts = name.split('_').skip_while(|part| *part == "rule");
    if !parts.next()?.eq_ignore_ascii_case(prefix) {
        return None;
    }
    let mut id = format!("{prefix}-{}", parts.next()?.to_ascii_uppercase());
    let mut numbers = 0;
    for part in parts {
        let is_number = part.starts_with(|c: char| c.is_ascii_digit());
        // A scenario has a letter: asf_scn_a.
        let is_letter = numbers == 0 && part.len() == 1 && !is_number;
        if !is_number && !is_letter {
            break;
        }
        id.push('.');
        id.push_str(&if is_letter { part.to_ascii_uppercase() } else { part.to_owned() });
        numbers += 1;
        if is_letter {
            break;
        }
    }
    (0 < numbers).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        ids("ASF", text, &mut |id| all.push(id));
        all
    }

    #[test]
    fn ids_are_taken_whole() {
        assert_eq!(found("/// ASF-MD.1, ASF-MD.10 and ASF-MOV.6a."), ["ASF-MD.1", "ASF-MD.10", "ASF-MOV.6a"]);
        assert_eq!(
            found("\"ASF-SCN.A\" (ASF-SC2): ASF-4.2.1b. Then"),
            ["ASF-SCN.A", "ASF-SC2", "ASF-4.2.1b"]
        );
        assert_eq!(found("XASF-MD.1 X-ASF-MD.1 ASF- ASF ASF-…"), Vec::<String>::new());
        assert_eq!(found("ASF-MD.1ASF-MD.2 éASF-MD.3"), ["ASF-MD.1ASF"]);
    }

    #[test]
    fn names_of_functions_cite() {
        let id = |name| id_of_name("ASF", name);
        assert_eq!(id("asf_md_10_hits_add_up"), Some("ASF-MD.10".to_owned()));
        assert_eq!(id("rule_asf_mov_6a_edges"), Some("ASF-MOV.6a".to_owned()));
        assert_eq!(id("asf_scn_a_sets_up"), Some("ASF-SCN.A".to_owned()));
        assert_eq!(id("asf_4_2_1_second"), Some("ASF-4.2.1".to_owned()));
        assert_eq!(id("asf_ships_are_read"), None);
        assert_eq!(id("other_md_1"), None);
    }

    #[test]
    fn tests_begin_at_their_module() {
        let text = "\
// ASF-A.1
#[cfg(test)]
const N: u8 = 1; // ASF-A.2
#[cfg(test)]
mod elsewhere;
// ASF-A.3
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    fn asf_a_4_holds() {}
}
// ASF-A.5
";
        let cited = cites("ASF", text, Kind::Code);
        let short: Vec<(&str, usize, Kind)> =
            cited.iter().map(|cited| (cited.id.as_str(), cited.line, cited.kind)).collect();
        assert_eq!(
            short,
            [
                ("ASF-A.1", 1, Kind::Code),
                ("ASF-A.2", 3, Kind::Code),
                ("ASF-A.3", 6, Kind::Code),
                ("ASF-A.4", 10, Kind::Test),
                ("ASF-A.5", 12, Kind::Test),
            ]
        );
    }

    #[test]
    fn test_modules_in_files_of_their_own_are_known() {
        let sources =
            vec![(PathBuf::from("src/lib.rs"), "#[cfg(test)]\nmod checks;\nmod fire;\n".to_owned())];
        let modules = test_modules(&sources);
        assert!(is_test_file(Path::new("src/checks.rs"), &modules));
        assert!(is_test_file(Path::new("src/fire/tests.rs"), &modules));
        assert!(is_test_file(Path::new("src/fire_tests.rs"), &modules));
        assert!(!is_test_file(Path::new("src/fire.rs"), &modules));
    }
}
