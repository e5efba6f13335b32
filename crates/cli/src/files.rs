//! Files: read whole, written whole or not at all.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use rulesets::Fault;

/// The text of a file.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let shown = path.display();
    let about = fs::metadata(path).with_context(|| format!("{shown}: cannot be read"))?;
    if about.is_dir() {
        bail!("{shown}: is a folder, expected a file");
    }
    let bytes = fs::read(path).with_context(|| format!("{shown}: cannot be read"))?;
    String::from_utf8(bytes).map_err(|err| {
        let at = err.utf8_error().valid_up_to();
        anyhow::anyhow!("{shown}: not text, byte {at} is not UTF-8")
    })
}

/// Every `.json` and `.toml` file that is named, or lies in a folder that is
/// named or below it, in order of name.
fn gather(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let about = fs::metadata(path).with_context(|| format!("{}: cannot be read", path.display()))?;
        if !about.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        walk(path, &mut files)?;
        if files.len() == before {
            bail!("{}: no .json or .toml file in this folder", path.display());
        }
    }
    Ok(files)
}

/// The same with their texts, by name. One that cannot be read says why: the others still can.
pub(crate) fn read_all(paths: &[PathBuf]) -> anyhow::Result<Vec<(String, Result<String, Fault>)>> {
    let text = |path: &Path| read(path).map_err(|err| Fault::Failed(format!("{err:#}")));
    Ok(gather(paths)?.into_iter().map(|path| (path.display().to_string(), text(&path))).collect())
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let unreadable = || format!("{}: cannot be read", folder.display());
    let entries: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder).with_context(unreadable)?.map(|entry| Ok(entry?.path())).collect();
    let mut entries = entries.with_context(unreadable)?;
    entries.sort();
    for path in entries {
        // A link to a folder could lead back here.
        let is_folder = fs::symlink_metadata(&path).is_ok_and(|about| about.is_dir());
        if is_folder {
            walk(&path, files)?;
        } else if path.to_str().is_some_and(|name| rulesets::Format::of(name).is_some()) {
            files.push(path);
        }
    }
    Ok(())
}

/// A file that appears under its name only when it is finished.
#[derive(Debug)]
pub(crate) struct Draft {
    name: String,
    to: Option<BufWriter<File>>,
    /// Where it is being written, and where it goes; none for a device or pipe,
    /// which must be written to as it is.
    rename: Option<(PathBuf, PathBuf)>,
}

impl Draft {
    /// # Errors
    ///
    /// If nothing can be written there, before any work has been done for it.
    pub(crate) fn begin(path: &Path) -> anyhow::Result<Draft> {
        Draft::begin_with(path, |part| File::create(part))
    }

    /// One that only its owner can read, from the first byte on.
    ///
    /// # Errors
    ///
    /// As [`Draft::begin`].
    fn begin_private(path: &Path) -> anyhow::Result<Draft> {
        Draft::begin_with(path, |part| {
            // Left behind by a process of the same number that is long gone.
            let _ = fs::remove_file(part);
            store::private::make_file(part)
        })
    }

    fn begin_with(path: &Path, create: impl Fn(&Path) -> io::Result<File>) -> anyhow::Result<Draft> {
        let name = path.display().to_string();
        let unwritable = || format!("{name}: cannot be written");
        let (to, rename) = match fs::metadata(path) {
            Ok(about) if about.is_dir() => bail!("{name}: is a folder, expected a file"),
            Ok(about) if !about.is_file() => {
                (File::options().write(true).open(path).with_context(unwritable)?, None)
            }
            Ok(about) if about.permissions().readonly() => bail!("{name}: is read-only"),
            Ok(_) | Err(_) => {
                // A link stays a link: what it points to is written.
                let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
                let Some(file) = path.file_name() else { bail!("{name}: expected the name of a file") };
                let mut hidden = std::ffi::OsString::from(".");
                hidden.push(file);
                hidden.push(format!(".{}.part", std::process::id()));
                let part = path.with_file_name(hidden);
                (create(&part).with_context(unwritable)?, Some((part, path)))
            }
        };
        Ok(Draft { name, to: Some(BufWriter::new(to)), rename })
    }

    pub(crate) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.write_bytes(text.as_bytes())
    }

    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let to = self.to.as_mut().expect("open until it is finished");
        to.write_all(bytes).with_context(|| format!("{}: cannot be written", self.name))
    }

    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let to = self.to.take().expect("finished once");
        self.put_in_place(to).with_context(|| format!("{}: cannot be written", self.name))
    }

    fn put_in_place(&mut self, to: BufWriter<File>) -> io::Result<()> {
        let file = to.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some((part, path)) = &self.rename {
            file.sync_all()?;
            drop(file);
            fs::rename(part, path)?;
            self.rename = None;
        }
        Ok(())
    }
}

/// An unfinished draft leaves nothing behind.
impl Drop for Draft {
    fn drop(&mut self) {
        self.to = None;
        if let Some((part, _)) = &self.rename {
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes all of `text` for its owner's eyes alone, or changes nothing.
pub(crate) fn write_private(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut draft = Draft::begin_private(path)?;
    draft.write(text)?;
    draft.finish()
}

/// Writes all of `text`, or changes nothing.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut draft = Draft::begin(path)?;
    draft.write(text)?;
    draft.finish()
}
