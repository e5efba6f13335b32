//! Mines: avoided, swept and laid by rule of thumb.

use geometry::{Length, Point};

use crate::{
    Battle,
    movement::{paths, plot::Flight},
    ordnance::mines::Lay,
    ship::{IconId, ShipId},
    tactics::judge::Craft,
};

/// Points a mine does on average, in thousandths.
const HARM: i64 = 3_200;

/// Enemy mines that are active, for a side.
pub(crate) fn threats(battle: &Battle, side: u8) -> Vec<Point> {
    let active = battle.mines.iter().filter(|it| it.turn < battle.turn && it.side != side);
    active.map(|it| it.at).collect()
}

/// What the mines on a path cost, in the coin of plots.
pub(crate) fn danger(mines: &[Point], from: Point, flight: &Flight, craft: &Craft<'_>) -> i64 {
    if mines.is_empty() {
        return 0;
    }
    -(met(mines, from, flight) as i64) * HARM * craft.worth / 1_000 * 500
}

fn met(mines: &[Point], from: Point, flight: &Flight) -> usize {
    let path: Vec<Point> = [from].into_iter().chain(flight.path.iter().copied()).collect();
    mines.iter().filter(|at| paths::meets(&path, **at, Length::units(3)).is_some()).count()
}

/// It sweeps where it meets a mine and nobody is near enough to be shot at.
pub(crate) fn sweeps(
    battle: &Battle,
    id: ShipId,
    mines: &[Point],
    from: Point,
    flight: &Flight,
    far: bool,
) -> bool {
    far && !mines.is_empty() && battle.can_sweep(id) && 0 < met(mines, from, flight)
}

/// A mine from every rack while an enemy is near enough to meet it.
pub(crate) fn lays(battle: &Battle, id: ShipId, near: bool) -> Vec<Lay> {
    if !near || !battle.field.blueprint(id).has_mines {
        return Vec::new();
    }
    let lay = |layer: IconId| Lay { layer, after: None };
    battle.layers(id).into_iter().map(lay).collect()
}
