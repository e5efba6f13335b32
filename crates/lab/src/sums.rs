//! What the battles of one kind come to. Takes no more room the more there are.

use std::collections::BTreeMap;

use engine::Outcome;
use rulesets::{Gone, Score};
use serde::{Deserialize, Serialize};

use crate::{row::Row, stop::Enough};

/// By player, wherever he sat, unless said otherwise.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    pub battles: u64,
    pub wins: Vec<u64>,
    pub draws: u64,
    pub points: Vec<f64>,
    /// By seat.
    pub seat_wins: Vec<u64>,
    /// How many battles ended in turn `n`.
    pub turns: Vec<u64>,
    pub decisions: u64,
    pub decided: BTreeMap<String, u64>,
    /// Programs that lost by their own fault.
    pub faults: u64,
    /// By player and class: survived, destroyed, left.
    pub losses: BTreeMap<(usize, String), [u64; 3]>,
    /// By seat and turn: what was lost, and units that were destroyed.
    pub harm: Vec<Vec<(u64, u64)>>,
    /// By what did it: blows, and what they cost.
    pub means: BTreeMap<String, (u64, u64)>,
    pub ranges: BTreeMap<String, BTreeMap<i64, u64>>,
    pub arcs: BTreeMap<String, u64>,
    /// By seat: where units were destroyed.
    pub graves: Vec<Graves>,
    /// By seat and turn: battles that lasted so long, and the sums of what was left and of the score.
    pub standing: Vec<Vec<(u64, f64, f64)>>,
    /// By seat: units at the beginning of all battles together.
    pub units: Vec<u64>,
    pub ended: Option<Enough>,
}

/// Places counted in cells of a grid, which grows coarser rather than larger.
#[derive(Clone, Debug, PartialEq)]
pub struct Graves {
    pub size: f64,
    pub cells: BTreeMap<(i32, i32), u64>,
}

impl Default for Graves {
    fn default() -> Graves {
        Graves { size: 1.0, cells: BTreeMap::new() }
    }
}

/// So many cells are enough for a picture.
const CELLS: usize = 4_000;

impl Graves {
    fn add(&mut self, (x, y): (f64, f64)) {
        let cell = |it: f64| (it / self.size).floor() as i32;
        *self.cells.entry((cell(x), cell(y))).or_default() += 1;
        if CELLS < self.cells.len() {
            self.coarsen();
        }
    }

    /// Four cells become one.
    pub(crate) fn coarsen(&mut self) {
        self.size *= 2.0;
        for ((x, y), n) in std::mem::take(&mut self.cells) {
            *self.cells.entry((x.div_euclid(2), y.div_euclid(2))).or_default() += n;
        }
    }

    /// How many cells it is wide or high, whichever is more.
    pub(crate) fn span(&self) -> i32 {
        let span = |of: fn(&(i32, i32)) -> i32| {
            let (least, most) = (self.cells.keys().map(of).min(), self.cells.keys().map(of).max());
            least.zip(most).map_or(0, |(least, most)| most - least + 1)
        };
        span(|it| it.0).max(span(|it| it.1))
    }
}

fn at<T: Default + Clone>(list: &mut Vec<T>, n: usize) -> &mut T {
    if list.len() <= n {
        list.resize(n + 1, T::default());
    }
    &mut list[n]
}

impl Sums {
    pub fn new(seats: usize) -> Sums {
        Sums {
            wins: vec![0; seats],
            points: vec![0.0; seats],
            seat_wins: vec![0; seats],
            harm: vec![Vec::new(); seats],
            graves: vec![Graves::default(); seats],
            standing: vec![Vec::new(); seats],
            units: vec![0; seats],
            ..Sums::default()
        }
    }

    pub fn add(&mut self, row: &Row) {
        self.battles += 1;
        self.decisions += u64::from(row.decisions);
        *at(&mut self.turns, row.turns as usize) += 1;
        match row.outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Won(seats) => {
                for seat in seats.iter() {
                    self.seat_wins[seat.index()] += 1;
                    self.wins[row.seats[seat.index()]] += 1;
                }
            }
        }
        self.points.iter_mut().zip(row.shares()).for_each(|(sum, share)| *sum += share);
        if let Some(why) = &row.decided {
            *self.decided.entry(why.clone()).or_default() += 1;
        }
        self.faults += u64::from(row.fault.is_some());
        for it in &row.losses {
            let fates = [it.survived, it.destroyed, it.left];
            if let Some(units) = self.units.get_mut(usize::from(it.seat)) {
                *units += fates.iter().map(|&n| u64::from(n)).sum::<u64>();
            }
            let Some(&player) = row.seats.get(usize::from(it.seat)) else { continue };
            let sums = self.losses.entry((player, it.class.clone())).or_default();
            sums.iter_mut().zip(fates).for_each(|(sum, n)| *sum += u64::from(n));
        }
        for turn in &row.by_turn {
            for (seat, all) in self.standing.iter_mut().enumerate() {
                let sum: &mut (u64, f64, f64) = at(all, turn.turn as usize);
                sum.0 += 1;
                sum.1 += turn.left.get(seat).map_or(0.0, |it| f64::from(*it));
                sum.2 += turn.score.get(seat).map_or(0.0, |it| f64::from(*it));
            }
        }
        for blow in &row.harm {
            let seat = usize::from(blow.seat);
            let destroyed = blow.gone == Some(Gone::Destroyed);
            if let Some(all) = self.harm.get_mut(seat) {
                let sum = at(all, blow.turn as usize);
                sum.0 += u64::from(blow.points);
                sum.1 += u64::from(destroyed);
            }
            let sum = self.means.entry(blow.by.clone()).or_default();
            sum.0 += 1;
            sum.1 += u64::from(blow.points);
            if let Some(range) = blow.range {
                let by = self.ranges.entry(blow.by.clone()).or_default();
                *by.entry(range.floor() as i64).or_default() += u64::from(blow.points);
            }
            if let Some(arc) = &blow.arc {
                *self.arcs.entry(arc.clone()).or_default() += u64::from(blow.points);
            }
            if let (true, Some(place), Some(graves)) = (destroyed, blow.at, self.graves.get_mut(seat)) {
                graves.add(place);
            }
        }
    }

    pub fn score(&self, player: usize) -> Score {
        Score::of(self.points[player], self.battles)
    }

    pub fn mean_turns(&self) -> f64 {
        let sum: u64 = self.turns.iter().enumerate().map(|(turn, n)| turn as u64 * n).sum();
        if self.battles == 0 { 0.0 } else { sum as f64 / self.battles as f64 }
    }

    pub fn totals(&self) -> Totals {
        Totals {
            battles: self.battles,
            wins: self.wins.clone(),
            draws: self.draws,
            halves: self.points.iter().map(|it| (it * 2.0) as u64).collect(),
            seat_wins: self.seat_wins.clone(),
            turns: self.turns.iter().enumerate().map(|(turn, n)| turn as u64 * n).sum(),
            decisions: self.decisions,
            faults: self.faults,
            decided: self.decided.clone(),
            damage: self.means.iter().map(|(name, (_, points))| (name.clone(), *points)).collect(),
        }
    }

    /// The turn by which so large a part of the battles was over.
    pub fn turns_by(&self, part: f64) -> usize {
        let wanted = self.battles as f64 * part;
        let mut seen = 0;
        for (turn, n) in self.turns.iter().enumerate() {
            seen += n;
            if 0 < seen && wanted <= seen as f64 {
                return turn;
            }
        }
        0
    }
}

/// What the battles of one kind come to in numbers that add up exactly: those of several parts
/// together are those of the whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    pub battles: u64,
    /// By player.
    pub wins: Vec<u64>,
    pub draws: u64,
    /// By player, halves counted: two for a win, one for a draw.
    pub halves: Vec<u64>,
    pub seat_wins: Vec<u64>,
    /// Of all battles together.
    pub turns: u64,
    pub decisions: u64,
    pub faults: u64,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub decided: BTreeMap<String, u64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub damage: BTreeMap<String, u64>,
}

fn add_all(sums: &mut Vec<u64>, more: &[u64]) {
    if sums.len() < more.len() {
        sums.resize(more.len(), 0);
    }
    sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}

impl Totals {
    pub fn add(&mut self, more: &Totals) {
        self.battles += more.battles;
        self.draws += more.draws;
        self.turns += more.turns;
        self.decisions += more.decisions;
        self.faults += more.faults;
        add_all(&mut self.wins, &more.wins);
        add_all(&mut self.halves, &more.halves);
        add_all(&mut self.seat_wins, &more.seat_wins);
        for (sums, more) in [(&mut self.decided, &more.decided), (&mut self.damage, &more.damage)] {
            more.iter().for_each(|(name, n)| *sums.entry(name.clone()).or_default() += n);
        }
    }

    pub fn line(&self, cell: usize, about: &crate::study::Cell, ended: Option<Enough>) -> Line {
        let battles = self.battles;
        Line {
            cell,
            game: about.game.clone(),
            scenario: about.scenario.clone(),
            fleets: about.forces().into_iter().map(str::to_owned).collect(),
            players: about.players.clone(),
            seed: about.seed,
            swap: about.swap,
            battles,
            wins: self.wins.clone(),
            draws: self.draws,
            score: self.halves.iter().map(|it| Score::of(*it as f64 / 2.0, battles)).collect(),
            seat_wins: self.seat_wins.clone(),
            turns: if battles == 0 { 0.0 } else { self.turns as f64 / battles as f64 },
            faults: self.faults,
            decided: self.decided.clone(),
            damage: self.damage.clone(),
            ended,
        }
    }
}

/// One kind of battle in short, as `--json` has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    pub cell: usize,
    pub game: String,
    pub scenario: String,
    /// The forces that met, where they are not the scenario's own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fleets: Vec<String>,
    pub players: Vec<String>,
    pub seed: u64,
    pub swap: bool,
    pub battles: u64,
    pub wins: Vec<u64>,
    pub draws: u64,
    pub score: Vec<Score>,
    pub seat_wins: Vec<u64>,
    pub turns: f64,
    pub faults: u64,
    /// Why battles were over, and damage by what did it, where that was measured.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub decided: BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub damage: BTreeMap<String, u64>,
    pub ended: Option<Enough>,
}

impl Line {
    pub fn of(cell: usize, about: &crate::study::Cell, sums: &Sums) -> Line {
        sums.totals().line(cell, about, sums.ended)
    }
}
