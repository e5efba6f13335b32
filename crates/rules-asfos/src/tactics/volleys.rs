//! The captain's fire: every ship at the target where its shot tells most,
//! after what the others are expected to do there.

use engine::Seat;

use super::board::{Board, worth};
use crate::{
    Battle,
    fire::{self, Rest, Volley},
    gunnery::{self, Column, Shot, Step, Weapon},
    phases::Phase,
    ship::ShipId,
};

/// A target as fire is being shared out: expected boxes left, in sixths.
struct Mark {
    id: ShipId,
    craft: usize,
    hull: i32,
    weapons: i32,
}

/// One shot a ship could make, and the sixths of a box it is expected to
/// destroy of each kind.
struct Chance {
    shot: Shot,
    mark: usize,
    sixths: i32,
}

/// How the marks are valued: thousandths by ship number, for doctrines that
/// favour a target.
pub(super) type Favour<'a> = &'a dyn Fn(ShipId) -> i32;

/// Volleys of `seat` for the step that is waited for.
pub(super) fn volleys(battle: &Battle, seat: Seat, favour: Favour<'_>) -> Vec<Volley> {
    let Phase::Fire { step, acting, rests, .. } = &battle.phase else { return Vec::new() };
    let board = Board::of_ships(battle);
    let side = battle.field.side_of_seat(seat);
    let mut marks: Vec<Mark> = board
        .crafts
        .iter()
        .enumerate()
        .filter(|(_, it)| it.side != side)
        .map(|(craft, it)| {
            // In a step by turns, what has been struck is known.
            let struck = battle.ship(it.id).struck;
            Mark {
                id: it.id,
                craft,
                hull: 6 * (it.hull - i32::from(struck.hull)),
                weapons: 6 * (it.weapons - i32::from(struck.weapons)),
            }
        })
        .collect();
    if !rests.is_empty() {
        let own = rests.iter().filter(|it| battle.ship(it.ship).owner == seat);
        return own.filter_map(|rest| rest_volley(battle, &board, &mut marks, *rest, favour)).collect();
    }
    let mut waiting: Vec<(ShipId, Vec<Chance>)> = battle
        .own_ships(seat)
        .filter(|&id| acting.is_none_or(|acting| acting == id))
        .map(|id| (id, chances(battle, id, *step, &marks)))
        .filter(|(_, chances)| !chances.is_empty())
        .collect();
    let mut volleys = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let mut best = (i32::MIN, 0, 0);
        for (n, (_, chances)) in waiting.iter().enumerate() {
            for (c, chance) in chances.iter().enumerate() {
                let gain = gain(&board, &marks[chance.mark], chance.sixths, favour);
                if best.0 < gain {
                    best = (gain, n, c);
                }
            }
        }
        let (id, chances) = waiting.swap_remove(best.1);
        let chance = &chances[best.2];
        strike(&mut marks[chance.mark], chance.sixths);
        volleys.push(aim(battle, &board, &mut marks, id, chance.shot, favour));
    }
    volleys.sort_unstable_by_key(|it| it.ship);
    volleys
}

fn chances(battle: &Battle, id: ShipId, step: Step, marks: &[Mark]) -> Vec<Chance> {
    let drivers = i32::from(battle.weapons_box(battle.ship(id)).specials);
    gunnery::shots(battle, id, step)
        .filter_map(|shot| {
            let mark = marks.iter().position(|it| it.id == shot.target)?;
            let modifier = shot.modifiers.total();
            let sixths = match shot.weapon {
                Weapon::MassDrivers => {
                    drivers * shot.column.sixths(0) * i32::from((3 + modifier).clamp(0, 6)) / 6
                }
                Weapon::Primaries | Weapon::ParticleCannons | Weapon::Secondaries => {
                    shot.column.sixths(modifier)
                }
            };
            Some(Chance { shot, mark, sixths })
        })
        .collect()
}

fn gain(board: &Board, mark: &Mark, sixths: i32, favour: Favour<'_>) -> i32 {
    let craft = &board.crafts[mark.craft];
    let lost =
        worth(craft, mark.hull, mark.weapons) - worth(craft, mark.hull - sixths, mark.weapons - sixths);
    // Against a ship that is as good as dead there is still a chance that it is not.
    let lost = lost.max(sixths * craft.hull_worth / 60);
    (i64::from(lost) * i64::from(favour(mark.id)) / 1_000) as i32
}

fn strike(mark: &mut Mark, sixths: i32) {
    mark.hull -= sixths;
    mark.weapons -= sixths;
}

/// The volley that begins with `shot`: all mass drivers at its target, and
/// what exceeds 6:1 where it tells most.
fn aim(
    battle: &Battle,
    board: &Board,
    marks: &mut [Mark],
    id: ShipId,
    shot: Shot,
    favour: Favour<'_>,
) -> Volley {
    let arc = (shot.weapon == Weapon::Primaries).then_some(shot.arc);
    let mut volley = Volley::at(id, arc, shot.target);
    if shot.weapon == Weapon::MassDrivers {
        let drivers = battle.weapons_box(battle.ship(id)).specials;
        volley.then = vec![shot.target; usize::from(drivers) - 1];
        return volley;
    }
    if battle.field.options.split_after_roll {
        return volley;
    }
    let mut rest = Rest { ship: id, weapon: shot.weapon, arc: shot.arc, strength: shot.strength };
    let mut last = shot.target;
    loop {
        let spent = 6 * battle.defence(battle.ship(last));
        if rest.strength <= spent {
            return volley;
        }
        rest.strength -= spent;
        let Some(target) = best_rest(battle, board, marks, rest, favour) else { return volley };
        volley.then.push(target);
        last = target;
    }
}

fn rest_volley(
    battle: &Battle,
    board: &Board,
    marks: &mut [Mark],
    rest: Rest,
    favour: Favour<'_>,
) -> Option<Volley> {
    best_rest(battle, board, marks, rest, favour).map(|target| Volley::at(rest.ship, None, target))
}

/// Where the rest of a split attack tells most.
fn best_rest(
    battle: &Battle,
    board: &Board,
    marks: &mut [Mark],
    rest: Rest,
    favour: Favour<'_>,
) -> Option<ShipId> {
    let firer = battle.ship(rest.ship);
    let judged = fire::rest_shots(battle, rest).filter_map(|target| {
        let ship = battle.ship(target);
        let sight = gunnery::sight(battle, firer, ship)?;
        let shift = gunnery::column_shift(rest.weapon, sight);
        let column = Column::of(rest.strength, battle.defence(ship))?.shifted_left(shift)?;
        let sixths = column.sixths(gunnery::modifiers(battle, rest.weapon, sight, ship).total());
        let mark = marks.iter().position(|it| it.id == target)?;
        Some((gain(board, &marks[mark], sixths, favour), mark, sixths))
    });
    let (_, mark, sixths) = judged.max_by_key(|(gain, mark, _)| (*gain, usize::MAX - mark))?;
    strike(&mut marks[mark], sixths);
    Some(marks[mark].id)
}
