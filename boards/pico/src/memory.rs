//! The RAM that the linker left over.

use core::ptr::addr_of_mut;
use core::slice;
use core::sync::atomic::{AtomicBool, Ordering};

unsafe extern "C" {
    // Addresses that memory.x defines; there is nothing of type u32 at them yet.
    static mut _lent_start: u32;
    static mut _lent_end: u32;
}

/// All RAM after data, bss and the stacks, once: the second time there is none left.
pub fn lend() -> &'static mut [u32] {
    static LENT: AtomicBool = AtomicBool::new(false);
    // This chip has no compare-and-swap.
    let first = critical_section::with(|_| {
        !LENT.load(Ordering::Relaxed) && {
            LENT.store(true, Ordering::Relaxed);
            true
        }
    });
    if !first {
        return &mut [];
    }
    // SAFETY: memory.x puts `_lent_start` behind everything the program was linked with and `_lent_end` at the end of RAM,
    // core 0's stack lies below both and core 1's is a static, so nothing else uses these bytes; any bit pattern is a u32,
    // the start is rounded up to a multiple of four and the length down; and the flag above gives them out only once.
    unsafe {
        let start = addr_of_mut!(_lent_start);
        let start = start.byte_add((4 - start as usize % 4) % 4);
        let bytes = (addr_of_mut!(_lent_end) as usize).saturating_sub(start as usize);
        let lent = slice::from_raw_parts_mut(start, bytes / 4);
        lent.fill(0);
        lent
    }
}
