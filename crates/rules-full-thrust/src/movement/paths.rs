//! Paths of ships and missiles, and how near they come to a place (FT-GEO.5, FT-GEO.6, FT-12.12.6).

use geometry::{Length, Point, TOLERANCE};

/// The way of one ship in phase 5: where it started, its bend, where it ended.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub(crate) ship: crate::ShipId,
    /// FT-2.6.5: fixed objects, then minelayers, then all others.
    pub(crate) rank: u8,
    pub(crate) path: Vec<Point>,
}

/// Where a path first comes within reach of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Contact {
    /// Millionths of the whole way.
    pub(crate) when: i64,
    /// How near it comes at last, in billionths of an MU.
    pub(crate) near: i64,
}

/// FT-GEO.6: whether a path comes within `reach` of a place, the limit included, and where.
pub(crate) fn meets(path: &[Point], at: Point, reach: Length) -> Option<Contact> {
    let total: i64 = path.windows(2).map(|it| (it[1] - it[0]).length().0).sum();
    let limit = i128::from(reach.0) + i128::from(TOLERANCE.0);
    let mut gone = 0_i64;
    let mut first: Option<i64> = None;
    let mut near = i64::MAX;
    let legs: Vec<(Point, Point)> = match path {
        [] => return None,
        [only] => vec![(*only, *only)],
        _ => path.windows(2).map(|it| (it[0], it[1])).collect(),
    };
    for (from, to) in legs {
        let leg = to - from;
        let long = i128::from(leg.length().0);
        let (along, beside) = match long {
            0 => (0, i128::from((at - from).length().0)),
            _ => {
                let way = at - from;
                let (ex, ny) = (i128::from(leg.east.0), i128::from(leg.north.0));
                let (wx, wy) = (i128::from(way.east.0), i128::from(way.north.0));
                ((wx * ex + wy * ny) / long, ((wx * ny - wy * ex) / long).abs())
            }
        };
        let beyond = (along - along.clamp(0, long)).abs();
        let away = (beyond * beyond + beside * beside).isqrt();
        near = near.min(away as i64);
        if away <= limit && first.is_none() {
            let half = (limit * limit - beside * beside).max(0).isqrt();
            let met = (along - half).clamp(0, long) as i64;
            first = Some(gone + met);
        }
        gone += long as i64;
    }
    let met = i128::from(first?);
    Some(Contact { when: if total == 0 { 0 } else { (met * 1_000_000 / i128::from(total)) as i64 }, near })
}

/// The place so far along a path; its end if it is not so long.
pub(crate) fn along(path: &[Point], far: Length) -> Option<Point> {
    let mut left = far;
    for leg in path.windows(2) {
        let way = leg[1] - leg[0];
        let long = way.length();
        if left <= long && 0 < long.0 {
            let part =
                |it: Length| Length((i128::from(it.0) * i128::from(left.0) / i128::from(long.0)) as i64);
            return Some(Point { x: leg[0].x + part(way.east), y: leg[0].y + part(way.north) });
        }
        left = left - long;
    }
    path.last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FT-GEO.6, FT-GEO.4: the distance to the nearest part of the path, the limit included.
    #[test]
    fn rule_geo_6_paths_and_circles() {
        let at = Point::units;
        let three = Length::units(3);
        let bent = [at(0, 0), at(0, 10), at(10, 10)];
        // Passing by at exactly 3 MU, halfway along the first leg.
        let passing = meets(&bent, at(3, 5), three).expect("within reach");
        assert_eq!((passing.when / 1_000, passing.near), (249, 3_000_000_000));
        assert_eq!(meets(&bent, at(4, 5), three), None);
        // Beyond the end, and behind the start.
        assert_eq!(meets(&bent, at(13, 10), three).map(|it| it.when / 1_000), Some(999));
        assert_eq!(meets(&bent, at(14, 10), three), None);
        assert_eq!(meets(&bent, at(0, -3), three).map(|it| it.when), Some(0));
        // Who does not move sits there.
        assert_eq!(meets(&[at(5, 5)], at(5, 7), three).map(|it| it.when), Some(0));
        assert_eq!(meets(&[at(5, 5), at(5, 5)], at(5, 9), three), None);
    }

    /// FT-6.10.1: anywhere on the path.
    #[test]
    fn rule_6_10_1_places_on_a_path() {
        let at = Point::units;
        let bent = [at(0, 0), at(0, 10), at(10, 10)];
        for (far, place) in [(0, at(0, 0)), (4, at(0, 4)), (13, at(3, 10)), (50, at(10, 10))] {
            assert_eq!(along(&bent, Length::units(far)), Some(place));
        }
    }
}
