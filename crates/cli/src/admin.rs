//! `admin`: what a server keeps, taken out while it runs, put back when it
//! does not, and looked through.

use std::{fs, path::PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use serde::Serialize;
use server::Standing;
use store::{Copied, Store, StoreError};

use crate::{
    Answer,
    data::{self, Place},
    out::{Out, Style},
};

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// Write everything that is kept at this moment into a file; a server may be running
    Backup(BackupArgs),
    /// Put everything from a backup into an empty database; no server may be running
    Restore(RestoreArgs),
    /// Open every match and say which do not recompute; a server may be running
    Check(CheckArgs),
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
    /// Throw away the matches that are there
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

/// The public shape of what `backup` and `restore` did.
#[derive(Debug, Serialize)]
struct Moved {
    file: String,
    bytes: u64,
    matches: u64,
    orders: u64,
    events: u64,
}

impl Moved {
    fn new(file: &std::path::Path, copied: Copied) -> anyhow::Result<Moved> {
        let name = file.display().to_string();
        let bytes = fs::metadata(file).with_context(|| format!("{name}: cannot be read"))?.len();
        let Copied { matches, orders, events } = copied;
        Ok(Moved { file: name, bytes, matches, orders, events })
    }

    fn told(&self, word: &str, as_json: bool, out: &mut Out) -> anyhow::Result<Answer> {
        if as_json {
            out.json(self)?;
        } else {
            let Moved { file, bytes, matches, orders, events } = self;
            out.line(format!(
                "{file}: {word}: {matches} matches, {orders} orders, {events} events ({bytes} bytes)."
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
            anyhow::bail!("{words}; --replace throws them away and restores")
        }
        copied => copied?,
    };
    Moved::new(&args.file, copied)?.told("restored", args.json, out)
}

/// The public shape of what `check` found.
#[derive(Debug, Default, Serialize)]
struct Found {
    matches: u64,
    recomputed: u64,
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
    for Other { id, title } in &found.other_rules {
        out.line(format!("{id} ({title}): of other rules, its events fit together"))?;
    }
    let Found { matches, recomputed, other_rules, broken } = &found;
    let (others, broken) = (other_rules.len(), broken.len());
    out.line(format!(
        "{matches} matches: {recomputed} recomputed, {others} of other rules, {broken} broken."
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
                Ok(Ok(Standing::OtherRules)) => found.other_rules.push(Other { id, title }),
                Ok(Err(reason)) => found.broken.push(Broken { id, title, reason }),
                Err(err) => {
                    found.broken.push(Broken { id, title, reason: format!("the rules broke off: {err}") });
                }
            }
        }
    }
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}
