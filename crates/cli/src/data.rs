//! Where battles are kept, and that nobody else on the machine reads them
//! there: the secrets of all dice are among them.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::Deserialize;
use store::private;
use tracing_subscriber::EnvFilter;

/// Which database is meant.
#[derive(Clone, Debug, Args)]
pub(crate) struct Place {
    /// Where battles are kept [default: flagbridge in your data folder] [env: FLAGBRIDGE_DATA]
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    data: Option<PathBuf>,
    /// Keep battles in this database instead: postgres://… or sqlite://… [env: FLAGBRIDGE_DATABASE]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// The database itself.
#[derive(Debug)]
pub(crate) enum Kept {
    File(PathBuf),
    Url(String),
}

impl Kept {
    pub(crate) fn url(&self) -> String {
        match self {
            Kept::File(path) => store::file_url(path),
            Kept::Url(url) => url.clone(),
        }
    }
}

const DATABASE: &str = "flagbridge.sqlite";
/// Where mail is laid that no relay takes.
pub(crate) const MAIL: &str = "mail";
/// Where the studies of the lab are kept.
pub(crate) const STUDIES: &str = "studies";

impl Place {
    /// The same, or if nothing was said, what stands in the environment or else in a file.
    pub(crate) fn or(&self, data: Option<&Path>, database: Option<&str>) -> Place {
        let said = self.said();
        if said.data.is_some() || said.database.is_some() {
            return said;
        }
        Place { data: data.map(Path::to_owned), database: database.map(str::to_owned) }
    }

    /// What was said on the command line, or if nothing was, in the environment.
    fn said(&self) -> Place {
        if self.data.is_some() || self.database.is_some() {
            return self.clone();
        }
        let of = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let database = of("FLAGBRIDGE_DATABASE").map(|it| it.to_string_lossy().into_owned());
        let data = of("FLAGBRIDGE_DATA").map(PathBuf::from).filter(|_| database.is_none());
        Place { data, database }
    }

    /// The database that is to be used, in a folder that is made if there is none.
    pub(crate) fn made(&self) -> anyhow::Result<Kept> {
        let this = self.said();
        this.made_as_said()
    }

    fn made_as_said(&self) -> anyhow::Result<Kept> {
        if let Some(url) = &self.database {
            return Ok(Kept::Url(url.clone()));
        }
        let folder = self.folder()?;
        keep_to_ourselves(&folder, self.data.is_none()).with_context(|| format!("{}", folder.display()))?;
        Ok(Kept::File(folder.join(DATABASE)))
    }

    /// The database that is to be looked at.
    pub(crate) fn found(&self) -> anyhow::Result<Kept> {
        let said = self.said();
        Ok(match &said.database {
            Some(url) => Kept::Url(url.clone()),
            None => Kept::File(said.folder()?.join(DATABASE)),
        })
    }

    /// What is meant, to be shown: the folder, or the database with its password blanked.
    pub(crate) fn shown(&self) -> anyhow::Result<(&'static str, String)> {
        Ok(match &self.database {
            Some(url) => ("database", blanked(url)),
            None => ("data", self.folder()?.display().to_string()),
        })
    }

    pub(crate) fn folder(&self) -> anyhow::Result<PathBuf> {
        match &self.data {
            Some(folder) => Ok(folder.clone()),
            None => Ok(data_folder()
                .context("no data folder is known here; name one with --data")?
                .join("flagbridge")),
        }
    }
}

/// The address of a database or a relay without the password in it.
pub(crate) fn blanked(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    // A password may have an `@` in it; the last one counts.
    let (who, place) = rest.rsplit_once('@').unwrap_or(("", rest));
    let who = who.split_once(':').map_or_else(|| who.to_owned(), |(name, _)| format!("{name}:***"));
    let at = if who.is_empty() { "" } else { "@" };
    let (place, query) = place.split_once('?').map_or((place, None), |(place, query)| (place, Some(query)));
    let blank = |pair: &str| match pair.split_once('=') {
        Some((name, _)) if name.contains("password") => format!("{name}=***"),
        Some(_) | None => pair.to_owned(),
    };
    let query = query.map(|it| it.split('&').map(blank).collect::<Vec<_>>().join("&"));
    let query = query.map_or(String::new(), |it| format!("?{it}"));
    format!("{scheme}://{who}{at}{place}{query}")
}

/// A folder that we make or have made is closed to others. One that is
/// somebody's for other things as well is theirs to close.
fn keep_to_ourselves(folder: &Path, usual: bool) -> std::io::Result<()> {
    if !folder.exists() {
        return private::make_folder(folder);
    }
    if !private::is_open_to_others(folder)? {
        return Ok(());
    }
    let shown = folder.display();
    if !usual && !is_ours(folder)? {
        tracing::warn!(folder = %shown, "others may look into this folder; its files of ours are closed to them");
        return Ok(());
    }
    match private::tighten(folder) {
        Ok(_) => tracing::info!(folder = %shown, "now readable by its owner alone"),
        Err(err) => {
            tracing::warn!(folder = %shown, %err, "others may look into this folder, and it cannot be changed");
        }
    }
    Ok(())
}

/// Whether our database is there, and nothing else: closing a folder that
/// others use would lock them out.
fn is_ours(folder: &Path) -> std::io::Result<bool> {
    let mut there = false;
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with(DATABASE) && name != MAIL && name != STUDIES {
            return Ok(false);
        }
        there |= name == DATABASE;
    }
    Ok(there)
}

/// Where programs keep a user's data on this system.
fn data_folder() -> Option<PathBuf> {
    let dir = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        dir("LOCALAPPDATA").or_else(|| dir("APPDATA"))
    } else if cfg!(target_os = "macos") {
        dir("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        dir("XDG_DATA_HOME").or_else(|| dir("HOME").map(|home| home.join(".local/share")))
    }
}

/// How messages are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// A JSON object a line, with the name of the request that it belongs to.
    Json,
}

impl LogFormat {
    pub(crate) fn name(self) -> &'static str {
        match self {
            LogFormat::Text => "text",
            LogFormat::Json => "json",
        }
    }
}

/// Messages of everything below go to stderr; `FLAGBRIDGE_LOG` says which.
pub(crate) fn log(usual: &str) {
    log_as(usual, LogFormat::Text);
}

pub(crate) fn log_as(usual: &str, format: LogFormat) {
    let filter = EnvFilter::try_from_env("FLAGBRIDGE_LOG").unwrap_or_else(|_| EnvFilter::new(usual));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => lines.init(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).init(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_shown() {
        for (url, shown) in [
            ("postgres://me:sesame@db.example/x", "postgres://me:***@db.example/x"),
            ("postgres://me:a@b:c@db/x?sslmode=require", "postgres://me:***@db/x?sslmode=require"),
            ("postgres://db/x?user=me&password=sesame", "postgres://db/x?user=me&password=***"),
            ("postgres://me@db/x", "postgres://me@db/x"),
            ("sqlite:///var/lib/x.sqlite", "sqlite:///var/lib/x.sqlite"),
        ] {
            assert_eq!(blanked(url), shown);
        }
    }
}
