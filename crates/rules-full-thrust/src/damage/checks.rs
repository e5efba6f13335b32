//! Threshold checks (FT-4.11, FT-10.1, FT-10.3, FT-12.9, FT-12.11).

use engine::Table;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, boarding,
    craft::{hangars, wings::Post},
    damage::{self, blasts},
    fire::{gunnery::is_one_shot, sweeps},
    movement::plot,
    options::{Colours, HangarRows, HangarSign},
    setup::scenario::{Blueprint, Part},
    ship::{IconId, IconSet, ShipId, Status},
    terrain::planets,
    yard::design::{Group, Holds, Kind},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "ChecksEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-4.11.3: `row` is the last row complete, `extra` how many more came with it.
    Checked {
        ship: ShipId,
        row: u8,
        extra: u8,
        rolls: Vec<(IconId, u8)>,
        /// Knocked out, to be repaired.
        damaged: IconSet,
        /// Lost for good.
        gone: IconSet,
        drive: u8,
    },
    /// FT-10.2.1: bays before all the others.
    HangarsChecked { ship: ShipId, row: u8, extra: u8, rolls: Vec<(IconId, u8)>, damaged: IconSet },
    /// FT-10.2.2: the die of a lost bay, and the damage die if it explodes.
    HangarTested { ship: ShipId, icon: IconId, die: u8, damage: Option<u8>, points: u8 },
    /// FT-10.3.2: turns out of control, 6 for the game.
    BridgeHit { ship: ShipId, die: u8 },
    /// FT-10.3.4: turns until the air fails.
    LifeSupportHit { ship: ShipId, die: u8 },
    /// FT-12.9.1.
    ColoursTested { ship: ShipId, die: u8, struck: bool },
    /// FT-12.11.1: the second die is the way, if the first says so; for vector ships the course has
    /// dice of its own.
    CourseTested {
        ship: ShipId,
        die: u8,
        way: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        drift: Option<(u8, Option<u8>)>,
    },
}

/// FT-1.7.5: the initiative winner's ships first, in the order of the fleet lists.
pub(crate) fn order(battle: &Battle) -> Vec<ShipId> {
    let place = |id: ShipId| battle.initiative.iter().position(|it| *it == battle.ship(id).owner);
    let mut ids: Vec<ShipId> = battle.field.ship_ids().collect();
    ids.sort_by_key(|&id| (place(id).unwrap_or(usize::MAX), id));
    ids
}

/// FT-4.11.4, FT-10.1.2: one check for each ship that has lost rows since its last.
pub(crate) fn all(table: &mut Table<Battle>) {
    // FT-4.11.6: damage that a check causes may complete a row, and that row is checked in its turn.
    loop {
        let due: Vec<ShipId> =
            order(table.state()).into_iter().filter(|&id| is_due(table.state(), id)).collect();
        if due.is_empty() {
            break;
        }
        for id in due {
            if is_due(table.state(), id) {
                check(table, id);
            }
        }
    }
    damage::remove_wrecks(table);
    hangars::settle(table);
}

/// FT-4.11.1: a row is complete that has not been checked for, and it is not the last.
fn is_due(battle: &Battle, id: ShipId) -> bool {
    let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
    let row = blueprint.rows_lost(ship.hull_lost);
    ship.is_active() && ship.rows_checked < row && usize::from(row) < blueprint.rows.len()
}

/// FT-4.11.4: the row to check for: the last one complete, or the last of the first attack that
/// has not been checked for.
fn row_due(battle: &Battle, id: ShipId) -> u8 {
    let ship = battle.ship(id);
    let all = battle.field.blueprint(id).rows_lost(ship.hull_lost);
    ship.marks.iter().copied().find(|&row| ship.rows_checked < row && row <= all).unwrap_or(all)
}

/// FT-10.2.1 to FT-10.2.4: bays roll first, and those lost may explode.
fn check_hangars(table: &mut Table<Battle>, id: ShipId) {
    let battle = table.state();
    let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
    let row = row_due(battle, id);
    let thing = Threshold { row, extra: row - ship.rows_checked - 1 };
    let bays: Vec<IconId> = blueprint
        .icons_of(|kind| matches!(kind, Kind::Hangar { .. }))
        .filter(|&icon| ship.works(icon))
        .collect();
    if bays.is_empty() {
        return;
    }
    // FT-10.2.3: more likely with every row lost this turn.
    let rows = row - ship.rows_at_start;
    let rows = match battle.field.options.hangar_crit_rows {
        HangarRows::Every => rows,
        HangarRows::Extra => rows.saturating_sub(1),
    };
    // And after a combat landing.
    let rows = rows + u8::from(ship.deck.fouled);
    let sign = battle.field.options.hangar_crit_sign;
    let rolls: Vec<(IconId, u8)> = bays.into_iter().map(|icon| (icon, table.roll(6))).collect();
    let damaged: IconSet = rolls.iter().filter(|it| thing.fails(it.1, 0)).map(|it| it.0).collect();
    let Threshold { row, extra } = thing;
    table.emit(crate::Event::Checks(Event::HangarsChecked { ship: id, row, extra, rolls, damaged }));
    for icon in damaged.iter() {
        let die = table.roll(6);
        let explodes = match sign {
            HangarSign::Widen => die <= 2 + rows,
            HangarSign::Literal => die + rows <= 2,
        };
        let damage = explodes.then(|| table.roll(6));
        let armed = if holds_ordnance(table.state(), id, icon) { 2 } else { 1 };
        let points = damage.map_or(0, |die| die.div_ceil(2) * armed);
        table.emit(crate::Event::Checks(Event::HangarTested { ship: id, icon, die, damage, points }));
    }
}

/// FT-10.2.2, FT-QRS.2: not fighters of any kind: torpedo, MKP and missile fighters lie in it.
fn holds_ordnance(battle: &Battle, id: ShipId, icon: IconId) -> bool {
    battle.aboard(id).any(|group| {
        let group = battle.group(group);
        let there =
            |post: &Post| matches!(post, Post::Aboard { bays, .. } if bays.iter().any(|it| it.0 == icon));
        there(&group.post) && group.is_armed()
    })
}

fn check(table: &mut Table<Battle>, id: ShipId) {
    let first = table.state().field.options.hangar_crits;
    if first {
        check_hangars(table, id);
    }
    // FT-10.2.4: the rest of the check uses the rows as they are now.
    let battle = table.state();
    let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
    let row = row_due(battle, id);
    let rows = row - ship.rows_checked;
    // FT-4.11.1: the last row has no check.
    if rows == 0 || usize::from(row) == blueprint.rows.len() {
        return;
    }
    let extra = rows - 1;
    let thing = Threshold { row, extra };
    // FT-12.7.5: crews check for the rows that weapons took.
    let armed = row.min(blueprint.rows_lost(ship.hull_lost - ship.sacked.min(ship.hull_lost)));
    let crew =
        (ship.rows_checked < armed).then(|| Threshold { row: armed, extra: armed - ship.rows_checked - 1 });
    let twice = battle.field.options.double_drive_check && 2 <= row - ship.rows_at_start;
    let icons: Vec<(IconId, Part, bool)> = blueprint
        .icon_ids()
        .map(|icon| (icon, blueprint.icons[icon.index()]))
        .filter(|(icon, _)| rolls(battle, id, *icon))
        .filter(|(icon, _)| crew.is_some() || !is_crew(blueprint, *icon))
        .filter(|(icon, _)| !(first && matches!(blueprint.kind(*icon), Some(Kind::Hangar { .. }))))
        .map(|(icon, part)| {
            let drive = matches!(blueprint.kind(icon), Some(Kind::Drive { .. }));
            (icon, part, drive)
        })
        .collect();
    let (mut damaged, mut gone, mut drive) = (IconSet::default(), IconSet::default(), 0_u8);
    let mut dice = Vec::new();
    for (icon, _, is_drive) in &icons {
        for _ in 0..1 + u8::from(*is_drive && twice) {
            let die = table.roll(6);
            dice.push((*icon, die));
            let battle = table.state();
            let blueprint = battle.field.blueprint(id);
            let thing = crew.filter(|_| is_crew(blueprint, *icon)).unwrap_or(thing);
            if !thing.fails(die, modifier(blueprint, *icon)) {
                continue;
            }
            if *is_drive {
                drive += 1;
            } else if is_for_good(battle, id, *icon, die) {
                gone.insert(*icon);
            } else {
                damaged.insert(*icon);
            }
        }
    }
    largest_first(table.state(), id, &icons, &mut damaged);
    let flaw = icons.iter().any(|(icon, part, _)| *part == Part::Flaw && damaged.contains(*icon));
    let hit = |wanted: Part| icons.iter().any(|(icon, part, _)| *part == wanted && damaged.contains(*icon));
    let (bridge, air) = (hit(Part::Bridge), hit(Part::LifeSupport));
    // FT-6.6.15.
    let antimatter = |icon: &IconId| {
        matches!(table.state().field.blueprint(id).kind(*icon), Some(Kind::Antimatter { .. }))
    };
    let racks: Vec<IconId> = gone.iter().filter(antimatter).collect();
    table.emit(crate::Event::Checks(Event::Checked {
        ship: id,
        row,
        extra,
        rolls: dice,
        damaged,
        gone,
        drive,
    }));
    boarding::check_parties(table, id, crew);
    blasts::racks(table, id, &racks);
    sweeps::burst(table, id);
    if bridge {
        let die = table.roll(6);
        table.emit(crate::Event::Checks(Event::BridgeHit { ship: id, die }));
    }
    if air {
        let die = table.roll(6);
        table.emit(crate::Event::Checks(Event::LifeSupportHit { ship: id, die }));
    }
    // FT-17.8.6: drive and bridge, each with what is added to its die.
    let shaken: Vec<i8> = (0..drive).map(|_| 0).chain(bridge.then_some(-1)).collect();
    planets::test_orbit(table, id, thing, &shaken);
    // FT-13.13.13: a flaw that gives way ends the ship.
    if flaw {
        table.emit(crate::Event::Damage(damage::Event::Destroyed { ship: id }));
        return;
    }
    colours(table, id, thing);
    course(table, id, thing);
}

/// FT-10.6.1: of holds, berths and rooms of a kind the largest are lost, as many as failed.
fn largest_first(battle: &Battle, id: ShipId, icons: &[(IconId, Part, bool)], damaged: &mut IconSet) {
    let blueprint = battle.field.blueprint(id);
    let bay = |icon: IconId| match blueprint.kind(icon) {
        Some(Kind::Bay { holds, capacity, .. }) => Some((*holds, capacity.hundredths)),
        _ => None,
    };
    for holds in [Holds::Cargo, Holds::Passengers, Holds::Troops] {
        let mut all: Vec<(u32, IconId)> = icons
            .iter()
            .filter_map(|it| Some((it.0, bay(it.0)?)))
            .filter(|it| it.1.0 == holds)
            .map(|it| (it.1.1, it.0))
            .collect();
        let lost = all.iter().filter(|it| damaged.contains(it.1)).count();
        all.sort_by_key(|it| (std::cmp::Reverse(it.0), it.1));
        for (n, (_, icon)) in all.into_iter().enumerate() {
            if n < lost { damaged.insert(icon) } else { damaged.remove(icon) }
        }
    }
}

/// FT-12.9.1.
fn colours(table: &mut Table<Battle>, id: ShipId, thing: Threshold) {
    let modifier = match table.state().field.options.strike_colours {
        Colours::Off => return,
        Colours::Normal => 0,
        Colours::Core => -1,
    };
    let die = table.roll(6);
    let struck = thing.fails(die, modifier);
    table.emit(crate::Event::Checks(Event::ColoursTested { ship: id, die, struck }));
}

/// FT-12.11.1.
fn course(table: &mut Table<Battle>, id: ShipId, thing: Threshold) {
    if !table.state().field.options.knocked_off_course || !table.state().ship(id).is_active() {
        return;
    }
    let die = table.roll(6);
    let way = thing.fails(die, 0).then(|| table.roll(6));
    let drift = table.state().ship(id).motion.drift.is_some().then(|| {
        let die = table.roll(6);
        (die, thing.fails(die, 0).then(|| table.roll(6)))
    });
    table.emit(crate::Event::Checks(Event::CourseTested { ship: id, die, way, drift }));
}

/// FT-4.11.2: the die that knocks a system out, by the rows complete, of which there are six at most.
pub(crate) fn needs(row: u8) -> u8 {
    7_u8.saturating_sub(row)
}

#[derive(Clone, Copy)]
pub(crate) struct Threshold {
    pub(crate) row: u8,
    pub(crate) extra: u8,
}

impl Threshold {
    /// FT-4.11.2, FT-4.11.3, FT-10.1.1: die and extra rows against 7 less the row.
    pub(crate) fn fails(self, die: u8, modifier: i8) -> bool {
        i16::from(needs(self.row)) <= i16::from(die) + i16::from(self.extra) + i16::from(modifier)
    }
}

/// FT-4.11.5, FT-10.1.4, FT-10.6.1: everything with an icon that is not already lost; spent one-shots need not.
fn rolls(battle: &Battle, id: ShipId, icon: IconId) -> bool {
    let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
    match blueprint.kind(icon) {
        Some(Kind::Drive { .. }) => ship.drive_hits < 2 && 0 < battle.rating(id),
        Some(kind) if is_one_shot(kind) && ship.spent.contains(icon) => false,
        // FT-10.3.6: a dumped core cannot be hit.
        None if ship.core.dumped && blueprint.icons[icon.index()] == Part::PowerCore => false,
        _ => ship.works(icon),
    }
}

/// FT-12.7.5: Marines and bought parties.
fn is_crew(blueprint: &Blueprint, icon: IconId) -> bool {
    matches!(blueprint.kind(icon), Some(Kind::Marines | Kind::DamageControl))
}

/// FT-4.11.10, FT-10.1.8: what is added to the die.
pub(crate) fn modifier(blueprint: &Blueprint, icon: IconId) -> i8 {
    match (blueprint.icons[icon.index()], blueprint.kind(icon)) {
        (Part::Bridge | Part::PowerCore | Part::LifeSupport, _) | (_, Some(Kind::Suicide)) => -1,
        // FT-13.13.13.
        (Part::Flaw, _) => -i8::from(blueprint.design.group() == Group::Capital),
        // FT-13.13.8.
        (_, Some(Kind::Sensors { .. })) => 1,
        _ => 0,
    }
}

/// FT-10.4.4, FT-10.1.7, D10: what nobody can repair, however it was lost.
pub(crate) fn is_past_repair(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Magazine { .. }
            | Kind::MineLayer { .. }
            | Kind::SalvoRack { .. }
            | Kind::HeavyMissile { .. }
            | Kind::Antimatter { .. }
            | Kind::Marines
            | Kind::DamageControl
    )
}

/// FT-10.4.4, FT-10.1.8: what a check takes for good.
fn is_for_good(battle: &Battle, id: ShipId, icon: IconId, die: u8) -> bool {
    match battle.field.blueprint(id).kind(icon) {
        Some(Kind::Sensors { .. }) => die == 6,
        Some(kind) => is_past_repair(kind),
        None => false,
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Checked { ship: id, row, damaged, gone, drive, .. } => {
            let most = battle.most_drive_hits(*id);
            let ship = battle.ship_mut(*id);
            ship.rows_checked = *row;
            ship.marks.retain(|it| row < it);
            ship.damaged = ship.damaged.union(*damaged);
            ship.gone = ship.gone.union(*gone);
            ship.drive_hits = (ship.drive_hits + drive).min(most);
        }
        Event::HangarsChecked { ship, damaged, .. } => {
            let ship = battle.ship_mut(*ship);
            ship.damaged = ship.damaged.union(*damaged);
        }
        // FT-DMG.6: straight to the hull.
        Event::HangarTested { ship, points, .. } => {
            let left = battle.hull_left(*ship);
            battle.ship_mut(*ship).hull_lost += u16::from(*points).min(left);
        }
        Event::BridgeHit { ship: id, die } => {
            let turn = battle.turn;
            let bridge = battle.field.blueprint(*id).icons.iter().position(|part| *part == Part::Bridge);
            let ship = battle.ship_mut(*id);
            // FT-10.3.2: the rest of this turn is the first; a 6 is for the game.
            ship.core.adrift_until = if *die == 6 { u16::MAX } else { turn + u16::from(*die) - 1 };
            if let (6, Some(icon)) = (*die, bridge) {
                ship.gone.insert(IconId(icon as u8));
            }
        }
        Event::LifeSupportHit { ship, die } => {
            let turn = battle.turn;
            battle.ship_mut(*ship).core.air_until = Some(turn + u16::from(*die));
        }
        Event::ColoursTested { ship, struck, .. } => {
            if *struck {
                battle.ship_mut(*ship).status = Status::Struck;
            }
        }
        Event::CourseTested { ship, way, drift, .. } => {
            let points = |way: u8| if way <= 3 { 1 } else { -1 };
            let motion = &mut battle.ship_mut(*ship).motion;
            if let Some(way) = way {
                motion.facing = motion.facing.turned(points(*way));
            }
            if let (Some((_, Some(way))), Some(old)) = (drift, motion.drift) {
                motion.drift = Some(plot::turned(old, points(*way)));
            }
        }
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Checked { extra: 0, .. } => vec!["FT-4.11.2", "FT-4.11.5"],
        Event::Checked { .. } => vec!["FT-4.11.3", "FT-4.11.5"],
        Event::HangarsChecked { .. } => vec!["FT-10.2.1"],
        Event::HangarTested { .. } => vec!["FT-10.2.2", "FT-10.2.3"],
        Event::BridgeHit { .. } => vec!["FT-10.3.2"],
        Event::LifeSupportHit { .. } => vec!["FT-10.3.4"],
        Event::ColoursTested { .. } => vec!["FT-12.9.1"],
        Event::CourseTested { .. } => vec!["FT-12.11.1"],
    }
}
