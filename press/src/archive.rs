//! Archives as they are exchanged: tar, gzip, and the ar of Debian packages.
//!
//! The same files give the same bytes wherever and whenever they are packed: everything belongs to
//! root, has one time, and stands in the order given.

use std::{
    io::{Read as _, Write as _},
    process::{Command, Stdio},
    thread,
};

use flate2::{Compression, write::GzEncoder};

/// A file of an archive, by its path in it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) path: String,
    pub(crate) mode: u32,
    pub(crate) data: Vec<u8>,
}

impl Entry {
    pub(crate) fn file(path: impl Into<String>, data: impl Into<Vec<u8>>) -> Entry {
        Entry { path: path.into(), mode: 0o644, data: data.into() }
    }

    pub(crate) fn program(path: impl Into<String>, data: impl Into<Vec<u8>>) -> Entry {
        Entry { mode: 0o755, ..Entry::file(path, data) }
    }
}

const BLOCK: usize = 512;

/// A tar of `entries`, with the folders they lie in before them.
///
/// # Errors
///
/// If a path is longer than the format can say.
pub(crate) fn tar(entries: &[Entry], time: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut made: Vec<String> = Vec::new();
    for Entry { path, mode, data } in entries {
        for (at, _) in path.match_indices('/') {
            let folder = &path[..=at];
            if !made.iter().any(|it| it == folder) {
                bytes.extend(head(folder, 0o755, 0, b'5', time)?);
                made.push(folder.to_owned());
            }
        }
        bytes.extend(head(path, *mode, data.len(), b'0', time)?);
        bytes.extend(data);
        bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
    }
    // Two empty blocks are the end.
    bytes.resize(bytes.len() + 2 * BLOCK, 0);
    Ok(bytes)
}

/// The block before a file, as POSIX has it (ustar).
fn head(path: &str, mode: u32, size: usize, kind: u8, time: u64) -> Result<[u8; BLOCK], String> {
    let mut block = [0; BLOCK];
    // A long path is cut at a slash: its beginning has a place of its own.
    let (prefix, name) = if path.len() <= 100 {
        ("", path)
    } else {
        let cut = path.match_indices('/').map(|(at, _)| at).find(|at| path.len() - at - 1 <= 100);
        cut.filter(|at| *at <= 155)
            .map(|at| (&path[..at], &path[at + 1..]))
            .ok_or(format!("{path}: too long a path for a tar"))?
    };
    let mut put = |at: usize, text: &[u8]| block[at..at + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, format!("{mode:07o}").as_bytes());
    put(108, b"0000000");
    put(116, b"0000000");
    put(124, format!("{size:011o}").as_bytes());
    put(136, format!("{time:011o}").as_bytes());
    // The sum is taken as if there were spaces in its place.
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    put(265, b"root");
    put(297, b"root");
    put(345, prefix.as_bytes());
    let sum: u32 = block.iter().map(|it| u32::from(*it)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

/// `data` compressed as far as gzip goes, without a name or a time.
pub(crate) fn gzip(data: &[u8]) -> Vec<u8> {
    let mut to = GzEncoder::new(Vec::new(), Compression::best());
    to.write_all(data).and_then(|()| to.finish()).expect("memory takes everything")
}

/// A tar archive as small as it gets here, and the ending of its name: as xz where the system has that, else as gzip.
pub(crate) fn packed(data: &[u8]) -> (&'static str, Vec<u8>) {
    match xz(data) {
        Some(packed) => ("tar.xz", packed),
        None => ("tar.gz", gzip(data)),
    }
}

/// `data` compressed by the system's xz, which does a third better; none where there is none.
fn xz(data: &[u8]) -> Option<Vec<u8>> {
    let mut xz = Command::new("xz");
    xz.args(["-9", "--threads=1"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = xz.spawn().ok()?;
    let mut to = child.stdin.take()?;
    thread::scope(|scope| {
        // Both ends at once: it writes while it reads.
        let given = scope.spawn(move || to.write_all(data));
        let mut packed = Vec::new();
        child.stdout.take()?.read_to_end(&mut packed).ok()?;
        given.join().ok()?.ok()?;
        child.wait().ok()?.success().then_some(packed)
    })
}

/// An ar of named files: a Debian package is one.
pub(crate) fn ar(members: &[(&str, Vec<u8>)], time: u64) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for (name, data) in members {
        let head = format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 100_644, data.len());
        bytes.extend(head.as_bytes());
        bytes.extend(data);
        if data.len() % 2 == 1 {
            bytes.push(b'\n');
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a program of the system makes of `bytes`.
    fn said(program: &str, args: &[&str], bytes: &[u8]) -> String {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(bytes).unwrap();
        let mut text = String::new();
        child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert!(child.wait().unwrap().success());
        text
    }

    #[test]
    fn tar_itself_reads_what_we_pack() {
        let long = format!("a/{}/{}.txt", "b".repeat(80), "c".repeat(60));
        let entries =
            [Entry::file("a/one.txt", "one\n"), Entry::program("a/run", "x"), Entry::file(long.clone(), "")];
        let packed = gzip(&tar(&entries, 86_400).unwrap());
        let list = said("tar", &["-tvz", "--utc", "--full-time"], &packed);
        let lines: Vec<&str> = list.lines().collect();
        assert_eq!(lines.len(), 5, "{list}");
        assert!(lines[0].starts_with("drwxr-xr-x root/root") && lines[0].ends_with(" a/"), "{list}");
        assert!(lines[1].starts_with("-rw-r--r-- root/root") && lines[1].contains("1970-01-02"), "{list}");
        assert!(lines[2].starts_with("-rwxr-xr-x"), "{list}");
        assert!(lines[4].ends_with(&long), "{list}");
        assert_eq!(said("tar", &["-xzO", "a/one.txt"], &packed), "one\n");
        assert!(tar(&[Entry::file("a".repeat(101), "")], 0).is_err());
    }

    #[test]
    fn what_xz_packs_comes_out_again() {
        let text = "the same line\n".repeat(200_000);
        let packed = xz(text.as_bytes()).unwrap();
        assert!(packed.len() < 10_000, "{}", packed.len());
        assert_eq!(said("xz", &["-d"], &packed), text);
    }

    #[test]
    fn an_ar_has_members_of_even_length() {
        let bytes = ar(&[("debian-binary", b"2.0\n".to_vec()), ("odd", b"x".to_vec())], 7);
        assert_eq!(bytes.len(), 8 + 60 + 4 + 60 + 2);
        assert!(
            bytes[8..].starts_with(b"debian-binary   7           0     0     100644  4         `\n2.0\n")
        );
    }
}
