//! What can go down: servers, their database, a proxy before them.

use std::{
    net::UdpSocket,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use tokio::task::{JoinHandle, JoinSet};

use crate::postgres::{Postgres, port};

/// Comes back when somebody answers there with this status.
async fn answers(address: &str, path: &str) {
    let http = reqwest::Client::builder().timeout(Duration::from_secs(5)).no_proxy().build().unwrap();
    let begun = Instant::now();
    loop {
        let answer = http.get(format!("{address}{path}")).send().await;
        if answer.is_ok_and(|it| it.status() == 200) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(180), "{address}{path} does not answer");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

struct Node {
    program: PathBuf,
    port: u16,
    /// The port is ours also while nobody listens there.
    _ours: UdpSocket,
    child: Option<Child>,
}

/// Passwords cost next to nothing, and webhooks may lead to this machine; whoever was not heard of for a second
/// is told what waits for them.
const PUBLIC: &str = "public = true\n\
    [people]\nwork = 0\npassword_memory = 8\npassword_passes = 1\n\
    [limits]\naway = 1\nnotices = 100000\n\
    [notices]\nallow = [\"127.0.0.1\"]\n";

/// Three servers on one database.
pub(crate) struct Fleet {
    nodes: [Node; 3],
    folder: PathBuf,
    /// Whether people can make accounts.
    public: bool,
    pub(crate) database: String,
    pub(crate) postgres: Postgres,
}

impl Fleet {
    /// With `program`, which is ours.
    pub(crate) async fn start(program: impl Into<PathBuf>, name: &str) -> Fleet {
        Fleet::made(program.into(), name, false).await
    }

    /// The same, and people can make accounts and are told what waits for them.
    pub(crate) async fn public(program: impl Into<PathBuf>, name: &str) -> Fleet {
        Fleet::made(program.into(), name, true).await
    }

    async fn made(program: PathBuf, name: &str, public: bool) -> Fleet {
        let postgres = Postgres::start();
        let database = postgres.database(name);
        let folder = std::env::temp_dir().join(format!("flagbridge-fleet-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("serve.toml"), PUBLIC).unwrap();
        let nodes = [(); 3].map(|()| {
            let (port, ours) = port();
            Node { program: program.clone(), port, _ours: ours, child: None }
        });
        let mut fleet = Fleet { nodes, folder, public, database, postgres };
        // All at once, on an empty database.
        (0..3).for_each(|n| fleet.spawn(n));
        for n in 0..3 {
            fleet.comes(n).await;
        }
        fleet
    }

    /// The processes that run.
    pub(crate) fn processes(&self) -> Vec<u32> {
        self.nodes.iter().filter_map(|it| it.child.as_ref()).map(Child::id).collect()
    }

    pub(crate) fn addresses(&self) -> Vec<String> {
        self.nodes.iter().map(|it| format!("http://127.0.0.1:{}", it.port)).collect()
    }

    fn spawn(&mut self, n: usize) {
        let path = self.folder.join(format!("{n}.log"));
        let log = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        let port = self.nodes[n].port.to_string();
        let mut command = Command::new(&self.nodes[n].program);
        command.args(["serve", "--port", &port, "--database", &self.database, "--trust-proxy", "127.0.0.1"]);
        // A captain suggests in no time: it is not about thinking.
        command.args(["--limit", "advice=1"]);
        if self.public {
            command.arg("--config").arg(self.folder.join("serve.toml"));
        }
        // What is not in the database, as on a machine of their own.
        command.env("XDG_DATA_HOME", self.folder.join(n.to_string()));
        command.env("FLAGBRIDGE_LOG", "warn").stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.nodes[n].child = Some(command.spawn().unwrap());
    }

    /// SIGKILL: no time for anything.
    pub(crate) fn kill(&mut self, n: usize) {
        let mut child = self.nodes[n].child.take().expect("it runs");
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// SIGTERM: it has ended within ten seconds.
    pub(crate) async fn stop(&mut self, n: usize) {
        let mut child = self.nodes[n].child.take().expect("it runs");
        let asked = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
        assert!(asked.success());
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            // A busy machine has some seconds more.
            assert!(begun.elapsed() < Duration::from_secs(15), "it has not ended within ten seconds");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Another program takes its place.
    pub(crate) async fn exchange(&mut self, n: usize, program: impl Into<PathBuf>) {
        self.stop(n).await;
        self.nodes[n].program = program.into();
        self.raise(n).await;
    }

    /// Starts it again.
    pub(crate) async fn raise(&mut self, n: usize) {
        self.spawn(n);
        self.comes(n).await;
    }

    /// Comes back when it is there; it is started as often as it takes while the database is away, or slow.
    async fn comes(&mut self, n: usize) {
        let begun = Instant::now();
        let address = self.addresses()[n].clone();
        let http = reqwest::Client::builder().timeout(Duration::from_secs(15)).no_proxy().build().unwrap();
        loop {
            if http.get(format!("{address}/health")).send().await.is_ok_and(|it| it.status() == 200) {
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(180), "a server does not come back");
            // As a service manager does.
            let child = self.nodes[n].child.as_mut().expect("spawned");
            if child.try_wait().unwrap().is_some() {
                self.spawn(n);
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        for node in &mut self.nodes {
            if let Some(mut child) = node.child.take() {
                let _ = child.kill();
                let _ = child.wait();
            }
        }
        if std::thread::panicking() {
            println!("the logs are in {}", self.folder.display());
        } else {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// Debian's HAProxy, with the settings of ops/fleet/haproxy.cfg but for addresses. Where it is not installed,
/// `FLAGBRIDGE_FLEET_PROXY=plain` takes one that only passes connections on.
pub(crate) struct Proxy {
    port: u16,
    _ours: UdpSocket,
    folder: PathBuf,
    running: Passing,
}

enum Passing {
    HaProxy(Child),
    Plain(JoinHandle<()>),
}

const HAPROXY: &str = "/usr/sbin/haproxy";

impl Proxy {
    pub(crate) async fn start(fleet: &Fleet) -> Proxy {
        let ((port, ours), folder) = (port(), fleet.folder.clone());
        let settings = include_str!("../../../../ops/fleet/haproxy.cfg");
        let mut settings = settings.replace("bind :8080", &format!("bind 127.0.0.1:{port}"));
        for (name, node) in ["one", "two", "three"].iter().zip(&fleet.nodes) {
            let named = format!("server {name} {name}:7878");
            assert!(settings.contains(&named));
            settings = settings.replace(&named, &format!("server {name} 127.0.0.1:{}", node.port));
        }
        std::fs::write(folder.join("haproxy.cfg"), settings).unwrap();
        let running = Passing::begin(fleet, port).await;
        let proxy = Proxy { port, _ours: ours, folder, running };
        answers(&proxy.address(), "/health").await;
        proxy
    }

    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &'static str {
        match self.running {
            Passing::HaProxy(_) => "HAProxy",
            Passing::Plain(_) => "a plain proxy",
        }
    }

    pub(crate) async fn restart(&mut self, fleet: &Fleet) {
        self.running.end();
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(self.folder, fleet.folder);
        self.running = Passing::begin(fleet, self.port).await;
    }
}

impl Passing {
    async fn begin(fleet: &Fleet, port: u16) -> Passing {
        let plain = std::env::var("FLAGBRIDGE_FLEET_PROXY").is_ok_and(|it| it == "plain");
        if plain && !Path::new(HAPROXY).exists() {
            let ports: Vec<u16> = fleet.nodes.iter().map(|it| it.port).collect();
            let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await.unwrap();
            return Passing::Plain(tokio::spawn(pass_on(listener, ports)));
        }
        let mut command = Command::new(HAPROXY);
        command.arg("-db").arg("-f").arg(fleet.folder.join("haproxy.cfg"));
        let path = fleet.folder.join("haproxy.log");
        let log = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        Passing::HaProxy(command.spawn().expect("HAProxy: install the package haproxy"))
    }

    /// At once, with everything that goes through it.
    fn end(&mut self) {
        match self {
            Passing::HaProxy(child) => {
                let _ = child.kill();
                let _ = child.wait();
            }
            Passing::Plain(task) => task.abort(),
        }
    }
}

/// Every connection to the next server that lets it in.
async fn pass_on(listener: tokio::net::TcpListener, ports: Vec<u16>) {
    // They end with this one.
    let mut passed = JoinSet::new();
    for turn in 0.. {
        let Ok((mut client, _)) = listener.accept().await else { continue };
        while passed.try_join_next().is_some() {}
        let ports: Vec<u16> = (0..ports.len()).map(|n| ports[(turn + n) % ports.len()]).collect();
        passed.spawn(async move {
            for port in ports {
                if let Ok(mut server) = tokio::net::TcpStream::connect(("127.0.0.1", port)).await {
                    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                    return;
                }
            }
        });
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.running.end();
    }
}
