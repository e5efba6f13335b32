//! A battle as an object: looked at through the eyes of its seats, ordered in, told.

use std::sync::{Mutex, MutexGuard, PoisonError};

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{Seat, Seats, Viewer};
use pyo3::prelude::*;
use rulesets::{AnyMatch, Level, Stop, Table, seeded_bytes, usual_contribution};

use crate::{
    games::{Asked, prepare, seat_of, submission, told_odds},
    told,
    wrong::Wrong,
};

/// One battle, and who may look at it: its seats, and those who look on. What is hidden stays
/// within.
#[pyclass(module = "flagbridge._native")]
pub(crate) struct Battle {
    battle: Mutex<Box<dyn AnyMatch>>,
    names: Vec<String>,
    /// The luck of computer players.
    luck: u64,
}

impl Battle {
    pub(crate) fn of(battle: Box<dyn AnyMatch>, luck: u64) -> Battle {
        let names = battle.seats().iter().map(|it| it.name.clone()).collect();
        Battle { battle: Mutex::new(battle), names, luck }
    }

    fn hold(&self) -> MutexGuard<'_, Box<dyn AnyMatch>> {
        self.battle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, seat: &Bound<'_, PyAny>) -> Result<Seat, Wrong> {
        seat_of(seat, &self.names)
    }

    /// A seat, or nobody's.
    fn viewer(&self, seat: Option<&Bound<'_, PyAny>>) -> Result<Viewer, Wrong> {
        seat.map_or(Ok(Viewer::Spectator), |it| Ok(Viewer::Seat(self.seat(it)?)))
    }

    /// Luck for whoever asks about this decision.
    fn dice(&self, seat: Seat, decision: usize, seed: Option<u64>) -> Dice {
        let stream = decision as u64 * 32 + u64::from(seat.0);
        Dice::numbered(seed.unwrap_or(self.luck), stream)
    }
}

fn numbers(seats: Seats) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

/// 32 bytes of the system, or those that follow from a seed.
fn drawn(seed: Option<u64>, stream: u64) -> Result<[u8; 32], Wrong> {
    if let Some(seed) = seed {
        return Ok(seeded_bytes(seed, stream));
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|err| Wrong::Failed(format!("no random numbers: {err}")))?;
    Ok(bytes)
}

#[pymethods]
impl Battle {
    #[new]
    #[pyo3(signature = (game, scenario, seed=None, options=None, players=None, fleets=Vec::new()))]
    fn new(
        game: &str,
        scenario: &Bound<'_, PyAny>,
        seed: Option<u64>,
        options: Option<&Bound<'_, PyAny>>,
        players: Option<Vec<String>>,
        fleets: Vec<String>,
    ) -> Result<Battle, Wrong> {
        let prepared = prepare(game, &Asked::read(scenario)?, &fleets, options, Table::People)?;
        let seats = prepared.seats().len();
        let players = players.unwrap_or_else(|| vec!["human".to_owned(); seats]);
        let secret = Secret(drawn(seed, 0)?);
        let contributions: Vec<Contribution> = (0..seats as u64)
            .map(|n| Ok(usual_contribution(&drawn(seed, 1 + n)?)))
            .collect::<Result<_, Wrong>>()?;
        let luck = u64::from_be_bytes(secret.0[..8].try_into().expect("eight bytes"));
        Ok(Battle::of(prepared.begin(&players, secret, contributions)?, luck))
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.hold().game()
    }

    #[getter]
    fn seats(&self) -> Vec<String> {
        self.names.clone()
    }

    #[getter]
    fn rules_version(&self) -> u32 {
        self.hold().rules_version()
    }

    #[getter]
    fn turn(&self) -> u32 {
        self.hold().turn()
    }

    #[getter]
    fn phase(&self) -> Option<&'static str> {
        self.hold().phase()
    }

    #[getter]
    fn decision(&self) -> usize {
        self.hold().decision_number()
    }

    #[getter]
    fn deciding(&self) -> Vec<usize> {
        numbers(self.hold().deciding())
    }

    #[getter]
    fn awaiting(&self) -> Vec<usize> {
        numbers(self.hold().awaiting())
    }

    #[getter]
    fn event_count(&self) -> usize {
        self.hold().events()
    }

    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Wrong> {
        let outcome = self.hold().outcome();
        told(py, &outcome)
    }

    #[getter]
    fn commitment(&self) -> String {
        self.hold().commitment()
    }

    #[pyo3(signature = (seat=None))]
    fn view<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Wrong> {
        let viewer = self.viewer(seat)?;
        let view = self.hold().view(viewer);
        told(py, &view)
    }

    #[pyo3(signature = (seat=None))]
    fn describe(&self, seat: Option<&Bound<'_, PyAny>>) -> Result<String, Wrong> {
        let viewer = self.viewer(seat)?;
        Ok(self.hold().describe(viewer))
    }

    fn prompt(&self, seat: &Bound<'_, PyAny>) -> Result<String, Wrong> {
        let seat = self.seat(seat)?;
        Ok(self.hold().prompt(seat))
    }

    fn orders<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'_, PyAny>,
        most: usize,
        seed: Option<u64>,
    ) -> Result<(Bound<'py, PyAny>, bool), Wrong> {
        let seat = self.seat(seat)?;
        let offer = py.detach(|| {
            let battle = self.hold();
            battle.orders(seat, most, self.dice(seat, battle.decision_number(), seed))
        })?;
        Ok((told(py, &offer.orders)?, offer.complete))
    }

    fn check(&self, seat: &Bound<'_, PyAny>, order: &Bound<'_, PyAny>) -> Result<(), Wrong> {
        let (seat, order) = (self.seat(seat)?, submission(order)?);
        let battle = self.hold();
        let (_, judged) = battle.check(battle.decision_number(), seat, &order);
        Ok(judged?)
    }

    /// The order in both its forms, and whether the battle went on with it.
    fn submit<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'_, PyAny>,
        order: &Bound<'_, PyAny>,
    ) -> Result<(Bound<'py, PyAny>, bool), Wrong> {
        let (seat, order) = (self.seat(seat)?, submission(order)?);
        let (written, resolved) = py.detach(|| {
            let mut battle = self.hold();
            let open = battle.decision_number();
            let (written, progress) = battle.hand_in(open, seat, &order, None)?;
            Ok::<_, Wrong>((written, matches!(progress, engine::Progress::Resolved(_))))
        })?;
        Ok((told(py, &written)?, resolved))
    }

    fn withdraw(&self, seat: &Bound<'_, PyAny>) -> Result<bool, Wrong> {
        let seat = self.seat(seat)?;
        Ok(self.hold().withdraw(seat))
    }

    fn suggest<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'_, PyAny>,
        level: &str,
        seed: Option<u64>,
    ) -> Result<Bound<'py, PyAny>, Wrong> {
        let seat = self.seat(seat)?;
        let level: Level = level.parse().map_err(|err| Wrong::Misuse(format!("{err}")))?;
        let order = py.detach(|| {
            let battle = self.hold();
            if !battle.deciding().contains(seat) {
                let err = engine::SubmitError::NotYourDecision(seat);
                return Err(Wrong::Refused(rulesets::Rejection::Submit(err)));
            }
            let dice = self.dice(seat, battle.decision_number(), seed);
            let thinker = battle.thinker(seat, &level, dice);
            // Whoever only looks need not wait for a search.
            drop(battle);
            Ok(rulesets::guarded(|| thinker(Stop::default()))?)
        })?;
        told(py, &order)
    }

    fn events<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
        since: usize,
    ) -> Result<Bound<'py, PyAny>, Wrong> {
        let viewer = self.viewer(seat)?;
        let since = since.min(self.hold().events());
        let lines = py.detach(|| self.hold().log(viewer, since));
        told(py, &lines)
    }

    fn odds<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'_, PyAny>,
        order: Option<&Bound<'_, PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Wrong> {
        let seat = self.seat(seat)?;
        let order = order.map(submission).transpose()?;
        let battle = self.hold();
        let decision = battle.decision_number();
        let moment = battle.moment(seat, self.dice(seat, decision, None))?;
        drop(battle);
        told_odds(py, &*moment, Some(decision), Some(seat), order.as_ref())
    }

    fn record(&self, reveal: bool) -> String {
        self.hold().record(reveal)
    }
}
