//! Phase 7: fighters and gunboats name what they attack (FT-8.7, FT-8.6.4, FT-8.12.1, FT-8.12.3, FT-8.12.5).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use geometry::{Length, Offset};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::{
        arms::{
            armament, boat_dice, boat_dice_at_boats, can_intercept, dogfight_bonus, dogfight_cef, wing_mark,
            wing_reach,
        },
        wings::{Craft, Deeds, Group, GroupId, Pilots, Post, Target},
    },
    damage::kills::{Mark, Scale, Shooter, scale_with},
    options::Aces,
    ordnance::{Marker, Warhead},
    phases::{self, Phase, Step},
    ship::ShipId,
    yard::design::{Boat, WingMod, WingType},
};

/// FT-8.7.1: one group and what it attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Declared {
    pub group: GroupId,
    pub target: Target,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "AttacksEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-8.7.1, FT-8.10.2: targets are named; those of groups in contact name themselves.
    Declared { attacks: Vec<Declared> },
    /// No more attacks of this seat.
    Passed { seat: Seat },
    /// FT-8.18.1: before play, a die for each group.
    Pilots { dice: Vec<(GroupId, u8)> },
}

impl Group {
    /// FT-8.15.11: the type it fights as.
    pub fn fights_as(&self) -> Option<WingType> {
        match &self.craft {
            Craft::Fighters { kind: WingType::MultiRole, .. } => {
                Some(self.role.unwrap_or(WingType::Standard))
            }
            Craft::Fighters { kind, .. } => Some(*kind),
            Craft::Gunboats { .. } => None,
        }
    }

    /// FT-8.15.2.
    pub fn has_cannon(&self) -> bool {
        matches!(self.craft, Craft::Fighters { cannon: true, .. })
    }

    /// How it is shot at.
    pub fn mark(&self) -> Mark {
        match &self.craft {
            Craft::Fighters { kind, mods, .. } => wing_mark(*kind, mods),
            Craft::Gunboats { heavy: true, .. } => Mark::HeavyGunboat,
            Craft::Gunboats { .. } => Mark::Gunboat,
        }
    }

    /// FT-8.13.1, FT-8.15.8, FT-9.1.4: what a fight with small craft costs.
    pub fn fight_cef(&self) -> u8 {
        self.fights_as().map_or(1, dogfight_cef)
    }

    /// FT-8.10.1, FT-8.13.2, FT-9.1.10: its dice at such a target, each kind with its scale.
    pub fn dice_at(&self, at: Mark) -> Vec<(Option<Scale>, u8)> {
        self.dice_with(at, 0)
    }

    /// The same with so much added to each die (FT-12.10.1).
    fn dice_with(&self, at: Mark, more: i8) -> Vec<(Option<Scale>, u8)> {
        let scale = |by: Shooter| scale_with(by, at, more);
        match &self.craft {
            Craft::Fighters { .. } => {
                let kind = self.fights_as().unwrap_or_default();
                let by = if self.fight_cef() <= self.cef || self.deeds.fired {
                    let turkey = self.pilots == Pilots::Turkey;
                    // FT-8.9.2.
                    Shooter::Fighter { bonus: dogfight_bonus(kind), again: !self.has_cannon(), turkey }
                } else {
                    Shooter::Exhausted
                };
                vec![(scale(by), self.left)]
            }
            Craft::Gunboats { boats, .. } if 0 < self.cef || self.deeds.fired => {
                let dice = |(i, boat): (usize, &Boat)| {
                    let gun = boat_dice_at_boats(*boat, at).filter(|_| at.is_gunboat());
                    if let Some((scale, n)) = gun {
                        return Some((Some(Scale { bonus: scale.bonus + more, ..scale }), n));
                    }
                    boat_dice(*boat, self.packs_of(i)).map(|(by, n)| (scale(by), n))
                };
                boats.iter().enumerate().filter_map(dice).collect()
            }
            Craft::Gunboats { .. } => vec![(scale(Shooter::Exhausted), self.left)],
        }
    }
}

impl Marker {
    /// How it is shot at.
    pub(crate) fn mark(&self) -> Mark {
        match self.what {
            // FT-8.15.12.
            Warhead::Spread(_) if self.light => Mark::LightSalvo,
            Warhead::Salvo | Warhead::Spread(_) | Warhead::Rockets(_) => Mark::Salvo,
            Warhead::Heavy | Warhead::Antimatter { .. } => Mark::Missile,
            Warhead::Bolt(_) => Mark::Bolt,
        }
    }
}

/// How fighters shoot at a marker; rockets are too fast (FT-8.12.1).
pub(crate) fn marker_mark(marker: &Marker) -> Option<Mark> {
    (!matches!(marker.what, Warhead::Rockets(_))).then(|| marker.mark())
}

impl Battle {
    /// FT-12.10.1: what ships, fighters and gunboats add to dice of direct fire at what their own navy built.
    pub(crate) fn kinship(&self) -> i8 {
        self.field.options.civil_war.into()
    }

    /// FT-7.16.3, FT-12.10.1: the dice of a group at another, read through area screens over it.
    pub fn dice_against(&self, id: GroupId, foe: GroupId) -> Vec<(Option<Scale>, u8)> {
        let layers = self.layers_over(foe);
        let mut dice = self.group(id).dice_with(self.group(foe).mark(), self.kinship());
        dice.iter_mut().for_each(|it| it.0 = it.0.map(|scale| scale.behind(layers)));
        dice
    }

    /// FT-8.7.1, FT-9.1.12, FT-9.2.10: how near a group must be to attack another.
    pub(crate) fn group_reach(&self, id: GroupId, foe: GroupId) -> Length {
        let base = if self.group(id).craft.is_gunboats() { 12 } else { 6 };
        let ecm = match self.group(foe).craft {
            Craft::Gunboats { ecm, .. } => ecm.min(3),
            Craft::Fighters { .. } => 0,
        };
        Length::units(base - i32::from(ecm))
    }

    /// FT-8.7.1: how near fighters must be to attack a ship.
    pub fn fighter_reach(&self, ship: ShipId) -> Length {
        wing_reach(self.stealth(ship), self.ecm(ship), self.holofield(ship))
    }

    /// FT-8.7.3, FT-8.8.4: enemy groups whose target this group is; FT-8.3.4: not those that come too late.
    pub fn attackers_of(&self, id: GroupId) -> impl Iterator<Item = GroupId> {
        let aims = move |deeds: &Deeds| deeds.target == Some(Target::Group(id)) && !deeds.late;
        self.flying().filter(move |&it| aims(&self.group(it).deeds))
    }

    /// Whether a group could attack that, by itself.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub fn attacks(&self, id: GroupId, target: Target) -> Result<(), (&'static str, &'static str)> {
        let group = self.group(id);
        if !group.is_flying() {
            return Err(("FT-8.7.1", "is not in flight"));
        }
        // FT-11.4.1, FT-9.2.3: no attacks with a warm drive.
        if 0 < group.warm {
            return Err(("FT-9.2.3", "charges its FTL drive"));
        }
        if group.deeds.target.is_some() {
            return Err(("FT-8.7.2", "has its target"));
        }
        if group.deeds.fired && !group.craft.is_gunboats() || group.deeds.guns {
            return Err(("FT-8.13.1", "has fired this turn"));
        }
        if self.foes_in_contact(id).next().is_some() {
            return Err(("FT-8.10.2", "is in a dogfight"));
        }
        if group.cef == 0 {
            return Err(("FT-8.13.2", "has no endurance left"));
        }
        match target {
            Target::Ship(ship) => self.attacks_ship(group, ship),
            Target::Group(foe) => self.attacks_group(id, foe),
            Target::Marker(number) => self.attacks_marker(id, number),
        }
    }

    fn attacks_ship(&self, group: &Group, ship: ShipId) -> Result<(), (&'static str, &'static str)> {
        let Some(kind) = group.fights_as() else {
            return Err(("FT-9.1.5", "fires at ships in phase 11"));
        };
        match self.ships.get(ship.index()) {
            Some(it) if it.is_active() && it.side != group.side => (),
            _ => return Err(("FT-8.7.1", "needs an enemy for a target")),
        }
        if self.ship(ship).cloaked {
            return Err(("FT-8.7.1", "cannot attack a cloaked ship"));
        }
        if self.ship(ship).bogey {
            return Err(("FT-12.1.4", "cannot attack what nobody has made out"));
        }
        let way = self.ship(ship).motion.at - group.at;
        if kind == WingType::Assault {
            if group.troops.is_empty() || !self.field.has_boarding {
                return Err(("FT-8.15.14", "carries nobody to board with"));
            }
            return self.boards(ship, way);
        }
        let least = [true, false]
            .into_iter()
            .filter(|ordnance| !ordnance || group.is_armed())
            .filter_map(|ordnance| armament(kind, group.has_cannon(), ordnance))
            .map(|it| it.cef)
            .min();
        if least.is_none_or(|cef| group.cef < cef) {
            return Err(("FT-8.15.7", "has too little endurance left to fire at ships"));
        }
        in_front(group, way, self.fighter_reach(ship))
    }

    /// FT-8.15.14: in contact, and not through advanced screens.
    fn boards(&self, ship: ShipId, way: Offset) -> Result<(), (&'static str, &'static str)> {
        if !way.within(self.contact()) {
            return Err(("FT-8.15.14", "must touch the ship it boards"));
        }
        if self.keeps_shuttles_off(ship) {
            return Err(("FT-8.15.14", "does not come through advanced screens"));
        }
        Ok(())
    }

    fn attacks_group(&self, id: GroupId, foe: GroupId) -> Result<(), (&'static str, &'static str)> {
        let group = self.group(id);
        match self.groups.get(foe.index()) {
            Some(it) if it.is_flying() && it.side != group.side => (),
            _ => return Err(("FT-8.7.1", "needs an enemy for a target")),
        }
        if group.cef < group.fight_cef() {
            return Err(("FT-8.15.8", "has too little endurance left to fight"));
        }
        if group.dice_at(Mark::LightFighter).iter().all(|it| it.0.is_none()) {
            return Err(("FT-9.1.10", "has no guns for a dogfight"));
        }
        in_front(group, self.group(foe).at - group.at, self.group_reach(id, foe))
    }

    fn attacks_marker(&self, id: GroupId, number: u16) -> Result<(), (&'static str, &'static str)> {
        let group = self.group(id);
        let marker = self.marker(number).filter(|it| it.side != group.side);
        let Some(marker) = marker else { return Err(("FT-8.7.1", "needs an enemy for a target")) };
        if group.fights_as().is_some_and(|kind| !can_intercept(kind)) {
            return Err(("FT-8.12.3", "cannot intercept missiles"));
        }
        let hurts = |mark: Mark| group.dice_at(mark).iter().any(|it| it.0.is_some());
        if !marker_mark(marker).is_some_and(hurts) {
            return Err(("FT-8.12.2", "can do nothing against it"));
        }
        // FT-8.12.5: the screen fights what attacks its ship, whatever its facing.
        if let Post::Screening { ship, .. } = group.post
            && marker.target == Some(ship)
        {
            return Ok(());
        }
        let reach = if group.craft.is_gunboats() { 12 } else { 6 };
        in_front(group, marker.at - group.at, Length::units(reach))
    }

    /// Everything a group could attack by itself; screens are another matter.
    pub(crate) fn possible_attacks(&self, id: GroupId) -> Vec<Target> {
        let side = self.group(id).side;
        let ships = self.active_ships().filter(|&it| self.ship(it).side != side).map(Target::Ship);
        let groups = self.flying().filter(|&it| self.group(it).side != side).map(Target::Group);
        let markers = self.markers.iter().filter(|it| it.side != side).map(|it| Target::Marker(it.number));
        ships.chain(groups).chain(markers).filter(|&it| self.attacks(id, it).is_ok()).collect()
    }

    /// FT-8.6.4: groups of the screen that nobody of `side` takes on yet, with these attacks too.
    pub(crate) fn free_screen(&self, side: u8, target: Target, more: &[Declared]) -> Vec<GroupId> {
        let screen: Vec<GroupId> = match target {
            Target::Ship(ship) => self.screen_of(ship).collect(),
            Target::Group(group) => self.guards_of(group).collect(),
            Target::Marker(_) => Vec::new(),
        };
        let taken = |id: GroupId| {
            self.attackers_of(id).any(|it| self.group(it).side == side)
                || self.foes_in_contact(id).any(|it| self.group(it).side == side)
                || more.iter().any(|it| it.target == Target::Group(id))
        };
        screen.into_iter().filter(|&id| !taken(id)).collect()
    }

    /// What a group is called.
    pub(crate) fn group_name(&self, id: GroupId) -> String {
        crate::narrate::group(&self.field, id)
    }

    /// Groups of a seat that could still name a target.
    pub(crate) fn able_attackers(&self, seat: Seat) -> Vec<GroupId> {
        self.own_groups(seat).filter(|&id| !self.possible_attacks(id).is_empty()).collect()
    }
}

/// FT-8.7.1: near enough and in the front half.
fn in_front(group: &Group, way: Offset, reach: Length) -> Result<(), (&'static str, &'static str)> {
    if !way.within(reach) {
        return Err(("FT-8.7.1", "is too far away"));
    }
    if !group.faces(way) {
        return Err(("FT-8.7.1", "does not have it in its front half"));
    }
    Ok(())
}

/// FT-8.7.4: markers have homed; groups in contact fight each other, then seats name targets in turn.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    let battle = table.state();
    if battle.groups.is_empty() {
        return false;
    }
    // FT-8.10.2: whoever moved onto an enemy attacks it.
    let moved_on = |id: GroupId| {
        let group = battle.group(id);
        let foe = group.deeds.contact.filter(|&foe| battle.foes_in_contact(id).any(|it| it == foe))?;
        let able = group.deeds.target.is_none() && !group.deeds.fired && group.fight_cef() <= group.cef;
        able.then_some(Declared { group: id, target: Target::Group(foe) })
    };
    let attacks: Vec<Declared> = battle.flying().filter_map(moved_on).collect();
    if !attacks.is_empty() {
        table.emit(crate::Event::Attacks(Event::Declared { attacks }));
    }
    next(table, None, Seats::default())
}

/// The next seat that could name a target, in reverse order of initiative.
fn next(table: &mut Table<Battle>, last: Option<Seat>, done: Seats) -> bool {
    let battle = table.state();
    let order: Vec<Seat> = battle.initiative.iter().rev().copied().collect();
    let after = last.and_then(|last| order.iter().position(|it| *it == last)).map_or(0, |at| at + 1);
    let seat = (0..order.len())
        .map(|i| order[(after + i) % order.len()])
        .find(|&seat| !done.contains(seat) && !battle.able_attackers(seat).is_empty());
    let Some(seat) = seat else { return false };
    phases::enter(table, Phase::Attacks { seat, done });
    true
}

/// FT-8.7.1, FT-8.6.4: one group or more; whoever names several at once waives hearing the others first.
pub(crate) fn check(battle: &Battle, seat: Seat, attacks: &[Declared], found: &mut Findings) {
    found.require(!attacks.is_empty(), "FT-8.7.1", || "name an attack, or pass".to_owned());
    for (i, it) in attacks.iter().enumerate() {
        let own = battle.groups.get(it.group.index()).is_some_and(|group| group.owner == seat);
        if !own {
            found.add("FT-8.7.1", format!("group {} is not yours to command", it.group.0));
            continue;
        }
        let what = || battle.group_name(it.group);
        let once = !attacks[..i].iter().any(|other| other.group == it.group);
        found.require(once, "FT-8.7.2", || format!("{} attacks one target", what()));
        if let Err((rule, why)) = battle.attacks(it.group, it.target) {
            found.add(rule, format!("{} {why}", what()));
            continue;
        }
        let side = battle.group(it.group).side;
        let others: Vec<Declared> = attacks.iter().copied().filter(|other| other.group != it.group).collect();
        let free = battle.free_screen(side, it.target, &others);
        found.require(free.is_empty(), "FT-8.6.4", || {
            let names: Vec<String> = free.iter().map(|&id| battle.group_name(id)).collect();
            format!("{}: the screen must be taken on first: {}", what(), names.join(", "))
        });
    }
}

pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, attacks: &[Declared]) {
    let Phase::Attacks { done, .. } = table.state().phase else { return };
    table.emit(crate::Event::Attacks(Event::Declared { attacks: attacks.to_vec() }));
    go_on(table, seat, done);
}

pub(crate) fn pass(table: &mut Table<Battle>, seat: Seat) {
    let Phase::Attacks { done, .. } = table.state().phase else { return };
    table.emit(crate::Event::Attacks(Event::Passed { seat }));
    go_on(table, seat, done.with(seat));
}

fn go_on(table: &mut Table<Battle>, seat: Seat, done: Seats) {
    // FT-8.3.1: all attacks are declared.
    if !next(table, Some(seat), done) && !crate::craft::scramble::open(table) {
        phases::play_after(table, Step::Attacks);
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Declared { attacks } => {
            for it in attacks {
                // FT-8.6.5: the ship, or the ship whose screen it is.
                let quarry = match it.target {
                    Target::Ship(ship) => Some(ship),
                    Target::Group(foe) => match battle.group(foe).post {
                        Post::Screening { ship, .. } => Some(ship),
                        Post::Aboard { .. }
                        | Post::Flying
                        | Post::Guarding { .. }
                        | Post::Pursuing { .. }
                        | Post::Destroyed
                        | Post::Hyperspace { .. }
                        | Post::Away => None,
                    },
                    Target::Marker(_) => None,
                };
                let fighters = !battle.group(it.group).craft.is_gunboats();
                let deeds = &mut battle.group_mut(it.group).deeds;
                deeds.target = Some(it.target);
                deeds.engaged = true;
                deeds.quarry = quarry.or(deeds.quarry);
                // FT-8.7.3: attacked by fighters.
                if let (Target::Group(foe), true) = (it.target, fighters) {
                    battle.group_mut(foe).deeds.engaged = true;
                }
            }
        }
        Event::Passed { .. } => (),
        Event::Pilots { dice } => {
            for (id, die) in dice {
                battle.group_mut(*id).pilots = match die {
                    1 => Pilots::Turkey,
                    6 => Pilots::Ace,
                    _ => Pilots::Average,
                };
            }
        }
    }
}

/// FT-8.18.1: who the pilots are; gunboats have none to speak of, and robots neither.
pub(crate) fn roll_pilots(table: &mut Table<Battle>) {
    let battle = table.state();
    if battle.field.options.aces != Aces::Random || battle.groups.is_empty() {
        return;
    }
    let piloted = |id: &GroupId| {
        let craft = &battle.group(*id).craft;
        !craft.is_gunboats() && !craft.has(WingMod::Robot)
    };
    let groups: Vec<GroupId> = battle.group_ids().filter(piloted).collect();
    let dice: Vec<(GroupId, u8)> = groups.into_iter().map(|id| (id, table.roll(6))).collect();
    if !dice.is_empty() {
        table.emit(crate::Event::Attacks(Event::Pilots { dice }));
    }
}

/// The given attacks as far as they are legal together, in this order.
pub(crate) fn legal(battle: &Battle, seat: Seat, wanted: &[Declared]) -> Vec<Declared> {
    let mut attacks: Vec<Declared> = Vec::new();
    for it in wanted {
        attacks.push(*it);
        let mut found = Findings::default();
        check(battle, seat, &attacks, &mut found);
        if !found.is_empty() {
            attacks.pop();
        }
    }
    attacks
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Option<Vec<Declared>> {
    let mut wanted = Vec::new();
    for group in battle.able_attackers(seat) {
        if !dice.one_in(3) {
            let target = *dice.pick(&battle.possible_attacks(group));
            wanted.push(Declared { group, target });
        }
    }
    let attacks = legal(battle, seat, &wanted);
    (!attacks.is_empty()).then_some(attacks)
}

/// FT-8.15.15, FT-8.17.1: whether fear can keep a group from its attack.
pub(crate) fn may_waver(battle: &Battle, id: GroupId) -> bool {
    let group = battle.group(id);
    battle.field.options.fighter_morale
        && !group.craft.is_gunboats()
        && !group.craft.has(WingMod::Robot)
        && group.left < group.craft.full()
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    vec![match event {
        Event::Declared { .. } => "FT-8.7.1",
        Event::Passed { .. } => "FT-2.6.7",
        Event::Pilots { .. } => "FT-8.18.1",
    }]
}
