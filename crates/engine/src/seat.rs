//! Who sits at the table: seats, sets of seats, and those who look on.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One player's place, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// People count from one.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", u16::from(self.0) + 1)
    }
}

/// A set of up to sixteen seats, small enough to copy.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Seats(u16);

impl Seats {
    /// The most seats a table has.
    pub const MOST: u8 = 16;

    /// Seats 0 to `n - 1`.
    ///
    /// # Panics
    ///
    /// Panics if there are more than [`Seats::MOST`].
    pub fn first(n: u8) -> Seats {
        assert!(n <= Seats::MOST, "{n} seats, but a table has at most {}", Seats::MOST);
        Seats(((1_u32 << n) - 1) as u16)
    }

    pub fn with(self, seat: Seat) -> Seats {
        assert!(seat.0 < Seats::MOST, "{seat} is beyond the table");
        Seats(self.0 | 1 << seat.0)
    }

    pub fn without(self, seat: Seat) -> Seats {
        if seat.0 < Seats::MOST { Seats(self.0 & !(1 << seat.0)) } else { self }
    }

    pub fn contains(self, seat: Seat) -> bool {
        seat.0 < Seats::MOST && self.0 >> seat.0 & 1 == 1
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| Seat(left.trailing_zeros() as u8));
            // Without the last bit that is set.
            left &= left.wrapping_sub(1);
            next
        })
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::default(), Seats::with)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

/// Stored as a list of seat numbers.
impl Serialize for Seats {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Seats, D::Error> {
        let seats = Vec::<Seat>::deserialize(deserializer)?;
        match seats.iter().find(|seat| Seats::MOST <= seat.0) {
            Some(seat) => {
                Err(serde::de::Error::custom(format!("seat number {} is beyond the table", seat.0)))
            }
            None => Ok(seats.into_iter().collect()),
        }
    }
}

/// Somebody who looks at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    Seat(Seat),
    /// Sees what is open to everybody.
    Spectator,
    /// Sees everything.
    Referee,
}

/// The orders of one decision, by seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Orders<O>(Vec<(Seat, O)>);

impl<O> Default for Orders<O> {
    fn default() -> Self {
        Orders(Vec::new())
    }
}

impl<O> Orders<O> {
    /// Room for `n` orders.
    pub fn for_seats(n: usize) -> Orders<O> {
        Orders(Vec::with_capacity(n))
    }

    /// Keeps `order` for `seat`, and gives back the one it replaces.
    pub fn insert(&mut self, seat: Seat, order: O) -> Option<O> {
        match self.0.binary_search_by_key(&seat, |(seat, _)| *seat) {
            Ok(i) => Some(std::mem::replace(&mut self.0[i].1, order)),
            Err(i) => {
                self.0.insert(i, (seat, order));
                None
            }
        }
    }

    pub fn remove(&mut self, seat: Seat) -> Option<O> {
        let i = self.0.iter().position(|(it, _)| *it == seat)?;
        Some(self.0.remove(i).1)
    }

    pub fn get(&self, seat: Seat) -> Option<&O> {
        self.iter().find(|(it, _)| *it == seat).map(|(_, order)| order)
    }

    /// In the order of the seats, whatever order they were handed in.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &O)> + Clone {
        self.0.iter().map(|(seat, order)| (*seat, order))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<O> FromIterator<(Seat, O)> for Orders<O> {
    fn from_iter<I: IntoIterator<Item = (Seat, O)>>(orders: I) -> Self {
        let mut all = Orders::default();
        for (seat, order) in orders {
            all.insert(seat, order);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record from outside may name any seat; what is said about it is said in words.
    #[test]
    fn every_seat_has_a_name() {
        assert_eq!(Seat(0).to_string(), "seat 1");
        assert_eq!(Seat(u8::MAX).to_string(), "seat 256");
    }

    #[test]
    fn seats_are_a_set() {
        let seats = Seats::first(3).without(Seat(1));
        assert_eq!(seats.iter().collect::<Vec<Seat>>(), [Seat(0), Seat(2)]);
        assert_eq!(seats.len(), 2);
        assert!(!seats.contains(Seat(200)));
        assert_eq!(serde_json::to_string(&seats).unwrap(), "[0,2]");
        assert_eq!(serde_json::from_str::<Seats>("[0,2]").unwrap(), seats);
        assert!(serde_json::from_str::<Seats>("[16]").is_err());
        assert_eq!(Seats::first(16).len(), 16);
        assert_eq!(Seats::first(16).iter().map(Seat::index).collect::<Vec<_>>(), (0..16).collect::<Vec<_>>());
        assert_eq!(Seats::default().iter().next(), None);
    }

    #[test]
    fn orders_come_by_seat() {
        let orders: Orders<char> = [(Seat(1), 'b'), (Seat(0), 'a')].into_iter().collect();
        assert_eq!(orders.iter().map(|(_, order)| *order).collect::<String>(), "ab");
    }
}
