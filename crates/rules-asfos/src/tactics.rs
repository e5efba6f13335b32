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
            // A playout takes a dozen nodes: the fewer candidates the clearer.
            Phase::Plot => distinct(plot_candidates(self, seat), n.div_ceil(2)),
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

    /// What a plot is for shows in the turns after.
    fn foresight(&self, _seat: Seat) -> u32 {
        2
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

/// The captain's plots, then those of captains who know what the enemy's
/// captain is about to do, then those of other tempers.
fn plot_candidates(battle: &Battle, seat: Seat) -> Vec<Action> {
    let side = battle.field.side_of_seat(seat);
    let ours = Planned::new(Plan::of_side(battle, side), side);
    let theirs = Planned::new(Plan::of_side(battle, 1 - side), 1 - side);
    let both = Planned::new(Plan::of_all(battle), side);
    let captains = ours.captains_choice(STEADY);
    let known = theirs.captains_choice(STEADY);
    let informed = |doctrine| plotting::informed_choice(&both.plan, &both.pairs, &known, doctrine);
    let response = |caution| plotting::response(&both.plan, &both.pairs, &known, &captains, caution);
    let choices = [
        captains.clone(),
        informed(STEADY),
        informed(BOLD),
        informed(WARY),
        response(1_000),
        ours.captains_choice(BOLD),
        ours.captains_choice(WARY),
        response(1_500),
    ];
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
