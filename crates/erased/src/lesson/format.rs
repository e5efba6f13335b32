//! The file of a lesson, field by field. Strict: what it does not know, it refuses.

use std::collections::BTreeMap;

use engine::Library;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    case::{SeatKey, Values},
    source::IdOr,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub(crate) struct Lesson<G: Library> {
    pub(crate) game: String,
    pub(crate) title: String,
    /// What one learns, in a sentence.
    pub(crate) blurb: String,
    /// How long it takes a person.
    pub(crate) minutes: u8,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, Value>,
    #[serde(default)]
    pub(crate) scenario: Option<IdOr<G::Scenario>>,
    #[serde(default)]
    pub(crate) situation: Option<G::Situation>,
    #[serde(default)]
    pub(crate) open: bool,
    /// Dice rolled before the first decision.
    #[serde(default)]
    pub(crate) dice: Vec<u8>,
    /// Where the learner sits; the first seat if left out.
    #[serde(default)]
    pub(crate) seat: Option<SeatKey>,
    /// Who plays the other seats where no order is written down: a level of the computer.
    #[serde(default)]
    pub(crate) opponent: Option<String>,
    /// What the dice that are not written down come from.
    #[serde(default)]
    pub(crate) seed: u64,
    #[serde(default)]
    pub(crate) step: Vec<Step>,
    /// After the steps the battle is played to its end, with whatever orders are legal.
    #[serde(default)]
    pub(crate) battle: Option<Battle>,
    pub(crate) end: End,
}

/// One decision of the learner, or one that is made for him.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// What is read before the task, page by page.
    #[serde(default)]
    pub(crate) say: Vec<Page>,
    /// What to do, in a sentence.
    #[serde(default)]
    pub(crate) task: String,
    /// What it is good for.
    #[serde(default)]
    pub(crate) why: String,
    #[serde(default)]
    pub(crate) rule: Option<String>,
    /// What on the screen the task is about.
    #[serde(default)]
    pub(crate) point: Vec<String>,
    /// An order that does it. Without one the step is no task: the orders written down are played.
    #[serde(default)]
    pub(crate) show: Option<Value>,
    /// Further orders that do it, as patterns or in writing.
    #[serde(default)]
    pub(crate) accept: Vec<Value>,
    /// Any legal order does it.
    #[serde(default)]
    pub(crate) any: bool,
    /// An order also does it if this holds of the learner's view after it.
    #[serde(default)]
    pub(crate) reach: Values,
    /// What to say to legal orders that do not do it.
    #[serde(default)]
    pub(crate) other: Vec<Other>,
    #[serde(default)]
    pub(crate) otherwise: String,
    /// Until this phase the computer decides for everybody.
    #[serde(default)]
    pub(crate) phase: Option<String>,
    /// The orders of the other seats.
    #[serde(default)]
    pub(crate) orders: BTreeMap<String, Value>,
    #[serde(default)]
    pub(crate) dice: Option<Vec<u8>>,
    /// What must come of the shown order, for the check alone.
    #[serde(default)]
    pub(crate) events: Vec<Value>,
    #[serde(default)]
    pub(crate) state: Values,
}

/// Something to read, and what on the screen it is about.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(from = "Said")]
pub struct Page {
    pub text: String,
    pub point: Vec<String>,
    pub rule: Option<String>,
}

/// A page as a file has it: in most cases only the words.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected words, or { text, point, rule }")]
enum Said {
    Words(String),
    Page(Pointed),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pointed {
    text: String,
    #[serde(default)]
    point: Vec<String>,
    #[serde(default)]
    rule: Option<String>,
}

impl From<Said> for Page {
    fn from(said: Said) -> Page {
        match said {
            Said::Words(text) => Page { text, point: Vec::new(), rule: None },
            Said::Page(Pointed { text, point, rule }) => Page { text, point, rule },
        }
    }
}

/// Words for orders of a kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Other {
    pub(crate) order: Value,
    pub(crate) say: String,
}

/// A battle that is played to its end.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Battle {
    /// What to do, in a sentence.
    pub(crate) task: String,
    #[serde(default)]
    pub(crate) why: String,
    /// Said at every decision of a phase.
    #[serde(default)]
    pub(crate) phases: BTreeMap<String, String>,
    /// Said once, when such an event happens.
    #[serde(default)]
    pub(crate) remark: Vec<Remark>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Remark {
    pub(crate) event: Value,
    pub(crate) say: String,
}

/// What is said when the lesson is done.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct End {
    #[serde(default)]
    pub(crate) say: Vec<Page>,
    /// In front of it, by how a battle ended.
    #[serde(default)]
    pub(crate) won: Option<String>,
    #[serde(default)]
    pub(crate) lost: Option<String>,
    #[serde(default)]
    pub(crate) drawn: Option<String>,
}
