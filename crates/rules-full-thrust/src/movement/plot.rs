//! Movement orders as they are written, and the path they lead along
//! (FT-3.4, FT-3.5, FT-12.12). No ship, no rating: only the plot.

use std::{fmt, str::FromStr};

use arrayvec::ArrayVec;
use geometry::{Length, Offset, Point};
use serde::{Deserialize, Serialize};

use crate::{movement::clock::Clock, ship::Motion};

/// What a ship is to do with its drive. In data the book's own notation: `P2+4`,
/// `S1P1`, `TP3 MD6`; `0` for straight on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "String"))]
#[serde(try_from = "String", into = "String")]
pub enum Plot {
    /// FT-3.5.2: straight ahead at unchanged speed; a vector ship drifts (FT-12.12.7).
    #[default]
    Hold,
    Helm(Helm),
    Burns(Burns),
}

/// FT-3.5.1: a cinematic order. Starboard is positive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Helm {
    pub turn: i8,
    /// FT-3.5.5: a second turn, written apart.
    pub second: Option<i8>,
    pub thrust: i8,
}

/// FT-12.12.4: a vector order, carried out in the sequence written.
pub type Burns = ArrayVec<Burn, 3>;

/// FT-12.12.2, FT-12.12.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burn {
    Main(u8),
    /// Starboard is positive.
    Rotate(i8),
    Push(Way, u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Port,
    Starboard,
    Rear,
}

/// The ends of the legs of a move: two, or more where gravity bends it (FT-17.9.2).
pub type Path = ArrayVec<Point, 8>;

/// Where a plot leads: the ends of its legs (FT-3.4.2), and the motion after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    pub path: Path,
    pub motion: Motion,
}

impl Helm {
    /// FT-3.4.1: what is turned before moving, and at the midpoint.
    pub fn turns(self) -> (i32, i32) {
        let turn = i32::from(self.turn);
        match self.second {
            Some(second) => (turn, i32::from(second)),
            None => (turn / 2, turn - turn / 2),
        }
    }

    /// FT-3.5.5: points of turning, in whatever directions.
    pub fn turning(self) -> u32 {
        let (first, second) = self.turns();
        first.unsigned_abs() + second.unsigned_abs()
    }
}

impl Plot {
    /// FT-3.2.3: whether the course or facing changes by thrust.
    pub fn turns(&self) -> bool {
        match self {
            Plot::Hold => false,
            Plot::Helm(helm) => 0 < helm.turning(),
            Plot::Burns(burns) => burns.iter().any(|burn| !matches!(burn, Burn::Main(_))),
        }
    }

    /// FT-4.2.6: whether the main drive is used.
    pub fn uses_main_drive(&self) -> bool {
        match self {
            Plot::Hold => false,
            Plot::Helm(helm) => 0 < helm.turning() || helm.thrust != 0,
            Plot::Burns(burns) => burns.iter().any(|burn| matches!(burn, Burn::Main(1..))),
        }
    }

    /// Port for starboard.
    #[must_use]
    pub fn mirrored(&self) -> Plot {
        match self {
            Plot::Hold => Plot::Hold,
            Plot::Helm(helm) => {
                Plot::Helm(Helm { turn: -helm.turn, second: helm.second.map(|it| -it), thrust: helm.thrust })
            }
            Plot::Burns(burns) => Plot::Burns(
                burns
                    .iter()
                    .map(|burn| match *burn {
                        Burn::Rotate(points) => Burn::Rotate(-points),
                        Burn::Push(Way::Port, n) => Burn::Push(Way::Starboard, n),
                        Burn::Push(Way::Starboard, n) => Burn::Push(Way::Port, n),
                        other @ Burn::Main(_) | other @ Burn::Push(..) => other,
                    })
                    .collect(),
            ),
        }
    }
}

/// FT-3.4.1, FT-12.12.4: flies a plot that is known to be possible. FT-3.1.2: a change of velocity acts at once;
/// FT-3.5.4: a halted ship turns in place; FT-GEO.5: a path has two legs at most.
pub fn fly(from: Motion, plot: &Plot) -> Flight {
    match (plot, from.drift) {
        (Plot::Burns(burns), _) => drift(from, burns),
        (Plot::Hold, Some(_)) => drift(from, &Burns::new()),
        (Plot::Hold, None) => steer(from, Helm::default()),
        (Plot::Helm(helm), _) => steer(from, *helm),
    }
}

fn steer(from: Motion, helm: Helm) -> Flight {
    let velocity = from.velocity.saturating_add_signed(i16::from(helm.thrust));
    let (first, second) = helm.turns();
    // FT-3.4.1: the smaller half first; with velocity 1 all of it on the final course.
    let (half, rest) = (velocity / 2, velocity - velocity / 2);
    let course = from.facing.turned(first);
    let midway = from.at.moved(course.course(), Length::units(i32::from(half)));
    let facing = course.turned(second);
    let at = midway.moved(facing.course(), Length::units(i32::from(rest)));
    let mut path = ArrayVec::new();
    if facing != course && 0 < half {
        path.push(midway);
    }
    path.push(at);
    Flight { path, motion: Motion { at, facing, velocity, drift: None } }
}

fn drift(from: Motion, burns: &Burns) -> Flight {
    let old = from.drift.unwrap_or_default();
    let mut motion = from;
    motion.at = from.at + (old - Point::default());
    for burn in burns {
        match *burn {
            Burn::Main(n) => motion.at = motion.at.moved(motion.facing.course(), Length::units(i32::from(n))),
            Burn::Rotate(points) => motion.facing = motion.facing.turned(i32::from(points)),
            Burn::Push(way, n) => {
                let points = match way {
                    Way::Port => -3,
                    Way::Starboard => 3,
                    Way::Rear => 6,
                };
                let course = motion.facing.turned(points).course();
                motion.at = motion.at.moved(course, Length::units(i32::from(n)));
            }
        }
    }
    let way = motion.at - from.at;
    // FT-12.12.6: its path is one straight line. FT-12.12.4: rounded to nearest; the course is that of
    // the way made good.
    motion.velocity = whole(way.length());
    motion.drift = Some(scaled(way, motion.velocity));
    Flight { path: ArrayVec::from_iter([motion.at]), motion }
}

/// To the nearest whole unit, half up.
pub(crate) fn whole(length: Length) -> u16 {
    let half = Length::PER_UNIT / 2;
    u16::try_from((length.0 + half) / Length::PER_UNIT).unwrap_or(u16::MAX)
}

/// The same direction, `velocity` long.
pub(crate) fn scaled(way: Offset, velocity: u16) -> Point {
    let length = i128::from(way.length().0);
    if length == 0 || velocity == 0 {
        return Point::default();
    }
    let wanted = i128::from(velocity) * i128::from(Length::PER_UNIT);
    let part = |it: Length| {
        let product = i128::from(it.0) * wanted;
        let half = if product < 0 { -(length / 2) } else { length / 2 };
        Length(((product + half) / length) as i64)
    };
    Point { x: part(way.east), y: part(way.north) }
}

/// FT-12.12.1: the drift of a ship that flies along its facing.
pub fn drift_along(facing: Clock, velocity: u16) -> Point {
    Point::default().moved(facing.course(), Length::units(i32::from(velocity)))
}

/// A drift turned by clock points, as long as before (FT-12.11.1).
pub(crate) fn turned(drift: Point, points: i32) -> Point {
    let seen = (drift - Point::default()).seen_from(Clock::TWELVE.course());
    let course = Clock::TWELVE.turned(points).course();
    Point::default().moved(course, seen.ahead).moved(course.turned(6), seen.right)
}

fn signed(f: &mut fmt::Formatter<'_>, turn: i8) -> fmt::Result {
    write!(f, "{}{}", if turn < 0 { 'P' } else { 'S' }, turn.unsigned_abs())
}

impl fmt::Display for Plot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Plot::Hold => f.write_str("0"),
            Plot::Helm(Helm { turn, second, thrust }) => {
                if *turn != 0 || second.is_some() {
                    signed(f, *turn)?;
                }
                if let Some(second) = second {
                    signed(f, *second)?;
                }
                if *thrust != 0 { write!(f, "{thrust:+}") } else { Ok(()) }
            }
            Plot::Burns(burns) => {
                for (i, burn) in burns.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { " " })?;
                    match burn {
                        Burn::Main(n) => write!(f, "MD{n}")?,
                        Burn::Rotate(points) => {
                            write!(f, "T")?;
                            signed(f, *points)?;
                        }
                        Burn::Push(Way::Port, n) => write!(f, "PP{n}")?,
                        Burn::Push(Way::Starboard, n) => write!(f, "PS{n}")?,
                        Burn::Push(Way::Rear, n) => write!(f, "PR{n}")?,
                    }
                }
                Ok(())
            }
        }
    }
}

impl From<Plot> for String {
    fn from(plot: Plot) -> String {
        plot.to_string()
    }
}

impl TryFrom<String> for Plot {
    type Error = String;
    fn try_from(text: String) -> Result<Plot, String> {
        text.parse()
    }
}

/// FT-3.5.1, FT-12.12.2, FT-12.12.3. The velocity before and after may be
/// written round a cinematic order: `8P2+4:12`.
impl FromStr for Plot {
    type Err = String;

    fn from_str(text: &str) -> Result<Plot, String> {
        let upper = text.trim().to_ascii_uppercase();
        let vector = ["M", "T", "PP", "PS", "PR"].iter().any(|word| upper.starts_with(word));
        let plot = if vector { burns(&upper) } else { helm(&upper) };
        plot.map_err(|what| format!("{what} in {text:?}; expected something like P2+4, S1P1-2 or TP3 MD6"))
    }
}

fn burns(text: &str) -> Result<Plot, String> {
    let mut burns = Burns::new();
    for word in text.split_whitespace() {
        if word.len() < 3 || !word.is_ascii() {
            return Err(format!("{word:?} is not a burn"));
        }
        let (what, number) = word.split_at(2);
        let n: u8 = number.parse().map_err(|_| format!("{number:?} is not a number"))?;
        let points = || i8::try_from(n).map_err(|_| format!("{n} is too many"));
        let burn = match what {
            "MD" => Burn::Main(n),
            "TP" => Burn::Rotate(-points()?),
            "TS" => Burn::Rotate(points()?),
            "PP" => Burn::Push(Way::Port, n),
            "PS" => Burn::Push(Way::Starboard, n),
            "PR" => Burn::Push(Way::Rear, n),
            _ => return Err(format!("{word:?} is not a burn")),
        };
        burns.try_push(burn).map_err(|_| "more than three burns".to_owned())?;
    }
    Ok(Plot::Burns(burns))
}

fn helm(text: &str) -> Result<Plot, String> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let body = text.split(':').next().unwrap_or_default();
    // A number before the first letter or sign is the velocity so far.
    let body = body.trim_start_matches(|c: char| c.is_ascii_digit());
    let mut helm = Helm::default();
    let mut rest = body;
    let mut turns = 0;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let n: i8 = after[..end].parse().map_err(|_| format!("no number after {first:?}"))?;
        match (first, turns) {
            ('P' | 'S', 0) => helm.turn = if first == 'P' { -n } else { n },
            ('P' | 'S', 1) => helm.second = Some(if first == 'P' { -n } else { n }),
            ('+' | '-', _) if helm.thrust == 0 => helm.thrust = if first == '-' { -n } else { n },
            _ => return Err(format!("{first:?} where it means nothing")),
        }
        turns += u8::from(first == 'P' || first == 'S');
        rest = &after[end..];
    }
    Ok(if helm == Helm::default() { Plot::Hold } else { Plot::Helm(helm) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cinematic(facing: u8, velocity: u16) -> Motion {
        let facing = Clock::new(facing).expect("a point");
        Motion { at: Point::default(), facing, velocity, drift: None }
    }

    fn vector(facing: u8, velocity: u16) -> Motion {
        let motion = cinematic(facing, velocity);
        Motion { drift: Some(drift_along(motion.facing, velocity)), ..motion }
    }

    /// Flies `plot` and checks where it ends, to four decimals.
    #[track_caller]
    fn check(from: Motion, plot: &str, x: &str, y: &str, facing: u8, velocity: u16) {
        let plot: Plot = plot.parse().expect("a plot");
        let Motion { at, facing: to, velocity: v, .. } = fly(from, &plot).motion;
        assert_eq!((format!("{:.4}", at.x), format!("{:.4}", at.y)), (x.to_owned(), y.to_owned()), "{plot}");
        assert_eq!((to.get(), v), (facing, velocity), "{plot}");
    }

    /// FT-3.4.1, FT-3.1.2: the worked examples.
    #[test]
    fn rule_3_4_1_moves() {
        check(cinematic(3, 10), "P3", "4.3301", "7.5000", 12, 10);
        check(cinematic(7, 6), "S1+5", "-7.6962", "-7.3301", 8, 11);
        // FT-3.3.1: an L, not a spin in place.
        check(cinematic(12, 8), "S6", "4.0000", "-4.0000", 6, 8);
        // Velocity 1: all of it on the final course.
        check(cinematic(12, 1), "S3", "1.0000", "0.0000", 3, 1);
        // FT-3.5.4: a halted ship turns in place.
        check(cinematic(12, 0), "P2", "0.0000", "0.0000", 10, 0);
        // FT-3.5.5: a double course change.
        check(cinematic(12, 8), "P1S1", "-2.0000", "7.4641", 12, 8);
    }

    /// FT-3.4.2, FT-GEO.5: the path is two legs, or one where it does not bend.
    #[test]
    fn rule_3_4_2_paths() {
        let legs = |plot: &str| fly(cinematic(12, 8), &plot.parse().expect("a plot")).path.len();
        assert_eq!((legs("0"), legs("+2"), legs("S1"), legs("P1S1")), (1, 1, 2, 2));
    }

    /// FT-12.12.2, FT-12.12.4: the worked examples of vector movement.
    #[test]
    fn rule_12_12_4_vectors() {
        check(vector(12, 10), "TP3 MD6", "-6.0000", "10.0000", 9, 12);
        check(vector(12, 6), "PS2", "2.0000", "6.0000", 12, 6);
        check(vector(12, 6), "MD4", "0.0000", "10.0000", 12, 10);
        check(vector(12, 6), "0", "0.0000", "6.0000", 12, 6);
        // The order matters.
        check(vector(12, 0), "MD6 TP2", "0.0000", "6.0000", 10, 6);
        check(vector(12, 0), "TP2 MD6", "-5.1962", "3.0000", 10, 6);
        check(vector(12, 1), "PR1", "0.0000", "0.0000", 12, 0);
        // 329.04 degrees: the course is that of the way made good, 12 long.
        let flight = fly(vector(12, 10), &"TP3 MD6".parse().expect("a plot"));
        let drift = flight.motion.drift.expect("a vector ship");
        assert_eq!(
            (format!("{:.3}", drift.x), format!("{:.3}", drift.y)),
            ("-6.174".into(), "10.290".into())
        );
    }

    /// FT-3.5.1: the book's notation, read and written.
    #[test]
    fn rule_3_5_1_notation() {
        let read = |text: &str| text.parse::<Plot>();
        assert_eq!(read("8P2+4:12"), Ok(Plot::Helm(Helm { turn: -2, second: None, thrust: 4 })));
        for text in ["0", "P2+4", "S3-1", "+5", "S1P1", "P1S2-3", "MD4", "TP3 MD6", "PS2", "TS1 MD3 PR2"] {
            assert_eq!(read(text).expect(text).to_string(), text);
        }
        assert_eq!(read("8 p2 + 4 : 12").expect("spaces and small letters").to_string(), "P2+4");
        for text in ["P", "Q2", "P1S1P1", "+1+2", "MD", "XX3", "MD1 MD2 MD3 MD4", "P999"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
