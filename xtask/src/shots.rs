//! `cargo xtask shots`: the pictures in the documents, and whether they still show the client as it is.
//!
//! Taking them takes minutes, and a small change need not show. So a change is not held up: a hash of
//! the sources they were taken from lies beside them, and only the long checks, before a release, ask
//! that it is that of today's.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use crate::{run, web};

/// Which client the pictures show.
const NOTE: &str = "docs/screenshots/CLIENT";

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => take()?,
        ["--check"] => check()?,
        _ => return Err(format!("shots: cannot make sense of {:?}", args.join(" "))),
    }
    Ok(ExitCode::SUCCESS)
}

fn take() -> Result<(), String> {
    web::build()?;
    let today = client(&run::root())?;
    web::shots(&run::checked_program()?)?;
    let path = run::root().join(NOTE);
    fs::write(&path, format!("{today}\n")).map_err(|err| format!("{}: {err}", path.display()))?;
    println!("look at them before you commit them");
    Ok(())
}

/// # Errors
///
/// If the client has changed since its pictures were taken.
pub(crate) fn check() -> Result<(), String> {
    let root = run::root();
    let taken = fs::read_to_string(root.join(NOTE)).unwrap_or_default();
    let today = client(&root)?;
    if taken.trim() == today {
        println!("the pictures show the client as it is");
        return Ok(());
    }
    Err(format!(
        "the client has changed since its pictures were taken ({NOTE} has {:?}, the client is {today:?}): \
         run cargo xtask shots, look at docs/screenshots and docs/film, and commit them",
        taken.trim()
    ))
}

/// A hash of everything that may show: the client's sources without their tests.
fn client(root: &Path) -> Result<String, String> {
    let mut files = vec![root.join("web/index.html")];
    gather(&root.join("web/src"), &mut files)?;
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let bytes = fs::read(&file).map_err(|err| format!("{}: {err}", file.display()))?;
        hasher.update(name.as_bytes()).update(&[0]).update(blake3::hash(&bytes).as_bytes());
    }
    Ok(hasher.finalize().to_hex()[..16].to_owned())
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(|err| format!("{}: {err}", folder.display()))? {
        let path = entry.map_err(|err| format!("{}: {err}", folder.display()))?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else if !path.to_string_lossy().contains(".test.") {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_the_client_is_noticed_and_one_of_its_tests_is_not() {
        let root = std::env::temp_dir().join(format!("flagbridge-shots-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let path = root.join("web").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("index.html", "<p>");
        write("src/lib/a.ts", "1");
        let first = client(&root).unwrap();
        write("src/lib/a.test.ts", "2");
        assert_eq!(client(&root).unwrap(), first);
        write("src/lib/a.ts", "3");
        assert_ne!(client(&root).unwrap(), first);
        fs::remove_dir_all(&root).unwrap();
    }
}
