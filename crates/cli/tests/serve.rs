//! `flagbridge serve`: it says where it is, answers, and ends when asked.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Command, Stdio},
};

#[test]
fn serve_answers_until_it_is_asked_to_stop() {
    let folder = std::env::temp_dir().join(format!("flagbridge-serve-{}", std::process::id()));
    let mut server = Command::new(env!("CARGO_BIN_EXE_flagbridge"))
        .args(["serve", "--port", "0", "--data"])
        .arg(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let address = said.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(get("/health").contains("\"database\":\"ok\""));
    assert!(get("/").starts_with("HTTP/1.1 200"));
    assert!(folder.join("flagbridge.sqlite").exists());
    let asked = Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
    assert!(asked.success());
    assert!(server.wait().unwrap().success());
    let mut log = String::new();
    server.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.contains("listening") && log.contains("stopped"), "{log}");
    let _ = std::fs::remove_dir_all(folder);
}

/// A seed is for tests, and whoever gives one is told so.
#[test]
fn serve_warns_of_a_seed() {
    let help = Command::new(env!("CARGO_BIN_EXE_flagbridge")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("--seed <N>") && help.contains("not secret"), "{help}");
    let folder = std::env::temp_dir().join(format!("flagbridge-serve-seed-{}", std::process::id()));
    let mut server = Command::new(env!("CARGO_BIN_EXE_flagbridge"))
        .args(["serve", "--port", "0", "--seed", "7", "--data"])
        .arg(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.starts_with("http://"), "{said}");
    let asked = Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
    assert!(asked.success() && server.wait().unwrap().success());
    let mut log = String::new();
    server.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.contains("--seed 7: for testing only"), "{log}");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn serve_says_what_is_wrong() {
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_flagbridge")).arg("serve").args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, words) = run(&["--database", "mysql://x"]);
    assert!(code == Some(1) && words.contains("expected sqlite: or postgres:"), "{words}");
    let (code, words) = run(&["--port", "0", "--host", "no such host", "--database", "sqlite::memory:"]);
    assert!(code == Some(2) && words.contains("--host"), "{words}");
}
