//! JSON that is passed on as it was written.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};

/// The game's own data as text. Whoever makes it has written it, and nobody on its way to the browser takes
/// it apart.
#[derive(Clone, Debug)]
pub struct Raw(Box<RawValue>);

impl From<Box<RawValue>> for Raw {
    fn from(text: Box<RawValue>) -> Raw {
        Raw(text)
    }
}

impl From<Value> for Raw {
    fn from(tree: Value) -> Raw {
        Raw(to_raw_value(&tree).expect("plain data goes into JSON"))
    }
}

impl PartialEq for Raw {
    fn eq(&self, other: &Raw) -> bool {
        self.0.get() == other.0.get()
    }
}

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// By way of a tree: what stands in a message with a type is not read as text.
impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        Value::deserialize(deserializer).map(Raw::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Message {
        Told { view: Option<Raw>, n: u8 },
    }

    #[test]
    fn what_was_written_is_passed_on_as_it_stands() {
        let text = r#"{"ships":[{"b":1,"a":0.5}],"at":null}"#;
        let view = RawValue::from_string(text.to_owned()).unwrap();
        let message = Message::Told { view: Some(view.into()), n: 1 };
        let written = serde_json::to_string(&message).unwrap();
        assert_eq!(written, format!(r#"{{"type":"told","view":{text},"n":1}}"#));
        let tree: Value = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_value(&message).unwrap()["view"], tree);
        let read: Message = serde_json::from_str(&written).unwrap();
        assert_eq!(read, Message::Told { view: Some(tree.into()), n: 1 });
    }
}
