//! A plotting board: the battle in small whole numbers, for planning.
//!
//! Places are in 1/256 of an inch and clouds are circles: good enough to judge
//! thousands of pairs of places a second, and never asked what is legal.

use geometry::{Length, Point};

use crate::{
    Battle,
    design::{SpecialKind, WeaponsBox},
    gunnery::{Column, SIXTHS, attack_factor},
    movement::{self, Plot},
    options::OffTableCheck,
    scenario::{TerrainKind, Victory},
    ship::{Edge, Location, Ship, ShipId},
};

/// Parts of an inch.
pub(super) const INCH: i32 = 256;

/// East and north for each of the eight headings, times 1024.
const UNITS: [(i32, i32); 8] =
    [(0, 1024), (724, 724), (1024, 0), (724, -724), (0, -1024), (-724, -724), (-1024, 0), (-724, 724)];

/// Where a ship stands, or would stand, and how fast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) heading: u8,
    pub(super) speed: u16,
    /// What is added to dice thrown at it for its speed.
    pub(super) exposed: i8,
    pub(super) gone: Gone,
}

/// Whether a stand is off a fixed table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gone {
    Here,
    /// Off where its owner wants it.
    Home,
    Lost,
}

/// A ship on the board.
#[derive(Clone, Debug)]
pub(super) struct Craft {
    pub(super) id: ShipId,
    pub(super) side: u8,
    pub(super) now: Stand,
    pub(super) engine: u16,
    /// Its plot is forced.
    pub(super) tied: bool,
    engine_out: bool,
    pub(super) hull: i32,
    pub(super) weapons: i32,
    pub(super) boxes: i32,
    pub(super) defence: u16,
    guns: WeaponsBox,
    special: Option<SpecialKind>,
    pub(super) role: Role,
    /// Thousandths of a point.
    pub(super) price: i32,
    /// What marking one more box of hull, of weapons, costs its side.
    pub(super) hull_worth: i32,
    pub(super) weapons_worth: i32,
}

/// What a ship is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Warship,
    /// ASF-SCN.B: wants to be gone by this edge.
    Freighter(Edge),
    /// ASF-SCN.C: wants to live.
    Station,
}

/// How one ship's weapons fare against one target: columns of the chart by
/// arc, [`NOTHING`] for none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matchup {
    primaries: [u8; 4],
    secondaries: u8,
    /// Sixths of a box for all mass drivers, if every one hit.
    drivers: i32,
    /// Particle cannons by band.
    cannons: [u8; 3],
}

const NOTHING: u8 = 9;

/// Two enemies and what each can do to the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Duel<'a> {
    board: &'a Board,
    ours: &'a Matchup,
    theirs: &'a Matchup,
    us: &'a Craft,
    them: &'a Craft,
}

/// The square of 256 inches.
const FAR: i64 = (1 << 32) - 1;

#[derive(Clone, Copy, Debug)]
struct Cloud {
    x: i32,
    y: i32,
    radius: i32,
    solid: bool,
}

/// The battle in small numbers.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) crafts: Vec<Craft>,
    /// For each pair of enemies, by firer and target.
    matchups: Vec<Matchup>,
    clouds: Vec<Cloud>,
    /// Squares of the ends of the bands.
    bands: [i64; 3],
    close: i64,
    /// The width of a band.
    pub(super) reach: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) fixed: bool,
    path: bool,
    fast: u16,
    slow: u16,
}

impl Board {
    pub(super) fn new(battle: &Battle) -> Board {
        Board::armed(battle, |guns| guns)
    }

    /// The board with other weapons boxes, as when some have been fired.
    pub(super) fn armed(battle: &Battle, guns: impl Fn(WeaponsBox) -> WeaponsBox) -> Board {
        let field = &battle.field;
        let band = field.options.range_band;
        let (fast, slow) = if field.options.speed_limits_scale {
            (whole(band.whole_units_up()), whole(band.part(3).whole_units_down()))
        } else {
            (12, 4)
        };
        let reach = small(band);
        let square = |length: i32| i64::from(length) * i64::from(length);
        let mut board = Board {
            crafts: Vec::with_capacity(battle.ships.len()),
            matchups: Vec::new(),
            clouds: battle.terrain.iter().map(|(kind, outline)| cloud(*kind, outline.corners())).collect(),
            bands: [1, 2, 3].map(|n| square(n * reach + 1)),
            close: square(reach / 2 + 1),
            reach,
            width: small(field.scenario.table.width),
            height: small(field.scenario.table.height),
            fixed: field.fixed,
            path: field.options.off_table_check == OffTableCheck::Path,
            fast,
            slow,
        };
        for (n, ship) in battle.ships.iter().enumerate() {
            if ship.is_active() {
                let mut craft = craft(battle, ShipId(n as u8), ship, &board);
                craft.guns = guns(craft.guns);
                board.crafts.push(craft);
            }
        }
        let specials = field.options.specials;
        for firer in &board.crafts {
            for target in &board.crafts {
                board.matchups.push(if firer.side == target.side {
                    Matchup {
                        primaries: [NOTHING; 4],
                        secondaries: NOTHING,
                        drivers: 0,
                        cannons: [NOTHING; 3],
                    }
                } else {
                    matchup(firer, target, specials)
                });
            }
        }
        board
    }

    pub(super) fn matchup(&self, firer: usize, target: usize) -> &Matchup {
        &self.matchups[firer * self.crafts.len() + target]
    }

    fn exposed(&self, craft_engine_out: bool, speed: u16) -> i8 {
        if craft_engine_out || speed == 0 {
            2
        } else if self.fast <= speed {
            -1
        } else {
            i8::from(speed <= self.slow)
        }
    }

    fn gone(&self, role: Role, x: i32, y: i32) -> Gone {
        if !self.fixed || (0 <= x && x <= self.width && 0 <= y && y <= self.height) {
            return Gone::Here;
        }
        let edge = if self.width < x {
            Edge::East
        } else if x < 0 {
            Edge::West
        } else if self.height < y {
            Edge::North
        } else {
            Edge::South
        };
        if role == Role::Freighter(edge) { Gone::Home } else { Gone::Lost }
    }

    /// ASF-TURN.3 in small numbers.
    pub(super) fn fly(&self, craft: &Craft, from: &Stand, plot: Plot) -> Stand {
        let speed = from.speed.saturating_add_signed(plot.dv);
        let distance = i32::from(speed) * INCH;
        let turns = i32::from(plot.turns.len());
        let mut to = Stand { speed, exposed: self.exposed(craft.engine_out, speed), ..*from };
        if turns == 0 {
            advance(&mut to, distance);
        } else {
            let leg = distance / turns.max(2);
            if turns == 1 {
                advance(&mut to, leg);
            }
            for right in plot.turns.iter() {
                if self.path && to.gone == Gone::Here {
                    to.gone = self.gone(craft.role, to.x, to.y);
                }
                to.heading = (to.heading + if right { 1 } else { 7 }) % 8;
                advance(&mut to, leg);
            }
        }
        if to.gone == Gone::Here {
            to.gone = self.gone(craft.role, to.x, to.y);
        }
        to
    }

    /// Two enemies, to be tried in many places.
    pub(super) fn duel(&self, a: usize, b: usize) -> Duel<'_> {
        Duel {
            board: self,
            ours: self.matchup(a, b),
            theirs: self.matchup(b, a),
            us: &self.crafts[a],
            them: &self.crafts[b],
        }
    }

    /// Inches of gas between two places; a great many if something solid is.
    #[inline]
    fn gas(&self, a: &Stand, b: &Stand, square: i64) -> i8 {
        let mut inches = 0;
        for cloud in &self.clouds {
            // Beyond 256 inches a cloud makes no difference to anybody's plans.
            if FAR < square || square == 0 {
                break;
            }
            let (lx, ly) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
            let (cx, cy) = (i64::from(cloud.x - a.x), i64::from(cloud.y - a.y));
            let radius = i64::from(cloud.radius);
            let cross = lx * cy - ly * cx;
            if FAR / 2 < cross.abs() || radius * radius * square <= cross * cross {
                continue;
            }
            let dot = lx * cx + ly * cy;
            let clear = |x: i64, y: i64| radius * radius <= x * x + y * y;
            // Behind the one or beyond the other.
            if (dot <= 0 && clear(cx, cy)) || (square <= dot && clear(cx - lx, cy - ly)) {
                continue;
            }
            let length = i64::from(root(square as u32, Board::distance(a, b) as u32));
            let (along, off) = (dot / length, (cross / length).abs().min(radius));
            let chord = radius * radius - off * off;
            let half = i64::from(root(
                chord as u32,
                (chord * (2 * radius + off) / (2 * radius * radius).max(1)) as u32,
            ));
            let inside = (along + half).min(length) - (along - half).max(0);
            if 0 < inside {
                if cloud.solid {
                    return i8::MAX;
                }
                inches += inside / i64::from(INCH);
            }
        }
        inches.clamp(0, 11) as i8
    }

    /// How far apart, roughly.
    pub(super) fn distance(a: &Stand, b: &Stand) -> i32 {
        let (dx, dy) = ((b.x - a.x).abs(), (b.y - a.y).abs());
        let (long, short) = if dx < dy { (dy, dx) } else { (dx, dy) };
        // Within four per cent.
        (long * 246 + short * 101) / 256
    }

    /// The cosine of the bearing of `b` as seen from `a`, times 1024, roughly.
    pub(super) fn facing(a: &Stand, b: &Stand) -> i32 {
        let (dx, dy) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
        let (ux, uy) = UNITS[usize::from(a.heading)];
        let length = i64::from(Board::distance(a, b).max(1));
        ((dx * i64::from(ux) + dy * i64::from(uy)) / length) as i32
    }
}

impl Duel<'_> {
    /// What the two can expect to do to each other, ours to theirs first.
    #[inline]
    pub(super) fn exchange(&self, us: &Stand, them: &Stand) -> (i32, i32) {
        let (dx, dy) = (i64::from(them.x - us.x), i64::from(them.y - us.y));
        let square = dx * dx + dy * dy;
        let board = self.board;
        if board.bands[2] < square {
            return (0, 0);
        }
        let (our_arc, their_arc) = (arc(us.heading, dx, dy), arc(them.heading, -dx, -dy));
        let close = square <= board.close;
        if !close && self.ours.is_silent(our_arc) && self.theirs.is_silent(their_arc) {
            return (0, 0);
        }
        let band = usize::from(board.bands[0] < square) + usize::from(board.bands[1] < square);
        let gas = board.gas(us, them, square);
        if gas == i8::MAX {
            return (0, 0);
        }
        (
            harm(self.ours, self.them, our_arc, band, them.exposed - gas, close),
            harm(self.theirs, self.us, their_arc, band, us.exposed - gas, close),
        )
    }
}

impl Matchup {
    /// Nothing to fire that way beyond the reach of secondaries.
    fn is_silent(&self, arc: usize) -> bool {
        self.primaries[arc] == NOTHING && (arc != 0 || (self.drivers == 0 && self.cannons[0] == NOTHING))
    }
}

/// What a whole and healthy ship of these numbers is worth to its side:
/// hull for its own sake, weapons as long as there is hull to carry them.
pub(super) fn worth(craft: &Craft, hull_sixths: i32, weapons_sixths: i32) -> i32 {
    if hull_sixths <= 0 {
        return 0;
    }
    let full = 6 * craft.boxes;
    let (bare, armed) = match craft.role {
        Role::Warship => (350, 650),
        Role::Freighter(_) => (1_000, 0),
        Role::Station => (850, 150),
    };
    let weapons = weapons_sixths.max(0);
    let of = |hull: i32| {
        let carried = i64::from(weapons) * i64::from(2 * hull + full) / i64::from(3 * full);
        (i64::from(craft.price) * (bare * i64::from(hull) + armed * carried) / (1_000 * i64::from(full)))
            as i32
    };
    // The last box goes with everything that is left.
    if hull_sixths < 6 { of(6) * hull_sixths / 6 } else { of(hull_sixths) }
}

fn craft(battle: &Battle, id: ShipId, ship: &Ship, board: &Board) -> Craft {
    let design = battle.field.design(ship.design);
    let (mut role, mut price) = (Role::Warship, 1_000 * i32::from(design.points()).max(1));
    match &battle.field.scenario.victory {
        // What the raiders gain, the convoy does not.
        Victory::Convoy { side, design: name, value, exit, .. }
            if *side == ship.side && *name == design.name =>
        {
            (role, price) = (Role::Freighter(*exit), 2_000 * i32::from(*value));
        }
        Victory::Station { side, design: name, .. } if *side == ship.side && *name == design.name => {
            (role, price) = (Role::Station, 2 * price);
        }
        Victory::LastSide | Victory::Points { .. } | Victory::Convoy { .. } | Victory::Station { .. } => (),
    }
    let blind = ship.criticals.has(Location::FireControl);
    let mut guns = *battle.weapons_box(ship);
    if blind {
        guns = WeaponsBox { secondaries: guns.secondaries, ..WeaponsBox::default() };
    }
    let engine_out = ship.criticals.has(Location::Engine);
    let now = Stand {
        x: small(ship.at.x),
        y: small(ship.at.y),
        heading: ship.heading.step() / 3,
        speed: ship.speed,
        exposed: board.exposed(engine_out, ship.speed),
        gone: Gone::Here,
    };
    let mut craft = Craft {
        id,
        side: ship.side,
        now,
        engine: movement::engine(battle, ship),
        tied: ship.tied,
        engine_out,
        hull: i32::from(design.hull - ship.hull_marked),
        weapons: i32::from(design.hull - ship.weapons_marked),
        boxes: i32::from(design.hull),
        defence: battle.defence(ship),
        guns,
        special: design.special.map(|it| it.kind),
        role,
        price,
        hull_worth: 0,
        weapons_worth: 0,
    };
    let (hull, weapons) = (6 * craft.hull, 6 * craft.weapons);
    let value = worth(&craft, hull, weapons);
    craft.hull_worth = value - worth(&craft, hull - 6, weapons);
    craft.weapons_worth = if 0 < weapons { value - worth(&craft, hull, weapons - 6) } else { 0 };
    craft
}

fn matchup(firer: &Craft, target: &Craft, specials: bool) -> Matchup {
    let column = |strength: u16| Column::of(strength, target.defence).map_or(NOTHING, |it| it as u8);
    let primaries = firer.guns.primaries;
    let mut matchup = Matchup {
        primaries: [primaries.forward, primaries.left, primaries.right, primaries.rear].map(column),
        secondaries: column(firer.guns.secondaries),
        drivers: 0,
        cannons: [NOTHING; 3],
    };
    match firer.special {
        Some(SpecialKind::MassDriver) if specials => {
            let one = Column::of(attack_factor(SpecialKind::MassDriver), target.defence);
            matchup.drivers = i32::from(firer.guns.specials) * one.map_or(0, |it| it.sixths(0));
        }
        Some(SpecialKind::ParticleCannon) if specials => {
            let all =
                Column::of(firer.guns.specials * attack_factor(SpecialKind::ParticleCannon), target.defence);
            matchup.cannons = [0, 2, 4]
                .map(|shift| all.and_then(|it| it.shifted_left(shift)).map_or(NOTHING, |it| it as u8));
        }
        Some(SpecialKind::MassDriver | SpecialKind::ParticleCannon) | None => (),
    }
    matchup
}

/// 0 forward, 1 left, 2 right, 3 rear; on a boundary the one nearer the bow.
#[inline]
fn arc(heading: u8, dx: i64, dy: i64) -> usize {
    let (ux, uy) = UNITS[usize::from(heading % 8)];
    let ahead = dx * i64::from(ux) + dy * i64::from(uy);
    let right = dx * i64::from(uy) - dy * i64::from(ux);
    const SLACK: i64 = 2_048;
    if right.abs() <= ahead + SLACK {
        0
    } else if right.abs() + SLACK < -ahead {
        3
    } else if right < 0 {
        1
    } else {
        2
    }
}

/// What a firer's weapons cost the target's side, on average; `unranged` is
/// the modifier but for the range.
#[inline]
fn harm(matchup: &Matchup, target: &Craft, arc: usize, band: usize, unranged: i8, close: bool) -> i32 {
    let modifier = unranged - band as i8;
    let mut sixths = expected(matchup.primaries[arc], modifier);
    if arc == 0 {
        let chances = i32::from((3 + modifier).clamp(0, 6));
        sixths += matchup.drivers * chances / 6 + expected(matchup.cannons[band], unranged);
    }
    if close {
        sixths += expected(matchup.secondaries, 0);
    }
    (sixths.min(6 * target.hull) * target.hull_worth + sixths.min(6 * target.weapons) * target.weapons_worth)
        / 6
}

#[inline]
fn expected(column: u8, modifier: i8) -> i32 {
    SIXTHS.get(usize::from(column)).map_or(0, |row| row[(modifier.clamp(-6, 2) + 6) as usize])
}

/// The square root of a number, from a guess that is not far off.
fn root(square: u32, guess: u32) -> u32 {
    let guess = guess.max(1);
    (guess / 2 + square / guess / 2).max(1)
}

fn advance(stand: &mut Stand, distance: i32) {
    let (ux, uy) = UNITS[usize::from(stand.heading)];
    let along = |unit: i32| (i64::from(distance) * i64::from(unit) / 1024) as i32;
    stand.x = (stand.x + along(ux)).clamp(-FARTHEST, FARTHEST);
    stand.y = (stand.y + along(uy)).clamp(-FARTHEST, FARTHEST);
}

fn cloud(kind: TerrainKind, corners: &[Point]) -> Cloud {
    let n = corners.len().max(1) as i32;
    let x = corners.iter().map(|it| small(it.x)).sum::<i32>() / n;
    let y = corners.iter().map(|it| small(it.y)).sum::<i32>() / n;
    let out = |it: &Point| {
        let (dx, dy) = (i64::from(small(it.x) - x), i64::from(small(it.y) - y));
        (dx * dx + dy * dy).isqrt() as i32
    };
    Cloud {
        x,
        y,
        radius: (corners.iter().map(out).sum::<i32>() / n).min(127 * INCH),
        solid: kind == TerrainKind::Solid,
    }
}

/// Far places are as good as very far ones.
const FARTHEST: i32 = 1_000_000;

fn small(length: Length) -> i32 {
    const PART: i64 = Length::PER_UNIT / INCH as i64;
    (length.0 / PART).clamp(i64::from(-FARTHEST), i64::from(FARTHEST)) as i32
}

fn whole(units: i64) -> u16 {
    units.clamp(0, i64::from(u16::MAX)) as u16
}
