//! Packages: an archive for every system, and one for Debian.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use sha2::{Digest, Sha256};

use crate::{
    archive::{Entry, gzip, packed, tar},
    deb, licences, read, root,
};

/// A download may be as large as this.
const MOST: usize = 20 * 1024 * 1024;

/// Writes the packages of a built `program` into the folder `to`, with their checksums.
///
/// # Errors
///
/// If anything that belongs into them is not there, or one is too large to be downloaded in comfort.
pub(crate) fn run(program: &Path, target: &str, to: &Path) -> Result<(), String> {
    let bytes = fs::read(program).map_err(|err| format!("{}: {err}", program.display()))?;
    let version = env!("CARGO_PKG_VERSION");
    let time = time()?;
    let said = output(Command::new(program).arg("--version"))?;
    if said.trim() != format!("flagbridge {version}") {
        return Err(format!("{}: says it is {:?}, expected {version}", program.display(), said.trim()));
    }
    let papers = papers(program, to)?;
    let licences = licences::text(target)?;
    let (ending, archived) = packed(&tar(&archive(&bytes, version, target, &papers, &licences)?, time)?);
    let mut packages = vec![(format!("flagbridge-{version}-{target}.{ending}"), archived)];
    if let Some(architecture) = deb::architecture(target).filter(|_| target.contains("-linux-")) {
        let files = installed(&bytes, &papers, &licences)?;
        let package = deb::package(&files, &bytes, version, architecture, time)?;
        packages.push((format!("flagbridge_{version}_{architecture}.deb"), package));
    }
    let mut sums = String::new();
    for (name, package) in &packages {
        write(&to.join(name), package)?;
        sums.push_str(&format!("{}  {name}\n", hex(&Sha256::digest(package))));
        println!("{} ({:.1} MB)", to.join(name).display(), package.len() as f64 / 1e6);
        if MOST < package.len() {
            return Err(format!("{name}: {} bytes, {MOST} is the most for a download", package.len()));
        }
    }
    // Of its own for each target: all of them may lie beside each other.
    write(&to.join(format!("flagbridge-{version}-{target}.sha256")), sums.as_bytes())
}

/// What the program says of itself: man pages and completions.
struct Papers {
    man: Vec<Entry>,
    completions: Vec<Entry>,
}

fn papers(program: &Path, to: &Path) -> Result<Papers, String> {
    let folder = to.join("papers");
    let in_folder = |err: std::io::Error| format!("{}: {err}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(in_folder)?;
    }
    output(Command::new(program).arg("papers").arg(&folder))?;
    let gathered = |name: &str| -> Result<Vec<Entry>, String> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder.join(name)).map_err(in_folder)? {
            let path = entry.map_err(in_folder)?.path();
            let file = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
            entries.push(Entry::file(file, fs::read(&path).map_err(in_folder)?));
        }
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(entries)
    };
    let papers = Papers { man: gathered("man")?, completions: gathered("completions")? };
    fs::remove_dir_all(&folder).map_err(in_folder)?;
    Ok(papers)
}

/// What the archive holds, under a folder of its own.
fn archive(
    program: &[u8],
    version: &str,
    target: &str,
    papers: &Papers,
    licences: &str,
) -> Result<Vec<Entry>, String> {
    let own = |file: &str| read(&root().join(file));
    let name = if target.contains("-windows-") { "flagbridge.exe" } else { "flagbridge" };
    let mut files = vec![
        Entry::program(name, program),
        Entry::file("INSTALL.md", own("ops/INSTALL.md")?),
        Entry::file("CHANGELOG.md", own("CHANGELOG.md")?),
        Entry::file("LICENSE-APACHE", own("LICENSE-APACHE")?),
        Entry::file("LICENSE-MIT", own("LICENSE-MIT")?),
        Entry::file("licences.txt", licences),
    ];
    for (folder, entries) in [("man", &papers.man), ("completions", &papers.completions)] {
        files.extend(entries.iter().map(|it| Entry { path: format!("{folder}/{}", it.path), ..it.clone() }));
    }
    for (path, file) in [
        ("share/flagbridge.desktop", "ops/flagbridge.desktop"),
        ("share/flagbridge.svg", "web/public/favicon.svg"),
        ("ops/flagbridge.service", "ops/systemd/flagbridge.service"),
        ("ops/flagbridge-backup.service", "ops/systemd/flagbridge-backup.service"),
        ("ops/flagbridge-backup.timer", "ops/systemd/flagbridge-backup.timer"),
        ("ops/sysusers.conf", "ops/systemd/sysusers.conf"),
        ("ops/serve.toml", "ops/serve.toml"),
        ("ops/Containerfile", "ops/container/Containerfile"),
    ] {
        files.push(Entry::file(path, own(file)?));
    }
    let folder = format!("flagbridge-{version}-{target}");
    Ok(files.into_iter().map(|it| Entry { path: format!("{folder}/{}", it.path), ..it }).collect())
}

/// The same where a system of Debian's kind has it.
fn installed(program: &[u8], papers: &Papers, licences: &str) -> Result<Vec<Entry>, String> {
    let own = |file: &str| read(&root().join(file));
    let mut files = vec![Entry::program("usr/bin/flagbridge", program)];
    for page in &papers.man {
        files.push(Entry::file(format!("usr/share/man/man1/{}.gz", page.path), gzip(&page.data)));
    }
    for it in &papers.completions {
        let place = match it.path.as_str() {
            "flagbridge.bash" => "usr/share/bash-completion/completions/flagbridge",
            "_flagbridge" => "usr/share/zsh/vendor-completions/_flagbridge",
            "flagbridge.fish" => "usr/share/fish/vendor_completions.d/flagbridge.fish",
            _ => continue,
        };
        files.push(Entry::file(place, it.data.clone()));
    }
    let copyright = format!("{}\n{}\n{licences}", own("LICENSE-MIT")?, own("LICENSE-APACHE")?);
    files.push(Entry::file("usr/share/doc/flagbridge/copyright", copyright));
    files.push(Entry::file("usr/share/doc/flagbridge/changelog.gz", gzip(own("CHANGELOG.md")?.as_bytes())));
    for (path, file) in [
        ("usr/share/applications/flagbridge.desktop", "ops/flagbridge.desktop"),
        ("usr/share/icons/hicolor/scalable/apps/flagbridge.svg", "web/public/favicon.svg"),
        ("usr/lib/systemd/system/flagbridge.service", "ops/systemd/flagbridge.service"),
        ("usr/lib/systemd/system/flagbridge-backup.service", "ops/systemd/flagbridge-backup.service"),
        ("usr/lib/systemd/system/flagbridge-backup.timer", "ops/systemd/flagbridge-backup.timer"),
        ("usr/lib/sysusers.d/flagbridge.conf", "ops/systemd/sysusers.conf"),
        ("etc/flagbridge/serve.toml", "ops/serve.toml"),
    ] {
        files.push(Entry::file(path, own(file)?));
    }
    Ok(files)
}

/// When everything in a package was made: `SOURCE_DATE_EPOCH`, or the commit that it was built from.
fn time() -> Result<u64, String> {
    let named = std::env::var("SOURCE_DATE_EPOCH").ok();
    let text = match named {
        Some(text) => text,
        None => output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()))?,
    };
    text.trim().parse().map_err(|_| format!("expected seconds since 1970, found {:?}", text.trim()))
}

fn output(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}").replace('"', "");
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|err| format!("{shown}: {err}"))?;
    if !output.status.success() {
        return Err(format!("{shown}: {}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|err| format!("{}: {err}", path.display()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}
