//! Entering a hex (TAL-7.6.1), collisions (TAL-7.4.1) and the floating map (TAL-7.5.1).

use engine::Table;

use crate::{
    battle::{Battle, Window},
    damage::{self, Blasts},
    events::{Cause, Event, MovementEvent},
    hex::{Arc, Hex, arc_of},
    missiles::{self, Named},
    movement::{self, Berthing},
    picks,
    scenario::TerrainKind,
    ship::{Exit, ShipId},
};

/// How a ship came into its hex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entering {
    pub(crate) from: Hex,
    /// TAL-8.6.6: whose ships explode first.
    pub(crate) current: u8,
    pub(crate) dock: bool,
    pub(crate) other_first: bool,
}

fn emit(table: &mut Table<Battle>, event: MovementEvent) {
    table.emit(Event::Movement(event));
}

/// TAL-7.6.1, TAL-14.6: everything that comes of a ship's or Base's entering the hex it is in now,
/// in the order of the six steps, stopping when it is gone.
pub(crate) fn enter(table: &mut Table<Battle>, id: ShipId, entering: Entering) {
    let Entering { from, current, dock, other_first } = entering;
    let at = table.state().ship(id).at;
    float(table, id);
    if !table.state().ship(id).is_active() {
        return;
    }
    // (1) Docking, landing, worm hole.
    if dock {
        match movement::berth(table.state(), id, at) {
            Some(Berthing::Dock(host)) => return emit(table, MovementEvent::Docked { ship: id, host }),
            Some(Berthing::Land) => return emit(table, MovementEvent::Landed { ship: id }),
            // TAL-16.2d: the declaration lapses.
            None => (),
        }
    }
    let fighters = table.state().design_of(id).is_fighters();
    // TAL-7.4.1, TAL-13.5a: the arc of the direction of travel, with the facing after the move.
    let arc = arc_of(from, table.state().ship(id).facing, at);
    let mut blasts = Blasts::default();
    if let Some(terrain) = table.state().terrain_at(at) {
        match terrain.kind {
            TerrainKind::WormHole => {
                // TAL-19.1, TAL-19.2: empty space for those who may not use it.
                if table.state().field.may_use(table.state().ship(id), terrain) {
                    return emit(table, MovementEvent::Left { ship: id, exit: Exit::WormHole });
                }
            }
            // (2) TAL-17.2.1a, TAL-18.1a.
            TerrainKind::Planet | TerrainKind::BlackHole => {
                let hole = terrain.kind == TerrainKind::BlackHole;
                damage::destroy(table, id, if hole { Cause::BlackHole } else { Cause::Planet }, &mut blasts);
                return damage::settle(table, &mut blasts, current);
            }
            // (3) TAL-17.4.1a, TAL-17.4.1c: a squadron has nothing to lose.
            TerrainKind::Nebula => {
                if !fighters {
                    emit(table, MovementEvent::NebulaEntered { ship: id });
                }
            }
            // (4) TAL-17.3a: one point; fighters are immune. A reinforcement may absorb it (TAL-17.3b).
            TerrainKind::Asteroid => {
                if !fighters {
                    damage::hit(table, id, arc, Cause::Asteroid, 1, &mut blasts);
                    damage::settle(table, &mut blasts, current);
                }
            }
        }
    }
    // (5) TAL-7.4.1, TAL-7.4.2, TAL-14.4: friends, but not Bases. Only entering
    // costs (TAL-7.4.6): who stays or parts takes nothing.
    let battle = table.state();
    if battle.ship(id).is_active() && !battle.design_of(id).is_base() {
        let friend = |it: &ShipId| {
            *it != id && battle.ship(*it).side == battle.ship(id).side && !battle.design_of(*it).is_base()
        };
        let mut friends: Vec<ShipId> = battle.ships_at(at).filter(friend).collect();
        friends.sort_by_key(|&it| battle.rank_key(current, it));
        for other in friends {
            let there = |it: ShipId| table.state().ship(it).is_active() && table.state().ship(it).at == at;
            if there(id) && there(other) {
                collide(table, id, other, entering, arc, other_first);
            }
        }
    }
    // (6) TAL-13.5a: Missiles that wait for it.
    while table.state().ship(id).is_active() && table.state().ship(id).at == at {
        // TAL-8.6.4: what has hit the squadron before comes first; then those that wait strike it.
        if picks::waits(table.state(), id) {
            return;
        }
        let Some(number) = missiles::waiting(table.state(), id, at).next() else { return };
        missiles::detonate(table, number, arc, Named::Asked, &mut blasts);
        damage::settle(table, &mut blasts, current);
    }
}

/// TAL-7.4.1, TAL-7.4.3, TAL-7.4.7: 3 points on each, all of them before any blast.
fn collide(
    table: &mut Table<Battle>,
    id: ShipId,
    other: ShipId,
    entering: Entering,
    arc: Option<Arc>,
    other_first: bool,
) {
    emit(table, MovementEvent::Collided { ship: id, with: other });
    let mut blasts = Blasts::default();
    let struck = table.state().arc_towards(table.state().ship(other), entering.from);
    let mut parties = [(id, arc), (other, struck)];
    if other_first {
        parties.reverse();
    }
    for (ship, arc) in parties {
        if table.state().design_of(ship).is_fighters() {
            // TAL-7.4.5, TAL-12.1.2d: every fighter of the squadron.
            for fighter in 0..3 {
                damage::hit_fighter(table, ship, fighter, Cause::Collision, COLLISION);
            }
        } else {
            damage::hit(table, ship, arc, Cause::Collision, COLLISION, &mut blasts);
        }
    }
    damage::settle(table, &mut blasts, entering.current);
}

/// TAL-7.4.1.
const COLLISION: u8 = 3;

/// TAL-7.5.2: ships this far from every other one may be dropped.
const ALONE: i16 = 6;

/// TAL-7.5.1 to TAL-7.5.5: keeps the map under a ship that has left it: the
/// window is shifted as little as needed; who or what is alone may be dropped,
/// otherwise the window grows.
pub(crate) fn float(table: &mut Table<Battle>, id: ShipId) {
    let battle = table.state();
    let (window, at) = (battle.board.window, battle.ship(id).at);
    if battle.field.options.map_unbounded || window.contains(at) {
        return unbounded(table, id);
    }
    let shifted = shift(window, at);
    let alone = |it: ShipId| {
        let hex = battle.ship(it).at;
        !battle.design_of(it).is_base()
            && battle.all_active().all(|other| other == it || ALONE <= battle.ship(other).at.distance(hex))
    };
    // Ships that the shift would leave outside.
    let mut grown = shifted;
    let outside: Vec<ShipId> =
        battle.all_active().filter(|&it| it != id && !shifted.contains(battle.ship(it).at)).collect();
    let (dropped, kept): (Vec<ShipId>, Vec<ShipId>) = outside.into_iter().partition(|&it| alone(it));
    // TAL-7.5.5: for a Base the window grows.
    if kept.iter().any(|&it| !battle.design_of(it).is_base()) && alone(id) {
        // TAL-7.5.2: the mover itself is the one to go.
        return emit(table, MovementEvent::Left { ship: id, exit: Exit::Map });
    }
    for &it in &kept {
        grown = grow(grown, battle.ship(it).at);
    }
    // TAL-7.5.3, TAL-7.5.5: terrain near a ship, and what is never dropped, keeps the window open.
    let gone = |it: ShipId| dropped.contains(&it);
    let mut lost = Vec::new();
    for piece in battle.board.terrain.iter().filter(|it| !shifted.contains(it.at)) {
        let forever = piece.objective || matches!(piece.kind, TerrainKind::WormHole | TerrainKind::BlackHole);
        let near = battle.all_active().any(|it| !gone(it) && battle.ship(it).at.distance(piece.at) < ALONE);
        if forever || near {
            grown = grow(grown, piece.at);
        } else {
            lost.push(piece.at);
        }
    }
    for ship in dropped {
        emit(table, MovementEvent::Left { ship, exit: Exit::Map });
    }
    emit(table, MovementEvent::Floated { window: grown });
    for at in lost.into_iter().filter(|&it| !grown.contains(it)) {
        emit(table, MovementEvent::TerrainDropped { at });
    }
    lose_missiles(table);
}

/// TAL-7.5.5: Missiles outside the window are destroyed.
fn lose_missiles(table: &mut Table<Battle>) {
    while let Some(missile) =
        table.state().board.missiles.iter().find(|it| !table.state().board.window.contains(it.at))
    {
        let missile = missile.number;
        emit(table, MovementEvent::MissileLost { missile, by: Cause::OffMap });
    }
}

/// Beyond any battle: coordinates stay small even on a map without edge.
fn unbounded(table: &mut Table<Battle>, id: ShipId) {
    if !table.state().ship(id).at.is_near() {
        emit(table, MovementEvent::Left { ship: id, exit: Exit::Map });
    }
}

fn shift(window: Window, at: Hex) -> Window {
    let slide = |start: i16, len: i16, to: i16| start.min(to).max(to - len + 1);
    Window {
        col: slide(window.col, window.cols, at.col()),
        row: slide(window.row, window.rows, at.row()),
        ..window
    }
}

fn grow(window: Window, at: Hex) -> Window {
    let Window { col, row, cols, rows } = window;
    let (left, top) = (col.min(at.col()), row.min(at.row()));
    let (right, bottom) = ((col + cols).max(at.col() + 1), (row + rows).max(at.row() + 1));
    Window { col: left, row: top, cols: right - left, rows: bottom - top }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TAL-7.5.1, TAL-7.5.5: shifted the least amount, grown only as far as needed.
    #[test]
    fn rule_7_5_the_window() {
        let window = Window { col: 0, row: 0, cols: 24, rows: 16 };
        let at = Hex::from_offset(-1, 3);
        assert_eq!(shift(window, at), Window { col: -1, ..window });
        assert_eq!(shift(window, Hex::from_offset(24, 16)), Window { col: 1, row: 1, ..window });
        assert!(shift(window, at).contains(at) && !shift(window, at).contains(Hex::from_offset(23, 3)));
        assert_eq!(grow(window, at), Window { col: -1, cols: 25, ..window });
    }
}
