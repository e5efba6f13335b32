//! What fighters and gunboats carry against ships and against each other (FT-8.9, FT-8.15, FT-9.1, FT-9.2).
//! Nothing here rolls or changes anything.

use geometry::{Course, Length, Offset, Sector, Within};
use serde::{Deserialize, Serialize};

use crate::{
    damage::kills::{Mark, Scale, Shooter},
    fire::{
        gunnery::Screens,
        modified,
        odds::{Dist, Harm, Outcome},
    },
    options::{BandEdge, Floor},
    weapons::{Attack, Hit, Lay, Profile, Response, Shell, shortened},
    yard::design::{Boat, WingMod, WingType},
};

/// What one fighter does to a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Armament {
    pub strike: Strike,
    /// FT-8.15.3, FT-12.10.1: of the type, and in civil wars.
    pub bonus: i8,
    /// FT-8.13.1, FT-8.15.7, FT-8.15.8: endurance for the turn.
    pub cef: u8,
    /// FT-8.15.6, FT-8.15.9: once in a sortie.
    pub once: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strike {
    /// As ship weapons roll; one die for each fighter.
    Dice(Profile),
    /// FT-8.15.6: 4 and more hits for what the die shows, SAP; advanced screens take their level off.
    Torpedo,
}

/// FT-8.9.1, FT-8.9.2, FT-8.15.2, FT-8.15.6 to FT-8.15.12: by type; `ordnance` asks for what is carried once.
pub(crate) fn armament(kind: WingType, cannon: bool, ordnance: bool) -> Option<Armament> {
    let screens = if cannon { Response::Advanced } else { Response::Any };
    let beams = |again: bool, screens: Response, hit: Hit| {
        Strike::Dice(Profile::Beams { dice: 1, again, screens, hit })
    };
    let guns = beams(!cannon, screens, Hit::Point);
    let armed = |strike: Strike, bonus: i8, cef: u8| Armament { strike, bonus, cef, once: false };
    Some(match kind {
        WingType::Torpedo if ordnance => Armament { once: true, ..armed(Strike::Torpedo, 0, 1) },
        WingType::Mkp if ordnance => Armament { once: true, ..armed(Strike::Dice(Profile::Mkp), 0, 1) },
        _ if ordnance => return None,
        WingType::Standard | WingType::MultiRole | WingType::Light => armed(guns, 0, 1),
        WingType::Attack | WingType::LightAttack => armed(guns, 1, 1),
        WingType::Interceptor
        | WingType::LightInterceptor
        | WingType::Torpedo
        | WingType::Mkp
        | WingType::Missile
        | WingType::LightMissile
        | WingType::Rocket => armed(guns, -2, 1),
        // FT-8.15.16: a die each, as ship weapons roll.
        WingType::Emp => armed(beams(true, Response::Advanced, Hit::Emp), 0, 1),
        WingType::Needle => armed(Strike::Dice(Profile::Needle { dice: 1, kills: true }), 0, 1),
        WingType::Graser => armed(beams(true, Response::Any, Hit::D3), 0, 2),
        WingType::Plasma => armed(Strike::Dice(Profile::Plasma { dice: 1 }), 0, 2),
        // FT-8.15.14: they land parties.
        WingType::Assault => return None,
    })
}

impl Armament {
    /// The attack of so many dice on a ship behind these screens; `None` for torpedoes.
    pub fn attack(self, dice: u8, screens: Screens) -> Option<Attack> {
        let profile = match self.strike {
            Strike::Torpedo => return None,
            Strike::Dice(Profile::Beams { again, screens, hit, .. }) => {
                Profile::Beams { dice, again, screens, hit }
            }
            Strike::Dice(Profile::Plasma { .. }) => Profile::Plasma { dice },
            Strike::Dice(Profile::Needle { kills, .. }) => Profile::Needle { dice, kills },
            Strike::Dice(other) => other,
        };
        Some(Attack { profile, screens, holofield: false, bonus: self.bonus, sixes: false, veiled: false })
    }
}

/// FT-8.15.6, FT-1.7.2: what a torpedo that shows `die` does behind advanced screens.
pub(crate) fn torpedo(floor: Floor, die: u8, bonus: i8, screens: Screens) -> Option<u8> {
    let die = modified(die, bonus);
    (4 <= die).then(|| floor.less(die, screens.advanced.min(2)))
}

/// FT-8.15.6, FT-DMG.5: what one torpedo may do, as fine as it is counted.
pub(crate) fn torpedo_dist(floor: Floor, bonus: i8, screens: Screens) -> Dist {
    Dist::die(|die| Dist::sure(torpedo(floor, die, bonus, screens).map_or(Harm::NONE, Harm::sap)))
}

/// The same out of [`crate::fire::odds::WHOLE`].
pub(crate) fn torpedo_odds(floor: Floor, bonus: i8, screens: Screens) -> Vec<Outcome> {
    torpedo_dist(floor, bonus, screens).outcomes()
}

/// FT-8.10.1, FT-8.15.3: what a type adds in dogfights.
pub(crate) fn dogfight_bonus(kind: WingType) -> i8 {
    match kind {
        WingType::Standard | WingType::MultiRole | WingType::Light => 0,
        WingType::Interceptor | WingType::LightInterceptor => 1,
        WingType::Attack
        | WingType::LightAttack
        | WingType::Torpedo
        | WingType::Graser
        | WingType::Plasma
        | WingType::Mkp
        | WingType::Missile
        | WingType::LightMissile
        | WingType::Emp
        | WingType::Needle
        | WingType::Rocket
        | WingType::Assault => -2,
    }
}

/// FT-8.15.8, FT-8.13.1: what a dogfight or an interception costs.
pub(crate) fn dogfight_cef(kind: WingType) -> u8 {
    if kind == WingType::Plasma { 2 } else { 1 }
}

/// FT-8.12.3: types that cannot intercept missiles; those at -2 could kill none (FT-8.12.2).
pub(crate) fn can_intercept(kind: WingType) -> bool {
    0 <= dogfight_bonus(kind)
}

/// FT-8.15.4, FT-8.15.12: how a wing is shot at.
pub(crate) fn wing_mark(kind: WingType, mods: &[WingMod]) -> Mark {
    if mods.contains(&WingMod::Heavy) {
        Mark::HeavyFighter
    } else if kind.is_light() {
        Mark::LightFighter
    } else {
        Mark::Fighter
    }
}

/// What a gunboat does in phase 11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoatGun {
    pub profile: Profile,
    /// FT-9.2.7: how many of its packs it fires.
    pub times: u8,
    pub once: bool,
}

/// FT-9.1.3, FT-9.1.13, FT-9.2.6, FT-9.2.7: guns of one boat at a target laid like that, `packs` still aboard; the
/// Gatling only in the forward 30 degrees.
pub(crate) fn boat_gun(boat: Boat, lay: &Lay, ahead: bool, packs: u8) -> Option<BoatGun> {
    let beams = |dice: u8, screens: Response, hit: Hit| Profile::Beams { dice, again: true, screens, hit };
    let gun = |profile: Profile| Some(BoatGun { profile, times: 1, once: false });
    let pack = |profile: Profile| (0 < packs).then_some(BoatGun { profile, times: packs, once: true });
    match boat {
        Boat::Beam => gun(beams(2 * lay.falling(12, 1)?, Response::Any, Hit::Point)),
        Boat::Plasma => gun(Profile::Plasma { dice: lay.falling(12, 1)? }),
        Boat::Graser => gun(beams(lay.falling(12, 1)?, Response::Any, Hit::D3)),
        Boat::Needle => gun(Profile::Needle { dice: lay.falling(12, 1)?, kills: true }),
        Boat::Gatling if ahead => {
            gun(beams(if lay.band(6, 2)? == 1 { 6 } else { 2 }, Response::Any, Hit::Point))
        }
        Boat::PulseTorpedo => gun(Profile::Projectile { needs: lay.band(4, 3)? + 1, hit: Shell::Torpedo }),
        Boat::KGun => gun(Profile::Projectile { needs: lay.band(4, 3)? + 1, hit: Shell::KGun(2) }),
        Boat::Submunition => pack(beams(4 - lay.band(6, 2)?, Response::Advanced, Hit::Point)),
        Boat::Mkp => lay.falling(12, 1).and(pack(Profile::Mkp)),
        Boat::Gatling
        | Boat::PointDefence
        | Boat::Ads
        | Boat::Scatterpack
        | Boat::Missile
        | Boat::Rocket
        | Boat::PlasmaBomber => None,
    }
}

/// FT-9.2.7, FT-9.2.8, FT-9.2.9, FT-9.2.11: one-shot packs, missiles, rockets and bombs of a boat.
pub(crate) fn boat_packs(boat: Boat) -> u8 {
    match boat {
        Boat::Submunition | Boat::Mkp | Boat::Scatterpack | Boat::PlasmaBomber => 2,
        Boat::Missile | Boat::Rocket => 4,
        Boat::Beam
        | Boat::Plasma
        | Boat::Graser
        | Boat::Needle
        | Boat::PointDefence
        | Boat::PulseTorpedo
        | Boat::KGun
        | Boat::Ads
        | Boat::Gatling => 0,
    }
}

/// FT-9.1.10: what a boat rolls at fighters and missiles in phase 8; those built to defend do so in phase 9.
pub(crate) fn boat_dice(boat: Boat, packs: u8) -> Option<(Shooter, u8)> {
    match boat {
        Boat::Beam => Some((Shooter::Light { again: true }, 2)),
        Boat::Gatling => Some((Shooter::Pds, 1)),
        Boat::Plasma | Boat::Graser | Boat::Needle | Boat::PulseTorpedo | Boat::KGun => {
            Some((Shooter::Gun, 1))
        }
        Boat::Submunition | Boat::Mkp => (0 < packs).then_some((Shooter::Gun, 1)),
        Boat::PointDefence
        | Boat::Ads
        | Boat::Scatterpack
        | Boat::Missile
        | Boat::Rocket
        | Boat::PlasmaBomber => None,
    }
}

/// FT-9.1.7, FT-9.1.14: what a boat rolls at other gunboats in a dogfight: its gun as at a ship beside it, each hit a
/// boat. A Gatling, which bears dead ahead alone, and packs fare as against fighters.
pub(crate) fn boat_dice_at_boats(boat: Boat, mark: Mark) -> Option<(Scale, u8)> {
    match boat {
        Boat::Beam | Boat::Plasma | Boat::Graser | Boat::Needle | Boat::PulseTorpedo | Boat::KGun => {
            let way = Offset::default();
            let beside = Lay { way, stealth: 0, velocity: 0, mode: None, edge: BandEdge::Closer };
            boat_gun(boat, &beside, true, 0).map(|it| it.profile.at_boats(mark))
        }
        Boat::Gatling
        | Boat::Submunition
        | Boat::Mkp
        | Boat::PointDefence
        | Boat::Ads
        | Boat::Scatterpack
        | Boat::Missile
        | Boat::Rocket
        | Boat::PlasmaBomber => None,
    }
}

/// FT-9.1.3, FT-9.1.12: how far gunboats lock on to a ship: stealth first, then ECM and a holofield.
pub(crate) fn boat_reach(stealth: u8, ecm: u8, holofield: bool) -> Length {
    (shortened(12, stealth) - Length::units(i32::from(ecm.min(3)) + i32::from(holofield))).max(Length::ZERO)
}

/// FT-8.7.1: how far fighters lock on to a ship.
pub(crate) fn wing_reach(stealth: u8, ecm: u8, holofield: bool) -> Length {
    (shortened(6, stealth) - Length::units(i32::from(ecm.min(3)) + i32::from(holofield))).max(Length::ZERO)
}

/// FT-8.7.1, FT-GEO.3: the front 180 degrees, edges included; its own place is everywhere.
pub(crate) fn is_before(facing: Course, way: Offset) -> bool {
    way.square() == 0 || Sector::new(facing.turned(-6), facing.turned(6)).place(way) != Within::Outside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fire::odds::{self, WHOLE},
        movement::clock::Clock,
        options::Options,
    };

    fn screens(all: u8, advanced: u8) -> Screens {
        Screens { all, advanced }
    }

    /// Average points of one fighter, in thousandths.
    fn mean(kind: WingType, cannon: bool, ordnance: bool, screens: Screens) -> u64 {
        let arm = armament(kind, cannon, ordnance).expect("armed");
        let options = Options::default();
        let (odds, times) = match arm.attack(1, screens) {
            Some(attack) => odds::weapon(&options, &attack),
            None => (torpedo_odds(options.damage_die_floor, arm.bonus, screens), 1),
        };
        assert_eq!(times, 1);
        assert_eq!(odds.iter().map(|it| it.chance).sum::<u64>(), WHOLE);
        let sum: u128 = odds.iter().map(|it| u128::from(it.points()) * u128::from(it.chance)).sum();
        ((sum * 1_000 + u128::from(WHOLE) / 2) / u128::from(WHOLE)) as u64
    }

    /// FT-8.9.1, FT-8.9.2, FT-8.15.3: standard fighters as Beam-1, cannon without re-rolls and past standard
    /// screens, attack fighters 1 more, interceptors 2 less.
    #[test]
    fn rule_8_9_1_guns_of_fighters() {
        let bare = screens(0, 0);
        assert_eq!(mean(WingType::Standard, false, false, bare), 800);
        assert_eq!(mean(WingType::Standard, true, false, bare), 667);
        assert_eq!(mean(WingType::Standard, false, false, screens(2, 0)), 467);
        assert_eq!(mean(WingType::Standard, true, false, screens(2, 0)), 667);
        assert_eq!(mean(WingType::Standard, true, false, screens(2, 2)), 333);
        // 3-4 one, 5-6 two, and 6 again.
        assert_eq!(mean(WingType::Attack, false, false, bare), 1_133);
        assert_eq!(mean(WingType::Interceptor, false, false, bare), 300);
        assert_eq!(mean(WingType::LightAttack, false, false, bare), 1_133);
    }

    /// FT-8.15.6: a torpedo that shows 5 hits and does 5; advanced screens take their level off, standard ones
    /// nothing; FT-8.15.9: MKP ignore all of them; FT-8.15.7, FT-8.15.8: graser and plasma cost 2.
    #[test]
    fn rule_8_15_6_ordnance_of_fighters() {
        let floor = Options::default().damage_die_floor;
        assert_eq!(torpedo(floor, 5, 0, screens(2, 0)), Some(5));
        assert_eq!(torpedo(floor, 5, 0, screens(2, 2)), Some(3));
        assert_eq!(torpedo(floor, 3, 0, screens(0, 0)), None);
        // FT-12.10.1.
        assert_eq!(torpedo(floor, 3, 1, screens(0, 0)), Some(4));
        assert_eq!(mean(WingType::Torpedo, false, true, screens(2, 0)), 2_500);
        assert_eq!(mean(WingType::Torpedo, false, true, screens(2, 2)), 1_500);
        assert_eq!(mean(WingType::Torpedo, false, false, screens(0, 0)), 300);
        assert_eq!(mean(WingType::Mkp, false, true, screens(2, 2)), 2_667);
        assert_eq!(mean(WingType::Graser, false, false, screens(0, 0)), 1_600);
        assert_eq!(mean(WingType::Plasma, false, false, screens(1, 0)), 1_333);
        let cef = |kind| armament(kind, false, false).map(|it| it.cef);
        assert_eq!((cef(WingType::Graser), cef(WingType::Plasma)), (Some(2), Some(2)));
        assert_eq!((dogfight_cef(WingType::Graser), dogfight_cef(WingType::Plasma)), (1, 2));
        assert_eq!(armament(WingType::Standard, false, true), None);
        assert_eq!(armament(WingType::Assault, false, false), None);
    }

    /// FT-9.2.6, FT-9.2.7, FT-9.1.3, FT-9.1.13: guns of gunboats by range.
    #[test]
    fn rule_9_2_6_guns_of_gunboats() {
        let at = |boat: Boat, units: i32, ahead: bool| {
            let way = geometry::Point::units(0, units) - geometry::Point::default();
            let lay =
                Lay { way, stealth: 0, velocity: 6, mode: None, edge: crate::options::BandEdge::Closer };
            boat_gun(boat, &lay, ahead, boat_packs(boat)).map(|it| (it.profile, it.times))
        };
        let needs = |boat, units| match at(boat, units, true) {
            Some((Profile::Projectile { needs, .. }, 1)) => needs,
            other => panic!("{other:?}"),
        };
        for boat in [Boat::PulseTorpedo, Boat::KGun] {
            assert_eq!([needs(boat, 4), needs(boat, 8), needs(boat, 12)], [2, 3, 4]);
            assert_eq!(at(boat, 13, true), None);
        }
        let dice = |boat, units, ahead| match at(boat, units, ahead) {
            Some((Profile::Beams { dice, screens, .. }, times)) => Some((dice, screens, times)),
            _ => None,
        };
        assert_eq!(dice(Boat::Beam, 12, false), Some((2, Response::Any, 1)));
        assert_eq!(dice(Boat::Gatling, 6, true), Some((6, Response::Any, 1)));
        assert_eq!(dice(Boat::Gatling, 12, true), Some((2, Response::Any, 1)));
        assert_eq!(dice(Boat::Gatling, 6, false), None);
        assert_eq!(dice(Boat::Submunition, 6, true), Some((3, Response::Advanced, 2)));
        assert_eq!(dice(Boat::Submunition, 7, true), Some((2, Response::Advanced, 2)));
        assert_eq!(at(Boat::Mkp, 12, true), Some((Profile::Mkp, 2)));
        assert_eq!(at(Boat::Mkp, 13, true), None);
        assert_eq!(at(Boat::PointDefence, 3, true), None);
    }

    /// FT-9.1.12, FT-8.7.1: stealth shortens the reach, then ECM and a holofield.
    #[test]
    fn rule_9_1_12_lock_on() {
        let text = |it: Length| it.to_string();
        assert_eq!(text(boat_reach(0, 0, false)), "12");
        assert_eq!(text(boat_reach(1, 0, false)), "10");
        assert_eq!(text(boat_reach(2, 3, true)), "4");
        assert_eq!(text(wing_reach(1, 1, false)), "4");
        assert_eq!(text(wing_reach(2, 0, false)), "4");
        assert_eq!(text(wing_reach(2, 3, true)), "0");
    }

    /// FT-8.7.1, FT-GEO.3: 90 degrees to either side is in front, more is not.
    #[test]
    fn rule_8_7_1_front() {
        let way = |x: i32, y: i32| geometry::Point::units(x, y) - geometry::Point::default();
        let north = Clock::TWELVE.course();
        assert!(is_before(north, way(0, 3)) && is_before(north, way(-3, 0)) && is_before(north, way(3, 0)));
        assert!(
            is_before(north, way(0, 0)) && !is_before(north, way(3, -1)) && !is_before(north, way(0, -3))
        );
    }

    /// FT-9.1.10: what gunboats roll at fighters and missiles.
    #[test]
    fn rule_9_1_10_gunboats_in_dogfights() {
        assert_eq!(boat_dice(Boat::Beam, 0), Some((Shooter::Light { again: true }, 2)));
        assert_eq!(boat_dice(Boat::Gatling, 0), Some((Shooter::Pds, 1)));
        assert_eq!(boat_dice(Boat::KGun, 0), Some((Shooter::Gun, 1)));
        assert_eq!(boat_dice(Boat::Mkp, 0), None);
        assert_eq!(boat_dice(Boat::PointDefence, 0), None);
    }
}
