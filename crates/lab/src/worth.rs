//! What units are worth: points refitted from who won.
//!
//! Forces are drawn by chance, slot by slot, out of what stands in the game's
//! scenarios; then one asks which worth of each unit makes the outcomes
//! likeliest (a logistic regression on how many more of it one side has).

use std::collections::BTreeMap;

use dice::Dice;
use rulesets::{Fault, Override, Ruleset, ScenarioRef, Table};
use serde::Serialize;

use crate::{
    forces::{About, Forces, Unit, pool, prices},
    rating::{logistic, solve},
    stop::Stop,
    study::{Field, Measure, Study},
    sums::Sums,
};

/// Battles with forces drawn by chance.
#[derive(Debug)]
pub struct Draw {
    study: Study,
    fields: Vec<Field>,
    /// By kind of battle: how many more of each unit the first side has.
    more: Vec<BTreeMap<String, i32>>,
    prices: BTreeMap<String, f64>,
    /// Where they meet.
    pub scenario: String,
    /// Forces that the game would not take.
    pub refused: usize,
}

/// What one unit is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worth {
    pub unit: String,
    /// In how many of the forces it was, both sides counted.
    pub forces: u64,
    /// What the book asks for it, where that is known.
    pub book: Option<f64>,
    /// What it is worth in the book's points, if all of these units together are worth what the book
    /// asks for them; with its 95 % interval.
    pub points: Option<[f64; 3]>,
    /// What one more of it adds to the first side's chances, in Elo, with its 95 % interval.
    pub elo: [f64; 3],
}

/// One unit in so many is left out.
const MISSING: usize = 5;
/// Each of the forces meets so often.
const MEETINGS: u64 = 2;

impl Draw {
    /// In the scenario that is named, or else in the first that has ships enough.
    ///
    /// # Errors
    ///
    /// If there is no such game or scenario, or it has no units that could be changed.
    pub fn new(
        game: &str,
        scenario: Option<&str>,
        player: &str,
        forces: usize,
        seed: u64,
    ) -> Result<Draw, Fault> {
        let game = rulesets::find(game)?;
        let none: [Override; 0] = [];
        let scenario = scenario.unwrap_or_else(|| with_ships(game));
        let prepared = game.prepare(ScenarioRef::Id(scenario), &none, Table::Computers)?;
        let base = Forces::of(prepared.as_ref());
        let units = base.units();
        if base.sides() != 2 || (0..2).any(|side| !units.iter().any(|it| it.side == side)) {
            return Err(Fault::Misuse(format!("{scenario} has no two sides of ships that could be others")));
        }
        let players = vec![player.to_owned(); prepared.seats().len()];
        let pool = [0, 1].map(|side| takes(game, &base, &units, side, &players));
        let mut prices = prices(game, prepared.as_ref());
        let mut dice = Dice::numbered(seed, 0x6c61_6200);
        let mut draw = Draw {
            study: Study {
                title: format!("What ships are worth in {}", game.id()),
                question: String::new(),
                seeds: vec![seed],
                stop: Stop { battles: MEETINGS, batch: MEETINGS, width: None, sprt: None },
                measure: Measure { losses: false, ..Measure::default() },
                contest: Vec::new(),
            },
            fields: Vec::new(),
            more: Vec::new(),
            prices: BTreeMap::new(),
            scenario: scenario.to_owned(),
            refused: 0,
        };
        while draw.fields.len() < forces && draw.refused <= forces {
            let mut drawn = base.clone();
            // From the back, so that places stay what they are while units are taken out.
            for unit in units.iter().rev() {
                let sort = dice.pick(&pool[unit.side]);
                let left_out = dice.index(MISSING) == 0;
                if left_out && 1 < drawn.units().iter().filter(|it| it.side == unit.side).count() {
                    drawn.remove(unit.side, unit.n);
                } else if *sort != unit.sort {
                    drawn.replace(unit.side, unit.n, sort);
                }
            }
            let about = About { scenario: format!("{scenario}-{}", draw.fields.len()), ..About::default() };
            let Ok(field) = drawn.field(game, &about, &players, seed.wrapping_add(draw.fields.len() as u64))
            else {
                draw.refused += 1;
                continue;
            };
            let mut more: BTreeMap<String, i32> = BTreeMap::new();
            for unit in drawn.units() {
                *more.entry(drawn.name(unit.side, &unit.sort)).or_default() +=
                    if unit.side == 0 { 1 } else { -1 };
            }
            for (name, price) in crate::forces::prices(game, field.prepared.as_ref()) {
                prices.entry(name).or_insert(price);
            }
            draw.more.push(more);
            draw.fields.push(field);
        }
        if draw.fields.is_empty() {
            return Err(Fault::Failed(format!(
                "{scenario}: the game takes none of the forces that were drawn"
            )));
        }
        draw.prices = prices;
        Ok(draw)
    }

    /// What makes worth out of the outcomes.
    pub fn ruler(&self) -> Ruler {
        Ruler { more: self.more.clone(), prices: self.prices.clone() }
    }

    /// What is to be fought.
    pub fn give(self) -> (Study, Vec<Field>) {
        (self.study, self.fields)
    }
}

/// A scenario in which there is something to draw: the introductory one, unless a side has hardly any
/// ships there, of which nothing could be left out.
fn with_ships(game: &dyn Ruleset) -> &'static str {
    const ENOUGH: usize = 3;
    let cards = game.scenarios();
    let has = |id: &str| {
        let Ok(prepared) = game.prepare(ScenarioRef::Id(id), &[], Table::Computers) else { return false };
        let forces = Forces::of(prepared.as_ref());
        let units = forces.units();
        let side = |side| ENOUGH <= units.iter().filter(|it| it.side == side).count();
        forces.sides() == 2 && side(0) && side(1)
    };
    let ids = || cards.iter().map(|card| card.id);
    ids().find(|id| *id == "intro" && has(id)).or_else(|| ids().find(|id| has(id))).unwrap_or("intro")
}

/// The sorts of ships that the game takes for one of this side, those it has among them.
fn takes(game: &dyn Ruleset, base: &Forces, units: &[Unit], side: usize, players: &[String]) -> Vec<String> {
    let pool = pool(game);
    let own = |sort: &String| units.iter().any(|it| it.side == side && it.sort == *sort);
    let taken = |sort: &String| {
        units.iter().find(|it| it.side == side && it.sort != *sort).is_some_and(|unit| {
            let mut other = base.clone();
            other.replace(side, unit.n, sort);
            other.field(game, &About::default(), players, 1).is_ok()
        })
    };
    let sorts = pool.get(base.faction(side)).into_iter().flatten();
    sorts.filter(|&sort| own(sort) || taken(sort)).cloned().collect()
}

/// Which forces met, to make worth out of what came of it.
#[derive(Clone, Debug)]
pub struct Ruler {
    more: Vec<BTreeMap<String, i32>>,
    prices: BTreeMap<String, f64>,
}

impl Ruler {
    /// What each unit is worth, those in most forces first; and what the first seat is worth in
    /// itself, in Elo with its interval.
    pub fn worth(&self, sums: &[Sums]) -> (Vec<Worth>, [f64; 3]) {
        let mut forces: BTreeMap<&String, u64> = BTreeMap::new();
        for name in self.more.iter().flat_map(BTreeMap::keys) {
            *forces.entry(name).or_default() += 1;
        }
        let names: Vec<&String> = forces.keys().copied().collect();
        let row = |more: &BTreeMap<String, i32>| -> Vec<f64> {
            let counts = names.iter().map(|name| f64::from(more.get(*name).copied().unwrap_or(0)));
            std::iter::once(1.0).chain(counts).collect()
        };
        let met = self.more.iter().zip(sums).filter(|(_, sums)| 0 < sums.battles);
        let rows: Vec<(Vec<f64>, f64, f64)> =
            met.map(|(more, sums)| (row(more), sums.points[0], sums.battles as f64)).collect();
        let (weights, errors) = regress(&rows, names.len() + 1);
        let elo = |k: usize| {
            let (mean, half) = (ELO * weights[k], 1.96 * ELO * errors[k]);
            [mean, mean - half, mean + half]
        };
        // Together they are worth what the book says, each counted as often as it fought.
        let sum = |of: &dyn Fn(usize) -> f64| -> f64 {
            let known = names.iter().enumerate().filter(|(_, name)| self.prices.contains_key(**name));
            known.map(|(k, name)| forces[*name] as f64 * of(k)).sum()
        };
        let book = sum(&|k| self.prices[names[k]]);
        let fitted = sum(&|k| weights[k + 1]);
        let factor = (0.0 < fitted).then(|| book / fitted);
        let worth = |(k, name): (usize, &&String)| {
            let points = factor.map(|it| {
                let (mean, half) = (it * weights[k + 1], 1.96 * it * errors[k + 1]);
                [mean, mean - half, mean + half]
            });
            let book = self.prices.get(*name).copied();
            Worth { unit: (*name).clone(), forces: forces[*name], book, points, elo: elo(k + 1) }
        };
        let mut all: Vec<Worth> = names.iter().enumerate().map(worth).collect();
        all.sort_by(|a, b| b.forces.cmp(&a.forces).then(a.unit.cmp(&b.unit)));
        (all, elo(0))
    }
}

const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A little that holds what no battle tells anything about.
const RIDGE: f64 = 0.01;

/// The likeliest weights and their standard errors. A row is what differs, the points won
/// and the battles.
fn regress(rows: &[(Vec<f64>, f64, f64)], n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut weights = vec![0.0; n];
    let mut bend = Vec::new();
    for _ in 0..100 {
        let mut slope: Vec<f64> = weights.iter().map(|it| -RIDGE * it).collect();
        bend = vec![vec![0.0; n]; n];
        for (row, points, battles) in rows {
            let chance = logistic(row.iter().zip(&weights).map(|(a, b)| a * b).sum());
            let weight = battles * chance * (1.0 - chance);
            for a in 0..n {
                slope[a] += row[a] * (points - battles * chance);
                for b in 0..n {
                    bend[a][b] += weight * row[a] * row[b];
                }
            }
        }
        (0..n).for_each(|k| bend[k][k] += RIDGE);
        let Some(step) = solve(bend.clone(), slope) else { break };
        let longest = step.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
        let part = if 2.0 < longest { 2.0 / longest } else { 1.0 };
        weights.iter_mut().zip(&step).for_each(|(it, step)| *it += part * step);
        if longest < 1e-9 {
            break;
        }
    }
    let error = |k: usize| {
        let mut unit = vec![0.0; n];
        unit[k] = 1.0;
        solve(bend.clone(), unit).map_or(f64::INFINITY, |it| it[k].max(0.0).sqrt())
    };
    let errors = (0..n).map(error).collect();
    (weights, errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Outcomes thrown from known weights give these weights back, within their intervals.
    #[test]
    fn weights_are_found_again_in_what_they_made() {
        let truth = [0.3, 1.0, 0.5, -0.2];
        let mut dice = Dice::numbered(11, 0);
        let mut throw = |bound: usize| dice.index(bound);
        let rows: Vec<(Vec<f64>, f64, f64)> = (0..4_000)
            .map(|_| {
                let row: Vec<f64> =
                    (0..4).map(|k| if k == 0 { 1.0 } else { throw(5) as f64 - 2.0 }).collect();
                let chance = logistic(row.iter().zip(&truth).map(|(a, b)| a * b).sum());
                let won = (throw(1_000_000) as f64) < chance * 1_000_000.0;
                (row, f64::from(u8::from(won)), 1.0)
            })
            .collect();
        let (weights, errors) = regress(&rows, 4);
        for ((weight, error), truth) in weights.iter().zip(&errors).zip(truth) {
            assert!((weight - truth).abs() < 3.0 * error && *error < 0.1, "{weights:?} {errors:?}");
        }
    }

    /// Of 100 battles with one unit more, 75 are won: ln 3, with the error of a binomial.
    #[test]
    fn one_unit_is_weighed_as_by_hand() {
        let rows = vec![(vec![0.0, 1.0], 75.0, 100.0), (vec![0.0, -1.0], 25.0, 100.0)];
        let (weights, errors) = regress(&rows, 2);
        assert!((weights[1] - 3_f64.ln()).abs() < 1e-3, "{weights:?}");
        assert!((errors[1] - (1.0 / 37.5_f64).sqrt()).abs() < 1e-3, "{errors:?}");
    }
}
