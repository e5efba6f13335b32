//! `health`: asks a server that runs how it is, for whoever watches over one.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream, ToSocketAddrs},
    time::Duration,
};

use anyhow::{Context as _, bail};
use clap::Args;

use crate::{Answer, Misuse, out::Out};

#[derive(Debug, Args)]
pub(crate) struct HealthArgs {
    /// The address it listens on
    #[arg(default_value = "127.0.0.1:7878")]
    address: String,
}

/// Longer than a healthy server takes, and longer than it waits for its database to answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// Whoever opens the page waits for this.
const GLANCE: Duration = Duration::from_secs(2);
/// More than the answer ever has.
const MOST: u64 = 64 * 1024;

pub(crate) fn run(args: &HealthArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let not_one = || Misuse(format!("{}: expected an address and a port, as 127.0.0.1:7878", args.address));
    let mut found = args.address.to_socket_addrs().map_err(|_| not_one())?;
    let address = found.next().ok_or_else(not_one)?;
    let (status, answer) = ask(address, PATIENCE).with_context(|| format!("{address}: no answer"))?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    out.line(body.trim())?;
    Ok(Answer::yes_if(status == 200))
}

/// Whether a Flagbridge answers there.
pub(crate) fn is_ours(address: SocketAddr) -> bool {
    answers_as_ours(address, GLANCE)
}

fn answers_as_ours(address: SocketAddr, patience: Duration) -> bool {
    let is = |(status, answer): (u16, String)| status == 200 && answer.contains("x-flagbridge-build:");
    ask(address, patience).is_ok_and(is)
}

/// The status and everything of one answer. It is ours, short, and comes in one piece: that takes no library.
fn ask(address: SocketAddr, patience: Duration) -> anyhow::Result<(u16, String)> {
    let mut stream = TcpStream::connect_timeout(&address, patience)?;
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    stream.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(MOST).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.strip_prefix("HTTP/1.1 ").and_then(|it| it.get(..3)?.parse().ok());
    let Some(status) = status else { bail!("what listens there does not speak HTTP") };
    Ok((status, answer))
}

#[cfg(test)]
mod tests {
    use std::{net::TcpListener, thread};

    use super::*;

    fn answered_with(answer: &'static str) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 512];
            let _ = stream.read(&mut request).unwrap();
            stream.write_all(answer.as_bytes()).unwrap();
        });
        address
    }

    #[test]
    fn a_server_of_ours_is_known_by_its_answer() {
        let ours = "HTTP/1.1 200 OK\r\nx-flagbridge-build: abc\r\n\r\n{}";
        let is_ours = |answer| answers_as_ours(answered_with(answer), 4 * PATIENCE);
        assert!(is_ours(ours));
        assert!(!is_ours("HTTP/1.1 200 OK\r\n\r\n{}"));
        assert!(!is_ours(&ours.replace("200 OK", "503 Away").leak()[..]));
        assert!(ask(answered_with("SSH-2.0\r\n"), 4 * PATIENCE).is_err());
    }
}
