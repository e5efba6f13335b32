//! What comes with the game: fighters, scenarios, rules, and how it speaks.

use std::sync::LazyLock;

use engine::{
    About, Audit, Fate, Library, Loss, OptionInfo, PhaseName, Refusal, Rule, RuleEntry, ScenarioInfo, Seat,
    SetupError, Spoken, Stake, Standing, Supplied, ends_within,
};
use serde::Deserialize;

use crate::{
    Battle, Event, Order, account,
    card::Card,
    luck, narrate, notation,
    options::{self, Options, TieBreak},
    scenario::Scenario,
    situation::{self, Situation},
    unit::Status,
    view::View,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    card: Vec<Card>,
}

static FIGHTERS: LazyLock<Vec<Card>> = LazyLock::new(|| {
    plain::from_toml::<CardFile>(include_str!("../data/fighters.toml")).expect("the supplied fighters").card
});

/// STR-CARD.2: the supplied cards; the four of the book and our own.
pub fn fighters() -> &'static [Card] {
    &FIGHTERS
}

/// STR-SCN.0: the book's battle, evened out to begin with, and as it is. STR-SCN.A,
/// STR-SCN.B, STR-SCN.C: ours, and one with forces chosen by points (STR-SET.1).
const SCENARIOS: Supplied = Supplied(&[
    ("intro", include_str!("../data/scenarios/intro.toml")),
    ("pilot-episode", include_str!("../data/scenarios/pilot-episode.toml")),
    ("wings-over-boreas", include_str!("../data/scenarios/wings-over-boreas.toml")),
    ("fuel-for-fort-dox", include_str!("../data/scenarios/fuel-for-fort-dox.toml")),
    ("khione-ring", include_str!("../data/scenarios/khione-ring.toml")),
    ("free-forces", include_str!("../data/scenarios/free-forces.toml")),
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
    type Design = Card;

    /// STR-CMP.7: seconds, kilometres and the scale of the miniatures are colour, and stay in the book.
    fn about() -> About {
        About {
            id: "stratoyager",
            name: "Basic Stratoyager",
            edition: "basic rules",
            by: "Krzysztof Raczyński and Rafał Zerych, Strato Minis Studio",
            nature: "starfighter dogfights: plan two manoeuvres in secret, get behind the enemy, and mind your speed",
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

    /// STR-END.5: between computers equal points are decided by structure.
    fn computer_preset(scenario: &Scenario) -> Options {
        Options { tie_break: TieBreak::Structure, ..scenario.options.clone() }
    }

    /// STR-SET.7: six turns, or seven, or as many as the option says.
    fn ends_by_itself(options: &Options, _: &Scenario) -> Result<(), String> {
        match options.turns {
            None => Ok(()),
            turns => ends_within("turns is none, or", turns, "STR-SET.7"),
        }
    }

    fn phases() -> &'static [PhaseName] {
        engine::phases![
            "set-up" = "setup",
            "force show",
            "reserves" = "reserve",
            "deployment cards" = "deploy_cards",
            "deployment" = "place",
            "arrivals" = "arrive",
            "initiative" = "initiative",
            "dogfight cards" = "duel",
            "manoeuvre" = "plan",
            "yaw" = "yaw",
            "leaving the table" = "leave",
            "fire at will" = "at_will",
            "combat action" = "combat",
        ]
    }

    fn from_situation(options: &Options, situation: &Situation) -> Result<Battle, SetupError> {
        situation::set_up(options, situation)
    }

    fn audit(design: &Card) -> Audit {
        design.audit()
    }

    fn losses(&self) -> Vec<Loss> {
        let fate = |status| match status {
            Status::Waiting | Status::Reserve | Status::Arriving | Status::Active => Fate::Survived,
            Status::Safe | Status::Away { .. } | Status::Withdrawn => Fate::Left,
            Status::Empty { .. } | Status::Wrecked | Status::Destroyed | Status::Removed => Fate::Destroyed,
        };
        let loss = |unit: &crate::Unit| Loss {
            seat: Seat(unit.side),
            class: self.field.card(unit.card).name.clone(),
            fate: fate(unit.status),
        };
        self.units.iter().map(loss).collect()
    }
}

impl Spoken for Battle {
    const COUNTED: &'static str = "structure";

    fn narrate(view: &View, event: &Event) -> String {
        narrate::narrate(view, event)
    }

    fn stakes(view: &View, event: &Event) -> Vec<Stake> {
        luck::stakes(view, event)
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
        view.field.scenario.sides.get(seat.index()).map_or_else(|| seat.to_string(), |it| it.name.clone())
    }
}
