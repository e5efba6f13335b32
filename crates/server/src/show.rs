//! A battle as one viewer sees it, in the words of the wire.

use engine::{EndedBy, Ending, Seats, Viewer};
use rulesets::{AnyMatch, Line, Teller};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use wire::{MatchInfo, MatchSummary, SealedOrder, Table};

use crate::{
    pace::Clocks,
    table::{About, Stage, Waiting},
};

/// How much of the table is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// With the view, the menu and the words.
    Whole,
    /// Only who has sealed and who has not.
    Seals,
}

pub(crate) fn viewer(viewer: Viewer) -> wire::Viewer {
    match viewer {
        Viewer::Seat(seat) => wire::Viewer::Seat(seat.0),
        Viewer::Spectator => wire::Viewer::Spectator,
        Viewer::Referee => wire::Viewer::Referee,
    }
}

fn seats(seats: Seats) -> Vec<u8> {
    seats.iter().map(|seat| seat.0).collect()
}

fn outcome(battle: &dyn AnyMatch) -> Option<wire::Outcome> {
    battle.outcome().map(outcome_of)
}

pub(crate) fn outcome_of(outcome: engine::Outcome) -> wire::Outcome {
    match outcome {
        engine::Outcome::Won(winners) => wire::Outcome::Won(seats(winners)),
        engine::Outcome::Draw => wire::Outcome::Draw,
    }
}

/// What ended a battle that its rules did not end.
fn ended(battle: &dyn AnyMatch) -> Option<wire::Ended> {
    let Ending { by, seat, after, .. } = battle.ending()?;
    let name = seat.and_then(|it| battle.seats().get(it.index())).map_or("A player", |info| &info.name);
    let (by, words) = match by {
        EndedBy::Concession => ("concession", format!("{name} gave the battle up.")),
        EndedBy::Clock if seat.is_none() => ("clock", "Everybody's time was up at once.".to_owned()),
        EndedBy::Clock => ("clock", format!("{name} ran out of time.")),
        EndedBy::Agreement => ("agreement", "Everybody agreed on a draw.".to_owned()),
        EndedBy::CalledOff => ("called_off", format!("{name} called the battle off. It counts for nobody.")),
        EndedBy::Moderator => ("moderator", "A moderator ended the battle.".to_owned()),
        EndedBy::Limit => (
            "limit",
            format!(
                "After {after} events the battle had grown as long as this server lets battles grow. \
                     It was closed as a draw."
            ),
        ),
    };
    Some(wire::Ended { by: by.to_owned(), seat: seat.map(|it| it.0), words })
}

pub(crate) fn table(battle: &dyn AnyMatch, viewer: Viewer, detail: Detail) -> Table {
    let sealed = battle.sealed(viewer).into_iter().map(|(seat, order)| SealedOrder {
        seat: seat.0,
        written: wire::Written { notation: order.notation, order: order.order },
    });
    let whole = detail == Detail::Whole;
    let deciding = match viewer {
        Viewer::Seat(seat) if battle.deciding().contains(seat) => Some(seat),
        Viewer::Seat(_) | Viewer::Spectator | Viewer::Referee => None,
    };
    let decider = deciding.filter(|_| whole);
    let (menu, moot) = decider.map_or((None, None), |seat| {
        let (menu, moot) = battle.offer(seat);
        (Some(menu.into()), moot)
    });
    Table {
        missing: Vec::new(),
        decision: battle.decision_number(),
        turn: battle.turn(),
        phase: battle.phase().map(str::to_owned),
        deciding: seats(battle.deciding()),
        awaiting: seats(battle.awaiting()),
        sealed: sealed.collect(),
        next: next(battle, viewer),
        outcome: outcome(battle),
        ended: ended(battle),
        view: whole.then(|| battle.view_text(viewer).into()),
        menu,
        moot,
        prompt: decider.map(|seat| battle.prompt(seat)),
        words: whole.then(|| battle.describe(viewer)),
        clock: None,
        clocks: Vec::new(),
        replaced: Vec::new(),
        offers: None,
        call_off: battle.outcome().is_none() && battle.decision_number() < EndedBy::CALLED_OFF_BEFORE,
        hold: None,
        queued: None,
        programs: Vec::new(),
        frozen: None,
        talk: None,
    }
}

/// The table before the battle: nothing lies on it but who is missing.
pub(crate) fn unbegun(waiting: &Waiting) -> Table {
    Table { missing: waiting.missing(), ..bare() }
}

/// A table on which nothing lies.
pub(crate) fn bare() -> Table {
    Table {
        missing: Vec::new(),
        decision: 0,
        turn: 0,
        phase: None,
        deciding: Vec::new(),
        awaiting: Vec::new(),
        sealed: Vec::new(),
        next: 0,
        outcome: None,
        ended: None,
        view: None,
        menu: None,
        moot: None,
        prompt: None,
        words: None,
        clock: None,
        clocks: Vec::new(),
        replaced: Vec::new(),
        offers: None,
        call_off: false,
        hold: None,
        queued: None,
        programs: Vec::new(),
        frozen: None,
        talk: None,
    }
}

/// Whether events have the numbers of the record. While the battle lasts
/// everybody counts what they have witnessed themselves: a gap would tell how
/// much has happened unseen, and that may be a secret.
fn is_open(battle: &dyn AnyMatch) -> bool {
    battle.outcome().is_some()
}

/// The number of the next event, as `viewer` counts them.
pub(crate) fn next(battle: &dyn AnyMatch, viewer: Viewer) -> usize {
    if is_open(battle) { battle.events() } else { battle.witnessed(viewer).len() }
}

/// The place in the record of what `viewer` counts as event number `n`.
pub(crate) fn in_record(battle: &dyn AnyMatch, viewer: Viewer, n: usize) -> usize {
    battle.witnessed(viewer).get(n).copied().unwrap_or(battle.events())
}

/// What `viewer` saw after the first `n` events that he counts, and how many
/// there were of those.
pub(crate) fn view_after(battle: &dyn AnyMatch, viewer: Viewer, n: usize) -> (usize, serde_json::Value) {
    let n = n.min(next(battle, viewer));
    let after = match n.checked_sub(1) {
        Some(last) if !is_open(battle) => in_record(battle, viewer, last) + 1,
        Some(_) | None => n,
    };
    (n, battle.view_after(after, viewer))
}

/// A part of the log as somebody saw it, to be told where nobody waits for it.
pub(crate) struct Story {
    /// Nothing if there is nothing to tell.
    teller: Option<Teller>,
    /// What the viewer counts the first of it as, while the battle lasts.
    first: Option<usize>,
    /// The number to go on from afterwards.
    pub(crate) next: usize,
}

/// What `viewer` witnessed, from the event on that he counts as number `from`.
pub(crate) fn story(battle: &dyn AnyMatch, viewer: Viewer, from: usize) -> Story {
    let (next, open) = (next(battle, viewer), is_open(battle));
    let place = if open { from } else { in_record(battle, viewer, from) };
    let teller = (place < battle.events()).then(|| battle.teller(viewer, place));
    Story { teller, first: (!open).then_some(from), next }
}

impl Story {
    /// Lines whose JSON is that of [`wire::Line`].
    fn lines(self) -> Vec<Line> {
        let mut lines = self.teller.map_or(Vec::new(), |tell| tell());
        if let Some(first) = self.first {
            for (n, line) in (first..).zip(&mut lines) {
                line.n = n;
            }
        }
        lines
    }

    /// The text of a [`wire::LineList`].
    pub(crate) fn list(self) -> String {
        #[derive(Serialize)]
        struct List {
            next: usize,
            events: Vec<Line>,
        }
        let list = List { next: self.next, events: self.lines() };
        serde_json::to_string(&list).expect("plain data goes into JSON")
    }

    /// Each line as the text that is sent.
    pub(crate) fn written(self) -> Vec<Box<RawValue>> {
        let raw = |line: &Line| to_raw_value(line).expect("plain data goes into JSON");
        self.lines().iter().map(raw).collect()
    }
}

pub(crate) fn info(about: &About, stage: &Stage, who: Viewer, key: String) -> MatchInfo {
    let (commitment, contributions, secret, table) = match stage {
        Stage::Waiting(it) => (it.commitment.clone(), it.contributions.clone(), None, unbegun(it)),
        Stage::Battle(battle) => (
            battle.commitment(),
            battle.contributions().into_iter().map(Some).collect(),
            battle.secret(),
            table(&**battle, who, Detail::Whole),
        ),
    };
    let other_rules = match stage {
        Stage::Waiting(_) => None,
        Stage::Battle(battle) => Some(battle.rules_version()).filter(|it| *it != ours(battle.game())),
    };
    MatchInfo {
        id: about.id.clone(),
        game: about.game.clone(),
        scenario: about.scenario.clone(),
        title: about.title.clone(),
        options: about.options.clone(),
        seats: cards(stage),
        viewer: viewer(who),
        spectators: about.spectators(),
        unaided: about.unaided,
        pace: about.pace,
        mirror: None,
        other_rules,
        other_rules_why: None,
        commitment,
        key,
        contributions,
        secret,
        created: about.created,
        table,
    }
}

/// A battle that was fought among computers and is nobody's: it is shown whole.
pub(crate) fn replay(
    id: String,
    (title, scenario): (String, Option<String>),
    options: serde_json::Value,
    battle: &dyn AnyMatch,
) -> MatchInfo {
    let table = table(battle, Viewer::Spectator, Detail::Whole);
    MatchInfo {
        id,
        game: battle.game().to_owned(),
        scenario,
        title,
        options,
        seats: seat_cards(battle.seats()),
        spectators: true,
        ..nobodys(table)
    }
}

/// A table with nobody at it: no clocks, no advice, and dice that nobody has to prove.
pub(crate) fn nobodys(table: Table) -> MatchInfo {
    MatchInfo {
        id: String::new(),
        game: String::new(),
        scenario: None,
        title: String::new(),
        options: serde_json::Value::Null,
        seats: Vec::new(),
        viewer: wire::Viewer::Spectator,
        spectators: false,
        unaided: true,
        pace: None,
        mirror: None,
        other_rules: None,
        other_rules_why: None,
        commitment: String::new(),
        key: String::new(),
        contributions: Vec::new(),
        secret: None,
        created: 0,
        table,
    }
}

pub(crate) fn ours(game: &str) -> u32 {
    rulesets::find(game).map_or(0, |game| game.rules_version())
}

/// Seats that a computer plays though a person has the secret of them.
pub(crate) fn replaced(about: &About, stage: &Stage) -> Vec<wire::SeatCard> {
    cards(stage).into_iter().filter(|it| about.is_replaced(engine::Seat(it.seat))).collect()
}

/// Who sits where.
fn cards(stage: &Stage) -> Vec<wire::SeatCard> {
    seat_cards(stage.seats())
}

fn seat_cards(seats: &[engine::SeatInfo]) -> Vec<wire::SeatCard> {
    let card = |(n, info): (usize, &engine::SeatInfo)| wire::SeatCard {
        seat: n as u8,
        name: info.name.clone(),
        player: info.player.clone(),
        person: None,
    };
    seats.iter().enumerate().map(card).collect()
}

/// The match in a list, before it is known who asks and when it changed.
pub(crate) fn summary(
    id: &str,
    title: &str,
    created: u64,
    stage: &Stage,
    (pace, clocks): (Option<wire::Pace>, Option<&Clocks>),
) -> MatchSummary {
    let now = match stage {
        Stage::Waiting(waiting) => unbegun(waiting),
        Stage::Battle(battle) => table(&**battle, Viewer::Spectator, Detail::Seals),
    };
    MatchSummary {
        id: id.to_owned(),
        game: stage.game().to_owned(),
        title: title.to_owned(),
        seats: cards(stage),
        holds: Vec::new(),
        turn: now.turn,
        phase: now.phase,
        decision: now.decision,
        awaiting: now.awaiting,
        missing: now.missing,
        outcome: now.outcome,
        ended: now.ended,
        created,
        changed: created,
        pace,
        deadlines: clocks.map_or(Vec::new(), Clocks::deadlines),
        mirror: None,
        put_away: false,
        frozen: None,
    }
}
