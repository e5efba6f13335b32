//! What comes with the game: ships, scenarios, rules.

use std::sync::LazyLock;

use engine::{
    About, Audit, Fate, Library, Loss, OptionInfo, PhaseName, Refusal, Rule, RuleEntry, ScenarioInfo, Seat,
    SetupError, Spoken, Stake, Standing, Supplied, ends_within,
};
use serde::Deserialize;

use crate::{
    Battle, Event, Order, account,
    design::Design,
    narrate, notation, odds,
    options::{self, COMPUTER_ROUND_LIMIT, Options},
    scenario::{DesignYourOwn, Scenario},
    ship::{Ship, Status},
    situation::{self, Situation},
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

/// TAL-2.11: the supplied classes.
pub fn ships() -> &'static [Design] {
    &SHIPS
}

/// TAL-SC1 to TAL-SC6, and TAL-DYO.1: the supplied scenarios by id.
pub(crate) const SCENARIOS: Supplied = Supplied(&[
    ("intro", include_str!("../data/scenarios/intro.toml")),
    ("squadron", include_str!("../data/scenarios/squadron.toml")),
    ("fleet", include_str!("../data/scenarios/fleet.toml")),
    ("base", include_str!("../data/scenarios/base.toml")),
    ("convoy", include_str!("../data/scenarios/convoy.toml")),
    ("black-hole", include_str!("../data/scenarios/black-hole.toml")),
    ("meeting", include_str!("../data/scenarios/meeting.toml")),
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
            id: "talon",
            name: "Talon",
            edition: "2017 reprint edition",
            by: "Jim Krohn, GMT Games",
            nature: "squadrons on hexes: power for speed, shields or guns, and a strike where a shield is down",
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

    /// TAL-VIC.5: a limit of Rounds where the scenario has none.
    fn computer_preset(scenario: &Scenario) -> Options {
        let options = scenario.options.clone();
        let limited = scenario.rounds.is_some() || scenario.design_your_own.is_some();
        let limit = options.round_limit.or((!limited).then_some(COMPUTER_ROUND_LIMIT));
        Options { round_limit: limit, ..options }
    }

    /// TAL-VIC.5: a limit of Rounds, the option's or the scenario's.
    fn ends_by_itself(options: &Options, scenario: &Scenario) -> Result<(), String> {
        let own = scenario.design_your_own.map(DesignYourOwn::rounds);
        ends_within("round_limit is", options.round_limit.or(scenario.rounds).or(own), "TAL-VIC.5")
    }

    fn phases() -> &'static [PhaseName] {
        engine::phases![
            "purchase",
            "first Initiative",
            "terrain",
            "set-up" = "impulse",
            "power" = "power",
            "movement" = "move",
            "fire" = "fire",
            "Power Phase" = "charge",
            "gravity pull" = "pull",
            "Reinforcement Phase" = "reinforce",
            "Retreat Phase" = "retreat",
            "pick" = "pick",
        ]
    }

    fn from_situation(options: &Options, situation: &Situation) -> Result<Battle, SetupError> {
        situation::set_up(options, situation)
    }

    fn audit(design: &Design) -> Audit {
        design.audit()
    }

    fn losses(&self) -> Vec<Loss> {
        let fate = |status| match status {
            Status::Waiting | Status::Active => Fate::Survived,
            Status::Destroyed => Fate::Destroyed,
            Status::Retreated(_) | Status::Docked(_) | Status::Landed => Fate::Left,
        };
        let loss = |ship: &Ship| Loss {
            seat: Seat(ship.side),
            class: self.field.design_of(ship).class.clone(),
            fate: fate(ship.status),
        };
        self.board.ships.iter().map(loss).collect()
    }
}

impl Spoken for Battle {
    const COUNTED: &'static str = "boxes";

    fn narrate(view: &View, event: &Event) -> String {
        narrate::narrate(view, event)
    }

    fn stakes(view: &View, event: &Event) -> Vec<Stake> {
        odds::stakes(view, event)
    }

    fn faces(event: &Event) -> Vec<u8> {
        account::faces(event)
    }

    fn is_hit(event: &Event) -> bool {
        account::is_hit(event)
    }

    fn verdict(_view: &View, event: &Event) -> Option<String> {
        account::verdict(event)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, deploy, victory};

    /// TAL-SC1 to TAL-SC6: the forces add up to the points of the index, and stand where they may.
    #[test]
    fn rule_sc_forces_add_up() {
        let points = [
            ("intro", [115, 115]),
            ("squadron", [295, 295]),
            ("fleet", [689, 638]),
            ("base", [415, 505]),
            ("convoy", [321, 224]),
            ("black-hole", [258, 251]),
        ];
        for (id, expected) in points {
            let scenario = scenario(id);
            let battle = Battle::ready(Field::new(&scenario.options, &scenario).expect(id));
            assert_eq!(victory::starting(&battle), expected, "{id}");
            assert_eq!(deploy::findings(&battle), Vec::<String>::new(), "{id}");
        }
    }

    /// TAL-2.11: the Talon BC as the book shows it; TAL-5.4.1: the Terran CA's start row.
    #[test]
    fn rule_2_11_the_counters_of_the_book() {
        let find = |faction: &str, class: &str| {
            ships().iter().find(|it| it.title() == format!("{faction} {class}")).unwrap()
        };
        let cruiser = find("Talon", "BC");
        let mut groups: Vec<(u8, u8, u8)> =
            cruiser.groups.iter().map(|it| (it.count, it.red, it.yellow)).collect();
        groups.sort_unstable();
        assert_eq!(groups, [(1, 1, 2), (2, 1, 4), (3, 2, 0)]);
        assert_eq!((cruiser.afterburners, cruiser.hull.iter().filter(|it| it.critical).count()), (2, 2));
        let heavy = find("Terran", "CA");
        assert_eq!(heavy.curve[usize::from(heavy.start)], [3, 3, 2]);
        assert_eq!(heavy.curve[1], [2, 4, 2]);
        assert!(ships().iter().all(|it| it.findings().is_empty()));
        assert_eq!(ships().len(), 19);
    }
}
