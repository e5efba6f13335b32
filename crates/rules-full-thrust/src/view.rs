//! Who knows what. Ships are open (FT-2.6.15); orders are secret from the
//! moment they are written until they are carried out (FT-2.6.1).

mod chart;

use std::sync::Arc;

use dice::Dice;
use engine::{Seat, Seats, Viewer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Battle, Event,
    boarding::beaming,
    craft::wings::{Group, Post},
    damage::{self, checks, repairs},
    fire::{
        gunnery::{OnLine, Side},
        sweeps::{self, Nova},
    },
    jumps::{self, ftl},
    movement::{self, plot::Plot},
    orders::{self, Secret, Written, specials},
    ordnance::{Marker, mines::Mine, opening::Flak},
    phases::Phase,
    sensors::{
        self,
        bogeys::{self, Insight, Told},
        cloaks,
    },
    setup::{scenario::Field, victory},
    ship::{IconSet, Ship, ShipId, Status},
    terrain::Body,
};

pub use chart::Chart;
pub(crate) use chart::Unread;

/// What one viewer sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct View {
    pub viewer: Viewer,
    pub field: Arc<Field>,
    pub turn: u16,
    pub phase: Phase,
    pub ships: Vec<Ship>,
    /// FT-2.6.1: only one's own; straight on for all the others.
    pub written: Vec<Written>,
    pub secrets: Vec<Secret>,
    pub initiative: Vec<Seat>,
    pub sides: Vec<(ShipId, ShipId, Side)>,
    /// FT-VIC.1: by seat.
    pub points: Vec<u32>,
    pub conceded: Seats,
    /// FT-12.2.1: what the viewer was told of closed displays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Told>,
    /// FT-7.23.2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub novas: Vec<Nova>,
    /// FT-6.2.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<Marker>,
    /// FT-8.0.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// FT-17.1.1: in the order of the scenario, then debris.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<Body>,
    /// FT-12.7.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<(ShipId, ShipId, u16)>,
    /// FT-6.9.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mines: Vec<Mine>,
    /// FT-5.16.4.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flak: Vec<Flak>,
    /// Whoever reads a view works this out for himself.
    #[serde(default, skip_serializing)]
    #[cfg_attr(test, ts(optional = false, as = "Chart"))]
    pub(crate) chart: Unread,
}

/// What a screen shows of a view follows from it and is worked out only when a view is written for one:
/// computer players read views without.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten, with = "View")]
    view: &'a View,
    chart: Chart,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Shown { view: self, chart: Chart::of(self) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        View::deserialize(deserializer)
    }
}

pub(crate) fn reads(viewer: Viewer, owner: Seat) -> bool {
    match viewer {
        Viewer::Seat(seat) => seat == owner,
        Viewer::Spectator => false,
        Viewer::Referee => true,
    }
}

/// FT-12.1.1: the battle as a viewer knows it who does not know every ship.
pub(crate) fn known(battle: &Battle, viewer: Viewer) -> Option<Battle> {
    let (field, ships) = bogeys::veiled(battle, viewer)?;
    Some(Battle { field, ships, ..battle.clone() })
}

pub(crate) fn view(battle: &Battle, viewer: Viewer) -> View {
    let shown = |(written, ship): (&Written, &Ship)| {
        if reads(viewer, ship.owner) { written.clone() } else { Written::default() }
    };
    let told = |(secret, ship): (&Secret, &Ship)| {
        if reads(viewer, ship.owner) { secret.clone() } else { Secret::default() }
    };
    let known = known(battle, viewer);
    let battle = known.as_ref().unwrap_or(battle);
    View {
        viewer,
        field: Arc::clone(&battle.field),
        turn: battle.turn,
        phase: battle.phase.clone(),
        ships: battle.ships.clone(),
        written: battle.written.iter().zip(&battle.ships).map(shown).collect(),
        secrets: battle.secrets.iter().zip(&battle.ships).map(told).collect(),
        initiative: battle.initiative.clone(),
        sides: battle.standing_sides().map(|it| (it.from, it.to, it.side)).collect(),
        points: (0..battle.field.seats()).map(|seat| victory::points(battle, Seat(seat))).collect(),
        conceded: battle.conceded,
        told: battle.told.iter().filter(|it| reads(viewer, it.seat)).cloned().collect(),
        novas: battle.novas.clone(),
        markers: battle.markers.clone(),
        groups: battle.groups.clone(),
        bodies: battle.bodies.clone(),
        beside: battle.beside.clone(),
        mines: battle.mines.clone(),
        flak: battle.flak.clone(),
        chart: Unread,
    }
}

/// Everything happens on the table but the writing of orders.
pub(crate) fn witness(battle: &Battle, event: &Event, viewer: Viewer) -> Option<Event> {
    if is_internal(battle, event, viewer) {
        return None;
    }
    match event {
        // FT-12.2.1: which systems needle beams have killed is for those to know who see them.
        Event::Damage(damage::Event::FireEnded { killed }) => {
            let open = |it: &&(ShipId, IconSet)| battle.insight(viewer, it.0) == Insight::Open;
            let killed = killed.iter().filter(open).copied().collect();
            Some(Event::Damage(damage::Event::FireEnded { killed }))
        }
        Event::Orders(orders::Event::Wrote { seat, .. }) if !reads(viewer, *seat) => {
            Some(Event::Orders(orders::Event::Wrote { seat: *seat, orders: None }))
        }
        Event::Specials(specials::Event::Set { seat, pulsers, .. }) if !reads(viewer, *seat) => {
            // FT-12.1.1: those of bogeys show when they are identified.
            let open = |it: &&specials::Setting| battle.insight(viewer, it.ship) == Insight::Open;
            let (seat, pulsers) = (*seat, pulsers.iter().filter(open).copied().collect());
            Some(Event::Specials(specials::Event::Set { seat, pulsers, arrays: None }))
        }
        Event::Ftl(ftl::Event::Planned { seat, .. }) if !reads(viewer, *seat) => {
            Some(Event::Ftl(ftl::Event::Planned { seat: *seat, plans: None }))
        }
        Event::Movement(event) => blurred(battle, event, viewer).map(Event::Movement),
        Event::Sensors(event) => scanned(battle, event, viewer).map(Event::Sensors),
        // FT-12.1.1: nobody sees what a bogey switches on and off.
        Event::Cloaks(cloaks::Event::Switched { ship, .. })
            if battle.insight(viewer, *ship) != Insight::Open =>
        {
            None
        }
        Event::Cloaks(event) => Some(Event::Cloaks(unseen(battle, event, viewer))),
        Event::Deploy(_)
        | Event::Phase(_)
        | Event::Orders(_)
        | Event::Links(_)
        | Event::Ramming(_)
        | Event::Disengage(_)
        | Event::Terrain(_)
        | Event::Planets(_)
        | Event::Stations(_)
        | Event::Rounds(_)
        | Event::Riders(_)
        | Event::Gates(_)
        | Event::Specials(_)
        | Event::Ftl(_)
        | Event::FtlCraft(_)
        | Event::Sweeps(_)
        | Event::Bases(_)
        | Event::Hangars(_)
        | Event::Wings(_)
        | Event::Mines(_)
        | Event::Opening(_)
        | Event::Scramble(_)
        | Event::Ordnance(_)
        | Event::Clearing(_)
        | Event::Defence(_)
        | Event::Attacks(_)
        | Event::CraftLaunch(_)
        | Event::Dogfights(_)
        | Event::GroupDefence(_)
        | Event::Runs(_)
        | Event::Evasion(_)
        | Event::Gunboats(_)
        | Event::Fire(_)
        | Event::Beaming(_)
        | Event::Boarding(_)
        | Event::Damage(_)
        | Event::Checks(_)
        | Event::Blasts(_)
        | Event::Repairs(_)
        | Event::Victory(_) => Some(event.clone()),
    }
}

/// FT-12.1.1: of a bogey that moves only its way is seen; FT-12.2.1: of a closed ship not its turrets.
fn blurred(battle: &Battle, event: &movement::Event, viewer: Viewer) -> Option<movement::Event> {
    match event {
        movement::Event::Moved { ship, by, plot, roll, path, to, .. } => {
            let (by, plot, roll) = match battle.insight(viewer, *ship) {
                Insight::Open => return Some(event.clone()),
                Insight::Bogey => (movement::Steering::Ordered, Plot::Hold, false),
                Insight::Closed | Insight::Built => (*by, plot.clone(), *roll),
            };
            let (active, turrets) = (false, Vec::new());
            let (ship, path, to) = (*ship, path.clone(), *to);
            Some(movement::Event::Moved { ship, by, plot, roll, active, turrets, path, to })
        }
        movement::Event::Worn { ship, .. } if battle.insight(viewer, *ship) != Insight::Open => None,
        movement::Event::Left { .. } | movement::Event::Returned { .. } | movement::Event::Worn { .. } => {
            Some(event.clone())
        }
    }
}

/// FT-12.2.1: what a scan tells, it tells to one side; and what shows of a ship that is identified.
fn scanned(battle: &Battle, event: &sensors::Event, viewer: Viewer) -> Option<sensors::Event> {
    use sensors::Event as It;
    match event {
        It::Mustered { seat, signatures, .. } if !reads(viewer, *seat) => {
            Some(It::Mustered { seat: *seat, signatures: signatures.clone(), places: None })
        }
        It::Told { told, .. } if !reads(viewer, told.seat) => None,
        It::Revealed { ship, found, name, design, .. }
            if battle.field.options.is_closed() && !reads(viewer, battle.ship(*ship).owner) =>
        {
            let shown = battle.is_dummy(*ship).then(|| design.clone()).flatten();
            Some(It::Revealed {
                ship: *ship,
                found: *found,
                design: shown,
                name: name.clone(),
                display: None,
            })
        }
        It::Mustered { .. }
        | It::Revealed { .. }
        | It::Swept { .. }
        | It::Scanned { .. }
        | It::Told { .. } => Some(event.clone()),
    }
}

/// FT-12.2.1: damage, checks and repairs of a closed ship are its owner's business, until it strikes its
/// colours, is turned round or is gone.
fn is_internal(battle: &Battle, event: &Event, viewer: Viewer) -> bool {
    let closed = |id: &ShipId| battle.insight(viewer, *id) != Insight::Open;
    match event {
        Event::Orders(orders::Event::Strained { ship, .. })
        | Event::Damage(damage::Event::Struck { ship, .. } | damage::Event::EmpTested { ship, .. })
        | Event::Checks(
            checks::Event::Checked { ship, .. }
            | checks::Event::HangarsChecked { ship, .. }
            | checks::Event::HangarTested { ship, .. }
            | checks::Event::BridgeHit { ship, .. }
            | checks::Event::LifeSupportHit { ship, .. },
        )
        | Event::Repairs(repairs::Event::Worked { ship, .. } | repairs::Event::Regenerated { ship, .. })
        | Event::Beaming(beaming::Event::Embarked { ship, .. })
        | Event::Sweeps(sweeps::Event::Charged { ship, .. }) => closed(ship),
        Event::Deploy(_)
        | Event::Phase(_)
        | Event::Orders(_)
        | Event::Movement(_)
        | Event::Links(_)
        | Event::Ramming(_)
        | Event::Disengage(_)
        | Event::Terrain(_)
        | Event::Planets(_)
        | Event::Stations(_)
        | Event::Rounds(_)
        | Event::Riders(_)
        | Event::Gates(_)
        | Event::Specials(_)
        | Event::Cloaks(_)
        | Event::Sensors(_)
        | Event::Ftl(_)
        | Event::FtlCraft(_)
        | Event::Sweeps(_)
        | Event::Bases(_)
        | Event::Hangars(_)
        | Event::Wings(_)
        | Event::Mines(_)
        | Event::Opening(_)
        | Event::Scramble(_)
        | Event::Ordnance(_)
        | Event::Clearing(_)
        | Event::Defence(_)
        | Event::Attacks(_)
        | Event::CraftLaunch(_)
        | Event::Dogfights(_)
        | Event::GroupDefence(_)
        | Event::Runs(_)
        | Event::Evasion(_)
        | Event::Gunboats(_)
        | Event::Fire(_)
        | Event::Beaming(_)
        | Event::Boarding(_)
        | Event::Damage(_)
        | Event::Checks(_)
        | Event::Blasts(_)
        | Event::Victory(_) => false,
    }
}

/// FT-7.20.1, FT-7.21.1: how long a cloak is to last, and what is done behind it, is the owner's.
fn unseen(battle: &Battle, event: &cloaks::Event, viewer: Viewer) -> cloaks::Event {
    use cloaks::Event as It;
    let reads = |ship: &ShipId| reads(viewer, battle.ship(*ship).owner);
    match event {
        It::Appeared { ship, to, path, .. } if battle.insight(viewer, *ship) != Insight::Open => {
            It::Appeared {
                ship: *ship,
                to: *to,
                turned: false,
                rolled: false,
                turrets: Default::default(),
                path: path.clone(),
            }
        }
        It::Cloaked { ship, .. } if !reads(ship) => It::Cloaked { ship: *ship, until: None },
        It::Vanished { ship, .. } if !reads(ship) => It::Vanished { ship: *ship, until: None },
        It::Stole { ship, .. } if !reads(ship) => It::Stole { ship: *ship, shadow: None },
        It::Switched { .. }
        | It::Cloaked { .. }
        | It::Uncloaked { .. }
        | It::Vanished { .. }
        | It::Stole { .. }
        | It::Appeared { .. } => event.clone(),
    }
}

/// Whether a viewer knows all there is now, so that the truth is what [`imagine`] finds behind the view:
/// mostly so once the orders of a turn are carried out.
pub(crate) fn hides_nothing(battle: &Battle, viewer: Viewer) -> bool {
    let begun = 0 < battle.turn;
    let open = |(n, ship): (usize, &Ship)| {
        let id = ShipId(n as u8);
        let comes = begun && ship.status == Status::Waiting && battle.field.berth(id).ftl;
        let cloaked = ship.cloaked || ship.status == Status::Cloaked;
        let owner = reads(viewer, ship.owner);
        battle.insight(viewer, id) == Insight::Open
            && (owner
                || !comes
                    && !cloaked
                    && battle.written[n] == Written::default()
                    && battle.secrets[n] == Secret::default())
    };
    let comes = |group: &Group| begun && group.post == (Post::Hyperspace { with: None });
    battle.ships.iter().enumerate().all(open)
        && battle.groups.iter().all(|it| reads(viewer, it.owner) || !comes(it))
        && battle.told.iter().all(|it| reads(viewer, it.seat))
        && battle.standing_sides().count() == battle.sides.len()
        && battle.begins.is_none()
}

/// Bogeys are taken to be ships that look like them, orders of others to be straight on, cloaks to last
/// a turn or a few.
pub(crate) fn imagine(view: &View, dice: &mut Dice) -> Battle {
    let (field, ships) =
        bogeys::imagined(view, dice).unwrap_or_else(|| (Arc::clone(&view.field), view.ships.clone()));
    let mut secrets = view.secrets.clone();
    for (secret, ship) in secrets.iter_mut().zip(&ships) {
        if (ship.cloaked || ship.status == Status::Cloaked) && !reads(view.viewer, ship.owner) {
            *secret = cloaks::guess(ship, view.turn, dice);
        }
    }
    let mut battle = Battle { field, ships, secrets, ..view.as_it_is() };
    // FT-11.5.1: ships still to come by FTL come soon, or now if they have been announced.
    for id in battle.field.ship_ids() {
        let ship = battle.ship(id);
        let hidden = !reads(view.viewer, ship.owner) && ship.status == Status::Waiting;
        if hidden && battle.field.berth(id).ftl && 0 < view.turn {
            let plan = ftl::guess(&battle, id, dice);
            battle.secrets[id.index()].plan = Some(plan);
        }
    }
    // FT-9.2.2: and so do groups that come by themselves.
    for id in battle.group_ids() {
        let group = battle.group(id);
        let coming = group.post == (Post::Hyperspace { with: None }) && 0 < view.turn;
        if coming && !reads(view.viewer, group.owner) {
            let (home, plan) = (group.home, jumps::craft::guess(&battle, id, dice));
            battle.secrets[home.index()].craft.push(plan);
        }
    }
    battle
}

impl View {
    /// The battle as if there were nothing behind the view.
    fn as_it_is(&self) -> Battle {
        Battle {
            field: Arc::clone(&self.field),
            turn: self.turn,
            phase: self.phase.clone(),
            ships: self.ships.clone(),
            written: self.written.clone(),
            secrets: self.secrets.clone(),
            initiative: self.initiative.clone(),
            sides: self.sides.iter().map(|it| OnLine::new(&self.ships, it.0, it.1, it.2)).collect(),
            conceded: self.conceded,
            told: self.told.clone(),
            novas: self.novas.clone(),
            markers: self.markers.clone(),
            groups: self.groups.clone(),
            bodies: self.bodies.clone(),
            beside: self.beside.clone(),
            has_sections: self.field.has_sections(),
            mines: self.mines.clone(),
            flak: self.flak.clone(),
            begins: None,
        }
    }
}
