//! A case told moment by moment, for the person who writes it.

use engine::{Library, Pending, Seat, Spoken, Table, Viewer};
use serde::Serialize;
use serde_json::Value;

use super::Run;

/// A case on its way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseShow {
    pub name: String,
    /// Before the first step, and after each that could be played.
    pub moments: Vec<CaseMoment>,
    /// Everything that was not as expected.
    pub differences: Vec<String>,
}

/// Where a case stands after some of its steps.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseMoment {
    /// Steps played.
    pub steps: usize,
    /// The phase that waits for orders; nothing if the battle is over.
    pub phase: Option<&'static str>,
    /// The word by which a situation begins in that phase.
    pub word: Option<&'static str>,
    pub asked: Vec<Asked>,
    /// What has happened since the moment before, as records have it and in words.
    pub events: Vec<Value>,
    pub told: Vec<String>,
    /// The situation in words.
    pub description: String,
    /// What the referee sees, where `state` of a case has its paths.
    pub view: Value,
    /// What each seat sees, where `view` and `hidden` have theirs.
    #[serde(skip)]
    pub seats: Vec<Value>,
}

/// Somebody who has to decide.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// From 1.
    pub seat: usize,
    pub name: String,
    /// What may be ordered, with an example.
    pub prompt: String,
}

impl Run {
    /// Notes the moment that `table` stands at; what happened since is its events from number `from` on.
    pub(super) fn show<G: Spoken + Library>(&mut self, table: &Table<G>, from: usize) {
        let Some(moments) = &mut self.shown else { return };
        let state = table.state();
        let view = state.view(Viewer::Referee);
        let decision = match state.pending() {
            Pending::Orders(decision) => Some(decision),
            Pending::Over(_) => None,
        };
        let phase = decision.map(|it| it.phase);
        let seats = decision.map_or(engine::Seats::default(), |it| it.seats);
        let asked = seats.iter().map(|seat| Asked {
            seat: seat.index() + 1,
            name: G::seat_name(&view, seat),
            prompt: G::prompt(&state.view(Viewer::Seat(seat)), seat),
        });
        let events = &table.log()[from..];
        moments.push(CaseMoment {
            steps: moments.len(),
            phase,
            word: G::phases().iter().find(|it| Some(it.name) == phase).and_then(|it| it.word),
            asked: asked.collect(),
            events: events.iter().map(plain::to_value).collect(),
            told: events.iter().map(|event| G::narrate(&view, event)).collect(),
            description: G::describe(&view),
            view: plain::to_value(&view),
            seats: (0..state.seats()).map(|n| plain::to_value(&state.view(Viewer::Seat(Seat(n))))).collect(),
        });
    }
}
