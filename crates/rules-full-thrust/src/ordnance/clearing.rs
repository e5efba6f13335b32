//! What blasts and spinal mounts do to mines and missiles (FT-6.6.16, FT-6.8.3, FT-5.23.6, FT-10.3.8).

use engine::Table;
use geometry::{Length, Offset, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    fire::{
        self,
        gunnery::{Attack, Profile},
    },
    ordnance::{self, Marker, Warhead},
    ship::{IconId, ShipId},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "ClearingEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-6.6.16: dice of a blast at a marker; each point stops a missile.
    Blasted { marker: u16, dice: Vec<u8> },
    /// FT-6.8.3: missiles in a plasma bolt.
    Burnt { marker: u16 },
    /// FT-6.6.16: a mine in a blast.
    MineCleared { mine: u16 },
    /// FT-5.23.6: a spinal mount at a mine or a marker in its strip, and the hits it scored.
    Swept {
        ship: ShipId,
        weapon: IconId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mine: Option<u16>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marker: Option<u16>,
        dice: Vec<u8>,
        hits: u16,
    },
}

impl Battle {
    /// Where a missile is: at the ship it has locked on, else at its marker.
    fn marker_place(&self, marker: &Marker) -> Point {
        marker.target.map_or(marker.at, |id| self.ship(id).motion.at)
    }
}

/// FT-6.6.16, FT-10.3.8: a blast with so many dice by distance; `after` is the marker that bursts, since those
/// launched before it have struck, or 0 if it is none. Mines go without a die.
pub(crate) fn blast(table: &mut Table<Battle>, centre: Point, after: u16, dice_at: &dyn Fn(Offset) -> u8) {
    let battle = table.state();
    let markers: Vec<(u16, u8)> = battle
        .markers
        .iter()
        .filter(|it| it.number != after && (after < it.number || it.is_in_flight()))
        .filter(|it| !matches!(it.what, Warhead::Bolt(_)))
        .map(|it| (it.number, dice_at(battle.marker_place(it) - centre)))
        .filter(|it| 0 < it.1)
        .collect();
    let mines: Vec<u16> =
        battle.mines.iter().filter(|it| 0 < dice_at(it.at - centre)).map(|it| it.number).collect();
    for (marker, n) in markers {
        let dice = (0..n).map(|_| table.roll(6)).collect();
        table.emit(crate::Event::Clearing(Event::Blasted { marker, dice }));
    }
    for mine in mines {
        table.emit(crate::Event::Clearing(Event::MineCleared { mine }));
    }
}

/// FT-6.8.3: missiles within 6 MU of a bolt that have not struck yet.
pub(crate) fn burn(table: &mut Table<Battle>, centre: Point, after: u16) {
    let battle = table.state();
    let burnt: Vec<u16> = battle
        .markers
        .iter()
        .filter(|it| it.number != after && (after < it.number || it.is_in_flight()))
        .filter(|it| !matches!(it.what, Warhead::Bolt(_)))
        .filter(|it| (battle.marker_place(it) - centre).within(Length::units(6)))
        .map(|it| it.number)
        .collect();
    for marker in burnt {
        table.emit(crate::Event::Clearing(Event::Burnt { marker }));
    }
}

/// FT-5.23.6: mines and markers in a strip, near ones first, each by its own dice.
pub(crate) fn sweep(
    table: &mut Table<Battle>,
    ship: ShipId,
    weapon: IconId,
    profile: Profile,
    inside: &dyn Fn(&Battle, Point) -> bool,
) {
    let battle = table.state();
    if battle.mines.is_empty() && battle.markers.is_empty() {
        return;
    }
    let from = battle.ship(ship).motion.at;
    let mines = battle.mines.iter().map(|it| (it.at, Some(it.number), None));
    let markers = battle.markers.iter().map(|it| (battle.marker_place(it), None, Some(it.number)));
    let mut caught: Vec<(i128, Option<u16>, Option<u16>)> = mines
        .chain(markers)
        .filter(|it| inside(battle, it.0))
        .map(|it| ((it.0 - from).square(), it.1, it.2))
        .collect();
    caught.sort();
    let attack = Attack {
        profile,
        screens: Default::default(),
        holofield: false,
        bonus: 0,
        sixes: false,
        veiled: false,
    };
    for (_, mine, marker) in caught {
        let volley = fire::roll_family(table, &[(weapon, attack, None)]);
        let dice = volley.dice.iter().chain(&volley.again).copied().collect();
        let hits = volley.tally.points();
        table.emit(crate::Event::Clearing(Event::Swept { ship, weapon, mine, marker, dice, hits }));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Blasted { marker, dice } => {
            ordnance::stop(battle, *marker, dice.iter().fold(0, |sum: u8, die| sum.saturating_add(*die)));
        }
        Event::Burnt { marker } => battle.markers.retain(|it| it.number != *marker),
        Event::MineCleared { mine } => battle.mines.retain(|it| it.number != *mine),
        Event::Swept { mine, marker, hits, .. } => {
            if 0 < *hits {
                battle.mines.retain(|it| Some(it.number) != *mine);
                if let Some(marker) = marker {
                    let bolt = |it: &Marker| matches!(it.what, Warhead::Bolt(_));
                    if battle.marker(*marker).is_some_and(bolt) {
                        ordnance::stop(battle, *marker, (*hits).min(255) as u8);
                    } else {
                        battle.markers.retain(|it| it.number != *marker);
                    }
                }
            }
        }
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Blasted { .. } | Event::MineCleared { .. } => vec!["FT-6.6.16"],
        Event::Burnt { .. } => vec!["FT-6.8.3"],
        Event::Swept { .. } => vec!["FT-5.23.6"],
    }
}
