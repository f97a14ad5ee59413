// The wire between a USB host and the RP2040's device controller: one transaction at a time.
//
// rp2040js takes whatever a device offers the moment it is offered, and forgets
// buffers a device armed before anyone asked. Here a buffer stays armed until the
// host's transaction comes, and a transaction that finds no armed buffer is
// answered NAK, as on a real bus.

// Buffer control, datasheet 4.1.2.5
const LENGTH = 0x3ff;
const AVAILABLE = 1 << 10;
const STALLED = 1 << 11;
const DATA1 = 1 << 13;
const FULL = 1 << 15;
const FIRST_BUFFER_CONTROL = 0x80;
const LAST_BUFFER_CONTROL = 0xfc;

const DOUBLE_BUFFERED = 1 << 30; // endpoint control

const SIE_CTRL = 0x4c;
const PULLUP_EN = 1 << 16;
const BUS_RESET = 1 << 19; // SIE status

/** No armed buffer: ask again later. */
export const NAK = Symbol('NAK');
/** The device refuses. */
export const STALL = Symbol('STALL');

export class UsbWire {
  /**
   * @param onArmed called when the device arms a buffer
   * @param onPullUp called with whether the device shows itself on the bus
   */
  constructor(rp, { onArmed, onPullUp }) {
    this.usb = rp.usbCtrl;
    this.dpram = rp.usbDPRAM;
    this.view = rp.usbDPRAMView;
    this.usb.DPRAMUpdated = (offset, value) => {
      if (offset >= FIRST_BUFFER_CONTROL && offset <= LAST_BUFFER_CONTROL && value & AVAILABLE) {
        onArmed();
      }
    };
    const write = this.usb.writeUint32.bind(this.usb);
    this.usb.writeUint32 = (offset, value) => {
      const before = this.pulledUp;
      write(offset, value);
      if (offset === SIE_CTRL && this.pulledUp !== before) {
        onPullUp(this.pulledUp);
      }
    };
  }

  get pulledUp() {
    return !!(this.usb.sieCtrl & PULLUP_EN);
  }

  /** Signals a bus reset. It is over when the device has seen it. */
  reset() {
    this.usb.addrEndp = 0;
    this.usb.sieStatus |= BUS_RESET;
    this.usb.sieStatusUpdated();
  }

  get inReset() {
    return !!(this.usb.sieStatus & BUS_RESET);
  }

  /** A SETUP packet is always accepted, and ends a stall of endpoint 0. */
  setup(packet) {
    this.usb.epStallArm = 0;
    this.usb.sendSetupPacket(packet);
  }

  /** Asks for a packet. @returns its bytes, NAK or STALL */
  in(endpoint, toggle) {
    const { at, control } = this.bufferControl(endpoint, false);
    const refusal = this.refusal(endpoint, control, false);
    if (refusal) {
      return refusal;
    }
    if (!(control & FULL)) {
      return NAK;
    }
    checkToggle(endpoint, 'IN', control, toggle);
    const start = this.usb.getEndpointBufferOffset(endpoint, false);
    const data = this.dpram.slice(start, start + (control & LENGTH));
    this.view.setUint32(at, control & ~(AVAILABLE | FULL), true);
    this.usb.indicateBufferReady(endpoint, false);
    return data;
  }

  /** Offers a packet. @returns true if it was taken, else NAK or STALL */
  out(endpoint, data, toggle) {
    const { at, control } = this.bufferControl(endpoint, true);
    const refusal = this.refusal(endpoint, control, true);
    if (refusal) {
      return refusal;
    }
    checkToggle(endpoint, 'OUT', control, toggle);
    if (data.length > (control & LENGTH)) {
      throw new Error(`usb: OUT ${endpoint}: ${data.length} bytes for a buffer of ${control & LENGTH}`);
    }
    this.dpram.set(data, this.usb.getEndpointBufferOffset(endpoint, true));
    this.view.setUint32(at, (control & ~(AVAILABLE | LENGTH)) | FULL | data.length, true);
    this.usb.indicateBufferReady(endpoint, true);
    return true;
  }

  bufferControl(endpoint, isOut) {
    const at = FIRST_BUFFER_CONTROL + endpoint * 8 + (isOut ? 4 : 0);
    if (endpoint > 0 && this.usb.readEndpointControlReg(endpoint, isOut) & DOUBLE_BUFFERED) {
      throw new Error(`usb: endpoint ${endpoint} is double-buffered, which is not modelled`);
    }
    return { at, control: this.view.getUint32(at, true) };
  }

  refusal(endpoint, control, isOut) {
    const armed = endpoint > 0 || this.usb.epStallArm & (isOut ? 2 : 1);
    if (control & STALLED && armed) {
      return STALL;
    }
    return control & AVAILABLE ? null : NAK;
  }
}

/** A packet with the wrong toggle is taken for a repetition and dropped: data would be lost. */
function checkToggle(endpoint, direction, control, want) {
  const toggle = control & DATA1 ? 1 : 0;
  if (toggle !== want) {
    throw new Error(`usb: ${direction} ${endpoint}: the device has DATA${toggle}, the host DATA${want}`);
  }
}
