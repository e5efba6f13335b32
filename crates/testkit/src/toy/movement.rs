//! Plotting, moving and mines.

use dice::Dice;
use engine::{Findings, Orders, Refusal, Seat, Table};
use serde::{Deserialize, Serialize};

use super::{
    EDGE, Order, Toy,
    fault::{Fault, planted},
    foe,
};

/// TOY-6: what a mine does to every ship it strikes.
const MINE_DAMAGE: u8 = 2;

/// A squadron's secret movement for the turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// One for each ship afloat, by number.
    pub helms: Vec<Helm>,
    /// The ship that leaves a mine where it stands.
    #[serde(default)]
    pub lay: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Helm {
    pub ship: u8,
    pub thrust: i16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Only the owner is told where.
    Laid {
        seat: Seat,
        at: Option<i16>,
    },
    Moved {
        seat: Seat,
        ship: u8,
        to: i16,
    },
    Struck {
        owner: Seat,
        at: i16,
        ships: Vec<u8>,
    },
}

pub(super) fn check(toy: &Toy, seat: Seat, plot: &Plot) -> Result<(), Refusal> {
    let mut findings = Findings::default();
    let squadron = toy.squadron(seat);
    if planted(Fault::BrittleCheck) {
        assert!(plot.helms.iter().all(|helm| squadron.ships[usize::from(helm.ship)].is_alive()));
    }
    let plotted = plot.helms.iter().map(|helm| helm.ship);
    findings.require(plotted.eq(squadron.afloat().map(|(number, _)| number)), "TOY-4", || {
        "a plot names every ship afloat once, in order".to_owned()
    });
    for helm in &plot.helms {
        let Some(ship) = squadron.ships.get(usize::from(helm.ship)) else { continue };
        let fits = helm.thrust.unsigned_abs() <= u16::from(ship.thrust);
        findings.require(fits, "TOY-4", || format!("thrust {} exceeds {}", helm.thrust, ship.thrust));
        let on_line = (i32::from(ship.at) + i32::from(helm.thrust)).abs() <= i32::from(EDGE);
        findings.require(on_line, "TOY-5", || format!("thrust {} leaves the line", helm.thrust));
    }
    if let Some(layer) = plot.lay {
        findings.require(may_lay(toy, seat), "TOY-6", || "there is no mine to lay".to_owned());
        let afloat = squadron.afloat().any(|(number, _)| number == layer);
        findings.require(afloat, "TOY-6", || format!("no ship number {layer} is afloat to lay a mine"));
    }
    findings.into_result()
}

/// TOY-5: everything is revealed together: mines drop, ships move, mines strike.
pub(super) fn resolve(table: &mut Table<Toy>, orders: &Orders<Order>) {
    let plots = || {
        orders.iter().filter_map(|(seat, order)| match order {
            Order::Plot(plot) => Some((seat, plot)),
            Order::Volley(_) => None,
        })
    };
    for (seat, plot) in plots() {
        if let Some(layer) = plot.lay {
            let at = Some(table.state().squadron(seat).ships[usize::from(layer)].at);
            table.emit(super::Event::Movement(Event::Laid { seat, at }));
        }
    }
    for (seat, plot) in plots() {
        for &Helm { ship, thrust } in &plot.helms {
            let to = table.state().squadron(seat).ships[usize::from(ship)].at + thrust;
            table.emit(super::Event::Movement(Event::Moved { seat, ship, to }));
        }
    }
    // Mines strike together, so all are looked at before any goes off.
    for event in struck(table.state()) {
        table.emit(super::Event::Movement(event));
    }
}

pub(super) fn apply(toy: &mut Toy, event: &Event) {
    match event {
        Event::Laid { seat, at } => {
            let squadron = toy.squadron_mut(*seat);
            squadron.mines_left -= 1;
            squadron.mines.extend(at);
            squadron.mines.sort_unstable();
        }
        Event::Moved { seat, ship, to } => toy.squadron_mut(*seat).ships[usize::from(*ship)].at = *to,
        Event::Struck { owner, at, ships } => {
            let mines = &mut toy.squadron_mut(*owner).mines;
            if let Some(i) = mines.iter().position(|it| it == at) {
                mines.remove(i);
            }
            for ship in ships {
                let ship = &mut toy.squadron_mut(foe(*owner)).ships[usize::from(*ship)];
                ship.hull = ship.hull.saturating_sub(MINE_DAMAGE);
            }
        }
    }
}

pub(super) fn sample(toy: &Toy, seat: Seat, dice: &mut Dice) -> Plot {
    let squadron = toy.squadron(seat);
    let reach = |at: i16, thrust: u8| match thrusts(at, thrust) {
        (low, high) if planted(Fault::SamplerOffByOne) => (low, high + 1),
        range => range,
    };
    let helm = |(ship, it): (u8, &super::Ship), dice: &mut Dice| {
        let (low, high) = reach(it.at, it.thrust);
        Helm { ship, thrust: low + dice.index((high - low + 1) as usize) as i16 }
    };
    let helms: Vec<Helm> = squadron.afloat().map(|ship| helm(ship, dice)).collect();
    let lay = may_lay(toy, seat) && dice.one_in(3);
    Plot { lay: lay.then(|| dice.pick(&helms).ship), helms }
}

pub(super) fn list(toy: &Toy, seat: Seat, cap: usize) -> Option<Vec<Order>> {
    let squadron = toy.squadron(seat);
    let layers = std::iter::once(None)
        .chain(squadron.afloat().filter(|_| may_lay(toy, seat)).map(|(number, _)| Some(number)));
    let mut plots: Vec<Plot> = layers.map(|lay| Plot { helms: vec![], lay }).collect();
    for (ship, it) in squadron.afloat() {
        let (low, high) = thrusts(it.at, it.thrust);
        if cap < plots.len() * (high - low + 1) as usize {
            return None;
        }
        let with = |plot: &Plot, thrust| {
            let mut plot = plot.clone();
            plot.helms.push(Helm { ship, thrust });
            plot
        };
        plots = plots.iter().flat_map(|plot| (low..=high).map(|thrust| with(plot, thrust))).collect();
    }
    if planted(Fault::ListedTwice) {
        plots.push(plots[0].clone());
    }
    if planted(Fault::Unlisted) {
        plots.remove(0);
    }
    (plots.len() <= cap).then(|| plots.into_iter().map(Order::Plot).collect())
}

pub(super) fn may_lay(toy: &Toy, seat: Seat) -> bool {
    toy.options.mines && 0 < toy.squadron(seat).mines_left
}

/// TOY-4, TOY-5: the least and the most thrust of a ship that stands at `at`.
pub(super) fn thrusts(at: i16, thrust: u8) -> (i16, i16) {
    let thrust = i16::from(thrust);
    ((-thrust).max(-EDGE - at), thrust.min(EDGE - at))
}

fn struck(toy: &Toy) -> Vec<Event> {
    let mut strikes = Vec::new();
    for owner in toy.both() {
        for &at in &toy.squadron(owner).mines {
            let there = toy.squadron(foe(owner)).afloat().filter(|(_, ship)| ship.at == at);
            let ships: Vec<u8> = there.map(|(number, _)| number).collect();
            if !ships.is_empty() {
                strikes.push(Event::Struck { owner, at, ships });
            }
        }
    }
    strikes
}
