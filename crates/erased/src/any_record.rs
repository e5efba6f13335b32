//! A match file of whatever game: opened, stepped through, verified.

use std::fmt;

use dice::fair::Contribution;
use engine::{
    Assist, Discrepancy, Ending, Format, Game, Library, Match, Opening, Outcome, Record, Seat, SeatInfo,
    Seating, Spoken, Stretch, Tactics, Verdict, Viewer,
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    AnyMatch, Expected, Fault, Line, Moment, Source,
    any_match::Live,
    guard::{Stopped, guarded},
    moment::Still,
    paper::Paper,
    tell::{Telling, lines},
};

/// Who sits where. A record need not say; then the game knows the names.
pub(crate) fn seated<G: Spoken>(start: &G, recorded: &[SeatInfo]) -> Vec<SeatInfo> {
    if recorded.len() == usize::from(start.seats()) {
        return recorded.to_vec();
    }
    let view = start.view(Viewer::Spectator);
    let info = |n| SeatInfo { name: G::seat_name(&view, Seat(n)), player: "human".to_owned() };
    (0..start.seats()).map(info).collect()
}

/// What a record says about itself before its game is known.
#[derive(Debug, Deserialize)]
pub struct Peek {
    pub format: String,
    pub game: String,
}

/// One match file, its game forgotten.
pub trait AnyRecord {
    fn game(&self) -> &'static str;
    fn format(&self) -> Format;
    /// The version of the rules that counts where the record ends.
    fn rules_version(&self) -> u32;
    /// The version it began under.
    fn first_rules_version(&self) -> u32;
    /// Rules that took over later.
    fn versions(&self) -> &[Stretch];
    /// Everybody who sat down, from the start on; empty if nobody did later.
    fn seatings(&self) -> &[Seating];
    /// What ended the battle, if the rules did not.
    fn ending(&self) -> Option<Ending>;
    /// The key that is said to have signed it; [`AnyRecord::verify`] checks that.
    fn signed_by(&self) -> Option<&str>;
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
    /// The same with what each event changed of the view.
    ///
    /// # Errors
    ///
    /// If the events cannot have happened.
    fn told(&self, viewer: Viewer) -> Result<Vec<Line>, Fault>;
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
    /// The battle at the last decision that was open within the first `n` events, with the
    /// number of that decision.
    ///
    /// # Errors
    ///
    /// If the events cannot have happened.
    fn moment_after(&self, n: usize) -> Result<(usize, Box<dyn Moment>), Fault>;
    /// Recomputes every die and every event.
    ///
    /// # Errors
    ///
    /// The first thing that is not so.
    fn verify(&self) -> Result<Verdict, Fault> {
        self.verify_against(&Expected::default())
    }
    /// The same, against what somebody kept.
    ///
    /// # Errors
    ///
    /// The first thing that is not so.
    fn verify_against(&self, expected: &Expected) -> Result<Verdict, Fault>;
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
    /// Takes the battle up where its events have led it, its dice rolled as far as
    /// [`AnyMatch::dice`] said. Nothing is played again, so that it takes little
    /// time; [`AnyRecord::resume`] says whether it was right to.
    ///
    /// # Errors
    ///
    /// If the events cannot have happened, or under rules that are not ours.
    fn take_up(&self, dice: &str) -> Result<Box<dyn AnyMatch>, Fault>;
    /// Takes the battle up again as it was at the last decision open within
    /// the first `events` events, with other players in its seats.
    ///
    /// # Errors
    ///
    /// As [`AnyRecord::resume`], and if there are more or fewer players than
    /// seats, or a battle of other rules cannot go on under ours.
    fn branch(&self, events: usize, players: &[String]) -> Result<Box<dyn AnyMatch>, Fault>;
    /// An unfinished battle of older rules as it goes on under ours: its state follows from its events,
    /// and from the open decision on ours count, with dice of their own.
    ///
    /// # Errors
    ///
    /// As [`AnyRecord::fold`].
    fn go_on(&self) -> Result<Onward, Fault>;
    /// The battle to be looked at, as its events tell it: needs neither the
    /// dice nor the rules of the time.
    ///
    /// # Errors
    ///
    /// If the events cannot have happened or cannot be told, or do not end as
    /// the record says.
    fn fold(&self) -> Result<Box<dyn AnyMatch>, Fault>;
}

/// What becomes of an unfinished battle when its rules have changed.
pub enum Onward {
    Goes(Box<dyn AnyMatch>),
    /// It can only be looked at, and why: in words for players, lower case.
    Stays(String),
}

impl fmt::Debug for Onward {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Onward::Goes(battle) => {
                write!(f, "Goes({}, decision {})", battle.game(), battle.decision_number())
            }
            Onward::Stays(why) => write!(f, "Stays({why:?})"),
        }
    }
}

pub(crate) struct Opened<G: Game> {
    pub(crate) name: String,
    pub(crate) record: Record<G>,
    /// The record as it stands in its file: that is what was hashed.
    pub(crate) file: Paper,
    pub(crate) seats: Vec<SeatInfo>,
}

impl<G: Game + Spoken + Tactics + Assist + Library> Opened<G> {
    pub(crate) fn open(source: &Source<'_>) -> Result<Self, Fault> {
        let record: Record<G> = source.parse()?;
        Opened::of(source.name.to_owned(), record, Paper::read(source)?)
    }

    pub(crate) fn of(name: String, record: Record<G>, file: Paper) -> Result<Self, Fault> {
        let failed = |words: String| Err(Fault::Failed(format!("{name}: {words}")));
        // If the opening was altered, that is why it cannot be set up.
        let broken = |words: String| {
            let two = record.form() == Ok(Format::Two) && record.secret.is_some();
            let altered = two.then(|| proof::check_opening(file.value().ok()?).err()).flatten();
            failed(altered.map_or(words, |refused| refused.to_string()))
        };
        let seats = match guarded(|| record.start().map(|start| seated(&start, &record.seats))) {
            Ok(Ok(seats)) => seats,
            Ok(Err(err @ Discrepancy::SetUp(_))) => return broken(err.to_string()),
            Ok(Err(err)) => return failed(err.to_string()),
            Err(words) => return broken(format!("the scenario breaks the rules: {words}")),
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
        Ok(Opened { name, record, file, seats })
    }

    /// Runs `work`, which plays the record's events without judging them.
    pub(crate) fn playing<T>(&self, work: impl FnOnce(G) -> T) -> Result<T, Fault> {
        let name = &self.name;
        let start = self.record.start().map_err(|err| Fault::Failed(format!("{name}: {err}")))?;
        guarded(|| work(start)).map_err(|words| {
            Fault::Failed(format!("{name}: its events cannot have happened ({words}); --verify says which"))
        })
    }

    pub(crate) fn after(&self, n: usize, start: G) -> G {
        let mut state = start;
        self.record.events.iter().take(n).for_each(|event| state.apply(event));
        state
    }
}

impl<G: Game + Spoken + Tactics + Assist + Library> AnyRecord for Opened<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn format(&self) -> Format {
        Format::read(&self.record.format).unwrap_or(Format::One)
    }

    fn rules_version(&self) -> u32 {
        self.record.rules_now()
    }

    fn first_rules_version(&self) -> u32 {
        self.record.rules_version
    }

    fn versions(&self) -> &[Stretch] {
        &self.record.versions
    }

    fn seatings(&self) -> &[Seating] {
        &self.record.seatings
    }

    fn ending(&self) -> Option<Ending> {
        self.record.ending
    }

    fn signed_by(&self) -> Option<&str> {
        self.record.signature.as_ref().map(|it| it.key.as_str())
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
        self.playing(|start| lines(start, 0, &self.record.events, viewer, 0, Telling::Words))
    }

    fn told(&self, viewer: Viewer) -> Result<Vec<Line>, Fault> {
        self.playing(|start| lines(start, 0, &self.record.events, viewer, 0, Telling::Changes))
    }

    fn describe_after(&self, n: usize, viewer: Viewer) -> Result<String, Fault> {
        self.playing(|start| G::describe(&self.after(n, start).view(viewer)))
    }

    fn view_after(&self, n: usize, viewer: Viewer) -> Result<Value, Fault> {
        self.playing(|start| plain::to_value(&self.after(n, start).view(viewer)))
    }

    fn moment_after(&self, n: usize) -> Result<(usize, Box<dyn Moment>), Fault> {
        let record = &self.record;
        // A battle that nobody has ended waits for one more decision than it has resolved.
        let waits = record.outcome.is_none() && record.events.len() <= n;
        let open = if waits {
            record.decisions.len()
        } else {
            record.decisions.iter().rposition(|it| it.after <= n).unwrap_or(0)
        };
        let reached = record.decisions.get(open).map_or(record.events.len(), |it| it.after);
        let still = self.playing(|start| Still::new(self.after(reached, start)))?;
        Ok((open, Box::new(still)))
    }

    fn verify_against(&self, expected: &Expected) -> Result<Verdict, Fault> {
        self.prove(expected)
    }

    fn begin(&self, contributions: Vec<Contribution>) -> Result<Box<dyn AnyMatch>, Fault> {
        let (name, record) = (&self.name, &self.record);
        if !record.decisions.is_empty() || !record.events.is_empty() {
            return Err(Fault::Failed(format!("{name}: the battle has begun")));
        }
        let Some(secret) = record.secret.clone() else {
            return Err(Fault::Failed(format!("{name}: without its secret")));
        };
        let (promised, ours) = (record.rules_version, G::RULES_VERSION);
        if ours < promised {
            return Err(Fault::Failed(format!(
                "{name}: it was made under rules version {promised}, and these are version {ours}"
            )));
        }
        let format = self.format();
        match format {
            Format::One if secret.commitment() != record.commitment => {
                return Err(Fault::Failed(format!("{name}: {}", Discrepancy::Commitment)));
            }
            Format::One => {}
            Format::Two => {
                proof::check_opening(self.file.value()?)
                    .map_err(|err| Fault::Failed(format!("{name}: {err}")))?;
            }
        }
        let opening: Opening<G> = Opening {
            options: record.options.clone(),
            scenario: record.scenario.clone(),
            seats: record.seats.clone(),
            secret,
            contributions,
        };
        let file = self.file.value()?;
        match guarded(|| Match::begin_from(opening, format, promised, file)) {
            Ok(begun) => Ok(Box::new(Live::new(begun.map_err(Fault::failed)?))),
            Err(words) => Err(Fault::Failed(format!("{name}: the scenario breaks the rules: {words}"))),
        }
    }

    fn resume(&self) -> Result<Box<dyn AnyMatch>, Fault> {
        Ok(Box::new(Live::new(self.recompute()?)))
    }

    fn take_up(&self, dice: &str) -> Result<Box<dyn AnyMatch>, Fault> {
        let dice = dice.parse().map_err(|err| Fault::Failed(format!("{}: {err}", self.name)))?;
        let battle = self.judged(guarded(|| {
            let battle = self.record.take_up_from(self.file.text(), dice)?;
            // Nobody has judged these events yet; they must at least lead somewhere.
            battle.view(Viewer::Referee);
            Ok(battle)
        }))?;
        Ok(Box::new(Live::new(battle)))
    }

    fn branch(&self, events: usize, players: &[String]) -> Result<Box<dyn AnyMatch>, Fault> {
        Ok(Box::new(Live::new(self.branched(events, players)?)))
    }

    fn go_on(&self) -> Result<Onward, Fault> {
        Ok(match self.taken_over()? {
            Ok(battle) => Onward::Goes(Box::new(Live::new(battle))),
            Err(why) => Onward::Stays(why),
        })
    }

    fn fold(&self) -> Result<Box<dyn AnyMatch>, Fault> {
        // Of rules that are not ours only the record says that it is not over.
        if self.record.outcome.is_some() || self.record.rules_now() == G::RULES_VERSION {
            self.ended_as_it_says()?;
        }
        // Nobody has judged these events: whatever they make of the battle
        // must at least be seen and told by everybody.
        let seats = (0..self.seats.len()).map(|n| Viewer::Seat(Seat(n as u8)));
        for viewer in seats.chain([Viewer::Spectator, Viewer::Referee]) {
            self.log(viewer)?;
            self.describe_after(self.record.events.len(), viewer)?;
        }
        let file = self.file.value()?;
        let battle = self.judged(guarded(|| self.record.fold_from(file)))?;
        Ok(Box::new(Live::new(battle)))
    }
}

impl<G: Game + Spoken + Tactics + Assist + Library> Opened<G> {
    pub(crate) fn judged<T>(&self, result: Result<Result<T, Discrepancy>, Stopped>) -> Result<T, Fault> {
        let name = &self.name;
        match result {
            Ok(Ok(good)) => Ok(good),
            Ok(Err(err)) => Err(Fault::Failed(format!("{name}: {err}"))),
            Err(words) => Err(Fault::Failed(format!("{name}: its events cannot have happened ({words})"))),
        }
    }

    /// Plays all orders again, with every die and every event.
    pub(crate) fn recompute(&self) -> Result<Match<G>, Fault> {
        let file = self.file.value()?;
        let battle = self.judged(guarded(|| self.record.resume_from(file)))?;
        self.phases_are_so(&battle)?;
        Ok(battle)
    }

    pub(crate) fn phases_are_so(&self, battle: &Match<G>) -> Result<(), Fault> {
        // Orders and events have come out again; the phases must have, too.
        for (n, (recorded, recomputed)) in self.record.decisions.iter().zip(battle.decisions()).enumerate() {
            if recorded.phase != recomputed.phase {
                let name = &self.name;
                return Err(Fault::Failed(format!(
                    "{name}: decision {n} differs: recorded in phase {:?}, recomputed in phase {:?}",
                    recorded.phase, recomputed.phase
                )));
            }
        }
        Ok(())
    }

    /// The outcome of an unrevealed record is not recomputed with its dice,
    /// so it is held against the events.
    pub(crate) fn ended_as_it_says(&self) -> Result<(), Fault> {
        let reached = self.playing(|_| self.record.outcome_by_events())?.ok().flatten();
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
