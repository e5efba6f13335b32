//! The table as a plot in letters, and the shots it offers, for a terminal.

use std::fmt::Write as _;

use geometry::{Length, Point};

use crate::{
    Battle,
    gunnery::{self, Shot, Step, Weapon},
    scenario::{TableSize, TerrainKind},
    ship::ShipId,
    view::View,
};

const COLUMNS: usize = 72;
const ROWS: usize = 26;
/// The most dots in a row: ships without an edge to the table fly far apart.
const DOTS: i64 = 36;

/// Headings by eighths, from north clockwise.
const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];

/// Ships by tag with an arrow for the heading; `:` gas, `#` solid, `.` every 6 units, or
/// farther apart where that would fill the plot.
pub(crate) fn chart(view: &View) -> String {
    let (low, high) = bounds(view);
    let place = |at: Point| {
        let share = |from: Length, to: Length, at: Length, cells: usize| {
            let span = (to - from).0.max(1);
            ((at - from).0.clamp(0, span) as i128 * (cells as i128 - 1) / i128::from(span)) as usize
        };
        (share(low.x, high.x, at.x, COLUMNS), ROWS - 1 - share(low.y, high.y, at.y, ROWS))
    };
    let mut cells = vec![[' '; COLUMNS]; ROWS];
    for (row, line) in cells.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            let middle = Point {
                x: low.x + Length((high.x - low.x).0 / (COLUMNS as i64 - 1) * column as i64),
                y: high.y - Length((high.y - low.y).0 / (ROWS as i64 - 1) * row as i64),
            };
            let inside = view.terrain.iter().find(|(_, outline)| outline.contains(middle));
            match inside {
                Some((TerrainKind::Gas, _)) => *cell = ':',
                Some((TerrainKind::Solid, _)) => *cell = '#',
                None => (),
            }
        }
    }
    let wide = (high.x - low.x).max(high.y - low.y).whole_units_up();
    let step =
        (0..).map(|doubled| 6_i64 << doubled).find(|it| wide / it < DOTS).expect("some step is enough");
    let first = |from: Length| from.whole_units_up().div_euclid(step) * step;
    let ticks = |from: Length, to: Length| {
        (first(from)..=to.whole_units_down()).step_by(step as usize).map(|it| Length::units(it as i32))
    };
    for x in ticks(low.x, high.x) {
        for y in ticks(low.y, high.y) {
            let (column, row) = place(Point { x, y });
            if cells[row][column] == ' ' {
                cells[row][column] = '.';
            }
        }
    }
    for (id, view_of) in view.field.ship_ids().zip(&view.ships) {
        if !view_of.ship.is_active() {
            continue;
        }
        let (column, row) = place(view_of.ship.at);
        let arrow = ARROWS[usize::from(view_of.ship.heading.degrees() / 45) % 8];
        let mark: Vec<char> = view.field.tag(id).chars().chain([arrow]).collect();
        // Where ships stand close, the first drawn stays legible and the next goes below.
        let start = column.saturating_sub(mark.len() / 2).min(COLUMNS - mark.len());
        let free = |row: &usize| cells[*row][start..start + mark.len()].iter().all(|it| " .:#".contains(*it));
        let rows = [row, row + 1, row.wrapping_sub(1), row + 2, row.wrapping_sub(2)];
        let row = rows.into_iter().filter(|row| *row < ROWS).find(free).unwrap_or(row);
        cells[row][start..start + mark.len()].copy_from_slice(&mark);
    }
    let mut text = format!("  +{}+\n", "-".repeat(COLUMNS));
    for line in &cells {
        let _ = writeln!(text, "  |{}|", line.iter().collect::<String>());
    }
    let _ = writeln!(
        text,
        "  +{}+  ({:.0}, {:.0}) to ({:.0}, {:.0}), a dot every {step}",
        "-".repeat(COLUMNS),
        low.x,
        low.y,
        high.x,
        high.y
    );
    text
}

/// The table; without an edge, whatever holds all ships.
fn bounds(view: &View) -> (Point, Point) {
    let TableSize { width, height } = view.field.scenario.table;
    let (mut low, mut high) = (Point::default(), Point { x: width, y: height });
    if !view.field.fixed {
        for ship in view.ships.iter().map(|it| &it.ship).filter(|it| it.is_active()) {
            low = Point { x: low.x.min(ship.at.x), y: low.y.min(ship.at.y) };
            high = Point { x: high.x.max(ship.at.x), y: high.y.max(ship.at.y) };
        }
    }
    (low, high)
}

/// ASF-ARC.1: what every ship could fire at, with the column and the modifier.
pub(crate) fn shots(battle: &Battle, ships: impl Iterator<Item = ShipId>, step: Step) -> String {
    let mut text = String::new();
    for id in ships {
        let offers: Vec<String> = gunnery::shots(battle, id, step).map(|it| offer(battle, id, it)).collect();
        if !offers.is_empty() {
            let _ = writeln!(text, "  {}: {}", battle.field().tag(id), offers.join(", "));
        }
    }
    text
}

fn offer(battle: &Battle, id: ShipId, shot: Shot) -> String {
    let arc =
        if shot.weapon == Weapon::Primaries { format!("{} ", shot.arc.letter()) } else { String::new() };
    let away = (battle.ship(shot.target).at - battle.ship(id).at).length();
    let modifier = shot.modifiers.total();
    let modifier = if modifier == 0 { String::new() } else { format!(" {modifier:+}") };
    format!("{arc}{} ({}{modifier}, {away:.0} away)", battle.field().tag(shot.target), shot.column.name())
}
