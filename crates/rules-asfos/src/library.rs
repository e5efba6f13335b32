//! What comes with the game: ships, scenarios, rules, and how it speaks.

use std::sync::LazyLock;

use engine::{
    About, Audit, Fate, Library, Loss, OptionInfo, PhaseName, Refusal, Rule, RuleEntry, ScenarioInfo, Seat,
    SetupError, Spoken, Stake, Standing, Supplied, ends_within,
};
use serde::Deserialize;

use crate::{
    Battle, Event, Order, account,
    design::{Design, Limits},
    narrate, notation, odds,
    options::{self, COMPUTER_TURN_LIMIT, Options},
    scenario::Scenario,
    ship::Status,
    situation::{self, Situation},
    victory,
    view::View,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipFile {
    ship: Vec<Design>,
}

static SHIPS: LazyLock<Vec<Design>> = LazyLock::new(|| {
    plain::from_toml::<ShipFile>(include_str!("../data/ships.toml")).expect("the supplied ships").ship
});

/// ASF-SPC.2: the supplied designs; the four of the book and our own.
pub fn ships() -> &'static [Design] {
    &SHIPS
}

/// ASF-SCN: the supplied scenarios by id.
const SCENARIOS: Supplied = Supplied(&[
    ("intro", include_str!("../data/scenarios/intro.toml")),
    ("lantern-straits", include_str!("../data/scenarios/lantern-straits.toml")),
    ("long-haul", include_str!("../data/scenarios/long-haul.toml")),
    ("breaking-bulwark", include_str!("../data/scenarios/breaking-bulwark.toml")),
]);

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
            id: "asfos",
            name: "A Sky Full of Ships",
            edition: "2nd edition, basic rules",
            by: "Dan Abbott, Hardpoint Games",
            nature: "battle fleets that plan in secret, move at the same time, and break each other by weight of fire",
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

    /// ASF-END.3: thirty turns, by which nine battles in ten are over.
    fn computer_preset(scenario: &Scenario) -> Options {
        let options = scenario.options.clone();
        Options { turn_limit: options.turn_limit.or(Some(COMPUTER_TURN_LIMIT)), ..options }
    }

    /// ASF-END.3: a limit of turns, the option's or the scenario's.
    fn ends_by_itself(options: &Options, scenario: &Scenario) -> Result<(), String> {
        ends_within("turn_limit is", victory::shortest(options, scenario), "ASF-END.3")
    }

    fn phases() -> &'static [PhaseName] {
        engine::phases![
            "set-up" = "start",
            "deployment",
            "plot movement" = "plot",
            "primary fire" = "primaries",
            "special fire" = "specials",
            "secondary fire" = "secondaries",
            "repairs" = "repairs",
        ]
    }

    fn from_situation(options: &Options, situation: &Situation) -> Result<Battle, SetupError> {
        situation::set_up(options, situation)
    }

    fn audit(design: &Design) -> Audit {
        design.audit(Limits::default())
    }

    fn audit_under(design: &Design, options: &Options) -> Audit {
        design.audit(options.design_limits())
    }

    fn losses(&self) -> Vec<Loss> {
        let fate = |status| match status {
            Status::Waiting | Status::Active => Fate::Survived,
            Status::Destroyed => Fate::Destroyed,
            Status::Left(_) | Status::Withdrawn => Fate::Left,
        };
        let loss = |ship: &crate::Ship| Loss {
            seat: ship.owner,
            class: self.field.design(ship.design).name.clone(),
            fate: fate(ship.status),
        };
        self.ships.iter().map(loss).collect()
    }
}

impl Spoken for Battle {
    const COUNTED: &'static str = "boxes";

    fn narrate(view: &View, event: &Event) -> String {
        narrate::narrate(view, event)
    }

    fn stakes(view: &View, event: &Event) -> Vec<Stake> {
        odds::stakes(&view.field, event)
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
        narrate::prompt(view, seat)
    }

    fn write_order(view: &View, order: &Order) -> String {
        notation::write_order(view, order)
    }

    fn read_order(view: &View, seat: Seat, text: &str) -> Result<Order, Refusal> {
        notation::read_order(view, seat, text)
    }

    fn seat_name(view: &View, seat: Seat) -> String {
        narrate::seat_name(&view.field, seat)
    }
}
