//! Three servers of `flagbridge serve` on one PostgreSQL, with people at their tables, while servers are killed,
//! the database is restarted and cut off, and the proxy is restarted: no order that was acknowledged is lost, none
//! is done twice, whoever looks on misses nothing, and every battle adds up.

// The server's own tests use more of these than we do.
#[allow(dead_code)]
#[path = "../../server/tests/interface/client.rs"]
mod client;
// What is measured uses more of them than what is tried.
#[allow(dead_code)]
#[path = "fleet/faults.rs"]
mod faults;
#[path = "fleet/people.rs"]
mod people;
#[path = "../../store/tests/postgres/mod.rs"]
mod postgres;

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use dice::Dice;
use faults::{Fleet, Proxy};
use people::{Seen, Town};

fn seed() -> u64 {
    let seed = std::env::var("FLAGBRIDGE_FLEET_SEED").ok().and_then(|it| it.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    let seed = seed.unwrap_or_else(now);
    println!("seed {seed}");
    seed
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(usual)
}

/// The program that is tried: ours, unless `FLAGBRIDGE_FLEET_PROGRAM` names another.
fn program() -> PathBuf {
    let named = std::env::var_os("FLAGBRIDGE_FLEET_PROGRAM").map(PathBuf::from);
    named.unwrap_or_else(|| env!("CARGO_BIN_EXE_flagbridge").into())
}

/// Servers are killed, one after the other, until so many orders were acknowledged: whoever plays asks another one.
#[tokio::test(flavor = "multi_thread")]
async fn servers_are_killed_and_nobody_loses_an_order() {
    let mut dice = Dice::numbered(seed(), 0);
    let mut fleet = Fleet::start(program(), "killed").await;
    let town = Arc::new(Town::new(fleet.addresses(), Duration::ZERO));
    let tables = town.open(4).await;
    let mut kills = 0;
    for at_least in [20, 40, 60, 80] {
        town.until(at_least).await;
        tokio::time::sleep(Duration::from_micros(dice.index(200_000) as u64)).await;
        let n = dice.index(3);
        fleet.kill(n);
        town.until(at_least + 10).await;
        fleet.raise(n).await;
        kills += 1;
    }
    let seen = town.close(tables).await;
    println!("{kills} kills, {}", check(&fleet, &seen).await);
}

/// The same behind a proxy and for as long as `FLAGBRIDGE_FLEET_SECONDS` says, with `FLAGBRIDGE_FLEET_PEOPLE` people,
/// some with a clock, some against somebody who has to think, and some who play by letter and order when they are told
/// that it is their turn. A server is killed every five seconds, one in six is asked to stop instead; the database is
/// stopped at once every minute, and between two of these cut off for some seconds; the proxy is restarted every 45.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "ten minutes"]
async fn long_faults_of_a_fleet() {
    let (seconds, people) =
        (setting("FLAGBRIDGE_FLEET_SECONDS", 600), setting("FLAGBRIDGE_FLEET_PEOPLE", 300));
    let mut dice = Dice::numbered(seed(), 0);
    let mut fleet = Fleet::public(program(), "long").await;
    let mut proxy = Proxy::start(&fleet).await;
    let town = Town::new(vec![proxy.address()], Duration::from_secs(3)).with_letters().await;
    let town = Arc::new(town);
    let tables = town.open(people as usize * 2 / 3).await;
    let begun = Instant::now();
    let [mut kills, mut stops, mut databases, mut cuts, mut proxies] = [0; 5];
    for round in 1.. {
        let next = Duration::from_secs(5 * round);
        if seconds < next.as_secs() {
            break;
        }
        tokio::time::sleep_until((begun + next).into()).await;
        let n = dice.index(3);
        if dice.index(6) == 0 {
            // Within ten seconds, or this fails.
            fleet.stop(n).await;
            stops += 1;
        } else {
            fleet.kill(n);
            kills += 1;
        }
        match round % 12 {
            4 => {
                fleet.postgres.freeze();
                tokio::time::sleep(Duration::from_secs(1 + dice.index(4) as u64)).await;
                fleet.postgres.thaw();
                cuts += 1;
            }
            10 => {
                fleet.postgres.stop();
                tokio::time::sleep(Duration::from_millis(dice.index(2_000) as u64)).await;
                fleet.postgres.resume();
                databases += 1;
            }
            _ => {}
        }
        fleet.raise(n).await;
        if round % 9 == 0 {
            proxy.restart(&fleet).await;
            proxies += 1;
        }
    }
    let seen = town.close(tables).await;
    let told = check(&fleet, &seen).await;
    assert!(0 < told.lapsed && 0 < told.thought && 0 < told.notices, "something stood still: {told}");
    println!(
        "{people} people behind {} for {seconds} s: {kills} kills, {stops} stops, {databases} databases stopped, \
         {cuts} cut off, {proxies} proxies restarted; {told}",
        proxy.name()
    );
}

/// Servers of the program before the last change of tables or rules, exchanged for ours one after the other while
/// everybody plays on: for a while both are at work on one database. `FLAGBRIDGE_ELDER` is the older program;
/// `cargo xtask test --long` builds it.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs an older program"]
async fn long_two_versions_side_by_side() {
    let elder =
        std::env::var("FLAGBRIDGE_ELDER").expect("the older program: cargo xtask test --long builds it");
    let mut dice = Dice::numbered(seed(), 0);
    let mut fleet = Fleet::start(&elder, "exchanged").await;
    let town = Arc::new(Town::new(fleet.addresses(), Duration::ZERO));
    let tables = town.open(6).await;
    let mut orders = 40;
    for n in 0..3 {
        town.until(orders).await;
        fleet.exchange(n, program()).await;
        town.until(orders + 40).await;
        // Whichever goes, old or new: nothing is lost. An older one would not start again on newer tables.
        let killed = dice.index(n + 1);
        fleet.kill(killed);
        town.until(orders + 60).await;
        fleet.raise(killed).await;
        orders += 100;
    }
    let seen = town.close(tables).await;
    println!("exchanged: {}", check(&fleet, &seen).await);
}

/// What came of it.
#[derive(Default)]
struct Tally {
    orders: usize,
    /// Given by clocks, and by computers.
    lapsed: usize,
    thought: usize,
    /// Turns that somebody was told of.
    notices: usize,
    events: usize,
    matches: usize,
    decisions: u64,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { orders, lapsed, thought, notices, events, matches, decisions } = self;
        write!(
            f,
            "{matches} battles, {orders} orders acknowledged, {lapsed} given by clocks, {thought} by computers, \
             {notices} turns told by webhook, {events} events seen, at least {decisions} decisions each"
        )
    }
}

/// What was acknowledged is in the database once, what was seen is what happened, and every battle recomputes.
async fn check(fleet: &Fleet, seen: &[Seen]) -> Tally {
    let store = store::Store::open_shared(&fleet.database, client::patient()).await.unwrap();
    let mut tally = Tally { matches: seen.len(), ..Tally::default() };
    for it in seen {
        let kept = store.load(&it.id).await.unwrap().expect("the match is there");
        for (decision, seat, order) in &it.acknowledged {
            let found = kept.submissions.iter().filter(|kept| {
                (kept.decision, kept.seat) == (*decision, *seat)
                    && serde_json::from_str::<serde_json::Value>(&kept.body).unwrap() == *order
            });
            assert_eq!(found.count(), 1, "match {}: the order of seat {seat} for decision {decision}", it.id);
        }
        let mut given: Vec<_> = kept.submissions.iter().map(|it| (it.decision, it.seat)).collect();
        given.sort_unstable();
        given.dedup();
        assert_eq!(given.len(), kept.submissions.len(), "match {}: an order was done twice", it.id);
        // Whoever looks on has heard every event of his own, once and in order, whatever went down meanwhile.
        assert!(
            it.numbers.iter().copied().eq(0..it.numbers.len() as u64),
            "match {}: {:?}",
            it.id,
            it.numbers
        );
        assert_eq!(server::examine(&kept), Ok(server::Standing::Recomputed));
        // Whoever plays by letter was told of each of his turns once, by whatever server.
        assert!(it.told.is_none_or(|told| told == it.acknowledged.len()), "match {}: {:?}", it.id, it.told);
        tally.notices += it.told.unwrap_or(0);
        tally.lapsed += kept.submissions.iter().filter(|it| it.given_by == "clock").count();
        let of_computers = |of: &&store::KeptSubmission| it.people as i64 <= of.seat;
        tally.thought += kept.submissions.iter().filter(of_computers).count();
        tally.orders += it.acknowledged.len();
        tally.events += it.numbers.len();
    }
    store.close().await;
    tally.decisions = seen.iter().filter(|it| it.told.is_none()).map(|it| it.decision).min().unwrap_or(0);
    assert!(0 < tally.decisions, "a battle stood still");
    tally
}
