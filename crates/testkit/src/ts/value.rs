//! Data as TypeScript writes it, its fields in the order that Rust declares them: the client compares
//! orders by their text.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{MapAccess, SeqAccess, Visitor},
};

use super::shape::WIDTH;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Data {
    Members(Vec<(String, Data)>),
    List(Vec<Data>),
    /// As it is written.
    Plain(String),
}

impl Data {
    /// # Panics
    ///
    /// If it cannot be written as JSON.
    pub(super) fn of(value: &impl Serialize) -> Data {
        let text = serde_json::to_string(value).expect("plain data");
        serde_json::from_str(&text).expect("what was just written")
    }

    /// Laid out behind what stands before it at this indent, as types are.
    pub(super) fn laid_out(&self, indent: usize, before: usize) -> String {
        let flat = self.flat();
        if before + flat.len() < WIDTH {
            return flat;
        }
        let pad = "  ".repeat(indent);
        let line = |head: String, inner: &Data| {
            let width = 2 * (indent + 1) + head.len();
            format!("{pad}  {head}{},\n", inner.laid_out(indent + 1, width))
        };
        match self {
            Data::Members(members) => {
                let lines: String =
                    members.iter().map(|(name, inner)| line(format!("{name}: "), inner)).collect();
                format!("{{\n{lines}{pad}}}")
            }
            Data::List(parts) => {
                let lines: String = parts.iter().map(|inner| line(String::new(), inner)).collect();
                format!("[\n{lines}{pad}]")
            }
            Data::Plain(text) => text.clone(),
        }
    }

    /// In one line. Names of members are those of Rust's fields, which need no quotation marks.
    fn flat(&self) -> String {
        match self {
            Data::Members(members) if members.is_empty() => "{}".to_owned(),
            Data::Members(members) => {
                let inside: Vec<_> =
                    members.iter().map(|(name, inner)| format!("{name}: {}", inner.flat())).collect();
                format!("{{ {} }}", inside.join(", "))
            }
            Data::List(parts) => format!("[{}]", parts.iter().map(Data::flat).collect::<Vec<_>>().join(", ")),
            Data::Plain(text) => text.clone(),
        }
    }
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Data, D::Error> {
        deserializer.deserialize_any(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Data;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, it: bool) -> Result<Data, E> {
        Ok(Data::Plain(it.to_string()))
    }

    fn visit_i64<E>(self, it: i64) -> Result<Data, E> {
        Ok(Data::Plain(it.to_string()))
    }

    fn visit_u64<E>(self, it: u64) -> Result<Data, E> {
        Ok(Data::Plain(it.to_string()))
    }

    fn visit_f64<E>(self, it: f64) -> Result<Data, E> {
        Ok(Data::Plain(it.to_string()))
    }

    fn visit_str<E>(self, it: &str) -> Result<Data, E> {
        Ok(Data::Plain(format!("'{}'", it.replace('\\', r"\\").replace('\'', r"\'"))))
    }

    fn visit_unit<E>(self) -> Result<Data, E> {
        Ok(Data::Plain("null".to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Data, A::Error> {
        let mut list = Vec::new();
        while let Some(part) = parts.next_element()? {
            list.push(part);
        }
        Ok(Data::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Data, A::Error> {
        let mut all = Vec::new();
        while let Some(member) = members.next_entry()? {
            all.push(member);
        }
        Ok(Data::Members(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Order {
        way: Option<u8>,
        at: (i32, f64),
        name: &'static str,
        kept: bool,
    }

    #[test]
    fn fields_stay_in_the_order_of_rust() {
        let order = Order { way: None, at: (-1, 0.5), name: "it's", kept: true };
        assert_eq!(
            Data::of(&order).laid_out(0, 0),
            r"{ way: null, at: [-1, 0.5], name: 'it\'s', kept: true }"
        );
        let lines = Data::of(&order).laid_out(0, WIDTH - 20);
        assert_eq!(lines, "{\n  way: null,\n  at: [-1, 0.5],\n  name: 'it\\'s',\n  kept: true,\n}");
    }
}
