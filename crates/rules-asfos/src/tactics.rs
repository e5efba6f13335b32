//! How the computer players judge. Taste, never rules.

mod beginner;
mod board;
mod judgement;
mod plotting;
mod volleys;

use dice::Dice;
use engine::{Seat, Tactics};

use crate::{
    Action, Battle, Order,
    deploy::Deploy,
    movement::{self, PlotOrder},
    phases::Phase,
    repairs,
};
use plotting::{BOLD, Doctrine, Pairs, Plan, STEADY, WARY};

impl Tactics for Battle {
    fn cadet(&self, seat: Seat, dice: &mut Dice) -> Order {
        Order::from(match &self.phase {
            Phase::Deploy { .. } => Action::Deploy(Deploy::default()),
            Phase::Plot => Action::Plot(beginner::plots(self, seat, dice)),
            Phase::Fire { .. } => Action::Fire(beginner::volleys(self, seat, dice)),
            Phase::Repairs { .. } => Action::Repair(repairs::usual(self, seat)),
            Phase::Setup | Phase::Over { .. } => Action::Concede,
        })
    }

    fn captain(&self, seat: Seat, _dice: &mut Dice) -> Order {
        Order::from(match &self.phase {
            Phase::Deploy { .. } => Action::Deploy(Deploy::default()),
            Phase::Plot => {
                let plan = Planned::new(self, seat, STEADY);
                plan.order(self, seat, &plotting::captains_choice(&plan.plan, &plan.pairs, STEADY))
            }
            Phase::Fire { .. } => Action::Fire(volleys::volleys(self, seat, &|_| 1_000)),
            Phase::Repairs { .. } => Action::Repair(repairs::usual(self, seat)),
            Phase::Setup | Phase::Over { .. } => Action::Concede,
        })
    }

    fn candidates(&self, seat: Seat, n: usize, dice: &mut Dice) -> Vec<Order> {
        match &self.phase {
            Phase::Plot => distinct(plot_candidates(self, seat), n),
            Phase::Fire { .. } => {
                let side = self.field.side_of_seat(seat);
                let all = self.enemies_of(side).map(|favourite| {
                    let favour = |it| if it == favourite { 1_600 } else { 1_000 };
                    Action::Fire(volleys::volleys(self, seat, &favour))
                });
                distinct([Action::Fire(volleys::volleys(self, seat, &|_| 1_000))].into_iter().chain(all), n)
            }
            Phase::Deploy { .. } | Phase::Repairs { .. } | Phase::Setup | Phase::Over { .. } => {
                vec![self.captain(seat, dice)]
            }
        }
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        judgement::evaluate(self, seat)
    }

    /// A turn's plots are judged by where they lead and by the fire then due.
    fn foresight(&self, _seat: Seat) -> u32 {
        0
    }

    /// Fire that is due is judged by the chart, without the luck of the dice.
    fn foresees(&self) -> bool {
        matches!(self.phase, Phase::Fire { .. })
    }
}

/// A turn's choices of both sides, as one seat sees them.
struct Planned {
    plan: Plan,
    pairs: Pairs,
}

impl Planned {
    fn new(battle: &Battle, seat: Seat, doctrine: Doctrine) -> Planned {
        let mut plan = Plan::new(battle);
        plotting::look_ahead_for_all(&mut plan, doctrine);
        let pairs = Pairs::new(&plan, battle.field.side_of_seat(seat));
        Planned { plan, pairs }
    }

    /// The plots of the ships that `seat` owns and that may choose.
    fn order(&self, battle: &Battle, seat: Seat, choice: &[usize]) -> Action {
        let plots = self.pairs.own.iter().zip(choice).map(|(&it, &p)| PlotOrder {
            ship: self.plan.board.crafts[it].id,
            with: Vec::new(),
            plot: self.plan.choices[it][p].plot,
        });
        let own = plots
            .filter(|it| battle.ship(it.ship).owner == seat && movement::can_fly(battle, it.ship, it.plot));
        Action::Plot(own.collect())
    }
}

/// The captain's plots, then those that would meet the enemy captain's best,
/// then those of other tempers.
fn plot_candidates(battle: &Battle, seat: Seat) -> Vec<Action> {
    let Planned { plan, pairs } = Planned::new(battle, seat, STEADY);
    let across = pairs.turned();
    let captains = plotting::captains_choice(&plan, &pairs, STEADY);
    let theirs = plotting::captains_choice(&plan, &across, STEADY);
    let mut choices = vec![captains.clone()];
    for caution in [1_000, 600, 1_500] {
        choices.push(plotting::response(&plan, &pairs, &theirs, &captains, caution));
    }
    for doctrine in [BOLD, WARY] {
        let other = plotting::captains_choice(&plan, &across, doctrine);
        choices.push(plotting::response(&plan, &pairs, &other, &captains, 1_000));
        choices.push(plotting::captains_choice(&plan, &pairs, doctrine));
    }
    // One ship of ours does as the captain would have it.
    for i in 0..captains.len() {
        let mut mixed = choices[1].clone();
        mixed[i] = captains[i];
        choices.push(mixed);
    }
    let planned = Planned { plan, pairs };
    choices.iter().map(|choice| planned.order(battle, seat, choice)).collect()
}

/// The first `n` that differ.
fn distinct(actions: impl IntoIterator<Item = Action>, n: usize) -> Vec<Order> {
    let mut orders: Vec<Order> = Vec::with_capacity(n);
    for order in actions.into_iter().map(Order::from) {
        if orders.len() < n.max(1) && !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}
