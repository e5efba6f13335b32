//! The hex map: places, facings, arcs and lines (TAL-2.2, TAL-GEO).

use serde::{Deserialize, Serialize};

/// TAL-GEO.1: one hex in axial coordinates; the third cube coordinate is `-q - r`.
/// In data a pair: `[5, 7]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "[i16; 2]"))]
#[serde(from = "[i16; 2]", into = "[i16; 2]")]
pub struct Hex {
    pub q: i16,
    pub r: i16,
}

impl From<[i16; 2]> for Hex {
    fn from([q, r]: [i16; 2]) -> Hex {
        Hex { q, r }
    }
}

impl From<Hex> for [i16; 2] {
    fn from(hex: Hex) -> [i16; 2] {
        [hex.q, hex.r]
    }
}

/// The furthest a coordinate may be from the origin, so that sums never overflow.
pub(crate) const FARTHEST: i16 = 2_000;

impl Hex {
    pub const fn new(q: i16, r: i16) -> Hex {
        Hex { q, r }
    }

    pub(crate) fn is_near(self) -> bool {
        self.q.unsigned_abs() <= FARTHEST as u16 && self.r.unsigned_abs() <= FARTHEST as u16
    }

    /// The hex at a column and row, odd rows shifted right by half a hex.
    pub fn from_offset(col: i16, row: i16) -> Hex {
        Hex { q: col - row.div_euclid(2), r: row }
    }

    pub fn col(self) -> i16 {
        self.q + self.r.div_euclid(2)
    }

    pub fn row(self) -> i16 {
        self.r
    }

    /// TAL-GEO.1: the largest difference of a cube coordinate.
    #[inline]
    pub fn distance(self, other: Hex) -> i16 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        q.abs().max(r.abs()).max((q + r).abs())
    }

    pub fn step(self, facing: Facing) -> Hex {
        let (q, r) = facing.vector();
        Hex { q: self.q + q, r: self.r + r }
    }

    pub fn neighbours(self) -> impl Iterator<Item = Hex> {
        Facing::ALL.into_iter().map(move |facing| self.step(facing))
    }
}

/// TAL-GEO.1: one of the six hexsides, clockwise from 0 (east).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "u8"))]
#[serde(try_from = "u8", into = "u8")]
pub struct Facing(u8);

impl TryFrom<u8> for Facing {
    type Error = String;
    fn try_from(facing: u8) -> Result<Facing, String> {
        if facing < 6 { Ok(Facing(facing)) } else { Err(format!("facing {facing} is not 0 to 5")) }
    }
}

impl From<Facing> for u8 {
    fn from(facing: Facing) -> u8 {
        facing.0
    }
}

impl Facing {
    pub const ALL: [Facing; 6] = [Facing(0), Facing(1), Facing(2), Facing(3), Facing(4), Facing(5)];

    /// # Panics
    ///
    /// Panics if `facing` is not 0 to 5.
    pub const fn new(facing: u8) -> Facing {
        assert!(facing < 6, "a facing is 0 to 5");
        Facing(facing)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// TAL-GEO.2: port is one less.
    pub fn left(self) -> Facing {
        Facing((self.0 + 5) % 6)
    }

    /// TAL-GEO.2: starboard is one more.
    pub fn right(self) -> Facing {
        Facing((self.0 + 1) % 6)
    }

    pub fn back(self) -> Facing {
        Facing((self.0 + 3) % 6)
    }

    fn vector(self) -> (i16, i16) {
        [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)][usize::from(self.0)]
    }

    /// The compass name: `E`, `SE`.
    pub fn letters(self) -> &'static str {
        ["E", "SE", "SW", "W", "NW", "NE"][usize::from(self.0)]
    }

    pub fn from_letters(text: &str) -> Option<Facing> {
        Facing::ALL.into_iter().find(|it| it.letters().eq_ignore_ascii_case(text))
    }
}

/// TAL-5.3.1, TAL-5.3.2: the four regions round a unit, for fire and for shields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Arc {
    Forward,
    Right,
    Rear,
    Left,
}

impl Arc {
    /// TAL-DICE.1: the order in which random arc dice are rolled.
    pub const ALL: [Arc; 4] = [Arc::Forward, Arc::Right, Arc::Rear, Arc::Left];

    pub fn index(self) -> usize {
        self as usize
    }

    /// `F`, `R`, `A` (aft), `L`.
    pub fn letter(self) -> char {
        ['F', 'R', 'A', 'L'][self.index()]
    }

    pub fn name(self) -> &'static str {
        ["forward", "right", "rear", "left"][self.index()]
    }
}

/// A set of arcs, in data as letters: `"FLR"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct Arcs(u8);

impl Arcs {
    pub fn contains(self, arc: Arc) -> bool {
        self.0 >> arc.index() & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl TryFrom<String> for Arcs {
    type Error = String;
    fn try_from(text: String) -> Result<Arcs, String> {
        text.chars().try_fold(Arcs(0), |arcs, letter| {
            let arc = Arc::ALL.into_iter().find(|it| it.letter() == letter.to_ascii_uppercase());
            arc.map(|arc| Arcs(arcs.0 | 1 << arc.index()))
                .ok_or_else(|| format!("{text:?}: arcs are F, L, R and A"))
        })
    }
}

impl From<Arcs> for String {
    fn from(arcs: Arcs) -> String {
        [Arc::Forward, Arc::Left, Arc::Right, Arc::Rear]
            .into_iter()
            .filter(|&arc| arcs.contains(arc))
            .map(Arc::letter)
            .collect()
    }
}

type Cube = (i32, i32, i32);

fn cube(from: Hex, to: Hex) -> Cube {
    let (q, r) = (i32::from(to.q) - i32::from(from.q), i32::from(to.r) - i32::from(from.r));
    (q, r, -q - r)
}

/// TAL-5.3.2: the sides of a unit's hex in an arc, clockwise from 0 ahead.
pub(crate) fn sides_of(arc: Arc) -> Vec<u8> {
    let own = Hex::new(0, 0);
    let faces = |side: &Facing| arc_of(own, Facing::new(0), own.step(*side)) == Some(arc);
    Facing::ALL.into_iter().filter(faces).map(|side| side.0).collect()
}

/// TAL-GEO.3, TAL-GEO.4: the arc of hex `to` seen from a unit at `from`; the own hex is in none.
/// The narrow model: forward and rear are closed wedges of 60 degrees.
#[inline]
pub fn arc_of(from: Hex, facing: Facing, to: Hex) -> Option<Arc> {
    let (q, r, s) = cube(from, to);
    if (q, r) == (0, 0) {
        return None;
    }
    // TAL-GEO.2: one turn counter-clockwise, (-s, -q, -r), for each hexside of the facing.
    let (q, r, s) = match facing.0 {
        0 => (q, r, s),
        1 => (-s, -q, -r),
        2 => (r, s, q),
        3 => (-q, -r, -s),
        4 => (s, q, r),
        _ => (-r, -s, -q),
    };
    Some(if 3 * r.abs() <= q - s {
        Arc::Forward
    } else if 3 * r.abs() <= s - q {
        Arc::Rear
    } else if 0 < r {
        Arc::Right
    } else {
        Arc::Left
    })
}

/// TAL-GEO.7: the facings in whose forward wedge `to` lies: one, or two if the
/// line runs along a spine; the lower index first. None for the same hex.
pub fn toward(from: Hex, to: Hex) -> impl Iterator<Item = Facing> {
    Facing::ALL.into_iter().filter(move |&facing| arc_of(from, facing, to) == Some(Arc::Forward))
}

/// TAL-GEO.6: whether the line from one centre to the other runs along hexsides.
pub fn is_spine(from: Hex, to: Hex) -> bool {
    let (q, r, s) = cube(from, to);
    from != to && (q == r || r == s || s == q)
}

/// TAL-GEO.5: whether the open segment between the centres meets the open
/// interior of `hex`. Exact: three rational intervals, compared crosswise.
pub fn crosses(from: Hex, to: Hex, hex: Hex) -> bool {
    let (tq, tr, ts) = cube(from, to);
    let (hq, hr, hs) = cube(from, hex);
    // The segment is open: 0 < x < 1, as fractions (numerator, denominator > 0).
    let (mut low, mut high) = ((0_i64, 1_i64), (1_i64, 1_i64));
    for (t, h) in [(tq - tr, hq - hr), (tr - ts, hr - hs), (ts - tq, hs - hq)] {
        let (t, h) = (i64::from(t), i64::from(h));
        if t == 0 {
            // |h| < 1 at every x, or at none.
            if h != 0 {
                return false;
            }
            continue;
        }
        // |x t - h| < 1, so x lies between (h - 1) / t and (h + 1) / t.
        let (a, b) = if 0 < t { ((h - 1, t), (h + 1, t)) } else { ((-h - 1, -t), (-h + 1, -t)) };
        if less(low, a) {
            low = a;
        }
        if less(b, high) {
            high = b;
        }
    }
    less(low, high)
}

fn less(a: (i64, i64), b: (i64, i64)) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// TAL-GEO.6: the pairs of hexes whose common side a spine line follows.
pub fn spine_pairs(from: Hex, to: Hex) -> impl Iterator<Item = (Hex, Hex)> {
    let mut ways = toward(from, to);
    let (a, b) = (ways.next().unwrap_or_default(), ways.next().unwrap_or_default());
    let along = is_spine(from, to);
    let n = if along { from.distance(to) / 2 } else { 0 };
    let mut at = from;
    (0..n).map(move |_| {
        let pair = (at.step(a), at.step(b));
        at = pair.0.step(b);
        pair
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(distance: i16) -> impl Iterator<Item = Hex> {
        let span = -distance..=distance;
        span.clone()
            .flat_map(move |q| span.clone().map(move |r| Hex { q, r }))
            .filter(move |it| it.distance(Hex::default()) == distance)
    }

    /// TAL-GEO.1, TAL-GEO.2: six steps round a hex, and turns that undo each other.
    #[test]
    fn rule_geo_1_and_2_facings_go_round() {
        let mut at = Hex::new(3, -2);
        for facing in Facing::ALL {
            at = at.step(facing);
            assert_eq!(facing.left().right(), facing);
            assert_eq!(at.step(facing).distance(at.step(facing.back())), 2);
        }
        assert_eq!(at, Hex::new(3, -2));
        assert_eq!(Hex::new(0, 0).distance(Hex::new(2, -3)), 3);
        assert_eq!((Hex::from_offset(8, 7), Hex::new(5, 7).col()), (Hex::new(5, 7), 8));
    }

    /// TAL-5.3.2: one side ahead, one astern, two on either hand.
    #[test]
    fn rule_5_3_2_sides_of_the_shields() {
        assert_eq!(Arc::ALL.map(sides_of), [vec![0], vec![1, 2], vec![3], vec![4, 5]]);
    }

    /// TAL-GEO.3, TAL-GEO.4: hexes per ring in the order forward, right, rear, left.
    #[test]
    fn rule_geo_4_hexes_per_ring() {
        let table = [[1, 2, 1, 2], [3, 3, 3, 3], [3, 6, 3, 6], [5, 7, 5, 7], [5, 10, 5, 10], [7, 11, 7, 11]];
        for (distance, expected) in (1..).zip(table) {
            for facing in Facing::ALL {
                let mut counts = [0; 4];
                for hex in ring(distance) {
                    counts[arc_of(Hex::default(), facing, hex).unwrap().index()] += 1;
                }
                assert_eq!(counts, expected, "distance {distance}");
            }
        }
        assert_eq!(arc_of(Hex::new(1, 1), Facing(2), Hex::new(1, 1)), None);
        // Boundary hexes are forward or rear, and left mirrors right.
        for (q, r) in [(1, 1), (2, -1), (2, 2), (4, -2), (3, 3), (6, -3)] {
            assert_eq!(arc_of(Hex::default(), Facing(0), Hex::new(q, r)), Some(Arc::Forward));
            assert_eq!(arc_of(Hex::default(), Facing(0), Hex::new(-q, -r)), Some(Arc::Rear));
        }
        assert_eq!(arc_of(Hex::default(), Facing(0), Hex::new(1, 2)), Some(Arc::Right));
        assert_eq!(arc_of(Hex::default(), Facing(0), Hex::new(3, -2)), Some(Arc::Left));
    }

    /// TAL-GEO.5: more hexes than distance plus one, and corners that are only touched.
    #[test]
    fn rule_geo_5_lines_cross_hexes() {
        let crossed = |to: Hex| -> Vec<(i16, i16)> {
            let mut all: Vec<Hex> = (1..to.distance(Hex::default()))
                .flat_map(ring)
                .filter(|&hex| crosses(Hex::default(), to, hex))
                .collect();
            all.sort_by_key(|it| (it.q, it.r));
            all.into_iter().map(|it| (it.q, it.r)).collect()
        };
        assert_eq!(crossed(Hex::new(4, -1)), [(1, 0), (2, -1), (2, 0), (3, -1)]);
        let touched = crossed(Hex::new(4, 1));
        assert!(!touched.contains(&(1, 1)) && !touched.contains(&(3, 0)), "{touched:?}");
        assert!(crosses(Hex::default(), Hex::new(2, 0), Hex::default()), "the ends are on the line");
    }

    /// TAL-GEO.6, TAL-GEO.7: spines run between pairs, and leave two ways.
    #[test]
    fn rule_geo_6_and_7_spines() {
        let (from, to) = (Hex::default(), Hex::new(4, -2));
        assert!(is_spine(from, to) && !is_spine(from, Hex::new(4, -1)) && !is_spine(from, Hex::new(3, 0)));
        let pairs: Vec<(Hex, Hex)> = spine_pairs(from, to).collect();
        assert_eq!(pairs, [(Hex::new(1, 0), Hex::new(1, -1)), (Hex::new(3, -1), Hex::new(3, -2))]);
        assert!(crosses(from, to, Hex::new(2, -1)) && !crosses(from, to, Hex::new(1, 0)));
        assert_eq!(toward(from, to).collect::<Vec<_>>(), [Facing(0), Facing(5)]);
        assert_eq!(toward(from, Hex::new(3, -1)).collect::<Vec<_>>(), [Facing(0)]);
        assert_eq!(spine_pairs(from, Hex::new(3, 0)).count(), 0);
        // No other line follows a hexside: exactly the spines have two ways.
        for hex in (1..7).flat_map(ring) {
            assert_eq!(toward(from, hex).count(), if is_spine(from, hex) { 2 } else { 1 }, "{hex:?}");
        }
    }
}
