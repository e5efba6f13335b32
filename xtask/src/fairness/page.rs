//! The tables of docs/fairness.md. What stands around them is written by hand.

use std::{fs, path::Path};

use serde_json::Value;

use super::{AS_IN_THE_BOOK, Figures, Kind, Scene, find};
use crate::run;

const PAGE: &str = "docs/fairness.md";

/// Writes the tables of the games in `scenes`, and says how many bars were missed.
pub(super) fn write(scenes: &[Scene], kept: &[Value]) -> Result<usize, String> {
    let path = run::root().join(PAGE);
    let mut text = read(&path)?;
    let mut missed = 0;
    let mut games: Vec<&str> = scenes.iter().map(|it| it.game.as_str()).collect();
    games.dedup();
    for game in games {
        let old = &text[place(&text, game)?];
        let (table, misses) = table(scenes.iter().filter(|it| it.game == game), kept, old);
        missed += misses;
        println!("\n{game}\n\n{table}");
        text = with_table(&text, game, &table)?;
    }
    fs::write(&path, text).map_err(|err| format!("{PAGE}: {err}"))?;
    Ok(missed)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|err| format!("{PAGE}: {err}"))
}

/// Where a game's table stands: between its two marks.
fn place(text: &str, game: &str) -> Result<std::ops::Range<usize>, String> {
    let (begin, end) = (format!("<!-- table of {game} -->\n"), "<!-- end -->");
    let from = text.find(&begin).ok_or(format!("{PAGE}: expected the line {begin:?}"))? + begin.len();
    let until = text[from..].find(end).ok_or(format!("{PAGE}: expected {end:?} after {begin:?}"))? + from;
    Ok(from..until)
}

fn with_table(text: &str, game: &str, table: &str) -> Result<String, String> {
    let place = place(text, game)?;
    Ok(format!("{}{table}{}", &text[..place.start], &text[place.end..]))
}

/// A line for each scenario. What was not measured here stays as it is on the page.
fn table<'a>(scenes: impl Iterator<Item = &'a Scene>, kept: &[Value], old: &str) -> (String, usize) {
    let mut text = "| scenario | captains | share of the first | | admirals | share of the first | | \
                    captain against random | |\n|---|--:|--:|---|--:|--:|---|--:|---|\n"
        .to_owned();
    let mut missed = 0;
    for scene in scenes {
        let free = AS_IN_THE_BOOK.contains(&(scene.game.as_str(), scene.id.as_str()));
        let name = format!("`{}` {}", scene.id, scene.title);
        let before = cells_of(old, &name);
        let mut cells = vec![name];
        for (kind, place) in [(Kind::Captains, 1..4), (Kind::Admirals, 4..7)] {
            match find(kept, scene, kind) {
                Some(it) => cells.extend([results(&it), shares(&it), verdict(&[it.met], free, &mut missed)]),
                None => cells.extend(before[place].iter().cloned()),
            }
        }
        let seats = (0..scene.seats).map(Kind::AgainstRandom);
        let meetings: Vec<(Kind, Figures)> =
            seats.filter_map(|kind| find(kept, scene, kind).map(|it| (kind, it))).collect();
        if meetings.is_empty() {
            cells.extend(before[7..].iter().cloned());
        } else {
            let scores: Vec<String> = meetings.iter().map(|(kind, it)| captains_score(*kind, it)).collect();
            let met: Vec<bool> = meetings.iter().map(|(_, it)| it.met).collect();
            cells.extend([scores.join(", "), verdict(&met, false, &mut missed)]);
        }
        text += &format!("| {} |\n", cells.join(" | "));
    }
    (text, missed)
}

/// The cells of a scenario's line on the page; dashes where there is none.
fn cells_of(page: &str, name: &str) -> [String; 9] {
    let line = page.lines().find(|it| it.starts_with(&format!("| {name} |"))).unwrap_or_default();
    let cells: Vec<String> = line.trim_matches('|').split('|').map(|it| it.trim().to_owned()).collect();
    cells.try_into().unwrap_or_else(|_| ["", "-", "-", "", "-", "-", "", "-", ""].map(str::to_owned))
}

/// What the captain scored where he was alone.
fn captains_score(kind: Kind, figures: &Figures) -> String {
    let seat = match kind {
        Kind::AgainstRandom(seat) => seat,
        Kind::Captains | Kind::Admirals => 0,
    };
    figures.scores.get(seat).map_or("-".to_owned(), |it| format!("{:.1}", it[0]))
}

/// Won, drawn and lost by the first; of three sides what each won, then the draws.
fn results(figures: &Figures) -> String {
    let Figures { wins, draws, .. } = figures;
    match wins.as_slice() {
        [one, two] => format!("{one}-{draws}-{two}"),
        all => {
            let all: Vec<String> = all.iter().map(u64::to_string).collect();
            format!("{}, {draws} drawn", all.join("-"))
        }
    }
}

/// The first's score with its interval; of three sides the scores of all.
fn shares(figures: &Figures) -> String {
    let older = if figures.fresh { "" } else { " (older)" };
    let text = match figures.scores.as_slice() {
        [[mean, low, high], _] => format!("{mean:.1}% ({low:.0} to {high:.0})"),
        all => {
            let all: Vec<String> = all.iter().map(|it| format!("{:.1}%", it[0])).collect();
            all.join(", ")
        }
    };
    text + older
}

fn verdict(met: &[bool], free: bool, missed: &mut usize) -> String {
    let word = match met.iter().all(|it| *it) {
        true => "met",
        false if free => "the book's",
        false => {
            *missed += 1;
            "**missed**"
        }
    };
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn scene(game: &str, id: &str) -> Scene {
        let text = |it: &str| it.to_owned();
        Scene { game: text(game), id: text(id), title: text("Duel"), seats: 2, mark: text("new") }
    }

    fn row(scene: &Scene, kind: Kind, wins: [u64; 2], draws: u64, met: bool) -> Value {
        let battles = wins[0] + wins[1] + draws;
        let score = |won: u64| {
            let it = (won as f64 + draws as f64 / 2.0) / battles as f64;
            json!({ "mean": it, "low": it - 0.03, "high": it + 0.03 })
        };
        json!({
            "game": scene.game, "scenario": scene.id, "kind": kind.name(), "mark": "new", "battles": battles,
            "seed": 1, "wins": wins, "draws": draws, "scores": [score(wins[0]), score(wins[1])],
            "met": met,
        })
    }

    #[test]
    fn a_row_says_what_was_met_and_what_was_not() {
        let scene = scene("toy", "intro");
        let kept = [
            row(&scene, Kind::Captains, [490, 490], 20, true),
            row(&scene, Kind::Admirals, [130, 70], 0, false),
            row(&scene, Kind::AgainstRandom(0), [97, 3], 0, true),
            row(&scene, Kind::AgainstRandom(1), [1, 99], 0, true),
        ];
        let (text, missed) = table([&scene].into_iter(), &kept, "");
        assert_eq!(missed, 1);
        assert_eq!(
            text.lines().last().unwrap(),
            "| `intro` Duel | 490-20-490 | 50.0% (47 to 53) | met | 130-0-70 | 65.0% (62 to 68) | \
             **missed** | 97.0, 99.0 | met |"
        );
    }

    #[test]
    fn a_battle_of_the_book_may_be_lopsided() {
        let scene = scene("stratoyager", "pilot-episode");
        let (text, missed) =
            table([&scene].into_iter(), &[row(&scene, Kind::Captains, [700, 300], 0, false)], "");
        assert_eq!(missed, 0);
        assert!(text.contains("| 70.0% (67 to 73) | the book's | - | - |  | - |  |"), "{text}");
    }

    #[test]
    fn what_was_not_measured_here_stays_as_it_was() {
        let scene = scene("toy", "intro");
        let old = "| `intro` Duel | 1-0-1 | 50.0% | met | 9-0-1 | 90.0% | **missed** | 99.0, 98.0 | met |\n";
        let (same, missed) = table([&scene].into_iter(), &[], old);
        assert!(same.ends_with(old) && missed == 0, "{same}");
        let (new, missed) = table([&scene].into_iter(), &[row(&scene, Kind::Captains, [4, 6], 0, true)], old);
        assert!(new.ends_with(&old.replace("1-0-1 | 50.0%", "4-0-6 | 40.0% (37 to 43)")), "{new}");
        assert_eq!(missed, 0);
    }

    #[test]
    fn tables_go_between_their_marks() {
        let page = "a\n<!-- table of toy -->\nold\n<!-- end -->\nb\n<!-- table of two -->\nx\n<!-- end -->\n";
        let new = with_table(page, "toy", "new\n").unwrap();
        assert_eq!(
            new,
            "a\n<!-- table of toy -->\nnew\n<!-- end -->\nb\n<!-- table of two -->\nx\n<!-- end -->\n"
        );
        assert!(with_table(page, "three", "new\n").unwrap_err().contains("table of three"));
    }
}
