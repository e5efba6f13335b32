//! What a table draws of ships: the one description that paper is drawn from too.

use engine::{Assist, Game, Seat, Viewer};
use rules_full_thrust::{Options, Order, library::navies, sheet};
use serde_json::{Value, json};
use testkit::golden;

use crate::case::{Case, beam, design, order};

fn shown(case: &Case, viewer: Viewer) -> Value {
    plain::to_value(&case.table.state().view(viewer))
}

fn ours(case: &Case) -> Value {
    shown(case, Viewer::Seat(Seat(0)))
}

/// The design that the first ship of a view has, and the faces its icons have.
fn plate(view: &Value, ship: usize) -> (&Value, Vec<&Value>) {
    let displays = &view["field"]["displays"];
    let plate = &displays["designs"][displays["ships"][ship].as_u64().expect("a number") as usize];
    let face = |icon: &Value| &displays["faces"][icon["face"].as_u64().expect("a number") as usize];
    (plate, plate["icons"].as_array().expect("icons").iter().map(face).collect())
}

/// One ship of each side, ours with these systems and weapons.
fn duel(systems: Value, weapons: Value, options: Value, ship: Value) -> Case {
    let mut ship = ship;
    ship["side"] = json!(0);
    ship["design"] = json!("Ours");
    ship["at"] = json!({ "x": 50, "y": 50 });
    Case::new(
        &options,
        &json!({
            "table": { "width": 200, "height": 200 },
            "designs": [
                design("Ours", 100, 20, json!([[4, 2]]), systems, weapons),
                design("Theirs", 70, 20, json!([]), json!([{ "name": "drive", "thrust": 4 }]), json!([beam(1)])),
            ],
            "ships": [ship, { "side": 1, "design": "Theirs", "at": { "x": 50, "y": 90 } }],
        }),
    )
}

/// FT-2.4.1: every supplied ship has the same icons in the same order on the table as on paper, with the
/// same symbols and numbers.
#[test]
fn rule_2_4_1_table_and_paper_draw_the_same() {
    for ship in navies().iter().flat_map(|navy| &navy.ships) {
        let case = Case::new(
            &json!({ "tech_base": null }),
            &json!({
                "ships": [
                    { "side": 0, "design": ship.name, "at": { "x": 20, "y": 20 } },
                    { "side": 1, "design": "Frigate", "at": { "x": 50, "y": 20 } },
                ],
            }),
        );
        let (view, svg) = (ours(&case), sheet::draw(ship, &Options::default()));
        let (plate, faces) = plate(&view, 0);
        let drawn: Vec<&str> = svg.split("<g transform").collect();
        for (number, face) in faces.iter().enumerate() {
            let label = format!(">{number} ");
            let on_paper = drawn.iter().find(|it| it.contains(&label)).unwrap_or_else(|| {
                panic!("{}: icon {number} is not on paper: {face}", ship.name);
            });
            let shape = face["shape"].as_str().expect("a shape");
            assert!(on_paper.contains(shape), "{}: icon {number}: {face}\n{on_paper}", ship.name);
            let text = face["text"].as_str().expect("a text");
            assert!(text.is_empty() || on_paper.contains(&format!(">{text}<")), "{}: {text}", ship.name);
        }
        assert!(!svg.contains(&format!(">{} ", faces.len())), "{}: paper has more icons", ship.name);
        assert_eq!(plate["crew"].as_array().expect("crew").len() as u32, ship.crew_factor(), "{}", ship.name);
        let boxes: u64 = plate["rows"].as_array().expect("rows").iter().filter_map(Value::as_u64).sum();
        assert_eq!(boxes, u64::from(ship.hull.boxes), "{}", ship.name);
    }
}

/// FT-4.3.1, FT-5.0.1, FT-6.3.1: how far each weapon reaches, whatever it may be set to.
#[test]
fn rule_4_3_1_reaches() {
    // As many arcs as each has at least.
    let forward = |(mut weapon, arcs): (Value, u8)| {
        // FT-4.2.4: point defence bears all round, and has no arcs to write down.
        if weapon["name"] != "pds" {
            (weapon["leftArc"], weapon["numArcs"]) = (json!(if arcs == 1 { "F" } else { "FP" }), json!(arcs));
        }
        weapon
    };
    let weapons = [
        (json!({ "name": "beam", "class": 3 }), 1, 36),
        (json!({ "name": "graser", "class": 2 }), 3, 24),
        (json!({ "name": "graser", "class": 2, "heavy": true }), 1, 36),
        (json!({ "name": "kgun", "class": 2, "modifier": "short" }), 1, 20),
        (json!({ "name": "kgun", "class": 2 }), 1, 30),
        (json!({ "name": "torpedoPulse", "modifier": "long" }), 1, 45),
        (json!({ "name": "torpedoVariable" }), 1, 45),
        (json!({ "name": "submunition" }), 3, 18),
        (json!({ "name": "pbl", "class": 1 }), 1, 30),
        (json!({ "name": "pds" }), 1, 6),
        (json!({ "name": "ads" }), 3, 12),
    ];
    let mounts: Vec<Value> = weapons.iter().map(|it| forward((it.0.clone(), it.1))).collect();
    let case = duel(json!([{ "name": "drive", "thrust": 4 }]), json!(mounts), json!({}), json!({}));
    let view = ours(&case);
    let (_, faces) = plate(&view, 0);
    // The drive is the first.
    let reaches: Vec<Value> = faces[1..=weapons.len()].iter().map(|it| it["reach"].clone()).collect();
    assert_eq!(reaches, weapons.map(|it| json!(it.2)));
    assert_eq!(faces[0].get("reach"), None);
    assert_eq!(
        (&faces[0]["name"], &faces[0]["short"]),
        (&json!("Main drive, thrust 4"), &json!("Main drive"))
    );
    assert_eq!(faces[4]["name"], json!("Short-range K-gun, class 2"));
    assert_eq!(
        (&faces[1]["look"], &faces[4]["look"], &faces[10]["look"]),
        (&json!("ray"), &json!("shell"), &json!("burst"),)
    );
}

/// FT-4.11.8, FT-10.5.1: thrust and crew as damage has left them; FT-4.11.3: what each row brings.
#[test]
fn rule_4_11_8_what_is_left() {
    let systems = json!([{ "name": "drive", "thrust": 5 }]);
    for (half, thrust) in [("floor", 2), ("ceil", 3)] {
        let options = json!({ "drive_half": half, "core_systems": false });
        let hurt = json!({ "drive_hits": 1, "hull_lost": 9 });
        let view = ours(&duel(systems.clone(), json!([]), options, hurt));
        let chart = &view["chart"]["ships"][0];
        // 20 boxes, 5 crew factors: one in every fourth box.
        assert_eq!((&chart["thrust"], &chart["crew"]), (&json!(thrust), &json!(3)));
        assert_eq!(plate(&view, 0).0["checks"], json!([6, 5, 4]));
    }
}

/// FT-16.2.1: after a roll port mounts bear to starboard; what bears both ways is as it was.
#[test]
fn rule_16_2_1_rolled_arcs() {
    let weapons = json!([
        { "name": "beam", "class": 3, "leftArc": "FP", "numArcs": 2 },
        { "name": "beam", "class": 2, "leftArc": "FP", "numArcs": 3 },
    ]);
    let systems = json!([{ "name": "drive", "thrust": 4 }]);
    let arcs = |rolled: bool| {
        let case =
            duel(systems.clone(), weapons.clone(), json!({ "rolling": true }), json!({ "rolled": rolled }));
        ours(&case)["chart"]["ships"][0]["arcs"].clone()
    };
    assert_eq!((arcs(false), arcs(true)), (json!([]), json!([[1, ["F", "FS"]]])));
}

/// FT-3.2.2: a ship that may turn by two and change its velocity by four.
#[test]
fn rule_3_2_2_reach() {
    let case = duel(
        json!([{ "name": "drive", "thrust": 4 }]),
        json!([]),
        json!({}),
        json!({ "facing": 12, "velocity": 8 }),
    );
    let view = ours(&case);
    let reach = view["chart"]["ships"][0]["reach"].as_str().expect("a text");
    // Straight on with all its thrust, and as slow as a turn of two points to port allows.
    for corner in ["50.0,62.0", "44.8,53.0"] {
        assert!(reach.split(' ').any(|it| it == corner), "{corner} in {reach}");
    }
    let tenths = |text: &str| text.replace('.', "").parse::<i64>().expect("a number to a tenth");
    let pairs = reach.split(' ').map(|it| it.split_once(',').expect("a pair"));
    let corners: Vec<(i64, i64)> = pairs.map(|(x, y)| (tenths(x), tenths(y))).collect();
    // Whatever it may be ordered to fly ends within, also with turns written apart (FT-3.5.5).
    let menu = case.table.state().menu(Seat(0));
    let tenth = geometry::Length::PER_UNIT / 10;
    for choice in &menu.plots[0].choices {
        let end = choice.path.last().expect("an end");
        let (x, y) = (end.x.0 / tenth, end.y.0 / tenth);
        let next = corners.iter().cycle().skip(1);
        let inside = corners.iter().zip(next).all(|(a, b)| {
            // Both are rounded to a tenth.
            -200 < (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0)
        });
        assert!(inside, "{} ends at {x},{y} tenths, outside of {reach}", json!(choice.plot));
    }
}

/// FT-3.2.1, FT-12.12.2, FT-16.2.1: what plots cost stands beside them, and what was typed is told as well.
#[test]
fn rule_3_2_1_costs() {
    let case = duel(
        json!([{ "name": "drive", "thrust": 6 }]),
        json!([]),
        json!({ "rolling": true }),
        json!({ "facing": 12, "velocity": 8 }),
    );
    let menu = plain::to_value(&case.table.state().menu(Seat(0)));
    let choices = menu["plots"][0]["choices"].as_array().expect("choices");
    let cost = |plot: &str| choices.iter().find(|it| it["plot"] == plot).map(|it| it["cost"].clone());
    assert_eq!(cost("P2+4"), Some(json!({ "total": 6, "turning": 2 })));
    assert_eq!(cost("0"), Some(json!({ "total": 0, "turning": 0 })));
    assert_eq!(menu["plots"][0]["roll"], json!({ "total": 1, "turning": 1 }));
    // Too much for its drive, and yet it can be drawn.
    let typed: Order = plain::from_value(&order(0, json!({ "plot": "P3+6" }))).expect("an order");
    let told = case.table.state().preview(Seat(0), &typed).expect("a preview");
    let told = plain::to_value(&told);
    let choice = &told["plots"][0]["choices"][0];
    assert_eq!((&choice["cost"], &choice["velocity"]), (&json!({ "total": 9, "turning": 3 }), &json!(14)));
    // Not of a ship that somebody else commands.
    let theirs: Order = plain::from_value(&order(1, json!({ "plot": "P3+6" }))).expect("an order");
    assert_eq!(case.table.state().preview(Seat(0), &theirs).expect("a preview").plots, []);
    let vector = duel(
        json!([{ "name": "drive", "thrust": 6 }]),
        json!([]),
        json!({ "movement": "vector", "rolling": true }),
        json!({ "facing": 12, "velocity": 8 }),
    );
    let menu = plain::to_value(&vector.table.state().menu(Seat(0)));
    assert_eq!(menu["plots"][0]["roll"], json!({ "total": 0, "turning": 1 }));
    assert_eq!(menu["plots"][0]["push"], json!(1));
    let pushed: Order = plain::from_value(&order(0, json!({ "plot": "TP3 MD6 PS2" }))).expect("an order");
    let told = vector.table.state().preview(Seat(0), &pushed).expect("a preview");
    let told = plain::to_value(&told);
    assert_eq!(told["plots"][0]["choices"][0]["cost"], json!({ "total": 6, "turning": 3 }));
}

/// FT-12.2.1: of a closed display nothing is sent but what it looks like; its owner has it all.
#[test]
fn rule_12_2_1_closed_displays() {
    let case = Case::new(
        &json!({ "sensors": true, "closed_book": true }),
        &json!({
            "designs": [design("Target", 70, 20, json!([[4, 0]]),
                json!([{ "name": "drive", "thrust": 7 }, { "name": "screen" }]), json!([beam(3)]))],
            "ships": [
                { "side": 0, "design": "Frigate", "at": { "x": 20, "y": 20 } },
                { "side": 1, "design": "Target", "at": { "x": 50, "y": 20 } },
            ],
        }),
    );
    let (view, owner) = (ours(&case), shown(&case, Viewer::Seat(Seat(1))));
    let (closed, faces) = plate(&view, 1);
    assert_eq!(closed["contact"], json!({ "class": "cruiser", "loud": 3 }));
    let symbols: Vec<&Value> = faces.iter().map(|it| &it["symbol"]).collect();
    assert_eq!(symbols, [&json!("drive"), &json!("bridge"), &json!("powerCore"), &json!("lifeSupport")]);
    let told = serde_json::to_string(&view["field"]["displays"]).expect("text");
    assert!(!told.contains("\"screen\"") && !told.contains("Target"), "{told}");
    let (open, faces) = plate(&owner, 1);
    assert_eq!((open.get("contact"), &open["name"]), (None, &json!("Target")));
    assert!(faces.iter().any(|it| it["symbol"] == "screen"));
}

/// A view that is read back is the view: what follows from it is worked out anew.
#[test]
fn a_view_survives_the_trip() {
    let case = duel(json!([{ "name": "drive", "thrust": 4 }]), json!([beam(2)]), json!({}), json!({}));
    let view = case.table.state().view(Viewer::Seat(Seat(0)));
    let text = serde_json::to_string(&view).expect("text");
    let back: rules_full_thrust::View = serde_json::from_str(&text).expect("a view");
    assert_eq!(back, view);
    assert_eq!(serde_json::to_string(&back).expect("text"), text);
}

/// What the tests of the client look at: a heavy cruiser and two frigates against the same.
#[test]
fn the_sample_of_the_client_is_fresh() {
    let ship = |side: u8, design: &str, x: u32, y: u32| {
        json!({ "side": side, "design": design, "at": { "x": x, "y": y },
            "facing": if side == 0 { 3 } else { 9 }, "velocity": 6 })
    };
    let case = Case::new(
        &json!({ "core_systems": false }),
        &json!({
            "ships": [
                ship(0, "Heavy Cruiser", 20, 24), ship(0, "Frigate", 20, 28), ship(0, "Frigate", 20, 40),
                ship(1, "Heavy Cruiser", 40, 24), ship(1, "Frigate", 40, 28), ship(1, "Frigate", 40, 20),
            ],
        }),
    );
    let view = ours(&case);
    let sample = json!({
        "field": { "options": view["field"]["options"], "displays": view["field"]["displays"] },
        "chart": view["chart"],
    });
    let text = serde_json::to_string_pretty(&sample).expect("text");
    golden("tests/displays/sample.json", &format!("{text}\n"));
}
