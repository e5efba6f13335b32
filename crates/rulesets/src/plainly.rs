//! The text of a rule for people: options by the names that people have for them. The index calls
//! them as files do (`opt:emergency_thrust=off|on`), which nobody at a table needs to know.

/// The text with every option it names in words; `titled` knows what options are called.
pub fn plainly<'a>(text: &str, titled: &dyn Fn(&str) -> Option<&'a str>) -> String {
    // By turns outside of backticks and inside.
    let mut out = String::new();
    for (n, part) in text.split('`').enumerate() {
        match (n % 2 == 1).then(|| named(part, titled)).flatten() {
            Some(title) => quoted(&mut out, title),
            None if n % 2 == 1 => out.extend(["`", part, "`"]),
            None => bare(&mut out, part, titled),
        }
    }
    out
}

/// `opt:name=a|b` without backticks.
fn bare<'a>(out: &mut String, text: &str, titled: &dyn Fn(&str) -> Option<&'a str>) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("opt:") {
        out.push_str(before);
        let end =
            after.find(|it: char| it.is_whitespace() || matches!(it, ';' | ',' | ')')).unwrap_or(after.len());
        let word = after[..end].trim_end_matches('.');
        match named(word, titled) {
            Some(title) => {
                quoted(out, title);
                rest = &after[word.len()..];
            }
            None => {
                // The option follows in backticks, or is none that anybody knows.
                out.push_str("opt:");
                rest = after;
            }
        }
    }
    out.push_str(rest);
}

/// Puts the name of an option where its key stood.
fn quoted(out: &mut String, title: &str) {
    for before in ["opt: ", "opt:"] {
        if out.ends_with(before) {
            out.truncate(out.len() - before.len());
        }
    }
    let told = ["option ", "Option "].iter().any(|it| out.ends_with(it));
    let begins = out.is_empty() || out.ends_with(". ");
    out.push_str(match (told, begins) {
        (true, _) => "“",
        (false, true) => "Option “",
        (false, false) => "option “",
    });
    out.push_str(title);
    out.push('”');
}

/// The name of the option that a key such as `torpedo.launchAccel=7` begins with.
fn named<'a>(key: &str, titled: &dyn Fn(&str) -> Option<&'a str>) -> Option<&'a str> {
    let end =
        key.find(|it: char| !(it.is_ascii_alphanumeric() || matches!(it, '_' | '.'))).unwrap_or(key.len());
    let key = key[..end].trim_end_matches('.');
    let mut snake = String::new();
    for letter in key.chars() {
        match letter {
            '.' => snake.push('_'),
            _ if letter.is_ascii_uppercase() => snake.extend(['_', letter.to_ascii_lowercase()]),
            _ => snake.push(letter),
        }
    }
    titled(&snake)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RULESETS, wording};

    fn titled(name: &str) -> Option<&'static str> {
        match name {
            "emergency_thrust" => Some("Emergency thrust"),
            "torpedo_launch_accel" => Some("Launch acceleration"),
            _ => None,
        }
    }

    #[test]
    fn options_have_names() {
        for (text, plain) in [
            ("Works. opt:emergency_thrust=off|on.", "Works. Option “Emergency thrust”."),
            ("(opt: `torpedo.launchAccel=7`)", "(option “Launch acceleration”)"),
            ("the option `emergency_thrust`, off", "the option “Emergency thrust”, off"),
            ("order `3R3` and opt:unknown", "order `3R3` and opt:unknown"),
        ] {
            assert_eq!(plainly(text, &titled), plain);
        }
    }

    /// What people read first names no key of a file.
    #[test]
    fn no_summary_names_a_key() {
        for game in RULESETS.iter() {
            let (options, words) = (game.options(), wording(game.id()));
            let titled =
                |name: &str| options.iter().find(|it| it.name == name).map(|it| words.option(it.name).0);
            for rule in game.rules() {
                let short = plainly(crate::summary(&rule.text), &titled);
                let key = short.split('`').skip(1).step_by(2).find(|it| it.contains('_'));
                assert_eq!(key, None, "{}: {short}", rule.id);
            }
        }
    }
}
