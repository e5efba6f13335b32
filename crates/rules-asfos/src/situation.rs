//! Any mid-battle situation, as a person writes it down for a case.

use engine::SetupError;
use geometry::{Course, Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    design::Design,
    fire,
    gunnery::Step,
    movement::Plot,
    options::{FireDeclaration, Options},
    phases::Phase,
    repairs,
    scenario::{Berth, Deployment, Edges, Field, Scenario, Side, TableSize, Terrain, Victory},
    ship::{Criticals, Location, ShipSet, Status},
};

/// A battle stopped at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    #[serde(default = "wide")]
    pub table: TableSize,
    #[serde(default)]
    pub edges: Edges,
    #[serde(default = "last_side")]
    pub victory: Victory,
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    #[serde(default)]
    pub designs: Vec<Design>,
    #[serde(default = "first")]
    pub turn: u16,
    #[serde(default)]
    pub phase: Moment,
    /// Turns in a row without a box marked (ASF-END.2).
    #[serde(default)]
    pub quiet: u16,
    /// Whether a box has been marked before (ASF-END.2).
    #[serde(default)]
    pub blood: bool,
    /// Those of side 0 first: ships are numbered in this order.
    pub ships: Vec<ShipSituation>,
}

/// The decision that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    #[default]
    Plot,
    Primaries,
    Specials,
    Secondaries,
    Repairs,
}

/// One ship of a situation. What is left out is undamaged and at rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipSituation {
    pub side: u8,
    /// Which of the side's players owns it, from 0.
    #[serde(default)]
    pub seat: u8,
    pub design: String,
    #[serde(default)]
    pub at: Point,
    #[serde(default)]
    pub heading: Course,
    #[serde(default)]
    pub speed: u16,
    #[serde(default)]
    pub max_speed: Option<u16>,
    #[serde(default)]
    pub weapons_marked: u16,
    #[serde(default)]
    pub hull_marked: u16,
    #[serde(default)]
    pub criticals: Criticals,
    /// What it flew last turn (ASF-CRIT.4).
    #[serde(default)]
    pub flown: Plot,
    /// The bridge was out when the turn began; as the criticals say if left out.
    #[serde(default)]
    pub tied: Option<bool>,
    #[serde(default)]
    pub primary_targets: ShipSet,
    #[serde(default)]
    pub special_targets: ShipSet,
}

fn wide() -> TableSize {
    TableSize { width: Length::units(100), height: Length::units(100) }
}

fn last_side() -> Victory {
    Victory::LastSide
}

fn first() -> u16 {
    1
}

pub(crate) fn set_up(options: &Options, situation: &Situation) -> Result<Battle, SetupError> {
    let mut battle = Battle::ready(Field::new(options, &scenario(options, situation)?)?)?;
    let mut wrong = Vec::new();
    if situation.turn == 0 || LAST_TURN < situation.turn {
        wrong.push(format!("turn {} is not between 1 and {LAST_TURN}", situation.turn));
    }
    battle.turn = situation.turn;
    battle.quiet = situation.quiet;
    battle.blood = situation.blood;
    for (n, wanted) in situation.ships.iter().enumerate() {
        let design = battle.field.design(battle.ships[n].design).clone();
        let ship = &mut battle.ships[n];
        if design.hull < wanted.weapons_marked || design.hull <= wanted.hull_marked {
            wrong.push(format!("ship {}: more boxes marked than {} has", n + 1, design.name));
            continue;
        }
        if !options.criticals && !wanted.criticals.is_empty() {
            wrong.push(format!("ship {}: criticals, but the option is off (ASF-OPT.1)", n + 1));
        }
        if design.engine < wanted.flown.cost() {
            let (cost, engine) = (wanted.flown.cost(), design.engine);
            wrong.push(format!("ship {}: flown cost {cost}, its engine gives {engine} (ASF-MOV.3)", n + 1));
        }
        ship.weapons_marked = wanted.weapons_marked;
        ship.hull_marked = wanted.hull_marked;
        ship.criticals = wanted.criticals;
        ship.flown = wanted.flown;
        ship.tied = wanted.tied.unwrap_or(wanted.criticals.has(Location::Bridge));
        ship.primary_targets = wanted.primary_targets;
        ship.special_targets = wanted.special_targets;
        debug_assert_eq!(ship.status, Status::Active);
    }
    if !wrong.is_empty() {
        return Err(SetupError(wrong));
    }
    battle.phase = phase(&battle, situation.phase)?;
    Ok(battle)
}

/// Later than any battle lasts.
const LAST_TURN: u16 = 10_000;

/// The decision of a moment. ASF-OPT.1: what is switched off has none.
fn phase(battle: &Battle, moment: Moment) -> Result<Phase, SetupError> {
    let options = &battle.field.options;
    if moment == Moment::Specials && !options.specials {
        return Err(SetupError::one("no special fire, since specials are off (ASF-OPT.1)"));
    }
    if moment == Moment::Repairs && !options.criticals {
        return Err(SetupError::one("no repairs, since criticals are off (ASF-OPT.1)"));
    }
    let fire = |step: Step| {
        let acting = match battle.field.options.fire_declaration {
            FireDeclaration::Simultaneous => None,
            FireDeclaration::Sequential => fire::next_to_fire(battle, step, None),
        };
        let seats = acting
            .map_or_else(|| fire::able(battle, step), |id| [battle.ship(id).owner].into_iter().collect());
        Phase::Fire { step, seats, acting, rests: Vec::new() }
    };
    let phase = match moment {
        Moment::Plot => Phase::Plot,
        Moment::Primaries => fire(Step::Primaries),
        Moment::Specials => fire(Step::Specials),
        Moment::Secondaries => fire(Step::Secondaries),
        Moment::Repairs => Phase::Repairs { seats: repairs::able(battle) },
    };
    match &phase {
        Phase::Fire { seats, .. } if seats.is_empty() => {
            Err(SetupError::one(format!("nobody can fire in phase {moment:?}")))
        }
        Phase::Repairs { seats } if seats.is_empty() => Err(SetupError::one("nobody has anything to repair")),
        Phase::Setup
        | Phase::Deploy { .. }
        | Phase::Plot
        | Phase::Fire { .. }
        | Phase::Repairs { .. }
        | Phase::Over { .. } => Ok(phase),
    }
}

/// The scenario that would have led here.
fn scenario(options: &Options, situation: &Situation) -> Result<Scenario, SetupError> {
    if situation.ships.windows(2).any(|pair| pair[1].side < pair[0].side) {
        return Err(SetupError::one("the ships of side 0 come before those of side 1"));
    }
    if let Some(ship) = situation.ships.iter().find(|it| 1 < it.side) {
        return Err(SetupError::one(format!("side {} of a ship is not 0 or 1", ship.side)));
    }
    let side = |number: u8, name: &str| {
        let own = || situation.ships.iter().filter(move |it| it.side == number);
        Side {
            name: name.to_owned(),
            seats: own().map(|it| it.seat).max().unwrap_or(0).saturating_add(1),
            zones: Vec::new(),
            free_headings: false,
            ships: own()
                .map(|it| Berth {
                    design: it.design.clone(),
                    name: String::new(),
                    seat: it.seat,
                    at: Some(it.at),
                    heading: Some(it.heading),
                    speed: it.speed,
                    max_speed: it.max_speed,
                    fixed: false,
                })
                .collect(),
        }
    };
    Ok(Scenario {
        name: "A situation".to_owned(),
        blurb: String::new(),
        table: situation.table,
        edges: situation.edges,
        deployment: Deployment::AsGiven,
        victory: situation.victory.clone(),
        sides: vec![side(0, "Alpha"), side(1, "Beta")],
        terrain: situation.terrain.clone(),
        designs: situation.designs.clone(),
        options: options.clone(),
    })
}
