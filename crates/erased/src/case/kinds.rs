//! The kinds of events a game has, so that a case cannot wait for one, or forbid one, that never comes.

use plain::{Within, within};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::compare;
use crate::list;

/// Kinds lie at most so deep: a chapter, and the kind inside it.
const DEPTH: usize = 2;

/// What is wrong with the kind or the fields of an event as a case gives it, if anything is.
pub(crate) fn unknown<E: DeserializeOwned>(pattern: &Value) -> Option<String> {
    match pattern {
        Value::String(word) => unknown_word::<E>(word),
        Value::Object(_) => unknown_table::<E>(pattern, &mut Vec::new()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            Some(format!("{pattern} is no event: expected its kind, or a table"))
        }
    }
}

/// A kind in words: `chapter.kind`, the chapter, or the kind alone.
fn unknown_word<E: DeserializeOwned>(word: &str) -> Option<String> {
    let mut path: Vec<&str> = word.split('.').collect();
    let last = path.pop()?;
    let known = match within::<E>(&path) {
        Within::Kinds(kinds) if kinds.iter().any(|it| it == last) => return None,
        Within::Kinds(kinds) if path.is_empty() => {
            let alone = |chapter: &String| {
                let inside = within::<E>(&[chapter.as_str()]);
                matches!(inside, Within::Kinds(kinds) if kinds.iter().any(|it| it == last))
            };
            if kinds.iter().any(alone) {
                return None;
            }
            all::<E>()
        }
        Within::Kinds(_) | Within::Fields(_) => all::<E>(),
        // A step on the way is unknown, or the game writes its events otherwise.
        Within::Other => {
            let all = all::<E>();
            if all.is_empty() || path.is_empty() {
                return None;
            }
            all
        }
    };
    let nearest = nearest(word, &known);
    Some(format!("there is no event of kind {word:?}; the nearest kind is {nearest:?}"))
}

/// An event by its fields, as deep as kinds go, and the fields of that kind.
fn unknown_table<E: DeserializeOwned>(pattern: &Value, path: &mut Vec<String>) -> Option<String> {
    let steps: Vec<&str> = path.iter().map(String::as_str).collect();
    match (within::<E>(&steps), pattern) {
        (Within::Kinds(kinds), Value::Object(fields)) if path.len() < DEPTH => {
            if 1 < fields.len() {
                return Some(format!("{pattern}: an event has one kind, not {}", fields.len()));
            }
            let (kind, inside) = fields.iter().next()?;
            if !kinds.contains(kind) {
                return Some(no_such_kind::<E>(path, kind, &kinds));
            }
            path.push(kind.clone());
            unknown_table::<E>(inside, path)
        }
        (Within::Kinds(kinds), Value::String(kind)) if path.len() < DEPTH => {
            (!kinds.contains(kind)).then(|| no_such_kind::<E>(path, kind, &kinds))
        }
        (Within::Fields(known), Value::Object(fields)) if !compare::is_comparison(pattern) => {
            let kind = path.join(".");
            match fields.keys().find(|it| !known.contains(it)) {
                Some(odd) => {
                    Some(format!("an event of kind {kind} has no field {odd:?}; it has {}", list(known)))
                }
                None => fields.iter().find_map(|(field, inside)| {
                    never::<E>(inside, &mut [path.as_slice(), std::slice::from_ref(field)].concat())
                }),
            }
        }
        (Within::Kinds(_) | Within::Fields(_) | Within::Other, _) => None,
    }
}

/// Why the value of a field could never be found in an event: it is asked of the reader of events.
fn never<E: DeserializeOwned>(value: &Value, path: &mut Vec<String>) -> Option<String> {
    if compare::is_comparison(value) {
        let words = value.as_object()?;
        let alone = words.get("not").and_then(|it| never::<E>(it, &mut path.clone()));
        let mut all = words.get("one_of").and_then(Value::as_array).into_iter().flatten();
        return alone.or_else(|| all.find_map(|it| never::<E>(it, path)));
    }
    if let Value::Object(fields) = value {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let known = match within::<E>(&steps) {
            Within::Fields(known) | Within::Kinds(known) => known,
            Within::Other => return None,
        };
        return fields.iter().find_map(|(field, inside)| {
            if !known.contains(field) {
                return Some(format!(
                    "{}: there is no {field:?}, only {}",
                    path.join("."),
                    list(known.clone())
                ));
            }
            never::<E>(inside, &mut [path.as_slice(), std::slice::from_ref(field)].concat())
        });
    }
    if value.is_null() || compared_within(value) {
        return None;
    }
    let event = path.iter().rev().fold(value.clone(), |inside, step| json!({ step: inside }));
    let words = plain::from_value::<E>(&event).err()?;
    let odd = ["unknown field", "unknown variant", "invalid type", "invalid value", "invalid length"];
    odd.iter().any(|it| words.starts_with(it)).then(|| format!("{}: {words}", path.join(".")))
}

/// Whether a list has comparisons somewhere, which no reader of events takes.
fn compared_within(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(compared_within),
        Value::Object(fields) => compare::is_comparison(value) || fields.values().any(compared_within),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Where the chapter is right, the nearest kind is one of that chapter.
fn no_such_kind<E: DeserializeOwned>(path: &[String], kind: &str, here: &[String]) -> String {
    let (word, near) = match path.first() {
        Some(chapter) => (format!("{chapter}.{kind}"), format!("{chapter}.{}", nearest(kind, here))),
        None => (kind.to_owned(), nearest(kind, &all::<E>())),
    };
    format!("there is no event of kind {word:?}; the nearest kind is {near:?}")
}

/// What an event is called: `chapter.kind`.
pub(crate) fn name<E: DeserializeOwned>(event: &Value) -> String {
    let mut path: Vec<&str> = Vec::new();
    let mut here = event;
    while path.len() < DEPTH && matches!(within::<E>(&path), Within::Kinds(_)) {
        match here {
            Value::String(word) => {
                path.push(word);
                break;
            }
            Value::Object(fields) => match fields.iter().next() {
                Some((kind, inside)) => {
                    path.push(kind);
                    here = inside;
                }
                None => break,
            },
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => break,
        }
    }
    if path.is_empty() { event.to_string() } else { path.join(".") }
}

/// Every kind of event: chapters, and what is in them.
fn all<E: DeserializeOwned>() -> Vec<String> {
    let Within::Kinds(chapters) = within::<E>(&[]) else { return Vec::new() };
    let inside = |chapter: &String| match within::<E>(&[chapter.as_str()]) {
        Within::Kinds(kinds) => kinds.iter().map(|kind| format!("{chapter}.{kind}")).collect(),
        Within::Fields(_) | Within::Other => Vec::new(),
    };
    chapters.iter().flat_map(|it| [vec![it.clone()], inside(it)].concat()).collect()
}

/// The known kind that is most like a word, with or without its chapter.
fn nearest(word: &str, known: &[String]) -> String {
    let off = |kind: &&String| {
        let alone = kind.rsplit('.').next().unwrap_or(kind);
        let whole = distance(word, kind);
        if word.contains('.') { whole } else { whole.min(distance(word, alone)) }
    };
    known.iter().min_by_key(off).cloned().unwrap_or_default()
}

/// How many letters must change, go or come to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (k, other) in b.iter().enumerate() {
            let change = before + usize::from(letter != *other);
            before = row[k + 1];
            row[k + 1] = change.min(before + 1).min(row[k] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Event {
        Fire(#[allow(dead_code, reason = "only its names are asked for")] Fire),
        Sailed {
            #[serde(rename = "to")]
            _to: u8,
        },
        Turned {
            #[serde(rename = "way")]
            _way: Way,
            #[serde(default, rename = "past")]
            _past: Vec<u8>,
        },
        Ended,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Way {
        Left,
        Right,
        Round {
            #[serde(rename = "buoy")]
            _buoy: u8,
        },
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Fire {
        Fired {
            #[serde(rename = "die")]
            _die: u8,
        },
        Missed,
    }

    #[test]
    fn what_a_game_has_is_known() {
        let known = [
            json!("fire"),
            json!("fired"),
            json!("fire.missed"),
            json!("ended"),
            json!({"fire": {"fired": {"die": 3}}}),
            json!({"fire": {"fired": {"die": {"at_least": 3}}}}),
            json!({"fire": {"fired": {}}}),
            json!({"fire": "missed"}),
            json!({"fire": {}}),
            json!({"turned": {"way": "left", "past": [1, {"at_least": 2}]}}),
            json!({"turned": {"way": {"round": {"buoy": 3}}}}),
            json!({"turned": {"way": {"not": "left"}}}),
            json!({"turned": {"way": {"one_of": ["left", {"round": {}}]}}}),
            json!({}),
        ];
        for pattern in known {
            assert_eq!(unknown::<Event>(&pattern), None);
        }
    }

    #[test]
    fn what_it_has_not_is_told_with_the_nearest() {
        let told = |pattern: Value| unknown::<Event>(&pattern).unwrap();
        let no = |kind: &str, near: &str| {
            format!("there is no event of kind {kind:?}; the nearest kind is {near:?}")
        };
        assert_eq!(told(json!("fried")), no("fried", "fire.fired"));
        assert_eq!(told(json!("fire.mised")), no("fire.mised", "fire.missed"));
        assert_eq!(told(json!("fires.missed")), no("fires.missed", "fire.missed"));
        assert_eq!(told(json!({"fire": {"shot": {}}})), no("fire.shot", "fire.fired"));
        assert_eq!(told(json!({"fire": {"fird": {}}})), no("fire.fird", "fire.fired"));
        assert_eq!(told(json!({"fire": "miss"})), no("fire.miss", "fire.missed"));
        assert_eq!(told(json!({"sail": {}})), no("sail", "sailed"));
        let field = "an event of kind sailed has no field \"from\"; it has to";
        assert_eq!(told(json!({"sailed": {"from": 1}})), field);
        assert_eq!(
            told(json!({"fire": {}, "ended": {}})).split(": ").last(),
            Some("an event has one kind, not 2")
        );
        assert_eq!(told(json!(3)), "3 is no event: expected its kind, or a table");
    }

    #[test]
    fn what_no_field_can_hold_is_told() {
        for (pattern, words) in [
            (json!({"turned": {"way": "lefft"}}), "turned.way: unknown variant `lefft`"),
            (json!({"turned": {"way": {"not": "lefft"}}}), "turned.way: unknown variant `lefft`"),
            (json!({"turned": {"way": {"one_of": ["left", "up"]}}}), "turned.way: unknown variant `up`"),
            (
                json!({"turned": {"way": {"round": {"boy": 3}}}}),
                "turned.way.round: there is no \"boy\", only buoy",
            ),
            (json!({"turned": {"way": {"rond": {}}}}), "turned.way: there is no \"rond\", only left"),
            (json!({"turned": {"past": ["a"]}}), "turned.past: invalid type"),
            (json!({"sailed": {"to": "A1"}}), "sailed.to: invalid type"),
            (json!({"sailed": {"to": 300}}), "sailed.to: invalid value"),
        ] {
            let told = unknown::<Event>(&pattern).unwrap_or_else(|| panic!("{pattern} passes"));
            assert!(told.starts_with(words), "{pattern}: {told}");
        }
    }

    #[test]
    fn events_have_names() {
        assert_eq!(name::<Event>(&json!({"fire": {"fired": {"die": 3}}})), "fire.fired");
        assert_eq!(name::<Event>(&json!({"fire": "missed"})), "fire.missed");
        assert_eq!(name::<Event>(&json!({"sailed": {"to": 3}})), "sailed");
        assert_eq!(name::<Event>(&json!("ended")), "ended");
    }
}
