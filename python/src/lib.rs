//! The package `flagbridge` for Python: what lies between it and the rules.
//!
//! Nothing here knows a game, and nothing hands out the truth: battles are looked at through the
//! views of seats. What goes across is plain data, as the JSON of docs/json.md; `told` and
//! `read` are the two ways.

#![allow(clippy::needless_pass_by_value, reason = "what comes from Python comes by value")]

mod battle;
mod drill;
mod games;
mod lot;
mod record;
mod simulate;
mod study;
mod vector;
mod wrong;

use pyo3::{
    prelude::*,
    types::{PyDict, PyString},
};
use serde::Serialize;
use serde_json::Value;

use wrong::Wrong;

/// Data of ours as Python's own lists, dicts and numbers.
fn told<'py, T: Serialize>(py: Python<'py>, data: &T) -> Result<Bound<'py, PyAny>, Wrong> {
    let text = serde_json::to_string(data).expect("plain data");
    Ok(py.import("json")?.call_method1("loads", (text,))?)
}

/// Data of Python's as ours.
fn read(data: &Bound<'_, PyAny>) -> Result<Value, Wrong> {
    let options = PyDict::new(data.py());
    options.set_item("allow_nan", false)?;
    let text = data.py().import("json")?.call_method("dumps", (data,), Some(&options))?;
    let text: String = text.cast_into::<PyString>().map_err(PyErr::from)?.extract()?;
    plain::from_json(&text).map_err(|err| Wrong::Misuse(format!("not data: {err}")))
}

/// The part of the package that is written in Rust; people use what `flagbridge` makes of it.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("OUTLOOK", rulesets::OUTLOOK.to_vec())?;
    games::add(module)?;
    module.add_class::<battle::Battle>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<drill::Drill>()?;
    module.add_class::<vector::Vector>()?;
    module.add_class::<study::Study>()?;
    module.add_class::<study::Judge>()?;
    module.add_function(wrap_pyfunction!(simulate::simulate, module)?)
}
