//! What a study says, in words: for whoever asked a question and not for a table.

use rulesets::{Level, Score};
use serde::{Deserialize, Serialize};

use crate::{
    folder::Asked,
    rating::{Results, results, results_of_forces},
    stop::{Enough, elo},
    study::Cell,
    sums::Line,
};

/// What somebody wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asking {
    /// Is this scenario fair?
    Fair,
    /// Which of these fleets is better?
    Fleets,
    /// Which of these two players is better?
    Players,
    /// How do all of these compare?
    Matrix,
    /// Something else.
    Free,
}

/// How even a scenario is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The whole interval lies within the bar.
    Even,
    /// The interval reaches over it.
    Open,
    /// The whole interval lies without.
    Uneven,
}

/// What is asked of the scores in a scenario: the bars of docs/fairness.md, and nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bar {
    pub low: f64,
    pub high: f64,
    /// Whose score it is about, from 0, where somebody meets chance; otherwise it is about all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<usize>,
}

impl Bar {
    /// It hangs on who plays: players of equal skill, or one against chance.
    pub fn of(players: &[String]) -> Bar {
        let chance = Level::Random.to_string();
        let mut skilled = (0..players.len()).filter(|k| players[*k] != chance);
        if let (Some(alone), None, true) = (skilled.next(), skilled.next(), 1 < players.len()) {
            return Bar { low: 0.95, high: 1.0, alone: Some(alone) };
        }
        let searches = |it: &String| it.parse::<Level>().is_ok_and(|level| level.searches());
        let (low, high) = match players.len() {
            0..=2 if players.iter().all(searches) => (0.40, 0.60),
            0..=2 => (0.42, 0.58),
            seats => (1.0 / seats as f64 - 0.1, 1.0 / seats as f64 + 0.1),
        };
        Bar { low, high, alone: None }
    }

    /// The scores that it is about.
    fn scores(self, line: &Line) -> impl Iterator<Item = &Score> {
        line.score
            .iter()
            .enumerate()
            .filter(move |(k, _)| self.alone.is_none_or(|it| it == *k))
            .map(|it| it.1)
    }

    /// Whether the scores lie within it, whatever their intervals.
    pub fn is_met(self, line: &Line) -> bool {
        self.scores(line).all(|it| self.low <= it.mean && it.mean <= self.high)
    }

    /// What can be said with 95% certainty.
    pub fn verdict(self, line: &Line) -> Verdict {
        let inside = self.scores(line).all(|it| self.low <= it.low && it.high <= self.high);
        let outside = self.scores(line).any(|it| it.high < self.low || self.high < it.low);
        match (inside, outside) {
            (true, _) => Verdict::Even,
            (false, true) => Verdict::Uneven,
            (false, false) => Verdict::Open,
        }
    }
}

/// What somebody, or a force, has come to in all battles together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    pub name: String,
    pub battles: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub score: Score,
}

/// Everybody who met somebody else, in the order in which they are named first.
pub fn standings(asking: Asking, lines: &[Line]) -> Vec<Standing> {
    let who = |it: &Line| match asking {
        Asking::Fleets if it.is_of_forces() => it.fleets.clone(),
        Asking::Players | Asking::Matrix if it.players.len() == 2 => it.players.clone(),
        _ => Vec::new(),
    };
    // By name: battles, wins, draws.
    let mut all: Vec<(String, [u64; 3])> = Vec::new();
    for line in lines {
        for (k, name) in who(line).into_iter().enumerate() {
            let n = all.iter().position(|it| it.0 == name).unwrap_or_else(|| {
                all.push((name, [0; 3]));
                all.len() - 1
            });
            let sum = [line.battles, line.wins[k], line.draws];
            all[n].1.iter_mut().zip(sum).for_each(|(it, more)| *it += more);
        }
    }
    let standing = |(name, [battles, wins, draws]): (String, [u64; 3])| Standing {
        name,
        battles,
        wins,
        draws,
        losses: battles - wins - draws,
        score: Score::of(wins as f64 + draws as f64 / 2.0, battles),
    };
    all.into_iter().map(standing).collect()
}

/// So many sentences are read; the figures have the rest.
const MOST: usize = 12;

/// What the battles say so far.
pub fn answers(asking: Asking, asked: &Asked, lines: &[Line]) -> Vec<String> {
    let fought: Vec<Line> = lines.iter().filter(|it| 0 < it.battles).cloned().collect();
    if fought.is_empty() {
        return Vec::new();
    }
    let mut all = match asking {
        Asking::Fair => fought.iter().map(|it| fair(asked, it)).collect(),
        Asking::Players => fought.iter().map(|it| better(asked, it)).collect(),
        Asking::Fleets => compared(&results_of_forces(&fought)),
        Asking::Matrix => compared(&results(&fought)),
        Asking::Free => Vec::new(),
    };
    all.iter_mut().for_each(|it| *it = sentence(it));
    if MOST < all.len() {
        let more = all.len() - MOST;
        all.truncate(MOST);
        all.push(format!("{more} more are in the figures and in the table."));
    }
    all
}

/// Names of players begin small; sentences do not.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn percent(part: f64) -> String {
    format!("{:.0}%", 100.0 * part)
}

fn between(score: Score) -> String {
    format!(
        "{} (with 95% certainty between {} and {})",
        percent(score.mean),
        percent(score.low),
        percent(score.high)
    )
}

fn battles(n: u64) -> String {
    if n == 1 { "1 battle".to_owned() } else { format!("{n} battles") }
}

/// The title of a scenario that comes with the game, or what the study calls it.
pub fn title(cell: &Cell) -> String {
    let cards = rulesets::find(&cell.game).map_or_else(|_| Vec::new(), |game| game.scenarios());
    let card = cards.into_iter().find(|it| it.id == cell.scenario);
    card.map_or_else(|| cell.scene().to_owned(), |it| it.title)
}

fn fair(asked: &Asked, line: &Line) -> String {
    let seats = &asked.cells[line.cell].seats;
    let place = title(&asked.cells[line.cell]);
    let bar = Bar::of(&line.players);
    let (low, high) = (percent(bar.low), percent(bar.high));
    // Of two sides one says it all; of more the one that is farthest off.
    let even = 1.0 / seats.len() as f64;
    let off = |it: &Score| (it.mean - even).abs();
    let far = (0..line.score.len())
        .max_by(|a, b| off(&line.score[*a]).total_cmp(&off(&line.score[*b])))
        .unwrap_or(0);
    let (side, score) = (&seats[far], line.score[far]);
    let n = battles(line.battles);
    match bar.verdict(line) {
        Verdict::Even => format!("{place} is even: {side} scores {} in {n}.", between(score)),
        Verdict::Uneven if score.mean < even => {
            format!("{place} is uneven, against {side}: it scores {} in {n}.", between(score))
        }
        Verdict::Uneven => {
            format!("{place} is uneven, in favour of {side}: it scores {} in {n}.", between(score))
        }
        Verdict::Open => format!(
            "{place} is not decided yet: {side} scores {} in {n}; even is from {low} to {high}.",
            between(score)
        ),
    }
}

fn better(asked: &Asked, line: &Line) -> String {
    let (place, n, score) = (title(&asked.cells[line.cell]), battles(line.battles), line.score[0]);
    let [a, b] = [0, 1].map(|k| line.players.get(k).map_or("", String::as_str));
    let gap = elo(score.mean.clamp(0.001, 0.999)).abs();
    match line.ended {
        Some(Enough::Better) => {
            format!("{a} is better than {b} in {place}: it scores {} in {n}.", between(score))
        }
        Some(Enough::NotBetter) => {
            format!("{a} is not better than {b} in {place}: it scores {} in {n}.", between(score))
        }
        Some(Enough::Battles | Enough::Width) | None if 0.5 < score.low => {
            format!("{a} beats {b} in {place}, by about {gap:.0} Elo: it scores {} in {n}.", between(score))
        }
        Some(Enough::Battles | Enough::Width) | None if score.high < 0.5 => {
            format!("{b} beats {a} in {place}, by about {gap:.0} Elo: {a} scores {} in {n}.", between(score))
        }
        Some(Enough::Battles | Enough::Width) | None => {
            format!(
                "Neither of them is better in {place} as far as it can be told: {a} scores {} in {n}.",
                between(score)
            )
        }
    }
}

/// Every two of them.
fn compared(results: &Results) -> Vec<String> {
    let names = results.names();
    if 3 < names.len() {
        let mut ratings = results.ratings();
        ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        let order: Vec<&str> = ratings.iter().map(|it| it.name.as_str()).collect();
        let best = &ratings[0];
        let sure = ratings[1].high < best.low;
        let lead = match sure {
            true => format!("{} is the best of them.", best.name),
            false => format!("{} leads, and it is not certain yet.", best.name),
        };
        return vec![lead, format!("From best to worst: {}.", order.join(", "))];
    }
    let mut all = Vec::new();
    for a in 0..names.len() {
        for b in a + 1..names.len() {
            let met = results.battles(a, b);
            if met == 0.0 {
                continue;
            }
            let score = Score::of(results.scored(a, b), met as u64);
            let (one, two, n) = (&names[a], &names[b], battles(met as u64));
            all.push(if 0.5 < score.low {
                format!("{one} beats {two}: it scores {} in {n}.", between(score))
            } else if score.high < 0.5 {
                format!("{two} beats {one}: {one} scores {} in {n}.", between(score))
            } else {
                format!(
                    "Between {one} and {two} it is not decided: {one} scores {} in {n}, and one half lies between.",
                    between(score)
                )
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(won: u64, of: u64, fleets: &[&str]) -> Line {
        let points = won as f64;
        Line {
            cell: 0,
            game: "talon".to_owned(),
            scenario: "intro".to_owned(),
            fleets: fleets.iter().map(|it| (*it).to_owned()).collect(),
            players: vec!["captain".to_owned(); 2],
            seed: 1,
            swap: false,
            battles: of,
            wins: vec![won, of - won],
            draws: 0,
            score: vec![Score::of(points, of), Score::of(of as f64 - points, of)],
            seat_wins: vec![won, of - won],
            turns: 5.0,
            faults: 0,
            decided: Default::default(),
            damage: Default::default(),
            ended: None,
        }
    }

    #[test]
    fn a_verdict_waits_for_its_interval() {
        let verdict = |won, of| {
            let line = line(won, of, &[]);
            Bar::of(&line.players).verdict(&line)
        };
        assert_eq!(verdict(500, 1_000), Verdict::Even);
        assert_eq!(verdict(50, 100), Verdict::Open);
        assert_eq!(verdict(700, 1_000), Verdict::Uneven);
    }

    #[test]
    fn bars_hang_on_the_players_and_the_number_of_sides() {
        let of = |players: &[&str]| Bar::of(&players.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
        let bar = |low, high, alone| Bar { low, high, alone };
        assert_eq!(of(&["captain", "captain"]), bar(0.42, 0.58, None));
        assert_eq!(of(&["random", "random"]), bar(0.42, 0.58, None));
        assert_eq!(of(&["admiral:nodes=400", "admiral:nodes=400"]), bar(0.40, 0.60, None));
        let three = of(&["captain"; 3]);
        assert!((three.low - 0.233).abs() < 0.001 && (three.high - 0.433).abs() < 0.001);
        assert_eq!(of(&["random", "captain"]), bar(0.95, 1.0, Some(1)));
        assert_eq!(of(&["captain", "random", "random"]), bar(0.95, 1.0, Some(0)));
        let even = |won| of(&["captain", "captain"]).is_met(&line(won, 1_000, &[]));
        assert!(even(420) && even(580) && !even(419) && !even(581));
        let alone = |won| of(&["captain", "random"]).is_met(&line(won, 1_000, &[]));
        assert!(alone(950) && !alone(949));
    }

    /// Both ways round count: what one of them scores on the other side is added up.
    #[test]
    fn forces_are_compared_over_both_sides() {
        let lines = [line(90, 100, &["Raker", "Swift"]), line(30, 100, &["Swift", "Raker"])];
        let words = compared(&results_of_forces(&lines));
        assert_eq!(words.len(), 1);
        assert!(
            words[0].starts_with("Raker beats Swift: it scores 80% (with 95% certainty between"),
            "{words:?}"
        );
        assert!(words[0].ends_with("in 200 battles."), "{words:?}");
        let told = standings(Asking::Fleets, &lines);
        assert_eq!((told[0].name.as_str(), told[0].wins, told[0].losses), ("Raker", 160, 40));
        assert_eq!((told[1].name.as_str(), told[1].wins, told[1].losses), ("Swift", 40, 160));
    }
}
