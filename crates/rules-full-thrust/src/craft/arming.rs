//! What multi-role fighters are armed as while they are aboard (FT-8.15.11).

use dice::Dice;
use engine::{Findings, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::{
        self,
        hangars::{self, NEVER},
        wings::{Craft, GroupId, Post},
    },
    notation::Unread,
    orders::ShipOrder,
    setup::scenario::{Field, Scenario},
    ship::ShipId,
    view::View,
    yard::design::{Kind, WingType},
};

/// One group and the role it is armed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Arming {
    pub group: GroupId,
    pub role: WingType,
    /// FT-8.15.2.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cannon: bool,
}

const ROLES: [WingType; 3] = [WingType::Standard, WingType::Interceptor, WingType::Attack];

/// FT-8.15.11: types that may be agreed on where any three may be.
const AGREED: [WingType; 8] = [
    WingType::Standard,
    WingType::Interceptor,
    WingType::Attack,
    WingType::Torpedo,
    WingType::Graser,
    WingType::Plasma,
    WingType::Mkp,
    WingType::Missile,
];

/// FT-8.15.2: bought as beam or cannon armed.
fn takes_cannon(role: WingType) -> bool {
    ROLES.contains(&role)
}

/// FT-8.15.11: everything that is wrong with the roles of a scenario.
pub(crate) fn findings(any: bool, scenario: &Scenario, wrong: &mut Vec<String>) {
    let roles = &scenario.roles;
    let once = |(i, role): (usize, &WingType)| AGREED.contains(role) && !roles[..i].contains(role);
    if any && !roles.is_empty() && !(roles.len() == 3 && roles.iter().enumerate().all(once)) {
        wrong.push(
            "multi-role fighters have three different roles, none of them light (FT-8.15.11)".to_owned(),
        );
    }
}

impl Field {
    /// FT-8.15.11: what multi-role fighters may be armed as, the first if nothing is chosen.
    pub fn roles(&self) -> &[WingType] {
        let agreed = self.options.multirole_any3 && self.scenario.roles.len() == 3;
        if agreed { &self.scenario.roles } else { &ROLES }
    }
}

impl Battle {
    /// FT-8.15.11: why a group cannot be armed for another role now.
    fn fixed_role(&self, id: GroupId) -> Option<(&'static str, &'static str)> {
        let group = self.group(id);
        if !matches!(group.craft, Craft::Fighters { kind: WingType::MultiRole, .. }) {
            return Some(("FT-8.15.11", "has one role only"));
        }
        let Post::Aboard { ship, bays, ready } = &group.post else {
            return Some(("FT-8.15.11", "is armed aboard"));
        };
        let bay = |kind: &Kind| matches!(kind, Kind::Hangar { rack: false });
        let in_bay = !bays.is_empty()
            && bays.iter().all(|it| {
                self.ship(*ship).works(it.0) && self.field.blueprint(*ship).kind(it.0).is_some_and(bay)
            });
        if !in_bay || *ready == NEVER || group.left == 0 {
            return Some(("FT-8.16.2", "needs a working bay to be rearmed in"));
        }
        None
    }

    /// What a group may be armed as, other than it is; none if it cannot be.
    pub fn armings(&self, id: GroupId) -> Vec<Arming> {
        let group = self.group(id);
        if self.fixed_role(id).is_some() {
            return Vec::new();
        }
        let now = (group.fights_as(), group.has_cannon());
        let both = |&role: &WingType| {
            let with = [false, true].into_iter().filter(move |&cannon| !cannon || takes_cannon(role));
            with.map(move |cannon| Arming { group: id, role, cannon })
        };
        let all = self.field.roles().iter().flat_map(both);
        all.filter(|it| (Some(it.role), it.cannon) != now).collect()
    }
}

/// What a multi-role group is armed as.
pub(crate) fn now(battle: &Battle, id: GroupId) -> Option<Arming> {
    let group = battle.group(id);
    let multi = matches!(group.craft, Craft::Fighters { kind: WingType::MultiRole, .. });
    let role = group.fights_as().filter(|_| multi)?;
    Some(Arming { group: id, role, cannon: group.has_cannon() })
}

pub(crate) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    for (i, it) in order.arm.iter().enumerate() {
        let aboard = battle.groups.get(it.group.index()).is_some_and(|it| it.carrier() == Some(order.ship));
        if !aboard || order.arm[..i].iter().any(|other| other.group == it.group) {
            let tag = battle.field.tag(order.ship);
            found.add(
                "FT-8.15.11",
                format!("group number {} is not aboard {tag}, or named twice", it.group.0),
            );
            continue;
        }
        let name = || battle.field.group_code(it.group);
        if let Some((rule, why)) = battle.fixed_role(it.group) {
            found.add(rule, format!("{} {why}", name()));
        }
        found.require(battle.field.roles().contains(&it.role), "FT-8.15.11", || {
            format!("{} cannot take that role", name())
        });
        found.require(!it.cannon || takes_cannon(it.role), "FT-8.15.2", || {
            format!("{} has no cannon in that role", name())
        });
    }
}

/// Phase 3, before anybody is launched.
pub(crate) fn carry_out(table: &mut Table<Battle>, ship: ShipId) {
    for it in table.state().written[ship.index()].arm.clone() {
        if table.state().fixed_role(it.group).is_none() {
            table.emit(crate::Event::Hangars(hangars::Event::Armed { arming: it }));
        }
    }
}

/// For the `apply` of hangars.
pub(crate) fn arm(battle: &mut Battle, it: &Arming) {
    let group = battle.group_mut(it.group);
    group.role = Some(it.role);
    if let Craft::Fighters { cannon, .. } = &mut group.craft {
        *cannon = it.cannon;
    }
}

/// Now and then another role.
pub(crate) fn sample(battle: &Battle, order: &mut ShipOrder, dice: &mut Dice) {
    for id in battle.aboard(order.ship) {
        let choices = battle.armings(id);
        if !choices.is_empty() && dice.one_in(3) {
            order.arm.push(*dice.pick(&choices));
        }
    }
}

/// `armA1.2=attack`, `armA1.2=attack+cannon`.
pub(crate) fn write(field: &Field, it: &Arming) -> String {
    let role = craft::words::role(it.role);
    format!(" arm{}={role}{}", field.group_code(it.group), if it.cannon { "+cannon" } else { "" })
}

pub(crate) fn read(view: &View, word: &str) -> Result<Arming, Unread> {
    let (group, role) = word.split_once('=').ok_or_else(|| format!("{word:?}: write armA1.2=attack"))?;
    let (role, cannon) = role.strip_suffix("+cannon").map_or((role, false), |it| (it, true));
    let known = AGREED.into_iter().find(|it| craft::words::role(*it) == role);
    let role = known.ok_or_else(|| format!("{role:?} is not a role of fighters"))?;
    Ok(Arming { group: craft::words::group(view, group)?, role, cannon })
}
