//! What the guns of a volley roll, family by family (FT-4.6, FT-5).

use super::*;

/// FT-1.7.2: a modifier never leads beyond 1 to 6.
pub(crate) fn modified(die: u8, bonus: i8) -> u8 {
    die.saturating_add_signed(bonus).clamp(1, 6)
}

/// FT-17.1.3: dice and points of one weapon at a rock.
pub(crate) fn roll_at_rock(table: &mut Table<Battle>, icon: IconId, attack: Attack) -> (Vec<u8>, u16) {
    let Volley { mut dice, again, damage, tally, .. } = roll_family(table, &[(icon, attack, None)]);
    dice.extend(again.into_iter().chain(damage));
    (dice, tally.points())
}

/// FT-1.7.4: all first dice, then waves of re-rolls, then damage dice.
pub(crate) fn roll_family(table: &mut Table<Battle>, group: &[(IconId, Attack, Option<IconId>)]) -> Volley {
    let mut volley = Volley::default();
    // Hits by the die that scored them: first dice, then re-rolls.
    let mut hits: Vec<(Hit, u8)> = Vec::new();
    let mut waves: Vec<(Hit, u8, usize)> = Vec::new();
    let mut again: Vec<(Again, bool, bool)> = Vec::new();
    let mut shells: Vec<(IconId, Shell, u8)> = Vec::new();
    let risk = table.state().field.options.overload_risk;
    let mut strained: Vec<IconId> = Vec::new();
    let mut bursts: Vec<(u8, Attack)> = Vec::new();
    for (icon, attack, aim) in group {
        let Attack { profile, screens, holofield, bonus, sixes, veiled } = *attack;
        // FT-13.13.9: behind the ship, enhanced sensors make only sixes count.
        let mut roll = |table: &mut Table<Battle>| {
            let die = table.roll(6);
            volley.dice.push(die);
            if sixes && die < 6 { 1 } else { die }
        };
        match profile {
            Profile::Beams { dice, again: rerolls, screens: response, hit } => {
                let layers = layers(response, attack);
                for _ in 0..dice {
                    let die = roll(table);
                    let scored =
                        scored(&table.state().field.options, modified(die, bonus), layers, holofield, hit);
                    hits.push((hit, scored));
                    // FT-1.7.3: no re-roll for a 6 that scored nothing; FT-7.16.1: nor through three layers.
                    if rerolls && die == 6 && 0 < scored && layers < 3 {
                        again.push((Again::Beam(hit, sixes), holofield, veiled));
                    }
                }
            }
            Profile::Plasma { dice } => {
                // FT-5.5.1: three layers take 2 and stop the re-roll; a holofield takes 1 more.
                let off = 2 + screens.all.min(2) + u8::from(holofield);
                for _ in 0..dice {
                    let die = roll(table);
                    let points = modified(die, bonus).saturating_sub(off);
                    volley.tally.normal += u16::from(points);
                    if die == 6 && 0 < points && screens.all < 3 {
                        again.push((Again::Plasma, holofield, veiled));
                    }
                }
            }
            Profile::Needle { dice, kills } => {
                for _ in 0..dice {
                    let die = roll(table);
                    // FT-5.13.6: 1 less for damage, and no kill.
                    let counts = modified(die, bonus - i8::from(holofield));
                    volley.tally.normal += u16::from(4 <= counts);
                    if let (6, true, false, Some(aim)) = (die, kills, holofield, *aim) {
                        volley.tally.kills.insert(aim);
                    }
                }
            }
            Profile::Projectile { needs, hit } => {
                let die = roll(table);
                let needs = if holofield { 6 } else { needs };
                if needs <= modified(die, bonus) {
                    shells.push((*icon, hit, screens.advanced.min(2)));
                }
                if hit == Shell::Overload && risk == OverloadRisk::ToHit && die == 1 {
                    strained.push(*icon);
                }
            }
            Profile::Fusion { needs, dice } => {
                let die = roll(table);
                let needs = if holofield { 6 } else { needs };
                if needs <= modified(die, bonus) {
                    bursts.push((dice, *attack));
                }
            }
            Profile::Mkp => {
                let die = roll(table);
                let hits = match modified(die, bonus) {
                    6 => 2,
                    4 | 5 if !holofield => 1,
                    _ => 0,
                };
                volley.tally.ap.extend((0..hits).map(|_| 4));
            }
            Profile::PointDefence => {
                let die = roll(table);
                volley.tally.normal += u16::from(modified(die, bonus.min(0)) == 6);
            }
            // FT-5.23.3: rolled for each unit in the strip.
            Profile::Spinal { .. } => (),
            Profile::Scatter => {
                let die = roll(table);
                let scored = beam_hits(modified(die, bonus), 0, holofield);
                hits.push((Hit::Point, scored));
                if die == 6 && 0 < scored {
                    again.push((Again::Beam(Hit::Point, sixes), holofield, veiled));
                }
            }
        }
    }
    // FT-5.19.1: beam dice of every hit.
    for (dice, attack) in bursts {
        let layers = layers(Response::Advanced, &attack);
        for _ in 0..dice {
            let die = table.roll(6);
            volley.dice.push(die);
            let scored = scored(
                &table.state().field.options,
                modified(die, attack.bonus),
                layers,
                attack.holofield,
                Hit::Point,
            );
            hits.push((Hit::Point, scored));
            if die == 6 && 0 < scored && layers < 3 {
                again.push((Again::Beam(Hit::Point, attack.sixes), attack.holofield, attack.veiled));
            }
        }
    }
    // FT-4.6.1: again and again while sixes come, without screens.
    let chain = table.state().field.options.reroll_depth == RerollDepth::Chain;
    let mut depth = 1;
    while !again.is_empty() {
        for (what, holofield, veiled) in std::mem::take(&mut again) {
            let die = table.roll(6);
            volley.again.push(die);
            // FT-7.20.3, FT-1.7.3: a cloak counts on re-rolls too.
            let counts = modified(die, if veiled { -2 } else { 0 });
            match what {
                // FT-13.13.9: 1 on 5 and 2 on 6.
                Again::Beam(hit, sixes) => {
                    waves.push((hit, beam_hits(counts, u8::from(sixes), holofield), depth));
                }
                Again::Plasma => {
                    let points = u16::from(counts.saturating_sub(2 + u8::from(holofield)));
                    penetrate(&mut volley.tally, points, depth);
                }
            }
            if die == 6 {
                again.push((what, holofield, veiled));
            }
        }
        // FT-DMG.3: all re-rolls to the next layer, or each wave one deeper.
        depth += usize::from(chain);
    }
    for (hit, n) in hits {
        score(table, &mut volley, hit, n, 0);
    }
    for (hit, n, depth) in waves {
        score(table, &mut volley, hit, n, depth);
    }
    let floor = table.state().field.options.damage_die_floor;
    for (icon, shell, advanced) in shells {
        // FT-5.18.1: past all armour, and two units are aboard.
        if shell == Shell::Boarding {
            volley.tally.direct += 1;
            volley.tally.landed += 2;
            continue;
        }
        // FT-6.8.5: 1d3 for each class, one hit.
        if let Shell::Shaped(class) = shell {
            let dice: Vec<u8> = (0..class).map(|_| table.roll(6)).collect();
            volley.tally.sap.push(dice.iter().map(|die| floor.less(die.div_ceil(2), advanced)).sum());
            volley.damage.extend(dice);
            continue;
        }
        let die = table.roll(6);
        volley.damage.push(die);
        match shell {
            // FT-7.3.1: 1 or 2 off each damage die, not below 0.
            Shell::Torpedo => volley.tally.sap.push(floor.less(die, advanced)),
            // FT-5.14.3: 1d3, and 1d6 + 2 that screens do not touch.
            Shell::Long => volley.tally.sap.push(floor.less(die.div_ceil(2), advanced)),
            Shell::Heavy => volley.tally.ap.push(die + 2),
            // FT-5.14.2: after a 1 another 1 bursts the tube.
            Shell::Overload => {
                volley.tally.ap.push(die + 2);
                if risk == OverloadRisk::Damage && die == 1 {
                    strained.push(icon);
                }
            }
            Shell::Shaped(_) => (),
            Shell::KGun(class) => {
                let doubled = die <= class && die != 6;
                volley.tally.ap.push(if doubled { class.saturating_mul(2) } else { class });
            }
            Shell::Boarding => (),
        }
    }
    for icon in strained {
        let again = table.roll(6);
        volley.damage.push(again);
        if again == 1 {
            volley.burst.insert(icon);
        }
    }
    volley
}

#[derive(Clone, Copy)]
enum Again {
    /// Whether only 5 and 6 score (FT-13.13.9).
    Beam(Hit, bool),
    Plasma,
}

/// FT-5.0.2: the layers that shift this weapon's dice.
pub(crate) fn layers(response: Response, attack: &Attack) -> u8 {
    match response {
        Response::Any => attack.screens.all,
        Response::Advanced => attack.screens.advanced,
        Response::None => 0,
    }
}

pub(crate) fn scored(options: &Options, die: u8, layers: u8, holofield: bool, hit: Hit) -> u8 {
    // FT-5.20.1: holofields do not help against gravitic guns.
    let holofield = holofield && !matches!(hit, Hit::Points(_));
    match (die, layers) {
        (6, 3) if !holofield => options.third_layer_six.get() as u8,
        _ => beam_hits(die, layers, holofield),
    }
}

/// FT-DMG.3.
fn penetrate(tally: &mut Tally, points: u16, depth: usize) {
    match depth {
        0 | 1 => tally.penetrating += points,
        _ if points == 0 => (),
        _ => tally.add_deep(depth - 2, points),
    }
}

/// What hits of one die do, with damage dice where they need them.
fn score(table: &mut Table<Battle>, volley: &mut Volley, hit: Hit, n: u8, depth: usize) {
    for _ in 0..n {
        let points = match hit {
            Hit::Point => 1,
            Hit::Points(points) => points,
            Hit::Emp => {
                volley.tally.emp += 1;
                continue;
            }
            // FT-5.9.1: sent by `beaming`.
            Hit::Party => continue,
            // FT-5.23.5: a die for every 50 mass of the target, one AP hit.
            Hit::Singularity(dice) => {
                let mut points = 0_u8;
                for _ in 0..dice {
                    let die = table.roll(6);
                    volley.damage.push(die);
                    points = points.saturating_add(die);
                }
                volley.tally.ap.push(points);
                continue;
            }
            Hit::D3 | Hit::D6 => {
                let die = table.roll(6);
                volley.damage.push(die);
                if hit == Hit::D3 { die.div_ceil(2) } else { die }
            }
        };
        match (depth, hit) {
            (0, Hit::D3 | Hit::D6) => volley.tally.sap.push(points),
            (0, _) => volley.tally.normal += u16::from(points),
            // FT-5.6.1: re-roll hits go whole to the next layer in.
            (_, _) => penetrate(&mut volley.tally, u16::from(points), depth),
        }
    }
}
