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

/// As many findings as anybody reads, and as many as an answer may hold. Of an
/// order with more, the others are counted.
pub const MOST_FINDINGS: usize = 100;

/// Gathers findings while an order is checked.
#[derive(Debug, Default)]
pub struct Findings {
    found: Vec<Finding>,
    /// Those beyond [`MOST_FINDINGS`], and the rule of the first of them.
    more: Option<(&'static str, usize)>,
}

impl Findings {
    pub fn add(&mut self, rule: &'static str, reason: impl Into<String>) {
        match &mut self.more {
            Some((_, more)) => *more += 1,
            None if self.found.len() == MOST_FINDINGS => self.more = Some((rule, 1)),
            None => self.found.push(Finding { rule, reason: reason.into() }),
        }
    }

    /// All that another part of the order was refused for.
    pub fn take(&mut self, refusal: Refusal) {
        refusal.findings.into_iter().for_each(|it| self.add(it.rule, it.reason));
    }

    /// The reason is only put into words if `holds` is false.
    pub fn require(&mut self, holds: bool, rule: &'static str, reason: impl FnOnce() -> String) -> bool {
        if !holds {
            self.add(rule, reason());
        }
        holds
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// # Errors
    ///
    /// Everything that was found.
    pub fn into_result(self) -> Result<(), Refusal> {
        let Findings { mut found, more } = self;
        found.extend(more.map(|(rule, n)| Finding { rule, reason: format!("and {n} more findings") }));
        if found.is_empty() { Ok(()) } else { Err(Refusal { findings: found }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_small_however_much_is_wrong() {
        let mut findings = Findings::default();
        (0..3_000).for_each(|n| findings.add("TOY-4", format!("ship {n} is not there")));
        let refusal = findings.into_result().unwrap_err();
        assert_eq!(refusal.findings.len(), MOST_FINDINGS + 1);
        assert_eq!(refusal.findings[MOST_FINDINGS].reason, "and 2900 more findings");
        assert!(Findings::default().into_result().is_ok());
    }
}
