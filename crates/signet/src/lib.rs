//! The key a server signs the ends of battles with, and how a signature is
//! checked. The only crate that knows what a signature is made of.

use std::fmt;

use ed25519_dalek::{Signature as Raw, Signer, SigningKey, VerifyingKey};
use proof::{Digest, Place, Refused, Signature, hex, unhex};

/// What is signed begins with this, so that a signature of ours means this and nothing else.
const END: &[u8] = b"flagbridge 2 end of a battle";

/// A server's own key. Whoever has it can sign in the server's name.
#[derive(Clone)]
pub struct Key(SigningKey);

impl Key {
    /// The key of 32 bytes that nobody can guess.
    pub fn from_bytes(bytes: &[u8; 32]) -> Key {
        Key(SigningKey::from_bytes(bytes))
    }

    /// As the server keeps it: 64 hexadecimal digits.
    ///
    /// # Errors
    ///
    /// If the text is something else.
    pub fn read(text: &str) -> Result<Key, String> {
        unhex(text).map(|bytes| Key::from_bytes(&bytes))
    }

    /// What everybody may know of the key, and checks signatures with.
    pub fn public(&self) -> String {
        hex(self.0.verifying_key().as_bytes())
    }

    /// Signs the end of a chain.
    pub fn sign(&self, end: &Digest) -> Signature {
        Signature { key: self.public(), signature: hex(&self.0.sign(&message(end)).to_bytes()) }
    }
}

/// A key never shows in a log by accident.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key(…)")
    }
}

fn message(end: &Digest) -> Vec<u8> {
    [END, end.bytes()].concat()
}

/// Whether the key named in `signature` signed the chain that ends in `end`.
///
/// # Errors
///
/// If it did not, or if somebody else's key is `expected`.
pub fn check(end: &Digest, signature: &Signature, expected: Option<&str>) -> Result<(), Refused> {
    let refused = |reason: String| Refused::new(Place::Signature, reason);
    if let Some(expected) = expected.filter(|it| *it != signature.key) {
        return Err(refused(format!("made with the key {}, expected {expected}", signature.key)));
    }
    let no_key = |_| refused(format!("{:?} is no key", signature.key));
    let key: [u8; 32] = unhex(&signature.key).map_err(no_key)?;
    let key = VerifyingKey::from_bytes(&key).map_err(|_| no_key(String::new()))?;
    let raw: [u8; 64] = unhex(&signature.signature).map_err(refused)?;
    // Strict: one message and one key have no second signature that passes as well.
    key.verify_strict(&message(end), &Raw::from_bytes(&raw))
        .map_err(|_| refused("the key did not sign a chain that ends like this".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_of_one_key_and_one_end() {
        let (key, other) = (Key::from_bytes(&[1; 32]), Key::from_bytes(&[2; 32]));
        let (end, later) = (Digest::from([7; 32]), Digest::from([8; 32]));
        let signed = key.sign(&end);
        assert_eq!(check(&end, &signed, None), Ok(()));
        assert_eq!(check(&end, &signed, Some(&key.public())), Ok(()));
        assert!(check(&later, &signed, None).is_err());
        assert!(check(&end, &signed, Some(&other.public())).is_err());
        let borrowed = Signature { key: other.public(), ..signed.clone() };
        assert!(check(&end, &borrowed, None).is_err());
        for broken in ["", "zz", &signed.signature.to_uppercase(), &signed.signature[2..]] {
            let broken = Signature { signature: broken.to_owned(), ..signed.clone() };
            let told = check(&end, &broken, None).unwrap_err().to_string();
            assert!(told.starts_with("signature: "), "{told}");
        }
        for broken in ["", "zz", &"00".repeat(32), &"ff".repeat(32), &key.public().to_uppercase()] {
            assert!(check(&end, &Signature { key: broken.to_owned(), ..signed.clone() }, None).is_err());
        }
    }

    #[test]
    fn keys_survive_text_and_do_not_print() {
        let text = "0b".repeat(32);
        assert_eq!(Key::read(&text).unwrap().public(), Key::from_bytes(&[11; 32]).public());
        assert!(Key::read("0b").is_err());
        assert_eq!(format!("{:?}", Key::from_bytes(&[3; 32])), "Key(…)");
    }
}
