//! `serve --print-config`: the settings that count, as a settings file.

use std::collections::BTreeMap;

use server::Limits;

use super::{HOST, PORT, ServeArgs, edge, limits, log_format, programs};
use crate::{
    Answer,
    data::{self, Place},
    out::Out,
    settings::Settings,
};

pub(super) fn print(
    args: &ServeArgs,
    settings: &Settings,
    place: &Place,
    out: &mut Out,
) -> anyhow::Result<Answer> {
    // What makes no sense is told here, too.
    limits(args, settings)?;
    programs::read(args, settings)?;
    let edge = edge(args, settings)?;
    let people = settings.people.rules()?;
    let (kind, kept) = place.shown()?;
    let host = args.host.as_deref().or(settings.host.as_deref()).unwrap_or(HOST);
    out.line(format!("port = {}", args.port.or(settings.port).unwrap_or(PORT)))?;
    out.line(format!("host = {}", quoted(host)))?;
    out.line(format!("names = {}", listed(&edge.names)))?;
    let proxies = match args.proxies.is_empty() {
        true => settings.trust_proxy.clone(),
        false => args.proxies.iter().map(ToString::to_string).collect(),
    };
    out.line(format!("trust_proxy = {}", listed(&proxies)))?;
    out.line(format!("{kind} = {}", quoted(&kept)))?;
    if let Some(address) = args.metrics.or(settings.metrics) {
        out.line(format!("metrics = {}", quoted(&address.to_string())))?;
    }
    out.line(format!("log_format = {}", quoted(log_format(args, settings).name())))?;
    let public = args.public || settings.public;
    out.line(format!("public = {public}"))?;
    let programs = programs::told(args, settings)?;
    if !programs.is_empty() {
        out.line(format!("exec_seconds = {}", programs::seconds(args, settings)))?;
        out.line("\n[exec]")?;
        for (name, command) in programs {
            out.line(format!("{name} = {}", quoted(&command)))?;
        }
    }
    out.line("\n[limits]")?;
    for (name, number) in counted(args, settings) {
        out.line(format!("{name} = {number}"))?;
    }
    out.line("\n[people]")?;
    out.line(format!("sign_up = {}", people.sign_up))?;
    out.line(format!("password_memory = {}", people.cost.memory))?;
    out.line(format!("password_passes = {}", people.cost.passes))?;
    out.line(format!("work = {}", people.work))?;
    if public {
        let folder = place.folder()?.join(data::MAIL);
        settings.outward(&edge.names, &folder)?;
        out.line("\n[mail]")?;
        out.line(format!("from = {}", quoted(&settings.mail.from(&edge.names))))?;
        match &settings.mail.smtp {
            Some(relay) => out.line(format!("smtp = {}", quoted(&data::blanked(relay))))?,
            None => {
                let folder = settings.mail.folder(&folder).display().to_string();
                out.line(format!("folder = {}", quoted(&folder)))?;
            }
        }
        out.line("\n[notices]")?;
        out.line(format!("allow = {}", listed(&settings.notices.allow)))?;
    }
    Ok(Answer::Yes)
}

/// Every limit, as the command line has it, or the file, or as is usual.
fn counted(args: &ServeArgs, settings: &Settings) -> BTreeMap<String, u64> {
    let usual = Limits::settings().into_iter().map(|(name, _, usual)| (name.to_owned(), usual));
    let mut all: BTreeMap<String, u64> = usual.collect();
    all.extend(settings.limits.clone());
    let said = args.limits.iter().filter_map(|it| it.split_once('='));
    all.extend(said.filter_map(|(name, number)| Some((name.to_owned(), number.parse().ok()?))));
    all
}

/// A text as TOML has it: its basic strings are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn listed(all: &[String]) -> String {
    format!("[{}]", all.iter().map(|it| quoted(it)).collect::<Vec<_>>().join(", "))
}
