//! Orders with something wrong about them.

use dice::Dice;
use serde_json::{Value, json};

/// `order` with one thing about it changed, mostly to something that also
/// might have been: another ship, another number, one thing less.
pub(crate) fn spoil(order: &Value, dice: &mut Dice) -> Value {
    let mut spoiled = order.clone();
    let count = count(&spoiled);
    let at = dice.index(count);
    let mut left = at;
    change(&mut spoiled, &mut left, dice);
    spoiled
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// Changes the value that comes after `left` others; true when it is done.
fn change(value: &mut Value, left: &mut usize, dice: &mut Dice) -> bool {
    if *left > 0 {
        *left -= 1;
        return match value {
            Value::Array(items) => items.iter_mut().any(|it| change(it, left, dice)),
            Value::Object(fields) => fields.values_mut().any(|it| change(it, left, dice)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        };
    }
    match value {
        Value::Null => *value = json!(dice.index(4)),
        Value::Bool(it) => *it = !*it,
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            let small = dice.index(12) as i64;
            *value = json!(*dice.pick(&[number + 1, number - 1, small, small, -number, 99]));
        }
        Value::String(_) => *value = json!(dice.pick(&["", "x", "A", "north"])),
        Value::Array(items) if items.is_empty() => items.push(json!(dice.index(6))),
        Value::Array(items) => {
            let n = dice.index(items.len());
            match dice.index(3) {
                0 => drop(items.remove(n)),
                1 => items.push(items[n].clone()),
                _ => items.swap(0, n),
            }
        }
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            match names.is_empty() {
                true => drop(fields.insert("more".to_owned(), json!(1))),
                false => drop(fields.remove(dice.pick(&names))),
            }
        }
    }
    true
}
