//! The pages of `docs/` as a site that is served from anywhere, or opened from a folder: no server, no
//! script from elsewhere. `docs/README.md` says which pages there are, and for whom.

mod links;
mod page;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use links::Map;
use page::{Page, escaped};

use crate::{read, root};

/// The map of the site, and its first page.
const START: &str = "docs/README.md";
/// What is nobody's page to read, however it is called.
const MORE: &str = "More";

/// Writes all of it into the folder `to`.
///
/// # Errors
///
/// If a link leads nowhere, with its place.
pub(crate) fn run(to: &Path) -> Result<(), String> {
    let in_folder = |err: std::io::Error| format!("{}: {err}", to.display());
    if to.exists() {
        fs::remove_dir_all(to).map_err(in_folder)?;
    }
    fs::create_dir_all(to).map_err(in_folder)?;
    let site = Site::read(&root())?;
    let mut words = Vec::new();
    for page in site.pages.values() {
        fs::write(to.join(site.map.address(&page.path)), site.html(page)?).map_err(in_folder)?;
        words.extend(page.words.iter().map(|it| {
            let address = site.map.address(&page.path);
            serde_json::json!({"u": format!("{address}{}", it.anchor), "t": it.heading, "p": page.title, "w": it.text})
        }));
    }
    for file in &site.files {
        let (from, copy) = (root().join(file), to.join(links::copied(file)));
        fs::create_dir_all(copy.parent().expect("in a folder")).map_err(in_folder)?;
        fs::copy(&from, &copy).map_err(|err| format!("{}: {err}", from.display()))?;
    }
    let index = serde_json::to_string(&words).expect("JSON prints");
    fs::write(to.join("words.js"), format!("window.words={index};\n")).map_err(in_folder)?;
    fs::write(to.join("site.css"), include_str!("site/site.css")).map_err(in_folder)?;
    fs::write(to.join("site.js"), include_str!("site/site.js")).map_err(in_folder)?;
    for (from, name) in [
        ("web/node_modules/minisearch/dist/umd/index.js", "minisearch.js"),
        ("web/public/favicon.svg", "favicon.svg"),
    ] {
        fs::write(to.join(name), read(&root().join(from))?).map_err(in_folder)?;
    }
    println!("{} ({} pages)", to.join("index.html").display(), site.pages.len());
    Ok(())
}

/// Everything that is to be written.
struct Site {
    map: Map,
    /// Titles of sections, with the pages of each.
    sections: Vec<(String, Vec<String>)>,
    pages: BTreeMap<String, Page>,
    /// Pictures and texts that pages lead to.
    files: BTreeSet<String>,
}

impl Site {
    fn read(root: &Path) -> Result<Site, String> {
        let mut sections = page::sections(&read(&root.join(START))?)?;
        // A page that the map forgot is a page all the same.
        let mut rest = Vec::new();
        for entry in fs::read_dir(root.join("docs")).map_err(|err| format!("docs: {err}"))? {
            let name =
                entry.map_err(|err| format!("docs: {err}"))?.file_name().to_string_lossy().into_owned();
            let path = format!("docs/{name}");
            if name.ends_with(".md") && path != START && !sections.iter().any(|(_, all)| all.contains(&path))
            {
                rest.push(path);
            }
        }
        if !rest.is_empty() {
            rest.sort();
            sections.push((MORE.to_owned(), rest));
        }
        // Whatever Markdown a page leads to is a page as well.
        let mut texts = BTreeMap::new();
        let mut left = vec![START.to_owned()];
        left.extend(sections.iter().flat_map(|(_, all)| all.clone()));
        while let Some(path) = left.pop() {
            if texts.contains_key(&path) {
                continue;
            }
            let text = read(&root.join(&path))?;
            left.extend(
                page::leads(&path, &text).filter(|it| it.ends_with(".md") && root.join(it).is_file()),
            );
            texts.insert(path, text);
        }
        let map = Map::new(texts.keys().map(String::as_str), START)?;
        let mut pages = BTreeMap::new();
        let (mut files, mut broken) = (BTreeSet::new(), Vec::new());
        for (path, text) in &texts {
            let page = Page::read(path, text, &map, root)?;
            files.extend(page.files.iter().cloned());
            broken.extend(page.broken.iter().cloned());
            pages.insert(path.clone(), page);
        }
        for page in pages.values() {
            for (target, anchor) in &page.anchors {
                if !pages.get(target).is_some_and(|it| it.ids.contains(anchor)) {
                    broken.push(format!("{}: {target} has no heading #{anchor}", page.path));
                }
            }
        }
        match broken.is_empty() {
            true => Ok(Site { map, sections, pages, files }),
            false => Err(format!("links that lead nowhere:\n{}", broken.join("\n"))),
        }
    }

    fn html(&self, page: &Page) -> Result<String, String> {
        let mut nav = String::new();
        for (title, pages) in &self.sections {
            nav.push_str(&format!("<h2>{}</h2><ul>", escaped(title)));
            for path in pages {
                let to = self.pages.get(path).ok_or(format!("{path}: no such page"))?;
                let here = if path == &page.path { " aria-current=\"page\"" } else { "" };
                nav.push_str(&format!(
                    "<li><a href=\"{}\"{here}>{}</a></li>",
                    self.map.address(path),
                    escaped(&to.title)
                ));
            }
            nav.push_str("</ul>");
        }
        Ok(include_str!("site/page.html")
            .replace("{title}", &escaped(&page.title))
            .replace("{nav}", &nav)
            .replace("{body}", &page.html))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also of every Markdown file that is no page of the site.
    #[test]
    fn every_link_of_every_document_leads_somewhere() {
        let root = root();
        let site = Site::read(&root).unwrap();
        assert!(20 < site.pages.len(), "{}", site.pages.len());
        let files =
            std::process::Command::new("git").args(["ls-files", "*.md"]).current_dir(&root).output().unwrap();
        let all: Vec<String> = String::from_utf8(files.stdout).unwrap().lines().map(str::to_owned).collect();
        let map = Map::new(all.iter().map(String::as_str), START).unwrap();
        let mut pages = BTreeMap::new();
        for path in &all {
            let Ok(text) = read(&root.join(path)) else { continue };
            pages.insert(path.clone(), Page::read(path, &text, &map, &root).unwrap());
        }
        let mut wrong: Vec<String> = pages.values().flat_map(|it| it.broken.clone()).collect();
        for (page, (target, anchor)) in pages.values().flat_map(|it| it.anchors.iter().map(move |a| (it, a)))
        {
            if !pages.get(target).is_some_and(|it| it.ids.contains(anchor)) {
                wrong.push(format!("{}: {target} has no heading #{anchor}", page.path));
            }
        }
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }
}
