//! Parameter cards (STR-CARD), special features (STR-FEAT) and hindrances (STR-HIN).

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use engine::{Audit, Finding, Severity};
use serde::{Deserialize, Serialize};

/// STR-CARD.1: one kind of unit. All of it is public (STR-CARD.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Card {
    pub name: String,
    /// STR-SET.10: whose roster it is in; empty for everybody's.
    #[serde(default)]
    pub faction: String,
    pub points: u16,
    pub safe: Safe,
    #[serde(default)]
    pub targeting: u8,
    #[serde(default)]
    pub sensors: u8,
    /// STR-6.1: damage dice of the main weapon; 0 for none (STR-4.12).
    #[serde(default)]
    pub gun: u8,
    /// STR-CARD.4: a list, so that a unit may carry several kinds.
    #[serde(default)]
    pub missiles: Loadouts,
    pub structure: u8,
    #[serde(default)]
    pub shields: u8,
    pub armour: u8,
    #[serde(default)]
    pub features: Vec<Feature>,
    #[serde(default)]
    pub hindrances: Vec<Hindrance>,
    /// STR-CARD.2: where each value comes from.
    #[serde(default)]
    pub source: BTreeMap<String, Source>,
}

/// STR-CARD.1: thrust that causes no stress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Safe {
    pub acceleration: u8,
    pub deceleration: u8,
    pub turn: u8,
    pub slide: u8,
}

pub type Loadouts = ArrayVec<Loadout, 4>;

/// STR-CMP.4, STR-CMP.5: missiles of one kind. 3 dice are light, 4 medium, 6 heavy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Loadout {
    pub dice: u8,
    pub count: u8,
    #[serde(default)]
    pub feature: Guidance,
}

/// What a gun or a missile rolls at most, for the sake of arithmetic.
pub(crate) const MOST_DICE: u8 = 12;

impl Loadout {
    /// STR-CMP.4: what missiles of so many dice are called. The book has 3, 4 and 6; what lies between is ours.
    pub fn size(dice: u8) -> &'static str {
        match dice {
            0..=3 => "light",
            4..=5 => "medium",
            6.. => "heavy",
        }
    }
}

/// How a missile finds its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Guidance {
    /// STR-4.3, STR-4.4: by a target lock.
    #[default]
    Guided,
    /// STR-FEAT.5: guided, and the lock holds outside the front arc.
    Tracker,
    /// STR-FEAT.6: fired like a gun.
    Dumb,
    /// STR-FEAT.7: pods that strike all in the arc.
    Fragshell,
}

impl Guidance {
    pub fn is_guided(self) -> bool {
        matches!(self, Guidance::Guided | Guidance::Tracker)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// STR-FEAT.1.
    Gunner,
    /// STR-FEAT.2.
    Pulse,
    /// STR-FEAT.3.
    Linked,
    /// STR-FEAT.4.
    Turret360,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Hindrance {
    /// STR-HIN.1.
    ReactorInterference,
    /// STR-HIN.2.
    WeakFrame,
    /// STR-HIN.3.
    UnbalancedArmor,
    /// STR-HIN.4.
    RetrofittedCivilian,
}

/// STR-CARD.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Stated in the book's text.
    Text,
    /// Reconstructed: the printed card was a picture.
    Recon,
    /// Our own card.
    Own,
}

/// A card as the rules read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stats {
    pub(crate) points: u16,
    pub(crate) safe: Safe,
    pub(crate) targeting: i32,
    pub(crate) sensors: i32,
    pub(crate) gun: u8,
    pub(crate) structure: u8,
    pub(crate) shields: u8,
    pub(crate) armour: u8,
    pub(crate) gunner: bool,
    pub(crate) pulse: bool,
    pub(crate) linked: bool,
    pub(crate) turret: bool,
    pub(crate) reactor_interference: bool,
    pub(crate) weak_frame: bool,
    pub(crate) unbalanced_armor: bool,
    pub(crate) retrofitted: bool,
}

/// STR-CARD.3: what a value costs in half points. The book's cards and these
/// weights were chosen together; they serve for house designs.
const WEIGHTS: [(&str, u32); 8] = [
    ("safe thrusts", 4),
    ("targeting", 8),
    ("sensors", 8),
    ("gun dice", 12),
    ("missile dice", 3),
    ("structure", 16),
    ("shields", 6),
    ("armour", 8),
];

impl Feature {
    pub const ALL: [Feature; 4] = [Feature::Gunner, Feature::Pulse, Feature::Linked, Feature::Turret360];

    pub fn name(self) -> &'static str {
        match self {
            Feature::Gunner => "Gunner",
            Feature::Pulse => "Pulse",
            Feature::Linked => "Linked",
            Feature::Turret360 => "Turret 360",
        }
    }

    /// STR-CARD.3.
    fn price(self) -> i32 {
        match self {
            Feature::Gunner => 17,
            Feature::Pulse | Feature::Linked => 4,
            Feature::Turret360 => 10,
        }
    }
}

impl Hindrance {
    pub fn name(self) -> &'static str {
        match self {
            Hindrance::ReactorInterference => "Reactor Interference",
            Hindrance::WeakFrame => "Weak Frame",
            Hindrance::UnbalancedArmor => "Unbalanced Armor",
            Hindrance::RetrofittedCivilian => "Retrofitted Civilian",
        }
    }

    /// STR-CARD.3.
    fn price(self) -> i32 {
        match self {
            Hindrance::ReactorInterference => -3,
            Hindrance::WeakFrame | Hindrance::UnbalancedArmor | Hindrance::RetrofittedCivilian => -4,
        }
    }
}

impl Card {
    pub(crate) fn stats(&self) -> Stats {
        let has = |it| self.features.contains(&it);
        let hindered = |it| self.hindrances.contains(&it);
        Stats {
            points: self.points,
            safe: self.safe,
            targeting: i32::from(self.targeting),
            sensors: i32::from(self.sensors),
            gun: self.gun,
            structure: self.structure,
            shields: self.shields,
            armour: self.armour,
            gunner: has(Feature::Gunner),
            pulse: has(Feature::Pulse),
            linked: has(Feature::Linked),
            turret: has(Feature::Turret360),
            reactor_interference: hindered(Hindrance::ReactorInterference),
            weak_frame: hindered(Hindrance::WeakFrame),
            unbalanced_armor: hindered(Hindrance::UnbalancedArmor),
            retrofitted: hindered(Hindrance::RetrofittedCivilian),
        }
    }

    /// STR-CARD.3: the price of a house design, each part with its name, in half points.
    pub fn price_parts(&self) -> Vec<(String, i32)> {
        let Safe { acceleration, deceleration, turn, slide } = self.safe;
        let thrusts = [acceleration, deceleration, turn, slide].iter().map(|&it| u32::from(it)).sum();
        let missile_dice: u32 = self
            .missiles
            .iter()
            .map(|it| {
                let dice = u32::from(it.dice) * u32::from(it.count);
                // Half of the price if Dumb or Fragshell, counted in quarters below.
                if it.feature.is_guided() { 2 * dice } else { dice }
            })
            .sum();
        let amounts = [
            thrusts,
            u32::from(self.targeting),
            u32::from(self.sensors),
            u32::from(self.gun),
            missile_dice,
            u32::from(self.structure),
            u32::from(self.shields),
            u32::from(self.armour),
        ];
        let mut parts: Vec<(String, i32)> = WEIGHTS
            .iter()
            .zip(amounts)
            .map(|((name, weight), amount)| {
                let halves = if *name == "missile dice" { amount * weight / 2 } else { amount * weight };
                ((*name).to_owned(), halves as i32)
            })
            .collect();
        if self.missiles.iter().any(|it| it.feature == Guidance::Tracker) {
            parts.push(("Tracker".to_owned(), 12));
        }
        parts.extend(self.features.iter().map(|it| (it.name().to_owned(), 2 * it.price())));
        parts.extend(self.hindrances.iter().map(|it| (it.name().to_owned(), 2 * it.price())));
        parts
    }

    /// STR-CARD.3: points by the formula, rounded up.
    pub fn price(&self) -> u32 {
        let halves: i32 = self.price_parts().iter().map(|(_, halves)| halves).sum();
        u32::try_from((halves + 1).div_euclid(2)).unwrap_or(0)
    }

    /// What no card may have, for the sake of arithmetic and of play.
    pub fn findings(&self) -> Vec<String> {
        let Safe { acceleration, deceleration, turn, slide } = self.safe;
        let limits = [
            ("safe acceleration", acceleration, 0, 12),
            ("safe deceleration", deceleration, 0, 12),
            ("safe turn", turn, 0, 12),
            ("safe slide", slide, 0, 12),
            ("targeting", self.targeting, 0, 12),
            ("sensors", self.sensors, 0, 12),
            ("gun", self.gun, 0, MOST_DICE),
            ("structure", self.structure, 1, 50),
            ("shields", self.shields, 0, 20),
            ("armour", self.armour, 1, 7),
        ];
        let mut found: Vec<String> = limits
            .iter()
            .filter(|(_, value, low, high)| value < low || high < value)
            .map(|(name, value, low, high)| {
                format!("{}: {name} {value} is not between {low} and {high} (STR-CARD.1)", self.name)
            })
            .collect();
        if self.name.trim().is_empty() || 40 < self.name.len() || self.name.contains(['\n', '\r', ';', ',']) {
            found.push("a card has a name of one line, at most 40 letters long (STR-CARD.1)".to_owned());
        }
        if 5_000 < self.points {
            found.push(format!("{}: {} points are more than 5000 (STR-CARD.1)", self.name, self.points));
        }
        for it in &self.missiles {
            if it.dice == 0 || MOST_DICE < it.dice || 20 < it.count {
                found.push(format!(
                    "{}: missiles have 1 to 12 dice and number at most 20 (STR-CARD.4)",
                    self.name
                ));
            }
        }
        let twice = |n: usize, all: usize| n < all;
        let (mut features, mut hindrances) = (self.features.clone(), self.hindrances.clone());
        features.sort_unstable();
        features.dedup();
        hindrances.sort_unstable();
        hindrances.dedup();
        if twice(features.len(), self.features.len()) || twice(hindrances.len(), self.hindrances.len()) {
            found.push(format!("{}: a feature or hindrance is listed twice (STR-FEAT.8)", self.name));
        }
        found
    }

    /// The card checked and its points explained (STR-CARD.3).
    pub fn audit(&self) -> Audit {
        let mut findings: Vec<(Severity, Finding)> = self
            .findings()
            .into_iter()
            .map(|reason| (Severity::Error, Finding { rule: "STR-CARD.1", reason }))
            .collect();
        let explained: Vec<String> = self
            .price_parts()
            .iter()
            .filter(|(_, halves)| *halves != 0)
            .map(|(name, halves)| format!("{name} {}", halves_text(*halves)))
            .collect();
        let note = |rule, reason| (Severity::Note, Finding { rule, reason });
        findings.push(note("STR-CARD.3", format!("points by the formula: {}", explained.join(", "))));
        if self.price() != u32::from(self.points) {
            let reason = format!("the formula gives {} points, the card says {}", self.price(), self.points);
            findings.push((Severity::Warning, Finding { rule: "STR-CARD.3", reason }));
        }
        let recon: Vec<&str> = self
            .source
            .iter()
            .filter(|(_, it)| **it == Source::Recon)
            .map(|(name, _)| name.as_str())
            .collect();
        if !recon.is_empty() {
            findings.push(note("STR-CARD.2", format!("reconstructed: {}", recon.join(", "))));
        }
        Audit {
            name: self.name.clone(),
            mass: u32::from(self.structure),
            points: u32::from(self.points),
            cpv: None,
            findings,
        }
    }
}

/// `54.5` for 109 halves.
pub(crate) fn halves_text(halves: i32) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let part = if halves % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{part}", halves.abs() / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::fighters;

    fn card(name: &str) -> &'static Card {
        fighters().iter().find(|it| it.name == name).expect("a supplied card")
    }

    /// STR-CARD.3: the formula gives the points of every supplied card.
    #[test]
    fn rule_card_3_prices_are_exact() {
        let points = [
            ("Vulture Mk.IV", 194),
            ("Guardian 151a", 110),
            ("Blackbuck Mk.II", 109),
            ("Evo 6.2", 84),
            ("Mule", 61),
        ];
        for (name, points) in points {
            assert_eq!(card(name).price(), points, "{name}: {:?}", card(name).price_parts());
            assert_eq!(u32::from(card(name).points), points, "{name}");
        }
    }

    /// STR-CARD.2: what the book's text states, and that it is marked so.
    #[test]
    fn rule_card_2_values_of_the_text() {
        let guardian = card("Guardian 151a");
        let Safe { acceleration, deceleration, turn, .. } = guardian.safe;
        assert_eq!((acceleration, deceleration, turn, guardian.targeting, guardian.sensors), (4, 3, 3, 3, 1));
        for name in ["points", "acceleration", "deceleration", "turn", "targeting", "sensors", "hindrances"] {
            assert_eq!(guardian.source[name], Source::Text, "{name}");
        }
        assert_eq!(card("Vulture Mk.IV").features[1], Feature::Turret360);
        assert_eq!(card("Evo 6.2").missiles[0].feature, Guidance::Fragshell);
        for card in fighters() {
            assert_eq!(card.source.len(), 16, "{}: every value says where it comes from", card.name);
            assert!(card.findings().is_empty());
        }
    }

    /// STR-CARD.1, STR-FEAT.8: nonsense is told.
    #[test]
    fn rule_card_1_nonsense_is_told() {
        let mut odd = card("Guardian 151a").clone();
        odd.armour = 0;
        odd.structure = 0;
        odd.features.push(Feature::Linked);
        odd.missiles[0].dice = 13;
        assert_eq!(odd.findings().len(), 4, "{:?}", odd.findings());
        assert!(odd.audit().findings.iter().any(|(severity, _)| *severity == Severity::Error));
        assert_eq!(halves_text(109), "54.5", "STR-4.9");
    }

    /// STR-CMP.7: the designers' notes on seconds and kilometres appear nowhere in the rules.
    #[test]
    fn rule_cmp_7_is_colour() {
        assert!(card("Mule").audit().findings.iter().all(|(_, it)| !it.reason.contains("kps")));
    }
}
