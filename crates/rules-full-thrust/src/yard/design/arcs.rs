//! The six arcs of a ship (FT-4.2).

use std::fmt;

use serde::{Deserialize, Serialize};

/// One sixth of the circle round a ship, by its name on an alpha ship
/// (FT-4.2.1). On a beta ship the same six lie 30 degrees further clockwise
/// (FT-4.2.3) and are called FS, S, AS, AP, P, FP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub enum Arc {
    F,
    FS,
    AS,
    A,
    AP,
    FP,
}

/// FT-4.2.3: how the arcs lie, chosen for each ship at design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub enum Orientation {
    #[default]
    Alpha,
    Beta,
}

/// The arcs a mount bears into (FT-4.2.4).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Arcs {
    /// Where the mount's name begins: the most counter-clockwise arc of a run.
    left: Arc,
    set: u8,
}

impl Arc {
    /// Clockwise from dead ahead.
    pub const ALL: [Arc; 6] = [Arc::F, Arc::FS, Arc::AS, Arc::A, Arc::AP, Arc::FP];

    pub const fn index(self) -> usize {
        self as usize
    }

    /// `n` arcs further clockwise.
    pub const fn turned(self, n: usize) -> Arc {
        Arc::ALL[(self as usize + n) % 6]
    }

    pub fn name(self) -> &'static str {
        ["F", "FS", "AS", "A", "AP", "FP"][self.index()]
    }

    pub fn from_name(name: &str) -> Option<Arc> {
        Arc::ALL.into_iter().find(|arc| arc.name() == name)
    }

    /// FT-4.2.3: what players of a beta ship call it.
    pub fn shown(self, orientation: Orientation) -> &'static str {
        match orientation {
            Orientation::Alpha => self.name(),
            Orientation::Beta => ["FS", "S", "AS", "AP", "P", "FP"][self.index()],
        }
    }
}

impl Arcs {
    /// No arc chosen yet: a half-built mount.
    pub const NONE: Arcs = Arcs { left: Arc::F, set: 0 };
    pub const ALL: Arcs = Arcs { left: Arc::F, set: 0b11_1111 };
    /// FT-6.6.10 and others: what ordnance faces if nobody says.
    pub const FRONT: Arcs = Arcs::run(Arc::FP, 3);

    /// `n` arcs clockwise from `left`.
    pub const fn run(left: Arc, n: u8) -> Arcs {
        let n = if 6 < n { 6 } else { n };
        let mut set = 0;
        let mut i = 0;
        while i < n {
            set |= 1 << ((left as u8 + i) % 6);
            i += 1;
        }
        Arcs { left, set }
    }

    /// These arcs, whatever they are; named from the first.
    pub fn of(arcs: &[Arc]) -> Arcs {
        let set = arcs.iter().fold(0, |set, arc| set | 1 << arc.index());
        let first = arcs.first().copied().unwrap_or(Arc::F);
        // A run is named from its left end, so that equal runs are equal.
        let begins = |arc: Arc| set >> arc.index() & 1 == 1 && set >> arc.turned(5).index() & 1 == 0;
        let run = Arc::ALL.into_iter().filter(|arc| begins(*arc)).collect::<Vec<_>>();
        Arcs { left: if let [only] = run[..] { only } else { first }, set }
    }

    pub const fn contains(self, arc: Arc) -> bool {
        self.set >> arc as u8 & 1 == 1
    }

    pub const fn len(self) -> u8 {
        self.set.count_ones() as u8
    }

    pub const fn is_empty(self) -> bool {
        self.set == 0
    }

    pub const fn left(self) -> Arc {
        self.left
    }

    /// Whether the arcs follow each other from the left one on.
    pub const fn is_run(self) -> bool {
        self.set == Arcs::run(self.left, self.len()).set
    }

    /// Clockwise from the left one.
    pub fn iter(self) -> impl Iterator<Item = Arc> {
        (0..6).map(move |n| self.left.turned(n)).filter(move |&arc| self.contains(arc))
    }

    /// FT-4.2.8: two adjacent arcs on one side. On a beta ship: FS and S, S and AS,
    /// AP and P, or P and FP.
    pub fn is_broadside(self, orientation: Orientation) -> bool {
        let pairs: &[Arc] = match orientation {
            Orientation::Alpha => &[Arc::FS, Arc::AP],
            Orientation::Beta => &[Arc::F, Arc::FS, Arc::A, Arc::AP],
        };
        pairs.iter().any(|&left| self.set == Arcs::run(left, 2).set)
    }

    /// Port for starboard, as after a roll (FT-16.2.1).
    #[must_use]
    pub fn mirrored(self, orientation: Orientation) -> Arcs {
        let mirror = |arc: Arc| match orientation {
            Orientation::Alpha => Arc::ALL[(6 - arc.index()) % 6],
            Orientation::Beta => Arc::ALL[5 - arc.index()],
        };
        Arcs::of(&self.iter().map(mirror).collect::<Vec<_>>())
    }
}

impl fmt::Display for Arcs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.len() {
            0 => f.write_str("no arc"),
            6 => f.write_str("all arcs"),
            _ => {
                for (i, arc) in self.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { "/" }, arc.name())?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Debug for Arcs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FT-4.2.8: broadsides in both orientations.
    #[test]
    fn rule_4_2_8_broadsides() {
        let pair = |left| Arcs::run(left, 2);
        let broad = |o| Arc::ALL.into_iter().filter(|&l| pair(l).is_broadside(o)).collect::<Vec<_>>();
        assert_eq!(broad(Orientation::Alpha), [Arc::FS, Arc::AP]);
        assert_eq!(broad(Orientation::Beta), [Arc::F, Arc::FS, Arc::A, Arc::AP]);
        assert!(!Arcs::of(&[Arc::FS, Arc::AP]).is_broadside(Orientation::Alpha));
    }

    /// FT-4.2.4: runs are named from the left, other sets are no runs.
    #[test]
    fn rule_4_2_4_runs() {
        assert_eq!(Arcs::of(&[Arc::F, Arc::FP, Arc::FS]), Arcs::FRONT);
        assert_eq!(Arcs::FRONT.to_string(), "FP/F/FS");
        assert!(Arcs::run(Arc::AP, 4).is_run() && !Arcs::of(&[Arc::F, Arc::A]).is_run());
        assert_eq!(Arcs::run(Arc::F, 3).mirrored(Orientation::Alpha), Arcs::run(Arc::AP, 3));
        assert_eq!(Arcs::run(Arc::F, 1).mirrored(Orientation::Beta), Arcs::run(Arc::FP, 1));
    }
}
