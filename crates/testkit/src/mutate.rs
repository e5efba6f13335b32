//! Orders and texts as a hostile client would send them.

use dice::Dice;
use serde_json::{Value, json};

/// `json` with one or two things about it changed for the worse.
pub(crate) fn json(json: &Value, dice: &mut Dice) -> Value {
    let mut mutant = json.clone();
    for _ in 0..1 + dice.index(2) {
        let at = dice.index(count(&mutant));
        spoil(nth(&mut mutant, at), dice);
    }
    mutant
}

/// `text` with something about it changed for the worse.
pub(crate) fn text(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = dice.index(letters.len() + 1);
    match dice.index(8) {
        0 => letters.truncate(at),
        1 => letters.insert(at, *dice.pick(&STRANGE)),
        2 => letters.extend(letters.clone()),
        3 => letters.splice(at..at, "99999999999999999999".chars()).for_each(drop),
        4 if at < letters.len() => letters[at] = *dice.pick(&STRANGE),
        5 if at < letters.len() => drop(letters.remove(at)),
        6 => letters.reverse(),
        _ => letters.splice(at..at, "-0".chars()).for_each(drop),
    }
    letters.into_iter().collect()
}

const STRANGE: [char; 14] =
    ['é', '\u{0}', '\n', '🚀', '-', '+', '>', ',', ':', '9', 'Z', '"', '\u{202e}', '%'];

const NUMBERS: [i64; 16] = [
    0,
    1,
    -1,
    127,
    -128,
    255,
    256,
    i16::MAX as i64,
    i16::MIN as i64,
    u16::MAX as i64,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    i64::MAX,
    i64::MIN,
    1000,
];

fn count(json: &Value) -> usize {
    1 + match json {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// The value that comes as number `at`, the whole being number 0.
fn nth(json: &mut Value, mut at: usize) -> &mut Value {
    if at == 0 {
        return json;
    }
    at -= 1;
    let children: Vec<&mut Value> = match json {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => vec![],
    };
    for child in children {
        let size = count(child);
        if at < size {
            return nth(child, at);
        }
        at -= size;
    }
    unreachable!("`at` is below the count of the whole")
}

fn spoil(json: &mut Value, dice: &mut Dice) {
    match json {
        Value::Null => *json = dice.pick(&[json!(0), json!(1), json!([]), json!({}), json!(true)]).clone(),
        Value::Bool(it) => *it = !*it,
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            *json = match dice.index(5) {
                0 => json!(number.saturating_add(1)),
                1 => json!(number.saturating_sub(1)),
                2 => json!(number.saturating_neg()),
                3 if dice.one_in(8) => dice.pick(&[json!(u64::MAX), json!(1.5), json!(null)]).clone(),
                _ => json!(dice.pick(&NUMBERS)),
            };
        }
        Value::String(text) => {
            *json = match dice.index(4) {
                0 => json!(""),
                1 => json!("x".repeat(5000)),
                2 => json!("é\u{0}🚀"),
                _ => json!(self::text(text, dice)),
            }
        }
        Value::Array(items) => spoil_list(items, dice),
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            if names.is_empty() || dice.one_in(6) {
                fields.insert("unknown_field".to_owned(), json!(1));
                return;
            }
            let name = dice.pick(&names);
            match dice.index(3) {
                0 => drop(fields.remove(name)),
                1 => drop(fields.insert(name.clone(), Value::Null)),
                _ => {
                    let other = fields[dice.pick(&names)].clone();
                    fields.insert(name.clone(), other);
                }
            }
        }
    }
}

fn spoil_list(items: &mut Vec<Value>, dice: &mut Dice) {
    if items.is_empty() {
        items.push(json!(0));
        return;
    }
    let (one, two) = (dice.index(items.len()), dice.index(items.len()));
    match dice.index(6) {
        0 => items.clear(),
        1 => items.push(items[one].clone()),
        2 => drop(items.remove(one)),
        3 => items.reverse(),
        4 => items.swap(one, two),
        _ => *items = items.iter().cycle().take(300).cloned().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_are_many_and_mostly_new() {
        let order = json!({"plot": {"helms": [{"ship": 0, "thrust": -2}], "lay": null, "name": "é"}});
        let mut dice = Dice::numbered(1, 0);
        let mutants: std::collections::BTreeSet<String> =
            (0..2000).map(|_| json(&order, &mut dice).to_string()).collect();
        assert!(100 < mutants.len(), "{} mutants", mutants.len());
        for nasty in [r#""thrust":-9223372036854775808"#, r#""helms":[]"#, r#""unknown_field":1"#] {
            assert!(mutants.iter().any(|it| it.contains(nasty)), "{nasty} never comes up");
        }
    }

    #[test]
    fn texts_are_spoiled_letter_by_letter() {
        let mut dice = Dice::numbered(1, 0);
        for text in ["", "é", "A+2 B-1"] {
            (0..500).for_each(|_| drop(self::text(text, &mut dice)));
        }
    }
}
