//! Fighters and gunboats in words: narration, and orders as text (FT-8.1, FT-8.5, FT-8.6).

pub(crate) mod fights;

use std::fmt::Write as _;

use engine::Seat;

use crate::{
    Order,
    craft::{
        self,
        arming::Arming,
        hangars::{self, NEVER},
        moves::{Action, Pass, Sortie},
        scramble::{self, Scramble},
        wings::{Craft, Group, GroupId, Post},
    },
    movement::clock::Clock,
    narrate::{name as ship_name, side},
    notation::{Unread, clock, point, ship},
    setup::scenario::Field,
    view::View,
    yard::design::{WingMod, WingType},
};

const TYPES: [(WingType, &str); 17] = [
    (WingType::Standard, "fighters"),
    (WingType::Interceptor, "interceptors"),
    (WingType::Attack, "attack fighters"),
    (WingType::Torpedo, "torpedo fighters"),
    (WingType::Graser, "graser fighters"),
    (WingType::Plasma, "plasma fighters"),
    (WingType::Mkp, "MKP fighters"),
    (WingType::Missile, "missile fighters"),
    (WingType::MultiRole, "multi-role fighters"),
    (WingType::Light, "light fighters"),
    (WingType::LightInterceptor, "light interceptors"),
    (WingType::LightAttack, "light attack fighters"),
    (WingType::LightMissile, "light missile fighters"),
    (WingType::Assault, "assault shuttles"),
    (WingType::Emp, "EMP fighters"),
    (WingType::Needle, "needle fighters"),
    (WingType::Rocket, "rocket fighters"),
];

const MODS: [(WingMod, &str); 5] = [
    (WingMod::Heavy, "heavy"),
    (WingMod::Fast, "fast"),
    (WingMod::LongRange, "long-range"),
    (WingMod::Ftl, "FTL"),
    (WingMod::Robot, "robot"),
];

const ROLES: [(WingType, &str); 8] = [
    (WingType::Standard, "standard"),
    (WingType::Interceptor, "interceptor"),
    (WingType::Attack, "attack"),
    (WingType::Torpedo, "torpedo"),
    (WingType::Graser, "graser"),
    (WingType::Plasma, "plasma"),
    (WingType::Mkp, "mkp"),
    (WingType::Missile, "missile"),
];

/// FT-8.15.11: a role in orders.
pub(crate) fn role(of: WingType) -> &'static str {
    ROLES.iter().find(|it| it.0 == of).map_or("", |it| it.1)
}

/// What flies in a group, as a player would say it.
pub(crate) fn craft(craft: &Craft) -> String {
    match craft {
        Craft::Fighters { kind, mods, cannon } => {
            let words = MODS.iter().filter(|it| mods.contains(&it.0)).map(|it| it.1);
            let words = words.chain(cannon.then_some("cannon"));
            let kind = TYPES.iter().find(|it| it.0 == *kind).map_or("fighters", |it| it.1);
            words.chain([kind]).collect::<Vec<_>>().join(" ")
        }
        Craft::Gunboats { heavy, ftl, .. } => {
            let words = [ftl.then_some("FTL"), heavy.then_some("heavy"), Some("gunboats")];
            words.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
    }
}

/// `A1.2 interceptors`.
pub(crate) fn name(view: &View, id: GroupId) -> String {
    named(&view.field, id, &view.groups[id.index()])
}

pub(crate) fn named(field: &Field, id: GroupId, group: &Group) -> String {
    format!("{} {}", field.group_code(id), craft(&group.craft))
}

pub(crate) fn pass(field: &Field, seat: Seat, pass: Pass) -> String {
    let side = side(field, seat);
    match pass {
        Pass::Launched => format!("{side} moves groups just launched"),
        Pass::Others => format!("{side} moves fighters"),
        Pass::Robots => format!("{side} may move robots again"),
        Pass::Secondary => format!("{side} may make secondary moves"),
    }
}

pub(crate) fn hangars(view: &View, event: &hangars::Event) -> String {
    let field = &view.field;
    match event {
        hangars::Event::Launched { ship, groups } => {
            let all: Vec<String> = groups.iter().map(|&id| name(view, id)).collect();
            format!("{} launches {}", ship_name(field, *ship), all.join(", "))
        }
        hangars::Event::Landed { group, ship, combat, die, .. } => {
            let how = if *combat { " in a combat landing" } else { "" };
            let ready = match die {
                None => String::new(),
                Some(die @ 1) => format!(", rolled {die}: they will not fly again"),
                Some(die @ 6) => format!(", rolled {die}: ready next turn"),
                Some(die) => format!(", rolled {die}: ready in two turns"),
            };
            format!("{} land on {}{how}{ready}", name(view, *group), ship_name(field, *ship))
        }
        hangars::Event::Merged { from, into } => {
            format!("{} fill up {}", name(view, *from), name(view, *into))
        }
        hangars::Event::Armed { arming: Arming { group, role: as_what, cannon } } => {
            let cannon = if *cannon { " with cannon" } else { "" };
            format!("{} are armed as {}{cannon}", name(view, *group), role(*as_what))
        }
        hangars::Event::Escaped { ship, groups } => {
            let all: Vec<String> = groups.iter().map(|&id| name(view, id)).collect();
            format!("{} get away from {}", all.join(", "), ship_name(field, *ship))
        }
        hangars::Event::Shaken { group, ship } => {
            format!(
                "{} must break away from {} or be lost with it",
                name(view, *group),
                ship_name(field, *ship)
            )
        }
        hangars::Event::Wrecked { group, craft } => {
            format!("{} of {} are lost in the crash", craft, name(view, *group))
        }
        hangars::Event::Perished { group, craft } => {
            format!("{} of {} are lost aboard", craft, name(view, *group))
        }
        hangars::Event::Released { group } => format!("{} fly by themselves", name(view, *group)),
    }
}

pub(crate) fn moves(view: &View, event: &craft::moves::Event) -> String {
    let field = &view.field;
    use craft::moves::Event as It;
    match event {
        It::Held { group } => format!("{} hold", name(view, *group)),
        It::Finished { seat } => format!("{} has finished moving groups", side(field, *seat)),
        It::Flew { group, to, facing, contact, look, cost } => {
            let onto = contact.map_or(String::new(), |foe| format!(", onto {}", name(view, foe)));
            let cost = if 0 < *cost { format!(", for {cost} CEF") } else { String::new() };
            let way = look.map_or(format!("facing {facing}"), |look| format!("looking to {look}"));
            format!("{} fly to {to}, {way}{onto}{cost}", name(view, *group))
        }
        It::Screened { group, ship, .. } => {
            format!("{} screen {}", name(view, *group), ship_name(field, *ship))
        }
        It::Guarded { group, of, .. } => format!("{} screen {}", name(view, *group), name(view, *of)),
        It::Pursued { group, ship } => format!("{} pursue {}", name(view, *group), ship_name(field, *ship)),
        It::Carried { group, to, .. } => format!("{} go along to {to}", name(view, *group)),
        It::Left { group } => format!("{} leave the table", name(view, *group)),
        It::Slipped { group } => format!("{} slip away", name(view, *group)),
    }
}

/// One line for each group.
pub(crate) fn describe(view: &View) -> String {
    let mut text = String::new();
    for (i, group) in view.groups.iter().enumerate() {
        let id = GroupId(i as u8);
        let _ = write!(text, "{}: {} craft, {} CEF, ", name(view, id), group.left, group.cef);
        let _ = match &group.post {
            Post::Aboard { ship, ready: NEVER, .. } => {
                writeln!(text, "aboard {}, never to fly again", ship_name(&view.field, *ship))
            }
            Post::Aboard { ship, ready, .. } if view.turn < *ready => {
                writeln!(text, "aboard {}, ready in turn {ready}", ship_name(&view.field, *ship))
            }
            Post::Aboard { ship, .. } => writeln!(text, "aboard {}", ship_name(&view.field, *ship)),
            Post::Flying => writeln!(text, "at {}, facing {}", group.at, group.facing),
            Post::Screening { ship, .. } => {
                writeln!(text, "at {}, screening {}", group.at, ship_name(&view.field, *ship))
            }
            Post::Guarding { group: of } => {
                writeln!(text, "at {}, screening {}", group.at, name(view, *of))
            }
            Post::Pursuing { ship } => {
                writeln!(text, "at {}, pursuing {}", group.at, ship_name(&view.field, *ship))
            }
            Post::Destroyed => writeln!(text, "destroyed"),
            Post::Hyperspace { .. } if group.arriving => {
                writeln!(text, "about to arrive near {}", group.at)
            }
            Post::Hyperspace { .. } => writeln!(text, "comes by FTL"),
            Post::Away => writeln!(text, "off the table"),
        };
    }
    text
}

pub(crate) fn write(field: &Field, sortie: &Sortie) -> String {
    let code = field.group_code(sortie.group);
    match &sortie.action {
        Action::Hold => format!("{code} hold"),
        Action::Fly { to, facing, engage, look } => {
            let onto = engage.map_or(String::new(), |foe| format!(" onto {}", field.group_code(foe)));
            let facing = look.map_or(facing.to_string(), |look| format!("@{},{}", look.x, look.y));
            format!("{code} {},{} {facing}{onto}", to.x, to.y)
        }
        Action::Screen { ship, facing } => {
            let facing = facing.map_or(String::new(), |facing| format!(" {facing}"));
            format!("{code} screen {}{facing}", field.code(*ship))
        }
        Action::Charge { to, facing } => format!("{code} charge {},{} {facing}", to.x, to.y),
        Action::Guard { group } => format!("{code} guard {}", field.group_code(*group)),
        Action::Pursue { ship } => format!("{code} pursue {}", field.code(*ship)),
        Action::Land { ship, combat } => {
            format!("{code} land {}{}", field.code(*ship), if *combat { " combat" } else { "" })
        }
    }
}

/// A group by its code.
pub(crate) fn group(view: &View, word: &str) -> Result<GroupId, Unread> {
    let mut ids = (0..view.groups.len() as u8).map(GroupId);
    let found = ids.find(|&id| view.field.group_code(id).eq_ignore_ascii_case(word));
    found.ok_or_else(|| format!("there is no group {word:?}; groups are called A1.1, A1.2 and so on"))
}

pub(crate) fn merge(view: &View, word: &str) -> Result<(GroupId, GroupId), Unread> {
    let (from, into) = word.split_once('+').ok_or_else(|| format!("{word:?}: write mergeA1.1+A1.2"))?;
    Ok((group(view, from)?, group(view, into)?))
}

pub(crate) fn scramble(view: &View, event: &scramble::Event) -> String {
    let field = &view.field;
    match event {
        scramble::Event::Passed { seat } => format!("{} scrambles nobody", side(field, *seat)),
        scramble::Event::Tried { ship, die, mishap, out, late } => {
            let ship = ship_name(field, *ship);
            let pairs =
                out.iter().map(|(id, foe)| format!("{} against {}", name(view, *id), name(view, *foe)));
            let pairs: Vec<String> = pairs.collect();
            match mishap {
                Some(group) => {
                    format!(
                        "{ship} scrambles, rolled {die}: a mishap blocks {} in their bay",
                        name(view, *group)
                    )
                }
                None if pairs.is_empty() => format!("{ship} scrambles, rolled {die}: nobody gets away"),
                None => {
                    let late = if *late { ", too late to stop the attack" } else { "" };
                    format!("{ship} scrambles, rolled {die}: {}{late}", pairs.join(", "))
                }
            }
        }
    }
}

pub(crate) fn write_scramble(field: &Field, order: &Scramble) -> String {
    let pair =
        |(id, foe): &(GroupId, GroupId)| format!(" {}>{}", field.group_code(*id), field.group_code(*foe));
    field.code(order.ship) + &order.groups.iter().map(pair).collect::<String>()
}

pub(crate) fn read_scramble(view: &View, text: &str) -> Result<Scramble, Unread> {
    let mut words = text.split_whitespace();
    let ship = ship(view, words.next().unwrap_or_default())?;
    let pair = |word: &str| {
        let (id, foe) = word.split_once('>').ok_or_else(|| format!("{word:?}: write A1.2>B1.1"))?;
        Ok((group(view, id)?, group(view, foe)?))
    };
    Ok(Scramble { ship, groups: words.map(pair).collect::<Result<Vec<_>, Unread>>()? })
}

pub(crate) fn read_parting(view: &View, text: &str) -> Result<Vec<GroupId>, Unread> {
    let words = text.split([';', '\n', ' ']).map(str::trim).filter(|it| !it.is_empty() && *it != "hold");
    words.map(|word| group(view, word)).collect()
}

/// FT-8.5.1: a place, and a course or, after an @, a place to look to.
fn fly(to: &str, facing: &str, engage: Option<GroupId>) -> Result<Action, Unread> {
    let to = point(to)?;
    let look = facing.strip_prefix('@').map(point).transpose()?;
    let facing = match look {
        Some(look) if 0 < (look - to).square() => Clock::nearest(look - to),
        Some(look) => return Err(format!("{look} is where it flies to, not a way to face")),
        None => clock(facing)?,
    };
    Ok(Action::Fly { to, facing, engage, look })
}

pub(crate) fn read(view: &View, text: &str) -> Result<Order, Unread> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let sortie = |id: &str, action: Action| Ok(Order::Wing(Sortie { group: group(view, id)?, action }));
    match words[..] {
        ["done" | "hold"] => Ok(Order::Pass),
        [id, "hold"] => sortie(id, Action::Hold),
        [id, "screen", of] => sortie(id, Action::Screen { ship: ship(view, of)?, facing: None }),
        [id, "screen", of, facing] => {
            sortie(id, Action::Screen { ship: ship(view, of)?, facing: Some(clock(facing)?) })
        }
        [id, "charge", to, facing] => sortie(id, Action::Charge { to: point(to)?, facing: clock(facing)? }),
        [id, "guard", of] => sortie(id, Action::Guard { group: group(view, of)? }),
        [id, "pursue", of] => sortie(id, Action::Pursue { ship: ship(view, of)? }),
        [id, "land", on] => sortie(id, Action::Land { ship: ship(view, on)?, combat: false }),
        [id, "land", on, "combat"] => sortie(id, Action::Land { ship: ship(view, on)?, combat: true }),
        [id, to, facing] => sortie(id, fly(to, facing, None)?),
        [id, to, facing, "onto", foe] => sortie(id, fly(to, facing, Some(group(view, foe)?))?),
        _ => Err(format!("{text:?}: write group, place and facing, as in: A1.2 30,20 3; or done")),
    }
}
