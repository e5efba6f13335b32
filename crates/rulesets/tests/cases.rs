//! Conformance cases: one that passes, and each way in which one can fail.

use rulesets::{CaseReport, Entry, Fault, Ruleset, Source, ruleset, run_case_in};
use testkit::toy::Toy;

static TOY: Entry<Toy> = ruleset::<Toy>();

fn run(text: &str) -> Result<CaseReport, Fault> {
    run_case_in(&[&TOY], &Source::new("case.toml", text)?)
}

/// The differences of a case whose head is `HEAD`.
fn differences(rest: &str) -> Vec<String> {
    run(&format!("{HEAD}{rest}")).unwrap().differences
}

fn one_difference(rest: &str) -> String {
    let differences = differences(rest);
    assert_eq!(differences.len(), 1, "{differences:?}");
    differences.into_iter().next().unwrap()
}

const HEAD: &str = r#"
game = "toy"
name = "two lancers meet"
rules = ["TOY-4", "TOY-8"]
about = "Nobody needs to read this."
options = { mines = "on", gunnery = "heavy" }

[situation]
turn = 3
phase = "plot"
squadrons = [
    { name = "Amber", mines_left = 0, ships = [{ class = "Lancer", at = 0, thrust = 3, hull = 4 }] },
    { name = "Birch", mines_left = 1, ships = [{ class = "Barge", at = 4, thrust = 2, hull = 2 }] },
]
"#;

#[test]
fn a_case_passes() {
    let rest = r#"
[[step]]
orders.1 = "A+2"
orders.Birch = { plot = { helms = [{ ship = 0, thrust = 1 }], lay = 0 } }
dice = [3]
phase = "fire"
events = [
    { movement = { laid = { seat = 1 } } },
    { movement = { moved = { seat = 0, to = 2 } } },
    "initiative_rolled",
]
no_events = ["fired", "movement.struck", { movement = { moved = { to = 9 } } }]
state = { "flotillas.Birch.mines" = [4], "/flotillas/0/ships/0/at" = 2, turn = 3 }
view.Amber = { "flotillas.Birch.mines_laid" = 1, "flotillas.Amber.ships.0.hull" = 4 }
view.spectator = { "flotillas.0.ships.0" = { alive = true, at = 2 } }
absent = ["flotillas.2"]

[[step]]
about = "out of reach in the wrong way"
orders.1 = "A>C"
refused = { seat = 1, rule = "TOY-7", reason = "in range" }

[[step]]
orders.amber = "A>A"
dice = [6]
exactly = true
events = [{ fire = { fired = { die = 6, damage = 2 } } }, { phase = { entered = {} } }]
outcome = 1
phase = "over"
"#;
    assert_eq!(differences(rest), [""; 0]);
}

#[test]
fn a_case_may_start_from_a_scenario() {
    let text = r#"
game = "toy"
name = "intro"
rules = ["TOY-3"]
scenario = "intro"
events = ["turn_began"]
state.turn = 1
outcome = "none"
"#;
    assert_eq!(run(text).unwrap().differences, [""; 0]);
    let text = text.replace("\"intro\"\nevents", "\"outro\"\nevents");
    assert!(run(&text).unwrap().differences[0].contains("no scenario \"outro\""));
}

#[test]
fn files_that_are_no_case_are_told_with_their_place() {
    let text = |result: Result<CaseReport, Fault>| result.unwrap_err().to_string();
    let misspelt = text(run(&format!("{HEAD}\n[[step]]\nevent = []\n")));
    assert!(misspelt.starts_with("case.toml:17:1: unknown field `event`"), "{misspelt}");
    let wrong = text(run(&HEAD.replace("turn = 3", "turn = \"three\"")));
    assert!(wrong.starts_with("case.toml:9:8: invalid type"), "{wrong}");
    let unknown = text(run(&HEAD.replace("\"toy\"", "\"chess\"")));
    assert_eq!(unknown, "case.toml: unknown game \"chess\"; the games are: toy");
    let nameless = text(run("name = \"x\"\n"));
    assert_eq!(nameless, "case.toml: no field `game`, expected one of: toy");
    let broken = text(run("game = \n"));
    assert!(broken.starts_with("case.toml:1:"), "{broken}");
    let other = text(TOY.run_case(&Source::new("c.json", "{\"game\": \"chess\"}").unwrap()));
    assert!(other.starts_with("c.json:1:"), "{other}");
}

#[test]
fn a_case_must_cite_expect_and_set_up_something() {
    assert_eq!(one_difference(""), "the case expects nothing");
    let text = HEAD.replace("\"TOY-8\"", "\"TOY-88\"");
    let found = run(&format!("{text}[state]\nturn = 3\n")).unwrap().differences;
    assert_eq!(found, ["cites TOY-88, which is not in the rule index of toy"]);
    let text = HEAD.replace("mines = \"on\"", "masts = 3");
    let found = run(&format!("{text}[state]\nturn = 3\n")).unwrap().differences;
    assert!(found[0].starts_with("toy has no option \"masts\""), "{found:?}");
    let text = HEAD.replace("at = 4", "at = 40");
    let found = run(&format!("{text}[state]\nturn = 3\n")).unwrap().differences;
    assert!(found[0].starts_with("the battle cannot be set up"), "{found:?}");
    let found = run(&format!("impossible = \"on the line\"\n{text}")).unwrap().differences;
    assert_eq!(found, [""; 0]);
    let found = run(&format!("impossible = \"mutiny\"\n{text}")).unwrap().differences;
    assert!(found[0].contains("expected a reason with \"mutiny\""), "{found:?}");
    let found = run(&format!("impossible = \"on the line\"\n{HEAD}")).unwrap().differences;
    assert_eq!(found, ["set up, but expected to be impossible: on the line"]);
    let found = run(&format!("scenario = \"intro\"\n{HEAD}")).unwrap().differences;
    assert_eq!(found, ["both a `scenario` and a `situation`, expected one of them"]);
    let found = run("game = \"toy\"\nname = \"x\"\nrules = [\"TOY-1\"]\n").unwrap().differences;
    assert_eq!(found, ["expected a `scenario`, a `situation` or a `design`"]);
}

/// A step in which both stay where they are, with more lines added.
fn still(rest: &str) -> String {
    format!("[[step]]\norders = {{ 1 = \"A+0\", 2 = \"A+0\" }}\n{rest}")
}

#[test]
fn dice_must_be_as_many_as_are_rolled() {
    let left = one_difference(&still("dice = [1, 2, 3]"));
    assert_eq!(left, "step 1: 2 scripted dice left over, 1 rolled");
    let missing = one_difference(&still("dice = []"));
    assert_eq!(missing, "step 1: die 1 is missing from the script: a d6 for phase.initiative_rolled (TOY-3)");
    let wrong = one_difference(&still("dice = [9]"));
    assert_eq!(wrong, "step 1: scripted die 1 shows 9, but is a d6");
}

#[test]
fn every_difference_is_told() {
    let found = differences(&still(
        r#"
about = "all wrong"
dice = [1]
events = ["fired", { movement = { moved = { seat = 1, to = 5 } } }]
no_events = ["moved"]
state = { turn = 7, "flotillas.Cedar" = 1, "flotillas.0.ships.0.hull" = 4.5 }
view.2 = { "flotillas.Amber.ships.0.hull" = 4 }
view.3 = { turn = 4 }
absent = ["turn"]
outcome = "draw"
phase = "fire"
"#,
    ));
    let expected = [
        "no event like \"fired\"; what happened: ",
        "no event like {\"movement\":{\"moved\":{\"seat\":1,\"to\":5}}}; nearest is ",
        "unexpected event {\"movement\":{\"moved\":",
        "/",
        "flotillas.0.ships.0.hull: found 4, expected 4.5",
        "flotillas.Cedar: there is no \"Cedar\" in a list of 2, expected 1",
        "turn: found 4, expected 7",
        "turn: found 4, expected nothing",
        "in the view of 2, flotillas.Amber.ships.0.hull: found null, expected 4",
        "no seat \"3\", expected 1 to 2 or one of Amber, Birch",
        "the battle is still open, expected a draw",
        "the phase is \"plot\", expected \"fire\"",
    ];
    let expected: Vec<String> = expected
        .iter()
        .filter(|text| **text != "/")
        .map(|text| format!("step 1 (all wrong): {text}"))
        .collect();
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.starts_with(expected.as_str()), "found {found}\nexpected {expected}");
    }
}

#[test]
fn events_may_be_demanded_exactly() {
    let found = differences(&still("dice = [1]\nexactly = true\nevents = [\"moved\", \"fired\"]"));
    assert!(found[0].starts_with("step 1: event 2: found {\"movement\""), "{found:?}");
    assert!(found[1].starts_with("step 1: event 3: unexpected "), "{found:?}");
}

#[test]
fn orders_are_judged() {
    let refused = one_difference("[[step]]\norders = { 1 = \"A+9\", 2 = \"A+0\" }\n");
    assert_eq!(refused, "step 1: the order of seat 1 (Amber) was refused: thrust 9 exceeds 3 (rule TOY-4)");
    let silent = one_difference("[[step]]\norders = { 1 = \"A+0\" }\n");
    assert_eq!(silent, "step 1: seat 2 (Birch) has to decide (plot), but has no order");
    let nobody = one_difference("[[step]]\norders = { Cedar = \"A+0\" }\n");
    assert_eq!(nobody, "step 1: no seat \"Cedar\", expected 1 to 2 or one of Amber, Birch");
    let taken =
        one_difference("[[step]]\norders = { 1 = \"A+1\" }\nrefused = { seat = 1, rule = \"TOY-4\" }\n");
    assert_eq!(taken, "step 1: the order of seat 1 (Amber) was taken, expected a refusal by TOY-4");
    let other = one_difference(
        "[[step]]\norders = { 1 = \"A+9\" }\nrefused = { seat = \"Amber\", rule = \"TOY-5\" }\n",
    );
    assert_eq!(other, "step 1: refused as thrust 9 exceeds 3 (rule TOY-4), expected a refusal by TOY-5");
    let none = one_difference("[[step]]\nrefused = { seat = 1, rule = \"TOY-5\" }\n");
    assert_eq!(none, "step 1: no order of seat 1 (Amber) that could be refused");
    let unread =
        differences("[[step]]\norders = { 1 = \"full ahead\" }\nrefused = { seat = 1, rule = \"TOY-10\" }\n");
    assert_eq!(unread, [""; 0]);
}

#[test]
fn designs_have_cases_too() {
    let design = |rest: &str| {
        let text = format!(
            "game = \"toy\"\nname = \"a design\"\nrules = [\"TOY-1\"]\n\
             design = {{ class = \"Lancer\", thrust = 3, hull = 4 }}\n{rest}"
        );
        run(&text).unwrap().differences
    };
    let audit = TOY
        .audit(&Source::new("d.json", "{\"class\": \"Lancer\", \"thrust\": 3, \"hull\": 4}").unwrap(), &[]);
    let audit = audit.unwrap().remove(0);
    let right = format!("audit = {{ mass = {}, points = {}, findings = [] }}", audit.mass, audit.points);
    assert_eq!(design(&right), [""; 0]);
    let wrong = design("audit = { mass = 999, cpv = 3, findings = [\"TOY-9\"] }");
    assert_eq!(wrong[0], format!("mass of the design: {}, expected 999", audit.mass));
    assert_eq!(wrong[1], "cpv of the design: none, expected 3");
    assert_eq!(wrong[2], "no finding of TOY-9; found nothing");
    assert!(design("")[0].contains("without an `audit`"));
}

#[test]
fn unknown_kinds_are_told_with_the_nearest() {
    let nothing = one_difference(&still("dice = [1]\nno_events = [\"movd\"]"));
    assert_eq!(nothing, "step 1: there is no event of kind \"movd\"; the nearest kind is \"movement.moved\"");
    let chapter = one_difference(&still("dice = [1]\nno_events = [{ movement = { mooved = {} } }]"));
    assert_eq!(
        chapter,
        "step 1: there is no event of kind \"movement.mooved\"; the nearest kind is \"movement.moved\""
    );
    let field = one_difference(&still("dice = [1]\nno_events = [{ movement = { moved = { mast = 1 } } }]"));
    assert!(
        field.starts_with("step 1: an event of kind movement.moved has no field \"mast\"; it has "),
        "{field}"
    );
    let both = differences(&still("dice = [1]\nevents = [\"sunk\"]"));
    assert!(both[0].starts_with("step 1: there is no event of kind \"sunk\""), "{both:?}");
}

#[test]
fn expectations_may_compare() {
    let found = differences(&still(
        "dice = [1]\nstate = { turn = { at_least = 4, not = 5 }, flotillas = { count = 2 } }\n\
         events = [{ movement = { moved = { seat = { at_most = 0 } } } }]",
    ));
    assert_eq!(found, [""; 0]);
    let off = one_difference(&still("dice = [1]\nstate = { turn = { less_than = 4 } }"));
    assert_eq!(off, "step 1: turn: found 4, expected less than 4");
}

#[test]
fn who_decides_is_told_to_who_does_not() {
    let steps = "[[step]]\norders = { 1 = \"A+2\", 2 = \"A+0\" }\ndice = [3]\n[[step]]\norders.2 = \"A>A\"\n";
    let found = differences(steps);
    assert_eq!(
        found,
        ["step 2: the order of seat 2 (Birch) was refused: seat 2 has nothing to decide now: \
          the phase is \"fire\", and seat 1 (Amber) decides"]
    );
}

#[test]
fn phases_are_known_by_name() {
    let unknown = one_difference(&still("dice = [1]\nphase = \"boarding\""));
    assert_eq!(unknown, "step 1: there is no phase \"boarding\"; there are set-up, plot, fire, over");
    let other = one_difference(&still("dice = [1]\nphase = \"over\""));
    assert_eq!(other, "step 1: the phase is \"plot\", expected \"over\"");
}

#[test]
fn a_case_is_shown_moment_by_moment() {
    let text = format!("{HEAD}{}", still("dice = [1]\n"));
    let shown = TOY.show_case(&Source::new("case.toml", &text).unwrap()).unwrap();
    assert_eq!((shown.name.as_str(), shown.differences), ("two lancers meet", Vec::new()));
    let [before, after] = &shown.moments[..] else { panic!("{:?}", shown.moments) };
    assert_eq!((before.steps, before.phase, before.events.len()), (0, Some("plot"), 0));
    let asked: Vec<(usize, &str)> = before.asked.iter().map(|it| (it.seat, it.name.as_str())).collect();
    assert_eq!(asked, [(1, "Amber"), (2, "Birch")]);
    assert!(!before.asked[0].prompt.is_empty() && !before.description.is_empty());
    assert_eq!(before.view["turn"], 3);
    assert!(!after.events.is_empty() && after.events.len() == after.told.len());
    // A case that is only begun can be shown.
    let shown = TOY.show_case(&Source::new("case.toml", HEAD).unwrap()).unwrap();
    assert_eq!((shown.moments.len(), shown.differences.len()), (1, 0));
}
