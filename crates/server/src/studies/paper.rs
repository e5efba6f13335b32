//! What can be taken home of a study: rows, figures, the report, the study itself.

use std::{fs, path::PathBuf};

use lab::{Folder, Form};
use rulesets::Fault;

use super::{One, STUDY, held};

/// A file to be sent.
#[derive(Debug)]
pub(crate) enum Paper {
    /// It lies there.
    File(PathBuf, &'static str),
    Text(Vec<u8>, &'static str),
}

const JSON: &str = "application/json";
const ROWS: [(&str, Form, &str); 3] = [
    ("csv", Form::Csv, "text/csv; charset=utf-8"),
    ("parquet", Form::Parquet, "application/vnd.apache.parquet"),
    ("jsonl", Form::Lines, "application/x-ndjson"),
];

/// Which files there are of a study, besides its figures as `ID.svg` and `ID.pdf`.
pub(crate) fn files(one: &One, measured: &[&str]) -> Vec<String> {
    let mut all = vec!["report.html".to_owned(), STUDY.to_owned()];
    all.extend(held(&one.kept).inputs.iter().cloned());
    for (end, ..) in ROWS {
        all.extend(measured.iter().map(|name| format!("{name}.{end}")));
    }
    all
}

/// One of them, made anew if battles have been fought since; nothing if there is none of that name.
///
/// # Errors
///
/// If it cannot be made.
pub(crate) fn paper(one: &One, name: &str) -> Result<Option<Paper>, Fault> {
    let folder = &one.folder;
    if name == STUDY {
        return Ok(Some(Paper::File(folder.file(STUDY), "application/toml")));
    }
    if held(&one.kept).inputs.iter().any(|it| it == name) {
        return Ok(Some(Paper::File(folder.file(name), JSON)));
    }
    if !folder.file(lab::ASKED).exists() {
        // Not a battle has been fought.
        return Ok(None);
    }
    if name == "report.html" {
        return report(folder).map(Some);
    }
    let Some((stem, end)) = name.rsplit_once('.') else { return Ok(None) };
    if let Some(&(_, form, kind)) = ROWS.iter().find(|it| it.0 == end)
        && ["rows", "turns", "harm"].contains(&stem)
    {
        return rows(one, name, form, kind);
    }
    let now = one.now();
    let Some(figure) = now.shown.figures.iter().find(|it| it.id == stem) else { return Ok(None) };
    let alone = lab::Figure {
        id: figure.id.clone(),
        title: figure.title.clone(),
        words: figure.words.clone(),
        battles: figure.battles,
        height: figure.height,
        svg: figure.svg.clone(),
    };
    let alone = alone.alone("flagbridge lab run study.toml, then flagbridge lab report lab/study");
    match end {
        "svg" => Ok(Some(Paper::Text(alone.into_bytes(), "image/svg+xml"))),
        "pdf" => {
            let pages = sheets::pdf(&figure.title, &[&alone], sheets::Pages::Single);
            let pages = pages.map_err(|err| Fault::Failed(err.to_string()))?;
            Ok(Some(Paper::Text(pages, "application/pdf")))
        }
        _ => Ok(None),
    }
}

fn report(folder: &Folder) -> Result<Paper, Fault> {
    let asked = folder.asked()?;
    let sums = folder.sums(&asked)?;
    let figures = lab::figures(&asked, &sums);
    let page = lab::page(&asked, &sums, &figures, "flagbridge lab report lab/study");
    Ok(Paper::Text(page.into_bytes(), "text/html; charset=utf-8"))
}

fn rows(one: &One, name: &str, form: Form, kind: &'static str) -> Result<Option<Paper>, Fault> {
    let _writing = held(&one.writing);
    let (folder, path) = (&one.folder, one.folder.file(name));
    let changed = |path: PathBuf| fs::metadata(path).and_then(|it| it.modified()).ok();
    let (battles, written) = (changed(folder.file(lab::BATTLES)), changed(path.clone()));
    if written.is_none() || written < battles {
        lab::export(folder, &folder.asked()?, &[form])?;
    }
    Ok(path.exists().then_some(Paper::File(path, kind)))
}
