//! The Power Phase: charging and the Power Curve (TAL-9.1 to TAL-9.4, TAL-5.4.3).

use dice::Dice;
use engine::{Findings, Table};

use crate::{
    battle::Battle,
    events::{Event, RoundEvent},
    orders::Adjust,
    retreat,
    ship::{Ship, ShipId},
};

/// TAL-8.4.2, TAL-CRIT.8: what hull and criticals take from the Power.
pub(crate) fn modifier(battle: &Battle, ship: &Ship) -> i8 {
    let design = battle.field.design_of(ship);
    if design.is_fighters() { 0 } else { design.hull_modifier(ship.hull_marked) - ship.criticals.power as i8 }
}

/// TAL-5.4.4: Power as it would be written on `row`; modifiers apply to the row's value.
pub(crate) fn modified(battle: &Battle, ship: &Ship, row: u8) -> i8 {
    battle.field.design_of(ship).power(row) + modifier(battle, ship)
}

/// TAL-8.1.2, TAL-9.2.1, TAL-9.2.2: red and yellow boxes a bar may charge now;
/// never both. TAL-12.2.4, TAL-12.2.1b: every fighter's own bar, Carrier or not.
pub(crate) fn chargeable(battle: &Battle, ship: &Ship, bar: usize) -> [u8; 2] {
    let design = battle.field.design_of(ship);
    let Some(group) = design.group(bar) else { return [0, 0] };
    let it = ship.bars[bar];
    // TAL-9.3.3: nothing under Power Loss; a destroyed group charges nothing.
    if it.destroyed || ship.criticals.power_loss {
        return [0, 0];
    }
    if it.red < group.red { [1, 0] } else { [0, group.count.min(group.yellow - it.yellow)] }
}

/// TAL-5.4.3, TAL-14.3, TAL-12.1.2a: the rows a ship may take now, Bases and fighters too, its present
/// one first, then faster, then slower.
/// TAL-5.4.4: none with negative Power while another has not.
pub(crate) fn rows(battle: &Battle, ship: &Ship) -> impl Iterator<Item = u8> + use<> {
    let last = battle.field.design_of(ship).curve.len() as u8 - 1;
    let row = ship.row;
    let mut near = [Some(row), row.checked_sub(1), (row < last).then_some(row + 1)];
    if ship.criticals.power_loss {
        near = [Some(row), None, None];
    }
    let sound = near.map(|it| it.is_some_and(|row| 0 <= modified(battle, ship, row)));
    let any = sound.contains(&true);
    (0..3).filter_map(move |i| near[i].filter(|_| sound[i] || !any))
}

pub(crate) fn check(battle: &Battle, side: u8, ships: &[Adjust], found: &mut Findings) {
    for (n, wanted) in ships.iter().enumerate() {
        if !battle.is_own(side, wanted.ship, "TAL-9.1", found) {
            continue;
        }
        let (ship, design) = (battle.ship(wanted.ship), battle.design_of(wanted.ship));
        let tag = || battle.tag(wanted.ship);
        let twice = ships[..n].iter().any(|it| it.ship == wanted.ship);
        found.require(!twice, "TAL-9.1", || format!("{}: it is adjusted twice", tag()));
        for (bar, boxes) in wanted.charge.into_iter().flatten().enumerate() {
            let [red, yellow] = chargeable(battle, ship, bar);
            let rule = if ship.criticals.power_loss {
                "TAL-9.3.3"
            } else if 0 < red {
                "TAL-9.2.2"
            } else {
                "TAL-9.2.1"
            };
            found.require(boxes <= red.max(yellow), rule, || {
                format!("{}: bar {} may charge {}, not {boxes}", tag(), bar + 1, red.max(yellow))
            });
        }
        if let Some(speed) = wanted.speed {
            let row = (0..design.curve.len() as u8).find(|&row| design.speed(row) == speed);
            let Some(row) = row else {
                found.add("TAL-5.4.3", format!("{}: it has no Speed {speed}", tag()));
                continue;
            };
            if ship.criticals.power_loss && row != ship.row {
                found.add("TAL-9.3.3", format!("{}: no change under Power Loss", tag()));
            } else if 1 < row.abs_diff(ship.row) {
                found.add("TAL-5.4.3", format!("{}: the Speed changes by one at most", tag()));
            } else if !rows(battle, ship).any(|it| it == row) {
                found.add("TAL-5.4.4", format!("{}: Speed {speed} would leave negative Power", tag()));
            }
        }
    }
}

/// TAL-9.2.3, TAL-9.3.1: charges all bars, sets the curve and writes the Power
/// of every ship of a side; those not named by default.
pub(crate) fn perform(table: &mut Table<Battle>, side: u8, ships: &[Adjust]) {
    for id in table.state().ship_ids() {
        let battle = table.state();
        let ship = battle.ship(id);
        if ship.side != side || !ship.is_active() {
            continue;
        }
        let wanted = ships.iter().find(|it| it.ship == id);
        let mut charged = [[0; 2]; 3];
        for (bar, boxes) in charged.iter_mut().enumerate() {
            *boxes = chargeable(battle, ship, bar);
            if let Some(limit) = wanted.and_then(|it| it.charge) {
                *boxes = boxes.map(|it| it.min(limit[bar]));
            }
        }
        let design = battle.field.design_of(ship);
        let row = wanted
            .and_then(|it| it.speed)
            .and_then(|speed| rows(battle, ship).find(|&row| design.speed(row) == speed))
            // By default it keeps its row if it can, else takes the faster of those it may.
            .or_else(|| rows(battle, ship).next())
            .unwrap_or(ship.row);
        let power = modified(battle, ship, row);
        table.emit(Event::Round(RoundEvent::Adjusted { ship: id, charged, row, power }));
        if retreat::spools_now(table.state(), id) {
            table.emit(Event::Round(RoundEvent::Spooled { ship: id }));
        }
    }
}

/// Writes what the Power Phase brought a ship.
pub(crate) fn apply(battle: &mut Battle, id: ShipId, charged: &[[u8; 2]; 3], row: u8, power: i8) {
    let ship = battle.ship_mut(id);
    for (bar, [red, yellow]) in ship.bars.iter_mut().zip(charged) {
        bar.red += red;
        bar.yellow += yellow;
    }
    // TAL-9.3.2: a Turn Radius marker stays as it is.
    (ship.row, ship.power) = (row, power);
}

pub(crate) fn sample(battle: &Battle, side: u8, dice: &mut Dice) -> Vec<Adjust> {
    let mut all = Vec::new();
    for id in battle.active(side) {
        let ship = battle.ship(id);
        let mut legal = [0; 3];
        let mut count = 0;
        for row in rows(battle, ship) {
            legal[count] = row;
            count += 1;
        }
        let row = *dice.pick(&legal[..count]);
        let charge = dice.one_in(10).then(|| {
            [0, 1, 2].map(|bar| {
                let [red, yellow] = chargeable(battle, ship, bar);
                dice.index(usize::from(red.max(yellow)) + 1) as u8
            })
        });
        all.push(Adjust { ship: id, charge, speed: Some(battle.design_of(id).speed(row)) });
    }
    all
}
