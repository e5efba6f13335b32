//! Zero-sum matrix games, solved exactly: the simplex method in whole numbers,
//! with Bland's rule, so that it always ends and always ends alike (ALG-13).

/// The most rows and columns.
pub(crate) const MOST: usize = 4;

/// Optimal mixes as parts of a common whole, and the value as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    /// Weight of each row; they add up to `whole`.
    pub(crate) rows: [i128; MOST],
    pub(crate) columns: [i128; MOST],
    pub(crate) whole: i128,
    /// The game's value for the row player, times `whole`.
    pub(crate) value: i128,
}

/// Solves the game whose entries are what the row player gains.
///
/// The game is shifted so that all entries are positive; then the column
/// player's mix is the solution of: greatest sum of y with A y <= 1.
pub(crate) fn solve(entries: &[[i64; MOST]; MOST], rows: usize, columns: usize) -> Solution {
    simplex::<i64>(entries, rows, columns)
        .or_else(|| simplex::<i128>(entries, rows, columns))
        .expect("128 bits are enough for what ships are worth")
}

/// A number of the tableau. Nearly every game fits into 64 bits, where all costs a fraction.
trait Size: Copy + Ord + Into<i128> {
    const ONE: Self;
    const NONE: Self;
    const MINUS_ONE: Self;
    fn of(entry: i64, shift: i128) -> Option<Self>;
    /// `self * pivot - factor * other`, divided by what divides it.
    fn pivoted(self, pivot: Self, factor: Self, other: Self, denominator: Self) -> Option<Self>;
}

impl Size for i64 {
    const ONE: i64 = 1;
    const NONE: i64 = 0;
    const MINUS_ONE: i64 = -1;

    fn of(entry: i64, shift: i128) -> Option<i64> {
        entry.checked_add(i64::try_from(shift).ok()?)
    }

    fn pivoted(self, pivot: i64, factor: i64, other: i64, denominator: i64) -> Option<i64> {
        let whole = i128::from(self) * i128::from(pivot) - i128::from(factor) * i128::from(other);
        match i64::try_from(whole) {
            Ok(whole) => whole.checked_div(denominator),
            Err(_) => i64::try_from(whole / i128::from(denominator)).ok(),
        }
    }
}

impl Size for i128 {
    const ONE: i128 = 1;
    const NONE: i128 = 0;
    const MINUS_ONE: i128 = -1;

    fn of(entry: i64, shift: i128) -> Option<i128> {
        Some(i128::from(entry) + shift)
    }

    fn pivoted(self, pivot: i128, factor: i128, other: i128, denominator: i128) -> Option<i128> {
        Some((self * pivot - factor * other) / denominator)
    }
}

/// The same in numbers of one size; nothing if they are too small for it.
fn simplex<T: Size>(entries: &[[i64; MOST]; MOST], rows: usize, columns: usize) -> Option<Solution> {
    let mut least = i64::MAX;
    for row in &entries[..rows] {
        for &entry in &row[..columns] {
            least = least.min(entry);
        }
    }
    let shift = 1 - i128::from(least);
    // Columns: y, slack, right-hand side. The last row is the objective.
    const WIDTH: usize = 2 * MOST + 1;
    let width = columns + rows;
    let mut tableau = [[T::NONE; WIDTH]; MOST + 1];
    let mut basis = [0_usize; MOST];
    for i in 0..rows {
        for j in 0..columns {
            tableau[i][j] = T::of(entries[i][j], shift)?;
        }
        tableau[i][columns + i] = T::ONE;
        tableau[i][WIDTH - 1] = T::ONE;
        basis[i] = columns + i;
    }
    for entry in &mut tableau[rows][..columns] {
        *entry = T::MINUS_ONE;
    }
    let mut denominator = T::ONE;
    while let Some(enter) = (0..width).find(|&j| tableau[rows][j] < T::NONE) {
        // The tightest ratio; among equals the variable of the lowest number leaves.
        let mut leave: Option<usize> = None;
        for i in 0..rows {
            if tableau[i][enter] <= T::NONE {
                continue;
            }
            let tighter = leave.is_none_or(|best| {
                let times = |a: T, b: T| -> i128 { a.into() * b.into() };
                let one = times(tableau[i][WIDTH - 1], tableau[best][enter]);
                let other = times(tableau[best][WIDTH - 1], tableau[i][enter]);
                one < other || (one == other && basis[i] < basis[best])
            });
            if tighter {
                leave = Some(i);
            }
        }
        let Some(leave) = leave else { break };
        let pivots = tableau[leave];
        let pivot = pivots[enter];
        for i in (0..=rows).filter(|&i| i != leave) {
            let factor = tableau[i][enter];
            for j in (0..width).chain([WIDTH - 1]) {
                // Whole-number pivoting: the division leaves no rest.
                tableau[i][j] = tableau[i][j].pivoted(pivot, factor, pivots[j], denominator)?;
            }
        }
        denominator = pivot;
        basis[leave] = enter;
    }
    let whole: i128 = tableau[rows][WIDTH - 1].into();
    let value = denominator.into() - shift * whole;
    let mut solution = Solution { rows: [0; MOST], columns: [0; MOST], whole, value };
    for i in 0..rows {
        solution.rows[i] = tableau[rows][columns + i].into();
        if basis[i] < columns {
            solution.columns[basis[i]] = tableau[i][WIDTH - 1].into();
        }
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The symmetric game of the index in quarters: hD = hR = hB = 4, c, f.
    fn game(c: i64, f: i64) -> [[i64; 4]; 4] {
        let h = 4;
        let mut m = [[0; 4]; 4];
        let mut set = |i: usize, j: usize, value: i64| {
            m[i][j] = value;
            m[j][i] = -value;
        };
        set(0, 1, c - h);
        set(0, 2, h);
        set(1, 2, -h - c);
        set(3, 0, -f);
        set(3, 2, -f);
        set(3, 1, c - h - f);
        m
    }

    fn mix(weights: [i128; 4], whole: i128, of: i128) -> [i128; 4] {
        weights.map(|it| it * of / whole)
    }

    /// FTB-16.3, ALG-13: the check values of the index.
    #[test]
    fn alg_13_check_values() {
        let plain = solve(&game(1, 2), 3, 3);
        assert_eq!((mix(plain.rows, plain.whole, 12), plain.value), ([5, 4, 3, 0], 0));
        // f of -1/4 still leaves Evasive unused.
        let edge = solve(&game(1, -1), 4, 4);
        assert_eq!(edge.value, 0);
        let hot = solve(&game(1, -2), 4, 4);
        assert_eq!((mix(hot.rows, hot.whole, 8), hot.value), ([0, 2, 1, 5], 0));
        assert_eq!(mix(hot.columns, hot.whole, 8), [0, 2, 1, 5]);
    }

    /// ALG-13: only A can hurt (B's Weapons offline), draws hit too; c = 1/4, f = 1/2, in quarters.
    #[test]
    fn alg_13_one_sided() {
        let (h, c, f) = (4, 1, 2);
        let m = [[h, c, h, f], [h - c, h, -c, h - c + f], [0, h + c, h, f], [-f, c - f, -f, 0]];
        let it = solve(&m, 4, 4);
        assert_eq!(it.value * 16, it.whole * 4 * 11, "{it:?}");
        assert_eq!(mix(it.rows, it.whole, 4), [2, 1, 1, 0]);
    }

    /// Whatever the game, no pure strategy does better against the mixes.
    #[test]
    fn mixes_are_optimal() {
        let mut dice = dice::Dice::numbered(3, 0);
        for _ in 0..3_000 {
            let mut m = [[0_i64; 4]; 4];
            let (rows, columns) = (1 + dice.index(4), 1 + dice.index(4));
            let range = if dice.one_in(3) { 4 } else { 20_001 };
            m.iter_mut().flatten().for_each(|it| *it = dice.index(range) as i64 - range as i64 / 2);
            let it = solve(&m, rows, columns);
            assert_eq!(simplex::<i128>(&m, rows, columns), Some(it));
            assert_eq!(it.rows[..rows].iter().sum::<i128>(), it.whole);
            assert_eq!(it.columns[..columns].iter().sum::<i128>(), it.whole);
            for j in 0..columns {
                let gain: i128 = (0..rows).map(|i| it.rows[i] * i128::from(m[i][j])).sum();
                assert!(it.value <= gain, "{m:?} {it:?}");
            }
            for row in &m[..rows] {
                let loss: i128 = (0..columns).map(|j| it.columns[j] * i128::from(row[j])).sum();
                assert!(loss <= it.value, "{m:?} {it:?}");
            }
        }
    }
}
