//! Running cargo, the program, and whatever else there is on the machine.

use std::{
    env,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").map_or(env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    here.parent().map_or(PathBuf::from("."), Path::to_owned)
}

/// The cargo that started this program, at the root of the workspace. Where nobody has built
/// anything but for the checks, as in a clone that was just made, it builds for this once.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = cargo_as_set(args);
    if builds_once() {
        // What the next change would be compiled from, and what a debugger would read, are more
        // than half of all that is written.
        command.env(INCREMENTAL, "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    }
    command
}

/// Whether nothing is kept for the next change: nobody has asked for it, and none was made yet.
pub(crate) fn builds_once() -> bool {
    // Cargo makes the folder in any case.
    let kept = || among_built("incremental").and_then(|it| it.read_dir().ok()?.next()).is_some();
    env::var_os(INCREMENTAL).is_none_or(|it| it == "0") && !kept()
}

/// The same as it is set up, for builds that are to follow edits quickly.
fn cargo_as_set(args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Whether cargo keeps what it needs to compile only what has changed.
const INCREMENTAL: &str = "CARGO_INCREMENTAL";

/// Where a file or folder of this name is among what is built as the tests are.
fn among_built(name: &str) -> Option<PathBuf> {
    // This program lies there itself.
    Some(env::current_exe().ok()?.with_file_name(name))
}

/// Whether the program has been built as the checks want it.
pub(crate) fn checks_have_run() -> bool {
    among_built(&format!("flagbridge{}", env::consts::EXE_SUFFIX)).is_some_and(|it| it.exists())
}

/// The same in `folder`, which is a workspace of its own.
pub(crate) fn cargo_in(folder: &str, args: &[&str]) -> Command {
    let manifest = root().join(folder).join("Cargo.toml");
    // Beside the workspace's own: what both are made of is built once.
    let target = root().join("target");
    let mut command = cargo(args);
    command.arg("--locked").arg("--manifest-path").arg(manifest).arg("--target-dir").arg(target);
    command
}

/// Whether `command` can be started and succeeds, its output thrown away.
pub(crate) fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs `command` to its end, which must be a good one.
pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}").replace('"', "");
    let status = command.status().map_err(|err| format!("{shown}: {err}"))?;
    if status.success() { Ok(()) } else { Err(format!("{shown}: {status}")) }
}

/// How the program is built.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Profile {
    /// As the tests have built it already: checks compile everything once.
    Checks,
    /// To be started soon: optimised, but not across crates.
    Play,
    /// As it is measured.
    Release,
    /// As it is published: the same without the names of functions.
    Dist,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Profile::Checks => "dev",
            Profile::Play => "play",
            Profile::Release => "release",
            Profile::Dist => "dist",
        }
    }
}

/// Set for checks that come after the program was built: asking cargo again would make them wait
/// for whatever else it builds meanwhile.
pub(crate) const BUILT: &str = "FLAGBRIDGE_BUILT";

/// Where cargo puts what it builds.
pub(crate) fn target() -> Result<PathBuf, String> {
    let told = cargo(&["metadata", "--no-deps", "--format-version", "1"]).output();
    let told = told.map_err(|err| format!("cargo metadata: {err}"))?;
    let told: Value = serde_json::from_slice(&told.stdout).map_err(|err| format!("cargo metadata: {err}"))?;
    let folder = told["target_directory"].as_str().ok_or("cargo metadata names no target folder")?;
    Ok(PathBuf::from(folder))
}

/// The program as the checks use it: built, unless that has just been done.
pub(crate) fn checked_program() -> Result<PathBuf, String> {
    if std::env::var_os(BUILT).is_none() {
        return build_program(Profile::Checks);
    }
    // The folder of the profile `dev` has another name than the profile.
    let program = target()?.join("debug").join(format!("flagbridge{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() { Ok(program) } else { Err(format!("{} is not built", program.display())) }
}

/// Builds the program and says where cargo put it.
pub(crate) fn build_program(profile: Profile) -> Result<PathBuf, String> {
    let args = ["build", "--profile", profile.name(), "--locked"];
    let mut build = match profile {
        Profile::Play => cargo_as_set(&args),
        Profile::Checks | Profile::Release | Profile::Dist => cargo(&args),
    };
    build.args(match profile {
        // With the features that the whole workspace asks for, as the tests are built: what only
        // tests depend on counts where one of them is built, too, and this is the smallest.
        Profile::Checks => &["--workspace", "--bin=flagbridge", "--test=typescript"][..],
        // Whoever plays at home needs no PostgreSQL.
        Profile::Play => &["--package=cli", "--bin=flagbridge", "--no-default-features"],
        Profile::Release | Profile::Dist => &["--package=cli", "--bin=flagbridge"],
    });
    build.args(["--message-format", "json-render-diagnostics"]);
    let otherwise =
        format!("the program could not be built (cargo build --profile {} --package cli)", profile.name());
    executable(build, "flagbridge")?.ok_or(otherwise)
}

/// The example of a package, built by these arguments of cargo, of which the last is its name.
pub(crate) fn built_example(args: &[&str]) -> Result<PathBuf, String> {
    let name = args.last().copied().unwrap_or_default();
    let mut build = cargo(args);
    build.args(["--message-format", "json-render-diagnostics"]);
    executable(build, name)?.ok_or(format!("the example {name} could not be built"))
}

/// Builds, and says where cargo put the program of this name; none if that failed.
fn executable(mut build: Command, name: &str) -> Result<Option<PathBuf>, String> {
    let mut child = build.stdout(Stdio::piped()).spawn().map_err(|err| format!("cargo build: {err}"))?;
    let messages = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut program = None;
    for line in messages.lines() {
        let line = line.map_err(|err| format!("cargo build: {err}"))?;
        let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
        if message["target"]["name"] == name
            && let Some(path) = message["executable"].as_str()
        {
            program = Some(PathBuf::from(path));
        }
    }
    let status = child.wait().map_err(|err| format!("cargo build: {err}"))?;
    Ok(program.filter(|_| status.success()))
}

/// What the program prints on stdout as JSON. `allow_no` accepts exit code 1,
/// with which the program says "no" and still prints.
pub(crate) fn program_json(program: &Path, args: &[&str], allow_no: bool) -> Result<Value, String> {
    let shown = format!("flagbridge {}", args.join(" "));
    let output = Command::new(program)
        .args(args)
        .current_dir(root())
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|err| format!("{shown}: {err}"))?;
    let said_no = allow_no && output.status.code() == Some(1);
    if !output.status.success() && !said_no {
        return Err(format!("{shown}: {}", output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|err| format!("{shown}: expected JSON on stdout: {err}"))
}

/// The games in the registry, by id. A crate `rules-x` that is not among them
/// is being written: its own tests run, but players do not see it.
pub(crate) fn games(program: &Path) -> Result<Vec<String>, String> {
    let games = program_json(program, &["games", "--json"], false)?;
    let ids = games.as_array().into_iter().flatten().filter_map(|game| Some(game["id"].as_str()?.to_owned()));
    let ids: Vec<String> = ids.collect();
    if ids.is_empty() { Err("flagbridge games --json: expected a list of games".to_owned()) } else { Ok(ids) }
}

/// Writes `value` to `path`, whole or not at all.
pub(crate) fn write_json(path: &Path, value: &Value) -> Result<(), String> {
    let in_file = |err: std::io::Error| format!("{}: {err}", path.display());
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(in_file)?;
    }
    let text = serde_json::to_string_pretty(value).expect("JSON values print") + "\n";
    let part = path.with_extension("part");
    std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path)).map_err(in_file)
}

/// The options of a command: `--name value`, `--flag`, and what stands free.
pub(crate) struct Args {
    pub(crate) free: Vec<String>,
    flags: Vec<String>,
    named: Vec<(String, String)>,
}

impl Args {
    pub(crate) fn parse(args: &[String], known: &[&str], flags: &[&str]) -> Result<Args, String> {
        let mut parsed = Args { free: Vec::new(), flags: Vec::new(), named: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let Some(option) = arg.strip_prefix("--") else {
                parsed.free.push(arg.clone());
                continue;
            };
            if flags.contains(&option) {
                parsed.flags.push(option.to_owned());
                continue;
            }
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (option, None),
            };
            if !known.contains(&name) {
                let all = [known, flags].concat().join(", ");
                return Err(format!("unknown option --{name}; there are {all}"));
            }
            let value = value.or_else(|| args.next().cloned()).ok_or(format!("--{name} wants a value"))?;
            parsed.named.push((name.to_owned(), value));
        }
        Ok(parsed)
    }

    pub(crate) fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|it| it == flag)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.named.iter().rev().find(|(it, _)| it == name).map(|(_, value)| value.as_str())
    }
}
