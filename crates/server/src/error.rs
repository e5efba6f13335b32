//! One error at the edge: it knows the status and the public words; the log
//! knows the rest.

use axum::{
    Json,
    http::{StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use engine::SubmitError;
use rulesets::{Fault, Rejection};
use store::StoreError;
use wire::{Failure, FailureBody, Finding};

pub(crate) type Result<T> = std::result::Result<T, AppError>;

#[derive(Clone, Debug)]
pub(crate) struct AppError {
    status: StatusCode,
    code: &'static str,
    message: String,
    findings: Vec<Finding>,
    /// Seconds after which to try again, where that helps.
    retry: Option<u64>,
    /// Another server has changed the match while this was worked out.
    moved: bool,
}

impl AppError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> AppError {
        AppError { status, code, message: message.into(), findings: Vec::new(), retry: None, moved: false }
    }

    pub(crate) fn malformed(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    pub(crate) fn unauthorised() -> AppError {
        AppError::new(StatusCode::UNAUTHORIZED, "unauthorised", "no secret that opens this match was given")
    }

    /// Only somebody who is logged in can do that.
    pub(crate) fn not_logged_in() -> AppError {
        AppError::new(StatusCode::UNAUTHORIZED, "not_logged_in", "log in first")
    }

    /// No bot has this token, or its owner has taken it back.
    pub(crate) fn no_token() -> AppError {
        AppError::new(StatusCode::UNAUTHORIZED, "not_logged_in", "no bot has this token")
    }

    /// The same whether there is such a person or not.
    pub(crate) fn wrong_password() -> AppError {
        let words = "there is nobody by that name with that password";
        AppError::new(StatusCode::UNAUTHORIZED, "wrong_password", words)
    }

    /// The password is right, and a code of the second factor is wanted beside it.
    pub(crate) fn code_wanted() -> AppError {
        let words = "a code from your second factor is needed as well";
        AppError::new(StatusCode::UNAUTHORIZED, "code_wanted", words)
    }

    pub(crate) fn wrong_code() -> AppError {
        let words = "this code is wrong, out of date or already used";
        AppError::new(StatusCode::UNAUTHORIZED, "wrong_code", words)
    }

    /// For whoever is logged in already: what they sent will not do.
    pub(crate) fn into_refusal(self) -> AppError {
        match self.status {
            StatusCode::UNAUTHORIZED => AppError::refused(self.message),
            _ => self,
        }
    }

    /// Something could not be brought to where it should go; only the log hears of it.
    pub(crate) fn undelivered(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::BAD_GATEWAY, "undelivered", message)
    }

    /// Somebody else has it.
    pub(crate) fn taken(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::CONFLICT, "taken", message)
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    pub(crate) fn not_found(what: &str) -> AppError {
        AppError::new(StatusCode::NOT_FOUND, "not_found", format!("there is no such {what}"))
    }

    /// What another server on the same database may have.
    pub(crate) fn not_here(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    pub(crate) fn not_yours(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::CONFLICT, "not_yours", message)
    }

    pub(crate) fn stale(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::CONFLICT, "stale", message)
    }

    pub(crate) fn not_yet(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::CONFLICT, "not_yet", message)
    }

    pub(crate) fn over() -> AppError {
        AppError::new(StatusCode::CONFLICT, "over", "the battle is over")
    }

    /// Nothing can be done yet that needs a battle.
    pub(crate) fn waiting() -> AppError {
        let words = "the battle begins when everybody has joined";
        AppError::new(StatusCode::CONFLICT, "waiting", words)
    }

    pub(crate) fn joined(seat: engine::Seat) -> AppError {
        AppError::new(StatusCode::CONFLICT, "joined", format!("{seat} has already joined"))
    }

    pub(crate) fn too_large() -> AppError {
        AppError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "the request is too large")
    }

    pub(crate) fn refused(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", message)
    }

    pub(crate) fn too_many(seconds: u64) -> AppError {
        let mut err =
            AppError::new(StatusCode::TOO_MANY_REQUESTS, "too_many", "too many requests; wait a moment");
        err.retry = Some(seconds.max(1));
        err
    }

    /// Long work of that kind is waited for already, by too many.
    pub(crate) fn busy(seconds: u64, message: impl Into<String>) -> AppError {
        let mut err = AppError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
        err.retry = Some(seconds.max(1));
        err
    }

    /// The battle has grown as long as one may.
    pub(crate) fn full(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::CONFLICT, "full", message)
    }

    /// The name in the request is not one of ours.
    pub(crate) fn misdirected(message: impl Into<String>) -> AppError {
        AppError::new(StatusCode::MISDIRECTED_REQUEST, "misdirected", message)
    }

    pub(crate) fn too_slow() -> AppError {
        let words = "the request took longer than a minute and was given up; whether an order in it was kept is \
                     not known: send it again with the same key";
        AppError::new(StatusCode::REQUEST_TIMEOUT, "too_slow", words)
    }

    /// The database went away in the very moment of writing.
    pub(crate) fn unsure() -> AppError {
        let words = "the database did not say whether what you sent was kept; send it again with the same key, \
                     and it is kept once";
        let mut err = AppError::new(StatusCode::SERVICE_UNAVAILABLE, "unsure", words);
        err.retry = Some(1);
        err
    }

    /// The database is away: nothing was written.
    pub(crate) fn away() -> AppError {
        let words = "the database cannot be reached; nothing you sent was kept, so try again in a moment";
        let mut err = AppError::new(StatusCode::SERVICE_UNAVAILABLE, "away", words);
        err.retry = Some(1);
        err
    }

    pub(crate) fn internal() -> AppError {
        let words = "the server made a mistake; nothing was changed";
        AppError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", words)
    }

    /// Whether the database failed, so that trying again may help.
    pub(crate) fn is_away(&self) -> bool {
        matches!(self.code, "away" | "unsure" | "busy")
    }

    /// Whether somebody else was quicker.
    pub(crate) fn is_taken(&self) -> bool {
        self.code == "taken"
    }

    /// Whether another server was quicker, so that it is to be worked out anew.
    pub(crate) fn has_moved(&self) -> bool {
        self.moved
    }

    /// Whether whoever asks has nothing that opens it.
    pub(crate) fn is_no_key(&self) -> bool {
        self.code == "unauthorised"
    }

    pub(crate) fn is_not_found(&self) -> bool {
        self.code == "not_found"
    }

    /// Whether it is about what was asked, and not about a database that is away.
    pub(crate) fn is_certain(&self) -> bool {
        self.status.is_client_error()
    }

    /// Whether the order came too late, which is nobody's fault.
    pub(crate) fn is_too_late(&self) -> bool {
        matches!(self.code, "stale" | "sealed" | "over" | "not_yours" | "full")
    }

    /// The word for programs.
    pub(crate) fn code(&self) -> &'static str {
        self.code
    }

    pub(crate) fn body(&self) -> FailureBody {
        FailureBody {
            code: self.code.to_owned(),
            message: self.message.clone(),
            findings: self.findings.clone(),
        }
    }
}

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(Failure { error: self.body() })).into_response();
        if let Some(seconds) = self.retry {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<StoreError> for AppError {
    fn from(err: StoreError) -> AppError {
        match &err {
            StoreError::Away(_) => {
                tracing::error!(%err, "the database failed");
                AppError::away()
            }
            StoreError::Unsure(_) => {
                tracing::error!(%err, "a commit was not answered");
                AppError::unsure()
            }
            StoreError::Taken => {
                tracing::error!("another server has taken this database over; stop one of them");
                AppError::away()
            }
            // Another process writes to the same database: read again, then try again.
            StoreError::Conflict => {
                let mut err = AppError::stale("the match has moved on; look at it again");
                err.moved = true;
                err
            }
            StoreError::Corrupted(what) => AppError::corrupted(what),
            StoreError::Refused(what) => AppError::refused(what.as_str()),
        }
    }
}

impl AppError {
    /// What is stored of a battle was found not to fit together while it was played.
    pub(crate) fn frozen(words: String) -> AppError {
        AppError::new(StatusCode::INTERNAL_SERVER_ERROR, "corrupted", words)
    }

    /// The battle can only be looked at here.
    pub(crate) fn other_rules(words: impl Into<String>) -> AppError {
        AppError::new(StatusCode::CONFLICT, "other_rules", words)
    }

    pub(crate) fn corrupted(what: &str) -> AppError {
        tracing::error!(what, "a match cannot be opened");
        let words = "what is stored of this match is damaged, so it cannot be shown";
        AppError::new(StatusCode::INTERNAL_SERVER_ERROR, "corrupted", words)
    }
}

impl From<Rejection> for AppError {
    fn from(rejection: Rejection) -> AppError {
        let message = rejection.to_string();
        let findings = findings(&rejection);
        let mut err = match rejection {
            Rejection::Malformed(_) => AppError::malformed(message),
            Rejection::Submit(SubmitError::Over) => AppError::new(StatusCode::CONFLICT, "over", message),
            Rejection::Submit(SubmitError::Stale { .. }) => AppError::stale(message),
            Rejection::Submit(SubmitError::NotYourDecision(_)) => AppError::not_yours(message),
            Rejection::Submit(SubmitError::AlreadySealed(_)) => {
                AppError::new(StatusCode::CONFLICT, "sealed", message)
            }
            Rejection::OtherRules { .. } => AppError::other_rules(message),
            Rejection::Closed(_) => AppError::full(message),
            Rejection::Submit(SubmitError::Refused(_)) => AppError::refused(message),
            Rejection::Broken(stopped) => {
                let place = stopped.place.as_deref().unwrap_or("somewhere");
                tracing::error!(words = stopped.words, place, "the rules failed");
                AppError::internal()
            }
        };
        err.findings = findings;
        err
    }
}

pub(crate) fn findings(rejection: &Rejection) -> Vec<Finding> {
    let finding = |it: &engine::Finding| Finding { rule: it.rule.to_owned(), reason: it.reason.clone() };
    rejection.findings().iter().map(finding).collect()
}

/// A scenario, an option or a record that will not do.
impl From<Fault> for AppError {
    fn from(fault: Fault) -> AppError {
        AppError::refused(fault.to_string())
    }
}
