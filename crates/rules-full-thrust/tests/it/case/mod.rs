//! A battle stopped at a moment, with scripted dice, for the worked examples.

use dice::Dice;
use engine::{Game, Library, Orders, Pending, Refusal, Seat, Table};
use rules_full_thrust::{Battle, Options, Order, ShipId, Situation};
use serde_json::{Value, json};

pub(crate) struct Case {
    pub(crate) table: Table<Battle>,
}

impl Case {
    pub(crate) fn new(options: &Value, situation: &Value) -> Case {
        let options: Options = plain::from_value(options).expect("options");
        let situation: Situation = plain::from_value(situation).expect("a situation");
        let battle = Battle::from_situation(&options, &situation).unwrap_or_else(|err| panic!("{err}"));
        Case { table: Table::new(battle, Dice::scripted(Vec::new())) }
    }

    pub(crate) fn refusal(&self, seat: u8, order: &Value) -> Refusal {
        let order: Order = plain::from_value(order).expect("an order");
        self.table.state().check(Seat(seat), &order).expect_err("refused")
    }

    #[track_caller]
    pub(crate) fn refused(&self, seat: u8, order: &Value, rule: &str) {
        let refusal = self.refusal(seat, order);
        assert!(refusal.cites(rule), "{refusal}");
    }

    /// Plays one decision; seats without an order do nothing.
    #[track_caller]
    pub(crate) fn play(&mut self, given: &[(u8, Value)], dice: &[u8]) {
        let Pending::Orders(decision) = self.table.state().pending() else { panic!("the battle is over") };
        let mut orders = Orders::default();
        for seat in decision.seats.iter() {
            let order =
                given.iter().find(|it| it.0 == seat.0).map_or(idle(decision.phase), |it| it.1.clone());
            let order: Order = plain::from_value(&order).expect("an order");
            if let Err(refusal) = self.table.state().check(seat, &order) {
                panic!("{refusal}");
            }
            orders.insert(seat, order);
        }
        self.table.set_dice(Dice::scripted(dice.to_vec()));
        self.table.resolve(&orders);
        assert_eq!(self.table.dice().trouble(), None, "{}", decision.phase);
        assert!(self.table.dice().is_spent(), "{} dice left over", self.table.dice().left_over());
    }

    pub(crate) fn group(&self, id: u8) -> &rules_full_thrust::Group {
        self.table.state().group(rules_full_thrust::GroupId(id))
    }

    pub(crate) fn ship(&self, id: u8) -> &rules_full_thrust::Ship {
        self.table.state().ship(ShipId(id))
    }
}

pub(crate) fn idle(phase: &str) -> Value {
    match phase {
        "ships fire" | "launch" | "move fighters" | "secondary moves" | "attacks" | "scramble" => {
            json!("pass")
        }
        "dogfights" => json!({ "dogfight": [] }),
        "attack runs" => json!({ "run": [] }),
        "evasion" => json!({ "evade": [] }),
        "flak and second stages" => json!({ "opening": {} }),
        "point defence" => json!({ "defend": [] }),
        "parting shots" => json!({ "parting": [] }),
        "damage control" => json!({ "repair": [] }),
        "boarders cross" => json!({ "cross": [] }),
        "duties of boarders" => json!({ "duties": [] }),
        "repel boarders" => json!({ "repel": [] }),
        "stern chase" => json!({ "chase": false }),
        "FTL arrivals" => json!({ "plans": [] }),
        "active scans" => json!({ "scan": [] }),
        "share damage" => json!({ "share": [] }),
        "EMP" => json!({ "emp": [] }),
        "weapon settings" => json!({ "settings": [] }),
        "power cores" => json!({ "cores": [] }),
        "round the planet" => json!({ "rounds": [] }),
        "place features" => json!({ "features": [] }),
        _ => json!({ "orders": {} }),
    }
}

/// An order for one ship with these fields beside its number.
pub(crate) fn order(ship: u8, fields: Value) -> Value {
    let mut order = fields;
    order["ship"] = json!(ship);
    json!({ "orders": { "ships": [order] } })
}

pub(crate) fn plot(ship: u8, plot: &str) -> Value {
    json!({ "orders": { "ships": [{ "ship": ship, "plot": plot }] } })
}

/// A design with these weapons and systems and nothing else to speak of.
pub(crate) fn design(
    name: &str,
    mass: u32,
    boxes: u32,
    armour: Value,
    systems: Value,
    weapons: Value,
) -> Value {
    json!({
        "name": name, "mass": mass,
        "hull": { "points": boxes, "rows": 4, "stealth": "0", "streamlining": "none" },
        "armour": armour, "systems": systems, "weapons": weapons,
    })
}

/// A gunship that shoots at a target north of it, facing away.
pub(crate) fn range(weapons: &Value, target: Value, distance: u32, options: &Value) -> Case {
    let systems =
        json!([{ "name": "drive", "thrust": 2 }, { "name": "fireControl" }, { "name": "fireControl" }]);
    let gunship = design("Gunship", 300, 30, json!([]), systems, weapons.clone());
    let mut options = options.clone();
    options["core_systems"] = json!(false);
    Case::new(
        &options,
        &json!({
            "phase": "fire",
            "table": { "width": 200, "height": 200 },
            "designs": [gunship, target],
            "ships": [
                { "side": 0, "design": "Gunship", "at": { "x": 50, "y": 50 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 50 + distance }, "velocity": 7 },
            ],
        }),
    )
}

pub(crate) fn target(armour: Value, systems: Value) -> Value {
    design("Target", 200, 40, armour, systems, json!([]))
}

pub(crate) fn beam(class: u8) -> Value {
    json!({ "name": "beam", "class": class, "leftArc": "F", "numArcs": 6 })
}

/// Fires the weapons from icon 3 on at the target and gives back hull lost and armour left.
#[track_caller]
pub(crate) fn shoot(mut case: Case, weapons: usize, dice: &[u8]) -> (u16, Vec<u16>) {
    let shots: Vec<Value> = (0..weapons).map(|i| json!({ "weapon": 3 + i, "target": 1 })).collect();
    case.play(&[(0, json!({ "fire": { "ship": 0, "shots": shots } }))], dice);
    (case.ship(1).hull_lost, case.ship(1).armour.iter().map(|it| it.boxes()).collect())
}

pub(crate) fn flying(thrust: u8, facing: u8, velocity: u16, more: &Value, options: &Value) -> Case {
    let advanced = more.get("advanced").and_then(Value::as_bool).unwrap_or(false);
    let systems = json!([{ "name": "drive", "thrust": thrust, "advanced": advanced }]);
    let flyer = design("Flyer", 20, 4, json!([]), systems, json!([]));
    let other = design("Other", 20, 4, json!([]), json!([]), json!([]));
    let mut ship = json!({ "side": 0, "design": "Flyer", "at": { "x": 50, "y": 50 }, "facing": facing,
        "velocity": velocity });
    for (name, value) in more.as_object().expect("fields").iter().filter(|it| it.0 != "advanced") {
        ship[name] = value.clone();
    }
    Case::new(
        options,
        &json!({
            "table": { "width": 100, "height": 100 },
            "designs": [flyer, other],
            "ships": [ship, { "side": 1, "design": "Other", "at": { "x": 1, "y": 1 } }],
        }),
    )
}
