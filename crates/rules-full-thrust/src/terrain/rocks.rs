//! Rocks that can be shot to pieces (FT-17.1.3).

use engine::Table;
use geometry::{Length, Offset};

use crate::{
    Battle,
    battle::heading,
    fire::{
        self,
        gunnery::{Astern, Attack, Screens, is_aft, is_gun},
        sweeps::Line,
    },
    movement::{clock::Clock, plot},
    ship::{IconId, ShipId},
    terrain::{Body, BodyId, Event, Shape, crosses, debris::MOST_BODIES, plain},
    weapons::{Lay, profile},
};

/// FT-17.1.3: a rock up to this size bears 50 points, a larger one 100.
const SMALL: i32 = 2;

/// FT-17.1.3: how many turns chunks fly.
const CHUNK_TURNS: u16 = 3;

/// FT-17.1.3: what a rock bears, where the scenario does not say.
pub(crate) fn bears(radius: Length) -> u16 {
    if radius.at_most(Length::units(SMALL)) { 50 } else { 100 }
}

impl Battle {
    /// FT-17.1.3: what a weapon would roll at a rock, or why it cannot; ranges are to the edge (FT-GEO.9).
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub fn at_rock(
        &self,
        id: ShipId,
        icon: IconId,
        rock: BodyId,
    ) -> Result<Attack, (&'static str, &'static str)> {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        let Some(body) = self.bodies.get(rock.index()).filter(|it| it.points.is_some() && !it.gone) else {
            return Err(("FT-17.1.3", "has no rock there that could be shot to pieces"));
        };
        let Some(kind) = blueprint.kind(icon).filter(|kind| is_gun(kind) && !kind.is_spinal()) else {
            return Err(("FT-17.1.3", "is not a weapon against rocks"));
        };
        if !ship.works(icon) || ship.used.contains(icon) {
            return Err(("FT-2.6.14", "does not work or has been used this turn"));
        }
        if self.secrets[id.index()].switching.contains(icon) {
            return Err(("FT-5.19.1", "is being switched"));
        }
        let way = body.at - ship.motion.at;
        let (bonus, sixes) = match self.astern(id, is_aft(heading(ship), way) == Some(true), way)? {
            Astern::Free => (0, false),
            Astern::Less => (-1, false),
            Astern::Sixes => (0, true),
        };
        if !self.covers(id, icon, way) {
            return Err(("FT-4.2.1", "does not bear"));
        }
        let hides = |it: &Body| {
            it.kind.blocks() && !it.gone && *it != *body && crosses(ship.motion.at, body.at, it.at, it.radius)
        };
        if self.bodies.iter().any(hides) {
            return Err(("FT-17.1.1", "has no clear line to it"));
        }
        let edge = (way.length() - body.radius).max(Length::ZERO);
        let lay = Lay {
            way: Offset { east: edge, north: Length::ZERO },
            stealth: 0,
            velocity: 0,
            mode: self.secrets[id.index()].mode(icon).or_else(|| ship.setting(icon)),
            edge: self.field.options.band_edge,
        };
        let found = profile(kind, &lay).filter(|it| !it.is_point_defence());
        let Some(profile) = found else { return Err(("FT-4.3.2", "is out of range")) };
        let (screens, holofield) = (Screens::default(), false);
        Ok(Attack { profile, screens, holofield, bonus, sixes, veiled: false })
    }

    /// Rocks a ship could shoot at now, with the weapons for each.
    pub(crate) fn rock_lines(&self, id: ShipId) -> Vec<Line> {
        if !self.field.options.asteroid_damage || self.fire_controls(id) == 0 {
            return Vec::new();
        }
        if !self.can_act(id) || self.has_great_gun_ready(id).is_some() {
            return Vec::new();
        }
        let mut lines = Vec::new();
        for (rock, _) in self.bodies().filter(|it| it.1.points.is_some()) {
            for weapon in self.field.blueprint(id).icon_ids() {
                if self.at_rock(id, weapon, rock).is_ok() {
                    lines.push(Line { weapon, at: None, rock: Some(rock) });
                }
            }
        }
        lines
    }
}

/// FT-17.1.3: fires one weapon at a rock.
pub(crate) fn fire(table: &mut Table<Battle>, ship: ShipId, weapon: IconId, rock: BodyId) {
    let Ok(attack) = table.state().at_rock(ship, weapon, rock) else { return };
    let (dice, points) = fire::roll_at_rock(table, weapon, attack);
    table.emit(crate::Event::Terrain(Event::Chipped { ship, weapon, rock, dice, points }));
    if table.state().body(rock).points != Some(0) {
        return;
    }
    // FT-17.1.3: one to six chunks, each on a course and at a speed of its own.
    let body = *table.state().body(rock);
    let number = table.roll(6);
    let room = MOST_BODIES.saturating_sub(table.state().bodies.len());
    let until = Some(table.state().turn.saturating_add(CHUNK_TURNS));
    let mut chunks = Vec::new();
    for _ in 0..usize::from(number).min(room) {
        let (course, speed) = (table.roll(12), table.roll(6));
        let drift = plot::drift_along(Clock::TWELVE.turned(i32::from(course)), u16::from(speed));
        chunks.push(Body { drift, until, kind: Shape::Asteroid, ..plain(body.at, Length::ratio(1, 2)) });
    }
    table.emit(crate::Event::Terrain(Event::Shattered { rock, number, chunks }));
}
