//! The two serial lines of the console: USB and UART0. Both show the same, either can type.
//!
//! Interrupts take in what comes, on both, so that nothing is lost while a search runs; what does not fit into the USB
//! line's queue waits at the host (the interrupt is masked until there is room), what does not fit into the UART's is
//! lost, since that line has no way to say wait.

use core::cell::RefCell;
use core::convert::Infallible;

use critical_section::{CriticalSection, Mutex};
use embedded_io::{ErrorType, Read, ReadReady, Write};
use heapless::Deque;
use plywood::front::serial::Port;
use rp2040_hal::gpio::{FunctionUart, Pin, PullDown, PullUp, bank0::Gpio0, bank0::Gpio1};
use rp2040_hal::pac::{self, UART0, interrupt};
use rp2040_hal::timer::Timer;
use rp2040_hal::uart::{Enabled, Reader, UartPeripheral, Writer};
use rp2040_hal::usb::UsbBus;
use usb_device::UsbError;
use usb_device::class_prelude::UsbBusAllocator;
use usb_device::device::{StringDescriptors, UsbDevice, UsbDeviceBuilder, UsbVidPid};
use usbd_serial::{SerialPort, USB_CLASS_CDC};

type UartPins = (Pin<Gpio0, FunctionUart, PullDown>, Pin<Gpio1, FunctionUart, PullUp>);

/// A packet, the most that comes at once.
const PACKET: usize = 64;
/// A host that opens the port but reads nothing is waited for so long, once; from then on, what it does not take at once is
/// dropped, until it takes something again.
const PATIENCE_MICROS: u64 = 100_000;

struct Usb {
    device: UsbDevice<'static, UsbBus>,
    serial: SerialPort<'static, UsbBus>,
    received: Deque<u8, 256>,
    to_send: Deque<u8, 1024>,
    /// Whether a terminal has the port open.
    open: bool,
    /// Whether it has been opened and nobody has greeted it yet.
    newcomer: bool,
}

struct Uart {
    reader: Reader<UART0, UartPins>,
    received: Deque<u8, 256>,
}

static USB: Mutex<RefCell<Option<Usb>>> = Mutex::new(RefCell::new(None));
static UART: Mutex<RefCell<Option<Uart>>> = Mutex::new(RefCell::new(None));

impl Usb {
    /// Lets the device do what it has to, takes in what has come and sends what waits.
    fn poll(&mut self) {
        self.device.poll(&mut [&mut self.serial]);
        let room = self.received.capacity() - self.received.len();
        if room >= PACKET {
            let mut packet = [0; PACKET];
            if let Ok(n) = self.serial.read(&mut packet) {
                self.received.extend(packet[..n].iter().copied());
            }
        } else {
            // The packet stays in the controller, and its interrupt with it: no more of those until there is room.
            pac::NVIC::mask(pac::Interrupt::USBCTRL_IRQ);
        }
        let open = self.serial.dtr();
        self.newcomer |= open && !self.open;
        self.open = open;
        if !open {
            self.to_send.clear();
            self.newcomer = false;
        }
        self.send();
    }

    fn send(&mut self) {
        while !self.to_send.is_empty() {
            let (waiting, _) = self.to_send.as_slices();
            match self.serial.write(waiting) {
                Ok(0) | Err(UsbError::WouldBlock) => break,
                Ok(n) => {
                    for _ in 0..n {
                        let _ = self.to_send.pop_front();
                    }
                }
                Err(_) => self.to_send.clear(), // the bus is gone: nobody will read it
            }
        }
        let _ = self.serial.flush();
    }
}

fn with_usb<T>(act: impl FnOnce(&mut Usb) -> T) -> Option<T> {
    critical_section::with(|cs| USB.borrow_ref_mut(cs).as_mut().map(act))
}

fn with_uart<T>(act: impl FnOnce(&mut Uart) -> T) -> Option<T> {
    critical_section::with(|cs| UART.borrow_ref_mut(cs).as_mut().map(act))
}

#[interrupt]
fn USBCTRL_IRQ() {
    with_usb(Usb::poll);
}

#[interrupt]
fn UART0_IRQ() {
    with_uart(|uart| {
        let mut bytes = [0; 32];
        // A byte that came broken is left out, with the rest of what is in the FIFO still to be read.
        while let Ok(n @ 1..) = uart.reader.read_raw(&mut bytes) {
            for &byte in &bytes[..n] {
                let _ = uart.received.push_back(byte); // full: lost
            }
        }
    });
}

/// Both lines as one port.
pub struct Ports {
    uart: Writer<UART0, UartPins>,
    timer: Timer,
    source: usize,
    /// The host at the USB line does not read.
    deaf: bool,
}

impl Ports {
    /// Opens both. `bus` stays for ever, since the device borrows it.
    pub fn open(
        bus: &'static UsbBusAllocator<UsbBus>,
        uart: UartPeripheral<Enabled, UART0, UartPins>,
        timer: Timer,
    ) -> Ports {
        let serial = SerialPort::new(bus);
        let names = StringDescriptors::default().manufacturer("plywood").product("Connect-Four").serial_number("1");
        let device = UsbDeviceBuilder::new(bus, UsbVidPid(0x16c0, 0x27dd)).device_class(USB_CLASS_CDC);
        // Neither can fail: one set of names, and a packet size that USB knows.
        let device = device.strings(&[names]).ok().and_then(|device| device.max_packet_size_0(64).ok());
        let (mut reader, writer) = uart.split();
        reader.enable_rx_interrupt();
        critical_section::with(|cs: CriticalSection<'_>| {
            *UART.borrow_ref_mut(cs) = Some(Uart { reader, received: Deque::new() });
            *USB.borrow_ref_mut(cs) = device.map(|device| Usb {
                device: device.build(),
                serial,
                received: Deque::new(),
                to_send: Deque::new(),
                open: false,
                newcomer: false,
            });
        });
        // SAFETY: the handlers use only what is behind the two mutexes, which is there now.
        unsafe {
            pac::NVIC::unmask(pac::Interrupt::USBCTRL_IRQ);
            pac::NVIC::unmask(pac::Interrupt::UART0_IRQ);
        }
        Ports { uart: writer, timer, source: 0, deaf: false }
    }

    /// Whether a terminal has just opened the USB port: it has not seen the board yet.
    pub fn newcomer(&mut self) -> bool {
        with_usb(|usb| core::mem::take(&mut usb.newcomer)).unwrap_or(false)
    }

    fn send_usb(&mut self, mut bytes: &[u8]) {
        let mut since = self.timer.get_counter();
        while !bytes.is_empty() {
            let taken = with_usb(|usb| {
                let open = usb.open;
                let taken = bytes.iter().take_while(|&&byte| open && usb.to_send.push_back(byte).is_ok()).count();
                usb.send();
                if open { taken } else { bytes.len() } // nobody there: nothing to send
            });
            let now = self.timer.get_counter();
            match taken {
                None => return,
                Some(0) if self.deaf || (now - since).to_micros() > PATIENCE_MICROS => {
                    self.deaf = true;
                    return;
                }
                Some(0) => {}
                Some(_) => {
                    self.deaf = false;
                    since = now;
                }
            }
            bytes = bytes.get(taken.unwrap_or(0)..).unwrap_or_default();
        }
    }
}

impl ErrorType for Ports {
    type Error = Infallible;
}

impl ReadReady for Ports {
    fn read_ready(&mut self) -> Result<bool, Infallible> {
        let usb = with_usb(|usb| !usb.received.is_empty()).unwrap_or(false);
        Ok(usb || with_uart(|uart| !uart.received.is_empty()).unwrap_or(false))
    }
}

impl Read for Ports {
    /// One byte at a time, from whichever line has one.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Infallible> {
        let Some(first) = buffer.first_mut() else { return Ok(0) };
        loop {
            let usb = with_usb(|usb| usb.received.pop_front()).flatten();
            if usb.is_some() {
                // SAFETY: the handler uses only what is behind the mutex. There is room again for what the host has.
                unsafe { pac::NVIC::unmask(pac::Interrupt::USBCTRL_IRQ) };
            }
            let uart = if usb.is_none() { with_uart(|uart| uart.received.pop_front()).flatten() } else { None };
            if let Some(byte) = usb.or(uart) {
                self.source = usize::from(usb.is_none());
                *first = byte;
                return Ok(1);
            }
            cortex_m::asm::wfi();
        }
    }
}

impl Write for Ports {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        self.send_usb(bytes);
        self.uart.write_full_blocking(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

impl Port for Ports {
    fn source(&self) -> usize {
        self.source
    }
}
