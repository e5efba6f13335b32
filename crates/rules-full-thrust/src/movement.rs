//! Phase 5: ships move (FT-3.4, FT-3.7, FT-3.9, FT-12.12, FT-16).

pub(crate) mod bases;
pub mod clock;
pub(crate) mod collisions;
pub(crate) mod disengage;
pub(crate) mod links;
pub(crate) mod paths;
pub mod plot;
pub(crate) mod ramming;
pub(crate) mod words;

use engine::Table;
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, boarding, damage,
    fire::sweeps,
    jumps::{ftl, gates, riders},
    movement::{
        clock::Clock,
        links::Hold,
        paths::Track,
        plot::{Flight, Path, Plot},
    },
    options::{Edges, TableEdge},
    orders::{self, Formation, Written},
    ordnance::{mines, opening},
    sensors::{self, cloaks},
    setup::{deploy, scenario::TableSize},
    ship::{Edge, Motion, ShipId, Status},
    terrain::{
        self,
        planets::{self, End},
        rounds,
    },
    yard::design::{Arc, Kind},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "MovementEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(clippy::large_enum_variant, reason = "nearly all events of the phase are of the largest kind")]
pub enum Event {
    /// FT-3.4.1, FT-12.12.4.
    Moved {
        ship: ShipId,
        by: Steering,
        plot: Plot,
        /// FT-16.2.1.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        roll: bool,
        /// FT-7.4.4.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        active: bool,
        /// FT-5.22.1: shown when the ship has moved.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        turrets: Vec<(u8, Arc)>,
        path: Path,
        to: Motion,
    },
    /// FT-3.9.1; FT-3.9.2: with the die for coming back, where that is played.
    Left { ship: ShipId, edge: Edge, die: Option<u8>, back: Option<u16> },
    /// FT-3.9.2: back at the edge, before it moves.
    Returned { ship: ShipId, at: Point, facing: Clock },
    /// FT-3.6.3: what emergency thrust has cost the drive.
    Worn { ship: ShipId, hits: u8 },
}

/// Why a ship flew what it flew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Steering {
    Ordered,
    /// FT-3.7.2.
    Squadron,
    /// FT-3.5.2: no order, or one that can no longer be carried out.
    NoOrder,
    /// FT-10.3.3.
    Adrift,
    /// FT-16.1.1.
    Fixed,
    /// FT-17.8.3.
    Orbit,
    /// FT-13.15.8: a section of a monster ship.
    Section,
    /// FT-16.3.2, FT-16.6.1: with the ship that holds it.
    Held,
}

/// FT-2.6.5: thrust-0 objects, then ships that lay mines, then all the others as ordered; FT-3.8.1: they pass
/// through each other, so the order among them matters to mines alone.
pub(crate) fn resolve(table: &mut Table<Battle>) {
    riders::before_moves(table);
    let rams = ramming::noted(table.state());
    let links = links::noted(table.state());
    let doors = gates::noted(table.state());
    let noted = cloaks::noted(table.state());
    cloaks::before_moves(table);
    terrain::drift(table);
    let battle = table.state();
    let still = |id: ShipId| {
        battle.field.blueprint(id).thrust == 0 && battle.hauler(id).is_none()
            || planets::goes_round(battle, id)
    };
    let rank = |id: ShipId| match &battle.written[id.index()].mines[..] {
        _ if still(id) => 0,
        [_, ..] => 1,
        [] => 2,
    };
    // FT-11.4.2, FT-11.4.4: ships about to jump, and those with them, move after all the others.
    let jumps = ftl::jumps(battle);
    let stays = |id: &ShipId| !jumps.iter().any(|it| it.0 == *id || it.1.contains(id));
    let mut ids: Vec<(u8, ShipId)> = battle.active_ships().filter(stays).map(|id| (rank(id), id)).collect();
    ids.sort();
    let first = ids.iter().filter(|it| it.0 == 0).count();
    // Squadrons look at where everybody stood before the move.
    let moves: Vec<(u8, (Event, End))> = ids.iter().map(|it| (it.0, fly_one(battle, it.1))).collect();
    let tracked = !battle.mines.is_empty() || !battle.flak.is_empty() || battle.glimpses();
    let mut tracks = Vec::new();
    for (n, (rank, (event, end))) in moves.into_iter().enumerate() {
        if n == first && table.state().has_sections {
            collisions::run_over(table, true);
        }
        let Event::Moved { ship, .. } = event else { continue };
        let written = &table.state().written[ship.index()];
        let busy = (written.sweep || !written.mines.is_empty()).then(|| written.clone());
        let track = if tracked || busy.is_some() { track(table.state(), rank, &event) } else { None };
        move_and_leave(table, event, end);
        if let (Some(written), Some(track)) = (busy, &track) {
            mines::lay(table, ship, &written, &track.path);
        }
        tracks.extend(track);
    }
    deploy::reinforce(table);
    bases::keep_up(table);
    cloaks::steal(table);
    if matches!(table.state().field.options.edge, Edges::ReturnRoll | Edges::Orbital) {
        // FT-3.7.5: the first of a base says where all of it comes back.
        let entries: Vec<Option<(Point, Clock)>> = table.state().written.iter().map(|it| it.entry).collect();
        for id in table.state().field.ship_ids() {
            let entry = table.state().base_mates(id).find_map(|it| entries[it.index()]);
            tracks.extend(come_back(table, id, entry));
        }
    }
    // FT-4.11.4: checks for damage of phase 5 are made at its end.
    let mut hurt = mines::meet(table, &tracks);
    hurt |= opening::graze(table, &tracks);
    sensors::glimpse(table, &tracks);
    for id in table.state().field.ship_ids() {
        let hits = table.state().ship(id).wear;
        if 0 < hits {
            table.emit(crate::Event::Movement(Event::Worn { ship: id, hits }));
        }
    }
    gates::after_moves(table, &doors);
    ftl::after_moves(table, &noted);
    cloaks::after_moves(table, &noted);
    boarding::after_moves(table);
    links::after_moves(table, &links);
    sweeps::ready(table, &noted);
    sensors::after_moves(table, &noted);
    ramming::resolve(table, &rams);
    riders::settle(table);
    // FT-10.1.2: what terrain has done is checked when all have moved.
    if table.state().has_terrain() || hurt {
        damage::end_of_phase(table);
    }
}

/// The way of a move, from where the ship stands.
fn track(battle: &Battle, rank: u8, event: &Event) -> Option<Track> {
    let Event::Moved { ship, path, .. } = event else { return None };
    let path = [battle.ship(*ship).motion.at].into_iter().chain(path.iter().copied()).collect();
    Some(Track { ship: *ship, rank, path })
}

fn move_and_leave(table: &mut Table<Battle>, event: Event, end: End) {
    let crossed = edge_crossed(table.state(), &event);
    let before = last_bend(table.state(), &event);
    let flown = if let (Event::Moved { ship, path, .. }, true) = (&event, table.state().has_terrain()) {
        // FT-17.6.2: it may be lost before it moves.
        if !table.state().ship(*ship).is_active() {
            return;
        }
        Some((*ship, table.state().ship(*ship).motion.at, path.clone()))
    } else {
        None
    };
    table.emit(crate::Event::Movement(event));
    if let Some((ship, from, path)) = flown {
        collisions::encounter(table, ship, from, &path);
        planets::arrive(table, ship, end);
        if !table.state().ship(ship).is_active() {
            return;
        }
    }
    let Some((ship, edge)) = crossed else { return };
    // FT-3.7.5: a base leaves as one, by the die of its first ship.
    let battle = table.state();
    let mate =
        battle.base_mates(ship).find(|&it| it < ship && battle.ship(it).motion == battle.ship(ship).motion);
    if let (Some(Status::Left { edge, back }), Edges::ReturnRoll) =
        (mate.map(|it| battle.ship(it).status), battle.field.options.edge)
    {
        table.emit(crate::Event::Movement(Event::Left { ship, edge, die: None, back }));
        return;
    }
    // FT-3.9.2: 1 to 3 never, 4 to 6 that many turns later.
    let (die, back) = match table.state().field.options.edge {
        Edges::ReturnRoll => {
            let die = table.roll(6);
            (Some(die), (4 <= die).then(|| table.state().turn.saturating_add(u16::from(die))))
        }
        // FT-17.7.1: round the planet, and back on the other side.
        Edges::Orbital => (None, Some(table.state().turn.saturating_add(table.state().turns_round(ship)))),
        Edges::Retreat | Edges::Floating => (None, None),
    };
    let to = table.state().ship(ship).motion.at;
    let exit = table.state().exit(before, to, edge);
    table.emit(crate::Event::Movement(Event::Left { ship, edge, die, back }));
    if table.state().field.options.edge == Edges::Orbital {
        table.emit(crate::Event::Rounds(rounds::Event::WentRound { ship, exit }));
    }
}

/// FT-3.9.1: for a ship that has come to stand beyond the edge.
pub(crate) fn leave_table(table: &mut Table<Battle>, ship: ShipId) {
    let battle = table.state();
    let at = battle.ship(ship).motion.at;
    if battle.field.options.edge != Edges::Floating && !battle.is_on_table(at) {
        let edge = nearest_edge(battle.field.scenario.table, at);
        table.emit(crate::Event::Movement(Event::Left { ship, edge, die: None, back: None }));
    }
}

/// Where the last leg of a move begins.
fn last_bend(battle: &Battle, event: &Event) -> Point {
    match event {
        Event::Moved { ship, path, .. } => {
            let bend = path.len().checked_sub(2).map(|n| path[n]);
            bend.unwrap_or_else(|| battle.ship(*ship).motion.at)
        }
        Event::Left { ship, .. } | Event::Returned { ship, .. } | Event::Worn { ship, .. } => {
            battle.ship(*ship).motion.at
        }
    }
}

/// FT-3.9.2: on its turn it moves its full velocity from the edge, or is gone for good.
fn come_back(table: &mut Table<Battle>, id: ShipId, entry: Option<(Point, Clock)>) -> Option<Track> {
    let battle = table.state();
    let Status::Left { edge, back: Some(turn) } = battle.ship(id).status else { return None };
    if turn != battle.turn {
        return None;
    }
    match entry {
        Some((at, facing)) => {
            table.emit(crate::Event::Movement(Event::Returned { ship: id, at, facing }));
            let (event, end) = fly_one(table.state(), id);
            let track = track(table.state(), 2, &event);
            move_and_leave(table, event, end);
            track
        }
        None => {
            table.emit(crate::Event::Movement(Event::Left { ship: id, edge, die: None, back: None }));
            None
        }
    }
}

pub(crate) fn move_one(battle: &Battle, id: ShipId) -> Event {
    fly_one(battle, id).0
}

/// What a ship flies, and how that ends.
pub(crate) fn fly_one(battle: &Battle, id: ShipId) -> (Event, End) {
    if let Some(lead) = battle.hauler(id) {
        return (haul(battle, id, lead), End::Free);
    }
    // FT-3.7.5: ships on one base fly the order of its first.
    let (ship, written) = (battle.ship(id), &battle.written[battle.base_lead(id).index()]);
    let hold = Written::default();
    if let Some(event) = move_held(battle, id) {
        return (event, End::Free);
    }
    let (by, order) = if ship.is_adrift(battle.turn) {
        (Steering::Adrift, &hold)
    } else if battle.field.blueprint(id).thrust == 0 {
        (Steering::Fixed, &hold)
    } else if (written.plot == Plot::Hold && !written.roll && written.squadron.is_none())
        || !orders::can_fly(battle, id, written)
    {
        (Steering::NoOrder, &hold)
    } else if written.squadron.is_some() {
        (Steering::Squadron, written)
    } else {
        (Steering::Ordered, written)
    };
    let planets::Voyage { flight: Flight { path, motion }, end } = match (by, order.squadron) {
        (Steering::Squadron, Some((first, formation))) => {
            let flight = fly_in_squadron(battle, id, first, formation, &order.plot);
            battle.bent(id, flight, &order.plot, 0, None)
        }
        (Steering::Adrift | Steering::Fixed, _) => battle.voyage(id, &order.plot, 0),
        _ => battle.voyage(id, &order.plot, written.pull),
    };
    let by = if end == End::Round { Steering::Orbit } else { by };
    // FT-5.22.4: a turret that is hit stays as it is.
    let stuck = |n: u8| {
        let mut icons = battle.field.blueprint(id).icons_of(|kind| matches!(kind, Kind::Turret { .. }));
        icons.nth(usize::from(n)).is_none_or(|icon| !ship.works(icon))
    };
    let (active, turrets) = if ship.is_adrift(battle.turn) {
        (false, Vec::new())
    } else {
        (written.active, written.turrets.iter().copied().filter(|it| !stuck(it.0)).collect())
    };
    let (plot, roll) = (order.plot.clone(), order.roll);
    (Event::Moved { ship: id, by, plot, roll, active, turrets, path, to: motion }, end)
}

/// FT-13.15.8: a section keeps its place beside the one with the drive.
fn haul(battle: &Battle, id: ShipId, lead: ShipId) -> Event {
    let Event::Moved { path, to, plot, .. } = move_one(battle, lead) else { unreachable!("ships move") };
    let (from, own) = (battle.motion(lead), battle.motion(id));
    let place = (own.at - from.at).seen_from(from.facing.course());
    let beside = |at: Point, facing: Clock| {
        let course = facing.course();
        at.moved(course, place.ahead).moved(course.turned(6), place.right)
    };
    let at = beside(to.at, to.facing);
    // On the way it turns with its ship; where it bends is where that bends.
    let mut legs: Path = path.iter().take(path.len() - 1).map(|&it| beside(it, from.facing)).collect();
    legs.push(at);
    let turned = i32::from(to.facing.get()) - i32::from(from.facing.get());
    let motion = Motion { at, facing: own.facing.turned(turned), ..to };
    Event::Moved {
        ship: id,
        by: Steering::Section,
        plot,
        roll: false,
        active: false,
        turrets: Vec::new(),
        path: legs,
        to: motion,
    }
}

/// FT-16.3.2: behind its tug, as in line ahead; FT-16.6.1, FT-GEO.8: docked, by the way of its host.
fn move_held(battle: &Battle, id: ShipId) -> Option<Event> {
    let link = battle.held(id)?;
    let Event::Moved { plot, path, to, .. } = move_one(battle, link.lead) else { return None };
    let (own, from) = (battle.ship(id).motion, battle.ship(link.lead).motion);
    let Flight { path, motion } = match (link.hold, &plot) {
        (Hold::Tow, Plot::Helm(_)) => fly_beside(battle, id, link.lead, &plot),
        _ => {
            let offset = own.at - from.at;
            let beside = |at: &Point| Point { x: at.x + offset.east, y: at.y + offset.north };
            let motion = Motion { at: beside(&to.at), ..to };
            Flight { path: path.iter().map(beside).collect(), motion }
        }
    };
    let (by, active, turrets) = (Steering::Held, false, Vec::new());
    Some(Event::Moved { ship: id, by, plot: Plot::Hold, roll: false, active, turrets, path, to: motion })
}

/// FT-3.7.2: the lead ship flies, the others keep their place beside it.
fn fly_in_squadron(battle: &Battle, id: ShipId, first: ShipId, formation: Formation, plot: &Plot) -> Flight {
    let own = battle.ship(id).motion;
    // FT-12.12.8: vector ships all burn alike, so offsets stay by themselves.
    if !matches!(plot, Plot::Helm(_)) {
        return plot::fly(own, plot);
    }
    fly_beside(battle, id, lead_of(battle, first, formation, plot), plot)
}

/// FT-3.7.2: in its place beside a ship that flies so.
fn fly_beside(battle: &Battle, id: ShipId, lead: ShipId, plot: &Plot) -> Flight {
    let own = battle.ship(id).motion;
    let Plot::Helm(helm) = plot else { return plot::fly(own, plot) };
    let from = battle.ship(lead).motion;
    let flight = plot::fly(from, plot);
    let place = (own.at - from.at).seen_from(from.facing.course());
    let beside = |at: Point, facing: Clock| {
        let course = facing.course();
        at.moved(course, place.ahead).moved(course.turned(6), place.right)
    };
    let (turn, _) = helm.turns();
    let at = beside(flight.motion.at, flight.motion.facing);
    let mut path = Path::new();
    if 1 < flight.path.len() {
        path.push(beside(flight.path[0], from.facing.turned(turn)));
    }
    path.push(at);
    Flight { path, motion: Motion { at, ..flight.motion } }
}

/// FT-3.7.3: the front ship of a line ahead; else the one with the longest way.
pub(crate) fn lead_of(battle: &Battle, first: ShipId, formation: Formation, plot: &Plot) -> ShipId {
    let course = battle.ship(first).motion.facing.course();
    let members = || {
        battle
            .active_ships()
            .filter(|id| battle.written[id.index()].squadron.is_some_and(|(it, _)| it == first))
    };
    let origin = battle.ship(first).motion.at;
    let seen = |id: ShipId| (battle.ship(id).motion.at - origin).seen_from(course);
    // Starboard is positive: the leftmost ship has the longest way round.
    let turn = if let Plot::Helm(helm) = plot { helm.turn } else { 0 };
    let rank = |id: &ShipId| match (formation, turn.signum()) {
        (Formation::LineAhead, _) => seen(*id).ahead,
        (_, 1) => -seen(*id).right,
        (_, -1) => seen(*id).right,
        _ => Length::ZERO,
    };
    // Of equals the first in the fleet list.
    members().rev_max_by_key(rank).unwrap_or(first)
}

/// The greatest by a key, the first of equals.
trait FirstMax: Iterator + Sized {
    fn rev_max_by_key<K: Ord>(self, key: impl Fn(&Self::Item) -> K) -> Option<Self::Item> {
        self.fold(None, |best, item| match best {
            Some(best) if key(&item) <= key(&best) => Some(best),
            _ => Some(item),
        })
    }
}
impl<I: Iterator> FirstMax for I {}

/// FT-3.9.1: the edge a move crossed, if it left the table.
fn edge_crossed(battle: &Battle, event: &Event) -> Option<(ShipId, Edge)> {
    let Event::Moved { ship, path, .. } = event else { return None };
    if battle.field.options.edge == Edges::Floating {
        return None;
    }
    let places = match battle.field.options.table_edge {
        TableEdge::End => &path[path.len() - 1..],
        TableEdge::Path => &path[..],
    };
    let out = places.iter().find(|at| !battle.is_on_table(**at))?;
    Some((*ship, nearest_edge(battle.field.scenario.table, *out)))
}

/// The edge beyond which it is furthest.
fn nearest_edge(size: TableSize, at: Point) -> Edge {
    let beyond = [
        (Edge::North, at.y - size.height),
        (Edge::East, at.x - size.width),
        (Edge::South, -at.y),
        (Edge::West, -at.x),
    ];
    beyond.into_iter().rev_max_by_key(|(_, far)| *far).expect("four edges").0
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Moved { ship: id, plot, roll, active, turrets, to, .. } => {
            battle.written[id.index()] = Written::default();
            let ship = battle.ship_mut(*id);
            ship.motion = *to;
            ship.rolled ^= roll;
            ship.active = *active;
            for (turret, arc) in turrets {
                if let Some(facing) = ship.turrets.get_mut(usize::from(*turret)) {
                    *facing = *arc;
                }
            }
            ship.turned = plot.turns() || *roll;
            ship.thrusted = plot.uses_main_drive();
        }
        Event::Left { ship, edge, back, .. } => {
            battle.ship_mut(*ship).status = Status::Left { edge: *edge, back: *back };
        }
        Event::Returned { ship: id, at, facing } => {
            let ship = battle.ship_mut(*id);
            ship.status = Status::Active;
            ship.motion.at = *at;
            ship.motion.facing = *facing;
            if ship.motion.drift.is_some() {
                ship.motion.drift = Some(plot::drift_along(*facing, ship.motion.velocity));
            }
        }
        Event::Worn { ship: id, hits } => {
            let most = battle.most_drive_hits(*id);
            let ship = battle.ship_mut(*id);
            ship.drive_hits = (ship.drive_hits + hits).min(most);
            ship.wear = 0;
        }
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Moved { by, plot, roll, .. } => {
            let mut rules = vec![match by {
                Steering::Ordered => "FT-2.6.5",
                Steering::Squadron => "FT-3.7.2",
                Steering::NoOrder => "FT-3.5.2",
                Steering::Adrift => "FT-10.3.3",
                Steering::Fixed => "FT-16.1.1",
                Steering::Held => "FT-16.3.2",
                Steering::Orbit => "FT-17.8.3",
                Steering::Section => "FT-13.15.8",
            }];
            rules.push(if matches!(plot, Plot::Burns(_)) { "FT-12.12.4" } else { "FT-3.4.1" });
            if *roll {
                rules.push("FT-16.2.1");
            }
            rules
        }
        Event::Left { die: None, .. } => vec!["FT-3.9.1"],
        Event::Left { .. } | Event::Returned { .. } => vec!["FT-3.9.2"],
        Event::Worn { .. } => vec!["FT-3.6.3"],
    }
}
