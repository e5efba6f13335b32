//! What a player may order: plain data, one shape for each step of the game.

use serde::{Deserialize, Serialize};

use crate::{
    hex::{Arc, Facing, Hex},
    ship::ShipId,
};

/// One seat's submission for one decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Order {
    pub action: Action,
    /// TAL-8.6.3, TAL-15.2.2c: from now on one's own ships suffer and explode in this
    /// order where several do at once; those not named come after them, by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rank: Vec<ShipId>,
}

impl From<Action> for Order {
    fn from(action: Action) -> Order {
        Order { action, rank: Vec::new() }
    }
}

/// Items are carried out one after the other. One that has become impossible by
/// what the earlier ones brought about ends the list, and its owner is asked
/// again. After the last item he is asked again, too, as long as there is
/// something left to do, unless `done`. An empty list means done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// TAL-DYO.2: classes, each as often as wanted.
    Buy { ships: Vec<String> },
    /// TAL-DYO.8: the side that holds the Initiative first.
    Initiative { holder: u8 },
    /// TAL-DYO.6: where the next piece goes.
    Terrain { at: Hex },
    /// TAL-DYO.7, TAL-14.5: ships left out take their usual places.
    Deploy { places: Vec<Placed> },
    /// Turn step 2 (TAL-6.1.1).
    Power {
        #[serde(default)]
        uses: Vec<Use>,
        #[serde(default)]
        done: bool,
    },
    /// Turn step 3 (TAL-7.1.1). With `done`, what must still move goes straight on.
    Move {
        #[serde(default)]
        moves: Vec<Move>,
        #[serde(default)]
        done: bool,
    },
    /// Turn step 4 (TAL-8.2.1a).
    Fire {
        #[serde(default)]
        volleys: Vec<Volley>,
        #[serde(default)]
        done: bool,
    },
    /// TAL-9.1, the Power Phase: ships left out charge all they can and keep their row if they can.
    Charge {
        #[serde(default)]
        ships: Vec<Adjust>,
    },
    /// TAL-18.2a: ships left out are pulled by number, on a spine by the lower facing.
    Pull {
        #[serde(default)]
        ships: Vec<Pulled>,
    },
    /// TAL-3.2.7: reinforcements left out take the first free hex of theirs.
    Reinforce {
        #[serde(default)]
        places: Vec<Placed>,
    },
    /// TAL-11.1.2: the ships that jump.
    Retreat {
        #[serde(default)]
        ships: Vec<ShipId>,
    },
    /// TAL-8.6.4, TAL-13.2d: the fighter or Missile that is hit.
    Pick { target: Target },
    /// TAL-VIC.6.
    Resign,
}

/// A ship on a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub ship: ShipId,
    pub at: Hex,
    pub facing: Facing,
}

/// One AP and what it buys. In an Impulse without AP of its own the ship burns its
/// Battery (TAL-10.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Use {
    pub ship: ShipId,
    pub on: Spend,
}

/// TAL-6.1.1: the list of what an AP buys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Spend {
    /// TAL-6.1.3.
    SideSlip,
    /// TAL-6.1.4.
    PowerThrough,
    /// TAL-6.1.5: a yellow box; groups from 0.
    Charge { group: u8 },
    /// TAL-6.1.6.
    Battery,
    /// TAL-6.1.7.
    Reinforce { arc: Arc },
    /// TAL-6.1.8.
    Change,
    /// TAL-6.1.9.
    Defend,
    /// TAL-6.1.10.
    Transmit { to: ShipId, gift: Gift },
    /// TAL-6.1.11; if it detonates at once on a squadron, on this fighter.
    Retarget {
        missile: u16,
        target: ShipId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fighter: Option<u8>,
    },
    /// TAL-6.2.3b: takes a reinforcement away and costs nothing.
    Drop { arc: Arc },
}

/// TAL-12.2.2: what a transmitted AP does for a squadron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Gift {
    /// The yellow box of one fighter, 0 to 2.
    Charge {
        fighter: u8,
    },
    PowerThrough,
    SideSlip,
}

/// One mover. A ship that is not scheduled burns an Afterburner (TAL-10.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Move {
    pub mover: Mover,
    pub how: How,
    /// TAL-16.2a: dock or land in the hex entered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dock: bool,
    /// TAL-7.4.3: the ship moved into resolves its collision damage first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other_first: bool,
    /// TAL-13.2d: the fighter that a Missile hits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fighter: Option<u8>,
}

impl Move {
    pub fn ship(ship: ShipId, how: How) -> Move {
        Move { mover: Mover::Ship(ship), how, dock: false, other_first: false, fighter: None }
    }

    pub fn missile(number: u16, how: How) -> Move {
        Move { mover: Mover::Missile(number), how, dock: false, other_first: false, fighter: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Mover {
    Ship(ShipId),
    Missile(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// TAL-7.1.2.
    Straight,
    /// TAL-7.2.1.
    TurnLeft,
    TurnRight,
    /// TAL-7.3.1.
    SlipLeft,
    SlipRight,
    /// TAL-14.2: a Base, one hexside clockwise.
    Rotate,
}

impl How {
    pub const ALL: [How; 6] =
        [How::Straight, How::TurnLeft, How::TurnRight, How::SlipLeft, How::SlipRight, How::Rotate];
}

/// TAL-8.3.1: the fire of one group. Weapons beyond the list hold their fire, unless
/// this is the last volley of an order that is not `done`: then they may be aimed next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Volley {
    pub ship: ShipId,
    /// From 0; of a squadron, the fighter.
    pub group: u8,
    /// One for each weapon.
    pub shots: Vec<Shot>,
}

/// What one weapon does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// None: it holds its fire (TAL-8.1.1b). Of a Fusion Cannon, any enemy ship in the cone (TAL-15.2.2b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// TAL-15.1.2a: where a Wave Motion Gun pushes along a spine; the lower facing if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push: Option<Facing>,
    /// TAL-13.2a: the hex a Missile is put in; the straightest if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launch: Option<Hex>,
    /// TAL-13.2a: the way it faces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    /// TAL-13.5b: the fighter hit by a Missile that detonates at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fighter: Option<u8>,
}

impl Shot {
    pub fn at(target: Target) -> Shot {
        Shot { target: Some(target), ..Shot::default() }
    }
}

/// TAL-8.2.1b, TAL-12.1.3: the exact unit. Planets are never among them (TAL-17.2.1c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A ship or Base; for Missiles also a squadron as a whole (TAL-13.2d).
    Ship(ShipId),
    /// A squadron and the fighter in it, 0 to 2.
    Fighter(ShipId, u8),
    Missile(u16),
}

/// TAL-9.2.1, TAL-9.3.1: one ship in the Power Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Adjust {
    pub ship: ShipId,
    /// TAL-9.2.3: boxes to charge on each bar; all that is allowed if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<[u8; 3]>,
    /// The Speed to take, at most one from the present one; kept if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<u8>,
}

/// TAL-18.2a: a ship and, on a spine, the way it is pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Pulled {
    pub ship: ShipId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<Facing>,
}
