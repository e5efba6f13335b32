//! Orders as somebody sends them who wants to see the program fall over: legal
//! ones with one thing changed for the worse, in every way there is.
//!
//! Nothing here knows a game. Which kinds of order and which fields there are is
//! learnt from what the reader of orders says about words it does not know.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// How many values are remembered of each name.
const REMEMBERED: usize = 6;

/// A word that no game has.
const UNKNOWN: &str = "\u{1}";

/// Reads an order, or says why it is none.
pub type Reader<'a> = &'a dyn Fn(&Value) -> Result<(), String>;

/// One change to one place of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutation {
    /// A JSON pointer.
    at: String,
    change: Change,
}

#[derive(Clone, Debug, PartialEq)]
enum Change {
    /// Something else stands there.
    Put(Value),
    /// A list goes round and round until it has this many entries.
    Cycle(usize),
    Twice,
    /// The same content under another tag.
    Rename(String),
    Field(String, Value),
    /// Every number in it.
    Numbers(Value),
}

impl Mutation {
    /// `order` with the change made.
    pub fn of(&self, order: &Value) -> Value {
        let mut mutant = order.clone();
        if let Some(place) = mutant.pointer_mut(&self.at) {
            self.change.make(place);
        }
        mutant
    }
}

impl Change {
    fn make(&self, place: &mut Value) {
        match (self, place) {
            (Change::Put(value), place) => *place = value.clone(),
            (Change::Cycle(n), Value::Array(items)) => {
                *items = items.iter().cycle().take(*n).cloned().collect();
            }
            (Change::Twice, Value::Array(items)) => items.extend(items.clone()),
            (Change::Rename(tag), Value::Object(fields)) => {
                let content = std::mem::take(fields).into_iter().next();
                fields.extend(content.map(|(_, content)| (tag.clone(), content)));
            }
            (Change::Field(name, value), Value::Object(fields)) => {
                fields.insert(name.clone(), value.clone());
            }
            (Change::Numbers(number), place) => renumber(place, number),
            // Made only for lists and maps.
            (Change::Cycle(_) | Change::Twice | Change::Rename(_) | Change::Field(..), _) => (),
        }
    }
}

fn renumber(value: &mut Value, to: &Value) {
    match value {
        Value::Number(_) => *value = to.clone(),
        Value::Array(items) => items.iter_mut().for_each(|it| renumber(it, to)),
        Value::Object(fields) => fields.values_mut().for_each(|it| renumber(it, to)),
        Value::Null | Value::Bool(_) | Value::String(_) => (),
    }
}

/// What has been learnt about the orders of one game.
#[derive(Clone, Debug, Default)]
pub struct Mutator {
    /// What has stood under each tag and field in legal orders.
    seen: BTreeMap<String, Vec<Value>>,
    /// The tags or fields that may stand at a place, by its pointer without numbers.
    tags: BTreeMap<String, Vec<String>>,
    fields: BTreeMap<String, Vec<String>>,
}

impl Mutator {
    /// Remembers what stands in a legal order.
    pub fn learn(&mut self, order: &Value) {
        match order {
            Value::Array(items) => items.iter().for_each(|it| self.learn(it)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    let seen = self.seen.entry(name.clone()).or_default();
                    if seen.len() < REMEMBERED && !seen.contains(value) {
                        seen.push(value.clone());
                    }
                    self.learn(value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => (),
        }
    }

    /// Every change there is to `order`; `reads` reads orders of its game.
    pub fn mutations(&mut self, order: &Value, reads: Reader<'_>) -> Vec<Mutation> {
        let mut all = Vec::new();
        self.walk(order, order, "", reads, &mut all);
        all
    }

    fn walk(&mut self, order: &Value, value: &Value, at: &str, reads: Reader<'_>, all: &mut Vec<Mutation>) {
        let mut add = |change: Change| all.push(Mutation { at: at.to_owned(), change });
        let mut put = |value: Value| add(Change::Put(value));
        match value {
            Value::Null => nothings().into_iter().for_each(put),
            Value::Bool(it) => {
                put(json!(!it));
                put(json!(2));
            }
            Value::Number(_) => numbers().into_iter().for_each(put),
            Value::String(text) => {
                texts(text).into_iter().for_each(|it| put(json!(it)));
                put(json!(7));
                for tag in self.tags_at(order, at, Change::Put(json!(UNKNOWN)), reads) {
                    self.contents(&tag).into_iter().for_each(|it| put(json!({ &tag: it })));
                    put(json!(tag));
                }
            }
            Value::Array(items) => {
                put(json!([]));
                put(Value::Null);
                if items.is_empty() {
                    [json!(0), json!(255), json!({}), json!([0, 0])]
                        .into_iter()
                        .for_each(|it| put(json!([it])));
                } else {
                    add(Change::Twice);
                    [engine::outside::LONGEST_LIST, 3_000].map(Change::Cycle).into_iter().for_each(&mut add);
                    [99, 255].into_iter().for_each(|it| add(Change::Numbers(json!(it))));
                }
                for (n, item) in items.iter().enumerate() {
                    self.walk(order, item, &format!("{at}/{n}"), reads, all);
                }
            }
            Value::Object(fields) => {
                put(json!({}));
                put(Value::Null);
                [99, 255].into_iter().for_each(|it| add(Change::Numbers(json!(it))));
                if fields.len() == 1 {
                    for tag in self.tags_at(order, at, Change::Rename(UNKNOWN.to_owned()), reads) {
                        self.contents(&tag).into_iter().for_each(|it| add(Change::Put(json!({ &tag: it }))));
                        add(Change::Put(json!(tag)));
                        add(Change::Rename(tag));
                    }
                }
                for name in self.fields_at(order, at, reads) {
                    if !fields.contains_key(&name) {
                        let values = self.contents(&name).into_iter().chain(guesses());
                        values.for_each(|it| add(Change::Field(name.clone(), it)));
                    }
                }
                self.walk_fields(order, fields, at, reads, all);
            }
        }
    }

    fn walk_fields(
        &mut self,
        order: &Value,
        fields: &Map<String, Value>,
        at: &str,
        reads: Reader<'_>,
        all: &mut Vec<Mutation>,
    ) {
        for (name, value) in fields {
            let at = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
            self.walk(order, value, &at, reads, all);
        }
    }

    /// What may stand under a name: nothing, and what has, as it was and with
    /// numbers that nothing has.
    fn contents(&self, name: &str) -> Vec<Value> {
        let mut contents = vec![Value::Null, json!({}), json!([])];
        for seen in self.seen.get(name).into_iter().flatten() {
            contents.push(seen.clone());
            for number in [99, 255] {
                let mut spoiled = seen.clone();
                renumber(&mut spoiled, &json!(number));
                contents.push(spoiled);
            }
        }
        contents
    }

    fn tags_at(&mut self, order: &Value, at: &str, probe: Change, reads: Reader<'_>) -> Vec<String> {
        let known = self.tags.entry(without_numbers(at));
        known.or_insert_with(|| expected("unknown variant", order, at, probe, reads)).clone()
    }

    fn fields_at(&mut self, order: &Value, at: &str, reads: Reader<'_>) -> Vec<String> {
        let probe = Change::Field(UNKNOWN.to_owned(), json!(0));
        let known = self.fields.entry(without_numbers(at));
        known.or_insert_with(|| expected("unknown field", order, at, probe, reads)).clone()
    }
}

/// The words that the reader expects at a place.
fn expected(wrong: &str, order: &Value, at: &str, change: Change, reads: Reader<'_>) -> Vec<String> {
    let probe = Mutation { at: at.to_owned(), change }.of(order);
    let Err(told) = reads(&probe) else { return Vec::new() };
    let Some((_, words)) = told.split_once(wrong).and_then(|(_, it)| it.split_once(", expected ")) else {
        return Vec::new();
    };
    words.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn without_numbers(at: &str) -> String {
    let part = |part: &str| if part.parse::<usize>().is_ok() { "#".to_owned() } else { part.to_owned() };
    at.split('/').map(part).collect::<Vec<_>>().join("/")
}

fn numbers() -> Vec<Value> {
    let whole = [-1, 0, 1, 10, 99, 127, 128, 255, 256, 32_767, -32_768, 65_535, 1 << 31, (1 << 32) - 1];
    let odd = [
        json!(1.5),
        json!(1e308),
        json!(-1e308),
        json!(1e-320),
        json!(null),
        json!("x"),
        json!([]),
        json!({}),
    ];
    let far = [json!(i64::MAX), json!(i64::MIN), json!(1_u64 << 63), json!(u64::MAX)];
    whole.into_iter().map(|it: i64| json!(it)).chain(far).chain(odd).collect()
}

fn nothings() -> Vec<Value> {
    vec![
        json!(0),
        json!(-1),
        json!(99),
        json!(255),
        json!(true),
        json!({}),
        json!([]),
        json!([99]),
        json!(""),
    ]
}

/// For a field of which nothing is known but its name.
fn guesses() -> Vec<Value> {
    let pairs = [json!([[99, 99]]), json!([[255, true]]), json!([[99, {"x": 1, "y": 1}]])];
    nothings().into_iter().chain([json!(1), json!([0]), json!([255]), json!([99, 99])]).chain(pairs).collect()
}

/// What may be typed in place of `text`.
fn texts(text: &str) -> Vec<String> {
    let fixed = [
        "",
        "\u{202e}\u{0}💥",
        "-1",
        "999999999999999999999",
        "S99999999999+99999999999",
        "P-1",
        "NaN",
        "\n;\n",
        "é",
    ];
    let huge = ["A".repeat(20_000), "A".repeat(50_000), text.repeat(2), text.chars().rev().collect()];
    fixed.into_iter().map(str::to_owned).chain(huge).collect()
}

/// `text`, an order in words, with one thing about it changed for the worse.
pub fn words(text: &str) -> Vec<String> {
    let mut all = texts(text);
    all.extend([
        text.repeat(300),
        format!("{text} {text}"),
        format!("{text};").repeat(2_000),
        "\u{0}".to_owned(),
        "💥".repeat(1_000),
        text.to_uppercase(),
        text.to_lowercase(),
        text.replace(' ', ""),
        text.replace(' ', "\u{a0}"),
        "9".repeat(400),
    ]);
    for (from, to) in digits(text) {
        for number in [
            "",
            "0",
            "99",
            "-1",
            "255",
            "256",
            "65536",
            "4294967296",
            "99999999999999999999",
            "1e400",
            "NaN",
            "0.000000001",
            "٣",
        ] {
            all.push(format!("{}{number}{}", &text[..from], &text[to..]));
        }
    }
    // Cut off, and with one letter exchanged, at every place of a short order.
    for (at, letter) in text.char_indices().take(60) {
        all.push(text[..at].to_owned());
        for other in ["é", "\u{0}", ",", ">", ".", "#", "@", "=", "+", "-", "!", "&", "Z"] {
            all.push(format!("{}{other}{}", &text[..at], &text[at + letter.len_utf8()..]));
        }
    }
    let once: BTreeSet<String> = all.into_iter().collect();
    once.into_iter().collect()
}

/// Where the numbers of `text` begin and end.
fn digits(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, _) in text.char_indices().filter(|(_, letter)| letter.is_ascii_digit()) {
        match found.last_mut() {
            Some(last) if last.1 == at => last.1 = at + 1,
            Some(_) | None => found.push((at, at + 1)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    enum Order {
        Plot { helms: Vec<Helm>, lay: Option<u8> },
        Volley(Vec<u8>),
        Pass,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Helm {
        ship: u8,
        #[serde(default)]
        ram: Option<u8>,
    }

    fn reads(value: &Value) -> Result<(), String> {
        plain::from_value::<Order>(value).map(drop).map_err(|err| err.to_string())
    }

    #[test]
    fn tags_and_fields_are_learnt_from_the_reader() {
        let order = json!({"plot": {"helms": [{"ship": 1}], "lay": null}});
        let mut mutator = Mutator::default();
        mutator.learn(&json!({"volley": [3]}));
        let mutants: BTreeSet<String> =
            mutator.mutations(&order, &reads).iter().map(|it| it.of(&order).to_string()).collect();
        for wanted in [
            json!({"plot": {"helms": [{"ship": 255}], "lay": null}}),
            json!({"plot": {"helms": [{"ship": 4_294_967_295_u32}], "lay": null}}),
            json!({"plot": {"helms": [{"ship": 1, "ram": 255}], "lay": null}}),
            json!({"plot": {"helms": [{"ship": 1}, {"ship": 1}], "lay": null}}),
            json!({"plot": {"helms": [{"ship": 1}], "lay": 99}}),
            json!({"volley": [99]}),
            json!({"volley": {"helms": [{"ship": 1}], "lay": null}}),
            json!("pass"),
            json!({}),
        ] {
            assert!(mutants.contains(&wanted.to_string()), "{wanted} is not among {} mutants", mutants.len());
        }
        let longest = mutants.iter().map(String::len).max();
        assert!(longest > Some(3_000 * 10), "no list of 3,000: {longest:?}");
    }

    #[test]
    fn words_are_spoiled_number_by_number() {
        let spoiled = words("A1 P2+4; é");
        for wanted in ["A99 P2+4; é", "A1 P2+-1; é", "A1 P", "", "A1P2+4;é"] {
            assert!(spoiled.iter().any(|it| it == wanted), "{wanted:?}");
        }
    }
}
