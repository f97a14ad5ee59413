// The USB requests a host makes of a serial port, and the descriptors it reads.

const DEVICE = 1;
const CONFIGURATION = 2;
const INTERFACE = 4;
const ENDPOINT = 5;

const CLASS_CDC = 2;
const CLASS_CDC_DATA = 10;
const BULK = 2;

export const DTR = 1;
export const RTS = 2;

/** @returns the 8 bytes of a SETUP packet (USB 2.0, table 9-2), and what to call it in messages */
function request(name, type, code, value, index, length) {
  const packet = new Uint8Array(8);
  const view = new DataView(packet.buffer);
  view.setUint8(0, type);
  view.setUint8(1, code);
  view.setUint16(2, value, true);
  view.setUint16(4, index, true);
  view.setUint16(6, length, true);
  return { name, packet, length, isIn: !!(type & 0x80) };
}

export const getDeviceDescriptor = (length) => request('GET_DESCRIPTOR device', 0x80, 6, DEVICE << 8, 0, length);
export const getConfiguration = (length) =>
  request('GET_DESCRIPTOR configuration', 0x80, 6, CONFIGURATION << 8, 0, length);
export const setAddress = (address) => request('SET_ADDRESS', 0x00, 5, address, 0, 0);
export const setConfiguration = (number) => request('SET_CONFIGURATION', 0x00, 9, number, 0, 0);
// To the interface: a class driver ignores what is sent to the device.
export const setLineCoding = (number) => request('SET_LINE_CODING', 0x21, 0x20, 0, number, 7);
export const setControlLineState = (number, lines) =>
  request('SET_CONTROL_LINE_STATE', 0x21, 0x22, lines, number, 0);

/** 115200 baud, one stop bit, no parity, 8 bits. */
export const LINE_CODING = Uint8Array.of(0x00, 0xc2, 0x01, 0x00, 0, 0, 8);

/**
 * Finds the serial port in a configuration.
 * @returns the number of its control interface, and its bulk endpoints
 */
export function findSerialPort(configuration) {
  const port = { configuration: configuration[5], control: null, in: null, out: null, packet: 64 };
  let inData = false;
  for (let at = 0; at + 1 < configuration.length; at += configuration[at]) {
    const [length, type] = configuration.subarray(at);
    if (length < 2) {
      throw new Error(`usb: a descriptor of ${length} bytes at ${at}`);
    }
    if (type === INTERFACE) {
      const cls = configuration[at + 5];
      inData = cls === CLASS_CDC_DATA;
      if (cls === CLASS_CDC) {
        port.control ??= configuration[at + 2];
      }
    } else if (type === ENDPOINT && inData && (configuration[at + 3] & 3) === BULK) {
      const address = configuration[at + 2];
      port[address & 0x80 ? 'in' : 'out'] ??= address & 0xf;
      port.packet = configuration[at + 4] | (configuration[at + 5] << 8);
    }
  }
  if (port.control === null || port.in === null || port.out === null) {
    throw new Error('usb: the device has no CDC serial port');
  }
  return port;
}
