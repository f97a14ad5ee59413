//! Tells the linker where the RP2040's memory is described.

use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    println!("cargo:rustc-link-search={}", root.display());
    println!("cargo:rerun-if-changed={}", root.join("memory.x").display());
}
