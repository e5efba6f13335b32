//! How much to play, and under which options.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::{
    Complete,
    law::{Broken, Law},
};

/// How a game is tried.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Battles in all, split among scenarios and options; every choice of
    /// options gets one at least. `FLAGBRIDGE_SOAK` multiplies it.
    pub playouts: u64,
    /// No battle may have more decisions.
    pub longest: usize,
    /// The slow laws are looked at once in this many decisions; four times as
    /// often in the first battle under each choice of options, and always in
    /// the first battle of each scenario.
    pub sparse: usize,
    /// The most orders to ask a list for.
    pub cap: usize,
    /// Stop when this many laws have been found broken.
    pub failures: usize,
    /// The seed of the first battle; the others count up from it.
    pub seed: u64,
    /// A choice of options is played in one scenario of so many, another in the
    /// next, so that each has its share of every kind; the preset in all of them.
    /// In every scenario where `FLAGBRIDGE_SOAK` asks for more.
    pub shared: usize,
    /// Options to leave as the computer preset has them.
    pub fixed: &'static [&'static str],
    /// Whether the rules allow these options together.
    pub allows: fn(&Value) -> bool,
}

impl Default for Plan {
    fn default() -> Self {
        Plan::DEFAULT
    }
}

impl Plan {
    /// Fit for every change: thousands of battles of a quick game.
    pub const DEFAULT: Plan = Plan {
        playouts: 2000,
        longest: 2000,
        sparse: 16,
        cap: 2000,
        failures: 8,
        seed: 0,
        shared: 1,
        fixed: &[],
        allows: |_| true,
    };

    /// Battles in all, the environment's wish included.
    pub(crate) fn battles(&self, variants: usize) -> u64 {
        self.playouts.saturating_mul(soak()).max(variants as u64)
    }

    /// Whether battle `seed` is wanted: `FLAGBRIDGE_ONLY` names a single one.
    pub(crate) fn wants(&self, seed: u64) -> bool {
        number("FLAGBRIDGE_ONLY").is_none_or(|only| only == seed)
    }
}

/// How many times as much as usual is asked for.
pub(crate) fn soak() -> u64 {
    number("FLAGBRIDGE_SOAK").unwrap_or(1).max(1)
}

pub(crate) fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// One scenario under one choice of options.
#[derive(Clone, Debug)]
pub(crate) struct Variant<G: Complete> {
    pub(crate) id: &'static str,
    pub(crate) scenario: G::Scenario,
    pub(crate) options: G::Options,
    pub(crate) json: Value,
}

/// Every scenario under its computer preset, under each value alone, under
/// enough combinations to have every pair of values once, and under all first
/// and all last values.
pub(crate) fn variants<G: Complete>(plan: &Plan) -> Result<Vec<Variant<G>>, (&'static str, Value, Broken)> {
    let mut infos = G::option_infos();
    infos.retain(|info| !plan.fixed.contains(&info.name));
    let names: Vec<&str> = infos.iter().map(|info| info.name).collect();
    let choices: Vec<usize> = infos.iter().map(|info| info.choices.len()).collect();
    let mut variants = Vec::new();
    let shared = if 1 < soak() { 1 } else { plan.shared.max(1) };
    let rows = rows(&choices);
    for (number, info) in G::scenarios().iter().enumerate() {
        let base = plain::to_value(&G::computer_preset(&info.scenario));
        let mut seen = BTreeSet::new();
        for (n, row) in rows.iter().enumerate() {
            if 0 < n && !(n + number).is_multiple_of(shared) {
                continue;
            }
            let mut json = base.clone();
            for (i, choice) in row.iter().enumerate() {
                if let Some(choice) = choice {
                    json[names[i]] = infos[i].choices[*choice].clone();
                }
            }
            if !(plan.allows)(&json) || !seen.insert(json.to_string()) {
                continue;
            }
            match plain::from_value(&json) {
                Ok(options) => {
                    variants.push(Variant { id: info.id, scenario: info.scenario.clone(), options, json });
                }
                Err(err) => return Err((info.id, json, Broken { law: Law::Options, what: err.to_string() })),
            }
        }
    }
    Ok(variants)
}

/// Which choice every option has, or `None` for the preset's.
type Row = Vec<Option<usize>>;

fn rows(choices: &[usize]) -> Vec<Row> {
    let none: Row = vec![None; choices.len()];
    let mut rows = vec![none.clone()];
    for (i, &n) in choices.iter().enumerate() {
        rows.extend((0..n).map(|choice| {
            let mut row = none.clone();
            row[i] = Some(choice);
            row
        }));
    }
    rows.push(choices.iter().map(|_| Some(0)).collect());
    rows.push(choices.iter().map(|&n| n.checked_sub(1)).collect());
    rows.extend(pairs(choices));
    rows
}

/// Few rows that have every pair of values between them. Greedy: each row
/// begins with a pair still missing and takes along as many others as it can.
fn pairs(choices: &[usize]) -> Vec<Row> {
    let mut missing = BTreeSet::new();
    for (i, &n) in choices.iter().enumerate() {
        for (j, &m) in choices.iter().enumerate().skip(i + 1) {
            missing.extend((0..n).flat_map(|a| (0..m).map(move |b| ((i, a), (j, b)))));
        }
    }
    let mut rows = Vec::new();
    while let Some(&((i, a), (j, b))) = missing.first() {
        let mut row: Row = vec![None; choices.len()];
        row[i] = Some(a);
        row[j] = Some(b);
        for (k, &n) in choices.iter().enumerate() {
            if row[k].is_none() {
                let pair = |c, l, d| if k < l { ((k, c), (l, d)) } else { ((l, d), (k, c)) };
                let gains = |c, l, d: Option<usize>| d.is_some_and(|d| missing.contains(&pair(c, l, d)));
                let gain = |c| row.iter().enumerate().filter(|&(l, &d)| gains(c, l, d)).count();
                // The first of the best, so that two runs are alike.
                row[k] = (0..n).rev().max_by_key(|&c| gain(c));
            }
        }
        let has = |(i, a): (usize, usize)| row[i] == Some(a);
        missing.retain(|&(one, two)| !(has(one) && has(two)));
        rows.push(row);
    }
    rows
}

/// The fields of a JSON object.
pub(crate) fn fields(json: &Value) -> Map<String, Value> {
    json.as_object().cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_values_comes_up() {
        let choices = [3, 2, 3, 2, 2, 4];
        let rows = pairs(&choices);
        for i in 0..choices.len() {
            for j in i + 1..choices.len() {
                for (a, b) in (0..choices[i]).flat_map(|a| (0..choices[j]).map(move |b| (a, b))) {
                    assert!(rows.iter().any(|row| row[i] == Some(a) && row[j] == Some(b)));
                }
            }
        }
        assert!(rows.len() <= 20, "{} rows", rows.len());
    }

    #[test]
    fn games_of_few_options_have_rows_too() {
        assert_eq!(rows(&[]).len(), 3);
        assert_eq!(pairs(&[4]), Vec::<Row>::new());
    }
}
