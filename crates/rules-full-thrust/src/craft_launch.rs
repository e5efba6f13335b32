//! Phase 3: missiles of fighters, and missiles, rockets and bombs of gunboats
//! (FT-8.15.10, FT-9.2.8, FT-9.2.11).

use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft_arms::is_before,
    design::{Boat, WingType},
    ordnance::{self, Marker, Warhead},
    plot::{self, Plot},
    ship::ShipId,
    wings::{Craft, Group, GroupId},
};

/// Everything one group launches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CraftLaunch {
    pub group: GroupId,
    /// FT-8.15.10: spreads of missiles and where they go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missiles: Vec<Spread>,
    /// FT-9.2.8: the ship that rockets are fired at, and how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rockets: Option<(ShipId, u8)>,
    /// FT-9.2.11: bombs dropped where the squadron is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bombs: u8,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// So many missiles to one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    pub missiles: u8,
    pub at: Point,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Markers are placed; rockets with their dice.
    Launched {
        group: GroupId,
        markers: Vec<Marker>,
        /// FT-9.2.8: what rockets need, and their dice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rockets: Option<(ShipId, u8, Vec<u8>)>,
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

impl Battle {
    /// FT-8.15.10, FT-9.2.8: what a group may launch: in flight, with endurance, an enemy ship within 12 MU.
    pub fn store(&self, id: GroupId) -> Store {
        let group = self.group(id);
        if !group.is_flying() || group.deeds.fired || group.cef == 0 {
            return Store::default();
        }
        let foes = self.active_ships().filter(|&it| self.ship(it).side != group.side);
        let near = foes.into_iter().any(|it| (self.ship(it).motion.at - group.at).within(Length::units(12)));
        match (&group.craft, near) {
            (Craft::Fighters { .. }, true)
                if group.fights_as() == Some(WingType::Missile) && group.is_armed() =>
            {
                Store { missiles: group.left, ..Store::default() }
            }
            (Craft::Fighters { .. }, _) => Store::default(),
            (Craft::Gunboats { .. }, near) => Store {
                missiles: if near { group.store_of(Boat::Missile) } else { 0 },
                rockets: if near { group.store_of(Boat::Rocket) } else { 0 },
                bombs: group.store_of(Boat::PlasmaBomber),
            },
        }
    }

    /// FT-9.2.8: what rockets of gunboats need at a ship.
    fn boat_rocket_needs(&self, id: GroupId, to: ShipId) -> Option<u8> {
        let group = self.group(id);
        let ship = self.ships.get(to.index()).filter(|it| it.is_active() && it.side != group.side)?;
        let way = ship.motion.at - group.at;
        let seen = !ship.cloaked && is_before(group.facing.course(), way);
        way.band(Length::units(6), 2).filter(|_| seen).map(|band| band + 1)
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
        let foes = self.active_ships().filter(|&it| self.ship(it).side != group.side);
        let there = foes.map(|it| plot::fly(self.ship(it).motion, &Plot::Hold).motion.at);
        there.filter(|&at| self.spread_reaches(group, at)).collect()
    }

    fn spread_reaches(&self, group: &Group, at: Point) -> bool {
        let way = at - group.at;
        way.within(Length::units(12)) && is_before(group.facing.course(), way)
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
    let something = 0 < missiles || order.rockets.is_some() || 0 < order.bombs;
    found.require(something, "FT-2.6.3", || "launch something, or pass".to_owned());
    found.require(missiles <= u32::from(store.missiles), "FT-8.15.10", || {
        format!("{name} can launch {} missiles now, not {missiles}", store.missiles)
    });
    found.require(order.bombs <= store.bombs, "FT-9.2.11", || {
        format!("{name} has {} bombs, not {}", store.bombs, order.bombs)
    });
    for it in &order.missiles {
        found.require(0 < it.missiles, "FT-8.15.10", || format!("{name}: a marker is 1 missile at least"));
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
}

pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, order: &CraftLaunch) {
    let battle = table.state();
    let (id, group) = (order.group, battle.group(order.group));
    let (ship, side, from) = (group.home, group.side, group.at);
    let mut number = battle.markers.last().map_or(0, |marker| marker.number);
    let mut markers: Vec<Marker> = Vec::new();
    let mut place = |what: Warhead, at: Point, target: Option<ShipId>| {
        number += 1;
        markers.push(Marker { number, ship, side, what, at, target, stopped: 0, flies: None });
    };
    for it in &order.missiles {
        place(Warhead::Spread(it.missiles), it.at, None);
    }
    for _ in 0..order.bombs {
        place(Warhead::Bolt(1), from, None);
    }
    // Boats give what they have, in their order.
    let mut packs: Vec<(u8, u8)> = Vec::new();
    if let Craft::Gunboats { boats, .. } = &group.craft {
        let missiles = order.missiles.iter().map(|it| it.missiles).sum();
        let rockets = order.rockets.map_or(0, |it| it.1);
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
            markers.push(Marker {
                number,
                ship,
                side,
                what,
                at: from,
                target: Some(*target),
                stopped: 0,
                flies: None,
            });
        }
    }
    // FT-9.2.11: dropping bombs is firing, too.
    table.emit(crate::Event::CraftLaunch(Event::Launched { group: id, markers, rockets, packs, cef: 1 }));
    ordnance::go_on(table, seat, 0);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Launched { group, markers, packs, cef, .. } => {
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
            // Markers are six missiles at most, as a salvo is.
            let mut left = store.missiles;
            let mut spreads = Vec::new();
            while 0 < left {
                spreads.push(Spread { missiles: left.min(6), at });
                left -= left.min(6);
            }
            spreads
        })
        .unwrap_or_default();
    let foes = battle.active_ships().filter(|&to| battle.boat_rocket_needs(id, to).is_some());
    let near = foes.min_by_key(|&to| (battle.ship(to).motion.at - from).square());
    let rockets = near.filter(|_| 0 < store.rockets).map(|to| (to, store.rockets));
    let launch = CraftLaunch { group: id, missiles, rockets, bombs: 0 };
    (!launch.missiles.is_empty() || launch.rockets.is_some()).then_some(launch)
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Option<CraftLaunch> {
    let able = battle.launching_groups(seat);
    if able.is_empty() || dice.one_in(3) {
        return None;
    }
    let id = *dice.pick(&able);
    let mut launch =
        usual(battle, id).unwrap_or(CraftLaunch { group: id, missiles: Vec::new(), rockets: None, bombs: 0 });
    let store = battle.store(id);
    if 0 < store.bombs && dice.one_in(2) {
        launch.bombs = 1;
    }
    let mut found = Findings::default();
    check(battle, seat, &launch, &mut found);
    found.is_empty().then_some(launch)
}
