//! The cadet: steers at the nearest enemy, fires at what is nearest, and is
//! now and then distracted.

use dice::Dice;
use engine::Seat;

use super::{
    board::{Gone, INCH},
    plotting::{Plan, enemies_ahead, goal, nearing},
};
use crate::{
    Battle,
    fire::{self, Volley},
    gunnery::{self, Weapon},
    movement::{self, PlotOrder},
    phases::Phase,
};

/// Plots that lead nearer the enemy and not off the table, as far as a turn shows.
pub(super) fn plots(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<PlotOrder> {
    let plan = Plan::of_side(battle, battle.field.side_of_seat(seat));
    let foes = enemies_ahead(&plan.board, battle.field.side_of_seat(seat));
    let mut orders = Vec::new();
    for (it, craft) in plan.board.crafts.iter().enumerate() {
        if battle.ship(craft.id).owner != seat || craft.tied {
            continue;
        }
        let goal = goal(&plan.board, it, &foes);
        let choices = &plan.choices[it];
        let liked = |n: &usize| {
            let to = &choices[*n].to;
            let safe = if to.gone == Gone::Lost { -1_000_000 } else { 0 };
            safe + nearing(&plan.board, craft, to, goal) - i32::from(to.speed.abs_diff(7)) * INCH / 8
        };
        let chosen = if dice.one_in(4) {
            dice.index(choices.len())
        } else {
            (0..choices.len()).max_by_key(liked).unwrap_or_default()
        };
        orders.push(PlotOrder { ship: craft.id, with: Vec::new(), plot: choices[chosen].plot });
    }
    orders.retain(|it| movement::can_fly(battle, it.ship, it.plot));
    orders
}

/// Everybody at the nearest enemy he can hurt; one in four at anybody.
pub(super) fn volleys(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Volley> {
    let Phase::Fire { step, acting, rests, .. } = &battle.phase else { return Vec::new() };
    if !rests.is_empty() {
        return fire::sample(battle, seat, dice);
    }
    let mut volleys = Vec::new();
    for id in battle.own_ships(seat).filter(|&id| acting.is_none_or(|acting| acting == id)) {
        let shots: Vec<_> = gunnery::shots(battle, id, *step).collect();
        let away = |shot: &gunnery::Shot| (battle.ship(shot.target).at - battle.ship(id).at).square();
        let shot = if shots.is_empty() || !dice.one_in(4) {
            shots.iter().min_by_key(|it| away(it)).copied()
        } else {
            Some(*dice.pick(&shots))
        };
        if let Some(shot) = shot {
            volleys.push(Volley::at(id, (shot.weapon == Weapon::Primaries).then_some(shot.arc), shot.target));
        }
    }
    volleys
}
