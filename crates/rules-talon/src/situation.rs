//! Any mid-battle situation, as a person writes it down for a case.

use std::sync::Arc as Shared;

use engine::SetupError;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, OpenVolley, Phase},
    design::{Design, Faction},
    hex::{Arc, Facing, Hex},
    options::Options,
    phases::Stage,
    picks::{Owed, Struck},
    scenario::{Berth, Field, Retreat, Scenario, Side, Terrain, Victory},
    ship::{Bar, Criticals, Marker, Missile, ShipId, Status},
    tables::Impulse,
};

/// A battle stopped at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    #[serde(default = "first")]
    pub round: u16,
    #[serde(default)]
    pub impulse: Impulse,
    /// TAL-4.1.3.
    #[serde(default = "talon")]
    pub initiative: u8,
    /// The side that decides now.
    #[serde(default)]
    pub side: u8,
    #[serde(default)]
    pub phase: Moment,
    /// TAL-8.3.1: a volley begun.
    #[serde(default)]
    pub volley: Option<OpenVolley>,
    /// TAL-8.6.3: the order in which owners let their ships suffer.
    #[serde(default)]
    pub rank: Vec<ShipId>,
    /// TAL-8.2.1a: the ship that fired last in this Turn.
    #[serde(default)]
    pub gunner: Option<ShipId>,
    /// TAL-8.6.4, TAL-13.2d: hits on one of several fighters or Missiles, still to be settled.
    #[serde(default)]
    pub owed: Vec<Owed>,
    /// After the owed hits: where the battle goes on; with the open phase if left out.
    #[serde(default)]
    pub then: Option<Stage>,
    /// The number of the next Missile; one more than the highest if left out.
    #[serde(default)]
    pub next_missile: Option<u16>,
    /// Whether somebody has been asked in this Turn.
    #[serde(default = "yes")]
    pub asked: bool,
    /// Races of side 0 and 1.
    #[serde(default = "races")]
    pub factions: [Faction; 2],
    /// Those of side 0 first: ships are numbered in this order.
    pub ships: Vec<ShipSituation>,
    #[serde(default)]
    pub missiles: Vec<Missile>,
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    /// TAL-7.5.5: the map's first column and row.
    #[serde(default)]
    pub window: [i16; 2],
    #[serde(default)]
    pub victory: Victory,
    #[serde(default)]
    pub retreat: Retreat,
    #[serde(default)]
    pub rounds: Option<u16>,
    #[serde(default)]
    pub designs: Vec<Design>,
}

/// The decision that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// The start of the Impulse: with `open = true` the case plays on from there.
    Impulse,
    Power,
    #[default]
    #[serde(alias = "movement")]
    Move,
    Fire,
    #[serde(alias = "Power Phase")]
    Charge,
    #[serde(alias = "gravity pull")]
    Pull,
    #[serde(alias = "Reinforcement Phase")]
    Reinforce,
    #[serde(alias = "Retreat Phase")]
    Retreat,
    /// TAL-8.6.4, TAL-13.2d: an owner picks who suffers the first of the `owed` hits.
    Pick,
}

/// One ship of a situation. What is left out is as at the start of a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipSituation {
    pub side: u8,
    pub class: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub at: Hex,
    #[serde(default)]
    pub facing: Facing,
    #[serde(default)]
    pub status: Option<Status>,
    /// The row of its curve, by Speed.
    #[serde(default)]
    pub speed: Option<u8>,
    /// As written; the row's with modifiers if left out.
    #[serde(default)]
    pub power: Option<i8>,
    #[serde(default)]
    pub turn_left: u8,
    #[serde(default)]
    pub slip: bool,
    /// Boxes left: forward, right, rear, left.
    #[serde(default)]
    pub shields: Option<[u8; 4]>,
    /// TAL-6.2.3a: arcs with the Impulse of placement.
    #[serde(default)]
    pub reinforced: Vec<(Arc, Impulse)>,
    #[serde(default)]
    pub hull_marked: u8,
    /// Hull boxes left of the three fighters.
    #[serde(default)]
    pub fighters: Option<[u8; 3]>,
    /// Charge bars in order; those left out are full.
    #[serde(default)]
    pub bars: Vec<Bar>,
    #[serde(default)]
    pub battery: bool,
    #[serde(default)]
    pub afterburners: Option<u8>,
    #[serde(default)]
    pub criticals: Criticals,
    #[serde(default)]
    pub marker: Option<Marker>,
    #[serde(default)]
    pub spooled: bool,
    #[serde(default)]
    pub arrived: u16,
    #[serde(default)]
    pub spent: bool,
    #[serde(default)]
    pub moved: bool,
    #[serde(default)]
    pub fired: bool,
    /// TAL-4.1.4: a reinforcement that waits.
    #[serde(default)]
    pub arrives: Option<u16>,
    #[serde(default)]
    pub entry: Vec<Hex>,
}

fn first() -> u16 {
    1
}

fn yes() -> bool {
    true
}

fn talon() -> u8 {
    1
}

fn races() -> [Faction; 2] {
    [Faction::Terran, Faction::Talon]
}

pub(crate) fn set_up(options: &Options, situation: &Situation) -> Result<Battle, SetupError> {
    let ships = &situation.ships;
    if ships.windows(2).any(|pair| pair[1].side < pair[0].side) || ships.iter().any(|it| 1 < it.side) {
        return Err(SetupError::one("the ships of side 0 come first, then those of side 1"));
    }
    let mut battle = Battle::ready(Field::new(options, &scenario(options, situation))?);
    let mut wrong = Vec::new();
    let mut require = |holds: bool, reason: String| {
        if !holds {
            wrong.push(reason);
        }
    };
    let Situation { round, initiative, side, .. } = situation;
    require((1..=1000).contains(round), format!("Round {round} is not 1 to 1000"));
    require(*initiative <= 1 && *side <= 1, "sides are 0 and 1".to_owned());
    let [col, row] = situation.window;
    require(col.abs() <= 500 && row.abs() <= 500, "the window is too far out".to_owned());
    for (n, wanted) in ships.iter().enumerate() {
        let id = ShipId(n as u8);
        let design = battle.design_of(id).clone();
        let name = format!("ship {n} ({})", design.title());
        require(wanted.at.is_near(), format!("{name}: too far out"));
        let fighters = wanted.fighters.unwrap_or([design.hull.len() as u8; 3]);
        let hull = if design.is_fighters() {
            fighters.iter().max().copied().unwrap_or(0)
        } else {
            wanted.hull_marked
        };
        require(
            usize::from(hull) <= design.hull.len(),
            format!("{name}: it has {} hull boxes", design.hull.len()),
        );
        require(!design.is_fighters() || fighters != [0; 3], format!("{name}: no fighter is left"));
        require(
            design.is_fighters() || wanted.hull_marked < design.hull.len() as u8,
            format!("{name}: all its hull boxes are marked"),
        );
        let row = match wanted.speed {
            None => Some(design.start),
            Some(speed) => (0..design.curve.len() as u8).find(|&row| design.speed(row) == speed),
        };
        require(row.is_some(), format!("{name}: no row with Speed {}", wanted.speed.unwrap_or(0)));
        let shields = wanted.shields.unwrap_or(design.shields.by_arc());
        require(
            shields.iter().zip(design.shields.by_arc()).all(|(left, of)| *left <= of),
            format!("{name}: more shield boxes than it has"),
        );
        require(wanted.reinforced.len() <= 2, format!("{name}: more than two reinforcements (TAL-6.2.2b)"));
        let twice = matches!(wanted.reinforced.as_slice(), [(a, _), (b, _)] if a == b);
        require(!twice, format!("{name}: one arc reinforced twice (TAL-6.2.2b)"));
        require(
            if design.is_fighters() { wanted.hull_marked == 0 } else { wanted.fighters.is_none() },
            format!("{name}: a squadron has `fighters`, any other ship `hull_marked` (TAL-12.1.4)"),
        );
        require(wanted.bars.len() <= design.bars(), format!("{name}: more bars than it has"));
        for (bar, given) in wanted.bars.iter().enumerate() {
            let fits = design.group(bar).is_some_and(|it| given.red <= it.red && given.yellow <= it.yellow);
            require(fits, format!("{name}: more boxes than bar {} has", bar + 1));
        }
        require(
            wanted.afterburners.is_none_or(|it| it <= design.afterburners),
            format!("{name}: more Afterburners than it has (TAL-10.2.1)"),
        );
        require(!wanted.battery || design.battery, format!("{name}: it has no Battery (TAL-10.1.1)"));
        let (turns, powers) = (battle.field.options.crit_turn_cap, battle.field.options.crit_power_cap);
        let widest = (0..design.curve.len() as u8).map(|row| design.turn_radius(row)).max().unwrap_or(0);
        require(
            wanted.turn_left <= widest + turns,
            format!(
                "{name}: a Turn Radius marker of {}, but {} is the most (TAL-7.2.2b)",
                wanted.turn_left,
                widest + turns
            ),
        );
        let capped = wanted.criticals.turn <= turns && wanted.criticals.power <= powers;
        require(capped, format!("{name}: criticals beyond the cap (TAL-CRIT.6, TAL-CRIT.8)"));
        let stands = wanted.status.is_none_or(|it| it == Status::Active);
        let blocked = situation.terrain.iter().any(|it| it.at == wanted.at && it.kind.blocks());
        require(
            !stands || !blocked,
            format!("{name}: nobody stands in a Planet or Black Hole (TAL-17.2.1a, TAL-18.1a)"),
        );
        let ship = battle.ship_mut(id);
        ship.at = wanted.at;
        ship.facing = wanted.facing;
        if let Some(status) = wanted.status {
            ship.status = status;
        }
        ship.row = row.unwrap_or(design.start);
        ship.turn_left = wanted.turn_left;
        ship.slip = wanted.slip;
        ship.shields = shields;
        for (arc, impulse) in &wanted.reinforced {
            ship.reinforced[arc.index()] = Some(*impulse);
        }
        ship.hull_marked = if design.is_fighters() { 0 } else { wanted.hull_marked };
        if design.is_fighters() {
            ship.fighters = fighters;
        }
        for (bar, given) in wanted.bars.iter().enumerate().take(3) {
            ship.bars[bar] = *given;
        }
        for (bar, _) in fighters.iter().enumerate().filter(|(_, left)| design.is_fighters() && **left == 0) {
            ship.bars[bar].destroyed = true;
        }
        ship.battery = wanted.battery;
        ship.afterburners = wanted.afterburners.unwrap_or(design.afterburners);
        if capped {
            ship.criticals = wanted.criticals;
        }
        ship.marker = wanted.marker;
        ship.spooled = wanted.spooled;
        ship.arrived = wanted.arrived;
        (ship.spent, ship.moved, ship.fired) = (wanted.spent, wanted.moved, wanted.fired);
        let power = crate::power_phase::modified(&battle, battle.ship(id), battle.ship(id).row);
        let power = wanted.power.unwrap_or(power);
        require((-9..=6).contains(&power), format!("{name}: Power {power} is not -9 to 6 (TAL-5.4.4)"));
        battle.ship_mut(id).power = power;
    }
    for missile in &situation.missiles {
        let number = missile.number;
        require(
            missile.side <= 1 && missile.at.is_near(),
            format!("Missile {number} is of no side, or too far out"),
        );
        let enemy = |id: ShipId| ships.get(id.index()).is_some_and(|it| it.side != missile.side);
        require(
            missile.target.is_none_or(enemy),
            format!("Missile {number}: its target is not an enemy ship in the battle (TAL-13.2d)"),
        );
        let twins = situation.missiles.iter().filter(|it| it.number == missile.number).count();
        require(twins == 1, format!("two Missiles of number {}", missile.number));
    }
    let docked = |id: &ShipId| ships.len() <= id.index();
    let astray =
        battle.board.ships.iter().any(|it| matches!(&it.status, Status::Docked(host) if docked(host)));
    require(!astray, "a ship is docked in a host that is not there".to_owned());
    let known = |id: &ShipId| id.index() < ships.len();
    require(
        situation.rank.iter().all(known),
        "the rank names a ship that is not there (TAL-8.6.3)".to_owned(),
    );
    let mut rank = situation.rank.clone();
    rank.sort();
    rank.dedup();
    require(rank.len() == situation.rank.len(), "the rank names a ship twice (TAL-8.6.3)".to_owned());
    require(
        situation.gunner.iter().all(known),
        "the gunner is not among the ships of the battle (TAL-8.2.1a)".to_owned(),
    );
    for (n, owed) in situation.owed.iter().enumerate() {
        let there = match &owed.of {
            Struck::Squadron(id) => known(id) && battle.design_of(*id).is_fighters(),
            Struck::Missiles(numbers) => {
                numbers.iter().all(|it| situation.missiles.iter().any(|missile| missile.number == *it))
            }
        };
        require(
            owed.side <= 1 && there,
            format!("owed hit {}: it falls on no fighters or Missiles of the battle (TAL-8.6.4)", n + 1),
        );
    }
    let picks = situation.phase == Moment::Pick;
    require(
        picks != situation.owed.is_empty(),
        "hits are owed in the phase `pick` alone (TAL-8.6.4)".to_owned(),
    );
    require(picks || situation.then.is_none(), "`then` belongs to the phase `pick` (TAL-8.6.4)".to_owned());
    let next = situation.missiles.iter().map(|it| it.number.saturating_add(1)).max().unwrap_or(1);
    require(
        situation.next_missile.is_none_or(|it| next <= it),
        format!("the next Missile has at least number {next}"),
    );
    require(
        situation.volley.is_none() || situation.phase == Moment::Fire,
        "a volley is open in the phase `fire` alone (TAL-8.3.1)".to_owned(),
    );
    if let Some(open) = situation.volley {
        let ship = battle.board.ships.get(open.ship.index());
        let group = ship.and_then(|it| battle.field.design_of(it).group(open.group.into()));
        let fits = group.is_some_and(|it| open.done < it.count) && open.group < 3;
        require(
            fits && ship.is_some_and(|it| it.side == *side),
            "the volley belongs to no ship of that side".to_owned(),
        );
    }
    require(
        situation.rounds.is_none_or(|it| *round <= it),
        format!("Round {round} is later than the last (TAL-VIC.5)"),
    );
    if !wrong.is_empty() {
        wrong.dedup();
        return Err(SetupError(wrong));
    }
    let board = &mut battle.board;
    board.round = situation.round;
    board.impulse = situation.impulse;
    board.initiative = situation.initiative;
    board.missiles = situation.missiles.clone();
    board.next_missile = situation.next_missile.unwrap_or(next);
    board.rank.clone_from(&situation.rank);
    board.gunner = situation.gunner;
    board.owed.clone_from(&situation.owed);
    board.terrain = Shared::new(situation.terrain.clone());
    (board.window.col, board.window.row) = (col, row);
    board.asked = situation.asked;
    let side = situation.side;
    board.phase = match situation.phase {
        Moment::Impulse => Phase::Setup,
        Moment::Power => Phase::Power { side },
        Moment::Move => Phase::Move { side },
        Moment::Fire => Phase::Fire { side, volley: situation.volley },
        Moment::Charge => Phase::Charge { side },
        Moment::Pull => Phase::Pull { side },
        Moment::Reinforce => Phase::Reinforce { side },
        Moment::Retreat => Phase::Retreat { side },
        Moment::Pick => Phase::Pick {
            side: situation.owed.first().map_or(side, |it| it.side),
            then: situation.then.unwrap_or(Stage::Fire(side)),
        },
    };
    Ok(battle)
}

/// The scenario that would have led here.
fn scenario(options: &Options, situation: &Situation) -> Scenario {
    let side = |number: u8, name: &str| Side {
        name: name.to_owned(),
        faction: situation.factions[usize::from(number)],
        zone: None,
        ships: situation
            .ships
            .iter()
            .filter(|it| it.side == number)
            .map(|it| Berth {
                class: it.class.clone(),
                name: it.name.clone(),
                at: Some(it.at),
                facing: Some(it.facing),
                free_facing: false,
                arrives: it.arrives,
                entry: it.entry.clone(),
                battery: it.battery,
            })
            .collect(),
    };
    Scenario {
        name: "A situation".to_owned(),
        blurb: String::new(),
        sides: vec![side(0, "Terran Confederation"), side(1, "Talon Empire")],
        terrain: situation.terrain.clone(),
        initiative: situation.initiative & 1,
        rounds: situation.rounds,
        victory: situation.victory.clone(),
        retreat: situation.retreat.clone(),
        design_your_own: None,
        designs: situation.designs.clone(),
        options: options.clone(),
    }
}
