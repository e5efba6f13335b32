//! Events and situations in plain English. The rules build no strings.

use std::fmt::Write as _;

use engine::{Outcome, Seat};
use geometry::Point;

use crate::{
    Event, boarding, craft, damage, fire, jumps, movement, orders, ordnance,
    phases::{self, Phase, Rolls},
    sensors::{self, bogeys::Nature},
    setup::{
        self,
        scenario::{Field, Part, TableSize},
    },
    ship::{IconId, IconSet, Motion, ShipId, Status},
    terrain,
    view::View,
    yard::design::{hull::crew_left, spoken::Named},
};

pub(crate) use craft::words::fights::group;

pub(crate) fn narrate(view: &View, event: &Event) -> String {
    let field = &view.field;
    match event {
        Event::Deploy(event) => setup::words::placed(field, event),
        Event::Phase(event) => phase(field, event),
        Event::Orders(event) => orders::words::written(field, event),
        Event::Movement(event) => movement::words::moved(field, event),
        Event::Terrain(event) => terrain::words::narrate(field, event),
        Event::Planets(event) => terrain::words::planets(field, event),
        Event::Stations(event) => terrain::words::stations(field, event),
        Event::Rounds(event) => terrain::words::rounds(field, event),
        Event::Links(event) => movement::words::linked(field, event),
        Event::Ramming(event) => movement::words::rammed(field, event),
        Event::Disengage(event) => movement::words::disengaged(field, event),
        Event::Specials(event) => orders::words::set(field, event),
        Event::Cloaks(event) => sensors::words::cloaked(field, event),
        Event::Sensors(event) => sensors::words::sensed(field, event),
        Event::Ftl(event) => jumps::words::jumped(field, event),
        Event::FtlCraft(event) => jumps::words::craft_jumped(field, event),
        Event::Riders(event) => jumps::words::rode(field, event),
        Event::Gates(event) => jumps::words::passed(field, event),
        Event::Sweeps(event) => fire::words::swept(field, event),
        Event::Hangars(event) => craft::words::hangars(view, event),
        Event::Wings(event) => craft::words::moves(view, event),
        Event::Mines(event) => ordnance::words::mined(field, event),
        Event::Opening(event) => ordnance::words::opened(field, event),
        Event::Scramble(event) => craft::words::scramble(view, event),
        Event::Ordnance(event) => ordnance::words::launched(field, event),
        Event::Clearing(event) => ordnance::words::cleared(field, event),
        Event::Defence(event) => ordnance::words::defended(view, event),
        Event::Attacks(_)
        | Event::CraftLaunch(_)
        | Event::Dogfights(_)
        | Event::GroupDefence(_)
        | Event::Runs(_)
        | Event::Evasion(_)
        | Event::Gunboats(_) => craft::words::fights::fights(field, event),
        Event::Bases(event) => movement::words::lagged(field, event),
        Event::Fire(event) => fire::words::fired(field, event),
        Event::Beaming(event) => boarding::words::beamed(field, event),
        Event::Boarding(event) => boarding::words::boarded(field, event),
        Event::Damage(event) => damage::words::damaged(field, event),
        Event::Checks(event) => damage::words::checked(field, event),
        Event::Blasts(event) => damage::words::blasted(field, event),
        Event::Repairs(event) => damage::words::repaired(field, event),
        Event::Victory(event) => setup::words::decided(field, event),
    }
}

pub(crate) fn name(field: &Field, ship: ShipId) -> String {
    format!("{} {}", field.code(ship), field.tag(ship))
}

pub(crate) fn side(field: &Field, seat: Seat) -> String {
    field.scenario.sides.get(seat.index()).map_or_else(|| seat.to_string(), |side| side.name.clone())
}

/// A system by name and number: `beam 3 (no. 12)`.
pub(crate) fn system(field: &Field, ship: ShipId, icon: IconId) -> String {
    let blueprint = field.blueprint(ship);
    match (blueprint.kind(icon), blueprint.icons.get(icon.index())) {
        (Some(kind), _) => format!("{} (no. {})", Named(kind), icon.0),
        (None, Some(Part::Bridge)) => "bridge".to_owned(),
        (None, Some(Part::PowerCore)) => "power core".to_owned(),
        (None, Some(Part::LifeSupport)) => "life support".to_owned(),
        (None, Some(Part::Flaw)) => "flaw".to_owned(),
        (None, _) => format!("system {}", icon.0),
    }
}

/// So many of something: `1 point`, `2 points`.
pub(crate) fn count(n: impl std::fmt::Display, one: &str, many: &str) -> String {
    let n = n.to_string();
    let what = if n == "1" { one } else { many };
    format!("{n} {what}")
}

pub(crate) fn points(n: impl std::fmt::Display) -> String {
    count(n, "point", "points")
}

pub(crate) fn faces(dice: &[u8]) -> String {
    if dice.is_empty() {
        return "nothing".to_owned();
    }
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

pub(crate) fn rolled(field: &Field, rolls: &Rolls) -> String {
    let each = rolls.iter().map(|(seat, dice)| format!("{} rolls {}", side(field, *seat), faces(dice)));
    each.collect::<Vec<_>>().join(", ")
}

pub(crate) fn first(field: &Field, order: &[Seat]) -> String {
    order.first().map_or_else(String::new, |seat| side(field, *seat))
}

fn phase(field: &Field, event: &phases::Event) -> String {
    match event {
        phases::Event::TurnBegan { turn } => format!("Turn {turn}"),
        phases::Event::Initiative { rolls, order } => {
            format!("Initiative: {}; {} has it", rolled(field, rolls), first(field, order))
        }
        phases::Event::Arranged { order } => {
            let all: Vec<String> = order.iter().map(|seat| side(field, *seat)).collect();
            format!("The order of the sides: {}", all.join(", "))
        }
        phases::Event::Entered { phase } => match phase {
            Phase::Muster { .. } => "Bogeys are noted down".to_owned(),
            Phase::Scan { .. } => "Active scans".to_owned(),
            Phase::Plans { .. } => "FTL arrivals are planned".to_owned(),
            Phase::Settings { .. } => "Weapons are set".to_owned(),
            Phase::Arrange { seat } => format!("{} puts the others in order", side(field, *seat)),
            Phase::Setup => "Setting up".to_owned(),
            Phase::Deploy { seat, .. } => format!("{} places a ship", side(field, *seat)),
            Phase::Rounds { .. } => "Ships come round the planet".to_owned(),
            Phase::Features { seat } => format!("{} places features", side(field, *seat)),
            Phase::Orders => "Write orders".to_owned(),
            Phase::Replot { .. } => "Plot again".to_owned(),
            Phase::Opening { .. } => "Flak is fired and missiles fly on".to_owned(),
            Phase::Launch { seat, .. } => format!("{} may launch", side(field, *seat)),
            Phase::Wings { seat, pass } => craft::words::pass(field, *seat, *pass),
            Phase::Parting { by, .. } => format!("{} slips away", side(field, *by)),
            Phase::Scramble { seat, .. } => format!("{} may scramble", side(field, *seat)),
            Phase::Defence { .. } => "Point defence".to_owned(),
            Phase::Attacks { seat, .. } => format!("{} may name attacks", side(field, *seat)),
            Phase::Dogfights { .. } => "Dogfights".to_owned(),
            Phase::Runs { .. } => "Attack runs".to_owned(),
            Phase::Evade { by, fire, .. } => {
                let weapons = count(fire.groups.len(), "weapon", "weapons");
                format!("{} announces {weapons} of {} at fighters", side(field, *by), name(field, fire.ship))
            }
            Phase::Fire { seat, .. } => format!("{} may fire", side(field, *seat)),
            Phase::Cross { .. } => "Boarders may cross".to_owned(),
            Phase::Duties { .. } => "Boarders choose their duties".to_owned(),
            Phase::Repel { .. } => "Boarders are repelled".to_owned(),
            Phase::Share { .. } => "Motherships share out damage".to_owned(),
            Phase::Emp { .. } => "EMP hits are placed".to_owned(),
            Phase::Repairs { .. } => "Damage control".to_owned(),
            Phase::Cores { .. } => "Power cores".to_owned(),
            Phase::Chase { seat } => format!("{} may follow", side(field, *seat)),
            Phase::Over { outcome: Outcome::Draw } => "The battle is a draw".to_owned(),
            Phase::Over { outcome: Outcome::Won(seats) } => {
                let winners: Vec<String> = seats.iter().map(|seat| side(field, seat)).collect();
                format!("{} wins", winners.join(" and "))
            }
        },
    }
}

pub(crate) fn icons(field: &Field, ship: ShipId, icons: IconSet) -> String {
    icons.iter().map(|icon| system(field, ship, icon)).collect::<Vec<_>>().join(", ")
}

/// The table, or whatever holds all ships on it (FT-3.9.1): ships by code with an arrow for the facing,
/// `#` what lies there, a dot every 6 MU.
fn chart(view: &View) -> String {
    let field = &view.field;
    let TableSize { width, height } = field.scenario.table;
    let (mut low, mut high) = (Point::default(), Point { x: width, y: height });
    let active = |id: &ShipId| view.ships[id.index()].status == Status::Active;
    let ships: Vec<ShipId> = field.ship_ids().filter(active).collect();
    for at in ships.iter().map(|id| view.ships[id.index()].motion.at) {
        low = Point { x: low.x.min(at.x), y: low.y.min(at.y) };
        high = Point { x: high.x.max(at.x), y: high.y.max(at.y) };
    }
    let mut plot = plotter::Plot::to_scale(low, high);
    plot.ground(|at| {
        let lies = view.bodies.iter().filter(|it| !it.gone).any(|it| {
            let away = (at - it.at).length();
            it.inner.at_most(away) && away.at_most(it.radius)
        });
        lies.then_some('#')
    });
    let step = plot.dots(6);
    for id in ships {
        let motion = &view.ships[id.index()].motion;
        let arrow = plotter::arrow(30 * u16::from(motion.facing.get()));
        plot.mark(motion.at, &format!("{}{arrow}", field.code(id)));
    }
    plot.framed(step)
}

/// The situation as text: one line for each ship.
pub(crate) fn describe(view: &View) -> String {
    let field = &view.field;
    let mut text = format!("Turn {} of {}\n", view.turn, field.scenario.turns);
    for (seat, scored) in view.points.iter().enumerate() {
        let _ = writeln!(text, "{}: {}", side(field, Seat(seat as u8)), points(scored));
    }
    text += &chart(view);
    terrain::words::describe(view, &mut text);
    ordnance::words::describe_markers(view, &mut text);
    text += &craft::words::describe(view);
    ordnance::words::describe_mines(view, &mut text);
    for id in field.ship_ids() {
        let (ship, blueprint) = (&view.ships[id.index()], field.blueprint(id));
        let _ = write!(text, "{} ({}): ", name(field, id), blueprint.design.name);
        let state = match ship.status {
            Status::Active => String::new(),
            Status::Waiting if ship.arriving => format!("about to arrive near {}\n", ship.motion.at),
            Status::Waiting => match field.berth(id).enters {
                Some(turn) => format!("comes in turn {turn}\n"),
                None if field.berth(id).through.is_some() => "waits to come through a gate\n".to_owned(),
                None => "not yet placed\n".to_owned(),
            },
            Status::Captured { by, .. } => format!("captured by {}\n", side(field, by)),
            Status::Destroyed => "destroyed\n".to_owned(),
            Status::Left { back: Some(turn), .. } => format!("off the table, back in turn {turn}\n"),
            Status::Left { .. } => "off the table\n".to_owned(),
            Status::Struck => "has struck its colours\n".to_owned(),
            Status::Hulk => "a hulk\n".to_owned(),
            Status::Jumped => "gone by FTL\n".to_owned(),
            Status::Landed => "has landed\n".to_owned(),
            Status::Carried { by } => format!("carried by {}\n", name(field, by)),
            Status::Cloaked => {
                let shadow = view.secrets[id.index()].shadow.as_deref();
                shadow.map_or_else(
                    || format!("cloaked, last seen at {}\n", ship.motion.at),
                    |it| {
                        let motion = it.motion;
                        format!(
                            "cloaked until turn {}, in truth at {}, facing {}, velocity {}\n",
                            it.until, motion.at, motion.facing, motion.velocity
                        )
                    },
                )
            }
        };
        if !ship.is_active() {
            text += &state;
            continue;
        }
        if !matches!(blueprint.nature, Nature::Ship | Nature::Dummy) {
            let Motion { at, facing, velocity, .. } = ship.motion;
            let _ = writeln!(text, "at {at}, facing {facing}, velocity {velocity}");
            continue;
        }
        let motion = ship.motion;
        let armour: u16 = ship.armour.iter().map(|layer| layer.boxes()).sum();
        let hull = blueprint.hull().saturating_sub(ship.hull_lost);
        let crew =
            crew_left(u32::from(blueprint.hull()), blueprint.design.crew_factor(), u32::from(ship.hull_lost));
        let _ = write!(
            text,
            "at {}, facing {}, velocity {}, hull {hull} of {}, armour {armour}, crew {crew}",
            motion.at,
            motion.facing,
            motion.velocity,
            blueprint.hull(),
        );
        if ship.bogey {
            let _ = write!(text, ", bogey {}", field.letter(id));
        }
        if 0 < ship.warm {
            text += ", FTL drive warm";
        }
        if ship.cloaked {
            text += ", cloaked";
        }
        if !ship.aboard.is_empty() {
            let foes = ship.aboard.iter().filter(|it| it.seat != ship.owner).count();
            let friends = count(ship.aboard.len() - foes, "friend", "friends");
            let _ = write!(text, ", {} and {friends} aboard", count(foes, "boarder", "boarders"));
        }
        if !ship.off.is_none() {
            let _ = write!(text, ", off: {}", icons(field, id, ship.off));
        }
        for (icon, stored) in &ship.charges {
            let _ = write!(text, ", {} in {}", points(stored), system(field, id, *icon));
        }
        let out = ship.damaged.union(ship.gone);
        if !out.is_none() || 0 < ship.drive_hits {
            let drive = if 0 < ship.drive_hits {
                format!(" drive hit {}", count(ship.drive_hits, "time", "times"))
            } else {
                String::new()
            };
            let _ = write!(text, ", out:{drive} {}", icons(field, id, out));
        }
        text.push('\n');
    }
    text
}
