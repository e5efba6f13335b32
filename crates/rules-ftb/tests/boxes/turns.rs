//! Turn sequence, Initiative, picks, Administration, Tankers, refits (FTB-8, FTB-21, FTB-25).

use engine::{Outcome, Seat, Seats};
use rules_ftb::{Criterion, Damage, Event, Place, System, TankerPlace};
use serde_json::{Value, json};

use super::{Bench, at, but, far, ship, void};

fn day(ships: Vec<Value>) -> Value {
    json!({ "systems": void(), "at": "dawn", "ships": ships })
}

fn terran(x: f64) -> Value {
    ship(0, "destroyer", x, 0.0, 1.0, 0.0)
}

fn martian(x: f64) -> Value {
    ship(1, "destroyer", x, 40.0, 1.0, 0.0)
}

fn tracked(it: Value) -> Value {
    but(it, json!({ "tracked": true }))
}

/// FTB-8.2, FTB-8.3, FTB-8.8: more Untracked ships, then more ships, then a duel.
#[test]
fn ftb_8_2_initiative() {
    let bench = Bench::new(day(vec![terran(100.0), martian(100.0), martian(120.0)]));
    assert_eq!(bench.view().holder, Some((1, Criterion::Untracked)));
    let bench = Bench::new(day(vec![terran(100.0), tracked(terran(110.0)), martian(100.0)]));
    assert_eq!(bench.view().holder, Some((0, Criterion::Ships)));
    let mut bench = Bench::new(day(vec![terran(100.0), martian(100.0)]));
    assert_eq!((bench.phase(), bench.seats().len()), ("initiative", 2));
    assert_eq!(bench.refused_to(Seat(0), "evasive"), "FTB-8.2");
    bench.both("railgun", "defensive", &[]);
    assert_eq!(bench.view().holder, Some((0, Criterion::Duel)));
    assert_eq!(bench.happened(|it| matches!(it, Event::Hit { .. } | Event::Gauged { .. })), 0);
}

/// FTB-8.9, FTB-0.5, FTB-13.3: three draws, then the coin.
#[test]
fn ftb_8_9_endless_duel() {
    let mut bench = Bench::new(day(vec![terran(100.0), martian(100.0)]));
    bench.both("railgun", "railgun", &[]);
    bench.both("broadside", "broadside", &[]);
    assert_eq!(bench.phase(), "initiative");
    bench.both("defensive", "defensive", &[2]);
    assert_eq!(bench.view().holder, Some((1, Criterion::Coin)));
}

/// FTB-8.4, FTB-8.5, FTB-8.7: own Untracked ships, or force a Tracked enemy; then the other side.
#[test]
fn ftb_8_4_picks() {
    let mut bench = Bench::new(day(vec![
        terran(100.0),
        tracked(terran(110.0)),
        terran(130.0),
        martian(100.0),
        tracked(martian(120.0)),
    ]));
    assert_eq!((bench.phase(), bench.seats().contains(Seat(0))), ("activation", true));
    assert_eq!(bench.refused("activate TD2"), "FTB-8.4");
    assert_eq!(bench.refused("activate AD1"), "FTB-8.4");
    assert_eq!(bench.refused("force AD1"), "FTB-8.4");
    assert_eq!(bench.refused("pass"), "FTB-8.12");
    bench.give("force AD2");
    // A forced ship is played by its owner.
    assert_eq!((bench.phase(), bench.seats().contains(Seat(1))), ("order and plot", true));
    bench.give("coast");
    assert_eq!((bench.phase(), bench.seats().contains(Seat(1))), ("activation", true));
    bench.give("activate AD1").give("coast");
    // Ares has no Untracked ship left and must forego.
    bench.give("activate TD1").give("coast");
    assert_eq!((bench.phase(), bench.seats().contains(Seat(0))), ("activation", true));
    bench.give("activate TD3").give("coast");
    // FTB-8.6: one Tracked ship is left, forced without a question.
    assert_eq!(bench.phase(), "order and plot");
    assert!(bench.view().act.is_some_and(|it| it.ship.0 == 1));
}

/// FTB-8.6: with Tracked ships on both sides the holder names who forces.
#[test]
fn ftb_8_6_late_picks() {
    let hot = |it: Value| but(it, json!({ "heat": 4 }));
    let mut bench = Bench::new(json!({
        "systems": void(), "at": { "pick": 0 }, "holder": 0,
        "ships": [terran(100.0), hot(terran(110.0)), hot(terran(150.0)), hot(martian(100.0)), hot(martian(140.0))],
    }));
    bench.give("activate TD1").give("coast");
    assert_eq!((bench.phase(), bench.seats().contains(Seat(0))), ("who forces", true));
    assert_eq!(bench.refused("forcer 3"), "FTB-8.6");
    bench.give("forcer 2");
    assert_eq!((bench.phase(), bench.seats().contains(Seat(1))), ("forced activation", true));
    assert_eq!(bench.refused("force AD1"), "FTB-8.4");
    bench.give("force TD3");
    assert_eq!(bench.phase(), "order and plot");
}

/// FTB-8.13, FTB-24.4: neutral ships act first by their script, and are no targets.
#[test]
fn ftb_8_13_neutrals() {
    let mut situation = day(vec![ship(0, "destroyer", 100.0, 0.0, 6.0, 0.0), terran(150.0), far(1)]);
    situation["neutrals"] = json!([{
        "class": "liner", "at": at(98.0, 1.0), "vector": at(4.0, 0.0), "script": [at(6.0, 0.0)],
    }]);
    let mut bench = Bench::new(situation.clone());
    assert!(bench.is_at(3, 108.0, 1.0), "{:?}", bench.ship(3).at);
    bench.give("activate TD1").give("coast");
    assert_ne!(bench.phase(), "attack");
    situation["neutrals"][0]["target"] = json!(true);
    let mut bench = Bench::new(situation);
    // It passes within range and suffers cover fire like any ship that attacks nothing.
    assert_eq!(bench.phase(), "cover fire");
    bench.give("no cover");
    bench.give("activate TD1").give("coast");
    assert_eq!(bench.phase(), "attack");
    bench.give("attack NL1");
    // Nobody chooses for it: it defends itself.
    assert_eq!(bench.seats(), Seats::default().with(Seat(0)));
    bench.give("railgun");
    assert_eq!(bench.gauges(3).0, 0);
}

/// FTB-8.1, FTB-8.10, FTB-8.14, FTB-END.3, FTB-END.4, FTB-2.1: the last day; more points left wins.
#[test]
fn ftb_8_14_last_day() {
    let mut situation =
        json!({ "systems": void(), "at": "administration", "day": 12, "ships": [terran(100.0), far(1)] });
    assert_eq!(Bench::new(situation.clone()).outcome(), Some(Outcome::Draw));
    situation["ships"][0] = ship(0, "cruiser", 100.0, 0.0, 1.0, 0.0);
    assert_eq!(Bench::new(situation.clone()).outcome(), Some(Outcome::Won(Seats::default().with(Seat(0)))));
    situation["day"] = json!(11);
    assert_eq!(Bench::new(situation).view().day, 12);
}

/// FTB-END.5, FTB-8.14: a side without ships loses, whatever it has; by option play goes on.
#[test]
fn ftb_end_5_elimination() {
    let situation = || {
        json!({ "systems": void(), "at": { "ship": 0 }, "ships": [but(terran(100.0),
        json!({ "heat": 4 })), far(1)] })
    };
    let mut bench = Bench::new(situation());
    bench.give("burn course 1,0 speed 2");
    assert_eq!(bench.outcome(), Some(Outcome::Won(Seats::default().with(Seat(1)))));
    let mut bench = Bench::with(json!({ "elimination_ends_game": false }), situation(), &[]);
    bench.give("burn course 1,0 speed 2");
    assert_eq!(bench.outcome(), None);
}

/// FTB-END.6: a withdrawn ship keeps no side alive; one in a lane does.
#[test]
fn ftb_end_6_withdrawn() {
    let options = json!({ "edge": 60 });
    let leaving = ship(0, "destroyer", 58.0, 0.0, 4.0, 0.0);
    let mut bench = Bench::with(
        options,
        json!({ "systems": void(), "at": { "ship": 0 }, "ships": [leaving, far(1)] }),
        &[],
    );
    bench.give("coast");
    assert_eq!(bench.outcome(), Some(Outcome::Won(Seats::default().with(Seat(1)))));
}

/// FTB-END.7: conceding loses at once.
#[test]
fn ftb_end_7_concede() {
    let mut bench =
        Bench::new(json!({ "systems": void(), "at": { "ship": 0 }, "ships": [terran(100.0), far(1)] }));
    bench.give("concede");
    assert_eq!(bench.outcome(), Some(Outcome::Won(Seats::default().with(Seat(1)))));
}

/// FTB-21.2, FTB-4.5, FTB-21.1: a Tanker in place of an Untracked ship, away from the enemy and from gravity.
#[test]
fn ftb_21_2_deploy_a_tanker() {
    let mut bench = Bench::new(json!({
        "at": { "pick": 0 }, "day": 5, "homes": [["Earth"], ["Mars"]],
        "tankers": [{ "side": 0 }, { "side": 0, "from": 6 }],
        "ships": [ship(0, "destroyer", 40.0, 0.0, 1.0, 0.0), ship(1, "destroyer", 50.0, 20.0, 1.0, 0.0)],
    }));
    assert_eq!(bench.refused("tanker 2 at 30,0"), "FTB-21.4");
    assert_eq!(bench.refused("tanker 1 at 45,15"), "FTB-21.2");
    assert_eq!(bench.refused("tanker 1 at 10,12"), "FTB-21.2");
    bench.give("tanker 1 at 30,0");
    assert!(matches!(bench.view().tankers[0].at, TankerPlace::Deployed { day: 5, .. }));
    assert!(!bench.ship(0).activated && bench.seats().contains(Seat(1)));
}

/// FTB-21.3 (golden), FTB-21.4: deployed on day 5, removed at the start of day 10, ready again on day 15.
#[test]
fn ftb_21_3_five_days() {
    for (day, gone) in [(8, false), (9, true)] {
        let bench = Bench::new(json!({
            "systems": void(), "at": "administration", "day": day, "turns": 20,
            "tankers": [{ "side": 0, "at": at(30.0, 0.0), "day": 5 }],
            "ships": [terran(100.0), terran(150.0), far(1)],
        }));
        let at = bench.view().tankers[0].at;
        assert_eq!(at == TankerPlace::Away { from: 15 }, gone, "{at:?}");
    }
}

/// FTB-21.5, FTB-21.6: the third attack removes it; nothing else happens.
#[test]
fn ftb_21_5_tankers_under_attack() {
    let mut bench = Bench::new(json!({
        "systems": void(), "at": { "ship": 0 }, "day": 3,
        "tankers": [{ "side": 1, "at": at(103.0, 2.0), "day": 2, "attacks": 2 }],
        "ships": [ship(0, "destroyer", 100.0, 0.0, 6.0, 0.0), terran(150.0), far(1)],
    }));
    bench.give("coast").give("attack tanker:1");
    assert_eq!(bench.view().tankers[0].at, TankerPlace::Away { from: 8 });
    assert_eq!(bench.gauges(0), (1, 3, 2, 0));
}

fn docked(fields: Value) -> Value {
    json!({
        "systems": void(), "at": { "ship": 0 }, "turns": 20,
        "stations": [{ "name": "A9", "side": 0, "at": at(50.0, 0.0) }],
        "ships": [but(json!({ "side": 0, "class": "destroyer", "dock": "A9" }), fields), far(1)],
    })
}

/// FTB-25.8, FTB-25.9, FTB-25.10, FTB-25.12: a refit takes three days; heat goes, and one benefit.
#[test]
fn ftb_25_8_refit() {
    let mut bench = Bench::new(docked(json!({ "heat": 2, "fuel": 0, "shields": 0 })));
    bench.give("refit");
    for _ in 0..2 {
        while bench.phase() != "order and plot" || bench.seats().contains(Seat(1)) {
            next(&mut bench);
        }
        assert_eq!(bench.refused("refit"), "FTB-25.10");
        bench.give("coast");
    }
    while bench.phase() != "refit" {
        next(&mut bench);
    }
    assert_eq!(bench.view().day, 3);
    assert_eq!(bench.refused("erase"), "FTB-25.9");
    assert_eq!(bench.refused("torpedoes"), "FTB-25.9");
    bench.give("shield");
    assert_eq!(bench.gauges(0), (1, 0, 2, 0));
    assert_eq!(bench.happened(|it| matches!(it, Event::RefitDone { .. })), 1);
}

/// Whatever is asked, the plain answer.
fn next(bench: &mut Bench) {
    match bench.phase() {
        "initiative" => drop(bench.both("railgun", "defensive", &[])),
        "activation" => {
            let text = if bench.seats().contains(Seat(0)) { "activate TD1" } else { "activate AD1" };
            bench.give(text);
        }
        _ => drop(bench.give("coast")),
    }
}

/// FTB-25.9, FTB-25.12: damage repaired before the order is erased.
#[test]
fn ftb_25_9_erase() {
    let refit = json!({
        "refit": { "turns": 3, "repaired": true }, "damage": { "system": "core", "offline": false },
    });
    let mut situation = docked(refit);
    situation["at"] = json!("administration");
    let mut bench = Bench::new(situation);
    assert_eq!(bench.ship(0).own.damage, Some(Damage { system: System::Core, offline: false }));
    bench.give("erase");
    assert_eq!(bench.ship(0).own.damage, None);
}

/// FTB-25.11: no progress while the scenario has the station blockaded; leaving cancels.
#[test]
fn ftb_25_11_pause() {
    let mut situation = docked(json!({}));
    situation["stations"][0]["blocked"] = json!([1, 1]);
    let mut bench = Bench::new(situation);
    bench.give("refit");
    assert_eq!(bench.ship(0).refit.map(|it| it.turns), Some(0));
    while bench.phase() != "order and plot" || bench.seats().contains(Seat(1)) {
        next(&mut bench);
    }
    bench.give("burn course 1,0 speed 2");
    assert_eq!((bench.ship(0).refit, bench.ship(0).place), (None, Place::Free));
    assert_eq!(bench.view().slots, [rules_ftb::Slot::Free]);
}

/// FTB-13.2, FTB-3.2: by option the other player plays nature.
#[test]
fn ftb_13_2_duel_for_a_test() {
    let situation = json!({
        "systems": void(), "at": { "ship": 0 },
        "ships": [but(ship(0, "cruiser", 100.0, 0.0, 6.0, 0.0), json!({ "tracked": true })), far(1)],
    });
    let mut bench = Bench::with(json!({ "re_mode": "duel" }), situation, &[]);
    bench.give("coast");
    assert_eq!((bench.phase(), bench.seats().len()), ("random event", 2));
    assert_eq!(bench.refused_to(Seat(1), "evasive"), "FTB-13.2");
    bench.both("railgun", "defensive", &[]);
    assert!(!bench.ship(0).tracked);
}

/// FTB-8.12, FTB-33.3: a Stealth run comes on days 4 to 8; its owner may pass.
#[test]
fn ftb_8_12_stealth_run_in_the_picks() {
    let situation = |day: u16| {
        json!({
            "systems": void(), "at": "dawn", "day": day, "turns": 20,
            "ships": [
                but(ship(0, "destroyer", 90.0, 0.0, 5.0, 0.0), json!({ "held_back": true })),
                but(terran(150.0), json!({ "activated": true })),
                but(far(1), json!({})),
            ],
        })
    };
    let mut bench = Bench::new(situation(4));
    assert_eq!((bench.phase(), bench.view().holder), ("activation", Some((0, Criterion::Untracked))));
    assert!(bench.allows("pass"));
    bench.give("activate TD1");
    assert!(bench.is_at(0, 95.0, 0.0));
    let bench = Bench::new(situation(3));
    assert_eq!(bench.view().day, 4, "on day 3 nobody could act");
}
