//! Movement: plots, squadrons and moving (ASF-MOV, ASF-PLOT, ASF-TURN).

use std::fmt;

use arrayvec::ArrayVec;
use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Course, Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    options::OffTableCheck,
    ship::{Edge, Location, Ship, ShipId, ShipSet, Status},
};

/// What one ship, or one squadron, is to do this turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PlotOrder {
    pub ship: ShipId,
    /// ASF-PLOT.2: others of the squadron that share the plot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<ShipId>,
    pub plot: Plot,
}

/// ASF-MOV.3: a change of speed and turns, each costing an engine point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Plot {
    #[serde(default)]
    pub dv: i16,
    #[serde(default)]
    pub turns: Turns,
}

/// Turns of 45 degrees in the order they are flown; `LRR` in data.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct Turns {
    n: u8,
    /// Bit k set: turn k is to the right.
    right: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "MovementEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// ASF-PLOT.2: these flew one plot together.
    SquadronPlotted { ships: ShipSet },
    /// ASF-PLOT.4.
    Moved { ship: ShipId, by: Steering, plot: Plot, speed: u16, via: Via, to: Point, heading: Course },
    /// ASF-MOV.6, ASF-MOV.7: a ship has left a fixed table.
    Left { ship: ShipId, edge: Edge },
}

/// The places where a path bends.
pub type Via = ArrayVec<Point, 7>;

/// Why a ship flew what it flew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Steering {
    Plotted,
    /// ASF-PLOT.1: no order, so straight on.
    NoOrder,
    /// ASF-CRIT.4: no bridge, so the last plot again.
    NoBridge,
    /// ASF-PLOT.2: could not follow its squadron.
    Straggling,
}

impl Turns {
    /// The most that can be written down; no engine affords more than five (ASF-TURN.2).
    pub const MOST: u8 = 7;

    pub fn len(self) -> u8 {
        self.n
    }

    pub fn is_empty(self) -> bool {
        self.n == 0
    }

    pub fn push(&mut self, right: bool) {
        assert!(self.n < Turns::MOST, "no engine turns so often");
        self.right |= u8::from(right) << self.n;
        self.n += 1;
    }

    /// True for a turn to the right.
    pub fn iter(self) -> impl Iterator<Item = bool> {
        (0..self.n).map(move |k| self.right >> k & 1 == 1)
    }

    /// `n` turns the same way.
    pub(crate) fn same(n: u8, right: bool) -> Turns {
        assert!(n <= Turns::MOST, "no engine turns so often");
        Turns { n, right: if right { ((1_u16 << n) - 1) as u8 } else { 0 } }
    }

    /// All ways to turn `n` times.
    pub(crate) fn all(n: u8) -> impl Iterator<Item = Turns> {
        (0..1_u8 << n).map(move |right| Turns { n, right })
    }

    /// Left for right.
    #[must_use]
    pub fn mirrored(self) -> Turns {
        Turns { n: self.n, right: !self.right & ((1 << self.n) - 1) }
    }
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|right| f.write_str(if right { "R" } else { "L" }))
    }
}

impl fmt::Debug for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl From<Turns> for String {
    fn from(turns: Turns) -> String {
        turns.to_string()
    }
}

impl TryFrom<String> for Turns {
    type Error = String;
    fn try_from(text: String) -> Result<Turns, String> {
        let mut turns = Turns::default();
        for letter in text.chars() {
            if turns.n == Turns::MOST {
                return Err(format!("more than {} turns in {text:?}", Turns::MOST));
            }
            match letter {
                'R' => turns.push(true),
                'L' => turns.push(false),
                _ => return Err(format!("expected letters L and R, found {text:?}")),
            }
        }
        Ok(turns)
    }
}

impl Plot {
    pub const STRAIGHT: Plot = Plot { dv: 0, turns: Turns { n: 0, right: 0 } };

    /// ASF-MOV.3: |dV| plus the number of turns.
    pub fn cost(self) -> u16 {
        self.dv.unsigned_abs() + u16::from(self.turns.n)
    }

    /// ASF-MOV.4: the speed it leads to, if that is not below 0.
    pub fn speed_from(self, speed: u16) -> Option<u16> {
        speed.checked_add_signed(self.dv)
    }
}

/// Where a move ends.
#[derive(Clone, Debug)]
pub(crate) struct Flight {
    pub(crate) via: Via,
    pub(crate) to: Point,
    pub(crate) heading: Course,
}

/// ASF-TURN.1 to ASF-TURN.3: legs and turns of a move of `speed`.
pub(crate) fn fly(at: Point, heading: Course, speed: u16, turns: Turns, whole_inch_legs: bool) -> Flight {
    let mut flight = Flight { via: Via::new(), to: at, heading };
    let distance = Length::units(i32::from(speed));
    if turns.is_empty() {
        flight.to = at.moved(heading, distance);
        return flight;
    }
    // One turn comes halfway; two and more come at the start of equal legs.
    let legs = i64::from(turns.n).max(2);
    let leg =
        if whole_inch_legs { Length::units(i32::from(speed) / legs as i32) } else { distance.part(legs) };
    let last = if whole_inch_legs { distance - leg * (legs - 1) } else { leg };
    if turns.n == 1 {
        flight.to = flight.to.moved(heading, leg);
    }
    for (k, right) in turns.iter().enumerate() {
        if flight.to != at {
            flight.via.push(flight.to);
        }
        flight.heading = flight.heading.turned(if right { 3 } else { -3 });
        let length = if k + 1 == usize::from(turns.n) { last } else { leg };
        flight.to = flight.to.moved(flight.heading, length);
    }
    flight
}

/// ASF-CRIT.7: the rating that counts for the plot.
pub(crate) fn engine(battle: &Battle, ship: &Ship) -> u16 {
    if ship.criticals.has(Location::Engine) { 0 } else { battle.field.design(ship.design).engine }
}

/// Whether the plot is one its owner may choose: bridge in order, cost within
/// the engine, speed within its limits.
pub(crate) fn can_fly(battle: &Battle, id: ShipId, plot: Plot) -> bool {
    let ship = battle.ship(id);
    let Some(speed) = plot.speed_from(ship.speed) else { return false };
    !ship.tied && plot.cost() <= engine(battle, ship) && speed <= top_speed(battle, id).max(ship.speed)
}

/// ASF-SCN.B: a speed it may never plot above; otherwise there is no top speed (ASF-MOV.4).
pub(crate) fn top_speed(battle: &Battle, id: ShipId) -> u16 {
    battle.field.berth(id).max_speed.unwrap_or(SPEED_KEPT)
}

/// Beyond any speed a battle reaches, so that lengths stay small.
const SPEED_KEPT: u16 = 30_000;

/// ASF-MOV.3: every plot the ship may choose.
pub(crate) fn choices(battle: &Battle, id: ShipId) -> impl Iterator<Item = Plot> {
    let points = engine(battle, battle.ship(id));
    (0..=points.min(5) as u8)
        .flat_map(Turns::all)
        .flat_map(move |turns| {
            let left = points as i16 - i16::from(turns.len());
            (-left..=left).map(move |dv| Plot { dv, turns })
        })
        .filter(move |&plot| can_fly(battle, id, plot))
}

pub(crate) fn check(battle: &Battle, seat: Seat, orders: &[PlotOrder], found: &mut Findings) {
    let mut plotted = ShipSet::default();
    for order in orders {
        let mut known = true;
        let whose = if order.with.is_empty() { "ASF-SET.2" } else { "ASF-PLOT.2" };
        for &id in [order.ship].iter().chain(&order.with) {
            known &= battle.is_own(seat, id, whose, found)
                && found.require(plotted.insert(id), "ASF-PLOT.1", || {
                    format!("{} has two plots", battle.field.tag(id))
                });
        }
        if known && order.with.is_empty() {
            check_one(battle, order.ship, order.plot, found);
        } else if known {
            check_squadron(battle, order, found);
        }
    }
}

fn check_one(battle: &Battle, id: ShipId, plot: Plot, found: &mut Findings) {
    let (ship, tag) = (battle.ship(id), battle.field.tag(id));
    if ship.tied {
        found.add("ASF-CRIT.4", format!("{tag} has no bridge and repeats its last plot"));
        return;
    }
    let (cost, points) = (plot.cost(), engine(battle, ship));
    found.require(cost <= points, "ASF-MOV.3", || format!("{tag}: cost {cost} exceeds engine {points}"));
    match plot.speed_from(ship.speed) {
        None => found.add(
            "ASF-MOV.4",
            format!("{tag}: speed {} cannot fall by {}", ship.speed, plot.dv.unsigned_abs()),
        ),
        Some(speed) => {
            let most = top_speed(battle, id);
            found.require(speed <= most.max(ship.speed), "ASF-SCN.B", || {
                format!("{tag}: speed {speed} exceeds its limit of {most}")
            });
        }
    }
}

/// ASF-PLOT.2: same owner, same engine rating, legal for at least one free member.
fn check_squadron(battle: &Battle, order: &PlotOrder, found: &mut Findings) {
    let members = || [order.ship].into_iter().chain(order.with.iter().copied());
    let rating = |id| battle.field.design_of(id).engine;
    for id in members().filter(|&id| rating(id) != rating(order.ship)) {
        let tags = [battle.field.tag(id), battle.field.tag(order.ship)];
        found.add(
            "ASF-PLOT.2",
            format!("{} and {} have different engines and cannot form a squadron", tags[0], tags[1]),
        );
    }
    if !members().any(|id| can_fly(battle, id, order.plot)) {
        let tag = battle.field.tag(order.ship);
        found.add("ASF-PLOT.2", format!("the plot of {tag}'s squadron is legal for none of its ships"));
    }
}

/// ASF-MOV.1, ASF-PLOT.4: all ships fly at once; the order has no effect.
/// ASF-MOV.5: nor have other ships: paths may cross and places coincide.
pub(crate) fn resolve<'a>(table: &mut Table<Battle>, orders: &(impl Iterator<Item = &'a PlotOrder> + Clone)) {
    for order in orders.clone().filter(|order| !order.with.is_empty()) {
        let mut ships = ShipSet::default();
        [order.ship].iter().chain(&order.with).for_each(|&id| {
            ships.insert(id);
        });
        table.emit(crate::Event::Movement(Event::SquadronPlotted { ships }));
    }
    let mut leaving: Vec<(ShipId, Edge)> = Vec::new();
    for id in table.state().field.ship_ids() {
        if table.state().ship(id).is_active() {
            let order = orders.clone().find(|it| it.ship == id || it.with.contains(&id));
            let event = move_one(table.state(), id, order);
            leaving.extend(edge_crossed(table.state(), &event).map(|edge| (id, edge)));
            table.emit(crate::Event::Movement(event));
        }
    }
    // ASF-MOV.7: they go at the end of movement.
    for (ship, edge) in leaving {
        table.emit(crate::Event::Movement(Event::Left { ship, edge }));
    }
}

fn move_one(battle: &Battle, id: ShipId, order: Option<&PlotOrder>) -> Event {
    let ship = battle.ship(id);
    let (by, plot) = match order {
        _ if ship.tied => (Steering::NoBridge, repeated(battle, id)),
        None => (Steering::NoOrder, Plot::STRAIGHT),
        Some(order) if can_fly(battle, id, order.plot) => (Steering::Plotted, order.plot),
        Some(_) => (Steering::Straggling, Plot::STRAIGHT),
    };
    let speed = plot.speed_from(ship.speed).expect("a plot that can be flown");
    let Flight { via, to, heading } =
        fly(ship.at, ship.heading, speed, plot.turns, battle.field.options.whole_inch_legs);
    Event::Moved { ship: id, by, plot, speed, via, to, heading }
}

/// ASF-CRIT.4: the plot of the turn before, as far as it can be flown.
pub(crate) fn repeated(battle: &Battle, id: ShipId) -> Plot {
    let ship = battle.ship(id);
    if ship.criticals.has(Location::Engine) {
        return Plot::STRAIGHT;
    }
    // A deceleration stops at 0, and an acceleration at a limit the scenario sets.
    let wanted = i32::from(ship.speed) + i32::from(ship.flown.dv);
    let speed = wanted.clamp(0, i32::from(top_speed(battle, id).max(ship.speed)));
    Plot { dv: (speed - i32::from(ship.speed)) as i16, turns: ship.flown.turns }
}

/// ASF-MOV.6: the edge of a fixed table that a move leads over.
fn edge_crossed(battle: &Battle, event: &Event) -> Option<Edge> {
    match event {
        Event::Moved { via, to, .. } if battle.field.fixed => leaves_by(battle, via, *to),
        Event::Moved { .. } | Event::SquadronPlotted { .. } | Event::Left { .. } => None,
    }
}

/// ASF-MOV.6: the edge that a path leads over, judged as the option says.
pub(crate) fn leaves_by(battle: &Battle, via: &[Point], to: Point) -> Option<Edge> {
    let end = battle.field.edge_crossed(to);
    match battle.field.options.off_table_check {
        OffTableCheck::End => end,
        // The table is convex, so a path leaves it only if a corner of the path does.
        OffTableCheck::Path => via.iter().find_map(|&bend| battle.field.edge_crossed(bend)).or(end),
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::SquadronPlotted { .. } => (),
        Event::Moved { ship, plot, speed, to, heading, .. } => {
            let ship = battle.ship_mut(*ship);
            ship.at = *to;
            ship.heading = *heading;
            ship.speed = *speed;
            ship.flown = *plot;
        }
        Event::Left { ship, edge } => battle.ship_mut(*ship).status = Status::Left(*edge),
    }
}

/// A random plot for every ship that may choose; now and then a squadron.
pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<PlotOrder> {
    let mut orders: Vec<PlotOrder> = Vec::with_capacity(8);
    for id in battle.own_ships(seat) {
        if battle.ship(id).tied {
            continue;
        }
        let rating = |it: ShipId| battle.field.design_of(it).engine;
        if let Some(last) = orders.last_mut()
            && rating(last.ship) == rating(id)
            && dice.one_in(8)
        {
            last.with.push(id);
            continue;
        }
        orders.push(PlotOrder { ship: id, with: Vec::new(), plot: sample_plot(battle, id, dice) });
    }
    orders
}

fn sample_plot(battle: &Battle, id: ShipId, dice: &mut Dice) -> Plot {
    let mut chosen = Plot::STRAIGHT;
    for (i, plot) in choices(battle, id).enumerate() {
        if dice.one_in(i + 1) {
            chosen = plot;
        }
    }
    chosen
}

/// Every plot of every ship in every combination, if there are at most `cap`.
pub(crate) fn list(battle: &Battle, seat: Seat, cap: usize) -> Option<Vec<Vec<PlotOrder>>> {
    let mut all = vec![Vec::new()];
    for id in battle.own_ships(seat).filter(|&id| !battle.ship(id).tied) {
        let plots: Vec<Plot> = choices(battle, id).collect();
        if cap < all.len().checked_mul(plots.len())? {
            return None;
        }
        all = all
            .iter()
            .flat_map(|orders: &Vec<PlotOrder>| {
                plots.iter().map(move |&plot| {
                    let mut orders = orders.clone();
                    orders.push(PlotOrder { ship: id, with: Vec::new(), plot });
                    orders
                })
            })
            .collect();
    }
    (all.len() <= cap).then_some(all)
}

#[cfg(test)]
mod tests {
    use engine::Library;

    use super::*;
    use crate::Situation;

    /// ASF-CRIT.4: of a ship without a bridge nothing else is said, however much else is wrong with its plot.
    #[test]
    fn rule_crit_4_is_the_only_reason() {
        let ship = |side: u8, criticals: &[&str]| {
            serde_json::json!({
                "side": side, "design": "Swordfish", "at": [90 * side, 0], "speed": 2, "criticals": criticals,
                "tied": !criticals.is_empty(),
            })
        };
        let situation = serde_json::json!({ "phase": "plot", "ships": [ship(0, &["Br"]), ship(1, &[])] });
        let situation: Situation = plain::from_value(&situation).expect("a situation");
        let options = crate::Options { criticals: true, ..crate::Options::default() };
        let battle = Battle::from_situation(&options, &situation).expect("a battle");
        let mut found = Findings::default();
        check_one(&battle, ShipId(0), Plot { dv: -9, turns: Turns::default() }, &mut found);
        let refusal = found.into_result().expect_err("refused");
        let rules: Vec<&str> = refusal.findings.iter().map(|it| it.rule).collect();
        assert_eq!(rules, ["ASF-CRIT.4"]);
    }
}
