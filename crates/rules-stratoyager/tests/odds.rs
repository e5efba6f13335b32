//! The odds that are told, against every throw of the dice through the real rules.

use engine::{Assist, Game, Library, Odds, Orders, Pending, Seat, Spoken, Viewer, Ways, throws};
use rules_stratoyager::{Battle, Options, Order, Situation, UnitId};
use serde_json::{Value, json};

/// More throws than any of these attacks has.
const MOST: usize = 400_000;

fn start(situation: &Value) -> Battle {
    let situation: Situation = plain::from_value(situation).expect("a situation");
    let options = Options { dogfight: false, ..Options::default() };
    Battle::from_situation(&options, &situation).unwrap_or_else(|err| panic!("{err}"))
}

fn read(battle: &Battle, seat: Seat, text: &str) -> Order {
    let order = Battle::read_order(&battle.view(Viewer::Seat(seat)), seat, text).expect("an order");
    battle.check(seat, &order).unwrap_or_else(|err| panic!("{text}: {err}"));
    order
}

fn of<'a>(told: &'a [Odds], unit: &str) -> &'a Ways {
    &told.iter().find(|it| it.unit == unit).unwrap_or_else(|| panic!("no {unit} in {told:?}")).ways
}

/// What one order does to unit 1, the other side doing nothing.
#[track_caller]
fn compare(units: &Value, text: &str) {
    let battle = start(&json!({ "phase": "combat", "units": units }));
    let order = read(&battle, Seat(0), text);
    let told = battle.odds(Seat(0), &battle.menu(Seat(0)), &order);
    let Pending::Orders(decision) = battle.pending() else { panic!("somebody acts") };
    let mut orders: Orders<Order> = [(Seat(0), order)].into_iter().collect();
    if decision.seats.contains(Seat(1)) {
        orders.insert(Seat(1), read(&battle, Seat(1), "none"));
    }
    let throws = throws(&battle, &orders, MOST).expect("few enough to try");
    let before = battle.unit(UnitId(1));
    let count = |value: &dyn Fn(&Battle) -> usize| {
        let all: Vec<(u128, usize)> = throws.iter().map(|it| (it.of, value(it.table.state()))).collect();
        Ways::once_in(&all)
    };
    let lost = count(&|after| usize::from(before.structure - after.unit(UnitId(1)).structure));
    assert_eq!(of(&told, "structure points"), &lost, "{text}");
    let gone = count(&|after| usize::from(!after.unit(UnitId(1)).status.on_table()));
    assert_eq!(of(&told, "out of action"), &gone, "{text}");
    if 0 < before.shields {
        let drained = count(&|after| usize::from(before.shields - after.unit(UnitId(1)).shields));
        assert_eq!(of(&told, "shield levels"), &drained, "{text}");
    }
    assert!(told.iter().all(|it| it.ways.is_exact()));
}

/// STR-5.5, STR-5.6, STR-6.2, STR-6.3, STR-FEAT.3: near and far, with and without a second roll.
#[test]
fn rule_5_5_a_salvo_is_told_as_it_falls() {
    let units = |y: i32, more: Value| {
        let mut target = json!({
            "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 12, "y": y }, "course": 3, "speed": 3,
        });
        target.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        json!([{ "side": 0, "card": "Guardian 151a", "at": { "x": 12, "y": 12 }, "course": 0, "speed": 5 }, target])
    };
    compare(&units(22, json!({})), "salvo P1");
    compare(&units(27, json!({})), "salvo P1");
    compare(&units(17, json!({ "shields": 1 })), "salvo P1");
    compare(&units(22, json!({ "structure": 1 })), "salvo P1 keep");
}

/// STR-3.2, STR-3.3: what is told of a plan is what the menu's stress odds say.
#[test]
fn rule_3_3_stress_is_told_by_the_menu() {
    let units = json!([
        { "side": 0, "card": "Guardian 151a", "at": { "x": 12, "y": 2 }, "course": 0, "speed": 5 },
        { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 12, "y": 17 }, "course": 3, "speed": 3 },
    ]);
    let battle = start(&json!({ "phase": "plan", "units": units }));
    let Pending::Orders(decision) = battle.pending() else { panic!("somebody plans") };
    let seat = decision.seats.iter().next().expect("a seat");
    let menu = battle.menu(seat);
    let plans = menu.plan.as_ref().expect("a plan");
    let mut strained = 0;
    for order in battle.offered(seat, &menu) {
        let rules_stratoyager::Action::Plan(plan) = &order.action else { continue };
        let choice = plans.choices.iter().find(|it| (it.first, it.second) == (plan.first, plan.second));
        let Some(choice) = choice.filter(|it| plan.yaw == 0 && !it.crashes) else { continue };
        let told = battle.odds(seat, &menu, &order);
        if choice.stress == 0 {
            assert!(told.is_empty(), "{plan:?}: {told:?}");
            continue;
        }
        let odds = plans.stress.iter().find(|it| it.dice == choice.stress).expect("by number of dice");
        assert_eq!(of(&told, "failures"), &Ways::of(odds.ways), "{plan:?}");
        strained += 1;
    }
    assert!(0 < strained, "no plan strains the hull");
}
