//! Fleets, and forces by points: what a fleet file holds, and the battle that
//! fleets meet in (FT-13.1.1, FT-18.3.1, FT-4.12).

use engine::{DesignRef, Enlisted, Finding, FleetLine, Review, SetupError, Severity};
use geometry::{Length, Point};

use crate::{
    Clock, library,
    options::{FleetLimits, Options, Points},
    setup::{
        berth::Berth,
        scenario::{Deployment, MOST_SHIPS, Scenario, Side, TableSize},
    },
    ship::Edge,
    yard::{
        design::{
            Design, Kind,
            audit::Terms,
            tech::{self, TechBase},
            transport,
        },
        limits, read_techs,
    },
};

/// A fleet of this game's designs.
pub type Fleet = engine::Fleet<Design>;

/// The most different entries of a fleet.
const MOST_LINES: usize = 100;

/// FT-13.1.1: points, and everything there is to say about it.
pub fn review(fleet: &Fleet, options: &Options) -> Review {
    let mut findings = Vec::new();
    let mut found = |severity, rule, reason: String| findings.push((severity, Finding { rule, reason }));
    let base = technology(fleet, &mut |reason| found(Severity::Error, "FT-15.0.1", reason));
    if let (Some(base), Some(choices)) = (&base, options.tech_base) {
        for reason in tech::findings(base, Some(choices), options.gunboats) {
            found(Severity::Error, "FT-15.0.1", reason);
        }
    }
    let mut review = Review {
        name: fleet.name.clone(),
        mass: 0,
        points: 0,
        cpv: Some(0),
        ships: 0,
        limit: fleet.limit,
        legal: true,
        lines: Vec::new(),
        findings: Vec::new(),
    };
    if MOST_LINES < fleet.ships.len() {
        let reason = format!("{} entries, but a fleet has at most {MOST_LINES}", fleet.ships.len());
        found(Severity::Error, "FT-2.4.1", reason);
    }
    for enlisted in fleet.ships.iter().take(MOST_LINES) {
        let line = line(enlisted, base.as_ref(), options);
        let number = line.number.min(MOST_SHIPS as u32);
        review.ships += number;
        review.mass = review.mass.saturating_add(number.saturating_mul(line.mass));
        review.points = review.points.saturating_add(number.saturating_mul(line.points));
        let cpv = line.cpv.unwrap_or(0).saturating_mul(number);
        review.cpv = review.cpv.map(|sum| sum.saturating_add(cpv));
        review.lines.push(line);
    }
    // FT-13.10.1: one state, one kind of drive and one kind of FTL, unless the players agree otherwise.
    let mut designs: Vec<&Design> = fleet.ships.iter().filter_map(|it| resolve(&it.design)).collect();
    designs.truncate(MOST_LINES);
    let drive = |design: &Design| {
        let of = |kind: &Kind| if let Kind::Drive { advanced, .. } = kind { Some(*advanced) } else { None };
        design.systems.iter().find_map(|it| of(&it.kind))
    };
    let jump = |design: &Design| {
        let of = |kind: &Kind| if let Kind::Ftl { advanced, .. } = kind { Some(*advanced) } else { None };
        design.systems.iter().find_map(|it| of(&it.kind))
    };
    for (what, kinds) in [
        ("main drive", designs.iter().filter_map(|it| drive(it)).collect::<Vec<bool>>()),
        ("FTL drive", designs.iter().filter_map(|it| jump(it)).collect()),
    ] {
        if kinds.contains(&true) && kinds.contains(&false) {
            let reason = format!("standard and advanced kinds of {what} in one fleet: agree on it first");
            found(Severity::Warning, "FT-13.10.1", reason);
        }
    }
    if let Some(reason) =
        limits::half_overloaded(designs.iter().copied()).filter(|_| !options.overload_exceptions)
    {
        found(Severity::Error, "FT-5.14.2", reason);
    }
    if let Some(reason) = limits::half_combined(&designs, options) {
        found(Severity::Warning, "FT-13.12.3", reason);
    }
    // FT-11.7.1, FT-11.8.1: by agreement, unless the option says no.
    let ships: Vec<&Design> = fleet
        .ships
        .iter()
        .take(MOST_LINES)
        .filter_map(|it| Some((resolve(&it.design)?, it.number.min(MOST_SHIPS as u32))))
        .flat_map(|(design, number)| (0..number).map(move |_| design))
        .take(MOST_SHIPS)
        .collect();
    let mut told: Vec<&str> = Vec::new();
    for at in transport::homeless(&ships).into_iter().filter(|_| !options.non_ftl_ships) {
        let (rule, why) = transport::left_out(ships[at]);
        if !told.contains(&ships[at].name.as_str()) {
            told.push(&ships[at].name);
            found(Severity::Error, rule, format!("{} {why}", ships[at].name));
        }
    }
    if review.ships == 0 {
        found(Severity::Error, "FT-2.4.1", "the fleet has no ships".to_owned());
    }
    if MOST_SHIPS < review.ships as usize {
        let reason = format!("{} ships, but a battle has at most {MOST_SHIPS}", review.ships);
        found(Severity::Error, "FT-2.4.1", reason);
    }
    let (counted, rule) = match options.points {
        Points::Npv => (review.points, "FT-13.1.1"),
        Points::Cpv => (review.cpv.unwrap_or(0), "FT-18.3.1"),
    };
    // FT-18.2.1, FT-18.2.2.
    if options.fleet_limits != FleetLimits::Free {
        let forces: Vec<_> = fleet
            .ships
            .iter()
            .take(MOST_LINES)
            .zip(&review.lines)
            .filter_map(|(it, line)| Some((resolve(&it.design)?.group(), line)))
            .flat_map(|(group, line)| {
                let one = if options.points == Points::Cpv { line.cpv.unwrap_or(0) } else { line.points };
                (0..line.number.min(MOST_SHIPS as u32)).map(move |_| (group, one))
            })
            .collect();
        for reason in limits::findings(options.fleet_limits, &forces) {
            found(Severity::Error, "FT-18.2.2", reason);
        }
        let [least, from, to, most] = limits::SIZES;
        if !(least..=most).contains(&counted) {
            let reason = format!("tournament fleets have {least} to {most} points, best {from} to {to}");
            found(Severity::Note, "FT-18.2.1", reason);
        }
    }
    match fleet.limit {
        Some(limit) if limit < counted => {
            let reason = format!("{counted} points exceed the limit of {limit} by {}", counted - limit);
            found(Severity::Error, rule, reason);
        }
        Some(limit) if counted < limit => {
            found(Severity::Note, rule, format!("{} points of {limit} are unused", limit - counted));
        }
        Some(_) | None => (),
    }
    let sound = |it: &(Severity, Finding)| it.0 != Severity::Error;
    review.legal = findings.iter().all(sound) && review.lines.iter().all(|line| line.legal);
    review.findings = findings;
    review
}

/// FT-15.0.1: what the fleet says of itself, else what its navy owns, else anything.
fn technology(fleet: &Fleet, wrong: &mut dyn FnMut(String)) -> Option<TechBase> {
    let navy = fleet.navy.as_ref().map(|id| (id, library::navies().iter().find(|navy| navy.id == *id)));
    if let Some((id, None)) = navy {
        let known: Vec<&str> = library::navies().iter().map(|navy| navy.id.as_str()).collect();
        wrong(format!("there is no navy {id:?}; there are {}", known.join(", ")));
    }
    if let Some(ids) = &fleet.techs {
        let (base, unknown) = read_techs(ids);
        for id in unknown {
            wrong(format!("there is no technology called {id:?}"));
        }
        return Some(base);
    }
    navy.and_then(|(_, navy)| navy).map(|navy| navy.tech.clone()).filter(|base| !base.is_empty())
}

fn line(enlisted: &Enlisted<Design>, base: Option<&TechBase>, options: &Options) -> FleetLine {
    let number = enlisted.number;
    let mut findings = Vec::new();
    if number == 0 || MOST_SHIPS < number as usize {
        let reason = format!("{number} ships of one design; 1 to {MOST_SHIPS} are possible");
        findings.push((Severity::Error, Finding { rule: "FT-2.4.1", reason }));
    }
    if (number as usize) < enlisted.names.len() {
        let reason = format!("{} names for {number} ships", enlisted.names.len());
        findings.push((Severity::Warning, Finding { rule: "FT-2.4.1", reason }));
    }
    let Some(design) = resolve(&enlisted.design) else {
        let DesignRef::Named(name) = &enlisted.design else { unreachable!("a design of one's own is there") };
        let reason = format!("there is no supplied design called {name:?}");
        findings.push((Severity::Error, Finding { rule: "FT-2.4.1", reason }));
        let (name, class) = (name.clone(), String::new());
        return FleetLine { name, class, number, mass: 0, points: 0, cpv: Some(0), legal: false, findings };
    };
    let audit = design.audit(Terms { options, tech: base, battle: true });
    findings.extend(audit.findings);
    FleetLine {
        name: audit.name,
        class: design.class.clone(),
        number,
        mass: audit.mass,
        points: audit.points,
        cpv: audit.cpv,
        legal: findings.iter().all(|(severity, _)| *severity != Severity::Error),
        findings,
    }
}

fn resolve(design: &DesignRef<Design>) -> Option<&Design> {
    match design {
        DesignRef::Named(name) => library::ship(name),
        DesignRef::Own(design) => Some(design),
    }
}

/// Fleets that meet in open space: two from west and east, the next from south and north.
///
/// # Errors
///
/// If there are not two to four, or one of them is not sound.
pub fn battle(fleets: &[Fleet], options: &Options, turns: Option<u16>) -> Result<Scenario, SetupError> {
    if !(2..=EDGES.len()).contains(&fleets.len()) {
        return Err(SetupError::one(format!(
            "a battle has 2 to {} fleets, not {}",
            EDGES.len(),
            fleets.len()
        )));
    }
    let names: Vec<&str> = fleets.iter().map(|fleet| fleet.name.trim()).collect();
    let empty = Scenario {
        name: names.join(" against "),
        blurb: String::new(),
        table: TableSize::default(),
        deployment: Deployment::AsGiven,
        roles: Vec::new(),
        ace_points: 0,
        turns: turns.unwrap_or(12),
        points: None,
        hyper_limit: None,
        terrain: Vec::new(),
        objectives: None,
        sides: Vec::new(),
        designs: Vec::new(),
        options: options.clone(),
    };
    let side = |edge: &Edge| Side {
        name: String::new(),
        edge: Some(*edge),
        tech: TechBase::new(),
        open: false,
        ships: Vec::new(),
        wings: Vec::new(),
    };
    let sides = EDGES[..fleets.len()].iter().map(side).collect();
    muster(&Scenario { sides, ..empty }, fleets, options)
}

const EDGES: [Edge; 4] = [Edge::West, Edge::East, Edge::South, Edge::North];

/// The scenario with these fleets in place of its own, side by side; sides
/// without one keep what they have.
///
/// # Errors
///
/// If there are more fleets than sides, or one of them is not sound.
pub fn muster(scenario: &Scenario, fleets: &[Fleet], options: &Options) -> Result<Scenario, SetupError> {
    let mut wrong = Vec::new();
    if scenario.sides.len() < fleets.len() {
        wrong.push(format!("{} fleets, but the scenario has {} sides", fleets.len(), scenario.sides.len()));
    }
    for fleet in fleets {
        // FT-18.3.1: the scenario's limit holds as well as the fleet's own.
        let limit = [fleet.limit, scenario.points].into_iter().flatten().min();
        let review = review(&Fleet { limit, ..fleet.clone() }, options);
        let of_ships =
            review.lines.iter().flat_map(|line| line.findings.iter().map(move |it| (Some(line), it)));
        for (line, (severity, finding)) in review.findings.iter().map(|it| (None, it)).chain(of_ships) {
            if *severity == Severity::Error {
                let ship = line.map_or(String::new(), |line| format!("{}: ", line.name));
                wrong.push(format!("{}: {ship}{} ({})", fleet.name, finding.reason, finding.rule));
            }
        }
    }
    let mut battle = scenario.clone();
    // Objectives speak of the scenario's own ships.
    if !fleets.is_empty() {
        battle.objectives = None;
    }
    let mut taken: Vec<(String, Design)> =
        battle.designs.iter().map(|design| (design.name.clone(), design.clone())).collect();
    if !wrong.is_empty() {
        return Err(SetupError(wrong));
    }
    for (n, (side, fleet)) in battle.sides.iter_mut().zip(fleets).enumerate() {
        let line = line_up(side, scenario.table, n);
        side.name = side_name(fleet, n);
        side.tech = technology(fleet, &mut |_| ()).unwrap_or_default();
        side.ships.clear();
        for enlisted in &fleet.ships {
            let design = resolve(&enlisted.design).expect("the fleet has been checked");
            let name = enrol(design, &mut taken);
            for n in 0..enlisted.number as usize {
                let own = enlisted.names.get(n).map_or(String::new(), |name| name.trim().to_owned());
                side.ships.push(Berth {
                    design: name.clone(),
                    name: own,
                    at: None,
                    facing: None,
                    velocity: line.velocity,
                    vector: line.vector,
                    ..Berth::default()
                });
            }
        }
        if scenario.deployment == Deployment::AsGiven {
            line.place(&mut side.ships, scenario.table);
        }
    }
    let supplied = |(name, design): &(String, Design)| library::ship(name) == Some(design);
    battle.designs = taken
        .into_iter()
        .filter(|it| !supplied(it))
        .map(|(name, design)| Design { name, ..design })
        .collect();
    Ok(battle)
}

fn side_name(fleet: &Fleet, n: usize) -> String {
    let name = fleet.name.trim();
    let letter = char::from(b'A' + n as u8);
    if name.is_empty() { format!("Fleet {letter}") } else { name.chars().take(60).collect() }
}

/// The name by which the battle knows a design: its own, unless another has it.
fn enrol(design: &Design, taken: &mut Vec<(String, Design)>) -> String {
    let plain =
        |text: &str| Some(text.trim().chars().take(60).collect::<String>()).filter(|it| !it.is_empty());
    let own = plain(&design.name).or_else(|| plain(&design.class)).unwrap_or_else(|| "Ship".to_owned());
    let mut name = own.clone();
    for n in 2.. {
        let known = taken.iter().find(|it| it.0 == name).map(|it| &it.1);
        match known.or_else(|| library::ship(&name)) {
            Some(same) if same == design => break,
            Some(_) => name = format!("{own} ({n})"),
            None => break,
        }
    }
    if !taken.iter().any(|it| it.0 == name) {
        taken.push((name.clone(), design.clone()));
    }
    name
}

/// Where a side's ships stand when the scenario puts them there.
#[derive(Clone, Copy, Debug)]
struct Line {
    middle: Point,
    facing: Clock,
    velocity: u16,
    vector: bool,
}

/// As the side's own ships stood, or a little way in from its edge.
fn line_up(side: &Side, table: TableSize, n: usize) -> Line {
    let centre = Point { x: table.width.part(2), y: table.height.part(2) };
    let places: Vec<Point> = side.ships.iter().filter_map(|ship| ship.at).collect();
    let first = side.ships.first();
    let velocity = first.map_or(4, |ship| ship.velocity);
    let vector = first.is_some_and(|ship| ship.vector);
    if let (Some(_), Some(facing)) = (places.first(), first.and_then(|ship| ship.facing)) {
        let mean = |of: fn(&Point) -> Length| {
            places.iter().map(of).fold(Length::units(0), |sum, it| sum + it).part(places.len() as i64)
        };
        return Line { middle: Point { x: mean(|at| at.x), y: mean(|at| at.y) }, facing, velocity, vector };
    }
    let away = Length::units(10);
    let edge = side.edge.unwrap_or(EDGES[n % EDGES.len()]);
    let (middle, facing) = match edge {
        Edge::West => (Point { x: away, ..centre }, 3),
        Edge::East => (Point { x: table.width - away, ..centre }, 9),
        Edge::South => (Point { y: away, ..centre }, 12),
        Edge::North => (Point { y: table.height - away, ..centre }, 6),
    };
    Line { middle, facing: Clock::new(facing).expect("a point of the clock"), velocity, vector }
}

impl Line {
    /// Abreast, in ranks of at most nine while there is room behind.
    fn place(self, ships: &mut [Berth], table: TableSize) {
        let ranks = ships.len().div_ceil(9).clamp(1, 4);
        let abreast = ships.len().div_ceil(ranks).max(1);
        let apart = match abreast {
            0..=6 => 6,
            7..=9 => 4,
            10..=18 => 2,
            _ => 1,
        };
        // The line lies across the facing; further ranks stand behind.
        let point = self.facing.get();
        let across_y = matches!(point, 2..=4 | 8..=10);
        let behind = if matches!(point, 1..=4 | 11 | 12) { -3 } else { 3 };
        for (i, ship) in ships.iter_mut().enumerate() {
            let (rank, place) = ((i / abreast) as i32, (i % abreast) as i32);
            // Places are counted in halves, so that a line of any number is centred.
            let along = Length::units((2 * place - (abreast as i32 - 1)) * apart).part(2);
            let back = Length::units(behind * rank);
            let (x, y) = if across_y { (back, along) } else { (along, back) };
            let within = |at: Length, most: Length| at.max(Length::units(1)).min(most - Length::units(1));
            ship.at = Some(Point {
                x: within(self.middle.x + x, table.width),
                y: within(self.middle.y + y, table.height),
            });
            ship.facing = Some(self.facing);
        }
    }
}
