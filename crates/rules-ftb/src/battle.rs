//! The state of a battle, and the questions many chapters ask of it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use engine::{Outcome, Seat, Seats};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    chance::Test,
    combat::Fight,
    damage::Blow,
    helm::{Harbour, Helm},
    map::{Map, System as StarSystem},
    objectives::Goal,
    order::Attack,
    scenario::Field,
    ship::{Class, Extra, Place, Ship, ShipId},
    space::{Course, Pass, Path, Wells, near},
};

/// Where in the turn the battle is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Stage {
    Setup,
    /// FTB-35.1: both choose.
    Fleets,
    Stations {
        side: u8,
    },
    /// FTB-34.6: a station of goal number `goal`; slot 1 is the friendly station of a patrol.
    Naming {
        side: u8,
        goal: u8,
        slot: u8,
    },
    Deploy {
        side: u8,
    },
    HoldBack {
        side: u8,
    },
    /// FTB-8.11: phase 1, before and between departures.
    Dawn,
    Depart {
        side: u8,
        ship: ShipId,
    },
    /// FTB-8.2: tied, with so many draws up to now.
    Duel {
        draws: u8,
    },
    /// FTB-8.13: neutral ships, then picks.
    Neutrals,
    /// FTB-8.4.
    Pick {
        side: u8,
    },
    /// FTB-8.6: the holder names the side that forces.
    Forcer {
        side: u8,
    },
    /// FTB-8.6: that side names the ship.
    Force {
        side: u8,
    },
    /// A pick of this side has been played.
    Between {
        last: u8,
    },
    /// FTB-8.10.
    Administration,
    Benefit {
        ship: ShipId,
    },
    Over {
        outcome: Outcome,
    },
}

/// FTB-8.2, FTB-8.8: by what Initiative was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    Untracked,
    Ships,
    Duel,
    Coin,
}

/// FTB-11: where the active ship is in its activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    Start,
    /// Waits for the torpedo's orders.
    Guide,
    /// The torpedo is done.
    Ready,
    /// Waits for order and plot.
    Helm,
    /// The launched torpedo has flown; the ship's own plot follows.
    Launched,
    /// Plotted: fuses, then vector actions.
    Plotted,
    /// Waits for the order of fuses.
    Fuse,
    /// Waits for the attack plan.
    Aim,
    Path,
    /// Waits for cover fire by this ship.
    Offer(ShipId),
    /// Waits for the owner of several stationary ships; the attack by number.
    FlyBy(u8),
    /// The end of the vector is reached.
    Arrived,
    /// Waits for a target to scan.
    Scan,
    Cooling,
    Done,
}

/// One thing that happens on the path (ALG-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub t: Length,
    pub what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum What {
    Refuel(u8),
    /// FTB-31.2: the tunnel's mark.
    Mark(u8),
    Leave(u8),
    Radiation(u8),
    Asteroids,
    /// Goal and waypoint (FTB-34.4).
    Patrol(u8, u8),
    Cover(ShipId),
    /// FTB-14.3 (c): after the attack.
    LateCover(ShipId),
    Attack(u8),
}

/// The ship whose turn it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Activation {
    pub ship: ShipId,
    pub step: Step,
    pub helm: Helm,
    pub path: Path,
    pub agenda: Vec<Item>,
    pub next: u8,
    /// FTB-14.3: the one cover fire is spent.
    pub covered: bool,
    pub attacks: ArrayVec<Attack, 2>,
    pub fuses: Vec<ShipId>,
    /// Where it will be stationary at the end of its vector.
    pub arrives: Option<Harbour>,
    /// The lane by which it means to leave.
    pub leaves: Option<u8>,
    /// FTB-31.3: an exit vector meets no zone.
    pub exempt: bool,
    pub scanned: bool,
    /// FTB-34.4: it was Untracked when its vector was plotted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untracked: bool,
    /// FTB-28.10: wells that had bent it before this vector.
    #[serde(default, skip_serializing_if = "Wells::is_empty")]
    pub before: Wells,
    /// FTB-31.4: the way into a lane has closed, and the vector is flown on from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumes: Option<Length>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tanker {
    pub side: u8,
    /// FTB-21.1: not yet shown to the enemy.
    pub hidden: bool,
    /// Bought; an unbought one of a secret fleet is never deployed.
    pub real: bool,
    pub at: TankerPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TankerPlace {
    /// FTB-21.4: may be deployed from this day on.
    Away { from: u16 },
    /// FTB-21.3, FTB-21.5, FTB-22.1.
    Deployed { system: u8, at: Point, day: u16, attacks: u8, given: u8 },
}

/// FTB-25.10, FTB-25.12: a station's one refit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Slot {
    #[default]
    Free,
    Reserved(ShipId),
    Spent,
}

/// One battle of Fuel to Burn.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub(crate) field: Arc<Field>,
    pub(crate) map: Arc<Map>,
    pub(crate) turns: u16,
    pub(crate) day: u16,
    pub(crate) stage: Stage,
    pub(crate) holder: Option<(u8, Criterion)>,
    pub(crate) ships: Vec<Ship>,
    /// FTB-6.1: made anew only when ships join.
    pub(crate) tags: Arc<Vec<String>>,
    pub(crate) tankers: Vec<Tanker>,
    pub(crate) extras: [Option<Extra>; 2],
    /// FTB-8.12: has passed for this day.
    pub(crate) passed: [bool; 2],
    /// FTB-8.11: transports asked about this day.
    pub(crate) asked: u32,
    pub(crate) goals: Vec<Goal>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) act: Option<Activation>,
    pub(crate) fight: Option<Fight>,
    pub(crate) blows: Vec<Blow>,
    pub(crate) splash: Vec<ShipId>,
    /// ALG-9: those that have given their splash in this batch.
    pub(crate) splashed: Vec<ShipId>,
    pub(crate) dead: Vec<ShipId>,
    pub(crate) test: Option<Test>,
}

/// FTB-28.6: what looks for an end point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    Ship(ShipId),
    /// The torpedo of this ship; FTB-15.10: its ship's end point is another's to it.
    Torpedo(ShipId),
}

/// What a battle waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ask {
    Fleets,
    Station(u8),
    Name(u8, u8, u8),
    Deploy(u8),
    HoldBack(u8),
    Depart(u8, ShipId),
    Initiative,
    Pick(u8),
    Forcer(u8),
    Force(u8),
    Guide(u8, ShipId),
    Helm(u8, ShipId),
    Fuse(u8),
    Aim(u8, ShipId),
    FlyBy(u8, u8),
    Cover(u8, ShipId),
    Protocols(Seats),
    /// Whether to give, or to take, heat in place of a Hit: effect by number.
    Heat(u8, u8),
    Evade(u8, ShipId),
    /// The blow by number.
    System(u8, u8),
    Scan(u8, ShipId),
    Benefit(u8, ShipId),
    Test(Test),
}

impl Ask {
    pub(crate) fn seats(self) -> Seats {
        match self {
            Ask::Fleets | Ask::Initiative | Ask::Test(_) => Seats::first(2),
            Ask::Protocols(seats) => seats,
            Ask::Station(side)
            | Ask::Name(side, ..)
            | Ask::Deploy(side)
            | Ask::HoldBack(side)
            | Ask::Depart(side, _)
            | Ask::Pick(side)
            | Ask::Forcer(side)
            | Ask::Force(side)
            | Ask::Guide(side, _)
            | Ask::Helm(side, _)
            | Ask::Fuse(side)
            | Ask::Aim(side, _)
            | Ask::FlyBy(side, _)
            | Ask::Cover(side, _)
            | Ask::Heat(side, _)
            | Ask::Evade(side, _)
            | Ask::System(side, _)
            | Ask::Scan(side, _)
            | Ask::Benefit(side, _) => Seats::default().with(Seat(side)),
        }
    }

    pub(crate) fn phase(self) -> &'static str {
        match self {
            Ask::Fleets => "fleets",
            Ask::Station(_) => "stations",
            Ask::Name(..) => "objective stations",
            Ask::Deploy(_) => "deployment",
            Ask::HoldBack(_) => "stealth run",
            Ask::Depart(..) => "departure",
            Ask::Initiative => "initiative",
            Ask::Pick(_) => "activation",
            Ask::Forcer(_) => "who forces",
            Ask::Force(_) => "forced activation",
            Ask::Guide(..) => "guide torpedo",
            Ask::Helm(..) => "order and plot",
            Ask::Fuse(_) => "order of torpedoes",
            Ask::Aim(..) => "attack",
            Ask::FlyBy(..) => "target of a fly-by",
            Ask::Cover(..) => "cover fire",
            Ask::Protocols(_) => "protocols",
            Ask::Heat(..) => "hit or heat",
            Ask::Evade(..) => "evasive",
            Ask::System(..) => "system hit",
            Ask::Scan(..) => "scan",
            Ask::Benefit(..) => "refit",
            Ask::Test(_) => "random event",
        }
    }
}

impl Battle {
    pub fn field(&self) -> &Field {
        &self.field
    }

    pub fn map(&self) -> &Map {
        &self.map
    }

    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.index()]
    }

    pub fn ships(&self) -> &[Ship] {
        &self.ships
    }

    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// What players call a ship: its side's letter and its number.
    pub fn tag(&self, id: ShipId) -> String {
        self.tags.get(id.index()).cloned().unwrap_or_else(|| format!("ship {}", id.0))
    }

    pub fn day(&self) -> u16 {
        self.day
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = ShipId> + Clone + use<> {
        (0..self.ships.len() as u8).map(ShipId)
    }

    pub(crate) fn of_side(&self, side: u8) -> impl Iterator<Item = ShipId> + Clone {
        self.ids().filter(move |&id| self.ship(id).side == side)
    }

    pub(crate) fn system(&self, number: u8) -> &StarSystem {
        &self.map.systems[usize::from(number)]
    }

    /// The seat that decides for a ship; nobody for a neutral one.
    pub(crate) fn owner(&self, id: ShipId) -> Option<u8> {
        let side = self.ship(id).side;
        (side < 2).then_some(side)
    }

    /// FTB-24.4: whom `side` may shoot at.
    pub(crate) fn hostile(&self, side: u8, id: ShipId) -> bool {
        let ship = self.ship(id);
        match ship.side {
            2 => side < 2 && self.neutral(id).is_some_and(|it| it.target),
            other => side < 2 && other != side,
        }
    }

    pub(crate) fn neutral(&self, id: ShipId) -> Option<&crate::scenario::Neutral> {
        let first = self.ids().position(|it| self.ship(it).side == 2)?;
        self.field.scenario.neutrals.get(id.index().checked_sub(first)?)
    }

    /// FTB-18.3, FTB-18.4: other ships within 1 LU of `id`.
    pub(crate) fn around(&self, id: ShipId) -> impl Iterator<Item = ShipId> + '_ {
        let (at, system) = (self.ship(id).at, self.ship(id).system);
        self.ids().filter(move |&other| {
            let it = self.ship(other);
            other != id && it.on_map() && it.system == system && near(it.at, at, Length::units(1))
        })
    }

    /// What a vector of this ship or its torpedo is flown through.
    pub(crate) fn course(&self, system: u8, used: crate::space::Wells, side: Pass) -> Course<'_> {
        Course { wells: &self.system(system).wells, bend: self.field.bend, used, skip: None, side }
    }

    /// FTB-28.6, FTB-0.2: the points that nobody else may end on; who moves does not bar himself.
    pub(crate) fn is_taken(&self, system: u8, at: Point, moves: Option<Moves>) -> bool {
        const TENTH: Length = Length(Length::PER_UNIT / 10);
        const BESIDE: Length = Length(2 * TENTH.0);
        // Nearly everything is far off already by one of its coordinates.
        let close =
            |it: Point| (it.x - at.x).abs() < BESIDE && (it.y - at.y).abs() < BESIDE && near(it, at, TENTH);
        self.ids().any(|id| {
            let ship = self.ship(id);
            ship.system == system
                && ((moves != Some(Moves::Ship(id)) && ship.is_free() && close(ship.at))
                    || (moves != Some(Moves::Torpedo(id)) && ship.torpedo.is_some_and(|it| close(it.at))))
        }) || self.tankers.iter().any(|it| {
            matches!(it.at, TankerPlace::Deployed { system: there, at: place, .. } if there == system && close(place))
        })
    }

    pub(crate) fn harbour_at(&self, system: u8, harbour: Harbour) -> Point {
        match harbour {
            Harbour::Body(body) => self.system(system).wells[usize::from(body)].at,
            Harbour::Station(station) => self.map.stations[usize::from(station)].at,
        }
    }

    /// FTB-25.2, FTB-25.6: ships that keep others out of a harbour.
    pub(crate) fn occupants(&self, system: u8, harbour: Harbour) -> impl Iterator<Item = ShipId> + '_ {
        let place = match harbour {
            Harbour::Body(body) => Place::Orbit(body),
            Harbour::Station(station) => Place::Dock(station),
        };
        self.ids().filter(move |&id| self.ship(id).place == place && self.ship(id).system == system)
    }

    /// FTB-35.1: what is left of a side's ships, for FTB-END.4.
    pub(crate) fn surviving_points(&self, side: u8) -> u32 {
        let worth = |ship: &Ship| match ship.place {
            Place::Destroyed => 0,
            Place::Withdrawn => ship.class.data().points / 2,
            Place::Waiting
            | Place::Free
            | Place::Orbit(_)
            | Place::Dock(_)
            | Place::Lane { .. }
            | Place::AtEntry { .. }
            | Place::HeldBack
            | Place::Undeparted => ship.class.data().points,
        };
        self.ships.iter().filter(|it| it.side == side).map(worth).sum()
    }

    /// The battle waits for this, if it waits.
    pub(crate) fn waiting(&self) -> Option<Ask> {
        if let Some(test) = self.test {
            return Some(Ask::Test(test));
        }
        if !self.blows.is_empty() {
            return crate::damage::waiting(self);
        }
        if !self.splash.is_empty() || !self.dead.is_empty() {
            return None;
        }
        if let Some(fight) = &self.fight {
            return crate::combat::waiting(self, fight);
        }
        if let Some(act) = &self.act {
            return self.waiting_in(act);
        }
        Some(match self.stage {
            Stage::Fleets => Ask::Fleets,
            Stage::Stations { side } => Ask::Station(side),
            Stage::Naming { side, goal, slot } => Ask::Name(side, goal, slot),
            Stage::Deploy { side } => Ask::Deploy(side),
            Stage::HoldBack { side } => Ask::HoldBack(side),
            Stage::Depart { side, ship } => Ask::Depart(side, ship),
            Stage::Duel { .. } => Ask::Initiative,
            Stage::Pick { side } => Ask::Pick(side),
            Stage::Forcer { side } => Ask::Forcer(side),
            Stage::Force { side } => Ask::Force(side),
            Stage::Benefit { ship } => Ask::Benefit(self.owner(ship)?, ship),
            Stage::Setup
            | Stage::Dawn
            | Stage::Neutrals
            | Stage::Between { .. }
            | Stage::Administration
            | Stage::Over { .. } => {
                return None;
            }
        })
    }

    fn waiting_in(&self, act: &Activation) -> Option<Ask> {
        if let Step::Offer(firer) = act.step {
            return Some(Ask::Cover(self.owner(firer)?, firer));
        }
        let side = self.owner(act.ship)?;
        match act.step {
            Step::Guide => Some(Ask::Guide(side, act.ship)),
            Step::Helm => Some(Ask::Helm(side, act.ship)),
            Step::Fuse => Some(Ask::Fuse(1 - side)),
            Step::Aim => Some(Ask::Aim(side, act.ship)),
            Step::FlyBy(attack) => Some(Ask::FlyBy(1 - side, attack)),
            Step::Scan => Some(Ask::Scan(side, act.ship)),
            Step::Start
            | Step::Ready
            | Step::Launched
            | Step::Plotted
            | Step::Path
            | Step::Offer(_)
            | Step::Arrived
            | Step::Cooling
            | Step::Done => None,
        }
    }
}

/// FTB-6.1: side, class and number: `TB1`.
pub(crate) fn tags(
    sides: &[crate::scenario::Side; 2],
    ships: impl Iterator<Item = (u8, Class)>,
) -> Vec<String> {
    let letter = |n: usize| sides[n].name.chars().next().map_or('?', |it| it.to_ascii_uppercase());
    let plain =
        letter(0) != letter(1) && [0, 1].iter().all(|&n| letter(n).is_ascii_alphabetic() && letter(n) != 'N');
    let mut counts = [[0_u16; 5]; 3];
    ships
        .map(|(side, class)| {
            let n = usize::from(side.min(2));
            let count = &mut counts[n][class as usize];
            *count += 1;
            let first = match n {
                2 => 'N',
                _ if plain => letter(n),
                0 => 'A',
                _ => 'B',
            };
            format!("{first}{}{count}", class.letter())
        })
        .collect()
}
