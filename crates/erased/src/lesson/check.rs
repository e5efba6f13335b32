//! A lesson played through by itself, so that none can break unseen.

use engine::{Assist, Game, Library, Spoken, Tactics, Viewer};
use serde_json::Value;

use super::{LessonMoment, MOST_ORDERS, Run, Step, format::Lesson, is_phase, tasks};
use crate::{
    Fault, Source,
    case::{self, compare},
    guard::guarded,
};

/// What came of playing a lesson through.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonReport {
    pub title: String,
    /// How many tasks it has.
    pub steps: usize,
    /// Everything that was not as it should be. Empty if the lesson passed.
    pub differences: Vec<String>,
    /// Where it stood before each task, and at the end.
    pub moments: Vec<LessonMoment>,
}

pub(crate) fn check<G: Game + Spoken + Tactics + Assist + Library>(
    source: &Source<'_>,
) -> Result<LessonReport, Fault> {
    let lesson = super::read::<G>(source)?;
    let mut checked = Check { differences: Vec::new(), moments: Vec::new() };
    checked.words(&lesson);
    match guarded(|| checked.play(&lesson)) {
        Ok(Ok(())) => {}
        Ok(Err(words)) => checked.differences.push(words),
        Err(stopped) => checked.differences.push(format!("the rules stopped short: {stopped}")),
    }
    let Check { differences, moments } = checked;
    Ok(LessonReport { steps: tasks(&lesson), title: lesson.title, differences, moments })
}

struct Check {
    differences: Vec<String>,
    moments: Vec<LessonMoment>,
}

impl Check {
    /// What can be said without playing.
    fn words<G: Library>(&mut self, lesson: &Lesson<G>) {
        let mut wrong = Vec::new();
        if tasks(lesson) == 0 {
            wrong.push("the lesson asks for nothing".to_owned());
        }
        if lesson.situation.is_some() == lesson.scenario.is_some() {
            wrong.push("expected either a `scenario` or a `situation` to begin from".to_owned());
        }
        let index = G::rule_index();
        let mut cites = |place: &str, rule: &Option<String>| {
            if let Some(rule) = rule
                && !index.iter().any(|it| it.id == *rule)
            {
                wrong.push(format!("{place}: cites {rule}, which is not in the rule index of {}", G::ID));
            }
        };
        for (n, step) in lesson.step.iter().enumerate() {
            let place = format!("step {}", n + 1);
            cites(&place, &step.rule);
            step.say.iter().for_each(|page| cites(&place, &page.rule));
        }
        lesson.end.say.iter().for_each(|page| cites("the end", &page.rule));
        for (n, step) in lesson.step.iter().enumerate() {
            let place = format!("step {}", n + 1);
            match &step.show {
                Some(_) if step.task.is_empty() => wrong.push(format!("{place}: no `task`")),
                Some(_) if step.otherwise.is_empty() && !step.any => {
                    wrong.push(format!("{place}: no `otherwise` for orders that do not do it"));
                }
                None if !step.say.is_empty() || !step.task.is_empty() || !step.accept.is_empty() => {
                    wrong.push(format!("{place}: words that nobody reads, since no order is shown"));
                }
                Some(_) | None => {}
            }
        }
        let said = lesson.battle.iter().flat_map(|it| it.phases.keys());
        for phase in said.chain(lesson.step.iter().filter_map(|it| it.phase.as_ref())) {
            if !G::phases().iter().any(|it| is_phase::<G>(it.name, phase)) {
                let known = G::phases().iter().map(|it| it.name);
                wrong.push(format!("there is no phase {phase:?}; there are {}", crate::list(known)));
            }
        }
        self.differences.append(&mut wrong);
    }

    fn play<G: Game + Spoken + Tactics + Assist + Library>(
        &mut self,
        lesson: &Lesson<G>,
    ) -> Result<(), String> {
        let mut run = Run::begin(lesson)?;
        let mut orders = Vec::new();
        while !run.is_done() {
            if MOST_ORDERS <= orders.len() {
                return Err(format!("not done after {MOST_ORDERS} orders"));
            }
            if run.step < lesson.step.len() || orders.len() <= lesson.step.len() {
                self.note(lesson, &orders)?;
            }
            let step = run.open_step();
            let order = match step.and_then(|it| it.show.clone()) {
                Some(show) => show,
                None => plain::to_value(&run.thought(run.seat, &ai::Level::Captain)),
            };
            let place = run.place();
            if let Some(step) = step {
                self.patterns(&run, step);
            }
            let from = run.table.log().len();
            let trial = step.map(|step| self.resolved(&run, step, &order));
            if let Some(trial) = trial {
                trial.map_err(|words| format!("{place}{words}"))?;
            }
            if let Some(answer) = run.take(&order)? {
                return Err(format!("{place}the shown order was not taken: {}", answer.words));
            }
            if let Some(step) = step {
                self.events(&run, step, &place, from);
            }
            orders.push(order);
        }
        self.note(lesson, &orders)
    }

    fn note<G: Game + Spoken + Tactics + Assist + Library>(
        &mut self,
        lesson: &Lesson<G>,
        orders: &[Value],
    ) -> Result<(), String> {
        let run = super::reached(lesson, orders)?;
        let told = self.moments.last().map_or(0, |it| it.next);
        self.moments.push(run.moment(told));
        Ok(())
    }

    /// Patterns for orders that the step does not want must not fit the one it shows; orders in writing
    /// must be legal.
    fn patterns<G: Game + Spoken + Tactics + Assist + Library>(&mut self, run: &Run<'_, G>, step: &Step) {
        let (state, seat) = (run.table.state(), run.seat);
        let place = run.place();
        for pattern in step.accept.iter().chain(step.other.iter().map(|it| &it.order)) {
            if pattern.is_string()
                && let Err(rejection) = case::judge(state, seat, pattern)
            {
                self.differences.push(format!("{place}{pattern} is no order here: {rejection}"));
            }
        }
        let Some(Ok(shown)) = step.show.as_ref().map(|it| case::judge(state, seat, it)) else { return };
        let shown = plain::to_value(&shown);
        for other in &step.other {
            if !other.order.is_string() && compare::values(&shown, &other.order, "").is_empty() {
                self.differences.push(format!("{place}{} fits the shown order, too", other.order));
            }
        }
    }

    /// The dice of the step must be as many as the shown order rolls.
    fn resolved<G: Game + Spoken + Tactics + Assist + Library>(
        &mut self,
        run: &Run<'_, G>,
        step: &Step,
        order: &Value,
    ) -> Result<(), String> {
        let mut trial = run.again();
        let order = case::judge(trial.table.state(), trial.seat, order)
            .map_err(|err| format!("the shown order was refused: {err}"))?;
        trial.resolve(Some(order), step.dice.as_deref(), Some(step))?;
        if let Some(script) = &step.dice {
            let (scripted, rolled) = (script.len() as u64, trial.table.dice().rolled());
            if scripted != rolled {
                self.differences
                    .push(format!("{}{scripted} dice in the script, {rolled} rolled", run.place()));
            }
            if let Some(trouble) = trial.table.dice().trouble() {
                self.differences.push(format!("{}{trouble}", run.place()));
            }
        }
        let view = plain::to_value(&trial.table.state().view(Viewer::Referee));
        for (path, wanted) in &step.state {
            match compare::at(&view, path) {
                Ok(found) => self.differences.extend(
                    compare::values(found, wanted, path).into_iter().map(|it| format!("{}{it}", run.place())),
                ),
                Err(why) => self.differences.push(format!("{}{path}: {why}", run.place())),
            }
        }
        Ok(())
    }

    fn events<G: Game + Spoken + Tactics + Assist + Library>(
        &mut self,
        run: &Run<'_, G>,
        step: &Step,
        place: &str,
        from: usize,
    ) {
        let events: Vec<Value> = run.table.log()[from..].iter().map(plain::to_value).collect();
        let found = compare::events(&events, &step.events, false);
        self.differences.extend(found.into_iter().map(|it| format!("{place}{it}")));
    }
}
