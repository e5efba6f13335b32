//! Pricing and checking many designs: fast, and the same however often.

use rules_full_thrust::{Design, Options, design::audit::Terms, library::navies};

/// FT-13.1.1: every ship of the library under every hull, thrust and mass near its own.
fn generated() -> Vec<Design> {
    let ships = navies().iter().flat_map(|navy| &navy.ships);
    ships
        .flat_map(|ship| {
            (0..40_u32).map(|i| {
                let mut design = ship.clone();
                design.mass += i % 10;
                design.hull.boxes += i / 10;
                design.hull.rows = 3 + (i % 4) as u8;
                design
            })
        })
        .collect()
}

#[test]
fn the_bill_does_not_depend_on_the_sink() {
    let options = Options::default();
    let terms = Terms { options: &options, tech: None, battle: true };
    for design in generated() {
        let mut n = 0;
        let bill = design.inspect(terms, &mut |_, _, _| n += 1);
        assert_eq!(bill, design.bill(&options));
        let audit = design.audit(terms);
        assert_eq!((audit.points, audit.mass), (bill.points(), design.mass));
        assert!(n <= audit.findings.len());
    }
}
