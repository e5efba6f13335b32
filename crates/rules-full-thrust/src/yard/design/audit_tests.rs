//! Every finding is found, with its rule; a plain ship has none.

use serde_json::{Value, json};

use super::*;
use crate::library::ship;

/// A frigate of the book, with these fields laid over its file.
fn changed(changes: &Value) -> Design {
    let mut file = plain::to_value(&ship("Frigate").expect("supplied"));
    for (name, value) in changes.as_object().expect("fields") {
        match (&mut file[name], value) {
            // Lists are added to.
            (Value::Array(there), Value::Array(more)) => there.extend(more.iter().cloned()),
            (there, value) => *there = value.clone(),
        }
    }
    file.as_object_mut().expect("a ship").retain(|name, _| name != "points" && name != "cpv");
    plain::from_value(&file).expect("a ship")
}

fn found_with(design: &Design, options: &Options) -> Vec<(Severity, &'static str)> {
    let mut found = Vec::new();
    design.inspect(Terms { options, tech: None, battle: true }, &mut |severity, rule, _| {
        found.push((severity, rule));
    });
    found
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "callers build it on the spot")]
fn check(changes: Value, severity: Severity, rule: &'static str) {
    let found = found_with(&changed(&changes), &Options::default());
    assert!(found.contains(&(severity, rule)), "{changes}: {found:?}");
}

fn hull(points: u32, rows: u8, stealth: &str) -> Value {
    json!({ "points": points, "rows": rows, "stealth": stealth, "streamlining": "none" })
}

fn systems(names: &[&str]) -> Value {
    json!({ "systems": names.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>() })
}

/// FT-13.1.1, FT-13.4.1: the ships of the book are as they should be.
#[test]
fn rule_13_1_1_mass_and_price() {
    for name in ["Heavy Cruiser", "Frigate", "Worked Example"] {
        let found = found_with(ship(name).expect("supplied"), &Options::default());
        assert_eq!(found, [], "{name}");
    }
    check(json!({ "mass": 0 }), Error, "FT-13.4.1");
    check(json!({ "mass": 2 }), Warning, "FT-13.4.1");
    check(json!({ "mass": 301 }), Error, "FT-13.4.1");
    check(json!({ "mass": 15 }), Error, "FT-13.1.1");
    check(json!({ "mass": 18 }), Note, "FT-13.1.1");
    let mut file = plain::to_value(&ship("Frigate").expect("supplied"));
    file["points"] = json!(56);
    file["cpv"] = json!(43);
    let design: Design = plain::from_value(&file).expect("a ship");
    assert_eq!(found_with(&design, &Options::default()), [(Warning, "FT-13.1.1"), (Warning, "FT-18.3.1")]);
}

/// FT-13.7.1, FT-13.8.1, FT-7.4.1, FT-7.6.1, FT-7.7.1.
#[test]
fn rule_13_7_1_hull_and_armour() {
    check(json!({ "hull": hull(1, 4, "0") }), Error, "FT-13.7.1");
    check(json!({ "hull": hull(5, 7, "0") }), Error, "FT-13.7.1");
    check(json!({ "hull": hull(3, 3, "0") }), Error, "FT-13.8.1");
    check(json!({ "hull": hull(5, 4, "3") }), Error, "FT-7.4.1");
    check(json!({ "armour": [[1, 0], [1, 0], [1, 0], [1, 0], [1, 0], [1, 0]] }), Error, "FT-7.6.1");
    check(json!({ "armour": [[0, 0], [1, 0]] }), Error, "FT-7.7.1");
    // FT-13.7.1: with the other rounding mass 16 needs two boxes, mass 12 too.
    let up = Options { hull_min: crate::options::HullMinimum::Up, ..Options::default() };
    assert_eq!((least_hull(12, &up), least_hull(12, &Options::default())), (2, 1));
}

/// FT-13.9.1, FT-16.1.1.
#[test]
fn rule_13_9_1_engines() {
    check(json!({ "systems": [{ "name": "drive", "thrust": 1 }] }), Error, "FT-13.9.1");
    check(systems(&["ftl", "ftl"]), Error, "FT-13.9.1");
    let mut still = changed(&json!({}));
    still.systems.remove(0);
    assert!(found_with(&still, &Options::default()).contains(&(Note, "FT-16.1.1")));
}

/// FT-7.2.1 to FT-7.18.1: screens and fields.
#[test]
fn rule_7_3_2_exclusions() {
    check(
        json!({ "systems": [{ "name": "screen" }, { "name": "screen", "advanced": true }] }),
        Error,
        "FT-7.3.2",
    );
    check(systems(&["screen", "screen", "screen"]), Note, "FT-7.2.1");
    check(json!({ "systems": [{ "name": "screen", "level": 3 }] }), Error, "FT-7.2.1");
    let area = json!({ "name": "screen", "area": true });
    check(json!({ "systems": [area, area, area] }), Error, "FT-7.16.2");
    for other in ["screen", "stealthField", "reflex"] {
        check(systems(&["holofield", other]), Error, "FT-7.17.3");
    }
    check(systems(&["holofield", "holofield"]), Warning, "FT-7.17.1");
    check(systems(&["stealthField", "stealthField", "stealthField"]), Error, "FT-7.5.1");
    check(json!({ "hull": hull(5, 4, "2"), "systems": [{ "name": "stealthField" }] }), Note, "FT-7.4.1");
    check(systems(&["ecm", "ecm", "ecm", "ecm"]), Warning, "FT-7.18.1");
    let mut bare = changed(&json!({ "systems": [{ "name": "adfc" }] }));
    bare.systems.retain(|it| it.kind != Kind::from(crate::weapons::Pds));
    assert!(found_with(&bare, &Options::default()).contains(&(Warning, "FT-7.10.1")));
    // FT-7.17.3: a stealth hull is no field.
    let stealthy = changed(&json!({ "hull": hull(5, 4, "2"), "systems": [{ "name": "holofield" }] }));
    assert!(!found_with(&stealthy, &Options::default()).contains(&(Error, "FT-7.17.3")));
}

fn mount(name: &str, class: u8, n: u8) -> Value {
    json!({ "weapons": [{ "name": name, "class": class, "leftArc": "F", "numArcs": n }] })
}

/// FT-5.3.1 to FT-7.13.1: mounts that do not exist, each by its own rule.
#[test]
fn rule_4_2_4_mounts() {
    for (name, class, n, rule) in [
        ("beam", 1, 3, "FT-5.3.1"),
        ("emp", 2, 2, "FT-5.4.1"),
        ("plasmaCannon", 5, 1, "FT-5.5.1"),
        ("graser", 5, 1, "FT-5.6.1"),
        ("phaser", 1, 2, "FT-5.8.1"),
        ("transporter", 0, 1, "FT-5.9.1"),
        ("gatling", 0, 4, "FT-5.10.1"),
        ("needle", 1, 1, "FT-5.13.1"),
        ("torpedoPulse", 0, 4, "FT-5.14.1"),
        ("submunition", 0, 1, "FT-5.15.1"),
        ("kgun", 7, 1, "FT-5.16.3"),
        ("fusion", 0, 4, "FT-5.19.1"),
        ("gravitic", 5, 1, "FT-5.20.1"),
        ("pulser", 0, 2, "FT-5.21.1"),
        ("pbl", 7, 1, "FT-6.8.4"),
        ("ads", 0, 2, "FT-7.13.1"),
    ] {
        check(mount(name, class, n), Error, rule);
    }
    let torpedo = json!({ "name": "torpedoVariable", "leftArc": "F", "numArcs": 4 });
    check(json!({ "weapons": [torpedo] }), Error, "FT-5.14.3");
    let heavy = json!({ "name": "graser", "class": 4, "heavy": true, "leftArc": "F", "numArcs": 1 });
    check(json!({ "weapons": [heavy] }), Error, "FT-5.7.1");
    // FT-5.7.2: high intensity is for heavy grasers only.
    let light = json!({ "name": "graser", "class": 1, "highIntensity": true, "leftArc": "F", "numArcs": 3 });
    check(json!({ "weapons": [light] }), Error, "FT-5.7.2");
    check(json!({ "weapons": [{ "name": "mkp", "leftArc": "F", "numArcs": 2 }] }), Error, "FT-5.17.1");
    check(json!({ "ordnance": [{ "name": "amt", "leftArc": "F", "numArcs": 2 }] }), Error, "FT-6.6.10");
    check(json!({ "ordnance": [{ "name": "rocketPod", "leftArc": "F", "numArcs": 2 }] }), Error, "FT-6.7.3");
    check(json!({ "ordnance": [{ "name": "missile", "arcs": ["F", "A", "AS"] }] }), Error, "FT-6.3.1");
    let launcher = json!({ "name": "boardingTorpedoLauncher", "leftArc": "F", "numArcs": 1 });
    check(json!({ "weapons": [launcher] }), Error, "FT-5.18.1");
    check(systems(&["shroud"]), Error, "FT-13.1.1");
}

/// FT-5.23.1, FT-6.8.1, FT-5.22.2: one for every 50 mass or part.
#[test]
fn rule_5_23_1_numbers_by_mass() {
    assert_eq!([1, 50, 51, 101, 150, 151].map(per_fifty), [1, 1, 2, 3, 3, 4]);
    let spinal = json!({ "name": "spinalBeam", "range": "short" });
    check(json!({ "weapons": [spinal, { "name": "spinalWave" }] }), Error, "FT-5.23.1");
    let bolt = json!({ "name": "pbl", "class": 1, "leftArc": "F", "numArcs": 1 });
    check(json!({ "weapons": [bolt, bolt] }), Error, "FT-6.8.1");
    check(json!({ "weapons": [{ "name": "spinalNova" }] }), Error, "FT-7.23.1");
    let turret = json!({ "name": "turret", "leftArc": "F", "numArcs": 2 });
    check(json!({ "systems": [turret, turret] }), Error, "FT-5.22.2");
}

/// FT-5.22.1 to FT-5.22.3: turrets.
#[test]
fn rule_5_22_1_turrets() {
    let turret = |weapons: &[&str], n: u8, facing: &str| {
        json!({ "systems": [
            { "name": "turret", "leftArc": "F", "numArcs": n, "facingArc": facing, "weapons": weapons, "id": "t" },
        ], "weapons": [{ "name": "spinalWave", "id": "wave" }] })
    };
    check(turret(&[], 1, "F"), Error, "FT-5.22.1");
    check(turret(&[], 2, "A"), Error, "FT-5.22.1");
    check(turret(&[], 2, "F"), Warning, "FT-5.22.3");
    check(turret(&["nothing"], 2, "F"), Error, "FT-5.22.3");
    check(turret(&["wave"], 2, "F"), Error, "FT-5.22.2");
    check(turret(&["t"], 2, "F"), Error, "FT-5.22.1");
    let two = json!({ "name": "turret", "leftArc": "F", "numArcs": 2, "weapons": ["beam-6"] });
    check(json!({ "systems": [two, two] }), Error, "FT-5.22.3");
}

/// FT-6.6.2, FT-6.6.4, FT-5.18.2, FT-6.10.2: magazines and mines.
#[test]
fn rule_6_6_2_magazines() {
    let launcher = |magazine: &str| {
        json!({ "ordnance": [{ "name": "salvoLauncher", "leftArc": "F",
        "numArcs": 3, "magazine": magazine }] })
    };
    check(launcher(""), Error, "FT-6.6.2");
    check(launcher("pds-3"), Error, "FT-6.6.2");
    check(systems(&["magazine"]), Warning, "FT-6.6.2");
    check(json!({ "systems": [{ "name": "magazine", "capacity": 0 }] }), Error, "FT-6.6.2");
    check(systems(&["boardingTorpedoMagazine"]), Warning, "FT-5.18.2");
    check(json!({ "systems": [{ "name": "boardingTorpedoMagazine", "capacity": 0 }] }), Error, "FT-5.18.2");
    let launcher = json!({ "name": "boardingTorpedoLauncher", "leftArc": "F", "numArcs": 3 });
    check(json!({ "weapons": [launcher] }), Error, "FT-5.18.2");
    check(json!({ "systems": [{ "name": "mineLayer", "capacity": 1 }] }), Error, "FT-6.10.2");
    let mut mixed = changed(&json!({}));
    let loads = super::super::Loads { standard: 1, extended: 0, two_stage: 1 };
    mixed.systems.push(System::new("m", Kind::Magazine { loads }));
    assert!(found_with(&mixed, &Options::default()).contains(&(Error, "FT-6.6.4")));
}

/// FT-13.13.2: a heavy cruiser with 4 crew takes up to 4 marines and parties; berths take more.
#[test]
fn rule_13_13_2_marines() {
    let with = |marines: usize, troops: u32| {
        let mut design = Design { mass: 80, ..changed(&json!({})) };
        design.systems.extend((0..marines).map(|_| System::new("", Kind::Marines)));
        design.systems.push(System::new("", Kind::DamageControl));
        let capacity = super::super::Number::whole(troops);
        design.systems.push(System::new("", Kind::Bay { holds: Holds::Troops, capacity, ratio: None }));
        found_with(&design, &Options::default()).contains(&(Error, "FT-13.13.2"))
    };
    assert!(!with(3, 0) && with(4, 0) && !with(6, 3) && with(7, 3));
    let transporter = json!({ "mass": 0, "weapons": [{ "name": "transporter", "class": 1, "leftArc": "F",
        "numArcs": 6 }] });
    check(transporter, Warning, "FT-5.9.4");
}

/// FT-13.12.1 to FT-13.12.6, FT-15.0.3: what a ship carries.
#[test]
fn rule_13_12_1_craft() {
    let wing = |hangar: &str, mods: &[&str]| json!({ "type": "light", "mods": mods, "hangar": hangar });
    let bay = json!({ "name": "hangar", "id": "a" });
    check(json!({ "systems": [bay] }), Note, "FT-13.12.3");
    check(json!({ "fighters": [wing("", &[])] }), Error, "FT-13.12.1");
    check(json!({ "systems": [bay], "fighters": [wing("b", &[])] }), Error, "FT-13.12.1");
    check(json!({ "systems": [bay], "fighters": [wing("a", &["heavy"])] }), Error, "FT-13.12.1");
    let rack = json!({ "name": "hangar", "isRack": true, "id": "r" });
    check(json!({ "systems": [rack], "fighters": [wing("r", &[])] }), Error, "FT-13.12.5");
    check(
        json!({ "systems": [bay, rack], "fighters": [wing("a", &[]), wing("a", &[])] }),
        Error,
        "FT-13.12.1",
    );
    let tubes = json!({ "systems": [{ "name": "launchTube" }, { "name": "launchTube", "catapult": true }] });
    check(tubes.clone(), Error, "FT-13.12.2");
    let combined = Options { hangar_model: HangarModel::Combined, ..Options::default() };
    assert!(found_with(&changed(&tubes), &combined).contains(&(Error, "FT-13.12.3")));
    let boats = json!({ "gunboatSquadrons": [{ "boats": [], "rack": "none" }] });
    check(boats.clone(), Error, "FT-13.12.6");
    for gunboats in [Gunboats::Off, Gunboats::NotWithFighters] {
        let mut both = changed(&boats);
        both.wings.push(super::super::Wing::default());
        let options = Options { gunboats, ..Options::default() };
        assert!(found_with(&both, &options).contains(&(Error, "FT-15.0.3")));
    }
}

/// Optional systems need their option in a battle: FT-5.14.2, FT-5.16.4, FT-6.6.4, FT-7.22.1,
/// FT-7.23.1, FT-7.24.1, FT-7.25.1, FT-13.12.2, FT-13.13.13, FT-4.2.3, FT-5.14.3, FT-5.16.3.
#[test]
fn rule_1_5_1_optional_systems() {
    let ours = |name: &str| json!({ "extras": { "flagbridge": { name: true } } });
    check(ours("overload"), Error, "FT-5.14.2");
    check(ours("flak"), Error, "FT-5.16.4");
    check(json!({ "ordnance": [{ "name": "missile", "modifier": "twostage" }] }), Error, "FT-6.6.4");
    check(systems(&["cloakTuffley"]), Error, "FT-7.22.1");
    check(json!({ "weapons": [{ "name": "spinalNova" }] }), Error, "FT-7.23.1");
    check(json!({ "weapons": [{ "name": "spinalWave" }] }), Error, "FT-7.24.1");
    check(systems(&["reflex"]), Error, "FT-7.25.1");
    check(json!({ "systems": [{ "name": "launchTube", "catapult": true }] }), Error, "FT-13.12.2");
    check(json!({ "flawed": true }), Error, "FT-13.13.13");
    let strict =
        Options { beta_arcs: false, variable_torpedo: false, srk1: ShortKGuns::None, ..Options::default() };
    let short = json!({ "name": "kgun", "class": 1, "modifier": "short", "leftArc": "F", "numArcs": 6 });
    let variable = json!({ "name": "torpedoVariable", "leftArc": "F", "numArcs": 1 });
    let design = changed(&json!({ "orientation": "beta", "weapons": [short, variable] }));
    let found = found_with(&design, &strict);
    for rule in ["FT-4.2.3", "FT-5.14.3", "FT-5.16.3"] {
        assert!(found.contains(&(Error, rule)), "{rule}: {found:?}");
    }
    let pairs = Options { srk1: ShortKGuns::Pairs, ..Options::default() };
    assert!(found_with(&design, &pairs).contains(&(Error, "FT-5.16.3")));
    // On the drawing board they are only noted.
    let options = Options::default();
    let mut worst = Note;
    let board = Terms { options: &options, tech: None, battle: false };
    let reflex = Design { mass: 50, ..changed(&systems(&["reflex"])) };
    reflex.inspect(board, &mut |severity, _, _| worst = worst.max(severity));
    assert_eq!(worst, Note);
}

/// FT-13.13.13: mass 60 and more, not an advanced hull; with the option it is legal.
#[test]
fn rule_13_13_13_flawed_designs() {
    let options = Options { flawed_designs: true, ..Options::default() };
    let cruiser = ship("Heavy Cruiser").expect("supplied");
    let flawed = |design: Design| found_with(&Design { flawed: true, ..design }, &options);
    assert_eq!(flawed(cruiser.clone()), []);
    assert!(flawed(Design { mass: 59, ..cruiser.clone() }).contains(&(Error, "FT-13.13.13")));
    let mut advanced = cruiser.clone();
    advanced.hull.rows = 3;
    assert!(flawed(advanced).contains(&(Error, "FT-13.13.13")));
}

/// FT-4.4.2, FT-13.13.3, FT-13.13.12, FT-2.4.1, FT-15.0.1.
#[test]
fn rule_4_4_2_other_findings() {
    let mut blind = changed(&json!({}));
    blind.systems.retain(|it| !matches!(it.kind, Kind::FireControl { .. }));
    assert!(found_with(&blind, &Options::default()).contains(&(Warning, "FT-4.4.2")));
    check(systems(&["shipyard"]), Error, "FT-13.13.3");
    check(json!({ "systems": [{ "name": "decoy", "type": "capital" }] }), Warning, "FT-13.13.12");
    check(json!({ "systems": [{ "name": "pds", "id": "beam-6" }] }), Error, "FT-2.4.1");
    check(json!({ "name": "", "class": "" }), Note, "FT-2.4.1");
    let none = TechBase::new();
    assert!(!ship("Frigate").expect("supplied").is_legal(&Options::default(), Some(&none)));
}

/// What is passed over because it is not aboard would not have been found either.
#[test]
fn chapters_that_are_passed_over_find_nothing() {
    let options = Options::default();
    let strict = Options { srk1: ShortKGuns::None, gunboats: Gunboats::Off, ..Options::default() };
    let found = |design: &Design, terms, all| {
        let mut found = Vec::new();
        let bill = design.inspect_in(terms, all, &mut |severity, rule, reason| {
            found.push((severity, rule, reason.to_string()));
        });
        (bill, found)
    };
    let ships = crate::library::navies().iter().flat_map(|navy| &navy.ships);
    let mut said = 0;
    for ship in ships {
        // The ship, a lame and thick-skinned one, and one for each system that it is left alone with.
        let mut designs = vec![ship.clone(), ship.clone()];
        designs[1].mass /= 3;
        designs[1].hull.stealth = 3;
        for system in &ship.systems {
            let mut alone = ship.clone();
            alone.systems = vec![system.clone()];
            alone.systems[0].kind.set_arcs(Arcs::NONE);
            designs.push(alone);
        }
        for design in &designs {
            for options in [&options, &strict] {
                let terms = Terms { options, tech: None, battle: true };
                let (passed_over, all) = (found(design, terms, false), found(design, terms, true));
                assert_eq!(passed_over, all, "{}", design.name);
                said += all.1.len();
            }
        }
    }
    assert!(1_000 < said, "{said} findings");
}
