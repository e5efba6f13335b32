//! What events cost: for the log and for what is said after the battle.

use engine::Standing;

use crate::{
    event::{Event, WhyOver},
    notation::tag,
    ship::ShipId,
    view::View,
};

/// FTB-26.1: a ring is drawn for all to see, whatever it did.
pub(crate) fn is_hit(event: &Event) -> bool {
    matches!(event, Event::Hit { .. } | Event::Destroyed { .. } | Event::TankerAttacked { .. })
}

pub(crate) fn verdict(event: &Event) -> Option<String> {
    let Event::Over { why, .. } = event else { return None };
    Some(why.words().to_owned())
}

impl WhyOver {
    pub(crate) fn words(self) -> &'static str {
        match self {
            WhyOver::LastTurn => "the last day is over",
            WhyOver::Objectives => "all objectives are settled",
            WhyOver::Elimination => "a side has no ships left",
            WhyOver::Conceded => "conceded",
        }
    }
}

/// FTB-26.1: rings count down. Heat, fuel and shields may be secret.
pub(crate) fn roll_call(view: &View) -> Vec<Standing> {
    let ships = view.ships.iter().map(|it| Standing {
        side: it.hull.side,
        left: u32::from(u8::MAX - it.hull.hits),
        fate: it.hull.place.fate(),
    });
    ships.collect()
}

pub(crate) fn unit_name(view: &View, n: usize) -> String {
    tag(view, ShipId(n as u8))
}
