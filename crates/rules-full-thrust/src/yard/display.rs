//! The ship status display as a description (FT-2.4.1): what stands on it, where, and what it looks like.
//!
//! There is one, and everything draws from it: paper ([`super::sheet`]), the shipyard, which shows that
//! paper, and the table, to which a battle's designs are sent as [`Displays`]. What has become of a ship
//! is not here: that is in the view.

use geometry::{Length, Point};
use serde::Serialize;

use crate::{
    damage::checks,
    library,
    options::{BandEdge, Options},
    ordnance::{self, Loaded},
    sensors::bogeys::Nature,
    setup::scenario::{Blueprint, Field, Part},
    weapons::{Gun, Lay, Look, Readiness, profile},
    yard::{
        design::{Arc, Arcs, Design, Kind, List, Orientation, exchange::label, hull::crew_dots, spoken},
        mounts,
        sheet::symbols::{self, Mark, Symbol},
    },
};

/// Which part of a display something stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub enum Place {
    Weapon,
    Ordnance,
    /// Point defence.
    Guard,
    /// Screens, fields and cloaks.
    Shield,
    System,
    Engine,
    Core,
}

/// What an icon stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Piece<'a> {
    System(&'a Kind),
    Bridge,
    PowerCore,
    LifeSupport,
    Flaw,
}

/// One icon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Icon<'a> {
    pub(crate) piece: Piece<'a>,
    /// FT-4.11.7: the number orders call it by; what nobody knows has none.
    pub(crate) number: Option<usize>,
    /// FT-5.22.1: the turret, from 0, that it stands in or is.
    pub(crate) turret: Option<usize>,
}

/// FT-4.11.7: the numbered places of a display, in order.
pub(crate) fn parts(design: &Design, options: &Options) -> Vec<Part> {
    let mut parts = Vec::new();
    for (i, system) in design.systems.iter().enumerate() {
        parts.extend((0..system.kind.icons()).map(|nth| Part::System { index: i as u16, nth }));
    }
    // FT-13.5.2: part of every hull, for no mass and no points.
    if options.core_systems {
        parts.extend([Part::Bridge, Part::PowerCore, Part::LifeSupport]);
    }
    if design.flawed {
        parts.push(Part::Flaw);
    }
    parts
}

/// Everything on a display, in the order of its numbers; what nobody knows stands where it was written.
pub(crate) fn icons<'a>(design: &'a Design, options: &Options) -> Vec<Icon<'a>> {
    let stands_in = mounts::turrets(design);
    let mut turrets = 0;
    let mut strange = design.systems.iter().enumerate().filter(|it| it.1.kind.icons() == 0).peekable();
    let mut icons = Vec::new();
    let unknown = |kind| Icon { piece: Piece::System(kind), number: None, turret: None };
    for (number, part) in parts(design, options).into_iter().enumerate() {
        let next = if let Part::System { index, .. } = part { usize::from(index) } else { usize::MAX };
        while let Some(it) = strange.next_if(|it| it.0 < next) {
            icons.push(unknown(&it.1.kind));
        }
        let (piece, turret) = match part {
            Part::System { index, .. } => {
                let kind = &design.systems[usize::from(index)].kind;
                let own = matches!(kind, Kind::Turret { .. }).then_some(turrets);
                turrets += usize::from(own.is_some());
                (Piece::System(kind), own.or(stands_in[usize::from(index)].map(usize::from)))
            }
            Part::Bridge => (Piece::Bridge, None),
            Part::PowerCore => (Piece::PowerCore, None),
            Part::LifeSupport => (Piece::LifeSupport, None),
            Part::Flaw => (Piece::Flaw, None),
        };
        icons.push(Icon { piece, number: Some(number), turret });
    }
    icons.extend(strange.map(|it| unknown(&it.1.kind)));
    icons
}

impl Piece<'_> {
    pub(crate) fn symbol(self) -> Symbol {
        match self {
            Piece::System(kind) => symbols::symbol(kind),
            Piece::Bridge => Symbol::plain(symbols::BRIDGE, "bridge"),
            Piece::PowerCore => Symbol::plain(symbols::CORE, "power core"),
            Piece::LifeSupport => Symbol::plain(symbols::LIFE, "life support"),
            Piece::Flaw => Symbol::plain(symbols::FLAW, "flaw"),
        }
    }

    /// FT-4.2.4: what bears somewhere has its arcs round it; point defence bears everywhere, and says nothing.
    pub(crate) fn ring(self) -> Option<Arcs> {
        let Piece::System(kind) = self else { return None };
        let everywhere = matches!(kind, Kind::Gun(Gun::Pds(_) | Gun::ScatterGun(_) | Gun::Grapeshot(_)));
        kind.arcs().filter(|_| !everywhere)
    }

    pub(crate) fn place(self) -> Place {
        match self {
            Piece::System(kind) => kind.place(),
            Piece::Bridge | Piece::PowerCore | Piece::LifeSupport | Piece::Flaw => Place::Core,
        }
    }

    /// The name ship files have for it, and what people call it: in short, and with its class.
    fn names(self) -> (String, String, String) {
        let plain = |id: &str, name: &str| (id.to_owned(), name.to_owned(), name.to_owned());
        match self {
            Piece::System(kind) => {
                let (id, class) = label(kind);
                let short = spoken::title(kind);
                let name = match (kind.rated(), class) {
                    (Some(thrust), _) => format!("{short}, thrust {thrust}"),
                    (None, Some(class)) => format!("{short}, class {class}"),
                    (None, None) => short.clone(),
                };
                (id.to_owned(), short, name)
            }
            Piece::Bridge => plain("bridge", "Bridge"),
            Piece::PowerCore => plain("powerCore", "Power core"),
            Piece::LifeSupport => plain("lifeSupport", "Life support"),
            Piece::Flaw => plain("flaw", "Flaw"),
        }
    }
}

impl Kind {
    #[expect(clippy::wildcard_enum_match_arm, reason = "only a drive has a rating")]
    fn rated(&self) -> Option<u8> {
        match self {
            Kind::Drive { thrust, .. } => Some(*thrust),
            _ => None,
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what stands apart on a display; the rest goes by its list"
    )]
    fn place(&self) -> Place {
        match self {
            Kind::Drive { .. } | Kind::Ftl { .. } => Place::Engine,
            Kind::Screen { .. }
            | Kind::StealthField
            | Kind::Holofield
            | Kind::Reflex
            | Kind::Ecm { .. }
            | Kind::CloakDevice
            | Kind::CloakField
            | Kind::CloakTuffley
            | Kind::Decoy { .. } => Place::Shield,
            Kind::Gun(gun) if gun.weapon().only_defends() => Place::Guard,
            _ => match self.list() {
                List::Systems => Place::System,
                List::Weapons => Place::Weapon,
                List::Ordnance => Place::Ordnance,
            },
        }
    }

    /// FT-4.3.1, FT-6.3.1: how far it reaches at most, at a target that does not hide.
    fn reach(&self, edge: BandEdge) -> Option<u16> {
        if let Some(load) = Loaded::usual(self) {
            return Some((load.reach.0 / Length::PER_UNIT) as u16);
        }
        let weapon = self.weapon()?;
        // Whatever it may be set to or ordered to do.
        let modes = weapon.settings().iter().chain(weapon.modes(&Readiness::WHOLE)).copied().map(Some);
        let modes: Vec<_> = modes.chain([None]).collect();
        let reaches = |to: u16| {
            let way = Point::units(i32::from(to), 0) - Point::default();
            let rolls = |mode| profile(self, &Lay { way, stealth: 0, velocity: 0, mode, edge }).is_some();
            modes.iter().copied().any(rolls)
        };
        // What reaches far reaches whatever is nearer.
        let (mut far, mut beyond) = (0, FARTHEST + 1);
        while far + 1 < beyond {
            let middle = far.midpoint(beyond);
            if reaches(middle) {
                far = middle;
            } else {
                beyond = middle;
            }
        }
        Some(far).filter(|&it| 0 < it)
    }
}

/// No weapon reaches further.
pub(crate) const FARTHEST: u16 = 120;

/// All that a table needs to draw the ships of a battle. It never changes while the viewer learns nothing
/// new, so that it is sent once.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct Displays {
    /// What icons look like and are called; icons name them by number.
    pub faces: Vec<Face>,
    pub designs: Vec<Plate>,
    /// By ship: its design.
    pub ships: Vec<usize>,
    /// The six parts of the ring of arcs, clockwise from dead ahead, in a square of 24: of alpha and of
    /// beta ships (FT-4.2.3).
    pub rings: [[&'static str; 6]; 2],
    pub measures: Measures,
}

/// What an icon shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct Face {
    /// The name ship files have for it: `beam`, `pds`, `bridge`.
    pub symbol: String,
    /// SVG in a square of 24, drawn with the colour of whatever holds it.
    pub shape: &'static str,
    /// In the middle of it.
    pub text: String,
    /// The text stands on a dark ground.
    pub light: bool,
    /// `Beam`, and `Beam, class 2`.
    pub short: String,
    pub name: String,
    pub place: Place,
    /// FT-4.2.4: arcs are drawn round it.
    pub ring: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reach: Option<u16>,
    /// What its fire looks like.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub look: Option<Look>,
}

/// A design as it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct Plate {
    pub name: String,
    pub class: String,
    /// Who built it; nobody in particular for a design of the scenario's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub navy: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub trade: Option<Trade>,
    pub mass: u32,
    pub thrust: u8,
    /// FT-7.4.1.
    pub stealth: u8,
    pub orientation: Orientation,
    /// FT-13.7.2: boxes of each row, from the top.
    pub rows: Vec<u32>,
    /// FT-4.11.3: the die from which the loss of each row but the last knocks a system out.
    pub checks: Vec<u8>,
    /// FT-10.5.1: the box, counted from 1, of each crew factor.
    pub crew: Vec<u32>,
    /// FT-7.6.1: standard and regenerative boxes of each layer, the inner one first.
    pub armour: Vec<(u32, u32)>,
    pub icons: Vec<PlateIcon>,
    /// FT-12.1.1, FT-12.2.1: all that is known of it; the rest of the plate is made up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub contact: Option<Contact>,
}

/// One icon of a design; its number is its place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct PlateIcon {
    pub face: usize,
    /// FT-4.2.1: the arcs it bears into.
    pub arcs: Vec<Arc>,
    /// FT-5.22.1: the turret it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub turret: Option<usize>,
}

/// What a ship is built for, as far as it shows from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub enum Trade {
    Carrier,
    Merchant,
}

/// FT-12.1.1: what the drive emissions tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct Contact {
    pub class: String,
    /// From 1, quiet, to 4.
    pub loud: u8,
}

/// Lengths of the rulebook that are drawn round things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct Measures {
    /// FT-4.3.1: ranges that people count in, and the one that most weapons are counted by.
    pub bands: [Length; 4],
    pub band: Length,
    /// FT-6.9.1: how near a mine goes off.
    pub mine: Length,
    /// FT-5.16.5: how far flak bursts about its marker.
    pub flak: Length,
}

impl Displays {
    /// FT-12.1.1, FT-12.2.1: of a field that is veiled only what the veil shows.
    pub(crate) fn of(field: &Field) -> Displays {
        let mut faces: Vec<Face> = Vec::new();
        let mut known: Vec<(Piece<'_>, usize)> = Vec::new();
        let mut face_of = |piece| match known.iter().find(|it| it.0 == piece) {
            Some(it) => it.1,
            None => {
                let face = Face::of(piece, field.options.band_edge);
                let at = faces.iter().position(|it| *it == face).unwrap_or(faces.len());
                if at == faces.len() {
                    faces.push(face);
                }
                known.push((piece, at));
                at
            }
        };
        let designs = field.blueprints().iter().map(|blueprint| {
            // What nobody knows plays no part in a battle.
            let icons = icons(&blueprint.design, &field.options).into_iter().filter(|it| it.number.is_some());
            let icons = icons.map(|icon| PlateIcon::of(&icon, face_of(icon.piece))).collect();
            Plate::of(field, blueprint, icons)
        });
        let designs = designs.collect();
        let ships = field.ship_ids().map(|id| field.blueprint_number(id)).collect();
        Displays { faces, designs, ships, rings: symbols::RINGS, measures: Measures::of_the_book() }
    }
}

impl Measures {
    fn of_the_book() -> Measures {
        Measures {
            bands: [6, 12, 24, 36].map(Length::units),
            band: Length::units(12),
            mine: ordnance::mines::REACH,
            flak: ordnance::opening::SPREAD,
        }
    }
}

impl Face {
    fn of(piece: Piece<'_>, edge: BandEdge) -> Face {
        let (symbol, short, name) = piece.names();
        let Symbol { shape, mark, .. } = piece.symbol();
        let text = match mark {
            Mark::None => String::new(),
            Mark::Number(n) | Mark::Light(n) => n.to_string(),
            Mark::Letters(letters) => letters.to_owned(),
        };
        let (reach, look) = match piece {
            Piece::System(kind) => (kind.reach(edge), kind.weapon().map(|it| it.look())),
            Piece::Bridge | Piece::PowerCore | Piece::LifeSupport | Piece::Flaw => (None, None),
        };
        let (light, place, ring) = (matches!(mark, Mark::Light(_)), piece.place(), piece.ring().is_some());
        Face { symbol, shape, text, light, short, name, place, ring, reach, look }
    }
}

impl PlateIcon {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a turret does not stand in itself")]
    fn of(icon: &Icon<'_>, face: usize) -> PlateIcon {
        let (arcs, turret) = match icon.piece {
            // FT-5.23.1: along the keel.
            Piece::System(kind @ Kind::Gun(gun)) if gun.weapon().is_spinal() => {
                (kind.arcs().map_or(vec![Arc::F], |it| it.iter().collect()), icon.turret)
            }
            Piece::System(kind) => {
                let arcs = kind.arcs().map_or(Vec::new(), |it| it.iter().collect());
                (arcs, icon.turret.filter(|_| !matches!(kind, Kind::Turret { .. })))
            }
            _ => (Vec::new(), None),
        };
        PlateIcon { face, arcs, turret }
    }
}

impl Plate {
    fn of(field: &Field, blueprint: &Blueprint, icons: Vec<PlateIcon>) -> Plate {
        let design = &blueprint.design;
        let own = field.scenario.designs.iter().any(|it| it.name == design.name);
        let bays = design.count(|kind| matches!(kind, Kind::Hangar { .. } | Kind::GunboatRack));
        let contact = match blueprint.nature {
            Nature::StandIn(it) => Some(Contact { class: it.name().to_owned(), loud: it as u8 + 1 }),
            Nature::Ship | Nature::Dummy => None,
        };
        Plate {
            name: design.name.clone(),
            class: design.class.clone(),
            navy: if own { None } else { library::navy_of(&design.name).map(str::to_owned) },
            trade: if design.civilian {
                Some(Trade::Merchant)
            } else {
                (2 <= bays).then_some(Trade::Carrier)
            },
            mass: design.mass,
            thrust: blueprint.thrust,
            stealth: design.hull.stealth,
            orientation: design.orientation,
            rows: blueprint.rows.to_vec(),
            checks: (1..blueprint.rows.len() as u8).map(checks::needs).collect(),
            crew: crew_dots(design.hull.boxes, design.crew_factor()).collect(),
            armour: design.armour.iter().map(|it| (it.standard, it.regenerative)).collect(),
            icons,
            contact,
        }
    }
}
