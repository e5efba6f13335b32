//! The menu's odds against every throw of the dice through the real rules.
//! The same numbers are kept as a file, for the screen to be held to them.

use std::collections::BTreeMap;

use dice::Dice;
use engine::{Assist, Game, Library, Orders, Pending, Seat, Table};
use rules_asfos::{
    Action, Attacks, Battle, Event, FireEvent, FireShip, Menu, Odds, Options, ShipId, ShotMenu, Situation,
    Volley, scenario,
};
use serde_json::{Value, json};

/// Whole numbers of ways out of `of`.
#[derive(Clone, Debug, PartialEq)]
struct Ways {
    of: u128,
    hull: Vec<u128>,
    weapons: Vec<u128>,
    none_critical: u128,
}

impl Ways {
    fn nothing() -> Ways {
        Ways { of: 1, hull: vec![1], weapons: vec![1], none_critical: 1 }
    }

    fn of_odds(odds: &Odds) -> Ways {
        let wide = |counts: &[u8]| counts.iter().map(|&it| u128::from(it)).collect();
        Ways {
            of: u128::from(odds.of),
            hull: wide(&odds.hull),
            weapons: wide(&odds.weapons),
            none_critical: u128::from(odds.of - odds.critical),
        }
    }

    fn and(&self, other: &Ways) -> Ways {
        let sum = |a: &[u128], b: &[u128]| {
            let mut out = vec![0; a.len() + b.len() - 1];
            for (i, x) in a.iter().enumerate() {
                for (j, y) in b.iter().enumerate() {
                    out[i + j] += x * y;
                }
            }
            out
        };
        Ways {
            of: self.of * other.of,
            hull: sum(&self.hull, &other.hull),
            weapons: sum(&self.weapons, &other.weapons),
            none_critical: self.none_critical * other.none_critical,
        }
    }

    /// One of several, each with its own number of ways to come about.
    fn either(parts: &[(u128, Ways)]) -> Ways {
        let common = parts.iter().map(|(_, it)| it.of).max().expect("something happens");
        let mut all = Ways { of: 0, hull: Vec::new(), weapons: Vec::new(), none_critical: 0 };
        let add = |to: &mut Vec<u128>, from: &[u128], times: u128| {
            to.resize(to.len().max(from.len()), 0);
            to.iter_mut().zip(from).for_each(|(a, b)| *a += times * b);
        };
        for (times, it) in parts {
            assert_eq!(common % it.of, 0);
            let times = times * (common / it.of);
            all.of += times * it.of;
            all.none_critical += times * it.none_critical;
            add(&mut all.hull, &it.hull, times);
            add(&mut all.weapons, &it.weapons, times);
        }
        all
    }

    /// The same shares of a greater whole.
    fn out_of(&self, of: u128) -> Ways {
        assert_eq!(of % self.of, 0, "{of} is no multiple of {}", self.of);
        let times = of / self.of;
        let trimmed = |counts: &[u128]| {
            let last = counts.iter().rposition(|&it| 0 < it).map_or(0, |it| it + 1);
            counts[..last].iter().map(|it| it * times).collect()
        };
        Ways {
            of,
            hull: trimmed(&self.hull),
            weapons: trimmed(&self.weapons),
            none_critical: self.none_critical * times,
        }
    }
}

fn of_attacks(attacks: &[Attacks], unsplit: bool) -> Ways {
    let all = attacks.iter().flat_map(|it| std::iter::repeat_n(it.odds, usize::from(it.times)));
    let most = if unsplit { 1 } else { usize::MAX };
    all.take(most).fold(Ways::nothing(), |sum, odds| sum.and(&Ways::of_odds(&odds)))
}

fn choose(n: u128, k: u128) -> u128 {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

/// What the menu says of one volley, by target.
fn told(ship: &FireShip, volley: &Volley) -> BTreeMap<ShipId, Ways> {
    let shot = |target: ShipId| -> &ShotMenu {
        let found = ship.shots.iter().find(|it| it.target == target && it.arc == volley.arc);
        found.unwrap_or_else(|| panic!("no shot at {target:?} in the menu"))
    };
    let mut by: BTreeMap<ShipId, Ways> = BTreeMap::new();
    let mut add = |target: ShipId, ways: Ways| {
        let sum = by.get(&target).map_or_else(|| ways.clone(), |before| before.and(&ways));
        by.insert(target, sum);
    };
    let first = shot(volley.target);
    if let Some(to_hit) = first.to_hit {
        let targets: Vec<ShipId> = [volley.target].into_iter().chain(volley.then.iter().copied()).collect();
        let mut named = targets.clone();
        named.sort();
        named.dedup();
        for target in named {
            let (shot, n) = (shot(target), targets.iter().filter(|&&it| it == target).count() as u128);
            let to_hit = shot.to_hit.unwrap_or(to_hit);
            let (hit, miss) = (u128::from(to_hit.hits), u128::from(to_hit.of - to_hit.hits));
            let parts: Vec<(u128, Ways)> = (0..=n)
                .map(|k| {
                    let ways = choose(n, k) * hit.pow(k as u32) * miss.pow((n - k) as u32);
                    let done = if k == 0 {
                        Ways::nothing()
                    } else {
                        of_attacks(&shot.odds_by_hits[k as usize - 1], volley.unsplit)
                    };
                    (ways, done)
                })
                .collect();
            add(target, Ways::either(&parts));
        }
        return by;
    }
    add(volley.target, Ways::of_odds(&first.odds));
    let mut left = first.left;
    for &target in &volley.then {
        let strength = left.expect("the menu says that something is left");
        let rest = first.rests.iter().find(|it| it.target == target && it.strength == strength);
        let rest = rest.expect("the part is in the menu");
        add(target, Ways::of_odds(&rest.odds));
        left = rest.left;
    }
    by
}

/// Hull boxes, weapons boxes and whether there was a critical hit, by target.
type Sums = BTreeMap<ShipId, (u8, u8, bool)>;

/// All throws of the dice, each followed to its end through `resolve`.
fn thrown(start: &Battle, orders: &Orders<rules_asfos::Order>) -> BTreeMap<ShipId, Ways> {
    let mut open: Vec<Vec<u8>> = vec![Vec::new()];
    let mut ends: Vec<(u32, Sums)> = Vec::new();
    while let Some(faces) = open.pop() {
        let mut table = Table::new(start.clone(), Dice::scripted(faces.clone()));
        table.resolve(orders);
        if table.dice().trouble().is_some() {
            open.extend((1..=6).map(|face| [faces.as_slice(), &[face]].concat()));
            continue;
        }
        let mut sums: Sums = BTreeMap::new();
        for event in table.log() {
            match event {
                Event::Fire(FireEvent::Aimed { at, .. }) => {
                    sums.entry(*at).or_default();
                }
                Event::Fire(FireEvent::Fired { at, hull, weapons, critical, .. }) => {
                    let sum = sums.entry(*at).or_default();
                    *sum = (sum.0 + hull, sum.1 + weapons, sum.2 || critical.is_some());
                }
                _ => (),
            }
        }
        ends.push((faces.len() as u32, sums));
    }
    let most = ends.iter().map(|(dice, _)| *dice).max().expect("it ends");
    let of = 6_u128.pow(most);
    let mut by: BTreeMap<ShipId, Ways> = BTreeMap::new();
    let targets: Vec<ShipId> = ends.iter().flat_map(|(_, sums)| sums.keys().copied()).collect();
    for target in targets {
        by.entry(target).or_insert(Ways { of, hull: Vec::new(), weapons: Vec::new(), none_critical: 0 });
    }
    for (dice, sums) in &ends {
        let weight = 6_u128.pow(most - dice);
        for (target, ways) in &mut by {
            let (hull, weapons, critical) = sums.get(target).copied().unwrap_or_default();
            for (counts, boxes) in [(&mut ways.hull, hull), (&mut ways.weapons, weapons)] {
                let boxes = usize::from(boxes);
                counts.resize(counts.len().max(boxes + 1), 0);
                counts[boxes] += weight;
            }
            ways.none_critical += if critical { 0 } else { weight };
        }
    }
    by
}

/// A plain design; what is not named is as in `Gun`.
fn gun(name: &str, forward: u16, special: Option<(&str, u16)>) -> Value {
    let special = special.map(|(kind, count)| json!({ "kind": kind, "count": count }));
    let mut design = json!({
        "name": name, "hull": 24, "natural": 3, "ed": 1, "engine": 1, "secondaries": 6,
        "primaries": { "forward": forward, "left": 0, "right": 0, "rear": 0 },
    });
    if let Some(special) = special {
        design["special"] = special;
    }
    design
}

fn designs() -> Value {
    json!([
        gun("Gun 5", 5, None),
        gun("Gun 9", 9, None),
        gun("Gun 60", 60, None),
        gun("Driver 2", 1, Some(("mass_driver", 2))),
        gun("Driver 3", 1, Some(("mass_driver", 3))),
        gun("Cannon 3", 1, Some(("particle_cannon", 3))),
    ])
}

fn ship(side: u8, design: &str, x: i32, y: i32, speed: u16) -> Value {
    json!({ "side": side, "design": design, "at": { "x": x, "y": y }, "heading": 0, "speed": speed })
}

struct Case {
    name: &'static str,
    phase: &'static str,
    ships: Vec<Value>,
    volleys: Vec<Volley>,
}

fn primaries(ship: u8, target: u8, then: &[u8]) -> Volley {
    let then = then.iter().map(|&it| ShipId(it)).collect();
    Volley { then, ..Volley::at(ShipId(ship), Some(rules_asfos::Arc::Forward), ShipId(target)) }
}

fn others(ship: u8, target: u8, then: &[u8]) -> Volley {
    Volley { arc: None, ..primaries(ship, target, then) }
}

fn cases() -> Vec<Case> {
    let firers = |all: &[&str]| -> Vec<Value> {
        all.iter().enumerate().map(|(n, design)| ship(0, design, 50 + n as i32, 20, 6)).collect()
    };
    let with = |mut ships: Vec<Value>, targets: &[Value]| {
        ships.extend_from_slice(targets);
        ships
    };
    vec![
        Case {
            name: "one shot at medium range at a slow ship",
            phase: "primaries",
            ships: with(firers(&["Gun 9"]), &[ship(1, "Calypso", 50, 36, 3)]),
            volleys: vec![primaries(0, 1, &[])],
        },
        Case {
            name: "three ships at one target, from short to medium",
            phase: "primaries",
            ships: with(firers(&["Gun 5", "Gun 9", "Gun 9"]), &[ship(1, "Swordfish", 51, 32, 12)]),
            volleys: vec![primaries(0, 3, &[]), primaries(1, 3, &[]), primaries(2, 3, &[])],
        },
        Case {
            name: "60 in three parts, twice into the same ship",
            phase: "primaries",
            ships: with(
                firers(&["Gun 60"]),
                &[ship(1, "Calypso", 50, 30, 6), ship(1, "Swordfish", 51, 34, 6)],
            ),
            volleys: vec![primaries(0, 1, &[2, 1])],
        },
        Case {
            name: "a split and a second firer on both of its targets",
            phase: "primaries",
            ships: with(
                firers(&["Gun 60", "Gun 5"]),
                &[ship(1, "Calypso", 50, 30, 6), ship(1, "Swordfish", 51, 34, 6)],
            ),
            volleys: vec![primaries(0, 3, &[2]), primaries(1, 2, &[])],
        },
        Case {
            name: "two mass drivers at a weak hull, what exceeds 6:1 into the same ship",
            phase: "specials",
            ships: with(firers(&["Driver 2"]), &[ship(1, "Packhorse", 50, 28, 6)]),
            volleys: vec![others(0, 1, &[1])],
        },
        Case {
            name: "two mass drivers, unsplit",
            phase: "specials",
            ships: with(firers(&["Driver 2"]), &[ship(1, "Packhorse", 50, 28, 6)]),
            volleys: vec![Volley { unsplit: true, ..others(0, 1, &[1]) }],
        },
        Case {
            name: "three mass drivers, two of them at one ship",
            phase: "specials",
            ships: with(
                firers(&["Driver 3"]),
                &[ship(1, "Warrior", 50, 28, 3), ship(1, "Swordfish", 51, 30, 13)],
            ),
            volleys: vec![others(0, 1, &[2, 1])],
        },
        Case {
            name: "a mass driver of one ship and the cannons of another at medium range",
            phase: "specials",
            ships: with(firers(&["Driver 2", "Cannon 3"]), &[ship(1, "Swordfish", 51, 36, 3)]),
            volleys: vec![others(0, 2, &[]), others(1, 2, &[])],
        },
        Case {
            name: "secondaries of two ships at a hull that is nearly gone",
            phase: "secondaries",
            ships: with(
                firers(&["Gun 5", "Gun 9"]),
                &[{
                    let mut weak = ship(1, "Calypso", 50, 24, 6);
                    weak["hull_marked"] = json!(2);
                    weak["weapons_marked"] = json!(3);
                    weak
                }],
            ),
            volleys: vec![others(0, 2, &[]), others(1, 2, &[])],
        },
    ]
}

fn start(case: &Case) -> Battle {
    let options = Options { specials: true, criticals: true, ..Battle::computer_preset(&scenario("intro")) };
    let situation = json!({ "phase": case.phase, "designs": designs(), "ships": case.ships });
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    Battle::from_situation(&options, &situation).unwrap_or_else(|err| panic!("{}: {err:?}", case.name))
}

fn orders_of(battle: &Battle, volleys: &[Volley]) -> Orders<rules_asfos::Order> {
    let Pending::Orders(decision) = battle.pending() else { panic!("somebody fires") };
    let mut orders = Orders::default();
    for seat in decision.seats.iter() {
        let own = if seat == Seat(0) { volleys.to_vec() } else { Vec::new() };
        orders.insert(seat, Action::Fire(own).into());
    }
    orders
}

fn told_of_all(menu: &Menu, volleys: &[Volley]) -> BTreeMap<ShipId, Ways> {
    let fire = menu.fire.as_ref().expect("a fire menu");
    let mut by: BTreeMap<ShipId, Ways> = BTreeMap::new();
    for volley in volleys {
        let ship = fire.ships.iter().find(|it| it.ship == volley.ship).expect("the firer is in the menu");
        for (target, ways) in told(ship, volley) {
            let sum = by.get(&target).map_or_else(|| ways.clone(), |before| before.and(&ways));
            by.insert(target, sum);
        }
    }
    by
}

fn compare(name: &str, told: &BTreeMap<ShipId, Ways>, thrown: &BTreeMap<ShipId, Ways>) {
    assert_eq!(told.keys().collect::<Vec<_>>(), thrown.keys().collect::<Vec<_>>(), "{name}");
    for (target, told) in told {
        let thrown = &thrown[target];
        // Numbers of dice differ from way to way, so the whole is made the same.
        let of = told.of * thrown.of;
        assert_eq!(told.out_of(of), thrown.out_of(of), "{name}: {target:?}");
    }
}

/// ASF-RAT.3, ASF-RAT.4, ASF-MD.1, ASF-MD.2, ASF-PC.2, ASF-CRIT.1: shots, splits,
/// mass drivers and several firers, told as they fall.
#[test]
fn rule_rat_3_the_menu_tells_what_the_dice_do() {
    let mut kept = Vec::new();
    for case in cases() {
        let battle = start(&case);
        let menu = battle.menu(Seat(0));
        let orders = orders_of(&battle, &case.volleys);
        let thrown = thrown(&battle, &orders);
        compare(case.name, &told_of_all(&menu, &case.volleys), &thrown);
        let view = battle.view(engine::Viewer::Seat(Seat(0)));
        let share = |counts: &[u128], of: u128| -> Vec<f64> {
            counts.iter().map(|&it| it as f64 / of as f64).collect()
        };
        let results: Vec<Value> = thrown
            .iter()
            .map(|(target, ways)| {
                let display = view.ships[target.index()].display;
                let most = usize::from(display.hull_left);
                let dead: u128 = ways.hull.iter().skip(most).sum();
                json!({
                    "target": target,
                    "hull_left": display.hull_left,
                    "weapons_left": display.weapons_left,
                    "hull": share(&ways.hull, ways.of),
                    "weapons": share(&ways.weapons, ways.of),
                    "critical": 1.0 - ways.none_critical as f64 / ways.of as f64,
                    "destroyed": dead as f64 / ways.of as f64,
                })
            })
            .collect();
        kept.push(json!({
            "name": case.name, "fire": menu.fire, "volleys": case.volleys, "results": results,
        }));
    }
    let text = serde_json::to_string(&kept).expect("plain data") + "\n";
    testkit::golden("tests/odds/volleys.json", &text);
}

/// The same shares, whatever they are counted out of; what is not listed has none.
fn same(told: &engine::Ways, thrown: &[u128], of: u128) -> bool {
    let most = told.counts().len().max(thrown.len());
    let at = |counts: &[u128], n: usize| counts.get(n).copied().unwrap_or(0);
    (0..most).all(|n| at(told.counts(), n) * of == at(thrown, n) * told.whole())
}

/// ASF-RAT.3, ASF-RAT.4, ASF-MD.1, ASF-MD.2, ASF-PC.2, ASF-CRIT.1: what is told of an order is
/// what its dice do, and sums up to all there is.
#[test]
fn rule_rat_3_the_odds_of_an_order_are_its_dice() {
    for case in cases() {
        let battle = start(&case);
        let order = Action::Fire(case.volleys.clone()).into();
        let told = battle.odds(Seat(0), &battle.menu(Seat(0)), &order);
        let thrown = thrown(&battle, &orders_of(&battle, &case.volleys));
        for (target, ways) in &thrown {
            let tag = format!("at {} ", battle.field().tag(*target));
            let of = |unit: &str| {
                let found = told.iter().find(|it| it.what.contains(&tag) && it.unit == unit);
                &found.unwrap_or_else(|| panic!("{}: no {unit} {tag} in {told:?}", case.name)).ways
            };
            assert!(same(of("hull boxes"), &ways.hull, ways.of), "{}: hull of {tag}", case.name);
            assert!(same(of("weapons boxes"), &ways.weapons, ways.of), "{}: weapons of {tag}", case.name);
            let none = of("critical hits").at_least(1);
            let some = ways.of - ways.none_critical;
            assert!(same(&none, &[ways.none_critical, some], ways.of), "{}: criticals of {tag}", case.name);
            let left = usize::from(battle.hull_left(battle.ship(*target)));
            let dead: u128 = ways.hull.iter().skip(left).sum();
            assert!(same(of("destroyed"), &[ways.of - dead, dead], ways.of), "{}: end of {tag}", case.name);
        }
        let told_of = told.iter().filter(|it| it.unit == "hull boxes").count();
        assert_eq!(told_of, thrown.len(), "{}: nobody else is struck", case.name);
        assert!(told.iter().all(|it| it.ways.is_exact()), "{}", case.name);
    }
}

/// ASF-DC.3: as many faces of six as there are crew.
#[test]
fn rule_dc_3_the_odds_of_a_repair() {
    let mut burning = ship(0, "Gun 9", 50, 20, 6);
    burning["criticals"] = json!(["R"]);
    let ships = [burning, ship(1, "Calypso", 50, 90, 6)];
    let situation = json!({ "phase": "repairs", "designs": designs(), "ships": ships });
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    let options = Options { criticals: true, ..Battle::computer_preset(&scenario("intro")) };
    let battle = Battle::from_situation(&options, &situation).expect("a situation");
    let menu = battle.menu(Seat(0));
    for crew in 1..=2 {
        let party = rules_asfos::Party { ship: ShipId(0), location: rules_asfos::Location::Reactor, crew };
        let told = battle.odds(Seat(0), &menu, &Action::Repair(vec![party]).into());
        assert_eq!(told.len(), 1);
        assert!(same(&told[0].ways, &[6 - u128::from(crew), u128::from(crew)], 6), "{crew} crew");
    }
}

/// ASF-RAT.4 with `split_after_roll`: what is left over is told when it is aimed.
#[test]
fn rule_rat_4_the_rest_is_told_when_it_is_aimed() {
    let options = Options { split_after_roll: true, ..Battle::computer_preset(&scenario("intro")) };
    let ships =
        [ship(0, "Gun 60", 50, 20, 6), ship(1, "Calypso", 50, 30, 6), ship(1, "Swordfish", 51, 34, 6)];
    let situation = json!({ "phase": "primaries", "designs": designs(), "ships": ships });
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    let battle = Battle::from_situation(&options, &situation).expect("a situation");
    let menu = battle.menu(Seat(0));
    let shot = &menu.fire.expect("a fire menu").ships[0].shots[0];
    assert!(!shot.can_split && shot.rests.is_empty(), "nothing is aimed before the roll");
    let first = [primaries(0, 1, &[])];
    let mut table = Table::new(battle.clone(), Dice::scripted([2, 3]));
    table.resolve(&orders_of(&battle, &first));
    let later = table.into_state();
    let volleys = [others(0, 2, &[])];
    let menu = later.menu(Seat(0));
    let fire = menu.fire.as_ref().expect("a fire menu");
    let ship = fire.ships.iter().find(|it| it.ship == ShipId(0)).expect("the firer is in the menu");
    assert_eq!(ship.rest, Some(ship.shots[0].strength));
    let shot = ship.shots.iter().find(|it| it.target == ShipId(2)).expect("a shot");
    let told = [(ShipId(2), Ways::of_odds(&shot.odds))].into_iter().collect();
    let thrown = thrown(&later, &orders_of(&later, &volleys));
    compare("the rest", &told, &thrown);
    let odds = later.odds(Seat(0), &menu, &Action::Fire(volleys.to_vec()).into());
    let hull = odds.iter().find(|it| it.unit == "hull boxes").expect("it may hurt");
    assert!(same(&hull.ways, &thrown[&ShipId(2)].hull, thrown[&ShipId(2)].of));
}
