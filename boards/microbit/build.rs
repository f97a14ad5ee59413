//! Tells the linker where the microbit's memory is described, and to take no other description for it.
//!
//! cortex-m-rt's script includes a `memory.x`, and a linker looks for it in the directory it runs in, the workspace's
//! root, before any search path. So each board keeps its own beside this file, and there is none in the root.

fn main() {
    println!("cargo:rustc-link-search={}", env!("CARGO_MANIFEST_DIR"));
    // Only this board's memory.x defines the name on the right; both GNU's linker and LLVM's fail without it.
    println!("cargo:rustc-link-arg-bins=--defsym=_linked_for_the_microbit=_this_is_the_microbit");
    println!("cargo:rerun-if-changed=memory.x");
}
