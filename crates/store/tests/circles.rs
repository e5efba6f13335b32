//! What people are to each other, say and write, in both databases.

mod postgres;
mod util;

use postgres::Postgres;
use store::{
    Act, Circle, Club, KeptPerson, KeptSession, Post, Rank, Report, Said, Shelved, Store, StoreError,
    Warning, file_url,
};
use util::{folder, new_match, open};

async fn person(store: &Store, id: &str) {
    let session = KeptSession {
        hash: format!("h {id}"),
        id: id.to_owned(),
        person: id.to_owned(),
        ..KeptSession::default()
    };
    let name = format!("Name-{id}");
    let new = KeptPerson {
        id: id.to_owned(),
        folded: name.to_lowercase(),
        shape: name.to_lowercase(),
        name,
        password: "kept".to_owned(),
        ..KeptPerson::default()
    };
    store.create_person(&new, &session).await.unwrap();
}

fn act(id: &str, person: &str) -> Act {
    Act {
        id: id.to_owned(),
        at: 7,
        by: "Mo".to_owned(),
        act: "warn".to_owned(),
        person: person.to_owned(),
        name: "Then".to_owned(),
        words: "why".to_owned(),
    }
}

async fn suite(url: &str) {
    let store = open(url).await;
    for id in ["a", "b", "c"] {
        person(&store, id).await;
    }
    circles(&store).await;
    talk(&store).await;
    conduct(&store).await;
    clubs(&store).await;
    shelf(&store).await;
    gone(&store).await;
    store.close().await;
}

async fn circles(store: &Store) {
    let names = async |circle, person: &str| -> Vec<String> {
        store.circle(circle, person).await.unwrap().into_iter().map(|it| it.name).collect()
    };
    for other in ["c", "b", "b"] {
        store.take_in(Circle::Followed, "a", other, 3).await.unwrap();
    }
    store.take_in(Circle::Followed, "b", "a", 4).await.unwrap();
    assert_eq!(names(Circle::Followed, "a").await, ["Name-b", "Name-c"]);
    store.let_out(Circle::Followed, "a", "c").await.unwrap();
    assert!(!store.blocked_between("a", "b").await.unwrap());
    // Whoever is blocked is followed no more, by neither; and it is so both ways.
    store.take_in(Circle::Blocked, "a", "b", 5).await.unwrap();
    assert!(names(Circle::Followed, "a").await.is_empty() && names(Circle::Followed, "b").await.is_empty());
    assert_eq!(names(Circle::Blocked, "a").await, ["Name-b"]);
    for (one, other) in [("a", "b"), ("b", "a")] {
        assert!(store.blocked_between(one, other).await.unwrap());
        assert_eq!(store.blocked_with(one).await.unwrap(), [other]);
    }
    assert!(!store.blocked_between("a", "c").await.unwrap());
    assert!(!store.blocked_between("a", "\0").await.unwrap());
    assert!(store.take_in(Circle::Followed, "a", "nobody", 5).await.is_err());
}

async fn talk(store: &Store) {
    let mut new = new_match("m");
    new.people = vec![(0, "a".to_owned())];
    store.create(&new).await.unwrap();
    let said = |room: i64, person: &str, body: &str, at: i64| Said {
        match_id: "m".to_owned(),
        room,
        at,
        seat: 0,
        person: person.to_owned(),
        name: "Name".to_owned(),
        body: body.to_owned(),
        ..Said::default()
    };
    assert_eq!(store.heard("m").await.unwrap(), [0, 0]);
    for (n, body) in [(1, "one"), (2, "two ✦"), (3, "three")] {
        assert_eq!(store.say(&said(0, "a", body, n)).await.unwrap(), n);
    }
    // Each room counts for itself.
    assert_eq!(store.say(&said(1, "b", "other", 9)).await.unwrap(), 1);
    assert_eq!(store.heard("m").await.unwrap(), [3, 1]);
    assert!(matches!(store.say(&said(0, "a", "\0", 4)).await, Err(StoreError::Refused(_))));
    let bodies = async |after, most| -> Vec<String> {
        store.talk("m", 0, after, most).await.unwrap().into_iter().map(|it| it.body).collect()
    };
    assert_eq!(bodies(0, 9).await, ["one", "two ✦", "three"]);
    assert_eq!(bodies(0, 2).await, ["two ✦", "three"]);
    assert_eq!(bodies(2, 9).await, ["three"]);
    store.take_back_words("m", 0, 2, &act("t1", "a")).await.unwrap();
    let left = store.talk("m", 0, 0, 9).await.unwrap();
    assert_eq!((left[1].body.as_str(), left[1].removed, left.len()), ("", 7, 3));
    assert_eq!(store.said_by("a", 9).await.unwrap().len(), 3);
    store.silence("m", 1, &act("t2", "")).await.unwrap();
    store.silence("m", 1, &act("t3", "")).await.unwrap();
    assert!(store.is_silenced("m", 1).await.unwrap() && !store.is_silenced("m", 0).await.unwrap());
    // What was forgotten leaves no number to be used again while anything later is there.
    assert_eq!(store.forget_talk(3).await.unwrap(), 2);
    assert_eq!(store.say(&said(0, "a", "four", 10)).await.unwrap(), 4);
}

async fn conduct(store: &Store) {
    assert!(!store.conduct("a").await.unwrap().is_moderator());
    store.set_role(store::MODERATOR, &act("c1", "a")).await.unwrap();
    store.mute(50, "shouts", &act("c2", "a")).await.unwrap();
    let both = store.conduct("a").await.unwrap();
    assert!(both.is_moderator() && (both.muted_until, both.muted_why.as_str()) == (50, "shouts"));
    assert_eq!(store.roles().await.unwrap(), [("Name-a".to_owned(), "moderator".to_owned())]);
    store.set_role("", &act("c3", "a")).await.unwrap();
    assert!(store.roles().await.unwrap().is_empty());
    assert_eq!(store.conduct("a").await.unwrap().muted_until, 50);

    let warning = |id: &str| Warning {
        id: id.to_owned(),
        person: "b".to_owned(),
        at: 1,
        words: "Mind.".to_owned(),
        seen: 0,
    };
    store.warn(&warning("w"), &act("c4", "b")).await.unwrap();
    assert!(!store.see_warning("a", "w", 9).await.unwrap());
    assert!(store.see_warning("b", "w", 9).await.unwrap());
    assert_eq!(store.warnings("b").await.unwrap()[0].seen, 9);

    let report = |id: &str, reporter: &str, place: &str| Report {
        id: id.to_owned(),
        at: 2,
        reporter: reporter.to_owned(),
        by: "Name".to_owned(),
        kind: "talk".to_owned(),
        place: place.to_owned(),
        person: "b".to_owned(),
        name: "Then".to_owned(),
        why: "rude".to_owned(),
        context: "[]".to_owned(),
        ..Report::default()
    };
    assert!(store.report(&report("r1", "a", "here")).await.unwrap());
    assert!(!store.report(&report("r2", "a", "here")).await.unwrap());
    assert!(store.report(&report("r3", "c", "here")).await.unwrap());
    assert!(store.report(&report("r4", "c", "there")).await.unwrap());
    assert_eq!(store.reports(false, 9).await.unwrap().len(), 3);
    // Whatever is about the same thing is decided with it, and once.
    let first = store.find_report("r1").await.unwrap().unwrap();
    assert!(store.decide_report(&first, "told them", &act("c5", "b")).await.unwrap());
    assert!(!store.decide_report(&first, "again", &act("c6", "b")).await.unwrap());
    assert_eq!(store.reports(false, 9).await.unwrap().len(), 1);
    assert_eq!(store.reports(true, 9).await.unwrap()[0].verdict, "told them");
    assert_eq!(store.forget_reports(7).await.unwrap(), 0);
    assert_eq!(store.forget_reports(8).await.unwrap(), 2);
    let acts: Vec<String> = store.acts_about("b", 9).await.unwrap().into_iter().map(|it| it.id).collect();
    assert_eq!(acts, ["c4", "c5"]);
}

fn club(id: &str, name: &str) -> Club {
    Club {
        id: id.to_owned(),
        name: name.to_owned(),
        folded: name.to_lowercase(),
        shape: name.to_lowercase(),
        about: "We meet.".to_owned(),
        entry: "open".to_owned(),
        created: 1,
        ..Club::default()
    }
}

async fn clubs(store: &Store) {
    store.found_club(&club("k", "Tuesday"), "a").await.unwrap();
    assert_eq!(store.found_club(&club("l", "TUESDAY"), "b").await, Err(StoreError::Conflict));
    store.found_club(&club("l", "Alone"), "b").await.unwrap();
    store.set_rank("k", "b", Rank::Asking, 2).await.unwrap();
    assert!(!store.is_in_club("k", "b").await.unwrap());
    store.set_rank("k", "b", Rank::Member, 3).await.unwrap();
    store.set_rank("k", "c", Rank::Officer, 4).await.unwrap();
    assert!(store.is_in_club("k", "b").await.unwrap() && !store.is_in_club("k\0", "b").await.unwrap());
    // Nobody makes an owner anything else, and none goes.
    store.set_rank("k", "a", Rank::Barred, 5).await.unwrap();
    assert!(!store.leave_club("k", "a").await.unwrap());
    assert_eq!(store.rank_in("k", "a").await.unwrap(), Some(Rank::Owner));
    let found = store.find_clubs("tues", 9).await.unwrap();
    assert_eq!((found.len(), found[0].members), (1, 3));
    assert!(store.find_clubs("%", 9).await.unwrap().is_empty());
    assert_eq!(store.clubs_of("b").await.unwrap().len(), 2);
    let post = |n: i64, by: &str| Post {
        club: "k".to_owned(),
        at: n,
        person: by.to_owned(),
        name: "Then".to_owned(),
        body: format!("post {n}"),
        ..Post::default()
    };
    for n in 1..=3 {
        assert_eq!(store.post(&post(n, "b")).await.unwrap(), n);
    }
    store.remove_post("k", 2, 8, None).await.unwrap();
    let posts = store.posts("k", 3, 9).await.unwrap();
    assert_eq!((posts[0].n, posts[0].removed, posts[1].body.as_str()), (2, 8, "post 1"));
    store.hand_club_over("k", "b", 6, Some(&act("k1", ""))).await.unwrap();
    let ranks: Vec<Rank> = store.club_members("k").await.unwrap().into_iter().map(|it| it.rank).collect();
    assert_eq!(ranks, [Rank::Officer, Rank::Owner, Rank::Officer]);
}

async fn shelf(store: &Store) {
    let it = Shelved {
        id: "s".to_owned(),
        person: "b".to_owned(),
        club: "k".to_owned(),
        kind: "fleet".to_owned(),
        game: "toy".to_owned(),
        title: "Mine".to_owned(),
        body: "{}".to_owned(),
        ..Shelved::default()
    };
    store.shelve(&it).await.unwrap();
    // Nobody changes what is another's.
    store
        .shelve(&Shelved { person: "a".to_owned(), title: "Stolen".to_owned(), ..it.clone() })
        .await
        .unwrap();
    assert_eq!(store.shelved("s").await.unwrap(), Some(it.clone()));
    assert_eq!(store.shelf_of_club("k").await.unwrap().len(), 1);
    assert!(store.shelf_of_club("").await.unwrap().is_empty());
    store.clear_shelf_of("k", "b").await.unwrap();
    assert!(store.shelf_of_club("k").await.unwrap().is_empty());
    assert!(!store.unshelve("a", "s").await.unwrap());
    assert_eq!(store.shelf_of("b").await.unwrap().len(), 1);
}

/// Somebody goes: what they said is gone, numbers stay; clubs find another owner, or are closed.
async fn gone(store: &Store) {
    let before = store.load("m").await.unwrap().unwrap();
    store.delete_person("b").await.unwrap();
    assert_eq!(store.load("m").await.unwrap().unwrap(), before);
    assert!(store.circle(Circle::Blocked, "a").await.unwrap().is_empty());
    let posts = store.posts("k", 9, 9).await.unwrap();
    assert!(posts.len() == 3 && posts.iter().all(|it| it.body.is_empty() && it.name.is_empty()));
    assert!(store.club("l").await.unwrap().is_none());
    let ranks: Vec<(String, Rank)> =
        store.club_members("k").await.unwrap().into_iter().map(|it| (it.person, it.rank)).collect();
    // Both are officers; the first has been there longer.
    assert_eq!(ranks, [("a".to_owned(), Rank::Owner), ("c".to_owned(), Rank::Officer)]);
    assert!(store.shelved("s").await.unwrap().is_none());
    assert!(store.warnings("b").await.unwrap().is_empty());
    let heard = store.heard("m").await.unwrap();
    store.delete_person("a").await.unwrap();
    assert_eq!(store.heard("m").await.unwrap(), heard);
    assert!(store.talk("m", 0, 0, 9).await.unwrap().iter().all(|it| it.body.is_empty() && it.removed != 0));
    // What was reported of them stays; who reported it does not.
    store.delete_person("c").await.unwrap();
    let reports = store.reports(false, 9).await.unwrap();
    assert_eq!((reports.len(), reports[0].name.as_str(), reports[0].by.as_str()), (1, "Then", ""));
    assert!(store.club("k").await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_what_people_say() {
    let folder = folder("circles");
    suite(&file_url(&folder.join("a.sqlite"))).await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_keeps_what_people_say() {
    suite(&Postgres::start().database("circles")).await;
}
