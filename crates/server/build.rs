//! The client is embedded where it has been built; where it has not, the
//! program says so instead.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    std::fs::create_dir_all(&dist).expect("the folder for the client can be made");
    // A program for the checks reads the client from its folder instead (see rust-embed): it is not
    // built again for a new client.
    let embeds = std::env::var("PROFILE").as_deref() == Ok("release");
    println!(
        "cargo::rerun-if-changed={}",
        if embeds { dist.as_path() } else { Path::new("build.rs") }.display()
    );
}
