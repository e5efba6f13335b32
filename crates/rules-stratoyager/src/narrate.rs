//! Events and situations in plain English. The rules build no strings.

use std::fmt::Write as _;

use engine::{Outcome, Seat};
use geometry::Point;

use crate::{
    Event,
    card::halves_text,
    combat, damage, deploy,
    gunnery::{Aspect, Weapon},
    initiative, manoeuvre, menu, notation,
    phases::{self, Phase},
    roster,
    scenario::{Field, Terrain},
    stress::{self, Strain},
    unit::{Status, Unit, UnitId},
    victory::{self, Reason},
    view::View,
};

/// Names of units and sides.
struct Names<'a> {
    field: &'a Field,
    units: &'a [Unit],
}

impl Names<'_> {
    /// Tag and name: `F1 Guardian 151a`.
    fn unit(&self, id: UnitId) -> String {
        let tag = self.tag(id);
        let Some(unit) = self.units.get(id.index()) else { return tag };
        let own = unit.berth.and_then(|it| self.field.side(unit.side).units.get(usize::from(it)));
        let name = own.map(|it| it.name.as_str()).filter(|it| !it.is_empty());
        format!("{tag} {}", name.unwrap_or(&self.field.card(unit.card).name))
    }

    fn tag(&self, id: UnitId) -> String {
        crate::scenario::tag(self.field, self.units.iter().map(|it| it.side), id)
    }

    fn side(&self, side: u8) -> &str {
        self.field.scenario.sides.get(usize::from(side)).map_or("nobody", |it| it.name.as_str())
    }

    fn tags(&self, ids: impl Iterator<Item = UnitId>) -> String {
        ids.map(|it| self.tag(it)).collect::<Vec<_>>().join(", ")
    }
}

pub(crate) fn narrate(view: &View, event: &Event) -> String {
    let names = Names { field: &view.field, units: &view.units };
    match event {
        Event::Roster(roster::Event::Mustered { side, cards }) => {
            let cards: Vec<&str> = cards.iter().map(|&it| view.field.card(it).name.as_str()).collect();
            format!("{} shows its force: {}", names.side(*side), cards.join(", "))
        }
        Event::Deploy(event) => deployment(&names, event),
        Event::Initiative(event) => cards(&names, event),
        Event::Phase(event) => phase(&names, event),
        Event::Manoeuvre(event) => flight(&names, event),
        Event::Stress(stress::Event::Tested { unit, base, dice, failures, strain }) => {
            let extra = dice.len().saturating_sub(usize::from(*base));
            let weak = if 0 < extra { " (one for the weak frame)" } else { "" };
            let what = match strain {
                Strain::Held => "the hull holds",
                Strain::Greyout => "greyout, +2 on its thresholds this turn",
                Strain::Blackout => "blackout, no further action this turn",
                Strain::Damage => "blackout, and a point of structure is lost",
                Strain::Wrecked => "it breaks up and is wrecked",
                Strain::Destroyed => "it is torn apart",
            };
            let who = names.unit(*unit);
            format!("{who} rolls {} for hull stress{weak}, {failures} failed: {what}", throw(dice))
        }
        Event::Combat(event) => fight(&names, event),
        Event::Damage(event) => harm(&names, event),
        Event::Victory(event) => end(&names, event),
    }
}

fn throw(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn deployment(names: &Names<'_>, event: &deploy::Event) -> String {
    match event {
        deploy::Event::HeldBack { side, units } => {
            format!("{} holds back {}", names.side(*side), names.tags(units.iter().copied()))
        }
        deploy::Event::FirstSettled { side, sensors, dice } => {
            let why = match dice {
                Some([a, b]) => format!("the dice show {a} and {b}"),
                None => format!("sensors {} to {}", sensors[0], sensors[1]),
            };
            format!("First to place: {} ({why})", names.side(*side))
        }
        deploy::Event::Revealed { cards } => format!("Deployment cards: {}", hand(names, cards)),
        deploy::Event::Placed { placement: it } => {
            format!(
                "{} is placed at {}, course {}, speed {}",
                names.unit(it.unit),
                it.at,
                it.course,
                it.speed
            )
        }
        deploy::Event::ReserveRolled { unit, die, arrives } => {
            let what = if *arrives { "arrives" } else { "does not arrive yet" };
            let die = die.map_or(String::new(), |it| format!(", rolled {it}"));
            format!("{} {what} from the reserve{die}", names.unit(*unit))
        }
        deploy::Event::Returned { unit, course } => {
            format!("{} comes back where it left, course {course}", names.unit(*unit))
        }
        deploy::Event::StaysAway { unit } => format!("{} does not come back", names.unit(*unit)),
    }
}

fn hand(names: &Names<'_>, cards: &[initiative::Dealt]) -> String {
    let words: Vec<String> = cards.iter().map(|it| format!("{} {}", names.tag(it.unit), it.card)).collect();
    words.join(", ")
}

fn cards(names: &Names<'_>, event: &initiative::Event) -> String {
    use initiative::Event;
    match event {
        Event::CardsDealt { cards } => format!("Each side takes initiative cards 1 to {cards}"),
        Event::Revealed { cards } => format!("Initiative: {}", hand(names, cards)),
        Event::DuelDealt { hands, .. } => {
            let mut text = "A dogfight: two cards of five for each".to_owned();
            for (side, hand) in hands.iter().enumerate() {
                if let Some([a, b]) = hand {
                    let _ = write!(text, "; {} has {a} and {b}", names.side(side as u8));
                }
            }
            text
        }
        Event::DuelChosen { cards: [a, b] } => {
            let first = names.side(u8::from(b < a));
            format!("Movement cards {a} and {b}: {first} moves first")
        }
        Event::DuelRevealed { cards: [a, b] } => {
            let first = names.side(u8::from(b < a));
            format!("Combat cards {a} and {b}: {first} acts first")
        }
    }
}

fn phase(names: &Names<'_>, event: &phases::Event) -> String {
    match event {
        phases::Event::TurnBegan { turn } => format!("Turn {turn}"),
        phases::Event::SegmentBegan { segment, active } => {
            let units: Vec<String> = active.iter().flatten().map(|&it| names.unit(it)).collect();
            let who = if units.is_empty() { "nobody".to_owned() } else { units.join(" and ") };
            format!("Segment {segment}: {who}")
        }
        phases::Event::ActionsEnded => "All units have acted".to_owned(),
        phases::Event::Entered { phase } => match phase {
            Phase::Setup => "Setting up".to_owned(),
            Phase::Muster { .. } => "Force show".to_owned(),
            Phase::Reserve { .. } => "Reserves are named".to_owned(),
            Phase::DeployCards { .. } => "Deployment cards are laid".to_owned(),
            Phase::Place { unit } => format!("{} is to be placed", names.unit(*unit)),
            Phase::Arrive { seat } => format!("{} brings units in", names.side(seat.0)),
            Phase::Initiative { .. } => "Initiative cards are laid".to_owned(),
            Phase::Duel => "Cards for movement are chosen".to_owned(),
            Phase::Plan { .. } => "Manoeuvres are planned".to_owned(),
            Phase::Yaw { .. } => "Yaw".to_owned(),
            Phase::Leave { .. } => "Withdraw or return".to_owned(),
            Phase::AtWill { .. } => "Fire at will".to_owned(),
            Phase::Combat { .. } => "Combat actions".to_owned(),
            Phase::Over { .. } => "The battle is over".to_owned(),
        },
    }
}

fn flight(names: &Names<'_>, event: &manoeuvre::Event) -> String {
    use manoeuvre::{Event, Leaving};
    match event {
        Event::Stopped { side } => format!("{} says stop first", names.side(*side)),
        Event::Flown { unit, plan, to, course, facing, speed, .. } => {
            let nose = if facing == course { String::new() } else { format!(", facing {facing}") };
            let who = names.unit(*unit);
            format!(
                "{who} flies {} to {to}, course {course}{nose}, speed {speed}",
                notation::write_plan(*plan)
            )
        }
        Event::Crashed { unit } => format!("{} ends inside an obstacle and is destroyed", names.unit(*unit)),
        Event::Left { unit, edge, safe, .. } => {
            let safe = if *safe { " and is safe" } else { "" };
            format!("{} leaves the table by the {} edge{safe}", names.unit(*unit), edge.name())
        }
        Event::Pushed { unit, to } => {
            format!("{} is put down at {to}, clear of the others", names.unit(*unit))
        }
        Event::Yawed { unit, facing } => format!("{} yaws to facing {facing}", names.unit(*unit)),
        Event::LockLost { unit, target } => {
            format!("{} loses its lock on {}", names.unit(*unit), names.unit(*target))
        }
        Event::Declared { unit, leaving: Leaving::Withdraw } => format!("{} withdraws", names.unit(*unit)),
        Event::Declared { unit, leaving: Leaving::Return } => {
            format!("{} is going to return", names.unit(*unit))
        }
    }
}

fn weapon(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Gun => "its main gun",
        Weapon::Turret => "its turret",
        Weapon::Dumb(_) => "an unguided missile",
        Weapon::Pod(_) => "a fragshell pod",
        Weapon::Locked(_) => "a locked missile",
    }
}

fn fight(names: &Names<'_>, event: &combat::Event) -> String {
    use combat::{Combat, Event};
    match event {
        Event::Declared { unit, combat } => {
            let what = match combat {
                Combat::None => "does nothing",
                Combat::Salvo(_) => "fires a salvo",
                Combat::Lock { .. } => "aims for a target lock",
                Combat::Launch { .. } => "launches a missile",
                Combat::Gunner { .. } => "uses missiles and main weapon",
                Combat::Countermeasures => "takes countermeasures",
                Combat::RaiseShields => "raises shields",
                Combat::FireAtWill => "holds its fire",
                Combat::Eject { .. } => "ejects",
            };
            format!("{} {what}", names.unit(*unit))
        }
        Event::Ejected { unit, at, removed } => {
            let machine = if *removed { ", the machine is gone" } else { "" };
            format!("The pilot of {} lands at {at}{machine}", names.unit(*unit))
        }
        Event::ShieldsRaised { unit, level } => format!("{} has shields at {level}", names.unit(*unit)),
        Event::CountermeasuresOut { unit } => format!("{} has countermeasures out", names.unit(*unit)),
        Event::HoldsFire { unit } => format!("{} will fire at will", names.unit(*unit)),
        Event::FiresAtWill { unit } => format!("{} fires at will", names.unit(*unit)),
        Event::Spent { unit, entry } => {
            format!("{} spends a missile of entry {}", names.unit(*unit), entry + 1)
        }
        Event::Attacked {
            by,
            at,
            weapon: used,
            band,
            threshold,
            dice,
            reroll,
            hit,
            damage,
            armour,
            through,
            aspect,
        } => {
            let mut text = format!(
                "{} fires {} at {} ({} range, threshold {threshold})",
                names.unit(*by),
                weapon(*used),
                names.unit(*at),
                band.name()
            );
            if dice.is_empty() {
                return text + ": it cannot hit";
            }
            let _ = write!(text, ", rolled {}", throw(dice));
            if let Some((_, again)) = reroll {
                let _ = write!(text, ", again {again}");
            }
            if !hit {
                return text + ": a miss";
            }
            if damage.is_empty() {
                return text + ": it will strike";
            }
            let from = match aspect {
                Aspect::Fore => " from ahead",
                Aspect::Aft => " from astern",
                Aspect::Side => "",
            };
            let _ =
                write!(text, ": a hit{from}, damage {} against armour {armour}: {through}", throw(damage));
            text
        }
        Event::Locked { unit, target, void, .. } => {
            let void = if *void { ", which is gone" } else { "" };
            format!("{} locks on to {}{void}", names.unit(*unit), names.unit(*target))
        }
    }
}

fn harm(names: &Names<'_>, event: &damage::Event) -> String {
    use damage::{Event, Fate, Gone};
    match event {
        Event::Damaged { unit, absorbed, lost, fate, .. } => {
            let fate = match fate {
                Some(Fate::Wrecked) => " and is wrecked",
                Some(Fate::Destroyed) => " and is destroyed",
                None => "",
            };
            let stopped = if 0 < *absorbed { format!(", shields stop {absorbed}") } else { String::new() };
            format!("{} loses {lost} structure{stopped}{fate}", names.unit(*unit))
        }
        Event::Drifted { unit, to, gone } => {
            let what = match gone {
                Some(Gone::OffTable) => "off the table".to_owned(),
                Some(Gone::Obstacle) => "into an obstacle".to_owned(),
                None => format!("to {to}"),
            };
            format!("The empty {} drifts {what}", names.unit(*unit))
        }
        Event::Jammed { target, die, stopped, .. } => {
            let what = if *stopped { "it goes astray" } else { "it comes through" };
            format!("A missile meets the countermeasures of {}, rolled {die}: {what}", names.unit(*target))
        }
        Event::Struck { target, by, armour, damage, through, .. } => format!(
            "The missile of {} strikes {}, damage {} against armour {armour}: {through}",
            names.unit(*by),
            names.unit(*target),
            throw(damage)
        ),
        Event::Wasted { target, by } => {
            format!("The missile of {} finds {} gone", names.unit(*by), names.unit(*target))
        }
    }
}

fn end(names: &Names<'_>, event: &victory::Event) -> String {
    match event {
        victory::Event::DrawOffered { seat } => format!("{} offers a draw", names.side(seat.0)),
        victory::Event::Conceded { seat } => format!("{} gives up the battle", names.side(seat.0)),
        victory::Event::SeventhRolled { die, granted } => {
            let what = if *granted { "there is a seventh turn" } else { "time is up" };
            format!("Rolled {die} for a seventh turn: {what}")
        }
        victory::Event::Ended { outcome, reason, half_points } => {
            let result = match outcome {
                Outcome::Draw => "The battle is drawn".to_owned(),
                Outcome::Won(seats) => {
                    let winner = seats.iter().next().map_or(0, |seat| seat.0);
                    let name = names.side(winner);
                    // Federation wins, but Pirates win.
                    format!("{name} {}", if name.ends_with('s') { "win" } else { "wins" })
                }
            };
            format!("{result}: {}", reason_of(names, *reason, *half_points))
        }
    }
}

/// Why it is over, and the points of both.
pub(crate) fn reason(view: &View, reason: Reason, half_points: [u32; 2]) -> String {
    reason_of(&Names { field: &view.field, units: &view.units }, reason, half_points)
}

fn reason_of(names: &Names<'_>, reason: Reason, half_points: [u32; 2]) -> String {
    let why = match reason {
        Reason::Points => "by points",
        Reason::Structure => "by structure taken, at equal points",
        Reason::Annihilation => "the enemy has nothing left",
        Reason::Absence => "the enemy has left the field",
        Reason::Conceded => "the other side has given up",
        Reason::Agreed => "both agreed",
    };
    let [a, b] = half_points.map(|it| halves_text(it as i32));
    format!("{why} ({} {a}, {} {b} points)", names.side(0), names.side(1))
}

pub(crate) fn unit_name(view: &View, id: UnitId) -> String {
    Names { field: &view.field, units: &view.units }.unit(id)
}

/// The table as text: who is where and in what state.
pub(crate) fn describe(view: &View) -> String {
    let field = &view.field;
    let names = Names { field, units: &view.units };
    let mut text = String::new();
    let table = field.table;
    let segment = if view.segment == 0 { String::new() } else { format!(", segment {}", view.segment) };
    let _ = writeln!(
        text,
        "{}, turn {}{segment}; table {} x {} Klicks",
        field.scenario.name, view.turn, table.width, table.height
    );
    for it in &field.scenario.terrain {
        let name = if it.name.is_empty() { "obstacle" } else { it.name.as_str() };
        let shape = match &it.shape {
            crate::Shape::Circle { centre, radius } => format!("about {centre}, radius {radius}"),
            crate::Shape::Polygon { corners } => format!("of {} corners", corners.corners().len()),
        };
        let _ = writeln!(text, "  {name} {shape}");
    }
    text += &chart(view, &names);
    let _ = writeln!(
        text,
        "  unit                   at             course facing speed  structure shields missiles  state"
    );
    for (n, unit) in view.units.iter().enumerate() {
        let _ = writeln!(text, "  {}", row(&names, UnitId(n as u8), unit));
    }
    for it in &view.incoming {
        let _ = writeln!(text, "  a missile of {} dice is on its way to {}", it.dice, names.tag(it.target));
    }
    for it in &view.pilots {
        let _ = writeln!(text, "  the pilot of {} waits at {}", names.tag(it.unit), it.at);
    }
    let [a, b] = view.half_points.map(|it| halves_text(it as i32));
    let _ = writeln!(text, "  points: {} {a}, {} {b}", names.side(0), names.side(1));
    if let Some(duel) = &view.duel {
        for (side, hand) in duel.hands.iter().enumerate() {
            if let Some([a, b]) = hand {
                let _ = writeln!(text, "  dogfight: {} holds cards {a} and {b}", names.side(side as u8));
            }
        }
    }
    text
}

/// The table: units by tag with an arrow for the facing, `#` obstacles, `x` pilots, a dot every 6 Klicks.
fn chart(view: &View, names: &Names<'_>) -> String {
    let table = view.field.table;
    let mut plot = plotter::Plot::to_scale(Point::default(), Point { x: table.width, y: table.height });
    plot.ground(|at| {
        let inside = |it: &Terrain| match &it.shape {
            crate::Shape::Circle { centre, radius } => (at - *centre).within(*radius),
            crate::Shape::Polygon { corners } => corners.contains(at),
        };
        view.field.scenario.terrain.iter().any(inside).then_some('#')
    });
    let step = plot.dots(6);
    for (n, unit) in view.units.iter().enumerate() {
        if matches!(unit.status, Status::Active | Status::Empty { .. }) {
            let degrees = 30 * u16::from(unit.facing.get());
            plot.mark(unit.at, &format!("{}{}", names.tag(UnitId(n as u8)), plotter::arrow(degrees)));
        }
    }
    for it in &view.pilots {
        plot.mark(it.at, "x");
    }
    plot.framed(step)
}

fn row(names: &Names<'_>, id: UnitId, unit: &Unit) -> String {
    let title = names.unit(id);
    let state = match unit.status {
        Status::Active => None,
        Status::Empty { .. } => None,
        Status::Waiting => Some("not placed yet"),
        Status::Reserve => Some("in reserve"),
        Status::Arriving => Some("arrives this turn"),
        Status::Away { .. } => Some("off the table, to return"),
        Status::Withdrawn => Some("withdrawn"),
        Status::Wrecked => Some("wrecked"),
        Status::Destroyed => Some("destroyed"),
        Status::Removed => Some("abandoned and gone"),
        Status::Safe => Some("safe"),
    };
    if let Some(state) = state {
        return format!("{title:<21}  {state}");
    }
    let card = names.field.card(unit.card);
    let missiles: Vec<String> = unit.missiles.iter().map(u8::to_string).collect();
    let mut marks: Vec<String> = Vec::new();
    let mut mark = |set: bool, word: &str| {
        if set {
            marks.push(word.to_owned());
        }
    };
    mark(matches!(unit.status, Status::Empty { .. }), "empty");
    mark(unit.evasive, "evasive");
    mark(unit.blackout, "blackout");
    mark(unit.countermeasures, "countermeasures");
    mark(unit.at_will.is_some(), "holds fire");
    if 0 < unit.greyouts {
        marks.push(format!("greyout x{}", unit.greyouts));
    }
    if 0 < unit.initiative {
        marks.push(format!("card {}", unit.initiative));
    }
    if let Some(lock) = unit.lock {
        marks.push(format!("lock on {}", names.tag(lock.target)));
    }
    format!(
        "{title:<21}  {:<14} {:>6} {:>6} {:>5}  {:>6}/{:<2} {:>5}/{} {:>8}  {}",
        unit.at.to_string(),
        unit.course,
        unit.facing,
        unit.speed,
        unit.structure,
        card.structure,
        unit.shields,
        card.shields,
        if missiles.is_empty() { "-".to_owned() } else { missiles.join("+") },
        if marks.is_empty() { "-".to_owned() } else { marks.join(", ") },
    )
}

/// What `seat` may type now.
pub(crate) fn prompt(view: &View, seat: Seat) -> String {
    let battle = notation::seen(view);
    let names = Names { field: &view.field, units: &view.units };
    let acting = battle.acting(seat).map_or(String::new(), |it| names.unit(it));
    let what = match view.phase {
        Phase::Setup | Phase::Over { .. } => "Nothing to decide.".to_owned(),
        Phase::Muster { .. } => format!(
            "Choose your force (STR-SET.1), up to {} points: 2 guardian, vulture; or default. There are:\n{}",
            view.field.scenario.points.unwrap_or(0),
            roster::eligible(&view.field, seat.0)
                .map(|it| format!("  {} {}", view.field.card(it).name, view.field.card(it).points))
                .collect::<Vec<_>>()
                .join("\n")
        ),
        Phase::Reserve { .. } => {
            format!(
                "Hold units back (STR-SET.6): reserve {}; or none.",
                names.tags(deploy::waiting(&battle, seat.0).take(1))
            )
        }
        Phase::DeployCards { .. } | Phase::Initiative { .. } => {
            let example = hand(&names, &initiative::usual(&battle, seat.0));
            format!(
                "Lay a card from 1 to {} beside each unit (STR-1.2): {example}; or default.",
                initiative::hand_size(&battle)
            )
        }
        Phase::Place { unit } => {
            let zones: Vec<String> =
                view.field.zones[seat.index().min(1)].iter().map(|it| it.describe()).collect();
            format!(
                "Place {} (STR-SET.3): {}. Type place, course and speed: 12:0.5 course 0 speed 4; or default.",
                names.unit(unit),
                zones.join(" or ")
            )
        }
        Phase::Arrive { .. } => format!(
            "Bring in {} (STR-SET.8): tag, place, course, speed; F1 back 6 or F1 withdraw for units that \
             return; or default.",
            names.tags(deploy::arriving(&battle, seat.0))
        ),
        Phase::Duel => {
            let [a, b] = battle.hand(seat);
            format!("Which card for movement, the lower going first (STR-ADD.3)? card {a} or card {b}.")
        }
        Phase::Plan { .. } => format!(
            "Plan two manoeuvres for {acting} (STR-2.1), the first before the move: A+3 accelerate, A-2 \
             decelerate, B-1 turn to port, B+1 to starboard, C-1 slide to port. For example A+2 B-1; \
             drift; B+2 C-1 evade; A+0 B+0 yaw 6.\n{}",
            menu::limits_line(&battle, seat)
        ),
        Phase::Yaw { .. } => {
            format!("Yaw {acting} now (STR-2.12)? yaw 6 turns its nose by 6 hours clockwise, or none.")
        }
        Phase::Leave { .. } => format!("{acting} has left the table (STR-ADD.1): withdraw or return."),
        Phase::AtWill { .. } => {
            format!("Fire at will (STR-4.7): unit and target, or wait.\n{}", menu::will_lines(&battle, seat))
        }
        Phase::Combat { .. } => format!(
            "Combat action of {acting} (STR-4.1): salvo, turret, missile, lock and a target; pod, launch, \
             shields, countermeasures, at will, eject 6, none.\n{}",
            menu::combat_lines(&battle, seat)
        ),
    };
    format!("{}\nAlso: concede; or ; draw after any order.", what.trim_end())
}
