//! Whoever meets others: somebody with an account, a bot, or a guest with a
//! pass. A pass is 32 random bytes that a browser draws for itself; it opens
//! the seats that its guest comes to by way of the lobby.

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{header::AUTHORIZATION, request::Parts},
};
use wire::NameCard;

use crate::{
    app::App,
    error::{AppError, Result},
    people::{self, Person},
    secret::{Secret, may_be_id},
};

#[derive(Clone, Debug)]
pub(crate) enum Who {
    Person(Box<Person>),
    Guest(Secret),
}

/// Stands before the hash of a guest's pass: no id of a person has it in it.
const GUEST: &str = "guest:";
/// 32 bytes in base64url.
const PASS: usize = 43;

impl Who {
    /// A guest, by the pass they say they have.
    pub(super) fn guest(pass: &str) -> Result<Who> {
        if pass.len() != PASS || !may_be_id(pass) {
            return Err(AppError::malformed("a guest's pass is 32 random bytes in base64url: 43 characters"));
        }
        Ok(Who::Guest(Secret::claimed(pass)))
    }

    /// By which the store knows them.
    pub(crate) fn key(&self) -> String {
        match self {
            Who::Person(person) => person.id.clone(),
            Who::Guest(pass) => format!("{GUEST}{}", pass.hash().to_text()),
        }
    }

    pub(crate) fn card(&self) -> NameCard {
        match self {
            Who::Person(person) => person.card(),
            Who::Guest(_) => NameCard::default(),
        }
    }

    pub(crate) fn is_guest(&self) -> bool {
        matches!(self, Who::Guest(_))
    }
}

/// Whether two do not want to have to do with each other, as the store knows them: then they are neither
/// paired nor let in at each other's tables.
pub(crate) async fn apart(app: &App, one: &str, other: &str) -> Result<bool> {
    Ok(app.store().blocked_between(one, other).await?)
}

/// The hash by which a guest's seat is opened; nothing for somebody with an account.
pub(super) fn guest_hash(key: &str) -> Option<&str> {
    key.strip_prefix(GUEST)
}

/// Handlers that want somebody want one they would know again.
impl FromRequestParts<App> for Who {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let who = <Who as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await?;
        who.ok_or_else(AppError::not_logged_in)
    }
}

/// Those that can do without take whoever there is.
impl OptionalFromRequestParts<App> for Who {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>> {
        if let Some(pass) = pass_in(parts) {
            return Who::guest(pass).map(Some);
        }
        let person = <Person as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await?;
        Ok(person.map(|it| Who::Person(Box::new(it))))
    }
}

/// A pass in the header, if there is one and it is no bot's token.
fn pass_in(parts: &Parts) -> Option<&str> {
    let header = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    header.strip_prefix("Bearer ").filter(|it| !people::is_token(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_long_and_never_a_persons_id() {
        let pass = "A".repeat(PASS);
        let guest = Who::guest(&pass).unwrap();
        let key = guest.key();
        assert!(!key.contains(&pass) && guest_hash(&key).is_some() && guest.card().name.is_none());
        assert_eq!(guest_hash("abc"), None);
        for wrong in ["", "short", &"A".repeat(44), &format!("{} ", "A".repeat(42))] {
            assert!(Who::guest(wrong).is_err(), "{wrong:?}");
        }
    }
}
