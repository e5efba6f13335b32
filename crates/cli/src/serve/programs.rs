//! `serve --exec`: programs of one's own that may be given a seat.

use std::{sync::Arc, time::Duration};

use ::lab::Command;
use server::Programs;

use super::ServeArgs;
use crate::{Misuse, settings::Settings};

/// The longest a program may think about an order.
const LONGEST: f64 = 3_600.0;

/// Names and commands: those of the command line, or else those of the file.
pub(super) fn told(args: &ServeArgs, settings: &Settings) -> anyhow::Result<Vec<(String, String)>> {
    if args.programs.is_empty() {
        return Ok(settings.exec.clone().into_iter().collect());
    }
    let pair = |text: &String| match text.split_once('=') {
        Some((name, command)) => Ok((name.to_owned(), command.to_owned())),
        None => Err(Misuse(format!("--exec {text:?}: expected NAME=COMMAND, like mine=./program")).into()),
    };
    args.programs.iter().map(pair).collect()
}

pub(super) fn seconds(args: &ServeArgs, settings: &Settings) -> f64 {
    args.exec_seconds.or(settings.exec_seconds).unwrap_or(::lab::PATIENCE.as_secs_f64())
}

/// What the server is to know of them.
///
/// # Errors
///
/// If one has no name or no command, or if the server is for the public.
pub(super) fn read(args: &ServeArgs, settings: &Settings) -> anyhow::Result<Programs> {
    let told = told(args, settings)?;
    if !told.is_empty() && (args.public || settings.public) {
        let words = "exec: programs of your own play only at your own table, never on a public server";
        return Err(Misuse(words.to_owned()).into());
    }
    let seconds = seconds(args, settings);
    if !(0.0 < seconds && seconds <= LONGEST) {
        return Err(
            Misuse(format!("exec_seconds: {seconds}, expected more than 0 and at most {LONGEST}")).into()
        );
    }
    let mut programs = Programs::default();
    for (name, command) in told {
        let command = Command::new(&command, Duration::from_secs_f64(seconds))
            .map_err(|_| Misuse(format!("exec: {name} has no command")))?;
        programs.add(&name, Arc::new(command)).map_err(|err| Misuse(format!("exec: {err}")))?;
    }
    Ok(programs)
}
