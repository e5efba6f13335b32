//! What the chapters of a rule index are called, for people.

/// Every rule of a `rules.md` with the title of the chapter it stands in.
pub(crate) fn chapters(prefix: &str, text: &str) -> Vec<(String, String)> {
    let mut titles: Vec<(usize, String)> = Vec::new();
    let mut rules = Vec::new();
    let definition = format!("- **{prefix}-");
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix('#') {
            let depth = heading.len() - heading.trim_start_matches('#').len();
            titles.retain(|(outer, _)| *outer < depth);
            titles.push((depth, title(heading.trim_start_matches('#'))));
        } else if line.starts_with(&definition) {
            let id = line["- **".len()..].split(['*', ' ']).next().unwrap_or_default().trim_end_matches(':');
            // A heading of nothing but numbers has the name of the one above it.
            let named = titles.iter().rev().map(|(_, it)| it.as_str()).find(|it| !it.is_empty());
            rules.push((id.to_owned(), named.unwrap_or_default().to_owned()));
        }
    }
    rules
}

/// A heading without its numbers, tags and remarks: `Box 30. Gravity (ours) [core]` is `Gravity`.
fn title(heading: &str) -> String {
    let mut plain = String::new();
    let mut depth = 0_u32;
    for letter in heading.trim().chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    let numbered = plain.trim().strip_prefix("Boxes ").or(plain.trim().strip_prefix("Box "));
    let bare = numbered.unwrap_or(plain.trim());
    let number = |it: char| it.is_ascii_digit() || matches!(it, '.' | ',' | '-' | ' ');
    let bare = bare.trim_start_matches(number);
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_lose_what_is_not_for_people() {
        for (heading, plain) in [
            (" Movement (ASF-MOV, ASF-PLOT, ASF-TURN)", "Movement"),
            (" Critical hits (ASF-CRIT) [optional]", "Critical hits"),
            (" Box 30. Gravity and deflection", "Gravity and deflection"),
            (" Boxes 1-3. Introduction", "Introduction"),
            (" 5.10-5.12, 5.21 Gatling, twin particle array (P)", "Gatling, twin particle array"),
            (" 5.17-5.20", ""),
            (" 2. Manoeuvre action (STR-2)", "Manoeuvre action"),
        ] {
            assert_eq!(title(heading), plain, "{heading}");
        }
    }

    #[test]
    fn rules_stand_under_the_nearest_heading_with_a_name() {
        let text = "# All\n## 5 Guns\n- **FT-5.1** a\n### 5.17-5.20\n- **FT-5.17.1 MKP** b\n\
                    ## 6 Drives\n- **FT-6.1:** c\n- **X** d\n";
        let found = chapters("FT", text);
        let found: Vec<(&str, &str)> = found.iter().map(|(id, it)| (id.as_str(), it.as_str())).collect();
        assert_eq!(found, [("FT-5.1", "Guns"), ("FT-5.17.1", "Guns"), ("FT-6.1", "Drives")]);
    }
}
