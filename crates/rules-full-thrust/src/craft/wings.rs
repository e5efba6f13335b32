//! Fighter groups and gunboat squadrons in play: what they are, where they are, what they
//! have done (FT-8.0, FT-8.5, FT-9.1.2).

use engine::Seat;
use geometry::{Course, Length, Offset, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    boarding::Troop,
    craft::{arms::is_before, hangars},
    fire::gunnery::is_ahead,
    movement::clock::Clock,
    options::Aces,
    setup::scenario::{Field, Part},
    ship::{IconId, ShipId},
    yard::design::{Boat, Kind, WingMod, WingType},
};

/// A group's number in the battle, from 0: ship by ship, fighters before gunboats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(transparent)]
pub struct GroupId(pub u8);

impl GroupId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What flies in a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Craft {
    /// FT-8.15.1; FT-8.15.2: with cannon instead of beams.
    Fighters {
        kind: WingType,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        mods: Vec<WingMod>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cannon: bool,
    },
    /// FT-9.1.1: the boats that are left; types may be mixed.
    Gunboats {
        boats: Vec<Boat>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ftl: bool,
        /// FT-9.2.5: heavy or screened.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        heavy: bool,
        #[serde(default, skip_serializing_if = "is_zero")]
        ecm: u8,
    },
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// Where a group is and what it does there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Post {
    /// In a hangar or on a rack of `ship`: craft by icon (FT-8.16.3); it may launch from turn `ready`
    /// on (FT-8.16.1), never if that is beyond all turns.
    Aboard { ship: ShipId, bays: Vec<(IconId, u8)>, ready: u16 },
    /// On the table by itself.
    Flying,
    /// FT-8.6.1: close escort of a ship; `facing` is kept if it was ordered.
    Screening {
        ship: ShipId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Clock>,
    },
    /// FT-8.6.3: escort of another group.
    Guarding { group: GroupId },
    /// FT-8.6.5: it moves with an enemy ship this turn.
    Pursuing { ship: ShipId },
    /// Nothing is left of it.
    Destroyed,
    /// FT-8.15.13, FT-9.2.1: still to come by FTL, by itself or with a ship.
    Hyperspace {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<ShipId>,
    },
    /// FT-8.0.3: off the table for good.
    Away,
}

/// What a group may attack (FT-8.7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Ship(ShipId),
    Group(GroupId),
    Marker(u16),
}

/// FT-8.18.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Pilots {
    #[default]
    Average,
    Ace,
    Turkey,
}

/// What a group has done this turn; all of it is wiped when the next one begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Deeds {
    /// FT-8.1.4: it left its carrier this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub launched: bool,
    /// FT-8.5.2: it has had its turn in phase 4.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
    /// FT-8.5.3: it has had its turn for a secondary move; `hurried` if it made one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hurried: bool,
    /// FT-8.6.3: how far it has flown in phase 4.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub flown: Length,
    /// FT-8.10.2: the enemy group it has moved onto.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<GroupId>,
    /// FT-8.7.1: what it attacks this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// FT-8.7.3: it attacks, or fighters attack it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub engaged: bool,
    /// FT-8.13.1: it has fired, and paid for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fired: bool,
    /// FT-8.6.8.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub evaded: bool,
    /// FT-8.6.5: the enemy ship it attacked, or whose screen it attacked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarry: Option<ShipId>,
    /// FT-8.3.3: a scrambled group keeps it from its attack.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// FT-8.3.4: scrambled too late; it fights after the strike.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// FT-9.1.5: gunboats have fired their guns.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guns: bool,
    /// FT-8.15.15: the ship it screened has crashed; it must get clear.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shaken: bool,
    /// FT-9.2.8: rockets that will hit it in phase 10.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rocketed: u8,
    /// FT-5.16.5: blast markers it has met.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flak: Vec<u16>,
    /// FT-9.1.9: gunboats shot down in phase 11, gone when it ends.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub doomed: u8,
}

fn is_nothing(length: &Length) -> bool {
    *length == Length::ZERO
}

impl Deeds {
    fn is_none(&self) -> bool {
        *self == Deeds::default()
    }
}

/// One group or squadron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub owner: Seat,
    pub side: u8,
    /// The ship it came with.
    pub home: ShipId,
    pub craft: Craft,
    /// FT-8.0.1: craft left.
    pub left: u8,
    /// FT-8.0.2.
    pub cef: u8,
    pub post: Post,
    /// Its carrier's place while it is aboard.
    pub at: Point,
    /// FT-8.5.1.
    pub facing: Clock,
    /// FT-8.5.1: its exact way, where facings are free and it is not along one of the twelve courses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Point>,
    #[serde(default, skip_serializing_if = "Deeds::is_none")]
    pub deeds: Deeds,
    /// FT-8.6.5: whom it attacked, or whose screen, in the turn before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunted: Option<ShipId>,
    /// FT-8.15.6, FT-8.15.9, FT-8.15.10, FT-9.2.7: how much of its ordnance is used up.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spent: u8,
    /// FT-9.2.7: packs, missiles, rockets or bombs used up, by boat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<u8>,
    /// FT-8.15.14: who rides in assault shuttles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub troops: Vec<Troop>,
    #[serde(default, skip_serializing_if = "is_average")]
    pub pilots: Pilots,
    /// FT-8.15.11: what a multi-role group is armed as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<WingType>,
    /// FT-9.2.3: the turn in which its FTL drive was charged, and its way in that turn.
    #[serde(default, skip_serializing_if = "is_cold")]
    pub warm: u16,
    #[serde(default, skip_serializing_if = "is_still")]
    pub run: Point,
    /// FT-9.2.2: its arrival has been announced.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub arriving: bool,
    /// FT-8.4.2: it came back by a combat landing and stays aboard.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fouled: bool,
    /// FT-VIC.3: craft killed, those it took over from other groups included.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub killed: u8,
}

fn is_cold(turn: &u16) -> bool {
    *turn == 0
}

fn is_still(run: &Point) -> bool {
    *run == Point::default()
}

fn is_average(pilots: &Pilots) -> bool {
    *pilots == Pilots::Average
}

impl Craft {
    /// FT-8.0.1, FT-8.15.12, FT-9.1.1: craft in a whole group.
    pub fn full(&self) -> u8 {
        match self {
            Craft::Fighters { kind, .. } if kind.is_light() => 8,
            Craft::Fighters { .. } => 6,
            Craft::Gunboats { boats, .. } => boats.len().min(6) as u8,
        }
    }

    /// FT-8.0.2, FT-8.15.5, FT-8.15.12, FT-9.1.2.
    pub fn endurance(&self) -> u8 {
        match self {
            Craft::Fighters { kind, .. } if kind.is_light() => 4,
            Craft::Fighters { mods, .. } if mods.contains(&WingMod::LongRange) => 9,
            Craft::Fighters { .. } | Craft::Gunboats { .. } => 6,
        }
    }

    /// FT-8.5.1, FT-8.15.5, FT-9.1.2, FT-12.12.9: the rated main move, however ships move.
    pub fn rated(&self) -> i32 {
        match self {
            Craft::Fighters { mods, .. } if mods.contains(&WingMod::Fast) => 36,
            Craft::Fighters { .. } => 24,
            Craft::Gunboats { .. } => 18,
        }
    }

    /// FT-8.5.3, FT-9.1.2: the secondary move.
    pub fn spurt(&self) -> i32 {
        match self {
            Craft::Fighters { .. } => 12,
            Craft::Gunboats { .. } => 9,
        }
    }

    pub fn has(&self, of: WingMod) -> bool {
        matches!(self, Craft::Fighters { mods, .. } if mods.contains(&of))
    }

    pub fn is_gunboats(&self) -> bool {
        matches!(self, Craft::Gunboats { .. })
    }
}

impl Group {
    /// On the table.
    pub fn is_flying(&self) -> bool {
        match self.post {
            Post::Flying | Post::Screening { .. } | Post::Guarding { .. } | Post::Pursuing { .. } => {
                0 < self.left
            }
            Post::Aboard { .. } | Post::Destroyed | Post::Hyperspace { .. } | Post::Away => false,
        }
    }

    /// FT-8.7.1, FT-GEO.3: in its front half, edges included; its own place is everywhere.
    pub fn faces(&self, way: Offset) -> bool {
        match self.look {
            None => is_before(self.facing.course(), way),
            Some(look) => way.square() == 0 || 0 <= along(look, way),
        }
    }

    /// FT-9.1.3: within 15 degrees of its bow.
    pub fn faces_ahead(&self, way: Offset) -> bool {
        let Some(look) = self.look else { return is_ahead(self.facing.course(), way) };
        // Between its bow turned 15 degrees to port and to starboard, and before it.
        let edge = Course::NORTH.turned(1).offset(Length::units(1));
        let (sin, cos) = (i128::from(edge.east.0), i128::from(edge.north.0));
        let (x, y) = (i128::from(look.x.0), i128::from(look.y.0));
        let whole = i128::from(Length::PER_UNIT);
        let right_of = |x: i128, y: i128| i128::from(way.east.0) * y - i128::from(way.north.0) * x;
        let port = right_of((x * cos - y * sin) / whole, (y * cos + x * sin) / whole);
        let starboard = right_of((x * cos + y * sin) / whole, (y * cos - x * sin) / whole);
        0 <= port && starboard <= 0 && 0 <= along(look, way)
    }

    /// FT-8.1.4: how far it may go in phase 4 of this turn.
    pub fn allowance(&self) -> Length {
        Length::units(self.craft.rated()).part(if self.deeds.launched { 2 } else { 1 })
    }

    /// The ship that carries it.
    pub fn carrier(&self) -> Option<ShipId> {
        match self.post {
            Post::Aboard { ship, .. } => Some(ship),
            Post::Flying
            | Post::Screening { .. }
            | Post::Guarding { .. }
            | Post::Pursuing { .. }
            | Post::Destroyed
            | Post::Hyperspace { .. }
            | Post::Away => None,
        }
    }

    /// FT-8.15.6, FT-8.15.16: torpedoes, MKP, missiles or rockets are still there; for fighters only.
    pub fn is_armed(&self) -> bool {
        let one_shot = |kind: WingType| {
            kind.has_missiles() || matches!(kind, WingType::Torpedo | WingType::Mkp | WingType::Rocket)
        };
        match &self.craft {
            Craft::Fighters { kind, .. } => self.spent == 0 && one_shot(self.role.unwrap_or(*kind)),
            Craft::Gunboats { .. } => false,
        }
    }

    /// So many craft are shot down; the caller is an `apply`.
    pub fn lose(&mut self, craft: u8) {
        let lost = craft.min(self.left);
        self.left -= lost;
        self.killed = self.killed.saturating_add(lost);
        if self.left == 0 {
            self.post = Post::Destroyed;
        }
        self.troops.truncate(usize::from(self.left));
        if let Craft::Gunboats { boats, .. } = &mut self.craft {
            boats.truncate(usize::from(self.left));
        }
    }

    /// Endurance used up; the caller is an `apply`.
    pub fn pay(&mut self, factors: u8) {
        self.cef = self.cef.saturating_sub(factors);
    }
}

impl Battle {
    pub fn group(&self, id: GroupId) -> &Group {
        &self.groups[id.index()]
    }

    pub(crate) fn group_mut(&mut self, id: GroupId) -> &mut Group {
        &mut self.groups[id.index()]
    }

    pub fn group_ids(&self) -> impl Iterator<Item = GroupId> + use<> {
        (0..self.groups.len() as u8).map(GroupId)
    }

    /// Groups on the table.
    pub fn flying(&self) -> impl Iterator<Item = GroupId> {
        self.group_ids().filter(|&id| self.group(id).is_flying())
    }

    /// Groups of `seat` on the table.
    pub fn own_groups(&self, seat: Seat) -> impl Iterator<Item = GroupId> {
        self.flying().filter(move |&id| self.group(id).owner == seat)
    }

    /// Groups aboard a ship.
    pub fn aboard(&self, ship: ShipId) -> impl Iterator<Item = GroupId> {
        self.group_ids().filter(move |&id| self.group(id).carrier() == Some(ship))
    }

    /// FT-8.6.1: the screen of a ship.
    pub fn screen_of(&self, ship: ShipId) -> impl Iterator<Item = GroupId> {
        self.flying()
            .filter(move |&id| matches!(self.group(id).post, Post::Screening { ship: it, .. } if it == ship))
    }

    /// FT-8.6.3: the escort of a group.
    pub fn guards_of(&self, group: GroupId) -> impl Iterator<Item = GroupId> {
        self.flying()
            .filter(move |&id| matches!(self.group(id).post, Post::Guarding { group: it } if it == group))
    }

    /// FT-GEO.7: how near is contact.
    pub fn contact(&self) -> Length {
        Length::units(self.field.options.contact_mu.get() as i32)
    }

    /// FT-GEO.7: whether two places touch.
    pub fn touches(&self, one: Point, other: Point) -> bool {
        (one - other).within(self.contact())
    }

    /// FT-8.5.4, FT-8.10.2: enemy groups in contact with this one, on either's move.
    pub fn foes_in_contact(&self, id: GroupId) -> impl Iterator<Item = GroupId> {
        let own = self.group(id).deeds.contact;
        let at = self.group(id).at;
        self.flying().filter(move |&it| {
            let foe = self.group(it);
            (own == Some(it) || foe.deeds.contact == Some(id)) && self.touches(at, foe.at)
        })
    }
}

fn along(look: Point, way: Offset) -> i128 {
    i128::from(look.x.0) * i128::from(way.east.0) + i128::from(look.y.0) * i128::from(way.north.0)
}

/// The most groups of a battle: their numbers fit a byte.
pub(crate) const MOST_GROUPS: usize = 200;

/// All groups of a battle as the scenario has them: aboard, rested and armed.
pub(crate) fn muster(field: &Field) -> Vec<Group> {
    let mut groups = Vec::new();
    for id in field.ship_ids() {
        let blueprint = field.blueprint(id);
        let design = &blueprint.design;
        let base = field.base_wings_of(id);
        if design.wings.is_empty() && design.squadrons.is_empty() && base.is_empty() {
            continue;
        }
        let berth = field.berth(id);
        let at = berth.at.unwrap_or_else(|| field.centre());
        let facing = berth.facing.unwrap_or_else(|| Clock::nearest(field.centre() - at));
        let mut taken: Vec<IconId> = Vec::new();
        let named = |icon: &IconId, name: &str| match blueprint.icons[icon.index()] {
            Part::System { index, .. } => design.systems[usize::from(index)].id == name,
            Part::Bridge | Part::PowerCore | Part::LifeSupport | Part::Flaw => false,
        };
        let add = |groups: &mut Vec<Group>, craft: Craft, place: Option<IconId>| {
            let left = craft.full();
            let role = matches!(craft, Craft::Fighters { kind: WingType::MultiRole, .. })
                .then(|| field.roles()[0])
                .filter(|it| *it != WingType::Standard);
            groups.push(Group {
                owner: field.owner_of(id),
                side: field.side_of(id),
                home: id,
                left,
                cef: craft.endurance(),
                // FT-9.2.1: boats with FTL drives need no carrier.
                post: if place.is_none() && matches!(craft, Craft::Gunboats { ftl: true, .. }) {
                    Post::Hyperspace { with: None }
                } else {
                    let bays = place.into_iter().map(|it| (it, left)).collect();
                    Post::Aboard { ship: id, bays, ready: 0 }
                },
                craft,
                at,
                facing,
                look: None,
                deeds: Deeds::default(),
                hunted: None,
                spent: 0,
                packs: Vec::new(),
                troops: Vec::new(),
                pilots: Pilots::Average,
                role,
                warm: 0,
                run: Point::default(),
                arriving: false,
                fouled: false,
                killed: 0,
            });
        };
        // Those with a place of their own first, so that nobody else is given it.
        let hangars = |kind: &Kind| matches!(kind, Kind::Hangar { .. });
        let own = |name: &str| blueprint.icons_of(hangars).find(|icon| !name.is_empty() && named(icon, name));
        taken.extend(design.wings.iter().filter_map(|wing| own(&wing.hangar)));
        for (n, wing) in design.wings.iter().enumerate() {
            let robot = wing.has(WingMod::Robot);
            let fits = |kind: &Kind| matches!(kind, Kind::Hangar { rack } if robot || !rack);
            let place =
                own(&wing.hangar).or_else(|| blueprint.icons_of(fits).find(|icon| !taken.contains(icon)));
            taken.extend(place);
            let (kind, mods) = (wing.kind, wing.mods.clone());
            add(&mut groups, Craft::Fighters { kind, mods, cannon: wing.cannon }, place);
            // FT-8.18.1: an ace that was paid for.
            let bought = field.options.aces == Aces::Bought && berth.aces.contains(&(n as u8 + 1));
            if let (true, Some(group)) = (bought, groups.last_mut()) {
                group.pilots = Pilots::Ace;
            }
        }
        let racks = |kind: &Kind| *kind == Kind::GunboatRack;
        taken.clear();
        let mut rooms: Vec<(IconId, u32)> = blueprint
            .icon_ids()
            .filter_map(|icon| Some((icon, hangars::boat_room(blueprint.kind(icon)?)?)))
            .collect();
        for squadron in &design.squadrons {
            let name = &squadron.rack;
            let place = blueprint
                .icons_of(racks)
                .filter(|_| !squadron.ftl)
                .find(|icon| !taken.contains(icon) && (name.is_empty() || named(icon, name)));
            taken.extend(place);
            let craft = Craft::Gunboats {
                boats: squadron.boats.clone(),
                ftl: squadron.ftl,
                heavy: squadron.heavy || squadron.screened,
                ecm: squadron.ecm,
            };
            // FT-9.1.11: in a bay, where there is room for all of them.
            let mass = hangars::boat_mass(&craft, craft.full());
            let mut rooms = rooms.iter_mut();
            let room =
                rooms.find(|it| place.is_none() && (name.is_empty() || named(&it.0, name)) && mass <= it.1);
            let bay = room.map(|it| {
                it.1 -= mass;
                it.0
            });
            add(&mut groups, craft, place.or(bay));
        }
        // FT-4.12.4: in flight from the start.
        for (n, wing) in base.iter().enumerate() {
            let (kind, mods) = (wing.kind, wing.mods.clone());
            add(&mut groups, Craft::Fighters { kind, mods, cannon: wing.cannon }, None);
            if let Some(group) = groups.last_mut() {
                group.post = Post::Flying;
                (group.at, group.facing) = field.base_start(id, n);
            }
        }
    }
    groups
}

/// A new turn: what was done is wiped, pursuits end, and what was rearmed is ready
/// (FT-8.6.5, FT-8.16.2). For the `apply` of the turn.
pub(crate) fn refresh(battle: &mut Battle) {
    let turn = battle.turn;
    let field = std::sync::Arc::clone(&battle.field);
    for id in battle.group_ids() {
        let group = battle.group_mut(id);
        let deeds = std::mem::take(&mut group.deeds);
        group.hunted = deeds.quarry;
        match &group.post {
            Post::Pursuing { .. } => group.post = Post::Flying,
            Post::Aboard { ship, bays, ready } if *ready == turn && 0 < turn => {
                let in_bay =
                    |it: &(IconId, u8)| field.blueprint(*ship).kind(it.0).is_some_and(hangars::rearms);
                // FT-13.12.5: nothing is refuelled on a rack.
                if bays.iter().all(in_bay) {
                    group.cef = group.craft.endurance();
                    group.spent = 0;
                    group.packs.clear();
                }
            }
            Post::Aboard { .. }
            | Post::Flying
            | Post::Screening { .. }
            | Post::Guarding { .. }
            | Post::Destroyed
            | Post::Hyperspace { .. }
            | Post::Away => (),
        }
    }
}
