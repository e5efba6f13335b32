//! `lab doctor`: what the rules did in battles, and how often.

use std::{collections::BTreeMap, path::PathBuf};

use clap::Args;
use engine::{Fate, Viewer};
use rulesets::Source;
use serde::Serialize;

use crate::{
    Answer, files,
    out::{Out, Style, several},
};

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Records, or folders of them
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// List the rules that made nothing happen, too
    #[arg(long)]
    silent: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What one rule did. The public shape, like the next.
#[derive(Clone, Debug, Default, Serialize)]
struct Deeds {
    rule: String,
    summary: String,
    events: u64,
    /// In how many of the battles.
    records: u64,
    /// What was lost by its events, in what the game counts.
    points: u64,
    destroyed: u64,
    /// Battles whose last word it had.
    decided: u64,
}

#[derive(Debug, Serialize)]
struct Diagnosis {
    game: String,
    records: u64,
    events: u64,
    rules: Vec<Deeds>,
    /// Rules that made nothing happen. Many only forbid, and those never do.
    silent: Vec<String>,
}

pub(super) fn run(args: &DoctorArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let mut games: BTreeMap<&'static str, (u64, u64, BTreeMap<String, Deeds>)> = BTreeMap::new();
    for (name, text) in files::read_all(&args.records)? {
        let text = text?;
        let record = rulesets::open_record(&Source::new(&name, &text)?)?;
        let (records, events, deeds) = games.entry(record.game()).or_default();
        *records += 1;
        let mut seen: Vec<&'static str> = Vec::new();
        for line in record.told(Viewer::Referee)? {
            *events += 1;
            let points: u64 = line.tolls.iter().map(|it| u64::from(it.points)).sum();
            let destroyed = line.tolls.iter().filter(|it| it.gone == Some(Fate::Destroyed)).count() as u64;
            for &rule in &line.rules {
                let deed = deeds.entry(rule.to_owned()).or_default();
                deed.events += 1;
                deed.points += points;
                deed.destroyed += destroyed;
                deed.decided += u64::from(line.verdict.is_some());
                if !seen.contains(&rule) {
                    seen.push(rule);
                    deed.records += 1;
                }
            }
        }
    }
    let mut all = Vec::new();
    for (id, (records, events, mut deeds)) in games {
        let index = rulesets::rules(rulesets::find(id)?);
        let silent: Vec<String> =
            index.iter().filter(|it| !deeds.contains_key(&it.id)).map(|it| it.id.clone()).collect();
        for rule in index {
            if let Some(deed) = deeds.get_mut(&rule.id) {
                deed.summary = rulesets::summary(&rule.text).to_owned();
            }
        }
        let mut rules: Vec<Deeds> = deeds.into_iter().map(|(rule, deed)| Deeds { rule, ..deed }).collect();
        rules.sort_by(|a, b| b.events.cmp(&a.events).then(a.rule.cmp(&b.rule)));
        all.push(Diagnosis { game: id.to_owned(), records, events, rules, silent });
    }
    if args.json {
        out.json(&all)?;
        return Ok(Answer::Yes);
    }
    for it in &all {
        let head = format!("{}: {}, {}", it.game, several(it.records, "battle"), several(it.events, "event"));
        out.line(out.paint(Style::Bold, head))?;
        out.blank()?;
        let row = |it: &Deeds| {
            vec![
                it.rule.clone(),
                it.events.to_string(),
                it.records.to_string(),
                it.points.to_string(),
                it.destroyed.to_string(),
                it.decided.to_string(),
                it.summary.clone(),
            ]
        };
        let rows: Vec<Vec<String>> = it.rules.iter().map(row).collect();
        out.table(&["rule", "events", "battles", "damage", "destroyed", "last word", ""], &rows)?;
        out.blank()?;
        let silent = it.silent.len();
        let all = silent + it.rules.len();
        out.line(format!(
            "{silent} of {all} rules made nothing happen here; those that only forbid never do."
        ))?;
        if args.silent {
            out.wrapped(&it.silent.join(", "), 2)?;
        }
        out.blank()?;
    }
    Ok(Answer::Yes)
}
