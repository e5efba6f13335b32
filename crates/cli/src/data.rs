//! Where battles are kept, and that nobody else on the machine reads them
//! there: the secrets of all dice are among them.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::Args;
use store::private;
use tracing_subscriber::EnvFilter;

/// Which database is meant.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// Where battles are kept [default: flagbridge in your data folder]
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    data: Option<PathBuf>,
    /// Keep battles in this database instead: postgres://… or sqlite://…
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

impl Place {
    /// The database that is to be used, in a folder that is made if there is none.
    pub(crate) fn made(&self) -> anyhow::Result<Kept> {
        if let Some(url) = &self.database {
            return Ok(Kept::Url(url.clone()));
        }
        let folder = self.folder()?;
        keep_to_ourselves(&folder, self.data.is_none()).with_context(|| format!("{}", folder.display()))?;
        Ok(Kept::File(folder.join(DATABASE)))
    }

    /// The database that is to be looked at.
    pub(crate) fn found(&self) -> anyhow::Result<Kept> {
        Ok(match &self.database {
            Some(url) => Kept::Url(url.clone()),
            None => Kept::File(self.folder()?.join(DATABASE)),
        })
    }

    fn folder(&self) -> anyhow::Result<PathBuf> {
        match &self.data {
            Some(folder) => Ok(folder.clone()),
            None => Ok(data_folder()
                .context("no data folder is known here; name one with --data")?
                .join("flagbridge")),
        }
    }
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
        Ok(_) => tracing::info!(folder = %shown, "now for its owner alone"),
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
        if !name.starts_with(DATABASE) {
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

/// Messages of everything below go to stderr; `FLAGBRIDGE_LOG` says which.
pub(crate) fn log(usual: &str) {
    let filter = EnvFilter::try_from_env("FLAGBRIDGE_LOG").unwrap_or_else(|_| EnvFilter::new(usual));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}
