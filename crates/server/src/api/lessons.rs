//! Lessons: played from their start at every request, so that nothing of them is kept here.

use axum::{
    Json,
    extract::{Path, State},
};
use rulesets::{Rejection, Submission, SuppliedLesson, WrittenOrder};
use serde_json::Value;
use wire::{
    Checked, Coach, CoachAnswer, CoachPage, Finding, LessonAsk, LessonCard, LessonMoment, LessonRequest,
    SeatCard, Table, Written,
};

use super::games;
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result},
    json::Sent,
    pool::Work,
    show,
};

pub(crate) async fn play(
    State(app): State<App>,
    asker: Asker,
    Path((game, id)): Path<(String, String)>,
    Sent(asked): Sent<LessonRequest>,
) -> Result<Json<Value>> {
    let game = games::find(&game)?;
    let lesson = find(game.id(), &id, &asked.orders)?;
    let work = move || {
        let moment = game.play_lesson(&lesson.source(), &asked.orders, asked.from)?;
        Ok(Json(told(lesson, moment)?))
    };
    app.at_length(Work::Lessons, &asker.owner(), work).await?
}

pub(crate) async fn check(
    State(app): State<App>,
    asker: Asker,
    Path((game, id)): Path<(String, String)>,
    Sent(asked): Sent<LessonAsk>,
) -> Result<Json<Checked>> {
    let game = games::find(&game)?;
    let lesson = find(game.id(), &id, &asked.orders)?;
    let order = match (asked.order, asked.text) {
        (Some(order), None) => Submission::Data(order),
        (None, Some(text)) => Submission::Text(text),
        _ => return Err(AppError::malformed("expected either `order` or `text`")),
    };
    let work = move || {
        let found = game.ask_lesson(&lesson.source(), &asked.orders, &order)?;
        let (message, findings) = match &found.judged {
            Ok(()) => (String::new(), Vec::new()),
            Err(rejection) => (rejection.to_string(), findings(rejection.findings())),
        };
        if let Err(rejection @ Rejection::Broken(_)) = found.judged {
            return Err(rejection.into());
        }
        let legal = found.judged.is_ok();
        Ok(Json(Checked {
            legal,
            written: found.written.map(written),
            message,
            findings,
            preview: found.preview,
        }))
    };
    app.at_length(Work::Lessons, &asker.owner(), work).await?
}

fn find(game: &str, id: &str, orders: &[Value]) -> Result<&'static SuppliedLesson> {
    let lesson = rulesets::lesson(game, id).map_err(|_| AppError::not_found("lesson"))?;
    if rulesets::MOST_ORDERS < orders.len() {
        return Err(AppError::malformed(format!("more than {} orders", rulesets::MOST_ORDERS)));
    }
    Ok(lesson)
}

pub(super) fn card(lesson: &SuppliedLesson) -> LessonCard {
    LessonCard {
        id: lesson.id.to_owned(),
        title: lesson.card.title.clone(),
        blurb: lesson.card.blurb.clone(),
        minutes: lesson.card.minutes,
        tasks: lesson.card.tasks,
    }
}

fn written(order: WrittenOrder) -> Written {
    Written { notation: order.notation, order: order.order }
}

fn findings(findings: &[engine::Finding]) -> Vec<Finding> {
    findings.iter().map(|it| Finding { rule: it.rule.to_owned(), reason: it.reason.clone() }).collect()
}

/// The JSON of a [`LessonMoment`].
fn told(lesson: &SuppliedLesson, moment: rulesets::LessonMoment) -> Result<Value> {
    let page = |page: rulesets::Page| CoachPage { text: page.text, point: page.point, rule: page.rule };
    let coach = moment.coach;
    let asked: Vec<u8> = moment.deciding.iter().map(|seat| seat.0).collect();
    let seats = (0..).zip(moment.seats).map(|(seat, it)| SeatCard {
        seat,
        name: it.name,
        player: it.player,
        person: None,
    });
    let answer = LessonMoment {
        card: card(lesson),
        taken: moment.taken,
        task: moment.task,
        coach: Coach {
            pages: coach.pages.into_iter().map(page).collect(),
            task: coach.task,
            why: coach.why,
            rule: coach.rule,
            point: coach.point,
            show: coach.show.map(written),
        },
        answer: moment.answer.map(|it| CoachAnswer { words: it.words, findings: findings(&it.findings) }),
        remarks: moment.remarks,
        seats: seats.collect(),
        seat: moment.seat.0,
        table: Table {
            decision: moment.decision,
            turn: moment.turn,
            phase: moment.phase.map(str::to_owned),
            deciding: asked.clone(),
            // The others have sealed, as it were: only the learner is waited for.
            awaiting: asked.iter().copied().filter(|it| *it == moment.seat.0).collect(),
            next: moment.next,
            outcome: moment.outcome.map(show::outcome_of),
            view: Some(moment.view.into()),
            menu: moment.menu.map(Into::into),
            prompt: moment.prompt,
            words: Some(moment.words),
            ..show::bare()
        },
        events: Vec::new(),
        start: moment.start,
    };
    let mut answer = serde_json::to_value(&answer).map_err(|_| AppError::internal())?;
    // Lines whose JSON is that of `wire::Line`.
    answer["events"] = serde_json::to_value(&moment.lines).map_err(|_| AppError::internal())?;
    Ok(answer)
}
