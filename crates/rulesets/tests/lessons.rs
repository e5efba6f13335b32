//! Lessons: what they take, what they answer, and that every game has its share.

use rulesets::{RULESETS, Submission};
use serde_json::json;

#[test]
fn every_game_has_its_share_and_each_plays_itself_through() {
    for game in RULESETS.iter() {
        let lessons: Vec<_> = rulesets::lessons(game.id()).collect();
        assert!((5..=8).contains(&lessons.len()), "{} has {} lessons", game.id(), lessons.len());
        for lesson in lessons {
            let report = game.check_lesson(&lesson.source()).unwrap();
            assert_eq!(report.differences, Vec::<String>::new(), "{} {}", game.id(), lesson.id);
            assert_eq!(report.steps, lesson.card.tasks);
        }
    }
}

#[test]
fn an_order_that_is_not_asked_for_is_answered_and_not_played() {
    let game = rulesets::find("asfos").unwrap();
    let lesson = rulesets::lesson("asfos", "01-moving").unwrap();
    let play = |orders: &[serde_json::Value]| game.play_lesson(&lesson.source(), orders, 0).unwrap();

    let start = play(&[]);
    assert_eq!((start.taken, start.task, start.decision), (0, 0, 0));
    assert!(start.menu.is_some() && start.start.is_some());
    assert_eq!(start.coach.show.unwrap().order["action"]["plot"][0]["plot"]["dv"], 2);

    // Words of its own for a mistake that was foreseen, others for the rest.
    let foreseen = play(&[json!("A1 7")]);
    assert_eq!((foreseen.taken, foreseen.task, foreseen.decision), (0, 0, 0));
    assert!(foreseen.answer.unwrap().words.contains("only 1 faster"));
    let other = play(&[json!("A1 3R3")]).answer.unwrap();
    assert!(other.findings.is_empty() && !other.words.contains("only 1 faster"), "{other:?}");

    // What the rules refuse, they refuse here as well.
    let illegal = play(&[json!("A1 12")]).answer.unwrap();
    assert_eq!(illegal.findings[0].rule, "ASF-MOV.3");
    let nonsense = play(&[json!({"action": "fly"})]);
    assert!(nonsense.answer.is_some() && nonsense.taken == 0);

    let done = play(&[json!("A1 8")]);
    assert_eq!((done.taken, done.task, done.decision), (1, 1, 1));
    assert!(done.answer.is_none() && !done.lines.is_empty());
    // The same again is the same.
    assert_eq!(done, play(&[json!({"action": {"plot": [{"ship": 0, "plot": {"dv": 2, "turns": ""}}]}})]));
}

#[test]
fn an_order_can_be_asked_about() {
    let game = rulesets::find("asfos").unwrap();
    let lesson = rulesets::lesson("asfos", "01-moving").unwrap();
    let ask =
        |text: &str| game.ask_lesson(&lesson.source(), &[], &Submission::Text(text.to_owned())).unwrap();
    assert!(ask("A1 3R3").judged.is_ok());
    assert_eq!(ask("A1 12").judged.unwrap_err().findings()[0].rule, "ASF-MOV.3");
    assert!(ask("what").written.is_none());
}

#[test]
fn a_lesson_that_is_not_there_is_named() {
    let err = rulesets::lesson("talon", "99-none").unwrap_err().to_string();
    assert!(err.contains("01-moving"), "{err}");
}
