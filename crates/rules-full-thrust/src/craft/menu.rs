//! Flight operations on a screen: who may be launched, and what a group may do (FT-8.1, FT-8.5, FT-8.6).

pub(crate) mod fights;

use engine::Seat;
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Order,
    craft::{
        self,
        arming::{self, Arming},
        hangars,
        moves::{Action, Pass, Sortie},
        scramble::{self, Scramble},
        wings::GroupId,
    },
    movement::plot::Plot,
    options::FighterFacing,
    orders::{Orders, ShipOrder},
    phases::Phase,
    ship::ShipId,
};

/// FT-8.1.1: one ship with craft aboard, while orders are written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct DeckMenu {
    pub ship: ShipId,
    pub groups: Vec<DeckGroup>,
    /// FT-8.1.7: groups that its tubes can launch; those on racks do not count. Left out if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u8>,
    /// FT-8.2.3: it may use its drive and launch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub catapults: bool,
    /// FT-8.16.4: the first may fill up the second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merges: Vec<(GroupId, GroupId)>,
    /// FT-8.15.14: Marines and parties aboard, where there are assault shuttles for them; `usual_troops` go if nothing
    /// is said and all shuttles are launched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub troops: Option<(u16, u16)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual_troops: Option<(u16, u16)>,
    /// What a captain would launch now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usual: Vec<GroupId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct DeckGroup {
    pub group: GroupId,
    pub name: String,
    /// FT-8.1.11: on a rack.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rack: bool,
    /// FT-8.15.11: what it is armed as, and what else it may be armed as, for multi-role groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Arming>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arm: Vec<Arming>,
    /// Why it cannot be launched, with the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<(String, String)>,
}

/// FT-2.6.4, FT-2.6.6: one group that may move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct WingMenu {
    pub group: GroupId,
    pub name: String,
    pub from: Point,
    /// How far it may fly, to any place.
    pub reach: Length,
    /// FT-8.5.3: endurance that a move costs.
    pub cost: u8,
    /// FT-8.5.1: it may look at any place, and not only along one of the twelve courses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub free: bool,
    /// FT-8.10.3: enemies that may shoot if it slips away from them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pursuers: Vec<GroupId>,
    /// What can be done at a click; the usual one first.
    pub choices: Vec<Action>,
    /// Ships it cannot land on, and why, with the rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<(ShipId, String, String)>,
}

/// FT-8.3.1: one carrier under attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ScrambleMenu {
    pub ship: ShipId,
    pub groups: Vec<GroupId>,
    pub raiders: Vec<GroupId>,
    /// FT-8.3.2: groups that may be named.
    pub most: u8,
    /// Faces out of six: a mishap, nothing, one too late, one, two or what may be launched.
    pub faces: [u8; 5],
    pub usual: Scramble,
}

pub(crate) fn scramble(battle: &Battle, seat: Seat) -> Vec<ScrambleMenu> {
    let one = |ship: ShipId| {
        let usual = scramble::usual(battle, ship)?;
        let (groups, raiders) = (battle.scramblers(ship), battle.raiders(ship));
        let most = battle.scramble_limit(ship) as u8;
        Some(ScrambleMenu { ship, groups, raiders, most, faces: [1, 2, 1, 1, 1], usual })
    };
    battle.own_ships(seat).filter_map(one).collect()
}

pub(crate) fn decks(battle: &Battle, seat: Seat) -> Vec<DeckMenu> {
    let mut menus = Vec::new();
    for ship in battle.crews(seat) {
        let one = |group: GroupId| DeckGroup {
            group,
            name: craft::words::named(&battle.field, group, battle.group(group)),
            rack: battle.is_racked(group),
            role: arming::now(battle, group),
            arm: battle.armings(group),
            refused: battle
                .no_flights(ship)
                .or_else(|| battle.grounded(group))
                .map(|(rule, why)| (rule.to_owned(), why.to_owned())),
        };
        let groups: Vec<DeckGroup> =
            battle.aboard(ship).filter(|&id| 0 < battle.group(id).left).map(one).collect();
        if groups.is_empty() {
            continue;
        }
        let most = battle.launch_limit(ship);
        let shuttles: Vec<GroupId> =
            battle.aboard(ship).filter(|&id| battle.group(id).is_shuttles()).collect();
        let boards = !shuttles.is_empty() && battle.field.has_boarding;
        menus.push(DeckMenu {
            ship,
            groups,
            most: u8::try_from(most).ok(),
            catapults: battle.has_catapults(ship),
            merges: hangars::merges(battle, ship),
            troops: boards.then(|| (battle.marines(ship), battle.parties(ship) as u16)),
            usual_troops: boards.then(|| battle.usual_troops(ship, &shuttles)),
            usual: craft::tactics::launches(battle, ship),
        });
    }
    menus
}

pub(crate) fn moves(battle: &Battle, seat: Seat) -> Vec<WingMenu> {
    let Phase::Wings { pass, .. } = battle.phase else { return Vec::new() };
    let secondary = matches!(pass, Pass::Robots | Pass::Secondary);
    let mut menus = Vec::new();
    for group in battle.to_move(seat, pass) {
        let usual = craft::tactics::usual(battle, seat, group);
        let mut choices = vec![usual];
        for it in craft::moves::choices(battle, seat, group) {
            if !choices.contains(&it) {
                choices.push(it);
            }
        }
        let mut refused = Vec::new();
        if !secondary {
            for ship in battle.own_ships(seat).filter(|&it| battle.field.blueprint(it).has_hangars) {
                if let Err((rule, why)) = battle.landing(group, ship, false) {
                    refused.push((ship, rule.to_owned(), why.to_owned()));
                }
            }
        }
        menus.push(WingMenu {
            group,
            name: craft::words::named(&battle.field, group, battle.group(group)),
            from: battle.group(group).at,
            reach: battle.reach(group, pass),
            cost: u8::from(secondary),
            free: battle.field.options.fighter_facing == FighterFacing::Free,
            pursuers: battle.parting_shots(group),
            choices,
            refused,
        });
    }
    menus
}

pub(crate) fn offered(decks: &[DeckMenu], wings: &[WingMenu]) -> Vec<Order> {
    let mut offered = Vec::new();
    for deck in decks {
        let order = |launch: Vec<GroupId>| {
            let order = ShipOrder { launch, ..ShipOrder::new(deck.ship, Plot::Hold) };
            Order::Orders(Orders { ships: vec![order], ..Orders::default() })
        };
        if !deck.usual.is_empty() {
            offered.push(order(deck.usual.clone()));
        }
        let free = deck.groups.iter().filter(|it| it.refused.is_none() && (it.rack || deck.most != Some(0)));
        offered.extend(free.map(|it| order(vec![it.group])));
        for it in deck.groups.iter().flat_map(|it| &it.arm) {
            let order = ShipOrder { arm: vec![*it], ..ShipOrder::new(deck.ship, Plot::Hold) };
            offered.push(Order::Orders(Orders { ships: vec![order], ..Orders::default() }));
        }
        for pair in &deck.merges {
            let order = ShipOrder { merge: vec![*pair], ..ShipOrder::new(deck.ship, Plot::Hold) };
            offered.push(Order::Orders(Orders { ships: vec![order], ..Orders::default() }));
        }
    }
    for wing in wings {
        let sortie = |action: &Action| Sortie { group: wing.group, action: action.clone() };
        offered.extend(wing.choices.iter().map(|action| Order::Wing(sortie(action))));
    }
    if !wings.is_empty() {
        offered.push(Order::Pass);
    }
    offered
}
