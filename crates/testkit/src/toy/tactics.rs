//! How the computer plays it, and what a screen would offer.

use dice::Dice;
use engine::{Assist, Game, Odds, Outcome, Pending, Seat, Tactics};
use serde::{Deserialize, Serialize};

use super::{
    EDGE, Helm, Order, Phase, Plot, Shot, Toy,
    fault::{Fault, planted},
    fire, foe, movement,
};

impl Tactics for Toy {
    /// Wanders like the sampler, but never holds its fire.
    fn cadet(&self, seat: Seat, dice: &mut Dice) -> Order {
        match &self.phase {
            Phase::Fire { .. } => self.captain(seat, dice),
            Phase::Plot | Phase::Initiative | Phase::EndTurn => self.sample_order(seat, dice),
        }
    }

    /// Closes in and fires at the weakest ship in range.
    fn captain(&self, seat: Seat, _dice: &mut Dice) -> Order {
        let enemy = self.squadron(foe(seat));
        let own = self.squadron(seat);
        if let Phase::Fire { .. } = &self.phase {
            let shot = |(by, _)| {
                let weakest =
                    fire::targets(self, seat, by).min_by_key(|&at| enemy.ships[usize::from(at)].hull);
                let rash = planted(Fault::RashCaptain).then_some(0);
                weakest.or(rash).map(|at| Shot { by, at })
            };
            return Order::Volley(own.afloat().filter_map(shot).collect());
        }
        let helm = |(number, ship): (u8, &super::Ship)| {
            let nearest = enemy.afloat().map(|(_, it)| it.at - ship.at).min_by_key(|way| way.abs());
            let (low, high) = movement::thrusts(ship.at, ship.thrust);
            Helm { ship: number, thrust: nearest.unwrap_or(0).clamp(low, high) }
        };
        Order::Plot(Plot { helms: own.afloat().map(helm).collect(), lay: None })
    }

    fn candidates(&self, seat: Seat, n: usize, dice: &mut Dice) -> Vec<Order> {
        let mut orders = vec![self.captain(seat, dice)];
        for _ in 0..2 * n {
            let order = self.sample_order(seat, dice);
            if orders.len() < n && !orders.contains(&order) {
                orders.push(order);
            }
        }
        orders
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        let sign = if planted(Fault::BadJudgement) { -1 } else { 1 };
        sign * match self.pending() {
            Pending::Over(Outcome::Won(seats)) if seats.contains(seat) => 10_000,
            Pending::Over(Outcome::Won(_)) => -10_000,
            Pending::Over(Outcome::Draw) => 0,
            Pending::Orders(_) => 200 * self.score(seat),
        }
    }
}

/// What a screen would offer: plain orders, one ship at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Menu {
    /// For each ship afloat, the least and the greatest thrust.
    pub thrusts: Vec<(u8, i16, i16)>,
    pub shots: Vec<Shot>,
}

impl Assist for Toy {
    type Menu = Menu;

    fn menu(&self, seat: Seat) -> Menu {
        let own = self.squadron(seat);
        let wide = i16::from(planted(Fault::RashScreen));
        let thrust = |(number, ship): (u8, &super::Ship)| {
            let (low, high) = movement::thrusts(ship.at, ship.thrust);
            (number, low, high + wide)
        };
        let shots = |(by, _)| fire::targets(self, seat, by).map(move |at| Shot { by, at });
        match &self.phase {
            Phase::Plot => Menu { thrusts: own.afloat().map(thrust).collect(), shots: Vec::new() },
            Phase::Fire { .. } => Menu { thrusts: Vec::new(), shots: own.afloat().flat_map(shots).collect() },
            Phase::Initiative | Phase::EndTurn => Menu { thrusts: Vec::new(), shots: Vec::new() },
        }
    }

    fn odds(&self, seat: Seat, _menu: &Menu, order: &Order) -> Vec<Odds> {
        match order {
            Order::Volley(shots) => fire::odds(self, seat, shots),
            Order::Plot(_) => Vec::new(),
        }
    }

    /// The thrusts that the ships would have where they fly to.
    fn preview(&self, seat: Seat, order: &Order) -> Option<Menu> {
        let Order::Plot(plot) = order else { return None };
        let ships = &self.squadron(seat).ships;
        let next = |helm: &Helm| {
            let ship = match planted(Fault::BrittlePreview) {
                true => &ships[usize::from(helm.ship)],
                false => ships.get(usize::from(helm.ship))?,
            };
            let at = ship.at.saturating_add(helm.thrust).clamp(-EDGE, EDGE);
            let (low, high) = movement::thrusts(at, ship.thrust);
            Some((helm.ship, low, high))
        };
        Some(Menu { thrusts: plot.helms.iter().filter_map(next).collect(), shots: Vec::new() })
    }

    fn offered(&self, seat: Seat, menu: &Menu) -> Vec<Order> {
        if let Phase::Fire { .. } = &self.phase {
            return menu.shots.iter().map(|&shot| Order::Volley(vec![shot])).collect();
        }
        let Order::Plot(usual) = self.captain(seat, &mut Dice::scripted([])) else { return Vec::new() };
        let ends = menu.thrusts.iter().flat_map(|&(ship, low, high)| [(ship, low), (ship, high)]);
        ends.map(|(ship, thrust)| {
            let mut plot = usual.clone();
            plot.helms.iter_mut().filter(|it| it.ship == ship).for_each(|it| it.thrust = thrust);
            Order::Plot(plot)
        })
        .collect()
    }
}
