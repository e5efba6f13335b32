//! People in both databases.

mod postgres;
mod util;

use postgres::Postgres;
use store::{Act, KeptPerson, KeptSession, Link, Store, StoreError, file_url};
use util::{folder, new_match, open};

fn person(id: &str, name: &str) -> KeptPerson {
    let folded = name.to_lowercase();
    KeptPerson {
        id: id.to_owned(),
        name: name.to_owned(),
        shape: folded.replace('0', "o"),
        folded,
        password: "kept".to_owned(),
        created: 5,
        ..KeptPerson::default()
    }
}

fn session(person: &str, n: i64) -> KeptSession {
    KeptSession {
        hash: format!("hash {person} {n}"),
        id: format!("{person}-{n}"),
        person: person.to_owned(),
        created: n,
        seen: n,
        agent: "A browser é".to_owned(),
    }
}

async fn suite(url: &str) {
    let store = open(url).await;
    let (ada, bob) = (person("a", "Ada0"), person("b", "Bob"));
    store.create_person(&ada, &session("a", 1)).await.unwrap();
    store.create_person(&bob, &session("b", 1)).await.unwrap();
    // Neither the name nor one that looks like it; and nothing of it is kept.
    for (id, name) in [("c", "ada0"), ("c", "Adao"), ("a", "Other")] {
        let refused = store.create_person(&person(id, name), &session("a", 7)).await;
        assert_eq!(refused, Err(StoreError::Conflict), "{name}");
    }
    assert_eq!(store.session("hash a 7").await.unwrap(), None);
    let odd = person("d", "a\0b");
    assert!(matches!(store.create_person(&odd, &session("d", 1)).await, Err(StoreError::Refused(_))));
    assert_eq!(store.person_named("ada0").await.unwrap(), Some(ada.clone()));
    assert_eq!(store.person("b").await.unwrap(), Some(bob.clone()));
    for nobody in ["Ada0", "", "\0", "' OR '1'='1"] {
        assert_eq!(store.person_named(nobody).await.unwrap(), None, "{nobody:?}");
    }

    // A browser that logs in again holds nothing of what it held before.
    store.log_in(&session("a", 2), Some("hash a 1")).await.unwrap();
    store.log_in(&session("a", 3), None).await.unwrap();
    assert_eq!(store.session("hash a 1").await.unwrap(), None);
    assert_eq!(store.session("hash a 2").await.unwrap(), Some((session("a", 2), ada.clone())));
    store.see_session("hash a 2", 9).await.unwrap();
    store.see_session("hash a 2", 8).await.unwrap();
    let seen: Vec<(String, i64)> =
        store.sessions_of("a").await.unwrap().into_iter().map(|it| (it.id, it.seen)).collect();
    assert_eq!(seen, [("a-2".to_owned(), 9), ("a-3".to_owned(), 3)]);
    // Nobody ends what is another's.
    assert!(!store.end_session("b", "a-3").await.unwrap());
    assert!(!store.end_session("a", "\0").await.unwrap());
    assert!(store.end_session("a", "a-3").await.unwrap());
    store.log_in(&session("a", 4), None).await.unwrap();
    assert_eq!(store.end_other_sessions("a", "a-4").await.unwrap(), 1);
    store.set_password("a", "another", &session("a", 5)).await.unwrap();
    assert_eq!(store.session("hash a 4").await.unwrap(), None);
    assert_eq!(store.session("hash a 5").await.unwrap().unwrap().1.password, "another");
    store.keep_password_anew("a", "kept", "lost").await.unwrap();
    store.keep_password_anew("a", "another", "anew").await.unwrap();
    assert_eq!(store.person("a").await.unwrap().unwrap().password, "anew");
    assert_eq!(store.forget_sessions(5).await.unwrap(), 1);
    assert!(store.sessions_of("b").await.unwrap().is_empty());
    assert_eq!(store.sessions_of("a").await.unwrap().len(), 1);

    // Seats: whose they are from the start, and whose they become.
    let mut new = new_match("m");
    new.people = vec![(0, "a".to_owned())];
    store.create(&new).await.unwrap();
    store.create(&new_match("n")).await.unwrap();
    let seats = [("m".to_owned(), 0), ("m".to_owned(), 1), ("n".to_owned(), 1)];
    store.seat_person("b", &seats, 8).await.unwrap();
    store.seat_person("b", &seats, 9).await.unwrap();
    let told = |it: store::Sitting| (it.match_id, it.seat, it.person, it.name);
    let (a, b) = (("m", 0, "a", "Ada0"), ("m", 1, "b", "Bob"));
    let owned = |(id, seat, person, name): (&str, i64, &str, &str)| {
        (id.to_owned(), seat, person.to_owned(), name.to_owned())
    };
    let found: Vec<_> = store.sittings("m").await.unwrap().into_iter().map(told).collect();
    assert_eq!(found, [a, b].map(owned));
    let own = store.seats_of("b", 9).await.unwrap();
    let own: Vec<_> = own.into_iter().map(|it| (it.held.match_id, it.held.seat, it.since)).collect();
    assert_eq!(own, [("m".to_owned(), 1, 8), ("n".to_owned(), 1, 8)]);
    assert_eq!(store.seats_of("b", 1).await.unwrap().len(), 1);
    // A seat of a match that is not there is nobody's.
    assert!(store.seat_person("b", &[("nowhere".to_owned(), 0)], 9).await.is_err());
    house(&store).await;

    // Whoever leaves takes the name along and leaves the battles.
    store.delete_person("b").await.unwrap();
    assert_eq!(store.person("b").await.unwrap(), None);
    assert_eq!(store.sittings("m").await.unwrap().len(), 1);
    assert_eq!(store.session("hash b 9").await.unwrap(), None);
    assert!(store.load("m").await.unwrap().is_some());
    store.close().await;
}

async fn house(store: &Store) {
    let act = |id: &str, act: &str| Act {
        id: id.to_owned(),
        at: 3,
        by: "command line".to_owned(),
        act: act.to_owned(),
        person: "b".to_owned(),
        name: "Bob".to_owned(),
        words: "why".to_owned(),
    };
    let names = |found: Vec<KeptPerson>| found.into_iter().map(|it| it.name).collect::<Vec<String>>();
    assert_eq!(names(store.find_people("", 9).await.unwrap()), ["Ada0", "Bob"]);
    assert_eq!(names(store.find_people("bo", 9).await.unwrap()), ["Bob"]);
    for nothing in ["%", "_", "!", "\0"] {
        assert!(store.find_people(nothing, 9).await.unwrap().is_empty(), "{nothing:?}");
    }
    store.log_in(&session("b", 8), None).await.unwrap();
    store.ban(99, "spam", &act("1", "ban")).await.unwrap();
    assert_eq!(store.session("hash b 8").await.unwrap(), None);
    let shut = store.person("b").await.unwrap().unwrap();
    assert_eq!((shut.banned_until, shut.banned_why.as_str()), (99, "spam"));
    store.ban(0, "", &act("2", "unban")).await.unwrap();
    assert_eq!(store.person("b").await.unwrap().unwrap().banned_until, 0);
    assert_eq!(store.rename("Ada0", "ada0", "adao", &act("3", "rename")).await, Err(StoreError::Conflict));
    store.rename("Robert", "robert", "robert", &act("3", "rename")).await.unwrap();
    assert!(store.person_named("bob").await.unwrap().is_none());
    // A link works once, for what it is for, until its time is up; a new one takes the old one's place.
    let link = |hash: &str| Link {
        hash: hash.to_owned(),
        person: "b".to_owned(),
        purpose: "password".to_owned(),
        expires: 50,
    };
    store.make_link(&link("first"), &act("4", "reset")).await.unwrap();
    store.make_link(&link("second"), &act("5", "reset")).await.unwrap();
    assert_eq!(store.link("first", "password", 10).await.unwrap(), None);
    assert_eq!(store.link("second", "mail", 10).await.unwrap(), None);
    assert_eq!(store.link("second", "password", 50).await.unwrap(), None);
    assert_eq!(store.link("second", "password", 49).await.unwrap().unwrap().id, "b");
    let used = |hash: &str, now: i64| Link { expires: now, ..link(hash) };
    assert!(!store.reset_password(&used("second", 50), "new", &session("b", 9)).await.unwrap());
    assert!(store.reset_password(&used("second", 49), "new", &session("b", 9)).await.unwrap());
    assert!(!store.reset_password(&used("second", 49), "newer", &session("b", 10)).await.unwrap());
    assert_eq!(store.session("hash b 9").await.unwrap().unwrap().1.password, "new");
    let acts: Vec<String> = store.acts(9).await.unwrap().into_iter().map(|it| it.act).collect();
    assert_eq!(acts, ["ban", "unban", "rename", "reset", "reset"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_people() {
    let folder = folder("people");
    suite(&file_url(&folder.join("a.sqlite"))).await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_keeps_people() {
    suite(&Postgres::start().database("people")).await;
}
