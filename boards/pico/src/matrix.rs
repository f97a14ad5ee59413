//! An 8×8 WS2812 matrix, driven by a PIO state machine.
//!
//! Written here because `ws2812-pio` does not build with rp2040-hal 0.12 yet.

use core::convert::Infallible;

use rp2040_hal::gpio::{FunctionPio0, Pin, PullDown, bank0::Gpio16};
use rp2040_hal::pac::{PIO0, RESETS};
use rp2040_hal::pio::{Buffers, PIOBuilder, PIOExt, PinDir, SM0, ShiftDirection, Tx};
use rp2040_hal::timer::{Instant, Timer};
use smart_leds_trait::{RGB8, SmartLedsWrite};

/// A bit takes ten cycles of 125 ns: high for two (0) or seven (1), then low.
const BIT_CLOCK_HZ: u32 = 8_000_000;

/// After the last pixel the line has to be low for this long, else the next frame is taken for more pixels.
const LATCH_MICROS: u64 = 300;
/// A pixel is 24 bits of 1.25 µs; eight wait in the FIFO and one is on its way when the last is written.
const FIFO_MICROS: u64 = 9 * 30;

/// The matrix.
pub struct Matrix {
    pixels: Tx<(PIO0, SM0)>,
    timer: Timer,
    sent: Option<Instant>,
}

impl Matrix {
    pub fn new(
        pio: PIO0,
        pin: Pin<Gpio16, FunctionPio0, PullDown>,
        system_hz: u32,
        timer: Timer,
        resets: &mut RESETS,
    ) -> Self {
        let pin = pin.id().num;
        // The side-set drives the pin, so that its edges do not depend on when a new word comes.
        let program = pio::pio_asm!(
            ".side_set 1",
            ".wrap_target",
            "bit:",
            "    out x, 1     side 0 [2]",
            "    jmp !x zero  side 1 [1]",
            "    jmp bit      side 1 [4]",
            "zero:",
            "    nop          side 0 [4]",
            ".wrap"
        );
        let (mut pio, machine, ..) = pio.split(resets);
        let divisor = (u64::from(system_hz) * 256 / u64::from(BIT_CLOCK_HZ)) as u32;
        // Four instructions fit into an empty PIO.
        let Ok(installed) = pio.install(&program.program) else { panic!("the PIO is full") };
        let (mut machine, _, pixels) = PIOBuilder::from_installed_program(installed)
            .buffers(Buffers::OnlyTx)
            .side_set_pin_base(pin)
            .out_shift_direction(ShiftDirection::Left)
            .autopull(true)
            .pull_threshold(24)
            .clock_divisor_fixed_point((divisor >> 8) as u16, divisor as u8)
            .build(machine);
        machine.set_pindirs([(pin, PinDir::Output)]);
        machine.start();
        Matrix { pixels, timer, sent: None }
    }

    /// Whether the last frame has been sent and shown, so that another can follow.
    pub fn is_ready(&self) -> bool {
        let now = self.timer.get_counter();
        let since = self.sent.and_then(|sent| now.checked_duration_since(sent));
        since.is_none_or(|since| since.to_micros() >= FIFO_MICROS + LATCH_MICROS)
    }
}

impl SmartLedsWrite for Matrix {
    type Error = Infallible;
    type Color = RGB8;

    /// Takes about 1.7 ms for 64 pixels. The caller sees to it that the matrix is ready.
    fn write<T: IntoIterator<Item = I>, I: Into<RGB8>>(&mut self, pixels: T) -> Result<(), Infallible> {
        for pixel in pixels {
            let RGB8 { r, g, b } = pixel.into();
            let word = u32::from_be_bytes([g, r, b, 0]);
            while !self.pixels.write(word) {}
        }
        self.sent = Some(self.timer.get_counter());
        Ok(())
    }
}
