//! What is left of ships that burst (FT-17.5).

use engine::Table;
use geometry::{Length, Point};

use crate::{
    Battle,
    movement::plot,
    ship::ShipId,
    terrain::{Body, Event, Shape},
    yard::design::Group,
};

/// The most features of a battle: beyond that wrecks leave no debris.
pub(crate) const MOST_BODIES: usize = 200;

/// FT-17.5.1: a ship shot to pieces may burst into debris.
pub(crate) fn burst(table: &mut Table<Battle>, ship: ShipId) {
    let battle = table.state();
    let over = battle.ship(ship).over;
    if !battle.field.options.battle_debris || over == 0 || MOST_BODIES <= battle.bodies.len() {
        return;
    }
    let cloud = cloud(battle, ship);
    let die = table.roll(6);
    let debris = (u16::from(die) <= over).then_some(cloud);
    table.emit(crate::Event::Terrain(Event::WreckTested { ship, over, die, debris }));
}

/// FT-17.5.1, FT-17.5.2: 2, 4 or 6 MU across, on the ship's own way for one turn.
fn cloud(battle: &Battle, ship: ShipId) -> Body {
    let radius = match battle.field.blueprint(ship).design.group() {
        Group::Escort => 1,
        Group::Cruiser => 2,
        Group::Capital => 3,
    };
    let motion = battle.ship(ship).motion;
    let drift: Point = motion.drift.unwrap_or_else(|| plot::drift_along(motion.facing, motion.velocity));
    Body {
        kind: Shape::DebrisField,
        at: motion.at,
        radius: Length::units(radius),
        inner: Length::ZERO,
        drift,
        points: None,
        until: Some(battle.turn.saturating_add(1)),
        gone: false,
    }
}
