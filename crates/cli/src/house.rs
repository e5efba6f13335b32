//! `admin people`: moderation from the command line. A server may be
//! at work meanwhile; everything that is done about anybody is logged.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::{Args, Subcommand};
use serde::Serialize;
use server::Name;
use store::{Act, KeptPerson, Link, Patience, Store, StoreError, Warning};

use crate::{
    Answer, Misuse,
    data::{self, Place},
    out::{Out, several},
};

#[derive(Debug, Subcommand)]
pub(crate) enum PeopleCommand {
    /// List people whose name contains this
    Find(FindArgs),
    /// Make a link with which somebody chooses a new password; it works once, for two days
    Reset(NameArgs),
    /// Remove a second factor when both the phone and the backup codes are lost
    Factor(NameArgs),
    /// Give somebody another name
    Rename(RenameArgs),
    /// Ban somebody for some days: they are logged out everywhere at once
    Ban(BanArgs),
    /// Lift a ban
    Unban(NameArgs),
    /// Warn somebody: they see it until they confirm that they have read it
    Warn(WarnArgs),
    /// Mute somebody for some days: nothing said at tables, nothing written for others
    Mute(BanArgs),
    /// Lift a mute
    Unmute(NameArgs),
    /// Make somebody a moderator
    Appoint(NameArgs),
    /// Make somebody an ordinary player again
    Dismiss(NameArgs),
    /// List the moderators
    Moderators(ListArgs),
    /// Show what moderators have done, the latest first
    Log(ListArgs),
}

#[derive(Debug, Args)]
pub(crate) struct FindArgs {
    /// Part of the name; without it, everybody
    #[arg(default_value = "")]
    part: String,
    #[command(flatten)]
    place: Place,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NameArgs {
    name: String,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
pub(crate) struct RenameArgs {
    name: String,
    /// The new name
    to: String,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
pub(crate) struct BanArgs {
    name: String,
    /// For how long
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=36_500))]
    days: u32,
    /// The reason they are given
    #[arg(long)]
    why: String,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
pub(crate) struct WarnArgs {
    name: String,
    /// The words they see
    #[arg(long)]
    why: String,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The public shape of somebody who was found.
#[derive(Debug, Serialize)]
struct Found {
    id: String,
    name: String,
    created: i64,
    banned_until: i64,
    banned_why: String,
}

/// The public shape of what was done.
#[derive(Debug, Serialize)]
struct Logged {
    at: i64,
    by: String,
    act: String,
    person: String,
    name: String,
    words: String,
}

/// More than anybody reads.
const MOST: u32 = 1_000;
/// In milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;
/// How long a link for a forgotten password works.
const LINK: i64 = 2 * DAY;
/// What such a link is for.
const PASSWORD: &str = "password";

pub(crate) fn run(command: &PeopleCommand, out: &mut Out) -> anyhow::Result<Answer> {
    data::log("warn");
    let place = match command {
        PeopleCommand::Find(args) => &args.place,
        PeopleCommand::Reset(args)
        | PeopleCommand::Factor(args)
        | PeopleCommand::Unban(args)
        | PeopleCommand::Unmute(args)
        | PeopleCommand::Appoint(args)
        | PeopleCommand::Dismiss(args) => &args.place,
        PeopleCommand::Rename(args) => &args.place,
        PeopleCommand::Ban(args) | PeopleCommand::Mute(args) => &args.place,
        PeopleCommand::Warn(args) => &args.place,
        PeopleCommand::Log(args) | PeopleCommand::Moderators(args) => &args.place,
    };
    with_store(place, async |store| carry_out(command, store, out).await)
}

/// Does something to a database that a server may be using.
pub(crate) fn with_store<T>(
    place: &Place,
    work: impl AsyncFnOnce(&Store) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let url = place.found()?.url();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        // Only to see that there is a database, and that it is one of this version.
        Store::open_to_read(&url).await?.close().await;
        let store = Store::open_shared(&url, Patience::default()).await?;
        let done = work(&store).await;
        store.close().await;
        done
    })
}

async fn carry_out(command: &PeopleCommand, store: &Store, out: &mut Out) -> anyhow::Result<Answer> {
    match command {
        PeopleCommand::Find(args) => find(store, args, out).await?,
        PeopleCommand::Reset(args) => {
            let person = named(store, &args.name).await?;
            let secret = token::<32>();
            let hash = server::link_hash(&secret);
            let link =
                Link { hash, person: person.id.clone(), purpose: PASSWORD.to_owned(), expires: now() + LINK };
            store.make_link(&link, &act("reset", &person, "")).await?;
            out.line(format!("{}: works once, for two days; put your address in front:", person.name))?;
            out.line(format!("/#/reset/{secret}"))?;
        }
        PeopleCommand::Factor(args) => {
            let person = named(store, &args.name).await?;
            let Some(_) = store.factor_of(&person.id).await? else {
                anyhow::bail!("{}: there is no second factor", person.name);
            };
            store.drop_factor(&person.id, Some(&act("factor", &person, ""))).await?;
            out.line(format!("{} now logs in with the password alone.", person.name))?;
        }
        PeopleCommand::Rename(args) => {
            let person = named(store, &args.name).await?;
            let Name { written, folded, shape } = Name::read(&args.to).map_err(Misuse)?;
            let done = store.rename(&written, &folded, &shape, &act("rename", &person, &written)).await;
            if done == Err(StoreError::Conflict) {
                anyhow::bail!("{written}: that name, or one that looks like it, is taken");
            }
            done?;
            out.line(format!("{} is now called {written}.", person.name))?;
        }
        PeopleCommand::Ban(args) => {
            let person = named(store, &args.name).await?;
            let (words, until) = (reason(&args.why)?, now() + i64::from(args.days) * DAY);
            let act = act("ban", &person, &format!("{} days: {words}", args.days));
            store.ban(until, &words, &act).await?;
            out.line(format!("{} is banned for {}.", person.name, several(args.days, "day")))?;
        }
        PeopleCommand::Unban(args) => {
            let person = named(store, &args.name).await?;
            store.ban(0, "", &act("unban", &person, "")).await?;
            out.line(format!("{} may log in again.", person.name))?;
        }
        PeopleCommand::Warn(args) => {
            let person = named(store, &args.name).await?;
            let words = reason(&args.why)?;
            let warning = Warning {
                id: token::<12>(),
                person: person.id.clone(),
                at: now(),
                words: words.clone(),
                ..Warning::default()
            };
            store.warn(&warning, &act("warn", &person, &words)).await?;
            out.line(format!("{} sees it until they confirm that they have read it.", person.name))?;
        }
        PeopleCommand::Mute(args) => {
            let person = named(store, &args.name).await?;
            let (words, until) = (reason(&args.why)?, now() + i64::from(args.days) * DAY);
            let act = act("mute", &person, &format!("{} days: {words}", args.days));
            store.mute(until, &words, &act).await?;
            out.line(format!("{} is muted for {}.", person.name, several(args.days, "day")))?;
        }
        PeopleCommand::Unmute(args) => {
            let person = named(store, &args.name).await?;
            store.mute(0, "", &act("unmute", &person, "")).await?;
            out.line(format!("{} may speak again.", person.name))?;
        }
        PeopleCommand::Appoint(args) => {
            let person = named(store, &args.name).await?;
            store.set_role(store::MODERATOR, &act("appoint", &person, store::MODERATOR)).await?;
            out.line(format!("{} is now a moderator.", person.name))?;
        }
        PeopleCommand::Dismiss(args) => {
            let person = named(store, &args.name).await?;
            store.set_role("", &act("dismiss", &person, "")).await?;
            out.line(format!("{} is no longer a moderator.", person.name))?;
        }
        PeopleCommand::Moderators(args) => moderators(store, args, out).await?,
        PeopleCommand::Log(args) => log(store, args, out).await?,
    }
    Ok(Answer::Yes)
}

async fn find(store: &Store, args: &FindArgs, out: &mut Out) -> anyhow::Result<()> {
    let found = store.find_people(&args.part.to_lowercase(), MOST).await?;
    let found: Vec<Found> = found
        .into_iter()
        .map(|KeptPerson { id, name, created, banned_until, banned_why, .. }| Found {
            id,
            name,
            created,
            banned_until,
            banned_why,
        })
        .collect();
    if args.json {
        out.json(&found)?;
        return Ok(());
    }
    for Found { name, banned_until, banned_why, .. } in &found {
        let days = (banned_until - now() + DAY - 1) / DAY;
        match 0 < days {
            true => out.line(format!("{name}: banned for {}: {banned_why}", several(days, "more day")))?,
            false => out.line(name)?,
        }
    }
    out.line(if found.len() == 1 { "1 person.".to_owned() } else { format!("{} people.", found.len()) })?;
    Ok(())
}

async fn log(store: &Store, args: &ListArgs, out: &mut Out) -> anyhow::Result<()> {
    let acts = store.acts(MOST).await?.into_iter();
    let acts: Vec<Logged> = acts
        .map(|Act { at, by, act, person, name, words, .. }| Logged { at, by, act, person, name, words })
        .collect();
    if args.json {
        out.json(&acts)?;
        return Ok(());
    }
    for Logged { at, by, act, name, words, .. } in &acts {
        let days = (now() - at) / DAY;
        out.line(format!("{} ago: {act} {name} {words} ({by})", several(days, "day")))?;
    }
    out.line(format!("{}.", several(acts.len(), "act")))?;
    Ok(())
}

async fn moderators(store: &Store, args: &ListArgs, out: &mut Out) -> anyhow::Result<()> {
    let roles = store.roles().await?.into_iter();
    let names: Vec<String> =
        roles.filter(|(_, role)| role == store::MODERATOR).map(|(name, _)| name).collect();
    if args.json {
        out.json(&names)?;
        return Ok(());
    }
    names.iter().try_for_each(|name| out.line(name))?;
    out.line(format!("{}.", several(names.len(), "moderator")))?;
    Ok(())
}

/// Why something is done, as it is kept and shown.
pub(crate) fn reason(text: &str) -> anyhow::Result<String> {
    Ok(server::reason(text).map_err(Misuse)?)
}

pub(crate) async fn named(store: &Store, name: &str) -> anyhow::Result<KeptPerson> {
    let folded = name.trim().to_lowercase();
    store.person_named(&folded).await?.with_context(|| format!("{name}: there is nobody by that name"))
}

pub(crate) fn act(what: &str, person: &KeptPerson, words: &str) -> Act {
    Act {
        id: token::<12>(),
        at: now(),
        by: "command line".to_owned(),
        act: what.to_owned(),
        person: person.id.clone(),
        name: person.name.clone(),
        words: words.to_owned(),
    }
}

/// In hexadecimal digits: it goes into a link, and nobody guesses it.
pub(crate) fn token<const N: usize>() -> String {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let gone = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(gone.as_millis()).unwrap_or(i64::MAX)
}
