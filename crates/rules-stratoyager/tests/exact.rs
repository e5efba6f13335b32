//! Odds against the rules' own words, counted here once more: nothing of the game's counting is used.

use engine::{Assist, Game, Library, Odds, Seat, Spoken, Viewer, Ways};
use rules_stratoyager::{Battle, Options, Situation};
use serde_json::{Value, json};
use testkit::chance::Chance;

/// STR-5.4, STR-5.6: a distance in each range, its dice, and whether the highest of them counts.
const RANGES: [(f64, u32, bool); 5] =
    [(1.0, 3, true), (5.0, 2, true), (10.0, 1, true), (16.0, 2, false), (22.0, 3, false)];

fn card(name: &str, more: &Value) -> Value {
    let mut card = json!({
        "name": name, "points": 10, "safe": { "acceleration": 4, "deceleration": 4, "turn": 2, "slide": 2 },
        "targeting": 2, "sensors": 1, "gun": 2, "structure": 9, "shields": 0, "armour": 4,
    });
    card.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
    card
}

/// A firer that points north at a target that flies east, so that it is struck on the side.
fn battle(firer: &Value, target: &Value, distance: f64, speeds: [u16; 2], more: &Value) -> Battle {
    let mut units = json!([
        { "side": 0, "card": "Firer", "at": { "x": 12, "y": 4 }, "course": 0, "speed": speeds[0] },
        { "side": 1, "card": "Target", "at": { "x": 12, "y": 4.0 + distance }, "course": 3, "speed": speeds[1] },
    ]);
    for (unit, more) in units.as_array_mut().expect("two").iter_mut().zip(more.as_array().expect("two")) {
        unit.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
    }
    let situation = json!({
        "phase": "combat", "turn": 3,
        "cards": [card("Firer", firer), card("Target", target)],
        "units": units,
    });
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    let options = Options { dogfight: false, ..Options::default() };
    Battle::from_situation(&options, &situation).unwrap_or_else(|err| panic!("{err}"))
}

#[track_caller]
fn told(battle: &Battle, text: &str) -> Vec<Odds> {
    let seat = Seat(0);
    let order = Battle::read_order(&battle.view(Viewer::Seat(seat)), seat, text)
        .unwrap_or_else(|err| panic!("{text}: {err}"));
    battle.check(seat, &order).unwrap_or_else(|err| panic!("{text}: {err}"));
    battle.odds(seat, &battle.menu(seat), &order)
}

fn of<'a>(told: &'a [Odds], unit: &str) -> &'a Ways {
    &told.iter().find(|it| it.unit == unit).unwrap_or_else(|| panic!("no {unit} in {told:?}")).ways
}

fn faces() -> Chance<u32> {
    Chance::d6([1, 2, 3, 4, 5, 6])
}

/// STR-5.6: the die that counts. STR-FEAT.3: with `linked`, one die is rolled again if the roll has missed,
/// the one that then has the best chance: the lowest where the lowest counts, any where the highest does.
fn hits(dice: u32, highest: bool, needs: i32, linked: bool) -> Chance<u32> {
    let hit = |rolled: &Vec<u32>| {
        let counts = if highest { rolled.iter().max() } else { rolled.iter().min() };
        needs <= counts.copied().unwrap_or(0) as i32 && needs <= 6
    };
    let none: Chance<Vec<u32>> = Chance::sure(Vec::new());
    let thrown = (0..dice)
        .fold(none, |all, _| all.then(|had| faces().read(|face| [had.as_slice(), &[*face]].concat())));
    thrown.then(|rolled| {
        if hit(rolled) || !linked || 6 < needs {
            return Chance::sure(u32::from(hit(rolled)));
        }
        let lowest = (0..rolled.len()).min_by_key(|it| rolled[*it]).expect("a die");
        faces().read(|face| {
            let mut again = rolled.clone();
            again[lowest] = *face;
            u32::from(hit(&again))
        })
    })
}

/// STR-6.2: dice of damage that reach the armour, if it hits at all.
fn through(hits: &Chance<u32>, dice: u32, armour: u32) -> Chance<u32> {
    hits.then(|hit| faces().read(|face| u32::from(armour <= *face)).times(hit * dice))
}

/// STR-6.3: what shields leave.
fn past(points: &Chance<u32>, shields: u32) -> Chance<u32> {
    points.read(|it| it.saturating_sub(shields))
}

/// STR-5.5, STR-5.6, STR-6.2, STR-6.3: the main gun at every range and every threshold, with shields and not.
#[test]
fn rule_5_5_main_guns() {
    for (distance, dice, highest) in RANGES {
        for speed in 0..9_u16 {
            for (shields, features, linked) in [(0, json!([]), false), (1, json!(["linked"]), true)] {
                let firer = json!({ "features": features });
                let target = json!({ "shields": shields });
                let battle = battle(&firer, &target, distance, [2, speed], &json!([{}, {}]));
                // Both speeds less the targeting computer of 2.
                let needs = i32::from(speed);
                let what = format!("{distance} klicks at {needs}, {firer}");
                let hits = hits(dice, highest, needs, linked);
                if 6 < needs {
                    continue;
                }
                let told = told(&battle, "salvo P1");
                hits.is_told(&what, of(&told, "hits"));
                let lost = past(&through(&hits, 2, 4), shields);
                lost.is_told(&what, of(&told, "structure points"));
            }
        }
    }
}

/// STR-FEAT.2, STR-5.5: a pulse gun near by, an evasive target, a greyout.
#[test]
fn rule_5_5_thresholds() {
    for (distance, dice, highest) in RANGES {
        let pulse = battle(&json!({ "features": ["pulse"] }), &json!({}), distance, [2, 4], &json!([{}, {}]));
        let needs = if distance <= 6.0 { 3 } else { 4 };
        hits(dice, highest, needs, false).is_told("pulse", of(&told(&pulse, "salvo P1"), "hits"));
        let hard = battle(
            &json!({}),
            &json!({}),
            distance,
            [2, 1],
            &json!([{ "greyouts": 1 }, { "evasive": true }]),
        );
        hits(dice, highest, 5, false).is_told("hard", of(&told(&hard, "salvo P1"), "hits"));
    }
}

/// STR-HIN.3: armour 1 more in front, 1 less behind.
#[test]
fn rule_hin_3_unbalanced_armour() {
    for (course, armour) in [(6, 5), (0, 3), (3, 4)] {
        let target = json!({ "hindrances": ["unbalanced_armor"] });
        let battle =
            battle(&json!({}), &target, 10.0, [2, 3], &json!([{}, { "course": course, "facing": course }]));
        let counted = through(&hits(1, true, 3, false), 2, armour);
        counted.is_told(&format!("course {course}"), of(&told(&battle, "salvo P1"), "structure points"));
    }
}

/// STR-4.4, STR-5.5, STR-CARD.4: a locked missile, its dice and the sensors.
#[test]
fn rule_4_4_locked_missiles() {
    for (distance, dice, highest) in RANGES {
        for strength in [3, 4, 6] {
            let firer =
                json!({ "missiles": [{ "dice": strength, "count": 2 }], "targeting": 2, "sensors": 3 });
            let lock = json!([{ "lock": { "target": 1, "turn": 1 } }, {}]);
            let battle = battle(&firer, &json!({}), distance, [4, 5], &lock);
            // Both speeds, less targeting and sensors.
            let needs = 4 + 5 - 2 - 3;
            let told = told(&battle, "launch");
            let hits = hits(dice, highest, needs, false);
            hits.is_told("a missile", of(&told, "hits"));
            through(&hits, strength, 4).is_told("a missile", of(&told, "structure points"));
        }
    }
}

/// STR-3.1, STR-3.2, STR-3.3, STR-HIN.2, STR-HIN.4: dice of stress, each a failure on 4 and more.
#[test]
fn rule_3_2_stress() {
    for (hindrances, extra, fails) in
        [(json!([]), 0, 4), (json!(["weak_frame"]), 1, 4), (json!(["retrofitted_civilian"]), 0, 3)]
    {
        let situation = json!({
            "phase": "plan",
            "cards": [card("Firer", &json!({ "hindrances": hindrances })), card("Target", &json!({}))],
            "units": [
                { "side": 0, "card": "Firer", "at": { "x": 12, "y": 4 }, "course": 0, "speed": 2 },
                { "side": 1, "card": "Target", "at": { "x": 12, "y": 30 }, "course": 6, "speed": 2 },
            ],
        });
        let situation: Situation = plain::from_value(&situation).expect("a situation");
        let options = Options { dogfight: false, ..Options::default() };
        let battle = Battle::from_situation(&options, &situation).expect("set up");
        let menu = battle.menu(Seat(0));
        let mut seen = 0;
        for order in battle.offered(Seat(0), &menu) {
            let told = battle.odds(Seat(0), &menu, &order);
            let Some(told) = told.iter().find(|it| it.unit == "failures") else { continue };
            let rules_stratoyager::Action::Plan(plan) = &order.action else { continue };
            if plan.yaw != 0 {
                continue;
            }
            let choice = menu.plan.as_ref().expect("a plan").choices.iter();
            let choice = choice.filter(|it| (it.first, it.second) == (plan.first, plan.second));
            let dice = choice.map(|it| u32::from(it.stress)).next().expect("in the menu");
            let die = faces().read(|face| u32::from(fails <= *face));
            let counted = die.times(dice).read(|it| (*it).min(4));
            counted.is_told(&format!("{dice} dice"), &told.ways);
            assert!(extra < dice, "the extra die comes with others alone");
            seen += 1;
        }
        assert!(0 < seen, "no plan strains the hull");
    }
}

/// STR-FEAT.4: a turret outside of the front arc has a die of damage fewer, and one at least.
#[test]
fn rule_feat_4_turrets() {
    for (distance, dice, highest) in RANGES {
        for gun in 1..=4_u32 {
            for shields in 0..=1_u32 {
                let firer = json!({ "features": ["turret360"], "gun": gun });
                let target = json!({ "shields": shields });
                let away = json!([{ "course": 6, "facing": 6 }, {}]);
                let battle = battle(&firer, &target, distance, [2, 3], &away);
                let what = format!("{distance} klicks, {gun} dice");
                let hits = hits(dice, highest, 3, false);
                let told = told(&battle, "turret P1");
                hits.is_told(&what, of(&told, "hits"));
                let lost = past(&through(&hits, gun.max(2) - 1, 4), shields);
                lost.is_told(&what, of(&told, "structure points"));
            }
        }
    }
}

/// STR-FEAT.6: a dumb missile takes its dice from one range further, without the sensors.
#[test]
fn rule_feat_6_dumb_missiles() {
    for (near, further) in [(0, 1), (1, 2), (2, 3), (3, 4)] {
        let (distance, dice, highest) = (RANGES[near].0, RANGES[further].1, RANGES[further].2);
        for strength in [1, 3, 6] {
            let missiles = json!([{ "dice": strength, "count": 2, "feature": "dumb" }]);
            let firer = json!({ "missiles": missiles, "targeting": 1, "sensors": 3 });
            let battle = battle(&firer, &json!({ "shields": 1 }), distance, [2, 3], &json!([{}, {}]));
            let what = format!("{distance} klicks, {strength} dice");
            let hits = hits(dice, highest, 4, false);
            let told = told(&battle, "missile P1");
            hits.is_told(&what, of(&told, "hits"));
            let lost = past(&through(&hits, strength, 4), 1);
            lost.is_told(&what, of(&told, "structure points"));
        }
    }
}

/// STR-FEAT.7: a pod is 2 better at point-blank and 1 at close range, with half of its dice there.
#[test]
fn rule_feat_7_pods() {
    for (range, better, whole) in [(0, 2, true), (1, 1, false)] {
        let (distance, dice, highest) = (RANGES[range].0, RANGES[range + 1].1, RANGES[range + 1].2);
        for strength in [1, 3, 4_u32] {
            let missiles = json!([{ "dice": strength, "count": 2, "feature": "fragshell" }]);
            let firer = json!({ "missiles": missiles, "targeting": 1, "sensors": 3 });
            let battle = battle(&firer, &json!({}), distance, [4, 4], &json!([{}, {}]));
            let what = format!("{distance} klicks, {strength} dice");
            let hits = hits(dice, highest, 7 - better, false);
            let told = told(&battle, "pod");
            hits.is_told(&what, of(&told, "hits"));
            let damage = if whole { strength } else { strength.div_ceil(2) };
            through(&hits, damage, 4).is_told(&what, of(&told, "structure points"));
        }
    }
}

/// STR-FEAT.1, STR-4.9: a gunner's two salvoes, the gun's and the turret's, at one target and at two.
#[test]
fn rule_feat_1_gunners() {
    for (distance, dice, highest) in RANGES {
        let firer = json!({ "features": ["gunner", "turret360"], "gun": 2 });
        let lock = json!([{ "lock": { "target": 1, "turn": 1 } }, {}]);
        let mut with_missile = firer.clone();
        with_missile["missiles"] = json!([{ "dice": 3, "count": 2 }]);
        let battle = battle(&with_missile, &json!({}), distance, [4, 5], &lock);
        let what = format!("{distance} klicks");
        let told = told(&battle, "launch and turret P1");
        let (missile, turret) = (hits(dice, highest, 4 + 5 - 2 - 1, false), hits(dice, highest, 7, false));
        let at = |late: bool, unit: &str| {
            let fits = |it: &&Odds| it.unit == unit && it.what.contains("when the missile") == late;
            &told.iter().find(fits).unwrap_or_else(|| panic!("no {unit} in {told:?}")).ways
        };
        through(&missile, 3, 4).is_told(&what, at(true, "structure points"));
        through(&turret, 1, 4).is_told(&what, at(false, "structure points"));
    }
}

/// STR-7.2, STR-4.13: what meets countermeasures is stopped on 4 and more.
#[test]
fn rule_7_2_countermeasures() {
    for strength in [3, 6] {
        let firer = json!({ "missiles": [{ "dice": strength, "count": 2 }], "targeting": 2, "sensors": 3 });
        let more = json!([{ "lock": { "target": 1, "turn": 1 } }, { "countermeasures": true }]);
        let battle = battle(&firer, &json!({ "shields": 1 }), 10.0, [4, 5], &more);
        let told = told(&battle, "launch");
        let hits = hits(1, true, 4, false);
        let gets_by = hits.then(|hit| Chance::d6([1, 1, 1, 0, 0, 0]).read(|by| hit * by));
        past(&through(&gets_by, strength, 4), 1).is_told("a missile", of(&told, "structure points"));
    }
}

/// STR-HIN.1: from astern a shield fewer, and no fewer than none.
#[test]
fn rule_hin_1_reactors() {
    for shields in 0..=2_u32 {
        let target = json!({ "hindrances": ["reactor_interference"], "shields": shields });
        let battle = battle(&json!({}), &target, 10.0, [2, 3], &json!([{}, { "course": 0, "facing": 0 }]));
        let counted = past(&through(&hits(1, true, 3, false), 2, 4), shields.saturating_sub(1));
        counted.is_told(&format!("{shields} shields"), of(&told(&battle, "salvo P1"), "structure points"));
    }
}

/// STR-4.7, STR-4.10: fire at will, as a salvo of the main gun.
#[test]
fn rule_4_7_fire_at_will() {
    for (distance, dice, highest) in RANGES {
        let situation = json!({
            "segment": 2,
            "cards": [card("Firer", &json!({})), card("Target", &json!({}))],
            "units": [
                { "side": 0, "card": "Firer", "at": { "x": 12, "y": 4 }, "course": 0, "speed": 2, "initiative": 1,
                    "at_will": 1 },
                { "side": 0, "card": "Firer", "at": { "x": 2, "y": 2 }, "course": 6, "speed": 0, "initiative": 2 },
                { "side": 1, "card": "Target", "at": { "x": 10, "y": 4.0 + distance }, "course": 3, "speed": 2,
                    "initiative": 2 },
            ],
        });
        let situation: Situation = plain::from_value(&situation).expect("a situation");
        let options = Options { dogfight: false, ..Options::default() };
        let battle = Battle::from_situation(&options, &situation).expect("set up");
        let mut table = engine::Table::new(battle, dice::Dice::scripted([]));
        for _ in 0..4 {
            let engine::Pending::Orders(decision) = table.state().pending() else { panic!("over") };
            if decision.phase == "fire at will" {
                break;
            }
            let orders = decision.seats.iter().map(|seat| {
                let text = if decision.phase == "manoeuvre" { "drift" } else { "none" };
                let view = table.state().view(Viewer::Seat(seat));
                (seat, Battle::read_order(&view, seat, text).expect("an order"))
            });
            let orders = orders.collect();
            table.resolve(&orders);
        }
        // It drifts two klicks to the east before it is fired at.
        let told = told(table.state(), "F1 P1");
        let counted = hits(dice, highest, 2 + 2 - 2, false);
        counted.is_told(&format!("{distance} klicks"), of(&told, "hits"));
        through(&counted, 2, 4).is_told(&format!("{distance} klicks"), of(&told, "structure points"));
    }
}
