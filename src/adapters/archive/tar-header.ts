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
export function writeHeader(entry: TarEntry): Buffer {
  if (!/^[\x21-\x7e]{1,99}$/.test(entry.name))
    throw new TypeError('This is no name for a tar file');
  return header(entry, { name: entry.name, prefix: '', mode: '0000600' });
}

/**
 * The header of a file that everybody may read, and run where it is a program. Its name may be longer and have any letters;
 * `readHeader` takes none such. Throws TypeError for a name or a size that does not fit.
 */
export function writePublicHeader(entry: TarEntry, isProgram: boolean): Buffer {
  const mode = isProgram ? '0000755' : '0000644';
  return header(entry, { ...splitName(entry.name), mode });
}

/** A long name is cut in two at a slash. */
function splitName(whole: string): { readonly name: string; readonly prefix: string } {
  const fits = (text: string, most: number) => Buffer.byteLength(text) <= most;
  if (fits(whole, 99)) return { name: whole, prefix: '' };
  for (let at = whole.indexOf('/'); at !== -1; at = whole.indexOf('/', at + 1)) {
    const [prefix, name] = [whole.slice(0, at), whole.slice(at + 1)];
    if (fits(name, 99) && fits(prefix, 154)) return { name, prefix };
  }
  throw new TypeError(`This name is too long for a tar file: ${whole}`);
}

function header(
  { bytes, modifiedSeconds }: TarEntry,
  { name, prefix, mode }: { name: string; prefix: string; mode: string },
): Buffer {
  if (!(bytes >= 0 && bytes <= MAX_ENTRY_BYTES)) throw new TypeError('This is no size of an entry');
  const block = Buffer.alloc(BLOCK_BYTES);
  const fields: readonly (readonly [at: number, text: string])[] = [
    [0, name],
    [100, `${mode}\0`],
    [108, '0000000\0'],
    [116, '0000000\0'],
    [124, `${octal(bytes)}\0`],
    [136, `${octal(modifiedSeconds)}\0`],
    [156, '0'],
    [257, 'ustar\x0000'],
    [345, prefix],
  ];
  for (const [at, text] of fields) block.write(text, at, 'utf8');
  block.fill(' ', CHECKSUM.at, CHECKSUM.at + CHECKSUM.bytes);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'latin1');
  return block;
}

/**
 * The entry of a header, or null unless it is byte for byte what {@link writeHeader} makes of it: so there are no links,
 * no folders, no owners and no second way to say a name.
 */
export function readHeader(block: Buffer): TarEntry | null {
  const text = (from: number, to: number) =>
    block.toString('latin1', from, to).split('\0', 1)[0] ?? '';
  const [name, size, time] = [text(0, 100), text(124, 136), text(136, 148)];
  if (!/^[\x21-\x7e]{1,99}$/.test(name) || !/^[0-7]{11}$/.test(size) || !/^[0-7]{11}$/.test(time))
    return null;
  const entry = {
    name,
    bytes: Number.parseInt(size, 8),
    modifiedSeconds: Number.parseInt(time, 8),
  };
  return writeHeader(entry).equals(block) ? entry : null;
}

/** How many zeros follow that many bytes. */
export function paddingAfter(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

function octal(value: number): string {
  return Math.floor(value).toString(8).padStart(11, '0');
}
