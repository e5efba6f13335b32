//! Who is at the table. Each server knows it of its own connections, in
//! memory, since it is about now. Where there are several, each also tells the
//! others by rows that it renews.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use engine::Seat;
use store::Present;

use crate::{
    app::{App, until_closed},
    error::Result,
    table::Table,
};

/// How often what is so on this server is told to the others, in milliseconds.
const RENEWED: i64 = 30_000;
/// What another server has not renewed for so long is so no more: that server is not there.
const FRESH: i64 = 90_000;
/// Rows that nobody has renewed for so long say nothing any more.
const OLD: i64 = 24 * 3_600_000;

/// The seats' holders, as far as they have been seen here since the match was last taken up.
#[derive(Debug, Default)]
pub(crate) struct Presence(Mutex<BTreeMap<u8, Seen>>);

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Live connections.
    connections: usize,
    /// When something was last heard from there, in milliseconds since 1970.
    last: i64,
    /// When the other servers were last told.
    told: i64,
}

impl Presence {
    fn with<T>(&self, seat: Seat, look: impl FnOnce(&mut Seen) -> T) -> T {
        look(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(seat.0).or_default())
    }

    /// What the others were told, as if nobody were here.
    fn gone(&self, id: &str) -> Vec<Present> {
        let seats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let told = seats.iter().filter(|(_, seen)| 0 < seen.told);
        let gone = |(seat, seen): (&u8, &Seen)| Present {
            match_id: id.to_owned(),
            seat: i64::from(*seat),
            here: false,
            seen: seen.last,
        };
        told.map(gone).collect()
    }

    /// What the others have not been told since `then`.
    fn untold(&self, id: &str, now: i64, then: i64) -> Vec<Present> {
        let mut seats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut untold = Vec::new();
        for (seat, seen) in seats.iter_mut() {
            let here = 0 < seen.connections;
            if here {
                seen.last = now;
            }
            if seen.told < seen.last && seen.told <= then {
                seen.told = now;
                untold.push(Present {
                    match_id: id.to_owned(),
                    seat: i64::from(*seat),
                    here,
                    seen: seen.last,
                });
            }
        }
        untold
    }
}

/// The holder of this seat asks for something.
pub(crate) fn seen(app: &App, table: &Arc<Table>, seat: Seat) {
    let now = app.clock().millis();
    let due = table.presence.with(seat, |it| {
        it.last = it.last.max(now);
        RENEWED <= now.saturating_sub(it.told)
    });
    if due {
        tell(app, table, now - RENEWED);
    }
}

/// Tells the other servers what is so at this table, unless they know.
fn tell(app: &App, table: &Arc<Table>, then: i64) {
    if app.store().is_alone() {
        return;
    }
    let untold = table.presence.untold(&table.about.id, app.clock().millis(), then);
    if !untold.is_empty() {
        let app = app.clone();
        tokio::spawn(async move { keep(&app, &untold).await });
    }
}

async fn keep(app: &App, untold: &[Present]) {
    let _writing = app.writing().read().await;
    if let Err(err) = app.store().keep_presence(app.node(), untold).await {
        tracing::warn!(%err, "the other servers could not be told who is here");
    }
}

/// Tells the other servers that nobody is here any more: the last thing that is said.
pub(crate) async fn leave(app: &App) {
    if app.store().is_alone() {
        return;
    }
    let gone: Vec<Present> = app.in_hand().iter().flat_map(|it| it.presence.gone(&it.about.id)).collect();
    if let Err(err) = app.store().keep_presence(app.node(), &gone).await {
        tracing::warn!(%err, "the other servers could not be told that nobody is here");
    }
}

/// Renews what the other servers were told.
pub(crate) async fn renew(app: App) {
    if app.store().is_alone() {
        return;
    }
    let mut closing = app.closing();
    let mut forgotten = i64::MIN;
    loop {
        tokio::select! {
            () = until_closed(&mut closing) => return,
            () = tokio::time::sleep(Duration::from_millis(RENEWED.unsigned_abs())) => {}
        }
        let now = app.clock().millis();
        let untold: Vec<Present> =
            app.attended().iter().flat_map(|it| it.presence.untold(&it.about.id, now, now)).collect();
        if !untold.is_empty() {
            keep(&app, &untold).await;
        }
        if OLD / 24 <= now.saturating_sub(forgotten) {
            forgotten = now;
            let _writing = app.writing().read().await;
            if let Err(err) = app.store().forget_presence(now - OLD).await {
                tracing::warn!(%err, "old rows of presence could not be deleted");
            }
        }
    }
}

/// What is known on all servers of who is at a table.
pub(crate) struct Known(BTreeMap<u8, (bool, i64)>);

impl Known {
    pub(crate) async fn of(app: &App, table: &Table) -> Result<Known> {
        let mut known = BTreeMap::new();
        for (seat, seen) in table.presence.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            known.insert(*seat, (0 < seen.connections, seen.last));
        }
        Known::with_others(app, &table.about.id, known).await
    }

    /// The same of a table that nobody may have in hand here.
    pub(crate) async fn at(app: &App, id: &str) -> Result<Known> {
        match app.in_memory(id) {
            Some(table) => Known::of(app, &table).await,
            None => Known::with_others(app, id, BTreeMap::new()).await,
        }
    }

    async fn with_others(app: &App, id: &str, mut known: BTreeMap<u8, (bool, i64)>) -> Result<Known> {
        if !app.store().is_alone() {
            let now = app.clock().millis();
            for it in app.store().presence(app.node(), id).await? {
                let Ok(seat) = u8::try_from(it.seat) else { continue };
                let (here, last) = known.entry(seat).or_insert((false, 0));
                *here |= it.here && now.saturating_sub(it.seen) < FRESH;
                *last = (*last).max(it.seen);
            }
        }
        Ok(Known(known))
    }

    /// Whether the holder of a seat is here, and since when he is not, as far as is known.
    pub(crate) fn of_seat(&self, seat: Seat) -> (bool, Option<i64>) {
        let (here, last) = self.0.get(&seat.0).copied().unwrap_or((false, 0));
        (here, Some(last).filter(|last| 0 < *last))
    }
}

/// A live connection of a seat's holder, for as long as it lasts.
pub(crate) struct Here {
    app: App,
    table: Arc<Table>,
    seat: Seat,
}

impl Here {
    pub(crate) fn enter(app: &App, table: &Arc<Table>, seat: Seat) -> Here {
        table.presence.with(seat, |it| {
            it.connections += 1;
            it.told = 0;
        });
        tell(app, table, i64::MAX);
        Here { app: app.clone(), table: Arc::clone(table), seat }
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        let now = self.app.clock().millis();
        self.table.presence.with(self.seat, |it| {
            it.connections = it.connections.saturating_sub(1);
            it.last = it.last.max(now);
            it.told = 0;
        });
        tell(&self.app, &self.table, i64::MAX);
    }
}
