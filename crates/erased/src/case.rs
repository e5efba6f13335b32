//! Conformance cases: a situation, scripted dice, orders, and what must come of
//! them. docs/cases.md describes the file for those who write one.

mod absent;
pub(crate) mod compare;
mod format;
mod kinds;
mod show;
mod told;

use dice::Dice;
use engine::{
    Audit, Finding, Game, Library, Orders, Outcome, Pending, PhaseName, Seat, Seats, SetupError, Severity,
    Spoken, SubmitError, Table, Viewer,
};
use serde::Serialize;
use serde_json::Value;

pub(crate) use format::{SeatKey, Values};
pub use show::{Asked, CaseMoment, CaseShow};
pub(crate) use told::told;
pub use told::{CaseTold, DesignTold, Die, OrderTold, Reason, StepTold};

use crate::{
    Fault, Override, Rejection, Source, Submission, any_match::read_order, guard::guarded, list, options,
    ruleset::supplied, source::IdOr,
};
use format::{AuditExpectation, Case, Expect, FindingExpectation, OutcomeExpectation, Refused, Step};

/// What the phase of a battle that has ended is called.
const OVER: &str = "over";

/// The options a case asks for.
fn changes<G: Library>(case: &Case<G>) -> Vec<Override> {
    let changes = case.options.iter();
    changes.map(|(name, value)| Override { name: name.clone(), value: value.clone() }).collect()
}

/// What a case came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseReport {
    pub name: String,
    pub rules: Vec<String>,
    /// Everything that was not as expected. Empty if the case passed.
    pub differences: Vec<String>,
}

/// Runs the case in `source`.
pub(crate) fn run<G: Spoken + Library>(source: &Source<'_>) -> Result<CaseReport, Fault> {
    let case: Case<G> = source.parse()?;
    own::<G>(source, &case)?;
    let run = played(&case, false);
    Ok(CaseReport { name: case.name, rules: case.rules, differences: run.differences })
}

/// Plays the case in `source` and tells what it asks of whom on the way.
pub(crate) fn show<G: Spoken + Library>(source: &Source<'_>) -> Result<CaseShow, Fault> {
    let case: Case<G> = source.parse()?;
    own::<G>(source, &case)?;
    let run = played(&case, true);
    Ok(CaseShow { name: case.name, moments: run.shown.unwrap_or_default(), differences: run.differences })
}

fn own<G: Library>(source: &Source<'_>, case: &Case<G>) -> Result<(), Fault> {
    if case.game == G::ID {
        return Ok(());
    }
    Err(Fault::Failed(format!("{}: a case of {:?}, not of {:?}", source.name, case.game, G::ID)))
}

fn played<G: Spoken + Library>(case: &Case<G>, shown: bool) -> Run {
    let mut run = Run { shown: shown.then(Vec::new), ..Run::default() };
    run.rules::<G>(&case.rules);
    // A rule that stops short is a difference like any other.
    if let Err(words) = guarded(|| run.play(case)) {
        run.differ(format!("the rules stopped short: {words}"));
    }
    run
}

/// Whether somebody decides, or the battle is over: otherwise it has yet to be played on.
pub(crate) fn waits<G: Game>(state: &G) -> bool {
    match state.pending() {
        Pending::Orders(decision) => !decision.seats.is_empty(),
        Pending::Over(_) => true,
    }
}

/// A case under way. Differences are gathered, so that one run shows all.
#[derive(Default)]
struct Run {
    differences: Vec<String>,
    /// Where in the case we are: `step 2: `.
    place: String,
    /// What is told of every moment on the way, if somebody wants to know.
    shown: Option<Vec<CaseMoment>>,
    names: absent::Names,
}

impl Run {
    fn differ(&mut self, what: impl AsRef<str>) {
        self.differences.push(format!("{}{}", self.place, what.as_ref()));
    }

    fn rules<G: Library>(&mut self, cited: &[String]) {
        if cited.is_empty() {
            self.differ("`rules` is empty, expected the ids of the rules the case shows");
        }
        let index = G::rule_index();
        for id in cited {
            if !index.iter().any(|rule| rule.id == *id) {
                self.differ(format!("cites {id}, which is not in the rule index of {}", G::ID));
            }
        }
    }

    fn play<G: Spoken + Library>(&mut self, case: &Case<G>) {
        if let Some(audit) = &case.audit {
            match &case.design {
                Some(design) => match options::merge::<G>(&G::Options::default(), &changes(case)) {
                    Ok(options) => self.audit(&G::audit_under(design, &options), audit),
                    Err(err) => self.differ(err.to_string()),
                },
                None => self.differ("`audit` without a `design` to check"),
            }
        } else if case.design.is_some() {
            self.differ("a `design` without an `audit` that says what is expected of it");
        }
        match (&case.scenario, &case.situation) {
            (None, None) if case.design.is_some() && case.step.is_empty() => {}
            (None, None) => self.differ("expected a `scenario`, a `situation` or a `design`"),
            (Some(_), Some(_)) => self.differ("both a `scenario` and a `situation`, expected one of them"),
            (Some(_), None) | (None, Some(_)) => self.battle(case),
        }
    }

    fn battle<G: Spoken + Library>(&mut self, case: &Case<G>) {
        let state = match set_up(case, &changes(case)) {
            Ok(state) => state,
            Err(SetUp::Fault(err)) => return self.differ(err.to_string()),
            Err(SetUp::Contradiction(err)) => return self.impossible(case.impossible.as_deref(), &err),
        };
        if let Some(words) = &case.impossible {
            return self.differ(format!("set up, but expected to be impossible: {words}"));
        }
        if case.step.is_empty() && case.expect().is_empty() && self.shown.is_none() {
            return self.differ("the case expects nothing");
        }
        let mut table = begun(case, state);
        self.dice(&case.dice, &table, 0);
        self.expect(&table, 0, &case.expect());
        self.show(&table, 0);
        for (n, step) in case.step.iter().enumerate() {
            let about = step.about.as_ref().map_or(String::new(), |about| format!(" ({about})"));
            self.place = format!("step {}{about}: ", n + 1);
            if !self.step(&mut table, step) {
                break;
            }
        }
    }

    fn impossible(&mut self, expected: Option<&str>, err: &SetupError) {
        match expected {
            Some(words) if err.0.iter().any(|reason| reason.contains(words)) => {}
            Some(words) => self.differ(format!("{err}; expected a reason with {words:?}")),
            None => self.differ(err.to_string()),
        }
    }

    /// Plays one step. False if the case cannot go on from there.
    fn step<G: Spoken + Library>(&mut self, table: &mut Table<G>, step: &Step) -> bool {
        let before = table.log().len();
        table.set_dice(script(&step.dice));
        let Some(orders) = self.orders(table.state(), step) else { return false };
        if step.refused.is_none() {
            let Pending::Orders(decision) = table.state().pending() else {
                self.differ("the battle is over, there is nothing to order");
                return false;
            };
            let mut complete = true;
            for seat in decision.seats.iter().filter(|&seat| orders.get(seat).is_none()) {
                self.differ(format!(
                    "{} has to decide ({}), but has no order",
                    called(table.state(), seat),
                    decision.phase
                ));
                complete = false;
            }
            if !complete {
                return false;
            }
            table.resolve(&orders);
        }
        self.dice(&step.dice, table, before);
        self.expect(table, before, &step.expect());
        self.show(table, before);
        true
    }

    /// The orders of a step, read and judged. `None` if one of them is not to be had.
    fn orders<G: Spoken + Library>(&mut self, state: &G, step: &Step) -> Option<Orders<G::Order>> {
        let unwelcome = match &step.refused {
            Some(refused) => Some((self.seat(state, &refused.seat)?, refused)),
            None => None,
        };
        let (mut orders, mut sound) = (Orders::default(), true);
        for (key, order) in &step.orders {
            let Some(seat) = self.seat(state, &SeatKey::Name(key.clone())) else {
                sound = false;
                continue;
            };
            match (judged(state, seat, order), unwelcome) {
                (Ok(_), Some((whose, refused))) if whose == seat => {
                    let rule = refused.rule.as_deref().unwrap_or("a rule");
                    self.differ(format!(
                        "the order of {} was taken, expected a refusal by {rule}",
                        called(state, seat)
                    ));
                    sound = false;
                }
                (Err(rejection), Some((whose, refused))) if whose == seat => {
                    self.refused::<G>(&rejection, refused);
                }
                (Ok(order), _) => {
                    orders.insert(seat, order);
                }
                (Err(rejection), _) => {
                    self.differ(format!("the order of {} was refused: {rejection}", called(state, seat)));
                    sound = false;
                }
            }
        }
        if let Some((whose, _)) = unwelcome
            && !step.orders.keys().any(|key| self.seat(state, &SeatKey::Name(key.clone())) == Some(whose))
        {
            self.differ(format!("no order of {} that could be refused", called(state, whose)));
        }
        sound.then_some(orders)
    }

    fn refused<G: Library>(&mut self, rejection: &Rejection, expected: &Refused) {
        let index = G::rule_index();
        let cited: Vec<&str> = rejection.findings().iter().map(|Finding { rule, .. }| *rule).collect();
        for rule in expected.rule.iter().chain(&expected.rules) {
            if !index.iter().any(|it| it.id == *rule) {
                self.differ(format!("expects a refusal by {rule}, which is not in the rule index"));
            }
            if !cited.contains(&rule.as_str()) {
                self.differ(format!("refused as {rejection}, expected a refusal by {rule}"));
            }
        }
        if let Some(words) = &expected.reason
            && !rejection.to_string().contains(words)
        {
            self.differ(format!("refused as {rejection}, expected a reason with {words:?}"));
        }
    }

    /// Whether the dice were as many as the script has, and what wanted the first that was missing.
    /// Events from number `from` on were rolled for with these dice.
    fn dice<G: Game>(&mut self, script: &[u8], table: &Table<G>, from: usize) {
        let dice = table.dice();
        let (scripted, rolled) = (script.len() as u64, dice.rolled());
        if scripted < rolled {
            let first = scripted + 1;
            let what = dice.sides_of(first).map_or("a die".to_owned(), |sides| format!("a d{sides}"));
            let counts = table.counts().get(from..).unwrap_or_default();
            let wanted =
                counts.iter().position(|count| first <= *count).and_then(|n| table.log().get(from + n));
            let wanted = match wanted {
                Some(event) => {
                    let kind = kinds::name::<G::Event>(&plain::to_value(event));
                    format!("for {kind} ({})", G::rules_of(event).join(", "))
                }
                None => "that no event tells of".to_owned(),
            };
            return self.differ(match rolled - scripted {
                1 => format!("die {rolled} is missing from the script: {what} {wanted}"),
                _ => format!(
                    "dice {first} to {rolled} are missing from the script: the first is {what} {wanted}"
                ),
            });
        }
        if let Some(trouble) = dice.trouble() {
            self.differ(trouble);
        }
        let left = scripted - rolled;
        if 0 < left {
            let word = if left == 1 { "die" } else { "dice" };
            self.differ(format!("{left} scripted {word} left over, {rolled} rolled"));
        }
    }

    /// Holds the table, and its events from number `from` on, against what is expected.
    fn expect<G: Spoken + Library>(&mut self, table: &Table<G>, from: usize, expect: &Expect<'_>) {
        for pattern in expect.events.iter().chain(expect.no_events) {
            if let Some(words) = kinds::unknown::<G::Event>(pattern) {
                self.differ(words);
            }
        }
        let events: Vec<Value> = table.log()[from..].iter().map(plain::to_value).collect();
        for difference in compare::events(&events, expect.events, expect.exactly) {
            self.differ(difference);
        }
        for unwanted in expect.no_events {
            if let Some(event) = events.iter().find(|event| compare::is_kind(event, unwanted)) {
                self.differ(format!("unexpected event {event}"));
            }
        }
        let state = table.state();
        let referee = plain::to_value(&state.view(Viewer::Referee));
        self.values("", &referee, expect.state);
        self.absent::<G>("", &referee, expect.absent);
        self.names.note(&referee);
        for (whose, values) in expect.view {
            if let Some(view) = self.view_of(state, whose) {
                self.values(&format!("in the view of {whose}, "), &view, values);
            }
        }
        for (whose, paths) in expect.hidden {
            if let Some(view) = self.view_of(state, whose) {
                self.absent::<G>(&format!("in the view of {whose}, "), &view, paths);
            }
        }
        if let Some(outcome) = expect.outcome {
            self.outcome(state, outcome);
        }
        if let Some(expected) = expect.phase {
            self.phase(state, expected);
        }
    }

    /// What somebody sees: a seat, `spectator` or `referee`.
    fn view_of<G: Spoken>(&mut self, state: &G, whose: &str) -> Option<Value> {
        let viewer = match whose {
            "spectator" => Viewer::Spectator,
            "referee" => Viewer::Referee,
            key => Viewer::Seat(self.seat(state, &SeatKey::Name(key.to_owned()))?),
        };
        Some(plain::to_value(&state.view(viewer)))
    }

    /// That nothing stands at these paths of a view, and something could.
    fn absent<G: Game>(&mut self, whose: &str, view: &Value, paths: &[String]) {
        for path in paths {
            match compare::at(view, path) {
                Ok(Value::Null) => {}
                Err(_) => {
                    if let Some(words) = absent::unknown::<G::View>(view, path, &self.names) {
                        self.differ(format!("{whose}{path}: nothing could stand there: {words}"));
                    }
                }
                Ok(value) => self.differ(format!("{whose}{path}: found {value}, expected nothing")),
            }
        }
    }

    fn phase<G: Library>(&mut self, state: &G, expected: &str) {
        let phase = match state.pending() {
            Pending::Orders(decision) => decision.phase,
            Pending::Over(_) => OVER,
        };
        if phase.eq_ignore_ascii_case(expected) {
            return;
        }
        let meant = PhaseName::meant(G::phases(), expected);
        if meant.is_empty() && !expected.eq_ignore_ascii_case(OVER) {
            let known = G::phases().iter().map(|it| match it.word {
                Some(word) if word != it.name => format!("{} ({word})", it.name),
                Some(_) | None => it.name.to_owned(),
            });
            self.differ(format!("there is no phase {expected:?}; there are {}, {OVER}", list(known)));
        } else if !meant.iter().any(|it| it.name == phase) {
            self.differ(format!("the phase is {phase:?}, expected {expected:?}"));
        }
    }

    fn values(&mut self, whose: &str, view: &Value, expected: &format::Values) {
        for (path, expected) in expected {
            match compare::at(view, path) {
                Ok(found) => {
                    for difference in compare::values(found, expected, path) {
                        self.differ(format!("{whose}{difference}"));
                    }
                }
                Err(why) => self.differ(format!("{whose}{path}: {why}, expected {expected}")),
            }
        }
    }

    fn outcome<G: Spoken>(&mut self, state: &G, expected: &OutcomeExpectation) {
        let found = match state.pending() {
            Pending::Orders(_) => None,
            Pending::Over(outcome) => Some(outcome),
        };
        let wanted = match expected {
            OutcomeExpectation::One(SeatKey::Name(word)) if word == "draw" => Some(Outcome::Draw),
            OutcomeExpectation::One(SeatKey::Name(word)) if word == "none" => None,
            OutcomeExpectation::One(key) => match self.seat(state, key) {
                Some(seat) => Some(Outcome::Won([seat].into_iter().collect())),
                None => return,
            },
            OutcomeExpectation::Several(keys) => {
                let seats: Vec<Seat> = keys.iter().filter_map(|key| self.seat(state, key)).collect();
                Some(Outcome::Won(seats.into_iter().collect()))
            }
        };
        if found != wanted {
            let words = |outcome: Option<Outcome>| match outcome {
                None => "still open".to_owned(),
                Some(Outcome::Draw) => "a draw".to_owned(),
                Some(Outcome::Won(seats)) => {
                    let names: Vec<String> = seats.iter().map(|seat| called(state, seat)).collect();
                    format!("won by {}", names.join(" and "))
                }
            };
            self.differ(format!("the battle is {}, expected {}", words(found), words(wanted)));
        }
    }

    /// The seat a case speaks of, by number from 1 or by name.
    fn seat<G: Spoken>(&mut self, state: &G, key: &SeatKey) -> Option<Seat> {
        let (count, found) = (state.seats(), seat_of(state, key));
        if found.is_none() {
            let view = state.view(Viewer::Referee);
            let names: Vec<String> = (0..count).map(|n| G::seat_name(&view, Seat(n))).collect();
            self.differ(format!("no seat {key}, expected 1 to {count} or one of {}", names.join(", ")));
        }
        found
    }

    fn audit(&mut self, found: &Audit, expected: &AuditExpectation) {
        let mut number = |what: &str, found: Option<u32>, expected: Option<u32>| {
            if expected.is_some() && found != expected {
                let words = |n: Option<u32>| n.map_or("none".to_owned(), |n| n.to_string());
                self.differ(format!("{what} of the design: {}, expected {}", words(found), words(expected)));
            }
        };
        number("mass", Some(found.mass), expected.mass);
        number("points", Some(found.points), expected.points);
        number("cpv", found.cpv, expected.cpv);
        let shown: Vec<String> = found
            .findings
            .iter()
            .map(|(_, finding)| format!("{} (rule {})", finding.reason, finding.rule))
            .collect();
        let shown = if shown.is_empty() { "nothing".to_owned() } else { shown.join("; ") };
        for wanted in expected.findings.iter().flatten() {
            if !found.findings.iter().any(|finding| wanted.is(finding)) {
                self.differ(format!("no finding of {wanted}; found {shown}"));
            }
        }
        if let Some(wanted) = &expected.findings
            && !(expected.others || found.findings.iter().all(|it| wanted.iter().any(|one| one.is(it))))
        {
            self.differ(format!("findings beyond those expected: {shown}"));
        }
    }
}

impl FindingExpectation {
    fn is(&self, (severity, finding): &(Severity, Finding)) -> bool {
        match self {
            FindingExpectation::Rule(rule) => finding.rule == rule,
            FindingExpectation::Detailed { rule, severity: wanted, reason } => {
                finding.rule == rule
                    && wanted.is_none_or(|wanted| wanted == *severity)
                    && reason.as_ref().is_none_or(|words| finding.reason.contains(words))
            }
        }
    }
}

/// The seat that a file speaks of, by number from 1 or by name.
pub(crate) fn seat_of<G: Spoken>(state: &G, key: &SeatKey) -> Option<Seat> {
    let count = state.seats();
    let number = match key {
        SeatKey::Number(n) => Some(*n),
        SeatKey::Name(name) => name.parse().ok(),
    };
    match (number, key) {
        (Some(n), _) => (1 <= n && n <= u64::from(count)).then(|| Seat((n - 1) as u8)),
        (None, SeatKey::Name(name)) => {
            let view = state.view(Viewer::Referee);
            (0..count).map(Seat).find(|&seat| G::seat_name(&view, seat).eq_ignore_ascii_case(name))
        }
        (None, SeatKey::Number(_)) => None,
    }
}

/// The scripted faces, and after them faces that nobody asked for: a tie that
/// is rolled again must come to an end before the missing dice can be told.
pub(crate) fn script(faces: &[u8]) -> Dice {
    const SPARE: usize = 600;
    Dice::scripted(faces.iter().copied().chain((1..=6).cycle().take(SPARE)))
}

enum SetUp {
    Fault(Fault),
    Contradiction(SetupError),
}

fn set_up<G: Library>(case: &Case<G>, changes: &[Override]) -> Result<G, SetUp> {
    placed(case.situation.as_ref(), case.scenario.as_ref(), changes)
}

/// The state that a situation or else a scenario describes, under these options.
fn placed<G: Library>(
    situation: Option<&G::Situation>,
    scenario: Option<&IdOr<G::Scenario>>,
    changes: &[Override],
) -> Result<G, SetUp> {
    if let Some(situation) = situation {
        let options = options::merge::<G>(&G::Options::default(), changes).map_err(SetUp::Fault)?;
        return G::from_situation(&options, situation).map_err(SetUp::Contradiction);
    }
    let scenario = match scenario {
        Some(IdOr::Id(id)) => supplied::<G>(id).map_err(SetUp::Fault)?,
        Some(IdOr::Inline(scenario)) => scenario.clone(),
        None => return Err(SetUp::Fault(Fault::failed("expected a `scenario` or a `situation`"))),
    };
    let options = options::merge::<G>(&G::preset(&scenario), changes).map_err(SetUp::Fault)?;
    G::set_up(&options, &scenario).map_err(SetUp::Contradiction)
}

/// The same, with what is wrong in words.
pub(crate) fn state_of<G: Library>(
    situation: Option<&G::Situation>,
    scenario: Option<&IdOr<G::Scenario>>,
    changes: &[Override],
) -> Result<G, String> {
    placed(situation, scenario, changes).map_err(|err| match err {
        SetUp::Fault(fault) => fault.to_string(),
        SetUp::Contradiction(err) => err.to_string(),
    })
}

/// A table on which the case stands at its first decision. A situation at whose moment nobody decides
/// is played on, as a scenario is.
fn begun<G: Library>(case: &Case<G>, state: G) -> Table<G> {
    let mut table = Table::counting(state, script(&case.dice));
    if case.scenario.is_some() || case.open || !waits(table.state()) {
        table.open();
    }
    table
}

/// The state that a case has come to after its first `steps` steps, with these options on top of its own.
pub(crate) fn reached<G: Spoken + Library>(
    source: &Source<'_>,
    steps: usize,
    more: &[Override],
) -> Result<G, Fault> {
    let case: Case<G> = source.parse()?;
    let (name, there) = (source.name, case.step.len());
    let failed = |words: &str| Fault::Failed(format!("{name}: {words}"));
    if case.scenario.is_some() == case.situation.is_some() {
        return Err(failed("expected either a `scenario` or a `situation` to begin from"));
    }
    if there < steps {
        let word = if there == 1 { "step" } else { "steps" };
        return Err(Fault::Misuse(format!("{name}: after {steps} steps, but the case has {there} {word}")));
    }
    let mut changes = changes(&case);
    changes.extend_from_slice(more);
    let played = guarded(|| {
        let state = set_up(&case, &changes).map_err(|err| match err {
            SetUp::Fault(fault) => fault,
            SetUp::Contradiction(err) => failed(&err.to_string()),
        })?;
        let mut table = begun(&case, state);
        for (n, step) in case.step[..steps].iter().enumerate() {
            let mut run = Run { place: format!("step {}: ", n + 1), ..Run::default() };
            if !run.step(&mut table, step) {
                return Err(failed(&run.differences.join("; ")));
            }
        }
        Ok(table.into_state())
    });
    played.map_err(|words| failed(&format!("the rules stopped short: {words}")))?
}

/// The order, if its seat has anything to decide, and it can be read and is legal.
fn judged<G: Spoken>(state: &G, seat: Seat, order: &Value) -> Result<G::Order, Rejection> {
    let deciding = match state.pending() {
        Pending::Orders(decision) => decision.seats,
        Pending::Over(_) => Seats::default(),
    };
    if deciding.contains(seat) {
        return judge(state, seat, order);
    }
    let words = SubmitError::NotYourDecision(seat);
    Err(Rejection::Malformed(format!("{words}: {}", waited_for(state))))
}

/// The order, if it can be read and is legal. A word that is no notation may
/// still be the order as data.
pub(crate) fn judge<G: Spoken>(state: &G, seat: Seat, order: &Value) -> Result<G::Order, Rejection> {
    let data = Submission::Data(order.clone());
    let order = match order {
        Value::String(text) => read_order(state, seat, &Submission::Text(text.clone()))
            .or_else(|refusal| read_order(state, seat, &data).map_err(|_| refusal))?,
        _ => read_order(state, seat, &data)?,
    };
    legal(state, seat, order)
}

pub(crate) fn legal<G: Spoken>(state: &G, seat: Seat, order: G::Order) -> Result<G::Order, Rejection> {
    state.check(seat, &order).map_err(|refusal| Rejection::Submit(SubmitError::Refused(refusal)))?;
    Ok(order)
}

fn called<G: Spoken>(state: &G, seat: Seat) -> String {
    format!("{seat} ({})", G::seat_name(&state.view(Viewer::Referee), seat))
}

/// What a battle waits for, in words.
fn waited_for<G: Spoken>(state: &G) -> String {
    match state.pending() {
        Pending::Over(_) => "the battle is over".to_owned(),
        Pending::Orders(decision) => {
            let phase = decision.phase;
            let who: Vec<String> = decision.seats.iter().map(|seat| called(state, seat)).collect();
            match who.len() {
                0 => format!("the phase is {phase:?}, and nobody decides"),
                1 => format!("the phase is {phase:?}, and {} decides", who[0]),
                _ => format!("the phase is {phase:?}, and {} decide", who.join(" and ")),
            }
        }
    }
}
