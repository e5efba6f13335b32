//! The table as a plot in letters, and the shots it offers, for a terminal.

use std::fmt::Write as _;

use geometry::Point;
use plotter::Plot;

use crate::{
    Battle,
    gunnery::{self, Shot, Step, Weapon},
    scenario::{TableSize, TerrainKind},
    ship::ShipId,
    view::View,
};

/// Ships by tag with an arrow for the heading; `:` gas, `#` solid, `.` every 6 units, or
/// farther apart where that would fill the plot.
pub(crate) fn chart(view: &View) -> String {
    let (low, high) = bounds(view);
    let mut plot = Plot::filling(low, high);
    plot.ground(|middle| {
        let inside = view.terrain.iter().find(|(_, outline)| outline.contains(middle));
        inside.map(|(kind, _)| match kind {
            TerrainKind::Gas => ':',
            TerrainKind::Solid => '#',
        })
    });
    let step = plot.dots(6);
    for (id, view_of) in view.field.ship_ids().zip(&view.ships).filter(|(_, it)| it.ship.is_active()) {
        let ship = &view_of.ship;
        let mark = format!("{}{}", view.field.tag(id), plotter::arrow(ship.heading.degrees()));
        plot.mark(ship.at, &mark);
    }
    plot.framed(step)
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
