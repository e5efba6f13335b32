//! The catalogue of the shipyard: every part with what can be chosen of it.
//!
//! Words are in `data/catalogue.toml`; which forms exist and what they cost is
//! asked of the pricing, so that the catalogue cannot say anything else.

use std::sync::OnceLock;

use engine::{
    Catalogue, Choice, DesignCard, Field, FieldKind, Mount, NavyCard, Part, PartGroup, TechCard, Tenths,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{
    library,
    options::Options,
    yard::{
        design::{
            Arc, Boat, Design, Halves, Kind, List, Squadron, Wing, WingMod, WingType, exchange, flat,
            price::{Yard, is_mount},
            tech::Tech,
        },
        sheet,
    },
};

/// A part as the file has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    name: String,
    group: String,
    rule: String,
    about: String,
    price: String,
    #[serde(default)]
    limit: Option<String>,
    template: Map<String, Value>,
    fields: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    part: Vec<Entry>,
}

fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Entries> = OnceLock::new();
    &ENTRIES
        .get_or_init(|| plain::from_toml(include_str!("../../data/catalogue.toml")).expect("the catalogue"))
        .part
}

/// What a part is called, by its name in ship files.
pub(crate) fn name_of(id: &str) -> Option<&'static str> {
    entries().iter().find(|entry| entry.id == id).map(|entry| entry.name.as_str())
}

const GROUPS: [PartGroup; 11] = [
    PartGroup { id: "engines", name: "Engines" },
    PartGroup { id: "control", name: "Fire control and sensors" },
    PartGroup { id: "defence", name: "Screens, fields and cloaks" },
    PartGroup { id: "guard", name: "Point defence" },
    PartGroup { id: "beams", name: "Beams" },
    PartGroup { id: "guns", name: "Guns and torpedoes" },
    PartGroup { id: "spinal", name: "Spinal mounts" },
    PartGroup { id: "ordnance", name: "Ordnance" },
    PartGroup { id: "craft", name: "Fighters and gunboats" },
    PartGroup { id: "crew", name: "Crew and bays" },
    PartGroup { id: "other", name: "Other" },
];

/// FT-13.1.1, FT-15.0.4: everything a ship can be made of.
pub fn catalogue() -> Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE
        .get_or_init(|| Catalogue {
            blank: blank(),
            ship: ship_fields(),
            groups: GROUPS.to_vec(),
            parts: entries().iter().map(part).collect(),
            techs: Tech::ALL.iter().map(|tech| tech_card(*tech)).collect(),
            navies: library::navies().iter().map(navy).collect(),
        })
        .clone()
}

/// A frigate's hull with engines and one fire control, and nothing to fire.
fn blank() -> Value {
    json!({
        "name": "", "class": "", "mass": 20, "civilian": false, "orientation": "alpha", "flawed": false,
        "hull": {"points": 6, "rows": 4, "stealth": "0", "streamlining": "none"},
        "armour": [],
        "systems": [
            {"name": "drive", "id": "drive-1", "thrust": 4, "advanced": false},
            {"name": "ftl", "id": "ftl-1", "advanced": false},
            {"name": "fireControl", "id": "fireControl-1", "advanced": false},
        ],
        "weapons": [], "ordnance": [], "fighters": [],
    })
}

fn field(path: &[&'static str], name: &'static str, kind: FieldKind, about: &'static str) -> Field {
    Field { path: path.to_vec(), name, kind, about }
}

fn choices<T: Clone + Into<Value>>(of: &[(T, &str)]) -> Vec<Choice> {
    of.iter().map(|(value, name)| Choice { value: value.clone().into(), name: (*name).to_owned() }).collect()
}

/// `None` leaves the field out.
fn optional(of: &[(Option<&str>, &str)]) -> Vec<Choice> {
    let choice = |(value, name): &(Option<&str>, &str)| Choice {
        value: value.map_or(Value::Null, Value::from),
        name: (*name).to_owned(),
    };
    of.iter().map(choice).collect()
}

fn ship_fields() -> Vec<Field> {
    use FieldKind::{Choice as One, Flag, Layers, Number, Text};
    vec![
        field(&["name"], "name", Text, ""),
        field(&["class"], "class", Text, "such as light cruiser"),
        field(
            &["mass"],
            "mass",
            Number { least: 3, most: 300 },
            "what it may hold, and what the basic hull costs",
        ),
        field(
            &["hull", "points"],
            "hull boxes",
            Number { least: 1, most: 300 },
            "a tenth of the mass at least",
        ),
        field(
            &["hull", "rows"],
            "hull rows",
            One(choices(&[
                (3, "3, advanced: 3 points a box"),
                (4, "4, standard: 2 points a box"),
                (5, "5: 1.5 points a box"),
                (6, "6: 1 point a box"),
            ])),
            "fewer rows, fewer threshold checks",
        ),
        field(
            &["armour"],
            "armour",
            Layers(5),
            "boxes by layer, the inner one first; standard and regenerative",
        ),
        field(
            &["hull", "stealth"],
            "stealth hull",
            One(choices(&[("0", "none"), ("1", "level 1"), ("2", "level 2")])),
            "2 points a level for every box of hull and armour",
        ),
        field(
            &["hull", "streamlining"],
            "streamlining",
            One(choices(&[
                ("none", "none"),
                ("partial", "partial, 5% of mass"),
                ("full", "full, 10% of mass"),
            ])),
            "to fly in air; 2 points a mass",
        ),
        field(
            &["orientation"],
            "arcs",
            One(choices(&[("alpha", "alpha: ahead is an arc"), ("beta", "beta: ahead is a line")])),
            "how the six arcs lie",
        ),
        field(&["civilian"], "civilian", Flag, "a crew factor for 50 mass instead of 20"),
        field(
            &["flawed"],
            "flawed",
            Flag,
            "four fifths of the points, and a flaw; needs the option flawed_designs",
        ),
        field(
            &["extras", "flagbridge", "overload"],
            "torpedoes overload",
            Flag,
            "a point for each mass of tubes; needs the option overloaded_torpedo",
        ),
        field(
            &["extras", "flagbridge", "flak"],
            "K-guns fire flak",
            Flag,
            "2 points for each gun of class 2 or more; needs the option flak",
        ),
        field(
            &["extras", "flagbridge", "gate"],
            "gate",
            One(choices(&[
                ("", "none: a ship"),
                ("jump", "jump gate: ten mass through it for each mass of FTL drive"),
                ("portal", "portal to another place: one mass for each mass of drive"),
            ])),
            "no drive, no basic hull; a hull box for each ten mass it transfers",
        ),
        field(&["notes"], "notes", Text, ""),
    ]
}

const NO_ABOUT: &str = "";

/// What a word of `fields` in the file stands for.
fn part_field(word: &str) -> Field {
    use FieldKind::{Arc as OneArc, Arcs, Choice as One, Flag, Items, Link, Links, Number, Set};
    let mut words = word.split(' ');
    let name = words.next().unwrap_or_default();
    let mut bound = || words.next().and_then(|it| it.parse().ok()).unwrap_or(0);
    let one = |path: &'static str, name, kind| field(&[path], name, kind, NO_ABOUT);
    match name {
        "class" => one("class", "class", Number { least: bound(), most: bound() }),
        "capacity" => one("capacity", "capacity", Number { least: bound(), most: bound() }),
        "arcs" => field(&[], "arcs", Arcs, NO_ABOUT),
        "arc" => one("arc", "arc", OneArc),
        "facing" => one("facingArc", "faces at first", OneArc),
        "thrust" => one("thrust", "thrust", Number { least: 0, most: 12 }),
        "level" => one("level", "level", Number { least: 1, most: 2 }),
        "advanced" => one("advanced", "advanced", Flag),
        "superior" => one("advanced", "superior", Flag),
        "area" => one("area", "area", Flag),
        "heavy" => one("heavy", "heavy", Flag),
        "high_intensity" => one("highIntensity", "high intensity", Flag),
        "rack" => one("isRack", "rack for robots", Flag),
        "catapult" => one("catapult", "catapult", Flag),
        "transfer" => field(
            &["transferMass"],
            "takes along",
            Number { least: 0, most: 1_000 },
            "mass of others that a tug takes along",
        ),
        "missile" => one(
            "modifier",
            "range",
            One(optional(&[(None, "standard"), (Some("er"), "extended"), (Some("twostage"), "two stages")])),
        ),
        "extended" => field(
            &["erLoads"],
            "of these extended",
            Number { least: 0, most: 100 },
            "in a magazine of standard salvoes",
        ),
        "reach" => one(
            "modifier",
            "range",
            One(optional(&[(Some("short"), "short"), (None, "standard"), (Some("long"), "long")])),
        ),
        "size" => {
            one("range", "size", One(choices(&[("short", "small"), ("medium", "medium"), ("long", "large")])))
        }
        "pulser" => one(
            "range",
            "range",
            One(choices(&[
                ("undefined", "left open"),
                ("short", "short"),
                ("medium", "medium"),
                ("long", "long"),
            ])),
        ),
        "fusion" => one(
            "mode",
            "mode",
            One(choices(&[("undefined", "left open"), ("flare", "flare"), ("torpedo", "torpedo")])),
        ),
        "decoy" => one("type", "for", One(choices(&[("cruiser", "cruisers"), ("capital", "capital ships")]))),
        "holds" => one(
            "type",
            "holds",
            One(choices(&[
                ("cargo", "cargo"),
                ("passenger", "passengers"),
                ("troop", "troops"),
                ("boat", "boats"),
                ("tender", "ships of a tender"),
            ])),
        ),
        "magazine" => one("magazine", "fed from", Link(vec!["magazine"])),
        "boarding_magazine" => one("magazine", "fed from", Link(vec!["boardingTorpedoMagazine"])),
        "turret_weapons" => one("weapons", "weapons inside", Links(Vec::new())),
        "wing_type" => one("type", "type", One(choices(&WingType::ALL.map(|(_, name)| (name, name))))),
        "wing_mods" => one("mods", "with", Set(choices(&WingMod::ALL.map(|(_, name)| (name, name))))),
        "wing_light" => one(
            "light",
            "missiles",
            One(choices(&[(Value::Null, "of full size"), (json!(true), "light, on eight missile fighters")])),
        ),
        "wing_unlisted" => {
            let none = [(None, "none")].into_iter();
            let all = none.chain(WingType::UNLISTED.map(|(_, name)| (Some(name), name)));
            one("unlisted", "type beyond the list", One(optional(&all.collect::<Vec<_>>())))
        }
        "wing_hangar" => one("hangar", "bay", Link(vec!["hangar"])),
        "boats" => {
            let boats = Boat::ALL.map(|(_, name)| (json!({ "type": name }), name));
            one("boats", "boats", Items(choices(&boats), 6))
        }
        "boat_mods" => one("mods", "with", Set(choices(&[("ftl", "FTL")]))),
        "boat_protection" => one(
            "protection",
            "protection",
            One(optional(&[(None, "none"), (Some("heavy"), "heavy"), (Some("screened"), "screened")])),
        ),
        "boat_ecm" => one("ecm", "ECM", Number { least: 0, most: 3 }),
        "boat_rack" => one("rack", "rack", Link(vec!["gunboatRack"])),
        other => panic!("the catalogue has no field {other:?}"),
    }
}

fn part(entry: &Entry) -> Part {
    let fields: Vec<Field> = entry.fields.iter().map(|word| part_field(word)).collect();
    let variants = variants(&fields);
    let forms = forms(&entry.template, &variants);
    let (list, symbol) = match entry.id.as_str() {
        "fighters" => ("fighters", sheet::alone(&Kind::Hangar { rack: true })),
        "gunboats" => ("gunboatSquadrons", sheet::alone(&Kind::GunboatRack)),
        _ => {
            let kind = kind_of(&entry.template);
            let list = match kind.list() {
                List::Systems => "systems",
                List::Weapons => "weapons",
                List::Ordnance => "ordnance",
            };
            (list, sheet::alone(&kind))
        }
    };
    let mut techs: Vec<Tech> = match list {
        "fighters" => wings().flat_map(|wing| techs_of(|it| it.wings.push(wing.clone()))).collect(),
        "gunboatSquadrons" => {
            let squadrons = Boat::ALL.map(|(boat, _)| Squadron {
                boats: vec![boat],
                ftl: true,
                heavy: true,
                ..Squadron::default()
            });
            squadrons.iter().flat_map(|it| techs_of(|design| design.squadrons.push(it.clone()))).collect()
        }
        _ => forms.iter().filter_map(|form| kind_of(form).tech()).collect(),
    };
    techs.sort();
    techs.dedup();
    Part {
        id: entry.id.clone(),
        name: entry.name.clone(),
        group: entry.group.clone(),
        list: list.to_owned(),
        rule: entry.rule.clone(),
        about: entry.about.clone(),
        price: entry.price.clone(),
        limit: entry.limit.clone(),
        symbol,
        template: Value::Object(entry.template.clone()),
        mounts: mounts(&entry.template, &variants),
        fields,
        techs: techs.into_iter().map(tech_id).collect(),
    }
}

/// Every kind of fighters, plain and with each of what can be added.
fn wings() -> impl Iterator<Item = Wing> {
    let all = WingType::ALL.into_iter().chain(WingType::UNLISTED).chain([WingType::LIGHT_MISSILE]);
    let plain = all.map(|(kind, _)| Wing { kind, ..Wing::default() });
    let with = WingMod::ALL.into_iter().map(|(it, _)| Wing { mods: vec![it], ..Wing::default() });
    plain.chain(with)
}

fn techs_of(put: impl FnOnce(&mut Design)) -> Vec<Tech> {
    let mut design = Design::default();
    put(&mut design);
    design.techs().into_iter().collect()
}

/// A system alone, as it would be read from a file.
fn kind_of(item: &Map<String, Value>) -> Kind {
    let file = json!({ "mass": 100, "systems": [item] });
    let Value::Object(file) = file else { unreachable!("an object") };
    let design = exchange::read(file);
    design.systems.into_iter().next().expect("one system was put in").kind
}

/// Fields that make another form of a part, with their values.
#[expect(clippy::wildcard_enum_match_arm, reason = "fields of other kinds make no other form of a part")]
fn variants(fields: &[Field]) -> Vec<(&'static str, Vec<Value>)> {
    let varied = |it: &Field| {
        let [path] = it.path[..] else { return None };
        let values = match &it.kind {
            FieldKind::Number { least, most } if path == "class" => {
                (*least..=*most).map(Value::from).collect()
            }
            FieldKind::Flag => vec![json!(false), json!(true)],
            FieldKind::Choice(choices) if path == "modifier" || path == "range" => {
                choices.iter().map(|it| it.value.clone()).collect()
            }
            _ => return None,
        };
        Some((path, values))
    };
    fields.iter().filter_map(varied).collect()
}

/// The template in every form; what a form leaves out is `null`.
fn forms(template: &Map<String, Value>, variants: &[(&'static str, Vec<Value>)]) -> Vec<Map<String, Value>> {
    let mut forms = vec![template.clone()];
    for (name, values) in variants {
        let with = |form: &Map<String, Value>, value: &Value| {
            let mut form = form.clone();
            form.insert((*name).to_owned(), value.clone());
            form
        };
        forms = forms.iter().flat_map(|form| values.iter().map(move |value| with(form, value))).collect();
    }
    forms
}

/// FT-4.2.4 and the tables of chapters 5 and 6: which forms exist with which arcs.
fn mounts(template: &Map<String, Value>, variants: &[(&'static str, Vec<Value>)]) -> Vec<Mount> {
    let options = Options::default();
    let mut mounts = Vec::new();
    if !template.contains_key("leftArc") || template.get("name") == Some(&json!("turret")) {
        return mounts;
    }
    for form in &forms(template, variants) {
        for arcs in 1..=6_u8 {
            let with = |left: Arc| {
                let mut form = form.clone();
                form.insert("leftArc".to_owned(), json!(left.name()));
                form.insert("numArcs".to_owned(), json!(arcs));
                kind_of(&form)
            };
            let exists = |kind: &Kind| match (kind, kind.list()) {
                (_, List::Ordnance) => arcs == 3,
                (Kind::Gun(gun), _) => is_mount(gun, crate::yard::design::Orientation::Alpha, &options),
                (_, List::Systems | List::Weapons) => false,
            };
            let lefts: Vec<Arc> = Arc::ALL.into_iter().filter(|left| exists(&with(*left))).collect();
            let Some(first) = lefts.first() else { continue };
            let design = Design::default();
            let system = crate::yard::design::System::new("", with(*first));
            let cost = Yard::new(&design, &options).cost(&system);
            let made = |(name, _): &(&'static str, _)| Some(((*name).to_owned(), form.get(*name)?.clone()));
            let set: Map<String, Value> = variants.iter().filter_map(made).collect();
            mounts.push(Mount {
                name: set_name(&set),
                set,
                arcs,
                left: (lefts.len() < 6).then(|| lefts.iter().map(|it| it.name()).collect()),
                mass: tenths(cost.mass),
                points: cost.points,
            });
        }
    }
    mounts
}

fn set_name(set: &Map<String, Value>) -> String {
    let word = |(name, value): (&String, &Value)| match (name.as_str(), value) {
        ("class", value) => Some(format!("class {value}")),
        ("heavy", Value::Bool(true)) => Some("heavy".to_owned()),
        ("highIntensity", Value::Bool(true)) => Some("high intensity".to_owned()),
        ("modifier", Value::String(text)) => Some(text.clone()),
        _ => None,
    };
    set.iter().filter_map(word).collect::<Vec<_>>().join(", ")
}

pub(crate) fn tenths(mass: Halves) -> Tenths {
    Tenths(5 * i64::from(mass.0))
}

/// As files and the wire have it.
pub(crate) fn tech_id(tech: Tech) -> String {
    plain::to_value(&tech).as_str().expect("a technology is a word").to_owned()
}

fn tech_card(tech: Tech) -> TechCard {
    let (all, any) = tech.needs();
    let ids = |techs: &[Tech]| techs.iter().map(|it| tech_id(*it)).collect();
    TechCard {
        id: tech_id(tech),
        name: tech.name(),
        group: format!("{:?}", tech.group()).to_lowercase(),
        cost: tech.cost(),
        all: ids(all),
        any: ids(any),
    }
}

fn navy(navy: &library::Navy) -> NavyCard {
    let card = |ship: &Design| {
        let bill = ship.bill(&Options::default());
        DesignCard {
            name: ship.name.clone(),
            class: ship.class.clone(),
            mass: ship.mass,
            points: bill.points(),
            cpv: Some(bill.cpv()),
            design: flat::flat(ship),
        }
    };
    NavyCard {
        id: navy.id.clone(),
        name: navy.name.clone(),
        about: navy.about.clone(),
        techs: navy.tech.iter().map(|tech| tech_id(*tech)).collect(),
        ships: navy.ships.iter().map(card).collect(),
    }
}
