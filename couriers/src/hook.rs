//! Webhooks: JSON, signed with a secret that only the server and whoever set
//! the hook up know.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::post::Parcel;

/// What a hook hears. `moment` is in seconds since 1970; it is signed, so that what was overheard
/// is not taken again later.
///
/// # Panics
///
/// Never: a key of any length will do.
pub fn parcel(body: String, secret: &str, id: &str, moment: i64) -> Parcel {
    let signature = sign(&body, secret, moment);
    let headers = vec![
        ("content-type", "application/json".to_owned()),
        ("x-flagbridge-id", id.to_owned()),
        ("x-flagbridge-signature", format!("t={moment},v1={signature}")),
    ];
    Parcel { headers, body: body.into_bytes() }
}

/// HMAC-SHA256 of `moment.body`, in hexadecimal digits.
///
/// # Panics
///
/// Never: a key of any length will do.
pub fn sign(body: &str, secret: &str, moment: i64) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any length will do");
    mac.update(format!("{moment}.{body}").as_bytes());
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_over_the_moment_and_the_body() {
        let parcel = parcel("{}".to_owned(), "key", "n1", 7);
        let signature = sign("{}", "key", 7);
        assert_eq!(signature.len(), 64);
        assert!(parcel.headers.contains(&("x-flagbridge-signature", format!("t=7,v1={signature}"))));
        assert_ne!(signature, sign("{}", "key", 8));
        assert_ne!(signature, sign("{ }", "key", 7));
        assert_ne!(signature, sign("{}", "other", 7));
    }
}
