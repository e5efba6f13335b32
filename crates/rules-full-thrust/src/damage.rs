//! Armour, hull, threshold checks, core systems and reactors (FT-DMG, FT-4.11, FT-10).

pub(crate) mod blasts;
pub(crate) mod checks;
pub(crate) mod kills;
pub(crate) mod notation;
pub(crate) mod repairs;
pub(crate) mod tactics;
pub(crate) mod words;

use dice::Dice;
use engine::{Findings, Odds, Seat, Seats, Table, Ways};
use geometry::Length;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, boarding,
    craft::gunboats,
    fire::{gunnery::is_aft, sweeps},
    jumps::riders,
    movement::links,
    narrate,
    options::ThresholdUnit,
    phases::{self, Phase, Step},
    sensors::{self, Found, cloaks},
    setup::scenario::Part,
    ship::{Armour, IconId, IconSet, LayerLeft, ShipId, Status},
    terrain::{debris, stations},
    yard::design::Kind,
};

/// What one attack does, before armour.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Tally {
    /// FT-DMG.2.
    pub normal: u16,
    /// FT-DMG.3.
    pub penetrating: u16,
    /// FT-DMG.3: of re-rolls of re-rolls, by how much deeper they start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deeper: Vec<u16>,
    /// FT-DMG.6: past all armour.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub direct: u16,
    /// FT-DMG.5: by hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sap: Vec<u8>,
    /// FT-DMG.4: by hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ap: Vec<u8>,
    /// FT-5.4.1.
    pub emp: u16,
    /// FT-5.13.1.
    #[serde(default, skip_serializing_if = "IconSet::is_none")]
    pub kills: IconSet,
    /// FT-5.18.1: units that boarding torpedoes bring aboard.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub landed: u16,
}

fn is_zero(points: &u16) -> bool {
    *points == 0
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.direct += other.direct;
        for (depth, points) in other.deeper.iter().enumerate() {
            self.add_deep(depth, *points);
        }
        self.normal += other.normal;
        self.penetrating += other.penetrating;
        self.sap.extend(&other.sap);
        self.ap.extend(&other.ap);
        self.emp += other.emp;
        self.landed += other.landed;
        self.kills = self.kills.union(other.kills);
    }

    /// FT-DMG.3: points that start `depth` layers further in than other re-rolls.
    pub(crate) fn add_deep(&mut self, depth: usize, points: u16) {
        if self.deeper.len() <= depth {
            self.deeper.resize(depth + 1, 0);
        }
        self.deeper[depth] += points;
    }

    /// All points, whatever stops them.
    pub fn points(&self) -> u16 {
        let hits = self.sap.iter().chain(&self.ap).map(|it| u16::from(*it)).sum::<u16>();
        self.normal + self.penetrating + self.deeper.iter().sum::<u16>() + self.direct + hits
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "DamageEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-DMG.1: what is left of the armour, and how many hull boxes are lost.
    Struck {
        ship: ShipId,
        armour: Armour,
        hull: u16,
        /// FT-17.5.1: points beyond the last box, where that is counted.
        #[serde(default, skip_serializing_if = "is_zero")]
        over: u16,
    },
    /// FT-2.4.2.
    Destroyed { ship: ShipId },
    /// FT-2.6.11: the phase is over, and what needle beams killed is out.
    FireEnded { killed: Vec<(ShipId, IconSet)> },
    /// FT-5.4.4: tests of one system, with their number.
    EmpTested { ship: ShipId, icon: IconId, needs: u8, dice: Vec<u8>, failed: u8 },
    /// FT-10.3.6: the owner's choice before the die.
    CoreChosen { ship: ShipId, choice: CoreChoice },
    /// FT-10.3.5, FT-10.3.7.
    CoreRolled { ship: ShipId, needs: u8, die: u8, blown: bool },
    /// FT-10.3.8: dice of a breach at one ship.
    Breached { from: ShipId, ship: ShipId, dice: Vec<u8> },
    /// FT-10.3.4.
    Suffocated { ship: ShipId },
}

/// FT-10.3.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum CoreChoice {
    Hold,
    Dump,
    Abandon,
}

/// FT-5.4.3: how many of the seat's hits test one system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct EmpTest {
    pub ship: ShipId,
    pub icon: IconId,
    pub tests: u16,
}

/// FT-DMG.1: what armour stops of an attack, and what reaches the hull.
pub fn soak(armour: &Armour, tally: &Tally) -> (Armour, u16) {
    soak_by(armour, tally, false)
}

/// As [`soak`]; FT-DMG.8: with regenerative boxes lost first, if so chosen.
pub(crate) fn soak_by(armour: &Armour, tally: &Tally, heal_first: bool) -> (Armour, u16) {
    if heal_first {
        // The same with the two kinds of boxes exchanged.
        let exchanged = |armour: &Armour| -> Armour {
            armour
                .iter()
                .map(|it| LayerLeft { standard: it.regenerative, regenerative: it.standard, hurt: 0 })
                .collect()
        };
        let (left, hull) = soak_by(&exchanged(armour), tally, false);
        let mut left = exchanged(&left);
        for (after, before) in left.iter_mut().zip(armour) {
            after.hurt = before.hurt + before.regenerative - after.regenerative;
        }
        return (left, hull);
    }
    let mut left = armour.clone();
    // FT-DMG.1: fixed for the whole attack.
    let top = left.iter().rposition(|layer| 0 < layer.boxes()).map_or(0, |at| at + 1);
    let inner = top.saturating_sub(1);
    let mut hull = fill(&mut left, tally.normal, top);
    hull += fill(&mut left, tally.penetrating, inner);
    for (depth, points) in tally.deeper.iter().enumerate() {
        hull += fill(&mut left, *points, inner.saturating_sub(depth + 1));
    }
    hull += tally.direct;
    for &points in &tally.sap {
        // FT-DMG.5: the larger half to the armour.
        let outer = u16::from(points).div_ceil(2);
        hull += fill(&mut left, outer, top);
        hull += fill(&mut left, u16::from(points) - outer, inner);
    }
    for &points in &tally.ap {
        // FT-DMG.4: one point to each layer that still has boxes.
        let mut points = u16::from(points);
        for i in (0..top).rev() {
            if 0 < points && 0 < left[i].boxes() {
                cross_off(&mut left, i, 1);
                points -= 1;
            }
        }
        hull += points;
    }
    (left, hull)
}

/// FT-DMG.1: crosses off boxes from layer `from` inwards; gives back the rest.
fn fill(armour: &mut Armour, mut points: u16, from: usize) -> u16 {
    for i in (0..from).rev() {
        let taken = points.min(armour[i].boxes());
        cross_off(armour, i, taken);
        points -= taken;
    }
    points
}

/// FT-DMG.8: standard boxes first.
fn cross_off(armour: &mut Armour, layer: usize, boxes: u16) {
    let layer = &mut armour[layer];
    let standard = boxes.min(layer.standard);
    layer.standard -= standard;
    layer.regenerative -= boxes - standard;
    layer.hurt += boxes - standard;
}

/// FT-4.10.1: fire from behind, where that passes armour by.
pub(crate) fn passes_armour(battle: &Battle, id: ShipId, from: ShipId) -> bool {
    battle.field.options.rear_arc_ignores_armour
        // FT-13.15.3: sections have no weak side.
        && battle.field.station(id).is_none()
        && is_aft(battle.ship(id).motion.facing.course(), battle.way(id, from)) == Some(true)
}

/// FT-2.6.11: marks armour and hull at once.
pub(crate) fn strike(table: &mut Table<Battle>, id: ShipId, from: Option<ShipId>, tally: &Tally) {
    // FT-12.1.4: whatever hurts a bogey shows what it is.
    if tally.points() == 0 || sensors::reveal(table, id, Found::Hit) || boarding::sink_prize(table, id) {
        return;
    }
    if !riders::pool(table, id, tally) {
        mark(table, id, from, tally);
    }
}

/// Marks armour and hull; FT-11.7.2: of this ship and no other.
pub(crate) fn mark(table: &mut Table<Battle>, id: ShipId, from: Option<ShipId>, tally: &Tally) {
    if tally.points() == 0 {
        return;
    }
    let battle = table.state();
    let ship = battle.ship(id);
    let behind = from.is_some_and(|from| passes_armour(battle, id, from));
    let (armour, hull) = if behind {
        (ship.armour.clone(), tally.points())
    } else {
        soak_by(&ship.armour, tally, ship.heal_first)
    };
    let left = battle.hull_left(id);
    // FT-17.5.1: counted only where wrecks may burst.
    let over = if battle.field.options.battle_debris { hull.saturating_sub(left) } else { 0 };
    let hull = hull.min(left);
    table.emit(crate::Event::Damage(Event::Struck { ship: id, armour, hull, over }));
    if let Some(from) = from {
        links::after_hit(table, id, from, hull);
    }
}

/// FT-2.6.11: what was shot to pieces is removed, and needle kills take effect.
pub(crate) fn end_of_fire(table: &mut Table<Battle>) {
    let battle = table.state();
    let killed =
        battle.active_ships().map(|id| (id, battle.ship(id).doomed)).filter(|it| !it.1.is_none()).collect();
    table.emit(crate::Event::Damage(Event::FireEnded { killed }));
    gunboats::end_of_fire(table);
    // FT-7.24.6: wave guns among them.
    for id in table.state().field.ship_ids() {
        sweeps::burst(table, id);
    }
    remove_wrecks(table);
    // FT-7.9.1: destroyed with the order written, they go off at the end of the phase.
    blasts::detonate(table, true);
    remove_wrecks(table);
}

/// FT-4.11.4, FT-7.9.1: the end of a phase that did damage: wrecks go, with what they were ordered to blow up,
/// and the rest are checked.
pub(crate) fn end_of_phase(table: &mut Table<Battle>) {
    remove_wrecks(table);
    blasts::detonate(table, true);
    remove_wrecks(table);
    checks::all(table);
}

/// FT-2.4.2.
pub(crate) fn remove_wrecks(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        let there =
            matches!(table.state().ship(id).status, Status::Active | Status::Hulk | Status::Carried { .. });
        if there && table.state().hull_left(id) == 0 {
            table.emit(crate::Event::Damage(Event::Destroyed { ship: id }));
            debris::burst(table, id);
        }
    }
    riders::settle(table);
}

/// D10: what a needle beam may be aimed at (FT-5.13.3).
pub(crate) fn needle_target(battle: &Battle, id: ShipId, icon: IconId) -> bool {
    let aimed = battle
        .field
        .blueprint(id)
        .kind(icon)
        .is_some_and(|kind| !matches!(kind, Kind::Marines | Kind::DamageControl));
    aimed && !battle.ship(id).gone.contains(icon)
}

/// D10, FT-5.4.3: what EMP can knock out.
pub(crate) fn emp_target(battle: &Battle, id: ShipId, icon: IconId) -> bool {
    battle.field.blueprint(id).kind(icon).is_some_and(|kind| {
        matches!(
            kind,
            Kind::Drive { .. }
                | Kind::Ftl { .. }
                | Kind::FireControl { .. }
                | Kind::Screen { .. }
                | Kind::Turret { .. }
                | Kind::Ecm { .. }
                | Kind::StealthField
                | Kind::Holofield
                | Kind::Reflex
                | Kind::CloakDevice
                | Kind::CloakField
                | Kind::CloakTuffley
        )
    })
}

/// Phase 13: EMP first, if anybody has to place hits; then the checks.
pub(crate) fn thresholds(table: &mut Table<Battle>) -> bool {
    blasts::detonate(table, false);
    remove_wrecks(table);
    let battle = table.state();
    let seats: Seats = battle
        .active_ships()
        .filter(|&id| battle.field.blueprint(id).icon_ids().any(|icon| emp_target(battle, id, icon)))
        .flat_map(|id| battle.ship(id).emp.iter().map(|it| it.0))
        .collect();
    if !seats.is_empty() {
        sensors::shown_by_emp(table);
        phases::enter(table, Phase::Emp { seats });
        return true;
    }
    checks::all(table);
    false
}

pub(crate) fn check_emp(battle: &Battle, seat: Seat, tests: &[EmpTest], found: &mut Findings) {
    let rule = "FT-5.4.3";
    for (i, test) in tests.iter().enumerate() {
        let Some(ship) = battle.ships.get(test.ship.index()).filter(|it| it.is_active()) else {
            found.add(rule, format!("there is no ship number {} to test", test.ship.0));
            continue;
        };
        found.require(emp_target(battle, test.ship, test.icon), rule, || {
            format!("system {} of {} is not open to EMP", test.icon.0, battle.field.tag(test.ship))
        });
        let hits = ship.emp.iter().find(|it| it.0 == seat).map_or(0, |it| it.1);
        let placed: u32 = tests.iter().filter(|it| it.ship == test.ship).map(|it| u32::from(it.tests)).sum();
        found.require(placed <= u32::from(hits), rule, || {
            format!("{placed} tests on {}, but {hits} hits", battle.field.tag(test.ship))
        });
        let twice = tests[..i].iter().any(|it| (it.ship, it.icon) == (test.ship, test.icon));
        found.require(!twice, rule, || "one line for each system".to_owned());
    }
}

/// FT-5.4.2: the number of a test, and what is added to its die for rows lost since the last check.
pub(crate) fn emp_test(battle: &Battle, id: ShipId) -> (u8, u8) {
    let ship = battle.ship(id);
    let hits: u16 = ship.emp.iter().map(|it| it.1).sum();
    let needs = match hits {
        0..=1 => 6,
        2 => 5,
        3.. => 4,
    };
    (needs, battle.field.blueprint(id).rows_lost(ship.hull_lost) - ship.rows_checked)
}

/// FT-5.4.4: how often a system can be knocked out still; FT-4.11.8: a drive as often as something is left of it.
fn emp_left(battle: &Battle, id: ShipId, icon: IconId) -> u8 {
    let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
    match blueprint.kind(icon) {
        Some(Kind::Drive { .. }) => {
            let full = battle.share_of_drive(id, blueprint.thrust);
            (ship.drive_hits..2).filter(|hits| 0 < battle.halved(full, *hits)).count() as u8
        }
        _ => u8::from(ship.works(icon)),
    }
}

/// FT-5.4.2, FT-5.4.4: what the tests of one system may come to.
pub(crate) fn emp_odds(battle: &Battle, test: &EmpTest) -> Odds {
    let EmpTest { ship, icon, tests } = *test;
    let (needs, rows) = emp_test(battle, ship);
    let failed = Ways::die(6, |die| usize::from(needs <= die + rows)).times(tests);
    let field = &battle.field;
    let what = format!("EMP on {} of {}", narrate::system(field, ship, icon), narrate::name(field, ship));
    Odds::new(what, "failures", "FT-5.4.2", failed.at_most(emp_left(battle, ship, icon).into()))
}

/// FT-5.4.2, FT-5.4.4: all tests of a ship at the number of all its hits.
pub(crate) fn resolve_emp(table: &mut Table<Battle>, tests: &[&EmpTest]) {
    for test in tests {
        let battle = table.state();
        let (needs, rows) = emp_test(battle, test.ship);
        let mut left = emp_left(battle, test.ship, test.icon);
        let (mut dice, mut failed) = (Vec::new(), 0);
        for _ in 0..test.tests {
            // FT-5.4.4: tests left over for a system already out are lost.
            if left == 0 {
                break;
            }
            let die = table.roll(6);
            dice.push(die);
            if needs <= die + rows {
                failed += 1;
                left -= 1;
            }
        }
        let (ship, icon) = (test.ship, test.icon);
        table.emit(crate::Event::Damage(Event::EmpTested { ship, icon, needs, dice, failed }));
    }
    checks::all(table);
    phases::play_after(table, Step::Thresholds);
}

/// Phase 15: power cores, then life support (FT-10.3.4 to FT-10.3.8).
pub(crate) fn reactors(table: &mut Table<Battle>) -> bool {
    sweeps::charge(table);
    let battle = table.state();
    let manned = battle.field.ship_ids().filter(|&id| battle.ship(id).is_manned());
    let seats: Seats =
        manned.filter(|&id| has_loose_core(battle, id)).map(|id| battle.ship(id).owner).collect();
    if !seats.is_empty() {
        phases::enter(table, Phase::Cores { seats });
        return true;
    }
    blow_cores(table);
    false
}

/// FT-10.3.5: hit, not repaired and not dumped.
pub(crate) fn has_loose_core(battle: &Battle, id: ShipId) -> bool {
    let ship = battle.ship(id);
    let core = battle.field.blueprint(id).icons.iter().position(|part| *part == Part::PowerCore);
    !ship.core.dumped && core.is_some_and(|icon| ship.damaged.contains(IconId(icon as u8)))
}

pub(crate) fn check_cores(
    battle: &Battle,
    seat: Seat,
    choices: &[(ShipId, CoreChoice)],
    found: &mut Findings,
) {
    for (id, _) in choices {
        if battle.is_own(seat, *id, "FT-10.3.6", found) {
            found.require(has_loose_core(battle, *id), "FT-10.3.6", || {
                format!("the core of {} is in order", battle.field.tag(*id))
            });
        }
    }
}

pub(crate) fn resolve_cores(table: &mut Table<Battle>, choices: &[(ShipId, CoreChoice)]) {
    for &(ship, choice) in choices {
        if choice != CoreChoice::Hold {
            // FT-7.21.3: without crew or power nothing hides it.
            cloaks::drop(table, ship);
            table.emit(crate::Event::Damage(Event::CoreChosen { ship, choice }));
        }
    }
    blow_cores(table);
    phases::end_turn(table);
}

/// FT-10.3.5, FT-10.3.7: one less each turn after the crew has left.
pub(crate) fn core_needs(battle: &Battle, id: ShipId) -> u8 {
    let since = battle.ship(id).core.abandoned.map_or(0, |turn| battle.turn.saturating_sub(turn));
    5_u8.saturating_sub(since.min(4) as u8).max(1)
}

fn blow_cores(table: &mut Table<Battle>) {
    let battle = table.state();
    let order = checks::order(battle);
    for id in order {
        let battle = table.state();
        let ship = battle.ship(id);
        let there = ship.is_manned() || ship.status == Status::Hulk;
        let hidden = ship.status == Status::Cloaked;
        if !there || !has_loose_core(battle, id) {
            continue;
        }
        let needs = core_needs(battle, id);
        let die = table.roll(6);
        let blown = needs <= die;
        table.emit(crate::Event::Damage(Event::CoreRolled { ship: id, needs, die, blown }));
        // FT-7.21.2: behind a cloaking field it hurts nobody else.
        if blown && !hidden && table.state().field.options.reactor_breach {
            breach(table, id);
        }
        if blown && !hidden {
            stations::tear(table, id);
        }
    }
    for id in table.state().field.ship_ids() {
        let ship = table.state().ship(id);
        if ship.is_manned() && ship.core.air_until.is_some_and(|turn| turn <= table.state().turn) {
            cloaks::drop(table, id);
            table.emit(crate::Event::Damage(Event::Suffocated { ship: id }));
        }
    }
    blasts::test_charges(table);
    remove_wrecks(table);
    checks::all(table);
}

/// FT-10.3.8, FT-QRS.3: a die for every full 25 mass at each ship, group and marker within 3 MU, near ones first.
fn breach(table: &mut Table<Battle>, from: ShipId) {
    let battle = table.state();
    let least = battle.field.options.breach_min_dice.get();
    let dice = (battle.field.blueprint(from).design.mass / 25).max(least);
    let mut near: Vec<ShipId> = battle
        .active_ships()
        // FT-13.15.4: sections of its own station have dice of their own.
        .filter(|&id| !battle.field.sections_of(from).any(|it| it == id))
        .filter(|&id| id != from && battle.way(from, id).within(Length::units(3)))
        .collect();
    near.sort_by_key(|&id| (battle.way(from, id).square(), id));
    for id in near {
        let off = table.state().screens(id).advanced.min(2);
        let floor = table.state().field.options.damage_die_floor;
        let dice: Vec<u8> = (0..dice).map(|_| table.roll(6)).collect();
        let points: u32 = dice.iter().map(|die| u32::from(floor.less(*die, off))).sum();
        // FT-DMG.5: the dice are one hit.
        let tally = Tally { sap: vec![points.min(255) as u8], ..Tally::default() };
        table.emit(crate::Event::Damage(Event::Breached { from, ship: id, dice }));
        strike(table, id, None, &tally);
    }
    let n = dice.min(255) as u8;
    let near = |way: geometry::Offset| if way.within(Length::units(3)) { n } else { 0 };
    blasts::engulf(table, from, blasts::Cause::Core, &near);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Struck { ship: id, armour, hull, over } => {
            let field = std::sync::Arc::clone(&battle.field);
            let ship = battle.ship_mut(*id);
            ship.armour = armour.clone();
            ship.hull_lost += hull;
            ship.over = ship.over.saturating_add(*over);
            // FT-4.11.4: where each attack is checked by itself.
            if field.options.threshold_unit == ThresholdUnit::Attack {
                let rows = field.blueprint(*id).rows_lost(ship.hull_lost);
                if ship.marks.last().copied().unwrap_or(ship.rows_checked) < rows {
                    let _ = ship.marks.try_push(rows);
                }
            }
        }
        Event::Destroyed { ship } => battle.ship_mut(*ship).status = Status::Destroyed,
        Event::FireEnded { killed } => {
            let field = std::sync::Arc::clone(&battle.field);
            for (id, icons) in killed {
                for icon in icons.iter() {
                    let drive = matches!(field.blueprint(*id).kind(icon), Some(Kind::Drive { .. }));
                    let destroys = field.options.needle_drive_destroys;
                    let most = battle.most_drive_hits(*id);
                    let ship = battle.ship_mut(*id);
                    if drive {
                        let hits = if destroys { 2 } else { 1 };
                        ship.drive_hits = (ship.drive_hits + hits).min(most);
                        ship.drive_gone = (ship.drive_gone + hits).min(most);
                    } else {
                        ship.gone.insert(icon);
                    }
                }
                battle.ship_mut(*id).doomed = IconSet::default();
            }
        }
        Event::EmpTested { ship: id, icon, failed, .. } => {
            let drive = matches!(battle.field.blueprint(*id).kind(*icon), Some(Kind::Drive { .. }));
            let most = battle.most_drive_hits(*id);
            let ship = battle.ship_mut(*id);
            if drive {
                ship.drive_hits = (ship.drive_hits + failed).min(most);
            } else if 0 < *failed {
                ship.damaged.insert(*icon);
            }
        }
        Event::CoreChosen { ship: id, choice } => {
            let turn = battle.turn;
            let ship = battle.ship_mut(*id);
            match choice {
                CoreChoice::Hold => (),
                CoreChoice::Dump => ship.core.dumped = true,
                CoreChoice::Abandon => {
                    ship.core.abandoned = Some(turn);
                    ship.status = Status::Hulk;
                }
            }
        }
        Event::CoreRolled { ship, blown, .. } => {
            if *blown {
                battle.ship_mut(*ship).status = Status::Destroyed;
            }
        }
        Event::Breached { .. } => (),
        Event::Suffocated { ship } => battle.ship_mut(*ship).status = Status::Hulk,
    }
}

/// Every hit on some system that is open to it.
pub(crate) fn sample_emp(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<EmpTest> {
    let mut tests: Vec<EmpTest> = Vec::new();
    for id in battle.active_ships() {
        let hits = battle.ship(id).emp.iter().find(|it| it.0 == seat).map_or(0, |it| it.1);
        let open: Vec<IconId> =
            battle.field.blueprint(id).icon_ids().filter(|&icon| emp_target(battle, id, icon)).collect();
        for _ in 0..if open.is_empty() { 0 } else { hits } {
            let icon = *dice.pick(&open);
            match tests.iter_mut().find(|it| (it.ship, it.icon) == (id, icon)) {
                Some(test) => test.tests += 1,
                None => tests.push(EmpTest { ship: id, icon, tests: 1 }),
            }
        }
    }
    tests
}

pub(crate) fn sample_cores(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<(ShipId, CoreChoice)> {
    let loose = battle.crews(seat).filter(|&id| has_loose_core(battle, id));
    let all = [CoreChoice::Hold, CoreChoice::Dump, CoreChoice::Abandon];
    loose.map(|id| (id, *dice.pick(&all))).collect()
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Struck { .. } => vec!["FT-DMG.1", "FT-DMG.7"],
        Event::Destroyed { .. } => vec!["FT-2.4.2"],
        Event::FireEnded { .. } => vec!["FT-2.6.11"],
        Event::EmpTested { .. } => vec!["FT-5.4.2", "FT-5.4.4"],
        Event::CoreChosen { .. } => vec!["FT-10.3.6"],
        Event::CoreRolled { .. } => vec!["FT-10.3.5", "FT-10.3.7"],
        Event::Breached { .. } => vec!["FT-10.3.8"],
        Event::Suffocated { .. } => vec!["FT-10.3.4"],
    }
}

#[cfg(test)]
mod tests;
