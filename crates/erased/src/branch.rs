//! A battle taken up again: at an earlier decision with other players, or where it stands under
//! rules that have changed meanwhile.

use dice::Dice;
use engine::{
    Assist, Format, Game, Library, Match, Orders, Pending, Record, Seat, SeatInfo, Seating, Spoken, Stretch,
    Table, Tactics, Viewer,
};
use serde_json::Value;

use crate::{Fault, any_record::Opened, guard::guarded, paper::Paper};

impl<G: Game + Spoken + Tactics + Assist + Library> Opened<G> {
    pub(crate) fn branched(&self, events: usize, players: &[String]) -> Result<Match<G>, Fault> {
        if players.len() != self.seats.len() {
            let (players, seats) = (players.len(), self.seats.len());
            return Err(Fault::misuse(format!("{players} players, but the battle has {seats} seats")));
        }
        let record = &self.record;
        // The decision opened last within these events: all before it stay
        // resolved. A battle that the rules did not end has one still open.
        let open = if record.ending.is_some() && record.events.len() <= events {
            record.decisions.len()
        } else {
            record.decisions.iter().rposition(|it| it.after <= events).unwrap_or(0)
        };
        let reached = record.decisions.get(open).map_or(record.events.len(), |it| it.after);
        let file = self.cut(open, reached, players)?;
        let record = self.read(&file)?;
        let taken_over = record.versions.last().is_some_and(|it| it.event == reached);
        let before = record.versions.iter().rev().nth(1).map_or(record.rules_version, |it| it.rules_version);
        let opened = Opened::of(self.name.clone(), record, Paper::of(&self.name, file))?;
        if !taken_over {
            return opened.recompute();
        }
        // Rules may have been mended since: what was a decision need not be one any more.
        if self.judged(guarded(|| opened.record.outcome_by_events()))?.is_some() {
            let name = &self.name;
            return Err(Fault::Failed(format!("{name}: by the rules of today the battle is over there")));
        }
        let branch = opened.recompute()?;
        let (name, recorded, ours) = (&self.name, self.record.rules_now(), G::RULES_VERSION);
        branch.state().takes_over(before).and_then(|()| goes_on(&branch)).map_err(|why| {
            Fault::Failed(format!(
                "{name}: fought under rules version {recorded}, it cannot go on under version {ours}: {why}"
            ))
        })?;
        Ok(branch)
    }

    /// The file up to decision `open`, with other players from there on. What
    /// stays is left as it stands: it was hashed like that.
    fn cut(&self, open: usize, reached: usize, players: &[String]) -> Result<Value, Fault> {
        let (record, mut file) = (&self.record, self.file.value()?.clone());
        if let Some(fields) = file.as_object_mut() {
            for gone in ["ending", "outcome", "parts", "chain", "signature"] {
                fields.remove(gone);
            }
        }
        for (list, length) in [("decisions", open), ("events", reached)] {
            if let Some(list) = file[list].as_array_mut() {
                list.truncate(length);
            }
        }
        let seats = self.seats.iter().zip(players);
        let seats: Vec<SeatInfo> = seats
            .map(|(info, player)| SeatInfo { name: info.name.clone(), player: player.clone() })
            .collect();
        file["seats"] = plain::to_value(&seats);
        let mut versions: Vec<Stretch> =
            record.versions.iter().filter(|it| it.decision <= open).copied().collect();
        let rules = versions.last().map_or(record.rules_version, |it| it.rules_version);
        if rules != G::RULES_VERSION {
            versions.push(Stretch { decision: open, event: reached, rules_version: G::RULES_VERSION });
        }
        put(&mut file, "versions", &versions);
        if record.form() == Ok(Format::Two) {
            let first = || Seating {
                decision: 0,
                players: self.seats.iter().map(|info| info.player.clone()).collect(),
            };
            let mut seatings = record.seatings.clone();
            if seatings.is_empty() {
                seatings.push(first());
            }
            seatings.retain(|it| it.decision <= open);
            seatings.push(Seating { decision: open, players: players.to_vec() });
            put(&mut file, "seatings", &seatings);
            // What was brought in later than the branch was brought in with it.
            let mut brought: Vec<usize> = record.brought.iter().map(|it| *it.min(&open)).collect();
            brought.dedup();
            put(&mut file, "brought", &brought);
        }
        Ok(file)
    }

    /// The battle where it stands, under our rules from here on; or why they cannot take it over.
    pub(crate) fn taken_over(&self) -> Result<Result<Match<G>, String>, Fault> {
        let record = &self.record;
        let (recorded, ours) = (record.rules_now(), G::RULES_VERSION);
        if record.outcome.is_some() || ours == recorded {
            return Err(Fault::misuse(format!("{}: no battle of other rules that is not over", self.name)));
        }
        if ours < recorded {
            return Ok(Err(format!("rules version {recorded} is newer than ours, version {ours}")));
        }
        let (open, reached) = (record.decisions.len(), record.events.len());
        let state = self.playing(|start| self.after(reached, start))?;
        if let Pending::Over(_) = state.pending() {
            return Ok(Err("by the rules of today the battle is over there".to_owned()));
        }
        if let Err(why) = state.takes_over(recorded) {
            return Ok(Err(why));
        }
        let mut file = self.file.value()?.clone();
        let mut versions = record.versions.clone();
        versions.push(Stretch { decision: open, event: reached, rules_version: ours });
        put(&mut file, "versions", &versions);
        let record = self.read(&file)?;
        let battle = Opened::of(self.name.clone(), record, Paper::of(&self.name, file))?.recompute()?;
        Ok(goes_on(&battle).map(|()| battle))
    }

    fn read(&self, file: &Value) -> Result<Record<G>, Fault> {
        plain::from_value(file).map_err(|err| Fault::Failed(format!("{}: {err}", self.name)))
    }
}

/// Whether a battle of other rules can go on under ours: whatever the next
/// decision asks of the rules must work, and so must what comes of it.
///
/// # Errors
///
/// Why not, in words.
fn goes_on<G: Game + Spoken + Tactics + Assist + Library>(battle: &Match<G>) -> Result<(), String> {
    let Some(decision) = battle.decision() else { return Ok(()) };
    let state = battle.state();
    let tried = guarded(|| {
        for n in 0..state.seats() {
            let _ = G::describe(&state.view(Viewer::Seat(Seat(n))));
        }
        let (mut dice, mut orders) = (Dice::numbered(0, 0), Orders::default());
        let legal = decision.seats.iter().all(|seat| {
            let _ = (state.menu(seat), G::prompt(&state.view(Viewer::Seat(seat)), seat));
            let order = state.sample_order(seat, &mut dice);
            let legal = state.check(seat, &order).is_ok();
            orders.insert(seat, order);
            legal
        });
        if legal {
            Table::without_log(state.clone(), dice).resolve(&orders);
        }
        legal
    });
    match tried {
        Ok(true) => Ok(()),
        Ok(false) => Err("they find no order that is legal there".to_owned()),
        Err(stopped) => Err(stopped.to_string()),
    }
}

/// Lists without anything in them are left out.
fn put<T: serde::Serialize>(file: &mut Value, field: &str, list: &[T]) {
    if list.is_empty() {
        if let Some(fields) = file.as_object_mut() {
            fields.remove(field);
        }
    } else {
        file[field] = plain::to_value(&list);
    }
}
