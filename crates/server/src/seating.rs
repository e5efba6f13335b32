//! Who is to sit where in a new match.

use crate::{
    app::App,
    error::{AppError, Result},
    programs,
    table::level,
};

/// Who is to sit where, read and judged.
pub(crate) struct Seating {
    pub(crate) players: Vec<String>,
    pub(crate) mine: Vec<bool>,
    /// Nothing from people who have still to join.
    pub(crate) contributions: Vec<Option<String>>,
    pub(crate) spectators: bool,
    /// Whether nobody may ask for suggestions.
    pub(crate) unaided: bool,
    /// Who makes it, if that is somebody who is logged in: their own seats are theirs from the start.
    pub(crate) maker: Option<String>,
    pub(crate) pace: Option<wire::Pace>,
    /// Whose seats these are already, if a battle is fought again.
    pub(crate) heirs: Option<Heirs>,
}

/// Those who sat at another table, and sit down at this one with what opened their seats there.
#[derive(Clone, Debug)]
pub(crate) struct Heirs {
    /// The name of this match, which follows from that of the other.
    pub(crate) id: String,
    /// Seat, or [`store::SPECTATOR`], and the hash of its secret.
    pub(crate) hashes: Vec<(i64, String)>,
    /// Seat and the id of a person.
    pub(crate) people: Vec<(i64, String)>,
}

/// The most text a person may add to the seed.
const LONGEST_CONTRIBUTION: usize = 200;

impl Seating {
    pub(crate) fn read(app: &App, seats: &[wire::NewSeat], spectators: bool) -> Result<Seating> {
        let mut seating = Seating {
            players: Vec::new(),
            mine: Vec::new(),
            contributions: Vec::new(),
            spectators,
            unaided: false,
            maker: None,
            pace: None,
            heirs: None,
        };
        for seat in seats {
            let (player, mine, given) = match seat {
                wire::NewSeat::Me { contribution } => ("human".to_owned(), true, contribution.clone()),
                wire::NewSeat::Friend {} => ("human".to_owned(), false, None),
                wire::NewSeat::Computer { level } => {
                    (within_budget(app, level)?, false, Some(app.chance().contribution()))
                }
            };
            if let Some(text) = &given {
                check_contribution(text)?;
            }
            seating.players.push(player);
            seating.mine.push(mine);
            seating.contributions.push(given);
        }
        Ok(seating)
    }

    pub(crate) fn owned(&self) -> Vec<(i64, String)> {
        if let Some(heirs) = &self.heirs {
            return heirs.people.clone();
        }
        let mine = (0_i64..).zip(&self.mine).filter(|(_, mine)| **mine).map(|(seat, _)| seat);
        self.maker.iter().flat_map(|maker| mine.clone().map(|seat| (seat, maker.clone()))).collect()
    }

    /// Everybody at the table of a record is the one who brought it.
    pub(crate) fn of_record(app: &App, players: Vec<String>) -> Seating {
        let mine = players.iter().map(|player| level(player, app.limits()).is_none()).collect();
        Seating {
            players,
            mine,
            contributions: Vec::new(),
            spectators: true,
            unaided: false,
            maker: None,
            pace: None,
            heirs: None,
        }
    }

    pub(crate) fn people(&self) -> bool {
        self.players.iter().any(|player| player == "human")
    }
}

pub(crate) fn check_contribution(text: &str) -> Result<()> {
    if text.is_empty() || LONGEST_CONTRIBUTION < text.len() {
        let n = text.len();
        return Err(AppError::refused(format!(
            "a contribution of {n} bytes; it must have 1 to {LONGEST_CONTRIBUTION}"
        )));
    }
    Ok(())
}

/// A computer player, as far as the server can afford it; or a program that it was told of.
pub(crate) fn within_budget(app: &App, text: &str) -> Result<String> {
    if let Some(name) = programs::named(text) {
        programs::is_known(app, name)?;
        return Ok(text.to_owned());
    }
    let _known: rulesets::Level = text.parse().map_err(|err| AppError::refused(format!("{err}")))?;
    Ok(level(text, app.limits()).map_or_else(|| text.to_owned(), |level| level.to_string()))
}
