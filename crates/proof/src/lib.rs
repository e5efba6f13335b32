//! What a record of format 2 proves, and how.
//!
//! Everything here works on the record as it stands in its file, as JSON. It
//! knows no game: a field that a game adds later changes no hash of a record
//! written before.
//!
//! 1. Before the battle the host publishes the [`Parts::commitment`]: a hash of
//!    its secret and of everything that is settled by then.
//! 2. Whatever was ordered and whatever changed hands becomes an entry of a
//!    [`chain`]: each link is the hash of the one before it and of its entry.
//! 3. Whoever knows the last link knows the battle, so that is what a server
//!    signs (crate `signet`).
//!
//! [`check`] holds a record against all of it and says what was altered.

mod canonical;
mod chain;
mod check;
mod digest;
mod opening;
mod refused;

pub use canonical::canonical;
pub use chain::{chain, end};
pub use check::{Checked, check, check_opening};
pub use digest::{Digest, hex, unhex};
pub use opening::{Parts, Setting};
pub use refused::{Place, Refused};

use serde::{Deserialize, Serialize};

/// Who signed the end of a chain, and the signature: both in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    pub key: String,
    pub signature: String,
}
