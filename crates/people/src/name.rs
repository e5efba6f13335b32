//! What people may call themselves.
//!
//! Letters of English, digits and two marks: nobody has to ask which of a
//! dozen alphabets a letter is from. Within them there are still letters that
//! look alike, so each name has a shape, and no two people have the same.

/// Characters of a name, at least and at most.
pub const SHORTEST: usize = 3;
pub const LONGEST: usize = 20;

/// A name that may be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As its owner writes it.
    pub written: String,
    /// By which it is found: capitals count for nothing.
    pub folded: String,
    /// The same for names that one could take for each other.
    pub shape: String,
}

/// What nobody may be called: whoever had such a name could speak for the
/// house, or for a computer.
const RESERVED: &[&str] = &[
    "admiral",
    "anonymous",
    "api",
    "bot",
    "cadet",
    "captain",
    "computer",
    "deleted",
    "everybody",
    "everyone",
    "flagbridge",
    "guest",
    "help",
    "host",
    "house",
    "me",
    "mod",
    "nobody",
    "null",
    "opponent",
    "owner",
    "player",
    "random",
    "referee",
    "root",
    "seat",
    "security",
    "self",
    "server",
    "somebody",
    "spectator",
    "staff",
    "suggestion",
    "support",
    "system",
    "undefined",
    "unknown",
    "webmaster",
    "you",
];

/// What may be no part of a name either.
const RESERVED_PARTS: &[&str] = &["admin", "flagbridge", "moderator", "official"];

impl Name {
    /// # Errors
    ///
    /// Why it cannot be a name, in words.
    pub fn read(text: &str) -> Result<Name, String> {
        if !text.chars().all(|it| it.is_ascii_alphanumeric() || is_mark(it)) {
            return Err("a name is made of the letters a to z, digits, hyphens and underscores".to_owned());
        }
        if !(SHORTEST..=LONGEST).contains(&text.len()) {
            return Err(format!("a name has {SHORTEST} to {LONGEST} characters"));
        }
        if !text.starts_with(|it: char| it.is_ascii_alphabetic()) || text.ends_with(is_mark) {
            return Err("a name begins with a letter and ends with a letter or a digit".to_owned());
        }
        let doubled = text.chars().zip(text.chars().skip(1)).any(|(a, b)| is_mark(a) && is_mark(b));
        if doubled {
            return Err("a name has no two hyphens or underscores in a row".to_owned());
        }
        let (folded, shape) = (fold(text), shape(text));
        if is_kept_free(&shape) {
            return Err("that name is reserved, so that nobody is taken for the server or a computer player"
                .to_owned());
        }
        Ok(Name { written: text.to_owned(), folded, shape })
    }
}

/// By which a name is found, whatever was typed; nothing that is no name finds one.
pub fn fold(text: &str) -> String {
    text.trim().chars().take(2 * LONGEST).collect::<String>().to_ascii_lowercase()
}

fn is_mark(it: char) -> bool {
    it == '-' || it == '_'
}

/// Whether whatever has this shape could speak for the house.
pub(crate) fn is_kept_free(shape: &str) -> bool {
    RESERVED.iter().any(|word| self::shape(word) == shape)
        || RESERVED_PARTS.iter().any(|word| shape.contains(&self::shape(word)))
}

/// Letters and digits that look alike in one typeface or another become one.
pub(crate) fn shape(text: &str) -> String {
    let plain: String = text
        .chars()
        .filter(|it| !is_mark(*it) && *it != ' ')
        .map(|it| match it.to_ascii_lowercase() {
            '0' => 'o',
            '1' | 'i' | 'j' => 'l',
            '2' => 'z',
            '5' => 's',
            '8' => 'b',
            '9' | 'q' => 'g',
            other => other,
        })
        .collect();
    plain.replace("rn", "m").replace("vv", "w")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Name::read(text).expect_err(text)
    }

    #[test]
    fn names_are_letters_digits_and_single_marks() {
        for good in ["Ada", "nelson-1805", "Wing_Cdr", "abcdefghijklmnopqrst", "x2y"] {
            assert_eq!(Name::read(good).unwrap().written, good);
        }
        assert_eq!(Name::read("Nelson").unwrap().folded, "nelson");
        assert!(refused("ab").contains("3 to 20"));
        assert!(refused("abcdefghijklmnopqrstu").contains("3 to 20"));
        assert!(refused("1805").contains("begins with a letter"));
        assert!(refused("ada-").contains("ends with"));
        assert!(refused("a--b").contains("in a row"));
        for odd in [
            "",
            "a b",
            "a\0b",
            "<b>x</b>",
            "Ádám",
            "ада",
            "a\u{202e}b",
            "x\u{200b}y",
            "名前は",
            "a/../b",
            "it's",
        ] {
            assert!(Name::read(odd).is_err(), "{odd:?}");
        }
    }

    /// One of each pair is somebody, so the other could pass for them.
    #[test]
    fn names_that_look_alike_have_one_shape() {
        for (one, other) in [
            ("Nelson", "nels0n"),
            ("Illya", "lllya"),
            ("Illya", "1llya-"),
            ("Barney", "Bamey"),
            ("Wolf", "VVolf"),
            ("red-five", "Red_Five"),
            ("redfive", "red-five"),
            ("Zed", "2ed"),
        ] {
            assert_eq!(shape(one), shape(other), "{one} {other}");
        }
        assert_ne!(shape("Nelson"), shape("Nelsen"));
    }

    #[test]
    fn nobody_is_called_like_the_house() {
        for word in
            ["Admin", "adm1n", "the-administrator", "M0derator", "Flag-Bridge", "CAPTA1N", "you", "Adrnin"]
        {
            assert!(refused(word).contains("is reserved"), "{word}");
        }
        for fine in ["Admirable", "Captaincy", "Host-ess2", "Guesthouse"] {
            assert!(Name::read(fine).is_ok(), "{fine}");
        }
    }

    #[test]
    fn whatever_is_typed_is_folded_without_end() {
        assert_eq!(fold("  Nelson "), "nelson");
        assert_eq!(fold(&"X".repeat(10_000)).len(), 40);
    }
}
