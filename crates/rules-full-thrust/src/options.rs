//! Every switch of the game, one documented field each (FT-1.5.1).
//!
//! Switches of rules that are not carried out yet are not here: an option
//! that changes nothing would be a lie. `README.md` lists what is missing.

use std::collections::BTreeSet;

use engine::OptionInfo;
use serde::{Deserialize, Serialize, Serializer, de::Deserializer};
use serde_json::{Value, json};

/// What a switch can be set to.
trait Switch: Serialize {
    const VALUES: &'static str;
    fn choices() -> Vec<Value>;
}

impl Switch for bool {
    const VALUES: &'static str = "on, off";
    fn choices() -> Vec<Value> {
        vec![json!(false), json!(true)]
    }
}

/// Named values, the rulebook's default first.
macro_rules! named {
    ($(#[$about:meta])* $name:ident: $($value:ident = $text:literal),+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
        $(#[$about])*
        pub enum $name {
            $(#[serde(rename = $text)] $value,)+
        }
        impl Switch for $name {
            const VALUES: &'static str = concat!($($text, " "),+);
            fn choices() -> Vec<Value> {
                vec![$(json!($text)),+]
            }
        }
    };
}

/// Fields with their default, rule and meaning in one place each.
macro_rules! switches {
    ($($name:ident: $type:ty = $default:expr, $rule:literal, $meaning:literal;)+) => {
        /// Chosen before play; a record carries the values it was played with (FT-1.5.1).
        /// The defaults are the book's, or our ruling where the book is silent.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
        #[serde(deny_unknown_fields, default)]
        pub struct Options {
            $(#[doc = concat!($rule, ": ", $meaning)] pub $name: $type,)+
        }

        impl Default for Options {
            fn default() -> Options {
                Options { $($name: $default,)+ }
            }
        }

        /// FT-1.5.1: what can be switched, with its default and the values worth trying.
        pub fn infos() -> Vec<OptionInfo> {
            let defaults = Options::default();
            vec![$(OptionInfo {
                name: stringify!($name),
                meaning: $meaning,
                rule: $rule,
                default: json!(defaults.$name),
                choices: <$type as Switch>::choices(),
                values: <$type as Switch>::VALUES,
            },)+]
        }
    };
}

named!(
    /// FT-5.16.3.
    ShortKGuns: Any = "any", Pairs = "pairs", None = "none"
);
named!(
    /// FT-13.12.3.
    HangarModel: Tubes = "tubes", Combined = "combined"
);
named!(
    /// FT-15.0.3.
    Gunboats: On = "on", Off = "off", NotWithFighters = "not_with_fighters"
);
named!(
    /// FT-8.8.4.
    Intercepted: Forbid = "forbid", Allow = "allow"
);
named!(
    /// FT-8.18.1.
    Aces: Off = "off", Random = "random", Bought = "bought"
);
named!(
    /// FT-13.7.1.
    HullMinimum: Rounded = "rounded", Up = "ceil"
);
named!(
    /// FT-7.20.4, FT-13.13.8: the text of the chapter, or the table of section 14.
    Price: Body = "body", Table = "table"
);
named!(
    /// FT-18.3.1.
    Points: Npv = "npv", Cpv = "cpv"
);
named!(
    /// FT-18.2.2.
    FleetLimits: Free = "free", Patrol = "patrol", Battle = "battle", Escorted = "escorted", Capitals = "capitals"
);
named!(
    /// FT-3.10.1.
    Movement: Cinematic = "cinematic", Vector = "vector", Mixed = "mixed"
);
named!(
    /// FT-3.9.1, FT-16.4.1, FT-17.7.1: what lies beyond the edge of the table.
    Edges: Retreat = "retreat", ReturnRoll = "return_roll", Floating = "floating", Orbital = "orbital"
);
named!(
    /// FT-3.9.1: what counts as leaving.
    TableEdge: End = "end", Path = "path"
);
named!(
    /// FT-3.2.4.
    Halving: Down = "floor", Up = "ceil"
);
named!(
    /// FT-3.6.3.
    Replot: Damaged = "damaged", Undamaged = "undamaged"
);
named!(
    /// FT-4.2.2.
    ArcEdge: Roll = "roll", FirerChoice = "firer_choice", Clockwise = "clockwise"
);
named!(
    /// FT-4.3.2: where a range exactly between two bands belongs.
    BandEdge: Closer = "closer", Farther = "farther"
);
named!(
    /// FT-DMG.3.
    RerollDepth: One = "one", Chain = "chain"
);
named!(
    /// FT-DMG.8.
    LayerOrder: StandardFirst = "standard_first", OwnerChoice = "owner_choice"
);
named!(
    /// FT-4.11.4.
    ThresholdUnit: Phase = "phase", Attack = "attack"
);
named!(
    /// FT-5.14.2: the die whose 1 endangers the tube.
    OverloadRisk: Damage = "damage", ToHit = "to_hit"
);
named!(
    /// FT-6.6.11.
    AntimatterClass: Sap = "SAP", Normal = "normal"
);
named!(
    /// FT-4.2.5.
    AftOrdnance: Banned = "banned", Allowed = "allowed"
);
named!(
    /// FT-5.2.1: what one fire control launches in phase 3.
    LaunchControl: Ship = "ship", Marker = "marker"
);
named!(
    /// FT-8.1.4: secondary moves of groups launched this turn.
    SecondaryLaunch: Full = "full", Half = "half", None = "none"
);
named!(
    /// FT-8.5.1: how finely a group of small craft is turned.
    FighterFacing: Clock = "clock", Free = "free"
);
named!(
    /// FT-5.16.2: what a K-1 needs at fighters that attack nobody.
    K1Shot: Six = "six", Table = "table"
);
named!(
    /// FT-8.4.2: which groups a combat landing keeps aboard.
    FouledDeck: RecoveredOnly = "recovered_only", All = "all"
);
named!(
    /// FT-7.14.1: what a scattergun does in defence.
    ScatterShot: D6 = "d6", Pds = "4pds"
);
named!(
    /// FT-10.2.3: what rows lost this turn do to the die of a burning bay.
    HangarSign: Widen = "widen", Literal = "literal"
);
named!(
    /// FT-10.2.3: which rows count.
    HangarRows: Every = "every", Extra = "extra"
);
named!(
    /// FT-11.2.1.
    HyperLimits: None = "none", Radius = "radius", Table = "table"
);
named!(
    /// FT-12.1.2: where passive sensors look for bogeys.
    PassiveCheck: End = "end", Path = "path"
);
named!(
    /// FT-12.2.1, FT-13.13.10.
    SensorInfo: Both = "both", Roll = "roll", Range = "range"
);
named!(
    /// FT-12.7.1.
    Boarding: Troops = "troops", On = "on", Off = "off"
);
named!(
    /// FT-12.9.1.
    Colours: Off = "off", Normal = "normal", Core = "core"
);
named!(
    /// FT-7.20.1, FT-7.21.1, FT-7.22.1.
    #[cfg_attr(test, ts(rename = "CloakKind"))]
    Cloak: Device = "device", Field = "field", Tuffley = "tuffley"
);

/// FT-7.22.1: the kinds of cloak that may be built.
pub type Cloaks = BTreeSet<Cloak>;

impl Switch for Cloaks {
    const VALUES: &'static str = "any of device, field, tuffley";
    fn choices() -> Vec<Value> {
        vec![json!(["device", "field"]), json!(["device", "field", "tuffley"]), json!([])]
    }
}

/// One of a few numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneOf<const DEFAULT: u8, const OTHER: u8>(u8);

impl<const DEFAULT: u8, const OTHER: u8> OneOf<DEFAULT, OTHER> {
    pub const STANDARD: Self = OneOf(DEFAULT);
    pub const CHANGED: Self = OneOf(OTHER);

    pub fn get(self) -> u32 {
        u32::from(self.0)
    }
}

/// FT-1.7.2: the least a damage die can fall to.
pub type Floor = OneOf<0, 1>;

impl Floor {
    /// A damage die that screens have taken so much off.
    pub fn less(self, die: u8, off: u8) -> u8 {
        if off == 0 { die } else { die.saturating_sub(off).max(self.0) }
    }
}

impl<const DEFAULT: u8, const OTHER: u8> Serialize for OneOf<DEFAULT, OTHER> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de, const DEFAULT: u8, const OTHER: u8> Deserialize<'de> for OneOf<DEFAULT, OTHER> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = u8::deserialize(deserializer)?;
        if given == DEFAULT || given == OTHER {
            Ok(OneOf(given))
        } else {
            Err(serde::de::Error::custom(format!("{given} is neither {DEFAULT} nor {OTHER}")))
        }
    }
}

impl<const DEFAULT: u8, const OTHER: u8> Switch for OneOf<DEFAULT, OTHER> {
    const VALUES: &'static str = "one of two numbers";
    fn choices() -> Vec<Value> {
        vec![json!(DEFAULT), json!(OTHER)]
    }
}

/// FT-15.0.1: how many technology choices a navy has, if any are counted.
impl Switch for Option<u8> {
    const VALUES: &'static str = "none, or a number above 0";
    fn choices() -> Vec<Value> {
        vec![Value::Null, json!(10), json!(12)]
    }
}

switches! {
    movement: Movement = Movement::Cinematic, "FT-3.10.1",
        "how ships move: cinematic, by vectors, or each as the scenario says";
    emergency_thrust: bool = false, "FT-3.6.1", "drives may be strained beyond their rating";
    et_replot: Replot = Replot::Damaged, "FT-3.6.3", "the drive that counts after emergency thrust has failed";
    squadrons: bool = true, "FT-3.7.1", "ships may fly in squadrons under one order";
    squadron_spacing: OneOf<6, 12> = OneOf::STANDARD, "FT-3.7.6",
        "how near to each other the ships of a squadron are";
    drive_half: Halving = Halving::Down, "FT-3.2.4", "how half of an odd rating is rounded";
    rolling: bool = true, "FT-16.2.1", "ships may roll to bring the other side to bear";
    towing: bool = true, "FT-16.3.1", "ships may take others in tow";
    docking: bool = true, "FT-16.6.1", "ships may dock with others";
    abstract_disengage: bool = false, "FT-16.5.1", "a fleet that has left by one edge may be followed";
    ramming: bool = false, "FT-16.7.1", "ships may be ordered to ram";
    ram_number: OneOf<6, 4> = OneOf::STANDARD, "FT-16.7.2", "the least die that dares to ram";
    edge: Edges = Edges::Retreat, "FT-3.9.1",
        "a ship that leaves the table has retreated, may come back, the table has no edge, or lies above a planet";
    table_edge: TableEdge = TableEdge::End, "FT-3.9.1", "leaving is judged by the end of a move or by its whole path";
    arc_edge: ArcEdge = ArcEdge::Roll, "FT-4.2.2", "a target exactly on the line between two arcs";
    band_edge: BandEdge = BandEdge::Closer, "FT-4.3.2",
        "a range exactly between two bands belongs to the closer or the farther";
    damage_die_floor: Floor = OneOf::STANDARD, "FT-1.7.2", "the least that screens leave of a damage die";
    reroll_depth: RerollDepth = RerollDepth::One, "FT-DMG.3",
        "re-rolls of re-rolls reach the next layer of armour, or one layer deeper each time";
    layer_order: LayerOrder = LayerOrder::StandardFirst, "FT-DMG.8", "which boxes of a mixed layer are lost first";
    threshold_unit: ThresholdUnit = ThresholdUnit::Phase, "FT-4.11.4",
        "rows lost in one phase are checked together, or those of each attack by themselves";
    overload_risk: OverloadRisk = OverloadRisk::Damage, "FT-5.14.2", "the die whose 1 endangers an overloaded tube";
    amt_class: AntimatterClass = AntimatterClass::Sap, "FT-6.6.11", "damage of antimatter blasts";
    missile_radius_vector: OneOf<3, 6> = OneOf::STANDARD, "FT-6.3.4", "lock range of missiles on vector ships";
    firecon_per_launch: LaunchControl = LaunchControl::Ship, "FT-5.2.1", "one fire control for all markers \
        of a ship, or one each";
    aft_ordnance: AftOrdnance = AftOrdnance::Banned, "FT-4.2.5", "whether ordnance may be launched through the aft arc";
    scatter_bolt_reroll: bool = false, "FT-6.8.2", "scatterguns roll sixes again against plasma bolts";
    ads_support: OneOf<12, 6> = OneOf::STANDARD, "FT-7.13.2", "how far an area defence system reaches for \
        others with one die";
    contact_mu: OneOf<1, 2> = OneOf::STANDARD, "FT-GEO.7", "how near counts as contact";
    launch_turn_secondary: SecondaryLaunch = SecondaryLaunch::Full, "FT-8.1.4",
        "secondary moves of groups in the turn of their launch";
    fighter_facing: FighterFacing = FighterFacing::Clock, "FT-8.5.1",
        "small craft look along one of the twelve courses, or at any place";
    k1_vs_fighters: K1Shot = K1Shot::Six, "FT-5.16.2",
        "class 1 K-guns hit fighters that attack nobody on a 6, or by their range";
    secondary_landing: bool = false, "FT-8.1.6", "groups may land by a secondary move";
    fouled_deck: FouledDeck = FouledDeck::RecoveredOnly, "FT-8.4.2",
        "a combat landing keeps aboard those who landed so, or everybody";
    pd_vs_intercepted: Intercepted = Intercepted::Forbid, "FT-8.8.4", "point defence at fighters that \
        press on past others";
    pds_gunboat_reroll: bool = true, "FT-9.1.8", "sixes of point defence roll again against gunboats";
    fighter_morale: bool = false, "FT-8.17.1", "fighters that have lost craft may turn away from an attack";
    aces: Aces = Aces::Off, "FT-8.18.1", "aces among the pilots: none, found by a die with turkeys, or \
        bought in the scenario";
    multirole_any3: bool = false, "FT-8.15.11", "multi-role fighters have the three roles that the scenario names";
    unlisted_craft: bool = false, "FT-8.15.16",
        "EMP, needle and rocket fighters, which the book names without rules for them, may be built by ours";
    catapult_scramble: bool = false, "FT-8.3.5", "ships with catapults may scramble under thrust";
    shared_base: bool = false, "FT-3.7.5", "tiny ships may share a base";
    hyper_limit: HyperLimits = HyperLimits::None, "FT-11.2.1",
        "FTL drives work everywhere, outside the limit of the scenario, or nowhere";
    jump_point_shock: bool = false, "FT-11.10.1", "ships that come through a natural jump point are out of \
        control for that turn";
    docked_ships_fire: bool = false, "FT-13.15.5", "ships that are docked with a starbase may fire";
    non_ftl_ships: bool = true, "FT-11.8.1", "ships without FTL may fight although no mothership brings them";
    wild_ftl_scatter: bool = false, "FT-11.5.3", "ships that come by FTL may be far off";
    sensors: bool = false, "FT-12.1.1", "ships come onto the table as bogeys, until sensors identify them";
    dummy_bogeys: bool = false, "FT-12.3.1", "sides may have dummies among their bogeys";
    closed_book: bool = false, "FT-12.2.1", "displays are closed to the enemy, where sensors are played";
    passive_check: PassiveCheck = PassiveCheck::End, "FT-12.1.2",
        "passive sensors identify bogeys where they end their moves, or anywhere on their way";
    sensor_info: SensorInfo = SensorInfo::Both, "FT-12.2.1",
        "better sensors tell of closed displays by the roll of an active scan, by range, or both";
    ecm_jamming: bool = false, "FT-12.4.1",
        "ECM jams the rolls of active scans, and works only in turns whose orders switch it on";
    weasels: bool = false, "FT-12.3.2", "weasel emitters give their ships the drive signature of larger ones";
    ecm_default: bool = true, "FT-7.19.1", "ECM is on at the start of the battle";
    fleet_morale: bool = false, "FT-12.8.1", "a side that has lost half its mass withdraws";
    aft_arc_if_no_thrust: bool = false, "FT-4.2.6", "ships that used no thrust may fire through their aft arc";
    firecon_range: bool = true, "FT-4.3.4", "fire controls see 54 MU, advanced ones 72";
    boarding: Boarding = Boarding::Troops, "FT-12.7.1",
        "boarding: in battles where somebody has Marines, transporters, boarding torpedoes or assault \
         shuttles, in every battle, or never";
    commando_raids: bool = true, "FT-5.9.2", "transporters may send Marines against single systems";
    civil_war: bool = false, "FT-12.10.1", "both fleets know each other: 1 is added to all dice of direct fire";
    rear_arc_ignores_armour: bool = false, "FT-4.10.1", "fire from behind ignores armour";
    third_layer_six: OneOf<1, 2> = OneOf::STANDARD, "FT-7.16.1", "what a 6 scores through three layers of screens";
    double_drive_check: bool = false, "FT-4.11.9", "a drive rolls twice when two rows are lost in a turn";
    needle_drive_destroys: bool = false, "FT-5.13.3", "a needle beam disables a drive at once";
    reactor_breach: bool = false, "FT-10.3.8", "a power core that blows hurts everybody within 3 MU";
    breach_min_dice: OneOf<1, 0> = OneOf::STANDARD, "FT-10.3.8", "dice of a breach below mass 25";
    strike_colours: Colours = Colours::Off, "FT-12.9.1", "ships may surrender when a row is lost";
    knocked_off_course: bool = false, "FT-12.11.1", "ships may be turned when a row is lost";
    asteroid_damage: bool = false, "FT-17.1.3", "asteroids can be shot to pieces";
    flares: bool = false, "FT-17.3.1", "the star may flare and blind fire controls and sensors";
    flare_number: OneOf<6, 5> = OneOf::STANDARD, "FT-17.3.1", "a flare comes on this or more, each turn";
    battle_debris: bool = false, "FT-17.5.1", "ships that are shot to pieces may burst into debris";
    share_orbit_marker: bool = false, "FT-17.8.5", "enemies may share a marker of an orbit track";
    repairs: bool = true, "FT-10.4.5", "damage control";
    damaged_until_two_rows: bool = true, "FT-VIC.1", "a ship with exactly one row gone counts as damaged";
    core_systems: bool = true, "FT-10.3.1", "bridge, power core and life support can be hit";
    beta_arcs: bool = true, "FT-4.2.3", "ships may have their arcs turned by 30 degrees";
    overloaded_torpedo: bool = false, "FT-5.14.2", "pulse torpedoes may be built to overload";
    overload_exceptions: bool = false, "FT-5.14.2",
        "some ships of a fleet may go without the overload that the others have";
    variable_torpedo: bool = true, "FT-5.14.3", "variable pulse torpedoes may be built";
    flak: bool = false, "FT-5.16.4", "K-guns of class 2 or more may be built to fire flak";
    srk1: ShortKGuns = ShortKGuns::Any, "FT-5.16.3", "short-range K-1 guns: any number, in pairs, or none";
    kgun_any: bool = false, "FT-5.16.3", "K-guns above class 6, three mass more for each class";
    mines: bool = true, "FT-6.10.1", "minelayers may lay mines";
    minesweeping: bool = true, "FT-12.5.1", "ships with the gear may sweep mines";
    pbl_shaped: bool = false, "FT-6.8.5", "plasma bolt launchers may fire a shaped bolt at one ship";
    scattergun: ScatterShot = ScatterShot::D6, "FT-7.14.1", "a scattergun in defence: a die of kills, or four PDS dice";
    combine_pd_strike: bool = false, "FT-2.6.10",
        "point defence and strikes are rolled ship by ship once all point defence is assigned";
    multistage_missiles: bool = false, "FT-6.6.4", "two-stage missiles may be built";
    adfc_zero_mass: bool = false, "FT-7.10.2", "an ADFC takes no mass on ships above mass 20";
    adfc_mass: OneOf<2, 1> = OneOf::STANDARD, "FT-7.10.1", "mass of an ADFC";
    afc_points: OneOf<5, 8> = OneOf::STANDARD, "FT-5.2.3", "points of an advanced fire control";
    cloaks: Cloaks = BTreeSet::from([Cloak::Device, Cloak::Field]), "FT-7.22.1",
        "which cloaks may be built";
    cloak_price: Price = Price::Body, "FT-7.20.4", "price of a cloaking device, by its chapter or by table 14.2";
    nova_cannon: bool = false, "FT-7.23.1", "nova cannons may be built";
    wave_gun: bool = false, "FT-7.24.1", "wave guns may be built";
    reflex_field: bool = false, "FT-7.25.1", "reflex fields may be built";
    screen_min: OneOf<1, 3> = OneOf::STANDARD, "FT-7.2.3", "least mass of a screen generator";
    hull_min: HullMinimum = HullMinimum::Rounded, "FT-13.7.1", "how the least hull, a tenth of the mass, is rounded";
    catapults: bool = false, "FT-13.12.2", "launch tubes may have catapults";
    hangar_model: HangarModel = HangarModel::Tubes, "FT-13.12.3",
        "bays with launch tubes, or combined hangars that need none";
    hangar_crits: bool = false, "FT-13.12.4", "hangars may explode, and cost a third less";
    hangar_crit_sign: HangarSign = HangarSign::Widen, "FT-10.2.3",
        "rows lost this turn make hangar explosions likelier, or are added to the die as printed";
    hangar_crit_rows: HangarRows = HangarRows::Every, "FT-10.2.3",
        "every row lost this turn counts, or only those beyond the first";
    rack_points: OneOf<6, 18> = OneOf::STANDARD, "FT-13.12.5", "points of a rack for robot fighters";
    sensor_price: Price = Price::Body, "FT-13.13.8", "price of better sensors, by their chapter or by table 14.3";
    flawed_designs: bool = false, "FT-13.13.13", "flawed designs may be built for four fifths of their points";
    mass_limit: bool = true, "FT-13.4.1", "ships above mass 300 are built in sections only";
    gunboats: Gunboats = Gunboats::On, "FT-15.0.3", "whether gunboats may be built";
    tech_base: Option<u8> = None, "FT-15.0.1", "technology choices of each navy";
    fleet_limits: FleetLimits = FleetLimits::Free, "FT-18.2.2", "what fleets are made up of";
    points: Points = Points::Npv, "FT-18.3.1", "which points forces and scores are counted in";
}

impl Options {
    /// FT-12.2.1: a closed book needs sensors to open it.
    pub fn is_closed(&self) -> bool {
        self.sensors && self.closed_book
    }

    /// FT-12.3.2: what shows of a ship that has been identified.
    pub(crate) fn unmasked(&self) -> Options {
        Options { weasels: false, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FT-1.5.1: the chosen set is stored with the game, and comes back as it was.
    #[test]
    fn rule_1_5_1_options_are_stored_data() {
        for info in infos() {
            assert!(info.choices.contains(&info.default), "{}: default among the choices", info.name);
            for choice in info.choices {
                let given = json!({ info.name: choice });
                let options: Options =
                    plain::from_value(&given).unwrap_or_else(|err| panic!("{given}: {err}"));
                let again = plain::to_value(&options);
                assert_eq!(again[info.name], given[info.name]);
            }
        }
        assert!(plain::from_value::<Options>(&json!({ "rack_points": 7 })).is_err());
        assert!(plain::from_value::<Options>(&json!({ "unheard_of": true })).is_err());
    }
}
