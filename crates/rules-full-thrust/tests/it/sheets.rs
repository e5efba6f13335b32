//! Status displays: what is on them, and that nothing breaks them.

use rules_full_thrust::{
    Design, Options,
    design::{Arc, Arcs, Beam, Gun, Kind, List, Orientation, Pds, System},
    library::{navies, ship},
    sheet,
};
use serde_json::json;
use testkit::golden;

fn drawn(design: &Design) -> String {
    sheet::draw(design, &Options::default())
}

/// What is written on a display, in order.
fn words(svg: &str) -> Vec<String> {
    let texts = svg.split("</text>").filter(|part| part.contains("<text"));
    texts.map(|part| part.rsplit('>').next().expect("a text").to_owned()).collect()
}

/// Tags that close as they open, and nothing but what a display is made of.
fn assert_sound(svg: &str, what: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (inside, after) = tag.split_once('>').unwrap_or_else(|| panic!("{what}: <{tag}"));
        assert!(!after.contains('>'), "{what}: {after}");
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{what}");
            continue;
        }
        let name = inside.split([' ', '/']).next().expect("a name");
        assert!(["svg", "rect", "g", "path", "circle", "text"].contains(&name), "{what}: <{name}");
        for attribute in ["style", "href", "onload", "onclick"] {
            assert!(!inside.contains(&format!(" {attribute}=")), "{what}: {attribute}");
        }
        assert_eq!(inside.matches('"').count() % 2, 0, "{what}: <{inside}>");
        if !inside.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{what}: {open:?}");
}

/// FT-2.4.1: the book's cruiser and a ship of ours, to the letter.
#[test]
fn rule_2_4_1_displays_as_they_are() {
    for (name, file) in [("Heavy Cruiser", "heavy-cruiser"), ("Hammerfall", "hammerfall")] {
        let svg = drawn(ship(name).expect("a supplied ship"));
        // One element a line, so that a change can be read.
        golden(format!("tests/displays/{file}.svg"), &svg.replace("><", ">\n<"));
    }
}

/// FT-2.4.1: name, mass, points, hull boxes, armour circles and crew of every supplied ship.
#[test]
fn rule_2_4_1_every_supplied_ship_is_drawn_whole() {
    for ship in navies().iter().flat_map(|navy| &navy.ships) {
        let svg = drawn(ship);
        assert_sound(&svg, &ship.name);
        let said = words(&svg);
        let bill = ship.bill(&Options::default());
        for expected in [ship.name.clone(), ship.mass.to_string(), bill.points().to_string()] {
            assert!(said.contains(&expected), "{}: {expected} in {said:?}", ship.name);
        }
        let hull = svg.split(">Hull<").nth(1).expect("a hull").split('"').nth(3).expect("a path");
        assert_eq!(hull.matches('M').count() as u32, ship.hull.boxes, "{}: boxes", ship.name);
        if let Some(armour) = svg.split(">Armour<").nth(1) {
            let path = armour.split('"').nth(3).expect("a path");
            let regenerative: u32 = ship.armour.iter().map(|it| it.regenerative).sum();
            assert_eq!(path.matches('M').count() as u32, ship.armour_boxes() + regenerative, "{}", ship.name);
        }
        let numbered = |word: &&String| word.split(' ').next().is_some_and(|n| n.parse::<u32>().is_ok());
        let labels = said.iter().filter(numbered).filter(|word| word.contains(' ')).count();
        let icons: usize = ship.systems.iter().map(|it| usize::from(it.kind.icons())).sum();
        assert_eq!(labels, icons + 3, "{}: icons and the core: {said:?}", ship.name);
    }
}

/// FT-10.5.1: a star for every crew factor; two that share a box are counted.
#[test]
fn rule_10_5_1_crew_stars() {
    let mut design = ship("Heavy Cruiser").expect("there").clone();
    let stars = |design: &Design| drawn(design).matches("M12 4l2.4 5").count();
    assert_eq!(stars(&design), 5);
    design.civilian = true;
    assert_eq!(stars(&design), 2);
    let cramped =
        Design { mass: 120, hull: rules_full_thrust::design::Hull { boxes: 10, ..design.hull }, ..design };
    let cramped = Design { civilian: false, ..cramped };
    assert_eq!(stars(&cramped), 5, "six factors, two in the last box");
}

/// FT-4.2.4, FT-4.2.3: the ring of arcs turns with the orientation.
#[test]
fn rule_4_2_4_arcs_are_drawn() {
    let mount = |arcs| Kind::Gun(Gun::Beam(Beam { class: 3, arcs }));
    let with = |arcs, orientation| {
        let design = Design {
            name: "A".to_owned(),
            orientation,
            systems: vec![System::new("b", mount(arcs))],
            ..Design::default()
        };
        drawn(&design)
    };
    let front = with(Arcs::FRONT, Orientation::Alpha);
    let rings = |svg: &str| svg.matches("A11.6 11.6").count();
    assert_eq!(rings(&front), 3);
    assert_eq!(rings(&with(Arcs::ALL, Orientation::Alpha)), 0, "all round is one ring");
    assert_eq!(rings(&with(Arcs::of(&[Arc::F, Arc::A]), Orientation::Alpha)), 2);
    assert_eq!(rings(&with(Arcs::NONE, Orientation::Alpha)), 0);
    let beta = with(Arcs::FRONT, Orientation::Beta);
    assert_eq!(rings(&beta), 3);
    assert!(words(&beta).contains(&"P".to_owned()) && !words(&front).contains(&"P".to_owned()));
}

/// Half-built, oversized and hostile ships are drawn all the same, on one page and soundly.
#[test]
fn any_design_gives_a_display() {
    assert_sound(&drawn(&Design::default()), "nothing");
    let strange = "</text><script>alert(1)</script>&\"'\u{0}\u{1b}\u{202e}\u{ffff}";
    let hostile: Design = plain::from_value(&json!({
        "name": strange, "class": strange, "notes": strange.repeat(50), "mass": 9_999,
        "hull": {"points": 10_000, "rows": 6}, "armour": [[10_000, 10_000], [3, 3], [0, 0]],
        "weapons": [{"name": strange}, {"name": "beam", "class": 255}, {"name": "kgun", "class": 99}],
        "fighters": vec![json!({"type": "attack", "mods": ["heavy", "fast"]}); 50],
        "gunboatSquadrons": vec![json!({"boats": vec![json!({"type": "beam"}); 9]}); 50],
    }))
    .expect("any object is a ship");
    let svg = drawn(&hostile);
    assert_sound(&svg, "hostile");
    assert!(!svg.contains("<script") && !svg.contains('\u{0}') && !svg.contains('\u{202e}'));
    let mut many = ship("Heavy Cruiser").expect("there").clone();
    let pds = System::new("", Kind::from(Pds));
    many.systems.extend(std::iter::repeat_n(pds, 5_000));
    let svg = drawn(&many);
    assert!(svg.len() < 200_000, "{} bytes", svg.len());
    assert!(words(&svg).iter().any(|it| it.starts_with("not drawn: ")));
}

/// Every system has a symbol, and weapons of one list look different.
#[test]
fn symbols_are_told_apart() {
    let mut seen: Vec<(String, String)> = Vec::new();
    for system in navies().iter().flat_map(|navy| &navy.ships).flat_map(|ship| &ship.systems) {
        let symbol = sheet::symbols::symbol(&system.kind);
        assert!(!symbol.label.is_empty() && symbol.label.len() <= 14, "{}", symbol.label);
        assert_sound(&sheet::alone(&system.kind), symbol.label);
        if system.kind.list() == List::Weapons {
            seen.push((symbol.shape.to_owned(), symbol.label.to_owned()));
        }
    }
    seen.sort();
    seen.dedup();
    assert!(10 <= seen.len(), "the library has many weapons: {seen:?}");
}
