//! How a battle ends and what it is worth (FT-VIC, FT-4.12.3).

use engine::{Outcome, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    design::{Kind, List},
    options::Edges,
    phases::{self, Phase},
    ship::{Edge, ShipId, Status},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    Conceded {
        seat: Seat,
    },
    /// FT-VIC.1: what each seat has scored.
    Scored {
        points: Vec<u32>,
    },
    /// FT-VIC.1: still cloaked when the battle ends, it counts as destroyed.
    NeverSeen {
        ship: ShipId,
    },
    /// FT-12.8.1: half of its mass is lost.
    Withdrew {
        seat: Seat,
    },
}

/// FT-VIC.1: how much of its points an enemy has for a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ruin {
    None,
    Damaged,
    Crippled,
    Lost,
}

/// FT-VIC.1: the highest category that fits.
pub fn ruin(battle: &Battle, id: ShipId) -> Ruin {
    let ship = battle.ship(id);
    match ship.status {
        // FT-17.7.1: round the planet it is still in the battle.
        Status::Left { back: Some(_), .. } if battle.field.options.edge == Edges::Orbital => (),
        Status::Destroyed | Status::Left { .. } | Status::Struck | Status::Hulk => return Ruin::Lost,
        Status::Waiting | Status::Active | Status::Cloaked | Status::Landed => (),
    }
    let blueprint = battle.field.blueprint(id);
    let rows = blueprint.rows_lost(ship.hull_lost);
    let control = |kind: &Kind| matches!(kind, Kind::FireControl { .. });
    // FT-VIC.1: one-shots do not count.
    let gun = |kind: &Kind| {
        kind.list() == List::Weapons
            && kind.needs_fire_control()
            && !matches!(kind, Kind::Submunition { .. } | Kind::Mkp { .. })
    };
    let had = |of: fn(&Kind) -> bool| blueprint.design.has(of);
    let lost = |of: fn(&Kind) -> bool| had(of) && battle.working(id, of).next().is_none();
    let crippled =
        2 <= rows || lost(gun) || lost(control) || (0 < blueprint.thrust && battle.rating(id) == 0);
    if crippled {
        Ruin::Crippled
    } else if 0 < ship.hull_lost && (rows == 0 || battle.field.options.damaged_until_two_rows) {
        Ruin::Damaged
    } else {
        Ruin::None
    }
}

/// FT-VIC.1: points of `seat`, rounded down for each ship.
pub fn points(battle: &Battle, seat: Seat) -> u32 {
    let enemies = battle.field.ship_ids().filter(|&id| battle.ship(id).owner != seat);
    enemies
        .map(|id| {
            let worth = battle.field.blueprint(id).points;
            match ruin(battle, id) {
                Ruin::None => 0,
                Ruin::Damaged => worth / 4,
                Ruin::Crippled => worth / 2,
                Ruin::Lost => worth,
            }
        })
        .sum()
}

/// FT-VIC.1, FT-VIC.5: at the end of a turn; true if the battle is over.
pub(crate) fn check(table: &mut Table<Battle>) -> bool {
    if table.state().field.options.fleet_morale {
        withdraw(table);
    }
    let battle = table.state();
    let alive = battle.playing();
    if battle.turn < battle.field.scenario.turns && 1 < alive.len() {
        return false;
    }
    finish(table);
    true
}

/// FT-12.8.1: whoever has lost half of the mass he began with leaves the table.
fn withdraw(table: &mut Table<Battle>) {
    for seat in (0..table.state().field.seats()).map(Seat) {
        let battle = table.state();
        let own = || battle.field.ship_ids().filter(|&id| battle.ship(id).owner == seat);
        let mass = |id: ShipId| battle.field.blueprint(id).design.mass;
        let all: u32 = own().map(mass).sum();
        let lost: u32 = own()
            .filter(|&id| matches!(battle.ship(id).status, Status::Destroyed | Status::Struck | Status::Hulk))
            .map(mass)
            .sum();
        if all <= 2 * lost && own().any(|id| battle.ship(id).is_manned()) {
            table.emit(crate::Event::Victory(Event::Withdrew { seat }));
        }
    }
}

/// FT-VIC.1: the higher score wins, equal scores are a draw.
fn finish(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        let ship = table.state().ship(id);
        if ship.status == Status::Cloaked || (ship.is_active() && ship.cloaked) {
            table.emit(crate::Event::Victory(Event::NeverSeen { ship: id }));
        }
    }
    let battle = table.state();
    let seats = battle.field.seats();
    let points: Vec<u32> = (0..seats).map(|seat| points(battle, Seat(seat))).collect();
    let best = points.iter().max().copied().unwrap_or(0);
    let winners: Seats = (0..seats).map(Seat).filter(|seat| points[seat.index()] == best).collect();
    table.emit(crate::Event::Victory(Event::Scored { points }));
    let outcome = if winners.len() == 1 { Outcome::Won(winners) } else { Outcome::Draw };
    phases::enter(table, Phase::Over { outcome });
}

/// A seat that gives up loses; true if that ends the battle.
pub(crate) fn concede(table: &mut Table<Battle>, seats: Seats) -> bool {
    for seat in seats.iter() {
        table.emit(crate::Event::Victory(Event::Conceded { seat }));
    }
    let all = Seats::first(table.state().field.seats());
    let left: Seats = all.iter().filter(|seat| !table.state().conceded.contains(*seat)).collect();
    if seats.is_empty() || 1 < left.len() {
        return false;
    }
    let outcome = if left.is_empty() { Outcome::Draw } else { Outcome::Won(left) };
    phases::enter(table, Phase::Over { outcome });
    true
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Conceded { seat } => {
            battle.conceded = battle.conceded.with(*seat);
            for ship in battle.ships.iter_mut().filter(|ship| ship.owner == *seat && ship.is_manned()) {
                ship.status = Status::Struck;
            }
        }
        Event::Scored { .. } => (),
        Event::NeverSeen { ship } => battle.ship_mut(*ship).status = Status::Destroyed,
        Event::Withdrew { seat } => {
            for ship in battle.ships.iter_mut().filter(|ship| ship.owner == *seat && ship.is_manned()) {
                ship.status = Status::Left { edge: Edge::North, back: None };
            }
        }
    }
}
