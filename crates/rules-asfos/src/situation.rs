//! Any mid-battle situation, as a person writes it down for a case.

use engine::{Game, Seats, SetupError};
use geometry::{Course, Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    design::Design,
    fire::{self, Rest},
    gunnery::Step,
    movement::Plot,
    options::{FireDeclaration, Options},
    phases::Phase,
    repairs,
    scenario::{Berth, Deployment, Edges, Field, Scenario, Side, TableSize, Terrain, Victory},
    ship::{Criticals, Location, ShipId, ShipSet, Status, Struck},
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
    /// Whether one has been marked this turn (ASF-END.2).
    #[serde(default)]
    pub marked: bool,
    /// The ship that fires now, where ships fire one after the other (ASF-FIRE.3); the first that can if
    /// left out.
    #[serde(default)]
    pub acting: Option<ShipId>,
    /// Strength left after attacks of 6:1, to be split (ASF-RAT.4).
    #[serde(default)]
    pub rests: Vec<Rest>,
    /// Seats that have given up, and that offer a draw this turn (ASF-END.4).
    #[serde(default)]
    pub conceded: Seats,
    #[serde(default)]
    pub draw_offers: Seats,
    /// Those of side 0 first: ships are numbered in this order.
    pub ships: Vec<ShipSituation>,
}

/// The decision that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// The start of the turn, before munitions burn and reactors explode.
    Start,
    #[default]
    #[serde(alias = "plot movement")]
    Plot,
    #[serde(alias = "primary fire")]
    Primaries,
    #[serde(alias = "special fire")]
    Specials,
    #[serde(alias = "secondary fire")]
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
    /// On the table if left out.
    #[serde(default = "active")]
    pub status: Status,
    /// Damage of the running step of fire, not yet marked (ASF-FIRE.3).
    #[serde(default)]
    pub struck: Struck,
}

fn active() -> Status {
    Status::Active
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
    battle.marked = situation.marked;
    (battle.conceded, battle.draw_offers) = (situation.conceded, situation.draw_offers);
    let seats = battle.seats();
    if situation.conceded.iter().chain(situation.draw_offers.iter()).any(|it| seats <= it.0) {
        wrong.push(format!("a seat beyond the {seats} of this battle (ASF-SET.2)"));
    }
    let known = |id: ShipId| id.index() < situation.ships.len();
    let friend = |side: u8| move |id: ShipId| situation.ships[id.index()].side == side;
    if options.stalemate_turns.is_some_and(|most| most <= situation.quiet) {
        wrong.push(format!("{} quiet turns would have ended the battle (ASF-END.2)", situation.quiet));
    }
    for (n, wanted) in situation.ships.iter().enumerate() {
        let design = battle.field.design(battle.ships[n].design).clone();
        let ship = &mut battle.ships[n];
        let sunk = wanted.status == Status::Active && design.hull <= wanted.hull_marked;
        if sunk || design.hull < wanted.weapons_marked || design.hull < wanted.hull_marked {
            wrong.push(format!("ship {}: more boxes marked than {} has", n + 1, design.name));
            continue;
        }
        if !wanted.primary_targets.iter().chain(wanted.special_targets.iter()).all(known) {
            wrong.push(format!("ship {}: it shot at a ship that is not there (ASF-CRIT.10)", n + 1));
        } else if wanted.primary_targets.iter().chain(wanted.special_targets.iter()).any(friend(wanted.side))
        {
            wrong.push(format!("ship {}: it shot at a ship of its own side (ASF-FIRE.5)", n + 1));
        }
        let firing = matches!(situation.phase, Moment::Primaries | Moment::Specials | Moment::Secondaries);
        if !firing && wanted.struck != Struck::default() {
            wrong.push(format!("ship {}: it is struck in a step of fire alone (ASF-FIRE.3)", n + 1));
        }
        let criticals = !wanted.criticals.is_empty() || !wanted.struck.criticals.is_empty();
        if !options.criticals && criticals {
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
        ship.status = wanted.status;
        ship.struck = wanted.struck;
        if wanted.status == Status::Waiting {
            wrong.push(format!("ship {}: who waits is deployed from a scenario (ASF-SCN.3)", n + 1));
        }
    }
    if situation.acting.is_some_and(|it| !known(it)) || situation.rests.iter().any(|it| !known(it.ship)) {
        wrong.push("a ship is to fire that is not there (ASF-FIRE.5)".to_owned());
    }
    let firing = matches!(situation.phase, Moment::Primaries | Moment::Specials | Moment::Secondaries);
    if !firing && (situation.acting.is_some() || !situation.rests.is_empty()) {
        wrong.push("ships fire in the phases of fire (ASF-SEQ.2)".to_owned());
    }
    if !wrong.is_empty() {
        return Err(SetupError(wrong));
    }
    battle.phase = phase(&battle, situation)?;
    Ok(battle)
}

/// Later than any battle lasts.
const LAST_TURN: u16 = 10_000;

/// The decision of a moment. ASF-OPT.1: what is switched off has none.
fn phase(battle: &Battle, situation: &Situation) -> Result<Phase, SetupError> {
    let (options, moment) = (&battle.field.options, situation.phase);
    let one_by_one = options.fire_declaration == FireDeclaration::Sequential;
    if situation.acting.is_some() && !one_by_one {
        return Err(SetupError::one("an `acting` ship, but all fire at once (ASF-FIRE.3)"));
    }
    if !situation.rests.is_empty() && !options.split_after_roll {
        return Err(SetupError::one("`rests`, but strength is split before the roll (ASF-RAT.4)"));
    }
    if moment == Moment::Specials && !options.specials {
        return Err(SetupError::one("no special fire, since specials are off (ASF-OPT.1)"));
    }
    if moment == Moment::Repairs && !options.criticals {
        return Err(SetupError::one("no repairs, since criticals are off (ASF-OPT.1)"));
    }
    let fire = |step: Step| {
        let acting = match battle.field.options.fire_declaration {
            FireDeclaration::Simultaneous => None,
            FireDeclaration::Sequential => {
                situation.acting.or_else(|| fire::next_to_fire(battle, step, None))
            }
        };
        let rests = situation.rests.clone();
        let seats = match acting {
            _ if !rests.is_empty() => rests.iter().map(|it| battle.ship(it.ship).owner).collect(),
            Some(id) => [battle.ship(id).owner].into_iter().collect(),
            None => fire::able(battle, step),
        };
        Phase::Fire { step, seats, acting, rests }
    };
    let phase = match moment {
        Moment::Start => Phase::Setup,
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
