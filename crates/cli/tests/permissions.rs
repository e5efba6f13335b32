//! What is kept is for its owner alone, whatever the umask.
#![cfg(unix)]

mod util;

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Child, Command, Stdio},
};

use util::{GAME, Place};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

/// The program under another umask.
fn under(umask: &str, place: &Place, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("umask {umask}; exec \"$0\" \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_flagbridge")).args(args).current_dir(place.path(""));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

struct Server(Child);

impl Server {
    /// Up and listening.
    fn start(mut command: Command) -> Server {
        let mut child = command.spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        assert!(said.starts_with("http://"), "{said:?}");
        Server(child)
    }

    /// What it wrote to its log.
    fn stop(mut self) -> String {
        let asked = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().unwrap();
        assert!(asked.success() && self.0.wait().unwrap().success());
        let mut log = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

fn all_closed(folder: &Path) {
    assert_eq!(mode(folder), 0o700);
    let mut found = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        found += 1;
    }
    // The database, its log, and the memory that its connections share.
    assert!(3 <= found);
}

#[test]
fn a_server_keeps_its_data_to_its_owner() {
    let place = Place::new("private");
    let server = Server::start(under("000", &place, &["serve", "--port", "0", "--data", "new/data"]));
    all_closed(&place.path("new/data"));
    let backup = under("000", &place, &["admin", "backup", "b", "--data", "new/data"]).output().unwrap();
    assert!(backup.status.success());
    assert_eq!(mode(&place.path("b")), 0o600);
    let log = server.stop();
    assert!(!log.contains("WARN"), "{log}");
}

#[test]
fn a_folder_that_an_older_program_left_open_is_closed() {
    let place = Place::new("loose");
    let (args, folder) = (["serve", "--port", "0", "--data", "data"], place.path("data"));
    Server::start(under("000", &place, &args)).stop();
    let loose = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    loose(&folder, 0o755);
    loose(&folder.join("flagbridge.sqlite"), 0o644);
    fs::write(folder.join("flagbridge.sqlite.lock"), "").unwrap();
    let server = Server::start(under("000", &place, &args));
    all_closed(&folder);
    let log = server.stop();
    assert!(log.contains("now readable by its owner alone"), "{log}");
}

#[test]
fn a_folder_with_other_things_in_it_is_left_alone_and_told() {
    let place = Place::new("shared");
    let folder = place.path("shared");
    place.folder("shared");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    place.write("shared/somebody's", "");
    let args = ["serve", "--port", "0", "--data", "shared"];
    // The second time our database is there, and so are the other things.
    for _ in 0..2 {
        let server = Server::start(under("000", &place, &args));
        assert_eq!(mode(&folder), 0o755);
        assert_eq!(mode(&folder.join("flagbridge.sqlite")), 0o600);
        assert_eq!(mode(&folder.join("flagbridge.sqlite-wal")), 0o600);
        let log = server.stop();
        assert!(log.contains("WARN") && log.contains("others may look into this folder"), "{log}");
    }
}

#[test]
fn a_saved_battle_is_its_owners() {
    let place = Place::new("saved");
    // As an older program left it.
    place.write("battle.json", "");
    fs::set_permissions(place.path("battle.json"), fs::Permissions::from_mode(0o666)).unwrap();
    let args = ["play", GAME, "--demo", "--seed", "1", "--json", "--save", "battle.json"];
    let played = under("000", &place, &args).output().unwrap();
    assert!(played.status.success());
    assert!(place.read("battle.json").contains("\"secret\""));
    assert_eq!((mode(&place.path("battle.json")), place.names().len()), (0o600, 1));
}
