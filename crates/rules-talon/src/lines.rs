//! Lines of fire over terrain (TAL-8.2.3, TAL-17.2.2a, TAL-17.5a, TAL-18.1b).

use crate::{
    battle::Battle,
    hex::{Hex, crosses, is_spine, spine_pairs},
    scenario::TerrainKind,
};

/// Whether a Planet or Black Hole lies on the line.
pub(crate) fn is_blocked(battle: &Battle, from: Hex, to: Hex) -> bool {
    let terrain = &battle.board.terrain;
    if terrain.iter().any(|it| it.kind.blocks() && near(from, to, it.at) && crosses(from, to, it.at)) {
        return true;
    }
    // TAL-17.2.2a: a spine between two Planets is open unless the option says otherwise.
    battle.field.options.two_planets_block_spine
        && is_spine(from, to)
        && spine_pairs(from, to)
            .any(|(a, b)| holds(battle, a, TerrainKind::blocks) && holds(battle, b, TerrainKind::blocks))
}

/// A hex further from one end than the ends are from each other is on no line between them.
fn near(from: Hex, to: Hex, hex: Hex) -> bool {
    let length = from.distance(to);
    hex.distance(from) <= length && hex.distance(to) <= length
}

fn holds(battle: &Battle, hex: Hex, is: fn(TerrainKind) -> bool) -> bool {
    battle.kind_at(hex).is_some_and(is)
}

/// TAL-17.5a, TAL-17.5b, TAL-18.1c: what is added to the die, 0 or less.
pub(crate) fn modifier(battle: &Battle, from: Hex, to: Hex) -> i8 {
    let terrain = &battle.board.terrain;
    if terrain.is_empty() {
        return 0;
    }
    let mut modifier = 0;
    let mut holes = false;
    for piece in terrain.iter() {
        // The ends are on the line: firer's and target's hexes count.
        if piece.kind.weakens() && near(from, to, piece.at) && crosses(from, to, piece.at) {
            modifier -= 1;
        }
        // TAL-18.1e: strictly nearer, once per shot.
        holes |= piece.kind == TerrainKind::BlackHole && to.distance(piece.at) < from.distance(piece.at);
    }
    if is_spine(from, to) {
        for (a, b) in spine_pairs(from, to) {
            let sides = [a, b].map(|it| holds(battle, it, TerrainKind::weakens));
            let counts = match sides {
                [true, true] => true,
                [true, false] | [false, true] => battle.field.options.single_side_counts,
                [false, false] => false,
            };
            modifier -= i8::from(counts);
        }
    }
    modifier - i8::from(holes)
}

/// TAL-12.2.3b, TAL-17.5d: whether power can be sent: no Planet, Black Hole,
/// Asteroid or Nebula on the line, nor at either end.
pub(crate) fn power_passes(battle: &Battle, from: Hex, to: Hex) -> bool {
    let stops = |kind: TerrainKind| kind.blocks() || kind.weakens();
    if holds(battle, from, stops) || holds(battle, to, stops) {
        return false;
    }
    from == to
        || (!is_blocked(battle, from, to)
            && !battle.board.terrain.iter().any(|it| stops(it.kind) && crosses(from, to, it.at)))
}
