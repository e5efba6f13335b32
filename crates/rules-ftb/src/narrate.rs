//! The battle in words: events, situation, prompts.

use engine::{Outcome, Seat, Stake};
use geometry::{Length, Point};

use crate::{
    battle::{Ask, Criterion, Stage, Step, TankerPlace},
    chance::{Re, Trial},
    combat::{CombatStage, Fight, Form},
    damage::{Cause, Fate},
    event::{Event, Gauge, Lost},
    notation::{self, behind, harbour_name, tag},
    objectives::GoalKind,
    order::{Benefit, Protocol, Target},
    ship::{Place, ShipId},
    view::{ShipView, View},
};

pub(crate) fn side_name(view: &View, side: u8) -> String {
    view.field.scenario.sides.get(usize::from(side)).map_or_else(|| "Nobody".to_owned(), |it| it.name.clone())
}

fn system_of(view: &View, id: ShipId) -> u8 {
    view.ships.get(id.index()).map_or(0, |it| it.hull.system)
}

fn station(view: &View, n: u8) -> String {
    harbour_name(view, 0, crate::helm::Harbour::Station(n))
}

fn target(view: &View, it: Target) -> String {
    match it {
        Target::Ship(id) => tag(view, id),
        Target::Tanker(n) => format!("Tanker {}", u16::from(n) + 1),
        Target::Torpedo(id) => format!("the torpedo of {}", tag(view, id)),
    }
}

fn names(choices: [Protocol; 2]) -> String {
    format!("{} against {}", choices[0].name(), choices[1].name())
}

pub(crate) fn narrate(view: &View, event: &Event) -> String {
    let ship = |id: &ShipId| tag(view, *id);
    let side = |it: u8| side_name(view, it);
    match event {
        Event::Drawn { turns, .. } => {
            format!("The battle lasts {turns} days; homes and objectives are drawn.")
        }
        Event::Asked { stage } => asked(view, *stage),
        Event::FleetChosen { side: 2, .. } => "A neutral ship is about.".to_owned(),
        Event::FleetChosen { side: it, ships, extra, .. } => {
            let list: Vec<&str> = ships.iter().map(|it| it.data().name.as_str()).collect();
            let extra = extra.map_or_else(String::new, |it| format!(" with {}", it.name()));
            format!("{} brings {}{extra}.", side(*it), list.join(", "))
        }
        Event::StationPlaced { station } => {
            format!("{} places station {} at {}.", side(station.side), station.name, station.at)
        }
        Event::StationNamed { goal, station: it, .. } => {
            let title = view.goals.get(usize::from(*goal)).map_or("objective", |it| it.kind.title());
            format!("{} is named for the {title}.", station(view, *it))
        }
        Event::Chartered { side: it, class, .. } => {
            format!("{} charters a {}.", side(*it), class.data().name)
        }
        Event::Placed { ship: id, at, speed, .. } => {
            format!("{} starts at {at} with speed {speed}.", ship(id))
        }
        Event::HeldBack { ship: id, at: Some(at), .. } => {
            format!("{} is held back at {at} for a Stealth run.", ship(id))
        }
        Event::HeldBack { ship: id, .. } => format!("{} is held back for a Stealth run.", ship(id)),
        Event::DayBegan { day } => format!("Day {day}."),
        Event::TankerGone { tanker, destroyed: true } => {
            format!("Tanker {} is driven off.", u16::from(*tanker) + 1)
        }
        Event::TankerGone { tanker, .. } => format!("Tanker {} leaves to resupply.", u16::from(*tanker) + 1),
        Event::LaneDue { ship: id, due: None } => format!("{} is back and waits at its entry.", ship(id)),
        Event::LaneDue { ship: id, due: Some(due) } => format!("{} is delayed to day {due}.", ship(id)),
        Event::Departure { ship: id, departs: true } => format!("{} leaves today.", ship(id)),
        Event::Departure { ship: id, .. } => format!("{} does not leave today.", ship(id)),
        Event::DuelDrawn { choices } => format!("The duel is a draw: {}.", names(*choices)),
        Event::Initiative { side: it, by, choices } => {
            let why = match by {
                Criterion::Untracked => "more Untracked ships".to_owned(),
                Criterion::Ships => "more ships".to_owned(),
                Criterion::Duel => choices.map_or_else(|| "the duel".to_owned(), names),
                Criterion::Coin => "the coin".to_owned(),
            };
            format!("{} has the Initiative: {why}.", side(*it))
        }
        Event::Picked { side: Some(it), ship: id } => {
            let own = view.ships.get(id.index()).is_some_and(|ship| ship.hull.side == *it);
            if own {
                format!("{} activates {}.", side(*it), ship(id))
            } else {
                format!("{} forces {} to act.", side(*it), ship(id))
            }
        }
        Event::Picked { ship: id, .. } => format!("{} follows its script.", ship(id)),
        Event::TankerDeployed { tanker, at, .. } => {
            format!("Tanker {} is deployed at {at}.", u16::from(*tanker) + 1)
        }
        Event::Passed { side: it } => format!("{} passes.", side(*it)),
        Event::Step { step } => step_words(view, *step),
        Event::TorpedoFlew { ship: id, path, speed, launch, .. } => {
            let to = path.at(path.length());
            let verb = if *launch { "is launched" } else { "flies" };
            format!("The torpedo of {} {verb} to {to}, speed {speed}.", ship(id))
        }
        Event::TorpedoLost { ship: id, why } => {
            let why = match why {
                Lost::Spent => "detonates",
                Lost::OutOfRange => "is out of guidance and lost",
                Lost::Radiation => "burns up in radiation",
                Lost::Crash => "crashes",
                Lost::Edge => "leaves the map",
                Lost::ShotDown => "is shot down",
                Lost::Unguided => "loses its ship",
            };
            format!("The torpedo of {} {why}.", ship(id))
        }
        Event::Ordered { ship: id, helm: Some(helm) } => format!("{}: {}.", ship(id), helm.order.name()),
        Event::Ordered { ship: id, helm: None } => format!("{} has its order.", ship(id)),
        Event::ExtraUsed { side: it, extra } => format!("{} uses its {}.", side(*it), extra.name()),
        Event::Plotted { ship: id, path, speed, arrives, .. } => match (path.is_empty(), arrives) {
            (true, _) => format!("{} stays where it is.", ship(id)),
            (_, Some(harbour)) => {
                format!("{} makes for {}.", ship(id), harbour_name(view, system_of(view, *id), *harbour))
            }
            _ => {
                let bends = path.legs.len() - 1;
                let bent = match bends {
                    0 => String::new(),
                    1 => ", deflected once".to_owned(),
                    _ => format!(", deflected {bends} times"),
                };
                format!("{} flies to {}, speed {speed}{bent}.", ship(id), path.at(path.length()))
            }
        },
        Event::Aimed { attacks } if attacks.is_empty() => "No attack is planned.".to_owned(),
        Event::Aimed { attacks } => {
            let all: Vec<String> = attacks.iter().map(|it| target(view, it.target)).collect();
            format!("The attack is on {}.", all.join(" and "))
        }
        Event::WentOn { ship: id, .. } => {
            format!("The way is closed; {} flies on along its vector.", ship(id))
        }
        Event::Along { t } => format!("The ship is {t:.1} LU along its vector."),
        Event::FuseLit { ship: id } => format!("The fuse of {}'s torpedo is set off.", ship(id)),
        Event::CoverFire { firer, fires: true } => format!("{} gives cover fire.", ship(firer)),
        Event::CoverFire { firer, .. } => format!("{} holds its fire.", ship(firer)),
        Event::FlyByTarget { ship: id, .. } => format!("{} is the target of the fly-by.", ship(id)),
        Event::TankerAttacked { tanker } => format!("Tanker {} is under attack.", u16::from(*tanker) + 1),
        Event::Refuelled { ship: id, tanker } => {
            format!("{} takes fuel from Tanker {}.", ship(id), u16::from(*tanker) + 1)
        }
        Event::TunnelPaid { ship: id, .. } => {
            format!("{} passes the tunnel's mark and spends 1 fuel.", ship(id))
        }
        Event::LeftMap { ship: id, due: Some(due), .. } => {
            format!("{} enters the lane and is due on day {due}.", ship(id))
        }
        Event::LeftMap { ship: id, .. } => format!("{} enters the lane and is out of the battle.", ship(id)),
        Event::Docked { ship: id, harbour } => {
            let verb =
                if matches!(harbour, crate::helm::Harbour::Body(_)) { "is in orbit of" } else { "docks at" };
            format!("{} {verb} {}.", ship(id), harbour_name(view, system_of(view, *id), *harbour))
        }
        Event::Withdrew { ship: id } => format!("{} is withdrawn.", ship(id)),
        Event::CombatBegan { attacker, defender, cover } => {
            let verb = if *cover { "gives cover fire against" } else { "attacks" };
            format!("{} {verb} {}.", ship(attacker), ship(defender))
        }
        Event::Revealed { protocols, effects } => {
            let result = match effects.len() {
                0 => "without effect".to_owned(),
                1 => format!("{} prevails", ship(&effects[0].from)),
                _ => "both hit".to_owned(),
            };
            format!("{}: {result}.", names(*protocols))
        }
        Event::HeatChosen { heat: true, .. } => "Heat takes the place of the Hit.".to_owned(),
        Event::HeatChosen { .. } => "The Hit stands.".to_owned(),
        Event::CombatEnded => "The Combat is decided.".to_owned(),
        Event::StrikeBegan { guide, target } => {
            format!("A torpedo of {} goes for {}.", ship(guide), ship(target))
        }
        Event::Evaded { ship: id, evades: true } => format!("{} goes Evasive.", ship(id)),
        Event::Evaded { ship: id, .. } => format!("{} does not evade.", ship(id)),
        Event::StrikeEnded => "The torpedo is upon its target.".to_owned(),
        Event::Testing { test } => format!("{}: {} by duel.", ship(&test.ship), trial(test.trial)),
        Event::Tested { test, result, .. } => {
            let result = match result {
                Re::Win => "Win",
                Re::Draw => "Draw",
                Re::Lose => "Lose",
            };
            let easy = if test.easy { ", easy" } else { "" };
            format!("{}: {}{easy}: {result}.", ship(&test.ship), trial(test.trial))
        }
        Event::Gauged { ship: id, gauge, to } => {
            let name = match gauge {
                Gauge::Shields => "shields",
                Gauge::Fuel => "fuel",
                Gauge::Torpedoes => "torpedoes",
                Gauge::Heat => "heat",
            };
            format!("{}: {name} {to}.", ship(id))
        }
        Event::SystemSet { ship: id, damage: Some(damage) } => {
            let state = if damage.offline { "offline" } else { "works again" };
            format!("{}: {} {state}.", ship(id), damage.system.name())
        }
        Event::SystemSet { ship: id, .. } => format!("{}: the damage is erased.", ship(id)),
        Event::Tracked { ship: id, tracked: true } => format!("{} is Tracked.", ship(id)),
        Event::Tracked { ship: id, .. } => format!("{} is no longer Tracked.", ship(id)),
        Event::Blows { blows } => {
            let all: Vec<String> = blows.iter().map(|it| tag(view, it.target)).collect();
            format!("Hits on {}.", all.join(", "))
        }
        Event::SystemChosen { system: Some(system), .. } => format!("The {} is picked.", system.name()),
        Event::SystemChosen { .. } => "A system is picked.".to_owned(),
        Event::Hit { ship: id, fate } => match fate {
            Some(Fate::Shield) => format!("{} is hit and loses a shield.", ship(id)),
            Some(Fate::Damaged(system)) => format!("{} is hit in the {}.", ship(id), system.name()),
            Some(Fate::Destroyed) => format!("{} is hit for the last time.", ship(id)),
            None => format!("{} is hit.", ship(id)),
        },
        Event::BlowsLanded => "The Hits land.".to_owned(),
        Event::Splashed { ship: id } => format!("Splash from {}.", ship(id)),
        Event::Blasted => "The blast goes out.".to_owned(),
        Event::Destroyed { ship: id, cause } => {
            let how = match cause {
                Cause::Hit => "is destroyed",
                Cause::Meltdown => "melts down",
                Cause::Crash => "crashes",
                Cause::HostileOrbit => "is lost in a deadly orbit",
                Cause::Tunnel => "is lost in the tunnel",
            };
            format!("{} {how}.", ship(id))
        }
        Event::ScanPassed => "No scan.".to_owned(),
        Event::RefitBegun { ship: id, station: it, .. } => {
            format!("{} begins a refit at {}.", ship(id), station(view, *it))
        }
        Event::RefitTurn { ship: id, turns } => format!("{}: day {turns} of its refit.", ship(id)),
        Event::RefitDone { ship: id, benefit, .. } => {
            let what = match benefit {
                None => "",
                Some(Benefit::Fuel) => ": fuel",
                Some(Benefit::EraseDamage) => ": the damage is erased",
                Some(Benefit::Shield) => ": a shield",
                Some(Benefit::Torpedoes) => ": torpedoes",
            };
            format!("The refit of {} is done{what}.", ship(id))
        }
        Event::BlockadeCounted { turns, .. } => format!("Days the blockade has held: {turns}."),
        Event::PatrolStarted { ship: id, .. } => format!("{} is on patrol.", ship(id)),
        Event::PatrolLeg { ship: id, around: true, .. } => format!("{} brings the patrol home.", ship(id)),
        Event::PatrolLeg { ship: id, next: 0, .. } => {
            format!("{} is home, but the way did not lead round the star.", ship(id))
        }
        Event::PatrolLeg { ship: id, .. } => format!("{} ends its leg of the patrol.", ship(id)),
        Event::GoalSettled { goal, achieved } => {
            let it = view.goals.get(usize::from(*goal));
            let title = it.map_or("objective", |it| it.kind.title());
            let whose = it.map_or_else(String::new, |it| side(it.side));
            let how = if *achieved { "is achieved" } else { "has become impossible" };
            format!("{whose}'s {title} {how}.")
        }
        Event::Activated { ship: id } => format!("{} is done.", ship(id)),
        Event::Over { outcome, why } => {
            let why = why.words();
            match outcome {
                Outcome::Draw => format!("A draw: {why}."),
                Outcome::Won(seats) => {
                    let winner = seats.iter().next().map_or(0, |it| it.0);
                    format!("{} wins: {why}.", side(winner))
                }
            }
        }
    }
}

/// Steps of an activation and the ends of what has just been told.
#[expect(clippy::wildcard_enum_match_arm, reason = "people read whatever is not named here")]
pub(crate) fn is_aside(event: &Event) -> bool {
    match event {
        Event::Step { step } => !matches!(step, Step::Offer(_) | Step::Fuse | Step::FlyBy(_)),
        Event::Asked { stage } => matches!(
            stage,
            Stage::Setup
                | Stage::Dawn
                | Stage::Neutrals
                | Stage::Between { .. }
                | Stage::Pick { .. }
                | Stage::Administration
        ),
        Event::Aimed { attacks } => attacks.is_empty(),
        Event::Along { .. }
        | Event::CombatEnded
        | Event::StrikeEnded
        | Event::Blows { .. }
        | Event::BlowsLanded
        | Event::ScanPassed
        | Event::Activated { .. } => true,
        _ => false,
    }
}

/// FTB-13.1, FTB-13.2: where nature answers, a test is luck: a Draw counts 1, a Win 2.
pub(crate) fn luck(view: &View, event: &Event) -> Vec<Stake> {
    let Event::Tested { test, result, choices: None } = event else { return Vec::new() };
    let Some(side) = view.ships.get(test.ship.index()).map(|it| it.hull.side).filter(|side| *side < 2) else {
        return Vec::new();
    };
    let worth = |result: Re| match test.grade(result) {
        Re::Lose => 0,
        Re::Draw => 1,
        Re::Win => 2,
    };
    let mut ways = vec![0; 3];
    [Re::Lose, Re::Draw, Re::Win].into_iter().for_each(|it| ways[worth(it)] += 1);
    vec![Stake { side, unit: "points in tests", rolled: worth(*result) as u32, ways }]
}

fn trial(trial: Trial) -> &'static str {
    match trial {
        Trial::Scan { .. } => "scan",
        Trial::Mask => "masking",
        Trial::Repair => "repair",
        Trial::Recharge => "recharging",
        Trial::Countermeasures { .. } => "countermeasures",
        Trial::Torpedo { .. } => "torpedo against torpedo",
        Trial::Asteroids => "asteroids",
        Trial::Tunnel => "an unsafe tunnel",
    }
}

fn asked(view: &View, stage: Stage) -> String {
    let side = |it: u8| side_name(view, it);
    match stage {
        Stage::Setup => "Set-up continues.".to_owned(),
        Stage::Fleets => "Both sides choose their fleets.".to_owned(),
        Stage::Stations { side: it } => format!("{} places a station.", side(it)),
        Stage::Naming { side: it, .. } => format!("{} names a station.", side(it)),
        Stage::Deploy { side: it } => format!("{} deploys a ship.", side(it)),
        Stage::HoldBack { side: it } => format!("{} may hold back a ship.", side(it)),
        Stage::Dawn => "The day begins.".to_owned(),
        Stage::Depart { side: it, ship } => {
            format!("{} decides whether {} leaves.", side(it), tag(view, ship))
        }
        Stage::Duel { .. } => "Initiative is tied: a duel decides.".to_owned(),
        Stage::Neutrals | Stage::Between { .. } => "Activations go on.".to_owned(),
        Stage::Pick { side: it } => format!("{} picks.", side(it)),
        Stage::Forcer { side: it } => format!("{} names who forces.", side(it)),
        Stage::Force { side: it } => format!("{} forces an enemy ship.", side(it)),
        Stage::Administration => "Administration.".to_owned(),
        Stage::Benefit { ship } => format!("{} completes its refit.", tag(view, ship)),
        Stage::Over { .. } => "The battle is over.".to_owned(),
    }
}

fn step_words(view: &View, step: Step) -> String {
    let who = view.act.as_ref().map_or_else(|| "The ship".to_owned(), |it| tag(view, it.ship));
    match step {
        Step::Offer(firer) => format!("{} may give cover fire.", tag(view, firer)),
        Step::Guide => format!("{who} guides its torpedo."),
        Step::Helm => format!("{who} awaits its order."),
        Step::Aim => format!("{who} may attack."),
        Step::Scan => format!("{who} may scan."),
        Step::Fuse => format!("Several torpedoes close in on {who}."),
        Step::FlyBy(_) => format!("{who} flies by several ships."),
        Step::Done => format!("{who} ends its activation."),
        Step::Cooling | Step::Arrived => format!("{who} is at the end of its vector."),
        Step::Start | Step::Ready | Step::Launched | Step::Plotted | Step::Path => {
            format!("{who} continues.")
        }
    }
}

pub(crate) fn describe(view: &View) -> String {
    let mut lines = vec![format!("{}, day {} of {}", view.field.scenario.name, view.day, view.turns)];
    if let Some((side, _)) = view.holder {
        lines.push(format!("Initiative: {}", side_name(view, side)));
    }
    for n in 0..view.map.systems.len() {
        lines.extend(chart(view, n as u8));
    }
    for (n, it) in view.ships.iter().enumerate() {
        let id = ShipId(n as u8);
        let hull = &it.hull;
        let system = view.map.systems.get(usize::from(hull.system)).map_or("", |it| it.name.as_str());
        let place = match hull.place {
            Place::Waiting => "not deployed".to_owned(),
            Place::Free => {
                let v = hull.dir.whole(hull.speed);
                format!("at {} vector ({:.1}, {:.1}) speed {}", hull.at, v.east, v.north, hull.speed)
            }
            Place::Orbit(body) => {
                format!("in orbit of {}", harbour_name(view, hull.system, crate::helm::Harbour::Body(body)))
            }
            Place::Dock(it) => format!("docked at {}", station(view, it)),
            Place::Lane { due, .. } => format!("in a lane until day {due}"),
            Place::AtEntry { .. } => "at a lane's entry".to_owned(),
            Place::HeldBack => "held back".to_owned(),
            Place::Undeparted => "not yet departed".to_owned(),
            Place::Destroyed => "destroyed".to_owned(),
            Place::Withdrawn => "withdrawn".to_owned(),
        };
        let gauges = it.own.map_or_else(String::new, |own| {
            let hurt = own.damage.map_or_else(String::new, |it| {
                format!(", {} {}", it.system.name(), if it.offline { "offline" } else { "repaired" })
            });
            format!(
                "; shields {} fuel {} torpedoes {} heat {}{hurt}",
                own.shields, own.fuel, own.torpedoes, own.heat
            )
        });
        let tracked = if hull.tracked { ", Tracked" } else { "" };
        let acted = if hull.activated { ", activated" } else { "" };
        let torpedo =
            hull.torpedo.map_or_else(String::new, |it| format!("; torpedo at {} speed {}", it.at, it.speed));
        let system = if 1 < view.map.systems.len() { format!(" in {system}") } else { String::new() };
        lines.push(format!(
            "{} {} {place}{system}{tracked}{acted}{gauges}{torpedo}",
            tag(view, id),
            hull.class.data().name
        ));
    }
    for (n, it) in view.tankers.iter().enumerate() {
        if let TankerPlace::Deployed { at, day, attacks, .. } = it.at {
            lines.push(format!(
                "Tanker {} of {} at {at} since day {day}, attacks {attacks}",
                n + 1,
                side_name(view, it.side)
            ));
        }
    }
    for it in &view.map.stations {
        lines.push(format!("Station {} of {} at {}", it.name, side_name(view, it.side), it.at));
    }
    for goal in &view.goals {
        let state = match goal.settled {
            None => "open",
            Some(true) => "achieved",
            Some(false) => "impossible",
        };
        let more = match &goal.kind {
            GoalKind::Blockade { station: Some(it), needed, done } => {
                format!(" of {}: {done} of {needed} days", station(view, *it))
            }
            GoalKind::Transport { to: Some(it), .. } => format!(" to {}", station(view, *it)),
            GoalKind::Patrol { hostile: Some(a), friendly: Some(b), leg, .. } => {
                format!(" by {} and {}: legs flown {leg}", station(view, *a), station(view, *b))
            }
            GoalKind::Blockade { .. }
            | GoalKind::Transport { .. }
            | GoalKind::Patrol { .. }
            | GoalKind::Attrition
            | GoalKind::Board { .. } => String::new(),
        };
        lines.push(format!("{}: {}{more}, {state}", side_name(view, goal.side), goal.kind.title()));
    }
    lines.join("\n")
}

/// A star system with ships in it: ships by tag with an arrow along their vector, `*` the star, `o` a
/// planet, `+` a station, `:` the belt (FTB-23.2), a dot every 5 LU.
fn chart(view: &View, number: u8) -> Option<String> {
    let system = view.map.systems.get(usize::from(number))?;
    let here = |it: &&ShipView| it.hull.system == number && it.hull.place == Place::Free;
    let free: Vec<(ShipId, &ShipView)> = view
        .ships
        .iter()
        .enumerate()
        .filter(|(_, it)| here(it))
        .map(|(n, it)| (ShipId(n as u8), it))
        .collect();
    if free.is_empty() {
        return None;
    }
    let stations = || view.map.stations.iter().filter(|it| it.system == number);
    let places = system.wells.iter().map(|it| it.at).chain(stations().map(|it| it.at));
    let places: Vec<Point> = places.chain(free.iter().map(|(_, it)| it.hull.at)).collect();
    let margin = Length::units(3);
    let first = free[0].1.hull.at;
    let (mut low, mut high) = (first, first);
    for at in places {
        low = Point { x: low.x.min(at.x), y: low.y.min(at.y) };
        high = Point { x: high.x.max(at.x), y: high.y.max(at.y) };
    }
    let low = Point { x: low.x - margin, y: low.y - margin };
    let high = Point { x: high.x + margin, y: high.y + margin };
    let mut plot = plotter::Plot::to_scale(low, high);
    if let Some([inner, outer]) = system.belt {
        plot.ground(|at| {
            let out = (at - Point::default()).length();
            (inner.at_most(out) && out.at_most(outer)).then_some(':')
        });
    }
    let step = plot.dots(5);
    for (id, it) in free {
        let vector = it.hull.dir.whole(it.hull.speed);
        plot.mark(it.hull.at, &format!("{}{}", tag(view, id), plotter::arrow_along(vector)));
    }
    for it in stations() {
        plot.mark(it.at, &format!("+{}", it.name));
    }
    for (n, (well, name)) in system.wells.iter().zip(&system.names).enumerate() {
        plot.mark(well.at, &format!("{}{name}", if n == 0 { '*' } else { 'o' }));
    }
    Some(plot.framed(step).trim_end().to_owned())
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a question without words of its own lists its answers")]
pub(crate) fn prompt(view: &View, seat: Seat) -> String {
    let battle = behind(view);
    let Some(ask) = battle.waiting() else { return "The battle is over.".to_owned() };
    let first = |fallback: &str| {
        let few = crate::sample::few(&battle, ask, seat).unwrap_or_default();
        let all: Vec<String> = few.iter().map(|it| notation::write_order(view, it)).collect();
        if all.is_empty() { fallback.to_owned() } else { all.join(" | ") }
    };
    let text = match ask {
        Ask::Fleets => {
            "Your fleet: B, C, D for the classes, an extra, Tankers.\nExample: fleet B D D extra overdrive"
                .to_owned()
        }
        Ask::Station(_) => "A station: station 12,-4".to_owned(),
        Ask::Deploy(_) => "Deploy a ship: deploy TB1 at 3,4 course 1,0 speed 5".to_owned(),
        Ask::HoldBack(_) => "A Stealth run: hold TD1 at 30,30 course -1,0 speed 5, or: hold none".to_owned(),
        Ask::Pick(_) => {
            format!("Pick: activate SHIP, force SHIP, tanker 1 at X,Y\nOpen: {}", first("activate SHIP"))
        }
        Ask::Guide(..) => "The torpedo: guide, or guide attack SHIP [at LENGTH]".to_owned(),
        Ask::Helm(_, id) => format!(
            "Order for {}: coast, burn to X,Y, hardburn to X,Y, dump, repair, launch to X,Y, refit\n\
             with: course X,Y speed N; declare NAME; enter LANE; extra; pass-right; off-patrol; no-refuel; unmasked\n\
             Example: burn to 10,-4 declare Mars",
            tag(view, id)
        ),
        Ask::Aim(_, id) => {
            let open = battle.act.as_ref().map(|it| crate::actions::targets(&battle, it)).unwrap_or_default();
            let open: Vec<String> = open.into_iter().map(|it| target(view, it)).collect();
            format!("{} may attack {}: attack SHIP [at LENGTH], or no attack", tag(view, id), open.join(", "))
        }
        Ask::Protocols(_) => format!("Your protocol: {}", first("defensive")),
        Ask::Heat(_, n) => {
            let giving = match &battle.fight {
                Some(Fight::Combat { stage: CombatStage::Effects(it), .. }) => {
                    it.get(usize::from(n)).is_some_and(|it| it.form == Form::WinnerChooses)
                }
                _ => false,
            };
            if giving {
                "Hit, or give 1 heat instead: hit | heat".to_owned()
            } else {
                "Take the Hit on the shield, or 2 heat: hit | heat".to_owned()
            }
        }
        _ => format!("{}: {}", ask.phase(), first("concede")),
    };
    format!("{text}\nAt any time: concede")
}
