//! Questions that change forces: what ships are worth, and what makes a scenario even.

use std::path::PathBuf;

use ::lab::{Draw, Found, Line, Search, Work, Worth, ranked};
use clap::Args;
use serde::Serialize;

use super::{Keep, finish, name, players};
use crate::{
    Answer, files,
    out::{Out, Style, several},
};

#[derive(Debug, Args)]
pub(crate) struct WorthArgs {
    /// The game
    game: String,
    /// Whose places and sides are fought over [default: the first with ships enough]
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// The player in every seat
    #[arg(long, value_name = "LEVEL", default_value = "captain")]
    player: String,
    /// How many forces are drawn; each meets twice
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=9_000))]
    forces: u32,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    keep: Keep,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The public shape of the answer.
#[derive(Debug, Serialize)]
struct Weighed {
    game: String,
    scenario: String,
    player: String,
    seed: u64,
    battles: u64,
    forces: usize,
    /// Forces that were drawn, but that the game would not take.
    refused: usize,
    /// What the first seat is worth in itself.
    first_seat_elo: [f64; 3],
    worth: Vec<Worth>,
    complete: bool,
}

pub(super) fn worth(args: &WorthArgs, out: &mut Out) -> anyhow::Result<Answer> {
    players(std::slice::from_ref(&args.player))?;
    let WorthArgs { game, player, forces, seed, .. } = args;
    let draw = Draw::new(game, args.scenario.as_deref(), player, *forces as usize, *seed)?;
    let (ruler, refused, scenario) = (draw.ruler(), draw.refused, draw.scenario.clone());
    let command = format!(
        "flagbridge lab worth {game} --scenario {scenario} --player {player} --forces {forces} --seed {seed}"
    );
    let parts = [game, &scenario, player, &forces.to_string(), &seed.to_string()];
    let folder = args.keep.folder(&format!("worth-{}", name(&parts)));
    let (study, fields) = draw.give();
    let work = Work::over(&study, fields, &command, Some(&folder))?;
    let (work, complete) = finish(work, &folder, &args.keep)?;
    let (worth, first_seat_elo) = ruler.worth(&work.sums);
    let weighed = Weighed {
        game: game.clone(),
        scenario,
        player: player.clone(),
        seed: *seed,
        battles: work.course().battles(),
        forces: work.asked.cells.len(),
        refused,
        first_seat_elo,
        worth,
        complete,
    };
    if args.json {
        out.json(&weighed)?;
        return Ok(Answer::yes_if(complete));
    }
    let battles = several(weighed.battles, "battle");
    out.line(out.paint(
        Style::Bold,
        format!("What ships are worth in {game}, by {battles} of {player}s in {}", weighed.scenario),
    ))?;
    out.blank()?;
    let interval = |[mean, low, high]: [f64; 3]| format!("{mean:.1} ({low:.1} to {high:.1})");
    let row = |it: &Worth| {
        vec![
            it.unit.clone(),
            it.forces.to_string(),
            it.book.map_or("not known".to_owned(), |it| it.to_string()),
            it.points.map_or("-".to_owned(), interval),
            interval(it.elo),
        ]
    };
    let rows: Vec<Vec<String>> = weighed.worth.iter().map(row).collect();
    out.table(&["ship", "forces", "book", "worth in points", "one more, in Elo"], &rows)?;
    out.blank()?;
    out.line(format!(
        "The first seat itself is worth {} Elo. The game would not take {refused} of the forces drawn. Kept in {}.",
        interval(first_seat_elo),
        folder.path().display()
    ))?;
    Ok(Answer::yes_if(complete))
}

#[derive(Debug, Args)]
pub(crate) struct BalanceArgs {
    /// The game
    game: String,
    /// The scenario
    scenario: String,
    /// The player in every seat
    #[arg(long, value_name = "LEVEL", default_value = "captain")]
    player: String,
    /// Battles of each change in the first round; the best are tried with four times as many
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    battles: u64,
    /// Battles on a fresh seed that confirm what was found
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    confirm: u64,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the changed scenario as a file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    #[command(flatten)]
    keep: Keep,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The public shape of the answer.
#[derive(Debug, Serialize)]
struct Balanced {
    game: String,
    scenario: String,
    player: String,
    seed: u64,
    as_it_is: Line,
    /// Whether it is even as it is.
    even: bool,
    tried: usize,
    /// Those of the last round, the best first.
    best: Vec<Found>,
    /// The first of them on fresh seeds, and whether it is even there.
    confirmed: Option<Line>,
    confirms: bool,
}

/// So many of the first round are tried again.
const AGAIN: usize = 6;

pub(super) fn balance(args: &BalanceArgs, out: &mut Out) -> anyhow::Result<Answer> {
    players(std::slice::from_ref(&args.player))?;
    let BalanceArgs { game, scenario, player, battles, confirm, seed, .. } = args;
    let search = Search::new(game, scenario, player)?;
    let command = format!(
        "flagbridge lab balance {game} {scenario} --player {player} --battles {battles} --confirm {confirm} \
         --seed {seed}"
    );
    let parts = [game, scenario, player, &battles.to_string(), &seed.to_string()];
    let home = args.keep.folder(&format!("balance-{}", name(&parts)));
    // Every round has a folder and dice of its own.
    let round = |changes: &[::lab::Change], battles: u64, k: u64| -> anyhow::Result<Option<Vec<Line>>> {
        let (study, fields) = search.study(changes, battles, seed + k)?;
        let folder = ::lab::Folder::new(home.file(&format!("round-{k}")));
        let work = Work::over(&study, fields, &command, Some(&folder))?;
        let (work, complete) = finish(work, &folder, &args.keep)?;
        Ok(complete.then(|| work.lines()))
    };
    let even = |line: &Line| super::fair::is_even(line);
    let as_it_is = [search.as_it_is().clone()];
    let Some(mut lines) = round(&as_it_is, *confirm, 0)? else { return Ok(Answer::No) };
    let now = lines.remove(0);
    let mut answer = Balanced {
        game: game.clone(),
        scenario: scenario.clone(),
        player: player.clone(),
        seed: *seed,
        even: even(&now),
        tried: 0,
        best: Vec::new(),
        confirmed: None,
        confirms: false,
        as_it_is: now,
    };
    if !answer.even {
        let weaker = usize::from(0.5 < answer.as_it_is.score[0].mean);
        let all = search.changes(weaker);
        answer.tried = all.len();
        let Some(lines) = round(&all, *battles, 1)? else { return Ok(Answer::No) };
        let again: Vec<_> = ranked(&all, &lines).into_iter().take(AGAIN).map(|it| it.change).collect();
        let Some(lines) = round(&again, 4 * battles, 2)? else { return Ok(Answer::No) };
        answer.best = ranked(&again, &lines);
        if let Some(best) = answer.best.first() {
            let Some(mut lines) = round(std::slice::from_ref(&best.change), *confirm, 3)? else {
                return Ok(Answer::No);
            };
            let line = lines.remove(0);
            answer.confirms = even(&line);
            answer.confirmed = Some(line);
            if let Some(path) = &args.write {
                let mut draft = files::Draft::begin(path)?;
                draft.write(&search.file(&best.change))?;
                draft.finish()?;
            }
        }
    }
    if args.json {
        out.json(&answer)?;
    } else {
        tell(&answer, out)?;
    }
    Ok(Answer::yes_if(answer.even || answer.confirms))
}

fn tell(answer: &Balanced, out: &mut Out) -> anyhow::Result<()> {
    let shown = |line: &Line| {
        let score = line.score[0];
        let [mean, low, high] = [score.mean, score.low, score.high].map(|it| 100.0 * it);
        format!("{mean:.1}% ({low:.1} to {high:.1}) of {}", several(line.battles, "battle"))
    };
    let Balanced { game, scenario, as_it_is, .. } = answer;
    out.line(format!("{game} {scenario} as it is: {} for the first side.", shown(as_it_is)))?;
    if answer.even {
        out.line("It is even.")?;
        return Ok(());
    }
    out.line(format!("{} were tried.", several(answer.tried, "change")))?;
    out.blank()?;
    let rows: Vec<Vec<String>> = answer
        .best
        .iter()
        .map(|it| vec![it.change.size.to_string(), shown(&it.searched), it.change.words.clone()])
        .collect();
    out.table(&["size", "in the search", "change"], &rows)?;
    out.blank()?;
    if let (Some(best), Some(line)) = (answer.best.first(), &answer.confirmed) {
        let verdict = if answer.confirms { "even" } else { "not even" };
        out.line(format!("On fresh dice: {}: {}, which is {verdict}.", best.change.words, shown(line)))?;
    }
    Ok(())
}
