//! The pull of a Black Hole (TAL-18.2a, TAL-18.2b).

use dice::Dice;
use engine::{Findings, Table};

use crate::{
    battle::Battle,
    damage::BLAST,
    entry::{self, Entering},
    events::{Cause, Event, MovementEvent},
    hex::{Facing, Hex, toward},
    missiles::{self, Named},
    orders::Pulled,
    picks,
    scenario::TerrainKind,
    ship::ShipId,
    victory,
};

/// TAL-GEO.7: the ways a ship may be pulled; two on a spine, the owner chooses.
pub(crate) fn ways(battle: &Battle, id: ShipId) -> impl Iterator<Item = Facing> + use<> {
    let at = battle.ship(id).at;
    battle.black_hole(at).into_iter().flat_map(move |hole| toward(at, hole))
}

/// TAL-18.2b: whether a side's owner has anything to choose: a way along a spine, or an order that can matter.
pub(crate) fn has_choice(battle: &Battle, side: u8) -> bool {
    if battle.board.terrain.is_empty() {
        return false;
    }
    battle.active(side).any(|id| {
        let at = battle.ship(id).at;
        ways(battle, id).nth(1).is_some()
            || battle.black_hole(at).is_some()
                && battle.active(side).any(|other| other != id && battle.ship(other).at.distance(at) <= 2)
    }) || blasts_reach(battle, side)
}

/// TAL-18.2b, TAL-8.6.2b: whether a ship may explode in the pull while another of the side is near enough to
/// feel it, by itself or by what the blast sets off, before or after it has been shifted.
fn blasts_reach(battle: &Battle, side: u8) -> bool {
    let own = |id: ShipId| battle.ship(id).side == side;
    // Where a ship may stand while the side is pulled.
    let stands = |id: ShipId| {
        let at = battle.ship(id).at;
        let shifted = ways(battle, id).filter(move |_| own(id)).map(move |way| at.step(way));
        std::iter::once(at).chain(shifted)
    };
    let explodes = |id: ShipId| !battle.design_of(id).is_fighters() && 0 < battle.design_of(id).explosion;
    let endangered = |id: ShipId| {
        ways(battle, id).any(|way| {
            let to = battle.ship(id).at.step(way);
            missiles::waiting(battle, id, to).next().is_some()
                || match battle.kind_at(to) {
                    Some(TerrainKind::BlackHole | TerrainKind::Planet | TerrainKind::Asteroid) => true,
                    Some(TerrainKind::Nebula | TerrainKind::WormHole) | None => false,
                }
        })
    };
    battle.active(side).filter(|&id| explodes(id) && endangered(id)).any(|first| {
        let mut reached = vec![first];
        let mut hexes: Vec<Hex> = stands(first).collect();
        loop {
            let felt = |id: &ShipId| {
                !reached.contains(id)
                    && stands(*id).any(|at| hexes.iter().any(|it| it.distance(at) <= i16::from(BLAST)))
            };
            let Some(next) = battle.all_active().find(felt) else { return false };
            if own(next) {
                return true;
            }
            reached.push(next);
            if explodes(next) {
                hexes.extend(stands(next));
            }
        }
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
        // TAL-VIC.9: what comes after the instant that decides does not happen.
        if victory::at_once(table.state()) {
            return;
        }
        // Where somebody must choose he does so when the side's ships have been pulled.
        picks::due(table);
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
            missiles::detonate(table, number, arc, Named::Asked, &mut blasts);
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
