//! Tells the linker where the RP2040's memory is described.
//!
//! cortex-m-rt's script includes a `memory.x`, and a linker looks for it in the directory it runs in, the workspace's
//! root, before any search path. So each board keeps its own beside this file, and there is none in the root.

fn main() {
    println!("cargo:rustc-link-search={}", env!("CARGO_MANIFEST_DIR"));
    println!("cargo:rerun-if-changed=memory.x");
    if std::env::var_os("CARGO_FEATURE_DEFMT").is_some() {
        println!("cargo:rustc-link-arg=-Tdefmt.x");
    }
}
