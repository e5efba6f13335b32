//! Special orders beside movement (FT-3.5.3), and settings made before the battle (FT-5.21.1, FT-5.19.1).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    movement::plot::Plot,
    options::LayerOrder,
    orders::{Mode, ShipOrder},
    ordnance::mines,
    phases::{self, Phase},
    sensors::{self, cloaks::Cloak},
    ship::{IconId, ShipId, Status},
    weapons::{Gun, Readiness},
    yard::design::{Arcs, Kind},
};

/// FT-5.21.1, FT-5.19.1: how one weapon is set before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Setting {
    pub ship: ShipId,
    pub icon: IconId,
    pub mode: Mode,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "SpecialsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-5.21.1: pulsers are open; FT-5.19.1: only its owner knows how a fusion array is set.
    Set { seat: Seat, pulsers: Vec<Setting>, arrays: Option<Vec<Setting>> },
}

impl Battle {
    /// FT-7.5.1, FT-7.17.1, FT-7.18.1, FT-7.19.1: what can be switched on and off.
    pub(crate) fn can_switch(&self, id: ShipId, icon: IconId) -> bool {
        let kind = self.field.blueprint(id).kind(icon);
        matches!(kind, Some(Kind::StealthField | Kind::Holofield | Kind::Ecm { .. }))
    }

    /// FT-DMG.8: whether the owner chooses which boxes of a mixed layer go first.
    pub(crate) fn may_spare(&self, id: ShipId) -> bool {
        let mixed = self.field.blueprint(id).design.armour.iter();
        self.field.options.layer_order == LayerOrder::OwnerChoice
            && mixed.into_iter().any(|layer| 0 < layer.standard && 0 < layer.regenerative)
    }

    /// FT-7.20.1, FT-7.21.1, FT-3.7.5: the kind of cloak an order would switch on now.
    pub(crate) fn may_cloak(&self, id: ShipId) -> Option<Cloak> {
        let ship = self.ship(id);
        let alone = || self.base_mates(id).count() == 1;
        self.cloak(id).filter(|_| ship.is_active() && !ship.cloaked && alone())
    }

    /// The ways in which a weapon may be ordered to work this turn.
    pub(crate) fn modes(&self, id: ShipId, icon: IconId) -> &'static [Mode] {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        let ready = Readiness {
            works: ship.works(icon),
            active: ship.is_active(),
            overload: blueprint.design.overload,
            tired: self.secrets[id.index()].tired.contains(icon),
            shaped: self.field.options.pbl_shaped,
            spent: ship.bolts.contains(&(icon, self.turn.saturating_sub(1))),
            charge: ship.charge(icon),
        };
        blueprint.kind(icon).and_then(Kind::weapon).map_or(&[], |it| it.modes(&ready))
    }

    /// FT-5.21.1, FT-5.19.1: the ways in which a weapon may be set before the battle.
    fn settings(&self, id: ShipId, icon: IconId) -> &'static [Mode] {
        self.field.blueprint(id).kind(icon).and_then(Kind::weapon).map_or(&[], |it| it.settings())
    }

    /// Every weapon of a seat that is set before the battle.
    pub(crate) fn to_set(&self, seat: Seat) -> Vec<(ShipId, IconId, &'static [Mode])> {
        let ships = self.field.ship_ids().filter(|&id| self.ship(id).owner == seat);
        ships
            .flat_map(|id| self.field.blueprint(id).icon_ids().map(move |icon| (id, icon)))
            .map(|(id, icon)| (id, icon, self.settings(id, icon)))
            .filter(|it| !it.2.is_empty())
            .collect()
    }
}

fn mode_rule(mode: Mode) -> &'static str {
    match mode {
        Mode::Overload => "FT-5.14.2",
        Mode::Short | Mode::Long => "FT-5.14.3",
        Mode::Flare | Mode::Torpedo => "FT-5.19.1",
        Mode::Medium => "FT-5.21.1",
        Mode::Arm => "FT-7.23.1",
        Mode::Charge | Mode::Discharge => "FT-7.24.1",
        Mode::Shaped => "FT-6.8.5",
    }
}

/// Everything in a ship's order but its movement.
pub(crate) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    let id = order.ship;
    let tag = || battle.field.tag(id);
    let hidden = battle.ship(id).status == Status::Cloaked;
    found.require(!order.active || battle.stealth_levels(id) == 2, "FT-7.4.4", || {
        format!("{} has no second level of stealth to give up", tag())
    });
    let has = |of: &Kind| battle.working(id, |kind| kind == of).next().is_some();
    found.require(!order.detonate || has(&Kind::Suicide), "FT-7.9.1", || format!("{} has no charge", tag()));
    found.require(!order.reflex || has(&Kind::Reflex), "FT-7.25.1", || {
        format!("{} has no reflex field", tag())
    });
    // FT-7.21.2: dice or a blast would give it away.
    found.require(!hidden || !(order.emergency || order.detonate), "FT-7.21.2", || {
        format!("{} is behind its cloaking field", tag())
    });
    for (i, (icon, mode)) in order.modes.iter().enumerate() {
        let once = !order.modes[..i].iter().any(|it| it.0 == *icon);
        let fits = battle.modes(id, *icon).contains(mode);
        let pulser = matches!(battle.field.blueprint(id).kind(*icon), Some(Kind::Gun(Gun::Pulser(_))));
        found.require(fits && once, if pulser { "FT-5.21.1" } else { mode_rule(*mode) }, || {
            format!("{}: system {} cannot be set so", tag(), icon.0)
        });
    }
    mines::check(battle, order, found);
    let arms = order.modes.iter().any(|it| it.1 == Mode::Arm);
    let fires = order.modes.iter().find(|it| matches!(it.1, Mode::Arm | Mode::Discharge));
    if let Some((_, mode)) = fires.filter(|_| !order.mines.is_empty()) {
        // FT-7.23.1, FT-7.24.2: mines are weapons like any other.
        let rule = if *mode == Mode::Arm { "FT-7.23.1" } else { "FT-7.24.2" };
        found.add(rule, format!("{} lays no mines in the turn of its great gun", tag()));
    }
    let drives = order.plot != Plot::Hold || order.roll || order.emergency;
    found.require(!arms || !drives, "FT-7.23.1", || {
        format!("{} arms its nova cannon and may not use its drive", tag())
    });
    found.require(!order.scan || battle.may_scan(id), "FT-12.1.3", || {
        format!("{} cannot make an active scan", tag())
    });
    found.require(!order.show || battle.may_show(id), "FT-12.1.4", || {
        format!("{} is not a bogey that could show itself", tag())
    });
    if let Some(turns) = order.cloak {
        check_cloak(battle, order, turns, found);
    }
    for (i, (icon, _)) in order.switch.iter().enumerate() {
        let once = !order.switch[..i].iter().any(|it| it.0 == *icon);
        found.require(once && battle.can_switch(id, *icon), "FT-7.5.1", || {
            format!("{}: system {} cannot be switched", tag(), icon.0)
        });
    }
    found.require(order.heal_first.is_none() || battle.may_spare(id), "FT-DMG.8", || {
        format!("{} has no choice which boxes are lost first", tag())
    });
    let turrets: Vec<Arcs> = battle.field.blueprint(id).turret_arcs().collect();
    for (turret, arc) in &order.turrets {
        match turrets.get(usize::from(*turret)) {
            None => found.add("FT-5.22.1", format!("{} has no turret number {turret}", tag())),
            Some(arcs) => {
                found.require(arcs.contains(*arc), "FT-5.22.1", || {
                    format!("{}: a turret does not turn to {}", tag(), arc.name())
                });
            }
        }
    }
}

fn check_cloak(battle: &Battle, order: &ShipOrder, turns: u8, found: &mut Findings) {
    let ship = battle.ship(order.ship);
    let tag = battle.field.tag(order.ship);
    let rule = if battle.cloak(order.ship) == Some(Cloak::Field) { "FT-7.21.1" } else { "FT-7.20.1" };
    found.require(battle.cloak(order.ship).is_some(), rule, || format!("{tag} has no working cloak"));
    found.require(0 < turns, rule, || format!("{tag} cloaks for one turn at least"));
    let alone = battle.base_mates(order.ship).count() == 1;
    found.require(alone, "FT-3.7.5", || format!("{tag} shares a base"));
    found.require(!ship.cloaked && ship.is_active(), rule, || format!("{tag} is already cloaked"));
}

/// Random special orders.
pub(crate) fn sample(battle: &Battle, order: &mut ShipOrder, dice: &mut Dice) {
    let id = order.ship;
    let ship = battle.ship(id);
    let visible = ship.is_active();
    let has = |of: &Kind| battle.working(id, |kind| kind == of).next().is_some();
    order.detonate = visible && has(&Kind::Suicide) && dice.one_in(20);
    order.reflex = has(&Kind::Reflex) && dice.one_in(3);
    let blueprint = battle.field.blueprint(id);
    for icon in blueprint.icon_ids() {
        let modes = battle.modes(id, icon);
        if !modes.is_empty() && dice.one_in(3) {
            order.modes.push((icon, *dice.pick(modes)));
        }
        if battle.can_switch(id, icon) && dice.one_in(6) {
            order.switch.push((icon, dice.one_in(2)));
        }
    }
    if battle.may_cloak(id).is_some() && dice.one_in(4) {
        order.cloak = Some(dice.index(3) as u8 + 1);
    }
    order.scan = battle.may_scan(id) && dice.one_in(5);
    order.show = battle.may_show(id) && dice.one_in(10);
    if battle.may_spare(id) && dice.one_in(4) {
        order.heal_first = Some(dice.one_in(2));
    }
    mines::sample(battle, order, dice);
    if order.modes.iter().any(|it| matches!(it.1, Mode::Arm | Mode::Discharge)) {
        order.mines.clear();
    }
}

/// After deployment: weapons are set by all seats that have some; then the first turn begins.
pub(crate) fn open(table: &mut Table<Battle>) {
    sensors::contacts(table);
    let battle = table.state();
    // FT-12.1.1: who has such weapons would tell on his bogeys, so that all are asked.
    let asked = |seat: Seat| !battle.to_set(seat).is_empty() || battle.has_bogeys();
    let seats: Seats = (0..battle.field.seats()).map(Seat).filter(|&seat| asked(seat)).collect();
    if seats.is_empty() {
        phases::begin_turn(table);
    } else {
        phases::enter(table, Phase::Settings { seats });
    }
}

pub(crate) fn check_settings(battle: &Battle, seat: Seat, settings: &[Setting], found: &mut Findings) {
    let can = battle.to_set(seat);
    for (i, it) in settings.iter().enumerate() {
        let fits = can
            .iter()
            .any(|(id, icon, modes)| (*id, *icon) == (it.ship, it.icon) && modes.contains(&it.mode));
        let once = !settings[..i].iter().any(|other| (other.ship, other.icon) == (it.ship, it.icon));
        let rule = if matches!(it.mode, Mode::Flare | Mode::Torpedo) { "FT-5.19.1" } else { "FT-5.21.1" };
        found.require(fits && once, rule, || {
            format!("system {} of ship number {} cannot be set so", it.icon.0, it.ship.0)
        });
    }
}

pub(crate) fn resolve_settings(table: &mut Table<Battle>, seat: Seat, settings: &[Setting]) {
    let array = |it: &Setting| matches!(it.mode, Mode::Flare | Mode::Torpedo);
    let (arrays, pulsers): (Vec<Setting>, Vec<Setting>) = settings.iter().copied().partition(array);
    table.emit(crate::Event::Specials(Event::Set { seat, pulsers, arrays: Some(arrays) }));
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let Event::Set { pulsers, arrays, .. } = event;
    for it in pulsers {
        battle.ship_mut(it.ship).settings.push((it.icon, it.mode));
    }
    for it in arrays.iter().flatten() {
        battle.secrets[it.ship.index()].modes.push((it.icon, it.mode));
    }
}

pub(crate) fn sample_settings(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Setting> {
    let mut settings = Vec::new();
    for (ship, icon, modes) in battle.to_set(seat) {
        if dice.one_in(2) {
            settings.push(Setting { ship, icon, mode: *dice.pick(modes) });
        }
    }
    settings
}
