//! Prices and checks designs for a few seconds and says how many a second:
//! `cargo run --release -p rules-full-thrust --example pricing -- [DESIGNS [ROUNDS]]`.

use std::{env, time::Instant};

use rules_full_thrust::{Design, Options, design::audit::Terms, library::navies};

fn main() {
    let mut asked = env::args().skip(1).map(|it| it.parse().expect("a number"));
    let (designs, rounds): (usize, usize) = (asked.next().unwrap_or(100_000), asked.next().unwrap_or(20));
    let ships: Vec<&Design> = navies().iter().flat_map(|navy| &navy.ships).collect();
    let designs: Vec<Design> = (0..designs)
        .map(|i| {
            let mut design = ships[i % ships.len()].clone();
            design.mass += (i % 7) as u32;
            design.hull.boxes += (i % 5) as u32;
            design
        })
        .collect();
    let options = Options::default();
    let terms = Terms { options: &options, tech: None, battle: true };
    let begun = Instant::now();
    let (mut points, mut findings) = (0_u64, 0_u64);
    for _ in 0..rounds {
        for design in &designs {
            points += u64::from(design.inspect(terms, &mut |_, _, _| findings += 1).points());
        }
    }
    let designs = designs.len() * rounds;
    let speed = designs as f64 / begun.elapsed().as_secs_f64();
    println!("{designs} designs, {points} points, {findings} findings, {speed:.0} a second");
}
