//! What the objectives of a scenario ask of a captain: ships to take whole, and edges to reach.

use engine::Seat;
use geometry::Length;

use crate::{
    Battle,
    objectives::{Fate, side_called},
    ship::{Edge, IconId, Motion, ShipId, Status},
};

/// Whether taking this ship wins for the seat.
fn is_prize(battle: &Battle, seat: Seat, id: ShipId) -> bool {
    let Some(objectives) = &battle.field.scenario.objectives else { return false };
    let name = &battle.field.berth(id).name;
    objectives.verdicts.iter().any(|verdict| {
        verdict.wins.as_ref().and_then(|it| side_called(battle, it)) == Some(seat)
            && verdict.when.iter().any(|it| it.ships.contains(name) && it.fate.contains(&Fate::Captured))
    })
}

/// Shots that a captain leaves alone: at what he holds or wants whole, or with nobody to send.
pub(super) fn leaves_alone(battle: &Battle, seat: Seat, from: ShipId, weapon: IconId, to: ShipId) -> bool {
    let target = battle.ship(to);
    let beams = battle.is_transporter(from, weapon);
    if let Status::Captured { .. } = target.status {
        // Only what the enemy has taken, where more than points is at stake.
        return target.owner != seat || battle.field.scenario.objectives.is_none();
    }
    if beams {
        return battle.marines(from) == 0;
    }
    let boards = battle.boarding_magazine(from, weapon).is_some();
    let armour: u16 = target.armour.iter().map(|it| it.boxes()).sum();
    !boards && battle.hull_left(to) + armour <= 12 && is_prize(battle, seat, to)
}

/// The edge by which a ship scores for its own side.
pub(super) fn way_out(battle: &Battle, id: ShipId) -> Option<Edge> {
    let objectives = battle.field.scenario.objectives.as_ref()?;
    let (name, owner) = (&battle.field.berth(id).name, battle.ship(id).owner);
    let line = objectives.points.iter().find(|it| {
        it.ships.contains(name)
            && it.fate.contains(&Fate::Left)
            && 0 < it.percent
            && side_called(battle, &it.to) == Some(owner)
    })?;
    line.edge
}

/// How near a plot brings a ship to its way out; beyond it is best of all.
pub(super) fn nearing(battle: &Battle, edge: Edge, to: Motion) -> i64 {
    let size = battle.field.scenario.table;
    let left = match edge {
        Edge::North => size.height - to.at.y,
        Edge::East => size.width - to.at.x,
        Edge::South => to.at.y,
        Edge::West => to.at.x,
    };
    let left = left.0 / (Length::PER_UNIT / 1_000);
    let out = match (battle.is_on_table(to.at), 0 <= left) {
        (true, _) => 0,
        (false, false) => 300_000_000,
        (false, true) => -300_000_000,
    };
    out - left * 100
}

/// What the objectives would say if the battle ended now, out of 10,000.
pub(super) fn decided(battle: &Battle, seat: Seat) -> i64 {
    let Some(objectives) = &battle.field.scenario.objectives else { return 0 };
    let Some(at) = objectives.verdict(battle, true) else {
        let points = |seat: u8| i64::from(crate::points(battle, Seat(seat)));
        let others = (0..battle.field.seats()).filter(|it| *it != seat.0).map(points);
        return 2 * (points(seat.0) - others.max().unwrap_or(0));
    };
    match objectives.verdicts[at].wins.as_ref().and_then(|it| side_called(battle, it)) {
        Some(winner) if winner == seat => 2_000,
        Some(_) => -2_000,
        None => 0,
    }
}
