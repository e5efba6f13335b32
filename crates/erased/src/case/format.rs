//! The file of a conformance case, field by field. Strict: what it does not
//! know, it refuses.

use std::{collections::BTreeMap, fmt};

use engine::{Library, Severity};
use serde::Deserialize;
use serde_json::Value;

use crate::source::IdOr;

/// Paths into a view, with what must stand there.
pub(crate) type Values = BTreeMap<String, Value>;

/// A part of a case with what is expected after it. Not by `flatten`, through
/// which serde could not be strict about unknown fields.
macro_rules! with_expectations {
    ($(#[$about:meta])* struct $name:ident $(<$game:ident: $bound:ident>)? { $($own:tt)* }) => {
        $(#[$about])*
        pub(crate) struct $name $(<$game: $bound>)? {
            $($own)*
            #[serde(default)]
            events: Vec<Value>,
            #[serde(default)]
            exactly: bool,
            #[serde(default)]
            no_events: Vec<Value>,
            #[serde(default)]
            state: Values,
            #[serde(default)]
            view: BTreeMap<String, Values>,
            #[serde(default)]
            absent: Vec<String>,
            #[serde(default)]
            hidden: BTreeMap<String, Vec<String>>,
            #[serde(default)]
            outcome: Option<OutcomeExpectation>,
            #[serde(default)]
            phase: Option<String>,
        }

        impl $(<$game: $bound>)? $name $(<$game>)? {
            pub(crate) fn expect(&self) -> Expect<'_> {
                Expect {
                    events: &self.events,
                    exactly: self.exactly,
                    no_events: &self.no_events,
                    state: &self.state,
                    view: &self.view,
                    absent: &self.absent,
                    hidden: &self.hidden,
                    outcome: self.outcome.as_ref(),
                    phase: self.phase.as_deref(),
                }
            }
        }
    };
}

with_expectations! {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, bound = "")]
    struct Case<G: Library> {
        pub(crate) game: String,
        pub(crate) name: String,
        pub(crate) rules: Vec<String>,
        /// For whoever looks at the case; nothing is compared with it.
        #[serde(default)]
        pub(crate) about: Option<String>,
        /// Where the example stands in the book. For the reader only.
        #[serde(default, rename = "source")]
        _source: Option<String>,
        #[serde(default)]
        pub(crate) options: BTreeMap<String, Value>,
        #[serde(default)]
        pub(crate) scenario: Option<IdOr<G::Scenario>>,
        #[serde(default)]
        pub(crate) situation: Option<G::Situation>,
        /// Whether a situation is played on to its first decision, as a scenario always is.
        #[serde(default)]
        pub(crate) open: bool,
        /// A part of the reason why it cannot be set up.
        #[serde(default)]
        pub(crate) impossible: Option<String>,
        #[serde(default)]
        pub(crate) design: Option<G::Design>,
        #[serde(default)]
        pub(crate) audit: Option<AuditExpectation>,
        /// Dice rolled before the first decision.
        #[serde(default)]
        pub(crate) dice: Vec<u8>,
        #[serde(default)]
        pub(crate) step: Vec<Step>,
    }
}

with_expectations! {
    /// One decision.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Step {
        /// Shown with the step's differences.
        #[serde(default)]
        pub(crate) about: Option<String>,
        #[serde(default)]
        pub(crate) orders: BTreeMap<String, Value>,
        #[serde(default)]
        pub(crate) dice: Vec<u8>,
        #[serde(default)]
        pub(crate) refused: Option<Refused>,
    }
}

/// What is expected at one point of a case.
pub(crate) struct Expect<'a> {
    pub(crate) events: &'a [Value],
    pub(crate) exactly: bool,
    pub(crate) no_events: &'a [Value],
    pub(crate) state: &'a Values,
    pub(crate) view: &'a BTreeMap<String, Values>,
    pub(crate) absent: &'a [String],
    pub(crate) hidden: &'a BTreeMap<String, Vec<String>>,
    pub(crate) outcome: Option<&'a OutcomeExpectation>,
    pub(crate) phase: Option<&'a str>,
}

impl Expect<'_> {
    pub(crate) fn is_empty(&self) -> bool {
        self.events.is_empty()
            && !self.exactly
            && self.no_events.is_empty()
            && self.state.is_empty()
            && self.view.is_empty()
            && self.absent.is_empty()
            && self.hidden.is_empty()
            && self.outcome.is_none()
            && self.phase.is_none()
    }
}

/// An order that must be refused.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refused {
    pub(crate) seat: SeatKey,
    #[serde(default)]
    pub(crate) rule: Option<String>,
    /// Several, if the order is wrong in several ways.
    #[serde(default)]
    pub(crate) rules: Vec<String>,
    /// A part of the words.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

/// A seat by number from 1, or by name.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a seat by its number from 1, or by its name")]
pub(crate) enum SeatKey {
    Number(u64),
    Name(String),
}

impl fmt::Display for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatKey::Number(n) => write!(f, "{n}"),
            SeatKey::Name(name) => write!(f, "{name:?}"),
        }
    }
}

/// `"draw"`, `"none"`, a seat, or a list of seats.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected \"draw\", \"none\", the seat that won, or a list of them")]
pub(crate) enum OutcomeExpectation {
    One(SeatKey),
    Several(Vec<SeatKey>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AuditExpectation {
    #[serde(default)]
    pub(crate) mass: Option<u32>,
    #[serde(default)]
    pub(crate) points: Option<u32>,
    #[serde(default)]
    pub(crate) cpv: Option<u32>,
    /// All of the findings, in any order. An empty list says that there are none.
    #[serde(default)]
    pub(crate) findings: Option<Vec<FindingExpectation>>,
    /// Whether findings beyond those listed are all right.
    #[serde(default)]
    pub(crate) others: bool,
}

/// A finding by its rule, or in more detail.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a rule, or { rule, severity, reason }")]
pub(crate) enum FindingExpectation {
    Rule(String),
    #[serde(rename_all = "lowercase")]
    Detailed {
        rule: String,
        #[serde(default)]
        severity: Option<Severity>,
        #[serde(default)]
        reason: Option<String>,
    },
}

impl fmt::Display for FindingExpectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingExpectation::Rule(rule) => write!(f, "{rule}"),
            FindingExpectation::Detailed { rule, severity, reason } => {
                write!(f, "{rule}")?;
                if let Some(severity) = severity {
                    write!(f, ", severity {severity:?}")?;
                }
                reason.as_ref().map_or(Ok(()), |words| write!(f, ", with {words:?}"))
            }
        }
    }
}
