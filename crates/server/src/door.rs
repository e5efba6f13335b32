//! Connections: let in, a limited number of each address, and shown out when
//! they say nothing.

use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::{Router, extract::ConnectInfo, response::Response};
use hyper::{body::Incoming, server::conn::http1, service::Service as _};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};

use crate::{
    app::{App, until_closed},
    limits::{Place, neighbourhood},
};

/// Out of files or memory: taking a breath is better than asking again at once.
const BREATH: Duration = Duration::from_millis(200);

/// Lets people in until the server closes, and comes back when all have left.
pub(crate) async fn serve(app: App, listener: TcpListener, router: Router) {
    // Nothing is ever sent: when the last sender is gone, so is the last connection.
    let (here, mut gone) = mpsc::channel::<Infallible>(1);
    let mut closing = app.closing();
    loop {
        let (stream, address) = tokio::select! {
            () = until_closed(&mut closing) => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(err) => {
                    tracing::warn!(%err, "a connection could not be taken");
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            },
        };
        let Ok(place) = admitted(&app, address) else {
            // Closed without a word: an answer would wait for somebody who may never read it.
            tracing::debug!(%address, "too many connections");
            continue;
        };
        // What is pushed is pushed now.
        let _ = stream.set_nodelay(true);
        let (app, router, here) = (app.clone(), router.clone(), here.clone());
        tokio::spawn(async move {
            talk(&app, Taken { stream, _place: place }, address, router).await;
            drop(here);
        });
    }
    drop(listener);
    drop(here);
    gone.recv().await;
}

/// A proxy brings everybody's connections, so those of a trusted one are not counted.
fn admitted(app: &App, address: SocketAddr) -> Result<Option<Place>, ()> {
    if app.edge().trusts(address.ip()) {
        return Ok(None);
    }
    app.admit_connection(neighbourhood(address.ip())).map(Some).ok_or(())
}

async fn talk(app: &App, stream: Taken, address: SocketAddr, router: Router) {
    let routes = TowerToHyperService::new(router);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        let answer = routes.call(request);
        async move { answer.await as Result<Response, Infallible> }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.limits().header)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut closing = app.closing();
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = until_closed(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(err) = ended {
        tracing::debug!(%err, "a connection broke off");
    }
}

/// A connection and its place, which is free again when it is closed: also
/// after it has become a live one.
struct Taken {
    stream: TcpStream,
    _place: Option<Place>,
}

impl AsyncRead for Taken {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for Taken {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
