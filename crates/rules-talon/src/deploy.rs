//! Set-up: places of ships and Bases (TAL-DYO.7, TAL-7.4.4, TAL-14.5).

use dice::Dice;
use engine::{Findings, Table};

use crate::{
    battle::{Battle, Phase},
    events::{Event, SetupEvent},
    hex::{Facing, Hex},
    market,
    options::FighterDeploy,
    orders::Placed,
    phases::{self, Stage},
    reinforce,
    ship::{ShipId, Status},
};

/// Towards the enemy.
pub(crate) fn usual_facing(side: u8) -> Facing {
    Facing::new(if side == 0 { 0 } else { 3 })
}

/// TAL-DYO.9: purchase first if there is one, then places.
pub(crate) fn open(table: &mut Table<Battle>) {
    if table.state().field.scenario.design_your_own.is_some() {
        phases::ask(table, Phase::Buy);
    } else {
        place_from(table, 0);
    }
}

/// TAL-DYO.7, TAL-14.5: Bases first, the Second Player before the other.
fn steps(battle: &Battle) -> [(u8, bool); 4] {
    let first = battle.board.initiative;
    [(1 - first, true), (first, true), (1 - first, false), (first, false)]
}

/// The next side that has something to place, from step `from` on; else the first Round.
pub(crate) fn place_from(table: &mut Table<Battle>, from: usize) {
    for (side, bases) in steps(table.state()).into_iter().skip(from) {
        if waiting(table.state(), side, bases).next().is_some() {
            return phases::ask(table, Phase::Deploy { side, bases });
        }
    }
    phases::run(table, Stage::Round);
}

/// Ships to be placed in this step, or turned where only the facing is free.
pub(crate) fn waiting(battle: &Battle, side: u8, bases: bool) -> impl Iterator<Item = ShipId> + '_ {
    battle.ship_ids().filter(move |&id| {
        let (ship, berth) = (battle.ship(id), reinforce::berth(battle, id));
        let comes_later = berth.is_some_and(|it| it.arrives.is_some());
        let placed = ship.status == Status::Waiting && !comes_later;
        let turned = ship.is_active() && berth.is_some_and(|it| it.free_facing);
        ship.side == side && battle.design_of(id).is_base() == bases && (placed || turned)
    })
}

/// A ship that stands already and only chooses its facing.
pub(crate) fn is_fixed(battle: &Battle, id: ShipId) -> bool {
    battle.ship(id).is_active()
}

/// TAL-DYO.7, TAL-18.1d: hexes of the zone where a ship may stand.
pub(crate) fn free_hexes(battle: &Battle, side: u8) -> impl Iterator<Item = Hex> + '_ {
    battle.field.zone(side).hexes().filter(move |&hex| {
        !battle.kind_at(hex).is_some_and(|it| it.blocks())
            && battle.black_hole(hex).is_none_or(|it| 2 < it.distance(hex))
            && !battle.ships_at(hex).any(|it| battle.ship(it).side == side)
    })
}

/// TAL-DYO.7: how far fighters may start from a Carrier or Base.
fn tether(battle: &Battle) -> i16 {
    match battle.field.options.fighter_deploy {
        FighterDeploy::Within6 => 6,
        FighterDeploy::Adjacent => 1,
    }
}

/// All places of a step: those given, the others by default from the centre of
/// the zone outwards.
pub(crate) fn arrange(battle: &Battle, side: u8, bases: bool, given: &[Placed]) -> Vec<Placed> {
    let mut places: Vec<Placed> = given.to_vec();
    let mut rest: Vec<ShipId> =
        waiting(battle, side, bases).filter(|id| given.iter().all(|it| it.ship != *id)).collect();
    rest.sort_by_key(|&id| (battle.design_of(id).is_fighters(), id));
    if rest.is_empty() {
        return places;
    }
    let zone = battle.field.zone(side);
    let centre = Hex::from_offset((zone.cols[0] + zone.cols[1]) / 2, (zone.rows[0] + zone.rows[1]) / 2);
    let mut free: Vec<Hex> = free_hexes(battle, side).collect();
    free.sort_by_key(|hex| hex.distance(centre));
    for ship in rest {
        let facing = battle.ship(ship).facing;
        let at = if is_fixed(battle, ship) {
            battle.ship(ship).at
        } else {
            let open = |hex: &&Hex| places.iter().all(|it| it.at != **hex);
            let near = |hex: &&Hex| {
                !battle.design_of(ship).is_fighters() || is_tethered(battle, side, &places, **hex)
            };
            let best = free.iter().filter(open).find(near);
            // Without room near their Carrier fighters start where there is some.
            best.or_else(|| free.iter().find(open)).copied().unwrap_or(centre)
        };
        places.push(Placed { ship, at, facing });
    }
    places
}

fn is_tethered(battle: &Battle, side: u8, places: &[Placed], hex: Hex) -> bool {
    let near = |at: Hex| at.distance(hex) <= tether(battle);
    let standing = battle.active(side).filter(|&id| battle.design_of(id).powers_fighters());
    let placed = places.iter().filter(|it| battle.design_of(it.ship).powers_fighters());
    standing.map(|id| battle.ship(id).at).chain(placed.map(|it| it.at)).any(near)
}

pub(crate) fn check(battle: &Battle, side: u8, bases: bool, given: &[Placed], found: &mut Findings) {
    for (n, place) in given.iter().enumerate() {
        if !waiting(battle, side, bases).any(|it| it == place.ship) {
            found.add("TAL-DYO.7", format!("ship {} is not to be placed now", place.ship.0));
            continue;
        }
        let tag = || battle.tag(place.ship);
        found.require(given[..n].iter().all(|it| it.ship != place.ship), "TAL-DYO.7", || {
            format!("{}: it is placed twice", tag())
        });
        if is_fixed(battle, place.ship) {
            found.require(place.at == battle.ship(place.ship).at, "TAL-DYO.7", || {
                format!("{}: only its facing is free", tag())
            });
            continue;
        }
        let there = place.at.is_near() && free_hexes(battle, side).any(|it| it == place.at);
        found.require(there, "TAL-DYO.7", || format!("{}: it cannot stand there", tag()));
        found.require(given[..n].iter().all(|it| it.at != place.at), "TAL-7.4.4", || {
            format!("{}: friends may not start stacked", tag())
        });
    }
    if !found.is_empty() {
        return;
    }
    let all = arrange(battle, side, bases, given);
    for place in
        given.iter().filter(|it| battle.design_of(it.ship).is_fighters() && !is_fixed(battle, it.ship))
    {
        found.require(is_tethered(battle, side, &all, place.at), "TAL-DYO.7", || {
            format!(
                "{}: fighters start within {} of a Carrier or Base",
                battle.tag(place.ship),
                tether(battle)
            )
        });
    }
}

pub(crate) fn perform(table: &mut Table<Battle>, side: u8, bases: bool, given: &[Placed]) {
    let step = steps(table.state()).iter().position(|it| *it == (side, bases)).unwrap_or(3);
    for Placed { ship, at, facing } in arrange(table.state(), side, bases, given) {
        table.emit(Event::Setup(SetupEvent::Deployed { ship, at, facing }));
    }
    place_from(table, step + 1);
}

pub(crate) fn apply(battle: &mut Battle, event: &SetupEvent) {
    match event {
        SetupEvent::Deployed { ship, at, facing } => {
            let ship = battle.ship_mut(*ship);
            (ship.at, ship.facing, ship.status) = (*at, *facing, Status::Active);
        }
        SetupEvent::Bought { .. }
        | SetupEvent::InitiativeGiven { .. }
        | SetupEvent::TerrainRolled { .. }
        | SetupEvent::TerrainPlaced { .. }
        | SetupEvent::TerrainSkipped { .. } => market::apply(battle, event),
    }
}

pub(crate) fn sample(battle: &Battle, side: u8, bases: bool, dice: &mut Dice) -> Vec<Placed> {
    let mut places: Vec<Placed> = Vec::new();
    let free: Vec<Hex> = free_hexes(battle, side).collect();
    for ship in waiting(battle, side, bases) {
        let facing = *dice.pick(&Facing::ALL);
        if is_fixed(battle, ship) {
            places.push(Placed { ship, at: battle.ship(ship).at, facing });
        } else if !battle.design_of(ship).is_fighters() && !free.is_empty() && dice.one_in(2) {
            let at = *dice.pick(&free);
            if places.iter().all(|it| it.at != at) {
                places.push(Placed { ship, at, facing });
            }
        }
    }
    places
}

/// Everything that is wrong with where the scenario puts ships.
pub(crate) fn findings(battle: &Battle) -> Vec<String> {
    let mut wrong = Vec::new();
    for (number, side) in (0..2_u8).zip(&battle.field.scenario.sides) {
        let name = &side.name;
        if battle.field.scenario.design_your_own.is_some() {
            continue;
        }
        let own = || battle.board.ships.iter().filter(move |it| it.side == number);
        if own().next().is_none() {
            wrong.push(format!("{name} has no ships (TAL-VIC.1)"));
        }
        let count =
            |is: fn(&crate::Design) -> bool| own().filter(|it| is(battle.field.design_of(it))).count();
        let (supports, squadrons) =
            (count(crate::Design::powers_fighters), count(crate::Design::is_fighters));
        if 0 < squadrons && supports == 0 {
            wrong.push(format!("{name}: fighters without a Carrier or Base (TAL-12.1.1)"));
        }
        if 4 * supports < squadrons {
            wrong.push(format!("{name}: more than 4 squadrons for each Carrier or Base (TAL-12.2.1a)"));
        }
        let waiting = own().filter(|it| it.status == Status::Waiting).count();
        if free_hexes(battle, number).count() < waiting {
            wrong.push(format!("{name}: its zone is too small for {waiting} ships (TAL-DYO.7)"));
        }
    }
    for id in battle.all_active() {
        let ship = battle.ship(id);
        if battle.ships_at(ship.at).any(|other| id < other && battle.ship(other).side == ship.side) {
            wrong.push(format!(
                "two ships of {} in {:?} (TAL-7.4.4)",
                battle.field.side(ship.side).name,
                ship.at
            ));
        }
        if battle.kind_at(ship.at).is_some_and(|it| it.blocks()) {
            wrong.push(format!("{} stands in a Planet or Black Hole (TAL-17.2.1a)", battle.field.name(ship)));
        }
        if battle.black_hole(ship.at).is_some_and(|it| it.distance(ship.at) <= 2) {
            wrong.push(format!(
                "{} stands within 2 hexes of a Black Hole (TAL-18.1d)",
                battle.field.name(ship)
            ));
        }
    }
    wrong
}
