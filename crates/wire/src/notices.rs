//! What people are told and by which ways, where they can be written to, and
//! their second factor.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something somebody was told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NoticeCard {
    pub id: String,
    /// `turn`, `clock`, `over`, `offer`, `challenge`, `mention`.
    pub kind: String,
    /// In a few words, and in a sentence.
    pub title: String,
    pub text: String,
    /// Where in the client it leads.
    pub link: String,
    /// The battle it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub battle: Option<String>,
    /// Milliseconds since 1970.
    pub at: u64,
    /// Read, or settled without.
    pub read: bool,
}

/// The last first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NoticeList {
    pub notices: Vec<NoticeCard>,
    /// How many of all are unread.
    pub unread: u64,
}

/// Which notices were read: one of them, those about a battle, or all if neither is said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct ReadRequest {
    #[ts(optional)]
    pub id: Option<String>,
    #[ts(optional)]
    pub battle: Option<String>,
}

/// By which ways somebody is told one kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    /// In the list on the page.
    pub page: bool,
    pub push: bool,
    pub mail: bool,
    pub hook: bool,
}

/// How somebody wants to be told what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Wishes {
    pub turn: Ways,
    pub clock: Ways,
    pub over: Ways,
    pub offer: Ways,
    pub challenge: Ways,
    pub mention: Ways,
    /// Mail comes once a day at this full hour, and not at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub daily: Option<u8>,
    /// When nothing is to leave the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub quiet: Option<Quiet>,
    /// Where those hours are counted: `Europe/Berlin`.
    pub zone: String,
}

/// From one minute of the day to another, over midnight if the second comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Quiet {
    pub from: u16,
    pub to: u16,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways { page: true, push: true, mail: true, hook: true }
    }
}

impl Default for Wishes {
    fn default() -> Wishes {
        let (all, quietly) = (Ways::default(), Ways { mail: false, ..Ways::default() });
        Wishes {
            turn: all,
            clock: all,
            over: all,
            offer: all,
            challenge: all,
            mention: quietly,
            daily: None,
            quiet: None,
            zone: "UTC".to_owned(),
        }
    }
}

/// How somebody is told, and by what it can reach them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct WishPage {
    pub wishes: Wishes,
    /// What a browser wants to know before it takes pushes from this server.
    pub push_key: String,
    pub devices: Vec<DeviceCard>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hook: Option<HookCard>,
    /// Whether there is an address of theirs to write to.
    pub mail: bool,
}

/// A browser that takes pushes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DeviceCard {
    pub id: String,
    /// What it calls itself.
    pub browser: String,
    /// Milliseconds since 1970.
    pub since: u64,
    /// Where its pushes go, by which it knows itself again.
    pub endpoint: String,
}

/// A browser wants to take pushes: what its `PushSubscription` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewDevice {
    pub endpoint: String,
    /// Its key and its secret, in base64url.
    pub p256dh: String,
    pub auth: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HookCard {
    pub url: String,
    /// What its messages are signed with: told once, when it is set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub secret: Option<String>,
    /// Milliseconds since 1970.
    pub since: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewHook {
    pub url: String,
}

/// What a webhook hears of a notice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HookCall {
    /// Of the notice: the same if it is sent again.
    pub id: String,
    pub kind: String,
    pub title: String,
    pub text: String,
    /// A whole address.
    pub link: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub battle: Option<String>,
    /// Milliseconds since 1970.
    pub at: u64,
}

/// Where somebody can be written to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MailPage {
    /// Whether this server sends mail at all.
    pub sends: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub address: Option<String>,
    /// What waits for the link in a mail to be opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub wanted: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewMail {
    pub address: String,
    pub password: String,
}

/// A link out of a mail: the secret that stands in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProofRequest {
    pub link: String,
}

/// What a link proved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Proven {
    pub address: String,
}

/// Somebody has forgotten their password.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Forgotten {
    pub address: String,
}

/// The same whether anybody has that address or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Posted {
    /// For how many minutes a link will work, if one comes.
    pub minutes: u32,
}

/// A second factor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FactorPage {
    /// Since when it is asked for, in milliseconds since 1970; nothing if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub since: Option<u64>,
    /// How many codes on paper are left.
    pub codes: usize,
}

/// What a phone needs to show codes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NewFactor {
    /// To be typed where no camera is at hand.
    pub secret: String,
    /// `otpauth://…`
    pub uri: String,
    /// The same as a square of dots: how many on each side, and the dark ones as the path of an SVG in which
    /// each is 1 by 1.
    pub size: u32,
    pub path: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CodeRequest {
    pub code: String,
}

/// Said again by whoever changes what guards the account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PasswordAndCode {
    pub password: String,
    /// Of the second factor, or one on paper.
    pub code: String,
}

/// Codes on paper, told once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RecoveryCodes {
    pub codes: Vec<String>,
}
