// Reads and changes the clocks of whole MPEG transport stream packets in place (ISO/IEC 13818-1).

/** The length of a packet. */
export const PACKET_BYTES = 188;
/** Ticks of a timestamp in one second. */
export const TICKS_PER_SECOND = 90_000;

/** The start of a frame, or of several, in a packet. Positions are those of the fields in the buffer; `dtsAt` is 0 without one. */
export type Stamp = {
  readonly pid: number;
  readonly kind: 'video' | 'sound' | 'other';
  readonly ptsAt: number;
  readonly dtsAt: number;
};

/** What to do with the packets of a buffer. `payload` is called for every packet that continues or starts a frame. */
export type Visitor = {
  readonly stamp: (stamp: Stamp) => void;
  readonly payload: (pid: number, bytes: number) => void;
  readonly reference: (at: number) => void;
};

const SYNC = 0x47;
const WRAP = 2 ** 33;

/** Whether these bytes begin a transport stream. */
export function isTransport(first: Uint8Array): boolean {
  return first[0] === SYNC && (first.length <= PACKET_BYTES || first[PACKET_BYTES] === SYNC);
}

/** Visits the packets of a buffer that begins with one; what is no packet is left out. */
export function visitPackets(buffer: Buffer, visitor: Visitor): void {
  for (let at = 0; at + PACKET_BYTES <= buffer.length; at += PACKET_BYTES) {
    if (buffer[at] === SYNC) visitPacket(buffer, at, visitor);
  }
}

function visitPacket(buffer: Buffer, at: number, visitor: Visitor): void {
  const head = buffer.readUInt32BE(at);
  const pid = (head >> 8) & 0x1fff;
  const hasAdaptation = (head & 0x20) !== 0;
  const adaptationBytes = hasAdaptation ? 1 + buffer.readUInt8(at + 4) : 0;
  const end = at + PACKET_BYTES;
  const body = at + 4 + adaptationBytes;
  if (adaptationBytes > 1 && body <= end) visitReferences(buffer, at + 5, body, visitor);
  if ((head & 0x10) === 0 || body >= end) return;
  visitor.payload(pid, end - body);
  const isStart = (head & 0x400000) !== 0;
  // A start code, a stream with a header of its own, and a timestamp in it.
  if (!isStart || body + 14 > end || buffer.readUIntBE(body, 3) !== 1) return;
  const kind = kindOf(buffer.readUInt8(body + 3));
  const flags = buffer.readUInt8(body + 7) >> 6;
  if (kind === null || buffer.readUInt8(body + 6) >> 6 !== 2 || flags < 2) return;
  const dtsAt = flags === 3 && body + 19 <= end ? body + 14 : 0;
  visitor.stamp({ pid, kind, ptsAt: body + 9, dtsAt });
}

function visitReferences(buffer: Buffer, flagsAt: number, end: number, visitor: Visitor): void {
  const flags = buffer.readUInt8(flagsAt);
  let at = flagsAt + 1;
  for (const flag of [0x10, 0x08]) {
    if ((flags & flag) === 0) continue;
    if (at + 6 > end) return;
    visitor.reference(at);
    at += 6;
  }
}

function kindOf(streamId: number): Stamp['kind'] | null {
  if (streamId >= 0xe0 && streamId <= 0xef) return 'video';
  if (streamId >= 0xc0 && streamId <= 0xdf) return 'sound';
  if (streamId === 0xfd) return 'video';
  return streamId === 0xbd ? 'other' : null;
}

/** Reads a timestamp. */
export function readStamp(buffer: Buffer, at: number): number {
  const high = (buffer.readUInt8(at) >> 1) & 7;
  const middle = buffer.readUInt16BE(at + 1) >> 1;
  const low = buffer.readUInt16BE(at + 3) >> 1;
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}

/** Replaces a timestamp, and keeps the bits around it. */
export function writeStamp(buffer: Buffer, at: number, ticks: number): void {
  const value = wrapped(ticks);
  buffer.writeUInt8((buffer.readUInt8(at) & 0xf1) | (Math.floor(value / 2 ** 30) << 1), at);
  buffer.writeUInt16BE((Math.floor(value / 2 ** 15) % 2 ** 15) * 2 + 1, at + 1);
  buffer.writeUInt16BE((value % 2 ** 15) * 2 + 1, at + 3);
}

/** Moves a clock reference by so many ticks. */
export function moveReference(buffer: Buffer, at: number, ticks: number): void {
  const rest = buffer.readUInt16BE(at + 4);
  const value = wrapped(buffer.readUInt32BE(at) * 2 + (rest >> 15) + ticks);
  buffer.writeUInt32BE(Math.floor(value / 2), at);
  buffer.writeUInt16BE((rest & 0x7fff) | ((value % 2) << 15), at + 4);
}

/** The distance from one timestamp to another, which may have passed the end of the clock. */
export function ticksBetween(from: number, to: number): number {
  const ticks = wrapped(to - from);
  return ticks >= WRAP / 2 ? ticks - WRAP : ticks;
}

function wrapped(ticks: number): number {
  return ((ticks % WRAP) + WRAP) % WRAP;
}
