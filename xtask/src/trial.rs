//! The package in an empty Debian: installed, used and removed again, leaving nothing behind.

use std::{
    collections::BTreeSet,
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{debian, run, web};

/// Tries the package that lies in `packages`.
pub(crate) fn run(packages: &Path) -> Result<(), String> {
    let system = System::empty(&run::root().join("target/trial"), "essential", &[])?;
    let before = system.files()?;
    let package = one(packages, ".deb")?;
    system.take_in(&package)?;
    system.succeed(&["dpkg", "--install", "/tmp/package.deb"])?;
    println!("installed: {} files", system.files()?.difference(&before).count());
    system.succeed(&["flagbridge", "--version"])?;
    let games: Value = serde_json::from_str(&system.said(&["flagbridge", "games", "--json"])?)
        .map_err(|err| format!("flagbridge games --json: {err}"))?;
    let games = games.as_array().map_or(0, Vec::len);
    if games != 5 {
        return Err(format!("flagbridge games: {games} of 5 are there"));
    }
    system.said(&["flagbridge", "play", "asfos", "intro", "--demo", "--seed", "1"])?;
    unit(&system.root)?;
    served(&system)?;
    contained(&system, packages)?;
    system.succeed(&["dpkg", "--remove", "flagbridge"])?;
    let left = system.files()?;
    let left: Vec<&String> =
        left.difference(&before).filter(|it| !it.starts_with("etc/flagbridge")).collect();
    if !left.is_empty() {
        return Err(format!("left after removal: {left:?}"));
    }
    system.succeed(&["dpkg", "--purge", "flagbridge"])?;
    let left = system.files()?;
    let left: Vec<&String> = left.symmetric_difference(&before).collect();
    if !left.is_empty() {
        return Err(format!("changed by a package that is gone: {left:?}"));
    }
    println!("removed: nothing is left of it");
    fs::remove_dir_all(&system.root).map_err(|err| format!("{}: {err}", system.root.display()))
}

/// A Debian in a folder.
pub(crate) struct System {
    pub(crate) root: PathBuf,
}

impl System {
    /// One with what every Debian of this variant has, and these packages.
    pub(crate) fn empty(root: &Path, variant: &str, packages: &[&str]) -> Result<System, String> {
        debian::installer()?;
        if root.exists() {
            fs::remove_dir_all(root).map_err(|err| format!("{}: {err}", root.display()))?;
        }
        let (suite, sources) = debian::own_sources()?;
        let mut make = Command::new("mmdebstrap");
        make.args(["--quiet", "--mode=root"]).arg(format!("--variant={variant}"));
        make.args(packages.iter().map(|it| format!("--include={it}")));
        run::succeed(make.arg(&suite).arg(root).arg(sources))?;
        Ok(System { root: root.to_owned() })
    }

    pub(crate) fn take_in(&self, package: &Path) -> Result<(), String> {
        let to = self.root.join("tmp/package.deb");
        fs::copy(package, &to).map(drop).map_err(|err| format!("{}: {err}", package.display()))
    }

    /// A command inside it.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.arg(&self.root).args(words);
        // A user's, inside: where there is nothing of ours.
        command
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
            .env("HOME", "/tmp")
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn succeed(&self, words: &[&str]) -> Result<(), String> {
        run::succeed(&mut self.command(words))
    }

    pub(crate) fn said(&self, words: &[&str]) -> Result<String, String> {
        let output = self.command(words).output().map_err(|err| format!("{words:?}: {err}"))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match output.status.success() {
            true => Ok(text(&output.stdout)),
            false => Err(format!("{}: {} {}", words.join(" "), output.status, text(&output.stderr))),
        }
    }

    /// Every file, but for what dpkg notes and what lies about for a while.
    fn files(&self) -> Result<BTreeSet<String>, String> {
        let mut find = Command::new("find");
        find.arg(&self.root).args(["-xdev", "-printf", "%P\\n"]);
        let output = find.output().map_err(|err| format!("find: {err}"))?;
        let passing = ["tmp", "var/lib/dpkg", "var/log", "var/cache", "proc", "sys", "dev"];
        let list = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(list.lines().filter(|it| !passing.iter().any(|p| it.starts_with(p))).map(str::to_owned).collect())
    }
}

/// systemd makes sense of the unit, and finds it closed.
fn unit(root: &Path) -> Result<(), String> {
    debian::systemd()?;
    let root = format!("--root={}", root.display());
    let mut security = Command::new("systemd-analyze");
    // At most so exposed, in tenths: the network and a folder of its own are what it lives by.
    security.args([
        "security",
        "--offline=true",
        "--no-pager",
        "--threshold=20",
        &root,
        "flagbridge.service",
    ]);
    run::succeed(security.stdout(Stdio::null()))
}

/// A server that is stopped whatever happens.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The server of the package, and a battle on it in a browser, by somebody who is not root.
fn served(system: &System) -> Result<(), String> {
    let (port, at) = free_port()?;
    let mut serve = Command::new("chroot");
    serve.args(["--userspec=nobody:nogroup"]).arg(&system.root);
    serve.args(["/usr/bin/flagbridge", "serve", "--data", "/tmp/battles", "--port", &port]);
    // As the scripts of the client want it: they see the same battle each run.
    serve.args(["--seed", "1", "--limit", "advice=1"]).env("HOME", "/tmp").stdin(Stdio::null());
    let mut server = Served(serve.spawn().map_err(|err| format!("chroot: {err}"))?);
    well(&mut server, || system.command(&["flagbridge", "health", &at]))?;
    web::battle_on(&format!("http://{at}/"))?;
    stopped(server)?;
    let checked = system.said(&["flagbridge", "admin", "check", "--data", "/tmp/battles"])?;
    println!("a battle was fought there: {}", checked.trim());
    Ok(())
}

/// A port that nobody listens on, and an address with it.
fn free_port() -> Result<(String, String), String> {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
    let free = free.map_err(|err| err.to_string())?;
    Ok((free.port().to_string(), free.to_string()))
}

/// Comes back when `health` says that the server is well.
fn well(server: &mut Served, health: impl Fn() -> Command) -> Result<(), String> {
    let begun = Instant::now();
    while !run::works(&mut health()) {
        if let Ok(Some(status)) = server.0.try_wait() {
            return Err(format!("flagbridge serve: {status}"));
        }
        if Duration::from_secs(60) < begun.elapsed() {
            return Err("flagbridge serve: no answer for a minute".to_owned());
        }
        thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

/// Asked to stop, it has ended within ten seconds.
fn stopped(mut server: Served) -> Result<(), String> {
    let begun = Instant::now();
    run::succeed(Command::new("kill").args(["-TERM", &server.0.id().to_string()]))?;
    let status = server.0.wait().map_err(|err| format!("flagbridge serve: {err}"))?;
    if !status.success() || Duration::from_secs(10) < begun.elapsed() {
        return Err(format!("flagbridge serve, asked to stop: {status} after {:?}", begun.elapsed()));
    }
    Ok(())
}

/// What a container is made of, by the script that its file calls: the program serves in it, as the file says.
fn contained(system: &System, packages: &Path) -> Result<(), String> {
    let script = packages.join("root.sh");
    fs::copy(&script, system.root.join("tmp/root.sh"))
        .map_err(|err| format!("{}: {err}", script.display()))?;
    system.succeed(&["sh", "/tmp/root.sh", "/tmp/package.deb", "/tmp/container"])?;
    let program = ["chroot", "--userspec=65532:65532", "/tmp/container", "/usr/bin/flagbridge"];
    let inside = |words: &[&str]| {
        let mut command = system.command(&[&program[..], words].concat());
        command.env("HOME", "/var/lib/flagbridge");
        command
    };
    let (port, at) = free_port()?;
    let serve = ["serve", "--host", "0.0.0.0", "--data", "/var/lib/flagbridge", "--port", &port];
    let mut server = Served(inside(&serve).spawn().map_err(|err| format!("chroot: {err}"))?);
    well(&mut server, || inside(&["health", &at]))?;
    stopped(server)?;
    println!("a container of its files serves, is well, and ends when it is asked to");
    Ok(())
}

/// The one file in `folder` whose name ends so.
pub(crate) fn one(folder: &Path, end: &str) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).map_err(|err| format!("{}: {err}", folder.display()))?;
    let found = entries.flatten().map(|it| it.path()).find(|it| it.to_string_lossy().ends_with(end));
    found.ok_or(format!("{}: no {end} in it", folder.display()))
}
