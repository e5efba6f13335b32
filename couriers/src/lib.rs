//! What leaves the server by itself: mail, Web Push, webhooks. Whom to write
//! to and what is the server's business; here is how it is sealed, signed and
//! brought there, and that nobody can aim it at addresses that are not public.

mod address;
pub mod base64url;
pub mod hook;
pub mod mail;
mod post;
pub mod push;

pub use address::{BadAddress, Bounds, is_public, target};
pub use mail::{Mail, Post, PostError};
pub use post::{Parcel, Told, post};
