//! The package for Python: built, put where Python finds it, tested, and made a wheel.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

use crate::{
    checks::{Count, counted, succeed},
    debian, run,
};

/// Types and tests.
pub(crate) fn check(count: &mut Count) -> Result<(), String> {
    let python = Home::new("dev", "requirements.txt")?;
    let mut types = python.module("mypy");
    let package = python.package.join("flagbridge");
    types.args(["--config-file", "python/pyproject.toml", "--cache-dir"]).arg(python.folder.join("types"));
    succeed(types.arg(&package), "the package's types do not fit")?;
    counted(python.module("pytest").args(["-q", "-p", "no:cacheprovider"]).arg("python"), count)
}

/// Clusters and examples: minutes, and several hundred megabytes to fetch.
pub(crate) fn check_long(count: &mut Count) -> Result<(), String> {
    let python = Home::new("release", "requirements-long.txt")?;
    let mut tests = python.module("pytest");
    counted(tests.args(["-q", "-p", "no:cacheprovider", "-m", "long"]).arg("python"), count)
}

/// `cargo xtask wheel`: the package as a file to be installed, in target/wheels.
pub(crate) fn wheel() -> Result<ExitCode, String> {
    let requirements = run::root().join("python/requirements-long.txt");
    let text =
        fs::read_to_string(&requirements).map_err(|err| format!("{}: {err}", requirements.display()))?;
    let maturin = text.lines().find(|it| it.starts_with("maturin==")).ok_or("no version of maturin")?;
    let folder = run::target()?.join("python");
    let venv = Venv::new(&folder.join("wheel"), maturin, &[maturin])?;
    let mut build = Command::new(venv.bin("maturin"));
    build.args(["build", "--release", "--locked", "--out"]).arg(run::target()?.join("wheels"));
    // It is found on the path by what calls it back.
    build.env("PATH", prepended(&venv.folder.join("bin"))?).current_dir(run::root().join("python"));
    succeed(&mut build, "no wheel was made")?;
    Ok(ExitCode::SUCCESS)
}

fn prepended(folder: &Path) -> Result<std::ffi::OsString, String> {
    let before = env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(folder.to_owned()).chain(env::split_paths(&before));
    env::join_paths(all).map_err(|err| format!("PATH: {err}"))
}

/// A Python of the project's own, with the package in reach.
pub(crate) struct Home {
    folder: PathBuf,
    venv: Venv,
    /// Where `flagbridge` lies.
    package: PathBuf,
}

impl Home {
    /// With the package as cargo builds it by this profile.
    pub(crate) fn new(profile: &str, requirements: &str) -> Result<Home, String> {
        let folder = run::target()?.join("python");
        let file = run::root().join("python").join(requirements);
        let text = fs::read_to_string(&file).map_err(|err| format!("{}: {err}", file.display()))?;
        let mut key = text.clone();
        if let Some(other) = text.lines().find_map(|it| it.strip_prefix("-r ")) {
            let other = file.with_file_name(other);
            key += &fs::read_to_string(&other).map_err(|err| format!("{}: {err}", other.display()))?;
        }
        let name = requirements.trim_end_matches(".txt");
        let list = file.to_string_lossy().into_owned();
        let venv = Venv::new(&folder.join(name), &key, &["--no-deps", "--requirement", &list])?;
        let package = folder.join(profile);
        lay_out(&built(profile)?, &package.join("flagbridge"))?;
        Ok(Home { folder, venv, package })
    }

    /// A module of Python's, called at the project's root.
    pub(crate) fn module(&self, name: &str) -> Command {
        let mut command = self.python();
        command.args(["-m", name]);
        command
    }

    pub(crate) fn python(&self) -> Command {
        let mut command = Command::new(self.venv.bin("python"));
        command.env("PYTHONPATH", &self.package).env("PYTHONDONTWRITEBYTECODE", "1");
        command.current_dir(run::root());
        command
    }
}

/// Packages in a folder of their own.
struct Venv {
    folder: PathBuf,
}

impl Venv {
    /// Made anew whenever what is wanted in it, `key`, has changed.
    fn new(folder: &Path, key: &str, install: &[&str]) -> Result<Venv, String> {
        let venv = Venv { folder: folder.to_owned() };
        let note = folder.join("wanted");
        if fs::read_to_string(&note).is_ok_and(|it| it == key)
            && run::works(Command::new(venv.bin("python")).arg("--version"))
        {
            return Ok(venv);
        }
        debian::python_venv()?;
        let _ = fs::remove_dir_all(folder);
        println!("installing Python's packages into {}", folder.display());
        succeed(Command::new("python3").args(["-m", "venv"]).arg(folder), "no environment for Python")?;
        let mut pip = Command::new(venv.bin("python"));
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--only-binary",
            ":all:",
        ]);
        succeed(pip.args(install), "Python's packages could not be installed")?;
        fs::write(&note, key).map_err(|err| format!("{}: {err}", note.display()))?;
        Ok(venv)
    }

    fn bin(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }
}

/// The module as cargo leaves it.
fn built(profile: &str) -> Result<PathBuf, String> {
    // Beside the program, so that both ask for the same features and nothing is built twice.
    let args =
        ["build", "--locked", "--package", "python", "--package", "cli", "--lib", "--profile", profile];
    let mut build = run::cargo(&args);
    succeed(build.stderr(Stdio::inherit()), "the package does not build")?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let (before, end) = (env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    Ok(run::target()?.join(folder).join(format!("{before}_native{end}")))
}

/// The package as a wheel would install it.
fn lay_out(module: &Path, to: &Path) -> Result<(), String> {
    let failed = |path: &Path, err: std::io::Error| format!("{}: {err}", path.display());
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).map_err(|err| failed(to, err))?;
    let from = run::root().join("python/flagbridge");
    for entry in fs::read_dir(&from).map_err(|err| failed(&from, err))?.flatten() {
        let path = entry.path();
        if path.is_file() {
            fs::copy(&path, to.join(entry.file_name())).map_err(|err| failed(&path, err))?;
        }
    }
    let ending = if cfg!(windows) { "pyd" } else { "abi3.so" };
    fs::copy(module, to.join(format!("_native.{ending}"))).map_err(|err| failed(module, err))?;
    Ok(())
}
