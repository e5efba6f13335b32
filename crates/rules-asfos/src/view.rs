//! Who knows what. Everything on the table is open (ASF-ARC.1); plots and fire
//! are secret only while they are sealed, and sealed orders are not state.

use std::sync::Arc;

use dice::Dice;
use engine::{Seats, Viewer};
use geometry::Outline;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event,
    deploy::Corner,
    design::{Sheet, WeaponsBox},
    menu::{self, Ranges},
    phases::Phase,
    scenario::{Field, TerrainKind},
    ship::Ship,
    victory,
};

/// What one viewer sees, with the numbers a display would show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct View {
    pub viewer: Viewer,
    pub field: Arc<Field>,
    pub terrain: Arc<Vec<(TerrainKind, Outline)>>,
    /// ASF-MOV.6: whether the edges of the table count.
    pub fixed: bool,
    /// ASF-ARC.4, ASF-ARC.5: how far weapons reach.
    pub ranges: Ranges,
    /// ASF-DISP.1: the displays of the classes in play.
    pub sheets: Arc<Vec<Sheet>>,
    pub turn: u16,
    pub phase: Phase,
    pub ships: Vec<ShipView>,
    pub corner: Option<(u8, Corner)>,
    pub points: [u32; 2],
    pub blood: bool,
    pub marked: bool,
    pub quiet: u16,
    pub conceded: Seats,
    pub draw_offers: Seats,
}

/// A ship and its display (ASF-DISP).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ShipView {
    pub ship: Ship,
    pub display: Display,
}

/// ASF-DISP.8, ASF-DISP.9: what the display reads now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Display {
    /// ASF-DISP.2: the active box.
    pub weapons: WeaponsBox,
    pub weapons_left: u16,
    pub hull_left: u16,
    pub defence: u16,
    pub natural: u16,
    /// ASF-CRIT.7: 0 while the engine is out.
    pub engine: u16,
    pub crew: u16,
    pub points: u16,
}

pub(crate) fn view(battle: &Battle, viewer: Viewer) -> View {
    View {
        viewer,
        field: Arc::clone(&battle.field),
        terrain: Arc::clone(&battle.terrain),
        fixed: battle.field.fixed,
        ranges: menu::ranges(battle),
        sheets: battle.field.sheets(),
        turn: battle.turn,
        phase: battle.phase.clone(),
        ships: battle.ships.iter().map(|ship| ship_view(battle, ship)).collect(),
        corner: battle.corner,
        points: victory::points(battle, false),
        blood: battle.blood,
        marked: battle.marked,
        quiet: battle.quiet,
        conceded: battle.conceded,
        draw_offers: battle.draw_offers,
    }
}

fn ship_view(battle: &Battle, ship: &Ship) -> ShipView {
    let design = battle.field.design(ship.design);
    let display = Display {
        weapons: *battle.weapons_box(ship),
        weapons_left: design.hull - ship.weapons_marked,
        hull_left: battle.hull_left(ship),
        defence: battle.defence(ship),
        natural: design.natural,
        engine: crate::movement::engine(battle, ship),
        crew: battle.crew_left(ship),
        points: design.points(),
    };
    ShipView { ship: ship.clone(), display }
}

/// Every event is seen by all: what happens, happens on the table.
pub(crate) fn witness(event: &Event, _viewer: Viewer) -> Option<Event> {
    Some(event.clone())
}

/// With everything open there is only one truth behind a view.
pub(crate) fn imagine(view: &View, _dice: &mut Dice) -> Battle {
    Battle {
        field: Arc::clone(&view.field),
        terrain: Arc::clone(&view.terrain),
        turn: view.turn,
        phase: view.phase.clone(),
        ships: view.ships.iter().map(|it| it.ship.clone()).collect(),
        corner: view.corner,
        blood: view.blood,
        marked: view.marked,
        quiet: view.quiet,
        conceded: view.conceded,
        draw_offers: view.draw_offers,
    }
}
