//! What is aboard, counted once: every chapter of a check asks, and designs are checked by the million.

use super::{Design, Gun, Holds, KGun, Kind, Missile, Reach};
use crate::craft::hangars::boat_room;

/// How many there are of what the rules count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) drives: u32,
    /// FT-3.2.1: of the first drive.
    pub(crate) thrust: u8,
    pub(crate) jumps: u32,
    /// FT-11.6.1, FT-11.6.2: bays for ships, and drives that take some along.
    pub(crate) carriers: u32,
    pub(crate) controls: u32,
    pub(crate) advanced_controls: u32,
    /// FT-4.4.2: what cannot fire or launch without a fire control.
    pub(crate) armed: u32,
    pub(crate) adfc: u32,
    /// FT-13.13.2: Marines and damage-control parties beyond the crew's own.
    pub(crate) parties: u32,
    pub(crate) transporters: u32,
    pub(crate) bays: u32,
    pub(crate) racks: u32,
    pub(crate) tubes: u32,
    pub(crate) catapults: u32,
    pub(crate) gunboat_racks: u32,
    /// FT-9.1.11: for boats, in hundredths.
    pub(crate) boat_room: u32,
    pub(crate) turrets: u32,
    /// Magazines and what is fed from them.
    pub(crate) fed: u32,
    /// FT-5.23.1.
    pub(crate) spinal: u32,
    /// FT-6.8.1.
    pub(crate) bolts: u32,
    /// FT-5.16.3.
    pub(crate) short_k1: u32,
    /// FT-7: screens, fields and ECM.
    pub(crate) defences: u32,
    /// Systems with a limit of their own, beside guns.
    pub(crate) limited: u32,
    /// Systems that need an option.
    pub(crate) optional: u32,
}

impl Tally {
    pub(crate) fn of(design: &Design) -> Tally {
        let mut it = Tally::default();
        for system in &design.systems {
            it.add(&system.kind);
        }
        it
    }

    fn add(&mut self, kind: &Kind) {
        match kind {
            Kind::Drive { thrust, .. } => {
                self.thrust = if self.drives == 0 { *thrust } else { self.thrust };
                self.drives += 1;
            }
            Kind::Ftl { transfer, .. } => {
                self.jumps += 1;
                self.carriers += u32::from(0 < *transfer);
            }
            Kind::FireControl { advanced } => {
                self.controls += 1;
                self.advanced_controls += u32::from(*advanced);
            }
            Kind::Adfc { .. } => self.adfc += 1,
            Kind::Marines | Kind::DamageControl => self.parties += 1,
            Kind::Hangar { rack: false } => self.bays += 1,
            Kind::Hangar { rack: true } => self.racks += 1,
            Kind::LaunchTube { catapult } => {
                self.tubes += 1;
                self.catapults += u32::from(*catapult);
                self.optional += u32::from(*catapult);
            }
            Kind::GunboatRack => self.gunboat_racks += 1,
            Kind::Bay { holds, .. } => {
                self.boat_room += boat_room(kind).unwrap_or(0);
                self.carriers += u32::from(*holds == Holds::Tender);
            }
            Kind::Turret { .. } => self.turrets += 1,
            Kind::Magazine { loads } => {
                self.fed += 1;
                self.optional += u32::from(0 < loads.two_stage);
            }
            Kind::BoardingMagazine { .. } => self.fed += 1,
            Kind::Screen { .. } | Kind::StealthField | Kind::Holofield | Kind::Ecm { .. } => {
                self.defences += 1;
            }
            Kind::Reflex => {
                self.defences += 1;
                self.optional += 1;
            }
            Kind::CloakDevice | Kind::CloakField | Kind::CloakTuffley => self.optional += 1,
            Kind::MineLayer { .. } | Kind::Decoy { .. } | Kind::Shipyard { .. } | Kind::Unknown { .. } => {
                self.limited += 1;
            }
            Kind::SalvoLauncher { .. } => {
                self.fed += 1;
                self.launcher(Missile::Standard);
            }
            Kind::Antimatter { .. } | Kind::RocketPod { .. } => self.launcher(Missile::Standard),
            Kind::HeavyMissile { missile, .. } | Kind::SalvoRack { missile, .. } => self.launcher(*missile),
            Kind::Gun(gun) => self.gun(gun),
            Kind::Sensors { .. } | Kind::Suicide | Kind::MineSweeper | Kind::Ortillery => (),
        }
    }

    fn launcher(&mut self, missile: Missile) {
        self.armed += 1;
        self.limited += 1;
        self.optional += u32::from(missile == Missile::TwoStage);
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "numbers of these alone are limited")]
    fn gun(&mut self, gun: &Gun) {
        self.armed += u32::from(!gun.only_defends());
        self.spinal += u32::from(gun.is_spinal());
        match gun {
            Gun::BoardingLauncher(_) => self.fed += 1,
            Gun::Transporter(_) => self.transporters += 1,
            Gun::BoltLauncher(_) => self.bolts += 1,
            Gun::KGun(KGun { class: 1, reach: Reach::Short, .. }) => self.short_k1 += 1,
            Gun::Nova(_) => {
                self.limited += 1;
                self.optional += 1;
            }
            Gun::VariableTorpedo(_) | Gun::Wave(_) => self.optional += 1,
            _ => (),
        }
    }
}
