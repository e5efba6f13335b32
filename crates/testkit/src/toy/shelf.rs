//! What comes with it: rules, options, scenarios, situations, designs.

use engine::{
    About, Audit, Fate, Finding, Library, Loss, MOST_TURNS, OptionInfo, PhaseName, Rule, ScenarioInfo, Seat,
    SetupError, Severity,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    EDGE, Gunnery, Options, Phase, Scenario, Ship, Squadron, Toy,
    fault::{Fault, planted},
};

/// Any moment of a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    pub turn: u16,
    pub phase: Phase,
    pub squadrons: Vec<Squadron>,
}

/// A kind of ship.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Design {
    pub class: String,
    pub thrust: u8,
    pub hull: u8,
}

const RULES: [(&str, &str, &str); 10] = [
    ("TOY-1", "core", "two squadrons of one to four ships fight on a line"),
    ("TOY-2", "core", "how much hull a ship has left is known only to its owner"),
    ("TOY-3", "core", "a turn is plotting, movement, initiative and fire; the initiative fires first"),
    ("TOY-4", "core", "every ship plots a thrust up to its own, either way"),
    ("TOY-5", "core", "plots are sealed and revealed together; nobody leaves the line"),
    ("TOY-6", "optional", "a ship may leave a mine where it stands; enemies who stop there take 2 damage"),
    ("TOY-7", "core", "each ship may fire at one enemy within 3"),
    ("TOY-8", "core", "a shot rolls a die: 4 and more do 1 damage, unless gunnery is heavy or screened"),
    ("TOY-9", "core", "who has no ship left loses; after the last turn the battle is drawn"),
    ("TOY-10", "core", "ships are lettered: A+2 is a plot, A>B a shot, mine A a mine, hold holds fire"),
];

impl Library for Toy {
    type Situation = Situation;
    type Design = Design;

    fn about() -> About {
        About {
            id: "toy",
            name: "Line Duel",
            edition: "first",
            by: "the Flagbridge authors",
            nature: "two squadrons on a line, to try the engine with",
        }
    }

    fn scenarios() -> Vec<ScenarioInfo<Scenario>> {
        let info = |id, title: &str, blurb: &str, squadrons: [Squadron; 2]| ScenarioInfo {
            id,
            title: title.to_owned(),
            blurb: blurb.to_owned(),
            scenario: Scenario { squadrons: squadrons.into() },
        };
        let intro = [
            squadron("Amber", 1, [ship("Lancer", -6, 3, 4)]),
            squadron("Birch", 1, [ship("Barge", 6, 2, 5)]),
        ];
        let patrol = [
            squadron("Amber", 2, [ship("Lancer", -5, 3, 3), ship("Barge", -7, 2, 4)]),
            squadron("Birch", 2, [ship("Lancer", 5, 3, 3), ship("Barge", 7, 2, 4)]),
        ];
        vec![
            info("intro", "First Shots", "one ship each", intro),
            info("patrol", "Patrol", "two even squadrons", patrol),
        ]
    }

    fn option_infos() -> Vec<OptionInfo> {
        vec![
            OptionInfo {
                name: "turn_limit",
                meaning: "the battle is drawn after this many turns",
                rule: "TOY-9",
                default: json!(40),
                choices: vec![json!(1), json!(12), json!(40)],
                values: "any number above 0",
            },
            OptionInfo {
                name: "mines",
                meaning: "whether mines may be laid",
                rule: "TOY-6",
                default: json!(true),
                choices: vec![json!(true), json!(false)],
                values: "on, off",
            },
            OptionInfo {
                name: "gunnery",
                meaning: "how shots are scored",
                rule: "TOY-8",
                default: json!("plain"),
                choices: vec![json!("plain"), json!("heavy"), json!("screened")],
                values: "plain, heavy, screened",
            },
        ]
    }

    fn rule_index() -> Vec<Rule> {
        let rule = |(id, tag, text): (&str, &str, &str)| Rule {
            id: id.to_owned(),
            tag: tag.to_owned(),
            text: text.to_owned(),
            notes: vec![],
            code: vec![],
            tests: vec![],
        };
        RULES.map(rule).into()
    }

    fn preset(_: &Scenario) -> Options {
        Options::default()
    }

    fn computer_preset(scenario: &Scenario) -> Options {
        Options { turn_limit: 20, ..Self::preset(scenario) }
    }

    fn ends_by_itself(options: &Options, _: &Scenario) -> Result<(), String> {
        let limit = options.turn_limit;
        if limit <= MOST_TURNS && !planted(Fault::EndlessPreset) {
            return Ok(());
        }
        Err(format!("turn_limit is 1 to {MOST_TURNS}, not {limit} (TOY-9)"))
    }

    fn phases() -> &'static [PhaseName] {
        engine::phases!["set-up", "plot" = "plot", "fire" = "fire"]
    }

    fn from_situation(options: &Options, situation: &Situation) -> Result<Self, SetupError> {
        set_up(options, situation.turn, situation.phase.clone(), &situation.squadrons)
    }

    fn audit(design: &Design) -> Audit {
        let mut findings = Vec::new();
        let mut find = |severity, reason: &str| {
            findings.push((severity, Finding { rule: "TOY-1", reason: reason.to_owned() }));
        };
        if design.hull == 0 {
            find(Severity::Error, "a ship needs a hull");
        }
        if design.thrust == 0 {
            find(Severity::Warning, "this ship cannot move");
        }
        let (thrust, hull) = (u32::from(design.thrust), u32::from(design.hull));
        Audit {
            name: design.class.clone(),
            mass: hull + thrust,
            points: 2 * hull + 3 * thrust,
            cpv: None,
            findings,
        }
    }

    fn losses(&self) -> Vec<Loss> {
        let of = |seat: Seat| {
            self.squadron(seat).ships.iter().map(move |ship| Loss {
                seat,
                class: ship.class.clone(),
                fate: if ship.is_alive() { Fate::Survived } else { Fate::Destroyed },
            })
        };
        self.both().flat_map(of).collect()
    }
}

pub(super) fn set_up(
    options: &Options,
    turn: u16,
    phase: Phase,
    squadrons: &[Squadron],
) -> Result<Toy, SetupError> {
    let mut reasons = Vec::new();
    let mut require = |holds: bool, reason: String| {
        if !holds {
            reasons.push(reason);
        }
    };
    require(0 < options.turn_limit, "a battle lasts at least one turn".to_owned());
    let seated = |queue: &[Seat]| queue.iter().all(|seat| seat.0 < 2);
    let known = !matches!(&phase, Phase::Fire { queue } if !seated(queue));
    require(known, "the queue to fire names a seat beyond the table".to_owned());
    let clash = !options.mines && options.gunnery == Gunnery::Heavy;
    require(!planted(Fault::ClashingOptions) || !clash, "heavy guns need mines".to_owned());
    for Squadron { name, ships, mines, .. } in squadrons {
        require(!ships.is_empty() && ships.len() <= 4, format!("{name} has {} ships", ships.len()));
        require(mines.is_sorted(), format!("the mines of {name} are not in order"));
        let mut placed = ships.iter().map(|ship| &ship.at).chain(mines);
        require(placed.all(|at| (-EDGE..=EDGE).contains(at)), format!("{name} is not all on the line"));
        for ship in ships {
            require(ship.thrust <= 6 && ship.hull <= 20, format!("{} is beyond any yard", ship.class));
        }
    }
    match <[Squadron; 2]>::try_from(squadrons.to_vec()) {
        Ok(squadrons) if reasons.is_empty() => Ok(Toy { options: options.clone(), turn, phase, squadrons }),
        Ok(_) => Err(SetupError(reasons)),
        Err(squadrons) => {
            reasons.push(format!("{} squadrons, but a duel has 2", squadrons.len()));
            Err(SetupError(reasons))
        }
    }
}

fn squadron<const N: usize>(name: &str, mines_left: u8, ships: [Ship; N]) -> Squadron {
    Squadron { name: name.to_owned(), ships: ships.into(), mines_left, mines: vec![] }
}

fn ship(class: &str, at: i16, thrust: u8, hull: u8) -> Ship {
    Ship { class: class.to_owned(), at, thrust, hull }
}
