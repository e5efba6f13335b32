//! The pull of a Black Hole (TAL-18.2a, TAL-18.2b).

use dice::Dice;
use engine::{Findings, Table};

use crate::{
    battle::Battle,
    entry::{self, Entering},
    events::{Cause, Event, MovementEvent},
    hex::{Facing, toward},
    missiles,
    orders::Pulled,
    ship::ShipId,
};

/// TAL-GEO.7: the ways a ship may be pulled; two on a spine, the owner chooses.
pub(crate) fn ways(battle: &Battle, id: ShipId) -> impl Iterator<Item = Facing> + use<> {
    let at = battle.ship(id).at;
    battle.black_hole(at).into_iter().flat_map(move |hole| toward(at, hole))
}

/// The order of pulls matters only where friends may run into each other.
pub(crate) fn has_choice(battle: &Battle, side: u8) -> bool {
    if battle.board.terrain.is_empty() {
        return false;
    }
    battle.active(side).any(|id| {
        let at = battle.ship(id).at;
        ways(battle, id).nth(1).is_some()
            || battle.black_hole(at).is_some()
                && battle.active(side).any(|other| other != id && battle.ship(other).at.distance(at) <= 2)
    })
}

pub(crate) fn check(battle: &Battle, side: u8, ships: &[Pulled], found: &mut Findings) {
    for (n, wanted) in ships.iter().enumerate() {
        if !battle.is_own(side, wanted.ship, "TAL-18.2a", found) {
            continue;
        }
        let tag = || battle.tag(wanted.ship);
        let open = wanted.way.is_none_or(|way| ways(battle, wanted.ship).any(|it| it == way));
        found.require(open, "TAL-18.2a", || format!("{}: it is not pulled that way", tag()));
        let twice = ships[..n].iter().any(|it| it.ship == wanted.ship);
        found.require(!twice, "TAL-18.2a", || format!("{}: it is pulled twice", tag()));
    }
}

/// Shifts every ship of a side, those named first, the others by number; then,
/// by option, its Missiles.
pub(crate) fn perform(table: &mut Table<Battle>, side: u8, ships: &[Pulled]) {
    if table.state().board.terrain.is_empty() {
        return;
    }
    let rest = table.state().active(side).filter(|id| ships.iter().all(|it| it.ship != *id));
    let rest: Vec<Pulled> = rest.map(|ship| Pulled { ship, way: None }).collect();
    for Pulled { ship, way } in ships.iter().copied().chain(rest) {
        let battle = table.state();
        let (at, mut open) = (battle.ship(ship).at, ways(battle, ship));
        let way = way.or_else(|| open.next());
        let Some(way) = way.filter(|_| battle.ship(ship).is_active()) else { continue };
        // TAL-7.6.2: no move of its own; facing and Turn Radius stay.
        table.emit(Event::Movement(MovementEvent::Displaced {
            ship,
            to: at.step(way),
            by: Cause::BlackHole,
        }));
        entry::enter(table, ship, Entering { from: at, current: side, dock: false, other_first: false });
    }
    if table.state().field.options.black_hole_pulls_missiles {
        pull_missiles(table, side);
    }
}

fn pull_missiles(table: &mut Table<Battle>, side: u8) {
    let own = table.state().board.missiles.iter().filter(|it| it.side == side);
    let numbers: Vec<u16> = own.map(|it| it.number).collect();
    for number in numbers {
        let battle = table.state();
        let Some(missile) = battle.missile(number) else { continue };
        let (at, target) = (missile.at, missile.target);
        let way = battle.black_hole(at).and_then(|hole| toward(at, hole).next());
        let Some(way) = way else { continue };
        let to = at.step(way);
        table.emit(Event::Movement(MovementEvent::MissilePulled { missile: number, to }));
        if let Some(by) = missiles::loss(table.state(), to) {
            table.emit(Event::Movement(MovementEvent::MissileLost { missile: number, by }));
        } else if let Some(target) = target.filter(|&it| table.state().ship(it).at == to) {
            let arc = table.state().arc_towards(table.state().ship(target), at);
            let mut blasts = crate::damage::Blasts::default();
            missiles::detonate(table, number, arc, None, &mut blasts);
            crate::damage::settle(table, &mut blasts, side);
        }
    }
}

pub(crate) fn sample(battle: &Battle, side: u8, dice: &mut Dice) -> Vec<Pulled> {
    let mut all: Vec<Pulled> = Vec::new();
    for ship in battle.active(side) {
        let open: Vec<Facing> = ways(battle, ship).collect();
        if !open.is_empty() {
            all.push(Pulled { ship, way: Some(*dice.pick(&open)) });
        }
    }
    if 1 < all.len() && dice.one_in(2) {
        let (a, b) = (dice.index(all.len()), dice.index(all.len()));
        all.swap(a, b);
    }
    all
}
