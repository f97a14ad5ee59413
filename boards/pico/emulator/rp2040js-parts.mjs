// The classes of rp2040js that its package does not export.
//
// A chip carries one of each, so one throw-away chip yields them all.

import { RP2040 } from 'rp2040js';

const sample = new RP2040();

export const CortexM0Core = sample.core.constructor;
export const RPPPB = sample.ppb.constructor;
export const RPSIO = sample.sio.constructor;
export const SimulationClock = sample.clock.constructor;
