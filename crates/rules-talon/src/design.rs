//! Ship classes as printed on their counters (TAL-2.11, TAL-5.1, TAL-5.2).

use engine::{Audit, Finding, Severity};
use serde::{Deserialize, Serialize};

use crate::{
    hex::{Arc, Arcs},
    tables::Weapon,
};

/// TAL-2.3: blue or red counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Faction {
    Terran,
    Talon,
}

impl Faction {
    pub fn name(self) -> &'static str {
        match self {
            Faction::Terran => "Terran",
            Faction::Talon => "Talon",
        }
    }
}

/// What the rules treat apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    #[default]
    Ship,
    /// TAL-14.1: never moves.
    Base,
    /// TAL-12.1.1: a squadron of three; hull and groups are those of one fighter.
    Fighters,
    /// TAL-12.2.2: powers fighters, and they dock in it (TAL-16.3a).
    Carrier,
    /// TAL-16.2b: docks and lands at Speed 1.
    Transport,
}

/// One class. Rows of the curve are `[power, speed, turn radius]`, fastest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Design {
    pub faction: Faction,
    /// TAL-5.2: `CA`, `FTR`, `Base`.
    pub class: String,
    #[serde(default)]
    pub kind: Kind,
    /// TAL-DYO.2: one counter for each name.
    #[serde(default)]
    pub names: Vec<String>,
    pub points: u16,
    pub explosion: u8,
    pub curve: Vec<[i8; 3]>,
    /// The highlighted row, from 0 (TAL-5.4.1).
    pub start: u8,
    /// Left to right: `H`, `C`, `-1`, `C-1`.
    pub hull: Vec<HullBox>,
    pub shields: Shields,
    #[serde(default)]
    pub battery: bool,
    #[serde(default)]
    pub afterburners: u8,
    #[serde(default)]
    pub groups: Vec<Group>,
}

/// TAL-8.4.2, TAL-8.4.3: one hull box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct HullBox {
    pub critical: bool,
    /// The power modifier printed in it, 0 or less.
    pub power: i8,
}

impl TryFrom<String> for HullBox {
    type Error = String;
    fn try_from(text: String) -> Result<HullBox, String> {
        let (critical, rest) = match text.strip_prefix('C') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('H').unwrap_or(&text)),
        };
        let power = match rest {
            "" => Some(0),
            rest => rest.parse::<i8>().ok().filter(|it| (-9..0).contains(it)),
        };
        power
            .filter(|_| !text.is_empty())
            .map(|power| HullBox { critical, power })
            .ok_or_else(|| format!("{text:?} is not a hull box; H, C, -1 and C-1 are"))
    }
}

impl From<HullBox> for String {
    fn from(it: HullBox) -> String {
        match (it.critical, it.power) {
            (false, 0) => "H".to_owned(),
            (true, 0) => "C".to_owned(),
            (false, power) => power.to_string(),
            (true, power) => format!("C{power}"),
        }
    }
}

/// Boxes by shield arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Shields {
    pub forward: u8,
    pub right: u8,
    pub rear: u8,
    pub left: u8,
}

impl Shields {
    /// In the order of [`Arc::ALL`].
    pub fn by_arc(self) -> [u8; 4] {
        [self.forward, self.right, self.rear, self.left]
    }
}

/// TAL-5.1.4: weapons that share a charge bar and arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub weapon: Weapon,
    pub count: u8,
    pub arcs: Arcs,
    pub red: u8,
    pub yellow: u8,
}

impl Design {
    /// `Terran CA`.
    pub fn title(&self) -> String {
        format!("{} {}", self.faction.name(), self.class)
    }

    pub fn is_base(&self) -> bool {
        self.kind == Kind::Base
    }

    pub fn is_fighters(&self) -> bool {
        self.kind == Kind::Fighters
    }

    /// TAL-12.2.2: carriers and Bases power fighters.
    pub fn powers_fighters(&self) -> bool {
        matches!(self.kind, Kind::Carrier | Kind::Base)
    }

    /// TAL-12.1.2b: each of the three fighters has its own weapon and bar.
    pub fn bars(&self) -> usize {
        if self.is_fighters() { 3 } else { self.groups.len() }
    }

    pub fn group(&self, bar: usize) -> Option<&Group> {
        if self.is_fighters() { self.groups.first().filter(|_| bar < 3) } else { self.groups.get(bar) }
    }

    pub(crate) fn power(&self, row: u8) -> i8 {
        self.curve[usize::from(row)][0]
    }

    pub fn speed(&self, row: u8) -> u8 {
        self.curve[usize::from(row)][1] as u8
    }

    pub(crate) fn turn_radius(&self, row: u8) -> u8 {
        self.curve[usize::from(row)][2] as u8
    }

    /// TAL-DYO.3: battleships, dreadnoughts and Bases.
    pub(crate) fn is_heavy(&self) -> bool {
        self.is_base() || matches!(self.class.as_str(), "BB" | "DN")
    }

    /// TAL-8.4.2: the modifier in the leftmost unmarked box.
    pub fn hull_modifier(&self, marked: u8) -> i8 {
        self.hull.get(usize::from(marked)).map_or(0, |it| it.power)
    }

    /// Everything that keeps a design from being played.
    pub(crate) fn findings(&self) -> Vec<(Severity, Finding)> {
        let mut found = Vec::new();
        let mut require = |holds: bool, rule: &'static str, reason: &str| {
            if !holds {
                found.push((Severity::Error, Finding { rule, reason: reason.to_owned() }));
            }
        };
        require(
            !self.class.is_empty() && self.class.len() <= 12,
            "TAL-5.2",
            "a class has a name of 1 to 12 letters",
        );
        require(
            !self.class.contains(|it: char| !it.is_ascii_alphanumeric()),
            "TAL-5.2",
            "a class is written in letters and digits",
        );
        require((1..=12).contains(&self.curve.len()), "TAL-5.4.1", "a curve has 1 to 12 rows");
        let row =
            |it: &[i8; 3]| (0..=6).contains(&it[0]) && (1..=6).contains(&it[1]) && (0..=6).contains(&it[2]);
        require(self.curve.iter().all(row), "TAL-5.4.1", "Power is 0 to 6, Speed 1 to 6, Turn Radius 0 to 6");
        let slower = self.curve.windows(2).all(|pair| pair[0][1] == pair[1][1] + 1);
        require(slower, "TAL-5.4.1", "rows are one Speed apart, fastest first");
        require(usize::from(self.start) < self.curve.len(), "TAL-5.4.1", "the start row is not in the curve");
        require((1..=30).contains(&self.hull.len()), "TAL-8.4.1a", "a ship has 1 to 30 hull boxes");
        require(
            self.shields.by_arc().iter().all(|&it| it <= 30),
            "TAL-5.1.5",
            "an arc has at most 30 shield boxes",
        );
        require(self.groups.len() <= 3, "TAL-2.11", "a ship has at most three Weapon Groups");
        require(self.afterburners <= 9, "TAL-10.2.1", "a ship has at most 9 Afterburners");
        require(self.explosion <= 20, "TAL-8.6.2b", "an Explosion Rating is at most 20");
        require(self.points <= 2_000, "TAL-VIC.2", "a ship costs at most 2000 points");
        let group = |it: &Group| (1..=6).contains(&it.count) && !it.arcs.is_empty() && 0 < it.red + it.yellow;
        require(
            self.groups.iter().all(|it| it.red <= 20 && it.yellow <= 20) && self.groups.iter().all(group),
            "TAL-5.1.4",
            "a Weapon Group has 1 to 6 weapons, an arc, and 1 to 20 boxes of a colour",
        );
        let criticals = self.hull.iter().filter(|it| it.critical).count();
        require(criticals <= 12, "TAL-8.4.3", "a ship has at most 12 critical boxes");
        if self.is_fighters() {
            require(self.groups.len() == 1, "TAL-12.1.2b", "a fighter has one weapon group");
            require(self.groups.iter().all(|it| it.count == 1), "TAL-12.1.2b", "a fighter has one weapon");
            require(self.hull.iter().all(|it| !it.critical), "TAL-12.3", "fighters have no critical boxes");
            require(self.shields == Shields::default(), "TAL-12.1.2b", "fighters have no shields");
        }
        found
    }

    pub(crate) fn audit(&self) -> Audit {
        let mass = self.hull.len() as u32;
        Audit { name: self.title(), mass, points: self.points.into(), cpv: None, findings: self.findings() }
    }

    /// Boxes of a shield arc when undamaged.
    pub fn shield(&self, arc: Arc) -> u8 {
        self.shields.by_arc()[arc.index()]
    }
}
