//! Running into things: collisions, fields of rock, fast flight through dust (FT-17.2.1, FT-17.4, FT-17.6).

use engine::Table;
use geometry::Point;
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    damage::{self, Tally},
    fire::{
        gunnery::{Attack, Hit, Profile, Response, beam_hits},
        layers, scored,
    },
    movement,
    sensors::{self, Found},
    ship::ShipId,
    terrain::{self, Body, BodyId, Event, Shape, Thing, stations},
};

/// FT-17.2.1: faster than that, dust hurts.
const SAFE: u16 = 12;

/// What a move would bring upon a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Peril {
    /// FT-17.6.2: it is lost unless its die shows `needs`; 7 and more: lost for certain.
    Collision { with: Thing, needs: u8 },
    /// FT-17.4.1: so many dice, past the outer armour.
    Battering { body: BodyId, dice: u8 },
    /// FT-17.2.1: a beam die.
    Dust { body: BodyId },
    /// FT-17.8.2, FT-17.10.1: it goes into orbit; its move ends there.
    Orbit { body: BodyId },
    /// FT-17.11.3: faces of a die, out of six, on which it does not survive.
    Atmosphere { body: BodyId, lost: u8 },
    /// FT-17.8.2, FT-17.10.1: it is lost.
    Crash { body: BodyId },
}

impl Peril {
    /// Faces of a die, out of six, on which the ship is lost.
    pub fn lost(self) -> u8 {
        match self {
            Peril::Collision { needs, .. } => needs.saturating_sub(1).min(6),
            Peril::Atmosphere { lost, .. } => lost,
            Peril::Crash { .. } => 6,
            Peril::Battering { .. } | Peril::Dust { .. } | Peril::Orbit { .. } => 0,
        }
    }
}

/// Something on the table where it is when ships move.
pub(crate) type Placed = (Thing, Body);

impl Battle {
    /// FT-17.6.2: what a die must show at that velocity; `None` if nothing can happen.
    fn avoids(&self, id: ShipId, velocity: u16) -> Option<u8> {
        let rating = u16::from(self.rating(id));
        let rating = if self.field.blueprint(id).advanced { 2 * rating } else { rating };
        let needs = velocity.saturating_sub(rating).min(7) as u8;
        (1 < needs).then_some(needs)
    }

    /// Everything that a ship can meet, where it is now.
    fn things(&self) -> Vec<Placed> {
        let mut things: Vec<Placed> = self.bodies().map(|(id, body)| (Thing::Body(id), *body)).collect();
        things.extend(self.section_bodies(false));
        things
    }

    /// Everything that a ship can meet, where it will be when ships move.
    pub(crate) fn things_then(&self) -> Vec<Placed> {
        if !self.has_terrain() {
            return Vec::new();
        }
        let mut things: Vec<Placed> =
            self.bodies().map(|(id, body)| (Thing::Body(id), body.moved())).collect();
        things.extend(self.section_bodies(true));
        things
    }

    /// What a ship meets that flies `path`; things have moved already.
    pub(crate) fn meets(
        &self,
        id: ShipId,
        things: &[Placed],
        from: Point,
        path: &[Point],
        velocity: u16,
    ) -> Vec<Peril> {
        let Some(&end) = path.last() else { return Vec::new() };
        let mut perils = Vec::new();
        let needs = self.avoids(id, velocity);
        for &(with, body) in things {
            if let (Shape::Asteroid, Some(needs)) = (body.kind, needs) {
                // FT-17.6.1: of moving bodies only the place counts where the ship ends.
                let hit = if body.is_moving() {
                    terrain::crosses(end, end, body.at, body.radius)
                } else {
                    terrain::path_crosses(from, path, body.at, body.radius)
                };
                // One roll for each body.
                if hit && !was_run_over(&body, from) {
                    perils.push(Peril::Collision { with, needs });
                }
            }
            let Thing::Body(body_id) = with else { continue };
            let dice = (velocity / 6).min(200) as u8;
            // FT-17.4.1: also for ships that start inside and move; once for each area.
            let again = 0 < swarm_dice(&body) && was_run_over(&body, from);
            if body.kind.is_field() && 0 < dice && !again && body.is_entered(from, path) {
                perils.push(Peril::Battering { body: body_id, dice });
            }
            let dust = self.dust(body_id, &body).filter(|_| SAFE < velocity);
            if dust.is_some_and(|dust| dust.is_entered(from, path)) {
                perils.push(Peril::Dust { body: body_id });
            }
        }
        perils
    }

    /// What things have done to a ship by their own move, before ships move.
    fn suffers(&self, id: ShipId, things: &[Placed], at: Point, velocity: u16) -> Vec<Peril> {
        let needs = self.avoids(id, velocity);
        let mut perils = Vec::new();
        for &(with, body) in things {
            if !was_run_over(&body, at) {
                continue;
            }
            match (body.kind, with, needs) {
                (Shape::Asteroid, with, Some(needs)) => perils.push(Peril::Collision { with, needs }),
                (kind, Thing::Body(it), _) if kind.is_field() && 0 < swarm_dice(&body) => {
                    perils.push(Peril::Battering { body: it, dice: swarm_dice(&body) });
                }
                _ => (),
            }
        }
        perils
    }

    /// What a plot would bring upon a ship, for menus and players; `things` as they will be.
    pub(crate) fn perils(&self, id: ShipId, things: &[Placed], path: &[Point], velocity: u16) -> Vec<Peril> {
        if things.is_empty() {
            return Vec::new();
        }
        let from = self.motion(id).at;
        let mut perils = self.suffers(id, things, from, velocity);
        perils.extend(self.meets(id, things, from, path, velocity));
        perils
    }
}

/// FT-17.4.1: dice of an area that comes upon a ship: by its own velocity.
fn swarm_dice(body: &Body) -> u8 {
    let speed = (body.drift - Point::default()).length() + geometry::TOLERANCE;
    (speed.whole_units_down() / 6).clamp(0, 200) as u8
}

/// FT-17.6.1: whether a body's own move, now made, took it over a place.
fn was_run_over(body: &Body, at: Point) -> bool {
    body.is_moving() && {
        let from = body.at + (Point::default() - body.drift);
        terrain::crosses(from, body.at, at, body.radius)
    }
}

/// FT-17.6.1, FT-17.4.1: bodies have moved, before ships do: those in their way are in danger.
pub(crate) fn run_over(table: &mut Table<Battle>, sections: bool) {
    let mut things = table.state().things();
    things.retain(|it| matches!(it.0, Thing::Section(_)) == sections);
    if !things.iter().any(|it| it.1.is_moving()) {
        return;
    }
    let ships: Vec<ShipId> = table.state().active_ships().collect();
    for id in ships {
        let battle = table.state();
        let (at, velocity) = (battle.ship(id).motion.at, ordered_velocity(battle, id));
        for peril in battle.suffers(id, &things, at, velocity) {
            undergo(table, id, peril);
        }
    }
    damage::remove_wrecks(table);
}

/// FT-17.6.2: the velocity of this turn's orders.
fn ordered_velocity(battle: &Battle, id: ShipId) -> u16 {
    match movement::move_one(battle, id) {
        movement::Event::Moved { to, .. } => to.velocity,
        movement::Event::Left { .. } | movement::Event::Returned { .. } | movement::Event::Worn { .. } => {
            battle.ship(id).motion.velocity
        }
    }
}

/// A ship has moved: everything on its way.
pub(crate) fn encounter(table: &mut Table<Battle>, id: ShipId, from: Point, path: &[Point]) {
    if !table.state().has_terrain() || !table.state().ship(id).is_active() {
        return;
    }
    let battle = table.state();
    let velocity = battle.ship(id).motion.velocity;
    for peril in battle.meets(id, &battle.things(), from, path, velocity) {
        undergo(table, id, peril);
    }
    damage::remove_wrecks(table);
}

fn undergo(table: &mut Table<Battle>, id: ShipId, peril: Peril) {
    // FT-12.1.4: how a bogey fares would tell on it.
    if !table.state().ship(id).is_active() || sensors::reveal(table, id, Found::Hit) {
        return;
    }
    match peril {
        Peril::Collision { with, needs } => risk(table, id, with, needs),
        Peril::Battering { body, dice } => batter(table, id, body, dice),
        Peril::Dust { body } => scour(table, id, body),
        // Planets are met by the move itself.
        Peril::Orbit { .. } | Peril::Atmosphere { .. } | Peril::Crash { .. } => (),
    }
}

/// FT-17.6.2: one die for each body.
fn risk(table: &mut Table<Battle>, ship: ShipId, thing: Thing, needs: u8) {
    let die = (needs <= 6).then(|| table.roll(6));
    let crashed = die.is_none_or(|die| die < needs);
    table.emit(crate::Event::Terrain(Event::Risked { ship, thing, needs, die, crashed }));
    if crashed {
        crate::craft::hangars::crash(table, ship, false);
    }
    if let (Thing::Section(section), true) = (thing, crashed) {
        stations::struck(table, section, ship);
    }
}

/// FT-17.4.1: past screens and the outer layer.
fn batter(table: &mut Table<Battle>, ship: ShipId, body: BodyId, dice: u8) {
    let dice: Vec<u8> = (0..dice).map(|_| table.roll(6)).collect();
    let penetrating = dice.iter().map(|die| u16::from(*die)).sum();
    table.emit(crate::Event::Terrain(Event::Battered { ship, body, dice }));
    damage::strike(table, ship, None, &Tally { penetrating, ..Tally::default() });
}

/// FT-17.2.1: a beam die; standard screens are of no use.
fn scour(table: &mut Table<Battle>, ship: ShipId, body: BodyId) {
    let battle = table.state();
    let profile = Profile::Beams { dice: 1, again: true, screens: Response::Advanced, hit: Hit::Point };
    let attack = Attack {
        profile,
        screens: battle.screens(ship),
        holofield: false,
        bonus: 0,
        sixes: false,
        veiled: false,
    };
    let stopped = layers(Response::Advanced, &attack);
    let options = battle.field.options.clone();
    let die = table.roll(6);
    let mut dice = vec![die];
    let normal = scored(&options, die, stopped, false, Hit::Point);
    // FT-4.6.1: sixes come again, without screens, to the next layer.
    let mut penetrating = 0_u8;
    let mut again = die == 6 && 0 < normal && stopped < 3;
    while again {
        let die = table.roll(6);
        dice.push(die);
        penetrating = penetrating.saturating_add(beam_hits(die, 0, false));
        again = die == 6;
    }
    let points = normal.saturating_add(penetrating);
    table.emit(crate::Event::Terrain(Event::Scoured { ship, body, dice, points }));
    let tally = Tally { normal: u16::from(normal), penetrating: u16::from(penetrating), ..Tally::default() };
    damage::strike(table, ship, None, &tally);
}
