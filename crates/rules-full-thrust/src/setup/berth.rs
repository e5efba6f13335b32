//! One ship of a side before the battle, as the scenario has it (FT-4.12).

use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    jumps::gates::GateSpec,
    movement::clock::Clock,
    setup::scenario::{Blueprint, Part},
    ship::Ship,
    yard::design::{Design, Kind, WingMod},
};

/// One ship of a side before the battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Berth {
    /// The name of a design.
    pub design: String,
    /// The ship's own name; class and number if left out.
    #[serde(default)]
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Clock>,
    #[serde(default)]
    pub velocity: u16,
    /// FT-12.12.1: in a mixed game it moves by vectors.
    #[serde(default)]
    pub vector: bool,
    /// FT-3.7.5: ships of a side with the same number share a base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<u8>,
    /// FT-12.1.1: what stands on its marker while it is a bogey; its code if left out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub letter: String,
    /// FT-11.5.1: it comes by FTL, in a turn and at a place that only its owner knows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ftl: bool,
    /// FT-11.7.1: the name of the ship that carries it when the battle begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rides: Option<String>,
    /// FT-11.9.6: the name of the gate it comes through, in a turn of its owner's choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
    /// FT-11.9.1: how a gate stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateSpec>,
    /// FT-13.15.1: the starbase or monster ship that it is a section of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub station: Option<String>,
    /// FT-13.15.2: the radius of a section; 1 MU if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Length>,
    /// FT-13.15.4: names of the sections it hangs together with; those within 4 MU if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// FT-17.8.2: the name of the planet it goes round from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbit: Option<String>,
    /// What the enemy has on top of its points once it is crippled or worse.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bonus: u32,
    /// It comes in this turn, in phase 5, instead of moving.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<u16>,
    /// FT-16.7.2: its crew rams without a die to dare it, for a point more for each mass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rams: bool,
    /// FT-13.13.2: Marines beyond those of its design, bought with it.
    #[serde(default, skip_serializing_if = "is_none")]
    pub marines: u8,
    /// FT-8.18.1: fighter groups, counted from 1, whose ace is bought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aces: Vec<u8>,
    /// Hull boxes lost before the battle, their rows already checked for.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub hull_lost: u16,
    /// What is left of each layer of armour, standard and regenerative, the inner one first; all if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armour: Option<Vec<[u16; 2]>>,
    /// Systems, by their ids in the design, that are out and may be repaired; a drive once or twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
}

fn is_none(n: &u8) -> bool {
    *n == 0
}

fn is_nought(n: &u16) -> bool {
    *n == 0
}

impl Berth {
    /// Everything that cannot be, in words.
    pub(crate) fn findings(&self, design: &Design, turns: u16, wrong: &mut Vec<String>) {
        let name = &self.design;
        if self.enters.is_some_and(|turn| turn == 0 || turns < turn) {
            wrong.push(format!("{name} enters in one of the turns 1 to {turns}"));
        }
        if self.enters.is_some() && self.at.is_none() {
            wrong.push(format!("{name} enters at a place that the scenario names"));
        }
        if design.hull.boxes <= u32::from(self.hull_lost) {
            wrong.push(format!("{name} has lost more boxes than it has"));
        }
        let fits = |left: &Vec<[u16; 2]>| {
            left.len() == design.armour.len()
                && left.iter().zip(&design.armour).all(|(left, full)| {
                    u32::from(left[0]) <= full.standard && u32::from(left[1]) <= full.regenerative
                })
        };
        let piloted = |n: &u8| {
            let wing = usize::from(*n).checked_sub(1).and_then(|n| design.wings.get(n));
            wing.is_some_and(|it| !it.has(WingMod::Robot))
        };
        if !self.aces.iter().all(piloted) {
            wrong.push(format!("{name}: aces fly in fighter groups with pilots (FT-8.18.1)"));
        }
        if !self.armour.as_ref().is_none_or(fits) {
            wrong.push(format!("{name} has other armour"));
        }
        for id in self.damaged.iter().filter(|id| !design.systems.iter().any(|it| it.id == **id)) {
            wrong.push(format!("{name} has no system called {id:?}"));
        }
    }

    /// Marks a ship as it is when the battle begins.
    pub(crate) fn wear(&self, blueprint: &Blueprint, ship: &mut Ship) {
        ship.hull_lost = self.hull_lost;
        ship.rows_checked = blueprint.rows_lost(self.hull_lost);
        ship.rows_at_start = ship.rows_checked;
        for (layer, left) in ship.armour.iter_mut().zip(self.armour.iter().flatten()) {
            layer.hurt = layer.regenerative - left[1];
            [layer.standard, layer.regenerative] = *left;
        }
        for id in &self.damaged {
            for icon in blueprint.icon_ids() {
                let Part::System { index, .. } = blueprint.icons[icon.index()] else { continue };
                let system = &blueprint.design.systems[usize::from(index)];
                match &system.kind {
                    _ if system.id != *id => (),
                    Kind::Drive { .. } => ship.drive_hits = (ship.drive_hits + 1).min(2),
                    Kind::Ftl { .. }
                    | Kind::FireControl { .. }
                    | Kind::Adfc { .. }
                    | Kind::Sensors { .. }
                    | Kind::Hangar { .. }
                    | Kind::GunboatRack
                    | Kind::LaunchTube { .. }
                    | Kind::Screen { .. }
                    | Kind::StealthField
                    | Kind::Holofield
                    | Kind::Reflex
                    | Kind::Ecm { .. }
                    | Kind::CloakDevice
                    | Kind::CloakField
                    | Kind::CloakTuffley
                    | Kind::Suicide
                    | Kind::MineSweeper
                    | Kind::Ortillery
                    | Kind::Decoy { .. }
                    | Kind::DamageControl
                    | Kind::Marines
                    | Kind::MineLayer { .. }
                    | Kind::Bay { .. }
                    | Kind::Magazine { .. }
                    | Kind::BoardingMagazine { .. }
                    | Kind::Turret { .. }
                    | Kind::Shipyard { .. }
                    | Kind::Antimatter { .. }
                    | Kind::RocketPod { .. }
                    | Kind::HeavyMissile { .. }
                    | Kind::SalvoRack { .. }
                    | Kind::SalvoLauncher { .. }
                    | Kind::Gun(_)
                    | Kind::Unknown { .. } => ship.damaged.insert(icon),
                }
            }
        }
    }
}

fn is_zero(points: &u32) -> bool {
    *points == 0
}
