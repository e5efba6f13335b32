//! What people write to each other: taken as plain text, and freed of what is
//! there to deceive or to break a page. Letters of every script stay; what
//! turns the direction of the text round, what cannot be seen, and heaps of
//! marks on one letter do not.

use std::ops::RangeInclusive;

/// How a text may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// What it is called in a refusal.
    pub what: &'static str,
    /// The most characters it may have.
    pub most: usize,
    /// The most lines; 1 for none but one.
    pub lines: usize,
}

/// More marks than this on one letter are a heap: the scripts that need most have three.
const MARKS: usize = 3;
/// More of one sign in a row than this say nothing more.
const REPEATS: usize = 12;

/// Turn the direction of text round, hide in it, or are there for machines.
const UNSEEN: &[RangeInclusive<char>] = &[
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200b}',
    '\u{200e}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{e000}'..='\u{f8ff}',
    '\u{fe00}'..='\u{fe0e}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{ffff}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{10ffff}',
];

/// Marks that stand on, under or through the letter before them, in the blocks that hold little else.
const ON_LETTERS: &[RangeInclusive<char>] = &[
    '\u{300}'..='\u{36f}',
    '\u{483}'..='\u{489}',
    '\u{591}'..='\u{5bd}',
    '\u{610}'..='\u{61a}',
    '\u{64b}'..='\u{65f}',
    '\u{6d6}'..='\u{6dc}',
    '\u{6df}'..='\u{6e8}',
    '\u{730}'..='\u{74a}',
    '\u{e31}'..='\u{e31}',
    '\u{e34}'..='\u{e3a}',
    '\u{e47}'..='\u{e4e}',
    '\u{eb4}'..='\u{ebc}',
    '\u{ec8}'..='\u{ece}',
    '\u{f71}'..='\u{f84}',
    '\u{1ab0}'..='\u{1aff}',
    '\u{1dc0}'..='\u{1dff}',
    '\u{20d0}'..='\u{20ff}',
    '\u{302a}'..='\u{302f}',
    '\u{3099}'..='\u{309a}',
    '\u{fe0f}'..='\u{fe0f}',
    '\u{fe20}'..='\u{fe2f}',
];

/// Join letters of some scripts, and the parts of some pictures: one at a time, between two that are seen.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

fn is_in(ranges: &[RangeInclusive<char>], it: char) -> bool {
    ranges.iter().any(|range| range.contains(&it))
}

/// The text as it is kept and shown.
///
/// # Errors
///
/// If nothing is left of it that can be seen, or it is too long, in words.
pub fn clean(text: &str, measure: Measure) -> Result<String, String> {
    let Measure { what, most, lines } = measure;
    // Whatever is thrown away is not counted, but nobody sends it by the megabyte.
    if 8 * most < text.len() {
        return Err(format!("{what} has at most {most} characters"));
    }
    let mut kept: Vec<String> = Vec::new();
    for line in text.replace("\r\n", "\n").split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']) {
        let line = one_line(line);
        let doubled = line.is_empty() && kept.last().is_none_or(String::is_empty);
        if !doubled {
            kept.push(line);
        }
    }
    while kept.last().is_some_and(String::is_empty) {
        kept.pop();
    }
    let text = match lines {
        1 => kept.iter().filter(|it| !it.is_empty()).cloned().collect::<Vec<String>>().join(" "),
        most if kept.len() <= most => kept.join("\n"),
        most => return Err(format!("{what} has at most {most} lines")),
    };
    let length = text.chars().count();
    if most < length {
        return Err(format!("{length} characters, but {what} has at most {most}"));
    }
    if !text.chars().any(char::is_alphanumeric) && !text.chars().any(is_seen) {
        return Err(format!("{what} has no words in it"));
    }
    Ok(text)
}

fn is_seen(it: char) -> bool {
    !it.is_whitespace() && !is_in(ON_LETTERS, it) && !JOINERS.contains(&it)
}

/// One line, with single spaces in it and none round it.
fn one_line(line: &str) -> String {
    let mut kept = String::new();
    let (mut marks, mut repeats, mut last) = (0, 0, None);
    let mut joiner = None;
    for it in line.chars() {
        let it = if it.is_whitespace() { ' ' } else { it };
        if it.is_control() || is_in(UNSEEN, it) {
            continue;
        }
        if JOINERS.contains(&it) {
            joiner = last.filter(|it: &char| *it != ' ').map(|_| it);
            continue;
        }
        if is_in(ON_LETTERS, it) {
            marks += 1;
            // A mark that stands on nothing would climb onto whatever is written before it.
            if marks <= MARKS && last.is_some_and(|it| it != ' ') {
                kept.push(it);
            }
            continue;
        }
        marks = 0;
        repeats = if last == Some(it) { repeats + 1 } else { 1 };
        if it == ' ' && (1 < repeats || last.is_none()) || REPEATS < repeats {
            continue;
        }
        if let Some(joiner) = joiner.take().filter(|_| it != ' ') {
            kept.push(joiner);
        }
        kept.push(it);
        last = Some(it);
    }
    kept.trim_end().to_owned()
}

/// At most so many people are mentioned in one text.
const MENTIONED: usize = 5;

/// The names that stand in a text as `@name`, as they are written: as long as a name may be, and not
/// within a word, as in an address of mail.
pub fn mentioned(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('@') {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let in_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
        if before.chars().next_back().is_some_and(char::is_alphanumeric) {
            continue;
        }
        let end = after.find(|it| !in_name(it)).unwrap_or(after.len());
        let name = after[..end].trim_end_matches(['-', '_']);
        if (3..=20).contains(&name.len()) && !found.contains(&name) && found.len() < MENTIONED {
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: Measure = Measure { what: "a message", most: 40, lines: 1 };
    const PAGE: Measure = Measure { what: "a post", most: 40, lines: 3 };

    fn line(text: &str) -> String {
        clean(text, LINE).unwrap()
    }

    #[test]
    fn letters_of_every_script_stay_as_they_are() {
        for text in [
            "Well fought.",
            "Grüße, Ádám! ¿Qué tal?",
            "Добрый вечер",
            "こんばんは",
            "안녕하세요",
            "مساء الخير",
            "שלום",
            "สวัสดี",
            "a\u{301}e\u{301}",
            "می\u{200c}خواهم",
            "👩\u{200d}🚀 ❤\u{fe0f}",
            "<b>no</b> & \"so\"",
            "5 < 6 > 4; ' OR 1=1 --",
        ] {
            assert_eq!(line(text), text, "{text:?}");
        }
    }

    #[test]
    fn what_turns_text_round_or_hides_in_it_is_gone() {
        assert_eq!(line("a\u{202e}b\u{2066}c\u{200f}d\u{61c}e"), "abcde");
        assert_eq!(line(&format!("a{}b", "\u{200b}".repeat(100))), "ab");
        assert_eq!(line(&format!("a{}b", "\u{200d}".repeat(30))), "a\u{200d}b");
        assert_eq!(line("a\u{200d} b\u{200c}"), "a b");
        assert_eq!(line("x\u{e0041}\u{e007f}y\u{feff}z\u{ad}!"), "xyz!");
        assert_eq!(line("\0a\u{7}b\u{1b}[31m"), "ab[31m");
        assert_eq!(line("one\r\ntwo\u{2028}three\u{85}four"), "one two three four");
        assert_eq!(line("  a \t\u{a0} \u{3000} b  "), "a b");
    }

    #[test]
    fn heaps_are_taken_down() {
        assert_eq!(line(&format!("Z{}algo", "\u{310}".repeat(40))), "Z\u{310}\u{310}\u{310}algo");
        assert_eq!(line("\u{310}\u{310}a"), "a");
        assert_eq!(line("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!").len(), REPEATS + 1);
    }

    #[test]
    fn who_is_mentioned_is_found_and_an_address_is_nobody() {
        assert_eq!(mentioned("@Ada, and (@bob_2)! @Ada"), ["Ada", "bob_2"]);
        assert_eq!(mentioned("Well fought, @Nel-son-."), ["Nel-son"]);
        for nobody in ["ada@post.example", "@", "@ Ada", "@ab", "ё@Ada", &format!("@{}", "a".repeat(21))] {
            assert!(mentioned(nobody).is_empty(), "{nobody}");
        }
        assert_eq!(mentioned("@one1@two2 @three @four4 @five5 @six66 @seven").len(), 5);
    }

    #[test]
    fn nothing_and_too_much_are_refused() {
        for empty in ["", "   ", "\n\n", "\u{200b}\u{202e}", "\u{2800}\u{3164}", "\u{301}"] {
            assert!(clean(empty, LINE).unwrap_err().contains("no words"), "{empty:?}");
        }
        assert_eq!(line("?"), "?");
        let long = "ab".repeat(21);
        assert!(clean(&long, LINE).unwrap_err().contains("42 characters"));
        assert!(clean(&"\u{200b}".repeat(1_000), LINE).unwrap_err().contains("at most 40"));
    }

    #[test]
    fn lines_stay_where_there_may_be_lines() {
        assert_eq!(clean("\n\na\n\n\n\nb\n", PAGE).unwrap(), "a\n\nb");
        assert!(clean("a\nb\nc\nd", PAGE).unwrap_err().contains("3 lines"));
    }
}
