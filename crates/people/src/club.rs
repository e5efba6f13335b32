//! What clubs may be called: as people, but in several words.

use crate::name;

/// Characters of a club's name, at least and at most.
pub const SHORTEST: usize = 3;
pub const LONGEST: usize = 40;

/// A name a club may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubName {
    pub written: String,
    /// By which it is found: capitals count for nothing.
    pub folded: String,
    /// The same for names that one could take for each other.
    pub shape: String,
}

impl ClubName {
    /// # Errors
    ///
    /// Why it cannot be a name, in words.
    pub fn read(text: &str) -> Result<ClubName, String> {
        // Nothing longer is worth looking at closely.
        if 4 * LONGEST < text.len() {
            return Err(format!("a club's name has {SHORTEST} to {LONGEST} characters"));
        }
        let written = text.split_ascii_whitespace().collect::<Vec<&str>>().join(" ");
        if !written.chars().all(|it| it.is_ascii_alphanumeric() || " -_'&.".contains(it)) {
            return Err(
                "a club's name is made of the letters a to z, digits, spaces and - _ ' & .".to_owned()
            );
        }
        if !(SHORTEST..=LONGEST).contains(&written.len()) {
            return Err(format!("a club's name has {SHORTEST} to {LONGEST} characters"));
        }
        if !written.starts_with(|it: char| it.is_ascii_alphanumeric()) {
            return Err("a club's name begins with a letter or a digit".to_owned());
        }
        let letters: String = written.chars().filter(|it| !"'&.".contains(*it)).collect();
        let shape = name::shape(&letters);
        if shape.len() < SHORTEST {
            return Err(format!("a club's name has at least {SHORTEST} letters or digits"));
        }
        if name::is_kept_free(&shape) {
            return Err("that name is reserved, so that no club is taken for the server itself".to_owned());
        }
        Ok(ClubName { folded: written.to_ascii_lowercase(), shape, written })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clubs_are_called_in_words() {
        let name = ClubName::read("  Tuesday   Night & Co. ").unwrap();
        assert_eq!(
            (name.written.as_str(), name.folded.as_str()),
            ("Tuesday Night & Co.", "tuesday night & co.")
        );
        assert_eq!(ClubName::read("tuesdaynight-co").unwrap().shape, name.shape);
        for odd in ["", "ab", "- - -", "a & .", "Ада", "a\u{202e}bc", "<b>x</b>", "x\0yz", &"x".repeat(41)]
        {
            assert!(ClubName::read(odd).is_err(), "{odd:?}");
        }
        for kept in ["The Moderators", "Flag Bridge", "M0derator's Mess"] {
            assert!(ClubName::read(kept).unwrap_err().contains("is reserved"), "{kept}");
        }
    }
}
