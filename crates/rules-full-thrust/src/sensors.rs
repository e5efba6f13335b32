//! Bogeys are mustered, scanned and identified (FT-12.1, FT-12.3).

pub(crate) mod bogeys;
pub(crate) mod cloaks;
pub(crate) mod menu;
pub(crate) mod notation;
pub(crate) mod words;

use arrayvec::ArrayVec;
use dice::Dice;
use engine::{Findings, Seat, Seats, Table, Viewer};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    battle::new_ship,
    fire::directors::SEES,
    movement::paths::{self, Track},
    options::{PassiveCheck, SensorInfo},
    orders::Written,
    phases::{self, Phase, Step},
    sensors::bogeys::{Lore, Signature, Told},
    setup::deploy,
    ship::{IconId, Ship, ShipId, Status},
    yard::design::Kind,
};

/// FT-12.1.3: one bogey named by one ship that makes an active scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Scan {
    pub ship: ShipId,
    pub target: ShipId,
}

/// Why a bogey is no longer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// FT-12.1.2: within reach of somebody's passive sensors.
    Passive,
    /// FT-12.1.3: named in an active scan.
    Scanned,
    /// FT-12.1.3: its own active scan gave it away.
    Scanning,
    /// FT-12.1.4: it fired or launched.
    Fired,
    /// FT-12.1.4: ordered to show itself.
    Shown,
    /// FT-12.1.4: caught in a blast or a beam that hits everybody in its way.
    Hit,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "SensorsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-12.1.1: only its owner knows which ship stands where; everybody sees what they look like.
    Mustered { seat: Seat, signatures: Vec<Signature>, places: Option<Vec<u8>> },
    /// FT-12.1.2 to FT-12.1.4: identified; FT-12.3.1: a dummy is gone.
    Revealed {
        ship: ShipId,
        found: Found,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        design: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        display: Option<Box<Ship>>,
    },
    /// FT-12.1.3: it sweeps with its active sensors.
    Swept { ship: ShipId },
    /// FT-12.1.3: what it named is identified, or too well jammed (FT-7.18.1).
    Scanned {
        ship: ShipId,
        target: ShipId,
        found: bool,
        /// FT-12.2.1: the die of better sensors, and what it came to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u8>,
        /// FT-12.4.1: dice of ECM at either end.
        #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
        jams: ArrayVec<u8, 2>,
    },
    /// FT-12.2.1, FT-13.13.10: something is learned of a closed display, by this set of sensors.
    Told { by: ShipId, icon: Option<IconId>, told: Box<Told> },
}

/// FT-12.1.2.
const PASSIVE: i32 = 36;
/// FT-7.18.1: what each level of ECM takes off the range of sensors.
const JAMMED: i32 = 6;
/// FT-12.1.3: how far an advanced fire control scans.
const FAR_SCAN: i32 = 72;

impl Battle {
    /// FT-12.1.2: whether `by` would identify a bogey with its passive sensors. Fighters, dummies and
    /// mines see nothing; FT-7.18.1: ECM of the bogey brings it nearer.
    fn senses(&self, by: ShipId, bogey: ShipId) -> bool {
        let eye = self.ship(by);
        eye.is_active()
            && eye.side != self.ship(bogey).side
            && !self.is_dummy(by)
            && self.way(by, bogey).within(self.jammed(self.passive_range(by), bogey))
            && self.line_is_clear_between(by, bogey)
    }

    /// FT-12.1.2: whether passive sensors look along whole ways, and there is anything to look for.
    pub(crate) fn glimpses(&self) -> bool {
        self.field.options.passive_check == PassiveCheck::Path && self.has_bogeys()
    }

    /// FT-12.1.2; FT-13.13.11: superior sensors see to 48 MU what others see to 36.
    fn passive_range(&self, id: ShipId) -> i32 {
        if 0 < self.sensors(id).1 { 48 } else { PASSIVE }
    }

    /// FT-12.4.1: whether ECM blurs active scans of a ship, or by it: its own, or area ECM of a friend
    /// within 12 MU.
    fn is_blurred(&self, id: ShipId) -> bool {
        let side = self.ship(id).side;
        let own = self.running(id, |kind| matches!(kind, Kind::Ecm { .. })).next().is_some();
        let near = |it: ShipId| self.ship(it).side == side && self.way(it, id).within(Length::units(12));
        self.field.options.ecm_jamming
            && !self.ship(id).core.dumped
            && (own || self.active_ships().any(|it| near(it) && 0 < self.area_ecm(it)))
    }

    /// FT-13.13.8: sets of better sensors that have not been used this turn, the superior ones first.
    fn better_sensors(&self, id: ShipId) -> Vec<(IconId, bool)> {
        let free = |icon: &IconId| !self.ship(id).used.contains(*icon);
        let of = |wanted: bool| self.working(id, move |kind| *kind == Kind::Sensors { superior: wanted });
        let superior = of(true).filter(free).map(|icon| (icon, true));
        superior.chain(of(false).filter(free).map(|icon| (icon, false))).collect()
    }

    /// A range of sensors after the ECM that protects a ship.
    fn jammed(&self, range: i32, target: ShipId) -> Length {
        Length::units(range - JAMMED * i32::from(self.ecm(target)))
    }

    /// FT-12.1.2: nothing solid between two ships.
    fn line_is_clear_between(&self, from: ShipId, to: ShipId) -> bool {
        self.sees(from, to)
    }

    /// FT-12.1.3: how far the best of its fire controls scans.
    pub fn scan_range(&self, id: ShipId) -> i32 {
        if 0 < self.far_controls(id) { FAR_SCAN } else { SEES }
    }

    /// FT-12.1.3: of bogeys named by one ship, in this order, those that an advanced fire control scans: all
    /// beyond the reach of the others, then the first named, as long as there are any.
    pub(crate) fn scanned_far(&self, id: ShipId, named: &[ShipId]) -> Vec<ShipId> {
        let far = |to: &&ShipId| !self.way(id, **to).within(Length::units(SEES));
        let mut order: Vec<ShipId> = named.iter().filter(far).copied().collect();
        order.extend(named.iter().filter(|to| !far(to)));
        order.truncate(self.far_controls(id));
        order
    }

    /// FT-12.1.3: whether a ship may be ordered to scan.
    pub fn may_scan(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        self.field.options.sensors
            && ship.is_active()
            && !ship.cloaked
            && !ship.is_adrift(self.turn)
            && 0 < self.fire_controls(id)
    }

    /// FT-12.1.4: whether a ship may be ordered to show itself.
    pub fn may_show(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        ship.bogey && ship.is_active() && !self.is_dummy(id)
    }

    /// FT-12.1.3: bogeys that a scanning ship may name, near ones first. Whether their ECM hides them is
    /// seen by the scan alone.
    pub(crate) fn scannable(&self, id: ShipId) -> Vec<ShipId> {
        let ship = self.ship(id);
        if !ship.scanning || !self.may_scan(id) {
            return Vec::new();
        }
        let reach = Length::units(self.scan_range(id));
        // FT-12.2.1: known ships are worth a scan to those with better sensors.
        let closed = self.field.options.is_closed()
            && self.field.options.sensor_info != SensorInfo::Range
            && !self.better_sensors(id).is_empty();
        let mut near: Vec<ShipId> = self
            .active_ships()
            .filter(|&to| self.ship(to).side != ship.side && !self.ship(to).cloaked)
            .filter(|&to| self.ship(to).bogey || closed)
            .filter(|&to| self.way(id, to).within(reach) && self.line_is_clear_between(id, to))
            .collect();
        near.sort_by_key(|&to| (self.way(id, to).square(), to));
        near
    }
}

/// FT-12.1.1: before anything stands on the table, sides with bogeys say which ship each of them is.
pub(crate) fn open(table: &mut Table<Battle>) {
    let battle = table.state();
    let hides = |seat: &Seat| {
        let own = battle.field.ship_ids().filter(|&id| battle.ship(id).owner == *seat);
        let bogeys = own.filter(|&id| battle.ship(id).bogey);
        1 < bogeys.count()
    };
    let seats: Seats = (0..battle.field.seats()).map(Seat).filter(hides).collect();
    if seats.is_empty() {
        deploy::open(table);
    } else {
        phases::enter(table, Phase::Muster { seats });
    }
}

pub(crate) fn check_muster(battle: &Battle, seat: Seat, places: &[u8], found: &mut Findings) {
    let ships = &battle.field.side(seat).ships;
    let mut named = places.to_vec();
    named.sort_unstable();
    let all = named.len() == ships.len() && named.iter().enumerate().all(|(i, it)| usize::from(*it) == i);
    found.require(all, "FT-12.1.1", || {
        format!(
            "name each of your {} ships once, by its number from 0, in the order of the places",
            ships.len()
        )
    });
    let fixed = fixed(battle, seat);
    let moves = |(i, from): (usize, &u8)| fixed.contains(&(i as u8)) && usize::from(*from) != i;
    found.require(!places.iter().enumerate().any(moves), "FT-12.1.1", || {
        "ships that are no bogeys, or share a base, stay where they are".to_owned()
    });
}

pub(crate) fn muster(table: &mut Table<Battle>, orders: &[(Seat, Vec<u8>)]) {
    for (seat, places) in orders {
        let field = &table.state().field;
        let own: Vec<ShipId> = field.ship_ids().filter(|&id| field.owner_of(id) == *seat).collect();
        let signatures = places.iter().map(|&it| field.blueprint(own[usize::from(it)]).signature).collect();
        let places = Some(places.clone());
        table.emit(crate::Event::Sensors(Event::Mustered { seat: *seat, signatures, places }));
    }
    deploy::open(table);
}

/// The ships of a side as the scenario has them.
pub(crate) fn as_listed(battle: &Battle, seat: Seat) -> Vec<u8> {
    (0..battle.field.side(seat).ships.len() as u8).collect()
}

/// Places whose ships stay: those that are known, and those that share a base (FT-3.7.5).
pub(crate) fn fixed(battle: &Battle, seat: Seat) -> Vec<u8> {
    let own = battle.field.ship_ids().filter(|&id| battle.field.owner_of(id) == seat);
    let stays = |it: &(usize, ShipId)| !battle.ship(it.1).bogey || battle.field.berth(it.1).base.is_some();
    own.enumerate().filter(stays).map(|it| it.0 as u8).collect()
}

/// Any order will do, and the enemy knows that one of the scenario.
pub(crate) fn sample_muster(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<u8> {
    let fixed = fixed(battle, seat);
    let free: Vec<u8> = as_listed(battle, seat).into_iter().filter(|it| !fixed.contains(it)).collect();
    let mut left = free.clone();
    let mut places = as_listed(battle, seat);
    for i in free {
        places[usize::from(i)] = left.swap_remove(dice.index(left.len()));
    }
    places
}

/// FT-12.1.2 to FT-12.1.4: a bogey is identified; true if it was a dummy and is gone.
pub(crate) fn reveal(table: &mut Table<Battle>, id: ShipId, found: Found) -> bool {
    let battle = table.state();
    if !battle.ship(id).bogey {
        return !battle.ship(id).is_active() && battle.is_dummy(id);
    }
    let (design, name) = (battle.field.blueprint(id).design.name.clone(), battle.field.tag(id));
    let (design, display) = (Some(design), Some(Box::new(battle.ship(id).clone())));
    table.emit(crate::Event::Sensors(Event::Revealed { ship: id, found, design, name, display }));
    table.state().is_dummy(id)
}

/// FT-12.1.2: after set-up and at the end of phase 5 everybody within reach is identified.
pub(crate) fn contacts(table: &mut Table<Battle>) {
    let battle = table.state();
    if !battle.has_bogeys() {
        return;
    }
    let seen = |&id: &ShipId| {
        let ship = battle.ship(id);
        ship.bogey && !ship.cloaked && battle.field.ship_ids().any(|by| battle.senses(by, id))
    };
    // All at once: two bogeys reveal each other.
    let found: Vec<ShipId> = battle.active_ships().filter(seen).collect();
    for id in found {
        reveal(table, id, Found::Passive);
    }
}

/// FT-12.1.2: where the whole way counts, whoever comes within reach of where another ends its move is identified.
pub(crate) fn glimpse(table: &mut Table<Battle>, tracks: &[Track]) {
    let battle = table.state();
    if !battle.glimpses() {
        return;
    }
    let near = |of: ShipId, at: Point, reach: Length| {
        let track = tracks.iter().find(|it| it.ship == of);
        track.is_some_and(|it| paths::meets(&it.path, at, reach).is_some())
    };
    let passed = |by: ShipId, id: ShipId| {
        let (eye, ship) = (battle.ship(by), battle.ship(id));
        let reach = battle.jammed(battle.passive_range(by), id);
        eye.is_active()
            && eye.side != ship.side
            && !battle.is_dummy(by)
            && Length::ZERO < reach
            && (near(id, eye.motion.at, reach) || near(by, ship.motion.at, reach))
            && battle.line_is_clear_between(by, id)
    };
    let seen = |&id: &ShipId| {
        let ship = battle.ship(id);
        ship.bogey && !ship.cloaked && battle.field.ship_ids().any(|by| passed(by, id))
    };
    let found: Vec<ShipId> = battle.active_ships().filter(seen).collect();
    for id in found {
        reveal(table, id, Found::Passive);
    }
}

/// FT-12.1.4: ships that are to show themselves do so before phase 3.
pub(crate) fn show(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        if table.state().written[id.index()].show && table.state().may_show(id) {
            reveal(table, id, Found::Shown);
        }
    }
}

/// FT-12.1.3: ships that were ordered to scan are seen to do so.
pub(crate) fn after_moves(table: &mut Table<Battle>, noted: &[(ShipId, Written)]) {
    for (id, _) in noted.iter().filter(|it| it.1.scan) {
        if table.state().may_scan(*id) {
            reveal(table, *id, Found::Scanning);
            table.emit(crate::Event::Sensors(Event::Swept { ship: *id }));
        }
    }
}

/// FT-12.1.3: the end of phase 5; true if somebody is to name bogeys.
pub(crate) fn end_of_moves(table: &mut Table<Battle>) -> bool {
    contacts(table);
    listen(table);
    let battle = table.state();
    let able = |id: &ShipId| battle.ship(*id).scanning && !battle.scannable(*id).is_empty();
    let seats: Seats = battle.active_ships().filter(able).map(|id| battle.ship(id).owner).collect();
    if seats.is_empty() {
        return false;
    }
    phases::enter(table, Phase::Scan { seats });
    true
}

pub(crate) fn check_scan(battle: &Battle, seat: Seat, scans: &[Scan], found: &mut Findings) {
    let rule = "FT-12.1.3";
    for (i, scan) in scans.iter().enumerate() {
        if !battle.is_own(seat, scan.ship, rule, found) {
            continue;
        }
        let tag = battle.field.tag(scan.ship);
        found.require(battle.scannable(scan.ship).contains(&scan.target), rule, || {
            format!("{tag} cannot name ship number {}", scan.target.0)
        });
        found.require(!scans[..i].contains(scan), rule, || format!("{tag} names a bogey twice"));
        let before = scans[..i].iter().filter(|it| it.ship == scan.ship).count();
        let most = usize::from(battle.fire_controls(scan.ship));
        // FT-12.1.5: an advanced fire control counts as two.
        found.require(before < most, "FT-12.1.5", || format!("{tag} names at most {most} bogeys"));
        let beyond = |it: &&Scan| {
            let known = it.target.index() < battle.ships.len();
            it.ship == scan.ship && known && !battle.way(it.ship, it.target).within(Length::units(SEES))
        };
        let far = scans[..=i].iter().filter(beyond).count();
        let most = battle.far_controls(scan.ship);
        found.require(far <= most || !beyond(&scan), rule, || {
            format!("{tag} names at most {most} beyond {SEES} MU, with advanced fire controls")
        });
    }
}

/// FT-12.1.3: everything named is scanned, whoever has been identified meanwhile.
pub(crate) fn resolve(table: &mut Table<Battle>, scans: &[Scan]) {
    for scan in scans {
        let battle = table.state();
        let Scan { ship, target } = *scan;
        let named: Vec<ShipId> = scans.iter().filter(|it| it.ship == ship).map(|it| it.target).collect();
        let far = battle.scanned_far(ship, &named).contains(&target);
        let reach = battle.jammed(if far { FAR_SCAN } else { SEES }, target);
        let found = battle.way(ship, target).within(reach);
        let better = if found { battle.better_sensors(ship).first().copied() } else { None };
        let rolls = battle.field.options.is_closed() && battle.field.options.sensor_info != SensorInfo::Range;
        let better = better.filter(|_| rolls && !battle.is_dummy(target));
        let blurred = [ship, target].map(|it| battle.is_blurred(it));
        let die = better.map(|_| table.roll(6));
        let mut jams = ArrayVec::new();
        if die.is_some() {
            jams.extend(blurred.into_iter().filter(|it| *it).map(|_| table.roll(6)));
        }
        let score = die.map_or(0, i16::from) + if better.is_some_and(|it| it.1) { 2 } else { 0 }
            - jams.iter().map(|it| i16::from(*it)).sum::<i16>();
        table.emit(crate::Event::Sensors(Event::Scanned { ship, target, found, die, jams }));
        if found && reveal(table, target, Found::Scanned) {
            continue;
        }
        if let Some((icon, _)) = better {
            tell(table, ship, Some(icon), target, lore_of(score));
        }
    }
    phases::play_after(table, Step::Movement);
}

/// FT-12.2.1.
fn lore_of(score: i16) -> Lore {
    match score {
        ..=2 => Lore::Nothing,
        3 => Lore::Mass,
        4 => Lore::Drives,
        5 => Lore::Systems,
        6.. => Lore::All,
    }
}

/// FT-12.2.1: the owner says what is asked of him, once; what was said before is not forgotten.
fn tell(table: &mut Table<Battle>, by: ShipId, icon: Option<IconId>, ship: ShipId, lore: Lore) {
    let battle = table.state();
    let seat = battle.ship(by).owner;
    let before = battle.told(Viewer::Seat(seat), ship).map_or(Lore::Nothing, |it| it.lore);
    if lore == Lore::Nothing || (lore <= before && lore != Lore::All) {
        return;
    }
    let blueprint = battle.field.blueprint(ship);
    let screens = blueprint.icons_of(|kind| matches!(kind, Kind::Screen { .. })).count() as u8;
    let told = Told {
        seat,
        ship,
        lore,
        turn: battle.turn,
        mass: Some(blueprint.design.mass),
        thrust: (Lore::Drives <= lore).then_some(blueprint.thrust),
        screens: (Lore::Drives <= lore).then_some(screens),
        display: (lore == Lore::All).then(|| Box::new(battle.ship(ship).clone())),
    };
    if battle.told.contains(&told) {
        return;
    }
    table.emit(crate::Event::Sensors(Event::Told { by, icon, told: Box::new(told) }));
}

/// FT-5.4.3: whoever places EMP hits on systems sees which there are.
pub(crate) fn shown_by_emp(table: &mut Table<Battle>) {
    if !table.state().field.options.is_closed() {
        return;
    }
    let battle = table.state();
    let hits = |id: ShipId| battle.ship(id).emp.iter().map(move |it| (id, it.0));
    let all: Vec<(ShipId, Seat)> = battle.active_ships().flat_map(hits).collect();
    for (id, seat) in all {
        let by = table.state().field.ship_ids().find(|&by| table.state().ship(by).owner == seat);
        if let Some(by) = by {
            tell(table, by, None, id, Lore::Systems);
        }
    }
}

/// FT-13.13.10, FT-13.13.11: within 24 MU enhanced sensors tell how a ship was built, within 36 superior
/// ones everything; FT-7.18.1: ECM brings it nearer. A set that has told something is used for the turn.
fn listen(table: &mut Table<Battle>) {
    let options = &table.state().field.options;
    if !options.is_closed() || options.sensor_info == SensorInfo::Roll {
        return;
    }
    let eyes: Vec<ShipId> = table.state().active_ships().collect();
    for by in eyes {
        for (icon, superior) in table.state().better_sensors(by) {
            let battle = table.state();
            let (range, lore) = if superior { (36, Lore::All) } else { (24, Lore::Systems) };
            let hears = |to: &ShipId| {
                let ship = battle.ship(*to);
                ship.side != battle.ship(by).side
                    && !ship.bogey
                    && !ship.cloaked
                    && battle.way(by, *to).within(battle.jammed(range, *to))
                    && battle.line_is_clear_between(by, *to)
            };
            let heard: Vec<ShipId> = battle.active_ships().filter(hears).collect();
            for ship in heard {
                tell(table, by, Some(icon), ship, lore);
            }
        }
    }
}

/// FT-12.1.3: of bogeys a ship would name those that its fire controls reach together.
fn within_reach(battle: &Battle, ship: ShipId, named: Vec<ShipId>) -> Vec<ShipId> {
    let far = battle.scanned_far(ship, &named);
    let near = |to: &ShipId| battle.way(ship, *to).within(Length::units(SEES));
    named.into_iter().filter(|to| near(to) || far.contains(to)).collect()
}

/// One bogey for each fire control, the nearest that nobody else has named.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Vec<Scan> {
    let mut scans: Vec<Scan> = Vec::new();
    for ship in battle.own_ships(seat).filter(|&id| battle.ship(id).scanning) {
        let free = |to: &ShipId| !scans.iter().any(|it| it.target == *to);
        let near = battle.scannable(ship).into_iter().filter(free);
        let near: Vec<ShipId> = near.take(usize::from(battle.fire_controls(ship))).collect();
        let named = within_reach(battle, ship, near);
        scans.extend(named.into_iter().map(|target| Scan { ship, target }));
    }
    scans
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Scan> {
    let mut scans = Vec::new();
    for ship in battle.own_ships(seat) {
        let mut near = battle.scannable(ship);
        let mut named = Vec::new();
        for _ in 0..battle.fire_controls(ship) {
            if !near.is_empty() && !dice.one_in(3) {
                named.push(near.swap_remove(dice.index(near.len())));
            }
        }
        scans.extend(within_reach(battle, ship, named).into_iter().map(|target| Scan { ship, target }));
    }
    scans
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Mustered { places: None, .. } | Event::Scanned { .. } => (),
        Event::Told { by, icon, told } => {
            battle.told.retain(|it| (it.seat, it.ship) != (told.seat, told.ship));
            battle.told.push(Told::clone(told));
            if let Some(icon) = icon {
                battle.ship_mut(*by).used.insert(*icon);
            }
        }
        Event::Mustered { seat, places: Some(places), .. } => {
            let field = bogeys::mustered(&battle.field, seat.index(), places);
            for id in field.ship_ids().filter(|&id| field.owner_of(id) == *seat) {
                battle.ships[id.index()] = new_ship(&field, id);
            }
            battle.field = std::sync::Arc::new(field);
        }
        Event::Revealed { ship: id, .. } => {
            let dummy = battle.is_dummy(*id);
            let ship = battle.ship_mut(*id);
            ship.bogey = false;
            if dummy {
                ship.status = Status::Destroyed;
            }
        }
        Event::Swept { ship } => battle.ship_mut(*ship).scanning = true,
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Mustered { .. } => vec!["FT-12.1.1"],
        Event::Revealed { found, .. } => vec![match found {
            Found::Passive => "FT-12.1.2",
            Found::Scanned | Found::Scanning => "FT-12.1.3",
            Found::Fired | Found::Shown | Found::Hit => "FT-12.1.4",
        }],
        Event::Swept { .. } => vec!["FT-12.1.3"],
        Event::Told { .. } => vec!["FT-12.2.1", "FT-13.13.10"],
        Event::Scanned { jams, .. } if !jams.is_empty() => vec!["FT-12.1.3", "FT-12.4.1"],
        Event::Scanned { found: true, .. } => vec!["FT-12.1.3"],
        Event::Scanned { found: false, .. } => vec!["FT-12.1.3", "FT-7.18.1"],
    }
}
