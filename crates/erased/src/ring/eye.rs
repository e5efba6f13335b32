//! Looks on at a battle: turns at their ends, blows, and what decided it.
//!
//! It has a state of its own, to which the events of the table's log are
//! applied one by one: so it sees what lies between two decisions, too.

use ai::arena::{BattleReport, Onlooker};
use engine::{Fate, Game, Outcome, Seat, Seats, Spoken, Table, Viewer, tolls};
use serde_json::Value;

use super::{Gone, Harm, Seen, TurnSeen, Watch, outsider::Failing};

pub(super) struct Eye<'a, G: Game> {
    watch: &'a Watch,
    failing: &'a Failing,
    /// By how many seats the players have moved on.
    shift: usize,
    state: G,
    /// How many events it has applied.
    read: usize,
    turn: u32,
    decided: Option<String>,
    turns: Vec<TurnSeen>,
    harm: Vec<Harm>,
    /// What has been fired at whom in this turn.
    shots: Vec<Shot>,
}

/// Something that may do harm.
#[derive(Clone, Debug)]
struct Shot {
    at: Option<u64>,
    by: String,
    range: Option<f64>,
    arc: Option<String>,
}

impl<'a, G: Spoken> Eye<'a, G> {
    pub(super) fn new(start: &G, watch: &'a Watch, failing: &'a Failing, shift: usize) -> Eye<'a, G> {
        Eye {
            watch,
            failing,
            shift,
            state: start.clone(),
            read: 0,
            turn: start.turn(),
            decided: None,
            turns: Vec::new(),
            harm: Vec::new(),
            shots: Vec::new(),
        }
    }

    pub(super) fn seen(mut self, report: BattleReport) -> Seen {
        if self.watches_turns() {
            let last = self.state.clone();
            self.close_turn(&last);
        }
        let fault = self.failing.take();
        Seen { report, fault, decided: self.decided, turns: self.turns, harm: self.harm }
    }

    fn watches_turns(&self) -> bool {
        self.watch.turns || !self.watch.paths.is_empty()
    }

    fn take(&mut self, events: &[G::Event]) {
        if self.watch.decided {
            let view = self.state.view(Viewer::Referee);
            for event in events.iter().filter(|it| G::verdict(&view, it).is_some()) {
                self.decided = Some(reason(&plain::to_value(event)));
            }
        }
        let before = (self.watch.harm || self.watches_turns()).then(|| self.state.clone());
        // Where in `events` a new turn has begun.
        let mut begun = Vec::new();
        for (n, event) in events.iter().enumerate() {
            self.state.apply(event);
            if self.state.turn() != self.turn {
                begun.push((n, self.turn));
                self.turn = self.state.turn();
            }
        }
        let Some(before) = before else { return };
        if self.watches_turns() {
            for &(n, turn) in &begun {
                let mut end = before.clone();
                events[..n].iter().for_each(|event| end.apply(event));
                let now = std::mem::replace(&mut self.turn, turn);
                self.close_turn(&end);
                self.turn = now;
            }
        }
        if self.watch.harm {
            self.take_harm(before, events);
        }
    }

    fn close_turn(&mut self, state: &G) {
        let view = state.view(Viewer::Referee);
        let seats = usize::from(state.seats());
        let (mut left, mut units) = (vec![0; seats], vec![0; seats]);
        for standing in G::roll_call(&view).iter().filter(|it| it.fate == Fate::Survived) {
            if let Some(sum) = left.get_mut(usize::from(standing.side)) {
                *sum += standing.left;
                units[usize::from(standing.side)] += 1;
            }
        }
        let score = (0..seats).map(|seat| state.score(Seat(seat as u8))).collect();
        let values = match self.watch.paths.as_slice() {
            [] => Vec::new(),
            paths => {
                let view = plain::to_value(&view);
                paths.iter().map(|path| path.of(&view)).collect()
            }
        };
        self.turns.push(TurnSeen { turn: self.turn, left, units, score, values });
    }

    /// Blow by blow, where anybody lost anything.
    fn take_harm(&mut self, mut state: G, events: &[G::Event]) {
        let mut view = state.view(Viewer::Referee);
        let after = self.state.view(Viewer::Referee);
        let quiet = G::roll_call(&view).len() == G::roll_call(&after).len()
            && tolls::<G>(&view, &after).is_empty()
            && !events.iter().any(G::is_hit);
        if quiet {
            return;
        }
        for event in events {
            let turn = state.turn();
            state.apply(event);
            if state.turn() != turn {
                self.shots.clear();
            }
            let now = state.view(Viewer::Referee);
            let (was, is) = (G::roll_call(&view), G::roll_call(&now));
            let data = plain::to_value(event);
            if let Some(by) = means(&data) {
                let shot = Shot { at: target(&data), by, range: number(&data, "range"), arc: arc(&data) };
                self.shots.push(shot);
            }
            for (n, (was, is)) in was.iter().zip(&is).enumerate() {
                let points = was.left.saturating_sub(is.left);
                let gone = match is.fate {
                    fate if fate == was.fate => None,
                    Fate::Survived => None,
                    Fate::Destroyed => Some(Gone::Destroyed),
                    Fate::Left => Some(Gone::Left),
                };
                if points == 0 && gone.is_none() {
                    continue;
                }
                let shot = self.cause(n as u64, &data);
                self.harm.push(Harm {
                    turn,
                    seat: is.side,
                    unit: G::unit_name(&now, n),
                    points,
                    gone,
                    by: shot.by,
                    range: shot.range,
                    arc: shot.arc,
                    at: place(&plain::to_value(&view), n),
                });
            }
            view = now;
        }
    }

    /// What has struck unit `n`: what the event says itself, what was last fired at it in this
    /// turn, what was last fired at all, or what sort of event it is.
    fn cause(&self, n: u64, event: &Value) -> Shot {
        let own = means(event);
        let fired = self.shots.iter().rev();
        let at_it =
            fired.clone().find(|shot| shot.at == Some(n) && own.as_ref().is_none_or(|it| *it == shot.by));
        let same = || fired.clone().find(|shot| own.as_ref() == Some(&shot.by));
        let unaimed = || fired.clone().find(|shot| own.is_none() && shot.at.is_none());
        let shot = at_it.or_else(same).or_else(unaimed).cloned();
        shot.unwrap_or_else(|| Shot {
            at: None,
            by: own.unwrap_or_else(|| words(kind(event))),
            range: number(event, "range"),
            arc: arc(event),
        })
    }
}

impl<G: Spoken> Onlooker<G> for Eye<'_, G> {
    fn wants_log(&self) -> bool {
        self.watch.looks()
    }

    fn look(&mut self, table: &Table<G>) -> Option<Outcome> {
        let log = table.log();
        if self.read < log.len() {
            let from = std::mem::replace(&mut self.read, log.len());
            self.take(&log[from..]);
        }
        // Whoever fails has lost: the others have won.
        let failed = self.failing.who()?;
        let n = usize::from(table.state().seats());
        let others = (0..n).filter(|seat| (seat + self.shift) % n != failed).map(|seat| Seat(seat as u8));
        Some(Outcome::Won(others.collect::<Seats>()))
    }
}

/// The innermost name of an event: what sort it is.
fn kind(event: &Value) -> &str {
    let mut name = "event";
    let mut value = event;
    loop {
        match value {
            Value::String(text) => return text,
            Value::Object(fields) if fields.len() == 1 => {
                let (key, inner) = fields.iter().next().expect("one field");
                name = key;
                match inner {
                    Value::Object(more) if more.len() == 1 && more.values().all(Value::is_object) => {
                        value = inner;
                    }
                    _ => return name,
                }
            }
            _ => return name,
        }
    }
}

/// `side_gone` as people write it.
fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// Why an event that ends the battle does so.
fn reason(event: &Value) -> String {
    let said = ["reason", "why"].into_iter().find_map(|key| find(event, key));
    words(said.and_then(name_of).unwrap_or_else(|| kind(event)))
}

/// With what harm is done, if the event says so. Games call it by one of these names.
fn means(event: &Value) -> Option<String> {
    let said = ["weapon", "cause", "profile"].into_iter().find_map(|key| find(event, key));
    said.and_then(name_of).map(words)
}

/// A name, or the name of the only field.
fn name_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Object(fields) if fields.len() == 1 => {
            let (key, inner) = fields.iter().next()?;
            Some(inner.as_str().unwrap_or(key))
        }
        _ => None,
    }
}

fn target(event: &Value) -> Option<u64> {
    let number = |value: &Value| value.as_u64().or_else(|| value.get("ship").and_then(Value::as_u64));
    ["at", "target", "to"].into_iter().find_map(|key| find(event, key).and_then(number))
}

fn arc(event: &Value) -> Option<String> {
    ["arc", "aspect"].into_iter().find_map(|key| find(event, key)?.as_str().map(words))
}

fn number(event: &Value, key: &str) -> Option<f64> {
    find(event, key)?.as_f64()
}

/// The first value of that name, the nearest to the top.
fn find<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    let mut level = vec![value];
    while !level.is_empty() {
        if let Some(found) = level.iter().find_map(|it| it.get(name)) {
            return Some(found);
        }
        let within = |it: &'a Value| -> Vec<&'a Value> {
            match it {
                Value::Object(fields) => fields.values().collect(),
                Value::Array(items) => items.iter().collect(),
                _ => Vec::new(),
            }
        };
        level = level.into_iter().flat_map(within).collect();
    }
    None
}

/// Where unit `n` of the roll is: views list those who may be hurt as `ships` or `units`, in
/// the order of the roll, and say of each where it is `at`. Of small craft, which come after
/// them in the roll, nothing is known.
fn place(view: &Value, n: usize) -> Option<(f64, f64)> {
    let unit = ["ships", "units"].into_iter().find_map(|key| view.get(key))?.get(n)?;
    let at = find(unit, "at")?;
    let pair = |a: &Value, b: &Value| Some((a.as_f64()?, b.as_f64()?));
    match at {
        Value::Object(fields) => pair(fields.get("x")?, fields.get("y")?),
        Value::Array(items) => pair(items.first()?, items.get(1)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_say_what_they_are_and_what_did_it() {
        let fired = json!({"fire": {"fired": {"arc": "forward", "at": 5, "weapon": "mass_driver"}}});
        assert_eq!((kind(&fired), means(&fired).as_deref()), ("fired", Some("mass driver")));
        assert_eq!((target(&fired), arc(&fired).as_deref()), (Some(5), Some("forward")));
        let hit = json!({"damage": {"hit": {"cause": {"weapon": "torpedo"}, "ship": 1}}});
        assert_eq!(means(&hit).as_deref(), Some("torpedo"));
        let shot =
            json!({"fire": {"fired": {"attacks": [{"profile": {"beams": {"dice": 2}}}], "target": 3}}});
        assert_eq!((means(&shot).as_deref(), target(&shot)), (Some("beams"), Some(3)));
        assert_eq!(kind(&json!("strike_ended")), "strike_ended");
        let over = json!({"victory": {"ended": {"outcome": {"won": [1]}, "reason": "side_gone"}}});
        assert_eq!(reason(&over), "side gone");
        assert_eq!(reason(&json!({"victory": {"scored": {"points": [3, 4]}}})), "scored");
    }

    #[test]
    fn units_are_where_their_view_has_them() {
        let view =
            json!({"ships": [{"hull": {"at": {"x": 1.5, "y": -2}, "trail": [{"at": 3}]}}, {"at": [4, 5]}]});
        assert_eq!(place(&view, 0), Some((1.5, -2.0)));
        assert_eq!(place(&view, 1), Some((4.0, 5.0)));
        assert_eq!(place(&view, 2), None);
    }
}
