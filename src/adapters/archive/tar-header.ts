// The 512 bytes before an entry of a tar file, in the one form that is written here and the only one that is read.

/** Everything in a tar file is padded to this. */
export const BLOCK_BYTES = 512;
/** The most that eleven octal digits say. */
const MAX_ENTRY_BYTES = 8 ** 11 - 1;
const CHECKSUM = { at: 148, bytes: 8 } as const;

/** A plain file; `modifiedSeconds` is since the epoch. */
export type TarEntry = {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedSeconds: number;
};

/** Its header (ustar), for this user only. Throws TypeError for a name or a size that does not fit. */
export function writeHeader({ name, bytes, modifiedSeconds }: TarEntry): Buffer {
  if (!/^[\x21-\x7e]{1,99}$/.test(name)) throw new TypeError('This is no name for a tar file');
  if (!(bytes >= 0 && bytes <= MAX_ENTRY_BYTES)) throw new TypeError('This is no size of an entry');
  const header = Buffer.alloc(BLOCK_BYTES);
  const fields: readonly (readonly [at: number, text: string])[] = [
    [0, name],
    [100, '0000600\0'],
    [108, '0000000\0'],
    [116, '0000000\0'],
    [124, `${octal(bytes)}\0`],
    [136, `${octal(modifiedSeconds)}\0`],
    [156, '0'],
    [257, 'ustar\x0000'],
  ];
  for (const [at, text] of fields) header.write(text, at, 'latin1');
  header.fill(' ', CHECKSUM.at, CHECKSUM.at + CHECKSUM.bytes);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'latin1');
  return header;
}

/**
 * The entry of a header, or null unless it is byte for byte what {@link writeHeader} makes of it: so there are no links,
 * no folders, no owners and no second way to say a name.
 */
export function readHeader(header: Buffer): TarEntry | null {
  const text = (from: number, to: number) =>
    header.toString('latin1', from, to).split('\0', 1)[0] ?? '';
  const [name, size, time] = [text(0, 100), text(124, 136), text(136, 148)];
  if (!/^[\x21-\x7e]{1,99}$/.test(name) || !/^[0-7]{11}$/.test(size) || !/^[0-7]{11}$/.test(time))
    return null;
  const entry = {
    name,
    bytes: Number.parseInt(size, 8),
    modifiedSeconds: Number.parseInt(time, 8),
  };
  return writeHeader(entry).equals(header) ? entry : null;
}

/** How many zeros follow that many bytes. */
export function paddingAfter(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

function octal(value: number): string {
  return Math.floor(value).toString(8).padStart(11, '0');
}
