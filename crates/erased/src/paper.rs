//! The file that a record was read from.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::{Fault, Format, Source};

/// As text or taken apart, whichever is asked for: of a long battle the other
/// takes longer than anything else that is done with it.
pub(crate) struct Paper {
    name: String,
    text: OnceLock<Arc<str>>,
    value: OnceLock<Value>,
}

impl Paper {
    pub(crate) fn read(source: &Source<'_>) -> Result<Paper, Fault> {
        match source.format {
            Format::Json => Ok(Paper {
                name: source.name.to_owned(),
                text: OnceLock::from(Arc::from(source.text)),
                value: OnceLock::new(),
            }),
            Format::Toml => Ok(Paper::of(source.name, source.parse()?)),
        }
    }

    pub(crate) fn of(name: &str, value: Value) -> Paper {
        Paper { name: name.to_owned(), text: OnceLock::new(), value: OnceLock::from(value) }
    }

    /// # Errors
    ///
    /// If it has what no program reads, such as a number beyond all bounds.
    pub(crate) fn value(&self) -> Result<&Value, Fault> {
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let text = self.text.get().expect("it has one or the other");
        let value = Source { name: &self.name, text, format: Format::Json }.parse()?;
        Ok(self.value.get_or_init(|| value))
    }

    /// As JSON.
    pub(crate) fn text(&self) -> &Arc<str> {
        self.text.get_or_init(|| Arc::from(self.value.get().expect("it has one or the other").to_string()))
    }
}
