//! As much of JSON Schema as the ship format uses.

use serde_json::{Map, Value};

pub(crate) struct Schema {
    root: Value,
}

impl Schema {
    pub(crate) fn of_ships() -> Schema {
        Schema {
            root: serde_json::from_str(include_str!("../../ship-format.json")).expect("the ship format"),
        }
    }

    /// # Errors
    ///
    /// The first thing that does not fit, with its place.
    pub(crate) fn validate(&self, value: &Value) -> Result<(), String> {
        self.check(&self.root, value, "")
    }

    fn check(&self, schema: &Value, value: &Value, path: &str) -> Result<(), String> {
        let Value::Object(schema) = schema else { return Ok(()) };
        for (keyword, rule) in schema {
            self.keyword(schema, keyword, rule, value, path).map_err(|err| format!("{path}: {err}"))?;
        }
        Ok(())
    }

    fn keyword(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        rule: &Value,
        value: &Value,
        path: &str,
    ) -> Result<(), String> {
        let number = |value: &Value| value.as_f64().expect("a number");
        let fail = |what: &str| Err(format!("{value} against {keyword} {what}"));
        match keyword {
            "definitions" => Ok(()),
            "$ref" => {
                let name = rule.as_str().expect("a reference").trim_start_matches("#/definitions/");
                self.check(&self.root["definitions"][name], value, path)
            }
            "type" => {
                let fits = match rule.as_str().expect("a type") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "number" => value.is_number(),
                    "integer" => value.is_u64() || value.is_i64(),
                    other => panic!("type {other} is not known here"),
                };
                if fits { Ok(()) } else { fail(&rule.to_string()) }
            }
            "enum" if rule.as_array().expect("a list").contains(value) => Ok(()),
            "minimum" if !value.is_number() || number(rule) <= number(value) => Ok(()),
            "maximum" if !value.is_number() || number(value) <= number(rule) => Ok(()),
            "multipleOf" if !value.is_number() || number(value) % number(rule) == 0.0 => Ok(()),
            "minItems" if rule.as_u64() <= value.as_array().map(|it| it.len() as u64) => Ok(()),
            "maxItems" if value.as_array().map(|it| it.len() as u64) <= rule.as_u64() => Ok(()),
            "enum" | "minimum" | "maximum" | "multipleOf" | "minItems" | "maxItems" => {
                fail(&rule.to_string())
            }
            "required" => {
                let lacks = |name: &&Value| value.get(name.as_str().expect("a name")).is_none();
                match rule.as_array().expect("names").iter().find(lacks) {
                    Some(name) => fail(&name.to_string()),
                    None => Ok(()),
                }
            }
            "properties" => {
                for (name, rule) in rule.as_object().expect("properties") {
                    if let Some(value) = value.get(name) {
                        self.check(rule, value, &format!("{path}/{name}"))?;
                    }
                }
                Ok(())
            }
            "additionalProperties" => {
                assert_eq!(rule, &Value::Bool(false));
                let known = schema["properties"].as_object().expect("properties");
                match value.as_object().and_then(|it| it.keys().find(|name| !known.contains_key(*name))) {
                    Some(name) => fail(name),
                    None => Ok(()),
                }
            }
            "items" => {
                for (i, value) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(rule, value, &format!("{path}/{i}"))?;
                }
                Ok(())
            }
            "anyOf" | "oneOf" => {
                let fitting = rule.as_array().expect("a list").iter().map(|it| self.check(it, value, path));
                match (keyword, fitting.filter(Result::is_ok).count()) {
                    (_, 1) | ("anyOf", 2..) => Ok(()),
                    (_, n) => fail(&format!("fits {n} of the forms")),
                }
            }
            other => panic!("keyword {other} is not known here"),
        }
    }
}
