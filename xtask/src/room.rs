//! Room on the disk for what the checks build: a full disk shows itself in odd places, and late.

use std::{path::Path, process::Command};

use crate::run;

/// What an empty target folder comes to, in gigabytes, when all checks have run, with some to spare.
const ONCE: f64 = 7.0;
/// The same where everything is kept that the next change can be compiled from.
const KEPT: f64 = 15.0;
/// What is still needed where the checks have been run before, and for what the tests write.
const REST: f64 = 3.0;

/// Refuses to begin where the disk would be full before the end.
pub(crate) fn check() -> Result<(), String> {
    let folder = run::root();
    // Where nobody can tell, the checks tell by themselves.
    let Some(free) = free(&folder) else { return Ok(()) };
    let needed = match (run::checks_have_run(), run::builds_once()) {
        (true, _) => REST,
        (false, true) => ONCE,
        (false, false) => KEPT,
    };
    enough(free, needed, &folder)
}

fn enough(free: f64, needed: f64, folder: &Path) -> Result<(), String> {
    if needed <= free {
        return Ok(());
    }
    Err(format!(
        "too little room on the disk of {}: {free:.1} GB are free, and the checks need {needed:.0} GB. \
         Make room (cargo clean frees what was built before), or let CARGO_TARGET_DIR name a folder on \
         another disk",
        folder.display()
    ))
}

/// Gigabytes that are free where `folder` is, as `df` tells them.
fn free(folder: &Path) -> Option<f64> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(folder.into(), std::path::PathBuf::from);
    let there = target.ancestors().find(|it| it.exists()).unwrap_or(folder);
    let told = Command::new("df").arg("-Pk").arg(there).output().ok()?;
    available(&String::from_utf8_lossy(&told.stdout))
}

/// `/dev/vda 247706112 15820668 80234532 17% /`, below a line of headings.
fn available(told: &str) -> Option<f64> {
    let line = told.lines().nth(1)?;
    let kilobytes: f64 = line.split_whitespace().rev().nth(2)?.parse().ok()?;
    Some(kilobytes / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_little_room_is_told_with_how_much_it_takes() {
        let told = "Filesystem 1024-blocks Used Available Capacity Mounted on\n\
                    /dev/a disk 247706112 15820668 2500000 17% /\n";
        let free = available(told).unwrap();
        assert_eq!(free, 2.5);
        assert!(enough(free, 2.0, Path::new("here")).is_ok());
        let err = enough(free, KEPT, Path::new("here")).unwrap_err();
        assert!(err.contains("2.5 GB are free") && err.contains("need 15 GB"), "{err}");
        assert_eq!(available("df: nothing\n"), None);
    }
}
