//! What a bogey shows, and what it hides (FT-12.1.1, FT-12.3). A viewer who does not know a ship gets
//! another blueprint in its place, and an unmarked display: there is no field for the truth to leak to.

use std::sync::{Arc, OnceLock};

use dice::Dice;
use engine::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    battle::new_ship,
    library,
    options::Options,
    setup::{
        berth::Berth,
        scenario::{Field, Scenario},
    },
    ship::{Ship, ShipId, Status},
    view::{View, reads},
    yard::design::{Design, Group, Hull, Kind, System},
};

/// FT-12.1.1: all that the drive emissions of a bogey tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Signature {
    Merchant,
    Escort,
    Cruiser,
    Capital,
}

impl Signature {
    pub const ALL: [Signature; 4] =
        [Signature::Merchant, Signature::Escort, Signature::Cruiser, Signature::Capital];

    pub fn name(self) -> &'static str {
        ["merchant", "escort", "cruiser", "capital ship"][self as usize]
    }

    /// The design that stands for a bogey in the eyes of those who do not know it.
    fn stand_in(self) -> &'static str {
        ["Bogey: merchant", "Bogey: escort", "Bogey: cruiser", "Bogey: capital"][self as usize]
    }

    /// FT-12.2.1: the design that stands for a ship whose display is closed. Gunners find out how well
    /// it hides by aiming at it, so that this much is open.
    fn closed(self, stealth: u8) -> &'static str {
        [
            ["Merchant", "Escort", "Cruiser", "Capital ship"],
            ["Stealthy merchant", "Stealthy escort", "Stealthy cruiser", "Stealthy capital ship"],
            ["Dark merchant", "Dark escort", "Dark cruiser", "Dark capital ship"],
        ][usize::from(stealth.min(2))][self as usize]
    }
}

/// FT-12.2.1: how much a seat has been told of an enemy's ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Lore {
    #[default]
    Nothing,
    Mass,
    /// Mass, drive and screens as built.
    Drives,
    /// All systems as built.
    Systems,
    /// Everything as it was when it was scanned.
    All,
}

/// FT-12.2.1: what a seat knows of one ship.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Told {
    pub seat: Seat,
    pub ship: ShipId,
    pub lore: Lore,
    pub turn: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thrust: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screens: Option<u8>,
    /// Its display as it was in that turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display: Option<Box<Ship>>,
}

/// What a design is to the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    Ship,
    /// FT-12.3.1: a drone that looks like an escort.
    Dummy,
    /// FT-12.1.1: whatever a bogey may be.
    StandIn(Signature),
}

/// FT-12.3.1: what each costs.
pub(crate) const DUMMY_POINTS: u32 = 20;
/// FT-12.3.1: the strongest drive a dummy imitates.
const FASTEST_DUMMY: u8 = 12;

/// Designs of this chapter: stand-ins, `Dummy` with thrust 6, and `Dummy 1` to `Dummy 12`, since a dummy
/// has any drive its owner chooses (FT-12.3.1).
pub(crate) fn supplied(name: &str) -> Option<(&'static Design, Nature)> {
    static DESIGNS: OnceLock<Vec<(Design, Nature)>> = OnceLock::new();
    let all = DESIGNS.get_or_init(|| {
        let design = |name: &str, class: &str, mass: u32, thrust: u8| Design {
            name: name.to_owned(),
            class: class.to_owned(),
            mass,
            hull: Hull { boxes: mass.div_ceil(5), ..Hull::default() },
            systems: vec![System::new("drive", Kind::Drive { thrust, advanced: false })],
            ..Design::default()
        };
        let stand_in = |it: Signature| {
            let mass = [60, 30, 70, 130][it as usize];
            (design(it.stand_in(), it.name(), mass, 4), Nature::StandIn(it))
        };
        let dummy = |thrust: u8| {
            let name = if thrust == 0 { "Dummy".to_owned() } else { format!("Dummy {thrust}") };
            (design(&name, "dummy", 1, if thrust == 0 { 6 } else { thrust }), Nature::Dummy)
        };
        let closed = |it: Signature, stealth: u8| {
            let mass = [60, 30, 70, 130][it as usize];
            let mut design = design(it.closed(stealth), it.name(), mass, 4);
            design.hull.stealth = stealth;
            (design, Nature::StandIn(it))
        };
        let closed = (0..=2_u8).flat_map(|stealth| Signature::ALL.map(|it| closed(it, stealth)));
        let stand_ins = Signature::ALL.into_iter().map(stand_in).chain(closed);
        stand_ins.chain((0..=FASTEST_DUMMY).map(dummy)).collect()
    });
    all.iter().find(|it| it.0.name == name).map(|it| (&it.0, it.1))
}

/// FT-12.1.1, FT-12.3.1, FT-12.3.2.
pub(crate) fn signature(design: &Design, nature: Nature, options: &Options) -> Signature {
    match nature {
        Nature::StandIn(it) => return it,
        Nature::Dummy => return Signature::Escort,
        Nature::Ship => (),
    }
    let emits =
        |capital: bool| design.has(|kind| matches!(kind, Kind::Decoy { capital: it } if *it == capital));
    if options.weasels && emits(true) {
        return Signature::Capital;
    }
    if options.weasels && emits(false) {
        return Signature::Cruiser;
    }
    match design.group() {
        _ if design.civilian => Signature::Merchant,
        Group::Escort => Signature::Escort,
        Group::Cruiser => Signature::Cruiser,
        Group::Capital => Signature::Capital,
    }
}

/// FT-12.3.1: at most one for each real ship; nobody brings a stand-in.
pub(crate) fn check_dummies(field: &Field, wrong: &mut Vec<String>) {
    for (i, side) in field.scenario.sides.iter().enumerate() {
        let own = || field.ship_ids().filter(move |&id| usize::from(field.side_of(id)) == i);
        let count = |of: fn(Nature) -> bool| own().filter(|&id| of(field.blueprint(id).nature)).count();
        let dummies = count(|it| it == Nature::Dummy);
        let others = count(|it| it != Nature::Dummy);
        if others < dummies {
            wrong.push(format!("{}: {dummies} dummies, but only {others} ships (FT-12.3.1)", side.name));
        }
    }
}

impl Battle {
    /// A ship in words that everybody may hear.
    pub(crate) fn called(&self, id: ShipId) -> String {
        if self.ship(id).bogey { format!("bogey {}", self.field.letter(id)) } else { self.field.tag(id) }
    }

    pub(crate) fn has_bogeys(&self) -> bool {
        self.ships.iter().any(|ship| ship.bogey)
    }

    /// FT-12.3.1.
    pub(crate) fn is_dummy(&self, id: ShipId) -> bool {
        self.field.blueprint(id).nature == Nature::Dummy
    }
}

/// How well a viewer knows a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Insight {
    /// FT-12.1.1.
    Bogey,
    /// FT-12.2.1: identified, its display closed.
    Closed,
    /// FT-12.2.1: its design is known, its damage is not, or is as it was.
    Built,
    Open,
}

/// Whether a viewer knows what a ship is.
pub(crate) fn knows(ship: &Ship, viewer: Viewer) -> bool {
    !ship.bogey || reads(viewer, ship.owner)
}

impl Battle {
    /// FT-12.2.1: what a viewer was told of a ship, if anything.
    pub(crate) fn told(&self, viewer: Viewer, id: ShipId) -> Option<&Told> {
        self.told.iter().find(|it| it.ship == id && viewer == Viewer::Seat(it.seat))
    }

    pub(crate) fn insight(&self, viewer: Viewer, id: ShipId) -> Insight {
        seen_by(&self.field, id, self.ship(id), self.told(viewer, id), viewer)
    }
}

fn seen_by(field: &Field, id: ShipId, ship: &Ship, told: Option<&Told>, viewer: Viewer) -> Insight {
    if !knows(ship, viewer) {
        Insight::Bogey
    } else if reads(viewer, ship.owner) || !field.options.is_closed() {
        Insight::Open
    } else if told.is_some_and(|it| Lore::Systems <= it.lore) || field.carries(id) {
        // What flies from a ship shows what it is.
        Insight::Built
    } else {
        Insight::Closed
    }
}

/// FT-12.1.1, FT-12.2.1: the field and the ships as somebody knows them who does not know all.
pub(crate) fn veiled(battle: &Battle, viewer: Viewer) -> Option<(Arc<Field>, Vec<Ship>)> {
    if battle.field.ship_ids().all(|id| battle.insight(viewer, id) == Insight::Open) {
        return None;
    }
    let sights: Vec<Insight> = battle.field.ship_ids().map(|id| battle.insight(viewer, id)).collect();
    let mut scenario = battle.field.scenario.clone();
    each_berth(&mut scenario, |id, berth| {
        let blueprint = battle.field.blueprint(id);
        let Berth { at, facing, velocity, vector, base, letter, ftl, .. } = berth.clone();
        let (design, name) = match sights[id.index()] {
            Insight::Built | Insight::Open => return,
            Insight::Bogey => (blueprint.signature.stand_in(), format!("Bogey {}", battle.field.letter(id))),
            Insight::Closed => {
                let signature =
                    signature(&blueprint.design, blueprint.nature, &battle.field.options.unmasked());
                (signature.closed(built_stealth(&blueprint.design)), battle.field.tag(id))
            }
        };
        // FT-11.5.1: where and how it comes is a secret.
        let (at, facing, velocity) = if ftl { (None, None, 0) } else { (at, facing, velocity) };
        let design = design.to_owned();
        *berth = Berth { design, name, at, facing, velocity, vector, base, letter, ftl, ..Berth::default() };
    });
    // FT-15.0.1: what a navy builds with would tell on its ships.
    for id in battle.field.ship_ids().filter(|id| sights[id.index()] < Insight::Built) {
        scenario.sides[usize::from(battle.field.side_of(id))].tech = Default::default();
    }
    let Scenario { sides, designs, .. } = &mut scenario;
    designs.retain(|it| sides.iter().flat_map(|side| &side.ships).any(|berth| berth.design == it.name));
    let field = battle.field.with(&scenario);
    let ships = battle.field.ship_ids().zip(&battle.ships).map(|(id, ship)| match sights[id.index()] {
        Insight::Open => ship.clone(),
        Insight::Built => {
            let display = battle.told(viewer, id).and_then(|it| it.display.as_deref().cloned());
            seen(display.unwrap_or_else(|| new_ship(&field, id)), ship)
        }
        Insight::Bogey | Insight::Closed => seen(new_ship(&field, id), ship),
    });
    let ships = ships.collect();
    Some((Arc::new(field), ships))
}

/// FT-7.4.1, FT-7.5.1: how well a ship was built to hide.
fn built_stealth(design: &Design) -> u8 {
    let fields = design.systems.iter().filter(|it| it.kind == Kind::StealthField).count();
    (usize::from(design.hull.stealth) + fields).min(2) as u8
}

/// A fresh display with all that is seen of a marker: where it is, and how it moves.
fn seen(fresh: Ship, marker: &Ship) -> Ship {
    let there = marker.status != Status::Waiting || marker.arriving;
    Ship {
        status: marker.status,
        motion: if there { marker.motion } else { fresh.motion },
        cloaked: marker.cloaked,
        warm: marker.warm,
        arriving: marker.arriving,
        caught: marker.caught,
        pool: marker.pool.clone(),
        open_from: marker.open_from,
        passing: marker.passing,
        came: marker.came,
        // How it lies tells nothing as long as its mounts are not known.
        rolled: fresh.rolled,
        scanning: marker.scanning,
        // FT-12.7.1: who has boarded it knows that.
        aboard: marker.aboard.clone(),
        sent: marker.sent,
        fought: marker.fought,
        sacked: marker.sacked,
        raided: marker.raided,
        orbit: marker.orbit,
        sweeping: marker.sweeping,
        emp: marker.emp.clone(),
        bogey: marker.bogey,
        ..fresh
    }
}

fn each_berth(scenario: &mut Scenario, mut change: impl FnMut(ShipId, &mut Berth)) {
    let berths = scenario.sides.iter_mut().flat_map(|side| &mut side.ships);
    berths.enumerate().for_each(|(i, berth)| change(ShipId(i as u8), berth));
}

/// Ships of the library by what they look like, first without weasels, then with them.
fn candidates(options: &Options, of: Signature) -> &'static [&'static str] {
    static BY: OnceLock<[[Vec<&'static str>; 4]; 2]> = OnceLock::new();
    let by = BY.get_or_init(|| {
        [false, true].map(|weasels| {
            let options = Options { weasels, ..Options::default() };
            Signature::ALL.map(|wanted| {
                let ships = library::navies().iter().flat_map(|navy| &navy.ships);
                let like = ships
                    .filter(|it| it.wings.is_empty() && it.squadrons.is_empty() && it.hull.stealth == 0)
                    .filter(|it| !it.has(|kind| *kind == Kind::StealthField))
                    .filter(|it| signature(it, Nature::Ship, &options) == wanted);
                like.map(|it| it.name.as_str()).collect()
            })
        })
    });
    &by[usize::from(options.weasels)][of as usize]
}

/// A field and ships that could be behind a view: bogeys are any ships of the library that look like
/// them, and escorts are dummies as often as not where there are dummies (FT-12.3.1).
pub(crate) fn imagined(view: &View, dice: &mut Dice) -> Option<(Arc<Field>, Vec<Ship>)> {
    let options = &view.field.options;
    let told = |id: ShipId| view.told.iter().find(|it| it.ship == id && view.viewer == Viewer::Seat(it.seat));
    let sight = |id: ShipId| seen_by(&view.field, id, &view.ships[id.index()], told(id), view.viewer);
    if view.field.ship_ids().all(|id| sight(id) == Insight::Open) {
        return None;
    }
    let mut scenario = view.field.scenario.clone();
    each_berth(&mut scenario, |id, berth| {
        let stand_in = view.field.blueprint(id);
        let dummies = options.dummy_bogeys && stand_in.signature == Signature::Escort;
        let known = match sight(id) {
            Insight::Built | Insight::Open => return,
            Insight::Bogey => {
                berth.name = String::new();
                candidates(options, stand_in.signature)
            }
            // FT-7.4.1: how well it hides is felt, and so is what it is not.
            Insight::Closed if stand_in.design.hull.stealth == 0 => {
                candidates(&options.unmasked(), stand_in.signature)
            }
            Insight::Closed => &[],
        };
        if sight(id) == Insight::Bogey && dummies && dice.one_in(2) {
            berth.design = "Dummy".to_owned();
        } else if !known.is_empty() {
            berth.design = (*dice.pick(known)).to_owned();
        }
    });
    let field = view.field.with(&scenario);
    let ships = field.ship_ids().zip(&view.ships).map(|(id, ship)| match sight(id) {
        Insight::Open | Insight::Built => ship.clone(),
        Insight::Bogey | Insight::Closed => seen(new_ship(&field, id), ship),
    });
    let ships = ships.collect();
    Some((Arc::new(field), ships))
}

/// FT-12.1.1: the same ships in other places of their side: `places[n]` is the number, in the fleet
/// list, of the ship that stands in place `n`. Start, course, velocity and letter belong to the place.
pub(crate) fn mustered(field: &Field, side: usize, places: &[u8]) -> Field {
    let mut scenario = field.scenario.clone();
    let before = field.scenario.sides[side].ships.clone();
    for (berth, from) in scenario.sides[side].ships.iter_mut().zip(places) {
        let Berth { at, facing, velocity, base, letter, ftl, .. } = berth.clone();
        *berth = Berth { at, facing, velocity, base, letter, ftl, ..before[usize::from(*from)].clone() };
    }
    field.with(&scenario)
}
