//! Which pin does what: the one place that says so. The README's table and drawing show the same.
//!
//! | pin | what |
//! |---|---|
//! | GP0 | UART0 transmit, 115200 8N1 |
//! | GP1 | UART0 receive |
//! | GP16 | data in of an 8×8 WS2812 matrix |
//! | GP17 | button left, to ground |
//! | GP18 | button drop, to ground |
//! | GP19 | button right, to ground |
//! | GP25 | the LED on the board: the machine is thinking |

use rp2040_hal::gpio::{
    FunctionPio0, FunctionSio, FunctionUart, Pin, Pins, PullDown, PullUp, SioInput, SioOutput, bank0::*,
};

/// A push-button between its pin and ground.
pub type Button<P> = Pin<P, FunctionSio<SioInput>, PullUp>;

/// The pins, each set up for its work.
pub struct Wiring {
    pub transmit: Pin<Gpio0, FunctionUart, PullDown>,
    /// Pulled up: a line that nobody is connected to is silent.
    pub receive: Pin<Gpio1, FunctionUart, PullUp>,
    pub matrix: Pin<Gpio16, FunctionPio0, PullDown>,
    pub left: Button<Gpio17>,
    pub drop: Button<Gpio18>,
    pub right: Button<Gpio19>,
    pub thinking: Pin<Gpio25, FunctionSio<SioOutput>, PullDown>,
}

impl Wiring {
    pub fn new(pins: Pins) -> Wiring {
        Wiring {
            transmit: pins.gpio0.reconfigure(),
            receive: pins.gpio1.reconfigure(),
            matrix: pins.gpio16.reconfigure(),
            left: pins.gpio17.reconfigure(),
            drop: pins.gpio18.reconfigure(),
            right: pins.gpio19.reconfigure(),
            thinking: pins.gpio25.reconfigure(),
        }
    }
}
