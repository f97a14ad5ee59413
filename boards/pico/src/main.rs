//! skeleton
#![no_std]
#![no_main]
use rp2040_hal as hal;
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2: [u8; 256] = rp2040_boot2::BOOT_LOADER_GENERIC_03H;
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
#[hal::entry]
fn main() -> ! {
    let g = plywood::games::ConnectFour::<plywood::games::connect_four::Outcome>::default();
    let mut s = plywood::search::DepthFirst::<_, _, 8>::new(plywood::search::NegaScout, g.clone());
    use plywood::search::Search;
    let _ = s.start(&g, 8);
    let v = s.finish();
    unsafe { core::ptr::write_volatile(0x2003_0000 as *mut i16, v.get()) };
    loop {
        cortex_m::asm::wfi();
    }
}
