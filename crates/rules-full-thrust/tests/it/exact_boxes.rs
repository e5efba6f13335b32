//! Odds of what gets through to armour, hull, systems and decks against the book's tables, counted here once
//! more: nothing of the game's own counting is used.

use crate::{
    case::{Case, design, order},
    gunboats::until,
};
use engine::{Assist, Odds, Seat, Ways};
use rules_full_thrust::{Fire, Order, Shot};
use serde_json::{Value, json};
use testkit::chance::Chance;

/// FT-4.6.1: dice for sixes end here; what is left is less than can be told.
const LONGEST: u32 = 22;

/// What an attack does before anything stops it: points from the outermost layer on, points from the next one in,
/// armour-piercing hits one by one, and points straight to the hull.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Blow {
    outer: u32,
    inner: u32,
    piercing: Vec<u32>,
    direct: u32,
}

impl Blow {
    fn and(&self, other: &Blow) -> Blow {
        Blow {
            outer: self.outer + other.outer,
            inner: self.inner + other.inner,
            piercing: [&self.piercing[..], &other.piercing].concat(),
            direct: self.direct + other.direct,
        }
    }

    fn outer(points: u32) -> Blow {
        Blow { outer: points, ..Blow::default() }
    }

    fn piercing(points: u32) -> Blow {
        Blow { piercing: vec![points], ..Blow::default() }
    }

    /// FT-DMG.5.
    fn half_piercing(points: u32) -> Blow {
        Blow { outer: points.div_ceil(2), inner: points / 2, ..Blow::default() }
    }

    /// FT-DMG.1 to FT-DMG.6: boxes of armour and of hull that it costs; layers with the inner one first.
    fn boxes(&self, layers: &[u32], hull: u32) -> (u32, u32) {
        let top = (0..layers.len()).rev().find(|at| 0 < layers[*at]).map_or(0, |at| at + 1);
        let (mut left, mut through) = (layers.to_vec(), self.direct);
        for (points, from) in [(self.outer, top), (self.inner, top.saturating_sub(1))] {
            let mut points = points;
            for layer in left[..from].iter_mut().rev() {
                while 0 < points && 0 < *layer {
                    (points, *layer) = (points - 1, *layer - 1);
                }
            }
            through += points;
        }
        for hit in &self.piercing {
            let mut points = *hit;
            for layer in left[..top].iter_mut().rev() {
                if 0 < points && 0 < *layer {
                    (points, *layer) = (points - 1, *layer - 1);
                }
            }
            through += points;
        }
        (layers.iter().sum::<u32>() - left.iter().sum::<u32>(), through.min(hull))
    }
}

fn all(rolls: &[Chance<Blow>]) -> Chance<Blow> {
    let none = Chance::sure(Blow::default());
    rolls.iter().fold(none, |all, it| all.then(|one| it.read(|two| one.and(two))))
}

/// D1: hits of a beam die by level of screens.
const HITS: [[u32; 6]; 3] = [[0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 1, 2], [0, 0, 0, 0, 1, 1]];

/// FT-4.6.1: what dice after a six come to, each read by `of`.
fn again(of: &dyn Fn(u8) -> u32, depth: u32) -> Chance<u32> {
    if depth == LONGEST {
        return Chance::sure(0);
    }
    let rest = again(of, depth + 1);
    Chance::die(6, |face| if face == 6 { rest.read(|more| of(face) + more) } else { Chance::sure(of(face)) })
}

/// FT-DMG.3: first dice by `first`, and what sixes bring by `next`, one layer further in.
fn penetrating(first: impl Fn(u8) -> u32, next: impl Fn(u8) -> u32) -> Chance<Blow> {
    let more = again(&next, 0);
    Chance::die(6, |face| match face {
        6 => more.read(|inner| Blow { outer: first(face), inner: *inner, ..Blow::default() }),
        _ => Chance::sure(Blow::outer(first(face))),
    })
}

fn beam_die(level: usize) -> Chance<Blow> {
    penetrating(|die| HITS[level][usize::from(die) - 1], |die| HITS[0][usize::from(die) - 1])
}

fn plasma_die(level: u32) -> Chance<Blow> {
    penetrating(|die| u32::from(die).saturating_sub(2 + level), |die| u32::from(die).saturating_sub(2))
}

/// D2: what a projectile needs at a distance, by the width of its bands.
fn if_hit(distance: u32, band: u32, harm: &Chance<Blow>) -> Option<Chance<Blow>> {
    let needs = distance.div_ceil(band).max(1) + 1;
    let of = |die: u8| if needs <= u32::from(die) { harm.clone() } else { Chance::sure(Blow::default()) };
    (needs <= 6).then(|| Chance::die(6, of))
}

fn d6(of: impl Fn(u32) -> Blow) -> Chance<Blow> {
    Chance::die(6, |die| Chance::sure(of(u32::from(die))))
}

struct Target<'a> {
    layers: &'a [u32],
    hull: u32,
    /// How many generators, and whether they are advanced.
    screens: (usize, bool),
}

impl Target<'_> {
    fn case(&self, weapons: &Value, distance: u32, own: &Value) -> Case {
        let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
        let mut gunship = design("Gunship", 300, 30, json!([]), systems, weapons.clone());
        gunship["extras"] = json!({ "flagbridge": { "overload": true } });
        for (name, value) in own.as_object().expect("fields") {
            match value.as_array() {
                Some(more) if name == "systems" => {
                    gunship["systems"].as_array_mut().expect("a list").extend(more.iter().cloned());
                }
                _ => gunship[name] = value.clone(),
            }
        }
        let (level, advanced) = self.screens;
        let screen = json!({ "name": "screen", "advanced": advanced });
        let mut systems = vec![json!({ "name": "fireControl" })];
        systems.extend((0..level).map(|_| screen.clone()));
        // FT-13.7.1: a tenth of the mass is hull.
        let mass = (10 * self.hull).min(200);
        let armour: Vec<Value> = self.layers.iter().map(|boxes| json!([boxes, 0])).collect();
        let target = design("Target", mass, self.hull, json!(armour), json!(systems), json!([]));
        Case::new(
            &json!({ "core_systems": false, "repairs": false, "overloaded_torpedo": true, "boarding": "on" }),
            &json!({
                "table": { "width": 200, "height": 200 },
                "designs": [gunship, target],
                "ships": [
                    { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                    { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 + distance } },
                ],
            }),
        )
    }
}

/// What is told when everything is fired that bears, at the first system that may be named if `aimed`.
fn told(case: &mut Case, orders: &[(u8, Value)], aimed: bool) -> Vec<Odds> {
    case.play(orders, &[4, 3]);
    until(case, "ships fire");
    let battle = case.table.state();
    let menu = battle.menu(Seat(0));
    let ship = menu.fire.first().expect("it may fire");
    let aim = |shot: &rules_full_thrust::ShotMenu| shot.aims.first().copied().filter(|_| aimed);
    let shots = ship.shots.iter().map(|it| Shot { weapon: it.weapon, target: it.target, aim: aim(it) });
    let order = Order::Fire(Fire { shots: shots.collect(), ..Fire::of(ship.ship) });
    battle.odds(Seat(0), &menu, &order)
}

fn of<'a>(told: &'a [Odds], unit: &str) -> Option<&'a Ways> {
    told.iter().find(|it| it.unit == unit).map(|it| &it.ways)
}

#[track_caller]
fn holds(what: &str, told: &[Odds], target: &Target<'_>, blow: &Chance<Blow>) {
    let boxes = blow.read(|it| it.boxes(target.layers, target.hull));
    let none = Ways::sure(0);
    let told = |unit: &str| of(told, unit).unwrap_or(&none);
    boxes.read(|it| it.0).is_told(&format!("{what}: armour"), told("armour boxes"));
    boxes.read(|it| it.1).is_told(&format!("{what}: hull"), told("hull boxes"));
    let ends = boxes.read(|it| u32::from(it.1 == target.hull));
    ends.is_told(&format!("{what}: destroyed"), told("destroyed"));
}

fn gun(name: &str) -> Value {
    json!({ "name": name, "leftArc": "F", "numArcs": 1 })
}

fn classed(name: &str, class: u32, arcs: u8) -> Value {
    json!({ "name": name, "class": class, "leftArc": "F", "numArcs": arcs })
}

const LAYERS: [&[u32]; 4] = [&[], &[3], &[2, 1], &[1, 2, 1]];

const SCREENS: [(usize, bool); 4] = [(0, false), (1, false), (2, false), (2, true)];

/// FT-DMG.1 to FT-DMG.3: beams and plasma through every kind of armour, at a strong hull and at a weak one.
#[test]
fn rule_dmg_3_rays_through_armour() {
    for layers in LAYERS {
        for screens in SCREENS {
            for hull in [5, 60] {
                let target = Target { layers, hull, screens };
                for class in 1..=3 {
                    let what = format!("class {class} at {layers:?} behind {screens:?}, {hull} boxes");
                    let dice = |die: &Chance<Blow>| all(&vec![die.clone(); class as usize]);
                    let beams = told(
                        &mut target.case(&json!([classed("beam", class, 6)]), 10, &json!({})),
                        &[],
                        false,
                    );
                    holds(&format!("beam, {what}"), &beams, &target, &dice(&beam_die(screens.0)));
                    let plasma = told(
                        &mut target.case(&json!([classed("plasmaCannon", class, 6)]), 10, &json!({})),
                        &[],
                        false,
                    );
                    let die = plasma_die(screens.0 as u32);
                    holds(&format!("plasma, {what}"), &plasma, &target, &dice(&die));
                }
            }
        }
    }
}

/// FT-DMG.4, FT-DMG.5: K-guns, MKP packs, torpedoes, and all of them with a beam, as one attack.
#[test]
fn rule_dmg_4_shells_through_armour() {
    let k_gun = |class: u32| {
        let doubled = move |die: u32| if die <= class && die < 6 { 2 * class } else { class };
        if_hit(10, 6, &d6(|die| Blow::piercing(doubled(die)))).expect("it reaches")
    };
    let mkp = d6(|die| match die {
        4 | 5 => Blow::piercing(4),
        6 => Blow::piercing(4).and(&Blow::piercing(4)),
        _ => Blow::default(),
    });
    for layers in LAYERS {
        for screens in SCREENS {
            let less = if screens.1 { screens.0 as u32 } else { 0 };
            let torpedo =
                if_hit(10, 6, &d6(|die| Blow::half_piercing(die.saturating_sub(less)))).expect("it reaches");
            for hull in [7, 60] {
                let target = Target { layers, hull, screens };
                let volleys = [
                    (json!([classed("kgun", 1, 6)]), vec![k_gun(1)]),
                    (json!([classed("kgun", 3, 1)]), vec![k_gun(3)]),
                    (json!([classed("kgun", 6, 1)]), vec![k_gun(6)]),
                    (json!([{ "name": "mkp", "arc": "F" }]), vec![mkp.clone()]),
                    (json!([gun("torpedoPulse")]), vec![torpedo.clone()]),
                    (
                        json!([classed("beam", 1, 6), gun("torpedoPulse"), classed("kgun", 3, 1)]),
                        vec![beam_die(screens.0), torpedo.clone(), k_gun(3)],
                    ),
                ];
                for (weapons, rolls) in volleys {
                    let what = format!("{weapons} at {layers:?} behind {screens:?}, {hull} boxes");
                    let told = told(&mut target.case(&weapons, 10, &json!({})), &[], false);
                    holds(&what, &told, &target, &all(&rolls));
                }
            }
        }
    }
}

/// FT-5.6.1, FT-DMG.5: grasers, each hit a D3 that half pierces; behind one layer all that penetrates is hull.
#[test]
fn rule_5_6_1_grasers_through_armour() {
    let hit = Chance::die(6, |die| Chance::sure(Blow::half_piercing(u32::from(die).div_ceil(2))));
    let points = Chance::die(6, |die| Chance::sure(u32::from(die).div_ceil(2)));
    for screens in SCREENS {
        let more = again(&|die| HITS[0][usize::from(die) - 1], 0).then(|hits| points.times(*hits));
        let die = Chance::die(6, |face| {
            let hits = HITS[screens.0][usize::from(face) - 1] as usize;
            let now = all(&vec![hit.clone(); hits]);
            let inner = |it: &u32| Blow { inner: *it, ..Blow::default() };
            if face == 6 { all(&[now, more.read(inner)]) } else { now }
        });
        for layers in [&[][..], &[3]] {
            let target = Target { layers, hull: 12, screens };
            let told = told(&mut target.case(&json!([classed("graser", 1, 6)]), 10, &json!({})), &[], false);
            holds(&format!("a graser at {layers:?} behind {screens:?}"), &told, &target, &die);
        }
    }
}

/// FT-5.13.1, FT-5.13.4: that a needle beam kills what it names: a natural 6 on any of its dice, up to 12 MU.
#[test]
fn rule_5_13_1_needle_kills() {
    for screens in SCREENS {
        for class in 1..=4 {
            for distance in [10, 20] {
                let target = Target { layers: &[2], hull: 40, screens };
                let needle = json!([{ "name": "needle", "class": class, "leftArc": "FP", "numArcs": 3 }]);
                let dice = (class + 1_u32).saturating_sub(distance / 10);
                if dice == 0 {
                    continue;
                }
                let mut case = target.case(&needle, distance, &json!({}));
                let told = told(&mut case, &[], true);
                let kill = Chance::d6([0, 0, 0, 0, 0, 1]).times(dice).read(|it| u32::from(0 < *it));
                let what = format!("needle {class} at {distance}");
                match of(&told, "system lost") {
                    Some(lost) if distance <= 12 => kill.is_told(&what, lost),
                    lost => assert!(lost.is_none() && 12 < distance, "{what}: {lost:?}"),
                }
                let points = d6(|die| Blow::outer(u32::from(4 <= die)));
                holds(&what, &told, &target, &all(&vec![points; dice as usize]));
            }
        }
    }
}

/// FT-5.14.2: overloaded tubes: the next shorter table, 1d6 + 2 that pierces, and a tube that bursts on two ones.
/// FT-5.14.3: variable torpedoes, long and short.
#[test]
fn rule_5_14_2_settings_of_torpedoes() {
    let reads = |distance: u32, band: u32, of: &dyn Fn(u32) -> Blow| if_hit(distance, band, &d6(of));
    for layers in LAYERS {
        for screens in SCREENS {
            let less = if screens.1 { screens.0 as u32 } else { 0 };
            let target = Target { layers, hull: 30, screens };
            for distance in [4, 8, 9, 14, 20, 30, 40] {
                let over = |die: u32| Blow::piercing((die + 2).saturating_sub(less));
                let far = |die: u32| Blow::half_piercing(die.div_ceil(2).saturating_sub(less));
                let near = |die: u32| Blow::piercing(die + 2);
                let long =
                    json!({ "name": "torpedoPulse", "modifier": "long", "leftArc": "F", "numArcs": 1 });
                let settings = [
                    ("overload", gun("torpedoPulse"), 4, reads(distance, 4, &over)),
                    ("overload", long, 6, reads(distance, 6, &over)),
                    ("long", gun("torpedoVariable"), 9, reads(distance, 9, &far)),
                    ("short", gun("torpedoVariable"), 4, reads(distance, 4, &near)),
                ];
                for (mode, weapon, band, counted) in settings {
                    let what = format!("{weapon}, {mode}, at {distance}: {layers:?} behind {screens:?}");
                    let mut case = target.case(&json!([weapon]), distance, &json!({}));
                    let set = order(0, json!({ "modes": [[2, mode]] }));
                    let Some(counted) = counted else {
                        case.play(&[(0, set)], &[4, 3]);
                        let fire = case.table.state().menu(Seat(0)).fire;
                        assert!(fire.iter().all(|it| it.shots.is_empty()), "{what}: {fire:?}");
                        continue;
                    };
                    let told = told(&mut case, &[(0, set)], false);
                    holds(&what, &told, &target, &counted);
                    if mode == "overload" {
                        let two_ones = Chance::d6([1, 0, 0, 0, 0, 0]).then(|it| match it {
                            1 => Chance::d6([1, 0, 0, 0, 0, 0]),
                            _ => Chance::sure(0),
                        });
                        let needs = distance.div_ceil(band) + 1;
                        let burst = Chance::die(6, |die| {
                            if needs <= u32::from(die) { two_ones.clone() } else { Chance::sure(0) }
                        });
                        burst.is_told(&what, of(&told, "tube burst").expect("a burst"));
                    }
                }
            }
        }
    }
}

/// FT-5.18.1: boarding torpedoes: a point straight to the hull and two units aboard.
#[test]
fn rule_5_18_1_boarding_torpedoes() {
    for layers in LAYERS {
        for distance in [6, 12, 13, 30] {
            let target = Target { layers, hull: 30, screens: (2, true) };
            let mut launcher = json!({ "name": "boardingTorpedoLauncher", "leftArc": "FP", "numArcs": 3 });
            launcher["magazine"] = json!("store");
            let own =
                json!({ "systems": [{ "name": "boardingTorpedoMagazine", "capacity": 4, "id": "store" }] });
            let told = told(&mut target.case(&json!([launcher]), distance, &own), &[], false);
            let what = format!("boarding torpedo at {distance}");
            let harm = Chance::sure(Blow { direct: 1, ..Blow::default() });
            let blow = if_hit(distance, 6, &harm).expect("it reaches");
            holds(&what, &told, &target, &blow);
            blow.read(|it| 2 * it.direct).is_told(&what, of(&told, "units aboard").expect("units"));
        }
    }
}

/// FT-5.9.1, FT-5.9.2: transporters: a unit for each hit, no dice again; raiders destroy on 5 and 6.
#[test]
fn rule_5_9_1_transporters() {
    for screens in SCREENS {
        for class in 1..=4_u32 {
            for distance in [10_u32, 24] {
                let Some(dice) = (class + 1).checked_sub(distance.div_ceil(12)).filter(|it| 0 < *it) else {
                    continue;
                };
                let target = Target { layers: &[2], hull: 30, screens };
                let beam = json!([classed("transporter", class, 6)]);
                let own = json!({ "systems": [{ "name": "marines" }, { "name": "marines" }] });
                let what = format!("transporter {class} at {distance} behind {screens:?}");
                let hits = Chance::d6(HITS[screens.0]).times(dice);
                let units = told(&mut target.case(&beam, distance, &own), &[], false);
                hits.is_told(&what, of(&units, "units aboard").expect("units"));
                let raid = told(&mut target.case(&beam, distance, &own), &[], true);
                let done = hits.then(|hits| match hits {
                    0 => Chance::sure(0),
                    _ => Chance::d6([0, 0, 0, 0, 1, 1]),
                });
                done.is_told(&what, of(&raid, "system lost").expect("a raid"));
            }
        }
    }
}
