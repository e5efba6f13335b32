//! `cargo xtask dist`: everything that people take home, and `cargo xtask site`: what they read
//! before. Crate `press` does the work, so that nobody waits for what it is made of but who asks for it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use crate::{
    run::{self, Args, Profile},
    trial, web,
};

/// Packages, in `target/packages`.
pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let args = Args::parse(args, &["program"], &["trial"])?;
    if !args.free.is_empty() {
        return Err(format!("dist: cannot make sense of {:?}", args.free.join(" ")));
    }
    let folder = match args.get("program") {
        Some(program) => pack(Path::new(program))?,
        None => packages()?,
    };
    if args.has("trial") {
        trial::run(&folder)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds everything as it is published, and packs it; unless `FLAGBRIDGE_PACKAGES` names a folder with
/// packages that are to be tried.
pub(crate) fn packages() -> Result<PathBuf, String> {
    if let Some(folder) = std::env::var_os("FLAGBRIDGE_PACKAGES") {
        return Ok(folder.into());
    }
    web::build()?;
    pack(&run::build_program(Profile::Dist)?)
}

fn pack(program: &Path) -> Result<PathBuf, String> {
    let folder = run::root().join("target/packages");
    let in_folder = |err: std::io::Error| format!("{}: {err}", folder.display());
    // What was packed before must not be taken for what was packed now.
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(in_folder)?;
    }
    fs::create_dir_all(&folder).map_err(in_folder)?;
    let target = target()?;
    let program = program.canonicalize().map_err(|err| format!("{}: {err}", program.display()))?;
    run::succeed(
        press("dist").arg("--program").arg(program).args(["--target", &target]).arg("--to").arg(&folder),
    )?;
    // Beside the package: what makes a container of it.
    for name in ["Containerfile", "root.sh"] {
        let from = run::root().join("ops/container").join(name);
        fs::copy(&from, folder.join(name)).map_err(|err| format!("{}: {err}", from.display()))?;
    }
    Ok(folder)
}

/// The pages of `docs/` as a site, in `target/site`.
pub(crate) fn site() -> Result<ExitCode, String> {
    web::install()?;
    run::succeed(press("site").arg("--to").arg(run::root().join("target/site")))?;
    Ok(ExitCode::SUCCESS)
}

fn press(command: &str) -> Command {
    run::cargo(&["run", "--quiet", "--locked", "--package", "press", "--", command])
}

/// What this machine's programs are called among compilers.
fn target() -> Result<String, String> {
    let told = Command::new("rustc").arg("-vV").output().map_err(|err| format!("rustc: {err}"))?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or("rustc -vV names no host".to_owned())
}
