//! Which battles of each game keep secrets in all of its phases.

use rulesets::Level;

/// A game, and where its secrets are looked for.
pub(crate) struct Plan {
    pub(crate) game: &'static str,
    /// Every name that a phase has: in each of them twins are compared.
    pub(crate) phases: &'static [&'static str],
    /// Those that no battle here comes to, with the reason.
    pub(crate) never: &'static [(&'static str, &'static str)],
    pub(crate) battles: &'static [Battle],
    /// For how many decisions twins are followed.
    pub(crate) steps: usize,
}

/// One battle, fought by players of one level.
pub(crate) struct Battle {
    pub(crate) scenario: &'static str,
    /// What is different in the scenario: the place as a JSON pointer, and what stands there instead.
    pub(crate) change: &'static [(&'static str, &'static str)],
    /// As JSON.
    pub(crate) options: &'static [(&'static str, &'static str)],
    pub(crate) level: Level,
    pub(crate) seed: u8,
    /// Decisions to go.
    pub(crate) most: usize,
    /// Phases in which more than one secret is kept, because much is hidden there.
    pub(crate) often: &'static [&'static str],
    /// What seats order in words, one after the other, each as soon as it is legal: for phases to which
    /// players left to themselves come once in thousands of battles.
    pub(crate) script: &'static [(u8, &'static str)],
}

const NOBODY: (&str, &str) = ("set-up", "what a battle is called before it opens; nobody is asked");

/// A system of Fuel to Burn in which nothing bends a path.
const VOID: &str = r#"[{"id": "VOID", "name": "Void", "influence": 0.5, "bodies": []}]"#;

/// A prize that holds out for some turns, and whose friends come late: boarders cross to her, too.
const PRIZE: &[(&str, &str)] = &[
    ("/turns", "6"),
    (
        "/sides/1/ships",
        r#"[{"design": "Heavy Cruiser", "name": "Prize", "at": {"x": 36, "y": 24}, "facing": 12, "velocity": 2,
     "marines": 5, "hull_lost": 7, "armour": [[0, 0]], "damaged": ["drive-1", "drive-1", "pds-10",
     "beam-16"]},
{"design": "Lance Frigate", "name": "Lance", "at": {"x": 38, "y": 28}, "facing": 12, "velocity": 2},
{"design": "Pike Destroyer", "name": "Pike One", "at": {"x": 34, "y": 48}, "facing": 6, "velocity":
     12, "enters": 4},
{"design": "Pike Destroyer", "name": "Pike Two", "at": {"x": 38, "y": 48}, "facing": 6, "velocity":
     12, "enters": 4}]"#,
    ),
];

const fn battle(scenario: &'static str, seed: u8, most: usize) -> Battle {
    Battle { scenario, change: &[], options: &[], level: Level::Random, seed, most, often: &[], script: &[] }
}

pub(crate) const GAMES: &[Plan] = &[
    Plan {
        game: "asfos",
        phases: &["deployment", "plot movement", "primary fire", "special fire", "secondary fire", "repairs"],
        never: &[NOBODY],
        battles: &[battle("intro", 1, 40), battle("long-haul", 1, 40)],
        steps: 2,
    },
    Plan {
        game: "talon",
        phases: &[
            "purchase",
            "first Initiative",
            "terrain",
            "set-up",
            "power",
            "movement",
            "fire",
            "Power Phase",
            "gravity pull",
            "Reinforcement Phase",
            "Retreat Phase",
        ],
        never: &[],
        battles: &[
            battle("meeting", 2, 110),
            battle("black-hole", 1, 60),
            battle("base", 1, 120),
            Battle {
                change: &[(
                    "/sides/0/ships/2",
                    r#"{"class": "DD", "name": "Caleb", "arrives": 1, "entry": [[4, 9], [4, 10]], "facing": 0}"#,
                )],
                ..battle("squadron", 1, 40)
            },
        ],
        steps: 1,
    },
    Plan {
        game: "full-thrust",
        phases: &[
            "deployment",
            "bogeys",
            "active scans",
            "FTL arrivals",
            "weapon settings",
            "order of the sides",
            "round the planet",
            "place features",
            "write orders",
            "plot again",
            "flak and second stages",
            "launch",
            "secondary moves",
            "move fighters",
            "parting shots",
            "scramble",
            "point defence",
            "attacks",
            "dogfights",
            "attack runs",
            "evasion",
            "ships fire",
            "boarders cross",
            "duties of boarders",
            "repel boarders",
            "share damage",
            "EMP",
            "damage control",
            "power cores",
            "stern chase",
        ],
        never: &[NOBODY],
        battles: &[
            Battle { often: &["bogeys", "write orders", "ships fire"], ..battle("bogey-hunt", 2, 40) },
            battle("veil", 2, 30),
            Battle { change: PRIZE, ..battle("boarding-action", 1, 40) },
            Battle { change: PRIZE, level: Level::Captain, ..battle("boarding-action", 5, 70) },
            battle("carrier-strike", 23, 50),
            // FT-8.3.1: two carriers so near to each other that their fighters strike at once.
            Battle {
                level: Level::Captain,
                change: &[
                    ("/sides/0/ships/0/at", r#"{"x": 30, "y": 24}"#),
                    ("/sides/0/ships/0/velocity", "0"),
                    ("/sides/1/ships/0/design", r#""Rook Carrier""#),
                    ("/sides/1/ships/0/name", r#""Raven""#),
                    ("/sides/1/ships/0/bonus", "150"),
                    ("/sides/1/ships/0/velocity", "0"),
                    ("/sides/1/ships/0/at", r#"{"x": 40, "y": 24}"#),
                ],
                ..battle("carrier-strike", 15, 35)
            },
            // FT-10.3.8: towards each other, so that a power core is hit soon.
            Battle {
                change: &[
                    ("/sides/0/ships/0/facing", "3"),
                    ("/sides/0/ships/1/facing", "3"),
                    ("/sides/0/ships/2/facing", "3"),
                ],
                ..battle("gauntlet", 6, 15)
            },
            battle("second-battle", 4, 30),
            battle("second-battle", 6, 50),
            Battle { options: &[("edge", r#""orbital""#)], ..battle("slingshot", 1, 20) },
            battle("masquerade", 1, 10),
            Battle { level: Level::Cadet, ..battle("gatehouse", 14, 12) },
            Battle { options: &[("emergency_thrust", "true")], ..battle("line-of-battle", 1, 8) },
            // FT-11.5.1: a ship of each side comes by FTL.
            Battle {
                change: &[("/sides/0/ships/0/ftl", "true"), ("/sides/1/ships/0/ftl", "true")],
                ..battle("line-of-battle", 1, 4)
            },
            // FT-16.5.1: whoever is alone and fast runs.
            Battle {
                options: &[("abstract_disengage", "true")],
                change: &[(
                    "/sides/0/ships",
                    r#"[{"design": "Halberd", "name": "Halberd", "at": {"x": 3, "y": 24},
                        "facing": 9, "velocity": 12}]"#,
                )],
                ..battle("line-of-battle", 7, 4)
            },
            // FT-18.1.3: the defender lays out what the scenario leaves open.
            Battle {
                change: &[
                    ("/deployment", r#"{"attack": {"most_velocity": 12, "defender": 1}}"#),
                    ("/terrain", r#"[{"kind": "asteroid", "name": "K1", "radius": 3}]"#),
                ],
                ..battle("intro", 1, 3)
            },
        ],
        steps: 2,
    },
    Plan {
        game: "ftb",
        phases: &[
            "fleets",
            "stations",
            "objective stations",
            "deployment",
            "stealth run",
            "departure",
            "initiative",
            "activation",
            "who forces",
            "forced activation",
            "guide torpedo",
            "order and plot",
            "order of torpedoes",
            "attack",
            "target of a fly-by",
            "cover fire",
            "protocols",
            "hit or heat",
            "evasive",
            "system hit",
            "scan",
            "refit",
            "random event",
        ],
        never: &[NOBODY],
        battles: &[
            Battle {
                options: &[
                    ("hidden_manifests", "true"),
                    ("stealth_run", "true"),
                    ("hidden_stealth_run", "true"),
                ],
                often: &["order and plot", "stealth run"],
                ..battle("intro", 1, 100)
            },
            Battle { options: &[("hidden_manifests", "true")], ..battle("generic", 1, 60) },
            Battle { options: &[("hidden_manifests", "true")], ..battle("siege", 1, 100) },
            battle("intro", 8, 65),
            Battle { options: &[("re_mode", r#""duel""#)], ..battle("intro", 1, 35) },
            Battle { level: Level::Cadet, ..battle("siege", 73, 20) },
            Battle { level: Level::Cadet, ..battle("siege", 79, 155) },
            // FTB-14.5: two torpedoes wait where a ship comes to rest.
            Battle {
                change: &[
                    ("/systems", VOID),
                    (
                        "/sides/0/ships",
                        r#"[{"class": "destroyer", "at": {"x": 40, "y": 30}, "vector": {"x": 0, "y": 1}},
                            {"class": "destroyer", "at": {"x": 22, "y": -16}, "vector": {"x": -5, "y": 0}}]"#,
                    ),
                    (
                        "/sides/1/ships",
                        r#"[{"class": "destroyer", "at": {"x": 4, "y": -14}, "vector": {"x": 1, "y": 0}},
                            {"class": "destroyer", "at": {"x": 4, "y": -18}, "vector": {"x": 1, "y": 0}},
                            {"class": "destroyer", "at": {"x": -40, "y": 30}, "vector": {"x": 0, "y": 1}}]"#,
                    ),
                ],
                script: &[
                    (0, "activate TD1"),
                    (0, "coast"),
                    (0, "activate TD2"),
                    (0, "coast"),
                    (1, "activate AD1"),
                    (1, "launch to 12,-14"),
                    (1, "activate AD2"),
                    (1, "launch to 12,-18"),
                ],
                ..battle("intro", 1, 30)
            },
            // FTB-29.8: two ships in one dock, and an enemy who flies by.
            Battle {
                change: &[
                    ("/systems", VOID),
                    ("/stations", r#"[{"name": "B9", "side": 1, "at": {"x": 3, "y": 2}}]"#),
                    (
                        "/sides/0/ships",
                        r#"[{"class": "destroyer", "at": {"x": 40, "y": 30}, "vector": {"x": 0, "y": 1}},
                            {"class": "destroyer", "at": {"x": 14, "y": 0}, "vector": {"x": -6, "y": 0}}]"#,
                    ),
                    (
                        "/sides/1/ships",
                        r#"[{"class": "destroyer", "at": {"x": 0, "y": 2}, "vector": {"x": 1, "y": 0}},
                            {"class": "destroyer", "at": {"x": 6, "y": 2}, "vector": {"x": -1, "y": 0}},
                            {"class": "destroyer", "at": {"x": -40, "y": 30}, "vector": {"x": 0, "y": 1}}]"#,
                    ),
                ],
                script: &[
                    (0, "activate TD1"),
                    (0, "coast"),
                    (0, "activate TD2"),
                    (0, "coast"),
                    (0, "attack AD1"),
                    (1, "activate AD1"),
                    (1, "coast declare B9"),
                    (1, "activate AD2"),
                    (1, "coast declare B9"),
                ],
                ..battle("intro", 1, 30)
            },
        ],
        steps: 4,
    },
    Plan {
        game: "stratoyager",
        phases: &[
            "force show",
            "reserves",
            "deployment cards",
            "deployment",
            "arrivals",
            "initiative",
            "dogfight cards",
            "manoeuvre",
            "yaw",
            "leaving the table",
            "fire at will",
            "combat action",
        ],
        never: &[NOBODY],
        battles: &[
            Battle { level: Level::Captain, ..battle("intro", 1, 120) },
            battle("free-forces", 1, 60),
            Battle { options: &[("arcade", "true")], ..battle("wings-over-boreas", 1, 20) },
            Battle { level: Level::Captain, ..battle("khione-ring", 1, 30) },
        ],
        steps: 2,
    },
];
