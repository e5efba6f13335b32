//! The battle once more, in the hands of the test: what is legal, what comes
//! of it, and what everybody would see.

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{Seat, Viewer};
use rulesets::{AnyMatch, Format, Level, Override, Rejection, ScenarioRef, Source, Submission, Table};
use serde_json::Value;

use super::spoil::spoil;

pub(crate) type Replica = Box<dyn AnyMatch>;

/// A battle of people, with dice of the test's own.
pub(crate) fn begin(game: &str, scenario: ScenarioRef<'_>, options: &[(&str, Value)], seed: u8) -> Replica {
    let changes: Vec<Override> = options
        .iter()
        .map(|(name, value)| Override { name: (*name).to_owned(), value: value.clone() })
        .collect();
    let ready = rulesets::find(game).unwrap().prepare(scenario, &changes, Table::Computers).unwrap();
    let n = ready.seats().len();
    let words = (0..n).map(|n| Contribution(format!("words of {n}"))).collect();
    ready.begin(&vec!["human".to_owned(); n], Secret([seed; 32]), words).unwrap()
}

pub(crate) fn taken_up(record: &str) -> Replica {
    let source = Source { name: "record", text: record, format: Format::Json };
    rulesets::open_record(&source).unwrap().resume().unwrap()
}

/// What a player of this level orders; for a seed always the same.
pub(crate) fn order(replica: &dyn AnyMatch, seat: Seat, level: Level, seed: u64) -> Value {
    let stream = replica.decision_number() as u64 * 64 + u64::from(seat.0);
    replica.suggest(seat, &level, Dice::numbered(seed, stream)).order
}

pub(crate) fn submit(replica: &mut dyn AnyMatch, seat: Seat, order: &Value) {
    let n = replica.decision_number();
    replica.submit(n, seat, &Submission::Data(order.clone())).unwrap_or_else(|err| panic!("{order}: {err}"));
}

/// # Panics
///
/// Panics if the rules stumble over the order: they must be able to judge any.
pub(crate) fn is_legal(replica: &dyn AnyMatch, seat: Seat, order: &Value) -> bool {
    match replica.check(replica.decision_number(), seat, &Submission::Data(order.clone())).1 {
        Ok(()) => true,
        Err(broken @ Rejection::Broken(_)) => panic!("{order} is not judged: {broken}"),
        Err(_) => false,
    }
}

/// An order in words as data, if it is legal.
pub(crate) fn in_words(replica: &dyn AnyMatch, seat: Seat, words: &str) -> Option<Value> {
    let (written, judged) =
        replica.check(replica.decision_number(), seat, &Submission::Text(words.to_owned()));
    judged.ok()?;
    Some(written.expect("what is legal can be written").order)
}

/// Everybody who may look while the battle lasts.
pub(crate) fn viewers(replica: &dyn AnyMatch) -> Vec<Viewer> {
    let seats = (0..replica.seats().len()).map(|n| Viewer::Seat(Seat(n as u8)));
    seats.chain([Viewer::Spectator]).collect()
}

/// What a viewer has in front of him, and what he has witnessed since these
/// events: the measure of what any answer may tell.
pub(crate) fn seen(replica: &dyn AnyMatch, viewer: Viewer, since: usize) -> (Value, Vec<Value>) {
    (replica.view(viewer), replica.log(viewer, since).into_iter().map(|line| line.event).collect())
}

pub(crate) fn alike(replicas: &[Replica; 2], viewer: Viewer, since: [usize; 2]) -> bool {
    seen(&*replicas[0], viewer, since[0]) == seen(&*replicas[1], viewer, since[1])
}

/// Where two views part ways, as a JSON pointer, and what stands there.
pub(crate) fn differing(replicas: &[Replica; 2], viewer: Viewer) -> String {
    fn place(one: &Value, two: &Value) -> String {
        let below = |name: String, one: Option<&Value>, two: Option<&Value>| {
            format!("/{name}{}", one.zip(two).map_or(String::new(), |(one, two)| place(one, two)))
        };
        match (one, two) {
            (Value::Array(a), Value::Array(b)) => {
                let n = (0..a.len().max(b.len())).find(|&n| a.get(n) != b.get(n));
                n.map_or(String::new(), |n| below(n.to_string(), a.get(n), b.get(n)))
            }
            (Value::Object(a), Value::Object(b)) => {
                let name = a.keys().chain(b.keys()).find(|it| a.get(*it) != b.get(*it));
                name.map_or(String::new(), |it| below(it.clone(), a.get(it), b.get(it)))
            }
            _ => format!(": {one} against {two}"),
        }
    }
    place(&replicas[0].view(viewer), &replicas[1].view(viewer))
}

/// Two legal orders of `keeper`: of those that come up, a pair that the fewest
/// of the others can tell apart when it is carried out.
pub(crate) fn secret(record: &str, keeper: Seat, seed: u64) -> Option<[Value; 2]> {
    let replica = taken_up(record);
    let usual = order(&*replica, keeper, Level::Captain, seed);
    let mut others = vec![order(&*replica, keeper, Level::Cadet, seed)];
    others.extend((0..4).map(|n| order(&*replica, keeper, Level::Random, seed + n)));
    let mut dice = Dice::numbered(seed, 1);
    let spoiled = (0..40).map(|_| spoil(&usual, &mut dice)).filter(|it| is_legal(&*replica, keeper, it));
    others.extend(spoiled.take(4));
    others.retain(|it| *it != usual);
    others.sort_by_key(|it| it.to_string().len());
    others.dedup();
    // The shortest, the longest, and two from between.
    let picked: Vec<Value> = match others.len() {
        0 => return None,
        n => [0, n - 1, n / 3, 2 * n / 3].map(|k| others[k].clone()).to_vec(),
    };
    let fates: Vec<Replica> =
        [&usual].into_iter().chain(&picked).map(|it| carried_out(record, keeper, it, seed)).collect();
    let since = replica.events();
    let ignorant = |k: usize| {
        let others = viewers(&*replica).into_iter().filter(|it| *it != Viewer::Seat(keeper));
        others.filter(|&it| seen(&*fates[0], it, since) == seen(&*fates[k + 1], it, since)).count()
    };
    let best = (0..picked.len()).max_by_key(|&k| (ignorant(k), picked[k].to_string().len()))?;
    Some([usual, picked[best].clone()])
}

fn carried_out(record: &str, keeper: Seat, given: &Value, seed: u64) -> Replica {
    let mut replica = taken_up(record);
    for seat in replica.awaiting().iter() {
        let order = if seat == keeper { given.clone() } else { order(&*replica, seat, Level::Cadet, seed) };
        submit(&mut *replica, seat, &order);
    }
    replica
}
