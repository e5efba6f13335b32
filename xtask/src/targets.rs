//! What the computer players of each game must reach. A game that is not in
//! the registry yet is passed over.

/// Who meets whom, and the score in per cent that the first must reach, a draw
/// counting half.
pub(crate) type Pairing = (&'static str, &'static str, f64);

/// One game's demands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Targets {
    pub(crate) game: &'static str,
    /// The scenario in which it is measured.
    pub(crate) scenario: &'static str,
    /// Battles a second on one core, random against random and captain against captain.
    pub(crate) random: f64,
    pub(crate) captain: f64,
    pub(crate) strength: &'static [Pairing],
}

const STRENGTH: &[Pairing] =
    &[("captain", "random", 95.0), ("captain", "cadet", 70.0), ("admiral:nodes=400", "captain", 60.0)];

/// Sealed protocols leave more to chance.
const FTB: &[Pairing] =
    &[("captain", "random", 90.0), ("captain", "cadet", 65.0), ("admiral:nodes=400", "captain", 58.0)];

pub(crate) const TARGETS: &[Targets] = &[
    Targets { game: "asfos", scenario: "intro", random: 3_000.0, captain: 150.0, strength: STRENGTH },
    Targets { game: "talon", scenario: "intro", random: 2_000.0, captain: 100.0, strength: STRENGTH },
    Targets { game: "full-thrust", scenario: "intro", random: 1_000.0, captain: 60.0, strength: STRENGTH },
    Targets { game: "ftb", scenario: "intro", random: 2_000.0, captain: 60.0, strength: FTB },
    Targets { game: "stratoyager", scenario: "intro", random: 2_000.0, captain: 100.0, strength: STRENGTH },
];

/// The targets of the games that were asked for, or of all that there are.
pub(crate) fn of(asked: &[String], registry: &[String]) -> Result<Vec<Targets>, String> {
    let there = |game: &str| registry.iter().any(|it| it == game);
    if asked.is_empty() {
        return Ok(TARGETS.iter().copied().filter(|it| there(it.game)).collect());
    }
    let known: Vec<&str> = TARGETS.iter().map(|it| it.game).collect();
    let find = |game: &String| match TARGETS.iter().find(|it| it.game == *game) {
        None => Err(format!("no targets for {game:?}; there are {}", known.join(", "))),
        Some(_) if !there(game) => Err(format!("{game} is not in the registry yet")),
        Some(targets) => Ok(*targets),
    };
    asked.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_that_are_there_are_measured() {
        let registry = ["asfos".to_owned()];
        let games = |asked: &[&str]| {
            let asked: Vec<String> = asked.iter().map(|it| (*it).to_owned()).collect();
            of(&asked, &registry).map(|them| them.iter().map(|it| it.game).collect::<Vec<_>>())
        };
        assert_eq!(games(&[]), Ok(vec!["asfos"]));
        assert_eq!(games(&["asfos"]), Ok(vec!["asfos"]));
        assert!(games(&["talon"]).unwrap_err().contains("registry"));
        assert!(games(&["chess"]).unwrap_err().contains("asfos, talon"));
    }
}
