//! The client is embedded where it has been built; where it has not, the
//! program says so instead.

fn main() {
    let dist = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    std::fs::create_dir_all(&dist).expect("the folder for the client can be made");
    println!("cargo::rerun-if-changed={}", dist.display());
}
