//! Programs of one's own in seats of one's own table (docs/server.md, "A program of your own").
//!
//! Whoever starts the server names them; a request can only say the name of one. The battle
//! loses nothing by them: where a program fails, a captain gives the order, and the program is
//! started again for the next one. After three failures on end it is left alone.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use engine::{Outcome, Seat};
use rulesets::{AnyMatch, Level, Program, Question, Seated, Stop, Thinker, WrittenOrder};

use crate::{
    app::App,
    error::{AppError, Result},
    table::{About, Table},
    think,
};

/// What a player is called that is a program: this, and its name.
const PREFIX: &str = "exec:";
/// Who gives the order where a program does not.
pub(crate) const STAND_IN: Level = Level::Captain;
/// So many failures one after the other, and it is not asked again in this battle.
const MOST_FAILURES: u32 = 3;
/// So many run at a time; whichever was asked the longest ago makes room.
const MOST_RUNNING: usize = 8;
const LONGEST_NAME: usize = 30;
/// So long a program may take to end after its battle.
const FAREWELL: Duration = Duration::from_secs(2);

/// The programs that may be given a seat, by name.
#[derive(Clone, Default)]
pub struct Programs(BTreeMap<String, Arc<dyn Program>>);

impl fmt::Debug for Programs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Programs {
    /// # Errors
    ///
    /// If it cannot be a name, or somebody has it already.
    pub fn add(&mut self, name: &str, program: Arc<dyn Program>) -> std::result::Result<(), String> {
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if name.is_empty() || LONGEST_NAME < name.len() || !name.bytes().all(letter) {
            return Err(format!(
                "{name:?} cannot be the name of a program: expected up to {LONGEST_NAME} letters, digits, - or _"
            ));
        }
        match self.0.insert(name.to_owned(), program) {
            None => Ok(()),
            Some(_) => Err(format!("two programs are called {name}")),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// The name of the program that is this player, if the player is one.
pub(crate) fn named(player: &str) -> Option<&str> {
    player.strip_prefix(PREFIX)
}

/// Which there are, and which run.
#[derive(Default)]
pub(crate) struct Hired {
    known: Programs,
    running: Mutex<HashMap<(String, Seat), Post>>,
}

/// A program in a seat of a match.
struct Post {
    seated: Arc<Mutex<Seated>>,
    /// Failures since it last gave an order.
    failed: u32,
    asked: Instant,
}

impl Hired {
    pub(crate) fn new(known: Programs) -> Hired {
        Hired { known, running: Mutex::default() }
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.known.names()
    }

    fn running(&self) -> MutexGuard<'_, HashMap<(String, Seat), Post>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The program in this seat, which takes it if nobody has; nothing if there is none, or it has
    /// failed too often.
    fn post(&self, id: &str, seat: Seat, name: &str) -> Option<Arc<Mutex<Seated>>> {
        let program = self.known.0.get(name)?;
        let mut running = self.running();
        let key = (id.to_owned(), seat);
        if !running.contains_key(&key) && MOST_RUNNING <= running.len() {
            let oldest = running.iter().min_by_key(|(_, it)| it.asked).map(|(key, _)| key.clone());
            if let Some(oldest) = oldest {
                running.remove(&oldest);
            }
        }
        let post = running.entry(key).or_insert_with(|| Post {
            seated: Arc::new(Mutex::new(Seated::new(Arc::clone(program)))),
            failed: 0,
            asked: Instant::now(),
        });
        post.asked = Instant::now();
        (post.failed < MOST_FAILURES).then(|| Arc::clone(&post.seated))
    }

    /// The program's order, or why somebody else has to give one.
    fn ask(
        &self,
        id: &str,
        seat: Seat,
        name: &str,
        question: Question,
        stop: &Stop,
    ) -> std::result::Result<WrittenOrder, String> {
        if !self.known.0.contains_key(name) {
            return Err(format!("this server knows no program {name}"));
        }
        let post = self.post(id, seat, name).ok_or("it has failed too often")?;
        let decided = post.lock().unwrap_or_else(PoisonError::into_inner).decide(question, stop);
        // One that nobody waited for has not failed.
        if decided.is_ok() || !stop.is_pulled() {
            let failed = self.running().get_mut(&(id.to_owned(), seat)).map(|it| {
                it.failed = if decided.is_ok() { 0 } else { it.failed + 1 };
                it.failed
            });
            if let Err(why) = &decided {
                let rest = match failed {
                    Some(MOST_FAILURES..) => "a captain plays on in its place",
                    Some(_) | None => "a captain gives this order, and it is asked for the next one",
                };
                tracing::warn!(%id, %seat, "{PREFIX}{name}: {why}; {rest}");
            }
        }
        decided
    }

    /// The seats of a match whose programs have failed since they last gave an order, or are not known here.
    pub(crate) fn failing(&self, about: &About) -> Vec<wire::ProgramFailure> {
        let programs = about.programs();
        if programs.is_empty() {
            return Vec::new();
        }
        let running = self.running();
        let failure = |(seat, name): (Seat, String)| {
            let known = self.known.0.contains_key(&name);
            let times = running.get(&(about.id.clone(), seat)).map_or(0, |it| it.failed);
            let given_up = !known || MOST_FAILURES <= times;
            (given_up || 0 < times).then_some(wire::ProgramFailure { seat: seat.0, times, given_up })
        };
        programs.into_iter().filter_map(failure).collect()
    }

    /// Tells the programs of a match how it ended, and lets them go.
    pub(crate) fn over(&self, id: &str, outcome: &Outcome) {
        let mut gone = Vec::new();
        self.running().retain(|(of, _), it| {
            let stays = of != id;
            if !stays {
                gone.push(Arc::clone(&it.seated));
            }
            stays
        });
        if gone.is_empty() {
            return;
        }
        for seated in &gone {
            // One that still thinks is about to hear that nobody waits any more.
            if let Ok(seated) = seated.try_lock() {
                seated.farewell(outcome);
            }
        }
        // They are ended when they are dropped; until then they may end by themselves.
        thread::spawn(move || {
            thread::sleep(FAREWELL);
            drop(gone);
        });
    }

    /// Nobody is left behind when the server stops.
    pub(crate) fn stop(&self) {
        self.running().clear();
    }
}

/// Whoever thinks for this seat: the program, or whoever stands in for it.
pub(crate) fn thinker(
    app: &App,
    table: &Table,
    battle: &dyn AnyMatch,
    seat: Seat,
    name: String,
    stop: &Stop,
) -> Thinker {
    let (app, id, stop) = (app.clone(), table.about.id.clone(), stop.clone());
    let luck = || think::dice(table, battle.decision_number(), seat);
    let question = battle.question(seat, number(&id), luck());
    let stand_in = battle.thinker(seat, &STAND_IN, luck());
    Box::new(move |within| match app.hired().ask(&id, seat, &name, question, &stop) {
        Ok(order) => order,
        Err(_) => stand_in(within),
    })
}

/// By which a program knows a match: the same if it is started again, and small enough for any language.
fn number(id: &str) -> u64 {
    let hash = blake3::derive_key("flagbridge 1 number of a match for programs", id.as_bytes());
    hash.iter().take(4).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// # Errors
///
/// If this server has no such program for people to choose, with those it has.
pub(crate) fn is_known(app: &App, name: &str) -> Result<()> {
    if app.house().is_some() {
        return Err(AppError::refused(
            "programs of your own play only at your own table, never on a public server",
        ));
    }
    let names = app.hired().names();
    if names.iter().any(|it| it == name) {
        return Ok(());
    }
    let there = match names.is_empty() {
        true => "it was started without any; flagbridge serve --exec NAME=COMMAND names one".to_owned(),
        false => format!("there are {}", names.join(", ")),
    };
    Err(AppError::refused(format!("this server has no program {name:?}: {there}")))
}

#[cfg(test)]
mod tests {
    use rulesets::Talk;

    use super::*;

    struct Nobody;

    impl Program for Nobody {
        fn name(&self) -> &'static str {
            "exec:nobody"
        }

        fn patience(&self) -> Duration {
            Duration::from_secs(1)
        }

        fn start(&self) -> std::result::Result<Box<dyn Talk>, String> {
            Err("there is nobody".to_owned())
        }
    }

    #[test]
    fn names_are_plain_and_nobody_has_that_of_another() {
        let mut programs = Programs::default();
        assert!(programs.is_empty());
        programs.add("my-bot_2", Arc::new(Nobody)).unwrap();
        assert_eq!(
            programs.add("my-bot_2", Arc::new(Nobody)).unwrap_err(),
            "two programs are called my-bot_2"
        );
        for name in ["", "a b", "a=b", "../a", "a:b", &"a".repeat(31)] {
            assert!(programs.add(name, Arc::new(Nobody)).unwrap_err().contains("cannot be the name"));
        }
        assert_eq!(programs.names(), ["my-bot_2"]);
    }

    #[test]
    fn only_so_many_run_at_a_time() {
        let mut programs = Programs::default();
        programs.add("a", Arc::new(Nobody)).unwrap();
        let hired = Hired::new(programs);
        for n in 0..20 {
            assert!(hired.post(&format!("match-{n}"), Seat(0), "a").is_some());
        }
        assert_eq!(hired.running().len(), MOST_RUNNING);
        assert!(hired.running().contains_key(&("match-19".to_owned(), Seat(0))));
        hired.over("match-19", &Outcome::Draw);
        assert_eq!(hired.running().len(), MOST_RUNNING - 1);
        assert!(hired.post("match-1", Seat(0), "b").is_none());
    }
}
