//! Who can hit whom, and how hard (ASF-ARC, ASF-LOS, ASF-RAT, ASF-CHT). No dice.

use geometry::{Length, Relative};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    design::{Primaries, SpecialKind},
    options::{ArcBoundary, GasRound},
    scenario::TerrainKind,
    ship::{Location, Ship, ShipId},
};

/// ASF-ARC.2: one of the four 90-degree arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Arc {
    Forward,
    Left,
    Right,
    Rear,
}

impl Arc {
    pub const ALL: [Arc; 4] = [Arc::Forward, Arc::Left, Arc::Right, Arc::Rear];

    /// ASF-ARC.2: a quarter of the circle each, in degrees clockwise from dead ahead; for showing.
    pub fn span(self) -> [i16; 2] {
        match self {
            Arc::Forward => [-45, 45],
            Arc::Right => [45, 135],
            Arc::Rear => [135, 225],
            Arc::Left => [225, 315],
        }
    }

    pub fn strength(self, primaries: Primaries) -> u16 {
        match self {
            Arc::Forward => primaries.forward,
            Arc::Left => primaries.left,
            Arc::Right => primaries.right,
            Arc::Rear => primaries.rear,
        }
    }

    pub fn letter(self) -> char {
        match self {
            Arc::Forward => 'F',
            Arc::Left => 'L',
            Arc::Right => 'R',
            Arc::Rear => 'A',
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Arc::Forward => "forward",
            Arc::Left => "left",
            Arc::Right => "right",
            Arc::Rear => "rear",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The arcs a target lies in: one, or two on a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arcs(u8);

impl Arcs {
    const NONE: Arcs = Arcs(0);
    const ALL: Arcs = Arcs(0b1111);

    pub fn contains(self, arc: Arc) -> bool {
        self.0 & arc.bit() != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Arc> {
        Arc::ALL.into_iter().filter(move |&arc| self.contains(arc))
    }
}

/// The three simultaneous steps of fire (ASF-SEQ.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Primaries,
    Specials,
    Secondaries,
}

impl Step {
    pub fn name(self) -> &'static str {
        match self {
            Step::Primaries => "primary fire",
            Step::Specials => "special fire",
            Step::Secondaries => "secondary fire",
        }
    }
}

/// What is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    Primaries,
    MassDrivers,
    ParticleCannons,
    Secondaries,
}

impl Weapon {
    pub fn name(self) -> &'static str {
        match self {
            Weapon::Primaries => "primaries",
            Weapon::MassDrivers => "mass drivers",
            Weapon::ParticleCannons => "particle cannons",
            Weapon::Secondaries => "secondaries",
        }
    }
}

/// ASF-RAT.1: a column of the combat chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub enum Column {
    #[serde(rename = "1:3")]
    OneToThree,
    #[serde(rename = "1:2")]
    OneToTwo,
    #[serde(rename = "1:1")]
    Even,
    #[serde(rename = "3:2")]
    ThreeToTwo,
    #[serde(rename = "2:1")]
    TwoToOne,
    #[serde(rename = "3:1")]
    ThreeToOne,
    #[serde(rename = "4:1")]
    FourToOne,
    #[serde(rename = "5:1")]
    FiveToOne,
    #[serde(rename = "6:1")]
    SixToOne,
}

/// ASF-CHT.6: boxes destroyed by modified die (0 to 6) and column.
const CHART: [[u8; 9]; 7] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 1, 1, 1, 2],
    [0, 0, 0, 0, 1, 1, 1, 2, 2],
    [0, 0, 0, 1, 1, 1, 2, 2, 3],
    [0, 0, 1, 1, 1, 2, 2, 3, 3],
    [0, 1, 1, 1, 2, 2, 3, 3, 4],
    [1, 1, 1, 2, 2, 3, 3, 4, 4],
];

impl Column {
    const ALL: [Column; 9] = [
        Column::OneToThree,
        Column::OneToTwo,
        Column::Even,
        Column::ThreeToTwo,
        Column::TwoToOne,
        Column::ThreeToOne,
        Column::FourToOne,
        Column::FiveToOne,
        Column::SixToOne,
    ];

    /// ASF-RAT.1: the greatest ratio that is reached. ASF-RAT.2: none below a third.
    pub fn of(strength: u16, defence: u16) -> Option<Column> {
        let (a, d) = (u32::from(strength), u32::from(defence));
        let reached = |k: u32| k * d <= a;
        match () {
            () if a == 0 || 3 * a < d => None,
            () if reached(6) => Some(Column::SixToOne),
            () if reached(5) => Some(Column::FiveToOne),
            () if reached(4) => Some(Column::FourToOne),
            () if reached(3) => Some(Column::ThreeToOne),
            () if reached(2) => Some(Column::TwoToOne),
            () if 3 * d <= 2 * a => Some(Column::ThreeToTwo),
            () if d <= a => Some(Column::Even),
            () if d <= 2 * a => Some(Column::OneToTwo),
            () => Some(Column::OneToThree),
        }
    }

    /// ASF-PC.2: so many columns to the left; `None` left of 1:3.
    pub fn shifted_left(self, columns: u8) -> Option<Column> {
        (self as usize).checked_sub(usize::from(columns)).map(|i| Column::ALL[i])
    }

    /// ASF-CHT.4, ASF-CHT.6: boxes destroyed by a die with its modifier.
    pub fn boxes(self, die: u8, modifier: i8) -> u8 {
        let row = (die as i8).saturating_add(modifier).clamp(0, 6);
        CHART[row as usize][self as usize]
    }

    pub fn name(self) -> &'static str {
        ["1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1"][self as usize]
    }

    /// Sixths of a box that one die is expected to destroy.
    pub(crate) fn sixths(self, modifier: i8) -> i32 {
        SIXTHS[self as usize][(modifier.clamp(-6, 2) + 6) as usize]
    }
}

/// Expected boxes in sixths, by column and modifier from -6 to +2.
pub(crate) const SIXTHS: [[i32; 9]; 9] = sixths();

const fn sixths() -> [[i32; 9]; 9] {
    let mut table = [[0; 9]; 9];
    let mut column = 0;
    while column < 9 {
        let mut modifier = -6_i32;
        while modifier <= 2 {
            let mut die = 1;
            while die <= 6 {
                let row = die + modifier;
                let row = if row < 0 {
                    0
                } else if 6 < row {
                    6
                } else {
                    row
                };
                table[column][(modifier + 6) as usize] += CHART[row as usize][column] as i32;
                die += 1;
            }
            modifier += 1;
        }
        column += 1;
    }
    table
}

/// The line from a firer to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// ASF-ARC.4: 1 short, 2 medium, 3 long.
    pub band: u8,
    /// ASF-ARC.3: within reach of secondaries.
    pub close: bool,
    pub arcs: Arcs,
    /// ASF-SCN.4: inches of gas.
    pub gas: i8,
}

/// ASF-LOS.1, ASF-LOS.2, ASF-ARC.4: the line of sight, if there is one within three bands.
pub(crate) fn sight(battle: &Battle, from: &Ship, to: &Ship) -> Option<Sight> {
    let clear = in_reach(battle, from, to)?;
    Some(Sight { gas: gas(battle, from, to)?, ..clear })
}

/// The same as if nothing lay between.
fn in_reach(battle: &Battle, from: &Ship, to: &Ship) -> Option<Sight> {
    let options = &battle.field.options;
    let offset = to.at - from.at;
    let width = options.range_band;
    let band = offset.band(width, 3)?;
    Some(Sight {
        band,
        close: offset.within(width.part(2)),
        arcs: arcs(offset.seen_from(from.heading), options.arc_boundary),
        gas: 0,
    })
}

/// ASF-LOS.2, ASF-SCN.4: inches of gas on the line, unless something solid is on it. The dearest
/// question about a line.
fn gas(battle: &Battle, from: &Ship, to: &Ship) -> Option<i8> {
    if is_blocked(battle, from, to) {
        return None;
    }
    let clouds = battle.terrain.iter().filter(|it| it.0 == TerrainKind::Gas);
    let gas: Length = clouds.map(|(_, outline)| outline.inside(from.at, to.at)).sum();
    let inches = match battle.field.options.gas_round {
        GasRound::Down => gas.whole_units_down(),
        GasRound::Up => gas.whole_units_up(),
    };
    Some(inches.clamp(0, 100) as i8)
}

/// ASF-LOS.2: whether something solid is on the line.
fn is_blocked(battle: &Battle, from: &Ship, to: &Ship) -> bool {
    battle.terrain.iter().any(|(kind, outline)| {
        *kind == TerrainKind::Solid
            && (outline.inside(from.at, to.at).exceeds(Length::ZERO)
                || outline.contains(from.at)
                || outline.contains(to.at))
    })
}

/// ASF-ARC.2: which arcs a target lies in.
fn arcs(target: Relative, boundary: ArcBoundary) -> Arcs {
    let Relative { ahead, right } = target;
    // How far the target is from the nearest boundary, times the root of two.
    const EDGE: Length = Length(1_415);
    if ahead.abs() <= EDGE && right.abs() <= EDGE {
        return Arcs::ALL;
    }
    let lengthwise = if Length::ZERO < ahead { Arc::Forward } else { Arc::Rear };
    let abeam = if Length::ZERO < right { Arc::Right } else { Arc::Left };
    let difference = ahead.abs() - right.abs();
    if EDGE < difference.abs() {
        let arc = if Length::ZERO < difference { lengthwise } else { abeam };
        return Arcs(arc.bit());
    }
    match boundary {
        ArcBoundary::Firer => Arcs(lengthwise.bit() | abeam.bit()),
        // The one nearer the bow: forward before the sides, the sides before rear.
        ArcBoundary::ForwardFirst if lengthwise == Arc::Forward => Arcs(Arc::Forward.bit()),
        ArcBoundary::ForwardFirst => Arcs(abeam.bit()),
        ArcBoundary::Exclude => Arcs::NONE,
    }
}

/// ASF-CHT.2, ASF-CHT.7, ASF-CRIT.7: for the speed of the target.
pub(crate) fn speed_modifier(battle: &Battle, target: &Ship) -> i8 {
    if target.criticals.has(Location::Engine) || target.speed == 0 {
        return 2;
    }
    let (fast, slow) = if battle.field.options.speed_limits_scale {
        // ASF-ARC.5: 12 and 4 are the band and a third of it.
        (battle.field.options.range_band, battle.field.options.range_band.part(3))
    } else {
        (Length::units(12), Length::units(4))
    };
    let speed = Length::units(i32::from(target.speed));
    if fast.at_most(speed) {
        -1
    } else if speed.at_most(slow) {
        1
    } else {
        0
    }
}

/// ASF-CHT.3: for the range band.
pub(crate) fn range_modifier(band: u8) -> i8 {
    1 - band as i8
}

/// ASF-CHT.5: what is added to a die, by its reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Modifiers {
    /// ASF-CHT.2.
    pub speed: i8,
    /// ASF-CHT.3.
    pub range: i8,
    /// ASF-SCN.4.
    pub gas: i8,
}

impl Modifiers {
    pub fn total(self) -> i8 {
        self.speed + self.range + self.gas
    }
}

/// ASF-CHT.1, ASF-CHT.8, ASF-MD.1, ASF-PC.2: the modifiers that reach a weapon.
pub(crate) fn modifiers(battle: &Battle, weapon: Weapon, sight: Sight, target: &Ship) -> Modifiers {
    match weapon {
        Weapon::Primaries | Weapon::MassDrivers => Modifiers {
            speed: speed_modifier(battle, target),
            range: range_modifier(sight.band),
            gas: -sight.gas,
        },
        Weapon::ParticleCannons => {
            Modifiers { speed: speed_modifier(battle, target), range: 0, gas: -sight.gas }
        }
        Weapon::Secondaries => Modifiers::default(),
    }
}

/// ASF-PC.2: columns lost to range.
pub(crate) fn column_shift(weapon: Weapon, sight: Sight) -> u8 {
    match weapon {
        Weapon::ParticleCannons => 2 * (sight.band - 1),
        Weapon::Primaries | Weapon::MassDrivers | Weapon::Secondaries => 0,
    }
}

/// ASF-MD.2, ASF-PC.1: the attack factor of one special weapon.
pub(crate) fn attack_factor(kind: SpecialKind) -> u16 {
    match kind {
        SpecialKind::MassDriver => 12,
        SpecialKind::ParticleCannon => 8,
    }
}

/// What a ship fires in a step, if it has anything left to fire.
pub(crate) fn weapon_of(battle: &Battle, id: ShipId, step: Step) -> Option<Weapon> {
    let ship = battle.ship(id);
    let weapons = battle.weapons_box(ship);
    let blind = ship.criticals.has(Location::FireControl);
    match step {
        Step::Primaries if blind || weapons.primaries.strongest() == 0 => None,
        Step::Primaries => Some(Weapon::Primaries),
        Step::Specials if blind || weapons.specials == 0 => None,
        Step::Specials => battle.field.design(ship.design).special.map(|special| match special.kind {
            SpecialKind::MassDriver => Weapon::MassDrivers,
            SpecialKind::ParticleCannon => Weapon::ParticleCannons,
        }),
        Step::Secondaries if weapons.secondaries == 0 => None,
        Step::Secondaries => Some(Weapon::Secondaries),
    }
}

/// The strength of a ship's weapon: by arc for primaries, the sum for others.
pub(crate) fn strength(battle: &Battle, ship: &Ship, weapon: Weapon, arc: Arc) -> u16 {
    let weapons = battle.weapons_box(ship);
    match weapon {
        Weapon::Primaries => arc.strength(weapons.primaries),
        Weapon::Secondaries => weapons.secondaries,
        Weapon::MassDrivers => weapons.specials * attack_factor(SpecialKind::MassDriver),
        Weapon::ParticleCannons => weapons.specials * attack_factor(SpecialKind::ParticleCannon),
    }
}

/// One attack that could be made on a target with all a weapon has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub target: ShipId,
    pub weapon: Weapon,
    pub arc: Arc,
    pub strength: u16,
    /// After shifts; for mass drivers that of a single hit.
    pub column: Column,
    pub modifiers: Modifiers,
}

/// Whether a ship could make any attack in a step: as [`shots`], but gas is measured only where it could
/// make a shot hopeless.
pub(crate) fn has_shot(battle: &Battle, id: ShipId, step: Step) -> bool {
    let firer = battle.ship(id);
    let Some(weapon) = weapon_of(battle, id, step).filter(|_| firer.is_active()) else { return false };
    battle.enemies_of(firer.side).any(|target| {
        let ship = battle.ship(target);
        let Some(clear) = in_reach(battle, firer, ship).filter(|_| may_target(firer, weapon, target)) else {
            return false;
        };
        let hurts = |arc| bearing_column(battle, firer, weapon, arc, ship, clear).is_some();
        if !Arc::ALL.into_iter().any(hurts) {
            return false;
        }
        let thinned = |gas| {
            let sight = Sight { gas, ..clear };
            Arc::ALL.into_iter().any(|arc| shot(battle, firer, weapon, arc, target, sight).is_some())
        };
        match weapon {
            Weapon::MassDrivers => gas(battle, firer, ship).is_some_and(thinned),
            Weapon::Primaries | Weapon::ParticleCannons | Weapon::Secondaries => {
                !is_blocked(battle, firer, ship)
            }
        }
    })
}

/// Every attack a ship could make in a step, one for each target and arc.
pub(crate) fn shots(battle: &Battle, id: ShipId, step: Step) -> impl Iterator<Item = Shot> {
    let firer = battle.ship(id);
    let weapon = if firer.is_active() { weapon_of(battle, id, step) } else { None };
    let targets = battle.enemies_of(firer.side);
    weapon.into_iter().flat_map(move |weapon| {
        let targets = targets.clone();
        targets
            .filter_map(move |target| {
                if !may_target(firer, weapon, target) {
                    return None;
                }
                let ship = battle.ship(target);
                let clear = in_reach(battle, firer, ship)?;
                // What lies between is asked only where something could be done.
                let hurts = |arc| bearing_column(battle, firer, weapon, arc, ship, clear).is_some();
                if !Arc::ALL.into_iter().any(hurts) {
                    return None;
                }
                Some((target, Sight { gas: gas(battle, firer, ship)?, ..clear }))
            })
            .flat_map(move |(target, sight)| {
                Arc::ALL.into_iter().filter_map(move |arc| shot(battle, firer, weapon, arc, target, sight))
            })
    })
}

/// ASF-CRIT.4, ASF-CRIT.10: without a bridge only at the ships it is tied to.
pub(crate) fn may_target(firer: &Ship, weapon: Weapon, target: ShipId) -> bool {
    match weapon {
        Weapon::Primaries => !firer.tied || firer.primary_targets.contains(target),
        Weapon::MassDrivers | Weapon::ParticleCannons => {
            !firer.tied || firer.special_targets.contains(target)
        }
        Weapon::Secondaries => true,
    }
}

/// The attack on `target` through `arc`, if it is in arc and reach and can hurt.
pub(crate) fn shot(
    battle: &Battle,
    firer: &Ship,
    weapon: Weapon,
    arc: Arc,
    target: ShipId,
    sight: Sight,
) -> Option<Shot> {
    let ship = battle.ship(target);
    let (strength, column) = bearing_column(battle, firer, weapon, arc, ship, sight)?;
    let modifiers = modifiers(battle, weapon, sight, ship);
    // ASF-MD.1: there is no natural 6.
    if weapon == Weapon::MassDrivers && 6 + modifiers.total() < 4 {
        return None;
    }
    Some(Shot { target, weapon, arc, strength, column, modifiers })
}

/// The strength and the column of a weapon that bears through `arc` and can hurt, whatever gas is between.
fn bearing_column(
    battle: &Battle,
    firer: &Ship,
    weapon: Weapon,
    arc: Arc,
    target: &Ship,
    sight: Sight,
) -> Option<(u16, Column)> {
    let bears = match weapon {
        Weapon::Primaries => sight.arcs.contains(arc),
        // ASF-SPC.2: forward only.
        Weapon::MassDrivers | Weapon::ParticleCannons => arc == Arc::Forward && sight.arcs.contains(arc),
        // ASF-ARC.3: all round, told as forward.
        Weapon::Secondaries => arc == Arc::Forward && sight.close,
    };
    if !bears {
        return None;
    }
    let strength = strength(battle, firer, weapon, arc);
    let single =
        if weapon == Weapon::MassDrivers { attack_factor(SpecialKind::MassDriver) } else { strength };
    let column = Column::of(single, battle.defence(target))?.shifted_left(column_shift(weapon, sight))?;
    Some((strength, column))
}

#[cfg(test)]
mod tests {
    use geometry::Course;

    use super::*;

    /// ASF-ARC.2: the arcs that are shown are those that are fired in.
    #[test]
    fn rule_arc_2_spans_are_the_arcs() {
        for step in 0..i32::from(Course::STEPS) {
            let course = Course::NORTH.turned(step);
            let degrees = course.degrees() as i16;
            let there = course.offset(Length::units(10)).seen_from(Course::NORTH);
            let shown: Vec<Arc> = Arc::ALL
                .into_iter()
                .filter(|it| {
                    let [from, to] = it.span();
                    [degrees, degrees - 360].iter().any(|at| (from..=to).contains(at))
                })
                .collect();
            assert_eq!(arcs(there, ArcBoundary::Firer).iter().collect::<Vec<_>>(), shown, "{degrees}");
        }
    }

    /// ASF-ARC.2: as near as a boundary is wide, a target is in every arc; a hair further off it is not.
    #[test]
    fn rule_arc_2_in_the_same_place() {
        let near = Length(1_415);
        for (ahead, right, everywhere) in [
            (Length::ZERO, near, true),
            (near, Length::ZERO, true),
            (near, near, true),
            (Length::ZERO, near + Length(1), false),
            (near + Length(1), Length::ZERO, false),
        ] {
            let seen = arcs(Relative { ahead, right }, ArcBoundary::Exclude);
            assert_eq!(seen == Arcs::ALL, everywhere, "{ahead:?} ahead, {right:?} right");
        }
    }

    /// ASF-RAT.1: the book's ratios, and the columns between.
    #[test]
    fn rule_rat_1_columns() {
        let cases = [
            (19, 4, "4:1"),
            (20, 4, "5:1"),
            (4, 4, "1:1"),
            (8, 4, "2:1"),
            (2, 4, "1:2"),
            (3, 4, "1:2"),
            (6, 4, "3:2"),
            (5, 4, "1:1"),
            (14, 4, "3:1"),
            (16, 5, "3:1"),
            (24, 4, "6:1"),
            (99, 4, "6:1"),
            (2, 5, "1:3"),
        ];
        for (strength, defence, column) in cases {
            assert_eq!(
                Column::of(strength, defence).map(Column::name),
                Some(column),
                "{strength} against {defence}"
            );
        }
    }

    /// ASF-RAT.2: below a third there is no attack.
    #[test]
    fn rule_rat_2_too_weak() {
        assert_eq!(Column::of(1, 4), None);
        assert_eq!(Column::of(0, 4), None);
        assert_eq!(Column::of(1, 3), Some(Column::OneToThree));
    }

    /// ASF-CHT.4, ASF-CHT.6: the chart at its corners, and clamping.
    #[test]
    fn rule_cht_6_chart() {
        assert_eq!(Column::ThreeToOne.boxes(3, 0), 1);
        assert_eq!(Column::ThreeToOne.boxes(4, 0), 2);
        assert_eq!(Column::SixToOne.boxes(6, 2), 4);
        assert_eq!(Column::SixToOne.boxes(1, -3), 0);
        assert_eq!(Column::SixToOne.boxes(1, -100), 0);
        assert_eq!(Column::OneToThree.boxes(5, 1), 1);
        let total: u32 = CHART.iter().flatten().map(|&boxes| u32::from(boxes)).sum();
        assert_eq!(total, 73);
        let sum: i32 = (1..=6).map(|die| i32::from(Column::TwoToOne.boxes(die, -1))).sum();
        assert_eq!(Column::TwoToOne.sixths(-1), sum);
    }

    /// ASF-PC.2: left of 1:3 there is no attack.
    #[test]
    fn rule_pc_2_columns_shift_left() {
        assert_eq!(Column::ThreeToOne.shifted_left(2), Some(Column::ThreeToTwo));
        assert_eq!(Column::Even.shifted_left(2), Some(Column::OneToThree));
        assert_eq!(Column::OneToTwo.shifted_left(2), None);
    }

    #[track_caller]
    fn check_arcs(x: i32, y: i32, boundary: ArcBoundary, expect: &str) {
        let offset = geometry::Point::units(x, y) - geometry::Point::units(0, 0);
        let letters: String =
            arcs(offset.seen_from(Course::NORTH), boundary).iter().map(Arc::letter).collect();
        assert_eq!(letters, expect, "({x}, {y})");
    }

    /// ASF-ARC.2: arcs, their boundaries, and the same place.
    #[test]
    fn rule_arc_2_arcs() {
        use ArcBoundary::{Exclude, Firer, ForwardFirst};
        check_arcs(1, 5, Firer, "F");
        check_arcs(5, 1, Firer, "R");
        check_arcs(-5, 1, Firer, "L");
        check_arcs(0, -5, Firer, "A");
        check_arcs(3, 3, Firer, "FR");
        check_arcs(-3, -3, Firer, "LA");
        check_arcs(3, 3, ForwardFirst, "F");
        check_arcs(-3, -3, ForwardFirst, "L");
        check_arcs(3, -3, ForwardFirst, "R");
        check_arcs(3, 3, Exclude, "");
        check_arcs(0, 0, Exclude, "FLRA");
    }

    /// ASF-CHT.3, ASF-ARC.4: bands cost 0, 1, 2.
    #[test]
    fn rule_cht_3_range() {
        assert_eq!([1, 2, 3].map(range_modifier), [0, -1, -2]);
    }
}
