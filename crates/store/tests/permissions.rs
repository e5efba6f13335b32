//! Only their owner can read what is kept, whatever the umask was and is.
#![cfg(unix)]

mod util;

use std::{
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use store::{Store, backup, file_url};
use util::{folder, new_match, open_file};

const FOLDER: &str = "FLAGBRIDGE_TEST_FOLDER";

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

/// Not a test: a database and a backup, made under the umask of this process.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "the test below starts it"]
async fn make_everything() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let path = folder.join("a.sqlite");
    let store = open_file(&path).await;
    store.create(&new_match("a")).await.unwrap();
    store.load("a").await.unwrap().unwrap();
    backup(&file_url(&path), &folder.join("backup")).await.unwrap();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        names.push(path.file_name().unwrap().to_string_lossy().into_owned());
    }
    names.sort();
    assert_eq!(names, ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal", "backup"]);
    store.close().await;
}

#[test]
fn whatever_the_umask_files_are_their_owners() {
    for umask in ["000", "022", "777"] {
        let folder = folder(&format!("umask {umask}"));
        let made = Command::new("sh")
            .args(["-c", &format!("umask {umask}; exec \"$0\" \"$@\"")])
            .arg(std::env::current_exe().unwrap())
            .args(["make_everything", "--exact", "--ignored", "--nocapture"])
            .env(FOLDER, &folder)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&made.stdout).into_owned();
        assert!(made.status.success() && said.contains("1 passed"), "{umask}: {said}");
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// Also what an older program left behind when it was killed.
#[tokio::test(flavor = "multi_thread")]
async fn files_of_an_older_program_are_tightened() {
    let folder = folder("loose");
    let path = folder.join("a.sqlite");
    let store = open_file(&path).await;
    store.create(&new_match("a")).await.unwrap();
    let loose = ["a.sqlite", "a.sqlite-wal", "a.sqlite-shm", "a.sqlite.lock"].map(|name| folder.join(name));
    std::fs::write(&loose[3], "").unwrap();
    for path in &loose {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o664)).unwrap();
    }
    // Whether it is let in or not.
    assert!(Store::open_file(&path).await.is_err());
    for path in &loose {
        assert_eq!(mode(path), 0o600, "{}", path.display());
    }
    store.close().await;
    let _ = std::fs::remove_dir_all(folder);
}
