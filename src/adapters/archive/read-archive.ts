// Reads a backup: everything in it is looked at once, digest by digest, before anything of it is given away.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import {
  MANIFEST,
  MAX_MANIFEST_BYTES,
  type Manifest,
  type ManifestEntry,
  manifestSchema,
} from './manifest.ts';
import { BLOCK_BYTES, paddingAfter, readHeader } from './tar-header.ts';

const PIECE_BYTES = 64 * 1024;

/** A backup that is whole. */
export type Archive = {
  readonly manifest: Manifest;
  /** The content of an entry of the manifest, each piece good until the next; fails with an Error when it changed meanwhile. */
  readonly read: (name: string) => AsyncIterable<Buffer>;
  readonly close: () => Promise<void>;
};

type Found = ManifestEntry & { readonly at: number };

/**
 * Opens the archive `path`, or returns why it is invalid: damaged, truncated, or with an entry that `isName` does not know. The
 * caller closes it. Throws what the file system throws.
 */
export async function openArchive(
  path: string,
  isName: (name: string) => boolean,
): Promise<Archive | { readonly refusal: string }> {
  const file = await open(path, 'r');
  const outcome = await look(file, isName).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  if (typeof outcome === 'string') {
    await file.close();
    return { refusal: outcome };
  }
  const { manifest, entries } = outcome;
  return {
    manifest,
    read(name) {
      const entry = entries.get(name);
      if (!entry) throw new TypeError('There is no such entry');
      return readChecked(file, entry);
    },
    close: () => file.close(),
  };
}

/** What is in it, or a sentence about what is wrong. */
async function look(
  file: FileHandle,
  isName: (name: string) => boolean,
): Promise<{ manifest: Manifest; entries: ReadonlyMap<string, Found> } | string> {
  const { size } = await file.stat();
  const entries = new Map<string, Found>();
  let at = 0;
  for (;;) {
    const header = await readBlock(file, at);
    if (header === null) return 'it is cut off';
    if (isZero(header)) break;
    const entry = readHeader(header);
    if (!entry) return `it is damaged, or was not made by "npm run backup" (at byte ${at})`;
    const { name, bytes } = entry;
    const isOurs = name === MANIFEST.name || name === MANIFEST.digestName || isName(name);
    if (!isOurs || entries.has(name)) return `it holds "${name}", which does not belong there`;
    const start = at + BLOCK_BYTES;
    at = start + bytes + paddingAfter(bytes);
    if (at > size) return 'it is cut off';
    entries.set(name, { name, bytes, at: start, sha256: await digest(file, start, bytes) });
    if (!(await isAllZero(file, start + bytes, at))) return 'it is damaged between two entries';
  }
  if (size !== at + 2 * BLOCK_BYTES || !(await isAllZero(file, at, size)))
    return 'it is damaged at its end';
  const manifest = await readManifest(file, entries);
  if (manifest === null) return 'its manifest is missing or damaged';
  const [said, found] = [manifest.entries, [...entries.values()].slice(0, -2)];
  const differs = said.find(
    (one, index) =>
      one.name !== found[index]?.name ||
      one.bytes !== found[index]?.bytes ||
      one.sha256 !== found[index]?.sha256,
  );
  if (differs) return `"${differs.name}" is not what the manifest says`;
  if (said.length !== found.length) return 'it holds more than its manifest says';
  return { manifest, entries };
}

async function readManifest(
  file: FileHandle,
  entries: ReadonlyMap<string, Found>,
): Promise<Manifest | null> {
  const [last, digestOfLast] = [...entries.values()].slice(-2);
  if (last?.name !== MANIFEST.name || digestOfLast?.name !== MANIFEST.digestName) return null;
  if (last.bytes > MAX_MANIFEST_BYTES || digestOfLast.bytes !== last.sha256.length) return null;
  const said = await collect(pieces(file, digestOfLast.at, digestOfLast.bytes));
  if (said !== last.sha256) return null;
  const text = await collect(pieces(file, last.at, last.bytes));
  // The digest holds, so it is what was written; another release may have written another shape.
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

async function* readChecked(
  file: FileHandle,
  { at, bytes, sha256 }: Found,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of pieces(file, at, bytes)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) throw new Error('The backup was changed while it was read.');
}

/** The same buffer each time: a piece is good until the next one is asked for. */
async function* pieces(file: FileHandle, at: number, bytes: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(Math.min(PIECE_BYTES, bytes));
  for (let done = 0; done < bytes; ) {
    const piece = buffer.subarray(0, bytes - done);
    const { bytesRead } = await file.read(piece, 0, piece.length, at + done);
    if (bytesRead === 0) throw new Error('The backup was cut while it was read.');
    done += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

async function digest(file: FileHandle, at: number, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces(file, at, bytes)) hash.update(piece);
  return hash.digest('hex');
}

async function collect(content: AsyncIterable<Buffer>): Promise<string> {
  const copies = await Array.fromAsync(content, (piece) => Buffer.from(piece));
  return Buffer.concat(copies).toString('utf8');
}

async function readBlock(file: FileHandle, at: number): Promise<Buffer | null> {
  const block = Buffer.alloc(BLOCK_BYTES);
  const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, at);
  return bytesRead === BLOCK_BYTES ? block : null;
}

async function isAllZero(file: FileHandle, from: number, to: number): Promise<boolean> {
  for await (const piece of pieces(file, from, to - from)) if (!isZero(piece)) return false;
  return true;
}

function isZero(piece: Buffer): boolean {
  return piece.every((byte) => byte === 0);
}
