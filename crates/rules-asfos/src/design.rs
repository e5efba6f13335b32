//! Ship design (ASF-DES) and the computed weapons boxes (ASF-DISP.1 to 3).

use engine::{Audit, Finding, Severity};
use serde::{Deserialize, Serialize};

use crate::ship::Location;

/// A class of ships. Never changes in play.
///
/// Every field may be missing, so that a half-built ship is a value with
/// findings and never an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Design {
    pub name: String,
    /// What people call the type: `BB`, `freighter`. By mass if left out.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub class: String,
    /// ASF-DES.1: mass, the number of hull boxes.
    pub hull: u16,
    /// ASF-DES.3: natural hull strength.
    pub natural: u16,
    /// ASF-DES.4: electronic defences.
    pub ed: u16,
    /// ASF-DES.5: engine rating.
    pub engine: u16,
    pub primaries: Primaries,
    pub secondaries: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub special: Option<Special>,
    /// Published points, where the book prints them; else ASF-DES.9.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub points: Option<u16>,
    /// Where it comes from: `book`, `own`.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub origin: String,
}

/// ASF-DES.6: one strength for each 90-degree arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Primaries {
    pub forward: u16,
    pub left: u16,
    pub right: u16,
    pub rear: u16,
}

/// ASF-SPC.1: one type of special weapon and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Special {
    pub kind: SpecialKind,
    pub count: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum SpecialKind {
    MassDriver,
    ParticleCannon,
}

/// ASF-DISP.8: the six numbers of one weapons box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct WeaponsBox {
    pub primaries: Primaries,
    pub secondaries: u16,
    /// ASF-SPC.1: a count, not a strength.
    pub specials: u16,
}

/// ASF-DISP.1: a display as it is printed, for a class in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Ships that give this number as their `design` have this display.
    pub design: u8,
    pub name: String,
    /// What people call the type; by mass where the design does not say (ASF-DES.1).
    pub class: String,
    /// ASF-DES.5: the engine rating, whatever has been damaged since.
    pub engine: u16,
    /// ASF-DISP.2, ASF-DISP.3: the weapons boxes from left to right, as many as hull boxes.
    pub boxes: Vec<WeaponsBox>,
    /// ASF-DC.1: hull boxes with a crew unit, counted from 1 at the left; none without criticals.
    pub crew: Vec<u16>,
    /// ASF-DISP.6: the row of criticals; none without criticals.
    pub criticals: Vec<Location>,
    /// ASF-SPC.1: what the count of special weapons is of.
    pub special: Option<SpecialKind>,
}

/// The hardest limit on any number of a design, so that sums stay small.
const MOST: u16 = 240;

impl Primaries {
    pub fn total(self) -> u32 {
        [self.forward, self.left, self.right, self.rear].into_iter().map(u32::from).sum()
    }

    pub fn strongest(self) -> u16 {
        self.forward.max(self.left).max(self.right).max(self.rear)
    }
}

impl Design {
    /// ASF-DES.4: the Defence Factor with its electronics working.
    pub fn defence(&self) -> u16 {
        self.natural.saturating_add(self.ed)
    }

    /// ASF-DES.1, ASF-DES.2: the class that goes with the mass.
    pub fn mass_class(&self) -> &'static str {
        match self.hull {
            0 => "hulk",
            1 => "frigate",
            2 => "destroyer",
            3..=4 => "light cruiser",
            5..=6 => "heavy cruiser",
            7..=9 => "battlecruiser",
            10..=12 => "battleship",
            13..=18 => "dreadnaught",
            19..=24 => "superdreadnaught",
            _ => "titan",
        }
    }

    /// ASF-DISP.2, ASF-DISP.3: the active box with `left` of all boxes unmarked.
    pub fn weapons_box(&self, left: u16) -> WeaponsBox {
        let now = |full: u16| share(full, left, self.hull);
        WeaponsBox {
            primaries: Primaries {
                forward: now(self.primaries.forward),
                left: now(self.primaries.left),
                right: now(self.primaries.right),
                rear: now(self.primaries.rear),
            },
            secondaries: now(self.secondaries),
            specials: now(self.special.map_or(0, |special| special.count)),
        }
    }

    /// ASF-DC.1, ASF-DC.5: one crew unit for every four hull boxes, rounded half up, at
    /// least one; whether or not a display prints the icons.
    pub fn crew(&self) -> u16 {
        (self.hull.saturating_add(2) / 4).max(1)
    }

    /// ASF-DC.1: crew units sit in boxes n, n-4, n-8 ... from the left, so
    /// those right of the marked boxes are left.
    pub fn crew_left(&self, hull_marked: u16) -> u16 {
        self.crew_places().filter(|&place| hull_marked < place).count() as u16
    }

    /// ASF-DC.1: the hull boxes with a crew unit, counted from 1 at the left, the last first.
    pub fn crew_places(&self) -> impl Iterator<Item = u16> + use<> {
        let hull = self.hull;
        (0..self.crew()).map(move |i| hull.saturating_sub(i.saturating_mul(4))).filter(|&place| 0 < place)
    }

    /// ASF-DISP.1: its display, with the icons of what is played with.
    pub(crate) fn sheet(&self, design: u8, criticals: bool) -> Sheet {
        Sheet {
            design,
            name: self.name.clone(),
            class: if self.class.is_empty() { self.mass_class().to_owned() } else { self.class.clone() },
            engine: self.engine,
            boxes: (1..=self.hull).rev().map(|left| self.weapons_box(left)).collect(),
            crew: if criticals { self.crew_places().collect() } else { Vec::new() },
            criticals: if criticals { Location::ALL.to_vec() } else { Vec::new() },
            special: self.special.map(|it| it.kind),
        }
    }

    /// What it counts for: the published value, or ASF-DES.9.
    pub fn points(&self) -> u16 {
        self.points.unwrap_or_else(|| self.house_points())
    }

    /// ASF-DES.9: the root of toughness times firepower, in whole numbers:
    /// the greatest n with 5 (2n - 1)² <= 3 · hull · DF · Q.
    pub fn house_points(&self) -> u16 {
        let Primaries { forward, left, right, rear } = self.primaries;
        let all_round = 4 * u64::from(forward) + [left, right, rear].into_iter().map(u64::from).sum::<u64>();
        let best_arc = 4 * u64::from(self.primaries.strongest());
        let specials = self.special.map_or(0, |special| match special.kind {
            SpecialKind::MassDriver => 24 * u64::from(special.count),
            SpecialKind::ParticleCannon => 16 * u64::from(special.count),
        });
        let firepower = all_round.max(best_arc) + 2 * u64::from(self.secondaries) + specials;
        let worth = 3 * u64::from(self.hull) * u64::from(self.defence()) * firepower;
        // (2n - 1)² is a whole number, so the floor of worth / 5 decides.
        (worth / 5).isqrt().div_ceil(2).min(u64::from(u16::MAX)) as u16
    }

    /// ASF-DES.8: what the weapons draw.
    pub fn power_used(&self) -> u32 {
        let specials = self.special.map_or(0, |special| 4 * u32::from(special.count));
        self.primaries.total() + u32::from(self.secondaries) + specials
    }

    /// ASF-DES.8: what hull and engine leave for weapons. ASF-DES.10: it grows with mass.
    pub fn power_budget(&self) -> u32 {
        u32::from(self.hull) * u32::from(5_u16.saturating_sub(self.engine))
    }

    /// Everything there is to say about a design, under the given limits.
    pub fn findings(&self, limits: Limits) -> Vec<(Severity, Finding)> {
        let mut found = Vec::new();
        let mut add = |severity, rule, reason: String| found.push((severity, Finding { rule, reason }));
        use Severity::{Error, Note, Warning};
        if self.name.trim().is_empty() {
            add(Warning, "ASF-DISP.9", "the ship has no name".to_owned());
        }
        let numbers = [self.hull, self.natural, self.ed, self.secondaries, self.primaries.strongest()];
        let count = self.special.map_or(0, |special| special.count);
        if numbers.into_iter().chain([count]).any(|number| MOST < number) {
            add(Error, "ASF-DES.1", format!("no number of a ship may exceed {MOST}"));
        }
        match self.hull {
            0 => add(Error, "ASF-DES.1", "a ship has at least 1 hull box".to_owned()),
            1..=2 | 25.. if !limits.escorts_titans => {
                let class = self.mass_class();
                let reason =
                    format!("hull {} is a {class}; the basic game takes hulls from 3 to 24", self.hull);
                add(Error, "ASF-DES.2", reason);
            }
            _ => (),
        }
        let most = limits.natural.min(8);
        if self.natural < 2 || most < self.natural {
            let reason = format!("natural hull strength {} is not between 2 and {most}", self.natural);
            add(Error, "ASF-DES.3", reason);
        }
        if 4 < self.ed {
            add(Error, "ASF-DES.4", format!("electronic defences {} exceed 4", self.ed));
        }
        if 5 < self.engine {
            add(Error, "ASF-DES.5", format!("engine rating {} exceeds 5", self.engine));
        }
        if self.special.is_some_and(|special| special.count == 0) {
            add(Error, "ASF-SPC.1", "a special weapon with a count of 0: leave it out".to_owned());
        }
        if 0 < self.primaries.total() && u32::from(self.primaries.strongest()) == self.primaries.total() {
            add(Warning, "ASF-DES.7", "one arc holds all the primary strength".to_owned());
        }
        let (used, budget) = (self.power_used(), self.power_budget());
        if limits.power_budget && budget < used {
            let reason = format!(
                "weapons draw {used}, but hull {} with engine {} gives {budget}",
                self.hull, self.engine
            );
            add(Error, "ASF-DES.8", reason);
        } else if limits.power_budget && used < budget {
            add(Note, "ASF-DES.8", format!("{} of {budget} power is unused", budget - used));
        }
        if self.engine == 0 && 0 < self.hull {
            let reason =
                "a ship that cannot move is hit at +2 and fights for about half its points".to_owned();
            add(Warning, "ASF-DES.11", reason);
        }
        if self.points.is_none() {
            add(Note, "ASF-DES.9", format!("{} house points by formula", self.house_points()));
        } else if self.points != Some(self.house_points()) {
            let (given, formula) = (self.points(), self.house_points());
            add(Warning, "ASF-DES.9", format!("{given} points given, {formula} by formula"));
        }
        if self.power_used() == 0 {
            add(Note, "ASF-DES.6", "the ship carries no weapons".to_owned());
        }
        found
    }

    pub fn audit(&self, limits: Limits) -> Audit {
        Audit {
            name: self.name.clone(),
            mass: u32::from(self.hull),
            points: u32::from(self.points()),
            cpv: None,
            findings: self.findings(limits),
        }
    }
}

/// What the options allow a designer.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub power_budget: bool,
    pub escorts_titans: bool,
    pub natural: u16,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { power_budget: true, escorts_titans: false, natural: 5 }
    }
}

/// ASF-DISP.3: `full` in proportion to the boxes left, rounded half up.
fn share(full: u16, left: u16, of: u16) -> u16 {
    let (full, left, of) = (u32::from(full), u32::from(left), u32::from(of));
    if of == 0 { 0 } else { ((2 * full * left + of) / (2 * of)) as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::ships;

    fn ship(name: &str) -> Design {
        ships().iter().find(|it| it.name == name).cloned().expect("a supplied ship")
    }

    #[track_caller]
    fn check_row(name: &str, of: impl Fn(WeaponsBox) -> u16, printed: &[u16]) {
        let design = ship(name);
        let row: Vec<u16> = (1..=design.hull).rev().map(|left| of(design.weapons_box(left))).collect();
        assert_eq!(row, printed, "{name}");
        assert_eq!(of(design.weapons_box(0)), 0);
    }

    /// ASF-DISP.3: every printed cell of the four book ships.
    #[test]
    fn rule_disp_3_reproduces_every_printed_box() {
        let forward = |it: WeaponsBox| it.primaries.forward;
        let sides = [|it: WeaponsBox| it.primaries.left, |it: WeaponsBox| it.primaries.right];
        let rear = |it: WeaponsBox| it.primaries.rear;
        let secondaries = |it: WeaponsBox| it.secondaries;
        let specials = |it: WeaponsBox| it.specials;
        check_row("Calypso", forward, &[4, 3, 2, 1]);
        check_row("Calypso", rear, &[0; 4]);
        check_row("Calypso", secondaries, &[4, 3, 2, 1]);
        check_row("Calypso", specials, &[0; 4]);
        check_row("Swordfish", forward, &[5, 4, 3, 3, 2, 1]);
        check_row("Swordfish", rear, &[0; 6]);
        check_row("Swordfish", secondaries, &[3, 3, 2, 2, 1, 1]);
        check_row("Swordfish", specials, &[1, 1, 1, 1, 0, 0]);
        check_row("Warrior", forward, &[16, 15, 13, 12, 11, 9, 8, 7, 5, 4, 3, 1]);
        check_row("Warrior", rear, &[0; 12]);
        check_row("Warrior", secondaries, &[8, 7, 7, 6, 5, 5, 4, 3, 3, 2, 1, 1]);
        check_row("Warrior", specials, &[2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0]);
        check_row("New Mars", forward, &[6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1]);
        check_row("New Mars", rear, &[4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0]);
        check_row("New Mars", secondaries, &[6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1]);
        check_row("New Mars", specials, &[2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0]);
        for side in sides {
            check_row("Calypso", side, &[2, 2, 1, 1]);
            check_row("Swordfish", side, &[3, 3, 2, 2, 1, 1]);
            check_row("Warrior", side, &[8, 7, 7, 6, 5, 5, 4, 3, 3, 2, 1, 1]);
            check_row("New Mars", side, &[12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
        }
    }

    /// ASF-DES.9: the published points of the four book ships, and our own.
    #[test]
    fn rule_des_9_prices() {
        let priced = [
            ("Calypso", 7),
            ("Swordfish", 14),
            ("Warrior", 36),
            ("Warrior (particle)", 34),
            ("New Mars", 29),
            ("Kestrel", 5),
            ("Halberd", 11),
            ("Marauder", 16),
            ("Colossus", 50),
            ("Behemoth", 58),
            ("Packhorse", 3),
            ("Bulwark", 61),
        ];
        for (name, points) in priced {
            assert_eq!(ship(name).house_points(), points, "{name}");
        }
        assert_eq!(Design { hull: 5, natural: 3, ..Design::default() }.house_points(), 0);
    }

    /// ASF-DES.8: the four book ships meet the budget with equality.
    #[test]
    fn rule_des_8_budgets() {
        for (name, power) in [("Calypso", 12), ("Swordfish", 18), ("Warrior", 48), ("New Mars", 48)] {
            assert_eq!((ship(name).power_used(), ship(name).power_budget()), (power, power), "{name}");
        }
    }

    /// ASF-DES.10, ASF-DES.1: fighting power grows with mass.
    #[test]
    fn rule_des_10_power_grows_with_mass() {
        let budget = |hull| Design { hull, engine: 2, ..Design::default() }.power_budget();
        assert!((3..24).all(|hull| budget(hull) < budget(hull + 1)));
    }

    /// ASF-DC.1, ASF-DC.5: crew units and where they sit.
    #[test]
    fn rule_dc_1_crew_units() {
        let crew = |hull, marked| Design { hull, ..Design::default() }.crew_left(marked);
        assert_eq!([3, 4, 5, 6, 9, 10, 12, 24].map(|hull| crew(hull, 0)), [1, 1, 1, 2, 2, 3, 3, 6]);
        assert_eq!([0, 3, 4].map(|marked| crew(4, marked)), [1, 1, 0]);
        assert_eq!([1, 2, 5, 6].map(|marked| crew(6, marked)), [2, 1, 1, 0]);
        assert_eq!([3, 4, 7, 8, 11, 12].map(|marked| crew(12, marked)), [3, 2, 2, 1, 1, 0]);
    }

    #[track_caller]
    fn check_finding(design: &Design, limits: Limits, rule: &str, severity: Option<Severity>) {
        let found = design.findings(limits).into_iter().filter(|(_, it)| it.rule == rule);
        let worst = found.map(|(severity, _)| severity).max();
        assert_eq!(worst, severity, "{rule} for {design:?}");
    }

    /// ASF-DES.2 to ASF-DES.8, ASF-DES.11: what the designer says.
    #[test]
    fn rule_des_findings() {
        use Severity::{Error, Note, Warning};
        let limits = Limits::default();
        let calypso = ship("Calypso");
        assert!(calypso.findings(limits).iter().all(|(severity, _)| *severity < Error));
        check_finding(&Design { hull: 2, ..calypso.clone() }, limits, "ASF-DES.2", Some(Error));
        check_finding(&Design { hull: 25, ..calypso.clone() }, limits, "ASF-DES.2", Some(Error));
        let loose = Limits { escorts_titans: true, natural: 8, power_budget: false };
        check_finding(&Design { hull: 25, ..calypso.clone() }, loose, "ASF-DES.2", None);
        check_finding(&Design { natural: 6, ..calypso.clone() }, limits, "ASF-DES.3", Some(Error));
        check_finding(&Design { natural: 6, ..calypso.clone() }, loose, "ASF-DES.3", None);
        check_finding(&Design { natural: 9, ..calypso.clone() }, loose, "ASF-DES.3", Some(Error));
        check_finding(&Design { ed: 5, ..calypso.clone() }, limits, "ASF-DES.4", Some(Error));
        check_finding(&Design { engine: 6, ..calypso.clone() }, limits, "ASF-DES.5", Some(Error));
        check_finding(&Design { engine: 0, ..calypso.clone() }, limits, "ASF-DES.11", Some(Warning));
        let one_arc = Primaries { forward: 8, ..Primaries::default() };
        check_finding(&Design { primaries: one_arc, ..calypso.clone() }, limits, "ASF-DES.7", Some(Warning));
        check_finding(&Design { secondaries: 5, ..calypso.clone() }, limits, "ASF-DES.8", Some(Error));
        check_finding(&Design { secondaries: 5, ..calypso.clone() }, loose, "ASF-DES.8", None);
        check_finding(&Design { secondaries: 3, ..calypso.clone() }, limits, "ASF-DES.8", Some(Note));
        let none = Some(Special { kind: SpecialKind::MassDriver, count: 0 });
        check_finding(&Design { special: none, ..calypso }, limits, "ASF-SPC.1", Some(Error));
        check_finding(&Design::default(), limits, "ASF-DES.1", Some(Error));
    }

    /// ASF-DES.6: the example box 8/4/4/2 with 6 secondaries would fit hull 8, engine 2.
    #[test]
    fn rule_des_6_example_box() {
        let primaries = Primaries { forward: 8, left: 4, right: 4, rear: 2 };
        let design = Design { hull: 8, engine: 2, primaries, secondaries: 6, ..Design::default() };
        assert_eq!((design.power_used(), design.power_budget()), (24, 24));
        assert_eq!(design.weapons_box(8), WeaponsBox { primaries, secondaries: 6, specials: 0 });
    }

    /// ASF-DISP.2, ASF-DC.1: what the display of a Warrior prints.
    #[test]
    fn rule_disp_2_the_sheet_prints_boxes_and_crew() {
        let primaries = Primaries { forward: 16, left: 8, right: 8, rear: 0 };
        let special = Some(Special { kind: SpecialKind::MassDriver, count: 2 });
        let design = Design { hull: 12, primaries, secondaries: 8, special, ..Design::default() };
        let sheet = design.sheet(3, true);
        let forward: Vec<u16> = sheet.boxes.iter().map(|it| it.primaries.forward).collect();
        assert_eq!(forward, [16, 15, 13, 12, 11, 9, 8, 7, 5, 4, 3, 1]);
        assert_eq!((sheet.design, sheet.class.as_str(), sheet.crew), (3, "battleship", vec![12, 8, 4]));
        assert_eq!((sheet.criticals.len(), sheet.special), (6, Some(SpecialKind::MassDriver)));
        let small = Design { hull: 6, ..Design::default() };
        assert_eq!(small.sheet(0, true).crew, [6, 2]);
        let plain = small.sheet(0, false);
        assert!(plain.crew.is_empty() && plain.criticals.is_empty());
    }

    /// ASF-DES.1, ASF-DES.2: classes by mass.
    #[test]
    fn rule_des_1_classes() {
        let class = |hull| Design { hull, ..Design::default() }.mass_class();
        let expected = [
            (1, "frigate"),
            (2, "destroyer"),
            (3, "light cruiser"),
            (6, "heavy cruiser"),
            (7, "battlecruiser"),
            (12, "battleship"),
            (18, "dreadnaught"),
            (24, "superdreadnaught"),
            (25, "titan"),
        ];
        for (hull, name) in expected {
            assert_eq!(class(hull), name, "hull {hull}");
        }
    }
}
