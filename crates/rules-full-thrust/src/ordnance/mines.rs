//! Mines: laid, swept and met in phase 5 (FT-6.9.1, FT-6.10.1, FT-12.5.1).

pub(crate) mod tactics;

use dice::Dice;
use engine::{Findings, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::Act,
    damage::{self, Tally},
    fire::{
        self,
        gunnery::{Attack, Hit, Profile, Response},
        reflex,
    },
    movement::{
        paths::{self, Contact, Track},
        plot::Plot,
    },
    orders::{ShipOrder, Written},
    ship::{IconId, ShipId, Status},
    yard::design::Kind,
};

/// FT-6.9.1: how near a ship may come.
pub(crate) const REACH: Length = Length::units(3);
/// FT-6.9.1: beam dice of a mine.
const DICE: u8 = 4;

/// A mine on the table. It never moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Mine {
    pub number: u16,
    pub ship: ShipId,
    pub side: u8,
    pub at: Point,
    /// FT-6.10.1: the turn it was laid in; it is active from the next one on.
    pub turn: u16,
}

/// FT-6.10.1: one mine from one minelayer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Lay {
    pub layer: IconId,
    /// MU along the path; at the end of the move if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "MinesEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-6.10.1.
    Laid { layer: IconId, mine: Mine },
    /// FT-12.5.1: seen when the ship moves.
    Sweeping { ship: ShipId },
    /// FT-12.5.1: 1 it goes off, 2 nothing, 3 and more it is gone.
    Swept { mine: u16, ship: ShipId, die: u8 },
    /// FT-6.9.1: between ships that come near at the very same moment.
    Drawn { mine: u16, ships: Vec<ShipId>, die: u8 },
    /// FT-6.9.1: beam dice, re-rolls, and what they do; the mine is gone.
    WentOff {
        mine: u16,
        ship: ShipId,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        tally: Tally,
        /// FT-7.25.2: the die of a reflex field; what it would throw back meets nobody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reflex: Option<u8>,
    },
}

impl Battle {
    /// FT-6.10.2: mines still in a minelayer that works.
    pub fn mines_left(&self, id: ShipId, layer: IconId) -> u32 {
        let ship = self.ship(id);
        let laid = ship.laid.iter().filter(|it| **it == layer).count() as u32;
        match self.field.blueprint(id).kind(layer) {
            Some(Kind::MineLayer { mines }) if ship.works(layer) => mines.saturating_sub(laid),
            _ => 0,
        }
    }

    /// Minelayers that could lay a mine this turn.
    pub(crate) fn layers(&self, id: ShipId) -> Vec<IconId> {
        // FT-12.1.4: a bogey shows itself with the same order.
        let show = self.ship(id).bogey;
        let order = ShipOrder { show, ..ShipOrder::new(id, Plot::Hold) };
        let able = self.field.options.mines && self.barred_with(&order, Act::LayMines).is_none();
        let layers = self.field.blueprint(id).icons_of(|kind| matches!(kind, Kind::MineLayer { .. }));
        layers.filter(|&icon| able && 0 < self.mines_left(id, icon)).collect()
    }

    /// FT-12.5.1: whether a ship has the gear to sweep with.
    pub(crate) fn can_sweep(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        self.field.options.minesweeping
            && ship.is_active()
            && !ship.cloaked
            && self.working(id, |kind| *kind == Kind::MineSweeper).next().is_some()
    }

    /// FT-12.5.1: it sweeps this turn, or is to as soon as it moves, and uses no weapon of attack.
    pub(crate) fn is_sweeping(&self, id: ShipId) -> bool {
        self.ship(id).sweeping || self.written[id.index()].sweep
    }
}

/// FT-6.10.1, FT-12.5.1: what an order has to say of mines.
pub(crate) fn check(battle: &Battle, order: &ShipOrder, found: &mut Findings) {
    let tag = || battle.field.tag(order.ship);
    let able = if order.mines.is_empty() { Vec::new() } else { battle.layers(order.ship) };
    for (i, lay) in order.mines.iter().enumerate() {
        let once = !order.mines[..i].iter().any(|it| it.layer == lay.layer);
        found.require(once, "FT-6.10.1", || format!("{}: a minelayer lays one mine in a turn", tag()));
        found.require(able.contains(&lay.layer), "FT-6.10.1", || {
            format!("{}: system {} has no mine to lay now", tag(), lay.layer.0)
        });
    }
    if let Some((rule, why)) = battle.barred_with(order, Act::LayMines).filter(|_| !order.mines.is_empty()) {
        found.add(rule, format!("{} {why}", tag()));
    }
    found.require(!order.sweep || battle.can_sweep(order.ship), "FT-12.5.1", || {
        format!("{} has nothing to sweep mines with", tag())
    });
}

/// Random orders.
pub(crate) fn sample(battle: &Battle, order: &mut ShipOrder, dice: &mut Dice) {
    if !battle.field.blueprint(order.ship).has_mines {
        return;
    }
    for layer in battle.layers(order.ship) {
        if dice.one_in(2) {
            let after = if dice.one_in(2) { Some(dice.index(12) as u16) } else { None };
            order.mines.push(Lay { layer, after });
        }
    }
    order.sweep = battle.can_sweep(order.ship) && dice.one_in(2);
}

/// FT-6.10.1, FT-12.5.1: a ship that has moved lays what it was ordered to, or is seen to sweep.
pub(crate) fn lay(table: &mut Table<Battle>, id: ShipId, written: &Written, path: &[Point]) {
    let battle = table.state();
    let ship = battle.ship(id);
    if ship.is_adrift(battle.turn) || !matches!(ship.status, Status::Active | Status::Left { .. }) {
        return;
    }
    let (side, turn) = (ship.side, battle.turn);
    if written.sweep {
        table.emit(crate::Event::Mines(Event::Sweeping { ship: id }));
    }
    for it in &written.mines {
        let battle = table.state();
        if battle.mines_left(id, it.layer) == 0 {
            continue;
        }
        let number = battle.mines.last().map_or(1, |mine| mine.number + 1);
        let far = it.after.map_or(Length::LONGEST, |units| Length::units(i32::from(units)));
        let Some(at) = paths::along(path, far) else { continue };
        let mine = Mine { number, ship: id, side, at, turn };
        table.emit(crate::Event::Mines(Event::Laid { layer: it.layer, mine }));
    }
}

/// FT-6.9.1, FT-12.5.1: every mine and everybody who came near it, in the order of the phase. True if something
/// went off.
pub(crate) fn meet(table: &mut Table<Battle>, tracks: &[Track]) -> bool {
    let battle = table.state();
    let mut all: Vec<((u8, Contact), u16, ShipId)> = Vec::new();
    for mine in battle.mines.iter().filter(|mine| mine.turn < battle.turn) {
        for track in tracks {
            let ship = battle.ship(track.ship);
            // Whoever sweeps does not ask whose mine it is.
            if ship.is_active()
                && (ship.sweeping || ship.side != mine.side)
                && let Some(contact) = paths::meets(&track.path, mine.at, REACH)
            {
                all.push(((track.rank, contact), mine.number, track.ship));
            }
        }
    }
    all.sort();
    let mut hurt = false;
    for (i, &(moment, mine, ship)) in all.iter().enumerate() {
        let battle = table.state();
        let there = |id: ShipId| battle.ship(id).is_active() && 0 < battle.hull_left(id);
        if !battle.mines.iter().any(|it| it.number == mine) || !there(ship) {
            continue;
        }
        if battle.ship(ship).sweeping {
            let die = table.roll(6);
            table.emit(crate::Event::Mines(Event::Swept { mine, ship, die }));
            if die == 1 {
                go_off(table, mine, ship);
                hurt = true;
            }
            continue;
        }
        let equal = |it: &&((u8, Contact), u16, ShipId)| (it.0, it.1) == (moment, mine) && there(it.2);
        let equals: Vec<ShipId> =
            all[i..].iter().filter(equal).map(|it| it.2).filter(|&id| !battle.ship(id).sweeping).collect();
        let target = if equals.len() < 2 {
            ship
        } else {
            let die = table.roll(equals.len() as u8);
            let target = equals[usize::from(die) - 1];
            table.emit(crate::Event::Mines(Event::Drawn { mine, ships: equals, die }));
            target
        };
        go_off(table, mine, target);
        hurt = true;
    }
    hurt
}

/// FT-6.9.1: four beam dice as at close range, with re-rolls; screens of kind B.
fn go_off(table: &mut Table<Battle>, mine: u16, ship: ShipId) {
    let battle = table.state();
    let veiled = battle.ship(ship).cloaked;
    let attack = Attack {
        profile: Profile::Beams { dice: DICE, again: true, screens: Response::Any, hit: Hit::Point },
        screens: battle.screens(ship),
        holofield: false,
        bonus: if veiled { -2 } else { 0 },
        sixes: false,
        veiled,
    };
    let fire::Volley { dice, again, tally, .. } = fire::roll_family(table, &[(IconId(0), attack, None)]);
    let meets = table.state().has_reflex(ship) && 0 < tally.points();
    let reflex = meets.then(|| table.roll(6));
    let total = reflex.map_or_else(|| tally.clone(), |die| reflex::let_through(die, tally.clone()));
    table.emit(crate::Event::Mines(Event::WentOff { mine, ship, dice, again, tally, reflex }));
    damage::strike(table, ship, None, &total);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let gone = |battle: &mut Battle, number: u16| battle.mines.retain(|it| it.number != number);
    match event {
        Event::Laid { layer, mine } => {
            battle.ship_mut(mine.ship).laid.push(*layer);
            battle.mines.push(mine.clone());
        }
        Event::Sweeping { ship } => battle.ship_mut(*ship).sweeping = true,
        Event::Swept { mine, die, .. } if 3 <= *die => gone(battle, *mine),
        Event::WentOff { mine, .. } => gone(battle, *mine),
        Event::Swept { .. } | Event::Drawn { .. } => (),
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Laid { .. } => vec!["FT-6.10.1"],
        Event::Sweeping { .. } | Event::Swept { .. } => vec!["FT-12.5.1"],
        Event::WentOff { reflex: Some(_), .. } => vec!["FT-6.9.1", "FT-7.25.2"],
        Event::Drawn { .. } | Event::WentOff { .. } => vec!["FT-6.9.1"],
    }
}
