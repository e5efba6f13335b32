//! `rules`: the rule index of a game, and where each rule lives.

use clap::Args;
use engine::Rule;
use serde::Serialize;

use crate::{
    Answer, Misuse,
    out::{Out, Style, several},
};

#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// The game's id, as `flagbridge games` lists it
    game: String,
    /// Show only this rule, or all whose id begins like this
    #[arg(long, value_name = "ID")]
    rule: Option<String>,
    /// Show only rules without code or without a test; exits with 1 if there are any
    #[arg(long, conflicts_with = "rule")]
    missing: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The public shape of one rule.
#[derive(Debug, Serialize)]
struct Entry<'a> {
    id: &'a str,
    tag: &'a str,
    text: &'a str,
    implemented: bool,
    tested: bool,
    code: &'a [String],
    tests: &'a [String],
    note: String,
}

impl<'a> From<&'a Rule> for Entry<'a> {
    fn from(rule: &'a Rule) -> Self {
        Entry {
            id: &rule.id,
            tag: &rule.tag,
            text: &rule.text,
            implemented: !rule.code.is_empty(),
            tested: !rule.tests.is_empty(),
            code: &rule.code,
            tests: &rule.tests,
            note: rule.notes.join("\n"),
        }
    }
}

pub(crate) fn run(args: &RulesArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let rules = rulesets::rules(rulesets::find(&args.game)?);
    let mut entries: Vec<Entry<'_>> = rules.iter().map(Entry::from).collect();
    if let Some(id) = &args.rule {
        let exact = entries.iter().any(|entry| entry.id.eq_ignore_ascii_case(id));
        let wanted = id.to_ascii_uppercase();
        entries.retain(|entry| {
            let known = entry.id.to_ascii_uppercase();
            if exact { known == wanted } else { known.starts_with(&wanted) }
        });
        if entries.is_empty() {
            let words = format!("{} has no rule {id:?}; `flagbridge rules {0}` lists them", args.game);
            return Err(Misuse(words).into());
        }
    }
    if args.missing {
        entries.retain(|entry| !(entry.implemented && entry.tested));
    }
    let answer = Answer::yes_if(!args.missing || entries.is_empty());
    if args.json {
        out.json(&entries)?;
        return Ok(answer);
    }
    if args.rule.is_some() {
        for entry in &entries {
            in_full(entry, out)?;
        }
        return Ok(answer);
    }
    for entry in &entries {
        let mark = match (entry.implemented, entry.tested) {
            (true, true) => out.paint(Style::Good, "code, test"),
            (true, false) => out.paint(Style::Bad, "code, no test"),
            (false, true) => out.paint(Style::Bad, "test, no code"),
            (false, false) => out.paint(Style::Bad, "missing"),
        };
        let head = format!("{}  [{}]  {mark}", out.paint(Style::Bold, entry.id), entry.tag);
        out.line(head)?;
        out.wrapped(entry.text, 4)?;
    }
    let count = |what: fn(&Entry<'_>) -> bool| entries.iter().filter(|entry| what(entry)).count();
    let (implemented, tested) = (count(|entry| entry.implemented), count(|entry| entry.tested));
    if args.missing && entries.is_empty() {
        out.line(format!("All {} rules are implemented and tested.", rules.len()))?;
    } else {
        out.blank()?;
        out.line(format!("{}, {implemented} implemented, {tested} tested.", several(entries.len(), "rule")))?;
    }
    Ok(answer)
}

fn in_full(entry: &Entry<'_>, out: &mut Out) -> std::io::Result<()> {
    let head = format!("{}  [{}]", out.paint(Style::Bold, entry.id), entry.tag);
    out.line(head)?;
    out.wrapped(entry.text, 4)?;
    for note in entry.note.lines() {
        out.wrapped(note, 6)?;
    }
    for (what, places) in [("code", entry.code), ("tests", entry.tests)] {
        let files = by_file(places);
        out.line(format!("    {what}:{}", if files.is_empty() { " none" } else { "" }))?;
        for file in files {
            out.wrapped(&file, 6)?;
        }
    }
    Ok(())
}

/// Places in one file follow each other; each file is told once, with its first lines.
fn by_file(places: &[String]) -> Vec<String> {
    const MOST: usize = 6;
    let split: Vec<(&str, &str)> =
        places.iter().map(|it| it.rsplit_once(':').unwrap_or((it.as_str(), ""))).collect();
    let files = split.chunk_by(|a, b| a.0 == b.0);
    let told = files.map(|all| {
        let lines: Vec<&str> = all.iter().map(|it| it.1).take(MOST).collect();
        let more = match all.len().saturating_sub(MOST) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        format!("{}:{}{more}", all[0].0, lines.join(", "))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::by_file;

    #[test]
    fn a_file_is_told_once() {
        let places: Vec<String> =
            (1..=8).map(|line| format!("a.rs:{line}")).chain(["b.rs:3".to_owned()]).collect();
        assert_eq!(by_file(&places), ["a.rs:1, 2, 3, 4, 5, 6 and 2 more", "b.rs:3"]);
        assert!(by_file(&[]).is_empty());
    }
}
