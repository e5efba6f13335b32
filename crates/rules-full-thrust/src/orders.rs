//! Phase 1: written orders, squadrons and emergency thrust (FT-3.2 to FT-3.7, FT-12.12).

pub(crate) mod menu;
pub(crate) mod notation;
pub(crate) mod specials;
pub(crate) mod words;

mod entry;
mod gravity;
mod sample;
mod squadrons;

use arrayvec::ArrayVec;
use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::{
        arming::{self, Arming},
        hangars, shuttles,
        wings::GroupId,
    },
    jumps::{
        ftl::{self, Plan},
        gates::{self, Door, GateEntry, GateOrder},
        riders,
    },
    movement::{
        clock::Clock,
        links,
        plot::{Burn, Helm, Plot, Way},
        ramming,
    },
    options::Replot,
    ordnance::mines::Lay,
    phases::Phase,
    setup::scenario::MOST_VELOCITY,
    ship::{Edge, IconId, IconSet, Motion, ShipId, Status},
    terrain::{
        Shape,
        planets::{self, Sense},
    },
    weapons::Gun,
    yard::design::{Arc, Kind},
};

pub(crate) use sample::{middle_of, sample};

/// FT-2.6.1: everything one player writes in phase 1. Ships that are not named
/// hold their course (FT-3.5.2).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "ShipOrders"))]
#[serde(deny_unknown_fields)]
pub struct Orders {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squadrons: Vec<SquadronOrder>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ships: Vec<ShipOrder>,
    /// FT-3.9.2: ships that come back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<Entry>,
    /// FT-11.9.3: gates to switch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<GateOrder>,
    /// FT-11.9.6: ships that come through a gate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrivals: Vec<GateEntry>,
}

/// What one ship is to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ShipOrder {
    pub ship: ShipId,
    #[serde(default)]
    pub plot: Plot,
    /// FT-3.6.1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub emergency: bool,
    /// FT-16.2.1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub roll: bool,
    /// FT-16.7.1: the ship to ram.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ram: Option<ShipId>,
    /// FT-16.3.1: the ship to take in tow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tow: Option<ShipId>,
    /// FT-16.6.1: the ship to dock with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dock: Option<ShipId>,
    /// FT-16.3.1, FT-16.6.1: let go of what it holds, or of what holds it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cast_off: bool,
    /// FT-11.7.2: part from the ship that carries it, and fly by itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub detach: bool,
    /// FT-11.9.4: the gate to leave by, at the end of its move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Door>,
    /// FT-7.4.4: go active.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub active: bool,
    /// FT-5.22.1: turrets, by number, and where they are to point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turrets: Vec<(u8, Arc)>,
    /// FT-5.14.2, FT-5.14.3, FT-5.19.1: weapons that are to fire in another way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<(IconId, Mode)>,
    /// FT-7.9.1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub detonate: bool,
    /// FT-7.25.1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reflex: bool,
    /// FT-7.5.1, FT-7.18.1, FT-7.19.1: fields and ECM to switch on or off, until they are switched again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switch: Vec<(IconId, bool)>,
    /// FT-7.20.1, FT-7.21.1: cloak for so many turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cloak: Option<u8>,
    /// FT-11.4.1: warm up the FTL drive, to jump in the next turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ftl: bool,
    /// FT-12.1.3: make an active scan.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scan: bool,
    /// FT-12.1.4: be no bogey any more, before phase 3.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub show: bool,
    /// FT-DMG.8: which boxes of a layer are lost first from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heal_first: Option<bool>,
    /// FT-6.10.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mines: Vec<Lay>,
    /// FT-12.5.1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sweep: bool,
    /// FT-8.1.1: groups to launch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub launch: Vec<GroupId>,
    /// FT-8.16.4: groups to merge, the first into the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merge: Vec<(GroupId, GroupId)>,
    /// FT-8.15.11: roles of multi-role groups aboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arm: Vec<Arming>,
    /// FT-8.15.14: Marines and parties that go in the assault shuttles launched now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embark: Option<(u16, u16)>,
    /// FT-17.9.4: so many points of turning more or less in a gravity zone.
    #[serde(default, skip_serializing_if = "is_level")]
    pub pull: i8,
    /// FT-17.8.2: which way round a planet, if it flies straight at the centre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Sense>,
}

fn is_level(pull: &i8) -> bool {
    *pull == 0
}

/// How a weapon with a choice is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// FT-5.14.2.
    Overload,
    /// FT-5.14.3.
    Short,
    Long,
    /// FT-5.19.1: switching takes the weapon off line for the turn.
    Flare,
    Torpedo,
    /// FT-5.21.1: for pulsers, beside short and long; before the battle only.
    Medium,
    /// FT-7.23.1: a nova cannon is armed.
    Arm,
    /// FT-7.24.1: a wave gun is charged, or is to be discharged.
    Charge,
    Discharge,
    /// FT-6.8.5: a plasma bolt launcher fires at one ship in phase 11.
    Shaped,
}

/// What only its owner knows of a ship beyond its movement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Secret {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<(IconId, Mode)>,
    /// FT-5.19.1: switched this turn, and off line.
    #[serde(default, skip_serializing_if = "IconSet::is_none")]
    pub switching: IconSet,
    /// FT-5.14.2: fired, or overloaded and not fired, in the turn before.
    #[serde(default, skip_serializing_if = "IconSet::is_none")]
    pub tired: IconSet,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub detonate: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reflex: bool,
    /// FT-7.20.1: the turn in which a cloaking device is to be switched off; 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cloak_until: u16,
    /// FT-7.21.1: what a ship does behind its cloaking field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shadow: Option<Box<Shadow>>,
    /// FT-11.5.1: when, where and how it comes out of FTL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// FT-8.15.13, FT-9.2.2: the same of its groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub craft: Vec<Plan>,
}

fn is_zero(turn: &u16) -> bool {
    *turn == 0
}

/// FT-7.21.1: a ship that is off the table, as only its owner knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Shadow {
    /// The turn in which it is to be seen again.
    pub until: u16,
    pub motion: Motion,
    pub turned: bool,
    pub rolled: bool,
    pub turrets: ArrayVec<Arc, 8>,
    /// Everywhere it has been since, to be traced when it appears.
    pub path: Vec<Point>,
}

impl Secret {
    pub fn mode(&self, icon: IconId) -> Option<Mode> {
        self.modes.iter().find(|it| it.0 == icon).map(|it| it.1)
    }
}

impl ShipOrder {
    pub fn new(ship: ShipId, plot: Plot) -> ShipOrder {
        ShipOrder {
            ship,
            plot,
            emergency: false,
            roll: false,
            ram: None,
            tow: None,
            dock: None,
            cast_off: false,
            detach: false,
            exit: None,
            active: false,
            turrets: Vec::new(),
            modes: Vec::new(),
            detonate: false,
            reflex: false,
            switch: Vec::new(),
            cloak: None,
            ftl: false,
            scan: false,
            show: false,
            heal_first: None,
            launch: Vec::new(),
            merge: Vec::new(),
            arm: Vec::new(),
            embark: None,
            pull: 0,
            round: None,
            mines: Vec::new(),
            sweep: false,
        }
    }
}

/// FT-3.7.1: one order for all of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct SquadronOrder {
    pub ships: Vec<ShipId>,
    #[serde(default)]
    pub formation: Formation,
    #[serde(default)]
    pub plot: Plot,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    #[default]
    LineAhead,
    LineAbreast,
    Wedge,
    Diamond,
    /// One ship with escorts all round.
    Ring,
}

/// FT-3.9.2: any point of the edge it left by, any course into the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub ship: ShipId,
    pub at: Point,
    pub facing: Clock,
}

/// FT-3.5.3: an order from the moment it is written until it is carried out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Written {
    pub plot: Plot,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub emergency: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub roll: bool,
    /// FT-16.7.1, FT-16.3.1, FT-16.6.1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ram: Option<ShipId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tow: Option<ShipId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dock: Option<ShipId>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cast_off: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub detach: bool,
    /// FT-11.9.3, FT-11.9.4, FT-11.9.6: what its side does with gates is noted with its first ship.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Door>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrival: Option<GateEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<GateOrder>,
    /// FT-3.7.1: the first-named ship of its squadron, and the formation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squadron: Option<(ShipId, Formation)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<(Point, Clock)>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub active: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turrets: Vec<(u8, Arc)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switch: Vec<(IconId, bool)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cloak: Option<u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ftl: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scan: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub show: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heal_first: Option<bool>,
    /// FT-17.9.4.
    #[serde(default, skip_serializing_if = "is_level")]
    pub pull: i8,
    /// FT-17.8.2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Sense>,
    /// FT-6.10.1: secret until the ship moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mines: Vec<Lay>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sweep: bool,
    /// FT-7.23.1, FT-7.24.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ready: Vec<(IconId, Mode)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub launch: Vec<GroupId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merge: Vec<(GroupId, GroupId)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arm: Vec<Arming>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embark: Option<(u16, u16)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "OrdersEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-2.6.1: only the writer sees what.
    Wrote { seat: Seat, orders: Option<Orders> },
    /// FT-3.6.2, FT-3.6.3: `hits` at once, `wear` after the move.
    Strained { ship: ShipId, dice: ArrayVec<u8, 24>, works: bool, hits: u8, wear: u8 },
}

/// What a drive can do now (FT-3.2, FT-3.3, FT-12.12.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drive {
    pub rating: u8,
    pub advanced: bool,
    /// Points that may turn the ship, or thruster points.
    pub turning: u8,
}

impl Battle {
    pub fn drive(&self, id: ShipId) -> Drive {
        let (ship, advanced) = (self.ship(id), self.field.blueprint(id).advanced);
        // FT-16.3.2: less with others in tow.
        let rating = self.tow_rating(id).unwrap_or_else(|| self.rating(id));
        let turning = match rating {
            // FT-3.3.1: an advanced drive may turn with all of it, every turn (FT-3.2.3).
            _ if advanced => rating,
            // FT-3.2.3: a turn at most every other turn.
            1 => u8::from(!self.shadow(id).map_or(ship.turned, |shadow| shadow.turned)),
            // FT-3.2.2.
            _ => rating / 2,
        };
        Drive { rating, advanced, turning }
    }

    /// FT-17.9.4: points of turning that may be spent on the turn of a gravity zone.
    pub(crate) fn most_pull(&self, id: ShipId) -> u8 {
        let zones = self.bodies().any(|it| it.1.kind == Shape::PlanetLarge);
        let able = zones && self.motion(id).drift.is_none() && self.bound(id).is_none();
        if able && self.ship(id).is_active() { self.drive(id).turning } else { 0 }
    }

    /// Why the drive may not be used at all this turn, if so.
    pub(crate) fn bound(&self, id: ShipId) -> Option<(&'static str, &'static str)> {
        let ship = self.ship(id);
        if ship.is_adrift(self.turn) {
            return Some(("FT-10.3.3", "is out of control and takes no orders"));
        }
        if let Some(link) = self.held(id) {
            let rule = if link.hold == links::Hold::Tow { "FT-16.3.2" } else { "FT-16.6.1" };
            return Some((rule, "is held by another ship and goes with it"));
        }
        // FT-5.23.2.
        (0 < ship.spinal_turn && ship.spinal_turn + 1 == self.turn)
            .then_some(("FT-5.23.2", "fired a spinal mount last turn and may not use its drive"))
    }
}

/// What a plot asks of a drive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct Need {
    /// Main-drive points beside turning in vector movement, all points in cinematic.
    pub total: u32,
    pub turning: u32,
}

pub(crate) fn need(plot: &Plot, roll: bool) -> Need {
    let roll = u32::from(roll);
    match plot {
        Plot::Hold => Need { total: roll, turning: roll },
        Plot::Helm(helm) => {
            let turning = helm.turning() + roll;
            Need { total: turning + u32::from(helm.thrust.unsigned_abs()), turning }
        }
        // FT-12.12.2: thrusters come on top of the main drive.
        Plot::Burns(burns) => {
            let mut need = Need { total: 0, turning: roll };
            for burn in burns {
                match burn {
                    Burn::Main(n) => need.total += u32::from(*n),
                    // FT-12.12.3: one point for any number of clock points.
                    Burn::Rotate(_) => need.turning += 1,
                    Burn::Push(_, n) => need.turning += u32::from(*n),
                }
            }
            need
        }
    }
}

/// FT-3.2.1, FT-3.2.2: within the rating and its half.
fn fits(drive: Drive, need: &Need) -> bool {
    need.total <= u32::from(drive.rating) && need.turning <= u32::from(drive.turning)
}

/// FT-3.6.1, FT-12.12.10: half as much again, and turning up to the rating.
fn fits_strained(drive: Drive, need: &Need) -> bool {
    let rating = u32::from(drive.rating);
    need.total <= rating + rating / 2 && need.turning <= rating
}

/// FT-3.6.2: one die for too much thrust, one for too much turning, one for each try before.
fn strain(drive: Drive, need: &Need, before: u8) -> u32 {
    u32::from(u32::from(drive.rating) < need.total)
        + u32::from(!drive.advanced && u32::from(drive.turning) < need.turning)
        + u32::from(before)
}

/// Whether the ship can carry it out as it now is (FT-3.5.2).
pub(crate) fn can_fly(battle: &Battle, id: ShipId, order: &Written) -> bool {
    let mut found = Findings::default();
    check_plot(battle, id, &order.plot, order.emergency, order.roll, &mut found);
    found.is_empty()
}

fn check_plot(battle: &Battle, id: ShipId, plot: &Plot, emergency: bool, roll: bool, found: &mut Findings) {
    let (motion, drive) = (battle.motion(id), battle.drive(id));
    let tag = || battle.field.tag(id);
    let idle = *plot == Plot::Hold && !emergency && !roll;
    if let Some((rule, why)) = battle.bound(id).filter(|_| !idle) {
        found.add(rule, format!("{} {why}", tag()));
        return;
    }
    found.require(planets::may_turn(battle, id, plot), "FT-17.8.3", || {
        format!("{} is in orbit: it may only change its speed", tag())
    });
    match (plot, motion.drift) {
        (Plot::Helm(_), Some(_)) => {
            found.add("FT-12.12.2", format!("{} moves by vectors: write burns such as TP3 MD6", tag()));
        }
        (Plot::Burns(_), None) => {
            found.add("FT-3.5.1", format!("{} moves in the cinematic way: write something like P2+4", tag()));
        }
        _ => (),
    }
    if let Plot::Helm(helm) = plot {
        let velocity = i32::from(motion.velocity) + i32::from(helm.thrust);
        found.require(0 <= velocity, "FT-3.2.2", || {
            format!("{}: velocity {} cannot fall by {}", tag(), motion.velocity, -helm.thrust)
        });
        found.require(velocity <= i32::from(MOST_VELOCITY), "FT-3.1.1", || {
            format!("{}: velocity {velocity} is beyond any table", tag())
        });
    }
    if let Plot::Burns(burns) = plot {
        let count = |of: fn(&Burn) -> bool| burns.iter().filter(|burn| of(burn)).count();
        let most = count(|it| matches!(it, Burn::Main(_)))
            .max(count(|it| matches!(it, Burn::Rotate(_))))
            .max(count(|it| matches!(it, Burn::Push(..))));
        found.require(most <= 1, "FT-12.12.3", || {
            format!("{}: one rotation, one push and one burn of the main drive in a turn", tag())
        });
    }
    found
        .require(!roll || battle.field.options.rolling, "FT-16.2.1", || "rolling is switched off".to_owned());
    let need = need(plot, roll);
    let Drive { rating, turning, .. } = drive;
    if emergency {
        found.require(battle.field.options.emergency_thrust, "FT-3.6.1", || {
            "emergency thrust is switched off".to_owned()
        });
        found.require(!battle.ship(id).bogey, "FT-12.1.1", || {
            format!("{} would give itself away by straining its drive", tag())
        });
        found.require(!fits(drive, &need), "FT-3.6.1", || format!("{} needs no emergency thrust", tag()));
        found.require(fits_strained(drive, &need), "FT-3.6.1", || {
            let most = rating + rating / 2;
            format!("{}: even strained, thrust {rating} gives {most} points, {rating} of them to turn", tag())
        });
        return;
    }
    found.require(need.total <= u32::from(rating), "FT-3.2.1", || {
        format!("{}: {} points exceed thrust {rating}", tag(), need.total)
    });
    if u32::from(turning) < need.turning {
        let rule = match (&motion.drift, rating) {
            (Some(_), _) => "FT-12.12.2",
            (None, 1) => "FT-3.2.3",
            (None, _) => "FT-3.2.2",
        };
        found.add(rule, format!("{}: {} points of turning exceed {turning}", tag(), need.turning));
    }
}

pub(crate) fn check(battle: &Battle, seat: Seat, orders: &Orders, found: &mut Findings) {
    let mut named: Vec<ShipId> = Vec::new();
    let mut once = |id: ShipId, found: &mut Findings| {
        let fresh = !named.contains(&id);
        named.push(id);
        found.require(fresh, "FT-2.6.1", || format!("ship number {} has two orders", id.0))
    };
    // FT-3.7.1: one order moves all of a squadron; the rest each ship writes for itself.
    let led = |id: ShipId| orders.squadrons.iter().find(|it| it.ships.contains(&id));
    let replot = if let Phase::Replot { ships } = &battle.phase { Some(ships) } else { None };
    for order in &orders.ships {
        let squadron = led(order.ship);
        let known = battle.is_own(seat, order.ship, "FT-2.6.1", found)
            && match squadron {
                Some(_) => squadrons::check_member(battle, orders, order, found),
                None => once(order.ship, found),
            };
        if let Some(ships) = replot {
            found.require(ships.contains(&order.ship) && !order.emergency, "FT-3.6.3", || {
                "only ships whose emergency thrust has failed plot again, within normal limits".to_owned()
            });
        }
        if known {
            let idle = order.plot == Plot::Hold && !order.emergency && !order.roll && order.cloak.is_none();
            found.require(idle || battle.base_lead(order.ship) == order.ship, "FT-3.7.5", || {
                format!("{} goes where its base goes", battle.field.tag(order.ship))
            });
            // FT-3.7.1: what it does besides is judged by the plot that it will fly.
            let flown = squadron.map(|it| ShipOrder { plot: it.plot.clone(), ..order.clone() });
            let order = flown.as_ref().unwrap_or(order);
            if squadron.is_none() {
                check_plot(battle, order.ship, &order.plot, order.emergency, order.roll, found);
            }
            specials::check(battle, order, found);
            ftl::check(battle, order, found);
            links::check(battle, order, found);
            riders::check(battle, order, found);
            gates::check(battle, order, found);
            ramming::check(battle, order, found);
            hangars::check(battle, order, found);
            arming::check(battle, order, found);
            shuttles::check(battle, order, found);
            gravity::check(battle, order, found);
        }
    }
    let doors = !(orders.gates.is_empty() && orders.arrivals.is_empty());
    if replot.is_some() && (doors || !(orders.squadrons.is_empty() && orders.entries.is_empty())) {
        found.add("FT-3.6.3", "after a failure only single ships plot again");
        return;
    }
    if doors {
        gates::check_orders(battle, seat, orders, found);
    }
    for squadron in &orders.squadrons {
        let mut known = true;
        for &id in &squadron.ships {
            known &= battle.is_own(seat, id, "FT-3.7.1", found) && once(id, found);
        }
        if known {
            squadrons::check(battle, squadron, found);
        }
    }
    for entry in &orders.entries {
        if once(entry.ship, found) {
            entry::check(battle, seat, entry, found);
        }
    }
}

/// FT-2.6.1: orders are written, then emergency thrust is rolled for.
pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, orders: &Orders) {
    table.emit(crate::Event::Orders(Event::Wrote { seat, orders: Some(orders.clone()) }));
}

/// FT-3.6.2: all dice of a ship together, in the order of the fleet lists.
/// Gives back the ships that have to plot again.
pub(crate) fn strain_drives(table: &mut Table<Battle>) -> Vec<ShipId> {
    let mut failed = Vec::new();
    for id in table.state().field.ship_ids() {
        let battle = table.state();
        let written = &battle.written[id.index()];
        if !written.emergency || !battle.ship(id).is_active() {
            continue;
        }
        let need = need(&written.plot, written.roll);
        let n = strain(battle.drive(id), &need, battle.ship(id).strained).min(24);
        let first = battle.field.options.et_replot == Replot::Damaged;
        let dice: ArrayVec<u8, 24> = (0..n).map(|_| table.roll(6)).collect();
        // FT-3.6.2: no re-roll.
        let total: u8 = dice.iter().map(|die| [0, 0, 0, 0, 1, 1, 2][usize::from(*die)]).sum();
        let (works, hits) = match total {
            0 => (true, 0),
            1 => (true, 1),
            2..=3 => (false, 1),
            4.. => (false, 2),
        };
        // FT-3.6.3: where it works, the damage comes after the move.
        let now = if !works && first { hits } else { 0 };
        table.emit(crate::Event::Orders(Event::Strained {
            ship: id,
            dice,
            works,
            hits: now,
            wear: hits - now,
        }));
        if !works {
            failed.push(id);
        }
    }
    failed
}

/// FT-11.9.3, FT-11.9.6: for `apply`.
fn note_gates(battle: &mut Battle, seat: Seat, orders: &Orders) {
    let own: Vec<ShipId> = battle.field.ship_ids().filter(|&id| battle.ship(id).owner == seat).collect();
    for (n, id) in own.into_iter().enumerate() {
        let written = &mut battle.written[id.index()];
        written.arrival = orders.arrivals.iter().find(|it| it.ship == id).copied();
        written.gates = if n == 0 { orders.gates.clone() } else { Vec::new() };
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Wrote { orders: None, .. } => (),
        Event::Wrote { seat, orders: Some(orders) } => {
            if battle.field.has_gates && battle.phase == Phase::Orders {
                note_gates(battle, *seat, orders);
            }
            let again = matches!(battle.phase, Phase::Replot { .. });
            for order in &orders.ships {
                let written = &mut battle.written[order.ship.index()];
                // FT-3.6.3: whoever plots again without a word about the rest leaves it as it was.
                let bare = ShipOrder { roll: order.roll, ..ShipOrder::new(order.ship, order.plot.clone()) };
                if again && *order == bare {
                    (written.plot, written.roll) = (order.plot.clone(), order.roll);
                    continue;
                }
                written.plot = order.plot.clone();
                written.emergency = order.emergency;
                written.roll = order.roll;
                (written.ram, written.tow, written.dock) = (order.ram, order.tow, order.dock);
                written.cast_off = order.cast_off;
                (written.detach, written.exit) = (order.detach, order.exit);
                written.active = order.active;
                written.turrets.clone_from(&order.turrets);
                let field = std::sync::Arc::clone(&battle.field);
                let secret = &mut battle.secrets[order.ship.index()];
                secret.detonate = order.detonate;
                secret.reflex = order.reflex;
                written.switch.clone_from(&order.switch);
                written.cloak = order.cloak;
                written.ftl = order.ftl;
                written.scan = order.scan;
                written.show = order.show;
                written.heal_first = order.heal_first;
                written.launch.clone_from(&order.launch);
                written.merge.clone_from(&order.merge);
                written.arm.clone_from(&order.arm);
                written.embark = order.embark;
                (written.pull, written.round) = (order.pull, order.round);
                written.mines.clone_from(&order.mines);
                written.sweep = order.sweep;
                let ready = |mode: Mode| matches!(mode, Mode::Arm | Mode::Charge | Mode::Discharge);
                written.ready = order.modes.iter().copied().filter(|it| ready(it.1)).collect();
                for (icon, mode) in order.modes.iter().filter(|it| !ready(it.1)) {
                    let fusion =
                        matches!(field.blueprint(order.ship).kind(*icon), Some(Kind::Gun(Gun::Fusion(_))));
                    if fusion && secret.mode(*icon) != Some(*mode) {
                        secret.switching.insert(*icon);
                    }
                    secret.modes.retain(|it| it.0 != *icon);
                    secret.modes.push((*icon, *mode));
                }
            }
            for squadron in &orders.squadrons {
                for &id in &squadron.ships {
                    let written = &mut battle.written[id.index()];
                    written.plot = squadron.plot.clone();
                    written.squadron = squadron.ships.first().map(|&first| (first, squadron.formation));
                }
            }
            for entry in &orders.entries {
                battle.written[entry.ship.index()].entry = Some((entry.at, entry.facing));
            }
        }
        Event::Strained { ship, works, hits, wear, .. } => {
            let written = &mut battle.written[ship.index()];
            if !works {
                // FT-3.5.2: straight on until it has plotted again; FT-3.6.3: nothing but its movement.
                (written.plot, written.emergency, written.roll) = (Plot::Hold, false, false);
            }
            let most = battle.most_drive_hits(*ship);
            let ship = battle.ship_mut(*ship);
            ship.strained = ship.strained.saturating_add(1);
            ship.drive_hits = (ship.drive_hits + hits).min(most);
            ship.wear += wear;
        }
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Wrote { .. } => vec!["FT-2.6.1", "FT-3.5.3"],
        Event::Strained { .. } => vec!["FT-3.6.2", "FT-3.6.3"],
    }
}
