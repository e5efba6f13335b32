//! A design as one edits it: everything in its plain place.
//!
//! The exchanged file tucks what it has no place for into `extras`; here all
//! systems stand in the three lists, and nothing is said of points, which a
//! change would make untrue. Reading takes both forms.

use serde_json::{Map, Value, json};

use super::{Design, exchange};

/// As players exchange it, with the points that the rules give it.
pub fn file(design: &Design) -> Value {
    exchange::write(&Design { claimed_points: None, claimed_cpv: None, ..design.clone() })
}

/// As one edits it.
pub fn flat(design: &Design) -> Value {
    let mut file = file(design);
    let Some(fields) = file.as_object_mut() else { return file };
    fields.remove("points");
    fields.remove("cpv");
    for name in ["fighters", "gunboatSquadrons"] {
        fields.entry(name).or_insert(json!([]));
    }
    let ours =
        fields.get_mut("extras").and_then(|it| it.get_mut("flagbridge")).and_then(Value::as_object_mut);
    let Some(ours) = ours else { return file };
    let lists = ["systems", "weapons", "ordnance"].map(|name| (name, ours.remove(name)));
    ours.remove("mass");
    ours.remove("hull");
    let bare = ours.is_empty();
    for (name, own) in lists {
        let Some(Value::Array(own)) = own else { continue };
        let Some(Value::Array(list)) = fields.get_mut(name) else { continue };
        for mut item in own {
            let at = item.as_object_mut().and_then(|item| item.remove("at")).and_then(|at| at.as_u64());
            let at = at.map_or(list.len(), |at| (at as usize).min(list.len()));
            list.insert(at, item);
        }
    }
    if bare && let Some(extras) = fields.get_mut("extras").and_then(Value::as_object_mut) {
        extras.remove("flagbridge");
        if extras.is_empty() {
            fields.remove("extras");
        }
    }
    if !design.other.contains_key("mass") {
        fields.insert("mass".to_owned(), json!(design.mass));
    }
    if let Some(hull) = fields.get_mut("hull").and_then(Value::as_object_mut) {
        let plain = |hull: &mut Map<String, Value>, name: &str, value: Value| {
            // What was not understood stays as it was found.
            if design.other.get("hull").is_none_or(|it| it.get(name).is_none()) {
                hull.insert(name.to_owned(), value);
            }
        };
        plain(hull, "points", json!(design.hull.boxes));
        plain(hull, "rows", json!(design.hull.rows));
        plain(hull, "stealth", json!(design.hull.stealth.to_string()));
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Options, library,
        yard::design::{Arcs, Beam, Gun, Hull, Kind, System, VariableTorpedo},
    };

    fn read(value: &Value) -> Design {
        plain::from_value(value).expect("any object is a ship")
    }

    /// FT-13.1.1: both forms are the same ship, for every supplied one.
    #[test]
    fn rule_13_1_1_supplied_ships_come_back() {
        for ship in library::navies().iter().flat_map(|navy| &navy.ships) {
            assert_eq!(read(&flat(ship)), *ship, "{}", ship.name);
            assert_eq!(read(&file(ship)), *ship, "{}", ship.name);
        }
    }

    /// What the format has no place for stands plainly, and survives.
    #[test]
    fn rule_5_3_3_what_the_format_lacks_stands_plainly() {
        let mount = |class, arcs| Kind::Gun(Gun::Beam(Beam { class, arcs }));
        let strange = Design {
            name: "Odd".to_owned(),
            mass: 3,
            hull: Hull { boxes: 0, rows: 2, stealth: 3, ..Hull::default() },
            overload: true,
            claimed_points: Some(7),
            systems: vec![
                System::new("a", mount(1, Arcs::ALL)),
                System::new("b", mount(5, Arcs::FRONT)),
                System::new("c", mount(3, Arcs::NONE)),
                System::new("d", Kind::Gun(Gun::VariableTorpedo(VariableTorpedo { arcs: Arcs::FRONT }))),
            ],
            ..Design::default()
        };
        let plain = flat(&strange);
        assert_eq!(plain["weapons"].as_array().map(Vec::len), Some(4));
        assert_eq!(plain["weapons"][1]["class"], json!(5));
        assert_eq!((&plain["mass"], &plain["hull"]["points"]), (&json!(3), &json!(0)));
        assert_eq!(plain["extras"], json!({"flagbridge": {"overload": true}}));
        let unclaimed = Design { claimed_points: None, ..strange };
        assert_eq!(read(&plain), unclaimed);
        let written = file(&unclaimed);
        assert_eq!(written["points"], json!(unclaimed.bill(&Options::default()).points()));
        assert_eq!(read(&written), unclaimed);
    }
}
