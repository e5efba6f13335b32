//! What wakes whoever waits for something to change: here, and on every other
//! server of the database. A word says that something has changed, never
//! what; whoever is woken reads. So a word that is lost costs time and nothing
//! else, and now and then everybody is woken for no reason.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use store::{Bus, Heard};
use tokio::{
    sync::{broadcast::error::RecvError, watch},
    time::interval,
};

use crate::{
    app::{App, until_closed},
    table::Table,
};

/// How often a server among several looks by itself for what it was not told.
const POLL: Duration = Duration::from_secs(5);
/// Something has changed in the match whose id follows.
const MATCH: &str = "match ";
/// Something is owed from the time that follows on.
const JOBS: &str = "jobs ";
/// So much of a bucket was taken: its kind, its number, and how much.
const TAKEN: &str = "taken ";
/// A task that was done, which counts once.
const TASK: &str = "task ";
/// How often it is told what was taken from buckets, and how many of them at a time.
const TELL: Duration = Duration::from_secs(1);
const MOST: usize = 500;

/// Who waits for what, by topic.
#[derive(Clone, Debug)]
pub(crate) struct Wakes(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    bus: Arc<dyn Bus>,
    topics: Mutex<HashMap<String, watch::Sender<u64>>>,
}

impl Wakes {
    pub(crate) fn new(bus: Arc<dyn Bus>) -> Wakes {
        Wakes(Arc::new(Inner { bus, topics: Mutex::default() }))
    }

    /// Wakes whoever waits for this topic on any server. To be called after the commit, for who is
    /// woken reads at once. A topic is a few letters that no other part of the server uses, and may
    /// have a name behind it: `lobby`, `talk 4711`.
    pub(crate) fn tell(&self, topic: &str) {
        self.wake(topic);
        self.0.bus.tell(topic);
    }

    /// Wakes up whenever something may have changed that goes by this topic.
    pub(crate) fn waits(&self, topic: &str) -> watch::Receiver<u64> {
        let mut topics = self.topics();
        // Nobody waits for the others any more.
        topics.retain(|_, it| 0 < it.receiver_count());
        topics.entry(topic.to_owned()).or_default().subscribe()
    }

    /// Whether anybody on this server waits for this topic now.
    pub(crate) fn is_awaited(&self, topic: &str) -> bool {
        self.topics().get(topic).is_some_and(|it| 0 < it.receiver_count())
    }

    /// Tells the other servers that a match has changed.
    pub(crate) fn changed(&self, id: &str) {
        self.0.bus.tell(&format!("{MATCH}{id}"));
    }

    /// Tells the other servers that something is owed.
    pub(crate) fn owed(&self, due: i64) {
        self.0.bus.tell(&format!("{JOBS}{due}"));
    }

    /// Tells the other servers that a task before an account was done.
    pub(crate) fn task_done(&self, task: &str) {
        self.0.bus.tell(&format!("{TASK}{task}"));
    }

    fn wake(&self, topic: &str) {
        if let Some(waiting) = self.topics().get(topic) {
            waiting.send_modify(|n| *n += 1);
        }
    }

    fn wake_all(&self) {
        self.topics().values().for_each(|waiting| waiting.send_modify(|n| *n += 1));
    }

    fn topics(&self) -> std::sync::MutexGuard<'_, HashMap<String, watch::Sender<u64>>> {
        self.0.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Hears what the other servers tell, and looks now and then all the same.
pub(crate) async fn hear(app: App) {
    if app.store().is_alone() {
        return;
    }
    let mut heard = app.store().bus().hear();
    let mut closing = app.closing();
    let mut polls = interval(POLL);
    loop {
        let word = tokio::select! {
            () = until_closed(&mut closing) => return,
            _ = polls.tick() => None,
            word = heard.recv() => Some(word),
        };
        match word {
            Some(Ok(Heard::Word(word))) => take(&app, &word),
            None | Some(Ok(Heard::Gap) | Err(RecvError::Lagged(_))) => look(&app).await,
            Some(Err(RecvError::Closed)) => return,
        }
    }
}

/// Tells the other servers what was taken from buckets here, so that limits are those of all of them together.
pub(crate) async fn share(app: App) {
    if app.store().is_alone() {
        return;
    }
    let mut closing = app.closing();
    let mut ticks = interval(TELL);
    loop {
        tokio::select! {
            () = until_closed(&mut closing) => return,
            _ = ticks.tick() => {}
        }
        let kinds = app.buckets().into_iter().flat_map(|(kind, levels)| {
            levels.told().into_iter().map(move |(number, cost)| format!("{TAKEN}{kind} {number:x} {cost}"))
        });
        // More would be in the way of words that somebody waits for.
        kinds.take(MOST).for_each(|word| app.store().bus().tell(&word));
    }
}

fn taken(app: &App, word: &str) -> Option<()> {
    let mut parts = word.split(' ');
    let (kind, number, cost) = (parts.next()?, parts.next()?, parts.next()?);
    let (number, cost) = (u64::from_str_radix(number, 16).ok()?, cost.parse::<f64>().ok()?);
    let (_, levels) = app.buckets().into_iter().find(|(it, _)| *it == kind)?;
    levels.taken_elsewhere(number, cost, Instant::now());
    Some(())
}

fn take(app: &App, word: &str) {
    if let Some(id) = word.strip_prefix(MATCH) {
        if let Some(table) = app.in_memory(id) {
            hint(app, table);
        }
    } else if let Some(due) = word.strip_prefix(JOBS) {
        if let Ok(due) = due.parse() {
            app.jobs().due(due);
        }
    } else if let Some(word) = word.strip_prefix(TAKEN) {
        // Of a kind that we do not have, perhaps.
        let _ = taken(app, word);
    } else if let Some(task) = word.strip_prefix(TASK) {
        if let Some(house) = app.house() {
            house.works.done_elsewhere(task);
        }
    } else {
        app.wakes().wake(word);
    }
}

/// Another server may have changed this match.
fn hint(app: &App, table: Arc<Table>) {
    // Or somebody has said something there.
    table.ear.forget();
    table.wake();
    // Whoever looks on reads it anyway; what is under way here is seen to by us.
    if table.is_busy() {
        let app = app.clone();
        tokio::spawn(async move {
            if let Err(err) = app.refresh(&table).await {
                let (id, error) = (&table.about.id, err.body().message);
                tracing::warn!(%id, error, "a match that was changed elsewhere could not be read");
            }
        });
    }
}

/// Asks the database which of the matches that are looked at here have changed.
async fn look(app: &App) {
    app.wakes().wake_all();
    let tables = app.attended();
    let ids: Vec<String> = tables.iter().map(|table| table.about.id.clone()).collect();
    match app.store().versions_of(&ids).await {
        Ok(versions) => {
            for table in tables {
                if versions.get(&table.about.id).is_some_and(|newest| table.is_behind(*newest)) {
                    hint(app, table);
                }
            }
        }
        // It is tried again in a moment; requests say by themselves that it is away.
        Err(err) => tracing::debug!(%err, "what other servers changed is not known"),
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::broadcast;

    use super::*;

    /// Remembers what was told.
    #[derive(Debug, Default)]
    struct Notebook(Mutex<Vec<String>>);

    impl Bus for Notebook {
        fn tell(&self, word: &str) {
            self.0.lock().unwrap().push(word.to_owned());
        }

        fn hear(&self) -> broadcast::Receiver<Heard> {
            broadcast::Sender::new(1).subscribe()
        }
    }

    #[test]
    fn who_waits_for_a_topic_is_woken_and_the_others_are_told() {
        let notebook = Arc::new(Notebook::default());
        let wakes = Wakes::new(notebook.clone());
        let (lobby, talk) = (wakes.waits("lobby"), wakes.waits("talk 1"));
        wakes.tell("lobby");
        wakes.tell("nobody waits for this");
        assert!(lobby.has_changed().unwrap() && !talk.has_changed().unwrap());
        wakes.changed("abc");
        wakes.owed(7);
        let told = notebook.0.lock().unwrap().clone();
        assert_eq!(told, ["lobby", "nobody waits for this", "match abc", "jobs 7"]);
        wakes.wake_all();
        assert!(talk.has_changed().unwrap());
        // Who has left is forgotten.
        drop((lobby, talk));
        let _again = wakes.waits("clubs");
        assert_eq!(wakes.topics().len(), 1);
    }
}
