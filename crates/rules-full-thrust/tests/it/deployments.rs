//! How fleets come onto the table (FT-18.1), and files that say so.

use dice::Dice;
use engine::{Game, Orders, Pending, Seat, Table, Tactics};
use rules_full_thrust::{Battle, Scenario};
use serde_json::{Value, json};

fn scenario(deployment: &Value, terrain: &Value) -> Result<Scenario, String> {
    let side = |name: &str, edge: &str| {
        let ships = json!([{ "design": "Pike Destroyer" }, { "design": "Lance Frigate" }]);
        json!({ "name": name, "edge": edge, "ships": ships })
    };
    let (one, two) =
        if deployment.get("converging").is_some() { ("south", "north") } else { ("west", "east") };
    let scenario: Scenario = plain::from_value(&json!({
        "name": "Test", "turns": 4, "deployment": deployment, "terrain": terrain,
        "sides": [side("Amber", one), side("Cobalt", two)],
    }))
    .map_err(|err| err.to_string())?;
    Battle::set_up(&scenario.options, &scenario).map_err(|err| err.to_string())?;
    Ok(scenario)
}

fn open(deployment: &Value, terrain: &Value, dice: &[u8]) -> Table<Battle> {
    let scenario = scenario(deployment, terrain).expect("a scenario");
    let battle = Battle::set_up(&scenario.options, &scenario).expect("a battle");
    let mut table = Table::new(battle, Dice::scripted(dice.to_vec()));
    table.open();
    table
}

fn asked(table: &Table<Battle>) -> (u8, &'static str) {
    let Pending::Orders(decision) = table.state().pending() else { panic!("over") };
    (decision.seats.iter().next().expect("somebody").0, decision.phase)
}

fn deploy(ship: u8, x: i32, y: i32, facing: u8, velocity: u16) -> Value {
    json!({ "deploy": { "ship": ship, "at": { "x": x, "y": y }, "facing": facing, "velocity": velocity } })
}

fn refused(table: &Table<Battle>, seat: u8, order: &Value) -> String {
    let order = plain::from_value(order).expect("an order");
    table.state().check(Seat(seat), &order).expect_err("refused").to_string()
}

fn play(table: &mut Table<Battle>, seat: u8, order: &Value) {
    let order = plain::from_value(order).expect("an order");
    table.state().check(Seat(seat), &order).unwrap_or_else(|err| panic!("{err}"));
    let mut orders = Orders::default();
    orders.insert(Seat(seat), order);
    table.resolve(&orders);
}

/// FT-18.1.1: within 6 MU of one's edge, free course, the lower die first; two at a time where so agreed.
#[test]
fn rule_18_1_1_meeting() {
    let mut table = open(&json!({ "meeting": { "most_velocity": 10 } }), &json!([]), &[2, 5]);
    assert_eq!(asked(&table), (0, "deployment"));
    assert!(refused(&table, 0, &deploy(0, 7, 20, 3, 4)).contains("FT-18.1.1"));
    assert!(refused(&table, 0, &deploy(0, 6, 20, 3, 11)).contains("FT-18.1.1"));
    assert!(refused(&table, 0, &deploy(2, 6, 20, 3, 4)).contains("FT-18.1.1"));
    // The smaller ship first is no matter here.
    play(&mut table, 0, &deploy(1, 6, 20, 9, 4));
    assert_eq!(asked(&table), (1, "deployment"));
    let mut table = open(&json!({ "meeting": { "most_velocity": 10, "each": 2 } }), &json!([]), &[2, 5]);
    play(&mut table, 0, &deploy(0, 6, 20, 3, 4));
    assert_eq!(asked(&table), (0, "deployment"));
    play(&mut table, 0, &deploy(1, 6, 30, 3, 4));
    assert_eq!(asked(&table), (1, "deployment"));
    assert!(scenario(&json!({ "meeting": { "most_velocity": 10, "each": 5 } }), &json!([])).is_err());
}

/// FT-18.1.2: along the long edges up to half way, all bound down the table.
#[test]
fn rule_18_1_2_converging() {
    let mut table = open(&json!({ "converging": { "most_velocity": 10 } }), &json!([]), &[2, 5]);
    for (x, y, facing) in [(37, 3, 3), (20, 7, 3), (20, 3, 5), (20, 3, 9)] {
        assert!(refused(&table, 0, &deploy(0, x, y, facing, 4)).contains("FT-18.1.2"), "{x} {y} {facing}");
    }
    play(&mut table, 0, &deploy(0, 36, 6, 4, 4));
    play(&mut table, 1, &deploy(2, 36, 42, 2, 4));
}

/// FT-18.1.3: the defender places features and ships first, in his half; the attacker comes in by his edge.
#[test]
fn rule_18_1_3_attack() {
    let rock = json!([{ "kind": "asteroid", "radius": 2 }]);
    let attack = json!({ "attack": { "most_velocity": 10, "defender": 2 } });
    let mut table = open(&attack, &rock, &[]);
    assert_eq!(asked(&table), (1, "place features"));
    assert!(refused(&table, 1, &json!({ "features": [[1, { "x": 60, "y": 20 }]] })).contains("FT-18.1.3"));
    assert!(refused(&table, 1, &json!({ "features": [[0, { "x": 80, "y": 20 }]] })).contains("FT-18.1.3"));
    play(&mut table, 1, &json!({ "features": [[0, { "x": 60, "y": 20 }]] }));
    assert_eq!(asked(&table), (1, "deployment"));
    assert!(refused(&table, 1, &deploy(2, 35, 20, 3, 4)).contains("FT-18.1.3"));
    // FT-17.6.1: nobody is placed in the rock.
    assert!(refused(&table, 1, &deploy(2, 61, 20, 3, 4)).contains("FT-17.6.1"));
    play(&mut table, 1, &deploy(2, 36, 20, 3, 4));
    play(&mut table, 1, &deploy(3, 40, 20, 3, 4));
    assert_eq!(asked(&table), (0, "deployment"));
    assert!(refused(&table, 0, &deploy(0, 1, 20, 3, 4)).contains("FT-18.1.3"));
    assert!(refused(&table, 0, &deploy(0, 0, 20, 9, 4)).contains("FT-18.1.3"));
    let captain = |table: &Table<Battle>| {
        plain::to_value(&table.state().captain(Seat(0), &mut Dice::scripted(Vec::new())))
    };
    let order = captain(&table);
    play(&mut table, 0, &order);
    let order = captain(&table);
    play(&mut table, 0, &order);
    assert_eq!(asked(&table).1, "write orders");
    // Without a defender every feature needs a place.
    assert!(scenario(&json!({ "meeting": { "most_velocity": 10 } }), &rock).is_err());
    assert!(scenario(&json!({ "attack": { "most_velocity": 10, "defender": 3 } }), &json!([])).is_err());
}

/// FT-17.1.1, FT-17.8.1, FT-18.2.2: a scenario file says what is wrong with it, all at once.
#[test]
fn rule_17_1_1_files_are_checked() {
    let place = json!({ "x": 20, "y": 20 });
    let wrong = json!([
        { "kind": "asteroid", "at": place, "radius": 0 },
        { "kind": "asteroid", "at": place, "radius": 1, "velocity": 4 },
        { "kind": "rings", "at": place, "radius": 5 },
        { "kind": "dust_cloud", "at": place, "radius": 5, "entry": 6 },
        { "kind": "planet_medium", "at": place, "radius": 5, "course": 3 },
    ]);
    let found = scenario(&json!({ "meeting": { "most_velocity": 10 } }), &wrong).expect_err("refused");
    for what in ["asteroid 1", "asteroid 2", "rings 3", "dust cloud 4", "planet 5"] {
        assert!(found.contains(what), "{found}");
    }
    assert!(
        scenario(&json!({ "meeting": { "most_velocity": 10 } }), &json!([{ "kind": "comet", "radius": 1 }]))
            .is_err()
    );
    let mut large = scenario(&json!({ "meeting": { "most_velocity": 10 } }), &json!([])).expect("sound");
    large.options.fleet_limits = rules_full_thrust::options::FleetLimits::Capitals;
    assert!(Battle::set_up(&large.options, &large).expect_err("escorts").to_string().contains("FT-18.2.2"));
}

/// FT-18.2.1: a tournament fleet below 500 or above 3,000 points is told so.
#[test]
fn rule_18_2_1_tournament_sizes() {
    use rules_full_thrust::{Options, fleet, options::FleetLimits};
    let options = Options { fleet_limits: FleetLimits::Patrol, ..Options::default() };
    let noted = |number: u32| {
        let ships = json!([{ "design": "Lance Frigate", "number": number }]);
        let fleet: fleet::Fleet =
            plain::from_value(&json!({ "name": "Patrol", "ships": ships })).expect("a fleet");
        fleet::review(&fleet, &options).findings.iter().any(|it| it.1.rule == "FT-18.2.1")
    };
    assert_eq!([6, 7, 37, 38].map(noted), [true, false, false, true]);
}
