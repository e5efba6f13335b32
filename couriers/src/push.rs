//! Web Push: a message sealed for one browser (RFC 8291, RFC 8188), with the
//! server's word for who sends it (VAPID, RFC 8292).

use aes_gcm::{Aes128Gcm, KeyInit as _, aead::Aead as _};
use hkdf::Hkdf;
use p256::{
    PublicKey, SecretKey,
    ecdsa::{Signature, SigningKey, signature::Signer as _},
};
use serde_json::json;
use sha2::Sha256;
use url::Url;

use crate::{base64url, post::Parcel};

/// A browser that wants to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    pub url: Url,
    /// Its public key and its secret, as it gave them: base64url.
    pub key: String,
    pub auth: String,
}

/// Why a message cannot be sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadKey(&'static str);

impl std::fmt::Display for BadKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for BadKey {}

/// The key by which browsers know this server.
#[derive(Clone)]
pub struct Key(SecretKey);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

/// A message fits into one record of this size, which every push service takes.
const RECORD: u32 = 4096;
const LARGEST: usize = 3000;
/// Lengths tell less in steps of this many bytes.
const STEP: usize = 256;
/// How long the server's word is good for, in seconds.
const WORD: i64 = 12 * 3600;

impl Key {
    /// From 32 random bytes; nearly all of them will do.
    ///
    /// # Errors
    ///
    /// If these will not.
    pub fn new(bytes: &[u8; 32]) -> Result<Key, BadKey> {
        SecretKey::from_slice(bytes).map(Key).map_err(|_| BadKey("not a key of this curve"))
    }

    /// As it was written.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn read(text: &str) -> Result<Key, BadKey> {
        let bytes = base64url::read(text).and_then(|it| <[u8; 32]>::try_from(it).ok());
        Key::new(&bytes.ok_or(BadKey("a key has 32 bytes"))?)
    }

    pub fn write(&self) -> String {
        base64url::write(&self.0.to_bytes())
    }

    /// What a browser is told, in base64url.
    pub fn public(&self) -> String {
        base64url::write(&point(&self.0.public_key()))
    }

    /// The server's word for the push service at `url`, from `now` (in seconds since 1970) on.
    /// `contact` is where its owner can be reached: an address of mail or of a page.
    fn word(&self, url: &Url, contact: &str, now: i64) -> String {
        let head = base64url::write(br#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = json!({"aud": url.origin().ascii_serialization(), "exp": now + WORD, "sub": contact});
        let claims = base64url::write(claims.to_string().as_bytes());
        let signed = format!("{head}.{claims}");
        let signature: Signature = SigningKey::from(&self.0).sign(signed.as_bytes());
        format!("{signed}.{}", base64url::write(&signature.to_bytes()))
    }
}

fn point(key: &PublicKey) -> Vec<u8> {
    key.to_sec1_bytes_uncompressed()
}

trait Uncompressed {
    fn to_sec1_bytes_uncompressed(&self) -> Vec<u8>;
}

impl Uncompressed for PublicKey {
    fn to_sec1_bytes_uncompressed(&self) -> Vec<u8> {
        use p256::elliptic_curve::sec1::ToSec1Point as _;
        self.to_sec1_point(false).as_bytes().to_vec()
    }
}

/// What a push service is handed.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    pub text: &'a str,
    /// Messages of one topic replace each other while they wait for the browser: at most 32 letters
    /// of base64url.
    pub topic: &'a str,
    /// Whether a sleeping phone should be woken.
    pub urgent: bool,
    /// For how many seconds it is worth keeping.
    pub lasts: u32,
}

/// Seals a message for one browser. `one_time` and `salt` are random and used for nothing else.
///
/// # Errors
///
/// If the browser's keys are none, or the message is too long.
pub fn parcel(
    key: &Key,
    to: &Endpoint,
    message: &Message<'_>,
    contact: &str,
    now: i64,
    (one_time, salt): (&Key, [u8; 16]),
) -> Result<Parcel, BadKey> {
    if LARGEST < message.text.len() {
        return Err(BadKey("the message is too long"));
    }
    let length = (message.text.len() + 1).next_multiple_of(STEP);
    let mut padded = message.text.as_bytes().to_vec();
    padded.push(2);
    padded.resize(length, 0);
    let body = seal(to, &padded, one_time, salt)?;
    let word = key.word(&to.url, contact, now);
    let headers = vec![
        ("authorization", format!("vapid t={word}, k={}", key.public())),
        ("content-encoding", "aes128gcm".to_owned()),
        ("content-type", "application/octet-stream".to_owned()),
        ("ttl", message.lasts.to_string()),
        ("topic", message.topic.to_owned()),
        ("urgency", if message.urgent { "high" } else { "normal" }.to_owned()),
    ];
    Ok(Parcel { headers, body })
}

/// Whether a browser's keys are keys.
///
/// # Errors
///
/// What is wrong with them.
pub fn check(key: &str, auth: &str) -> Result<(), BadKey> {
    keys(key, auth).map(drop)
}

fn keys(key: &str, auth: &str) -> Result<(PublicKey, [u8; 16]), BadKey> {
    let key = base64url::read(key).and_then(|it| PublicKey::from_sec1_bytes(&it).ok());
    let auth = base64url::read(auth).and_then(|it| <[u8; 16]>::try_from(it).ok());
    Ok((key.ok_or(BadKey("the key of the browser is none"))?, auth.ok_or(BadKey("its secret has 16 bytes"))?))
}

fn seal(to: &Endpoint, padded: &[u8], one_time: &Key, salt: [u8; 16]) -> Result<Vec<u8>, BadKey> {
    let (theirs, auth) = keys(&to.key, &to.auth)?;
    let ours = point(&one_time.0.public_key());
    let (content, nonce) = derive(&one_time.0, &theirs, &auth, (&point(&theirs), &ours), salt);
    let cipher = Aes128Gcm::new(&content.into());
    let sealed = cipher.encrypt(&nonce.into(), padded).map_err(|_| BadKey("the message cannot be sealed"))?;
    let mut body = salt.to_vec();
    body.extend_from_slice(&RECORD.to_be_bytes());
    body.push(ours.len() as u8);
    body.extend_from_slice(&ours);
    body.extend_from_slice(&sealed);
    Ok(body)
}

/// The key and the nonce of the one record, which both sides work out: `browser` and `server` are the public
/// keys as points.
fn derive(
    secret: &SecretKey,
    other: &PublicKey,
    auth: &[u8; 16],
    (browser, server): (&[u8], &[u8]),
    salt: [u8; 16],
) -> ([u8; 16], [u8; 12]) {
    let shared = p256::ecdh::diffie_hellman(secret.to_nonzero_scalar(), other.as_affine());
    let mut info = b"WebPush: info\0".to_vec();
    info.extend_from_slice(browser);
    info.extend_from_slice(server);
    let (mut input, mut content, mut nonce) = ([0; 32], [0; 16], [0; 12]);
    let expand =
        |from: Hkdf<Sha256>, info: &[u8], to: &mut [u8]| from.expand(info, to).expect("short enough");
    expand(Hkdf::new(Some(auth), shared.raw_secret_bytes()), &info, &mut input);
    expand(Hkdf::new(Some(&salt), &input), b"Content-Encoding: aes128gcm\0", &mut content);
    expand(Hkdf::new(Some(&salt), &input), b"Content-Encoding: nonce\0", &mut nonce);
    (content, nonce)
}

/// The other side, for tests: what a browser with these keys reads.
pub mod opened {
    use super::*;

    /// Opens a sealed message; nothing if it was sealed for somebody else, or changed on its way.
    pub fn open(body: &[u8], key: &Key, auth: &str) -> Option<String> {
        let salt: [u8; 16] = body.get(..16)?.try_into().ok()?;
        let length = usize::from(*body.get(20)?);
        let (server, sealed) = (body.get(21..21 + length)?, body.get(21 + length..)?);
        let auth: [u8; 16] = base64url::read(auth)?.try_into().ok()?;
        let other = PublicKey::from_sec1_bytes(server).ok()?;
        let own = point(&key.0.public_key());
        let (content, nonce) = derive(&key.0, &other, &auth, (&own, server), salt);
        let plain = Aes128Gcm::new(&content.into()).decrypt(&nonce.into(), sealed).ok()?;
        let end = plain.iter().rposition(|byte| *byte != 0)?;
        (plain[end] == 2).then(|| String::from_utf8_lossy(&plain[..end]).into_owned())
    }

    /// Whether the server with this public key gave its word, for this audience; the claims if so.
    pub fn word(authorization: &str) -> Option<serde_json::Value> {
        use p256::ecdsa::{VerifyingKey, signature::Verifier as _};
        let (word, key) = authorization.strip_prefix("vapid t=")?.split_once(", k=")?;
        let (signed, signature) = word.rsplit_once('.')?;
        let key = VerifyingKey::from_sec1_bytes(&base64url::read(key)?).ok()?;
        let signature = Signature::from_slice(&base64url::read(signature)?).ok()?;
        key.verify(signed.as_bytes(), &signature).ok()?;
        serde_json::from_slice(&base64url::read(signed.split_once('.')?.1)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_comes_out_byte_for_byte() {
        let one_time = Key::read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").unwrap();
        let salt = base64url::read("DGv6ra1nlYgDCS1FRnbzlw").unwrap().try_into().unwrap();
        let to = Endpoint {
            url: Url::parse("https://push.example/").unwrap(),
            key: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                .to_owned(),
            auth: "BTBZMqHH6r4Tts7J_aSIgg".to_owned(),
        };
        let mut plain = b"When I grow up, I want to be a watermelon".to_vec();
        plain.push(2);
        let body = seal(&to, &plain, &one_time, salt).unwrap();
        assert_eq!(
            base64url::write(&body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz\
             AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn only_the_browser_it_was_sealed_for_can_read_it() {
        let (key, browser, one_time) =
            (Key::new(&[1; 32]).unwrap(), Key::new(&[2; 32]).unwrap(), Key::new(&[3; 32]).unwrap());
        let auth = base64url::write(&[9; 16]);
        let url = Url::parse("https://push.example:8443/to/me").unwrap();
        let to = Endpoint { url, key: browser.public(), auth: auth.clone() };
        let message = Message { text: "your turn", topic: "abc", urgent: false, lasts: 60 };
        let seal = || parcel(&key, &to, &message, "mailto:a@b.example", 1_000, (&one_time, [4; 16])).unwrap();
        let sent = seal();
        assert_eq!(opened::open(&sent.body, &browser, &auth).as_deref(), Some("your turn"));
        assert_eq!(opened::open(&sent.body, &key, &auth), None);
        let mut changed = sent.body.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(opened::open(&changed, &browser, &auth), None);
        let claims = opened::word(&sent.headers[0].1).unwrap();
        assert_eq!(claims["aud"], "https://push.example:8443");
        assert_eq!(claims["exp"], 1_000 + WORD);
        assert!(opened::word(&sent.headers[0].1.replace("vapid t=e", "vapid t=f")).is_none());
    }

    #[test]
    fn lengths_come_in_steps_and_nonsense_is_refused() {
        let key = Key::new(&[1; 32]).unwrap();
        let to = Endpoint {
            url: Url::parse("https://push.example/").unwrap(),
            key: key.public(),
            auth: base64url::write(&[9; 16]),
        };
        let seal = |text: &str| {
            let message = Message { text, topic: "", urgent: true, lasts: 1 };
            parcel(&key, &to, &message, "https://a.example", 0, (&key, [0; 16])).map(|it| it.body.len())
        };
        assert_eq!(seal("a"), seal(&"b".repeat(200)));
        assert!(seal(&"b".repeat(LARGEST)).unwrap() <= RECORD as usize);
        assert!(seal(&"b".repeat(LARGEST + 1)).is_err());
        assert!(check(&key.public(), &to.auth).is_ok());
        assert!(check("AAAA", &to.auth).is_err());
        assert!(check(&key.public(), "AAAA").is_err());
        assert!(Key::new(&[0; 32]).is_err());
        assert_eq!(Key::read(&key.write()).unwrap().public(), key.public());
    }
}
