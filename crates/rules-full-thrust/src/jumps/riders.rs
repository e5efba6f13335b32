//! Ships that carry others: motherships, tenders and tugs with their riders (FT-11.6.3, FT-11.7).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    damage::{self, Tally},
    movement::plot::Plot,
    orders::ShipOrder,
    phases::{self, Phase, Step},
    setup::{scenario::Field, victory},
    ship::{Motion, ShipId, Status},
    yard::design::transport::{self, Slot},
};

/// FT-11.7.2: how the damage of a mothership is shared: so many points to each rider, the rest to her.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Share {
    pub ship: ShipId,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<(ShipId, u16)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "RidersEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-11.7.2: it parts from its mothership, with her course and velocity.
    Detached { ship: ShipId, from: ShipId, to: Motion },
    /// FT-11.6.1: docked with a ship that has room for it, it is carried from now on.
    Stowed { ship: ShipId, by: ShipId },
    /// FT-11.7.2: damage that the owner has yet to share out.
    Pooled { ship: ShipId, tally: Tally },
    /// FT-11.7.2: as the owner has it.
    Shared { ship: ShipId, parts: Vec<(ShipId, u16)> },
    /// FT-11.7.2: its mothership carries it no more.
    Settled { ship: ShipId, from: ShipId, status: Status, to: Motion },
}

/// FT-11.7.2: a mothership whose damage is to be shared out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ShareMenu {
    pub ship: ShipId,
    /// All points, before armour.
    pub points: u16,
    /// Armour and hull boxes left of the mothership.
    pub bears: u16,
    /// Riders, with the same of each.
    pub riders: Vec<(ShipId, u16)>,
    pub usual: Share,
}

impl Field {
    /// FT-11.7.1: the ship of its side that the scenario has it ride on.
    pub fn mothership(&self, id: ShipId) -> Option<ShipId> {
        let name = self.berth(id).rides.as_ref()?;
        let side = self.side_of(id);
        self.ship_ids().find(|&it| it != id && self.side_of(it) == side && self.berth(it).name == *name)
    }
}

impl Battle {
    /// The ship that carries this one.
    pub fn carrier(&self, id: ShipId) -> Option<ShipId> {
        if let Status::Carried { by } = self.ship(id).status { Some(by) } else { None }
    }

    /// Ships that `by` carries.
    pub fn riders(&self, by: ShipId) -> impl Iterator<Item = ShipId> {
        let some = self.field.has_slots;
        self.field.ship_ids().filter(move |&id| some && self.carrier(id) == Some(by))
    }

    fn mass(&self, id: ShipId) -> u32 {
        self.field.blueprint(id).design.mass
    }

    /// FT-11.6.1: where each rider of a ship lies.
    pub(crate) fn stowage(&self, by: ShipId) -> Vec<(ShipId, Option<Slot>)> {
        let slots = self.field.blueprint(by).design.slots();
        let riders: Vec<ShipId> = self.riders(by).collect();
        let masses: Vec<u32> = riders.iter().map(|&id| self.mass(id)).collect();
        let places = transport::stow(&slots, &masses);
        riders.into_iter().zip(places).map(|(id, at)| (id, at.map(|at| slots[at]))).collect()
    }

    /// FT-11.6.1, FT-11.6.3: whether `by` has room for one more; FT-13.15.5: sections ride on nobody.
    pub(crate) fn has_room(&self, by: ShipId, id: ShipId) -> bool {
        let slots = self.field.blueprint(by).design.slots();
        let all = self.riders(by).chain([id]);
        let masses: Vec<u32> = all.map(|id| self.mass(id)).collect();
        self.field.station(id).is_none()
            && !slots.is_empty()
            // Whoever takes others along is only docked, and may help to haul.
            && self.field.blueprint(id).design.slots().is_empty()
            && transport::stow(&slots, &masses).iter().all(Option::is_some)
    }

    /// FT-11.7.2: why a ship cannot part from the one that carries it.
    pub(crate) fn cannot_detach(&self, id: ShipId) -> Option<(&'static str, &'static str)> {
        let Some(by) = self.carrier(id) else { return Some(("FT-11.7.2", "is not carried")) };
        let mother = self.ship(by);
        if !mother.is_active() {
            Some(("FT-11.7.2", "cannot part from a mothership that is not on the table"))
        } else if mother.cloaked {
            Some(("FT-7.20.2", "cannot part from a mothership behind a cloak"))
        } else if self.ship(id).is_adrift(self.turn) {
            Some(("FT-10.3.3", "is out of control and takes no orders"))
        } else {
            None
        }
    }

    /// FT-11.7.2: riders of a seat that may part this turn.
    pub fn detachable(&self, seat: Seat) -> impl Iterator<Item = ShipId> {
        let some = self.field.has_slots;
        let own = move |id: &ShipId| some && self.ship(*id).owner == seat && self.carrier(*id).is_some();
        self.field.ship_ids().filter(own).filter(|&id| self.cannot_detach(id).is_none())
    }

    /// FT-11.7.2: whether damage to a ship is shared out; FT-13.15.5: those inside a starbase are safe.
    fn shares(&self, id: ShipId) -> bool {
        self.field.has_slots && self.field.station(id).is_none() && self.riders(id).next().is_some()
    }
}

/// FT-11.7.2: a carried ship has no orders but to part, and then those of any other.
pub(crate) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    let (id, tag) = (order.ship, || battle.field.tag(order.ship));
    match battle.carrier(id) {
        None => {
            found.require(!order.detach, "FT-11.7.2", || format!("{} is not carried", tag()));
        }
        Some(by) if !order.detach => {
            let idle = *order == ShipOrder::new(id, Plot::Hold);
            found.require(idle, "FT-11.7.2", || {
                format!("{} is carried by {}: it may only detach", tag(), battle.field.tag(by))
            });
        }
        Some(_) => {
            if let Some((rule, why)) = battle.cannot_detach(id) {
                found.add(rule, format!("{} {why}", tag()));
            }
            let plain = !order.emergency && order.launch.is_empty() && !order.ftl && order.cloak.is_none();
            found.require(plain, "FT-11.7.2", || {
                format!("{} detaches, and neither strains its drive nor launches nor jumps", tag())
            });
        }
    }
}

/// Phase 5 begins: FT-16.6.1, FT-11.6.1: who has docked where there is room for it is taken aboard;
/// FT-11.7.2: riders part, to move by themselves.
pub(crate) fn before_moves(table: &mut Table<Battle>) {
    if !table.state().field.has_slots {
        return;
    }
    for ship in table.state().field.ship_ids() {
        let battle = table.state();
        if let Some(from) = battle.carrier(ship)
            && battle.written[ship.index()].detach
            && battle.cannot_detach(ship).is_none()
        {
            let to = battle.motion(from);
            table.emit(crate::Event::Riders(Event::Detached { ship, from, to }));
        }
    }
    for ship in table.state().field.ship_ids() {
        let battle = table.state();
        let docked = battle.held(ship).filter(|it| it.hold == crate::movement::links::Hold::Dock);
        let Some(by) = docked.map(|it| it.lead) else { continue };
        let leaves = [ship, by].iter().any(|it| battle.written[it.index()].cast_off);
        if !leaves && battle.ship(by).side == battle.ship(ship).side && battle.has_room(by, ship) {
            table.emit(crate::Event::Riders(Event::Stowed { ship, by }));
        }
    }
}

/// FT-11.7.2: keeps damage for its owner to share out; true if it did.
pub(crate) fn pool(table: &mut Table<Battle>, ship: ShipId, tally: &Tally) -> bool {
    if !table.state().shares(ship) {
        return false;
    }
    table.emit(crate::Event::Riders(Event::Pooled { ship, tally: tally.clone() }));
    true
}

fn pooled(battle: &Battle) -> Vec<ShipId> {
    battle.field.ship_ids().filter(|&id| !battle.ship(id).pool.is_empty()).collect()
}

fn points(battle: &Battle, id: ShipId) -> u16 {
    battle.ship(id).pool.iter().fold(0, |sum, it| sum.saturating_add(it.points()))
}

/// FT-11.7.2: between two phases; true if somebody has damage to share out.
pub(crate) fn open(table: &mut Table<Battle>, then: Option<Step>) -> bool {
    let battle = table.state();
    if !battle.field.has_slots {
        return false;
    }
    let ships = pooled(battle);
    if ships.is_empty() {
        return false;
    }
    let asked = |seat: &Seat| !battle.conceded.contains(*seat);
    let seats: Seats = ships.iter().map(|&id| battle.ship(id).owner).filter(asked).collect();
    if seats.is_empty() {
        share_out(table, &[], then);
        return false;
    }
    phases::enter(table, Phase::Share { seats, then });
    true
}

pub(crate) fn check_shares(battle: &Battle, seat: Seat, shares: &[Share], found: &mut Findings) {
    let rule = "FT-11.7.2";
    for (i, share) in shares.iter().enumerate() {
        let once = !shares[..i].iter().any(|it| it.ship == share.ship);
        let own = battle.ships.get(share.ship.index());
        let own = own.is_some_and(|it| it.owner == seat && !it.pool.is_empty());
        if !found.require(own && once, rule, || format!("ship number {} has nothing to share", share.ship.0))
        {
            continue;
        }
        let tag = battle.field.tag(share.ship);
        for (k, (rider, _)) in share.parts.iter().enumerate() {
            let named = share.parts[..k].iter().any(|it| it.0 == *rider);
            found.require(battle.riders(share.ship).any(|it| it == *rider) && !named, rule, || {
                format!("ship number {} is not a rider of {tag}, or named twice", rider.0)
            });
        }
        let (all, given) = (points(battle, share.ship), share.parts.iter().map(|it| u32::from(it.1)));
        let given: u32 = given.sum();
        found.require(given <= u32::from(all), rule, || {
            format!("{tag} has {all} points to share, not {given}")
        });
    }
}

pub(crate) fn resolve(table: &mut Table<Battle>, shares: &[Share]) {
    let Phase::Share { then, .. } = table.state().phase else { return };
    share_out(table, shares, then);
    match then {
        Some(step) => phases::play_from(table, step),
        None => phases::end_turn(table),
    }
}

fn share_out(table: &mut Table<Battle>, shares: &[Share], then: Option<Step>) {
    for ship in pooled(table.state()) {
        let mut left = table.state().ship(ship).pool.clone();
        let parts = shares.iter().find(|it| it.ship == ship).map_or(Vec::new(), |it| it.parts.clone());
        table.emit(crate::Event::Riders(Event::Shared { ship, parts: parts.clone() }));
        for (rider, mut wanted) in parts {
            for tally in &mut left {
                let part = take(tally, &mut wanted);
                damage::mark(table, rider, None, &part);
            }
        }
        for tally in &left {
            damage::mark(table, ship, None, tally);
        }
    }
    // FT-4.11.4: what phase 11 did is checked in phase 13.
    if then == Some(Step::Boarding) {
        damage::remove_wrecks(table);
    } else {
        damage::end_of_phase(table);
    }
}

/// So many points of an attack; a hit that is more than a point stays whole.
fn take(tally: &mut Tally, wanted: &mut u16) -> Tally {
    let mut taken = Tally::default();
    let mut some = |from: &mut u16| {
        let points = (*wanted).min(*from);
        *from -= points;
        *wanted -= points;
        points
    };
    taken.normal = some(&mut tally.normal);
    taken.penetrating = some(&mut tally.penetrating);
    taken.deeper = tally.deeper.iter_mut().map(&mut some).collect();
    taken.direct = some(&mut tally.direct);
    for (from, into) in [(&mut tally.sap, &mut taken.sap), (&mut tally.ap, &mut taken.ap)] {
        while 0 < *wanted && !from.is_empty() {
            let hit = from.remove(0);
            *wanted = wanted.saturating_sub(u16::from(hit));
            into.push(hit);
        }
    }
    taken
}

/// Who carried whom is settled when a mothership is lost or gone.
pub(crate) fn settle(table: &mut Table<Battle>) {
    if !table.state().field.has_slots {
        return;
    }
    for ship in table.state().field.ship_ids() {
        let battle = table.state();
        let Some(from) = battle.carrier(ship) else { continue };
        let inside = || battle.stowage(from).iter().any(|it| it.0 == ship && it.1.is_some_and(|it| it.bay));
        let status = match battle.ship(from).status {
            Status::Waiting | Status::Active | Status::Cloaked | Status::Left { back: Some(_), .. } => {
                continue;
            }
            Status::Destroyed if inside() => Status::Destroyed,
            Status::Destroyed | Status::Struck | Status::Hulk | Status::Captured { .. } => {
                let struck = battle.conceded.contains(battle.ship(ship).owner);
                if struck { Status::Struck } else { Status::Active }
            }
            gone @ (Status::Left { .. } | Status::Landed | Status::Jumped | Status::Carried { .. }) => gone,
        };
        let to = battle.motion(from);
        table.emit(crate::Event::Riders(Event::Settled { ship, from, status, to }));
    }
}

/// FT-11.7.3: riders that no mothership can take home are lost when the battle ends.
pub(crate) fn maroon(table: &mut Table<Battle>) {
    let battle = table.state();
    if !battle.field.has_slots {
        return;
    }
    let mut lost = Vec::new();
    for side in 0..battle.field.seats() {
        let own: Vec<ShipId> = battle.field.ship_ids().filter(|&id| battle.ship(id).side == side).collect();
        let survives = |id: ShipId| {
            let status = battle.ship(id).status;
            !matches!(status, Status::Destroyed | Status::Struck | Status::Hulk | Status::Captured { .. })
        };
        let able = |id: ShipId, slot: &Slot| {
            slot.bay || battle.has_ftl(id) || battle.ship(id).status == Status::Jumped
        };
        let slots: Vec<Slot> = own
            .iter()
            .filter(|&&id| survives(id))
            .flat_map(|&id| {
                battle.field.blueprint(id).design.slots().into_iter().filter(move |it| able(id, it))
            })
            .collect();
        let rides = |id: &ShipId| {
            battle.field.berth(*id).rides.is_some()
                && !battle.field.blueprint(*id).design.has_ftl()
                && (battle.ship(*id).is_manned() || battle.carrier(*id).is_some())
        };
        let riders: Vec<ShipId> = own.iter().copied().filter(rides).collect();
        let masses: Vec<u32> = riders.iter().map(|&id| battle.mass(id)).collect();
        let places = transport::stow(&slots, &masses);
        lost.extend(riders.into_iter().zip(places).filter(|it| it.1.is_none()).map(|it| it.0));
    }
    for ship in lost {
        table.emit(crate::Event::Victory(victory::Event::Marooned { ship }));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Detached { ship, to, .. } => {
            let ship = battle.ship_mut(*ship);
            (ship.status, ship.motion) = (Status::Active, *to);
        }
        Event::Stowed { ship, by } => {
            let ship = battle.ship_mut(*ship);
            (ship.status, ship.link) = (Status::Carried { by: *by }, None);
        }
        Event::Pooled { ship, tally } => battle.ship_mut(*ship).pool.push(tally.clone()),
        Event::Shared { ship, .. } => battle.ship_mut(*ship).pool.clear(),
        Event::Settled { ship, status, to, .. } => {
            let ship = battle.ship_mut(*ship);
            (ship.status, ship.motion) = (*status, *to);
        }
    }
}

/// Everything that is wrong with the riders of a scenario.
pub(crate) fn findings(field: &Field, wrong: &mut Vec<String>) {
    for id in field.ship_ids() {
        let berth = field.berth(id);
        let Some(name) = &berth.rides else { continue };
        let mut say = |is: bool, why: &str, rule: &str| {
            if is {
                wrong.push(format!("{}: {why} ({rule})", field.tag(id)));
            }
        };
        let Some(mother) = field.mothership(id) else {
            say(true, &format!("there is no ship {name:?} on its side to ride on"), "FT-11.7.1");
            continue;
        };
        say(berth.station.is_some(), "sections of a starbase are carried by nobody", "FT-13.15.5");
        say(field.berth(mother).rides.is_some(), "a ship that rides carries nobody", "FT-11.7.1");
        let own = berth.ftl || berth.enters.is_some() || berth.orbit.is_some();
        say(own, "a rider comes with its mothership", "FT-11.7.1");
        let with = |it: &ShipId| field.mothership(*it) == Some(mother);
        let masses: Vec<u32> =
            field.ship_ids().filter(with).map(|it| field.blueprint(it).design.mass).collect();
        let fits = transport::stow(&field.blueprint(mother).design.slots(), &masses);
        say(fits.iter().any(Option::is_none), "its mothership has no room for all her riders", "FT-11.6.1");
    }
}

/// Damage stays with the mothership as long as she can bear it; the rest goes to whom it hurts least.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Vec<Share> {
    menu(battle, seat).into_iter().map(|it| it.usual).collect()
}

fn bears(battle: &Battle, id: ShipId) -> u16 {
    let armour: u16 = battle.ship(id).armour.iter().map(|it| it.boxes()).sum();
    battle.hull_left(id).saturating_add(armour)
}

pub(crate) fn menu(battle: &Battle, seat: Seat) -> Vec<ShareMenu> {
    let own = pooled(battle).into_iter().filter(|&id| battle.ship(id).owner == seat);
    own.map(|ship| {
        let (points, own) = (points(battle, ship), bears(battle, ship));
        let riders: Vec<(ShipId, u16)> = battle.riders(ship).map(|id| (id, bears(battle, id))).collect();
        let mut over = if own <= points { points - own.saturating_sub(1).min(points) } else { 0 };
        let mut able = riders.clone();
        able.sort_by_key(|it| (std::cmp::Reverse(it.1), it.0));
        let mut parts = Vec::new();
        for (id, most) in able {
            let part = over.min(most.saturating_sub(1));
            if 0 < part {
                parts.push((id, part));
                over -= part;
            }
        }
        ShareMenu { ship, points, bears: own, riders, usual: Share { ship, parts } }
    })
    .collect()
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Share> {
    let mut shares = Vec::new();
    for it in menu(battle, seat) {
        let mut left = it.points;
        let mut parts = Vec::new();
        for (id, _) in it.riders {
            if dice.one_in(2) {
                let part = dice.index(usize::from(left) + 1) as u16;
                left -= part;
                parts.push((id, part));
            }
        }
        shares.push(Share { ship: it.ship, parts });
    }
    shares
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Stowed { .. } => vec!["FT-11.6.1", "FT-16.6.1"],
        Event::Detached { .. } | Event::Pooled { .. } | Event::Shared { .. } | Event::Settled { .. } => {
            vec!["FT-11.7.2"]
        }
    }
}
