//! A battle from the other side: sides swapped, north for south.

use std::sync::Arc as Shared;

use engine::{Game, Outcome, Seat, Seats, Viewer};
use geometry::{Course, Length, Outline, Point};
use rules_asfos::{
    Action, Arc, Battle, Corner, Deploy, DeployEvent, Edge, Event, Field, FireDeclaration, FireEvent, Order,
    Phase, PhaseEvent, Placed, Plot, RepairsEvent, Rest, Scenario, Shape, Ship, ShipId, ShipSet, Status,
    Victory, View, Volley, Zone,
};
use testkit::Mirror;

pub(crate) const MIRROR: Mirror<Battle> = Mirror { state, order, seat, dice: Some(dice) };

fn seat(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

fn state(battle: &Battle) -> Option<Battle> {
    // Sequential fire goes by ship number, which tells the sides apart (ASF-FIRE.3).
    if battle.field().options.fire_declaration == FireDeclaration::Sequential {
        return None;
    }
    let seen = battle.view(Viewer::Referee);
    let glass = Glass::of(&seen);
    let field = &seen.field;
    let mut ships = seen.ships.clone();
    ships.rotate_left(usize::from(glass.first));
    for view in &mut ships {
        view.ship = glass.ship(&view.ship);
    }
    let image = View {
        viewer: seen.viewer,
        field: Shared::new(
            Field::new(&field.options, &glass.scenario(&field.scenario)).expect("a mirrored field"),
        ),
        terrain: Shared::new(
            seen.terrain.iter().map(|(kind, outline)| (*kind, glass.outline(outline))).collect(),
        ),
        phase: glass.phase(&seen.phase),
        ships,
        corner: seen.corner.map(|(side, corner)| (1 - side, glass.corner(corner))),
        conceded: seats(seen.conceded),
        draw_offers: seats(seen.draw_offers),
        ..seen
    };
    Some(Battle::imagine(&image, &mut dice::Dice::scripted([])))
}

fn seats(all: Seats) -> Seats {
    all.iter().map(seat).collect()
}

fn order(battle: &Battle, _: Seat, order: &Order) -> Order {
    let glass = Glass::of(&battle.view(Viewer::Referee));
    let action = match &order.action {
        Action::Concede => Action::Concede,
        Action::Deploy(deploy) => Action::Deploy(Deploy {
            corner: deploy.corner.map(|it| glass.corner(it)),
            places: deploy
                .places
                .iter()
                .map(|it| Placed {
                    ship: glass.id(it.ship),
                    at: glass.point(it.at),
                    heading: course(it.heading),
                })
                .collect(),
        }),
        Action::Plot(plots) => {
            let mut plots = plots.clone();
            for it in &mut plots {
                it.ship = glass.id(it.ship);
                it.with.iter_mut().for_each(|with| *with = glass.id(*with));
                it.plot = plot(it.plot);
            }
            Action::Plot(plots)
        }
        Action::Fire(volleys) => Action::Fire(volleys.iter().map(|it| glass.volley(it)).collect()),
        Action::Repair(parties) => {
            let mut parties = parties.clone();
            parties.iter_mut().for_each(|it| it.ship = glass.id(it.ship));
            Action::Repair(parties)
        }
    };
    Order { action, draw: order.draw }
}

/// The same dice in the order of the mirrored ship numbers.
fn dice(battle: &Battle, events: &[Event]) -> Vec<u8> {
    let glass = Glass::of(&battle.view(Viewer::Referee));
    let mut all = Vec::new();
    let mut run: Vec<(ShipId, Vec<u8>)> = Vec::new();
    for event in events {
        match rolled(event) {
            Some((ship, dice)) => run.push((glass.id(ship), dice)),
            None => close(&mut run, &mut all),
        }
    }
    close(&mut run, &mut all);
    all
}

fn close(run: &mut Vec<(ShipId, Vec<u8>)>, all: &mut Vec<u8>) {
    run.sort_by_key(|(ship, _)| *ship);
    all.extend(run.drain(..).flat_map(|(_, dice)| dice));
}

/// Who rolled, and what. Events without dice, but for those between the
/// effects of one turn's start, end a run.
fn rolled(event: &Event) -> Option<(ShipId, Vec<u8>)> {
    match event {
        Event::Fire(FireEvent::Aimed { by, die, .. }) => Some((*by, vec![*die])),
        Event::Fire(FireEvent::Fired { by, dice, critical, .. }) => {
            let critical = critical.map(|it| it.die);
            Some((*by, dice.iter().copied().chain(critical).collect()))
        }
        Event::Repairs(RepairsEvent::Attempted { ship, die, .. }) => Some((*ship, vec![*die])),
        Event::Phase(PhaseEvent::Exploded { ship, die, .. }) => Some((*ship, vec![*die])),
        Event::Phase(PhaseEvent::Burned { ship, .. }) => Some((*ship, Vec::new())),
        Event::Deploy(DeployEvent::CornerRolled { .. } | DeployEvent::CloudDrawn { .. }) => {
            unreachable!("rolled before the first decision")
        }
        Event::Deploy(_) | Event::Phase(_) | Event::Movement(_) | Event::Fire(_) | Event::Victory(_) => None,
    }
}

/// What must be known to reflect: the height of the table and the sizes of the fleets.
struct Glass {
    height: Length,
    first: u8,
    second: u8,
}

impl Glass {
    fn of(view: &View) -> Glass {
        let sides = &view.field.scenario.sides;
        let [first, second] = [0, 1].map(|side: usize| sides[side].ships.len() as u8);
        Glass { height: view.field.scenario.table.height, first, second }
    }

    fn id(&self, ship: ShipId) -> ShipId {
        if ship.0 < self.first { ShipId(ship.0 + self.second) } else { ShipId(ship.0 - self.first) }
    }

    fn set(&self, ships: ShipSet) -> ShipSet {
        let mut image = ShipSet::default();
        for ship in ships.iter() {
            image.insert(self.id(ship));
        }
        image
    }

    fn point(&self, point: Point) -> Point {
        Point { x: point.x, y: self.height - point.y }
    }

    fn outline(&self, outline: &Outline) -> Outline {
        Outline::new(outline.corners().iter().map(|&it| self.point(it)).collect()).expect("as many corners")
    }

    fn corner(&self, corner: Corner) -> Corner {
        match corner {
            Corner::SouthWest => Corner::NorthWest,
            Corner::SouthEast => Corner::NorthEast,
            Corner::NorthWest => Corner::SouthWest,
            Corner::NorthEast => Corner::SouthEast,
        }
    }

    fn ship(&self, ship: &Ship) -> Ship {
        Ship {
            side: 1 - ship.side,
            owner: seat(ship.owner),
            status: match ship.status {
                Status::Left(Edge::North) => Status::Left(Edge::South),
                Status::Left(Edge::South) => Status::Left(Edge::North),
                status => status,
            },
            at: self.point(ship.at),
            heading: course(ship.heading),
            flown: plot(ship.flown),
            primary_targets: self.set(ship.primary_targets),
            special_targets: self.set(ship.special_targets),
            ..ship.clone()
        }
    }

    fn volley(&self, volley: &Volley) -> Volley {
        Volley {
            ship: self.id(volley.ship),
            arc: volley.arc.map(arc),
            target: self.id(volley.target),
            then: volley.then.iter().map(|&it| self.id(it)).collect(),
            unsplit: volley.unsplit,
        }
    }

    fn phase(&self, phase: &Phase) -> Phase {
        match phase {
            Phase::Setup => Phase::Setup,
            Phase::Plot => Phase::Plot,
            Phase::Deploy { seat: it } => Phase::Deploy { seat: seat(*it) },
            Phase::Fire { step, seats: who, acting, rests } => {
                let mut rests: Vec<Rest> =
                    rests.iter().map(|it| Rest { ship: self.id(it.ship), arc: arc(it.arc), ..*it }).collect();
                rests.sort_by_key(|it| it.ship);
                Phase::Fire { step: *step, seats: seats(*who), acting: acting.map(|it| self.id(it)), rests }
            }
            Phase::Repairs { seats: who } => Phase::Repairs { seats: seats(*who) },
            Phase::Over { outcome: Outcome::Draw } => Phase::Over { outcome: Outcome::Draw },
            Phase::Over { outcome: Outcome::Won(who) } => Phase::Over { outcome: Outcome::Won(seats(*who)) },
        }
    }

    fn scenario(&self, scenario: &Scenario) -> Scenario {
        let mut image = scenario.clone();
        image.sides.reverse();
        for side in &mut image.sides {
            side.zones.iter_mut().for_each(|zone| *zone = self.zone(*zone));
            for berth in &mut side.ships {
                berth.at = berth.at.map(|at| self.point(at));
                berth.heading = berth.heading.map(course);
            }
        }
        for terrain in &mut image.terrain {
            let outline = terrain.shape.outline().expect("checked with the field");
            terrain.shape = Shape::Polygon { corners: self.outline(&outline).corners().to_vec() };
        }
        match &mut image.victory {
            Victory::LastSide | Victory::Points { .. } => (),
            Victory::Convoy { side, .. } | Victory::Station { side, .. } => *side = 1 - *side,
        }
        image
    }

    fn zone(&self, zone: Zone) -> Zone {
        match zone {
            Zone::Rectangle { from, to } => Zone::Rectangle {
                from: Point { x: from.x, y: self.height - to.y },
                to: Point { x: to.x, y: self.height - from.y },
            },
            Zone::Disc { centre, radius } => Zone::Disc { centre: self.point(centre), radius },
        }
    }
}

fn course(course: Course) -> Course {
    (-course).reversed()
}

fn plot(plot: Plot) -> Plot {
    Plot { dv: plot.dv, turns: plot.turns.mirrored() }
}

fn arc(arc: Arc) -> Arc {
    match arc {
        Arc::Left => Arc::Right,
        Arc::Right => Arc::Left,
        Arc::Forward | Arc::Rear => arc,
    }
}
