//! Attacks, cover fire, protocols, damage, torpedoes (FTB-14 to FTB-20).

use engine::Seat;
use rules_ftb::{Event, Gauge, System};
use serde_json::{Value, json};

use super::{Bench, D, L, W, at, but, far, ship, void};

/// `one` flies past `two`, far from everything else.
fn pass(one: Value, two: Value) -> Value {
    json!({ "systems": void(), "at": { "ship": 0 }, "ships": [one, two] })
}

fn attacker(class: &str) -> Value {
    ship(0, class, 100.0, 0.0, 6.0, 0.0)
}

fn target(class: &str) -> Value {
    ship(1, class, 103.0, 2.0, 1.0, 0.0)
}

/// The attack is declared, and both are about to choose.
fn combat(one: Value, two: Value) -> Bench {
    let mut bench = Bench::new(pass(one, two));
    bench.give("coast").give("attack AD1");
    assert_eq!(bench.phase(), "protocols");
    bench
}

/// FTB-14.1, FTB-14.2, FTB-16.1, FTB-16.6: in range of the path, both choose at once.
#[test]
fn ftb_14_2_attack_from_the_path() {
    let mut bench = Bench::new(pass(attacker("destroyer"), target("destroyer")));
    bench.give("coast");
    assert_eq!((bench.phase(), bench.seats().len()), ("attack", 1));
    assert_eq!(bench.refused("attack AD1 at 0.5"), "FTB-14.1");
    assert_eq!(bench.refused("attack torpedo:AD1"), "FTB-14.4");
    assert_eq!(bench.refused("attack AD1 attack AD1"), "FTB-14.2");
    bench.give("attack AD1 at 3");
    assert_eq!((bench.phase(), bench.seats().len()), ("protocols", 2));
    bench.both("defensive", "defensive", &[]);
    // Both are shielded: each may take heat instead (FTB-17.4).
    assert_eq!(bench.phase(), "hit or heat");
}

/// FTB-14.1: exact distance, or rounded down.
#[test]
fn ftb_14_1_range_is_exact() {
    let situation = || pass(attacker("destroyer"), ship(1, "destroyer", 103.0, 3.4, 1.0, 0.0));
    let mut bench = Bench::new(situation());
    bench.give("coast");
    assert_ne!(bench.phase(), "attack");
    let mut bench = Bench::with(json!({ "range_rounding": "floor" }), situation(), &[]);
    bench.give("coast");
    assert_eq!(bench.phase(), "attack");
}

/// FTB-16.2, FTB-16.4, FTB-16.7, FTB-17.1, FTB-17.2, FTB-17.5: Railgun beats Defensive, the winner picks.
#[test]
fn ftb_17_5_railgun_wins() {
    let mut bench = combat(attacker("destroyer"), but(target("destroyer"), json!({ "shields": 0 })));
    bench.both("railgun", "defensive", &[]);
    assert_eq!((bench.phase(), bench.seats().contains(Seat(0))), ("system hit", true));
    bench.give("drive");
    assert_eq!(bench.ship(1).own.damage.map(|it| (it.system, it.offline)), Some((System::Drive, true)));
    // The Railgun's heat went again with the coast.
    assert_eq!(bench.happened(|it| matches!(it, Event::Gauged { gauge: Gauge::Heat, to: 1, .. })), 1);
    assert_eq!(bench.happened(|it| matches!(it, Event::Hit { .. })), 1);
}

/// FTB-17.5: an Evasive loser picks itself; FTB-16.5: it pays fuel and cools.
#[test]
fn ftb_16_5_evasive_loses_to_railgun() {
    let mut bench =
        combat(attacker("destroyer"), but(target("destroyer"), json!({ "shields": 0, "heat": 2 })));
    bench.both("railgun", "evasive", &[]);
    assert_eq!((bench.phase(), bench.seats().contains(Seat(1))), ("system hit", true));
    bench.give("core");
    assert_eq!(bench.gauges(1), (0, 2, 2, 1));
}

/// FTB-17.7, FTB-16.3: an Evasive winner does nothing to the other.
#[test]
fn ftb_17_7_evasive_wins() {
    let mut bench = combat(attacker("destroyer"), but(target("destroyer"), json!({ "heat": 1 })));
    bench.both("broadside", "evasive", &[]);
    assert_eq!((bench.gauges(0).0, bench.gauges(1)), (1, (1, 2, 2, 0)));
}

/// FTB-17.4: the shielded target takes 2 heat in place of the Hit; no splash.
#[test]
fn ftb_17_4_heat_for_the_shield() {
    let mut bench = combat(attacker("destroyer"), target("destroyer"));
    bench.both("defensive", "broadside", &[]);
    assert!(bench.seats().contains(Seat(1)));
    bench.give("heat");
    assert_eq!(bench.gauges(1), (1, 3, 2, 2));
    assert_eq!(bench.happened(|it| matches!(it, Event::Splashed { .. })), 0);
}

/// FTB-17.6, FTB-17.11, FTB-18.2: a Broadside winner may melt a ship of 4 heat.
#[test]
fn ftb_17_6_broadside_gives_heat() {
    let mut bench = combat(attacker("destroyer"), but(target("destroyer"), json!({ "heat": 4 })));
    bench.both("broadside", "railgun", &[]);
    // FTB-16.7: its own Railgun has melted it already.
    assert!(bench.is_gone(1));
    let mut bench = combat(attacker("destroyer"), but(target("destroyer"), json!({ "heat": 3 })));
    bench.both("broadside", "railgun", &[]);
    assert_eq!(bench.phase(), "hit or heat");
    bench.give("heat");
    assert!(bench.is_gone(1));
}

/// FTB-17.2: a record and no shield: destroyed; with a shield only the shield goes.
#[test]
fn ftb_17_2_the_second_damage_destroys() {
    let hurt = json!({ "damage": { "system": "core", "offline": false } });
    let mut bench = combat(attacker("destroyer"), but(target("destroyer"), hurt.clone()));
    bench.both("railgun", "defensive", &[]);
    assert_eq!((bench.is_gone(1), bench.gauges(1).0), (false, 0));
    let mut bare = hurt;
    bare["shields"] = json!(0);
    let mut bench = combat(attacker("destroyer"), but(target("destroyer"), bare));
    bench.both("railgun", "defensive", &[]);
    assert!(bench.is_gone(1));
}

/// FTB-4.4: Focus fire takes the shield and damages, but not on a draw.
#[test]
fn ftb_4_4_focus_fire() {
    let mut bench = combat(attacker("battleship"), target("destroyer"));
    bench.both("railgun", "defensive", &[]);
    bench.give("weapons");
    assert_eq!((bench.gauges(1).0, bench.ship(1).own.damage.map(|it| it.system)), (0, Some(System::Weapons)));
    let mut bench = combat(attacker("battleship"), target("destroyer"));
    bench.both("railgun", "railgun", &[]);
    assert_eq!((bench.gauges(0).0, bench.gauges(1).0, bench.ship(1).own.damage), (1, 0, None));
    // FTB-5.2: not with the Core offline.
    let offline = json!({ "damage": { "system": "core", "offline": true } });
    let mut bench = combat(but(attacker("battleship"), offline), target("destroyer"));
    bench.both("railgun", "defensive", &[]);
    assert_eq!((bench.gauges(1).0, bench.ship(1).own.damage), (0, None));
}

/// FTB-5.3, FTB-17.10, FTB-5.8: Weapons offline: it may attack, but its Hits do nothing.
#[test]
fn ftb_5_3_weapons_offline() {
    let offline = json!({ "damage": { "system": "weapons", "offline": true } });
    let mut bench = combat(but(attacker("destroyer"), offline), target("destroyer"));
    bench.both("railgun", "railgun", &[]);
    assert_eq!((bench.gauges(0).0, bench.gauges(1).0), (0, 1));
}

/// FTB-17.9: in a draw both hit and both choose, the active side first.
#[test]
fn ftb_17_9_draws_hit_both() {
    let bare = json!({ "shields": 0 });
    let mut bench = combat(but(attacker("destroyer"), bare.clone()), but(target("destroyer"), bare));
    bench.both("railgun", "railgun", &[]);
    assert!(bench.seats().contains(Seat(0)));
    bench.give("weapons");
    assert!(bench.seats().contains(Seat(1)));
    bench.give("drive");
    assert_eq!(bench.ship(1).own.damage.map(|it| it.system), Some(System::Weapons));
    assert_eq!(bench.ship(0).own.damage.map(|it| it.system), Some(System::Drive));
}

/// FTB-18.3, FTB-0.4: a Hit from within 1 LU heats the attacker too.
#[test]
fn ftb_18_3_splash() {
    let mut bench = combat(attacker("destroyer"), ship(1, "destroyer", 103.0, 0.5, 1.0, 0.0));
    bench.both("railgun", "defensive", &[]);
    // Railgun and splash, less the coast.
    assert_eq!((bench.gauges(0).3, bench.gauges(1).0), (1, 0));
}

/// FTB-18.4, FTB-9.2: a meltdown splashes, then blasts all within 1 LU; shields absorb.
#[test]
fn ftb_18_4_blasts_and_chains() {
    let friend = but(ship(1, "cruiser", 103.5, 2.0, 1.0, 0.0), json!({ "heat": 2 }));
    let mut situation = pass(attacker("destroyer"), but(target("destroyer"), json!({ "heat": 4 })));
    situation["ships"].as_array_mut().unwrap().push(friend);
    let mut bench = Bench::new(situation);
    bench.give("coast").give("attack AD1");
    bench.both("defensive", "railgun", &[]);
    assert!(bench.is_gone(1));
    assert_eq!(bench.gauges(2), (0, 2, 3, 3));
    assert!(bench.ship(2).tracked);
}

/// FTB-14.3, FTB-14.6: no attack: cover fire by whom it passes, without Evasive.
#[test]
fn ftb_14_3_cover_fire() {
    let mut bench = Bench::new(pass(attacker("destroyer"), target("destroyer")));
    bench.give("coast").give("no attack");
    assert_eq!((bench.phase(), bench.seats().contains(Seat(1))), ("cover fire", true));
    bench.give("cover");
    assert_eq!(bench.refused_to(Seat(1), "evasive"), "FTB-14.3");
    assert_eq!(bench.refused_to(Seat(0), "evasive"), "FTB-14.3");
    bench.both("defensive", "railgun", &[]);
    assert_eq!(bench.gauges(0).0, 0);
}

/// FTB-14.3: whom we attack first gives none; one who is skipped does, and only one in all.
#[test]
fn ftb_14_3_skipped_targets() {
    let mut situation = pass(attacker("destroyer"), ship(1, "destroyer", 101.0, 2.0, 1.0, 0.0));
    for x in [104.0, 105.0] {
        situation["ships"].as_array_mut().unwrap().push(ship(1, "cruiser", x, 2.5, 1.0, 0.0));
    }
    let mut bench = Bench::new(situation.clone());
    bench.give("coast").give("attack AC2");
    assert_eq!(bench.phase(), "cover fire");
    bench.give("no cover");
    assert_eq!(bench.phase(), "cover fire");
    bench.give("cover");
    bench.both("broadside", "railgun", &[]);
    bench.give("hit");
    assert_eq!(bench.phase(), "protocols");
    assert_eq!(bench.happened(|it| matches!(it, Event::CoverFire { fires: true, .. })), 1);
}

/// FTB-14.8, FTB-35.2: Tracking probes: two targets, in the order of the path.
#[test]
fn ftb_14_8_tracking_probes() {
    let mut situation = pass(attacker("destroyer"), ship(1, "destroyer", 101.0, 2.0, 1.0, 0.0));
    situation["ships"].as_array_mut().unwrap().push(ship(1, "cruiser", 105.0, 2.0, 1.0, 0.0));
    situation["extras"] = json!(["tracking_probes", null]);
    let mut bench = Bench::new(situation);
    bench.give("coast");
    assert_eq!(bench.refused("attack AC1 attack AD1"), "FTB-14.8");
    assert_eq!(bench.refused("attack AD1 attack AD1"), "FTB-14.8");
    bench.give("attack AD1 attack AC1");
    bench.both("railgun", "defensive", &[]);
    assert_eq!(bench.phase(), "protocols");
    bench.both("railgun", "defensive", &[]);
    assert_eq!(bench.gauges(0).3, 1);
    assert_eq!(bench.view().extras, [None, None]);
}

/// FTB-24.1, FTB-24.5, FTB-5.7: a civilian chooses and pays, but hurts nobody and never attacks.
#[test]
fn ftb_24_1_civilians_in_combat() {
    let mut bench = Bench::new(pass(attacker("destroyer"), ship(1, "liner", 103.0, 2.0, 1.0, 0.0)));
    bench.give("coast").give("attack AL1");
    bench.both("railgun", "railgun", &[]);
    assert_eq!((bench.gauges(0).0, bench.gauges(1)), (1, (0, 2, 0, 1)));
    let mut bench = Bench::new(pass(ship(0, "liner", 100.0, 0.0, 6.0, 0.0), target("destroyer")));
    assert_eq!(bench.refused("launch"), "FTB-12.7");
    bench.give("coast");
    assert_eq!(bench.phase(), "cover fire");
}

/// FTB-29.8, FTB-17.8, FTB-16.5: stationary ships: the owner picks the target, the attacker the system.
#[test]
fn ftb_29_8_fly_by() {
    let docked = |class: &str| json!({ "side": 1, "class": class, "dock": "B9", "shields": 0 });
    let mut bench = Bench::new(json!({
        "systems": void(), "at": { "ship": 0 },
        "stations": [{ "name": "B9", "side": 1, "at": at(103.0, 2.0) }],
        "ships": [attacker("destroyer"), docked("destroyer"), docked("cruiser")],
    }));
    bench.give("coast").give("attack AC1");
    assert_eq!((bench.phase(), bench.seats().contains(Seat(1))), ("target of a fly-by", true));
    bench.give("target AD1");
    assert_eq!(bench.refused_to(Seat(1), "evasive"), "FTB-29.7");
    bench.both("defensive", "broadside", &[]);
    assert!(bench.seats().contains(Seat(0)));
    bench.give("core");
    // Both are in one place: splash.
    assert_eq!((bench.ship(1).own.damage.map(|it| it.system), bench.gauges(2).3), (Some(System::Core), 1));
}

fn guided(x: f64, y: f64) -> Value {
    but(attacker("destroyer"), json!({ "torpedo": [at(x, y), at(8.0, 0.0)] }))
}

/// FTB-11.1, FTB-15.6, FTB-15.7, FTB-19.1, FTB-19.2, FTB-13.1: an active torpedo attacks, the target may evade.
#[test]
fn ftb_19_2_countermeasures() {
    let at_target = ship(1, "destroyer", 116.0, 4.0, 1.0, 0.0);
    for (evades, result, want) in [
        ("no evade", W, (1, 3, None)),
        ("no evade", D, (0, 3, None)),
        ("evade", D, (1, 2, None)),
        ("no evade", L, (1, 3, Some(System::Core))),
    ] {
        let mut bench = Bench::new(pass(guided(110.0, 0.0), at_target.clone()));
        assert_eq!(bench.phase(), "guide torpedo");
        bench.give("guide attack AD1");
        assert_eq!(bench.phase(), "evasive");
        bench.draw(evades, &[result]);
        if result == L {
            assert!(bench.seats().contains(Seat(0)), "the torpedo's player picks (FTB-19.2)");
            bench.give("core");
        }
        let own = bench.ship(1).own;
        assert_eq!((own.shields, own.fuel, own.damage.map(|it| it.system)), want, "{evades} {result}");
        assert_eq!(bench.ship(0).torpedo, None);
        // FTB-15.13, FTB-12.11: free to launch again at once.
        assert!(bench.phase() == "order and plot" && bench.allows("launch"));
    }
}

/// FTB-19.3, FTB-19.4: without Weapons a Success is a Partial, and that is a Hit.
#[test]
fn ftb_19_3_weak_countermeasures() {
    let offline = json!({ "damage": { "system": "weapons", "offline": true } });
    let mut bench =
        Bench::new(pass(guided(110.0, 0.0), but(ship(1, "destroyer", 116.0, 4.0, 1.0, 0.0), offline)));
    bench.give("guide attack AD1").draw("evade", &[D]);
    assert_eq!((bench.gauges(1).0, bench.happened(|it| matches!(it, Event::Hit { .. }))), (0, 1));
    for (mode, shields) in [("as_offline", 0), ("normal", 1)] {
        let options = json!({ "civilian_countermeasures": mode });
        let mut bench =
            Bench::with(options, pass(guided(110.0, 0.0), ship(1, "liner", 116.0, 4.0, 1.0, 0.0)), &[]);
        bench.give("guide attack AL1").draw("no evade", &[W]);
        assert_eq!(bench.gauges(1).0, shields, "{mode}");
    }
}

/// FTB-15.8, FTB-11.1: beyond 30 LU of its ship a torpedo is lost before it moves.
#[test]
fn ftb_15_8_guidance() {
    let bench = Bench::new(pass(guided(130.0, 0.0), far(1)));
    assert!(bench.ship(0).torpedo.is_some());
    let bench = Bench::new(pass(guided(130.1, 0.0), far(1)));
    assert_eq!((bench.ship(0).torpedo, bench.phase()), (None, "order and plot"));
}

/// FTB-15.1, FTB-15.2, FTB-15.3, FTB-15.5, FTB-12.7: launch.
#[test]
fn ftb_15_2_launch() {
    let mut bench = Bench::new(pass(attacker("destroyer"), ship(1, "destroyer", 120.0, 4.0, 1.0, 0.0)));
    assert_eq!(bench.refused("launch torpedo course 1,0 speed 14"), "FTB-15.2");
    assert_eq!(bench.refused("launch torpedo course 1,0 speed 13 attack AD1"), "FTB-15.3");
    bench.give("launch torpedo course 1,0 speed 13");
    let torpedo = bench.ship(0).torpedo.expect("launched");
    assert_eq!((torpedo.speed, torpedo.at.x.whole_units_down(), bench.gauges(0)), (13, 113, (1, 3, 1, 0)));
    assert!(bench.is_at(0, 106.0, 0.0));
    // FTB-15.3: by option it may attack at once.
    let mut bench = Bench::with(
        json!({ "attack_on_launch": true }),
        pass(attacker("destroyer"), ship(1, "destroyer", 113.0, 4.0, 1.0, 0.0)),
        &[],
    );
    bench.give("launch torpedo course 1,0 speed 13 attack AD1");
    assert_eq!(bench.phase(), "evasive");
}

/// FTB-15.4: a guided torpedo coasts; by option it steers.
#[test]
fn ftb_15_4_torpedoes_coast() {
    let bench = Bench::new(pass(guided(110.0, 0.0), far(1)));
    assert_eq!(bench.ship(0).torpedo.map(|it| it.at.x.whole_units_down()), Some(118));
    let mut bench = Bench::with(json!({ "guided_accel": 3 }), pass(guided(110.0, 0.0), far(1)), &[]);
    assert_eq!(bench.refused("guide course 1,0 speed 12"), "FTB-15.4");
    bench.give("guide course 1,0 speed 11");
    assert_eq!(bench.ship(0).torpedo.map(|it| it.speed), Some(11));
}

/// FTB-14.5, FTB-15.12: a vector that ends within 3 LU of an enemy torpedo sets it off; several in their
/// player's order.
#[test]
fn ftb_14_5_fuses() {
    let armed = |x: f64, y: f64| but(far(1), json!({ "torpedo": [at(x, y), at(0.0, 1.0)] }));
    let situation = |ships: Vec<Value>| json!({ "systems": void(), "at": { "ship": 0 }, "ships": ships });
    let mut bench = Bench::new(situation(vec![attacker("destroyer"), armed(106.0, 2.9)]));
    bench.give("coast");
    assert_eq!(bench.phase(), "evasive");
    bench.draw("no evade", &[W]);
    assert_eq!(bench.ship(1).torpedo, None);
    let mut bench = Bench::new(situation(vec![attacker("destroyer"), armed(106.0, 3.1)]));
    bench.give("coast");
    assert!(bench.ship(1).torpedo.is_some());
    let mut bench = Bench::new(situation(vec![attacker("destroyer"), armed(106.0, 2.0), armed(106.0, -2.0)]));
    bench.give("coast");
    assert_eq!((bench.phase(), bench.seats().contains(Seat(1))), ("order of torpedoes", true));
    assert_eq!(bench.refused("fuse TD1"), "FTB-14.5");
    bench.give("fuse AD2");
    bench.draw("no evade", &[D]);
    assert_eq!(bench.phase(), "evasive");
}

/// FTB-20.1, FTB-20.2, FTB-20.3, FTB-15.11: torpedo against torpedo: an easy test, the attacker is gone.
#[test]
fn ftb_20_1_torpedo_against_torpedo() {
    let armed = but(far(1), json!({ "torpedo": [at(116.0, 5.0), at(0.0, 1.0)] }));
    for (result, stays) in [(W, false), (D, false), (L, true)] {
        let mut bench = Bench::new(pass(guided(110.0, 0.0), armed.clone()));
        bench.draw("guide attack torpedo:AD1", &[result]);
        assert_eq!((bench.ship(0).torpedo, bench.ship(1).torpedo.is_some()), (None, stays), "{result}");
    }
}

/// FTB-15.9, FTB-15.10: not at or from stationary ships; radiation burns it up.
#[test]
fn ftb_15_10_what_stops_a_torpedo() {
    let mut situation = pass(guided(110.0, 0.0), json!({ "side": 1, "class": "destroyer", "dock": "B9" }));
    situation["stations"] = json!([{ "name": "B9", "side": 1, "at": at(116.0, 0.0) }]);
    let bench = Bench::new(situation);
    // FTB-23.3: it has flown on without a question.
    assert_eq!(bench.phase(), "order and plot");
    let launch =
        |x: f64| json!({ "at": { "ship": 0 }, "ships": [ship(0, "destroyer", x, 0.0, -6.0, 0.0), far(1)] });
    let mut bench = Bench::new(launch(-12.0));
    bench.give("launch torpedo course 1,0 speed 1");
    assert!(bench.ship(0).torpedo.is_some());
    let mut bench = Bench::new(
        json!({ "at": { "ship": 0 }, "ships": [ship(0, "destroyer", -8.0, 0.5, 6.0, 0.0), far(1)] }),
    );
    bench.give("launch torpedo course 1,0 speed 8");
    assert_eq!(bench.ship(0).torpedo, None);
}
