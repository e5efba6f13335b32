//! The odds that are told, against every throw of the dice through the real rules.

use engine::{Assist, Game, Library, Odds, Orders, Seat, Spoken, Viewer, Ways, throws};
use rules_talon::{Battle, Options, Order, ShipId, Situation};
use serde_json::{Value, json};

/// More throws than any of these volleys has.
const MOST: usize = 400_000;

fn start(ships: &Value) -> Battle {
    // A hulk has one group, so that no tie of dice is ever rolled again (TAL-CRIT.5).
    let hulk = json!({
        "faction": "terran", "class": "Hulk", "kind": "ship", "names": [], "points": 1, "explosion": 0,
        "curve": [[1, 5, 1], [1, 4, 1]], "start": 1, "hull": ["H", "C", "H", "H"],
        "shields": { "forward": 2, "right": 1, "rear": 1, "left": 1 }, "battery": false, "afterburners": 0,
        "groups": [{ "weapon": "phaser", "count": 1, "arcs": "FLR", "red": 1, "yellow": 1 }],
    });
    let situation = json!({
        "impulse": "C", "phase": "fire", "side": 1, "initiative": 0, "designs": [hulk], "ships": ships,
    });
    let situation: Situation = plain::from_value(&situation).expect("a situation");
    Battle::from_situation(&Options::default(), &situation).unwrap_or_else(|err| panic!("{err}"))
}

fn read(battle: &Battle, text: &str) -> Order {
    let order = Battle::read_order(&battle.view(Viewer::Seat(Seat(1))), Seat(1), text).expect("an order");
    battle.check(Seat(1), &order).unwrap_or_else(|err| panic!("{text}: {err}"));
    order
}

fn told(battle: &Battle, order: &Order) -> Vec<Odds> {
    battle.odds(Seat(1), &battle.menu(Seat(1)), order)
}

fn of<'a>(told: &'a [Odds], tag: &str, unit: &str) -> &'a Ways {
    let found = told.iter().find(|it| it.what.contains(&format!("at {tag} ")) && it.unit == unit);
    &found.unwrap_or_else(|| panic!("no {unit} of {tag} in {told:?}")).ways
}

/// Hull boxes, shields and destruction of ships of side 0, as told and as thrown.
#[track_caller]
fn compare(ships: &Value, text: &str, targets: &[(u8, &str)]) {
    let battle = start(ships);
    let order = read(&battle, text);
    let told = told(&battle, &order);
    let orders: Orders<Order> = [(Seat(1), order)].into_iter().collect();
    let throws = throws(&battle, &orders, MOST).expect("few enough to try");
    for &(id, tag) in targets {
        let before = battle.ship(ShipId(id));
        let boxes = battle.design_of(ShipId(id)).hull.len();
        let count = |value: &dyn Fn(&Battle) -> usize| {
            let all: Vec<(u128, usize)> = throws.iter().map(|it| (it.of, value(it.table.state()))).collect();
            Ways::once_in(&all)
        };
        let gone = |after: &Battle| !after.ship(ShipId(id)).is_active();
        // TAL-CRIT.12: a breach takes the ship with all its boxes.
        let marked =
            |after: &Battle| if gone(after) { boxes } else { after.ship(ShipId(id)).hull_marked.into() };
        let hull = count(&|after| marked(after) - usize::from(before.hull_marked));
        assert_eq!(of(&told, tag, "hull boxes"), &hull, "{text}: hull of {tag}");
        assert_eq!(of(&told, tag, "destroyed"), &count(&|it| usize::from(gone(it))), "{text}: end of {tag}");
        let left = |it: &Battle| it.ship(ShipId(id)).shields.iter().map(|it| usize::from(*it)).sum::<usize>();
        let lost = count(&|after| left(&battle) - left(after));
        if !lost.is_sure() {
            assert_eq!(of(&told, tag, "shield boxes"), &lost, "{text}: shields of {tag}");
        }
        assert!(told.iter().all(|it| it.ways.is_exact()));
    }
}

/// TAL-8.3.1, TAL-8.4.1a, TAL-8.4.3, TAL-8.4.4: shields, hull, criticals and the end of a ship.
#[test]
fn rule_8_3_1_a_volley_is_told_as_it_falls() {
    let hulk = |more: Value| {
        let mut ship = json!({ "side": 0, "class": "Hulk", "at": [7, 6], "facing": 3 });
        ship.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        ship
    };
    let cruiser = |x: i32, y: i32| json!({ "side": 1, "class": "CA", "at": [x, y], "facing": 3 });
    let near = json!([hulk(json!({ "shields": [1, 0, 0, 1] })), cruiser(9, 6)]);
    compare(&near, "B1 1 A1; done", &[(0, "A1")]);
    compare(&near, "B1 1 A1 A1; done", &[(0, "A1")]);
    let bare = json!([hulk(json!({ "shields": [0, 0, 0, 0], "hull_marked": 1 })), cruiser(8, 6)]);
    compare(&bare, "B1 1 A1 A1; done", &[(0, "A1")]);
}

/// TAL-8.3.2: two ships strike two arcs of one target.
#[test]
fn rule_8_3_2_every_arc_has_its_own_shields() {
    let ships = json!([
        { "side": 0, "class": "Hulk", "at": [7, 6], "facing": 3 },
        { "side": 1, "class": "FF", "at": [5, 6], "facing": 0 },
        { "side": 1, "class": "FF", "at": [9, 6], "facing": 3 },
    ]);
    let battle = start(&ships);
    let menu = battle.menu(Seat(1)).fire.expect("a fire menu");
    let arcs: Vec<_> =
        menu.ships.iter().flat_map(|it| &it.groups).flat_map(|it| &it.targets).map(|it| it.arc).collect();
    assert!(arcs.iter().any(|it| *it != arcs[0]), "two arcs are struck: {arcs:?}");
    compare(&ships, "B1 1 A1; B2 1 A1; done", &[(0, "A1")]);
}

/// TAL-8.3.1: what is told of one group is what its menu says, in parts of a million.
#[test]
fn rule_8_3_1_the_menu_says_the_same() {
    let mut groups = 0;
    let ships = json!([
        { "side": 0, "class": "CA", "at": [7, 6], "facing": 3 },
        { "side": 0, "class": "SC", "at": [6, 6], "facing": 2 },
        { "side": 1, "class": "CA", "at": [9, 6], "facing": 3 },
        { "side": 1, "class": "CL", "at": [9, 8], "facing": 3 },
    ]);
    let battle = start(&ships);
    let menu = battle.menu(Seat(1));
    for order in battle.offered(Seat(1), &menu) {
        let told = battle.odds(Seat(1), &menu, &order);
        let rules_talon::Action::Fire { volleys, .. } = &order.action else { continue };
        let [volley] = volleys.as_slice() else { continue };
        let shots: Vec<_> = volley.shots.iter().filter_map(|it| it.target).collect();
        let Some(&target) = shots.first().filter(|first| shots.iter().all(|it| it == *first)) else {
            continue;
        };
        let fire = menu.fire.as_ref().expect("a fire menu");
        let ship = fire.ships.iter().find(|it| it.ship == volley.ship).expect("in the menu");
        let group = ship.groups.iter().find(|it| it.group == volley.group).expect("in the menu");
        let it = group.targets.iter().find(|it| it.target == target).expect("in the menu");
        let odds = match shots.len() {
            1 => &it.one,
            n if n == usize::from(group.weapons) => &it.all,
            n => &it.some[n - 2],
        };
        let ways = &told.iter().find(|it| it.unit == "destroyed").expect("always told").ways;
        let dead = ways.counts().get(1).copied().unwrap_or(0);
        assert_eq!((dead * 1_000_000 / ways.whole()) as u32, odds.destroyed, "{order:?}");
        let hull = &told.iter().find(|it| it.unit == "hull boxes").expect("of a ship").ways;
        for (boxes, millions) in odds.hull.iter().enumerate() {
            let ways = hull.counts().get(boxes).copied().unwrap_or(0);
            assert_eq!((ways * 1_000_000 / hull.whole()) as u32, *millions, "{order:?}");
        }
        groups += 1;
    }
    assert!(4 < groups, "{groups} volleys in all");
}

/// TAL-4.1.1: in other phases nothing is fired, and nothing told.
#[test]
fn only_fire_has_odds() {
    let scenario = rules_talon::scenario("intro");
    let mut table = engine::Table::new(
        Battle::set_up(&scenario.options, &scenario).expect("set up"),
        dice::Dice::numbered(1, 1),
    );
    table.open();
    let battle = table.into_state();
    let engine::Pending::Orders(decision) = battle.pending() else { panic!("it begins") };
    assert_ne!(decision.phase, "fire");
    for seat in decision.seats.iter() {
        let menu = battle.menu(seat);
        assert!(battle.offered(seat, &menu).iter().all(|it| battle.odds(seat, &menu, it).is_empty()));
    }
}
