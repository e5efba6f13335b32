//! Prints the client's types; `cargo xtask types` puts them where they belong.

use std::io::Write as _;

fn main() {
    std::io::stdout().write_all(wire::typescript().as_bytes()).expect("somebody reads them");
}
