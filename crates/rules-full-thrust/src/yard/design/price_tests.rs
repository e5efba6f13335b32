//! Prices: every printed example, and every cell of the tables D4 to D8.

use super::*;
use crate::yard::design::{
    Ads, Arc, Beam, BoardingLauncher, BoltLauncher, Fusion, Gatling, Grapeshot, Graser, Hull, Layer, Meson,
    Mkp, Nova, Number, Particle, Pds, Pulser, PulserSetting, ScatterGun, Size, Spinal, SpinalBeam,
    Submunition, VariableTorpedo, Wave,
};

fn of_mass(mass: u32) -> Design {
    Design { mass, ..Design::default() }
}

fn cost_on(mass: u32, kind: Kind) -> (u32, u32) {
    let (design, options) = (of_mass(mass), Options::default());
    let cost = Yard::new(&design, &options).cost(&System::new("", kind));
    (cost.mass.0, cost.points)
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "callers build it on the spot")]
fn check(kind: Kind, mass: u32, points: u32) {
    assert_eq!(cost_on(100, kind.clone()), (2 * mass, points), "{kind:?}");
}

fn n(arcs: u8) -> Arcs {
    Arcs::run(Arc::F, arcs)
}

/// By its name in ship files.
fn battery(name: &str, class: u8, arcs: u8) -> Kind {
    let file = serde_json::json!({ "mass": 1, "weapons": [{
        "name": name, "class": class, "leftArc": "F", "numArcs": arcs
    }] });
    let design: Design = plain::from_value(&file).expect("a ship with one weapon");
    design.systems.into_iter().next().expect("one weapon").kind
}

/// FT-13.5.1: mass 64 and mass 4; the smallest ship with FTL is mass 3.
#[test]
fn rule_13_5_1_percentages() {
    let ftl = Kind::Ftl { advanced: false, transfer: 0 };
    let drive = |thrust| Kind::Drive { thrust, advanced: false };
    assert_eq!(cost_on(64, ftl.clone()).0, 12);
    assert_eq!(cost_on(64, drive(4)).0, 26);
    assert_eq!(cost_on(64, drive(6)).0, 38);
    assert_eq!(cost_on(4, ftl.clone()).0, 2);
    assert_eq!((cost_on(3, ftl).0, cost_on(3, drive(6)).0), (2, 2));
    assert_eq!(least_hull(3, &Options::default()), 1);
    assert_eq!(least_hull(64, &Options::default()), 6);
}

/// FT-13.9.1, FT-13.9.2: drives, FTL and tugs.
#[test]
fn rule_13_9_1_drives() {
    check(Kind::Drive { thrust: 4, advanced: false }, 20, 40);
    check(Kind::Drive { thrust: 4, advanced: true }, 20, 60);
    check(Kind::Drive { thrust: 0, advanced: false }, 0, 0);
    check(Kind::Ftl { advanced: false, transfer: 0 }, 10, 20);
    check(Kind::Ftl { advanced: true, transfer: 12 }, 13, 39);
}

/// FT-13.11.1: mass 50, partial 3 mass and 6 points, full 5 and 10.
#[test]
fn rule_13_11_1_streamlining() {
    let cost = |streamlining| {
        let design = Design { hull: Hull { streamlining, ..Hull::default() }, ..of_mass(50) };
        let cost = Yard::new(&design, &Options::default()).streamlining();
        (cost.mass.up(), cost.points)
    };
    assert_eq!(cost(Streamlining::Partial), (3, 6));
    assert_eq!(cost(Streamlining::Full), (5, 10));
}

/// FT-13.7.1, FT-7.4.5, FT-7.6.1: hull rows, stealth, shells and regeneration.
#[test]
fn rule_13_7_1_hull_and_armour() {
    let points = |rows, stealth, armour: &[(u32, u32)]| {
        let armour =
            armour.iter().map(|&(standard, regenerative)| Layer { standard, regenerative }).collect();
        let hull = Hull { boxes: 21, rows, stealth, ..Hull::default() };
        let design = Design { hull, armour, ..of_mass(100) };
        Yard::new(&design, &Options::default()).bill().ship - 100
    };
    assert_eq!([3, 4, 5, 6].map(|rows| points(rows, 0, &[])), [63, 42, 32, 21]);
    assert_eq!(points(4, 1, &[]), 42 + 42);
    assert_eq!(points(4, 2, &[(3, 0)]), 42 + 6 + 4 * 24);
    // Inner layer 2, shells 4, 6, 8, 10; 2 more each if it regenerates.
    assert_eq!(points(4, 0, &[(1, 1), (1, 1), (1, 0), (1, 0), (1, 0)]), 42 + 2 + 4 + 4 + 6 + 6 + 8 + 10);
}

/// FT-18.3.1: Suffren, Excalibur, and a hull that would count for nothing.
#[test]
fn rule_18_3_1_combat_points() {
    assert_eq!(combat_hull(54), 29);
    assert_eq!(181 - 54 + combat_hull(54), 156);
    assert_eq!(472 - 140 + combat_hull(140), 528);
    assert_eq!(combat_hull(7), 1);
}

/// FT-13.13.13: four fifths of the ship, not of what it carries.
#[test]
fn rule_13_13_13_flawed_designs_are_cheaper() {
    let hull = Hull { boxes: 13, ..Hull::default() };
    let wings = vec![crate::yard::design::Wing::default()];
    let design = Design { hull, wings, flawed: true, ..of_mass(101) };
    let bill = Yard::new(&design, &Options::default()).bill();
    // 127 x 0.8 = 101.6.
    assert_eq!((bill.ship, bill.craft, bill.points()), (102, 18, 120));
}

/// FT-5.3.1 to FT-5.3.3: beams; FT-5.4.1, FT-5.9.1 the same without broadsides.
#[test]
fn table_d4_beams() {
    check(battery("beam", 1, 6), 1, 3);
    check(battery("beam", 2, 3), 2, 6);
    check(battery("beam", 2, 6), 3, 9);
    check(Kind::Gun(Gun::Beam(Beam { class: 2, arcs: Arcs::run(Arc::FS, 2) })), 1, 3);
    for arcs in 1..=6 {
        let a = u32::from(arcs) - 1;
        check(battery("beam", 3, arcs), 4 + a, 3 * (4 + a));
        check(battery("beam", 4, arcs), 8 + 2 * a, 3 * (8 + 2 * a));
        check(battery("beam", 5, arcs), 16 + 4 * a, 3 * (16 + 4 * a));
        check(battery("transporter", 3, arcs), 4 + a, 3 * (4 + a));
        check(battery("gravitic", 4, arcs), 8 + 2 * a, 3 * (8 + 2 * a));
        check(battery("plasmaCannon", 3, arcs), 8 + 2 * a, 3 * (8 + 2 * a));
        check(battery("plasmaCannon", 4, arcs), 16 + 4 * a, 3 * (16 + 4 * a));
    }
    check(battery("emp", 1, 6), 1, 3);
    check(battery("emp", 2, 6), 3, 9);
    check(battery("plasmaCannon", 1, 3), 1, 3);
    check(battery("plasmaCannon", 2, 6), 6, 18);
    check(battery("needle", 1, 2), 2, 6);
    check(battery("needle", 1, 3), 3, 9);
    check(battery("needle", 3, 3), 16, 48);
    // FT-5.8.4: a phaser by itself, and beside an advanced fire control.
    check(battery("phaser", 2, 3), 4, 14);
    let systems =
        vec![System::new("", Kind::FireControl { advanced: true }), System::new("", battery("phaser", 2, 3))];
    let design = Design { systems, ..of_mass(100) };
    let cost = Yard::new(&design, &Options::default()).cost(&design.systems[1]);
    assert_eq!(cost.points, 24);
}

/// FT-5.6.1 to FT-5.21.1: the other mounts of D4.
#[test]
fn table_d4_other_mounts() {
    let graser = |heavy, high_intensity, class, arcs| {
        Kind::Gun(Gun::Graser(Graser { heavy, high_intensity, class, arcs: n(arcs) }))
    };
    check(graser(false, false, 1, 3), 1, 3);
    check(graser(false, false, 2, 6), 6, 18);
    check(graser(true, false, 1, 1), 2, 6);
    check(graser(true, false, 2, 3), 15, 45);
    check(graser(true, true, 3, 1), 24, 96);
    check(Kind::Gun(Gun::Gatling(Gatling { arcs: n(3) })), 3, 12);
    // FT-5.10.3: two for five.
    let broadside = Kind::Gun(Gun::Particle(Particle { arcs: Arcs::run(Arc::AP, 2) }));
    assert_eq!(cost_on(100, broadside), (5, 10));
    check(Kind::Gun(Gun::Pulser(Pulser { arcs: n(6), setting: Some(PulserSetting::Short) })), 4, 20);
    let torpedo = |reach, arcs| Kind::Gun(Gun::Torpedo(Torpedo { reach, arcs: n(arcs) }));
    check(torpedo(Reach::Standard, 1), 4, 12);
    check(torpedo(Reach::Long, 3), 12, 36);
    check(torpedo(Reach::Short, 2), 3, 9);
    check(Kind::Gun(Gun::VariableTorpedo(VariableTorpedo { arcs: n(3) })), 12, 60);
    check(Kind::Gun(Gun::Submunition(Submunition { arcs: n(3) })), 1, 3);
    check(Kind::Gun(Gun::Mkp(Mkp { arcs: n(1) })), 1, 4);
    check(Kind::Gun(Gun::BoardingLauncher(BoardingLauncher { arcs: n(3), magazine: String::new() })), 2, 6);
    check(Kind::Gun(Gun::Fusion(Fusion { arcs: n(2), mode: None })), 4, 12);
    check(Kind::Gun(Gun::Spinal(Spinal { beam: SpinalBeam::Beam, size: Size::Medium })), 16, 64);
    check(Kind::Gun(Gun::Spinal(Spinal { beam: SpinalBeam::Singularity, size: Size::Large })), 32, 160);
    check(Kind::Gun(Gun::Nova(Nova)), 20, 60);
    check(Kind::Gun(Gun::Wave(Wave)), 12, 36);
}

/// FT-5.16.3: the whole table of K-guns.
#[test]
fn rule_5_16_3_k_guns() {
    let row = |reach| {
        let arcs = [6, 1, 2, 1, 1, 1, 1];
        let class = [1, 2, 2, 3, 4, 5, 6];
        class.into_iter().zip(arcs).map(move |(class, arcs)| {
            cost_on(100, Kind::Gun(Gun::KGun(KGun { class, reach, arcs: n(arcs) })))
        })
    };
    let halves = |reach| row(reach).map(|(mass, _)| mass).collect::<Vec<_>>();
    assert_eq!(halves(Reach::Standard), [4, 6, 8, 10, 16, 22, 28]);
    assert_eq!(halves(Reach::Long), [8, 12, 16, 20, 32, 44, 56]);
    assert_eq!(halves(Reach::Short), [3, 4, 4, 6, 8, 12, 14]);
    assert!(row(Reach::Short).all(|(mass, points)| points == 2 * mass));
    let any = Options { kgun_any: true, ..Options::default() };
    let heavy = Gun::KGun(KGun { class: 8, reach: Reach::Standard, arcs: n(1) });
    let (design, system) = (of_mass(100), System::new("", Kind::Gun(heavy.clone())));
    assert_eq!(Yard::new(&design, &any).cost(&system).mass, Halves::whole(20));
    assert!(is_mount(&heavy, Orientation::Alpha, &any));
    assert!(!is_mount(&heavy, Orientation::Alpha, &Options::default()));
}

/// FT-5.14.2, FT-5.16.4: upgrades of a whole ship.
#[test]
fn rule_5_14_2_upgrades() {
    let torpedo = |reach| System::new("", Kind::Gun(Gun::Torpedo(Torpedo { reach, arcs: n(1) })));
    let gun =
        |class| System::new("", Kind::Gun(Gun::KGun(KGun { class, reach: Reach::Standard, arcs: n(1) })));
    let systems = vec![torpedo(Reach::Standard), torpedo(Reach::Long), torpedo(Reach::Short), gun(2), gun(3)];
    let plain = Design { systems, ..of_mass(100) };
    let points = |design: &Design| Yard::new(design, &Options::default()).bill().ship;
    let base = points(&plain);
    assert_eq!(points(&Design { overload: true, ..plain.clone() }), base + 4 + 8);
    assert_eq!(points(&Design { flak: true, ..plain }), base + 4);
}

/// FT-6.6.2, FT-6.6.3, FT-6.6.4, FT-6.8.4, FT-6.10.2: table D6.
#[test]
fn table_d6_ordnance() {
    let arcs = n(3);
    for (missile, heavy, rack) in [
        (Missile::Standard, (2, 6), (4, 12)),
        (Missile::Extended, (3, 9), (5, 15)),
        (Missile::TwoStage, (4, 12), (6, 24)),
    ] {
        check(Kind::HeavyMissile { missile, arcs }, heavy.0, heavy.1);
        check(Kind::SalvoRack { missile, arcs }, rack.0, rack.1);
    }
    check(Kind::SalvoLauncher { arcs, magazine: String::new() }, 3, 9);
    check(Kind::Magazine { loads: Loads { standard: 1, extended: 2, two_stage: 0 } }, 8, 24);
    check(Kind::Magazine { loads: Loads { standard: 0, extended: 0, two_stage: 2 } }, 8, 24);
    check(Kind::Antimatter { arcs }, 2, 10);
    check(Kind::RocketPod { arcs }, 1, 3);
    check(Kind::MineLayer { mines: 4 }, 6, 14);
    for class in 1..=6_u8 {
        let c = u32::from(class);
        let masses = [1, 2, 3].map(|arcs| {
            cost_on(100, Kind::Gun(Gun::BoltLauncher(BoltLauncher { class, arcs: n(arcs) }))).0 / 2
        });
        assert_eq!(masses, [3 * c, 4 * c, 5 * c]);
    }
}

/// FT-7.2.3 to FT-7.25.3: table D7.
#[test]
fn table_d7_defences() {
    let screen = |advanced, area, level| Kind::Screen { advanced, area, level };
    check(screen(false, false, 1), 5, 15);
    check(screen(false, false, 2), 10, 30);
    check(screen(true, false, 1), 8, 32);
    check(screen(false, true, 1), 20, 70);
    check(screen(true, true, 1), 30, 105);
    assert_eq!(cost_on(9, screen(false, true, 1)), (4, 7));
    check(Kind::StealthField, 5, 30);
    check(Kind::Holofield, 10, 50);
    check(Kind::Reflex, 10, 60);
    check(Kind::Ecm { area: false }, 1, 3);
    check(Kind::Ecm { area: true }, 2, 6);
    // FT-7.20.4: mass 100 costs 25 points.
    check(Kind::CloakDevice, 1, 25);
    check(Kind::CloakField, 1, 100);
    check(Kind::CloakTuffley, 10, 100);
    check(Kind::Suicide, 1, 5);
    check(Kind::Adfc { advanced: false }, 2, 8);
    check(Kind::Adfc { advanced: true }, 2, 10);
    check(Kind::Gun(Gun::Pds(Pds)), 1, 3);
    check(Kind::Gun(Gun::Ads(Ads { arcs: n(3) })), 2, 6);
    check(Kind::Gun(Gun::Ads(Ads { arcs: n(6) })), 3, 9);
    check(Kind::Gun(Gun::ScatterGun(ScatterGun)), 1, 5);
    check(Kind::Gun(Gun::Grapeshot(Grapeshot)), 1, 4);
}

/// FT-13.12.1 to FT-13.13.12: table D8.
#[test]
fn table_d8_other_systems() {
    check(Kind::FireControl { advanced: false }, 1, 4);
    check(Kind::FireControl { advanced: true }, 1, 5);
    check(Kind::Hangar { rack: false }, 6, 18);
    check(Kind::Hangar { rack: true }, 6, 6);
    check(Kind::LaunchTube { catapult: false }, 3, 9);
    check(Kind::LaunchTube { catapult: true }, 3, 10);
    check(Kind::GunboatRack, 18, 0);
    check(Kind::Sensors { superior: false }, 4, 24);
    check(Kind::Sensors { superior: true }, 8, 48);
    check(Kind::MineSweeper, 5, 15);
    check(Kind::Ortillery, 3, 9);
    check(Kind::Decoy { capital: false }, 2, 8);
    check(Kind::Decoy { capital: true }, 4, 16);
    check(Kind::Marines, 0, 5);
    check(Kind::DamageControl, 0, 5);
    check(Kind::Shipyard { mass: 50 }, 50, 100);
    let bay = |holds, capacity| Kind::Bay { holds, capacity: Number::whole(capacity), ratio: None };
    check(bay(Holds::Cargo, 7), 7, 0);
    check(bay(Holds::Passengers, 9), 3, 0);
    check(bay(Holds::Troops, 9), 3, 0);
    assert_eq!(cost_on(100, bay(Holds::Boats, 5)), (15, 0));
    check(bay(Holds::Tender, 20), 30, 90);
    let ratio = Some(Number { hundredths: 50 });
    check(Kind::Bay { holds: Holds::Cargo, capacity: Number::whole(7), ratio }, 4, 0);
}

/// Switches of prices: FT-7.10.2, FT-5.2.3, FT-7.20.4, FT-13.13.8, FT-13.12.3 to FT-13.12.5, FT-7.2.3.
#[test]
fn prices_follow_the_switches() {
    use crate::options::OneOf;
    let options = Options {
        adfc_zero_mass: true,
        afc_points: OneOf::CHANGED,
        cloak_price: Price::Table,
        sensor_price: Price::Table,
        hangar_model: HangarModel::Combined,
        hangar_crits: true,
        rack_points: OneOf::CHANGED,
        screen_min: OneOf::CHANGED,
        ..Options::default()
    };
    let design = of_mass(30);
    let cost = |kind| {
        let cost = Yard::new(&design, &options).cost(&System::new("", kind));
        (cost.mass.up(), cost.points)
    };
    assert_eq!(cost(Kind::Adfc { advanced: false }), (0, 8));
    assert_eq!(cost(Kind::FireControl { advanced: true }), (1, 8));
    assert_eq!(cost(Kind::CloakDevice), (2, 15));
    assert_eq!(cost(Kind::Sensors { superior: true }), (4, 16));
    assert_eq!(cost(Kind::Hangar { rack: false }), (9, 18));
    assert_eq!(cost(Kind::Hangar { rack: true }), (6, 18));
    assert_eq!(cost(Kind::Screen { advanced: false, area: false, level: 1 }), (3, 9));
}

/// FT-5.22.3: turret mass by the mass inside and the number of arcs.
#[test]
fn rule_5_22_3_turrets() {
    let gun = |id: &str| System::new(id, battery("beam", 3, 3));
    let turret = |arcs| Kind::Turret { arcs: n(arcs), facing: None, weapons: vec!["a".into(), "b".into()] };
    let mass = |arcs| {
        let systems = vec![gun("a"), gun("b"), System::new("", turret(arcs))];
        let design = Design { systems, ..of_mass(100) };
        let cost = Yard::new(&design, &Options::default()).cost(&design.systems[2]);
        assert_eq!(cost.points, 3 * cost.mass.up());
        cost.mass.up()
    };
    // Twelve mass inside.
    assert_eq!([6, 5, 4, 3, 2].map(mass), [6, 4, 3, 3, 2]);
}

/// FT-4.2.4: counts of arcs that are not listed do not exist, but are still priced.
#[test]
fn rule_4_2_4_mounts_that_do_not_exist() {
    for kind in [
        battery("beam", 1, 3),
        battery("beam", 6, 1),
        battery("emp", 2, 2),
        Kind::Gun(Gun::Gatling(Gatling { arcs: n(4) })),
        Kind::Gun(Gun::Meson(Meson { arcs: Arcs::run(Arc::FS, 2) })),
        Kind::Gun(Gun::Torpedo(Torpedo { reach: Reach::Standard, arcs: n(4) })),
        Kind::Gun(Gun::KGun(KGun { class: 3, reach: Reach::Standard, arcs: n(2) })),
        Kind::Gun(Gun::Graser(Graser { heavy: false, high_intensity: true, class: 1, arcs: n(3) })),
    ] {
        let Kind::Gun(gun) = &kind else { panic!("{kind:?} is not a weapon") };
        assert!(!is_mount(gun, Orientation::Alpha, &Options::default()), "{kind:?}");
    }
    check(battery("beam", 1, 3), 1, 3);
    check(Kind::Gun(Gun::Gatling(Gatling { arcs: n(4) })), 4, 16);
}
