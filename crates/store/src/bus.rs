//! What servers on one database tell each other: that something has changed,
//! and never what. A word is a hint and may be lost; whoever acts on one reads
//! the database. So nothing is wrong if none arrives, only later.
//!
//! One process alone has nobody to tell. On PostgreSQL words go by NOTIFY, in
//! bundles and apart from any transaction, since a NOTIFY within one makes
//! commits wait for each other.

use std::{fmt, sync::Arc};

use tokio::sync::broadcast;

/// What another server told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Something has changed that goes by this word.
    Word(Arc<str>),
    /// Words may have been missed: whoever waits for any should look.
    Gap,
}

/// The way from one server to all others on its database.
pub trait Bus: fmt::Debug + Send + Sync {
    /// Tells every other server, and not this one. Nothing is waited for. A word has at most
    /// [`LONGEST_WORD`] bytes and no line break; others are not told.
    fn tell(&self, word: &str);
    /// What the others tell from now on. Whoever lags behind has a gap.
    fn hear(&self) -> broadcast::Receiver<Heard>;
}

/// The most bytes of a word.
pub const LONGEST_WORD: usize = 100;
/// Words that nobody has heard yet; more are a gap.
#[cfg(feature = "postgres")]
const UNHEARD: usize = 4096;

/// The bus of a server that has its database for itself.
#[derive(Debug)]
pub(crate) struct Alone(broadcast::Sender<Heard>);

impl Default for Alone {
    fn default() -> Alone {
        Alone(broadcast::Sender::new(1))
    }
}

impl Bus for Alone {
    fn tell(&self, _word: &str) {}

    fn hear(&self) -> broadcast::Receiver<Heard> {
        self.0.subscribe()
    }
}

#[cfg(feature = "postgres")]
pub(crate) use notify::Notify;

#[cfg(feature = "postgres")]
mod notify {
    use std::{collections::BTreeSet, sync::Arc, time::Duration};

    use sqlx::{AnyConnection, Connection, postgres::PgListener};
    use tokio::{
        sync::{broadcast, mpsc},
        task::JoinHandle,
        time::{sleep, timeout},
    };

    use super::{Bus, Heard, LONGEST_WORD, UNHEARD};
    use crate::{Patience, patience::within};

    const CHANNEL: &str = "flagbridge";
    /// A NOTIFY takes less than 8000 bytes.
    const BUNDLE: usize = 70;
    /// Words that wait to be told; more are lost while the database is away.
    const UNTOLD: usize = 4096;
    /// Before a lost connection is made anew.
    const PAUSE: Duration = Duration::from_secs(1);

    /// Words by NOTIFY and LISTEN, each on a connection of its own.
    #[derive(Debug)]
    pub(crate) struct Notify {
        telling: mpsc::Sender<String>,
        heard: broadcast::Sender<Heard>,
        tasks: [JoinHandle<()>; 2],
    }

    impl Notify {
        /// `node` is the name of this server, by which it knows its own words again.
        pub(crate) fn new(url: &str, patience: Patience, node: &str) -> Notify {
            let (telling, words) = mpsc::channel(UNTOLD);
            let heard = broadcast::Sender::new(UNHEARD);
            let speaker = speak(url.to_owned(), patience, node.to_owned(), words);
            let listener = listen(url.to_owned(), patience, node.to_owned(), heard.clone());
            Notify { telling, heard, tasks: [tokio::spawn(speaker), tokio::spawn(listener)] }
        }
    }

    impl Bus for Notify {
        fn tell(&self, word: &str) {
            if word.len() <= LONGEST_WORD && !word.contains('\n') {
                // Where too many wait already, the others look by themselves after a while.
                let _ = self.telling.try_send(word.to_owned());
            }
        }

        fn hear(&self) -> broadcast::Receiver<Heard> {
            self.heard.subscribe()
        }
    }

    impl Drop for Notify {
        fn drop(&mut self) {
            self.tasks.iter().for_each(JoinHandle::abort);
        }
    }

    /// Tells what there is to tell, all that has come together at once.
    async fn speak(url: String, patience: Patience, node: String, mut words: mpsc::Receiver<String>) {
        let mut line: Option<AnyConnection> = None;
        while let Some(first) = words.recv().await {
            let mut bundle = BTreeSet::from([first]);
            while bundle.len() < BUNDLE
                && let Ok(word) = words.try_recv()
            {
                bundle.insert(word);
            }
            let mut text = node.clone();
            for word in &bundle {
                text.push('\n');
                text.push_str(word);
            }
            if line.is_none() {
                line = within(patience.answer, AnyConnection::connect(&url)).await.ok();
            }
            // Where there is no way to the database, nobody is told: that is a hint lost.
            let Some(connection) = &mut line else { continue };
            let told = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(&text);
            if within(patience.answer, told.execute(connection)).await.is_err() {
                line = None;
            }
        }
    }

    async fn listen(url: String, patience: Patience, node: String, heard: broadcast::Sender<Heard>) {
        loop {
            let listener = async {
                let mut listener = PgListener::connect(&url).await?;
                listener.listen(CHANNEL).await?;
                Ok::<_, sqlx::Error>(listener)
            };
            let Ok(Ok(mut listener)) = timeout(patience.answer, listener).await else {
                sleep(PAUSE).await;
                continue;
            };
            // Whatever was told before is not heard any more.
            let _ = heard.send(Heard::Gap);
            // Nothing else than a word keeps the connection.
            while let Ok(Some(told)) = listener.try_recv().await {
                for word in of_others(told.payload(), &node) {
                    let _ = heard.send(Heard::Word(Arc::from(word)));
                }
            }
            sleep(PAUSE).await;
        }
    }

    /// The words in a message, unless it is our own.
    fn of_others<'a>(message: &'a str, node: &str) -> impl Iterator<Item = &'a str> {
        let mut lines = message.split('\n');
        let theirs = lines.next().is_some_and(|from| from != node);
        lines.filter(move |_| theirs)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_bundle_fits_into_one_message_and_ones_own_is_no_news() {
            const { assert!(64 + BUNDLE * (LONGEST_WORD + 1) < 8000) };
            assert_eq!(of_others("a\nmatch x\njobs", "b").collect::<Vec<_>>(), ["match x", "jobs"]);
            assert_eq!(of_others("a\nmatch x", "a").count(), 0);
        }
    }
}
