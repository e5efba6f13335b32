//! `admin house`: what was reported, and what is done about a battle or a
//! club. What a server has in hand it is asked to do itself.

use anyhow::Context;
use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::Value;
use store::{Act, Job, KeptPerson, Rank, Report, Store};

use crate::{
    Answer, Misuse,
    data::{self, Place},
    house::{ListArgs, act, named, now, reason, token, with_store},
    out::{Out, several},
};

#[derive(Debug, Subcommand)]
pub(crate) enum OrderCommand {
    /// List reports that wait for a decision, the oldest first
    Reports(ListArgs),
    /// Decide a report, and all others about the same thing
    Decide(DecideArgs),
    /// End a battle so that it counts for nobody; the server does it within half a minute, or when it next starts
    End(EndArgs),
    /// Give a club another owner, who must be in it
    HandOver(HandOverArgs),
}

#[derive(Debug, Args)]
pub(crate) struct DecideArgs {
    /// The report, as `reports` names it
    report: String,
    /// The decision, for the other moderators to read
    #[arg(long)]
    verdict: String,
    /// Remove what was reported
    #[arg(long)]
    remove: bool,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
pub(crate) struct EndArgs {
    /// The match, as in the address of its table
    id: String,
    #[arg(long)]
    why: String,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
pub(crate) struct HandOverArgs {
    /// The club, by its name
    club: String,
    /// The new owner
    to: String,
    #[arg(long)]
    why: String,
    #[command(flatten)]
    place: Place,
}

/// The public shape of a report.
#[derive(Debug, Serialize)]
struct Reported {
    id: String,
    at: i64,
    by: String,
    kind: String,
    name: String,
    why: String,
    context: Value,
}

/// More than anybody reads.
const MOST: u32 = 1_000;

pub(crate) fn run(command: &OrderCommand, out: &mut Out) -> anyhow::Result<Answer> {
    data::log("warn");
    let place = match command {
        OrderCommand::Reports(args) => &args.place,
        OrderCommand::Decide(args) => &args.place,
        OrderCommand::End(args) => &args.place,
        OrderCommand::HandOver(args) => &args.place,
    };
    with_store(place, async |store| {
        match command {
            OrderCommand::Reports(args) => reports(store, args, out).await?,
            OrderCommand::Decide(args) => decide(store, args, out).await?,
            OrderCommand::End(args) => end(store, args, out).await?,
            OrderCommand::HandOver(args) => hand_over(store, args, out).await?,
        }
        Ok(Answer::Yes)
    })
}

/// What is done about nobody in particular.
fn about(what: &str, name: &str, words: &str) -> Act {
    act(what, &KeptPerson { name: name.to_owned(), ..KeptPerson::default() }, words)
}

async fn reports(store: &Store, args: &ListArgs, out: &mut Out) -> anyhow::Result<()> {
    let mut found = Vec::new();
    for Report { id, at, by, kind, name, why, context, .. } in store.reports(false, MOST).await? {
        let context = serde_json::from_str(&context).context("the context of a report cannot be read")?;
        found.push(Reported { id, at, by, kind, name, why, context });
    }
    if args.json {
        out.json(&found)?;
        return Ok(());
    }
    for Reported { id, by, kind, name, why, context, .. } in &found {
        out.line(format!("{id}: {kind} of {name}, by {by}: {why}"))?;
        for line in context.as_array().into_iter().flatten() {
            let mark = if line["reported"] == true { ">" } else { " " };
            let (name, text) = (line["name"].as_str().unwrap_or(""), line["text"].as_str().unwrap_or(""));
            out.line(format!("  {mark} {name}: {text}"))?;
        }
    }
    out.line(format!("{}.", several(found.len(), "report")))?;
    Ok(())
}

async fn decide(store: &Store, args: &DecideArgs, out: &mut Out) -> anyhow::Result<()> {
    let verdict = reason(&args.verdict)?;
    let report = store.find_report(&args.report).await?;
    let report = report.with_context(|| format!("{}: there is no such report", args.report))?;
    let of = KeptPerson { id: report.person.clone(), name: report.name.clone(), ..KeptPerson::default() };
    if args.remove {
        server::remove_reported(store, &report, &act("remove", &of, &verdict))
            .await
            .map_err(anyhow::Error::msg)?;
    }
    if !store.decide_report(&report, &verdict, &act("decide", &of, &verdict)).await? {
        anyhow::bail!("this has already been decided");
    }
    out.line(format!("Decided: {verdict}"))?;
    Ok(())
}

async fn end(store: &Store, args: &EndArgs, out: &mut Out) -> anyhow::Result<()> {
    let why = reason(&args.why)?;
    let kept = store.load(&args.id).await?.with_context(|| format!("{}: there is no such match", args.id))?;
    if !kept.outcome.is_empty() {
        return Err(Misuse(format!("{}: the battle is over", kept.title)).into());
    }
    store.note_act(&about("end", &kept.title, &format!("{}: {why}", args.id))).await?;
    let job = Job { kind: server::END_BATTLE.to_owned(), name: kept.id, due: now(), payload: token::<8>() };
    store.set_job(&job).await?;
    out.line(format!("{}: the server ends it within half a minute, or when it starts.", kept.title))?;
    Ok(())
}

async fn hand_over(store: &Store, args: &HandOverArgs, out: &mut Out) -> anyhow::Result<()> {
    let (why, heir) = (reason(&args.why)?, named(store, &args.to).await?);
    let wanted = args.club.trim().to_lowercase();
    let found = store.find_clubs(&wanted, MOST).await?.into_iter().map(|it| it.club);
    let club = found.into_iter().find(|it| it.folded == wanted);
    let club = club.with_context(|| format!("{}: there is no such club", args.club))?;
    if store.rank_in(&club.id, &heir.id).await?.is_none_or(|it| it < Rank::Member) {
        anyhow::bail!("{} is not in that club", heir.name);
    }
    let act = about("hand over", &club.name, &format!("{} is now the owner: {why}", heir.name));
    store.hand_club_over(&club.id, &heir.id, now(), Some(&act)).await?;
    out.line(format!("{} now belongs to {}.", club.name, heir.name))?;
    Ok(())
}
