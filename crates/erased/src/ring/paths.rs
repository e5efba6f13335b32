//! Places in a view: `turn`, `ships.0.speed`, `sum(ships.*.display.hull_left)`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

/// A place, or what many places come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewPath {
    sum: Option<Sum>,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sum {
    Total,
    Count,
    Mean,
    Least,
    Most,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Field(String),
    Every,
}

impl ViewPath {
    /// # Errors
    ///
    /// What a path looks like.
    pub fn read(text: &str) -> Result<ViewPath, String> {
        let wrong = || {
            format!(
                "{text:?} is not a path: expected fields with dots between them, `*` for every one of a list, \
                 and perhaps sum(…), count(…), mean(…), min(…) or max(…) around it"
            )
        };
        let text = text.trim();
        let (sum, inner) = match text.split_once('(') {
            None => (None, text),
            Some((name, rest)) => {
                let sum = match name {
                    "sum" => Sum::Total,
                    "count" => Sum::Count,
                    "mean" => Sum::Mean,
                    "min" => Sum::Least,
                    "max" => Sum::Most,
                    _ => return Err(wrong()),
                };
                (Some(sum), rest.strip_suffix(')').ok_or_else(wrong)?)
            }
        };
        let good = |step: &str| !step.is_empty() && !step.contains(['(', ')', ' ', '"']);
        let steps: Vec<Step> = (inner.split('.'))
            .map(|step| match step {
                "*" => Ok(Step::Every),
                step if good(step) => Ok(Step::Field(step.to_owned())),
                _ => Err(wrong()),
            })
            .collect::<Result<_, _>>()?;
        Ok(ViewPath { sum, steps })
    }

    /// What stands there; nothing where there is no such place.
    pub fn of(&self, view: &Value) -> Value {
        let mut found = Vec::new();
        walk(view, &self.steps, &mut found);
        let Some(sum) = self.sum else {
            let many = self.steps.contains(&Step::Every);
            let mut found = found.into_iter().cloned();
            return if many { Value::Array(found.collect()) } else { found.next().unwrap_or(Value::Null) };
        };
        if sum == Sum::Count {
            // Of yes and no, those that are yes.
            let there = |it: &&&Value| !matches!(it, Value::Null | Value::Bool(false));
            return Value::from(found.iter().filter(there).count());
        }
        let numbers: Vec<f64> = found.iter().filter_map(|it| it.as_f64()).collect();
        let total: f64 = numbers.iter().sum();
        let number = match sum {
            Sum::Total => Some(total),
            Sum::Mean => (!numbers.is_empty()).then(|| total / numbers.len() as f64),
            Sum::Least => numbers.iter().copied().reduce(f64::min),
            Sum::Most => numbers.iter().copied().reduce(f64::max),
            Sum::Count => None,
        };
        number.map_or(Value::Null, Value::from)
    }
}

fn walk<'a>(value: &'a Value, steps: &[Step], found: &mut Vec<&'a Value>) {
    let Some((first, rest)) = steps.split_first() else {
        found.push(value);
        return;
    };
    match (first, value) {
        (Step::Every, Value::Array(items)) => items.iter().for_each(|it| walk(it, rest, found)),
        (Step::Every, Value::Object(fields)) => fields.values().for_each(|it| walk(it, rest, found)),
        (Step::Field(name), Value::Object(fields)) => {
            if let Some(it) = fields.get(name) {
                walk(it, rest, found);
            }
        }
        (Step::Field(name), Value::Array(items)) => {
            if let Some(it) = name.parse::<usize>().ok().and_then(|n| items.get(n)) {
                walk(it, rest, found);
            }
        }
        _ => {}
    }
}

impl std::fmt::Display for ViewPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let steps: Vec<&str> = (self.steps.iter())
            .map(|step| match step {
                Step::Field(name) => name.as_str(),
                Step::Every => "*",
            })
            .collect();
        let steps = steps.join(".");
        match self.sum {
            None => f.write_str(&steps),
            Some(Sum::Total) => write!(f, "sum({steps})"),
            Some(Sum::Count) => write!(f, "count({steps})"),
            Some(Sum::Mean) => write!(f, "mean({steps})"),
            Some(Sum::Least) => write!(f, "min({steps})"),
            Some(Sum::Most) => write!(f, "max({steps})"),
        }
    }
}

impl Serialize for ViewPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ViewPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ViewPath, D::Error> {
        ViewPath::read(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn reads(path: &str, expected: &Value) {
        let view = json!({"turn": 3, "ships": [{"hull": 4, "fast": true}, {"hull": 2, "fast": false}]});
        let path = ViewPath::read(path).unwrap();
        assert_eq!(path.of(&view), *expected, "{path}");
        assert_eq!(ViewPath::read(&path.to_string()), Ok(path));
    }

    #[test]
    fn places_are_found_and_summed_up() {
        reads("turn", &json!(3));
        reads("ships.1.hull", &json!(2));
        reads("ships.*.hull", &json!([4, 2]));
        reads("sum(ships.*.hull)", &json!(6.0));
        reads("mean(ships.*.hull)", &json!(3.0));
        reads("min(ships.*.hull)", &json!(2.0));
        reads("max(ships.*.hull)", &json!(4.0));
        reads("count(ships.*.fast)", &json!(1));
        reads("ships.7.hull", &Value::Null);
        reads("mean(crew.*.age)", &Value::Null);
    }

    #[test]
    fn what_is_no_path_is_told() {
        for text in ["", "a..b", "median(a)", "sum(a", "a b"] {
            assert!(ViewPath::read(text).unwrap_err().contains("is not a path"), "{text:?}");
        }
    }
}
