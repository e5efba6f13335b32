//! `press`: makes of what is built what people take home. `cargo xtask dist`
//! and `cargo xtask site` build what it needs and call it.

mod archive;
mod deb;
mod dist;
mod licences;
mod site;

use std::process::ExitCode;

const USAGE: &str = "\
press dist --program FILE --target TRIPLE --to FOLDER   packages of this program
press site --to FOLDER                                  the pages of docs/ as a site";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["dist", "--program", program, "--target", target, "--to", folder] => {
            dist::run(program.as_ref(), target, folder.as_ref())
        }
        ["site", "--to", folder] => site::run(folder.as_ref()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(err) => {
            eprintln!("press: {err}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text of a file of ours.
fn read(path: &std::path::Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|err| format!("{}: {err}", path.display()))
}
