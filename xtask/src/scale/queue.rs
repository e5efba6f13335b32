//! A day of admirals, one decision after the other: the model says how many thinkers are enough, and here
//! they have to be. Who comes when is drawn anew for each hour, thoughts differ in length, and a thinker
//! that is free takes whoever has waited longest.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::model::{Costs, HOURS, People};

/// What comes in a day.
#[derive(Clone, Debug)]
pub(super) struct Load {
    /// Decisions in each hour, on average.
    pub(super) hours: [f64; 24],
    /// Seconds of a thought, on average.
    pub(super) service: f64,
}

impl Load {
    pub(super) fn of(costs: &Costs, people: &People, players: f64) -> Load {
        let all = people.admirals_a_day(costs, players);
        Load { hours: HOURS.map(|share| share * all), service: costs.admiral_s }
    }
}

/// How the busiest hour went.
#[derive(Clone, Debug)]
pub(super) struct Day {
    /// The share of their time in which thinkers thought.
    pub(super) busy: f64,
    /// Seconds until a thought began.
    pub(super) mean: f64,
    pub(super) p95: f64,
    pub(super) longest_line: usize,
    /// Decisions in the whole day.
    pub(super) decisions: usize,
}

/// Numbers by chance, the same for a seed.
struct Chance(u64);

impl Chance {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// Between 0 and 1, and never 0.
    fn share(&mut self) -> f64 {
        ((self.bits() >> 11) as f64 + 1.0) / (1u64 << 53) as f64
    }

    /// How long until something that comes at this mean distance.
    fn wait(&mut self, mean: f64) -> f64 {
        -self.share().ln() * mean
    }
}

/// As measured thoughts are, or more so: half of them are over at once, since there is little to choose, and the
/// others differ as chance has it.
fn thought(chance: &mut Chance, mean: f64) -> f64 {
    if chance.share() <= 0.5 { 0.0 } else { chance.wait(2.0 * mean) }
}

/// Moments in microseconds, which sort.
fn micros(seconds: f64) -> u64 {
    (seconds * 1e6) as u64
}

pub(super) fn day(load: &Load, thinkers: usize, seed: u64) -> Day {
    let mut chance = Chance(seed);
    let busiest = (0..24).fold(0, |most, hour| if load.hours[most] < load.hours[hour] { hour } else { most });
    let (from, to) = (busiest as f64 * 3_600.0, (busiest + 1) as f64 * 3_600.0);
    // When each thinker is free again.
    let mut free: BinaryHeap<Reverse<u64>> = (0..thinkers.max(1)).map(|_| Reverse(0)).collect();
    // When those began who are still to begin, to count the line.
    let mut begins: std::collections::VecDeque<u64> = std::collections::VecDeque::new();
    let (mut waits, mut thought_s, mut longest_line, mut decisions) = (Vec::new(), 0.0, 0, 0);
    for (hour, expected) in load.hours.iter().enumerate() {
        if *expected <= 0.0 {
            continue;
        }
        let end = (hour + 1) as f64 * 3_600.0;
        let mut now = hour as f64 * 3_600.0 + chance.wait(3_600.0 / expected);
        while now < end {
            decisions += 1;
            let Some(Reverse(first)) = free.pop() else { break };
            let begin = first.max(micros(now));
            let takes = thought(&mut chance, load.service);
            free.push(Reverse(begin + micros(takes)));
            begins.push_back(begin);
            while begins.front().is_some_and(|it| *it <= micros(now)) {
                begins.pop_front();
            }
            if from <= now && now < to {
                waits.push((begin - micros(now)) as f64 / 1e6);
                thought_s += takes;
                longest_line = longest_line.max(begins.len());
            }
            now += chance.wait(3_600.0 / expected);
        }
    }
    waits.sort_by(f64::total_cmp);
    let mean = if waits.is_empty() { 0.0 } else { waits.iter().sum::<f64>() / waits.len() as f64 };
    let p95 = waits.get(waits.len() * 95 / 100).copied().unwrap_or(0.0);
    Day { busy: thought_s / 3_600.0 / thinkers.max(1) as f64, mean, p95, longest_line, decisions }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::model::{PATIENCE_S, VARIATION, servers_for, waits};

    fn even(a_second: f64, service: f64) -> Load {
        Load { hours: [a_second * 3_600.0; 24], service }
    }

    #[test]
    fn a_day_has_as_many_as_come() {
        let load = even(2.0, 0.1);
        let day = day(&load, 4, 7);
        let expected = 2.0 * 86_400.0;
        assert!((day.decisions as f64 / expected - 1.0).abs() < 0.02, "{day:?}");
        assert!((day.busy - 0.05).abs() < 0.005, "{day:?}");
    }

    /// One thinker has a formula of its own (Pollaczek and Khinchine), thoughts of our kind included.
    #[test]
    fn one_thinker_waits_as_the_formula_says() {
        let (arrivals, service) = (0.6, 1.0);
        let second_moment = (1.0 + VARIATION) * service * service;
        let expected = arrivals * second_moment / (2.0 * (1.0 - arrivals * service));
        let hours: Vec<f64> = (0..40).map(|seed| day(&even(arrivals, service), 1, seed).mean).collect();
        let mean = hours.iter().sum::<f64>() / hours.len() as f64;
        assert!((mean / expected - 1.0).abs() < 0.1, "{mean} expected {expected}");
    }

    /// What the model asks for is enough in the busiest hour of a day played through, and not far too much.
    #[test]
    fn the_model_holds_in_a_day_played_through() {
        let (costs, people) = (Costs::read(super::super::COSTS).unwrap(), People::default());
        for (players, days) in [(1_000.0, 40), (20_000.0, 20), (200_000.0, 5)] {
            let load = Load::of(&costs, &people, players);
            let peak = load.hours.iter().copied().fold(0.0, f64::max) / 3_600.0;
            let thinkers = servers_for(peak, load.service, PATIENCE_S);
            // One day is busier than another, whatever was measured last.
            let late = (1..=days).map(|seed| day(&load, thinkers, seed).p95).sum::<f64>() / days as f64;
            assert!(late <= 1.25 * PATIENCE_S, "{players} players, {thinkers} thinkers: {late} s");
            if 2 < thinkers {
                let fewer = ((peak * load.service) as usize).max(1);
                let day = day(&load, fewer, 1);
                assert!(PATIENCE_S < day.p95, "{players} players, {fewer} thinkers: {day:?}");
            }
        }
    }

    #[test]
    fn whoever_waits_waits_as_erlang_says_where_thoughts_differ_so() {
        let (arrivals, service, thinkers) = (18.0, 1.0, 22);
        let expected = waits(arrivals * service, thinkers);
        // The mean wait is the chance to wait at all, spread over what is to spare, and longer the more they differ.
        let most = expected * service / (thinkers as f64 - arrivals * service) * (1.0 + VARIATION) / 2.0;
        let means: Vec<f64> =
            (0..10).map(|seed| day(&even(arrivals, service), thinkers, seed).mean).collect();
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        assert!(0.75 * most < mean && mean < 1.25 * most, "{mean}, by the formula {most}");
    }
}
