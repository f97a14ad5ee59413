//! What a panic said, kept in RAM over the restart that follows it.

use core::fmt::{self, Write};
use core::mem::MaybeUninit;
use core::panic::PanicInfo;
use core::ptr::addr_of_mut;

use cortex_m_rt::{ExceptionFrame, exception};
use rp2040_hal::pac;

const CAPACITY: usize = 200;
/// Says that what follows was written by us and is not what the RAM happened to hold.
const MAGIC: u32 = 0x706c_7921;

struct Kept {
    magic: u32,
    length: usize,
    text: [u8; CAPACITY],
}

/// Not cleared at the start: `.uninit` is left as it is.
#[unsafe(link_section = ".uninit.LAST_WORDS")]
static mut KEPT: MaybeUninit<Kept> = MaybeUninit::uninit();

/// What the program said before it was restarted, if it panicked. Told once.
pub fn take() -> Option<heapless::String<CAPACITY>> {
    // SAFETY: called by core 0 before the other core starts, and the panic handlers never return: nobody else uses KEPT.
    // Any bytes are a valid `Kept`.
    let kept = unsafe { (*addr_of_mut!(KEPT)).assume_init_mut() };
    if core::mem::take(&mut kept.magic) != MAGIC {
        return None;
    }
    let text = kept.text.get(..kept.length)?;
    core::str::from_utf8(text).ok().and_then(|text| heapless::String::try_from(text).ok())
}

impl Write for Kept {
    /// What does not fit is cut off.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            // One byte a character, so that nothing is ever cut in two.
            let byte = if byte.is_ascii_graphic() || byte == b' ' { byte } else { b'?' };
            *self.text.get_mut(self.length).ok_or(fmt::Error)? = byte;
            self.length += 1;
        }
        Ok(())
    }
}

/// Keeps the text and restarts the chip.
fn keep(text: fmt::Arguments<'_>) -> ! {
    cortex_m::interrupt::disable();
    // SAFETY: with interrupts off, on a core that does not go on, this is the last use of KEPT before the restart. If both
    // cores panic at once the texts may mix, but each byte is still one of theirs.
    let kept = unsafe { (*addr_of_mut!(KEPT)).write(Kept { magic: 0, length: 0, text: [b'?'; CAPACITY] }) };
    let _ = kept.write_fmt(text);
    #[cfg(feature = "defmt")]
    defmt::error!("{}", defmt::Display2Format(&text));
    kept.magic = MAGIC;
    restart()
}

/// Restarts the whole chip, all but the RAM.
fn restart() -> ! {
    // SAFETY: nothing runs on that these registers could be taken from.
    let peripherals = unsafe { pac::Peripherals::steal() };
    // Everything but the oscillators, as the boot ROM does it.
    peripherals.PSM.wdsel().write(|w| unsafe { w.bits(0x0001_fffc) });
    peripherals.WATCHDOG.ctrl().modify(|_, w| w.trigger().set_bit());
    loop {
        cortex_m::asm::nop();
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    match info.location() {
        Some(place) => keep(format_args!("{} ({}:{})", info.message(), place.file(), place.line())),
        None => keep(format_args!("{}", info.message())),
    }
}

#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    keep(format_args!("hard fault at {:#010x}", frame.pc()))
}
