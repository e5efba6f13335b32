//! Laws about what happened: the log, what was seen of it, and the record.

use dice::{Dice, fair};
use engine::{Format, Game, Match, Outcome, Record, Seat, Seats, Table, Verdict, Viewer};
use proof::Place;
use serde_json::{Value, json as value};

use super::{Index, difference, orders::json, survives_json, viewers};
use crate::{
    Complete,
    law::{Kept, Law, broken, require},
    run::Decided,
};

/// Follows `events` one by one from `state`.
pub(crate) fn events_are_sound<G: Complete>(state: &G, events: &[G::Event], index: &Index) -> Kept {
    let mut state = state.clone();
    for event in events {
        survives_json(event, "an event")?;
        let rules = G::rules_of(event);
        require(!rules.is_empty(), Law::Rules, || format!("no rule made this happen: {}", json(event)))?;
        for rule in rules {
            require(index.has(rule), Law::Rules, || {
                format!("{rule:?} is not in the index: {}", json(event))
            })?;
        }
        let before: Vec<G::View> = viewers(&state).map(|viewer| state.view(viewer)).collect();
        let seen: Vec<Option<G::Event>> =
            viewers(&state).map(|viewer| state.witness(event, viewer)).collect();
        for (viewer, seen) in viewers(&state).zip(&seen) {
            witness_is_sound(&state, event, viewer, seen.as_ref())?;
        }
        state.apply(event);
        for ((viewer, before), seen) in viewers(&state).zip(&before).zip(&seen) {
            let after = state.view(viewer);
            let Some(seen) = seen else {
                require(after == *before, Law::Witnessed, || {
                    let difference = difference(before, &after);
                    format!("{viewer:?} sees a change unexplained: {}: {difference}", json(event))
                })?;
                continue;
            };
            for view in [before, &after] {
                let line = G::narrate(view, seen);
                require(!line.trim().is_empty() && !line.contains(['\n', '\r']), Law::Narrates, || {
                    format!("not told in one line: {line:?} for {}", json(seen))
                })?;
                for stake in G::stakes(view, seen) {
                    let possible = stake.ways.get(stake.rolled as usize).is_some_and(|&ways| 0 < ways);
                    require(possible, Law::Narrates, || {
                        format!("rolled what cannot be rolled: {stake:?} for {}", json(seen))
                    })?;
                }
            }
        }
    }
    Ok(())
}

fn witness_is_sound<G: Complete>(
    state: &G,
    event: &G::Event,
    viewer: Viewer,
    seen: Option<&G::Event>,
) -> Kept {
    if viewer == Viewer::Referee {
        require(seen == Some(event), Law::Witnesses, || {
            format!("the referee does not see all of {}", json(event))
        })?;
    }
    let Some(seen) = seen else { return Ok(()) };
    survives_json(seen, "a witnessed event")?;
    require(!G::rules_of(seen).is_empty(), Law::Rules, || format!("{} cites no rule", json(seen)))?;
    let again = state.witness(seen, viewer);
    require(again.as_ref() == Some(seen), Law::Witnesses, || {
        format!("{viewer:?} sees {}, and looking again {again:?}", json(seen))
    })
}

/// The same opening and orders once more.
pub(crate) fn repeats<G: Complete>(game: &Match<G>, decided: &[Decided<G>]) -> Kept {
    let mut again = match Match::begin(game.opening().clone()) {
        Ok(again) => again,
        Err(err) => return broken(Law::Repeats, err.to_string()),
    };
    for (n, orders) in decided.iter().enumerate() {
        for (seat, order) in orders {
            if let Err(err) = again.submit_for(n, *seat, order.clone()) {
                return broken(Law::Repeats, format!("the second time, decision {n}: {err}"));
            }
        }
    }
    if let Some(n) = (0..game.log().len()).find(|&n| again.log().get(n) != game.log().get(n)) {
        let (one, two) = (json(&game.log()[n]), again.log().get(n).map(json));
        return broken(Law::Repeats, format!("event {n} was {one}, the second time {two:?}"));
    }
    let same = again.log().len() == game.log().len() && again.dice().rolled() == game.dice().rolled();
    require(same, Law::Repeats, || "the second time, the log or the dice are longer".to_owned())
}

/// Events are the record: they alone must lead to the state.
pub(crate) fn log_rebuilds<G: Complete>(game: &Match<G>) -> Kept {
    let mut state = game.start().clone();
    game.log().iter().for_each(|event| state.apply(event));
    require(state == *game.state(), Law::Rebuilds, || {
        format!("the log leads elsewhere: {}", difference(game.state(), &state))
    })
}

/// Simulations keep no log, and must not play otherwise for it.
pub(crate) fn without_log<G: Complete>(game: &Match<G>, decided: &[Decided<G>]) -> Kept {
    let opening = game.opening();
    let dice = Dice::from_seed(fair::seed(&opening.secret, &opening.contributions));
    let mut table = Table::without_log(game.start().clone(), dice);
    table.open();
    for (n, orders) in decided.iter().enumerate() {
        let seats: Seats = orders.iter().map(|(seat, _)| *seat).collect();
        let awaited = matches!(table.state().pending(), engine::Pending::Orders(it) if it.seats == seats);
        require(awaited, Law::WithoutLog, || format!("without a log, others make decision {n}"))?;
        for (seat, order) in orders {
            // Otherwise an order that has become illegal would panic unexplained.
            if let Err(refusal) = table.state().check(*seat, order) {
                return broken(Law::WithoutLog, format!("without a log, decision {n}: {refusal}"));
            }
        }
        table.resolve(&orders.iter().cloned().collect());
    }
    require(table.state() == game.state(), Law::WithoutLog, || {
        format!("without a log the battle differs: {}", difference(game.state(), table.state()))
    })?;
    let rolled = table.dice().rolled();
    require(rolled == game.dice().rolled(), Law::WithoutLog, || format!("without a log, {rolled} dice"))
}

/// Written, read and recomputed, the match file proves the battle.
pub(crate) fn record_proves<G: Complete>(game: &Match<G>) -> Kept {
    let record = game.record(true);
    let text = json(&record);
    let read: Record<G> = match serde_json::from_str(&text) {
        Ok(read) => read,
        Err(err) => return broken(Law::Record, format!("the record cannot be read back: {err}")),
    };
    require(read == record, Law::Record, || "the record comes back changed".to_owned())?;
    match read.verify() {
        Ok(Verdict::Proven { events, outcome, proof, .. }) => {
            let same = events == game.log().len() && outcome == game.outcome();
            require(same, Law::Record, || format!("{events} events, {outcome:?}, are proven instead"))?;
            let chained = proof.checked.is_some_and(|it| it.chained);
            require(proof.format == Format::NEWEST && chained, Law::Record, || {
                "neither its opening nor its orders are proven".to_owned()
            })?;
        }
        other => return broken(Law::Record, format!("not proven: {other:?}")),
    }
    match read.state_after(read.events.len()) {
        Ok(state) => require(state == *game.state(), Law::Record, || "it ends elsewhere".to_owned())?,
        Err(err) => return broken(Law::Record, err.to_string()),
    }
    let file = game.file(true);
    match read.resume_from(&file) {
        Ok(again) => require(again.file(true) == file, Law::Record, || {
            "taken up again it is written otherwise".to_owned()
        })?,
        Err(err) => return broken(Law::Record, format!("cannot be taken up again: {err}")),
    }
    edits_are_named(&file)
}

/// Whatever is altered in a record, its proof says so, and what.
fn edits_are_named(file: &Value) -> Kept {
    let refuses = |place: Place, edit: &dyn Fn(&mut Value)| {
        let mut edited = file.clone();
        edit(&mut edited);
        let told = proof::check(&edited);
        let named = told.as_ref().is_err_and(|it| it.place == place);
        require(named, Law::Record, || format!("{place} was altered, and the proof says {told:?}"))
    };
    for part in ["options", "scenario"] {
        refuses(Place::Opening(part), &|file| file[part] = value!({"altered": file[part]}))?;
    }
    refuses(Place::Contribution(0), &|file| file["contributions"][0] = value!("another"))?;
    refuses(Place::Outcome, &|file| file["outcome"] = value!("undecided"))?;
    let Some(decisions) = file["decisions"].as_array() else { return Ok(()) };
    for n in [0, decisions.len() / 2, decisions.len().saturating_sub(1)] {
        let Some(decision) = decisions.get(n) else { continue };
        refuses(Place::Decision(n), &|file| file["decisions"][n]["phase"] = value!("another"))?;
        let orders = decision["orders"].as_array().map(Vec::as_slice).unwrap_or_default();
        for (i, order) in orders.iter().enumerate() {
            let place = Place::Order { decision: n, seat: order[0].as_u64().unwrap_or_default() };
            refuses(place, &|file| file["decisions"][n]["orders"][i][1] = value!({"altered": order[1]}))?;
        }
    }
    Ok(())
}

/// Who confided in whom must stand or fall with him.
pub(crate) fn confidants<G: Game>(state: &G, confided: &[(Seat, Seat)]) -> Kept {
    let engine::Pending::Over(Outcome::Won(winners)) = state.pending() else { return Ok(()) };
    for (from, to) in confided {
        require(winners.contains(*from) == winners.contains(*to), Law::Confides, || {
            format!("{from} confided in {to}, but {winners:?} won")
        })?;
    }
    Ok(())
}

pub(crate) fn judgement<G: Complete>(state: &G) -> Kept {
    for loss in state.losses() {
        require(loss.seat.0 < state.seats(), Law::Scores, || format!("{} lost a ship", loss.seat))?;
    }
    let table = Seats::first(state.seats());
    let standing: Vec<(Seat, i32, i32)> =
        table.iter().map(|seat| (seat, state.score(seat), state.evaluate(seat))).collect();
    let engine::Pending::Over(Outcome::Won(winners)) = state.pending() else { return Ok(()) };
    let known = !winners.is_empty() && winners.iter().all(|seat| table.contains(seat));
    require(known, Law::Scores, || format!("{winners:?} won at a table of {table:?}"))?;
    let of = |won: bool| standing.iter().filter(move |(seat, ..)| winners.contains(*seat) == won);
    for ((winner, _, high), (loser, _, low)) in
        of(true).flat_map(|it| of(false).map(move |other| (it, other)))
    {
        require(low < high, Law::Scores, || {
            format!("{winner} has won and is thought to stand at {high}, {loser} at {low}")
        })?;
    }
    Ok(())
}
