//! One text for one JSON value, whoever wrote it.

use serde_json::Value;

/// Keys in order, no white space: what is hashed of a value.
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push_str(&value.to_string());
        }
        Value::Array(items) => {
            text.push('[');
            for (n, item) in items.iter().enumerate() {
                if 0 < n {
                    text.push(',');
                }
                write(item, text);
            }
            text.push(']');
        }
        Value::Object(fields) => {
            // Sorted here: whether the map is sorted by itself is a matter of how it was built.
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(key, _)| *key);
            text.push('{');
            for (n, (key, item)) in fields.into_iter().enumerate() {
                if 0 < n {
                    text.push(',');
                }
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                write(item, text);
            }
            text.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_space_make_no_difference() {
        let one: Value =
            serde_json::from_str(r#"{"b": [1, 2.5, null], "a": {"y": "\u00e4\n", "x": true}}"#).unwrap();
        let two: Value =
            serde_json::from_str("{\"a\":{\"x\":true,\"y\":\"ä\\n\"},\"b\":[1,2.5,null]}").unwrap();
        assert_eq!(canonical(&one), canonical(&two));
        assert_eq!(canonical(&one), r#"{"a":{"x":true,"y":"ä\n"},"b":[1,2.5,null]}"#);
    }
}
