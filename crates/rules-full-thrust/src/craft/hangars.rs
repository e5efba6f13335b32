//! Launch, recovery and rearming: phases 1, 3 and 4 (FT-8.1, FT-8.2, FT-8.4, FT-8.16, FT-10.1.5, FT-13.12).

use dice::Dice;
use engine::{Findings, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::Act,
    craft::{
        arming::{self, Arming},
        shuttles,
        wings::{Craft, Group, GroupId, Post},
    },
    movement::plot::Plot,
    options::{FouledDeck, HangarModel},
    orders::{ShipOrder, Written},
    ship::{IconId, ShipId, Status},
    yard::design::{Holds, Kind, WingMod},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "HangarsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-8.1.3: announced in phase 3, from where the ship is now.
    Launched { ship: ShipId, groups: Vec<GroupId> },
    /// FT-8.1.6: aboard, craft by bay; FT-8.16.1: with the die of those who are rearmed there.
    Landed {
        group: GroupId,
        ship: ShipId,
        bays: Vec<(IconId, u8)>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        combat: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u8>,
    },
    /// FT-8.16.4: one group fills up another.
    Merged { from: GroupId, into: GroupId },
    /// FT-8.15.11: a multi-role group has another role.
    Armed { arming: Arming },
    /// FT-17.11.3: they leave a ship that burns up.
    Escaped { ship: ShipId, groups: Vec<GroupId> },
    /// FT-8.15.15: the ship they screened crashes; a secondary move saves them.
    Shaken { group: GroupId, ship: ShipId },
    /// FT-8.15.15: lost with the ship they screened.
    Wrecked { group: GroupId, craft: u8 },
    /// FT-10.1.5: craft lost with their bay or their ship.
    Perished { group: GroupId, craft: u8 },
    /// FT-8.6.2: whom it went with is gone; it flies by itself.
    Released { group: GroupId },
}

/// FT-8.16.1: never again in this battle.
pub(crate) const NEVER: u16 = u16::MAX;

/// What a bay holds and what a craft takes of it: six craft, or eight light ones (FT-8.16.3, FT-8.15.12).
const ROOM: u16 = 24;

impl Craft {
    fn bulk(&self) -> u16 {
        match self {
            Craft::Fighters { kind, .. } if kind.is_light() => 3,
            Craft::Fighters { .. } | Craft::Gunboats { .. } => 4,
        }
    }
}

fn is_bay(kind: &Kind) -> bool {
    matches!(kind, Kind::Hangar { rack: false })
}

/// FT-9.1.11: what a bay for gunboats holds, in hundredths of mass.
#[expect(clippy::wildcard_enum_match_arm, reason = "only bays hold gunboats")]
pub(crate) fn boat_room(kind: &Kind) -> Option<u32> {
    match kind {
        Kind::Bay { holds: Holds::Boats, capacity, .. } => Some(capacity.hundredths),
        _ => None,
    }
}

/// FT-8.16.2, FT-9.1.11: where craft are rearmed.
pub(crate) fn rearms(kind: &Kind) -> bool {
    is_bay(kind) || boat_room(kind).is_some()
}

/// FT-9.1.11: mass of a squadron in a bay, in hundredths; FT-9.2.1: FTL boats take more.
pub(crate) fn boat_mass(craft: &Craft, boats: u8) -> u32 {
    let each = if matches!(craft, Craft::Gunboats { ftl: true, .. }) { 400 } else { 300 };
    each * u32::from(boats)
}

fn is_tube(kind: &Kind) -> bool {
    matches!(kind, Kind::LaunchTube { .. })
}

impl Battle {
    /// FT-8.2.1, FT-10.1.6: tubes of a ship that work.
    pub fn tubes(&self, ship: ShipId) -> usize {
        self.working(ship, is_tube).count()
    }

    /// FT-8.1.11, FT-13.12.5: on a rack, from which any number launches at once.
    pub fn is_racked(&self, id: GroupId) -> bool {
        let Post::Aboard { ship, bays, .. } = &self.group(id).post else { return false };
        let blueprint = self.field.blueprint(*ship);
        !bays.is_empty() && bays.iter().all(|it| !blueprint.kind(it.0).is_some_and(is_bay))
    }

    /// FT-13.12.3: how the bays of a ship work.
    fn hangars(&self, ship: ShipId) -> HangarModel {
        self.field.blueprint(ship).design.hangar_model(&self.field.options)
    }

    /// FT-8.1.7, FT-8.1.10: groups that tubes or combined hangars can still launch this turn.
    pub fn launch_limit(&self, ship: ShipId) -> usize {
        match self.hangars(ship) {
            HangarModel::Tubes => {
                self.tubes(ship).saturating_sub(usize::from(self.ship(ship).deck.operations))
            }
            HangarModel::Combined => usize::MAX,
        }
    }

    /// FT-8.1.7, FT-8.1.10: groups that can still land in good order this turn.
    fn landing_limit(&self, ship: ShipId) -> usize {
        let deck = self.ship(ship).deck;
        match self.hangars(ship) {
            HangarModel::Tubes => self.tubes(ship).saturating_sub(usize::from(deck.operations)),
            // Half of the bays, rounded up.
            HangarModel::Combined => {
                let bays = self.working(ship, is_bay).count();
                bays.div_ceil(2).saturating_sub(usize::from(deck.recoveries))
            }
        }
    }

    /// FT-8.2.3: whether a ship may launch under thrust.
    pub fn has_catapults(&self, ship: ShipId) -> bool {
        self.field.blueprint(ship).design.has(|kind| matches!(kind, Kind::LaunchTube { catapult: true }))
    }

    /// FT-8.16.1, FT-8.4.2: why a group cannot be launched this turn.
    pub(crate) fn grounded(&self, id: GroupId) -> Option<(&'static str, &'static str)> {
        let group = self.group(id);
        let Post::Aboard { ship: carrier, bays, ready } = &group.post else {
            return Some(("FT-8.1.1", "is not aboard"));
        };
        let ship = self.ship(*carrier);
        let fouled = self.field.options.fouled_deck == FouledDeck::All && ship.deck.fouled;
        if group.fouled || fouled {
            return Some(("FT-8.4.2", "lies on a fouled deck"));
        }
        if *ready == NEVER {
            return Some(("FT-8.16.1", "will not fly again"));
        }
        if self.turn < *ready {
            return Some(("FT-8.16.1", "is still being rearmed"));
        }
        if bays.is_empty() || bays.iter().any(|it| !ship.works(it.0)) {
            return Some(("FT-8.2.1", "has no working bay"));
        }
        None
    }

    /// Groups that could leave a ship this turn.
    pub fn launchable(&self, ship: ShipId) -> Vec<GroupId> {
        if self.groups.is_empty() || self.no_flights(ship).is_some() {
            return Vec::new();
        }
        let tubes = 0 < self.launch_limit(ship);
        self.aboard(ship).filter(|&id| self.grounded(id).is_none() && (tubes || self.is_racked(id))).collect()
    }

    /// Why a ship cannot be ordered to launch anything.
    pub(crate) fn no_flights(&self, id: ShipId) -> Option<(&'static str, &'static str)> {
        self.barred_with(&ShipOrder::new(id, Plot::Hold), Act::Fly)
    }

    /// FT-8.1.6, FT-8.2.3: it keeps course and velocity all turn, as ordered.
    pub(crate) fn is_steady(&self, ship: ShipId) -> bool {
        let Written { plot, emergency, roll, cloak, .. } = &self.written[self.base_lead(ship).index()];
        *plot == Plot::Hold && !emergency && !roll && cloak.is_none()
    }

    /// Where a group would lie on a ship, or why it cannot land there (FT-8.1.6 to FT-8.1.11, FT-8.4.1).
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub fn landing(
        &self,
        id: GroupId,
        ship: ShipId,
        combat: bool,
    ) -> Result<Vec<(IconId, u8)>, (&'static str, &'static str)> {
        let (group, there) = (self.group(id), self.ship(ship));
        if there.owner != group.owner {
            return Err(("FT-8.1.6", "is not a ship to land on"));
        }
        if let Some(why) = self.barred(ship, Act::Recover) {
            return Err(why);
        }
        if self.field.base_wing(id).is_some() {
            return Err(("FT-4.12.4", "is not a deck for groups from a base"));
        }
        if !self.is_steady(ship) {
            return Err(("FT-8.1.6", "does not keep course and velocity"));
        }
        let rack = self.rack_for(id, ship);
        if group.craft.is_gunboats() {
            let found = self.boat_bay_for(group, ship).or(rack);
            return found.ok_or(("FT-9.1.11", "has neither a free rack nor a bay with room"));
        }
        let found = self.bays_for(id, ship, combat);
        match (found, rack) {
            (Ok(bays), _) | (Err(_), Some(bays)) => Ok(bays),
            (Err(why), None) => Err(why),
        }
    }

    /// FT-9.1.11: a bay with room for the whole squadron.
    fn boat_bay_for(&self, group: &Group, ship: ShipId) -> Option<Vec<(IconId, u8)>> {
        let blueprint = self.field.blueprint(ship);
        let used = |icon: IconId| -> u32 {
            let craft = self.aboard(ship).map(|it| {
                let Post::Aboard { bays, .. } = &self.group(it).post else { return 0 };
                let here = bays.iter().filter(|bay| bay.0 == icon);
                here.map(|bay| boat_mass(&self.group(it).craft, bay.1)).sum()
            });
            craft.sum()
        };
        let free = |icon: &IconId| {
            let room = blueprint.kind(*icon).and_then(boat_room).unwrap_or(0);
            used(*icon) + boat_mass(&group.craft, group.left) <= room
        };
        let icon = self.working(ship, |kind| boat_room(kind).is_some()).find(free)?;
        Some(vec![(icon, group.left)])
    }

    /// FT-13.12.5, FT-9.1.11: a free rack of the right kind.
    #[expect(clippy::wildcard_enum_match_arm, reason = "gunboats live in these alone")]
    fn rack_for(&self, id: GroupId, ship: ShipId) -> Option<Vec<(IconId, u8)>> {
        let group = self.group(id);
        let robot = group.craft.has(WingMod::Robot);
        let fits = |kind: &Kind| match kind {
            Kind::GunboatRack => group.craft.is_gunboats(),
            Kind::Hangar { rack: true } => robot,
            _ => false,
        };
        let free = |icon: &IconId| {
            self.aboard(ship).all(|it| {
                !matches!(&self.group(it).post, Post::Aboard { bays, .. } if bays.iter().any(|bay| bay.0 == *icon))
            })
        };
        let icon = self.working(ship, fits).find(free)?;
        Some(vec![(icon, group.left)])
    }

    /// FT-8.16.3, FT-10.1.5: bays with room, the emptiest first.
    fn bays_for(
        &self,
        id: GroupId,
        ship: ShipId,
        combat: bool,
    ) -> Result<Vec<(IconId, u8)>, (&'static str, &'static str)> {
        let (group, deck) = (self.group(id), self.ship(ship).deck);
        let tubes = self.hangars(ship) == HangarModel::Tubes;
        if tubes && self.tubes(ship) == 0 {
            return Err(("FT-8.2.1", "has no working launch tube"));
        }
        if !combat && self.landing_limit(ship) == 0 {
            let rule = if tubes { "FT-8.1.7" } else { "FT-8.1.10" };
            return Err((rule, "can recover no more groups in good order this turn"));
        }
        let used = |icon: IconId| -> u16 {
            let craft = self.aboard(ship).map(|it| {
                let Post::Aboard { bays, .. } = &self.group(it).post else { return 0 };
                let n: u16 = bays.iter().filter(|bay| bay.0 == icon).map(|bay| u16::from(bay.1)).sum();
                n * self.group(it).craft.bulk()
            });
            craft.sum()
        };
        // FT-8.1.8: a bay serves one group in a turn, but in a combat landing.
        let mut free: Vec<(IconId, u16)> = self
            .working(ship, is_bay)
            .filter(|&icon| combat || !deck.served.contains(icon))
            .map(|icon| (icon, ROOM.saturating_sub(used(icon))))
            .collect();
        free.sort_by_key(|it| (std::cmp::Reverse(it.1), it.0));
        let (mut left, mut bays) = (group.left, Vec::new());
        for (icon, room) in free {
            let craft = left.min((room / group.craft.bulk()) as u8);
            if 0 < craft {
                bays.push((icon, craft));
                left -= craft;
            }
        }
        if 0 < left {
            return Err(("FT-8.16.3", "has no room for all of them"));
        }
        Ok(bays)
    }
}

/// Phase 1: launches and merges that are written (FT-8.1.1, FT-8.1.2, FT-8.2.2, FT-8.16.4).
pub(crate) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    let (id, ship) = (order.ship, battle.ship(order.ship));
    let tag = battle.field.tag(id);
    let known = |group: &GroupId| {
        battle.groups.get(group.index()).is_some_and(|it| it.owner == ship.owner && it.carrier() == Some(id))
    };
    let mut through = 0;
    for (i, group) in order.launch.iter().enumerate() {
        if !known(group) || order.launch[..i].contains(group) {
            found.add("FT-8.1.1", format!("group number {} is not aboard {tag}, or named twice", group.0));
            continue;
        }
        let name = battle.field.group_code(*group);
        if let Some((rule, why)) = battle.grounded(*group) {
            found.add(rule, format!("{name} {why}"));
        }
        if !battle.is_racked(*group) {
            through += 1;
        }
    }
    if !order.launch.is_empty() {
        if let Some((rule, why)) = battle.barred_with(order, Act::Fly) {
            found.add(rule, format!("{tag} {why}"));
        }
        let limit = battle.launch_limit(id);
        let tubeless = battle.hangars(id) == HangarModel::Tubes && battle.tubes(id) == 0;
        found.require(through <= limit, if tubeless { "FT-8.2.1" } else { "FT-8.1.7" }, || {
            format!("{tag} can launch {limit} groups in a turn, not {through}")
        });
        let drives = order.plot != Plot::Hold || order.roll || order.emergency;
        let may = battle.has_catapults(id) && through == order.launch.len();
        found.require(!drives || may, "FT-8.1.2", || format!("{tag} launches and may not use its drive"));
    }
    for (i, (from, into)) in order.merge.iter().enumerate() {
        if !known(from) || !known(into) || from == into {
            found.add("FT-8.16.4", format!("two groups aboard {tag} merge, not {} and {}", from.0, into.0));
            continue;
        }
        let named = |id: &GroupId| {
            order.launch.contains(id)
                || order.merge[..i].iter().any(|(a, b)| [a, b].contains(&id))
                || order.arm.iter().any(|it| it.group == *id)
        };
        found.require(!named(from) && !named(into), "FT-8.16.4", || {
            "a group that merges does nothing else this turn".to_owned()
        });
        let [one, two] = [from, into].map(|id| battle.group(*id));
        let alike = one.craft == two.craft && one.role == two.role;
        let fits = alike && one.left + two.left <= two.craft.full();
        let fighters = !one.craft.is_gunboats() && !battle.is_racked(*from) && !battle.is_racked(*into);
        found.require(fits && fighters, "FT-8.16.4", || {
            format!(
                "{} and {} do not make one group of a type",
                battle.field.group_code(*from),
                battle.field.group_code(*into)
            )
        });
    }
}

/// Phase 3: what was ordered is announced (FT-8.1.3).
pub(crate) fn launch(table: &mut Table<Battle>) {
    if table.state().groups.is_empty() {
        return;
    }
    for ship in table.state().field.ship_ids() {
        let battle = table.state();
        let Written { launch, merge, .. } = &battle.written[ship.index()];
        let (launch, merge) = (launch.clone(), merge.clone());
        // Nobody arms or merges groups either where nobody is in control.
        let carrier = battle.ship(ship);
        if !carrier.is_active() || carrier.cloaked || carrier.is_adrift(battle.turn) {
            continue;
        }
        arming::carry_out(table, ship);
        for (from, into) in merge {
            table.emit(crate::Event::Hangars(Event::Merged { from, into }));
        }
        let battle = table.state();
        let barred = battle.barred(ship, Act::Fly).is_some();
        let groups: Vec<GroupId> =
            launch.into_iter().filter(|&id| !barred && battle.grounded(id).is_none()).collect();
        if !groups.is_empty() {
            table.emit(crate::Event::Hangars(Event::Launched { ship, groups: groups.clone() }));
            shuttles::embark(table, ship, &groups);
        }
    }
}

/// Phase 4: a group is aboard; those in a bay roll for the time it takes (FT-8.16.1).
pub(crate) fn land(table: &mut Table<Battle>, group: GroupId, ship: ShipId, combat: bool) {
    let Ok(bays) = table.state().landing(group, ship, combat) else { return };
    let blueprint = table.state().field.blueprint(ship);
    let in_bay = bays.iter().all(|it| blueprint.kind(it.0).is_some_and(is_bay));
    // FT-9.1.11: gunboats are rearmed as fighters are.
    let rearmed = bays.iter().all(|it| blueprint.kind(it.0).is_some_and(rearms));
    let die = rearmed.then(|| table.roll(6));
    let combat = combat && in_bay;
    table.emit(crate::Event::Hangars(Event::Landed { group, ship, bays, combat, die }));
}

/// FT-8.15.15, FT-17.11.3: a ship is lost in a crash. Robots about it go with it, others if they cannot
/// make a secondary
/// move; from one that burns up slowly enough all craft get away.
pub(crate) fn crash(table: &mut Table<Battle>, ship: ShipId, escape: bool) {
    if table.state().groups.is_empty() || table.state().ship(ship).is_active() {
        return;
    }
    let battle = table.state();
    let screen: Vec<GroupId> = battle.screen_of(ship).collect();
    let sound = |id: &GroupId| match &battle.group(*id).post {
        Post::Aboard { bays, .. } => {
            0 < battle.group(*id).left && bays.iter().all(|it| battle.ship(ship).works(it.0))
        }
        Post::Flying
        | Post::Screening { .. }
        | Post::Guarding { .. }
        | Post::Pursuing { .. }
        | Post::Destroyed
        | Post::Hyperspace { .. }
        | Post::Away => false,
    };
    let aboard: Vec<GroupId> = battle.aboard(ship).filter(|it| escape && sound(it)).collect();
    for group in screen {
        let there = table.state().group(group);
        let stuck = there.craft.has(WingMod::Robot) || there.cef == 0 || there.deeds.asked;
        let craft = there.left;
        table.emit(crate::Event::Hangars(if stuck {
            Event::Wrecked { group, craft }
        } else {
            Event::Shaken { group, ship }
        }));
    }
    if !aboard.is_empty() {
        table.emit(crate::Event::Hangars(Event::Escaped { ship, groups: aboard }));
    }
}

/// FT-8.15.15: phase 6 is over: whoever has not got clear is lost.
pub(crate) fn end_of_crash(table: &mut Table<Battle>) {
    let lost = |battle: &Battle, id: &GroupId| {
        let group = battle.group(*id);
        group.is_flying() && group.deeds.shaken && !group.deeds.hurried
    };
    let battle = table.state();
    let groups: Vec<GroupId> = battle.group_ids().filter(|id| lost(battle, id)).collect();
    for group in groups {
        let craft = table.state().group(group).left;
        table.emit(crate::Event::Hangars(Event::Wrecked { group, craft }));
    }
}

/// FT-10.1.5, FT-8.6.2: who goes down with a bay or a ship, and who has nobody left to go with.
pub(crate) fn settle(table: &mut Table<Battle>) {
    for id in table.state().group_ids() {
        let battle = table.state();
        let group = battle.group(id);
        let gone = |ship: ShipId| !battle.ship(ship).is_active();
        let event = match &group.post {
            Post::Aboard { ship, bays, .. } if 0 < group.left => {
                let carrier = battle.ship(*ship);
                let wreck = matches!(carrier.status, Status::Destroyed | Status::Hulk);
                let deck = carrier.deck;
                let dead = |icon: IconId| {
                    let jammed = deck.jammed.contains(icon) && !carrier.gone.contains(icon);
                    !carrier.works(icon) && !jammed
                };
                let craft: u8 = bays.iter().filter(|it| wreck || dead(it.0)).map(|it| it.1).sum();
                let craft = if wreck { group.left } else { craft };
                (0 < craft).then_some(Event::Perished { group: id, craft })
            }
            Post::Screening { ship, .. } | Post::Pursuing { ship } if gone(*ship) => {
                Some(Event::Released { group: id })
            }
            Post::Guarding { group } if !battle.group(*group).is_flying() => {
                Some(Event::Released { group: id })
            }
            Post::Aboard { .. }
            | Post::Flying
            | Post::Screening { .. }
            | Post::Guarding { .. }
            | Post::Pursuing { .. }
            | Post::Destroyed
            | Post::Hyperspace { .. }
            | Post::Away => None,
        };
        if let Some(event) = event {
            table.emit(crate::Event::Hangars(event));
        }
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Launched { ship, groups } => {
            let motion = battle.ship(*ship).motion;
            for id in groups {
                let racked = battle.is_racked(*id);
                let group = battle.group_mut(*id);
                let Post::Aboard { bays, .. } = std::mem::replace(&mut group.post, Post::Flying) else {
                    continue;
                };
                (group.at, group.facing) = (motion.at, motion.facing);
                group.deeds.launched = true;
                let deck = &mut battle.ship_mut(*ship).deck;
                bays.iter().for_each(|it| deck.served.insert(it.0));
                deck.operations += u8::from(!racked);
                deck.busy = true;
            }
        }
        Event::Landed { group: id, ship, bays, combat, die } => {
            let turn = battle.turn;
            let blueprint = battle.field.blueprint(*ship);
            let tubes = bays.iter().any(|it| blueprint.kind(it.0).is_some_and(is_bay));
            let at = battle.ship(*ship).motion.at;
            let group = battle.group_mut(*id);
            let ready = match die {
                Some(1) => NEVER,
                Some(6) | None => turn.saturating_add(1),
                Some(_) => turn.saturating_add(2),
            };
            group.post = Post::Aboard { ship: *ship, bays: bays.clone(), ready };
            group.at = at;
            group.deeds.moved = true;
            group.fouled |= combat;
            let deck = &mut battle.ship_mut(*ship).deck;
            bays.iter().for_each(|it| deck.served.insert(it.0));
            deck.operations += u8::from(tubes);
            deck.recoveries += u8::from(tubes);
            deck.busy = true;
            deck.fouled |= combat;
        }
        Event::Merged { from, into } => {
            let Post::Aboard { bays: other, ready, .. } = battle.group(*from).post.clone() else { return };
            let one = battle.group_mut(*from);
            let (left, cef, fouled, spent) = (one.left, one.cef, one.fouled, one.spent);
            one.left = 0;
            one.post = Post::Destroyed;
            let group = battle.group_mut(*into);
            group.left += left;
            group.cef = group.cef.min(cef);
            group.spent = group.spent.max(spent);
            group.fouled |= fouled;
            if let Post::Aboard { bays, ready: own, .. } = &mut group.post {
                // FT-8.16.4: the worse of the two.
                *own = (*own).max(ready);
                bays.extend(other);
            }
        }
        Event::Perished { group: id, craft } => {
            let carrier = battle.group(*id).carrier();
            let works = |battle: &Battle, icon: IconId| {
                carrier.is_some_and(|ship| {
                    battle.ship(ship).works(icon) || battle.ship(ship).deck.jammed.contains(icon)
                })
            };
            if let Post::Aboard { bays, .. } = &battle.group(*id).post {
                let kept: Vec<_> = bays.iter().copied().filter(|it| works(battle, it.0)).collect();
                let group = battle.group_mut(*id);
                if let Post::Aboard { bays, .. } = &mut group.post {
                    *bays = kept;
                }
            }
            battle.group_mut(*id).lose(*craft);
        }
        Event::Armed { arming } => arming::arm(battle, arming),
        Event::Escaped { ship, groups } => {
            let motion = battle.ship(*ship).motion;
            for id in groups {
                let group = battle.group_mut(*id);
                group.post = Post::Flying;
                (group.at, group.facing) = (motion.at, motion.facing);
                (group.deeds.launched, group.deeds.moved) = (true, true);
            }
        }
        Event::Shaken { group, .. } => {
            let group = battle.group_mut(*group);
            group.post = Post::Flying;
            group.deeds.shaken = true;
        }
        Event::Wrecked { group, craft } => battle.group_mut(*group).lose(*craft),
        Event::Released { group } => battle.group_mut(*group).post = Post::Flying,
    }
}

/// Now and then something is launched, straight on.
pub(crate) fn sample(battle: &Battle, order: &mut ShipOrder, dice: &mut Dice) {
    let able = battle.launchable(order.ship);
    if !able.is_empty() && dice.one_in(2) {
        let before = order.clone();
        if !battle.has_catapults(order.ship) || dice.one_in(2) {
            (order.plot, order.roll, order.emergency) = (Plot::Hold, false, false);
        }
        order.cloak = None;
        for group in able {
            if dice.one_in(4) {
                continue;
            }
            order.launch.push(group);
            if !is_fine(battle, order) {
                order.launch.pop();
            }
        }
        if order.launch.is_empty() {
            *order = before;
        }
    }
    arming::sample(battle, order, dice);
    shuttles::sample(battle, order, dice);
    let aboard: Vec<GroupId> = battle.aboard(order.ship).collect();
    if 2 <= aboard.len() && dice.one_in(4) {
        order.merge.push((*dice.pick(&aboard), *dice.pick(&aboard)));
        if !is_fine(battle, order) {
            order.merge.pop();
        }
    }
}

/// FT-8.16.4: groups aboard a ship that may become one.
pub(crate) fn merges(battle: &Battle, ship: ShipId) -> Vec<(GroupId, GroupId)> {
    let aboard: Vec<GroupId> = battle.aboard(ship).filter(|&id| 0 < battle.group(id).left).collect();
    let pairs = aboard.iter().flat_map(|from| aboard.iter().map(move |into| (*from, *into)));
    let order = |pair| ShipOrder { merge: vec![pair], ..ShipOrder::new(ship, Plot::Hold) };
    pairs.filter(|pair| pair.0 < pair.1 && is_fine(battle, &order(*pair))).collect()
}

fn is_fine(battle: &Battle, order: &ShipOrder) -> bool {
    let mut found = Findings::default();
    check(battle, order, &mut found);
    found.is_empty()
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Launched { .. } => vec!["FT-8.1.1", "FT-8.1.3"],
        Event::Landed { combat: true, .. } => vec!["FT-8.4.1", "FT-8.4.2"],
        Event::Landed { die: None, .. } => vec!["FT-8.1.6", "FT-13.12.5"],
        Event::Landed { .. } => vec!["FT-8.1.6", "FT-8.16.1"],
        Event::Merged { .. } => vec!["FT-8.16.4"],
        Event::Armed { .. } => vec!["FT-8.15.11"],
        Event::Escaped { .. } => vec!["FT-17.11.3"],
        Event::Shaken { .. } | Event::Wrecked { .. } => vec!["FT-8.15.15"],
        Event::Perished { .. } => vec!["FT-10.1.5"],
        Event::Released { .. } => vec!["FT-8.6.2"],
    }
}
