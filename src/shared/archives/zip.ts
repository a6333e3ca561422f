// The bytes of a ZIP file around its members, known before any of them is read. Stored, not compressed: media does not shrink.
// Source: APPNOTE.TXT 6.3.10 of PKWARE.

/** A member: `name` with `/` between folders, its size in bytes, and its CRC-32 as an unsigned number. */
export type ZipMember = {
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  /** Milliseconds since 1970; written in UTC, to two seconds. */
  readonly modifiedAt: number;
};

/** A piece of the file: bytes of its own, or all of a member. `start` is its place in the file. */
export type ZipPiece =
  | { readonly kind: 'bytes'; readonly start: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'member';
      readonly start: number;
      readonly size: number;
      readonly index: number;
    };

/** The pieces in their order, and the size of the whole file. */
export type ZipLayout = { readonly pieces: readonly ZipPiece[]; readonly size: number };

/** What a piece gives to a range: the bytes from `from` up to `to`, which is excluded, counted in the piece. */
export type ZipSlice = { readonly piece: ZipPiece; readonly from: number; readonly to: number };

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
/** Sizes of the headers without names and extra fields, and of the end with what ZIP64 adds. */
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22 + 76;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
/** Names are UTF-8. */
const UTF8_FLAG = 0x0800;
const STORED = 0;
/** Version 2.0, and 4.5 where numbers need 64 bits. */
const VERSION = 20;
const VERSION_64 = 45;
const ZIP64_EXTRA = 0x0001;
/** Made on Unix, so that names are not taken for code page 437. */
const UNIX = 3 << 8;
/** A regular file that its owner writes and everyone reads. */
const MODE = 0o100644;

/** Lays out a file of members. Throws a RangeError for a name of more than 65,535 bytes or too many members. */
export function zipLayout(members: readonly ZipMember[]): ZipLayout {
  const pieces: ZipPiece[] = [];
  let at = 0;
  const add = (bytes: Uint8Array) => {
    pieces.push({ kind: 'bytes', start: at, bytes });
    at += bytes.length;
  };
  const central: Uint8Array[] = [];
  for (const [index, member] of members.entries()) {
    const offset = at;
    add(localHeader(member));
    central.push(centralHeader(member, offset));
    if (member.size > 0) pieces.push({ kind: 'member', start: at, size: member.size, index });
    at += member.size;
  }
  const centralStart = at;
  for (const header of central) add(header);
  add(endOfFile(members.length, centralStart, at - centralStart));
  return { pieces, size: at };
}

/** What of each piece lies in a range of the file, in order; `end` is excluded. */
export function sliceOf({ pieces }: ZipLayout, start: number, end: number): readonly ZipSlice[] {
  return pieces.flatMap((piece) => {
    const size = piece.kind === 'bytes' ? piece.bytes.length : piece.size;
    const from = Math.max(0, start - piece.start);
    const to = Math.min(size, end - piece.start);
    return from < to ? [{ piece, from, to }] : [];
  });
}

function localHeader(member: ZipMember): Uint8Array {
  const is64 = member.size >= MAX_32;
  const extra = is64 ? extra64([member.size, member.size]) : new Uint8Array();
  const name = nameOf(member);
  const writer = createWriter(LOCAL_SIZE + name.length + extra.length);
  writer.u32(LOCAL_HEADER);
  writer.u16(is64 ? VERSION_64 : VERSION);
  describe(writer, member, is64, { name, extra });
  writer.raw(name);
  writer.raw(extra);
  return writer.bytes();
}

function centralHeader(member: ZipMember, offset: number): Uint8Array {
  const is64 = member.size >= MAX_32;
  const isFar = offset >= MAX_32;
  const numbers = [...(is64 ? [member.size, member.size] : []), ...(isFar ? [offset] : [])];
  const extra = numbers.length > 0 ? extra64(numbers) : new Uint8Array();
  const name = nameOf(member);
  const writer = createWriter(CENTRAL_SIZE + name.length + extra.length);
  writer.u32(CENTRAL_HEADER);
  writer.u16(UNIX | VERSION_64);
  writer.u16(numbers.length > 0 ? VERSION_64 : VERSION);
  describe(writer, member, is64, { name, extra });
  writer.u16(0); // comment
  writer.u16(0); // disk
  writer.u16(0); // internal attributes
  writer.u32((MODE << 16) >>> 0);
  writer.u32(isFar ? MAX_32 : offset);
  writer.raw(name);
  writer.raw(extra);
  return writer.bytes();
}

/** What both headers have in common: flags, method, time, CRC, sizes and lengths. */
function describe(
  writer: Writer,
  member: ZipMember,
  is64: boolean,
  { name, extra }: { readonly name: Uint8Array; readonly extra: Uint8Array },
): void {
  const { date, time } = dosTime(member.modifiedAt);
  const size = is64 ? MAX_32 : member.size;
  writer.u16(UTF8_FLAG);
  writer.u16(STORED);
  writer.u16(time);
  writer.u16(date);
  writer.u32(member.crc32);
  writer.u32(size);
  writer.u32(size);
  writer.u16(name.length);
  writer.u16(extra.length);
}

function endOfFile(count: number, centralStart: number, centralSize: number): Uint8Array {
  const is64 = count >= MAX_16 || centralStart >= MAX_32 || centralSize >= MAX_32;
  const writer = createWriter(END_SIZE);
  if (is64) {
    writer.u32(END_64);
    writer.u64(44); // what follows this number
    writer.u16(UNIX | VERSION_64);
    writer.u16(VERSION_64);
    writer.u32(0);
    writer.u32(0);
    writer.u64(count);
    writer.u64(count);
    writer.u64(centralSize);
    writer.u64(centralStart);
    writer.u32(END_64_LOCATOR);
    writer.u32(0);
    writer.u64(centralStart + centralSize);
    writer.u32(1);
  }
  writer.u32(END);
  writer.u16(0);
  writer.u16(0);
  writer.u16(Math.min(count, MAX_16));
  writer.u16(Math.min(count, MAX_16));
  writer.u32(Math.min(centralSize, MAX_32));
  writer.u32(Math.min(centralStart, MAX_32));
  writer.u16(0);
  return writer.bytes();
}

function extra64(numbers: readonly number[]): Uint8Array {
  const writer = createWriter(4 + numbers.length * 8);
  writer.u16(ZIP64_EXTRA);
  writer.u16(numbers.length * 8);
  for (const number of numbers) writer.u64(number);
  return writer.bytes();
}

const encoder = new TextEncoder();

function nameOf({ name }: ZipMember): Uint8Array {
  const bytes = encoder.encode(name);
  if (bytes.length > MAX_16) throw new RangeError(`a name of ${bytes.length} bytes`);
  return bytes;
}

/** The date and time of MS-DOS: from 1980 on, to two seconds. */
function dosTime(modifiedAt: number): { readonly date: number; readonly time: number } {
  const at = new Date(Math.max(modifiedAt, Date.UTC(1980, 0, 1)));
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/** Writes little-endian numbers, one after the other. */
type Writer = {
  readonly u16: (value: number) => void;
  readonly u32: (value: number) => void;
  readonly u64: (value: number) => void;
  readonly raw: (bytes: Uint8Array) => void;
  readonly bytes: () => Uint8Array;
};

/** `size` is the most that will be written. */
function createWriter(size: number): Writer {
  const all = new Uint8Array(size);
  const view = new DataView(all.buffer);
  let at = 0;
  return {
    u16(value) {
      view.setUint16(at, value, true);
      at += 2;
    },
    u32(value) {
      view.setUint32(at, value, true);
      at += 4;
    },
    u64(value) {
      view.setBigUint64(at, BigInt(value), true);
      at += 8;
    },
    raw(bytes) {
      all.set(bytes, at);
      at += bytes.length;
    },
    bytes: () => all.subarray(0, at),
  };
}
