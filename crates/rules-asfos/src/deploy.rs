//! Deployment (ASF-SCN.3 and the zones of our own scenarios).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use geometry::{Course, Length, Outline, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    options::CloudShape,
    phases::{self, Phase},
    scenario::{Deployment, Field, Shape, TableSize, TerrainKind, Zone},
    ship::{ShipId, ShipSet, Status},
};

/// Where one seat puts its ships.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Deploy {
    /// ASF-SCN.3: chosen by the side that deploys first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub corner: Option<Corner>,
    /// Ships left out take their default places.
    pub places: Vec<Placed>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub ship: ShipId,
    pub at: Point,
    pub heading: Course,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Corner {
    SouthWest,
    SouthEast,
    NorthWest,
    NorthEast,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "DeployEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// ASF-SCN.1: a cloud of random shape; one die for each corner.
    CloudDrawn {
        terrain: u8,
        dice: [u8; 12],
        outline: Outline,
    },
    /// ASF-SCN.3: one die for each side, rolled again if equal.
    CornerRolled {
        dice: [u8; 2],
    },
    CornerChosen {
        side: u8,
        corner: Corner,
    },
    Deployed {
        placed: Placed,
    },
}

impl Corner {
    pub const ALL: [Corner; 4] = [Corner::SouthWest, Corner::SouthEast, Corner::NorthWest, Corner::NorthEast];

    #[must_use]
    pub fn opposite(self) -> Corner {
        match self {
            Corner::SouthWest => Corner::NorthEast,
            Corner::SouthEast => Corner::NorthWest,
            Corner::NorthWest => Corner::SouthEast,
            Corner::NorthEast => Corner::SouthWest,
        }
    }

    pub fn letters(self) -> &'static str {
        match self {
            Corner::SouthWest => "SW",
            Corner::SouthEast => "SE",
            Corner::NorthWest => "NW",
            Corner::NorthEast => "NE",
        }
    }

    fn is_east(self) -> bool {
        matches!(self, Corner::SouthEast | Corner::NorthEast)
    }

    fn is_north(self) -> bool {
        matches!(self, Corner::NorthWest | Corner::NorthEast)
    }

    /// The place so far in from the corner along both edges.
    pub(crate) fn inward(self, field: &Field, x: Length, y: Length) -> Point {
        let TableSize { width, height } = field.scenario.table;
        Point {
            x: if self.is_east() { width - x } else { x },
            y: if self.is_north() { height - y } else { y },
        }
    }
}

/// ASF-SCN.1, option `cloud_shape`: twelve radii of 70 to 100 % of the cloud's reach.
pub(crate) fn draw_clouds(table: &mut Table<Battle>) {
    if table.state().field.options.cloud_shape == CloudShape::Fixed {
        return;
    }
    for n in 0..table.state().field.scenario.terrain.len() {
        let terrain = &table.state().field.scenario.terrain[n];
        if terrain.kind != TerrainKind::Gas {
            continue;
        }
        let (centre, reach) = centre_and_reach(&terrain.shape);
        let dice: [u8; 12] = std::array::from_fn(|_| table.roll(6));
        let radii = dice.map(|die| Length(reach.0 * (70 + 5 * i64::from(die)) / 100));
        let outline = Outline::round(centre, &radii).expect("twelve corners");
        table.emit(crate::Event::Deploy(Event::CloudDrawn { terrain: n as u8, dice, outline }));
    }
}

fn centre_and_reach(shape: &Shape) -> (Point, Length) {
    match shape {
        Shape::Circle { centre, radius } => (*centre, *radius),
        Shape::Round { centre, radii } => (*centre, radii.iter().copied().max().unwrap_or_default()),
        Shape::Polygon { corners } => {
            let n = corners.len().max(1) as i64;
            let centre = Point {
                x: corners.iter().map(|it| it.x).sum::<Length>().part(n),
                y: corners.iter().map(|it| it.y).sum::<Length>().part(n),
            };
            (centre, corners.iter().map(|&it| (it - centre).length()).max().unwrap_or_default())
        }
    }
}

/// The first seat to deploy, or the first turn if the scenario has placed all.
pub(crate) fn open(table: &mut Table<Battle>) {
    if table.state().field.scenario.deployment == Deployment::AsGiven {
        let turn = table.state().turn.max(1);
        phases::begin_turn(table, turn);
        return;
    }
    let mut first = 0;
    if let Deployment::Corners { .. } = table.state().field.scenario.deployment {
        // ASF-SCN.3: once for each side (ASF-SET.2), ties again.
        loop {
            let dice = [table.roll(6), table.roll(6)];
            table.emit(crate::Event::Deploy(Event::CornerRolled { dice }));
            if dice[0] != dice[1] {
                first = u8::from(dice[0] < dice[1]);
                break;
            }
        }
    }
    let seat = table.state().field.seats_of(first).iter().next().expect("a side has seats");
    go_on(table, Some(seat));
}

/// Asks `seat`, or the next that still has ships to place; seats without any pass.
fn go_on(table: &mut Table<Battle>, first: Option<Seat>) {
    let battle = table.state();
    let waiting = |seat: Seat| battle.ships.iter().any(|it| it.owner == seat && it.status == Status::Waiting);
    let begun = match battle.phase {
        Phase::Deploy { seat } => battle.field.side_of_seat(seat),
        Phase::Setup | Phase::Plot | Phase::Fire { .. } | Phase::Repairs { .. } | Phase::Over { .. } => {
            first.map_or(0, |seat| battle.field.side_of_seat(seat))
        }
    };
    let order = battle.field.seats_of(begun).iter().chain(battle.field.seats_of(1 - begun).iter());
    match order.into_iter().find(|&seat| waiting(seat)) {
        Some(seat) => phases::enter(table, Phase::Deploy { seat }),
        None => phases::begin_turn(table, 1),
    }
}

/// The corner a side has, chosen or given by the other's choice.
pub(crate) fn corner(battle: &Battle, side: u8) -> Option<Corner> {
    battle.corner.map(|(chooser, corner)| if chooser == side { corner } else { corner.opposite() })
}

/// Whether the seat now deploying also chooses the corner.
pub(crate) fn chooses_corner(battle: &Battle) -> bool {
    matches!(battle.field.scenario.deployment, Deployment::Corners { .. }) && battle.corner.is_none()
}

/// The default place: as the scenario says, else evenly spaced near the corner or in the zone.
pub(crate) fn default_place(battle: &Battle, id: ShipId, corner: Option<Corner>) -> Placed {
    let field = &battle.field;
    let (side, berth) = (field.side_of(id), field.berth(id));
    let fleet: Vec<ShipId> = field.ship_ids().filter(|&it| field.side_of(it) == side).collect();
    let nth = fleet.iter().position(|&it| it == id).expect("one of the fleet") as i64;
    let gaps = (fleet.len() as i64 - 1).max(1);
    let at = match (berth.at, corner, field.scenario.deployment) {
        (Some(at), _, _) => at,
        (None, Some(corner), Deployment::Corners { within }) => {
            // Along the line between the points at 1/8 and 7/8 of the reach.
            let along =
                |from: i64, to: i64| Length(within.0 * (from * gaps + (to - from) * nth) / (8 * gaps));
            corner.inward(field, along(1, 6), along(6, 1))
        }
        (None, _, _) => {
            let (from, to) = field.scenario.sides[usize::from(side)]
                .zones
                .first()
                .map_or((Point::default(), Point::default()), |zone| zone.bounds());
            let up = Length((to.y - from.y).0 / (gaps + 2) * (nth + 1));
            Point { x: (from.x + to.x).part(2), y: from.y + up }
        }
    };
    let heading = berth.heading.unwrap_or_else(|| Course::nearest(field.centre() - at, 8));
    Placed { ship: id, at, heading }
}

/// Everything a seat places: what its order says, default places for the rest.
fn placements(battle: &Battle, seat: Seat, order: &Deploy) -> Vec<Placed> {
    let side = battle.field.side_of_seat(seat);
    let corner =
        if chooses_corner(battle) { order.corner.or(Some(Corner::SouthWest)) } else { corner(battle, side) };
    let chosen = |id| order.places.iter().find(|it| it.ship == id).copied();
    waiting_ships(battle, seat)
        .map(|id| chosen(id).unwrap_or_else(|| default_place(battle, id, corner)))
        .collect()
}

pub(crate) fn waiting_ships(battle: &Battle, seat: Seat) -> impl Iterator<Item = ShipId> {
    battle.field.ship_ids().filter(move |&id| {
        let ship = battle.ship(id);
        ship.owner == seat && ship.status == Status::Waiting
    })
}

pub(crate) fn check(battle: &Battle, seat: Seat, order: &Deploy, found: &mut Findings) {
    let side = battle.field.side_of_seat(seat);
    if order.corner.is_some() && !chooses_corner(battle) {
        found.add("ASF-SCN.3", "the corner is not yours to choose");
    }
    let mut placed = ShipSet::default();
    for place in &order.places {
        let own = waiting_ships(battle, seat).any(|id| id == place.ship);
        if !own {
            found.add("ASF-SCN.3", format!("ship number {} is not yours to deploy", place.ship.0));
            continue;
        }
        let tag = battle.field.tag(place.ship);
        found.require(placed.insert(place.ship), "ASF-SCN.3", || format!("{tag} is placed twice"));
        found.require(place.heading.degrees() % 45 == 0, "ASF-SCN.3", || {
            format!("{tag}: heading {} is not a multiple of 45", place.heading)
        });
        let berth = battle.field.berth(place.ship);
        if let Deployment::Zones { .. } = battle.field.scenario.deployment
            && let Some(heading) = berth.heading
            && (berth.fixed || !battle.field.scenario.sides[usize::from(side)].free_headings)
        {
            found.require(place.heading == heading, "ASF-SCN.A", || {
                format!("{tag} starts on heading {heading}")
            });
        }
        if berth.fixed {
            found.require(Some(place.at) == berth.at, "ASF-SCN.C", || {
                format!("{tag} stays where the scenario puts it")
            });
        }
    }
    if found.is_empty() {
        check_places(battle, seat, order, found);
    }
}

/// What is wrong with the places a scenario gives or leaves to default.
pub(crate) fn findings(battle: &Battle) -> Vec<String> {
    let field = &battle.field;
    let mut found = Findings::default();
    match field.scenario.deployment {
        Deployment::AsGiven => {
            for id in field.ship_ids().filter(|_| field.fixed) {
                found.require(field.edge_crossed(battle.ship(id).at).is_none(), "ASF-MOV.6", || {
                    format!("{} starts off the table at {}", field.tag(id), battle.ship(id).at)
                });
            }
        }
        Deployment::Corners { .. } => {
            for id in field.ship_ids() {
                let berth = field.berth(id);
                found.require(berth.at.is_none() && !berth.fixed, "ASF-SCN.3", || {
                    format!("{} has a place, but its corner is not known beforehand", field.tag(id))
                });
            }
            // All four corners are alike.
            if found.is_empty() {
                check_defaults(battle, Some(Corner::SouthWest), &mut found);
            }
        }
        Deployment::Zones { .. } => check_defaults(battle, None, &mut found),
    }
    let Err(refusal) = found.into_result() else { return Vec::new() };
    refusal.findings.into_iter().map(|it| format!("{} ({})", it.reason, it.rule)).collect()
}

fn check_defaults(battle: &Battle, corner: Option<Corner>, found: &mut Findings) {
    let order = Deploy { corner, places: Vec::new() };
    for seat in Seats::first(battle.field.seats()).iter() {
        check_places(battle, seat, &order, found);
    }
}

fn check_places(battle: &Battle, seat: Seat, order: &Deploy, found: &mut Findings) {
    let field = &battle.field;
    let side = field.side_of_seat(seat);
    let places = placements(battle, seat, order);
    for place in &places {
        let tag = field.tag(place.ship);
        found.require(field.edge_crossed(place.at).is_none(), "ASF-SCN.3", || {
            format!("{tag}: {} is off the table", place.at)
        });
        match field.scenario.deployment {
            Deployment::AsGiven => (),
            Deployment::Corners { within } => {
                let chosen = if chooses_corner(battle) {
                    order.corner.or(Some(Corner::SouthWest))
                } else {
                    corner(battle, side)
                };
                let corner = chosen.expect("a corner is chosen").inward(field, Length::ZERO, Length::ZERO);
                found.require((place.at - corner).within(within), "ASF-SCN.3", || {
                    let away = (place.at - corner).length();
                    format!("{tag}: {} is {away:.1} from the corner, at most {within} is allowed", place.at)
                });
            }
            Deployment::Zones { .. } if field.berth(place.ship).fixed => (),
            Deployment::Zones { .. } => {
                let zones = &field.scenario.sides[usize::from(side)].zones;
                found.require(zones.iter().any(|zone| zone.contains(place.at)), "ASF-SCN.A", || {
                    format!("{tag}: {} is outside the zone", place.at)
                });
            }
        }
    }
    if let Deployment::Zones { spacing } = field.scenario.deployment {
        check_spacing(battle, side, &places, spacing, found);
    }
}

/// Ships of a side keep their distance, from those of an ally too: from where they
/// are, or from the default places they may still want.
fn check_spacing(battle: &Battle, side: u8, places: &[Placed], spacing: Length, found: &mut Findings) {
    let others = battle.field.ship_ids().filter(|&id| battle.field.side_of(id) == side);
    let mut taken: Vec<(ShipId, Point)> = Vec::new();
    for id in others.filter(|&id| !places.iter().any(|it| it.ship == id)) {
        match battle.ship(id).status {
            Status::Active => taken.push((id, battle.ship(id).at)),
            Status::Waiting => taken.push((id, default_place(battle, id, None).at)),
            Status::Destroyed | Status::Left(_) | Status::Withdrawn => (),
        }
    }
    for place in places {
        for (other, at) in &taken {
            let apart = (place.at - *at).length();
            let tags = [battle.field.tag(place.ship), battle.field.tag(*other)];
            found.require(spacing.at_most(apart), "ASF-SCN.A", || {
                format!("{} and {} are {apart:.1} apart, at least {spacing} is required", tags[0], tags[1])
            });
        }
        taken.push((place.ship, place.at));
    }
}

pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, order: &Deploy) {
    let places = placements(table.state(), seat, order);
    if chooses_corner(table.state()) {
        let side = table.state().field.side_of_seat(seat);
        let corner = order.corner.unwrap_or(Corner::SouthWest);
        table.emit(crate::Event::Deploy(Event::CornerChosen { side, corner }));
    }
    for placed in places {
        table.emit(crate::Event::Deploy(Event::Deployed { placed }));
    }
    go_on(table, None);
}

/// After somebody gave up during deployment, the others go on.
pub(crate) fn resume(table: &mut Table<Battle>) {
    go_on(table, None);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::CloudDrawn { terrain, outline, .. } => {
            let mut all = (*battle.terrain).clone();
            all[usize::from(*terrain)].1 = outline.clone();
            battle.terrain = std::sync::Arc::new(all);
        }
        Event::CornerRolled { .. } => (),
        Event::CornerChosen { side, corner } => battle.corner = Some((*side, *corner)),
        Event::Deployed { placed } => {
            let ship = battle.ship_mut(placed.ship);
            ship.at = placed.at;
            ship.heading = placed.heading;
            ship.status = Status::Active;
        }
    }
}

/// The default places, in a random corner, with some ships moved about.
pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Deploy {
    let side = battle.field.side_of_seat(seat);
    let mut order = Deploy::default();
    if chooses_corner(battle) {
        order.corner = Some(*dice.pick(&Corner::ALL));
    }
    for id in waiting_ships(battle, seat) {
        if battle.field.berth(id).fixed || dice.one_in(2) {
            continue;
        }
        let corner = order.corner.or(corner(battle, side));
        let mut place = default_place(battle, id, corner);
        place.at = nearby(place.at, dice);
        if battle.field.berth(id).heading.is_none()
            || battle.field.scenario.sides[usize::from(side)].free_headings
        {
            place.heading = Course::NORTH.turned(3 * dice.index(8) as i32);
        }
        order.places.push(place);
        // What chance has put out of bounds goes back to its default.
        let mut found = Findings::default();
        check(battle, seat, &order, &mut found);
        if !found.is_empty() {
            order.places.pop();
        }
    }
    order
}

/// Up to 2 units away along each axis, in tenths.
fn nearby(at: Point, dice: &mut Dice) -> Point {
    let mut tenths = || Length::ratio(dice.index(41) as i64 - 20, 10);
    Point { x: at.x + tenths(), y: at.y + tenths() }
}

impl Zone {
    /// In words, for prompts.
    pub(crate) fn describe(self) -> String {
        match self {
            Zone::Rectangle { from, to } => format!("x {} to {}, y {} to {}", from.x, to.x, from.y, to.y),
            Zone::Disc { centre, radius } => format!("within {radius} of {centre}"),
        }
    }
}
