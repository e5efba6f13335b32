//! What the program says of itself to others: completions for shells, and man pages.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Command, CommandFactory as _, ValueEnum as _};
use clap_complete::Shell;

use crate::{Answer, Cli, files, out::Out};

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell to print them for
    shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct PapersArgs {
    /// The folder to write them into: man/ and completions/
    folder: PathBuf,
}

const NAME: &str = "flagbridge";

pub(crate) fn completions(args: &CompletionsArgs, out: &mut Out) -> anyhow::Result<Answer> {
    out.line(completions_of(args.shell)?.trim_end())?;
    Ok(Answer::Yes)
}

fn completions_of(shell: Shell) -> anyhow::Result<String> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
    String::from_utf8(script).context("completions are text")
}

/// Everything that packages carry of it.
pub(crate) fn run(args: &PapersArgs) -> anyhow::Result<Answer> {
    let folder = |name: &str| -> anyhow::Result<PathBuf> {
        let folder = args.folder.join(name);
        std::fs::create_dir_all(&folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
        Ok(folder)
    };
    let man = folder("man")?;
    for (name, page) in pages()? {
        files::write(&man.join(name), &page)?;
    }
    let completions = folder("completions")?;
    for shell in Shell::value_variants() {
        let name = clap_complete::Generator::file_name(shell, NAME);
        files::write(&completions.join(name), &completions_of(*shell)?)?;
    }
    Ok(Answer::Yes)
}

/// A page for the program and one for each of its commands, by the names of their files.
fn pages() -> anyhow::Result<Vec<(String, String)>> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let mut pages = Vec::new();
    gather(&program, &mut pages)?;
    Ok(pages)
}

fn gather(command: &Command, pages: &mut Vec<(String, String)>) -> anyhow::Result<()> {
    if command.is_hide_set() {
        return Ok(());
    }
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).title(name.to_uppercase()).render(&mut page)?;
    pages.push((format!("{name}.1"), String::from_utf8(page).context("a man page is text")?));
    command.get_subcommands().try_for_each(|it| gather(it, pages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_shown_has_a_page() {
        let pages = pages().unwrap();
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        for name in
            ["flagbridge.1", "flagbridge-serve.1", "flagbridge-admin-backup.1", "flagbridge-lesson-check.1"]
        {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
        assert!(!names.iter().any(|it| it.contains("papers") || it.contains("help")), "{names:?}");
        let (_, serve) = pages.iter().find(|(name, _)| name == "flagbridge-serve.1").unwrap();
        assert!(serve.contains("Let people make accounts") && !serve.contains("\\-\\-build"), "{serve}");
    }

    #[test]
    fn shells_are_told_of_every_command() {
        for shell in Shell::value_variants() {
            let script = completions_of(*shell).unwrap();
            assert!(script.contains("scenarios") && script.contains("trust-proxy"), "{shell}");
        }
    }
}
