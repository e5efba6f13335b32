//! The shipyard: a design looked over for the person who builds it (FT-13).

pub mod catalogue;
pub mod design;
pub mod display;
pub mod fleet;
pub(crate) mod limits;
pub(crate) mod mounts;
pub mod sheet;

use engine::{BillLine, Fact, Finding, Severity, Shipyard, Survey, Tenths};

use crate::{
    Battle,
    options::Options,
    yard::{
        catalogue::{name_of, tech_id, tenths},
        design::{
            Design, Halves, List,
            audit::Terms,
            exchange::label,
            flat,
            price::{Yard, hull_points},
            tech::{Tech, TechBase},
        },
    },
};

/// What the engine asks of it.
pub(crate) fn shipyard() -> Shipyard<Battle> {
    Shipyard {
        catalogue: catalogue::catalogue,
        survey,
        sheet: sheet::sheet,
        review: fleet::review,
        battle: fleet::battle,
        muster: fleet::muster,
    }
}

/// Technology by its ids, and those that are none.
pub(crate) fn read_techs(ids: &[String]) -> (TechBase, Vec<&String>) {
    let mut base = TechBase::new();
    let mut unknown = Vec::new();
    for id in ids {
        match Tech::ALL.iter().find(|tech| tech_id(**tech) == *id) {
            Some(tech) => {
                base.insert(*tech);
            }
            None => unknown.push(id),
        }
    }
    (base, unknown)
}

/// FT-13.1.1: mass, points and everything there is to say, in a battle's terms.
fn survey(design: &Design, options: &Options, techs: Option<&[String]>) -> Survey {
    let (base, unknown) = techs.map(read_techs).unwrap_or_default();
    let tech = techs.map(|_| &base);
    let audit = design.audit(Terms { options, tech, battle: true });
    let mut findings = audit.findings;
    for id in unknown {
        let reason = format!("there is no technology called {id:?}");
        findings.push((Severity::Error, Finding { rule: "FT-15.0.4", reason }));
    }
    let needs = design.techs().into_iter().map(tech_id).collect();
    Survey {
        name: design.name.clone(),
        class: design.class.clone(),
        mass: design.mass,
        used: Tenths(10 * i64::from(design.bill(options).used.up())),
        points: audit.points,
        cpv: audit.cpv,
        legal: findings.iter().all(|(severity, _)| *severity != Severity::Error),
        findings,
        lines: lines(design, options),
        facts: facts(design),
        needs,
        design: flat::flat(design),
        file: flat::file(design),
    }
}

/// FT-13.1.1: what everything weighs and costs; the lines add up to the bill.
fn lines(design: &Design, options: &Options) -> Vec<BillLine> {
    let yard = Yard::new(design, options);
    let bill = yard.bill();
    let mut lines = Vec::new();
    let mut add = |list: &str, index: Option<usize>, name: String, mass: Halves, points: u32| {
        let list = list.to_owned();
        lines.push(BillLine { list, index, name, mass: tenths(mass), points: i64::from(points) });
    };
    let hull = design.hull;
    // FT-11.9.7.
    let basic = if design.gate.is_none() { design.mass } else { 0 };
    add("hull", None, "Basic hull".to_owned(), Halves(0), basic);
    let boxes = hull_points(hull.boxes, hull.rows);
    add("hull", None, format!("{} hull boxes", hull.boxes), Halves::whole(hull.boxes), boxes);
    if 0 < hull.stealth {
        let points = 2 * u32::from(hull.stealth) * hull.boxes.saturating_add(design.armour_boxes());
        add("hull", None, format!("Stealth hull {}", hull.stealth), Halves(0), points);
    }
    let smooth = yard.streamlining();
    if 0 < smooth.mass.0 {
        add("streamlining", None, "Streamlining".to_owned(), smooth.mass, smooth.points);
    }
    for (i, layer) in design.armour.iter().enumerate() {
        let name = if i == 0 { "Armour".to_owned() } else { format!("Shell {i}") };
        let each = 2 * (i as u32 + 1);
        let points = each * layer.standard + (each + 2) * layer.regenerative;
        add("armour", Some(i), name, Halves::whole(layer.boxes()), points);
    }
    let mut places = [0; 3];
    for system in &design.systems {
        let list = system.kind.list();
        let (id, class) = label(&system.kind);
        let name = name_of(id).unwrap_or(id);
        let name = class.map_or(name.to_owned(), |class| format!("{name} {class}"));
        let cost = yard.cost(system);
        let words = match list {
            List::Systems => "systems",
            List::Weapons => "weapons",
            List::Ordnance => "ordnance",
        };
        add(words, Some(places[list as usize]), name, cost.mass, cost.points);
        places[list as usize] += 1;
    }
    let upgrades = yard.upgrades();
    if 0 < upgrades {
        add("upgrades", None, "Overload and flak".to_owned(), Halves(0), upgrades);
    }
    for (i, wing) in design.wings.iter().enumerate() {
        add("fighters", Some(i), "Fighter group".to_owned(), Halves(0), wing.points());
    }
    for (i, squadron) in design.squadrons.iter().enumerate() {
        add("gunboatSquadrons", Some(i), "Gunboat squadron".to_owned(), Halves(0), squadron.points());
    }
    let sum: i64 = lines.iter().map(|line| line.points).sum();
    let discount = i64::from(bill.points()) - sum;
    if discount != 0 {
        let (list, name) = ("hull".to_owned(), "Flawed design".to_owned());
        lines.push(BillLine { list, index: None, name, mass: Tenths(0), points: discount });
    }
    lines
}

/// What one reads off the display.
fn facts(design: &Design) -> Vec<Fact> {
    let rows: Vec<String> = design.rows().iter().map(u32::to_string).collect();
    let fact = |name, value| Fact { name, value };
    vec![
        fact("group", design.group().name().to_owned()),
        fact("usual class", design.usual_class().to_owned()),
        fact("thrust", design.thrust().to_string()),
        fact("hull rows", rows.join(" ")),
        fact("armour", design.armour_boxes().to_string()),
        fact("crew", design.crew_factor().to_string()),
    ]
}
