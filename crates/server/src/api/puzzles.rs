//! Puzzles: shown as their seat sees them, and orders tried. Nothing is stored, and no match is
//! looked at.

use axum::{
    Json,
    extract::{Path, State},
    response::Response,
};
use rulesets::{Attempt, Fault, Puzzle, Rejection, Ruleset, Stop, Submission, Verdict, WrittenOrder};
use wire::{
    Checked, MatchInfo, OrderRequest, PuzzleCard, PuzzleList, PuzzlePage, SeatCard, Solution, Table, Tried,
    TryRequest, Viewer, WeighedOrder, Written,
};

use super::games;
use crate::{
    app::App,
    edge::Asker,
    error::{AppError, Result, findings},
    json::Sent,
    pages::Wants,
    pool::Work,
    show,
};

/// Imagined battles in which an order is tried: some thousand nodes.
const WORLDS: usize = 48;

fn open(game: &str, id: &str) -> Result<Box<dyn Puzzle>> {
    rulesets::puzzle(game, id).map_err(|err| match err {
        Fault::Misuse(_) => AppError::not_found("puzzle"),
        Fault::Failed(_) => AppError::from(err),
    })
}

pub(crate) async fn list(State(app): State<App>, wants: Wants, Path(game): Path<String>) -> Result<Response> {
    let game: &dyn Ruleset = games::find(&game)?;
    app.pages().get(&format!("{}/puzzles", game.id()), &wants, || {
        let all = rulesets::puzzle_ids(game.id()).map(|id| Ok(card(&*open(game.id(), id)?)));
        games::text(&PuzzleList { puzzles: all.collect::<Result<_>>()? })
    })
}

pub(crate) async fn show(
    State(app): State<App>,
    wants: Wants,
    Path((game, id)): Path<(String, String)>,
) -> Result<Response> {
    let game = games::find(&game)?.id();
    if !rulesets::puzzle_ids(game).any(|it| it == id) {
        return Err(AppError::not_found("puzzle"));
    }
    app.pages().get(&format!("{game}/puzzles/{id}"), &wants, || {
        let puzzle = open(game, &id)?;
        games::text(&PuzzlePage { card: card(&*puzzle), info: info(&*puzzle) })
    })
}

fn card(puzzle: &dyn Puzzle) -> PuzzleCard {
    let it = puzzle.card();
    PuzzleCard {
        side: it.seats.get(usize::from(it.seat)).cloned().unwrap_or_default(),
        id: it.id,
        game: it.game,
        title: it.title,
        turn: it.turn,
        theme: it.theme,
        hard: it.hard,
        rules: it.rules,
        legal: it.legal,
    }
}

/// The moment in the shape of a match whose only decision is open.
fn info(puzzle: &dyn Puzzle) -> MatchInfo {
    let it = puzzle.card();
    let seats = it.seats.iter().enumerate().map(|(n, name)| SeatCard {
        seat: n as u8,
        name: name.clone(),
        player: if n == usize::from(it.seat) { "human".to_owned() } else { "captain".to_owned() },
        person: None,
    });
    let table = Table {
        turn: it.turn,
        phase: Some(it.phase.clone()),
        deciding: vec![it.seat],
        awaiting: vec![it.seat],
        view: Some(puzzle.view().into()),
        menu: Some(puzzle.menu().into()),
        prompt: Some(puzzle.prompt()),
        words: Some(puzzle.describe()),
        ..show::bare()
    };
    MatchInfo {
        id: it.id.clone(),
        game: it.game.clone(),
        scenario: Some(it.scenario.clone()),
        title: it.title.clone(),
        options: puzzle.options(),
        seats: seats.collect(),
        viewer: Viewer::Seat(it.seat),
        ..show::nobodys(table)
    }
}

pub(crate) async fn check(
    State(app): State<App>,
    asker: Asker,
    Path((game, id)): Path<(String, String)>,
    Sent(request): Sent<OrderRequest>,
) -> Result<Json<Checked>> {
    let order = read(request.order, request.text)?
        .ok_or_else(|| AppError::malformed("expected either `order` or `text`"))?;
    let work = move || {
        let puzzle = open(&game, &id)?;
        let (written, judged) = puzzle.check(&order);
        let written = written.map(told);
        let preview = puzzle.preview(&order);
        let (legal, message, findings) = match judged {
            Ok(()) => (true, String::new(), Vec::new()),
            Err(err @ Rejection::Broken(_)) => return Err(err.into()),
            Err(err) => (false, err.to_string(), findings(&err)),
        };
        Ok(Json(Checked { legal, written, message, findings, preview }))
    };
    app.at_length(Work::Checking, &asker.owner(), work).await?
}

pub(crate) async fn attempt(
    State(app): State<App>,
    asker: Asker,
    Path((game, id)): Path<(String, String)>,
    Sent(request): Sent<TryRequest>,
) -> Result<Json<Tried>> {
    let order = read(request.order, request.text)?;
    let longest = app.limits().thought;
    let work = move || {
        let puzzle = open(&game, &id)?;
        let asked = order.is_none();
        let order = order.unwrap_or_else(|| Submission::Data(puzzle.solution().order));
        let done = puzzle.attempt(&order, WORLDS, &Stop::after(longest))?;
        Ok(Json(tried(done, asked)))
    };
    app.at_length(Work::Advising, &asker.owner(), work).await?
}

fn read(order: Option<serde_json::Value>, text: Option<String>) -> Result<Option<Submission>> {
    match (order, text) {
        (Some(order), None) => Ok(Some(Submission::Data(order))),
        (None, Some(text)) => Ok(Some(Submission::Text(text))),
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(AppError::malformed("expected either `order` or `text`")),
    }
}

fn told(order: WrittenOrder) -> Written {
    Written { notation: order.notation, order: order.order }
}

fn tried(it: Attempt, asked: bool) -> Tried {
    let found = it.verdict == Verdict::Right;
    let orders = it.offered.into_iter().map(|it| WeighedOrder {
        notation: it.order.notation,
        worth: it.worth,
        captains: it.captains,
    });
    let solution = (found || asked).then(|| Solution {
        written: told(it.solution),
        reason: it.reason,
        orders: orders.collect(),
    });
    let verdict = match it.verdict {
        Verdict::Right => "right",
        Verdict::Good => "good",
        Verdict::Worse => "worse",
    };
    Tried {
        verdict: verdict.to_owned(),
        written: told(it.order),
        worth: it.worth,
        best: it.best,
        worlds: it.worlds,
        story: it.story.into_iter().map(|line| line.text).collect(),
        solution,
    }
}
