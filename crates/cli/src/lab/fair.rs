//! `lab fair`: how even scenarios are between players of equal skill, and whether skill counts in them.

use std::path::Path;

use ::lab::{Bar, Contest, Line, Stop, Study, Verdict};
use clap::Args;
use serde::Serialize;

use super::{Keep, ask, name, players, pursue};
use crate::{
    Answer, Misuse,
    out::{Out, Style},
};

#[derive(Debug, Args)]
pub(crate) struct FairArgs {
    /// The games [default: all]
    games: Vec<String>,
    /// Only this scenario
    #[arg(long, value_name = "ID", default_value = "all")]
    scenario: String,
    /// The player in every seat
    #[arg(long, value_name = "LEVEL", default_value = "captain")]
    player: String,
    /// The most battles of each scenario; 0 to leave them out
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    battles: u64,
    /// The most battles of this player against chance, in each seat of each scenario
    #[arg(long, value_name = "N", default_value_t = 0)]
    chance: u64,
    /// The most battles of each scenario with a searching player in every seat
    #[arg(long, value_name = "N", default_value_t = 0)]
    admirals: u64,
    /// Enough once the 95% interval is no wider, in per cent
    #[arg(long, value_name = "PERCENT")]
    width: Option<f64>,
    /// The seed of everything random
    #[arg(long, default_value_t = 4711)]
    seed: u64,
    #[command(flatten)]
    keep: Keep,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Who plays for `--admirals`.
const ADMIRAL: &str = "admiral:nodes=400";

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Meeting {
    /// The player in every seat.
    Equals,
    /// The player in each seat in turn, chance in all others.
    Chance,
    /// A searching player in every seat.
    Admirals,
}

/// The public shape of one scenario's answer.
#[derive(Debug, Serialize)]
struct Fair {
    meeting: Meeting,
    #[serde(flatten)]
    line: Line,
    sides: Vec<String>,
    bar: [f64; 2],
    /// Whose score the bar is for, where it is not for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    alone: Option<usize>,
    met: bool,
    verdict: Verdict,
}

impl Fair {
    fn of(meeting: Meeting, sides: Vec<String>, line: Line) -> Fair {
        let bar = Bar::of(&line.players);
        Fair {
            meeting,
            sides,
            bar: [bar.low, bar.high],
            alone: bar.alone,
            met: bar.is_met(&line),
            verdict: bar.verdict(&line),
            line,
        }
    }
}

/// Whether no more is to be done for a scenario: its scores lie within the bar.
pub(super) fn is_even(line: &Line) -> bool {
    let bar = Bar::of(&line.players);
    bar.is_met(line) && bar.verdict(line) != Verdict::Uneven
}

impl Meeting {
    const ALL: [Meeting; 3] = [Meeting::Equals, Meeting::Chance, Meeting::Admirals];

    fn battles(self, args: &FairArgs) -> u64 {
        match self {
            Meeting::Equals => args.battles,
            Meeting::Chance => args.chance,
            Meeting::Admirals => args.admirals,
        }
    }

    /// Who sits where, in every kind of battle.
    fn lineups(self, player: &str, seats: usize) -> Vec<Vec<String>> {
        let all = |player: &str| vec![player.to_owned(); seats];
        match self {
            Meeting::Equals => vec![all(player)],
            Meeting::Admirals => vec![all(ADMIRAL)],
            Meeting::Chance => (0..seats)
                .map(|alone| {
                    let mut lineup = all("random");
                    player.clone_into(&mut lineup[alone]);
                    lineup
                })
                .collect(),
        }
    }

    fn title(self, player: &str) -> String {
        match self {
            Meeting::Equals => format!("Between {player} in every seat"),
            Meeting::Chance => format!("{player} against chance, in each seat"),
            Meeting::Admirals => format!("Between {ADMIRAL} in every seat"),
        }
    }

    /// The words of the command line that ask for this one alone.
    fn words(self, args: &FairArgs) -> String {
        match self {
            Meeting::Equals => format!("--battles {}", args.battles),
            Meeting::Chance => format!("--battles 0 --chance {}", args.chance),
            Meeting::Admirals => format!("--battles 0 --admirals {}", args.admirals),
        }
    }
}

pub(super) fn fair(args: &FairArgs, out: &mut Out) -> anyhow::Result<Answer> {
    players(std::slice::from_ref(&args.player))?;
    let games = ask::games(&args.games)?;
    let meetings: Vec<Meeting> = Meeting::ALL.into_iter().filter(|it| 0 < it.battles(args)).collect();
    if meetings.is_empty() {
        return Err(Misuse("no battles are asked for: --battles, --chance or --admirals".to_owned()).into());
    }
    let (mut all, mut complete) = (Vec::new(), true);
    for meeting in meetings {
        let (fair, whole) = fought(args, &games, meeting)?;
        all.extend(fair);
        complete &= whole;
        if !whole {
            // Whoever stopped one of them does not want the next.
            break;
        }
    }
    if args.json {
        out.json(&all)?;
    } else {
        told(args, &all, out)?;
    }
    Ok(Answer::yes_if(complete && all.iter().all(|it| it.verdict != Verdict::Uneven)))
}

/// What the battles of one kind came to, and whether they have come to their end.
fn fought(args: &FairArgs, games: &[String], meeting: Meeting) -> anyhow::Result<(Vec<Fair>, bool)> {
    let mut contest = Vec::new();
    for id in games {
        let cards = rulesets::find(id)?.scenarios();
        for card in cards.into_iter().filter(|it| args.scenario == "all" || args.scenario == it.id) {
            contest.push(Contest {
                game: vec![id.clone()],
                scenario: vec![card.id.to_owned()],
                players: meeting.lineups(&args.player, card.seats.len()),
                ..Contest::default()
            });
        }
    }
    if contest.is_empty() {
        return Err(Misuse(format!("no scenario {:?} in {}", args.scenario, games.join(", "))).into());
    }
    let width = args.width.map(|it| it / 100.0);
    let study = Study {
        title: format!("How fair the scenarios of {} are: {}", games.join(", "), meeting.title(&args.player)),
        question: String::new(),
        seeds: vec![args.seed],
        stop: Stop { battles: meeting.battles(args), batch: 100, width, sprt: None },
        measure: ask::lab_measure(),
        contest,
    };
    let width = args.width.map_or(String::new(), |it| format!(" --width {it}"));
    let command = format!(
        "flagbridge lab fair {} --scenario {} --player {} {} --seed {}{width}",
        games.join(" "),
        args.scenario,
        args.player,
        meeting.words(args),
        args.seed
    );
    let parts = [&games.join("-"), &args.scenario, &args.player, &args.seed.to_string()];
    let folder = args.keep.folder(&format!("fair-{}", name(&parts)));
    // Each kind of meeting is a study of its own.
    let folder = match meeting {
        Meeting::Equals => folder,
        Meeting::Chance => folder.beside("chance"),
        Meeting::Admirals => folder.beside("admirals"),
    };
    let (work, complete) = pursue(&study, Path::new("."), &command, &folder, &args.keep)?;
    let fair = |line: Line| Fair::of(meeting, work.asked.cells[line.cell].seats.clone(), line);
    Ok((work.lines().into_iter().map(fair).collect(), complete))
}

fn told(args: &FairArgs, all: &[Fair], out: &mut Out) -> anyhow::Result<()> {
    let percent = |it: f64| format!("{:.1}", 100.0 * it);
    for meeting in Meeting::ALL {
        let of = all.iter().filter(|it| it.meeting == meeting);
        let row = |it: &Fair| {
            let shares: Vec<String> = it.line.score.iter().map(|it| percent(it.mean)).collect();
            let score = it.line.score[it.alone.unwrap_or(0)];
            let place = format!("{} {}", it.line.game, it.line.scenario);
            vec![
                match it.alone {
                    Some(seat) => format!("{place}, as {}", it.sides[seat]),
                    None => place,
                },
                it.line.battles.to_string(),
                shares.join(" : "),
                format!("{} to {}", percent(score.low), percent(score.high)),
                verdict(it),
            ]
        };
        let rows: Vec<Vec<String>> = of.map(row).collect();
        if rows.is_empty() {
            continue;
        }
        let whose = if meeting == Meeting::Chance { "its 95% interval" } else { "the first's 95% interval" };
        out.line(out.paint(Style::Bold, meeting.title(&args.player)))?;
        out.table(&["scenario", "battles", "scores in %", whose, "verdict"], &rows)?;
        out.blank()?;
    }
    out.line(format!("Seed {}; sides are not exchanged.", args.seed))?;
    Ok(())
}

/// In words; against chance it is about skill.
fn verdict(it: &Fair) -> String {
    let [low, high] = it.bar.map(|it| 100.0 * it);
    let (good, bad) = match it.alone {
        None => ("even".to_owned(), "uneven".to_owned()),
        Some(_) => (format!("{low:.0}% and more"), format!("less than {low:.0}%")),
    };
    match (it.verdict, it.alone) {
        (Verdict::Even, _) => good,
        (Verdict::Uneven, _) => bad,
        (Verdict::Open, None) => format!("not known: the interval reaches past {low:.0} to {high:.0}%"),
        (Verdict::Open, Some(_)) => format!("not known: the interval reaches past {low:.0}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_sit_where_they_should() {
        assert_eq!(Meeting::Equals.lineups("captain", 3), [["captain"; 3]]);
        assert_eq!(Meeting::Chance.lineups("captain", 2), [["captain", "random"], ["random", "captain"]]);
        assert_eq!(Meeting::Admirals.lineups("captain", 2), [[ADMIRAL, ADMIRAL]]);
    }
}
