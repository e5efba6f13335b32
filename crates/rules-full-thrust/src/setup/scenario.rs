//! What a battle is fought over: table, sides, fleets (FT-2.1, FT-4.12).

use std::sync::OnceLock;

use engine::{Seat, Seats, SetupError, Severity};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize, Serializer, de::IgnoredAny};
use serde_json::value::RawValue;

use crate::{
    craft::{
        arming,
        base_wings::{self, BaseWing},
        wings::{GroupId, MOST_GROUPS},
    },
    jumps::{ftl::HyperLimit, gates, riders},
    library,
    movement::bases,
    options::{Aces, Boarding, Movement, Options, Points},
    sensors::bogeys::{self, Nature, Signature},
    setup::{berth::Berth, deploy, objectives::Objectives},
    ship::{Edge, IconId, IconSet, ShipId},
    terrain::{self, Terrain, planets, stations},
    weapons::{Gun, KGun},
    yard::{
        design::{Arcs, Design, Holds, Kind, List, Rows, WingType, audit::Terms, tech, transport},
        display::{self, Displays},
        limits,
        mounts::{firepower, is_two_stage, turrets, with_marines},
    },
};

/// A scenario as players write it down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub name: String,
    #[serde(default)]
    pub blurb: String,
    #[serde(default)]
    pub table: TableSize,
    pub deployment: Deployment,
    /// FT-4.12.3: the battle ends after this many turns.
    pub turns: u16,
    /// FT-13.1.1, FT-18.3.1: the most points a side may have, where forces are chosen by points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// FT-17.1.1: what else is on the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrain: Vec<Terrain>,
    /// FT-11.2.1: where FTL drives do not work, if the option asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hyper_limit: Option<HyperLimit>,
    /// What it is about beyond FT-VIC.1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objectives: Option<Objectives>,
    /// FT-8.15.11: the three roles of multi-role fighters, where any three may be agreed on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<WingType>,
    /// FT-8.18.1: the agreed price of an ace.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ace_points: u32,
    /// Two or more.
    pub sides: Vec<Side>,
    /// Designs beyond those supplied; the same name replaces a supplied one.
    #[serde(default)]
    pub designs: Vec<Design>,
    /// FT-1.5.1: the options it is meant to be played with.
    #[serde(default)]
    pub options: Options,
}

/// FT-2.1.1: from (0, 0) at the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct TableSize {
    pub width: Length,
    pub height: Length,
}

impl Default for TableSize {
    fn default() -> TableSize {
        TableSize { width: Length::units(72), height: Length::units(48) }
    }
}

/// How the fleets come onto the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Deployment {
    /// Every ship where the scenario puts it.
    AsGiven,
    /// FT-4.12.2: ship by ship, the lower roll first, the largest group first.
    Alternating { depth: Length, most_velocity: u16 },
    /// FT-18.1.1: within 6 MU of one's edge, one ship or a few at a time.
    Meeting {
        most_velocity: u16,
        #[serde(default = "one")]
        each: u8,
    },
    /// FT-18.1.2: along the two long edges, up to half way, all bound the same way.
    Converging { most_velocity: u16 },
    /// FT-18.1.3: that side, counted from 1, places its ships first, in its half; the others come in
    /// by their own edge.
    Attack { most_velocity: u16, defender: u8 },
}

fn is_zero(points: &u32) -> bool {
    *points == 0
}

fn one() -> u8 {
    1
}

impl Deployment {
    /// The highest velocity a ship may be placed with.
    pub fn most_velocity(self) -> u16 {
        match self {
            Deployment::AsGiven => 0,
            Deployment::Alternating { most_velocity, .. }
            | Deployment::Meeting { most_velocity, .. }
            | Deployment::Converging { most_velocity }
            | Deployment::Attack { most_velocity, .. } => most_velocity,
        }
    }
}

/// One side and its fleet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub name: String,
    /// FT-4.12.2: the edge it deploys at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
    /// FT-15.0.1: the technology it is built with, where that matters.
    #[serde(default)]
    pub tech: tech::TechBase,
    /// FT-12.1.1: where sensors are played, its ships are known from the start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    pub ships: Vec<Berth>,
    /// FT-4.12.4: fighters from a base near by, in flight from the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wings: Vec<BaseWing>,
}

/// One place on a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The `nth` icon of a system: screens of a level, the boxes of a cloaking field.
    System {
        index: u16,
        nth: u8,
    },
    /// FT-10.3.1.
    Bridge,
    PowerCore,
    LifeSupport,
    /// FT-13.13.13.
    Flaw,
}

/// A design with what the battle asks of it again and again.
#[derive(Clone, Debug, PartialEq)]
pub struct Blueprint {
    pub design: Design,
    pub rows: Rows,
    pub icons: Vec<Part>,
    /// FT-13.1.1, FT-18.3.1: by the points in use.
    pub points: u32,
    pub thrust: u8,
    pub advanced: bool,
    pub has_area_screen: bool,
    pub has_area_ecm: bool,
    pub has_cloak: bool,
    pub has_ordnance: bool,
    /// FT-12.1.1, FT-12.3.2: what its drive looks like from afar.
    pub signature: Signature,
    /// FT-12.3.1.
    pub nature: Nature,
    /// FT-13.12.1: bays or racks.
    pub has_hangars: bool,
    /// FT-VIC.3: points of the craft it comes with, a part of `points`.
    pub craft: u32,
    /// FT-12.7.1: Marines, transporters, boarding torpedoes or assault shuttles.
    pub has_troops: bool,
    /// FT-5.16.4.
    pub has_flak: bool,
    /// FT-6.6.4: missiles of two stages.
    pub has_stages: bool,
    /// FT-6.10.1, FT-12.5.1: minelayers or gear to sweep with.
    pub has_mines: bool,
    /// By system: which turret it stands in.
    turrets: Vec<Option<u8>>,
    /// Average points by arc and by bands of 6 MU, in thousandths, of what screens stop and of the
    /// rest; for judgement only.
    pub(crate) firepower: [[[u32; 12]; 6]; 2],
}

impl Blueprint {
    fn new(design: &Design, nature: Nature, options: &Options) -> Blueprint {
        let bill = design.bill(options);
        Blueprint {
            rows: design.rows(),
            icons: display::parts(design, options),
            points: match (nature, options.points) {
                (Nature::Dummy, _) => bogeys::DUMMY_POINTS,
                (_, Points::Cpv) => bill.cpv(),
                (_, Points::Npv) => bill.points(),
            },
            thrust: design.thrust(),
            advanced: design.advanced_drive(),
            has_area_screen: design.has(|kind| matches!(kind, Kind::Screen { area: true, .. })),
            has_area_ecm: design.has(|kind| matches!(kind, Kind::Ecm { area: true })),
            has_cloak: design
                .has(|kind| matches!(kind, Kind::CloakDevice | Kind::CloakField | Kind::CloakTuffley)),
            has_ordnance: design
                .has(|kind| kind.list() == List::Ordnance || matches!(kind, Kind::Gun(Gun::BoltLauncher(_)))),
            signature: bogeys::signature(design, nature, options),
            nature,
            has_hangars: design.has(|kind| {
                matches!(
                    kind,
                    Kind::Hangar { .. } | Kind::GunboatRack | Kind::Bay { holds: Holds::Boats, .. }
                )
            }),
            craft: bill.craft,
            has_troops: design.has(|kind| {
                matches!(kind, Kind::Marines | Kind::Gun(Gun::BoardingLauncher(_) | Gun::Transporter(_)))
            }) || design.wings.iter().any(|wing| wing.kind == WingType::Assault),
            has_flak: design.flak
                && design.has(|kind| matches!(kind, Kind::Gun(Gun::KGun(KGun { class: 2.., .. })))),
            has_stages: design.has(is_two_stage),
            has_mines: design.has(|kind| matches!(kind, Kind::MineLayer { .. } | Kind::MineSweeper)),
            turrets: turrets(design),
            firepower: firepower(design),
            design: design.clone(),
        }
    }

    pub fn kind(&self, icon: IconId) -> Option<&Kind> {
        match self.icons.get(icon.index())? {
            Part::System { index, .. } => Some(&self.design.systems[usize::from(*index)].kind),
            Part::Bridge | Part::PowerCore | Part::LifeSupport | Part::Flaw => None,
        }
    }

    /// FT-5.22.1: the turret, by number, that a system stands in.
    pub fn turret_of(&self, system: u16) -> Option<usize> {
        self.turrets[usize::from(system)].map(usize::from)
    }

    /// FT-5.22.1: the arcs of each turret, in the order of the display.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only turrets turn")]
    pub fn turret_arcs(&self) -> impl Iterator<Item = Arcs> {
        self.design.systems.iter().filter_map(|system| match &system.kind {
            Kind::Turret { arcs, .. } => Some(*arcs),
            _ => None,
        })
    }

    pub fn icon_ids(&self) -> impl Iterator<Item = IconId> + use<> {
        (0..self.icons.len() as u8).map(IconId)
    }

    /// The icons of systems like that, in the order of the display.
    pub fn icons_of<'a>(&'a self, of: impl Fn(&Kind) -> bool + 'a) -> impl Iterator<Item = IconId> + 'a {
        self.icon_ids().filter(move |&icon| self.kind(icon).is_some_and(&of))
    }

    pub fn hull(&self) -> u16 {
        self.design.hull.boxes as u16
    }

    /// FT-4.11.1: rows complete when so many boxes are lost.
    pub fn rows_lost(&self, lost: u16) -> u8 {
        let mut sum = 0;
        self.rows
            .iter()
            .take_while(|row| {
                sum += **row;
                sum <= u32::from(lost)
            })
            .count() as u8
    }
}

/// Every ship of a scenario, in the order of the fleet lists.
fn side_ships(scenario: &Scenario) -> impl Iterator<Item = &Berth> {
    scenario.sides.iter().flat_map(|side| &side.ships)
}

/// Everything about a battle that never changes: options, scenario, and the
/// numbers drawn from them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "FieldShown<'static>"))]
#[serde(try_from = "FieldData")]
pub struct Field {
    pub options: Options,
    pub scenario: Scenario,
    blueprints: Vec<Blueprint>,
    /// By ship: side, place in its fleet, blueprint.
    ships: Vec<(u8, u16, u16)>,
    /// By group: its ship, and its number there from 0.
    groups: Vec<(ShipId, u8)>,
    /// FT-12.7.1: whether anybody boards at all.
    pub has_boarding: bool,
    /// FT-11.6.1, FT-11.6.2: whether any ship has room for others.
    pub has_slots: bool,
    /// FT-11.9.1: whether there are gates.
    pub has_gates: bool,
    drawn: Drawn,
}

/// The field's displays as they are written, drawn when a screen first asks for them. They follow from
/// the rest: they are compared with nothing, and who takes a copy of a field to change it draws anew.
#[derive(Debug, Default)]
struct Drawn(OnceLock<Box<RawValue>>);

impl Clone for Drawn {
    fn clone(&self) -> Drawn {
        Drawn::default()
    }
}

impl PartialEq for Drawn {
    fn eq(&self, _: &Drawn) -> bool {
        true
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldData {
    options: Options,
    scenario: Scenario,
    /// Follows from the rest.
    #[serde(default, rename = "displays")]
    _displays: IgnoredAny,
}

/// What a screen gets.
#[derive(Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename = "Field")]
struct FieldShown<'a> {
    #[cfg_attr(test, ts(as = "Options"))]
    options: &'a Options,
    #[cfg_attr(test, ts(as = "Scenario"))]
    scenario: &'a Scenario,
    #[cfg_attr(test, ts(as = "Displays"))]
    displays: &'a RawValue,
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let displays = self.drawn.0.get_or_init(|| plain::to_raw(&Displays::of(self)));
        FieldShown { options: &self.options, scenario: &self.scenario, displays }.serialize(serializer)
    }
}

impl TryFrom<FieldData> for Field {
    type Error = SetupError;
    fn try_from(data: FieldData) -> Result<Field, SetupError> {
        // What others hide need not look like a sound fleet.
        Field::build(&data.options, &data.scenario, false)
    }
}

/// The most ships of a battle: their numbers fit a byte.
pub(crate) const MOST_SHIPS: usize = 200;
/// Far beyond any battle, so that lengths stay small.
pub(crate) const MOST_VELOCITY: u16 = 5_000;

impl Field {
    /// # Errors
    ///
    /// Everything that is wrong with scenario and options.
    pub fn new(options: &Options, scenario: &Scenario) -> Result<Field, SetupError> {
        Field::build(options, scenario, true)
    }

    /// As [`Field::new`]; designs and sums that have been looked at before, or are only imagined, are
    /// taken as they are.
    fn build(options: &Options, scenario: &Scenario, checked: bool) -> Result<Field, SetupError> {
        let mut wrong = Vec::new();
        let sides = scenario.sides.len();
        if !(2..=usize::from(Seats::MOST)).contains(&sides) {
            wrong.push(format!("a battle has 2 to {} sides, not {sides}", Seats::MOST));
        }
        let ships: usize = scenario.sides.iter().map(|side| side.ships.len()).sum();
        if MOST_SHIPS < ships {
            wrong.push(format!("{ships} ships, but a battle has at most {MOST_SHIPS}"));
        }
        if scenario.turns == 0 {
            wrong.push("a battle lasts at least 1 turn (FT-4.12.3)".to_owned());
        }
        let least = Length::units(12);
        if scenario.table.width < least || scenario.table.height < least {
            wrong.push("a table is at least 12 by 12 MU (FT-2.1.1)".to_owned());
        }
        terrain::findings(&scenario.terrain, &mut wrong);
        let mut field = Field {
            options: options.clone(),
            scenario: scenario.clone(),
            blueprints: Vec::new(),
            ships: Vec::new(),
            groups: Vec::new(),
            has_boarding: false,
            has_slots: false,
            has_gates: false,
            drawn: Drawn::default(),
        };
        let mut names: Vec<(&str, u8, bool)> = Vec::new();
        for (i, side) in scenario.sides.iter().enumerate() {
            if side.ships.is_empty() {
                wrong.push(format!("{} has no ships", side.name));
            }
            let base = options.tech_base.map(|_| &side.tech);
            if let Some(choices) = options.tech_base.filter(|_| checked) {
                wrong.extend(tech::findings(&side.tech, Some(choices), options.gunboats));
            }
            for (n, berth) in side.ships.iter().enumerate() {
                let own = scenario.designs.iter().find(|it| it.name == berth.design);
                let known = own.or_else(|| library::ship(&berth.design)).map(|it| (it, Nature::Ship));
                let Some((design, nature)) = known.or_else(|| bogeys::supplied(&berth.design)) else {
                    wrong.push(format!("there is no design called {:?}", berth.design));
                    continue;
                };
                if MOST_VELOCITY < berth.velocity {
                    wrong.push(format!("velocity {} exceeds {MOST_VELOCITY}", berth.velocity));
                }
                berth.findings(design, scenario.turns, &mut wrong);
                let blueprint =
                    match names.iter().position(|it| *it == (&*berth.design, berth.marines, berth.rams)) {
                        Some(known) => known,
                        None => {
                            names.push((&berth.design, berth.marines, berth.rams));
                            let design = with_marines(design, berth.marines);
                            if checked && nature == Nature::Ship {
                                field.inspect(&design, base, &mut wrong);
                            }
                            let at = field.add(&design, nature, &mut wrong);
                            if berth.rams {
                                field.blueprints[at].points += design.mass;
                            }
                            at
                        }
                    };
                let comes = berth.ftl || berth.rides.is_some() || berth.through.is_some();
                if scenario.deployment == Deployment::AsGiven && berth.at.is_none() && !comes {
                    wrong.push(format!("{} has no place on the table", berth.design));
                }
                field.ships.push((i as u8, n as u16, blueprint as u16));
                let ship = ShipId((field.ships.len() - 1) as u8);
                let base = if n == 0 { side.wings.len() } else { 0 };
                let craft = design.wings.len() + design.squadrons.len() + base;
                field.groups.extend((0..craft.min(MOST_GROUPS + 1)).map(|nth| (ship, nth as u8)));
            }
        }
        if MOST_GROUPS < field.groups.len() {
            wrong.push(format!(
                "{} groups of fighters and gunboats, but a battle has at most {MOST_GROUPS}",
                field.groups.len()
            ));
        }
        field.has_boarding = match options.boarding {
            Boarding::On => true,
            Boarding::Troops => field.blueprints.iter().any(|it| it.has_troops),
            Boarding::Off => false,
        };
        field.has_slots = field.blueprints.iter().any(|it| !it.design.slots().is_empty());
        field.has_gates = gates::any(scenario, field.blueprints.iter().map(|it| it.design.gate.is_some()));
        if checked {
            bogeys::check_dummies(&field, &mut wrong);
        }
        if let Some(objectives) = scenario.objectives.as_ref().filter(|_| checked) {
            objectives.findings(scenario, &mut wrong);
        }
        if checked && options.shared_base && wrong.is_empty() {
            field.check_bases(&mut wrong);
        }
        deploy::findings(scenario, &mut wrong);
        base_wings::findings(scenario, &mut wrong);
        arming::findings(options.multirole_any3, scenario, &mut wrong);
        for (i, side) in scenario.sides.iter().enumerate() {
            let own = field.ships.iter().filter(|ship| usize::from(ship.0) == i);
            let own = own.map(|ship| &field.blueprints[usize::from(ship.2)]);
            let forces: Vec<_> = own.map(|it| (it.design.group(), it.points)).collect();
            let found = limits::findings(options.fleet_limits, &forces);
            wrong.extend(found.iter().map(|it| format!("{}: {it} (FT-18.2.2)", side.name)));
            if checked && !options.overload_exceptions {
                let own = field.ships.iter().filter(|ship| usize::from(ship.0) == i);
                let own = own.map(|ship| &field.blueprints[usize::from(ship.2)].design);
                let found = limits::half_overloaded(own);
                wrong.extend(found.map(|it| format!("{}: {it} (FT-5.14.2)", side.name)));
            }
            // FT-11.7.1, FT-11.8.1.
            if checked && !options.non_ftl_ships {
                let own = field.ships.iter().zip(side_ships(scenario)).filter(|it| usize::from(it.0.0) == i);
                let own = own.filter(|it| it.1.station.is_none());
                let own: Vec<&Design> = own.map(|it| &field.blueprints[usize::from(it.0.2)].design).collect();
                for at in transport::homeless(&own) {
                    let (rule, why) = transport::left_out(own[at]);
                    wrong.push(format!("{}: {} {why} ({rule})", side.name, own[at].name));
                }
            }
        }
        if wrong.is_empty() {
            stations::findings(&field, &mut wrong);
            if checked {
                riders::findings(&field, &mut wrong);
                gates::findings(&field, &mut wrong);
            }
            planets::findings(&field, &mut wrong);
        }
        if let Some(limit) = scenario.points.filter(|_| checked) {
            for (i, side) in scenario.sides.iter().enumerate() {
                let own = field.ships.iter().filter(|ship| usize::from(ship.0) == i);
                let points: u32 = own.map(|ship| field.blueprints[usize::from(ship.2)].points).sum();
                let aces: usize = side.ships.iter().map(|it| it.aces.len()).sum();
                let aces = if options.aces == Aces::Bought { aces as u32 * scenario.ace_points } else { 0 };
                let points = points + aces + side.wings.iter().map(BaseWing::points).sum::<u32>();
                if limit < points {
                    wrong.push(format!("{}: {points} points exceed {limit} (FT-13.1.1)", side.name));
                }
            }
        }
        if wrong.is_empty() { Ok(field) } else { Err(SetupError(wrong)) }
    }

    /// FT-3.7.5: up to three tiny ships, all in one place.
    fn check_bases(&self, wrong: &mut Vec<String>) {
        for id in self.ship_ids() {
            let berth = self.berth(id);
            let Some(base) = berth.base else { continue };
            let mates = self.side(self.owner_of(id)).ships.iter().filter(|it| it.base == Some(base));
            let mates: Vec<&Berth> = mates.collect();
            let like = |it: &&Berth| {
                (it.at, it.facing, it.velocity, it.vector)
                    == (berth.at, berth.facing, berth.velocity, berth.vector)
            };
            if bases::MOST < mates.len() || !mates.iter().all(like) {
                wrong.push(format!(
                    "base {base}: up to {} ships that start alike share a base (FT-3.7.5)",
                    bases::MOST
                ));
            }
            if bases::TINY < self.blueprint(id).design.mass && self.blueprint(id).nature == Nature::Ship {
                wrong.push(format!("{} is too large to share a base (FT-3.7.5)", berth.design));
            }
        }
    }

    fn inspect(&self, design: &Design, base: Option<&tech::TechBase>, wrong: &mut Vec<String>) {
        let terms = Terms { options: &self.options, tech: base, battle: true };
        design.inspect(terms, &mut |severity, rule, reason| {
            if severity == Severity::Error {
                wrong.push(format!("{}: {reason} ({rule})", design.name));
            }
        });
    }

    fn add(&mut self, design: &Design, nature: Nature, wrong: &mut Vec<String>) -> usize {
        let blueprint = Blueprint::new(design, nature, &self.options);
        if IconSet::MOST < blueprint.icons.len() {
            wrong.push(format!("{} has more than {} icons", design.name, IconSet::MOST));
        }
        self.blueprints.push(blueprint);
        self.blueprints.len() - 1
    }

    /// The same battle with other ships in the places of its scenario.
    pub(crate) fn with(&self, scenario: &Scenario) -> Field {
        Field::build(&self.options, scenario, false).expect("ships that are known, in places that are")
    }

    /// FT-12.1.1: whether a ship begins the battle as a bogey; one with fighters or gunboats aboard is
    /// known by them.
    pub fn hides(&self, id: ShipId) -> bool {
        // A dummy that nobody plays is not there.
        let there = self.blueprint(id).nature != Nature::Dummy || self.plays_dummies();
        self.options.sensors && there && !self.side(self.owner_of(id)).open && !self.carries(id)
    }

    /// Whether a ship is known by what it brings: fighters or gunboats, sections of a starbase, an orbit,
    /// damage, or its own turn to enter.
    pub(crate) fn carries(&self, id: ShipId) -> bool {
        let Design { wings, squadrons, .. } = &self.blueprint(id).design;
        let berth = self.berth(id);
        let plain = Berth {
            design: berth.design.clone(),
            name: berth.name.clone(),
            at: berth.at,
            facing: berth.facing,
            velocity: berth.velocity,
            vector: berth.vector,
            base: berth.base,
            letter: berth.letter.clone(),
            ftl: berth.ftl,
            ..Berth::default()
        };
        let carries = self.has_slots && self.ship_ids().any(|it| self.mothership(it) == Some(id));
        !(wings.is_empty() && squadrons.is_empty()) || *berth != plain || carries || self.is_gate(id)
    }

    /// FT-4.12.2: large ships are placed first; FT-12.1.1: of bogeys only what they look like counts.
    pub fn rank(&self, id: ShipId) -> u8 {
        let blueprint = self.blueprint(id);
        if self.hides(id) { blueprint.signature as u8 } else { blueprint.design.group() as u8 + 1 }
    }

    /// FT-12.3.1: dummies need sensors to be taken for ships.
    pub fn plays_dummies(&self) -> bool {
        self.options.sensors && self.options.dummy_bogeys
    }

    /// FT-12.1.1: what stands on the marker of a bogey.
    pub fn letter(&self, id: ShipId) -> String {
        let berth = self.berth(id);
        if berth.letter.is_empty() { self.code(id) } else { berth.letter.clone() }
    }

    /// FT-2.6.0: whether phase 3 is played at all.
    pub fn has_ordnance(&self) -> bool {
        self.blueprints.iter().any(|it| it.has_ordnance)
    }

    /// FT-5.16.4, FT-6.6.5: whether phase 3 begins with flak or missiles in flight.
    pub fn has_opening(&self) -> bool {
        self.blueprints.iter().any(|it| it.has_flak || it.has_stages)
    }

    pub fn seats(&self) -> u8 {
        self.scenario.sides.len() as u8
    }

    pub fn ship_ids(&self) -> impl Iterator<Item = ShipId> + use<> {
        (0..self.ships.len() as u8).map(ShipId)
    }

    pub fn blueprint(&self, id: ShipId) -> &Blueprint {
        &self.blueprints[usize::from(self.ships[id.index()].2)]
    }

    pub(crate) fn blueprints(&self) -> &[Blueprint] {
        &self.blueprints
    }

    /// Which of the blueprints a ship was built by.
    pub(crate) fn blueprint_number(&self, id: ShipId) -> usize {
        usize::from(self.ships[id.index()].2)
    }

    pub fn side_of(&self, id: ShipId) -> u8 {
        self.ships[id.index()].0
    }

    pub fn owner_of(&self, id: ShipId) -> Seat {
        Seat(self.side_of(id))
    }

    pub fn berth(&self, id: ShipId) -> &Berth {
        let (side, n, _) = self.ships[id.index()];
        &self.scenario.sides[usize::from(side)].ships[usize::from(n)]
    }

    pub fn side(&self, seat: Seat) -> &Side {
        &self.scenario.sides[seat.index()]
    }

    /// FT-12.12.1: which of the two movement systems it flies by.
    pub fn is_vector(&self, id: ShipId) -> bool {
        match self.options.movement {
            Movement::Cinematic => false,
            Movement::Vector => true,
            Movement::Mixed => self.berth(id).vector,
        }
    }

    /// A name to call it by: its own, or class and number in its fleet. Names are written before anybody
    /// knows whether an order is legal, so that a ship that is not there has one, too.
    pub fn tag(&self, id: ShipId) -> String {
        let Some((_, n, _)) = self.ships.get(id.index()) else { return self.code(id) };
        let berth = self.berth(id);
        if berth.name.is_empty() { format!("{} {}", berth.design, n + 1) } else { berth.name.clone() }
    }

    /// A short name to type: the side's letter and the number in its fleet. A
    /// ship that is not there is called by its number alone: `#99`.
    pub fn code(&self, id: ShipId) -> String {
        match self.ships.get(id.index()) {
            Some((side, n, _)) => format!("{}{}", side_letter(Seat(*side)), n + 1),
            None => format!("#{}", id.0),
        }
    }

    /// FT-8.0.1: whether anybody has fighters or gunboats.
    pub fn has_craft(&self) -> bool {
        !self.groups.is_empty()
    }

    /// Groups that are counted with a ship.
    pub(crate) fn group_ids_of(&self, ship: ShipId) -> impl Iterator<Item = GroupId> {
        let of = move |it: &(usize, &(ShipId, u8))| it.1.0 == ship;
        self.groups.iter().enumerate().filter(of).map(|it| GroupId(it.0 as u8))
    }

    /// The ship a group comes with, and its number there.
    pub fn group_place(&self, id: GroupId) -> (ShipId, usize) {
        let (ship, nth) = self.groups[id.index()];
        (ship, usize::from(nth))
    }

    /// A short name for a group to type: its ship and its number there. A group
    /// that is not there is called by its number alone: `#.99`.
    pub fn group_code(&self, id: GroupId) -> String {
        match self.groups.get(id.index()) {
            Some((ship, nth)) => format!("{}.{}", self.code(*ship), u16::from(*nth) + 1),
            None => format!("#.{}", id.0),
        }
    }

    pub fn centre(&self) -> Point {
        let TableSize { width, height } = self.scenario.table;
        Point { x: width.part(2), y: height.part(2) }
    }
}

/// A side by its letter, as in the codes of its ships; one that no battle has by its number.
pub(crate) fn side_letter(seat: Seat) -> String {
    match seat.0 {
        n @ 0..26 => char::from(b'A' + n).to_string(),
        n => format!("#{n}"),
    }
}
