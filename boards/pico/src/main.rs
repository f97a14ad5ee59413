//! Connect-Four on a Raspberry Pi Pico: the console of `plywood` on USB and UART0, and an LED matrix with three buttons.
//!
//! This crate only connects: the game, the console and the picture are `plywood`'s.
#![no_std]
#![no_main]

mod board;
mod last_words;
mod matrix;
mod memory;
mod ports;
mod wiring;

use core::fmt::Write as _;

use cortex_m::singleton;
use embedded_hal::digital::OutputPin;
use embedded_io::Write as _;
use plywood::front::leds::{Leds, Press, Screen};
use plywood::front::serial::{Console, Flow, Style};
use plywood::games::connect_four::{COLUMNS, Player};
use plywood::play::{Board, Machine, Table};
use plywood::store::merits;
use rp2040_hal::clocks::{Clock, init_clocks_and_plls};
use rp2040_hal::fugit::{ExtU32, RateExtU32};
use rp2040_hal::gpio::Pins;
use rp2040_hal::multicore::{Multicore, Stack};
use rp2040_hal::pac::{self, interrupt};
use rp2040_hal::rosc::RingOscillator;
use rp2040_hal::timer::Alarm;
use rp2040_hal::uart::{DataBits, StopBits, UartConfig, UartPeripheral};
use rp2040_hal::usb::UsbBus;
use rp2040_hal::{Sio, Timer, Watchdog};
use usb_device::class_prelude::UsbBusAllocator;

#[cfg(feature = "defmt")]
use defmt_rtt as _;

use board::Pico;
use matrix::Matrix;
use ports::Ports;
use wiring::Wiring;

/// The second-stage boot loader, which sets up the flash.
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2: [u8; 256] = rp2040_boot2::BOOT_LOADER_GENERIC_03H;

/// The Pico's crystal.
const CRYSTAL_HZ: u32 = 12_000_000;
/// If the program has not come round for so long, it hangs: the watchdog restarts it.
const HUNG_AFTER_MILLIS: u32 = 2_000;
/// Buttons are looked at, and the picture drawn, so often.
const PICTURE_MICROS: u32 = 5_000;
/// Bytes of a slot in the table of informed NegaScout, for Connect-Four's seven columns.
const SLOT_BYTES: usize = merits::slot_words(COLUMNS as usize) * size_of::<u32>();

static CORE1_STACK: Stack<1024> = Stack::new();

#[rp2040_hal::entry]
fn main() -> ! {
    let last_words = last_words::take();
    let lent = memory::lend();
    // Whoever takes them twice gets nothing; this is the first time.
    let (Some(mut pac), Some(mut core)) = (pac::Peripherals::take(), cortex_m::Peripherals::take()) else {
        panic!("started twice")
    };
    let mut watchdog = Watchdog::new(pac.WATCHDOG);
    let Ok(clocks) = init_clocks_and_plls(
        CRYSTAL_HZ,
        pac.XOSC,
        pac.CLOCKS,
        pac.PLL_SYS,
        pac.PLL_USB,
        &mut pac.RESETS,
        &mut watchdog,
    ) else {
        panic!("the clocks do not start")
    };
    let mut sio = Sio::new(pac.SIO);
    let wiring = Wiring::new(Pins::new(pac.IO_BANK0, pac.PADS_BANK0, sio.gpio_bank0, &mut pac.RESETS));
    let mut timer = Timer::new(pac.TIMER, &mut pac.RESETS, &clocks);

    let uart = UartPeripheral::new(pac.UART0, (wiring.transmit, wiring.receive), &mut pac.RESETS);
    let config = UartConfig::new(115_200.Hz(), DataBits::Eight, None, StopBits::One);
    let Ok(uart) = uart.enable(config, clocks.peripheral_clock.freq()) else { panic!("no UART at 115200") };
    let bus = UsbBus::new(pac.USBCTRL_REGS, pac.USBCTRL_DPRAM, clocks.usb_clock, true, &mut pac.RESETS);
    let Some(bus) = singleton!(: UsbBusAllocator<UsbBus> = UsbBusAllocator::new(bus)) else { panic!("started twice") };
    let mut ports = Ports::open(bus, uart, timer);

    let hz = clocks.system_clock.freq().to_Hz();
    let mut matrix = Matrix::new(pac.PIO0, wiring.matrix, hz, timer, &mut pac.RESETS);
    let mut screen = Screen::default();
    let mut leds = Leds::new(wiring.left, wiring.drop, wiring.right);
    let mut thinking = wiring.thinking;

    // Core 1 sleeps until there is work for two.
    let mut multicore = Multicore::new(&mut pac.PSM, &mut pac.PPB, &mut sio.fifo);
    if let ([_, core1, ..], Some(stack)) = (multicore.cores(), CORE1_STACK.take()) {
        let started = core1.spawn(stack, || {
            loop {
                cortex_m::asm::wfe();
            }
        });
        if started.is_err() {
            panic!("core 1 does not start");
        }
    }

    // What wakes the loop when nobody types.
    let Some(mut alarm) = timer.alarm_0() else { panic!("no alarm") };
    alarm.enable_interrupt();
    // SAFETY: the handler only acknowledges the alarm.
    unsafe { pac::NVIC::unmask(pac::Interrupt::TIMER_IRQ_0) };

    let seed = seed(RingOscillator::new(pac.ROSC));
    let lent_bytes = size_of_val(lent);
    let console = console(seed, lent, Pico::new(timer, &mut core.SYST));
    watchdog.pause_on_debug(true);
    watchdog.start(HUNG_AFTER_MILLIS.millis());

    #[cfg(feature = "defmt")]
    defmt::info!("plywood is up: {} bytes of RAM to lend", lent_bytes);
    let about = About { seed, lent: lent_bytes, last_words };
    about.tell(&mut ports);
    let Ok(()) = console.greet(&mut ports);
    let mut drawn = 0;
    loop {
        watchdog.feed();
        if ports.newcomer() {
            about.tell(&mut ports);
            let Ok(()) = console.show(&mut ports);
        }
        let Ok(flow) = console.poll(&mut ports);
        if flow == Flow::Quit {
            // A board has nowhere to go.
            let Ok(()) = console.leave(&mut ports);
            let Ok(()) = console.greet(&mut ports);
        }
        let _ = thinking.set_state(console.is_thinking().into());

        let now = console.board().millis();
        if now - drawn >= u64::from(PICTURE_MICROS / 1000) {
            drawn = now;
            let press = leds.update(console.table(), now);
            if matrix.is_ready() {
                let frame = leds.frame(console.table(), console.is_thinking(), now);
                let Ok(()) = screen.show(&mut matrix, &frame);
            }
            match press {
                Some(Press::Drop(column)) => {
                    let Ok(_) = console.drop_disc(&mut ports, column);
                }
                Some(Press::NewGame) => {
                    let Ok(()) = console.new_game(&mut ports);
                }
                None => {}
            }
        }
        if flow == Flow::Waiting {
            // Whatever comes in between is an interrupt and ends the sleep at once.
            let _ = alarm.schedule(PICTURE_MICROS.micros());
            cortex_m::asm::wfi();
        }
    }
}

/// The console, in a place of its own. Apart from the main loop, so that what is built on the stack on the way there does not
/// stay on it.
#[inline(never)]
fn console(seed: u64, lent: &'static mut [u32], board: Pico) -> &'static mut Console<'static, Pico> {
    // Where it is made is where it stays: a machine is too large to be handed from one place on the stack to the next.
    let console = singleton!(: Console<'static, Pico> =
        Console::new(Table::new(Player::Black), Machine::new(seed, lent), board, Style::SERIAL));
    match console {
        Some(console) => console,
        None => panic!("started twice"),
    }
}

/// Chance, from the jitter of the ring oscillator.
fn seed(oscillator: RingOscillator<rp2040_hal::rosc::Disabled>) -> u64 {
    let oscillator = oscillator.initialize();
    (0..64).fold(0, |seed, _| {
        // Bits taken too soon after each other are alike.
        cortex_m::asm::delay(1_000);
        seed << 1 | u64::from(oscillator.get_random_bit())
    })
}

/// What the board says of itself.
struct About {
    seed: u64,
    lent: usize,
    last_words: Option<heapless::String<200>>,
}

impl About {
    fn tell(&self, ports: &mut Ports) {
        let mut text = heapless::String::<400>::new();
        let About { seed, lent, last_words } = self;
        if let Some(words) = last_words {
            let _ = write!(text, "\r\nThe board was restarted after a panic: {words}\r\n");
        }
        let slots = lent / SLOT_BYTES;
        let _ = write!(
            text,
            "\r\n{lent} bytes of RAM to lend: {slots} table slots of {SLOT_BYTES} bytes. Seed {seed}.\r\n"
        );
        let Ok(()) = ports.write_all(text.as_bytes());
    }
}

#[interrupt]
fn TIMER_IRQ_0() {
    // SAFETY: writing a one to bit 0 acknowledges alarm 0 and touches nothing else.
    unsafe { (*pac::TIMER::ptr()).intr().write(|w| w.alarm_0().clear_bit_by_one()) };
}
