//! TOML put into JSON, with a note of where everything stood.

use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use serde_json::Value;
use toml::de::{DeTable, DeValue};

use crate::Error;

/// The text of JSON that says what a file of TOML said.
pub(crate) struct Translated<'a> {
    source: &'a str,
    json: String,
    /// From which byte of `json` on what stood at which byte of `source`.
    places: Vec<(usize, usize)>,
}

impl<'a> Translated<'a> {
    pub(crate) fn of(source: &'a str) -> Result<Translated<'a>, Error> {
        let table = DeTable::parse(source).map_err(|err| {
            let at = err.span().map_or(0, |span| span.start);
            Error { place: line_and_column(source, at), message: err.message().to_owned() }
        })?;
        let mut translated = Translated { source, json: String::new(), places: Vec::new() };
        translated.table(table.get_ref(), table.span().start)?;
        Ok(translated)
    }

    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        serde_json::from_str(&self.json).map_err(|err| {
            // There is one line of JSON, and its reader has just gone past what is wrong.
            let next = self.places.partition_point(|(at, _)| *at < err.column());
            let at = next.checked_sub(1).map_or(0, |last| self.places[last].1);
            Error { place: line_and_column(self.source, at), ..Error::of(&err) }
        })
    }

    fn table(&mut self, table: &DeTable<'_>, at: usize) -> Result<(), Error> {
        self.stands(at);
        self.json.push('{');
        for (n, (key, value)) in table.iter().enumerate() {
            if 0 < n {
                self.json.push(',');
            }
            self.stands(key.span().start);
            self.text(key.get_ref());
            self.json.push(':');
            self.value(value.get_ref(), value.span().start)?;
        }
        // What is missing is missing from the table as a whole.
        self.stands(at);
        self.json.push('}');
        Ok(())
    }

    fn value(&mut self, value: &DeValue<'_>, at: usize) -> Result<(), Error> {
        if let DeValue::Table(table) = value {
            return self.table(table, at);
        }
        self.stands(at);
        match value {
            DeValue::String(text) => self.text(text),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => self.number(number),
                Err(_) => return self.refused(at, &format!("{number} is too large a number")),
            },
            DeValue::Float(number) => match number.as_str().parse::<f64>() {
                Ok(number) if number.is_finite() => self.number(Value::from(number)),
                Ok(_) | Err(_) => {
                    return self.refused(at, &format!("{number} is not a number to count with"));
                }
            },
            DeValue::Boolean(truth) => self.number(truth),
            DeValue::Datetime(date) => return self.refused(at, &format!("{date} is a date; expected none")),
            DeValue::Array(list) => {
                self.json.push('[');
                for (n, value) in list.iter().enumerate() {
                    if 0 < n {
                        self.json.push(',');
                    }
                    self.value(value.get_ref(), value.span().start)?;
                }
                self.stands(at);
                self.json.push(']');
            }
            DeValue::Table(_) => unreachable!("tables were dealt with"),
        }
        Ok(())
    }

    fn stands(&mut self, at: usize) {
        self.places.push((self.json.len(), at));
    }

    fn text(&mut self, text: &str) {
        self.json.push_str(&Value::from(text).to_string());
    }

    fn number(&mut self, number: impl std::fmt::Display) {
        let _ = write!(self.json, "{number}");
    }

    fn refused(&self, at: usize, message: &str) -> Result<(), Error> {
        Err(Error { place: line_and_column(self.source, at), message: message.to_owned() })
    }
}

fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Fleet {
        name: String,
        #[serde(default)]
        ships: Vec<Ship>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Ship {
        hull: u8,
        #[serde(default)]
        at: (f64, f64),
    }

    fn tree(text: &str) -> Value {
        crate::from_toml(text).unwrap()
    }

    fn refused(text: &str) -> String {
        crate::from_toml::<Fleet>(text).unwrap_err().to_string()
    }

    #[test]
    fn everything_that_toml_can_say_is_said() {
        let text = "a = 0x1F\nb = -1_000\nc = 1.5e3\nd = 2.0\n\"e f\" = '''x\n\"y\"'''\n[g]\n\
                    h = [1, [true, {i = {}}]]\n[[j]]\nk.l = false\n[[j]]\n";
        let said = json!({
            "a": 31, "b": -1000, "c": 1500.0, "d": 2.0, "e f": "x\n\"y\"",
            "g": {"h": [1, [true, {"i": {}}]]}, "j": [{"k": {"l": false}}, {}],
        });
        assert_eq!(tree(text), said);
        assert!(tree("d = 2.0")["d"].is_f64());
        assert_eq!(tree(""), json!({}));
    }

    #[test]
    fn what_is_wrong_is_told_where_it_stands() {
        let unknown = refused("name = \"A\"\n\n[[ships]]\nhull = 3\n  mast = 1\n");
        assert!(unknown.starts_with("5:3: unknown field `mast`"), "{unknown}");
        let wrong = refused("name = \"A\"\n[[ships]]\nhull = \"many\"\n");
        assert!(wrong.starts_with("3:8: invalid type: string \"many\", expected u8"), "{wrong}");
        let large = refused("name = \"A\"\nships = [{hull = 3}, {hull = 300}]\n");
        assert!(large.starts_with("2:30: invalid value: integer `300`"), "{large}");
        let missing = refused("name = \"A\"\n[[ships]]\nhull = 1\n[[ships]]\nat = [1, 2]\n");
        assert!(missing.starts_with("4:1: missing field `hull`"), "{missing}");
        let nothing = refused("ships = []\n");
        assert!(nothing.starts_with("1:1: missing field `name`"), "{nothing}");
        let short = refused("name = \"A\"\n[[ships]]\nhull = 1\nat = [1]\n");
        assert!(short.starts_with("4:6: invalid length 1"), "{short}");
    }

    #[test]
    fn what_json_cannot_say_is_refused_where_it_stands() {
        assert!(refused("name = 1\nat = 1979-05-27\n").starts_with("2:6: 1979-05-27 is a date"));
        assert!(refused("a = 1\nb = inf\n").starts_with("2:5: inf is not a number to count with"));
        assert!(refused("a = 99999999999999999999\n").starts_with("1:5: 99999999999999999999 is too large"));
        assert!(refused("a = 1\na = 2\n").starts_with("2:1: duplicate key"));
        assert!(refused("name = \"A\n").starts_with("1:"));
    }
}
