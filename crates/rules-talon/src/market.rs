//! Design your own: forces by points and terrain by dice (TAL-DYO.1 to TAL-DYO.11).

use dice::Dice;
use engine::{Findings, Table};

use crate::{
    battle::{Battle, Market, Phase},
    deploy,
    design::{Design, Faction, Kind},
    events::{Event, SetupEvent},
    hex::Hex,
    phases,
    scenario::{DesignYourOwn, Field, Terrain, TerrainKind, Victory},
    ship::Ship,
};

/// TAL-DYO.3: one heavy ship for each full 250 points, one at least from 300 up.
pub(crate) fn heavies(own: DesignYourOwn) -> usize {
    let from_300 = usize::from(300 <= own.points);
    usize::from(own.points / 250).max(from_300)
}

/// TAL-DYO.2: counters of a class.
pub(crate) fn most(field: &Field, design: &Design) -> usize {
    if field.options.counter_mix { design.names.len() } else { 30 }
}

/// The classes a side may buy at all.
pub(crate) fn classes(field: &Field, side: u8) -> impl Iterator<Item = &Design> {
    let faction = field.side(side).faction;
    field
        .designs()
        .iter()
        .filter(move |it| it.faction == faction && class_objection(field, side, it).is_none())
}

/// TAL-DYO.5: Bases for a declared defender, Transports for an objective.
fn class_objection(field: &Field, side: u8, design: &Design) -> Option<&'static str> {
    let own = field.scenario.design_your_own?;
    let convoy = matches!(&field.scenario.victory, Victory::Convoy { side: whose, class, .. }
        if *whose == side && class.eq_ignore_ascii_case(&design.class));
    match design.kind {
        Kind::Base if own.defender != Some(side) => Some("only a declared defender buys a Base"),
        Kind::Transport if !convoy => Some("Transports need an objective"),
        Kind::Ship | Kind::Base | Kind::Fighters | Kind::Carrier | Kind::Transport => None,
    }
}

/// Everything against a purchase.
pub(crate) fn check(field: &Field, side: u8, ships: &[String], found: &mut Findings) {
    let Some(own) = field.scenario.design_your_own else {
        return found.add("TAL-DYO.2", "nothing is bought here");
    };
    let faction = field.side(side).faction;
    if 60 < ships.len() {
        return found.add("TAL-DYO.2", "no force has more than 60 ships");
    }
    let mut bought: Vec<&Design> = Vec::new();
    for class in ships {
        match field.class(faction, class).map(|it| field.design(it)) {
            None => found
                .add("TAL-DYO.2", format!("there is no class {:?} of the {}", short(class), faction.name())),
            Some(design) => match class_objection(field, side, design) {
                Some(reason) => found.add("TAL-DYO.5", format!("{}: {reason}", design.class)),
                None => bought.push(design),
            },
        }
    }
    let sum = |is: &dyn Fn(&Design) -> bool| -> u32 {
        bought.iter().filter(|it| is(it)).map(|it| u32::from(it.points)).sum()
    };
    let count = |is: &dyn Fn(&Design) -> bool| bought.iter().filter(|it| is(it)).count();
    let spent = sum(&|_| true);
    let budget = own.budget(side);
    found
        .require(spent <= budget.into(), "TAL-DYO.1", || format!("{spent} points, but {budget} are allowed"));
    for design in field.designs().iter().filter(|it| it.faction == faction) {
        let (n, most) = (count(&|it| it.class == design.class), most(field, design));
        found.require(n <= most, "TAL-DYO.2", || format!("{n} {}, but there are {most}", design.class));
    }
    let heavy = count(&Design::is_heavy);
    found.require(heavy <= heavies(own), "TAL-DYO.3", || {
        format!("{heavy} heavy ships, but {} are allowed", heavies(own))
    });
    let (squadrons, hosts) = (count(&Design::is_fighters), count(&Design::powers_fighters));
    found.require(squadrons <= 4 * hosts, "TAL-DYO.4", || {
        format!("{squadrons} squadrons, but {hosts} Carriers and Bases")
    });
    found.require(5 * sum(&Design::is_fighters) <= 2 * spent, "TAL-DYO.4", || {
        "more than 40% of the points for squadrons".to_owned()
    });
    let armed = sum(&|it| !it.groups.is_empty());
    found.require(spent <= 2 * armed && 0 < armed, "TAL-DYO.5", || {
        "at least half of the points must be armed ships".to_owned()
    });
}

fn short(text: &str) -> String {
    text.chars().take(12).filter(|it| it.is_ascii_graphic()).collect()
}

fn is_legal(field: &Field, side: u8, ships: &[String]) -> bool {
    let mut found = Findings::default();
    check(field, side, ships, &mut found);
    found.is_empty()
}

/// The default purchase: the dearest class that still fits, again and again.
pub(crate) fn usual(field: &Field, side: u8) -> Vec<String> {
    let mut ships = Vec::new();
    let mut all: Vec<&Design> = classes(field, side).collect();
    all.sort_by_key(|it| std::cmp::Reverse(it.points));
    while let Some(design) = all.iter().find(|it| fits(field, side, &ships, it)) {
        ships.push(design.class.clone());
    }
    ships
}

/// Whether one more of a class keeps a purchase legal.
pub(crate) fn fits(field: &Field, side: u8, ships: &[String], design: &Design) -> bool {
    let more: Vec<String> = ships.iter().cloned().chain([design.class.clone()]).collect();
    is_legal(field, side, &more)
}

pub(crate) fn sample(field: &Field, side: u8, dice: &mut Dice) -> Vec<String> {
    let mut ships = Vec::new();
    for _ in 0..12 {
        let open: Vec<&Design> = classes(field, side).filter(|it| fits(field, side, &ships, it)).collect();
        if open.is_empty() {
            break;
        }
        ships.push(dice.pick(&open).class.clone());
    }
    ships
}

/// TAL-DYO.2, TAL-DYO.8: both reveal, and who spent less names the holder of the Initiative.
pub(crate) fn reveal(table: &mut Table<Battle>, orders: [&[String]; 2]) {
    for (side, ships) in (0..2).zip(orders) {
        let field = &table.state().field;
        let faction = field.side(side).faction;
        let designs = ships.iter().filter_map(|it| field.class(faction, it)).map(|it| field.design(it));
        let (ships, points) = designs.fold((Vec::new(), 0), |(mut ships, points): (Vec<String>, u16), it| {
            ships.push(it.class.clone());
            (ships, points + it.points)
        });
        table.emit(Event::Setup(SetupEvent::Bought { side, ships, points }));
    }
    let spent = table.state().board.market.as_ref().map_or([0; 2], |it| it.spent);
    match spent[0].cmp(&spent[1]) {
        std::cmp::Ordering::Less => phases::ask(table, Phase::Initiative { side: 0 }),
        std::cmp::Ordering::Greater => phases::ask(table, Phase::Initiative { side: 1 }),
        std::cmp::Ordering::Equal => {
            let talon = table.state().field.side(0).faction == Faction::Talon
                && table.state().field.side(1).faction != Faction::Talon;
            give_initiative(table, u8::from(!talon));
        }
    }
}

pub(crate) fn give_initiative(table: &mut Table<Battle>, holder: u8) {
    table.emit(Event::Setup(SetupEvent::InitiativeGiven { holder }));
    let wanted = table.state().field.scenario.design_your_own.is_some_and(|it| it.terrain);
    if wanted {
        roll_terrain(table);
    }
    let second = 1 - table.state().board.initiative;
    next_piece(table, second);
}

/// TAL-DYO.6: a die for the number of pieces, one for each; a second Planet becomes an Asteroid.
fn roll_terrain(table: &mut Table<Battle>) {
    let die = table.roll(6);
    let count = match die {
        1 | 2 => 0,
        3 | 4 => 3,
        5 => 5,
        _ => 7,
    };
    let dice: Vec<u8> = (0..count).map(|_| table.roll(6)).collect();
    let mut planets = 0;
    let pieces = dice
        .iter()
        .map(|die| match die {
            1..=3 => TerrainKind::Asteroid,
            4 | 5 => TerrainKind::Nebula,
            _ => {
                planets += 1;
                if planets == 1 { TerrainKind::Planet } else { TerrainKind::Asteroid }
            }
        })
        .collect();
    table.emit(Event::Setup(SetupEvent::TerrainRolled { die, dice, pieces }));
}

/// TAL-DYO.6: columns 9 to 15, not next to another piece, a Planet 3 hexes from both zones; by row, then column.
pub(crate) fn places(battle: &Battle, kind: TerrainKind) -> impl Iterator<Item = Hex> + '_ {
    let rows = i16::from(battle.field.options.map_rows);
    let all = (0..rows).flat_map(|row| (9..=15).map(move |col| Hex::from_offset(col, row)));
    all.filter(move |&hex| {
        let apart = battle.board.terrain.iter().all(|it| 1 < it.at.distance(hex));
        let clear = |side: u8| battle.field.zone(side).hexes().all(|it| 3 <= it.distance(hex));
        apart && (kind != TerrainKind::Planet || (clear(0) && clear(1)))
    })
}

pub(crate) fn piece(battle: &Battle) -> Option<TerrainKind> {
    battle.board.market.as_ref().and_then(|it| it.pieces.first()).copied()
}

/// TAL-DYO.6, TAL-DYO.9: the next piece that has a legal hex; then the ships.
fn next_piece(table: &mut Table<Battle>, side: u8) {
    while let Some(kind) = piece(table.state()) {
        if places(table.state(), kind).next().is_some() {
            return phases::ask(table, Phase::Terrain { side });
        }
        table.emit(Event::Setup(SetupEvent::TerrainSkipped { kind }));
    }
    deploy::place_from(table, 0);
}

pub(crate) fn place(table: &mut Table<Battle>, side: u8, at: Hex) {
    if let Some(kind) = piece(table.state()) {
        table.emit(Event::Setup(SetupEvent::TerrainPlaced { kind, at }));
    }
    next_piece(table, 1 - side);
}

pub(crate) fn apply(battle: &mut Battle, event: &SetupEvent) {
    match event {
        SetupEvent::Bought { side, ships, points } => {
            let field = std::sync::Arc::clone(&battle.field);
            let faction = field.side(*side).faction;
            for class in ships {
                let Some(design) = field.class(faction, class) else { continue };
                let like =
                    battle.board.ships.iter().filter(|it| (it.side, it.design) == (*side, design)).count();
                let name = field.name_of(design, "", like);
                let mut ship = Ship::new(field.design(design), design, name, *side);
                ship.facing = deploy::usual_facing(*side);
                battle.board.ships.push(ship);
            }
            battle.board.market.get_or_insert_default().spent[usize::from(*side)] = *points;
        }
        SetupEvent::InitiativeGiven { holder } => battle.board.initiative = *holder,
        SetupEvent::TerrainRolled { pieces, .. } => {
            let market: &mut Market = battle.board.market.get_or_insert_default();
            market.pieces = pieces.clone();
        }
        SetupEvent::TerrainPlaced { kind, at } => {
            let piece = Terrain { kind: *kind, at: *at, only: Vec::new(), objective: false };
            std::sync::Arc::make_mut(&mut battle.board.terrain).push(piece);
            skip(battle);
        }
        SetupEvent::TerrainSkipped { .. } => skip(battle),
        SetupEvent::Deployed { .. } => (),
    }
}

fn skip(battle: &mut Battle) {
    if let Some(market) = &mut battle.board.market
        && !market.pieces.is_empty()
    {
        market.pieces.remove(0);
    }
}
