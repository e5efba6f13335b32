//! Hull rows, crew and size (FT-2.3, FT-13.7, FT-10.4, FT-10.5).

use arrayvec::ArrayVec;

use super::Design;

/// FT-2.3.1: what everybody may know of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Escort,
    Cruiser,
    Capital,
}

/// FT-13.7.2: boxes of each row, from the top; rows without boxes do not exist.
pub type Rows = ArrayVec<u32, 6>;

impl Group {
    pub fn of(mass: u32) -> Group {
        match mass {
            0..=44 => Group::Escort,
            45..=90 => Group::Cruiser,
            91.. => Group::Capital,
        }
    }

    pub fn name(self) -> &'static str {
        ["escort", "cruiser", "capital ship"][self as usize]
    }
}

/// FT-13.7.2: equal rows, what is left over one each from the top.
pub fn rows(boxes: u32, rows: u8) -> Rows {
    let n = u32::from(rows.clamp(1, 6));
    (0..n).map(|row| boxes / n + u32::from(row < boxes % n)).filter(|&it| 0 < it).collect()
}

/// FT-10.4.1: one crew factor for every 20 mass or part, 50 on civilian ships.
pub fn crew_factor(mass: u32, civilian: bool) -> u32 {
    mass.div_ceil(if civilian { 50 } else { 20 })
}

/// FT-10.5.1: the box, counted from 1, in which each crew factor sits.
pub fn crew_dots(boxes: u32, factor: u32) -> impl Iterator<Item = u32> {
    let interval = if factor == 0 { 1 } else { boxes.div_ceil(factor).max(1) };
    (1..=factor).map(move |i| if i == factor { boxes } else { (i * interval).min(boxes) })
}

/// FT-13.13.2, FT-10.5.1: crew factors whose boxes are not yet crossed off.
pub fn crew_left(boxes: u32, factor: u32, lost: u32) -> u32 {
    crew_dots(boxes, factor).filter(|&dot| lost < dot).count() as u32
}

impl Design {
    pub fn rows(&self) -> Rows {
        rows(self.hull.boxes, self.hull.rows)
    }

    pub fn group(&self) -> Group {
        Group::of(self.mass)
    }

    pub fn crew_factor(&self) -> u32 {
        crew_factor(self.mass, self.civilian)
    }

    /// FT-2.3.1: the label most navies would give a ship of this mass.
    pub fn usual_class(&self) -> &'static str {
        match self.mass {
            0..=9 => "scout",
            10..=15 => "corvette",
            16..=25 => "frigate",
            26..=35 => "destroyer",
            36..=44 => "heavy destroyer",
            45..=55 => "light cruiser",
            56..=65 => "escort cruiser",
            66..=85 => "heavy cruiser",
            86..=105 => "battlecruiser",
            106..=130 => "battleship",
            131..=150 => "battledreadnought",
            151..=175 => "dreadnought",
            176.. => "superdreadnought",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FT-13.7.2: every printed example.
    #[test]
    fn rule_13_7_2_rows() {
        for (boxes, of, expected) in [
            (12, 4, &[3, 3, 3, 3][..]),
            (24, 4, &[6, 6, 6, 6]),
            (26, 4, &[7, 7, 6, 6]),
            (15, 4, &[4, 4, 4, 3]),
            (2, 4, &[1, 1]),
            (24, 3, &[8, 8, 8]),
            (5, 4, &[2, 1, 1, 1]),
            (7, 6, &[2, 1, 1, 1, 1, 1]),
        ] {
            assert_eq!(rows(boxes, of)[..], *expected, "{boxes} boxes in {of} rows");
        }
    }

    /// FT-10.4.1: mass 1 to 20 has one, 81 to 100 has five.
    #[test]
    fn rule_10_4_1_crew_factors() {
        let factors = [(1, 1), (20, 1), (21, 2), (40, 2), (81, 5), (100, 5)];
        for (mass, factor) in factors {
            assert_eq!(crew_factor(mass, false), factor, "mass {mass}");
        }
        assert_eq!((crew_factor(50, true), crew_factor(51, true)), (1, 2));
    }

    /// FT-10.5.1: 27 boxes with 5 crew; 10 boxes with 6, where two share the last box.
    #[test]
    fn rule_10_5_1_crew_dots() {
        assert_eq!(crew_dots(27, 5).collect::<Vec<_>>(), [6, 12, 18, 24, 27]);
        assert_eq!(crew_dots(10, 6).collect::<Vec<_>>(), [2, 4, 6, 8, 10, 10]);
        assert_eq!([0, 5, 6, 26, 27].map(|lost| crew_left(27, 5, lost)), [5, 5, 4, 1, 0]);
    }

    /// FT-2.3.1: group limits.
    #[test]
    fn rule_2_3_1_groups() {
        let groups = [44, 45, 90, 91].map(Group::of);
        assert_eq!(groups, [Group::Escort, Group::Cruiser, Group::Cruiser, Group::Capital]);
    }
}
