//! `serve`: the table on the network, until somebody stops it.

use std::{
    net::{SocketAddr, ToSocketAddrs},
    path::PathBuf,
};

use clap::Args;
use server::{Config, Database, Edge, Limits, Network, Outward};

use crate::{
    Answer, Misuse,
    data::{self, Kept, LogFormat, Place},
    health,
    out::{Out, complain},
    settings::Settings,
};

mod config;
mod programs;

const PORT: u16 = 7878;
const HOST: &str = "127.0.0.1";

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Read settings from this file (docs/server.md); options on the command line take precedence
    #[arg(long, value_name = "FILE", env = "FLAGBRIDGE_CONFIG")]
    config: Option<PathBuf>,
    /// Print the settings in effect, from command line, environment and file, with secrets blanked, and exit
    #[arg(long)]
    print_config: bool,
    /// Let people make accounts: a place for everybody instead of your own table
    #[arg(long, env = "FLAGBRIDGE_PUBLIC")]
    public: bool,
    /// The port to listen on; 0 takes any that is free [default: 7878]
    #[arg(long, env = "FLAGBRIDGE_PORT")]
    port: Option<u16>,
    /// The address to listen on; 0.0.0.0 is open to the whole network [default: 127.0.0.1]
    #[arg(long, env = "FLAGBRIDGE_HOST")]
    host: Option<String>,
    /// A name this server answers to, besides localhost and plain addresses (may be repeated)
    #[arg(long = "name", value_name = "HOST", env = "FLAGBRIDGE_NAME", value_delimiter = ',')]
    names: Vec<String>,
    /// A proxy trusted to say who is behind it: an address or a network (may be repeated)
    #[arg(
        long = "trust-proxy",
        value_name = "ADDRESS",
        env = "FLAGBRIDGE_TRUST_PROXY",
        value_delimiter = ','
    )]
    proxies: Vec<Network>,
    #[command(flatten)]
    place: Place,
    /// Set a limit; may be repeated
    #[arg(
        long = "limit", value_name = "NAME=NUMBER", long_help = limits_help(), env = "FLAGBRIDGE_LIMIT",
        value_delimiter = ','
    )]
    limits: Vec<String>,
    /// A program of your own that may be given a seat at your own table: the name people choose it by, and
    /// its command (docs/json.md, exec); may be repeated
    #[arg(long = "exec", value_name = "NAME=COMMAND")]
    programs: Vec<String>,
    /// How many seconds such a program may think about an order [default: 5]
    #[arg(long, value_name = "SECONDS")]
    exec_seconds: Option<f64>,
    /// Serve metrics for Prometheus here: an address that players cannot reach
    #[arg(long, value_name = "ADDRESS", env = "FLAGBRIDGE_METRICS")]
    metrics: Option<SocketAddr>,
    /// How messages are written to stderr [default: text]
    #[arg(long, value_enum, env = "FLAGBRIDGE_LOG_FORMAT")]
    log_format: Option<LogFormat>,
    /// Who mail comes from, on a public server
    #[arg(long, value_name = "SENDER", env = "FLAGBRIDGE_MAIL_FROM")]
    mail_from: Option<String>,
    /// The relay that takes mail, on a public server: smtp://… or smtps://…; better not here, where everybody
    /// on this machine can read it, if there is a password in it
    #[arg(long, value_name = "URL", env = "FLAGBRIDGE_MAIL_SMTP", hide_env_values = true)]
    mail_smtp: Option<String>,
    /// For testing only: derive everything from this number, ids, seat secrets and dice; such dice are
    /// not secret, and whoever knows the number can take any seat
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// For testing only: tell pages that this is the client they should be
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
    let mut settings = args.config.as_deref().map(Settings::read).transpose()?.unwrap_or_default();
    settings.mail.said(args.mail_from.as_deref(), args.mail_smtp.as_deref());
    data::log_as("info,sqlx=warn", log_format(args, &settings));
    let place = args.place.or(settings.data.as_deref(), settings.database.as_deref());
    if args.print_config {
        return config::print(args, &settings, &place, out);
    }
    let database = match place.made()? {
        Kept::Url(url) => Database::Url(url),
        Kept::File(path) => Database::File(path),
    };
    let host = args.host.as_deref().or(settings.host.as_deref()).unwrap_or(HOST);
    let address = address(host, args.port.or(settings.port).unwrap_or(PORT))?;
    if !address.ip().is_loopback() {
        complain(
            "open to everybody who can reach this machine, and readable on the way: \
             for more than a home network, put a proxy with TLS in front (docs/server.md)",
        );
    }
    if args.open && health::is_ours(address) {
        // Started once more, from a menu perhaps: the table is there.
        out.line(format!("http://{address}/"))?;
        show(&format!("http://{address}/"));
        return Ok(Answer::Yes);
    }
    let edge = edge(args, &settings)?;
    let limits = limits(args, &settings)?;
    let programs = programs::read(args, &settings)?;
    let people = match args.public || settings.public {
        true => Some(settings.people.rules()?),
        false => None,
    };
    let outward = match people.is_some() {
        true => settings.outward(&edge.names, &place.folder()?.join(data::MAIL))?,
        false => Outward::default(),
    };
    let build = args.build.clone();
    let metrics = args.metrics.or(settings.metrics);
    let seed = args.seed;
    // Also where the database is elsewhere.
    let studies = place.folder().ok().map(|it| it.join(data::STUDIES));
    let config = Config {
        edge,
        limits,
        people,
        outward,
        seed,
        build,
        metrics,
        studies,
        programs,
        ..Config::new(address, database)
    };
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

fn log_format(args: &ServeArgs, settings: &Settings) -> LogFormat {
    args.log_format.or(settings.log_format).unwrap_or_default()
}

fn limits(args: &ServeArgs, settings: &Settings) -> anyhow::Result<Limits> {
    let mut limits = Limits::default();
    for (name, number) in &settings.limits {
        limits.set(&format!("{name}={number}")).map_err(|err| Misuse(format!("limits: {err}")))?;
    }
    for text in &args.limits {
        limits.set(text).map_err(|err| Misuse(format!("--limit {err}")))?;
    }
    Ok(limits)
}

/// Names and proxies of the command line, or else those of the file.
fn edge(args: &ServeArgs, settings: &Settings) -> anyhow::Result<Edge> {
    let names = if args.names.is_empty() { settings.names.clone() } else { args.names.clone() };
    let proxies = match args.proxies.is_empty() {
        true => settings.trust_proxy.iter().map(|it| it.parse()).collect::<Result<_, _>>(),
        false => Ok(args.proxies.clone()),
    };
    let proxies = proxies.map_err(|err| Misuse(format!("trust_proxy: {err}")))?;
    Ok(Edge { proxies, names })
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
