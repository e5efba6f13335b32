//! `cargo xtask scale`: what so many players a day need in servers, database and money, from what was
//! measured (`cargo xtask bench fleet`) and what is assumed of people; and whether a day of them, played
//! through, bears it out. docs/scale.md has what it says of today's numbers.

mod model;
mod queue;

use std::{fmt::Write as _, fs, path::Path, process::ExitCode};

use serde_json::Value;

use crate::run::{self, Args};
use model::{Costs, Need, People, Prices, Wall, need, walls};

/// What things cost, as it was measured last, in the tree so that everybody reckons with the same.
const COSTS: &str = include_str!("scale/costs.json");
/// A village, a city, a country.
const PLAYERS: [f64; 3] = [1_000.0, 100_000.0, 10_000_000.0];
const BEGINS: &str = "<!-- made by cargo xtask scale --page -->\n";
const ENDS: &str = "<!-- so far -->\n";

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let args = Args::parse(args, &["players", "costs", "core", "gigabyte", "home"], &["page", "simulate"])?;
    let costs = match args.get("costs") {
        Some(file) => Costs::read(&fs::read_to_string(file).map_err(|err| format!("{file}: {err}"))?)?,
        None => Costs::read(COSTS)?,
    };
    let (mut prices, mut people) = (Prices::default(), People::default());
    let number = |name: &str, usual: f64| match args.get(name) {
        Some(text) => text.parse::<f64>().map_err(|_| format!("--{name} {text}: expected a number")),
        None => Ok(usual),
    };
    prices.core = number("core", prices.core)?;
    prices.gigabyte = number("gigabyte", prices.gigabyte)?;
    people.thinking_at_home = number("home", people.thinking_at_home)?;
    if args.has("page") {
        write_page(&page(&costs, &people, &prices))?;
        return Ok(ExitCode::SUCCESS);
    }
    let asked = number("players", 0.0)?;
    let all = if 0.0 < asked { vec![asked] } else { PLAYERS.to_vec() };
    print!("{}", needs(&costs, &people, &prices, &all));
    print!("\n{}", walls_table(&costs, &people));
    if args.has("simulate") {
        print!("\n{}", days(&costs, &people));
    }
    Ok(ExitCode::SUCCESS)
}

/// 12,345.
fn thousands(number: f64) -> String {
    let digits = format!("{:.0}", number.max(0.0));
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if 0 < n && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Few of a thing to the tenth, many to the whole.
fn amount(number: f64) -> String {
    if number < 10.0 { format!("{number:.1}") } else { thousands(number) }
}

/// Names a line of the table, and takes it from what is needed.
type Line = (&'static str, fn(&Need) -> String);

const LINES: [Line; 12] = [
    ("submissions a second in the busiest hour", |it| amount(it.submissions)),
    ("live connections then", |it| thousands(it.connections)),
    ("battles open then", |it| thousands(it.open)),
    ("cores for everything but thinking", |it| amount(it.serving)),
    ("admirals' decisions a second", |it| amount(it.admirals)),
    ("cores for thinking", |it| thousands(it.thinkers)),
    ("servers of four cores", |it| thousands(it.nodes)),
    ("memory of each, MB", |it| thousands(it.memory)),
    ("cores the database is busy with", |it| amount(it.database)),
    ("databases, by writes", |it| thousands(it.databases)),
    ("kept after a year, GB", |it| amount(it.kept)),
    ("money a month", |it| thousands(it.money)),
];

fn needs(costs: &Costs, people: &People, prices: &Prices, players: &[f64]) -> String {
    let all: Vec<Need> = players.iter().map(|it| need(costs, people, prices, *it)).collect();
    let mut text = String::from("| players a day |");
    for it in players {
        let _ = write!(text, " {} |", thousands(*it));
    }
    text.push_str("\n|---|");
    text.push_str(&"--:|".repeat(players.len()));
    text.push('\n');
    for (name, value) in LINES {
        let _ = write!(text, "| {name} |");
        for it in &all {
            let _ = write!(text, " {} |", value(it));
        }
        text.push('\n');
    }
    text
}

fn walls_table(costs: &Costs, people: &People) -> String {
    let mut text = String::from("| what gives out | at players a day | what moves it |\n|---|--:|---|\n");
    for Wall { what, players, moved_by } in walls(costs, people) {
        let _ = writeln!(text, "| {what} | {} | {moved_by} |", thousands(players));
    }
    text
}

/// A day of so many players, each with the thinkers that the model asks for.
fn days(costs: &Costs, people: &People) -> String {
    let mut text = String::from(
        "| players a day | admirals' decisions | thinkers | busy in the busiest hour | waits in it, mean | 95% below \
         | most waiting |\n|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for players in [1_000.0, 10_000.0, 100_000.0] {
        let need = need(costs, people, &Prices::default(), players);
        let day = queue::day(&queue::Load::of(costs, people, players), need.thinkers as usize, 1);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.0}% | {:.2} s | {:.2} s | {} |",
            thousands(players),
            thousands(day.decisions as f64),
            thousands(need.thinkers),
            100.0 * day.busy,
            day.mean,
            day.p95,
            day.longest_line
        );
    }
    text
}

/// The part of docs/scale.md that is made.
fn page(costs: &Costs, people: &People, prices: &Prices) -> String {
    let mut text = String::from(BEGINS);
    text.push_str("\n### Costs\n\n");
    text.push_str(&costs.table());
    text.push_str("\n### Assumed of people\n\n");
    text.push_str(&people.table());
    text.push_str("\n### Needed\n\n");
    text.push_str(&needs(costs, people, prices, &PLAYERS));
    text.push_str("\n### Walls\n\n");
    text.push_str(&walls_table(costs, people));
    text.push_str("\n### A day played through\n\n");
    text.push_str(&days(costs, people));
    text.push('\n');
    text.push_str(ENDS);
    text
}

fn write_page(made: &str) -> Result<(), String> {
    let path = run::root().join("docs").join("scale.md");
    let text = fs::read_to_string(&path).map_err(|err| format!("{}: {err}", path.display()))?;
    let (before, after) = around(&text).ok_or(format!("{}: no place for what is made", path.display()))?;
    save(&path, &format!("{before}{made}{after}"))
}

fn save(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|err| format!("{}: {err}", path.display()))
}

/// What stands before and behind the part that is made.
fn around(text: &str) -> Option<(&str, &str)> {
    let (before, rest) = text.split_once(BEGINS)?;
    let (_, after) = rest.split_once(ENDS)?;
    Some((before, after))
}

/// A number of a JSON object.
fn field(value: &Value, name: &str) -> Result<f64, String> {
    value[name].as_f64().ok_or(format!("costs: no number {name:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs() -> Costs {
        Costs::read(COSTS).unwrap()
    }

    #[test]
    fn the_page_says_what_the_model_does() {
        let text = fs::read_to_string(run::root().join("docs").join("scale.md")).unwrap();
        let (before, after) = around(&text).expect("a place for what is made");
        let made = page(&costs(), &People::default(), &Prices::default());
        assert!(
            text == format!("{before}{made}{after}"),
            "cargo xtask scale --page writes docs/scale.md anew"
        );
    }

    #[test]
    fn numbers_are_told_so_that_they_can_be_read() {
        assert_eq!(
            (thousands(1_234_567.4), amount(3.12), amount(1_234.0)),
            told("1,234,567", "3.1", "1,234")
        );
        assert_eq!((thousands(999.0), amount(0.04), amount(12.0)), told("999", "0.0", "12"));
    }

    fn told(a: &str, b: &str, c: &str) -> (String, String, String) {
        (a.to_owned(), b.to_owned(), c.to_owned())
    }

    #[test]
    fn prices_are_an_input() {
        let (people, mut prices) = (People::default(), Prices::default());
        let before = need(&costs(), &people, &prices, 1e6).money;
        prices.core *= 2.0;
        prices.gigabyte *= 2.0;
        let after = need(&costs(), &people, &prices, 1e6).money;
        assert!((after - 2.0 * before).abs() < 1e-6, "{before} {after}");
    }

    #[test]
    fn a_misspelt_cost_is_told() {
        let told = Costs::read("{\"submission_cpu_ms\": 1}").err().unwrap();
        assert!(told.contains("no number"), "{told}");
    }
}
