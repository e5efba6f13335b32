//! Every edit of a record of format 2 is refused, against the commitment the
//! players kept and the signature of their server, and the refusal says of what.

use std::sync::LazyLock;

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{EndedBy, Ending, Giver, Outcome, Viewer};
use proof::{Place, Refused, Signature};
use rulesets::{
    AnyMatch, Expected, Format, Level, RULESETS, Ruleset, ScenarioRef, Source, Submission, Table,
};
use serde_json::{Value, json};
use signet::Key;

static KEY: LazyLock<Key> = LazyLock::new(|| Key::from_bytes(&[5; 32]));

/// A battle in its introductory scenario, `decisions` long, in which things
/// happen that the rules know nothing of: a clock gives an order, somebody
/// else sits down, the record is brought in, and at last a moderator ends it.
fn eventful(game: &dyn Ruleset, decisions: usize) -> Box<dyn AnyMatch> {
    let mut battle = begin(game);
    for n in 0..decisions {
        if n == decisions / 2 {
            battle.mark_brought();
            let mut players: Vec<String> = battle.seats().iter().map(|info| info.player.clone()).collect();
            players[0] = "cadet".to_owned();
            battle.reseat(&players);
        }
        play(&mut *battle, Some(Giver::Clock));
    }
    if battle.outcome().is_none() {
        let after = battle.events();
        battle.end(Ending { by: EndedBy::Moderator, seat: None, after, outcome: Outcome::Draw }).unwrap();
    }
    battle
}

fn begin(game: &dyn Ruleset) -> Box<dyn AnyMatch> {
    let ready = game.prepare(ScenarioRef::Id("intro"), &[], Table::Computers).unwrap();
    let players = vec!["human".to_owned(); ready.seats().len()];
    let contributions = (0..players.len()).map(|n| Contribution(format!("words of {n}"))).collect();
    ready.begin(&players, Secret([7; 32]), contributions).unwrap()
}

/// One decision; its last order is given by somebody else.
fn play(battle: &mut dyn AnyMatch, giver: Option<Giver>) {
    let n = battle.decision_number();
    let seats: Vec<_> = battle.awaiting().iter().collect();
    for (i, seat) in seats.iter().enumerate() {
        let order = battle.suggest(*seat, &Level::Random, Dice::numbered(1, n as u64)).order;
        let giver = giver.filter(|_| i + 1 == seats.len());
        battle.submit_by(n, *seat, &Submission::Data(order), giver).unwrap();
    }
}

fn signed(battle: &dyn AnyMatch) -> Value {
    let mut file: Value = serde_json::from_str(&battle.record(false)).unwrap();
    let sealed = battle.sealed_record().expect("it is over");
    file["signature"] = json!(KEY.sign(&sealed.end));
    file
}

/// A record as somebody judges it who kept the commitment and knows the server.
fn judge(file: &Value, commitment: &Value) -> Result<(), Refused> {
    if file["commitment"] != *commitment {
        return Err(Refused::new(Place::Commitment, "not the one kept"));
    }
    let checked = proof::check(file)?;
    let signature: Signature = serde_json::from_value(file["signature"].clone())
        .map_err(|err| Refused::new(Place::Signature, err.to_string()))?;
    signet::check(&checked.end, &signature, Some(&KEY.public()))
}

/// The same by the program's own way, from text to verdict.
fn verify(game: &dyn Ruleset, file: &Value, commitment: &Value) -> Result<(), String> {
    let text = file.to_string();
    let source = Source { name: "r", text: &text, format: Format::Json };
    let expected = Expected { commitment: commitment.as_str().map(str::to_owned), key: Some(KEY.public()) };
    let record = game.open_record(&source).map_err(|err| err.to_string())?;
    record.verify_against(&expected).map(drop).map_err(|err| err.to_string())
}

/// What is done to one place of a record.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Edit {
    /// Another value of the same kind; numbers have two.
    Up,
    Down,
    Remove,
    Double,
}

/// The paths of everything below `value`, itself included.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields {
                let key = key.replace('~', "~0").replace('/', "~1");
                places(inner, &format!("{path}/{key}"), found);
            }
        }
        Value::Array(items) => {
            for (n, inner) in items.iter().enumerate() {
                places(inner, &format!("{path}/{n}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The record with one place edited, if it can be edited like that.
fn edited(file: &Value, path: &str, edit: Edit) -> Option<Value> {
    let mut file = file.clone();
    let (parent, last) = path.rsplit_once('/')?;
    match edit {
        Edit::Up | Edit::Down => {
            let place = file.pointer_mut(path)?;
            *place = match (&*place, edit) {
                (Value::Number(n), Edit::Up) => json!(n.as_i64()?.checked_add(1)?),
                (Value::Number(n), _) => json!(n.as_i64()?.checked_sub(1)?),
                (Value::Bool(it), Edit::Up) => json!(!it),
                (Value::Null, Edit::Up) => json!(0),
                (Value::String(text), Edit::Up) => json!(format!("{text}x")),
                (Value::String(text), _) => {
                    let mut chars: Vec<char> = text.chars().collect();
                    let first = chars.first_mut()?;
                    *first = if *first == '0' { '1' } else { '0' };
                    json!(chars.into_iter().collect::<String>())
                }
                (Value::Bool(_) | Value::Null | Value::Array(_) | Value::Object(_), _) => return None,
            };
        }
        Edit::Remove => match file.pointer_mut(parent)? {
            Value::Object(fields) => drop(fields.remove(&last.replace("~1", "/").replace("~0", "~"))?),
            Value::Array(items) => drop(items.remove(last.parse().ok()?)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
        },
        Edit::Double => {
            let items = file.pointer_mut(parent)?.as_array_mut()?;
            let n: usize = last.parse().ok()?;
            items.insert(n, items.get(n)?.clone());
        }
    }
    Some(file)
}

/// Whether a refusal names what was edited at `path`.
fn names(place: &Place, path: &str, edit: Edit) -> bool {
    let mut steps = path.split('/').skip(1);
    let field = steps.next().unwrap_or_default();
    let n: Option<usize> = steps.next().and_then(|it| it.parse().ok());
    let inner = steps.next().is_some();
    // Without a whole list, whatever refers to it may be told first.
    if n.is_none() && edit == Edit::Remove && ["decisions", "events"].contains(&field) {
        return true;
    }
    match field {
        "game" => *place == Place::Opening("game"),
        "rules_version" => *place == Place::Opening("rules version"),
        "options" => *place == Place::Opening("options"),
        "scenario" => *place == Place::Opening("scenario"),
        "parts" => matches!(place, Place::Opening(_)),
        "seats" => matches!(place, Place::Seats | Place::Opening("number of seats")),
        "commitment" => *place == Place::Commitment,
        "secret" => *place == Place::Commitment,
        "contributions" => matches!(place, Place::Contribution(_)),
        // A decision said to be later than the next is told with the next.
        "decisions" => match place {
            Place::Decision(at) | Place::Order { decision: at, .. } => {
                !inner || n.is_some_and(|n| (n..=n + 1).contains(at))
            }
            _ => false,
        },
        "events" => match place {
            // One that happens twice differs only from the next on.
            Place::Events { from, to } => {
                let shift = usize::from(edit == Edit::Double);
                n.is_none_or(|n| *from <= n + shift && (n < *to || !inner))
            }
            // Too few events for the decisions after them.
            Place::Decision(_) => !inner,
            _ => false,
        },
        "outcome" | "ending" => matches!(place, Place::Outcome | Place::Ending),
        "seatings" => matches!(place, Place::Seatings | Place::Seats),
        "brought" => *place == Place::Brought,
        "versions" => *place == Place::Versions,
        "chain" => matches!(place, Place::Chain(_)),
        "signature" => *place == Place::Signature,
        _ => false,
    }
}

/// Tries edits everywhere in a record, every `step`th of them; each `slow`th of
/// these goes the whole way through the program. Says how many it were.
fn every_edit_is_refused(game: &dyn Ruleset, file: &Value, step: usize, slow: usize) -> usize {
    let commitment = &file["commitment"];
    assert_eq!(judge(file, commitment), Ok(()));
    assert_eq!(verify(game, file, commitment), Ok(()));
    let mut all = Vec::new();
    for (field, value) in file.as_object().unwrap() {
        if field != "format" {
            places(value, &format!("/{field}"), &mut all);
        }
    }
    let edits = [Edit::Up, Edit::Down, Edit::Remove, Edit::Double];
    let tries = all.iter().flat_map(|path| edits.map(|edit| (path, edit)));
    let (mut tried, mut wrong) = (0, Vec::new());
    for (n, (path, edit)) in tries.enumerate() {
        if n % step != 0 {
            continue;
        }
        let Some(edited) = edited(file, path, edit).filter(|it| it != file) else { continue };
        tried += 1;
        match judge(&edited, commitment) {
            Ok(()) => wrong.push(format!("{path} {edit:?}: accepted")),
            Err(refused) if names(&refused.place, path, edit) => {}
            Err(refused) => wrong.push(format!("{path} {edit:?}: refused as {refused}")),
        }
        if tried % slow == 0 && verify(game, &edited, commitment).is_ok() {
            wrong.push(format!("{path} {edit:?}: accepted by the program"));
        }
    }
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{}:\n{}", game.id(), wrong.join("\n"));
    tried
}

#[test]
fn every_edit_of_a_small_record_is_refused_and_named() {
    for game in RULESETS.iter() {
        let file = signed(&*eventful(*game, 4));
        assert!(file["seatings"].is_array() && file["brought"].is_array() && file["ending"].is_object());
        assert!(file["decisions"].as_array().unwrap().iter().all(|it| it["by"][0][1] == "clock"));
        let tried = every_edit_is_refused(*game, &file, 1, 97);
        assert!(500 < tried, "{}: {tried} edits", game.id());
    }
}

#[test]
fn edits_of_whole_battles_are_refused_and_named() {
    for game in RULESETS.iter() {
        let mut battle = begin(*game);
        while battle.outcome().is_none() {
            play(&mut *battle, None);
        }
        let file = signed(&*battle);
        let places = file.to_string().len() / 20;
        every_edit_is_refused(*game, &file, (places / 100).max(1) | 1, 4);
    }
}

/// The attacker has no key: whatever he chains anew, nobody has signed it.
#[test]
fn a_chain_made_anew_is_not_signed() {
    for game in RULESETS.iter() {
        let file = signed(&*eventful(*game, 3));
        let mut forged = file.clone();
        let secret = Secret([7; 32]);
        forged["decisions"][1]["by"][0][1] = json!("moderator");
        forged["chain"] = json!(proof::chain(&forged, &secret).unwrap());
        let told = verify(*game, &forged, &file["commitment"]).unwrap_err();
        assert!(told.contains("signature: the key did not sign"), "{told}");
        // His own key is not the server's.
        let end = proof::end(forged["chain"].as_array().unwrap()).unwrap();
        forged["signature"] = json!(Key::from_bytes(&[6; 32]).sign(&end));
        let told = verify(*game, &forged, &file["commitment"]).unwrap_err();
        assert!(told.contains("signature: made with the key"), "{told}");
        // Nor does it help to take the signature away.
        forged.as_object_mut().unwrap().remove("signature");
        let told = verify(*game, &forged, &file["commitment"]).unwrap_err();
        assert!(told.contains("signature: missing"), "{told}");
    }
}

/// Nor can he pass the record off as one of format 1, which proves less.
#[test]
fn a_record_cannot_be_made_an_older_one() {
    let game = RULESETS[0];
    let file = signed(&*eventful(game, 3));
    let mut forged = file.clone();
    forged["format"] = json!("flagbridge-record/1");
    assert!(verify(game, &forged, &file["commitment"]).is_err());
    for newer in ["parts", "chain", "signature", "seatings", "brought"] {
        forged.as_object_mut().unwrap().remove(newer);
    }
    for decision in forged["decisions"].as_array_mut().unwrap() {
        decision.as_object_mut().unwrap().remove("by");
    }
    let told = verify(game, &forged, &file["commitment"]).unwrap_err();
    assert!(told.contains("does not match the commitment"), "{told}");
}

/// An account may be renamed or deleted.
#[test]
fn names_stand_outside() {
    for game in RULESETS.iter() {
        let mut file = signed(&*eventful(*game, 2));
        let commitment = file["commitment"].clone();
        for names in [json!(["Ada", "Bob"]), json!(["deleted"])] {
            file["names"] = names;
            assert_eq!(verify(*game, &file, &commitment), Ok(()));
        }
    }
}

/// Whatever is kept of a battle is taken up again as it was.
#[test]
fn records_of_every_game_survive_the_trip() {
    for game in RULESETS.iter() {
        let finished = eventful(*game, 3);
        for (battle, reveal) in [(finished, false), (begin(*game), true)] {
            let text = battle.record(reveal);
            let source = Source { name: "r", text: &text, format: Format::Json };
            let again = game.open_record(&source).unwrap().resume().unwrap();
            assert_eq!(again.record(reveal), text);
            assert_eq!(again.view(Viewer::Referee), battle.view(Viewer::Referee));
            assert_eq!(again.record_head(), battle.record_head());
            assert_eq!(again.record_since(0, 0), battle.record_since(0, 0));
        }
    }
}
