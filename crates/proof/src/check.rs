//! Holds a record against its commitment and its chain.

use dice::fair::Secret;
use serde_json::Value;

use crate::{
    Digest, Parts, Place, Refused, Setting,
    chain::{beginning, entries, list, next, unlinked},
};

/// What was found to be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The last link: what a signature is of.
    pub end: Digest,
    pub entries: usize,
    /// Whether the record had its chain in it. If not, its orders are only
    /// what they are said to be.
    pub chained: bool,
}

/// The opening of the battle in `file` against the commitment in it.
///
/// # Errors
///
/// The part that was altered.
pub fn check_opening(file: &Value) -> Result<Secret, Refused> {
    let secret = file["secret"].as_str().map(|text| Secret::try_from(text.to_owned()));
    let Some(Ok(secret)) = secret else {
        return Err(Refused::new(Place::Commitment, "the secret is not revealed"));
    };
    let stands = Parts::of(&secret, &setting(file));
    let recorded = match file.get("parts") {
        None => None,
        Some(parts) => Some(serde_json::from_value::<Parts>(parts.clone()).map_err(|err| {
            Refused::new(Place::Opening("parts"), format!("the hashes cannot be read: {err}"))
        })?),
    };
    let commits = |parts: &Parts| file["commitment"] == parts.commitment(&secret).to_string();
    let differing = |recorded: &Parts| {
        let pairs = stands.named().into_iter().zip(recorded.named());
        pairs.into_iter().find(|((_, one), (_, two))| one != two).map(|((name, _), _)| name)
    };
    match (commits(&stands), &recorded) {
        (true, None) => Ok(secret),
        (true, Some(recorded)) => match differing(recorded) {
            None => Ok(secret),
            Some(name) => Err(Refused::new(Place::Opening(name), "its hash in `parts` was altered")),
        },
        (false, Some(recorded)) if commits(recorded) => {
            let name = differing(recorded).unwrap_or("parts");
            Err(Refused::new(Place::Opening(name), "not what was committed to before the battle"))
        }
        (false, Some(_)) => Err(Refused::new(
            Place::Commitment,
            "the revealed secret and the opening do not match the commitment",
        )),
        (false, None) => {
            Err(Refused::new(Place::Opening("some part"), "not what was committed to before the battle"))
        }
    }
}

fn setting(file: &Value) -> Setting<'_> {
    // A record need not say who sat where, but everybody adds to the dice.
    let seats = match list(file, "seats").len() {
        0 => list(file, "contributions").len(),
        seats => seats,
    };
    Setting {
        game: &file["game"],
        rules_version: &file["rules_version"],
        options: &file["options"],
        scenario: &file["scenario"],
        seats,
    }
}

/// The whole record in `file`: its opening, and its chain entry by entry.
///
/// # Errors
///
/// The first thing that was altered.
pub fn check(file: &Value) -> Result<Checked, Refused> {
    let secret = check_opening(file)?;
    let over = file.get("outcome").is_some();
    if over && file.get("parts").is_none() {
        return Err(Refused::new(Place::Opening("parts"), "the hashes are missing"));
    }
    let stands = match entries(file, &secret) {
        Ok(stands) => stands,
        // A chain that was altered itself would be blamed on what it covers.
        Err(refused) => return Err(broken_link(file).unwrap_or(refused)),
    };
    let Some(recorded) = file.get("chain") else {
        if over {
            return Err(Refused::new(Place::Chain(0), "the battle is over, but there is no chain"));
        }
        let end = stands.iter().fold(beginning(file), |link, entry| next(&link, entry));
        return Ok(Checked { end, entries: stands.len(), chained: false });
    };
    if let Some(refused) = broken_link(file) {
        return Err(refused);
    }
    let recorded: Vec<Value> = match recorded.as_array() {
        Some(recorded) => recorded.iter().map(unlinked).collect(),
        None => return Err(Refused::new(Place::Chain(0), "expected a list")),
    };
    if let Some(refused) = differing(file, &stands, &recorded) {
        return Err(refused);
    }
    let end = stands.iter().fold(beginning(file), |link, entry| next(&link, entry));
    Ok(Checked { end, entries: stands.len(), chained: true })
}

/// The first entry that does not hang on the one before it.
fn broken_link(file: &Value) -> Option<Refused> {
    let mut link = beginning(file);
    for (n, entry) in list(file, "chain").iter().enumerate() {
        link = next(&link, entry);
        if entry["link"] != link.to_string() {
            return Some(Refused::new(Place::Chain(n), "it does not hang on what comes before it"));
        }
    }
    None
}

/// Where the content of a record, whose entries would be `stands`, is not
/// what its chain says. The chain hangs together, so it is the content that
/// was altered, or all of it.
fn differing(file: &Value, stands: &[Value], recorded: &[Value]) -> Option<Refused> {
    if stands == recorded {
        return None;
    }
    if recorded.len() < stands.len() && stands.starts_with(recorded) {
        return Some(Refused::new(Place::Chain(recorded.len()), "the chain ends before the record does"));
    }
    let altered = |place| Some(Refused::new(place, "not what the chain has sealed"));
    let of = |entries: &[Value], kind: &str| -> Vec<Value> {
        // The first who sat down are told apart from those who did later.
        let entries = entries.iter().skip(usize::from(kind == "seated"));
        entries.filter(|it| it["entry"] == kind).cloned().collect()
    };
    if let Some(place) = differing_start(stands.first(), recorded.first()) {
        return altered(place);
    }
    for (kind, place) in
        [("brought", Place::Brought), ("version", Place::Versions), ("seated", Place::Seatings)]
    {
        if of(stands, kind) != of(recorded, kind) {
            return altered(place);
        }
    }
    // What is written out comes before what stands there as a hash, and how it
    // ended comes last: an event too few would otherwise be blamed on the end.
    let (ours, theirs) = (of(stands, "decision"), of(recorded, "decision"));
    for (n, (one, two)) in ours.iter().zip(&theirs).enumerate() {
        if ["decision", "phase", "after", "by"].iter().any(|it| one.get(it) != two.get(it)) {
            return altered(Place::Decision(n));
        }
    }
    if ours.len() < theirs.len() {
        return Some(Refused::new(Place::Decision(ours.len()), "missing, though the chain has sealed it"));
    }
    if theirs.len() < ours.len() {
        return Some(Refused::new(Place::Decision(theirs.len()), "not in the chain"));
    }
    if of(stands, "opened") != of(recorded, "opened") {
        return altered(Place::Events { from: 0, to: up_to(file, 0) });
    }
    for (n, (one, two)) in ours.iter().zip(&theirs).enumerate() {
        if let Some(seat) = differing_order(one, two) {
            return altered(Place::Order { decision: n, seat });
        }
        if one != two {
            return altered(Place::Events { from: up_to(file, n), to: up_to(file, n + 1) });
        }
    }
    let (ours, theirs) = (of(stands, "ended"), of(recorded, "ended"));
    if ours != theirs {
        let ending = |entries: &[Value]| entries.first().and_then(|it| it.get("ending")).cloned();
        return altered(if ending(&ours) == ending(&theirs) { Place::Outcome } else { Place::Ending });
    }
    altered(Place::Chain(stands.iter().zip(recorded).take_while(|(one, two)| one == two).count()))
}

/// Who sat down first, and what they added to the dice.
fn differing_start(stands: Option<&Value>, recorded: Option<&Value>) -> Option<Place> {
    let (Some(stands), Some(recorded)) = (stands, recorded) else { return Some(Place::Chain(0)) };
    if stands == recorded {
        return None;
    }
    if ["names", "players"].iter().any(|it| stands.get(it) != recorded.get(it)) {
        return Some(Place::Seats);
    }
    let (one, two) = (list(stands, "contributions"), list(recorded, "contributions"));
    Some(Place::Contribution(one.iter().zip(two).take_while(|(one, two)| one == two).count()))
}

/// Where the events before decision `n` end.
fn up_to(file: &Value, n: usize) -> usize {
    let after = list(file, "decisions").get(n).and_then(|it| it["after"].as_u64());
    after.map_or(list(file, "events").len(), |it| it as usize)
}

fn differing_order(stands: &Value, recorded: &Value) -> Option<u64> {
    let (one, two) = (list(stands, "seals"), list(recorded, "seals"));
    let same = one.iter().zip(two).take_while(|(one, two)| one == two).count();
    one.get(same).or_else(|| two.get(same)).map(|it| it[0].as_u64().unwrap_or_default())
}
