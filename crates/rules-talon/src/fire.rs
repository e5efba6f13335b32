//! Turn step 4: firing (TAL-8.1.1a to TAL-8.3.4), launching Missiles (TAL-13.2a), the big guns
//! (TAL-15.1.1, TAL-15.2.1).

use dice::Dice;
use engine::{Findings, Table};

use crate::{
    battle::{Battle, OpenVolley},
    damage::{self, Blasts},
    design::Group,
    entry::{self, Entering},
    events::{Cause, Event, FireEvent, MovementEvent},
    hex::{Arc, Facing, Hex, arc_of, toward},
    lines,
    missiles::{self, Named},
    orders::{Shot, Target, Volley},
    picks,
    power::Objection,
    ship::{Bar, Missile, Ship, ShipId},
    tables::Weapon,
    victory,
};

/// A legal target as a weapon sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    pub(crate) at: Hex,
    pub(crate) range: i16,
    /// TAL-17.5a, TAL-18.1c.
    pub(crate) modifier: i8,
}

/// TAL-8.2.2a, TAL-8.2.2c: whether a hex is in arc and range of a group, the own hex never.
pub(crate) fn bears(battle: &Battle, id: ShipId, bar: usize, at: Hex) -> bool {
    let ship = battle.ship(id);
    let Some(group) = battle.field.design_of(ship).group(bar) else { return false };
    group.weapon.reaches(ship.at.distance(at))
        && arc_of(ship.at, ship.facing, at).is_some_and(|arc| group.arcs.contains(arc))
}

/// TAL-8.1.1a, TAL-8.2.1a: why a group may not open fire, targets aside.
fn group_objection(battle: &Battle, id: ShipId, bar: usize) -> Option<Objection> {
    let ship = battle.ship(id);
    let design = battle.field.design_of(ship);
    if design.bars() <= bar {
        return Some(("TAL-5.1.4", "it has no such Weapon Group"));
    }
    if ship.bars[bar].destroyed {
        return Some(("TAL-CRIT.13", "that Weapon Group is destroyed"));
    }
    if ship.fired && battle.board.gunner != Some(id) {
        return Some(("TAL-8.2.1a", "it has finished its fire, another ship has fired since"));
    }
    (!ship.is_charged(design, bar)).then_some(("TAL-8.1.1a", "that Weapon Group is not fully charged"))
}

/// Why a weapon of a group may not fire at a target, or how it sees it.
pub(crate) fn aim(battle: &Battle, id: ShipId, bar: usize, target: Target) -> Result<Aim, Objection> {
    let ship = battle.ship(id);
    let Some(group) = battle.field.design_of(ship).group(bar) else {
        return Err(("TAL-5.1.4", "it has no such Weapon Group"));
    };
    let at = place(battle, ship.side, group.weapon, target)?;
    if at == ship.at {
        return Err(("TAL-8.2.2c", "no fire between units in the same hex"));
    }
    let range = ship.at.distance(at);
    if !group.weapon.reaches(range) {
        return Err(("TAL-8.2.2a", "the target is out of range"));
    }
    if !arc_of(ship.at, ship.facing, at).is_some_and(|arc| group.arcs.contains(arc)) {
        return Err(("TAL-5.3.1", "the target is out of arc"));
    }
    if lines::is_blocked(battle, ship.at, at) {
        return Err(("TAL-17.2.2a", "a Planet or Black Hole is in the way"));
    }
    if group.weapon == Weapon::Missile && launches(battle, ship, group, at).next().is_none() {
        return Err(("TAL-13.2f", "there is no hex to put the Missile in"));
    }
    Ok(Aim { at, range, modifier: lines::modifier(battle, ship.at, at) })
}

/// Where a target is, if it is one for this weapon.
fn place(battle: &Battle, side: u8, weapon: Weapon, target: Target) -> Result<Hex, Objection> {
    let enemy = |id: ShipId| match battle.board.ships.get(id.index()) {
        Some(it) if !it.is_active() => Err(("TAL-8.2.1b", "the target is not on the map")),
        Some(it) if it.side == side => Err(("TAL-8.2.2b", "your own ships may not be targeted")),
        Some(it) => Ok(it),
        None => Err(("TAL-8.2.1b", "there is no such target")),
    };
    let fighters = |it: &Ship| battle.field.design_of(it).is_fighters();
    match target {
        Target::Ship(id) => {
            let it = enemy(id)?;
            match weapon {
                // TAL-13.2d: Missiles are aimed at the squadron.
                Weapon::Missile => Ok(it.at),
                // TAL-15.2.2b: an enemy ship or Base that can be hurt.
                Weapon::FusionCannon if fighters(it) => {
                    Err(("TAL-15.2.2b", "a Fusion Cannon cannot target fighters"))
                }
                _ if fighters(it) => Err(("TAL-12.1.3", "name the fighter in the squadron")),
                Weapon::Phaser
                | Weapon::Torpedo
                | Weapon::WaveMotionGun
                | Weapon::Disruptor
                | Weapon::FusionCannon => Ok(it.at),
            }
        }
        Target::Fighter(id, fighter) => {
            let it = enemy(id)?;
            if weapon == Weapon::Missile {
                return Err(("TAL-13.2d", "a Missile is aimed at the squadron, not at a fighter"));
            }
            if weapon == Weapon::FusionCannon {
                return Err(("TAL-15.2.2b", "a Fusion Cannon cannot target fighters"));
            }
            let there = fighters(it) && fighter < 3 && 0 < it.fighters[usize::from(fighter)];
            if there { Ok(it.at) } else { Err(("TAL-12.1.3", "there is no such fighter")) }
        }
        Target::Missile(number) => match battle.missile(number) {
            None => Err(("TAL-8.2.1b", "there is no such Missile")),
            Some(it) if it.side == side => Err(("TAL-8.2.2b", "your own Missiles may not be targeted")),
            Some(_) if weapon == Weapon::Missile => {
                Err(("TAL-13.2d", "Missiles cannot be aimed at Missiles"))
            }
            Some(_) if weapon == Weapon::FusionCannon => {
                Err(("TAL-15.2.2b", "a Fusion Cannon needs an enemy ship in its cone"))
            }
            Some(it) => Ok(it.at),
        },
    }
}

/// TAL-13.2a, TAL-13.2f, TAL-13.4d, TAL-13.5b: where a Missile may be put and how it may
/// face, the default first: the straightest hex, then the lower index.
pub(crate) fn launches<'a>(
    battle: &'a Battle,
    ship: &'a Ship,
    group: &'a Group,
    target: Hex,
) -> impl Iterator<Item = (Hex, Facing)> + 'a {
    let range = ship.at.distance(target);
    // The facing nearest to the line first; a spine has two.
    let mut ways: [Facing; 6] = Facing::ALL;
    ways.sort_by_key(|&way| (!toward(ship.at, target).any(|it| it == way), u8::from(way)));
    ways.into_iter()
        .filter(move |&way| {
            let hex = ship.at.step(way);
            let bears = arc_of(ship.at, ship.facing, hex).is_some_and(|arc| group.arcs.contains(arc));
            // TAL-13.4d, TAL-7.5.5: off the map, or in a Planet or Black Hole, it would be gone at once.
            bears && hex.distance(target) < range && missiles::loss(battle, hex).is_none()
        })
        .flat_map(move |way| {
            let hex = ship.at.step(way);
            let mut facings: [Facing; 6] = Facing::ALL;
            facings.sort_by_key(|&it| (it != way, u8::from(it)));
            facings.into_iter().filter_map(move |facing| {
                // In the target's hex there is nothing nearer still: it faces the way it was launched.
                let nearer = if hex == target {
                    facing == way
                } else {
                    hex.step(facing).distance(target) < hex.distance(target)
                };
                nearer.then_some((hex, facing))
            })
        })
}

/// TAL-8.2.1b: every legal target of a group.
pub(crate) fn targets(battle: &Battle, id: ShipId, bar: usize) -> impl Iterator<Item = (Target, Aim)> + '_ {
    let side = battle.ship(id).side;
    let at = battle.ship(id).at;
    let weapon = battle.design_of(id).group(bar).map(|it| it.weapon);
    let whole = weapon == Some(Weapon::Missile);
    let ships = battle
        .active(1 - side)
        .filter(move |&it| battle.ship(it).at.distance(at) <= FURTHEST)
        .flat_map(move |it| {
            let squadron = battle.design_of(it).is_fighters() && !whole;
            let fighters = (0..3).filter(move |_| squadron).map(move |fighter| Target::Fighter(it, fighter));
            (!squadron).then_some(Target::Ship(it)).into_iter().chain(fighters)
        });
    let missiles =
        battle.board.missiles.iter().filter(move |it| it.side != side).map(|it| Target::Missile(it.number));
    ships.chain(missiles).filter_map(move |target| aim(battle, id, bar, target).ok().map(|aim| (target, aim)))
}

/// TAL-8.3.4: whether a group can open fire now.
pub(crate) fn can_open(battle: &Battle, id: ShipId, bar: usize) -> bool {
    group_objection(battle, id, bar).is_none() && targets(battle, id, bar).next().is_some()
}

/// Whether anything is near enough to be aimed at, whatever with.
fn has_near(battle: &Battle, id: ShipId) -> bool {
    let (at, side) = (battle.ship(id).at, battle.ship(id).side);
    battle.active(1 - side).any(|it| battle.ship(it).at.distance(at) <= FURTHEST)
        || battle.board.missiles.iter().any(|it| it.side != side && it.at.distance(at) <= FURTHEST)
}

/// TAL-8.2.2a: no weapon reaches further.
const FURTHEST: i16 = 4;

pub(crate) fn ready_groups(battle: &Battle, side: u8) -> impl Iterator<Item = (ShipId, usize)> + '_ {
    battle
        .active(side)
        .filter(move |&id| has_near(battle, id))
        .flat_map(move |id| (0..battle.design_of(id).bars()).map(move |bar| (id, bar)))
        .filter(move |&(id, bar)| can_open(battle, id, bar))
}

/// Whether `side` can fire at all.
pub(crate) fn can_fire(battle: &Battle, side: u8) -> bool {
    ready_groups(battle, side).next().is_some()
}

/// Weapons of a group that may still shoot: all, or what is left of a volley begun.
pub(crate) fn weapons_left(battle: &Battle, open: Option<OpenVolley>, id: ShipId, bar: usize) -> u8 {
    let count = battle.design_of(id).group(bar).map_or(0, |it| it.count);
    match open {
        Some(open) if open.ship == id && usize::from(open.group) == bar => count.saturating_sub(open.done),
        Some(_) => 0,
        None => count,
    }
}

pub(crate) fn check(
    battle: &Battle,
    side: u8,
    open: Option<OpenVolley>,
    volleys: &[Volley],
    found: &mut Findings,
) {
    for (n, volley) in volleys.iter().enumerate() {
        let Volley { ship: id, group, shots } = volley;
        if !battle.is_own(side, *id, "TAL-8.2.1a", found) {
            continue;
        }
        let bar = usize::from(*group);
        let tag = || format!("{} group {}", battle.tag(*id), u16::from(*group) + 1);
        let resumes = n == 0 && open.is_some();
        if let Some(open) = open.filter(|_| resumes) {
            let same = (open.ship, open.group) == (*id, *group);
            if !found.require(same, "TAL-8.3.1", || format!("{}: another volley is still open", tag())) {
                continue;
            }
        } else if let Some((rule, reason)) = group_objection(battle, *id, bar) {
            found.add(rule, format!("{}: {reason}", tag()));
            continue;
        }
        // TAL-8.2.1a: one ship after the other.
        let between = volleys[..n].iter().rposition(|it| it.ship == *id).is_some_and(|last| last + 1 < n);
        found.require(!between, "TAL-8.2.1a", || format!("{}: another ship fires in between", tag()));
        let again = volleys[..n].iter().any(|it| (it.ship, it.group) == (*id, *group));
        found.require(!again, "TAL-8.1.1b", || format!("{}: it fires twice", tag()));
        let left = weapons_left(battle, open.filter(|_| resumes), *id, bar);
        found.require(shots.len() <= usize::from(left), "TAL-8.3.1", || {
            format!("{}: {} shots, but {left} weapons", tag(), shots.len())
        });
        found.require(resumes || shots.iter().any(|it| it.target.is_some()), "TAL-8.3.4", || {
            format!("{}: a group that fires needs a target", tag())
        });
        for shot in shots {
            if let Some((rule, reason)) = shot_objection(battle, *id, bar, shot) {
                found.add(rule, format!("{}: {reason}", tag()));
            }
        }
    }
}

fn shot_objection(battle: &Battle, id: ShipId, bar: usize, shot: &Shot) -> Option<Objection> {
    let Some(target) = shot.target else {
        let bare =
            shot.push.is_none() && shot.launch.is_none() && shot.facing.is_none() && shot.fighter.is_none();
        return (!bare).then_some(("TAL-8.1.1b", "a weapon that holds its fire does nothing else"));
    };
    let ship = battle.ship(id);
    let aim = match aim(battle, id, bar, target) {
        Ok(aim) => aim,
        Err(objection) => return Some(objection),
    };
    let group = battle.field.design_of(ship).group(bar)?;
    let wave = group.weapon == Weapon::WaveMotionGun;
    if let Some(push) = shot.push
        && !(wave && toward(ship.at, aim.at).any(|it| it == push))
    {
        return Some(("TAL-15.1.2a", "it cannot be pushed that way"));
    }
    if shot.launch.is_some() || shot.facing.is_some() {
        if group.weapon != Weapon::Missile {
            return Some(("TAL-13.2a", "only a Missile has a launch hex and a facing"));
        }
        if launch_of(battle, ship, group, aim.at, shot).is_none() {
            return Some(("TAL-13.2a", "the Missile cannot be put there or face that way"));
        }
    }
    if shot.fighter.is_some_and(|it| 3 <= it || group.weapon != Weapon::Missile) {
        return Some(("TAL-13.2d", "no such fighter"));
    }
    None
}

fn launch_of(battle: &Battle, ship: &Ship, group: &Group, target: Hex, shot: &Shot) -> Option<(Hex, Facing)> {
    let fits = |(hex, facing): &(Hex, Facing)| {
        shot.launch.is_none_or(|it| it == *hex) && shot.facing.is_none_or(|it| it == *facing)
    };
    launches(battle, ship, group, target).find(fits)
}

/// How a list of volleys came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fired {
    /// All of it.
    All,
    /// A shot has become impossible; the volley may be open still.
    Lapsed(Option<OpenVolley>),
    /// The last volley is left open.
    Open(OpenVolley),
    /// TAL-8.6.4, TAL-13.2d: somebody must choose before the rest; the volley may be open still.
    Interrupted(Option<OpenVolley>),
}

/// TAL-8.3.1: one volley after the other, one weapon after the other.
pub(crate) fn perform(
    table: &mut Table<Battle>,
    mut open: Option<OpenVolley>,
    volleys: &[Volley],
    done: bool,
) -> Fired {
    for (n, volley) in volleys.iter().enumerate() {
        // TAL-VIC.9: an objective decides at the instant, so nothing is fired after it.
        if victory::at_once(table.state()) {
            return Fired::All;
        }
        let Volley { ship: id, group, shots } = volley;
        let bar = usize::from(*group);
        let mut weapon = 0;
        match open.take() {
            Some(open) => weapon = open.done,
            None => {
                let battle = table.state();
                let able = battle.ship(*id).is_active() && group_objection(battle, *id, bar).is_none();
                // TAL-8.3.4: its first target may be gone.
                let first = shots.iter().find_map(|it| it.target);
                if !able || first.is_none_or(|it| aim(battle, *id, bar, it).is_err()) {
                    return Fired::Lapsed(None);
                }
                table.emit(Event::Fire(FireEvent::Opened { ship: *id, group: *group }));
            }
        }
        let count = table.state().design_of(*id).group(bar).map_or(0, |it| it.count);
        for (k, shot) in shots.iter().enumerate() {
            if !still_fires(table.state(), *id, bar) || victory::at_once(table.state()) {
                break;
            }
            if shot_objection(table.state(), *id, bar, shot).is_some() {
                let rest = OpenVolley { ship: *id, group: *group, done: weapon };
                let aimed = targets(table.state(), *id, bar).next().is_some();
                if !aimed {
                    close(table, *id, *group);
                }
                return Fired::Lapsed(aimed.then_some(rest));
            }
            weapon += 1;
            if let Some(target) = shot.target {
                discharge(table, *id, bar, target, shot);
            }
            if picks::due(table).is_some() && k + 1 < shots.len() {
                if weapon < count && still_fires(table.state(), *id, bar) {
                    let rest = OpenVolley { ship: *id, group: *group, done: weapon };
                    return Fired::Interrupted(Some(rest));
                }
                break;
            }
        }
        // TAL-8.3.3: if ship or group is lost, so are the weapons that have not fired.
        let able = still_fires(table.state(), *id, bar);
        if weapon < count {
            let last = n + 1 == volleys.len() && !done;
            if last && able && targets(table.state(), *id, bar).next().is_some() {
                return Fired::Open(OpenVolley { ship: *id, group: *group, done: weapon });
            }
            close(table, *id, *group);
        }
        if picks::due(table).is_some() && n + 1 < volleys.len() {
            return Fired::Interrupted(None);
        }
    }
    if let Some(open) = open {
        close(table, open.ship, open.group);
    }
    Fired::All
}

/// TAL-8.3.1: whether anything is left of a volley begun.
pub(crate) fn goes_on(battle: &Battle, open: OpenVolley) -> bool {
    let bar = usize::from(open.group);
    still_fires(battle, open.ship, bar) && targets(battle, open.ship, bar).next().is_some()
}

pub(crate) fn close(table: &mut Table<Battle>, ship: ShipId, group: u8) {
    table.emit(Event::Fire(FireEvent::Closed { ship, group }));
}

fn still_fires(battle: &Battle, id: ShipId, bar: usize) -> bool {
    battle.ship(id).is_active() && !battle.ship(id).bars[bar].destroyed
}

/// One weapon fires at a legal target, and everything that comes of it.
fn discharge(table: &mut Table<Battle>, id: ShipId, bar: usize, target: Target, shot: &Shot) {
    let battle = table.state();
    let (Ok(aim), Some(group)) = (aim(battle, id, bar, target), battle.design_of(id).group(bar).copied())
    else {
        return;
    };
    let (from, side) = (battle.ship(id).at, battle.ship(id).side);
    let mut blasts = Blasts::default();
    match group.weapon {
        Weapon::Missile => launch(table, id, bar, &group, target, aim, shot, &mut blasts),
        Weapon::FusionCannon => cone(table, id, bar, &mut blasts),
        Weapon::Phaser | Weapon::Torpedo | Weapon::Disruptor | Weapon::WaveMotionGun => {
            // TAL-8.3.2, TAL-15.1.3: the arc at the moment of the hit.
            let arc = struck_arc(battle, target, from);
            let damage = roll(table, id, bar, group.weapon, target, aim);
            if 0 < damage {
                if group.weapon == Weapon::WaveMotionGun {
                    displace(table, from, target, shot.push, side);
                }
                // TAL-15.1.4: who is gone by the push takes no damage.
                damage::hit_target(table, target, arc, Cause::Weapon(group.weapon), damage, &mut blasts);
            }
        }
    }
    damage::settle(table, &mut blasts, side);
}

fn struck_arc(battle: &Battle, target: Target, from: Hex) -> Option<Arc> {
    match target {
        Target::Ship(id) => battle.arc_towards(battle.ship(id), from),
        // TAL-8.6.5: fighters and Missiles have no arcs.
        Target::Fighter(..) | Target::Missile(_) => None,
    }
}

/// TAL-8.3.1: one die, the table at the range; the event tells it all.
fn roll(table: &mut Table<Battle>, ship: ShipId, bar: usize, weapon: Weapon, target: Target, aim: Aim) -> u8 {
    let die = table.roll(6);
    let Aim { range, modifier, .. } = aim;
    let damage = weapon.damage(range, die as i8 + modifier);
    let (group, range) = (bar as u8, range as u8);
    table.emit(Event::Fire(FireEvent::Shot { ship, group, weapon, target, range, die, modifier, damage }));
    damage
}

/// TAL-15.1.2a, TAL-15.1.3: one hex directly away, with everything that comes of
/// it, before the damage. A fighter drags its squadron (TAL-15.1.2c).
fn displace(table: &mut Table<Battle>, from: Hex, target: Target, push: Option<Facing>, current: u8) {
    let (Target::Ship(id) | Target::Fighter(id, _)) = target else { return };
    let battle = table.state();
    if battle.design_of(id).is_base() && !battle.field.options.wmg_displaces_bases {
        return;
    }
    let at = battle.ship(id).at;
    let Some(way) = push.or_else(|| toward(from, at).next()) else { return };
    let by = Cause::Weapon(Weapon::WaveMotionGun);
    table.emit(Event::Movement(MovementEvent::Displaced { ship: id, to: at.step(way), by }));
    entry::enter(table, id, Entering { from: at, current, dock: false, other_first: false });
}

/// TAL-15.2.1 to TAL-15.2.3: every unit in arc and range, the firer's side
/// first, each with its own die; all damage before any blast.
fn cone(table: &mut Table<Battle>, id: ShipId, bar: usize, blasts: &mut Blasts) {
    let from = table.state().ship(id).at;
    for (target, aim) in in_cone(table.state(), id, bar) {
        let gone = match target {
            Target::Ship(it) | Target::Fighter(it, _) => !table.state().ship(it).is_active(),
            Target::Missile(number) => table.state().missile(number).is_none(),
        };
        if gone {
            continue;
        }
        let arc = struck_arc(table.state(), target, from);
        let damage = roll(table, id, bar, Weapon::FusionCannon, target, aim);
        damage::hit_target(table, target, arc, Cause::Weapon(Weapon::FusionCannon), damage, blasts);
    }
}

/// TAL-12.1.2e, TAL-15.2.2a, TAL-15.2.2c, TAL-15.2.2d: everything a Fusion Cannon hits, friends included, fighters not.
pub(crate) fn in_cone(battle: &Battle, id: ShipId, bar: usize) -> Vec<(Target, Aim)> {
    let ship = battle.ship(id);
    let seen = |at: Hex| {
        let hit = bears(battle, id, bar, at) && !lines::is_blocked(battle, ship.at, at);
        hit.then(|| Aim { at, range: ship.at.distance(at), modifier: lines::modifier(battle, ship.at, at) })
    };
    let mut all = Vec::new();
    for side in [ship.side, 1 - ship.side] {
        let mut ships: Vec<ShipId> =
            battle.active(side).filter(|&it| !battle.design_of(it).is_fighters()).collect();
        ships.sort_by_key(|&it| battle.rank_key(side, it));
        all.extend(
            ships.into_iter().filter_map(|it| seen(battle.ship(it).at).map(|aim| (Target::Ship(it), aim))),
        );
        let missiles = battle.board.missiles.iter().filter(|it| it.side == side);
        all.extend(missiles.filter_map(|it| seen(it.at).map(|aim| (Target::Missile(it.number), aim))));
    }
    all
}

/// TAL-13.1, TAL-13.2a, TAL-13.5b: supply is unlimited; each launcher has its own target (TAL-13.2e).
#[allow(clippy::too_many_arguments, reason = "what a launch is made of")]
fn launch(
    table: &mut Table<Battle>,
    id: ShipId,
    bar: usize,
    group: &Group,
    target: Target,
    aim: Aim,
    shot: &Shot,
    blasts: &mut Blasts,
) {
    let Target::Ship(target) = target else { return };
    let battle = table.state();
    let Some((at, facing)) = launch_of(battle, battle.ship(id), group, aim.at, shot) else { return };
    let missile = battle.board.next_missile;
    table.emit(Event::Fire(FireEvent::Launched { ship: id, group: bar as u8, missile, at, facing, target }));
    if at == aim.at {
        let arc = table.state().arc_towards(table.state().ship(target), table.state().ship(id).at);
        missiles::detonate(table, missile, arc, Named::Ordered(shot.fighter), blasts);
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &FireEvent) {
    match event {
        FireEvent::Opened { ship, group } => {
            battle.board.gunner = Some(*ship);
            let ship = battle.ship_mut(*ship);
            ship.fired = true;
            ship.bars[usize::from(*group)] = Bar::default();
        }
        FireEvent::Launched { ship, missile, at, facing, target, .. } => {
            let side = battle.ship(*ship).side;
            let target = Some(*target);
            let (number, at, facing) = (*missile, *at, *facing);
            battle.board.next_missile = number.wrapping_add(1);
            battle.board.missiles.push(Missile {
                number,
                side,
                at,
                facing,
                target,
                damaged: false,
                moved: true,
            });
        }
        FireEvent::Shot { .. } | FireEvent::Closed { .. } => (),
    }
}

pub(crate) fn sample(battle: &Battle, side: u8, open: Option<OpenVolley>, dice: &mut Dice) -> Vec<Volley> {
    let mut volleys: Vec<Volley> = Vec::new();
    let mut add = |id: ShipId, bar: usize, left: u8, dice: &mut Dice| {
        let all: Vec<Target> = targets(battle, id, bar).map(|(target, _)| target).collect();
        if all.is_empty() {
            return;
        }
        let mut shots: Vec<Shot> = (0..left).map(|_| Shot::at(*dice.pick(&all))).collect();
        if 1 < shots.len() && dice.one_in(8) {
            shots.pop();
        }
        volleys.push(Volley { ship: id, group: bar as u8, shots });
    };
    if let Some(open) = open {
        let bar = usize::from(open.group);
        add(open.ship, bar, weapons_left(battle, Some(open), open.ship, bar), dice);
        return volleys;
    }
    for (id, bar) in ready_groups(battle, side) {
        if !dice.one_in(5) {
            add(id, bar, weapons_left(battle, None, id, bar), dice);
        }
    }
    volleys
}
