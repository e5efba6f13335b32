//! The exchanged ship format: what we write is valid, and nothing is lost.

use rules_full_thrust::{Design, Options, design::audit::Terms, library::navies};
use serde_json::{Value, json};

fn read(file: &Value) -> Design {
    plain::from_value(file).expect("any object is a ship")
}

fn write(design: &Design) -> Value {
    plain::to_value(&design)
}

fn findings(design: &Design) -> Vec<String> {
    let options = Options::default();
    let audit = design.audit(Terms { options: &options, tech: None, battle: false });
    audit.findings.into_iter().map(|(_, it)| format!("{} ({})", it.reason, it.rule)).collect()
}

/// Everything in `part` is in `whole`.
fn contains(whole: &Value, part: &Value, path: &str) {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            for (name, value) in part {
                let path = format!("{path}/{name}");
                contains(whole.get(name).unwrap_or_else(|| panic!("{path} is lost")), value, &path);
            }
        }
        (Value::Array(whole), Value::Array(part)) => {
            assert_eq!(whole.len(), part.len(), "{path}");
            for (i, (whole, part)) in whole.iter().zip(part).enumerate() {
                contains(whole, part, &format!("{path}/{i}"));
            }
        }
        _ => assert_eq!(whole, part, "{path}"),
    }
}

/// One of everything that the format has, with every field it knows.
fn everything() -> Value {
    let mount = |name: &str, class: Value, left: &str, n: u8| {
        let mut it = json!({ "name": name, "leftArc": left, "numArcs": n });
        if !class.is_null() {
            it["class"] = class;
        }
        it
    };
    json!({
        "name": "Ark", "class": "ark", "mass": 250, "civilian": true, "orientation": "beta", "flawed": true,
        "notes": "one of each", "uuid": "1", "silhouette": "<symbol/>", "hashseed": "x", "layout": { "a": 1 },
        "hull": { "points": 30, "rows": 5, "stealth": "2", "streamlining": "partial" },
        "armour": [[3, 1], [0, 2]],
        "systems": [
            { "name": "drive", "thrust": 3, "advanced": true },
            { "name": "ftl", "advanced": true, "transferMass": 10 },
            { "name": "fireControl", "advanced": true }, { "name": "adfc", "advanced": true },
            { "name": "sensors", "advanced": true },
            { "name": "hangar", "isRack": true, "id": "h1" }, { "name": "hangar", "isRack": false, "id": "h2" },
            { "name": "gunboatRack", "id": "g" }, { "name": "launchTube", "catapult": true },
            { "name": "screen", "advanced": true, "area": true, "level": 2 },
            { "name": "suicide" }, { "name": "mineSweeper" }, { "name": "damageControl" }, { "name": "marines" },
            { "name": "stealthField" }, { "name": "holofield" }, { "name": "cloakDevice" },
            { "name": "cloakField" }, { "name": "ortillery" }, { "name": "reflex" },
            { "name": "mineLayer", "capacity": 3 }, { "name": "decoy", "type": "capital" },
            { "name": "bay", "type": "troop", "capacity": 7, "id": "b1" },
            { "name": "bay", "type": "boat", "capacity": 2.5, "id": "b2", "ratio": 1.25 },
            { "name": "magazine", "id": "m", "modifier": "er", "capacity": 4 },
            { "name": "boardingTorpedoMagazine", "id": "bm", "capacity": 2 },
            { "name": "ecm", "area": true },
            { "name": "turret", "leftArc": "AP", "numArcs": 4, "facingArc": "F", "weapons": ["w"], "size": 6 },
        ],
        "weapons": [
            { "name": "pds" }, { "name": "scatterGun" }, { "name": "grapeshot" }, { "name": "spinalNova" },
            { "name": "spinalWave" }, { "name": "spinalBeam", "range": "long" },
            { "name": "spinalPlasma", "range": "short" }, { "name": "spinalSingularity", "range": "medium" },
            mount("ads", Value::Null, "F", 3), mount("submunition", Value::Null, "FP", 3),
            { "name": "pulser", "leftArc": "F", "numArcs": 3, "range": "long" },
            { "name": "beam", "class": 3, "leftArc": "FP", "numArcs": 3, "id": "w" },
            mount("emp", json!(2), "F", 3), mount("plasmaCannon", json!(4), "A", 6),
            mount("phaser", json!(1), "F", 3), mount("transporter", json!(3), "F", 1),
            mount("needle", json!(1), "F", 2),
            { "name": "graser", "class": 2, "leftArc": "F", "numArcs": 4, "heavy": true, "highIntensity": true },
            mount("gatling", Value::Null, "FS", 2), mount("particle", Value::Null, "F", 1),
            mount("meson", Value::Null, "F", 6),
            { "name": "fusion", "leftArc": "F", "numArcs": 2, "mode": "torpedo" },
            { "name": "torpedoPulse", "leftArc": "F", "numArcs": 1, "modifier": "long" },
            { "name": "boardingTorpedoLauncher", "leftArc": "F", "numArcs": 3, "magazine": "bm" },
            { "name": "kgun", "class": 5, "leftArc": "F", "numArcs": 1, "modifier": "short" },
            mount("gravitic", json!(3), "AS", 2), mount("pbl", json!(6), "F", 3),
            { "name": "mkp", "arc": "AS" },
        ],
        "ordnance": [
            mount("amt", Value::Null, "AP", 3), mount("rocketPod", Value::Null, "F", 3),
            { "name": "missile", "modifier": "twostage", "leftArc": "F", "numArcs": 3 },
            { "name": "salvo", "modifier": "er", "leftArc": "F", "numArcs": 3 },
            { "name": "salvoLauncher", "leftArc": "F", "numArcs": 3, "magazine": "m" },
        ],
        "extras": { "someone": "else" },
        "fighters": [
            { "type": "lightAttack", "mods": ["fast"], "hangar": "h2", "number": 5, "skill": "ace" },
            { "type": "standard", "mods": ["robot"], "hangar": "h1" },
        ],
        "gunboatSquadrons": [
            { "rack": "g", "mods": ["ftl"], "protection": "screened", "ecm": 2, "endurance": 4, "id": "s",
              "boats": [{ "type": "beam" }, { "type": "plasmaBomber" }] },
        ],
    })
}

/// FT-13.1.1: a file comes back with all that it had, and valid.
#[test]
fn rule_13_1_1_nothing_is_lost_on_the_way() {
    let format = crate::schema::Schema::of_ships();
    let file = everything();
    format.validate(&file).expect("the example is valid itself");
    let design = read(&file);
    let again = write(&design);
    contains(&again, &file, "");
    format.validate(&again).expect("what we write is valid");
    assert_eq!(read(&again), design);
    let found = findings(&design);
    assert!(!found.iter().any(|it| it.contains("not understood")), "{found:#?}");
    for navy in navies() {
        for ship in &navy.ships {
            let file = write(ship);
            format.validate(&file).unwrap_or_else(|err| panic!("{}: {err}", ship.name));
            assert_eq!(read(&file), *ship);
        }
    }
}

/// FT-5.3.3, FT-5.14.2, FT-5.16.4, FT-6.6.2: what only the rules know survives in `extras`,
/// is told, and leaves the file valid.
#[test]
fn rule_5_3_3_what_only_the_rules_know() {
    let format = crate::schema::Schema::of_ships();
    let file = json!({
        "mass": 4, "hull": { "points": 1, "rows": 4, "stealth": "0", "streamlining": "none" },
        "systems": [
            { "name": "magazine", "capacity": 3, "erLoads": 2, "id": "m" },
            { "name": "fireControl" },
        ],
        "weapons": [
            { "name": "pds" },
            { "name": "beam", "class": 3, "arcs": ["F", "A"], "leftArc": "F", "numArcs": 2 },
            { "name": "pds" },
        ],
        "ordnance": [{ "name": "salvoLauncher", "leftArc": "F", "numArcs": 3, "magazine": "m" }],
        "extras": { "flagbridge": {
            "mass": 3, "overload": true, "flak": true,
            "systems": [{ "name": "cloakTuffley", "at": 1 }, { "name": "shipyard", "capacity": 5 }],
            "weapons": [
                { "name": "beam", "class": 5, "leftArc": "F", "numArcs": 1, "at": 1 },
                { "name": "torpedoVariable", "leftArc": "F", "numArcs": 1 },
                { "name": "gravitic", "class": 4, "leftArc": "F", "numArcs": 1 },
            ],
        } },
    });
    let design = read(&file);
    assert_eq!(design.mass, 3);
    let again = write(&design);
    format.validate(&again).expect("what we write is valid");
    assert_eq!(read(&again), design);
    let found = findings(&design);
    for told in [
        "Tuffley cloak has",
        "shipyard has",
        "beam 5 has",
        "variable torpedo has",
        "gravitic gun 4 has",
        "two kinds of salvo",
        "gap in the arcs of beam 3",
        "overload",
        "flak",
        "mass below 5",
    ] {
        assert!(found.iter().any(|it| it.contains(told)), "{told} is not told: {found:#?}");
    }
}

/// FT-2.4.1: a half-built or odd ship is a value with findings, never an error.
#[test]
fn rule_2_4_1_half_built_ships_are_values() {
    for file in [
        json!({}),
        json!({ "mass": "heavy", "hull": 7, "armour": "thick", "systems": "some", "fighters": [3] }),
        json!({ "mass": 1e9, "hull": { "points": -1, "rows": 9, "stealth": "9", "wings": 2 } }),
        json!({ "systems": [{}, { "name": "shroud" }, { "name": "drive" }, { "name": "drive", "thrust": 300 }] }),
        json!({ "weapons": [{ "name": "beam" }, { "name": "beam", "class": 9, "numArcs": 9, "leftArc": "X" }] }),
        json!({ "extras": [1, 2], "gunboatSquadrons": [{ "boats": [{ "type": "rowing" }] }] }),
        json!({ "mass": 10_000, "hull": { "points": 10_000, "rows": 3 }, "armour": [[10_000, 10_000]],
                "systems": [{ "name": "bay", "type": "tender", "capacity": 9_999.5, "ratio": 99.5, "id": "b" }] }),
        json!({ "systems": [{ "name": "turret", "id": "t", "weapons": ["t", "t"], "leftArc": "F", "numArcs": 2 }] }),
    ] {
        let design = read(&file);
        assert!(!findings(&design).is_empty(), "{file}");
        let again = write(&design);
        assert_eq!(read(&again), design, "{file} became {again}");
    }
    let found = findings(&read(&json!({ "systems": [{ "name": "shroud", "level": 3 }], "crew": 7 })));
    assert!(found.iter().any(|it| it.contains("\"shroud\" is not a system")), "{found:#?}");
    assert!(found.iter().any(|it| it.contains("\"crew\": 7 is not understood")), "{found:#?}");
}

/// A file of the format keeps strange systems where they were, with their fields.
#[test]
fn strange_systems_are_put_back() {
    let file = json!({ "systems": [{ "name": "shroud", "level": 3 }, { "name": "ftl", "glow": "red" }],
                       "hull": { "points": 3, "rows": 4, "colour": "red" } });
    contains(&write(&read(&file)), &file, "");
}
