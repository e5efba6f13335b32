//! Mirror matches: two battles with sides exchanged that count as one, for
//! scenarios that are not even.
//!
//! Both are made at once; the second begins when both have joined it, like
//! any other. Whoever does not come to it in time, though the first is over,
//! has forfeited it; if neither comes, the pair counts for nobody.

use std::collections::HashMap;

use store::{Job, MirrorLeg, NOBODY, VOID};
use wire::{MatchSummary, Mirror, MirrorResult, Outcome, Pace};

use super::{MIRROR, invite::is_live};
use crate::{
    app::App,
    error::{AppError, Result},
};

const MINUTE: i64 = 60 * 1_000;
const HOUR: i64 = 60 * MINUTE;
/// How often it is looked whether the first battle is over; and how long after its end the second has to
/// be joined: in one sitting, and otherwise.
const LIVE: (i64, i64) = (10 * MINUTE, HOUR);
const SLOW: (i64, i64) = (6 * HOUR, 7 * 24 * HOUR);

/// What won and drawn battles count, in halves of a point.
const WON: u8 = 2;
const DRAWN: u8 = 1;

fn times(pace: Option<&Pace>) -> (i64, i64) {
    if is_live(pace) { LIVE } else { SLOW }
}

/// Sees to it that the pair comes to an end, from now on.
pub(super) async fn watch(app: &App, pair: &str, pace: Option<&Pace>) -> Result<()> {
    let due = app.clock().millis() + times(pace).0;
    let job = Job { kind: MIRROR.to_owned(), name: pair.to_owned(), due, payload: String::new() };
    let _writing = app.writing().read().await;
    app.store().set_job(&job).await?;
    app.jobs().due(due);
    Ok(())
}

/// Whether the second battle was joined in time; looked at again later if it may still be.
pub(crate) async fn look_after(app: &App, pair: &str) -> Result<()> {
    let legs = app.store().mirrors(&[pair]).await?;
    let [first, second] = legs.as_slice() else { return Ok(()) };
    let (one, two) = (summary(first)?, summary(second)?);
    // Begun, it has an end of its own.
    if two.missing.is_empty() || first.forfeit != NOBODY {
        return Ok(());
    }
    let patience = times(one.pace.as_ref()).1;
    if one.outcome.is_none() || app.clock().millis() < first.changed + patience {
        return watch(app, pair, one.pace.as_ref()).await;
    }
    let seat = match two.missing.as_slice() {
        [seat] => i64::from(*seat),
        _ => VOID,
    };
    let _writing = app.writing().read().await;
    app.store().forfeit(pair, seat).await?;
    Ok(())
}

fn summary(leg: &MirrorLeg) -> Result<MatchSummary> {
    serde_json::from_str(&leg.summary)
        .map_err(|err| AppError::corrupted(&format!("match {}: {err}", leg.match_id)))
}

/// Those of these matches that are one of two, and what is to be told of the other.
pub(super) async fn of(app: &App, matches: &[&str]) -> Result<HashMap<String, Mirror>> {
    let legs = app.store().mirrors(matches).await?;
    let mut told = HashMap::new();
    for pair in legs.chunk_by(|a, b| a.pair == b.pair) {
        let [first, second] = pair else { continue };
        let both = [summary(first)?, summary(second)?];
        for (n, own) in pair.iter().enumerate() {
            if matches.contains(&own.match_id.as_str()) {
                told.insert(own.match_id.clone(), mirror(&both, n, first.forfeit));
            }
        }
    }
    Ok(told)
}

/// The pair as the battle number `n` of it shows it.
fn mirror(both: &[MatchSummary; 2], n: usize, forfeit: i64) -> Mirror {
    let other = &both[1 - n];
    let leg = if n == 0 { 1 } else { 2 };
    let called_off = |it: &MatchSummary| it.ended.as_ref().is_some_and(|it| it.by == "called_off");
    let void = if forfeit == VOID {
        Some("Neither side came to the second battle, so the mirror match counts for nobody.".to_owned())
    } else if both.iter().any(called_off) {
        Some("One of the two battles was called off, so the mirror match counts for nobody.".to_owned())
    } else {
        None
    };
    let result = if void.is_some() { None } else { result(both, n, forfeit) };
    Mirror { id: other.id.clone(), leg, outcome: other.outcome.clone(), result, void }
}

/// Both together, by the seats of number `n`; nothing while one goes on.
fn result(both: &[MatchSummary; 2], n: usize, forfeit: i64) -> Option<MirrorResult> {
    let stayed_away = u8::try_from(forfeit).ok();
    let second = stayed_away.map(|seat| Outcome::Won(vec![1 - seat.min(1)]));
    let second = second.or_else(|| both[1].outcome.clone());
    let legs = [halves(both[0].outcome.as_ref()?), halves(second.as_ref()?)];
    let (own, other) = (legs[n], legs[1 - n]);
    // Whoever sits in one seat here sits in the other one there.
    let total = [own[0] + other[1], own[1] + other[0]];
    let outcome = match total[0].cmp(&total[1]) {
        std::cmp::Ordering::Greater => Outcome::Won(vec![0]),
        std::cmp::Ordering::Less => Outcome::Won(vec![1]),
        std::cmp::Ordering::Equal => Outcome::Draw,
    };
    let words = stayed_away.map(|seat| {
        let name = both[1].seats.iter().find(|it| it.seat == seat).map_or("a side", |it| &it.name);
        format!("{name} did not come to the second battle and has forfeited it.")
    });
    Some(MirrorResult { halves: total.to_vec(), outcome, words })
}

fn halves(outcome: &Outcome) -> [u8; 2] {
    match outcome {
        Outcome::Draw => [DRAWN; 2],
        Outcome::Won(seats) => [0, 1].map(|seat| if seats.contains(&seat) { WON } else { 0 }),
    }
}

#[cfg(test)]
mod tests {
    use wire::{Ended, SeatCard};

    use super::*;

    fn battle(id: &str, outcome: Option<Outcome>) -> MatchSummary {
        let seat = |seat: u8, name: &str| SeatCard {
            seat,
            name: name.to_owned(),
            player: "human".to_owned(),
            person: None,
        };
        MatchSummary {
            id: id.to_owned(),
            game: "asfos".to_owned(),
            title: String::new(),
            seats: vec![seat(0, "Cobalt"), seat(1, "Amber")],
            holds: Vec::new(),
            turn: 0,
            phase: None,
            decision: 0,
            awaiting: Vec::new(),
            missing: Vec::new(),
            outcome,
            ended: None,
            created: 0,
            changed: 0,
            pace: None,
            deadlines: Vec::new(),
            mirror: None,
            put_away: false,
            frozen: None,
        }
    }

    fn won(seat: u8) -> Option<Outcome> {
        Some(Outcome::Won(vec![seat]))
    }

    #[test]
    fn two_battles_are_one_result() {
        let of = |first, second, n| {
            let mirror = mirror(&[battle("a", first), battle("b", second)], n, NOBODY);
            mirror.result.map(|it| (it.halves, it.outcome))
        };
        // The same side has won twice: each player once.
        assert_eq!(of(won(0), won(0), 0), Some((vec![2, 2], Outcome::Draw)));
        // The same player has won both, with either side.
        assert_eq!(of(won(0), won(1), 0), Some((vec![4, 0], Outcome::Won(vec![0]))));
        assert_eq!(of(won(0), won(1), 1), Some((vec![0, 4], Outcome::Won(vec![1]))));
        assert_eq!(of(won(1), Some(Outcome::Draw), 0), Some((vec![1, 3], Outcome::Won(vec![1]))));
        assert_eq!(of(won(0), None, 0), None);
        assert_eq!(of(None, won(0), 1), None);
    }

    #[test]
    fn who_stays_away_from_the_second_has_lost_it() {
        let mut second = battle("b", None);
        second.missing = vec![1];
        let both = [battle("a", won(1)), second];
        let told = mirror(&both, 0, 1);
        let result = told.result.unwrap();
        // Whoever won the first as seat 1 came to the second as seat 0.
        assert_eq!((result.halves, result.outcome), (vec![0, 4], Outcome::Won(vec![1])));
        assert!(result.words.unwrap().starts_with("Amber did not come"));
        let told = mirror(&both, 1, VOID);
        assert!(told.result.is_none() && told.void.unwrap().contains("Neither side"));
    }

    #[test]
    fn a_battle_that_was_called_off_voids_both() {
        let mut first = battle("a", Some(Outcome::Draw));
        first.ended = Some(Ended { by: "called_off".to_owned(), seat: Some(0), words: String::new() });
        let told = mirror(&[first, battle("b", won(0))], 1, NOBODY);
        assert!(told.result.is_none() && told.void.unwrap().contains("called off"));
        assert_eq!((told.id.as_str(), told.leg, told.outcome), ("a", 2, Some(Outcome::Draw)));
    }
}
