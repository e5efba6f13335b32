//! How the computer players keep clear of rocks.

use geometry::Point;

use crate::{
    Battle,
    collisions::{Peril, Placed},
    plot::{self, Flight, Plot},
    ship::{Motion, ShipId},
};

/// A ship that runs into something is lost; one that can hardly help doing so next turn is in danger.
pub(super) fn safety(battle: &Battle, id: ShipId, things: &[Placed], flight: &Flight, drift: Motion) -> i64 {
    if things.is_empty() {
        return 0;
    }
    let now: i64 =
        battle.perils(id, things, &flight.path, flight.motion.velocity).into_iter().map(cost).sum();
    // Straight on, where everything will be a turn later.
    let later: Vec<Placed> = things.iter().map(|(thing, body)| (*thing, body.moved())).collect();
    let (from, path) = (flight.motion.at, [drift.at]);
    let next: i64 = battle.meets(id, &later, from, &path, drift.velocity).into_iter().map(cost).sum();
    now + next / 12 + cramped(battle, id, &later, flight.motion, next)
}

/// What one peril costs: a lost ship more than anything that fire could win.
fn cost(peril: Peril) -> i64 {
    match peril {
        Peril::Collision { .. } => -20_000_000 * i64::from(peril.lost()),
        Peril::Battering { dice, .. } => -3_500_000 * i64::from(dice),
        Peril::Dust { .. } => -800_000,
    }
}

/// Danger ahead counts in full if no hard turn leads out of it.
fn cramped(battle: &Battle, id: ShipId, later: &[Placed], from: Motion, next: i64) -> i64 {
    if -20_000_000 < next || from.drift.is_some() {
        return 0;
    }
    let turn = battle.drive(id).turning.clamp(0, 6) as i8;
    let out = [-turn, turn].into_iter().any(|turn| {
        let helm = plot::Helm { turn, second: None, thrust: 0 };
        let flight = plot::fly(from, &Plot::Helm(helm));
        let path: Vec<Point> = flight.path.to_vec();
        battle.meets(id, later, from.at, &path, flight.motion.velocity).into_iter().all(|it| it.lost() == 0)
    });
    if out { 0 } else { next / 3 }
}
