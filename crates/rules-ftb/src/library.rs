//! What comes with the game: scenarios, rules, fleets and systems to check.

use engine::{
    About, Audit, Finding, Library, Loss, OptionInfo, PhaseName, Refusal, Rule, RuleEntry, ScenarioInfo,
    Seat, SetupError, Severity, Spoken, Stake, Standing, Supplied, ends_within,
};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event, Order, account,
    map::{self, SystemSpec},
    narrate, notation,
    options::{self, Options},
    order::Fleet,
    scenario::Scenario,
    setup,
    situation::{self, Situation},
    view::View,
};

/// FTB-SC: the supplied scenarios by id; the last is the generator of FTB-32.1.
const SCENARIOS: Supplied = Supplied(&[
    ("intro", include_str!("../data/scenarios/intro.toml")),
    ("courier", include_str!("../data/scenarios/courier.toml")),
    ("circuits", include_str!("../data/scenarios/circuits.toml")),
    ("siege", include_str!("../data/scenarios/siege.toml")),
    ("generic", include_str!("../data/scenarios/generic.toml")),
]);

/// A supplied scenario.
///
/// # Panics
///
/// Panics if there is none of that id.
pub fn scenario(id: &str) -> Scenario {
    SCENARIOS.scenario(id)
}

/// What players exchange: a fleet for some points, or a star system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Design {
    Fleet(FleetDesign),
    /// FTB-27.4: the star-system editor's file.
    System(SystemSpec),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetDesign {
    pub name: String,
    pub limit: u32,
    pub fleet: Fleet,
}

const RULES: &[RuleEntry] = include!(concat!(env!("OUT_DIR"), "/rule_index.rs"));

impl Library for Battle {
    type Situation = Situation;
    type Design = Design;

    fn about() -> About {
        About {
            id: "ftb",
            name: "Fuel to Burn",
            edition: "2026",
            by: "Daniel Vintersvård, Midnight Ink",
            nature: "a few ships among the planets: momentum, gravity and heat, and fights won by bluff",
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

    /// FTB-8.1: the scenario's turns end every battle.
    fn computer_preset(scenario: &Scenario) -> Options {
        scenario.options.clone()
    }

    /// FTB-8.1: the scenario's turns, 100 at most, or those that are drawn (FTB-34.1), which are
    /// fewer.
    fn ends_by_itself(_: &Options, scenario: &Scenario) -> Result<(), String> {
        ends_within("the scenario's turns are", Some(scenario.turns), "FTB-8.1")
    }

    fn phases() -> &'static [PhaseName] {
        engine::phases![
            "set-up",
            "fleets",
            "stations",
            "objective stations",
            "deployment",
            "stealth run",
            "departure" = "depart",
            "initiative" = "duel",
            "activation" = "pick",
            "who forces" = "forcer",
            "forced activation" = "force",
            "guide torpedo" = "ship",
            "order and plot" = "ship",
            "order of torpedoes",
            "attack",
            "target of a fly-by",
            "cover fire",
            "protocols",
            "hit or heat",
            "evasive",
            "system hit",
            "scan",
            "refit" = "benefit",
            "random event",
        ]
    }

    fn from_situation(options: &Options, situation: &Situation) -> Result<Battle, SetupError> {
        situation::set_up(options, situation)
    }

    /// FTB-35.1, FTB-35.2 for a fleet; FTB-27 for a system.
    fn audit(design: &Design) -> Audit {
        let finding = |severity, rule, reason: String| (severity, Finding { rule, reason });
        match design {
            Design::Fleet(it) => {
                let cost = setup::cost(&it.fleet);
                let units = it.fleet.ships.len() + usize::from(it.fleet.tankers);
                let mut findings = Vec::new();
                let mut need = |holds: bool, reason: String| {
                    if !holds {
                        findings.push(finding(Severity::Error, "FTB-35.1", reason));
                    }
                };
                need(cost <= it.limit, format!("{cost} points, but the limit is {}", it.limit));
                need((2..=8).contains(&units), format!("{units} units, but a fleet has 2 to 8"));
                need(!it.fleet.ships.is_empty(), "at least one unit must not be a Tanker".to_owned());
                need(
                    it.fleet.ships.iter().all(|it| !it.is_civilian()),
                    "civilians are not bought".to_owned(),
                );
                Audit { name: it.name.clone(), mass: units as u32, points: cost, cpv: None, findings }
            }
            Design::System(spec) => {
                let (wrong, notes) = map::audit(spec);
                let wrong = wrong.into_iter().map(|it| finding(Severity::Error, "FTB-27.4", it));
                let notes = notes.into_iter().map(|it| finding(Severity::Note, "FTB-27.5", it));
                let bodies = spec.bodies.len() as u32 + 1;
                Audit {
                    name: spec.name.clone(),
                    mass: bodies,
                    points: 0,
                    cpv: None,
                    findings: wrong.chain(notes).collect(),
                }
            }
        }
    }

    fn losses(&self) -> Vec<Loss> {
        let loss = |ship: &crate::Ship| {
            Some(Loss {
                seat: Seat(ship.seat()?.0),
                class: ship.class.data().name.clone(),
                fate: ship.place.fate(),
            })
        };
        self.ships.iter().filter_map(loss).collect()
    }
}

impl Spoken for Battle {
    const COUNTED: &'static str = "hits";

    fn narrate(view: &View, event: &Event) -> String {
        narrate::narrate(view, event)
    }

    fn is_aside(event: &Event) -> bool {
        narrate::is_aside(event)
    }

    fn stakes(view: &View, event: &Event) -> Vec<Stake> {
        narrate::luck(view, event)
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
        narrate::prompt(view, seat)
    }

    fn write_order(view: &View, order: &Order) -> String {
        notation::write_order(view, order)
    }

    fn read_order(view: &View, seat: Seat, text: &str) -> Result<Order, Refusal> {
        notation::read_order(view, seat, text)
    }

    fn seat_name(view: &View, seat: Seat) -> String {
        narrate::side_name(view, seat.0)
    }
}
