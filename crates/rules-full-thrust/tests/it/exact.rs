//! Odds of every weapon against the book's tables, counted here once more: nothing of the game's own
//! counting is used.

use engine::{Assist, Library, Odds, Seat, Ways};
use rules_full_thrust::{Battle, Fire, Options, Order, Shot, ShotMenu, Situation};
use serde_json::{Value, json};
use testkit::chance::Chance;

use crate::case::design;

/// The screens of a target: how many generators, and whether they are advanced.
type Screens = (usize, bool);

const SCREENS: [Screens; 5] = [(0, false), (1, false), (2, false), (1, true), (2, true)];

/// What is told of one weapon fired at a target at this distance.
fn told(weapon: &Value, distance: u32, screens: Screens, options: &Value) -> Option<Vec<Odds>> {
    told_of(weapon, distance, screens, options, 8)
}

fn told_of(
    weapon: &Value,
    distance: u32,
    (level, advanced): Screens,
    options: &Value,
    velocity: u16,
) -> Option<Vec<Odds>> {
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let gunship = design("Gunship", 300, 30, json!([]), systems, json!([weapon]));
    let screens: Vec<Value> = (0..level).map(|_| json!({ "name": "screen", "advanced": advanced })).collect();
    let target = design("Target", 200, 60, json!([]), json!(screens), json!([]));
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    let options: Options = plain::from_value(&options).expect("options");
    let situation: Situation = plain::from_value(&json!({
        "phase": "fire",
        "table": { "width": 200, "height": 200 },
        "designs": [gunship, target],
        "ships": [
            { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
            { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 + distance }, "velocity": velocity },
        ],
    }))
    .expect("a situation");
    let battle = Battle::from_situation(&options, &situation).unwrap_or_else(|err| panic!("{weapon}: {err}"));
    let menu = battle.menu(Seat(0));
    let ship = menu.fire.first()?;
    let shot: &ShotMenu = ship.shots.first()?;
    let shots = vec![Shot { weapon: shot.weapon, target: shot.target, aim: None }];
    let order = Order::Fire(Fire { shots, ..Fire::of(ship.ship) });
    Some(battle.odds(Seat(0), &menu, &order))
}

fn of<'a>(told: &'a [Odds], unit: &str) -> Option<&'a Ways> {
    told.iter().find(|it| it.unit == unit).map(|it| &it.ways)
}

/// Holds what is told of a weapon against what was counted; nothing counted means that it cannot fire.
#[track_caller]
fn compare(weapon: &Value, distance: u32, screens: Screens, options: &Value, counted: Option<Chance<u32>>) {
    let what = format!("{weapon} at {distance} against {screens:?}");
    match (told(weapon, distance, screens, options), counted) {
        (None, None) => (),
        (Some(told), Some(counted)) => {
            // Points that surely come to nothing are not told.
            let sure = Ways::sure(0);
            let points = of(&told, "points before armour").unwrap_or(&sure);
            counted.is_told(&what, points);
        }
        (Some(told), None) => panic!("{what}: it should not reach, but {told:?}"),
        (None, Some(counted)) => panic!("{what}: no shot, but {counted:?}"),
    }
}

fn gun(name: &str) -> Value {
    json!({ "name": name, "leftArc": "F", "numArcs": 1 })
}

fn classed(name: &str, class: u32) -> Value {
    json!({ "name": name, "class": class, "leftArc": "F", "numArcs": 6 })
}

/// D1: hits of a beam die by level of screens.
const HITS: [[u32; 6]; 3] = [[0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 1]];

/// FT-4.6.1: dice for sixes end here; what is left is less than can be told.
const LONGEST: u32 = 22;

/// FT-4.6.1: a die without screens, again while sixes come.
fn again(depth: u32) -> Chance<u32> {
    if depth == LONGEST {
        return Chance::sure(0);
    }
    let rest = again(depth + 1);
    Chance::die(6, |face| {
        let hits = HITS[0][usize::from(face) - 1];
        if face == 6 { rest.read(|more| hits + more) } else { Chance::sure(hits) }
    })
}

/// FT-4.5.2, FT-4.7.1: a beam die that is rolled again on a six, or not.
fn beam_die(level: usize, rerolls: bool) -> Chance<u32> {
    let more = again(0);
    Chance::die(6, |face| {
        let hits = HITS[level][usize::from(face) - 1];
        if face == 6 && rerolls { more.read(|it| hits + it) } else { Chance::sure(hits) }
    })
}

/// FT-4.5.1: dice of a class at a distance, in bands.
fn banded(class: u32, distance: u32, band: u32) -> Option<u32> {
    (class + 1).checked_sub(distance.div_ceil(band)).filter(|it| 0 < *it)
}

/// FT-5.0.2: the level that counts for kind A, which only advanced screens stop.
fn advanced((level, advanced): Screens) -> usize {
    if advanced { level } else { 0 }
}

const DISTANCES: [u32; 9] = [4, 6, 11, 12, 17, 24, 30, 36, 50];

/// FT-5.3.1: beams; FT-5.10.1: Gatlings, twin particle arrays and mesons; FT-5.21.1: pulsers.
#[test]
fn rule_5_3_1_beam_dice() {
    let none = json!({});
    for screens in SCREENS {
        for distance in DISTANCES {
            for class in 1..=5 {
                let dice = banded(class, distance, 12);
                let counted = dice.map(|n| beam_die(screens.0, true).times(n));
                compare(&classed("beam", class), distance, screens, &none, counted);
            }
            let pulser =
                |range: &str| json!({ "name": "pulser", "leftArc": "F", "numArcs": 1, "range": range });
            let steady = [
                (gun("gatling"), 6, 12),
                (gun("particle"), 2, 24),
                (gun("meson"), 1, 48),
                (pulser("short"), 6, 12),
                (pulser("medium"), 2, 24),
                (pulser("long"), 1, 48),
            ];
            for (weapon, dice, reach) in steady {
                let counted = (distance <= reach).then(|| beam_die(screens.0, true).times(dice));
                compare(&weapon, distance, screens, &none, counted);
            }
        }
    }
}

/// FT-5.5.1: a plasma die is the die less 2 and the level; sixes again, without screens.
#[test]
fn rule_5_5_1_plasma() {
    fn again(depth: u32, level: u32) -> Chance<u32> {
        if depth == LONGEST {
            return Chance::sure(0);
        }
        let rest = again(depth + 1, 0);
        Chance::die(6, |face| {
            let points = u32::from(face).saturating_sub(2 + level);
            if face == 6 { rest.read(|more| points + more) } else { Chance::sure(points) }
        })
    }
    for screens in SCREENS {
        for distance in DISTANCES {
            for class in 1..=4 {
                let dice = banded(class, distance, 12);
                let counted = dice.map(|n| again(0, screens.0 as u32).times(n));
                compare(&classed("plasmaCannon", class), distance, screens, &json!({}), counted);
            }
        }
    }
}

/// FT-5.6.1, FT-5.7.1, FT-5.7.2, FT-5.8.1: grasers and phasers, 1d3 a hit; heavy grasers, 1d6 a hit.
#[test]
fn rule_5_6_1_grasers() {
    let d3 = Chance::d6([1, 1, 2, 2, 3, 3]);
    let d6 = Chance::d6([1, 2, 3, 4, 5, 6]);
    for screens in SCREENS {
        let light = beam_die(screens.0, true).then(|hits| d3.times(*hits));
        let heavy = [false, true].map(|it| beam_die(screens.0, it).then(|hits| d6.times(*hits)));
        for distance in [10, 24, 50] {
            for class in 1..=3 {
                let dice = banded(class, distance, 12);
                for name in ["graser", "phaser"] {
                    let counted = dice.map(|n| light.times(n));
                    compare(&classed(name, class), distance, screens, &json!({}), counted);
                }
            }
            for class in 1..=3 {
                for intense in [false, true] {
                    let mut weapon = classed("graser", class);
                    weapon["heavy"] = json!(true);
                    weapon["highIntensity"] = json!(intense);
                    let dice = banded(class, distance, 18);
                    let counted = dice.map(|n| heavy[usize::from(intense)].times(n));
                    compare(&weapon, distance, screens, &json!({}), counted);
                }
            }
        }
    }
}

/// FT-5.13.1, FT-5.13.2: needles do a point on 4 and more, whatever screens there are.
#[test]
fn rule_5_13_1_needles() {
    for screens in SCREENS {
        for distance in DISTANCES {
            for class in 1..=4 {
                let weapon = json!({ "name": "needle", "class": class, "leftArc": "FP", "numArcs": 3 });
                let counted = banded(class, distance, 12).map(|n| Chance::d6([0, 0, 0, 1, 1, 1]).times(n));
                compare(&weapon, distance, screens, &json!({}), counted);
            }
        }
    }
}

/// D2: what a projectile needs at a distance, by the width of its bands.
fn to_hit(distance: u32, band: u32) -> Option<u32> {
    Some(distance.div_ceil(band).max(1) + 1).filter(|it| *it <= 6)
}

fn if_hit(needs: u32, harm: &Chance<u32>) -> Chance<u32> {
    Chance::die(6, |die| if needs <= u32::from(die) { harm.clone() } else { Chance::sure(0) })
}

/// FT-5.14.1, FT-7.3.1: pulse torpedoes, 1d6 less the level of advanced screens.
#[test]
fn rule_5_14_1_torpedoes() {
    for screens in SCREENS {
        let less = advanced(screens) as u32;
        let harm = Chance::d6([1, 2, 3, 4, 5, 6]).read(|die| die.saturating_sub(less));
        for distance in DISTANCES {
            for (version, band) in [("", 6), ("long", 9), ("short", 4)] {
                let mut weapon = gun("torpedoPulse");
                if !version.is_empty() {
                    weapon["modifier"] = json!(version);
                }
                let counted = to_hit(distance, band).map(|needs| if_hit(needs, &harm));
                compare(&weapon, distance, screens, &json!({}), counted);
            }
            let counted = to_hit(distance, 6).map(|needs| if_hit(needs, &harm));
            compare(&gun("torpedoVariable"), distance, screens, &json!({}), counted);
        }
    }
}

/// FT-5.16.1: K-guns, their class, doubled by a die of no more than it that is no 6.
#[test]
fn rule_5_16_1_k_guns() {
    for distance in DISTANCES {
        for class in 1..=6_u32 {
            for (version, band) in [("", 6), ("long", 9), ("short", 4)] {
                let arcs = if class == 1 { 6 } else { 1 };
                let mut weapon = json!({ "name": "kgun", "class": class, "leftArc": "F", "numArcs": arcs });
                if !version.is_empty() {
                    weapon["modifier"] = json!(version);
                }
                let harm = Chance::die(6, |die| {
                    let doubles = u32::from(die) <= class && die < 6;
                    Chance::sure(if doubles { 2 * class } else { class })
                });
                let counted = to_hit(distance, band).map(|needs| if_hit(needs, &harm));
                compare(&weapon, distance, (2, true), &json!({}), counted);
            }
        }
    }
}

/// FT-5.15.1: submunition packs; FT-5.17.1: MKP packs.
#[test]
fn rule_5_15_1_packs() {
    for screens in SCREENS {
        for distance in DISTANCES {
            let pack = json!({ "name": "submunition", "leftArc": "FP", "numArcs": 3 });
            let dice = 4_u32.saturating_sub(distance.div_ceil(6));
            let counted = (0 < dice).then(|| beam_die(advanced(screens), true).times(dice));
            compare(&pack, distance, screens, &json!({}), counted);
            let counted = (distance <= 12).then(|| Chance::d6([0, 0, 0, 4, 4, 8]));
            compare(&json!({ "name": "mkp", "arc": "F" }), distance, screens, &json!({}), counted);
        }
    }
}

/// FT-5.19.1, D11: fusion arrays, flare and torpedo.
#[test]
fn rule_5_19_1_fusion() {
    for screens in SCREENS {
        for distance in DISTANCES {
            let band = distance.div_ceil(6);
            for (mode, needs, dice) in [("flare", band, band), ("torpedo", 7 - band.min(6), 7 - band.min(6))]
            {
                let mut weapon = gun("fusion");
                weapon["mode"] = json!(mode);
                let harm = beam_die(advanced(screens), true).times(dice);
                let counted = (band <= 6).then(|| if_hit(needs, &harm));
                compare(&weapon, distance, screens, &json!({}), counted);
            }
        }
    }
}

/// FT-5.20.1, D12: gravitic guns, by the target's velocity.
#[test]
fn rule_5_20_1_gravitic() {
    for screens in SCREENS {
        for (velocity, each) in [(3, 0), (6, 1), (12, 2), (18, 3), (24, 4)] {
            for class in 1..=4 {
                let counted = beam_die(screens.0, false).times(class).read(|hits| hits * each);
                let told = told_of(&classed("gravitic", class), 10, screens, &json!({}), velocity)
                    .expect("it reaches");
                let sure = Ways::sure(0);
                let points = of(&told, "points before armour").unwrap_or(&sure);
                let what = format!("gravitic gun of class {class} at {velocity} against {screens:?}");
                counted.is_told(&what, points);
            }
        }
    }
}

/// FT-5.4.1: EMP projectors score hits as beams do; only advanced screens matter.
#[test]
fn rule_5_4_1_emp() {
    for screens in SCREENS {
        for class in 1..=4 {
            let told = told(&classed("emp", class), 10, screens, &json!({})).expect("it reaches");
            let counted = beam_die(advanced(screens), true).times(class);
            let hits = of(&told, "EMP hits").expect("EMP hits");
            counted.is_told(&format!("EMP of class {class}"), hits);
        }
    }
}

/// FT-5.23.5: spinal mounts: 12 beam dice, 6 plasma dice, 2 dice of 1d6 for each 50 mass.
#[test]
fn rule_5_23_5_spinal_mounts() {
    fn plasma(depth: u32, level: u32) -> Chance<u32> {
        if depth == LONGEST {
            return Chance::sure(0);
        }
        let rest = plasma(depth + 1, 0);
        Chance::die(6, |face| {
            let points = u32::from(face).saturating_sub(2 + level);
            if face == 6 { rest.read(|more| points + more) } else { Chance::sure(points) }
        })
    }
    let spinal = |name: &str| json!({ "name": name, "range": "short" });
    for screens in SCREENS {
        let beams = beam_die(screens.0, true).times(12);
        compare(&spinal("spinalBeam"), 10, screens, &json!({}), Some(beams));
        let plasma = plasma(0, screens.0 as u32).times(6);
        compare(&spinal("spinalPlasma"), 10, screens, &json!({}), Some(plasma));
        // The target has 200 mass.
        let each = Chance::d6([1, 2, 3, 4, 5, 6]).times(4);
        let singular = beam_die(0, false).then(|hits| each.times(*hits)).times(2);
        compare(&spinal("spinalSingularity"), 10, screens, &json!({}), Some(singular));
    }
}
