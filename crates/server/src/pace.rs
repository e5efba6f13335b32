//! Clocks of seats, as the table agreed on them: pure arithmetic. Whoever
//! changes a match turns its clocks and writes both down at once, so that they
//! outlive the server; when one runs down is a job in the database.
//!
//! Their time is that in which there is a server: while there is none, nobody
//! can order anything, and no clock runs.

use engine::{Seat, Seats};
use serde::{Deserialize, Serialize};
use wire::{Late, Pace};

use crate::error::{AppError, Result};

const SECOND: i64 = 1000;
const DAY: i64 = 24 * 3600 * SECOND;
/// Where the battle goes on for a seat that has no time left, it has this
/// much for each decision all the same, in milliseconds.
const OVERTIME: i64 = 15 * SECOND;
/// The most anybody may agree on, in seconds: 30 days for a decision, 90 for a battle, and days of holidays.
const MOST_DECISION: u32 = 30 * 24 * 3600;
const MOST_BANK: u32 = 90 * 24 * 3600;
const MOST_INCREMENT: u32 = 24 * 3600;
const MOST_HOLIDAYS: u32 = 60;
/// The least a seat must have for a decision, in seconds: less is no game over a network.
const LEAST: u32 = 5;

/// Whether this is a pace that can be played.
pub(crate) fn check(pace: &Pace) -> Result<()> {
    let most = |name: &str, given: u32, most: u32| match given <= most {
        true => Ok(()),
        false => Err(AppError::refused(format!("a pace with {name} {given}; at most {most}"))),
    };
    most("decision", pace.decision, MOST_DECISION)?;
    most("bank", pace.bank, MOST_BANK)?;
    most("increment", pace.increment, MOST_INCREMENT)?;
    most("holidays", pace.holidays, MOST_HOLIDAYS)?;
    let least = pace.decision.saturating_add(pace.bank);
    if least < LEAST {
        return Err(AppError::refused(format!(
            "a pace of {least} seconds; each seat needs at least {LEAST}, for a decision or for the battle"
        )));
    }
    Ok(())
}

/// The clocks of all seats, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clocks {
    /// The decision they are set for.
    decision: usize,
    seats: Vec<Hand>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hand {
    /// What is left of the time for the battle.
    bank: i64,
    /// What is left of the time for this decision.
    grace: i64,
    /// Since when both are used up; nothing while it stands.
    since: Option<i64>,
    /// Whether it has run for this decision.
    asked: bool,
    holidays: u32,
    /// When its holiday ends; 0 if there never was one.
    away: i64,
}

impl Hand {
    fn used(&self, now: i64) -> i64 {
        self.since.map_or(0, |since| now.saturating_sub(since).max(0))
    }

    fn left(&self, now: i64) -> (i64, i64) {
        let used = self.used(now);
        let of_grace = used.min(self.grace);
        (self.grace - of_grace, (self.bank - (used - of_grace)).max(0))
    }

    fn stop(&mut self, now: i64) {
        (self.grace, self.bank) = self.left(now);
        self.since = None;
    }

    fn run(&mut self, now: i64) {
        self.since = Some(now.max(self.away));
    }

    /// When it has run down.
    fn deadline(&self) -> Option<i64> {
        self.since.map(|since| since.saturating_add(self.grace).saturating_add(self.bank))
    }
}

impl Clocks {
    pub(crate) fn new(pace: &Pace, seats: usize) -> Clocks {
        let hand = Hand {
            bank: i64::from(pace.bank) * SECOND,
            grace: i64::from(pace.decision) * SECOND,
            since: None,
            asked: false,
            holidays: pace.holidays,
            away: 0,
        };
        Clocks { decision: 0, seats: vec![hand; seats] }
    }

    /// Lets the clocks of `awaited` run and all others stand, from now on.
    pub(crate) fn turn(&mut self, pace: &Pace, now: i64, decision: usize, awaited: Seats) {
        let next = self.decision != decision;
        self.decision = decision;
        for (seat, hand) in (0..).map(Seat).zip(&mut self.seats) {
            if next {
                hand.stop(now);
                if std::mem::take(&mut hand.asked) {
                    let most = i64::from(MOST_BANK) * SECOND;
                    hand.bank = (hand.bank + i64::from(pace.increment) * SECOND).min(most);
                }
                hand.grace = i64::from(pace.decision) * SECOND;
            }
            match (awaited.contains(seat), hand.since) {
                (true, None) => {
                    if !hand.asked && pace.late != Late::Lost {
                        hand.grace = hand.grace.max(OVERTIME - hand.bank);
                    }
                    hand.asked = true;
                    hand.run(now);
                }
                (false, Some(_)) => hand.stop(now),
                (true, Some(_)) | (false, None) => {}
            }
        }
    }

    /// Whether nobody has to be in this seat yet: it is on holiday, or its time for this decision is not over.
    pub(crate) fn is_in_time(&self, seat: Seat, now: i64) -> bool {
        self.seats.get(usize::from(seat.0)).is_some_and(|it| now < it.away || 0 < it.left(now).0)
    }

    /// When the first of them has run down, if any runs.
    pub(crate) fn first(&self) -> Option<i64> {
        self.seats.iter().filter_map(Hand::deadline).min()
    }

    /// Those that have.
    pub(crate) fn late(&self, now: i64) -> Seats {
        let seats = (0..).map(Seat).zip(&self.seats);
        seats.filter(|(_, hand)| hand.deadline().is_some_and(|it| it <= now)).map(|(seat, _)| seat).collect()
    }

    pub(crate) fn deadlines(&self) -> Vec<wire::Deadline> {
        let seats = (0..).zip(&self.seats);
        let dead = |(seat, hand): (u8, &Hand)| {
            let at = u64::try_from(hand.deadline()?).unwrap_or_default();
            Some(wire::Deadline { seat, at })
        };
        seats.filter_map(dead).collect()
    }

    /// What everybody sees of them. Nobody's is shown where a computer sits.
    pub(crate) fn shown(&self, now: i64, is_person: impl Fn(Seat) -> bool) -> Vec<wire::SeatClock> {
        let seats = (0..).zip(&self.seats).filter(|(seat, _)| is_person(Seat(*seat)));
        let millis = |time: i64| u64::try_from(time).unwrap_or_default();
        let shown = |(seat, hand): (u8, &Hand)| {
            let (grace, bank) = hand.left(now);
            wire::SeatClock {
                seat,
                left: millis(grace.saturating_add(bank)),
                bank: millis(bank),
                running: hand.since.is_some(),
                stopped: (now < hand.away).then(|| millis(hand.away - now)),
                holidays: hand.holidays,
            }
        };
        seats.map(shown).collect()
    }

    /// A seat stops its clock for some days from now on, or with 0 lets it run again.
    /// Days that have begun are spent.
    pub(crate) fn holiday(&mut self, seat: Seat, days: u32, now: i64) -> Result<()> {
        let hand = self.seats.get_mut(seat.index()).ok_or_else(|| AppError::not_found("seat"))?;
        // What is left of a holiday is given back first, whole days of it.
        let left = u32::try_from((hand.away - now).max(0) / DAY).unwrap_or(0);
        let most = hand.holidays + left;
        if most < days {
            return Err(AppError::refused(format!("{days} days of holiday, but {most} are left")));
        }
        if hand.since.is_some() {
            hand.stop(now);
            hand.away = 0;
            hand.since = Some(now);
        }
        hand.holidays = most - days;
        hand.away = if days == 0 { 0 } else { now + i64::from(days) * DAY };
        if hand.since.is_some() {
            hand.run(now);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(decision: u32, bank: u32, increment: u32, late: Late) -> Pace {
        Pace { decision, bank, increment, holidays: 3, late }
    }

    fn seats(all: &[u8]) -> Seats {
        all.iter().map(|seat| Seat(*seat)).collect()
    }

    fn lefts(clocks: &Clocks, now: i64) -> Vec<(u64, bool)> {
        clocks.shown(now, |_| true).iter().map(|it| (it.left / 1000, it.running)).collect()
    }

    #[test]
    fn each_runs_until_it_has_sealed() {
        let pace = pace(0, 60, 5, Late::Lost);
        let mut clocks = Clocks::new(&pace, 2);
        assert_eq!((clocks.first(), clocks.deadlines()), (None, vec![]));
        clocks.turn(&pace, 1_000, 0, seats(&[0, 1]));
        assert_eq!(clocks.first(), Some(61_000));
        clocks.turn(&pace, 11_000, 0, seats(&[1]));
        assert_eq!(lefts(&clocks, 21_000), [(50, false), (40, true)]);
        // Taken back it runs on, and no time is won by that.
        clocks.turn(&pace, 21_000, 0, seats(&[0, 1]));
        clocks.turn(&pace, 26_000, 0, seats(&[1]));
        assert_eq!(lefts(&clocks, 26_000), [(45, false), (35, true)]);
        // The next decision is the first seat's; both were asked, and both gain.
        clocks.turn(&pace, 31_000, 1, seats(&[0]));
        assert_eq!(lefts(&clocks, 31_000), [(50, true), (35, false)]);
        assert_eq!(clocks.late(80_999), seats(&[]));
        assert_eq!(clocks.late(81_000), seats(&[0]));
        // It was not asked, so it gains nothing.
        clocks.turn(&pace, 32_000, 2, seats(&[0]));
        assert_eq!(lefts(&clocks, 32_000), [(54, true), (35, false)]);
        clocks.turn(&pace, 33_000, 2, seats(&[]));
        assert_eq!(clocks.first(), None);
    }

    #[test]
    fn time_for_a_decision_goes_before_that_for_the_battle() {
        let pace = pace(30, 60, 0, Late::Lost);
        let mut clocks = Clocks::new(&pace, 1);
        clocks.turn(&pace, 0, 0, seats(&[0]));
        clocks.turn(&pace, 20_000, 1, seats(&[0]));
        assert_eq!(clocks.first(), Some(110_000), "what was left of the decision is gone");
        clocks.turn(&pace, 60_000, 2, seats(&[0]));
        let shown = clocks.shown(60_000, |_| true)[0];
        assert_eq!((shown.left, shown.bank), (80_000, 50_000));
    }

    #[test]
    fn who_plays_on_without_time_has_a_little_for_each_decision() {
        for (late, least) in [(Late::Draft, 15), (Late::Captain, 15), (Late::Lost, 0)] {
            let pace = pace(0, 10, 0, late);
            let mut clocks = Clocks::new(&pace, 1);
            clocks.turn(&pace, 0, 0, seats(&[0]));
            clocks.turn(&pace, 30_000, 1, seats(&[0]));
            assert_eq!(lefts(&clocks, 30_000), [(least, true)], "{late:?}");
        }
    }

    #[test]
    fn a_holiday_stops_the_clock_and_is_spent_by_the_day() {
        let pace = pace(86_400, 0, 0, Late::Lost);
        let mut clocks = Clocks::new(&pace, 2);
        clocks.turn(&pace, 0, 0, seats(&[0]));
        let hour = 3_600_000;
        clocks.holiday(Seat(0), 2, hour).unwrap();
        assert_eq!(clocks.first(), Some(hour + 2 * DAY + 23 * hour));
        let shown = clocks.shown(hour, |_| true)[0];
        assert_eq!((shown.stopped, shown.holidays, shown.left / 1000), (Some(2 * DAY as u64), 1, 82_800));
        assert!(clocks.holiday(Seat(0), 4, hour).is_err());
        // Home early: the day that has begun is spent, the other is not.
        clocks.holiday(Seat(0), 0, 2 * hour).unwrap();
        assert_eq!(clocks.shown(2 * hour, |_| true)[0].holidays, 2);
        assert_eq!(clocks.first(), Some(2 * hour + 23 * hour));
        // Asked while away: it runs from the end of the holiday on.
        clocks.holiday(Seat(1), 1, 2 * hour).unwrap();
        clocks.turn(&pace, 3 * hour, 1, seats(&[1]));
        assert_eq!(clocks.first(), Some(2 * hour + 2 * DAY));
        assert!(clocks.holiday(Seat(7), 1, 0).is_err());
    }

    #[test]
    fn a_pace_that_cannot_be_played_is_refused() {
        assert!(check(&pace(0, 60, 5, Late::Draft)).is_ok());
        assert!(check(&pace(86_400, 259_200, 0, Late::Lost)).is_ok());
        for odd in
            [pace(0, 4, 60, Late::Lost), pace(u32::MAX, 0, 0, Late::Draft), pace(9, 0, 86_401, Late::Draft)]
        {
            assert!(check(&odd).is_err(), "{odd:?}");
        }
        assert!(check(&Pace { holidays: 61, ..pace(60, 0, 0, Late::Draft) }).is_err());
    }
}
