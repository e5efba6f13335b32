//! Outlines of clouds and rocks: how much of a line runs inside.

use serde::{Deserialize, Serialize};

use crate::{Course, Length, Offset, Point, TOLERANCE, length::rounded};

/// A closed polygon, convex or not, whose sides do not cross.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Outline {
    corners: Vec<Point>,
    /// The rectangle round all corners, for a quick no.
    low: Point,
    high: Point,
    /// The length of each side, from its corner to the next.
    lengths: Vec<Length>,
}

/// How finely a place on a line is told, as parts of the whole line.
const PARTS: i128 = 1 << 44;

impl Outline {
    /// # Errors
    ///
    /// If there are fewer than three corners.
    pub fn new(corners: Vec<Point>) -> Result<Outline, String> {
        if corners.len() < 3 {
            return Err(format!("an outline has at least 3 corners, found {}", corners.len()));
        }
        let (mut low, mut high) = (corners[0], corners[0]);
        for corner in &corners {
            low = Point { x: low.x.min(corner.x), y: low.y.min(corner.y) };
            high = Point { x: high.x.max(corner.x), y: high.y.max(corner.y) };
        }
        let next = corners.iter().cycle().skip(1);
        let lengths = corners.iter().zip(next).map(|(&a, &b)| (b - a).length()).collect();
        Ok(Outline { corners, low, high, lengths })
    }

    /// Corners at equal bearings round `centre`, from north clockwise, one at
    /// each of `radii`, whose number divides 24.
    ///
    /// # Errors
    ///
    /// If their number does not divide 24 or is below 3.
    pub fn round(centre: Point, radii: &[Length]) -> Result<Outline, String> {
        let n = radii.len();
        if n < 3 || 24 % n != 0 {
            return Err(format!("{n} corners, but 3, 4, 6, 8, 12 or 24 are spaced evenly"));
        }
        let bearing = |i: usize| Course::NORTH.turned((i * 24 / n) as i32);
        Outline::new(radii.iter().enumerate().map(|(i, &it)| centre.moved(bearing(i), it)).collect())
    }

    /// A circle, drawn with 24 corners.
    pub fn circle(centre: Point, radius: Length) -> Outline {
        Outline::round(centre, &[radius; 24]).expect("24 corners")
    }

    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The sum of what runs inside of the line between two places. What merely
    /// touches a corner or runs along a side is outside.
    pub fn inside(&self, from: Point, to: Point) -> Length {
        if self.misses(from, to) {
            return Length::ZERO;
        }
        let line = to - from;
        let most = i128::from(TOLERANCE.0) * i128::from(line.east.abs().0 + line.north.abs().0);
        let mut cuts = Vec::with_capacity(8);
        cuts.extend([0, PARTS]);
        let mut a = self.last();
        // How far beside the line a corner lies is asked by both of its sides.
        let mut near = cross(line, a - from);
        for &b in &self.corners {
            let far = cross(line, b - from);
            cuts.extend(cut(from, line, (a, near), (b, far)));
            // A side along the line has no single cut: its corners bound the stretch. Few are so near
            // that the length of the line, which is dear, has to tell.
            if far.abs() <= most {
                cuts.extend(along(from, line, b));
            }
            (a, near) = (b, far);
        }
        cuts.sort_unstable();
        cuts.dedup();
        let parts: i128 = cuts
            .windows(2)
            .filter(|stretch| self.contains(at(from, line, (stretch[0] + stretch[1]) / 2)))
            .map(|stretch| stretch[1] - stretch[0])
            .sum();
        if parts == 0 { Length::ZERO } else { share(line.length(), parts) }
    }

    /// Whether a place is inside, and not merely on a side.
    pub fn contains(&self, place: Point) -> bool {
        let Outline { low, high, .. } = self;
        if place.x < low.x || high.x < place.x || place.y < low.y || high.y < place.y {
            return false;
        }
        let mut inside = false;
        let mut a = self.last();
        for &b in &self.corners {
            if (a.y <= place.y) != (b.y <= place.y) {
                let left = cross(b - a, place - a);
                inside ^= (0 < left) == (a.y < b.y);
            }
            a = b;
        }
        // The dear question last: most places are outside.
        inside && !self.sides().zip(&self.lengths).any(|((a, b), &length)| touches(place, a, b, length))
    }

    /// Where the side to the first corner begins.
    fn last(&self) -> Point {
        self.corners[self.corners.len() - 1]
    }

    fn sides(&self) -> impl Iterator<Item = (Point, Point)> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().copied().zip(next.copied())
    }

    /// True only if the line surely stays clear of the rectangle round all corners.
    fn misses(&self, from: Point, to: Point) -> bool {
        let Outline { low, high, .. } = self;
        if from.x.max(to.x) < low.x
            || high.x < from.x.min(to.x)
            || from.y.max(to.y) < low.y
            || high.y < from.y.min(to.y)
        {
            return true;
        }
        // Clear as well if all four corners of the rectangle lie on one side of the line.
        let line = to - from;
        let side = |x: Length, y: Length| cross(line, Point { x, y } - from).signum();
        let sides = [side(low.x, low.y), side(low.x, high.y), side(high.x, low.y), side(high.x, high.y)];
        sides.iter().all(|&it| it == 1) || sides.iter().all(|&it| it == -1)
    }
}

impl TryFrom<Vec<Point>> for Outline {
    type Error = String;
    fn try_from(corners: Vec<Point>) -> Result<Outline, String> {
        Outline::new(corners)
    }
}

impl From<Outline> for Vec<Point> {
    fn from(outline: Outline) -> Vec<Point> {
        outline.corners
    }
}

fn dot(a: Offset, b: Offset) -> i128 {
    i128::from(a.east.0) * i128::from(b.east.0) + i128::from(a.north.0) * i128::from(b.north.0)
}

fn cross(a: Offset, b: Offset) -> i128 {
    i128::from(a.east.0) * i128::from(b.north.0) - i128::from(a.north.0) * i128::from(b.east.0)
}

/// `parts` of the way along `line`.
fn at(from: Point, line: Offset, parts: i128) -> Point {
    from + Offset { east: share(line.east, parts), north: share(line.north, parts) }
}

/// So many parts of a length, rounded half away from zero; the number of parts is a power of two.
fn share(length: Length, parts: i128) -> Length {
    let whole = i128::from(length.0) * parts;
    let share = ((whole.unsigned_abs() + PARTS as u128 / 2) / PARTS as u128) as i64;
    Length(if whole < 0 { -share } else { share })
}

/// Where the line crosses the side from `a` to `b`, if it does; each with how far beside the line it lies.
fn cut(from: Point, line: Offset, (a, near): (Point, i128), (b, far): (Point, i128)) -> Option<i128> {
    if near == far || near.signum() * far.signum() == 1 {
        return None;
    }
    let side = b - a;
    let (over, under) = (cross(a - from, side), cross(line, side));
    let (over, under) = if under < 0 { (-over, -under) } else { (over, under) };
    // Both are up to about 2^80 for places within LONGEST: shift the larger
    // down before scaling so that 128 bits hold the product.
    let shift = (i128::BITS - over.abs().leading_zeros()).saturating_sub(80);
    let parts = rounded((over >> shift) * PARTS, (under >> shift).max(1));
    (0 < parts && parts < PARTS).then_some(parts)
}

/// Where a corner lies on the line, if it is no more than a hair beside it.
fn along(from: Point, line: Offset, corner: Point) -> Option<i128> {
    let out = corner - from;
    let square = line.square();
    let hair = i128::from(TOLERANCE.0) * i128::from(line.length().0);
    if square == 0 || hair < cross(line, out).abs() {
        return None;
    }
    let reach = dot(line, out);
    let shift = (i128::BITS - reach.abs().leading_zeros()).saturating_sub(80);
    let parts = rounded((reach >> shift) * PARTS, (square >> shift).max(1));
    (0 < parts && parts < PARTS).then_some(parts)
}

/// Within tolerance of the side from `a` to `b`.
fn touches(place: Point, a: Point, b: Point, length: Length) -> bool {
    let (side, out) = (b - a, place - a);
    let square = side.square();
    if square == 0 {
        return out.within(Length::ZERO);
    }
    let along = dot(side, out);
    if along < 0 {
        return out.within(Length::ZERO);
    }
    if square < along {
        return (place - b).within(Length::ZERO);
    }
    cross(side, out).abs() <= i128::from(TOLERANCE.0) * i128::from(length.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn square() -> Outline {
        Outline::new(vec![Point::units(0, 0), Point::units(4, 0), Point::units(4, 4), Point::units(0, 4)])
            .unwrap()
    }

    #[track_caller]
    fn check(outline: &Outline, from: (i32, i32), to: (i32, i32), expect: &str) {
        let [from, to] = [from, to].map(|(x, y)| Point::units(x, y));
        assert_eq!(format!("{:.4}", outline.inside(from, to)), expect, "{from} to {to}");
        assert_eq!(format!("{:.4}", outline.inside(to, from)), expect, "{to} to {from}");
    }

    #[test]
    fn lines_through_a_square() {
        check(&square(), (-5, 2), (9, 2), "4.0000");
        check(&square(), (2, 2), (9, 2), "2.0000");
        check(&square(), (1, 1), (3, 1), "2.0000");
        check(&square(), (-5, -5), (9, 9), "5.6569");
        check(&square(), (5, 5), (9, 9), "0.0000");
        check(&square(), (2, 2), (2, 2), "0.0000");
    }

    #[test]
    fn grazing_is_outside() {
        check(&square(), (-5, 4), (9, 4), "0.0000");
        check(&square(), (-5, 0), (9, 0), "0.0000");
        check(&square(), (-4, 4), (4, -4), "0.0000");
        check(&square(), (0, 8), (8, 0), "0.0000");
    }

    #[test]
    fn concave_stretches_are_summed() {
        let points = [(0, 0), (9, 0), (9, 4), (6, 4), (6, 2), (3, 2), (3, 4), (0, 4)];
        let u = Outline::new(points.iter().map(|&(x, y)| Point::units(x, y)).collect()).unwrap();
        check(&u, (-5, 3), (20, 3), "6.0000");
        check(&u, (-5, 2), (20, 2), "6.0000");
        check(&u, (-5, 1), (20, 1), "9.0000");
    }

    #[test]
    fn corners_are_spaced_evenly() {
        assert!(Outline::round(Point::default(), &[Length::units(1); 5]).is_err());
        assert!(Outline::new(vec![Point::default(); 2]).is_err());
        let circle = Outline::circle(Point::units(5, 5), Length::units(4));
        assert_eq!(circle.corners().len(), 24);
        check(&circle, (-5, 5), (20, 5), "8.0000");
        assert!(circle.contains(Point::units(5, 5)));
    }

    proptest! {
        /// A thousand samples along the line agree with the exact sum.
        #[test]
        fn sampling_agrees(coords in prop::collection::vec(-20_000_000_000_i64..20_000_000_000, 4),
                           radii in prop::collection::vec(500_000_000_i64..9_000_000_000, 12)) {
            let radii: Vec<Length> = radii.into_iter().map(Length).collect();
            let outline = Outline::round(Point::default(), &radii).unwrap();
            let from = Point { x: Length(coords[0]), y: Length(coords[1]) };
            let to = Point { x: Length(coords[2]), y: Length(coords[3]) };
            let line = to - from;
            let hits = (0..1000).filter(|i| outline.contains(at(from, line, (2 * i + 1) * PARTS / 2000))).count();
            let sampled = line.length().approx() * hits as f64 / 1000.0;
            let exact = outline.inside(from, to).approx();
            prop_assert!((sampled - exact).abs() < 0.3, "sampled {sampled}, exact {exact}");
            prop_assert!((outline.inside(to, from).0 - outline.inside(from, to).0).abs() < 100);
        }
    }
}
