//! Faster than light: leaving the table, coming onto it, and the hyper limit (FT-11.2 to FT-11.5).

use arrayvec::ArrayVec;
use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::wings::GroupId,
    damage::{self, Tally, checks},
    jumps::{self, riders},
    movement::{
        clock::Clock,
        links::Hold,
        plot::{self, Plot},
    },
    options::{HyperLimits, Options},
    orders::{ShipOrder, Written, specials},
    phases::{self, Phase},
    sensors::{self, Found},
    setup::scenario::MOST_VELOCITY,
    ship::{Motion, ShipId, Status},
    terrain::{Body, Shape},
    yard::design::Kind,
};

/// FT-11.5.1: how a ship is to come onto the table; written before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub ship: ShipId,
    /// FT-8.15.13, FT-9.2.2: a group of that ship, which comes by itself; in turn 0 it is in flight from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupId>,
    pub turn: u16,
    pub at: Point,
    pub facing: Clock,
    #[serde(default)]
    pub velocity: u16,
}

/// FT-11.2.1: where FTL drives do not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct HyperLimit {
    pub at: Point,
    pub radius: Length,
}

/// What an arrival or a departure too close to others does to the ship itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "FtlFate"))]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Nobody was near, or it came to nothing.
    Clean,
    /// FT-11.4.3: the drive does not engage.
    Stays,
    /// So many points straight to the hull.
    Hurt(u16),
    /// FT-11.4.3.
    Lost,
    /// FT-11.5.2: off the table, or within the hyper limit: it never comes.
    Never,
}

/// FT-11.4.3, FT-11.5.4: somebody near, with his two dice.
pub(crate) type Near = (ShipId, [u8; 2]);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "FtlEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-11.5.1: only the writer sees what.
    Planned { seat: Seat, plans: Option<Vec<Plan>> },
    /// FT-11.5.1: a marker on the table.
    Announced { ship: ShipId, at: Point },
    /// FT-11.4.1: seen by everybody.
    WarmedUp { ship: ShipId },
    /// FT-11.4.2: the jump cannot be made any more.
    Cooled { ship: ShipId },
    /// FT-11.5.2, FT-11.5.4: direction and distance of the scatter, if it scatters; the dice of the ship
    /// itself; those of everybody near.
    Arrived {
        ship: ShipId,
        to: Motion,
        #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
        scatter: ArrayVec<u8, 3>,
        #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
        dice: ArrayVec<u8, 2>,
        fate: Fate,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        near: Vec<Near>,
        /// FT-11.5.4: what becomes of small craft and markers about it is an event of its own.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        apart: bool,
    },
    /// FT-11.5.4: small craft and markers about a ship that has arrived are gone, whether a ship was near or not.
    Swept {
        ship: ShipId,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        groups: Vec<GroupId>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        markers: Vec<u16>,
    },
    /// FT-11.4.2, FT-11.4.3: where it vanished, or stays.
    Departed {
        ship: ShipId,
        at: Point,
        to: Motion,
        #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
        dice: ArrayVec<u8, 2>,
        fate: Fate,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        near: Vec<Near>,
        /// FT-11.4.4: who goes along, and shares its fate.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        train: Vec<ShipId>,
    },
}

/// FT-11.4.3, FT-11.5.4: the danger radius.
const DANGER: Length = Length::units(6);

impl Battle {
    pub(crate) fn has_ftl(&self, id: ShipId) -> bool {
        self.working(id, |kind| matches!(kind, Kind::Ftl { .. })).next().is_some()
    }

    /// FT-11.3.1.
    fn has_advanced_ftl(&self, id: ShipId) -> bool {
        self.working(id, |kind| matches!(kind, Kind::Ftl { advanced: true, .. })).next().is_some()
    }

    /// FT-11.2.1.
    pub fn is_limited(&self, at: Point) -> bool {
        match self.field.options.hyper_limit {
            HyperLimits::None => false,
            HyperLimits::Table => true,
            HyperLimits::Radius => {
                let drawn = self.bodies().any(|(_, it)| it.kind == Shape::HyperLimit && it.holds(at));
                drawn || self.field.scenario.hyper_limit.is_some_and(|it| (at - it.at).within(it.radius))
            }
        }
    }

    /// Whether the scenario or an option speaks of FTL; elsewhere chance sends nobody away.
    pub(crate) fn is_about_jumps(&self) -> bool {
        let Options { hyper_limit, wild_ftl_scatter, .. } = &self.field.options;
        *hyper_limit != HyperLimits::None || *wild_ftl_scatter || self.field.has_slots || self.field.has_gates
    }

    /// FT-11.4.1: its drive was warmed up in the turn before, and it is about to jump.
    pub fn is_leaving(&self, id: ShipId) -> bool {
        let warm = self.ship(id).warm;
        0 < warm && warm < self.turn
    }

    /// FT-11.4.1, FT-11.4.2: a ship with a warm drive, or one that is to warm it up, has no weapons.
    pub(crate) fn is_quiet(&self, id: ShipId) -> bool {
        let warm = |id: ShipId| 0 < self.ship(id).warm || self.written[id.index()].ftl;
        // FT-13.15.6: a starbase jumps as one.
        warm(id) || self.has_sections && self.field.sections_of(id).any(warm)
    }

    /// FT-11.4.1: why a ship cannot be ordered to warm up its FTL drive.
    pub(crate) fn cannot_warm_up(&self, id: ShipId) -> Option<(&'static str, &'static str)> {
        let ship = self.ship(id);
        if self.field.is_gate(id) {
            Some(("FT-11.9.1", "is a gate and stays where it is"))
        } else if !self.has_ftl(id) {
            Some(("FT-11.4.1", "has no working FTL drive"))
        } else if ship.is_adrift(self.turn) {
            Some(("FT-10.3.3", "is out of control and takes no orders"))
        } else if !ship.is_active() || ship.cloaked {
            Some(("FT-7.20.2", "is behind its cloak"))
        } else if 0 < ship.warm {
            Some(("FT-11.4.2", "already has a warm FTL drive"))
        } else if 0 < ship.spinal_turn && ship.spinal_turn + 1 == self.turn {
            Some(("FT-5.23.2", "fired a spinal mount last turn and may not use its drive"))
        } else if self.is_limited(ship.motion.at) {
            Some(("FT-11.2.1", "is within the hyper limit"))
        } else {
            None
        }
    }

    /// FT-11.6.2, FT-11.6.3: the mass a drive can still take along beyond those it carries; advanced tugs
    /// that are docked with one that is advanced, and jump with it, add theirs.
    fn haulage(&self, id: ShipId) -> u32 {
        let field = |id: ShipId| {
            let carried = self.stowage(id).into_iter().filter(|it| it.1.is_none_or(|slot| !slot.bay));
            let carried: u32 = carried.map(|it| self.field.blueprint(it.0).design.mass).sum();
            self.field.blueprint(id).design.transfer().saturating_sub(carried)
        };
        let helps = |it: &ShipId| {
            let docked = self.held(*it).is_some_and(|link| link.lead == id && link.hold == Hold::Dock);
            docked && is_jumping(self, *it) && self.has_advanced_ftl(*it)
        };
        let helpers = self.field.ship_ids().filter(|_| self.has_advanced_ftl(id)).filter(helps);
        field(id) + helpers.map(field).sum::<u32>()
    }

    /// FT-11.4.4, FT-11.6.3, FT-13.15.6: everybody who goes along when a ship jumps: those it carries, what
    /// it has in tow or docked as far as its drive reaches, and the rest of a starbase with all who are docked there.
    pub(crate) fn train(&self, id: ShipId) -> Vec<ShipId> {
        let mut train: Vec<ShipId> = self.riders(id).collect();
        let held = |lead: ShipId| {
            let by = move |it: &ShipId| self.held(*it).is_some_and(|link| link.lead == lead);
            self.field.ship_ids().filter(by)
        };
        if self.field.station(id).is_some() {
            for section in self.field.sections_of(id).filter(|&it| self.ship(it).is_active()) {
                train.push(section);
                train.extend(self.riders(section).chain(held(section)));
            }
            train.extend(held(id));
        } else {
            let mut room = self.haulage(id);
            for it in held(id) {
                let mass = self.field.blueprint(it).design.mass;
                // Whoever jumps by its own drive is no burden.
                let own = is_jumping(self, it);
                if own || mass <= room {
                    room -= if own { 0 } else { mass };
                    train.push(it);
                    train.extend(self.riders(it));
                }
            }
        }
        train.sort();
        train.dedup();
        train
    }

    /// Everybody within 6 MU of a point, in the order of the fleet lists. Fighters and missiles are too
    /// small to matter.
    fn endangered(&self, at: Point, but: ShipId) -> Vec<ShipId> {
        let there = |id: &ShipId| {
            let ship = self.ship(*id);
            (ship.is_active() || ship.status == Status::Hulk) && (ship.motion.at - at).within(DANGER)
        };
        self.field.ship_ids().filter(|&id| id != but).filter(there).collect()
    }

    /// FT-11.5.4: small craft and markers about a ship that has just arrived; FT-11.5.5: but those it came with.
    fn swept(&self, ship: ShipId) -> (Vec<GroupId>, Vec<u16>) {
        let near = |it: Point| (it - self.ship(ship).motion.at).within(DANGER);
        let own: Vec<GroupId> = self.screen_of(ship).collect();
        let groups = self.flying().filter(|id| near(self.group(*id).at) && !own.contains(id));
        let markers = self.markers.iter().filter(|it| near(it.at)).map(|it| it.number);
        (groups.collect(), markers.collect())
    }

    /// FT-11.4.3, FT-11.5.4, FT-GEO.9: a rock or a planet within 6 MU of a point.
    pub(crate) fn is_massive(&self, at: Point) -> bool {
        let near = |body: &Body| body.kind.blocks() && (at - body.at).within(body.radius + DANGER);
        self.bodies().any(|(_, body)| near(body))
    }
}

/// FT-11.4.2: it jumps in this phase 5, unless its drive was lost or nobody is in control.
pub(crate) fn is_jumping(battle: &Battle, id: ShipId) -> bool {
    let ship = battle.ship(id);
    battle.is_leaving(id) && ship.is_active() && !ship.is_adrift(battle.turn) && battle.has_ftl(id)
}

/// FT-11.4.2, FT-11.4.4: ships that jump in this phase 5, each with those who go along.
pub(crate) fn jumps(battle: &Battle) -> Vec<(ShipId, Vec<ShipId>)> {
    let mut jumps: Vec<(ShipId, Vec<ShipId>)> = Vec::new();
    for id in battle.field.ship_ids().filter(|&id| is_jumping(battle, id)) {
        // A tug that helps another goes with it.
        let helps = battle.held(id).is_some_and(|link| is_jumping(battle, link.lead));
        if !helps && !jumps.iter().any(|it| it.1.contains(&id)) {
            jumps.push((id, battle.train(id)));
        }
    }
    jumps
}

pub(crate) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    let tag = || battle.field.tag(order.ship);
    let thrust = order.plot != Plot::Hold || order.roll || order.emergency;
    if order.ftl {
        if let Some((rule, why)) = battle.cannot_warm_up(order.ship) {
            found.add(rule, format!("{} {why}", tag()));
        }
        found.require(!thrust, "FT-11.4.1", || {
            format!("{} warms up its FTL drive and cannot use thrust", tag())
        });
        found.require(order.cloak.is_none(), "FT-7.20.2", || format!("{} cannot jump behind a cloak", tag()));
    }
    found.require(!thrust || !battle.is_leaving(order.ship), "FT-11.4.2", || {
        format!("{} is about to jump and goes straight on", tag())
    });
}

/// FT-11.5.1: ships that come by FTL, of one seat.
pub(crate) fn to_plan(battle: &Battle, seat: Seat) -> Vec<ShipId> {
    let waits = |id: &ShipId| battle.ship(*id).owner == seat && battle.ship(*id).status == Status::Waiting;
    battle.field.ship_ids().filter(|&id| battle.field.berth(id).ftl).filter(waits).collect()
}

fn has_plans(battle: &Battle, seat: Seat) -> bool {
    !to_plan(battle, seat).is_empty() || !battle.craft_to_plan(seat).is_empty()
}

/// FT-11.5.1: plans are written when everything else stands on the table.
pub(crate) fn open(table: &mut Table<Battle>) {
    let battle = table.state();
    let seats: Seats = (0..battle.field.seats()).map(Seat).filter(|&seat| has_plans(battle, seat)).collect();
    if seats.is_empty() {
        specials::open(table);
    } else {
        phases::enter(table, Phase::Plans { seats });
    }
}

pub(crate) fn check_plans(battle: &Battle, seat: Seat, plans: &[Plan], found: &mut Findings) {
    let rule = "FT-11.5.1";
    let own = to_plan(battle, seat);
    let craft = battle.craft_to_plan(seat);
    for (i, plan) in plans.iter().enumerate() {
        let once = !plans[..i].iter().any(|it| (it.ship, it.group) == (plan.ship, plan.group));
        if let Some(id) = plan.group {
            let known = craft.contains(&id) && battle.group(id).home == plan.ship;
            if found.require(known && once, "FT-8.15.13", || {
                format!("group number {} has no arrival to plan", id.0)
            }) {
                jumps::craft::check_plan(battle, plan, id, found);
            }
            continue;
        }
        if !found.require(own.contains(&plan.ship) && once, rule, || {
            format!("ship number {} has no arrival to plan", plan.ship.0)
        }) {
            continue;
        }
        let tag = battle.field.tag(plan.ship);
        let turns = battle.field.scenario.turns;
        found.require((1..=turns).contains(&plan.turn), rule, || {
            format!("{tag} arrives in a turn from 1 to {turns}")
        });
        found.require(battle.is_on_table(plan.at), rule, || {
            format!("{tag} arrives on the table, not at {}", plan.at)
        });
        found.require(!battle.is_limited(plan.at), "FT-11.2.1", || {
            format!("{tag} cannot arrive within the hyper limit")
        });
        found.require(plan.velocity <= MOST_VELOCITY, "FT-3.1.1", || {
            format!("{tag}: velocity {} is beyond any table", plan.velocity)
        });
    }
}

pub(crate) fn resolve_plans(table: &mut Table<Battle>, plans: &[(Seat, Vec<Plan>)]) {
    for (seat, plans) in plans {
        table.emit(crate::Event::Ftl(Event::Planned { seat: *seat, plans: Some(plans.clone()) }));
    }
    jumps::craft::set_out(table);
    specials::open(table);
}

/// FT-11.5.1: announced when orders have been written.
pub(crate) fn announce(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        let battle = table.state();
        let due = battle.secrets[id.index()].plan.filter(|plan| plan.turn == battle.turn);
        if let (Some(plan), Status::Waiting) = (due, battle.ship(id).status) {
            table.emit(crate::Event::Ftl(Event::Announced { ship: id, at: plan.at }));
        }
    }
    jumps::craft::announce(table);
}

/// FT-11.4.1, FT-11.5.2, FT-11.4.2: after all others have moved, ships arrive, then ships leave, and
/// drives that were ordered to are warmed up.
pub(crate) fn after_moves(table: &mut Table<Battle>, noted: &[(ShipId, Written)]) {
    let order = checks::order(table.state());
    let moves = |id: &ShipId| table.state().ship(*id).arriving || table.state().is_leaving(*id);
    let any = order.iter().any(moves);
    arrive(table, &order);
    leave(table, &order);
    jumps::craft::after_moves(table);
    riders::settle(table);
    // FT-11.4.2: those that could not jump have moved with the others.
    for &id in &order {
        if table.state().is_leaving(id) && table.state().ship(id).is_active() {
            table.emit(crate::Event::Ftl(Event::Cooled { ship: id }));
        }
    }
    for (id, _) in noted.iter().filter(|it| it.1.ftl) {
        if table.state().cannot_warm_up(*id).is_none_or(|it| it.0 == "FT-11.2.1") {
            table.emit(crate::Event::Ftl(Event::WarmedUp { ship: *id }));
        }
    }
    // FT-11.4.5: thresholds for what jumps have done.
    if any {
        damage::remove_wrecks(table);
        checks::all(table);
    }
}

/// A ship that comes out of FTL: where, and the dice of its scatter; lost if that is nowhere.
struct Arrival {
    ship: ShipId,
    to: Motion,
    scatter: ArrayVec<u8, 3>,
    lost: bool,
}

/// FT-11.5.2: scatter by a D12 for the direction and a D6 for the distance.
fn come_out(table: &mut Table<Battle>, ship: ShipId) -> Option<Arrival> {
    let plan = table.state().secrets[ship.index()].plan?;
    let (mut at, mut scatter) = (plan.at, ArrayVec::new());
    // FT-11.3.1: advanced drives do not scatter.
    if !table.state().has_advanced_ftl(ship) {
        let (way, mut far) = (table.roll(12), table.roll(6));
        scatter.extend([way, far]);
        // FT-11.5.3.
        if far == 6 && table.state().field.options.wild_ftl_scatter {
            let times = table.roll(6);
            scatter.push(times);
            far *= times;
        }
        at = at.moved(Clock::TWELVE.turned(i32::from(way)).course(), Length::units(i32::from(far)));
    }
    let battle = table.state();
    let drift = battle.field.is_vector(ship).then(|| plot::drift_along(plan.facing, plan.velocity));
    let to = Motion { at, facing: plan.facing, velocity: plan.velocity, drift };
    Some(Arrival { ship, to, scatter, lost: !battle.is_on_table(at) || battle.is_limited(at) })
}

/// FT-11.5.4: all that arrive stand on the table before the first of them rolls for what is near, so that ships
/// that come together disturb each other alike.
fn arrive(table: &mut Table<Battle>, order: &[ShipId]) {
    let mut arrivals: Vec<Arrival> = Vec::new();
    for &id in order {
        if table.state().ship(id).arriving {
            arrivals.extend(come_out(table, id));
        }
    }
    let there = arrivals.iter().filter(|it| !it.lost);
    let spots: Vec<(ShipId, Point)> = there.map(|it| (it.ship, it.to.at)).collect();
    let mut hurt: Vec<(ShipId, Option<u16>, Vec<Near>)> = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    for Arrival { ship, to, scatter, lost } in arrivals {
        let (mut dice, mut fate, mut near) = (ArrayVec::new(), Fate::Never, Vec::new());
        if !lost {
            let battle = table.state();
            let mut others = battle.endangered(to.at, ship);
            let beside = |it: &&(ShipId, Point)| it.0 != ship && (it.1 - to.at).within(DANGER);
            others.extend(spots.iter().filter(beside).map(|it| it.0));
            others.sort();
            fate = Fate::Clean;
            if !others.is_empty() || battle.is_massive(to.at) {
                let die = table.roll(6);
                dice.push(die);
                let mut points = u16::from(die);
                if die == 6 {
                    let times = table.roll(6);
                    dice.push(times);
                    points *= u16::from(times);
                }
                fate = Fate::Hurt(points);
            }
            near = shaken(table, &others);
            hurt.push((ship, if let Fate::Hurt(points) = fate { Some(points) } else { None }, near.clone()));
        }
        events.push(Event::Arrived { ship, to, scatter, dice, fate, near, apart: true });
    }
    for event in events {
        table.emit(crate::Event::Ftl(event));
    }
    // All of them at once: nobody's escort is spared by the order of the list.
    let swept: Vec<_> = hurt.iter().map(|it| (it.0, table.state().swept(it.0))).collect();
    for (ship, (groups, markers)) in swept {
        if !(groups.is_empty() && markers.is_empty()) {
            table.emit(crate::Event::Ftl(Event::Swept { ship, groups, markers }));
        }
    }
    for (ship, points, near) in hurt {
        if let Some(points) = points.filter(|_| table.state().ship(ship).is_active()) {
            strike(table, ship, points);
        }
        shake(table, &near);
    }
}

/// FT-11.4.3: everybody leaving has moved before the first of them rolls.
fn leave(table: &mut Table<Battle>, order: &[ShipId]) {
    let battle = table.state();
    let mut leaving = jumps(battle);
    leaving.sort_by_key(|it| order.iter().position(|id| *id == it.0));
    let spots: Vec<(ShipId, Point)> =
        leaving.iter().map(|it| (it.0, halfway(battle.ship(it.0).motion))).collect();
    let along: Vec<ShipId> = leaving.iter().flat_map(|it| it.1.iter().copied()).collect();
    for ((id, train), (_, at)) in leaving.into_iter().zip(spots.clone()) {
        let battle = table.state();
        if !battle.ship(id).is_active() {
            continue;
        }
        let to = plot::fly(battle.ship(id).motion, &Plot::Hold).motion;
        // Others that leave are where they will vanish, and those with them there as well.
        let mut others: Vec<ShipId> = battle
            .endangered(at, id)
            .into_iter()
            .filter(|it| !spots.iter().any(|spot| spot.0 == *it) && !along.contains(it))
            .collect();
        others.extend(spots.iter().filter(|it| it.0 != id && (it.1 - at).within(DANGER)).map(|it| it.0));
        others.sort();
        let close = !others.is_empty() || battle.is_massive(at);
        let (mut dice, mut fate, mut near) = (ArrayVec::new(), Fate::Clean, Vec::new());
        if close {
            let die = table.roll(6);
            dice.push(die);
            fate = match die {
                1 => Fate::Stays,
                2..=4 => {
                    let points = table.roll(6);
                    dice.push(points);
                    Fate::Hurt(u16::from(points))
                }
                _ => {
                    near = shaken(table, &others);
                    Fate::Lost
                }
            };
        }
        let hurt = near.clone();
        table.emit(crate::Event::Ftl(Event::Departed { ship: id, at, to, dice, fate, near, train }));
        shake(table, &hurt);
    }
}

/// FT-11.4.2: half its velocity, rounded down, straight on; FT-12.12.7: a vector ship along its course.
fn halfway(motion: Motion) -> Point {
    let (half, whole) = (i64::from(motion.velocity / 2), i64::from(motion.velocity.max(1)));
    match motion.drift {
        Some(drift) => {
            let part = |it: Length| Length(it.0 * half / whole);
            Point { x: motion.at.x + part(drift.x), y: motion.at.y + part(drift.y) }
        }
        None => motion.at.moved(motion.facing.course(), Length::units(half as i32)),
    }
}

/// FT-11.4.3, FT-11.5.4: two dice for everybody near.
fn shaken(table: &mut Table<Battle>, others: &[ShipId]) -> Vec<Near> {
    others.iter().map(|&id| (id, [table.roll(6), table.roll(6)])).collect()
}

/// What they take.
fn shake(table: &mut Table<Battle>, near: &[Near]) {
    for (id, dice) in near {
        let there = table.state().ship(*id);
        if there.is_active() || there.status == Status::Hulk {
            strike(table, *id, u16::from(dice[0] + dice[1]));
        }
    }
}

/// FT-11.4.5: neither screens nor armour stop it.
fn strike(table: &mut Table<Battle>, id: ShipId, points: u16) {
    if sensors::reveal(table, id, Found::Hit) {
        return;
    }
    damage::strike(table, id, None, &Tally { direct: points, ..Tally::default() });
    damage::remove_wrecks(table);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Planned { plans: None, .. } => (),
        Event::Planned { plans: Some(plans), .. } => {
            for plan in plans {
                let secret = &mut battle.secrets[plan.ship.index()];
                match plan.group {
                    Some(_) => secret.craft.push(*plan),
                    None => secret.plan = Some(*plan),
                }
            }
        }
        Event::Announced { ship, at } => {
            let ship = battle.ship_mut(*ship);
            ship.arriving = true;
            ship.motion.at = *at;
        }
        Event::WarmedUp { ship } => {
            let turn = battle.turn;
            battle.ship_mut(*ship).warm = turn;
        }
        Event::Cooled { ship } => battle.ship_mut(*ship).warm = 0,
        Event::Arrived { ship: id, to, fate, apart, .. } => {
            battle.secrets[id.index()].plan = None;
            let ship = battle.ship_mut(*id);
            ship.arriving = false;
            ship.motion = *to;
            ship.status = if *fate == Fate::Never { Status::Jumped } else { Status::Active };
            if *fate != Fate::Never && !apart {
                clear_markers(battle, to.at, *fate != Fate::Clean);
            }
            jumps::craft::join(battle, *id, *fate == Fate::Never);
        }
        Event::Swept { groups, markers, .. } => {
            battle.markers.retain(|it| !markers.contains(&it.number));
            for id in groups {
                let group = battle.group_mut(*id);
                group.lose(group.left);
            }
        }
        Event::Departed { ship: id, at, to, fate, train, .. } => {
            let left = battle.hull_left(*id);
            take_along(battle, *id, *to, *fate, train);
            let ship = battle.ship_mut(*id);
            ship.warm = 0;
            match fate {
                Fate::Stays => ship.motion = *to,
                Fate::Hurt(points) if left <= *points => {
                    ship.motion.at = *at;
                    ship.hull_lost += left;
                    ship.status = Status::Destroyed;
                }
                Fate::Lost => {
                    ship.motion.at = *at;
                    ship.status = Status::Destroyed;
                    clear_markers(battle, *at, true);
                }
                Fate::Clean | Fate::Hurt(_) | Fate::Never => {
                    if let Fate::Hurt(points) = fate {
                        ship.hull_lost += points;
                    }
                    ship.motion.at = *at;
                    ship.status = Status::Jumped;
                }
            }
        }
    }
}

/// FT-11.4.4: the same 1D6, the same end, or the same journey; for `apply`.
fn take_along(battle: &mut Battle, lead: ShipId, to: Motion, fate: Fate, train: &[ShipId]) {
    let way = to.at - battle.ship(lead).motion.at;
    let lost = matches!(fate, Fate::Hurt(points) if battle.hull_left(lead) <= points);
    for &id in train {
        battle.written[id.index()] = Written::default();
        let left = battle.hull_left(id);
        let ship = battle.ship_mut(id);
        ship.warm = 0;
        match fate {
            Fate::Stays => ship.motion.at = ship.motion.at + way,
            Fate::Lost => ship.status = Status::Destroyed,
            Fate::Hurt(points) => {
                ship.hull_lost += points.min(left);
                if left <= points {
                    ship.status = Status::Destroyed;
                } else if !lost {
                    ship.status = Status::Jumped;
                }
            }
            Fate::Clean | Fate::Never => ship.status = Status::Jumped,
        }
    }
}

/// FT-11.4.3, FT-11.5.4: small craft and markers within 6 MU are destroyed.
fn clear_markers(battle: &mut Battle, at: Point, shaken: bool) {
    if shaken {
        battle.markers.retain(|it| !(it.at - at).within(DANGER));
        for group in battle.groups.iter_mut().filter(|it| it.is_flying() && (it.at - at).within(DANGER)) {
            group.lose(group.left);
        }
    }
}

/// In the middle of the own edge's half of the table, in the second turn.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Vec<Plan> {
    let centre = battle.field.centre();
    let place = |(n, ship): (usize, ShipId)| {
        let berth = battle.field.berth(ship);
        let step = Length::units(10 * n as i32);
        let spread = Point { x: centre.x, y: centre.y + if n.is_multiple_of(2) { step } else { -step } };
        let at = berth.at.unwrap_or(spread);
        let facing = berth.facing.unwrap_or(Clock::TWELVE);
        let (turn, velocity) = (2.min(battle.field.scenario.turns), berth.velocity);
        Plan { ship, group: None, turn, at, facing, velocity }
    };
    let plans: Vec<Plan> = to_plan(battle, seat).into_iter().enumerate().map(place).collect();
    let fit = plans.into_iter().filter(|it| battle.is_on_table(it.at) && !battle.is_limited(it.at));
    fit.chain(jumps::craft::usual(battle, seat)).collect()
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Plan> {
    let mut plans = usual(battle, seat);
    plans.retain(|it| it.group.is_none());
    for plan in &mut plans {
        let size = battle.field.scenario.table;
        let part = |it: Length, dice: &mut Dice| Length(it.0 / 10 * dice.index(11) as i64);
        let at = Point { x: part(size.width, dice), y: part(size.height, dice) };
        plan.turn = 1 + dice.index(usize::from(battle.field.scenario.turns).min(6)) as u16;
        plan.facing = Clock::TWELVE.turned(dice.index(12) as i32);
        plan.velocity = dice.index(12) as u16;
        if !battle.is_limited(at) {
            plan.at = at;
        }
    }
    plans.retain(|_| !dice.one_in(8));
    plans.extend(jumps::craft::sample(battle, seat, dice));
    plans
}

/// What somebody may take to be the plan of a ship he waits for.
pub(crate) fn guess(battle: &Battle, ship: ShipId, dice: &mut Dice) -> Plan {
    let (known, centre) = (battle.ship(ship), battle.field.centre());
    let facing = Clock::TWELVE.turned(dice.index(12) as i32);
    let (turn, at) = if known.arriving {
        (battle.turn, known.motion.at)
    } else {
        (battle.turn + 1 + dice.index(3) as u16, centre)
    };
    Plan { ship, group: None, turn, at, facing, velocity: 6 }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Planned { .. } | Event::Announced { .. } => vec!["FT-11.5.1"],
        Event::WarmedUp { .. } => vec!["FT-11.4.1"],
        Event::Cooled { .. } => vec!["FT-11.4.2"],
        Event::Arrived { dice, .. } if dice.is_empty() => vec!["FT-11.5.2"],
        Event::Swept { .. } => vec!["FT-11.5.4"],
        Event::Arrived { .. } => vec!["FT-11.5.2", "FT-11.5.4"],
        Event::Departed { dice, .. } if dice.is_empty() => vec!["FT-11.4.2"],
        Event::Departed { .. } => vec!["FT-11.4.2", "FT-11.4.3"],
    }
}
