//! Where stations, ships and Tankers may be placed, as circles a screen can draw.

use geometry::{Length, Point};

use super::{Circle, TankerMenu, Zone};
use crate::{Battle, map::Station, sample, space::lu};

fn bodies(battle: &Battle, system: u8, radius: Length) -> impl Iterator<Item = Circle> + '_ {
    let system = battle.system(system);
    let wells = system.wells.iter().zip(&system.names);
    wells.map(move |(well, name)| Circle { at: well.at, radius, name: name.clone() })
}

fn homes(battle: &Battle, side: u8, radius: Length) -> impl Iterator<Item = Circle> + '_ {
    let system = &battle.map.systems[0];
    battle.map.homes[usize::from(side)].iter().map(move |&it| Circle {
        at: system.wells[usize::from(it)].at,
        radius,
        name: system.names[usize::from(it)].clone(),
    })
}

fn stations<'a>(
    battle: &'a Battle,
    system: u8,
    radius: Length,
    which: impl Fn(&Station) -> bool + 'a,
) -> impl Iterator<Item = Circle> + 'a {
    let here = battle.map.stations.iter().filter(move |it| it.system == system && which(it));
    here.map(move |it| Circle { at: it.at, radius, name: it.name.clone() })
}

/// FTB-30.3, FTB-23.1: gravity and radiation.
fn wells(battle: &Battle, system: u8) -> impl Iterator<Item = Circle> + '_ {
    let it = battle.system(system);
    let all = it.wells.iter().zip(&it.radiation).zip(&it.names);
    all.map(|((well, &radiation), name)| Circle {
        at: well.at,
        radius: well.influence.max(radiation),
        name: name.clone(),
    })
}

/// FTB-25.4.
pub(super) fn station(battle: &Battle, side: u8) -> Zone {
    let placed = stations(battle, 0, lu(40), |it| it.side == side).count();
    let within: Vec<Circle> = if placed == 0 {
        homes(battle, side, lu(20)).collect()
    } else {
        stations(battle, 0, lu(40), |it| it.side == side).collect()
    };
    let system = &battle.map.systems[0];
    let own = battle.map.stations.iter().filter(|it| it.side == side);
    let has_outer = own.clone().any(|it| system.is_outer(it.at));
    Zone {
        rule: "FTB-25.4".to_owned(),
        within,
        clear: bodies(battle, 0, lu(10)).chain(stations(battle, 0, lu(10), |_| true)).collect(),
        outer: (placed == 2 && !has_outer).then_some(lu(35)),
        edge: Some(lu(i32::from(battle.field.options.edge.unwrap_or(60)))),
        ..Zone::default()
    }
}

/// FTB-36.2, FTB-36.3.
pub(super) fn deployment(battle: &Battle, side: u8) -> Zone {
    let own = stations(battle, 0, lu(5), |it| it.side == side);
    let docks = stations(battle, 0, Length::ratio(1, 10), |_| true);
    Zone {
        rule: "FTB-36.2".to_owned(),
        within: homes(battle, side, lu(5)).chain(own).collect(),
        clear: wells(battle, 0).chain(docks).collect(),
        vector_clear: wells(battle, 0).collect(),
        speeds: Some([1, 5]),
        ..Zone::default()
    }
}

/// FTB-33.3.
pub(super) fn stealth_run(battle: &Battle) -> Zone {
    let ships = battle.ids().filter(|&id| battle.ship(id).is_free() && battle.ship(id).system == 0);
    let ships = ships.map(|id| Circle {
        at: battle.ship(id).at,
        radius: lu(10),
        name: battle.tags.get(id.index()).cloned().unwrap_or_default(),
    });
    Zone {
        rule: "FTB-33.3".to_owned(),
        clear: bodies(battle, 0, lu(10)).chain(stations(battle, 0, lu(10), |_| true)).chain(ships).collect(),
        edge: Some(lu(i32::from(battle.field.options.edge.unwrap_or(100)))),
        speeds: Some([4, 6]),
        ..Zone::default()
    }
}

/// FTB-21.2.
pub(super) fn tanker(battle: &Battle, side: u8, tanker: u8, system: u8) -> TankerMenu {
    let spread = (-6..=6).flat_map(|x| (-6..=6).map(move |y| Point::units(5 * x, 5 * y)));
    let least = lu(i32::from(battle.field.options.tanker_min_enemy_dist));
    let enemies = battle.of_side(1 - side).filter(|&id| {
        let it = battle.ship(id);
        it.on_map() && it.system == system
    });
    let enemies = enemies.map(|id| Circle {
        at: battle.ship(id).at,
        radius: least,
        name: battle.tags.get(id.index()).cloned().unwrap_or_default(),
    });
    let theirs = stations(battle, system, least, move |it| it.side == 1 - side);
    let homes = homes(battle, 1 - side, least).filter(|_| system == 0);
    TankerMenu {
        tanker,
        system,
        points: spread.filter(|&at| sample::may_place_tanker(battle, side, tanker, system, at)).collect(),
        clear: wells(battle, system).chain(enemies).chain(theirs).chain(homes).collect(),
    }
}
