//! Phase 12: boarding (FT-12.7). How parties come aboard by beam and torpedo is in `boarding/beaming.rs`.

pub(crate) mod beaming;
pub(crate) mod menu;
pub(crate) mod words;

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::Act,
    damage::{self, checks::Threshold},
    phases::{self, Phase, Step},
    ship::{IconId, IconSet, ShipId, Status},
    yard::design::Kind,
};

/// FT-12.7.1: Marines, or a damage-control party that boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Troop {
    Marine,
    Dcp,
}

/// One unit aboard a ship that is not its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Party {
    pub seat: Seat,
    pub troop: Troop,
    /// FT-12.7.5: the turn in which it came.
    pub since: u16,
    /// FT-12.7.2: it fights the Marines this turn, not the hull.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fights: bool,
}

/// FT-12.7.1: units that cross to a ship alongside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Crossing {
    pub ship: ShipId,
    pub target: ShipId,
    #[serde(default)]
    pub marines: u16,
    #[serde(default)]
    pub parties: u16,
}

/// FT-12.7.2: a boarder, by its number aboard, that is to fight the defending Marines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Duty {
    pub ship: ShipId,
    pub boarder: u8,
}

/// FT-12.7.2: who stands against one boarder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Stand {
    pub ship: ShipId,
    pub boarder: u8,
    /// Damage-control parties.
    #[serde(default)]
    pub parties: u16,
    #[serde(default)]
    pub marines: u16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "BoardingEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-12.7.1: ships within 3 MU of an enemy on its course, at its speed, at the end of phase 5.
    Matched { pairs: Vec<(ShipId, ShipId)> },
    /// FT-5.9.3: what raiders have destroyed is out.
    Raided { ship: ShipId, icons: IconSet },
    /// FT-12.7.1: units cross from one ship to the other.
    Crossed { ship: ShipId, target: ShipId, marines: IconSet, bought: IconSet, crew: u16 },
    /// FT-12.7.2.
    Assigned { seat: Seat, duties: Vec<Duty> },
    /// FT-12.7.2 to FT-12.7.4: one turn's fight aboard a ship.
    Fought {
        ship: ShipId,
        /// Boarder, parties against it, die.
        teams: Vec<(u8, u16, u8)>,
        /// Boarder and die of each defending Marine that still found one.
        marines: Vec<(u8, u8)>,
        /// Boarders, by what they are worth (1 to 3 parties, or 4 for a Marine), and their dice.
        boarders: Vec<(u8, u8)>,
        /// Boarders killed, by their numbers.
        killed: Vec<u8>,
        /// Defending Marines killed: the ship's own, and friends by their numbers.
        fallen: IconSet,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        friends: Vec<u8>,
        /// Hull boxes taken.
        boxes: u16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        captured: Option<Seat>,
    },
    /// FT-12.7.5: units from other ships at a threshold check, with their dice.
    PartiesChecked { ship: ShipId, rolls: Vec<(u8, u8)>, killed: Vec<u8> },
}

impl Battle {
    /// FT-12.7.8: Marines of the ship itself that are aboard.
    pub fn marines(&self, id: ShipId) -> u16 {
        self.working(id, |kind| matches!(kind, Kind::Marines)).count() as u16
    }

    /// Numbers of the units aboard that are not the ship's, enemies or friends.
    pub fn strangers(&self, id: ShipId, foes: bool) -> impl Iterator<Item = (u8, Party)> {
        let side = self.ship(id).side;
        let all = self.ship(id).aboard.iter().enumerate().map(|(n, it)| (n as u8, *it));
        all.filter(move |it| (it.1.seat.0 != side) == foes)
    }

    /// Marines that defend a ship, its own and friends.
    pub fn defenders(&self, id: ShipId) -> u16 {
        let friends = self.strangers(id, false).filter(|it| it.1.troop == Troop::Marine).count() as u16;
        self.marines(id) + friends
    }

    /// FT-10.4.2, FT-12.7.2: damage-control parties that can fight boarders, friends among them.
    pub fn fighting_parties(&self, id: ShipId) -> u16 {
        let friends = self.strangers(id, false).filter(|it| it.1.troop == Troop::Dcp).count() as u16;
        self.parties(id) as u16 + friends
    }

    fn is_boarded(&self, id: ShipId) -> bool {
        self.ship(id).is_manned() && self.strangers(id, true).next().is_some()
    }

    /// FT-12.7.1: both on one course at one speed, or both stopped, within 3 MU; FT-12.12.7: by
    /// their ways, whatever they face.
    pub(crate) fn is_beside(&self, one: ShipId, two: ShipId) -> bool {
        let (a, b) = (self.ship(one).motion, self.ship(two).motion);
        let alike = match (a.drift, b.drift) {
            (Some(a), Some(b)) => a == b,
            (None, None) => a.velocity == b.velocity && (a.velocity == 0 || a.facing == b.facing),
            _ => a.velocity == 0 && b.velocity == 0,
        };
        alike && self.way(one, two).within(geometry::Length::units(3))
    }

    /// FT-12.7.1: enemies alongside at the end of two phases 5.
    pub fn alongside(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        let then = self.turn;
        self.beside.iter().filter(move |it| it.2 < then).filter_map(move |&(one, two, _)| {
            let other = if one == id {
                two
            } else if two == id {
                one
            } else {
                return None;
            };
            (self.ship(id).is_active() && self.ship(other).is_active()).then_some(other)
        })
    }

    /// FT-12.7.1, FT-10.3.3: those whom the ship may board from alongside.
    pub fn boardable(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        self.alongside(id).filter(move |_| self.barred(id, Act::Cross).is_none())
    }
}

/// FT-12.7.1: who is beside whom, at the end of phase 5.
pub(crate) fn after_moves(table: &mut Table<Battle>) {
    let battle = table.state();
    if !battle.field.has_boarding {
        return;
    }
    let ids: Vec<ShipId> = battle.active_ships().collect();
    let mut pairs = Vec::new();
    for (i, &one) in ids.iter().enumerate() {
        for &two in &ids[i + 1..] {
            if battle.ship(one).side != battle.ship(two).side && battle.is_beside(one, two) {
                pairs.push((one, two));
            }
        }
    }
    if !pairs.is_empty() || !battle.beside.is_empty() {
        table.emit(crate::Event::Boarding(Event::Matched { pairs }));
    }
    // FT-12.7.7: aboard a ship that has gone the fight goes on.
    let gone = |id: &ShipId| {
        let battle = table.state();
        matches!(battle.ship(*id).status, Status::Left { back: None, .. } | Status::Jumped)
            && battle.strangers(*id, true).next().is_some()
    };
    let gone: Vec<ShipId> = table.state().field.ship_ids().filter(gone).collect();
    for id in gone {
        to_the_end(table, id);
    }
}

/// FT-2.6.13: opens phase 12; true if it waits.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    if !table.state().field.has_boarding {
        return false;
    }
    for ship in table.state().field.ship_ids() {
        let icons = table.state().ship(ship).raided;
        if !icons.is_none() {
            table.emit(crate::Event::Boarding(Event::Raided { ship, icons }));
        }
    }
    let battle = table.state();
    let seats: Seats =
        battle.active_ships().filter(|&id| can_cross(battle, id)).map(|id| battle.ship(id).owner).collect();
    if seats.is_empty() {
        return assign(table);
    }
    phases::enter(table, Phase::Cross { seats });
    true
}

/// FT-7.25.1: asked is whoever could, as far as everybody can see.
fn can_cross(battle: &Battle, id: ShipId) -> bool {
    let hands = 0 < u32::from(battle.marines(id)) + battle.parties(id);
    hands && battle.alongside(id).next().is_some() && !battle.is_barred_openly(id, Act::Cross)
}

/// FT-12.7.2: boarders choose between Marines and hull, where there are Marines to fight.
fn assign(table: &mut Table<Battle>) -> bool {
    let battle = table.state();
    let boarded = battle.field.ship_ids().filter(|&id| battle.is_boarded(id) && 0 < battle.defenders(id));
    let seats = boarded.flat_map(|id| battle.strangers(id, true).map(|it| it.1.seat));
    let seats: Seats = seats.filter(|seat| !battle.conceded.contains(*seat)).collect();
    if seats.is_empty() {
        return repel(table);
    }
    phases::enter(table, Phase::Duties { seats });
    true
}

/// FT-12.7.2: then the defenders choose whom to fight.
fn repel(table: &mut Table<Battle>) -> bool {
    let battle = table.state();
    let able =
        |id: &ShipId| battle.is_boarded(*id) && 0 < battle.fighting_parties(*id) + battle.defenders(*id);
    let seats: Seats = battle.field.ship_ids().filter(able).map(|id| battle.ship(id).owner).collect();
    if seats.is_empty() {
        fight(table, &[]);
        return false;
    }
    phases::enter(table, Phase::Repel { seats });
    true
}

pub(crate) fn check_crossings(battle: &Battle, seat: Seat, crossings: &[Crossing], found: &mut Findings) {
    let rule = "FT-12.7.1";
    for (i, it) in crossings.iter().enumerate() {
        if !battle.is_own(seat, it.ship, rule, found) {
            continue;
        }
        let tag = battle.field.tag(it.ship);
        found.require(battle.alongside(it.ship).any(|id| id == it.target), rule, || {
            format!("{tag} is not alongside ship number {}", it.target.0)
        });
        if let Some((rule, reason)) = battle.barred(it.ship, Act::Cross) {
            found.add(rule, format!("{tag} {reason}"));
        }
        let twice = crossings[..i].iter().any(|other| (other.ship, other.target) == (it.ship, it.target));
        found.require(!twice, rule, || "one line for each pair of ships".to_owned());
        let sum = |of: fn(&Crossing) -> u16| -> u32 {
            crossings.iter().filter(|other| other.ship == it.ship).map(|it| u32::from(of(it))).sum()
        };
        let (marines, parties) = (u32::from(battle.marines(it.ship)), battle.parties(it.ship));
        let (m, p) = (sum(|it| it.marines), sum(|it| it.parties));
        found.require(m <= marines && p <= parties, rule, || {
            format!("{tag} has {marines} Marines and {parties} parties, not {m} and {p}")
        });
        found.require(0 < it.marines || 0 < it.parties, rule, || format!("nobody crosses from {tag}"));
    }
}

pub(crate) fn resolve_crossings(table: &mut Table<Battle>, crossings: &[&Crossing]) {
    // All cross at once: who goes is settled before anybody arrives.
    for it in crossings {
        let battle = table.state();
        let marines = beaming::draft(battle, it.ship, Troop::Marine, it.marines).0;
        let (bought, crew) = beaming::draft(battle, it.ship, Troop::Dcp, it.parties);
        let (ship, target) = (it.ship, it.target);
        table.emit(crate::Event::Boarding(Event::Crossed { ship, target, marines, bought, crew }));
    }
    if !assign(table) {
        phases::play_after(table, Step::Boarding);
    }
}

/// A boarder by its number, if it is an enemy of the ship and of that seat.
fn boarder(battle: &Battle, ship: ShipId, number: u8) -> Option<Party> {
    let there = battle.ships.get(ship.index()).is_some_and(|it| it.is_manned());
    if !there {
        return None;
    }
    battle.strangers(ship, true).find(|it| it.0 == number).map(|it| it.1)
}

pub(crate) fn check_duties(battle: &Battle, seat: Seat, duties: &[Duty], found: &mut Findings) {
    let rule = "FT-12.7.2";
    for (i, it) in duties.iter().enumerate() {
        let Some(party) = boarder(battle, it.ship, it.boarder) else {
            found
                .add(rule, format!("there is no boarder number {} on ship number {}", it.boarder, it.ship.0));
            continue;
        };
        found.require(party.seat == seat, rule, || format!("boarder {} is not yours", it.boarder));
        found.require(0 < battle.defenders(it.ship), rule, || {
            format!("{} has no Marines to fight", battle.field.tag(it.ship))
        });
        found.require(!duties[..i].contains(it), rule, || format!("boarder {} is named twice", it.boarder));
    }
}

pub(crate) fn resolve_duties(table: &mut Table<Battle>, duties: &[(Seat, Vec<Duty>)]) {
    for (seat, duties) in duties {
        let (seat, duties) = (*seat, duties.clone());
        table.emit(crate::Event::Boarding(Event::Assigned { seat, duties }));
    }
    if !repel(table) {
        phases::play_after(table, Step::Boarding);
    }
}

pub(crate) fn check_stands(battle: &Battle, seat: Seat, stands: &[Stand], found: &mut Findings) {
    let rule = "FT-12.7.2";
    for (i, it) in stands.iter().enumerate() {
        if !battle.is_own(seat, it.ship, rule, found) {
            continue;
        }
        let tag = battle.field.tag(it.ship);
        found.require(boarder(battle, it.ship, it.boarder).is_some(), rule, || {
            format!("there is no boarder number {} on {tag}", it.boarder)
        });
        found.require(it.parties <= 3, rule, || {
            format!("at most 3 parties fight one boarder, not {}", it.parties)
        });
        found.require(0 < it.parties || 0 < it.marines, rule, || {
            format!("nobody faces boarder {}", it.boarder)
        });
        let twice = stands[..i].iter().any(|other| (other.ship, other.boarder) == (it.ship, it.boarder));
        found.require(!twice, rule, || format!("boarder {} on {tag} is named twice", it.boarder));
        let sum = |of: fn(&Stand) -> u16| -> u32 {
            stands.iter().filter(|other| other.ship == it.ship).map(|it| u32::from(of(it))).sum()
        };
        let (parties, marines) = (battle.fighting_parties(it.ship), battle.defenders(it.ship));
        let (p, m) = (sum(|it| it.parties), sum(|it| it.marines));
        found.require(p <= u32::from(parties) && m <= u32::from(marines), rule, || {
            format!("{tag} has {parties} parties and {marines} Marines, not {p} and {m}")
        });
    }
}

pub(crate) fn resolve_stands(table: &mut Table<Battle>, stands: &[&Stand]) {
    fight(table, stands);
    phases::play_after(table, Step::Boarding);
}

/// FT-12.7.9: every boarded ship, in the order of checks.
fn fight(table: &mut Table<Battle>, stands: &[&Stand]) {
    for id in crate::damage::checks::order(table.state()) {
        if table.state().is_boarded(id) {
            let own: Vec<Stand> = stands.iter().filter(|it| it.ship == id).map(|it| **it).collect();
            fight_aboard(table, id, &own);
        }
    }
}

/// FT-12.7.2, FT-12.7.3: what a team of so many parties needs.
fn needs(parties: u16) -> u8 {
    match parties {
        0 | 1 => 6,
        2 => 5,
        3.. => 4,
    }
}

/// FT-12.7.2 to FT-12.7.4, FT-12.7.9: parties, then Marines on both sides at once, then the hull.
fn fight_aboard(table: &mut Table<Battle>, id: ShipId, stands: &[Stand]) {
    let battle = table.state();
    let boarders: Vec<(u8, Party)> = battle.strangers(id, true).collect();
    let icons: Vec<IconId> = battle.working(id, |kind| *kind == Kind::Marines).collect();
    let guests: Vec<u8> =
        battle.strangers(id, false).filter(|it| it.1.troop == Troop::Marine).map(|it| it.0).collect();
    let mut killed: Vec<u8> = Vec::new();
    let mut teams = Vec::new();
    for it in stands.iter().filter(|it| 0 < it.parties) {
        let die = table.roll(6);
        teams.push((it.boarder, it.parties, die));
        if needs(it.parties) <= die {
            killed.push(it.boarder);
        }
    }
    // Marines whose boarder has fallen to the parties have nobody to fire at.
    let early = killed.clone();
    let mut marines = Vec::new();
    for it in stands.iter().filter(|it| !early.contains(&it.boarder)) {
        for _ in 0..it.marines {
            let die = table.roll(6);
            marines.push((it.boarder, die));
            if 4 <= die && !killed.contains(&it.boarder) {
                killed.push(it.boarder);
            }
        }
    }
    // FT-12.7.3: Marines one by one; parties of one side in threes, and what is left together.
    let up = |it: &&(u8, Party)| it.1.fights && !early.contains(&it.0);
    let mut worth: Vec<u8> =
        boarders.iter().filter(up).filter(|it| it.1.troop == Troop::Marine).map(|_| 4).collect();
    let mut seats: Vec<Seat> = boarders.iter().map(|it| it.1.seat).collect();
    seats.sort();
    seats.dedup();
    for seat in seats {
        let dcps = boarders.iter().filter(up).filter(|it| it.1.troop == Troop::Dcp && it.1.seat == seat);
        let mut left = dcps.count();
        while 0 < left {
            let team = left.min(3);
            worth.push(team as u8);
            left -= team;
        }
    }
    let mut scored = 0;
    let mut struck = Vec::new();
    for it in worth {
        let die = table.roll(6);
        struck.push((it, die));
        let least = if it == 4 { 4 } else { needs(u16::from(it)) };
        scored += usize::from(least <= die);
    }
    let fallen: IconSet = icons.iter().copied().take(scored).collect();
    let friends: Vec<u8> = guests.into_iter().take(scored.saturating_sub(icons.len())).collect();
    // FT-12.7.4: one box for each that is left at the hull.
    let at_hull: Vec<Seat> =
        boarders.iter().filter(|it| !it.1.fights && !killed.contains(&it.0)).map(|it| it.1.seat).collect();
    let left = table.state().hull_left(id);
    let boxes = (at_hull.len() as u16).min(left);
    // FT-12.7.6: to whoever had most hands at it, the first aboard of equals.
    let most = |seat: &Seat| at_hull.iter().filter(|it| *it == seat).count();
    let captor = at_hull.iter().copied().reduce(|best, it| if most(&best) < most(&it) { it } else { best });
    let captured = captor.filter(|_| 0 < boxes && boxes == left);
    killed.sort_unstable();
    table.emit(crate::Event::Boarding(Event::Fought {
        ship: id,
        teams,
        marines,
        boarders: struck,
        killed,
        fallen,
        friends,
        boxes,
        captured,
    }));
}

/// FT-12.7.7: a ship that has jumped away or left is fought for until one side is gone.
pub(crate) fn to_the_end(table: &mut Table<Battle>, id: ShipId) {
    // Both sides fight as they usually would; a thousand rounds are beyond any fight.
    for _ in 0..1_000 {
        let battle = table.state();
        if matches!(battle.ship(id).status, Status::Captured { .. })
            || battle.strangers(id, true).next().is_none()
            || battle.hull_left(id) == 0
        {
            return;
        }
        let stands = usual_stands(battle, id);
        fight_aboard(table, id, &stands);
    }
}

/// FT-12.7.5: units from other ships roll as the crew does, but not in the turn in which they came.
pub(crate) fn check_parties(table: &mut Table<Battle>, id: ShipId, crew: Option<Threshold>) {
    let Some(thing) = crew else { return };
    let battle = table.state();
    let turn = battle.turn;
    let old = battle.ship(id).aboard.iter().enumerate().filter(|it| it.1.since < turn);
    let old: Vec<u8> = old.map(|it| it.0 as u8).collect();
    if old.is_empty() {
        return;
    }
    let rolls: Vec<(u8, u8)> = old.into_iter().map(|n| (n, table.roll(6))).collect();
    let killed = rolls.iter().filter(|it| thing.fails(it.1, 0)).map(|it| it.0).collect();
    table.emit(crate::Event::Boarding(Event::PartiesChecked { ship: id, rolls, killed }));
}

fn remove(aboard: &mut Vec<Party>, dead: impl Fn(u8) -> bool) {
    let mut n = 0;
    aboard.retain(|_| {
        n += 1;
        !dead(n - 1)
    });
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Matched { pairs } => {
            let (turn, old) = (battle.turn, std::mem::take(&mut battle.beside));
            let since = |one, two| old.iter().find(|it| (it.0, it.1) == (one, two)).map_or(turn, |it| it.2);
            battle.beside = pairs.iter().map(|&(one, two)| (one, two, since(one, two))).collect();
        }
        Event::Raided { ship: id, icons } => {
            let field = std::sync::Arc::clone(&battle.field);
            let most = battle.most_drive_hits(*id);
            let ship = battle.ship_mut(*id);
            ship.raided = IconSet::default();
            for icon in icons.iter() {
                if matches!(field.blueprint(*id).kind(icon), Some(Kind::Drive { .. })) {
                    ship.drive_hits = (ship.drive_hits + 1).min(most);
                    ship.drive_gone = (ship.drive_gone + 1).min(most);
                } else {
                    ship.gone.insert(icon);
                }
            }
        }
        Event::Crossed { ship, target, marines, bought, crew } => {
            let (seat, since) = (battle.ship(*ship).owner, battle.turn);
            let from = battle.ship_mut(*ship);
            from.gone = from.gone.union(*marines).union(*bought);
            from.sent += crew;
            let parties = bought.iter().count() + usize::from(*crew);
            let to = &mut battle.ship_mut(*target).aboard;
            let unit = |troop| Party { seat, troop, since, fights: false };
            to.extend(marines.iter().map(|_| unit(Troop::Marine)));
            to.extend((0..parties).map(|_| unit(Troop::Dcp)));
        }
        Event::Assigned { duties, .. } => {
            for it in duties {
                battle.ship_mut(it.ship).aboard[usize::from(it.boarder)].fights = true;
            }
        }
        Event::Fought { ship: id, teams, killed, fallen, friends, boxes, captured, .. } => {
            let ship = battle.ship_mut(*id);
            // FT-12.7.7: on a ship that is gone every round is a turn of its own.
            if ship.is_manned() {
                ship.fought += teams.iter().map(|it| it.1).sum::<u16>();
            }
            ship.gone = ship.gone.union(*fallen);
            remove(&mut ship.aboard, |n| killed.contains(&n) || friends.contains(&n));
            ship.aboard.iter_mut().for_each(|it| it.fights = false);
            ship.hull_lost += boxes;
            ship.sacked += boxes;
            if let Some(by) = captured {
                ship.status = Status::Captured { by: *by, away: !ship.is_manned() };
                ship.aboard.clear();
            }
        }
        Event::PartiesChecked { ship, killed, .. } => {
            remove(&mut battle.ship_mut(*ship).aboard, |n| killed.contains(&n));
        }
    }
}

/// Everybody who can be spared: Marines, and a party more than half.
pub(crate) fn usual_crossings(battle: &Battle, seat: Seat) -> Vec<Crossing> {
    let ships = battle.own_ships(seat).filter(|&id| 0 < battle.marines(id));
    let one = |ship: ShipId| {
        let target = battle.boardable(ship).max_by_key(|&it| (battle.field.blueprint(it).points, it))?;
        Some(Crossing { ship, target, marines: battle.marines(ship), parties: 0 })
    };
    ships.filter_map(one).collect()
}

/// Boarders fight Marines while those could kill them all, else they go for the hull.
pub(crate) fn usual_duties(battle: &Battle, seat: Seat) -> Vec<Duty> {
    let mut duties = Vec::new();
    for ship in battle.field.ship_ids().filter(|&id| battle.is_boarded(id)) {
        let own: Vec<u8> =
            battle.strangers(ship, true).filter(|it| it.1.seat == seat).map(|it| it.0).collect();
        let (marines, left) = (usize::from(battle.defenders(ship)), usize::from(battle.hull_left(ship)));
        // Enough hands to take the ship at once are worth more than any Marine.
        let fighters = if left <= own.len() { 0 } else { marines.min(own.len() / 2) };
        duties.extend(own.into_iter().take(fighters).map(|boarder| Duty { ship, boarder }));
    }
    duties
}

/// Three parties on each boarder at the hull while they last; Marines on those that fight, then on the rest.
pub(crate) fn usual_stands(battle: &Battle, id: ShipId) -> Vec<Stand> {
    let mut foes: Vec<(u8, Party)> = battle.strangers(id, true).collect();
    foes.sort_by_key(|it| (it.1.fights, it.0));
    let mut stands: Vec<Stand> =
        foes.iter().map(|it| Stand { ship: id, boarder: it.0, parties: 0, marines: 0 }).collect();
    let (mut parties, mut marines) = (battle.fighting_parties(id), battle.defenders(id));
    for it in &mut stands {
        it.parties = parties.min(3);
        parties -= it.parties;
    }
    while 0 < marines && !stands.is_empty() {
        for it in stands.iter_mut().rev() {
            it.marines += u16::from(0 < marines);
            marines = marines.saturating_sub(1);
        }
    }
    stands.retain(|it| 0 < it.parties + it.marines);
    stands
}

/// Of all ships of a seat.
pub(crate) fn usual_stand_of(battle: &Battle, seat: Seat) -> Vec<Stand> {
    let ships = battle.crews(seat).filter(|&id| battle.is_boarded(id));
    ships.flat_map(|id| usual_stands(battle, id)).collect()
}

pub(crate) fn sample_crossings(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Crossing> {
    let mut all = Vec::new();
    for ship in battle.own_ships(seat).filter(|&id| can_cross(battle, id)) {
        let targets: Vec<ShipId> = battle.boardable(ship).collect();
        if targets.is_empty() {
            continue;
        }
        let target = *dice.pick(&targets);
        let marines = dice.index(usize::from(battle.marines(ship)) + 1) as u16;
        let parties = dice.index(battle.parties(ship) as usize + 1) as u16;
        if 0 < marines + parties {
            all.push(Crossing { ship, target, marines, parties });
        }
    }
    all
}

pub(crate) fn sample_duties(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Duty> {
    let mut duties = Vec::new();
    for ship in battle.field.ship_ids() {
        if battle.is_boarded(ship) && 0 < battle.defenders(ship) {
            let own = battle.strangers(ship, true).filter(|it| it.1.seat == seat);
            duties.extend(own.filter(|_| dice.one_in(2)).map(|it| Duty { ship, boarder: it.0 }));
        }
    }
    duties
}

pub(crate) fn sample_stands(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Stand> {
    let mut stands = Vec::new();
    for ship in battle.crews(seat).filter(|&id| battle.is_boarded(id)) {
        let (mut parties, mut marines) = (battle.fighting_parties(ship), battle.defenders(ship));
        for (boarder, _) in battle.strangers(ship, true) {
            let p = parties.min(dice.index(4) as u16);
            let m = marines.min(dice.index(3) as u16);
            parties -= p;
            marines -= m;
            if 0 < p + m {
                stands.push(Stand { ship, boarder, parties: p, marines: m });
            }
        }
    }
    stands
}

/// FT-12.7.6: one point of damage is the end of a captured ship.
pub(crate) fn sink_prize(table: &mut Table<Battle>, id: ShipId) -> bool {
    let captured = matches!(table.state().ship(id).status, Status::Captured { .. });
    if captured {
        table.emit(crate::Event::Damage(damage::Event::Destroyed { ship: id }));
    }
    captured
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Matched { .. } | Event::Crossed { .. } => vec!["FT-12.7.1"],
        Event::Raided { .. } => vec!["FT-5.9.3"],
        Event::Assigned { .. } => vec!["FT-12.7.2"],
        Event::Fought { captured: Some(_), .. } => vec!["FT-12.7.4", "FT-12.7.6"],
        Event::Fought { .. } => vec!["FT-12.7.2", "FT-12.7.3", "FT-12.7.4"],
        Event::PartiesChecked { .. } => vec!["FT-12.7.5"],
    }
}
