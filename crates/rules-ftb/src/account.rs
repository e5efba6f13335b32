//! What events cost: for the log and for what is said after the battle.

use engine::Standing;

use crate::{
    event::{Event, WhyOver},
    narrate,
    notation::tag,
    objectives::{Goal, GoalKind},
    ship::ShipId,
    view::View,
};

/// FTB-26.1: a ring is drawn for all to see, whatever it did.
pub(crate) fn is_hit(event: &Event) -> bool {
    matches!(event, Event::Hit { .. } | Event::Destroyed { .. } | Event::TankerAttacked { .. })
}

/// Why it is over, and what both sides had done for it by then (FTB-34.5, FTB-34.6).
pub(crate) fn verdict(view: &View, event: &Event) -> Option<String> {
    let Event::Over { why, .. } = event else { return None };
    let done: Vec<String> = view.goals.iter().filter_map(|goal| stands(view, goal)).collect();
    Some(match (why, done.is_empty()) {
        (WhyOver::LastTurn | WhyOver::Objectives, false) => format!("{} ({})", why.words(), done.join(", ")),
        _ => why.words().to_owned(),
    })
}

fn stands(view: &View, goal: &Goal) -> Option<String> {
    let side = narrate::side_name(view, goal.side);
    if let GoalKind::Attrition = goal.kind {
        let points = view.scores.get(usize::from(goal.side))?.attrition?;
        return Some(format!("{side} {points} points"));
    }
    let how = if goal.settled == Some(true) { "achieved" } else { "not achieved" };
    Some(format!("{} of {side} {how}", goal.kind.title()))
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
