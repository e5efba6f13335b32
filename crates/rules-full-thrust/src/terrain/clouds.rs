//! Dust between guns and targets, and flares of the star (FT-17.2.2, FT-17.3.1).

use engine::Table;
use geometry::Point;

use crate::{
    Battle,
    craft::wings::GroupId,
    damage::checks,
    fire::gunnery::Screens,
    ship::{IconId, IconSet, ShipId},
    terrain::{Event, Shape},
    weapons::Weapon,
    yard::design::Kind,
};

/// FT-17.2.2: from this on there is a lock.
pub(crate) const LOCK: u8 = 4;

impl Battle {
    /// FT-17.2.2: whether dust lies about the one or the other; a line that only passes through is free.
    pub fn is_dusty(&self, from: ShipId, to: ShipId) -> bool {
        self.has_terrain() && [from, to].iter().any(|id| self.is_in_dust(self.ship(*id).motion.at))
    }

    /// FT-17.2.2: beams and grasers meet one level of screens more in dust, two at most.
    pub(crate) fn dimmed(&self, kind: &Kind, from: ShipId, to: ShipId, screens: Screens) -> Screens {
        if is_ray(kind) { self.thicker(self.ship(from).motion.at, to, screens) } else { screens }
    }

    /// FT-17.2.3: screens as fighters and boats on a run meet them: they need no lock, but dust counts.
    pub fn run_screens(&self, group: GroupId, ship: ShipId) -> Screens {
        self.thicker(self.group(group).at, ship, self.screens(ship))
    }

    /// FT-17.2.2, FT-17.2.3: screens as rays from a place meet them, dust counted in.
    pub(crate) fn thicker(&self, from: Point, to: ShipId, screens: Screens) -> Screens {
        let dust =
            self.has_terrain() && [from, self.ship(to).motion.at].into_iter().any(|at| self.is_in_dust(at));
        if dust && screens.all < 2 { Screens { all: screens.all + 1, ..screens } } else { screens }
    }
}

/// FT-17.2.2: beams and grasers.
pub(crate) fn is_ray(kind: &Kind) -> bool {
    kind.weapon().is_some_and(Weapon::is_ray)
}

/// FT-17.2.2: one die for each firing ship and target; false if `weapons` have no shot this turn.
pub(crate) fn lock(table: &mut Table<Battle>, ship: ShipId, target: ShipId, weapons: &[IconId]) -> bool {
    if !table.state().is_dusty(ship, target) {
        return true;
    }
    let die = table.roll(6);
    let found = LOCK <= die;
    let lost: IconSet = if found { IconSet::default() } else { weapons.iter().copied().collect() };
    table.emit(crate::Event::Terrain(Event::Locked { ship, target, die, lost }));
    found
}

/// FT-17.3.1: at the start of phase 7.
pub(crate) fn flare(table: &mut Table<Battle>) {
    if !table.state().field.options.flares {
        return;
    }
    let die = table.roll(6);
    let comes = table.state().field.options.flare_number.get() <= u32::from(die);
    table.emit(crate::Event::Terrain(Event::Flared { die, comes }));
    if !comes {
        return;
    }
    for id in checks::order(table.state()) {
        if table.state().ship(id).is_active() && is_touched(table.state(), id) {
            dazzle(table, id);
        }
    }
}

/// FT-17.3.1: the whole table, or the zones of the scenario.
fn is_touched(battle: &Battle, id: ShipId) -> bool {
    let mut zones = battle.bodies().filter(|it| it.1.kind == Shape::FlareZone).peekable();
    let at = battle.ship(id).motion.at;
    zones.peek().is_none() || zones.any(|(_, zone)| zone.holds(at))
}

/// FT-17.3.1: a die for each fire control and sensor, with the level of screens.
fn dazzle(table: &mut Table<Battle>, ship: ShipId) {
    let battle = table.state();
    let screens = battle.screens(ship).all;
    let seen = |kind: &Kind| matches!(kind, Kind::FireControl { .. } | Kind::Sensors { .. });
    let icons: Vec<IconId> = battle.working(ship, seen).collect();
    if icons.is_empty() {
        return;
    }
    let rolls: Vec<(IconId, u8)> = icons.into_iter().map(|icon| (icon, table.roll(6))).collect();
    let damaged = rolls.iter().filter(|it| it.1 + screens < 4).map(|it| it.0).collect();
    table.emit(crate::Event::Terrain(Event::Dazzled { ship, screens, rolls, damaged }));
}
