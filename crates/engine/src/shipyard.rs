//! What a game has for people who design ships: parts, prices, displays, fleets.
//!
//! A game whose players build their own ships gives a [`Shipyard`]; the rest of
//! the program composes designs from its [`Catalogue`] and asks it everything
//! else, without knowing a rule.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value};

use crate::{Finding, Game, Library, SetupError, Severity};

/// What a game's yard can do. All of it is pure.
#[derive(Clone, Copy, Debug)]
pub struct Shipyard<G: Library> {
    pub catalogue: fn() -> Catalogue,
    pub survey: SurveyFn<G>,
    pub sheet: SheetFn<G>,
    pub review: ReviewFn<G>,
    pub battle: BattleFn<G>,
    pub muster: MusterFn<G>,
}

type Of<G> = <G as Library>::Design;
type Under<G> = <G as Game>::Options;
type Set<G> = Result<<G as Game>::Scenario, SetupError>;

/// Everything about one design, half-built or whole; with technology by its ids.
type SurveyFn<G> = fn(&Of<G>, &Under<G>, Option<&[String]>) -> Survey;
/// The ship's display, drawn for paper.
type SheetFn<G> = fn(&Of<G>, &Under<G>) -> Sheet;
/// Everything about a fleet.
type ReviewFn<G> = fn(&Fleet<Of<G>>, &Under<G>) -> Review;
/// A battle between fleets, of so many turns.
type BattleFn<G> = fn(&[Fleet<Of<G>>], &Under<G>, Option<u16>) -> Set<G>;
/// The same in a given scenario, whose own forces stay at home.
type MusterFn<G> = fn(&<G as Game>::Scenario, &[Fleet<Of<G>>], &Under<G>) -> Set<G>;

/// A mass with one decimal, kept whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tenths(pub i64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        if part == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{part}") }
    }
}

/// Everything a ship can be made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalogue {
    /// A ship with nothing in it yet.
    pub blank: Value,
    /// What is chosen for the ship itself.
    pub ship: Vec<Field>,
    pub groups: Vec<PartGroup>,
    pub parts: Vec<Part>,
    pub techs: Vec<TechCard>,
    pub navies: Vec<NavyCard>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PartGroup {
    pub id: &'static str,
    pub name: &'static str,
}

/// One system that a ship may have.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub id: String,
    pub name: String,
    /// The id of a [`PartGroup`].
    pub group: String,
    /// The list of the design it belongs to.
    pub list: String,
    pub rule: String,
    pub about: String,
    /// Mass and points, in words.
    pub price: String,
    pub limit: Option<String>,
    /// What to draw inside a square of 24 units: SVG in the current colour.
    pub symbol: String,
    /// A new one, but for its id.
    pub template: Value,
    pub fields: Vec<Field>,
    pub mounts: Vec<Mount>,
    /// Technology that one or another form of it needs.
    pub techs: Vec<String>,
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Where it stands in the part or in the ship.
    pub path: Vec<&'static str>,
    pub name: &'static str,
    pub kind: FieldKind,
    pub about: &'static str,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    Number {
        least: u32,
        most: u32,
    },
    Text,
    Flag,
    /// One of these.
    Choice(Vec<Choice>),
    /// Some of these, none twice.
    Set(Vec<Choice>),
    /// So many of these at most, also twice.
    Items(Vec<Choice>, u32),
    /// Neighbouring arcs, or any.
    Arcs,
    /// One arc.
    Arc,
    /// The id of a system of these names.
    Link(Vec<&'static str>),
    /// The ids of several; of weapons and ordnance if no names are given.
    Links(Vec<&'static str>),
    /// Layers of armour, so many at most.
    Layers(u32),
}

/// `null` leaves the field out.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub value: Value,
    pub name: String,
}

/// A form of a part that exists, with its price.
#[derive(Clone, Debug, PartialEq)]
pub struct Mount {
    /// The fields that make the form.
    pub set: Map<String, Value>,
    pub name: String,
    /// How many arcs.
    pub arcs: u8,
    /// Where it must begin, if not anywhere.
    pub left: Option<Vec<&'static str>>,
    pub mass: Tenths,
    pub points: u32,
}

/// One technology, and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct TechCard {
    pub id: String,
    pub name: &'static str,
    pub group: String,
    pub cost: u32,
    /// All of these are needed.
    pub all: Vec<String>,
    /// And one of these, if there are any.
    pub any: Vec<String>,
}

/// A navy with its supplied ships.
#[derive(Clone, Debug, PartialEq)]
pub struct NavyCard {
    pub id: String,
    pub name: String,
    pub about: String,
    pub techs: Vec<String>,
    pub ships: Vec<DesignCard>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DesignCard {
    pub name: String,
    pub class: String,
    pub mass: u32,
    pub points: u32,
    pub cpv: Option<u32>,
    /// As one edits it.
    pub design: Value,
}

/// A design looked over.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    pub name: String,
    pub class: String,
    pub mass: u32,
    pub used: Tenths,
    pub points: u32,
    pub cpv: Option<u32>,
    /// Whether a battle would take it.
    pub legal: bool,
    pub findings: Vec<(Severity, Finding)>,
    pub lines: Vec<BillLine>,
    pub facts: Vec<Fact>,
    /// Technology it uses.
    pub needs: Vec<String>,
    /// As one edits it: everything in its plain place.
    pub design: Value,
    /// As players exchange it.
    pub file: Value,
}

/// What one thing weighs and costs aboard this ship.
#[derive(Clone, Debug, PartialEq)]
pub struct BillLine {
    /// The list of the design, or a word for what stands in none.
    pub list: String,
    pub index: Option<usize>,
    pub name: String,
    pub mass: Tenths,
    /// Below 0 for a discount.
    pub points: i64,
}

/// Something worth knowing: `crew`, `5`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    pub name: &'static str,
    pub value: String,
}

/// A display for paper, in millimetres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub name: String,
    pub svg: String,
    pub width: u32,
    pub height: u32,
}

/// A fleet as players write it down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "D: Serialize + for<'a> Deserialize<'a>")]
pub struct Fleet<D> {
    pub name: String,
    /// The id of a supplied navy, whose technology it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub navy: Option<String>,
    /// Its own technology, where it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub techs: Option<Vec<String>>,
    /// The most points it may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    pub ships: Vec<Enlisted<D>>,
}

/// Ships of one design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "D: Serialize + for<'a> Deserialize<'a>")]
pub struct Enlisted<D> {
    pub design: DesignRef<D>,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub number: u32,
    /// What the ships are called, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

fn one() -> u32 {
    1
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

/// A supplied design by its name, or a design of one's own.
#[derive(Clone, Debug, PartialEq)]
pub enum DesignRef<D> {
    Named(String),
    Own(Box<D>),
}

impl<D: Serialize> Serialize for DesignRef<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            DesignRef::Named(name) => serializer.serialize_str(name),
            DesignRef::Own(design) => design.serialize(serializer),
        }
    }
}

impl<'de, D: Deserialize<'de>> Deserialize<'de> for DesignRef<D> {
    fn deserialize<X: Deserializer<'de>>(deserializer: X) -> Result<Self, X::Error> {
        struct Either<D>(std::marker::PhantomData<D>);
        impl<'de, D: Deserialize<'de>> de::Visitor<'de> for Either<D> {
            type Value = DesignRef<D>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a design or a design")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<DesignRef<D>, E> {
                Ok(DesignRef::Named(name.to_owned()))
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<DesignRef<D>, A::Error> {
                let design = D::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(DesignRef::Own(Box::new(design)))
            }
        }
        deserializer.deserialize_any(Either(std::marker::PhantomData))
    }
}

/// A fleet looked over.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    pub name: String,
    pub mass: u32,
    pub points: u32,
    pub cpv: Option<u32>,
    pub ships: u32,
    pub limit: Option<u32>,
    /// Whether a battle would take it.
    pub legal: bool,
    pub lines: Vec<FleetLine>,
    /// What concerns the fleet as a whole.
    pub findings: Vec<(Severity, Finding)>,
}

/// Ships of one design in a fleet; mass and points are those of one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct FleetLine {
    pub name: String,
    pub class: String,
    pub number: u32,
    pub mass: u32,
    pub points: u32,
    pub cpv: Option<u32>,
    pub legal: bool,
    pub findings: Vec<(Severity, Finding)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_are_written_as_people_write_them() {
        let words = [0, 5, 10, 25, -5, -120].map(|it| Tenths(it).to_string());
        assert_eq!(words, ["0", "0.5", "1", "2.5", "-0.5", "-12"]);
    }

    #[test]
    fn a_fleet_names_designs_or_holds_them() {
        let text = r#"{"name": "A", "ships": [{"design": "Swift"}, {"design": {"hull": 3}, "number": 2}]}"#;
        let fleet: Fleet<Value> = serde_json::from_str(text).expect("a fleet");
        assert_eq!(fleet.ships[0].design, DesignRef::Named("Swift".to_owned()));
        assert_eq!(fleet.ships.iter().map(|it| it.number).collect::<Vec<_>>(), [1, 2]);
        let again: Fleet<Value> = plain::from_value(&plain::to_value(&fleet)).expect("a fleet");
        assert_eq!(fleet, again);
        assert!(serde_json::from_str::<Fleet<Value>>(r#"{"name": "A", "ships": [{"design": 3}]}"#).is_err());
    }
}
