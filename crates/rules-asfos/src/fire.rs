//! Weapons fire: targets, splitting and the dice (ASF-FIRE, ASF-RAT, ASF-MD, ASF-PC).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    design::SpecialKind,
    gunnery::{self, Arc, Column, Modifiers, Shot, Step, Weapon},
    options::FireDeclaration,
    phases::Phase,
    ship::{Criticals, Location, ShipId, ShipSet, Status},
};

/// What one ship fires at in one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Volley {
    pub ship: ShipId,
    /// ASF-ARC.2: the arc the primaries fire through. Specials fire forward,
    /// secondaries all round: they need none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arc: Option<Arc>,
    pub target: ShipId,
    /// ASF-RAT.4: targets of the further parts. For mass drivers: the targets
    /// of the second driver, the third, and so on (ASF-MD.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<ShipId>,
    /// ASF-RAT.4: mass drivers put what exceeds 6:1 into the same target
    /// unless this is set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsplit: bool,
}

/// ASF-RAT.4 with `split_after_roll`: strength left after a 6:1 attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Rest {
    pub ship: ShipId,
    pub weapon: Weapon,
    pub arc: Arc,
    pub strength: u16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "FireEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// ASF-MD.1: one mass driver, one die.
    Aimed { by: ShipId, at: ShipId, modifiers: Modifiers, die: u8, hit: bool },
    /// ASF-RAT.3: one attack with its hull die and its weapon die.
    Fired {
        by: ShipId,
        weapon: Weapon,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arc: Option<Arc>,
        at: ShipId,
        strength: u16,
        defence: u16,
        column: Column,
        modifiers: Modifiers,
        dice: [u8; 2],
        hull: u8,
        weapons: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        critical: Option<Critical>,
    },
    /// ASF-FIRE.3: the damage of the step is marked.
    Marked { ship: ShipId, hull: u16, weapons: u16, criticals: Criticals, destroyed: bool },
}

/// ASF-CRIT.1: doubles that did damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Critical {
    pub die: u8,
    pub location: Location,
    /// ASF-CRIT.2: the location was marked already.
    pub wasted: bool,
}

impl Volley {
    pub fn at(ship: ShipId, arc: Option<Arc>, target: ShipId) -> Volley {
        Volley { ship, arc, target, then: Vec::new(), unsplit: false }
    }

    fn targets(&self) -> impl Iterator<Item = ShipId> {
        [self.target].into_iter().chain(self.then.iter().copied())
    }
}

/// Who has something to fire in a step (ASF-FIRE.5: they may hold it).
pub(crate) fn able(battle: &Battle, step: Step) -> Seats {
    let mut seats = Seats::default();
    for id in battle.field.ship_ids() {
        let ship = battle.ship(id);
        if !seats.contains(ship.owner) && gunnery::has_shot(battle, id, step) {
            seats = seats.with(ship.owner);
        }
    }
    seats
}

/// ASF-FIRE.3 sequential: the next ship that can fire. By ship number in odd
/// turns and backwards in even ones, so that neither side always shows its hand first.
pub(crate) fn next_to_fire(battle: &Battle, step: Step, after: Option<ShipId>) -> Option<ShipId> {
    let can_fire = |&id: &ShipId| gunnery::has_shot(battle, id, step);
    if battle.turn % 2 == 1 {
        battle.field.ship_ids().filter(|&id| after.is_none_or(|it| it < id)).find(can_fire)
    } else {
        battle.field.ship_ids().rev().filter(|&id| after.is_none_or(|it| id < it)).find(can_fire)
    }
}

pub(crate) fn check(battle: &Battle, seat: Seat, volleys: &[Volley], found: &mut Findings) {
    let Phase::Fire { step, acting, rests, .. } = &battle.phase else { return };
    let mut fired = ShipSet::default();
    for volley in volleys {
        let id = volley.ship;
        if !battle.is_own(seat, id, "ASF-SET.2", found) {
            continue;
        }
        let tag = battle.field.tag(id);
        // ASF-FIRE.1: once in a step. ASF-FIRE.4: each step has its own targets.
        if !found.require(fired.insert(id), "ASF-FIRE.1", || format!("{tag} fires twice in one step")) {
            continue;
        }
        if !rests.is_empty() {
            check_rest(battle, volley, rests, found);
        } else if acting.is_some_and(|acting| acting != id) {
            found.add("ASF-FIRE.3", format!("ships fire one by one, and it is not the turn of {tag}"));
        } else {
            check_volley(battle, volley, *step, found);
        }
    }
}

fn check_volley(battle: &Battle, volley: &Volley, step: Step, found: &mut Findings) {
    let (ship, tag) = (battle.ship(volley.ship), battle.field.tag(volley.ship));
    let weapons = battle.weapons_box(ship);
    let blind = ship.criticals.has(Location::FireControl) && step != Step::Secondaries;
    if !found.require(!blind, "ASF-CRIT.5", || format!("{tag} has no fire control")) {
        return;
    }
    let Some(weapon) = gunnery::weapon_of(battle, volley.ship, step) else {
        match step {
            Step::Primaries => found.add("ASF-RAT.2", format!("{tag} has no primaries left")),
            Step::Specials => found.add("ASF-SPC.3", format!("{tag} has no special weapon left")),
            Step::Secondaries => found.add("ASF-RAT.2", format!("{tag} has no secondaries left")),
        }
        return;
    };
    let arc = match (weapon, volley.arc) {
        (Weapon::Primaries, Some(arc)) => arc,
        (Weapon::Primaries, None) => {
            found.add("ASF-ARC.2", format!("{tag}: name the arc the primaries fire through"));
            return;
        }
        (Weapon::MassDrivers | Weapon::ParticleCannons, None | Some(Arc::Forward)) => Arc::Forward,
        (Weapon::MassDrivers | Weapon::ParticleCannons, Some(arc)) => {
            found.add("ASF-SPC.2", format!("{tag}: specials fire forward, not {}", arc.name()));
            return;
        }
        (Weapon::Secondaries, None) => Arc::Forward,
        (Weapon::Secondaries, Some(_)) => {
            found.add("ASF-ARC.3", format!("{tag}: secondaries fire all round and name no arc"));
            return;
        }
    };
    let mut clear = true;
    for target in volley.targets() {
        clear &= check_target(battle, volley.ship, weapon, arc, target, found);
    }
    if !clear {
        return;
    }
    if weapon == Weapon::MassDrivers {
        let drivers = weapons.specials;
        let shells = volley.targets().count();
        found.require(shells <= usize::from(drivers), "ASF-MD.1", || {
            format!("{tag} fires {shells} mass drivers, but has {drivers}")
        });
        let one = !battle.field.options.md_one_target || volley.then.iter().all(|&it| it == volley.target);
        found.require(one, "ASF-MD.1", || format!("{tag}: all mass drivers fire at one target"));
        for target in volley.targets() {
            if let Some(reason) = hopeless_driver(battle, volley.ship, target) {
                found.add("ASF-MD.1", format!("{tag}: {reason}"));
            }
        }
        return;
    }
    found.require(!volley.unsplit || volley.then.is_empty(), "ASF-RAT.4", || {
        format!("{tag}: an attack is either split or unsplit")
    });
    let late = battle.field.options.split_after_roll && !volley.then.is_empty();
    if found
        .require(!late, "ASF-RAT.4", || format!("{tag}: further parts are aimed after the first is rolled"))
    {
        let strength = gunnery::strength(battle, ship, weapon, arc);
        check_parts(battle, volley, weapon, strength, found);
    }
}

/// Whether the target is an enemy in sight, arc and reach. Strength is judged apart.
fn check_target(
    battle: &Battle,
    id: ShipId,
    weapon: Weapon,
    arc: Arc,
    target: ShipId,
    found: &mut Findings,
) -> bool {
    let (firer, tag) = (battle.ship(id), battle.field.tag(id));
    if battle.ships.len() <= target.index() {
        found.add("ASF-FIRE.5", format!("{tag}: there is no ship number {}", target.0));
        return false;
    }
    let (ship, at) = (battle.ship(target), battle.field.tag(target));
    if ship.side == firer.side {
        found.add("ASF-FIRE.5", format!("{tag}: {at} is a friend"));
        return false;
    }
    if !ship.is_active() {
        found.add("ASF-FIRE.5", format!("{tag}: {at} is not on the table"));
        return false;
    }
    let tied = !gunnery::may_target(firer, weapon, target);
    if tied {
        found.add("ASF-CRIT.4", format!("{tag} has no bridge and cannot choose {at}"));
        return false;
    }
    let Some(sight) = gunnery::sight(battle, firer, ship) else {
        let distance = (ship.at - firer.at).length();
        let width = battle.field.options.range_band;
        let (rule, reach) = match weapon {
            Weapon::Primaries => ("ASF-ARC.2", width * 3),
            Weapon::MassDrivers | Weapon::ParticleCannons => ("ASF-SPC.3", width * 3),
            Weapon::Secondaries => ("ASF-ARC.3", width.part(2)),
        };
        if distance.exceeds(reach) {
            found.add(rule, format!("{tag}: {at} is {distance:.1} away, beyond {reach}"));
        } else {
            found.add("ASF-LOS.2", format!("{tag}: something solid blocks the line to {at}"));
        }
        return false;
    };
    match weapon {
        Weapon::Primaries => found.require(sight.arcs.contains(arc), "ASF-ARC.2", || {
            format!("{tag}: {at} is not in the {} arc", arc.name())
        }),
        Weapon::MassDrivers | Weapon::ParticleCannons => {
            found.require(sight.arcs.contains(arc), "ASF-SPC.2", || {
                format!("{tag}: {at} is not in the forward arc")
            })
        }
        Weapon::Secondaries => found.require(sight.close, "ASF-ARC.3", || {
            let distance = (ship.at - firer.at).length();
            let reach = battle.field.options.range_band.part(2);
            format!("{tag}: {at} is {distance:.1} away, secondaries reach {reach}")
        }),
    }
}

/// ASF-RAT.2, ASF-RAT.4: every part but the last uses exactly 6:1, and each can hurt.
fn check_parts(battle: &Battle, volley: &Volley, weapon: Weapon, strength: u16, found: &mut Findings) {
    let tag = battle.field.tag(volley.ship);
    let mut rest = strength;
    for (n, target) in volley.targets().enumerate() {
        let (defence, at) = (battle.defence(battle.ship(target)), battle.field.tag(target));
        let sight =
            gunnery::sight(battle, battle.ship(volley.ship), battle.ship(target)).expect("checked before");
        let shift = gunnery::column_shift(weapon, sight);
        match Column::of(rest, defence) {
            None => {
                let what = if n == 0 { "strength" } else { "the rest of" };
                found.add(
                    "ASF-RAT.2",
                    format!("{tag}: {what} {rest} cannot hurt {at} with its defence of {defence}"),
                );
                return;
            }
            Some(column) if column.shifted_left(shift).is_none() => {
                found.add("ASF-PC.2", format!("{tag}: at that range {rest} cannot hurt {at}"));
                return;
            }
            Some(_) => (),
        }
        let last = n == volley.then.len();
        if !last
            && !found.require(6 * defence < rest, "ASF-RAT.4", || {
                format!("{tag}: {rest} against {at} is not more than 6:1, so nothing is left to split")
            })
        {
            return;
        }
        rest = rest.saturating_sub(6 * defence);
    }
}

/// ASF-MD.1: there is no natural 6, so some shots cannot hit.
fn hopeless_driver(battle: &Battle, id: ShipId, target: ShipId) -> Option<String> {
    let sight = gunnery::sight(battle, battle.ship(id), battle.ship(target))?;
    let modifier = gunnery::modifiers(battle, Weapon::MassDrivers, sight, battle.ship(target)).total();
    (6 + modifier < 4).then(|| format!("a mass driver at {modifier} cannot hit {}", battle.field.tag(target)))
}

/// The next part of an attack already begun (ASF-RAT.4, `split_after_roll`).
fn check_rest(battle: &Battle, volley: &Volley, rests: &[Rest], found: &mut Findings) {
    let tag = battle.field.tag(volley.ship);
    let Some(rest) = rests.iter().find(|it| it.ship == volley.ship) else {
        found.add("ASF-RAT.4", format!("{tag} has no strength left to split"));
        return;
    };
    let same_arc = volley.arc.is_none_or(|arc| arc == rest.arc);
    found.require(same_arc, "ASF-RAT.4", || {
        format!("{tag} fires the rest through its {} arc", rest.arc.name())
    });
    found.require(volley.then.is_empty(), "ASF-RAT.4", || format!("{tag} aims one part at a time"));
    if check_target(battle, volley.ship, rest.weapon, rest.arc, volley.target, found) {
        check_parts(
            battle,
            &Volley { then: Vec::new(), ..volley.clone() },
            rest.weapon,
            rest.strength,
            found,
        );
    }
}

/// Rolls the volleys of a decision and goes on with the step.
pub(crate) fn resolve<'a>(table: &mut Table<Battle>, volleys: &(impl Iterator<Item = &'a Volley> + Clone)) {
    let Phase::Fire { step, acting, rests, .. } = table.state().phase.clone() else { return };
    let late = table.state().field.options.split_after_roll;
    let mut left: Vec<Rest> = Vec::new();
    // ASF-FIRE.6: firers by ship number across both sides.
    for id in table.state().field.ship_ids() {
        let Some(volley) = volleys.clone().find(|it| it.ship == id) else { continue };
        let (weapon, arc, strength) = match rests.iter().find(|it| it.ship == id) {
            Some(rest) => (rest.weapon, rest.arc, rest.strength),
            None => {
                let weapon = gunnery::weapon_of(table.state(), id, step).expect("checked before");
                let arc = volley.arc.unwrap_or(Arc::Forward);
                (weapon, arc, gunnery::strength(table.state(), table.state().ship(id), weapon, arc))
            }
        };
        if weapon == Weapon::MassDrivers {
            fire_drivers(table, volley);
            continue;
        }
        let mut rest = strength;
        for (n, target) in volley.targets().enumerate() {
            let defence = table.state().defence(table.state().ship(target));
            let last = n == volley.then.len();
            attack(table, id, weapon, arc, target, if last { rest } else { 6 * defence });
            rest = rest.saturating_sub(6 * defence);
        }
        if late && 0 < rest {
            left.push(Rest { ship: id, weapon, arc, strength: rest });
        }
    }
    go_on(table, step, acting, left);
}

/// After a decision: further parts, the next ship, or the end of the step.
fn go_on(table: &mut Table<Battle>, step: Step, acting: Option<ShipId>, mut left: Vec<Rest>) {
    left.retain(|rest| rest_shots(table.state(), *rest).next().is_some());
    if !left.is_empty() {
        let seats = left.iter().map(|rest| table.state().ship(rest.ship).owner).collect();
        crate::phases::enter(table, Phase::Fire { step, seats, acting, rests: left });
        return;
    }
    if let Some(acting) = acting
        && let Some(next) = next_to_fire(table.state(), step, Some(acting))
    {
        let seats = Seats::default().with(table.state().ship(next).owner);
        crate::phases::enter(table, Phase::Fire { step, seats, acting: Some(next), rests: Vec::new() });
        return;
    }
    mark(table);
    crate::phases::after_step(table, step);
}

/// Opens a step of fire, or passes over it if nobody can fire.
pub(crate) fn open(table: &mut Table<Battle>, step: Step) {
    let battle = table.state();
    let (seats, acting) = match battle.field.options.fire_declaration {
        FireDeclaration::Simultaneous => (able(battle, step), None),
        FireDeclaration::Sequential => match next_to_fire(battle, step, None) {
            Some(id) => (Seats::default().with(battle.ship(id).owner), Some(id)),
            None => (Seats::default(), None),
        },
    };
    if seats.is_empty() {
        crate::phases::after_step(table, step);
    } else {
        crate::phases::enter(table, Phase::Fire { step, seats, acting, rests: Vec::new() });
    }
}

/// What a rest could still hurt in the arc being used.
pub(crate) fn rest_shots(battle: &Battle, rest: Rest) -> impl Iterator<Item = ShipId> {
    let firer = battle.ship(rest.ship);
    battle.enemies_of(firer.side).filter(move |&target| {
        let ship = battle.ship(target);
        let Some(sight) = gunnery::sight(battle, firer, ship) else { return false };
        let bears =
            if rest.weapon == Weapon::Secondaries { sight.close } else { sight.arcs.contains(rest.arc) };
        let shift = gunnery::column_shift(rest.weapon, sight);
        gunnery::may_target(firer, rest.weapon, target)
            && bears
            && Column::of(rest.strength, battle.defence(ship))
                .is_some_and(|it| it.shifted_left(shift).is_some())
    })
}

/// ASF-MD.1, ASF-MD.2: all to-hit dice first, then the damage of each target
/// in the order first named.
fn fire_drivers(table: &mut Table<Battle>, volley: &Volley) {
    let mut hits: Vec<(ShipId, u16)> = Vec::new();
    for target in volley.targets() {
        let battle = table.state();
        if !battle.ship(target).is_active() {
            continue;
        }
        let sight =
            gunnery::sight(battle, battle.ship(volley.ship), battle.ship(target)).expect("checked before");
        let modifiers = gunnery::modifiers(battle, Weapon::MassDrivers, sight, battle.ship(target));
        let die = table.roll(6);
        let hit = 4 <= die as i8 + modifiers.total();
        table.emit(crate::Event::Fire(Event::Aimed { by: volley.ship, at: target, modifiers, die, hit }));
        match hits.iter_mut().find(|(it, _)| *it == target) {
            Some((_, n)) => *n += u16::from(hit),
            None => hits.push((target, u16::from(hit))),
        }
    }
    for (target, n) in hits {
        let mut rest = n * gunnery::attack_factor(SpecialKind::MassDriver);
        let defence = table.state().defence(table.state().ship(target));
        // ASF-RAT.4: what exceeds 6:1 may go into the same target.
        while 6 * defence < rest && !volley.unsplit {
            attack(table, volley.ship, Weapon::MassDrivers, Arc::Forward, target, 6 * defence);
            rest -= 6 * defence;
        }
        if Column::of(rest, defence).is_some() {
            attack(table, volley.ship, Weapon::MassDrivers, Arc::Forward, target, rest);
        }
    }
}

/// ASF-RAT.3: hull die, weapon die, and the critical die if it is due.
/// ASF-FIRE.2: the strength is that of one ship, never added to another's.
fn attack(table: &mut Table<Battle>, by: ShipId, weapon: Weapon, arc: Arc, at: ShipId, strength: u16) {
    let battle = table.state();
    let target = battle.ship(at);
    // Its owner gave up in this very decision.
    if !target.is_active() {
        return;
    }
    let sight = gunnery::sight(battle, battle.ship(by), target).expect("checked before");
    let defence = battle.defence(target);
    let shift = gunnery::column_shift(weapon, sight);
    let column = Column::of(strength, defence).and_then(|it| it.shifted_left(shift)).expect("checked before");
    // ASF-MD.2: for mass drivers the modifiers have counted in the hit.
    let modifiers = match weapon {
        Weapon::MassDrivers => Modifiers::default(),
        Weapon::Primaries | Weapon::ParticleCannons | Weapon::Secondaries => {
            gunnery::modifiers(battle, weapon, sight, target)
        }
    };
    let marked = target.criticals.with(target.struck.criticals);
    let criticals = battle.field.options.criticals;
    let dice = [table.roll(6), table.roll(6)];
    let [hull, weapons] = dice.map(|die| column.boxes(die, modifiers.total()));
    // ASF-CRIT.1: natural doubles that did damage.
    let critical = (criticals && dice[0] == dice[1] && 0 < hull + weapons).then(|| {
        let die = table.roll(6);
        let location = Location::of_die(die);
        Critical { die, location, wasted: marked.has(location) }
    });
    let arc = (weapon == Weapon::Primaries).then_some(arc);
    let event = Event::Fired {
        by,
        weapon,
        arc,
        at,
        strength,
        defence,
        column,
        modifiers,
        dice,
        hull,
        weapons,
        critical,
    };
    table.emit(crate::Event::Fire(event));
}

/// ASF-FIRE.3: after the last die of the step everything is marked. ASF-CRIT.3: from
/// here on FC, E and ED act.
fn mark(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        let battle = table.state();
        let ship = battle.ship(id);
        if ship.struck == Default::default() {
            continue;
        }
        let boxes = battle.field.design(ship.design).hull;
        let event = Event::Marked {
            ship: id,
            hull: ship.struck.hull.min(boxes - ship.hull_marked),
            weapons: ship.struck.weapons.min(boxes - ship.weapons_marked),
            criticals: ship.struck.criticals,
            destroyed: boxes <= ship.hull_marked + ship.struck.hull,
        };
        table.emit(crate::Event::Fire(event));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Aimed { by, at, .. } => {
            let firer = battle.ship_mut(*by);
            if !firer.tied {
                firer.special_targets.insert(*at);
            }
        }
        Event::Fired { by, weapon, at, hull, weapons, critical, .. } => {
            let struck = &mut battle.ship_mut(*at).struck;
            struck.hull += u16::from(*hull);
            struck.weapons += u16::from(*weapons);
            if let Some(critical) = critical.filter(|it| !it.wasted) {
                struck.criticals.mark(critical.location);
            }
            let firer = battle.ship_mut(*by);
            if !firer.tied {
                match weapon {
                    Weapon::Primaries => firer.primary_targets.insert(*at),
                    Weapon::MassDrivers | Weapon::ParticleCannons => firer.special_targets.insert(*at),
                    Weapon::Secondaries => false,
                };
            }
        }
        Event::Marked { ship, hull, weapons, criticals, destroyed } => {
            let boxes = battle.field.design_of(*ship).hull;
            battle.blood |= 0 < hull + weapons;
            battle.marked |= 0 < hull + weapons;
            let ship = battle.ship_mut(*ship);
            ship.mark_hull(*hull, boxes);
            ship.mark_weapons(*weapons, boxes);
            ship.criticals = ship.criticals.with(*criticals);
            ship.struck = Default::default();
            if *destroyed {
                ship.status = Status::Destroyed;
            }
        }
    }
}

/// Random volleys: most ships fire, some hold, now and then one splits.
pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Volley> {
    let Phase::Fire { step, acting, rests, .. } = &battle.phase else { return Vec::new() };
    if !rests.is_empty() {
        let own = rests.iter().filter(|rest| battle.ship(rest.ship).owner == seat);
        let aimed = own.filter_map(|rest| {
            let targets: Vec<ShipId> = rest_shots(battle, *rest).collect();
            (!dice.one_in(4)).then(|| Volley::at(rest.ship, None, *dice.pick(&targets)))
        });
        return aimed.collect();
    }
    let mut volleys = Vec::new();
    for id in battle.own_ships(seat) {
        if acting.is_some_and(|acting| acting != id) || dice.one_in(8) {
            continue;
        }
        let mut chosen = None;
        for (i, shot) in gunnery::shots(battle, id, *step).enumerate() {
            if dice.one_in(i + 1) {
                chosen = Some(shot);
            }
        }
        if let Some(shot) = chosen {
            volleys.push(widen(battle, id, shot, dice));
        }
    }
    volleys
}

/// A volley that opens with `shot`, with the further targets it can afford.
fn widen(battle: &Battle, id: ShipId, shot: Shot, dice: &mut Dice) -> Volley {
    let arc = (shot.weapon == Weapon::Primaries).then_some(shot.arc);
    let mut volley = Volley::at(id, arc, shot.target);
    match shot.weapon {
        Weapon::MassDrivers => {
            let drivers = battle.weapons_box(battle.ship(id)).specials;
            for _ in 1..drivers {
                volley.then.push(shot.target);
            }
        }
        Weapon::Primaries | Weapon::ParticleCannons | Weapon::Secondaries => {
            let defence = battle.defence(battle.ship(shot.target));
            let spare = shot.strength.saturating_sub(6 * defence);
            if 0 < spare && !battle.field.options.split_after_roll {
                let rest = Rest { ship: id, weapon: shot.weapon, arc: shot.arc, strength: spare };
                let targets: Vec<ShipId> = rest_shots(battle, rest).collect();
                if !targets.is_empty() {
                    volley.then.push(*dice.pick(&targets));
                }
            }
        }
    }
    volley
}
