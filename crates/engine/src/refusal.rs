//! Why an order was refused: every reason at once, each with its rule.

use std::fmt;

use serde::Serialize;

/// One thing wrong with an order, in words for the player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The id of the rule that forbids it.
    pub rule: &'static str,
    /// Lower case, no full stop: `cost 3 exceeds engine 2`.
    pub reason: String,
}

/// Everything wrong with an order. Never empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    pub findings: Vec<Finding>,
}

impl Refusal {
    pub fn one(rule: &'static str, reason: impl Into<String>) -> Refusal {
        Refusal { findings: vec![Finding { rule, reason: reason.into() }] }
    }

    pub fn cites(&self, rule: &str) -> bool {
        self.findings.iter().any(|finding| finding.rule == rule)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Finding { rule, reason }) in self.findings.iter().enumerate() {
            if 0 < i {
                write!(f, "; ")?;
            }
            write!(f, "{reason} (rule {rule})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// Gathers findings while an order is checked.
#[derive(Debug, Default)]
pub struct Findings(Vec<Finding>);

impl Findings {
    pub fn add(&mut self, rule: &'static str, reason: impl Into<String>) {
        self.0.push(Finding { rule, reason: reason.into() });
    }

    /// The reason is only put into words if `holds` is false.
    pub fn require(&mut self, holds: bool, rule: &'static str, reason: impl FnOnce() -> String) -> bool {
        if !holds {
            self.add(rule, reason());
        }
        holds
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// # Errors
    ///
    /// Everything that was found.
    pub fn into_result(self) -> Result<(), Refusal> {
        if self.0.is_empty() { Ok(()) } else { Err(Refusal { findings: self.0 }) }
    }
}
