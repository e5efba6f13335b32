//! How good a player is, and how that is written: `admiral:nodes=400,threads=2`.

use std::{fmt, str::FromStr, time::Duration};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    Random,
    Cadet,
    Captain,
    Admiral(Budget),
    /// Whoever takes every suggestion that people are offered.
    Suggestion,
}

/// What an admiral may spend on one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    pub effort: Effort,
    /// How many threads share the work. Changes the time and never, with an
    /// effort in nodes, the order.
    pub threads: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effort {
    /// At most this many decisions resolved in imagined worlds.
    Nodes(u32),
    /// About this long. Not reproducible: machines differ.
    Time(Duration),
}

impl Default for Budget {
    /// Well under a second for a decision on one core in every game.
    fn default() -> Budget {
        Budget { effort: Effort::Nodes(1_500), threads: 1 }
    }
}

impl Level {
    /// Whether it takes time to think.
    pub fn searches(&self) -> bool {
        match self {
            Level::Admiral(_) | Level::Suggestion => true,
            Level::Random | Level::Cadet | Level::Captain => false,
        }
    }

    /// The same player on `threads` threads, if it can use them.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Level {
        match self {
            Level::Admiral(budget) => Level::Admiral(Budget { threads: threads.max(1), ..budget }),
            Level::Random | Level::Cadet | Level::Captain | Level::Suggestion => self,
        }
    }
}

/// The text that is no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    text: String,
    reason: String,
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LevelError { text, reason } = self;
        write!(
            f,
            "{text:?} is not a computer player: {reason}; allowed are random, cadet, captain, suggestion, admiral, \
             and admiral:nodes=N or admiral:ms=N, either with threads=N after a comma"
        )
    }
}

impl std::error::Error for LevelError {}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let wrong = |reason: String| LevelError { text: text.to_owned(), reason };
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (text, None),
        };
        let plain = match name {
            "random" => Level::Random,
            "cadet" => Level::Cadet,
            "captain" => Level::Captain,
            "suggestion" => Level::Suggestion,
            "admiral" => return budget(settings).map(Level::Admiral).map_err(wrong),
            _ => return Err(wrong(format!("unknown level {name:?}"))),
        };
        match settings {
            None => Ok(plain),
            Some(_) => Err(wrong(format!("{name} has no settings"))),
        }
    }
}

fn budget(settings: Option<&str>) -> Result<Budget, String> {
    let mut effort = None;
    let mut threads = None;
    for setting in settings.into_iter().flat_map(|settings| settings.split(',')) {
        let (key, value) = setting
            .split_once('=')
            .ok_or_else(|| format!("expected a setting like nodes=400, found {setting:?}"))?;
        let number: u32 = value
            .parse()
            .ok()
            .filter(|number| 0 < *number)
            .ok_or_else(|| format!("{key}={value} is not a whole number above 0"))?;
        let again = match key {
            "nodes" => effort.replace(Effort::Nodes(number)).is_some(),
            "ms" => effort.replace(Effort::Time(Duration::from_millis(number.into()))).is_some(),
            "threads" if number <= MOST_THREADS => threads.replace(number as usize).is_some(),
            "threads" => return Err(format!("threads={number} is more than {MOST_THREADS}")),
            _ => return Err(format!("unknown setting {key:?}")),
        };
        if again {
            return Err(format!("{key} contradicts an earlier setting"));
        }
    }
    let usual = Budget::default();
    Ok(Budget { effort: effort.unwrap_or(usual.effort), threads: threads.unwrap_or(usual.threads) })
}

const MOST_THREADS: u32 = 256;

/// As it is read, with whatever differs from the defaults.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let budget = match self {
            Level::Random => return write!(f, "random"),
            Level::Cadet => return write!(f, "cadet"),
            Level::Captain => return write!(f, "captain"),
            Level::Suggestion => return write!(f, "suggestion"),
            Level::Admiral(budget) => budget,
        };
        let usual = Budget::default();
        let mut settings = Vec::new();
        match budget.effort {
            effort if effort == usual.effort => {}
            Effort::Nodes(nodes) => settings.push(format!("nodes={nodes}")),
            Effort::Time(time) => settings.push(format!("ms={}", time.as_millis())),
        }
        if budget.threads != usual.threads {
            settings.push(format!("threads={}", budget.threads));
        }
        if settings.is_empty() { write!(f, "admiral") } else { write!(f, "admiral:{}", settings.join(",")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_survive_text() {
        for text in [
            "random",
            "cadet",
            "captain",
            "suggestion",
            "admiral",
            "admiral:nodes=2000",
            "admiral:ms=500",
            "admiral:nodes=400,threads=2",
            "admiral:threads=2",
        ] {
            assert_eq!(text.parse::<Level>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn bad_text_is_told_what_is_allowed() {
        for (text, reason) in [
            ("", "unknown level \"\""),
            ("general", "unknown level \"general\""),
            ("captain:nodes=4", "captain has no settings"),
            ("admiral:", "expected a setting like nodes=400, found \"\""),
            ("admiral:nodes=0", "nodes=0 is not a whole number above 0"),
            ("admiral:nodes=-1", "nodes=-1 is not a whole number above 0"),
            ("admiral:depth=3", "unknown setting \"depth\""),
            ("admiral:nodes=5,ms=5", "ms contradicts an earlier setting"),
            ("admiral:threads=1000", "threads=1000 is more than 256"),
        ] {
            let err = text.parse::<Level>().unwrap_err().to_string();
            assert!(err.contains(reason) && err.contains("allowed are random, cadet"), "{err}");
        }
    }

    #[test]
    fn threads_are_for_admirals() {
        assert_eq!(Level::Captain.with_threads(4), Level::Captain);
        let level: Level = "admiral:ms=5".parse().unwrap();
        assert_eq!(level.with_threads(2).to_string(), "admiral:ms=5,threads=2");
    }
}
