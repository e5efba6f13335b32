//! What the dice of an order may come to, counted in whole numbers.

use dice::Dice;

use crate::{Game, Orders, Table};

/// One thing that dice will decide, with everything it may come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The attack and whom it strikes, in words.
    pub what: String,
    /// What is counted, as many: `hull boxes`.
    pub unit: &'static str,
    /// The rule that rolls the dice.
    pub rule: &'static str,
    /// What 0, 1, 2, … are called where they are no numbers; else empty.
    pub names: Vec<&'static str>,
    pub ways: Ways,
}

impl Odds {
    pub fn new(what: impl Into<String>, unit: &'static str, rule: &'static str, ways: Ways) -> Odds {
        Odds { what: what.into(), unit, rule, names: Vec::new(), ways }
    }

    /// Whether something happens: more than 0 of `ways` is yes.
    pub fn whether(what: impl Into<String>, unit: &'static str, rule: &'static str, ways: &Ways) -> Odds {
        let names = vec!["no", "yes"];
        Odds { names, ..Odds::new(what, unit, rule, ways.at_least(1)) }
    }
}

/// One way in which dice may fall, played to the next decision.
#[derive(Debug)]
pub struct Throw<G: Game> {
    /// It comes about once in so many times.
    pub of: u128,
    /// With the log of what happened.
    pub table: Table<G>,
}

/// Every way in which the dice of legal and complete orders may fall, through the rules
/// themselves; nothing if there are more than `most`.
pub fn throws<G: Game>(start: &G, orders: &Orders<G::Order>, most: usize) -> Option<Vec<Throw<G>>> {
    let mut open: Vec<(u128, Vec<u8>)> = vec![(1, Vec::new())];
    let mut ends = Vec::new();
    while let Some((of, faces)) = open.pop() {
        let mut table = Table::new(start.clone(), Dice::scripted(faces.iter().copied()));
        table.resolve(orders);
        match table.dice().missing() {
            Some(sides) => {
                let of = of.checked_mul(u128::from(sides))?;
                // The last first, so that they come off the pile in order.
                open.extend((1..=sides).rev().map(|face| (of, [faces.as_slice(), &[face]].concat())));
            }
            None => ends.push(Throw { of, table }),
        }
        if most < open.len() + ends.len() {
            return None;
        }
    }
    Some(ends)
}

/// In how many equally likely ways dice come to 0, 1, 2, …; in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    counts: Vec<u128>,
    exact: bool,
}

/// What does not go into 128 bits, and what has no end, is counted in parts of this.
const PARTS: u128 = 1_000_000_000_000_000_000;

impl Ways {
    /// It comes to `value`, whatever is rolled.
    pub fn sure(value: usize) -> Ways {
        let mut counts = vec![0; value + 1];
        counts[value] = 1;
        Ways { counts, exact: true }
    }

    /// # Panics
    ///
    /// Panics if there is no way at all: dice come to something.
    pub fn of<N: Into<u128>>(counts: impl IntoIterator<Item = N>) -> Ways {
        Ways::lowest(counts.into_iter().map(Into::into).collect(), true)
    }

    /// The same, where the counts themselves are rounded: of chains of dice that have no end.
    ///
    /// # Panics
    ///
    /// As [`Ways::of`].
    pub fn rounded<N: Into<u128>>(counts: impl IntoIterator<Item = N>) -> Ways {
        Ways::lowest(counts.into_iter().map(Into::into).collect(), false)
    }

    /// What may come about, each once in so many times and with what it then comes to.
    ///
    /// # Panics
    ///
    /// As [`Ways::of`].
    pub fn once_in(outcomes: &[(u128, usize)]) -> Ways {
        let common = outcomes.iter().fold(1, |all, (of, _)| all / divisor(all, *of) * of);
        let parts: Vec<(u128, Ways)> =
            outcomes.iter().map(|(of, value)| (common / of, Ways::sure(*value))).collect();
        Ways::either(&parts)
    }

    /// One die with `faces`, each with what it comes to.
    pub fn die(faces: u8, of: impl Fn(u8) -> usize) -> Ways {
        let parts: Vec<(u128, Ways)> = (1..=faces).map(|face| (1, Ways::sure(of(face)))).collect();
        Ways::either(&parts)
    }

    /// Ways to come to 0, 1, 2, …, the last of them above 0.
    pub fn counts(&self) -> &[u128] {
        &self.counts
    }

    /// All ways together.
    pub fn whole(&self) -> u128 {
        self.counts.iter().sum()
    }

    /// What it comes to on average, in so many parts of one, rounded.
    pub fn mean(&self, parts: u128) -> u128 {
        // So few bits that a count times the parts goes into 128.
        let shift = (128 - self.whole().leading_zeros()).saturating_sub(96);
        let whole = (self.whole() >> shift).max(1);
        let sum: u128 = (0_u128..).zip(&self.counts).map(|(value, ways)| value * (ways >> shift)).sum();
        (sum * parts + whole / 2) / whole
    }

    /// Whether nothing had to be rounded.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether there is only one thing it may come to.
    pub fn is_sure(&self) -> bool {
        self.counts.iter().filter(|it| 0 < **it).count() == 1
    }

    /// The sum of two throws that know nothing of each other.
    #[must_use]
    pub fn and(&self, other: &Ways) -> Ways {
        let exact = self.exact && other.exact;
        match sum(&self.counts, &other.counts) {
            Some(counts) => Ways::lowest(counts, exact),
            None => {
                let counts =
                    sum(&self.parts(), &other.parts()).expect("two wholes of 10^18 go into 128 bits");
                Ways::lowest(counts, false).shortened()
            }
        }
    }

    #[must_use]
    pub fn times(&self, n: u16) -> Ways {
        // By halves: many dice take few steps.
        match n {
            0 => Ways::sure(0),
            1 => self.clone(),
            _ => {
                let half = self.times(n / 2);
                let even = half.and(&half);
                if n.is_multiple_of(2) { even } else { even.and(self) }
            }
        }
    }

    /// One of several, each with the ways in which it comes about.
    ///
    /// # Panics
    ///
    /// As [`Ways::of`].
    pub fn either(parts: &[(u128, Ways)]) -> Ways {
        let exact = parts.iter().all(|(_, it)| it.exact);
        if let Some(counts) = mixed(parts) {
            return Ways::lowest(counts, exact);
        }
        let weights = Ways::of(parts.iter().map(|it| it.0)).parts();
        let mut counts: Vec<u128> = Vec::new();
        for (weight, (_, it)) in weights.into_iter().zip(parts) {
            let mine = it.parts();
            counts.resize(counts.len().max(mine.len()), 0);
            counts.iter_mut().zip(mine).for_each(|(all, more)| *all += weight * more);
        }
        Ways::lowest(counts, false).shortened()
    }

    /// What is thrown after it, by what it came to.
    #[must_use]
    pub fn then(&self, next: impl Fn(usize) -> Ways) -> Ways {
        let led = self.counts.iter().enumerate().filter(|it| 0 < *it.1);
        let parts: Vec<(u128, Ways)> = led.map(|(value, ways)| (*ways, next(value))).collect();
        let all = Ways::either(&parts);
        Ways { exact: all.exact && self.exact, ..all }
    }

    /// The same throw, read otherwise.
    #[must_use]
    pub fn read(&self, of: impl Fn(usize) -> usize) -> Ways {
        let mut counts = Vec::new();
        for (value, ways) in self.counts.iter().enumerate().filter(|it| 0 < *it.1) {
            let to = of(value);
            counts.resize(counts.len().max(to + 1), 0);
            counts[to] += ways;
        }
        Ways::lowest(counts, self.exact)
    }

    /// No more than so much of it counts.
    #[must_use]
    pub fn at_most(&self, most: usize) -> Ways {
        self.read(|value| value.min(most))
    }

    /// 1 if it comes to `least` or more.
    #[must_use]
    pub fn at_least(&self, least: usize) -> Ways {
        self.read(|value| usize::from(least <= value))
    }

    fn lowest(mut counts: Vec<u128>, exact: bool) -> Ways {
        let last = counts.iter().rposition(|it| 0 < *it).expect("dice come to something");
        counts.truncate(last + 1);
        let common = counts.iter().fold(0, |all, it| divisor(all, *it));
        counts.iter_mut().for_each(|it| *it /= common);
        Ways { counts, exact }
    }

    /// In whole parts that make up [`PARTS`]; the likeliest makes up for the rounding.
    fn parts(&self) -> Vec<u128> {
        let whole = self.whole();
        // So many bits that a count times the parts goes into 128.
        let shift = (128 - whole.leading_zeros()).saturating_sub(64);
        let mut parts: Vec<u128> =
            self.counts.iter().map(|it| (it >> shift) * PARTS / (whole >> shift)).collect();
        let rest = PARTS - parts.iter().sum::<u128>();
        if let Some(likely) = parts.iter_mut().max() {
            *likely += rest;
        }
        parts
    }

    fn shortened(self) -> Ways {
        Ways::lowest(self.parts(), false)
    }
}

fn sum(one: &[u128], other: &[u128]) -> Option<Vec<u128>> {
    // If all ways together go into 128 bits, so does each.
    let whole = |counts: &[u128]| counts.iter().try_fold(0_u128, |all, it| all.checked_add(*it));
    whole(one)?.checked_mul(whole(other)?)?;
    let mut counts = vec![0; one.len() + other.len() - 1];
    for (i, a) in one.iter().enumerate() {
        for (j, b) in other.iter().enumerate() {
            counts[i + j] += a * b;
        }
    }
    Some(counts)
}

fn mixed(parts: &[(u128, Ways)]) -> Option<Vec<u128>> {
    let mut common = 1_u128;
    for (_, it) in parts {
        let whole = it.whole();
        common = (common / divisor(common, whole)).checked_mul(whole)?;
    }
    let weight = parts.iter().try_fold(0_u128, |all, it| all.checked_add(it.0))?;
    weight.checked_mul(common)?;
    let mut counts = Vec::new();
    for (weight, it) in parts {
        let times = weight * (common / it.whole());
        counts.resize(counts.len().max(it.counts.len()), 0);
        counts.iter_mut().zip(&it.counts).for_each(|(all, more)| *all += times * more);
    }
    Some(counts)
}

/// The greatest that divides both.
fn divisor(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d6() -> Ways {
        Ways::die(6, usize::from)
    }

    #[test]
    fn dice_add_up() {
        assert_eq!(d6().and(&d6()).counts(), [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        assert_eq!(d6().at_least(5).counts(), [2, 1], "in lowest terms");
        assert_eq!(d6().at_most(3).counts(), [0, 1, 1, 4]);
        assert_eq!(Ways::of([3_u8, 3, 0]), Ways::of([7_u64, 7]));
        assert!(Ways::sure(2).and(&Ways::sure(1)).is_sure());
        assert_eq!((d6().mean(10), d6().times(60).mean(10), Ways::sure(2).mean(100)), (35, 2100, 200));
        assert_eq!(d6().times(0), Ways::sure(0));
    }

    #[test]
    fn one_of_several() {
        // A hit by 4 and more does a die, a miss nothing.
        let shot = Ways::either(&[(3, Ways::sure(0)), (3, d6())]);
        assert_eq!(shot.counts(), [6, 1, 1, 1, 1, 1, 1]);
        assert_eq!((shot.whole(), shot.is_exact()), (12, true));
        assert_eq!(Ways::of([1_u8, 1]).then(|hits| d6().times(hits as u16)), shot);
        // Heads is nothing, tails a d3.
        assert_eq!(Ways::once_in(&[(2, 0), (6, 1), (6, 2), (6, 3)]).counts(), [3, 1, 1, 1]);
    }

    /// 50 dice are more than 128 bits hold: told, and still nearly right.
    #[test]
    fn what_is_too_much_is_rounded_and_says_so() {
        let many = d6().times(49);
        assert!(many.is_exact() && many.whole() == 6_u128.pow(49));
        let more = d6().times(60);
        assert!(!more.is_exact());
        let mean = |it: &Ways| {
            let sum: u128 = it.counts().iter().zip(0_u128..).map(|(ways, value)| ways / 1000 * value).sum();
            sum / (it.whole() / 1_000_000)
        };
        assert!(mean(&more).abs_diff(210_000) <= 1, "{}", mean(&more));
        let parts = [(u128::MAX / 2, more.clone()), (u128::MAX / 2, more.clone())];
        let same = Ways::either(&parts);
        assert!(!same.is_exact() && mean(&same).abs_diff(210_000) <= 1);
    }
}
