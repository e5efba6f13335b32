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

/// How much of an entry is looked at: what is written out in it before what
/// stands there as a hash, and how it ended last. An event too few would
/// otherwise be blamed on the end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Look {
    Written,
    Hashed,
    End,
}

/// Where the content of a record, whose entries would be `stands`, is not
/// what its chain says. The chain hangs together, so it is the content that
/// was altered, or all of it.
fn differing(file: &Value, stands: &[Value], recorded: &[Value]) -> Option<Refused> {
    let altered = |place| Refused::new(place, "not what the chain has sealed");
    let pairs = || stands.iter().zip(recorded);
    for look in [Look::Written, Look::Hashed, Look::End] {
        for (one, two) in pairs() {
            if one["entry"] != two["entry"] {
                // Beyond this, everything differs.
                if look == Look::Written {
                    break;
                }
                return Some(altered(of_kind(two, one)));
            }
            if let Some(place) = place(file, one, two, look) {
                return Some(altered(place));
            }
        }
    }
    if stands.len() == recorded.len() {
        return None;
    }
    let n = stands.len().min(recorded.len());
    Some(match (stands.get(n), recorded.get(n)) {
        (None, Some(entry)) => Refused::new(of_kind(entry, entry), "missing, though it is in the chain"),
        (Some(entry), _) => Refused::new(of_kind(entry, entry), "not in the chain"),
        (None, None) => Refused::new(Place::Chain(n), "another length"),
    })
}

/// What an entry is about. Where the chain has one thing and the content
/// another, decisions are what somebody takes out or puts in.
fn of_kind(entry: &Value, other: &Value) -> Place {
    let decision = |it: &Value| it["decision"].as_u64().map(|it| Place::Decision(it as usize));
    let kind = |it: &Value| match it["entry"].as_str().unwrap_or_default() {
        "decision" => decision(it),
        "brought" => Some(Place::Brought),
        "version" => Some(Place::Versions),
        "seated" => Some(Place::Seatings),
        "ended" => Some(Place::Outcome),
        _ => None,
    };
    let ended = |it: &Value| it["entry"] == "ended";
    let (one, two) = if ended(entry) { (other, entry) } else { (entry, other) };
    kind(one).or_else(|| kind(two)).unwrap_or(Place::Chain(0))
}

/// What differs between an entry as the content makes it and as the chain has it.
fn place(file: &Value, stands: &Value, recorded: &Value, look: Look) -> Option<Place> {
    if stands == recorded {
        return None;
    }
    let differs = |field: &str| stands.get(field) != recorded.get(field);
    let kind = stands["entry"].as_str().unwrap_or_default();
    match (kind, look) {
        ("seated", Look::Written) if stands.get("change").is_some() || recorded.get("change").is_some() => {
            Some(Place::Seatings)
        }
        ("seated", Look::Written) => {
            if differs("names") || differs("players") {
                return Some(Place::Seats);
            }
            let (one, two) = (list(stands, "contributions"), list(recorded, "contributions"));
            let same = one.iter().zip(two).take_while(|(one, two)| one == two).count();
            Some(Place::Contribution(same))
        }
        ("brought", Look::Written) => Some(Place::Brought),
        ("version", Look::Written) => Some(Place::Versions),
        ("decision", Look::Written) => {
            let n = stands["decision"].as_u64().unwrap_or_default() as usize;
            ["decision", "phase", "after", "by"].into_iter().any(differs).then_some(Place::Decision(n))
        }
        ("decision", Look::Hashed) => {
            let n = stands["decision"].as_u64().unwrap_or_default() as usize;
            if let Some(seat) = differing_order(stands, recorded) {
                return Some(Place::Order { decision: n, seat });
            }
            let from = stands["after"].as_u64().unwrap_or_default() as usize;
            Some(Place::Events { from, to: up_to(file, n + 1) })
        }
        ("opened", Look::Hashed) => Some(Place::Events { from: 0, to: up_to(file, 0) }),
        ("ended", Look::End) => {
            Some(if differs("ending") { Place::Ending } else { Place::Outcome })
        }
        _ => None,
    }
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
