//! Ships that come back over the edge they left by (FT-3.9.2).

use super::*;

/// FT-3.9.2.
pub(super) fn check(battle: &Battle, seat: Seat, entry: &Entry, found: &mut Findings) {
    let rule = "FT-3.9.2";
    let Some(ship) = battle.ships.get(entry.ship.index()).filter(|ship| ship.owner == seat) else {
        found.add(rule, "that ship is not yours to command");
        return;
    };
    let Status::Left { edge, back: Some(turn) } = ship.status else {
        found.add(rule, format!("{} cannot come back", battle.field.tag(entry.ship)));
        return;
    };
    found.require(turn == battle.turn, rule, || {
        format!("{} can come back in turn {turn} only", battle.field.tag(entry.ship))
    });
    let size = battle.field.scenario.table;
    let on = |coordinate: Length, limit: Length| (coordinate - limit).abs().at_most(Length::ZERO);
    let (on_edge, inward) = match edge {
        Edge::North => (on(entry.at.y, size.height), Clock::TWELVE.turned(6)),
        Edge::East => (on(entry.at.x, size.width), Clock::TWELVE.turned(9)),
        Edge::South => (on(entry.at.y, Length::ZERO), Clock::TWELVE),
        Edge::West => (on(entry.at.x, Length::ZERO), Clock::TWELVE.turned(3)),
    };
    found.require(on_edge && battle.is_on_table(entry.at), rule, || {
        "a ship comes back at the edge it left by".to_owned()
    });
    let off = (i32::from(entry.facing.get()) - i32::from(inward.get())).rem_euclid(12);
    found.require(off <= 2 || 10 <= off, rule, || {
        format!("course {} does not point into the table", entry.facing)
    });
}
