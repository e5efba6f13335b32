//! What a screen is told: previews of any order, zones, what lies on the way.

use dice::Dice;
use engine::{Assist, Game, Library, Orders, Pending, Seat, Table, Tactics};
use geometry::Point;
use rules_ftb::{Battle, Class, Menu, Order, PlotChoice, What, Zone, scenario};
use serde_json::json;

use super::{Bench, at, but, far, ship, void};

fn preview(bench: &Bench, text: &str) -> Menu {
    let seat = bench.seats().iter().next().expect("somebody decides");
    bench.battle().preview(seat, &bench.read(seat, text)).expect("a preview")
}

fn plot(menu: &Menu) -> &PlotChoice {
    &menu.helm.as_ref().expect("a helm").orders[0].plots[0]
}

/// FTB-28.2, FTB-30.3: the path of any vector, as it is flown afterwards.
#[test]
fn a_preview_is_what_is_flown() {
    for order in ["burn to 1.7,-13", "hardburn to -1.4,-8.7", "coast", "coast declare Venus"] {
        let mut bench = Bench::new(json!({
            "at": { "ship": 0 },
            "ships": [ship(0, "destroyer", 3.5, -11.5, -3.0, 0.0), far(1)],
        }));
        let menu = preview(&bench, order);
        let wanted = plot(&menu).clone();
        bench.give(order);
        let hull = &bench.ship(0).hull;
        assert_eq!(hull.trail.as_slice(), wanted.path.as_slice(), "{order}");
        assert_eq!((hull.at, bench.ship(0).own.heat), (wanted.to, wanted.heat), "{order}");
    }
}

/// FTB-28.2: a vector out of reach has no preview, but what the order costs still shows.
#[test]
fn out_of_reach() {
    let bench = Bench::new(json!({
        "systems": void(), "at": { "ship": 0 },
        "ships": [but(ship(0, "destroyer", 50.0, 0.0, 4.0, 0.0), json!({ "heat": 2 })), far(1)],
    }));
    let menu = preview(&bench, "burn course 0,1 speed 9");
    let order = &menu.helm.expect("a helm").orders[0];
    assert!(order.plots.is_empty());
    assert_eq!((order.heat, order.hot, order.tracked, order.fatal), (1, 3, true, false));
}

/// FTB-28.5: both sides of a head-on pass.
#[test]
fn both_sides_of_a_head_on_pass() {
    let bench = Bench::new(json!({
        "at": { "ship": 0 },
        "ships": [ship(0, "destroyer", 6.0, -11.0, -8.0, 0.0), far(1)],
    }));
    let left = preview(&bench, "coast");
    let right = preview(&bench, "coast pass-right");
    assert!(plot(&left).head_on);
    assert_eq!(plot(&left).right, plot(&right).path);
    assert_ne!(plot(&left).path, plot(&right).path);
}

/// ALG-7: radiation, asteroids, Tankers on the way, and the heat they leave.
#[test]
fn what_lies_on_the_way() {
    let bench = Bench::new(json!({
        "at": { "ship": 0 },
        "tankers": [{ "side": 0, "at": at(6.0, -2.0), "day": 1 }],
        "ships": [but(ship(0, "destroyer", 5.0, -1.0, -8.0, 0.0), json!({ "fuel": 1, "heat": 3 })), far(1)],
    }));
    let menu = preview(&bench, "coast");
    let met: Vec<What> = plot(&menu).way.iter().map(|it| it.what).collect();
    assert_eq!(met, [What::Refuel(0), What::Radiation(0)]);
    assert_eq!((plot(&menu).heat, plot(&menu).melts), (4, true));
    let flags = menu.helm.expect("a helm").flags;
    assert_eq!((flags.off_patrol, flags.no_refuel, flags.stay_tracked), (false, true, true));
    let bench = Bench::new(json!({
        "at": { "ship": 0 },
        "ships": [ship(0, "destroyer", 30.0, 0.0, 6.0, 0.0), far(1)],
    }));
    let menu = preview(&bench, "coast");
    assert_eq!(plot(&menu).way.iter().map(|it| it.what).collect::<Vec<_>>(), [What::Asteroids]);
    assert!(!menu.helm.expect("a helm").flags.no_refuel);
}

/// FTB-15.2: the vector of a launched torpedo.
#[test]
fn a_torpedo_before_it_is_launched() {
    let bench = Bench::new(json!({
        "systems": void(), "at": { "ship": 0 },
        "ships": [ship(0, "cruiser", 50.0, 0.0, 4.0, 0.0), ship(1, "cruiser", 70.0, 1.0, -2.0, 0.0)],
    }));
    let menu = preview(&bench, "launch torpedo course 1,0.05 speed 9");
    let order = &menu.helm.expect("a helm").orders[0];
    assert_eq!((order.torpedoes.len(), order.plots.len()), (1, 1));
    assert_eq!(order.torpedoes[0].reaches.len(), 1);
}

fn holds(zone: &Zone, at: Point, system: &rules_ftb::StarSystem) -> bool {
    let inside = |it: &rules_ftb::Circle| (at - it.at).within(it.radius);
    let out = (at - Point::default()).length();
    let outer = zone.outer.is_none_or(|least| {
        least.at_most(out) || system.belt.is_some_and(|[a, b]| a.at_most(out) && out.at_most(b))
    });
    (zone.within.is_empty() || zone.within.iter().any(inside))
        && !zone.clear.iter().any(inside)
        && zone.edge.is_none_or(|edge| out.at_most(edge))
        && outer
}

/// FTB-25.4, FTB-36.2, FTB-33.3, FTB-21.2: a zone says the same as the referee.
#[test]
fn zones_are_what_is_checked() {
    let mut scenario = scenario("generic");
    scenario.options.stealth_run = true;
    let battle = Battle::set_up(&Battle::computer_preset(&scenario), &scenario).expect("a scenario");
    let mut table = Table::new(battle, Dice::numbered(5, 5));
    table.open();
    let mut dice = Dice::numbered(1, 2);
    let mut seen = [0; 4];
    for _ in 0..60 {
        let battle = table.state();
        let Pending::Orders(decision) = battle.pending() else { panic!("it has hardly begun") };
        let system = &battle.map().systems[0];
        for seat in decision.seats.iter() {
            let menu = battle.menu(seat);
            let grid = || (-60..=60).step_by(4).flat_map(|x| (-60..=60).step_by(3).map(move |y| (x, y)));
            let legal = |order: Order| battle.check(seat, &order).is_ok();
            match (decision.phase, &menu.zone) {
                ("stations", Some(zone)) => {
                    seen[0] += 1;
                    for (x, y) in grid() {
                        let at = Point::units(x, y);
                        assert_eq!(holds(zone, at, system), legal(Order::Station(at)), "{x},{y} {zone:?}");
                    }
                }
                ("deployment", Some(zone)) => {
                    seen[1] += 1;
                    let usual = menu.deploy[0];
                    for (dx, dy) in (-6..=6).flat_map(|x| (-6..=6).map(move |y| (x, y))) {
                        let centre = zone.within[0].at;
                        let at = centre + (Point::units(dx, dy) - Point::default());
                        let plot = rules_ftb::Plot { course: Point::units(dx, dy), speed: 1 };
                        let deploy = rules_ftb::Deploy { at, plot, ..usual };
                        if legal(Order::Deploy(deploy)) {
                            assert!(holds(zone, at, system), "{dx},{dy} {zone:?}");
                        }
                    }
                }
                ("stealth run", Some(zone)) => {
                    seen[2] += 1;
                    let hold = menu.hold[0];
                    for (x, y) in grid() {
                        let hold = rules_ftb::Deploy { at: Point::units(x, y), ..hold };
                        // Its own circle does not count against it.
                        let own = battle.ship(hold.ship).at;
                        let mut zone = zone.clone();
                        zone.clear.retain(|it| it.at != own);
                        let ok = legal(Order::HoldBack(Some(hold)));
                        assert_eq!(holds(&zone, hold.at, system), ok, "{x},{y}");
                    }
                }
                _ => seen[3] += 1,
            }
        }
        let orders: Orders<Order> =
            decision.seats.iter().map(|seat| (seat, battle.captain(seat, &mut dice))).collect();
        table.resolve(&orders);
    }
    assert!(seen[0] >= 6 && seen[1] >= 4 && seen[2] >= 1, "{seen:?}");
}

/// FTB-21.2: Tankers in every system of the battle.
#[test]
fn tankers_elsewhere() {
    let bench = Bench::new(json!({
        "systems": ["SOL", "PRO"], "at": { "pick": 0 },
        "tankers": [{ "side": 0 }],
        "ships": [ship(0, "destroyer", 30.0, 0.0, 6.0, 0.0), far(1)],
    }));
    let menu = bench.battle().menu(Seat(0));
    assert_eq!(menu.tanker.expect("Sol").system, 0);
    assert_eq!(menu.tanker_elsewhere[0].system, 1);
    assert!(!menu.tanker_elsewhere[0].points.is_empty());
}

/// FTB-17.4, FTB-17.5: whom "hit or heat" and "system hit" are about.
#[test]
fn who_is_hit() {
    let mut bench = Bench::new(json!({
        "systems": void(), "at": { "ship": 0 },
        "ships": [ship(0, "destroyer", 100.0, 0.0, 6.0, 0.0), ship(1, "cruiser", 103.0, 2.0, 1.0, 0.0)],
    }));
    bench.give("coast").give("attack AC1").both("defensive", "broadside", &[]);
    let menu = bench.battle().menu(Seat(1));
    assert_eq!((menu.ship.map(|it| it.0), menu.effect.map(|it| it.to.0)), (Some(1), Some(1)));
    let mut bench = Bench::new(json!({
        "systems": void(), "at": { "ship": 0 },
        "ships": [
            ship(0, "destroyer", 100.0, 0.0, 6.0, 0.0),
            but(ship(1, "cruiser", 103.0, 2.0, 1.0, 0.0), json!({ "shields": 0 })),
        ],
    }));
    bench.give("coast").give("attack AC1").both("railgun", "defensive", &[]);
    let menu = bench.battle().menu(Seat(0));
    assert_eq!((menu.ship.map(|it| it.0), menu.blow.map(|it| it.target.0)), (Some(1), Some(1)));
}

/// FTB-4.1, FTB-14.1, FTB-34.5: tables and scores in the view.
#[test]
fn tables_in_the_view() {
    let bench = Bench::new(json!({
        "systems": void(), "at": { "ship": 0 },
        "ships": [
            ship(0, "destroyer", 100.0, 0.0, 6.0, 0.0),
            but(ship(1, "cruiser", 103.0, 9.0, 1.0, 0.0), json!({ "damage": { "system": "core", "offline": true } })),
        ],
    }));
    let view = bench.view();
    let cruiser = view.classes.iter().find(|it| it.class == Class::Cruiser).expect("a Cruiser");
    assert_eq!((cruiser.points, cruiser.torpedoes), (18, 3));
    assert_eq!(view.ranges.weapon, geometry::Length::units(3));
    assert_eq!((view.scores[0].attrition, view.scores[0].surviving), (Some(9), 12));
    assert_eq!((view.scores[1].attrition, view.scores[1].destroyed), (Some(0), 0));
}

/// FTB-31.2: whoever spends the last fuel on the burn is warned that the mark will not be paid for.
#[test]
fn a_tunnel_without_fuel_is_warned_of() {
    let bench = |fuel: u8| {
        Bench::new(json!({
            "systems": ["SOL", "BAR"], "homes": [["Earth"], ["Mars"]], "at": { "ship": 0 },
            "lanes": [{ "tunnel": {
                "a": "SOL", "dir_a": [-4, 3], "b": "BAR", "dir_b": [0, -1], "turns": 2, "safe": true,
            } }],
            "ships": [but(ship(0, "cruiser", -8.0, 6.0, 8.0, -6.0), json!({ "fuel": fuel })), far(1)],
        }))
    };
    let unpaid = |fuel: u8, order: &str| {
        let menu = preview(&bench(fuel), order);
        (plot(&menu).lanes.clone(), plot(&menu).unpaid.clone())
    };
    let hard = "hardburn course 8,-6 speed 11 enter 1";
    assert_eq!(unpaid(1, hard), (vec![0], vec![0]));
    assert_eq!(unpaid(2, hard), (vec![0], vec![]));
    assert_eq!(unpaid(1, "coast enter 1"), (vec![0], vec![]));
}

/// FTB-31.2, FTB-22.1: on a way that a well bends towards the star, a Tanker before the mark pays for it.
#[test]
fn a_tanker_round_the_bend_pays_for_the_mark() {
    let bench = |tanker: (f64, f64)| {
        Bench::new(json!({
            "systems": [
                { "id": "HUB", "name": "Hub", "influence": 5, "radiation": 2, "tunnel_mark": 8,
                    "bodies": [{ "name": "Rock", "at": at(11.525_658, -1.423_025), "influence": 2 }] },
                "BAR",
            ],
            "at": { "ship": 0 }, "day": 3,
            "lanes": [{ "tunnel": {
                "a": "HUB", "dir_a": [1, 0], "b": "BAR", "dir_b": [0, -1], "turns": 2, "safe": true,
            } }],
            "tankers": [{ "side": 0, "at": at(tanker.0, tanker.1), "day": 1 }],
            "ships": [
                but(ship(0, "cruiser", 15.794_733, -1.264_911, -14.230_249, 4.743_416), json!({ "fuel": 0 })),
                far(1),
            ],
        }))
    };
    let lanes = |tanker| {
        let menu = preview(&bench(tanker), "coast enter 1");
        (plot(&menu).lanes.clone(), plot(&menu).unpaid.clone())
    };
    assert_eq!(lanes((10.0, 0.0)), (vec![0], vec![]));
    // Behind the mark it comes too late.
    assert_eq!(lanes((4.0, 0.0)), (vec![], vec![]));
}
