//! What leads from one JSON text to another: a JSON Patch (RFC 6902).
//!
//! A view is long and an event changes little of it, so texts are compared
//! before they are taken apart, and taken apart only where they differ.

use std::{
    collections::BTreeMap,
    fmt::{Display, Write as _},
};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// One operation of a JSON Patch. `path` is a JSON pointer into the view.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Change {
    Add { path: String, value: Box<RawValue> },
    Replace { path: String, value: Box<RawValue> },
    Remove { path: String },
}

impl PartialEq for Change {
    fn eq(&self, other: &Change) -> bool {
        self.parts() == other.parts()
    }
}

impl Change {
    fn parts(&self) -> (&str, &str, Option<&str>) {
        match self {
            Change::Add { path, value } => ("add", path, Some(value.get())),
            Change::Replace { path, value } => ("replace", path, Some(value.get())),
            Change::Remove { path } => ("remove", path, None),
        }
    }
}

/// What takes `before` to `after`. Both were written by serde, without spaces.
pub(crate) fn changes(before: &RawValue, after: &RawValue) -> Vec<Change> {
    let mut differences = Differences { path: String::new(), found: Vec::new() };
    differences.between(before, after);
    differences.found
}

struct Differences {
    path: String,
    found: Vec<Change>,
}

impl Differences {
    fn between(&mut self, before: &RawValue, after: &RawValue) {
        let (old, new) = (before.get(), after.get());
        if old == new {
            return;
        }
        match (old.as_bytes().first(), new.as_bytes().first()) {
            (Some(b'{'), Some(b'{')) => self.between_objects(&taken_apart(old), &taken_apart(new)),
            (Some(b'['), Some(b'[')) => {
                self.between_lists(&taken_apart::<Vec<_>>(old), &taken_apart::<Vec<_>>(new));
            }
            _ => self.found.push(Change::Replace { path: self.path.clone(), value: after.to_owned() }),
        }
    }

    fn between_objects(&mut self, old: &BTreeMap<String, &RawValue>, new: &BTreeMap<String, &RawValue>) {
        for (key, after) in new {
            self.at(escaped(key), |it| match old.get(key) {
                Some(before) => it.between(before, after),
                None => it.add(after),
            });
        }
        for key in old.keys().filter(|it| !new.contains_key(*it)) {
            self.at(escaped(key), Differences::remove);
        }
    }

    /// By place, longer or shorter at the end.
    fn between_lists(&mut self, old: &[&RawValue], new: &[&RawValue]) {
        for (n, (before, after)) in old.iter().zip(new).enumerate() {
            if before.get() != after.get() {
                self.at(n, |it| it.between(before, after));
            }
        }
        for (n, after) in new.iter().enumerate().skip(old.len()) {
            self.at(n, |it| it.add(after));
        }
        for n in (new.len()..old.len()).rev() {
            self.at(n, Differences::remove);
        }
    }

    fn at(&mut self, place: impl Display, differ: impl FnOnce(&mut Differences)) {
        let above = self.path.len();
        let _ = write!(self.path, "/{place}");
        differ(self);
        self.path.truncate(above);
    }

    fn add(&mut self, value: &RawValue) {
        self.found.push(Change::Add { path: self.path.clone(), value: value.to_owned() });
    }

    fn remove(&mut self) {
        self.found.push(Change::Remove { path: self.path.clone() });
    }
}

fn taken_apart<'a, T: Deserialize<'a>>(text: &'a str) -> T {
    serde_json::from_str(text).expect("what serde has written it can read")
}

/// RFC 6901, section 3.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn found(before: &Value, after: &Value) -> Value {
        let changes = changes(&plain::to_raw(before), &plain::to_raw(after));
        plain::to_value(&changes)
    }

    #[test]
    fn only_what_differs_is_told() {
        let before =
            json!({"ships": [{"at": 1, "hull": 4}, {"at": 2, "hull": 4}], "turn": 1, "phase": "fire"});
        let after = json!({"ships": [{"at": 1, "hull": 4}, {"at": 2, "hull": 3}], "turn": 1, "pull": null});
        let expected = json!([
            {"op": "add", "path": "/pull", "value": null},
            {"op": "replace", "path": "/ships/1/hull", "value": 3},
            {"op": "remove", "path": "/phase"},
        ]);
        assert_eq!(found(&before, &after), expected);
        assert_eq!(found(&after, &after), json!([]));
    }

    #[test]
    fn lists_grow_and_shrink_at_their_end() {
        let grown = json!([{"op": "add", "path": "/1", "value": 5}, {"op": "add", "path": "/2", "value": 6}]);
        assert_eq!(found(&json!([4]), &json!([4, 5, 6])), grown);
        let shrunk = json!([
            {"op": "replace", "path": "/0", "value": 6},
            {"op": "remove", "path": "/2"},
            {"op": "remove", "path": "/1"},
        ]);
        assert_eq!(found(&json!([4, 5, 6]), &json!([6])), shrunk);
    }

    #[test]
    fn other_kinds_of_values_are_replaced_whole() {
        let whole = json!([{"op": "replace", "path": "", "value": [1]}]);
        assert_eq!(found(&json!({"a": 1}), &json!([1])), whole);
        let nothing = json!([{"op": "replace", "path": "/a", "value": null}]);
        assert_eq!(found(&json!({"a": {"b": 1}}), &json!({"a": null})), nothing);
    }

    #[test]
    fn keys_are_escaped_in_paths_and_read_with_their_own_escapes() {
        let (before, after) = (json!({"a/b": 1, "~": 1, "\"": 1}), json!({"a/b": 2, "~": 2, "\"": 2}));
        let paths: Vec<Value> =
            found(&before, &after).as_array().unwrap().iter().map(|it| it["path"].clone()).collect();
        assert_eq!(paths, ["/\"", "/a~1b", "/~0"]);
    }
}
