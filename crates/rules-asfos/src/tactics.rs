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
                let side = self.field.side_of_seat(seat);
                let plan = Planned::new(Plan::of_side(self, side), side);
                plan.order(self, seat, &plan.captains_choice(STEADY))
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
    fn new(mut plan: Plan, side: u8) -> Planned {
        plotting::look_ahead_for_all(&mut plan, side, STEADY);
        let pairs = Pairs::new(&plan, side);
        Planned { plan, pairs }
    }

    fn captains_choice(&self, doctrine: Doctrine) -> Vec<usize> {
        plotting::captains_choice(&self.plan, &self.pairs, doctrine)
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
    let side = battle.field.side_of_seat(seat);
    let ours = Planned::new(Plan::of_side(battle, side), side);
    let theirs = Planned::new(Plan::of_side(battle, 1 - side), 1 - side);
    let both = Planned::new(Plan::of_all(battle), side);
    let captains = ours.captains_choice(STEADY);
    let mut choices = vec![captains.clone()];
    let respond = |doctrine: Doctrine, caution: i32| {
        plotting::response(&both.plan, &both.pairs, &theirs.captains_choice(doctrine), &captains, caution)
    };
    choices.push(respond(STEADY, 1_000));
    choices.push(respond(STEADY, 600));
    choices.push(respond(STEADY, 1_500));
    for doctrine in [BOLD, WARY] {
        choices.push(respond(doctrine, 1_000));
        choices.push(ours.captains_choice(doctrine));
    }
    // One ship of ours does as the captain would have it.
    for i in 0..captains.len() {
        let mut mixed = choices[1].clone();
        mixed[i] = captains[i];
        choices.push(mixed);
    }
    choices.iter().map(|choice| both.order(battle, seat, choice)).collect()
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
