//! Phase 11: ships fire, one by one, and all at once in effect (FT-2.6.11, FT-5).

pub(crate) mod directors;
pub mod gunnery;
pub(crate) mod luck;
pub(crate) mod menu;
pub(crate) mod notation;
pub(crate) mod odds;
pub(crate) mod prospect;
pub(crate) mod reflex;
pub(crate) mod sweeps;
pub(crate) mod tactics;
pub(crate) mod words;

mod volleys;

use std::cell::OnceCell;

use dice::Dice;
use engine::{Findings, Seat, Table, Viewer};
use geometry::Length;
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::Act,
    boarding::{
        Party, Troop,
        beaming::{self, is_transporter},
    },
    craft::{
        evasion::{self, GroupShot},
        wings::GroupId,
    },
    damage::{self, Tally},
    fire::{
        gunnery::{Aim, Attack, OnLine, Shelter, Side, is_gun, is_one_shot},
        sweeps::Line,
    },
    narrate,
    options::ArcEdge,
    phases::{self, Phase, Step},
    sensors::{self, Found, bogeys::Insight},
    ship::{IconId, IconSet, Ship, ShipId, Status},
    terrain::{clouds, rocks},
    weapons::{Gun, strip},
    yard::design::{Kind, exchange::label, spoken::Named},
};

pub(crate) use crate::weapons::{
    beam::scored,
    throw::{layers, modified},
};
pub(crate) use volleys::{roll_at_rock, roll_family};

/// FT-2.6.11: everything one ship fires, declared before any die.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Fire {
    pub ship: ShipId,
    #[serde(default)]
    pub shots: Vec<Shot>,
    /// FT-5.23.3, FT-7.23.2, FT-7.24.3: what is fired along a line instead of at a ship.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// FT-5.9.4: transporters that send damage-control parties though there are Marines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crews: Vec<IconId>,
    /// FT-8.6.6, FT-9.1.6: at fighters and gunboats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupShot>,
}

impl Fire {
    pub fn of(ship: ShipId) -> Fire {
        Fire { ship, ..Fire::default() }
    }
}

/// One weapon at one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub weapon: IconId,
    pub target: ShipId,
    /// FT-5.13.1, FT-5.8.2: the system a needle beam, or a phaser used as one, aims at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<IconId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "FireEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(clippy::large_enum_variant, reason = "most events of the phase are of the largest kind")]
pub enum Event {
    /// FT-4.2.2: odd is the counter-clockwise side of the line.
    SideRolled { from: ShipId, to: ShipId, die: u8, side: Side },
    /// FT-2.6.12: the ship has had its activation.
    Chosen { ship: ShipId },
    /// FT-5.23.2, FT-5.23.3: along its strip, whoever is in it.
    SpinalFired { ship: ShipId, weapon: IconId },
    /// FT-2.6.11.
    Passed { seat: Seat },
    /// FT-7.25.2: what a reflex field lets through, and what it sends back.
    Reflected { ship: ShipId, target: ShipId, die: u8, full: u16, back: u16 },
    /// FT-7.25.2: the same for small craft: those that did damage may be lost.
    Scorched { group: GroupId, target: ShipId, die: u8, full: u16, lost: u8 },
    /// FT-1.7.4: weapons of one family at one target: first dice, re-rolls, damage dice.
    Fired {
        ship: ShipId,
        target: ShipId,
        weapons: Vec<IconId>,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        damage: Vec<u8>,
        tally: Tally,
        /// FT-5.14.2: overloaded tubes that burst.
        #[serde(default, skip_serializing_if = "IconSet::is_none")]
        burst: IconSet,
        /// FT-5.0.1: what each weapon rolled with.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attacks: Vec<Attack>,
    },
}

/// FT-2.6.11, FT-4.13.1: opens the phase, with ships where they now are; true if somebody has something to fire.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    sweeps::run_novas(table);
    roll_sides(table);
    next(table, None, 0)
}

/// FT-4.2.2: one die for each ordered pair on a line, made before anybody declares; it stands until either moves.
fn roll_sides(table: &mut Table<Battle>) {
    if table.state().field.options.arc_edge != ArcEdge::Roll {
        return;
    }
    let battle = table.state();
    let mut pairs = Vec::new();
    for from in battle.active_ships() {
        for to in battle.active_ships().filter(|&to| battle.ship(to).side != battle.ship(from).side) {
            if battle.is_on_line(from, to) && battle.side_rolled(from, to).is_none() {
                pairs.push((from, to));
            }
        }
    }
    for (from, to) in pairs {
        let die = table.roll(6);
        let side = if die % 2 == 1 { Side::CounterClockwise } else { Side::Clockwise };
        table.emit(crate::Event::Fire(Event::SideRolled { from, to, die, side }));
    }
}

/// FT-2.6.11: the next seat that could fire; closes the phase if all have passed.
fn next(table: &mut Table<Battle>, last: Option<Seat>, passes: u8) -> bool {
    let battle = table.state();
    let order = &battle.initiative;
    let able: Vec<Seat> = order.iter().copied().filter(|&seat| is_able(battle, seat)).collect();
    if able.len() <= usize::from(passes) {
        damage::end_of_fire(table);
        return false;
    }
    let after = last.and_then(|last| order.iter().position(|it| *it == last)).map_or(0, |at| at + 1);
    let seat = (0..order.len())
        .map(|i| order[(after + i) % order.len()])
        .find(|seat| able.contains(seat))
        .expect("somebody is able");
    phases::enter(table, Phase::Fire { seat, passes });
    true
}

fn is_able(battle: &Battle, seat: Seat) -> bool {
    // FT-12.1.1: whether a bogey has anything to fire must not show in who is asked.
    let lurks = |battle: &Battle, id: ShipId| {
        let reach = Length::units(72);
        let seen = |to: &ShipId| battle.ship(*to).side != battle.ship(id).side && !battle.ship(*to).bogey;
        battle.active_ships().filter(seen).any(|to| battle.way(id, to).within(reach))
    };
    battle.is_asked(seat, |it| {
        it.own_ships(seat).any(|id| if it.ship(id).bogey { lurks(it, id) } else { can_fire(it, id) })
            || !it.boat_targets(seat).is_empty()
    })
}

/// Whether a ship has anything to fire, at a ship or along its bow.
fn can_fire(battle: &Battle, id: ShipId) -> bool {
    has_shot(battle, id)
        || !battle.great_guns(id).is_empty()
        || !battle.group_shots(id).is_empty()
        || !battle.group_lines(id).is_empty()
}

/// Every weapon of a ship with every target it could be fired at now.
pub(crate) fn possible(battle: &Battle, id: ShipId) -> Vec<(IconId, ShipId)> {
    let mut guns = guns(battle, id).peekable();
    if guns.peek().is_none() {
        return Vec::new();
    }
    let aims = aims(battle, id);
    let mut all = Vec::new();
    for icon in guns {
        all.extend(aims.iter().filter(|it| bears(battle, id, icon, it)).map(|it| (icon, it.0)));
    }
    all
}

/// The same with what each would roll.
pub(crate) fn attacks(battle: &Battle, id: ShipId) -> Vec<(IconId, ShipId, Attack)> {
    let mut guns = guns(battle, id).peekable();
    if guns.peek().is_none() {
        return Vec::new();
    }
    let aims = aims(battle, id);
    // Screens are counted once for each target, and only for those that are fired at.
    let shelters: Vec<OnceCell<Shelter>> = vec![OnceCell::new(); aims.len()];
    let mut all = Vec::new();
    for icon in guns {
        for ((to, aim), shelter) in aims.iter().zip(&shelters) {
            if let Some(aimed) = aimed(battle, id, icon, (*to, aim)) {
                let shelter = shelter.get_or_init(|| battle.shelter(aim, id, *to));
                all.push((icon, *to, battle.against(shelter, aimed, id, icon, *to)));
            }
        }
    }
    all
}

/// Whether there is any such weapon and target.
fn has_shot(battle: &Battle, id: ShipId) -> bool {
    let mut guns = guns(battle, id).peekable();
    if guns.peek().is_none() {
        return false;
    }
    let aims = aims(battle, id);
    !aims.is_empty() && guns.any(|icon| aims.iter().any(|it| bears(battle, id, icon, it)))
}

/// Weapons of a ship that have not been fired, with somebody to lay them.
fn guns(battle: &Battle, id: ShipId) -> impl Iterator<Item = IconId> {
    let ship = battle.ship(id);
    let acts = battle.can_act(id);
    let controls = if acts { battle.fire_controls(id) } else { 0 };
    let blueprint = battle.field.blueprint(id);
    // FT-6.8.5.
    let shaped = battle.field.options.pbl_shaped && acts;
    let icons = if acts { blueprint.icons.len() } else { 0 };
    (0..icons as u8)
        .map(IconId)
        .filter(move |&icon| {
            blueprint
                .kind(icon)
                .is_some_and(|kind| is_gun(kind) || shaped && matches!(kind, Kind::Gun(Gun::BoltLauncher(_))))
        })
        .filter(move |&icon| ship.works(icon) && !ship.used.contains(icon))
        .filter(move |&icon| 0 < controls || !blueprint.kind(icon).is_some_and(Kind::needs_fire_control))
}

/// Whom a ship could fire at by what lies between the two, and how they lie to each other.
fn aims(battle: &Battle, id: ShipId) -> Vec<(ShipId, Aim)> {
    let aim = |to| {
        if battle.is_target(id, to) || battle.needs_help(id, to) { battle.aim_at(id, to).ok() } else { None }
    };
    battle.field.ship_ids().filter_map(|to| aim(to).map(|aim| (to, aim))).collect()
}

fn bears(battle: &Battle, id: ShipId, icon: IconId, (to, aim): &(ShipId, Aim)) -> bool {
    aimed(battle, id, icon, (*to, aim)).is_some()
}

fn aimed(battle: &Battle, id: ShipId, icon: IconId, (to, aim): (ShipId, &Aim)) -> Option<Attack> {
    let fits = if battle.is_transporter(id, icon) {
        battle.is_target(id, to) && battle.ship(to).is_active() || battle.needs_help(id, to)
    } else {
        battle.is_target(id, to)
    };
    if fits { battle.bring_to_bear(aim, id, icon, to, false).ok() } else { None }
}

pub(crate) fn check(battle: &Battle, seat: Seat, order: &Fire, found: &mut Findings) {
    let id = order.ship;
    if !battle.is_own(seat, id, "FT-2.6.11", found) {
        return;
    }
    let (ship, tag) = (battle.ship(id), battle.field.tag(id));
    found.require(!ship.fired, "FT-2.6.12", || format!("{tag} has already fired this turn"));
    if let Some((rule, why)) = battle.barred(id, Act::Fire) {
        found.add(rule, format!("{tag} {why}"));
    }
    let idle = order.shots.is_empty() && order.lines.is_empty() && order.groups.is_empty();
    found.require(!idle, "FT-2.6.11", || "name at least one shot, or pass".to_owned());
    // FT-4.4.1, FT-5.2.2: one for each target; needles one for each system they aim at.
    let mut engaged: Vec<(ShipId, Option<IconId>)> = Vec::new();
    let mut fired: Vec<IconId> = Vec::new();
    for shot in &order.shots {
        let Some(kind) = battle.field.blueprint(id).kind(shot.weapon) else {
            found.add("FT-5.0.1", format!("{tag} has no weapon number {}", shot.weapon.0));
            continue;
        };
        let what = || format!("{tag}: {} (no. {})", Named(kind), shot.weapon.0);
        found.require(!fired.contains(&shot.weapon), "FT-2.6.14", || format!("{} fires twice", what()));
        fired.push(shot.weapon);
        let there = |it: &&Ship| it.is_active() || matches!(it.status, Status::Captured { away: false, .. });
        let Some(target) = battle.ships.get(shot.target.index()).filter(there) else {
            found.add("FT-5.0.1", format!("{} has no target", what()));
            continue;
        };
        let beams = is_transporter(kind);
        // FT-5.13.5: nobody aims at what he does not know to be there.
        if shot.aim.is_some() && battle.insight(Viewer::Seat(seat), shot.target) < Insight::Built {
            found.add("FT-5.13.5", format!("{} cannot aim at a system of a ship that is not known", what()));
            continue;
        }
        // FT-5.9.1: friends may be helped; FT-12.7.6: nobody is left to fight on a captured ship.
        if beams && (!target.is_active() || shot.target == id) {
            found.add("FT-5.9.1", format!("{} cannot beam there", what()));
        }
        if beams {
            beaming::check_aim(battle, shot, &what(), found);
            found.require(shot.aim.is_none() || target.side != ship.side, "FT-5.9.2", || {
                format!("{} would raid its own side", what())
            });
        } else if target.side == ship.side && target.is_active() {
            found.add("FT-5.0.1", format!("{} would fire at its own side", what()));
            continue;
        }
        if target.bogey {
            found.add("FT-12.1.4", format!("{} cannot be aimed at a bogey", what()));
            continue;
        }
        let needle = battle.is_needle(id, shot.weapon);
        if let Err((rule, why)) = attack(battle, id, shot) {
            found.add(rule, format!("{} {why}", what()));
        }
        if let Some(aim) = shot.aim.filter(|_| !beams) {
            found.require(needle, "FT-5.13.1", || format!("{} does not aim at systems", what()));
            // FT-5.13.6, FT-7.20.3.
            found.require(!target.cloaked, "FT-7.20.3", || {
                format!("{} cannot aim at a system behind a cloak", what())
            });
            found.require(damage::needle_target(battle, shot.target, aim), "FT-5.13.3", || {
                format!("{} cannot aim at system {}", what(), aim.0)
            });
        }
        if kind.needs_fire_control() {
            let engages = (shot.target, if needle { shot.aim } else { None });
            if !engaged.contains(&engages) {
                engaged.push(engages);
            }
        }
    }
    // FT-5.2.2: other weapons share a control with a needle at the same ship.
    let shared = |it: &(ShipId, Option<IconId>)| {
        it.1.is_none() && engaged.iter().any(|other| other.0 == it.0 && other.1.is_some())
    };
    sweeps::check(battle, id, &order.lines, found);
    for line in &order.lines {
        found.require(!fired.contains(&line.weapon), "FT-2.6.14", || format!("{tag}: a mount fires twice"));
        fired.push(line.weapon);
    }
    // FT-5.23.3: one for each line.
    let needed = engaged.iter().filter(|it| !shared(it)).count()
        + sweeps::controls(&order.lines)
        + evasion::check(battle, order, found);
    beaming::check(battle, order, found);
    directors::check(battle, order, found);
    let controls = battle.fire_controls(id);
    found.require(needed <= usize::from(controls), "FT-4.4.1", || {
        let controls = narrate::count(controls, "fire control", "fire controls");
        format!("{tag} engages {needed} targets with {controls}")
    });
}

/// FT-5.8.2: a phaser that names a system is a needle beam.
pub(crate) fn attack(
    battle: &Battle,
    id: ShipId,
    shot: &Shot,
) -> Result<Attack, (&'static str, &'static str)> {
    let needle =
        shot.aim.is_some() && (battle.is_needle(id, shot.weapon) || battle.is_transporter(id, shot.weapon));
    battle.attack_as(id, shot.weapon, shot.target, needle)
}

/// FT-5.13.4: which aimed systems the sensors reach, each set one of them, in the order declared.
fn supported(battle: &Battle, order: &Fire) -> Vec<(ShipId, IconId)> {
    let (mut enhanced, mut superior) = battle.sensors(order.ship);
    let mut systems: Vec<(ShipId, IconId)> = Vec::new();
    let mut seen: Vec<(ShipId, IconId)> = Vec::new();
    for shot in &order.shots {
        let Some(aim) = shot.aim else { continue };
        if seen.contains(&(shot.target, aim)) {
            continue;
        }
        seen.push((shot.target, aim));
        if battle.support(order.ship, shot.target, &mut enhanced, &mut superior) {
            systems.push((shot.target, aim));
        }
    }
    systems
}

/// FT-2.6.11: the ship fires; the next seat follows.
pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, order: &Fire) {
    sensors::reveal(table, order.ship, Found::Fired);
    // FT-8.6.8: fighters may evade before the dice.
    if !evasion::ask(table, seat, order) {
        carry_out(table, seat, order);
    }
}

pub(crate) fn carry_out(table: &mut Table<Battle>, seat: Seat, order: &Fire) {
    table.emit(crate::Event::Fire(Event::Chosen { ship: order.ship }));
    let mut targets: Vec<ShipId> = Vec::new();
    order.shots.iter().for_each(|shot| {
        if !targets.contains(&shot.target) {
            targets.push(shot.target);
        }
    });
    evasion::shoot(table, order);
    let reached = supported(table.state(), order);
    let spinal = |table: &Table<Battle>, shot: &Shot| {
        table.state().field.blueprint(order.ship).kind(shot.weapon).is_some_and(Kind::is_spinal)
    };
    let beams = |table: &Table<Battle>, shot: &Shot| table.state().is_transporter(order.ship, shot.weapon);
    // FT-DMG.1: a strip may catch whom other guns aim at, so that nothing is marked before all is rolled.
    let sweeps = order.shots.iter().any(|shot| spinal(table, shot)) || !order.lines.is_empty();
    let mut hurt = Hurt::default();
    for target in targets {
        let at = order.shots.iter().filter(|shot| shot.target == target);
        if !clouds::lock(table, order.ship, target, &at.map(|shot| shot.weapon).collect::<Vec<_>>()) {
            continue;
        }
        let (beams, shots): (Vec<&Shot>, Vec<&Shot>) = order
            .shots
            .iter()
            .filter(|shot| shot.target == target)
            .filter(|shot| !beams(table, shot))
            .partition(|shot| spinal(table, shot));
        fire_at(table, order.ship, target, &shots, &reached, &mut hurt);
        if !sweeps {
            hurt.strike(table, order.ship);
        }
        beaming::resolve(table, order, target);
        for shot in beams {
            let caught = |battle: &Battle, size| battle.in_strip(order.ship, target, size);
            let way = table.state().way(order.ship, target);
            strip::fire(table, order.ship, shot.weapon, way, caught, &mut hurt);
        }
    }
    for line in &order.lines {
        if let Some(rock) = line.rock {
            rocks::fire(table, order.ship, line.weapon, rock);
            continue;
        }
        match line.at {
            Some(at) => {
                let caught = |battle: &Battle, size| sweeps::in_line(battle, order.ship, at, size);
                let way = at - table.state().ship(order.ship).motion.at;
                strip::fire(table, order.ship, line.weapon, way, caught, &mut hurt);
            }
            None => sweeps::fire(table, order.ship, line.weapon),
        }
    }
    hurt.strike(table, order.ship);
    go_on(table, seat, 0);
}

pub(crate) fn pass(table: &mut Table<Battle>, seat: Seat) {
    let Phase::Fire { passes, .. } = table.state().phase else { return };
    table.emit(crate::Event::Fire(Event::Passed { seat }));
    go_on(table, seat, passes + 1);
}

/// The next seat, or the next phase if nobody is left to fire.
pub(crate) fn go_on(table: &mut Table<Battle>, seat: Seat, passes: u8) {
    if !next(table, Some(seat), passes) {
        phases::play_after(table, Step::Fire);
    }
}

/// FT-DMG.1: what one ship has rolled against each of its targets: one attack, whatever it was fired from.
#[derive(Default)]
pub(crate) struct Hurt {
    /// FT-7.25.2: what a reflex field can turn, and all the rest.
    targets: Vec<(ShipId, Tally, Tally)>,
}

impl Hurt {
    pub(crate) fn add(&mut self, target: ShipId, attack: &Attack, tally: &Tally) {
        let at = self.targets.iter().position(|it| it.0 == target).unwrap_or_else(|| {
            self.targets.push((target, Tally::default(), Tally::default()));
            self.targets.len() - 1
        });
        let (_, beams, rest) = &mut self.targets[at];
        if reflex::is_screened(attack) { beams } else { rest }.add(tally);
    }

    /// FT-7.25.2, FT-DMG.1: fields first, then armour and hull, target by target.
    fn strike(&mut self, table: &mut Table<Battle>, ship: ShipId) {
        for (target, beams, mut total) in std::mem::take(&mut self.targets) {
            total.add(&reflex::reflect(table, ship, target, beams));
            damage::strike(table, target, Some(ship), &total);
        }
    }
}

/// FT-1.7.4, FT-4.7.2: by weapon family in the order declared.
fn fire_at(
    table: &mut Table<Battle>,
    ship: ShipId,
    target: ShipId,
    shots: &[&Shot],
    reached: &[(ShipId, IconId)],
    hurt: &mut Hurt,
) {
    let battle = table.state();
    let blueprint = battle.field.blueprint(ship);
    let (mut families, mut groups): (Vec<(&str, bool)>, Vec<Vec<Gunfire>>) = Default::default();
    for shot in shots {
        let Ok(attack) = attack(battle, ship, shot) else { continue };
        let name = blueprint.kind(shot.weapon).map(|kind| label(kind).0).unwrap_or_default();
        // FT-5.8.2, FT-7.25.2: a phaser that is a needle beam is none of the grasers beside it.
        let family = (name, reflex::is_screened(&attack));
        let aim = shot.aim.filter(|&aim| reached.contains(&(target, aim)));
        let gun = (shot.weapon, attack, aim);
        match families.iter().position(|it| *it == family) {
            Some(at) => groups[at].push(gun),
            None => {
                families.push(family);
                groups.push(vec![gun]);
            }
        }
    }
    for group in groups {
        let volley = roll_family(table, &group);
        // All of a family meet a reflex field alike.
        hurt.add(target, &group[0].1, &volley.tally);
        let weapons = group.iter().map(|it| it.0).collect();
        let attacks = group.iter().map(|it| it.1).collect();
        let Volley { dice, again, damage, tally, burst } = volley;
        table.emit(crate::Event::Fire(Event::Fired {
            ship,
            target,
            weapons,
            dice,
            again,
            damage,
            tally,
            burst,
            attacks,
        }));
    }
}

/// A weapon, what it rolls, and the system it aims at.
type Gunfire = (IconId, Attack, Option<IconId>);

#[derive(Default)]
pub(crate) struct Volley {
    pub(crate) dice: Vec<u8>,
    pub(crate) again: Vec<u8>,
    pub(crate) damage: Vec<u8>,
    pub(crate) tally: Tally,
    pub(crate) burst: IconSet,
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::SideRolled { from, to, side, .. } => {
            battle.sides.retain(|it| (it.from, it.to) != (*from, *to));
            battle.sides.push(OnLine::new(&battle.ships, *from, *to, *side));
        }
        Event::Chosen { ship } => battle.ship_mut(*ship).fired = true,
        Event::Passed { .. } | Event::Reflected { .. } => (),
        Event::Scorched { group, lost, .. } => battle.group_mut(*group).lose(*lost),
        Event::SpinalFired { ship, weapon } => {
            let turn = battle.turn;
            let firer = battle.ship_mut(*ship);
            firer.used.insert(*weapon);
            if firer.spinal_turn != turn {
                firer.spinal_fired = IconSet::default();
            }
            firer.spinal_turn = turn;
            firer.spinal_fired.insert(*weapon);
        }
        Event::Fired { ship, target, weapons, tally, burst, .. } => {
            let field = std::sync::Arc::clone(&battle.field);
            let (owner, turn) = (battle.ship(*ship).owner, battle.turn);
            for &icon in weapons {
                let firer = battle.ship_mut(*ship);
                firer.used.insert(icon);
                if field.blueprint(*ship).kind(icon).is_some_and(is_one_shot) {
                    firer.spent.insert(icon);
                }
                // FT-5.18.1: one torpedo, hit or miss.
                if let Some((store, _)) = battle.boarding_magazine(*ship, icon) {
                    let used = &mut battle.ship_mut(*ship).torpedoes;
                    match used.iter_mut().find(|it| it.0 == store) {
                        Some(it) => it.1 += 1,
                        None => used.push((store, 1)),
                    }
                }
                // FT-6.8.5: a shaped bolt is the launcher's turn as well.
                if matches!(field.blueprint(*ship).kind(icon), Some(Kind::Gun(Gun::BoltLauncher(_)))) {
                    let firer = battle.ship_mut(*ship);
                    firer.bolts.retain(|it| it.0 != icon);
                    firer.bolts.push((icon, turn));
                }
            }
            let turn = battle.turn;
            let firer = battle.ship_mut(*ship);
            firer.doomed = firer.doomed.union(*burst);
            let target = battle.ship_mut(*target);
            target.doomed = target.doomed.union(tally.kills);
            if target.is_manned() {
                let unit = Party { seat: owner, troop: Troop::Marine, since: turn, fights: false };
                target.aboard.extend((0..tally.landed).map(|_| unit));
            }
            if 0 < tally.emp {
                match target.emp.iter_mut().find(|it| it.0 == owner) {
                    Some(it) => it.1 += tally.emp,
                    None => target.emp.push((owner, tally.emp)),
                }
            }
        }
    }
}

/// A random activation: each weapon at one of the targets the controls allow.
pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Option<Fire> {
    let ships: Vec<ShipId> = battle.own_ships(seat).filter(|&id| can_fire(battle, id)).collect();
    if ships.is_empty() || dice.one_in(12) {
        return None;
    }
    let ship = *dice.pick(&ships);
    let all: Vec<(IconId, ShipId)> = possible(battle, ship);
    let mut great = battle.great_guns(ship);
    if let Some(fire) = evasion::sample_fire(battle, ship, all.is_empty(), dice).filter(|_| great.is_empty())
    {
        return Some(fire);
    }
    let strafed = battle.group_lines(ship);
    if great.is_empty() && !strafed.is_empty() && (all.is_empty() || dice.one_in(4)) {
        return Some(Fire { lines: strafed[..1].to_vec(), ..Fire::of(ship) });
    }
    if !great.is_empty() || all.is_empty() {
        great.truncate(usize::from(battle.fire_controls(ship)));
        return Some(Fire { lines: great, ..Fire::of(ship) });
    }
    let rocks = battle.rock_lines(ship);
    if !rocks.is_empty() && dice.one_in(4) {
        return Some(Fire { lines: vec![dice.pick(&rocks).clone()], ..Fire::of(ship) });
    }
    let keel = battle.keel_lines(ship);
    if !keel.is_empty() && dice.one_in(4) {
        return Some(Fire { lines: keel[..1].to_vec(), ..Fire::of(ship) });
    }
    let mut targets: Vec<ShipId> = Vec::new();
    while targets.len() < usize::from(battle.fire_controls(ship).max(1)) {
        let target = dice.pick(&all).1;
        if targets.contains(&target) {
            break;
        }
        targets.push(target);
    }
    let mut shots: Vec<Shot> = Vec::new();
    let mut crews: Vec<IconId> = Vec::new();
    let beams = |icon: IconId| battle.is_transporter(ship, icon);
    let hostile = |to: ShipId| battle.ship(to).side != battle.ship(ship).side;
    let mut torpedoes: Vec<IconId> = Vec::new();
    for (weapon, target) in all {
        if let Some((store, left)) = battle.boarding_magazine(ship, weapon) {
            if left as usize <= torpedoes.iter().filter(|it| **it == store).count() {
                continue;
            }
            torpedoes.push(store);
        }
        if targets.contains(&target) && !shots.iter().any(|shot| shot.weapon == weapon) {
            // FT-5.13.5.
            let known = Insight::Built <= battle.insight(Viewer::Seat(seat), target);
            let needle = known && battle.is_needle(ship, weapon) && !battle.ship(target).cloaked;
            let first = |icon: &IconId| damage::needle_target(battle, target, *icon);
            let aim = if needle && targets.len() == 1 {
                battle.field.blueprint(target).icon_ids().find(first)
            } else if known
                && beams(weapon)
                && battle.may_beam(ship, true).is_ok()
                && hostile(target)
                && dice.one_in(2)
            {
                let open = |icon: &IconId| battle.raid_target(target, *icon);
                let open: Vec<IconId> = battle.field.blueprint(target).icon_ids().filter(open).collect();
                (!open.is_empty()).then(|| *dice.pick(&open))
            } else {
                None
            };
            if beams(weapon) && aim.is_none() && 0 < battle.parties(ship) && dice.one_in(4) {
                crews.push(weapon);
            }
            shots.push(Shot { weapon, target, aim });
        }
    }
    let fire = directors::kept(battle, Fire { shots, crews, ..Fire::of(ship) });
    let fires = |icon: &IconId| fire.shots.iter().any(|it| it.weapon == *icon);
    let crews = fire.crews.iter().copied().filter(fires).collect();
    Some(Fire { crews, ..fire }).filter(|it| !it.shots.is_empty())
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::SideRolled { .. } => vec!["FT-4.2.2"],
        Event::Chosen { .. } => vec!["FT-2.6.12"],
        Event::SpinalFired { .. } => vec!["FT-5.23.2", "FT-5.23.3"],
        Event::Passed { .. } => vec!["FT-2.6.11"],
        Event::Reflected { .. } | Event::Scorched { .. } => vec!["FT-7.25.2"],
        Event::Fired { again, tally, .. } => {
            let mut rules = vec!["FT-5.0.1", "FT-1.7.4"];
            if !again.is_empty() {
                rules.push("FT-4.6.1");
            }
            if 0 < tally.emp {
                rules.push("FT-5.4.1");
            }
            if !tally.kills.is_none() {
                rules.push("FT-5.13.1");
            }
            rules
        }
    }
}
