//! The menu's odds against the dice thrown through the real rules: every throw where they can all
//! be tried, many of them where not. The same numbers are kept as a file for the screen.

use crate::case::{beam, design};
use dice::Dice;
use engine::{Assist, Game, Library, Orders, Pending, Seat, Table, Ways};
use rules_full_thrust::{
    Battle, Defence, Fire, FireMenu, Menu, Options, Order, Prospect, Roll, Shot, ShotMenu, Situation, WHOLE,
    library, volley,
};
use serde_json::{Value, json};

/// What the menu says of an order, by target: the sum a screen makes.
fn prospects(menu: &Menu, order: &Fire) -> Vec<(u8, Defence, Prospect)> {
    // Fire at small craft alone does nothing to ships.
    if order.shots.is_empty() && order.lines.is_empty() {
        return Vec::new();
    }
    let ship = menu.fire.iter().find(|it| it.ship == order.ship).expect("it may fire");
    let of = |shot: &Shot| {
        let same = |it: &&ShotMenu| (it.weapon, it.target) == (shot.weapon, shot.target);
        ship.shots.iter().find(same).expect("it may fire so")
    };
    let mut families: Vec<&str> = Vec::new();
    order.shots.iter().for_each(|shot| {
        if !families.contains(&of(shot).family.as_str()) {
            families.push(&of(shot).family);
        }
    });
    let mut all = Vec::new();
    for target in &ship.targets {
        let mut shots: Vec<(&ShotMenu, bool)> = order
            .shots
            .iter()
            .filter(|it| it.target == target.target)
            .map(|it| (of(it), it.aim.is_some()))
            .collect();
        shots.sort_by_key(|(shot, _)| families.iter().position(|it| *it == shot.family));
        let roll = |(shot, aimed): &(&ShotMenu, bool)| {
            // FT-5.8.2: a phaser that names a system rolls as a needle beam.
            let needle = shot.needle.filter(|_| *aimed);
            let (odds, times) = needle.map_or((shot.odds, shot.times), |it| (it.odds, it.times));
            let odds = &menu.odds[usize::from(odds)][..];
            Roll { odds, times }
        };
        let rolls: Vec<Roll<'_>> = shots.iter().map(roll).collect();
        if !rolls.is_empty() {
            all.push((target.target.0, target.defence.clone(), volley(&target.defence, &rolls)));
        }
    }
    all
}

/// Two ships that can both fire, so that the phase is still open after the first has.
fn duel(weapons: &Value, victim: &Value, distance: i32, options: &Value) -> Battle {
    let systems = json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }]);
    let gunship = design("Gunship", 300, 30, json!([]), systems, weapons.clone());
    let options: Options = plain::from_value(options).expect("options");
    let situation: Situation = plain::from_value(&json!({
        "phase": "fire",
        "table": { "width": 200, "height": 200 },
        "designs": [gunship, victim],
        "ships": [
            { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
            { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 + distance }, "facing": 6, "velocity": 14 },
        ],
    }))
    .expect("a situation");
    Battle::from_situation(&options, &situation).unwrap_or_else(|err| panic!("{err}"))
}

fn target(armour: Value, boxes: u32, more: &Value) -> Value {
    let mut systems = vec![json!({ "name": "fireControl" })];
    systems.extend(more.as_array().expect("systems").iter().cloned());
    // A gun, to fire back with.
    let gun = json!([beam(1)]);
    design("Target", (10 * boxes).min(300), boxes, armour, json!(systems), gun)
}

fn everything(ship: &FireMenu) -> Fire {
    let shots = ship.shots.iter().map(|it| Shot { weapon: it.weapon, target: it.target, aim: None });
    Fire { shots: shots.collect(), ..Fire::of(ship.ship) }
}

/// Chances by armour and by hull boxes of every throw of up to `most` dice, and what is left over.
fn every_throw(battle: &Battle, order: &Fire, most: usize) -> (Vec<f64>, Vec<f64>, f64) {
    let before = battle.ship(rules_full_thrust::ShipId(1)).clone();
    let full: u16 = before.armour.iter().map(|it| it.boxes()).sum();
    let (mut armour, mut hull, mut rest) = (vec![0.0; 200], vec![0.0; 200], 0.0);
    let mut open: Vec<Vec<u8>> = vec![Vec::new()];
    let mut orders = Orders::default();
    orders.insert(Seat(0), Order::Fire(order.clone()));
    while let Some(script) = open.pop() {
        let mut table = Table::new(battle.clone(), Dice::scripted(script.clone()));
        table.resolve(&orders);
        let chance = 6_f64.powi(-(script.len() as i32));
        if table.dice().trouble().is_none() {
            let after = table.state().ship(rules_full_thrust::ShipId(1));
            let left: u16 = after.armour.iter().map(|it| it.boxes()).sum();
            armour[usize::from(full - left)] += chance;
            hull[usize::from(after.hull_lost)] += chance;
        } else if script.len() < most {
            open.extend((1..=6).map(|die| [&script[..], &[die]].concat()));
        } else {
            rest += chance;
        }
    }
    (armour, hull, rest)
}

fn share(chance: u64) -> f64 {
    chance as f64 / WHOLE as f64
}

/// Small volleys of every kind of weapon: every throw.
fn small() -> Vec<(&'static str, Value, Value, i32, Value, usize)> {
    let gun = |name: &str| json!({ "name": name, "leftArc": "F", "numArcs": 1 });
    let classed =
        |name: &str, class: u8| json!({ "name": name, "class": class, "leftArc": "F", "numArcs": 1 });
    let all_round =
        |name: &str, class: u8| json!({ "name": name, "class": class, "leftArc": "F", "numArcs": 6 });
    let bare = || target(json!([]), 40, &json!([]));
    let screen = |level: u8| json!([{ "name": "screen", "level": level }]);
    vec![
        (
            "a class 2 beam at armour",
            json!([beam(2)]),
            target(json!([[3, 0]]), 40, &json!([])),
            10,
            json!({}),
            7,
        ),
        ("two layers", json!([beam(2)]), target(json!([[2, 0], [1, 0]]), 40, &json!([])), 10, json!({}), 7),
        ("level 2 screens", json!([beam(3)]), target(json!([[2, 0]]), 40, &screen(2)), 12, json!({}), 7),
        (
            "a holofield",
            json!([beam(2)]),
            target(json!([]), 40, &json!([{ "name": "holofield" }])),
            10,
            json!({}),
            7,
        ),
        ("civil war", json!([beam(2)]), bare(), 10, json!({ "civil_war": true }), 7),
        (
            "plasma",
            json!([all_round("plasmaCannon", 2)]),
            target(json!([[3, 0]]), 40, &screen(1)),
            10,
            json!({}),
            7,
        ),
        (
            "a graser",
            json!([all_round("graser", 1)]),
            target(json!([[2, 0]]), 40, &json!([])),
            10,
            json!({}),
            8,
        ),
        (
            "a torpedo",
            json!([gun("torpedoPulse")]),
            target(json!([[2, 0]]), 40, &json!([])),
            10,
            json!({}),
            8,
        ),
        (
            "two K-guns at thin shells",
            json!([all_round("kgun", 1), classed("kgun", 3)]),
            target(json!([[2, 0], [1, 0]]), 40, &json!([])),
            6,
            json!({}),
            8,
        ),
        (
            "K-guns the other way round",
            json!([classed("kgun", 3), all_round("kgun", 1)]),
            target(json!([[2, 0], [1, 0]]), 40, &json!([])),
            6,
            json!({}),
            8,
        ),
        (
            "a beam and a K-gun",
            json!([beam(1), classed("kgun", 2)]),
            target(json!([[1, 0]]), 40, &json!([])),
            6,
            json!({}),
            7,
        ),
        (
            "a last row",
            json!([classed("kgun", 5), beam(1)]),
            target(json!([]), 4, &json!([])),
            6,
            json!({}),
            7,
        ),
        (
            "MKP",
            json!([{ "name": "mkp", "arc": "F" }]),
            target(json!([[3, 0]]), 40, &json!([])),
            12,
            json!({}),
            4,
        ),
        (
            "fusion",
            json!([{ "name": "fusion", "leftArc": "F", "numArcs": 1, "mode": "flare" }]),
            bare(),
            10,
            json!({}),
            8,
        ),
        (
            "submunitions",
            json!([{ "name": "submunition", "leftArc": "FP", "numArcs": 3 }]),
            bare(),
            10,
            json!({}),
            7,
        ),
        ("gravitic", json!([all_round("gravitic", 2)]), bare(), 10, json!({}), 4),
        ("needles", json!([classed("needle", 2)]), bare(), 10, json!({}), 4),
        (
            "fire from behind",
            json!([beam(2)]),
            target(json!([[3, 0]]), 40, &json!([])),
            10,
            json!({ "rear_arc_ignores_armour": true }),
            7,
        ),
    ]
}

/// FT-4.6.1, FT-4.7.1, FT-DMG.1 to FT-DMG.5, FT-5: the odds are those of the dice.
#[test]
fn rule_4_6_1_every_throw() {
    for (name, weapons, victim, distance, options, most) in small() {
        let battle = duel(&weapons, &victim, distance, &options);
        let menu = battle.menu(Seat(0));
        let order = everything(&menu.fire[0]);
        let [(_, _, prospect)] = &prospects(&menu, &order)[..] else { panic!("one target") };
        let (armour, hull, rest) = every_throw(&battle, &order, most);
        for (told, counted) in [(&prospect.armour, &armour), (&prospect.hull, &hull)] {
            let sum: u64 = told.iter().sum();
            assert!(sum.abs_diff(WHOLE) < 100, "{name}: {sum}");
            for (n, counted) in counted.iter().enumerate() {
                let told = told.get(n).map_or(0.0, |it| share(*it));
                assert!(
                    *counted <= told + 1e-9 && told <= counted + rest + 1e-9,
                    "{name}: {n}: {told} {counted}"
                );
            }
        }
        let rows: u64 = prospect.rows.iter().sum::<u64>() + prospect.destroyed;
        assert!(rows.abs_diff(WHOLE) < 100, "{name}: {rows}");
        assert!(rest < 0.01, "{name}: {rest} not tried");
    }
}

/// FT-2.6.11, FT-DMG.1 to FT-DMG.5: what is told of an order is what its volley comes to.
#[test]
fn rule_2_6_11_the_odds_of_an_order() {
    for (name, weapons, victim, distance, options, _) in small() {
        let battle = duel(&weapons, &victim, distance, &options);
        let menu = battle.menu(Seat(0));
        let order = everything(&menu.fire[0]);
        let [(_, defence, prospect)] = &prospects(&menu, &order)[..] else { panic!("one target") };
        let told = battle.odds(Seat(0), &menu, &Order::Fire(order));
        let of = |unit: &str| told.iter().find(|it| it.unit == unit).map(|it| &it.ways);
        // The menu's parts are rounded for the screen, once for each die.
        let near = |told: &Ways, parts: &[u64]| {
            let whole = told.whole() as f64;
            for n in 0..told.counts().len().max(parts.len()) {
                let told = told.counts().get(n).map_or(0.0, |it| *it as f64 / whole);
                let part = parts.get(n).map_or(0.0, |it| share(*it));
                assert!((told - part).abs() < 1e-10, "{name}: {n}: {told} {part}");
            }
        };
        if let Some(hull) = of("hull boxes") {
            near(hull, &prospect.hull);
            near(of("armour boxes").unwrap_or(&Ways::sure(0)), &prospect.armour);
            let whole: u64 = prospect.hull.iter().sum();
            near(of("destroyed").expect("told"), &[whole - prospect.destroyed, prospect.destroyed]);
            // No more gets through than was thrown.
            let least = usize::from(defence.armour.iter().sum::<u16>() + defence.hull).min(1);
            let (thrown, through) = (of("points before armour").expect("thrown"), hull.at_least(least));
            let share = |ways: &Ways| ways.counts().get(1).map_or(0.0, |it| *it as f64 / ways.whole() as f64);
            assert!(share(&through) <= share(&thrown.at_least(least)) + 1e-9, "{name}");
        } else {
            near(of("EMP hits").expect("told"), &prospect.emp);
        }
    }
}

/// FT-10.4.2, FT-17.2.2 and everything else offered in supplied battles: distributions with words and
/// rules, whatever is ordered.
#[test]
fn rule_2_6_11_all_that_is_offered_can_be_told() {
    let mut units: Vec<&'static str> = Vec::new();
    for (n, id) in ["intro", "carrier-strike", "line-of-battle"].into_iter().enumerate() {
        let scenario = library::scenario(id);
        let state = Battle::set_up(&Battle::preset(&scenario), &scenario).expect("a supplied scenario");
        let mut dice = Dice::numbered(7, n as u64);
        let mut table = Table::without_log(state, dice.fork());
        table.open();
        for _ in 0..160 {
            let Pending::Orders(decision) = table.state().pending() else { break };
            for seat in decision.seats.iter() {
                let menu = table.state().menu(seat);
                for order in table.state().offered(seat, &menu).iter().take(60) {
                    for odds in table.state().odds(seat, &menu, order) {
                        assert!(0 < odds.ways.whole() && !odds.what.is_empty(), "{order:?}");
                        if !units.contains(&odds.unit) {
                            units.push(odds.unit);
                        }
                    }
                }
            }
            let orders: Orders<Order> = decision
                .seats
                .iter()
                .map(|seat| (seat, engine::Tactics::captain(table.state(), seat, &mut dice)))
                .collect();
            table.resolve(&orders);
        }
    }
    for unit in ["points before armour", "hull boxes", "destroyed", "kills", "repaired"] {
        assert!(units.contains(&unit), "no {unit} among {units:?}");
    }
}

/// FT-4.11.1 to FT-4.11.3: rows, their number for a check, and the end of the ship.
#[test]
fn rule_4_11_3_rows_and_destruction() {
    // 12 boxes in four rows of 3; a K-6 at 6 MU hits on 2: 6 points on one face of six, else 12.
    let gun = json!([{ "name": "kgun", "class": 6, "leftArc": "F", "numArcs": 1 }]);
    let battle = duel(&gun, &target(json!([]), 12, &json!([])), 6, &json!({}));
    let menu = battle.menu(Seat(0));
    let [(_, defence, prospect)] = &prospects(&menu, &everything(&menu.fire[0]))[..] else { panic!("one") };
    let checks: Vec<(u16, u8)> = defence.checks.iter().map(|it| (it.boxes, it.needs)).collect();
    assert_eq!((defence.hull, &checks[..]), (12, &[(3, 6), (6, 4), (9, 2)][..]));
    let sixths = |n: u64, of: u64| WHOLE * n / of;
    assert!(prospect.destroyed.abs_diff(sixths(25, 36)) < 9, "{prospect:?}");
    assert!(prospect.rows[0].abs_diff(sixths(6, 36)) < 9 && prospect.rows[2].abs_diff(sixths(5, 36)) < 9);
    assert_eq!((prospect.rows[1], prospect.rows[3]), (0, 0));
}

/// Whole volleys of real ships in real battles, thrown often: averages within five deviations.
#[test]
fn rule_2_6_11_volleys_of_battles() {
    let mut tried = 0;
    for (n, (id, scenario)) in library::scenarios().into_iter().enumerate() {
        let mut dice = Dice::numbered(40, n as u64);
        let battle = Battle::set_up(&scenario.options, &scenario).expect(id);
        let mut table = Table::new(battle, Dice::numbered(41, n as u64));
        table.open();
        let mut here = 0;
        while let Pending::Orders(decision) = table.state().pending() {
            let mut orders = Orders::default();
            for seat in decision.seats.iter() {
                use engine::Tactics as _;
                let order = if decision.phase == "ships fire" {
                    table.state().sample_order(seat, &mut dice)
                } else {
                    table.state().captain(seat, &mut dice)
                };
                // With a closed book nobody knows what there is to hit.
                if let Order::Fire(fire) = &order
                    && here < 12
                    && !scenario.options.closed_book
                {
                    here += 1;
                    compare(table.state(), seat, fire, &mut dice);
                }
                orders.insert(seat, order);
            }
            table.resolve(&orders);
            if 12 <= here {
                break;
            }
        }
        tried += here;
    }
    assert!(30 < tried, "{tried} volleys");
}

fn compare(battle: &Battle, seat: Seat, fire: &Fire, dice: &mut Dice) {
    const THROWS: u32 = 500;
    let menu = battle.menu(seat);
    let told = prospects(&menu, fire);
    let mut orders = Orders::default();
    orders.insert(seat, Order::Fire(fire.clone()));
    let mut sums = vec![0.0; told.len()];
    for _ in 0..THROWS {
        let mut table = Table::new(battle.clone(), dice.fork());
        table.resolve(&orders);
        // The first blows at each target, those of spinal mounts by themselves; checks may follow at
        // the end of the phase.
        for (sum, (target, ..)) in sums.iter_mut().zip(&told) {
            let ship = menu.fire.iter().find(|it| it.ship == fire.ship).expect("it may fire");
            let apart = |shot: &&Shot| {
                let same = |it: &&ShotMenu| (it.weapon, it.target) == (shot.weapon, shot.target);
                shot.target.0 == *target
                    && ship.shots.iter().find(same).is_some_and(|it| !it.strip.is_empty())
            };
            let blows = 1 + fire.shots.iter().filter(apart).count();
            let hits = table.log().iter().filter_map(|event| match event {
                rules_full_thrust::Event::Damage(rules_full_thrust::DamageEvent::Struck {
                    ship,
                    hull,
                    ..
                }) if ship.0 == *target => Some(*hull),
                _ => None,
            });
            *sum += hits.take(blows).map(f64::from).sum::<f64>();
        }
    }
    for ((target, _, prospect), sum) in told.iter().zip(sums) {
        let mean: f64 = prospect.hull.iter().enumerate().map(|(n, it)| n as f64 * share(*it)).sum();
        let square: f64 = prospect.hull.iter().enumerate().map(|(n, it)| (n * n) as f64 * share(*it)).sum();
        let deviation = ((square - mean * mean).max(0.0) / f64::from(THROWS)).sqrt();
        let seen = sum / f64::from(THROWS);
        assert!(
            (seen - mean).abs() <= 5.0 * deviation + 1e-3,
            "{:?}: {fire:?} at {target}: {mean} told, {seen} seen, {:?}",
            battle.field().scenario.name,
            menu.fire.iter().find(|it| it.ship == fire.ship).map(|it| &it.targets)
        );
    }
}

/// The same numbers for the screen: menus, what is fired, and what comes of it.
#[test]
fn rule_2_6_11_volleys_for_the_screen() {
    let mut cases = Vec::new();
    for (name, weapons, victim, distance, options, _) in small() {
        let menu = duel(&weapons, &victim, distance, &options).menu(Seat(0));
        let order = everything(&menu.fire[0]);
        let results: Vec<Value> = prospects(&menu, &order)
            .into_iter()
            .map(|(target, _, prospect)| json!({ "target": target, "prospect": prospect }))
            .collect();
        cases.push(
            json!({ "name": name, "fire": menu.fire, "odds": menu.odds, "order": order, "results": results }),
        );
    }
    let text = format!("{}\n", serde_json::to_string(&cases).expect("plain data"));
    testkit::golden("tests/odds/volleys.json", &text);
}
