//! The shipyard: the catalogue is true to the rules, surveys add up, fleets meet.

use engine::{DesignRef, Enlisted, FieldKind, Fleet, Game, Library, Severity, Shipyard, Survey, Tenths};
use rules_full_thrust::{Battle, Design, Options, design::tech::Tech, library};
use serde_json::{Value, json};

fn yard() -> Shipyard<Battle> {
    Battle::shipyard().expect("this game has one")
}

fn read(design: &Value) -> Design {
    plain::from_value(design).expect("any object is a ship")
}

fn survey(design: &Value) -> Survey {
    (yard().survey)(&read(design), &Options::default(), None)
}

fn errors(survey: &Survey) -> Vec<&str> {
    let errors = survey.findings.iter().filter(|it| it.0 == Severity::Error);
    errors.map(|it| it.1.rule).collect()
}

/// FT-13.1.1: every part can be put in, is known, has a group, a symbol and fields that exist.
#[test]
fn rule_13_1_1_every_part_of_the_catalogue_can_be_built() {
    let catalogue = (yard().catalogue)();
    assert!(60 <= catalogue.parts.len(), "{}", catalogue.parts.len());
    let rules: Vec<String> = Battle::rule_index().into_iter().map(|rule| rule.id).collect();
    for part in &catalogue.parts {
        assert!(catalogue.groups.iter().any(|group| group.id == part.group), "{}", part.id);
        assert!(rules.contains(&part.rule), "{}: {}", part.id, part.rule);
        assert!(part.symbol.starts_with("<g ") && part.symbol.ends_with("</g>"), "{}", part.id);
        let mut ship = catalogue.blank.clone();
        let mut item = part.template.clone();
        if part.list != "fighters" && part.list != "gunboatSquadrons" {
            assert_eq!(item["name"], json!(part.id));
            item["id"] = json!("new-1");
        }
        // The blank ship has these already.
        if !["drive", "ftl"].contains(&part.id.as_str()) {
            let list = ship.as_object_mut().unwrap().entry(part.list.clone()).or_insert(json!([]));
            list.as_array_mut().unwrap().push(item);
        }
        let told = survey(&ship);
        let strange = |it: &&(Severity, engine::Finding)| {
            it.1.reason.contains("not a system of these rules") || it.1.reason.contains("not understood")
        };
        assert_eq!(told.findings.iter().filter(strange).count(), 0, "{}: {:?}", part.id, told.findings);
        let lists = told.design[&part.list].as_array().expect("it stands in its list");
        assert!(!lists.is_empty(), "{}", part.id);
        for field in &part.fields {
            let in_template = field.path.iter().all(|name| part.template.get(*name).is_some());
            let may_lack = matches!(
                field.kind,
                FieldKind::Arcs
                    | FieldKind::Arc
                    | FieldKind::Link(_)
                    | FieldKind::Set(_)
                    | FieldKind::Number { .. }
                    | FieldKind::Choice(_)
            );
            assert!(in_template || may_lack, "{}: {:?}", part.id, field.path);
        }
        for tech in &part.techs {
            assert!(catalogue.techs.iter().any(|it| it.id == *tech), "{}: {tech}", part.id);
        }
    }
    assert_eq!(catalogue.techs.len(), Tech::ALL.len());
    assert!(errors(&survey(&catalogue.blank)).is_empty());
}

/// FT-4.2.4, FT-5.3.1, FT-5.3.2: mounts of the catalogue are those that pass the audit, at the
/// price that the bill has; what is not listed does not exist.
#[test]
fn rule_4_2_4_mounts_are_those_that_exist() {
    let catalogue = (yard().catalogue)();
    let mut seen = 0;
    for part in catalogue.parts.iter().filter(|part| !part.mounts.is_empty()) {
        let forms: Vec<_> = part.mounts.iter().map(|mount| &mount.set).collect();
        for set in forms {
            for (n, left) in (1..=6).flat_map(|n| ["F", "FS", "AS", "A", "AP", "FP"].map(|left| (n, left))) {
                let mut item = part.template.clone();
                for (name, value) in set {
                    match value {
                        Value::Null => drop(item.as_object_mut().unwrap().remove(name)),
                        value => item[name] = value.clone(),
                    }
                }
                (item["leftArc"], item["numArcs"], item["id"]) = (json!(left), json!(n), json!("x"));
                let ship = json!({"mass": 100, "hull": {"points": 20, "rows": 4}, (&part.list): [item]});
                let told = survey(&ship);
                let listed = part.mounts.iter().find(|mount| {
                    mount.set == *set
                        && mount.arcs == n
                        && mount.left.as_ref().is_none_or(|it| it.contains(&left))
                });
                let exists = !told.findings.iter().any(|it| it.1.reason.starts_with("there is no "));
                assert_eq!(exists, listed.is_some(), "{} {set:?} {n} {left}: {:?}", part.id, told.findings);
                if let Some(mount) = listed {
                    let line = told.lines.iter().find(|line| line.list == part.list).expect("a line");
                    assert_eq!(
                        (line.mass, line.points),
                        (mount.mass, i64::from(mount.points)),
                        "{}",
                        part.id
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(500 < seen, "{seen} mounts");
    // What does not matter to the form is not part of it, and what is left out is said.
    let of = |id: &str| catalogue.parts.iter().find(|part| part.id == id).expect("a part");
    assert!(of("fusion").mounts.iter().all(|mount| mount.set.is_empty()));
    let standard = of("torpedoPulse").mounts.iter().filter(|mount| mount.set["modifier"].is_null());
    assert_eq!(standard.map(|mount| mount.mass).collect::<Vec<_>>(), [40, 50, 60].map(Tenths));
    let beam = catalogue.parts.iter().find(|part| part.id == "beam").expect("beams");
    let broadside =
        beam.mounts.iter().find(|it| it.set["class"] == json!(2) && it.arcs == 2).expect("FT-5.3.2");
    assert_eq!((broadside.left.clone(), broadside.mass), (Some(vec!["FS", "AP"]), Tenths(10)));
}

/// FT-13.1.1: the lines of a survey are the bill, for every supplied ship and under flaws and upgrades.
#[test]
fn rule_13_1_1_lines_add_up() {
    let options = Options { flawed_designs: true, overloaded_torpedo: true, ..Options::default() };
    for ship in library::navies().iter().flat_map(|navy| &navy.ships) {
        for flawed in [false, true] {
            let ship = Design { flawed, overload: flawed, flak: flawed, ..ship.clone() };
            let told = (yard().survey)(&ship, &options, None);
            let points: i64 = told.lines.iter().map(|line| line.points).sum();
            assert_eq!(points, i64::from(told.points), "{}", ship.name);
            let mass: i64 = told.lines.iter().map(|line| line.mass.0).sum();
            assert_eq!(told.used.0, (mass + 9) / 10 * 10, "{}", ship.name);
            for line in &told.lines {
                if let Some(index) = line.index {
                    assert!(told.design[&line.list].get(index).is_some(), "{}: {line:?}", ship.name);
                }
            }
            assert_eq!(read(&told.design), ship, "{}", ship.name);
            assert_eq!(read(&told.file), ship, "{}", ship.name);
        }
    }
}

/// FT-15.0.1: a design is checked against the technology that is given, by its ids.
#[test]
fn rule_15_0_1_technology_by_id() {
    let ship = library::ship("Heavy Cruiser").expect("there");
    let with = |techs: &[&str]| {
        let techs: Vec<String> = techs.iter().map(|it| (*it).to_owned()).collect();
        (yard().survey)(ship, &Options::default(), Some(&techs))
    };
    let told = with(&["beams", "screens", "pds", "armour"]);
    assert!(told.legal, "{:?}", told.findings);
    assert!(told.needs.contains(&"screens".to_owned()));
    assert_eq!(errors(&with(&["beams", "screens", "pds"])), ["FT-15.0.1"]);
    let unknown = with(&["beams", "screens", "pds", "armour", "sails"]);
    assert!(!unknown.legal && errors(&unknown) == ["FT-15.0.4"]);
}

/// A half-built ship is a value with findings, whatever the object is.
#[test]
fn anything_can_be_surveyed() {
    for odd in [
        json!({}),
        json!({"mass": 4_000_000_000_u64, "hull": 3, "systems": {}, "weapons": [1]}),
        json!({"mass": 10_000, "hull": {"points": 10_000, "rows": 255}, "armour": vec![[10_000, 10_000]; 60]}),
        json!({"mass": 10, "systems": [{"name": "bay", "capacity": 10_000, "ratio": 99.99}]}),
        json!({"weapons": vec![json!({"name": "beam", "class": 5, "numArcs": 6, "id": "a"}); 400]}),
    ] {
        let told = survey(&odd);
        assert!(!told.legal || told.findings.is_empty(), "{odd}");
        assert_eq!(read(&told.design), read(&told.file), "{odd}");
    }
}

fn fleet(value: Value) -> Fleet<Design> {
    plain::from_value(&value).expect("a fleet")
}

fn review(value: Value) -> engine::Review {
    (yard().review)(&fleet(value), &Options::default())
}

/// FT-13.1.1, FT-18.3.1: points of a fleet, its limit, and combat points where they count.
#[test]
fn rule_13_1_1_points_of_a_fleet() {
    let ships = json!([{"design": "Heavy Cruiser", "number": 2}, {"design": "Frigate", "number": 3}]);
    let told = review(json!({"name": "Blue", "limit": 765, "ships": ships.clone()}));
    assert_eq!((told.points, told.cpv, told.ships, told.legal), (765, Some(706), 5, true));
    assert_eq!(told.findings, []);
    let over = review(json!({"name": "Blue", "limit": 764, "ships": ships.clone()}));
    assert!(!over.legal && over.findings[0].1.reason.contains("by 1"), "{:?}", over.findings);
    let cpv = Options { points: rules_full_thrust::options::Points::Cpv, ..Options::default() };
    let by_cpv = (yard().review)(&fleet(json!({"name": "Blue", "limit": 706, "ships": ships})), &cpv);
    assert!(by_cpv.legal, "{:?}", by_cpv.findings);
    // FT-11.8.1: frigates without FTL, unless the players agree to have them.
    let strict = Options { non_ftl_ships: false, ..Options::default() };
    let ships = json!([{"design": "Heavy Cruiser"}, {"design": "Frigate", "number": 3}]);
    let refused = (yard().review)(&fleet(json!({"name": "Blue", "ships": ships})), &strict);
    let rules: Vec<&str> = refused.findings.iter().map(|it| it.1.rule).collect();
    assert_eq!((refused.legal, rules), (false, vec!["FT-11.7.1"]));
}

/// FT-15.0.1, FT-2.4.1: what is wrong with fleets is told, never refused.
#[test]
fn rule_15_0_1_findings_of_a_fleet() {
    let wrong = |value: Value| {
        let told = review(value);
        assert!(!told.legal);
        let of_lines = told.lines.into_iter().flat_map(|line| line.findings);
        let all = told.findings.into_iter().chain(of_lines).filter(|it| it.0 == Severity::Error);
        all.map(|it| it.1.reason).collect::<Vec<_>>().join("; ")
    };
    assert!(wrong(json!({"name": "", "ships": []})).contains("no ships"));
    assert!(wrong(json!({"name": "", "ships": [{"design": "Unheard-of"}]})).contains("no supplied design"));
    assert!(wrong(json!({"name": "", "ships": [{"design": "Frigate", "number": 0}]})).contains("0 ships"));
    let many = json!({"name": "", "ships": [{"design": "Frigate", "number": 4_000_000_000_u32}]});
    assert!(wrong(many).contains("1 to 200"));
    assert!(
        wrong(json!({"name": "", "ships": vec![json!({"design": "Frigate", "number": 200}); 101]}))
            .contains("at most 100")
    );
    let navy = |id: &str| json!({"name": "", "navy": id, "ships": [{"design": "Heavy Cruiser"}]});
    assert!(wrong(navy("atlantis")).contains("no navy \"atlantis\""));
    assert!(wrong(navy("korvath")).contains("does not own"));
    assert!(review(navy("aurelia")).legal);
    assert!(
        wrong(json!({"name": "", "techs": ["sails"], "ships": [{"design": "Frigate"}]})).contains("sails")
    );
    assert!(wrong(json!({"name": "", "ships": [{"design": {"name": "Hulk"}}]})).contains("no mass"));
}

/// FT-4.12: fleets of any size meet, and the battle is fought to its end.
#[test]
fn rule_4_12_1_fleets_meet() {
    let options = Options::default();
    let own = |name: &str, from: &str| {
        let mut design = library::ship(from).expect("there").clone();
        design.name = name.to_owned();
        design
    };
    let enlisted = |design: Design, number| Enlisted {
        design: DesignRef::Own(Box::new(design)),
        number,
        names: Vec::new(),
    };
    let fleet =
        |name: &str, ships| Fleet { name: name.to_owned(), navy: None, techs: None, limit: None, ships };
    // Two designs of one name, one of them also the name of a supplied ship.
    let fleets = [
        fleet("Blue", vec![enlisted(own("Frigate", "Heavy Cruiser"), 2), enlisted(own("", "Frigate"), 1)]),
        fleet(
            "Blue",
            vec![Enlisted {
                design: DesignRef::Named("Frigate".to_owned()),
                number: 3,
                names: vec!["One".to_owned()],
            }],
        ),
    ];
    let set = (yard().battle)(&fleets, &options, Some(4)).expect("a battle");
    assert_eq!(set.turns, 4);
    let names: Vec<&str> =
        set.sides.iter().flat_map(|side| &side.ships).map(|it| it.design.as_str()).collect();
    assert_eq!(names, ["Frigate (2)", "Frigate (2)", "frigate", "Frigate", "Frigate", "Frigate"]);
    assert_eq!(set.sides[1].ships[0].name, "One");
    let again: <Battle as Game>::Scenario = plain::from_value(&plain::to_value(&set)).expect("a scenario");
    assert_eq!(again, set);
    for numbers in [[1, 1], [30, 7], [100, 100]] {
        let side = |number| fleet("A", vec![enlisted(own("Tin", "Swift"), number)]);
        let set = (yard().battle)(&numbers.map(side), &options, None).expect("a battle");
        let mut places: Vec<_> =
            set.sides.iter().flat_map(|side| &side.ships).map(|it| it.at.expect("a place")).collect();
        places.sort_by_key(|at| (at.x, at.y));
        places.dedup();
        assert_eq!(places.len(), (numbers[0] + numbers[1]) as usize, "every ship has its own place");
        assert!(Battle::set_up(&options, &set).is_ok());
    }
    fight(&options, &set);
}

fn fight(options: &Options, scenario: &<Battle as Game>::Scenario) {
    let levels = vec![ai::Level::Captain, ai::Level::Random];
    let plan =
        ai::arena::Plan::<Battle> { options, scenario, levels, battles: 1, seed: 1, swap: false, jobs: 1 };
    let report = ai::arena::battle(&plan, 0).expect("it can be set up");
    assert_eq!(report.losses.len(), 6);
    assert!(1 <= report.turns && report.turns <= 4);
}

/// FT-13.1.1: a scenario takes fleets in place of its own, within its limit of points.
#[test]
fn rule_13_1_1_forces_by_points() {
    let options = Options::default();
    let mut scenario = library::scenario("line-of-battle");
    scenario.points = Some(1_100);
    let two =
        |number| fleet(json!({"name": "Own", "ships": [{"design": "Heavy Cruiser", "number": number}]}));
    let set = (yard().muster)(&scenario, &[two(3)], &options).expect("900 points");
    assert_eq!((set.sides[0].ships.len(), set.sides[0].name.as_str()), (3, "Own"));
    assert_eq!(set.sides[1], scenario.sides[1]);
    assert_eq!(set.sides[0].ships[1].facing, scenario.sides[0].ships[0].facing);
    let refused = (yard().muster)(&scenario, &[two(4)], &options).expect_err("1,200 points");
    assert!(refused.to_string().contains("1200 points exceed the limit of 1100"), "{refused}");
    assert!((yard().muster)(&scenario, &[two(1), two(1), two(1)], &options).is_err());
    // The limit also holds for what a scenario brings itself.
    scenario.points = Some(100);
    let err = Battle::set_up(&options, &scenario).expect_err("too many");
    assert!(err.to_string().contains("exceed 100"), "{err}");
    // Ships that deploy by themselves get no place.
    let intro = library::scenario("intro");
    let set = (yard().muster)(&intro, &[two(2), two(1)], &options).expect("a battle");
    assert!(set.sides[0].ships.iter().all(|ship| ship.at.is_none()));
    assert!(Battle::set_up(&options, &set).is_ok());
}
