//! A match file of whatever game: opened, stepped through, verified.

use dice::fair::Contribution;
use engine::{
    Assist, Discrepancy, Game, Library, Match, Opening, Outcome, Pending, Record, Seat, SeatInfo, Spoken,
    Tactics, Verdict, Viewer,
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    AnyMatch, Fault, Line, Source,
    any_match::{Live, lines, seated, to_value},
    guard::{Stopped, guarded},
};

/// What a record says about itself before its game is known.
#[derive(Debug, Deserialize)]
pub(crate) struct Peek {
    pub(crate) format: String,
    pub(crate) game: String,
}

/// One match file, its game forgotten.
pub trait AnyRecord {
    fn game(&self) -> &'static str;
    fn rules_version(&self) -> u32;
    fn seats(&self) -> &[SeatInfo];
    fn commitment(&self) -> String;
    /// What every seat added to the dice.
    fn contributions(&self) -> Vec<String>;
    fn secret(&self) -> Option<String>;
    fn events(&self) -> usize;
    /// For every decision its phase, and how many events had happened before it.
    fn decisions(&self) -> Vec<(String, usize)>;
    fn outcome(&self) -> Option<Outcome>;
    /// Every event that `viewer` saw, in words.
    ///
    /// # Errors
    ///
    /// If the events cannot have happened.
    fn log(&self, viewer: Viewer) -> Result<Vec<Line>, Fault>;
    /// The situation after the first `n` events, in words.
    ///
    /// # Errors
    ///
    /// If the events cannot have happened.
    fn describe_after(&self, n: usize, viewer: Viewer) -> Result<String, Fault>;
    /// The same as JSON.
    ///
    /// # Errors
    ///
    /// If the events cannot have happened.
    fn view_after(&self, n: usize, viewer: Viewer) -> Result<Value, Fault>;
    /// Recomputes every die and every event.
    ///
    /// # Errors
    ///
    /// The first thing that is not so.
    fn verify(&self) -> Result<Verdict, Fault>;
    /// Begins the battle of a record in which nothing has happened yet, with
    /// what every seat has added to its dice.
    ///
    /// # Errors
    ///
    /// If something has happened in it, the secret is not in it, or there are
    /// more or fewer contributions than seats.
    fn begin(&self, contributions: Vec<Contribution>) -> Result<Box<dyn AnyMatch>, Fault>;
    /// Takes the battle up where the record ends.
    ///
    /// # Errors
    ///
    /// As [`AnyRecord::verify`], and if the secret is not in the record.
    fn resume(&self) -> Result<Box<dyn AnyMatch>, Fault>;
    /// Takes the battle up again as it was at the last decision open within
    /// the first `events` events, with other players in its seats.
    ///
    /// # Errors
    ///
    /// As [`AnyRecord::resume`], and if there are more or fewer players than seats.
    fn branch(&self, events: usize, players: &[String]) -> Result<Box<dyn AnyMatch>, Fault>;
    /// The battle to be looked at, as its events tell it: needs neither the
    /// dice nor the rules of the time.
    ///
    /// # Errors
    ///
    /// If the events cannot have happened or cannot be told, or do not end as
    /// the record says.
    fn fold(&self) -> Result<Box<dyn AnyMatch>, Fault>;
}

pub(crate) struct Opened<G: Game> {
    name: String,
    record: Record<G>,
    seats: Vec<SeatInfo>,
}

impl<G: Game + Spoken + Tactics + Assist + Library> Opened<G> {
    pub(crate) fn open(source: &Source<'_>) -> Result<Self, Fault> {
        let record: Record<G> = source.parse()?;
        let name = source.name.to_owned();
        let seats = match guarded(|| record.start().map(|start| seated(&start, &record.seats))) {
            Ok(Ok(seats)) => seats,
            Ok(Err(err)) => return Err(Fault::Failed(format!("{name}: {err}"))),
            Err(words) => {
                return Err(Fault::Failed(format!("{name}: the scenario breaks the rules: {words}")));
            }
        };
        if ![0, seats.len()].contains(&record.seats.len()) {
            let (named, seats) = (record.seats.len(), seats.len());
            return Err(Fault::Failed(format!("{name}: {named} players in `seats`, expected {seats}")));
        }
        if let Some(n) = record.decisions.iter().position(|it| record.events.len() < it.after) {
            let (after, events) = (record.decisions[n].after, record.events.len());
            return Err(Fault::Failed(format!(
                "{name}: decision {n} is said to come after event {after}, but there are {events} events"
            )));
        }
        Ok(Opened { name, record, seats })
    }

    /// Runs `work`, which plays the record's events without judging them.
    fn playing<T>(&self, work: impl FnOnce(G) -> T) -> Result<T, Fault> {
        let name = &self.name;
        let start = self.record.start().map_err(|err| Fault::Failed(format!("{name}: {err}")))?;
        guarded(|| work(start)).map_err(|words| {
            Fault::Failed(format!("{name}: its events cannot have happened ({words}); --verify says which"))
        })
    }

    fn after(&self, n: usize, start: G) -> G {
        let mut state = start;
        self.record.events.iter().take(n).for_each(|event| state.apply(event));
        state
    }
}

impl<G: Game + Spoken + Tactics + Assist + Library> AnyRecord for Opened<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn rules_version(&self) -> u32 {
        self.record.rules_version
    }

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn commitment(&self) -> String {
        self.record.commitment.to_string()
    }

    fn contributions(&self) -> Vec<String> {
        self.record.contributions.iter().map(|it| it.0.clone()).collect()
    }

    fn secret(&self) -> Option<String> {
        self.record.secret.clone().map(String::from)
    }

    fn events(&self) -> usize {
        self.record.events.len()
    }

    fn decisions(&self) -> Vec<(String, usize)> {
        self.record.decisions.iter().map(|it| (it.phase.clone(), it.after)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome
    }

    fn log(&self, viewer: Viewer) -> Result<Vec<Line>, Fault> {
        self.playing(|start| lines(start, &self.record.events, viewer, 0))
    }

    fn describe_after(&self, n: usize, viewer: Viewer) -> Result<String, Fault> {
        self.playing(|start| G::describe(&self.after(n, start).view(viewer)))
    }

    fn view_after(&self, n: usize, viewer: Viewer) -> Result<Value, Fault> {
        self.playing(|start| to_value(&self.after(n, start).view(viewer)))
    }

    fn verify(&self) -> Result<Verdict, Fault> {
        if self.record.secret.is_some() {
            let battle = self.recompute()?;
            let (events, dice) = (battle.log().len(), battle.dice().rolled());
            return Ok(Verdict::Proven { events, dice, outcome: battle.outcome() });
        }
        let verdict = self.judged(guarded(|| self.record.verify()))?;
        self.ended_as_it_says()?;
        Ok(verdict)
    }

    fn begin(&self, contributions: Vec<Contribution>) -> Result<Box<dyn AnyMatch>, Fault> {
        let (name, record) = (&self.name, &self.record);
        if !record.decisions.is_empty() || !record.events.is_empty() {
            return Err(Fault::Failed(format!("{name}: the battle has begun")));
        }
        let Some(secret) = record.secret.clone() else {
            return Err(Fault::Failed(format!("{name}: without its secret")));
        };
        if secret.commitment() != record.commitment {
            return Err(Fault::Failed(format!("{name}: {}", Discrepancy::Commitment)));
        }
        let opening: Opening<G> = Opening {
            options: record.options.clone(),
            scenario: record.scenario.clone(),
            seats: record.seats.clone(),
            secret,
            contributions,
        };
        match guarded(|| Match::begin(opening)) {
            Ok(begun) => Ok(Box::new(Live::new(begun.map_err(Fault::failed)?))),
            Err(words) => Err(Fault::Failed(format!("{name}: the scenario breaks the rules: {words}"))),
        }
    }

    fn resume(&self) -> Result<Box<dyn AnyMatch>, Fault> {
        Ok(Box::new(Live::new(self.recompute()?)))
    }

    fn branch(&self, events: usize, players: &[String]) -> Result<Box<dyn AnyMatch>, Fault> {
        if players.len() != self.seats.len() {
            let (players, seats) = (players.len(), self.seats.len());
            return Err(Fault::misuse(format!("{players} players, but the battle has {seats} seats")));
        }
        let mut record = self.record.clone();
        // The decision opened last within these events: all before it stay resolved.
        let open = record.decisions.iter().rposition(|it| it.after <= events).unwrap_or(0);
        let reached = record.decisions.get(open).map_or(record.events.len(), |it| it.after);
        record.decisions.truncate(open);
        record.events.truncate(reached);
        record.outcome = None;
        let seats = self.seats.iter().zip(players);
        record.seats = seats
            .map(|(info, player)| SeatInfo { name: info.name.clone(), player: player.clone() })
            .collect();
        Opened { name: self.name.clone(), seats: record.seats.clone(), record }.resume()
    }

    fn fold(&self) -> Result<Box<dyn AnyMatch>, Fault> {
        self.ended_as_it_says()?;
        if self.record.secret.as_ref().is_some_and(|it| it.commitment() != self.record.commitment) {
            return Err(Fault::Failed(format!("{}: {}", self.name, Discrepancy::Commitment)));
        }
        // Nobody has judged these events: whatever they make of the battle
        // must at least be seen and told by everybody.
        let seats = (0..self.seats.len()).map(|n| Viewer::Seat(Seat(n as u8)));
        for viewer in seats.chain([Viewer::Spectator, Viewer::Referee]) {
            self.log(viewer)?;
            self.describe_after(self.record.events.len(), viewer)?;
        }
        let battle = self.judged(guarded(|| self.record.fold()))?;
        Ok(Box::new(Live::under(battle, self.record.rules_version)))
    }
}

impl<G: Game + Spoken + Tactics + Assist + Library> Opened<G> {
    fn judged<T>(&self, result: Result<Result<T, Discrepancy>, Stopped>) -> Result<T, Fault> {
        let name = &self.name;
        match result {
            Ok(Ok(good)) => Ok(good),
            Ok(Err(err)) => Err(Fault::Failed(format!("{name}: {err}"))),
            Err(words) => Err(Fault::Failed(format!("{name}: its events cannot have happened ({words})"))),
        }
    }

    /// Plays all orders again, with every die and every event.
    fn recompute(&self) -> Result<Match<G>, Fault> {
        let battle = self.judged(guarded(|| self.record.resume()))?;
        // Orders and events have come out again; the phases must have, too.
        let again = battle.record(true).decisions;
        for (n, (recorded, recomputed)) in self.record.decisions.iter().zip(&again).enumerate() {
            if recorded.phase != recomputed.phase {
                let name = &self.name;
                return Err(Fault::Failed(format!(
                    "{name}: decision {n} differs: recorded in phase {:?}, recomputed in phase {:?}",
                    recorded.phase, recomputed.phase
                )));
            }
        }
        Ok(battle)
    }

    /// The outcome of an unrevealed record is not recomputed with its dice,
    /// so it is held against the events.
    fn ended_as_it_says(&self) -> Result<(), Fault> {
        let reached = self.playing(|start| match self.after(self.record.events.len(), start).pending() {
            Pending::Orders(_) => None,
            Pending::Over(outcome) => Some(outcome),
        })?;
        if reached == self.record.outcome {
            return Ok(());
        }
        let name = &self.name;
        Err(Fault::Failed(format!(
            "{name}: outcome differs: recorded {:?}, by the events {reached:?}",
            self.record.outcome
        )))
    }
}
