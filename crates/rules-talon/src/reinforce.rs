//! The Reinforcement Phase (TAL-3.2.4, TAL-3.2.7, TAL-4.1.4).

use dice::Dice;
use engine::{Findings, Table};

use crate::{
    battle::Battle,
    entry,
    events::{Event, RoundEvent},
    hex::{Facing, Hex},
    orders::Placed,
    scenario::Berth,
    ship::{ShipId, Status},
};

/// The scenario's line for a ship; bought forces have none.
pub(crate) fn berth(battle: &Battle, id: ShipId) -> Option<&Berth> {
    let sides = &battle.field.scenario.sides;
    let n = id.index();
    sides[0].ships.get(n).or_else(|| sides[1].ships.get(n.checked_sub(sides[0].ships.len())?))
}

/// TAL-4.1.4: ships that come in this Round, or should have before.
pub(crate) fn due(battle: &Battle, side: u8) -> impl Iterator<Item = ShipId> + '_ {
    battle.ship_ids().filter(move |&id| {
        let ship = battle.ship(id);
        let round = berth(battle, id).and_then(|it| it.arrives);
        ship.side == side
            && ship.status == Status::Waiting
            && round.is_some_and(|it| it <= battle.board.round)
    })
}

/// TAL-3.2.7: not on a friend, a Planet or a Black Hole, nor within 2 hexes of one.
fn is_free(battle: &Battle, side: u8, hex: Hex) -> bool {
    !battle.ships_at(hex).any(|it| battle.ship(it).side == side)
        && !battle.kind_at(hex).is_some_and(|it| it.blocks())
        && battle.black_hole(hex).is_none_or(|it| 2 < it.distance(hex))
}

/// Where a ship may come in now.
pub(crate) fn entries(battle: &Battle, id: ShipId) -> impl Iterator<Item = Hex> + '_ {
    let side = battle.ship(id).side;
    let berth = berth(battle, id);
    let listed = berth
        .into_iter()
        .flat_map(|it| it.entry.iter().copied().chain(it.at.filter(|_| it.entry.is_empty())));
    listed.filter(move |&hex| is_free(battle, side, hex))
}

pub(crate) fn usual_facing(battle: &Battle, id: ShipId) -> Facing {
    let side = battle.ship(id).side;
    berth(battle, id).and_then(|it| it.facing).unwrap_or_else(|| crate::deploy::usual_facing(side))
}

pub(crate) fn check(battle: &Battle, side: u8, places: &[Placed], found: &mut Findings) {
    for (n, place) in places.iter().enumerate() {
        if !due(battle, side).any(|it| it == place.ship) {
            found.add("TAL-3.2.7", format!("ship {} does not arrive now", place.ship.0));
            continue;
        }
        let tag = || battle.tag(place.ship);
        found.require(entries(battle, place.ship).any(|it| it == place.at), "TAL-3.2.7", || {
            format!("{}: it cannot come in there", tag())
        });
        let taken = places[..n].iter().any(|it| it.at == place.at || it.ship == place.ship);
        found.require(!taken, "TAL-3.2.7", || format!("{}: it or its hex is named twice", tag()));
    }
}

/// Those named where they are placed; the others on their first free hex, or not yet.
pub(crate) fn perform(table: &mut Table<Battle>, side: u8, places: &[Placed]) {
    let due: Vec<ShipId> = due(table.state(), side).collect();
    let named = places.iter().copied();
    let others = due.iter().filter(|id| places.iter().all(|it| it.ship != **id));
    let placed: Vec<(ShipId, Option<Placed>)> =
        named.map(|it| (it.ship, Some(it))).chain(others.map(|&id| (id, None))).collect();
    for (ship, place) in placed {
        let battle = table.state();
        let usual = entries(battle, ship).next().map(|at| (at, usual_facing(battle, ship)));
        let Some((at, facing)) = place.map(|it| (it.at, it.facing)).or(usual) else {
            table.emit(Event::Round(RoundEvent::Delayed { ship }));
            continue;
        };
        table.emit(Event::Round(RoundEvent::Arrived { ship, at, facing }));
        entry::float(table, ship);
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &RoundEvent) {
    match event {
        RoundEvent::Adjusted { ship, charged, row, power } => {
            crate::power_phase::apply(battle, *ship, charged, *row, *power);
        }
        RoundEvent::Spooled { ship } => battle.ship_mut(*ship).spooled = true,
        RoundEvent::Arrived { ship, at, facing } => {
            let round = battle.board.round;
            let ship = battle.ship_mut(*ship);
            (ship.at, ship.facing, ship.status, ship.arrived) = (*at, *facing, Status::Active, round);
        }
        RoundEvent::Delayed { .. } => (),
    }
}

pub(crate) fn sample(battle: &Battle, side: u8, dice: &mut Dice) -> Vec<Placed> {
    let mut places: Vec<Placed> = Vec::new();
    for ship in due(battle, side) {
        let free: Vec<Hex> =
            entries(battle, ship).filter(|hex| places.iter().all(|it| it.at != *hex)).collect();
        if !free.is_empty() && !dice.one_in(3) {
            places.push(Placed { ship, at: *dice.pick(&free), facing: *dice.pick(&Facing::ALL) });
        }
    }
    places
}
