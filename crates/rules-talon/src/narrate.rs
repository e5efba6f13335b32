//! The battle in words.

use dice::Dice;
use engine::{Outcome, Seat};

use crate::{
    battle::{Battle, Phase, Reason},
    events::{
        Cause, DamageEvent, Event, FireEvent, MovementEvent, PhaseEvent, PowerEvent, Repairable, RoundEvent,
        SetupEvent, VictoryEvent,
    },
    hex::{Arc, Hex},
    notation,
    orders::{Gift, How, Spend, Target},
    picks::Struck,
    scenario::Field,
    ship::{Exit, ShipId, Status},
    tables::{Critical, Impulse},
    view::{self, View},
};

fn battle(view: &View) -> Battle {
    view::imagine(view, &mut Dice::scripted([]))
}

pub(crate) fn seat_name(field: &Field, seat: Seat) -> String {
    side_name(field, Battle::side_of(seat))
}

fn side_name(field: &Field, side: u8) -> String {
    field.side(side).name.replace(['\n', '\r'], " ")
}

/// `A1 Patton`.
fn name(battle: &Battle, id: ShipId) -> String {
    match battle.board.ships.get(id.index()) {
        Some(ship) => {
            let name = battle.field.name(ship).replace(['\n', '\r'], " ");
            let name = if name.is_empty() { battle.field.design_of(ship).class.clone() } else { name };
            format!("{} {name}", battle.tag(id))
        }
        None => format!("ship {}", id.0),
    }
}

pub(crate) fn ship_name(view: &View, id: ShipId) -> String {
    name(&battle(view), id)
}

pub(crate) fn target_name(battle: &Battle, target: Target) -> String {
    match target {
        Target::Ship(id) => name(battle, id),
        Target::Fighter(id, fighter) => format!("fighter {} of {}", fighter + 1, name(battle, id)),
        Target::Missile(number) => format!("Missile {number}"),
    }
}

/// `1 point`.
fn points_of(points: u8) -> String {
    format!("{points} {}", if points == 1 { "point" } else { "points" })
}

fn hex(at: Hex) -> String {
    format!("{},{}", at.q, at.r)
}

fn cause(cause: Cause) -> String {
    match cause {
        Cause::Weapon(weapon) => weapon.name().to_owned(),
        Cause::Collision => "collision".to_owned(),
        Cause::Asteroid => "Asteroid".to_owned(),
        Cause::Explosion => "explosion".to_owned(),
        Cause::Planet => "the Planet".to_owned(),
        Cause::BlackHole => "the Black Hole".to_owned(),
        Cause::Overload => "Power below zero".to_owned(),
        Cause::CoreBreach => "FTL core breach".to_owned(),
        Cause::Hull => "hull damage".to_owned(),
        Cause::Carrier => "the loss of its host".to_owned(),
        Cause::OffMap => "the edge of the map".to_owned(),
        Cause::Resigned => "resignation".to_owned(),
    }
}

pub(crate) fn narrate(view: &View, event: &Event) -> String {
    let battle = &battle(view);
    match event {
        Event::Setup(event) => setup(battle, event),
        Event::Phase(event) => phase_event(battle, event),
        Event::Power(event) => power(battle, event),
        Event::Movement(event) => movement(battle, event),
        Event::Fire(event) => fire(battle, event),
        Event::Damage(event) => damage(battle, event),
        Event::Round(event) => round(battle, event),
        Event::Victory(event) => victory(battle, event),
    }
}

fn setup(battle: &Battle, event: &SetupEvent) -> String {
    match event {
        SetupEvent::Bought { side, ships, points } => {
            format!("{} brings {} for {points} points.", side_name(&battle.field, *side), ships.join(", "))
        }
        SetupEvent::InitiativeGiven { holder } => {
            format!("{} holds the Initiative first.", side_name(&battle.field, *holder))
        }
        SetupEvent::TerrainRolled { die, pieces, .. } => {
            let names: Vec<&str> = pieces.iter().map(|it| it.name()).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            format!("Terrain, die {die}: {names}.")
        }
        SetupEvent::TerrainPlaced { kind, at } => format!("{} in {}.", kind.name(), hex(*at)),
        SetupEvent::TerrainSkipped { kind } => format!("No hex is left for the {}.", kind.name()),
        SetupEvent::Deployed { ship, at, facing } => {
            format!("{} deploys in {}, facing {}.", name(battle, *ship), hex(*at), facing.letters())
        }
    }
}

fn phase_event(battle: &Battle, event: &PhaseEvent) -> String {
    match event {
        PhaseEvent::Entered { phase } => match phase_side(*phase) {
            Some(side) => format!("{}: {}.", side_name(&battle.field, side), phase_name(*phase)),
            None => format!("Now: {}.", phase_name(*phase)),
        },
        PhaseEvent::RoundBegan { round } => format!("Round {round} begins."),
        PhaseEvent::ImpulseBegan { impulse } => format!("Impulse {}.", impulse.letter()),
        PhaseEvent::TurnBegan { side } => format!("Turn of {}.", side_name(&battle.field, *side)),
        PhaseEvent::Expired { ship, arc } => {
            format!("{}: the {} reinforcement expires.", name(battle, *ship), arc.name())
        }
        PhaseEvent::Passed { side } => {
            format!("{} has nothing to decide and passes.", side_name(&battle.field, *side))
        }
        PhaseEvent::InitiativeChecked { change, defend, holder } => format!(
            "Initiative: {change} Change against {defend} Defend; {} holds it.",
            side_name(&battle.field, *holder)
        ),
        PhaseEvent::Ranked { side, ships } => {
            let tags: Vec<String> = ships.iter().map(|&it| battle.tag(it)).collect();
            format!("{} ranks its ships {}.", side_name(&battle.field, *side), tags.join(", "))
        }
        PhaseEvent::Lapsed { side } => {
            format!("The rest of {}'s orders have become impossible.", side_name(&battle.field, *side))
        }
        PhaseEvent::Interrupted { side } => {
            format!("{} gives the rest of its orders after that.", side_name(&battle.field, *side))
        }
    }
}

fn phase_side(phase: Phase) -> Option<u8> {
    match phase {
        Phase::Setup | Phase::Buy | Phase::Over { .. } => None,
        Phase::Initiative { side }
        | Phase::Terrain { side }
        | Phase::Deploy { side, .. }
        | Phase::Power { side }
        | Phase::Move { side }
        | Phase::Fire { side, .. }
        | Phase::Charge { side }
        | Phase::Pull { side }
        | Phase::Reinforce { side }
        | Phase::Retreat { side }
        | Phase::Pick { side, .. } => Some(side),
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "set-up",
        Phase::Buy => "purchase",
        Phase::Initiative { .. } => "first Initiative",
        Phase::Terrain { .. } => "terrain",
        Phase::Deploy { bases: true, .. } => "set-up of Bases",
        Phase::Deploy { bases: false, .. } => "set-up of ships",
        Phase::Power { .. } => "power",
        Phase::Move { .. } => "movement",
        Phase::Fire { volley: None, .. } => "fire",
        Phase::Fire { volley: Some(_), .. } => "fire, a volley is open",
        Phase::Charge { .. } => "Power Phase",
        Phase::Pull { .. } => "gravity pull",
        Phase::Reinforce { .. } => "Reinforcement Phase",
        Phase::Retreat { .. } => "Retreat Phase",
        Phase::Pick { .. } => "which one is hit",
        Phase::Over { .. } => "the battle is over",
    }
}

fn power(battle: &Battle, event: &PowerEvent) -> String {
    match event {
        PowerEvent::Spent { ship, on, battery } => {
            let from = if *battery { " from its Battery" } else { "" };
            format!("{} spends an AP{from}: {}.", name(battle, *ship), spend(battle, *on))
        }
        PowerEvent::Dropped { ship, arc } => {
            format!("{} drops its {} reinforcement.", name(battle, *ship), arc.name())
        }
        PowerEvent::Repaired { ship, marker, die } => {
            let what = match marker {
                Repairable::ShieldsDown => "Shields Down",
                Repairable::HelmDown => "Helm Down",
                Repairable::PowerLoss => "Power Loss",
            };
            let how = if *die == 6 { "repaired" } else { "not repaired" };
            format!("{}: {what} {how}, die {die}.", name(battle, *ship))
        }
    }
}

pub(crate) fn spend(battle: &Battle, on: Spend) -> String {
    match on {
        Spend::SideSlip => "Side Slip marker".to_owned(),
        Spend::PowerThrough => "power through the turn".to_owned(),
        Spend::Charge { group } => format!("a yellow box of group {}", u16::from(group) + 1),
        Spend::Battery => "charge the Battery".to_owned(),
        Spend::Reinforce { arc } => format!("reinforce the {} shield", arc.name()),
        Spend::Change => "Change Initiative".to_owned(),
        Spend::Defend => "Defend Initiative".to_owned(),
        Spend::Transmit { to, gift } => {
            let gift = match gift {
                Gift::Charge { fighter } => format!("a yellow box of fighter {}", u16::from(fighter) + 1),
                Gift::PowerThrough => "power through the turn".to_owned(),
                Gift::SideSlip => "Side Slip marker".to_owned(),
            };
            format!("{gift} for {}", name(battle, to))
        }
        Spend::Retarget { missile, target, .. } => {
            format!("Missile {missile} turns on {}", name(battle, target))
        }
        Spend::Drop { arc } => format!("drop the {} reinforcement", arc.name()),
    }
}

fn movement(battle: &Battle, event: &MovementEvent) -> String {
    match event {
        MovementEvent::Moved { ship, how, to, facing, afterburner, turn_left } => {
            let how = match how {
                How::Straight | How::Rotate => "moves ahead",
                How::TurnLeft => "turns left",
                How::TurnRight => "turns right",
                How::SlipLeft => "slips left",
                How::SlipRight => "slips right",
            };
            let burner = if *afterburner { " on an Afterburner" } else { "" };
            let marker =
                if 0 < *turn_left { format!(", Turn Radius {turn_left} to go") } else { String::new() };
            format!(
                "{} {how}{burner} to {}, facing {}{marker}.",
                name(battle, *ship),
                hex(*to),
                facing.letters()
            )
        }
        MovementEvent::Rotated { ship, facing } => {
            format!("{} rotates to face {}.", name(battle, *ship), facing.letters())
        }
        MovementEvent::Displaced { ship, to, by: Cause::BlackHole } => {
            format!("The Black Hole pulls {} to {}.", name(battle, *ship), hex(*to))
        }
        MovementEvent::Displaced { ship, to, .. } => {
            format!("{} is pushed to {}.", name(battle, *ship), hex(*to))
        }
        MovementEvent::Floated { window } => {
            format!("The map floats: columns from {}, rows from {}.", window.col, window.row)
        }
        MovementEvent::TerrainDropped { at } => format!("The terrain in {} is left behind.", hex(*at)),
        MovementEvent::Left { ship, exit } => {
            let how = match exit {
                Exit::Ftl => "jumps to FTL",
                Exit::WormHole => "leaves through the worm hole",
                Exit::Map => "is left behind by the map and has retreated",
                Exit::Drifted => "is too far out and has retreated",
                Exit::Resigned => "retreats",
            };
            format!("{} {how}.", name(battle, *ship))
        }
        MovementEvent::Docked { ship, host } => {
            format!("{} docks with {}.", name(battle, *ship), name(battle, *host))
        }
        MovementEvent::Landed { ship } => format!("{} lands on the Planet.", name(battle, *ship)),
        MovementEvent::NebulaEntered { ship } => {
            format!("{} is in a Nebula: its shields are down.", name(battle, *ship))
        }
        MovementEvent::Collided { ship, with } => {
            format!("{} collides with {}.", name(battle, *ship), name(battle, *with))
        }
        MovementEvent::MissileMoved { missile, to, .. } => {
            format!("Missile {missile} flies to {}.", hex(*to))
        }
        MovementEvent::MissilePulled { missile, to } => {
            format!("Missile {missile} is pulled to {}.", hex(*to))
        }
        MovementEvent::MissileLost { missile, by } => format!("Missile {missile} is lost to {}.", cause(*by)),
    }
}

fn fire(battle: &Battle, event: &FireEvent) -> String {
    match event {
        FireEvent::Opened { ship, group } => {
            format!("{} opens fire with group {}.", name(battle, *ship), group + 1)
        }
        FireEvent::Shot { ship, weapon, target, range, die, modifier, damage, .. } => {
            let modified = if *modifier == 0 { String::new() } else { format!(" {modifier}") };
            let result = if *damage == 0 { "a miss".to_owned() } else { format!("{damage} damage") };
            let weapon = weapon.name();
            let article = if weapon.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
            format!(
                "{} fires {article} {weapon} at {}, range {range}, die {die}{modified}: {result}.",
                name(battle, *ship),
                target_name(battle, *target)
            )
        }
        FireEvent::Launched { ship, missile, at, target, .. } => {
            format!(
                "{} launches Missile {missile} at {}, in {}.",
                name(battle, *ship),
                name(battle, *target),
                hex(*at)
            )
        }
        FireEvent::Closed { ship, group } => {
            format!("{}: the rest of group {} does not fire.", name(battle, *ship), group + 1)
        }
    }
}

fn damage(battle: &Battle, event: &DamageEvent) -> String {
    match event {
        DamageEvent::Hit { ship, arc, cause: by, points, reinforcement, shields } => {
            let arc = arc.map_or("no", Arc::name);
            let taken = match (reinforcement, shields) {
                (false, 0) => "nothing stops it".to_owned(),
                (true, 0) => "the reinforcement takes 1".to_owned(),
                (false, n) => format!("shields take {n}"),
                (true, n) => format!("the reinforcement takes 1, shields {n}"),
            };
            format!("{}: {points} from {} on its {arc} arc, {taken}.", name(battle, *ship), cause(*by))
        }
        DamageEvent::HullMarked { ship, boxes, critical } => {
            let critical = if *critical { ", the last one critical" } else { "" };
            format!("{} loses {boxes} hull{critical}.", name(battle, *ship))
        }
        DamageEvent::Critical { ship, dice, result, wasted } => {
            let wasted = if *wasted && *result != Critical::None { ", without effect" } else { "" };
            let [a, b] = dice;
            format!("{}: critical, dice {a} and {b}: {}{wasted}.", name(battle, *ship), result.line().name)
        }
        DamageEvent::GroupDestroyed { ship, group, .. } => {
            format!("{} loses Weapon Group {}.", name(battle, *ship), group + 1)
        }
        DamageEvent::FighterHit { ship, fighter, cause: by, points, boxes } => format!(
            "Fighter {} of {}: {points} from {}, {boxes} hull lost.",
            fighter + 1,
            name(battle, *ship),
            cause(*by)
        ),
        DamageEvent::Destroyed { ship, cause: by } => {
            format!("{} is destroyed: {}.", name(battle, *ship), cause(*by))
        }
        DamageEvent::Exploded { ship, at, rating } => {
            format!("{} explodes in {} with {rating}.", name(battle, *ship), hex(*at))
        }
        DamageEvent::ArcRolled { ship, arc, .. } => {
            format!("{}: the dice choose its {} arc.", name(battle, *ship), arc.name())
        }
        DamageEvent::Owed(owed) => {
            let of = match &owed.of {
                Struck::Squadron(ship) => format!("one fighter of {}", name(battle, *ship)),
                Struck::Missiles(numbers) => {
                    let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
                    format!("one of the Missiles {}", numbers.join(", "))
                }
            };
            let who = side_name(&battle.field, owed.side);
            format!("{} from {} for {of}; {who} says which.", points_of(owed.points), cause(owed.cause))
        }
        DamageEvent::Picked { target: Some(target) } => {
            format!("It falls on {}.", target_name(battle, *target))
        }
        DamageEvent::Picked { target: None } => "It falls on nobody: all of them are gone.".to_owned(),
        DamageEvent::MissileHit { missile, points, destroyed, .. } => {
            format!(
                "Missile {missile} takes {points} and is {}.",
                if *destroyed { "destroyed" } else { "damaged" }
            )
        }
        DamageEvent::MissileDetonated { missile, ship } => {
            format!("Missile {missile} hits {}.", name(battle, *ship))
        }
    }
}

fn round(battle: &Battle, event: &RoundEvent) -> String {
    match event {
        RoundEvent::Adjusted { ship, charged, row, power } => {
            let record = battle.ship(*ship);
            let design = battle.field.design_of(record);
            let turn = design.turn_radius(*row) + record.criticals.turn;
            let boxes: u8 = charged.iter().flatten().sum();
            let charges = match boxes {
                0 => String::new(),
                1 => "charges 1 box and ".to_owned(),
                boxes => format!("charges {boxes} boxes and "),
            };
            format!("{} {charges}goes {power}-{}-{turn}.", name(battle, *ship), design.speed(*row))
        }
        RoundEvent::Spooled { ship } => format!("{} has spooled its FTL.", name(battle, *ship)),
        RoundEvent::Arrived { ship, at, facing } => {
            format!("{} arrives in {}, facing {}.", name(battle, *ship), hex(*at), facing.letters())
        }
        RoundEvent::Delayed { ship } => format!("{} finds no free hex and waits.", name(battle, *ship)),
    }
}

fn victory(battle: &Battle, event: &VictoryEvent) -> String {
    match event {
        VictoryEvent::Resigned { side } => format!("{} resigns.", side_name(&battle.field, *side)),
        VictoryEvent::Ended { outcome, reason, degree, destroyed, score } => {
            let why = reason_of(*reason, *destroyed, *score);
            match (outcome, degree) {
                (Outcome::Draw, _) => format!("A draw: {why}."),
                (Outcome::Won(seats), degree) => {
                    let names: Vec<String> = seats.iter().map(|it| seat_name(&battle.field, it)).collect();
                    let degree = degree.map_or("", |it| it.name());
                    format!("{} wins a {degree} victory: {why}.", names.join(", "))
                }
            }
        }
    }
}

/// Why it is over, and what both have lost.
pub(crate) fn reason_of(reason: Reason, destroyed: [u16; 2], score: [u8; 2]) -> String {
    let why = match reason {
        Reason::LastShip => "last ship standing",
        Reason::RoundLimit => "the last Round is over",
        Reason::BaseDestroyed => "the Base is destroyed",
        Reason::BaseHeld => "the Base stands",
        Reason::Convoy => "the convoy's fate",
        Reason::Resigned => "resignation",
    };
    let ([a, b], [c, d]) = (destroyed, score);
    format!("{why}; points lost {a} and {b}, score {c} to {d}")
}

pub(crate) fn describe(view: &View) -> String {
    let battle = &battle(view);
    let board = &battle.board;
    let mut lines = vec![format!(
        "Round {}, Impulse {}, {} holds the Initiative. {}.",
        board.round,
        board.impulse.letter(),
        side_name(&battle.field, board.initiative),
        phase_name(board.phase)
    )];
    lines.push(chart(battle).trim_end().to_owned());
    for id in battle.ship_ids() {
        lines.push(describe_ship(battle, id));
    }
    for missile in &board.missiles {
        let target = missile.target.map_or("nothing".to_owned(), |it| name(battle, it));
        let damaged = if missile.damaged { ", damaged" } else { "" };
        lines.push(format!(
            "M{} of {} in {} facing {}, aimed at {target}{damaged}",
            missile.number,
            side_name(&battle.field, missile.side),
            hex(missile.at),
            missile.facing.letters()
        ));
    }
    for piece in board.terrain.iter() {
        lines.push(format!("{} in {}", piece.kind.name(), hex(piece.at)));
    }
    lines.join("\n")
}

/// TAL-GEO.1: the hexes as dots, odd rows half a hex to the right; ships by tag with an arrow, missiles
/// by number, terrain by its first letter. Where nothing bounds the map, as much of it as is in use.
fn chart(battle: &Battle) -> String {
    let board = &battle.board;
    let active = |id: &ShipId| battle.ship(*id).status == Status::Active;
    let ships: Vec<ShipId> = battle.ship_ids().filter(active).collect();
    let missiles = board.missiles.iter().map(|it| it.at);
    let used: Vec<Hex> = ships
        .iter()
        .map(|id| battle.ship(*id).at)
        .chain(missiles)
        .chain(board.terrain.iter().map(|it| it.at))
        .collect();
    let window = board.window;
    let (mut west, mut north) = (window.col, window.row);
    let (mut east, mut south) = (window.col + window.cols - 1, window.row + window.rows - 1);
    for hex in &used {
        (west, east) = (west.min(hex.col()), east.max(hex.col()));
        (north, south) = (north.min(hex.row()), south.max(hex.row()));
    }
    // A hex is four letters wide and two lines high; a map that is larger than a terminal is left out.
    let (columns, rows) = ((east - west + 1) as usize * 4 + 2, (south - north + 1) as usize);
    if WIDEST < columns || HIGHEST < rows {
        return String::new();
    }
    let place = |hex: Hex| {
        let column = (hex.col() - west) as usize * 4 + if hex.row() % 2 == 0 { 1 } else { 3 };
        (column, (hex.row() - north) as usize)
    };
    let mut sheet = plotter::Sheet::new(columns, rows);
    for row in north..=south {
        for col in west..=east {
            let (column, line) = place(Hex::from_offset(col, row));
            sheet.ground(column, line, '.');
        }
    }
    for piece in board.terrain.iter() {
        let (column, line) = place(piece.at);
        let letter = piece.kind.name().chars().next().unwrap_or('#');
        sheet.mark(column, line, &format!("({letter})"));
    }
    for id in ships {
        let ship = battle.ship(id);
        let (column, line) = place(ship.at);
        let degrees = 90 + 60 * u16::from(u8::from(ship.facing));
        sheet.mark(column, line, &format!("{}{}", battle.tag(id), plotter::arrow(degrees)));
    }
    for missile in &board.missiles {
        let (column, line) = place(missile.at);
        sheet.mark(column, line, &format!("M{}", missile.number));
    }
    let corner = |col, row| hex(Hex::from_offset(col, row));
    sheet.framed(&format!("{} to {}", corner(west, north), corner(east, south)))
}

/// Letters and lines of the largest map that is drawn.
const WIDEST: usize = 160;
const HIGHEST: usize = 50;

fn describe_ship(battle: &Battle, id: ShipId) -> String {
    let ship = battle.ship(id);
    let show = view::display(battle, id);
    let head = format!("{} ({})", name(battle, id), show.class);
    let state = match ship.status {
        Status::Active => format!("in {} facing {}", hex(ship.at), ship.facing.letters()),
        Status::Waiting => return format!("{head}: not on the map yet"),
        Status::Destroyed => return format!("{head}: destroyed"),
        Status::Retreated(_) => return format!("{head}: retreated"),
        Status::Docked(host) => return format!("{head}: docked in {}", battle.tag(host)),
        Status::Landed => return format!("{head}: landed"),
    };
    let [power, speed, turn] = show.curve;
    let mut parts = vec![format!("{head}: {state}, {power}-{speed}-{turn}")];
    if show.kind == crate::Kind::Fighters {
        parts.push(format!("fighters' hull {}/{}/{}", ship.fighters[0], ship.fighters[1], ship.fighters[2]));
    } else {
        let shields: Vec<String> = Arc::ALL
            .into_iter()
            .map(|arc| {
                let plus = if ship.reinforced[arc.index()].is_some() { "+" } else { "" };
                format!("{}{}{plus}", arc.letter(), ship.shield(arc))
            })
            .collect();
        let down = if show.shields_up { "" } else { " (down)" };
        parts.push(format!("shields {}{down}", shields.join(" ")));
        parts.push(format!("hull {}/{}", show.hull_left, show.hull.len()));
    }
    for (n, group) in show.groups.iter().enumerate() {
        let state = match (group.destroyed, group.charged) {
            (true, _) => "lost".to_owned(),
            (false, true) => "charged".to_owned(),
            (false, false) => {
                format!("{}/{} red {}/{} yellow", group.red, group.red_of, group.yellow, group.yellow_of)
            }
        };
        parts.push(format!(
            "G{} {}x{} {} {state}",
            n + 1,
            group.count,
            group.weapon.code(),
            String::from(group.arcs)
        ));
    }
    let marks = [
        (0 < ship.turn_left, format!("turn in {}", ship.turn_left)),
        (ship.slip, "side slip".to_owned()),
        (ship.battery, "Battery charged".to_owned()),
        (0 < ship.afterburners, format!("Afterburners {}", ship.afterburners)),
        (ship.criticals.shields_down, "Shields Down".to_owned()),
        (ship.criticals.helm_down, "Helm Down".to_owned()),
        (ship.criticals.power_loss, "Power Loss".to_owned()),
        (ship.criticals.ftl_offline, "FTL offline".to_owned()),
        (ship.spooled, "FTL spooled".to_owned()),
    ];
    parts.extend(marks.into_iter().filter(|(on, _)| *on).map(|(_, text)| text));
    parts.join("; ")
}

pub(crate) fn prompt(view: &View, _seat: Seat) -> String {
    let battle = &battle(view);
    let letters = |listed: fn(&Battle, &crate::Ship) -> bool, side: u8| -> String {
        let tags: Vec<String> = battle
            .active(side)
            .filter(|&id| listed(battle, battle.ship(id)))
            .map(|id| battle.tag(id))
            .collect();
        if tags.is_empty() { "none".to_owned() } else { tags.join(", ") }
    };
    let impulse: Impulse = battle.board.impulse;
    match battle.board.phase {
        Phase::Setup => "The battle has not begun.".to_owned(),
        Phase::Over { .. } => "The battle is over.".to_owned(),
        Phase::Buy => "Buy your force: buy CA CL DD, or default.".to_owned(),
        Phase::Initiative { .. } => {
            "Who holds the Initiative first? initiative A or initiative B.".to_owned()
        }
        Phase::Terrain { .. } => {
            let kind = crate::market::piece(battle).map_or("piece", |it| it.name());
            format!("Place the next {kind}: place 9,6, or default.")
        }
        Phase::Deploy { .. } => "Place your ships: A1 5,7 E, or default.".to_owned(),
        Phase::Power { side } => format!(
            "Impulse {}, power. AP to spend: {}. A1 slip, through, charge 2, battery, reinforce F, drop F, \
             change, defend; done or pass.",
            impulse.letter(),
            letters(Battle::has_chart_ap, side)
        ),
        Phase::Move { side } => format!(
            "Impulse {}, movement. Due to move: {}. A1 ahead, left, right, slip left, slip right; M4 left; \
             done or pass moves the rest straight on.",
            impulse.letter(),
            letters(Battle::is_scheduled, side)
        ),
        Phase::Fire { volley: Some(open), .. } => format!(
            "{} group {} has fired {} of its weapons: {} {} B1 for the next, or pass.",
            battle.tag(open.ship),
            open.group + 1,
            open.done,
            battle.tag(open.ship),
            open.group + 1
        ),
        Phase::Fire { side, .. } => {
            let groups: Vec<String> = crate::fire::ready_groups(battle, side)
                .map(|(id, bar)| format!("{} {}", battle.tag(id), bar + 1))
                .collect();
            format!("{} may fire. A1 2 B1, A1 2 B1 B2, A1 1 M4; done or pass.", groups.join(", "))
        }
        Phase::Charge { .. } => {
            "Power Phase: A1 speed 4 charge 1 0 1 for each ship, or default to keep speed and charge all."
                .to_owned()
        }
        Phase::Pull { .. } => "The Black Hole pulls: A1 E to choose along a hexside, or default.".to_owned(),
        Phase::Pick { .. } => {
            let owed = battle.board.owed.first();
            let them = owed.map_or(Vec::new(), |it| crate::picks::choices(battle, it));
            let them: Vec<String> = them.into_iter().map(|it| notation::write_target(battle, it)).collect();
            let points = points_of(owed.map_or(0, |it| it.points));
            format!("Which one takes {points}? {}, or default.", them.join(", "))
        }
        Phase::Reinforce { .. } => "Reinforcements: A4 0,6 E, or default.".to_owned(),
        Phase::Retreat { side } => {
            let tags: Vec<String> = crate::retreat::eligible(battle, side).map(|id| battle.tag(id)).collect();
            format!(
                "{} may jump: jump {}, or stay.",
                tags.join(", "),
                tags.first().map_or("A1", String::as_str)
            )
        }
    }
}
