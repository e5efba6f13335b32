//! `serve`: the table on the network, until somebody stops it.

use std::net::{SocketAddr, ToSocketAddrs};

use clap::Args;
use server::{Config, Database, Edge, Limits, Network};

use crate::{
    Answer, Misuse,
    data::{self, Kept, Place},
    out::{Out, complain},
};

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// The address to listen on; 0.0.0.0 is open to the whole network
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// A name this server answers to, besides localhost and plain addresses (may be repeated)
    #[arg(long = "name", value_name = "HOST")]
    names: Vec<String>,
    /// A proxy whose word is taken for who is behind it: an address or a network (may be repeated)
    #[arg(long = "trust-proxy", value_name = "ADDRESS")]
    proxies: Vec<Network>,
    #[command(flatten)]
    place: Place,
    /// Set a limit; may be repeated
    #[arg(long = "limit", value_name = "NAME=NUMBER", long_help = limits_help())]
    limits: Vec<String>,
    /// For testing only: draw everything from this number, ids, secrets of seats and dice; such dice are
    /// not secret, and whoever knows the number can take any seat
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// For testing only: pages are told that this is the client they should be
    #[arg(long, value_name = "NAME", hide = true, value_parser = build_name)]
    build: Option<String>,
    /// Open the page in your browser
    #[arg(long)]
    open: bool,
}

/// It goes into a header and into a page: letters and digits.
fn build_name(text: &str) -> Result<String, String> {
    let fits = !text.is_empty() && text.bytes().all(|it| it.is_ascii_alphanumeric());
    if fits { Ok(text.to_owned()) } else { Err("expected letters and digits".to_owned()) }
}

/// Every limit that can be set, with its default.
fn limits_help() -> String {
    let mut text = String::from("Set a limit; may be repeated:\n");
    for (name, meaning, usual) in Limits::settings() {
        text.push_str(&format!("  {name}={usual}  {meaning}\n"));
    }
    text
}

pub(crate) fn run(args: &ServeArgs, out: &mut Out) -> anyhow::Result<Answer> {
    data::log("info,sqlx=warn");
    let database = match args.place.made()? {
        Kept::Url(url) => Database::Url(url),
        Kept::File(path) => Database::File(path),
    };
    let address = address(&args.host, args.port)?;
    if !address.ip().is_loopback() {
        complain(
            "open to everybody who can reach this machine, and readable on the way: \
             for more than a home network, put a proxy with TLS in front (docs/server.md)",
        );
    }
    let edge = Edge { proxies: args.proxies.clone(), names: args.names.clone() };
    let mut limits = Limits::default();
    for text in &args.limits {
        limits.set(text).map_err(|err| Misuse(format!("--limit {err}")))?;
    }
    let config =
        Config { edge, limits, seed: args.seed, build: args.build.clone(), ..Config::new(address, database) };
    if let Some(seed) = args.seed {
        complain(format!("--seed {seed}: for testing only; neither the dice nor the seats are secret"));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let asked = server::asked_to_stop();
        let running = server::start(config).await?;
        // At once: whoever started us may wait for this line.
        out.line(format!("http://{}/", running.address))?;
        out.flush()?;
        if args.open {
            show(&format!("http://{}/", running.address));
        }
        asked.await;
        running.stop().await;
        Ok(Answer::Yes)
    })
}

/// Asks the system to show the page. Where there is no browser, the address
/// stands on the screen all the same.
fn show(address: &str) {
    let (program, args): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let quiet = std::process::Stdio::null;
    let started =
        std::process::Command::new(program).args(args).arg(address).stdout(quiet()).stderr(quiet()).spawn();
    if started.is_err() {
        complain(format!("no browser was found to open; go to {address}"));
    }
}

fn address(host: &str, port: u16) -> anyhow::Result<SocketAddr> {
    let mut found = (host, port).to_socket_addrs().map_err(|err| Misuse(format!("--host {host}: {err}")))?;
    found.next().ok_or_else(|| Misuse(format!("--host {host}: no such address")).into())
}
