//! Ordnance, great guns and reflex fields against the book's tables, counted here once more: nothing of the game's
//! own counting is used. Odds of a fired nova cannon, a wave gun and rockets are told; of what waits for a later
//! phase every throw is played through the rules.

use crate::{
    case::{Case, design, order},
    gunboats::until,
};
use engine::{Assist, Odds, Orders, Seat, Ways, throws};
use rules_full_thrust::{Battle, Order, ShipId};
use serde_json::{Value, json};
use testkit::chance::Chance;

/// FT-7.3.1: advanced screens and all screens of a target.
const SCREENS: [(usize, bool); 4] = [(0, false), (1, false), (1, true), (2, true)];

/// What dice lose to advanced screens.
const fn off((level, advanced): (usize, bool)) -> u32 {
    if advanced { level as u32 } else { 0 }
}

fn face() -> Chance<u32> {
    Chance::d6([1, 2, 3, 4, 5, 6])
}

/// A ship at 50,50 facing north with `own` in its design, and one so strong that no row is completed, with a gun so
/// that somebody is asked in phase 11, `far` ahead of it.
fn range(
    own: &Value,
    more: &Value,
    far: u32,
    screens: (usize, bool),
    systems: &Value,
    options: &Value,
) -> Case {
    let drive = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let mut ship = design("Launcher", 300, 60, json!([]), drive, json!([]));
    for (name, value) in own.as_object().expect("fields") {
        ship[name] = value.clone();
    }
    let screen = json!({ "name": "screen", "advanced": screens.1 });
    let mut all = vec![json!({ "name": "fireControl" })];
    all.extend((0..screens.0).map(|_| screen.clone()));
    let mut weapons = vec![json!({ "name": "beam", "class": 4, "leftArc": "F", "numArcs": 6 })];
    weapons.extend(systems.as_array().expect("a list").iter().cloned());
    let target = design("Target", 300, 200, json!([[4, 0]]), json!(all), json!(weapons));
    let mut options = options.clone();
    for (name, value) in
        [("core_systems", false), ("repairs", false), ("nova_cannon", true), ("wave_gun", true)]
    {
        options[name] = json!(value);
    }
    let mut situation = json!({
        "table": { "width": 200, "height": 200 },
        "designs": [ship, target],
        "ships": [
            { "side": 0, "design": "Launcher", "at": { "x": 50, "y": 50 } },
            { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 + far } },
        ],
    });
    situation.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
    Case::new(&options, &situation)
}

/// Armour and hull boxes that the target has lost.
fn lost(battle: &Battle) -> (u32, u32) {
    let ship = battle.ship(ShipId(1));
    (4 - u32::from(ship.armour[0].boxes()), u32::from(ship.hull_lost))
}

/// What comes of an order with every throw up to the next decision.
fn every_throw<T>(case: &Case, seat: u8, order: &Value, of: impl Fn(&Battle) -> T) -> Vec<(u128, T)> {
    let order: Order = plain::from_value(order).expect("an order");
    let battle = case.table.state();
    engine::Game::check(battle, Seat(seat), &order).unwrap_or_else(|err| panic!("{order:?}: {err}"));
    let orders: Orders<Order> = [(Seat(seat), order)].into_iter().collect();
    let all = throws(battle, &orders, 100_000).expect("so many throws and no more");
    all.iter().map(|it| (it.of, of(it.table.state()))).collect()
}

/// FT-DMG.5: what semi-armour-piercing hits cost behind one layer of 4.
fn sap(hits: &[u32]) -> (u32, u32) {
    let outer: u32 = hits.iter().map(|it| it.div_ceil(2)).sum();
    let armour = outer.min(4);
    (armour, hits.iter().sum::<u32>() - armour)
}

/// So many hits, each thrown by itself.
fn each(n: u32, one: &Chance<u32>) -> Chance<Vec<u32>> {
    let none = Chance::sure(Vec::new());
    (0..n).fold(none, |all, _| all.then(|hits| one.read(|it| [&hits[..], &[*it]].concat())))
}

fn launch(at: u32) -> Value {
    json!({ "launch": { "ship": 0, "launches": [{ "weapon": 2, "at": { "x": 50, "y": at } }] } })
}

fn ordnance(name: &str) -> Value {
    json!({ "ordnance": [{ "name": name, "leftArc": "FP", "numArcs": 3 }] })
}

/// FT-6.4.4, FT-6.5.1, FT-7.14.1: of a salvo a die is on target, less what a scattergun stops; each does 1d6.
#[test]
fn rule_6_4_4_salvoes() {
    for screens in [(0, false), (2, true)] {
        let guns = json!([{ "name": "scatterGun" }]);
        let mut case = range(&ordnance("salvo"), &json!({}), 20, screens, &guns, &json!({}));
        case.play(&[], &[4, 3]);
        case.play(&[(0, launch(68))], &[]);
        let guard = json!({ "defend": [{ "ship": 1, "weapon": 2 + screens.0, "marker": 1 }] });
        let one = face().read(|die| die.saturating_sub(off(screens)));
        let counted = face().then(|stopped| {
            face().then(|die| each(die.saturating_sub(*stopped), &one).read(|hits| sap(hits)))
        });
        let seen = every_throw(&case, 1, &guard, lost);
        counted.is_thrown(&format!("a salvo at {screens:?}"), &seen);
    }
}

/// FT-6.5.1: a heavy missile is three dice and one hit.
#[test]
fn rule_6_5_1_heavy_missiles() {
    for screens in SCREENS {
        let mut case = range(&ordnance("missile"), &json!({}), 20, screens, &json!([]), &json!({}));
        case.play(&[], &[4, 3]);
        let one = face().read(|die| die.saturating_sub(off(screens)));
        let counted = one.times(3).read(|points| sap(&[*points]));
        counted.is_thrown(&format!("{screens:?}"), &every_throw(&case, 0, &launch(68), lost));
    }
}

/// FT-6.6.11, FT-6.6.12, FT-6.6.13: three dice, two within 2 MU, one within 3, less the level of any screen; one
/// semi-armour-piercing hit.
#[test]
fn rule_6_6_11_antimatter_missiles() {
    for screens in SCREENS {
        for (aside, dice) in [(0, 3), (1, 3), (2, 2), (3, 1)] {
            let mut case = range(&ordnance("amt"), &json!({}), 16, screens, &json!([]), &json!({}));
            case.play(&[], &[4, 3]);
            let mut fused = launch(66 - aside);
            fused["launch"]["launches"][0]["fused"] = json!(true);
            let one = face().read(|die| die.saturating_sub(screens.0 as u32));
            let counted = one.times(dice).read(|points| sap(&[*points]));
            let seen = every_throw(&case, 0, &fused, lost);
            counted.is_thrown(&format!("{aside} MU away behind {screens:?}"), &seen);
        }
    }
}

/// FT-6.8.1, FT-6.8.3: plasma bolts: a die for each class, less the level of any screen.
#[test]
fn rule_6_8_3_plasma_bolts() {
    for screens in SCREENS {
        for class in 1..=4 {
            let bolt =
                json!({ "weapons": [{ "name": "pbl", "class": class, "leftArc": "FP", "numArcs": 3 }] });
            let mut case = range(&bolt, &json!({}), 20, screens, &json!([]), &json!({}));
            case.play(&[], &[4, 3]);
            let one = face().read(|die| die.saturating_sub(screens.0 as u32));
            let counted = one.times(class).read(|points| ((*points).min(4), points.saturating_sub(4)));
            let seen = every_throw(&case, 0, &launch(68), lost);
            counted.is_thrown(&format!("a bolt of class {class} at {screens:?}"), &seen);
        }
    }
}

fn told(case: &Case, order: &Value) -> Vec<Odds> {
    let battle = case.table.state();
    let order: Order = plain::from_value(order).expect("an order");
    engine::Game::check(battle, Seat(0), &order).unwrap_or_else(|err| panic!("{order:?}: {err}"));
    battle.odds(Seat(0), &battle.menu(Seat(0)), &order)
}

#[track_caller]
fn of<'a>(told: &'a [Odds], unit: &str) -> &'a Ways {
    &told.iter().find(|it| it.unit == unit).unwrap_or_else(|| panic!("no {unit} in {told:?}")).ways
}

/// FT-6.7.1, FT-6.7.2: two rockets, on 2, 3 or 4 by range, each a D3: told, and played with every throw.
#[test]
fn rule_6_7_1_rockets() {
    for screens in SCREENS {
        for (far, needs) in [(6, 2), (12, 3), (18, 4)] {
            let mut case = range(&ordnance("rocketPod"), &json!({}), far, screens, &json!([]), &json!({}));
            case.play(&[], &[4, 3]);
            let fired = json!({ "launch": { "ship": 0, "launches": [{ "weapon": 2, "target": 1 }] } });
            let hits = face().read(|die| u32::from(needs <= *die)).times(2);
            let d3 = face().read(|die| die.div_ceil(2).saturating_sub(off(screens)));
            let what = format!("rockets at {far} and {screens:?}");
            let told = told(&case, &fired);
            hits.is_told(&what, of(&told, "rockets on target"));
            hits.then(|n| d3.times(*n)).is_told(&what, of(&told, "points before armour"));
            let counted = hits.then(|n| each(*n, &d3).read(|hits| sap(hits)));
            counted.is_thrown(&what, &every_throw(&case, 0, &fired, lost));
        }
    }
}

/// FT-7.23.2, FT-DMG.6: six dice of a nova cannon straight to the hull, whatever screens there are.
#[test]
fn rule_7_23_2_nova_cannons() {
    let nova = json!({ "weapons": [{ "name": "spinalNova" }] });
    let line = json!({ "fire": { "ship": 0, "lines": [{ "weapon": 2 }] } });
    for screens in SCREENS {
        let mut case = range(&nova, &json!({}), 10, screens, &json!([]), &json!({}));
        case.play(&[(0, order(0, json!({ "modes": [[2, "arm"]] })))], &[4, 3]);
        until(&mut case, "ships fire");
        let told = told(&case, &line);
        let counted = face().times(6);
        counted.is_told("a nova cannon", of(&told, "hull boxes"));
        counted.read(|points| u32::from(200 <= *points)).is_told("a nova cannon", of(&told, "destroyed"));
    }
}

/// FT-7.24.3, FT-7.24.4: 4, 3 and 2 dice of a wave gun, less the level of advanced screens.
#[test]
fn rule_7_24_3_wave_guns() {
    let wave = json!({ "weapons": [{ "name": "spinalWave" }] });
    let line = json!({ "fire": { "ship": 0, "lines": [{ "weapon": 2 }] } });
    for screens in SCREENS {
        for (far, dice) in [(10, 4), (20, 3), (30, 2)] {
            let charged = json!({ "ships": [
                { "side": 0, "design": "Launcher", "at": { "x": 50, "y": 50 }, "charges": [[2, 6]] },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 + far } },
            ] });
            let mut case = range(&wave, &charged, far, screens, &json!([]), &json!({}));
            case.play(&[(0, order(0, json!({ "modes": [[2, "discharge"]] })))], &[4, 3]);
            until(&mut case, "ships fire");
            let told = told(&case, &line);
            let counted = face().read(|die| die.saturating_sub(off(screens))).times(dice);
            counted.is_told(&format!("a wave gun at {far} and {screens:?}"), of(&told, "hull boxes"));
        }
    }
}

/// FT-6.8.5: shaped bolts: 1d3 for each class as one hit, on the table of projectiles, less advanced screens.
#[test]
fn rule_6_8_5_shaped_bolts() {
    for screens in SCREENS {
        for (far, needs) in [(6, 2), (12, 3), (18, 4), (24, 5), (30, 6)] {
            for class in 1..=3 {
                let bolt =
                    json!({ "weapons": [{ "name": "pbl", "class": class, "leftArc": "F", "numArcs": 1 }] });
                let mut case =
                    range(&bolt, &json!({}), far, screens, &json!([]), &json!({ "pbl_shaped": true }));
                case.play(&[(0, order(0, json!({ "modes": [[2, "shaped"]] })))], &[4, 3]);
                until(&mut case, "ships fire");
                let fired = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 1 }] } });
                let what = format!("a shaped bolt of class {class} at {far} and {screens:?}");
                let d3 = face().read(|die| die.div_ceil(2).saturating_sub(off(screens)));
                let harm = d3.times(class);
                let counted = Chance::die(6, |die| if needs <= die { harm.clone() } else { Chance::sure(0) });
                counted.is_told(&what, of(&told(&case, &fired), "points before armour"));
            }
        }
    }
}

/// FT-7.25.2: what a reflex field lets through and sends back, of gravitic guns, which roll nothing again.
#[test]
fn rule_7_25_2_reflex_fields() {
    let gravitic = json!([{ "name": "gravitic", "class": 2, "leftArc": "F", "numArcs": 6 }]);
    let drive = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let gunship = design("Gunship", 300, 200, json!([]), drive, gravitic);
    let field = json!([{ "name": "fireControl" }, { "name": "reflex" }]);
    let beam = json!([{ "name": "beam", "class": 4, "leftArc": "F", "numArcs": 6 }]);
    let target = design("Target", 300, 200, json!([]), field, beam.clone());
    let wing = design("Wingman", 300, 200, json!([]), json!([{ "name": "fireControl" }]), beam);
    let mut case = Case::new(
        &json!({ "reflex_field": true, "core_systems": false, "repairs": false }),
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [gunship, target, wing],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                { "side": 0, "design": "Wingman", "at": { "x": 50, "y": 40 } },
                { "side": 1, "design": "Target", "at": { "x": 39, "y": 60 }, "velocity": 12, "facing": 3 },
            ],
        }),
    );
    case.play(&[(1, order(2, json!({ "reflex": true })))], &[4, 3]);
    until(&mut case, "ships fire");
    let fired = json!({ "fire": { "ship": 0, "shots": [{ "weapon": 2, "target": 2 }] } });
    let hurt = |battle: &Battle, id: u8| u32::from(battle.ship(ShipId(id)).hull_lost);
    let seen = every_throw(&case, 0, &fired, |battle| (hurt(battle, 2), hurt(battle, 0)));
    // At velocity 12 a hit of a beam die is 2 points.
    let points = Chance::d6([0, 0, 0, 2, 2, 4]).times(2);
    let counted = points.then(|points| match points {
        0 => Chance::sure((0, 0)),
        _ => face().read(|die| match die {
            1 => (*points, 0),
            2 => (points.div_ceil(2), 0),
            3 | 4 => (0, 0),
            5 => (0, points.div_ceil(2)),
            _ => (0, *points),
        }),
    });
    counted.is_thrown("a reflex field", &seen);
}

/// FT-6.9.1, FT-12.5.1: four beam dice of a mine behind screens, sixes rolled again: every throw with no more than one
/// six after another. FT-12.5.1: who sweeps it: a 1 sets it off.
#[test]
fn rule_6_9_1_mines() {
    let hits = |level: usize, die: u32| match (level, die) {
        (0, 4) | (0 | 1, 5) | (2, 5 | 6) => 1,
        (0 | 1, 6) => 2,
        _ => 0,
    };
    // Faces of a die with those that follow it.
    let mut chains: Vec<Vec<u8>> = (1..=5).map(|die| vec![die]).collect();
    chains.extend([vec![6, 3], vec![6, 5], vec![6, 6, 4]]);
    for level in 0..=2 {
        for chain in 0..chains.len().pow(2) {
            // Two dice by turns, the other two as they come.
            let four = [chain % chains.len(), chain / chains.len(), chain % 5, 5 + chain % 3];
            let four = four.map(|it| &chains[it]);
            // What is rolled again goes past the one layer of armour (FT-DMG.3).
            let (mut points, mut inward) = (0_u32, 0_u32);
            for chain in four {
                points += hits(level, u32::from(chain[0]));
                inward += chain[1..].iter().map(|die| hits(0, u32::from(*die))).sum::<u32>();
            }
            let mine = json!({ "turn": 2, "mines": [{ "side": 0, "at": { "x": 52, "y": 70 } }] });
            let mut case =
                range(&json!({}), &mine, 20, (level, false), &json!([]), &json!({ "mines": true }));
            let mut dice = vec![4, 3];
            // All first dice, then all that sixes bring, wave by wave.
            for wave in 0..3 {
                dice.extend(four.iter().filter_map(|it| it.get(wave)));
            }
            case.play(&[], &dice);
            assert_eq!(
                lost(case.table.state()),
                (points.min(4), points.saturating_sub(4) + inward),
                "{four:?} at {level}"
            );
        }
    }
}
