// Measures and moves the clocks of MPEG transport stream packets in place (ISO/IEC 13818-1).
import type { TrackKind, TrackTimes } from './tracks.ts';

export const PACKET_BYTES = 188;

export type TransportRun = {
  /**
   * Measures packets, from the first one of the run on, and moves their clocks; `renamed` are the new numbers of its
   * streams. What is no packet is left out.
   */
  readonly pass: (
    packets: Buffer,
    moveSeconds: number,
    renamed?: ReadonlyMap<number, number>,
  ) => void;
  /** The numbers of its tracks, and of what lists them. */
  readonly pids: () => ReadonlyMap<TrackKind, number>;
  readonly tablePids: () => ReadonlySet<number>;
  /** Before they were moved. */
  readonly begins: () => TrackTimes;
  readonly ends: () => TrackTimes;
};

type Track = {
  readonly kind: TrackKind;
  firstPts: number;
  readonly firstDts: number;
  lastPts: number;
  lastDts: number;
  step: number;
  /** Of the last frame or frames, and of those before. */
  bytes: number;
  bytesBefore: number;
};

const SYNC = 0x47;
const TABLE_PID = 0;
/** The number of packets that say nothing. */
const NULL_PID = 0x1fff;
const TICKS_PER_SECOND = 90_000;
const WRAP = 2 ** 33;

/** Whether these bytes begin a transport stream. */
export function isTransport(first: Uint8Array): boolean {
  return first[0] === SYNC && (first.length <= PACKET_BYTES || first[PACKET_BYTES] === SYNC);
}

/** Starts before the first packet. */
export function createTransportRun(): TransportRun {
  const tracks = new Map<number, Track>();
  const tables = new Set([TABLE_PID]);
  let last: { readonly stamp: number; readonly ticks: number } | null = null;

  function ticksAt(packets: Buffer, at: number): number {
    const stamp = readStamp(packets, at);
    const ticks: number = last ? last.ticks + ticksBetween(last.stamp, stamp) : stamp;
    last = { stamp, ticks };
    return ticks;
  }

  function passPacket(packets: Buffer, at: number, move: number): void {
    const head = packets.readUInt32BE(at);
    const end = at + PACKET_BYTES;
    const body = at + 4 + ((head & 0x20) === 0 ? 0 : 1 + packets.readUInt8(at + 4));
    if (body > at + 5 && body <= end && move !== 0) moveReferences(packets, at + 5, body, move);
    if ((head & 0x10) === 0 || body >= end) return;
    const pid = (head >> 8) & 0x1fff;
    const isStart = (head & 0x400000) !== 0;
    if (isStart && pid === TABLE_PID) noteTables(packets.subarray(body, end));
    else if (isStart) passFrame(packets, pid, body, end, move);
    const track = tracks.get(pid);
    if (track) track.bytes += end - body;
  }

  /** Reads the list of programs, whose entries are four bytes each. */
  function noteTables(section: Buffer): void {
    const start = 1 + (section[0] ?? 0);
    if (start + 8 > section.length) return;
    const end = Math.min(section.length, start + 3 + (section.readUInt16BE(start + 1) & 0xfff) - 4);
    for (let at = start + 8; at + 4 <= end; at += 4)
      tables.add(section.readUInt16BE(at + 2) & 0x1fff);
  }

  function passFrame(packets: Buffer, pid: number, at: number, end: number, move: number): void {
    // A start code, the marks of a header, and a timestamp in it.
    if (at + 14 > end || packets.readUIntBE(at, 3) !== 1) return;
    const flags = packets.readUInt8(at + 7) >> 6;
    if (packets.readUInt8(at + 6) >> 6 !== 2 || flags < 2) return;
    const hasDts = flags === 3 && at + 19 <= end;
    const pts = ticksAt(packets, at + 9);
    const dts = hasDts ? ticksAt(packets, at + 14) : pts;
    const kind = kindOf(packets.readUInt8(at + 3));
    if (kind) note(pid, kind, pts, dts);
    if (move === 0) return;
    writeStamp(packets, at + 9, pts + move);
    if (hasDts) writeStamp(packets, at + 14, dts + move);
  }

  function note(pid: number, kind: TrackKind, pts: number, dts: number): void {
    const track = tracks.get(pid);
    if (!track) {
      const first = { firstPts: pts, firstDts: dts, lastPts: pts, lastDts: dts };
      tracks.set(pid, { kind, ...first, step: 0, bytes: 0, bytesBefore: 0 });
      return;
    }
    track.firstPts = Math.min(track.firstPts, pts);
    track.lastPts = Math.max(track.lastPts, pts);
    if (dts > track.lastDts) track.step = dts - track.lastDts;
    track.lastDts = dts;
    track.bytesBefore = track.bytes;
    track.bytes = 0;
  }

  function timesOf(of: (track: Track) => { readonly pts: number; readonly dts: number }) {
    const times = new Map<TrackKind, { readonly pts: number; readonly dts: number }>();
    for (const track of tracks.values()) {
      const { pts, dts } = of(track);
      if (!times.has(track.kind))
        times.set(track.kind, { pts: pts / TICKS_PER_SECOND, dts: dts / TICKS_PER_SECOND });
    }
    return times;
  }

  return {
    pass: (packets, moveSeconds, renamed) => {
      const move = Math.round(moveSeconds * TICKS_PER_SECOND);
      for (let at = 0; at + PACKET_BYTES <= packets.length; at += PACKET_BYTES) {
        if (packets[at] !== SYNC) continue;
        passPacket(packets, at, move);
        if (renamed) rename(packets, at + 1, renamed);
      }
    },
    pids: () => {
      const pids = new Map<TrackKind, number>();
      for (const [pid, { kind }] of tracks) if (!pids.has(kind)) pids.set(kind, pid);
      return pids;
    },
    tablePids: () => tables,
    begins: () => timesOf(({ firstPts, firstDts }) => ({ pts: firstPts, dts: firstDts })),
    ends: () =>
      timesOf((track) => {
        const step = lastStep(track);
        return { pts: track.lastPts + step, dts: track.lastDts + step };
      }),
  };
}

/**
 * The numbers that the streams of a run get to continue those of the first one: its tables are left out, since they list
 * the old ones. Null where they are the same, or a track is missing.
 */
export function renamedPids(
  first: TransportRun,
  run: Pick<TransportRun, 'pids' | 'tablePids'>,
): ReadonlyMap<number, number> | null {
  const wanted = first.pids();
  const found = [...run.pids()];
  if (found.every(([kind, pid]) => wanted.get(kind) === pid)) return null;
  if (found.some(([kind]) => !wanted.has(kind))) return null;
  const renamed = new Map<number, number>();
  for (const pid of [...first.tablePids(), ...run.tablePids(), ...wanted.values()])
    renamed.set(pid, NULL_PID);
  for (const [kind, pid] of found) renamed.set(pid, wanted.get(kind) ?? pid);
  return renamed;
}

function rename(packets: Buffer, at: number, renamed: ReadonlyMap<number, number>): void {
  const field = packets.readUInt16BE(at);
  const pid = renamed.get(field & 0x1fff);
  if (pid !== undefined) packets.writeUInt16BE((field & 0xe000) | pid, at);
}

/** How long the last one lasts. Sound comes several frames at a time, the last time perhaps fewer. */
function lastStep({ kind, step, bytes, bytesBefore }: Track): number {
  if (kind === 'video' || bytesBefore === 0) return step;
  return Math.min(step, Math.round((step * bytes) / bytesBefore));
}

function kindOf(streamId: number): TrackKind | null {
  if (streamId >= 0xe0 && streamId <= 0xef) return 'video';
  return streamId >= 0xc0 && streamId <= 0xdf ? 'sound' : null;
}

/** Moves the clock references of an adaptation field. */
function moveReferences(packets: Buffer, flagsAt: number, end: number, move: number): void {
  const flags = packets.readUInt8(flagsAt);
  let at = flagsAt + 1;
  for (const flag of [0x10, 0x08]) {
    if ((flags & flag) === 0 || at + 6 > end) continue;
    const rest = packets.readUInt16BE(at + 4);
    const value = wrapped(packets.readUInt32BE(at) * 2 + (rest >> 15) + move);
    packets.writeUInt32BE(Math.floor(value / 2), at);
    packets.writeUInt16BE((rest & 0x7fff) | ((value % 2) << 15), at + 4);
    at += 6;
  }
}

function readStamp(packets: Buffer, at: number): number {
  const high = (packets.readUInt8(at) >> 1) & 7;
  const middle = packets.readUInt16BE(at + 1) >> 1;
  const low = packets.readUInt16BE(at + 3) >> 1;
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}

/** Keeps the bits around it. */
function writeStamp(packets: Buffer, at: number, ticks: number): void {
  const value = wrapped(ticks);
  packets.writeUInt8((packets.readUInt8(at) & 0xf1) | (Math.floor(value / 2 ** 30) << 1), at);
  packets.writeUInt16BE((Math.floor(value / 2 ** 15) % 2 ** 15) * 2 + 1, at + 1);
  packets.writeUInt16BE((value % 2 ** 15) * 2 + 1, at + 3);
}

/** A clock that has passed its end goes on. */
function ticksBetween(from: number, to: number): number {
  const ticks = wrapped(to - from);
  return ticks >= WRAP / 2 ? ticks - WRAP : ticks;
}

function wrapped(ticks: number): number {
  return ((ticks % WRAP) + WRAP) % WRAP;
}
