//! Plays the battles and looks at the laws on the way.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{MOST_TURNS, Match, Opening, Orders, Record, Seat};
use serde_json::Value;

use crate::{
    Complete, Failure, Failures, Plan,
    law::{Broken, Kept, Law, broken, require},
    laws::{self, Index, unpanicked},
    plan::{self, Variant},
};

/// The orders of one decision.
pub(crate) type Decided<G> = Vec<(Seat, <G as engine::Game>::Order)>;

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Scenarios, each under each of its choices of options.
    pub variants: usize,
    pub playouts: u64,
    pub decisions: u64,
    pub events: u64,
    /// Orders found in lists, all of them checked.
    pub listed: u64,
    /// Spoiled orders that could still be read.
    pub hostile: u64,
    /// Battles that somebody won.
    pub decisive: u64,
}

/// Tries every law on every scenario and every pair of options.
///
/// # Panics
///
/// Panics if a law is broken, with all that is needed to see it again.
#[track_caller]
pub fn conforms<G: Complete>(plan: Plan) -> Summary {
    match try_conforms::<G>(&plan) {
        Ok(summary) => summary,
        Err(failures) => panic!("{failures}"),
    }
}

/// Like [`conforms`], for those who want to look at the failures.
///
/// # Errors
///
/// The laws found broken.
pub fn try_conforms<G: Complete>(plan: &Plan) -> Result<Summary, Failures> {
    let shelf = unpanicked(laws::shelf::holds::<G>).unwrap_or_else(|panic| broken(Law::Panics, panic));
    shelf.map_err(|broken| at_rest::<G>("", Value::Null, broken))?;
    let index = Index::of::<G>();
    let mut summary = Summary::default();
    each_battle::<G>(plan, &mut summary, |playout, trail, summary| playout.play(trail, &index, summary))?;
    Ok(summary)
}

/// Plays as many battles as the plan wants, round and round the variants.
pub(crate) fn each_battle<G: Complete>(
    plan: &Plan,
    summary: &mut Summary,
    play: impl Fn(&Playout<'_, G>, &mut Trail<G>, &mut Summary) -> Kept,
) -> Result<(), Failures> {
    let mut failures: Vec<Failure> = Vec::new();
    let variants = plan::variants::<G>(plan).map_err(|(id, json, broken)| at_rest::<G>(id, json, broken))?;
    summary.variants = variants.len();
    for variant in &variants {
        let set_up = unpanicked(|| G::set_up(&variant.options, &variant.scenario));
        let broken = |law, what| at_rest::<G>(variant.id, variant.json.clone(), Broken { law, what });
        match set_up {
            Ok(Ok(_)) => (),
            Ok(Err(err)) => return Err(broken(Law::Options, err.to_string())),
            Err(panic) => return Err(broken(Law::Panics, panic)),
        }
    }
    for n in 0..plan.battles(variants.len()) {
        let seed = plan.seed.wrapping_add(n);
        if variants.is_empty() || !plan.wants(seed) {
            continue;
        }
        let variant = &variants[(n % variants.len() as u64) as usize];
        let first = n < variants.len() as u64;
        let plainest = first && (n == 0 || variants[n as usize - 1].id != variant.id);
        let rate = match (plainest, first) {
            (true, _) => 1,
            (false, true) => (plan.sparse / 4).max(1),
            (false, false) => plan.sparse.max(1),
        };
        let ends = G::ends_by_itself(&variant.options, &variant.scenario).is_ok();
        let playout = Playout { plan, variant, seed, rate, proves: first, ends };
        playout.run(&mut failures, summary, &play);
        if plan.failures <= failures.len() {
            break;
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(Failures(failures)) }
}

fn at_rest<G: Complete>(scenario: &'static str, options: Value, broken: Broken) -> Failures {
    let game = G::ID;
    Failures(vec![Failure { broken, game, scenario, options, seed: None, decision: None, record: None }])
}

/// One battle to be played.
#[derive(Debug)]
pub(crate) struct Playout<'a, G: Complete> {
    pub(crate) plan: &'a Plan,
    pub(crate) variant: &'a Variant<G>,
    pub(crate) seed: u64,
    /// The slow laws are looked at once in this many decisions.
    rate: usize,
    /// Whether the record is to be proven in any case.
    proves: bool,
    /// Whether the game says that it ends by itself.
    ends: bool,
}

/// How far a battle has come: what is left of it if something panics.
#[derive(Debug)]
pub(crate) struct Trail<G: Complete> {
    pub(crate) game: Option<Match<G>>,
    pub(crate) decided: Vec<Decided<G>>,
    /// Orders now being played.
    playing: Decided<G>,
    /// Events before they were.
    whole: usize,
    /// Of this battle and those before it.
    failures: Vec<Failure>,
}

impl<G: Complete> Playout<'_, G> {
    fn run(
        &self,
        failures: &mut Vec<Failure>,
        summary: &mut Summary,
        play: impl Fn(&Self, &mut Trail<G>, &mut Summary) -> Kept,
    ) {
        let mut trail = Trail {
            game: None,
            decided: Vec::new(),
            playing: Vec::new(),
            whole: 0,
            failures: std::mem::take(failures),
        };
        let kept = unpanicked(|| play(self, &mut trail, summary)).unwrap_or_else(|panic| {
            let playing: Vec<String> = trail.playing.iter().map(laws::orders::json).collect();
            broken(Law::Panics, format!("{panic}; orders being played: [{}]", playing.join(", ")))
        });
        summary.playouts += 1;
        // A law once found broken is left at that.
        let _ = self.note(&mut trail, kept);
        *failures = trail.failures;
    }

    /// Writes down a broken law and lets the battle go on, unless enough are found.
    fn note(&self, trail: &mut Trail<G>, kept: Kept) -> Kept {
        let Err(broken) = kept else { return Ok(()) };
        if trail.failures.iter().all(|failure| failure.broken.law != broken.law) {
            let failure = self.failure(trail, broken.clone());
            trail.failures.push(failure);
        }
        if trail.failures.len() < self.plan.failures { Ok(()) } else { Err(broken) }
    }

    fn failure(&self, trail: &Trail<G>, broken: Broken) -> Failure {
        let name = format!("{}-{}-{}.json", G::ID, broken.law, self.seed);
        // A state that panics may do so again; the battle is then not written.
        let record = unpanicked(|| trail.record()).ok().flatten();
        let path = record.and_then(|record| write_record(&record, &name).ok());
        Failure {
            broken,
            game: G::ID,
            scenario: self.variant.id,
            options: self.variant.json.clone(),
            seed: Some(self.seed),
            decision: Some(trail.decided.len()),
            record: path,
        }
    }

    pub(crate) fn begin(&self, trail: &mut Trail<G>) -> Kept {
        let opening = opening(&self.variant.options, &self.variant.scenario, self.seed);
        match opening.and_then(Match::begin) {
            Ok(game) => trail.game = Some(game),
            Err(err) => return broken(Law::SetsUp, err.to_string()),
        }
        Ok(())
    }

    /// Laws without which the battle cannot go on end it; the others are noted.
    fn play(&self, trail: &mut Trail<G>, index: &Index, summary: &mut Summary) -> Kept {
        let mut chooser = Dice::numbered(self.seed, 1);
        // Some battles wander, some are fought, some are a bit of both.
        let skill = chooser.index(4).saturating_sub(1);
        let mut confided = Vec::new();
        self.begin(trail)?;
        let kept = laws::log::events_are_sound(trail.game().start(), trail.game().log(), index);
        self.note(trail, kept)?;
        while let Some(decision) = trail.game().decision() {
            let n = trail.decided.len();
            require(n < self.plan.longest, Law::Ends, || format!("no end after {n} decisions"))?;
            let turn = trail.game().state().turn();
            require(!self.ends || turn <= u32::from(MOST_TURNS), Law::Ends, || {
                format!("said to end by itself, but turn {turn} has begun")
            })?;
            laws::orders::decision_is_sound(trail.game().state(), decision)?;
            let mut orders = Orders::for_seats(decision.seats.len());
            for seat in decision.seats.iter() {
                let state = trail.game().state();
                let sampled = state.sample_order(seat, &mut chooser);
                laws::orders::is_legal(state, seat, &sampled, Law::Samples)?;
                let order =
                    if chooser.index(3) < skill { state.captain(seat, &mut chooser) } else { sampled };
                laws::orders::is_legal(state, seat, &order, Law::Tactics)?;
                orders.insert(seat, order);
                let others = (0..state.seats()).map(Seat).filter(|&to| to != seat);
                confided.extend(others.filter(|&to| state.confides(seat, to)).map(|to| (seat, to)));
            }
            trail.choose(&orders);
            let close = chooser.one_in(self.rate);
            if !close {
                trail.submit()?;
                continue;
            }
            self.look(trail, &orders, index, &mut chooser, summary)?;
            let before = trail.game().clone();
            trail.submit()?;
            let events = &trail.game().log()[before.log().len()..];
            let kept = laws::log::events_are_sound(before.state(), events, index);
            self.note(trail, kept)?;
            let kept = laws::secrets::nothing_leaks(&before, trail.game(), &orders, &mut chooser);
            self.note(trail, kept)?;
        }
        let game = trail.game();
        summary.decisions += trail.decided.len() as u64;
        summary.events += game.log().len() as u64;
        summary.decisive += u64::from(game.outcome() != Some(engine::Outcome::Draw));
        confided.sort_unstable();
        confided.dedup();
        let mut kept = vec![
            laws::orders::over_is_over(game, trail.decided.iter().flatten().last()),
            laws::secrets::views_are_sound(game.state(), &mut chooser),
            laws::words::describes(game.state()),
            laws::log::judgement(game.state()),
            laws::log::confidants(game.state(), &confided),
            laws::log::log_rebuilds(game),
            laws::log::repeats(game, &trail.decided),
            laws::log::without_log(game, &trail.decided),
        ];
        if self.proves || chooser.one_in(4) {
            kept.push(laws::log::record_proves(game));
        }
        kept.into_iter().try_for_each(|kept| self.note(trail, kept))
    }

    /// The slow laws, at one decision.
    fn look(
        &self,
        trail: &mut Trail<G>,
        orders: &Orders<G::Order>,
        index: &Index,
        dice: &mut Dice,
        summary: &mut Summary,
    ) -> Kept {
        let game = trail.game();
        let state = game.state();
        let mut kept = vec![
            laws::secrets::sealed_stay_sealed(game, orders, dice),
            laws::secrets::order_of_submission(game, orders),
            laws::orders::out_of_turn(game, orders),
            laws::secrets::views_are_sound(state, dice),
            laws::words::describes(state),
            laws::log::judgement(state),
        ];
        for (seat, order) in orders.iter() {
            let sampled = state.sample_order(seat, dice);
            kept.extend([
                laws::survives_json(order, "an order"),
                laws::orders::is_legal(state, seat, &sampled, Law::Samples),
                laws::orders::list_is_right(state, seat, &sampled, self.plan.cap, summary),
                laws::orders::players_keep_the_rules(state, seat, dice),
                laws::orders::offers_are_legal(state, seat, index, dice),
                laws::words::prompts(state, seat),
                laws::words::notation(state, seat, order),
                laws::words::notation(state, seat, &sampled),
                laws::words::hostile_texts(state, seat, order, index, dice),
            ]);
        }
        let past: Vec<&G::Order> = trail.decided.iter().flatten().map(|(_, order)| order).collect();
        kept.push(laws::orders::hostile_orders(game, orders, &past, index, dice, summary));
        kept.into_iter().try_for_each(|kept| self.note(trail, kept))
    }
}

impl<G: Complete> Trail<G> {
    pub(crate) fn game(&self) -> &Match<G> {
        self.game.as_ref().expect("the battle has begun")
    }

    /// Says what will be submitted next.
    pub(crate) fn choose(&mut self, orders: &Orders<G::Order>) {
        self.whole = self.game().log().len();
        self.playing = orders.iter().map(|(seat, order)| (seat, order.clone())).collect();
    }

    pub(crate) fn submit(&mut self) -> Kept {
        let game = self.game.as_mut().expect("the battle has begun");
        for (seat, order) in &self.playing {
            if let Err(err) = game.submit(*seat, order.clone()) {
                return broken(Law::Samples, format!("{seat}: a sampled order is turned away: {err}"));
            }
        }
        self.decided.push(std::mem::take(&mut self.playing));
        let n = self.decided.len();
        require(game.decision_number() == n, Law::Submits, || format!("decision {n} does not come"))
    }

    /// The battle up to the last decision that was played to its end.
    fn record(&self) -> Option<Record<G>> {
        let game = self.game.as_ref()?;
        let mut record = game.record(true);
        if !self.playing.is_empty() {
            record.events.truncate(self.whole);
            record.outcome = None;
        }
        Some(record)
    }
}

/// The opening of battle number `seed`.
pub(crate) fn opening<G: Complete>(
    options: &G::Options,
    scenario: &G::Scenario,
    seed: u64,
) -> Result<Opening<G>, engine::SetupError> {
    let seats = G::set_up(options, scenario)?.seats();
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_le_bytes());
    Ok(Opening {
        options: options.clone(),
        scenario: scenario.clone(),
        seats: vec![],
        secret: Secret(secret),
        contributions: (0..seats).map(|seat| Contribution(format!("testkit {seat}"))).collect(),
    })
}

fn write_record<G: Complete>(record: &Record<G>, name: &str) -> io::Result<PathBuf> {
    let folder = target().join("testkit");
    fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    fs::write(&path, engine::in_order(&plain::to_value(record)))?;
    Ok(path)
}

/// The build's own folder, found from the test that is running.
pub(crate) fn target() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    let built = test.ancestors().find(|folder| folder.file_name() == Some(OsStr::new("target")));
    built.map_or_else(std::env::temp_dir, Path::to_path_buf)
}
