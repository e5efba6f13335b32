//! What so many players need, from what things cost and what people do.

use std::fmt::Write as _;

use serde_json::Value;

use super::field;

/// What things cost.
#[derive(Clone, Debug)]
pub(super) struct Costs {
    /// Whether they were measured; else they are estimates to begin with.
    pub(super) measured: bool,
    /// Processor time of a server for an order with its pushes, in ms.
    pub(super) submission_cpu_ms: f64,
    /// The same of the database.
    pub(super) database_cpu_ms: f64,
    /// Submissions a second that the measured machine stood, with three servers.
    pub(super) submissions_a_second: f64,
    /// What an order adds to the database's log, in bytes.
    pub(super) wal_bytes: f64,
    pub(super) connection_kb: f64,
    pub(super) open_battle_kb: f64,
    pub(super) stored_battle_kb: f64,
    /// An admiral's decision, in seconds of one core.
    pub(super) admiral_s: f64,
    /// A captain's, in ms.
    pub(super) captain_ms: f64,
    /// Words between servers, a second, that one PostgreSQL passes on.
    pub(super) notifies_a_second: f64,
    /// Memory of a server before anybody comes, in MB.
    pub(super) idle_mb: f64,
    /// How many orders a battle of two takes, both sides together.
    pub(super) orders: f64,
    /// On what it was measured.
    pub(super) machine: String,
    /// What admirals, captains and orders are the means of.
    pub(super) games: Vec<GameCosts>,
}

/// What a game asks of computers.
#[derive(Clone, Debug)]
pub(super) struct GameCosts {
    pub(super) game: String,
    pub(super) admiral_s: f64,
    pub(super) captain_ms: f64,
    pub(super) orders: f64,
}

impl Costs {
    pub(super) fn read(text: &str) -> Result<Costs, String> {
        let all: Value = serde_json::from_str(text).map_err(|err| format!("costs: {err}"))?;
        let number = |name: &str| field(&all, name);
        Ok(Costs {
            measured: all["measured"] == true,
            submission_cpu_ms: number("submission_cpu_ms")?,
            database_cpu_ms: number("database_cpu_ms")?,
            submissions_a_second: number("submissions_a_second")?,
            wal_bytes: number("wal_bytes")?,
            connection_kb: number("connection_kb")?,
            open_battle_kb: number("open_battle_kb")?,
            stored_battle_kb: number("stored_battle_kb")?,
            admiral_s: number("admiral_s")?,
            captain_ms: number("captain_ms")?,
            notifies_a_second: number("notifies_a_second")?,
            idle_mb: number("idle_mb")?,
            orders: number("orders")?,
            machine: all["machine"].as_str().unwrap_or("an unknown machine").to_owned(),
            games: all["games"]
                .as_array()
                .into_iter()
                .flatten()
                .map(GameCosts::read)
                .collect::<Result<_, _>>()?,
        })
    }

    /// Servers and database for a battle of two people, in ms of one core.
    pub(super) fn battle_ms(&self) -> f64 {
        self.orders * (self.submission_cpu_ms + self.database_cpu_ms)
    }

    pub(super) fn table(&self) -> String {
        let rows = [
            ("a submission with its pushes, server", self.submission_cpu_ms, "ms of one core"),
            ("the same, database", self.database_cpu_ms, "ms of one core"),
            ("a submission in the database's log", self.wal_bytes, "bytes"),
            ("submissions on the measured machine, three servers", self.submissions_a_second, "a second"),
            ("words between servers (NOTIFY), one connection", self.notifies_a_second, "a second"),
            ("an admiral's decision", self.admiral_s * 1_000.0, "ms of one core"),
            ("a captain's decision", self.captain_ms, "ms of one core"),
            ("a live connection", self.connection_kb, "kB in memory"),
            ("an open battle", self.open_battle_kb, "kB in memory"),
            ("a stored battle", self.stored_battle_kb, "kB on disk, with indexes"),
            ("a server at rest", self.idle_mb, "MB in memory"),
            ("orders in a battle of two", self.orders, ""),
            ("a battle of two people, servers and database", self.battle_ms(), "ms of one core"),
        ];
        let from = match self.measured {
            true => format!("Measured by `cargo xtask bench fleet --keep` on {}.", self.machine),
            false => {
                "Estimates to begin with: none of these is measured yet. `cargo xtask bench fleet --keep` puts \
                 what it measures in their place, and everything below follows."
                    .to_owned()
            }
        };
        let mut text = format!("{from}\n\n| what | | |\n|---|--:|---|\n");
        for (what, value, unit) in rows {
            let value = if value < 10.0 { format!("{value:.2}") } else { super::thousands(value) };
            let _ = writeln!(text, "| {what} | {value} | {unit} |");
        }
        if !self.games.is_empty() {
            text.push_str(
                "\nAdmirals at their usual budget, captains and orders are the means of the five introductions:\n\n\
                 | game | an admiral's decision, ms | a captain's, ms | orders in a battle |\n|---|--:|--:|--:|\n",
            );
        }
        for GameCosts { game, admiral_s, captain_ms, orders } in &self.games {
            let _ = writeln!(text, "| {game} | {:.1} | {captain_ms:.2} | {orders:.0} |", admiral_s * 1_000.0);
        }
        text
    }
}

impl GameCosts {
    fn read(all: &Value) -> Result<GameCosts, String> {
        let game = all["game"].as_str().ok_or("costs: a game without a name")?.to_owned();
        let number = |name: &str| field(all, name).map_err(|err| format!("{game}: {err}"));
        let (admiral_s, captain_ms, orders) =
            (number("admiral_s")?, number("captain_ms")?, number("orders")?);
        Ok(GameCosts { game, admiral_s, captain_ms, orders })
    }
}

/// What is assumed of those who play.
#[derive(Clone, Debug)]
pub(super) struct People {
    /// Battles somebody plays in a day.
    pub(super) battles: f64,
    /// The share of them that is against a computer.
    pub(super) against_computers: f64,
    /// The share of those in which it is an admiral; the others are captains and cadets.
    pub(super) admirals: f64,
    /// The share of admirals that think in the player's own browser.
    pub(super) thinking_at_home: f64,
    /// Minutes somebody is at a table in a day.
    pub(super) minutes: f64,
    /// The share of the day's play in its busiest hour.
    pub(super) busiest: f64,
}

impl Default for People {
    fn default() -> People {
        People {
            battles: 2.0,
            against_computers: 0.6,
            admirals: 0.3,
            thinking_at_home: 0.0,
            minutes: 60.0,
            busiest: HOURS.iter().copied().fold(0.0, f64::max),
        }
    }
}

/// The share of a day's play in each of its hours: little at night, most in the evening.
pub(super) const HOURS: [f64; 24] = [
    0.020, 0.012, 0.008, 0.006, 0.006, 0.008, 0.012, 0.020, 0.028, 0.032, 0.036, 0.040, 0.048, 0.046, 0.044,
    0.046, 0.052, 0.060, 0.076, 0.096, 0.110, 0.094, 0.062, 0.038,
];

impl People {
    pub(super) fn table(&self) -> String {
        let rows = [
            ("battles somebody plays in a day", self.battles),
            ("of these against a computer", self.against_computers),
            ("of these against an admiral", self.admirals),
            ("admirals that think in the player's browser", self.thinking_at_home),
            ("minutes at a table in a day", self.minutes),
            ("of the day's play in its busiest hour", self.busiest),
        ];
        let mut text = String::from("| what | |\n|---|--:|\n");
        for (what, value) in rows {
            let _ = writeln!(text, "| {what} | {value:.2} |");
        }
        text
    }

    /// Orders that so many players give in a day, and computers in reply: what is submitted.
    fn submissions(&self, costs: &Costs, players: f64) -> f64 {
        // A battle between two people is one battle for both.
        let people = players * self.battles * (1.0 - self.against_computers) / 2.0 * costs.orders;
        people + players * self.battles * self.against_computers * costs.orders
    }

    /// Decisions of admirals in a day.
    pub(super) fn admirals_a_day(&self, costs: &Costs, players: f64) -> f64 {
        let battles = players * self.battles * self.against_computers * self.admirals;
        battles * costs.orders / 2.0 * (1.0 - self.thinking_at_home)
    }

    fn captains_a_day(&self, costs: &Costs, players: f64) -> f64 {
        players * self.battles * self.against_computers * (1.0 - self.admirals) * costs.orders / 2.0
    }
}

/// What things are sold for, a month, in whatever money.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    /// A core with its memory.
    pub(super) core: f64,
    /// A gigabyte that the database keeps, with its backups.
    pub(super) gigabyte: f64,
}

impl Default for Prices {
    fn default() -> Prices {
        Prices { core: 8.0, gigabyte: 0.2 }
    }
}

/// What is needed in the busiest hour.
#[derive(Clone, Debug)]
pub(super) struct Need {
    pub(super) submissions: f64,
    pub(super) connections: f64,
    pub(super) open: f64,
    pub(super) serving: f64,
    pub(super) admirals: f64,
    pub(super) thinkers: f64,
    pub(super) nodes: f64,
    /// Of each server, in MB.
    pub(super) memory: f64,
    pub(super) database: f64,
    pub(super) databases: f64,
    /// After a year, in GB.
    pub(super) kept: f64,
    /// A month, in the first year at its end.
    pub(super) money: f64,
}

const HOUR: f64 = 3_600.0;
/// No core is to be busier than that with what people wait for.
const BUSY: f64 = 0.6;
/// Nor any that thinks busier than that, however short thoughts are.
const THINKING: f64 = 0.8;
/// Cores of a server, and of what a database is bought as.
const CORES: f64 = 4.0;
const DATABASE_CORES: f64 = 16.0;
/// Connections that a server has to its database, whatever its size (docs/server.md), and what one PostgreSQL is
/// to have of them all.
const LINES: f64 = 11.0;
const MOST_LINES: f64 = 1_000.0;
/// Nobody is to wait longer than that for an admiral to begin, nineteen times in twenty.
pub(super) const PATIENCE_S: f64 = 2.0;
/// The variance of thoughts, in squares of their mean: that of half that are over at once, and half that differ as
/// chance has it. Measured ones differ about as much.
pub(super) const VARIATION: f64 = 3.0;
/// An address more than one is for when one of them is away.
const LEAST_NODES: f64 = 2.0;

pub(super) fn need(costs: &Costs, people: &People, prices: &Prices, players: f64) -> Need {
    let at_the_peak = |a_day: f64| a_day * people.busiest / HOUR;
    let submissions = at_the_peak(people.submissions(costs, players));
    let admirals = at_the_peak(people.admirals_a_day(costs, players));
    let captains = at_the_peak(people.captains_a_day(costs, players));
    let connections = players * people.minutes / 60.0 * people.busiest;
    let against_people = people.battles * (1.0 - people.against_computers) / 2.0;
    let tables = (against_people + people.battles * people.against_computers) / people.battles;
    // Whoever has a table open has its battle open; some lie a while longer in memory.
    let open = connections * tables * 1.5;
    let serving =
        (submissions * costs.submission_cpu_ms / 1_000.0 + captains * costs.captain_ms / 1_000.0) / BUSY;
    let patient = servers_for(admirals, costs.admiral_s, PATIENCE_S) as f64;
    let thinkers = patient.max((admirals * costs.admiral_s / THINKING).ceil());
    let nodes = ((serving + thinkers) / CORES).ceil().max(LEAST_NODES);
    let in_memory = connections * costs.connection_kb + open * costs.open_battle_kb;
    let memory = costs.idle_mb + in_memory / 1_024.0 / nodes;
    let database = submissions * costs.database_cpu_ms / 1_000.0;
    let databases = (database / BUSY / DATABASE_CORES).ceil().max(1.0);
    let battles_a_day = players * (against_people + people.battles * people.against_computers);
    let kept = battles_a_day * 365.0 * costs.stored_battle_kb / 1_048_576.0;
    // As many cores as it is busy with, but no less than two; a second of each for when the first is away.
    let database_cores = (database / BUSY).ceil().max(2.0) * 2.0;
    let money = (nodes * CORES + database_cores) * prices.core + 2.0 * kept * prices.gigabyte;
    Need {
        submissions,
        connections,
        open,
        serving,
        admirals,
        thinkers,
        nodes,
        memory,
        database,
        databases,
        kept,
        money,
    }
}

/// How likely somebody has to wait at all when `load` (arrivals times service) meets `servers` (Erlang's C).
pub(super) fn waits(load: f64, servers: usize) -> f64 {
    if servers as f64 <= load {
        return 1.0;
    }
    // Erlang's B, by its recursion, which overflows nowhere.
    let blocked = (1..=servers).fold(1.0, |before, n| load * before / (n as f64 + load * before));
    let busy = load / servers as f64;
    blocked / (1.0 - busy + busy * blocked)
}

/// How many wait longer than `patience`. Erlang's thoughts differ as chance has it; ours differ more, and waits are
/// longer by so much (Allen and Cunneen).
fn late(arrivals: f64, service: f64, servers: usize, patience: f64) -> f64 {
    let spare = servers as f64 - arrivals * service;
    let longer = (1.0 + VARIATION) / 2.0;
    if spare <= 0.0 {
        1.0
    } else {
        waits(arrivals * service, servers) * (-spare * patience / service / longer).exp()
    }
}

/// The fewest servers with which at most one in twenty waits longer than `patience`.
pub(super) fn servers_for(arrivals: f64, service: f64, patience: f64) -> usize {
    let load = arrivals * service;
    let enough = |servers: usize| late(arrivals, service, servers, patience) <= 0.05;
    let mut servers = load.floor() as usize + 1;
    while !enough(servers) {
        servers += 1;
    }
    servers
}

/// Something that does not grow with what is bought more of.
#[derive(Clone, Debug)]
pub(super) struct Wall {
    pub(super) what: &'static str,
    pub(super) players: f64,
    pub(super) moved_by: &'static str,
}

/// What gives out first, the first first. Each is proportional to the players.
pub(super) fn walls(costs: &Costs, people: &People) -> Vec<Wall> {
    let of_one = |players: f64| need(costs, people, &Prices::default(), players);
    let (many, by) = (1e6, 1e6);
    let need = of_one(many);
    let at = |stands: f64, asked: f64| by * stands / asked;
    let mut walls = vec![
        Wall {
            what: "the machine that was measured, for everything together",
            players: at(costs.submissions_a_second * BUSY, need.submissions),
            moved_by: "more cores: servers share nothing but the database",
        },
        Wall {
            what: "writes on one PostgreSQL of 16 cores",
            players: at(DATABASE_CORES * BUSY * 1_000.0 / costs.database_cpu_ms, need.submissions),
            moved_by: "partitioning by battle: no transaction is about two",
        },
        Wall {
            what: "its log on a disk that takes 200 MB a second",
            players: at(200.0 * 1_048_576.0 / costs.wal_bytes, need.submissions),
            moved_by: "partitioning by battle",
        },
        Wall {
            what: "NOTIFY, a word for each submission, through one lock of one PostgreSQL",
            players: at(costs.notifies_a_second * BUSY, need.submissions),
            moved_by: "NATS behind the trait `Bus`: words are hints, and what is missed is read",
        },
        Wall {
            what: "1,000 connections of servers of four cores to one PostgreSQL",
            players: at(MOST_LINES / LINES, need.nodes),
            moved_by: "larger servers, which have no more of them; partitioning by battle",
        },
        Wall {
            what: "thinking, on a hundred servers of four cores",
            players: at(100.0 * CORES, need.thinkers),
            moved_by: "thinking in the player's own browser",
        },
        Wall {
            what: "connections, on a hundred servers with 60,000 each",
            players: at(100.0 * 60_000.0, need.connections),
            moved_by: "more servers",
        },
    ];
    walls.sort_by(|a, b| a.players.total_cmp(&b.players));
    walls
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs() -> Costs {
        Costs::read(super::super::COSTS).unwrap()
    }

    #[test]
    fn the_hours_make_a_day() {
        assert!((HOURS.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn erlangs_formula_is_his() {
        // One server: whoever comes waits as often as it is busy.
        assert!((waits(0.7, 1) - 0.7).abs() < 1e-9);
        // From the tables: two erlang, three servers.
        assert!((waits(2.0, 3) - 0.4444).abs() < 1e-4);
        assert!((waits(20.0, 25) - 0.2092).abs() < 1e-3, "{}", waits(20.0, 25));
        assert_eq!(waits(5.0, 5), 1.0);
    }

    #[test]
    fn enough_servers_are_enough_and_one_fewer_are_not() {
        for (arrivals, service) in [(0.01, 0.5), (1.0, 0.5), (40.0, 0.5), (900.0, 0.4)] {
            let n = servers_for(arrivals, service, PATIENCE_S);
            let late = |n: usize| late(arrivals, service, n, PATIENCE_S);
            assert!(late(n) <= 0.05, "{n}");
            assert!(n == 1 || 0.05 < late(n - 1), "{n}");
        }
    }

    #[test]
    fn what_is_needed_grows_with_the_players_and_stays_small_for_few() {
        let (people, prices) = (People::default(), Prices::default());
        let [few, many] = [1e3, 1e5].map(|players| need(&costs(), &people, &prices, players));
        assert!((many.submissions / few.submissions - 100.0).abs() < 1e-6);
        assert_eq!((few.nodes, few.databases), (2.0, 1.0));
        assert!(few.money < many.money && many.money < 100.0 * few.money);
        // The database is asked once for each of many orders: nobody's players count twice.
        let both = People { against_computers: 0.0, ..people.clone() };
        let alone = People { against_computers: 1.0, ..people };
        let submitted = |people: &People| need(&costs(), people, &prices, 1e4).submissions;
        assert!((submitted(&alone) / submitted(&both) - 2.0).abs() < 1e-6);
    }

    #[test]
    fn thinking_at_home_takes_the_thinkers_away() {
        let home = People { thinking_at_home: 1.0, ..People::default() };
        let need = need(&costs(), &home, &Prices::default(), 1e7);
        assert_eq!((need.admirals, need.thinkers), (0.0, 1.0));
    }

    #[test]
    fn walls_stand_where_the_model_reaches_them() {
        let (costs, people) = (costs(), People::default());
        let walls = walls(&costs, &people);
        assert!(walls.is_sorted_by(|a, b| a.players <= b.players));
        let writes = walls.iter().find(|it| it.what.starts_with("writes")).unwrap();
        let there = need(&costs, &people, &Prices::default(), writes.players);
        assert!((there.database / BUSY - DATABASE_CORES).abs() < 1e-6);
    }
}
