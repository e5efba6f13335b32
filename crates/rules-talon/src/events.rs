//! What happened, by chapter. Events carry their dice.

use engine::Outcome;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Degree, Phase, Reason, Window},
    hex::{Arc, Facing, Hex},
    orders::{How, Spend, Target},
    picks::Owed,
    scenario::TerrainKind,
    ship::{Exit, ShipId},
    tables::{Critical, Impulse, Weapon},
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "GameEvent"))]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Setup(SetupEvent),
    Phase(PhaseEvent),
    Power(PowerEvent),
    Movement(MovementEvent),
    Fire(FireEvent),
    Damage(DamageEvent),
    Round(RoundEvent),
    Victory(VictoryEvent),
}

/// TAL-DYO.9: before the first Round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SetupEvent {
    /// TAL-DYO.2: revealed.
    Bought {
        side: u8,
        ships: Vec<String>,
        points: u16,
    },
    /// TAL-DYO.8.
    InitiativeGiven {
        holder: u8,
    },
    /// TAL-DYO.6: the die for the number of pieces, and one for each.
    TerrainRolled {
        die: u8,
        dice: Vec<u8>,
        pieces: Vec<TerrainKind>,
    },
    TerrainPlaced {
        kind: TerrainKind,
        at: Hex,
    },
    /// TAL-DYO.9: it has no legal hex.
    TerrainSkipped {
        kind: TerrainKind,
    },
    Deployed {
        ship: ShipId,
        at: Hex,
        facing: Facing,
    },
}

/// The sequence of play (TAL-3.1.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PhaseEvent {
    Entered {
        phase: Phase,
    },
    /// TAL-3.2.6.
    RoundBegan {
        round: u16,
    },
    ImpulseBegan {
        impulse: Impulse,
    },
    TurnBegan {
        side: u8,
    },
    /// TAL-6.2.3a.
    Expired {
        ship: ShipId,
        arc: Arc,
    },
    /// A Turn in which the side had nothing to decide.
    Passed {
        side: u8,
    },
    /// TAL-4.2.4: the markers counted and removed.
    InitiativeChecked {
        change: u8,
        defend: u8,
        holder: u8,
    },
    /// TAL-8.6.3: how an owner ranks his ships.
    Ranked {
        side: u8,
        ships: Vec<ShipId>,
    },
    /// A part of an order that has become impossible.
    Lapsed {
        side: u8,
    },
    /// TAL-8.6.4, TAL-13.2d: somebody must choose; the rest of the order is given anew after it.
    Interrupted {
        side: u8,
    },
}

/// AP and repairs (TAL-6.1.1, TAL-8.7.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PowerEvent {
    /// `battery`: the AP came from the Battery (TAL-10.1.1).
    Spent { ship: ShipId, on: Spend, battery: bool },
    /// TAL-6.2.3b.
    Dropped { ship: ShipId, arc: Arc },
    /// TAL-8.7.1: a 6 repairs.
    Repaired { ship: ShipId, marker: Repairable, die: u8 },
}

/// TAL-8.7.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Repairable {
    ShieldsDown,
    HelmDown,
    PowerLoss,
}

/// TAL-7.1.1 and TAL-7.6.1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum MovementEvent {
    /// `turn_left`: the Turn Radius marker after the move.
    Moved {
        ship: ShipId,
        how: How,
        to: Hex,
        facing: Facing,
        turn_left: u8,
        afterburner: bool,
    },
    /// TAL-14.2.
    Rotated {
        ship: ShipId,
        facing: Facing,
    },
    /// TAL-7.6.2: pushed or pulled.
    Displaced {
        ship: ShipId,
        to: Hex,
        by: Cause,
    },
    /// TAL-7.5.1: the map floats.
    Floated {
        window: Window,
    },
    /// TAL-7.5.3.
    TerrainDropped {
        at: Hex,
    },
    /// TAL-7.5.2, TAL-19.1, TAL-11.1.2 and so on.
    Left {
        ship: ShipId,
        exit: Exit,
    },
    /// TAL-16.2a.
    Docked {
        ship: ShipId,
        host: ShipId,
    },
    /// TAL-16.2c.
    Landed {
        ship: ShipId,
    },
    /// TAL-17.4.1a: reinforcements are gone.
    NebulaEntered {
        ship: ShipId,
    },
    /// TAL-7.4.1.
    Collided {
        ship: ShipId,
        with: ShipId,
    },
    MissileMoved {
        missile: u16,
        to: Hex,
        facing: Facing,
    },
    /// TAL-18.2b, by option.
    MissilePulled {
        missile: u16,
        to: Hex,
    },
    /// TAL-13.4d, TAL-17.2.1a, TAL-18.1a.
    MissileLost {
        missile: u16,
        by: Cause,
    },
}

/// TAL-8.3.1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FireEvent {
    /// The bar is erased (TAL-8.1.1b).
    Opened { ship: ShipId, group: u8 },
    /// `modifier` is added to `die` (TAL-17.5a, TAL-18.1c); damage 0 is a miss.
    Shot {
        ship: ShipId,
        group: u8,
        weapon: Weapon,
        target: Target,
        range: u8,
        die: u8,
        modifier: i8,
        damage: u8,
    },
    /// TAL-13.2a.
    Launched { ship: ShipId, group: u8, missile: u16, at: Hex, facing: Facing, target: ShipId },
    /// The rest of a volley holds its fire, or is lost (TAL-8.3.3).
    Closed { ship: ShipId, group: u8 },
}

/// TAL-8.4.1a and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DamageEvent {
    /// Points that come in on an arc: what the reinforcement and the shields take; the rest goes to the hull.
    Hit { ship: ShipId, arc: Option<Arc>, cause: Cause, points: u8, reinforcement: bool, shields: u8 },
    /// Hull boxes marked; the last of them is critical (TAL-8.4.3) if so said.
    HullMarked { ship: ShipId, boxes: u8, critical: bool },
    /// TAL-8.5.1: without effect if `wasted`.
    Critical { ship: ShipId, dice: [u8; 2], result: Critical, wasted: bool },
    /// TAL-CRIT.5: one die for each surviving group, 0 for the others; ties again.
    GroupDestroyed { ship: ShipId, group: u8, rolls: Vec<[u8; 3]> },
    /// TAL-12.1.2b: hull boxes marked on one fighter.
    FighterHit { ship: ShipId, fighter: u8, cause: Cause, points: u8, boxes: u8 },
    /// TAL-8.6.1.
    Destroyed { ship: ShipId, cause: Cause },
    /// TAL-8.6.2b: the blast of a ship destroyed before.
    Exploded { ship: ShipId, at: Hex, rating: u8 },
    /// TAL-8.6.2a: a die for each arc, 0 for those out of it; ties again.
    ArcRolled { ship: ShipId, rolls: Vec<[u8; 4]>, arc: Arc },
    /// TAL-8.6.4, TAL-13.2d: a hit on one of several, and who says on which.
    Owed(Owed),
    /// TAL-8.6.4, TAL-13.2d: on whom the hit falls that was owed first; on nobody, if all of them are gone.
    Picked { target: Option<Target> },
    /// TAL-13.6a.
    MissileHit { missile: u16, cause: Cause, points: u8, destroyed: bool },
    /// TAL-13.5a: it hits its target and is gone.
    MissileDetonated { missile: u16, ship: ShipId },
}

/// Where damage or a loss comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Weapon(Weapon),
    Collision,
    Asteroid,
    Explosion,
    Planet,
    BlackHole,
    /// TAL-5.4.5.
    Overload,
    /// TAL-CRIT.12.
    CoreBreach,
    /// TAL-8.6.1.
    Hull,
    /// TAL-16.3a: lost with the ship it was docked in.
    Carrier,
    /// TAL-13.4d.
    OffMap,
    /// TAL-VIC.6.
    Resigned,
}

/// The end of a Round: TAL-9.1, TAL-18.2a, TAL-3.2.4, TAL-3.2.5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RoundEvent {
    /// `charged`: red and yellow boxes marked on each bar; `power` as written (TAL-5.4.4).
    Adjusted { ship: ShipId, charged: [[u8; 2]; 3], row: u8, power: i8 },
    /// TAL-11.1.3.
    Spooled { ship: ShipId },
    /// TAL-3.2.7.
    Arrived { ship: ShipId, at: Hex, facing: Facing },
    /// TAL-3.2.7: no hex is free, so it waits.
    Delayed { ship: ShipId },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum VictoryEvent {
    Resigned {
        side: u8,
    },
    /// `destroyed`: points of each side's ships destroyed (TAL-VIC.2); `score` for each side (TAL-VIC.4).
    Ended {
        outcome: Outcome,
        reason: Reason,
        degree: Option<Degree>,
        destroyed: [u16; 2],
        score: [u8; 2],
    },
}
