//! What comes with the game: navies and their ships.

use std::sync::OnceLock;

use engine::{
    About, Audit, Fate, Library, Loss, OptionInfo, PhaseName, Refusal, Rule, RuleEntry, ScenarioInfo, Seat,
    SetupError, Spoken, Stake, Standing, Supplied, ends_within,
};
use serde::Deserialize;

use crate::{
    Battle, Event, Order, account,
    fire::luck,
    narrate, notation,
    options::{self, Options},
    setup::{
        scenario::Scenario,
        situation::{self, Situation},
    },
    ship::Status,
    view::View,
    yard::design::{Design, audit::Terms, tech::TechBase},
};

/// A navy, what it can build, and what it has built.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Navy {
    pub id: String,
    pub name: String,
    pub about: String,
    /// FT-15.0.1; empty for the ships of the book, which no navy owns.
    pub tech: TechBase,
    pub ships: Vec<Design>,
}

const FILES: [&str; 8] = [
    include_str!("../data/navies/book.json"),
    include_str!("../data/navies/aurelia.json"),
    include_str!("../data/navies/veshar.json"),
    include_str!("../data/navies/korvath.json"),
    include_str!("../data/navies/tessaline.json"),
    include_str!("../data/navies/ostrava.json"),
    include_str!("../data/navies/nhal.json"),
    include_str!("../data/navies/exercise.json"),
];

/// The ships of the book first, then our own six navies; last the ships of the scenarios, which no navy owns.
pub fn navies() -> &'static [Navy] {
    static NAVIES: OnceLock<Vec<Navy>> = OnceLock::new();
    NAVIES.get_or_init(|| {
        FILES.iter().map(|file| serde_json::from_str(file).expect("a navy of the library")).collect()
    })
}

/// A supplied ship by its name.
pub fn ship(name: &str) -> Option<&'static Design> {
    navies().iter().flat_map(|navy| &navy.ships).find(|ship| ship.name == name)
}

/// The navy that a supplied ship belongs to.
pub fn navy_of(name: &str) -> Option<&'static str> {
    let navy = navies().iter().find(|navy| navy.ships.iter().any(|ship| ship.name == name));
    navy.map(|navy| navy.id.as_str())
}

const SCENARIOS: Supplied = Supplied(&[
    ("intro", include_str!("../data/scenarios/intro.toml")),
    ("line-of-battle", include_str!("../data/scenarios/line-of-battle.toml")),
    ("veil", include_str!("../data/scenarios/veil.toml")),
    ("drift", include_str!("../data/scenarios/drift.toml")),
    ("masquerade", include_str!("../data/scenarios/masquerade.toml")),
    ("bogey-hunt", include_str!("../data/scenarios/bogey-hunt.toml")),
    ("break-out", include_str!("../data/scenarios/break-out.toml")),
    ("carrier-strike", include_str!("../data/scenarios/carrier-strike.toml")),
    ("convoy-raid", include_str!("../data/scenarios/convoy-raid.toml")),
    ("boarding-action", include_str!("../data/scenarios/boarding-action.toml")),
    ("asteroid-ambush", include_str!("../data/scenarios/asteroid-ambush.toml")),
    ("orbital-assault", include_str!("../data/scenarios/orbital-assault.toml")),
    ("slingshot", include_str!("../data/scenarios/slingshot.toml")),
    ("gauntlet", include_str!("../data/scenarios/gauntlet.toml")),
    ("second-battle", include_str!("../data/scenarios/second-battle.toml")),
    ("gatehouse", include_str!("../data/scenarios/gatehouse.toml")),
    ("out-of-the-dark", include_str!("../data/scenarios/out-of-the-dark.toml")),
]);

/// The supplied scenarios by id; FT-4.12.1: the introductory one is first.
pub fn scenarios() -> Vec<(&'static str, Scenario)> {
    Battle::scenarios().into_iter().map(|info| (info.id, info.scenario)).collect()
}

/// A supplied scenario.
///
/// # Panics
///
/// Panics if there is none of that id.
pub fn scenario(id: &str) -> Scenario {
    SCENARIOS.scenario(id)
}

const RULES: &[RuleEntry] = include!(concat!(env!("OUT_DIR"), "/rule_index.rs"));

impl Library for Battle {
    type Situation = Situation;
    type Design = Design;

    fn about() -> About {
        About {
            id: "full-thrust",
            name: "Full Thrust: Project Continuum",
            edition: "core, advanced and optional rules",
            by: "Jon Tuffley, Ground Zero Games; Continuum by its own team",
            nature: "fleets with momentum: orders written in secret, beams, missiles, fighters, and ships you design",
        }
    }

    fn scenarios() -> Vec<ScenarioInfo<Scenario>> {
        SCENARIOS.infos(|it| (&it.name, &it.blurb))
    }

    fn option_infos() -> Vec<OptionInfo> {
        options::infos()
    }

    fn rule_index() -> Vec<Rule> {
        RULES.iter().map(Rule::from).collect()
    }

    fn preset(scenario: &Scenario) -> Options {
        scenario.options.clone()
    }

    /// FT-4.12.3: every scenario ends by itself.
    fn computer_preset(scenario: &Scenario) -> Options {
        scenario.options.clone()
    }

    /// FT-4.12.3: the scenario's turns. No option changes them.
    fn ends_by_itself(_: &Options, scenario: &Scenario) -> Result<(), String> {
        ends_within("the scenario's turns are", Some(scenario.turns), "FT-4.12.3")
    }

    fn phases() -> &'static [PhaseName] {
        engine::phases![
            "set-up",
            "deployment",
            "bogeys",
            "FTL arrivals",
            "weapon settings",
            "place features",
            "round the planet",
            "write orders" = "orders",
            "plot again",
            "order of the sides" = "initiative",
            "flak and second stages" = "launch",
            "launch" = "launch",
            "move fighters" = "fighters",
            "parting shots",
            "active scans" = "movement",
            "secondary moves" = "secondary_moves",
            "attacks" = "attacks",
            "scramble" = "attacks",
            "dogfights" = "dogfights",
            "point defence" = "point_defence",
            "attack runs" = "strikes",
            "ships fire" = "fire",
            "evasion",
            "boarders cross" = "boarding",
            "duties of boarders" = "boarding",
            "repel boarders" = "boarding",
            "share damage",
            "EMP" = "thresholds",
            "damage control" = "damage_control",
            "power cores" = "reactors",
            "stern chase",
        ]
    }

    fn from_situation(options: &Options, situation: &Situation) -> Result<Battle, SetupError> {
        situation::set_up(options, situation)
    }

    fn audit(design: &Design) -> Audit {
        design.audit(Terms { options: &Options::default(), tech: None, battle: false })
    }

    fn audit_under(design: &Design, options: &Options) -> Audit {
        design.audit(Terms { options, tech: None, battle: true })
    }

    fn shipyard() -> Option<engine::Shipyard<Battle>> {
        Some(crate::yard::shipyard())
    }

    fn losses(&self) -> Vec<Loss> {
        let fate = |status| match status {
            Status::Waiting | Status::Active | Status::Cloaked | Status::Landed | Status::Carried { .. } => {
                Fate::Survived
            }
            Status::Destroyed | Status::Hulk => Fate::Destroyed,
            Status::Left { .. } | Status::Struck | Status::Captured { .. } | Status::Jumped => Fate::Left,
        };
        let loss = |id| {
            let ship = self.ship(id);
            let class = self.field.blueprint(id).design.name.clone();
            Loss { seat: ship.owner, class, fate: fate(ship.status) }
        };
        self.field.ship_ids().filter(|&id| !self.is_dummy(id)).map(loss).collect()
    }
}

impl Spoken for Battle {
    const COUNTED: &'static str = "boxes";

    fn narrate(view: &View, event: &Event) -> String {
        narrate::narrate(view, event)
    }

    fn stakes(view: &View, event: &Event) -> Vec<Stake> {
        luck::stakes(&view.field, event)
    }

    fn faces(event: &Event) -> Vec<u8> {
        account::faces(event)
    }

    fn is_hit(event: &Event) -> bool {
        account::is_hit(event)
    }

    fn verdict(view: &View, event: &Event) -> Option<String> {
        account::verdict(view, event)
    }

    fn roll_call(view: &View) -> Vec<Standing> {
        account::roll_call(view)
    }

    fn unit_name(view: &View, n: usize) -> String {
        account::unit_name(view, n)
    }

    fn describe(view: &View) -> String {
        narrate::describe(view)
    }

    fn prompt(view: &View, seat: Seat) -> String {
        notation::prompt(view, seat)
    }

    fn write_order(view: &View, order: &Order) -> String {
        notation::write_order(view, order)
    }

    fn read_order(view: &View, seat: Seat, text: &str) -> Result<Order, Refusal> {
        notation::read_order(view, seat, text)
    }

    fn seat_name(view: &View, seat: Seat) -> String {
        narrate::side(&view.field, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{options::Gunboats, yard::design::tech};

    /// FT-13.1.1, FT-15.0.1: at least forty designs over six navies, all legal under the
    /// rulebook's options and built from what their navy owns.
    #[test]
    fn rule_13_1_1_the_library_is_legal() {
        let (options, own) = (Options::default(), &navies()[1..]);
        assert_eq!(own.len(), 7);
        assert!(40 <= own.iter().map(|navy| navy.ships.len()).sum::<usize>());
        for navy in navies() {
            let tech = Some(&navy.tech).filter(|tech| !tech.is_empty());
            assert_eq!(
                tech::findings(&navy.tech, Some(14), Gunboats::On),
                Vec::<String>::new(),
                "{}",
                navy.id
            );
            for ship in &navy.ships {
                let audit = ship.audit(Terms { options: &options, tech, battle: true });
                let wrong: Vec<_> = audit
                    .findings
                    .iter()
                    .filter(|(severity, _)| *severity != engine::Severity::Note)
                    .collect();
                assert!(wrong.is_empty(), "{} of {}: {wrong:?}", ship.name, navy.name);
                assert!(ship.is_legal(&options, tech));
                assert_eq!(ship.mass, ship.bill(&options).used.up(), "{}: all mass is used", ship.name);
            }
        }
        let mut names: Vec<_> = own.iter().flat_map(|navy| &navy.ships).map(|ship| &ship.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), own.iter().map(|navy| navy.ships.len()).sum::<usize>(), "one name, one ship");
    }

    /// FT-13.1.1: mass, points and combat points, with craft, of the ships of the scenarios.
    #[test]
    fn rule_13_1_1_ships_of_the_scenarios() {
        for (name, mass, points, cpv) in [
            ("Lance Frigate", 24, 81, 63),
            ("Pike Destroyer", 34, 112, 90),
            ("Halberd Cruiser", 54, 178, 153),
            ("Warden Escort", 66, 224, 202),
            ("Bulwark Battleship", 130, 437, 476),
            ("Rook Carrier", 150, 626, 701),
            ("Colt Carrier", 80, 313, 297),
            ("Mule Freighter", 60, 101, 77),
            ("Dray Freighter", 100, 179, 179),
            ("Jackal Raider", 40, 132, 108),
            ("Reaver Cruiser", 70, 247, 226),
            ("Moth Scout", 14, 50, 38),
            ("Hound Destroyer", 44, 146, 121),
        ] {
            let bill = ship(name).expect("a ship of a scenario").bill(&Options::default());
            assert_eq!((bill.used.up(), bill.points(), bill.cpv()), (mass, points, cpv), "{name}");
        }
    }

    /// FT-4.12.1, FT-13.14.1: mass, points and combat points of the book's ships.
    #[test]
    fn rule_13_14_1_ships_of_the_book() {
        for (name, mass, points, cpv) in
            [("Heavy Cruiser", 89, 300, 290), ("Frigate", 16, 55, 42), ("Worked Example", 86, 294, 282)]
        {
            let ship = ship(name).expect("a ship of the book");
            let bill = ship.bill(&Options::default());
            assert_eq!((bill.used.up(), bill.points(), bill.cpv()), (mass, points, cpv), "{name}");
            assert_eq!((ship.claimed_points, ship.claimed_cpv), (None, None));
        }
        assert_eq!(ship("Heavy Cruiser").expect("there").rows()[..], [7, 7, 6, 6]);
    }
}
