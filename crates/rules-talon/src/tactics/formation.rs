//! Ships of a side that keep out of each other's way: two that stay in one hex, Impulse after Impulse,
//! wreck each other (TAL-7.4.1).

use crate::{
    battle::Battle,
    hex::Hex,
    movement::{self, Duty},
    orders::{Move, Mover},
    scenario::Victory,
    ship::ShipId,
};

use super::{captain, worth};

/// Whether captains fly in formation: where a Base has to fall in time. The other scenarios are evened
/// out for captains who do not (docs/fairness.md).
pub(super) fn is_kept(battle: &Battle) -> bool {
    matches!(battle.field.scenario.victory, Victory::Base { .. })
}

/// Where a ship will be after this step.
#[derive(Clone, Copy, Debug)]
struct Course {
    ship: ShipId,
    from: Hex,
    to: Hex,
}

/// A ship, whether it has to move, and its moves with what each is worth.
type Choice = (ShipId, Duty, Vec<(Move, i32)>);

/// The moves of a side's ships: for each the best that runs into nobody, if there is one.
pub(super) fn moves(battle: &Battle, side: u8) -> Vec<Move> {
    let mut all: Vec<Choice> = battle
        .active(side)
        .map(|id| (id, movement::duty(battle, battle.ship(id)), captain::ranked_moves(battle, id)))
        .collect();
    // Who stays is in the way first; then those who need not move, and those who have the least choice.
    all.sort_by_key(|(id, duty, ranked)| (*duty == Duty::Required, ranked.len(), *id));
    let (mut courses, mut moves): (Vec<Course>, Vec<Move>) = (Vec::new(), Vec::new());
    for (id, duty, ranked) in all {
        let from = battle.ship(id).at;
        let clear = |it: &(Move, i32)| (it.0, it.1.saturating_sub(toll(battle, &courses, id, &it.0)));
        let best = match duty {
            Duty::Required => {
                ranked.iter().map(clear).min_by_key(|it| std::cmp::Reverse(it.1)).map(|it| it.0)
            }
            // Nobody burns an Afterburner to run into a friend.
            Duty::Afterburner => {
                ranked.iter().find(|it| toll(battle, &courses, id, &it.0) == 0).map(|it| it.0)
            }
            Duty::None => None,
        };
        let to = best.map_or(from, |it| movement::step(battle.ship(id), it.how).0);
        if best.is_none_or(|it| !it.dock) {
            courses.push(Course { ship: id, from, to });
        }
        moves.extend(best);
    }
    arranged(battle, moves)
}

/// What it costs to run into those whose course is settled.
fn toll(battle: &Battle, courses: &[Course], id: ShipId, wanted: &Move) -> i32 {
    let own = battle.design_of(id);
    if own.is_base() || wanted.dock {
        return 0;
    }
    let (from, to) = (battle.ship(id).at, movement::step(battle.ship(id), wanted.how).0);
    let meets = |it: &&Course| it.to == to || (it.from == to && it.to == from && from != to);
    let price = |id: ShipId| {
        let price = worth::price(battle.design_of(id));
        price.shield.max(price.hull / 2) * 8
    };
    let met = courses.iter().filter(meets).filter(|it| !battle.design_of(it.ship).is_base());
    met.map(|it| price(id) + price(it.ship)).sum()
}

/// In an order in which nobody enters a hex before a friend has left it, as far as that goes.
pub(super) fn arranged(battle: &Battle, mut moves: Vec<Move>) -> Vec<Move> {
    let course = |it: &Move| match it.mover {
        Mover::Ship(id) => {
            let ship = battle.ship(id);
            Some((ship.at, movement::step(ship, it.how).0))
        }
        Mover::Missile(_) => None,
    };
    let mut done = Vec::with_capacity(moves.len());
    while !moves.is_empty() {
        let free = moves.iter().position(|it| {
            let Some((_, to)) = course(it) else { return true };
            moves.iter().all(|other| {
                other.mover == it.mover
                    || course(other).is_none_or(|(from, there)| from != to || there == from)
            })
        });
        done.push(moves.remove(free.unwrap_or(0)));
    }
    done
}
