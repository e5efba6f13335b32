//! The printed tables: impulse chart, weapons, criticals (TAL-4.1.1, TAL-8.3.1, TAL-8.4.3).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// TAL-3.1.1: one of the six Impulses of a Round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub enum Impulse {
    #[default]
    A,
    B,
    C,
    D,
    E,
    F,
}

impl Impulse {
    pub const ALL: [Impulse; 6] = [Impulse::A, Impulse::B, Impulse::C, Impulse::D, Impulse::E, Impulse::F];

    pub fn next(self) -> Option<Impulse> {
        Impulse::ALL.get(self as usize + 1).copied()
    }

    pub fn letter(self) -> char {
        char::from(b'A' + self as u8)
    }

    /// TAL-4.1.1: whether the chart lists `number` for this Impulse.
    pub fn lists(self, number: i8) -> bool {
        (1..=6).contains(&number) && CHART[self as usize] >> number & 1 == 1
    }

    /// The letters of the Impulses that list `number`.
    pub(crate) fn listing(number: i8) -> String {
        Impulse::ALL.iter().filter(|it| it.lists(number)).map(|it| it.letter()).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case, reason = "the letters of the Impulses")]
struct ChartFile {
    A: Vec<u8>,
    B: Vec<u8>,
    C: Vec<u8>,
    D: Vec<u8>,
    E: Vec<u8>,
    F: Vec<u8>,
}

/// One bit for each number listed.
static CHART: LazyLock<[u8; 6]> = LazyLock::new(|| {
    let file: ChartFile =
        plain::from_toml(include_str!("../data/impulses.toml")).expect("the supplied chart");
    [file.A, file.B, file.C, file.D, file.E, file.F]
        .map(|numbers| numbers.iter().fold(0, |bits, number| bits | 1 << number))
});

/// TAL-2.10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    Phaser,
    Torpedo,
    WaveMotionGun,
    Disruptor,
    FusionCannon,
    Missile,
}

/// A weapon's table, by range and modified die.
#[derive(Clone, Debug)]
pub(crate) struct WeaponTable {
    code: String,
    name: String,
    /// `[range - 1][die - 1]`; `None` is out of range.
    rows: [Option<[u8; 6]>; 4],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponFile {
    weapon: Vec<WeaponEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponEntry {
    weapon: Weapon,
    code: String,
    name: String,
    rows: Vec<WeaponRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponRow {
    range: usize,
    damage: [u8; 6],
}

static WEAPONS: LazyLock<Vec<WeaponTable>> = LazyLock::new(|| {
    let file: WeaponFile =
        plain::from_toml(include_str!("../data/weapons.toml")).expect("the supplied weapons");
    Weapon::ALL
        .into_iter()
        .map(|weapon| {
            let entry = file.weapon.iter().find(|it| it.weapon == weapon).expect("every weapon has a table");
            let mut rows = [None; 4];
            for row in &entry.rows {
                rows[row.range - 1] = Some(row.damage);
            }
            WeaponTable { code: entry.code.clone(), name: entry.name.clone(), rows }
        })
        .collect()
});

impl Weapon {
    pub const ALL: [Weapon; 6] = [
        Weapon::Phaser,
        Weapon::Torpedo,
        Weapon::WaveMotionGun,
        Weapon::Disruptor,
        Weapon::FusionCannon,
        Weapon::Missile,
    ];

    pub fn name(self) -> &'static str {
        &WEAPONS[self as usize].name
    }

    /// `PH`, `AT`, as on the player aid.
    pub fn code(self) -> &'static str {
        &WEAPONS[self as usize].code
    }

    /// TAL-8.2.2a: whether the table has a row for this range.
    pub fn reaches(self, range: i16) -> bool {
        self.row(range).is_some()
    }

    /// Damage by die 1 to 6 at a range.
    pub fn row(self, range: i16) -> Option<[u8; 6]> {
        let range = usize::try_from(range).ok()?.checked_sub(1)?;
        WEAPONS[self as usize].rows.get(range).copied().flatten()
    }

    /// TAL-8.3.1, TAL-17.5a: the damage of a modified die; below 1 it misses.
    pub fn damage(self, range: i16, die: i8) -> u8 {
        match (self.row(range), usize::try_from(i16::from(die) - 1)) {
            (Some(row), Ok(die)) => row[die.min(5)],
            _ => 0,
        }
    }

    pub fn longest(self) -> i16 {
        (1..=4).rev().find(|&range| self.reaches(range)).unwrap_or(0)
    }
}

/// What a roll on the Critical Damage Table does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Critical {
    SecondaryExplosion,
    ShieldsDown,
    HelmDown,
    WeaponGroup,
    Thrusters,
    None,
    PowerRelay,
    FtlOffline,
    PowerLoss,
    CoreBreach,
}

/// One line of the Critical Damage Table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriticalLine {
    pub roll: u8,
    pub kind: Critical,
    pub name: String,
    pub repairable: bool,
    pub rule: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CriticalFile {
    result: Vec<CriticalLine>,
}

static CRITICALS: LazyLock<Vec<CriticalLine>> = LazyLock::new(|| {
    plain::from_toml::<CriticalFile>(include_str!("../data/criticals.toml"))
        .expect("the supplied criticals")
        .result
});

/// The table, 2 to 12.
pub fn criticals() -> &'static [CriticalLine] {
    &CRITICALS
}

impl Critical {
    /// TAL-8.4.3: two dice, summed.
    pub fn of(dice: [u8; 2]) -> Critical {
        CRITICALS[usize::from(dice[0] + dice[1]).clamp(2, 12) - 2].kind
    }

    pub(crate) fn line(self) -> &'static CriticalLine {
        CRITICALS.iter().find(|it| it.kind == self).expect("every result is in the table")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TAL-4.1.1: number n is listed in exactly n Impulses; Power 2 and Speed 4 as in the book.
    #[test]
    fn rule_4_1_1_the_chart() {
        for number in 0..=6_i8 {
            assert_eq!(Impulse::ALL.iter().filter(|it| it.lists(number)).count(), number as usize);
        }
        let listed = |number: i8| {
            Impulse::ALL.iter().filter(|it| it.lists(number)).map(|it| it.letter()).collect::<String>()
        };
        assert_eq!((listed(2).as_str(), listed(4).as_str(), listed(3).as_str()), ("CF", "ACDF", "BDF"));
        assert!(!Impulse::F.lists(-1) && !Impulse::F.lists(7));
    }

    /// TAL-8.3.1: a Phaser varies, a Disruptor does 2 on any hit; TAL-8.2.2a: a Torpedo has no range 1.
    #[test]
    fn rule_8_3_1_weapon_tables() {
        assert_eq!(
            (Weapon::Phaser.damage(1, 2), Weapon::Phaser.damage(1, 1), Weapon::Phaser.damage(3, 4)),
            (2, 1, 0)
        );
        assert_eq!(
            (1..=6).map(|die| Weapon::Disruptor.damage(2, die)).collect::<Vec<_>>(),
            [0, 2, 2, 2, 2, 2]
        );
        assert!(
            !Weapon::Torpedo.reaches(1) && !Weapon::WaveMotionGun.reaches(1) && Weapon::Torpedo.reaches(4)
        );
        assert_eq!((Weapon::FusionCannon.damage(2, 4), Weapon::FusionCannon.damage(3, 4)), (6, 2));
        assert_eq!(
            (Weapon::Torpedo.damage(2, 0), Weapon::Phaser.damage(1, -3), Weapon::Phaser.damage(4, 6)),
            (0, 0, 0)
        );
        assert_eq!(Weapon::ALL.map(Weapon::longest), [3, 4, 4, 4, 3, 4]);
    }

    /// TAL-8.4.3, TAL-8.7.1: eleven results, three of them repairable; 9 equals 5 (TAL-CRIT.5).
    #[test]
    fn rule_8_4_3_the_critical_table() {
        assert_eq!(criticals().iter().map(|it| it.roll).collect::<Vec<_>>(), (2..=12).collect::<Vec<u8>>());
        assert_eq!(criticals().iter().filter(|it| it.repairable).count(), 3);
        assert_eq!(Critical::of([4, 5]), Critical::of([1, 4]));
        assert_eq!(
            (Critical::of([6, 6]), Critical::of([1, 1])),
            (Critical::CoreBreach, Critical::SecondaryExplosion)
        );
    }
}
