//! What a screen may offer: every legal choice with its preview and its odds.

use serde::{Deserialize, Serialize};

use crate::{
    battle::OpenVolley,
    events::Cause,
    hex::{Arc, Facing, Hex},
    orders::{How, Mover, Placed, Spend, Target},
    scenario::TerrainKind,
    ship::ShipId,
    tables::Weapon,
};

/// The choices of one seat in the open decision; what is not open is absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Menu {
    pub buy: Option<BuyMenu>,
    /// TAL-DYO.8: the sides that may be named.
    pub initiative: Option<Vec<u8>>,
    pub terrain: Option<TerrainMenu>,
    pub deploy: Option<DeployMenu>,
    pub power: Option<Vec<PowerMenu>>,
    pub moves: Option<Vec<MoverMenu>>,
    pub fire: Option<FireMenu>,
    pub charge: Option<Vec<ChargeMenu>>,
    pub pull: Option<Vec<PullMenu>>,
    pub reinforce: Option<DeployMenu>,
    pub retreat: Option<Vec<ShipId>>,
    pub pick: Option<PickMenu>,
    /// TAL-5.3.1: the arcs of every ship on the map, for showing.
    pub arcs: Vec<ArcMap>,
}

/// TAL-8.6.4, TAL-13.2d: one of several is hit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PickMenu {
    pub cause: Cause,
    pub points: u8,
    pub choices: Vec<PickChoice>,
    /// What is chosen by default.
    pub default: Target,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PickChoice {
    pub target: Target,
    /// It would be destroyed.
    pub dies: bool,
}

/// TAL-DYO.1 to TAL-DYO.5.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct BuyMenu {
    pub budget: u16,
    /// TAL-DYO.3: how many BB, DN and Bases.
    pub heavies: u8,
    pub classes: Vec<ClassMenu>,
    /// What is bought by default.
    pub default: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ClassMenu {
    pub class: String,
    pub points: u16,
    /// TAL-DYO.2: how many at most.
    pub most: u8,
    pub heavy: bool,
    pub fighters: bool,
    pub powers_fighters: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct TerrainMenu {
    pub kind: TerrainKind,
    /// Pieces left, this one first.
    pub pieces: Vec<TerrainKind>,
    /// The first is the default.
    pub hexes: Vec<Hex>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct DeployMenu {
    pub ships: Vec<DeployShip>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct DeployShip {
    pub ship: ShipId,
    pub default: Placed,
    /// Where it may stand; a single one if only its facing is free.
    pub hexes: Vec<Hex>,
    pub free_facing: bool,
}

/// A ship with an AP to spend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PowerMenu {
    pub ship: ShipId,
    /// TAL-10.1.2: the AP would come from the Battery.
    pub battery: bool,
    /// Drops of reinforcements included, which cost nothing.
    pub uses: Vec<Spend>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct MoverMenu {
    pub mover: Mover,
    /// It must move; otherwise it may, by an Afterburner (TAL-10.2.2).
    pub required: bool,
    /// The first is the default.
    pub choices: Vec<MoveChoice>,
}

/// One move and what comes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct MoveChoice {
    pub how: How,
    pub to: Hex,
    pub facing: Facing,
    /// TAL-7.2.2b: the Turn Radius marker afterwards.
    pub turn_left: u8,
    /// TAL-16.2a: it may dock or land there.
    pub dock: bool,
    /// TAL-7.4.1: friends it would collide with.
    pub collides: Vec<ShipId>,
    pub terrain: Option<TerrainKind>,
    /// TAL-17.2.1a, TAL-18.1a: it would be destroyed.
    pub fatal: bool,
    /// TAL-19.1: it would leave by the worm hole.
    pub leaves: bool,
    /// TAL-13.5a: enemy Missiles that wait for it there; of a Missile, whether it hits.
    pub hits: u8,
    /// TAL-7.5.1: the map floats.
    pub floats: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct FireMenu {
    /// TAL-8.3.1: a volley begun, which must be finished first.
    pub open: Option<OpenVolley>,
    pub ships: Vec<FireShip>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct FireShip {
    pub ship: ShipId,
    pub groups: Vec<FireGroup>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct FireGroup {
    /// From 0; of a squadron, the fighter.
    pub group: u8,
    pub weapon: Weapon,
    /// Weapons that may still shoot.
    pub weapons: u8,
    pub targets: Vec<TargetMenu>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct TargetMenu {
    pub target: Target,
    pub at: Hex,
    pub range: u8,
    /// TAL-5.3.2: the shield arc hit; none for fighters and Missiles.
    pub arc: Option<Arc>,
    /// TAL-17.5a, TAL-18.1c: added to the die.
    pub modifier: i8,
    /// TAL-15.1.2a: where a hit may push it; one entry if there is no choice.
    pub push: Vec<Facing>,
    /// TAL-13.2a: where a Missile may be put, with its facings; the first is the default.
    pub launch: Vec<Launch>,
    /// TAL-15.2.1: of a Fusion Cannon, everything in the cone.
    pub cone: Vec<Target>,
    /// Of one weapon. Of a Wave Motion Gun this and the others leave out what the
    /// push brings (TAL-15.1.3): collisions, terrain, Missiles that wait there.
    pub one: Odds,
    /// Of 2, 3 … weapons, up to one fewer than all.
    pub some: Vec<Odds>,
    /// Of all the weapons left, one after the other.
    pub all: Odds,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Launch {
    pub at: Hex,
    pub facings: Vec<Facing>,
}

/// Exact odds against this target: damage in ways out of `of`; boxes and
/// destruction, criticals included (TAL-8.4.4), in parts of a million.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Odds {
    pub of: u32,
    /// Ways to roll 0, 1, 2 … points.
    pub damage: Vec<u32>,
    /// Chance of 0, 1, 2 … shield boxes and reinforcements lost.
    pub shields: Vec<u32>,
    /// Chance of 0, 1, 2 … hull boxes marked; of a fighter, its hull.
    pub hull: Vec<u32>,
    pub destroyed: u32,
}

/// One ship in the Power Phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ChargeMenu {
    pub ship: ShipId,
    /// For each bar what it may charge: red or yellow boxes, not both.
    pub bars: Vec<BarMenu>,
    /// TAL-5.4.3: the rows it may take, the present one first.
    pub rows: Vec<RowMenu>,
    /// TAL-9.3.3: Power Loss leaves no choice.
    pub frozen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct BarMenu {
    pub red: u8,
    pub yellow: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct RowMenu {
    pub speed: u8,
    /// As it would be written, modifiers included.
    pub power: i8,
    pub turn_radius: u8,
    /// TAL-5.4.5: it would explode.
    pub deadly: bool,
    /// TAL-4.1.1: Impulses of the next Round with AP, as letters.
    pub ap_in: String,
    /// Impulses of the next Round in which it would move or rotate.
    pub moves_in: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PullMenu {
    pub ship: ShipId,
    /// The ways it may be pulled; the first is the default.
    pub ways: Vec<Facing>,
}

/// Hexes by arc, up to range 4.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ArcMap {
    pub ship: ShipId,
    pub forward: Vec<Hex>,
    pub right: Vec<Hex>,
    pub rear: Vec<Hex>,
    pub left: Vec<Hex>,
}
