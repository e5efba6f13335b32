//! Two battles that differ in one secret, side by side for as long as somebody
//! cannot tell them apart.

use std::collections::BTreeMap;

use dice::Dice;
use engine::{Seat, Viewer};
use rulesets::{AnyMatch, Level};
use serde_json::{Value, json};

use super::{
    asked::{Asked, Eyes, Scene, by},
    pair::{Answer, Ledger, Lines, Pair, ask, look},
    replica::{self, Replica, alike, is_legal, order, submit, taken_up},
    spoil::spoil,
};
use crate::client::{Client, Made};

/// Where a secret is kept.
pub(crate) struct Site {
    pub(crate) game: &'static str,
    /// For people who read a failure.
    pub(crate) name: String,
    /// The two battles so far, with their secrets; mostly the same.
    pub(crate) records: [String; 2],
    pub(crate) keeper: Seat,
    /// What the keeper orders in each; without, what a cadet would.
    pub(crate) orders: Option<[Value; 2]>,
    pub(crate) seed: u64,
    /// Decisions to go on for.
    pub(crate) steps: usize,
}

/// How many spoiled orders each seat asks about at a moment.
const SPOILED: usize = 5;
/// Requests that are sent while an order is being sealed.
const AT_ONCE: usize = 10;

struct Twins<'a> {
    pair: &'a Pair,
    ledger: &'a mut Ledger,
    site: &'a Site,
    id: String,
    secrets: Vec<String>,
    replicas: [Replica; 2],
    /// Events before the secret.
    since: [usize; 2],
    eyes: Vec<(Viewer, Eyes)>,
    lines: Vec<Lines>,
    strangers: Vec<Eyes>,
}

pub(crate) async fn follow(pair: &Pair, ledger: &mut Ledger, site: &Site) {
    let replicas = [taken_up(&site.records[0]), taken_up(&site.records[1])];
    let upload = |record: &str| Asked {
        route: "post /api/records",
        path: "/api/records".to_owned(),
        secret: None,
        body: Some(record.to_owned()),
        gzip: false,
    };
    let both = pair.each([&upload(&site.records[0]), &upload(&site.records[1])]).await;
    assert_eq!(both[0].status, 201, "{}: {}", site.name, String::from_utf8_lossy(&both[0].body));
    let made = Made::read(&both[0].json());
    go_on(pair, ledger, site, replicas, made).await;
}

/// The same for a match that is on both servers already.
pub(crate) async fn go_on(pair: &Pair, ledger: &mut Ledger, site: &Site, replicas: [Replica; 2], made: Made) {
    let since = if site.records[0] == site.records[1] { replicas[0].events() } else { 0 };
    let keeper = Viewer::Seat(site.keeper);
    let others = replica::viewers(&*replicas[0]).into_iter().filter(|it| *it != keeper);
    let eyes = others.map(|viewer| (viewer, eyes_of(&made, viewer))).collect();
    let stranger = |name: &str, secret: Option<&str>| Eyes {
        name: name.to_owned(),
        seat: None,
        secret: secret.map(str::to_owned),
    };
    let mut twins = Twins {
        pair,
        ledger,
        site,
        id: made.id.clone(),
        secrets: made.seats.clone(),
        replicas,
        since: [since; 2],
        eyes,
        lines: Vec::new(),
        strangers: vec![stranger("nobody", None), stranger("a guesser", Some("guess"))],
    };
    twins.part();
    twins.listen().await;
    for step in 0..site.steps {
        if !twins.step(step).await {
            return;
        }
    }
    let scene = twins.scene();
    twins.look(&scene).await;
}

fn eyes_of(made: &Made, viewer: Viewer) -> Eyes {
    match viewer {
        Viewer::Seat(seat) => Eyes {
            name: "an opponent".to_owned(),
            seat: Some(seat.0),
            secret: Some(made.seats[seat.index()].clone()),
        },
        Viewer::Spectator | Viewer::Referee => {
            Eyes { name: "a spectator".to_owned(), seat: None, secret: made.spectator.clone() }
        }
    }
}

impl Twins<'_> {
    fn truth(&self) -> &dyn AnyMatch {
        &*self.replicas[0]
    }

    fn where_(&self) -> String {
        format!("{}, decision {}", self.site.name, self.truth().decision_number())
    }

    /// Those who can tell the two apart by what they may see go home.
    fn part(&mut self) {
        let confided = |replica: &Replica, viewer: Viewer| {
            replica.sealed(viewer).iter().any(|(seat, _)| *seat == self.site.keeper)
        };
        let (replicas, since) = (&self.replicas, self.since);
        self.eyes.retain(|(viewer, _)| alike(replicas, *viewer, since) && !confided(&replicas[0], *viewer));
        let left: Vec<Option<String>> = self.eyes.iter().map(|(_, it)| it.secret.clone()).collect();
        self.lines.retain(|line| left.contains(&line.who.secret));
    }

    async fn listen(&mut self) {
        let (phase, where_) = (phase_of(self.truth()), self.where_());
        for (_, who) in &self.eyes {
            if let Some(mut line) = Lines::open(self.pair, &self.id, who).await {
                line.hear(self.ledger, &phase, &where_).await;
                self.lines.push(line);
            }
        }
    }

    async fn hear(&mut self, phase: &str) {
        let where_ = self.where_();
        for line in &mut self.lines {
            line.hear(self.ledger, phase, &where_).await;
        }
    }

    /// What the seats may ask about now. They know nothing that differs, so
    /// that whatever they think of is the same for both.
    fn scene(&self) -> Scene {
        let truth = self.truth();
        let (mut orders, mut refused) = (BTreeMap::new(), BTreeMap::new());
        let mut dice = Dice::numbered(self.site.seed, truth.decision_number() as u64);
        for (viewer, _) in &self.eyes {
            let Viewer::Seat(seat) = *viewer else { continue };
            if !truth.deciding().contains(seat) {
                // Out of turn, in the words of whoever is to decide.
                let someone = truth.deciding().iter().find(|it| *it != self.site.keeper);
                let theirs = someone.map(|it| order(truth, it, Level::Random, self.site.seed));
                orders.insert(seat.0, theirs.into_iter().collect());
                continue;
            }
            let legal = [Level::Captain, Level::Random].map(|it| order(truth, seat, it, self.site.seed));
            let (mut fine, mut wrong): (Vec<Value>, Vec<Value>) = (legal.to_vec(), Vec::new());
            for n in 0..SPOILED {
                let spoiled = spoil(&legal[n % 2], &mut dice);
                let [one, two] = self.replicas.each_ref().map(|it| is_legal(&**it, seat, &spoiled));
                // What either takes is asked about, and not sent as an order.
                if one || two { fine.push(spoiled) } else { wrong.push(spoiled) }
            }
            orders.insert(seat.0, fine);
            refused.insert(seat.0, wrong);
        }
        Scene {
            game: self.site.game,
            id: self.id.clone(),
            seats: truth.seats().len(),
            phase: phase_of(truth),
            decision: truth.decision_number(),
            orders,
            refused,
        }
    }

    async fn look(&mut self, scene: &Scene) {
        let where_ = self.where_();
        let eyes: Vec<Eyes> = self.eyes.iter().map(|(_, it)| it.clone()).collect();
        look(self.pair, self.ledger, scene, &eyes, &where_).await;
        // Whoever belongs to neither is told the same whatever he asks; the shortest list will do.
        let bare = Scene { orders: BTreeMap::new(), refused: BTreeMap::new(), ..scene.clone() };
        look(self.pair, self.ledger, &bare, &self.strangers, &where_).await;
    }

    /// The keeper's orders for this decision, one for each battle.
    fn kept(&self, step: usize) -> [Value; 2] {
        if let (0, Some(orders)) = (step, &self.site.orders) {
            return orders.clone();
        }
        let usual = order(self.truth(), self.site.keeper, Level::Cadet, self.site.seed);
        let same = is_legal(&*self.replicas[1], self.site.keeper, &usual);
        let other = || order(&*self.replicas[1], self.site.keeper, Level::Cadet, self.site.seed);
        [usual.clone(), if same { usual } else { other() }]
    }

    /// One decision; false if there is nothing more to follow.
    async fn step(&mut self, step: usize) -> bool {
        let (one, two) = (&self.replicas[0], &self.replicas[1]);
        if one.outcome().is_some() || two.outcome().is_some() || self.eyes.is_empty() {
            return false;
        }
        let scene = self.scene();
        let same = one.phase() == two.phase()
            && one.deciding() == two.deciding()
            && one.decision_number() == two.decision_number();
        if !same {
            // Whoever cannot tell them apart must not learn this either: the look tells.
            self.look(&scene).await;
            return false;
        }
        let keeper = self.site.keeper;
        let decides = one.deciding().contains(keeper);
        if decides {
            let kept = self.kept(step);
            self.consider(&scene, &kept).await;
            if 1 < self.truth().deciding().len() {
                self.seal_at_once(&scene, &kept).await;
                for (replica, order) in self.replicas.iter_mut().zip(&kept) {
                    submit(&mut **replica, keeper, order);
                }
                self.part();
                self.hear(&scene.phase).await;
                self.look(&scene).await;
            } else {
                self.look(&scene).await;
                self.seal(&scene, keeper, &kept).await;
            }
        } else {
            self.look(&scene).await;
        }
        for seat in self.truth().awaiting().iter() {
            if self.truth().decision_number() != scene.decision {
                break;
            }
            let given = order(self.truth(), seat, Level::Cadet, self.site.seed);
            let fits = is_legal(&*self.replicas[1], seat, &given);
            let other = || order(&*self.replicas[1], seat, Level::Cadet, self.site.seed);
            let orders = [given.clone(), if fits { given } else { other() }];
            self.seal(&scene, seat, &orders).await;
        }
        !self.eyes.is_empty()
    }

    /// The keeper asks what would come of it, and lays it out.
    async fn consider(&self, scene: &Scene, kept: &[Value; 2]) {
        for route in
            ["post /api/matches/{id}/decisions/{n}/check", "post /api/matches/{id}/decisions/{n}/draft"]
        {
            let asked = kept.each_ref().map(|it| self.about(route, scene, self.site.keeper, it));
            self.pair.each([&asked[0], &asked[1]]).await;
        }
    }

    /// A request about an order.
    fn about(&self, route: &'static str, scene: &Scene, seat: Seat, order: &Value) -> Asked {
        let end = route.rsplit('/').next().unwrap_or_default();
        Asked {
            route,
            path: format!("/api/matches/{}/decisions/{}/{end}", self.id, scene.decision),
            secret: Some(self.secrets[seat.index()].clone()),
            body: Some(json!({ "order": order }).to_string()),
            gzip: false,
        }
    }

    fn sealing(&self, scene: &Scene, seat: Seat, order: &Value) -> Asked {
        self.about("post /api/matches/{id}/decisions/{n}/order", scene, seat, order)
    }

    /// A seat seals, and whoever cannot tell the difference hears the same.
    async fn seal(&mut self, scene: &Scene, seat: Seat, orders: &[Value; 2]) {
        let asked = orders.each_ref().map(|it| self.sealing(scene, seat, it));
        let both = self.pair.each([&asked[0], &asked[1]]).await;
        for answer in &both {
            let words = String::from_utf8_lossy(&answer.body);
            assert_eq!(answer.status, 200, "{}: {asked:?}: {words}", self.site.name);
        }
        for (replica, order) in self.replicas.iter_mut().zip(orders) {
            submit(&mut **replica, seat, order);
        }
        let ignorant = self.eyes.iter().any(|(viewer, _)| *viewer == Viewer::Seat(seat));
        self.part();
        if ignorant && self.eyes.iter().any(|(viewer, _)| *viewer == Viewer::Seat(seat)) {
            let what = format!("an opponent asks {}", asked[0].route);
            let where_ = self.where_();
            self.ledger.compare(&scene.phase, &what, &where_, &asked[0], &both);
        }
        self.hear(&scene.phase).await;
    }

    /// The keeper seals while others ask: every answer is the one before or
    /// the one after, and those are the same for both.
    async fn seal_at_once(&mut self, scene: &Scene, kept: &[Value; 2]) {
        let where_ = self.where_();
        let reads = |asked: &Asked| asked.route.starts_with("get ") && !asked.route.ends_with("suggestion");
        let all: Vec<Asked> = self.eyes.iter().flat_map(|(_, who)| by(scene, who)).filter(reads).collect();
        let every = all.len().div_ceil(AT_ONCE).max(1);
        let chosen: Vec<Asked> = all.into_iter().step_by(every).collect();
        let before = snapshot(self.pair, &chosen).await;
        let asked = kept.each_ref().map(|it| self.sealing(scene, self.site.keeper, it));
        let (one, two) = tokio::join!(
            crowd(&self.pair.clients[0], &chosen, &asked[0]),
            crowd(&self.pair.clients[1], &chosen, &asked[1])
        );
        let after = snapshot(self.pair, &chosen).await;
        for (twin, meanwhile) in [one, two].into_iter().enumerate() {
            for (n, answer) in meanwhile.iter().enumerate() {
                if *answer != before[n][twin] && *answer != after[n][twin] {
                    let words = format!("{where_}: {:?}: neither before nor after", chosen[n]);
                    self.ledger.differs(&scene.phase, "an answer in between", words);
                }
            }
        }
        for (n, asked) in chosen.iter().enumerate() {
            for both in [&before[n], &after[n]] {
                self.ledger.compare(
                    &scene.phase,
                    &format!("somebody asks {}", asked.route),
                    &where_,
                    asked,
                    both,
                );
            }
        }
    }
}

async fn snapshot(pair: &Pair, chosen: &[Asked]) -> Vec<[Answer; 2]> {
    let mut all = Vec::new();
    for asked in chosen {
        all.push(pair.both(asked).await);
    }
    all
}

/// All of them at once, and an order in the midst.
async fn crowd(client: &Client, chosen: &[Asked], sealing: &Asked) -> Vec<Answer> {
    let spawn = |asked: &Asked| {
        let (client, asked) = (client.clone(), asked.clone());
        tokio::spawn(async move { ask(&client, &asked).await })
    };
    let middle = chosen.len() / 2;
    let mut tasks: Vec<_> = chosen[..middle].iter().map(spawn).collect();
    let sealed = spawn(sealing);
    tasks.extend(chosen[middle..].iter().map(spawn));
    let sealed = sealed.await.unwrap();
    assert_eq!(sealed.status, 200, "{sealing:?}: {}", String::from_utf8_lossy(&sealed.body));
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}

fn phase_of(replica: &dyn AnyMatch) -> String {
    replica.phase().unwrap_or("the end").to_owned()
}
