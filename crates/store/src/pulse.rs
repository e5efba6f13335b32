//! Whether the database does its work.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::{Result, Store, StoreError, patience::Tx};

/// Nothing until it is known.
type Answer = Option<Result<()>>;

/// The question that is being asked at the moment, if one is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pulse(Arc<Mutex<Option<watch::Receiver<Answer>>>>);

/// Takes the same locks as every change of a match takes, on every table that
/// one writes to, and changes nothing but the count of beats: a write, since
/// a full disk can still be read.
const BEAT: &str = "UPDATE pulse SET beats = beats + 1; \
    UPDATE matches SET version = version WHERE 1 = 0; \
    UPDATE seats SET seat = seat WHERE 1 = 0; \
    UPDATE submissions SET seat = seat WHERE 1 = 0; \
    UPDATE decisions SET n = n WHERE 1 = 0; \
    UPDATE events SET n = n WHERE 1 = 0";

impl Store {
    /// Whether the database answers, and takes what a submission would write.
    /// However many ask at once, the database is asked once.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub async fn ping(&self) -> Result<()> {
        let mut answer = {
            let mut asked = self.pulse.0.lock().unwrap_or_else(PoisonError::into_inner);
            match &*asked {
                Some(answer) => answer.clone(),
                None => {
                    let (tell, answer) = watch::channel(None);
                    *asked = Some(answer.clone());
                    // Whoever asked first may go away meanwhile.
                    tokio::spawn(self.clone().take_pulse(tell));
                    answer
                }
            }
        };
        let told = answer.wait_for(Option::is_some).await.map(|told| told.clone());
        told.ok().flatten().unwrap_or_else(|| Err(StoreError::Away("the question broke off".to_owned())))
    }

    async fn take_pulse(self, tell: watch::Sender<Answer>) {
        let beat = self.beat().await;
        // Whoever asks from now on asks anew.
        self.pulse.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let _ = tell.send(Some(beat));
    }

    async fn beat(&self) -> Result<()> {
        let mut connection = self.write().await?;
        let beat = async {
            let mut tx = Tx::begin(&mut connection).await?;
            tx.run_all(BEAT).await?;
            tx.commit().await
        };
        let beat = beat.await;
        connection.settle(beat)
    }
}
