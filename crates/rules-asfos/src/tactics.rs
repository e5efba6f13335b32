//! How the computer players judge. Taste, never rules.

use dice::Dice;
use engine::{Seat, Tactics};

use crate::{
    Action, Battle, Order,
    deploy::Deploy,
    fire::Volley,
    gunnery::{self, Weapon},
    phases::Phase,
    repairs,
};

impl Tactics for Battle {
    fn cadet(&self, seat: Seat, dice: &mut Dice) -> Order {
        engine::Game::sample_order(self, seat, dice)
    }

    fn captain(&self, seat: Seat, _dice: &mut Dice) -> Order {
        Order::from(match &self.phase {
            Phase::Deploy { .. } => Action::Deploy(Deploy::default()),
            Phase::Plot => Action::Plot(Vec::new()),
            Phase::Fire { step, .. } => {
                let best = |id| {
                    let shots = gunnery::shots(self, id, *step);
                    shots.max_by_key(|shot| shot.column.sixths(shot.modifiers.total()))
                };
                let own = self.own_ships(seat).filter_map(|id| {
                    best(id).map(|shot| {
                        Volley::at(id, (shot.weapon == Weapon::Primaries).then_some(shot.arc), shot.target)
                    })
                });
                Action::Fire(own.collect())
            }
            Phase::Repairs { .. } => Action::Repair(repairs::usual(self, seat)),
            Phase::Setup | Phase::Over { .. } => Action::Concede,
        })
    }

    fn candidates(&self, seat: Seat, n: usize, dice: &mut Dice) -> Vec<Order> {
        let mut all = vec![self.captain(seat, dice)];
        for _ in 1..n {
            let order = self.cadet(seat, dice);
            if !all.contains(&order) {
                all.push(order);
            }
        }
        all
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        engine::Game::score(self, seat)
    }
}
