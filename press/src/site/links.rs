//! Where links of a page lead: other pages of the site, files beside it, or out into the world.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// The addresses of pages, by their files.
pub(crate) struct Map {
    addresses: BTreeMap<String, String>,
}

/// What a link of a page turns out to be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// As it stands.
    Out,
    /// To a page of the site, perhaps to a heading of it.
    Page { path: String, anchor: Option<String> },
    /// To a file that is copied beside the pages.
    File(String),
    /// To a folder of the sources, which is no page: the words stay.
    Folder,
    /// Nowhere.
    Broken(String),
}

impl Map {
    /// # Errors
    ///
    /// If two pages would have one address.
    pub(crate) fn new<'a>(paths: impl Iterator<Item = &'a str>, start: &str) -> Result<Map, String> {
        let mut addresses = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for path in paths {
            let mut address = if path == start { "index.html".to_owned() } else { named(path) };
            if !taken.insert(address.clone()) {
                // Deep in the sources there are pages of one name; those have all of their path in it.
                address = format!("{}.html", path.trim_end_matches(".md").to_lowercase().replace('/', "-"));
                if !taken.insert(address.clone()) {
                    return Err(format!("{path}: two pages have the address {address}"));
                }
            }
            addresses.insert(path.to_owned(), address);
        }
        Ok(Map { addresses })
    }

    /// What the page made of this file is called.
    pub(crate) fn address(&self, path: &str) -> &str {
        self.addresses.get(path).map_or("", String::as_str)
    }

    /// What the link `to` of the page `from` leads to.
    pub(crate) fn follow(&self, root: &Path, from: &str, to: &str) -> Link {
        if to.contains("://") || to.starts_with("mailto:") {
            return Link::Out;
        }
        let (file, anchor) = match to.split_once('#') {
            Some((file, anchor)) => (file, Some(anchor.to_owned())),
            None => (to, None),
        };
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = if file.is_empty() { Some(from.to_owned()) } else { resolved(folder, file) };
        let Some(path) = path else { return Link::Broken(format!("{to} leads out of the project")) };
        if self.addresses.contains_key(&path) {
            return Link::Page { path, anchor };
        }
        let on_disk = root.join(&path);
        if on_disk.is_dir() {
            Link::Folder
        } else if on_disk.is_file() {
            Link::File(path)
        } else {
            Link::Broken(format!("{to}: there is no {path}"))
        }
    }
}

/// A page that stands for its folder has its name.
fn named(path: &str) -> String {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.strip_suffix(".md").unwrap_or(file).to_lowercase();
    let folder = folder.rsplit('/').next().unwrap_or_default().to_lowercase();
    match stem.as_str() {
        "readme" if folder.is_empty() => "flagbridge.html".to_owned(),
        "readme" => format!("{folder}.html"),
        stem => format!("{}.html", stem.replace('_', "-")),
    }
}

/// Where a file lies on the site.
pub(crate) fn copied(path: &str) -> String {
    format!("files/{path}")
}

pub(crate) fn resolved(folder: &str, file: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
    for part in file.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The id of a heading, as everybody makes it who shows Markdown: letters and digits, small, joined by hyphens.
pub(crate) fn slug(heading: &str) -> String {
    let kept = heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .collect::<String>();
    kept.trim().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> Map {
        let pages = [
            "docs/README.md",
            "docs/server.md",
            "README.md",
            "crates/rules-talon/README.md",
            "CODE_OF_CONDUCT.md",
        ];
        Map::new(pages.into_iter(), "docs/README.md").unwrap()
    }

    #[test]
    fn pages_are_called_after_their_files() {
        let addresses: Vec<String> = map().addresses.into_values().collect();
        assert_eq!(
            addresses,
            ["code-of-conduct.html", "flagbridge.html", "rules-talon.html", "index.html", "server.html"]
        );
    }

    #[test]
    fn links_are_followed_from_where_they_stand() {
        let root = crate::root();
        let follow = |from: &str, to: &str| map().follow(&root, from, to);
        let page = |path: &str, anchor: Option<&str>| Link::Page {
            path: path.to_owned(),
            anchor: anchor.map(str::to_owned),
        };
        assert_eq!(follow("docs/server.md", "../README.md"), page("README.md", None));
        assert_eq!(follow("README.md", "docs/server.md#people"), page("docs/server.md", Some("people")));
        assert_eq!(follow("docs/server.md", "#people"), page("docs/server.md", Some("people")));
        assert_eq!(follow("docs/server.md", "https://x.example/#a"), Link::Out);
        assert_eq!(follow("README.md", "LICENSE-MIT"), Link::File("LICENSE-MIT".to_owned()));
        assert_eq!(follow("README.md", "crates"), Link::Folder);
        assert!(matches!(follow("README.md", "docs/gone.md"), Link::Broken(_)));
        assert!(matches!(follow("README.md", "../elsewhere"), Link::Broken(_)));
    }

    #[test]
    fn headings_have_the_ids_that_everybody_gives_them() {
        assert_eq!(slug("What a stranger can do"), "what-a-stranger-can-do");
        assert_eq!(slug("odds FILE"), "odds-file");
        assert_eq!(slug("puzzle list GAME, puzzle check"), "puzzle-list-game-puzzle-check");
    }
}
