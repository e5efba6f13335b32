//! What goes over a live connection.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{FailureBody, Line, Table};

/// The first message of the client, and its only one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// Empty for somebody who is logged in and comes to a seat of theirs.
    pub secret: String,
    /// Which of several seats of theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// The number of the first event not seen yet: `Table.next` of the last message.
    #[serde(default)]
    pub from: usize,
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Push {
    /// Something changed, or the connection has just begun.
    Update(Box<Update>),
    /// The connection is about to be closed by the server.
    Error(FailureBody),
}

/// Events animate; the view is the truth the board ends at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Update {
    #[serde(flatten)]
    pub table: Table,
    /// Everything witnessed since the last message.
    pub events: Vec<Line>,
    /// Which client this server brings, in the first message of a connection: a hash of its files. A page
    /// that was loaded as another one is out of date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub build: Option<String>,
}
