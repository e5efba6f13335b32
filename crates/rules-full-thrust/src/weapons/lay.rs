//! How a weapon is laid on a target: ranges and bands (FT-4.3, FT-GEO.4, table D2).

use geometry::{Length, Offset};

use crate::{options::BandEdge, orders::Mode};

/// Which of the three projectile tables (FT-5.14.1, FT-5.16.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    Short,
    #[default]
    Standard,
    Long,
}

/// As ship files have it; standard reach goes without saying.
pub(crate) const REACHES: &[(Reach, &str)] = &[(Reach::Short, "short"), (Reach::Long, "long")];

/// FT-7.4.2: a distance as stealth shortens it, exactly.
pub fn shortened(units: i64, stealth: u8) -> Length {
    match stealth {
        0 => Length::ratio(units, 1),
        1 => Length::ratio(5 * units, 6),
        _ => Length::ratio(2 * units, 3),
    }
}

/// How a weapon is laid on a target.
pub(crate) struct Lay {
    /// As far as it counts.
    pub(crate) way: Offset,
    /// FT-7.4.2: of the target.
    pub(crate) stealth: u8,
    /// FT-5.20.1: of the target.
    pub(crate) velocity: u16,
    pub(crate) mode: Option<Mode>,
    pub(crate) edge: BandEdge,
}

impl Lay {
    /// FT-4.3.1, FT-4.3.2, FT-GEO.4, FT-GEO.14: the band, from 1, of bands so wide; `None` beyond the last. FT-4.3.3:
    /// stealth narrows them first.
    pub(crate) fn band(&self, width: i64, bands: u8) -> Option<u8> {
        let width = shortened(width, self.stealth);
        match self.edge {
            BandEdge::Closer => self.way.band(width, bands),
            BandEdge::Farther => (1..=bands).find(|&band| {
                let limit = i128::from((width * i64::from(band)).0) - i128::from(geometry::TOLERANCE.0);
                self.way.square() < limit * limit
            }),
        }
    }

    /// FT-4.5.1: dice of a weapon that loses one with each band.
    pub(crate) fn falling(&self, width: i64, class: u8) -> Option<u8> {
        self.band(width, class).map(|band| class + 1 - band)
    }

    /// D2: the number a projectile needs.
    pub(crate) fn to_hit(&self, reach: Reach) -> Option<u8> {
        let width = match reach {
            Reach::Short => 4,
            Reach::Standard => 6,
            Reach::Long => 9,
        };
        self.band(width, 5).map(|band| band + 1)
    }

    /// Whether a weapon without bands reaches.
    pub(crate) fn within(&self, units: i64) -> bool {
        self.way.within(shortened(units, self.stealth))
    }
}

/// FT-7.20.3.
pub(crate) fn twice(way: Offset) -> Offset {
    Offset { east: way.east * 2, north: way.north * 2 }
}
