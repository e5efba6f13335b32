//! Stands between us and a PostgreSQL, and loses what it is told to lose.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, tcp::OwnedReadHalf, tcp::OwnedWriteHalf},
    sync::Notify,
};

/// What becomes of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The database does it; the connection breaks before its answer arrives.
    DoneThenCut,
    /// The database does it, and nothing is ever heard of it.
    DoneThenSilent,
    /// The connection breaks before it arrives.
    CutBefore,
    /// It waits here until it is let go on.
    Held,
}

#[derive(Debug, Default)]
struct Plan {
    /// Bytes from us that something happens at.
    at: Option<(Vec<u8>, Fate)>,
}

#[derive(Debug, Default)]
struct Shared {
    plan: Mutex<Plan>,
    done: Notify,
    go_on: Notify,
    /// Connections of an older age hear and say nothing any more.
    age: AtomicU64,
}

pub(crate) struct Proxy {
    port: u16,
    shared: Arc<Shared>,
}

impl Proxy {
    pub(crate) async fn start(to: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::<Shared>::default();
        let here = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(between(client, to, Arc::clone(&here)));
            }
        });
        Proxy { port, shared }
    }

    /// Once: with the next commit on any connection.
    pub(crate) fn next_commit(&self, fate: Fate) {
        self.shared.plan.lock().unwrap().at = Some((b"COMMIT".to_vec(), fate));
    }

    /// Once: the connection breaks before these words arrive.
    pub(crate) fn cut_at(&self, words: &str) {
        self.shared.plan.lock().unwrap().at = Some((words.as_bytes().to_vec(), Fate::CutBefore));
    }

    /// Once: these words wait until [`Proxy::go_on`].
    pub(crate) fn hold_at(&self, words: &str) {
        self.shared.plan.lock().unwrap().at = Some((words.as_bytes().to_vec(), Fate::Held));
    }

    pub(crate) fn go_on(&self) {
        self.shared.go_on.notify_one();
    }

    /// The address of a database, with us in between.
    pub(crate) fn instead_of(&self, url: &str, port: u16) -> String {
        url.replace(&format!(":{port}/"), &format!(":{}/", self.port))
    }

    /// Comes back when that has happened.
    pub(crate) async fn has_come_true(&self) {
        self.shared.done.notified().await;
    }

    /// On all connections there are; new ones are heard.
    pub(crate) fn fall_silent(&self) {
        self.shared.age.fetch_add(1, Ordering::SeqCst);
    }
}

async fn between(client: TcpStream, to: u16, shared: Arc<Shared>) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", to)).await else { return };
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let age = shared.age.load(Ordering::SeqCst);
    let mut asked = vec![0; 65536];
    let mut answered = vec![0; 65536];
    loop {
        tokio::select! {
            read = from_client.read(&mut asked) => {
                let Ok(n @ 1..) = read else { return };
                if age < shared.age.load(Ordering::SeqCst) {
                    continue;
                }
                let fate = struck(&shared, &asked[..n]);
                if fate == Some(Fate::Held) {
                    shared.done.notify_one();
                    shared.go_on.notified().await;
                }
                let Some(fate) = fate.filter(|fate| *fate != Fate::Held) else {
                    if to_server.write_all(&asked[..n]).await.is_err() {
                        return;
                    }
                    continue;
                };
                let left = (&mut from_server, &mut to_server, &mut from_client);
                befall(fate, &asked[..n], left, &shared).await;
                drop(to_client);
                return;
            }
            read = from_server.read(&mut answered) => {
                let Ok(n @ 1..) = read else { return };
                if age < shared.age.load(Ordering::SeqCst) {
                    continue;
                }
                if to_client.write_all(&answered[..n]).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Whether this is what was waited for. Nobody says more than one thing at a
/// time to a database, so it comes in one piece.
fn struck(shared: &Shared, said: &[u8]) -> Option<Fate> {
    let mut plan = shared.plan.lock().unwrap();
    let (words, fate) = plan.at.as_ref()?;
    let found = said.windows(words.len()).any(|window| window == words.as_slice());
    let fate = *fate;
    if found {
        plan.at = None;
    }
    found.then_some(fate)
}

type Left<'a> = (&'a mut OwnedReadHalf, &'a mut OwnedWriteHalf, &'a mut OwnedReadHalf);

async fn befall(fate: Fate, said: &[u8], left: Left<'_>, shared: &Shared) {
    let (from_server, to_server, from_client) = left;
    let mut answer = vec![0; 65536];
    match fate {
        Fate::CutBefore => shared.done.notify_one(),
        Fate::Held => unreachable!("it goes on by itself"),
        Fate::DoneThenCut | Fate::DoneThenSilent => {
            to_server.write_all(said).await.unwrap();
            // It answers when it has done it.
            assert!(0 < from_server.read(&mut answer).await.unwrap());
            shared.done.notify_one();
        }
    }
    if fate == Fate::DoneThenSilent {
        // Until we give up.
        while matches!(from_client.read(&mut answer).await, Ok(1..)) {}
    }
}
