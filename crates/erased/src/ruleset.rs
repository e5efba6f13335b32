//! One game behind one face, whatever its types.

mod yard;

use std::{
    marker::PhantomData,
    time::{Duration, Instant},
};

use ai::{
    Level,
    arena::{BattleReport, Plan, Score, Summary},
};
use dice::fair::{Contribution, Secret};
use engine::{
    About, Assist, Audit, Game, Library, Match, OptionInfo, Record, Rule, SeatInfo, Spoken, Tactics, Viewer,
};
use serde_json::Value;

use crate::{
    AnyMatch, AnyRecord, CaseReport, CaseShow, CaseTold, Fault, LessonCard, LessonCheck, LessonMoment,
    LessonReport, Mining, Override, Puzzle, Source, Submission,
    any_match::Live,
    any_record::Opened,
    case,
    drill::{Drill, Drilled, Lane},
    fault::list,
    guard::guarded,
    lesson,
    moment::{self, Moment},
    options, puzzle,
    ring::{Bout, Corner, Ring, again},
    source::{Filed, Shelf},
};

/// A supplied scenario, as it stands in a list.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ScenarioCard {
    pub id: &'static str,
    pub title: String,
    pub blurb: String,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    /// The options it is meant to be played with.
    pub options: Value,
}

/// Which scenario is wanted.
#[derive(Clone, Copy, Debug)]
pub enum ScenarioRef<'a> {
    /// One that comes with the game.
    Id(&'a str),
    /// One of the user's own.
    File(Source<'a>),
}

/// Who will play: with computers on every side a battle must end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    People,
    Computers,
}

/// What a simulation is asked for.
#[derive(Clone, Debug)]
pub struct Contest {
    pub levels: Vec<Level>,
    pub battles: u64,
    pub seed: u64,
    pub swap: bool,
    pub jobs: usize,
}

/// A game, its types erased. The crate `rulesets` lists them all.
pub trait Ruleset: Sync {
    fn id(&self) -> &'static str;
    fn about(&self) -> About;
    fn rules_version(&self) -> u32;
    fn scenarios(&self) -> Vec<ScenarioCard>;
    fn options(&self) -> Vec<OptionInfo>;
    fn rules(&self) -> Vec<Rule>;
    /// A scenario with its options, ready to be played or simulated.
    ///
    /// # Errors
    ///
    /// If there is no such scenario or option, or they contradict themselves.
    fn prepare(
        &self,
        scenario: ScenarioRef<'_>,
        changes: &[Override],
        table: Table,
    ) -> Result<Box<dyn Prepared>, Fault>;
    /// # Errors
    ///
    /// The place in the file and what was expected there.
    fn open_record(&self, source: &Source<'_>) -> Result<Box<dyn AnyRecord>, Fault>;
    /// # Errors
    ///
    /// The place in the file and what was expected there. A case that can be
    /// read and fails is no error but a report with differences.
    fn run_case(&self, source: &Source<'_>) -> Result<CaseReport, Fault>;
    /// The same case, told moment by moment: what is asked, of whom, and the view.
    ///
    /// # Errors
    ///
    /// As [`Ruleset::run_case`].
    fn show_case(&self, source: &Source<'_>) -> Result<CaseShow, Fault>;
    /// What a lesson is called, and how long it is.
    ///
    /// # Errors
    ///
    /// The place in the file and what was expected there.
    fn lesson(&self, source: &Source<'_>) -> Result<LessonCard, Fault>;
    /// Plays a lesson from its start with the learner's orders, and says where it stands; what has happened
    /// is told from event number `from` on.
    ///
    /// # Errors
    ///
    /// If the lesson itself is wrong. An order that it does not take is no error.
    fn play_lesson(&self, source: &Source<'_>, orders: &[Value], from: usize) -> Result<LessonMoment, Fault>;
    /// What the rules say of an order where the lesson stands after `orders`.
    ///
    /// # Errors
    ///
    /// As [`Ruleset::play_lesson`].
    fn ask_lesson(
        &self,
        source: &Source<'_>,
        orders: &[Value],
        order: &Submission,
    ) -> Result<LessonCheck, Fault>;
    /// Plays a lesson through with the orders that it shows.
    ///
    /// # Errors
    ///
    /// The place in the file and what was expected there. A lesson that can be read and fails is no error
    /// but a report with differences.
    fn check_lesson(&self, source: &Source<'_>) -> Result<LessonReport, Fault>;
    /// The same case, played to its end for people who want to see a rule at work.
    ///
    /// # Errors
    ///
    /// As [`Ruleset::run_case`], and if the case does not go as it says.
    fn tell_case(&self, source: &Source<'_>) -> Result<CaseTold, Fault>;
    /// The moment that a file describes: a situation, or a case after its first `steps`
    /// steps, under the options it names with these changes.
    ///
    /// # Errors
    ///
    /// The place in the file and what was expected there; or if there is no such option.
    fn moment(
        &self,
        source: &Source<'_>,
        steps: usize,
        changes: &[Override],
    ) -> Result<Box<dyn Moment>, Fault>;
    /// A puzzle, at its moment.
    ///
    /// # Errors
    ///
    /// The place in the file and what was expected there.
    fn puzzle(&self, source: &Source<'_>) -> Result<Box<dyn Puzzle>, Fault>;
    /// Lets computers fight and hands in the puzzles it finds, each by its id and as the text of
    /// its file.
    ///
    /// # Errors
    ///
    /// If there is no such scenario.
    fn mine(&self, wanted: &Mining, each: &mut dyn FnMut(&str, &str)) -> Result<(), Fault>;
    /// Checks the design in a file, or all of them if it has several, under
    /// the game's own options with these changes.
    ///
    /// # Errors
    ///
    /// The place in the file and what was expected there; or if there is no such option.
    fn audit(&self, source: &Source<'_>, changes: &[Override]) -> Result<Vec<Audit>, Fault>;
    /// The shipyard, in games whose players design ships.
    fn shipyard(&self) -> Option<Box<dyn yard::Yard>>;
}

/// A battle about to begin.
pub trait Prepared: Send + Sync {
    /// The names of the seats, in order.
    fn seats(&self) -> &[String];
    /// The options it will be played with.
    fn options(&self) -> Value;
    /// The scenario itself, as a file of one's own may hold it.
    fn scenario(&self) -> Value;
    /// What a spectator sees before anything has happened.
    fn preview(&self) -> Value;
    /// Seats the players, named by level or `human`, and plays to the first decision.
    ///
    /// # Errors
    ///
    /// If there are more or fewer players than seats.
    fn begin(
        &self,
        players: &[String],
        secret: Secret,
        contributions: Vec<Contribution>,
    ) -> Result<Box<dyn AnyMatch>, Fault>;
    /// The record of the same battle before anything has happened and before
    /// any seat has added to the dice, as text. [`AnyRecord::begin`] goes on from it.
    ///
    /// # Errors
    ///
    /// If there are more or fewer players than seats.
    fn unbegun(&self, players: &[String], secret: Secret) -> Result<String, Fault>;
    /// Computer against computer; `each` hears of every battle in order.
    ///
    /// # Errors
    ///
    /// If there are more or fewer levels than seats.
    fn simulate(&self, contest: &Contest, each: &mut dyn FnMut(&BattleReport)) -> Result<Summary, Fault>;
    /// A place for one thread to fight the battles of a bout in.
    ///
    /// # Errors
    ///
    /// If there are more or fewer players than seats.
    fn ring(&self, bout: &Bout) -> Result<Box<dyn Ring>, Fault>;
    /// A place for one thread to play battles by numbers in.
    ///
    /// # Errors
    ///
    /// If there are more or fewer players than seats, or what is to be shown is no number.
    fn drill(&self, plan: &Drilled) -> Result<Box<dyn Drill>, Fault>;
    /// Battle number `index` of a bout once more, to be looked at: the same dice, orders and events as in
    /// [`Ring::fight`]. Its dice are those of the bout and come from no secret, so nobody can prove them.
    ///
    /// # Errors
    ///
    /// As [`Prepared::ring`]; if a program plays in it, or the rules stop short.
    fn replay(&self, bout: &Bout, index: u64) -> Result<Box<dyn AnyMatch>, Fault>;
    /// As many battles of the contest as there is time for, a few at the least.
    ///
    /// # Errors
    ///
    /// As [`Prepared::simulate`].
    fn simulate_for(&self, contest: &Contest, longest: Duration) -> Result<Fought, Fault> {
        let begun = Instant::now();
        let mut fought = Fought { battles: 0, wins: vec![0; contest.levels.len()], draws: 0, turns: 0 };
        while fought.battles < contest.battles && (fought.battles == 0 || begun.elapsed() < longest) {
            let round = Contest {
                battles: ROUND.min(contest.battles - fought.battles),
                // Every round has streams of its own.
                seed: contest.seed.wrapping_mul(1 << 20).wrapping_add(fought.battles),
                ..contest.clone()
            };
            let summary = self.simulate(&round, &mut |battle| fought.turns += u64::from(battle.turns))?;
            fought.battles += summary.battles;
            fought.draws += summary.draws;
            for (sum, won) in fought.wins.iter_mut().zip(&summary.wins) {
                *sum += won;
            }
        }
        Ok(fought)
    }
}

/// Battles between two looks at the clock; a multiple of any number of seats that
/// players change about.
const ROUND: u64 = 12;

/// What came of battles that were fought until time was up. By player.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    pub battles: u64,
    pub wins: Vec<u64>,
    pub draws: u64,
    /// Of all battles together.
    pub turns: u64,
}

impl Fought {
    /// The player's mean score with its 95 % interval: mean, low, high.
    pub fn score(&self, player: usize) -> (f64, f64, f64) {
        let Score { mean, low, high } =
            Score::of(self.wins[player] as f64 + self.draws as f64 / 2.0, self.battles);
        (mean, low, high)
    }

    pub fn mean_turns(&self) -> f64 {
        if self.battles == 0 { 0.0 } else { self.turns as f64 / self.battles as f64 }
    }
}

/// The one generic way in.
#[derive(Debug)]
pub struct Entry<G>(PhantomData<fn() -> G>);

/// The game `G` for the registry.
pub const fn ruleset<G>() -> Entry<G> {
    Entry(PhantomData)
}

impl<G: Game + Spoken + Tactics + Assist + Library> Ruleset for Entry<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn about(&self) -> About {
        G::about()
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn scenarios(&self) -> Vec<ScenarioCard> {
        let card = |info: engine::ScenarioInfo<G::Scenario>| {
            let options = G::preset(&info.scenario);
            let seats = G::set_up(&options, &info.scenario).map_or(Vec::new(), |state| seat_names(&state));
            ScenarioCard {
                id: info.id,
                title: info.title,
                blurb: info.blurb,
                seats,
                options: plain::to_value(&options),
            }
        };
        G::scenarios().into_iter().map(card).collect()
    }

    fn options(&self) -> Vec<OptionInfo> {
        G::option_infos()
    }

    fn rules(&self) -> Vec<Rule> {
        G::rule_index()
    }

    fn prepare(
        &self,
        from: ScenarioRef<'_>,
        changes: &[Override],
        table: Table,
    ) -> Result<Box<dyn Prepared>, Fault> {
        let (name, scenario) = match from {
            ScenarioRef::Id(id) => (id, supplied::<G>(id)?),
            ScenarioRef::File(source) => (source.name, own_game::<G, G::Scenario>(&source)?),
        };
        // Supplied scenarios are sound, so that only the options can be at fault.
        let supplied = matches!(from, ScenarioRef::Id(_));
        let at_fault = |words: String| {
            let words = format!("{name}: {words}");
            if supplied { Fault::Misuse(words) } else { Fault::Failed(words) }
        };
        let ready = guarded(|| {
            let preset = match table {
                Table::People => G::preset(&scenario),
                Table::Computers => G::computer_preset(&scenario),
            };
            let options = options::merge::<G>(&preset, changes)?;
            let state = G::set_up(&options, &scenario).map_err(|err| at_fault(err.to_string()))?;
            match table {
                Table::People => {}
                Table::Computers => endless::<G>(&options, &scenario).map_err(at_fault)?,
            }
            Ok(Ready::<G> { seats: seat_names(&state), options, scenario })
        });
        let ready = ready.map_err(|words| at_fault(format!("the scenario breaks the rules: {words}")))?;
        Ok(Box::new(ready?))
    }

    fn open_record(&self, source: &Source<'_>) -> Result<Box<dyn AnyRecord>, Fault> {
        Ok(Box::new(Opened::<G>::open(source)?))
    }

    fn run_case(&self, source: &Source<'_>) -> Result<CaseReport, Fault> {
        case::run::<G>(source)
    }

    fn show_case(&self, source: &Source<'_>) -> Result<CaseShow, Fault> {
        case::show::<G>(source)
    }

    fn lesson(&self, source: &Source<'_>) -> Result<LessonCard, Fault> {
        lesson::card::<G>(source)
    }

    fn play_lesson(&self, source: &Source<'_>, orders: &[Value], from: usize) -> Result<LessonMoment, Fault> {
        lesson::play::<G>(source, orders, from)
    }

    fn ask_lesson(
        &self,
        source: &Source<'_>,
        orders: &[Value],
        order: &Submission,
    ) -> Result<LessonCheck, Fault> {
        lesson::ask::<G>(source, orders, order)
    }

    fn check_lesson(&self, source: &Source<'_>) -> Result<LessonReport, Fault> {
        lesson::check::<G>(source)
    }

    fn tell_case(&self, source: &Source<'_>) -> Result<CaseTold, Fault> {
        case::told::<G>(source)
    }

    fn moment(
        &self,
        source: &Source<'_>,
        steps: usize,
        changes: &[Override],
    ) -> Result<Box<dyn Moment>, Fault> {
        moment::of_file::<G>(source, steps, changes)
    }

    fn puzzle(&self, source: &Source<'_>) -> Result<Box<dyn Puzzle>, Fault> {
        puzzle::open::<G>(source)
    }

    fn mine(&self, wanted: &Mining, each: &mut dyn FnMut(&str, &str)) -> Result<(), Fault> {
        puzzle::mine::<G>(wanted, each)
    }

    fn audit(&self, source: &Source<'_>, changes: &[Override]) -> Result<Vec<Audit>, Fault> {
        let options = options::merge::<G>(&G::Options::default(), changes)?;
        let designs: Vec<G::Design> = if source.is_shelf()? {
            let Shelf { game, ship } = source.parse()?;
            same_game::<G>(source, game.as_deref())?;
            ship
        } else {
            vec![own_game::<G, G::Design>(source)?]
        };
        guarded(|| designs.iter().map(|design| G::audit_under(design, &options)).collect())
            .map_err(|words| Fault::Failed(format!("{}: the design cannot be checked: {words}", source.name)))
    }

    fn shipyard(&self) -> Option<Box<dyn yard::Yard>> {
        G::shipyard().map(|yard| Box::new(yard::Works(yard)) as Box<dyn yard::Yard>)
    }
}

/// Why a battle without people may not be fought under these options, if it may not.
pub(crate) fn endless<G: Library>(options: &G::Options, scenario: &G::Scenario) -> Result<(), String> {
    G::ends_by_itself(options, scenario)
        .map_err(|words| format!("a battle without people must end by itself: {words}"))
}

/// A scenario that comes with the game.
pub(crate) fn supplied<G: Library>(id: &str) -> Result<G::Scenario, Fault> {
    let all = G::scenarios();
    let known = list(all.iter().map(|info| info.id));
    let found = all.into_iter().find(|info| info.id == id);
    found.map(|info| info.scenario).ok_or_else(|| {
        Fault::misuse(format!(
            "{} has no scenario {id:?}; it has: {known}; a file of your own ends in .json or .toml",
            G::ID
        ))
    })
}

/// Data of this game from a file that may say so itself.
pub(crate) fn own_game<G: Game, T: serde::de::DeserializeOwned>(source: &Source<'_>) -> Result<T, Fault> {
    let Filed { game, data } = source.parse::<Filed<T>>()?;
    same_game::<G>(source, game.as_deref())?;
    Ok(data)
}

fn same_game<G: Game>(source: &Source<'_>, game: Option<&str>) -> Result<(), Fault> {
    match game {
        Some(game) if game != G::ID => {
            Err(Fault::Failed(format!("{}: for the game {game:?}, expected {:?}", source.name, G::ID)))
        }
        Some(_) | None => Ok(()),
    }
}

pub(crate) fn seat_names<G: Spoken>(state: &G) -> Vec<String> {
    let view = state.view(Viewer::Spectator);
    (0..state.seats()).map(|n| G::seat_name(&view, engine::Seat(n))).collect()
}

struct Ready<G: Game> {
    seats: Vec<String>,
    options: G::Options,
    scenario: G::Scenario,
}

impl<G: Game> Ready<G> {
    fn expect_players(&self, n: usize) -> Result<(), Fault> {
        let seats = self.seats.len();
        if n == seats {
            return Ok(());
        }
        let names = list(&self.seats);
        let players = if n == 1 { "1 player".to_owned() } else { format!("{n} players") };
        Err(Fault::misuse(format!("{players}, but the scenario has {seats} seats: {names}")))
    }

    fn seat(&self, players: &[String]) -> Result<Vec<SeatInfo>, Fault> {
        self.expect_players(players.len())?;
        let seats = self.seats.iter().zip(players);
        Ok(seats.map(|(name, player)| SeatInfo { name: name.clone(), player: player.clone() }).collect())
    }
}

impl<G: Game + Spoken + Tactics + Assist + Library> Prepared for Ready<G> {
    fn seats(&self) -> &[String] {
        &self.seats
    }

    fn options(&self) -> Value {
        plain::to_value(&self.options)
    }

    fn scenario(&self) -> Value {
        plain::to_value(&self.scenario)
    }

    fn preview(&self) -> Value {
        let state = G::set_up(&self.options, &self.scenario).expect("it was set up when it was prepared");
        plain::to_value(&state.view(Viewer::Spectator))
    }

    fn begin(
        &self,
        players: &[String],
        secret: Secret,
        contributions: Vec<Contribution>,
    ) -> Result<Box<dyn AnyMatch>, Fault> {
        let opening = engine::Opening {
            options: self.options.clone(),
            scenario: self.scenario.clone(),
            seats: self.seat(players)?,
            secret,
            contributions,
        };
        match guarded(|| Match::<G>::begin(opening)) {
            Ok(begun) => Ok(Box::new(Live::new(begun.map_err(Fault::failed)?))),
            Err(words) => Err(Fault::Failed(format!("the scenario breaks the rules: {words}"))),
        }
    }

    fn unbegun(&self, players: &[String], secret: Secret) -> Result<String, Fault> {
        let seats = self.seat(players)?;
        let record = Record::<G>::unbegun(self.options.clone(), self.scenario.clone(), seats, secret)
            .map_err(Fault::failed)?;
        Ok(plain::to_value(&record).to_string())
    }

    fn simulate(&self, contest: &Contest, each: &mut dyn FnMut(&BattleReport)) -> Result<Summary, Fault> {
        self.expect_players(contest.levels.len())?;
        let plan = Plan::<G> {
            options: &self.options,
            scenario: &self.scenario,
            levels: contest.levels.clone(),
            battles: contest.battles,
            seed: contest.seed,
            swap: contest.swap,
            jobs: contest.jobs,
        };
        match guarded(|| ai::arena::run(&plan, each)) {
            Ok(result) => result.map_err(Fault::failed),
            Err(words) => Err(Fault::Failed(format!("a battle stopped short: {words}"))),
        }
    }

    fn ring(&self, bout: &Bout) -> Result<Box<dyn Ring>, Fault> {
        self.expect_players(bout.entrants.len())?;
        let start = G::set_up(&self.options, &self.scenario).map_err(Fault::failed)?;
        Ok(Box::new(Corner::new(start, self.options(), self.seats.clone(), bout.clone())))
    }

    fn drill(&self, plan: &Drilled) -> Result<Box<dyn Drill>, Fault> {
        self.expect_players(plan.players.len())?;
        let start = G::set_up(&self.options, &self.scenario).map_err(Fault::failed)?;
        Ok(Box::new(Lane::new(start, plan.clone())?))
    }

    fn replay(&self, bout: &Bout, index: u64) -> Result<Box<dyn AnyMatch>, Fault> {
        let players: Vec<String> = bout.seated(index).iter().map(|it| it.to_string()).collect();
        let opening: engine::Opening<G> = engine::Opening {
            options: self.options.clone(),
            scenario: self.scenario.clone(),
            seats: self.seat(&players)?,
            secret: Secret([0; 32]),
            contributions: players.iter().cloned().map(Contribution).collect(),
        };
        Ok(Box::new(Live::new(again(opening, bout, index)?)))
    }
}
