//! Armour and what goes through it.

use super::*;
use crate::ship::LayerLeft;

fn armour(layers: &[(u16, u16)]) -> Armour {
    layers.iter().map(|&(standard, regenerative)| LayerLeft { standard, regenerative, hurt: 0 }).collect()
}

#[track_caller]
fn check(layers: &[(u16, u16)], tally: &Tally, left: &[u16], hull: u16) {
    let (after, through) = soak(&armour(layers), tally);
    assert_eq!(
        (after.iter().map(|it| it.boxes()).collect::<Vec<_>>(), through),
        (left.to_vec(), hull),
        "{tally:?}"
    );
}

/// FT-DMG.2, FT-DMG.3: normal damage, and what penetrates.
#[test]
fn rule_dmg_2_normal_and_penetrating() {
    let tally = Tally { normal: 7, penetrating: 3, ..Tally::default() };
    check(&[(5, 0)], &tally, &[0], 2 + 3);
    check(&[], &tally, &[], 10);
    // With a shell the penetrating points start at the next layer in.
    check(&[(5, 0), (4, 0)], &tally, &[0, 0], 1);
    // FT-DMG.1: top is fixed for the attack.
    check(&[(5, 0), (2, 0)], &Tally { penetrating: 3, ..Tally::default() }, &[2, 2], 0);
}

/// FT-DMG.4: an AP hit of 10 on one layer; a hit of 1 touches the outermost only.
#[test]
fn rule_dmg_4_armour_piercing() {
    let ap = |hits: &[u8]| Tally { ap: hits.to_vec(), ..Tally::default() };
    check(&[(5, 0)], &ap(&[10]), &[4], 9);
    check(&[(5, 0), (5, 0)], &ap(&[10, 1]), &[4, 3], 8);
    check(&[(5, 0), (1, 0)], &ap(&[3, 3]), &[3, 0], 1 + 2);
    check(&[], &ap(&[4]), &[], 4);
}

/// FT-DMG.5: a SAP hit of 7 on one layer; what the armour cannot hold flows inward.
#[test]
fn rule_dmg_5_semi_armour_piercing() {
    let sap = |hits: &[u8]| Tally { sap: hits.to_vec(), ..Tally::default() };
    check(&[(5, 0)], &sap(&[7]), &[1], 3);
    check(&[(2, 0)], &sap(&[7]), &[0], 5);
    // FT-6.5.1: 3, 1, 3 and 6 on four boxes: four to the armour, nine to the hull.
    check(&[(4, 0)], &sap(&[3, 1, 3, 6]), &[0], 9);
    check(&[(9, 0), (9, 0)], &sap(&[7]), &[6, 5], 0);
}

/// FT-DMG.8: standard boxes go before regenerative ones, which may heal.
#[test]
fn rule_dmg_8_standard_first() {
    let (after, _) = soak(&armour(&[(2, 3)]), &Tally { normal: 4, ..Tally::default() });
    assert_eq!(after[0], LayerLeft { standard: 0, regenerative: 1, hurt: 2 });
}
