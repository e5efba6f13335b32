//! A match as it lies in the database, and its record put together again.

use sqlx::{Row, any::AnyRow};

use crate::{Result, StoreError};

/// Everything there is of one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub id: String,
    /// The record without decisions, events and outcome: a JSON object.
    pub head: String,
    /// The id of the supplied scenario, or nothing.
    pub scenario: String,
    pub title: String,
    pub created: i64,
    pub changed: i64,
    pub summary: String,
    /// JSON, or nothing while the battle lasts.
    pub outcome: String,
    /// How it ended, where the rules did not end it: JSON, or nothing.
    pub ending: String,
    /// When somebody last opened it, in milliseconds since 1970.
    pub touched: i64,
    /// What the record proves itself with once it is over: a JSON object of
    /// more fields of the record, or nothing.
    pub proof: String,
    /// What the server waits for before the battle begins; nothing once it has.
    pub waiting: String,
    /// How far its dice have been rolled; nothing if that was not kept yet.
    pub dice: String,
    /// Whether nobody may ask for suggestions in it.
    pub unaided: bool,
    /// How long seats have for their decisions: JSON, or nothing.
    pub pace: String,
    /// What stands beside the battle without being part of it: JSON, or nothing.
    pub standing: String,
    /// How often it was changed: whoever changes it says what it was based on.
    pub version: i64,
    /// Seat and hash of its secret; [`crate::SPECTATOR`] among them.
    pub seats: Vec<(i64, String)>,
    pub decisions: Vec<KeptDecision>,
    pub submissions: Vec<KeptSubmission>,
    pub events: Vec<String>,
}

/// A resolved decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptDecision {
    pub phase: String,
    pub after: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptSubmission {
    pub decision: i64,
    pub seat: i64,
    /// JSON.
    pub body: String,
    /// Who gave it, where that was not the player; else nothing.
    pub given_by: String,
}

impl Kept {
    /// The match file as text.
    pub fn record(&self) -> String {
        let mut decisions = Vec::new();
        let mut by_decision: Vec<Vec<&KeptSubmission>> = vec![Vec::new(); self.decisions.len()];
        for it in &self.submissions {
            if let Some(given) = usize::try_from(it.decision).ok().and_then(|n| by_decision.get_mut(n)) {
                given.push(it);
            }
        }
        for (KeptDecision { phase, after }, given) in self.decisions.iter().zip(by_decision) {
            let orders: Vec<String> =
                given.iter().map(|KeptSubmission { seat, body, .. }| format!("[{seat},{body}]")).collect();
            let by: Vec<String> = given
                .iter()
                .filter(|it| !it.given_by.is_empty())
                .map(|it| format!("[{},{}]", it.seat, serde_json::Value::from(it.given_by.as_str())))
                .collect();
            let phase = serde_json::Value::from(phase.as_str());
            let orders = orders.join(",");
            let by = match by.join(",") {
                none if none.is_empty() => none,
                by => format!(",\"by\":[{by}]"),
            };
            decisions.push(format!("{{\"phase\":{phase},\"after\":{after},\"orders\":[{orders}]{by}}}"));
        }
        let head = self.head.trim_end().strip_suffix('}').unwrap_or(&self.head);
        let (decisions, events) = (decisions.join(",\n"), self.events.join(",\n"));
        let outcome = match self.outcome.as_str() {
            "" => String::new(),
            outcome => format!(",\n\"outcome\":{outcome}"),
        };
        let ending = match self.ending.as_str() {
            "" => String::new(),
            ending => format!(",\n\"ending\":{ending}"),
        };
        let proof = self.proof.trim().strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        let proof = proof.map_or(String::new(), |fields| format!(",\n{fields}"));
        format!(
            "{head},\n\"decisions\":[\n{decisions}],\n\"events\":[\n{events}]{ending}{outcome}{proof}}}\n"
        )
    }

    /// What its orders and events take up.
    pub fn bytes(&self) -> usize {
        let orders: usize = self.submissions.iter().map(|it| it.body.len()).sum();
        orders + self.events.iter().map(String::len).sum::<usize>()
    }

    /// Orders sealed for the open decision.
    pub fn pending(&self) -> Vec<&KeptSubmission> {
        let open = self.decisions.len();
        self.submissions.iter().filter(|it| usize::try_from(it.decision) == Ok(open)).collect()
    }
}

pub(crate) fn assemble(
    id: &str,
    row: &AnyRow,
    seats: &[AnyRow],
    decisions: &[AnyRow],
    submissions: &[AnyRow],
    events: &[AnyRow],
) -> Result<Kept> {
    let mut kept = Kept {
        id: id.to_owned(),
        head: row.try_get("head")?,
        scenario: row.try_get("scenario")?,
        title: row.try_get("title")?,
        created: row.try_get("created")?,
        changed: row.try_get("changed")?,
        summary: row.try_get("summary")?,
        outcome: row.try_get("outcome")?,
        ending: row.try_get("ending")?,
        touched: row.try_get("touched")?,
        proof: row.try_get("proof")?,
        waiting: row.try_get("waiting")?,
        dice: row.try_get("dice")?,
        unaided: row.try_get::<i64, _>("unaided")? != 0,
        pace: row.try_get("pace")?,
        standing: row.try_get("standing")?,
        version: row.try_get("version")?,
        seats: Vec::new(),
        decisions: Vec::new(),
        submissions: Vec::new(),
        events: Vec::new(),
    };
    for row in seats {
        kept.seats.push((row.try_get("seat")?, row.try_get("hash")?));
    }
    for (n, row) in decisions.iter().enumerate() {
        numbered(id, "decision", n, row)?;
        kept.decisions
            .push(KeptDecision { phase: row.try_get("phase")?, after: row.try_get("after_events")? });
    }
    for row in submissions {
        kept.submissions.push(KeptSubmission {
            decision: row.try_get("decision")?,
            seat: row.try_get("seat")?,
            body: row.try_get("body")?,
            given_by: row.try_get("given_by")?,
        });
    }
    let open = kept.decisions.len() as i64;
    if let Some(stray) = kept.submissions.iter().find(|it| open < it.decision) {
        let at = stray.decision;
        return Err(StoreError::Corrupted(format!(
            "match {id}: an order for decision {at}, but decision {open} is open"
        )));
    }
    for (n, row) in events.iter().enumerate() {
        numbered(id, "event", n, row)?;
        kept.events.push(row.try_get("body")?);
    }
    Ok(kept)
}

/// Rows are numbered without gaps.
fn numbered(id: &str, what: &str, n: usize, row: &AnyRow) -> Result<()> {
    let found: i64 = row.try_get("n")?;
    if usize::try_from(found) == Ok(n) {
        return Ok(());
    }
    Err(StoreError::Corrupted(format!("match {id}: {what} {n} is missing")))
}
