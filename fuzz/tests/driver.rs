//! The driver itself: what stops a target is found, told, written down and
//! fails the run, and a run is the same for the same seed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn drive(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_drive")).args(args).output().expect("the driver starts")
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// The file that the driver names as the cause.
fn input(told: &str) -> PathBuf {
    let name = told.lines().find_map(|it| it.trim().strip_prefix("input: fuzz/")).expect("an input is named");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn what_stops_a_target_is_told_with_its_input_and_fails_the_run() {
    for target in ["planted-panic", "planted-unread"] {
        let output = drive(&["--inputs", "3000", target]);
        let words = told(&output);
        assert_eq!(output.status.code(), Some(1), "{words}");
        assert!(words.contains("planted.rs:") && words.contains("planted"), "{words}");
        assert!(words.contains("  stopped ") && !words.contains("; 0 stopped it"), "{words}");
        let input = input(&words);
        let again = drive(&["--once", target, input.to_str().expect("a path")]);
        assert_eq!(again.status.code(), Some(1), "{}", told(&again));
        assert!(told(&again).contains("planted"), "{}", told(&again));
        let harmless = fs::read_to_string(&input).expect("it is there").replace("255", "254");
        if target == "planted-panic" {
            fs::write(&input, harmless).expect("it can be written");
            assert_eq!(drive(&["--once", target, input.to_str().expect("a path")]).status.code(), Some(0));
        }
        fs::remove_file(input).expect("it can be removed");
    }
}

#[test]
fn what_cannot_be_caught_leaves_its_input_behind() {
    let output = drive(&["--inputs", "3000", "planted-abort"]);
    assert!(!output.status.success());
    let left = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts/planted-abort/in-hand");
    let again = drive(&["--once", "planted-abort", left.to_str().expect("a path")]);
    assert!(!again.status.success());

    let output = drive(&["--inputs", "3000", "--longest", "1", "planted-hang"]);
    assert_eq!(output.status.code(), Some(1));
    let words = told(&output);
    assert!(
        words.contains("no end") && fs::read_to_string(input(&words)).expect("it is there").contains("255")
    );
}

#[test]
fn a_run_is_the_same_for_a_seed_and_another_for_another() {
    for target in ["messages", "planted-panic"] {
        let run = |seed: &str| told(&drive(&["--inputs", "300", "--seed", seed, target]));
        let (one, two, other) = (run("7"), run("7"), run("8"));
        assert!(one.contains("300 inputs"), "{one}");
        assert_eq!(one, two, "{target}");
        assert_ne!(one, other, "{target}");
    }
    let output = drive(&["--inputs", "300", "messages"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
}

#[test]
fn what_it_does_not_know_it_says() {
    for args in [&["nothing"][..], &["--seconds", "soon"], &["--once", "orders"]] {
        assert_eq!(drive(args).status.code(), Some(2), "{args:?}");
    }
}
