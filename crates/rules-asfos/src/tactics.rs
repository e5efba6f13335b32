//! How the computer players judge. Taste, never rules.

mod board;
mod plotting;
mod volleys;

use dice::Dice;
use engine::{Game, Seat, Tactics};

use crate::{
    Action, Battle, Order,
    deploy::Deploy,
    movement::{self, Plot, PlotOrder},
    phases::Phase,
    repairs,
    ship::ShipId,
};
use plotting::{Plan, STEADY};

impl Tactics for Battle {
    fn cadet(&self, seat: Seat, dice: &mut Dice) -> Order {
        engine::Game::sample_order(self, seat, dice)
    }

    fn captain(&self, seat: Seat, _dice: &mut Dice) -> Order {
        Order::from(match &self.phase {
            Phase::Deploy { .. } => Action::Deploy(Deploy::default()),
            Phase::Plot => {
                let side = self.field.side_of_seat(seat);
                let mut plan = Plan::new(self);
                Action::Plot(plot_orders(self, seat, plotting::plots(&mut plan, side, STEADY)))
            }
            Phase::Fire { .. } => Action::Fire(volleys::volleys(self, seat, &|_| 1_000)),
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
        Game::score(self, seat)
    }
}

/// One plot for each ship that `seat` owns and that may choose.
fn plot_orders(battle: &Battle, seat: Seat, plots: Vec<(ShipId, Plot)>) -> Vec<PlotOrder> {
    plots
        .into_iter()
        .filter(|(id, plot)| battle.ship(*id).owner == seat && movement::can_fly(battle, *id, *plot))
        .map(|(ship, plot)| PlotOrder { ship, with: Vec::new(), plot })
        .collect()
}
