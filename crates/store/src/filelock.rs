//! A lock on an SQLite database that lasts as long as the process wants it,
//! and that the system lifts in whatever way the process ends.

#[cfg(target_os = "linux")]
pub(crate) use database::FileLock;
#[cfg(not(target_os = "linux"))]
pub(crate) use lock_file::FileLock;

/// On Linux: a lock on the database itself, so that nothing can be deleted
/// that would let a second server in.
///
/// It is one of `flock`, which on Linux has nothing to do with the locks of
/// `fcntl` that SQLite uses. But when a process closes any descriptor of a
/// file, all its `fcntl` locks on that file are gone, SQLite's too, and
/// another process could take the log away under our hands. So a descriptor
/// once opened here is never closed: unlocked, it waits for the next who
/// wants that database.
#[cfg(target_os = "linux")]
mod database {
    use std::{
        collections::BTreeMap,
        fs::{self, File, TryLockError},
        io,
        os::unix::fs::MetadataExt as _,
        path::Path,
        sync::{Mutex, MutexGuard, PoisonError},
    };

    /// Device and inode: what a file is, whatever its names.
    type Identity = (u64, u64);

    #[derive(Debug)]
    struct Desk {
        file: File,
        taken: bool,
    }

    static DESKS: Mutex<BTreeMap<Identity, Desk>> = Mutex::new(BTreeMap::new());

    fn desks() -> MutexGuard<'static, BTreeMap<Identity, Desk>> {
        DESKS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn identity(about: &fs::Metadata) -> Identity {
        (about.dev(), about.ino())
    }

    /// Lifted when dropped.
    #[derive(Debug)]
    pub(crate) struct FileLock {
        identity: Identity,
        /// What an older program locks in place of the database.
        _beside: Option<File>,
    }

    impl FileLock {
        /// None if another has it, in this process or in any.
        pub(crate) fn try_take(path: &Path) -> io::Result<Option<FileLock>> {
            let beside = match File::options().append(true).open(crate::private::beside(path, ".lock")) {
                Ok(file) => Some(file),
                Err(err) if err.kind() == io::ErrorKind::NotFound => None,
                Err(err) => return Err(err),
            };
            if let Some(file) = &beside
                && !lock(file)?
            {
                return Ok(None);
            }
            let mut desks = desks();
            let identity = identity(&fs::metadata(path)?);
            if let std::collections::btree_map::Entry::Vacant(place) = desks.entry(identity) {
                place.insert(Desk { file: File::options().read(true).write(true).open(path)?, taken: false });
            }
            let desk = desks.get_mut(&identity).expect("just looked after");
            if desk.taken || !lock(&desk.file)? {
                return Ok(None);
            }
            desk.taken = true;
            Ok(Some(FileLock { identity, _beside: beside }))
        }
    }

    fn lock(file: &File) -> io::Result<bool> {
        match file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(err)) => Err(err),
        }
    }

    impl Drop for FileLock {
        fn drop(&mut self) {
            if let Some(desk) = desks().get_mut(&self.identity) {
                desk.taken = false;
                // A lock that stays would only be ours again.
                let _ = desk.file.unlock();
            }
        }
    }
}

/// Elsewhere `flock` and `fcntl` may be one and the same, so a file beside the
/// database is locked.
#[cfg(not(target_os = "linux"))]
mod lock_file {
    use std::{
        fs::{File, TryLockError},
        io,
        path::Path,
    };

    /// Lifted when dropped.
    #[derive(Debug)]
    pub(crate) struct FileLock {
        _file: File,
    }

    impl FileLock {
        /// None if another has it.
        pub(crate) fn try_take(path: &Path) -> io::Result<Option<FileLock>> {
            let path = crate::private::beside(path, ".lock");
            let file = match crate::private::make_file(&path) {
                Err(err) if err.kind() == io::ErrorKind::AlreadyExists => {
                    File::options().append(true).open(&path)?
                }
                made => made?,
            };
            match file.try_lock() {
                Ok(()) => Ok(Some(FileLock { _file: file })),
                Err(TryLockError::WouldBlock) => Ok(None),
                Err(TryLockError::Error(err)) => Err(err),
            }
        }
    }
}
