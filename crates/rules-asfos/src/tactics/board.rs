//! A plotting board: the battle in small whole numbers, for planning.
//!
//! Places are in 1/256 of an inch and clouds are circles: good enough to judge
//! thousands of pairs of places a second, and never asked what is legal.

use std::cell::OnceCell;

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
#[derive(Clone, Debug)]
pub(super) struct Matchup {
    primaries: [u8; 4],
    secondaries: u8,
    /// Sixths of a box for all mass drivers, if every one hit.
    drivers: i32,
    /// Particle cannons by band.
    cannons: [u8; 3],
    /// Bit k: beyond the reach of secondaries there is nothing to fire through arc k.
    silent: u8,
    /// What it comes to, by arc, distance and modifier: worked out when it is first asked for, since every
    /// pair of plots asks.
    known: OnceCell<Box<Harms>>,
}

/// For four arcs, four distances and nine modifiers.
type Harms = [OnceCell<i32>; 4 * 4 * 9];

const NOTHING: u8 = 9;

/// The most harm from close by, and from within one, two and three bands.
pub(super) type MostHarm = [i32; 4];

/// Two enemies and what each can do to the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Duel<'a> {
    board: &'a Board,
    ours: Side<'a>,
    theirs: Side<'a>,
}

/// One of the two.
#[derive(Clone, Copy, Debug)]
struct Side<'a> {
    matchup: &'a Matchup,
    known: &'a Harms,
    target: &'a Craft,
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

    /// The ships alone, for whoever asks no more than what they are worth: nobody harms anybody.
    pub(super) fn of_ships(battle: &Battle) -> Board {
        Board::without_matchups(battle, &|guns| guns)
    }

    /// The board with other weapons boxes, as when some have been fired.
    pub(super) fn armed(battle: &Battle, guns: impl Fn(WeaponsBox) -> WeaponsBox) -> Board {
        let mut board = Board::without_matchups(battle, &guns);
        board.clouds = battle.terrain.iter().map(|(kind, outline)| cloud(*kind, outline.corners())).collect();
        let specials = battle.field.options.specials;
        board.matchups.reserve_exact(board.crafts.len() * board.crafts.len());
        for firer in &board.crafts {
            for target in &board.crafts {
                board.matchups.push(if firer.side == target.side {
                    Matchup::none()
                } else {
                    matchup(firer, target, specials)
                });
            }
        }
        board
    }

    fn without_matchups(battle: &Battle, guns: &dyn Fn(WeaponsBox) -> WeaponsBox) -> Board {
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
            clouds: Vec::new(),
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
        board
    }

    pub(super) fn matchup(&self, firer: usize, target: usize) -> &Matchup {
        &self.matchups[firer * self.crafts.len() + target]
    }

    /// The most that one ship can expect to do to another that is so exposed, by distance: no gas between, and
    /// through the best arc. More sixths never harm less, and there are never fewer of them from nearer.
    pub(super) fn most(&self, firer: usize, target: usize, exposed: i8) -> MostHarm {
        let (matchup, target) = (self.matchup(firer, target), &self.crafts[target]);
        let known = matchup.known();
        [0, 1, 2, 3].map(|distance| {
            let harm = |arc| matchup.harm(known, target, Case::new(arc, distance, exposed, 0));
            (0..4).map(harm).max().unwrap_or(0).max(0)
        })
    }

    /// The same after the firer has flown at most so far.
    pub(super) fn most_from(&self, from: &Stand, flown: i32, target: &Stand, most: &MostHarm) -> i32 {
        let (dx, dy) = (i64::from(target.x - from.x), i64::from(target.y - from.y));
        let square = dx * dx + dy * dy;
        let ends = [self.reach / 2 + 1, self.reach + 1, 2 * self.reach + 1, 3 * self.reach + 1];
        let near = |end: &i32| {
            let end = i64::from(end + flown);
            square <= end * end
        };
        ends.iter().position(near).map_or(0, |distance| most[distance])
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
        let side = |firer: usize, target: usize| {
            let matchup = self.matchup(firer, target);
            Side { matchup, known: matchup.known(), target: &self.crafts[target] }
        };
        Duel { board: self, ours: side(a, b), theirs: side(b, a) }
    }

    /// Inches of gas between two places; a great many if something solid is.
    #[inline]
    fn gas(&self, a: &Stand, b: &Stand, square: i64) -> i8 {
        let mut inches = 0;
        // Beyond 256 inches a cloud makes no difference to anybody's plans.
        if FAR < square || square == 0 {
            return 0;
        }
        for cloud in &self.clouds {
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
        // Who is close is in the first band.
        let distance = usize::from(board.close < square)
            + usize::from(board.bands[0] < square)
            + usize::from(board.bands[1] < square);
        if distance != 0 && self.ours.matchup.is_silent(our_arc) && self.theirs.matchup.is_silent(their_arc) {
            return (0, 0);
        }
        let gas = board.gas(us, them, square);
        if gas == i8::MAX {
            return (0, 0);
        }
        let harm = |side: &Side<'_>, arc: usize, exposed: i8| {
            side.matchup.harm(side.known, side.target, Case::new(arc, distance, exposed, gas))
        };
        (harm(&self.ours, our_arc, them.exposed), harm(&self.theirs, their_arc, us.exposed))
    }
}

impl Matchup {
    fn none() -> Matchup {
        Matchup {
            primaries: [NOTHING; 4],
            secondaries: NOTHING,
            drivers: 0,
            cannons: [NOTHING; 3],
            silent: 0b1111,
            known: OnceCell::new(),
        }
    }

    /// As [`harm`], which is asked once for each case.
    #[inline]
    fn harm(&self, known: &Harms, target: &Craft, case: Case) -> i32 {
        *known[case.index()].get_or_init(|| harm(self, target, case))
    }

    fn known(&self) -> &Harms {
        self.known.get_or_init(|| Box::new([const { OnceCell::new() }; 4 * 4 * 9]))
    }

    /// Nothing to fire that way beyond the reach of secondaries.
    fn is_silent(&self, arc: usize) -> bool {
        self.silent >> arc & 1 == 1
    }
}

/// Where a target lies and how well it can be hit.
#[derive(Clone, Copy, Debug)]
struct Case {
    /// See [`arc`].
    arc: usize,
    /// 0 within reach of secondaries, else the band from 1 to 3.
    distance: usize,
    /// The modifier but for the range, from -6 to 2: below that no die scores less than at -6.
    unranged: i8,
}

impl Case {
    #[inline]
    fn new(arc: usize, distance: usize, exposed: i8, gas: i8) -> Case {
        Case { arc, distance, unranged: (exposed - gas).max(-6) }
    }

    #[inline]
    fn index(self) -> usize {
        (4 * self.arc + self.distance) * 9 + (self.unranged + 6) as usize
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
        ..Matchup::none()
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
    let is_silent = |arc: usize| {
        let specials = arc == 0 && (matchup.drivers != 0 || matchup.cannons[0] != NOTHING);
        matchup.primaries[arc] == NOTHING && !specials
    };
    matchup.silent = (0..4).map(|arc| u8::from(is_silent(arc)) << arc).sum();
    matchup
}

/// 0 forward, 1 left, 2 right, 3 rear; on a boundary the one nearer the bow.
#[inline]
fn arc(heading: u8, dx: i64, dy: i64) -> usize {
    /// For each heading how much of east and north is in `bow`, below.
    const TURNED: [(i64, i64); 8] = [(1, 1), (2, 0), (1, -1), (0, -2), (-1, -1), (-2, 0), (-1, 1), (0, 2)];
    /// So near a boundary as to be on it.
    const SLACK: i64 = 2;
    let (c, d) = TURNED[usize::from(heading % 8)];
    // The boundaries run from ahead left to astern right, and from ahead right to astern left. A target
    // behind both is in the rear, behind neither forward.
    let behind_left = c * dx + d * dy < -SLACK;
    let behind_right = c * dy - d * dx < -SLACK;
    usize::from(behind_left) + 2 * usize::from(behind_right)
}

/// What a firer's weapons cost the target's side, on average.
#[cold]
#[inline(never)]
fn harm(matchup: &Matchup, target: &Craft, case: Case) -> i32 {
    let Case { arc, distance, unranged } = case;
    let band = distance.saturating_sub(1);
    let modifier = unranged - band as i8;
    let mut sixths = expected(matchup.primaries[arc], modifier);
    if arc == 0 {
        let chances = i32::from((3 + modifier).clamp(0, 6));
        sixths += matchup.drivers * chances / 6 + expected(matchup.cannons[band], unranged);
    }
    if distance == 0 {
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
#[inline]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// By the cosines of the bearings: within 45 degrees of the bow is forward, beyond 135 the rear.
    #[test]
    fn arcs_are_quarters_of_the_circle() {
        let by_bearing = |heading: u8, dx: i64, dy: i64| {
            let (ux, uy) = UNITS[usize::from(heading)];
            let ahead = dx * i64::from(ux) + dy * i64::from(uy);
            let right = dx * i64::from(uy) - dy * i64::from(ux);
            // Two parts of an inch from a boundary is on it, and the one nearer the bow counts.
            match () {
                () if right.abs() <= ahead + 2_048 => 0,
                () if right.abs() + 2_048 < -ahead => 3,
                () if right < 0 => 1,
                () => 2,
            }
        };
        for heading in 0..8 {
            for far in [1, 7, 900] {
                for x in -12..=12 {
                    for y in -12..=12 {
                        let (dx, dy) = (x * far, y * far);
                        assert_eq!(
                            arc(heading, dx, dy),
                            by_bearing(heading, dx, dy),
                            "{heading}: {dx}, {dy}"
                        );
                    }
                }
            }
        }
    }
}
