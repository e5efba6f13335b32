//! Phases 4 and 6: fighters and gunboats move (FT-8.5, FT-8.6, FT-8.10.2, FT-8.10.3, FT-8.15.15).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::{
        dogfights, hangars,
        wings::{GroupId, Post},
    },
    jumps,
    movement::clock::Clock,
    options::{Edges, FighterFacing, SecondaryLaunch},
    ordnance::opening,
    phases::{self, Phase, Step},
    ship::ShipId,
    yard::design::WingMod,
};

/// FT-2.6.4, FT-2.6.6: what one group does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Sortie {
    pub group: GroupId,
    pub action: Action,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// FT-8.5.2, FT-8.6.2: stays where it is, or with whom it is.
    Hold,
    /// FT-8.5.1; FT-8.10.2: onto an enemy group, to fight it.
    Fly {
        to: Point,
        facing: Clock,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engage: Option<GroupId>,
        /// Where it looks to exactly, where facings are free; `facing` is then the course nearest to that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<Point>,
    },
    /// FT-8.6.1; it looks at the nearest enemy unless told otherwise.
    Screen {
        ship: ShipId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Clock>,
    },
    /// FT-8.6.3.
    Guard { group: GroupId },
    /// FT-8.6.5.
    Pursue { ship: ShipId },
    /// FT-9.2.3: it flies and charges its FTL drive, to jump in the next turn.
    Charge { to: Point, facing: Clock },
    /// FT-8.1.6; FT-8.4.1.
    Land {
        ship: ShipId,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        combat: bool,
    },
}

/// Who moves (FT-8.1.3, FT-8.5.2, FT-8.15.15, FT-8.5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    /// FT-QRS.1: in phase 4, whatever the quick sheet says: groups launched this turn.
    Launched,
    /// Phase 4: all the others.
    Others,
    /// Secondary moves of robots, at the end of phase 4.
    Robots,
    /// Phase 6.
    Secondary,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "WingsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    Held {
        group: GroupId,
    },
    /// The seat moves nobody else in this pass.
    Finished {
        seat: Seat,
    },
    /// FT-8.5.1, FT-8.5.3: for so much endurance; FT-8.10.2: onto an enemy group.
    Flew {
        group: GroupId,
        to: Point,
        facing: Clock,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contact: Option<GroupId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<Point>,
        cost: u8,
    },
    /// FT-8.6.1: it moves when the ship moves, or is there at once in phase 6.
    Screened {
        group: GroupId,
        ship: ShipId,
        facing: Option<Clock>,
        cost: u8,
    },
    /// FT-8.6.3.
    Guarded {
        group: GroupId,
        of: GroupId,
        cost: u8,
    },
    Pursued {
        group: GroupId,
        ship: ShipId,
    },
    /// FT-8.6.1, FT-8.6.5, FT-GEO.8: with whom it flies, whatever the distance.
    Carried {
        group: GroupId,
        to: Point,
        facing: Clock,
    },
    /// FT-8.0.3.
    Left {
        group: GroupId,
    },
    /// FT-8.10.3: it slips away from those who had moved onto it.
    Slipped {
        group: GroupId,
    },
}

impl Battle {
    /// Groups of `seat` that still have a turn in a pass.
    pub fn to_move(&self, seat: Seat, pass: Pass) -> Vec<GroupId> {
        let waits = |id: &GroupId| {
            let group = self.group(*id);
            match pass {
                Pass::Launched => group.deeds.launched && !group.deeds.moved,
                Pass::Others => !group.deeds.moved,
                Pass::Robots => group.craft.has(WingMod::Robot) && self.may_hurry(*id),
                Pass::Secondary => !group.craft.has(WingMod::Robot) && self.may_hurry(*id),
            }
        };
        // FT-9.2.3: who is about to jump goes straight on, when ships have moved.
        let stays = |id: &GroupId| !self.group(*id).is_leaving(self.turn);
        self.own_groups(seat).filter(stays).filter(waits).collect()
    }

    /// FT-8.5.3 to FT-8.5.5, FT-8.1.4: whether a secondary move is left to it.
    fn may_hurry(&self, id: GroupId) -> bool {
        let group = self.group(id);
        let allowed =
            !group.deeds.launched || self.field.options.launch_turn_secondary != SecondaryLaunch::None;
        allowed && !group.deeds.asked && 0 < group.cef && self.foes_in_contact(id).next().is_none()
    }

    /// How far a group may go in a pass.
    pub fn reach(&self, id: GroupId, pass: Pass) -> Length {
        let group = self.group(id);
        match pass {
            Pass::Launched | Pass::Others => group.allowance(),
            Pass::Robots | Pass::Secondary => {
                let half =
                    group.deeds.launched && self.field.options.launch_turn_secondary == SecondaryLaunch::Half;
                Length::units(group.craft.spurt()).part(if half { 2 } else { 1 })
            }
        }
    }

    /// FT-8.10.3: enemy groups that moved onto one that has not moved yet, and may shoot if it goes.
    pub(crate) fn parting_shots(&self, id: GroupId) -> Vec<GroupId> {
        let group = self.group(id);
        let shoots = |it: &GroupId| {
            let foe = self.group(*it);
            foe.deeds.contact == Some(id)
                && group.craft.rated() <= foe.craft.rated()
                && 0 < foe.cef
                && !foe.deeds.fired
        };
        self.foes_in_contact(id).filter(shoots).collect()
    }

    /// FT-8.0.3: whether a group may be there.
    pub(crate) fn is_in_play(&self, at: Point) -> bool {
        self.field.options.edge == Edges::Floating || self.is_on_table(at)
    }
}

/// Phase 4 or 6 begins; true if somebody has something to move. FT-8.1.5: who was launched this turn
/// may do whatever others may.
pub(crate) fn open(table: &mut Table<Battle>, first: Pass) -> bool {
    next(table, first, None)
}

/// FT-8.5.2, FT-8.5.3: one group at a time, the loser of the initiative first.
fn next(table: &mut Table<Battle>, pass: Pass, last: Option<Seat>) -> bool {
    let battle = table.state();
    if battle.groups.is_empty() {
        return false;
    }
    let order: Vec<Seat> = battle.initiative.iter().rev().copied().collect();
    let after = last.and_then(|last| order.iter().position(|it| *it == last)).map_or(0, |at| at + 1);
    let seat = (0..order.len())
        .map(|i| order[(after + i) % order.len()])
        .find(|&seat| !battle.to_move(seat, pass).is_empty());
    match (seat, pass) {
        (Some(seat), _) => {
            phases::enter(table, Phase::Wings { seat, pass });
            true
        }
        (None, Pass::Launched) => next(table, Pass::Others, None),
        (None, Pass::Others) => next(table, Pass::Robots, None),
        (None, Pass::Robots | Pass::Secondary) => false,
    }
}

/// FT-8.5.1, FT-8.13.3: a main move costs nothing, so a group without endurance still flies home.
pub(crate) fn check(battle: &Battle, seat: Seat, order: &Sortie, found: &mut Findings) {
    let Phase::Wings { pass, .. } = battle.phase else { return };
    let id = order.group;
    if !battle.to_move(seat, pass).contains(&id) {
        let rule = match pass {
            Pass::Launched => "FT-8.1.3",
            Pass::Others => "FT-8.5.2",
            Pass::Robots => "FT-8.15.15",
            Pass::Secondary => "FT-8.5.3",
        };
        found.add(rule, format!("group number {} is not yours to move now", id.0));
        return;
    }
    let (group, name) = (battle.group(id), battle.field.group_code(id));
    let reach = battle.reach(id, pass);
    let secondary = matches!(pass, Pass::Robots | Pass::Secondary);
    let cost = u8::from(secondary);
    let far = match pass {
        Pass::Robots | Pass::Secondary => "FT-8.5.3",
        Pass::Launched => "FT-8.1.4",
        Pass::Others => "FT-8.5.1",
    };
    let too_far = |at: Point, more: Length, found: &mut Findings| {
        found
            .require((at - group.at).within(reach + more), far, || format!("{name} goes {reach} MU at most"));
    };
    match &order.action {
        Action::Hold => (),
        Action::Fly { to, facing, engage, look } => {
            too_far(*to, Length::ZERO, found);
            if let Some(look) = look {
                let free = battle.field.options.fighter_facing == FighterFacing::Free;
                found.require(free, "FT-8.5.1", || format!("{name} looks along one of the twelve courses"));
                let way = *look - *to;
                found.require(0 < way.square() && Clock::nearest(way) == *facing, "FT-8.5.1", || {
                    format!("{name} would not look both along course {facing} and to {look}")
                });
            }
            let Some(foe) = engage else { return };
            let enemy = battle.groups.get(foe.index()).filter(|it| it.is_flying() && it.side != group.side);
            let Some(enemy) = enemy else {
                found.add("FT-8.10.2", format!("{name} has no such enemy group to fight"));
                return;
            };
            found.require(battle.touches(*to, enemy.at), "FT-8.10.2", || {
                format!("{name} would not come into contact with {}", battle.field.group_code(*foe))
            });
            found.require(cost < group.cef, "FT-8.13.2", || format!("{name} has no endurance left to fight"));
        }
        Action::Charge { to, .. } => {
            too_far(*to, Length::ZERO, found);
            found.require(!secondary && battle.is_in_play(*to), "FT-9.2.3", || {
                format!("{name} charges its drive on its main move, on the table")
            });
            if let Some((rule, why)) = battle.cannot_charge(id) {
                found.add(rule, format!("{name} {why}"));
            }
        }
        Action::Screen { ship, .. } => {
            let friend = battle.ships.get(ship.index()).filter(|it| it.is_active() && it.side == group.side);
            let Some(friend) = friend else {
                found.add("FT-8.6.1", format!("{name} has no such ship to screen"));
                return;
            };
            // Those who screen it already need not catch up.
            let there = matches!(group.post, Post::Screening { ship: it, .. } if it == *ship);
            if !there || secondary {
                too_far(friend.motion.at, Length::ZERO, found);
            }
            found.require(battle.guards_of(id).next().is_none(), "FT-8.6.3", || {
                format!("{name} is screened itself")
            });
        }
        Action::Guard { group: of } => {
            let friend = battle.groups.get(of.index()).filter(|it| it.is_flying() && it.side == group.side);
            let Some(friend) = friend.filter(|_| *of != id) else {
                found.add("FT-8.6.3", format!("{name} has no such group to screen"));
                return;
            };
            too_far(friend.at, Length::ZERO, found);
            let chain = matches!(friend.post, Post::Screening { .. } | Post::Guarding { .. })
                || battle.guards_of(id).next().is_some();
            found.require(!chain, "FT-8.6.3", || "a group that screens is not screened itself".to_owned());
        }
        Action::Pursue { ship } => {
            let enemy = battle.ships.get(ship.index()).is_some_and(|it| it.is_active());
            found.require(enemy && group.hunted == Some(*ship) && !secondary, "FT-8.6.5", || {
                format!("{name} pursues only whom it attacked last turn, in phase 4")
            });
        }
        Action::Land { ship, combat } => {
            if battle.ships.len() <= ship.index() {
                found.add("FT-8.1.6", format!("{name} has no such ship to land on"));
                return;
            }
            let late = pass == Pass::Secondary && !battle.field.options.secondary_landing;
            found.require(!late && pass != Pass::Robots, "FT-8.1.6", || {
                format!("{name} lands in the phase of main moves only")
            });
            // It need only touch the carrier.
            too_far(battle.ship(*ship).motion.at, battle.contact(), found);
            if let Err((rule, why)) = battle.landing(id, *ship, *combat) {
                found.add(rule, format!("{name}: {} {why}", battle.field.tag(*ship)));
            }
        }
    }
}

pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, order: &Sortie) {
    let Phase::Wings { pass, .. } = table.state().phase else { return };
    let id = order.group;
    let battle = table.state();
    let seats: Seats = if leaves(battle, id, &order.action) {
        battle.parting_shots(id).into_iter().map(|it| battle.group(it).owner).collect()
    } else {
        Seats::default()
    };
    if seats.is_empty() {
        slip_and_go(table, seat, order, pass);
    } else {
        phases::enter(table, Phase::Parting { seats, by: seat, pass, sortie: order.clone() });
    }
}

fn slip_and_go(table: &mut Table<Battle>, seat: Seat, order: &Sortie, pass: Pass) {
    if leaves(table.state(), order.group, &order.action) {
        table.emit(crate::Event::Wings(Event::Slipped { group: order.group }));
    }
    carry_out(table, order.group, &order.action, pass);
    go_on(table, seat, pass);
}

/// FT-8.10.3: groups of a seat that may shoot at the one that slips away.
pub(crate) fn may_part(battle: &Battle, seat: Seat) -> Vec<GroupId> {
    let Phase::Parting { sortie, .. } = &battle.phase else { return Vec::new() };
    let mut shooters = battle.parting_shots(sortie.group);
    shooters.retain(|&it| battle.group(it).owner == seat);
    shooters
}

pub(crate) fn check_parting(battle: &Battle, seat: Seat, groups: &[GroupId], found: &mut Findings) {
    let able = may_part(battle, seat);
    for (i, id) in groups.iter().enumerate() {
        found.require(able.contains(id) && !groups[..i].contains(id), "FT-8.10.3", || {
            format!("group number {} has no shot at the one that slips away", id.0)
        });
    }
}

/// FT-8.10.3: a round without reply, then the group goes, if anything is left of it.
pub(crate) fn resolve_parting(table: &mut Table<Battle>, groups: &[GroupId]) {
    let Phase::Parting { by, pass, sortie, .. } = table.state().phase.clone() else { return };
    for &id in groups {
        if table.state().group(sortie.group).is_flying() {
            dogfights::parting(table, id, sortie.group);
        }
    }
    if table.state().group(sortie.group).is_flying() {
        slip_and_go(table, by, &sortie, pass);
    } else {
        hangars::settle(table);
        go_on(table, by, pass);
    }
}

pub(crate) fn sample_parting(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<GroupId> {
    let mut groups = may_part(battle, seat);
    groups.retain(|_| dice.one_in(2));
    groups
}

/// FT-8.10.3: whether an action takes a group away from enemies that have moved onto it.
fn leaves(battle: &Battle, id: GroupId, action: &Action) -> bool {
    let stays = |at: Point| battle.foes_in_contact(id).all(|foe| battle.touches(at, battle.group(foe).at));
    if battle.foes_in_contact(id).next().is_none() {
        return false;
    }
    match action {
        Action::Hold => false,
        Action::Fly { to, .. } | Action::Charge { to, .. } => !stays(*to),
        Action::Screen { .. } | Action::Guard { .. } | Action::Pursue { .. } | Action::Land { .. } => true,
    }
}

fn carry_out(table: &mut Table<Battle>, group: GroupId, action: &Action, pass: Pass) {
    let cost = u8::from(matches!(pass, Pass::Robots | Pass::Secondary));
    let from = table.state().group(group).at;
    match action {
        Action::Hold => table.emit(crate::Event::Wings(Event::Held { group })),
        Action::Fly { to, facing, engage, look } => {
            let (to, facing, contact, look) = (*to, *facing, *engage, *look);
            table.emit(crate::Event::Wings(Event::Flew { group, to, facing, contact, look, cost }));
            if !table.state().is_in_play(to) {
                table.emit(crate::Event::Wings(Event::Left { group }));
            } else if cost == 0 {
                escort(table, group);
            }
            through_flak(table, group, &[from, to]);
        }
        Action::Charge { to, facing } => {
            let (to, facing) = (*to, *facing);
            table.emit(crate::Event::FtlCraft(jumps::craft::Event::Charged { group, to, facing }));
            escort(table, group);
        }
        Action::Screen { ship, facing } => {
            let (ship, facing) = (*ship, *facing);
            table.emit(crate::Event::Wings(Event::Screened { group, ship, facing, cost }));
            let to = table.state().group(group).at;
            through_flak(table, group, &[from, to]);
        }
        Action::Guard { group: of } => {
            table.emit(crate::Event::Wings(Event::Guarded { group, of: *of, cost }));
            let to = table.state().group(group).at;
            through_flak(table, group, &[from, to]);
        }
        Action::Pursue { ship } => {
            table.emit(crate::Event::Wings(Event::Pursued { group, ship: *ship }));
        }
        Action::Land { ship, combat } => {
            let to = table.state().ship(*ship).motion.at;
            through_flak(table, group, &[from, to]);
            if !table.state().group(group).is_flying() {
                return;
            }
            hangars::land(table, group, *ship, *combat);
            hangars::settle(table);
        }
    }
}

/// FT-5.16.5: what flak does to a group on its way; whoever went with it flies on alone.
fn through_flak(table: &mut Table<Battle>, group: GroupId, path: &[Point]) {
    if !table.state().flak.is_empty() {
        opening::scourge(table, group, path);
        hangars::settle(table);
    }
}

/// FT-8.6.3: escorts go with their group as far as their own move allows.
fn escort(table: &mut Table<Battle>, lead: GroupId) {
    let guards: Vec<GroupId> = table.state().guards_of(lead).collect();
    for id in guards {
        let battle = table.state();
        let (to, facing) = (battle.group(lead).at, battle.group(lead).facing);
        let group = battle.group(id);
        let left = group.allowance() - group.deeds.flown;
        let from = group.at;
        let event = if (to - group.at).within(left) {
            crate::Event::Wings(Event::Carried { group: id, to, facing })
        } else {
            crate::Event::Hangars(hangars::Event::Released { group: id })
        };
        table.emit(event);
        let to = table.state().group(id).at;
        through_flak(table, id, &[from, to]);
    }
}

/// The seat moves nobody else in this phase.
pub(crate) fn finish(table: &mut Table<Battle>, seat: Seat) {
    let Phase::Wings { pass, .. } = table.state().phase else { return };
    table.emit(crate::Event::Wings(Event::Finished { seat }));
    go_on(table, seat, pass);
}

fn go_on(table: &mut Table<Battle>, seat: Seat, pass: Pass) {
    if next(table, pass, Some(seat)) {
        return;
    }
    if pass == Pass::Secondary {
        close(table);
        phases::play_after(table, Step::SecondaryMoves);
    } else {
        phases::play_after(table, Step::Fighters);
    }
}

/// FT-8.6.2: an escort that its group has left behind flies by itself.
pub(crate) fn close(table: &mut Table<Battle>) {
    for id in table.state().group_ids() {
        let battle = table.state();
        let Post::Guarding { group } = battle.group(id).post else { continue };
        if !battle.touches(battle.group(id).at, battle.group(group).at) {
            table.emit(crate::Event::Hangars(hangars::Event::Released { group: id }));
        }
    }
}

/// Where all ships are, to be asked before they move.
pub(crate) fn places(battle: &Battle) -> Vec<Point> {
    if battle.groups.is_empty() {
        return Vec::new();
    }
    battle.ships.iter().map(|ship| ship.motion.at).collect()
}

/// Phase 5, FT-8.6.1, FT-8.6.5, FT-GEO.8: screens and pursuers go where their ship has gone.
pub(crate) fn carry(table: &mut Table<Battle>, before: &[Point]) {
    hangars::settle(table);
    for id in table.state().group_ids() {
        let battle = table.state();
        let group = battle.group(id);
        let event = match group.post {
            Post::Screening { ship, facing } => {
                let to = battle.ship(ship).motion.at;
                let facing = facing.unwrap_or_else(|| lookout(battle, id, to));
                crate::Event::Wings(Event::Carried { group: id, to, facing })
            }
            Post::Pursuing { ship } => {
                let to = group.at + (battle.ship(ship).motion.at - before[ship.index()]);
                if battle.is_in_play(to) {
                    crate::Event::Wings(Event::Carried { group: id, to, facing: group.facing })
                } else {
                    // It does not follow off the table.
                    crate::Event::Hangars(hangars::Event::Released { group: id })
                }
            }
            Post::Aboard { .. }
            | Post::Flying
            | Post::Guarding { .. }
            | Post::Destroyed
            | Post::Hyperspace { .. }
            | Post::Away => continue,
        };
        let from = group.at;
        table.emit(event);
        let to = table.state().group(id).at;
        through_flak(table, id, &[from, to]);
    }
}

/// The way to the nearest enemy group, or to the nearest enemy ship.
pub(crate) fn lookout(battle: &Battle, id: GroupId, from: Point) -> Clock {
    let group = battle.group(id);
    let groups = battle.flying().map(|it| battle.group(it)).filter(|it| it.side != group.side);
    let near = groups.map(|it| it.at - from).min_by_key(|it| it.square());
    let ships = battle.active_ships().map(|it| battle.ship(it)).filter(|it| it.side != group.side);
    let near = near.or_else(|| ships.map(|it| it.motion.at - from).min_by_key(|it| it.square()));
    near.filter(|it| 0 < it.square()).map_or(group.facing, Clock::nearest)
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let moved = |battle: &mut Battle, id: GroupId, cost: u8| {
        let group = battle.group_mut(id);
        if 0 < cost {
            group.pay(cost);
            (group.deeds.asked, group.deeds.hurried) = (true, true);
        } else {
            group.deeds.moved = true;
        }
    };
    match event {
        Event::Held { group } => {
            let main = is_main(battle);
            let deeds = &mut battle.group_mut(*group).deeds;
            if main {
                deeds.moved = true;
            } else {
                deeds.asked = true;
            }
        }
        Event::Finished { seat } => {
            let Phase::Wings { pass, .. } = battle.phase else { return };
            for id in battle.to_move(*seat, if is_main(battle) { Pass::Others } else { pass }) {
                let main = is_main(battle);
                let deeds = &mut battle.group_mut(id).deeds;
                if main {
                    deeds.moved = true;
                } else {
                    deeds.asked = true;
                }
            }
        }
        Event::Flew { group: id, to, facing, contact, look, cost } => {
            moved(battle, *id, *cost);
            let group = battle.group_mut(*id);
            if *cost == 0 {
                group.deeds.flown += (*to - group.at).length();
            }
            (group.at, group.facing, group.post) = (*to, *facing, Post::Flying);
            group.look = look.map(|look| Point::default() + (look - *to));
            group.deeds.contact = *contact;
        }
        Event::Screened { group: id, ship, facing, cost } => {
            moved(battle, *id, *cost);
            let at = battle.ship(*ship).motion.at;
            let group = battle.group_mut(*id);
            group.post = Post::Screening { ship: *ship, facing: *facing };
            (group.facing, group.look) = (facing.unwrap_or(group.facing), None);
            if 0 < *cost {
                group.at = at;
            }
        }
        Event::Guarded { group: id, of, cost } => {
            moved(battle, *id, *cost);
            let (at, facing) = (battle.group(*of).at, battle.group(*of).facing);
            let group = battle.group_mut(*id);
            if *cost == 0 {
                group.deeds.flown += (at - group.at).length();
            }
            (group.at, group.facing, group.post) = (at, facing, Post::Guarding { group: *of });
            group.look = None;
        }
        Event::Pursued { group: id, ship } => {
            moved(battle, *id, 0);
            battle.group_mut(*id).post = Post::Pursuing { ship: *ship };
        }
        Event::Carried { group: id, to, facing } => {
            let group = battle.group_mut(*id);
            if matches!(group.post, Post::Guarding { .. }) {
                group.deeds.flown += (*to - group.at).length();
                group.deeds.moved = true;
            }
            if group.facing != *facing || !matches!(group.post, Post::Pursuing { .. }) {
                group.look = None;
            }
            (group.at, group.facing) = (*to, *facing);
        }
        Event::Left { group } => battle.group_mut(*group).post = Post::Away,
        Event::Slipped { group } => {
            for it in battle.groups.iter_mut().filter(|it| it.deeds.contact == Some(*group)) {
                it.deeds.contact = None;
            }
        }
    }
}

fn is_main(battle: &Battle) -> bool {
    matches!(battle.phase, Phase::Wings { pass: Pass::Launched | Pass::Others, .. })
}

/// Actions of a group that are worth a thought, all of them legal.
pub(crate) fn choices(battle: &Battle, seat: Seat, id: GroupId) -> Vec<Action> {
    let group = battle.group(id);
    let Phase::Wings { pass, .. } = battle.phase else { return Vec::new() };
    let reach = battle.reach(id, pass);
    let mut wanted = vec![Action::Hold];
    for foe in battle.flying().filter(|&it| battle.group(it).side != group.side) {
        let to = battle.group(foe).at;
        wanted.push(Action::Fly {
            to,
            facing: toward(group.at, to, group.facing),
            engage: Some(foe),
            look: None,
        });
    }
    for ship in battle.active_ships() {
        let it = battle.ship(ship);
        if it.side == group.side {
            wanted.push(Action::Screen { ship, facing: None });
            wanted.push(Action::Land { ship, combat: false });
            wanted.push(Action::Land { ship, combat: true });
        } else {
            wanted.push(Action::Pursue { ship });
            wanted.push(approach(battle, id, ship, reach, pass));
        }
    }
    if group.craft.has_ftl() {
        let to = inside(battle, group.at.moved(group.facing.course(), reach));
        wanted.push(Action::Charge { to, facing: group.facing });
    }
    for friend in battle.flying().filter(|&it| battle.group(it).side == group.side) {
        wanted.push(Action::Guard { group: friend });
    }
    wanted.retain(|action| is_legal(battle, seat, id, action));
    let good = |ship: &ShipId| wanted.contains(&Action::Land { ship: *ship, combat: false });
    let orderly: Vec<ShipId> = battle.active_ships().filter(good).collect();
    // Nobody fouls a deck that is free.
    wanted.retain(|it| !matches!(it, Action::Land { ship, combat: true } if orderly.contains(ship)));
    wanted
}

pub(crate) fn is_legal(battle: &Battle, seat: Seat, group: GroupId, action: &Action) -> bool {
    let mut found = Findings::default();
    check(battle, seat, &Sortie { group, action: action.clone() }, &mut found);
    found.is_empty()
}

fn toward(from: Point, to: Point, else_: Clock) -> Clock {
    if from == to { else_ } else { Clock::nearest(to - from) }
}

/// Near to where an enemy will be if it holds its course, or as near as it can get.
pub(crate) fn approach(battle: &Battle, id: GroupId, ship: ShipId, reach: Length, pass: Pass) -> Action {
    let group = battle.group(id);
    let motion = battle.ship(ship).motion;
    let there = match pass {
        Pass::Secondary => motion.at,
        Pass::Launched | Pass::Others | Pass::Robots => {
            crate::movement::plot::fly(motion, &crate::movement::plot::Plot::Hold).motion.at
        }
    };
    let way = there - group.at;
    // Three MU short of it, so that it is in front; FT-8.15.14: shuttles go alongside.
    let short = Length::units(if group.is_shuttles() { 0 } else { 3 });
    let far = (way.length() - short).max(Length::ZERO).min(reach);
    let to = along(group.at, there, far);
    let to = inside(battle, to);
    Action::Fly { to, facing: toward(to, there, group.facing), engage: None, look: None }
}

/// A place `far` on the way from one to another.
fn along(from: Point, to: Point, far: Length) -> Point {
    let whole = (to - from).length();
    if whole == Length::ZERO {
        return from;
    }
    let part = |full: Length| Length((i128::from(full.0) * i128::from(far.0) / i128::from(whole.0)) as i64);
    Point { x: from.x + part(to.x - from.x), y: from.y + part(to.y - from.y) }
}

/// The nearest place on the table.
fn inside(battle: &Battle, at: Point) -> Point {
    if battle.is_in_play(at) {
        return at;
    }
    let size = battle.field.scenario.table;
    let zero = Length::ZERO;
    Point { x: at.x.max(zero).min(size.width), y: at.y.max(zero).min(size.height) }
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Option<Sortie> {
    let Phase::Wings { pass, .. } = battle.phase else { return None };
    let groups = battle.to_move(seat, pass);
    if groups.is_empty() || dice.one_in(6) {
        return None;
    }
    let group = *dice.pick(&groups);
    let action = if dice.one_in(3) {
        let whole = battle.reach(group, pass).whole_units_down().max(0) as usize;
        let course = Clock::TWELVE.turned(dice.index(12) as i32).course();
        let to = battle.group(group).at.moved(course, Length::units(dice.index(whole + 1) as i32));
        let to = if dice.one_in(10) { to } else { inside(battle, to) };
        let facing = Clock::TWELVE.turned(dice.index(12) as i32);
        let free = battle.field.options.fighter_facing == FighterFacing::Free;
        // A little beside the course, where that is allowed.
        let look =
            to.moved(facing.course(), Length::units(12)).moved(Clock::TWELVE.course(), Length::units(2));
        let look = (free && Clock::nearest(look - to) == facing).then_some(look);
        Action::Fly { to, facing, engage: None, look }
    } else {
        dice.pick(&choices(battle, seat, group)).clone()
    };
    let fine = is_legal(battle, seat, group, &action);
    Some(Sortie { group, action: if fine { action } else { Action::Hold } })
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Held { .. } | Event::Finished { .. } => vec!["FT-8.5.2"],
        Event::Flew { contact: Some(_), .. } => vec!["FT-8.10.2"],
        Event::Flew { cost: 0, .. } => vec!["FT-8.5.1"],
        Event::Flew { .. } => vec!["FT-8.5.3"],
        Event::Screened { .. } => vec!["FT-8.6.1"],
        Event::Guarded { .. } => vec!["FT-8.6.3"],
        Event::Pursued { .. } => vec!["FT-8.6.5"],
        Event::Carried { .. } => vec!["FT-8.6.1", "FT-GEO.8"],
        Event::Left { .. } => vec!["FT-8.0.3"],
        Event::Slipped { .. } => vec!["FT-8.10.3"],
    }
}
