//! A PostgreSQL of our own for a test: Debian's packages, on loopback, thrown away after.

// Not every test needs everything here.
#![allow(dead_code)]

use std::{
    fs,
    net::{Ipv4Addr, TcpListener, UdpSocket},
    path::PathBuf,
    process::{Command, Stdio},
};

/// A running server, stopped and removed when it is dropped.
pub(crate) struct Postgres {
    bin: PathBuf,
    data: String,
    port: u16,
    /// The port of this number for datagrams, which nobody shares: so the number is ours, also while it is stopped.
    _ours: UdpSocket,
}

/// Below the ports that the system gives out itself: nobody who asks for any port gets one of these.
const PORTS: std::ops::Range<u16> = 21_000..31_000;

/// A port that nobody has, and what keeps it ours.
pub(crate) fn port() -> (u16, UdpSocket) {
    let many = u32::from(PORTS.end - PORTS.start);
    let free = (0..many).find_map(|n| {
        let port = PORTS.start + ((std::process::id() * 37 + n) % many) as u16;
        let ours = UdpSocket::bind((Ipv4Addr::LOCALHOST, port)).ok()?;
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok().map(|_| (port, ours))
    });
    free.expect("a free port")
}

impl Postgres {
    /// # Panics
    ///
    /// Where PostgreSQL is not installed: half of what is to be tried would go untried.
    pub(crate) fn start() -> Postgres {
        let bin = bin().expect("PostgreSQL under /usr/lib/postgresql: install the package postgresql");
        let data = run("mktemp -d /tmp/flagbridge-postgres-XXXXXX").trim().to_owned();
        let (port, ours) = port();
        let postgres = Postgres { bin, data, port, _ours: ours };
        run(&format!("{} -D {}/db -A trust -U flagbridge --no-sync", postgres.tool("initdb"), postgres.data));
        postgres.resume();
        postgres
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://flagbridge@127.0.0.1:{}/postgres", self.port)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// A database of its own in this server.
    pub(crate) fn database(&self, name: &str) -> String {
        let psql = self.tool("psql");
        run(&format!(
            "{psql} -q -h 127.0.0.1 -p {} -U flagbridge -d postgres -c 'CREATE DATABASE {name}'",
            self.port
        ));
        format!("postgres://flagbridge@127.0.0.1:{}/{name}", self.port)
    }

    /// Starts it, or starts it again.
    pub(crate) fn resume(&self) {
        let (ctl, data, port) = (self.tool("pg_ctl"), &self.data, self.port);
        run(&format!(
            "{ctl} -D {data}/db -o \"-p {port} -k {data} -c listen_addresses=127.0.0.1\" -l {data}/log -w -t 600 start"
        ));
    }

    /// Stops it at once, as a crash would.
    pub(crate) fn stop(&self) {
        let (ctl, data) = (self.tool("pg_ctl"), &self.data);
        run(&format!("{ctl} -D {data}/db -m immediate -w -t 600 stop"));
    }

    /// Stops every process of it in its tracks: it is there, and says nothing.
    pub(crate) fn freeze(&self) {
        self.signal("STOP");
    }

    /// Lets it go on.
    pub(crate) fn thaw(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let all = self.processes();
        let Some((first, others)) = all.split_first() else { return };
        // The first one makes the others, so it stops first; one that has just ended is no matter.
        run(&format!("kill -{name} {first}; kill -{name} {} || true", others.join(" ")));
    }

    /// The first process, and those that it has made.
    pub(crate) fn processes(&self) -> Vec<String> {
        let Some(first) = self.first_process() else { return Vec::new() };
        let mut all = vec![first.clone()];
        for entry in fs::read_dir("/proc").expect("a system with /proc").flatten() {
            let id = entry.file_name().to_string_lossy().into_owned();
            let Ok(about) = fs::read_to_string(entry.path().join("stat")) else { continue };
            // Behind the name, which may have spaces in it: state, parent.
            let parent = about.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
            if parent == Some(first.as_str()) {
                all.push(id);
            }
        }
        all
    }

    fn first_process(&self) -> Option<String> {
        // The folder is closed to us unless we are its owner.
        let said = run(&format!("head -n 1 {}/db/postmaster.pid || true", self.data));
        let id = said.trim();
        (!id.is_empty() && id.chars().all(|c| c.is_ascii_digit())).then(|| id.to_owned())
    }

    fn tool(&self, name: &str) -> String {
        self.bin.join(name).display().to_string()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Nothing that is frozen can be stopped.
        self.thaw();
        let (ctl, data) = (self.tool("pg_ctl"), &self.data);
        run(&format!("{ctl} -D {data}/db -m immediate -w -t 600 stop || true; rm -rf {data}"));
    }
}

/// The newest version there is.
fn bin() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut bins: Vec<PathBuf> = versions.flatten().map(|it| it.path().join("bin")).collect();
    bins.retain(|bin| bin.join("initdb").exists());
    bins.sort();
    bins.pop()
}

/// PostgreSQL will not run as root, so root lends the work to its own user.
fn run(script: &str) -> String {
    let id = Command::new("id").arg("-u").output().expect("there is a shell");
    let mut command = if id.stdout.trim_ascii() == b"0" {
        let mut command = Command::new("su");
        command.args(["postgres", "-s", "/bin/sh", "-c", script]);
        command
    } else {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    };
    // Anything inherited would keep the caller's pipes open as long as the server runs.
    let log = tempfile();
    let output = fs::File::create(&log).expect("a file for what it says");
    let status = command
        .current_dir("/tmp")
        .stdin(Stdio::null())
        .stdout(output.try_clone().expect("a file can be shared"))
        .stderr(output)
        .status()
        .expect("there is a shell");
    let said = fs::read_to_string(&log).unwrap_or_default();
    let _ = fs::remove_file(&log);
    assert!(status.success(), "{script}: {said}");
    said
}

fn tempfile() -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static N: AtomicU32 = AtomicU32::new(0);
    let n = N.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("flagbridge-said-{}-{n}", std::process::id()))
}
