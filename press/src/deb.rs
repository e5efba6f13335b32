//! The package for Debian and its children: the same files where they belong there, and what dpkg
//! wants to know of them.

use crate::archive::{self, Entry};

/// What a package is called there, by the beginning of the target's name.
const ARCHITECTURES: [(&str, &str); 2] = [("x86_64-", "amd64"), ("aarch64-", "arm64")];

/// Who answers for the package, where nobody has said it in `DEBEMAIL` and `DEBFULLNAME`.
const MAINTAINER: &str = "The Flagbridge contributors <flagbridge@localhost>";

/// The name that Debian has for the machines of `target`.
pub(crate) fn architecture(target: &str) -> Option<&'static str> {
    ARCHITECTURES.iter().find(|(begin, _)| target.starts_with(begin)).map(|(_, name)| *name)
}

/// The whole package.
///
/// # Errors
///
/// If a path is too long for it.
pub(crate) fn package(
    files: &[Entry],
    program: &[u8],
    version: &str,
    architecture: &str,
    time: u64,
) -> Result<Vec<u8>, String> {
    let placed: Vec<Entry> =
        files.iter().map(|it| Entry { path: format!("./{}", it.path), ..it.clone() }).collect();
    let kilobytes = files.iter().map(|it| it.data.len().div_ceil(1024)).sum::<usize>();
    let settings: String =
        files.iter().filter(|it| is_setting(it)).map(|it| format!("/{}\n", it.path)).collect();
    let control = [
        Entry::file("./control", control(version, architecture, &needs(program), kilobytes)),
        Entry::file("./conffiles", settings),
        Entry::program("./postinst", include_str!("../../ops/debian/postinst")),
        Entry::program("./prerm", include_str!("../../ops/debian/prerm")),
        Entry::program("./postrm", include_str!("../../ops/debian/postrm")),
    ];
    let (ending, data) = archive::packed(&archive::tar(&placed, time)?);
    let data_name = format!("data.{ending}");
    let control = archive::gzip(&archive::tar(&control, time)?);
    let members =
        [("debian-binary", b"2.0\n".to_vec()), ("control.tar.gz", control), (data_name.as_str(), data)];
    Ok(archive::ar(&members, time))
}

/// What somebody may change, and an upgrade leaves as it is then.
fn is_setting(entry: &Entry) -> bool {
    entry.path.starts_with("etc/")
}

fn control(version: &str, architecture: &str, needs: &str, kilobytes: usize) -> String {
    let of = |name: &str| std::env::var(name).ok().filter(|it| !it.is_empty());
    let maintainer = match (of("DEBFULLNAME"), of("DEBEMAIL")) {
        (Some(name), Some(mail)) => format!("{name} <{mail}>"),
        (None, _) | (_, None) => MAINTAINER.to_owned(),
    };
    format!(
        "Package: flagbridge\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: {maintainer}\n\
         Installed-Size: {kilobytes}\n\
         Depends: {needs}\n\
         Recommends: ca-certificates\n\
         Suggests: xdg-utils\n\
         Section: games\n\
         Priority: optional\n\
         Description: tabletop spaceship wargames, with their rules enforced\n \
         A Sky Full of Ships, Talon, Full Thrust, Fuel to Burn and Basic Stratoyager,\n \
         against the computer, with friends or on a server of your own, in the\n \
         browser or in the terminal.\n"
    )
}

/// The packages whose libraries the program is linked to, the C library in the version whose
/// symbols it asks for.
fn needs(program: &[u8]) -> String {
    let minor = symbol_versions(program, b"GLIBC_2.").max().unwrap_or(0);
    let compiler = find(program, b"libgcc_s.so.1").is_some();
    format!("libc6 (>= 2.{minor}){}", if compiler { ", libgcc-s1" } else { "" })
}

/// The numbers that follow `name` wherever it stands.
fn symbol_versions<'a>(program: &'a [u8], name: &'a [u8]) -> impl Iterator<Item = u32> + 'a {
    let mut rest = program;
    std::iter::from_fn(move || {
        let at = find(rest, name)? + name.len();
        rest = &rest[at..];
        let digits = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        Some(std::str::from_utf8(&rest[..digits]).ok().and_then(|it| it.parse().ok()).unwrap_or(0))
    })
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    let first = what[0];
    let mut from = 0;
    while let Some(at) = bytes[from..].iter().position(|it| *it == first) {
        if bytes[from + at..].starts_with(what) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_symbol_says_which_library_is_needed() {
        let program = b"..GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0libgcc_s.so.1\0GLIBC_PRIVATE";
        assert_eq!(needs(program), "libc6 (>= 2.34), libgcc-s1");
        assert_eq!(needs(b"nothing"), "libc6 (>= 2.0)");
    }

    #[test]
    fn machines_have_other_names_there() {
        assert_eq!(architecture("aarch64-unknown-linux-gnu"), Some("arm64"));
        assert_eq!(architecture("riscv64gc-unknown-linux-gnu"), None);
    }

    #[test]
    fn what_dpkg_reads_is_complete() {
        let text = control("0.1.0", "amd64", "libc6 (>= 2.34)", 9);
        assert!(text.ends_with("terminal.\n") && text.lines().all(|it| it == it.trim_end()), "{text}");
        // Whatever follows the description's first line begins with a space.
        assert_eq!(text.lines().filter(|it| it.starts_with(' ')).count(), 3, "{text}");
    }
}
