//! How the computer players keep clear of rocks.

use geometry::Point;

use crate::{
    Battle,
    movement::{
        collisions::{Peril, Placed},
        plot::{self, Plot},
    },
    ship::{Motion, ShipId},
    terrain::planets::{End, Voyage},
};

/// A ship that runs into something is lost; one that can hardly help doing so next turn is in danger.
pub(crate) fn safety(battle: &Battle, id: ShipId, things: &[Placed], voyage: &Voyage, drift: Motion) -> i64 {
    if things.is_empty() {
        return 0;
    }
    let flight = &voyage.flight;
    let planet = battle.planet_perils(id, voyage).map_or(0, cost);
    let now: i64 =
        battle.perils(id, things, &flight.path, flight.motion.velocity).into_iter().map(cost).sum();
    // Straight on, where everything will be a turn later.
    let later: Vec<Placed> = things.iter().map(|(thing, body)| (*thing, body.moved())).collect();
    let (from, path) = (flight.motion.at, [drift.at]);
    let next: i64 = battle.meets(id, &later, from, &path, drift.velocity).into_iter().map(cost).sum();
    let next =
        if battle.hits_planet(from, drift.at) && voyage.end == End::Free { next - 120_000_000 } else { next };
    now + planet + next / 12 + cramped(battle, id, &later, flight.motion, next)
}

/// What one peril costs: a lost ship more than anything that fire could win.
fn cost(peril: Peril) -> i64 {
    match peril {
        Peril::Collision { .. } => -20_000_000 * i64::from(peril.lost()),
        Peril::Battering { dice, .. } => -3_500_000 * i64::from(dice),
        Peril::Dust { .. } => -800_000,
        // A ship that lands is safe, and out of the battle.
        Peril::Atmosphere { .. } => -20_000_000 * i64::from(peril.lost()) - 8_000_000,
        Peril::Crash { .. } => -120_000_000,
        Peril::Orbit { .. } => 0,
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
        let mut legs = [from.at].into_iter().chain(path.iter().copied()).zip(path.iter().copied());
        legs.all(|(from, to)| !battle.hits_planet(from, to))
            && battle.meets(id, later, from.at, &path, flight.motion.velocity).iter().all(|it| it.lost() == 0)
    });
    if out { 0 } else { next / 3 }
}
