//! A battle in memory that another server has played on. Its orders are
//! played again here with the same dice, which takes as long as they took
//! there and no longer the longer the battle is; what comes of them must be
//! what is stored. Where it is not, or where more has changed than orders, the
//! whole is read again.

use engine::Format;
use rulesets::{AnyMatch, Submission};
use store::{KeptSubmission, News};

use crate::{
    app::App,
    error::{AppError, Result},
    host,
    table::{Held, Stage, read_aside, read_giver},
    upgrade::Rules,
};

/// Brings a match to what is stored. False if that has to be read as a whole; then what is in memory
/// is worth nothing.
pub(crate) async fn catch_up(app: &App, id: &str, held: &mut Held) -> Result<bool> {
    let Stage::Battle(battle) = &held.stage else { return Ok(false) };
    let (decisions, events) = (battle.decision_number() as i64, battle.events() as i64);
    let news = app.store().news(id, decisions, events).await?;
    let news = news.ok_or_else(|| AppError::not_found("match"))?;
    if FAR < news.decisions.len() {
        return Ok(false);
    }
    let followed = follow(app, held, &news);
    if let Err(why) = &followed {
        tracing::debug!(id, why, "a match is read as a whole");
    }
    Ok(followed.is_ok())
}

/// Whoever is further behind reads the whole, where nobody else has to wait for it.
const FAR: usize = 8;

/// Why the whole has to be read.
type Otherwise = std::result::Result<(), &'static str>;

fn follow(app: &App, held: &mut Held, news: &News) -> Otherwise {
    let Held { stage: Stage::Battle(battle), head, rules, .. } = held else { return Err("it has begun") };
    if *rules != Rules::Ours {
        return Err("it was fought under other rules");
    }
    let battle = &mut **battle;
    if battle.outcome().is_some() || !news.ending.is_empty() || !news.waiting.is_empty() {
        return Err("it has ended");
    }
    if *head != blake3::hash(news.head.as_bytes()) {
        return Err("somebody else sits there");
    }
    let first = battle.decision_number();
    // What was sealed when we looked may have been taken back since.
    let sealed: Vec<_> = battle.deciding().iter().filter(|seat| !battle.awaiting().contains(*seat)).collect();
    let counted = |it: &&KeptSubmission| {
        it.decision == first as i64 && sealed.iter().any(|seat| i64::from(seat.0) == it.seat)
    };
    let new_orders = news.submissions.iter().filter(|it| !counted(it)).map(|it| it.body.len());
    let bytes = new_orders.sum::<usize>() + news.events.iter().map(String::len).sum::<usize>();
    for seat in sealed {
        battle.withdraw(seat);
    }
    let mut stored = news.events.iter();
    for (n, decision) in (first..).zip(&news.decisions) {
        seal(battle, n, news)?;
        let before = battle.events();
        battle.resolve().map_err(|_| "the rules refuse what they did elsewhere")?;
        let (resolved, happened) = battle.record_since(n, before);
        let phase = resolved.first().map(|it| it.phase.as_str());
        let same = phase == Some(decision.phase.as_str()) && before as i64 == decision.after;
        let mut happened = happened.iter().map(ToString::to_string);
        if !same || !happened.all(|event| stored.next().is_some_and(|it| *it == event)) {
            return Err("it led to something else");
        }
    }
    seal(battle, first + news.decisions.len(), news)?;
    host::sign(app.key(), battle);
    if stored.next().is_some() || battle.dice() != news.dice || host::outcome(battle) != news.outcome {
        return Err("it is somewhere else");
    }
    held.aside = read_aside(&news.standing).map_err(|_| "what is kept beside it cannot be read")?;
    (held.version, held.bytes) = (news.version, held.bytes + bytes);
    Ok(())
}

/// Seals what is stored for a decision, and resolves nothing.
fn seal(battle: &mut dyn AnyMatch, n: usize, news: &News) -> Otherwise {
    for it in news.submissions.iter().filter(|it| it.decision == n as i64) {
        let order = serde_json::from_str(&it.body).map_err(|_| "an order cannot be read")?;
        let giver = read_giver(&it.given_by).map_err(|_| "nobody can give an order like that")?;
        let giver = giver.filter(|_| battle.format() == Format::Two);
        let seat = u8::try_from(it.seat).map(engine::Seat).map_err(|_| "there is no such seat")?;
        battle.seal(n, seat, &Submission::Data(order), giver).map_err(|_| "an order is refused")?;
    }
    Ok(())
}
