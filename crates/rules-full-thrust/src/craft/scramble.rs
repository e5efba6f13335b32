//! Scrambles, at the end of phase 7 (FT-8.3).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::Act,
    craft::{
        hangars::NEVER,
        wings::{GroupId, Post, Target},
    },
    phases::{self, Phase, Step},
    ship::ShipId,
};

/// FT-8.3.1: one carrier, the groups that would go, and the attacker each would take on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Scramble {
    pub ship: ShipId,
    pub groups: Vec<(GroupId, GroupId)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "ScrambleEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    Passed {
        seat: Seat,
    },
    /// FT-8.3.2: the die, and who gets out, against whom.
    Tried {
        ship: ShipId,
        die: u8,
        /// The group whose bay is blocked by a mishap.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mishap: Option<GroupId>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        out: Vec<(GroupId, GroupId)>,
        /// FT-8.3.4: after the strike.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
    },
}

impl Battle {
    /// FT-8.3.1: enemy groups on an attack run at a ship.
    pub fn raiders(&self, ship: ShipId) -> Vec<GroupId> {
        self.flying().filter(|&id| self.group(id).deeds.target == Some(Target::Ship(ship))).collect()
    }

    /// FT-8.3.1, FT-8.3.5: why a ship cannot scramble now.
    fn no_scramble(&self, id: ShipId) -> Option<(&'static str, &'static str)> {
        let ship = self.ship(id);
        if ship.deck.scrambled {
            return Some(("FT-8.3.1", "has tried this turn"));
        }
        if let Some(why) = self.barred(id, Act::Scramble) {
            return Some(why);
        }
        let thrust = ship.thrusted || ship.motion.drift.is_none() && ship.turned;
        let thrown = self.field.options.catapult_scramble && self.has_catapults(id);
        if thrust && !thrown {
            return Some(("FT-8.3.5", "has applied thrust this turn"));
        }
        if self.raiders(id).is_empty() {
            return Some(("FT-8.3.1", "is not attacked by fighters"));
        }
        None
    }

    /// FT-8.3.6, FT-8.16.1, FT-8.4.2: whether a group could be scrambled, rearmed or not.
    fn can_scramble(&self, id: GroupId) -> bool {
        let group = self.group(id);
        let Post::Aboard { ship, ready, .. } = &group.post else { return false };
        let readied = *ready != NEVER && 0 < group.left;
        // Being rearmed is no hindrance; everything else is.
        let kept = self.grounded(id).is_none_or(|it| it.0 == "FT-8.16.1");
        readied && kept && self.bays_work(id) && (0 < self.launch_limit(*ship) || self.is_racked(id))
    }

    fn bays_work(&self, id: GroupId) -> bool {
        let Post::Aboard { ship, bays, .. } = &self.group(id).post else { return false };
        !bays.is_empty() && bays.iter().all(|it| self.ship(*ship).works(it.0))
    }

    /// Groups that a ship could scramble now.
    pub fn scramblers(&self, ship: ShipId) -> Vec<GroupId> {
        if self.groups.is_empty() || self.no_scramble(ship).is_some() {
            return Vec::new();
        }
        self.aboard(ship).filter(|&id| self.can_scramble(id)).collect()
    }

    /// FT-8.3.2: how many a 6 could bring out.
    pub(crate) fn scramble_limit(&self, ship: ShipId) -> usize {
        self.launch_limit(ship).clamp(1, 2)
    }
}

/// FT-8.3.1: attacks are declared; carriers under attack may try.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    next(table, Seats::default())
}

fn next(table: &mut Table<Battle>, done: Seats) -> bool {
    let battle = table.state();
    if battle.groups.is_empty() {
        return false;
    }
    let able =
        |seat: Seat| battle.is_asked(seat, |it| it.own_ships(seat).any(|id| !it.scramblers(id).is_empty()));
    let mut order = battle.initiative.iter().rev().copied();
    let Some(seat) = order.find(|&seat| !done.contains(seat) && able(seat)) else { return false };
    phases::enter(table, Phase::Scramble { seat, done });
    true
}

pub(crate) fn check(battle: &Battle, seat: Seat, order: &Scramble, found: &mut Findings) {
    let id = order.ship;
    if !battle.is_own(seat, id, "FT-8.3.1", found) {
        return;
    }
    let tag = battle.field.tag(id);
    if let Some((rule, why)) = battle.no_scramble(id) {
        found.add(rule, format!("{tag} {why}"));
    }
    let most = battle.scramble_limit(id);
    let n = order.groups.len();
    found.require(1 <= n && n <= most, "FT-8.3.2", || {
        format!("{tag} can scramble {most} groups at most, not {n}")
    });
    let (able, raiders) = (battle.scramblers(id), battle.raiders(id));
    for (i, (group, foe)) in order.groups.iter().enumerate() {
        let once = !order.groups[..i].iter().any(|it| it.0 == *group);
        found.require(able.contains(group) && once, "FT-8.3.1", || {
            format!("group number {} cannot be scrambled from {tag}", group.0)
        });
        found.require(raiders.contains(foe), "FT-8.3.3", || {
            format!("group number {} does not attack {tag}", foe.0)
        });
    }
}

pub(crate) fn resolve(table: &mut Table<Battle>, order: &Scramble) {
    let Phase::Scramble { done, .. } = table.state().phase else { return };
    let Scramble { ship, groups } = order;
    let die = table.roll(6);
    let out = match die {
        4 | 5 => &groups[..1],
        6 => &groups[..],
        _ => &[],
    };
    let mishap = (die == 1).then_some(groups[0].0);
    let (ship, out, late) = (*ship, out.to_vec(), die == 4);
    table.emit(crate::Event::Scramble(Event::Tried { ship, die, mishap, out, late }));
    go_on(table, done);
}

pub(crate) fn pass(table: &mut Table<Battle>, seat: Seat) {
    let Phase::Scramble { done, .. } = table.state().phase else { return };
    table.emit(crate::Event::Scramble(Event::Passed { seat }));
    go_on(table, done.with(seat));
}

fn go_on(table: &mut Table<Battle>, done: Seats) {
    if !next(table, done) {
        phases::play_after(table, Step::Attacks);
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let Event::Tried { ship, mishap, out, late, .. } = event else { return };
    let turn = battle.turn;
    let motion = battle.ship(*ship).motion;
    let deck = &mut battle.ship_mut(*ship).deck;
    (deck.scrambled, deck.busy) = (true, true);
    if let Some(group) = mishap {
        let Post::Aboard { bays, .. } = battle.group(*group).post.clone() else { return };
        let ship = battle.ship_mut(*ship);
        for (icon, _) in bays {
            ship.damaged.insert(icon);
            ship.deck.jammed.insert(icon);
        }
    }
    for (id, foe) in out {
        let racked = battle.is_racked(*id);
        let group = battle.group_mut(*id);
        let Post::Aboard { bays, ready, .. } = std::mem::replace(&mut group.post, Post::Flying) else {
            continue;
        };
        // FT-8.3.6: half of the fuel and none of the ordnance.
        if turn < ready {
            group.cef = group.craft.endurance() / 2;
            group.spent = group.spent.max(1);
        }
        (group.at, group.facing) = (motion.at, motion.facing);
        let deeds = &mut group.deeds;
        (deeds.launched, deeds.moved, deeds.asked, deeds.engaged) = (true, true, true, true);
        deeds.target = Some(Target::Group(*foe));
        deeds.late = *late;
        let other = &mut battle.group_mut(*foe).deeds;
        other.engaged = true;
        other.pinned |= !late;
        let deck = &mut battle.ship_mut(*ship).deck;
        bays.iter().for_each(|it| deck.served.insert(it.0));
        deck.operations += u8::from(!racked);
    }
}

/// The best that can be sent, each against another attacker.
pub(crate) fn usual(battle: &Battle, ship: ShipId) -> Option<Scramble> {
    let mut able = battle.scramblers(ship);
    if able.is_empty() {
        return None;
    }
    able.sort_by_key(|&id| (std::cmp::Reverse(crate::craft::tactics::as_fighters(battle, id)), id));
    able.truncate(battle.scramble_limit(ship));
    let raiders = battle.raiders(ship);
    let groups = able.into_iter().zip(raiders.iter().copied().cycle()).collect();
    Some(Scramble { ship, groups })
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Option<Scramble> {
    let ships: Vec<ShipId> = battle.own_ships(seat).filter(|&id| !battle.scramblers(id).is_empty()).collect();
    if ships.is_empty() || dice.one_in(3) {
        return None;
    }
    let ship = *dice.pick(&ships);
    let (mut able, raiders) = (battle.scramblers(ship), battle.raiders(ship));
    let mut groups = Vec::new();
    for _ in 0..battle.scramble_limit(ship).min(able.len()) {
        groups.push((able.swap_remove(dice.index(able.len())), *dice.pick(&raiders)));
    }
    Some(Scramble { ship, groups })
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Passed { .. } => vec!["FT-8.3.1"],
        Event::Tried { late: true, .. } => vec!["FT-8.3.2", "FT-8.3.4"],
        Event::Tried { out, .. } if !out.is_empty() => vec!["FT-8.3.2", "FT-8.3.3"],
        Event::Tried { .. } => vec!["FT-8.3.2"],
    }
}
