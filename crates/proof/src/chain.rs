//! The chain: one entry for everything that was ordered or changed hands, and
//! a link that hangs on all before it.
//!
//! Orders stand in it as seals, salted from the secret: there is nothing to
//! store and nothing to guess them by. The chain itself is written only into
//! records that reveal their secret.

use dice::fair::Secret;
use serde_json::{Map, Value, json};

use crate::{Digest, Place, Refused, canonical};

const BEGINNING: &str = "flagbridge 2 beginning of a chain";
const LINK: &str = "flagbridge 2 link of a chain";
const SALT: &str = "flagbridge 2 salt of an order";
const SEAL: &str = "flagbridge 2 seal of an order";
const EVENTS: &str = "flagbridge 2 events of a decision";

/// The chain of the battle in `file`, each entry with its link, as it stands
/// in a finished record.
///
/// # Errors
///
/// If the record's decisions, stretches or players do not fit together.
pub fn chain(file: &Value, secret: &Secret) -> Result<Vec<Value>, Refused> {
    let mut entries = entries(file, secret)?;
    let mut link = beginning(file);
    for entry in &mut entries {
        link = next(&link, entry);
        entry["link"] = json!(link);
    }
    Ok(entries)
}

/// The last link of a chain: what a server signs.
pub fn end(chain: &[Value]) -> Option<Digest> {
    serde_json::from_value(chain.last()?["link"].clone()).ok()
}

/// What the first link hangs on: the commitment, and so everything it covers.
pub(crate) fn beginning(file: &Value) -> Digest {
    Digest::of(BEGINNING, &[text(&file["commitment"]).as_bytes()])
}

/// The link after `link`. The entry's own link is not part of it.
pub(crate) fn next(link: &Digest, entry: &Value) -> Digest {
    Digest::of(LINK, &[link.bytes(), canonical(&unlinked(entry)).as_bytes()])
}

pub(crate) fn unlinked(entry: &Value) -> Value {
    let mut entry = entry.clone();
    if let Some(fields) = entry.as_object_mut() {
        fields.remove("link");
    }
    entry
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub(crate) fn list<'a>(file: &'a Value, field: &str) -> &'a [Value] {
    file[field].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn number(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|it| usize::try_from(it).ok())
}

/// The entries as the record's own content makes them, without links.
pub(crate) fn entries(file: &Value, secret: &Secret) -> Result<Vec<Value>, Refused> {
    let (decisions, events) = (list(file, "decisions"), list(file, "events"));
    let afters = afters(decisions, events.len())?;
    let mut entries = vec![seated(file)?];
    let first = afters.first().copied().unwrap_or(events.len());
    entries.push(json!({"entry": "opened", "events": hash_events(&events[..first])}));
    let seatings = list(file, "seatings").get(1..).unwrap_or_default();
    let mut changes = [
        Changes::read("brought", Place::Brought, list(file, "brought"), decisions.len())?,
        Changes::read("version", Place::Versions, list(file, "versions"), decisions.len())?,
        Changes::read("seated", Place::Seatings, seatings, decisions.len())?,
    ];
    for n in 0..=decisions.len() {
        for change in &mut changes {
            change.at(n, &mut entries);
        }
        if let Some(decision) = decisions.get(n) {
            let to = afters.get(n + 1).copied().unwrap_or(events.len());
            entries.push(decided(n, decision, &events[afters[n]..to], secret)?);
        }
    }
    entries.extend(ended(file)?);
    Ok(entries)
}

/// Where each decision came: none before the one before it.
fn afters(decisions: &[Value], events: usize) -> Result<Vec<usize>, Refused> {
    let mut afters: Vec<usize> = Vec::new();
    for (n, decision) in decisions.iter().enumerate() {
        let least = afters.last().copied().unwrap_or(0);
        let after = number(&decision["after"]).filter(|it| (least..=events).contains(it));
        afters.push(after.ok_or_else(|| {
            let said = &decision["after"];
            Refused::new(
                Place::Decision(n),
                format!("said to come after event {said}, expected {least} to {events}"),
            )
        })?);
    }
    Ok(afters)
}

/// Who sat down first, and what they added to the dice.
fn seated(file: &Value) -> Result<Value, Refused> {
    let of = |field: &str| list(file, "seats").iter().map(|seat| seat[field].clone()).collect::<Vec<_>>();
    let (names, now) = (of("name"), Value::from(of("player")));
    let seatings = list(file, "seatings");
    let players = match (seatings.first(), seatings.last()) {
        (Some(first), Some(last)) => {
            if first["decision"] != 0 {
                return Err(Refused::new(Place::Seatings, "the first is not that of the start"));
            }
            if last["players"] != now {
                return Err(Refused::new(Place::Seats, "the players are not those who sat down last"));
            }
            first["players"].clone()
        }
        (None, _) | (_, None) => now,
    };
    let contributions = &file["contributions"];
    Ok(json!({"entry": "seated", "names": names, "players": players, "contributions": contributions}))
}

fn decided(n: usize, decision: &Value, events: &[Value], secret: &Secret) -> Result<Value, Refused> {
    let mut seals = Vec::new();
    for order in list(decision, "orders") {
        let pair = order.as_array().map(Vec::as_slice);
        let Some((seat, order)) = pair.and_then(|it| match it {
            [seat, order] => Some((seat.as_u64()?, order)),
            _ => None,
        }) else {
            return Err(Refused::new(Place::Decision(n), "an order is a pair of seat and order"));
        };
        seals.push(json!([seat, seal(secret, n, seat, order)]));
    }
    let mut entry = Map::new();
    entry.insert("entry".to_owned(), json!("decision"));
    entry.insert("decision".to_owned(), json!(n));
    for field in ["phase", "after", "by"] {
        if let Some(value) = decision.get(field) {
            entry.insert(field.to_owned(), value.clone());
        }
    }
    entry.insert("seals".to_owned(), Value::from(seals));
    entry.insert("events".to_owned(), json!(hash_events(events)));
    Ok(Value::from(entry))
}

fn seal(secret: &Secret, decision: usize, seat: u64, order: &Value) -> Digest {
    let salt = Digest::of(SALT, &[&secret.0, &(decision as u64).to_le_bytes(), &seat.to_le_bytes()]);
    Digest::of(SEAL, &[salt.bytes(), canonical(order).as_bytes()])
}

fn hash_events(events: &[Value]) -> Digest {
    let texts: Vec<String> = events.iter().map(canonical).collect();
    let parts: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    Digest::of(EVENTS, &parts)
}

/// How the battle ended, once it has.
fn ended(file: &Value) -> Result<Option<Value>, Refused> {
    let (outcome, ending) = (file.get("outcome"), file.get("ending"));
    let Some(outcome) = outcome else {
        return match ending {
            Some(_) => Err(Refused::new(Place::Outcome, "missing, though the battle was ended")),
            None => Ok(None),
        };
    };
    let mut entry = json!({"entry": "ended", "after": list(file, "events").len(), "outcome": outcome});
    if let Some(ending) = ending {
        entry["ending"] = ending.clone();
    }
    Ok(Some(entry))
}

/// Changes of one kind, each before the decision it names.
struct Changes<'a> {
    kind: &'static str,
    left: &'a [Value],
}

/// The decision before which a change came: it says so, or is nothing but the number.
fn place_of(change: &Value) -> Option<usize> {
    number(change).or_else(|| number(&change["decision"]))
}

impl<'a> Changes<'a> {
    fn read(kind: &'static str, place: Place, all: &'a [Value], most: usize) -> Result<Self, Refused> {
        let mut least = 0;
        for change in all {
            let at = place_of(change).filter(|it| (least..=most).contains(it));
            least = at.ok_or_else(|| {
                let reason = format!("said to come before a decision that is none of {least} to {most}");
                Refused::new(place, reason)
            })?;
        }
        Ok(Changes { kind, left: all })
    }

    fn at(&mut self, decision: usize, entries: &mut Vec<Value>) {
        while let Some((change, rest)) = self.left.split_first()
            && place_of(change) == Some(decision)
        {
            entries.push(json!({"entry": self.kind, "change": change}));
            self.left = rest;
        }
    }
}
