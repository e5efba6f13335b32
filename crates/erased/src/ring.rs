//! One battle of a contest after another, fought by levels or by programs of
//! one's own, and what was seen of each: what a study is made of.

mod eye;
mod outsider;
mod paths;

use std::{fmt, sync::Arc, time::Duration};

use ai::{
    Level, Player,
    arena::{self, BattleReport, Clock, Round},
};
use dice::Dice;
use engine::{Assist, Game, Library, Match, Opening, Seat, SetupError, Spoken, Tactics};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Fault, guard::guarded};
use eye::Eye;
use outsider::{Failing, Line, Outsider};
pub use outsider::{Question, Seated};
pub use paths::ViewPath;

/// Who plays.
#[derive(Clone)]
pub enum Entrant {
    Level(Level),
    /// A program of one's own.
    Program(Arc<dyn Program>),
}

impl Entrant {
    fn is_timed(&self) -> bool {
        match self {
            Entrant::Level(level) => level.searches(),
            Entrant::Program(_) => true,
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Level(level) => level.fmt(f),
            Entrant::Program(program) => f.write_str(program.name()),
        }
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A program that plays, whatever starts it.
pub trait Program: Send + Sync {
    /// As one writes it where players are named: `exec:./program`.
    fn name(&self) -> &str;
    /// How long it may think about one order.
    fn patience(&self) -> Duration;
    /// # Errors
    ///
    /// Why it does not start, in words.
    fn start(&self) -> Result<Box<dyn Talk>, String>;
}

/// A running program, a line of JSON at a time.
pub trait Talk: Send {
    /// # Errors
    ///
    /// If it does not listen any more.
    fn say(&mut self, line: &str) -> Result<(), String>;
    /// The next line it says; nothing if it says none within that time.
    ///
    /// # Errors
    ///
    /// If it has ended.
    fn hear(&mut self, within: Duration) -> Result<Option<String>, String>;
}

/// What is to be looked at while battles are fought. Each costs time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Watch {
    /// Every turn: what each side has left, and how it stands.
    pub turns: bool,
    /// Every blow: whom it struck, what it cost, with what and where.
    pub harm: bool,
    /// Why the battle was over.
    pub decided: bool,
    /// Places in the referee's view, read at the end of every turn.
    pub paths: Vec<ViewPath>,
}

impl Watch {
    fn looks(&self) -> bool {
        self.turns || self.harm || self.decided || !self.paths.is_empty()
    }
}

/// One battle, and what was seen of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seen {
    pub report: BattleReport,
    /// A program's failure that cost it the battle: which player, and why.
    pub fault: Option<(usize, String)>,
    pub decided: Option<String>,
    pub turns: Vec<TurnSeen>,
    pub harm: Vec<Harm>,
}

/// A turn at its end. By seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnSeen {
    pub turn: u32,
    /// What everybody has left, in whatever the game counts (boxes, structure).
    pub left: Vec<u32>,
    pub units: Vec<u32>,
    pub score: Vec<i32>,
    /// What stood at the paths, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
}

/// One blow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    pub turn: u32,
    /// Whose unit it was.
    pub seat: u8,
    pub unit: String,
    pub points: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone: Option<Gone>,
    /// With what it was done.
    pub by: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arc: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(f64, f64)>,
}

/// That was the end of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gone {
    Destroyed,
    Left,
}

/// Who meets, and what is looked at.
#[derive(Clone, Debug)]
pub struct Bout {
    pub entrants: Vec<Entrant>,
    pub seed: u64,
    pub swap: bool,
    pub watch: Watch,
}

impl Bout {
    /// Which player sits where in battle number `index`.
    pub(crate) fn places(&self, index: u64) -> Vec<usize> {
        let n = self.entrants.len();
        let shift = if self.swap { (index % n.max(1) as u64) as usize } else { 0 };
        (0..n).map(|seat| (seat + shift) % n).collect()
    }

    /// By seat, who plays there in battle number `index`.
    pub(crate) fn seated(&self, index: u64) -> Vec<&Entrant> {
        self.places(index).into_iter().map(|player| &self.entrants[player]).collect()
    }
}

/// Battle number `index` of a bout as a match with its whole log.
pub(crate) fn again<G: Spoken + Tactics + Assist + Library>(
    opening: Opening<G>,
    bout: &Bout,
    index: u64,
) -> Result<Match<G>, Fault> {
    let mut players: Vec<Box<dyn Player<G>>> = Vec::with_capacity(bout.entrants.len());
    for (number, entrant) in bout.entrants.iter().enumerate() {
        let Entrant::Level(level) = entrant else {
            return Err(Fault::Misuse(format!(
                "{entrant}: only battles between computer players are shown again"
            )));
        };
        players.push(ai::player(level, arena::player_dice(bout.seed, number, index)));
    }
    let places = bout.places(index);
    let fought = guarded(|| {
        let mut battle = Match::begin_with(opening, Dice::numbered(bout.seed, index))?;
        while let Some(decision) = battle.decision() {
            // All of them see the same: nothing is resolved before the last order is in.
            let state = battle.state();
            let mut order =
                |seat: Seat| players[places[seat.index()]].decide_seen(&engine::Seen::by(seat, state));
            let orders: Vec<(Seat, G::Order)> =
                decision.seats.iter().map(|seat| (seat, order(seat))).collect();
            for (seat, order) in orders {
                battle.submit(seat, order).map_err(|err| SetupError::one(err.to_string()))?;
            }
        }
        Ok::<_, SetupError>(battle)
    });
    let stopped =
        |words: String| Fault::Failed(format!("battle {index} of seed {} stopped short: {words}", bout.seed));
    fought.map_err(|err| stopped(err.to_string()))?.map_err(|err| stopped(err.to_string()))
}

/// Where the battles of one bout are fought, by one thread. Battle number `n`
/// is the same in every ring of the same bout, and in [`crate::Prepared::simulate`].
pub trait Ring: Send {
    /// # Errors
    ///
    /// If the rules stop short, or a program cannot be started.
    fn fight(&mut self, index: u64) -> Result<Seen, Fault>;
    /// How long those who think have thought in this ring.
    fn clock(&self) -> &Clock;
}

pub(crate) struct Corner<G: Game> {
    start: G,
    options: Value,
    names: Vec<String>,
    bout: Bout,
    timed: Vec<bool>,
    clock: Clock,
    /// Programs that run, by player.
    lines: Vec<Line>,
}

impl<G: Spoken + Tactics + Assist + Library> Corner<G> {
    pub(crate) fn new(start: G, options: Value, names: Vec<String>, bout: Bout) -> Corner<G> {
        let timed = bout.entrants.iter().map(Entrant::is_timed).collect();
        let clock = Clock::new(bout.entrants.len());
        let lines = bout.entrants.iter().map(|_| Line::default()).collect();
        Corner { start, options, names, bout, timed, clock, lines }
    }

    /// Everybody with his luck for this battle; programs that do not run yet are started.
    fn players(&self, index: u64, failing: &Failing) -> Result<Vec<Box<dyn Player<G>>>, Fault> {
        let mut players: Vec<Box<dyn Player<G>>> = Vec::with_capacity(self.bout.entrants.len());
        for (number, entrant) in self.bout.entrants.iter().enumerate() {
            let dice = arena::player_dice(self.bout.seed, number, index);
            players.push(match entrant {
                Entrant::Level(level) => ai::player(level, dice),
                Entrant::Program(program) => {
                    let line = &self.lines[number];
                    line.open(program.as_ref())
                        .map_err(|err| Fault::Failed(format!("{}: {err}", program.name())))?;
                    let hello = outsider::hello::<G>(&self.options, &self.names, index);
                    let failing = failing.of(number);
                    Box::new(Outsider::new(line.clone(), program.patience(), dice, failing, hello))
                }
            });
        }
        Ok(players)
    }

    /// Tells the programs how it ended.
    fn farewell(&self, report: &BattleReport) {
        let over = outsider::over(&report.outcome);
        self.lines.iter().for_each(|line| line.tell(&over));
    }
}

impl<G: Spoken + Tactics + Assist + Library> Ring for Corner<G> {
    fn fight(&mut self, index: u64) -> Result<Seen, Fault> {
        let failing = Failing::default();
        let mut players = self.players(index, &failing)?;
        let shift = self.bout.places(index).first().copied().unwrap_or(0);
        let programs = self.bout.entrants.iter().any(|it| matches!(it, Entrant::Program(_)));
        let Bout { seed, swap, .. } = self.bout;
        let round = Round { seed, index, swap, timed: &self.timed };
        let (start, clock) = (&self.start, &mut self.clock);
        let fought = if programs || self.bout.watch.looks() {
            let mut eye = Eye::new(start, &self.bout.watch, &failing, shift);
            guarded(|| {
                let report = arena::fight_between(start, round, &mut players, clock, &mut eye);
                eye.seen(report)
            })
        } else {
            guarded(|| Seen::of(arena::fight_between(start, round, &mut players, clock, &mut ())))
        };
        let seen = fought.map_err(|words| {
            Fault::Failed(format!("battle {index} of seed {seed} stopped short: {words}"))
        })?;
        if programs {
            self.farewell(&seen.report);
        }
        Ok(seen)
    }

    fn clock(&self) -> &Clock {
        &self.clock
    }
}

impl Seen {
    fn of(report: BattleReport) -> Seen {
        Seen { report, fault: None, decided: None, turns: Vec::new(), harm: Vec::new() }
    }
}
