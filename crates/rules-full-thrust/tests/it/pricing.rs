//! Prices of many designs: added up a second time from the book's numbers, part by part and whole.

use rules_full_thrust::{Design, Options, design::audit::Terms, library::navies};
use serde_json::{Value, json};

/// FT-13.1.1: every ship of the library under every hull, thrust and mass near its own.
fn generated() -> Vec<Design> {
    let ships = navies().iter().flat_map(|navy| &navy.ships);
    ships
        .flat_map(|ship| {
            (0..40_u32).map(|i| {
                let mut design = ship.clone();
                design.mass += i % 10;
                design.hull.boxes += i / 10;
                design.hull.rows = 3 + (i % 4) as u8;
                design
            })
        })
        .collect()
}

fn number(value: &Value) -> u32 {
    value.as_u64().map_or(0, |it| u32::try_from(it).expect("a small number"))
}

/// FT-13.5.1: per cent of a mass, to nearest, a half up, at least 1.
fn per_cent(mass: u32, per_cent: u32) -> u32 {
    if per_cent == 0 { 0 } else { ((mass * per_cent + 50) / 100).max(1) }
}

/// Mass and points of a part, of those that this file has looked up in the tables D4 to D8.
fn looked_up(mass: u32, part: &Value) -> Option<(u32, u32)> {
    let advanced = part["advanced"] == true;
    let (class, arcs) = (number(&part["class"]), number(&part["numArcs"]));
    let priced = |mass: u32, each: u32| Some((mass, each * mass));
    match (part["name"].as_str()?, class, arcs) {
        ("drive", ..) => priced(per_cent(mass, 5 * number(&part["thrust"])), if advanced { 3 } else { 2 }),
        ("ftl", ..) if part["transfer"].is_null() => priced(per_cent(mass, 10), if advanced { 3 } else { 2 }),
        ("fireControl", ..) if !advanced => Some((1, 4)),
        ("pds", ..) => Some((1, 3)),
        ("screen", ..) if !advanced && part["area"] != true => priced(per_cent(mass, 5), 3),
        ("submunition", ..) => Some((1, 3)),
        ("salvoLauncher", ..) => Some((3, 9)),
        ("magazine", ..) if part["kind"].is_null() => priced(2 * number(&part["capacity"]), 3),
        ("beam", 1, 6) => priced(1, 3),
        ("beam", 2, 3) => priced(2, 3),
        ("beam", 2, 6) => priced(3, 3),
        ("beam", 3, _) => priced(3 + arcs, 3),
        ("beam", 4, _) => priced(6 + 2 * arcs, 3),
        _ => None,
    }
}

/// FT-13.1.1: mass used and points of a ship, if all its parts could be looked up.
fn added_up(design: &Design) -> Option<(u32, u32)> {
    let file = plain::to_value(&design);
    let plain = ["wings", "extras", "holds", "marines"].iter().all(|it| {
        let it = &file[*it];
        it.is_null() || it == &json!([]) || it == &json!({})
    });
    let (mass, hull) = (number(&file["mass"]), &file["hull"]);
    let smooth = hull["streamlining"] == "none" && hull["stealth"] == "0";
    if !plain || !smooth {
        return None;
    }
    let boxes = number(&hull["points"]);
    // FT-13.7.1: half points are rounded up on the whole hull.
    let halves = [6, 4, 3, 2][usize::try_from(number(&hull["rows"])).ok()?.checked_sub(3)?];
    let (mut used, mut points) = (boxes, mass + (boxes * halves).div_ceil(2));
    for (i, layer) in (1..).zip(file["armour"].as_array()?) {
        let (standard, regenerative) = (number(&layer[0]), number(&layer[1]));
        used += standard + regenerative;
        // FT-7.6.1.
        points += 2 * i * standard + (2 * i + 2) * regenerative;
    }
    for list in ["systems", "weapons", "ordnance"] {
        for part in file[list].as_array()? {
            let (its, costs) = looked_up(mass, part)?;
            used += its;
            points += costs;
        }
    }
    Some((used, points))
}

/// FT-13.1.1: the bill is the sum of what the tables say.
#[test]
fn rule_13_1_1_the_bill_adds_up() {
    let mut compared = 0;
    for design in generated() {
        let Some((used, points)) = added_up(&design) else { continue };
        let bill = design.bill(&Options::default());
        assert_eq!((bill.used.up(), bill.points()), (used, points), "{}: {design:?}", design.name);
        compared += 1;
    }
    assert!(400 <= compared, "only {compared} designs could be looked up");
}

/// The book's worked example, a cruiser of mass 86: it is full, and costs 294 points (FT-13.1.1, FT-18.3.1).
#[test]
fn rule_13_1_1_the_worked_example() {
    let mut ships = navies().iter().flat_map(|navy| &navy.ships);
    let example = ships.find(|it| it.name == "Worked Example").expect("in the library");
    let bill = example.bill(&Options::default());
    assert_eq!((bill.used.up(), bill.points(), bill.cpv()), (86, 294, 282));
}

/// Whoever only looks at findings and whoever only wants the sum get the same bill.
#[test]
fn the_bill_does_not_depend_on_the_sink() {
    let options = Options::default();
    let terms = Terms { options: &options, tech: None, battle: true };
    for design in generated() {
        let mut n = 0;
        let bill = design.inspect(terms, &mut |_, _, _| n += 1);
        assert_eq!(bill, design.bill(&options));
        let audit = design.audit(terms);
        assert_eq!((audit.points, audit.mass), (bill.points(), design.mass));
        assert!(n <= audit.findings.len());
    }
}
