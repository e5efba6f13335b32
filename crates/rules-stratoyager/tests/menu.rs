//! What the menu tells beside what may be ordered: it must agree with the rules.

use engine::{Assist, Game, Library, Match, Opening, Progress, Seat};
use rules_stratoyager::{
    Action, Arrival, Back, Battle, Kind, Options, Placement, Plan, ShotMenu, Situation, Why, Zone, scenario,
};
use serde_json::json;

fn situation(options: &Options, value: &serde_json::Value) -> Battle {
    let situation: Situation = plain::from_value(value).expect("a situation");
    Battle::from_situation(options, &situation).expect("a battle")
}

fn options() -> Options {
    Options { dogfight: false, ..Options::default() }
}

/// STR-5.5: the parts of every threshold of whole battles add up to it, and
/// declining the second roll never helps (STR-FEAT.3).
#[test]
fn rule_5_5_thresholds_are_the_sum_of_their_parts() {
    let mut seen = 0;
    for seed in 0..30 {
        let scenario = scenario(if seed % 2 == 0 { "intro" } else { "khione-ring" });
        let opening: Opening<Battle> = Opening {
            options: Battle::computer_preset(&scenario),
            scenario,
            seats: Vec::new(),
            secret: dice::fair::Secret([seed; 32]),
            contributions: vec![dice::fair::Contribution("x".to_owned()); 2],
        };
        let mut game = Match::begin(opening).expect("a battle");
        let mut dice = dice::Dice::numbered(7, u64::from(seed));
        while game.decision().is_some() {
            for seat in game.awaiting().iter() {
                let menu = game.state().menu(seat);
                let fire = menu.at_will.iter().flat_map(|it| &it.shots).map(|it| &it.shot);
                let act = menu.combat.iter().flat_map(|it| &it.choices).flat_map(|it| &it.shots);
                for shot in fire.chain(act) {
                    agrees(shot);
                    seen += 1;
                }
                let order = game.state().sample_order(seat, &mut dice);
                if let Progress::Resolved(_) = game.submit(seat, order).expect("legal") {
                    break;
                }
            }
        }
    }
    assert!(100 < seen, "{seen} shots looked at");
}

fn agrees(shot: &ShotMenu) {
    assert_eq!(shot.sum.iter().map(|it| it.value).sum::<i32>(), shot.threshold, "{shot:?}");
    assert_eq!(shot.kept.is_some(), shot.linked);
    if let Some(kept) = shot.kept {
        let (with, without) = (shot.chance, kept);
        assert!(
            u64::from(without.ways) * u64::from(with.of) <= u64::from(with.ways) * u64::from(without.of),
            "{shot:?}"
        );
    }
}

/// STR-4.5: countermeasures that are out already count in the odds of a locked missile.
#[test]
fn rule_4_5_countermeasures_are_told() {
    let battle = |out: bool| {
        situation(
            &options(),
            &json!({ "phase": "combat", "turn": 2, "units": [
                { "side": 0, "card": "Guardian 151a", "at": { "x": 12, "y": 12 }, "lock": { "target": 1, "turn": 1 } },
                { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 12, "y": 17 }, "countermeasures": out },
            ] }),
        )
    };
    let missile = |out: bool| {
        let menu = battle(out).menu(Seat(0)).combat.expect("an action");
        let shots: Vec<ShotMenu> = menu.choices.into_iter().flat_map(|it| it.shots).collect();
        let locked = |it: &ShotMenu| it.sum.iter().any(|it| it.why == Why::Sensors);
        assert!(shots.iter().filter(|it| !locked(it)).all(|it| it.unstopped.is_none()));
        shots.into_iter().find(locked).expect("a launch")
    };
    assert_eq!(missile(true).unstopped.map(|it| (it.ways, it.of)), Some((1, 2)));
    assert_eq!(missile(false).unstopped, None);
}

/// STR-2.11, STR-2.13, STR-2.14, STR-2.17: what a plan says may be added to it is what the rules accept.
#[test]
fn rule_2_13_yaw_and_evasion_as_the_menu_says() {
    for facing in [0, 4] {
        let battle = situation(
            &options(),
            &json!({ "phase": "plan", "turn": 2, "units": [
                { "side": 0, "card": "Guardian 151a", "at": { "x": 12, "y": 12 }, "speed": 4, "facing": facing },
                { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 12, "y": 30 } },
            ] }),
        );
        let menu = battle.menu(Seat(0)).plan.expect("a plan");
        let (mut yaws, mut evades) = (0, 0);
        for it in &menu.choices {
            let plan = |yaw, evasive| {
                let plan = Plan { first: it.first, second: it.second, yaw, evasive, stop: false };
                battle.check(Seat(0), &Action::Plan(plan).into()).is_ok()
            };
            assert_eq!(plan(0, true), it.evasive, "{it:?}");
            // By an hour that is not the way back to the course.
            assert_eq!(plan(3, false), it.stress_yaw_first.is_some(), "{it:?}");
            yaws += usize::from(it.stress_yaw_first.is_some());
            evades += usize::from(it.evasive);
        }
        assert!(0 < yaws && yaws < menu.choices.len());
        assert_eq!(evades == menu.choices.len(), facing == 0);
    }
}

/// STR-SET.6: every entry takes the unit on each of its courses; the enemy's edge is none.
#[test]
fn rule_set_6_entries_are_open() {
    let battle = situation(
        &options(),
        &json!({ "phase": "arrive", "turn": 2, "units": [
            { "side": 0, "card": "Guardian 151a", "at": { "x": 12, "y": 12 } },
            { "side": 0, "card": "Guardian 151a", "status": "arriving" },
            { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 12, "y": 30 } },
        ] }),
    );
    let menu = battle.menu(Seat(0));
    let [arrival] = menu.arrive.as_slice() else { panic!("one arrives: {:?}", menu.arrive) };
    let Arrival::Enter(default) = arrival.default else { panic!("it enters") };
    assert!(3 <= arrival.entries.len(), "{:?}", arrival.entries);
    for entry in &arrival.entries {
        let Zone::Rectangle { from, to } = entry.zone else { panic!("a strip") };
        let at = geometry::Point { x: (from.x + to.x).part(2), y: (from.y + to.y).part(2) };
        assert!(!entry.courses.is_empty());
        for &course in &entry.courses {
            let placed = Arrival::Enter(Placement { at, course, ..default });
            battle.check(Seat(0), &Action::Arrive(vec![placed]).into()).expect("open");
        }
    }
}

/// STR-ADD.2, STR-ADD.8: back two turns later, if there is such a turn.
#[test]
fn rule_add_8_whether_a_return_is_in_time() {
    let back = |turn: u16| {
        let battle = situation(
            &options(),
            &json!({ "phase": "leave", "turn": turn, "active": [0, null], "units": [
                { "side": 0, "card": "Guardian 151a", "at": { "x": 0, "y": 12 },
                    "status": { "away": { "since": turn } } },
                { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 12, "y": 30 } },
            ] }),
        );
        let menu = battle.menu(Seat(0)).leave.expect("asked");
        assert_eq!(menu.due, turn + 2);
        menu.back
    };
    assert_eq!([3, 4, 5, 6].map(back), [Back::Sure, Back::Sure, Back::Seventh, Back::TooLate]);
}

/// STR-2.3, STR-2.13: both orders of speed and slide with their own paths, a
/// yaw before a drift with its stress, and where the enemy can be.
#[test]
fn rule_2_3_the_plan_menu_tells_both_orders() {
    let battle = situation(
        &options(),
        &json!({ "units": [
            { "side": 0, "card": "Guardian 151a", "at": { "x": 12, "y": 12 }, "speed": 4 },
            { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 12, "y": 30 }, "course": 6, "speed": 3 },
        ] }),
    );
    let menu = battle.menu(Seat(0)).plan.expect("to plan");
    let of = |first: char, second: char| {
        let fits = |it: &&rules_stratoyager::PlanChoice| {
            it.first.kind.card() == first
                && it.second.kind.card() == second
                && (it.first.thrust, it.second.thrust) == (1, 1)
                && [it.first, it.second]
                    .iter()
                    .all(|it| matches!(it.kind, Kind::Accelerate | Kind::SlideStarboard))
        };
        menu.choices.iter().find(fits).expect("listed")
    };
    let (speed_first, slide_first) = (of('A', 'C'), of('C', 'A'));
    assert_eq!(speed_first.path.last(), slide_first.path.last());
    assert_ne!(speed_first.path, slide_first.path);
    assert_eq!(speed_first.stress, slide_first.stress);
    let plain =
        menu.choices.iter().find(|it| (it.first.thrust, it.second.thrust) == (0, 0)).expect("a drift");
    assert_eq!(plain.stress_with_yaw, Some(menu.yaw_first));
    let [enemy] = menu.others.as_slice() else { panic!("one enemy") };
    assert_eq!(enemy.drift, geometry::Point { y: geometry::Length::units(27), ..plain.path[0] });
    assert!(3 <= enemy.safe.len());
    for hours in 1..12 {
        battle.check(Seat(0), &Action::Plan(Plan { yaw: hours, ..Plan::DRIFT }).into()).expect("legal");
    }
}

/// STR-ADD.6: the clock runs where two plan against each other in arcade mode;
/// the first of them says stop, and who has laid nothing drifts.
#[test]
fn rule_add_6_the_clock_of_arcade_mode() {
    let battle = |arcade: bool, phase: &str| {
        situation(
            &Options { arcade, ..options() },
            &json!({ "phase": phase, "units": [
                { "side": 0, "card": "Guardian 151a", "at": { "x": 12, "y": 12 }, "speed": 4 },
                { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 12, "y": 30 }, "course": 6, "speed": 3 },
            ] }),
        )
    };
    let arcade = battle(true, "plan");
    let clock = arcade.clock().expect("a clock");
    assert_eq!((clock.seconds, clock.restarts, clock.rule), (30, 2, "STR-ADD.6"));
    assert_eq!(battle(false, "plan").clock(), None);
    assert_eq!(battle(true, "combat").clock(), None);
    let drift = arcade.lapsed(Seat(1)).expect("an order");
    arcade.check(Seat(1), &drift).expect("legal");
    assert_eq!(drift, Action::Plan(Plan::DRIFT).into());
    assert_eq!(arcade.clocked(&drift, true), Action::Plan(Plan { stop: true, ..Plan::DRIFT }).into());
    assert_eq!(arcade.clocked(&arcade.clocked(&drift, true), false), drift);
    assert_eq!(battle(true, "combat").lapsed(Seat(0)), None);
}
