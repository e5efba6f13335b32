//! The second factor: codes of six digits that change every half minute
//! (RFC 6238), and codes on paper for whoever has lost what shows them.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;

const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/// How long a code is shown, in milliseconds.
const STEP: i64 = 30_000;
const DIGITS: u32 = 6;
/// How many steps a phone's clock may be off.
const OFF: i64 = 1;
/// How many codes on paper there are, and the random bytes of each: too many to be guessed or tried out.
pub const RECOVERY: usize = 10;
pub const RECOVERY_BYTES: usize = 10;
/// The random bytes of a secret, as RFC 4226 has them.
pub const SECRET_BYTES: usize = 20;

/// Letters and digits that can be typed from a screen (RFC 4648, without padding).
pub fn base32(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(5) {
        let word =
            chunk.iter().fold(0_u64, |word, byte| word << 8 | u64::from(*byte)) << (8 * (5 - chunk.len()));
        for i in 0..(chunk.len() * 8).div_ceil(5) {
            text.push(char::from(ALPHABET[(word >> (35 - 5 * i) & 31) as usize]));
        }
    }
    text
}

fn read_base32(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut word, mut bits) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        word = word << 5 | ALPHABET.iter().position(|it| *it == letter)? as u32;
        bits += 5;
        if 8 <= bits {
            bits -= 8;
            bytes.push((word >> bits) as u8);
            word &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

/// What a phone reads from a square of dots. `place` is this server's name.
pub fn uri(place: &str, name: &str, secret: &str) -> String {
    let plain = |text: &str| -> String {
        text.chars().filter(|it| it.is_ascii_alphanumeric() || "-_.".contains(*it)).collect()
    };
    let (place, name) = (plain(place), plain(name));
    format!("otpauth://totp/{place}:{name}?secret={secret}&issuer={place}&algorithm=SHA1&digits=6&period=30")
}

/// The code of one step.
fn code(key: &[u8], step: i64) -> u32 {
    let mut mac = Hmac::<Sha1>::new_from_slice(key).expect("any length will do");
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let at = usize::from(hash[19] & 15);
    let word = u32::from_be_bytes([hash[at], hash[at + 1], hash[at + 2], hash[at + 3]]);
    (word & 0x7fff_ffff) % 10_u32.pow(DIGITS)
}

/// What is shown at `now`, in milliseconds since 1970: for tests, and for nobody else.
pub fn shown(secret: &str, now: i64) -> Option<String> {
    read_base32(secret).map(|key| format!("{:06}", code(&key, now / STEP)))
}

/// Which step a code is of, if it is one that may be shown now. Whoever keeps the last step that was used takes
/// no code of it, or of one before, again.
pub fn step_of(secret: &str, typed: &str, now: i64) -> Option<i64> {
    let typed: String = typed.chars().filter(|it| !it.is_whitespace()).collect();
    let digits = typed.len() == DIGITS as usize && typed.bytes().all(|it| it.is_ascii_digit());
    let (typed, key) = (typed.parse::<u32>().ok().filter(|_| digits)?, read_base32(secret)?);
    let step = now / STEP;
    // All are looked at, so that the time tells nothing.
    (step - OFF..=step + OFF)
        .fold(None, |found, step| if code(&key, step) == typed { Some(step) } else { found })
}

/// A code on paper: `ABCD-EFGH-IJKL-MNOP`.
pub fn recovery(bytes: [u8; RECOVERY_BYTES]) -> String {
    let text = base32(&bytes);
    let groups: Vec<&str> = text.as_bytes().chunks(4).filter_map(|it| std::str::from_utf8(it).ok()).collect();
    groups.join("-")
}

/// The same however it is typed; nothing if it can be none.
pub fn recovery_typed(text: &str) -> Option<String> {
    let letters: String = text
        .chars()
        .filter(|it| !it.is_whitespace() && *it != '-')
        .map(|it| it.to_ascii_uppercase())
        .collect();
    let fits = letters.len() == RECOVERY_BYTES * 8 / 5 && letters.bytes().all(|it| ALPHABET.contains(&it));
    fits.then_some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B, in six digits.
    #[test]
    fn the_examples_of_the_standard_come_out() {
        let secret = base32(b"12345678901234567890");
        assert_eq!(secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(shown(&secret, seconds * 1000).as_deref(), Some(code), "{seconds}");
            assert_eq!(step_of(&secret, code, seconds * 1000), Some(seconds / 30));
        }
    }

    #[test]
    fn a_clock_may_be_half_a_minute_off_and_no_more() {
        let secret = base32(&[7; SECRET_BYTES]);
        let now = 1_767_225_600_000;
        let code = shown(&secret, now).unwrap();
        for (off, fits) in [(0, true), (STEP, true), (-STEP, true), (2 * STEP, false), (-2 * STEP, false)] {
            assert_eq!(step_of(&secret, &code, now + off).is_some(), fits, "{off}");
        }
        assert_eq!(step_of(&secret, &format!("{} {}", &code[..3], &code[3..]), now), Some(now / STEP));
        for odd in ["", "12345", "1234567", "+12345", "abcdef"] {
            assert_eq!(step_of(&secret, odd, now), None, "{odd:?}");
        }
    }

    #[test]
    fn codes_on_paper_are_known_however_they_are_typed() {
        let code = recovery([0xff; RECOVERY_BYTES]);
        assert_eq!(code, "7777-7777-7777-7777");
        let code = recovery([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        let typed = recovery_typed(&format!(" {} ", code.to_lowercase().replace('-', " "))).unwrap();
        assert_eq!(Some(typed.clone()), recovery_typed(&code));
        assert_eq!(typed.len(), 16);
        assert_eq!(recovery_typed("287082"), None);
        assert_eq!(recovery_typed("1111-1111-1111-1111"), None);
    }

    #[test]
    fn nothing_in_a_name_gets_out_of_its_place() {
        let uri = uri("fleet.example:80", "a&secret=b?c", "ABC");
        assert_eq!(
            uri,
            "otpauth://totp/fleet.example80:asecretbc?secret=ABC&issuer=fleet.example80\
             &algorithm=SHA1&digits=6&period=30"
        );
    }
}
