//! Whether what was found is what was expected: values, paths and events.

use serde_json::Value;

/// Numbers with a fraction may differ by this much: the books print four decimals.
const TOLERANCE: f64 = 0.000_05;

/// What stands at `path`, which is a JSON pointer or a dotted path. In a list,
/// a step is a number from 0, or the `id` or `name` of the item.
pub(crate) fn at<'a>(value: &'a Value, path: &str) -> Result<&'a Value, String> {
    let mut here = value;
    for step in &steps(path) {
        here = match here {
            Value::Object(fields) => fields.get(step).ok_or_else(|| {
                let known: Vec<&str> = fields.keys().map(String::as_str).collect();
                format!("there is no {step:?} among {}", known.join(", "))
            })?,
            Value::Array(items) => place(items, step)
                .map(|n| &items[n])
                .ok_or_else(|| format!("there is no {step:?} in a list of {}", items.len()))?,
            other => return Err(format!("there is no {step:?} in {other}")),
        };
    }
    Ok(here)
}

/// The steps of a path.
pub(crate) fn steps(path: &str) -> Vec<String> {
    match path.strip_prefix('/') {
        Some(rest) => rest.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect(),
        None if path.is_empty() => Vec::new(),
        None => path.split('.').map(str::to_owned).collect(),
    }
}

/// What items of a list may be called by.
pub(crate) const NAMES: [&str; 2] = ["id", "name"];

fn place(items: &[Value], step: &str) -> Option<usize> {
    if let Ok(n) = step.parse::<usize>() {
        return (n < items.len()).then_some(n);
    }
    items.iter().position(|item| NAMES.iter().any(|key| item[key].as_str() == Some(step)))
}

pub(crate) fn item_mut<'a>(items: &'a mut [Value], step: &str) -> Option<&'a mut Value> {
    place(items, step).and_then(|n| items.get_mut(n))
}

/// Every difference: of an object only the expected fields are looked at, a
/// list has to match item by item.
///
/// A table of nothing but comparisons (`at_least`, `not`, …) is held against the value as a whole,
/// unless what was found is a table with a field of that name.
pub(crate) fn values(found: &Value, expected: &Value, path: &str) -> Vec<String> {
    if let Value::Object(words) = expected
        && is_comparison(expected)
        && !words.keys().any(|word| found.get(word).is_some())
    {
        return words.iter().flat_map(|(word, limit)| compared(found, word, limit, path)).collect();
    }
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected
            .iter()
            .flat_map(|(key, expected)| match found.get(key) {
                Some(found) => values(found, expected, &format!("{path}.{key}")),
                None => vec![format!("{path}: there is no {key:?}, expected {expected}")],
            })
            .collect(),
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let pairs = found.iter().zip(expected).enumerate();
            pairs.flat_map(|(n, (found, expected))| values(found, expected, &format!("{path}.{n}"))).collect()
        }
        (Value::Number(a), Value::Number(b)) if same_number(a, b) => Vec::new(),
        (found, expected) if found == expected => Vec::new(),
        (found, expected) => {
            let hint = mistaken(expected).map_or(String::new(), |word| {
                format!("; {word:?} is no comparison, there are {}", COMPARISONS.join(", "))
            });
            vec![format!("{path}: found {found}, expected {expected}{hint}")]
        }
    }
}

/// The word of a table that was meant as one of comparisons and is none, held against what is no table.
fn mistaken(expected: &Value) -> Option<&str> {
    let words = expected.as_object()?;
    words.keys().map(String::as_str).find(|word| !COMPARISONS.contains(word))
}

/// What may be expected of a value besides the value itself.
const COMPARISONS: [&str; 8] =
    ["at_least", "at_most", "more_than", "less_than", "not", "one_of", "includes", "count"];

/// Whether `expected` is a table of comparisons and nothing else.
pub(crate) fn is_comparison(expected: &Value) -> bool {
    expected
        .as_object()
        .is_some_and(|it| !it.is_empty() && it.keys().all(|word| COMPARISONS.contains(&word.as_str())))
}

/// How `found` fails one comparison, if it does.
fn compared(found: &Value, word: &str, limit: &Value, path: &str) -> Vec<String> {
    let fits = |wanted: &Value| values(found, wanted, path).is_empty();
    let number = |holds: fn(f64, f64) -> bool| match (found.as_f64(), limit.as_f64()) {
        (Some(found), Some(limit)) => Ok(holds(found, limit)),
        (_, None) => Err(format!("{path}: {word} needs a number, not {limit}")),
        (None, Some(_)) => Ok(false),
    };
    let listed = || limit.as_array().ok_or_else(|| format!("{path}: {word} needs a list, not {limit}"));
    let holds = match word {
        "at_least" => number(|found, limit| limit - TOLERANCE <= found),
        "at_most" => number(|found, limit| found <= limit + TOLERANCE),
        "more_than" => number(|found, limit| limit + TOLERANCE < found),
        "less_than" => number(|found, limit| found < limit - TOLERANCE),
        "not" => Ok(!fits(limit)),
        "one_of" => listed().map(|all| all.iter().any(fits)),
        "includes" => Ok(found
            .as_array()
            .is_some_and(|items| items.iter().any(|item| values(item, limit, path).is_empty()))),
        _ => match found.as_array().map(Vec::len).or_else(|| found.as_object().map(serde_json::Map::len)) {
            Some(n) => return values(&Value::from(n), limit, &format!("{path}, its length")),
            None => Ok(false),
        },
    };
    let words = word.replace('_', " ");
    match holds {
        Ok(true) => Vec::new(),
        Ok(false) => vec![format!("{path}: found {found}, expected {words} {limit}")],
        Err(wrong) => vec![wrong],
    }
}

fn same_number(a: &serde_json::Number, b: &serde_json::Number) -> bool {
    if !a.is_f64() && !b.is_f64() {
        return a == b;
    }
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() <= TOLERANCE,
        _ => false,
    }
}

/// Whether `event` has all that is expected of it.
fn is_like(event: &Value, expected: &Value) -> bool {
    match expected {
        Value::String(kind) => has_kind(event, kind),
        _ => values(event, expected, "").is_empty(),
    }
}

/// Whether `event` is of a kind, or like a pattern, that a case names.
pub(crate) fn is_kind(event: &Value, unwanted: &Value) -> bool {
    is_like(event, unwanted)
}

/// An event's kind is its only key, or its word, or its `kind`; of an event
/// inside a chapter, `chapter.kind`, the chapter or the kind alone.
fn has_kind(event: &Value, kind: &str) -> bool {
    match kind.split_once('.') {
        Some((chapter, rest)) => inner(event, chapter).is_some_and(|inside| has_kind(inside, rest)),
        None => {
            event.as_str() == Some(kind)
                || event["kind"].as_str() == Some(kind)
                || event["type"].as_str() == Some(kind)
                || inner(event, kind).is_some()
                || only_value(event).is_some_and(|inside| {
                    inside.as_str() == Some(kind)
                        || inside["kind"].as_str() == Some(kind)
                        || inner(inside, kind).is_some()
                })
        }
    }
}

fn inner<'a>(event: &'a Value, key: &str) -> Option<&'a Value> {
    let fields = event.as_object().filter(|fields| fields.len() == 1)?;
    fields.get(key)
}

fn only_value(event: &Value) -> Option<&Value> {
    event.as_object().filter(|fields| fields.len() == 1)?.values().next()
}

/// Matches expected events, in order, against those that happened. Others may
/// come between unless `exactly`.
pub(crate) fn events(found: &[Value], expected: &[Value], exactly: bool) -> Vec<String> {
    let mut differences = Vec::new();
    if exactly {
        for n in 0..found.len().max(expected.len()) {
            match (found.get(n), expected.get(n)) {
                (Some(event), Some(wanted)) if is_like(event, wanted) => {}
                (Some(event), Some(wanted)) => {
                    differences.push(format!("event {}: found {event}, expected {wanted}", n + 1));
                }
                (Some(event), None) => differences.push(format!("event {}: unexpected {event}", n + 1)),
                (None, Some(wanted)) => differences.push(format!("event {}: none, expected {wanted}", n + 1)),
                (None, None) => {}
            }
        }
        return differences;
    }
    let mut next = 0;
    for wanted in expected {
        match found[next..].iter().position(|event| is_like(event, wanted)) {
            Some(n) => next += n + 1,
            None => differences.push(missing(found, next, wanted)),
        }
    }
    differences
}

/// Says that an event is missing, with the nearest that did happen.
fn missing(found: &[Value], next: usize, wanted: &Value) -> String {
    if found[..next].iter().any(|event| is_like(event, wanted)) {
        return format!("no event like {wanted} after event {next}, only before");
    }
    let chapter = |value: &Value| value.as_object().and_then(|fields| fields.keys().next().cloned());
    let kind = |value: &Value| only_value(value).and_then(chapter);
    let alike =
        found[next..].iter().filter(|event| chapter(event).is_some() && chapter(event) == chapter(wanted));
    // One of the same kind is nearer than any other of its chapter, however much of it differs.
    let nearest = alike.min_by_key(|event| (kind(event) != kind(wanted), values(event, wanted, "").len()));
    match nearest {
        Some(event) => {
            let differences = values(event, wanted, "event").join("; ");
            format!("no event like {wanted}; nearest is {event}: {differences}")
        }
        None => {
            let seen: Vec<String> = found.iter().map(Value::to_string).collect();
            let seen = if seen.is_empty() { "nothing".to_owned() } else { seen.join(", ") };
            format!("no event like {wanted}; what happened: {seen}")
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn paths_find_their_way() {
        let view = json!({"ships": [{"id": "C1", "hull": 4}, {"name": "B1", "hull": 12}], "a/b": 1});
        assert_eq!(at(&view, "ships.C1.hull"), Ok(&json!(4)));
        assert_eq!(at(&view, "ships.1.hull"), Ok(&json!(12)));
        assert_eq!(at(&view, "/ships/B1/hull"), Ok(&json!(12)));
        assert_eq!(at(&view, "/a~1b"), Ok(&json!(1)));
        assert_eq!(at(&view, "ships.7"), Err("there is no \"7\" in a list of 2".to_owned()));
        assert_eq!(at(&view, "mast"), Err("there is no \"mast\" among a/b, ships".to_owned()));
    }

    #[test]
    fn whole_numbers_are_exact_and_fractions_nearly() {
        let same = |a: Value, b: Value| values(&a, &b, "x").is_empty();
        assert!(same(json!(2.828_427), json!(2.8284)));
        assert!(!same(json!(2.829), json!(2.8284)));
        assert!(same(json!(8.0), json!(8)));
        assert!(!same(json!(8), json!(9)));
        assert!(!same(json!(8), json!("8")));
    }

    #[test]
    fn values_may_be_compared() {
        let ok = |found: Value, expected: Value| values(&found, &expected, "x").is_empty();
        assert!(ok(json!(3), json!({"at_least": 3, "at_most": 3})));
        assert!(!ok(json!(2), json!({"at_least": 3})));
        assert!(!ok(json!(4), json!({"at_most": 3})));
        assert!(ok(json!(4), json!({"more_than": 3, "less_than": 5})));
        assert!(!ok(json!(3), json!({"more_than": 3})) && !ok(json!(5), json!({"less_than": 5})));
        assert!(ok(json!("a"), json!({"not": "b"})) && !ok(json!("b"), json!({"not": "b"})));
        assert!(ok(json!(null), json!({"not": 3})) && !ok(json!(null), json!({"at_least": 0})));
        assert!(ok(json!("b"), json!({"one_of": ["a", "b"]})) && !ok(json!("c"), json!({"one_of": ["a"]})));
        assert!(ok(json!([{"a": 1, "b": 2}]), json!({"includes": {"a": 1}})));
        assert!(!ok(json!([{"a": 2}]), json!({"includes": {"a": 1}})));
        assert!(
            ok(json!([1, 2]), json!({"count": 2})) && ok(json!([1, 2]), json!({"count": {"at_least": 1}}))
        );
        assert!(ok(json!({"a": [1, 5]}), json!({"a": [1, {"at_least": 4}]})));
        // A field of that name is a field.
        assert!(
            ok(json!({"count": 7}), json!({"count": 7})) && !ok(json!({"count": 7}), json!({"count": 1}))
        );
        let told = |found: Value, expected: Value| values(&found, &expected, "x").remove(0);
        assert_eq!(told(json!(2), json!({"at_least": 3})), "x: found 2, expected at least 3");
        assert_eq!(told(json!([1]), json!({"count": 2})), "x, its length: found 1, expected 2");
        let mistake = told(json!(2), json!({"at_lest": 3}));
        assert!(mistake.contains("\"at_lest\" is no comparison, there are at_least"), "{mistake}");
        assert_eq!(told(json!(2), json!({"at_least": "a"})), "x: at_least needs a number, not \"a\"");
    }

    #[test]
    fn the_nearest_event_is_of_the_same_kind() {
        let found = [
            json!({"fire": {"aimed": {"a": 1, "b": 2, "c": 3}}}),
            json!({"fire": {"fired": {"a": 7, "b": 8, "c": 9}}}),
        ];
        let off = events(&found, &[json!({"fire": {"fired": {"a": 1, "b": 2, "c": 3}}})], false);
        assert!(off[0].contains("nearest is {\"fire\":{\"fired\""), "{off:?}");
    }

    #[test]
    fn objects_may_say_more_and_lists_may_not() {
        assert!(values(&json!({"a": 1, "b": 2}), &json!({"a": 1}), "x").is_empty());
        assert_eq!(values(&json!([1, 2]), &json!([1]), "x"), ["x: found [1,2], expected [1]"]);
        assert_eq!(
            values(&json!({"a": 1, "b": [2]}), &json!({"a": 3, "b": [4], "c": 5}), "x"),
            ["x.a: found 1, expected 3", "x.b.0: found 2, expected 4", "x: there is no \"c\", expected 5"]
        );
    }

    #[test]
    fn events_match_in_order() {
        let found = [json!({"fire": {"fired": {"die": 3}}}), json!({"moved": {"to": 1}}), json!("ended")];
        let ok = |expected: &[Value], exactly| events(&found, expected, exactly).is_empty();
        assert!(ok(&[json!({"fire": {"fired": {}}}), json!("ended")], false));
        assert!(!ok(&[json!("ended"), json!("moved")], false));
        assert!(!ok(&[json!("moved")], true));
        assert!(ok(&[json!("fired"), json!("moved"), json!("ended")], true));
        assert!(!ok(&[json!("fire.fired"), json!("fire.fired")], false));
        let off = events(&found, &[json!({"moved": {"to": 2}})], false);
        assert!(off[0].contains("event.moved.to: found 1, expected 2"), "{off:?}");
    }
}
