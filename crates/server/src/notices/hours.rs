//! Hours of the day where somebody lives: when it is quiet there, and when it
//! is time for the daily mail. Days on which clocks are changed are no matter:
//! what falls into an hour that is left out comes after it.

use jiff::{Timestamp, ToSpan as _, Zoned, civil::Time, tz::TimeZone};
use wire::{Quiet, Wishes};

/// Whether there is such a zone.
pub(crate) fn is_zone(name: &str) -> bool {
    name.len() <= 60 && TimeZone::get(name).is_ok()
}

/// What the clock on the wall says there; in UTC where the zone is not known.
fn there(wishes: &Wishes, millis: i64) -> Zoned {
    let moment = Timestamp::from_millisecond(millis).unwrap_or_default();
    moment.to_zoned(TimeZone::get(&wishes.zone).unwrap_or(TimeZone::UTC))
}

fn minute(time: Time) -> u16 {
    time.hour().unsigned_abs() as u16 * 60 + time.minute().unsigned_abs() as u16
}

/// The next time after `from` that the clock there shows this minute of the day.
fn reaches(from: &Zoned, minute: u16) -> i64 {
    let (hour, minute) = ((minute / 60) as i8, (minute % 60) as i8);
    let mut day = from.date();
    // Today, tomorrow, or the day after where that was left out.
    for _ in 0..3 {
        let then = day.at(hour, minute, 0, 0).to_zoned(from.time_zone().clone());
        match then {
            Ok(then) if *from < then => return then.timestamp().as_millisecond(),
            Ok(_) | Err(_) => {}
        }
        day = day.saturating_add(1.day());
    }
    from.timestamp().as_millisecond()
}

/// When the quiet hours end that somebody has now, in milliseconds since 1970; nothing if it is not quiet.
pub(crate) fn quiet_until(wishes: &Wishes, now: i64) -> Option<i64> {
    let Quiet { from, to } = wishes.quiet?;
    let there = there(wishes, now);
    let minute = minute(there.time());
    let quiet = match from < to {
        true => (from..to).contains(&minute),
        false => from <= minute || minute < to,
    };
    quiet.then(|| reaches(&there, to))
}

/// When it is this full hour there the next time, in milliseconds since 1970.
pub(crate) fn next(wishes: &Wishes, hour: u8, now: i64) -> i64 {
    reaches(&there(wishes, now), u16::from(hour) * 60)
}

/// A moment as one reads it there: `Mon 12 Jan, 18:30`.
pub(crate) fn read(wishes: &Wishes, millis: i64) -> String {
    there(wishes, millis).strftime("%a %-d %b, %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In milliseconds since 1970.
    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    fn wishes(zone: &str, from: u16, to: u16) -> Wishes {
        Wishes {
            zone: zone.to_owned(),
            quiet: Some(Quiet { from: from * 60, to: to * 60 }),
            ..Wishes::default()
        }
    }

    #[test]
    fn nights_are_quiet_where_somebody_lives() {
        let berlin = wishes("Europe/Berlin", 22, 8);
        for (now, until) in [
            ("2026-01-10T20:59:00Z", None),
            ("2026-01-10T21:00:00Z", Some("2026-01-11T07:00:00Z")),
            ("2026-01-11T06:59:59Z", Some("2026-01-11T07:00:00Z")),
            ("2026-01-11T07:00:00Z", None),
            // The night in which clocks go forward, and that in which they go back.
            ("2026-03-28T22:00:00Z", Some("2026-03-29T06:00:00Z")),
            ("2026-10-24T22:00:00Z", Some("2026-10-25T07:00:00Z")),
        ] {
            assert_eq!(quiet_until(&berlin, at(now)), until.map(at), "{now}");
        }
        let noon = wishes("America/New_York", 12, 14);
        assert_eq!(quiet_until(&noon, at("2026-07-01T16:30:00Z")), Some(at("2026-07-01T18:00:00Z")));
        assert_eq!(quiet_until(&noon, at("2026-07-01T15:59:00Z")), None);
        assert_eq!(quiet_until(&Wishes::default(), at("2026-07-01T15:59:00Z")), None);
    }

    #[test]
    fn the_daily_mail_comes_at_its_hour_and_once_a_day() {
        let kiritimati = wishes("Pacific/Kiritimati", 0, 1);
        let now = at("2026-01-10T10:00:00Z");
        let first = next(&kiritimati, 7, now);
        assert_eq!(first, at("2026-01-10T17:00:00Z"));
        assert_eq!(next(&kiritimati, 7, first), at("2026-01-11T17:00:00Z"));
        assert_eq!(next(&kiritimati, 7, first - 1), first);
        // Half past two is left out that night; two o'clock comes at three.
        let berlin = wishes("Europe/Berlin", 0, 1);
        assert_eq!(next(&berlin, 2, at("2026-03-28T23:30:00Z")), at("2026-03-29T01:00:00Z"));
    }

    #[test]
    fn zones_are_told_from_anything_else() {
        assert!(is_zone("Europe/Berlin") && is_zone("UTC"));
        for odd in ["", "Europe", "Europe/Nowhere", "../../etc/passwd", "\0"] {
            assert!(!is_zone(odd), "{odd:?}");
        }
        assert_eq!(read(&wishes("Asia/Tokyo", 0, 1), at("2026-01-12T09:30:00Z")), "Mon 12 Jan, 18:30");
    }
}
