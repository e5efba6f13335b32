//! The ship file that players of this game exchange, read and written.
//!
//! Reading never fails on a JSON object: what is missing has its default, what
//! is not understood is kept where it was and told by [`super::remarks`]. Writing
//! gives everything back. What the format has no place for goes into its
//! `extras`, which other programs pass over, and is told as well.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::{Map, Value, json};

use super::{
    Arc, Arcs, Boat, Design, Gate, Gun, Holds, Hull, Kind, Layer, List, Loads, Missile, Number, Orientation,
    Squadron, Streamlining, System, Wing, WingMod, WingType, audit::MOST, remarks::is_shared,
};
use crate::weapons::Weapon;

/// Our own corner of `extras`.
const OURS: &str = "flagbridge";

impl Serialize for Design {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Design {
    #[expect(clippy::wildcard_enum_match_arm, reason = "JSON of another shape is not understood")]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Design, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Object(file) => Ok(read(file)),
            _ => Err(D::Error::custom("a ship is a JSON object")),
        }
    }
}

/// Fields of an object, taken out one by one; what is left was not understood.
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    pub(crate) fn take<T>(&mut self, name: &str, read: impl FnOnce(&Value) -> Option<T>) -> Option<T> {
        let value = read(self.0.get(name)?)?;
        self.0.remove(name);
        Some(value)
    }

    pub(crate) fn number(&mut self, name: &str) -> Option<u32> {
        self.take(name, |value| value.as_u64().filter(|n| *n <= u64::from(MOST)).map(|n| n as u32))
    }

    pub(crate) fn small(&mut self, name: &str) -> Option<u8> {
        self.take(name, |value| value.as_u64().and_then(|n| u8::try_from(n).ok()))
    }

    pub(crate) fn decimal(&mut self, name: &str) -> Option<Number> {
        self.take(name, decimal)
    }

    pub(crate) fn flag(&mut self, name: &str) -> Option<bool> {
        self.take(name, Value::as_bool)
    }

    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        self.take(name, |value| value.as_str().map(str::to_owned))
    }

    pub(crate) fn one_of<T: Copy>(&mut self, name: &str, names: &[(T, &str)]) -> Option<T> {
        self.take(name, |value| {
            let text = value.as_str()?;
            names.iter().find(|(_, name)| *name == text).map(|(it, _)| *it)
        })
    }

    pub(crate) fn arc(&mut self, name: &str) -> Option<Arc> {
        self.take(name, |value| Arc::from_name(value.as_str()?))
    }

    /// A run by its left end and number; our own list of arcs if it is no run.
    pub(crate) fn arcs(&mut self, unsaid: Arcs) -> Arcs {
        let listed = self.take("arcs", |value| {
            value.as_array()?.iter().map(|it| Arc::from_name(it.as_str()?)).collect::<Option<Vec<_>>>()
        });
        let left = self.arc("leftArc");
        let n = self.take("numArcs", |it| it.as_u64().filter(|n| (1..=6).contains(n)).map(|n| n as u8));
        match (listed, left, n) {
            (Some(arcs), _, _) => Arcs::of(&arcs),
            (None, Some(left), Some(n)) => Arcs::run(left, n),
            (None, Some(left), None) => Arcs::run(left, 1),
            (None, None, Some(6)) => Arcs::ALL,
            (None, None, Some(n)) if n == unsaid.len() => unsaid,
            (None, None, _) => unsaid,
        }
    }

    pub(crate) fn objects(&mut self, name: &str) -> Vec<Map<String, Value>> {
        let objects = self.take(name, |value| {
            value.as_array()?.iter().map(|it| it.as_object().cloned()).collect::<Option<Vec<_>>>()
        });
        objects.unwrap_or_default()
    }
}

/// A number of at most two decimals, without going through floating point.
pub(crate) fn decimal(value: &Value) -> Option<Number> {
    let text = value.as_number()?.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, "0"));
    let whole: u32 = whole.parse().ok().filter(|it| *it <= MOST)?;
    let part: u32 = match part.len() {
        1 => part.parse::<u32>().ok()? * 10,
        2 => part.parse().ok()?,
        _ => return None,
    };
    Some(Number { hundredths: whole * 100 + part })
}

fn decimal_value(number: Number) -> Value {
    let (whole, part) = (number.hundredths / 100, number.hundredths % 100);
    match part {
        0 => json!(whole),
        _ => serde_json::from_str(&format!("{whole}.{part:02}")).expect("a decimal number"),
    }
}

/// Reads a ship, whatever state it is in.
pub fn read(file: Map<String, Value>) -> Design {
    let mut file = Fields(file);
    let mut design = Design {
        name: file.text("name").unwrap_or_default(),
        class: file.text("class").unwrap_or_default(),
        notes: file.text("notes").unwrap_or_default(),
        mass: file.number("mass").unwrap_or(0),
        civilian: file.flag("civilian").unwrap_or(false),
        orientation: file.one_of("orientation", ORIENTATIONS).unwrap_or_default(),
        flawed: file.flag("flawed").unwrap_or(false),
        claimed_points: file.take("points", |it| u32::try_from(it.as_u64()?).ok()),
        claimed_cpv: file.take("cpv", |it| u32::try_from(it.as_u64()?).ok()),
        hull: read_hull(&mut file),
        armour: file.take("armour", read_armour).unwrap_or_default(),
        wings: file.objects("fighters").into_iter().map(read_wing).collect(),
        squadrons: file.objects("gunboatSquadrons").into_iter().map(read_squadron).collect(),
        ..Design::default()
    };
    let mut ours = Fields(
        file.0
            .get_mut("extras")
            .and_then(Value::as_object_mut)
            .and_then(|extras| extras.remove(OURS))
            .and_then(|ours| if let Value::Object(ours) = ours { Some(ours) } else { None })
            .unwrap_or_default(),
    );
    design.overload = ours.flag("overload").unwrap_or(false);
    design.flak = ours.flag("flak").unwrap_or(false);
    design.gate = ours.one_of("gate", GATES);
    // A form that was emptied.
    ours.take("gate", |value| value.as_str().filter(|it| it.is_empty()).map(|_| ()));
    if let Some(mass) = ours.number("mass") {
        design.mass = mass;
    }
    if let Some(hull) = ours.take("hull", |value| value.as_array().cloned()) {
        let number = |i: usize| hull.get(i).and_then(Value::as_u64);
        design.hull.boxes = number(0).map_or(design.hull.boxes, |it| it.min(u64::from(MOST)) as u32);
        design.hull.rows = number(1).map_or(design.hull.rows, |it| it.min(255) as u8);
        design.hull.stealth = number(2).map_or(design.hull.stealth, |it| it.min(255) as u8);
    }
    for (list, name) in LISTS {
        let mut systems: Vec<System> =
            file.objects(name).into_iter().map(|it| read_system(it, list)).collect();
        for mut extra in ours.objects(name) {
            let at = extra.remove("at").and_then(|at| at.as_u64()).unwrap_or(u64::MAX);
            let at = usize::try_from(at).unwrap_or(usize::MAX).min(systems.len());
            systems.insert(at, read_system(extra, list));
        }
        design.systems.append(&mut systems);
    }
    design.sort();
    if matches!(file.0.get("extras"), Some(Value::Object(extras)) if extras.is_empty()) {
        file.0.remove("extras");
    }
    if let Some(extras) = ours.0.remove("extras") {
        file.0.insert("extras".to_owned(), extras);
    }
    if !ours.0.is_empty() {
        file.0.insert(format!("extras.{OURS}"), Value::Object(ours.0));
    }
    design.other = file.0;
    // A price that is right says nothing of its own.
    let bill = design.bill(&crate::Options::default());
    design.claimed_points = design.claimed_points.filter(|it| *it != bill.points());
    design.claimed_cpv = design.claimed_cpv.filter(|it| *it != bill.cpv());
    design
}

const ORIENTATIONS: &[(Orientation, &str)] = &[(Orientation::Alpha, "alpha"), (Orientation::Beta, "beta")];
const GATES: &[(Gate, &str)] = &[(Gate::Jump, "jump"), (Gate::Portal, "portal")];
const STREAMLINING: &[(Streamlining, &str)] =
    &[(Streamlining::None, "none"), (Streamlining::Partial, "partial"), (Streamlining::Full, "full")];
const LISTS: [(List, &str); 3] =
    [(List::Systems, "systems"), (List::Weapons, "weapons"), (List::Ordnance, "ordnance")];
const MISSILES: &[(Missile, &str)] = &[(Missile::Extended, "er"), (Missile::TwoStage, "twostage")];
const HOLDS: &[(Holds, &str)] = &[
    (Holds::Cargo, "cargo"),
    (Holds::Passengers, "passenger"),
    (Holds::Troops, "troop"),
    (Holds::Boats, "boat"),
    (Holds::Tender, "tender"),
];
pub(crate) fn by_name<T: Copy>(names: &[(T, &str)], name: &str) -> Option<T> {
    names.iter().find(|(_, it)| *it == name).map(|(it, _)| *it)
}

pub(crate) fn name_of<T: Copy + PartialEq>(names: &[(T, &'static str)], of: T) -> &'static str {
    names.iter().find(|(it, _)| *it == of).map_or("", |(_, name)| name)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "JSON of another shape is not understood")]
fn read_hull(file: &mut Fields) -> Hull {
    let mut hull = Hull::default();
    let Some(given) = file.take("hull", |value| value.as_object().cloned()) else { return hull };
    let mut given = Fields(given);
    hull.boxes = given.number("points").unwrap_or(0);
    hull.rows = given.small("rows").unwrap_or(hull.rows);
    hull.stealth = given
        .take("stealth", |value| match value {
            Value::String(text) => text.parse().ok(),
            _ => value.as_u64().and_then(|it| u8::try_from(it).ok()),
        })
        .unwrap_or(0);
    hull.streamlining = given.one_of("streamlining", STREAMLINING).unwrap_or_default();
    if !given.0.is_empty() {
        file.0.insert("hull".to_owned(), Value::Object(given.0));
    }
    hull
}

fn read_armour(value: &Value) -> Option<Vec<Layer>> {
    let boxes = |it: &Value| it.as_u64().filter(|n| *n <= u64::from(MOST)).map(|n| n as u32);
    let layer = |it: &Value| match it.as_array().map(Vec::as_slice) {
        Some([standard, regenerative]) => {
            Some(Layer { standard: boxes(standard)?, regenerative: boxes(regenerative)? })
        }
        // Older files have plain numbers.
        _ => Some(Layer { standard: boxes(it)?, regenerative: 0 }),
    };
    value.as_array()?.iter().map(layer).collect()
}

fn read_system(file: Map<String, Value>, list: List) -> System {
    let mut file = Fields(file);
    let id = file.text("id").unwrap_or_default();
    let name = file.text("name").unwrap_or_default();
    let kind = read_kind(&name, &mut file, list);
    System { id, kind, other: file.0 }
}

fn read_kind(name: &str, file: &mut Fields, list: List) -> Kind {
    let f = file;
    match name {
        "drive" => Kind::Drive {
            thrust: f.small("thrust").unwrap_or(0),
            advanced: f.flag("advanced").unwrap_or(false),
        },
        "ftl" => Kind::Ftl {
            advanced: f.flag("advanced").unwrap_or(false),
            transfer: f.number("transferMass").unwrap_or(0),
        },
        "fireControl" => Kind::FireControl { advanced: f.flag("advanced").unwrap_or(false) },
        "adfc" => Kind::Adfc { advanced: f.flag("advanced").unwrap_or(false) },
        "sensors" => Kind::Sensors { superior: f.flag("advanced").unwrap_or(false) },
        "hangar" => Kind::Hangar { rack: f.flag("isRack").unwrap_or(false) },
        "gunboatRack" => Kind::GunboatRack,
        "launchTube" => Kind::LaunchTube { catapult: f.flag("catapult").unwrap_or(false) },
        "screen" => Kind::Screen {
            advanced: f.flag("advanced").unwrap_or(false),
            area: f.flag("area").unwrap_or(false),
            level: f.small("level").unwrap_or(0),
        },
        "stealthField" => Kind::StealthField,
        "holofield" => Kind::Holofield,
        "reflex" => Kind::Reflex,
        "ecm" => Kind::Ecm { area: f.flag("area").unwrap_or(false) },
        "cloakDevice" => Kind::CloakDevice,
        "cloakField" => Kind::CloakField,
        "cloakTuffley" => Kind::CloakTuffley,
        "suicide" => Kind::Suicide,
        "mineSweeper" => Kind::MineSweeper,
        "ortillery" => Kind::Ortillery,
        "decoy" => {
            let kinds = [(false, "cruiser"), (true, "capital")];
            Kind::Decoy { capital: f.one_of("type", &kinds).unwrap_or(false) }
        }
        "damageControl" => Kind::DamageControl,
        "marines" => Kind::Marines,
        "mineLayer" => Kind::MineLayer { mines: f.number("capacity").unwrap_or(2) },
        "bay" => Kind::Bay {
            holds: f.one_of("type", HOLDS).unwrap_or(Holds::Cargo),
            capacity: f.decimal("capacity").unwrap_or_default(),
            ratio: f.decimal("ratio"),
        },
        "magazine" => Kind::Magazine { loads: read_loads(f) },
        "boardingTorpedoMagazine" => Kind::BoardingMagazine { torpedoes: f.number("capacity").unwrap_or(2) },
        "turret" => {
            let weapons = f.take("weapons", |value| {
                value.as_array()?.iter().map(|it| it.as_str().map(str::to_owned)).collect()
            });
            let arcs = f.arcs(Arcs::NONE);
            Kind::Turret { arcs, facing: f.arc("facingArc"), weapons: weapons.unwrap_or_default() }
        }
        "shipyard" => Kind::Shipyard { mass: f.number("capacity").unwrap_or(0) },
        "amt" => Kind::Antimatter { arcs: f.arcs(Arcs::FRONT) },
        "rocketPod" => Kind::RocketPod { arcs: f.arcs(Arcs::FRONT) },
        "missile" => Kind::HeavyMissile {
            missile: f.one_of("modifier", MISSILES).unwrap_or_default(),
            arcs: f.arcs(Arcs::FRONT),
        },
        "salvo" => Kind::SalvoRack {
            missile: f.one_of("modifier", MISSILES).unwrap_or_default(),
            arcs: f.arcs(Arcs::FRONT),
        },
        "salvoLauncher" => {
            Kind::SalvoLauncher { arcs: f.arcs(Arcs::NONE), magazine: f.text("magazine").unwrap_or_default() }
        }
        _ => match Gun::read(name, f) {
            Some(gun) => Kind::Gun(gun),
            None => Kind::Unknown { name: name.to_owned(), list },
        },
    }
}

/// FT-6.6.2: the format has one kind of load to a magazine; ours adds `er` to a
/// standard one that carries some of each.
fn read_loads(f: &mut Fields) -> Loads {
    let n = f.number("capacity").unwrap_or(2);
    let extended = f.number("erLoads").unwrap_or(0).min(n);
    match f.one_of("modifier", MISSILES) {
        None | Some(Missile::Standard) => Loads { standard: n - extended, extended, two_stage: 0 },
        Some(Missile::Extended) => Loads { extended: n, ..Loads::default() },
        Some(Missile::TwoStage) => Loads { two_stage: n, ..Loads::default() },
    }
}

fn read_wing(file: Map<String, Value>) -> Wing {
    let mut file = Fields(file);
    Wing {
        kind: {
            let listed = file.one_of("type", &WingType::ALL).unwrap_or_default();
            // FT-8.15.16: the format has no name for these.
            let kind = file.one_of("unlisted", &WingType::UNLISTED).unwrap_or(listed);
            // FT-8.15.12: nor for these.
            let light = kind == WingType::Missile && file.flag("light") == Some(true);
            if light { WingType::LightMissile } else { kind }
        },
        mods: file.take("mods", |it| names(it, &WingMod::ALL)).unwrap_or_default(),
        cannon: file.flag("cannon").unwrap_or(false),
        hangar: file.text("hangar").unwrap_or_default(),
        other: file.0,
    }
}

fn read_squadron(file: Map<String, Value>) -> Squadron {
    let mut file = Fields(file);
    let boat = |it: &Value| {
        let boat = it.as_object().filter(|it| it.len() == 1)?;
        by_name(&Boat::ALL, boat.get("type")?.as_str()?)
    };
    let boats = file.take("boats", |it| it.as_array()?.iter().map(boat).collect::<Option<Vec<Boat>>>());
    let protection = file.one_of("protection", &[(false, "heavy"), (true, "screened")]);
    Squadron {
        boats: boats.unwrap_or_default(),
        ftl: file.take("mods", |it| names(it, &[((), "ftl")])).is_some_and(|it| !it.is_empty()),
        heavy: protection == Some(false),
        screened: protection == Some(true),
        ecm: file.take("ecm", |it| it.as_u64().filter(|n| *n <= 3).map(|n| n as u8)).unwrap_or(0),
        rack: file.text("rack").unwrap_or_default(),
        other: file.0,
    }
}

fn names<T: Copy>(value: &Value, of: &[(T, &str)]) -> Option<Vec<T>> {
    value.as_array()?.iter().map(|it| by_name(of, it.as_str()?)).collect()
}

/// The file, with everything the ship has.
pub fn write(design: &Design) -> Value {
    let mut file = design.other.clone();
    let mut ours = match file.remove(&format!("extras.{OURS}")) {
        Some(Value::Object(ours)) => ours,
        _ => Map::new(),
    };
    // What was not understood stays as it was found.
    let put = |file: &mut Map<String, Value>, name: &str, value: Value| {
        file.entry(name).or_insert(value);
    };
    let bill = design.bill(&crate::Options::default());
    for (name, text) in [("name", &design.name), ("class", &design.class), ("notes", &design.notes)] {
        if !text.is_empty() {
            put(&mut file, name, json!(text));
        }
    }
    // The format has no ship below mass 5.
    put(&mut file, "mass", json!(design.mass.max(LEAST_MASS)));
    if design.mass < LEAST_MASS {
        put(&mut ours, "mass", json!(design.mass));
    }
    put(&mut file, "points", json!(design.claimed_points.unwrap_or(bill.points())));
    put(&mut file, "cpv", json!(design.claimed_cpv.unwrap_or(bill.cpv()).max(1)));
    put(&mut file, "civilian", json!(design.civilian));
    put(&mut file, "orientation", json!(name_of(ORIENTATIONS, design.orientation)));
    put(&mut file, "flawed", json!(design.flawed));
    match file.get_mut("hull") {
        Some(Value::Object(strange)) => {
            for (name, value) in write_hull(design.hull) {
                strange.entry(name).or_insert(value);
            }
        }
        Some(_) => (),
        None => put(&mut file, "hull", Value::Object(write_hull(design.hull))),
    }
    let Hull { boxes, rows, stealth, .. } = design.hull;
    if boxes == 0 || !(3..=6).contains(&rows) || 2 < stealth {
        put(&mut ours, "hull", json!([boxes, rows, stealth]));
    }
    let layers = design.armour.iter().map(|it| json!([it.standard, it.regenerative]));
    put(&mut file, "armour", layers.collect());
    for (list, name) in LISTS {
        let (mut shared, mut own) = (Vec::new(), Vec::new());
        for (at, system) in design.systems.iter().filter(|it| it.kind.list() == list).enumerate() {
            let mut written = write_system(system);
            if is_shared(&system.kind) {
                shared.push(Value::Object(written));
            } else {
                put(&mut written, "at", json!(at));
                own.push(Value::Object(written));
            }
        }
        put(&mut file, name, Value::Array(shared));
        if !own.is_empty() {
            put(&mut ours, name, Value::Array(own));
        }
    }
    put(&mut file, "fighters", design.wings.iter().map(write_wing).collect());
    if !design.squadrons.is_empty() {
        put(&mut file, "gunboatSquadrons", design.squadrons.iter().map(write_squadron).collect());
    }
    for (name, on) in [("overload", design.overload), ("flak", design.flak)] {
        if on {
            put(&mut ours, name, json!(true));
        }
    }
    if let Some(gate) = design.gate {
        put(&mut ours, "gate", json!(name_of(GATES, gate)));
    }
    if !ours.is_empty() {
        let extras = file.entry("extras").or_insert_with(|| json!({}));
        // Extras of another shape are kept inside ours.
        if !extras.is_object() {
            ours.insert("extras".to_owned(), extras.take());
            *extras = json!({});
        }
        extras[OURS] = Value::Object(ours);
    }
    Value::Object(file)
}

pub(super) const LEAST_MASS: u32 = 5;

/// As near as the format comes to it.
fn write_hull(hull: Hull) -> Map<String, Value> {
    Map::from_iter([
        ("points".to_owned(), json!(hull.boxes.max(1))),
        ("rows".to_owned(), json!(hull.rows.clamp(3, 6))),
        ("stealth".to_owned(), json!(hull.stealth.min(2).to_string())),
        ("streamlining".to_owned(), json!(name_of(STREAMLINING, hull.streamlining))),
    ])
}

fn write_system(system: &System) -> Map<String, Value> {
    let mut file = system.other.clone();
    let (name, _) = label(&system.kind);
    file.entry("name").or_insert(json!(name));
    let needs_id = matches!(system.kind, Kind::Hangar { .. } | Kind::GunboatRack | Kind::Bay { .. });
    if !system.id.is_empty() || needs_id {
        file.entry("id").or_insert(json!(system.id));
    }
    write_kind(&system.kind, &mut |name, value| {
        file.entry(name).or_insert(value);
    });
    file
}

fn write_kind(kind: &Kind, put: &mut dyn FnMut(&str, Value)) {
    match kind {
        Kind::Drive { thrust, advanced } => {
            put("thrust", json!(thrust));
            put("advanced", json!(advanced));
        }
        Kind::Ftl { advanced, transfer } => {
            put("advanced", json!(advanced));
            if 0 < *transfer {
                put("transferMass", json!(transfer));
            }
        }
        Kind::FireControl { advanced } | Kind::Adfc { advanced } | Kind::Sensors { superior: advanced } => {
            put("advanced", json!(advanced));
        }
        Kind::Hangar { rack } => put("isRack", json!(rack)),
        Kind::LaunchTube { catapult } => put("catapult", json!(catapult)),
        Kind::Screen { advanced, area, level } => {
            put("advanced", json!(advanced));
            put("area", json!(area));
            if 0 < *level {
                put("level", json!(level));
            }
        }
        Kind::Ecm { area } => put("area", json!(area)),
        Kind::Decoy { capital } => put("type", json!(if *capital { "capital" } else { "cruiser" })),
        Kind::MineLayer { mines } => put("capacity", json!(mines)),
        Kind::Bay { holds, capacity, ratio } => {
            put("type", json!(name_of(HOLDS, *holds)));
            put("capacity", decimal_value(*capacity));
            if let Some(ratio) = ratio {
                put("ratio", decimal_value(*ratio));
            }
        }
        Kind::Magazine { loads } => {
            put("capacity", json!(loads.total()));
            match loads {
                Loads { standard: 0, two_stage: 0, extended: 1.. } => put("modifier", json!("er")),
                Loads { standard: 0, extended: 0, two_stage: 1.. } => put("modifier", json!("twostage")),
                Loads { extended: 1.., .. } => put("erLoads", json!(loads.extended)),
                _ => (),
            }
        }
        Kind::BoardingMagazine { torpedoes } => put("capacity", json!(torpedoes)),
        Kind::Turret { facing, weapons, .. } => {
            if let Some(facing) = facing {
                put("facingArc", json!(facing.name()));
            }
            put("weapons", json!(weapons));
        }
        Kind::Shipyard { mass } => put("capacity", json!(mass)),
        Kind::HeavyMissile { missile, .. } | Kind::SalvoRack { missile, .. } => {
            if *missile != Missile::Standard {
                put("modifier", json!(name_of(MISSILES, *missile)));
            }
        }
        Kind::SalvoLauncher { magazine, .. } => {
            if !magazine.is_empty() {
                put("magazine", json!(magazine));
            }
        }
        Kind::Gun(gun) => gun.weapon().write(put),
        Kind::GunboatRack
        | Kind::StealthField
        | Kind::Holofield
        | Kind::Reflex
        | Kind::CloakDevice
        | Kind::CloakField
        | Kind::CloakTuffley
        | Kind::Suicide
        | Kind::MineSweeper
        | Kind::Ortillery
        | Kind::DamageControl
        | Kind::Marines
        | Kind::Antimatter { .. }
        | Kind::RocketPod { .. }
        | Kind::Unknown { .. } => (),
    }
    if let Some(arcs) = kind.arcs()
        && kind.weapon().is_none_or(Weapon::writes_arcs)
        && !arcs.is_empty()
    {
        put("leftArc", json!(arcs.left().name()));
        put("numArcs", json!(arcs.len()));
        if !arcs.is_run() {
            put("arcs", arcs.iter().map(Arc::name).map(Value::from).collect());
        }
    }
}

fn write_wing(wing: &Wing) -> Value {
    let mut file = wing.other.clone();
    if wing.kind.is_unlisted() {
        file.entry("unlisted").or_insert(json!(wing.kind.name()));
    }
    let light = wing.kind == WingType::LightMissile;
    if light {
        file.entry("light").or_insert(json!(true));
    }
    let listed = if wing.kind.is_unlisted() { WingType::Standard } else { wing.kind };
    let listed = if light { WingType::Missile } else { listed };
    file.entry("type").or_insert(json!(listed.name()));
    if !wing.mods.is_empty() {
        let mods = wing.mods.iter().map(|it| Value::from(name_of(&WingMod::ALL, *it)));
        file.entry("mods").or_insert(mods.collect());
    }
    if wing.cannon {
        file.entry("cannon").or_insert(json!(true));
    }
    if !wing.hangar.is_empty() {
        file.entry("hangar").or_insert(json!(wing.hangar));
    }
    Value::Object(file)
}

fn write_squadron(squadron: &Squadron) -> Value {
    let mut file = squadron.other.clone();
    if !file.contains_key("boats") {
        let boats = squadron.boats.iter().map(|it| json!({ "type": name_of(&Boat::ALL, *it) }));
        file.entry("boats").or_insert(boats.collect());
    }
    if squadron.ftl {
        file.entry("mods").or_insert(json!(["ftl"]));
    }
    if squadron.heavy || squadron.screened {
        file.entry("protection").or_insert(json!(if squadron.heavy { "heavy" } else { "screened" }));
    }
    if 0 < squadron.ecm {
        file.entry("ecm").or_insert(json!(squadron.ecm));
    }
    if !squadron.rack.is_empty() {
        file.entry("rack").or_insert(json!(squadron.rack));
    }
    Value::Object(file)
}

/// The format's name of a system, and its class if it has one.
pub fn label(kind: &Kind) -> (&str, Option<u8>) {
    match kind {
        Kind::Drive { .. } => ("drive", None),
        Kind::Ftl { .. } => ("ftl", None),
        Kind::FireControl { .. } => ("fireControl", None),
        Kind::Adfc { .. } => ("adfc", None),
        Kind::Sensors { .. } => ("sensors", None),
        Kind::Hangar { .. } => ("hangar", None),
        Kind::GunboatRack => ("gunboatRack", None),
        Kind::LaunchTube { .. } => ("launchTube", None),
        Kind::Screen { .. } => ("screen", None),
        Kind::StealthField => ("stealthField", None),
        Kind::Holofield => ("holofield", None),
        Kind::Reflex => ("reflex", None),
        Kind::Ecm { .. } => ("ecm", None),
        Kind::CloakDevice => ("cloakDevice", None),
        Kind::CloakField => ("cloakField", None),
        Kind::CloakTuffley => ("cloakTuffley", None),
        Kind::Suicide => ("suicide", None),
        Kind::MineSweeper => ("mineSweeper", None),
        Kind::Ortillery => ("ortillery", None),
        Kind::Decoy { .. } => ("decoy", None),
        Kind::DamageControl => ("damageControl", None),
        Kind::Marines => ("marines", None),
        Kind::MineLayer { .. } => ("mineLayer", None),
        Kind::Bay { .. } => ("bay", None),
        Kind::Magazine { .. } => ("magazine", None),
        Kind::BoardingMagazine { .. } => ("boardingTorpedoMagazine", None),
        Kind::Turret { .. } => ("turret", None),
        Kind::Shipyard { .. } => ("shipyard", None),
        Kind::Antimatter { .. } => ("amt", None),
        Kind::RocketPod { .. } => ("rocketPod", None),
        Kind::HeavyMissile { .. } => ("missile", None),
        Kind::SalvoRack { .. } => ("salvo", None),
        Kind::SalvoLauncher { .. } => ("salvoLauncher", None),
        Kind::Gun(gun) => (gun.weapon().name(), gun.weapon().class()),
        Kind::Unknown { name, .. } => (name, None),
    }
}
