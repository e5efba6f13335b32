//! What is kept of a study beside its battles: whose it is, and how far it has come.

use std::{fs, io, path::Path};

use lab::Asking;
use serde::{Deserialize, Serialize};
use wire::{StudyBattle, StudyFigure, StudyKind, StudyQuestion, StudyStanding, StudyState};

/// The file in a study's folder that says so.
const ABOUT: &str = "about.json";
/// What was shown of it last, so that nobody has to read all its battles again.
const SHOWN: &str = "shown.json";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    pub(crate) title: String,
    pub(crate) question: StudyQuestion,
    pub(crate) games: Vec<String>,
    /// Whose it is, if that is somebody with an account.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) person: String,
    /// The hash of what opens it to a guest.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) secret: String,
    pub(crate) state: StudyState,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
    /// In milliseconds since 1970: when it was asked, when it was put in line last, and when somebody looked.
    pub(crate) created: i64,
    pub(crate) queued: i64,
    pub(crate) seen: i64,
    /// Milliseconds of work since somebody let it go on.
    pub(crate) worked: u64,
    /// Files that were sent along.
    pub(crate) inputs: Vec<String>,
}

/// What is shown of a study but for whoever looks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shown {
    pub(crate) battles: u64,
    pub(crate) most: u64,
    pub(crate) answers: Vec<String>,
    pub(crate) standings: Vec<StudyStanding>,
    pub(crate) kinds: Vec<StudyKind>,
    pub(crate) latest: Vec<StudyBattle>,
    pub(crate) figures: Vec<StudyFigure>,
}

pub(crate) fn asking(question: StudyQuestion) -> Asking {
    match question {
        StudyQuestion::Fair => Asking::Fair,
        StudyQuestion::Fleets => Asking::Fleets,
        StudyQuestion::Players => Asking::Players,
        StudyQuestion::Matrix => Asking::Matrix,
        StudyQuestion::Free => Asking::Free,
    }
}

/// A file that is there whole or not at all.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let part = path.with_extension("part");
    fs::write(&part, text)?;
    fs::rename(&part, path)
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> io::Result<T> {
    serde_json::from_str(&fs::read_to_string(path)?).map_err(io::Error::other)
}

impl Kept {
    pub(crate) fn read(folder: &Path) -> io::Result<Kept> {
        read(&folder.join(ABOUT))
    }

    /// What cannot be written is told in the log: the study goes on, and is asked for anew after a restart.
    pub(crate) fn write(&self, folder: &Path) {
        let text = serde_json::to_string_pretty(self).expect("plain data");
        if let Err(err) = write(&folder.join(ABOUT), &text) {
            tracing::error!(folder = %folder.display(), %err, "what is known of a study is not kept");
        }
    }
}

impl Shown {
    /// Nothing has been shown of a study before its first battles.
    pub(crate) fn read(folder: &Path) -> Shown {
        read(&folder.join(SHOWN)).unwrap_or_default()
    }

    pub(crate) fn write(&self, folder: &Path) {
        let text = serde_json::to_string(self).expect("plain data");
        if let Err(err) = write(&folder.join(SHOWN), &text) {
            tracing::error!(folder = %folder.display(), %err, "what is shown of a study is not kept");
        }
    }
}
