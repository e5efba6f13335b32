//! Set-up: ships are placed one by one, in one of four ways (FT-4.12.2, FT-18.1).

use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    jumps::ftl,
    movement::{clock::Clock, plot},
    phases::{self, Phase, Rolls},
    setup::scenario::{Deployment, MOST_VELOCITY, Scenario, TableSize},
    ship::{Edge, ShipId, Status},
    terrain::{BodyId, crosses},
};

/// One ship comes onto the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Deploy {
    pub ship: ShipId,
    pub at: Point,
    pub facing: Clock,
    #[serde(default)]
    pub velocity: u16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "DeployEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-4.12.2: the lower roll places first.
    OrderRolled {
        rolls: Rolls,
        order: Vec<Seat>,
    },
    Placed {
        ship: ShipId,
        at: Point,
        facing: Clock,
        velocity: u16,
    },
    /// A ship that the scenario brings in later, where it says.
    Entered {
        ship: ShipId,
    },
    /// FT-18.1.3: the defender first.
    Attack {
        order: Vec<Seat>,
    },
    /// FT-18.1.3: as the defender has it.
    Feature {
        body: BodyId,
        at: Point,
    },
}

/// FT-18.1.1, FT-18.1.2: how deep the strip along an edge is.
const DEPTH: i32 = 6;

/// FT-4.12.2: rolls for the order, or goes straight to the first turn.
pub(crate) fn open(table: &mut Table<Battle>) {
    let seats: Vec<Seat> = (0..table.state().field.seats()).map(Seat).collect();
    match table.state().field.scenario.deployment {
        Deployment::AsGiven => ftl::open(table),
        Deployment::Alternating { .. } | Deployment::Meeting { .. } | Deployment::Converging { .. } => {
            let (rolls, mut order) = phases::roll_off(table, &seats);
            order.reverse();
            table.emit(crate::Event::Deploy(Event::OrderRolled { rolls, order: order.clone() }));
            next(table, order, None);
        }
        // FT-18.1.3.
        Deployment::Attack { defender, .. } => {
            let first = Seat(defender - 1);
            let order: Vec<Seat> =
                [first].into_iter().chain(seats.into_iter().filter(|it| *it != first)).collect();
            table.emit(crate::Event::Deploy(Event::Attack { order: order.clone() }));
            if open_features(table.state()).is_empty() {
                next(table, order, None);
            } else {
                phases::enter(table, Phase::Features { seat: first });
            }
        }
    }
}

/// FT-18.1.3: features that the scenario leaves to the defender.
pub(crate) fn open_features(battle: &Battle) -> Vec<BodyId> {
    let all = battle.field.scenario.terrain.iter().enumerate();
    all.filter(|it| it.1.at.is_none()).map(|it| BodyId(it.0 as u8)).collect()
}

pub(crate) fn check_features(battle: &Battle, places: &[(BodyId, Point)], found: &mut Findings) {
    let rule = "FT-18.1.3";
    let open = open_features(battle);
    for (i, (body, at)) in places.iter().enumerate() {
        found.require(open.contains(body), rule, || {
            format!("feature {} is not yours to place", body.number())
        });
        let once = !places[..i].iter().any(|it| it.0 == *body);
        found.require(once, rule, || format!("feature {} is placed twice", body.number()));
        found.require(battle.is_on_table(*at), rule, || format!("{at} is not on the table"));
    }
}

/// FT-18.1.3: what is not named lies in the middle.
pub(crate) fn place_features(table: &mut Table<Battle>, places: &[(BodyId, Point)]) {
    for body in open_features(table.state()) {
        let named = places.iter().find(|it| it.0 == body).map(|it| it.1);
        let at = named.unwrap_or_else(|| table.state().field.centre());
        table.emit(crate::Event::Deploy(Event::Feature { body, at }));
    }
    let Deployment::Attack { defender, .. } = table.state().field.scenario.deployment else { return };
    let first = Seat(defender - 1);
    let others = (0..table.state().field.seats()).map(Seat).filter(|it| *it != first);
    let order = [first].into_iter().chain(others).collect();
    next(table, order, None);
}

/// Places that will do: side by side across the middle.
pub(crate) fn spread_features(battle: &Battle) -> Vec<(BodyId, Point)> {
    let (open, size) = (open_features(battle), battle.field.scenario.table);
    let parts = open.len() as i64 + 1;
    let place = |n: i64| Point { x: Length(size.width.0 * n / parts), y: size.height.part(2) };
    (1..).zip(open).map(|(n, body)| (body, place(n))).collect()
}

pub(crate) fn sample_features(battle: &Battle, dice: &mut Dice) -> Vec<(BodyId, Point)> {
    let size = battle.field.scenario.table;
    let mut some = |most: Length| Length::units(dice.index(most.whole_units_down() as usize + 1) as i32);
    let open = open_features(battle).into_iter();
    open.map(|body| (body, Point { x: some(size.width), y: some(size.height) })).collect()
}

/// What is wrong with the way a scenario deploys.
pub(crate) fn findings(scenario: &Scenario, wrong: &mut Vec<String>) {
    let TableSize { width, height } = scenario.table;
    if scenario.deployment != Deployment::AsGiven && scenario.sides.iter().any(|side| side.edge.is_none()) {
        wrong.push("to deploy, every side needs an edge (FT-4.12.2)".to_owned());
    }
    if MOST_VELOCITY < scenario.deployment.most_velocity() {
        wrong.push(format!("velocity {} exceeds {MOST_VELOCITY}", scenario.deployment.most_velocity()));
    }
    match scenario.deployment {
        Deployment::AsGiven | Deployment::Alternating { .. } => (),
        Deployment::Meeting { each, .. } => {
            if !(1..=4).contains(&each) {
                wrong.push(format!("ships are placed one to four at a time, not {each} (FT-18.1.1)"));
            }
        }
        Deployment::Converging { .. } => {
            let long = |edge: Edge| (width < height) == matches!(edge, Edge::West | Edge::East);
            if scenario.sides.iter().filter_map(|side| side.edge).any(|edge| !long(edge)) {
                wrong.push("converging fleets start along the long edges (FT-18.1.2)".to_owned());
            }
        }
        Deployment::Attack { defender, .. } => {
            if defender == 0 || scenario.sides.len() < usize::from(defender) {
                wrong.push(format!("there is no side {defender} to defend (FT-18.1.3)"));
            }
        }
    }
    let attack = matches!(scenario.deployment, Deployment::Attack { .. });
    if !attack && scenario.terrain.iter().any(|it| it.at.is_none()) {
        wrong.push("only a defender places features: give each a place (FT-18.1.3)".to_owned());
    }
}

/// FT-2.5.1: the next seat with a ship to place.
fn next(table: &mut Table<Battle>, order: Vec<Seat>, last: Option<Seat>) {
    let battle = table.state();
    if waiting(battle).next().is_none() {
        ftl::open(table);
        return;
    }
    let has = |seat: Seat| !placeable(battle, seat).is_empty();
    let placed = |seat: Seat| {
        let own = battle.field.ship_ids().filter(|&id| battle.ship(id).owner == seat);
        own.filter(|&id| battle.ship(id).status != Status::Waiting).count()
    };
    let after = last.and_then(|last| order.iter().position(|it| *it == last)).map_or(0, |at| at + 1);
    let mut turns = (0..order.len()).map(|i| order[(after + i) % order.len()]);
    // FT-18.1.1: a few at a time; FT-18.1.3: the defender all of his.
    let again = match (battle.field.scenario.deployment, last) {
        (Deployment::Meeting { each, .. }, Some(seat)) if placed(seat) % usize::from(each.max(1)) != 0 => {
            last
        }
        (Deployment::Attack { .. }, _) => order.first().copied(),
        _ => None,
    };
    let seat = again.filter(|&seat| has(seat)).or_else(|| turns.find(|&seat| has(seat)));
    let seat = seat.expect("somebody owns a waiting ship");
    phases::enter(table, Phase::Deploy { seat, order });
}

fn waiting(battle: &Battle) -> impl Iterator<Item = ShipId> {
    // FT-11.5.1: those that come by FTL are not placed.
    let now = |id: &ShipId| {
        let berth = battle.field.berth(*id);
        berth.enters.is_none() && !berth.ftl && berth.through.is_none()
    };
    battle.field.ship_ids().filter(|&id| battle.ship(id).status == Status::Waiting).filter(now)
}

/// Ships that `seat` may place now; FT-4.12.2: in the introductory way those of the largest group
/// left on any side.
pub(crate) fn placeable(battle: &Battle, seat: Seat) -> Vec<ShipId> {
    let group = |id: ShipId| battle.field.rank(id);
    let by_size = matches!(battle.field.scenario.deployment, Deployment::Alternating { .. });
    let largest = waiting(battle).map(group).max();
    waiting(battle)
        .filter(|&id| battle.ship(id).owner == seat && (!by_size || Some(group(id)) == largest))
        .collect()
}

/// The zone of a side by two corners, and the highest velocity.
pub(crate) fn zone(battle: &Battle, seat: Seat) -> (Point, Point, u16) {
    let TableSize { width, height } = battle.field.scenario.table;
    let deployment = battle.field.scenario.deployment;
    let edge = battle.field.side(seat).edge.unwrap_or(Edge::West);
    let across = if matches!(edge, Edge::West | Edge::East) { width } else { height };
    let depth = match deployment {
        Deployment::AsGiven => across,
        Deployment::Alternating { depth, .. } => depth,
        Deployment::Meeting { .. } | Deployment::Converging { .. } => Length::units(DEPTH),
        Deployment::Attack { defender, .. } if seat.0 + 1 == defender => across.part(2),
        Deployment::Attack { .. } => Length::ZERO,
    };
    let (zero, mut high) = (Point::default(), Point { x: width, y: height });
    // FT-18.1.2: up to half way along.
    if let Deployment::Converging { .. } = deployment {
        high = match edge {
            Edge::North | Edge::South => Point { x: width.part(2), ..high },
            Edge::West | Edge::East => Point { y: height.part(2), ..high },
        };
    }
    let (from, to) = match edge {
        Edge::West => (zero, Point { x: depth, ..high }),
        Edge::East => (Point { x: width - depth, ..zero }, high),
        Edge::South => (zero, Point { y: depth, ..high }),
        Edge::North => (Point { y: height - depth, ..zero }, high),
    };
    (from, to, deployment.most_velocity())
}

/// FT-18.1.2, FT-18.1.3: the courses a ship may be placed on; none if any will do.
pub(crate) fn courses(battle: &Battle, seat: Seat) -> Vec<Clock> {
    let edge = battle.field.side(seat).edge.unwrap_or(Edge::West);
    match battle.field.scenario.deployment {
        Deployment::Converging { .. } => {
            let along = match edge {
                Edge::North | Edge::South => 3,
                Edge::West | Edge::East => 0,
            };
            (-1..=1).map(|n| Clock::TWELVE.turned(along + n)).collect()
        }
        Deployment::Attack { defender, .. } if seat.0 + 1 != defender => {
            (-2..=2).map(|n| Clock::TWELVE.turned(inward(edge) + n)).collect()
        }
        Deployment::AsGiven
        | Deployment::Alternating { .. }
        | Deployment::Meeting { .. }
        | Deployment::Attack { .. } => Vec::new(),
    }
}

/// The course straight into the table.
fn inward(edge: Edge) -> i32 {
    match edge {
        Edge::North => 6,
        Edge::East => 9,
        Edge::South => 0,
        Edge::West => 3,
    }
}

/// FT-17.6.1: nobody is placed within a rock or a planet.
fn is_open(battle: &Battle, at: Point) -> bool {
    battle.bodies().all(|(_, body)| !body.kind.blocks() || !crosses(at, at, body.at, body.radius))
}

pub(crate) fn check(battle: &Battle, seat: Seat, order: &Deploy, found: &mut Findings) {
    let rule = match battle.field.scenario.deployment {
        Deployment::AsGiven | Deployment::Alternating { .. } => "FT-4.12.2",
        Deployment::Meeting { .. } => "FT-18.1.1",
        Deployment::Converging { .. } => "FT-18.1.2",
        Deployment::Attack { .. } => "FT-18.1.3",
    };
    found.require(placeable(battle, seat).contains(&order.ship), rule, || {
        "place one of your own ships, the largest group first where that is the rule".to_owned()
    });
    let (from, to, most) = zone(battle, seat);
    let at = order.at;
    let inside = from.x.at_most(at.x) && at.x.at_most(to.x) && from.y.at_most(at.y) && at.y.at_most(to.y);
    found.require(inside, rule, || format!("{at} is outside the zone from {from} to {to}"));
    found.require(order.velocity <= most, rule, || format!("velocity {} exceeds {most}", order.velocity));
    let courses = courses(battle, seat);
    found.require(courses.is_empty() || courses.contains(&order.facing), rule, || {
        let named: Vec<String> = courses.iter().map(ToString::to_string).collect();
        format!("course {} is none of {}", order.facing, named.join(", "))
    });
    found.require(is_open(battle, at), "FT-17.6.1", || format!("{at} lies within a rock"));
}

pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, order: &Deploy) {
    let Deploy { ship, at, facing, velocity } = *order;
    // FT-3.7.5: all ships of a base come together.
    let mates: Vec<ShipId> = table.state().base_mates(ship).collect();
    for ship in mates {
        table.emit(crate::Event::Deploy(Event::Placed { ship, at, facing, velocity }));
    }
    let Phase::Deploy { order, .. } = table.state().phase.clone() else { return };
    next(table, order, Some(seat));
}

/// Phase 5: ships whose turn has come stand where the scenario brings them in.
pub(crate) fn reinforce(table: &mut Table<Battle>) {
    let battle = table.state();
    let due = |id: &ShipId| {
        battle.ship(*id).status == Status::Waiting && battle.field.berth(*id).enters == Some(battle.turn)
    };
    let ids: Vec<ShipId> = battle.field.ship_ids().filter(due).collect();
    for ship in ids {
        table.emit(crate::Event::Deploy(Event::Entered { ship }));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::OrderRolled { .. } | Event::Attack { .. } => (),
        Event::Feature { body, at } => battle.bodies[body.index()].at = *at,
        Event::Entered { ship } => battle.ship_mut(*ship).status = Status::Active,
        Event::Placed { ship, at, facing, velocity } => {
            let ship = battle.ship_mut(*ship);
            ship.status = Status::Active;
            ship.motion.at = *at;
            ship.motion.facing = *facing;
            ship.motion.velocity = *velocity;
            if ship.motion.drift.is_some() {
                ship.motion.drift = Some(plot::drift_along(*facing, *velocity));
            }
        }
    }
}

/// Ships in a row along the middle of the zone, spread evenly, at an easy speed.
pub(crate) fn usual(battle: &Battle, seat: Seat, ship: ShipId) -> Deploy {
    let (from, to, most) = zone(battle, seat);
    let own: Vec<ShipId> = battle.field.ship_ids().filter(|&id| battle.field.owner_of(id) == seat).collect();
    let place = own.iter().position(|&id| id == ship).unwrap_or(0) as i64 + 1;
    let parts = own.len() as i64 + 1;
    let (wide, high) = (to.x - from.x, to.y - from.y);
    let upright = wide < high;
    let at = if upright {
        Point { x: from.x + wide.part(2), y: from.y + Length((high.0 / parts) * place) }
    } else {
        Point { x: from.x + Length((wide.0 / parts) * place), y: from.y + high.part(2) }
    };
    // Past rocks, along the line.
    let shifted = (0..200).map(|n| {
        let off = Length::ratio(if n % 2 == 0 { n } else { -n }, 2);
        if upright { Point { y: at.y + off, ..at } } else { Point { x: at.x + off, ..at } }
    });
    let inside =
        |at: &Point| from.x.at_most(at.x) && at.x.at_most(to.x) && from.y.at_most(at.y) && at.y.at_most(to.y);
    let at = shifted.into_iter().filter(inside).find(|at| is_open(battle, *at)).unwrap_or(at);
    let courses = courses(battle, seat);
    let straight = Clock::TWELVE.turned(inward(battle.field.side(seat).edge.unwrap_or(Edge::West)));
    let middle = courses.get(courses.len() / 2).copied();
    Deploy { ship, at, facing: middle.unwrap_or(straight), velocity: most.min(6) }
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Deploy {
    let ship = *dice.pick(&placeable(battle, seat));
    let (from, to, most) = zone(battle, seat);
    let mut between = |low: Length, high: Length| {
        let tenths = (high - low).0 / (Length::PER_UNIT / 10);
        low + Length::ratio(dice.index(tenths as usize + 1) as i64, 10)
    };
    let mut at = Point { x: between(from.x, to.x), y: between(from.y, to.y) };
    if !is_open(battle, at) {
        at = usual(battle, seat, ship).at;
    }
    // Roughly towards the middle.
    let courses = courses(battle, seat);
    let facing = if courses.is_empty() {
        Clock::nearest(battle.field.centre() - at).turned(dice.index(3) as i32 - 1)
    } else {
        *dice.pick(&courses)
    };
    Deploy { ship, at, facing, velocity: dice.index(usize::from(most) + 1) as u16 }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::OrderRolled { .. } | Event::Placed { .. } => vec!["FT-4.12.2"],
        Event::Entered { .. } => vec!["FT-2.6.5"],
        Event::Attack { .. } | Event::Feature { .. } => vec!["FT-18.1.3"],
    }
}
