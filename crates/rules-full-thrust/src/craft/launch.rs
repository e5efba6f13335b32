//! Phase 3: missiles of fighters, and missiles, rockets and bombs of gunboats
//! (FT-8.15.10, FT-9.2.8, FT-9.2.11).

use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::{
        arms::boat_packs,
        wings::{Craft, Group, GroupId},
    },
    movement::plot::{self, Plot},
    ordnance::{self, Marker, Warhead, opening},
    ship::ShipId,
    weapons::shortened,
    yard::design::{Boat, WingType},
};

/// Everything one group launches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct CraftLaunch {
    pub group: GroupId,
    /// FT-8.15.10: spreads of missiles and where they go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missiles: Vec<Spread>,
    /// FT-9.2.8: the ship that rockets are fired at, and how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rockets: Option<(ShipId, u8)>,
    /// FT-9.2.8: or the gunboats they are fired at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rockets_at: Option<(GroupId, u8)>,
    /// FT-9.2.11: bombs dropped where the squadron is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bombs: u8,
}

impl CraftLaunch {
    /// Nothing yet.
    pub fn of(group: GroupId) -> CraftLaunch {
        CraftLaunch { group, missiles: Vec::new(), rockets: None, rockets_at: None, bombs: 0 }
    }
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// So many missiles to one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Spread {
    pub missiles: u8,
    pub at: Point,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "CraftLaunchEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Markers are placed; rockets with their dice.
    Launched {
        group: GroupId,
        markers: Vec<Marker>,
        /// FT-9.2.8: what rockets need, and their dice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rockets: Option<(ShipId, u8, Vec<u8>)>,
        /// FT-9.2.8: the same at gunboats; those that hit arrive in phase 10.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rockets_at: Option<(GroupId, u8, Vec<u8>)>,
        /// Packs used, by boat.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        packs: Vec<(u8, u8)>,
        cef: u8,
    },
}

/// What a group could launch now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Store {
    pub missiles: u8,
    pub rockets: u8,
    pub bombs: u8,
}

impl Group {
    fn store_of(&self, boat: Boat) -> u8 {
        let Craft::Gunboats { boats, .. } = &self.craft else { return 0 };
        let left = |n: usize| self.packs_of(n);
        (0..boats.len()).filter(|&n| boats[n] == boat).map(left).sum()
    }
}

/// FT-8.15.10, FT-8.15.12, FT-9.2.8: the missiles of a whole salvo: a group of fighters has one, each boat has one.
pub(crate) fn salvo(group: &Group) -> u8 {
    match &group.craft {
        Craft::Fighters { .. } => group.craft.full(),
        Craft::Gunboats { .. } => boat_packs(Boat::Missile),
    }
}

/// FT-9.2.8, FT-8.15.16: bands of 6 MU that rockets reach.
fn rocket_bands(group: &Group) -> u8 {
    if group.craft.is_gunboats() { 2 } else { 1 }
}

impl Battle {
    /// FT-8.15.10, FT-9.2.8: what a group may launch: in flight, with endurance, an enemy ship within 12 MU.
    pub fn store(&self, id: GroupId) -> Store {
        let group = self.group(id);
        if !group.is_flying() || group.deeds.fired || group.cef == 0 || 0 < group.warm {
            return Store::default();
        }
        // FT-9.1.12, FT-12.1.4: the fire control must see what it guides them to.
        let seen = |it: ShipId| (self.ship(it).motion.at - group.at).within(self.gunboat_reach(it));
        let near = self.prey_of(group).any(seen);
        match (&group.craft, near) {
            (Craft::Fighters { .. }, true)
                if group.fights_as().is_some_and(WingType::has_missiles) && group.is_armed() =>
            {
                Store { missiles: group.left, ..Store::default() }
            }
            // FT-8.15.16: one rocket each, within 6 MU.
            (Craft::Fighters { .. }, _)
                if group.fights_as() == Some(WingType::Rocket)
                    && group.is_armed()
                    && (self.active_ships().any(|it| self.boat_rocket_needs(id, it).is_some())
                        || !self.rocket_prey(id).is_empty()) =>
            {
                Store { rockets: group.left, ..Store::default() }
            }
            (Craft::Fighters { .. }, _) => Store::default(),
            (Craft::Gunboats { .. }, near) => Store {
                missiles: if near { group.store_of(Boat::Missile) } else { 0 },
                rockets: if near || !self.rocket_prey(id).is_empty() {
                    group.store_of(Boat::Rocket)
                } else {
                    0
                },
                bombs: group.store_of(Boat::PlasmaBomber),
            },
        }
    }

    /// FT-9.1.12, FT-12.1.4: enemy ships that small craft can guide anything to: neither cloaked nor bogeys.
    fn prey_of(&self, group: &Group) -> impl Iterator<Item = ShipId> {
        let side = group.side;
        let open = move |id: &ShipId| {
            let ship = self.ship(*id);
            ship.side != side && !ship.cloaked && !ship.bogey
        };
        self.active_ships().filter(open)
    }

    /// FT-9.2.8, FT-9.1.12: what rockets of gunboats need at a ship: stealth shortens the brackets, ECM and a
    /// holofield the reach; FT-6.7.3: beyond 6 MU a holofield leaves only sixes.
    fn boat_rocket_needs(&self, id: GroupId, to: ShipId) -> Option<u8> {
        let group = self.group(id);
        let to = self.prey_of(group).find(|it| *it == to)?;
        let way = self.ship(to).motion.at - group.at;
        let reach = if group.craft.is_gunboats() { self.gunboat_reach(to) } else { self.fighter_reach(to) };
        if !way.within(reach) || !group.faces(way) {
            return None;
        }
        let needs = way.band(shortened(6, self.stealth(to)), rocket_bands(group))? + 1;
        let far = !way.within(Length::units(6));
        Some(if far && self.holofield(to) { 6 } else { needs })
    }

    /// FT-9.2.8, FT-9.2.5: what rockets of gunboats need at other gunboats: 1 more, heavy ones 2; FT-9.2.10: ECM
    /// shortens their reach.
    pub(crate) fn boat_rocket_needs_at(&self, id: GroupId, foe: GroupId) -> Option<u8> {
        let group = self.group(id);
        let boats = |it: &&Group| it.is_flying() && it.side != group.side && it.craft.is_gunboats();
        let target = self.groups.get(foe.index()).filter(boats)?;
        let way = target.at - group.at;
        let heavy = u8::from(target.mark() == crate::damage::kills::Mark::HeavyGunboat);
        let seen = way.within(self.group_reach(id, foe)) && group.faces(way);
        way.band(Length::units(6), rocket_bands(group)).filter(|_| seen).map(|band| band + 2 + heavy)
    }

    /// Gunboats that rockets of a group could be fired at, with the die they need.
    pub(crate) fn rocket_prey(&self, id: GroupId) -> Vec<(GroupId, u8)> {
        self.flying().filter_map(|foe| Some((foe, self.boat_rocket_needs_at(id, foe)?))).collect()
    }

    /// Groups of a seat that have something to launch.
    pub(crate) fn launching_groups(&self, seat: Seat) -> Vec<GroupId> {
        if self.groups.is_empty() {
            return Vec::new();
        }
        let able = |&id: &GroupId| self.store(id) != Store::default();
        self.own_groups(seat).filter(able).collect()
    }

    /// Where missiles of a group meet enemies that hold their course.
    pub(crate) fn spread_places(&self, id: GroupId) -> Vec<Point> {
        let group = self.group(id);
        let there = self.prey_of(group).map(|it| plot::fly(self.ship(it).motion, &Plot::Hold).motion.at);
        there.filter(|&at| self.spread_reaches(group, at)).collect()
    }

    fn spread_reaches(&self, group: &Group, at: Point) -> bool {
        let way = at - group.at;
        way.within(Length::units(12)) && group.faces(way)
    }
}

pub(crate) fn check(battle: &Battle, seat: Seat, order: &CraftLaunch, found: &mut Findings) {
    if battle.groups.get(order.group.index()).is_none_or(|it| it.owner != seat) {
        found.add("FT-8.15.10", format!("group {} is not yours to command", order.group.0));
        return;
    }
    let (group, name) = (battle.group(order.group), battle.group_name(order.group));
    let store = battle.store(order.group);
    let missiles: u32 = order.missiles.iter().map(|it| u32::from(it.missiles)).sum();
    let something = 0 < missiles || order.rockets.is_some() || order.rockets_at.is_some() || 0 < order.bombs;
    found.require(something, "FT-2.6.3", || "launch something, or pass".to_owned());
    found.require(missiles <= u32::from(store.missiles), "FT-8.15.10", || {
        format!("{name} can launch {} missiles now, not {missiles}", store.missiles)
    });
    found.require(order.bombs <= store.bombs, "FT-9.2.11", || {
        format!("{name} has {} bombs, not {}", store.bombs, order.bombs)
    });
    for it in &order.missiles {
        let most = salvo(group);
        found.require((1..=most).contains(&it.missiles), "FT-8.15.10", || {
            format!("{name}: a marker is 1 to {most} missiles, not {}", it.missiles)
        });
        found.require(battle.spread_reaches(group, it.at), "FT-8.15.10", || {
            format!("{name}: markers go within 12 MU into its front half")
        });
    }
    if let Some((target, n)) = order.rockets {
        found.require((1..=store.rockets).contains(&n), "FT-9.2.8", || {
            format!("{name} has {} rockets to launch now, not {n}", store.rockets)
        });
        found.require(battle.boat_rocket_needs(order.group, target).is_some(), "FT-9.2.8", || {
            format!("{name} has no enemy ship there for its rockets")
        });
    }
    if let Some((foe, n)) = order.rockets_at {
        found.require((1..=store.rockets).contains(&n) && order.rockets.is_none(), "FT-9.2.8", || {
            format!("{name} has {} rockets for one target now, not {n}", store.rockets)
        });
        found.require(battle.boat_rocket_needs_at(order.group, foe).is_some(), "FT-9.2.8", || {
            format!("{name} has no enemy gunboats there for its rockets")
        });
    }
}

pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, order: &CraftLaunch) {
    let battle = table.state();
    let (id, group) = (order.group, battle.group(order.group));
    let (ship, side, from) = (group.home, group.side, group.at);
    let mut number = battle.markers.last().map_or(0, |marker| marker.number);
    let mut markers: Vec<Marker> = Vec::new();
    // FT-8.15.12.
    let light = group.fights_as().is_some_and(WingType::is_light);
    let mut place = |what: Warhead, at: Point| {
        number += 1;
        let light = light && matches!(what, Warhead::Spread(_));
        markers.push(Marker { light, ..Marker::new(number, ship, side, what, at) });
    };
    for it in &order.missiles {
        place(Warhead::Spread(it.missiles), it.at);
    }
    for _ in 0..order.bombs {
        place(Warhead::Bolt(1), from);
    }
    // Boats give what they have, in their order.
    let mut packs: Vec<(u8, u8)> = Vec::new();
    if let Craft::Gunboats { boats, .. } = &group.craft {
        let missiles = order.missiles.iter().map(|it| it.missiles).sum();
        let rockets = order.rockets.map_or(0, |it| it.1) + order.rockets_at.map_or(0, |it| it.1);
        for (of, mut wanted) in
            [(Boat::Missile, missiles), (Boat::Rocket, rockets), (Boat::PlasmaBomber, order.bombs)]
        {
            for n in (0..boats.len()).filter(|&n| boats[n] == of) {
                let taken = group.packs_of(n).min(wanted);
                wanted -= taken;
                packs.extend((0 < taken).then_some((n as u8, taken)));
            }
        }
    }
    let needs = order.rockets.map(|it| battle.boat_rocket_needs(id, it.0).unwrap_or(7));
    let rockets = order.rockets.zip(needs).map(|((target, n), needs)| {
        let dice: Vec<u8> = (0..n).map(|_| table.roll(6)).collect();
        (target, needs, dice)
    });
    if let Some((target, needs, dice)) = &rockets {
        let hits = dice.iter().filter(|die| needs <= *die).count() as u8;
        if 0 < hits {
            let number = markers.last().map_or(number, |it| it.number) + 1;
            let what = Warhead::Rockets(hits);
            let target = Some(*target);
            markers.push(Marker { target, ..Marker::new(number, ship, side, what, from) });
        }
    }
    let rockets_at = order.rockets_at.map(|(foe, n)| {
        let needs = table.state().boat_rocket_needs_at(id, foe).unwrap_or(7);
        let dice: Vec<u8> = (0..n).map(|_| table.roll(6)).collect();
        (foe, needs, dice)
    });
    // FT-5.16.5: on their way through flak.
    let to = |it: &Marker| it.target.map_or(it.at, |ship| table.state().ship(ship).motion.at);
    let ways: Vec<(u16, Point)> = markers.iter().map(|it| (it.number, to(it))).collect();
    // FT-9.2.11: dropping bombs is firing, too.
    table.emit(crate::Event::CraftLaunch(Event::Launched {
        group: id,
        markers,
        rockets,
        rockets_at,
        packs,
        cef: 1,
    }));
    for (number, to) in ways {
        opening::pepper(table, number, &[from, to]);
    }
    ordnance::go_on(table, seat, 0);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Launched { group, markers, rockets_at, packs, cef, .. } => {
            if let Some((foe, needs, dice)) = rockets_at {
                let hits = dice.iter().filter(|die| *needs <= **die).count() as u8;
                let deeds = &mut battle.group_mut(*foe).deeds;
                deeds.rocketed = deeds.rocketed.saturating_add(hits);
            }
            let group = battle.group_mut(*group);
            group.pay(*cef);
            group.deeds.fired = true;
            if !group.craft.is_gunboats() {
                group.spent = 1;
            }
            for (boat, n) in packs {
                group.use_packs(usize::from(*boat), *n);
            }
            battle.markers.extend(markers.iter().cloned());
        }
    }
}

/// Everything it has at the nearest enemy; bombs are kept.
pub(crate) fn usual(battle: &Battle, id: GroupId) -> Option<CraftLaunch> {
    let store = battle.store(id);
    let from = battle.group(id).at;
    let at = battle.spread_places(id).into_iter().min_by_key(|&at| (at - from).square());
    let missiles: Vec<Spread> = at
        .filter(|_| 0 < store.missiles)
        .map(|at| {
            let (mut left, most) = (store.missiles, salvo(battle.group(id)));
            let mut spreads = Vec::new();
            while 0 < left {
                spreads.push(Spread { missiles: left.min(most), at });
                left -= left.min(most);
            }
            spreads
        })
        .unwrap_or_default();
    let foes = battle.active_ships().filter(|&to| battle.boat_rocket_needs(id, to).is_some());
    let near = foes.min_by_key(|&to| (battle.ship(to).motion.at - from).square());
    let rockets = near.filter(|_| 0 < store.rockets).map(|to| (to, store.rockets));
    // Ships first; other gunboats if there are none.
    let prey = battle.rocket_prey(id).into_iter().min_by_key(|it| (it.1, it.0));
    let prey = prey.filter(|_| 0 < store.rockets && rockets.is_none());
    let rockets_at = prey.map(|(foe, _)| (foe, store.rockets.min(battle.group(foe).left)));
    let launch = CraftLaunch { missiles, rockets, rockets_at, ..CraftLaunch::of(id) };
    let some = !launch.missiles.is_empty() || launch.rockets.is_some() || launch.rockets_at.is_some();
    some.then_some(launch)
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Option<CraftLaunch> {
    let able = battle.launching_groups(seat);
    if able.is_empty() || dice.one_in(3) {
        return None;
    }
    let id = *dice.pick(&able);
    let mut launch = usual(battle, id).unwrap_or(CraftLaunch::of(id));
    let store = battle.store(id);
    let prey = battle.rocket_prey(id);
    if 0 < store.rockets && !prey.is_empty() && dice.one_in(2) {
        launch.rockets = None;
        launch.rockets_at = Some((dice.pick(&prey).0, 1 + dice.index(usize::from(store.rockets)) as u8));
    }
    if 0 < store.bombs && dice.one_in(2) {
        launch.bombs = 1;
    }
    let mut found = Findings::default();
    check(battle, seat, &launch, &mut found);
    found.is_empty().then_some(launch)
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Launched { rockets_at: Some(_), .. } => vec!["FT-9.2.8"],
        Event::Launched { rockets, markers, .. } => {
            let bombs = markers.iter().any(|it| matches!(it.what, Warhead::Bolt(_)));
            match (rockets, bombs) {
                (Some(_), _) => vec!["FT-9.2.8"],
                (None, true) => vec!["FT-9.2.11"],
                (None, false) => vec!["FT-8.15.10"],
            }
        }
    }
}
