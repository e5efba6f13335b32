//! Situations by chance: what two cases show, in one battle.
//!
//! A game's cases put nearly every rule into a situation. Two of them are laid over each other, so
//! that any two rules meet, and the battle is played on by chance. What must come of it nobody
//! wrote down; a [`Watch`] looks for what can never be right: the dead that act, guns that fire
//! twice, boxes that do not add up, somebody asked about what is not theirs.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::{Path, PathBuf},
};

use dice::Dice;
use engine::{Decision, Odds, Orders, Pending, Seat, Table};
use serde_json::{Map, Value, json};

use crate::{
    Complete,
    law::{Broken, Kept, Law, broken, require},
    laws::{self, Index, unpanicked},
    plan::soak,
    run::target,
};

/// How a game's situations are laid over each other, and what can never be right in it. A new one
/// is made for every situation.
pub trait Watch<G: Complete>: Default {
    /// The list of things that have a `side`, stand in the order of the sides and go by number.
    const UNITS: &'static str;
    /// Fields that hold such a number, or a list of them, wherever they stand.
    const NUMBERS: &'static [&'static str];
    /// Fields that say which decision is open: those of the second situation are left out.
    const MOMENT: &'static [&'static str];
    /// The list of designs, and the field by which a unit names its own.
    const DESIGNS: [&'static str; 2];

    /// What else a situation needs to hold together, `second` being added to `first`.
    fn fit(_first: &mut Value, _second: &mut Value, _dice: &mut Dice) {}

    /// # Errors
    ///
    /// What is wrong with who is asked.
    fn asked(&mut self, _state: &G, _decision: Decision) -> Result<(), String> {
        Ok(())
    }

    /// # Errors
    ///
    /// What is wrong with what happened.
    fn happened(&mut self, before: &G, event: &G::Event, after: &G) -> Result<(), String>;

    /// What came of `odds`, one of those told of `order` in `before`; nothing if it cannot be said.
    fn came(_before: &G, _seat: Seat, _odds: &Odds, _log: &[G::Event], _after: &G) -> Option<usize> {
        None
    }
}

/// What a [`Watch`] says: nothing if `holds`, else what is wrong.
///
/// # Errors
///
/// The words, which are only found if they are needed.
pub fn sense(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Blend {
    /// The folder of the game's cases.
    pub cases: PathBuf,
    /// Situations; `FLAGBRIDGE_SOAK` multiplies them.
    pub pairs: u64,
    /// The most decisions that each is played on.
    pub decisions: usize,
    pub seed: u64,
    /// In how many situations at most the odds of an order are compared with throws.
    pub thrown: usize,
    /// How many throws those are.
    pub throws: u32,
}

impl Blend {
    /// Of the cases in `folder`.
    pub fn of(folder: impl Into<PathBuf>) -> Blend {
        Blend { cases: folder.into(), pairs: 1000, decisions: 12, seed: 4711, thrown: 6, throws: 100_000 }
    }
}

/// What was tried.
#[derive(Clone, Debug, Default)]
pub struct Blended {
    /// Rules that some situation shows.
    pub rules: usize,
    pub played: u64,
    /// Pairs that could not be laid over each other, by reason.
    pub refused: BTreeMap<String, u64>,
    pub decisions: u64,
    pub events: u64,
    /// Distributions compared with throws.
    pub compared: usize,
}

impl fmt::Display for Blended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Blended { rules, played, decisions, events, compared, .. } = self;
        let refused: u64 = self.refused.values().sum();
        write!(f, "{rules} rules, {played} situations played and {refused} impossible, ")?;
        write!(f, "{decisions} decisions, {events} events, {compared} odds compared")?;
        let mut reasons: Vec<_> = self.refused.iter().collect();
        reasons.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        reasons.iter().take(12).try_for_each(|(reason, times)| write!(f, "\n  {times} × {reason}"))
    }
}

/// A case, as far as it is a situation.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) file: String,
    rules: Vec<String>,
    options: Map<String, Value>,
    situation: Value,
    open: bool,
}

impl Shown {
    /// The case by itself, on a table; or why that cannot be.
    pub(crate) fn laid_out<G: Complete>(&self, dice: Dice) -> Result<Table<G>, String> {
        Ok(opened(state_of(&self.options, &self.situation)?, self.open, dice))
    }
}

/// Lays cases over each other and plays on, as often as `blend` says.
///
/// # Panics
///
/// Panics if a law is broken, with the pair and where the situation was written to.
#[track_caller]
pub fn blends<G: Complete, W: Watch<G>>(blend: &Blend) -> Blended {
    let shown = shown(&blend.cases);
    let mut by_rule: BTreeMap<&str, Vec<&Shown>> = BTreeMap::new();
    for case in &shown {
        for rule in &case.rules {
            by_rule.entry(rule).or_default().push(case);
        }
    }
    let rules: Vec<&Vec<&Shown>> = by_rule.values().collect();
    assert!(1 < rules.len(), "no situations in {}", blend.cases.display());
    let index = Index::of::<G>();
    let mut blended = Blended { rules: rules.len(), ..Blended::default() };
    let mut failures: Vec<String> = Vec::new();
    let mut laws: BTreeSet<Law> = BTreeSet::new();
    let only = crate::plan::number("FLAGBRIDGE_ONLY");
    for n in 0..blend.pairs * soak() {
        if only.is_some_and(|only| only != n) {
            continue;
        }
        let mut dice = Dice::numbered(blend.seed, n);
        let [first, second] = [(); 2].map(|()| {
            let shown: &Vec<&Shown> = dice.pick::<&Vec<&Shown>>(&rules);
            *dice.pick(shown)
        });
        let made = unpanicked(|| together::<G, W>(first, second, &mut dice));
        let names = format!("{} with {}", first.file, second.file);
        let (case, state) = match made {
            Ok(Ok(made)) => made,
            Ok(Err(reason)) => {
                *blended.refused.entry(reason).or_default() += 1;
                continue;
            }
            Err(panic) => {
                failures.push(format!("{names}: panic while set up: {panic}"));
                continue;
            }
        };
        blended.played += 1;
        let kept = unpanicked(|| play::<G, W>(blend, state, first.open, &mut dice, &index, &mut blended))
            .unwrap_or_else(|panic| broken(Law::Panics, panic));
        // Each law once: the first is enough to find the others.
        if let Err(Broken { law, what }) = kept
            && laws.insert(law)
        {
            let path = keep(&case, &format!("{}-{law}-blend-{n}.json", G::ID));
            let again = format!("FLAGBRIDGE_ONLY={n}");
            failures.push(format!("law `{law}` is broken: {what}\n  {names}; {again}; {}", path.display()));
        }
        if 8 <= failures.len() {
            break;
        }
    }
    assert!(failures.is_empty(), "{}\n{blended}", failures.join("\n"));
    blended
}

/// Every case in `folder` that shows a situation, by name.
pub(crate) fn shown(folder: &Path) -> Vec<Shown> {
    let listed = fs::read_dir(folder).unwrap_or_else(|err| panic!("{}: {err}", folder.display()));
    let mut files: Vec<PathBuf> = listed.map(|it| it.expect("an entry").path()).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_else(|err| panic!("{}: {err}", path.display()));
        let case: Value = plain::from_toml(&text).unwrap_or_else(|err| panic!("{}: {err}", path.display()));
        // What cannot be set up shows nothing that could be played on.
        if case.get("impossible").is_some() {
            return None;
        }
        let rules = case["rules"].as_array().into_iter().flatten();
        Some(Shown {
            file: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            rules: rules.filter_map(Value::as_str).map(str::to_owned).collect(),
            options: case.get("options").map(crate::plan::fields).unwrap_or_default(),
            situation: case.get("situation").filter(|it| it.is_object())?.clone(),
            open: case["open"] == true,
        })
    };
    files.iter().filter(|it| it.extension().is_some_and(|it| it == "toml")).filter_map(read).collect()
}

/// The two in one, as a case and as a state; or why that cannot be.
fn together<G: Complete, W: Watch<G>>(
    first: &Shown,
    second: &Shown,
    dice: &mut Dice,
) -> Result<(Value, G), String> {
    let mut options = second.options.clone();
    options.extend(first.options.clone());
    let mut reason = String::new();
    // Where one place is taken another may be free.
    for _ in 0..3 {
        let (mut one, mut two) = (first.situation.clone(), second.situation.clone());
        shift(&mut two, [(); 2].map(|()| dice.index(9) as i64 - 4));
        W::fit(&mut one, &mut two, dice);
        let situation = merged::<G, W>(one, two);
        let rules = [first.rules.clone(), second.rules.clone()].concat();
        let case = json!({
            "game": G::ID, "name": format!("{} with {}", first.file, second.file), "open": first.open,
            "rules": rules, "options": options, "situation": situation,
        });
        match state_of(&options, &case["situation"]) {
            Ok(state) => return Ok((case, state)),
            Err(err) => reason = err,
        }
    }
    // Numbers would make a reason of its own out of every one.
    Err(reason.chars().map(|it| if it.is_ascii_digit() { '#' } else { it }).take(100).collect())
}

fn state_of<G: Complete>(options: &Map<String, Value>, situation: &Value) -> Result<G, String> {
    let mut all = plain::to_value(&G::Options::default());
    for (name, value) in options {
        all[name] = spoken(value);
    }
    let options = plain::from_value::<G::Options>(&all)?;
    let situation = plain::from_value::<G::Situation>(situation)?;
    G::from_situation(&options, &situation).map_err(|err| err.0.join("; "))
}

/// As cases do: a phase in which nobody decides is played on from.
fn opened<G: Complete>(state: G, open: bool, dice: Dice) -> Table<G> {
    let mut table = Table::new(state, dice);
    let waits = match table.state().pending() {
        Pending::Orders(decision) => !decision.seats.is_empty(),
        Pending::Over(_) => true,
    };
    if open || !waits {
        table.open();
    }
    table
}

/// Cases may write switches as words.
fn spoken(value: &Value) -> Value {
    match value.as_str() {
        Some("on") => Value::Bool(true),
        Some("off") => Value::Bool(false),
        Some("none") => Value::Null,
        Some(_) | None => value.clone(),
    }
}

/// Moves every place (`at`) by the same whole units.
fn shift(value: &mut Value, by: [i64; 2]) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "at" { moved(value, by) } else { shift(value, by) }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| shift(it, by)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => (),
    }
}

fn moved(place: &mut Value, by: [i64; 2]) {
    let parts: Vec<&mut Value> = match place {
        Value::Array(parts) => parts.iter_mut().collect(),
        Value::Object(parts) => parts.iter_mut().map(|(_, it)| it).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return,
    };
    for (part, by) in parts.into_iter().zip(by) {
        if let Some(whole) = part.as_i64() {
            *part = json!(whole + by);
        } else if let Some(number) = part.as_f64() {
            // tidy: a place in a file, before any rule reads it
            *part = json!(((number + by as f64) * 1e6).round() / 1e6);
        }
    }
}

/// Lists are joined, what only one has is kept, and of the rest the first has its way.
fn merged<G: Complete, W: Watch<G>>(mut one: Value, mut two: Value) -> Value {
    rename::<G, W>(&one, &mut two);
    let list = |of: &Value| of[W::UNITS].as_array().cloned().unwrap_or_default();
    let side = |unit: &Value| unit["side"].as_u64().unwrap_or(0);
    let mut units: Vec<(usize, usize, Value)> = Vec::new();
    for (whose, of) in [&one, &two].into_iter().enumerate() {
        units.extend(list(of).into_iter().enumerate().map(|(n, unit)| (whose, n, unit)));
    }
    units.sort_by_key(|(_, _, unit)| side(unit));
    let numbers = |whose: usize| -> BTreeMap<u64, u64> {
        let new = units.iter().enumerate().filter(|(_, it)| it.0 == whose);
        new.map(|(new, (_, old, _))| (*old as u64, new as u64)).collect()
    };
    let both = [numbers(0), numbers(1)];
    let mut joined: Vec<Value> = units
        .into_iter()
        .map(|(whose, _, mut unit)| {
            renumber::<G, W>(&mut unit, &both[whose]);
            unit
        })
        .collect();
    for (value, numbers) in [&mut one, &mut two].into_iter().zip(&both) {
        if let Some(fields) = value.as_object_mut() {
            fields.remove(W::UNITS);
        }
        renumber::<G, W>(value, numbers);
    }
    let mut all = crate::plan::fields(&one);
    for (name, value) in crate::plan::fields(&two) {
        if W::MOMENT.contains(&name.as_str()) {
            continue;
        }
        match (all.get_mut(&name), value) {
            (None, value) => {
                all.insert(name, value);
            }
            // A list of as many as there are sides is no list of things.
            (Some(Value::Array(have)), Value::Array(more)) if more.iter().all(Value::is_object) => {
                more.into_iter().for_each(|it| {
                    if !have.contains(&it) {
                        have.push(it);
                    }
                });
            }
            (Some(_), _) => (),
        }
    }
    all.insert(W::UNITS.to_owned(), Value::Array(std::mem::take(&mut joined)));
    Value::Object(all)
}

/// A design of the second that has the name of another one of the first gets a new name.
fn rename<G: Complete, W: Watch<G>>(one: &Value, two: &mut Value) {
    let [designs, names] = W::DESIGNS;
    let known = one[designs].as_array().cloned().unwrap_or_default();
    let field = |it: &Value| ["name", "class"].into_iter().find(|name| it[*name].is_string());
    let mut new = BTreeMap::new();
    for design in two.get_mut(designs).and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(field) = field(design) else { continue };
        let twin = |it: &&Value| it[field] == design[field] && *it != &*design;
        if known.iter().any(|it| twin(&it)) {
            let old = design[field].as_str().unwrap_or_default().to_owned();
            design[field] = json!(format!("{old} II"));
            new.insert(old, design[field].clone());
        }
    }
    for unit in two.get_mut(W::UNITS).and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(name) = unit[names].as_str().and_then(|it| new.get(it)) {
            unit[names] = name.clone();
        }
    }
}

fn renumber<G: Complete, W: Watch<G>>(value: &mut Value, numbers: &BTreeMap<u64, u64>) {
    fn each(value: &mut Value, numbers: &BTreeMap<u64, u64>) {
        match value {
            Value::Number(_) => {
                if let Some(new) = value.as_u64().and_then(|old| numbers.get(&old)) {
                    *value = json!(new);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|it| each(it, numbers)),
            Value::Null | Value::Bool(_) | Value::String(_) | Value::Object(_) => (),
        }
    }
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if W::NUMBERS.contains(&name.as_str()) {
                    each(value, numbers);
                } else {
                    renumber::<G, W>(value, numbers);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| renumber::<G, W>(it, numbers)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => (),
    }
}

fn play<G: Complete, W: Watch<G>>(
    blend: &Blend,
    state: G,
    open: bool,
    dice: &mut Dice,
    index: &Index,
    blended: &mut Blended,
) -> Kept {
    let mut watch = W::default();
    let before = state.clone();
    let mut table = opened(state, open, dice.fork());
    follow(&mut watch, &before, &table, 0)?;
    for _ in 0..blend.decisions {
        let Pending::Orders(decision) = table.state().pending() else { break };
        laws::orders::decision_is_sound(table.state(), decision)?;
        watch.asked(table.state(), decision).or_else(|what| broken(Law::Sense, what))?;
        let state = table.state();
        let mut orders = Orders::for_seats(decision.seats.len());
        for seat in decision.seats.iter() {
            let sampled = state.sample_order(seat, dice);
            laws::orders::is_legal(state, seat, &sampled, Law::Samples)?;
            let order = if dice.one_in(2) { state.captain(seat, dice) } else { sampled };
            laws::orders::is_legal(state, seat, &order, Law::Tactics)?;
            laws::words::notation(state, seat, &order)?;
            orders.insert(seat, order);
        }
        if dice.one_in(4) {
            laws::secrets::views_are_sound(state, dice)?;
            laws::words::describes(state)?;
            for seat in decision.seats.iter() {
                laws::orders::offers_are_legal(state, seat, index, dice)?;
                laws::orders::players_keep_the_rules(state, seat, dice)?;
            }
        }
        for seat in decision.seats.iter() {
            if blended.compared < blend.thrown {
                blended.compared += odds_hold::<G, W>(blend, state, seat, &orders, dice)?;
            }
        }
        let (before, whole) = (state.clone(), table.log().len());
        table.resolve(&orders);
        follow(&mut watch, &before, &table, whole)?;
        blended.decisions += 1;
        blended.events += (table.log().len() - whole) as u64;
        if dice.one_in(4) {
            laws::log::events_are_sound(&before, &table.log()[whole..], index)?;
        }
    }
    Ok(())
}

/// Event by event from `before`, which leads to where the table is.
fn follow<G: Complete, W: Watch<G>>(watch: &mut W, before: &G, table: &Table<G>, whole: usize) -> Kept {
    let mut state = before.clone();
    for event in &table.log()[whole..] {
        let mut after = state.clone();
        after.apply(event);
        let over = matches!(state.pending(), Pending::Over(_));
        require(!over, Law::Sense, || format!("the battle is over: {}", laws::orders::json(event)))?;
        watch
            .happened(&state, event, &after)
            .or_else(|what| broken(Law::Sense, format!("{what}: {}", laws::orders::json(event))))?;
        state = after;
    }
    require(&state == table.state(), Law::Rebuilds, || laws::difference(&state, table.state()))
}

/// Compares what is told of an order with as many throws as asked for. How many were compared.
fn odds_hold<G: Complete, W: Watch<G>>(
    blend: &Blend,
    state: &G,
    seat: Seat,
    orders: &Orders<G::Order>,
    dice: &Dice,
) -> Result<usize, Broken> {
    // Its own, so that a situation goes the same way whether or not its odds are looked at.
    let mut dice = dice.clone();
    let Some((_, order)) = orders.iter().find(|(it, _)| *it == seat) else { return Ok(0) };
    let told = state.odds(seat, &state.menu(seat), order);
    let mut seen: Vec<Vec<u32>> = told.iter().map(|_| Vec::new()).collect();
    let thrown = |dice: Dice| {
        let mut table = Table::new(state.clone(), dice);
        table.resolve(orders);
        let came: Vec<Option<usize>> =
            told.iter().map(|odds| W::came(state, seat, odds, table.log(), table.state())).collect();
        came
    };
    let mut can: Vec<bool> = thrown(dice.fork()).iter().map(Option::is_some).collect();
    let open = |odds: &Odds| 1 < odds.ways.counts().iter().filter(|it| 0 < **it).count();
    if !told.iter().zip(&can).any(|(odds, can)| *can && open(odds)) {
        return Ok(0);
    }
    for _ in 0..blend.throws {
        for ((counts, can), came) in seen.iter_mut().zip(&mut can).zip(thrown(dice.fork())) {
            // What cannot always be said cannot be compared.
            let Some(came) = came else {
                *can = false;
                continue;
            };
            counts.resize(counts.len().max(came + 1), 0);
            counts[came] += 1;
        }
    }
    let mut compared = 0;
    for ((odds, counts), _) in told.iter().zip(&seen).zip(&can).filter(|(_, can)| **can) {
        let ways = odds.ways.counts();
        let of = odds.ways.whole() as f64;
        for value in 0..ways.len().max(counts.len()) {
            let chance = ways.get(value).copied().unwrap_or(0) as f64 / of;
            let times = f64::from(counts.get(value).copied().unwrap_or(0));
            let throws = f64::from(blend.throws);
            let error = (throws * chance * (1.0 - chance)).sqrt();
            require((times - throws * chance).abs() <= 5.0 * error + 1e-6, Law::Odds, || {
                format!(
                    "{}, {} {}: told {chance:.6}, thrown {times} times of {throws}: {}",
                    odds.what,
                    value,
                    odds.unit,
                    laws::orders::json(order)
                )
            })?;
        }
        compared += 1;
    }
    Ok(compared)
}

/// Writes the situation down as a case that `flagbridge case --show` opens.
fn keep(case: &Value, name: &str) -> PathBuf {
    let folder = target().join("testkit");
    let path = folder.join(name);
    // A place that cannot be written to must not hide what was found.
    let _ = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, case.to_string()));
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Event, Toy};
    use engine::{Game, Library};

    /// Finds fault with everything.
    #[derive(Default)]
    struct Grumbler;

    impl Watch<Toy> for Grumbler {
        const UNITS: &'static str = "ships";
        const NUMBERS: &'static [&'static str] = &["target", "others"];
        const MOMENT: &'static [&'static str] = &["phase"];
        const DESIGNS: [&'static str; 2] = ["designs", "design"];

        fn happened(&mut self, _: &Toy, _: &Event, _: &Toy) -> Result<(), String> {
            Err("this is not right".to_owned())
        }
    }

    #[test]
    fn two_situations_become_one() {
        let one = json!({
            "phase": "fire", "designs": [{ "name": "Tug", "mass": 1 }],
            "ships": [{ "side": 0, "design": "Tug" }, { "side": 1, "design": "Tug", "target": 0 }],
        });
        let two = json!({
            "phase": "move", "turn": 3, "designs": [{ "name": "Tug", "mass": 2 }, { "name": "Ark" }],
            "ships": [{ "side": 0, "design": "Ark", "others": [1] }, { "side": 1, "design": "Tug", "target": 0 }],
        });
        let both = merged::<Toy, Grumbler>(one, two);
        assert_eq!(
            both,
            json!({
                "phase": "fire", "turn": 3,
                "designs": [{ "name": "Tug", "mass": 1 }, { "name": "Tug II", "mass": 2 }, { "name": "Ark" }],
                "ships": [
                    { "side": 0, "design": "Tug" },
                    { "side": 0, "design": "Ark", "others": [3] },
                    { "side": 1, "design": "Tug", "target": 0 },
                    { "side": 1, "design": "Tug II", "target": 1 },
                ],
            })
        );
    }

    #[test]
    fn places_are_moved_and_nothing_else() {
        let mut value = json!({ "ships": [{ "at": [1, 2], "facing": 3 }, { "at": { "x": 0.5, "y": -1 } }] });
        shift(&mut value, [4, -1]);
        assert_eq!(
            value,
            json!({ "ships": [{ "at": [5, 1], "facing": 3 }, { "at": { "x": 4.5, "y": -2 } }] })
        );
    }

    #[test]
    fn what_a_watch_finds_is_told() {
        let scenario = Toy::scenarios().remove(0).scenario;
        let toy = Toy::set_up(&Toy::computer_preset(&scenario), &scenario).expect("a supplied scenario");
        let (blend, index) = (Blend::of(""), Index::of::<Toy>());
        let mut dice = Dice::numbered(1, 1);
        let kept = play::<Toy, Grumbler>(&blend, toy, true, &mut dice, &index, &mut Blended::default());
        assert_eq!(kept.map_err(|it| it.law), Err(Law::Sense));
    }
}
