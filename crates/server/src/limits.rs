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
        }
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
        self.take_at(key, Instant::now())
    }

    fn take_at(&self, key: K, now: Instant) -> Result<(), u64> {
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
        if left < 1.0 {
            *bucket = (left, now);
            return Err(((1.0 - left) / per_second).ceil() as u64);
        }
        *bucket = (left - 1.0, now);
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
        assert_eq!(buckets.take_at("a", start), Ok(()));
        assert_eq!(buckets.take_at("a", start), Ok(()));
        assert_eq!(buckets.take_at("a", start), Err(2));
        assert_eq!(buckets.take_at("b", start), Ok(()));
        assert_eq!(buckets.take_at("a", start + Duration::from_secs(2)), Ok(()));
        assert_eq!(buckets.take_at("a", start + Duration::from_secs(2)), Err(2));
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
