//! One page: Markdown in, HTML out, and what there is to be found in it.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::links::{Link, Map, copied, resolved, slug};

/// A page as it is shown.
pub(crate) struct Page {
    pub(crate) path: String,
    pub(crate) title: String,
    pub(crate) html: String,
    /// Pieces for the search, one a heading.
    pub(crate) words: Vec<Words>,
    pub(crate) ids: BTreeSet<String>,
    /// Headings of pages that it leads to.
    pub(crate) anchors: Vec<(String, String)>,
    pub(crate) files: BTreeSet<String>,
    /// Links that lead nowhere.
    pub(crate) broken: Vec<String>,
    /// Inside of a link that was left out.
    unlinked: bool,
}

/// What stands below one heading.
pub(crate) struct Words {
    /// With its `#`; empty for the top of the page.
    pub(crate) anchor: String,
    pub(crate) heading: String,
    pub(crate) text: String,
}

fn parsed(text: &str) -> Vec<Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).collect()
}

/// The words of a run of events.
fn plain(events: &[Event<'_>]) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text(it) | Event::Code(it) => text.push_str(it),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

/// The files of the project that links of a page name.
pub(crate) fn leads(path: &str, text: &str) -> impl Iterator<Item = String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let links: Vec<String> = parsed(text)
        .iter()
        .filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. }) if !dest_url.contains("://") => {
                Some(dest_url.to_string())
            }
            _ => None,
        })
        .collect();
    links.into_iter().filter_map(move |it| resolved(&folder, it.split('#').next()?))
}

impl Page {
    /// # Errors
    ///
    /// If it has no title.
    pub(crate) fn read(path: &str, text: &str, map: &Map, root: &Path) -> Result<Page, String> {
        let mut page = Page {
            path: path.to_owned(),
            title: String::new(),
            html: String::new(),
            words: vec![Words { anchor: String::new(), heading: String::new(), text: String::new() }],
            ids: BTreeSet::new(),
            anchors: Vec::new(),
            files: BTreeSet::new(),
            broken: Vec::new(),
            unlinked: false,
        };
        let mut events = parsed(text);
        let mut times: BTreeMap<String, u32> = BTreeMap::new();
        let mut in_heading = false;
        for at in 0..events.len() {
            if let Event::Start(Tag::Heading { level, .. }) = events[at] {
                let end = events[at..].iter().position(|it| matches!(it, Event::End(TagEnd::Heading(_))));
                let heading = plain(&events[at..at + end.unwrap_or(0)]);
                let first = slug(&heading);
                // The second heading of one name is told from the first.
                let n = times.entry(first.clone()).or_default();
                let own = if *n == 0 { first } else { format!("{first}-{n}") };
                *n += 1;
                if level == HeadingLevel::H1 && page.title.is_empty() {
                    page.title.clone_from(&heading);
                    page.words[0].heading = heading;
                } else {
                    page.words.push(Words { anchor: format!("#{own}"), heading, text: String::new() });
                }
                page.ids.insert(own.clone());
                in_heading = true;
                if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
                    *id = Some(CowStr::from(own));
                }
                continue;
            }
            in_heading &= !matches!(events[at], Event::End(TagEnd::Heading(_)));
            // A heading is found by its own words, and they are not those below it.
            if !(in_heading && matches!(events[at], Event::Text(_) | Event::Code(_))) {
                page.event(&mut events[at], map, root);
            }
        }
        if page.title.is_empty() {
            page.title = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".md").to_owned();
        }
        html::push_html(&mut page.html, events.into_iter());
        // A wide table scrolls by itself.
        page.html =
            page.html.replace("<table>", "<div class=\"wide\"><table>").replace("</table>", "</table></div>");
        Ok(page)
    }

    fn event(&mut self, event: &mut Event<'_>, map: &Map, root: &Path) {
        match event {
            // A folder of the sources is no page: its name stays as words.
            Event::Start(Tag::Link { dest_url, .. })
                if map.follow(root, &self.path, dest_url) == Link::Folder =>
            {
                self.unlinked = true;
                *event = Event::Text(CowStr::from(""));
            }
            Event::End(TagEnd::Link) if self.unlinked => {
                self.unlinked = false;
                *event = Event::Text(CowStr::from(""));
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                *dest_url = CowStr::from(self.led(dest_url, map, root));
            }
            Event::Html(text) | Event::InlineHtml(text) => *text = CowStr::from(self.raw(text, map, root)),
            Event::Text(text) | Event::Code(text) => {
                let words = &mut self.words.last_mut().expect("there is the top of the page").text;
                words.push_str(text);
            }
            Event::SoftBreak
            | Event::HardBreak
            | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell) => {
                self.words.last_mut().expect("as above").text.push(' ');
            }
            _ => {}
        }
    }

    /// Where a link leads on the site.
    fn led(&mut self, to: &str, map: &Map, root: &Path) -> String {
        match map.follow(root, &self.path, to) {
            Link::Out => to.to_owned(),
            Link::Page { path, anchor } => {
                let own = path == self.path && anchor.is_some();
                let address = if own { String::new() } else { map.address(&path).to_owned() };
                match anchor {
                    None => address,
                    Some(anchor) => {
                        self.anchors.push((path, anchor.clone()));
                        format!("{address}#{anchor}")
                    }
                }
            }
            Link::File(path) => {
                let copy = copied(&path);
                self.files.insert(path);
                copy
            }
            Link::Folder => "#".to_owned(),
            Link::Broken(why) => {
                self.broken.push(format!("{}: {why}", self.path));
                to.to_owned()
            }
        }
    }

    /// Pictures with a size are HTML in our documents.
    fn raw(&mut self, text: &str, map: &Map, root: &Path) -> String {
        let mut done = String::new();
        let mut rest = text;
        while let Some(at) = [rest.find("src=\""), rest.find("href=\"")].into_iter().flatten().min() {
            let begin = at + rest[at..].find('"').map_or(0, |it| it + 1);
            let Some(length) = rest[begin..].find('"') else { break };
            done.push_str(&rest[..begin]);
            done.push_str(&self.led(&rest[begin..begin + length], map, root));
            rest = &rest[begin + length..];
        }
        done + rest
    }
}

/// The sections of a map: its headings of the second rank, each with the files that its list leads to.
///
/// # Errors
///
/// If there is none.
pub(crate) fn sections(text: &str) -> Result<Vec<(String, Vec<String>)>, String> {
    let events = parsed(text);
    let mut sections: Vec<(String, Vec<String>)> = Vec::new();
    let mut in_list = false;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                let end = events[at..].iter().position(|it| matches!(it, Event::End(TagEnd::Heading(_))));
                sections.push((plain(&events[at..at + end.unwrap_or(0)]), Vec::new()));
            }
            Event::Start(Tag::Item) => in_list = true,
            // The first link of an item is the page; others are words about it.
            Event::Start(Tag::Link { dest_url, .. }) if in_list => {
                in_list = false;
                if let Some((_, pages)) = sections.last_mut() {
                    let path = match dest_url.strip_prefix("../") {
                        Some(path) => path.to_owned(),
                        None => format!("docs/{dest_url}"),
                    };
                    pages.push(path);
                }
            }
            _ => {}
        }
    }
    if sections.is_empty() { Err("the map of the site has no sections".to_owned()) } else { Ok(sections) }
}

/// Text as HTML has it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Page {
        let map = Map::new(["docs/README.md", "docs/server.md"].into_iter(), "docs/README.md").unwrap();
        Page::read("docs/README.md", text, &map, &crate::root()).unwrap()
    }

    #[test]
    fn a_page_has_a_title_and_a_piece_for_each_heading() {
        let page = read(
            "# One `two`\n\nTop.\n\n## Same\n\nFirst *words*.\n\n## Same\n\n| a | b |\n|---|---|\n| c | d |\n",
        );
        assert_eq!(page.title, "One two");
        let pieces: Vec<(&str, &str)> =
            page.words.iter().map(|it| (it.anchor.as_str(), it.text.trim())).collect();
        assert_eq!(pieces, [("", "Top."), ("#same", "First words."), ("#same-1", "a b c d")]);
        assert!(
            page.html.contains("<h2 id=\"same-1\">") && page.html.contains("class=\"wide\""),
            "{}",
            page.html
        );
    }

    #[test]
    fn links_and_pictures_are_led_to_the_site() {
        let page = read(
            "# A\n\n[s](server.md#people) [m](../LICENSE-MIT) [x](gone.md)\n\n<img src=\"../LICENSE-MIT\">\n",
        );
        assert!(page.html.contains("href=\"server.html#people\""), "{}", page.html);
        assert_eq!(page.html.matches("\"files/LICENSE-MIT\"").count(), 2, "{}", page.html);
        assert_eq!(page.anchors, [("docs/server.md".to_owned(), "people".to_owned())]);
        assert_eq!(page.broken.len(), 1, "{:?}", page.broken);
    }

    #[test]
    fn the_map_names_pages_by_section() {
        let map =
            "# A\n\n[no](x.md)\n\n## For hosts\n\n- [S](server.md), see [too](y.md)\n- [R](../README.md)\n";
        let expected =
            vec![("For hosts".to_owned(), vec!["docs/server.md".to_owned(), "README.md".to_owned()])];
        assert_eq!(sections(map).unwrap(), expected);
        assert!(sections("# A\n").is_err());
    }
}
