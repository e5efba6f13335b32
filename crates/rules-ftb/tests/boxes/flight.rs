//! Orders, plots, gravity, orbits, zones, lanes (FTB-12, FTB-22, FTB-23, FTB-27 to FTB-31).

use rules_ftb::{Event, Harbour, Place, System};
use serde_json::{Value, json};

use super::{Bench, D, L, W, at, but, far, ship, void};

fn alone(one: Value) -> Value {
    json!({ "systems": void(), "at": { "ship": 0 }, "ships": [one, far(1)] })
}

fn in_sol(one: Value) -> Value {
    json!({ "at": { "ship": 0 }, "homes": [["Earth"], ["Mars"]], "ships": [one, far(1)] })
}

fn cruiser() -> Value {
    ship(0, "cruiser", 100.0, 0.0, 6.0, 0.0)
}

/// FTB-12.2, FTB-12.1, FTB-28.1, FTB-0.3: a coast repeats the vector and cools by 1.
#[test]
fn ftb_12_2_coast() {
    let mut bench = Bench::new(alone(but(cruiser(), json!({ "heat": 2 }))));
    bench.give("coast");
    assert!(bench.is_at(0, 106.0, 0.0));
    assert_eq!(bench.gauges(0), (1, 2, 3, 1));
}

/// FTB-12.3, FTB-28.2, FTB-28.3, FTB-0.7: a burn shifts the end point by up to 3 and heats.
#[test]
fn ftb_12_3_burn() {
    let mut bench = Bench::new(alone(cruiser()));
    assert_eq!(bench.refused("burn course 1,0 speed 10"), "FTB-28.2");
    assert_eq!(bench.refused("burn course 1,0 speed 0"), "FTB-28.3");
    bench.give("burn course 1,0 speed 9");
    assert!(bench.is_at(0, 109.0, 0.0));
    assert_eq!(bench.gauges(0).3, 1);
    // ALG-2: an aimed point is snapped along its bearing.
    let mut bench = Bench::new(alone(cruiser()));
    bench.give("burn to 107.7,0");
    assert_eq!(bench.ship(0).speed, 8);
}

/// FTB-12.4, FTB-5.6: fuel and heat, and not within 2 LU of a planet or station; FTB-27.2: speeds up to 20.
#[test]
fn ftb_12_4_hard_burn() {
    let mut bench = Bench::new(alone(ship(0, "cruiser", 100.0, 0.0, 13.0, 0.0)));
    bench.give("hardburn course 1,0 speed 20");
    assert_eq!((bench.ship(0).speed, bench.gauges(0)), (20, (1, 1, 3, 1)));
    let bench = Bench::new(alone(but(cruiser(), json!({ "fuel": 0 }))));
    assert_eq!(bench.refused("hardburn course 1,0 speed 8"), "FTB-12.4");
    let mut situation = alone(cruiser());
    situation["stations"] = json!([{ "name": "A9", "side": 0, "at": at(101.5, 0.0) }]);
    assert_eq!(Bench::new(situation).refused("hardburn course 1,0 speed 8"), "FTB-12.4");
}

/// FTB-12.4 (G-07), FTB-18.2, FTB-11.7: the fifth heat destroys it before it moves.
#[test]
fn ftb_18_2_meltdown_by_burn() {
    let mut bench = Bench::new(alone(but(cruiser(), json!({ "heat": 4 }))));
    bench.give("burn course 1,0 speed 7");
    assert!(bench.is_gone(0) && bench.is_at(0, 100.0, 0.0));
}

/// FTB-12.5, FTB-12.9, FTB-12.10: a heat dump ends at 0 heat and costs fuel, useful or not.
#[test]
fn ftb_12_5_heat_dump() {
    let mut bench = Bench::new(alone(but(cruiser(), json!({ "heat": 2, "tracked": true }))));
    bench.draw("dump", &[W]);
    assert_eq!((bench.gauges(0), bench.is_at(0, 106.0, 0.0)), ((1, 1, 3, 0), true));
    assert!(Bench::new(alone(cruiser())).allows("dump"));
    let core = json!({ "damage": { "system": "core", "offline": true } });
    assert_eq!(Bench::new(alone(but(cruiser(), core))).refused("dump"), "FTB-5.2");
}

/// FTB-12.6, FTB-18.1: repair: W works, D works and heats, L nothing; the record stays.
#[test]
fn ftb_12_6_repair() {
    let hurt = json!({ "damage": { "system": "drive", "offline": true } });
    for (result, offline, heat) in [(W, false, 0), (D, false, 1), (L, true, 0)] {
        let mut bench = Bench::new(alone(but(cruiser(), hurt.clone())));
        bench.draw("repair", &[result]);
        let damage = bench.ship(0).own.damage.expect("the record stays");
        assert_eq!((damage.offline, bench.gauges(0).3), (offline, heat), "{result}");
    }
    assert_eq!(Bench::new(alone(cruiser())).refused("repair"), "FTB-12.6");
    // FTB-35.2: the Engineering bay needs no test; FTB-24.2: nor does a Liner's Drive.
    let mut situation = alone(but(cruiser(), hurt.clone()));
    situation["extras"] = json!(["engineering_bay", null]);
    let mut bench = Bench::new(situation);
    bench.give("repair extra");
    assert_eq!(bench.ship(0).own.damage.map(|it| it.offline), Some(false));
    let mut bench = Bench::new(alone(but(ship(0, "liner", 100.0, 0.0, 3.0, 0.0), hurt)));
    bench.give("repair");
    assert_eq!(bench.ship(0).own.damage.map(|it| it.offline), Some(false));
}

/// FTB-6.1 (golden): D3 with 0 of 1 shields, 1 of 2 torpedoes, 2 of 3 fuel, 2 heat, Drive offline.
/// FTB-5.4: no burns; FTB-5.7: not yet overheated.
#[test]
fn ftb_6_1_golden_manifest() {
    let d3 = but(
        ship(0, "destroyer", 100.0, 0.0, 6.0, 0.0),
        json!({ "shields": 0, "torpedoes": 1, "fuel": 2, "heat": 2, "damage": { "system": "drive", "offline": true } }),
    );
    let bench = Bench::new(alone(d3));
    for order in ["coast", "dump", "repair", "launch"] {
        assert!(bench.allows(order), "{order}");
    }
    assert_eq!(bench.refused("burn course 1,0 speed 6"), "FTB-5.4");
    assert_eq!(bench.refused("hardburn course 1,0 speed 6"), "FTB-5.4");
    assert!(!bench.ship(0).can_evade() && !bench.ship(0).is_overheated());
    assert_eq!(bench.view().tags[0], "TD1");
}

/// FTB-24.2, FTB-24.3, FTB-5.2: civilians' burns; a Runner without Core burns like others.
#[test]
fn ftb_24_3_runner_and_liner() {
    let mut bench = Bench::new(alone(ship(0, "runner", 100.0, 0.0, 6.0, 0.0)));
    bench.give("burn course 1,0 speed 10");
    assert_eq!(bench.gauges(0).3, 0);
    let core = json!({ "damage": { "system": "core", "offline": true } });
    let mut bench = Bench::new(alone(but(ship(0, "runner", 100.0, 0.0, 6.0, 0.0), core)));
    assert_eq!(bench.refused("burn course 1,0 speed 10"), "FTB-28.2");
    bench.give("burn course 1,0 speed 9");
    assert_eq!(bench.gauges(0).3, 1);
    let bench = Bench::new(alone(ship(0, "liner", 100.0, 0.0, 6.0, 0.0)));
    assert!(bench.allows("burn course 1,0 speed 8") && !bench.allows("burn course 1,0 speed 9"));
    assert!(bench.allows("hardburn course 1,0 speed 11") && !bench.allows("hardburn course 1,0 speed 12"));
}

/// FTB-35.2, FTB-24.5: one Burn of radius 5 by Overdrive, also for a civilian.
#[test]
fn ftb_35_2_overdrive() {
    let mut situation = alone(ship(0, "liner", 100.0, 0.0, 6.0, 0.0));
    assert_eq!(Bench::new(situation.clone()).refused("burn course 1,0 speed 8 extra"), "FTB-35.2");
    situation["extras"] = json!(["overdrive", null]);
    let mut bench = Bench::new(situation);
    bench.give("burn course 1,0 speed 11 extra");
    assert_eq!((bench.ship(0).speed, bench.gauges(0).3, bench.view().extras[0]), (11, 1, None));
}

/// FTB-28.9, FTB-27.5, FTB-28.4: a vector within one influence crashes; no blast.
#[test]
fn ftb_28_9_crash() {
    // Inside Venus's influence, going slowly.
    let mut bench = Bench::new(in_sol(ship(0, "cruiser", 1.0, -13.0, 1.0, 0.0)));
    bench.give("coast");
    assert!(bench.is_gone(0));
    assert_eq!(bench.happened(|it| matches!(it, Event::Blasted)), 0);
    // Fast enough, it gets out.
    let mut bench = Bench::new(in_sol(ship(0, "cruiser", 1.0, -13.0, 6.0, 0.0)));
    bench.give("coast");
    assert!(!bench.is_gone(0));
}

/// FTB-28.6, FTB-28.11, FTB-0.2: a taken point: back along the leg by tenths, the speed stays; a tenth off is
/// still taken.
#[test]
fn ftb_28_6_safe_distance() {
    let mut situation = alone(cruiser());
    situation["ships"][1] = ship(1, "destroyer", 106.0, 0.0, 1.0, 0.0);
    let mut bench = Bench::new(situation);
    bench.give("coast").give("no attack").give("no cover");
    assert!(bench.is_at(0, 105.8, 0.0) && bench.ship(0).speed == 6, "{:?}", bench.ship(0).at);
}

/// FTB-29.1, FTB-29.2, FTB-29.3, FTB-29.6, FTB-29.11, FTB-9.1: into orbit at speed 3 within 1 LU; Tracked.
#[test]
fn ftb_29_2_into_orbit() {
    let mut bench = Bench::new(in_sol(ship(0, "cruiser", 6.5, -11.0, -3.0, 0.0)));
    // Too far to reach: it flies on (FTB-29.10).
    bench.give("coast declare Venus");
    assert_eq!(bench.ship(0).place, Place::Free);
    let mut bench = Bench::new(in_sol(ship(0, "cruiser", 3.5, -11.0, -3.0, 0.0)));
    bench.give("coast declare Venus");
    assert_eq!((bench.ship(0).place, bench.ship(0).speed, bench.ship(0).tracked), (Place::Orbit(2), 0, true));
    assert!(bench.is_at(0, 0.0, -11.0));
    // Faster than 3 it does not.
    let mut bench = Bench::new(in_sol(ship(0, "cruiser", 3.5, -11.0, -5.0, 0.0)));
    bench.give("coast declare Venus");
    assert_eq!(bench.ship(0).place, Place::Free);
}

/// FTB-29.4: a hostile home or the star destroys; a hostile station does not.
#[test]
fn ftb_29_4_deadly_orbits() {
    let mut bench = Bench::new(in_sol(ship(0, "cruiser", -19.5, 0.0, -3.0, 0.0)));
    bench.give("coast declare Mars");
    assert!(bench.is_gone(0));
    let mut situation = in_sol(ship(0, "cruiser", -19.5, 0.0, -3.0, 0.0));
    situation["safe_orbits"] = json!(["Mars"]);
    let mut bench = Bench::new(situation);
    bench.give("coast declare Mars");
    assert_eq!(bench.ship(0).place, Place::Orbit(4));
    let mut situation = in_sol(ship(0, "cruiser", 40.0, 2.0, -3.0, 0.0));
    situation["stations"] = json!([{ "name": "B9", "side": 1, "at": at(38.0, 2.0) }]);
    let mut bench = Bench::new(situation);
    bench.draw("coast declare B9", &[]);
    assert_eq!(bench.ship(0).place, Place::Dock(0));
}

/// FTB-29.5, FTB-25.2, FTB-25.6, FTB-25.7, FTB-29.10: a hostile ship there keeps it out.
#[test]
fn ftb_29_5_blockaded() {
    let mut situation = in_sol(ship(0, "cruiser", 40.0, 2.0, -3.0, 0.0));
    situation["stations"] = json!([{ "name": "A9", "side": 0, "at": at(38.0, 2.0) }]);
    situation["ships"].as_array_mut().unwrap().push(json!({ "side": 1, "class": "destroyer", "dock": "A9" }));
    assert_eq!(Bench::new(situation).refused("coast declare A9"), "FTB-29.5");
    let mut situation = in_sol(json!({ "side": 0, "class": "cruiser", "orbit": "Venus" }));
    situation["stations"] = json!([]);
    let bench = Bench::new(situation);
    assert_eq!(bench.refused("burn course 1,0 speed 3 declare Venus"), "FTB-29.10");
    assert_eq!(bench.refused("coast declare Earth"), "FTB-29.1");
}

/// FTB-29.7, FTB-29.9, FTB-29.12, FTB-15.9: in orbit: coast, no launch; leaving at up to 3, Untracked.
#[test]
fn ftb_29_9_out_of_orbit() {
    let orbit =
        |fields: Value| in_sol(but(json!({ "side": 0, "class": "cruiser", "orbit": "Venus" }), fields));
    let mut bench = Bench::new(orbit(json!({ "heat": 1 })));
    assert_eq!(bench.refused("launch"), "FTB-15.9");
    assert_eq!(bench.refused("hardburn course 0,-1 speed 3"), "FTB-12.4");
    assert_eq!(bench.refused("burn course 0,-1 speed 4"), "FTB-28.2");
    bench.give("burn course 0,-1 speed 3");
    assert_eq!((bench.ship(0).place, bench.ship(0).tracked), (Place::Free, false));
    assert!(bench.is_at(0, 0.0, -14.0));
    // Overheated it stays Tracked.
    let mut bench = Bench::new(orbit(json!({ "heat": 2 })));
    bench.give("burn course 0,-1 speed 3");
    assert!(bench.ship(0).tracked);
    // Who stays cools, and is not asked about attacks.
    let mut bench = Bench::new(orbit(json!({ "heat": 2 })));
    bench.give("coast");
    assert_eq!((bench.gauges(0).3, bench.ship(0).place), (1, Place::Orbit(2)));
}

/// FTB-14.7: on its way into dock a ship attacks, but not from the dock itself.
#[test]
fn ftb_14_7_attack_on_the_approach() {
    let mut situation = alone(ship(0, "cruiser", 100.0, 0.0, 3.0, 0.0));
    situation["stations"] = json!([{ "name": "A9", "side": 0, "at": at(103.0, 0.0) }]);
    situation["ships"][1] = ship(1, "destroyer", 105.5, 0.0, 1.0, 0.0);
    let mut bench = Bench::new(situation);
    bench.give("coast declare A9");
    assert_eq!(bench.phase(), "attack");
    assert_eq!(bench.refused("attack AD1 at 3"), "FTB-14.1");
    assert!(bench.allows("attack AD1"));
}

/// FTB-23.1, FTB-9.2: radiation: 2 heat at its edge, once.
#[test]
fn ftb_23_1_radiation() {
    let through = but(ship(0, "cruiser", -10.0, 1.5, 10.0, 0.0), json!({ "heat": 1 }));
    let mut bench = Bench::new(in_sol(through));
    // Three heat make it Tracked; the coast cools it, so it may try to mask (FTB-9.3).
    bench.draw("coast", &[L]);
    let tracked = bench.happened(|it| matches!(it, Event::Tracked { tracked: true, .. }));
    assert_eq!((bench.gauges(0).3, tracked, bench.ship(0).tracked), (2, 1, true));
}

/// FTB-23.2, FTB-13.1: asteroids: slow ships pass, at 5 an easy test, at 13 a hard one.
#[test]
fn ftb_23_2_asteroids() {
    let mut bench = Bench::new(in_sol(ship(0, "cruiser", 30.0, -30.0, 4.0, 0.0)));
    bench.give("coast");
    for (speed, draw, heat, shields) in [(5.0, D, 0, 1), (5.0, L, 0, 0), (14.0, D, 1, 1), (14.0, W, 0, 1)] {
        let mut bench = Bench::new(in_sol(ship(0, "cruiser", 25.0, -19.0, 0.0, -speed)));
        bench.draw("launch", &[draw]);
        assert_eq!((bench.gauges(0).3, bench.gauges(0).0), (heat, shields), "{speed} {draw}");
    }
}

/// FTB-22.1, FTB-22.2, FTB-22.3, FTB-21.7: 1 fuel within 2 LU of a Tanker, unless it will not.
#[test]
fn ftb_22_1_refuelling() {
    let mut situation = alone(but(cruiser(), json!({ "fuel": 0 })));
    situation["tankers"] = json!([{ "side": 0, "at": at(103.0, 2.0), "day": 1 }]);
    let mut bench = Bench::new(situation.clone());
    bench.give("coast");
    assert_eq!(bench.gauges(0).1, 1);
    let mut bench = Bench::new(situation.clone());
    bench.give("coast no-refuel");
    assert_eq!(bench.gauges(0).1, 0);
    situation["tankers"][0]["at"] = at(103.0, 2.1);
    let mut bench = Bench::new(situation);
    bench.give("coast");
    assert_eq!(bench.gauges(0).1, 0);
}

/// FTB-10.1, FTB-10.2, FTB-9.3, FTB-11.5: a Cruiser scans within 15 LU: W and D track, L heats; then it cools.
#[test]
fn ftb_10_2_scan() {
    for (draw, tracked, heat) in [(W, true, 0), (D, true, 0), (L, false, 0)] {
        let mut situation = alone(cruiser());
        situation["ships"][1] = ship(1, "destroyer", 106.0, 15.0, 1.0, 0.0);
        let mut bench = Bench::new(situation);
        bench.give("coast");
        assert_eq!(bench.phase(), "scan");
        bench.draw("scan AD1", &[draw]);
        assert_eq!((bench.ship(1).tracked, bench.gauges(0).3), (tracked, heat), "{draw}");
    }
    let mut situation = alone(cruiser());
    situation["ships"][1] = ship(1, "destroyer", 106.0, 15.1, 1.0, 0.0);
    let mut bench = Bench::new(situation);
    bench.give("coast");
    assert_ne!(bench.phase(), "scan");
}

/// FTB-11.6, FTB-4.2, FTB-4.3: masking: an easy test, sure for a Destroyer; not while overheated; FTB-9.2.
#[test]
fn ftb_11_6_masking() {
    let tracked = json!({ "tracked": true });
    for (draw, stays) in [(D, false), (L, true)] {
        let mut bench = Bench::new(alone(but(cruiser(), tracked.clone())));
        bench.draw("coast", &[draw]);
        assert_eq!(bench.ship(0).tracked, stays);
    }
    let destroyer = || but(ship(0, "destroyer", 100.0, 0.0, 6.0, 0.0), tracked.clone());
    let mut bench = Bench::new(alone(destroyer()));
    bench.give("coast");
    assert!(!bench.ship(0).tracked);
    let mut bench = Bench::new(alone(destroyer()));
    bench.give("coast unmasked");
    assert!(bench.ship(0).tracked);
    let mut bench = Bench::new(alone(but(destroyer(), json!({ "heat": 4 }))));
    bench.give("coast");
    assert!(bench.ship(0).tracked);
}

/// FTB-27.3: beyond the edge a ship is withdrawn.
#[test]
fn ftb_27_3_edge() {
    let mut bench =
        Bench::with(json!({ "edge": 60 }), in_sol(ship(0, "destroyer", 58.0, 0.0, 4.0, 0.0)), &[]);
    bench.give("coast");
    assert_eq!(bench.ship(0).place, Place::Withdrawn);
}

/// FTB-33.2: shields come back for fuel, or by the Repair test.
#[test]
fn ftb_33_2_recharge() {
    let bare = || alone(but(cruiser(), json!({ "shields": 0 })));
    assert_eq!(Bench::new(bare()).refused("recharge"), "FTB-33.2");
    let mut bench = Bench::with(json!({ "shield_recharge": "fuel" }), bare(), &[]);
    bench.give("recharge");
    assert_eq!(bench.gauges(0), (1, 1, 3, 0));
    let mut bench = Bench::with(json!({ "shield_recharge": "repair" }), bare(), &[]);
    bench.draw("recharge", &[D]);
    assert_eq!(bench.gauges(0), (1, 2, 3, 0));
}

/// FTB-30.1, FTB-30.2, FTB-30.3, FTB-30.4: deflection by Venus, as the option has the angle.
#[test]
fn ftb_30_2_angles() {
    // Past Venus (0,-11) at 2 LU, speed 6: Slow, 45 degrees.
    let past = || in_sol(ship(0, "cruiser", -5.0, -13.0, 6.0, 0.0));
    let mut bench = Bench::new(past());
    bench.give("coast");
    assert!(bench.is_at(0, 0.5_f64.sqrt(), 0.5_f64.sqrt() - 13.0), "{:?}", bench.ship(0).at);
    let mut bench = Bench::with(json!({ "deflection_slow": [3, 2] }), past(), &[]);
    bench.give("coast");
    assert!(bench.is_at(0, 0.8321, -12.4453), "{:?}", bench.ship(0).at);
}

/// FTB-31.1, FTB-31.4, FTB-31.5: the three marks of a transfer; in one system it withdraws.
#[test]
fn ftb_31_1_transfer() {
    let mut bench = Bench::new(in_sol(ship(0, "cruiser", 22.0, 4.0, 8.0, 0.0)));
    assert_eq!(bench.refused("burn course 1,0 speed 5 enter 2"), "FTB-31.1");
    bench.give("coast enter 2");
    assert_eq!(bench.ship(0).place, Place::Withdrawn);
    let bench = Bench::new(in_sol(ship(0, "cruiser", 22.0, 6.0, 8.0, 0.0)));
    assert_eq!(bench.refused("coast enter 2"), "FTB-31.1");
}

/// FTB-31.2, FTB-31.3, FTB-8.11, FTB-31.6: by tunnel to Barnard: 1 fuel at the mark, gone at the star,
/// back on day t+n+1.
#[test]
fn ftb_31_2_tunnel() {
    // The mark to Barnard lies at (-6.4, 4.8); inbound along (4,-3).
    let mut bench = Bench::new(json!({
        "systems": ["SOL", "BAR"], "day": 3, "at": { "ship": 0 }, "homes": [["Earth"], ["Mars"]],
        "ships": [ship(0, "cruiser", -8.0, 6.0, 8.0, -6.0), far(1)],
    }));
    let lanes = bench.view().map.lanes.clone();
    let lane =
        lanes.iter().position(|it| it.ends.iter().all(|end| end.system.is_some())).expect("in play") + 1;
    bench.draw(&format!("coast enter {lane}"), &[]);
    let place = bench.ship(0).place;
    assert!(matches!(place, Place::Lane { due: 6, .. }), "{place:?}");
    assert_eq!((bench.gauges(0).1, bench.gauges(0).3), (1, 0));
    // Too slow, it does not.
    let bench = Bench::new(json!({
        "systems": ["SOL", "BAR"], "day": 3, "at": { "ship": 0 },
        "ships": [ship(0, "cruiser", -8.0, 6.0, 4.0, -3.0), far(1)],
    }));
    assert_eq!(bench.refused(&format!("coast enter {lane}")), "FTB-31.2");
}

/// FTB-31.3, FTB-31.6: the unsafe tunnel: W arrives, D a day later, L is lost; then the exit vector.
#[test]
fn ftb_31_3_unsafe_tunnel() {
    let situation = |day: u16| {
        json!({
            "systems": ["PRO", "BAR"], "day": day, "at": "dawn",
            "lanes": [{ "tunnel": { "a": "PRO", "dir_a": [-1, 0], "b": "BAR", "dir_b": [-3, 4],
                "turns": 2, "safe": false } }],
            "ships": [
                { "side": 0, "class": "cruiser", "lane": [0, 1, 5], "vector": at(12.0, 0.0), "at": at(0.0, 0.0) },
                but(ship(0, "destroyer", 100.0, 0.0, 1.0, 0.0), json!({ "activated": true })),
                but(far(1), json!({})),
            ],
        })
    };
    let mut bench = Bench::with(json!({}), situation(5), &[W]);
    assert!(matches!(bench.ship(0).place, Place::AtEntry { .. }));
    bench.give("activate TC1");
    let ship = bench.ship(0);
    assert!(ship.place == Place::Free && ship.speed == 10 && ship.system == 1 && bench.is_at(0, -6.0, 8.0));
    assert!(matches!(
        Bench::with(json!({}), situation(5), &[D]).ship(0).place,
        Place::Lane { due: 6, tested: true, .. }
    ));
    assert!(Bench::with(json!({}), situation(5), &[L]).is_gone(0));
}

/// FTB-25.1, FTB-29.3: a station has no gravity and is where ships dock.
#[test]
fn ftb_25_1_stations() {
    let mut situation = alone(ship(0, "cruiser", 100.0, 0.0, 3.0, 0.0));
    situation["stations"] = json!([{ "name": "A9", "side": 0, "at": at(102.0, 0.9) }]);
    let mut bench = Bench::new(situation);
    bench.give("coast declare A9");
    assert!(bench.is_at(0, 102.0, 0.9));
    assert_eq!(bench.happened(|it| matches!(it, Event::Docked { harbour: Harbour::Station(0), .. })), 1);
    assert!(bench.ship(0).own.works(System::Core));
}

/// FTB-28.12: a torpedo launched within an influence must leave it at once.
#[test]
fn ftb_28_12_launch_within_an_influence() {
    let mut bench = Bench::new(in_sol(ship(0, "cruiser", 1.0, -13.0, 6.0, 0.0)));
    bench.give("launch torpedo course 1,0 speed 1");
    assert_eq!((bench.ship(0).torpedo, bench.gauges(0).2), (None, 2));
}

/// FTB-11.2, FTB-11.3, FTB-11.4, FTB-0.6: torpedo, order, attack, cover fire, scan, in this order and no other.
/// FTB-26.1: rings and the drawn vector are there for the telemetry.
#[test]
fn ftb_11_2_steps_in_order() {
    let guiding = but(cruiser(), json!({ "torpedo": [at(110.0, 0.0), at(8.0, 0.0)] }));
    let mut situation = alone(guiding);
    situation["ships"][1] = ship(1, "destroyer", 103.0, 2.0, 1.0, 0.0);
    situation["ships"].as_array_mut().unwrap().push(ship(1, "destroyer", 116.0, 4.0, 1.0, 0.0));
    let mut bench = Bench::new(situation);
    let mut phases = vec![bench.phase()];
    bench.give("guide");
    phases.push(bench.phase());
    assert_eq!(bench.refused("no attack"), "FTB-11.2");
    bench.give("coast");
    phases.push(bench.phase());
    bench.give("attack AD1");
    phases.push(bench.phase());
    bench.both("railgun", "defensive", &[]);
    phases.push(bench.phase());
    assert_eq!(phases, ["guide torpedo", "order and plot", "attack", "protocols", "scan"]);
    assert_eq!((bench.ship(1).hits, bench.ship(0).trail.len()), (1, 2));
}
