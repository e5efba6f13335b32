//! The licences of everything inside the program: crates as cargo knows them, and what the client
//! says of its own packages (`web/dist/licences.txt`, written when it is built).

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::{read, root};

/// How the files are called that hold such a text.
const NAMES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// A crate that is in the program.
struct Inside {
    name: String,
    version: String,
    licence: String,
    authors: Vec<String>,
    folder: PathBuf,
    /// Named by its manifest, if it lies elsewhere.
    file: Option<PathBuf>,
}

/// All of it as one text; texts that several share stand in it once.
///
/// # Errors
///
/// If anything inside comes without a licence that could be told.
pub(crate) fn text(target: &str) -> Result<String, String> {
    let crates = inside(&metadata(target)?)?;
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for it in &crates {
        for text in texts_of(it)? {
            let who = format!("{} {} ({})", it.name, it.version, it.licence);
            texts.entry(text).or_default().insert(who);
        }
    }
    let client = root().join("web/dist/licences.txt");
    let mut all = String::from(
        "Flagbridge is free software under the MIT or the Apache 2.0 licence, as you like. Inside it are the \
         works of others, under the licences below.\n\nThe standard library of Rust, by its contributors, is \
         under the same two licences. SQLite, which is compiled in, is in the public domain.\n",
    );
    // Most shared first: whoever reads on finds shorter and shorter lists.
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by_key(|(_, who)| std::cmp::Reverse(who.len()));
    for (text, who) in texts {
        all.push_str(&section(&who, &text));
    }
    let fonts = BTreeSet::from(["DejaVu Sans Condensed, drawn on ship displays".to_owned()]);
    all.push_str(&section(&fonts, &read(&root().join("crates/sheets/fonts/LICENSE.txt"))?));
    all.push_str(&read(&client)?);
    Ok(all)
}

fn section(who: &BTreeSet<String>, text: &str) -> String {
    let line = "-".repeat(80);
    let who: Vec<&str> = who.iter().map(String::as_str).collect();
    format!("\n{line}\n{}\n{line}\n\n{}\n", who.join("\n"), text.trim_matches('\n'))
}

fn metadata(target: &str) -> Result<Value, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", target]);
    let output = command.current_dir(root()).output().map_err(|err| format!("cargo metadata: {err}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    serde_json::from_slice(&output.stdout).map_err(|err| format!("cargo metadata: {err}"))
}

/// What crate `cli` is made of, apart from our own: what only compiles it (build scripts, macros)
/// and what only tests it is not inside.
fn inside(metadata: &Value) -> Result<Vec<Inside>, String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().filter_map(|it| Some((text(&it["id"])?, it))).collect();
    let nodes: BTreeMap<String, Value> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .filter_map(|it| Some((text(&it["id"])?, it)))
        .collect();
    let cli = packages.iter().find(|(_, it)| it["name"] == "cli" && it["source"].is_null());
    let mut left = vec![cli.ok_or("cargo metadata: there is no crate cli")?.0.clone()];
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(id) = left.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        let package = packages.get(&id).ok_or(format!("cargo metadata: no package {id}"))?;
        let macros =
            list(&package["targets"]).iter().any(|it| list(&it["kind"]).contains(&"proc-macro".into()));
        if macros {
            continue;
        }
        for dep in nodes.get(&id).map(|it| list(&it["deps"])).unwrap_or_default() {
            if list(&dep["dep_kinds"]).iter().any(|it| it["kind"].is_null()) {
                left.extend(text(&dep["pkg"]));
            }
        }
        // Our own are under the two licences in the root, which every package has anyway.
        if package["source"].is_null() {
            continue;
        }
        let name = text(&package["name"]).unwrap_or_default();
        let manifest = text(&package["manifest_path"]).ok_or(format!("{name}: no manifest"))?;
        let folder = Path::new(&manifest).parent().ok_or(format!("{name}: no folder"))?.to_owned();
        found.push(Inside {
            version: text(&package["version"]).unwrap_or_default(),
            licence: text(&package["license"]).unwrap_or_else(|| "see below".to_owned()),
            authors: list(&package["authors"]).iter().filter_map(text).collect(),
            file: text(&package["license_file"]).map(|it| folder.join(it)),
            folder,
            name,
        });
    }
    found.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(found)
}

/// The texts that came with a crate; where none did, that of the licence it names.
fn texts_of(it: &Inside) -> Result<Vec<String>, String> {
    let in_folder = |err: std::io::Error| format!("{}: {err}", it.folder.display());
    let mut files: Vec<PathBuf> = it.file.iter().cloned().collect();
    for entry in fs::read_dir(&it.folder).map_err(in_folder)? {
        let path = entry.map_err(in_folder)?.path();
        let name = path.file_name().map(|it| it.to_string_lossy().to_uppercase()).unwrap_or_default();
        if path.is_file() && NAMES.iter().any(|it| name.starts_with(it)) && !files.contains(&path) {
            files.push(path);
        }
    }
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        texts.push(plain(&read(&file)?));
    }
    if !texts.is_empty() {
        return Ok(texts);
    }
    let own = |file: &str| read(&root().join(file)).map(|it| plain(&it));
    if it.licence.contains("MIT") {
        let ours = own("LICENSE-MIT")?;
        let who =
            if it.authors.is_empty() { format!("the authors of {}", it.name) } else { it.authors.join(", ") };
        let lines = ours.lines().map(|line| match line.starts_with("Copyright") {
            true => format!("Copyright (c) {who}"),
            false => line.to_owned(),
        });
        return Ok(vec![lines.collect::<Vec<_>>().join("\n")]);
    }
    if it.licence.contains("Apache-2.0") {
        return Ok(vec![own("LICENSE-APACHE")?]);
    }
    Err(format!("{} {} ({}): no text of its licence is known", it.name, it.version, it.licence))
}

/// Without what differs between copies of one text: ends of lines, spaces at them, empty lines round it.
fn plain(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches(['\n', '\u{feff}']).to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_only_builds_or_tests_is_not_inside() {
        let package = |name: &str, kind: &str, source: Value| {
            json!({"id": name, "name": name, "version": "1.0.0", "license": "MIT", "authors": [],
                "license_file": null, "source": source, "manifest_path": format!("{name}/Cargo.toml"),
                "targets": [{"kind": [kind]}]})
        };
        let dep = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [
                package("cli", "bin", Value::Null),
                package("in", "lib", "registry".into()),
                package("deep", "lib", "registry".into()),
                package("macro", "proc-macro", "registry".into()),
                package("behind-macro", "lib", "registry".into()),
                package("build", "lib", "registry".into()),
                package("test", "lib", "registry".into()),
            ],
            "resolve": {"nodes": [
                {"id": "cli", "deps": [dep("in", Value::Null), dep("macro", Value::Null), dep("build", "build".into()),
                    dep("test", "dev".into())]},
                {"id": "in", "deps": [dep("deep", Value::Null)]},
                {"id": "macro", "deps": [dep("behind-macro", Value::Null)]},
            ]},
        });
        let names: Vec<String> = inside(&metadata).unwrap().into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["deep", "in"]);
    }

    #[test]
    fn copies_of_one_text_are_one() {
        assert_eq!(plain("\r\nMIT \r\n\r\nText\r\n\r\n"), plain("MIT\n\nText\n"));
    }

    #[test]
    fn a_crate_without_a_text_has_that_of_its_licence() {
        let folder = root().join("press/src/site");
        let mut it = Inside {
            name: "x".to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT OR Apache-2.0".to_owned(),
            authors: vec!["A. Nybody".to_owned()],
            folder,
            file: None,
        };
        let texts = texts_of(&it).unwrap();
        assert!(
            texts[0].contains("Copyright (c) A. Nybody") && texts[0].contains("WITHOUT WARRANTY"),
            "{texts:?}"
        );
        it.licence = "Odd-1.0".to_owned();
        assert!(texts_of(&it).unwrap_err().contains("x 1.0.0 (Odd-1.0)"));
    }
}
