//! What people read: turns of phrase that made readers stumble, and talk of
//! code where players read rules. Add to the lists what you mend.

use super::{Found, has_word};

/// A phrase, and what to write in its place.
const PHRASES: &[(&str, &str)] = &[
    ("is no computer", "is not a computer"),
    (", whole:", ", complete:"),
    (", whole,", ", complete,"),
    ("look on", "watch"),
    ("looks on", "watches"),
    ("in vain", "say what did not come of it"),
    ("it were", "there were"),
    ("Later:", "say what is so now"),
    ("Nothing to do for you", "Nothing for you to do"),
    ("as it lies", "as it stands"),
    ("is being laid", "is being set up"),
    ("Nothing to remark", "No problems found"),
    ("first half", "name what there is"),
    ("fireControl (", "fire control ("),
    ("kgun 6 (", "K-gun 6 ("),
    ("torpedoPulse (", "pulse torpedo ("),
    ("Gate: null", "leave it out, or name it"),
    ("speaks against", "contradicts"),
    ("comes out again", "comes out the same"),
    ("come out again", "come out the same"),
    ("may be given again", "may be repeated"),
    ("tests alone", "testing only"),
    ("beside localhost", "besides localhost"),
    ("Where all luck comes from", "The seed of everything random"),
    ("with their own eyes", "their own view"),
    ("no clock runs", "no clock is running"),
    ("What is stored of", "The stored"),
    ("The games there are", "List the games"),
    ("begins so", "begins like this"),
    ("odds to tell", "odds to show"),
    ("thinks first", "is ahead in line"),
    ("think first", "are ahead in line"),
    ("hangs on the", "depends on the"),
    ("passed by itself", "passed for you"),
    ("passed by themselves", "passed for you"),
    ("Passed by itself", "Passed for you"),
    ("with everybody at one", "concentrate on one"),
    ("counts its cost", "counts for its cost"),
    ("counts its whole", "counts for its whole"),
    ("the last day among", "including the last day"),
    ("so already", "say what it is already"),
    ("at work already", "already at work"),
    ("due already", "is already due"),
    ("active already", "is already active"),
    ("cloaked already", "is already cloaked"),
    ("there already", "is already there"),
    ("None comes", "None get"),
    ("None gets", "None get"),
    ("an own", "one of its own"),
    ("is docked in none", "in a host that is not there"),
    ("of this name", "by that name"),
    ("are told by the clock", "are given by the clock"),
    ("the present one", "the current one"),
    ("set some of them otherwise", "differently"),
    ("fires in cover", "gives cover fire"),
    ("depends from", "depends on"),
    ("how it looks like", "what it looks like"),
    ("by turns", "in turn"),
    ("looked over", "checked"),
    ("wins by where", "even for both sides"),
    ("gone on with", "continued"),
    ("for for ever", "forever"),
    ("in the house:", "moderation:"),
    ("codes on paper", "backup codes"),
    ("Present password", "Current password"),
    ("another password", "a new password"),
    ("nobody of that name", "nobody by that name"),
    ("opens nothing any more", "stops working"),
    ("brought together", "paired"),
    ("hear nothing of", "hear nothing from"),
    ("hears nothing of", "hears nothing from"),
    ("stands round", "was said around"),
    ("stood round", "was said around"),
    ("by mail no more", "no longer by mail"),
    ("fires no more", "no longer fires"),
    ("shoots no more", "no longer shoots"),
    ("clock stands", "the clock is stopped"),
    ("fault of security", "security problem"),
    ("takes no pushes", "does not support push messages"),
    ("one gets in", "who can join"),
    ("as one may have", "the limit is"),
    ("to whoever asks", "to the caller"),
    ("of whoever asks", "of the caller"),
    ("chosen already", "already chosen"),
    ("kept free, so", "reserved, so"),
    ("throws them away and", "discards them and"),
    ("Links to hand out", "Invitation links"),
    ("is kept of you", "we keep about you"),
    ("Who may join", "Who can join"),
    ("Guests may join", "Guests can join"),
    ("one a ship", "one per ship"),
    ("It can be looked at", "You can still look at it"),
    ("hands of its own", "workers of its own"),
    ("hands of their own", "workers of their own"),
    ("learns nothing of whether", "does not learn whether"),
    ("knows nothing of people", "about people"),
    ("keep you out", "have barred you"),
    ("some hundred people", "a few hundred people"),
    ("worked out anew", "worked out again"),
    ("written anew", "written again"),
    ("an empty Debian", "a fresh Debian"),
    ("whenever he", "whenever they"),
    ("take pushes", "get push messages"),
    ("takes pushes", "gets push messages"),
];

/// Nouns that one of is written without its s.
const PLURALS: &[&str] = &[
    "arcs",
    "battles",
    "boarders",
    "boxes",
    "cases",
    "charges",
    "chunks",
    "days",
    "decisions",
    "events",
    "findings",
    "fire controls",
    "groups",
    "hits",
    "hours",
    "legs",
    "missiles",
    "parties",
    "points",
    "rockets",
    "rounds",
    "rows",
    "rules",
    "ships",
    "shots",
    "systems",
    "targets",
    "tests",
    "times",
    "turns",
    "units",
    "volleys",
];

/// Words about code, which have no place in a rule that players read.
const OF_CODE: &[&str] = &[
    "sin/cos",
    "bit-identical",
    "run-time",
    "implement",
    "implemented",
    "rules engine",
    "the engine makes",
    "inside the engine",
    "injectable",
    "parser",
    "UI",
    "data model",
    "no floats",
    "golden",
    "Store the",
    "to model",
];

/// The heading in a `rules.md` under which developers may be spoken to.
const FOR_DEVELOPERS: &str = "## For developers";

pub(super) fn check(path: &str, text: &str, found: &mut Found<'_>) {
    match kind(path) {
        Some(Kind::Prose) => {
            for (n, line) in text.lines().enumerate() {
                check_words(n + 1, line, found);
                check_percent(n + 1, line, found);
            }
        }
        Some(Kind::Screen) => {
            for (n, line) in text.lines().enumerate() {
                // A comment is for developers, wherever it stands.
                let comment = ["//", "/*", "* "].iter().any(|it| line.trim_start().starts_with(it));
                if !comment {
                    check_words(n + 1, line, found);
                }
            }
        }
        Some(Kind::Code) => {
            for (n, said) in literals(text) {
                check_words(n, &said, found);
                check_percent(n, &said, found);
                check_is_no(n, &said, found);
            }
        }
        None => (),
    }
    if is_index(path) {
        check_rules(text, found);
    }
}

/// What people write for people in the data of a game: scenarios, names of options, the meaning of
/// words, lessons, the guide.
const WRITTEN: &[&str] =
    &["data/scenarios/", "data/wording.toml", "data/glossary.toml", "data/lessons/", "howto/howto.toml"];

enum Kind {
    /// Read as it stands: documents, transcripts, scenarios.
    Prose,
    /// A screen of the client, or a script of it.
    Screen,
    /// Rust, of which people read the string literals.
    Code,
}

fn kind(path: &str) -> Option<Kind> {
    let in_crate = path.strip_prefix("crates/").and_then(|path| path.split_once('/'));
    if let Some((name, rest)) = in_crate {
        let spoken = name.starts_with("rules-")
            || matches!(name, "ai" | "cli" | "engine" | "geometry" | "lab" | "server" | "sheets");
        return match rest {
            _ if rest.starts_with("src/") && rest.ends_with(".rs") && !rest.ends_with("tests.rs") => {
                spoken.then_some(Kind::Code)
            }
            "README.md" | "rules.md" => Some(Kind::Prose),
            _ if rest.starts_with("tests/transcripts/") || WRITTEN.iter().any(|it| rest.starts_with(it)) => {
                Some(Kind::Prose)
            }
            _ => None,
        };
    }
    if let Some(rest) = path.strip_prefix("web/src/") {
        // What a game's scripts say stands in them as well as in its texts.
        let made = rest.ends_with("/wire.ts") || rest.contains(".test.");
        let screen = rest.ends_with(".svelte") || rest.ends_with(".ts");
        return (screen && !made).then_some(Kind::Screen);
    }
    let document = path.starts_with("docs/") || matches!(path, "README.md" | "CHANGELOG.md");
    (document && path.ends_with(".md")).then_some(Kind::Prose)
}

fn is_index(path: &str) -> bool {
    path.starts_with("crates/rules-") && path.ends_with("/rules.md")
}

fn check_words(n: usize, line: &str, found: &mut Found<'_>) {
    for (phrase, instead) in PHRASES {
        if says(line, phrase) {
            found(n, format!("{phrase:?}: {instead}"));
        }
    }
    for noun in PLURALS {
        let one = format!("1 {noun}");
        let alone = |(at, _): (usize, &str)| {
            // 11 points and 3.1 points are several.
            let before =
                line[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || ".,-".contains(c));
            !before && !line[at + one.len()..].starts_with(char::is_alphanumeric)
        };
        if line.match_indices(&one).any(alone) {
            found(n, format!("\"1 {noun}\": the noun does not agree with the number"));
        }
    }
}

/// `40 %` is `40%` in English.
fn check_percent(n: usize, line: &str, found: &mut Found<'_>) {
    let spaced = line.match_indices(" %").any(|(at, _)| {
        let after = line[at + 2..].chars().next();
        line[..at].ends_with(|c: char| c.is_ascii_digit() || c == '}')
            && after.is_none_or(|c| !c.is_alphanumeric())
    });
    if spaced {
        found(n, "no space before a per cent sign".to_owned());
    }
}

/// `"x" is no number` is `"x" is not a number`; `there is no number` is well said.
fn check_is_no(n: usize, said: &str, found: &mut Found<'_>) {
    for (at, phrase) in said.match_indices("is no ") {
        let before = said[..at].trim_end().to_ascii_lowercase();
        let next = said[at + phrase.len()..].split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let begins = said[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        if begins && !before.ends_with("there") && !matches!(next, "longer" | "more" | "such" | "other") {
            found(n, format!("\"is no {next}\": is not a {next}"));
        }
    }
}

/// Rules and the notes below them; everything else in an index is shown to nobody.
fn check_rules(text: &str, found: &mut Found<'_>) {
    for (n, line) in text.lines().enumerate() {
        if line.starts_with(FOR_DEVELOPERS) {
            return;
        }
        if !line.starts_with("- **") && !line.starts_with("  ") {
            continue;
        }
        if let Some(word) = OF_CODE.iter().find(|word| says(line, word)) {
            found(n + 1, format!("{word:?} is for developers: it belongs under \"{FOR_DEVELOPERS}\""));
        }
        if line.trim_start().starts_with("```") {
            found(n + 1, format!("code is for developers: it belongs under \"{FOR_DEVELOPERS}\""));
        }
    }
}

/// Whether `phrase` stands in `line`, not as part of longer words.
fn says(line: &str, phrase: &str) -> bool {
    let edge = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    if edge(phrase.chars().next()) && edge(phrase.chars().next_back()) {
        return has_word(line, phrase);
    }
    let begins = edge(phrase.chars().next());
    line.match_indices(phrase).any(|(at, _)| !begins || !edge(line[..at].chars().next_back()))
}

/// What stands between quotation marks in each line of a source, up to its tests.
fn literals(text: &str) -> Vec<(usize, String)> {
    let mut said: Vec<(usize, String)> = Vec::new();
    // How the literal that is open ends, if one is.
    let mut open: Option<String> = None;
    let lines: Vec<&str> = text.lines().collect();
    for (n, line) in lines.iter().enumerate() {
        let next = lines.get(n + 1).map_or("", |next| next.trim());
        if open.is_none() && line.trim() == "#[cfg(test)]" && next.starts_with("mod ") && next.ends_with('{')
        {
            break;
        }
        let mut inside = String::new();
        let mut rest = *line;
        while let Some(c) = rest.chars().next() {
            match &open {
                Some(end) if rest.starts_with(end.as_str()) => {
                    rest = &rest[end.len()..];
                    open = None;
                    inside.push('\n');
                }
                Some(end) => {
                    // A backslash takes the next character along, but not in a raw string.
                    let taken = if c == '\\' && end == "\"" { 2 } else { 1 };
                    let bytes: usize = rest.chars().take(taken).map(char::len_utf8).sum();
                    inside.push_str(if taken == 1 { &rest[..bytes] } else { "" });
                    rest = &rest[bytes..];
                }
                None if rest.starts_with("//") => break,
                None if rest.starts_with("'\"'") => rest = &rest[3..],
                None if rest.starts_with("r#\"") => {
                    rest = &rest[3..];
                    open = Some("\"#".to_owned());
                }
                None => {
                    rest = &rest[c.len_utf8()..];
                    open = (c == '"').then(|| "\"".to_owned());
                }
            }
        }
        if !inside.trim().is_empty() {
            said.push((n + 1, inside));
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(path: &str, text: &str) -> Vec<String> {
        let mut all = Vec::new();
        check(path, text, &mut |line, message| all.push(format!("{line}: {message}")));
        all
    }

    #[track_caller]
    fn finds(path: &str, text: &str, expected: &str) {
        let all = messages(path, text);
        assert!(
            all.iter().any(|it| it.starts_with(expected)),
            "expected {expected:?} for {text:?}, found {all:?}"
        );
    }

    #[track_caller]
    fn fine(path: &str, text: &str) {
        assert_eq!(messages(path, text), Vec::<String>::new(), "{text:?}");
    }

    #[test]
    fn every_phrase_of_the_list_is_found_wherever_people_read() {
        for (phrase, _) in PHRASES {
            let line = format!("so {phrase} so\n");
            for path in [
                "docs/a.md",
                "README.md",
                "crates/rules-x/README.md",
                "crates/rules-x/tests/transcripts/a.txt",
                "crates/rules-x/data/scenarios/a.toml",
                "crates/rules-x/data/wording.toml",
                "crates/rules-x/data/glossary.toml",
                "crates/rules-x/data/lessons/01-a.toml",
                "crates/rules-x/howto/howto.toml",
                "web/src/games/x/legend.ts",
                "web/src/texts.ts",
                "web/src/games/x/texts.ts",
                "web/src/screens/A.svelte",
            ] {
                finds(path, &line, &format!("1: {phrase:?}"));
            }
            finds(
                "crates/rules-x/src/a.rs",
                &format!("//!\nlet a = \"{}\";\n", line.trim()),
                &format!("2: {phrase:?}"),
            );
            fine("crates/rules-x/src/a.rs", &format!("//!\n// {line}"));
        }
    }

    #[test]
    fn one_of_a_thing_is_not_written_like_many() {
        finds("docs/a.md", "it lost 1 points\n", "1: \"1 points\"");
        finds("crates/cli/src/a.rs", "//!\nsay(\"1 cases\");\n", "2: \"1 cases\"");
        fine("docs/a.md", "it lost 11 points, 3.1 units, 2 cases and 1 point\n");
    }

    #[test]
    fn what_a_thing_is_not_is_said_in_english() {
        finds("crates/rules-x/src/a.rs", "//!\nf(\"{it:?} is no number\");\n", "2: \"is no number\"");
        fine("crates/rules-x/src/a.rs", "//!\nf(\"there is no number; it is no longer so\");\n");
        fine("crates/rules-x/src/a.rs", "//!\n#[cfg(test)]\nmod tests {\n    f(\"a is no b\");\n}\n");
        finds("docs/a.md", "95 % of it\n", "1: no space before");
        finds("crates/rules-x/src/a.rs", "//!\nf(\"{:.1} %\");\n", "2: no space before");
        fine("crates/rules-x/src/a.rs", "//!\nlet a = 7 % 3;\n");
        fine("docs/a.md", "95% of it\n");
    }

    #[test]
    fn rules_speak_to_players_until_their_part_for_developers() {
        let index = "crates/rules-x/rules.md";
        for word in OF_CODE {
            finds(index, &format!("- **X-1** [core] so {word} so\n"), "1: ");
            finds(index, &format!("- **X-1** [core] so\n  - Edge: {word}\n"), "2: ");
            fine(index, &format!("A paragraph: {word}\n\n{FOR_DEVELOPERS}\n\n- **X-1** {word}\n"));
        }
        finds(index, "- **X-1** [core] so\n  ```\n", "2: code is for developers");
    }

    #[test]
    fn literals_are_told_from_code_and_comments() {
        let said = literals(
            "a(\"one\"); // \"two\"\nb('\"', \"th\\\"ree\", r#\"a \"raw\" one\"#);\n\"begun \\\n  and ended\"\n",
        );
        let words: Vec<(usize, Vec<&str>)> =
            said.iter().map(|(n, it)| (*n, it.split('\n').filter(|it| !it.is_empty()).collect())).collect();
        assert_eq!(
            words,
            [
                (1, vec!["one"]),
                (2, vec!["three", "a \"raw\" one"]),
                (3, vec!["begun "]),
                (4, vec!["  and ended"])
            ]
        );
    }
}
