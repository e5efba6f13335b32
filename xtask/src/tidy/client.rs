//! The browser knows no rules: what in `web/src/games` looks like one.
//!
//! Three signs give a rule away. A number other than the few that counting and geometry need: ranges,
//! costs, sizes come in view, menu, event or catalogue. A file of a rules crate, read past its rules.
//! A name in English that is taken apart to learn what a thing is. Files that only draw
//! are full of numbers and are left alone; elsewhere a line says why its number is not a rule,
//! in a comment that begins with `drawn:` (pixels, times), `turned:` (angles) or `counted:`. Markup is
//! mostly sizes: there a number gives itself away where something is compared with it.

use super::{Found, without_comment};

/// What only draws: shapes, moving pictures, small pictures of what is offered.
const DRAWING: &[&str] =
    &["silhouettes", "counter", "counters", "star", "layout", "preview", "playback", "scene", "Glyph"];

/// What counting, halves and full turns need.
const PLAIN: &[&str] = &["2", "10", "100", "1000", "60", "90", "180", "360"];

/// What a comment begins with that says why a number is not a rule.
const REASONS: &[&str] = &["drawn: ", "turned: ", "counted: "];

pub(super) fn check(path: &str, text: &str, found: &mut Found<'_>) {
    let Some(file) = path.strip_prefix("web/src/games/") else { return };
    let name = file.rsplit('/').next().unwrap_or(file);
    let stem = name.split('.').next().unwrap_or(name);
    let script = name.ends_with(".svelte");
    let written = matches!(stem, "wire" | "sample") || name.contains(".test.");
    if written || !(script || name.ends_with(".ts")) {
        return;
    }
    let draws = DRAWING.contains(&stem) || file.contains("/playback/");
    let (mut in_script, mut in_style, mut excused, mut in_comment) = (!script, false, false, false);
    for (n, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if script && trimmed.starts_with("<script") {
            in_script = true;
            continue;
        }
        if script && trimmed.starts_with("</script") {
            in_script = false;
        }
        in_style = (in_style || trimmed.starts_with("<style")) && !trimmed.starts_with("</style");
        if !in_script && !in_style {
            if let Some(number) = compared(line).find(|it| !PLAIN.contains(it)) {
                found(n + 1, format!("compared with {number}: if a rule says so, let the server"));
            }
            continue;
        }
        in_comment = (in_comment || trimmed.starts_with("/*")) && !trimmed.ends_with("*/");
        if in_comment || trimmed.starts_with("/*") || !in_script {
            continue;
        }
        let reason = REASONS.iter().any(|it| line.contains(&format!("// {it}")));
        let bare = without_strings(line);
        let code = without_comment(&bare);
        // A comment may stand after the mark of a branch.
        if !code.contains(char::is_alphanumeric) {
            excused = reason;
            continue;
        }
        let excuse = reason || std::mem::take(&mut excused);
        if line.contains("crates/rules-") && line.contains("import") {
            found(n + 1, "reads a file of the rules: let the view or the catalogue say it".to_owned());
        }
        if let Some(number) = numbers(code).find(|it| !PLAIN.contains(it)).filter(|_| !draws && !excuse) {
            found(n + 1, format!("{number}: if a rule says so, let the server; if not, say what it is"));
        }
        if !excuse && takes_words_apart(line) {
            found(n + 1, "a name is taken apart: let the view or the catalogue say what it is".to_owned());
        }
    }
}

/// A regular expression with a word in it that is tried on something.
fn takes_words_apart(line: &str) -> bool {
    let line = without_comment(line);
    let Some(at) = line.find("/.test(").or_else(|| line.find("/i.test(")).or_else(|| line.find(".match(/"))
    else {
        return false;
    };
    let letters = |text: &str| text.chars().filter(char::is_ascii_alphabetic).count();
    let pattern = if line[at..].starts_with(".match(/") {
        line[at + 8..].split('/').next()
    } else {
        line[..at].rsplit('/').next()
    };
    pattern.is_some_and(|it| 3 <= letters(it))
}

/// The line with its strings emptied; what stands in `${…}` of a template goes too.
fn without_strings(line: &str) -> String {
    let mut out = String::new();
    let mut within: Option<char> = None;
    let mut last = ' ';
    for c in line.chars() {
        match within {
            Some(quote) => {
                if c == quote && last != '\\' {
                    within = None;
                    out.push(c);
                }
            }
            None => {
                // An apostrophe in a comment opens no string.
                if matches!(c, '\'' | '"' | '`') && !out.contains("//") {
                    within = Some(c);
                }
                out.push(c);
            }
        }
        last = c;
    }
    out
}

/// Numbers standing alone in code that a rule might have said. What is smaller than 2 is a hair's
/// breadth or a share, powers of ten are scales, what follows `%` is how long a cycle is, what stands
/// in brackets counts places, and the sizes of marks and texts are drawn.
fn numbers(code: &str) -> impl Iterator<Item = &str> {
    let cycles: Vec<&str> = code.split("% ").skip(1).filter_map(|it| words(it).next()).collect();
    let mut before = "";
    words(code).filter(move |it| {
        let last = std::mem::replace(&mut before, it);
        let last_name = last.rsplit('.').next().unwrap_or(last);
        let mark = ["size", "width", "opacity", "length", "slice", "padStart"].contains(&last_name);
        // 1e-6 is read as two words.
        let tiny = last.starts_with(|c: char| c.is_ascii_digit()) && last.ends_with('e');
        let whole = it.starts_with(|c: char| c.is_ascii_digit()) && !it.contains('e');
        let place = code.contains(&format!("[{it}]"));
        whole
            && !mark
            && !tiny
            && !place
            && !cycles.contains(it)
            && it.parse::<f64>().is_ok_and(|it| 2.0 <= it)
    })
}

/// Numbers of 2 and more that something is compared with, as `7` in `{#if range <= 7}`. Tags, too, begin
/// and end with such signs, but without a space beside them.
fn compared(line: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_ascii_digit() || c == '.';
    let mut before = ["", ""];
    let beside = line.split_whitespace().flat_map(move |word| {
        let [one, sign] = before;
        before = [sign, word];
        if !matches!(sign, "<" | ">" | "<=" | ">=" | "===" | "!==") {
            return [""; 2];
        }
        let (left, right) = (one.trim_end_matches(part), word.trim_start_matches(part));
        let name = |c: char| c.is_alphanumeric() || c == '_';
        let left = if left.ends_with(name) { "" } else { &one[left.len()..] };
        let right = if right.starts_with(name) { "" } else { &word[..word.len() - right.len()] };
        [left, right]
    });
    beside.filter(|it| it.parse::<f64>().is_ok_and(|it| 2.0 <= it))
}

/// Names and numbers.
fn words(code: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '#');
    code.split(move |c: char| !part(c)).filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let mut all = Vec::new();
        check(path, text, &mut |line, what| all.push(format!("{line}: {what}")));
        all
    }

    const LOGIC: &str = "web/src/games/x/compose.ts";

    #[test]
    fn numbers_say_what_they_are() {
        assert_eq!(found(LOGIC, "const reach = 12;\n").len(), 1);
        assert_eq!(found(LOGIC, "const half = x / 2 + a12 + v.y3 + 1e-6;\n"), [""; 0]);
        assert_eq!(found(LOGIC, "marks.push({ at, size: 7, width: 1.4 });\n"), [""; 0]);
        assert_eq!(found(LOGIC, "const next = (facing + 5 + 6) % 6 + found[4];\n").len(), 1);
        assert_eq!(found(LOGIC, "const next = (facing + 6) % 6 + found[4] / 1e6;\n"), [""; 0]);
        assert_eq!(found(LOGIC, "if (2.5 < away) return;\n").len(), 1);
        assert_eq!(found(LOGIC, "const wide = 12; // drawn: pixels\n"), [""; 0]);
        assert_eq!(found(LOGIC, "// turned: hours of the clock\nconst hours = 12;\n"), [""; 0]);
        assert_eq!(found(LOGIC, "// turned: hours\nconst hours = 12;\nconst reach = 12;\n").len(), 1);
        assert_eq!(found(LOGIC, "const text = 'at 12 MU'; // 12 of them\n"), [""; 0]);
        assert_eq!(found(LOGIC, "/**\n * 12 and 24.\n */\nf();\n"), [""; 0]);
        assert_eq!(found("web/src/games/x/scene.ts", "const reach = 12;\n"), [""; 0]);
        assert_eq!(found("web/src/lib/x.ts", "const reach = 12;\n"), [""; 0]);
    }

    #[test]
    fn in_markup_nothing_is_compared_with_a_number() {
        let text = "<script lang=\"ts\">\nconst a = 7;\n</script>\n<p style=\"width: 7px\">{7}</p>\n";
        assert_eq!(found("web/src/games/x/A.svelte", text).len(), 1);
        let svelte = |text: &str| found("web/src/games/x/A.svelte", text);
        assert_eq!(svelte("{#if range <= 7}near{/if}\n").len(), 1);
        assert_eq!(svelte("<b class:harm={12 < range}>{name}</b>\n").len(), 1);
        assert_eq!(svelte("<p>{#if all.length > 1 && it.harm >= 5e-4}7{/if}</p>\n"), [""; 0]);
        assert_eq!(svelte("<style>\n  @media (width < 700px) {\n</style>\n{#if a !== 1}b{/if}\n"), [""; 0]);
    }

    #[test]
    fn rules_are_not_read_past_the_rules() {
        let scene = "web/src/games/x/scene.ts";
        assert_eq!(found(scene, "import ships from '../../crates/rules-x/data/ships.toml';\n").len(), 1);
        assert_eq!(found(scene, "if (/^Heavy/.test(name)) far();\n").len(), 1);
        assert_eq!(found(scene, "const [, n] = name.match(/-(\\d)$/) ?? [];\n"), [""; 0]);
    }
}
