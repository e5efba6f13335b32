//! Events and situations in plain English. The rules build no strings.

use std::fmt::Write as _;

use dice::Dice;
use engine::{Outcome, Seat};

use crate::{
    Event, chart, deploy, fire,
    gunnery::{Modifiers, Step},
    movement::{self, Steering},
    notation,
    phases::{self, Phase},
    repairs,
    scenario::{Deployment, Field},
    ship::{Criticals, ShipId, Status},
    victory,
    view::{self, ShipView, View},
};

pub(crate) fn narrate(view: &View, event: &Event) -> String {
    let field = &view.field;
    match event {
        Event::Deploy(event) => deployment(field, event),
        Event::Phase(event) => phase(field, event),
        Event::Movement(event) => move_of(field, event),
        Event::Fire(event) => shot(field, event),
        Event::Repairs(repairs::Event::Attempted { ship, location, crew, die, repaired }) => {
            let result = if *repaired { "repaired" } else { "not repaired" };
            let units = if *crew == 1 { "1 crew unit".to_owned() } else { format!("{crew} crew units") };
            format!("{}: {units} on {}, rolled {die}: {result}", name(field, *ship), location.name())
        }
        Event::Victory(event) => end(field, event),
    }
}

/// Tag and name: `A1 Warrior 1`.
pub(crate) fn name(field: &Field, ship: ShipId) -> String {
    format!("{} {}", field.tag(ship), field.name(ship))
}

pub(crate) fn seat_name(field: &Field, seat: Seat) -> String {
    let side = field.side_of_seat(seat);
    let seats = field.seats_of(side);
    let side_name = field.side_name(side).to_owned();
    match seats.iter().position(|it| it == seat) {
        Some(n) if 1 < seats.len() => format!("{side_name} {}", n + 1),
        _ => side_name,
    }
}

fn deployment(field: &Field, event: &deploy::Event) -> String {
    match event {
        deploy::Event::CloudDrawn { dice, .. } => {
            format!("A gas cloud takes shape, rolled {}", dice.map(|die| die.to_string()).join(" "))
        }
        deploy::Event::CornerRolled { dice: [a, b] } => {
            let [first, second] = [0, 1].map(|side| field.side_name(side));
            let result = match a.cmp(b) {
                std::cmp::Ordering::Equal => "a tie, roll again".to_owned(),
                std::cmp::Ordering::Greater => format!("{first} chooses a corner"),
                std::cmp::Ordering::Less => format!("{second} chooses a corner"),
            };
            format!("{first} rolls {a}, {second} rolls {b}: {result}")
        }
        deploy::Event::CornerChosen { side, corner } => {
            format!("{} takes the {} corner", field.side_name(*side), corner.letters())
        }
        deploy::Event::Deployed { placed } => {
            format!("{} deploys at {}, heading {}", name(field, placed.ship), placed.at, placed.heading)
        }
    }
}

fn phase(field: &Field, event: &phases::Event) -> String {
    match event {
        phases::Event::TurnBegan { turn } => format!("Turn {turn}"),
        phases::Event::Entered { phase } => match phase {
            Phase::Setup => "Setting up".to_owned(),
            Phase::Deploy { seat } => format!("{} deploys", seat_name(field, *seat)),
            Phase::Plot => "Plot movement".to_owned(),
            Phase::Fire { step, rests, .. } if !rests.is_empty() => format!("Further {}", step.name()),
            Phase::Fire { step, acting: Some(ship), .. } => {
                format!("{} of {}", capital(step.name()), name(field, *ship))
            }
            Phase::Fire { step, .. } => capital(step.name()),
            Phase::Repairs { .. } => "Repairs".to_owned(),
            Phase::Over { .. } => "The battle is over".to_owned(),
        },
        phases::Event::Burned { ship, destroyed } => {
            format!("{} loses a hull box to the munitions fire{}", name(field, *ship), fate(*destroyed))
        }
        phases::Event::Exploded { ship, die, destroyed } => {
            format!(
                "The reactor of {} explodes, rolled {die}: {} lost{}",
                name(field, *ship),
                boxes(u16::from(*die), "hull"),
                fate(*destroyed)
            )
        }
    }
}

fn fate(destroyed: bool) -> &'static str {
    if destroyed { " and is destroyed" } else { "" }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

fn boxes(n: u16, kind: &str) -> String {
    match n {
        1 => format!("1 {kind} box"),
        _ => format!("{n} {kind} boxes"),
    }
}

fn move_of(field: &Field, event: &movement::Event) -> String {
    match event {
        movement::Event::SquadronPlotted { ships } => {
            let tags: Vec<String> = ships.iter().map(|it| field.tag(it)).collect();
            format!("{} fly as a squadron", tags.join(", "))
        }
        movement::Event::Moved { ship, by, plot, speed, to, heading, .. } => {
            let why = match by {
                Steering::Plotted | Steering::NoOrder => "",
                Steering::NoBridge => " (no bridge, last plot again)",
                Steering::Straggling => " (cannot follow the squadron)",
            };
            let path = notation::path(*speed, plot.turns, field.options.whole_inch_legs);
            format!("{} flies {path} to {to}, heading {heading}{why}", name(field, *ship))
        }
        movement::Event::Left { ship, edge } => {
            format!("{} leaves the table by the {} edge", name(field, *ship), edge.name())
        }
    }
}

fn shot(field: &Field, event: &fire::Event) -> String {
    match event {
        fire::Event::Aimed { by, at, modifiers, die, hit } => {
            let result = if *hit { "a hit" } else { "a miss" };
            format!(
                "{} aims a mass driver at {}, rolled {die}{}: {result}",
                name(field, *by),
                name(field, *at),
                sum(*modifiers)
            )
        }
        fire::Event::Fired {
            by,
            weapon,
            arc,
            at,
            strength,
            defence,
            column,
            modifiers,
            dice,
            hull,
            weapons,
            critical,
        } => {
            let through = arc.map_or(String::new(), |arc| format!(" ({})", arc.name()));
            let mut line = format!(
                "{} fires {}{through} at {}: {strength} against {defence} is {}, rolled {} and {}{}: ",
                name(field, *by),
                weapon.name(),
                name(field, *at),
                column.name(),
                dice[0],
                dice[1],
                sum(*modifiers)
            );
            match (hull, weapons) {
                (0, 0) => line.push_str("no damage"),
                (hull, weapons) => {
                    let _ = write!(line, "hull {hull}, weapons {weapons}");
                }
            }
            if let Some(critical) = critical {
                let wasted = if critical.wasted { ", already out" } else { "" };
                let _ = write!(line, "; critical {}: {}{wasted}", critical.die, critical.location.name());
            }
            line
        }
        fire::Event::Marked { ship, hull, weapons, criticals, destroyed } => {
            let mut parts = Vec::new();
            if 0 < *hull {
                parts.push(boxes(*hull, "hull"));
            }
            if 0 < *weapons {
                parts.push(boxes(*weapons, "weapons"));
            }
            parts.extend(criticals.iter().map(|it| it.name().to_owned()));
            let what = if parts.is_empty() { "nothing more".to_owned() } else { parts.join(", ") };
            let fate = if *destroyed { " and is destroyed" } else { "" };
            format!("{} loses {what}{fate}", name(field, *ship))
        }
    }
}

/// ` -2 (range -2)`, or nothing.
fn sum(modifiers: Modifiers) -> String {
    let named = [("speed", modifiers.speed), ("range", modifiers.range), ("gas", modifiers.gas)];
    let reasons: Vec<String> =
        named.iter().filter(|(_, it)| *it != 0).map(|(name, it)| format!("{name} {it:+}")).collect();
    if reasons.is_empty() {
        String::new()
    } else {
        format!(" {:+} ({})", modifiers.total(), reasons.join(", "))
    }
}

fn end(field: &Field, event: &victory::Event) -> String {
    match event {
        victory::Event::DrawOffered { seat } => format!("{} offers a draw", seat_name(field, *seat)),
        victory::Event::Conceded { seat } => format!("{} gives up the battle", seat_name(field, *seat)),
        victory::Event::Ended { outcome, reason, points } => {
            let why = reason.words();
            let result = match outcome {
                Outcome::Draw => "The battle is drawn".to_owned(),
                Outcome::Won(seats) => {
                    let winner = seats.iter().next().map_or(0, |seat| field.side_of_seat(seat));
                    format!("{} wins", field.side_name(winner))
                }
            };
            format!(
                "{result}: {why} ({} {}, {} {} points)",
                field.side_name(0),
                points[0],
                field.side_name(1),
                points[1]
            )
        }
    }
}

/// The table as text: who is where and in what state.
pub(crate) fn describe(view: &View) -> String {
    let field = &view.field;
    let mut text = String::new();
    let table = field.scenario.table;
    let edge = if field.fixed { "fixed" } else { "floating" };
    let _ = writeln!(
        text,
        "{}, turn {}; table {} x {} {} ({edge})",
        field.scenario.name,
        view.turn,
        table.width,
        table.height,
        field.options.unit.symbol()
    );
    for warning in field.scenario.warnings() {
        let _ = writeln!(text, "  note: {warning}");
    }
    if view.ships.iter().any(|it| it.ship.is_active()) {
        text += &chart::chart(view);
    }
    let _ = writeln!(
        text,
        "  ship                  at             hdg  V  eng  F  L  R  A  sec spc  DF    weapons hull  crew  criticals"
    );
    for (id, ship) in field.ship_ids().zip(&view.ships) {
        let _ = writeln!(text, "  {}", row(field, id, ship));
    }
    if view.points != [0, 0] {
        let _ = writeln!(
            text,
            "  points: {} {}, {} {}",
            field.side_name(0),
            view.points[0],
            field.side_name(1),
            view.points[1]
        );
    }
    text
}

fn row(field: &Field, id: ShipId, view: &ShipView) -> String {
    let ShipView { ship, display } = view;
    let title = name(field, id);
    match ship.status {
        Status::Waiting => return format!("{title:<20} not deployed yet"),
        Status::Destroyed => return format!("{title:<20} destroyed"),
        Status::Left(edge) => return format!("{title:<20} left by the {} edge", edge.name()),
        Status::Withdrawn => return format!("{title:<20} withdrawn"),
        Status::Active => (),
    }
    let weapons = display.weapons;
    let of = field.design(ship.design).hull;
    format!(
        "{title:<20}  {:<14} {:>3} {:>2} {:>4} {:>2} {:>2} {:>2} {:>2} {:>4} {:>3}  {}({}) {:>4}/{:<2} \
         {:>3}/{:<2} {:>3}   {}",
        ship.at.to_string(),
        ship.heading.to_string(),
        ship.speed,
        display.engine,
        weapons.primaries.forward,
        weapons.primaries.left,
        weapons.primaries.right,
        weapons.primaries.rear,
        weapons.secondaries,
        weapons.specials,
        display.defence,
        display.natural,
        display.weapons_left,
        of,
        display.hull_left,
        of,
        display.crew,
        list(ship.criticals),
    )
}

fn list(criticals: Criticals) -> String {
    let symbols: Vec<&str> = criticals.iter().map(|it| it.symbol()).collect();
    if symbols.is_empty() { "-".to_owned() } else { symbols.join(" ") }
}

/// What `seat` may type now.
pub(crate) fn prompt(view: &View, seat: Seat) -> String {
    let field = &view.field;
    let what = match &view.phase {
        Phase::Setup | Phase::Over { .. } => "Nothing to decide.".to_owned(),
        Phase::Deploy { .. } => {
            let side = field.side_of_seat(seat);
            let zone = match field.scenario.deployment {
                Deployment::Corners { within } if view.corner.is_none() => {
                    format!("Choose a corner (corner SW, SE, NW or NE) and deploy within {within} of it")
                }
                Deployment::Corners { within } => {
                    format!("Deploy within {within} of the corner diagonally across")
                }
                Deployment::Zones { .. } | Deployment::AsGiven => {
                    let zones = &field.scenario.sides[usize::from(side)].zones;
                    let zones: Vec<String> = zones.iter().map(|it| it.describe()).collect();
                    format!("Deploy in your zone: {}", zones.join(" or "))
                }
            };
            format!(
                "{zone} (ASF-SCN.3).\nType ship, place and heading: {} 3,4 45; ships left out take their \
                 default places.",
                example(view, seat)
            )
        }
        Phase::Plot => format!(
            "Plot movement (ASF-PLOT.3): speed, change, path. {0} 6, +1, 7 is straight on, faster by 1; \
             {0} 3R3 turns right halfway; {0} R2R2 turns at the start and halfway.\nSeveral ships joined \
             by + share a plot as a squadron; ships left out fly straight on.",
            example(view, seat)
        ),
        Phase::Fire { step, rests, acting, .. } if rests.is_empty() => {
            let how = match step {
                Step::Primaries => {
                    "Primaries (ASF-ARC.2): ship, arc (F, L, R, A), target; more targets split what exceeds 6:1."
                }
                Step::Specials => {
                    "Specials (ASF-SPC.2), forward arc: ship and target, or a target for each mass driver."
                }
                Step::Secondaries => "Secondaries (ASF-ARC.3), all round: ship and target.",
            };
            // Everything is open in this game, so the view has all there is to know.
            let battle = view::imagine(view, &mut Dice::scripted([]));
            let ships = battle.own_ships(seat).filter(|&id| acting.is_none_or(|it| it == id));
            format!("{how} You can reach:\n{}", chart::shots(&battle, ships, *step).trim_end())
        }
        Phase::Fire { rests, .. } => {
            let left: Vec<String> =
                rests.iter().map(|it| format!("{} has {} left", field.tag(it.ship), it.strength)).collect();
            format!("Aim what is left (ASF-RAT.4): ship and target. {}", left.join(", "))
        }
        Phase::Repairs { .. } => format!(
            "Repairs (ASF-DC.2): ship, location and crew units. {} R2 Br1; at most 5 on one critical.",
            example(view, seat)
        ),
    };
    format!("{what}\nSeparate orders by ; or type hold, concede, or add draw to offer a draw.")
}

fn example(view: &View, seat: Seat) -> String {
    let own = view.field.ship_ids().find(|&id| {
        let ship = &view.ships[id.index()].ship;
        ship.owner == seat && matches!(ship.status, Status::Active | Status::Waiting)
    });
    own.map_or("A1".to_owned(), |id| view.field.tag(id))
}
