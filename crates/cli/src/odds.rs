//! `odds`: what the dice of an attack may come to, from a situation, a record or a case.

use std::path::PathBuf;

use clap::Args;
use engine::Seat;
use rulesets::{
    Attack, Format, Moment, Odds, OddsTold, Source, Submission, mean_of, share, told_odds, ways_of,
};
use serde::{Deserialize, de::IgnoredAny};

use crate::{
    Answer, Misuse, files,
    out::{Out, Style, complain},
    setup,
};

#[derive(Debug, Args)]
pub(crate) struct OddsArgs {
    /// A record, a case, or a situation that names its game
    file: PathBuf,
    /// Look at the decision open after this many events of a record, or steps of a case
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Whose attacks: a seat, by number or name [default: everybody who has to decide]
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// The attack, in the game's notation or as JSON [default: every attack that could be ordered]
    #[arg(long, value_name = "TEXT")]
    order: Option<String>,
    /// Change an option of the game, for a situation or a case; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Draw bars instead of a table
    #[arg(long, conflicts_with = "json")]
    bars: bool,
    /// Show every attack in full, however many there are
    #[arg(long, conflicts_with = "json")]
    full: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// More attacks than this are told in a line each.
const IN_FULL: usize = 4;

/// What is asked, and where.
struct Asked {
    name: String,
    moment: Box<dyn Moment>,
    /// In a record, the number of the decision.
    decision: Option<usize>,
}

pub(crate) fn run(args: &OddsArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let asked = open(args)?;
    let Some(phase) = asked.moment.phase() else {
        return nothing(
            args,
            &format!("{}: the battle is over, so no more dice will be rolled", asked.name),
            out,
        );
    };
    let seat = args.seat.as_deref().map(|text| seat_of(text, asked.moment.seats())).transpose()?;
    let turn = asked.moment.turn();
    let attacks = match &args.order {
        Some(text) => vec![one(&asked, seat, text)?],
        None => {
            let mut all = Vec::new();
            for seat in asked.moment.deciding().iter().filter(|it| seat.is_none_or(|seat| seat == *it)) {
                let of = asked.moment.attacks(seat);
                all.extend(of.map_err(|err| anyhow::anyhow!("{}: {err}", asked.name))?);
            }
            all
        }
    };
    if attacks.iter().all(|it| it.odds.is_empty()) {
        let who = match seat {
            Some(seat) => format!(" by {}", asked.moment.seats()[seat.index()]),
            None => String::new(),
        };
        let what = match &args.order {
            Some(_) => "that order has no odds to show".to_owned(),
            None => format!("no attack that rolls dice can be ordered{who}"),
        };
        let words = format!("{}: {what} in the phase \"{phase}\" of turn {turn}", asked.name);
        return nothing(args, &words, out);
    }
    if args.json {
        out.json(
            &attacks
                .iter()
                .flat_map(|it| told_odds(&*asked.moment, phase, asked.decision, it))
                .collect::<Vec<_>>(),
        )?;
        return Ok(Answer::Yes);
    }
    let decision = asked.decision.map_or(String::new(), |it| format!(", decision {it}"));
    let head = format!("{}: {}, turn {turn}, {phase}{decision}", asked.name, asked.moment.game());
    out.line(out.paint(Style::Bold, head))?;
    if args.order.is_none() && !args.full && !args.bars && IN_FULL < attacks.len() {
        overview(&asked, &attacks, out)?;
    } else {
        for attack in &attacks {
            in_full(&asked, attack, args.bars, out)?;
        }
    }
    Ok(Answer::Yes)
}

fn open(args: &OddsArgs) -> anyhow::Result<Asked> {
    /// Only a record says in which format it is written.
    #[derive(Deserialize)]
    struct Head {
        format: Option<IgnoredAny>,
    }
    let name = args.file.display().to_string();
    let text = files::read(&args.file)?;
    // A record is JSON, whatever it is called.
    let source = Source { name: &name, text: &text, format: Format::of(&name).unwrap_or(Format::Json) };
    if source.parse::<Head>()?.format.is_none() {
        let changes = setup::overrides(&args.options)?;
        let moment = rulesets::game_of(&source)?.moment(&source, args.at.unwrap_or(0), &changes)?;
        return Ok(Asked { name, moment, decision: None });
    }
    if !args.options.is_empty() {
        return Err(Misuse(format!("{name}: a record has its own options")).into());
    }
    let record = rulesets::open_record(&source)?;
    let (events, at) = (record.events(), args.at.unwrap_or(record.events()));
    if events < at {
        return Err(Misuse(format!("--at {at}, but {name} has {events} events")).into());
    }
    let (decision, moment) = record.moment_after(at)?;
    Ok(Asked { name, moment, decision: Some(decision) })
}

/// A seat by number from 1, or by name.
fn seat_of(text: &str, seats: &[String]) -> anyhow::Result<Seat> {
    crate::replay::seat(text, seats.iter().map(String::as_str)).ok_or_else(|| {
        let (last, names) = (seats.len(), seats.join(", "));
        Misuse(format!("nobody called {text:?}; expected 1 to {last}, or {names}")).into()
    })
}

/// The attack that was asked for; of whoever could order it, if nobody was named.
fn one(asked: &Asked, seat: Option<Seat>, text: &str) -> anyhow::Result<Attack> {
    let name = &asked.name;
    let order = match text.trim_start() {
        data if data.starts_with(['{', '[']) => match serde_json::from_str(data) {
            Ok(data) => Submission::Data(data),
            Err(err) => return Err(Misuse(format!("--order: not JSON: {err}")).into()),
        },
        text => Submission::Text(text.to_owned()),
    };
    let deciding = asked.moment.deciding();
    let seats: Vec<Seat> = seat.map_or_else(|| deciding.iter().collect(), |seat| vec![seat]);
    let mut refused = Vec::new();
    for seat in seats {
        match asked.moment.odds(seat, &order) {
            Ok(attack) => return Ok(attack),
            Err(err) => refused.push(format!("{}: {err}", asked.moment.seats()[seat.index()])),
        }
    }
    Err(anyhow::anyhow!("{name}: that cannot be ordered: {}", refused.join("; ")))
}

/// There is nothing to tell, and that is the answer.
fn nothing(args: &OddsArgs, words: &str, out: &mut Out) -> anyhow::Result<Answer> {
    if args.json {
        complain(words);
        out.json::<[OddsTold<'_>; 0]>(&[])?;
    } else {
        out.wrapped(words, 0)?;
    }
    Ok(Answer::Yes)
}

/// A share in per cent, with as many digits as tell it from nothing and from all.
fn percent(ways: u128, of: u128) -> String {
    let share = 100.0 * share(ways, of);
    let rounded = format!("{share:.4}");
    match rounded.as_str() {
        _ if ways == 0 => "0%".to_owned(),
        _ if ways == of => "100%".to_owned(),
        "0.0000" => "< 0.0001%".to_owned(),
        "100.0000" => "> 99.9999%".to_owned(),
        _ => format!("{rounded}%"),
    }
}

/// In lowest terms.
fn fraction(ways: u128, of: u128) -> String {
    fn divisor(one: u128, other: u128) -> u128 {
        if other == 0 { one } else { divisor(other, one % other) }
    }
    let common = divisor(ways, of).max(1);
    format!("{}/{}", ways / common, of / common)
}

/// `mean 1.25`, or nothing where there is none.
fn mean_in_words(odds: &Odds) -> String {
    match mean_of(odds) {
        Some(mean) if odds.names.is_empty() => format!(", mean {mean:.4}"),
        Some(_) | None => String::new(),
    }
}

/// Every attack in a line for each thing that it decides.
fn overview(asked: &Asked, attacks: &[Attack], out: &mut Out) -> anyhow::Result<()> {
    for attack in attacks {
        out.blank()?;
        order_line(asked, attack, out)?;
        for odds in &attack.odds {
            let Odds { what, unit, names, ways, .. } = odds;
            let likely = match (names.as_slice(), mean_of(odds)) {
                ([], Some(mean)) => {
                    let some = ways.at_least(1);
                    let any = some.counts().get(1).copied().unwrap_or(0);
                    format!("mean {mean:.4}, some in {}", percent(any, some.whole()))
                }
                _ => {
                    let each: Vec<String> = ways_of(odds)
                        .iter()
                        .map(|it| format!("{} {}", it.name.unwrap_or("?"), percent(it.ways, ways.whole())))
                        .collect();
                    each.join(", ")
                }
            };
            out.wrapped(&format!("{what}: {unit}: {likely}"), 4)?;
        }
    }
    out.blank()?;
    out.wrapped(
        "--order TEXT shows one of these in full, --full shows all of them, --json gives all as data.",
        0,
    )?;
    Ok(())
}

fn order_line(asked: &Asked, attack: &Attack, out: &mut Out) -> anyhow::Result<()> {
    let order = attack.order.notation.split_whitespace().collect::<Vec<_>>().join(" ");
    let who = &asked.moment.seats()[attack.seat.index()];
    out.wrapped(&format!("{}: {order}", out.paint(Style::Bold, who)), 2)?;
    Ok(())
}

fn in_full(asked: &Asked, attack: &Attack, bars: bool, out: &mut Out) -> anyhow::Result<()> {
    out.blank()?;
    order_line(asked, attack, out)?;
    for odds in &attack.odds {
        out.blank()?;
        let rounded = if odds.ways.is_exact() { "" } else { ", rounded" };
        let rule = out.paint(Style::Dim, format_args!("[{}]", odds.rule));
        let mean = mean_in_words(odds);
        out.wrapped(&format!("{}: {}{mean}{rounded} {rule}", odds.what, odds.unit), 0)?;
        if bars { draw(odds, out)? } else { table(odds, out)? }
    }
    Ok(())
}

/// One line of a table or one bar.
struct Row {
    label: String,
    ways: u128,
    or_more: u128,
}

/// Less likely than this, all that is left is told in one row: chains of dice have long tails.
const TAIL: f64 = 1e-6;

fn rows(odds: &Odds) -> Vec<Row> {
    let Odds { names, ways, .. } = odds;
    let mut rows = Vec::new();
    for it in ways_of(odds) {
        let or_more: u128 = ways.counts()[it.value..].iter().sum();
        let last = or_more == it.ways;
        if names.is_empty() && !last && share(or_more, ways.whole()) < TAIL {
            rows.push(Row { label: format!("{} or more", it.value), ways: or_more, or_more });
            break;
        }
        let label = it.name.map_or_else(|| it.value.to_string(), str::to_owned);
        rows.push(Row { label, ways: it.ways, or_more });
    }
    rows
}

fn table(odds: &Odds, out: &mut Out) -> anyhow::Result<()> {
    let Odds { unit, names, ways, .. } = odds;
    let (numbers, exact) = (names.is_empty(), ways.is_exact());
    let mut head = vec![*unit, "chance"];
    head.extend(numbers.then_some("or more"));
    head.extend(exact.then_some("exactly"));
    let row = |it: &Row| {
        let mut row = vec![it.label.clone(), percent(it.ways, ways.whole())];
        row.extend(numbers.then(|| percent(it.or_more, ways.whole())));
        row.extend(exact.then(|| fraction(it.ways, ways.whole())));
        row
    };
    let rows: Vec<Vec<String>> = rows(odds).iter().map(row).collect();
    out.table(&head, &rows)?;
    Ok(())
}

/// A bar for each outcome; the likeliest is as long as there is room.
fn draw(odds: &Odds, out: &mut Out) -> anyhow::Result<()> {
    let rows = rows(odds);
    let wide = rows.iter().map(|it| it.label.chars().count()).max().unwrap_or(0);
    let most = rows.iter().map(|it| it.ways).max().unwrap_or(1);
    // Before it the label, after it the chance.
    let room = out.width.saturating_sub(wide + 20).clamp(8, 60);
    for Row { label, ways, .. } in &rows {
        let bar = bar(share(*ways, most), room);
        out.line(format!("  {label:>wide$}  {bar} {}", percent(*ways, odds.ways.whole())))?;
    }
    Ok(())
}

/// In eighths of a character; what may happen is never nothing.
fn bar(share: f64, room: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = ((share * room as f64 * 8.0).round() as usize).max(1);
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use rulesets::Ways;

    use super::*;

    #[test]
    fn shares_are_told_from_nothing_and_all() {
        assert_eq!(percent(1, 36), "2.7778%");
        assert_eq!(percent(0, 36), "0%");
        assert_eq!(percent(36, 36), "100%");
        assert_eq!(percent(1, 6_u128.pow(20)), "< 0.0001%");
        assert_eq!(percent(6_u128.pow(20) - 1, 6_u128.pow(20)), "> 99.9999%");
        assert_eq!(fraction(10, 36), "5/18");
        assert_eq!(fraction(0, 36), "0/1");
    }

    #[test]
    fn bars_grow_by_eighths() {
        assert_eq!(bar(1.0, 8), "████████");
        assert_eq!(bar(0.5, 8), "████");
        assert_eq!(bar(1.0 / 64.0, 8), "▏");
        assert_eq!(bar(0.0001, 8), "▏");
    }

    /// Every value but the last is half as likely as the one before it.
    #[test]
    fn long_tails_are_told_in_one_row() {
        let chain = Ways::rounded((0..40_u32).rev().map(|n| 1_u64 << n));
        let rows = rows(&Odds::new("a chain", "points", "X-1", chain.clone()));
        let last = rows.last().expect("rows");
        assert_eq!((rows.len(), last.label.as_str()), (21, "20 or more"));
        assert_eq!(rows.iter().map(|it| it.ways).sum::<u128>(), chain.whole());
    }

    #[test]
    fn means_are_of_numbers() {
        let die = Ways::die(6, usize::from);
        let odds = Odds::new("a die", "pips", "X-1", die.clone());
        assert!((mean_of(&odds).expect("numbers") - 3.5).abs() < 1e-12);
        let six = Odds::whether("a die", "six", "X-1", &die.at_least(6));
        assert!((mean_of(&six).expect("yes or no") - 1.0 / 6.0).abs() < 1e-12);
        let named = Odds { names: vec!["lose", "draw", "win"], ..odds };
        assert_eq!(mean_of(&named), None);
    }
}
