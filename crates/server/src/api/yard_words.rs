//! What the engine says of ships, in the words of the wire.

use engine::{FieldKind, Severity, Tenths};

pub(super) fn shipyard(game: &str, catalogue: engine::Catalogue) -> wire::Shipyard {
    let group = |it: engine::PartGroup| wire::PartGroup { id: it.id.to_owned(), name: it.name.to_owned() };
    wire::Shipyard {
        game: game.to_owned(),
        blank: catalogue.blank,
        ship: catalogue.ship.into_iter().map(field).collect(),
        groups: catalogue.groups.into_iter().map(group).collect(),
        parts: catalogue.parts.into_iter().map(part).collect(),
        techs: catalogue.techs.into_iter().map(tech).collect(),
        navies: catalogue.navies.into_iter().map(navy).collect(),
    }
}

fn number(mass: Tenths) -> f64 {
    mass.0 as f64 / 10.0
}

fn part(it: engine::Part) -> wire::Part {
    wire::Part {
        id: it.id,
        name: it.name,
        group: it.group,
        list: it.list,
        rule: it.rule,
        about: it.about,
        price: it.price,
        limit: it.limit,
        symbol: it.symbol,
        template: it.template,
        fields: it.fields.into_iter().map(field).collect(),
        mounts: it.mounts.into_iter().map(mount).collect(),
        techs: it.techs,
    }
}

fn mount(it: engine::Mount) -> wire::Mount {
    wire::Mount {
        set: it.set,
        name: it.name,
        arcs: it.arcs,
        left: it.left.map(owned),
        mass: number(it.mass),
        points: it.points,
    }
}

fn owned(words: Vec<&'static str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

fn field(it: engine::Field) -> wire::Field {
    let mut field = wire::Field {
        path: owned(it.path),
        name: it.name.to_owned(),
        kind: String::new(),
        choices: Vec::new(),
        least: None,
        most: None,
        to: Vec::new(),
        about: Some(it.about).filter(|about| !about.is_empty()).map(str::to_owned),
    };
    let choices = |of: Vec<engine::Choice>| {
        of.into_iter().map(|it| wire::Choice { value: it.value, name: it.name }).collect()
    };
    let kind = match it.kind {
        FieldKind::Number { least, most } => {
            (field.least, field.most) = (Some(least), Some(most));
            "number"
        }
        FieldKind::Text => "text",
        FieldKind::Flag => "flag",
        FieldKind::Choice(of) => {
            field.choices = choices(of);
            "choice"
        }
        FieldKind::Set(of) => {
            field.choices = choices(of);
            "set"
        }
        FieldKind::Items(of, most) => {
            (field.choices, field.most) = (choices(of), Some(most));
            "items"
        }
        FieldKind::Arcs => "arcs",
        FieldKind::Arc => "arc",
        FieldKind::Link(to) => {
            field.to = owned(to);
            "link"
        }
        FieldKind::Links(to) => {
            field.to = owned(to);
            "links"
        }
        FieldKind::Layers(most) => {
            field.most = Some(most);
            "layers"
        }
    };
    field.kind = kind.to_owned();
    field
}

fn tech(it: engine::TechCard) -> wire::TechCard {
    wire::TechCard {
        id: it.id,
        name: it.name.to_owned(),
        group: it.group,
        cost: it.cost,
        all: it.all,
        any: it.any,
    }
}

fn navy(it: engine::NavyCard) -> wire::NavyCard {
    let card = |it: engine::DesignCard| wire::DesignCard {
        name: it.name,
        class: it.class,
        mass: it.mass,
        points: it.points,
        cpv: it.cpv,
        design: it.design,
    };
    wire::NavyCard {
        id: it.id,
        name: it.name,
        about: it.about,
        techs: it.techs,
        ships: it.ships.into_iter().map(card).collect(),
    }
}

pub(super) fn design(it: engine::Survey) -> wire::DesignReport {
    let line = |it: engine::BillLine| wire::BillLine {
        list: it.list,
        index: it.index,
        name: it.name,
        mass: number(it.mass),
        points: it.points,
    };
    let fact = |it: engine::Fact| wire::Fact { name: it.name.to_owned(), value: it.value };
    wire::DesignReport {
        name: it.name,
        class: it.class,
        mass: it.mass,
        used: number(it.used),
        spare: f64::from(it.mass) - number(it.used),
        points: it.points,
        cpv: it.cpv,
        legal: it.legal,
        findings: findings(it.findings),
        lines: it.lines.into_iter().map(line).collect(),
        facts: it.facts.into_iter().map(fact).collect(),
        needs: it.needs,
        design: it.design,
        file: it.file,
    }
}

pub(super) fn findings(found: Vec<(Severity, engine::Finding)>) -> Vec<wire::DesignFinding> {
    let finding = |(severity, it): (Severity, engine::Finding)| wire::DesignFinding {
        severity: match severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
        .to_owned(),
        rule: it.rule.to_owned(),
        message: it.reason,
    };
    found.into_iter().map(finding).collect()
}

pub(super) fn sheet(it: engine::Sheet) -> wire::Sheet {
    wire::Sheet { name: it.name, svg: it.svg, width: it.width, height: it.height }
}

pub(super) fn fleet(it: engine::Review, fleet: wire::Fleet) -> wire::FleetReport {
    let line = |it: engine::FleetLine| wire::FleetLine {
        name: it.name,
        class: it.class,
        number: it.number,
        mass: it.mass,
        points: it.points,
        cpv: it.cpv,
        legal: it.legal,
        findings: findings(it.findings),
    };
    wire::FleetReport {
        name: it.name,
        mass: it.mass,
        points: it.points,
        cpv: it.cpv,
        ships: it.ships,
        limit: it.limit,
        legal: it.legal,
        lines: it.lines.into_iter().map(line).collect(),
        findings: findings(it.findings),
        fleet,
    }
}
