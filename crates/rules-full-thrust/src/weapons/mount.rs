//! What mounts weigh by their arcs (FT-4.2.4, table D4).

use crate::{
    options::Options,
    yard::design::{Arcs, Halves, Orientation},
};

/// What a weapon's mass and price depend on beside itself.
pub(crate) struct Fitting<'a> {
    pub(crate) orientation: Orientation,
    pub(crate) options: &'a Options,
    /// FT-5.8.4: the ship has an advanced fire control.
    pub(crate) advanced_control: bool,
}

/// Only these counts of arcs exist.
pub(crate) fn by_arcs(arcs: Arcs, table: &[(u8, u32)]) -> Option<Halves> {
    table.iter().find(|(n, _)| *n == arcs.len()).map(|(_, mass)| Halves::whole(*mass))
}

/// One arc, and so much for each further one.
pub(crate) fn ladder(arcs: Arcs, base: u32, step: u32, most: u8) -> Option<Halves> {
    let n = arcs.len();
    (1 <= n && n <= most).then(|| Halves::whole(base + step * (u32::from(n) - 1)))
}

/// FT-5.3.1: beams up to class 4, and what is built like them.
pub(crate) fn like_beams(class: u8, arcs: Arcs) -> Option<Halves> {
    match class {
        1 => by_arcs(arcs, &[(6, 1)]),
        2 => by_arcs(arcs, &[(3, 2), (6, 3)]),
        3 => ladder(arcs, 4, 1, 6),
        4 => ladder(arcs, 8, 2, 6),
        _ => None,
    }
}

/// FT-5.5.1: plasma cannon, and what is built like them.
pub(crate) fn like_plasma(class: u8, arcs: Arcs) -> Option<Halves> {
    match class {
        1 => by_arcs(arcs, &[(3, 1), (6, 2)]),
        2 => by_arcs(arcs, &[(3, 4), (6, 6)]),
        3 => ladder(arcs, 8, 2, 6),
        4 => ladder(arcs, 16, 4, 6),
        _ => None,
    }
}

/// FT-5.10.1: rapid guns and pulsers.
pub(crate) fn like_rapid_guns(arcs: Arcs) -> Option<Halves> {
    by_arcs(arcs, &[(1, 2), (3, 3), (6, 4)])
}

/// FT-5.3.2, FT-5.10.3: both arcs of one side.
pub(crate) fn is_broadside(arcs: Arcs, fitting: &Fitting<'_>) -> bool {
    arcs.len() == 2 && arcs.is_broadside(fitting.orientation)
}
