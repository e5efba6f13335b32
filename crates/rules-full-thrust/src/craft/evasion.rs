//! Phase 11 against small craft: ships fire at groups that are not engaged, fighters evade, and gunboats are
//! shot like ships (FT-8.6.6 to FT-8.6.8, FT-9.1.6, FT-9.1.7, FT-9.1.14).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    battle::heading,
    craft::wings::GroupId,
    damage::kills::{self, Mark, Reading, Scale, Shooter, scale_with},
    fire::{
        self, Fire,
        gunnery::{Astern, is_aft},
    },
    narrate,
    options::K1Shot,
    phases::{self, Phase},
    ship::{IconId, IconSet, ShipId},
    terrain::{
        self,
        clouds::{LOCK, is_ray},
    },
    weapons::{Gun, KGun, Lay, is_gun, is_one_shot, profile},
    yard::design::Kind,
};

/// One weapon at one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct GroupShot {
    pub weapon: IconId,
    pub group: GroupId,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "EvasionEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-8.6.8: for one factor of endurance, before the dice.
    Evaded { group: GroupId },
    /// FT-17.2.2: in dust; weapons that find nothing are used up for the turn.
    Locked {
        ship: ShipId,
        group: GroupId,
        die: u8,
        #[serde(default, skip_serializing_if = "IconSet::is_none")]
        lost: IconSet,
    },
    /// FT-8.6.7, FT-9.1.7: weapons at one group; no dice if it evades.
    Fired {
        ship: ShipId,
        group: GroupId,
        weapons: Vec<IconId>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        killed: u8,
    },
}

type Refused = (&'static str, &'static str);

impl Battle {
    /// FT-5.0.3, FT-8.6.6, FT-8.6.7, FT-9.1.7: what a ship's weapon rolls at a group, or why it cannot fire; FT-5.4.6,
    /// FT-5.19.2: EMP and fusion are no exceptions.
    pub(crate) fn at_group(&self, id: ShipId, icon: IconId, foe: GroupId) -> Result<(Scale, u8), Refused> {
        if self.ship(id).used.contains(icon) {
            return Err(("FT-2.6.14", "has been used this turn"));
        }
        self.rolls_at_group(id, icon, foe)
    }

    /// The same of a weapon that has been announced.
    pub(crate) fn rolls_at_group(
        &self,
        id: ShipId,
        icon: IconId,
        foe: GroupId,
    ) -> Result<(Scale, u8), Refused> {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        let group = match self.groups.get(foe.index()) {
            Some(it) if it.is_flying() && it.side != ship.side => it,
            _ => return Err(("FT-8.6.6", "has no such target")),
        };
        let guns = |kind: &&Kind| {
            let only_defends = matches!(kind, Kind::Gun(Gun::Pds(_) | Gun::Ads(_) | Gun::ScatterGun(_)));
            // FT-5.9.3, FT-5.18.1: nobody can be put aboard small craft.
            let lands = matches!(kind, Kind::Gun(Gun::Transporter(_) | Gun::BoardingLauncher(_)));
            is_gun(kind) && !only_defends && !lands && !kind.is_spinal()
        };
        let Some(kind) = blueprint.kind(icon).filter(guns) else {
            return Err(("FT-8.6.7", "does not fire at small craft in this phase"));
        };
        if !ship.works(icon) {
            return Err(("FT-2.6.14", "does not work"));
        }
        if let Some(why) = self.has_great_gun_ready(id) {
            return Err(why);
        }
        if kind.needs_fire_control() && self.fire_controls(id) == 0 {
            return Err(("FT-8.6.6", "needs a fire control"));
        }
        let boats = group.craft.is_gunboats();
        if !boats && group.deeds.engaged {
            return Err(("FT-8.6.6", "does not fire at a group that is engaged"));
        }
        // FT-8.10.4.
        if boats && self.is_dogfighting(foe) {
            return Err(("FT-8.10.4", "cannot fire into a dogfight"));
        }
        if group.deeds.evaded {
            return Err(("FT-8.6.8", "would miss: the group is evading"));
        }
        let secret = &self.secrets[id.index()];
        if secret.switching.contains(icon) {
            return Err(("FT-5.19.1", "is being switched"));
        }
        // FT-17.1.1: bodies hide small craft from ships, not ships from them.
        if self.has_terrain() && !terrain::line_is_clear(self, ship.motion.at, group.at) {
            return Err(("FT-17.1.1", "cannot see past what lies between"));
        }
        let way = group.at - ship.motion.at;
        let mode = secret.mode(icon).or_else(|| ship.setting(icon));
        // FT-5.20.1: a gravitic gun finds nothing to hold on to but its target's own speed.
        let lay = Lay { way, stealth: 0, velocity: 24, mode, edge: self.field.options.band_edge };
        let Some(profile) = profile(kind, &lay).filter(|_| way.within(self.aim_limit(id))) else {
            return Err(("FT-4.3.2", "is out of range"));
        };
        if !self.covers(id, icon, way) {
            return Err(("FT-4.2.1", "does not bear"));
        }
        let aft = is_aft(heading(ship), way) == Some(true);
        let bonus = match self.astern(id, aft, way)? {
            Astern::Free => self.kinship(),
            Astern::Less => self.kinship() - 1,
            Astern::Sixes => return Ok((Scale::plain(Reading::From(6)), 1)),
        };
        if boats {
            let (scale, n) = profile.at_boats(group.mark());
            // FT-7.16.3.
            let beams = matches!(scale.table, Reading::Beam);
            let layers = if beams { self.layers_over(foe) } else { 0 };
            // FT-17.2.2: one level more for rays in dust, two at most.
            let layers = if is_ray(kind) && self.is_dusty_about(id, foe) {
                layers.max(1 + layers.min(1))
            } else {
                layers
            };
            let scale = Scale { bonus: scale.bonus + bonus, ..scale };
            return Ok((scale.behind(layers), n));
        }
        // FT-5.16.2: by its range, where tables like that better.
        let k1 = matches!(kind, Kind::Gun(Gun::KGun(KGun { class: 1, .. })));
        if let (true, K1Shot::Table) = (k1, self.field.options.k1_vs_fighters) {
            // FT-8.15.4, FT-8.15.12.
            let mark = group.mark();
            let size = i8::from(mark == Mark::LightFighter) - i8::from(mark == Mark::HeavyFighter);
            let (scale, n) = profile.at_boats(Mark::Gunboat);
            return Ok((Scale { bonus: size + bonus, ..scale }, n));
        }
        let one = scale_with(Shooter::Gun, group.mark(), bonus);
        let one = one.ok_or(("FT-8.6.7", "does nothing"))?;
        Ok((one, 1))
    }

    /// FT-17.2.2: whether dust lies about a ship or the group it fires at.
    pub(crate) fn is_dusty_about(&self, id: ShipId, foe: GroupId) -> bool {
        self.has_terrain()
            && [self.ship(id).motion.at, self.group(foe).at].into_iter().any(|at| self.is_in_dust(at))
    }

    /// Every weapon of a ship with every group it could be fired at now.
    pub(crate) fn group_shots(&self, id: ShipId) -> Vec<GroupShot> {
        let ship = self.ship(id);
        let mut shots = Vec::new();
        if self.groups.is_empty() || !self.can_act(id) {
            return shots;
        }
        let foes: Vec<GroupId> = self.flying().filter(|&it| self.group(it).side != ship.side).collect();
        for weapon in self.field.blueprint(id).icons_of(is_gun).filter(|_| !foes.is_empty()) {
            let reached = foes.iter().filter(|&&foe| self.at_group(id, weapon, foe).is_ok());
            shots.extend(reached.map(|&group| GroupShot { weapon, group }));
        }
        shots
    }

    /// FT-8.6.8, FT-9.1.14: fighters with endurance, not yet evading.
    fn can_evade(&self, id: GroupId) -> bool {
        let group = self.group(id);
        group.is_flying() && !group.craft.is_gunboats() && !group.deeds.evaded && 0 < group.cef
    }

    /// Groups of a seat that the announced fire is aimed at and that may evade.
    pub(crate) fn evaders(&self, seat: Seat, fire: &Fire) -> Vec<GroupId> {
        let mut groups: Vec<GroupId> = Vec::new();
        for shot in &fire.groups {
            let own = self.group(shot.group).owner == seat && self.can_evade(shot.group);
            if own && !groups.contains(&shot.group) {
                groups.push(shot.group);
            }
        }
        groups
    }
}

/// The shots at groups of one order; adds the fire controls they take.
pub(crate) fn check(battle: &Battle, order: &Fire, found: &mut Findings) -> usize {
    let (id, tag) = (order.ship, battle.field.tag(order.ship));
    let mut groups: Vec<GroupId> = Vec::new();
    for (i, shot) in order.groups.iter().enumerate() {
        let what = || format!("{tag}: {}", narrate::system(&battle.field, id, shot.weapon));
        let twice = order.groups[..i].iter().any(|it| it.weapon == shot.weapon)
            || order.shots.iter().any(|it| it.weapon == shot.weapon);
        found.require(!twice, "FT-2.6.14", || format!("{} fires twice", what()));
        if let Err((rule, why)) = battle.at_group(id, shot.weapon, shot.group) {
            found.add(rule, format!("{} {why}", what()));
        }
        let needs = battle.field.blueprint(id).kind(shot.weapon).is_some_and(Kind::needs_fire_control);
        if needs && !groups.contains(&shot.group) {
            groups.push(shot.group);
        }
    }
    groups.len()
}

/// FT-8.6.8: asks the owners of the groups fired at; true if somebody may evade.
pub(crate) fn ask(table: &mut Table<Battle>, by: Seat, order: &Fire) -> bool {
    let battle = table.state();
    let seats: Seats =
        battle.initiative.iter().copied().filter(|&seat| !battle.evaders(seat, order).is_empty()).collect();
    if order.groups.is_empty() || seats.is_empty() {
        return false;
    }
    phases::enter(table, Phase::Evade { seats, by, fire: Box::new(order.clone()) });
    true
}

pub(crate) fn check_evasion(battle: &Battle, seat: Seat, groups: &[GroupId], found: &mut Findings) {
    let Phase::Evade { fire, .. } = &battle.phase else { return };
    let able = battle.evaders(seat, fire);
    for (i, id) in groups.iter().enumerate() {
        found.require(able.contains(id) && !groups[..i].contains(id), "FT-8.6.8", || {
            format!("group {} is not fired at, not yours, or cannot evade", id.0)
        });
    }
}

/// FT-8.6.8: whoever evades pays; then the fire goes on.
pub(crate) fn resolve(table: &mut Table<Battle>, groups: &[GroupId]) {
    let Phase::Evade { by, fire, .. } = table.state().phase.clone() else { return };
    for group in groups {
        table.emit(crate::Event::Evasion(Event::Evaded { group: *group }));
    }
    fire::carry_out(table, by, &fire);
}

/// FT-8.6.7, FT-9.1.7: the dice of one ship at groups, group by group.
pub(crate) fn shoot(table: &mut Table<Battle>, order: &Fire) {
    let mut groups: Vec<GroupId> = Vec::new();
    for shot in &order.groups {
        if !groups.contains(&shot.group) {
            groups.push(shot.group);
        }
    }
    for group in groups {
        let battle = table.state();
        let of = order.groups.iter().filter(|it| it.group == group);
        let weapons: Vec<IconId> = of.map(|it| it.weapon).collect();
        let evaded = battle.group(group).deeds.evaded;
        let shots: Vec<(Option<Scale>, u8)> = weapons
            .iter()
            .filter_map(|&icon| battle.at_group(order.ship, icon, group).ok())
            .map(|(scale, n)| (Some(scale), n))
            .collect();
        if !evaded && !lock(table, order.ship, group, &weapons) {
            continue;
        }
        let volley = if evaded { kills::Volley::default() } else { kills::roll(table, &shots) };
        let kills::Volley { dice, again, kills } = volley;
        let there = table.state().group(group);
        let killed = kills.min(there.left.saturating_sub(there.deeds.doomed));
        let ship = order.ship;
        table.emit(crate::Event::Evasion(Event::Fired { ship, group, weapons, dice, again, killed }));
    }
}

/// FT-17.2.2: one die for a firing ship and a group in dust; false if `weapons` have no shot this turn.
fn lock(table: &mut Table<Battle>, ship: ShipId, group: GroupId, weapons: &[IconId]) -> bool {
    if !table.state().is_dusty_about(ship, group) {
        return true;
    }
    let die = table.roll(6);
    let found = LOCK <= die;
    let lost: IconSet = if found { IconSet::default() } else { weapons.iter().copied().collect() };
    table.emit(crate::Event::Evasion(Event::Locked { ship, group, die, lost }));
    found
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Locked { ship, lost, .. } => {
            let firer = battle.ship_mut(*ship);
            firer.used = firer.used.union(*lost);
        }
        Event::Evaded { group } => {
            let group = battle.group_mut(*group);
            group.pay(1);
            group.deeds.evaded = true;
        }
        Event::Fired { ship, group, weapons, killed, .. } => {
            let field = std::sync::Arc::clone(&battle.field);
            let firer = battle.ship_mut(*ship);
            for &icon in weapons {
                firer.used.insert(icon);
                if field.blueprint(*ship).kind(icon).is_some_and(is_one_shot) {
                    firer.spent.insert(icon);
                }
            }
            let group = battle.group_mut(*group);
            // FT-9.1.9: gunboats killed in this phase still fire.
            if group.craft.is_gunboats() {
                group.deeds.doomed = group.deeds.doomed.saturating_add(*killed);
            } else {
                group.lose(*killed);
            }
        }
    }
}

/// Everything a ship has at one group, now and then.
pub(crate) fn sample_fire(battle: &Battle, ship: ShipId, idle: bool, dice: &mut Dice) -> Option<Fire> {
    let all = battle.group_shots(ship);
    if all.is_empty() || !(idle || dice.one_in(2)) {
        return None;
    }
    let group = dice.pick(&all).group;
    let groups = all.into_iter().filter(|it| it.group == group).collect();
    Some(Fire { groups, ..Fire::of(ship) })
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<GroupId> {
    let Phase::Evade { fire, .. } = &battle.phase else { return Vec::new() };
    let mut groups = battle.evaders(seat, fire);
    groups.retain(|_| dice.one_in(2));
    groups
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    vec![match event {
        Event::Evaded { .. } => "FT-8.6.8",
        Event::Locked { .. } => "FT-17.2.2",
        Event::Fired { .. } => "FT-8.6.7",
    }]
}
