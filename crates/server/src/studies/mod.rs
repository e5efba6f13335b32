//! The lab of a server: studies that are fought one after the other on
//! threads of their own, kept in a folder each, and shown while they go on.
//!
//! A study's folder is that of `flagbridge lab run`: whatever happens to the
//! server, it goes on behind the last battle that was written down. On a
//! server that is open to the public studies take turns, and each has only so
//! much time; on somebody's own table there are no limits.

mod ask;
mod kept;
mod paper;
mod watch;

use std::{
    collections::{BTreeMap, VecDeque},
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use engine::Outcome;
use lab::{Asked, Course, Folder, Row, Study, Sums, Work};
use rulesets::{Fault, Source};
use tokio::sync::watch as told;
use wire::{StudyBattle, StudyFigure, StudyKind, StudyStanding, StudyState};

use crate::{
    app::App,
    error::{AppError, Result},
    limits::Limits,
    secret::may_be_id,
};

pub(crate) use ask::{Asked as Question, STUDY, read as question};
pub(crate) use kept::{Kept, Shown};
pub(crate) use paper::{Paper, files, paper};
pub(crate) use watch::{Replay, Replays};

/// All studies of a server. Nothing where there is no folder for them.
#[derive(Clone)]
pub(crate) struct Studies(Arc<Shared>);

struct Shared {
    home: Option<PathBuf>,
    queue: Mutex<Queue>,
    more: Condvar,
    /// Rings when the line has moved.
    moved: told::Sender<u64>,
    replays: Replays,
    /// Whether there may be other servers on the database, with studies of their own.
    others: AtomicBool,
}

#[derive(Default)]
struct Queue {
    all: BTreeMap<String, Arc<One>>,
    waiting: VecDeque<Arc<One>>,
    running: Option<Arc<One>>,
    stopped: bool,
    /// Whether the thread that fights has ended.
    idle: bool,
}

/// Why a study that goes on is halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    /// Somebody wants it.
    Asked,
    /// Others wait.
    Turn,
    /// It has had its time.
    Time,
    /// The server stops; it goes on with the next.
    Closing,
    /// It is to be deleted.
    Gone,
}

/// One study.
pub(crate) struct One {
    pub(crate) id: String,
    pub(crate) folder: Folder,
    kept: Mutex<Kept>,
    /// On whose account it is, as long as this server runs: a guest has only an address.
    owner: String,
    halt: AtomicBool,
    why: Mutex<Option<Halt>>,
    now: told::Sender<Arc<Now>>,
    /// Held by whoever writes its rows out.
    pub(crate) writing: Mutex<()>,
}

/// A study at one moment.
#[derive(Debug, Default)]
pub(crate) struct Now {
    pub(crate) shown: Shown,
    pub(crate) state: Option<StudyState>,
    pub(crate) why: Option<String>,
    /// Counts up when the figures are others.
    pub(crate) drawn: u64,
    pub(crate) rate: f64,
    pub(crate) left: Option<f64>,
}

/// How often those who look on are told something, and how much must have happened before the figures
/// are drawn again.
const BREATH: Duration = Duration::from_millis(400);
const DRAWN: Duration = Duration::from_millis(1_000);
/// Battles that can be watched are the last so many.
const LATEST: usize = 12;
/// The store of looks hears of one at most this often, in milliseconds.
const SELDOM: i64 = 60 * 60 * 1_000;
const A_DAY: i64 = 24 * 60 * 60 * 1_000;

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl One {
    fn open(id: &str, folder: Folder, kept: Kept, owner: String) -> Arc<One> {
        let shown = Shown::read(folder.path());
        let now = Now { shown, state: Some(kept.state), why: kept.why.clone(), drawn: 1, ..Now::default() };
        Arc::new(One {
            id: id.to_owned(),
            folder,
            kept: Mutex::new(kept),
            owner,
            halt: AtomicBool::new(false),
            why: Mutex::default(),
            now: told::Sender::new(Arc::new(now)),
            writing: Mutex::default(),
        })
    }

    pub(crate) fn kept(&self) -> Kept {
        held(&self.kept).clone()
    }

    pub(crate) fn now(&self) -> Arc<Now> {
        Arc::clone(&self.now.borrow())
    }

    pub(crate) fn follow(&self) -> told::Receiver<Arc<Now>> {
        self.now.subscribe()
    }

    /// Notes something about it, for good.
    fn change(&self, change: impl FnOnce(&mut Kept)) {
        let mut kept = held(&self.kept);
        change(&mut kept);
        kept.write(self.folder.path());
        let (state, why) = (kept.state, kept.why.clone());
        drop(kept);
        self.now.send_modify(|now| {
            let Now { shown, drawn, .. } = &**now;
            let still = state == StudyState::Running;
            let (rate, left) = if still { (now.rate, now.left) } else { (0.0, None) };
            *now = Arc::new(Now { shown: shown.clone(), state: Some(state), why, drawn: *drawn, rate, left });
        });
    }

    fn ask_to_halt(&self, why: Halt) {
        held(&self.why).get_or_insert(why);
        self.halt.store(true, Ordering::Relaxed);
    }

    fn is_open(&self) -> bool {
        matches!(held(&self.kept).state, StudyState::Waiting | StudyState::Running)
    }

    /// Somebody looks at it.
    pub(crate) fn look(&self, now: i64) {
        let late = held(&self.kept).seen + SELDOM < now;
        if late {
            self.change(|kept| kept.seen = now);
        }
    }

    pub(crate) fn study(&self) -> std::result::Result<Study, Fault> {
        let path = self.folder.file(STUDY);
        let text = fs::read_to_string(&path)
            .map_err(|err| Fault::Failed(format!("{STUDY} cannot be read: {err}")))?;
        Study::read(&Source::new(STUDY, &text)?)
    }
}

impl Studies {
    pub(crate) fn new(home: Option<PathBuf>) -> Studies {
        Studies(Arc::new(Shared {
            home,
            queue: Mutex::new(Queue { idle: true, ..Queue::default() }),
            more: Condvar::new(),
            moved: told::Sender::new(0),
            replays: Replays::default(),
            others: AtomicBool::new(false),
        }))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        held(&self.0.queue)
    }

    fn moves(&self) {
        self.0.moved.send_modify(|n| *n += 1);
        self.0.more.notify_all();
    }

    pub(crate) fn moved(&self) -> told::Receiver<u64> {
        self.0.moved.subscribe()
    }

    pub(crate) fn replays(&self) -> &Replays {
        &self.0.replays
    }

    /// Takes up what was left behind, and begins to fight.
    pub(crate) fn start(&self, app: &App, jobs: usize) {
        self.0.others.store(!app.store().is_alone(), Ordering::Relaxed);
        let Some(home) = &self.0.home else { return };
        let mut open: Vec<Arc<One>> = Vec::new();
        {
            let mut queue = self.queue();
            for entry in fs::read_dir(home).into_iter().flatten().flatten() {
                let Ok(id) = entry.file_name().into_string() else { continue };
                // What was being deleted or made when the server stopped has no such file.
                let Ok(kept) = Kept::read(&entry.path()) else { continue };
                let one = One::open(&id, Folder::new(entry.path()), kept, String::new());
                if one.is_open() {
                    one.change(|kept| kept.state = StudyState::Waiting);
                    open.push(Arc::clone(&one));
                }
                queue.all.insert(id, one);
            }
            open.sort_by_key(|it| held(&it.kept).queued);
            queue.waiting.extend(open);
            queue.idle = false;
        }
        let (studies, app) = (self.clone(), app.clone());
        let fight = move || studies.fight(&app, jobs);
        thread::Builder::new().name("studies".to_owned()).spawn(fight).expect("a thread can be started");
    }

    /// Lets go of what is being fought: it is kept, and the next server goes on with it.
    pub(crate) async fn stop(&self) {
        {
            let mut queue = self.queue();
            queue.stopped = true;
            if let Some(running) = &queue.running {
                running.ask_to_halt(Halt::Closing);
            }
        }
        let mut moved = self.moved();
        self.moves();
        while !self.queue().idle {
            if moved.changed().await.is_err() {
                return;
            }
        }
    }

    pub(crate) fn find(&self, id: &str) -> Result<Arc<One>> {
        let found = may_be_id(id).then(|| self.queue().all.get(id).cloned()).flatten();
        found.ok_or_else(|| match self.0.others.load(Ordering::Relaxed) {
            false => AppError::not_found("study"),
            true => AppError::not_here(
                "this server has no such study; each of the servers here keeps its own, so another one may have it",
            ),
        })
    }

    pub(crate) fn all(&self) -> Vec<Arc<One>> {
        self.queue().all.values().cloned().collect()
    }

    /// How many come before it, if it waits.
    pub(crate) fn ahead(&self, one: &One) -> usize {
        let queue = self.queue();
        let place = queue.waiting.iter().position(|it| it.id == one.id);
        place.map_or(0, |n| n + usize::from(queue.running.is_some()))
    }

    /// How many studies of somebody are open.
    pub(crate) fn open_of(&self, owner: &str, person: &str) -> usize {
        let ours = |it: &&Arc<One>| match person {
            "" => !owner.is_empty() && it.owner == owner,
            person => held(&it.kept).person == person,
        };
        self.queue().all.values().filter(ours).filter(|it| it.is_open()).count()
    }

    /// Takes a question up. Its forces are looked over first, so that whoever asks hears what is wrong.
    pub(crate) fn make(&self, id: &str, question: &Question, kept: Kept, owner: String) -> Result<Arc<One>> {
        let home = self.0.home.as_ref().ok_or_else(|| AppError::not_found("lab"))?;
        let folder = Folder::new(home.join(id));
        let made = self.lay_down(&folder, question, &kept);
        if let Err(err) = made {
            let _ = fs::remove_dir_all(folder.path());
            return Err(err);
        }
        let one = One::open(id, folder, kept, owner);
        {
            let mut queue = self.queue();
            queue.all.insert(id.to_owned(), Arc::clone(&one));
            queue.waiting.push_back(Arc::clone(&one));
        }
        self.moves();
        Ok(one)
    }

    fn lay_down(&self, folder: &Folder, question: &Question, kept: &Kept) -> Result<()> {
        let failed = |err: std::io::Error| {
            tracing::error!(folder = %folder.path().display(), %err, "a study cannot be kept");
            AppError::internal()
        };
        fs::create_dir_all(folder.path()).map_err(failed)?;
        for (name, text) in &question.inputs {
            fs::write(folder.file(name), text).map_err(failed)?;
        }
        fs::write(folder.file(STUDY), &question.toml).map_err(failed)?;
        let study = Study::read(&Source::new(STUDY, &question.toml)?)?;
        let fields = study.fields(folder.path())?;
        let asked = Asked::new(&study, &fields, COMMAND);
        let shown = shown(&asked, &asked.course(), &asked.sums(), kept, Vec::new(), Vec::new());
        shown.write(folder.path());
        kept.write(folder.path());
        Ok(())
    }

    /// Puts a study in line that has stopped.
    pub(crate) fn go(&self, one: &Arc<One>, now: i64) -> Result<()> {
        {
            let mut queue = self.queue();
            match held(&one.kept).state {
                StudyState::Stopped | StudyState::Failed => {}
                StudyState::Waiting | StudyState::Running => return Ok(()),
                StudyState::Done => return Err(AppError::refused("this study is finished")),
            }
            one.change(|kept| {
                (kept.state, kept.why) = (StudyState::Waiting, None);
                (kept.queued, kept.worked) = (now, 0);
            });
            let running = queue.running.as_ref().is_some_and(|it| it.id == one.id);
            if !running {
                queue.waiting.push_back(Arc::clone(one));
            }
        }
        self.moves();
        Ok(())
    }

    /// Stops a study; nothing of it is lost.
    pub(crate) fn halt(&self, one: &Arc<One>) {
        {
            let mut queue = self.queue();
            queue.waiting.retain(|it| it.id != one.id);
            if queue.running.as_ref().is_some_and(|it| it.id == one.id) {
                one.ask_to_halt(Halt::Asked);
            }
            if one.is_open() {
                one.change(|kept| kept.state = StudyState::Stopped);
            }
        }
        self.moves();
    }

    /// Deletes a study with everything that is kept of it.
    pub(crate) fn delete(&self, one: &Arc<One>) {
        let running = {
            let mut queue = self.queue();
            queue.all.remove(&one.id);
            queue.waiting.retain(|it| it.id != one.id);
            let running = queue.running.as_ref().is_some_and(|it| it.id == one.id);
            if running {
                one.ask_to_halt(Halt::Gone);
            }
            running
        };
        if !running {
            remove(one);
        }
        self.moves();
    }

    /// Deletes everything of somebody who goes.
    pub(crate) fn forget(&self, person: &str) {
        for one in self.all().into_iter().filter(|it| held(&it.kept).person == person) {
            self.delete(&one);
        }
    }

    /// Removes what nobody has looked at for so many days.
    pub(crate) fn clear(&self, now: i64, days: u64) {
        let before = now - A_DAY * i64::try_from(days).unwrap_or(i64::MAX / A_DAY);
        for one in self.all() {
            if !one.is_open() && held(&one.kept).seen < before {
                self.delete(&one);
            }
        }
    }

    /// Fights whatever comes first, until the server stops.
    fn fight(&self, app: &App, jobs: usize) {
        loop {
            let one = {
                let mut queue = self.queue();
                loop {
                    if queue.stopped {
                        queue.idle = true;
                        drop(queue);
                        self.moves();
                        return;
                    }
                    if let Some(one) = queue.waiting.pop_front() {
                        *held(&one.why) = None;
                        one.halt.store(false, Ordering::Relaxed);
                        one.change(|kept| kept.state = StudyState::Running);
                        queue.running = Some(Arc::clone(&one));
                        break one;
                    }
                    queue = self.0.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            };
            self.moves();
            let ended = catch_unwind(AssertUnwindSafe(|| self.pursue(app, &one, jobs)));
            let ended = ended.unwrap_or_else(|_| Err(Fault::Failed("the battles stopped short".to_owned())));
            self.put_down(&one, ended);
            self.moves();
        }
    }

    /// Notes how it was left, and puts it in line again if it is to go on.
    fn put_down(&self, one: &Arc<One>, ended: std::result::Result<bool, Fault>) {
        let mut queue = self.queue();
        queue.running = None;
        let why = held(&one.why).take();
        let state = held(&one.kept).state;
        let (goes, asked_anew) = (state == StudyState::Running, state == StudyState::Waiting);
        match (ended, why) {
            (_, Some(Halt::Gone)) => {
                drop(queue);
                return remove(one);
            }
            (Ok(true), _) => one.change(|kept| kept.state = StudyState::Done),
            (Err(fault), _) => one.change(|kept| {
                (kept.state, kept.why) = (StudyState::Failed, Some(fault.to_string()));
            }),
            // Whoever has stopped it meanwhile means it.
            (Ok(false), Some(Halt::Turn)) if goes => one.change(|kept| kept.state = StudyState::Waiting),
            (Ok(false), Some(Halt::Time)) if goes => one.change(|kept| {
                let words = "it has had its time on this server; it can go on";
                (kept.state, kept.why) = (StudyState::Stopped, Some(words.to_owned()));
            }),
            // As it was, so that the next server goes on with it.
            (Ok(false), Some(Halt::Closing)) => return,
            (Ok(false), Some(Halt::Asked | Halt::Turn | Halt::Time) | None) => {}
        }
        let goes_on = asked_anew || held(&one.kept).state == StudyState::Waiting;
        if goes_on && !matches!(held(&one.kept).state, StudyState::Done | StudyState::Failed) {
            queue.waiting.push_back(Arc::clone(one));
        }
    }

    /// Fights one study until it has seen enough or is halted; says whether it has.
    fn pursue(&self, app: &App, one: &Arc<One>, jobs: usize) -> std::result::Result<bool, Fault> {
        let study = one.study()?;
        let mut work = Work::begin(&study, one.folder.path(), COMMAND, Some(&one.folder))?;
        let kept = one.kept();
        let limits: Option<Limits> = app.house().map(|_| *app.limits());
        let turn = app.limits().study_turn;
        let asked = work.asked.clone();
        let begun = Instant::now();
        let (mut told, mut drawn) = (begun, begun);
        let (from, mut latest) = (work.taken_up, VecDeque::from(one.now().shown.latest.clone()));
        let mut next = 1;
        let ended = work.go(jobs, &one.halt, &mut |course, sums, row| {
            latest.push_back(battle(&asked, row));
            if LATEST < latest.len() {
                latest.pop_front();
            }
            let elapsed = begun.elapsed();
            if turn < elapsed && !self.queue().waiting.is_empty() {
                one.ask_to_halt(Halt::Turn);
            }
            let worked = Duration::from_millis(kept.worked) + elapsed;
            if limits.is_some_and(|it| it.study_time < worked) {
                one.ask_to_halt(Halt::Time);
            }
            if told.elapsed() < BREATH {
                return;
            }
            told = Instant::now();
            let fresh = next <= course.battles() && DRAWN <= drawn.elapsed();
            let figures = fresh.then(|| {
                drawn = Instant::now();
                next = course.battles() + course.battles() / 10;
                draw(&asked, sums)
            });
            let rate = (course.battles() - from) as f64 / elapsed.as_secs_f64().max(0.001);
            one.tell(&asked, course, sums, &kept, latest.iter().cloned().collect(), figures, rate);
        });
        let figures = draw(&asked, &work.sums);
        one.tell(&asked, work.course(), &work.sums, &kept, latest.into(), Some(figures), 0.0);
        one.now().shown.write(one.folder.path());
        let elapsed = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        one.change(|kept| kept.worked = kept.worked.saturating_add(elapsed));
        ended
    }
}

/// What made a study, as its page says it.
const COMMAND: &str = "flagbridge lab run study.toml";

fn remove(one: &One) {
    if let Err(err) = fs::remove_dir_all(one.folder.path()) {
        tracing::warn!(id = one.id, %err, "a study is not removed");
    }
    one.change_in_memory(StudyState::Failed, "it was deleted");
}

impl One {
    /// For those who look on while it goes.
    fn change_in_memory(&self, state: StudyState, why: &str) {
        self.now.send_modify(|now| {
            let shown = now.shown.clone();
            *now = Arc::new(Now { shown, state: Some(state), why: Some(why.to_owned()), ..Now::default() });
        });
    }

    #[expect(clippy::too_many_arguments, reason = "everything that is shown of a study at one moment")]
    fn tell(
        &self,
        asked: &Asked,
        course: &Course,
        sums: &[Sums],
        kept: &Kept,
        latest: Vec<StudyBattle>,
        figures: Option<Vec<StudyFigure>>,
        rate: f64,
    ) {
        let left = (0.0 < rate).then(|| course.most_left() as f64 / rate);
        self.now.send_modify(|now| {
            // Asked here, so that nobody's later word of it is told over.
            let state = held(&self.kept).state;
            let drawn = now.drawn + u64::from(figures.is_some());
            let figures = figures.unwrap_or_else(|| now.shown.figures.clone());
            let shown = shown(asked, course, sums, kept, latest, figures);
            *now = Arc::new(Now { shown, state: Some(state), why: None, drawn, rate, left });
        });
    }
}

fn draw(asked: &Asked, sums: &[Sums]) -> Vec<StudyFigure> {
    let wire = |it: lab::Figure| StudyFigure {
        id: it.id,
        title: it.title,
        words: it.words,
        battles: it.battles,
        height: it.height,
        svg: it.svg,
    };
    lab::figures(asked, sums).into_iter().map(wire).collect()
}

fn battle(asked: &Asked, row: &Row) -> StudyBattle {
    let seats = &asked.cells[row.cell].seats;
    let winners = match row.outcome {
        Outcome::Won(winners) => winners.iter().filter_map(|it| seats.get(it.index()).cloned()).collect(),
        Outcome::Draw => Vec::new(),
    };
    StudyBattle { kind: row.cell, battle: row.battle, winners, turns: row.turns }
}

fn shown(
    asked: &Asked,
    course: &Course,
    sums: &[Sums],
    kept: &Kept,
    latest: Vec<StudyBattle>,
    figures: Vec<StudyFigure>,
) -> Shown {
    let lines = asked.lines(sums);
    let asking = kept::asking(kept.question);
    let answers = lab::answers(asking, asked, &lines);
    let interval = |it: &rulesets::Score| wire::Interval { mean: it.mean, low: it.low, high: it.high };
    let standings = lab::standings(asking, &lines).into_iter().map(|it| StudyStanding {
        name: it.name,
        battles: it.battles,
        wins: it.wins,
        draws: it.draws,
        losses: it.losses,
        score: interval(&it.score),
    });
    let standings = standings.collect();
    let kinds = lines
        .iter()
        .map(|line| {
            let cell = &asked.cells[line.cell];
            StudyKind {
                game: line.game.clone(),
                scenario: line.scenario.clone(),
                title: lab::title(cell),
                players: line.players.clone(),
                seats: cell.seats.clone(),
                fleets: line.fleets.clone(),
                swap: line.swap,
                seed: line.seed,
                battles: line.battles,
                wins: line.wins.clone(),
                draws: line.draws,
                score: line.score.iter().map(interval).collect(),
                turns: line.turns,
                ended: line.ended.map(|it| lab_word(it).to_owned()),
                command: cell.command(line.battles.max(1)),
            }
        })
        .collect();
    let battles = course.battles();
    Shown { battles, most: battles + course.most_left(), answers, standings, kinds, latest, figures }
}

const fn lab_word(ended: lab::Enough) -> &'static str {
    match ended {
        lab::Enough::Battles => "battles",
        lab::Enough::Width => "width",
        lab::Enough::Better => "better",
        lab::Enough::NotBetter => "not_better",
    }
}
