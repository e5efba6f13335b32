//! Passwords: which are good enough, and how one is kept.
//!
//! What is kept is the Argon2id of a password with a salt of its own, with
//! what it cost to make, so that the cost can be raised later.

use std::fmt::Write as _;

use argon2::{Algorithm, Argon2, Params, Version};

/// Characters of a password, at least and at most.
pub const SHORTEST: usize = 10;
pub const LONGEST: usize = 200;
/// One that goes round a few characters is found by going round them.
const DIFFERENT: usize = 5;

/// What it costs to try a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// In KiB.
    pub memory: u32,
    pub passes: u32,
}

impl Default for Cost {
    /// What OWASP asks for at least.
    fn default() -> Cost {
        Cost { memory: 19 * 1024, passes: 2 }
    }
}

/// The first that anybody tries.
const COMMON: &[&str] = &[
    "1234567890",
    "0123456789",
    "12345678910",
    "123456789a",
    "password12",
    "password123",
    "password1234",
    "passw0rd12",
    "qwertyuiop",
    "qwerty12345",
    "1q2w3e4r5t",
    "1qaz2wsx3edc",
    "iloveyou12",
    "letmein1234",
    "flagbridge",
    "abcdefghij",
    "abcdefghijk",
    "spaceship1",
    "startrek12",
    "starwars12",
    "correcthorse",
    "correct horse battery staple",
];

/// Whether a password is good enough for somebody of this name.
///
/// # Errors
///
/// Why it is not, in words.
pub fn check(password: &str, name: &str) -> Result<(), String> {
    let length = password.chars().count();
    if length < SHORTEST {
        return Err(format!("a password has at least {SHORTEST} characters; a few words in a row will do"));
    }
    if LONGEST < length {
        return Err(format!("a password has at most {LONGEST} characters"));
    }
    let mut different: Vec<char> = password.chars().collect();
    different.sort_unstable();
    different.dedup();
    if different.len() < DIFFERENT {
        return Err(format!("a password has at least {DIFFERENT} different characters"));
    }
    let lower = password.to_lowercase();
    if COMMON.contains(&lower.as_str()) {
        return Err("that password is among the first that anybody tries".to_owned());
    }
    let rest = lower.replace(&name.to_lowercase(), "");
    if rest.chars().count() < SHORTEST - 4 {
        return Err("that password is hardly more than the name".to_owned());
    }
    Ok(())
}

/// What is kept of a password.
///
/// # Panics
///
/// Panics if the cost is none that Argon2 knows: settings are checked when they are read.
pub fn keep(password: &str, salt: [u8; 16], cost: Cost) -> String {
    let hash = derive(password, &salt, cost).expect("a cost that was checked");
    format!("argon2id {} {} {} {}", cost.memory, cost.passes, hex(&salt), hex(&hash))
}

/// Whether it is the password that was kept. Takes as long for a wrong one as for the right one.
pub fn is_right(password: &str, kept: &str) -> bool {
    // More than anybody's password is refused before it costs anything.
    if LONGEST < password.chars().count() {
        return false;
    }
    let Some((cost, salt, hash)) = read(kept) else { return false };
    let Some(found) = derive(password, &salt, cost) else { return false };
    // Compared without telling by the time how far they are alike.
    blake3::Hash::from(found) == blake3::Hash::from(hash)
}

/// Whether a password that is right should be kept anew, as the cost has been changed.
pub fn is_outdated(kept: &str, cost: Cost) -> bool {
    read(kept).is_none_or(|(then, ..)| then != cost)
}

impl Cost {
    /// # Errors
    ///
    /// Why nothing can cost that, in words.
    pub fn check(self) -> Result<(), String> {
        Params::new(self.memory, self.passes, 1, Some(32)).map(drop).map_err(|err| err.to_string())
    }
}

fn derive(password: &str, salt: &[u8], Cost { memory, passes }: Cost) -> Option<[u8; 32]> {
    let params = Params::new(memory, passes, 1, Some(32)).ok()?;
    let mut hash = [0; 32];
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon.hash_password_into(password.as_bytes(), salt, &mut hash).ok()?;
    Some(hash)
}

fn read(kept: &str) -> Option<(Cost, [u8; 16], [u8; 32])> {
    let parts: Vec<&str> = kept.split(' ').collect();
    let ["argon2id", memory, passes, salt, hash] = parts[..] else { return None };
    let cost = Cost { memory: memory.parse().ok()?, passes: passes.parse().ok()? };
    Some((cost, unhex(salt)?, unhex(hash)?))
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        write!(text, "{byte:02x}").expect("text takes text");
    }
    text
}

fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits: Vec<u32> = text.chars().map(|it| it.to_digit(16)).collect::<Option<_>>()?;
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect();
    (digits.len() == 2 * N).then(|| bytes.try_into().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHEAP: Cost = Cost { memory: 8, passes: 1 };

    #[test]
    fn only_the_password_itself_is_right() {
        let kept = keep("six small moons", [7; 16], CHEAP);
        assert!(is_right("six small moons", &kept));
        for wrong in ["", "six small moon", "Six small moons", "six small moons ", &"x".repeat(1_000)] {
            assert!(!is_right(wrong, &kept), "{wrong}");
        }
        assert_ne!(kept, keep("six small moons", [8; 16], CHEAP));
        assert!(!kept.contains("moons"));
        for broken in ["", "argon2id", "argon2id 8 1 00 00", "plain 8 1 x y", "argon2id 0 0 x y"] {
            assert!(!is_right("six small moons", broken), "{broken}");
        }
    }

    /// The reference program gives the same: `echo -n password | argon2 somesaltsomesalt -id -k 64 -t 2 -p 1`.
    #[test]
    fn it_is_argon2id() {
        let found = derive("password", b"somesaltsomesalt", Cost { memory: 64, passes: 2 });
        assert_eq!(
            found.map(|it| hex(&it)).as_deref(),
            Some("1a98fba8e6394425c9bdc333a9c750aaf811df070f5fb4a5788e1cf4db5793a1")
        );
    }

    #[test]
    fn a_cost_that_was_raised_is_noticed() {
        let kept = keep("six small moons", [7; 16], CHEAP);
        assert!(!is_outdated(&kept, CHEAP));
        assert!(is_outdated(&kept, Cost { passes: 2, ..CHEAP }));
        assert!(Cost::default().check().is_ok());
        assert!(Cost { memory: 1, passes: 1 }.check().is_err());
    }

    #[test]
    fn what_anybody_would_guess_is_refused() {
        let refused = |password: &str| check(password, "Nelson").expect_err(password);
        assert!(refused("short").contains("at least 10"));
        assert!(refused(&"lng1x".repeat(50)).contains("at most"));
        assert!(refused("aaaaaaaaaaab").contains("different"));
        assert!(refused("Password123").contains("first that anybody"));
        assert!(refused("nelson1805").contains("the name"));
        for good in ["six small moons", "Ñandú en la luna", "k8#kd92lsP", "nelson and hardy"] {
            assert_eq!(check(good, "Nelson"), Ok(()), "{good}");
        }
    }
}
