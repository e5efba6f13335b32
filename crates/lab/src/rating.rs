//! Ratings out of who beat whom (Bradley and Terry), in Elo, with their intervals.

use serde::Serialize;

use crate::sums::Line;

/// Everybody's results against everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    names: Vec<String>,
    /// `points[a][b]`: what `a` scored against `b`, a draw counting half.
    points: Vec<Vec<f64>>,
}

/// How good somebody is. The mean of all who were rated is 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    pub name: String,
    pub elo: f64,
    /// The 95 % interval.
    pub low: f64,
    pub high: f64,
    pub battles: u64,
    pub score: f64,
}

/// A draw against somebody of the mean rating that everybody is taken to have besides:
/// without it whoever has won everything would be infinitely good.
const PRIOR: f64 = 1.0;

const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

impl Results {
    pub fn new(names: Vec<String>) -> Results {
        let n = names.len();
        Results { names, points: vec![vec![0.0; n]; n] }
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What two of them scored against each other.
    pub fn add(&mut self, first: usize, second: usize, scored: f64, against: f64) {
        self.points[first][second] += scored;
        self.points[second][first] += against;
    }

    pub fn battles(&self, a: usize, b: usize) -> f64 {
        self.points[a][b] + self.points[b][a]
    }

    pub fn scored(&self, a: usize, b: usize) -> f64 {
        self.points[a][b]
    }

    pub fn ratings(&self) -> Vec<Rating> {
        self.rated(PRIOR)
    }

    /// The likeliest ratings, by Newton's steps.
    fn rated(&self, prior: f64) -> Vec<Rating> {
        let n = self.names.len();
        let mut strength = vec![0.0; n];
        for _ in 0..200 {
            let (slope, bend) = self.slope(&strength, prior);
            let Some(step) = solve(bend, slope) else { break };
            // Far from the top a whole step leads too far.
            let longest = step.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
            let part = if 1.0 < longest { 1.0 / longest } else { 1.0 };
            strength.iter_mut().zip(&step).for_each(|(it, step)| *it += part * step);
            let mean = strength.iter().sum::<f64>() / n as f64;
            strength.iter_mut().for_each(|it| *it -= mean);
            if longest < 1e-10 {
                break;
            }
        }
        let (_, bend) = self.slope(&strength, prior);
        let rating = |(k, name): (usize, &String)| {
            let mut unit = vec![0.0; n];
            unit[k] = 1.0;
            // Their mean is held at 0, so that of a common shift nothing is counted.
            unit.iter_mut().for_each(|it| *it -= 1.0 / n as f64);
            let variance = solve(bend.clone(), unit.clone())
                .map_or(f64::INFINITY, |it| it.iter().zip(&unit).map(|(a, b)| a * b).sum());
            let error = 1.96 * SCALE * variance.max(0.0).sqrt();
            let elo = SCALE * strength[k];
            let battles: f64 = (0..n).map(|other| self.battles(k, other)).sum();
            let points: f64 = self.points[k].iter().sum();
            let score = if battles == 0.0 { 0.5 } else { points / battles };
            Rating {
                name: name.clone(),
                elo,
                low: elo - error,
                high: elo + error,
                battles: battles as u64,
                score,
            }
        };
        self.names.iter().enumerate().map(rating).collect()
    }

    /// The slope of the likelihood, and how it bends (with its sign turned).
    fn slope(&self, strength: &[f64], prior: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
        let n = strength.len();
        let mut slope = vec![0.0; n];
        let mut bend = vec![vec![0.0; n]; n];
        for a in 0..n {
            let alone = logistic(strength[a]);
            slope[a] += prior * (0.5 - alone);
            bend[a][a] += prior * alone * (1.0 - alone);
            for b in 0..n {
                let games = self.battles(a, b);
                if a == b || games == 0.0 {
                    continue;
                }
                let wins = logistic(strength[a] - strength[b]);
                slope[a] += self.points[a][b] - games * wins;
                let weight = games * wins * (1.0 - wins);
                bend[a][a] += weight;
                bend[a][b] -= weight;
            }
            // Without a prior only differences are known.
            bend[a].iter_mut().for_each(|it| *it += 1e-9);
        }
        (slope, bend)
    }
}

/// Everybody's results in these battles, who are those of two seats. In the order in which
/// they are named first.
pub fn results(lines: &[Line]) -> Results {
    compared(lines, |it| &it.players)
}

/// The results of forces that met each other, led by the same player on both sides.
pub fn results_of_forces(lines: &[Line]) -> Results {
    let alike: Vec<Line> = lines.iter().filter(|it| it.is_of_forces()).cloned().collect();
    compared(&alike, |it| &it.fleets)
}

impl Line {
    /// Whether forces are compared: of two fleets, led alike.
    pub fn is_of_forces(&self) -> bool {
        self.fleets.len() == 2 && self.players.len() == 2 && self.players[0] == self.players[1]
    }
}

fn compared(lines: &[Line], who: impl Fn(&Line) -> &Vec<String>) -> Results {
    let mut names: Vec<String> = Vec::new();
    for name in lines.iter().flat_map(&who) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let mut results = Results::new(names);
    for line in lines.iter().filter(|it| who(it).len() == 2) {
        let place = |name: &String| results.names.iter().position(|it| it == name).expect("it was named");
        let (a, b) = (place(&who(line)[0]), place(&who(line)[1]));
        if a != b {
            let draws = line.draws as f64 / 2.0;
            results.add(a, b, line.wins[0] as f64 + draws, line.wins[1] as f64 + draws);
        }
    }
    results
}

pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// `x` with `matrix * x = right`, by elimination; nothing if there is none.
pub(crate) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for col in 0..n {
        let best = (col..n).max_by(|&a, &b| matrix[a][col].abs().total_cmp(&matrix[b][col].abs()))?;
        if matrix[best][col].abs() < 1e-14 {
            return None;
        }
        matrix.swap(col, best);
        right.swap(col, best);
        let (upper, lower) = matrix.split_at_mut(col + 1);
        let pivot = &upper[col];
        for (k, row) in lower.iter_mut().enumerate() {
            let factor = row[col] / pivot[col];
            if factor != 0.0 {
                row.iter_mut().zip(pivot).skip(col).for_each(|(it, from)| *it -= factor * from);
                right[col + 1 + k] -= factor * right[col];
            }
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|col| matrix[row][col] * right[col]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(n: usize, met: &[(usize, usize, f64, f64)]) -> Results {
        let mut results = Results::new((0..n).map(|it| it.to_string()).collect());
        met.iter().for_each(|&(a, b, scored, against)| results.add(a, b, scored, against));
        results
    }

    /// Of two players, one of whom wins three battles in four, one is better by 400 log10(3).
    #[test]
    fn two_players_are_rated_as_by_hand() {
        let ratings = results(2, &[(0, 1, 75.0, 25.0)]).rated(0.0);
        let gap = ratings[0].elo - ratings[1].elo;
        assert!((gap - 190.848_501_9).abs() < 1e-3, "{gap}");
        // The gap's variance is 1 / (100 * 0.75 * 0.25), that of half of it a quarter.
        let error = 1.96 * SCALE * (1.0 / 18.75_f64).sqrt() / 2.0;
        assert!((ratings[0].high - ratings[0].elo - error).abs() < 1e-3, "{ratings:?}");
        assert_eq!(ratings[0].battles, 100);
    }

    /// Chances of 1/2, 3/4 and 3/4 hang together: strengths 3, 3 and 1.
    #[test]
    fn three_players_whose_results_hang_together_are_rated_as_by_hand() {
        let met = [(0, 1, 20.0, 20.0), (0, 2, 30.0, 10.0), (1, 2, 30.0, 10.0)];
        let ratings = results(3, &met).rated(0.0);
        assert!((ratings[0].elo - ratings[1].elo).abs() < 1e-6);
        assert!((ratings[0].elo - ratings[2].elo - 190.848_501_9).abs() < 1e-3, "{ratings:?}");
        assert!(ratings.iter().map(|it| it.elo).sum::<f64>().abs() < 1e-6);
    }

    /// Somebody who met only one of the others is rated by way of him.
    #[test]
    fn ratings_reach_across_others() {
        let ratings = results(3, &[(0, 1, 75.0, 25.0), (1, 2, 75.0, 25.0)]).rated(0.0);
        assert!((ratings[0].elo - ratings[2].elo - 2.0 * 190.848_501_9).abs() < 1e-2, "{ratings:?}");
    }

    #[test]
    fn whoever_wins_everything_is_not_infinitely_good() {
        let ratings = results(2, &[(0, 1, 100.0, 0.0)]).ratings();
        assert!(600.0 < ratings[0].elo - ratings[1].elo && ratings[0].high.is_finite(), "{ratings:?}");
        assert!(ratings[0].low < ratings[0].elo);
    }
}
