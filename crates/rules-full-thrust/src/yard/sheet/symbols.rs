//! The symbols of a display: one for every system, in a square of 24 units.
//!
//! Lines take the colour of whatever holds them. What bears into arcs has a ring
//! of six around it (FT-4.2.4), with the arcs it bears into filled in.

use crate::yard::design::{Arc, Arcs, Holds, Kind, Missile, Orientation};

/// What is drawn for a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// SVG, without what it is filled or drawn with.
    pub shape: &'static str,
    /// In the middle of it.
    pub mark: Mark,
    /// Below it.
    pub label: &'static str,
}

impl Symbol {
    pub(crate) const fn new(shape: &'static str, mark: Mark, label: &'static str) -> Symbol {
        Symbol { shape, mark, label }
    }

    pub(crate) const fn plain(shape: &'static str, label: &'static str) -> Symbol {
        Symbol::new(shape, Mark::None, label)
    }

    /// With its class or rating in the middle.
    pub(crate) fn classed(shape: &'static str, class: u8, label: &'static str) -> Symbol {
        Symbol::new(shape, Mark::Number(u32::from(class)), label)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    None,
    Number(u32),
    Letters(&'static str),
    /// On a dark ground.
    Light(u32),
}

/// FT-4.2.4: the arcs of an alpha ship, clockwise from dead ahead.
const ALPHA: [&str; 6] = [
    "M6.7 1.7A11.6 11.6 0 0 1 17.3 1.7L16.2 3.8A9.2 9.2 0 0 0 7.8 3.8z",
    "M18.3 2.3A11.6 11.6 0 0 1 23.6 11.4L21.2 11.5A9.2 9.2 0 0 0 17 4.3z",
    "M23.6 12.6A11.6 11.6 0 0 1 18.3 21.7L17 19.7A9.2 9.2 0 0 0 21.2 12.5z",
    "M17.3 22.3A11.6 11.6 0 0 1 6.7 22.3L7.8 20.2A9.2 9.2 0 0 0 16.2 20.2z",
    "M5.7 21.7A11.6 11.6 0 0 1 0.4 12.6L2.8 12.5A9.2 9.2 0 0 0 7 19.7z",
    "M0.4 11.4A11.6 11.6 0 0 1 5.7 2.3L7 4.3A9.2 9.2 0 0 0 2.8 11.5z",
];
/// FT-4.2.3: the same on a beta ship.
const BETA: [&str; 6] = [
    "M12.6 0.4A11.6 11.6 0 0 1 21.7 5.7L19.7 7A9.2 9.2 0 0 0 12.5 2.8z",
    "M22.3 6.7A11.6 11.6 0 0 1 22.3 17.3L20.2 16.2A9.2 9.2 0 0 0 20.2 7.8z",
    "M21.7 18.3A11.6 11.6 0 0 1 12.6 23.6L12.5 21.2A9.2 9.2 0 0 0 19.7 17z",
    "M11.4 23.6A11.6 11.6 0 0 1 2.3 18.3L4.3 17A9.2 9.2 0 0 0 11.5 21.2z",
    "M1.7 17.3A11.6 11.6 0 0 1 1.7 6.7L3.8 7.8A9.2 9.2 0 0 0 3.8 16.2z",
    "M2.3 5.7A11.6 11.6 0 0 1 11.4 0.4L11.5 2.8A9.2 9.2 0 0 0 4.3 7z",
];
/// Of alpha and of beta ships.
pub(crate) const RINGS: [[&str; 6]; 2] = [ALPHA, BETA];
const ALL_ROUND: &str = r#"<circle cx="12" cy="12" r="10.4" stroke-width="2.4"/>"#;

/// Draws the ring of arcs.
pub(crate) fn ring(out: &mut String, arcs: Arcs, orientation: Orientation) {
    match arcs.len() {
        0 => (),
        6 => out.push_str(ALL_ROUND),
        _ => {
            let table = if orientation == Orientation::Alpha { &ALPHA } else { &BETA };
            out.push_str(r#"<path fill="currentColor" stroke="none" d=""#);
            for arc in Arc::ALL.into_iter().filter(|arc| arcs.contains(*arc)) {
                out.push_str(table[arc.index()]);
            }
            out.push_str(r#""/>"#);
        }
    }
}

pub(crate) const DISC: &str = r#"<circle cx="12" cy="12" r="6.5"/>"#;
pub(crate) const DOUBLE: &str = r#"<circle cx="12" cy="12" r="6"/><circle cx="12" cy="12" r="7.8"/>"#;
pub(crate) const BURST: &str = concat!(
    r#"<circle cx="12" cy="12" r="4"/>"#,
    r#"<path d="M12 4v4M12 16v4M4 12h4M16 12h4M6.3 6.3l2.9 2.9M14.8 14.8l2.9 2.9M17.7 6.3l-2.9 2.9"#,
    r#"M9.2 14.8l-2.9 2.9"/>"#
);
const MISSILE: &str = r#"<path d="M12 3l3 5v8l3 4H6l3-4V8z"/>"#;
const RACK: &str = r#"<path d="M4.5 4.5h15v15h-15z"/><path d="M12 6.5l2 3.5v4.5l2 3H8l2-3V10z"/>"#;
const LAUNCHER: &str =
    r#"<path d="M6 19.5V9l6-5.5L18 9v10.5z"/><path d="M12 17.5V9M9.3 11.5L12 9l2.7 2.5"/>"#;
const PODS: &str = concat!(
    r#"<circle cx="9" cy="9" r="2.6"/><circle cx="15" cy="9" r="2.6"/>"#,
    r#"<circle cx="9" cy="15" r="2.6"/><circle cx="15" cy="15" r="2.6"/>"#
);
pub(crate) const STAR: &str = concat!(
    r#"<circle cx="12" cy="12" r="3" fill="currentColor"/>"#,
    r#"<path d="M12 4.5V8M12 16v3.5M4.5 12H8M16 12h3.5M6.7 6.7l2.5 2.5M14.8 14.8l2.5 2.5"#,
    r#"M17.3 6.7l-2.5 2.5M9.2 14.8l-2.5 2.5"/>"#
);
const SIGHT: &str = concat!(
    r#"<path d="M4 4h16v16H4z"/><circle cx="12" cy="12" r="5"/>"#,
    r#"<circle cx="12" cy="12" r="1.5" fill="currentColor"/>"#
);
const FINE_SIGHT: &str = concat!(
    r#"<path d="M2.5 2.5h19v19h-19zM4.5 4.5h15v15h-15z"/><circle cx="12" cy="12" r="5"/>"#,
    r#"<circle cx="12" cy="12" r="1.5" fill="currentColor"/>"#
);
const OCTAGON: &str = r#"<path d="M8 3h8l5 5v8l-5 5H8l-5-5V8z"/>"#;
const FINE_OCTAGON: &str = r#"<path d="M8 3h8l5 5v8l-5 5H8l-5-5V8z" stroke-width="2"/>"#;
const DISH: &str =
    r#"<path d="M5 8a9.5 9.5 0 0 0 11 11zM10.5 13.5l6-6"/><circle cx="17.5" cy="6.5" r="1.8"/>"#;
const FINE_DISH: &str = concat!(
    r#"<path d="M5 8a9.5 9.5 0 0 0 11 11zM10.5 13.5l6-6"/>"#,
    r#"<circle cx="17.5" cy="6.5" r="1.8" fill="currentColor"/>"#,
    r#"<path d="M13.5 4a4.5 4.5 0 0 1 6.5 6.5"/>"#
);
const HANGAR: &str = r#"<path d="M3 5h18v14H3zM8 16l4-8 4 8-4-2z"/>"#;
const FIGHTER_RACK: &str = r#"<path d="M3 5v14h18V5M8 16l4-8 4 8-4-2z"/>"#;
const BOAT_RACK: &str = r#"<path d="M3 5v14h18V5M8 17V9l4-4 4 4v8z"/>"#;
const TUBE: &str = r#"<path d="M7 21V6M17 21V6M12 19V6M9 9l3-3 3 3"/>"#;
const CATAPULT: &str = r#"<path d="M7 21V6M17 21V6M12 19V5M9 8l3-3 3 3M9 12l3-3 3 3"/>"#;
const SHIELD: &str = r#"<path d="M4 15a8.5 8.5 0 0 1 16 0M7.5 17a5 5 0 0 1 9 0"/>"#;
const FINE_SHIELD: &str =
    r#"<path d="M4 15a8.5 8.5 0 0 1 16 0" stroke-width="2.2"/><path d="M7.5 17a5 5 0 0 1 9 0"/>"#;
const AREA_SHIELD: &str =
    r#"<circle cx="12" cy="12" r="9.5" stroke-dasharray="3 2"/><path d="M6 14.5a6.5 6.5 0 0 1 12 0"/>"#;
const FINE_AREA_SHIELD: &str = concat!(
    r#"<circle cx="12" cy="12" r="9.5" stroke-dasharray="3 2" stroke-width="2"/>"#,
    r#"<path d="M6 14.5a6.5 6.5 0 0 1 12 0"/>"#
);
const VEIL: &str = r#"<circle cx="12" cy="12" r="9" stroke-dasharray="1.5 2.5"/>"#;
const GHOSTS: &str = r#"<path d="M7 17l3-10 3 10-3-2zM13 17l3-10 3 10-3-2z" stroke-dasharray="1.6 1"/>"#;
const MIRROR: &str = r#"<path d="M6 4v16M18 4v16M6 8l12 4-12 4"/>"#;
const NOISE: &str = r#"<path d="M3 12l3-5 3 10 3-10 3 10 3-10 3 5"/>"#;
const FIELD_NOISE: &str =
    r#"<circle cx="12" cy="12" r="10" stroke-dasharray="3 2"/><path d="M5 12l2.5-4 3 8 3-8 3 8 2.5-4"/>"#;
const CLOAK: &str =
    r#"<circle cx="12" cy="12" r="9"/><path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" stroke="none"/>"#;
const CLOAK_FIELD: &str = concat!(
    r#"<circle cx="12" cy="12" r="9" stroke-dasharray="3 2"/>"#,
    r#"<path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" stroke="none"/>"#
);
const DOOM: &str = r#"<circle cx="12" cy="12" r="8.5"/><path d="M6 6l12 12M18 6L6 18" stroke-width="1.6"/>"#;
const SWEEPER: &str =
    r#"<circle cx="9" cy="14" r="4"/><path d="M9 8v2M9 18v2M3 14h2M13 14h2M13 10l7-6M20 4v4M20 4h-4"/>"#;
const BOMBARD: &str = r#"<path d="M12 3v13M8 12l4 4 4-4M3 20q9-4 18 0"/>"#;
const WEASEL: &str = r#"<path d="M12 3l5 9v7l-5-3-5 3v-7z" stroke-dasharray="2 1.4"/>"#;
const MINE: &str = concat!(
    r#"<circle cx="12" cy="12" r="6"/>"#,
    r#"<path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1"#,
    r#"M7.7 16.3l-2.1 2.1"/>"#
);
const HOLD: &str = r#"<path d="M3.5 5h17v14h-17z"/>"#;
const STORE: &str = r#"<path d="M4 4h16v16H4zM4 8h16"/>"#;
const TURRET: &str = r#"<circle cx="12" cy="12" r="7"/><path d="M12 19V6.5M9.5 9L12 6.5 14.5 9"/>"#;
const CRANE: &str = r#"<path d="M5 20V5h13M18 5v4M15.5 9h5v4h-5zM3 20h5"/>"#;
const STRANGE: &str = r#"<path d="M4 4h16v16H4z" stroke-dasharray="2 2"/>"#;
pub(crate) const DRIVE: &str = r#"<path d="M7 3h10l5 18H2z"/>"#;
const FINE_DRIVE: &str = r#"<path d="M7 3h10l5 18H2z" stroke-width="2.2"/>"#;
const JUMP: &str = r#"<circle cx="12" cy="12" r="9.5"/><path d="M14 4.5L8 13h4l-2 6.5L16.5 11h-4z"/>"#;
const FINE_JUMP: &str =
    r#"<circle cx="12" cy="12" r="9.5"/><path d="M14 4.5L8 13h4l-2 6.5L16.5 11h-4z" fill="currentColor"/>"#;
pub(crate) const BRIDGE: &str =
    r#"<circle cx="12" cy="12" r="9.5"/><path d="M12 5l2 5h5l-4 3.2 1.5 5L12 15.2 7.5 18.2l1.5-5L5 10h5z"/>"#;
pub(crate) const CORE: &str = concat!(
    r#"<circle cx="12" cy="12" r="9.5"/><circle cx="12" cy="12" r="2.5" fill="currentColor"/>"#,
    r#"<path d="M12 5v4M6 15.5l3.4-2M18 15.5l-3.4-2"/>"#
);
pub(crate) const LIFE: &str = concat!(
    r#"<circle cx="12" cy="12" r="9.5"/>"#,
    r#"<path d="M12 18c-8-5-6-10-2.8-10 1.6 0 2.8 2 2.8 2s1.2-2 2.8-2C18 8 20 13 12 18z"/>"#
);
pub(crate) const FLAW: &str = concat!(
    r#"<path d="M12 3l10 18H2z"/><path d="M12 9v6" stroke-width="2"/>"#,
    r#"<circle cx="12" cy="18" r="1" fill="currentColor"/>"#
);

/// FT-13.9.1 and the chapters of the systems: what is drawn for it.
pub fn symbol(kind: &Kind) -> Symbol {
    let (new, plain, classed) = (Symbol::new, Symbol::plain, Symbol::classed);
    match kind {
        Kind::Drive { thrust, advanced: false } => classed(DRIVE, *thrust, "drive"),
        Kind::Drive { thrust, advanced: true } => classed(FINE_DRIVE, *thrust, "adv. drive"),
        // FT-11.6.2: a tug's drive shows what it takes along.
        Kind::Ftl { advanced: false, transfer: transfer @ 1.. } => {
            new(JUMP, Mark::Number(*transfer), "tug FTL")
        }
        Kind::Ftl { advanced: true, transfer: transfer @ 1.. } => {
            new(FINE_JUMP, Mark::Number(*transfer), "adv. tug FTL")
        }
        Kind::Ftl { advanced: false, .. } => plain(JUMP, "FTL"),
        Kind::Ftl { advanced: true, .. } => plain(FINE_JUMP, "adv. FTL"),
        Kind::FireControl { advanced: false } => plain(SIGHT, "fire control"),
        Kind::FireControl { advanced: true } => plain(FINE_SIGHT, "adv. control"),
        Kind::Adfc { advanced: false } => new(OCTAGON, Mark::Letters("AD"), "ADFC"),
        Kind::Adfc { advanced: true } => new(FINE_OCTAGON, Mark::Letters("AD"), "adv. ADFC"),
        Kind::Sensors { superior: false } => plain(DISH, "sensors"),
        Kind::Sensors { superior: true } => plain(FINE_DISH, "sup. sensors"),
        Kind::Hangar { rack: false } => plain(HANGAR, "hangar"),
        Kind::Hangar { rack: true } => plain(FIGHTER_RACK, "fighter rack"),
        Kind::GunboatRack => plain(BOAT_RACK, "gunboats"),
        Kind::LaunchTube { catapult: false } => plain(TUBE, "launch tube"),
        Kind::LaunchTube { catapult: true } => plain(CATAPULT, "catapult"),
        Kind::Screen { advanced: false, area: false, .. } => plain(SHIELD, "screen"),
        Kind::Screen { advanced: true, area: false, .. } => plain(FINE_SHIELD, "adv. screen"),
        Kind::Screen { advanced: false, area: true, .. } => plain(AREA_SHIELD, "area screen"),
        Kind::Screen { advanced: true, area: true, .. } => plain(FINE_AREA_SHIELD, "adv. area"),
        Kind::StealthField => plain(VEIL, "stealth field"),
        Kind::Holofield => plain(GHOSTS, "holofield"),
        Kind::Reflex => plain(MIRROR, "reflex field"),
        Kind::Ecm { area: false } => plain(NOISE, "ECM"),
        Kind::Ecm { area: true } => plain(FIELD_NOISE, "area ECM"),
        Kind::CloakDevice => plain(CLOAK, "cloak"),
        Kind::CloakField => plain(CLOAK_FIELD, "cloak field"),
        Kind::CloakTuffley => plain(CLOAK, "Tuffley cloak"),
        Kind::Suicide => plain(DOOM, "suicide"),
        Kind::MineSweeper => plain(SWEEPER, "minesweeper"),
        Kind::Ortillery => plain(BOMBARD, "ortillery"),
        Kind::Decoy { capital: false } => plain(WEASEL, "weasel"),
        Kind::Decoy { capital: true } => plain(WEASEL, "cap. weasel"),
        Kind::DamageControl => new(HOLD, Mark::Letters("DC"), "party"),
        Kind::Marines => new(HOLD, Mark::Letters("M"), "marines"),
        Kind::MineLayer { mines } => new(MINE, Mark::Number(*mines), "mines"),
        Kind::Bay { holds, capacity, .. } => {
            let label = match holds {
                Holds::Cargo => "cargo",
                Holds::Passengers => "passengers",
                Holds::Troops => "troops",
                Holds::Boats => "boats",
                Holds::Tender => "tender",
            };
            new(HOLD, Mark::Number(capacity.up()), label)
        }
        Kind::Magazine { loads } => new(STORE, Mark::Number(loads.total()), "magazine"),
        Kind::BoardingMagazine { torpedoes } => new(STORE, Mark::Number(*torpedoes), "boarding"),
        Kind::Turret { .. } => plain(TURRET, "turret"),
        Kind::Shipyard { .. } => plain(CRANE, "shipyard"),
        Kind::Antimatter { .. } => new(MISSILE, Mark::Letters("A"), "antimatter"),
        Kind::RocketPod { .. } => plain(PODS, "rockets"),
        Kind::HeavyMissile { missile, .. } => new(MISSILE, stages(*missile), "missile"),
        Kind::SalvoRack { missile, .. } => new(RACK, stages(*missile), "salvo rack"),
        Kind::SalvoLauncher { .. } => plain(LAUNCHER, "salvo"),
        Kind::Gun(gun) => gun.weapon().symbol(),
        Kind::Unknown { .. } => new(STRANGE, Mark::Letters("?"), "unknown"),
    }
}

fn stages(missile: Missile) -> Mark {
    match missile {
        Missile::Standard => Mark::None,
        Missile::Extended => Mark::Letters("E"),
        Missile::TwoStage => Mark::Letters("2"),
    }
}
