//! What goes wrong, as exceptions of `flagbridge.errors`: what, where, and which rule.

use pyo3::prelude::*;
use rulesets::{Fault, Rejection};

/// Anything that may go wrong on the way.
#[derive(Debug)]
pub(crate) enum Wrong {
    /// The question made no sense.
    Misuse(String),
    Failed(String),
    Refused(Rejection),
    /// Python's own.
    Raised(PyErr),
}

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Wrong {
        match fault {
            Fault::Misuse(words) => Wrong::Misuse(words),
            Fault::Failed(words) => Wrong::Failed(words),
        }
    }
}

impl From<Rejection> for Wrong {
    fn from(rejection: Rejection) -> Wrong {
        Wrong::Refused(rejection)
    }
}

impl From<PyErr> for Wrong {
    fn from(err: PyErr) -> Wrong {
        Wrong::Raised(err)
    }
}

impl From<rulesets::Stopped> for Wrong {
    fn from(stopped: rulesets::Stopped) -> Wrong {
        Wrong::Failed(format!("the rules stopped short: {stopped}"))
    }
}

impl From<Wrong> for PyErr {
    fn from(wrong: Wrong) -> PyErr {
        if let Wrong::Raised(err) = wrong {
            return err;
        }
        Python::attach(|py| raised(py, &wrong).map_or_else(|err| err, PyErr::from_value))
    }
}

fn raised<'py>(py: Python<'py>, wrong: &Wrong) -> PyResult<Bound<'py, PyAny>> {
    let errors = py.import("flagbridge.errors")?;
    match wrong {
        Wrong::Misuse(words) => errors.getattr("Misuse")?.call1((words,)),
        Wrong::Failed(words) => errors.getattr("Failed")?.call1((words,)),
        Wrong::Refused(rejection) => {
            let findings: Vec<(&str, &str)> =
                rejection.findings().iter().map(|it| (it.rule, it.reason.as_str())).collect();
            errors.getattr("Refused")?.call1((rejection.to_string(), findings))
        }
        Wrong::Raised(err) => Ok(err.value(py).clone().into_any()),
    }
}
