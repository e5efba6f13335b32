//! What is known of each fault; kept, so that hours of work can be taken up again.

use std::{collections::BTreeMap, fs, io, path::Path};

use serde::{Deserialize, Serialize};

/// How a fault fared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// By the case, record or test that failed, or that came to no end.
    Noticed(String),
    Survived,
    /// The compiler refuses it: no fault that anybody could make.
    Refused,
}

/// A fault and its fate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub file: String,
    pub line: usize,
    pub function: String,
    pub rule: String,
    pub original: String,
    /// Nothing, where the statement is left out.
    pub fault: String,
    pub fate: Fate,
}

/// By a name that holds while the function's text stays as it is.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Results(pub BTreeMap<String, Entry>);

impl Results {
    /// # Errors
    ///
    /// If there is a file that cannot be read; none at all is an empty one.
    pub fn open(path: &Path) -> Result<Results, String> {
        match fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text).map_err(|err| format!("{}: {err}", path.display())),
            Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(Results::default()),
            Err(err) => Err(format!("{}: {err}", path.display())),
        }
    }

    /// # Errors
    ///
    /// If it cannot be written; what was there before stays.
    pub fn keep(&self, path: &Path) -> Result<(), String> {
        let in_file = |err: io::Error| format!("{}: {err}", path.display());
        let text = serde_json::to_string_pretty(self).expect("results print") + "\n";
        let part = path.with_extension("part");
        fs::write(&part, text).and_then(|()| fs::rename(&part, path)).map_err(in_file)
    }
}

/// The table by rule, the ones that nobody noticed, and the share of those that somebody did.
pub fn report(entries: &[&Entry]) -> String {
    let mut by_rule: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let mut survivors = Vec::new();
    for entry in entries {
        let (noticed, all) = by_rule.entry(&entry.rule).or_default();
        match &entry.fate {
            Fate::Noticed(_) => *noticed += 1,
            Fate::Survived => survivors.push(*entry),
            Fate::Refused => continue,
        }
        *all += 1;
    }
    by_rule.retain(|_, (_, all)| *all > 0);
    let mut out = String::from("rule            noticed\n");
    for (rule, (noticed, all)) in &by_rule {
        out += &format!("{rule:<15} {noticed:>3} of {all}\n");
    }
    for entry in &survivors {
        let Entry { file, line, function, rule, original, fault, .. } = entry;
        let fault = if fault.is_empty() { "(left out)" } else { fault };
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        out +=
            &format!("survived: {file}:{line} {function} ({rule}): {} -> {}\n", flat(original), flat(fault));
    }
    let (noticed, all) = by_rule.values().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    let share = if all == 0 { 0.0 } else { 100.0 * f64::from(noticed) / f64::from(all) };
    out + &format!("{noticed} of {all} noticed: {share:.1} %\n")
}

/// A short name for a text, the same on every machine (FNV-1a).
pub fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(rule: &str, fate: Fate) -> Entry {
        Entry {
            file: "src/fire.rs".to_owned(),
            line: 7,
            function: "aim".to_owned(),
            rule: rule.to_owned(),
            original: "a <\n b".to_owned(),
            fault: "a <= b".to_owned(),
            fate,
        }
    }

    #[test]
    fn the_report_counts_by_rule_and_names_the_survivors() {
        let all = [
            entry("FT-1", Fate::Noticed("case x".to_owned())),
            entry("FT-1", Fate::Survived),
            entry("FT-2", Fate::Refused),
            entry("FT-3", Fate::Noticed("case y".to_owned())),
        ];
        let text = report(&all.iter().collect::<Vec<_>>());
        assert_eq!(
            text,
            "rule            noticed\nFT-1              1 of 2\nFT-3              1 of 1\n\
             survived: src/fire.rs:7 aim (FT-1): a < b -> a <= b\n2 of 3 noticed: 66.7 %\n"
        );
    }

    #[test]
    fn results_are_kept_and_opened_again() {
        let folder = std::env::temp_dir().join(format!("flagbridge-mutants-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("results.json");
        assert!(Results::open(&path).expect("none is empty").0.is_empty());
        let mut results = Results::default();
        results.0.insert("a".to_owned(), entry("FT-1", Fate::Survived));
        results.keep(&path).expect("kept");
        assert_eq!(Results::open(&path).expect("opened").0, results.0);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
