//! The rule index: reading `rules.md`.

/// One rule as `rules.md` has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub id: String,
    /// `core`, `optional`, `scenario`, `inferred` …
    pub tag: String,
    pub text: String,
    /// Edges, examples, gaps with their rulings: the lines indented below it.
    pub notes: Vec<String>,
}

/// The rules of an index, in its order.
///
/// A rule is a line `- **ID** [tag] text` or `- **ID Name** text`. Without a
/// tag of its own it has that of the heading it stands under, or is `core`.
/// Everything indented below belongs to it.
///
/// # Errors
///
/// If a rule is defined twice, or there is none at all.
pub fn parse(prefix: &str, text: &str) -> Result<Vec<Rule>, String> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut tags = HeadingTags::default();
    let mut in_rule = false;
    for (n, line) in text.lines().enumerate() {
        if let Some(heading) = line.strip_prefix('#') {
            tags.enter(heading);
            in_rule = false;
        } else if let Some(rule) = definition(prefix, line, tags.current()) {
            if rules.iter().any(|known| known.id == rule.id) {
                return Err(format!("rules.md:{}: {} is defined a second time", n + 1, rule.id));
            }
            rules.push(rule);
            in_rule = true;
        } else if line.trim().is_empty() || !line.starts_with(' ') {
            // A blank line inside a list does not end the rule's notes; a new paragraph does.
            in_rule = in_rule && line.trim().is_empty();
        } else if let Some(rule) = rules.last_mut().filter(|_| in_rule) {
            match line.trim().strip_prefix("- ") {
                Some(note) => rule.notes.push(note.trim().to_owned()),
                None => {
                    let last = rule.notes.last_mut().unwrap_or(&mut rule.text);
                    last.push(' ');
                    last.push_str(line.trim());
                }
            }
        }
    }
    if rules.is_empty() { Err(format!("rules.md: no line begins - **{prefix}-…**")) } else { Ok(rules) }
}

fn definition(prefix: &str, line: &str, heading_tag: &str) -> Option<Rule> {
    let (bold, rest) = line.strip_prefix("- **")?.split_once("**")?;
    let (id, name) = bold.split_once(' ').unwrap_or((bold, ""));
    let id = id.trim_end_matches(':');
    id.strip_prefix(prefix)?.strip_prefix('-')?;
    let rest = rest.trim();
    let (tag, text) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((tag, text)) => (tag, text.trim()),
        None => (heading_tag, rest),
    };
    let text = match name.trim() {
        "" => text.to_owned(),
        name => format!("{name}: {text}"),
    };
    Some(Rule { id: id.to_owned(), tag: tag.to_owned(), text, notes: Vec::new() })
}

/// The tags of the headings one stands under, outermost first.
#[derive(Default)]
struct HeadingTags(Vec<(usize, Option<String>)>);

impl HeadingTags {
    /// `heading` is the line after its first `#`.
    fn enter(&mut self, heading: &str) {
        let depth = heading.len() - heading.trim_start_matches('#').len();
        self.0.retain(|(outer, _)| *outer < depth);
        let tag = heading.trim_end().strip_suffix(']').and_then(|text| text.rsplit_once('['));
        self.0.push((depth, tag.map(|(_, tag)| tag.to_owned())));
    }

    fn current(&self) -> &str {
        self.0.iter().rev().find_map(|(_, tag)| tag.as_deref()).unwrap_or("core")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "\
# Rule index
- Id prefix: `ASF`

## Before the game (ASF-SET)

- **ASF-SET.1** [core] Playing area: flat.
  - Edge: the minimum scales (ASF-MOV.2).
  - Gap: how? Ruling: so,
    and so on.
- **ASF-END.2** Gap: none.

A paragraph.
  indented, but of the paragraph

## Scenario: Emerald (ASF-SCN) [scenario]
- **ASF-SCN.1** Two players;
  48 x 48 inches.
### Our own
- **ASF-SCN.A Lantern Straits** 72 x 48.
  - Edge: default places.
- **Unit:** not a rule
";

    #[test]
    fn rules_tags_and_notes_are_read() {
        let rules = parse("ASF", INDEX).unwrap();
        let short: Vec<(&str, &str, &str, usize)> = rules
            .iter()
            .map(|rule| (rule.id.as_str(), rule.tag.as_str(), rule.text.as_str(), rule.notes.len()))
            .collect();
        assert_eq!(
            short,
            [
                ("ASF-SET.1", "core", "Playing area: flat.", 2),
                ("ASF-END.2", "core", "Gap: none.", 0),
                ("ASF-SCN.1", "scenario", "Two players; 48 x 48 inches.", 0),
                ("ASF-SCN.A", "scenario", "Lantern Straits: 72 x 48.", 1),
            ]
        );
        assert_eq!(rules[0].notes[1], "Gap: how? Ruling: so, and so on.");
    }

    #[test]
    fn a_second_definition_is_an_error() {
        let err = parse("ASF", "- **ASF-A.1** a\n- **ASF-A.1** b\n").unwrap_err();
        assert_eq!(err, "rules.md:2: ASF-A.1 is defined a second time");
        assert!(parse("ASF", "nothing").is_err());
    }
}
