//! Jobs: claimed by one, done once in effect, taken over from the dead. The
//! same on both databases; what time it is, the test says.

mod postgres;
mod util;

use std::collections::BTreeSet;

use postgres::Postgres;
use store::{Claimed, Job, Lane, Store, StoreError};
use util::{folder, hopeful, open, patient};

fn job(name: &str, due: i64) -> Job {
    Job { kind: "clock".to_owned(), name: name.to_owned(), due, payload: format!("about {name} ✦") }
}

fn names(claimed: &[Claimed]) -> Vec<&str> {
    claimed.iter().map(|it| it.job.name.as_str()).collect()
}

async fn suite(url: &str) {
    let store = open(url).await;
    in_turn(&store).await;
    of_the_dead(&store).await;
    put_off(&store).await;
    given_up(&store).await;
    assert!(matches!(store.post_job(&job("a\0b", 1)).await, Err(StoreError::Refused(_))));
    store.close().await;
    shared_out(url).await;
}

/// What is due is handed out once, the longest due first, and kept over a restart of whoever asks.
async fn in_turn(store: &Store) {
    assert_eq!(store.next_job(Lane::House).await.unwrap(), None);
    assert!(store.claim_jobs(Lane::House, 1_000, 2_000, 9).await.unwrap().is_empty());
    for (name, due) in [("late", 30), ("early", 10), ("middle", 20)] {
        assert!(store.post_job(&job(name, due)).await.unwrap());
    }
    // A name is taken once; another kind has names of its own.
    assert!(!store.post_job(&job("late", 5)).await.unwrap());
    let other = Job { kind: "mail".to_owned(), ..job("late", 40) };
    assert!(store.post_job(&other).await.unwrap());
    assert_eq!(store.next_job(Lane::House).await.unwrap(), Some(10));
    assert!(store.claim_jobs(Lane::House, 9, 100, 9).await.unwrap().is_empty(), "nothing is due yet");
    let first = store.claim_jobs(Lane::House, 20, 100, 1).await.unwrap();
    assert_eq!((names(&first), first[0].tries), (vec!["early"], 1));
    assert_eq!(first[0].job, job("early", 10));
    let rest = store.claim_jobs(Lane::House, 40, 100, 9).await.unwrap();
    assert_eq!(names(&rest), ["middle", "late", "late"]);
    assert_eq!(
        store.next_job(Lane::House).await.unwrap(),
        Some(100),
        "all are in somebody's hands until then"
    );
    for it in first.iter().chain(&rest) {
        assert!(store.finish_job(it, 50).await.unwrap());
        assert!(!store.finish_job(it, 50).await.unwrap(), "done once");
    }
    assert_eq!(store.next_job(Lane::House).await.unwrap(), None);
    assert!(store.claim_jobs(Lane::House, 1_000, 2_000, 9).await.unwrap().is_empty());
    // What is done is not done again under the same name, until it is forgotten.
    assert!(!store.post_job(&job("early", 60)).await.unwrap());
    store.forget_jobs(50).await.unwrap();
    assert!(!store.post_job(&job("early", 60)).await.unwrap());
    store.forget_jobs(51).await.unwrap();
    assert!(store.post_job(&job("early", 60)).await.unwrap());
    store.drop_job("clock", "early").await.unwrap();
    assert_eq!(store.next_job(Lane::House).await.unwrap(), None);
}

/// A worker dies with its lease: when that is over the job is somebody else's, and what
/// the first may still say of it counts for nothing.
async fn of_the_dead(store: &Store) {
    store.post_job(&job("orphan", 100)).await.unwrap();
    let dead = store.claim_jobs(Lane::House, 100, 160, 9).await.unwrap().remove(0);
    assert!(store.claim_jobs(Lane::House, 159, 200, 9).await.unwrap().is_empty(), "still in its hands");
    assert_eq!(store.next_job(Lane::House).await.unwrap(), Some(160));
    let heir = store.claim_jobs(Lane::House, 160, 220, 9).await.unwrap().remove(0);
    assert_eq!((heir.tries, &heir.job), (2, &dead.job));
    assert!(!store.finish_job(&dead, 170).await.unwrap(), "it is not the dead's to finish");
    assert!(!store.retry_job(&dead, 500).await.unwrap());
    assert!(!store.give_job_up(&dead, 170, "slow").await.unwrap());
    assert!(store.finish_job(&heir, 171).await.unwrap());
    assert!(!store.retry_job(&heir, 500).await.unwrap(), "done is done");
    assert_eq!(store.next_job(Lane::House).await.unwrap(), None);
}

/// A job that is set anew while somebody works on it stays owed, at its new time.
async fn put_off(store: &Store) {
    store.set_job(&job("moved", 10)).await.unwrap();
    let stale = store.claim_jobs(Lane::House, 10, 60, 9).await.unwrap().remove(0);
    store.set_job(&Job { payload: "new".to_owned(), ..job("moved", 300) }).await.unwrap();
    assert!(!store.finish_job(&stale, 20).await.unwrap());
    assert_eq!(store.next_job(Lane::House).await.unwrap(), Some(300));
    let now = store.claim_jobs(Lane::House, 300, 400, 9).await.unwrap().remove(0);
    assert_eq!((now.tries, now.job.payload.as_str()), (1, "new"));
    // Failed: once more, later.
    assert!(store.retry_job(&now, 350).await.unwrap());
    assert!(store.claim_jobs(Lane::House, 349, 400, 9).await.unwrap().is_empty());
    let again = store.claim_jobs(Lane::House, 350, 400, 9).await.unwrap().remove(0);
    assert_eq!(again.tries, 2);
    assert!(store.finish_job(&again, 351).await.unwrap());
    // Also what is done can be owed anew.
    store.set_job(&job("moved", 500)).await.unwrap();
    let anew = store.claim_jobs(Lane::House, 500, 600, 9).await.unwrap().remove(0);
    assert_eq!(anew.tries, 1);
    store.drop_job("clock", "moved").await.unwrap();
    assert!(!store.finish_job(&anew, 501).await.unwrap(), "taken away is taken away");
}

async fn given_up(store: &Store) {
    store.post_job(&job("hopeless", 10)).await.unwrap();
    let it = store.claim_jobs(Lane::House, 10, 60, 9).await.unwrap().remove(0);
    assert!(store.give_job_up(&it, 20, "no such\0 place").await.unwrap());
    assert_eq!(store.next_job(Lane::House).await.unwrap(), None);
    let told = store.jobs_given_up(9).await.unwrap();
    assert_eq!(told, [("clock".to_owned(), "hopeless".to_owned(), "no such place".to_owned())]);
}

/// Several servers on one database: every job goes to one of them.
async fn shared_out(url: &str) {
    let shared = || async { Store::open_shared(url, patient()).await.unwrap() };
    let (one, other) = (shared().await, shared().await);
    for n in 0..60 {
        one.post_job(&job(&format!("many {n}"), 10)).await.unwrap();
    }
    let worker = |store: Store| async move {
        let mut mine = Vec::new();
        loop {
            let got = store.claim_jobs(Lane::House, 10, 1_000, 3).await.unwrap();
            if got.is_empty() {
                return mine;
            }
            for it in got {
                assert!(store.finish_job(&it, 11).await.unwrap());
                mine.push(it.job.name);
            }
        }
    };
    let workers = [one.clone(), other.clone(), one.clone(), other.clone()];
    let tasks: Vec<_> = workers.into_iter().map(|store| tokio::spawn(worker(store))).collect();
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.unwrap());
    }
    assert_eq!(all.len(), 60, "each once");
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 60);
    one.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_hands_out_jobs() {
    let folder = folder("jobs");
    suite(&store::file_url(&folder.join("jobs.sqlite"))).await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_hands_out_jobs() {
    let postgres = Postgres::start();
    let url = postgres.database("jobs");
    suite(&url).await;
    // Owed jobs outlive a crash of the database.
    let store = Store::open_with(&url, hopeful()).await.unwrap();
    store.post_job(&job("kept", 10)).await.unwrap();
    postgres.stop();
    assert!(matches!(store.claim_jobs(Lane::House, 10, 60, 9).await, Err(StoreError::Away(_))));
    postgres.resume();
    store.ping().await.unwrap();
    assert_eq!(names(&store.claim_jobs(Lane::House, 10, 60, 9).await.unwrap()), ["kept"]);
}
