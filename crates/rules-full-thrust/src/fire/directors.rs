//! What one turret and one fire control allow of all that a ship fires together (FT-5.22.1, FT-4.3.4).

use engine::Findings;
use geometry::Length;

use crate::{
    Battle,
    craft::wings::GroupId,
    fire::Fire,
    setup::scenario::Part,
    ship::{IconId, ShipId},
    terrain::BodyId,
    weapons::twice,
    yard::design::Kind,
};

/// What a weapon is fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aimed {
    Ship(ShipId),
    Group(GroupId),
    Rock(BodyId),
}

/// FT-4.3.4, FT-12.1.3: how far a fire control sees that is not an advanced one.
pub(crate) const SEES: i32 = 54;

impl Battle {
    /// FT-5.22.1: the turret a weapon stands in.
    pub(crate) fn turret_of(&self, id: ShipId, icon: IconId) -> Option<usize> {
        let blueprint = self.field.blueprint(id);
        match blueprint.icons.get(icon.index())? {
            Part::System { index, .. } => blueprint.turret_of(*index),
            Part::Bridge | Part::PowerCore | Part::LifeSupport | Part::Flaw => None,
        }
    }

    /// FT-5.2.3: targets that advanced fire controls engage, two each.
    pub(crate) fn far_controls(&self, id: ShipId) -> usize {
        let advanced = |kind: &Kind| matches!(kind, Kind::FireControl { advanced: true });
        let free = self.working(id, advanced).count().saturating_sub(usize::from(self.ship(id).set_aside));
        usize::from(self.fire_controls(id)).min(2 * free)
    }

    /// FT-4.3.4: whether only an advanced fire control sees so far. FT-7.20.3: a cloak doubles the range.
    fn is_far(&self, id: ShipId, aimed: Aimed) -> bool {
        let from = self.ship(id).motion.at;
        let way = match aimed {
            Aimed::Ship(to) if self.ship(to).cloaked => twice(self.way(id, to)),
            Aimed::Ship(to) => self.way(id, to),
            Aimed::Group(group) => self.group(group).at - from,
            Aimed::Rock(rock) => self.body(rock).at - from,
        };
        self.field.options.firecon_range && !way.within(Length::units(SEES))
    }

    fn takes_control(&self, id: ShipId, weapon: IconId) -> bool {
        self.field.blueprint(id).kind(weapon).is_some_and(Kind::needs_fire_control)
    }
}

/// Every weapon of an order with what it is fired at, as far as there is such a thing.
fn aims(battle: &Battle, order: &Fire) -> Vec<(IconId, Aimed)> {
    let ships = order.shots.iter().filter(|it| it.target.index() < battle.ships.len());
    let groups = order.groups.iter().filter(|it| it.group.index() < battle.groups.len());
    let rocks = order.lines.iter().filter_map(|it| Some((it.weapon, it.rock?)));
    let rocks = rocks.filter(|it| battle.bodies().any(|body| body.0 == it.1));
    ships
        .map(|it| (it.weapon, Aimed::Ship(it.target)))
        .chain(groups.map(|it| (it.weapon, Aimed::Group(it.group))))
        .chain(rocks.map(|it| (it.0, Aimed::Rock(it.1))))
        .collect()
}

pub(crate) fn check(battle: &Battle, order: &Fire, found: &mut Findings) {
    let (id, tag) = (order.ship, battle.field.tag(order.ship));
    let aims = aims(battle, order);
    let mut turrets: Vec<(usize, Aimed)> = Vec::new();
    let mut far: Vec<Aimed> = Vec::new();
    for &(weapon, aimed) in &aims {
        if let Some(turret) = battle.turret_of(id, weapon) {
            match turrets.iter().find(|it| it.0 == turret) {
                Some(it) => {
                    found.require(it.1 == aimed, "FT-5.22.1", || {
                        format!("{tag}: all weapons of turret {turret} fire at one target")
                    });
                }
                None => turrets.push((turret, aimed)),
            }
        }
        if battle.takes_control(id, weapon) && battle.is_far(id, aimed) && !far.contains(&aimed) {
            far.push(aimed);
        }
    }
    let most = battle.far_controls(id);
    found.require(far.len() <= most, "FT-4.3.4", || {
        let far = far.len();
        format!("{tag} engages {far} targets beyond {SEES} MU, but its advanced fire controls engage {most}")
    });
}

/// What of an order may be fired together: each turret at the first target it names, no more far ones than
/// advanced fire controls engage.
pub(crate) fn kept(battle: &Battle, mut order: Fire) -> Fire {
    let id = order.ship;
    let mut turrets: Vec<(usize, Aimed)> = Vec::new();
    let mut far: Vec<Aimed> = Vec::new();
    let mut keep = |weapon: IconId, aimed: Aimed| {
        let turret = battle.turret_of(id, weapon);
        let turned = turret.and_then(|turret| turrets.iter().find(|it| it.0 == turret).map(|it| it.1));
        let beyond = battle.takes_control(id, weapon) && battle.is_far(id, aimed) && !far.contains(&aimed);
        if turned.is_some_and(|it| it != aimed) || (beyond && battle.far_controls(id) <= far.len()) {
            return false;
        }
        if beyond {
            far.push(aimed);
        }
        if let Some(turret) = turret.filter(|_| turned.is_none()) {
            turrets.push((turret, aimed));
        }
        true
    };
    order.shots.retain(|it| keep(it.weapon, Aimed::Ship(it.target)));
    order.groups.retain(|it| keep(it.weapon, Aimed::Group(it.group)));
    order.lines.retain(|it| it.rock.is_none_or(|rock| keep(it.weapon, Aimed::Rock(rock))));
    order
}
