//! Jump gates, portals and natural jump points (FT-11.9 to FT-11.11). Battles in hyperspace have no rules
//! (FT-11.11.1): whoever goes through a gate that leads there is out of the battle.

use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, boarding,
    movement::{self, clock::Clock, collisions, plot},
    orders::{Orders, ShipOrder},
    setup::scenario::{Field, Scenario},
    ship::{Motion, ShipId, Status},
    terrain::{BodyId, Shape},
    yard::design::Kind,
};

/// FT-11.9.1: something ships go through: an artificial gate, or a natural one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Door {
    Ship(ShipId),
    Body(BodyId),
}

/// How a gate stands, as the scenario has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct GateSpec {
    /// FT-11.9.4: the course on which ships go in, a point to either side; any if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Clock>,
    /// FT-11.9.1: the gate on this table that it leads to; hyperspace or a far place if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// FT-11.9.3: active from the start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// FT-11.9.3: to activate a gate, or to deactivate one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct GateOrder {
    pub gate: ShipId,
    pub open: bool,
}

/// FT-11.9.6: a ship comes through a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct GateEntry {
    pub ship: ShipId,
    pub gate: Door,
    pub velocity: u16,
    /// Its course, where the gate does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Clock>,
}

/// FT-11.9.5: what becomes of a ship that goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Passage {
    /// Into hyperspace, or to a place beyond this table.
    Gone,
    /// FT-11.9.6: out of the partner, with the same velocity.
    Through(Motion),
    /// At the gate, at rest.
    Back,
    Lost,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "GatesEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-11.9.3: it may be used from that turn on; with the die of a gate that is not one's own.
    Activated {
        gate: ShipId,
        by: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u8>,
        from: u16,
    },
    Deactivated {
        gate: ShipId,
    },
    /// FT-11.9.6: it stood at the gate and has moved on; FT-11.10.1: disoriented for this turn.
    Came {
        ship: ShipId,
        gate: Door,
        at: Point,
        to: Motion,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        shocked: bool,
    },
    /// FT-11.9.4: it is in the gate, and goes through when the turn ends.
    Approached {
        ship: ShipId,
        gate: Door,
    },
    /// FT-11.9.5: with a die where the gate cannot bear them all.
    Passed {
        ship: ShipId,
        gate: Door,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u8>,
        fate: Passage,
    },
}

/// FT-11.9.3: a gate that may be switched, or gone through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct GateMenu {
    pub gate: Door,
    pub name: String,
    /// It may be used this turn.
    pub open: bool,
    /// From then on it may be used, if it is not yet open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<u16>,
    /// FT-11.9.2: the mass it still transfers this turn; any if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    pub activate: bool,
    pub deactivate: bool,
    /// FT-11.9.3: turns of delay on a die of 1 to 3: it is not one's own.
    pub foreign: bool,
}

/// FT-11.9.6: a ship that may come through a gate this turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ArrivalMenu {
    pub usual: GateEntry,
    pub most_velocity: u16,
    /// Whether the player chooses the course.
    pub any_course: bool,
}

impl Field {
    pub fn is_gate(&self, id: ShipId) -> bool {
        self.has_gates && self.blueprint(id).design.gate.is_some()
    }

    pub(crate) fn gate_spec(&self, door: Door) -> GateSpec {
        let spec = match door {
            Door::Ship(id) => self.berth(id).gate.as_ref(),
            Door::Body(id) => self.scenario.terrain.get(id.index()).and_then(|it| it.gate.as_ref()),
        };
        spec.cloned().unwrap_or_default()
    }

    pub fn door_name(&self, door: Door) -> String {
        match door {
            Door::Ship(id) => self.tag(id),
            Door::Body(id) => {
                let it = &self.scenario.terrain[id.index()];
                if it.name.is_empty() {
                    format!("{} {}", it.kind.word(), id.number())
                } else {
                    it.name.clone()
                }
            }
        }
    }

    /// Every gate of the scenario.
    pub fn doors(&self) -> impl Iterator<Item = Door> {
        let ships = self.ship_ids().filter(|&id| self.is_gate(id)).map(Door::Ship);
        let points = self.scenario.terrain.iter().enumerate();
        let points = points.filter(|it| it.1.kind == Shape::JumpPoint);
        let points = points.map(|it| Door::Body(BodyId(it.0 as u8)));
        ships.chain(points).filter(|_| self.has_gates)
    }

    fn door_called(&self, name: &str) -> Option<Door> {
        self.doors().find(|&door| match door {
            Door::Ship(id) => self.berth(id).name == name,
            Door::Body(id) => self.scenario.terrain[id.index()].name == name,
        })
    }
}

impl Battle {
    fn has_door(&self, door: Door) -> bool {
        self.field.doors().any(|it| it == door)
    }

    fn door_at(&self, door: Door) -> Point {
        match door {
            Door::Ship(id) => self.ship(id).motion.at,
            Door::Body(id) => self.body(id).at,
        }
    }

    /// FT-11.9.3: whether ships may go through this turn; FT-11.10.1: natural ones are always open.
    pub fn is_open(&self, door: Door) -> bool {
        match door {
            Door::Ship(id) => {
                let ship = self.ship(id);
                ship.is_active() && ship.open_from.is_some_and(|turn| turn <= self.turn)
            }
            Door::Body(id) => !self.body(id).gone,
        }
    }

    /// FT-11.9.2: the mass a gate transfers in a turn as it is now; natural ones know no limit.
    pub fn capacity(&self, door: Door) -> Option<u32> {
        let Door::Ship(id) = door else { return None };
        let blueprint = self.field.blueprint(id);
        let works = self.working(id, |kind| matches!(kind, Kind::Ftl { .. })).next().is_some();
        // FT-11.9.1: a portal is as good as its other end.
        let partner = self.field.gate_spec(door).partner.and_then(|it| self.field.door_called(&it));
        let leads = match partner {
            Some(Door::Ship(other)) => self.ship(other).is_active(),
            Some(Door::Body(_)) | None => true,
        };
        if !works || !leads || !self.ship(id).is_active() {
            return Some(0);
        }
        let (left, hull) = (u32::from(self.hull_left(id)), u32::from(blueprint.hull()).max(1));
        Some(blueprint.design.transfer() * left / hull)
    }

    /// What goes through a gate this turn.
    fn load(&self, door: Door) -> u32 {
        let uses = |id: &ShipId| {
            let ship = self.ship(*id);
            ship.passing == Some(door) && ship.is_active() || ship.came == Some((door, self.turn))
        };
        self.field.ship_ids().filter(uses).map(|id| self.burden(id)).sum()
    }

    /// A ship with all it carries; in bays that is part of its own mass.
    fn burden(&self, id: ShipId) -> u32 {
        let outside = self.stowage(id).into_iter().filter(|it| it.1.is_none_or(|slot| !slot.bay));
        let outside: u32 = outside.map(|it| self.field.blueprint(it.0).design.mass).sum();
        self.field.blueprint(id).design.mass + outside
    }

    fn fits(&self, door: Door, id: ShipId) -> bool {
        self.capacity(door).is_none_or(|most| self.load(door) + self.burden(id) <= most)
    }

    /// FT-11.9.4, FT-GEO.7: whether a ship there, on that course, is in a gate.
    fn is_in(&self, door: Door, at: Point, facing: Clock) -> bool {
        let size = if let Door::Body(id) = door { self.body(id).radius } else { Length::ZERO };
        let off = self.field.gate_spec(door).entry.map_or(0, |entry| {
            let off = (i32::from(facing.get()) - i32::from(entry.get())).rem_euclid(12);
            off.min(12 - off)
        });
        off <= 1 && (at - self.door_at(door)).within(size + self.contact())
    }

    /// FT-11.9.6: ships of a seat that wait to come through a gate, and which.
    fn to_come(&self, seat: Seat) -> Vec<(ShipId, Door)> {
        if !self.field.has_gates {
            return Vec::new();
        }
        let waits = |id: &ShipId| self.ship(*id).owner == seat && self.ship(*id).status == Status::Waiting;
        let door = |id: ShipId| {
            let name = self.field.berth(id).through.as_ref()?;
            Some((id, self.field.door_called(name)?))
        };
        self.field.ship_ids().filter(waits).filter_map(door).collect()
    }

    /// Gates that the plots' ends would bring a ship into.
    pub(crate) fn exits(&self, ends: &[(Point, Clock, u16)]) -> Vec<Door> {
        let reached = |door: &Door| ends.iter().any(|it| self.is_in(*door, it.0, it.1));
        self.field.doors().filter(|&door| self.is_open(door)).filter(reached).collect()
    }
}

/// FT-11.9.4.
pub(crate) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    let Some(door) = order.exit else { return };
    let tag = || battle.field.tag(order.ship);
    if !found.require(battle.has_door(door), "FT-11.9.4", || format!("{} knows no such gate", tag())) {
        return;
    }
    let own = door == Door::Ship(order.ship) || battle.field.is_gate(order.ship);
    found.require(!own, "FT-11.9.1", || format!("{} is a gate and goes nowhere", tag()));
    found.require(battle.is_open(door), "FT-11.9.3", || {
        format!("{} is not open", battle.field.door_name(door))
    });
    found.require(battle.field.station(order.ship).is_none(), "FT-13.15.5", || {
        format!("{} is a section and goes nowhere", tag())
    });
}

pub(crate) fn check_orders(battle: &Battle, seat: Seat, orders: &Orders, found: &mut Findings) {
    for (i, it) in orders.gates.iter().enumerate() {
        let gate = battle.ships.get(it.gate.index()).filter(|_| battle.field.has_gates);
        let gate = gate.filter(|ship| ship.is_active() && battle.field.is_gate(it.gate));
        let once = !orders.gates[..i].iter().any(|other| other.gate == it.gate);
        let Some(gate) = gate.filter(|_| once) else {
            found.add("FT-11.9.3", format!("ship number {} is not a gate, or named twice", it.gate.0));
            continue;
        };
        let tag = || battle.field.tag(it.gate);
        if it.open {
            found.require(gate.open_from.is_none(), "FT-11.9.3", || format!("{} is already active", tag()));
        } else {
            found.require(gate.owner == seat && gate.open_from.is_some(), "FT-11.9.3", || {
                format!("{} is not yours, or not active", tag())
            });
        }
    }
    let able = if orders.arrivals.is_empty() { Vec::new() } else { battle.to_come(seat) };
    for (i, it) in orders.arrivals.iter().enumerate() {
        let rule = "FT-11.9.6";
        let once = !orders.arrivals[..i].iter().any(|other| other.ship == it.ship);
        if !found.require(able.contains(&(it.ship, it.gate)) && once, rule, || {
            format!("ship number {} does not come through that gate", it.ship.0)
        }) {
            continue;
        }
        let tag = || battle.field.tag(it.ship);
        found.require(battle.is_open(it.gate), "FT-11.9.3", || {
            format!("{} is not open", battle.field.door_name(it.gate))
        });
        let most = battle.rating(it.ship);
        found.require(it.velocity <= u16::from(most), rule, || {
            format!("{}: velocity {} exceeds the rating of its drive, {most}", tag(), it.velocity)
        });
        let fixed = battle.field.gate_spec(it.gate).entry.is_some();
        found.require(!fixed || it.facing.is_none(), rule, || {
            format!("{} comes out on the course of the gate", tag())
        });
    }
}

/// What was ordered, before ships move.
pub(crate) struct Noted {
    switches: Vec<(Seat, GateOrder)>,
    exits: Vec<(ShipId, Door)>,
    arrivals: Vec<GateEntry>,
}

pub(crate) fn noted(battle: &Battle) -> Noted {
    let mut noted = Noted { switches: Vec::new(), exits: Vec::new(), arrivals: Vec::new() };
    if !battle.field.has_gates {
        return noted;
    }
    for id in battle.field.ship_ids() {
        let written = &battle.written[id.index()];
        noted.switches.extend(written.gates.iter().map(|it| (battle.ship(id).owner, *it)));
        noted.exits.extend(written.exit.map(|door| (id, door)));
        noted.arrivals.extend(written.arrival);
    }
    noted
}

/// FT-11.9.3, FT-11.9.6, FT-11.9.4: when ships have moved, gates are switched, ships come, and those in a
/// gate make ready to go.
pub(crate) fn after_moves(table: &mut Table<Battle>, noted: &Noted) {
    for (seat, it) in &noted.switches {
        let battle = table.state();
        let (gate, turn) = (battle.ship(it.gate), battle.turn);
        let (own, now) = (gate.owner == *seat, gate.open_from.is_some());
        if !gate.is_active() {
            continue;
        }
        if !it.open && own && now {
            table.emit(crate::Event::Gates(Event::Deactivated { gate: it.gate }));
        } else if it.open && !now {
            let die = (!own).then(|| table.roll(6));
            let delay = die.filter(|die| *die <= 3).map_or(0, u16::from);
            let from = turn.saturating_add(1 + delay);
            table.emit(crate::Event::Gates(Event::Activated { gate: it.gate, by: *seat, die, from }));
        }
    }
    for it in &noted.arrivals {
        come(table, it);
    }
    for &(ship, gate) in &noted.exits {
        let battle = table.state();
        let there = battle.ship(ship).is_active() && battle.is_open(gate);
        let motion = battle.ship(ship).motion;
        if there && battle.is_in(gate, motion.at, motion.facing) && battle.fits(gate, ship) {
            table.emit(crate::Event::Gates(Event::Approached { ship, gate }));
        }
    }
}

/// FT-11.9.6: placed on the gate, it moves its velocity at once.
fn come(table: &mut Table<Battle>, entry: &GateEntry) {
    let battle = table.state();
    let GateEntry { ship, gate, velocity, facing } = *entry;
    let waits = battle.ship(ship).status == Status::Waiting;
    if !waits || !battle.is_open(gate) || !battle.fits(gate, ship) {
        return;
    }
    let at = battle.door_at(gate);
    let facing = outward(battle, gate).or(facing).unwrap_or(battle.ship(ship).motion.facing);
    let drift = battle.field.is_vector(ship).then(|| plot::drift_along(facing, velocity));
    let to = at.moved(facing.course(), Length::units(i32::from(velocity)));
    let to = Motion { at: to, facing, velocity, drift };
    let shocked = matches!(gate, Door::Body(_)) && battle.field.options.jump_point_shock;
    table.emit(crate::Event::Gates(Event::Came { ship, gate, at, to, shocked }));
    if table.state().has_terrain() {
        collisions::encounter(table, ship, at, &[to.at]);
    }
    if table.state().ship(ship).is_active() {
        movement::leave_table(table, ship);
    }
}

/// FT-11.9.6: the course on which ships come out.
fn outward(battle: &Battle, door: Door) -> Option<Clock> {
    battle.field.gate_spec(door).entry.map(|entry| entry.turned(6))
}

/// FT-11.9.5: the end of the turn.
pub(crate) fn transfer(table: &mut Table<Battle>) {
    if !table.state().field.has_gates {
        return;
    }
    let doors: Vec<Door> = table.state().field.doors().collect();
    for gate in doors {
        let battle = table.state();
        let goes = |id: &ShipId| battle.ship(*id).passing == Some(gate) && battle.ship(*id).is_active();
        let ships: Vec<ShipId> = battle.field.ship_ids().filter(goes).collect();
        let bears = battle.capacity(gate).is_none_or(|most| battle.load(gate) <= most);
        for ship in ships {
            let die = (!bears).then(|| table.roll(6));
            let fate = match die {
                None | Some(1) => beyond(table.state(), ship, gate),
                Some(2) => Passage::Back,
                Some(_) => Passage::Lost,
            };
            table.emit(crate::Event::Gates(Event::Passed { ship, gate, die, fate }));
            // FT-12.7.7.
            if fate == Passage::Gone && table.state().field.has_boarding {
                boarding::to_the_end(table, ship);
            }
        }
    }
    crate::jumps::riders::settle(table);
}

fn beyond(battle: &Battle, ship: ShipId, gate: Door) -> Passage {
    let partner = battle.field.gate_spec(gate).partner.and_then(|it| battle.field.door_called(&it));
    let Some(partner) = partner else { return Passage::Gone };
    let motion = battle.ship(ship).motion;
    let facing = outward(battle, partner).unwrap_or(motion.facing);
    let drift = motion.drift.map(|_| plot::drift_along(facing, motion.velocity));
    Passage::Through(Motion { at: battle.door_at(partner), facing, velocity: motion.velocity, drift })
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let turn = battle.turn;
    match event {
        Event::Activated { gate, from, .. } => battle.ship_mut(*gate).open_from = Some(*from),
        Event::Deactivated { gate } => battle.ship_mut(*gate).open_from = None,
        Event::Came { ship, gate, to, shocked, .. } => {
            battle.written[ship.index()] = Default::default();
            let ship = battle.ship_mut(*ship);
            (ship.status, ship.motion, ship.came) = (Status::Active, *to, Some((*gate, turn)));
            if *shocked {
                ship.core.adrift_until = ship.core.adrift_until.max(turn);
            }
        }
        Event::Approached { ship, gate } => battle.ship_mut(*ship).passing = Some(*gate),
        Event::Passed { ship, gate, fate, .. } => {
            let at = battle.door_at(*gate);
            let ship = battle.ship_mut(*ship);
            ship.passing = None;
            match fate {
                Passage::Gone => ship.status = Status::Jumped,
                Passage::Through(to) => ship.motion = *to,
                Passage::Back => {
                    (ship.motion.at, ship.motion.velocity) = (at, 0);
                    ship.motion.drift = ship.motion.drift.map(|_| Point::default());
                }
                Passage::Lost => ship.status = Status::Destroyed,
            }
        }
    }
}

/// Whether a scenario has gates at all.
pub(crate) fn any(scenario: &Scenario, mut designs: impl Iterator<Item = bool>) -> bool {
    designs.any(|it| it) || scenario.terrain.iter().any(|it| it.kind == Shape::JumpPoint)
}

/// Everything that is wrong with the gates of a scenario.
pub(crate) fn findings(field: &Field, wrong: &mut Vec<String>) {
    for door in field.doors() {
        if let Some(name) = field.gate_spec(door).partner
            && field.door_called(&name).is_none_or(|it| it == door)
        {
            wrong.push(format!("{}: there is no other gate {name:?} (FT-11.9.1)", field.door_name(door)));
        }
    }
    for id in field.ship_ids() {
        let berth = field.berth(id);
        let mut say = |is: bool, why: &str, rule: &str| {
            if is {
                wrong.push(format!("{}: {why} ({rule})", field.tag(id)));
            }
        };
        say(berth.gate.is_some() && !field.is_gate(id), "its design is not a gate", "FT-11.9.2");
        let still = berth.velocity == 0 && !berth.ftl && berth.through.is_none() && berth.rides.is_none();
        say(field.is_gate(id) && !still, "a gate does not move about the table", "FT-11.9.1");
        if let Some(name) = &berth.through {
            say(field.door_called(name).is_none(), &format!("there is no gate {name:?}"), "FT-11.9.6");
        }
    }
    for (n, it) in field.scenario.terrain.iter().enumerate() {
        if it.gate.is_some() && it.kind != Shape::JumpPoint {
            wrong.push(format!("feature {}: only a jump_point leads anywhere (FT-11.10.1)", n + 1));
        }
    }
}

/// Gates are opened for those who wait, and they come as soon as they can.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> (Vec<GateOrder>, Vec<GateEntry>) {
    let (mut gates, mut arrivals) = (Vec::<GateOrder>::new(), Vec::new());
    for (ship, gate) in battle.to_come(seat) {
        if battle.is_open(gate) {
            arrivals.push(entry(battle, ship, gate));
        } else if let Door::Ship(id) = gate {
            let shut = battle.ship(id).is_active() && battle.ship(id).open_from.is_none();
            if shut && !gates.iter().any(|it| it.gate == id) {
                gates.push(GateOrder { gate: id, open: true });
            }
        }
    }
    (gates, arrivals)
}

fn entry(battle: &Battle, ship: ShipId, gate: Door) -> GateEntry {
    let fixed = battle.field.gate_spec(gate).entry.is_some();
    let facing = (!fixed).then(|| Clock::nearest(battle.field.centre() - battle.door_at(gate)));
    GateEntry { ship, gate, velocity: u16::from(battle.rating(ship)).min(6), facing }
}

pub(crate) fn menu(battle: &Battle, seat: Seat) -> (Vec<GateMenu>, Vec<ArrivalMenu>) {
    let gate = |door: Door| {
        let (owner, from, there) = match door {
            Door::Ship(id) => {
                let ship = battle.ship(id);
                (Some(ship.owner), ship.open_from, ship.is_active())
            }
            Door::Body(_) => (None, None, false),
        };
        GateMenu {
            gate: door,
            name: battle.field.door_name(door),
            open: battle.is_open(door),
            opens: from.filter(|turn| battle.turn < *turn),
            capacity: battle.capacity(door),
            activate: there && from.is_none(),
            deactivate: there && from.is_some() && owner == Some(seat),
            foreign: owner.is_some_and(|it| it != seat),
        }
    };
    let open = battle.to_come(seat).into_iter().filter(|it| battle.is_open(it.1));
    let arrival = |(ship, gate): (ShipId, Door)| ArrivalMenu {
        usual: entry(battle, ship, gate),
        most_velocity: u16::from(battle.rating(ship)),
        any_course: battle.field.gate_spec(gate).entry.is_none(),
    };
    (battle.field.doors().map(gate).collect(), open.map(arrival).collect())
}

/// Now and then a gate is switched, or somebody comes.
pub(crate) fn sample(battle: &Battle, seat: Seat, orders: &mut Orders, dice: &mut Dice) {
    if !battle.field.has_gates {
        return;
    }
    let (gates, arrivals) = menu(battle, seat);
    for it in gates {
        let Door::Ship(gate) = it.gate else { continue };
        if it.activate && dice.one_in(2) {
            orders.gates.push(GateOrder { gate, open: true });
        } else if it.deactivate && dice.one_in(8) {
            orders.gates.push(GateOrder { gate, open: false });
        }
    }
    for it in arrivals {
        if dice.one_in(2) {
            let velocity = dice.index(usize::from(it.most_velocity) + 1) as u16;
            orders.arrivals.push(GateEntry { velocity, ..it.usual });
        }
    }
    let doors: Vec<Door> = battle.field.doors().collect();
    for order in &mut orders.ships {
        let mut found = Findings::default();
        order.exit = dice.one_in(4).then(|| *dice.pick(&doors));
        check(battle, order, &mut found);
        if !found.is_empty() || battle.carrier(order.ship).is_some() {
            order.exit = None;
        }
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Activated { .. } | Event::Deactivated { .. } => vec!["FT-11.9.3"],
        Event::Came { shocked: true, .. } => vec!["FT-11.9.6", "FT-11.10.1"],
        Event::Came { .. } => vec!["FT-11.9.6"],
        Event::Approached { .. } => vec!["FT-11.9.4"],
        Event::Passed { die: None, .. } => vec!["FT-11.9.4"],
        Event::Passed { .. } => vec!["FT-11.9.5"],
    }
}
