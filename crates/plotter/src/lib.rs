//! A table drawn in letters, for a terminal. It knows no game: a game says
//! what stands where, in letters of its own.

use std::fmt::Write as _;

use geometry::{Length, Offset, Point};

/// What gives way to a mark: empty cells, dots of the grid, and textures.
const GROUND: &str = " .:#";
/// Cells of the largest sheet.
const COLUMNS: usize = 72;
const ROWS: usize = 26;
/// The most dots in a row: ships without an edge to the table fly far apart.
const DOTS: i64 = 36;
/// Headings by eighths, from north clockwise.
const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];

/// The arrow nearest to a heading in degrees, clockwise from north.
pub fn arrow(degrees: u16) -> char {
    ARROWS[(usize::from(degrees % 360) * 2 + 45) / 90 % 8]
}

/// The arrow nearest to a vector; a dot for none at all.
pub fn arrow_along(vector: Offset) -> char {
    let (east, north) = (i128::from(vector.east.0), i128::from(vector.north.0));
    // Within an eighth of a turn about an axis the other part is less than 0.414 of this one.
    let little = |it: i128, of: i128| it.abs() * 1000 < of.abs() * 414;
    let eighth = match (east.signum(), north.signum()) {
        (0, 0) => return '·',
        (_, 1) if little(east, north) => 0,
        (1, _) if little(north, east) => 2,
        (_, -1) if little(east, north) => 4,
        (-1, _) if little(north, east) => 6,
        (1, 1) => 1,
        (1, _) => 3,
        (_, -1) => 5,
        (_, _) => 7,
    };
    ARROWS[eighth]
}

/// Letters in rows and columns, counted from the upper left.
#[derive(Clone, Debug)]
pub struct Sheet {
    cells: Vec<Vec<char>>,
    columns: usize,
}

impl Sheet {
    pub fn new(columns: usize, rows: usize) -> Sheet {
        Sheet { cells: vec![vec![' '; columns]; rows], columns }
    }

    /// Something of the ground, which marks are drawn over. What lies there already stays.
    pub fn ground(&mut self, column: usize, row: usize, letter: char) {
        if let Some(cell) = self.cells.get_mut(row).and_then(|it| it.get_mut(column))
            && *cell == ' '
        {
            *cell = letter;
        }
    }

    /// A word about this place. Where others stand close, the first stays legible and the next goes
    /// below, above or farther away.
    pub fn mark(&mut self, column: usize, row: usize, word: &str) {
        let word: Vec<char> = word.chars().take(self.columns).collect();
        let start = column.saturating_sub(word.len() / 2).min(self.columns - word.len());
        let free = |row: &usize| {
            let place = self.cells[*row][start..start + word.len()].iter();
            place.clone().all(|it| GROUND.contains(*it))
        };
        let rows = [row, row + 1, row.wrapping_sub(1), row + 2, row.wrapping_sub(2)];
        let row = rows.into_iter().filter(|row| *row < self.cells.len()).find(free).unwrap_or(row);
        if let Some(line) = self.cells.get_mut(row) {
            line[start..start + word.len()].copy_from_slice(&word);
        }
    }

    /// The sheet in a frame, with a word below it.
    pub fn framed(&self, foot: &str) -> String {
        let edge = "-".repeat(self.columns);
        let mut text = format!("  +{edge}+\n");
        for line in &self.cells {
            let _ = writeln!(text, "  |{}|", line.iter().collect::<String>());
        }
        let _ = writeln!(text, "{}", format!("  +{edge}+  {foot}").trim_end());
        text
    }
}

/// A part of a table that is measured, on a sheet.
#[derive(Clone, Debug)]
pub struct Plot {
    low: Point,
    high: Point,
    rows: usize,
    columns: usize,
    sheet: Sheet,
}

impl Plot {
    /// On a sheet of the full size, stretched to fill it.
    pub fn filling(low: Point, high: Point) -> Plot {
        Plot { low, high, rows: ROWS, columns: COLUMNS, sheet: Sheet::new(COLUMNS, ROWS) }
    }

    /// As large as the sheet allows with both directions alike: a letter is twice as high as wide.
    pub fn to_scale(low: Point, high: Point) -> Plot {
        let wide = i128::from((high.x - low.x).0.max(1));
        let long = i128::from((high.y - low.y).0.max(1));
        let (most_columns, most_rows) = (COLUMNS as i128, ROWS as i128);
        let columns = (most_rows * 2 * wide / long).clamp(8, most_columns);
        let rows = (columns * long / wide / 2).clamp(4, most_rows);
        let (columns, rows) = (columns as usize, rows as usize);
        Plot { low, high, rows, columns, sheet: Sheet::new(columns, rows) }
    }

    fn place(&self, at: Point) -> (usize, usize) {
        let share = |from: Length, to: Length, at: Length, cells: usize| {
            let span = (to - from).0.max(1);
            ((at - from).0.clamp(0, span) as i128 * (cells as i128 - 1) / i128::from(span)) as usize
        };
        let row = self.rows - 1 - share(self.low.y, self.high.y, at.y, self.rows);
        (share(self.low.x, self.high.x, at.x, self.columns), row)
    }

    /// The ground: what lies at the middle of each cell.
    pub fn ground(&mut self, lies: impl Fn(Point) -> Option<char>) {
        let (wide, long) = ((self.high.x - self.low.x).0, (self.high.y - self.low.y).0);
        for row in 0..self.rows {
            for column in 0..self.columns {
                let middle = Point {
                    x: self.low.x + Length(wide / (self.columns as i64 - 1) * column as i64),
                    y: self.high.y - Length(long / (self.rows as i64 - 1) * row as i64),
                };
                if let Some(letter) = lies(middle) {
                    self.sheet.ground(column, row, letter);
                }
            }
        }
    }

    /// A dot every so many units, or farther apart where that would fill the plot; says how far.
    pub fn dots(&mut self, units: u16) -> i64 {
        let units = i64::from(units.max(1));
        let wide = (self.high.x - self.low.x).max(self.high.y - self.low.y).whole_units_up();
        let step = (0..).map(|doubled| units << doubled).find(|it| wide / it < DOTS);
        let step = step.expect("some step is enough");
        let first = |from: Length| (from.whole_units_up() + step - 1).div_euclid(step) * step;
        let ticks = |from: Length, to: Length| {
            (first(from)..=to.whole_units_down()).step_by(step as usize).map(|it| Length::units(it as i32))
        };
        for x in ticks(self.low.x, self.high.x) {
            for y in ticks(self.low.y, self.high.y) {
                let (column, row) = self.place(Point { x, y });
                self.sheet.ground(column, row, '.');
            }
        }
        step
    }

    pub fn mark(&mut self, at: Point, word: &str) {
        let (column, row) = self.place(at);
        self.sheet.mark(column, row, word);
    }

    /// The plot in a frame, with its corners and the distance of its dots.
    pub fn framed(&self, step: i64) -> String {
        let Plot { low, high, .. } = self;
        self.sheet.framed(&format!(
            "({:.0}, {:.0}) to ({:.0}, {:.0}), a dot every {step}",
            low.x, low.y, high.x, high.y
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_point_where_ships_go() {
        let along =
            |east, north| arrow_along(Offset { east: Length::units(east), north: Length::units(north) });
        let all: String = [0, 45, 90, 135, 180, 225, 270, 315].map(arrow).iter().collect();
        assert_eq!(all, "↑↗→↘↓↙←↖");
        assert_eq!([22, 23, 337, 338, 360, 30].map(arrow), ['↑', '↗', '↖', '↑', '↑', '↗']);
        let around = [(0, 5), (5, 5), (5, 0), (5, -5), (0, -5), (-5, -5), (-5, 0), (-5, 5)];
        assert_eq!(around.map(|(e, n)| along(e, n)).iter().collect::<String>(), all);
        assert_eq!([along(2, 5), along(3, 5), along(5, -2), along(0, 0)], ['↑', '↗', '→', '·']);
    }

    #[test]
    fn both_directions_are_alike() {
        let plot = Plot::to_scale(Point::units(0, 0), Point::units(24, 36));
        assert_eq!((plot.columns, plot.rows), (34, 25));
        let flat = Plot::to_scale(Point::units(0, 0), Point::units(100, 10));
        assert_eq!((flat.columns, flat.rows), (72, 4));
        let point = Plot::to_scale(Point::units(3, 3), Point::units(3, 3));
        assert_eq!((point.columns, point.rows), (52, 26));
    }

    /// Marks stay legible beside each other, and never leave the sheet.
    #[test]
    fn marks_give_way_to_each_other() {
        let mut plot = Plot::to_scale(Point::units(0, 0), Point::units(10, 10));
        let step = plot.dots(5);
        assert_eq!(step, 5);
        for tag in ["A1↑", "A2↑", "A3↑"] {
            plot.mark(Point::units(5, 5), tag);
        }
        plot.mark(Point::units(10, 10), "B1↓");
        plot.mark(Point::units(-40, 0), "B2↓");
        let text = plot.framed(step);
        for tag in ["A1↑", "A2↑", "A3↑", "B1↓", "B2↓"] {
            assert_eq!(text.matches(tag).count(), 1, "{tag} in\n{text}");
        }
        let widths: Vec<usize> = text.lines().skip(1).take(26).map(|it| it.chars().count()).collect();
        assert!(widths.iter().all(|it| *it == widths[0]), "{text}");
    }
}
