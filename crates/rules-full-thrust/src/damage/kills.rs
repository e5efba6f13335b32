//! What a die does to fighters, gunboats and missiles, by who rolls it
//! (FT-8.6.7, FT-8.8.6, FT-8.10.1, FT-8.12.2, FT-8.13.2, FT-8.15.3, FT-9.1.8, FT-9.1.10).

use engine::Table;
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    fire::{
        modified,
        odds::{ONE, WHOLE},
    },
    weapons::beam_hits,
};

/// What is shot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    Fighter,
    /// FT-8.15.4.
    HeavyFighter,
    /// FT-8.15.12.
    LightFighter,
    Gunboat,
    /// FT-9.2.5.
    HeavyGunboat,
    Salvo,
    /// FT-8.15.12: missiles of light fighters.
    LightSalvo,
    Missile,
    Bolt,
}

impl Mark {
    pub(crate) fn is_gunboat(self) -> bool {
        matches!(self, Mark::Gunboat | Mark::HeavyGunboat)
    }
}

/// Who shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shooter {
    /// FT-8.8.6: a PDS, a die of an ADS or grapeshot, and whatever counts as one.
    Pds,
    /// FT-8.8.6: Beam-1 and K-1; EMP-1 does not roll again.
    Light { again: bool },
    /// FT-7.14.1: one shot.
    Scatter,
    /// FT-8.10.1: one fighter, by its modifier in dogfights; FT-8.9.2: cannon never roll again; FT-8.18.4.
    Fighter { bonus: i8, again: bool, turkey: bool },
    /// FT-8.13.2: a fighter without endurance.
    Exhausted,
    /// FT-8.6.7: a ship's weapon at a group that is not engaged; FT-9.1.10: other guns of gunboats.
    Gun,
}

/// How dice are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    pub table: Reading,
    /// FT-1.7.2: added to first dice, never beyond 1 to 6.
    pub bonus: i8,
    /// FT-1.7.3: added to re-rolls.
    pub after: i8,
    /// FT-1.7.3: a natural 6 that scored rolls again.
    pub again: bool,
    /// FT-7.16.3: layers of an area screen over the target, for first dice.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub layers: u8,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// 4 and 5 one, 6 two.
    Beam,
    /// FT-5.5.1: the die less this.
    Less(u8),
    /// One on this and more.
    From(u8),
    /// FT-7.14.1: half the die, the die, or one more than the die.
    Half,
    Face,
    FaceAndOne,
}

impl Reading {
    fn of(self, die: u8, layers: u8) -> u8 {
        match self {
            Reading::Beam => beam_hits(die, layers, false),
            Reading::Less(off) => die.saturating_sub(off + layers.min(2)),
            Reading::From(needs) => u8::from(needs <= die),
            Reading::Half => die.div_ceil(2),
            Reading::Face => die,
            Reading::FaceAndOne => die + 1,
        }
    }
}

impl Scale {
    pub(crate) const fn plain(table: Reading) -> Scale {
        Scale { table, bonus: 0, after: 0, again: false, layers: 0 }
    }

    /// FT-7.16.3: the same at a target under an area screen.
    #[must_use]
    pub fn behind(self, layers: u8) -> Scale {
        Scale { layers, ..self }
    }

    pub fn first(self, die: u8) -> u8 {
        self.table.of(modified(die, self.bonus), self.layers)
    }

    pub fn next(self, die: u8) -> u8 {
        self.table.of(modified(die, self.after), 0)
    }

    /// FT-8.8.6: only a natural 6, and only if it scored.
    fn rolls_again(self, die: u8) -> bool {
        self.again && die == 6 && 0 < self.first(6) && self.layers < 3
    }

    /// Whether it can kill at all.
    pub(crate) fn bites(self) -> bool {
        0 < self.first(6)
    }
}

/// The table of point defence and small craft: `None` where nothing can be killed.
pub fn scale(by: Shooter, at: Mark) -> Option<Scale> {
    scale_with(by, at, 0)
}

/// The same with so much added to first dice (FT-12.10.1).
pub(crate) fn scale_with(by: Shooter, at: Mark, more: i8) -> Option<Scale> {
    // FT-8.15.4, FT-8.15.12, FT-9.1.8, FT-9.2.5: what the target adds.
    let target: i8 = match at {
        Mark::HeavyFighter => -1,
        Mark::LightFighter | Mark::LightSalvo => 1,
        Mark::Gunboat => -2,
        Mark::HeavyGunboat => -3,
        Mark::Fighter | Mark::Salvo | Mark::Missile | Mark::Bolt => 0,
    };
    let beam =
        |bonus: i8, after: i8, again: bool| Scale { bonus, after, again, ..Scale::plain(Reading::Beam) };
    let from = |needs: u8, bonus: i8, after: i8, again: bool| Scale {
        bonus,
        after,
        again,
        ..Scale::plain(Reading::From(needs))
    };
    let found = match (by, at) {
        (Shooter::Pds, Mark::Missile) => from(5, 0, 0, false),
        (Shooter::Pds, Mark::Bolt) => from(6, 0, 0, false),
        (Shooter::Pds, _) => beam(target, 0, true),
        // FT-8.15.4: heavy fighters make them no weaker than they are.
        (Shooter::Light { again }, Mark::Fighter | Mark::HeavyFighter | Mark::Salvo) => beam(-1, -1, again),
        (Shooter::Light { again }, Mark::LightFighter | Mark::LightSalvo) => beam(0, -1, again),
        (Shooter::Light { .. }, Mark::Missile) => from(6, 0, 0, false),
        // FT-9.1.7: at gunboats they are guns and read by their profile; FT-6.8.2.
        (Shooter::Light { .. }, Mark::Gunboat | Mark::HeavyGunboat | Mark::Bolt) => return None,
        (Shooter::Scatter, Mark::Fighter | Mark::Salvo) => Scale::plain(Reading::Face),
        (Shooter::Scatter, Mark::HeavyFighter) => Scale::plain(Reading::Half),
        (Shooter::Scatter, Mark::LightFighter | Mark::LightSalvo) => Scale::plain(Reading::FaceAndOne),
        (Shooter::Scatter, Mark::Gunboat) => beam(0, 0, true),
        (Shooter::Scatter, Mark::HeavyGunboat) => beam(-1, 0, true),
        (Shooter::Scatter, Mark::Missile) => from(1, 0, 0, false),
        (Shooter::Scatter, Mark::Bolt) => beam(0, 0, false),
        // FT-8.12.2, FT-8.12.4: one kill each, shifted by the type; types at -2 never.
        (Shooter::Fighter { bonus, .. }, Mark::Salvo | Mark::LightSalvo | Mark::Missile | Mark::Bolt)
            if bonus < 0 =>
        {
            return None;
        }
        (Shooter::Fighter { bonus, again, turkey }, Mark::Salvo | Mark::LightSalvo) => {
            from(5, bonus + target - i8::from(turkey), -i8::from(turkey), again)
        }
        (Shooter::Fighter { bonus, turkey, .. }, Mark::Missile | Mark::Bolt) => {
            from(6, bonus - i8::from(turkey), 0, false)
        }
        (Shooter::Fighter { bonus, again, turkey }, _) => {
            let less = -i8::from(turkey);
            beam(bonus + target + less, less, again)
        }
        // FT-8.13.2: without modifiers.
        (
            Shooter::Exhausted,
            Mark::Fighter | Mark::HeavyFighter | Mark::LightFighter | Mark::Gunboat | Mark::HeavyGunboat,
        ) => from(6, 0, 0, false),
        (Shooter::Exhausted, _) => return None,
        (Shooter::Gun, Mark::LightFighter | Mark::LightSalvo) => from(5, 0, 0, false),
        (Shooter::Gun, Mark::Bolt) => return None,
        (Shooter::Gun, _) => from(6, 0, 0, false),
    };
    // FT-8.13.2: without modifiers.
    let more = if by == Shooter::Exhausted { 0 } else { more };
    Some(Scale { bonus: found.bonus + more, ..found }).filter(|it| it.bites())
}

/// First dice, re-rolls, and what they kill.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Volley {
    pub(crate) dice: Vec<u8>,
    pub(crate) again: Vec<u8>,
    pub(crate) kills: u8,
}

/// FT-8.10.5, FT-1.7.4: all first dice in order, then waves of re-rolls.
pub(crate) fn roll(table: &mut Table<Battle>, shots: &[(Option<Scale>, u8)]) -> Volley {
    let mut volley = Volley::default();
    let mut waves: Vec<Scale> = Vec::new();
    for &(scale, n) in shots {
        for _ in 0..n {
            let die = table.roll(6);
            volley.dice.push(die);
            let Some(scale) = scale else { continue };
            volley.kills = volley.kills.saturating_add(scale.first(die));
            if scale.rolls_again(die) {
                waves.push(scale);
            }
        }
    }
    while !waves.is_empty() {
        for scale in std::mem::take(&mut waves) {
            let die = table.roll(6);
            volley.again.push(die);
            volley.kills = volley.kills.saturating_add(scale.next(die));
            if die == 6 {
                waves.push(scale);
            }
        }
    }
    volley
}

/// Exact chances of killing 0, 1, … of a target that is `most` strong: the last is that many and more.
/// Out of [`WHOLE`].
pub fn chances(shots: &[(Scale, u8)], most: u8) -> Vec<u64> {
    rounded(&fine(shots, most))
}

/// The same out of [`ONE`].
pub(crate) fn fine(shots: &[(Scale, u8)], most: u8) -> Vec<u128> {
    let places = usize::from(most) + 1;
    let mut sure = vec![0; places];
    sure[0] = ONE;
    let mut all = sure.clone();
    for &(scale, n) in shots {
        // A re-roll and all that follow it; past twenty sixes nothing is left.
        let mut rest = sure.clone();
        for _ in 0..20 {
            rest = faces(&sure, &rest, |die| scale.next(die), |die| die == 6);
        }
        let die = faces(&sure, &rest, |die| scale.first(die), |die| scale.rolls_again(die));
        for _ in 0..n {
            all = sum(&all, &die);
        }
    }
    all
}

/// Chances for a screen; the likeliest makes up for the rounding.
pub(crate) fn rounded(chances: &[u128]) -> Vec<u64> {
    let mut parts: Vec<u64> = chances.iter().map(|chance| ((chance + 500_000) / 1_000_000) as u64).collect();
    let total: u64 = parts.iter().sum();
    if let Some(likely) = parts.iter_mut().max_by_key(|it| **it) {
        *likely = (*likely + WHOLE).saturating_sub(total);
    }
    parts
}

/// Average kills of chances, in thousandths.
pub(crate) fn mean(chances: &[u64]) -> u32 {
    let sum: u128 = (0_u128..).zip(chances).map(|(n, chance)| n * u128::from(*chance)).sum();
    ((sum * 1_000 + u128::from(WHOLE) / 2) / u128::from(WHOLE)) as u32
}

fn faces(sure: &[u128], rest: &[u128], of: impl Fn(u8) -> u8, goes_on: impl Fn(u8) -> bool) -> Vec<u128> {
    let mut all = vec![0; sure.len()];
    for die in 1..=6 {
        let then = if goes_on(die) { rest } else { sure };
        for (n, chance) in then.iter().enumerate() {
            let place = (n + usize::from(of(die))).min(all.len() - 1);
            all[place] += chance;
        }
    }
    all.iter_mut().for_each(|chance| *chance = (*chance + 3) / 6);
    all
}

fn sum(a: &[u128], b: &[u128]) -> Vec<u128> {
    let mut all = vec![0; a.len()];
    for (n, x) in a.iter().enumerate() {
        for (m, y) in b.iter().enumerate() {
            let place = (n + m).min(all.len() - 1);
            all[place] += (x * y + ONE / 2) / ONE;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kills for dice 1 to 6, with a star if 6 rolls again, as the table prints them.
    fn line(by: Shooter, at: Mark) -> String {
        let Some(scale) = scale(by, at) else { return "none".to_owned() };
        let faces: Vec<String> = (1..=6).map(|die| scale.first(die).to_string()).collect();
        format!("{}{}", faces.join(" "), if scale.rolls_again(6) { "*" } else { "" })
    }

    /// FT-8.8.6, FT-8.15.3, FT-8.15.4, FT-8.15.12, FT-9.1.8, FT-9.2.5, FT-8.12.2, FT-8.6.7, FT-8.13.2: the table
    /// of point defence and small craft, line by line.
    #[test]
    fn rule_8_8_6_table_of_kills() {
        let wing = |bonus: i8| Shooter::Fighter { bonus, again: true, turkey: false };
        let marks = [
            Mark::Fighter,
            Mark::HeavyFighter,
            Mark::LightFighter,
            Mark::Gunboat,
            Mark::HeavyGunboat,
            Mark::Salvo,
            Mark::Missile,
        ];
        let table = [
            (
                Shooter::Pds,
                [
                    "0 0 0 1 1 2*",
                    "0 0 0 0 1 1*",
                    "0 0 1 1 2 2*",
                    "0 0 0 0 0 1*",
                    "none",
                    "0 0 0 1 1 2*",
                    "0 0 0 0 1 1",
                ],
            ),
            (
                Shooter::Light { again: true },
                [
                    "0 0 0 0 1 1*",
                    "0 0 0 0 1 1*",
                    "0 0 0 1 1 2*",
                    "none",
                    "none",
                    "0 0 0 0 1 1*",
                    "0 0 0 0 0 1",
                ],
            ),
            (
                wing(0),
                [
                    "0 0 0 1 1 2*",
                    "0 0 0 0 1 1*",
                    "0 0 1 1 2 2*",
                    "0 0 0 0 0 1*",
                    "none",
                    "0 0 0 0 1 1*",
                    "0 0 0 0 0 1",
                ],
            ),
            (
                wing(1),
                [
                    "0 0 1 1 2 2*",
                    "0 0 0 1 1 2*",
                    "0 1 1 2 2 2*",
                    "0 0 0 0 1 1*",
                    "0 0 0 0 0 1*",
                    "0 0 0 1 1 1*",
                    "0 0 0 0 1 1",
                ],
            ),
            (wing(-2), ["0 0 0 0 0 1*", "none", "0 0 0 0 1 1*", "none", "none", "none", "none"]),
            (
                Shooter::Scatter,
                [
                    "1 2 3 4 5 6",
                    "1 1 2 2 3 3",
                    "2 3 4 5 6 7",
                    "0 0 0 1 1 2*",
                    "0 0 0 0 1 1*",
                    "1 2 3 4 5 6",
                    "1 1 1 1 1 1",
                ],
            ),
        ];
        for (by, lines) in table {
            for (at, wanted) in marks.into_iter().zip(lines) {
                assert_eq!(line(by, at), wanted, "{by:?} at {at:?}");
            }
        }
        assert_eq!(line(Shooter::Gun, Mark::Fighter), "0 0 0 0 0 1");
        assert_eq!(line(Shooter::Gun, Mark::HeavyFighter), "0 0 0 0 0 1");
        assert_eq!(line(Shooter::Gun, Mark::LightFighter), "0 0 0 0 1 1");
        assert_eq!(line(Shooter::Exhausted, Mark::Fighter), "0 0 0 0 0 1");
        assert_eq!(line(Shooter::Light { again: false }, Mark::Fighter), "0 0 0 0 1 1");
        assert_eq!(line(wing(0), Mark::Bolt), "0 0 0 0 0 1");
        assert_eq!(line(wing(1), Mark::Bolt), "0 0 0 0 1 1");
        assert_eq!(line(Shooter::Pds, Mark::LightSalvo), "0 0 1 1 2 2*");
    }

    /// FT-8.18.4: every die of a turkey group counts one less, re-rolls too; FT-8.9.2: cannon never roll again.
    #[test]
    fn rule_8_18_4_turkeys_and_cannon() {
        let turkey = Shooter::Fighter { bonus: 0, again: true, turkey: true };
        assert_eq!(line(turkey, Mark::Fighter), "0 0 0 0 1 1*");
        let scale = scale(turkey, Mark::Fighter).expect("a turkey bites");
        assert_eq!((4..=6).map(|die| scale.next(die)).collect::<Vec<_>>(), [0, 1, 1]);
        let cannon = Shooter::Fighter { bonus: 1, again: false, turkey: false };
        assert_eq!(line(cannon, Mark::Fighter), "0 0 1 1 2 2");
    }

    /// FT-8.10.1: exact chances: one die kills nobody in half the cases, and 0.8 on average; two dice
    /// against a single craft fail in a quarter.
    #[test]
    fn rule_8_10_1_chances() {
        let plain = scale(Shooter::Pds, Mark::Fighter).expect("a scale");
        let one = chances(&[(plain, 1)], 30);
        assert_eq!(one[0], WHOLE / 2);
        assert_eq!(one[1], WHOLE / 3);
        assert_eq!(one.iter().sum::<u64>(), WHOLE);
        // 4 of 6 faces' kills, and a sixth of the time the same again: 2/3 : 5/6.
        assert_eq!(mean(&one), 800);
        assert_eq!(chances(&[(plain, 2)], 1)[0], WHOLE / 4);
        assert_eq!(mean(&chances(&[(plain, 6)], 60)), 4_800);
    }
}
