//! What the game asks of the board: the time, the cycles, the bootloader.

use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::exception;
use embedded_hal::delay::DelayNs;
use plywood::play::Board;
use rp2040_hal::timer::Timer;

/// SysTick counts down from here.
const RELOAD: u32 = 0x00ff_ffff;

/// How often SysTick has come round.
static ROUNDS: AtomicU32 = AtomicU32::new(0);

#[exception]
fn SysTick() {
    // Only this handler writes, so no compare-and-swap is needed, and the chip has none.
    ROUNDS.store(ROUNDS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}

/// A Raspberry Pi Pico.
pub struct Pico {
    timer: Timer,
}

impl Pico {
    /// With a timer for the time, and SysTick for the cycles.
    pub fn new(timer: Timer, systick: &mut SYST) -> Pico {
        systick.set_clock_source(SystClkSource::Core);
        systick.set_reload(RELOAD);
        systick.clear_current();
        systick.enable_interrupt();
        systick.enable_counter();
        Pico { timer }
    }
}

impl Pico {
    /// Waits for a moment, in which interrupts hand the last words to the host.
    fn let_it_be_sent(&mut self) {
        self.timer.delay_ms(50);
    }
}

impl Board for Pico {
    fn millis(&mut self) -> u64 {
        self.timer.get_counter().ticks() / 1000
    }

    fn cycles(&mut self) -> Option<u64> {
        loop {
            let before = ROUNDS.load(Ordering::Relaxed);
            let down = SYST::get_current();
            // If it came round between the two, ask again.
            if before == ROUNDS.load(Ordering::Relaxed) {
                return Some(u64::from(before) * u64::from(RELOAD + 1) + u64::from(RELOAD - down));
            }
        }
    }

    fn crash(&mut self) {
        self.let_it_be_sent();
        panic!("asked to crash");
    }

    fn bootloader(&mut self) {
        self.let_it_be_sent();
        rp2040_hal::rom_data::reset_to_usb_boot(0, 0);
    }
}
