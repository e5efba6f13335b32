//! `admin`: what a server keeps, taken out while it runs, put back when it
//! does not, and looked through.

use std::{fs, path::PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use serde::Serialize;
use server::Standing;
use store::{Copied, Store, StoreError};

use crate::{
    Answer, Misuse,
    data::{self, Place},
    house::PeopleCommand,
    order::OrderCommand,
    out::{Out, Style},
};

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// Write everything the server keeps into a file; a server may be running
    Backup(BackupArgs),
    /// Put everything from a backup into an empty database; no server may be running
    Restore(RestoreArgs),
    /// Open every match and say which do not recompute; a server may be running
    Check(CheckArgs),
    /// Copy everything from one database into another, empty one of either kind; no server may be running
    Move(MoveArgs),
    /// People on a public server: find, rename, warn, mute, ban; a server may be running
    #[command(subcommand)]
    People(PeopleCommand),
    /// Moderation: reports, battles to end, clubs to hand over; a server may be running
    #[command(subcommand)]
    House(OrderCommand),
}

#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The file to write; it appears when it is complete
    file: PathBuf,
    #[command(flatten)]
    place: Place,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// The backup to restore
    file: PathBuf,
    #[command(flatten)]
    place: Place,
    /// Discard the matches that are already there
    #[arg(long)]
    replace: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    place: Place,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MoveArgs {
    /// The database to take everything from: sqlite:FILE, sqlite://… or postgres://…; it stays as it is
    #[arg(long, value_name = "DATABASE")]
    from: String,
    /// The database to put it into
    #[arg(long, value_name = "DATABASE")]
    to: String,
    /// Discard the matches that are already there
    #[arg(long)]
    replace: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The public shape of what `backup` and `restore` did.
#[derive(Debug, Serialize)]
struct Moved {
    file: String,
    bytes: u64,
    matches: u64,
    orders: u64,
    events: u64,
    people: u64,
}

impl Moved {
    fn new(file: &std::path::Path, copied: Copied) -> anyhow::Result<Moved> {
        let name = file.display().to_string();
        let bytes = fs::metadata(file).with_context(|| format!("{name}: cannot be read"))?.len();
        let Copied { matches, orders, events, people } = copied;
        Ok(Moved { file: name, bytes, matches, orders, events, people })
    }

    fn told(&self, word: &str, as_json: bool, out: &mut Out) -> anyhow::Result<Answer> {
        if as_json {
            out.json(self)?;
        } else {
            let Moved { file, bytes, matches, orders, events, people } = self;
            let people = if *people == 0 { String::new() } else { format!(", {people} people") };
            out.line(format!(
                "{file}: {word}: {matches} matches, {orders} orders, {events} events{people} ({bytes} bytes)."
            ))?;
        }
        Ok(Answer::Yes)
    }
}

pub(crate) fn backup(args: &BackupArgs, out: &mut Out) -> anyhow::Result<Answer> {
    data::log("warn");
    let url = args.place.found()?.url();
    let copied = runtime()?.block_on(store::backup(&url, &args.file))?;
    Moved::new(&args.file, copied)?.told("backed up", args.json, out)
}

pub(crate) fn restore(args: &RestoreArgs, out: &mut Out) -> anyhow::Result<Answer> {
    data::log("warn");
    // Before a folder is made for it.
    fs::metadata(&args.file).with_context(|| format!("{}: cannot be read", args.file.display()))?;
    let url = args.place.made()?.url();
    let copied = runtime()?.block_on(async {
        let store = Store::open(&url).await?;
        let restored = store.restore(&args.file, args.replace).await;
        store.close().await;
        restored
    });
    let copied = match copied {
        Err(StoreError::Refused(words)) if !args.replace => {
            anyhow::bail!("{words}; --replace discards them and restores")
        }
        copied => copied?,
    };
    Moved::new(&args.file, copied)?.told("restored", args.json, out)
}

/// `sqlite:FILE` beside the addresses that databases have.
fn url_of(text: &str) -> String {
    let file = text.strip_prefix("sqlite:").filter(|it| !it.starts_with("//"));
    file.map_or_else(|| text.to_owned(), |path| store::file_url(std::path::Path::new(path)))
}

/// Removed when it is done, whatever became of it.
struct Between(PathBuf);

impl Drop for Between {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// By way of a backup, so that whatever is read comes from one moment and what is written is all or nothing.
pub(crate) fn relocate(args: &MoveArgs, out: &mut Out) -> anyhow::Result<Answer> {
    data::log("warn");
    let (from, to) = (url_of(&args.from), url_of(&args.to));
    if from == to {
        return Err(Misuse("--from and --to are the same database".to_owned()).into());
    }
    let name = format!("flagbridge-move-{}.sqlite", std::process::id());
    let between = Between(std::env::temp_dir().join(name));
    let copied = runtime()?.block_on(async {
        // Before anything is opened, which would make it.
        if let Some(file) = args.from.strip_prefix("sqlite:").filter(|it| !it.starts_with("//")) {
            fs::metadata(file).with_context(|| format!("{file}: cannot be read"))?;
        }
        // Nobody changes anything there meanwhile, which would be lost.
        let source = Store::open(&from).await.context("--from")?;
        let moved = async {
            store::backup(&from, &between.0).await.context("--from")?;
            let target = Store::open(&to).await.context("--to")?;
            let restored = target.restore(&between.0, args.replace).await;
            target.close().await;
            match restored {
                Err(StoreError::Refused(words)) if !args.replace => {
                    anyhow::bail!("--to: {words}; --replace discards them and continues")
                }
                restored => restored.context("--to"),
            }
        };
        let moved = moved.await;
        source.close().await;
        moved
    })?;
    let mut moved = Moved::new(&between.0, copied)?;
    moved.file = args.to.split_once('@').map_or(args.to.as_str(), |(_, place)| place).to_owned();
    moved.told("moved", args.json, out)
}

/// The public shape of what `check` found.
#[derive(Debug, Default, Serialize)]
struct Found {
    matches: u64,
    recomputed: u64,
    /// Recomputed from where our rules took over.
    in_part: Vec<Other>,
    other_rules: Vec<Other>,
    broken: Vec<Broken>,
}

#[derive(Debug, Serialize)]
struct Other {
    id: String,
    title: String,
}

#[derive(Debug, Serialize)]
struct Broken {
    id: String,
    title: String,
    reason: String,
}

/// Ids asked for at a time.
const PAGE: u32 = 200;

pub(crate) fn check(args: &CheckArgs, out: &mut Out) -> anyhow::Result<Answer> {
    data::log("warn");
    let url = args.place.found()?.url();
    let found = runtime()?.block_on(async {
        let store = Store::open_to_read(&url).await?;
        let found = examine_all(&store).await;
        store.close().await;
        found
    })?;
    if args.json {
        out.json(&found)?;
        return Ok(Answer::yes_if(found.broken.is_empty()));
    }
    for Broken { id, title, reason } in &found.broken {
        let bad = out.paint(Style::Bad, "broken");
        out.line(format!("{id} ({title}): {bad}: {reason}"))?;
    }
    for Other { id, title } in &found.in_part {
        out.line(format!(
            "{id} ({title}): recomputed from where our rules took over; before that its events fit together"
        ))?;
    }
    for Other { id, title } in &found.other_rules {
        out.line(format!("{id} ({title}): fought under other rules; its events fit together"))?;
    }
    let Found { matches, recomputed, in_part, other_rules, broken } = &found;
    let (others, broken) = (other_rules.len(), broken.len());
    let in_part = match in_part.len() {
        0 => String::new(),
        some => format!(" {some} in part,"),
    };
    out.line(format!(
        "{matches} matches: {recomputed} recomputed,{in_part} {others} under other rules, {broken} broken."
    ))?;
    Ok(Answer::yes_if(broken == 0))
}

async fn examine_all(store: &Store) -> anyhow::Result<Found> {
    let mut found = Found::default();
    let mut after = String::new();
    loop {
        let ids = store.matches_after(&after, PAGE).await?;
        let Some(last) = ids.last() else { return Ok(found) };
        after.clone_from(last);
        for id in ids {
            let kept = match store.load(&id).await {
                Ok(Some(kept)) => kept,
                // Gone since.
                Ok(None) => continue,
                Err(StoreError::Corrupted(reason)) => {
                    found.matches += 1;
                    found.broken.push(Broken { id, title: String::new(), reason });
                    continue;
                }
                Err(err) => return Err(err.into()),
            };
            found.matches += 1;
            let title = kept.title.clone();
            // On a thread of its own: rules that break off over it end nothing else.
            match tokio::task::spawn_blocking(move || server::examine(&kept)).await {
                Ok(Ok(Standing::Recomputed)) => found.recomputed += 1,
                Ok(Ok(Standing::InPart)) => found.in_part.push(Other { id, title }),
                Ok(Ok(Standing::OtherRules)) => found.other_rules.push(Other { id, title }),
                Ok(Err(reason)) => found.broken.push(Broken { id, title, reason }),
                Err(err) => {
                    found.broken.push(Broken {
                        id,
                        title,
                        reason: format!("the rules stopped with an error: {err}"),
                    });
                }
            }
        }
    }
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}
