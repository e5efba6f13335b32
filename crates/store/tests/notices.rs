//! Notices, mail and second factors in both databases: each thing once, links
//! and codes once, and nothing of it left when somebody goes.

mod postgres;
mod util;

use postgres::Postgres;
use store::{
    Job, KeptEndpoint, KeptHook, KeptNotice, KeptPerson, KeptSession, Lane, Link, NewNotice, Read, Store,
    file_url, proves,
};
use util::{folder, open};

fn notice(id: &str, kind: &str, decision: i64) -> NewNotice {
    let notice = KeptNotice {
        id: id.to_owned(),
        person: "a".to_owned(),
        kind: kind.to_owned(),
        subject: "Drift ✦".to_owned(),
        match_id: "m".to_owned(),
        decision,
        at: 100 + decision,
        listed: true,
        digest: kind == "turn",
        ..KeptNotice::default()
    };
    let job = Job { kind: "out-mail".to_owned(), name: id.to_owned(), due: 50, payload: String::new() };
    NewNotice { notice, jobs: vec![job] }
}

async fn suite(url: &str) {
    let store = open(url).await;
    for id in ["a", "b"] {
        let person = KeptPerson {
            id: id.to_owned(),
            name: id.to_owned(),
            folded: id.to_owned(),
            shape: id.to_owned(),
            ..KeptPerson::default()
        };
        let session = KeptSession {
            hash: id.to_owned(),
            id: id.to_owned(),
            person: id.to_owned(),
            ..KeptSession::default()
        };
        store.create_person(&person, &session).await.unwrap();
    }
    told_once(&store).await;
    mail(&store).await;
    factors(&store).await;
    reached(&store).await;
    store.delete_person("a").await.unwrap();
    assert!(store.all_notices_of("a").await.unwrap().is_empty());
    assert_eq!(store.factor_of("a").await.unwrap(), None);
    assert_eq!(store.hook_of("a").await.unwrap(), None);
    assert_eq!(store.mail_of("a").await.unwrap().address, "");
    let gone = notice("late", "turn", 9);
    assert_eq!(store.tell_people(&[gone]).await.unwrap(), (None, vec![]), "whoever has left is told nothing");
    store.close().await;
}

async fn told_once(store: &Store) {
    let new = [notice("n1", "turn", 1), notice("n2", "turn", 1), notice("n3", "clock", 1)];
    let (due, told) = store.tell_people(&new).await.unwrap();
    assert_eq!((due, told), (Some(50), vec!["n1".to_owned(), "n3".to_owned()]));
    assert_eq!(store.tell_people(&[notice("n4", "turn", 1)]).await.unwrap(), (None, vec![]));
    let jobs = store.claim_jobs(Lane::Outward, 60, 120, 9).await.unwrap();
    assert_eq!(jobs.iter().map(|it| it.job.name.as_str()).collect::<Vec<_>>(), ["n1", "n3"]);
    assert!(store.claim_jobs(Lane::House, 60, 120, 9).await.unwrap().is_empty());
    assert_eq!(store.next_job(Lane::House).await.unwrap(), None);
    // Put off as often as may be, it counts as a first try; and nobody else's word ends it.
    assert!(store.put_job_off(&jobs[0], 70).await.unwrap());
    assert!(!store.finish_job(&jobs[0], 65).await.unwrap());
    let again = store.claim_jobs(Lane::Outward, 70, 130, 9).await.unwrap();
    assert_eq!((again.len(), again[0].tries), (1, 1));

    let mut sixth = notice("n6", "offer", 1);
    sixth.notice.about = "the sixth".to_owned();
    store.tell_people(&[notice("n5", "turn", 2), sixth]).await.unwrap();
    assert_eq!(store.unread("a").await.unwrap(), 4);
    assert_eq!(store.unread("b").await.unwrap(), 0);
    store.settle_notices("a", "m", (2, 1), 900).await.unwrap();
    let open: Vec<String> = store
        .notices_of("a", 9)
        .await
        .unwrap()
        .into_iter()
        .filter(|it| it.seen == 0)
        .map(|it| it.id)
        .collect();
    assert_eq!(open, ["n5", "n6"], "the last first");
    let waits: Vec<String> = store.digest_of("a").await.unwrap().into_iter().map(|it| it.id).collect();
    assert_eq!(waits, ["n1", "n5"]);
    store.digested("a", 101).await.unwrap();
    assert_eq!(store.digest_of("a").await.unwrap().len(), 1);
    store.read_notices("b", Read::One("n6"), 901).await.unwrap();
    assert_eq!(store.unread("a").await.unwrap(), 2, "nobody reads what is somebody else's");
    store.read_notices("a", Read::Match("other"), 901).await.unwrap();
    store.read_notices("b", Read::About("the sixth"), 901).await.unwrap();
    assert_eq!(store.unread("a").await.unwrap(), 2);
    store.read_notices("a", Read::About("the sixth"), 901).await.unwrap();
    assert_eq!(store.unread("a").await.unwrap(), 1);
    store.read_notices("a", Read::All, 902).await.unwrap();
    let kept = store.notice("n5").await.unwrap().unwrap();
    assert_eq!(kept, KeptNotice { seen: 902, ..notice("n5", "turn", 2).notice });
    assert_eq!(store.forget_notices(102).await.unwrap(), 3);
    store.set_wishes("a", "{}").await.unwrap();
    store.set_wishes("a", "{\"zone\":\"UTC\"}").await.unwrap();
    assert_eq!(store.wishes_of("a").await.unwrap().as_deref(), Some("{\"zone\":\"UTC\"}"));
    assert_eq!(store.wishes_of("b").await.unwrap(), None);
}

async fn mail(store: &Store) {
    let link = |hash: &str, address: &str, expires: i64| Link {
        hash: hash.to_owned(),
        person: "a".to_owned(),
        purpose: proves(address),
        expires,
    };
    store.want_mail("a", "Ann@post.example").await.unwrap();
    store.put_link(&link("h1", "Ann@post.example", 100)).await.unwrap();
    assert!(store.people_at("ann@post.example", 5).await.unwrap().is_empty(), "not proven yet");
    assert_eq!(store.prove_mail("h1", 100).await.unwrap(), None, "its time is up");
    let proven = Some(("a".to_owned(), "Ann@post.example".to_owned()));
    assert_eq!(store.prove_mail("h1", 99).await.unwrap(), proven);
    assert_eq!(store.prove_mail("h1", 99).await.unwrap(), None, "it works once");
    assert_eq!(store.people_at("ann@POST.example", 5).await.unwrap()[0].id, "a");
    assert!(store.people_at("", 5).await.unwrap().is_empty());
    // A link for one address proves no other.
    store.want_mail("a", "one@post.example").await.unwrap();
    store.put_link(&link("h2", "one@post.example", 100)).await.unwrap();
    store.want_mail("a", "two@post.example").await.unwrap();
    assert_eq!(store.prove_mail("h2", 1).await.unwrap(), None);
    store.put_link(&link("h3", "one@post.example", 100)).await.unwrap();
    assert_eq!(store.prove_mail("h3", 1).await.unwrap(), None);
    let kept = store.mail_of("a").await.unwrap();
    assert_eq!((kept.address.as_str(), kept.wanted.as_str()), ("Ann@post.example", "two@post.example"));
    store.drop_mail("a").await.unwrap();
    assert_eq!(store.mail_of("a").await.unwrap(), store::KeptMail::default());
    store.want_mail("a", "ann@post.example").await.unwrap();
}

async fn factors(store: &Store) {
    assert!(store.begin_factor("a", "ONE").await.unwrap());
    assert!(store.begin_factor("a", "TWO").await.unwrap());
    assert!(!store.use_step("a", 5).await.unwrap(), "it does not count yet");
    let codes = ["c1".to_owned(), "c2".to_owned()];
    assert!(!store.confirm_factor("a", "ONE", (7, 90), &codes).await.unwrap());
    assert!(store.confirm_factor("a", "TWO", (7, 90), &codes).await.unwrap());
    assert!(!store.confirm_factor("a", "TWO", (8, 91), &codes).await.unwrap());
    assert!(!store.begin_factor("a", "THREE").await.unwrap());
    let steps = [(7, false), (6, false), (8, true), (8, false)];
    for (step, taken) in steps {
        assert_eq!(store.use_step("a", step).await.unwrap(), taken, "{step}");
    }
    assert!(!store.use_code("b", "c1").await.unwrap(), "it is not theirs");
    assert!(store.use_code("a", "c1").await.unwrap());
    assert!(!store.use_code("a", "c1").await.unwrap());
    let kept = store.factor_of("a").await.unwrap().unwrap();
    assert_eq!((kept.secret.as_str(), kept.since, kept.codes), ("TWO", 90, 1));
    store.set_codes("a", &["c3".to_owned()]).await.unwrap();
    assert!(!store.use_code("a", "c2").await.unwrap() && store.use_code("a", "c3").await.unwrap());
}

async fn reached(store: &Store) {
    let phone = |id: &str, person: &str| KeptEndpoint {
        id: id.to_owned(),
        person: person.to_owned(),
        url: "https://push.example/x".to_owned(),
        ..KeptEndpoint::default()
    };
    store.add_endpoint(&phone("e1", "b")).await.unwrap();
    store.add_endpoint(&phone("e2", "a")).await.unwrap();
    assert!(store.endpoints_of("b").await.unwrap().is_empty(), "a browser is one person's at a time");
    assert_eq!(store.endpoint("e2").await.unwrap(), Some(phone("e2", "a")));
    assert!(!store.drop_endpoint("b", "e2").await.unwrap());
    assert!(store.drop_endpoint("a", "e2").await.unwrap());
    let hook = |url: &str| KeptHook { url: url.to_owned(), secret: "s".to_owned(), since: 3 };
    store.set_hook("a", &hook("one")).await.unwrap();
    store.set_hook("a", &hook("two")).await.unwrap();
    assert_eq!(store.hook_of("a").await.unwrap(), Some(hook("two")));
    assert_eq!(store.outlook("none").await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_tells_once() {
    let folder = folder("notices");
    suite(&file_url(&folder.join("flagbridge.sqlite"))).await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_tells_once() {
    suite(&Postgres::start().database("notices")).await;
}
