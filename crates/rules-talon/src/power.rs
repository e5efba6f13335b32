//! Turn step 2: Available Power and what it buys (TAL-6.1.1 to TAL-6.2.3b); Turn step 5: repairs (TAL-8.7.1).

use dice::Dice;
use engine::{Findings, Table};

use crate::{
    battle::Battle,
    damage::{self, Blasts},
    events::{Event, PowerEvent, Repairable},
    fire,
    hex::Arc,
    lines,
    missiles::{self, Named},
    orders::{Gift, Spend, Use},
    scenario::TerrainKind,
    ship::{Marker, ShipId},
    tables::Weapon,
};

/// Why something cannot be done: the rule and the words.
pub(crate) type Objection = (&'static str, &'static str);

/// Where an AP comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Chart,
    Battery,
}

/// TAL-5.1.1, TAL-10.1.2: the one AP a ship has this Impulse, if any.
pub(crate) fn source(battle: &Battle, id: ShipId) -> Result<Source, Objection> {
    let ship = battle.ship(id);
    let design = battle.field.design_of(ship);
    if design.is_fighters() {
        return Err(("TAL-12.1.2f", "fighters have no AP of their own"));
    }
    if ship.criticals.power_loss && battle.field.options.power_loss_blocks_ap {
        return Err(("TAL-CRIT.11", "no AP under Power Loss"));
    }
    match (ship.spent, battle.has_chart_ap(ship), ship.battery) {
        (true, ..) => Err(("TAL-5.1.1", "its AP of this Impulse is spent")),
        (false, true, _) => Ok(Source::Chart),
        (false, false, true) => Ok(Source::Battery),
        (false, false, false) => Err(("TAL-4.1.1", "no AP in this Impulse, and no charged Battery")),
    }
}

/// Whether `side` has an AP to spend.
pub(crate) fn can_spend(battle: &Battle, side: u8) -> bool {
    battle.active(side).any(|id| source(battle, id).is_ok() && has_use(battle, id))
}

/// TAL-6.1.9: a marker can always be placed by a ship that has none.
fn has_use(battle: &Battle, id: ShipId) -> bool {
    battle.ship(id).marker.is_none() || !uses(battle, id).is_empty()
}

/// TAL-6.1.12: what would change nothing is refused.
pub(crate) fn objection(battle: &Battle, id: ShipId, on: Spend) -> Option<Objection> {
    if let Spend::Drop { arc } = on {
        return battle.ship(id).reinforced[arc.index()]
            .is_none()
            .then_some(("TAL-6.2.3b", "no reinforcement on that arc"));
    }
    match source(battle, id) {
        Ok(source) => objection_to(battle, id, source, on),
        Err(objection) => Some(objection),
    }
}

/// The same of a ship with an AP to spend.
fn objection_to(battle: &Battle, id: ShipId, source: Source, on: Spend) -> Option<Objection> {
    let ship = battle.ship(id);
    let design = battle.field.design_of(ship);
    let no = |holds: bool, rule: &'static str, reason: &'static str| (!holds).then_some((rule, reason));
    match on {
        Spend::SideSlip | Spend::PowerThrough if design.is_base() => Some(("TAL-14.1", "a Base never moves")),
        Spend::SideSlip => no(!ship.slip, "TAL-6.1.12", "it has a Side Slip marker"),
        Spend::PowerThrough => no(0 < ship.turn_left, "TAL-6.1.12", "it has no Turn Radius marker"),
        Spend::Charge { group } => {
            let bar = usize::from(group);
            let Some(of) = design.group(bar) else {
                return Some(("TAL-6.1.5", "it has no such Weapon Group"));
            };
            if ship.criticals.power_loss {
                return Some(("TAL-CRIT.11", "no charging under Power Loss"));
            }
            if ship.bars[bar].destroyed {
                return Some(("TAL-6.1.12", "that Weapon Group is destroyed"));
            }
            no(ship.bars[bar].yellow < of.yellow, "TAL-6.1.12", "no yellow box of that bar is empty")
        }
        Spend::Battery if !design.battery => Some(("TAL-6.1.6", "it has no Battery")),
        Spend::Battery if source == Source::Battery => Some(("TAL-6.1.11", "a Battery cannot charge itself")),
        // TAL-10.1.3: as often as wanted.
        Spend::Battery => no(!ship.battery, "TAL-6.1.12", "its Battery is full"),
        Spend::Reinforce { arc } => {
            if ship.criticals.shields_down {
                return Some(("TAL-6.2.2c", "its shields are down"));
            }
            if battle.kind_at(ship.at) == Some(TerrainKind::Nebula) {
                return Some(("TAL-6.2.2c", "no reinforcements in a Nebula"));
            }
            if ship.reinforced[arc.index()].is_some() {
                return Some(("TAL-6.2.2a", "that arc has a reinforcement"));
            }
            no(ship.reinforced.iter().flatten().count() < 2, "TAL-6.2.2b", "it has two reinforcements")
        }
        // TAL-4.2.5: either player may place either kind.
        Spend::Change | Spend::Defend => no(ship.marker.is_none(), "TAL-4.2.1", "it has a marker"),
        Spend::Transmit { to, gift } => transmit_objection(battle, id, to, gift),
        Spend::Retarget { missile, target, fighter } => {
            retarget_objection(battle, id, missile, target, fighter)
        }
        Spend::Drop { .. } => None,
    }
}

/// TAL-12.2.2, TAL-12.2.3a, TAL-12.2.3b.
fn transmit_objection(battle: &Battle, id: ShipId, to: ShipId, gift: Gift) -> Option<Objection> {
    let ship = battle.ship(id);
    if !battle.design_of(id).powers_fighters() {
        return Some(("TAL-6.1.10", "only Carriers and Bases transmit power"));
    }
    let Some(squadron) =
        battle.board.ships.get(to.index()).filter(|it| it.is_active() && it.side == ship.side)
    else {
        return Some(("TAL-12.2.2", "no such squadron of yours on the map"));
    };
    let design = battle.field.design_of(squadron);
    if !design.is_fighters() {
        return Some(("TAL-12.2.2", "power is transmitted to fighters only"));
    }
    if squadron.spent {
        return Some(("TAL-12.2.3a", "that squadron was given an AP in this Impulse"));
    }
    if 6 < squadron.at.distance(ship.at) {
        return Some(("TAL-12.2.3b", "that squadron is more than 6 hexes away"));
    }
    if !lines::power_passes(battle, ship.at, squadron.at) {
        return Some(("TAL-12.2.3b", "terrain blocks the transmission"));
    }
    match gift {
        Gift::Charge { fighter } => {
            let bar = usize::from(fighter);
            let empty = design.group(bar).is_some_and(|of| squadron.bars[bar].yellow < of.yellow);
            let alive = bar < 3 && !squadron.bars[bar].destroyed;
            (!alive || !empty).then_some(("TAL-6.1.12", "that fighter has no yellow box to charge"))
        }
        Gift::PowerThrough => {
            (squadron.turn_left == 0).then_some(("TAL-6.1.12", "it has no Turn Radius marker"))
        }
        Gift::SideSlip => squadron.slip.then_some(("TAL-6.1.12", "it has a Side Slip marker")),
    }
}

/// TAL-13.7a, TAL-13.7c: a working launcher with the new target in arc and range, the line open.
fn retarget_objection(
    battle: &Battle,
    id: ShipId,
    number: u16,
    target: ShipId,
    fighter: Option<u8>,
) -> Option<Objection> {
    let ship = battle.ship(id);
    let design = battle.field.design_of(ship);
    let Some(missile) = battle.missile(number).filter(|it| it.side == ship.side) else {
        return Some(("TAL-13.7a", "no such Missile of yours"));
    };
    let Some(enemy) =
        battle.board.ships.get(target.index()).filter(|it| it.is_active() && it.side != ship.side)
    else {
        return Some(("TAL-13.7a", "the new target must be an enemy ship on the map"));
    };
    if missile.target == Some(target) {
        return Some(("TAL-6.1.12", "that is already its target"));
    }
    let named = |it: u8| it < 3 && 0 < enemy.fighters[usize::from(it)];
    if fighter.is_some_and(|it| !named(it)) {
        return Some(("TAL-13.2d", "no such fighter"));
    }
    let launchers = |bar: &usize| design.groups[*bar].weapon == Weapon::Missile && !ship.bars[*bar].destroyed;
    let mut any = (0..design.groups.len().min(3)).filter(launchers).peekable();
    if any.peek().is_none() {
        return Some(("TAL-6.1.11", "it has no working Missile launcher"));
    }
    if !any.any(|bar| fire::bears(battle, id, bar, enemy.at)) {
        return Some(("TAL-13.7a", "no launcher has that target in arc and range"));
    }
    lines::is_blocked(battle, ship.at, enemy.at)
        .then_some(("TAL-13.7b", "a Planet or Black Hole is in the way"))
}

/// Everything an AP of this ship may buy now; drops of reinforcements are not among it.
pub(crate) fn uses(battle: &Battle, id: ShipId) -> Vec<Spend> {
    let mut all = Vec::with_capacity(16);
    let Ok(source) = source(battle, id) else { return all };
    let mut offer = |on: Spend| {
        if objection_to(battle, id, source, on).is_none() {
            all.push(on);
        }
    };
    let design = battle.design_of(id);
    offer(Spend::SideSlip);
    offer(Spend::PowerThrough);
    for group in 0..design.bars() as u8 {
        offer(Spend::Charge { group });
    }
    offer(Spend::Battery);
    for arc in Arc::ALL {
        offer(Spend::Reinforce { arc });
    }
    offer(Spend::Change);
    offer(Spend::Defend);
    let side = battle.ship(id).side;
    if design.powers_fighters() {
        for to in battle.active(side).filter(|&to| battle.design_of(to).is_fighters()) {
            for fighter in 0..3 {
                offer(Spend::Transmit { to, gift: Gift::Charge { fighter } });
            }
            offer(Spend::Transmit { to, gift: Gift::PowerThrough });
            offer(Spend::Transmit { to, gift: Gift::SideSlip });
        }
    }
    if design.groups.iter().any(|it| it.weapon == Weapon::Missile) {
        for missile in battle.board.missiles.iter().filter(|it| it.side == side) {
            for target in battle.active(1 - side) {
                offer(Spend::Retarget { missile: missile.number, target, fighter: None });
            }
        }
    }
    all
}

/// TAL-6.2.3b: arcs whose reinforcement may be dropped.
pub(crate) fn drops(battle: &Battle, id: ShipId) -> impl Iterator<Item = Spend> + '_ {
    Arc::ALL
        .into_iter()
        .filter(move |it| battle.ship(id).reinforced[it.index()].is_some())
        .map(|arc| Spend::Drop { arc })
}

pub(crate) fn check(battle: &Battle, side: u8, uses: &[Use], found: &mut Findings) {
    for (n, wanted) in uses.iter().enumerate() {
        if !battle.is_own(side, wanted.ship, "TAL-6.1.1", found) {
            continue;
        }
        let tag = || battle.tag(wanted.ship);
        let earlier = || uses[..n].iter().filter(|it| it.ship == wanted.ship);
        let drops = matches!(wanted.on, Spend::Drop { .. });
        if !drops && earlier().any(|it| !matches!(it.on, Spend::Drop { .. })) {
            found.add("TAL-5.1.1", format!("{}: one AP an Impulse is all a ship has", tag()));
        }
        // TAL-6.2.3b: what is dropped first may be placed anew.
        let dropped = |arc: Arc| earlier().any(|it| it.on == Spend::Drop { arc });
        let (twice, freed) = match wanted.on {
            Spend::Drop { arc } => (dropped(arc), 0),
            Spend::Reinforce { .. } => (false, Arc::ALL.into_iter().filter(|&arc| dropped(arc)).count()),
            Spend::SideSlip
            | Spend::PowerThrough
            | Spend::Charge { .. }
            | Spend::Battery
            | Spend::Change
            | Spend::Defend
            | Spend::Transmit { .. }
            | Spend::Retarget { .. } => (false, 0),
        };
        let objection = if 0 < freed {
            let mut without = battle.clone();
            Arc::ALL.into_iter().filter(|&arc| dropped(arc)).for_each(|arc| {
                apply(&mut without, &PowerEvent::Dropped { ship: wanted.ship, arc });
            });
            objection(&without, wanted.ship, wanted.on)
        } else {
            objection(battle, wanted.ship, wanted.on)
        };
        if let Some((rule, reason)) = objection {
            found.add(rule, format!("{}: {reason}", tag()));
        } else if twice {
            found.add("TAL-6.2.3b", format!("{}: the reinforcement is dropped twice", tag()));
        }
        if let Spend::Transmit { to, .. } = wanted.on {
            let given = |it: &Use| matches!(it.on, Spend::Transmit { to: before, .. } if before == to);
            if uses[..n].iter().any(given) {
                found.add("TAL-12.2.3a", format!("{}: {} is given two APs", tag(), battle.tag(to)));
            }
        }
    }
}

/// Spends one AP. False if it has become impossible.
pub(crate) fn spend(table: &mut Table<Battle>, wanted: Use) -> bool {
    let Use { ship: id, on } = wanted;
    let battle = table.state();
    if !battle.ship(id).is_active() || objection(battle, id, on).is_some() {
        return false;
    }
    if let Spend::Drop { arc } = on {
        table.emit(Event::Power(PowerEvent::Dropped { ship: id, arc }));
        return true;
    }
    let battery = source(battle, id) == Ok(Source::Battery);
    let side = battle.ship(id).side;
    table.emit(Event::Power(PowerEvent::Spent { ship: id, on, battery }));
    // TAL-13.7b: already in the same hex, it hits at once, on a random arc.
    if let Spend::Retarget { missile, target, fighter } = on
        && table.state().missile(missile).is_some_and(|it| it.at == table.state().ship(target).at)
    {
        let arc = if table.state().design_of(target).is_fighters() {
            None
        } else {
            Some(damage::random_arc(table, target))
        };
        let mut blasts = Blasts::default();
        missiles::detonate(table, missile, arc, Named::Ordered(fighter), &mut blasts);
        damage::settle(table, &mut blasts, side);
    }
    true
}

/// TAL-8.7.1, TAL-8.7.2: every repairable marker not taken in this Impulse, one die each.
pub(crate) fn repair(table: &mut Table<Battle>, side: u8) {
    for id in table.state().ship_ids() {
        let ship = table.state().ship(id);
        if ship.side != side || !ship.is_active() {
            continue;
        }
        let it = ship.criticals;
        let markers = [
            (it.shields_down && !it.shields_fresh, Repairable::ShieldsDown),
            (it.helm_down && !it.helm_fresh, Repairable::HelmDown),
            (it.power_loss && !it.power_fresh, Repairable::PowerLoss),
        ];
        for (_, marker) in markers.into_iter().filter(|(due, _)| *due) {
            let die = table.roll(6);
            table.emit(Event::Power(PowerEvent::Repaired { ship: id, marker, die }));
        }
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &PowerEvent) {
    match event {
        PowerEvent::Dropped { ship, arc } => battle.ship_mut(*ship).reinforced[arc.index()] = None,
        PowerEvent::Repaired { ship, marker, die: 6 } => {
            let criticals = &mut battle.ship_mut(*ship).criticals;
            match marker {
                Repairable::ShieldsDown => criticals.shields_down = false,
                Repairable::HelmDown => criticals.helm_down = false,
                Repairable::PowerLoss => criticals.power_loss = false,
            }
        }
        PowerEvent::Repaired { .. } => (),
        PowerEvent::Spent { ship: id, on, battery } => {
            let impulse = battle.board.impulse;
            let ship = battle.ship_mut(*id);
            ship.spent = true;
            if *battery {
                ship.battery = false;
            }
            match *on {
                Spend::SideSlip => ship.slip = true,
                Spend::PowerThrough => ship.turn_left -= 1,
                Spend::Charge { group } => ship.bars[usize::from(group)].yellow += 1,
                Spend::Battery => ship.battery = true,
                Spend::Reinforce { arc } => ship.reinforced[arc.index()] = Some(impulse),
                Spend::Change => ship.marker = Some(Marker::Change),
                Spend::Defend => ship.marker = Some(Marker::Defend),
                Spend::Transmit { to, gift } => {
                    let squadron = battle.ship_mut(to);
                    squadron.spent = true;
                    match gift {
                        Gift::Charge { fighter } => squadron.bars[usize::from(fighter)].yellow += 1,
                        Gift::PowerThrough => squadron.turn_left -= 1,
                        Gift::SideSlip => squadron.slip = true,
                    }
                }
                Spend::Retarget { missile, target, .. } => {
                    if let Some(missile) = battle.missile_mut(missile) {
                        missile.target = Some(target);
                    }
                }
                Spend::Drop { arc } => ship.reinforced[arc.index()] = None,
            }
        }
    }
}

pub(crate) fn sample(battle: &Battle, side: u8, dice: &mut Dice) -> Vec<Use> {
    let mut all = Vec::new();
    let mut fed: Vec<ShipId> = Vec::new();
    for id in battle.active(side) {
        if source(battle, id).is_err() || dice.one_in(6) {
            continue;
        }
        let mut uses = uses(battle, id);
        uses.retain(|on| !matches!(on, Spend::Transmit { to, .. } if fed.contains(to)));
        if uses.is_empty() {
            continue;
        }
        let on = *dice.pick(&uses);
        if let Spend::Transmit { to, .. } = on {
            fed.push(to);
        }
        all.push(Use { ship: id, on });
    }
    all
}
