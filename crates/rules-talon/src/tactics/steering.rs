//! Where to go: a short look ahead along one's own moves.

use crate::{
    battle::Battle,
    hex::Hex,
    movement,
    orders::How,
    scenario::{Goal, TerrainKind},
    ship::{Ship, ShipId},
    tables::Impulse,
};

use super::worth::{self, Stand};

/// How far ahead a captain looks, in own moves.
const DEPTH: u8 = 3;

/// Everything about the mover that changes along a path.
#[derive(Clone, Copy, Debug)]
struct Path {
    stand: Stand,
    turn_left: u8,
}

/// The worth of a move for a ship: the place it leads to, and the best that may follow.
pub(super) fn value(battle: &Battle, id: ShipId, how: How) -> i32 {
    let ship = battle.ship(id);
    let (at, facing) = movement::step(ship, how);
    let path = Path { stand: Stand { at, facing }, turn_left: movement::turn_left(battle, ship, how) };
    let slip = matches!(how, How::SlipLeft | How::SlipRight);
    place(battle, id, ship, path.stand, 0) + onward(battle, id, ship, path, 1) + i32::from(slip)
}

/// What a ship that stays where it is has to expect.
pub(super) fn staying(battle: &Battle, id: ShipId) -> i32 {
    let ship = battle.ship(id);
    let path = Path { stand: Stand::of(ship), turn_left: ship.turn_left };
    place(battle, id, ship, path.stand, 0) + onward(battle, id, ship, path, 1)
}

/// The best continuation with a marker of so many hexes, in the next move.
pub(super) fn with_marker(battle: &Battle, id: ShipId, turn_left: u8) -> i32 {
    let ship = battle.ship(id);
    onward(battle, id, ship, Path { stand: Stand::of(ship), turn_left }, 0)
}

fn onward(battle: &Battle, id: ShipId, ship: &Ship, path: Path, depth: u8) -> i32 {
    if DEPTH <= depth {
        return 0;
    }
    let mut best = i32::MIN;
    for how in [How::Straight, How::TurnLeft, How::TurnRight] {
        let turns = how != How::Straight;
        if turns && (0 < path.turn_left || ship.criticals.helm_down) {
            continue;
        }
        let facing = match how {
            How::TurnLeft => path.stand.facing.left(),
            How::TurnRight => path.stand.facing.right(),
            How::Straight | How::SlipLeft | How::SlipRight | How::Rotate => path.stand.facing,
        };
        let stand = Stand { at: path.stand.at.step(facing), facing };
        let turn_left = if turns { battle.turn_radius(ship) } else { path.turn_left.saturating_sub(1) };
        let worth = place(battle, id, ship, stand, depth)
            + onward(battle, id, ship, Path { stand, turn_left }, depth + 1);
        best = best.max(worth);
    }
    // What is further off is less certain.
    best * 7 / 10
}

/// What a place is worth after `depth` further moves.
fn place(battle: &Battle, id: ShipId, ship: &Ship, stand: Stand, depth: u8) -> i32 {
    let mut sum = hazard(battle, id, ship, stand.at, depth);
    if let Some(goal) = errand(battle, ship) {
        return sum - 600 * i32::from(goal.distance(stand.at)) - worries(battle, ship, stand, depth) / 2;
    }
    let (mut near, mut prey) = (i16::MAX, i16::MAX);
    for other in battle.active(1 - ship.side) {
        let enemy = battle.ship(other);
        let base = battle.design_of(other).is_base();
        // The enemy goes on as he goes; this Turn he has not moved yet.
        let steps = if base { 0 } else { depth };
        let there = Stand::of(enemy).ahead(steps);
        sum += worth::threat(battle, ship, stand, enemy, there);
        let mut danger = worth::threat(battle, enemy, there, ship, stand);
        if depth == 0 && !base {
            // He may come on before he fires.
            danger = danger.max(worth::threat(battle, enemy, there.ahead(1), ship, stand));
        }
        // Who minds it more lets a fleeing enemy go.
        sum -= danger * 3 / 10;
        let away = there.at.distance(stand.at);
        near = near.min(away);
        if worth::is_prey(battle, enemy) {
            prey = prey.min(away);
        }
    }
    // A convoy gets away, and a Base stands, while others are fought.
    let near = if prey == i16::MAX { near } else { prey };
    sum - 85 * i32::from((near.min(60) - 2).abs())
}

fn worries(battle: &Battle, ship: &Ship, stand: Stand, depth: u8) -> i32 {
    let threat = |id: ShipId| {
        let enemy = battle.ship(id);
        worth::threat(battle, enemy, Stand::of(enemy).ahead(depth), ship, stand)
    };
    battle.active(1 - ship.side).map(threat).sum()
}

/// Where a Transport wants to be.
fn errand(battle: &Battle, ship: &Ship) -> Option<Hex> {
    if !worth::is_convoy(battle, ship) {
        return None;
    }
    match battle.field.goal_of(ship)? {
        Goal::WormHole => {
            battle.board.terrain.iter().find(|it| it.kind == TerrainKind::WormHole).map(|it| it.at)
        }
        Goal::Land => battle.board.terrain.iter().find(|it| it.kind == TerrainKind::Planet).map(|it| it.at),
        Goal::Dock => {
            battle.active(ship.side).find(|&it| battle.design_of(it).is_base()).map(|it| battle.ship(it).at)
        }
    }
}

/// What the hex itself does to a ship.
fn hazard(battle: &Battle, id: ShipId, ship: &Ship, at: Hex, depth: u8) -> i32 {
    let price = worth::price(battle.field.design_of(ship));
    let fighters = battle.field.design_of(ship).is_fighters();
    let mut sum = 0;
    match battle.kind_at(at) {
        Some(TerrainKind::Planet | TerrainKind::BlackHole) => sum -= 200_000,
        Some(TerrainKind::Asteroid) if !fighters => sum -= price.shield,
        Some(TerrainKind::Nebula) if !fighters => sum -= price.shield * 6,
        Some(TerrainKind::WormHole) => {
            if errand(battle, ship).is_some() {
                sum += 20_000;
            }
        }
        Some(TerrainKind::Asteroid | TerrainKind::Nebula) | None => (),
    }
    if let Some(hole) = battle.black_hole(at) {
        let away = i32::from(hole.distance(at));
        let late = battle.board.impulse >= Impulse::E || 0 < depth;
        sum -= match away {
            ..=1 if late => 60_000,
            2 if late => 8_000,
            ..=2 => 4_000,
            3 => 500,
            8 => 1_000,
            9.. => 6_000,
            _ => 0,
        };
    }
    if depth == 0 {
        let friend =
            |it: &ShipId| *it != id && battle.ship(*it).side == ship.side && !battle.design_of(*it).is_base();
        let collisions = battle.ships_at(at).filter(friend).count() as i32;
        sum -= collisions * price.shield.max(price.hull / 2) * 8;
        let waiting = battle.board.missiles.iter().filter(|it| it.target == Some(id));
        let contact = waiting.filter(|it| it.at.distance(at) <= 1).count() as i32;
        sum -= contact * price.shield;
    }
    sum
}
