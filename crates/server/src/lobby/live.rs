//! The live lobby: a connection that passes on what has changed.

use axum::{
    extract::{
        State,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code},
    },
    response::Response,
};
use tokio::{
    sync::watch,
    time::{Instant, interval, timeout},
};
use wire::{InvitationState, LobbyHello, LobbyPush, NameCard};

use super::{Here, Told, Who, mine, written};
use crate::{
    api::people::open,
    app::{App, until_closed},
    edge::Asker,
    error::{AppError, Result},
    json,
    limits::Place,
    live::{CHATTER, PATIENCE, PING, SILENCE, Upgrade, begun, send},
    people::Person,
};

pub(crate) async fn live(
    State(app): State<App>,
    asker: Asker,
    person: Option<Person>,
    upgrade: Upgrade,
) -> Result<Response> {
    open(&app)?;
    let place = app.admit_live(asker.0)?;
    Ok(begun(upgrade)?.on_upgrade(move |socket| connection(app, socket, person, place)))
}

async fn connection(app: App, mut socket: WebSocket, person: Option<Person>, place: Place) {
    let ended = match admitted(person, &mut socket).await {
        Ok(Some((who, tables))) => {
            let card = who.as_ref().map_or_else(NameCard::default, Who::card);
            let _here = Here::enter(&app, card);
            tell(&app, &mut socket, who.as_ref(), tables).await
        }
        Ok(None) => Ok(()),
        Err(err) => Err(err),
    };
    let code = match &ended {
        Ok(()) => close_code::AWAY,
        Err(err) if err.is_away() => close_code::AGAIN,
        Err(_) => close_code::POLICY,
    };
    if let Err(err) = ended {
        let _ = send(&mut socket, Message::Text(written(&LobbyPush::Error(err.body())))).await;
    }
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static("") };
    let _ = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await;
    drop(place);
}

/// Whoever sends the right first message in time, and whether they want all of it.
async fn admitted(person: Option<Person>, socket: &mut WebSocket) -> Result<Option<(Option<Who>, bool)>> {
    let wanted = || AppError::malformed("expected a first message that says what is wanted");
    let hello: LobbyHello = match timeout(PATIENCE, socket.recv()).await.map_err(|_| wanted())? {
        Some(Ok(Message::Text(text))) => json::parse(text.as_bytes())?,
        Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => return Err(wanted()),
        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
    };
    let who = match (person, hello.pass) {
        (Some(person), _) => Some(Who::Person(Box::new(person))),
        (None, Some(pass)) => Some(Who::guest(&pass)?),
        (None, None) => None,
    };
    Ok(Some((who, hello.tables)))
}

/// What rings for somebody, what they were told of their own last, and whether anything of it is open.
struct Own<'a> {
    who: &'a Who,
    bell: watch::Receiver<u64>,
    last: Utf8Bytes,
    open: bool,
    /// How much of what they were told they had not read when that was last looked at.
    unread: Option<u64>,
}

impl Own<'_> {
    /// How much they have not read, if that has changed: what they were told a moment ago is not to
    /// wait until their page asks.
    async fn told(&mut self, app: &App) -> Result<Option<Utf8Bytes>> {
        let Who::Person(person) = self.who else { return Ok(None) };
        let unread = app.store().unread(&person.id).await?;
        let before = self.unread.replace(unread);
        Ok(before.filter(|before| *before != unread).map(|_| written(&LobbyPush::Notices { unread })))
    }

    /// Their invitations, if they are others than they were told.
    async fn news(&mut self, app: &App) -> Result<Option<Utf8Bytes>> {
        let list = mine(app, self.who).await?;
        self.open = list.made.iter().any(|it| it.state == InvitationState::Open);
        let text = written(&LobbyPush::Mine(list));
        if text == self.last {
            return Ok(None);
        }
        self.last = text.clone();
        Ok(Some(text))
    }

    async fn rung(own: &mut Option<Own<'_>>) {
        if let Some(own) = own
            && own.bell.changed().await.is_ok()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}

async fn tell(app: &App, socket: &mut WebSocket, who: Option<&Who>, tables: bool) -> Result<()> {
    let lobby = &open(app)?.lobby;
    let mut told = lobby.told.subscribe();
    let mut own = who.map(|who| Own {
        who,
        bell: lobby.bell(&who.key()),
        last: Utf8Bytes::default(),
        open: false,
        unread: None,
    });
    let mut closing = app.closing();
    let mut pings = interval(PING);
    let (mut heard, mut chatter, mut reached) = (Instant::now(), 0, None);
    if let Some(own) = &mut own {
        seen(app, own.who).await?;
        // What they are told from now on is news.
        own.told(app).await?;
        if !pass_on(socket, own.news(app).await?).await {
            return Ok(());
        }
    }
    loop {
        if tables {
            let now: Told = told.borrow_and_update().clone();
            for text in now.since(reached) {
                if !send(socket, Message::Text(text)).await {
                    return Ok(());
                }
            }
            reached = Some(now.page.seq);
        }
        loop {
            tokio::select! {
                changed = told.changed(), if tables => match changed {
                    Ok(()) => break,
                    Err(_) => return Ok(()),
                },
                () = Own::rung(&mut own) => {
                    let Some(own) = &mut own else { continue };
                    for news in [own.news(app).await?, own.told(app).await?] {
                        if !pass_on(socket, news).await {
                            return Ok(());
                        }
                    }
                }
                () = until_closed(&mut closing) => return Ok(()),
                _ = pings.tick() => {
                    if let Some(own) = own.as_ref().filter(|it| it.open) {
                        seen(app, own.who).await?;
                    }
                    if SILENCE < heard.elapsed() || !send(socket, Message::Ping(Vec::new().into())).await {
                        return Ok(());
                    }
                }
                message = socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                        Some(Ok(Message::Pong(_))) => {}
                        Some(Ok(Message::Text(_) | Message::Binary(_) | Message::Ping(_))) => chatter += 1,
                    }
                    if CHATTER < chatter {
                        return Err(AppError::too_many(1));
                    }
                }
            }
        }
    }
}

async fn pass_on(socket: &mut WebSocket, text: Option<Utf8Bytes>) -> bool {
    match text {
        Some(text) => send(socket, Message::Text(text)).await,
        None => true,
    }
}

/// Whoever waits is there.
async fn seen(app: &App, who: &Who) -> Result<()> {
    let _writing = app.writing().read().await;
    app.store().see_maker(&who.key(), app.clock().millis()).await?;
    Ok(())
}
