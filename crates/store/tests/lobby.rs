//! The meeting place in both databases: who waits, who comes, who is too late; bots and their tokens.

mod postgres;
mod util;

use postgres::Postgres;
use store::{Invitation, KeptPerson, KeptSession, NOBODY, Store, StoreError, VOID, file_url};
use util::{folder, new_match, open};

fn person(id: &str, name: &str, owner: &str) -> KeptPerson {
    let folded = name.to_lowercase();
    KeptPerson {
        id: id.to_owned(),
        name: name.to_owned(),
        shape: folded.clone(),
        folded,
        created: 5,
        owner: owner.to_owned(),
        ..KeptPerson::default()
    }
}

fn invitation(id: &str, kind: &str, maker: &str, at: i64) -> Invitation {
    Invitation {
        id: id.to_owned(),
        kind: kind.to_owned(),
        maker: maker.to_owned(),
        guests: true,
        game: "asfos".to_owned(),
        pace: if kind == "pairing" { "1d".to_owned() } else { String::new() },
        body: "{}".to_owned(),
        created: at,
        seen: at,
        expires: 99,
        ..Invitation::default()
    }
}

fn ids(found: &[Invitation]) -> Vec<&str> {
    found.iter().map(|it| it.id.as_str()).collect()
}

async fn suite(url: &str) {
    let store = open(url).await;
    for (id, name) in [("a", "Ada"), ("b", "Bob")] {
        let session = KeptSession {
            hash: format!("hash {id}"),
            id: format!("{id}-1"),
            person: id.to_owned(),
            ..KeptSession::default()
        };
        store.create_person(&person(id, name, ""), &session).await.unwrap();
    }
    bots(&store).await;
    waiting(&store).await;
    meeting(&store).await;
    store.close().await;
}

async fn bots(store: &Store) {
    store.create_bot(&person("r", "Robot", "a"), "token").await.unwrap();
    let taken = store.create_bot(&person("s", "bob", "a"), "other").await;
    assert_eq!(taken, Err(StoreError::Conflict));
    let holder = store.token("token").await.unwrap().unwrap();
    assert_eq!((holder.person.id.as_str(), holder.owner.as_str(), holder.seen), ("r", "Ada", 0));
    store.see_token("token", 7).await.unwrap();
    store.see_token("token", 6).await.unwrap();
    let kept = |bots: Vec<store::KeptBot>| -> Vec<(String, i64, bool)> {
        bots.into_iter().map(|it| (it.name, it.seen, it.token)).collect()
    };
    assert_eq!(kept(store.bots_of("a").await.unwrap()), [("Robot".to_owned(), 7, true)]);
    assert!(store.bots_of("b").await.unwrap().is_empty());
    // A token takes the place of the one before, and nobody makes one for somebody else's bot.
    assert!(!store.set_token("b", "r", Some("stolen"), 8).await.unwrap());
    assert!(!store.set_token("a", "b", Some("stolen"), 8).await.unwrap());
    assert_eq!(store.token("stolen").await.unwrap(), None);
    assert!(store.set_token("a", "r", Some("new"), 8).await.unwrap());
    assert!(store.token("token").await.unwrap().is_none() && store.token("new").await.unwrap().is_some());
    // Whoever is shut out takes the bots along.
    let act = |id: &str| store::Act { id: id.to_owned(), person: "a".to_owned(), ..store::Act::default() };
    store.ban(90, "spam", &act("1")).await.unwrap();
    assert_eq!(store.token("new").await.unwrap().unwrap().person.banned_until, 90);
    store.ban(0, "", &act("2")).await.unwrap();
    assert_eq!(store.token("new").await.unwrap().unwrap().person.banned_until, 0);
    assert!(store.set_token("a", "r", None, 9).await.unwrap());
    assert_eq!(kept(store.bots_of("a").await.unwrap()), [("Robot".to_owned(), 0, false)]);
}

async fn waiting(store: &Store) {
    store.invite(&invitation("t1", "open", "a", 1)).await.unwrap();
    store.invite(&invitation("t2", "open", "r", 2)).await.unwrap();
    store.invite(&invitation("t3", "pairing", "guest:x", 3)).await.unwrap();
    let mut challenge = invitation("t4", "challenge", "a", 4);
    challenge.rival = "b".to_owned();
    store.invite(&challenge).await.unwrap();
    let odd = invitation("t5\0", "open", "a", 1);
    assert!(matches!(store.invite(&odd).await, Err(StoreError::Refused(_))));
    assert_eq!(store.invitation("\0").await.unwrap(), None);

    let open = store.open_tables(9).await.unwrap();
    assert_eq!(ids(&open), ["t2", "t1"]);
    assert_eq!((open[0].maker_name.as_str(), open[0].maker_owner.as_str()), ("Robot", "Ada"));
    assert_eq!((open[1].maker_name.as_str(), open[1].maker_owner.as_str()), ("Ada", ""));
    assert_eq!(ids(&store.open_tables(1).await.unwrap()), ["t2"]);
    assert_eq!(ids(&store.pairings(9).await.unwrap()), ["t3"]);
    assert_eq!(store.pairings(9).await.unwrap()[0].maker_name, "");
    assert_eq!(ids(&store.invitations_by("a", 9).await.unwrap()), ["t4", "t1"]);
    let to_bob = store.challenges_to("b", 9).await.unwrap();
    assert_eq!((ids(&to_bob), to_bob[0].rival_name.as_str()), (vec!["t4"], "Bob"));

    store.see_maker("a", 20).await.unwrap();
    store.see_all_makers(10).await.unwrap();
    let seen = |it: Option<Invitation>| it.unwrap().seen;
    assert_eq!(seen(store.invitation("t1").await.unwrap()), 20);
    assert_eq!(seen(store.invitation("t3").await.unwrap()), 10);

    assert!(store.close_invitation("t4", "declined", 30).await.unwrap());
    assert!(!store.close_invitation("t4", "expired", 31).await.unwrap());
    assert!(store.challenges_to("b", 9).await.unwrap().is_empty());
    let declined = store.invitation("t4").await.unwrap().unwrap();
    assert_eq!((declined.state.as_str(), declined.ended), ("declined", 30));
    // Nobody takes away what is another's.
    assert!(!store.drop_invitation("t4", "b").await.unwrap());
    assert!(store.drop_invitation("t4", "a").await.unwrap());
}

async fn meeting(store: &Store) {
    // Whoever waits himself waits no longer, and a mirror match is two battles.
    store.invite(&invitation("t6", "pairing", "b", 6)).await.unwrap();
    let mut first = new_match("t1");
    first.people = vec![(0, "a".to_owned()), (1, "b".to_owned())];
    let second = new_match("t1-2");
    store.meet("t1", Some("t6"), 1, 40, &[first.clone(), second]).await.unwrap();
    let begun = store.invitation("t1").await.unwrap().unwrap();
    assert_eq!((begun.state.as_str(), begun.seat, begun.ended), ("begun", 1, 40));
    assert_eq!(store.invitation("t6").await.unwrap(), None);
    let sitters = store.sitters(&["t1", "none", "\0"]).await.unwrap();
    let names: Vec<(i64, &str)> = sitters.iter().map(|it| (it.seat, it.name.as_str())).collect();
    assert_eq!(names, [(0, "Ada"), (1, "Bob")]);
    let legs = store.mirrors(&["t1-2", "none"]).await.unwrap();
    let told: Vec<(&str, i64, i64)> =
        legs.iter().map(|it| (it.match_id.as_str(), it.leg, it.forfeit)).collect();
    assert_eq!(told, [("t1", 1, NOBODY), ("t1-2", 2, NOBODY)]);
    store.forfeit("t1", VOID).await.unwrap();
    assert!(store.mirrors(&["t1"]).await.unwrap().iter().all(|it| it.forfeit == VOID));

    // Who comes too late makes nothing, and goes on waiting.
    store.invite(&invitation("t7", "pairing", "b", 7)).await.unwrap();
    let late = store.meet("t1", Some("t7"), 0, 41, &[new_match("other")]).await;
    assert_eq!(late, Err(StoreError::Conflict));
    assert!(store.load("other").await.unwrap().is_none());
    assert_eq!(store.invitation("t7").await.unwrap().unwrap().state, "open");
    // Two take each other's up at once: one battle comes of it.
    let (one, two) = ([new_match("t3")], [new_match("t7")]);
    let (a, b) =
        tokio::join!(store.meet("t3", Some("t7"), 0, 42, &one), store.meet("t7", Some("t3"), 0, 42, &two));
    assert!(a.is_ok() != b.is_ok(), "{a:?} {b:?}");
    let found = [store.load("t3").await.unwrap(), store.load("t7").await.unwrap()];
    assert_eq!(found.iter().flatten().count(), 1);
    assert!(store.pairings(9).await.unwrap().is_empty());

    // Whoever leaves takes tables, challenges and bots along.
    store.invite(&invitation("t8", "open", "a", 8)).await.unwrap();
    let mut to_ada = invitation("t9", "challenge", "b", 9);
    to_ada.rival = "a".to_owned();
    store.invite(&to_ada).await.unwrap();
    store.delete_person("a").await.unwrap();
    assert_eq!(store.person("r").await.unwrap(), None);
    assert!(store.open_tables(9).await.unwrap().is_empty());
    assert_eq!(store.invitation("t9").await.unwrap(), None);
    assert!(store.load("t1").await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_who_waits() {
    let folder = folder("lobby");
    suite(&file_url(&folder.join("a.sqlite"))).await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_keeps_who_waits() {
    suite(&Postgres::start().database("lobby")).await;
}
