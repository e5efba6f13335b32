//! How much anybody may ask for, and how often.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher as _},
    marker::PhantomData,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use store::Patience;

/// A bucket: `burst` at once, `per_second` in the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    pub burst: f64,
    pub per_second: f64,
}

const MINUTE: u64 = 60;
const HOUR: f64 = 3_600.0;
const A_DAY: f64 = 24.0 * HOUR;
const DAY: u64 = 24 * 60 * MINUTE;

/// What one address and one seat may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// All requests of one address.
    pub address: Rate,
    /// Matches and records made by one address.
    pub making: Rate,
    /// Accounts made by one address.
    pub signing_up: Rate,
    /// Passwords tried by one address, and for one name.
    pub logging_in: Rate,
    pub guessing: Rate,
    /// Tables and challenges made by one address, and wishes to be paired.
    pub tables: Rate,
    pub pairings: Rate,
    /// Tables, challenges and wishes of one person that may be open at a time.
    pub open_tables: usize,
    /// Challenges to one person that may be open at a time.
    pub challenges: usize,
    /// After how long without its maker a table closes that is to be fought in one sitting.
    pub absent: Duration,
    /// Bots of one person.
    pub bots: usize,
    /// Messages of one person or seat at tables, and reports.
    pub talking: Rate,
    pub reporting: Rate,
    /// Clubs that one person founds, and posts on the boards of clubs.
    pub founding: Rate,
    pub posting: Rate,
    /// People whom one person follows or blocks.
    pub circling: Rate,
    /// Things that one person puts on the shelf.
    pub keeping: Rate,
    /// Codes of a second factor tried for one person.
    pub coding: Rate,
    /// Letters asked for by one address or person, or to one address of mail.
    pub writing: Rate,
    /// Notices sent to one person by push, mail and webhook.
    pub telling: Rate,
    /// Browsers that take pushes for one person.
    pub devices: usize,
    /// How long after somebody was last heard of at a table they count as away from it.
    pub away: Duration,
    /// How much time a decision must have for a warning that it runs low.
    pub warned: Duration,
    /// Requests for one seat: orders, checks, suggestions.
    pub seat: Rate,
    /// Duels of one address: many battles each.
    pub duel: Rate,
    /// Connections of one address at a time, live ones among them.
    pub connections: usize,
    /// Live connections from one address at a time.
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
    /// After how long without its holder a seat counts as left, and may be given to a computer.
    pub left: Duration,
    /// How many battles are kept in memory; of more, those are let go of that were in hand the
    /// longest ago.
    pub open: usize,
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
    /// Studies of one person or address that are begun or let go on, on a server that is open to the
    /// public: on somebody's own table nothing is said of studies.
    pub studying: Rate,
    /// Studies of one person or address that run or wait.
    pub study_open: usize,
    /// Battles and kinds of battles of a study, and nodes an admiral may search for an order in it.
    pub study_battles: u64,
    pub study_kinds: u64,
    pub study_nodes: u32,
    /// How long a study is worked on before it stops, and how long before others have their turn.
    pub study_time: Duration,
    pub study_turn: Duration,
    /// After how many days without a look a study is removed.
    pub study_days: u64,
    /// Systems of one design that is drawn, and of all designs of a request.
    pub systems: usize,
    pub drawn: usize,
    /// The largest display in bytes, and all of a request together.
    pub display: usize,
    pub displays: usize,
    /// How long the database may take before it counts as away.
    pub database: Patience,
    /// How long open requests may take to end when the server stops, and then the database to take what is
    /// being written. Together less than ten seconds, after which a system may kill what it has asked to end.
    pub farewell: Duration,
    pub last_words: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            address: Rate { burst: 400.0, per_second: 50.0 },
            making: Rate { burst: 30.0, per_second: 0.5 },
            signing_up: Rate { burst: 6.0, per_second: 6.0 / HOUR },
            logging_in: Rate { burst: 20.0, per_second: 10.0 / 60.0 },
            guessing: Rate { burst: 60.0, per_second: 60.0 / HOUR },
            tables: Rate { burst: 20.0, per_second: 20.0 / 60.0 },
            pairings: Rate { burst: 20.0, per_second: 20.0 / 60.0 },
            open_tables: 8,
            challenges: 20,
            absent: Duration::from_secs(MINUTE),
            bots: 5,
            talking: Rate { burst: 10.0, per_second: 20.0 / 60.0 },
            reporting: Rate { burst: 20.0, per_second: 20.0 / HOUR },
            founding: Rate { burst: 5.0, per_second: 5.0 / A_DAY },
            posting: Rate { burst: 30.0, per_second: 30.0 / HOUR },
            circling: Rate { burst: 120.0, per_second: 120.0 / HOUR },
            keeping: Rate { burst: 60.0, per_second: 60.0 / HOUR },
            coding: Rate { burst: 12.0, per_second: 12.0 / HOUR },
            writing: Rate { burst: 6.0, per_second: 6.0 / HOUR },
            telling: Rate { burst: 120.0, per_second: 120.0 / HOUR },
            devices: 10,
            away: Duration::from_secs(30),
            warned: Duration::from_secs(60 * MINUTE),
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
            left: Duration::from_secs(5 * MINUTE),
            open: 2_000,
            unattended: Duration::from_secs(60 * MINUTE),
            put_away: Duration::from_secs(180 * DAY),
            nodes: 10_000,
            thought: Duration::from_secs(4),
            advice: 10_000,
            patience: Duration::from_millis(1_500),
            admirals: 32,
            studying: Rate { burst: 30.0, per_second: 30.0 / HOUR },
            study_open: 2,
            study_battles: 20_000,
            study_kinds: 60,
            study_nodes: 400,
            study_time: Duration::from_secs(10 * MINUTE),
            study_turn: Duration::from_secs(20),
            study_days: 30,
            systems: 200,
            drawn: 4_000,
            display: 512 << 10,
            displays: 8 << 20,
            database: Patience::default(),
            farewell: Duration::from_secs(6),
            last_words: Duration::from_millis(3_500),
        }
    }
}

impl Limits {
    /// What whoever runs the server may set: name, what is counted, and the default.
    pub fn settings() -> [(&'static str, &'static str, u64); 45] {
        let usual = Limits::default();
        let (minutes, days) = (usual.unattended.as_secs() / MINUTE, usual.put_away.as_secs() / DAY);
        let rate = |rate: Rate, seconds: f64| (rate.per_second * seconds).round() as u64;
        [
            (
                "requests",
                "requests a second from one address, eight times as many at once",
                rate(usual.address, 1.0),
            ),
            ("orders", "requests a second for one seat, six times as many at once", rate(usual.seat, 1.0)),
            ("matches", "matches and records a minute from one address", rate(usual.making, 60.0)),
            ("accounts", "accounts an hour from one address", rate(usual.signing_up, HOUR)),
            (
                "passwords",
                "passwords a minute that one address may try, twice as many at once",
                rate(usual.logging_in, 60.0),
            ),
            ("guesses", "passwords an hour that may be tried for one name", rate(usual.guessing, HOUR)),
            ("tables", "tables and challenges a minute from one address", rate(usual.tables, 60.0)),
            ("pairings", "wishes to be paired a minute from one address", rate(usual.pairings, 60.0)),
            ("open-tables", "tables and challenges of one person open at a time", usual.open_tables as u64),
            ("challenges", "challenges to one person open at a time", usual.challenges as u64),
            (
                "absent",
                "seconds after which a table for one sitting closes if its maker is gone",
                usual.absent.as_secs(),
            ),
            ("bots", "bots of one person", usual.bots as u64),
            (
                "messages",
                "messages a minute from one person or seat, half as many at once",
                rate(usual.talking, 60.0),
            ),
            ("reports", "reports an hour from one person or seat", rate(usual.reporting, HOUR)),
            ("clubs", "clubs a day that one person may found", rate(usual.founding, A_DAY)),
            ("posts", "posts an hour from one person on the boards of clubs", rate(usual.posting, HOUR)),
            ("follows", "people an hour whom one person may follow or block", rate(usual.circling, HOUR)),
            (
                "kept",
                "scenarios and fleets an hour that one person may put on the shelf",
                rate(usual.keeping, HOUR),
            ),
            (
                "codes",
                "codes of a second factor an hour that may be tried for one person",
                rate(usual.coding, HOUR),
            ),
            (
                "letters",
                "mails an hour with a link that one address or person may ask for, or that go to one mail address",
                rate(usual.writing, HOUR),
            ),
            (
                "notices",
                "notices an hour that are sent to one person by push, mail and webhook",
                rate(usual.telling, HOUR),
            ),
            ("devices", "browsers that may get push messages for one person", usual.devices as u64),
            (
                "away",
                "seconds without a word from somebody after which they count as away and get notices",
                usual.away.as_secs(),
            ),
            (
                "warned",
                "the least seconds a decision must have for a warning that its time runs low",
                usual.warned.as_secs(),
            ),
            ("connections", "connections from one address at a time", usual.connections as u64),
            ("hold", "seconds in which an order against computers can be taken back", usual.hold.as_secs()),
            ("events", "the most events a battle may have", usual.events as u64),
            ("bytes", "the most bytes a battle may have", usual.bytes as u64),
            (
                "left",
                "seconds without its holder after which a seat may be given to a computer",
                usual.left.as_secs(),
            ),
            ("open", "the most battles that are kept in memory", usual.open as u64),
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
            (
                "studies",
                "studies an hour that one person or address may begin or continue, on a server open to the public",
                rate(usual.studying, HOUR),
            ),
            ("study-open", "studies of one person or address that may run or wait", usual.study_open as u64),
            ("study-battles", "the most battles a study may have", usual.study_battles),
            ("study-kinds", "the most kinds of battles a study may have", usual.study_kinds),
            (
                "study-nodes",
                "the most nodes an admiral may search for one order in a study",
                usual.study_nodes.into(),
            ),
            (
                "study-minutes",
                "minutes of work after which a study stops; it can be continued",
                usual.study_time.as_secs() / MINUTE,
            ),
            (
                "study-turn",
                "seconds after which another study has its turn, if one waits",
                usual.study_turn.as_secs(),
            ),
            ("study-days", "days after which a study that nobody has looked at is removed", usual.study_days),
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
            "accounts" => self.signing_up = rate(1.0, HOUR),
            "passwords" => self.logging_in = rate(2.0, 60.0),
            "guesses" => self.guessing = rate(1.0, HOUR),
            "tables" => self.tables = rate(1.0, 60.0),
            "pairings" => self.pairings = rate(1.0, 60.0),
            "open-tables" => self.open_tables = number as usize,
            "challenges" => self.challenges = number as usize,
            "absent" => self.absent = Duration::from_secs(number.into()),
            "bots" => self.bots = number as usize,
            "messages" => self.talking = rate(0.5, 60.0),
            "reports" => self.reporting = rate(1.0, HOUR),
            "clubs" => self.founding = rate(1.0, A_DAY),
            "posts" => self.posting = rate(1.0, HOUR),
            "follows" => self.circling = rate(1.0, HOUR),
            "kept" => self.keeping = rate(1.0, HOUR),
            "codes" => self.coding = rate(1.0, HOUR),
            "letters" => self.writing = rate(1.0, HOUR),
            "notices" => self.telling = rate(1.0, HOUR),
            "devices" => self.devices = number as usize,
            "away" => self.away = Duration::from_secs(number.into()),
            "warned" => self.warned = Duration::from_secs(number.into()),
            "connections" => self.connections = number as usize,
            "hold" => self.hold = Duration::from_secs(number.into()),
            "events" => self.events = number as usize,
            "bytes" => self.bytes = number as usize,
            "left" => self.left = Duration::from_secs(number.into()),
            "open" => self.open = number as usize,
            "unattended" => self.unattended = Duration::from_secs(u64::from(number) * MINUTE),
            "put-away" => self.put_away = Duration::from_secs(u64::from(number) * DAY),
            "nodes" => self.nodes = number,
            "thought" => self.thought = Duration::from_millis(number.into()),
            "advice" => self.advice = number,
            "admirals" => self.admirals = number as usize,
            "studies" => self.studying = rate(1.0, HOUR),
            "study-open" => self.study_open = number as usize,
            "study-battles" => self.study_battles = number.into(),
            "study-kinds" => self.study_kinds = number.into(),
            "study-nodes" => self.study_nodes = number,
            "study-minutes" => self.study_time = Duration::from_secs(u64::from(number) * MINUTE),
            "study-turn" => self.study_turn = Duration::from_secs(number.into()),
            "study-days" => self.study_days = number.into(),
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
    levels: Arc<Levels>,
    of: PhantomData<fn(K)>,
}

/// How full buckets are, by a number that stands for what each is counted for.
#[derive(Debug)]
pub(crate) struct Levels {
    rate: Rate,
    buckets: Mutex<HashMap<u64, (f64, Instant)>>,
    /// What was taken here and not told to other servers yet; nothing where there are none.
    untold: Option<Mutex<HashMap<u64, f64>>>,
}

/// Full buckets are forgotten once there are this many.
const MANY: usize = 10_000;
/// The share of a bucket that is worth telling others about.
const WORTH: f64 = 1.0 / 40.0;

impl<K: Hash> Buckets<K> {
    /// `shared` is whether other servers have the same buckets.
    pub(crate) fn new(rate: Rate, shared: bool) -> Self {
        let untold = shared.then(Mutex::default);
        Buckets { levels: Arc::new(Levels { rate, buckets: Mutex::default(), untold }), of: PhantomData }
    }

    pub(crate) fn levels(&self) -> &Arc<Levels> {
        &self.levels
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
        // The same number on every server.
        let mut number = DefaultHasher::new();
        key.hash(&mut number);
        self.levels.take(number.finish(), cost, now)
    }
}

impl Levels {
    fn filled(&self, (left, then): (f64, Instant), now: Instant) -> f64 {
        let Rate { burst, per_second } = self.rate;
        (left + now.saturating_duration_since(then).as_secs_f64() * per_second).min(burst)
    }

    fn buckets(&self, now: Instant) -> MutexGuard<'_, HashMap<u64, (f64, Instant)>> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if MANY <= buckets.len() {
            buckets.retain(|_, bucket| self.filled(*bucket, now) < self.rate.burst);
        }
        buckets
    }

    fn take(&self, number: u64, cost: f64, now: Instant) -> Result<(), u64> {
        let Rate { burst, per_second } = self.rate;
        let mut buckets = self.buckets(now);
        let bucket = buckets.entry(number).or_insert((burst, now));
        let left = self.filled(*bucket, now);
        let cost = cost.min(burst);
        if left < cost {
            *bucket = (left, now);
            return Err(((cost - left) / per_second).ceil() as u64);
        }
        *bucket = (left - cost, now);
        drop(buckets);
        if let Some(untold) = &self.untold {
            *untold.lock().unwrap_or_else(PoisonError::into_inner).entry(number).or_default() += cost;
        }
        Ok(())
    }

    /// What others should know was taken here since it was last asked for: numbers of buckets, and how much.
    pub(crate) fn told(&self) -> Vec<(u64, f64)> {
        let Some(untold) = &self.untold else { return Vec::new() };
        let mut untold = untold.lock().unwrap_or_else(PoisonError::into_inner);
        if MANY <= untold.len() {
            // So many have taken so little each that nobody is near the end of a bucket.
            untold.retain(|_, taken| self.rate.burst * WORTH <= *taken);
        }
        untold.extract_if(|_, taken| self.rate.burst * WORTH <= *taken).collect()
    }

    /// Another server has let somebody take so much. If all of them did so at once a bucket is emptier than empty.
    pub(crate) fn taken_elsewhere(&self, number: u64, cost: f64, now: Instant) {
        let burst = self.rate.burst;
        let mut buckets = self.buckets(now);
        let bucket = buckets.entry(number).or_insert((burst, now));
        let left = self.filled(*bucket, now) - cost.clamp(0.0, burst);
        *bucket = (left.max(-burst), now);
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
        let buckets = Buckets::new(Rate { burst: 2.0, per_second: 0.5 }, false);
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
        let buckets = Buckets::new(Rate { burst: 10.0, per_second: 1.0 }, false);
        let start = Instant::now();
        assert_eq!(buckets.take_at("a", 8.0, start), Ok(()));
        assert_eq!(buckets.take_at("a", 8.0, start), Err(6));
        assert_eq!(buckets.take_at("a", 1.0, start), Ok(()));
        // A bucket never holds more than it can: the dearest thing waits until it is full.
        assert_eq!(buckets.take_at("b", 400.0, start), Ok(()));
        assert_eq!(buckets.take_at("b", 400.0, start), Err(10));
    }

    #[test]
    fn what_was_taken_on_one_server_is_taken_on_all() {
        let rate = Rate { burst: 80.0, per_second: 1.0 };
        let [here, there] = [(); 2].map(|()| Buckets::new(rate, true));
        let start = Instant::now();
        assert_eq!(here.take_at("a", 1.0, start), Ok(()));
        // A fortieth is worth a word, and what was told is not told again.
        assert!(here.levels.told().is_empty());
        assert_eq!(here.take_at("a", 78.0, start), Ok(()));
        let told = here.levels.told();
        assert_eq!((told.len(), told[0].1), (1, 79.0));
        assert!(here.levels.told().is_empty());
        assert_eq!(there.take_at("a", 3.0, start), Ok(()));
        told.iter().for_each(|(number, cost)| there.levels.taken_elsewhere(*number, *cost, start));
        // Two of both buckets were too much.
        assert_eq!(there.take_at("a", 1.0, start), Err(3));
        assert_eq!(there.take_at("b", 80.0, start), Ok(()));
        // Whatever is told, it is at most a bucket's worth of waiting.
        (0..9).for_each(|_| there.levels.taken_elsewhere(told[0].0, 1e9, start));
        assert_eq!(there.take_at("a", 1.0, start), Err(81));
        assert!(Buckets::<&str>::new(rate, false).levels.told().is_empty());
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

    /// Whoever runs a server finds every number in docs/server.md, as it is.
    #[test]
    fn every_setting_is_documented_with_its_number() {
        let words = include_str!("../../../docs/server.md");
        for (name, _, usual) in Limits::settings() {
            let row = format!("| {name} | {usual} |");
            assert!(words.contains(&row), "docs/server.md has no row that begins with {row}");
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
