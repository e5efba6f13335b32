//! Vectors, paths and windows in exact arithmetic (FTB-0.1, FTB-0.2, FTB-0.7).
//! Lengths are whole billionths of an LU; nothing but + - * / and whole roots.

use arrayvec::ArrayVec;
use geometry::{Length, Offset, Point, TOLERANCE};
use serde::{Deserialize, Serialize};

/// A unit vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Dir {
    pub x: Length,
    pub y: Length,
}

pub(crate) const fn lu(units: i32) -> Length {
    Length::units(units)
}

fn rounded(dividend: i128) -> i64 {
    const ONE: i128 = Length::PER_UNIT as i128;
    // A division by a constant is a multiplication, but only in 64 bits: 10^9 is 2^9 times 5^9.
    const FIVES: u64 = 1_953_125;
    let sum = dividend.unsigned_abs() + ONE as u128 / 2;
    let whole = match u64::try_from(sum >> 9) {
        Ok(small) => (small / FIVES) as i64,
        Err(_) => (sum / ONE as u128) as i64,
    };
    if dividend < 0 { -whole } else { whole }
}

/// How many billionths of `whole` a part of it is, rounded half up; both below 2^53. Three digits at a time, so
/// that 64 bits hold what is divided.
fn parted(part: u64, whole: u64) -> u128 {
    let (first, rest) = (part * 1_000 / whole, part * 1_000 % whole);
    let (second, rest) = (rest * 1_000 / whole, rest * 1_000 % whole);
    let third = (rest * 1_000 + whole / 2) / whole;
    u128::from(first * 1_000_000 + second * 1_000 + third)
}

fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

impl Dir {
    pub const EAST: Dir = Dir { x: lu(1), y: Length::ZERO };

    /// The direction of `(x, y)`, or `None` if it has none.
    pub fn of(x: Length, y: Length) -> Option<Dir> {
        let (mut x, mut y) = (i128::from(x.0), i128::from(y.0));
        let mut most = x.abs().max(y.abs());
        if most == 0 {
            return None;
        }
        while most < 1 << 44 {
            (x, y, most) = (x << 8, y << 8, most << 8);
        }
        let length = (x * x + y * y).isqrt();
        let part = |it: i128| {
            let out = it.unsigned_abs();
            let part = if most < 1 << 52 {
                parted(out as u64, length as u64)
            } else {
                (out * Length::PER_UNIT as u128 + length as u128 / 2) / length as u128
            };
            Length(if it < 0 { -(part as i64) } else { part as i64 })
        };
        Some(Dir { x: part(x), y: part(y) })
    }

    pub fn towards(from: Point, to: Point) -> Option<Dir> {
        Dir::of(to.x - from.x, to.y - from.y)
    }

    pub fn reversed(self) -> Dir {
        Dir { x: -self.x, y: -self.y }
    }

    /// FTB-30.2: turned by the angle whose tangent is sideways over forward,
    /// given as a unit vector; to the left, or to the right.
    pub(crate) fn bent(self, angle: Dir, left: bool) -> Dir {
        let k = if left { angle.y.0 } else { -angle.y.0 };
        let x = rounded(product(self.x.0, angle.x.0) - product(self.y.0, k));
        let y = rounded(product(self.x.0, k) + product(self.y.0, angle.x.0));
        Dir::of(Length(x), Length(y)).unwrap_or(self)
    }

    /// How far `offset` leads along this direction.
    pub(crate) fn dot(self, offset: Offset) -> Length {
        Length(rounded(product(self.x.0, offset.east.0) + product(self.y.0, offset.north.0)))
    }

    /// FTB-0.1: how far `offset` leads to the left of this direction.
    pub(crate) fn cross(self, offset: Offset) -> Length {
        Length(rounded(product(self.x.0, offset.north.0) - product(self.y.0, offset.east.0)))
    }

    pub(crate) fn times(self, length: Length) -> Offset {
        Offset {
            east: Length(rounded(product(self.x.0, length.0))),
            north: Length(rounded(product(self.y.0, length.0))),
        }
    }

    pub(crate) fn whole(self, speed: u16) -> Offset {
        let n = i64::from(speed);
        Offset { east: self.x * n, north: self.y * n }
    }
}

/// FTB-0.2: within `range`, or on its edge.
pub(crate) fn near(a: Point, b: Point, range: Length) -> bool {
    (a - b).within(range)
}

/// FTB-0.2: strictly inside.
pub(crate) fn inside(a: Point, centre: Point, radius: Length) -> bool {
    let (way, limit) = (a - centre, radius.0 - TOLERANCE.0);
    // Nearly everything is outside already by one of its coordinates.
    way.east.0.abs() < limit
        && way.north.0.abs() < limit
        && way.square() < i128::from(limit) * i128::from(limit)
}

/// Whether a distance of which this is the square comes to fewer whole units, as [`Length::whole_units_down`]
/// counts them.
pub(crate) fn is_below(square: i128, units: i32) -> bool {
    let limit = i128::from((lu(units) - TOLERANCE).0);
    square < limit * limit
}

pub(crate) fn distance(a: Point, b: Point) -> Length {
    (a - b).length()
}

/// One straight piece of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Leg {
    pub from: Point,
    pub dir: Dir,
    pub length: Length,
}

impl Leg {
    pub fn to(&self) -> Point {
        self.from + self.dir.times(self.length)
    }
}

/// The most wells a system may have.
pub(crate) const MOST_WELLS: usize = 8;

/// A vector as it is drawn, bent at every point of deflection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Path {
    pub legs: ArrayVec<Leg, { MOST_WELLS + 1 }>,
}

impl Path {
    pub fn straight(from: Point, dir: Dir, length: Length) -> Path {
        let mut legs = ArrayVec::new();
        legs.push(Leg { from, dir, length });
        Path { legs }
    }

    pub fn is_empty(&self) -> bool {
        self.legs.is_empty()
    }

    /// The drawn length.
    pub fn length(&self) -> Length {
        self.legs.iter().map(|leg| leg.length).sum()
    }

    pub fn start(&self) -> Option<Point> {
        self.legs.first().map(|leg| leg.from)
    }

    /// The point at drawn length `t`.
    pub fn at(&self, t: Length) -> Point {
        let mut left = t;
        let mut last = Point::default();
        for leg in &self.legs {
            if left <= leg.length {
                return leg.from + leg.dir.times(left.max(Length::ZERO));
            }
            left = left - leg.length;
            last = leg.to();
        }
        last
    }

    /// What is left of it after drawn length `t`.
    pub fn after(&self, t: Length) -> Path {
        let mut done = Length::ZERO;
        let mut rest = Path::default();
        for leg in &self.legs {
            let skipped = (t - done).max(Length::ZERO).min(leg.length);
            done += leg.length;
            if t <= done {
                let from = leg.from + leg.dir.times(skipped);
                rest.legs.push(Leg { from, length: leg.length - skipped, ..*leg });
            }
        }
        rest
    }

    /// Start, bends and end.
    pub fn points(&self) -> Vec<Point> {
        self.legs.first().map(|leg| leg.from).into_iter().chain(self.legs.iter().map(Leg::to)).collect()
    }

    /// ALG-6: where the path is within `range` of `centre`: first and last.
    /// FTB-28.4: touching is enough.
    pub fn window(&self, centre: Point, range: Length) -> Option<(Length, Length)> {
        let mut found: Option<(Length, Length)> = None;
        let mut offset = Length::ZERO;
        let square = |it: Length| i128::from(it.0) * i128::from(it.0);
        for leg in &self.legs {
            let ahead = leg.dir.dot(centre - leg.from);
            let aside = leg.dir.cross(centre - leg.from);
            if aside.abs().at_most(range) {
                let half = Length((square(range) - square(aside)).max(0).isqrt() as i64);
                let from = (ahead - half).max(Length::ZERO);
                let to = (ahead + half).min(leg.length);
                if from <= to + TOLERANCE {
                    let (from, to) = (from.min(leg.length), to.max(Length::ZERO));
                    found = Some(match found {
                        None => (offset + from, offset + to.max(from)),
                        Some((first, _)) => (first, offset + to.max(from)),
                    });
                }
            }
            offset += leg.length;
        }
        found
    }

    /// Whether there is such a window: whoever asks no more needs no root.
    pub(crate) fn meets(&self, centre: Point, range: Length) -> bool {
        let square = |it: Length| i128::from(it.0) * i128::from(it.0);
        self.legs.iter().any(|leg| {
            let way = centre - leg.from;
            // Most are too far away in any case, and by far more than rounding comes to.
            let far = leg.length + range + lu(1);
            if (way.east.abs() > far || way.north.abs() > far) && leg.dir != Dir::default() {
                return false;
            }
            let aside = leg.dir.cross(way);
            if !aside.abs().at_most(range) {
                return false;
            }
            // What half of the window must come to, to reach back to the end of the leg or on to its start.
            let ahead = leg.dir.dot(way);
            let needed = (ahead - leg.length).max(-ahead) - TOLERANCE;
            needed <= Length::ZERO || square(needed) <= (square(range) - square(aside)).max(0)
        })
    }

    /// The point of the path nearest to `centre`, as drawn length, and how far it is.
    pub fn closest(&self, centre: Point) -> (Length, Length) {
        let mut best = (Length::ZERO, Length::LONGEST);
        let mut offset = Length::ZERO;
        for leg in &self.legs {
            let along = leg.dir.dot(centre - leg.from).max(Length::ZERO).min(leg.length);
            let away = distance(leg.from + leg.dir.times(along), centre);
            if away < best.1 {
                best = (offset + along, away);
            }
            offset += leg.length;
        }
        best
    }

    /// The square of how far that point is: roots are dear. Nothing if it is surely farther than `most`.
    pub(crate) fn closest_square(&self, centre: Point, most: Length) -> Option<i128> {
        let square = |leg: &Leg| {
            let way = centre - leg.from;
            let far = leg.length + most + lu(1);
            if way.east.abs() > far || way.north.abs() > far {
                return None;
            }
            let along = leg.dir.dot(way).max(Length::ZERO).min(leg.length);
            Some((leg.from + leg.dir.times(along) - centre).square())
        };
        self.legs.iter().filter_map(square).min()
    }

    /// ALG-7: the first point with `inner <= distance <= outer` from `centre`.
    pub fn ring_entry(&self, centre: Point, inner: Length, outer: Length) -> Option<Length> {
        let mut offset = Length::ZERO;
        let square = |it: Length| i128::from(it.0) * i128::from(it.0);
        for leg in &self.legs {
            let start = leg.from - centre;
            let first = if start.within(inner - TOLERANCE - TOLERANCE) {
                // From within the ring's hole: where the inner circle is left.
                let ahead = leg.dir.dot(centre - leg.from);
                let aside = leg.dir.cross(centre - leg.from);
                Some(ahead + Length((square(inner) - square(aside)).max(0).isqrt() as i64))
            } else if start.within(outer) {
                Some(Length::ZERO)
            } else {
                let one = Path { legs: [*leg].into_iter().collect() };
                one.window(centre, outer).map(|(from, _)| from)
            };
            if let Some(first) = first
                && first.at_most(leg.length)
            {
                return Some(offset + first);
            }
            offset += leg.length;
        }
        None
    }
}

/// A set of a system's wells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct Wells(pub u8);

impl Wells {
    pub(crate) fn is_empty(&self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, well: usize) -> bool {
        self.0 >> well & 1 == 1
    }

    pub(crate) fn insert(&mut self, well: usize) {
        self.0 |= 1 << well;
    }
}

/// One gravity well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Well {
    pub at: Point,
    pub influence: Length,
}

/// FTB-30.2: how far vectors are bent, as unit vectors (forward, sideways).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bend {
    pub(crate) slow: Dir,
    pub(crate) fast: Dir,
}

/// FTB-28.5: on which side a vector passes a well it is aimed straight at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    #[default]
    Left,
    Right,
}

/// A path with what is remembered of it.
#[derive(Clone, Debug)]
pub(crate) struct Flight {
    pub(crate) path: Path,
    pub(crate) to: Point,
    pub(crate) dir: Dir,
    /// FTB-28.10: wells that have bent it, while it is still within them.
    pub(crate) deflected: Wells,
    /// FTB-28.5: a well was met head on, so that the side matters.
    pub(crate) head_on: bool,
}

/// What a vector is flown through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course<'a> {
    pub(crate) wells: &'a [Well],
    pub(crate) bend: Bend,
    pub(crate) used: Wells,
    pub(crate) skip: Option<usize>,
    pub(crate) side: Pass,
}

/// ALG-3, FTB-27.2, FTB-30.1, FTB-30.3, FTB-30.4, FTB-30.5: the path of a vector of `speed` from `from`,
/// deflected by every well in the order in which the feet are reached.
pub(crate) fn fly(course: Course<'_>, from: Point, dir: Dir, speed: u16) -> Flight {
    let Course { wells, bend, used, skip, side } = course;
    let (mut at, mut dir, mut left, mut used) = (from, dir, lu(i32::from(speed)), used);
    let mut head_on = false;
    let mut path = Path::default();
    loop {
        let mut next: Option<(Length, Length, usize, Length)> = None;
        for (id, well) in wells.iter().enumerate() {
            if used.has(id) || skip == Some(id) {
                continue;
            }
            let way = well.at - at;
            // Nothing farther than this can be a foot within reach.
            let far = left + well.influence + TOLERANCE;
            if way.east.abs() > far || way.north.abs() > far {
                continue;
            }
            let ahead = dir.dot(way);
            if ahead <= TOLERANCE || !ahead.at_most(left) {
                continue;
            }
            let aside = dir.cross(way);
            if !aside.abs().at_most(well.influence) {
                continue;
            }
            if next.is_none_or(|it| (ahead, aside.abs(), id) < (it.0, it.1, it.2)) {
                next = Some((ahead, aside.abs(), id, aside));
            }
        }
        let Some((ahead, away, id, aside)) = next else { break };
        let leg = Leg { from: at, dir, length: ahead.min(left) };
        at = leg.to();
        path.legs.push(leg);
        left = left - Length::units(ahead.whole_units_down() as i32);
        let slow = away.at_most(lu(1)) || lu(i32::from(speed)) < wells[id].influence * 3;
        let straight = away < Length::ratio(1, 100);
        head_on |= straight;
        let to_left = if straight { side == Pass::Right } else { Length::ZERO < aside };
        dir = dir.bent(if slow { bend.slow } else { bend.fast }, to_left);
        used.insert(id);
    }
    let leg = Leg { from: at, dir, length: left.max(Length::ZERO) };
    let to = leg.to();
    path.legs.push(leg);
    let mut deflected = Wells::default();
    for (id, well) in wells.iter().enumerate() {
        if used.has(id) && inside(to, well.at, well.influence) {
            deflected.insert(id);
        }
    }
    Flight { path, to, dir, deflected, head_on }
}

/// ALG-4, FTB-28.9: a vector from and to the inside of one influence, unless it
/// starts on the centre.
pub(crate) fn crashes(wells: &[Well], from: Point, to: Point, skip: Option<usize>) -> Option<usize> {
    (0..wells.len()).find(|&id| {
        let well = wells[id];
        skip != Some(id)
            && inside(to, well.at, well.influence)
            && inside(from, well.at, well.influence)
            && !near(from, well.at, Length::ZERO)
    })
}

/// ALG-1, FTB-28.2: whether speed `n` along `u` is within `accel` of the
/// remembered vector.
pub(crate) fn may_plot(remembered: Offset, accel: Length, u: Dir, n: u16) -> bool {
    let wanted = u.whole(n);
    let change = Offset { east: wanted.east - remembered.east, north: wanted.north - remembered.north };
    1 <= n && change.within(accel)
}

/// ALG-1: the whole speeds open along `u`, least and greatest.
pub(crate) fn speeds(remembered: Offset, accel: Length, u: Dir) -> Option<(u16, u16)> {
    let ahead = u.dot(remembered);
    let aside = u.cross(remembered);
    let square = |it: Length| i128::from(it.0) * i128::from(it.0);
    if !aside.abs().at_most(accel) {
        return None;
    }
    let half = Length((square(accel) - square(aside)).max(0).isqrt() as i64);
    let low = (ahead - half).whole_units_up().max(1);
    let high = (ahead + half).whole_units_down();
    (low <= high).then_some((low as u16, high as u16))
}

/// ALG-2: the plot nearest to an aimed point, along its own bearing.
pub(crate) fn snap(from: Point, remembered: Offset, accel: Length, aim: Point) -> Option<(Dir, u16)> {
    let u = Dir::towards(from, aim)?;
    let (low, high) = speeds(remembered, accel, u)?;
    let wanted = (distance(from, aim) + Length::ratio(1, 2)).whole_units_down();
    Some((u, (wanted.clamp(0, 10_000) as u16).clamp(low, high)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bend() -> Bend {
        Bend { slow: Dir::of(lu(3), lu(3)).unwrap(), fast: Dir::of(lu(3), lu(1)).unwrap() }
    }

    fn course(wells: &[Well]) -> Course<'_> {
        Course { wells, bend: bend(), used: Wells::default(), skip: None, side: Pass::Left }
    }

    fn close(a: Point, x: i64, y: i64) {
        let want = Point { x: Length(x * 100_000), y: Length(y * 100_000) };
        assert!(distance(a, want) < Length(150_000), "{a:?} for {want:?}");
    }

    fn at(x: i64, y: i64) -> Point {
        Point { x: Length::ratio(x, 10), y: Length::ratio(y, 10) }
    }

    /// What is asked without a root is what the root would say; and parts are rounded as they were in 128 bits.
    #[test]
    fn questions_without_roots() {
        let mut dice = dice::Dice::numbered(5, 0);
        let mut length = |most: usize| Length(dice.index(most) as i64 * 97 - most as i64 * 48);
        let mut met = 0;
        for _ in 0..20_000 {
            let [from, to, other] = [0; 3].map(|_| Point { x: length(400_000_000), y: length(400_000_000) });
            let Some(dir) = Dir::towards(from, to) else { continue };
            let path = Path::straight(from, dir, distance(from, to));
            // On the edge as often as not.
            let range = (path.closest(other).1 + length(40_000)).max(Length::ZERO);
            assert_eq!(path.meets(other, range), path.window(other, range).is_some(), "{path:?} {other:?}");
            met += u32::from(path.meets(other, range));
            let away = path.closest(other).1;
            let square = path.closest_square(other, away).unwrap();
            let units = away.whole_units_down() as i32;
            assert!(is_below(square, units + 1) && (units == 0 || !is_below(square, units)), "{away:?}");
            let way = to - from;
            let long = i128::from(way.east.0.abs().max(way.north.0.abs()));
            let shift = (0..6).find(|n| 1 << 44 <= long << (8 * n)).expect("long enough") * 8;
            let [x, y] = [way.east, way.north].map(|it| i128::from(it.0) << shift);
            let whole = (x * x + y * y).isqrt();
            let part = |it: i128| {
                let half = if it < 0 { -whole / 2 } else { whole / 2 };
                Length(((it * 1_000_000_000 + half) / whole) as i64)
            };
            assert_eq!(dir, Dir { x: part(x), y: part(y) });
            let product = product(way.east.0, dir.x.0) * i128::from(1 + units);
            let half = if product < 0 { -500_000_000 } else { 500_000_000 };
            assert_eq!(i128::from(rounded(product)), (product + half) / 1_000_000_000);
        }
        assert!(5_000 < met && met < 15_000, "{met} were met");
    }

    #[test]
    fn ftb_30_5_fast_and_slow_deflection() {
        let wells = [Well { at: Point::default(), influence: lu(3) }];
        let fast = fly(course(&wells), Point::units(-5, 2), Dir::EAST, 10);
        close(fast.to, 47_434, 4_189);
        assert_eq!(fast.path.legs[0].length, lu(5));
        assert_eq!(fast.path.legs[1].length, lu(5));
        // FTB-30.1: below three times the influence it is Slow.
        let slow = fly(course(&wells), Point::units(-5, 2), Dir::EAST, 8);
        close(slow.to, 21_213, -1_213);
        assert!(slow.deflected.has(0));
        // FTB-28.10: still inside, so not deflected again.
        let next = fly(Course { used: slow.deflected, ..course(&wells) }, slow.to, slow.dir, 8);
        close(next.to, 77_782, -57_782);
        // FTB-28.9: but that vector leaves, so there is no crash.
        assert_eq!(crashes(&wells, slow.to, next.to, None), None);
        assert_eq!(crashes(&wells, slow.to, Point::units(1, 0), None), Some(0));
    }

    /// FTB-30.4, FTB-27.2: the LU of the foot is counted again from it, and a pass at 1 LU is Slow.
    #[test]
    fn ftb_30_4_the_unit_of_the_foot_counts_twice() {
        let wells = [Well { at: Point::default(), influence: lu(3) }];
        let flight = fly(course(&wells), at(-56, 10), Dir::EAST, 10);
        close(flight.to, 35_355, -25_355);
        assert_eq!(flight.path.length(), Length::ratio(106, 10));
    }

    /// FTB-30.3: a foot beyond the end, at or before the start does nothing.
    #[test]
    fn ftb_30_3_feet_out_of_the_vector() {
        let wells = [Well { at: Point::default(), influence: lu(3) }];
        assert_eq!(fly(course(&wells), Point::units(-5, 2), Dir::EAST, 4).path.legs.len(), 1);
        assert_eq!(fly(course(&wells), Point::units(0, 2), Dir::EAST, 4).path.legs.len(), 1);
        let on_end = fly(course(&wells), Point::units(-4, 2), Dir::EAST, 4);
        assert_eq!((on_end.path.legs.len(), on_end.to), (2, Point::units(0, 2)));
        assert_ne!(on_end.dir, Dir::EAST);
    }

    /// FTB-28.5, FTB-0.1: passing on the left, the well is on the right and the path bends right.
    #[test]
    fn ftb_28_5_straight_through_a_well() {
        let wells = [Well { at: Point::default(), influence: lu(3) }];
        let left = fly(course(&wells), Point::units(-5, 0), Dir::EAST, 10);
        let right = fly(Course { side: Pass::Right, ..course(&wells) }, Point::units(-5, 0), Dir::EAST, 10);
        assert!(left.head_on && left.dir.y < Length::ZERO && Length::ZERO < right.dir.y);
    }

    /// FTB-27.2 (derived): the exit from Proxima past Earth.
    #[test]
    fn ftb_27_2_tunnel_exit_past_earth() {
        let wells = [Well { at: Point::units(9, 12), influence: lu(3) }];
        let dir = Dir::of(lu(88), lu(105)).unwrap();
        let from = Point::default() + dir.times(lu(10));
        close(from, 64_234, 76_642);
        let flight = fly(course(&wells), from, dir, 10);
        close(flight.path.legs[0].to(), 96_210, 114_796);
        assert_eq!(flight.path.legs[1].length, lu(6));
        close(flight.to, 90_945, 174_564);
        assert!((flight.dir.x.0 + 87_740_000).abs() < 5_000, "{:?}", flight.dir);
    }

    /// ALG-1 and ALG-2 (FTB-28.2, FTB-28.3): Hard burn from 10 LU.
    #[test]
    fn ftb_28_2_the_acceleration_circle() {
        let v = Offset { east: lu(10), north: Length::ZERO };
        assert_eq!(speeds(v, lu(7), Dir::EAST), Some((3, 17)));
        let dir = |x: i32, y: i32| Dir::of(lu(x), lu(y)).unwrap();
        // cos 40.97 degrees is 0.755: 155 over 200.
        assert!(may_plot(v, lu(7), dir(755, 655), 10) && !may_plot(v, lu(7), dir(754, 657), 10));
        assert!(may_plot(v, lu(7), Dir::EAST, 17) && !may_plot(v, lu(7), dir(1000, 1), 18));
        assert!(!may_plot(v, lu(7), dir(100, 3), 17) && !may_plot(v, lu(7), Dir::EAST, 0));
        assert_eq!(snap(Point::default(), v, lu(7), at(124, 0)), Some((Dir::EAST, 12)));
        assert_eq!(snap(Point::default(), v, lu(7), at(900, 0)), Some((Dir::EAST, 17)));
        assert_eq!(snap(Point::default(), v, lu(7), at(0, 90)), None);
        assert_eq!(snap(Point::default(), v, lu(7), Point::default()), None);
    }

    /// ALG-6, FTB-0.2: windows over all legs.
    #[test]
    fn windows_are_inclusive() {
        let path = Path::straight(Point::units(-10, 3), Dir::EAST, lu(20));
        assert_eq!(path.window(Point::default(), lu(3)), Some((lu(10), lu(10))));
        assert_eq!(path.window(Point::default(), lu(5)), Some((lu(6), lu(14))));
        assert_eq!(path.window(Point::units(0, 7), lu(3)), None);
        assert_eq!(path.ring_entry(Point::default(), lu(5), lu(8)).map(|it| it.whole_units_down()), Some(2));
        assert_eq!(path.closest(Point::units(4, 0)), (lu(14), lu(3)));
    }
}
