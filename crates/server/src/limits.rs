//! How much anybody may ask for, and how often.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// A bucket: `burst` at once, `per_second` in the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    pub burst: f64,
    pub per_second: f64,
}

const MINUTE: u64 = 60;
const DAY: u64 = 24 * 60 * MINUTE;

/// What one address and one seat may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// All requests of one address.
    pub address: Rate,
    /// Matches and records made by one address.
    pub making: Rate,
    /// Requests for one seat: orders, checks, suggestions.
    pub seat: Rate,
    /// Duels of one address: many battles each.
    pub duel: Rate,
    /// Connections of one address at a time, live ones among them.
    pub connections: usize,
    /// Live connections of one address at a time.
    pub live: usize,
    /// How long the head of a request may take, and a connection be silent between two.
    pub header: Duration,
    /// The largest body in bytes, and the largest record.
    pub body: usize,
    pub record: usize,
    /// A second of a clock of live play.
    pub second: Duration,
    /// How long an order against computers can be taken back, where that was asked for.
    pub hold: Duration,
    /// The most events of one battle, and the most bytes its orders and events
    /// take up. What would go beyond is not played: the battle is a draw.
    pub events: usize,
    pub bytes: usize,
    /// How long computers go on among themselves with nobody looking.
    pub unattended: Duration,
    /// When a match that nobody has opened is put away until somebody does.
    pub put_away: Duration,
    /// What one decision of one admiral may cost, in nodes and in time.
    pub nodes: u32,
    pub thought: Duration,
    /// What one suggestion may cost, in nodes; with 1 it is a captain's order.
    pub advice: u32,
    /// How long a suggestion waits for its turn to be searched for, before it is a captain's.
    pub patience: Duration,
    /// Admirals of one address that wait for their turn to think; matches
    /// beyond that wait without taking up room.
    pub admirals: usize,
    /// Systems of one design that is drawn, and of all designs of a request.
    pub systems: usize,
    pub drawn: usize,
    /// The largest display in bytes, and all of a request together.
    pub display: usize,
    pub displays: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            address: Rate { burst: 400.0, per_second: 50.0 },
            making: Rate { burst: 30.0, per_second: 0.5 },
            seat: Rate { burst: 120.0, per_second: 20.0 },
            duel: Rate { burst: 6.0, per_second: 0.1 },
            connections: 200,
            live: 100,
            header: Duration::from_secs(20),
            body: 1 << 20,
            record: 16 << 20,
            second: Duration::from_secs(1),
            hold: Duration::from_secs(3),
            events: 20_000,
            bytes: 16 << 20,
            unattended: Duration::from_secs(60 * MINUTE),
            put_away: Duration::from_secs(180 * DAY),
            nodes: 10_000,
            thought: Duration::from_secs(4),
            advice: 10_000,
            patience: Duration::from_millis(1_500),
            admirals: 32,
            systems: 200,
            drawn: 4_000,
            display: 512 << 10,
            displays: 8 << 20,
        }
    }
}

impl Limits {
    /// What whoever runs the server may set: name, what is counted, and the default.
    pub fn settings() -> [(&'static str, &'static str, u64); 14] {
        let usual = Limits::default();
        let (minutes, days) = (usual.unattended.as_secs() / MINUTE, usual.put_away.as_secs() / DAY);
        let rate = |rate: Rate, seconds: f64| (rate.per_second * seconds) as u64;
        [
            (
                "requests",
                "requests a second of one address, eight times as many at once",
                rate(usual.address, 1.0),
            ),
            ("orders", "requests a second for one seat, six times as many at once", rate(usual.seat, 1.0)),
            ("matches", "matches and records a minute of one address", rate(usual.making, 60.0)),
            ("connections", "connections of one address at a time", usual.connections as u64),
            ("hold", "seconds in which an order against computers can be taken back", usual.hold.as_secs()),
            ("events", "the most events a battle may have", usual.events as u64),
            ("bytes", "the most bytes a battle may have", usual.bytes as u64),
            ("unattended", "minutes that computers play on with nobody watching", minutes),
            ("put-away", "days after which a match nobody has opened is put away", days),
            ("nodes", "the most nodes an admiral may search for one order", usual.nodes.into()),
            (
                "thought",
                "the longest an admiral may think, in milliseconds",
                usual.thought.as_millis() as u64,
            ),
            ("advice", "the most nodes that are searched for one suggestion", usual.advice.into()),
            (
                "admirals",
                "the most admirals of one address that may wait in line to think",
                usual.admirals as u64,
            ),
            ("systems", "the most systems a ship may have to be drawn", usual.systems as u64),
        ]
    }

    /// Sets one of [`Limits::settings`] by `name=number`.
    ///
    /// # Errors
    ///
    /// What there is to set, if it is none of them.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once('=').ok_or_else(|| format!("{text:?}: expected name=number"))?;
        let number: u32 = value
            .parse()
            .ok()
            .filter(|it| 0 < *it)
            .ok_or_else(|| format!("{name}={value}: expected a whole number from 1 to {}", u32::MAX))?;
        let rate = |burst: f64, seconds: f64| {
            let number = f64::from(number);
            Rate { burst: number * burst, per_second: number / seconds }
        };
        match name {
            "requests" => self.address = rate(8.0, 1.0),
            "orders" => self.seat = rate(6.0, 1.0),
            "matches" => self.making = rate(1.0, 60.0),
            "connections" => self.connections = number as usize,
            "hold" => self.hold = Duration::from_secs(number.into()),
            "events" => self.events = number as usize,
            "bytes" => self.bytes = number as usize,
            "unattended" => self.unattended = Duration::from_secs(u64::from(number) * MINUTE),
            "put-away" => self.put_away = Duration::from_secs(u64::from(number) * DAY),
            "nodes" => self.nodes = number,
            "thought" => self.thought = Duration::from_millis(number.into()),
            "advice" => self.advice = number,
            "admirals" => self.admirals = number as usize,
            "systems" => self.systems = number as usize,
            _ => {
                let known: Vec<&str> = Limits::settings().iter().map(|(name, ..)| *name).collect();
                return Err(format!("there is no limit {name:?}; there are {}", known.join(", ")));
            }
        }
        Ok(())
    }
}

/// Buckets by whatever they are counted for.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

/// Full buckets are forgotten once there are this many.
const MANY: usize = 10_000;

impl<K: Hash + Eq> Buckets<K> {
    pub(crate) fn new(rate: Rate) -> Self {
        Buckets { rate, buckets: Mutex::new(HashMap::new()) }
    }

    /// Takes one, or says in how many seconds there will be one.
    pub(crate) fn take(&self, key: K) -> Result<(), u64> {
        self.take_at(key, 1.0, Instant::now())
    }

    /// Takes as many as a thing costs. What costs more than the whole bucket
    /// has takes the whole bucket.
    pub(crate) fn spend(&self, key: K, cost: f64) -> Result<(), u64> {
        self.take_at(key, cost, Instant::now())
    }

    fn take_at(&self, key: K, cost: f64, now: Instant) -> Result<(), u64> {
        let Rate { burst, per_second } = self.rate;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |(left, then): (f64, Instant)| {
            (left + now.saturating_duration_since(then).as_secs_f64() * per_second).min(burst)
        };
        if MANY <= buckets.len() {
            buckets.retain(|_, bucket| filled(*bucket) < burst);
        }
        let bucket = buckets.entry(key).or_insert((burst, now));
        let left = filled(*bucket);
        let cost = cost.min(burst);
        if left < cost {
            *bucket = (left, now);
            return Err(((cost - left) / per_second).ceil() as u64);
        }
        *bucket = (left - cost, now);
        Ok(())
    }
}

/// So many at a time for each address.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    most: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// One of them, given back when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
    address: IpAddr,
}

impl Places {
    pub(crate) fn new(most: usize) -> Places {
        Places { most, taken: Arc::default() }
    }

    pub(crate) fn take(&self, address: IpAddr) -> Option<Place> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let n = taken.entry(address).or_insert(0);
        if self.most <= *n {
            return None;
        }
        *n += 1;
        Some(Place { taken: Arc::clone(&self.taken), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = taken.get_mut(&self.address) {
            *n -= 1;
            if *n == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

/// Who shares a bucket: one IPv4 address, or the network of an IPv6 one.
pub(crate) fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mut parts = address.segments();
            parts[4..].fill(0);
            IpAddr::V6(parts.into())
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_empty_and_fill() {
        let buckets = Buckets::new(Rate { burst: 2.0, per_second: 0.5 });
        let start = Instant::now();
        assert_eq!(buckets.take_at("a", 1.0, start), Ok(()));
        assert_eq!(buckets.take_at("a", 1.0, start), Ok(()));
        assert_eq!(buckets.take_at("a", 1.0, start), Err(2));
        assert_eq!(buckets.take_at("b", 1.0, start), Ok(()));
        assert_eq!(buckets.take_at("a", 1.0, start + Duration::from_secs(2)), Ok(()));
        assert_eq!(buckets.take_at("a", 1.0, start + Duration::from_secs(2)), Err(2));
    }

    #[test]
    fn what_costs_more_takes_more() {
        let buckets = Buckets::new(Rate { burst: 10.0, per_second: 1.0 });
        let start = Instant::now();
        assert_eq!(buckets.take_at("a", 8.0, start), Ok(()));
        assert_eq!(buckets.take_at("a", 8.0, start), Err(6));
        assert_eq!(buckets.take_at("a", 1.0, start), Ok(()));
        // A bucket never holds more than it can: the dearest thing waits until it is full.
        assert_eq!(buckets.take_at("b", 400.0, start), Ok(()));
        assert_eq!(buckets.take_at("b", 400.0, start), Err(10));
    }

    #[test]
    fn every_setting_sets_something_and_nonsense_is_told() {
        for (name, _, usual) in Limits::settings() {
            let mut limits = Limits::default();
            limits.set(&format!("{name}=7")).unwrap();
            assert_ne!(limits, Limits::default(), "{name}");
            limits.set(&format!("{name}={usual}")).unwrap();
            assert_eq!(limits, Limits::default(), "{name}");
        }
        for (text, words) in [
            ("events", "expected name=number"),
            ("events=0", "whole number"),
            ("events=-1", "whole number"),
            ("size=3", "there are requests, orders, matches"),
        ] {
            let told = Limits::default().set(text).unwrap_err();
            assert!(told.contains(words), "{told}");
        }
    }

    #[test]
    fn a_network_shares_its_bucket() {
        let parse = |text: &str| neighbourhood(text.parse().unwrap());
        assert_eq!(parse("2001:db8::1"), parse("2001:db8::2"));
        assert_ne!(parse("2001:db8:0:1::1"), parse("2001:db8::1"));
        assert_ne!(parse("10.0.0.1"), parse("10.0.0.2"));
        assert_eq!(parse("::ffff:10.0.0.1"), parse("10.0.0.1"));
    }
}
