//! Files for their owner alone, whatever the umask: the secrets of all dice
//! are in them.
//!
//! Files that are there are tightened by their names, never opened: closing
//! a descriptor of a database drops every lock that SQLite has on it in the
//! same process.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A file beside another, named like it with something behind.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Makes an empty file that only its owner may read and write.
///
/// # Errors
///
/// [`io::ErrorKind::AlreadyExists`] if there is something of that name.
pub fn make_file(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    // A umask may have taken away what the owner needs.
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

/// Makes a folder, with those above it, that only its owner may enter.
///
/// # Errors
///
/// If it cannot be made.
pub fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Whether others than the owner may do anything with it.
///
/// # Errors
///
/// If it cannot be looked at.
#[cfg(unix)]
pub fn is_open_to_others(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::metadata(path)?.permissions().mode() & 0o077 != 0)
}

/// # Errors
///
/// Never: permissions are another matter on this system.
#[cfg(not(unix))]
pub fn is_open_to_others(_path: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Takes from everybody but the owner what they may do with it. False if they
/// could do nothing before.
///
/// # Errors
///
/// If it is not there, or another's.
#[cfg(unix)]
pub fn tighten(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = fs::metadata(path)?.permissions();
    if permissions.mode() & 0o077 == 0 {
        return Ok(false);
    }
    permissions.set_mode(permissions.mode() & 0o700);
    fs::set_permissions(path, permissions)?;
    Ok(true)
}

/// # Errors
///
/// Never: permissions are another matter on this system.
#[cfg(not(unix))]
pub fn tighten(_path: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Before SQLite makes it: what it makes beside a database has the
/// permissions of the database. What an older program made is tightened.
pub(crate) fn database(path: &Path, may_be_made: bool) -> io::Result<()> {
    if may_be_made {
        match make_file(path) {
            // Nobody has it open yet, so it may be closed.
            Ok(_) => return Ok(()),
            Err(err) if err.kind() == io::ErrorKind::AlreadyExists => {}
            Err(err) => return Err(err),
        }
    }
    for suffix in ["", "-wal", "-shm", "-journal", ".lock"] {
        let path = beside(path, suffix);
        match tighten(&path) {
            Ok(true) => tracing::info!(file = %path.display(), "now readable by its owner alone"),
            Ok(false) => {}
            Err(err) if err.kind() == io::ErrorKind::NotFound => {}
            // Somebody else's, who may have their reasons.
            Err(err) => {
                tracing::warn!(file = %path.display(), %err, "others may read this, and it cannot be changed");
            }
        }
    }
    Ok(())
}
