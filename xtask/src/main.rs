//! `cargo xtask …`: what the project does to itself.

mod balance;
mod bench;
mod checks;
mod debian;
mod dist;
mod fairness;
mod fuzz;
mod interface;
mod long;
mod mutants;
mod place;
mod python;
mod records;
mod room;
mod run;
mod scale;
mod shots;
mod strength;
mod supply;
mod targets;
mod tidy;
mod trial;
mod web;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask COMMAND

  play [OPTIONS]                            build everything and open the table in the browser
  play --demo | --terminal [GAME SCENARIO] [OPTIONS]
                                            play in the terminal; by itself with --demo
  play --build-only                         build everything and say where the program is
  test                                      every check a change must pass
  test --long                               the same, then soaks, long tests and fuzzing: hours
  test --only NAME                          one of these checks alone, by the name it has in the summary
  fuzz [TARGET…] [--seconds N] [--seed N]   hostile input for everything that comes from outside
  mutants GAME [--sample N] [--seed S] [--jobs N] [--laws] [--again]
                                            small faults in the code of the rules: does a test notice?
  dist [--trial] [--program FILE]           packages for this system, in target/packages; with --trial the
                                            one for Debian is tried in an empty Debian (as root)
  wheel                                     the package for Python, in target/wheels
  site                                      the pages of docs/ as a site, in target/site
  shots [--check]                           every picture in the documents anew; --check says whether the
                                            client has changed since
  types                                     write the client's types from crate wire and the games
  tidy                                      only the checks of how the sources are laid out
  records [--add]                           kept records recompute, or the rules have a new version;
                                            --add puts new ones into their manifest
  bench [GAME…] [--quick] [--json FILE]     speed, memory, instruction counts, frame times, load
  bench fleet [--quick] [--keep]            what one server and three on one PostgreSQL bear; --keep lets
                                            docs/scale.md reckon with it
  scale [--players N] [--core MONEY] [--gigabyte MONEY] [--home SHARE] [--costs FILE] [--simulate] [--page]
                                            what so many players a day need: docs/scale.md; --page writes it
  strength [GAME…] [--battles N] [--quick] [--json FILE]
                                            how the computer players fare against each other
  fairness [GAME…] [--scenario ID] [--battles N] [--admirals N] [--random N] [--seed S] [--jobs N]
           [--quick] [--table] [--program FILE]
                                            what `flagbridge lab fair` says of every supplied scenario:
                                            docs/fairness.md; --table writes it from what has been measured
  balance [--program FILE] [--jobs N] [--ladder N] [--forces N]
                                            what the lab found: fights studies/, writes docs/balance.md";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = args.split_first() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let done = match command.as_str() {
        "play" => play(rest),
        "test" if rest.is_empty() => checks::run(&[]),
        "test" if rest == ["--long"] => checks::run(&long::LONG),
        "test" if rest.len() == 2 && rest[0] == "--only" => checks::only(&rest[1]),
        "fuzz" => fuzz::run(rest),
        "mutants" => mutants::run(rest),
        "dist" => dist::run(rest),
        "wheel" if rest.is_empty() => python::wheel(),
        "site" if rest.is_empty() => dist::site(),
        "shots" => shots::run(rest),
        "types" if rest.is_empty() => web::types(),
        "tidy" if rest.is_empty() => tidy::run(),
        "records" => records::run(rest),
        "balance" => balance::run(rest),
        "bench" => bench::run(rest),
        "scale" => scale::run(rest),
        "strength" => strength::run(rest),
        "fairness" => fairness::run(rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("xtask: cannot make sense of {:?}\n\n{USAGE}", args.join(" "));
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(code) => code,
        Err(err) => {
            eprintln!("xtask: {err}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the program and starts its main job on its defaults: the table in
/// the browser, or a battle in the terminal.
fn play(args: &[String]) -> Result<ExitCode, String> {
    let terminal = args.iter().any(|it| it == "--terminal" || it == "--demo");
    if !terminal {
        web::build()?;
    }
    let program = run::build_program(run::Profile::Play)?;
    if args == ["--build-only"] {
        println!("{}", program.display());
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = std::process::Command::new(program);
    let rest: Vec<&String> = args.iter().filter(|it| *it != "--terminal").collect();
    if terminal {
        command.arg("play");
        if rest.first().is_none_or(|first| first.starts_with('-')) {
            command.args(["asfos", "intro"]);
        }
    } else {
        command.args(["serve", "--open"]);
    }
    let status = command.args(rest).status().map_err(|err| format!("flagbridge: {err}"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Ok(ExitCode::from(code))
}
