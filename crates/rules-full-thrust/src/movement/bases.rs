//! Tiny ships on a shared base (FT-3.7.5).

use engine::Table;
use serde::{Deserialize, Serialize};

use crate::{Battle, ship::ShipId};

/// The heaviest ship that is tiny.
pub(crate) const TINY: u32 = 20;
/// The most ships on one base.
pub(crate) const MOST: usize = 3;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "BasesEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-3.7.5: it could not do what its base did.
    FellBehind { ship: ShipId },
}

impl Battle {
    /// Ships that share a base with `id`, itself included, in the order of the fleet list.
    pub(crate) fn base_mates(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        let base = self.field.berth(id).base.filter(|_| self.field.options.shared_base);
        let side = self.field.side_of(id);
        self.field.ship_ids().filter(move |&other| {
            other == id
                || (base.is_some()
                    && self.field.side_of(other) == side
                    && self.field.berth(other).base == base)
        })
    }

    /// The ship whose orders a base flies: the first of those still there.
    pub(crate) fn base_lead(&self, id: ShipId) -> ShipId {
        if !self.field.options.shared_base || self.field.berth(id).base.is_none() {
            return id;
        }
        self.base_mates(id).find(|&it| self.ship(it).is_active()).unwrap_or(id)
    }
}

/// FT-3.7.5: never split; a ship that has not come to where its base is, is destroyed.
pub(crate) fn keep_up(table: &mut Table<Battle>) {
    if !table.state().field.options.shared_base {
        return;
    }
    for id in table.state().field.ship_ids() {
        let battle = table.state();
        let lead = battle.base_lead(id);
        let (ship, base) = (battle.ship(id), battle.ship(lead));
        if id != lead && ship.is_active() && base.is_active() && ship.motion != base.motion {
            table.emit(crate::Event::Bases(Event::FellBehind { ship: id }));
        }
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let Event::FellBehind { ship } = event;
    battle.ship_mut(*ship).status = crate::Status::Destroyed;
}
