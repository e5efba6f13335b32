//! `games`, `scenarios`, `options`: what there is.

use clap::Args;
use rulesets::RULESETS;
use serde_json::Value;

use crate::{
    Answer,
    out::{Out, Style},
};

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// The game's id, as `flagbridge games` lists it
    game: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn games(args: &GamesArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let games: Vec<_> = RULESETS.iter().map(|game| game.about()).collect();
    if args.json {
        let versions = RULESETS.iter().map(|game| game.rules_version());
        let shape = games.iter().zip(versions).map(|(about, version)| {
            let mut shape = serde_json::to_value(about)?;
            shape["rules_version"] = version.into();
            Ok(shape)
        });
        out.json(&shape.collect::<Result<Vec<_>, serde_json::Error>>()?)?;
        return Ok(Answer::Yes);
    }
    let rows: Vec<Vec<String>> = games
        .iter()
        .map(|about| vec![about.id.to_owned(), about.name.to_owned(), about.nature.to_owned()])
        .collect();
    out.table(&["id", "game", "what it is like"], &rows)?;
    out.blank()?;
    for about in &games {
        out.wrapped(&format!("{}: {}, by {}.", about.name, about.edition, about.by), 0)?;
    }
    out.line("The games belong to their authors; this program is unofficial.")?;
    Ok(Answer::Yes)
}

pub(crate) fn scenarios(args: &GameArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let cards = rulesets::find(&args.game)?.scenarios();
    if args.json {
        out.json(&cards)?;
        return Ok(Answer::Yes);
    }
    for (n, card) in cards.iter().enumerate() {
        if 0 < n {
            out.blank()?;
        }
        let title = out.paint(Style::Bold, format_args!("{}  {}", card.id, card.title));
        out.line(title)?;
        out.wrapped(&card.blurb, 4)?;
        out.wrapped(&format!("Seats: {}", card.seats.join(", ")), 4)?;
    }
    Ok(Answer::Yes)
}

pub(crate) fn options(args: &GameArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let options = rulesets::find(&args.game)?.options();
    if args.json {
        out.json(&options)?;
        return Ok(Answer::Yes);
    }
    let words = rulesets::wording(&args.game);
    for group in words.groups() {
        let here = options.iter().filter(|info| words.option(info.name).1 == group);
        let row = |info: &engine::OptionInfo| {
            let (title, _) = words.option(info.name);
            let meaning = format!("{title}: {} ({})", info.meaning, info.rule);
            vec![info.name.to_owned(), plain(&info.default), info.values.to_owned(), meaning]
        };
        let rows: Vec<Vec<String>> = here.map(row).collect();
        out.line(out.paint(Style::Bold, group))?;
        out.table(&["option", "default", "values", "meaning"], &rows)?;
        out.blank()?;
    }
    out.line("Change one with --option name=value. Scenarios may set some of them differently.")?;
    Ok(Answer::Yes)
}

/// A value as people type it.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "on".to_owned(),
        Value::Bool(false) => "off".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
